"""Ratings of the entrants by Plackett-Luce, as `openskill` computes them."""

from __future__ import annotations

from typing import NamedTuple

from cardkit.contest.intervals import Interval
from cardkit.contest.model import Outcome
from cardkit.contest.standings import places_of


class Rating(NamedTuple):
    """How strong an entrant is, and how sure that is: everybody begins with 25 ± 16.7."""

    mu: float
    sigma: float

    @property
    def interval(self) -> Interval:
        """It holds about 95 % of what is likely."""
        return Interval(self.mu, 2 * self.sigma)

    @property
    def ordinal(self) -> float:
        """One number to rank by, which the strength is almost surely above: `mu` - 3 `sigma`."""
        return self.mu - 3 * self.sigma


class Ratings:
    """Ratings from match results: one result a match, by the scores at its end.

    They depend on the order in which the results are added. Partners are rated as one side, and
    who was sent away as last. An entrant with several seats is rated once a match, by the mean of
    its scores.
    """

    def __init__(self, entrants: int, low_wins: bool = False, partners: bool = False) -> None:
        # Importing it takes as long as the rest of the command line.
        from openskill.models import PlackettLuce

        # A bot is as strong in the last match as in the first, so nothing blurs its rating.
        self._model = PlackettLuce(tau=0.0)
        self._ratings = [self._model.rating() for _ in range(entrants)]
        self._low_wins, self._partners = low_wins, partners

    def add(self, outcome: Outcome) -> None:
        entrants, away = outcome.pairing.entrants, outcome.sent_away
        sides: dict[tuple[int, ...], list[int]] = {}
        half = len(entrants) // 2
        for seat, score in enumerate(outcome.scores):
            side = entrants[seat % half :: half] if self._partners else (entrants[seat],)
            sides.setdefault(side, []).append(score)
        means = [sum(own) / len(own) for own in sides.values()]
        ranks = [float(place) for place in places_of(means, self._low_wins)]
        ranks += [len(entrants) + 1.0] * len(away)
        teams = [*sides, *((entrant,) for entrant in away)]
        if len(teams) < 2:
            return
        before = [[self._ratings[who] for who in team] for team in teams]
        for team, after in zip(teams, self._model.rate(before, ranks=ranks), strict=True):
            for who, rating in zip(team, after, strict=True):
                self._ratings[who] = rating

    def __getitem__(self, entrant: int) -> Rating:
        rating = self._ratings[entrant]
        return Rating(rating.mu, rating.sigma)
