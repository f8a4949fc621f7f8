"""Bots for Page One."""

from cardkit import Bot, CardCommand, CardView, Rand, Shedder


class Keen(Shedder):
    """Keeps cards that will fit again, wild cards and jokers longest, and the lead in tricks."""

    def rate(self, view: CardView, command: CardCommand) -> tuple[int, ...]:
        rate = self.in_tricks if view.stage == "trick_game" else self.in_turns
        return rate(view, command)

    def in_turns(self, view: CardView, command: CardCommand) -> tuple[int, ...]:
        """How much of the rest of the hand fits on this card, or on its suit later."""
        card, suit = command.cards[0], command.word or command.cards[0][0]
        rest = [other for other in view.hand if other != card]
        fitting = sum(other[0] == suit or other[1] == card[1] for other in rest)
        same_suit = sum(other[0] == card[0] for other in rest)
        return (not command.word, fitting, same_suit)

    def in_tricks(self, view: CardView, command: CardCommand) -> tuple[int, ...]:
        """Lead high from the longest suit; follow with the highest if that wins, or the lowest."""
        card, trick = command.cards[0], view.piles["table"]
        level = height(view, card)
        if not trick:
            return (card[0] != "J", sum(other[0] == card[0] for other in view.hand), level)
        best = max(height(view, other) for other in trick)
        return (card[0] != "J", level if level > best else -level, 0)


def height(view: CardView, card: str) -> int:
    """How high a card is; a joker is above all."""
    return len(view.ranks) if card[0] == "J" else view.ranks.index(card[1])


BOTS: dict[str, type[Bot]] = {"rand": Rand, "keen": Keen}
