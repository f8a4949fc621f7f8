"""Bots for Daifugo."""

from cardkit import Bot, CardView, Climber, Rand
from cardkit.games.daifugo.presets import LOW, POOR


class Thrifty(Climber):
    """Gets rid of weak cards and long plays first; keeps groups together, strong cards back."""

    def owes_the_strongest(self, view: CardView) -> bool:
        return view.fact("titles", "", view.seat) in (POOR, LOW)

    def weakness(self, view: CardView) -> dict[str, float]:
        turned = view.fact("revolution", False) != view.fact("eleven_back", False)
        order = view.ranks if turned else view.ranks[::-1]
        return {rank: place / (len(order) - 1) for place, rank in enumerate(order)}


BOTS: dict[str, type[Bot]] = {"rand": Rand, "thrifty": Thrifty}
