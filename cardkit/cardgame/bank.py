"""Games for points: the pot, and the stages Ante, Blinds, Betting and Showdown around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.command import CardCommand, make_card_command
from cardkit.cardgame.dealing import Deal
from cardkit.cardgame.parts import TableCondition, TablePart
from cardkit.cardgame.poker import HANDS, Hands, hands_of, name_of
from cardkit.cardgame.shared import shared_cards, shared_in
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

    __slots__ = (
        "all_in",
        "big",
        "fee",
        "floor",
        "paid",
        "points",
        "price",
        "rounds",
        "side_pots",
        "total",
        "unit",
        "winners",
    )

    def __init__(self, points: int, fee: int = 1, *, side_pots: bool = False) -> None:
        self.points = points
        """What everybody begins a match with."""
        self.total = 0
        self.paid: list[int] = []
        """What each player has bet in this game, without the ante."""
        self.price = 0
        """What everybody who stays in has to have bet in this game."""
        self.floor = 0
        """What of it was bet in rounds before this one."""
        self.rounds = 0
        """The number of the round of bets."""
        self.unit = 1
        """The least bet: the big blind, or one point."""
        self.big = -1
        """Who has paid the big blind, if there is one."""
        self.all_in: list[int] = []
        self.winners: list[int] = []
        self.fee = fee
        """What a game costs; who cannot pay it is out of the match."""
        self.side_pots = side_pots

    def collect(self, table: CardGame, seats: Sequence[int], points: int) -> None:
        """Each of these players pays so many points into the pot."""
        scores = table.scores
        for seat in seats:
            scores[seat] = left = scores[seat] - points
            if not left:
                self.all_in.append(seat)
        self.total += points * len(seats)

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
            self.price = second
            self.total -= excess
            table.scores[owner] += excess
            if table.log.listening:
                table.emit("REFUND", table.names[owner], excess)
                self.tell(table)

    def layers(self, rivals: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
        """The pot and its side pots, each with those of these players who can win it."""
        paid, floor = self.paid, 0
        left = self.total
        antes = left - sum(paid)
        for level in sorted({paid[s] for s in rivals}):
            points = antes + sum([min(p, level) - min(p, floor) for p in paid])
            yield points, [s for s in rivals if paid[s] >= level]
            antes, floor = 0, level
            left -= points
        if left:  # bet beyond every rival by somebody who dropped
            yield left, [*rivals]

    def facts(self) -> Mapping[str, FactValue]:
        """Pot, price and bets of this round, which are facts for everybody."""
        floor = self.floor
        paid = [p - floor if p > floor else 0 for p in self.paid]
        return {"pot": self.total, "price": self.price - floor, "paid": paid}

    def tell(self, table: CardGame) -> None:
        """The stakes have changed, and what is left to the players."""
        table.tell_scores()
        self.tell_stakes(table)

    def tell_stakes(self, table: CardGame) -> None:
        """The stakes have changed."""
        for fact, value in self.facts().items():
            table.emit("FACT", fact, value)

    def split_up(self, table: CardGame) -> None:
        """Show the side pots, after a round in which somebody went all in."""
        if self.side_pots:
            pots = [points for points, _ in self.layers(table.still_in())]
            table.set_fact("pots", " + ".join(map(str, pots)) if len(pots) > 1 else None)

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
        self.total = self.price = self.floor = self.rounds = 0
        self.big = -1
        self.paid = [0] * len(table.order)
        self.all_in, self.winners = [], []
        if self.side_pots:
            table.set_fact("pots", None)

    def put_away(self, table: CardGame) -> None:
        if self.paid:
            self.total, self.price, self.floor, self.paid = 0, 0, 0, []
            self.tell_stakes(table)

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
        if self.big >= 0:
            table.first = self._first_after_blinds(table)
            return
        first = following[table.first]
        if any(scores):
            while not scores[first]:
                first = following[first]
        table.first = first

    def _first_after_blinds(self, table: CardGame) -> int:
        """Nobody is left out of the big blind, and nobody pays it twice: it moves on by one.

        The first player is the one before, who pays the small blind; of two, the big blind.
        """
        at = table.order.index(self.big) + 1
        seats = [s for s in table.order[at:] + table.order[:at] if table.scores[s]]
        return seats[-1] if len(seats) > 2 else seats[0]

    def sit_out(self, table: CardGame, least: int) -> None:
        """Who has less than this does not play, and is not the first player."""
        scores = table.scores
        if min(scores) < least:
            table.dropped += [seat for seat in table.order if scores[seat] < least]
            if table.first in table.dropped:
                table.first = next(s for s in table.from_first() if s not in table.dropped)

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
        Fact("pot", "the points in the pot", "pot", told="", stake=True, role="pot"),
        Fact(
            "price", "what everybody who stays in has to pay", "highest bet", told="", role="price"
        ),
        Fact(
            "paid",
            "what each player has bet",
            "bet",
            told="",
            kind="seats",
            stake=True,
            role="paid",
        ),
        Fact("pots", "the main pot and the side pots", "side pots", told="The pots are {value}"),
        Notice(
            "WIN",
            "a player wins points from the pot",
            {"who": "the player", "points": "how many"},
            told="{who} wins {points}",
            you="You win {points}",
            announced=True,
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
        fee = next((s.fee for s in stages if isinstance(s, Ante)), 1)
        side_pots = any(isinstance(s, Showdown) and s.side_pots for s in stages)
        return Pot(self.points, fee, side_pots=side_pots)

    def sentences(self) -> list[Sentence]:
        return [
            *super().sentences(),
            ("The first player changes from game to game.", {}),
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

    def sentences(self) -> list[Sentence]:
        return [
            *super().sentences(),
            ("A player who cannot pay the next fee is out of the match.", {}),
        ]

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
        pot = table.pot
        pot.sit_out(table, self.fee or 1)
        pot.collect(table, table.still_in(), self.fee)
        if table.log.listening:
            pot.tell(table)
        table.next_stage()


@condition
class Blinds(Stage["CardGame", None]):
    """Two players bet before the cards are dealt, without having seen any."""

    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (
        Fact(
            "small_blind",
            "who pays the small blind",
            "small blind",
            told="{value} pays the small blind",
            you="You pay the small blind",
        ),
        Fact(
            "big_blind",
            "who pays the big blind",
            "big blind",
            told="{value} pays the big blind",
            you="You pay the big blind",
        ),
    )

    small: int = setting(
        1,
        "points that the first player after the dealer pays; of two players, the dealer",
        least=0,
        most=1_000_000,
        says=("The small blind is one point.", "The small blind is {small:,} points."),
        says_not="There is no small blind.",
    )
    big: int = setting(
        2,
        "points that the next player pays, which is also the least bet",
        least=1,
        most=1_000_000,
        says=("The big blind is one point.", "The big blind is {big:,} points."),
    )
    double_after: int = setting(
        0,
        "games after which the blinds double, time and again",
        unsaid={0: "never"},
        least=0,
        most=1000,
        says=(
            "The blinds double after each game.",
            "The blinds double every {double_after} games.",
        ),
    )

    def sentences(self) -> list[Sentence]:
        return [
            ("The player after the dealer pays the small blind, the next one the big blind.", {}),
            ("Of two players, the dealer pays the small blind and speaks first.", {}),
            *super().sentences(),
            ("A player without points is out of the match.", {}),
        ]

    def conflicts(self) -> list[str]:
        wrong = Text("the small blind is more than the big one; write small ≤ big")
        return [wrong] if self.small > self.big else []

    def misfits(self, rules: Rules) -> list[str]:
        return _needs_bank(self) if rules.bank is None else []

    def begin(self, table: CardGame) -> None:
        pot = table.pot
        pot.sit_out(table, 1)
        seats = table.still_in()
        small, big, *_ = seats if len(seats) > 2 else seats[::-1]
        times = 1
        if self.double_after:
            times = 1 << min((table.game_no - 1) // self.double_after, _MOST_DOUBLES)
        pot.unit = pot.price = self.big * times
        pot.big = big
        for seat, points in ((small, self.small * times), (big, pot.unit)):
            pot.paid[seat] = paid = min(points, table.scores[seat])
            pot.collect(table, (seat,), paid)
        table.set_fact("small_blind", table.names[small])
        table.set_fact("big_blind", table.names[big])
        if table.log.listening:
            pot.tell(table)
        table.next_stage()


_MOST_DOUBLES = 30


class Points(Amount):
    """An offer of points to bet, whose commands need not be made into those of a card table."""

    __slots__ = ()

    def command(self, amount: int) -> CardCommand:
        return make_card_command(f"{self.verb} {amount}", self.verb, -1, (), amount)


class BetState(StageState):
    """Who still has to answer, who has spoken since the last full raise, and how much that was."""

    __slots__ = ("opened", "raised", "raises", "spoken", "waiting")

    def __init__(self, waiting: list[int], unit: int) -> None:
        self.waiting = waiting
        self.opened = False
        self.raised = unit
        self.raises = 0
        self.spoken: list[int] = []


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
            free=True,
        ),
        Word(
            "CHECK",
            "stay in without a bet",
            told="{who} checks",
            you="You check",
            button="Check",
            free=True,
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
        "RAISE names the new total of the round, or by how much the price rises",
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
    limit: str = setting(
        "none",
        "how much a bet or a raise can be: any number of points; at most the pot, after a call; or "
        "only the least bet, and from the third round on twice as much",
        choices=("none", "pot", "fixed"),
        unsaid="A bet or raise may be of any number of points.",
        says={
            "pot": "A bet or raise is at most what is in the pot after a call.",
            "fixed": "Every bet and raise is the big blind, from the third round on twice as much.",
        },
    )
    cap: int = setting(
        0,
        "bets and raises in a round, a blind among them",
        unsaid={0: "any number"},
        least=0,
        most=100,
        says="Bets and raises in a round: at most {cap}.",
    )
    all_in: str = setting(
        "always",
        "a player may always go all in, and everybody may raise after it; or it counts as the "
        "call, bet or raise that it is, and lets those raise again who have spoken if it is a full "
        "raise",
        choices=("always", "counted"),
        unsaid="You may go all in at any time, and everybody may raise after it.",
        says={
            "counted": "After an all-in that raises by less than a full raise, players who have "
            "spoken may only call or fold."
        },
    )
    refund: bool = setting(
        False,
        "what nobody could match of a bet goes back to its owner",
        says="What the others cannot match of a bet goes back.",
    )

    def tells_of_hands(self) -> bool:
        return True

    def declared(self) -> Iterator[Declared]:
        unused = {*_FOLDS} - {self.fold} | ({"CHECK"} if not self.check else set())
        for word in self.declares:
            if isinstance(word, Word) and word.verb not in unused:
                yield word

    def conflicts(self) -> list[str]:
        if self.limit != "none" and self.all_in != "counted":
            return [Text("a limit holds for ALLIN, too: write all_in='counted'")]
        if self.limit == "fixed" and self.min_raise != "increment":
            return [Text("in fixed limit all raises are the same: write min_raise='increment'")]
        return []

    def misfits(self, rules: Rules) -> list[str]:
        if rules.bank is None:
            return _needs_bank(self)
        if not self.check and any(isinstance(stage, Blinds) for stage in rules.stages):
            return [Text("a big blind that nobody raises may check: write check=True")]
        return []

    def endings(self) -> Sequence[str]:
        return ("dropped",)

    def begin(self, table: CardGame) -> None:
        pot, waiting = table.pot, table.still_in()
        pot.rounds += 1
        blinds = pot.big >= 0 and pot.rounds == 1
        if blinds:
            at = waiting.index(pot.big) + 1
            waiting = waiting[at:] + waiting[:at]
        elif self.raises == "to" and pot.floor != pot.price:
            pot.floor = pot.price
            if table.log.listening:
                pot.tell_stakes(table)
        if pot.all_in:
            waiting = [s for s in waiting if s not in pot.all_in]
            if not waiting or (len(waiting) == 1 and pot.paid[waiting[0]] == max(pot.paid)):
                self._end(table)
                return
        late = self.limit == "fixed" and pot.rounds >= _LATE_ROUND
        table.state = state = BetState(waiting, 2 * pot.unit if late else pot.unit)
        if blinds:
            state.opened, state.raises = True, 1
        table.awaited = (waiting[0],)

    def offers(self, table: CardGame, seat: int, state: BetState) -> Offers:
        pot, points, fold = table.pot, table.scores[seat], _FOLDS[self.fold]
        owed = pot.price - pot.paid[seat]
        if points < owed:
            return ALLIN, fold
        opened, spare = state.opened, points - owed
        least = state.raised if self.min_raise == "increment" or not opened else 1
        most = self._most(table, seat, state, owed, least, spare)
        if not opened and not self.check:
            return Points("BET", 0, most), ALLIN, fold
        call = CALL if owed or not self.check else CHECK
        rest = (ALLIN, fold) if most == spare or self.all_in == "always" else (fold,)
        if not most or least > spare:
            return call, *rest
        base = pot.price - pot.floor if opened and self.raises == "to" else 0
        return call, Points("RAISE" if opened else "BET", base + least, base + most), *rest

    def _most(
        self, table: CardGame, seat: int, state: BetState, owed: int, least: int, spare: int
    ) -> int:
        """By how much this player, who can spare so many points, may raise the price; 0: not."""
        pot = table.pot
        if pot.all_in and not self._has_rivals(table, seat):
            return 0
        if self.cap and state.raises >= self.cap:
            return 0
        if self.all_in == "counted" and owed < least and seat in state.spoken:
            return 0
        if self.limit == "none":
            return spare
        return min(spare, max(least, pot.total + owed) if self.limit == "pot" else least)

    def _has_rivals(self, table: CardGame, seat: int) -> bool:
        """Whether anybody is left who could answer a raise."""
        paid, price, dropped = table.pot.paid, table.pot.price, table.dropped
        for other, points in enumerate(table.scores):
            if points + paid[other] > price and other != seat and other not in dropped:
                return True
        return False

    def act(self, table: CardGame, seat: int, command: CardCommand, state: BetState) -> None:
        pot, verb = table.pot, command.verb
        state.waiting.remove(seat)
        if verb in _FOLDS:
            table.dropped.append(seat)
            if len(table.dropped) == len(table.order) - 1:
                (left,) = table.still_in()
                if left in table.forfeits:
                    left = self._last_to_drop(table, left)
                pot.win(table, left, pot.total)
                if table.log.listening:
                    pot.tell(table)
                table.skip_stages("dropped")
                return
        else:
            state.spoken.append(seat)
            if verb != "CHECK":
                self._put_in(table, seat, command, state)
        waiting = state.waiting
        if pot.all_in and len(waiting) == 1 and not self._is_needed(table, waiting[0]):
            waiting.clear()
        if waiting:
            table.awaited = (waiting[0],)
        else:
            self._end(table)

    def _is_needed(self, table: CardGame, seat: int) -> bool:
        """Whether the last player who is to speak has anything to decide."""
        paid = table.pot.paid
        return self.all_in == "always" or paid[seat] < max(paid) or self._has_rivals(table, seat)

    def _end(self, table: CardGame) -> None:
        pot = table.pot
        if pot.all_in:  # or everybody has paid the same
            if self.refund:
                pot.give_back_excess(table)
            pot.split_up(table)
        table.next_stage()

    def _put_in(self, table: CardGame, seat: int, command: CardCommand, state: BetState) -> None:
        pot, verb = table.pot, command.verb
        price, paid = pot.price, pot.paid[seat]
        if verb == "CALL":
            points = price - paid
        elif verb == "ALLIN":
            points = table.scores[seat]
        elif verb == "BET" or self.raises == "by":
            points = price - paid + command.amount
        else:
            points = pot.floor + command.amount - paid
        pot.collect(table, (seat,), points)
        pot.paid[seat] = paid = paid + points
        risen = paid - price
        if verb != "CALL" and (risen > 0 or not state.opened):
            pot.price = paid
            # A short all-in is no full raise: the next must still match the one before.
            if risen >= state.raised:
                state.raised, state.spoken = risen, [seat]
            state.opened = True
            state.raises += 1
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
        owed = table.pot.price - table.pot.paid[seat]
        if command.verb in ("RAISE", "ALLIN") and state.opened:
            self._explain_raise(table, seat, state, owed)
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

    def _explain_raise(self, table: CardGame, seat: int, state: BetState, owed: int) -> None:
        """Why this player may not raise at all."""
        if self.cap and state.raises >= self.cap:
            why = "this round has had all its bets and raises: {cap}"
            raise Refused(Reason.NOT_NOW, why, cap=self.cap)
        if self.all_in == "counted" and owed < state.raised and seat in state.spoken:
            why = "you have spoken, and the price has risen by less than a raise of {least} since"
            raise Refused(Reason.NOT_NOW, why, least=state.raised)
        if table.pot.all_in and not self._has_rivals(table, seat):
            raise Refused(Reason.NOT_NOW, "nobody is left who could answer a raise")


def _needs_bank(stage: AnyStage) -> list[str]:
    """These stages move points, which players must bring along."""
    return [
        Text("{stage} needs points to play for; write bank = Bank(points=100)", stage=stage.key())
    ]


_FOLDS = {"FOLD": CardCommand("FOLD"), "DROP": CardCommand("DROP")}
_LATE_ROUND = 3
"""From this round on, the bets of fixed limit are twice as high."""


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
            announced=True,
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
        "then suits; or by all ranks, and hands that are still equal split the pot",
        choices=("contest", "kickers", "split"),
        unsaid="Equal poker hands are compared by all their ranks, then by suits.",
        says={
            "contest": "Equal hands: the ranks of the hand's own cards decide, then their suits: "
            "spades, hearts, diamonds, clubs.",
            "split": "Equal hands split the pot; what cannot be split goes to the first of them "
            "after the dealer.",
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
        shared = shared_cards(rules.stages)
        dealt = [stage.each for stage in rules.stages if isinstance(stage, Deal)]
        if not shared and any(each != 5 for each in dealt):
            found.append(Text("a poker hand has five cards; write Deal(each=5)"))
        elif shared and any(not 5 <= each + shared <= _MOST_CARDS for each in dealt):
            found.append(Text("hands have five to seven cards with those that all share"))
        if shared and self.tie_break != "split":
            found.append(
                Text("equal hands split the pot where cards are shared: write tie_break='split'")
            )
        return found

    def begin(self, table: CardGame) -> None:
        rivals, pot = table.still_in(), table.pot
        for seat in rivals:
            table.piles.show(table.piles[seat], seat)
            if table.log.listening and self.best == "poker":
                table.emit("HAND", table.names[seat], name_of(self._value(table, seat)))
        if table.forfeits:  # what is at stake goes to the others
            rivals = [seat for seat in rivals if seat not in table.forfeits] or rivals
        layers = pot.layers(rivals) if self.side_pots else ((pot.total, rivals),)
        for points, who in layers:
            winners = self._winners(table, who)
            share, odd = divmod(points, len(winners))
            for place, seat in enumerate(winners):
                pot.win(table, seat, share + (place < odd))
        if table.log.listening:
            pot.tell(table)
        table.next_stage()

    def _winners(self, table: CardGame, rivals: Sequence[int]) -> Sequence[int]:
        """Who of these players has the best hand; the first after the dealer comes first."""
        if len(rivals) == 1:
            return rivals
        piles = table.piles
        if self.best == "highest":
            best = [max([(c.level, c.suit_bit) for c in piles[s]]) for s in rivals]
            return (rivals[best.index(max(best))],)
        if self.tie_break != "split":
            return (self._hands().best([(seat, piles[seat]) for seat in rivals]),)
        values = [self._value(table, seat) for seat in rivals]
        top = max(values)
        return [seat for seat, value in zip(rivals, values, strict=True) if value == top]

    def _value(self, table: CardGame, seat: int) -> int:
        """What the hand of this player is worth, with the cards that all share."""
        hand, shared = table.piles[seat], shared_in(table)
        return self._hands().best_of([*hand, *shared]) if shared else self._hands().value(hand)

    def _hands(self) -> Hands:
        return hands_of(ace_low=self.ace_low, kickers=self.tie_break != "contest")


_MOST_CARDS = 7
