"""Every number that is told of a contest, against a count of its matches in another way."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from cardkit.contest import intervals
from cardkit.contest.model import FaultKind, NotedFault, Outcome
from cardkit.contest.result_files import write_results
from cardkit.contest.results import RankBy, Results
from cardkit.contest.terminal_results import show_table
from tests.outcomes import outcome

NAMES = ("ann", "bob", "cid", "dot", "eve")


def unequal_matches() -> list[Outcome]:
    """Of one to forty games, with draws, faults and one who is sent away; eve never plays."""
    lot, found = Random(3), []
    for number in range(40):
        who = tuple(lot.sample(range(4), 3))
        away: tuple[NotedFault, ...] = ()
        if number % 13 == 5:
            who, gone = who[:2], who[2]
            away = (NotedFault(gone, 1, FaultKind.CRASHED, "gone", "rematch"),)
        elif number % 7 == 2:
            away = (NotedFault(who[0], 1, FaultKind.ILLEGAL, "S3", "said PASS"),) * 2
        games = [tuple(lot.randrange(-3, 4) for _ in who) for _ in range(lot.randint(1, 40))]
        found.append(outcome(number, who, *games, deal=number // 2, faults=away))
    return found


@dataclass
class Count:
    """What one has, counted match by match from the scores."""

    matches: int = 0
    games: int = 0
    left_out: int = 0
    wins: float = 0.0
    points: int = 0
    moves: int = 0
    faults: int = 0
    before: dict[int, list[float]] = field(default_factory=dict)
    """By opponent in how many matches it was before that one, and how many they had."""

    def met(self, other: int, share: float) -> None:
        known = self.before.setdefault(other, [0.0, 0])
        known[0] += share
        known[1] += 1


def recounted(played: Sequence[Outcome]) -> list[Count]:
    counts = [Count() for _ in NAMES]
    for match in played:
        best = [who for who, score in enumerate(match.scores) if score == max(match.scores)]
        away = [fault.entrant for fault in match.faults if fault.done == "rematch"]
        for fault in match.faults:
            counts[fault.entrant].faults += 1
        for seat, who in enumerate(match.pairing.entrants):
            own = counts[who]
            own.matches += 1
            own.games += len(match.games)
            own.points += sum(game.points[seat] for game in match.games)
            own.moves += match.moves[seat]
            own.wins += (seat in best) / len(best)
            for other_seat, other in enumerate(match.pairing.entrants):
                if other != who:
                    lead = match.scores[seat] - match.scores[other_seat]
                    own.met(other, 0.5 if lead == 0 else float(lead > 0))
            for other in away:
                own.met(other, 1.0)
                counts[other].met(who, 0.0)
        for who in away:
            counts[who].left_out += 1
    return counts


class Tables(HTMLParser):
    """The words in the rows of all tables of a page, and all of its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.words = ""
        self._in_cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self._in_cell = True
        elif tag == "small" and self._in_cell:
            self.tables[-1][-1][-1] += " "

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        self.words += data
        if self._in_cell:
            self.tables[-1][-1][-1] += data


def number(cell: str) -> float:
    """The number that a cell begins with."""
    found = re.match(r"[+−]?[\d,.]+", cell)
    assert found is not None, cell
    return float(found[0].replace(",", "").replace("−", "-"))


def columns(table: Sequence[Sequence[str]]) -> dict[str, dict[str, str]]:
    """By name and heading what is in a cell."""
    headings, *rows = table
    return {
        row[0].split(maxsplit=1)[1]: dict(zip(headings[1:], row[1:], strict=True)) for row in rows
    }


@pytest.fixture(scope="module", params=RankBy)
def told(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Results, list[Count]]:
    folder, played = tmp_path_factory.mktemp("out"), unequal_matches()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(intervals, "MOST_RESAMPLES", intervals.LEAST_RESAMPLES)
        about = {"title": "AKQ", "rank_by": request.param}
        results = write_results(folder, about, NAMES, played)
    return folder, results, recounted(played)


Told = tuple[Path, Results, list[Count]]


def test_the_report_tells_what_was_played(told: Told) -> None:
    folder, _, counts = told
    page = Tables((folder / "report.html").read_text("utf-8"))
    matrix, results, times = page.tables
    assert "Bots: 5. Matches: 40. Games: " in page.words
    cells = columns(results)
    for name, own in zip(NAMES, counts, strict=True):
        row = cells[name]
        for heading, value in (
            ("Matches", own.matches), ("Games", own.games), ("Left out", own.left_out),
            ("Points", own.points), ("Wins", own.wins),
        ):  # fmt: skip
            assert number(row[heading]) == pytest.approx(value, abs=0.051), (name, heading)
        begun = own.matches + own.left_out
        if not begun:
            assert (row["Matches won"], row["Points per game"], row["Rating"]) == ("–",) * 3
            continue
        assert number(row["Matches won"]) == pytest.approx(100 * own.wins / begun, abs=0.051)
        for heading, each in (("Points per match", own.matches), ("Points per game", own.games)):
            assert number(row[heading]) == pytest.approx(own.points / each, abs=0.01)
        assert number(columns(times)[name]["Moves"]) == own.moves
    names = [row[0].split()[1] for row in matrix[1:]]
    for name, (_, *shares) in zip(names, matrix[1:], strict=True):
        known = counts[NAMES.index(name)].before
        for other, cell in zip(names, shares, strict=True):
            before, met = known.get(NAMES.index(other), (0, 0))
            if not met:
                assert cell.strip() == "–"
                continue
            said, of = cell.split()
            assert number(said) == pytest.approx(100 * before / met, abs=0.051)
            assert of == f"{before:g}/{met}"


def test_the_files_tell_what_was_played(told: Told) -> None:
    folder, results, counts = told
    data = json.loads((folder / "results.json").read_text("utf-8"))
    with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert data["rank_by"] == results.rank_by
    for bot in data["entrants"]:
        own, row = counts[bot["entrant"]], rows[bot["name"]]
        for key, value in (
            ("matches", own.matches), ("games", own.games), ("sent_away", own.left_out),
            ("points", own.points), ("moves", own.moves), ("wins", own.wins),
        ):  # fmt: skip
            assert bot[key] == pytest.approx(value)
            assert float(row[key]) == pytest.approx(value)
        assert int(row["faults"]) == own.faults == sum(bot["faults"].values())
        assert bot["win_share"]["mean"] == float(row["win_share"])
        if begun := own.matches + own.left_out:
            share = bot["win_share"]
            assert share["mean"] == pytest.approx(own.wins / begun)
            for each in (share, bot["rating"], bot["points_per_match"], bot["points_per_game"]):
                assert each["low"] <= each["mean"] <= each["high"]
    with (folder / "matches.csv").open(encoding="utf-8", newline="") as file:
        seats = list(csv.DictReader(file))
    assert len(seats) == sum(own.matches for own in counts)
    assert sum(row["place"] == "1" for row in seats) >= sum(own.wins for own in counts) == 40


def test_the_terminal_tells_what_was_played(told: Told) -> None:
    _, results, counts = told
    file = StringIO()
    show_table(results, "en", Console(file=file, width=80, highlight=False, markup=False))
    text = file.getvalue()
    assert "Bots: 5. Matches: 40. Games: " in text
    for name, own in zip(NAMES, counts, strict=True):
        first, *_, last = (row.split() for row in text.splitlines() if f"  {name} " in row)
        assert number(first[2]) == pytest.approx(own.wins, abs=0.051)
        counted = [own.matches, own.left_out, own.games, own.moves]
        assert [number(cell) for cell in last[2:6]] == counted
        assert last[-1] == (f"{own.faults}" if own.faults else "–")


def test_the_headline_tells_what_was_played(told: Told) -> None:
    folder, results, counts = told
    first = results.best_first()[0]
    own, page = counts[first], Tables((folder / "report.html").read_text("utf-8")).words
    words = {
        RankBy.WINS: f"{own.wins:.1f}".removesuffix(".0")
        + f" of {own.matches + own.left_out} matches won",
        RankBy.POINTS: "points per match",
        RankBy.POINTS_PER_GAME: "points per game",
        RankBy.RATING: "a rating of",
    }
    said = re.search(r"\u2068(\w+)\u2069 comes first with (.*?)\. ", page)
    assert said is not None
    assert said[1] == NAMES[first]
    assert words[results.rank_by] in said[2]


def test_places_are_by_what_was_asked_for(told: Told) -> None:
    _, results, counts = told

    def worth(who: int) -> float:
        own = counts[who]
        match results.rank_by:
            case RankBy.WINS:
                return own.wins / (own.matches + own.left_out)
            case RankBy.POINTS:
                return own.points / own.matches
            case RankBy.POINTS_PER_GAME:
                return own.points / own.games
            case RankBy.RATING:
                return results.ratings[who].mean

    order = results.best_first()
    assert order[-1] == NAMES.index("eve"), "who never played is last"
    points = results.rank_by in (RankBy.POINTS, RankBy.POINTS_PER_GAME)
    ranked = sorted(order[:-1], key=lambda who: (points and counts[who].left_out > 0, -worth(who)))
    assert order[:-1] == ranked
