"""A folder of bots: which are there, when one has changed, and a copy of it that never does.

A bot is a `.py` file with one class, an executable file, or a folder with one of these. Nothing
here imports or starts it.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cardkit.contest.model import Entrant
from cardkit.keys import unusable
from cardkit.netgame import Refused
from cardkit.reasons import LocalReason

SETTLED = 1.0
"""Seconds for which a bot is left alone until it is taken for complete."""
LONGEST_BASE = 16
"""Letters of a name, which leaves room for the seat and the version at a table."""
MOST_FILES, MOST_BYTES = 1000, 1 << 28
"""More than that is hardly a bot, and would have to be copied for each version."""
MAIN = "bot"
"""What the main file of a folder is called, if it is not called like the folder."""
_PASSED_OVER = re.compile(r"\.|__pycache__$|.*(~|\.pyc|\.part|\.tmp|\.swp)$")
"""What editors, copying and Python leave behind."""

Stamp = tuple[tuple[str, int, int, int], ...]
"""Of every file of a bot: its path, when it was written, its size and its mode."""


@dataclass(frozen=True, slots=True)
class FoundBot:
    """A bot as it lies in the folder."""

    path: Path
    stamp: Stamp
    changed: float = 0.0
    """When something was last done to one of its files, in seconds of the clock on the wall."""

    @property
    def name(self) -> str:
        """What it is called at the table: its file without what follows the dot."""
        stem = self.path.name if self.path.is_dir() else self.path.stem
        plain = re.sub(r"[^\w.-]", "-", unicodedata.normalize("NFKC", stem))
        return plain[:LONGEST_BASE] or "bot"


def bots_in(folder: Path, results: str) -> dict[str, FoundBot]:
    """By its file each bot that lies in the folder; `results` is the folder that is none."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise unusable(folder, error) from error
    found = {}
    for path in entries:
        passed_over = path.name == results or _PASSED_OVER.match(path.name)
        if not passed_over and (path.is_dir() or _is_bot(path)):
            found[path.name] = FoundBot(path, *_stamp(path))
    return found


def _is_bot(path: Path) -> bool:
    return path.is_file() and (path.suffix == ".py" or os.access(path, os.X_OK))


def _is_program(path: Path) -> bool:
    """Whether it is started, not imported; an executable Python file says so in its first line."""
    if not os.access(path, os.X_OK):
        return False
    with path.open("rb") as file:
        return path.suffix != ".py" or file.read(2) == b"#!"


def _files(path: Path) -> Iterator[Path]:
    """The file itself, or all files of a folder."""
    if not path.is_dir():
        yield path
        return
    for inner in sorted(path.iterdir()):
        if not _PASSED_OVER.match(inner.name):
            yield from _files(inner)


def _stamp(path: Path) -> tuple[Stamp, float]:
    """What changes with a bot, and when that was last."""
    found, changed = [], 0.0
    try:
        for file in _files(path):
            at = file.stat()
            within = str(file.relative_to(path.parent))
            found.append((within, at.st_mtime_ns, at.st_size, at.st_mode))
            changed = max(changed, at.st_ctime)
            if len(found) > MOST_FILES:
                break
    except OSError:
        pass  # it goes away while we look, and is looked at again
    return tuple(found), changed


class Watch:
    """Tells which bots have come, changed or gone, once they were left alone for a moment."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        """These files are known; if they are not there any more, that is told."""
        self._seen: dict[str, tuple[Stamp | None, float]] = {}
        self._told: dict[str, Stamp | None] = {}
        for file in known:
            self.again(file)

    @property
    def is_waiting(self) -> bool:
        """Whether something has changed that is not told yet."""
        return any(stamp != self._told.get(file) for file, (stamp, _) in self._seen.items())

    def changes(self, now: float, there: Mapping[str, FoundBot]) -> dict[str, FoundBot | None]:
        """What is to be taken note of at this time; None for a bot that is gone."""
        found: dict[str, FoundBot | None] = {}
        for file in sorted({*there, *self._seen}):
            bot = there.get(file)
            stamp, changed = (bot.stamp, bot.changed) if bot is not None else (None, now)
            if file not in self._seen or stamp != self._seen[file][0]:
                self._seen[file] = stamp, min(now, changed)
            since = self._seen[file][1]
            if now - since >= SETTLED and stamp != self._told.get(file):
                self._told[file] = stamp
                found[file] = bot
        return found

    def again(self, file: str) -> None:
        """It was taken too soon: look at it again, and tell when it is gone meanwhile."""
        self._seen[file], self._told[file] = ((), 0.0), ()


class StillChanging(Exception):
    """A bot has changed while it was being copied."""


def freeze(bot: FoundBot, target: Path) -> str:
    """Copy a bot as it is now into a new folder, and tell the fingerprint of what was copied."""
    shutil.rmtree(target, ignore_errors=True)
    if len(bot.stamp) > MOST_FILES or sum(size for _, _, size, _ in bot.stamp) > MOST_BYTES:
        raise Refused(
            LocalReason.BAD_BOT,
            "{path} is too large for a bot: at most {files:,} files with {bytes:,} MB",
            path=bot.path.name,
            files=MOST_FILES,
            bytes=MOST_BYTES >> 20,
        )
    made_of = sha256()
    try:
        for file in _files(bot.path):
            within = file.relative_to(bot.path if bot.path.is_dir() else bot.path.parent)
            copy = target / within
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy)
            runs = bool(copy.stat().st_mode & stat.S_IXUSR)
            body = copy.read_bytes()
            made_of.update(f"{within}\0{runs}\0{len(body)}\0".encode(errors="surrogateescape"))
            made_of.update(body)
    except FileNotFoundError as error:
        raise StillChanging from error
    except OSError as error:
        raise unusable(bot.path, error) from error
    if _stamp(bot.path)[0] != bot.stamp:
        raise StillChanging
    return made_of.hexdigest()[:16]


def entrant_of(main: Path, name: str) -> Entrant:
    """The bot whose main file this is."""
    if _is_program(main):
        return Entrant(name, argv=(str(main),))
    return Entrant(name, bot=str(main))


def main_file(copy: Path, bot: FoundBot) -> Path:
    """The file that is started or imported, or a refusal that says what is missing."""
    there = [path for path in sorted(copy.iterdir()) if _is_bot(path)] if copy.is_dir() else []
    called = [path for path in there if path.stem in (MAIN, bot.path.name)]
    for found in (called, there):
        if len(found) == 1:
            return found[0]
    raise Refused(
        LocalReason.BAD_BOT,
        "{folder} has {files} that could be its bot; call one of them bot.py, or bot if it is a "
        "program"
        if there
        else "{folder} has no bot in it: a file bot.py, or a program called bot that is executable",
        folder=bot.path.name,
        files=", ".join(path.name for path in (called or there)[:5]),
    )
