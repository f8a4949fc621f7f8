"""What the commands of an order game have in common: DISCARD, DRAW, PUT, GET, MELD and their like.

Each stands in a file of its own with all that it means; `OrderGame` has the order of play. They
have the same settings under the same names, as far as these have an effect: `fewest` and `count`
cards at once, `alike` for what they must have in common, `to` or `source`, `visible`, `times` a
turn and `ends_turn`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from cardkit.cardgame.cards import Card, Cards
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.parts import StageCondition
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.stage import Offers, Rules, StageState
from cardkit.netgame import Declared, Offer, Refused, Sentence, Text, Word, plural, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.melds import LooseCards
    from cardkit.cardgame.order import OrderGame
    from cardkit.cardgame.specials import Powers

PASS = CardCommand("PASS")
ALIKE = {
    "rank": "Several cards at once are of one rank.",
    "suit": "Several cards at once are of one suit.",
    "any": "Several cards at once need have nothing in common.",
}


class Extras(NamedTuple):
    """What only some games need to know: one value, so that the others need not copy it."""

    said: tuple[str, ...] | None = None
    """The verbs of this turn, where it matters what was said."""
    interlude: TurnCommand | None = None
    """The command that alone decides who is asked what, while the order of turns rests."""
    offered: int = 0
    """To how many players the card turned up is still offered; -1: all refused it."""
    knock_limit: int = 0
    knocker: int = -1
    big_gin: bool = False
    """Whether the one who knocked had nothing left, and no card to discard either."""
    laying_off: tuple[int, ...] = ()
    """Who may still lay off after a knock, next one first."""
    loose: LooseCards | None = None
    """What must be left of a hand, where that can be told at a glance."""
    melds: Mapping[Card, tuple[Card, ...]] = {}
    """The melds on the table, each by the card that names it when cards are laid to it."""
    opened: Mapping[int, int] = {}
    """In which turn each player laid down cards for the first time."""
    melded: tuple[Card, ...] = ()
    """The cards of melds that stay in a hand."""
    powers: Powers | None = None
    """Of special cards."""


NO_EXTRAS = Extras()
Act = Callable[["CardGame", int, CardCommand, "OrderState"], None]


class Acts(dict[str, Act]):
    """What carries out each verb: of a type of its own, which copies of a table share."""


class OrderState(StageState):
    """What has happened in this turn, and in the turns before."""

    derived = ("acts", "loose", "powers", "stage")
    keeps = (Extras,)
    __slots__ = (
        "acts",
        "backwards",
        "declared",
        "drawn",
        "extras",
        "finished",
        "holders_only",
        "owed",
        "passes",
        "plain",
        "stage",
        "suit",
        "taken",
        "turn",
        "turns",
    )

    def __init__(self, stage: OrderGame, turn: int, acts: Acts, *, plain: bool) -> None:
        self.stage = stage
        self.acts = acts
        self.plain = plain  # whether the short way to the offers will do
        self.holders_only = stage.end.when == "last_hand"  # some may have no cards, others play on
        self.turn = turn
        self.turns = 1
        self.passes = 0  # in a row
        self.drawn = 0  # cards drawn in this turn
        self.taken: Card | None = None  # from the table in this turn
        self.owed = 0  # cards to draw because of special cards
        self.suit = ""  # named with a wild card
        self.declared = False
        self.backwards = False
        self.finished: list[int] = []
        self.extras = NO_EXTRAS


class TurnCommand(StageCondition):
    """Something that players may do in their turn: a setting of `OrderGame`, or of a subclass.

    It declares its words, and has for them what a stage has. `state.stage` is the order game.
    """

    __slots__ = ()

    asked: ClassVar[int] = 3
    """When it is asked for its offers: discards first, 0, then PICK and DRAW, which go by these."""

    @property
    def times(self) -> int:
        """How often it may be done in a turn; 0: as often as one likes."""
        return 0

    @property
    def ends_turn(self) -> bool:
        """Whether the turn ends with it."""
        return False

    @property
    def is_plain(self) -> bool:
        """Whether the short way through a turn of discards and draws goes by it."""
        return False

    # --- as part of the rules ----------------------------------------------------------------

    def declared_in(self, stage: OrderGame) -> Iterable[Declared]:
        """What a game has by it in this order game."""
        return self.declared()

    def sentences_in(self, stage: OrderGame) -> Iterable[Sentence]:
        """What the rule sheet says of it together with the other commands."""
        return ()

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterable[str]:
        """What does not go together with the other commands, or with the rest of a game."""
        return ()

    def jokers(self) -> str:
        """The sentence that says what a joker is for it."""
        return ""

    def plays(self, word: Word, cards: Cards) -> Iterable[CardCommand] | None:
        """Every command with this word of it, as `Stage.plays` has them."""
        return None

    def open_word(self, word: Word, hooks: frozenset[str]) -> Word | None:
        """What these hooks of a game add to `plays`, as `Stage.open_word` has it."""
        return None

    def plays_unseen(self) -> bool:
        """Whether players need not see their cards for it."""
        words = [each for each in self.declared() if isinstance(each, Word)]
        return not any(word.cards or word.choice == "card" for word in words)

    def hides_hands(self) -> bool:
        """Whether players get cards by it that they do not see."""
        return False

    def draws_cards(self) -> bool:
        """Whether players get cards from the stock by it."""
        return any(isinstance(each, Word) and each.pile == "stock" for each in self.declared())

    def endings(self) -> Iterable[str]:
        """The ways in which it ends the game."""
        return ()

    def gives_points(self) -> bool:
        """Whether `points` says what a game is worth."""
        return False

    def points(self, table: CardGame, seat: int, state: OrderState) -> int:
        """What a game is worth to this player by it."""
        return 0

    def factor(self, table: CardGame, state: OrderState) -> int:
        """How many times what a game is worth counts by it."""
        return 1

    # --- in play -----------------------------------------------------------------------------

    def counts(self) -> bool:
        """Whether it matters to it what was said in a turn."""
        return bool(self.times)

    def may(self, verb: str, state: OrderState) -> bool:
        """Whether this has not been done too often in this turn."""
        return not self.times or (state.extras.said or ()).count(verb) < self.times

    def begin(self, table: CardGame, state: OrderState) -> None:
        """Override to prepare the first turn."""

    def equip(self, table: CardGame, state: OrderState) -> None:
        """Override to set what of a state follows from the rules: also in `begin`."""

    def comes_first(self, stage: OrderGame) -> bool:
        """Whether it has `first_offers` in this order game: asked only once."""
        return type(self).first_offers is not TurnCommand.first_offers

    def first_offers(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        """What has to be done first in a turn: while there is any, nothing else is offered."""
        return ()

    def offers(self, table: CardGame, seat: int, state: OrderState, others: Offers) -> Offers:
        """What this player may do by it now; those asked before it offer `others`."""
        return ()

    def candidates(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        """What it leaves out of `offers` because a check of the game forbids it."""
        return ()

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        """Carry out a command that was offered.

        Finish with `state.stage.go_on(table, seat, state, ends_turn)`, which goes on with the
        turn, or ends it or the game.
        """
        raise NotImplementedError(f"the command {type(self).__name__} has no method act")

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        """Raise `Refused` if this is why a command, of whatever verb, is not legal now."""

    def interrupts(self, table: CardGame, state: OrderState) -> bool:
        """Ask others something before the next turn, as an interlude; False: there is nothing.

        Finish with `state.stage.turn_over(table, state)`, or let somebody's turn begin.
        """
        return False

    def after_all(
        self, table: CardGame, answers: Mapping[int, CardCommand], state: OrderState
    ) -> None:
        """Carry out what all have answered who were asked in an interlude with `table.ask_all`."""
        raise NotImplementedError(f"the command {type(self).__name__} has no method after_all")

    def interlude_offers(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        """What is offered while `state.extras.interlude` is this command."""
        return ()


# --- settings that several have ------------------------------------------------------------------


def fewest_setting() -> int:
    says = {1: "", None: "At least {fewest} at once."}
    return setting(1, "fewest cards at once", least=1, most=13, says=says)


def times_setting(says: str) -> int:
    unlimited = {0: "as often as one likes"}
    return setting(0, "how often in a turn", least=0, most=52, says=says, unsaid=unlimited)


def wrong_count(fewest: int, count: int) -> Iterator[str]:
    if fewest > count:
        yield Text("at least {fewest} cannot be at most {count}", fewest=fewest, count=count)


def wrong_times(command: TurnCommand) -> Iterator[str]:
    if command.times and command.ends_turn:
        yield Text("times is of no use where the turn ends at once: write ends_turn=False")


def wrong_alike(alike: str, usual: str, count: int) -> Iterator[str]:
    if count == 1 and alike != usual:
        yield Text("alike is about several cards at once: write count=…")
    if count > 4 and alike == "rank":
        yield Text("a rank has four cards: write count=4, or alike=…")


def wrong_partner(whom: str, rules: Rules) -> Iterator[str]:
    if whom == "partner" and not rules.seats.partners:
        yield Text("nobody has a partner here: write Seats(partners=True)")


def said_of_alike(alike: str, count: int) -> Iterator[Sentence]:
    """How many cards at once, where that may be more than one."""
    if count == 1:
        return
    if alike == "rank":
        yield plural(count, "One card of a rank at once.", "Up to {n} cards of a rank at once."), {}
    elif alike == "suit":
        yield plural(count, "One card of a suit at once.", "Up to {n} cards of a suit at once."), {}
    else:
        yield plural(count, "One card at once.", "Up to {n} cards at once."), {}


def choices(
    verb: str,
    cards: Sequence[Card],
    fewest: int,
    count: int,
    alike: str,
    name: str = "",
    target: int = -1,
) -> list[CardCommand | Offer]:
    """Cards that are chosen together: one, some of a rank, some of a suit, or any."""
    if count == 1:
        return [CardCommand(verb, name=name, target=target, cards=(card,)) for card in cards]
    kinds = dict[str, list[Card]]()
    for card in cards:
        kind = "" if alike == "any" else card.suit if alike == "suit" else card.rank
        kinds.setdefault(kind, []).append(card)
    same = [kind for kind in kinds.values() if len(kind) >= fewest]
    return [Choice(verb, kind, fewest, count, name, target) for kind in same]


def explain_must_discard(table: CardGame, seat: int, verb: str) -> None:
    """Raise `Refused` if this is only for players who cannot discard."""
    offers = table.legal(seat)
    discards = [offer for offer in offers if offer.verb == "DISCARD"]
    if verb in ("DRAW", "PASS") and discards and all(offer.verb != verb for offer in offers):
        shown = table.in_words(discards)
        raise Refused(CardReason.MUST_DISCARD, "you can discard: {offers}", offers=shown)


# --- who comes next ------------------------------------------------------------------------------


def after(table: CardGame, seat: int, state: OrderState) -> list[int]:
    """The other players in the order of play, after this one."""
    order = table.order
    at = order.index(seat)
    others = order[at + 1 :] + order[:at]
    return list(others[::-1] if state.backwards else others)


def others_with_cards(table: CardGame, seat: int, state: OrderState) -> list[int]:
    """The other players who have cards, next one first."""
    return [s for s in after(table, seat, state) if table.piles[s]]


def holder_after(table: CardGame, seat: int, state: OrderState) -> int:
    """The next player who has cards."""
    return next((s for s in after(table, seat, state) if table.piles[s]), seat)


def players_meant(whom: str, table: CardGame, seat: int, state: OrderState) -> Sequence[int]:
    """The players that are meant, of those who have cards, next one first; or the partner."""
    if whom == "partner":
        return [table.partner(seat)]
    others = others_with_cards(table, seat, state)
    return {"next": others[:1], "previous": others[-1:]}.get(whom, others)
