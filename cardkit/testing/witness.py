"""A witness stands at the gates of a table and writes down which cards pass, and who may see them.

What a viewer is entitled to know follows from these notes alone, never from what was put into
words; so the words can be held against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import new_class
from typing import Any, NamedTuple, Self, cast

from cardkit.cardgame import EVERYONE, Card, CardGame, Piles, Viewers
from cardkit.cardgame.cards import Cards
from cardkit.cardgame.piles import PileKey, viewers_of
from cardkit.netgame import HIDDEN, Chance, Event, EventLog, NetGame, People, PlainDealer


class Passage(NamedTuple):
    """Cards at a gate: moved, shown, shuffled or drawn by lot, each with the seats that see it.

    Or words about cards that the rules disclose: their kind is the source, the rest the target.
    """

    kind: str
    source: PileKey
    target: PileKey
    cards: tuple[Card, ...]
    masks: tuple[int, ...]


class Shuffler(PlainDealer):
    """The dealer of a witnessed table; tells the table of every shuffle of cards."""

    __slots__ = ("table",)

    def __init__(self, key: bytes, table: Witness) -> None:
        super().__init__(key)
        self.table = table

    def shuffle(self, cards: list[Any], label: str) -> None:
        super().shuffle(cards, label)
        if any(cards is pile for pile in self.table.piles.values()):
            self.table.shuffled(cards)
        elif cards and isinstance(cards[0], Card):  # some of them in an order drawn by lot
            self.table.note("LOT", cards)


class WitnessedPiles(Piles):
    """Piles at whose gates everything is noted."""

    __slots__ = ("notes",)

    def __init__(self, cards: Cards, people: People, chance: Chance, log: EventLog) -> None:
        super().__init__(cards, people, chance, log)
        self.notes: list[Passage] = []

    def copy_to(self, table: NetGame) -> Self:
        twin = super().copy_to(table)
        twin.notes = self.notes.copy()
        return twin

    def move(
        self, cards: Sequence[Card], source: PileKey, target: PileKey, to: Viewers | int
    ) -> None:
        cards, visible = tuple(cards), viewers_of(to)
        masks = tuple(self.seen[card.number] | visible for card in cards)
        self.notes.append(Passage("MOVE", source, target, cards, masks))
        super().move(cards, source, target, to)

    def show(self, cards: Sequence[Card], pile: PileKey, to: Viewers | int = EVERYONE) -> None:
        cards = tuple(cards)
        super().show(cards, pile, to)
        masks = tuple(self.seen[card.number] for card in cards)
        self.notes.append(Passage("SHOW", pile, pile, cards, masks))


class Witness(CardGame, abstract=True):
    """Mixed into a game class behind it, where every card move of the game comes through."""

    _piles = WitnessedPiles
    piles: WitnessedPiles

    def __init__(self, preset: str = "", options: Mapping[str, Any] = {}, **how: Any) -> None:
        super().__init__(preset, options, **how)
        self._swap: tuple[Card, Card] | None = None
        self._employ(self.chance.key)

    def shuffled(self, cards: list[Card]) -> None:
        """These cards were just shuffled; now is the moment to swap two of them."""
        self.note("SHUFFLE", cards)
        if self._swap is not None:
            a, b = (next(i for i, c in enumerate(cards) if c is card) for card in self._swap)
            cards[a], cards[b] = cards[b], cards[a]
            self._swap = None

    def note(self, kind: str, cards: Sequence[Card]) -> None:
        """These cards lie in an order that nobody knows."""
        self.piles.notes.append(Passage(kind, "", "", tuple(cards), (0,) * len(cards)))

    def disclose(self, kind: str, *parts: object) -> None:
        self.piles.notes.append(Passage("DISCLOSED", kind, str(parts), (), ()))
        super().disclose(kind, *parts)

    def swap_at_shuffle(self, a: Card, b: Card) -> None:
        """Let these two cards change places right after the next shuffle."""
        self._swap = a, b

    def take_notes(self) -> list[Passage]:
        """What passed the gates since this was asked last."""
        notes, self.piles.notes = self.piles.notes, []
        return notes

    def copy(self) -> Self:
        twin = super().copy()
        dealer = self.chance.dealer
        assert isinstance(dealer, Shuffler)
        twin._employ(dealer.key)
        return twin

    def _employ(self, key: bytes) -> None:
        self.chance.employ(partial(Shuffler, table=self))
        self.chance.dealer = Shuffler(key, self)


def witnessed(game: type[NetGame]) -> type[NetGame]:
    """The same game with a witness at its gates; one without cards has none."""
    if not issubclass(game, CardGame):
        return game
    return cast("type[Witness]", new_class(game.__name__, (game, Witness), {"abstract": True}))


def notes_of(table: NetGame) -> list[Passage]:
    """What passed the gates of a table since this was asked last."""
    return table.take_notes() if isinstance(table, Witness) else []


def entitled(notes: Iterable[Passage], viewer: int) -> list[tuple[object, ...]]:
    """What this viewer may know of what passed the gates."""
    return [
        (
            note.kind,
            note.source,
            note.target,
            *(
                card if mask >> viewer & 1 else HIDDEN
                for card, mask in zip(note.cards, note.masks, strict=True)
            ),
        )
        for note in notes
    ]


def seen_by(viewer: int, notes: Iterable[Passage], *seen: Sequence[int]) -> set[int]:
    """The cards that this viewer could see while these passed the gates, or before or after it."""
    masks = [pair for each in seen for pair in enumerate(each)]
    for note in notes:
        masks += zip((card.number for card in note.cards), note.masks, strict=True)
    return {number for number, mask in masks if mask >> viewer & 1}


class WitnessRecord:
    """A match as it was played: before each input the table, then what the input caused."""

    def __init__(self) -> None:
        self.tables: list[NetGame] = []
        self.digests: list[str] = []
        self.notes: list[list[Passage]] = []
        self.events: list[tuple[Event, ...]] = []

    @property
    def witnesses(self) -> list[Witness]:
        """The tables of a game with cards."""
        return cast("list[Witness]", self.tables)

    def add(self, table: NetGame, events: tuple[Event, ...]) -> None:
        """Write down what the last input caused."""
        self.notes.append(notes_of(table))
        self.events.append(events)
        self.open(table)

    def open(self, table: NetGame) -> None:
        """Write down the table as it is."""
        self.digests.append(table.digest())
        self.tables.append(table.copy())
