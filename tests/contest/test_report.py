"""What people and programs get of a contest: files, the report, the table on the terminal."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from io import StringIO
from itertools import pairwise
from math import ulp
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from cardkit.contest import intervals, match_list
from cardkit.contest.formatting import line, plain, points, share, short, strength, time
from cardkit.contest.intervals import Interval
from cardkit.contest.model import FaultKind, NotedFault, Outcome
from cardkit.contest.report import Drawn, apart, interval_plot, report_of, ticks
from cardkit.contest.result_files import ENTRANT_COLUMNS, SEAT_COLUMNS, write_results
from cardkit.contest.results import Results, results_of
from cardkit.contest.terminal_results import show_table
from tests.outcomes import contest, outcome

CONTEST = {
    "title": "Daifugo",
    "seed": 7,
    "command": "cardkit contest daifugo a b --seed 7",
    "versions": {"cardkit": "0.1.0"},
}
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202egnp.exe",
    "\x1b[31mred\x07",
    "=cmd|' /C calc'!A0",
    "\ud800half",
    "&amp;'\"`",
    "]]>--><style>*{display:none}</style>",
    "a name that does not end " * 20,
    "とても長い名前のボット" * 9,
    "مرحبا",
    "",
)


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """How sure everything is does not matter here."""
    monkeypatch.setattr(intervals, "MOST_RESAMPLES", intervals.LEAST_RESAMPLES)


# Files


def test_files_tell_the_same_as_the_standings(tmp_path: Path) -> None:
    names = ["a", "b", "c"]
    played = list(contest(3, 3, 12))
    results = write_results(tmp_path, CONTEST, names, iter(played))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "matches.csv", "report.html", "results.csv", "results.json",
    ]  # fmt: skip
    data = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert data == json.loads(json.dumps(results.data()))
    assert data["contest"] == CONTEST
    assert [each["name"] for each in data["entrants"]] == names
    with (tmp_path / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == names
    assert all(set(row) == set(ENTRANT_COLUMNS) for row in rows)
    for row, each in zip(rows, data["entrants"], strict=True):
        assert float(row["points_per_game_low"]) == each["points_per_game"]["low"]
        assert int(row["faults"]) == sum(each["faults"].values())
    with (tmp_path / "matches.csv").open(encoding="utf-8", newline="") as file:
        seats = list(csv.DictReader(file))
    assert set(seats[0]) == set(SEAT_COLUMNS)
    assert len(seats) == 3 * len(played)
    assert sum(int(seat["points"]) for seat in seats) == sum(e["points"] for e in data["entrants"])


def test_a_broken_off_writing_leaves_what_was_there(tmp_path: Path) -> None:
    def breaks_off() -> Iterator[Outcome]:
        yield outcome(0, (0, 1), (1, 0))
        raise KeyboardInterrupt

    (tmp_path / "matches.csv").write_text("before", "utf-8")
    with pytest.raises(KeyboardInterrupt):
        write_results(tmp_path, CONTEST, ["a", "b"], breaks_off())
    assert [path.name for path in tmp_path.iterdir()] == ["matches.csv"]
    assert (tmp_path / "matches.csv").read_text("utf-8") == "before"


def test_hostile_names_are_written_and_start_no_formula(tmp_path: Path) -> None:
    write_results(tmp_path, CONTEST, HOSTILE, contest(len(HOSTILE), 4, 12))
    data = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert {each["name"] for each in data["entrants"]} == set(HOSTILE)
    with (tmp_path / "results.csv").open(encoding="utf-8", newline="") as file:
        cells = [row["name"] for row in csv.DictReader(file)]
    assert len(cells) == len(HOSTILE)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_who_did_nothing_wrong_has_no_faults_in_any_column(tmp_path: Path) -> None:
    write_results(tmp_path, CONTEST, ["a", "b"], [outcome(0, (0, 1), (1, 0))])
    with (tmp_path / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    counted = [cell for row in rows for name, cell in row.items() if name.startswith("faults")]
    assert counted == ["0"] * 2 * (1 + len(FaultKind))
    assert [row["points_per_game_low"] for row in rows] == ["", ""]


# The report

VOID = {"meta", "img", "br", "hr", "link", "input"}


class Page(HTMLParser):
    """Reads a page and notes what is wrong with it: tags that do not match, things from outside."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.wrong: list[str] = []
        self.links: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "href" and tag == "a":
                self.links.append(value or "")
            elif name.startswith("on") or name in ("src", "href", "style", "xlink:href", "action"):
                self.wrong.append(f"<{tag} {name}={value}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.words += data


def checked(text: str) -> Page:
    """The page, when it is sound: well-formed, alone, without scripts, its plots good SVG."""
    page = Page(text)
    assert page.wrong == []
    assert page.open == []
    assert all(re.fullmatch(r"matches\.html(\?[a-z]+=\d+(&[a-z]+=\d+)?)?", to) for to in page.links)
    assert not page.tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    assert len(set(page.ids)) == len(page.ids)
    assert "url(" not in text
    assert "@import" not in text
    for start in text.split("<svg ")[1:]:
        plot = ElementTree.fromstring(f"<svg {start.split('</svg>')[0]}</svg>")
        assert "nan" not in ElementTree.tostring(plot, encoding="unicode").split("</desc>")[-1]
        if plot.get("aria-hidden") == "true":  # the words beside it say as much
            continue
        labels = plot.attrib["aria-labelledby"].split()
        assert [plot[0].attrib["id"], plot[1].attrib["id"]] == labels
        assert [plot[0].tag, plot[1].tag] == ["title", "desc"]
        assert all((plot[at].text or "").strip() for at in (0, 1))
    return page


def made(entrants: int, deals: int = 12, names: tuple[str, ...] = (), **more: object) -> Results:
    many = names or tuple(f"bot {number}" for number in range(entrants))
    return results_of({**CONTEST, **more}, many, contest(entrants, 2, deals))


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("entrants", "deals"), [(2, 1), (2, 40), (5, 20), (12, 36), (40, 80), (2, 0)]
)
def test_the_report_is_a_sound_page_by_itself(entrants: int, deals: int, lang: str) -> None:
    results = made(entrants, deals)
    text = report_of(results, lang)
    page = checked(text)
    assert ("svg" in page.tags) == bool(deals)
    assert "default-src 'none'" in text
    assert str(CONTEST["command"]) in page.words
    assert all(name in page.words for name in results.names)
    assert not page.links
    links = checked(report_of(results, lang, "matches.html")).links
    assert set(links) >= {"matches.html", *(f"matches.html?bot={who}" for who in range(entrants))}
    assert any("other" in link for link in links) == bool(deals)


def test_the_report_says_how_many_matches_ended_early_or_were_not_played_or_recorded() -> None:
    played = [outcome(n, (0, 1), *[(1, 0)] * games, deal=n) for n, games in enumerate((3, 2, 3))]
    results = results_of({**CONTEST, "games": 3, "planned": 5}, ["a", "b"], played)
    words = Page(report_of(results, "en", "matches.html", replays=2)).words
    assert "Matches: 3. Games: 8. 1 match was over before its 3 games were played." in words
    assert "The contest is not over: it has 5 matches." in words
    assert "The first 2 of 3 matches were recorded" in words
    assert "No match was recorded" in Page(report_of(results, "en", "matches.html")).words
    assert "recorded" not in Page(report_of(results, "en", "matches.html", replays=3)).words


# The list of matches


def listed(folder: Path, names: Sequence[str], played: Iterable[Outcome], **more: object) -> Any:
    """What the page with the matches is given."""
    given: list[Mapping[str, Any]] = []

    def page(data: Mapping[str, Any], lang: str) -> str:
        given.append(json.loads(json.dumps(data)))
        return lang

    write_results(folder, {**CONTEST, **more}, names, played, "en", page)
    return given[0]


def test_matches_are_listed_with_seats_winners_faults_and_replays(tmp_path: Path) -> None:
    wrong = tuple(NotedFault(1, 2, FaultKind.ILLEGAL, f"no. {n}", "said PASS") for n in range(7))
    gone = (NotedFault(2, 1, FaultKind.CRASHED, "boom", "rematch"),)
    played = [outcome(0, (1, 0), (1, 4), faults=wrong), outcome(1, (0, 1), (2, 2), faults=gone)]
    (tmp_path / "replays").mkdir()
    (tmp_path / "replays" / "match-000002.js").touch()
    first, second = listed(tmp_path, "abc", played)["matches"]
    assert (first["seats"], first["scores"], first["places"]) == ([1, 0], [1, 4], [2, 1])
    assert (first["faultCount"], len(first["faults"]), first["faulty"]) == (7, 5, [1])
    assert first["faults"][0]["words"] == "illegal (game 2) → said PASS"
    assert (first["replays"], second["replays"]) == ([], [2])
    assert (second["away"], second["places"]) == ([2], [1, 1])


def test_of_very_many_matches_the_first_are_listed_and_those_the_report_tells_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_list, "MOST_LISTED", 10)
    fault = (NotedFault(0, 1, FaultKind.CRASHED, "boom", "said PASS"),)
    played = [outcome(n, (0, 1), (1, 0), faults=fault if n in (20, 30) else ()) for n in range(40)]
    data = listed(tmp_path, "ab", played)
    assert [each["match"] for each in data["matches"]] == [*range(1, 11), 21, 31]
    assert "the first 10 of 40 matches" in " ".join(data["notes"])


def test_hostile_names_and_evidence_stay_in_their_place() -> None:
    faults = tuple(
        NotedFault(who % 2, 1, kind, text, text)
        for who, (kind, text) in enumerate(zip(FaultKind, HOSTILE, strict=False))
    )
    for first in HOSTILE:
        played = [outcome(0, (0, 1), (1, 0), faults=faults), *contest(2, 2, 12)]
        shady = {**CONTEST, "title": first, "command": first, first: {first: [first]}}
        text = report_of(results_of(shady, [first, "other"], played), "en", "matches.html")
        assert checked(text).links
        assert "<script" not in text
        assert "<img" not in text
        assert text.count("<style") == 1
        assert not {"\u202e", "\x1b", "\x07", "\ud800"} & set(text)
        text.encode("utf-8")


@pytest.mark.parametrize("unit", [1, 10**6, 10**15, 10**30])
def test_huge_numbers_and_odd_times_are_drawn(unit: int) -> None:
    played = [outcome(n, (0, 1), (unit * n, -unit), deal=n) for n in range(30)]
    text = report_of(results_of(CONTEST, ["a", "b"], played))
    checked(text)


def test_the_report_says_whether_the_lead_is_more_than_luck() -> None:
    clear = [outcome(n, (0, 1), (9 + n % 2, 1), deal=n) for n in range(30)]
    luck = [outcome(n, (0, 1), ((-1) ** n * 9 + 1, 0), deal=n) for n in range(30)]
    level = [outcome(0, (0, 1), (1, 1))]
    seven = [outcome(n, (0, 1), (1, 0), deal=n) for n in range(7)]
    few = seven[:3]
    for played, words in (
        (clear, "more than luck"),
        (luck, "may be luck: the 95 % interval of 1 other bot overlaps"),
        (level, "share the first place, each with 0.5 of 1 match won"),
        (seven, "7 of 7 matches won"),
        (seven, "more than luck"),
        (few, "may be luck"),
    ):
        assert words in Page(report_of(results_of(CONTEST, ["a", "b"], played))).words


def test_the_same_results_make_the_same_report() -> None:
    played = list(contest(3, 3, 12))
    first = report_of(results_of(CONTEST, "abc", played))
    assert first == report_of(results_of(CONTEST, "abc", played))


# Plots


@given(st.floats(-1e12, 1e12), st.floats(1e-6, 1e12), st.integers(2, 8))
def test_ticks_are_few_and_within(low: float, size: float, most: int) -> None:
    high = low + size
    found = ticks(low, high, most)
    assert 1 <= len(found) <= most + 2
    slack = 1e-6 * (high - low) + 1e-9 + 4 * ulp(max(abs(low), abs(high)))
    assert all(low - slack <= tick <= high + slack for tick in found)


@given(st.lists(st.floats(0, 200), min_size=1, max_size=12))
def test_labels_keep_apart(places: list[float]) -> None:
    found = sorted(apart(places, 11, 0, 200))
    assert all(after - before > 10.99 for before, after in pairwise(found))
    assert found[0] >= -0.01
    assert found[-1] <= 200.01


def test_a_single_value_is_drawn_in_the_middle() -> None:
    plot = interval_plot("t", (), [(Drawn(0, 1, 0), "a", "1", Interval(1.0))])
    assert plot.rows[0][4:7] == (180, 180, 180)
    checked(report_of(results_of(CONTEST, ["a", "b"], [outcome(0, (0, 1), (0, 0))])))


# The terminal


def on_terminal(results: Results, lang: str) -> str:
    file = StringIO()
    show_table(results, lang, Console(file=file, width=80, highlight=False, markup=False))
    return file.getvalue()


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("entrants", [2, 4, 12])
def test_the_table_fits_a_terminal_and_is_best_first(entrants: int, lang: str) -> None:
    results = made(entrants, 36)
    text = on_terminal(results, lang)
    assert max(cell_len(each) for each in text.splitlines()) <= 80
    places = [text.index(f" bot {who} ") for who in results.best_first()]
    assert places == sorted(places)
    assert "--seed 7" in text


def test_long_and_hostile_names_leave_the_figures_alone() -> None:
    results = made(len(HOSTILE), 36, HOSTILE)
    text = on_terminal(results, "en")
    assert max(cell_len(each) for each in text.splitlines()) <= 80
    assert not {"\u202e", "\x1b", "\x07", "\ud800"} & set(text)
    for who in range(len(HOSTILE)):
        assert points(results.standings.per_match(who)) in text
        assert share(results.win_shares[who]) in text
        assert strength(results.ratings[who]) in text


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_large_figures_and_bots_that_were_left_out_fit_too(lang: str) -> None:
    gone = NotedFault(2, 1, FaultKind.CRASHED, "it fell over", "rematch")
    played = [
        outcome(n, (0, 1), (99_999 * (-1) ** n, n), deal=n, faults=(gone,)) for n in range(1500)
    ]
    results = results_of(CONTEST, ["a", "b", "c"], played)
    text = on_terminal(results, lang)
    for who in range(2):
        assert share(results.win_shares[who]) in text
        assert points(results.standings.per_match(who)) in text
        assert strength(results.ratings[who]) in text
    assert " 1,500 " in text


def test_faults_are_told_with_their_evidence() -> None:
    fault = NotedFault(1, 3, FaultKind.ILLEGAL, "said:\nDISCARD [bold]S3", "PASS")
    results = results_of(CONTEST, ["a", "b"], [outcome(6, (0, 1), (1, 0), faults=(fault,))])
    assert "b: illegal (match 7, game 3) → PASS\n  DISCARD [bold]S3\n" in on_terminal(results, "en")
    assert "b: 反則手（試合7、ゲーム3）→ PASS" in on_terminal(results, "ja")
    assert "DISCARD [bold]S3" in Page(report_of(results)).words


# Words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "–"), (3e-9, "3.00 ns"), (1.2e-5, "12.0 µs"), (0.0009999, "1.00 ms"), (0.5, "500 ms"),
     (61, "61.0 s"), (600, "10.0 min"), (1e5, "27.8 h")],
)  # fmt: skip
def test_time_is_told_in_the_unit_that_suits_it(seconds: float, words: str) -> None:
    assert time(seconds) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [(0.25, "0.25"), (-40, "−40"), (9000, "9000"), (12000, "12k"), (3.5e6, "3.5M")],
)
def test_numbers_of_an_axis_are_short(number: float, words: str) -> None:
    assert short(number) == words


def test_nothing_has_no_sign() -> None:
    assert points(Interval(-0.25, 13.0)) == "0 ± 13"
    assert points(Interval(-0.25, 0.5)) == "−0.250 ± 0.500"
    assert points(Interval(0.0)) == "0.000"


def test_what_steers_is_shown_and_not_done() -> None:
    assert plain("a\x1b[0m\u202eb\nc\t") == "a⟨U+001B⟩[0m⟨U+202E⟩b\nc    "
    assert line("a\r\n b\t c") == "a b c"
    assert plain("👩\u200d🔬") == "👩\u200d🔬"
