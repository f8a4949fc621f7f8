"""`cardkit ladder`: a folder of bots that play each other for as long as it runs."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from random import SystemRandom
from typing import Any

from cardkit.commands.common import Subcommands, above_zero, add_options, options_from
from cardkit.commands.contest import add_faults, add_records, add_workers, limits_from
from cardkit.contest.bot_folder import bots_in
from cardkit.contest.cluster import Cluster
from cardkit.contest.entrants import read_entrants
from cardkit.contest.ladder import Ladder
from cardkit.contest.ladder_folder import (
    RESULTS,
    LadderFolder,
    LadderSettings,
    gone_on,
    settings_in,
)
from cardkit.contest.ladder_report import write_report
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.model import ContestPlan, OnFault, ProgramLimits
from cardkit.contest.presets import PRESETS, Preset, find_preset
from cardkit.contest.process_pool import ProcessPool
from cardkit.contest.results import RankBy
from cardkit.contest.terminal_ladder import ladder_view
from cardkit.cores import cores
from cardkit.netgame import NetGame, Reason, Refused, say
from cardkit.reasons import LocalReason
from cardkit.registry import bots_of, find_game
from cardkit.simulate import check_players, usual_players

NICE = 19
"""Whoever else wants a core has it before the matches of a ladder."""
NO_ANCHORS = "none"


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "ladder",
        run=run,
        help="rank the bots of a folder for as long as it runs",
        description="Watch a folder of bots and let them compete on idle cores. A bot that is put "
        "there joins, a changed one joins as a new version, and one that is removed retires. All "
        "matches so far count. Ctrl-C ends it; the same command goes on.",
        epilog="""examples:
  cardkit ladder bots --game daifugo
  cardkit ladder bots
  cardkit ladder bots --game akq --anchor honest --matches 500
  cardkit ladder bots --once

A bot is a .py file with one class, an executable file, or a folder with one of
these. The results are in the folder `ladder` beside them, with report.html.
Classes run inside cardkit, so use only those that you trust; programs run in a
sandbox.""",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder with the bots")
    option = parser.add_argument
    option("--game", metavar="GAME", help="the game that they play; a ladder keeps its game")
    help_ = "rules, players and penalties of a known contest: "
    option("--like", metavar="CONTEST", help=help_ + ", ".join(PRESETS))
    add_options(
        parser,
        "a ready-made set of options of that game",
        "set one option; `cardkit rules GAME --names` lists them (can be given several times)",
    )
    _add_matches(parser.add_argument_group("who plays whom"))
    add_faults(parser.add_argument_group("faults and limits"))
    group = parser.add_argument_group("running it and what comes out")
    add_workers(group)
    add_records(group)
    group.add_argument("--seed", type=int, metavar="S", help="what seats and cards are drawn by")
    help_ = "end when there is nothing more to play, instead of watching"
    group.add_argument("--once", action="store_true", help=help_)
    group.add_argument(
        "--rank-by",
        choices=[each.value for each in RankBy],
        metavar="WHAT",
        help="what decides who comes first: rating (default), wins, points (per match) or "
        "points-per-game",
    )


def _add_matches(group: argparse._ArgumentGroup) -> None:
    number = partial(group.add_argument, type=above_zero, metavar="N")
    usual = LadderSettings("", 0, 0)
    group.add_argument(
        "--anchor",
        action="append",
        dest="anchors",
        metavar="BOT",
        help="a bot of the game that always plays; the mean of their ratings is 1500 (default: all "
        f"bots of the game; `{NO_ANCHORS}` for none; can be given several times)",
    )
    number("--players", help="players at a table (default: four, or as the game needs)")
    help_ = f"how many matches a new bot plays before others go on (default: {usual.matches})"
    number("--matches", help=help_)
    help_ = f"how often two bots meet before the ladder rests (default: {usual.meetings:,})"
    number("--meetings", help=help_)
    number("--games", help="games in a match (default: as in the rules of the game)")
    group.add_argument(
        "--duplicate",
        action="store_true",
        default=None,
        help="every group plays the same cards in every seat, so that luck cancels out",
    )


def run(args: argparse.Namespace) -> int:
    import_module("jinja2")  # what the report needs is missed before any game, not after all
    # It takes a while, and only who holds a ladder needs it.
    from cardkit.web.offline import matches_page

    folder: Path = args.folder
    if not folder.is_dir():
        text = "there is no folder {path}; make it and put bots into it"
        raise Refused(LocalReason.NO_SUCH_FILE, text, path=folder)
    begun = settings_in(folder)
    settings, bare = settings_from(args, begun)
    if not settings.anchors and not bots_in(folder, RESULTS):
        text = "{path} has no bots in it: put .py files or programs there, or name an --anchor"
        raise Refused(LocalReason.NO_SUCH_BOT, text, path=folder)
    with closing(LadderFolder(folder, settings)) as opened, ladder_view(args.lang) as view:
        page = partial(matches_page, find_game(settings.game), settings.game)

        def write(ladder: Ladder) -> None:
            write_report(ladder, args.lang, page)
            view.rank(ladder)

        ladder = Ladder(opened, bare, _pools(args, opened), view.tell, view.look, write)
        stopped = False
        with ended_by_signal():
            try:
                ladder.run(args.once)
            except KeyboardInterrupt:
                stopped = True
    print(say("The report is {path}", args.lang, path=opened.path / "report.html"))
    return 130 if stopped else 0


def _pools(
    args: argparse.Namespace, folder: LadderFolder
) -> Callable[[ContestPlan], AbstractContextManager[ProcessPool | Cluster]]:
    records = folder.record_folder()
    if args.cluster:
        return lambda plan: Cluster(args.cluster, plan, records)
    return lambda plan: ProcessPool(plan, args.workers or cores(), records, nice=NICE)


@contextmanager
def ended_by_signal() -> Iterator[None]:
    """Let who ends a service end it as Ctrl-C does, so that the report says so."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def settings_from(
    args: argparse.Namespace, begun: LadderSettings | None
) -> tuple[LadderSettings, NetGame]:
    """The settings of a new ladder, or those with which one goes on; and its game."""
    name = args.game or (begun.game if begun is not None else "")
    if not name:
        text = "say which game a new ladder plays, such as: cardkit ladder {folder} --game daifugo"
        raise Refused(Reason.BAD_OPTION, text, folder=args.folder)
    asked = dict(_asked(args, name, begun.limits if begun is not None else ProgramLimits()))
    if begun is not None:
        settings = gone_on(args.folder, begun, asked)
    else:
        seed = SystemRandom().randrange(1_000_000)
        settings = LadderSettings(**{"seed": seed, "players": 0, "game": name, **asked})
    bare = MatchRunner(settings.plan(())).bare
    if begun is None:
        players = settings.players or usual_players(bare)
        anchors = asked.get("anchors", _usual_anchors(name, players))
        settings = replace(settings, players=players, anchors=anchors)
    check_players(bare, settings.players)
    MatchRunner(settings.plan(read_entrants(settings.anchors)))  # finds them all, or says what not
    return settings, bare


def _usual_anchors(game: str, players: int) -> tuple[str, ...]:
    """The bots of the game, and as many at random that a newcomer finds a table."""
    found = list(bots_of(find_game(game)))
    return (*found, *["rand"] * (players - 1 - len(found)))


def _asked(args: argparse.Namespace, game: str, limits: ProgramLimits) -> Iterator[tuple[str, Any]]:
    """The settings that were said, and not those that nobody spoke of."""
    like = Preset(game, "") if args.like is None else find_preset(args.like, game)
    if args.game:
        yield "game", game
    if args.like or args.options or args.games:
        games = {} if args.games is None else {"match_games": args.games}
        yield "options", {**like.options, **options_from(args.options), **games}
    said = {
        "preset": args.preset or like.preset,
        "players": args.players or like.players,
        "on_fault": args.fault or (args.like and like.on_fault),
        "limits": None if (asked := limits_from(args, limits)) == limits else asked,
        "anchors": args.anchors,
        **{name: getattr(args, name) for name in ("tries", "matches", "meetings", "duplicate")},
        **{name: getattr(args, name) for name in ("seed", "records", "rank_by")},
    }
    kinds = {"on_fault": OnFault, "rank_by": RankBy, "anchors": _anchors}
    for name, value in said.items():
        if value not in (None, "") and (name != "players" or value):
            yield name, kinds[name](value) if name in kinds else value


def _anchors(typed: Sequence[str]) -> tuple[str, ...]:
    return () if list(typed) == [NO_ANCHORS] else tuple(typed)
