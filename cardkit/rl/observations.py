"""Observations: what a seat may see of a table, as a row of numbers written straight from it.

Cards are looked at through the table's gate alone: a card has a place in the row only where the
seat sees its face. Seats are counted from the one that looks, in the order of play. What was said
is there as this seat heard it. `ObservationSpace.layout` says what stands where.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from cardkit.cardgame import CardGame
from cardkit.cardgame.cards import Deck, cards_of
from cardkit.netgame import WATCHER, Event, Fact, NetGame, Pile, whole_number
from cardkit.rl.actions import ActionSpace, places_after

WINDOW = 8
"""So many of the last things said are in an observation."""


class Row(Protocol):
    """Where an observation is written: numbers, all 0 before."""

    def __setitem__(self, at: int, value: float, /) -> None: ...
    def __getitem__(self, at: int, /) -> float: ...


class Said(NamedTuple):
    """Something that was said, as somebody heard it."""

    seat: int
    whom: int
    columns: tuple[int, ...]
    number: float


class Where(NamedTuple):
    """Where the cards of a pile stand in a row: by its kind, by its owner and on top of it."""

    kind: int
    owner: int
    """The seat of its owner, or -1."""
    top: int
    length: int


class History:
    """The last things said at a table."""

    __slots__ = ("_entries", "_space")

    def __init__(self, space: ObservationSpace) -> None:
        self._space = space
        self._entries: deque[tuple[int, Event | Said]] = deque(maxlen=space.window)

    def copy(self) -> History:
        twin = History(self._space)
        twin._entries = self._entries.copy()
        return twin

    def as_heard_by(self, table: NetGame, viewer: int) -> History:
        """The same without what this viewer did not hear."""
        twin = History(self._space)
        twin._entries.extend((said.seat, said) for said in self.heard_by(table, viewer))
        return twin

    def add(self, table: NetGame, event: Event) -> None:
        """Something is said, with the event that tells of it."""
        seat = table.people.seat_of[event.parts[0]]
        if event.public is None:
            self._entries.appendleft((seat, event))
        else:
            self._entries.appendleft((seat, self._space.heard(table, seat, event.public)))

    def heard_by(self, table: NetGame, viewer: int) -> Iterable[Said]:
        """What this viewer heard, the last first."""
        return [
            self._space.heard(table, seat, said.words(viewer) or ())
            if isinstance(said, Event)
            else said
            for seat, said in self._entries
        ]


class ObservationSpace:
    """How the tables of a game look as numbers."""

    def __init__(
        self,
        game: type[NetGame],
        players: int,
        actions: ActionSpace,
        preset: str = "",
        options: Mapping[str, object] = {},
        window: int = WINDOW,
    ) -> None:
        parts = game.with_options(preset, options, reopened=True)
        declaration = game.declaration
        self.players, self.window, self._actions = players, window, actions
        self._seats = range(players)
        deck: Deck | None = parts["deck"] if issubclass(game, CardGame) else None
        cards = cards_of(deck) if deck is not None else None
        faces = [*dict.fromkeys(map(str, cards.all))] if cards is not None else []
        self._suits = {suit: at for at, suit in enumerate(deck.suits if deck is not None else ())}
        self._ranks = {rank: at for at, rank in enumerate(deck.ranks if deck is not None else ())}
        self._faces = {face: at for at, face in enumerate(faces)}
        self._face_of = [self._faces[card] for card in cards.all] if cards is not None else []
        self._doubles = cards is not None and cards.has_doubles
        kinds = [] if deck is None else ["hand", *_kinds(declaration.piles.values(), deck)]
        self._kinds = {kind: at for at, kind in enumerate(kinds)}
        self._where: dict[int | str, Where] = {}
        words = dict.fromkeys(word for line in actions.names for word in line.split(" "))
        known = [*(w.verb for w in declaration.words.values()), *words, *faces]
        plain = dict.fromkeys(w for w in known if w.isalnum() and not w.isdigit())
        self._words = {word: at for at, word in enumerate(plain)}
        """The words that are told apart in what was said."""

        self.layout: dict[str, slice] = {}
        """Where each part of an observation stands."""
        size = len(faces)
        self._lay("kinds", len(kinds) * size)
        self._lay("owners", players * size)
        self._lay("tops", len(kinds) * size)
        self._lay("lengths", len(kinds) * (players + 1))
        self._stages = len(parts["stages"]) if cards is not None else 0
        self._lay("stage", self._stages)
        for name in ("asked", "out", "first", "scores"):
            self._lay(name, players)
        self._facts = {
            name: (self._lay(f"fact {name}", self._width(fact)), fact)
            for name, fact in declaration.facts.items()
            if self._width(fact)
        }
        self._heard_width = 2 * players + len(self._words) + 1
        self._lay("history", window * self._heard_width)
        spelled = len(actions) - actions.first_spelled
        self._lay("spelled", spelled)
        self._start = {name: part.start for name, part in self.layout.items()}
        parts_of_all = ("stage", "asked", "out", "first", "scores", "history", "spelled")
        starts = [self._start[name] for name in parts_of_all]
        self._starts = (*starts[:-1], starts[-1] - actions.first_spelled)
        self.size = self.layout["spelled"].stop

    def _lay(self, name: str, size: int) -> int:
        start = max((part.stop for part in self.layout.values()), default=0)
        self.layout[name] = slice(start, start + size)
        return start

    def write(
        self, table: NetGame, viewer: int, history: History, spelled: Sequence[int], row: Row
    ) -> None:
        """Write what this viewer sees into a row of zeros; a watcher counts from the first seat."""
        places = places_after(table, 0 if viewer == WATCHER else viewer)
        stage, asked, out, first, scores, at, beginning = self._starts
        if isinstance(table, CardGame):
            self._write_cards(table, viewer, places, row)
            if table.stage_no < self._stages:
                row[stage + table.stage_no] = 1.0
            for seat in table.dropped:
                row[out + places[seat]] = 1.0
            for part in table.table_parts.values():
                self._write_facts(table, part.facts(), places, row)
        for seat in table.awaited:
            row[asked + places[seat]] = 1.0
        row[first + places[table.first]] = 1.0
        for seat, points in enumerate(table.scores):
            if points:
                row[scores + places[seat]] = points
        if table.facts:
            self._write_facts(table, table.facts, places, row)
        players, width = self.players, self._heard_width
        for seat, whom, columns, number in history.heard_by(table, viewer):
            row[at + places[seat]] = 1.0
            for column in columns:
                row[at + column] = 1.0
            if whom >= 0:
                row[at + players + places[whom]] = 1.0
            if number:
                row[at + 2 * players] = number
            at += width
        for number in spelled:
            row[beginning + number] = 1.0

    def _write_cards(self, table: CardGame, viewer: int, places: Sequence[int], row: Row) -> None:
        """Each card that the viewer sees, in the kind of pile it lies in, and whose that is."""
        piles, face_of, doubles, where = table.piles, self._face_of, self._doubles, self._where
        seen, bit, size, owners = piles.seen, 1 << viewer, len(self._faces), self._start["owners"]
        for key, pile in piles.items():
            if not pile:
                continue
            kind, seat, top, length = where.get(key) or self._find(key)
            if seat < 0:
                row[length] = len(pile)
                number = pile[-1].number
                if seen[number] & bit:
                    row[top + face_of[number]] = 1.0
                for card in pile:
                    number = card.number
                    if seen[number] & bit:
                        at = kind + face_of[number]
                        row[at] = row[at] + 1.0 if doubles else 1.0
                continue
            row[length + 1 + places[seat]] = len(pile)
            owner = owners + places[seat] * size
            for card in pile:
                number = card.number
                if seen[number] & bit:
                    face = face_of[number]
                    if doubles:
                        row[kind + face] += 1.0
                        row[owner + face] += 1.0
                    else:
                        row[kind + face] = 1.0
                        row[owner + face] = 1.0

    def _find(self, key: int | str) -> Where:
        """Where the cards of a pile stand; those of an undeclared one are with the hands."""
        name, _, owner = ("hand", "", str(key)) if isinstance(key, int) else key.partition(":")
        if key in self._kinds:
            name, owner = str(key), ""
        kind, size = self._kinds.get(name, 0), len(self._faces)
        start = self._start
        self._where[key] = Where(
            start["kinds"] + kind * size,
            int(owner) if owner.isdigit() else -1,
            start["tops"] + kind * size,
            start["lengths"] + kind * (self.players + 1),
        )
        return self._where[key]

    # --- facts -------------------------------------------------------------------------------

    def _one(self, fact: Fact) -> int:
        """The width of one value: that there is one, its number, its suits, its words."""
        return 2 + len(self._suits) + len(fact.values)

    def _width(self, fact: Fact) -> int:
        one = self._one(fact)
        match fact.kind:
            case "suits":
                return len(self._suits)
            case "rank":
                return len(self._ranks)
            case "cards":
                return len(self._faces)
            case "seats":
                return self.players * one
            case "":
                return one + self.players + self.players * one
        return 0  # how cards are sorted or lie on a screen, and boards: the history tells of these

    def _write_facts(
        self, table: NetGame, facts: Mapping[str, Any], places: Sequence[int], row: Row
    ) -> None:
        for name, value in facts.items():
            if name not in self._facts:
                continue
            start, fact = self._facts[name]
            kind = fact.kind
            if kind == "seats":
                self._write_seats(fact, value, self._seats, places, start, row)
            elif kind:
                known = self._suits if kind == "suits" else self._faces
                for word in (value,) if kind == "rank" else value:
                    at = (self._ranks if kind == "rank" else known).get(word)
                    if at is not None:
                        row[start + at] = 1.0
            elif isinstance(value, Mapping):
                seats = [table.people.seat_of.get(who, -1) for who in value]
                after = start + self._one(fact) + self.players
                self._write_seats(fact, [*value.values()], seats, places, after, row)
            elif value in table.people.seat_of:
                row[start] = 1.0
                row[start + self._one(fact) + places[table.people.seat_of[value]]] = 1.0
            else:
                self._write_value(fact, value, start, 1, row)

    def _write_seats(
        self,
        fact: Fact,
        values: Sequence[Any],
        seats: Sequence[int],
        places: Sequence[int],
        start: int,
        row: Row,
    ) -> None:
        one = self._one(fact)
        for number, (seat, value) in enumerate(zip(seats, values, strict=False), start=1):
            if value and seat >= 0:
                self._write_value(fact, value, start + places[seat] * one, number, row)

    def _write_value(self, fact: Fact, value: Any, start: int, other: float, row: Row) -> None:
        """That there is a value; its number, or else `other`; the suits and the words in it."""
        row[start] = 1.0
        if isinstance(value, int | float):
            row[start + 1] = value
            return
        if not isinstance(value, str):
            return
        if value in fact.values:
            row[start + 2 + len(self._suits) + fact.values.index(value)] = 1.0
            return
        words = value.split(" ")
        number = whole_number(words[0])
        row[start + 1] = other if number is None else number
        for word in words:
            if word in self._suits:
                row[start + 2 + self._suits[word]] = 1.0

    # --- what was said -----------------------------------------------------------------------

    def heard(self, table: NetGame, seat: int, words: Sequence[Any]) -> Said:
        """What somebody said, in the words of the event that tells of it."""
        known, seats, first = self._words, table.people.seat_of, 2 * self.players + 1
        columns, whom, number = [], -1, 0.0
        for word in words[2:]:
            if word in known:
                columns.append(first + known[word])
            elif word in seats:
                whom = seats[word]
            elif isinstance(word, int):
                number = word
        return Said(seat, whom, tuple(columns), number)


def _kinds(piles: Iterable[Pile], deck: Deck) -> Iterable[str]:
    """The piles that a game declares, one by one where there is one for each suit."""
    for pile in piles:
        each: Sequence[str] = pile.each
        if isinstance(pile.each, str):
            each = deck.suits if pile.each == "suit" else deck.ranks
        yield from [f"{pile.name}:{word}" for word in each] or [pile.name]
