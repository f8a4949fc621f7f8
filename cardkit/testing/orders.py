"""The order of a hand tells others nothing: where a card lies there tells when it came.

A hand is laid in another order, and the match goes on with the same inputs. As long as the same
cards move, everybody else must be told the same words, see the same and may say the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from cardkit.netgame import WATCHER
from cardkit.testing.telling import viewer_name
from cardkit.testing.trial import IN_ANY_ORDER, Trial
from cardkit.testing.witness import Passage, Witness, WitnessRecord

FOLLOWED = 8
"""So many inputs are compared after a hand was laid anew."""


def check_orders(trial: Trial, record: WitnessRecord, tries: int) -> None:
    """Try so many hands in another order."""
    below = trial.chance("orders")
    for _ in range(tries):
        start = below(len(record.notes))
        table = record.tables[start]
        seats = [seat for seat in range(len(table.names)) if len(table.piles.get(seat, ())) > 1]
        if not seats:
            continue
        seat = seats[below(len(seats))]
        viewers = [v for v in (WATCHER, *range(trial.players)) if v != seat]
        Rearranged(trial, record, start, seat, viewers[below(len(viewers))]).follow()


class Rearranged:
    """A match from one input on, with one hand in another order, as somebody else hears it."""

    def __init__(
        self, trial: Trial, record: WitnessRecord, start: int, seat: int, viewer: int
    ) -> None:
        self.trial, self.record, self.start = trial, record, start
        self.seat, self.viewer = seat, viewer
        self.table: Witness = record.tables[start].copy()
        self.table.piles[seat].reverse()
        self.table._offers = {}

    def follow(self) -> None:
        self._compare(self.record.tables[self.start])
        for number in range(self.start, min(self.start + FOLLOWED, len(self.record.notes))):
            if not self._step(number):
                return

    def _step(self, number: int) -> bool:
        """Play one input; False when other cards moved, as where one is taken by its place."""
        table, after = self.table, self.record.tables[number + 1]
        who, what, at = after.journal[-1]
        if not table.can(who, what, at):
            return False
        events = self.trial.apply(table, who, what, at)
        notes = self.record.notes[number]
        if _moved(table.take_notes()) != _moved(notes) or self._are_given(notes):
            return False
        told, truth = (
            [(e.number, *words) for e in heard if (words := e.words(self.viewer)) is not None]
            for heard in (events, self.record.events[number])
        )
        for this, that in zip(truth, told, strict=True):
            if this != that:
                self._leak(after, "is told", this, that)
        self._compare(after)
        return True

    def _are_given(self, notes: Iterable[Passage]) -> bool:
        """Whoever is given several cards sees how those lay, and nobody else does."""
        given = (n for n in notes if (n.source, n.target) == (self.seat, self.viewer))
        return any(len(note.cards) > 1 for note in given)

    def _compare(self, truth: Witness) -> None:
        mine, theirs = self.table.view(self.viewer), truth.view(self.viewer)
        for name in (f.name for f in fields(theirs)):
            if (this := getattr(theirs, name)) != (that := getattr(mine, name)):
                self._leak(truth, f"sees {name} as", this, that)
        one, other = ([str(o) for o in t.legal(self.viewer)] for t in (truth, self.table))
        if one != other:
            self._leak(truth, "may say", one, other)

    def _leak(self, truth: Witness, how: str, this: object, that: object) -> None:
        self.trial.fail(
            truth,
            f"secrecy is broken: {viewer_name(truth, self.viewer)} {how} {this!s}, but {that!s} if "
            f"the hand of {truth.names[self.seat]} had lain in another order. Where a card lies in "
            f"a hand tells when it came; {IN_ANY_ORDER}",
        )


def _moved(notes: Iterable[Passage]) -> list[tuple[object, ...]]:
    """Which cards passed the gates, whatever their order."""
    return [
        (note.kind, note.source, note.target, sorted(card.number for card in note.cards))
        for note in notes
        if note.kind != "SHUFFLE"
    ]
