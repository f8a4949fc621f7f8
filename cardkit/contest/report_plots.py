"""What the report draws of the results, and what it says under each plot."""

from __future__ import annotations

from html import escape

from cardkit.contest.formatting import line, percent, points, strength, three, time
from cardkit.contest.plots import Box, PlotLine, Span, boxes, heat_map, lines, spans
from cardkit.contest.results import Results
from cardkit.netgame import say

MOST_LINES = 12
MOST_CELLS = 24
MOST_ROWS = 60


def pictures(results: Results, lang: str) -> str:
    """All plots of the report; those without anything to show are left out."""
    order = results.standings.best_first()
    ranked = [
        (place, who) for place, who in enumerate(order, 1) if results.standings.tallies[who].games
    ]
    drawn = (
        _points(results, ranked, lang),
        _course(results, ranked, lang),
        _ratings(results, ranked, lang),
        _times(results, ranked, lang),
        _matrix(results, lang),
    )
    return f'<div class="grid">\n{"".join(drawn)}</div>\n'


Ranked = list[tuple[int, int]]
"""Places and entrants, best first."""


def _points(results: Results, ranked: Ranked, lang: str) -> str:
    rows = []
    for place, who in ranked[:MOST_ROWS]:
        mean = results.standings.per_game(who)
        name = line(results.names[who])
        rows.append(Span(place, name, points(mean), mean.low, mean.mean, mean.high))
    title, about = say("Points per game", lang), say("The mean, and its 95 % interval", lang)
    svg = spans("points", title, _told(about, rows), rows, about)
    return _figure(title, svg, _best(len(ranked), MOST_ROWS, lang))


def _course(results: Results, ranked: Ranked, lang: str) -> str:
    drawn = [
        PlotLine(place, line(results.names[who]), results.standings.series.line(who))
        for place, who in ranked[:MOST_LINES]
    ]
    title = say("Points over games", lang)
    about = "; ".join(f"{each.number} {each.name}: {each.points[-1][1]:+,}" for each in drawn)
    svg = lines("course", title, about, drawn, say("Games", lang), say("Points", lang))
    return _figure(title, svg, _best(len(ranked), MOST_LINES, lang))


def _ratings(results: Results, ranked: Ranked, lang: str) -> str:
    rows = []
    for place, who in ranked[:MOST_ROWS]:
        rating = results.ratings[who]
        words = strength(rating)
        name = line(results.names[who])
        rows.append(Span(place, name, words, rating.low, rating.mu, rating.high))
    title = say("Ratings", lang)
    about = say("Plackett-Luce, ± two standard deviations", lang)
    svg = spans("ratings", title, _told(about, rows), rows, about)
    return _figure(title, svg, _best(len(ranked), MOST_ROWS, lang))


def _times(results: Results, ranked: Ranked, lang: str) -> str:
    rows = []
    for place, who in ranked[:MOST_ROWS]:
        tally = results.standings.tallies[who]
        if not tally.moves or not tally.nanoseconds:
            continue
        low, mid, high = (tally.pace(share) for share in (0.25, 0.5, 0.75))
        far = max(tally.slowest, high)
        words = time(tally.per_move)
        if tally.slowest:  # the moves of who plays at random are not timed one by one
            words += f" · ◆ {time(tally.slowest)}"
        rows.append(Box(place, line(results.names[who]), words, low, mid, high, far))
    if not rows:
        return ""
    title = say("Time per move", lang)
    about = say("The box holds the middle half of the matches; ◆ is the slowest move", lang)
    axis = say("Each step is ten times as long", lang)
    svg = boxes("times", title, _told(about, rows), rows, axis)
    return _figure(title, svg, about, _best(len(ranked), MOST_ROWS, lang))


def _matrix(results: Results, lang: str) -> str:
    standings = results.standings
    order = standings.best_first()[:MOST_CELLS]
    if not any(standings.met(one, other) for one in order for other in order):
        return ""
    names = [line(results.names[who]) for who in order]
    cells = [
        [
            (
                share := standings.share(one, other),
                say(
                    "{name} before {other}: {share} of {matches:,} matches",
                    lang,
                    name=line(results.names[one]),
                    other=line(results.names[other]),
                    share=percent(share),
                    matches=standings.met(one, other),
                ),
            )
            for other in order
        ]
        for one in order
    ]
    title = say("Who was before whom", lang)
    about = say(
        "How many of 100 common matches the bot of the row ended before that of the column; a draw "
        "is half",
        lang,
    )
    told = "; ".join(
        f"{names[row]} – {names[column]}: {three(100 * share)} %"
        for row, shares in enumerate(cells)
        for column, (share, _) in enumerate(shares)
        if share is not None and row < column
    )
    svg = heat_map("matrix", title, f"{about}. {told}", names, cells)
    region = f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(title)}">'
    note = _best(len(results.names), MOST_CELLS, lang)
    return _figure(title, f"{region}{svg}</div>", about, note, wide=True)


def _best(there: int, most: int, lang: str) -> str:
    return say("The best {most} of {there:,}", lang, most=most, there=there) if there > most else ""


def _told(about: str, rows: list[Span] | list[Box]) -> str:
    """A plot in words, for who cannot see it."""
    return f"{about}. " + "; ".join(f"{row.number} {row.name}: {row.value}" for row in rows)


def _figure(title: str, inside: str, *notes: str, wide: bool = False) -> str:
    small = "".join(f"<small>{escape(note)}</small>" for note in notes if note)
    return (
        f'<figure class="card{" wide" if wide else ""}"><figcaption>{escape(title)}{small}'
        f"</figcaption>\n{inside}</figure>\n"
    )
