"""What server and clients say to each other, in bytes: one vocabulary, several codecs.

A message is a list of words; a frame holds the messages that one input caused. What each kind says
is declared in `messages`. Knows no game, no socket and no clock: bytes in, messages out.
"""

from cardkit.protocol.arrays import JsonCodec
from cardkit.protocol.codec import Codec, Malformed
from cardkit.protocol.frames import FrameCodec
from cardkit.protocol.lines import LineCodec
from cardkit.protocol.messages import read_frame, read_message
from cardkit.protocol.schema import Message, Words
from cardkit.protocol.sniff import codec_for

__all__ = [
    "Codec",
    "FrameCodec",
    "JsonCodec",
    "LineCodec",
    "Malformed",
    "Message",
    "Words",
    "codec_for",
    "read_frame",
    "read_message",
]
