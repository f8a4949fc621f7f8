"""A connection: commands get their answers, events come in order, and a lost link is taken up."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import chain, pairwise, repeat
from typing import Any

import pytest
import trio
import trio.testing

from cardkit.client import Connection, StreamTransport, Transport, connect
from cardkit.netgame import Refused
from cardkit.protocol import Malformed
from cardkit.protocol.frames import FrameCodec
from cardkit.protocol.messages import Action, FactEvent
from cardkit.protocol.reasons import ServerReason
from tests.helpers import Frame

Clock = trio.testing.MockClock


async def heard(connection: Connection) -> Frame:
    """The next frame, in words."""
    return [list(message.words()) for message in await anext(connection)]


class Line:
    """The server's end of one link."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream, self.codec = stream, FrameCodec()
        self.heard: list[list[str]] = []
        self.tag = ""

    async def next(self) -> list[str]:
        """The next command, its tag apart."""
        while not self.heard:
            data = await self.stream.receive_some()
            assert data, "the client has hung up"
            for words in self.codec.commands(bytes(data)):
                assert not isinstance(words, Malformed)
                self.heard.append(words)
        self.tag, *words = self.heard.pop(0)
        return words

    async def hears(self, *expected: str) -> None:
        """The next command that is no PING is this one, apart from what every client wants."""
        while (words := await self.next())[0] in ("PING", "PROOFS"):
            answer = ("PONG", 1000 + trio.current_time()) if words == ["PING"] else ()
            await self.answers(*answer)
        assert words == list(expected)

    async def tells(self, *messages: list[Any]) -> None:
        encode = FrameCodec.encode
        await self.stream.send_all(FrameCodec.frame([encode(m) for m in messages]))

    async def answers(self, *words: Any, more: list[list[Any]] | None = None) -> None:
        await self.tells([self.tag, "OK", *words], *(more or []))

    async def refuses(self, code: str, sentence: str) -> None:
        await self.tells([self.tag, "WARNING", code, sentence])

    async def breaks(self) -> None:
        await self.stream.aclose()


class FakeServer:
    """Picks up every link that is dialled."""

    def __init__(self) -> None:
        self.down = False
        self.dialled: list[float] = []
        self._ringing, self._calls = trio.open_memory_channel[Line](math.inf)

    async def dial(self) -> Transport:
        await trio.lowlevel.checkpoint()
        self.dialled.append(trio.current_time())
        if self.down:
            raise Refused(ServerReason.NO_CONNECTION, "the connection has ended")
        mine, theirs = trio.testing.memory_stream_pair()
        self._ringing.send_nowait(Line(theirs))
        return StreamTransport(mine)

    async def picks_up(self) -> Line:
        return await self._calls.receive()

    async def lets_in(self, table: bool = True) -> Line:
        """Somebody enters, and goes to a table where ten events have happened."""
        line = await self.picks_up()
        await line.hears("ENTER", "ann")
        await line.answers("ENTER", "guest-ann", "secret")
        if table:
            await line.hears("JOIN", "rummy-1")
            await line.answers("JOIN", "rummy-1", more=[["STATE", 10, {}]])
        return line

    async def takes_back(self, *last: str, more: list[list[Any]] | None = None) -> Line:
        line = await self.picks_up()
        await line.hears("RESUME", "secret", *last)
        await line.answers("RESUME", "guest-ann", more=more)
        return line


def joined(server: FakeServer, **how: Any) -> Any:
    return connect(server.dial, **{"jitter": lambda: 0.5, **how})


async def go_in(connection: Connection, table: bool = True) -> None:
    await connection.enter("ann")
    if table:
        await connection.say("JOIN", "rummy-1")
        assert await heard(connection) == [["STATE", 10, {}]]


async def with_server(
    client: Callable[[Connection], Any], script: Callable[[FakeServer], Any], **how: Any
) -> FakeServer:
    """Run both ends; either one may fail the test."""
    server = FakeServer()

    async def run_client() -> None:
        async with joined(server, **how) as connection:
            await client(connection)

    with trio.fail_after(3600):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(script, server)
            nursery.start_soon(run_client)
    return server


# --- commands and answers --------------------------------------------------------------------


async def test_an_answer_is_its_words_and_what_follows() -> None:
    async def client(c: Connection) -> None:
        await go_in(c, table=False)
        assert (c.name, c.token) == ("guest-ann", "secret")
        answer = await c.say("GAMES")
        assert answer.words == ["GAMES", 1]
        assert [m.words() for m in answer.messages] == [("GAME", "rummy", "Rummy")]
        assert not c.pending

    async def script(server: FakeServer) -> None:
        line = await server.lets_in(table=False)
        await line.hears("GAMES")
        await line.answers("GAMES", 1, more=[["GAME", "rummy", "Rummy"]])

    await with_server(client, script)


async def test_events_in_the_frame_of_an_answer_are_events_all_the_same() -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        answer = await c.say("DRAW 1")
        assert answer.messages[0] == Action("guest-ann", "DRAW", (1,), number=11)
        assert c.pending
        assert await anext(c) == answer.messages

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.hears("DRAW", "1")
        await line.answers(more=[[11, "ACTION", "guest-ann", "DRAW", 1], ["ASK", ["PASS"]]])

    await with_server(client, script)


async def test_a_stage_in_the_frame_of_an_answer_is_heard() -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        await c.say("PASS")
        assert await heard(c) == [[11, "ACTION", "guest-ann", "PASS"], ["STAGE", "betting"]]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.hears("PASS")
        await line.answers(more=[[11, "ACTION", "guest-ann", "PASS"], ["STAGE", "betting"]])

    await with_server(client, script)


async def test_answers_may_come_in_any_order() -> None:
    answered: dict[str, list[Any]] = {}

    async def client(c: Connection) -> None:
        await go_in(c, table=False)

        async def ask(word: str) -> None:
            answered[word] = (await c.say(word)).words

        async with trio.open_nursery() as nursery:
            for word in ("GAMES", "TABLES", "WHO"):
                nursery.start_soon(ask, word)

    async def script(server: FakeServer) -> None:
        line = await server.lets_in(table=False)
        tags = {}
        for _ in range(3):
            (word,) = await line.next()
            while word == "PING":
                (word,) = await line.next()
            tags[word] = line.tag
        for word in sorted(tags, reverse=True):
            line.tag = tags[word]
            await line.answers(word)

    await with_server(client, script)
    assert answered == {"GAMES": ["GAMES"], "TABLES": ["TABLES"], "WHO": ["WHO"]}


async def test_a_warning_is_raised_with_its_code_also_one_of_tomorrow() -> None:
    async def client(c: Connection) -> None:
        await go_in(c, table=False)
        with pytest.raises(Refused) as refused:
            await c.say("JOIN", "nowhere")
        assert refused.value.reason == ServerReason.NO_SUCH_TABLE
        assert refused.value.text("ja") == "there is no {table}"
        with pytest.raises(Refused) as refused:
            await c.say("JOIN", "moon")
        assert refused.value.reason == "TOO_FAR"
        assert str(refused.value) == "TOO_FAR: a rocket is needed"

    async def script(server: FakeServer) -> None:
        line = await server.lets_in(table=False)
        await line.hears("JOIN", "nowhere")
        await line.refuses("NO_SUCH_TABLE", "there is no {table}")
        await line.hears("JOIN", "moon")
        await line.refuses("TOO_FAR", "a rocket is needed")

    await with_server(client, script)


async def test_a_key_signs_the_challenge() -> None:
    async def client(c: Connection) -> None:
        answer = await c.enter("ann", sign=lambda challenge: challenge[::-1].hex())
        assert answer.words[:2] == ["ENTER", "ann"]
        assert c.name == "ann"

    async def script(server: FakeServer) -> None:
        line = await server.picks_up()
        await line.hears("ENTER", "ann", "KEY")
        await line.answers("CHALLENGE", "0102ff")
        await line.hears("PROVE", "ff0201")
        await line.answers("ENTER", "ann", "secret")

    await with_server(client, script)


@pytest.mark.parametrize("words", [["CHALLENGE"], ["CHALLENGE", "xyz"], []])
async def test_a_challenge_that_is_none_is_refused(words: list[str]) -> None:
    async def client(c: Connection) -> None:
        with pytest.raises(Refused, match="BAD_FRAME"):
            await c.enter("ann", sign=bytes.hex)

    async def script(server: FakeServer) -> None:
        line = await server.picks_up()
        await line.hears("ENTER", "ann", "KEY")
        await line.answers(*words)

    await with_server(client, script)


async def test_a_password_may_have_spaces() -> None:
    async def client(c: Connection) -> None:
        await c.enter("ann", "two words")

    async def script(server: FakeServer) -> None:
        line = await server.picks_up()
        await line.hears("ENTER", "ann", "two words")
        await line.answers("ENTER", "ann", "secret")

    await with_server(client, script)


@pytest.mark.parametrize(
    ("words", "code"),
    [([""], "NOT_A_COMMAND"), ([], "NOT_A_COMMAND"), (["CHAT", "x" * 5000], "TOO_LONG")],
)
async def test_what_the_server_could_not_read_is_refused_at_once(
    words: list[str], code: str
) -> None:
    async def client(c: Connection) -> None:
        await go_in(c, table=False)
        with pytest.raises(Refused, match=code):
            await c.say(*words)
        with pytest.raises(Refused, match="BAD_FRAME"):
            await c.say("CHAT", *["x"] * 300)

    async def script(server: FakeServer) -> None:
        await server.lets_in(table=False)

    await with_server(client, script)


async def test_who_gives_up_waiting_leaves_the_connection_whole(autojump_clock: Clock) -> None:
    async def client(c: Connection) -> None:
        await go_in(c, table=False)
        with trio.move_on_after(1) as scope:
            await c.say("GAMES")
        assert scope.cancelled_caught
        assert (await c.say("WHO")).words == ["WHO"]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in(table=False)
        await line.hears("GAMES")
        await line.hears("WHO")
        late, line.tag = line.tag, "#late"
        await line.answers("GAMES")
        line.tag = late
        await line.answers("WHO")

    await with_server(client, script)


async def test_an_error_of_the_caller_comes_out_as_it_is() -> None:
    async def script(server: FakeServer) -> None:
        await server.picks_up()

    async def client(c: Connection) -> None:
        raise KeyError("mine")

    with pytest.RaisesGroup(KeyError):  # of the nursery of this test alone
        await with_server(client, script)


# --- events ----------------------------------------------------------------------------------


async def test_a_repeated_event_is_heard_once() -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert await heard(c) == [[11, "FACT", "pot", 1]]
        assert await heard(c) == [[12, "FACT", "pot", 2]]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.tells([11, "FACT", "pot", 1])
        await line.tells([11, "FACT", "pot", 1])
        await line.tells([10, "FACT", "pot", 0], [11, "FACT", "pot", 1], [12, "FACT", "pot", 2])

    await with_server(client, script)


async def test_after_a_gap_the_state_is_asked_for_once() -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert await heard(c) == [["CHAT", "bob", "hi"]]
        assert await heard(c) == [["STATE", 15, {"all": "new"}]]
        assert await heard(c) == [[16, "FACT", "pot", 6]]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.tells([13, "FACT", "pot", 3])
        await line.tells([14, "FACT", "pot", 4], ["CHAT", "bob", "hi"])
        await line.hears("STATE")
        await line.tells([15, "FACT", "pot", 5])
        await line.answers("STATE", more=[["STATE", 15, {"all": "new"}]])
        await line.tells([16, "FACT", "pot", 6])

    await with_server(client, script)


async def test_at_another_table_the_count_begins_anew() -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        await c.say("EXIT")
        await c.say("WATCH", "akq-1")
        assert await heard(c) == [["STATE", 3, {}]]
        assert await heard(c) == [[4, "FACT", "pot", 1]]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.hears("EXIT")
        await line.answers("EXIT")
        await line.hears("WATCH", "akq-1")
        await line.answers("WATCH", "akq-1", more=[["STATE", 3, {}]])
        await line.tells([4, "FACT", "pot", 1])

    await with_server(client, script)


# --- lost and back ---------------------------------------------------------------------------


async def test_a_lost_connection_is_taken_up_where_it_was(autojump_clock: Clock) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert await heard(c) == [[11, "FACT", "pot", 1]]
        lost = await heard(c)
        assert lost[0][:2] == ["LOST", "NO_CONNECTION"]
        assert await heard(c) == [["BACK"]]
        assert await heard(c) == [[12, "FACT", "pot", 2], ["ASK", ["PASS"]]]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.tells([11, "FACT", "pot", 1])
        await line.breaks()
        await server.takes_back("11", more=[[12, "FACT", "pot", 2], ["ASK", ["PASS"]]])

    await with_server(client, script)


async def test_an_unanswered_command_is_repeated_with_its_tag(autojump_clock: Clock) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert (await c.say("DISCARD", "S3")).words == []
        assert [(await heard(c))[0][0] for _ in range(3)] == ["LOST", "BACK", 11]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.hears("DISCARD", "S3")
        tag = line.tag
        await line.breaks()
        line = await server.takes_back("10", more=[[11, "ACTION", "guest-ann", "DISCARD", "S3"]])
        await line.hears("DISCARD", "S3")
        assert line.tag == tag
        await line.answers()

    await with_server(client, script)


async def test_what_is_said_while_the_server_is_away_is_said_when_it_is_back(
    autojump_clock: Clock,
) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert (await heard(c))[0][0] == "LOST"
        assert (await c.say("WHO")).words == ["WHO", "ann"]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.breaks()
        line = await server.takes_back("10")
        await line.hears("WHO")
        await line.answers("WHO", "ann")

    await with_server(client, script)


async def test_the_waits_grow_and_vary(autojump_clock: Clock) -> None:
    chances = chain([0.5, 0.0, 1.0], repeat(0.5))
    waits: list[float] = []

    async def client(c: Connection) -> None:
        await go_in(c)
        assert [(await heard(c))[0][0] for _ in range(2)] == ["LOST", "BACK"]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        server.down = True
        server.dialled = [trio.current_time()]
        await line.breaks()
        await trio.sleep(50)
        server.down = False
        await server.takes_back("10")
        waits.extend(b - a for a, b in pairwise(server.dialled))

    await with_server(client, script, jitter=lambda: next(chances))
    assert waits[:8] == pytest.approx([0.05, 0.125, 0.75, 1, 2, 4, 4, 4])


async def test_who_is_lost_again_before_being_back_is_told_once(autojump_clock: Clock) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert [(await heard(c))[0][0] for _ in range(3)] == ["LOST", "BACK", "LOST"]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.breaks()
        for _ in range(3):
            line = await server.picks_up()
            await line.hears("RESUME", "secret", "10")
            await line.breaks()
        line = await server.takes_back("10")
        await line.breaks()

    await with_server(client, script)


async def test_patience_has_an_end(autojump_clock: Clock) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert (await heard(c))[0][0] == "LOST"
        with pytest.raises(Refused, match=r"NO_CONNECTION.*60 seconds"):
            await c.say("WHO")
        with pytest.raises(Refused, match="NO_CONNECTION"):
            await anext(c)
        with pytest.raises(Refused, match="NO_CONNECTION"):
            await c.say("WHO")
        assert trio.current_time() < 61

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        server.down = True
        await line.breaks()

    await with_server(client, script, patience=60)


async def test_language_and_views_are_as_they_were(autojump_clock: Clock) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        await c.say("LANGUAGE ja")
        await c.say("VIEWS off")
        lost = await heard(c)
        assert lost == [["LOST", "NO_CONNECTION", "接続が切れました。つなぎ直しています"]]
        assert await heard(c) == [["BACK"]]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        for words in (["LANGUAGE", "ja"], ["VIEWS", "off"]):
            await line.hears(*words)
            await line.answers()
        await line.breaks()
        line = await server.picks_up()
        await line.hears("LANGUAGE", "ja")
        await line.hears("VIEWS", "off")
        await line.hears("RESUME", "secret", "10")
        await line.answers("RESUME", "guest-ann")

    await with_server(client, script)


async def test_a_token_brings_one_back_from_another_process() -> None:
    async def client(c: Connection) -> None:
        answer = await c.resume("secret")
        assert answer.words == ["RESUME", "guest-ann"]
        assert (c.name, c.token) == ("guest-ann", "secret")
        assert await heard(c) == [["STATE", 30, {}]]

    async def script(server: FakeServer) -> None:
        await server.takes_back(more=[["STATE", 30, {}]])

    await with_server(client, script)


@pytest.mark.parametrize("code", ["SHUTTING_DOWN", "TOO_SLOW"])
async def test_a_server_that_says_bye_for_a_while_is_dialled_again(
    code: str, autojump_clock: Clock
) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert await heard(c) == [["LOST", code, "for now"]]
        assert await heard(c) == [["BACK"]]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.tells(["BYE", code, "for now"])
        line = await server.picks_up()
        await line.hears("RESUME", "secret", "10")
        await line.refuses("TRY_LATER", "in a moment")
        await server.takes_back("10")

    await with_server(client, script)


@pytest.mark.parametrize("code", ["TAKEN_OVER", "TOO_FAR"])
async def test_any_other_bye_ends_it_with_its_code(code: str) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert await heard(c) == [[11, "FACT", "pot", 1]]
        with pytest.raises(Refused) as refused:
            await anext(c)
        assert refused.value.reason == code
        assert refused.value.text() == "that is that"
        with pytest.raises(Refused, match=code):
            await c.say("WHO")

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.tells([11, "FACT", "pot", 1])
        await line.tells(["BYE", code, "that is that"])

    server = await with_server(client, script)
    assert len(server.dialled) == 1


async def test_a_token_that_is_void_ends_it(autojump_clock: Clock) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        with pytest.raises(Refused, match="BAD_TOKEN"):
            await c.say("WHO")

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.hears("WHO")
        await line.breaks()
        line = await server.picks_up()
        await line.hears("RESUME", "secret", "10")
        await line.refuses("BAD_TOKEN", "nobody can come back with that")

    await with_server(client, script)


# --- silence ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("at_table", "times"), [(False, [20, 40, 45]), (True, [2, 4, 4.5])])
async def test_a_silent_server_is_asked_and_then_taken_for_gone(
    autojump_clock: Clock, at_table: bool, times: list[float]
) -> None:
    *asked, lost = times
    pings: list[float] = []

    async def client(c: Connection) -> None:
        await go_in(c)
        if not at_table:
            c.numbering.last = None
        assert (await heard(c))[0][0] == "LOST"
        assert trio.current_time() == pytest.approx(lost)
        assert await heard(c) == [["BACK"]]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        for _ in asked:
            assert await line.next() == ["PING"]
            pings.append(trio.current_time())
        await server.takes_back(*(["10"] if at_table else []))

    await with_server(client, script)
    assert pings == pytest.approx(asked)


async def test_a_new_link_over_which_nothing_is_heard_is_soon_given_up(
    autojump_clock: Clock,
) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert [(await heard(c))[0][0] for _ in range(2)] == ["LOST", "BACK"]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.breaks()
        await server.picks_up()  # as the system of one does that is stopped
        await server.takes_back("10")

    server = await with_server(client, script)
    assert server.dialled == pytest.approx([0, 0.05, 2.3])


async def test_who_seems_to_be_replaced_by_a_link_given_up_earlier_comes_back(
    autojump_clock: Clock,
) -> None:
    """What was said over it may be carried out after what was said over the next one."""

    async def client(c: Connection) -> None:
        await go_in(c)
        for _ in range(2):
            assert [(await heard(c))[0][0] for _ in range(2)] == ["LOST", "BACK"]
        with pytest.raises(Refused, match="TAKEN_OVER"):
            await anext(c)

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.breaks()
        await server.picks_up()
        line = await server.takes_back("10")
        await line.tells(["BYE", "TAKEN_OVER", "you have come back over another connection"])
        line = await server.takes_back("10")
        await line.tells(["BYE", "TAKEN_OVER", "you have come back over another connection"])

    await with_server(client, script)


async def test_a_server_that_answers_is_there(autojump_clock: Clock) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        await trio.sleep(19)
        assert not c.pending
        assert c.server_time() == pytest.approx(1000 + trio.current_time())

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        for _ in range(9):
            assert await line.next() == ["PING"]
            await line.answers("PONG", 1000 + trio.current_time())

    server = await with_server(client, script)
    assert len(server.dialled) == 1


# --- the beginning and the end ---------------------------------------------------------------


async def test_something_is_said_at_once_so_that_nobody_takes_it_for_a_person() -> None:
    async def client(c: Connection) -> None:
        await trio.testing.wait_all_tasks_blocked()

    async def script(server: FakeServer) -> None:
        line = await server.picks_up()
        assert await line.next() == ["PING"]

    await with_server(client, script)


async def test_a_server_that_hangs_up_at_the_door_is_not_dialled_again() -> None:
    async def client(c: Connection) -> None:
        with pytest.raises(Refused, match="NO_CONNECTION"):
            await c.enter("ann")

    async def script(server: FakeServer) -> None:
        await (await server.picks_up()).breaks()

    server = await with_server(client, script)
    assert len(server.dialled) == 1


@pytest.mark.parametrize("data", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0\0\0\1\xc1"])
async def test_what_does_not_speak_the_protocol_is_told_so(data: bytes) -> None:
    async def client(c: Connection) -> None:
        with pytest.raises(Refused, match="BAD_FRAME"):
            await c.enter("ann")

    async def script(server: FakeServer) -> None:
        line = await server.picks_up()
        await line.stream.send_all(data)

    await with_server(client, script)


async def test_who_is_turned_away_at_the_door_hears_why() -> None:
    async def client(c: Connection) -> None:
        with pytest.raises(Refused, match="TLS_ONLY: this server speaks TLS only"):
            await c.enter("ann")

    async def script(server: FakeServer) -> None:
        line = await server.picks_up()
        await line.stream.send_all(b'BYE TLS_ONLY "this server speaks TLS only"\n\n')

    await with_server(client, script)


async def test_the_first_call_must_be_answered() -> None:
    server = FakeServer()
    server.down = True
    with pytest.raises(Refused, match="NO_CONNECTION"):
        async with joined(server):
            raise AssertionError("never opened")
    assert len(server.dialled) == 1


async def test_who_quits_ends_the_frames_without_a_reason() -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        await c.quit()
        assert [frame async for frame in c] == [[FactEvent("pot", 1, number=11)]]
        with pytest.raises(Refused, match="NO_CONNECTION"):
            await c.say("WHO")

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.hears("QUIT")
        tag = line.tag
        await line.tells([11, "FACT", "pot", 1])
        line.tag = tag
        await line.answers("QUIT")
        await line.breaks()

    server = await with_server(client, script)
    assert len(server.dialled) == 1


async def test_who_quits_does_not_wait_for_a_server_that_is_gone(autojump_clock: Clock) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert (await heard(c))[0][0] == "LOST"
        await c.quit()
        assert trio.current_time() < 3

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        server.down = True
        await line.breaks()

    await with_server(client, script)
