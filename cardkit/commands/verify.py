"""`cardkit verify`: check the record of a match, without the server and without trusting it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cardkit.commands.common import Help, Subcommands, add_language, game_finder
from cardkit.keys import read_public
from cardkit.netgame import Reason, Refused, say
from cardkit.record import Fault, Flaw, Record, check_record, gave_nothing
from cardkit.record.mine import compare


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "verify",
        help="check the record of a match",
        description="Check a record, alone: that no line was changed, left out or moved, who "
        "signed it, that all cards follow from the secret it opens, that every move was legal, "
        "that nobody chose who got which card, and that every result is what the rules make of "
        "it. With --mine also that it tells the story that you saw. Says one sentence, or the "
        "first line that is wrong and why.",
        epilog="""examples:
  cardkit verify final.jsonl
  cardkit verify final.jsonl --key 'cardkit-ed25519 …'
  cardkit verify final.jsonl --mine ann.jsonl

exit status:
  0 all is right             15 another key            20 a broken commitment
  10 no record               16 bad signature          21 a wrong seed
  11 unknown version         17 game not installed     22 a wrong deck
  12 cut short               18 an illegal move        23 not what --mine tells
  13 lines missing or moved  19 a wrong result         2 anything else
  14 a line was edited""",
        formatter_class=Help,
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a record that a server wrote")
    parser.add_argument(
        "--key", metavar="LINE", help="the public key of the server, as its host tells it"
    )
    parser.add_argument(
        "--mine",
        metavar="LOG",
        type=Path,
        help="what you saw yourself: the file of `cardkit play --log`",
    )
    parser.add_argument(
        "--game", metavar="FILE.PY:CLASS", help="where the game is, if it is not installed"
    )
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        key = None if args.key is None else read_public(args.key)
        find_game = game_finder(args.game)
        verdict = check_record(read_text(args.file), find_game, key)
        mine = args.mine and compare(verdict.record, read_text(args.mine), find_game)
    except Fault as fault:
        return tell_fault(fault, args.lang)
    record = verdict.record
    lang, header = args.lang, record.header
    print(
        say(
            "All is right: match {match} at {table}, {games} games of {game}, {inputs} inputs.",
            lang,
            match=header.match,
            table=header.table,
            games=verdict.games,
            game=header.game,
            inputs=verdict.inputs,
        )
    )
    best = sorted(verdict.scores.items(), key=lambda each: -each[1])
    print("  " + ", ".join(f"{name} {points:,}" for name, points in best))
    print(_about_deals(record, lang))
    if args.mine:
        print(
            say("It tells the same story as your log: {count:,} messages agree.", lang, count=mine)
        )
    if key is None:
        print(
            say(
                "It is signed with {key}; ask the host whether that is the server's, or give "
                "--key.",
                lang,
                key=header.server,
            )
        )
    return 0


def _about_deals(record: Record, lang: str) -> str:
    """Who had a part in the chance of this match, for that is what fairness hangs on."""
    if record.key:
        return say("All cards came from one key; no player contributed to the deals.", lang)
    deals, missing = gave_nothing(record)
    people = {name: count for name, count in missing.items() if not name.startswith("robot-")}
    if not people:
        return say("Every player contributed to every deal: {deals}.", lang, deals=deals)
    named = ", ".join(f"{name} ({count})" for name, count in sorted(people.items()))
    return say("In {deals} deals nothing came from: {names}.", lang, deals=deals, names=named)


def tell_fault(fault: Fault, lang: str) -> int:
    """One line that says what is wrong, and the exit status for it."""
    print(f"{fault.flaw.name}: {fault.text(lang)}", file=sys.stderr)
    return fault.flaw.value


def read_text(path: Path) -> str:
    """The text of a record."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Fault(Flaw.NOT_A_RECORD, 0, "this is no text") from None
    except OSError as error:
        raise Refused(
            Reason.NO_SUCH_FILE, "{path} cannot be read: {why}", path=path, why=error.strerror
        ) from error
