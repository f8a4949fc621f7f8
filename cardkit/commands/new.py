"""`cardkit new`: a small game, stage or bot to begin with."""

from __future__ import annotations

import argparse
import importlib.util
import keyword
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from cardkit import cardgame, stages
from cardkit.commands.common import Subcommands
from cardkit.commands.template import GAME, STAGE, STAGE_TEST, TEST
from cardkit.netgame import Reason, Refused, say
from cardkit.reasons import LocalReason


class Skeleton(NamedTuple):
    """A bot to begin with, and how it is tried."""

    file: str
    steps: tuple[str, ...]


def _as_program(command: str) -> tuple[str, ...]:
    """How a program is tried, and sent to a contest."""
    contest = f"cardkit contest akq rand --bot '{{name}}={command}'"
    return f"cardkit contest try '{command}' akq", contest


BOTS = {
    "class": Skeleton(
        "class_bot.py",
        ("cardkit contest try {path}:{bot} akq", "cardkit contest akq rand {path}:{bot}"),
    ),
    "python": Skeleton("plain_python_bot.py", _as_program("python3 {path}")),
    "node": Skeleton("node_bot.mjs", _as_program("node {path}")),
    "c": Skeleton("first_legal.c", ("gcc -O2 -o {name} {path}", *_as_program("./{name}"))),
    "sh": Skeleton("shell_bot.sh", _as_program("sh {path}")),
}
PYTHON = ("class", "python")
"""Bots that are modules: one that is called `json` would be imported in the place of another."""
TAKEN = {*cardgame.__all__, *stages.__all__, "Prize", "Saver"}
"""Names of classes that the template uses itself."""


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "new",
        run=run,
        help="create a small game or bot to start from",
        description="Create NAME.py, a small, complete and commented game, and test_NAME.py, a "
        "test that passes; or with --stage a stage of its own and a game that is played in it; or "
        "with --bot a bot that plays every game. Nothing is overwritten.",
        epilog="examples:\n  cardkit new crazy_eights\n  cardkit new --stage bidding\n"
        "  cardkit new --bot node nora",
    )
    parser.add_argument(
        "name", metavar="NAME", help="lower-case letters, digits and _, such as crazy_eights"
    )
    parser.add_argument(
        "--stage",
        action="store_true",
        help="write a stage with words, facts and piles",
    )
    parser.add_argument(
        "--bot",
        choices=BOTS,
        help="write a bot: a class for cardkit in Python, or a program in one of these languages",
    )
    parser.add_argument(
        "--dir", default=".", metavar="FOLDER", help="where to write them (default: here)"
    )


def run(args: argparse.Namespace) -> None:
    name, folder = args.name, Path(args.dir)
    check_name(name, "bot" if args.bot else "game", imported=args.bot in (None, *PYTHON))
    if not folder.is_dir():
        raise Refused(
            LocalReason.NO_SUCH_FILE, "there is no folder {folder}; make it first", folder=folder
        )
    if args.bot:
        write_bot(args, BOTS[args.bot], folder)
        return
    templates = (STAGE, STAGE_TEST) if args.stage else (GAME, TEST)
    paths = (folder / f"{name}.py", folder / f"test_{name}.py")
    written = {path: filled(text, name) for path, text in zip(paths, templates, strict=True)}
    check_new(written, name)
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")
    game, test = written
    wrote = say("Wrote {game} and {test}. Now try:", args.lang, game=game, test=test)
    reference = f"{game}:{class_of(name)}{'Game' if args.stage else ''}"
    can_play = importlib.util.find_spec("prompt_toolkit") is not None
    what = (*(("play",) if can_play else ()), "rules", "simulate")
    steps = (*(f"cardkit {command} {reference}" for command in what), f"python {test}")
    print(wrote, *(f"  {step}" for step in steps), sep="\n")


def write_bot(args: argparse.Namespace, skeleton: Skeleton, folder: Path) -> None:
    """A bot that plays every game, to be made one's own."""
    source = files("cardkit.skeletons") / skeleton.file
    stem, dot, suffix = skeleton.file.partition(".")
    path = folder / f"{args.name}{dot}{suffix}"
    check_new([path], args.name)
    text = source.read_text(encoding="utf-8").replace(f"examples/bots/{skeleton.file}", str(path))
    text = text.replace(class_of(stem), class_of(args.name)).replace(stem, args.name)
    path.write_text(text, encoding="utf-8")
    print(say("Wrote {bot}. Now try:", args.lang, bot=path))
    for step in skeleton.steps:
        print(f"  {step.format(name=args.name, path=path, bot=class_of(args.name))}")


def check_new(paths: Iterable[Path], name: str) -> None:
    """Refuse to write over a file."""
    for path in paths:
        if path.exists():
            raise Refused(
                LocalReason.FILE_EXISTS,
                "{path} is there already; choose another name or another folder: "
                "cardkit new {name} --dir FOLDER",
                path=path,
                name=name,
            )


def check_name(name: str, what: str = "game", *, imported: bool = True) -> None:
    """Refuse what cannot be the name of a file with a game or bot in it, or of a module of it."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise Refused(
            Reason.BAD_NAME,
            "{name} cannot be the name of a file; use small letters, digits and _, such as {good}",
            name=name or '""',
            good=near(name),
        )
    taken = class_of(name) in TAKEN or importlib.util.find_spec(name) is not None
    if imported and taken:
        text = "{name} is the name of something else already; try {good}"
        raise Refused(Reason.BAD_NAME, text, name=name, good=f"{name}_{what}")


def near(name: str) -> str:
    """A good name that is near to a bad one."""
    words = re.findall(r"[A-Za-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name))
    good = "_".join(words).lower().lstrip("0123456789_")
    return f"{good}_game" if keyword.iskeyword(good) else good or "my_game"


def class_of(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def filled(template: str, name: str) -> str:
    title = " ".join(word.capitalize() for word in name.split("_") if word)
    named = " ".join(filter(None, name.split("_"))).capitalize()  # as a rule sheet names a stage
    text = template.replace("TITLE", title).replace("CLASS", class_of(name))
    return text.replace("FILE", name).replace("STAGE", named)
