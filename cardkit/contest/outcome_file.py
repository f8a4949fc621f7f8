"""The outcomes of a contest as lines of JSON in a file, so that memory stays flat.

Lines come in the order in which matches end, and are read in the order of the plan. A last line
that was cut short by a crash is passed over, and played again.
"""

from __future__ import annotations

import fcntl
import json
import os
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from itertools import starmap
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from cardkit.contest.model import FaultKind, GameOutcome, NotedFault, Outcome, Pairing
from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason

_NONE = -1


def line_of(outcome: Outcome) -> str:
    """An outcome as one line of JSON; of each game the points by seat, and then its ranking."""
    pairing = outcome.pairing
    return json.dumps(
        {
            "match": pairing.number,
            "entrants": pairing.entrants,
            "deal": pairing.deal,
            "round": pairing.round,
            "barred": pairing.barred,
            "scores": outcome.scores,
            "games": [game.points + game.ranking for game in outcome.games],
            "moves": outcome.moves,
            "thought_ns": [round(each * 1e9) for each in outcome.seconds],
            "slowest_ns": [round(each * 1e9) for each in outcome.slowest],
            "faults": [astuple(fault) for fault in outcome.faults],
        }
    )


def outcome_in(line: bytes | str) -> Outcome:
    """The outcome of a line. Raises `ValueError`, `KeyError` or `TypeError` for what is none."""
    body = json.loads(line)
    seats, barred = len(body["entrants"]), tuple(body.get("barred", ()))
    return Outcome(
        pairing=Pairing(
            body["match"], tuple(body["entrants"]), body["deal"], body["round"], barred
        ),
        games=tuple(GameOutcome(tuple(g[:seats]), tuple(g[seats:])) for g in body["games"]),
        scores=tuple(body["scores"]),
        moves=tuple(body["moves"]),
        seconds=tuple(each / 1e9 for each in body["thought_ns"]),
        slowest=tuple(each / 1e9 for each in body["slowest_ns"]),
        faults=tuple(starmap(_fault, body["faults"])),
    )


def _fault(entrant: int, game: int, kind: str, *others: Any) -> NotedFault:
    return NotedFault(entrant, game, FaultKind(kind), *others)


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file that appears under its name once it is complete, and not at all after a mistake."""
    beside = path.with_name(f".{path.name}.part")
    try:
        # What no encoding has, such as half a surrogate pair in a name, must not stop a report.
        with (
            told_if_unwritable(path),
            beside.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file,
        ):
            yield file
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def told_if_unwritable(path: object) -> Iterator[None]:
    """A full disk is told in one sentence."""
    try:
        yield
    except OSError as error:
        raise Refused(
            LocalReason.NO_SUCH_FILE,
            "{path} cannot be written: {error}; what was played before is kept",
            path=path,
            error=error.strerror or error,
        ) from error


class OutcomeFile:
    """A file of outcomes: lines are added at its end and read by the number of the match."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._places = array("q")
        """By the number of a match where its line begins; -1 while it is not played."""
        self.count = 0
        self._end = 0
        try:
            self._lock()
            self._read_all()
        except Refused:
            file.close()
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            text = "{path} is being written by another contest; wait for it, or name another folder"
            raise Refused(ServerReason.TRY_LATER, text, path=self._file.name) from None

    def _read_all(self) -> None:
        self._file.seek(0)
        for n, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                break  # torn: the rest of it was never written
            try:
                self._keep(json.loads(line)["match"], self._end)
            except (ValueError, KeyError, TypeError):
                text = "line {n} of {path} is no outcome of a match; was it edited?"
                raise Refused(LocalReason.NO_SUCH_FILE, text, n=n, path=self._file.name) from None
            self._end += len(line)
        self._file.truncate(self._end)

    def _keep(self, number: int, place: int) -> None:
        missing = number + 1 - len(self._places)
        if missing > 0:
            self._places.extend([_NONE] * missing)
        self.count += self._places[number] == _NONE
        self._places[number] = place

    def __contains__(self, number: int) -> bool:
        return number < len(self._places) and self._places[number] != _NONE

    def add(self, numbers: Sequence[int], lines: Sequence[str]) -> None:
        """Add the outcomes of these matches; they are in the file when this returns."""
        written = [f"{line}\n".encode() for line in lines]
        with told_if_unwritable(self._file.name):
            self._file.seek(self._end)
            self._file.write(b"".join(written))
            self._file.flush()
        for number, line in zip(numbers, written, strict=True):
            self._keep(number, self._end)
            self._end += len(line)

    def outcomes(self) -> Iterator[Outcome]:
        """All outcomes so far, in the order of the plan, one at a time."""
        for number in range(len(self._places)):
            if number in self:
                yield self[number]

    def __getitem__(self, number: int) -> Outcome:
        """The outcome of this match; of one that was played again, the last."""
        self._file.seek(self._places[number])
        return outcome_in(self._file.readline())

    def close(self) -> None:
        with told_if_unwritable(self._file.name), self._file:
            self._file.flush()
            os.fsync(self._file.fileno())
