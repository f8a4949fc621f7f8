"""JSON for browsers: what goes over a WebSocket, one text message at a time.

A client's message is one command, an array of words. A server's message is one frame, an array of
messages. Where a message ends the WebSocket knows, so whatever comes here is whole.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from cardkit.netgame import Refused
from cardkit.protocol.codec import Codec, Malformed, too_long
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import Words

LONGEST_ANSWER = 1 << 22
_MOST_WORDS = 256
_write = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class JsonCodec(Codec):
    """JSON arrays, each in a message of its own."""

    __slots__ = ()
    name = "json"
    views = "off"

    def frames(self, data: bytes) -> list[list[list[Any]]]:
        if len(data) > LONGEST_ANSWER:
            raise too_long(LONGEST_ANSWER)
        messages = _parsed(data)
        if not isinstance(messages, list) or not all(isinstance(m, list) and m for m in messages):
            raise _bad_frame()
        return [messages]

    def _cut(self, data: bytes, longest: int) -> tuple[list[bytes], bool]:
        if len(data) > longest:
            return [], True
        return [data] if data else [], False

    def _read(self, whole: bytes) -> list[str] | Malformed:
        """Texts and whole numbers; an empty array says nothing, as an empty line does."""
        words = _parsed(whole)
        if type(words) is not list or len(words) > _MOST_WORDS:
            return Malformed(_bad_frame())
        for at, word in enumerate(words):
            if type(word) is int:
                words[at] = str(word)
            elif type(word) is not str:
                return Malformed(_bad_frame())
        try:
            "".join(words).encode()
        except UnicodeEncodeError:  # JSON can name half a character
            return Malformed(Refused(ServerReason.BAD_TEXT, "that text has half a character in it"))
        return words

    @classmethod
    def command(cls, words: Sequence[str]) -> bytes:
        return _write(list(words)).encode()

    @classmethod
    def encode(cls, message: Words) -> bytes:
        return _write(message).encode()

    @classmethod
    def frame(cls, messages: Sequence[bytes]) -> bytes:
        return b"[%b]" % b",".join(messages)


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode())
    except (ValueError, RecursionError):  # no UTF-8 is a ValueError, too
        return None


def _bad_frame() -> Refused:
    return Refused(
        ServerReason.BAD_FRAME,
        "that message is no command; send a JSON array of texts and whole numbers as text, "
        'such as ["#1", "JOIN", "daifugo-1"]',
    )
