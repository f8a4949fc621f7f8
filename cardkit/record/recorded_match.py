"""A record as a film: the table after any number of inputs, as anybody may look at it.

Position 0 is before the first input, position k after the k-th. Only for a match that is over:
who sees all cards is nobody who plays. Pure; knows no screen.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from cardkit.cardgame import CardGame, CardView
from cardkit.cardgame.piles import EVERYONE, HiddenFaces
from cardkit.cardgame.table import card_view
from cardkit.netgame import WATCHER, Event, NetGame, View
from cardkit.record.chain import Record
from cardkit.record.check import new_table, play

NOBODY, ALL_SEEING = "", "*"
"""Who looks, besides the players by name: somebody who only watches, or who sees every card."""
STRIDE = 50
"""Every so many inputs a copy of the table is kept, and played on from there."""


class RecordedMatch:
    """The course of a recorded match. Raises `Fault` when it cannot have been played so."""

    def __init__(self, record: Record, find_game: Callable[[str], type[NetGame]]) -> None:
        table = new_table(record, find_game)
        table.keep_journal(0)  # the record is the journal
        self.record = record
        self.last = len(record.lines)
        """The position at the end."""
        self.starts: list[int] = []
        """The positions at which the games begin."""
        self._events: list[tuple[Event, ...]] = [()]
        self._names: list[tuple[str, ...]] = [()]
        self._kept = [table.copy()]
        game = 0
        for at, events in enumerate(play(record, table), start=1):
            self._events.append(events)
            names = tuple(table.names)
            self._names.append(self._names[-1] if names == self._names[-1] else names)
            if table.game_no > game:
                self.starts.append(at)
            game = table.game_no
            if at % STRIDE == 0:
                self._kept.append(table.copy())

    @property
    def players(self) -> list[str]:
        """Everybody who had a seat while a game was on, in the order in which they came."""
        from_first = self._names[self.starts[0] :] if self.starts else self._names
        return list(dict.fromkeys(name for names in dict.fromkeys(from_first) for name in names))

    # --- positions ---------------------------------------------------------------------------

    def within(self, at: int) -> int:
        """The nearest position that there is."""
        return max(0, min(at, self.last))

    def game_at(self, at: int) -> int:
        """The number of the game that is on or was the last one; 0 before the first."""
        return bisect_right(self.starts, at)

    def next_game(self, at: int) -> int:
        """Where the next game begins, or the end."""
        later = self.starts[self.game_at(at) :]
        return later[0] if later else self.last

    def game_before(self, at: int) -> int:
        """Where this game began, or, when one is there, the game before it."""
        earlier = self.starts[: bisect_left(self.starts, at)]
        return earlier[-1] if earlier else 0

    # --- what was to be seen and heard -------------------------------------------------------

    def table_at(self, at: int) -> NetGame:
        """A table of one's own in this position."""
        kept = at // STRIDE
        table = self._kept[kept].copy()
        rest = replace(self.record, lines=self.record.lines[kept * STRIDE : at])
        for _ in play(rest, table):
            pass
        return table

    def view(self, at: int, eyes: str) -> CardView:
        """What these eyes saw of the table."""
        table = self.table_at(at)
        if eyes == ALL_SEEING:
            return card_view(all_seeing(table))
        return card_view(table.view(table.people.seat_of.get(eyes, WATCHER)))

    def frame(self, at: int, eyes: str) -> list[list[Any]]:
        """What the input that led here was told as, as the server tells it."""
        heard = ((event.number, self._heard(at, event, eyes)) for event in self._events[at])
        return [
            [number, *words] if number else [*words] for number, words in heard if words is not None
        ]

    def _heard(self, at: int, event: Event, eyes: str) -> Sequence[Any] | None:
        if eyes == ALL_SEEING:
            return all_told(event)
        names = self._names[at]
        return event.words(names.index(eyes) if eyes in names else WATCHER)


def all_seeing(table: NetGame) -> View:
    """The table with every hand and every pile face up."""
    open_table = table.copy()
    if isinstance(open_table, CardGame):
        open_table.piles.seen = [EVERYONE] * len(open_table.piles.seen)
    return open_table.view()


def all_told(event: Event) -> Sequence[Any]:
    """The event as it is heard by somebody who sees every card that anybody saw."""
    words: Sequence[Any] = (event.kind, *event.parts)
    if isinstance(event.hidden, HiddenFaces):
        return (*words, *event.hidden.cards, *event.hidden.tail)
    return words
