"""What a contest came to: standings and ratings together, for tables, files and reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any

from cardkit.contest.intervals import Interval, Range
from cardkit.contest.model import Outcome
from cardkit.contest.ratings import Ratings
from cardkit.contest.standings import FaultInMatch, Standings


class RankBy(StrEnum):
    """What decides who comes first."""

    WINS = "wins"
    """The share of its matches that a bot won, and then points."""
    POINTS = "points"
    """Points per match."""
    POINTS_PER_GAME = "points-per-game"
    """Fair only where all matches have as many games."""
    RATING = "rating"
    """Who was before whom, and how strong those were."""


_BY_POINTS = (RankBy.POINTS, RankBy.POINTS_PER_GAME)


class Results:
    """The results of a contest, of outcomes that are added in any order.

    `contest` tells of the contest itself, in plain values. What is known of it: `title` (or
    `game`), `seed`, `command` (the line that plays it again), `versions`, `low_wins` where the
    lowest score wins, `partners` where those win together who face each other, `bar` where who
    breaks down is out for good, `rank_by`, `games`, the most that a match has, `planned`, the
    number of all matches, and `anchors`, the numbers of those who are the scale of the ratings.
    The rest is shown as it is.
    """

    def __init__(self, contest: Mapping[str, Any], names: Sequence[str]) -> None:
        self.contest, self.names = contest, names
        self.rank_by = RankBy(contest.get("rank_by", RankBy.WINS))
        rules = bool(contest.get("low_wins")), bool(contest.get("partners"))
        self.standings = Standings(len(names), *rules)
        self._ratings = Ratings(len(names), *rules, contest.get("anchors", ()))
        self.ended_early = 0
        """Matches that were over before all their games were played."""

    def add(self, outcome: Outcome) -> None:
        self.standings.add(outcome)
        self.ended_early += 0 < len(outcome.games) < int(self.contest.get("games") or 0)
        self._ratings.add(outcome)
        for known in ("ratings", "win_shares"):
            self.__dict__.pop(known, None)

    @cached_property
    def ratings(self) -> list[Range]:
        return self._ratings.fitted(self.standings.per_deal())

    def mean_ratings(self) -> list[float]:
        """The ratings without their intervals, which take much longer."""
        return self._ratings.means(self.standings.per_deal())

    @cached_property
    def win_shares(self) -> list[Range]:
        return self.standings.win_shares()

    def measure(self, who: int) -> Interval | Range:
        """How good an entrant is, in what decides who comes first."""
        match self.rank_by:
            case RankBy.WINS:
                return self.win_shares[who]
            case RankBy.POINTS:
                return self.standings.per_match(who)
            case RankBy.POINTS_PER_GAME:
                return self.standings.per_game(who)
            case RankBy.RATING:
                return self.ratings[who]

    @property
    def low_is_best(self) -> bool:
        """Whether the lowest in that comes first."""
        return self.standings.low_wins and self.rank_by in _BY_POINTS

    def ranked(self) -> list[tuple[int, int]]:
        """Places from 1 and entrants, best first; who are level share a place.

        Who never played is last, and who is barred just before. Where points decide, who was sent
        away comes behind all who never were: it has no points from those matches, and maybe has
        left those out that it was about to lose.
        """
        order = sorted(range(len(self.names)), key=self._key)
        places: list[tuple[int, int]] = []
        for _, level in groupby(order, self._key):
            place = len(places) + 1
            places += [(place, who) for who in level]
        return places

    @property
    def barred(self) -> dict[int, FaultInMatch]:
        """By entrant why it is out of the contest, and since which match."""
        return self.standings.breakdowns if self.contest.get("bar") else {}

    def _key(self, who: int) -> tuple[bool, bool, bool, Fraction | float, Fraction]:
        tally, by = self.standings.tallies[who], self.rank_by
        many = tally.games if by is RankBy.POINTS_PER_GAME else tally.matches
        points = Fraction(tally.points, max(1, many)) * (1 if self.standings.low_wins else -1)
        wins = -tally.wins / max(1, tally.begun)
        if by in _BY_POINTS:
            return not tally.begun, who in self.barred, tally.sent_away > 0, points, wins
        best = wins if by is RankBy.WINS else -round(self.ratings[who].mean, 6)
        return not tally.begun, who in self.barred, False, best, points

    def best_first(self) -> list[int]:
        return [who for _, who in self.ranked()]

    @property
    def title(self) -> str:
        title = self.contest.get("title") or self.contest.get("game") or ""
        return title if isinstance(title, str) else str(title)  # a game says it in any language

    def data(self) -> dict[str, Any]:
        """The results as plain values, ready for JSON, best first."""
        standings, order = self.standings, self.best_first()
        return {
            "contest": dict(self.contest),
            "matches": standings.matches,
            "games": standings.games,
            "matches_ended_early": self.ended_early,
            "rank_by": self.rank_by.value,
            "interval_unit": standings.unit,
            "entrants": [self._entrant(place, who) for place, who in self.ranked()],
            "win_matrix": {
                "names": [self.names[who] for who in order],
                "share": [[standings.share(one, other) for other in order] for one in order],
                "matches": [[standings.met(one, other) for other in order] for one in order],
            },
            "faults": [
                {
                    "match": noted.match + 1,
                    "game": noted.fault.game,
                    "name": self.names[noted.fault.entrant],
                    "kind": noted.fault.kind.value,
                    "evidence": noted.fault.evidence,
                    "done": noted.fault.done,
                }
                for noted in standings.faults
            ],
        }

    def _entrant(self, place: int, who: int) -> dict[str, Any]:
        tally = self.standings.tallies[who]
        return {
            "place": place,
            "entrant": who,
            "name": self.names[who],
            "matches": tally.matches,
            "games": tally.games,
            "wins": float(tally.wins),
            "win_share": _interval(self.win_shares[who]),
            "sent_away": tally.sent_away,
            "walkovers": tally.walkovers,
            "barred_in": self.barred[who].match + 1 if who in self.barred else None,
            "points": tally.points,
            "points_per_game": _interval(self.standings.per_game(who)),
            "points_per_match": _interval(self.standings.per_match(who)),
            "rating": _interval(self.ratings[who]),
            "moves": tally.moves,
            "seconds": {
                "total": round(tally.seconds, 9),
                "per_move": tally.per_move,
                "slowest": tally.slowest,
            },
            "faults": {kind.value: many for kind, many in sorted(tally.faults.items())},
        }


def _interval(interval: Interval | Range) -> dict[str, float | None]:
    known = isinstance(interval, Range) or interval.half is not None
    return {
        "mean": interval.mean,
        "low": interval.low if known else None,
        "high": interval.high if known else None,
    }


def results_of(
    contest: Mapping[str, Any], names: Sequence[str], outcomes: Iterable[Outcome]
) -> Results:
    results = Results(contest, names)
    for outcome in outcomes:
        results.add(outcome)
    return results
