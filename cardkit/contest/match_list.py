"""The matches of a contest for the page that lists them, as plain values.

Every match that the report speaks of is in it; a contest with very many has the first of them.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from cardkit.contest.folder import replay_name
from cardkit.contest.formatting import line, plain
from cardkit.contest.model import Outcome
from cardkit.contest.result_tables import fault_in_match, heading_of, records_note
from cardkit.contest.results import Results
from cardkit.contest.standings import places_of
from cardkit.contest.teams import TABLES
from cardkit.netgame import plural, say

MOST_LISTED = 10_000
MOST_FAULTS = 5
"""So many of a match are told with their evidence."""
LONGEST_EVIDENCE = 500


class MatchList:
    """Matches with who sat where, what came of it, what went wrong, and their replays."""

    def __init__(self, results: Results, recorded: Container[str], lang: str) -> None:
        """`recorded`: the names of the files of replays."""
        self._results, self._recorded, self._lang = results, recorded, lang
        self._matches: list[dict[str, Any]] = []
        self.replays = 0
        """Of how many matches there is a replay."""

    def add(self, outcome: Outcome) -> None:
        """Call it when the results have the outcome already."""
        number, told = outcome.pairing.number, self._results.standings.faults
        tables = TABLES if self._results.contest.get("teams") else 1
        numbers = range(number + 1, number + 1 + tables)
        replays = [each for each in numbers if replay_name(each - 1) in self._recorded]
        self.replays += len(replays) == tables
        if len(self._matches) < MOST_LISTED or (told and told[-1].match == number):
            self._matches.append(self._match(outcome) | {"replays": replays})

    def _match(self, outcome: Outcome) -> dict[str, Any]:
        pairing, standings = outcome.pairing, self._results.standings
        return {
            "match": pairing.number + 1,
            "deal": pairing.deal,
            "seats": pairing.entrants,
            "away": outcome.sent_away,
            "scores": outcome.scores,
            "places": places_of(outcome.scores, standings.low_wins, standings.partners),
            "games": len(outcome.games),
            "faulty": sorted({fault.entrant for fault in outcome.faults}),
            "faultCount": len(outcome.faults),
            "faults": [
                {
                    "bot": fault.entrant,
                    "game": fault.game,
                    "words": fault_in_match(fault, self._lang),
                    "evidence": plain(fault.evidence, LONGEST_EVIDENCE),
                }
                for fault in outcome.faults[:MOST_FAULTS]
            ],
        }

    def data(self) -> dict[str, Any]:
        """All that the page shows, in the language of the report."""
        results, lang, played = self._results, self._lang, self._results.standings.matches
        notes = [records_note(results, self.replays, lang)]
        if len(self._matches) < played:
            template = (
                "Listed are the first {count:,} of {matches}, and those with faults that the "
                "report tells of; matches.csv has all."
            )
            matches = plural(played, "1 match", "{n:,} matches")
            notes.append(say(template, lang, count=MOST_LISTED, matches=matches))
        return {
            "heading": heading_of(results, lang),
            "names": [line(name, 200) for name in results.names],
            "partners": results.standings.partners,
            "teams": bool(results.contest.get("teams")),
            "games": results.contest.get("games", 0),
            "notes": [note for note in notes if note],
            "matches": self._matches,
        }
