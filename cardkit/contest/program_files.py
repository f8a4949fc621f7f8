"""What a program needs of this machine to start: its files, found in the words that were typed.

Tells at once what cannot be started, and why.
"""

from __future__ import annotations

import os
import shlex
import shutil
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardkit.netgame import Reason, Refused
from cardkit.netgame.people import LONGEST_NAME
from cardkit.reasons import LocalReason

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store")
"""Where the programs and libraries of a system are. Every program may read them."""
TOOL_FOLDERS = ("bin", "shims")
"""How folders are called in which tools lie that need what is beside the folder."""
SCRIPTS = {
    ".py": "python3",
    ".js": "node",
    ".mjs": "node",
    ".cjs": "node",
    ".sh": "sh",
    ".rb": "ruby",
    ".pl": "perl",
    ".lua": "lua",
    ".php": "php",
    ".jar": "java -jar",
}
"""What runs the files that end so."""
_MOST_LINKS = 40


@dataclass(frozen=True, slots=True)
class ProgramFiles:
    """A program as it is started: its words, where it is at home, and what it must see."""

    argv: tuple[str, ...]
    folder: str
    """Where it runs: in the folder of its script, or of the program itself."""
    folders: tuple[str, ...]
    """What it may read besides the system: folders, and single files that lie in no folder of
    their own. None is inside another."""


def program_from(text: str) -> tuple[str, tuple[str, ...]]:
    """The name and the words of a program, from `name=./my_bot --fast`."""
    name, is_there, command = text.partition("=")
    name = name.strip()
    if not is_there:
        wrong = "{text} says no name for the program; write name=command, such as ann={text}"
        raise Refused(LocalReason.NO_SUCH_BOT, wrong, text=text.strip() or "./my_bot")
    good = name == unicodedata.normalize("NFKC", name) and 0 < len(name) <= LONGEST_NAME
    if not good or not all(c.isalnum() or c in "-_." for c in name):
        wrong = "{name} is no name for a player: use 1 to {most} letters, digits, - _ or ."
        raise Refused(Reason.BAD_NAME, wrong, name=name or "“”", most=LONGEST_NAME)
    try:
        argv = tuple(shlex.split(command))
    except ValueError:
        wrong = "a quotation mark in {command} is not closed"
        raise Refused(LocalReason.BAD_BOT, wrong, command=command.strip()) from None
    if not argv or not argv[0]:
        wrong = "which program is {name}? Write its command after the =, such as {name}=./my_bot"
        raise Refused(LocalReason.NO_SUCH_BOT, wrong, name=name)
    return name, argv


def needs_of(argv: Sequence[str]) -> ProgramFiles:
    """What these words need to be started, or a refusal that says what is wrong with them."""
    program = _find(argv[0])
    _check_executable(program)
    _check_script(argv)
    files = [program]
    words = [str(program)]
    for word in argv[1:]:
        is_file = ("." in word or "/" in word) and not word.startswith("-") and Path(word).exists()
        if is_file:
            files.append(_whole(Path(word)))
        words.append(str(files[-1]) if is_file else word)
    interpreter = _interpreter(program)
    also = [interpreter] if interpreter else []
    seen = {at for file in (*files, *also) for hop in _hops(file) if (at := _home_of(hop))}
    # An interpreter is at home with many; its script says where this program is.
    is_tool = program.parent.name in TOOL_FOLDERS or _in_system(program)
    home = files[1] if is_tool and len(files) > 1 else program
    folder = home if home.is_dir() else home.parent
    return ProgramFiles(tuple(words), str(folder), tuple(_outermost(seen)))


def _find(word: str) -> Path:
    """The file of a program, by its path or by its name alone."""
    if "/" in word:
        if Path(word).exists():
            return _whole(Path(word))
        hint = ""
    else:
        found = shutil.which(word)
        if found:
            return _whole(Path(found))
        hint = f"./{word}" if Path(word).is_file() else ""
    raise Refused(
        LocalReason.NO_SUCH_BOT,
        "there is no program {program}; did you mean {hint}?"
        if hint
        else "there is no program {program}",
        program=word,
        hint=hint,
    )


def _check_executable(program: Path) -> None:
    if program.is_dir():
        raise Refused(
            LocalReason.BAD_BOT, "{program} is a folder, not a program", program=str(program)
        )
    if not os.access(program, os.X_OK):
        text = "{program} is not executable; say: chmod +x {program}"
        raise Refused(LocalReason.BAD_BOT, text, program=shlex.quote(str(program)))


def _check_script(argv: Sequence[str]) -> None:
    """A script that is not there: its interpreter would say so, but at greater length."""
    script = argv[1] if len(argv) > 1 else ""
    if Path(script).suffix in SCRIPTS and script[0] != "-" and not Path(script).exists():
        text = "there is no file {script} for {program} to run"
        raise Refused(LocalReason.NO_SUCH_BOT, text, script=script, program=argv[0])


def _interpreter(program: Path) -> Path | None:
    """Who reads a script, from its first line `#!…`; who is not there is refused."""
    with program.open("rb") as file:
        first = file.readline(256)
    if not first.startswith(b"#!"):
        return None
    words = first[2:].decode(errors="replace").split()
    name = words[0] if words else ""
    if name and Path(name).name == "env":
        name = next((w for w in words[1:] if not w.startswith("-") and "=" not in w), "")
    found = shutil.which(name) if name else None
    if not found:
        raise Refused(
            LocalReason.BAD_BOT,
            "{program} wants to be read by {interpreter}, which is not there; see its first line",
            program=str(program),
            interpreter=name or "#!",
        )
    return _whole(Path(found))


def _whole(path: Path) -> Path:
    """The same file from the root on. It may be a link, which tells a program who it is."""
    return path.resolve() if path.is_dir() else path.parent.resolve() / path.name


def _hops(path: Path) -> Iterator[Path]:
    """A file, and where links lead from it."""
    for _ in range(_MOST_LINKS):
        yield path
        if not path.is_symlink():
            return
        path = _whole(path.parent / path.readlink())


def _home_of(file: Path) -> str:
    """What must be seen for this file: its folder, or what a folder of tools stands in."""
    if _in_system(file):
        return ""
    folder = file if file.is_dir() else file.parent
    if folder.name in TOOL_FOLDERS:
        folder = folder.parent
    private = Path.home()
    if folder == private or folder in private.parents:
        return "" if file.is_dir() else str(file)  # never a whole folder for one file
    return str(folder)


def _in_system(file: Path) -> bool:
    return str(file).startswith(tuple(f"{folder}/" for folder in SYSTEM))


def _outermost(folders: set[str]) -> Iterator[str]:
    kept: list[str] = []
    for folder in sorted(folders):
        if not any(folder.startswith(f"{outer}/") for outer in kept):
            kept.append(folder)
            yield folder


def check_readable(needs: ProgramFiles) -> None:
    """Refuse what another user could not read: nothing plays as root."""
    files = [Path(word) for word in needs.argv if word.startswith("/") and Path(word).exists()]
    for path in (*files, *map(Path, needs.folders)):
        mode = path.stat().st_mode
        wanted = 0o005 if path.is_dir() else 0o004
        if mode & wanted != wanted:
            raise Refused(
                LocalReason.BAD_BOT,
                "{path} is for its owner alone, and programs do not play as root; say: "
                "chmod -R go+rX {path}",
                path=shlex.quote(str(path)),
            )
