"""The hands of blackjack: those of the players, split or not, and that of the house."""

from typing import TYPE_CHECKING

from cardkit import EVERYONE, CardCommand, Fact, Notice, Pile, Refused, Word, condition
from cardkit.games.blackjack.house import COUNTS, count, is_blackjack, worth, written
from cardkit.stages import Offers, Stage, StageState

if TYPE_CHECKING:
    from cardkit.games.blackjack.game import Blackjack


class Turns(StageState):
    """Who plays, and how often they have split."""

    __slots__ = ("splits", "waiting")

    def __init__(self, waiting: list[int]) -> None:
        self.waiting, self.splits = waiting, 0


@condition
class Hands(Stage["Blackjack", Turns]):
    """One player after the other draws cards; then the house does."""

    on_table = "none"
    declares = (
        Word("HIT", "take a card", told="{who} hits: {got}", you="You hit: {got}", button="Hit"),
        Word("STAND", "take no more cards", told="{who} stands", you="You stand", button="Stand",
             mild=True),
        Word("DOUBLE", "double the bet, and take just one card", told="{who} doubles: {got}",
             you="You double: {got}", button="Double"),
        Word("SPLIT", "make two hands of two cards that count the same, with a bet on each",
             told="{who} splits", you="You split", button="Split"),
        Word("SURRENDER", "give up for half the bet", told="{who} surrenders", you="You surrender",
             button="Surrender", grave=True),
        Fact("counts", "what each hand counts", "count", told="", kind="seats", values=COUNTS),
        Fact("house_count", "what the house counts", "house has", told="", values=COUNTS),
        Notice("HOUSE", "what the house has in the end", {"has": "what it counts"},
               told="The house: {has}", values=(*COUNTS, "a blackjack"), announced=True),
        Notice("GAIN", "what a player has won", {"who": "the player", "points": "how many"},
               told="{who} wins {points}", you="You win {points}"),
        Notice("LOSS", "what a player has lost", {"who": "the player", "points": "how many"},
               told="{who} loses {points}", you="You lose {points}"),
        Pile("house", "the cards of the house", "house", shown="spread", place="left", result=True,
             gathers="The house gets {cards}"),
        Pile("split", "the cards of hands that are split and played later", "split", shown="spread",
             put="", you_put="", taken="", you_take=""),
        Pile("played", "the cards of split hands that have been played", "played", shown="spread",
             put="", you_put=""),
    )  # fmt: skip

    def begin(self, table: "Blackjack") -> None:
        table.state = state = Turns([] if table.house_shows else table.still_in())
        self._go_on(table, state)

    def offers(self, table: "Blackjack", seat: int, state: Turns) -> Offers:
        hand, words = table.hand(seat), ["HIT", "STAND"]
        if not table.piles["stock"]:
            words = ["STAND"]
        elif len(hand) == 2 and table.spare(seat) >= table.bets[seat]:
            words.append("DOUBLE")
            cards_left = len(table.piles["stock"]) > 1
            if (
                worth(hand[0]) == worth(hand[1])
                and state.splits < table.house.splits
                and cards_left
            ):
                words.append("SPLIT")
        if table.house.surrender and len(hand) == 2 and not state.splits:
            words.append("SURRENDER")
        return [CardCommand(word) for word in words]

    def act(self, table: "Blackjack", seat: int, command: CardCommand, state: Turns) -> None:
        piles, done = table.piles, command.verb in ("STAND", "DOUBLE", "SURRENDER")
        if command.verb == "DOUBLE":
            table.staked[seat] += table.bets[seat]
        if command.verb in ("HIT", "DOUBLE"):
            piles.take(seat, 1, to=EVERYONE)
        elif command.verb == "SPLIT":
            state.splits += 1
            table.staked[seat] += table.bets[seat]
            piles.move(piles[seat][1:], seat, f"split:{seat}", to=EVERYONE)
            piles.take(seat, 1, to=EVERYONE)
        elif command.verb == "SURRENDER":
            table.gave_up.append(seat)
        if done:
            self._end_hand(table, seat, state, 2 if command.verb == "DOUBLE" else 1)
        self._go_on(table, state)

    def _go_on(self, table: "Blackjack", state: Turns) -> None:
        """Ask whoever has something to decide; when nobody has, the house plays."""
        while state.waiting:
            seat = state.waiting[0]
            hand = table.hand(seat)
            one_card_each = state.splits and hand[0].rank == "A"  # aces that were split
            if count(hand)[0] < 21 and not one_card_each:
                table.tell_hands()
                table.ask(seat)
                return
            self._end_hand(table, seat, state)
        self._play_house(table)

    def _end_hand(self, table: "Blackjack", seat: int, state: Turns, times: int = 1) -> None:
        """What a hand counts is kept, and the next of this player is taken up, if one is left."""
        piles, hand, later = table.piles, table.hand(seat), f"split:{seat}"
        natural = len(hand) == 2 and count(hand)[0] == 21 and not state.splits
        table.settled.append((seat, (count(hand)[0], times * table.bets[seat], natural)))
        if piles.get(later):
            piles.move(sorted(hand), seat, f"played:{seat}", to=EVERYONE)
            piles.move(piles[later][-1:], later, seat, to=EVERYONE)
            piles.take(seat, 1, to=EVERYONE)
        else:
            state.waiting.pop(0)
            state.splits = 0

    def _play_house(self, table: "Blackjack") -> None:
        piles, rules = table.piles, table.house
        if table.house_shows:
            for seat in table.still_in():
                total, _ = count(table.hand(seat))
                table.settled.append((seat, (total, table.bets[seat], total == 21)))
        piles.show(piles["house"], "house")
        if any(total <= 21 and not natural for _, (total, _, natural) in table.settled):
            while piles["stock"] and rules.draws(piles["house"]):
                piles.take("house", 1)
        table.house_shows = True
        table.tell_hands()
        found = piles["house"]
        table.emit("HOUSE", "a blackjack" if is_blackjack(found) else written(found))
        for seat in table.bets:
            if won := table.points(seat):
                table.emit("GAIN" if won > 0 else "LOSS", table.names[seat], abs(won))
        table.next_stage()

    def explain(self, table: "Blackjack", seat: int, command: CardCommand, state: Turns) -> None:
        hand, verb = table.hand(seat), command.verb
        if verb in ("DOUBLE", "SPLIT", "SURRENDER") and len(hand) > 2:
            raise Refused("TOO_LATE", "{verb} is for the first two cards of a hand", verb=verb)
        if verb == "SPLIT" and worth(hand[0]) != worth(hand[1]):
            raise Refused("NO_PAIR", "only two cards that count the same can be split")
        if verb in ("DOUBLE", "SPLIT") and table.spare(seat) < table.bets[seat]:
            raise Refused("TOO_FEW_POINTS", "that takes another {bet} points", bet=table.bets[seat])
