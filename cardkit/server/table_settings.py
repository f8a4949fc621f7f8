"""How a table was opened: its game and options, and what the server adds to them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardkit.netgame import NetGame


@dataclass(frozen=True, kw_only=True, slots=True)
class HostingOptions:
    """What the server adds to the options of a game when a table is opened."""

    title: str = ""
    robots: bool = False
    pause: float = 0.0
    owner: str = ""
    origin: str = ""
    """Stands for the address from which it was opened, without telling it."""
    secret: str = "match"
    """When the secret of a deal is told: after its hand, after the match, or to an auditor only."""
    stays: bool = False
    """Whether the table is kept open when nobody is there."""

    def written(self) -> str:
        return json.dumps({name: getattr(self, name) for name in self.__dataclass_fields__})


@dataclass(slots=True)
class TableSettings:
    """How a table was opened, and what it is made anew from after a restart."""

    name: str
    game: str
    rules: type[NetGame]
    preset: str
    options: Mapping[str, Any]
    hosting: HostingOptions = field(default_factory=HostingOptions)
