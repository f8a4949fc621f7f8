"""A record as the page shows it: positions, what was told, and the table as somebody saw it.

A stranger may bring the record, so its size, its length and the time it takes are bounded. Works
in a thread of its own, one record at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from time import thread_time
from typing import Any

from cardkit.netgame import WATCHER, NetGame, Reason, Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.record import Flaw, RecordFault, RecordLine, read_record
from cardkit.record.check import play
from cardkit.record.decisions import Decision, decisions
from cardkit.record.recorded_match import ALL_SEEING, NOBODY, RecordedMatch, all_seeing
from cardkit.registry import game_named, not_found
from cardkit.web.answers import json_bytes
from cardkit.web.games import Games

LONGEST = 1 << 20
"""Bytes of a record that is sent."""
MOST_LINES = 5_000
MOST_SHOWN = 500
"""Positions in one answer."""
SECONDS = 5.0
"""Of work for one answer."""
REELS_KEPT = 8


class TimedLines(list[RecordLine]):
    """The lines of a record, that may be gone through for a limited time."""

    def __init__(self, lines: list[RecordLine], seconds: float) -> None:
        super().__init__(lines)
        self._until = thread_time() + seconds

    def __iter__(self) -> Iterator[RecordLine]:
        for line in super().__iter__():
            if thread_time() > self._until:
                raise Refused(
                    ServerReason.TOO_SLOW,
                    "this record takes too long to play here; cardkit replay shows it to you",
                )
            yield line


class ReplayPages:
    """Shows records, and keeps the last few, as who looks at one goes on looking."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._reel = lru_cache(REELS_KEPT)(self._new_reel)

    def show(self, text: str, eyes: str = NOBODY, start: int = 0, most: int = MOST_SHOWN) -> bytes:
        """So many positions from one on, as these eyes see them, as JSON. Raises `RecordFault`."""
        reel = self._reel(text)
        if eyes not in (NOBODY, ALL_SEEING, *reel.players):
            text = "{name} did not play in this match{hint} The players were: {known}"
            raise not_found(Reason.NO_SUCH_PLAYER, text, eyes, reel.players)
        header = reel.record.header
        first = reel.within(start)
        end = reel.within(first + max(1, min(most, MOST_SHOWN)) - 1)
        data = {
            "game": header.game,
            "preset": header.preset,
            "options": header.options,
            "table": header.table,
            "match": header.match,
            "begun": header.begun,
            "server": header.server,
            "players": reel.players,
            "starts": reel.starts,
            "last": reel.last,
            "eyes": eyes,
            "positions": [*_positions(reel, eyes, first, end)],
        }
        return json_bytes(data)

    def decisions(self, text: str) -> tuple[type[NetGame], list[Decision]]:
        """The game of a record, and all decisions in it. Raises `RecordFault`."""
        record = self._reel(text).record
        timed = replace(record, lines=TimedLines(list(record.lines[:]), SECONDS))
        found = [*decisions(timed, self._find)]
        return self._find(record.header.game), found

    def _find(self, name: str) -> type[NetGame]:
        return game_named(self._games, name)

    def _new_reel(self, text: str) -> RecordedMatch:
        record = read_record(text)
        if len(record.lines) > MOST_LINES:
            raise Refused(
                ServerReason.TOO_LONG,
                "this record has {count:,} inputs; here at most {most:,} are shown, and cardkit "
                "replay shows any number",
                count=len(record.lines),
                most=MOST_LINES,
            )
        timed = replace(record, lines=TimedLines(list(record.lines), SECONDS))
        try:
            return RecordedMatch(timed, self._find)
        except (RecordFault, Refused):
            raise
        except Exception as error:
            raise RecordFault(
                Flaw.ILLEGAL, 0, "the rules fail at it: {error}", error=type(error).__name__
            ) from error


def _positions(reel: RecordedMatch, eyes: str, first: int, end: int) -> Iterator[dict[str, Any]]:
    table, lines = reel.table_at(first), reel.record.lines
    yield _position(reel, table, eyes, first)
    rest = replace(reel.record, lines=TimedLines(list(lines[first:end]), SECONDS))
    for at, _ in enumerate(play(rest, table), start=first + 1):
        yield _position(reel, table, eyes, at)


def _position(reel: RecordedMatch, table: NetGame, eyes: str, at: int) -> dict[str, Any]:
    """What was said, what was heard of it, and the table after it."""
    seat = table.people.seat_of.get(eyes, WATCHER)
    view = all_seeing(table) if eyes == ALL_SEEING else table.view(seat)
    line = reel.record.lines[at - 1] if at else None
    said = {} if line is None else {"who": line.who, "said": line.said, "time": line.at}
    return {"at": at, **said, "frame": reel.frame(at, eyes), "view": view.data()}
