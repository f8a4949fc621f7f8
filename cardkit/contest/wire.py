"""What a program that plays hears and says: lines of text, as docs/bots.md tells strangers.

A line is fields with tabs between them, and none of them is empty. Only the question wants an
answer, and the answer is one line: a command. Knows no pipes, no processes and no clock.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from cardkit.cardgame import MatchStart
from cardkit.contest.model import BotFault, FaultKind, ProgramLimits
from cardkit.netgame import Command, Offer, View
from cardkit.protocol.codec import LONGEST_COMMAND as LONGEST_ANSWER

UNKNOWN = "-"
"""What stands in a field of which nothing is known."""
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def match_begins(match: MatchStart, limits: ProgramLimits) -> bytes:
    """A match begins: own seat, how many games, who sits where, what is played, how much time."""
    where = str(match.seat), str(match.games), " ".join(match.names)
    time = f"{limits.move:g}", f"{limits.total:g}"
    rules = match.preset or UNKNOWN, _json(match.options)
    return _line("MATCH", *where, match.game or UNKNOWN, *time, *rules)


def game_begins(game: int, names: Sequence[str], seat: int) -> bytes:
    """A game of the match begins: its number from 1, own seat, who sits where."""
    return _line("GAME", str(game), str(seat), " ".join(names))


def question(view: View, legal: Sequence[Command | Offer]) -> bytes:
    """The one line that wants an answer: what may be said, and all that may be known."""
    return f"ASK\t{'|'.join(map(str, legal))}\t{_json(view.data())}\n".encode()


def refusal(code: str, sentence: str) -> bytes:
    """What was said last is not accepted, and why."""
    return _line("WARNING", code, " ".join(sentence.split()) or UNKNOWN)


def game_over(
    game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
) -> bytes:
    """A game is over: points of it and scores by now, seat by seat; the seats, best first."""
    return _line("RESULT", str(game), _row(points), _row(scores), _row(ranking))


def match_over(scores: Sequence[int]) -> bytes:
    """The match is over: the scores, seat by seat."""
    return _line("END", _row(scores))


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


def _line(*fields: str) -> bytes:
    return ("\t".join(fields) + "\n").encode()


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
