"""What bots keep from match to match: a folder for each, of its own, and never more than allowed.

What a bot has after a match is there under the number of that match, before the outcome is told;
what it had before stays until its next match begins. So a contest that was ended in the middle of
anything goes on with what the bot had, and plays that match again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from cardkit.contest.model import BotFault, FaultKind
from cardkit.netgame import Text

DEEPEST = 8
"""Folders within folders that are kept."""
BLOCK = 4096
"""Bytes of which a file takes whole ones, and a folder takes one."""
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class StorageFolder:
    """Where the bots of a contest keep what they have."""

    path: Path
    most: int
    """Bytes for each bot."""

    def of(self, entrant: int, match: int) -> MatchStorage:
        return MatchStorage(self.path / f"bot-{entrant + 1:03}", match, self.most)


@dataclass(frozen=True, slots=True)
class MatchStorage:
    """What one bot has in one match."""

    home: Path
    match: int
    most: int

    def before(self) -> Path:
        """The folder with what it had when the match began; what is older is not needed now."""
        found = sorted(path for path in self.home.glob("match-*") if path < self._after)
        for older in found[:-1]:
            remove(older)
        if found:
            return found[-1]
        nothing = self.home / _name(0)
        nothing.mkdir(parents=True)
        nothing.chmod(0o755)
        return nothing

    def copy(self) -> Path:
        """A copy of that, for a bot that can write to it as it is."""
        remove(self._copied)
        with_fd(self.before(), lambda folder: _copy(folder, self._copied, self.most, DEEPEST))
        return self._copied

    def keep_copy(self) -> None:
        """Keep what the bot has made of its copy."""
        with_fd(self._copied, self.keep)
        remove(self._copied)

    def keep(self, folder: int) -> None:
        """Keep what is in this open folder for the next match, or raise `BotFault`.

        Only files and folders are kept, whatever else is there.
        """
        part = self.home / "part"
        remove(part)
        try:
            _copy(folder, part, self.most, DEEPEST)
        except OSError as error:
            remove(part)
            why = Text("its storage cannot be kept: {why}", why=error.strerror or str(error))
            raise BotFault(FaultKind.STORAGE, why, gone=True) from error
        except BotFault:
            remove(part)
            raise
        remove(self._after)
        part.rename(self._after)

    @property
    def _copied(self) -> Path:
        return self.home / "now"

    @property
    def _after(self) -> Path:
        return self.home / _name(self.match + 1)


def _name(match: int) -> str:
    """The folder of what there is after this match, as people count them."""
    return f"match-{match:09}"


def with_fd(path: Path, deed: Callable[[int], object]) -> None:
    """Do something with an open folder."""
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        deed(folder)
    finally:
        os.close(folder)


def _copy(source: int, target: Path, most: int, deepest: int) -> int:
    """Copy an open folder, and tell how many bytes are left; nobody is trusted to have stopped."""
    target.mkdir()
    for name in os.listdir(source):
        told = os.stat(name, dir_fd=source, follow_symlinks=False)
        if not (S_ISREG(told.st_mode) or S_ISDIR(told.st_mode)):
            continue
        most -= BLOCK
        if most < 0 or not deepest:
            raise too_much()
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        opened = os.open(name, flags, dir_fd=source)
        try:
            if S_ISDIR(told.st_mode):
                most = _copy(opened, target / name, most, deepest - 1)
            else:
                most = _copy_file(opened, target / name, most + BLOCK)
        finally:
            os.close(opened)
    target.chmod(0o755)  # programs play as another user
    return most


def _copy_file(source: int, target: Path, most: int) -> int:
    size = 0
    with target.open("wb") as file:
        while piece := os.read(source, _PIECE):
            size += len(piece)
            if size > most:
                raise too_much()
            file.write(piece)
    target.chmod(0o644)
    return most - max(1, -(-size // BLOCK)) * BLOCK


def too_much() -> BotFault:
    return BotFault(FaultKind.STORAGE, Text("it stores more than it may"), gone=True)


def remove(path: Path) -> None:
    """Remove a folder, however deep it is, and whatever rights were taken from it."""
    if not path.exists():
        return
    try:
        shutil.rmtree(path)
    except (OSError, RecursionError):
        subprocess.run(["chmod", "-R", "u+rwX", "--", path], check=False, capture_output=True)
        subprocess.run(["rm", "-rf", "--", path], check=False, capture_output=True)
