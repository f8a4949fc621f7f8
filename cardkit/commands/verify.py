"""`cardkit verify`: check the record of a match, without the server and without trusting it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from cardkit import __version__
from cardkit.commands.common import Subcommands, add_own_game, game_finder
from cardkit.keys import read_public, written_public
from cardkit.levels import ROBOT
from cardkit.netgame import Text, plural
from cardkit.record import Flaw, RecordFault, Verdict, check_record
from cardkit.record.file import read_log_file, read_record_file
from cardkit.record.own_log import Agreement, compare, read_log

MOST_DOUBTS = 10


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "verify",
        run=run,
        help="check the record of a match",
        description="Check a record, without the server: that no line was changed, left out or "
        "moved, who signed it, that all cards follow from the revealed secrets, that every move "
        "was legal, that nobody chose who got which card, and that every result follows from the "
        "rules. With --mine, also that it matches what you saw. Reports who contributed nothing "
        "to the deals, or the first line that is wrong and why.",
        epilog="""examples:
  cardkit verify final.jsonl
  cardkit verify final.jsonl --key 'cardkit-ed25519 …'
  cardkit verify final.jsonl --mine ann.jsonl

exit status:
  0 all is right             15 another key            20 a broken commitment
  10 no record               16 bad signature          21 a wrong seed
  11 unknown version         17 game not installed     22 a wrong deck
  12 cut short               18 an illegal move        23 not what --mine tells
  13 lines missing or moved  19 a wrong result         24 right, but not over
  14 a line was edited                                 2 anything else""",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a record that a server wrote")
    parser.add_argument(
        "--key", metavar="LINE", help="the public key of the server, as published by its host"
    )
    parser.add_argument(
        "--mine",
        metavar="LOG",
        type=Path,
        help="your own log of the match, from `cardkit play --log`",
    )
    add_own_game(parser)


def run(args: argparse.Namespace) -> int:
    try:
        key = None if args.key is None else read_public(args.key)
        find_game = game_finder(args.game)
        verdict = check_record(read_record_file(args.file), find_game, key)
        mine = args.mine and compare(verdict.record, read_log(read_log_file(args.mine)), find_game)
    except RecordFault as fault:
        return tell_fault(fault, args.lang)
    lang = args.lang
    _tell(*_about_match(verdict), lang=lang)
    _tell(*_about_deals(verdict), lang=lang)
    whole = verdict.over or verdict.record.broken_off
    if not verdict.over and not args.mine:
        text = (
            "Either all had left by then, or the end is held back: a log of somebody who played "
            "can tell (--mine)."
        )
        _tell(Text(text), lang=lang)
    if args.mine:
        _tell(*_about_log(mine, verdict.record.header.cardkit), lang=lang)
    if key is None:
        named = written_public(bytes.fromhex(verdict.record.header.server))
        text = "It is signed with {key}; ask the host whether that is the server's, or give --key."
        _tell(Text(text, key=named), lang=lang)
    return 0 if whole else Flaw.UNFINISHED.value


def _about_match(verdict: Verdict) -> Iterator[str]:
    header, number = verdict.record.header, verdict.games
    games = plural(number, "one game of {game}", "{n:,} games of {game}", game=header.game)
    inputs = plural(verdict.inputs, "1 input", "{n:,} inputs")
    parts = {"match": header.match, "table": header.table, "games": games, "inputs": inputs}
    if verdict.over:
        text = "All is right: match {match} at {table}, {games}, {inputs}."
        yield Text(text, **parts)
    else:
        where = Text("before its first game")
        if verdict.playing:
            where = Text("in the middle of game {number}", number=number + 1)
        elif number:
            where = Text("after game {number}", number=number)
        if verdict.record.broken_off:
            text = (
                "All is right: match {match} at {table}, {games}, {inputs}. It was broken off "
                "{where}, as the server says."
            )
            yield Text(text, where=where, **parts)
        else:
            text = (
                "UNFINISHED: the match is not over in this record. As far as it goes all is right: "
                "match {match} at {table}, {games}, {inputs}. It ends {where}."
            )
            yield Text(text, where=where, **parts)
    best = sorted(verdict.scores.items(), key=lambda each: -each[1])
    if best:
        yield "  " + ", ".join(f"{name} {points:,}" for name, points in best)


def _about_deals(verdict: Verdict) -> Iterator[str]:
    """Who had a part in the chance of this match, for that is what fairness hangs on."""
    record = verdict.record
    if record.key:
        yield Text("All cards came from one key; no player contributed to the deals.")
        return
    deals = verdict.deals
    people = {name: n for name, n in deals.missing.items() if not name.startswith(ROBOT)}
    if people:
        text = "Deals: {deals:,}. Players who gave nothing to some of them: {names}."
        yield Text(text, deals=deals.dealt, names=_counts(people))
    elif deals.dealt:
        yield Text("Every player contributed to every deal: {deals:,}.", deals=deals.dealt)
    if deals.alone:
        text = "To {count:,} of them nobody gave anything: nothing but the server's word is there."
        yield Text(text, count=deals.alone)
    if deals.left:
        text = "Deals were given up after all were bound, as these had left: {names}."
        yield Text(text, names=_counts(deals.left))
    doubts = [step.body for step in record.deals if "dispute" in step.body]
    for doubt in doubts[:MOST_DOUBTS]:
        what = str(doubt["dispute"])[:300]
        parts = {"name": str(doubt.get("by"))[:40], "number": doubt.get("deal"), "what": what}
        yield Text("{name} said that deal {number} was false: {what}", **parts)


def _about_log(mine: Agreement, told_by: str) -> Iterator[str]:
    yield plural(
        mine.same,
        "It tells the same story as your log: 1 message agrees.",
        "It tells the same story as your log: {n:,} messages agree.",
    )
    if mine.unknown:
        yield plural(
            mine.unknown,
            "Some of your log was told by another version of cardkit or of the game; the record "
            "names {theirs}, this is {ours}. Deals, actions, cards and results were compared and "
            "agree; 1 message could not be compared.",
            "Some of your log was told by another version of cardkit or of the game; the record "
            "names {theirs}, this is {ours}. Deals, actions, cards and results were compared and "
            "agree; {n:,} messages could not be compared.",
            theirs=", ".join(told_by.split())[:100],
            ours=__version__,
        )


def _counts(names: Mapping[str, int]) -> str:
    return ", ".join(f"{name} ({count:,})" for name, count in sorted(names.items()))


def _tell(*sentences: str, lang: str) -> None:
    for each in sentences:
        print(_visible(each.text(lang) if isinstance(each, Text) else each))


def tell_fault(fault: RecordFault, lang: str) -> int:
    """One line that says what is wrong, and the exit status for it."""
    print(f"{fault.flaw.name}: {_visible(fault.text(lang))}", file=sys.stderr)
    return fault.flaw.value


def _visible(text: str) -> str:
    """A record may say anything; what would steer a terminal is not passed on to it."""
    return "".join(each if each.isprintable() else "�" for each in text)
