"""`cardkit bot --replay`: what a bot would have played in a match that is over."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stdout
from pathlib import Path

from cardkit.cardgame import Bot
from cardkit.cardgame.table import card_view
from cardkit.client.look import Look
from cardkit.client.screen import table_lines
from cardkit.commands.common import game_finder, player_in, print_json
from cardkit.commands.verify import tell_fault
from cardkit.contest.entrants import entrant_from
from cardkit.contest.formatting import line, time
from cardkit.contest.model import Entrant, ProgramLimits
from cardkit.contest.program import ProgramPlayer, check_program
from cardkit.contest.review import Decision, Review
from cardkit.netgame import Below, NetGame, say
from cardkit.record import RecordFault, check_record
from cardkit.record.file import read_record_file
from cardkit.record.recorded_match import RecordedMatch
from cardkit.registry import find_bot

_ROWS = 14
"""Lines of a table that is shown."""


def run_replay(args: argparse.Namespace, below: Below) -> int:
    """Let a bot sit at the match of a record; 1 if it did not get to the end."""
    finder = game_finder(args.game)
    try:
        record = check_record(read_record_file(Path(args.replay)), finder).record
        reel = RecordedMatch(record, finder)
    except RecordFault as fault:
        return tell_fault(fault, args.lang)
    name, entrant = player_in(reel.players, args.seat), entrant_from(args.bot)
    game = type(reel.table_at(0))
    with ExitStack() as stack:
        review = Review(record, finder, name, _maker(entrant, game, below, stack))
        look = Look(language=args.lang).of_game(game)
        decisions, out = [], sys.stdout
        with redirect_stdout(sys.stderr):  # what a class prints is no result
            for decision in review.decisions():
                decisions.append(decision)
                if not args.json and not decision.same:
                    print(*_lines(decision, entrant.name, look), "", sep="\n", file=out)
    same = sum(decision.same for decision in decisions)
    wrong = sum(bool(decision.wrong) for decision in decisions)
    if args.json:
        print_json(
            {
                "record": args.replay,
                "seat": name,
                "bot": entrant.name,
                "decisions": len(decisions),
                "same": same,
                "wrong": wrong,
                "to_the_end": not review.gone,
                "each": [decision.data() for decision in decisions],
            }
        )
    else:
        template = (
            "Decisions of {seat}: {count:,}. {bot} plays the same: {same:,}, not legal: {wrong:,}."
        )
        parts = {"seat": name, "bot": entrant.name, "count": len(decisions)}
        print(say(template, args.lang, **parts, same=same, wrong=wrong))
        if review.gone:
            print(say("It did not get to the end of the match.", args.lang))
    return 1 if review.gone else 0


def _maker(
    entrant: Entrant, game: type[NetGame], below: Below, stack: ExitStack
) -> Callable[[], Bot]:
    """How the bot is made; what it starts is ended with the stack."""
    if entrant.argv:
        check_program(entrant.argv)

        def start() -> Bot:
            player = ProgramPlayer(entrant.argv, ProgramLimits())
            stack.callback(player.close)
            return player

        return start
    bot = find_bot(entrant.bot, game)
    return lambda: bot(below)


def _lines(decision: Decision, bot: str, look: Look) -> Iterator[str]:
    """A decision that the bot takes otherwise, with the table as it was."""
    lang = look.language
    head = "Game {game}, turn {turn} (--from {position}):"
    where = {"game": decision.game, "turn": decision.turn, "position": decision.position}
    yield say(head, lang, **where)
    for row in table_lines(card_view(decision.view), look, columns=78, rows=_ROWS):
        yield f"  {row.plain.rstrip()}"
    yield say("  played: {command}", lang, command=line(decision.played, 200))
    said, why = line(decision.said, 200), line(decision.wrong, 300)
    if not why:
        took = time(decision.seconds)
        yield say("  {bot} plays: {command} ({took})", lang, bot=bot, command=said, took=took)
    elif said:
        template = "  {bot} says {command}, which is not legal: {why}"
        yield say(template, lang, bot=bot, command=said, why=why)
    else:
        yield say("  {bot} says nothing: {why}", lang, bot=bot, why=why)
