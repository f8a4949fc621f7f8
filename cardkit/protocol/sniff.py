"""Tells by its first byte what a client speaks."""

from __future__ import annotations

from cardkit.protocol.codec import Codec
from cardkit.protocol.frames import FrameCodec
from cardkit.protocol.lines import LineCodec

TLS = 0x16
"""The first byte of a TLS handshake."""


def codec_for(first: int) -> Codec:
    """A frame begins with the high byte of its length, which is 0; no line of text does."""
    return FrameCodec() if first == 0 else LineCodec()
