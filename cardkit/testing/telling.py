"""What is true after every input: each card in one place, and no face told that was not seen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import chain
from json import dumps
from typing import Any

from cardkit.cardgame import CardCommand, CardGame
from cardkit.netgame import WATCHER, Event, NetGame
from cardkit.testing.trial import Trial
from cardkit.testing.witness import Passage, seen_by

_WORD = re.compile(r"[A-Za-z0-9+]+")


def check_cards(trial: Trial, table: NetGame) -> None:
    """Every card of the deck is in exactly one place, and nothing else is there."""
    if not isinstance(table, CardGame):
        return
    lying, deck = [*chain.from_iterable(table.piles.values())], table.cards.all
    if len(lying) == len(deck) and {*map(id, lying)} == {*map(id, deck)}:
        return
    twice = sorted({str(c) for c in lying if sum(c is d for d in lying) > 1})
    gone = sorted(str(c) for c in deck if all(c is not d for d in lying))
    strange = sorted({str(c) for c in lying if all(c is not d for d in deck)})
    found = [("in two places", twice), ("nowhere", gone), ("of no deck of this table", strange)]
    trial.fail(
        table,
        "; ".join(f"{' '.join(cards)}: {what}" for what, cards in found if cards)
        + ". Every card is in exactly one place: change piles only with "
        "self.piles.move, self.piles.take and self.piles.gather",
    )


class Listener:
    """Hears every event of a match as every viewer hears it."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.spoken: set[str] = set()
        """Cards that players named without moving them: to name a card shows none."""
        self.last = 0

    def check_events(
        self, table: NetGame, before: NetGame, notes: list[Passage], events: tuple[Event, ...]
    ) -> None:
        """What all hear is numbered without a gap, and nobody hears a face they did not see."""
        self._note_spoken(table, before)
        numbers = [event.number for event in events if event.number]
        if numbers != list(range(self.last + 1, self.last + 1 + len(numbers))):
            self.trial.fail(
                table,
                f"events are numbered {numbers} after {self.last}. They count without a gap: say "
                "things with self.emit alone",
            )
        self.last += len(numbers)
        self.check_words(table, before, notes, events)

    def check_words(
        self, table: NetGame, before: NetGame, notes: list[Passage], events: Iterable[Event]
    ) -> None:
        """Nothing that these events say shows a card to somebody who may not see it."""
        for event in events:
            public = event.words(WATCHER)
            self._check_plain(table, event.kind, public)
            for viewer in (WATCHER, *range(len(table.names))):
                words = public if viewer == WATCHER else event.words(viewer)
                if words is None or (words is public and viewer != WATCHER):
                    continue
                if unseen := self._unseen(words, viewer, table, before, notes):
                    self.trial.fail(
                        table,
                        f"secrecy is broken: {viewer_name(table, viewer)} hears of "
                        f"{' '.join(unseen)} and may not see it, in: {' '.join(map(str, words))}. "
                        "A face is told only by self.piles.move and self.piles.show, to those who "
                        "may see the card",
                    )

    def check_view(self, table: NetGame, viewer: int) -> None:
        """The view of a table holds no face that the viewer may not see."""
        view = table.view(viewer)
        self._check_plain(table, "a view", view.data())
        values = [getattr(view, f.name) for f in fields(view)]
        if unseen := self._unseen(values, viewer, table, table, ()):
            self.trial.fail(
                table,
                f"secrecy is broken: the view of {viewer_name(table, viewer)} holds "
                f"{' '.join(unseen)}, which they may not see. Facts are public, and a view shows a "
                "card only to those who see it",
            )

    def _check_plain(self, table: NetGame, what: str, value: Any) -> None:
        try:
            dumps(value)
        except (TypeError, ValueError) as error:
            self.trial.fail(
                table,
                f"{what} cannot be sent to anybody: {error}. Events, facts and views hold plain "
                "values: words, numbers, lists and tables of them",
                error,
            )

    def _note_spoken(self, table: NetGame, before: NetGame) -> None:
        who, what = table.journal[-1][:2]
        if what.startswith("START"):
            self.spoken.clear()
        elif who in before.people.seat_of and isinstance(before, CardGame):
            hand = before.piles.get(before.people.seat_of[who], ())
            moved = what.cards if isinstance(what, CardCommand) else hand
            self.spoken.update(n for n in names_in(str(what), table) if n not in moved)

    def _unseen(
        self,
        said: object,
        viewer: int,
        table: NetGame,
        before: NetGame,
        notes: Iterable[Passage],
    ) -> list[str]:
        """The cards named there that the viewer saw neither before nor during nor after."""
        if not isinstance(table, CardGame) or not isinstance(before, CardGame):
            return []
        named = {name for name in names_in(said, table) if name not in self.spoken}
        if not named:
            return []
        seen = seen_by(viewer, notes, before.piles.seen, table.piles.seen)
        return sorted(named - {str(card) for card in table.cards.all if card.number in seen})


def names_in(value: Any, table: NetGame) -> Iterator[str]:
    """The cards of this table that are named anywhere in a value."""
    if isinstance(value, str):
        named = table.cards.named if isinstance(table, CardGame) else {}
        yield from (word for word in _WORD.findall(value) if word in named)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from names_in(key, table)
            yield from names_in(inner, table)
    elif isinstance(value, tuple | list):
        every = table.cards.named if isinstance(table, CardGame) else {}
        if len(value) == len(every) and sorted(map(str, value)) == sorted(every):
            return  # to name all cards shows none; in which order, twins would tell
        for inner in value:
            yield from names_in(inner, table)


def viewer_name(table: NetGame, viewer: int) -> str:
    return "a watcher" if viewer == WATCHER else table.names[viewer]
