"""The results of a contest as files: for people a report, for programs JSON and CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardkit.contest.folder import REPLAYS
from cardkit.contest.match_list import MatchList
from cardkit.contest.model import FaultKind, Outcome
from cardkit.contest.outcome_file import whole_file
from cardkit.contest.report import report_of
from cardkit.contest.results import Results
from cardkit.contest.standings import Standings, places_of

ENTRANT_COLUMNS = (
    "place", "name", "matches", "games", "wins", "win_share", "win_share_low", "win_share_high",
    "sent_away", "walkovers", "barred_in", "points",
    "points_per_game", "points_per_game_low", "points_per_game_high",
    "points_per_match", "points_per_match_low", "points_per_match_high",
    "rating", "rating_low", "rating_high",
    "moves", "seconds", "seconds_per_move", "slowest_move", "faults",
    *(f"faults_{kind.value.replace(' ', '_')}" for kind in FaultKind),
)  # fmt: skip
SEAT_COLUMNS = (
    "match", "round", "deal", "seat", "name", "games", "points", "score", "place",
    "moves", "seconds", "slowest_move", "faults",
)  # fmt: skip

MATCHES = "matches.html"
MakePage = Callable[[Mapping[str, Any], str], str]
"""A page of the data of a `MatchList`, in a language."""

_RENAMED = {
    "win_share_mean": "win_share",
    "rating_mean": "rating",
    "points_per_game_mean": "points_per_game",
    "points_per_match_mean": "points_per_match",
    "seconds_total": "seconds",
    "seconds_slowest": "slowest_move",
}
"""How columns are called that would have another name by their place in results.json."""


def write_results(
    folder: Path,
    contest: Mapping[str, Any],
    names: Sequence[str],
    outcomes: Iterable[Outcome],
    lang: str = "en",
    page: MakePage | None = None,
) -> Results:
    """Write results.json, results.csv, matches.csv and report.html into the folder.

    With what makes a page of the list of matches, matches.html too, to which the report then leads.
    The outcomes are read once and not kept. What they came to is handed back, for the terminal.
    """
    results = Results(contest, names)
    matches = list_of(folder, results, lang)
    with whole_file(folder / "matches.csv") as file:
        rows = csv.writer(file)
        rows.writerow(SEAT_COLUMNS)
        for outcome in outcomes:
            results.add(outcome)
            matches.add(outcome)
            rows.writerows(_seats(outcome, names, results.standings))
    if page is not None:
        write_matches(folder, matches, page, lang)
    report = report_of(results, lang, MATCHES if page else "", matches.replays)
    write_standings(folder, results.data(), report)
    return results


def list_of(folder: Path, results: Results, lang: str) -> MatchList:
    """An empty list of matches, with the replays that there are in the folder."""
    return MatchList(results, {each.name for each in (folder / REPLAYS).glob("*.js")}, lang)


def write_matches(folder: Path, matches: MatchList, page: MakePage, lang: str) -> None:
    with whole_file(folder / MATCHES) as file:
        file.write(page(matches.data(), lang))


def write_standings(folder: Path, data: Mapping[str, Any], report: str) -> None:
    """Write results.json, results.csv and report.html, from results that are known already."""
    with whole_file(folder / "results.csv") as file:
        table = csv.DictWriter(file, ENTRANT_COLUMNS, restval=0, extrasaction="ignore")
        table.writeheader()
        table.writerows(map(_flat, data["entrants"]))
    with whole_file(folder / "results.json") as file:
        json.dump(data, file, indent=2, ensure_ascii=False, default=str)
        file.write("\n")
    with whole_file(folder / "report.html") as file:
        file.write(report)


def _seats(outcome: Outcome, names: Sequence[str], by: Standings) -> Iterator[list[object]]:
    pairing, places = outcome.pairing, places_of(outcome.scores, by.low_wins, by.partners)
    for seat, entrant in enumerate(pairing.entrants):
        yield [
            pairing.number + 1,
            pairing.round,
            pairing.deal,
            seat,
            _cell(names[entrant]),
            len(outcome.games),
            sum(game.points[seat] for game in outcome.games),
            outcome.scores[seat],
            places[seat],
            outcome.moves[seat],
            f"{outcome.seconds[seat]:.6f}",
            f"{outcome.slowest[seat]:.6f}",
            sum(fault.entrant == entrant for fault in outcome.faults),
        ]


def _flat(entrant: Mapping[str, Any]) -> dict[str, object]:
    """What is told of an entrant, as one row: values within values have names of both."""
    row: dict[str, object] = {}
    for key, value in entrant.items():
        inside = value.items() if isinstance(value, dict) else ()
        row |= {f"{key}_{name}".replace(" ", "_"): inner for name, inner in inside} or {key: value}
    row |= {new: row[old] for old, new in _RENAMED.items()}
    return row | {"name": _cell(entrant["name"]), "faults": sum(entrant["faults"].values())}


def _cell(name: str) -> str:
    """A name as a cell: a spreadsheet would take one that begins like a formula for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
