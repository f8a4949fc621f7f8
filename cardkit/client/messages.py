"""What is said over a connection, without one: commands, answers, refusals, numbered events.

Plain code that reads and writes messages; sends and waits for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from cardkit.netgame import Refused
from cardkit.protocol import Malformed, Message
from cardkit.protocol.frames import FrameCodec
from cardkit.protocol.messages import StateMessage
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import EventMessage, Ok, Refusal, Reply, declare

Frame = list[Message]
"""What one input caused: `[Move("ann", "table", ("S3",), number=17), …]`."""


class Answer(NamedTuple):
    """What the server answered, and the messages that follow in the frame."""

    reply: Reply
    messages: Frame

    @property
    def words(self) -> list[Any]:
        """What stands after `OK`, to be shown."""
        return list(self.reply.words())


@declare
class Lost(Message):
    """The connection is lost, and is being made anew: told by the connection itself."""

    kind = "LOST"
    code: Annotated[str, "for programs"]
    sentence: Annotated[str, "for people"]


@declare
class Back(Message):
    """The connection is back: told by the connection itself."""

    kind = "BACK"


@declare
class FoundFalse(Message):
    """What was told of a deal is false: told by the connection itself."""

    kind = "FALSE"
    deal: Annotated[int, "the number of the deal"]
    text: Annotated[str, "what is false in it"]


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
                case EventMessage(number=number):
                    if self.last is not None:
                        if number != self.last + 1:
                            missing |= number > self.last
                            continue
                        self.last = number
                case StateMessage(number):
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


def read_answer(message: Ok | Refusal, more: Frame) -> Answer | Refused:
    """The answer to a command, and what stands after it in the frame."""
    if isinstance(message, Ok):
        return Answer(message.reply, more)
    return refused_by_server(message.code, message.sentence)


def refused_by_server(code: str, sentence: str) -> Refused:
    """A refusal in the words of the server."""
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
