"""Cards in bridge notation, and decks of them.

A card *is* its two written characters, suit then rank (`S3 DA HT CK`), with its place in the deck
at hand. Jokers are `J1`, `J2` …; a card whose face is hidden is written `??`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from cardkit.netgame import Command, Condition, condition, setting

SUITS = "CDHS"
RANKS = "23456789TJQKA"
HIDDEN = "??"
_MOST_JOKERS = 4


class Card(str):
    """One card of a deck. Two packs hold equal cards that are not the same card."""

    __slots__ = ("bit", "joker", "key", "level", "number", "rank", "suit", "suit_bit")

    suit: str
    rank: str
    joker: bool
    number: int
    """Its place in the unshuffled deck; never shown to anybody."""
    level: int
    """How high its rank is in the order of the deck, from 0; jokers are above all."""
    suit_bit: int
    """1, 2, 4, 8 for the suits from low to high; 0 for a joker."""
    bit: int
    """A bit of its own among the cards of one pack: rank by rank, suit by suit, then jokers."""
    key: int
    """A number whose sum over five cards tells the poker hand apart."""

    def __reduce__(self) -> tuple[object, ...]:
        return make_card, (str(self), self.number, self.level, self.suit_bit, self.bit)


def make_card(name: str, number: int, level: int, suit_bit: int, bit: int) -> Card:
    card = Card(name)
    card.joker = suit_bit == 0
    card.suit, card.rank = ("", name) if card.joker else (name[0], name[1])
    card.number, card.level, card.suit_bit, card.bit = number, level, suit_bit, bit
    card.key = 0 if card.joker else _KEYS[card.rank]
    return card


# Powers of 5: at most four cards share a rank, so each sum of five of them is of one hand only.
_KEYS = {rank: 5**i for i, rank in enumerate(RANKS)}


@condition
class Deck(Condition):
    """The cards a game is played with."""

    size: int = setting(
        52,
        "cards in a pack without jokers",
        choices=(52, 32, 0),
        says={52: "52 cards.", 32: "32 cards, 7 to ace."},
    )
    order: str = setting(
        RANKS, "the ranks from low to high", says="Ranks from low to high: {order}."
    )
    suits: str = setting(SUITS, "the suits from low to high")
    jokers: int = setting(
        0, "jokers in a pack", least=0, most=_MOST_JOKERS, says="{jokers} joker(s)."
    )
    packs: int = setting(1, "packs shuffled together", least=1, most=8)
    cards: tuple[str, ...] = setting((), "exactly these cards instead of a pack; size is then 0")
    without: tuple[str, ...] = setting((), "cards taken out of each pack")

    def conflicts(self) -> list[str]:
        found = []
        for name, allowed in (("order", RANKS), ("suits", SUITS)):
            letters = getattr(self, name)
            if set(letters) - set(allowed) or len(set(letters)) != len(letters) or not letters:
                found.append(f"{name}={letters!r} must name each of {allowed} at most once")
        if bool(self.cards) != (self.size == 0):
            found.append(
                "a deck has a size or a list of cards: write size=0, cards=('SA', 'SK', …)"
            )
        if not found:
            names = [*self.cards, *self.without]
            good = {s + r for s in self.suits for r in self.order} | set(self.joker_names())
            found += [f"{n!r} is no card of this deck" for n in names if n not in good]
        return found

    def joker_names(self) -> list[str]:
        return [f"J{i + 1}" for i in range(self.jokers)]

    def names(self) -> list[str]:
        """The cards of one pack as written, in a fixed order."""
        if self.cards:
            return [*self.cards, *self.joker_names()]
        ranks = self.order if self.size == 52 else [r for r in self.order if r in RANKS[5:]]
        pack = [s + r for s in self.suits for r in ranks] + self.joker_names()
        return [name for name in pack if name not in self.without]


class Cards:
    """All cards of one deck, made once and shared by the tables that play with it."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        bits = {
            s + r: 4 * level + at
            for level, r in enumerate(deck.order)
            for at, s in enumerate(deck.suits)
        }
        bits |= {name: 52 + i for i, name in enumerate(deck.joker_names())}
        names = deck.names() * deck.packs
        self.all = tuple(
            make_card(
                name,
                index,
                deck.order.index(name[1]) if name in bits and bits[name] < 52 else len(deck.order),
                1 << deck.suits.index(name[0]) if bits[name] < 52 else 0,
                1 << bits[name],
            )
            for index, name in enumerate(names)
        )
        self.named: dict[str, Card] = {card: card for card in reversed(self.all)}
        self.discards = self.commands("DISCARD")
        self.combos: dict[str, object] = {}

    def commands(self, verb: str) -> tuple[Command, ...]:
        """A ready-made command for each single card, by the number of the card."""
        return tuple(Command(verb, cards=(card,)) for card in self.all)


@lru_cache(maxsize=64)
def cards_of(deck: Deck) -> Cards:
    """The cards of this deck, the same objects each time."""
    return Cards(deck)


def in_order(cards: Iterable[str], deck: Deck) -> list[str]:
    """Cards sorted for the eye: by suit, then by rank, in the order of the game."""
    places = {name: place for place, name in enumerate([*_by_suit(deck), *deck.joker_names()])}
    return sorted(cards, key=lambda name: places.get(name, 99))


def _by_suit(deck: Deck) -> list[str]:
    return [s + r for s in deck.suits for r in deck.order]


def find_cards(words: Sequence[str], pile: Sequence[Card]) -> list[Card] | None:
    """The cards of a pile that these words name, each once; None when one is not there."""
    left, found = list(pile), []
    for word in words:
        if word not in left:
            return None
        found.append(left.pop(left.index(word)))  # type: ignore[arg-type]
    return found
