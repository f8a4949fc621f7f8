"""What every codec does: cut a stream of bytes into messages, and put messages into frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import Words

LONGEST_COMMAND = 4096
"""Bytes of one command. What a client says is short; what is longer is an attack or a mistake."""


class Malformed:
    """A message that could not be read. After a fatal one nothing that follows can be, either."""

    __slots__ = ("fatal", "refusal")

    def __init__(self, refusal: Refused, *, fatal: bool = False) -> None:
        self.refusal = refusal
        self.fatal = fatal


class Codec:
    """One end of a connection. The encoding has no state, so what is said to many is said once."""

    __slots__ = ("_lost", "_rest")

    name: ClassVar[str]
    views: ClassVar[str]
    """What the question to a player brings along unless told otherwise: the view, or the hand."""

    def __init__(self) -> None:
        self._rest = b""
        self._lost = False

    @property
    def begun(self) -> bytes:
        """What came so far of a command that is not complete."""
        return self._rest

    def commands(self, data: bytes) -> Iterator[list[str] | Malformed]:
        """The commands of a client that are complete with these bytes, as lists of words.

        Each is read when it is asked for, so thousands that came at once cost nobody else's time.
        After one that is too long nobody knows where the next begins, so there are no more.
        """
        if self._lost:
            return
        whole, self._lost = self._cut(data, LONGEST_COMMAND)
        if self._lost:
            self._rest = b""
        for part in whole:
            yield self._read(part)
        if self._lost:
            yield Malformed(too_long(LONGEST_COMMAND), fatal=True)

    def _cut(self, data: bytes, longest: int) -> tuple[list[bytes], bool]:
        """What is complete so far, and whether what follows it is too long."""
        raise NotImplementedError

    def _read(self, whole: bytes) -> list[str] | Malformed:
        """The words of one command; a line may have none."""
        raise NotImplementedError

    def frames(self, data: bytes) -> list[list[list[Any]]]:
        """The frames of a server that are complete with these bytes. Raises `Refused`."""
        raise NotImplementedError

    @classmethod
    def command(cls, words: Sequence[str]) -> bytes:
        """A command as a client sends it."""
        raise NotImplementedError

    @classmethod
    def encode(cls, message: Words) -> bytes:
        """One message, to be put into a frame."""
        raise NotImplementedError

    @classmethod
    def frame(cls, messages: Sequence[bytes]) -> bytes:
        """A frame of encoded messages."""
        raise NotImplementedError


def too_long(most: int) -> Refused:
    return Refused(
        ServerReason.TOO_LONG, "that is too long; a command has at most {most} bytes", most=most
    )
