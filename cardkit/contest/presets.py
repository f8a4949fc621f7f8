"""The contests that others have held, as they held them; everything can be overridden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardkit.contest.model import OnFault
from cardkit.contest.schedule import Format
from cardkit.netgame import Reason, Refused
from cardkit.registry import not_found


@dataclass(frozen=True, slots=True)
class Preset:
    """What a contest of others was like."""

    game: str
    preset: str
    options: Mapping[str, Any] = field(default_factory=dict)
    players: int = 0
    format: Format = Format.ROUND_ROBIN
    on_fault: OnFault = OnFault.ASK
    bar: bool = False
    storage: int = 0
    """Bytes that a bot keeps from match to match."""


PRESETS: dict[str, Preset] = {
    # Ten games a set; who cheats at the exchange is thrown out by the rules themselves.
    "millionaire": Preset(
        game="daifugo",
        preset="millionaire",
        options={"games": 10, "bad_exchange": "forfeit"},
    ),
    # What is illegal counts as a fold; a bot may learn about opponents for the next match.
    "akq": Preset(
        game="akq",
        preset="contest",
        options={"games": 1000, "points": 100},
        players=2,
        on_fault=OnFault.PASS,
        storage=10 << 20,
    ),
    # Four at a table; whose program stops is left out for good, and the others play again.
    "flush": Preset(
        game="flush_poker",
        preset="contest",
        options={"games": 100, "points": 20_000, "seats_least": 2},
        players=4,
        on_fault=OnFault.REMATCH,
        bar=True,
    ),
}


def find_preset(name: str, game: str) -> Preset:
    """The contest of that name, which must be one of this game."""
    if name not in PRESETS:
        text = "{name} is not a contest known here{hint} The contests are: {known}"
        raise not_found(Reason.NO_SUCH_PRESET, text, name, PRESETS)
    found = PRESETS[name]
    if found.game != game:
        text = "{name} is a contest of {game}; write: cardkit contest {game} … --like {name}"
        raise Refused(Reason.NO_SUCH_PRESET, text, name=name, game=found.game)
    return found
