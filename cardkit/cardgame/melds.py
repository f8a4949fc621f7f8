"""MELD and LAY: what melds are, the best of a hand, and laying off.

Recognising is searching exactly these cards, so the two cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from cardkit.cardgame.cards import Card, Cards
from cardkit.cardgame.combos import MOST_SUITS, RUN, Play, combos_of
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import EVERYONE, VISIBLE, visible_to
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.stage import Offers, Rules
from cardkit.cardgame.turn import (
    OrderState,
    TurnCommand,
    times_setting,
    wrong_count,
    wrong_times,
)
from cardkit.cardgame.values import PIPS, value_of
from cardkit.netgame import (
    Declared,
    Fact,
    Pile,
    Reason,
    Refused,
    Sentence,
    Text,
    Word,
    condition,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.order import OrderGame

Melds = Mapping[Card, tuple[Card, ...]]
"""The melds on the table, each by the card that names it when cards are laid to it."""


@condition
class Meld(TurnCommand):
    """MELD: lay sets of cards from the hand face up."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "MELD",
            "lay cards face up",
            told="{who} lays down {cards}",
            you="You lay down {cards}",
            button="Lay down",
            cards=(3, None),
        ),
        Word(
            "LAY",
            "lay a card to the meld that this other card lies in",
            told="{who} lays {cards} to {choice}",
            you="You lay {cards} to {choice}",
            button="Lay off",
            cards=(1, 1),
            choice="card",
            example="LAY {card} {other}",
        ),
        Pile(
            "meld",
            "the cards a player has laid down",
            "laid down",
            put="{who} lays down {cards}",
            you_put="You lay down {cards}",
            gathers="",
            shown="spread",
            grouped="melds",
        ),
        Fact("melds", "the cards of each meld on the table", told="", kind="groups"),
    )

    groups: int = setting(
        3,
        "fewest cards of one rank in a meld",
        unsaid={0: "no such melds"},
        least=0,
        most=4,
        says="A meld is {groups} or more cards of a rank.",
    )
    runs: int = setting(
        3,
        "fewest cards of one suit in a row in a meld",
        unsaid={0: "no such melds"},
        least=0,
        most=13,
        says="A meld is {runs} or more cards of a suit in a row.",
    )
    count: int = setting(
        0,
        "most cards in a meld",
        unsaid={0: "any number"},
        least=0,
        most=13,
        says=("A meld has one card.", "A meld has at most {count} cards."),
    )
    ace: str = setting(
        "order",
        "where an ace stands in a run: only where the deck has it, at both ends, or between king "
        "and two as well",
        choices=("order", "both", "round"),
        unsaid="An ace stands only where the deck has it.",
        says={
            "both": "In a run an ace is below the two or above the king.",
            "round": "A run may go on from the king over the ace to the two.",
        },
    )
    lay_off: str = setting(
        "none",
        "to which melds single cards may be laid later: to none, to one's own, or to all",
        choices=("none", "own", "all"),
        unsaid="Nothing can be laid to melds later.",
        says={
            "own": "LAY off cards on melds of your own that they fit.",
            "all": "LAY off cards on any melds that they fit.",
        },
    )
    open_first: bool = setting(
        False,
        "cards are laid to melds only by players who have laid down a meld of their own",
        says="You may LAY off cards only after a meld of your own.",
    )
    goes_out: bool = setting(
        False,
        "a player may go out with a meld, without a discard",
        says="You may go out without a discard.",
    )
    at_once: int = setting(
        1,
        "how many times a game counts in which a player goes out without having laid down a card "
        "before that turn",
        least=1,
        most=10,
        says={
            1: "",
            2: "If you go out in one turn without having laid down a card before, the game counts "
            "double.",
            None: "If you go out in one turn without having laid down a card before, the game "
            "counts {at_once} times.",
        },
    )
    to: str = setting(
        "table",
        "where a meld goes: on the table, or it stays in the hand, shown to all",
        choices=("table", "hand"),
        unsaid="A meld goes on the table.",
        says={"hand": "Melds are shown and stay in the hand; no card is melded twice."},
    )
    visible: str = setting(
        "all",
        "who sees a meld",
        choices=VISIBLE,
        unsaid="Everybody sees a meld.",
        says={
            "owner": "Melds lie face down; only their player knows them.",
            "nobody": "Melds lie face down.",
        },
    )
    times: int = times_setting("Melds in a turn: at most {times}.")
    ends_turn: bool = setting(False, "a meld ends the turn", says="A meld ends the turn.")

    def declared(self) -> Iterator[Declared]:
        word, lay, pile, melds = self.declares
        assert isinstance(word, Word)
        least = min((n for n in (self.groups, self.runs) if n), default=1)
        yield replace(word, cards=(least, self.count or None))
        if self.lay_off != "none":
            yield lay
        if self.to == "table":
            yield from (pile, melds)

    def conflicts(self) -> list[str]:
        found = [*wrong_times(self)]
        least = min((n for n in (self.groups, self.runs) if n), default=0)
        if self.count:
            found += wrong_count(least, self.count)
        if self.ace != "order" and not self.runs:
            found.append(Text("ace is about runs; leave it out, or write runs=3"))
        if self.to == "hand" and self.visible != "all":
            found.append(Text("melds that stay in the hand are shown: write visible='all'"))
        if self.open_first and self.lay_off != "all":
            found.append(Text("open_first is about melds of others: write lay_off='all'"))
        if self.to == "hand" and (self.goes_out or self.at_once > 1):
            found.append(Text("melds that stay in the hand put nobody out: write to='table'"))
        if self.lay_off != "none" and (self.to == "hand" or self.visible != "all"):
            found.append(Text("cards are laid to melds that all see on the table"))
        return found

    def declared_in(self, stage: OrderGame) -> Iterator[Declared]:
        for each in self.declared():
            melds = isinstance(each, Word) and each.verb == "MELD"
            if not (melds and stage.knock):  # or they are laid when somebody knocks
                yield each

    def sentences_in(self, stage: OrderGame) -> Iterator[Sentence]:
        if stage.knock is None:
            yield "In your turn you may MELD.", {}

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterator[str]:
        if rules.deck.has_doubles():
            yield Text("melds are made of one pack")
        if len(rules.deck.suits) > MOST_SUITS:
            yield Text("combinations are of at most {most} suits", most=MOST_SUITS)
        if self.goes_out and stage.discard is None:
            yield Text("goes_out is about the discard: write discard=Discard(…), or leave it out")
        if self.ace == "both" and rules.deck.ranks[0] != "A":
            order = "A23456789TJQK"
            yield Text("an ace at both ends is the first rank: write order={order}", order=order)

    def plays(self, word: Word, cards: Cards) -> Iterable[CardCommand] | None:
        return plain_melds(self, cards.all, cards) if word.verb == "MELD" else None

    def open_word(self, word: Word, hooks: frozenset[str]) -> Word | None:
        own = word.verb == "MELD" and "more_melds" in hooks
        return replace(word, cards=(1, None)) if own else None

    # --- in play -----------------------------------------------------------------------------

    def begin(self, table: CardGame, state: OrderState) -> None:
        table.set_fact("melds", None)

    def offers(self, table: CardGame, seat: int, state: OrderState, others: Offers) -> Offers:
        stage = state.stage
        if stage.knock is not None:
            return ()
        hand, extras = table.piles[seat], state.extras
        if extras.melded:
            hand = [card for card in hand if card not in extras.melded]
        plays = melds_among(table, self, hand) if self.may("MELD", state) else []
        if self.lay_off != "none" and (seat in extras.opened or not self.open_first):
            owners = [seat] if self.lay_off == "own" else table.order
            fits = {n: m for n, m in extras.melds.items() if owner_of(table, n) in owners}
            plays += lay_offs(table, self, hand, fits)
        # Where the turn ends with a discard, one card must be left.
        keep = stage.discard is not None and self.to == "table" and not self.goes_out
        return [p for p in plays if len(p.cards) < len(hand) or not keep]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        cards, extras = command.cards, state.extras
        if command.verb == "LAY":
            self.add_card(table, seat, command, state)
        elif self.to == "hand":
            table.piles.show(cards, seat)
            state.extras = extras._replace(melded=(*extras.melded, *cards))
        else:
            table.piles.move(cards, seat, f"meld:{seat}", visible_to(self.visible, seat))
            self.keep(table, {**extras.melds, cards[0]: cards}, state)
        open_with(seat, state)
        table.did(seat, command)
        state.stage.go_on(table, seat, state, self.ends_turn and command.verb == "MELD")

    def add_card(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        """Lay a card to a meld on the table."""
        name, melds = table.cards.named[command.word], state.extras.melds
        longer = extended(table, self, melds[name], command.cards[0])
        assert longer is not None
        table.piles.move(command.cards, seat, f"meld:{owner_of(table, name)}", to=EVERYONE)
        self.keep(table, {**melds, name: longer}, state)

    def keep(self, table: CardGame, melds: Melds, state: OrderState) -> None:
        """These are the melds on the table now; all who see their cards see which lie together."""
        state.extras = state.extras._replace(melds=melds)
        if self.visible == "all":
            table.set_fact("melds", [[*map(str, cards)] for cards in melds.values()])

    def likewise(
        self, table: CardGame, seat: int, words: Sequence[str], state: OrderState
    ) -> CardCommand | None:
        """A card is laid to the meld that any of its cards names."""
        if words[0] != "LAY" or len(words) != 3:
            return None
        melds = state.extras.melds.items()
        said = {f"LAY {words[1]} {name}" for name, laid in melds if words[2] in laid}
        offers = (o for o in table.legal(seat) if isinstance(o, CardCommand))
        return next((offer for offer in offers if str(offer) in said), None)

    def factor(self, table: CardGame, state: OrderState) -> int:
        out = state.finished[0] if state.finished else -1
        return self.at_once if state.extras.opened.get(out) == state.turns else 1

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        verb, cards = command.verb, command.cards
        if verb not in ("MELD", "LAY") or not cards:
            return
        may = may_say(table, seat, verb)
        shown = " ".join(cards)
        if verb == "LAY":
            if self.open_first and seat not in state.extras.opened:
                raise Refused(Reason.NOT_NOW, "lay down a meld of your own first")
            wrong = "{cards} fits no such meld{may}"
            raise Refused(CardReason.NO_MATCH, wrong, cards=shown, may=may)
        if any(sorted(p.cards) == sorted(cards) for p in melds_among(table, self, cards)):
            raise Refused(CardReason.MUST_DISCARD, "keep a card for the discard{may}", may=may)
        wrong = "{cards} is no meld{may}"
        raise Refused(CardReason.NO_COMBINATION, wrong, cards=shown, may=may)


def open_with(seat: int, state: OrderState) -> None:
    """Note in which turn a player has laid down cards for the first time."""
    if seat not in state.extras.opened:
        opened = {**state.extras.opened, seat: state.turns}
        state.extras = state.extras._replace(opened=opened)


def may_say(table: CardGame, seat: int, verb: str) -> str:
    """What could be said instead with this verb, at the end of a refusal."""
    offers = [offer for offer in table.legal(seat) if offer.verb == verb]
    return Text(". You may say: {offers}", offers=table.in_words(offers)) if offers else ""


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
    return HandSearch(table, meld_of(table), tuple(cards), values).laid_out()


def meld_of(table: CardGame) -> Meld:
    """What melds are in this game."""
    for stage in table.stages:
        if isinstance(meld := stage.inner().get("meld"), Meld):
            return meld
    raise ValueError("this game has no melds; write OrderGame(meld=Meld(…))")


class HandSearch:
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


class LooseCards:
    """What the cards of a hand count that lie in no meld: a quick look before any search."""

    def __init__(self, cards: Cards, meld: Meld, values: Mapping[str, int]) -> None:
        self.known = meld.groups == 3 and meld.ace == "order" and not cards.jokers
        """Whether it can be told at a glance."""
        self._most = max(value_of(card, values) for card in cards.all)
        self._combos = combos_of(cards, "MELD")
        self._loose = [_Loose(cards, suit, meld.runs, values) for suit in (1, 2, 4, 8)]

    def __repr__(self) -> str:
        return "LooseCards"  # the same in every digest of a table

    def least_left(self, hand: Sequence[Card]) -> int:
        """What is left at least when one of these cards is gone."""
        held = a, b, c, d = self._combos.suits_in(hand)
        groups = a & b & (c | d) | c & d & (a | b)
        left = -self._most
        for ranks, loose in zip(held, self._loose, strict=True):
            left += loose[ranks, ranks & groups]
        return left


class _Loose(dict[tuple[int, int], int]):
    """What cards of a suit count outside melds, by their ranks and those of them in groups."""

    def __init__(self, cards: Cards, suit: int, runs: int, values: Mapping[str, int]) -> None:
        self.worth = [(1 << c.level, value_of(c, values)) for c in cards.all if c.suit_bit == suit]
        self.runs = runs

    def __missing__(self, key: tuple[int, int]) -> int:
        ranks, melded = key
        begins = ranks if self.runs else 0
        for step in range(1, self.runs):
            begins &= ranks >> step
        for step in range(self.runs):
            melded |= begins << step
        self[key] = sum(value for rank, value in self.worth if rank & ranks & ~melded)
        return self[key]


# --- laying off ------------------------------------------------------------------------------


def extended(
    table: CardGame, meld: Meld, laid: Sequence[Card], card: Card
) -> tuple[Card, ...] | None:
    """The meld with one more card, if it fits."""
    longer = melds_among(table, meld, [*laid, card])
    return next((play.cards for play in longer if len(play.cards) == len(laid) + 1), None)


def lay_offs(table: CardGame, meld: Meld, hand: Sequence[Card], melds: Melds) -> list[CardCommand]:
    """The cards of a hand that fit melds on the table: `LAY S7 S4`."""
    own_kinds = "more_melds" in table.overridden
    found: list[CardCommand] = []
    for name, laid in melds.items():
        ranks, suits = {card.rank for card in laid}, {card.suit for card in laid}
        for card in hand:
            akin = own_kinds or card.joker or card.rank in ranks or card.suit in suits
            if akin and extended(table, meld, laid, card):
                found.append(CardCommand("LAY", cards=(card,), word=name))
    return found


def owner_of(table: CardGame, name: str) -> int:
    """The player before whom the meld with this card lies."""
    return next(s for s in table.order if name in table.piles.get(f"meld:{s}", ()))
