"""What a contest came to: standings and ratings together, for tables, files and reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardkit.contest.intervals import Interval
from cardkit.contest.model import Outcome
from cardkit.contest.ratings import Ratings
from cardkit.contest.standings import Standings


class Results:
    """The results of a contest, of outcomes that are added in the order of the plan.

    `contest` tells of the contest itself, in plain values. What is known of it: `title` (or
    `game`), `seed`, `command` (the line that plays it again), `versions`, `low_wins` where the
    lowest score wins, and `partners` where those win together who face each other. The rest is
    shown as it is.
    """

    def __init__(self, contest: Mapping[str, Any], names: Sequence[str]) -> None:
        self.contest, self.names = contest, names
        rules = bool(contest.get("low_wins")), bool(contest.get("partners"))
        self.standings = Standings(len(names), *rules)
        self.ratings = Ratings(len(names), *rules)

    def add(self, outcome: Outcome) -> None:
        self.standings.add(outcome)
        self.ratings.add(outcome)

    def ranked(self) -> list[tuple[int, int]]:
        """Places from 1 and entrants, best first."""
        return list(enumerate(self.standings.best_first(), 1))

    @property
    def title(self) -> str:
        return str(self.contest.get("title") or self.contest.get("game") or "")

    def data(self) -> dict[str, Any]:
        """The results as plain values, ready for JSON, best first."""
        standings, order = self.standings, self.standings.best_first()
        return {
            "contest": dict(self.contest),
            "matches": standings.matches,
            "games": standings.games,
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
        tally, rating = self.standings.tallies[who], self.ratings[who]
        return {
            "place": place,
            "entrant": who,
            "name": self.names[who],
            "matches": tally.matches,
            "games": tally.games,
            "wins": float(tally.wins),
            "sent_away": tally.sent_away,
            "points": tally.points,
            "points_per_game": _interval(self.standings.per_game(who)),
            "points_per_match": _interval(self.standings.per_match(who)),
            "rating": {
                "mu": rating.mu,
                "sigma": rating.sigma,
                "low": rating.interval.low,
                "high": rating.interval.high,
                "ordinal": rating.ordinal,
            },
            "moves": tally.moves,
            "seconds": {
                "total": round(tally.seconds, 9),
                "per_move": tally.per_move,
                "slowest": tally.slowest,
            },
            "faults": {kind.value: many for kind, many in sorted(tally.faults.items())},
        }


def _interval(interval: Interval) -> dict[str, float | None]:
    known = interval.half is not None
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
