"""The log of a client: all that it said and heard, as JSON Lines, for `cardkit verify --mine`.

The first line of each run is `{"kind": "log", "format": "cardkit-log", "version": 1, "at": time,
"server": address}`. Every other line is `{"at": time, "said": [words]}` for a command, with its tag
in front, or `{"at": time, "heard": [messages]}` for a frame, as it came. Times are seconds since
1970 by the clock of this machine. Passwords and the token of the session are left out: `…` stands
in their place. A line is in the file before the next one is written, and a run that is killed
leaves at most its last line unfinished.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardkit.netgame import Refused
from cardkit.protocol import Words, read_frame
from cardkit.protocol.client_commands import (
    BY_KEY,
    EnterCommand,
    ProveCommand,
    ResumeCommand,
    SignupCommand,
    read_command,
)
from cardkit.protocol.messages import Entered
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import Ok
from cardkit.reasons import LocalReason

FORMAT, VERSION = "cardkit-log", 1
HIDDEN = "…"
_LONGEST_HEAD = 4096


class ClientLog:
    """A file to which one client appends. Made by `open_log`."""

    def __init__(self, path: Path, fd: int, clock: Callable[[], float] = time.time) -> None:
        self.path, self._fd, self._clock = path, fd, clock
        self._secrets: set[str] = set()
        self._failed = False
        self._failure: Refused | None = None

    def begin(self, server: str) -> None:
        self._write({"kind": "log", "format": FORMAT, "version": VERSION, "server": server})

    def said(self, tagged: Sequence[str]) -> None:
        """A command, with its tag in front."""
        tag, *words = tagged
        self._write({"said": [tag, *self._without_secrets(words)]})

    def _without_secrets(self, words: list[str]) -> list[str]:
        try:
            command = read_command(words) if words else None
        except Refused:  # the server refuses it, too; there may be a secret in it
            return [words[0], *[HIDDEN] * (len(words) - 1)]
        match command:
            case EnterCommand(password=str(password)) if password != BY_KEY:
                return replace(command, password=HIDDEN).words()
            case SignupCommand():
                return replace(command, password=HIDDEN).words()
            case ProveCommand():
                return replace(command, signature=HIDDEN).words()
            case ResumeCommand(token):
                self._secrets.add(token)
        return words

    def heard(self, frame: Sequence[Words]) -> None:
        """A frame, as it came."""
        for message in read_frame(frame):
            match message:
                case Ok(reply=Entered(token=token)):
                    self._secrets.add(token)
        self._write({"heard": frame})

    def _write(self, body: dict[str, Any]) -> None:
        if self._failed:
            return
        line = json.dumps({"at": round(self._clock(), 3), **body}, ensure_ascii=False, default=str)
        for secret in filter(None, self._secrets):
            line = line.replace(secret, HIDDEN)
        try:
            os.write(self._fd, line.encode(errors="replace") + b"\n")
        except OSError as error:
            self._failed = True
            self._failure = Refused(
                ServerReason.STORE_FAILED,
                "the log {path} cannot be written any more: {why}",
                path=self.path,
                why=error.strerror,
            )

    def take_failure(self) -> Refused | None:
        """Why nothing is written any more, once; a full disk ends no game."""
        failure, self._failure = self._failure, None
        return failure

    def close(self) -> None:
        os.close(self._fd)


def open_log(path: Path, server: str) -> ClientLog:
    """A new log that only its owner can read, or one that is there already and goes on."""
    try:
        exists = path.exists() and path.stat().st_size > 0
        if exists and not _is_log(path):
            raise Refused(
                LocalReason.FILE_EXISTS,
                "{path} is there already, and is no log of cardkit; choose another file",
                path=path,
            )
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        if exists and os.pread(fd, 1, os.lseek(fd, 0, os.SEEK_END) - 1) != b"\n":
            os.write(fd, b"\n")  # the last run was killed in the middle of a line
    except OSError as error:
        raise Refused(
            LocalReason.NO_SUCH_FILE,
            "{path} cannot be written: {why}",
            path=path,
            why=error.strerror,
        ) from error
    log = ClientLog(path, fd)
    log.begin(server)
    return log


def _is_log(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.readline(_LONGEST_HEAD)
    try:
        body = json.loads(head)
    except ValueError:
        return False
    return isinstance(body, dict) and (body.get("format"), body.get("version")) == (FORMAT, VERSION)
