"""`cardkit analyse`: what search thinks of every decision of a recorded match."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from cardkit.client.look import Look
from cardkit.client.opinions import marked, opinion, worth
from cardkit.client.styled import fill
from cardkit.commands.common import (
    Subcommands,
    add_count,
    add_own_game,
    game_finder,
    player_in,
    print_table,
    progress_bar,
    seconds_typed,
)
from cardkit.commands.verify import tell_fault
from cardkit.cores import cores
from cardkit.match_analysis import (
    SECONDS,
    Analysts,
    Budget,
    Judged,
    PlayerSummary,
    summaries,
)
from cardkit.netgame import Text, say
from cardkit.record import Flaw, RecordFault, check_record
from cardkit.record.decisions import Decision, decisions
from cardkit.record.file import read_record_file
from cardkit.record.recorded_match import RecordedMatch
from cardkit.search.analysis import Mark

MARKS = [mark for mark in Mark if mark.sign]
HEADINGS = ("Player", "Decisions", "Judged", "Accuracy", *(mark.sign for mark in MARKS), "Lost")


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "analyse",
        run=run,
        help="find the mistakes in a recorded match",
        description="Let search judge every decision of a recorded match by what the player knew: "
        "what would have been better, and by how much. Marked are inaccuracies (?!), mistakes (?) "
        "and blunders (??), where it is hardly luck. Ctrl-C stops and shows what was found.",
        epilog="""examples:
  cardkit analyse final.jsonl
  cardkit analyse final.jsonl --player ann --seconds 2
  cardkit analyse final.jsonl --rollouts 500 --json > decisions.jsonl

exit status: that of `cardkit verify`""",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a record that a server wrote")
    parser.add_argument("--player", metavar="NAME", default="", help="only this one's decisions")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--seconds",
        type=seconds_typed,
        default=SECONDS,
        metavar="S",
        help=f"to think about a decision (default: {SECONDS:g})",
    )
    tries = "games to play out for a decision in place of a time: then the same comes out again"
    add_count(budget, "--rollouts", tries)
    add_count(parser, "--workers", "processes (default: one for each core)")
    parser.add_argument("--json", action="store_true", help="write each decision as a line of JSON")
    add_own_game(parser)


def run(args: argparse.Namespace) -> int:
    finder = game_finder(args.game)
    try:
        verdict = check_record(read_record_file(args.file), finder)
        reel = RecordedMatch(verdict.record, finder)
        found = [*decisions(verdict.record, finder)]
    except RecordFault as fault:
        return tell_fault(fault, args.lang)
    if args.player:
        player_in(reel.players, args.player)
        found = [each for each in found if each.player == args.player and not each.stand_in]
    rules = type(reel.table_at(0))
    title = rules.catalogue.translate(rules.title, args.lang)
    look = Look(language=args.lang).of_game(rules)
    judged: list[Judged] = []
    is_stopped = not _judge_all(args, reel.record.header.game, title, found, judged)
    if not args.json:
        _show(judged, look)
    if is_stopped:
        template = "Stopped; {judged:,} of {all:,} decisions were judged."
        print(say(template, args.lang, judged=len(judged), all=len(found)), file=sys.stderr)
        return 130
    if not (verdict.over or verdict.record.broken_off):
        text = Text("the match is not over in this record; judged is what it has")
        print(f"{Flaw.UNFINISHED.name}: {text.text(args.lang)}", file=sys.stderr)
        return Flaw.UNFINISHED.value
    return 0


def _judge_all(
    args: argparse.Namespace,
    game: str,
    title: str,
    found: Sequence[Decision],
    judged: list[Judged],
) -> bool:
    """Whether all were judged before somebody stopped it."""
    budget = Budget(seconds=None if args.rollouts else args.seconds, rollouts=args.rollouts)
    workers = min(args.workers or cores(), max(1, len(found)))
    try:
        with (
            Analysts(args.game or game, budget, workers) as analysts,
            progress_bar(title, len(found)) as told,
        ):
            for each in analysts.judge(found):
                judged.append(each)
                told(len(judged))
                if args.json:
                    print(json.dumps(each.data(), ensure_ascii=False), flush=True)
    except KeyboardInterrupt:
        return False
    return True


# --- for people ----------------------------------------------------------------------------------


def _show(judged: Sequence[Judged], look: Look) -> None:
    players = summaries(judged)
    rows = [_row(player, look) for player in players]
    print_table(HEADINGS, rows, look.language, HEADINGS[1:])
    console = Console(highlight=False, markup=False)
    reasons = Counter(why for each in judged if (why := each.judgement.why) is not None)
    for why, count in reasons.items():
        template = "Not judged: {count:,}, for {why}."
        console.print(fill(template, look.language, count=count, why=Text(why.value)))
    for player in players:
        for each in player.worst:
            decision = each.decision
            line = fill(
                "{player}, game {game}, turn {turn} (--from {position}): {said}; {opinion}",
                look.language,
                player=_name(player, look),
                game=decision.game,
                turn=decision.turn,
                position=decision.position,
                said=marked(each.judgement, look),
                opinion=opinion(each.judgement, look),
            )
            console.print(line)


def _row(player: PlayerSummary, look: Look) -> Sequence[str]:
    opinions, accuracy, marks = player.opinions, player.accuracy, player.marks
    lost = worth(player.lost, opinions[0].stake.unit).text(look.language) if opinions else "–"
    return (
        _name(player, look),
        f"{len(player.judged):,}",
        f"{len(opinions):,}",
        "–" if accuracy is None else f"{accuracy:.0%}",
        *(f"{marks[mark]:,}" for mark in MARKS),
        lost,
    )


def _name(player: PlayerSummary, look: Look) -> str:
    name = look.called(player.player)
    return say("a robot for {name}", look.language, name=name) if player.stand_in else name
