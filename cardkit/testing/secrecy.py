"""Secrecy: what a viewer may not see may change nothing that the viewer is told.

A match is played again from one input on, altered where the viewer cannot see it. A twin has two
cards swapped right after a shuffle, cards that the viewer does not see until some inputs later; the
others' commands name the swapped cards. Or a hand lies in another order: where a card lies there
tells when it came. As long as what the viewer may see of the cards is the same, every word, the
view and the offers must be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from json import dumps

from cardkit.cardgame import Card, CardCommand, CardGame
from cardkit.netgame import WATCHER, Below, Command, Event, Refused
from cardkit.netgame.knowledge import Data
from cardkit.testing.telling import viewer_name
from cardkit.testing.trial import IN_ANY_ORDER, Trial
from cardkit.testing.witness import Passage, Witness, WitnessRecord, entitled, seen_by

MIXED = ("SHUFFLE", "LOT")
SHORT = 8
"""Most twins are followed for so few inputs, for late in a game everything was shown; and so is a
match in which a hand was laid anew."""


class Altered:
    """A match from one input on, with something in it altered, as one viewer hears it."""

    advice: str
    """What an author is told whose game lets the viewer notice."""

    def __init__(self, trial: Trial, record: WitnessRecord, start: int, viewer: int) -> None:
        self.trial, self.record, self.start, self.viewer = trial, record, start, viewer
        self.table: Witness = record.witnesses[start].copy()

    def _otherwise(self) -> str:
        """What was altered, after the word if."""
        raise NotImplementedError

    def _compare_words(self, number: int, events: Iterable[Event]) -> None:
        told, truth = (
            [(e.number, *words) for e in heard if (words := e.words(self.viewer)) is not None]
            for heard in (events, self.record.events[number])
        )
        self._compare(self.record.witnesses[number + 1], "is told", truth, told)

    def _compare_offers(self, truth: CardGame) -> None:
        mine, theirs = ([str(o) for o in t.legal(self.viewer)] for t in (self.table, truth))
        self._compare(truth, "may say", theirs, mine)

    def _compare(
        self, truth: CardGame, how: str, this: Sequence[object], that: Sequence[object]
    ) -> None:
        if this != that:
            pairs = zip([*this, "nothing"], [*that, "nothing"], strict=False)
            self._leak(truth, how, *next(((a, b) for a, b in pairs if a != b), (this, that)))

    def _compare_views(self, truth: CardGame) -> None:
        mine, theirs = self.table.view(self.viewer), truth.view(self.viewer)
        for name in (f.name for f in fields(theirs)):
            if (this := getattr(theirs, name)) != (that := getattr(mine, name)):
                self._leak(truth, f"sees {name} as", this, that)

    def _compare_knowledge(self, truth: CardGame) -> None:
        mine, theirs = self.table.knowledge(self.viewer), truth.knowledge(self.viewer)
        if dumps(mine) == dumps(theirs):
            return
        for name, this in _told(theirs).items():
            if this != (that := _told(mine).get(name)):
                self._leak(truth, f"knows {name} as", this, that)

    def _leak(self, truth: CardGame, how: str, this: object, that: object) -> None:
        self.trial.fail(
            truth,
            f"secrecy is broken: {viewer_name(truth, self.viewer)} {how} {this!s}, but {that!s} if "
            f"{self._otherwise()}. {self.advice}",
        )


def _told(known: Data) -> dict[str, str]:
    """What is known, byte for byte, by name."""
    _, state = known["state"]
    parts = {f"{name} of the table": value for name, value in known["kept"].items()}
    parts |= {f"{name} of the stage": value for name, value in state.items()}
    parts |= {name: value for name, value in known.items() if name not in ("kept", "state")}
    return {name: dumps(value) for name, value in parts.items()}


# --- two cards swapped ---------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """How many twins were tried, and how many of them stayed twins to their end."""

    tried: int = 0
    valid: int = 0


class Twins:
    """The twins of one recorded match."""

    def __init__(self, trial: Trial, record: WitnessRecord) -> None:
        self.trial, self.record = trial, record
        self.below: Below = trial.chance("twins")
        self.shuffles = [
            number
            for number, notes in enumerate(record.notes)
            if sum(note.kind == "SHUFFLE" for note in notes) == 1
        ]

    def check(self, tries: int, tally: Tally) -> None:
        """Try so many twins, and count them."""
        for _ in range(tries if self.shuffles else 0):
            start = self.shuffles[self.below(len(self.shuffles))]
            end = self._end(start)
            viewer = (WATCHER, *range(self.trial.players))[self.below(self.trial.players + 1)]
            pair = self._pair(start, end, viewer)
            if pair is None:
                continue
            tally.tried += 1
            tally.valid += Twin(self.trial, self.record, start, viewer, pair).follow(end)

    def _end(self, start: int) -> int:
        """An input before the next shuffle, most of the time soon."""
        later = (n for n in range(start + 1, len(self.record.notes)) if self._shuffled(n))
        room = next(later, len(self.record.notes)) - start
        if self.below(4):
            room = min(room, SHORT)
        return start + self.below(room)

    def _shuffled(self, number: int) -> bool:
        return any(note.kind in MIXED for note in self.record.notes[number])

    def _pair(self, start: int, end: int, viewer: int) -> tuple[Card, Card] | None:
        """Two cards of the shuffle that the viewer does not see up to this end."""
        first = self.record.notes[start]
        at = next(n for n, note in enumerate(first) if note.kind == "SHUFFLE")
        shown = seen_by(viewer, first[at:], self.record.witnesses[start + 1].piles.seen)
        for number in range(start + 1, end + 1):
            after = self.record.witnesses[number + 1].piles.seen
            shown |= seen_by(viewer, self.record.notes[number], after)
        unseen = [card for card in first[at].cards if card.number not in shown]
        stock = self.record.witnesses[end + 1].piles["stock"]
        held = [card for card in unseen if card not in stock] or unseen
        if not held:
            return None
        one = held[self.below(len(held))]
        others = [card for card in unseen if card != one]
        return (one, others[self.below(len(others))]) if others else None


class Twin(Altered):
    """One twin: the match from one shuffle on, with two cards swapped."""

    advice = (
        "A rule may depend on a hidden card only by showing it, and what is said may name only "
        "what the hearer may see. A hint that the rules allow is told with table.disclose(…)"
    )

    def __init__(
        self, trial: Trial, record: WitnessRecord, start: int, viewer: int, pair: tuple[Card, Card]
    ) -> None:
        super().__init__(trial, record, start, viewer)
        self.pair = pair
        self.other = {str(pair[0]): str(pair[1]), str(pair[1]): str(pair[0])}
        self.table.swap_at_shuffle(*pair)
        self.in_step = True
        """Whether the same cards, but for the swap, lie in the same piles."""

    def follow(self, end: int) -> bool:
        """Play up to this input; False when it is no twin to the end."""
        for number in range(self.start, end + 1):
            if not self._step(number):
                return False
        self._compare_views(self.record.witnesses[end + 1])
        self._compare_refusals(self.record.witnesses[end + 1])
        self._compare_knowledge(self.record.witnesses[end + 1])
        return True

    def _step(self, number: int) -> bool:
        before, after = self.record.witnesses[number], self.record.witnesses[number + 1]
        twin, viewer = self.table, self.viewer
        who, what, at = after.journal[-1]
        seat = before.people.seat_of.get(who, -1)
        if seat not in (-1, viewer):
            what = self._swapped(what, before.piles.get(seat, ()))
        if not twin.can(who, what, at):
            if seat == viewer:
                self._leak(before, "could say", what, "not")
            mine, theirs = twin.legal(seat), before.legal(seat)
            forced = len(mine) == len(theirs) == 1  # what is chosen tells nothing
            if not forced or not isinstance(mine[0], Command) or _word(mine[0]) != _word(theirs[0]):
                return False  # who asks for a rank says that they hold it
            what = mine[0]
        events = self.trial.apply(twin, who, what, at)
        notes = twin.take_notes()
        if any(note.kind == "LOT" for note in notes):  # their order before it is another
            self.in_step = False
        seen = zip(twin.piles.seen, after.piles.seen, strict=True)
        if any((mine ^ theirs) >> viewer & 1 for mine, theirs in seen):
            return False
        if entitled(notes, viewer) != entitled(self.record.notes[number], viewer):
            return False
        self._compare_words(number, events)
        self._compare_piles(after)
        self._compare_offers(after)
        return True

    def _swapped(self, line: str, hand: Sequence[Card]) -> str:
        """A command of another player with the swapped cards; those it does not move are words."""
        moved = line.cards if isinstance(line, CardCommand) else hand
        tail = line.word if isinstance(line, CardCommand) else ""
        words = line.removesuffix(tail).split(" ")
        return " ".join(self.other.get(w, w) if w in moved else w for w in words) + tail

    def _compare_piles(self, truth: CardGame) -> None:
        """A rule may pick hidden cards by itself; but where none did, each lies where it lay."""
        a, b = self.pair
        for key, pile in truth.piles.items():
            mine = self.table.piles[key]
            wanted = [b if c is a else a if c is b else c for c in pile]
            if self.in_step and mine != wanted:
                if sorted(c.number for c in mine) != sorted(c.number for c in wanted):
                    self.in_step = False
                    return
                self.trial.fail(
                    truth,
                    f"secrecy is broken: the positions in the pile {truth.piles.name(key)} depend "
                    f"on the faces of cards that {viewer_name(truth, self.viewer)} never saw "
                    f"({a} and {b}). Leave cards where they came to lie, and {IN_ANY_ORDER}",
                )

    def _compare_refusals(self, truth: CardGame) -> None:
        """What is said to somebody who asks for too much."""
        if self.viewer == WATCHER:
            return
        name, verbs, cards = truth.names[self.viewer], truth.verbs or ("HELP",), truth.cards.all
        for line in (f"{verbs[0]} {cards[0]}", f"{verbs[-1]} {cards[-1]}", "HELP"):
            this, that = (_refusal(table, name, line) for table in (truth, self.table))
            if this != that:
                self._leak(truth, f"on saying {line} is told", this, that)

    def _otherwise(self) -> str:
        return f"{self.pair[0]} and {self.pair[1]} had changed places, which they never saw"


def _word(said: object) -> str:
    return said.word if isinstance(said, CardCommand) else ""


def _refusal(table: CardGame, name: str, line: str) -> str:
    try:
        table.check(name, line)
    except Refused as refused:
        return str(refused)
    return ""


# --- a hand in another order ---------------------------------------------------------------------


def check_orders(trial: Trial, record: WitnessRecord, tries: int) -> None:
    """Try so many hands in another order.

    Not where players do not see their own cards: they name them by their places, for all to hear.
    """
    if any(stage.hides_hands() for stage in record.witnesses[0].stages):
        return
    below = trial.chance("orders")
    for _ in range(tries):
        start = below(len(record.notes))
        table = record.witnesses[start]
        seats = [seat for seat in range(len(table.names)) if len(table.piles.get(seat, ())) > 1]
        if not seats:
            continue
        seat = seats[below(len(seats))]
        viewers = [v for v in (WATCHER, *range(trial.players)) if v != seat]
        Rearranged(trial, record, start, seat, viewers[below(len(viewers))]).follow()


class Rearranged(Altered):
    """The match from one input on, with one hand in another order, as somebody else hears it."""

    advice = f"Where a card lies in a hand tells when it came; {IN_ANY_ORDER}"

    def __init__(
        self, trial: Trial, record: WitnessRecord, start: int, seat: int, viewer: int
    ) -> None:
        super().__init__(trial, record, start, viewer)
        self.seat = seat
        self.table.piles[seat].reverse()
        self.table._offers = {}

    def follow(self) -> None:
        self._compare_state(self.record.witnesses[self.start])
        self._compare_knowledge(self.record.witnesses[self.start])
        for number in range(self.start, min(self.start + SHORT, len(self.record.notes))):
            if not self._step(number):
                return

    def _step(self, number: int) -> bool:
        """Play one input; False when other cards moved, as where one is taken by its place."""
        table, after = self.table, self.record.witnesses[number + 1]
        who, what, at = after.journal[-1]
        if not table.can(who, what, at):
            return False
        events = self.trial.apply(table, who, what, at)
        notes = self.record.notes[number]
        if _moved(table.take_notes()) != _moved(notes) or self._are_given(notes):
            return False
        self._compare_words(number, events)
        self._compare_state(after)
        return True

    def _are_given(self, notes: Iterable[Passage]) -> bool:
        """Whoever is given several cards sees how those lay, and nobody else does."""
        given = (n for n in notes if (n.source, n.target) == (self.seat, self.viewer))
        return any(len(note.cards) > 1 for note in given)

    def _compare_state(self, truth: Witness) -> None:
        self._compare_views(truth)
        self._compare_offers(truth)

    def _otherwise(self) -> str:
        return f"the hand of {self.table.names[self.seat]} had lain in another order"


def _moved(notes: Iterable[Passage]) -> list[tuple[object, ...]]:
    """Which cards passed the gates, whatever their order."""
    return [
        (note.kind, note.source, note.target, sorted(card.number for card in note.cards))
        for note in notes
        if note.kind not in MIXED
    ]
