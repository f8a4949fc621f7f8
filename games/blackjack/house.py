"""The house of blackjack: what its cards count, what it pays, and its rules."""

from collections.abc import Sequence

from cardkit import Card, Condition, Text, condition, setting

TENS = "TJQK"
COUNTS = ("bust", *(f"soft {total}" for total in range(11, 21)))
"""What a hand can count, where that is no plain number."""


def worth(card: str) -> int:
    """What a card counts, an ace as one."""
    return 1 if card[1] == "A" else 10 if card[1] in TENS else int(card[1])


def count(cards: Sequence[str]) -> tuple[int, bool]:
    """What cards count together, and whether an ace counts eleven among them."""
    total = sum(map(worth, cards))
    soft = total < 12 and any(card[1] == "A" for card in cards)
    return (total + 10, True) if soft else (total, False)


def is_blackjack(cards: Sequence[str]) -> bool:
    """Whether these are an ace and a card that counts ten."""
    return len(cards) == 2 and count(cards)[0] == 21


def written(cards: Sequence[Card]) -> str:
    """The count of cards as players are told it."""
    total, soft = count(cards)
    return "bust" if total > 21 else f"soft {total}" if soft and total < 21 else str(total)


@condition
class House(Condition):
    """What the house does and pays."""

    points: int = setting(
        1000,
        "points each player begins a match with",
        least=1,
        most=1_000_000,
        says="Everybody begins a match with {points:,} points.",
    )
    least_bet: int = setting(
        10, "the least bet", least=1, most=1_000_000, says="The least bet is {least_bet:,}."
    )
    most_bet: int = setting(
        500, "the highest bet", least=1, most=1_000_000, says="The highest bet is {most_bet:,}."
    )
    soft_17: str = setting(
        "stand",
        "what the house does with 17 in which an ace counts eleven",
        choices=("stand", "hit"),
        says={
            "stand": "The house draws up to 16 and stands on every 17.",
            "hit": "The house draws up to 16, and also on a 17 in which an ace counts eleven.",
        },
    )
    pays: str = setting(
        "3:2",
        "what a blackjack pays",
        choices=("3:2", "6:5"),
        says="A blackjack, an ace and a ten or picture, pays {pays}.",
    )
    looks: bool = setting(
        True,
        "with an ace or a ten, the house looks at its other card before anybody plays",
        says="With an ace or a ten up, the house looks at once whether it has a blackjack.",
        says_not="The house looks at its other card when all have played.",
    )
    insurance: bool = setting(
        True,
        "when the house shows an ace, players may insure themselves against a blackjack",
        says="When the house shows an ace, you may INSURE: half your bet on its blackjack pays "
        "2:1.",
    )
    surrender: bool = setting(
        False,
        "a player may give up the first two cards for half the bet",
        says="You may SURRENDER with your first two cards, and lose half the bet.",
    )
    splits: int = setting(
        3,
        "how often a player may split in a game",
        least=0,
        most=3,
        says=("A player may split once.", "A player may split {splits} times."),
        says_not="Pairs are not split.",
    )

    def conflicts(self) -> list[str]:
        if self.least_bet > self.most_bet:
            return [Text("the least bet is more than the highest; write least_bet ≤ most_bet")]
        if self.least_bet > self.points:
            return [Text("nobody has enough points for the least bet; write least_bet ≤ points")]
        return []

    def draws(self, cards: Sequence[Card]) -> bool:
        """Whether the house takes another card."""
        total, soft = count(cards)
        return total < 17 or (total == 17 and soft and self.soft_17 == "hit")

    def settle(self, house: Sequence[Card], total: int, stake: int, natural: bool) -> int:
        """What a hand wins, or loses; what is less than a point is not paid."""
        best = count(house)[0]
        if is_blackjack(house):
            return 0 if natural else -stake
        if natural:
            won, of = map(int, self.pays.split(":"))
            return stake * won // of
        if total > 21 or total < best <= 21:
            return -stake
        return 0 if total == best else stake
