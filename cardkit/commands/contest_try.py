"""`cardkit contest try`: is a bot fit for a contest? Whoever wrote it is told what is not."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable
from typing import NoReturn

from rich.console import Console
from rich.table import Table
from rich.text import Text as Shown

from cardkit.commands.common import (
    Subcommands,
    above_zero,
    print_json,
    progress_bar,
    seconds_typed,
)
from cardkit.commands.contest import add_limits, limits_from, log_folder_from
from cardkit.contest.bot_trial import SECONDS, BotTrial, Finding, Level, tables_for
from cardkit.contest.entrants import entrant_from
from cardkit.contest.model import Entrant, ProgramLimits
from cardkit.contest.sandbox import warning
from cardkit.netgame import Reason, Refused, Text, plural, say
from cardkit.registry import installed

MARKS = {Level.OK: "ok", Level.NOTE: "note", Level.WRONG: "WRONG"}


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "contest try",
        run=run,
        help="check within a minute whether a bot is fit for a contest",
        description="Let a bot play against random ones at tables of every preset and number of "
        "players, and look whether it answers, keeps the rules, is quick enough, takes a warning, "
        "passes over what it does not know, ends when it is told to, and plays the same again. "
        "Each finding says what to do. The exit status is 1 if something is wrong.",
        epilog="""examples:
  cardkit contest try my_bot.py:MyBot akq
  cardkit contest try ./my_bot daifugo whist --move-time 0.5
  cardkit contest try 'node my_bot.mjs' --log-bots logs""",
    )
    parser.add_argument(
        "bot",
        metavar="BOT",
        help="your own, file.py:Class or the command of a program in quotes, or a bot of that game",
    )
    games = parser.add_argument(
        "games",
        metavar="GAME",
        nargs="+",
        default=[],
        help="what it is for (default: all that are installed)",
    )
    games.required = False  # unlike with "*", they may also stand after options, or be missing
    parser.add_argument(
        "--seconds",
        type=seconds_typed,
        default=SECONDS,
        metavar="S",
        help="how long to try it at most (default: %(default)g)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", default=1, help="another number deals other cards"
    )
    parser.add_argument(
        "--log-bots",
        metavar="DIR",
        help="a folder for logs: what the bot heard, said and wrote to its standard error",
    )
    parser.add_argument("--json", action="store_true", help="write the findings as JSON")
    add_limits(parser.add_argument_group("limits, as in the contest"))
    parser.set_defaults(records=above_zero("1000000"), resume=False)


def run(args: argparse.Namespace) -> int:
    entrant = entrant_from(args.bot)
    if not args.games and entrant.bot and ":" not in entrant.bot and "." not in entrant.bot:
        text = "of which game is {bot} a bot? Say: cardkit contest try {bot} GAME"
        raise Refused(Reason.BAD_OPTION, text, bot=entrant.bot)
    if entrant.argv and (words := warning()) is not None:
        print(say("{words}", args.lang, words=words), file=sys.stderr)
    status = in_process_of_its_own(lambda: _try(args, entrant))
    if status is None:
        what = Text("It ends the process in which it plays, or holds it for ever.")
        advice = Text("Let it return its answer, and let exceptions pass that are not its own.")
        _show(Finding("process", Level.WRONG, what, advice), args.lang)
    return 1 if status is None else status


def in_process_of_its_own(deed: Callable[[], int]) -> int | None:
    """What comes of a deed that may cost its process; None if it did."""
    if not hasattr(os, "fork"):
        return deed()
    theirs, ours = os.pipe()
    child = os.fork()
    if not child:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # else a bot would be interrupted, not we
        status = 2
        try:
            status = deed()
        except Refused as refused:
            print(refused, file=sys.stderr)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os.write(ours, bytes([status]))
            os._exit(0)
    os.close(ours)
    try:
        with os.fdopen(theirs, "rb") as told:
            status_told = told.read(1)
    except KeyboardInterrupt:
        os.kill(child, signal.SIGTERM)
        raise
    finally:
        os.waitpid(child, 0)
    return status_told[0] if status_told else None


def _try(args: argparse.Namespace, entrant: Entrant) -> int:
    trial = BotTrial(
        entrant,
        tables_for(args.games or installed()),
        limits=limits_from(args, ProgramLimits()),
        seed=args.seed,
        seconds=args.seconds,
        log_folder=log_folder_from(args),
    )

    def stop(number: int, frame: object) -> NoReturn:
        trial.close()
        os._exit(1)

    signal.signal(signal.SIGTERM, stop)
    with progress_bar(entrant.name, trial.matches) as told:
        findings = trial.run(told)
    wrong = sum(finding.level is Level.WRONG for finding in findings)
    if args.json:
        print_json(_data(trial, findings, args.lang))
    else:
        for finding in findings:
            _show(finding, args.lang)
        print(say("{words}", args.lang, words=_verdict(wrong)))
    return 1 if wrong else 0


def _verdict(wrong: int) -> Text:
    if not wrong:
        return Text("It is fit for a contest.")
    return plural(
        wrong,
        "It is not fit for a contest yet: one thing is wrong.",
        "It is not fit for a contest yet: {n:,} things are wrong.",
    )


def _show(finding: Finding, lang: str) -> None:
    lines = Table.grid(padding=(0, 1))
    lines.add_column(width=5)
    lines.add_row(MARKS[finding.level], Shown(say("{words}", lang, words=finding.what)))
    if finding.advice is not None:
        lines.add_row("", Shown(f"→ {say('{words}', lang, words=finding.advice)}"))
    Console(highlight=False, markup=False).print(lines)


def _data(trial: BotTrial, findings: list[Finding], lang: str) -> dict[str, object]:
    return {
        "bot": trial.entrant.name,
        "fit": not any(finding.level is Level.WRONG for finding in findings),
        "tables": [table.words() for table in trial.tables[: trial.played]],
        "decisions": len(trial.notes.seconds),
        "findings": [
            {
                "about": finding.about,
                "level": finding.level.value,
                "what": say("{words}", lang, words=finding.what),
                "advice": say("{words}", lang, words=finding.advice) if finding.advice else "",
            }
            for finding in findings
        ],
    }
