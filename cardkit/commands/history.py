"""`cardkit history`: the matches that were played at a server."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from cardkit.commands.common import Subcommands, add_count, print_json, print_table
from cardkit.commands.folder import add_data, iso_time, local_time, open_archive
from cardkit.netgame import Text, say
from cardkit.netgame.command import whole_number
from cardkit.netgame.conditions import shown
from cardkit.server.history import MatchHistory, MatchState, PlayedGame, PlayedMatch
from cardkit.server.journal import Entry
from cardkit.server.store import NEWEST

HEADINGS = ("Match", "Table", "Begun", "Ended", "Games", "Players and points")
HEADINGS_OF_GAMES = ("Game", "Ended", "Players, in the order of their seats, and points")
HEADINGS_OF_INPUTS = (Text("Time", "of day"), "Who", "Input")
_STEPS = {
    "about": "open",
    "commits": "commits",
    "given": "ready",
    "void": "void",
    "dispute": "dispute",
}


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "history",
        run=run,
        help="show the matches played on a server",
        description="List the matches of a server, of one table or of one player, or show the "
        "finished games and all commands of one match. You cannot look into a match before it is "
        "over or broken off.",
        epilog="""examples:
  cardkit history
  cardkit history daifugo-1
  cardkit history --player guest-ann
  cardkit history --most 100 --before 1200
  cardkit history 12
  cardkit history 12 --json > match12.json""",
    )
    parser.add_argument(
        "what",
        metavar="TABLE|MATCH",
        nargs="?",
        default="",
        help="the name of a table, or the number of a match",
    )
    parser.add_argument(
        "--player", metavar="NAME", default="", help="list only matches of this player"
    )
    add_count(parser, "--most", "list the newest N matches (default: 20)", 20)
    add_count(parser, "--before", "list only matches with a lower number", NEWEST, "MATCH")
    parser.add_argument("--json", action="store_true", help="write it as JSON")
    add_data(parser)


def run(args: argparse.Namespace) -> None:
    with open_archive(args) as archive:
        number = whole_number(args.what)
        if number is not None:
            _one(archive, archive.match(number), args)
        else:
            _all(archive, args.what.lower(), args)


def _all(archive: MatchHistory, table: str, args: argparse.Namespace) -> None:
    if table:
        archive.check_table(table)
    which = {"table": table, "player": args.player}
    matches, more = archive.matches(**which, before=args.before, most=args.most)
    oldest_first = matches[::-1]
    if args.json:
        print_json([data_of(match) for match in oldest_first])
        return
    if matches:
        _list(oldest_first, args.lang)
    elif args.player:
        text = "{name} has finished no game here."
        print(say(text, args.lang, name=shown(args.player)))
    elif args.before == NEWEST:
        print(say("Nothing has been played yet.", args.lang))
    else:
        print(say("There is no match before {number}.", args.lang, number=args.before))
    if more:
        text = "There are older ones: --before {number} shows them."
        print(say(text, args.lang, number=oldest_first[0].number))


def _one(archive: MatchHistory, match: PlayedMatch, args: argparse.Namespace) -> None:
    sealed = match.state.is_sealed
    entries = [] if sealed else archive.entries(match.number)
    games, _ = archive.games(match.number, most=match.games)
    if args.json:
        said = None if sealed else [_data_of_entry(entry) for entry in entries]
        print_json(data_of(match) | {"finished": [*map(data_of_game, games)], "inputs": said})
        return
    _list([match], args.lang)
    if games:
        print_table(HEADINGS_OF_GAMES, map(_seats, games), args.lang, ("Game",))
    if sealed:
        text = "What was said in match {number} is sealed until it is over."
        print(say(text, args.lang, number=match.number))
    else:
        print_table(HEADINGS_OF_INPUTS, _said(entries), args.lang)


def _list(matches: Sequence[PlayedMatch], lang: str) -> None:
    rows = (
        (
            str(match.number),
            f"{match.table} {match.preset}".strip(),  # its game is in its name
            local_time(match.begun),
            _ended(match, lang),
            str(match.games),
            "\n".join(f"{name} {points:,}" for name, points in match.results),
        )
        for match in matches
    )
    print_table(HEADINGS, rows, lang, ("Match", "Games"))


def _ended(match: PlayedMatch, lang: str) -> str:
    when = "" if match.ended is None else local_time(match.ended, match.begun)
    return when if match.state is MatchState.OVER else f"{say(match.state, lang)} {when}".strip()


def _seats(game: PlayedGame) -> tuple[str, str, str]:
    """A game, when it ended, and seat by seat who got what and has how much."""
    seats = (
        f"{seat.player} {'' if seat.points is None else f'{seat.points:+,} = '}{seat.score:,}"
        for seat in game.seats
    )
    return str(game.number), local_time(game.ended), "\n".join(seats)


def _said(entries: Sequence[Entry]) -> Iterator[tuple[str, str, str]]:
    before: float | None = None
    for entry in entries:
        yield local_time(entry.at, after=before), *_who_and_what(entry)
        before = entry.at


def data_of(match: PlayedMatch) -> dict[str, Any]:
    """A match as JSON has it."""
    return {
        "match": match.number,
        "table": match.table,
        "game": match.game,
        "preset": match.preset,
        "options": match.options,
        "state": match.state,
        "begun": iso_time(match.begun),
        "ended": None if match.ended is None else iso_time(match.ended),
        "games": match.games,
        "results": [{"player": name, "points": points} for name, points in match.results],
        "title": match.title,
        "private": match.private,
        "rated": match.rated,
    }


def data_of_game(game: PlayedGame) -> dict[str, Any]:
    """A finished game as JSON has it."""
    seats = [
        {
            "player": seat.player,
            "by": seat.played_by,
            "place": seat.place,
            "points": seat.points,
            "score": seat.score,
        }
        for seat in game.seats
    ]
    return {"game": game.number, "ended": iso_time(game.ended), "seats": seats}


def _who_and_what(entry: Entry) -> tuple[str, str]:
    """What was said by whom, or which steps of a deal were taken."""
    if not isinstance(entry.what, str):
        taken = [shown for name, shown in _STEPS.items() if name in entry.what]
        return "", f"DEAL {', '.join(taken)}"
    word, *more = entry.what.split(" ")
    if word == "START" and more:  # its key is long, and follows from the deal
        return " ".join(more[1:]), word
    return entry.who, entry.what


def _data_of_entry(entry: Entry) -> dict[str, str | None]:
    who, what = _who_and_what(entry)
    return {"at": iso_time(entry.at), "who": who, "input": what}
