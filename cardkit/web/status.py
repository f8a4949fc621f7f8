"""What goes on at this moment: a page for people, and numbers for monitoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """The first of them; `counts` tells how many there are."""
    counts: Mapping[str, float]


def page_of(status: ServerStatus, host: str) -> str:
    rows = "".join(
        f"<tr><td>{escape(t.name)}<td>{escape(t.title)}<td>{escape(t.phase)}"
        f"<td>{escape(', '.join(t.players)) or '–'}<td>{len(t.players)}/{t.seats}"
        for t in status.tables
    )
    more = int(status.counts.get("tables", 0)) - len(status.tables)
    rest = f"<p>and {more:,} more" if more > 0 else ""
    body = (
        f"<h1>cardkit {escape(status.version)}</h1>"
        f"<p>To play: <code>cardkit play {escape(host)}:{status.port}</code>"
        f"<table><tr><th>Table<th>Game<th>Phase<th>Players<th>Seats{rows}</table>{rest}"
    )
    return page("cardkit", body, "en")


def metrics_of(status: ServerStatus) -> str:
    """The counts in the text format that monitoring systems read."""
    return "".join(f"cardkit_{name} {value:.15g}\n" for name, value in status.counts.items())
