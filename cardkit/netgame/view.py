"""What one participant may know of a table, as plain data.

A view is derived when asked for and never stored. It holds only words and numbers, so the same
view serves a bot in this process, a page in a browser and a program across the network.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class View:
    """The table as seen from `seat`, or by a watcher when `seat` is None."""

    game: int
    phase: str
    seat: int | None
    names: tuple[str, ...]
    order: tuple[int, ...]
    status: tuple[str, ...]
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    awaited: tuple[int, ...]
    deadline: float | None
    suspended: bool
    facts: dict[str, Any]

    def data(self) -> dict[str, Any]:
        """The view as a table of plain values, ready for JSON or msgpack."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}
