"""A contest on the terminal: its progress, and its results as wide as a terminal is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text as Shown

from cardkit.contest.cluster import Cluster
from cardkit.contest.contest import Contest
from cardkit.contest.formatting import line, percent, points, strength, time, wins
from cardkit.contest.outcome_file import OutcomeFile
from cardkit.contest.process_pool import ProcessPool
from cardkit.contest.results import Results
from cardkit.contest.sentences import fault_words, interval_note
from cardkit.netgame import say, translate

MOST_IN_MATRIX = 8
MOST_FAULTS = 6


@contextmanager
def progress(
    contest: Contest, outcome_file: OutcomeFile, pool: ProcessPool | Cluster, lang: str
) -> Iterator[Callable[[], None]]:
    """A bar with the time left for whoever looks on; a file or a pipe sees nothing."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn(translate(contest.title, lang)),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[games]:,} " + say("Games", lang)),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        refresh_per_second=4,
        speed_estimate_period=600,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("", total=contest.schedule.total, games=0)
        before = outcome_file.count

        def told() -> None:
            under_way = min(before + pool.games / contest.games, contest.schedule.total)
            bar.update(task, completed=max(outcome_file.count, under_way), games=pool.games)

        yield told


def show_table(results: Results, lang: str = "en", console: Console | None = None) -> None:
    """Print who came where, how they met, what they took and what went wrong; best first."""
    console = console or Console(highlight=False, markup=False)
    standings = results.standings
    console.print(_standings(results, lang))
    if 2 < len(results.names) <= MOST_IN_MATRIX and standings.matches:
        console.print(_matrix(results, lang))
    console.print(_times(results, lang))
    for words in _faults(results, lang):
        console.print(words)
    console.print(
        say(
            "{title}. Bots: {bots:,}. Matches: {matches:,}. Games: {games:,}.",
            lang,
            title=translate(line(results.title), lang),
            bots=len(results.names),
            matches=standings.matches,
            games=standings.games,
        )
    )
    if any(standings.per_game(who).half is not None for who in range(len(results.names))):
        console.print(interval_note(results, lang))
    if "seed" in results.contest:
        seed = results.contest["seed"]
        console.print(say("The same games again: --seed {seed}", lang, seed=seed))


def _standings(results: Results, lang: str) -> Table:
    table = _table(
        say("Bot", lang),
        say("Games", lang),
        say("Wins", lang),
        "",
        say("Points per game", lang),
        say("Rating", lang),
    )
    for place, who in enumerate(results.standings.best_first(), 1):
        tally, rating = results.standings.tallies[who], results.ratings[who]
        table.add_row(
            _name(place, results.names[who]),
            f"{tally.games:,}",
            wins(tally.wins),
            percent(tally.win_share),
            points(results.standings.per_game(who)) if tally.games else "–",
            strength(rating),
        )
    return table


def _matrix(results: Results, lang: str) -> Table:
    order = results.standings.best_first()
    table = _table(say("Before", lang), *(str(place) for place in range(1, len(order) + 1)))
    for place, one in enumerate(order, 1):
        cells = (percent(results.standings.share(one, other)) for other in order)
        table.add_row(_name(place, results.names[one]), *cells)
    return table


def _times(results: Results, lang: str) -> Table:
    table = _table(
        say("Bot", lang),
        say("Matches", lang),
        say("Moves", lang),
        say("Time", lang),
        say("Per move", lang),
        say("Slowest move", lang),
        say("Faults", lang),
    )
    for place, who in enumerate(results.standings.best_first(), 1):
        tally = results.standings.tallies[who]
        table.add_row(
            _name(place, results.names[who]),
            f"{tally.matches:,}",
            f"{tally.moves:,}",
            time(tally.seconds),
            time(tally.per_move),
            time(tally.slowest),
            f"{tally.faults.total():,}" if tally.faults else "–",
        )
    return table


def _faults(results: Results, lang: str) -> list[Shown]:
    """The first faults, each with the beginning of its evidence on a line of its own."""
    noted = results.standings.noted()
    words = []
    for each in noted[:MOST_FAULTS]:
        name = line(results.names[each.fault.entrant], 30)
        words.append(Shown(f"{name}: {fault_words(each, lang)}"))
        if each.fault.evidence.strip():
            last = each.fault.evidence.strip().splitlines()[-1]
            words.append(Shown(f"  {line(last)}", no_wrap=True, overflow="ellipsis"))
    if len(noted) > MOST_FAULTS:
        words.append(Shown(say("More faults are in the report.", lang)))
    return [*words, Shown()] if words else []


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(first, min_width=12)  # gives way to the figures, which do not wrap
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _name(place: int, name: str) -> Shown:
    return Shown(f"{place}  {line(name)}", overflow="ellipsis", no_wrap=True)
