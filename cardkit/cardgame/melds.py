"""Melds: what they are, the best of a hand, laying off, and knocking.

Recognising is searching exactly these cards, so the two cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from cardkit.cardgame.cards import Card, Cards
from cardkit.cardgame.combos import RUN, Play, combos_of
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import EVERYONE
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.settings import Knock, Meld
from cardkit.cardgame.values import PIPS, value_of
from cardkit.netgame import Refused, Text

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

Melds = Mapping[Card, tuple[Card, ...]]
"""The melds on the table, each by the card that names it when cards are laid to it."""


class Melded(NamedTuple):
    """A hand laid out: its melds, and the cards left over."""

    melds: tuple[tuple[Card, ...], ...]
    left: tuple[Card, ...]


def plain_melds(meld: Meld, hand: Sequence[Card], cards: Cards) -> list[Play]:
    """The groups and runs in a hand, as the settings have them."""
    beyond = {"order": 0, "both": 1, "round": len(cards.deck.ranks) - 1}[meld.ace]
    groups, most = meld.groups, meld.count or len(hand)
    return [
        play
        for play in combos_of(cards, "MELD", beyond).all_plays(hand, meld.runs)
        if play.wild < play.size <= most and (play.kind == RUN or (groups and play.size >= groups))
    ]


def melds_among(table: CardGame, meld: Meld, hand: Sequence[Card]) -> list[CardCommand]:
    """Every meld in a hand, the game's own kinds included."""
    found: list[CardCommand] = [*plain_melds(meld, hand, table.cards)]
    if "more_melds" in table.overridden:
        found += [CardCommand("MELD", cards=tuple(cards)) for cards in table.more_melds(hand)]
    return found


def best_melds(table: CardGame, cards: Iterable[Card], values: Mapping[str, int] = PIPS) -> Melded:
    """The melds among these cards that leave least over, as the game has melds.

    `values` says what the cards left over count, as in `Score`.
    """
    return _Hand(table, meld_of(table), tuple(cards), values).laid_out()


def meld_of(table: CardGame) -> Meld:
    """What melds are in this game."""
    for stage in table.stages:
        if isinstance(meld := stage.inner().get("meld"), Meld):
            return meld
    raise ValueError("this game has no melds; write OrderGame(meld=Meld(…))")


class _Hand:
    """The search for the best melds of a hand.

    Sets of cards are bits of a number. The first card of a rest lies in one of the melds that begin
    with it, or is left over; what is best for a rest is found once, and nothing is tried that could
    not be better.
    """

    def __init__(
        self, table: CardGame, meld: Meld, cards: Sequence[Card], values: Mapping[str, int]
    ) -> None:
        self.cards = cards
        self.values = [value_of(card, values) for card in cards]
        self._weights = [value * _MANY + 1 for value in self.values]
        self.all = 0
        """The cards that lie in some meld."""
        self._starting: dict[int, list[tuple[int, int, tuple[Card, ...]]]] = {}
        self._known: dict[int, _Found] = {0: (0, ())}
        place = {card.number: at for at, card in enumerate(cards)}
        for play in melds_among(table, meld, cards):
            places = [place[card.number] for card in play.cards]
            mask = sum(1 << at for at in places)
            weight = sum(self._weights[at] for at in places)
            self._starting.setdefault(mask & -mask, []).append((mask, weight, play.cards))
            self.all |= mask
        for melds in self._starting.values():
            melds.sort(key=lambda meld: -meld[1])

    def best(self, rest: int) -> _Found:
        """The melds of most weight among these cards."""
        most = sum(w for at, w in enumerate(self._weights) if rest >> at & 1) if rest else 0
        return self._best(rest, most)

    def _best(self, rest: int, most: int) -> _Found:
        found = self._known.get(rest)
        if found is not None:
            return found
        first, found = rest & -rest, (-1, ())
        for mask, weight, cards in self._starting.get(first, ()):
            if mask & rest == mask and found[0] < most:
                more, melds = self._best(rest ^ mask, most - weight)
                if weight + more > found[0]:
                    found = weight + more, (cards, *melds)
        without = most - self._weights[first.bit_length() - 1]
        if found[0] < without:
            found = max(found, self._best(rest ^ first, without), key=_weight)
        self._known[rest] = found
        return found

    def laid_out(self) -> Melded:
        melds = self.best(self.all)[1]
        used = {card.number for meld in melds for card in meld}
        return Melded(melds, tuple(card for card in self.cards if card.number not in used))

    def left_without(self, at: int) -> int:
        """What is left over when the card at this place is gone."""
        melded = self.best(self.all & ~(1 << at))[0] // _MANY
        return sum(self.values) - self.values[at] - melded


_Found = tuple[int, tuple[tuple[Card, ...], ...]]
"""What melds weigh, and the melds themselves."""
_MANY = 64
"""A card weighs so many times what it counts, and one more: of equal melds those of more cards."""
_weight = itemgetter(0)


# --- laying off ------------------------------------------------------------------------------


def extended(
    table: CardGame, meld: Meld, laid: Sequence[Card], card: Card
) -> tuple[Card, ...] | None:
    """The meld with one more card, if it fits."""
    longer = melds_among(table, meld, [*laid, card])
    return next((play.cards for play in longer if len(play.cards) == len(laid) + 1), None)


def lay_offs(table: CardGame, meld: Meld, hand: Sequence[Card], melds: Melds) -> list[CardCommand]:
    """The cards of a hand that fit melds on the table: `LAY S7 S4`."""
    return [
        CardCommand("LAY", cards=(card,), word=name)
        for name, laid in melds.items()
        for card in hand
        if extended(table, meld, laid, card)
    ]


def owner_of(table: CardGame, name: str) -> int:
    """The player before whom the meld with this card lies."""
    return next(s for s in table.order if name in table.piles.get(f"meld:{s}", ()))


# --- knocking --------------------------------------------------------------------------------


def knocks(
    table: CardGame, meld: Meld, knock: Knock, hand: Sequence[Card], taken: Card | None
) -> list[CardCommand]:
    """The discards with which this hand may knock."""
    held = _Hand(table, meld, hand, knock.values)
    return [
        CardCommand("KNOCK", cards=(card,))
        for at, card in enumerate(hand)
        if card is not taken and held.left_without(at) <= knock.limit
    ]


def lay_down(table: CardGame, knock: Knock, seat: int) -> dict[Card, tuple[Card, ...]]:
    """Lay the best melds of a hand on the table, and show what is left of it."""
    hand = table.piles[seat]
    melded = best_melds(table, hand, knock.values)
    for cards in melded.melds:
        table.piles.move(cards, seat, f"meld:{seat}", to=EVERYONE)
    table.piles.show(hand, seat)
    return {cards[0]: cards for cards in melded.melds}


def knock_points(table: CardGame, knock: Knock, knocker: int, seat: int) -> int:
    """What a game in which somebody knocked is worth to this player."""
    left = {s: _count(knock, table.piles[s]) for s in table.order}
    gin = not table.piles[knocker]
    points = 0
    for other in table.order:
        more = left[other] - left[knocker]
        won = more + knock.gin if gin else more if more > 0 else more - knock.undercut
        if other != knocker:
            points += max(0, won) if seat == knocker else max(0, -won) if seat == other else 0
    return points


def _count(knock: Knock, cards: Iterable[Card]) -> int:
    return sum(value_of(card, knock.values) for card in cards)


# --- what is refused -------------------------------------------------------------------------


def explain_meld(
    table: CardGame, meld: Meld, knock: Knock | None, seat: int, verb: str, cards: Sequence[Card]
) -> None:
    """Why these held cards are no meld, fit none, or are no card to knock with."""
    offers = [o for o in table.legal(seat) if o.verb == verb]
    may = Text(". You may say: {offers}", offers=table.in_words(offers)) if offers else ""
    shown = " ".join(cards)
    if verb == "LAY":
        raise Refused(CardReason.NO_MATCH, "{cards} fits no such meld{may}", cards=shown, may=may)
    if verb == "MELD":
        if any(sorted(p.cards) == sorted(cards) for p in melds_among(table, meld, cards)):
            raise Refused(CardReason.MUST_DISCARD, "keep a card for the discard{may}", may=may)
        wrong = "{cards} is no meld{may}"
        raise Refused(CardReason.NO_COMBINATION, wrong, cards=shown, may=may)
    if verb == "KNOCK" and knock is not None and len(cards) == 1:
        hand = table.piles[seat]
        left = _Hand(table, meld, hand, knock.values).left_without(hand.index(cards[0]))
        if left > knock.limit:
            raise Refused(
                CardReason.NO_COMBINATION,
                "without {card} the cards outside your melds count {left}; knock with {limit} or "
                "less{may}",
                card=cards[0],
                left=left,
                limit=knock.limit,
                may=may,
            )
