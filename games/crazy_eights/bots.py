"""Bots for Crazy Eights."""

from cardkit import Bot, CardCommand, CardView, Rand, Shedder


class Planner(Shedder):
    """Plays what more of its own cards fit on, and keeps wild cards until they are needed."""

    def rate(self, view: CardView, command: CardCommand) -> tuple[int, ...]:
        """Plain cards first, unless somebody is about to win; then what fits on it, and points."""
        card = command.cards[0]
        suit, rank = command.word or card[0], card[1:]
        rest = [*view.hand]
        rest.remove(card)
        fitting = sum(other[0] == suit or other[1:] == rank for other in rest)
        others = (hand for seat, hand in enumerate(view.hands) if seat != view.seat)
        late = min(map(len, others)) < 2
        return (late == bool(command.word), fitting, self.points(card))

    def points(self, card: str) -> int:
        """What a card counts, about, when it is left."""
        return int(card[1:]) if card[1:].isdigit() else 20


BOTS: dict[str, type[Bot]] = {"rand": Rand, "planner": Planner}
