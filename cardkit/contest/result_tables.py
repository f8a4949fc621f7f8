"""What the terminal and the report both show of results: columns of tables, and sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardkit.contest.formatting import line, percent, points, signed, strength, time, wins
from cardkit.contest.intervals import Interval
from cardkit.contest.results import Results
from cardkit.contest.standings import EntrantTally, FaultInMatch
from cardkit.netgame import say, translate


def _of_tally(show: Callable[[EntrantTally], str]) -> Callable[[Results, int], str]:
    return lambda results, who: show(results.standings.tallies[who])


def _mean(results: Results, who: int, mean: Callable[[int], Interval]) -> str:
    return points(mean(who)) if results.standings.tallies[who].games else "–"


COLUMNS: dict[str, Callable[[Results, int], str]] = {
    "Matches": _of_tally(lambda tally: f"{tally.matches:,}"),
    "Games": _of_tally(lambda tally: f"{tally.games:,}"),
    "Wins": _of_tally(lambda tally: wins(tally.wins)),
    "%": _of_tally(lambda tally: percent(tally.win_share)),
    "Points": _of_tally(lambda tally: signed(tally.points)),
    "Points per game": lambda results, who: _mean(results, who, results.standings.per_game),
    "Points per match": lambda results, who: _mean(results, who, results.standings.per_match),
    "Rating": lambda results, who: strength(results.ratings[who]),
    "Ordinal": lambda results, who: f"{results.ratings[who].ordinal:.1f}".replace("-", "−"),
    "Moves": _of_tally(lambda tally: f"{tally.moves:,}"),
    "Time": _of_tally(lambda tally: time(tally.seconds)),
    "Per move": _of_tally(lambda tally: time(tally.per_move)),
    "Slowest move": _of_tally(lambda tally: time(tally.slowest)),
    "Faults": _of_tally(lambda tally: f"{tally.faults.total():,}" if tally.faults else "–"),
}
"""By its heading what a column shows of an entrant."""

Row = tuple[int, str, list[str]]
"""A place, a name, and the cells of a row."""


def rows_of(results: Results, *headings: str) -> Iterator[Row]:
    """The entrants, best first, with these columns."""
    for place, who in results.ranked():
        yield place, results.names[who], [COLUMNS[heading](results, who) for heading in headings]


def matrix_of(results: Results) -> Iterator[Row]:
    """The entrants, best first, and in how many matches each ended before which other."""
    for place, one in results.ranked():
        shares = (results.standings.share(one, other) for _, other in results.ranked())
        yield place, results.names[one], [percent(share) for share in shares]


def interval_note(results: Results, lang: str) -> str:
    """What is behind ±."""
    if results.standings.unit == "deals":
        return say(
            "± is the 95 % confidence interval; all matches with the same cards count as one "
            "observation.",
            lang,
        )
    return say(
        "± is the 95 % confidence interval; as there are few deals, all games with the same cards "
        "count as one observation, as if no game depended on the one before.",
        lang,
    )


def fault_words(noted: FaultInMatch, lang: str) -> str:
    """What went wrong, where, and what came of it."""
    fault = noted.fault
    done = line(fault.done, 200)
    verb, _, command = done.partition(" ")
    said = verb == "said" and command != "by lot"
    return say(
        "{kind} (match {match:,}, game {game:,}) → {done}",
        lang,
        kind=translate(fault.kind.value, lang),
        match=noted.match + 1,
        game=fault.game,
        done=say("said {command}", lang, command=command) if said else translate(done, lang),
    )
