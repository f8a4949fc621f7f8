"""Ratings of the entrants by Plackett-Luce, as `openskill` computes them.

A rating depends on the order of the matches. That order is the number of the pairing, whatever the
order in which results come in: a result waits until all before it are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardkit.contest.model import Outcome
from cardkit.contest.standings import places_of

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

Result = tuple[tuple[int, ...], tuple[int, ...], Sequence[int]]
"""Entrants, their scores, and who was sent away."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong an entrant is, and how sure that is: everybody begins with 25 ± 16.7."""

    mu: float
    sigma: float

    @property
    def half(self) -> float:
        """`mu` ± this holds about 95 % of what is likely."""
        return 2 * self.sigma

    @property
    def low(self) -> float:
        return self.mu - self.half

    @property
    def high(self) -> float:
        return self.mu + self.half

    @property
    def ordinal(self) -> float:
        """One number to rank by, which the strength is almost surely above: `mu` - 3 `sigma`."""
        return self.mu - 3 * self.sigma


class Ratings:
    """Ratings from match results: one result a match, by the scores at its end.

    Pairings are numbered from 0. Only results that came before their turn are kept, so with some
    workers in step the room needed is small; `rated` rates what still waits, in order, so after a
    break the ratings are those of the matches that there are. Partners are rated as one side, and
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
        self._next = 0
        self._waiting: dict[int, Result] = {}

    def add(self, outcome: Outcome) -> None:
        self._waiting[outcome.pairing.number] = (
            outcome.pairing.entrants,
            outcome.scores,
            outcome.sent_away,
        )
        while (result := self._waiting.pop(self._next, None)) is not None:
            self._rate(self._ratings, *result)
            self._next += 1

    def rated(self) -> list[Rating]:
        """The ratings by entrant, with all results that came in so far."""
        ratings = self._ratings.copy()
        for _, result in sorted(self._waiting.items()):
            self._rate(ratings, *result)
        return [Rating(rating.mu, rating.sigma) for rating in ratings]

    def _rate(
        self,
        ratings: list[PlackettLuceRating],
        entrants: tuple[int, ...],
        scores: Sequence[int],
        away: Sequence[int],
    ) -> None:
        sides: dict[tuple[int, ...], list[int]] = {}
        half = len(entrants) // 2
        for seat, score in enumerate(scores):
            side = entrants[seat % half :: half] if self._partners else (entrants[seat],)
            sides.setdefault(side, []).append(score)
        means = [sum(own) / len(own) for own in sides.values()]
        ranks = [float(place) for place in places_of(means, self._low_wins)]
        ranks += [len(entrants) + 1.0] * len(away)
        teams = [*sides, *((entrant,) for entrant in away)]
        if len(teams) < 2:
            return
        rated = self._model.rate([[ratings[who] for who in team] for team in teams], ranks=ranks)
        for team, new in zip(teams, rated, strict=True):
            for who, rating in zip(team, new, strict=True):
                ratings[who] = rating
