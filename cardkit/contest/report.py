"""The report of a contest: one HTML file that needs nothing else, neither network nor scripts.

`report.html` is its page, `report.css` its style; what is drawn and said there comes from here.
A plot is `WIDTH` units wide, which is a telephone; a larger page enlarges it. What a colour says is
also said by a number, a line style or a shape.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from itertools import starmap
from math import ceil, floor, log10
from typing import Any, NamedTuple

import cardkit
from cardkit.contest.formatting import (
    line,
    percent,
    plain,
    points,
    share,
    short,
    strength,
    time,
    wins,
)
from cardkit.contest.intervals import Interval, Range
from cardkit.contest.result_tables import (
    barred_of,
    facts_of,
    fault_words,
    heading_of,
    interval_note,
    lead_of,
    records_note,
    rows_of,
    with_left_out,
)
from cardkit.contest.results import RankBy, Results
from cardkit.contest.standings import KEPT_FAULTS
from cardkit.netgame import plural, say, translate

COLUMNS = (
    "Matches", "Wins", "Matches won", "Points", "Points per match", "Rating", "Games",
    "Points per game",
)  # fmt: skip
TIMES = ("Moves", "Time", "Per move", "Slowest move")
WIDTH = 360.0
MOST_LINES, MOST_CELLS, MOST_ROWS = 12, 24, 60
_OWN = {
    "title", "game", "seed", "command", "low_wins", "partners", "cardkit", "games", "planned",
    "anchors", "additions", "began_with",
}  # fmt: skip
"""What the report tells of the contest in places of its own."""


@dataclass(frozen=True, slots=True)
class LadderPart:
    """What the report of a ladder shows besides that of a contest; `ladder.html` shows it."""

    state: str
    """What it is doing, and since when, in words."""
    refresh: int
    """After so many seconds there is a newer report; 0 when there will be none."""
    under_way: Sequence[str]
    newest: Sequence[tuple[int, Sequence[tuple[str, int]]]]
    """The last matches: their numbers, names and scores."""
    members: Sequence[tuple[str, str, str, str]]
    """Name, file, since when, and whether it still plays."""
    broken: Sequence[tuple[str, str]]
    """Files that cannot play, and why."""
    curves: Mapping[int, Sequence[tuple[int, float]]]
    """By entrant the ratings after so many matches."""


def report_of(
    results: Results,
    lang: str = "en",
    matches: str = "",
    replays: int = 0,
    ladder: LadderPart | None = None,
) -> str:
    """The whole file. `matches` is the page with the matches beside it, if there is one.

    `replays`: of how many matches there is a replay.
    """
    # Importing it takes a while, and only a contest with a folder needs it.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("cardkit.contest", "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"line": line, "plain": plain}
    style = resources.files("cardkit.contest").joinpath("report.css").read_text("utf-8")
    standings = results.standings
    drawn = [
        Drawn(row, place, who)
        for row, (place, who) in enumerate(results.ranked())
        if standings.tallies[who].games
    ]
    return environment.get_template("report.html").render(
        lang=lang,
        t=lambda text: say(text, lang),
        results=results,
        rows=lambda headings: zip(results.best_first(), rows_of(results, headings), strict=True),
        version=cardkit.__version__,
        style=style,
        style_hash=b64encode(sha256(style.encode()).digest()).decode(),
        heading=heading_of(results, lang)
        if ladder is None
        else say("Ladder: {title}", lang, title=line(translate(results.title, lang))),
        ladder=ladder,
        anchored=bool(results.contest.get("anchors")),
        retired=frozenset(results.contest.get("retired", ())),
        rated=_rating_lines(results, drawn, ladder, lang) if drawn and ladder else None,
        facts=facts_of(results, lang),
        matches=matches,
        replays_note=records_note(results, replays, lang) if matches else "",
        # Each name keeps its writing direction to itself.
        lead=lead_of(results, lang, "\u2068{}\u2069"),
        plots=list(_plots(results, drawn, lang)) if drawn else [],
        course=_course(results, drawn, lang) if drawn else None,
        matrix=_matrix(results, lang),
        columns=_columns(results),
        left_out=any(tally.sent_away for tally in standings.tallies),
        times=TIMES,
        interval_note=interval_note(results, lang),
        barred=list(barred_of(results, lang)),
        faults=list(_faults(results, lang)),
        few_faults=len(standings.faults) <= KEPT_FAULTS,
        more_faults=len(standings.faults) < sum(t.faults.total() for t in standings.tallies),
        command=str(results.contest.get("command") or ""),
        about=list(_about(results.contest, lang)),
    )


def _columns(results: Results) -> list[str]:
    found = with_left_out(results, COLUMNS)
    if any(tally.walkovers for tally in results.standings.tallies):
        found.insert(found.index("Left out") + 1, "Walkovers")
    return found


# --- plots ---------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """An entrant in the plots. Who are level share a place; a row, from 0, is that of one alone."""

    row: int
    place: int
    who: int


Ranked = Sequence[Drawn]
Tick = tuple[float, str, bool]
"""Where it is, its number in words, and whether that is nought."""


class Strip(NamedTuple):
    """A row of a plot: a name, its value in words, and where it lies on the axis of all rows."""

    row: int
    place: int
    name: str
    value: str
    low: float
    mid: float
    high: float
    far: float | None = None
    """The end of a box with one far value; without it, it is an interval."""


@dataclass(frozen=True, slots=True)
class Plot:
    """Rows over a common axis."""

    title: str
    notes: Sequence[str]
    rows: Sequence[Strip]
    ticks: Sequence[Tick]


def _plots(results: Results, ranked: Ranked, lang: str) -> Iterator[Plot]:
    """First what decides who comes first, then what else tells how good they are, then times."""
    standings, best = results.standings, _best(len(ranked), MOST_ROWS, lang)
    shown = ranked[:MOST_ROWS]
    usual = (RankBy.WINS, RankBy.POINTS, RankBy.RATING)
    for measure in (results.rank_by, *(each for each in usual if each is not results.rank_by)):
        title, words, values = _measures(results, measure, lang)
        yield interval_plot(
            title,
            (say("With the 95 % interval", lang), best),
            [(each, results.names[each.who], words(each.who), values(each.who)) for each in shown],
        )
    if timed := [each for each in shown if standings.tallies[each.who].seconds]:
        yield _times(results, timed, best, lang)


Words = Callable[[int], str]
Values = Callable[[int], Interval | Range]


def _measures(results: Results, measure: RankBy, lang: str) -> tuple[str, Words, Values]:
    """The title of a plot, and what it shows of an entrant in words and drawn."""
    standings, won, rated = results.standings, results.win_shares, results.ratings

    def in_percent(who: int) -> Range:
        return Range(*(100 * part for part in won[who]))

    match measure:
        case RankBy.WINS:
            return say("Matches won, in %", lang), lambda who: share(won[who]), in_percent
        case RankBy.RATING:
            return say("Rating", lang), lambda who: strength(rated[who]), rated.__getitem__
        case RankBy.POINTS:
            mean, title = standings.per_match, say("Points per match", lang)
        case RankBy.POINTS_PER_GAME:
            mean, title = standings.per_game, say("Points per game", lang)
    return title, lambda who: points(mean(who)), mean


def interval_plot(
    title: str, notes: Sequence[str], rows: Sequence[tuple[Drawn, str, str, Interval | Range]]
) -> Plot:
    """A dot for each mean, with its interval."""
    low, high = min(row[3].low for row in rows), max(row[3].high for row in rows)
    low, high = (low, high) if low < high else (low - 1, high + 1)
    at = scale(low, high, 8, WIDTH - 8)
    strips = [
        Strip(drawn.row, drawn.place, name, words, at(i.low), at(i.mean), at(i.high))
        for drawn, name, words, i in rows
    ]
    return Plot(title, notes, strips, [(at(t), short(t), not t) for t in ticks(low, high, 6)])


def _times(results: Results, ranked: Ranked, best: str, lang: str) -> Plot:
    """A box for each over a logarithmic axis of seconds; the slowest move is a diamond."""
    found = []
    for row, place, who in ranked:
        tally = results.standings.tallies[who]
        words = time(tally.per_move)
        if tally.slowest:  # the moves of who plays at random are not timed one by one
            words += f" · ◆ {time(tally.slowest)}"
        low, mid, high = (log10(tally.pace(share)) for share in (0.25, 0.5, 0.75))
        far = max(log10(tally.slowest), high) if tally.slowest else high
        found.append(((row, place, results.names[who], words), (low, mid, high, far)))
    low = min(floor(ends[0]) for _, ends in found)
    high = max(low + 1, *(ceil(ends[3]) for _, ends in found))
    at = scale(low, high, 10, WIDTH - 10)
    return Plot(
        say("Time per move", lang),
        (
            say("The box holds the middle half of the matches; ◆ is the slowest move", lang),
            say("Each step is ten times as long", lang),
            best,
        ),
        [Strip(*named, *map(at, ends)) for named, ends in found],
        [
            (at(power), time(10.0**power).replace(".00", "").replace(".0", ""), False)
            for power in range(low, high + 1, ceil((high - low) / 6))
        ],
    )


Line = Sequence[tuple[int, float]]


def _course(results: Results, ranked: Ranked, lang: str) -> dict[str, Any]:
    """Lines of points over games, numbered at their ends."""
    lines = [(each, results.standings.tallies[each.who].line) for each in ranked[:MOST_LINES]]
    notes = [_best(len(ranked), MOST_LINES, lang)]
    named = say("Points over games", lang), say("Points", lang), say("Games", lang)
    return _lines(results, lines, named, notes, "{:+,}")


def _rating_lines(
    results: Results, ranked: Ranked, ladder: LadderPart, lang: str
) -> dict[str, Any]:
    """Lines of ratings over matches; that of who retired ends there."""
    lines = [(each, ladder.curves[each.who]) for each in ranked if each.who in ladder.curves]
    named = say("Ratings over matches", lang), say("Rating", lang), say("Matches", lang)
    notes = [
        say("The mean of the bots of the game that always play is 1500", lang)
        if results.contest.get("anchors")
        else "",
        _best(len(lines), MOST_LINES, lang),
    ]
    return _lines(results, lines[:MOST_LINES], named, notes, "{:.0f}")


def _lines(
    results: Results,
    lines: Sequence[tuple[Drawn, Line]],
    named: tuple[str, str, str],
    notes: Sequence[str],
    words: str,
) -> dict[str, Any]:
    """Lines with their numbers at their ends: title, and what is up and what is to the right."""
    left, right, top, bottom = 44.0, WIDTH - 22, 22.0, 232.0
    most = max(games for _, each in lines for games, _ in each)
    low, high = (f(value for _, each in lines for _, value in each) for f in (min, max))
    x_ticks, y_ticks = ticks(0, most, 5), ticks(low, high, 6)
    at_x = scale(0, most, left, right)
    at_y = scale(min(low, y_ticks[0]), max(high, y_ticks[-1]), bottom, top)
    drawn = [[(at_x(games), at_y(value)) for games, value in each] for _, each in lines]
    labels = apart([each[-1][1] for each in drawn], 11, top, bottom - 6)
    names = [results.names[each.who] for each, _ in lines]
    return {
        "title": named[0],
        "up": named[1],
        "right": named[2],
        "notes": notes,
        "about": "; ".join(
            f"{each.place} {line(name)}: {words.format(values[-1][1])}"
            for name, (each, values) in zip(names, lines, strict=True)
        ),
        "x_ticks": [(at_x(tick), short(tick), False) for tick in x_ticks],
        "y_ticks": [(at_y(tick), short(tick), not tick) for tick in y_ticks],
        "rows": [
            {
                "row": each.row,
                "place": each.place,
                "name": name,
                "path": "M" + "L".join(starmap("{},{}".format, points_)),
                "end": points_[-1],
                "label": label,
            }
            for name, (each, _), points_, label in zip(names, lines, drawn, labels, strict=True)
        ],
    }


def _matrix(results: Results, lang: str) -> dict[str, Any]:
    """Who was before whom: above a half is one colour, below it another, near a half it is pale."""
    standings = results.standings
    ranked = results.ranked()[:MOST_CELLS]

    def cell(one: int, other: int) -> dict[str, Any]:
        before, met = standings.share(one, other), standings.met(one, other)
        if before is None:
            return {"words": "–", "style": "soft", "told": "", "count": "", "query": ""}
        ahead = wins(standings.ahead(one, other))
        told = say(
            "{name} before {other}: {ahead} of {matches}",
            lang,
            name=line(results.names[one], 200),
            other=line(results.names[other], 200),
            ahead=ahead,
            matches=plural(met, "1 match", "{n:,} matches"),
        )
        side = "more" if before >= 0.5 else "less"
        style = f"{side} s{round(abs(before - 0.5) * 10)}"
        return {
            "words": percent(before),
            "style": style,
            "told": told,
            "count": f"{ahead}/{met:,}",
            "query": f"bot={one}&other={other}",
        }

    rows = [(p, one, [cell(one, other) for _, other in ranked]) for p, one in ranked]
    return {
        "rows": rows if standings.before or standings.level else [],
        "note": _best(len(results.names), MOST_CELLS, lang),
    }


def _best(there: int, most: int, lang: str) -> str:
    return say("The best {most} of {there:,}", lang, most=most, there=there) if there > most else ""


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, about so many."""
    if high <= low:
        return [low]
    rough = (high - low) / most
    size = 10.0 ** floor(log10(rough))
    step = next(size * by for by in (1, 2, 2.5, 5, 10) if size * by >= rough * 0.999)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(number * step, 12) + 0.0 for number in range(first, last + 1)] or [low]


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """From values between low and high to places between start and end, to a tenth of a unit."""
    by = (end - start) / (high - low) if high > low else 0.0
    return lambda value: round(start + (value - low) * by, 1)


def apart(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """The places, moved as little as needed that none is nearer than `least` to the next."""
    order = sorted(range(len(places)), key=lambda each: places[each])
    found = list(places)
    edge = low - least
    for each in order:
        edge = found[each] = max(found[each], edge + least)
    edge = max(high, low + least * (len(places) - 1)) + least
    for each in reversed(order):
        edge = found[each] = min(found[each], edge - least)
    return found


# --- faults, and the contest itself ---------------------------------------------------------------


def _faults(results: Results, lang: str) -> Iterator[dict[str, Any]]:
    """By bot: how many faults of which kind, and the first of each with their evidence."""
    for _, who in results.ranked():
        if faults := results.standings.tallies[who].faults:
            kinds = (f"{translate(k.value, lang)} {many:,}" for k, many in sorted(faults.items()))
            own = [each for each in results.standings.faults if each.fault.entrant == who]
            yield {
                "who": who,
                "count": f"{faults.total():,}",
                "kinds": ", ".join(kinds),
                "noted": [
                    (each.match + 1, fault_words(each, lang), each.fault.evidence) for each in own
                ],
            }


def _about(contest: Mapping[str, Any], lang: str) -> Iterator[tuple[str, str]]:
    """What else is told of the contest."""
    if "seed" in contest:
        yield say("Seed", lang), str(contest["seed"])
    for key, value in contest.items():
        if key not in _OWN and value not in ("", None, False, {}, [], ()):
            told = _limits(value) if key == "limits" else value
            yield translate(str(key).replace("_", " "), lang), _value(told)


def _limits(limits: Mapping[str, Any]) -> dict[str, str]:
    """What a bot may use, in units that people know."""
    unit = {"move": "s", "total": "s", "memory": "MB", "storage": "MB", "load": "s"}
    found = {}
    for name, value in limits.items():
        size = value / (1 << 20 if unit.get(name) == "MB" else 1)
        found[name] = f"{size:,g} {unit.get(name, '')}".strip()
    return found


def _value(value: Any) -> str:
    match value:
        case True:
            return "✓"
        case str() | int() | float():
            return str(value)
        case dict():
            return ", ".join(f"{key} {_value(inner)}" for key, inner in value.items()) or "–"
        case list() | tuple():
            return "; ".join(_value(inner) for inner in value) or "–"
        case None:
            return "–"
    return json.dumps(value, ensure_ascii=False, default=str)
