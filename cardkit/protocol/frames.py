"""Frames for programs: four bytes of length, then a msgpack array.

A client's frame is one command, an array of words. A server's frame is an array of messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any

import msgpack

from cardkit.netgame import Refused
from cardkit.protocol.codec import LONGEST_COMMAND, Codec, Malformed, too_long
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import Words

LONGEST_FRAME = 1 << 22
_MOST_WORDS = 256
_length = Struct(">I")
_HEADS = [bytes((0x90 | n,)) for n in range(16)]
"""What stands before an array of so many messages."""
_pack = msgpack.Packer(autoreset=True).pack


class FrameCodec(Codec):
    """msgpack with a length before it."""

    __slots__ = ()
    name = "msgpack"
    views = "on"

    def frames(self, data: bytes) -> list[list[list[Any]]]:
        whole, lost = self._cut(data, LONGEST_FRAME)
        found = [_messages(frame) for frame in whole]
        if lost:
            raise too_long(LONGEST_FRAME)
        return found

    def _cut(self, data: bytes, longest: int) -> tuple[list[bytes], bool]:
        """A length that promises too much is refused before it comes."""
        if self._rest:
            data = self._rest + data
        found: list[bytes] = []
        at, end = 0, len(data)
        while end - at >= 4:
            (length,) = _length.unpack_from(data, at)
            if length > longest:
                return found, True
            if end - at - 4 < length:
                break
            found.append(data[at + 4 : at + 4 + length])
            at += 4 + length
        self._rest = data[at:]
        return found, False

    def _read(self, whole: bytes) -> list[str] | Malformed:
        """Texts and whole numbers, and nothing else."""
        try:
            words = msgpack.unpackb(
                whole,
                max_array_len=_MOST_WORDS,
                max_map_len=0,
                max_ext_len=0,
                max_bin_len=0,
                max_str_len=LONGEST_COMMAND,
            )
        except (ValueError, msgpack.UnpackException, RecursionError):
            return Malformed(_bad_frame())
        if type(words) is not list or not words:
            return Malformed(_bad_frame())
        for at, word in enumerate(words):
            if type(word) is int:
                words[at] = str(word)
            elif type(word) is not str:
                return Malformed(_bad_frame())
        return words

    @classmethod
    def command(cls, words: Sequence[str]) -> bytes:
        packed: bytes = _pack(list(words))
        return _length.pack(len(packed)) + packed

    @classmethod
    def encode(cls, message: Words) -> bytes:
        packed: bytes = _pack(message)
        return packed

    @classmethod
    def frame(cls, messages: Sequence[bytes]) -> bytes:
        n = len(messages)
        head = _HEADS[n] if n < 16 else b"\xdc" + n.to_bytes(2, "big")
        body = head + b"".join(messages)
        return _length.pack(len(body)) + body


def _messages(frame: bytes) -> list[list[Any]]:
    try:
        messages = msgpack.unpackb(frame, strict_map_key=False)
    except (ValueError, msgpack.UnpackException, RecursionError):
        messages = None
    if not isinstance(messages, list) or not all(isinstance(m, list) and m for m in messages):
        raise _bad_frame()
    return messages


def _bad_frame() -> Refused:
    return Refused(
        ServerReason.BAD_FRAME,
        "that frame is no command; send a msgpack array of texts and whole numbers, "
        'such as ["#1", "JOIN", "daifugo-1"]',
    )
