"""What a contest came to: standings and ratings together, for tables, files and reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.contest.intervals import Interval
from cardkit.contest.model import Outcome
from cardkit.contest.ratings import Rating, Ratings
from cardkit.contest.standings import Standings


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a contest. `contest` tells of the contest itself, in plain values.

    What is known of it: `title` (or `game`), `seed`, `command` (the line that plays it again),
    `versions`, `low_wins` where the lowest score wins, and `partners` where those win together
    who face each other. The rest is shown as it is.
    """

    contest: Mapping[str, Any]
    names: Sequence[str]
    standings: Standings
    ratings: Sequence[Rating]

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
            "entrants": [self._entrant(place, who) for place, who in enumerate(order, 1)],
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
                for noted in standings.noted()
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
                "low": rating.low,
                "high": rating.high,
                "ordinal": rating.ordinal,
            },
            "moves": tally.moves,
            "seconds": {
                "total": tally.seconds,
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


class ResultsBuilder:
    """Results in the making: takes the outcomes one by one, in any order."""

    def __init__(self, contest: Mapping[str, Any], names: Sequence[str]) -> None:
        low_wins = bool(contest.get("low_wins"))
        self._contest, self._names = contest, names
        partners = bool(contest.get("partners"))
        self.standings = Standings(len(names), low_wins, partners)
        self._ratings = Ratings(len(names), low_wins, partners)

    def add(self, outcome: Outcome) -> None:
        self.standings.add(outcome)
        self._ratings.add(outcome)

    def results(self) -> Results:
        """What they come to so far."""
        return Results(self._contest, self._names, self.standings, self._ratings.rated())


def results_of(
    contest: Mapping[str, Any], names: Sequence[str], outcomes: Iterable[Outcome]
) -> Results:
    gathering = ResultsBuilder(contest, names)
    for outcome in outcomes:
        gathering.add(outcome)
    return gathering.results()
