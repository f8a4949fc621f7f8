"""What server and clients say to each other, in bytes: one vocabulary, several codecs.

A message is a list of words; a frame holds the messages that one input caused. What each kind says
is declared in `messages`. Knows no game, no socket and no clock: bytes in, messages out.

The codec of programs is in `frames`: it needs another package, which who only tells of messages
need not have.
"""

from cardkit.protocol.arrays import JsonCodec
from cardkit.protocol.codec import Codec, Malformed
from cardkit.protocol.lines import LineCodec
from cardkit.protocol.messages import read_frame, read_message
from cardkit.protocol.schema import Message, Words

__all__ = [
    "Codec",
    "JsonCodec",
    "LineCodec",
    "Malformed",
    "Message",
    "Words",
    "read_frame",
    "read_message",
]
