"""Games for points: the pot, and the stages Ante, Betting and Showdown that fill and empty it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.command import CardCommand, make_card_command
from cardkit.cardgame.dealing import Deal
from cardkit.cardgame.parts import TableCondition, TablePart
from cardkit.cardgame.poker import HANDS, Hands, hands_of, name_of
from cardkit.cardgame.stage import AnyStage, Offers, Rules, Stage, StageState
from cardkit.cardgame.table import CardTable
from cardkit.netgame import (
    Amount,
    Declared,
    Fact,
    FactValue,
    Notice,
    Reason,
    Refused,
    Sentence,
    Text,
    Word,
    condition,
    plural,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

CHECK, CALL, ALLIN = CardCommand("CHECK"), CardCommand("CALL"), CardCommand("ALLIN")


class Pot(TablePart):
    """The points that players have put in; what they have left are their scores."""

    __slots__ = ("all_in", "fee", "paid", "points", "total", "winners")

    def __init__(self, points: int, fee: int) -> None:
        self.points = points
        """What everybody begins a match with."""
        self.total = 0
        self.paid: list[int] = []
        """What each player has bet in this game, without the ante."""
        self.all_in: list[int] = []
        self.winners: list[int] = []
        self.fee = fee
        """What a game costs; who cannot pay it is out of the match."""

    def pay(self, table: CardGame, seat: int, points: int) -> None:
        """Points go from a player into the pot."""
        scores = table.scores
        scores[seat] = left = scores[seat] - points
        self.total += points
        if not left:
            self.all_in.append(seat)

    def win(self, table: CardGame, seat: int, points: int) -> None:
        """Points go from the pot to a player."""
        table.scores[seat] += points
        self.total -= points
        if seat not in self.winners:
            self.winners.append(seat)
        if table.log.listening:
            table.emit("WIN", table.names[seat], points)

    def give_back_excess(self, table: CardGame) -> None:
        """What one player bet beyond everybody else goes back to them."""
        top, second = sorted(self.paid)[-1:-3:-1]
        if top > second:
            owner, excess = self.paid.index(top), top - second
            self.paid[owner] -= excess
            self.total -= excess
            table.scores[owner] += excess
            if table.log.listening:
                table.emit("REFUND", table.names[owner], excess)
                self.tell(table)

    def facts(self) -> Mapping[str, FactValue]:
        """Pot, price and bets, which are facts for everybody."""
        return {"pot": self.total, "price": max(self.paid, default=0), "paid": tuple(self.paid)}

    def tell(self, table: CardGame) -> None:
        """The stakes have changed, and what is left to the players."""
        table.tell_scores()
        self._tell_stakes(table)

    def _tell_stakes(self, table: CardGame) -> None:
        for fact, value in self.facts().items():
            table.emit("FACT", fact, value)

    # --- the course of a match ---------------------------------------------------------------

    def begin_match(self, table: CardGame) -> None:
        table.scores = [self.points] * len(table.names)

    def reseat(self, table: CardGame, moved: Mapping[int, int]) -> None:
        if any(table.scores):
            while not table.scores[table.first]:
                table.first = table.following[table.first]

    def newcomer_score(self) -> int:
        return self.points

    def begin_game(self, table: CardGame) -> None:
        self.total = 0
        self.paid = [0] * len(table.order)
        self.all_in, self.winners = [], []

    def put_away(self, table: CardGame) -> None:
        if self.paid:
            self.total, self.paid = 0, []
            self._tell_stakes(table)

    def rank_players(self, table: CardGame) -> Sequence[int]:
        winners = self.winners
        return [*winners, *[seat for seat in table.from_first() if seat not in winners]]

    def end_game(self, table: CardGame) -> None:
        """Players who cannot pay the next fee are out; the next who can is the first player."""
        scores, following = table.scores, table.following
        if min(scores) < self.fee:
            for seat, points in enumerate(scores):
                if 0 < points < self.fee:
                    scores[seat] = 0
                    table.emit("BROKE", table.names[seat])
        first = following[table.first]
        while not scores[first]:
            first = following[first]
        table.first = first

    def is_match_over(self, table: CardGame) -> bool:
        scores = table.scores
        return scores.count(0) > len(scores) - 2


class BankHooks(CardTable, hooks=True):
    """What a game with a bank has."""

    pot: Pot
    """The pot."""


@condition
class Bank(TableCondition):
    """A game for points that players bring along and win from each other."""

    hooks = BankHooks
    declares: ClassVar[tuple[Declared, ...]] = (
        Fact("pot", "the points in the pot", "pot", told="", stake=True),
        Fact("price", "what everybody who stays in has to pay", "price", told=""),
        Fact("paid", "what each player has bet", "bet", told="", kind="seats", stake=True),
        Notice(
            "WIN",
            "a player wins points from the pot",
            {"who": "the player", "points": "how many"},
            told="{who} wins {points}",
            you="You win {points}",
        ),
        Notice(
            "REFUND",
            "what nobody could match of a bet goes back",
            {"who": "the player", "points": "how many"},
            told="{who} gets {points} back",
            you="You get {points} back",
        ),
        Notice(
            "BROKE",
            "a player has too few points to play on",
            {"who": "the player"},
            told="{who} cannot pay the next fee",
            you="You cannot pay the next fee",
        ),
    )

    points: int = setting(
        100,
        "points each player begins a match with",
        least=1,
        most=1_000_000_000,
        says=(
            "Everybody begins a match with one point.",
            "Everybody begins a match with {points:,} points.",
        ),
    )

    part_name: ClassVar[str] = "pot"

    def part(self, stages: Sequence[AnyStage]) -> Pot:
        return Pot(self.points, next((s.fee for s in stages if isinstance(s, Ante)), 1))

    def sentences(self) -> list[Sentence]:
        return [
            *super().sentences(),
            ("The first player changes from game to game.", {}),
            ("A player who cannot pay the next fee is out of the match.", {}),
        ]


@condition
class Ante(Stage["CardGame", None]):
    """Everybody who plays pays a fee into the pot."""

    on_table: ClassVar[str] = "none"

    fee: int = setting(
        1,
        "points that everybody pays",
        least=0,
        most=1_000_000,
        says=("The fee is one point.", "The fee is {fee:,} points."),
    )

    def misfits(self, rules: Rules) -> list[str]:
        if rules.bank is None:
            return _needs_bank(self)
        points = rules.bank.points
        if points >= self.fee:
            return []
        return [
            plural(
                points,
                "nobody can pay {fee} out of one point",
                "nobody can pay {fee} out of {n} points",
                fee=self.fee,
            )
        ]

    def begin(self, table: CardGame) -> None:
        pot, scores, least = table.pot, table.scores, self.fee or 1
        paying: Sequence[int] = table.order
        if min(scores) < least:
            paying = [seat for seat in table.order if scores[seat] >= least]
            table.dropped += [seat for seat in table.order if seat not in paying]
        if table.first in table.dropped:
            table.first = next(s for s in table.from_first() if s not in table.dropped)
        for seat in paying:
            pot.pay(table, seat, self.fee)
        if table.log.listening:
            pot.tell(table)
        table.next_stage()


class Points(Amount):
    """An offer of points to bet, whose commands need not be made into those of a card table."""

    __slots__ = ()

    def command(self, amount: int) -> CardCommand:
        return make_card_command(f"{self.verb} {amount}", self.verb, -1, (), amount)


class BetState(StageState):
    """Who still has to answer, and what was raised last."""

    __slots__ = ("opened", "raised", "waiting")

    def __init__(self, waiting: list[int]) -> None:
        self.waiting = waiting
        self.opened = False
        self.raised = 1


@condition
class Betting(Stage["CardGame", BetState]):
    """A round of bets: everybody who stays in pays the same."""

    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "BET",
            "put points into the pot",
            told=("{who} bets {number}", "{who} checks"),
            you=("You bet {number}", "You check"),
            button="Bet",
            zero="Check",
            number=(0, None),
        ),
        Word(
            "CHECK", "stay in without a bet", told="{who} checks", you="You check", button="Check"
        ),
        Word(
            "CALL",
            "pay what the others have bet",
            told="{who} calls",
            you="You call",
            button="Call",
        ),
        Word(
            "RAISE",
            "bet more than the others",
            told=("{who} raises to {price}", "{who} raises by {number}"),
            you=("You raise to {price}", "You raise by {number}"),
            button="Raise",
            number=(1, None),
        ),
        Word(
            "ALLIN",
            "bet all your points",
            told="{who} goes all in",
            you="You go all in",
            button="All in",
            grave=True,
        ),
        Word(
            "FOLD",
            "give up the pot",
            told="{who} folds",
            you="You fold",
            button="Fold",
            mild=True,
            grave=True,
            out="folded",
        ),
        Word(
            "DROP",
            "give up the pot",
            told="{who} drops out",
            you="You drop out",
            button="Drop out",
            mild=True,
            grave=True,
            out="folded",
        ),
    )

    check: bool = setting(
        True,
        "a player with nothing to call may CHECK; or else the first must bet, if only nothing",
        says="You may CHECK or BET; once there is a bet, CALL, RAISE or bet all you have.",
        says_not="The first player bets, if only nothing; then CALL, RAISE or bet all you have.",
    )
    fold: str = setting(
        "FOLD", "the word for giving up", choices=("FOLD", "DROP"), says="{fold} gives up the pot."
    )
    raises: str = setting(
        "to",
        "RAISE names the new total, or by how much the price rises",
        choices=("to", "by"),
        says={"to": "RAISE names the new total.", "by": "RAISE names by how much the price rises."},
    )
    min_raise: str = setting(
        "one",
        "a raise adds at least one point, or as much as the raise or bet before",
        choices=("one", "increment"),
        unsaid="A raise adds at least one point.",
        says={"increment": "A raise adds at least as much as the one before."},
    )
    refund: bool = setting(
        False,
        "what nobody could match of a bet goes back to its owner",
        says="What the others cannot match of a bet goes back.",
    )

    def declared(self) -> Iterator[Declared]:
        unused = {*_FOLDS} - {self.fold} | ({"CHECK"} if not self.check else set())
        for word in self.declares:
            if isinstance(word, Word) and word.verb not in unused:
                yield word

    def misfits(self, rules: Rules) -> list[str]:
        return _needs_bank(self) if rules.bank is None else []

    def endings(self) -> Sequence[str]:
        return ("dropped",)

    def begin(self, table: CardGame) -> None:
        waiting, all_in = table.still_in(), table.pot.all_in
        if all_in:
            waiting = [s for s in waiting if s not in all_in]
        if len(waiting) < 2:
            table.next_stage()
            return
        table.state = BetState(waiting)
        table.awaited = (waiting[0],)

    def offers(self, table: CardGame, seat: int, state: BetState) -> Offers:
        pot, points, fold = table.pot, table.scores[seat], _FOLDS[self.fold]
        # Whether anybody is left who could answer a raise.
        rivals = len(pot.all_in) + len(table.dropped) < len(table.order) - 1
        if not state.opened:
            if not self.check:
                return Points("BET", 0, points if rivals else 0), ALLIN, fold
            return (
                (CHECK, Points("BET", 1, points), ALLIN, fold) if rivals else (CHECK, ALLIN, fold)
            )
        price = max(pot.paid)
        owed = price - pot.paid[seat]
        if points < owed:
            return ALLIN, fold
        least = state.raised if self.min_raise == "increment" else 1
        if not rivals or points < owed + least:
            return CALL, ALLIN, fold
        base = 0 if self.raises == "by" else price
        return CALL, Points("RAISE", base + least, base + points - owed), ALLIN, fold

    def act(self, table: CardGame, seat: int, command: CardCommand, state: BetState) -> None:
        state.waiting.remove(seat)
        verb = command.verb
        if verb in _FOLDS:
            table.dropped.append(seat)
            if len(table.dropped) == len(table.order) - 1:
                (left,) = table.still_in()
                if left in table.forfeits:
                    left = self._last_to_drop(table, left)
                table.pot.win(table, left, table.pot.total)
                if table.log.listening:
                    table.pot.tell(table)
                table.skip_stages("dropped")
                return
        elif verb != "CHECK":
            self._put_in(table, seat, command, state)
        if state.waiting:
            table.awaited = (state.waiting[0],)
            return
        if self.refund and table.pot.all_in:  # or everybody has paid the same
            table.pot.give_back_excess(table)
        table.next_stage()

    def _put_in(self, table: CardGame, seat: int, command: CardCommand, state: BetState) -> None:
        pot, verb = table.pot, command.verb
        price, paid = max(pot.paid), pot.paid[seat]
        if verb == "CALL":
            points = price - paid
        elif verb == "ALLIN":
            points = table.scores[seat]
        elif verb == "BET" or self.raises == "by":
            points = price - paid + command.amount
        else:
            points = command.amount - paid
        pot.pay(table, seat, points)
        pot.paid[seat] = paid + points
        risen = paid + points - price
        if verb != "CALL" and (risen > 0 or not state.opened):
            # A short all-in is no full raise: the next must still match the one before.
            state.raised = max(1, risen, state.raised if state.opened else 0)
            state.opened = True
            idle, waiting = (seat, *pot.all_in, *table.dropped), []
            other = table.following[seat]
            while other != seat:
                if other not in idle:
                    waiting.append(other)
                other = table.following[other]
            state.waiting = waiting
        if table.log.listening:
            pot.tell(table)

    def _last_to_drop(self, table: CardGame, left: int) -> int:
        """Who takes the pot when the only one left has forfeited."""
        others = (s for s in reversed(table.dropped) if s not in table.forfeits and table.piles[s])
        return next(others, left)

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: BetState) -> None:
        owed = max(table.pot.paid) - table.pot.paid[seat]
        if command.verb == "CHECK" and owed:
            raise Refused(
                Reason.NOT_NOW,
                plural(
                    owed,
                    "there is one point to call; say one of: {offers}",
                    "there are {n} points to call; say one of: {offers}",
                    offers=table.in_words(table.legal(seat)),
                ),
            )


def _needs_bank(stage: AnyStage) -> list[str]:
    """These stages move points, which players must bring along."""
    return [
        Text("{stage} needs points to play for; write bank = Bank(points=100)", stage=stage.key())
    ]


_FOLDS = {"FOLD": CardCommand("FOLD"), "DROP": CardCommand("DROP")}


@condition
class Showdown(Stage["CardGame", None]):
    """All players still in show their cards, and the best hand takes the pot."""

    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (
        Notice(
            "HAND",
            "the poker hand that a player shows",
            {"who": "the player", "hand": "what it is called"},
            told="{who} has: {hand}",
            you="You have: {hand}",
            values=HANDS,
        ),
    )

    best: str = setting(
        "poker",
        "what wins: the best poker hand of five cards, or the highest card",
        choices=("poker", "highest"),
        says={
            "poker": "The best poker hand wins.",
            "highest": "The highest card wins; of equal ranks, the higher suit.",
        },
    )
    tie_break: str = setting(
        "kickers",
        "equal poker hands: by the ranks of the hand's own cards, then suits; or by all ranks, "
        "then suits",
        choices=("contest", "kickers"),
        unsaid="Equal poker hands are compared by all their ranks, then by suits.",
        says={
            "contest": "Equal hands: the ranks of the hand's own cards decide, then their suits: "
            "spades, hearts, diamonds, clubs."
        },
    )
    ace_low: bool = setting(
        False,
        "A 2 3 4 5 is a straight, too",
        says="A 2 3 4 5 is a straight, too.",
        says_not="An ace is always high.",
    )
    side_pots: bool = setting(
        False,
        "a player who is all-in wins from each other player no more than they put in",
        says="A player who is all-in wins from each other player no more than they put in.",
        says_not="The winner takes the whole pot.",
    )

    def conflicts(self) -> list[str]:
        if self.best != "poker" and (self.ace_low or self.tie_break != "kickers"):
            return [Text("tie_break and ace_low are about poker hands: write best='poker'")]
        return []

    def sentences(self) -> list[Sentence]:
        """What breaks ties and where an ace stands is said of poker hands only."""
        said = super().sentences()
        return said if self.best == "poker" else [said[0], said[-1]]

    def misfits(self, rules: Rules) -> list[str]:
        found = _needs_bank(self) if rules.bank is None else []
        if self.best != "poker":
            return found
        if rules.deck.suitless() or rules.deck.has_doubles():
            found.append(Text("poker hands are of one pack without jokers"))
        if not rules.deck.is_french:
            found.append(Text("poker hands are of the suits and ranks that everybody knows"))
        if any(stage.each != 5 for stage in rules.stages if isinstance(stage, Deal)):
            found.append(Text("a poker hand has five cards; write Deal(each=5)"))
        return found

    def begin(self, table: CardGame) -> None:
        rivals, pot = table.still_in(), table.pot
        for seat in rivals:
            table.piles.show(table.piles[seat], seat)
            if table.log.listening and self.best == "poker":
                name = name_of(self._hands().value(table.piles[seat]))
                table.emit("HAND", table.names[seat], name)
        if table.forfeits:  # what is at stake goes to the others
            rivals = [seat for seat in rivals if seat not in table.forfeits] or rivals
        if self.side_pots:
            self._share(table, rivals)
        else:
            pot.win(table, self._winner(table, rivals), pot.total)
        if table.log.listening:
            pot.tell(table)
        table.next_stage()

    def _winner(self, table: CardGame, rivals: Sequence[int]) -> int:
        if self.best == "highest":
            best = [max([(c.level, c.suit_bit) for c in table.piles[s]]) for s in rivals]
            return rivals[best.index(max(best))]
        return self._hands().best([(seat, table.piles[seat]) for seat in rivals])

    def _hands(self) -> Hands:
        return hands_of(ace_low=self.ace_low, kickers=self.tie_break == "kickers")

    def _share(self, table: CardGame, rivals: Sequence[int]) -> None:
        """Ordinary poker: each layer of the pot goes to the best of those who paid it."""
        pot = table.pot
        paid = list(pot.paid)
        antes = pot.total - sum(paid)
        floor = 0
        for level in sorted({paid[s] for s in rivals}):
            layer = sum(min(p, level) - min(p, floor) for p in paid)
            who = [s for s in rivals if paid[s] >= level]
            pot.win(table, self._winner(table, who), layer + antes)
            antes, floor = 0, level
        if pot.total:  # bet beyond every rival by somebody who dropped
            pot.win(table, self._winner(table, rivals), pot.total)
