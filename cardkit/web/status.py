"""What goes on at this moment: a page for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from cardkit.web.answers import page


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table, as the page shows it."""

    name: str
    title: str
    phase: str
    players: Sequence[str]
    seats: int


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What there is to show at this moment."""

    version: str
    port: int
    tables: Sequence[TableLine]
    """The first of them."""
    count: int
    """How many tables there are in all."""


def page_of(status: ServerStatus, host: str) -> str:
    rows = "".join(
        f"<tr><td>{escape(t.name)}<td>{escape(t.title)}<td>{escape(t.phase)}"
        f"<td>{escape(', '.join(t.players)) or '–'}<td>{len(t.players)}/{t.seats}"
        for t in status.tables
    )
    more = status.count - len(status.tables)
    rest = f"<p>and {more:,} more" if more > 0 else ""
    body = (
        f"<h1>cardkit {escape(status.version)}</h1>"
        f"<p>To play: <code>cardkit play {escape(host)}:{status.port}</code>"
        f"<table><tr><th>Table<th>Game<th>Phase<th>Players<th>Seats{rows}</table>{rest}"
    )
    return page("cardkit", body, "en")
