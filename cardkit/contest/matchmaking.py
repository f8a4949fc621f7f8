"""What a ladder plays next, given who plays, what was played and how sure the ratings are.

Pure: it reads no clock and no file, and the same history is followed by the same match. Each match
is played for one bot: first for those that have played too little, from the least on; then for the
one whose rating is least sure. It plays against those of whom most can be learned: bots of about
its own strength that it has met seldom. Two bots meet only so often; then the ladder rests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from math import exp, sqrt
from random import Random

from cardkit.contest.intervals import Range
from cardkit.contest.model import Pairing
from cardkit.contest.ratings import MIDDLE, SPREAD
from cardkit.contest.schedule import EvenSeats, Group, turned

UNKNOWN = Range(MIDDLE, MIDDLE - 1000, MIDDLE + 1000)
"""The rating of who has none yet."""
LEAST_LEARNED = 0.05
"""A match that is as good as decided tells at least so much of what an even one tells."""


@dataclass(frozen=True, slots=True)
class Demand:
    """How much is to be played."""

    players: int
    """So many sit at a table."""
    matches: int
    """So many matches a newcomer plays before others go on."""
    meetings: int
    """Nobody plays for the sake of a pair that has met so often."""
    duplicate: bool = False
    """A group plays the same cards in every seat."""
    seed: int = 0


class Matchmaker:
    """Makes the pairings of a ladder, one group after the other."""

    def __init__(self, demand: Demand, entrants: int, playing: Collection[int]) -> None:
        self._demand, self._playing = demand, sorted(playing)
        self.played = [0] * entrants
        """How many matches of each entrant are played or given out."""
        self._met: Counter[tuple[int, int]] = Counter()
        self._lot = Random()
        self._seats = EvenSeats(entrants, demand.players, self._lot)
        self._next = 0
        self._ratings = [UNKNOWN] * entrants
        self._rated_after = [1] * entrants
        """How many matches of each were known to the ratings."""

    def note(self, pairing: Pairing) -> None:
        """A match was played, or is under way."""
        self._count(pairing)
        if len(pairing.entrants) == self._demand.players:
            self._seats.sit(pairing.entrants)

    def rate(self, ratings: Iterable[Range]) -> None:
        """These are the ratings after what was noted so far."""
        known = zip(ratings, self.played, strict=True)
        self._ratings = [rating if played else UNKNOWN for rating, played in known]
        self._rated_after = [max(1, played) for played in self.played]

    def wanted(self) -> int:
        """How many matches are still missing for the newcomers, counted for each of them."""
        return sum(max(0, self._demand.matches - self.played[who]) for who in self._playing)

    def pairings(self) -> Iterator[Pairing]:
        """What is to be played, until there is nothing more."""
        while group := self._group():
            self._lot.seed(f"{self._demand.seed} seats {self._next}")
            seats, deal = self._seats.drawn(group), self._next
            pairing = Pairing(deal, seats, deal)
            self._count(pairing)
            yield pairing
            for by in range(1, len(seats) if self._demand.duplicate else 1):
                pairing = Pairing(self._next, turned(seats, by), deal)
                self.note(pairing)
                yield pairing

    def _count(self, pairing: Pairing) -> None:
        self._next = max(self._next, pairing.number + 1)
        for one in pairing.entrants:
            self.played[one] += 1
            self._met.update((one, other) for other in pairing.entrants if other != one)

    def _group(self) -> Group:
        """Who plays next, and for whom it is played first; nobody if all was played."""
        lot = Random(f"{self._demand.seed} group {self._next}")
        drawn = lot.sample(self._playing, len(self._playing))
        for one in sorted(drawn, key=self._urgency):
            left = [other for other in drawn if other != one and self._may_meet(one, other)]
            if len(left) >= self._demand.players - 1:
                group = [one]
                while len(group) < self._demand.players:
                    costs = [sum(self._cost(member, other) for member in group) for other in left]
                    group.append(left.pop(costs.index(min(costs))))
                return tuple(group)
        return ()

    def _may_meet(self, one: int, other: int) -> bool:
        return self._met[one, other] < self._demand.meetings

    def _urgency(self, who: int) -> tuple[bool, float]:
        """Newcomers come first, and then those whose rating is least sure."""
        played = self.played[who]
        if played < self._demand.matches:
            return False, played
        return True, -self._unsure(who)

    def _unsure(self, who: int) -> float:
        """How wide its interval is by now: half as wide after four times as many matches."""
        rating = self._ratings[who]
        more = self._rated_after[who] / max(1, self.played[who])
        return (rating.high - rating.low) * sqrt(more)

    def _cost(self, one: int, other: int) -> float:
        """How little another match of the two would tell."""
        apart = abs(self._ratings[one].mean - self._ratings[other].mean) / SPREAD
        learned = 4 * exp(-apart) / (1 + exp(-apart)) ** 2
        return (1 + self._met[one, other]) / max(LEAST_LEARNED, learned)
