"""What is said over a connection, without one: commands, answers, refusals, numbered events.

Plain code that reads and writes messages; sends and waits for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardkit.netgame import Refused
from cardkit.protocol import FrameCodec, Malformed
from cardkit.protocol.reasons import ServerReason

Frame = list[list[Any]]
"""What one input caused, as messages: `[[17, "MOVE", "ann", "table", "S3"], …]`."""


class Answer(NamedTuple):
    """What the server answered: the words after `OK`, and the messages that follow in the frame."""

    words: list[Any]
    messages: Frame


class Numbering:
    """Sees to it that the events of a table are heard without a gap and without a repeat."""

    def __init__(self) -> None:
        self.last: int | None = None
        """The last event heard of the table one is at; None at no table."""

    def in_order(self, messages: Frame) -> tuple[Frame, bool]:
        """The messages without repeated events, and whether events are missing.

        Then there are none any more until the next `STATE`, which holds what they did.
        """
        kept, missing = [], False
        for message in messages:
            match message:
                case [int(number), *_]:
                    if self.last is not None:
                        if number != self.last + 1:
                            missing |= number > self.last
                            continue
                        self.last = number
                case ["STATE", int(number), *_]:
                    self.last, missing = number, False
            kept.append(message)
        return kept, missing


def write_command(words: Sequence[str]) -> bytes:
    """The frame of a command; what the server could not read is refused here."""
    data = FrameCodec.command(words)
    for heard in FrameCodec().commands(data):
        if isinstance(heard, Malformed):
            raise heard.refusal
    return data


def read_answer(words: list[Any], more: Frame) -> Answer | Refused:
    """What stands after the tag of a command, and after that in the frame."""
    return Answer(words[1:], more) if words[:1] == ["OK"] else read_refusal(words[1:])


def read_refusal(said: Sequence[Any]) -> Refused:
    """A refusal in the words of the server: its code and its sentence."""
    code, sentence = (*map(str, said[:2]), "", "")[:2]
    return Refused(code, "{sentence}", sentence=sentence)


def no_connection() -> Refused:
    return Refused(ServerReason.NO_CONNECTION, "the connection has ended")


def connection_lost() -> Refused:
    return Refused(ServerReason.NO_CONNECTION, "the connection is lost; trying to come back")


def not_cardkit() -> Refused:
    return Refused(
        ServerReason.BAD_FRAME,
        "what answers there does not speak the protocol of cardkit; is it the right address?",
    )
