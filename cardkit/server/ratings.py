"""How strong players are: a rating for each game, out of the matches at rated tables.

After each match all its players are rated anew, by the model of Weng and Lin for Plackett and
Luce's ranking as the package openskill has it: a rating is a mean and how far one may be off.
Reads no store; openskill is imported only where something is rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from math import isfinite
from typing import NamedTuple

PACKAGE = "openskill"
MIDDLE, POINTS = 1500, 30
"""Told as in chess: where everybody begins, and how much one of openskill is worth. Between two who
are known well, 400 points are odds of ten to one."""
FEW = 10
"""Matches before which a rating is provisional."""


class Rating(NamedTuple):
    """What is known of a player's strength."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def points(self) -> int:
        return round(MIDDLE + POINTS * (self.mu - _NEW.mu))

    @property
    def margin(self) -> int:
        """The strength is within so many points, nineteen times in twenty."""
        return round(POINTS * 2 * self.sigma)


_NEW = Rating()
Side = tuple[int, Sequence[Rating]]
"""The place of those who play together, from 1, and how strong they were."""


def is_installed() -> bool:
    """Whether this server can rate matches."""
    return find_spec(PACKAGE) is not None


def read(mu: object, sigma: object) -> Rating:
    """A rating that was stored; one that is damaged begins anew."""
    if isinstance(mu, float) and isinstance(sigma, float) and isfinite(mu) and 0 < sigma <= 100:
        return Rating(mu, sigma)
    return _NEW


def rated(sides: Sequence[Side]) -> list[list[Rating]]:
    """The ratings after a match, side by side; two of them may have the same place."""
    from openskill.models import PlackettLuce  # not every server rates matches

    model = PlackettLuce()
    before = [[model.rating(*each) for each in players] for _, players in sides]
    after = model.rate(before, ranks=[place for place, _ in sides])
    return [[Rating(each.mu, each.sigma) for each in players] for players in after]
