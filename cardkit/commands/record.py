"""`cardkit record`: a match as one signed file that anybody can check and replay."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from cardkit.commands.common import Subcommands, add_own_game
from cardkit.commands.folder import add_data, open_archive
from cardkit.keys import public_text, unusable
from cardkit.netgame import Reason, Refused, plural, say
from cardkit.reasons import LocalReason
from cardkit.record import Record, claims_of, write_record
from cardkit.record.check import FindGame
from cardkit.registry import find_game
from cardkit.server.history import MatchHistory
from cardkit.server.serve import signing_key


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "record",
        run=run,
        help="write the record of a match",
        description="Write a match that is over, or was abandoned, as one text file: what was "
        "played, every command with its time, the results, and the secrets from which all cards "
        "follow. The file is signed with the key of the server. `cardkit verify` checks it, "
        "`cardkit replay` shows it.",
        epilog="""examples:
  cardkit record 12
  cardkit record 12 --out final.jsonl
  cardkit verify final.jsonl --key 'cardkit-ed25519 …'""",
    )
    parser.add_argument("match", metavar="MATCH", type=int, help="its number in `cardkit history`")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="a new file (default: named after the match; -: standard output)",
    )
    add_own_game(parser)
    add_data(parser)


def text_of(
    archive: MatchHistory, folder: Path, match: int, game: FindGame, *, for_all: bool = False
) -> tuple[Record, str]:
    """A match that nobody plays any more, and its record as the file has it.

    It opens every secret, so where those are for an auditor it is not for all.
    """
    private = signing_key(folder)
    if for_all and archive.match(match).private:
        wrong = "the record of match {number} is for an auditor; only the host can give it out"
        raise Refused(Reason.WRONG_PHASE, wrong, number=match)
    record = archive.record(match, private.public_key().public_bytes_raw().hex())
    record = replace(record, claims=dict(enumerate(claims_of(record, game))))
    text = "".join(f"{line}\n" for line in write_record(record, private.sign))
    return record, text


def run(args: argparse.Namespace) -> None:
    with open_archive(args) as archive:
        game = lambda name: find_game(args.game or name)  # noqa: E731
        record, text = text_of(archive, args.data, args.match, game)
    path = args.out or Path(f"{record.header.table}-match-{args.match}.jsonl")
    if str(path) == "-":
        sys.stdout.write(text)
    else:
        write_new(path, text, "--out")
        tell_of_record(path, record, public_text(signing_key(args.data)), args.lang)


def write_new(path: Path, text: str, option: str) -> None:
    """A file that was not there; the option names another one."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise already_there(path, option) from None
    except OSError as error:
        raise unusable(path, error) from error


def already_there(path: Path, option: str) -> Refused:
    wrong = "{path} is there already; {option} names another file"
    return Refused(LocalReason.FILE_EXISTS, wrong, path=path, option=option)


def tell_of_record(path: Path, record: Record, key: str, lang: str) -> None:
    inputs = plural(len(record.lines), "1 input", "{n:,} inputs")
    print(say("{path}: {inputs}, signed. To check it:", lang, path=path, inputs=inputs))
    print(f"  cardkit verify {path} --key '{key}'")
    print(say("To see it:", lang))
    print(f"  cardkit replay {path}")
