"""Games for points: the stages Ante, Betting and Showdown, and the table that keeps the pot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardkit.cardgame.cards import Card
from cardkit.cardgame.dealing import Deal
from cardkit.cardgame.poker import Hands, hands_of, name_of
from cardkit.cardgame.stage import Now, Offers, Stage
from cardkit.cardgame.table import CardGame
from cardkit.netgame import Amount, Command, Reason, Refused, Text, condition, setting

if TYPE_CHECKING:
    from collections.abc import Mapping

CHECK, CALL, ALLIN = Command("CHECK"), Command("CALL"), Command("ALLIN")


class BankGame(CardGame, abstract=True):
    """A card game whose players bring points along and play for a pot."""

    notes = (
        "The first player changes from game to game.",
        "Who cannot pay the next fee is out of the match.",
    )

    def __init__(self, preset: str = "", options: Mapping[str, Any] = {}, **how: Any) -> None:
        super().__init__(preset, options, **how)
        self.pot = 0
        self.paid: list[int] = []
        """What each player has bet in this game, without the ante."""
        self.all_in: list[int] = []
        self.winners: list[int] = []
        self.fee = next((s.fee for s in self.stages if isinstance(s, Ante)), 1)
        """What a game costs; who cannot pay it is out of the match."""

    @classmethod
    def find_mistakes(cls) -> list[str]:
        missing = [] if cls.bank is not None else ["bank is missing; write bank = Bank(points=100)"]
        return super().find_mistakes() + missing

    def on_match(self) -> None:
        assert self.bank is not None
        self.scores = [self.bank.points] * len(self.names)

    def begin(self) -> None:
        self.pot = 0
        self.paid = [0] * len(self.names)
        self.all_in, self.winners = [], []
        super().begin()

    def put_away(self) -> None:
        super().put_away()
        if self.paid:
            self.pot, self.paid = 0, []
            self._tell_pot()

    def win(self, seat: int, points: int) -> None:
        """Points go from the pot to a player."""
        self.scores[seat] += points
        self.pot -= points
        if seat not in self.winners:
            self.winners.append(seat)
        if self.listening:
            self.emit("WIN", self.names[seat], points)

    def stakes(self) -> dict[str, Any]:
        """Pot, price and bets, which are facts for everybody."""
        return {"pot": self.pot, "price": max(self.paid, default=0), "paid": tuple(self.paid)}

    def tell_stakes(self) -> None:
        """The stakes have changed, and what is left to the players."""
        self.tell_scores()
        self._tell_pot()

    def _tell_pot(self) -> None:
        for fact, value in self.stakes().items():
            self.emit("FACT", fact, value)

    def _view_parts(self, seat: int | None) -> dict[str, Any]:
        parts = super()._view_parts(seat)
        parts["facts"] |= self.stakes()
        return parts

    def end_early(self) -> None:
        """Skip the stages that are left: the pot has a winner."""
        if self.listening:
            self.tell_stakes()
        self.stage_no = len(self.stages)
        self.next_stage()

    def rank_players(self) -> Sequence[int]:
        winners = self.winners
        return [*winners, *[seat for seat in self.from_first() if seat not in winners]]

    def on_game_over(self) -> None:
        """Who cannot pay the next fee is out; the first player moves on to the next who can."""
        if min(self.scores) < self.fee:
            for seat, points in enumerate(self.scores):
                if 0 < points < self.fee:
                    self.scores[seat] = 0
                    self.emit("BROKE", self.names[seat])
        self.first = self.following[self.first]
        while not self.scores[self.first]:
            self.first = self.following[self.first]

    def is_match_over(self) -> bool:
        broke = self.scores.count(0) > len(self.scores) - 2
        return broke or self.game >= self.match.games


@condition
class Ante(Stage):
    """Everybody who plays pays a fee into the pot."""

    fee: int = setting(
        1,
        "points that everybody pays",
        least=0,
        most=1_000_000,
        says={0: "", 1: "The fee is one point.", None: "The fee is {fee:,} points."},
    )

    def misfits(self, rules: Any) -> list[str]:
        if wrong := _needs_bank(self, rules):
            return wrong
        points = rules.bank.points if rules.bank is not None else self.fee
        if points >= self.fee:
            return []
        return [Text("nobody can pay {fee} out of {points} points", fee=self.fee, points=points)]

    def begin(self, table: BankGame) -> None:
        scores, fee = table.scores, self.fee
        for seat in table.order:
            if scores[seat] < fee or not scores[seat]:
                table.dropped.append(seat)
                continue
            scores[seat] -= fee
            table.pot += fee
            if not scores[seat]:
                table.all_in.append(seat)
        if table.first in table.dropped:
            table.first = next(s for s in table.from_first() if s not in table.dropped)
        if table.listening:
            table.tell_stakes()
        table.next_stage()


class BetNow(Now):
    """Who still has to answer, and what was raised last."""

    __slots__ = ("opened", "raised", "waiting")

    def __init__(self, waiting: list[int]) -> None:
        self.waiting = waiting
        self.opened = False
        self.raised = 1


@condition
class Betting(Stage):
    """A round of bets: everybody who stays in pays the same."""

    verbs: ClassVar[tuple[str, ...]] = ("BET", "CHECK", "CALL", "RAISE", "ALLIN", "FOLD", "DROP")

    check: bool = setting(
        True,
        "who has nothing to call may CHECK; off: the first player bets, be it BET 0",
        says="You may CHECK or BET; once there is a bet, CALL, RAISE or go ALLIN.",
        says_not="The first player bets, and BET 0 is a check; then CALL, RAISE or go ALLIN.",
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
        says={"increment": "A raise adds at least as much as the one before."},
    )
    refund: bool = setting(
        False,
        "what nobody could match of a bet goes back to its owner",
        says="What the others cannot match of a bet goes back.",
    )

    def misfits(self, rules: Any) -> list[str]:
        return _needs_bank(self, rules)

    def begin(self, table: BankGame) -> None:
        waiting = table.still_in()
        if table.all_in:
            waiting = [s for s in waiting if s not in table.all_in]
        if len(waiting) < 2:
            table.next_stage()
            return
        table.now = BetNow(waiting)
        table.ask(waiting[0])

    def offers(self, table: BankGame, seat: int) -> Offers:
        now: BetNow = table.now
        points, paid, fold = table.scores[seat], table.paid, _FOLDS[self.fold]
        # Whether anybody is left who could answer a raise.
        rivals = len(table.all_in) + len(table.dropped) < len(table.order) - 1
        if not now.opened:
            if not self.check:
                return Amount("BET", 0, points if rivals else 0), ALLIN, fold
            return (
                (CHECK, Amount("BET", 1, points), ALLIN, fold) if rivals else (CHECK, ALLIN, fold)
            )
        price = max(paid)
        owed = price - paid[seat]
        if points < owed:
            return ALLIN, fold
        least = now.raised if self.min_raise == "increment" else 1
        if not rivals or points < owed + least:
            return CALL, ALLIN, fold
        base = 0 if self.raises == "by" else price
        return CALL, Amount("RAISE", base + least, base + points - owed), ALLIN, fold

    def act(self, table: BankGame, seat: int, command: Command) -> None:
        now: BetNow = table.now
        now.waiting.remove(seat)
        verb = command.verb
        if verb in _FOLDS:
            table.dropped.append(seat)
            if len(table.dropped) == len(table.order) - 1:
                table.win(table.still_in()[0], table.pot)
                table.end_early()
                return
        elif verb != "CHECK":
            self._put_in(table, seat, command, now)
        if now.waiting:
            table.awaited = (now.waiting[0],)
            return
        if self.refund and table.all_in:  # or everybody has paid the same
            _give_back_excess(table)
        table.next_stage()

    def _put_in(self, table: BankGame, seat: int, command: Command, now: BetNow) -> None:
        verb, price, paid = command.verb, max(table.paid), table.paid[seat]
        if verb == "CALL":
            points = price - paid
        elif verb == "ALLIN":
            points = table.scores[seat]
        elif verb == "BET" or self.raises == "by":
            points = price - paid + command.amount
        else:
            points = command.amount - paid
        table.scores[seat] -= points
        table.pot += points
        table.paid[seat] += points
        if not table.scores[seat]:
            table.all_in.append(seat)
        risen = table.paid[seat] - price
        if verb != "CALL" and (risen > 0 or not now.opened):
            # A short all-in is no full raise: the next must still match the one before.
            now.raised = max(1, risen, now.raised if now.opened else 0)
            now.opened = True
            idle, waiting = (seat, *table.all_in, *table.dropped), []
            other = table.following[seat]
            while other != seat:
                if other not in idle:
                    waiting.append(other)
                other = table.following[other]
            now.waiting = waiting
        if table.listening:
            table.tell_stakes()

    def explain(self, table: BankGame, seat: int, verb: str, cards: Sequence[Card]) -> None:
        owed = max(table.paid) - table.paid[seat]
        if verb == "CHECK" and owed:
            raise Refused(
                Reason.NOT_NOW,
                "there are {owed} points to call; say one of: {offers}",
                owed=owed,
                offers=table.in_words(table.legal(seat)),
            )


def _needs_bank(stage: Stage, rules: Any) -> list[str]:
    """These stages move points, which only a BankGame has."""
    if issubclass(rules.game, BankGame):
        return []
    return [Text("{stage} needs a BankGame, not a CardGame", stage=stage.key())]


_FOLDS = {"FOLD": Command("FOLD"), "DROP": Command("DROP")}


def _give_back_excess(table: BankGame) -> None:
    """What one player bet beyond everybody else goes back to them."""
    top, second = sorted(table.paid)[-1:-3:-1]
    if top > second:
        owner, excess = table.paid.index(top), top - second
        table.paid[owner] -= excess
        table.pot -= excess
        table.scores[owner] += excess
        table.emit("REFUND", table.names[owner], excess)
        if table.listening:
            table.tell_stakes()


@condition
class Showdown(Stage):
    """Who is still in shows the cards, and the best hand takes the pot."""

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
        "who went all-in wins from each player only what they put in themselves",
        says="Who is all-in wins only as much from each as they put in.",
        says_not="The winner takes the whole pot.",
    )

    def sentences(self) -> list[tuple[str, dict[str, Any]]]:
        """What breaks ties and where an ace stands is said of poker hands only."""
        said = Stage.sentences(self)
        return said if self.best == "poker" else [said[0], said[-1]]

    def misfits(self, rules: Any) -> list[str]:
        found = _needs_bank(self, rules)
        if self.best != "poker":
            return found
        if rules.deck.jokers or rules.deck.packs > 1:
            found.append(Text("poker hands are of one pack without jokers"))
        if any(stage.each != 5 for stage in rules.stages if isinstance(stage, Deal)):
            found.append(Text("a poker hand has five cards; write Deal(each=5)"))
        return found

    def begin(self, table: BankGame) -> None:
        rivals = table.still_in()
        for seat in rivals:
            table.show(table.piles[seat], seat)
            if table.listening and self.best == "poker":
                name = name_of(self._hands().value(table.piles[seat]))
                table.emit("HAND", table.names[seat], name)
        if self.side_pots:
            self._share(table, rivals)
        else:
            table.win(self._winner(table, rivals), table.pot)
        if table.listening:
            table.tell_stakes()
        table.next_stage()

    def _winner(self, table: CardGame, rivals: Sequence[int]) -> int:
        if self.best == "highest":
            best = [max([(c.level, c.suit_bit) for c in table.piles[s]]) for s in rivals]
            return rivals[best.index(max(best))]
        return self._hands().best([(seat, table.piles[seat]) for seat in rivals])

    def _hands(self) -> Hands:
        return hands_of(ace_low=self.ace_low, kickers=self.tie_break == "kickers")

    def _share(self, table: BankGame, rivals: Sequence[int]) -> None:
        """Ordinary poker: each layer of the pot goes to the best of those who paid it."""
        paid = list(table.paid)
        antes = table.pot - sum(paid)
        floor = 0
        for level in sorted({paid[s] for s in rivals}):
            layer = sum(min(p, level) - min(p, floor) for p in paid)
            who = [s for s in rivals if paid[s] >= level]
            table.win(self._winner(table, who), layer + antes)
            antes, floor = 0, level
        if table.pot:  # bet beyond every rival by somebody who dropped
            table.win(self._winner(table, rivals), table.pot)
