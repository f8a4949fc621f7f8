"""A contest on the terminal: its progress, and its results as wide as a terminal is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text as Shown

from cardkit.contest.bot_log import BotLogFolder
from cardkit.contest.cluster import Cluster
from cardkit.contest.contest import Contest
from cardkit.contest.formatting import line
from cardkit.contest.outcome_file import OutcomeFile
from cardkit.contest.process_pool import ProcessPool
from cardkit.contest.result_tables import (
    Row,
    barred_of,
    facts_of,
    fault_words,
    interval_note,
    lead_of,
    matrix_of,
    rows_of,
    with_left_out,
)
from cardkit.contest.results import RankBy, Results
from cardkit.netgame import say, translate

MOST_IN_MATRIX = 8
MOST_FAULTS = 6
MOST_EVIDENCE = 200
PLAYED = ("Matches", "Games", "Moves", "Per move", "Slowest move", "Faults")


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


def show_table(
    results: Results,
    lang: str = "en",
    console: Console | None = None,
    log_folder: BotLogFolder | None = None,
) -> None:
    """Print who came where, how they met, what they took and what went wrong; best first."""
    console = console or Console(highlight=False, markup=False)
    standings = results.standings
    by_game = results.rank_by is RankBy.POINTS_PER_GAME
    points = "Points per game" if by_game else "Points per match"
    ranked = ("Wins", "Matches won", points, "Rating")
    console.print(table_of(lang, ("Bot", *ranked), rows_of(results, ranked)))
    if 2 < len(results.names) <= MOST_IN_MATRIX and standings.matches:
        places = map(str, range(1, len(results.names) + 1))
        console.print(table_of(lang, ("Before", *places), matrix_of(results)))
    played = with_left_out(results, PLAYED)
    console.print(table_of(lang, ("Bot", *played), rows_of(results, played)))
    for name, why in barred_of(results, lang):
        console.print(Shown(f"{line(name, 30)}: {why}"))
    _show_faults(results, lang, console, log_folder)
    title = line(translate(results.title, lang))
    console.print(say("{title}. {facts}", lang, title=title, facts=facts_of(results, lang)))
    console.print(Shown(lead_of(results, lang)))
    if standings.matches:
        console.print(interval_note(results, lang))
    if "seed" in results.contest:
        seed = results.contest["seed"]
        console.print(say("The same games again: --seed {seed}", lang, seed=seed))


def _show_faults(
    results: Results, lang: str, console: Console, log_folder: BotLogFolder | None
) -> None:
    """The first faults, each with the beginning of its evidence on a line of its own."""
    noted = results.standings.faults
    for each in noted[:MOST_FAULTS]:
        name = line(results.names[each.fault.entrant], 30)
        console.print(Shown(f"{name}: {fault_words(each, lang)}"))
        if evidence := each.fault.evidence.strip():
            last = line(evidence.splitlines()[-1], MOST_EVIDENCE)
            console.print(Padding(Shown(last), (0, 0, 0, 2), expand=False))
        if log_folder is not None:
            who = each.fault.entrant
            file = log_folder.file(each.match, who, results.names[who])
            # In a match of teams that is the first of its two tables.
            if file.exists():
                console.print(Shown(f"  {file}"), soft_wrap=True)
    if len(noted) > MOST_FAULTS:
        console.print(say("More faults are in the report.", lang))
    if noted:
        console.print()


def table_of(lang: str, headings: Sequence[str], rows: Iterable[Row]) -> Table:
    """A row for each bot; its name gives way to the figures."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    first, *others = (say(heading, lang) for heading in headings)
    table.add_column(first, min_width=12)  # gives way to the figures, which do not wrap
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    for place, name, cells in rows:
        table.add_row(Shown(f"{place}  {line(name)}", overflow="ellipsis", no_wrap=True), *cells)
    return table
