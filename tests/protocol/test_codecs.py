"""Bytes in, messages out: whatever comes and however it is cut, nothing is raised at a server."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.netgame import Refused
from cardkit.protocol import Codec, LineCodec, Malformed
from cardkit.protocol.codec import LONGEST_COMMAND
from cardkit.protocol.frames import FrameCodec
from cardkit.protocol.lines import LONGEST_LINE, read_words, write_word
from cardkit.protocol.sniff import codec_for

CODECS: list[type[Codec]] = [LineCodec, FrameCodec]
Heard = list[list[str] | tuple[str, bool]]

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
# fmt: off
tricky = st.sampled_from([
    "", " ", "true", "null", "NaN", "Infinity", "-Infinity", "1e5", "3x", "-", '"', "[", "{}", "#7",
    "a\nb", "\n\n", "\r", "\x00", "\x1c", "\u2028", "\u3000", "𝟙", "١", "大富豪", "{", "a b",
])
# fmt: on
numbers = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
words = st.recursive(
    texts | tricky | numbers | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts | tricky, inner, max_size=4),
    max_leaves=8,
)
messages = st.lists(words, min_size=1, max_size=6)
frames = st.lists(messages, min_size=1, max_size=4)
cuts = st.lists(st.integers(0, 300), max_size=8)

pieces = st.lists(
    st.binary(max_size=40)
    | st.sampled_from(
        [b"\n", b"\r\n", b"\n\n", b"\x00\x00\x00\x02\x91\xa1", b"\x00" * 4, b"\xff" * 5]
    )
    | st.sampled_from([b"PING\n", b"x" * LONGEST_COMMAND, b"y" * (LONGEST_COMMAND + 1) + b"\n"])
    | messages.map(lambda m: FrameCodec.frame([FrameCodec.encode(m)]))
    | st.lists(texts, min_size=1).map(FrameCodec.command),
    max_size=6,
)


def in_pieces(data: bytes, at: list[int]) -> list[bytes]:
    """The same bytes as they may come out of a socket."""
    places = sorted({0, len(data), *(place % (len(data) + 1) for place in at)})
    return [data[a:b] for a, b in pairwise(places)]


def hear(codec: Codec, data: list[bytes]) -> Heard:
    """What a server makes of these bytes, comparable."""
    found = [one for piece in data for one in codec.commands(piece)]
    return [(str(m.refusal.reason), m.fatal) if isinstance(m, Malformed) else m for m in found]


# --- from the client --------------------------------------------------------------------------


@pytest.mark.parametrize("codec", CODECS)
@settings(max_examples=50)
@given(pieces=pieces, at=cuts)
def test_whatever_bytes_come_they_mean_the_same_in_all_pieces(
    codec: type[Codec], pieces: list[bytes], at: list[int]
) -> None:
    data = b"".join(pieces)
    whole = hear(codec(), [data])
    assert hear(codec(), in_pieces(data, at)) == whole
    assert hear(codec(), [data[n : n + 1] for n in range(len(data))][:9000]) == hear(
        codec(), [data[:9000]]
    )
    for one in whole:
        assert isinstance(one, tuple) or all(type(word) is str for word in one)


@pytest.mark.parametrize("codec", CODECS)
@given(commands=st.lists(st.lists(texts, min_size=1, max_size=6), max_size=4), at=cuts)
def test_a_command_arrives_as_it_was_said(
    codec: type[Codec], commands: list[list[str]], at: list[int]
) -> None:
    data = b"".join(codec.command(command) for command in commands)
    heard = hear(codec(), in_pieces(data, at))
    if codec is LineCodec:  # a line has no other words than those between spaces
        assert heard == [" ".join(command).split() for command in commands]
    else:
        assert heard == commands


@pytest.mark.parametrize("codec", CODECS)
def test_what_follows_too_long_a_command_is_not_heard_but_what_came_before_is(
    codec: type[Codec],
) -> None:
    ping = codec.command(["PING"])
    long = codec.command(["X" * (LONGEST_COMMAND + 1)])
    heard: Heard = [["PING"], ("TOO_LONG", True)]
    assert hear(codec(), [ping + long + ping]) == heard
    assert hear(codec(), [ping, long, ping]) == heard
    assert hear(codec(), [ping, *in_pieces(long + ping, [*range(0, 5000, 7)])]) == heard


def test_too_long_a_frame_is_refused_before_it_comes() -> None:
    head = (LONGEST_COMMAND + 1).to_bytes(4, "big")
    assert hear(FrameCodec(), [head]) == [("TOO_LONG", True)]
    assert hear(FrameCodec(), [FrameCodec.command(["PING"]) + head]) == [
        ["PING"],
        ("TOO_LONG", True),
    ]


@pytest.mark.parametrize("codec", CODECS)
def test_the_longest_command_is_heard(codec: type[Codec]) -> None:
    word = "X" * (LONGEST_COMMAND - len(codec.command([""])))
    assert hear(codec(), [codec.command([word])]) == [[word]]


@pytest.mark.parametrize("codec", CODECS)
def test_no_more_is_kept_of_a_command_than_it_may_be_long(codec: type[Codec]) -> None:
    listener = codec()
    for _ in range(1000):
        list(listener.commands(b"\x00" if codec is FrameCodec else b"x" * 1000))
        assert len(listener._rest) <= LONGEST_COMMAND


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc0",
        b"\x90",
        b"\x05",
        b"\xa4PING",
        b"\x80",
        b"\x81\xa1a\xa1b",
        b"\x82\xa1a\x01\xa1a\x02",
        b"\x91\x80",
        b"\x91\x90",
        b"\x91\xc0",
        b"\x91\xc3",
        b"\x91\xc4\x01a",
        b"\x91\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00",
        b"\x91\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00",
        b"\x91\xd4\x01\x00",
        b"\x91\xd6\xff\x00\x00\x00\x00",
        b"\x91\xc7\x00\x05",
        b"\x91\xa1\xff",
        b"\x91\xa3\xed\xa0\x80",
        b"\x92\xa4PING",
        b"\x91\xa4PING\x00",
        b"\xdd\xff\xff\xff\xff",
        b"\xdc\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x01",
        b"\x91" * 4000 + b"\x01",
        b"\xdc\x01\x00" * 1300,
        b"\x91\xc1",
    ],
    ids=lambda body: body[:12].hex(),
)
def test_a_frame_that_is_no_command_is_refused_and_the_next_is_heard(body: bytes) -> None:
    data = len(body).to_bytes(4, "big") + body + FrameCodec.command(["PING"])
    assert hear(FrameCodec(), [data]) == [("BAD_FRAME", False), ["PING"]]


def test_whole_numbers_are_words() -> None:
    body = msgpack.packb(["GET", "bob", 3, -1, 2**64 - 1])
    data = len(body).to_bytes(4, "big") + body
    assert hear(FrameCodec(), [data]) == [["GET", "bob", "3", "-1", str(2**64 - 1)]]


@pytest.mark.parametrize(
    "line", [b"\xff", b"CHAT \xc3\x28", b"\xed\xa0\x80", b"caf\xe9", b"\xf8\x88"]
)
def test_a_line_that_is_not_utf8_is_refused_and_the_next_is_heard(line: bytes) -> None:
    assert hear(LineCodec(), [line + b"\nPING\r\n"]) == [("BAD_TEXT", False), ["PING"]]


def test_an_empty_line_has_no_words() -> None:
    assert hear(LineCodec(), [b"\n \r\n\tPING  now\n"]) == [[], [], ["PING", "now"]]


def test_a_command_with_line_breaks_in_it_stays_one_command() -> None:
    assert LineCodec.command(["CHAT", "hi\nQUIT"]) == b"CHAT hi QUIT\n"


# --- from the server --------------------------------------------------------------------------


@pytest.mark.parametrize("codec", CODECS)
@settings(max_examples=50)
@given(said=st.lists(frames, max_size=4), at=cuts)
def test_frames_arrive_as_they_were_said(
    codec: type[Codec], said: list[list[list[Any]]], at: list[int]
) -> None:
    data = b"".join(codec.frame([codec.encode(m) for m in frame]) for frame in said)
    listener = codec()
    heard = [frame for piece in in_pieces(data, at) for frame in listener.frames(piece)]
    assert heard == said
    assert repr(heard) == repr(said)  # 1, 1.0 and True are equal, but not the same


@given(messages)
def test_a_message_is_one_line(message: list[Any]) -> None:
    data = LineCodec.encode(message)
    assert data.count(b"\n") == 1
    assert data.endswith(b"\n")
    assert len(data) > 1


@given(words)
def test_a_word_that_looks_like_json_is_json(word: Any) -> None:
    """So a stranger may read a word with any JSON reader, and take what is none as it is."""
    written = write_word(word)
    try:
        assert json.loads(written) == word
    except json.JSONDecodeError:
        assert written == word
    assert read_words(written) == [word]


@pytest.mark.parametrize("codec", CODECS)
@settings(max_examples=50)
@given(pieces=pieces, at=cuts)
def test_a_client_refuses_what_no_server_says_and_no_worse(
    codec: type[Codec], pieces: list[bytes], at: list[int]
) -> None:
    data = b"".join(pieces)

    def heard(data: list[bytes]) -> list[Any]:
        listener = codec()
        try:
            return [frame for piece in data for frame in listener.frames(piece)]
        except Refused as refused:
            return [refused.reason]

    assert repr(heard(in_pieces(data, at))) == repr(heard([data]))


@pytest.mark.parametrize(
    "word", ["[" * 100_000, '{"a":' * 100_000, "9" * 10_000, "-" + "9" * 10_000]
)
def test_a_word_that_no_reader_can_take_is_text(word: str) -> None:
    assert read_words(f"{word} 1") == [word, 1]


@pytest.mark.parametrize(
    "body", [b"\x91" * 3000, b"\x05", b"\x91\x90", b"\x91\x05", b"\xdd\xff\xff\xff\xff"]
)
def test_frames_that_hold_no_messages_are_refused(body: bytes) -> None:
    with pytest.raises(Refused, match="BAD_FRAME"):
        FrameCodec().frames(len(body).to_bytes(4, "big") + body)


def test_a_server_that_never_ends_a_frame_is_refused() -> None:
    with pytest.raises(Refused, match="TOO_LONG"):
        LineCodec().frames(b"x" * (LONGEST_LINE + 1))
    with pytest.raises(Refused, match="TOO_LONG"):
        FrameCodec().frames(b"\xff\xff\xff\xff")


@pytest.mark.parametrize("count", [0, 1, 15, 16, 255, 256, 70])
def test_a_frame_of_any_number_of_messages(count: int) -> None:
    said = [[n, "MOVE"] for n in range(count)]
    for codec in CODECS:
        heard = codec().frames(codec.frame([codec.encode(m) for m in said]))
        assert heard == ([said] if said or codec is FrameCodec else [])


# --- which codec ------------------------------------------------------------------------------


@given(st.lists(texts, min_size=1))
def test_the_first_byte_of_a_frame_tells_it(command: list[str]) -> None:
    assert codec_for(FrameCodec.command(command)[0]).name == "msgpack"


@given(st.integers(1, 255))
def test_every_other_first_byte_is_of_a_line(first: int) -> None:
    assert codec_for(first).name == "text"
