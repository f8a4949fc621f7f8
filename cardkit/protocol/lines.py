"""Lines of text, for people, `nc` and any language.

A client's line is one command. The server's messages are lines, too, and an empty line ends a
frame. A word that could be mistaken (it has a space, looks like a number, is a list) is written
as JSON; everything else stands for itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from cardkit.netgame import Refused
from cardkit.protocol.codec import Codec, Malformed, too_long
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import Words

LONGEST_LINE = 1 << 22
_PLAIN = re.compile(r"[^\s\"\[{\d-]\S*")
_RESERVED = ("true", "false", "null", "NaN", "Infinity")
_decode = json.JSONDecoder().raw_decode
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class LineCodec(Codec):
    """Words in a line."""

    __slots__ = ()
    name = "text"
    views = "hand"

    def frames(self, data: bytes) -> list[list[list[Any]]]:
        whole, cut, self._rest = (self._rest + data).rpartition(b"\n\n")
        if len(self._rest) > LONGEST_LINE:
            raise too_long(LONGEST_LINE)
        if not cut:
            return []
        frames = whole.decode(errors="replace").split("\n\n")
        found = [[read_words(line) for line in frame.split("\n") if line] for frame in frames]
        return [frame for frame in found if frame]

    def _cut(self, data: bytes, longest: int) -> tuple[list[bytes], bool]:
        lines = (self._rest + data).split(b"\n")
        for number, line in enumerate(lines):
            if len(line) > longest:
                return lines[:number], True
        self._rest = lines.pop()
        return lines, False

    def _read(self, whole: bytes) -> list[str] | Malformed:
        try:
            return whole.decode().split()
        except UnicodeDecodeError:
            return Malformed(
                Refused(ServerReason.BAD_TEXT, "that line is not UTF-8; send text in UTF-8")
            )

    @classmethod
    def command(cls, words: Sequence[str]) -> bytes:
        return " ".join(" ".join(words).split()).encode() + b"\n"  # one line, whatever is in it

    @classmethod
    def encode(cls, message: Words) -> bytes:
        return " ".join(map(write_word, message)).encode() + b"\n"

    @classmethod
    def frame(cls, messages: Sequence[bytes]) -> bytes:
        return b"".join(messages) + b"\n"


def write_word(word: Any) -> str:
    """A word as it stands in a line: itself, or JSON."""
    if isinstance(word, str) and _PLAIN.fullmatch(word) and word not in _RESERVED:
        return str(word)
    return _encode(word)


def read_words(line: str) -> list[Any]:
    """The words of a line that the server wrote."""
    words: list[Any] = []
    at = 0
    while at < len(line):
        if line[at] == " ":
            at += 1
            continue
        end = line.find(" ", at)
        word = line[at:] if end < 0 else line[at:end]
        try:
            value, stop = _decode(line, at)
            if stop < len(line) and line[stop] != " ":
                value, stop = word, at + len(word)  # such as 3x, which only begins like a number
        except (ValueError, RecursionError):
            value, stop = word, at + len(word)
        words.append(value)
        at = stop
    return words
