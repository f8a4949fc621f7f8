"""What a program that plays hears and says: the lines of the protocol, as docs/bots.md tells.

They are those that a server writes for a client that plays there, from the STATE of its table on.
Only ASK wants an answer, and the answer is one line: a command. Knows no pipes and no clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.cardgame import MatchStart
from cardkit.contest.model import BotFault, FaultKind, ProgramLimits
from cardkit.netgame import Command, Offer, View
from cardkit.protocol.codec import LONGEST_COMMAND as LONGEST_ANSWER
from cardkit.protocol.lines import LineCodec

_WITHOUT_NUMBER = ("STAGE", "WARNING")
"""What is told beside the numbered events."""
END = b"\n"
"""Ends a frame: now it is all told, and there may be something to answer."""
OK = LineCodec.encode(("OK",))
"""The answer to an answer: it was legal."""


def match_begins(match: MatchStart, limits: ProgramLimits) -> bytes:
    """What is played, who sits where, and how much time there is."""
    state = {
        "rules": match.game,
        "preset": match.preset,
        "options": match.options,
        "games": match.games,
        "names": match.names,
        "seat": match.seat,
        "phase": "preparing",
        "move_seconds": limits.move,
        "match_seconds": limits.total,
    }
    return LineCodec.encode(("STATE", 0, state)) + END


class EventLines:
    """What happens in a match, line by line; events are counted."""

    __slots__ = ("_told",)

    def __init__(self) -> None:
        self._told = 0

    def __call__(self, kind: str, *parts: Any) -> bytes:
        if kind in _WITHOUT_NUMBER:
            return LineCodec.encode((kind, *parts))
        self._told += 1
        return LineCodec.encode((self._told, kind, *parts))


def question(view: View, legal: Sequence[Command | Offer]) -> bytes:
    """The one line that wants an answer: what may be said, and all that may be known."""
    return LineCodec.encode(("ASK", [*map(str, legal)], view.data())) + END


def read_answer(line: bytes) -> str:
    """The command that a program said, or the fault that it is none. Which are legal, rules say."""
    if len(line) > LONGEST_ANSWER:
        most = f"{len(line):,} bytes, and {LONGEST_ANSWER:,} are allowed"
        raise _nonsense(f"its answer has {most}: {shown(line)}")
    try:
        answer = line.decode().strip()
    except UnicodeDecodeError:
        raise _nonsense(f"its answer is not UTF-8: {shown(line)}") from None
    if not answer:
        raise _nonsense("its answer is an empty line")
    if not all(map(str.isprintable, answer.split())):
        raise _nonsense(f"its answer is no line of text: {shown(line)}")
    return answer


def shown(said: bytes, most: int = 60) -> str:
    """What a program said, for people to read: printable, in quotes, not too long."""
    text = said[: 4 * most].decode(errors="backslashreplace")
    printable = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return f"“{printable[:most]}…”" if len(printable) > most else f"“{printable}”"


def _nonsense(evidence: str) -> BotFault:
    return BotFault(FaultKind.NONSENSE, evidence)
