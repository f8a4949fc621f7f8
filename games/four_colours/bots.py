"""Bots for Four Colours."""

from cardkit import Bot, CardCommand, CardView, Rand, Shedder

STRIKES = ("S", "R", "+2", "+4")


class Painter(Shedder):
    """Stays in its longest colour, keeps wild cards, and strikes at players about to win."""

    def rate(self, view: CardView, command: CardCommand) -> tuple[int, ...]:
        """Late in a game strikes and wild cards go first; then what stays in a long colour."""
        card = command.cards[0]
        colour, sign = command.word or card[0], card[1:]
        rest = [*view.hand]
        rest.remove(card)
        others = (len(hand) for seat, hand in enumerate(view.hands) if seat != view.seat)
        late = min(others) < 3
        length = sum(other[0] == colour for other in rest)
        points = int(sign) if sign.isdigit() else 20
        return (late and sign in STRIKES, late == bool(command.word), length, points)


BOTS: dict[str, type[Bot]] = {"rand": Rand, "painter": Painter}
