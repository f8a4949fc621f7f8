"""`cardkit contest`: bots against bots, by the thousand, with a report of what came out."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from platform import python_version
from random import SystemRandom
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

from cardkit import __version__
from cardkit.commands.common import (
    Subcommands,
    above_zero,
    add_rules,
    options_from,
    seconds_typed,
)
from cardkit.contest.additions import OWN, GrownContest, check_finished, joined
from cardkit.contest.bot_log import BotLogFolder
from cardkit.contest.cluster import Cluster
from cardkit.contest.contest import Contest, hold, is_over, prepare
from cardkit.contest.entrants import read_entrants
from cardkit.contest.folder import STORAGE, Folder, RecordFolder, begun_in, check_same
from cardkit.contest.model import OnFault, ProgramLimits
from cardkit.contest.outcome_file import OutcomeFile
from cardkit.contest.presets import PRESETS, Preset, find_preset
from cardkit.contest.process_pool import ProcessPool
from cardkit.contest.result_files import write_results
from cardkit.contest.results import RankBy, Results, results_of
from cardkit.contest.sandbox import warning
from cardkit.contest.schedule import Format, Seating
from cardkit.contest.storage import StorageFolder
from cardkit.contest.terminal_results import progress, show_table
from cardkit.cores import cores
from cardkit.keys import unusable
from cardkit.netgame import Reason, Refused, plural, say
from cardkit.reasons import LocalReason
from cardkit.registry import find_game

MOST_RECORDS = 1000


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "contest",
        run=run,
        help="let bots in any language compete, and rank them",
        description="Let bots compete and rank them, in a round robin, a Swiss contest or a pool, "
        "on all cores. When a bot is too slow, crashes or breaks the rules, the fault is recorded "
        "and the contest continues. Ctrl-C ends it and keeps what was played.",
        epilog="""examples:
  cardkit contest akq rand honest
  cardkit contest daifugo thrifty rand rand rand --matches 100 --duplicate
  cardkit contest daifugo thrifty my.py:MyBot rand rand --like millionaire
  cardkit contest akq honest --bot 'mine=node my_bot.mjs' --out result
  cardkit contest akq honest --bot 'mine=node my_bot.mjs' --out result --resume
  cardkit contest try ./my_bot akq
  cardkit contest bridge solid rand --teams --matches 10
  cardkit contest page_one a.py:A b.py:B c.py:C d.py:D e.py:E --format swiss

A bot named twice plays against itself under two names. Bots of the game and
your own classes run inside cardkit, so use only those that you trust; programs
(--bot) run in a sandbox without access to your files and network.""",
    )
    add_rules(parser)
    bots = parser.add_argument(
        "bots",
        nargs="+",
        default=[],
        metavar="BOT",
        help="a bot of that game, which `cardkit games` lists, or your own: file.py:Class",
    )
    bots.required = False  # unlike with "*", bots may also stand after options, or be missing
    parser.add_argument(
        "--bot",
        dest="programs",
        action="append",
        default=[],
        metavar="'NAME=COMMAND'",
        help="a program that plays, in any language (docs/bots.md); can be given several times",
    )
    parser.add_argument(
        "--like",
        metavar="CONTEST",
        help=f"rules, format and penalties of a known contest: {', '.join(PRESETS)}; all other "
        "options still count",
    )
    _add_format(parser.add_argument_group("who plays whom"))
    faults = parser.add_argument_group("faults and limits")
    add_faults(faults)
    _add_lasting(faults)
    _add_output(parser.add_argument_group("running it and what comes out"))


def _add_format(group: argparse._ArgumentGroup) -> None:
    number = partial(group.add_argument, type=above_zero, metavar="N")
    group.add_argument(
        "--format",
        choices=[each.value for each in Format],
        metavar="FORMAT",
        help="single: one table for all; round-robin: every possible group (default); swiss: "
        "rounds between bots with equal results; pool: random groups, all play equally often",
    )
    number(
        "--players",
        help="players at a table (default: four, or as the game and the bots need)",
    )
    number("--matches", default=1, help="how often each group meets (default: 1)")
    number("--games", help="games in a match (default: as in the rules of the game)")
    number(
        "--rounds",
        help="rounds of a swiss contest (default: enough to find a winner), or how often each bot "
        "plays in a pool (default: 10)",
    )
    group.add_argument(
        "--seating",
        choices=[each.value for each in Seating],
        default=Seating.ONCE,
        metavar="HOW",
        help="once: a group plays one match, and the seats move on from match to match (default); "
        "rotate: every bot in every seat; all: every order",
    )
    group.add_argument(
        "--duplicate",
        action="store_true",
        help="deal the same cards to every seating and every group, so that luck cancels out; "
        "every bot plays in every seat",
    )
    group.add_argument(
        "--teams",
        action="store_true",
        help="each bot plays both seats of a side, and every match at two tables with the same "
        "cards and the sides changed; the difference counts, in bridge as IMPs",
    )


def add_faults(group: argparse._ArgumentGroup) -> None:
    number = partial(group.add_argument, type=above_zero, metavar="N")
    group.add_argument(
        "--fault",
        choices=[each.value for each in OnFault],
        metavar="RULE",
        help="what happens after a fault. ask: the bot is asked again, then it passes (default); "
        "pass: it passes or folds; forfeit: it loses the game; rematch: if a bot breaks down, the "
        "match is replayed without it",
    )
    number("--tries", help="how often it is asked again (default: 3)")
    add_limits(group)


def add_limits(group: argparse._ArgumentGroup) -> None:
    """What a bot may use."""
    number = partial(group.add_argument, type=above_zero, metavar="N")
    seconds = partial(group.add_argument, type=seconds_typed, metavar="S")
    usual = ProgramLimits()
    help_ = f"seconds for one answer (default: {usual.move:g})"
    seconds("--move-time", help=help_)
    help_ = f"seconds for all answers of a match (default: {usual.total:g})"
    seconds("--total-time", help=help_)
    help_ = f"megabytes for a bot (default: {usual.memory >> 20})"
    number("--memory", metavar="MB", help=help_)
    help_ = f"processes and threads of a program (default: {usual.processes})"
    number("--processes", help=help_)


def _add_lasting(group: argparse._ArgumentGroup) -> None:
    """What goes on from match to match."""
    group.add_argument(
        "--bar",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="a bot that breaks down (it crashed, or was killed) is out of all later matches",
    )
    group.add_argument(
        "--storage",
        type=_count,
        metavar="MB",
        help="megabytes that each bot may keep from match to match, in a folder of its own; then "
        "no bot plays two matches at once (default: 0, none)",
    )


def limits_from(args: argparse.Namespace, usual: ProgramLimits) -> ProgramLimits:
    """What a bot may use, as far as it was said, and else as usual."""
    return ProgramLimits(
        args.move_time or usual.move,
        args.total_time or usual.total,
        args.memory << 20 if args.memory else usual.memory,
        args.processes or usual.processes,
        args.storage << 20 if vars(args).get("storage") is not None else usual.storage,
    )


def add_workers(group: argparse._ArgumentGroup) -> None:
    option = group.add_argument
    help_ = "processes that play (default: one for each core)"
    option("--workers", type=above_zero, metavar="N", help=help_)
    help_ = "play on a Dask cluster, such as tcp://host:8786 (pip install 'cardkit[cluster]')"
    option("--cluster", metavar="ADDRESS", help=help_)


def add_records(group: argparse._ArgumentGroup, default: int | None = None) -> None:
    help_ = f"write the records and logs of the first N matches (default: {MOST_RECORDS})"
    group.add_argument("--records", type=_count, default=default, metavar="N", help=help_)


def _add_output(group: argparse._ArgumentGroup) -> None:
    option = group.add_argument
    add_workers(group)
    help_ = "the same number gives the same contest again"
    option("--seed", type=int, metavar="S", help=help_)
    help_ = "a folder for results, records and report.html"
    option("--out", type=Path, metavar="DIR", help=help_)
    option("--resume", action="store_true", help="continue the contest in the folder")
    help_ = "add the bots that are new or changed to the finished contest in the folder"
    option("--add", action="store_true", help=help_)
    option(
        "--log-bots",
        metavar="DIR",
        help="a folder for logs: what each bot heard, said and wrote to its standard error",
    )
    add_records(group, MOST_RECORDS)
    option(
        "--rank-by",
        choices=[each.value for each in RankBy],
        default=RankBy.WINS,
        metavar="WHAT",
        help="what decides who comes first: wins (default), points (per match), points-per-game, "
        "or rating (who was before whom, and how strong those were)",
    )
    option("--json", action="store_true", help="write the results as JSON")


def _count(typed: str) -> int:
    return 0 if typed == "0" else above_zero(typed)


def run(args: argparse.Namespace) -> int:
    if args.resume and args.out is None:
        raise Refused(
            Reason.BAD_OPTION,
            "--resume goes on with the contest in a folder; say which: --out DIR",
        )
    if args.log_bots is not None and args.cluster:
        raise Refused(
            Reason.BAD_OPTION,
            "--log-bots writes its files where the bots play; leave out --cluster to play here",
        )
    if args.add and args.out is None:
        raise Refused(
            Reason.BAD_OPTION, "--add adds bots to the contest in a folder; say which: --out DIR"
        )
    if args.out is not None:
        import_module("jinja2")  # what the report needs is missed before any game, not after all
    begun = begun_in(args.out) if args.out is not None else None
    if begun is not None and not args.resume and not args.add:
        raise Refused(
            LocalReason.FILE_EXISTS,
            "{path} holds a contest already; --resume goes on with it, --add adds bots to it, "
            "--out names another folder",
            path=args.out,
        )
    if begun is None and args.add:
        text = "{path} holds no contest to add bots to; leave out --add"
        raise Refused(LocalReason.NO_SUCH_FILE, text, path=args.out)
    if begun is not None and (args.add or "additions" in begun):
        args.players = args.players or begun.get("players")
    contest = contest_from(args, _seed(args.seed, begun))
    if begun is not None:
        contest = joined(contest, begun, add=args.add)
        own = OWN if args.add else set()
        check_same(
            args.out, begun, {name: v for name, v in contest.about().items() if name not in own}
        )
    log_folder = log_folder_from(args)
    _warn(contest, args)
    with ExitStack() as stack:
        folder = None if args.out is None else Folder(args.out, contest.about())
        outcome_file = (
            folder.outcome_file
            if folder is not None
            else OutcomeFile(stack.enter_context(TemporaryFile()))
        )
        stack.callback(outcome_file.close)
        if folder is not None and args.add:
            check_finished(contest, outcome_file.count)
            folder.write_about(contest.about())
        record_folder = folder.record_folder(args.records) if folder is not None else None
        storage = None
        if most := contest.plan.limits.storage:
            place = args.out or Path(stack.enter_context(TemporaryDirectory()))
            storage = StorageFolder(place.resolve() / STORAGE, most)
        stopped = play(contest, outcome_file, record_folder, storage, log_folder, args)
        versions = {"cardkit": __version__, "python": python_version()}
        about = {
            **contest.about(),
            "rank_by": contest.rank_by.value,
            "games": contest.games,
            "planned": contest.schedule.total // contest.schedule.tables,
            "command": contest.command(),
            "versions": versions,
        }
        if isinstance(contest, GrownContest):
            about["retired"] = contest.retired
        if folder is None:
            results = results_of(about, contest.names, contest.outcomes(outcome_file))
        else:
            # Importing it takes a while, and only a contest with a folder needs it.
            from cardkit.web.offline import matches_page

            outcomes = contest.outcomes(outcome_file)
            page = partial(matches_page, find_game(contest.plan.game), contest.plan.game)
            results = write_results(folder.path, about, contest.names, outcomes, args.lang, page)
        _show(results, contest, folder, log_folder, args, stopped)
    return 130 if stopped else 0


def log_folder_from(args: argparse.Namespace) -> BotLogFolder | None:
    """Where bots are logged, if that is wanted: in a folder with nothing else in it."""
    if args.log_bots is None:
        return None
    path = Path(args.log_bots)
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()) and not args.resume:
            text = "{path} holds other things already; --log-bots names a new or empty folder"
            raise Refused(LocalReason.FILE_EXISTS, text, path=path)
    except OSError as error:
        raise unusable(path, error) from error
    return BotLogFolder(path, args.records)


def _seed(asked: int | None, begun: dict[str, Any] | None) -> int:
    if asked is not None:
        return asked
    found = begun.get("seed") if begun is not None else None
    return found if isinstance(found, int) else SystemRandom().randrange(1_000_000)


def contest_from(args: argparse.Namespace, seed: int) -> Contest:
    """The contest that was asked for; what was not said is as in the contest it is like."""
    like = Preset(args.game, "") if args.like is None else find_preset(args.like, args.game)
    format_ = Format(args.format or like.format)
    on_fault = OnFault(args.fault or like.on_fault)
    _check_words(args, like, format_, on_fault)
    games = {} if args.games is None else {"match_games": args.games}
    return prepare(
        args.game,
        read_entrants(args.bots, args.programs),
        seed=seed,
        preset=args.preset or like.preset,
        options={**like.options, **options_from(args.options), **games},
        players=args.players or like.players,
        format=format_,
        matches=args.matches,
        rounds=args.rounds or 0,
        seating=Seating(args.seating),
        duplicate=args.duplicate,
        teams=args.teams,
        on_fault=on_fault,
        tries=args.tries or 3,
        bar=like.bar if args.bar is None else args.bar,
        limits=limits_from(args, replace(ProgramLimits(), storage=like.storage)),
        rank_by=RankBy(args.rank_by),
    )


def _check_words(
    args: argparse.Namespace, like: Preset, format_: Format, on_fault: OnFault
) -> None:
    """Refuse what would be said for nothing."""
    if not args.bots and not args.programs:
        text = "name the bots that play: cardkit contest {game} BOT BOT …"
        raise Refused(Reason.TOO_FEW_PLAYERS, text, game=args.game)
    if args.rounds is not None and format_ not in (Format.SWISS, Format.POOL):
        raise Refused(
            Reason.BAD_OPTION,
            "--rounds is for the formats swiss and pool; --matches says how often each group meets",
        )
    if args.cluster and (like.storage if args.storage is None else args.storage):
        raise Refused(
            Reason.BAD_OPTION,
            "the storage of bots is on this machine, and --cluster plays on others; say: "
            "--storage 0",
        )
    if args.tries is not None and on_fault is not OnFault.ASK:
        text = "--tries is for --fault ask; with {fault} nobody is asked again"
        raise Refused(Reason.BAD_OPTION, text, fault=on_fault.value)


def _warn(contest: Contest, args: argparse.Namespace) -> None:
    """What people should know before it begins."""
    programs = any(entrant.argv for entrant in contest.plan.entrants)
    if programs and (words := warning()) is not None:
        print(say("{words}", args.lang, words=words), file=sys.stderr)
    total = contest.schedule.total
    kept = args.out is not None or args.log_bots is not None
    if kept and 0 < args.records < total:
        template = (
            "Records and logs are written of the first {count:,} of {matches}; --records sets how "
            "many."
        )
        matches = plural(total, "1 match", "{n:,} matches")
        print(say(template, args.lang, count=args.records, matches=matches), file=sys.stderr)


def play(
    contest: Contest,
    outcome_file: OutcomeFile,
    record_folder: RecordFolder | None,
    storage: StorageFolder | None,
    log_folder: BotLogFolder | None,
    args: argparse.Namespace,
) -> bool:
    """Play what is left of a contest. True when somebody has stopped it."""
    if is_over(contest, outcome_file):
        return False
    workers = min(args.workers or cores(), max(1, contest.schedule.total - outcome_file.count))
    try:
        with (
            (
                Cluster(args.cluster, contest.plan, record_folder)
                if args.cluster
                else ProcessPool(contest.plan, workers, record_folder, storage, log_folder)
            ) as pool,
            progress(contest, outcome_file, pool, args.lang) as told,
        ):
            hold(contest, outcome_file, pool, told)
    except KeyboardInterrupt:
        return True
    return False


def _show(
    results: Results,
    contest: Contest,
    folder: Folder | None,
    log_folder: BotLogFolder | None,
    args: argparse.Namespace,
    stopped: bool,
) -> None:
    if args.json:
        print(json.dumps(results.data(), indent=2, ensure_ascii=False, default=str))
    else:
        show_table(results, args.lang, log_folder=log_folder)
    out = sys.stderr if args.json else sys.stdout
    if log_folder is not None:
        print(say("The logs of the bots are in {path}", args.lang, path=log_folder.path), file=out)
    if folder is not None:
        print(say("The report is {path}", args.lang, path=folder.path / "report.html"), file=out)
        first = folder.record_folder(1).file(0)
        if first.exists():
            print(say("To check a record:", args.lang), file=out)
            print(f"  cardkit verify {first} --key '{folder.public_key()}'", file=out)
    if stopped:
        template = "Stopped after {played:,} of {matches}."
        played = results.standings.matches
        total = contest.schedule.total // contest.schedule.tables
        matches = plural(total, "1 match", "{n:,} matches")
        print(say(template, args.lang, played=played, matches=matches), file=out)
        if folder is not None:
            print(say("The same command with --resume goes on.", args.lang), file=out)
