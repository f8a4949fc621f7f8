"""What the subcommands share: arguments, the language of the user, and how results are shown."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cardkit.netgame import LANGUAGES, NetGame, Reason, Refused, say
from cardkit.netgame.conditions import shown
from cardkit.reasons import LocalReason
from cardkit.registry import find_game, installed, not_found
from cardkit.texts import spoken

Subcommands = argparse._SubParsersAction


class Help(argparse.HelpFormatter):
    """Fills paragraphs, and leaves examples that are laid out in lines as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=language_of_user(),
        help="language of the output (default: that of your terminal)",
    )


def add_count(
    parser: argparse._ActionsContainer,
    option: str,
    meaning: str,
    default: int | None = None,
    metavar: str = "N",
) -> None:
    """An option that takes a whole number of at least one."""
    parser.add_argument(option, type=above_zero, default=default, metavar=metavar, help=meaning)


def above_zero(typed: str) -> int:
    """A whole number of at least one, as argparse wants to hear it."""
    if not typed.isascii() or not typed.isdigit() or len(typed) > 12 or not int(typed):
        raise argparse.ArgumentTypeError(f"{typed} is not a whole number from 1 to {10**12 - 1:,}")
    return int(typed)


def seconds_typed(typed: str) -> float:
    """A time limit, as argparse wants to hear it."""
    try:
        seconds = float(typed)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{typed} is not a number of seconds from 0.001 to 86,400")
    return seconds


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The arguments that say which game is played, and by which rules."""
    parser.add_argument(
        "game", metavar="GAME", help="a game that `cardkit games` lists, or your own: file.py:Class"
    )
    add_options(
        parser,
        "a ready-made set of options of that game",
        "set one option; `cardkit rules GAME --names` lists them (can be given several times)",
    )


def add_own_game(parser: argparse.ArgumentParser) -> None:
    """For a record, which names its game alone."""
    text = "where the game is, if it is not installed"
    parser.add_argument("--game", metavar="FILE.PY:CLASS", default="", help=text)


def add_options(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup, preset: str, option: str
) -> None:
    """How the rules of a game are chosen, with these help texts."""
    parser.add_argument("--preset", default="", help=preset)
    parser.add_argument(
        "--set", dest="options", metavar="NAME=VALUE", action="append", default=[], help=option
    )


def options_from(typed: Sequence[str]) -> dict[str, str]:
    """The options of a game from what was typed as `--set name=value`."""
    options = {}
    for word in typed:
        name, equals, value = word.partition("=")
        if not name or not equals:
            text = "an option is written --set name=value, not --set {typed}"
            raise Refused(Reason.BAD_OPTION, text, typed=word)
        options[name.strip()] = value.strip()
    return options


def language_of_user() -> str:
    """The language of the terminal, as far as it is spoken here."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if setting := os.environ.get(variable):
            return spoken(setting) or "en"
    return "en"


@contextmanager
def progress_bar(title: str, of: int) -> Iterator[Callable[[int], None]]:
    """A bar and the time left for whoever looks on; a file or a pipe sees nothing."""
    console = Console(stderr=True)
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task("", total=of)
        yield lambda done: bar.update(task, completed=done)


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def print_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    lang: str,
    numbers: Sequence[str] = (),
    title: str = "",
) -> None:
    """A table on the terminal; the columns of numbers stand to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(
            say(heading, lang),
            justify="right" if heading in numbers else "left",
            overflow="fold",
            no_wrap=heading in ("Match", "Games", "Time"),
        )
    for row in rows:
        table.add_row(*map(escape, row))
    console = Console(highlight=False)
    if title:
        console.print(f"[bold]{escape(title)}[/bold]")
    console.print(table)


def game_finder(own: str = "") -> Callable[[str], type[NetGame]]:
    """How the game of a record is found: what a stranger wrote must not name code to be run."""

    def find(name: str) -> type[NetGame]:
        if not own and name not in installed():
            text = "{name} is not installed; if it is your own: --game file.py:Class"
            raise Refused(LocalReason.NO_SUCH_GAME, text, name=shown(name))
        return find_game(own or name)

    return find


def player_in(players: Sequence[str], name: str) -> str:
    """Somebody who played in a match, or a refusal that says who did."""
    if name not in players:
        text = "{name} did not play in this match{hint} The players were: {known}"
        raise not_found(Reason.NO_SUCH_PLAYER, text, name, players)
    return name
