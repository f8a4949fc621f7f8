"""A table with cards: which they are, where they lie, and who may see them. Knows no stage.

`CardGame` is made of it and of the hooks that stages bring along.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from cardkit.cardgame.cards import RANKS, SUITS, Card, Cards, Deck, cards_of, ranks_in
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import Piles
from cardkit.cardgame.stage import AnyStage
from cardkit.netgame import Dealer, Declared, NetGame, Pile, PlainDealer, View, in_a_row
from cardkit.netgame.conditions import did_you_mean, shown

LOOK = ("colours",)
"""What a game can say about the look of its table."""
_COLOUR = re.compile(
    r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]+(\([\w\s.,%/#()-]*\))?", re.IGNORECASE
)
_PLAIN = re.compile(r"[a-z][a-z0-9-]*", re.IGNORECASE)


@dataclass(slots=True)
class CardView(View):
    """A view of a table with cards. Hidden cards are `??`.

    Piles and your own hand are in their real order; in other hands the hidden cards come first.
    """

    hand: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    piles: dict[str, tuple[str, ...]]
    stage: str
    ranks: str
    suits: str

    def sorted_hand(self) -> tuple[str, ...]:
        """Your cards from low to high as this game ranks them, jokers last."""
        places = {rank: at for at, rank in enumerate(ranks_in(self.ranks))}
        last = len(places)
        return tuple(
            sorted(
                self.hand,
                key=lambda c: (places.get(c[1:], last) if c[0] in self.suits else last, c),
            )
        )


def card_view(view: View) -> CardView:
    """The same view as one with cards, for screens; a game without cards has none."""
    if isinstance(view, CardView):
        return view
    return CardView(**view.data(), **no_cards(len(view.names)))


def no_cards(players: int) -> dict[str, Any]:
    """What a view of a game without cards has in the place of its cards."""
    piles = {"hand": (), "hands": ((),) * players, "piles": {}}
    return {**piles, "stage": "", "ranks": RANKS, "suits": SUITS}


class CardTable(NetGame, hooks=True):
    """What every table with cards has; the hooks of a stage of the toolkit are made of it."""

    __slots__ = ("_said", "cards", "dropped", "piles")
    _not_known: ClassVar[tuple[str, ...]] = ("_said", "cards", "piles")

    look: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Hints for drawing the table: `colours` of the felt and of the back of the cards."""
    declares: ClassVar[tuple[Declared, ...]] = (
        Pile(
            "stock",
            "the cards that are not dealt",
            "stock",
            put="{who} puts {cards} away",
            you_put="You put {cards} away",
            taken="{who} draws {cards}",
            you_take="You draw {cards}",
            gathers="The played cards are shuffled into the stock.",
            shown="stack",
            place="left",
        ),
        Pile(
            "table",
            "the cards that were played",
            "table",
            put="{who} plays {cards}",
            you_put="You play {cards}",
            taken="{who} takes {cards} from the table",
            you_take="You take {cards} from the table",
            cleared="The table is cleared.",
        ),
        Pile(
            "away",
            "the cards that are out of the game",
            "away",
            put="{who} puts {cards} away",
            you_put="You put {cards} away",
            shown="stack",
            place="right",
        ),
    )
    stages: tuple[AnyStage, ...] = ()
    """The phases of a game, in order."""
    deck: Deck = Deck()
    """The cards it is played with."""

    _in_parts: ClassVar[tuple[Pile, ...]] = ()
    """The piles of which there is one for each suit, rank or word."""
    _piles: ClassVar[type[Piles]] = Piles

    def __init__(
        self,
        preset: str = "",
        options: Mapping[str, object] = {},
        *,
        key: bytes | str = b"",
        dealer: Callable[[bytes], Dealer] = PlainDealer,
        journal: bool = True,
        reopened: bool = False,
    ) -> None:
        super().__init__(
            preset, options, key=key, dealer=dealer, journal=journal, reopened=reopened
        )
        self.cards: Cards = cards_of(self.deck)
        """All cards of the game: `all` of them, and each by its name in `named`."""
        self.piles: Piles = self._piles(self.cards, self.people, self.chance, self.log)
        """Where every card is, by seat or by the name of the pile, and who may see it."""
        if self._in_parts:
            of_deck = {"suit": self.deck.suits, "rank": self.deck.ranks}
            self.piles.lay_out(
                *(
                    f"{pile.name}:{word}"
                    for pile in self._in_parts
                    for word in (of_deck[pile.each] if isinstance(pile.each, str) else pile.each)
                )
            )
        self.dropped: list[int] = []
        """The seats that are out of this game: folded, or without points."""
        self._said: tuple[int, CardCommand] | None = None
        """By whom what was said, until that has had its effect."""

    def hand(self, seat: int) -> list[Card]:
        """The cards of the player in this seat."""
        return self.piles[seat]

    def first_seat(self) -> int:
        """The seat that begins, which hooks may have chosen."""
        if self.first not in self.order:
            raise ValueError(f"self.first is {self.first!r}, not one of the seats {self.order}")
        return self.first

    def from_first(self) -> tuple[int, ...]:
        """The seats in the order of play, beginning with the first player."""
        if self._round[0] != self.first:
            start = self.order.index(self.first_seat())
            self._round = self.order[start:] + self.order[:start]
        return self._round

    def still_in(self) -> list[int]:
        """The seats still in the game, beginning with the first player."""
        seats = self._round if self._round[0] == self.first else self.from_first()
        return [s for s in seats if s not in self.dropped] if self.dropped else list(seats)

    @property
    def dealer(self) -> int:
        """The player before the first one."""
        return self.from_first()[-1]

    def is_done(self, seat: int) -> bool:
        return seat in self.dropped or not self.piles.get(seat)

    def is_word(self, word: str) -> bool:
        piles = {key for key in self.piles if isinstance(key, str)} | {*self.declaration.piles}
        piles |= {key.partition(":")[2].lower() for key in piles}
        known = word.upper() in self.cards.named or word.lower() in piles
        return known or super().is_word(word)

    def copy(self) -> Self:
        twin = NetGame.copy(self)
        twin.piles = self.piles.copy_to(twin)
        return twin

    def snapshot(self) -> dict[str, object]:
        state = super().snapshot()
        del state["cards"]  # the same for all tables with this deck
        return state


def mistakes_in_look(look: Mapping[str, Mapping[Any, object]]) -> Iterator[str]:
    """What a page could not draw."""
    for part, values in look.items():
        if part not in LOOK:
            hint = did_you_mean(part, LOOK)
            where = "; a pile declares its label and place" if part in ("labels", "places") else ""
            yield f"look: {part} is no part of it{hint or where}; it has {in_a_row(LOOK)}"
            continue
        for name, value in values.items():
            if not isinstance(name, str) or not isinstance(value, str):
                yield f"look: {part} takes words, not {shown(name)}: {shown(value)}"
            elif not (_COLOUR.fullmatch(value) and _PLAIN.fullmatch(name)):
                yield f"look: {shown(name)} cannot be coloured {shown(value)}; write felt: #1f4a63"
