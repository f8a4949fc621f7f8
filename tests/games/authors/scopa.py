"""Scopa: a card from the hand captures one of its rank on the table, or several that add up."""

from itertools import combinations

from cardkit import (
    EVERYONE,
    Card,
    CardCommand,
    CardGame,
    Deal,
    Deck,
    Match,
    Notice,
    Pile,
    Seats,
    Word,
    condition,
)
from cardkit.stages import Offers, Stage, StageState

RANKS = "A234567JQK"
LAY = Word("LAY", "lay a card", "{who} lays {cards}", "You lay {cards}", "Lay", cards=(1, 1))
TAKE = Word("TAKE", "capture cards on the table with one of your own, which you name first",
            "{who} takes {cards}", "You take {cards}", "Take", cards=(2, 6))  # fmt: skip


class Haul(StageState):
    """Who has captured last, and how often each player has swept the table."""

    __slots__ = ("last", "sweeps")

    def __init__(self, players: int) -> None:
        self.last, self.sweeps = 0, [0] * players


@condition
class Fishing(Stage["Scopa", Haul]):
    """Capture a card of the same rank, or else cards that add up to yours; or lay a card."""

    declares = (
        *(LAY, TAKE),
        Notice(
            "SWEEP", "a player takes all cards", {"who": "the player"}, "{who} sweeps the table"
        ),
        Pile("won", "the cards that a player has captured", "captured"),
        Pile("table", shown="spread", cleared=""),
    )

    def begin(self, table: "Scopa") -> None:
        table.state = Haul(len(table.names))
        table.ask(table.first)

    def captures(self, table: "Scopa", card: Card) -> list[tuple[Card, ...]]:
        sets = [s for n in range(1, 6) for s in combinations(table.piles["table"], n)]
        fits = [s for s in sets if sum(c.level + 1 for c in s) == card.level + 1]
        return [s for s in fits if len(s) == 1] or fits

    def offers(self, table: "Scopa", seat: int, state: Haul) -> Offers:
        sets = {card: self.captures(table, card) for card in table.hand(seat)}
        takes = [CardCommand("TAKE", cards=(card, *s)) for card in sets for s in sets[card]]
        return takes + [CardCommand("LAY", cards=(card,)) for card in sets if not sets[card]]

    def act(self, table: "Scopa", seat: int, command: CardCommand, state: Haul) -> None:
        card, *taken = command.cards
        table.piles.move((card,), seat, f"won:{seat}" if taken else "table", to=EVERYONE)
        if taken:
            table.piles.move(taken, "table", f"won:{seat}", to=EVERYONE)
            state.last = seat
            if not table.piles["table"]:
                state.sweeps[seat] += 1
                table.emit("SWEEP", table.names[seat])
        if not any(table.hand(s) for s in table.order):
            for s in table.from_first():
                table.piles.take(s, 3)
        if table.hand(after := table.following[seat]):
            table.ask(after)
        else:
            table.piles.move(table.piles["table"][:], "table", f"won:{state.last}", to=EVERYONE)
            table.next_stage()

    def gives_points(self) -> bool:
        return True

    def points(self, table: "Scopa", seat: int, state: Haul) -> int:
        won = [table.piles.get(f"won:{s}", []) for s in range(len(table.names))]
        counts = [len(pile) for pile in won], [sum(c.suit == "D" for c in p) for p in won]
        most = sum(each[seat] == max(each) and each.count(max(each)) == 1 for each in counts)
        return most + ("D7" in won[seat]) + state.sweeps[seat]


class Scopa(CardGame):
    """Capture most cards, most diamonds and the seven of diamonds, and sweep the table."""

    title = "Scopa"
    seats = Seats(least=2, most=3)
    match = Match(games=30, play_to=11, begins="next")
    deck = Deck(size=0, order=RANKS, cards=tuple(s + r for s in "CDHS" for r in RANKS))
    fixed = ("suits",)  # no suit is above another
    stages = (Deal(each=3, turn_up=4), Fishing())
