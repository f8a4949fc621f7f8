"""Who is out of a contest, and from which matches.

Who breaks down in a match is out of every match with a higher number. Matches are played at the
same time and in any order, so some will have been played with it: they are void, and played again
without it. So the result does not depend on which match ended first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from cardkit.contest.model import Outcome, Pairing
from cardkit.contest.outcome_file import OutcomeFile


@dataclass(slots=True)
class Barred:
    """By entrant the number of the match in which it broke down, as far as is known."""

    since: dict[int, int] = field(default_factory=dict)

    def note(self, outcome: Outcome) -> None:
        number = outcome.pairing.number
        for fault in outcome.breakdowns:
            self.since[fault.entrant] = min(number, self.since.get(fault.entrant, number))

    def without(self, pairing: Pairing) -> Pairing:
        """The pairing of those who may still play."""
        number, since = pairing.number, self.since
        out = {who for who in pairing.entrants if since.get(who, number) < number}
        if not out:
            return pairing
        left = tuple(who for who in pairing.entrants if who not in out)
        return replace(pairing, entrants=left, barred=tuple(sorted({*pairing.barred, *out})))

    def unplayed(self, pairings: Iterable[Pairing], played: OutcomeFile) -> Iterator[Pairing]:
        """Those of the pairings, in their order, that are not played yet or are void.

        A bot that broke down in a void match will most likely do so again, so it counts. When all
        are played and none is void, then so is who is barred.
        """
        for pairing in map(self.without, pairings):
            if pairing.number in played:
                outcome = played[pairing.number]
                self.note(outcome)
                if outcome.pairing.barred == pairing.barred:
                    continue
            yield pairing
