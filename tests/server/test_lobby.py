"""Who is in the lobby is told of its tables: all at first, then what changes and nothing else."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import Any

import pytest
import trio
from trio.testing import lockstep_stream_pair

from cardkit.protocol import JsonCodec, LineCodec
from cardkit.server import lobby
from cardkit.server.hosted_table import HostedTable
from cardkit.server.links import StreamLink
from cardkit.server.outbox import FRAMES_AT_ONCE
from cardkit.server.quotas import close_table
from cardkit.server.saved import saved_game
from cardkit.server.session import Peer, Session
from cardkit.server.settings import LIMITS
from tests.memory_server import MemoryServer
from tests.server_helpers import a_hall
from tests.tiny_games import Nim


@pytest.fixture
def server() -> MemoryServer:
    return _server("lobby")


def _server(seed: str) -> MemoryServer:
    server = MemoryServer({"nim": Nim}, seed)
    server.core.load = partial(saved_game, server.store)
    return server


class Visitor:
    """Somebody at the server, and the tables that they know of if they listen."""

    def __init__(self, server: MemoryServer, name: str = "") -> None:
        self.server = server
        self.peer: Peer = server.peer(JsonCodec())
        self.tables: dict[str, list[Any]] = {}
        self.frames: list[list[list[Any]]] = []
        if name:
            self.say(f"ENTER {name}")

    def say(self, line: str) -> list[list[Any]]:
        """Say something; the answer, and what follows it."""
        self.hear()
        self.server.say(self.peer, line)
        heard = self.server.heard[self.peer]
        answer: list[list[Any]] = json.loads(heard[-1])
        heard.clear()
        return answer

    def listen(self) -> None:
        self.tables = {table[1]: table for table in self.say("LOBBY on")[1:]}

    def hear(self) -> None:
        """Take note of what was told."""
        heard = self.server.heard[self.peer]
        new = [json.loads(frame) for frame in heard]
        self.frames += new
        heard.clear()
        for frame in new:
            for message in frame:
                if message[0] == "TABLE":
                    self.tables[message[1]] = message
                elif message[0] == "TABLE_GONE":
                    self.tables.pop(message[1], None)

    def news(self) -> list[str]:
        """What was told since the last time, in short: each table with its phase, or none."""
        self.hear()
        self.frames.clear()
        self.server.core.lobby.tell()
        self.hear()
        told = [message for frame in self.frames for message in frame]
        return [" ".join([m[1], *(m[4:5] if m[0] == "TABLE" else ["is gone"])]) for m in told]

    def listed(self) -> dict[str, list[Any]]:
        """The tables as they are when this visitor asks for them."""
        return {table[1]: table for table in self.say("TABLES")[1:]}


# --- who listens hears what changes ---------------------------------------------------------------


def test_who_has_no_name_yet_is_told_the_tables_and_what_changes(server: MemoryServer) -> None:
    ann, stranger = Visitor(server, "ann"), Visitor(server)
    ann.say("OPEN nim")
    stranger.listen()
    assert list(stranger.tables) == ["nim-1"]
    ann.say("OPEN nim")
    assert stranger.news() == ["nim-2 preparing"]
    ann.say("JOIN nim-1")
    ann.say("LOGIN")
    assert stranger.news() == ["nim-1 preparing"]
    assert stranger.tables["nim-1"][5] == ["guest-ann"]


def test_of_much_that_happens_at_once_only_the_end_is_told(server: MemoryServer) -> None:
    ann, stranger = Visitor(server, "ann"), Visitor(server)
    stranger.listen()
    ann.say("OPEN nim robots=yes")
    ann.say("JOIN nim-1")
    ann.say("LOGIN")
    ann.say("START")
    assert stranger.news() == ["nim-1 playing"]


def test_while_nothing_changes_in_the_lobby_nothing_is_said(server: MemoryServer) -> None:
    ann, bob, stranger = Visitor(server, "ann"), Visitor(server, "bob"), Visitor(server)
    ann.say("OPEN nim")
    for player in (ann, bob):
        player.say("JOIN nim-1")
        player.say("LOGIN")
    ann.say("START")
    stranger.listen()
    for player in (ann, bob):
        player.say("TAKE 1")
        player.say("CHAT hello")
    assert stranger.news() == []
    assert stranger.frames == []


@pytest.mark.parametrize("taken", [1, 2, 3])
def test_what_robots_do_is_told_too(server: MemoryServer, taken: int) -> None:
    ann, stranger = Visitor(server, "ann"), Visitor(server)
    for line in ("OPEN nim robots=yes most=2", "JOIN nim-1", "LOGIN", "START"):
        ann.say(line)
    stranger.listen()
    table = server.core.tables["nim-1"].table
    while table.playing:
        ann.say(f"TAKE {taken}")
        ann.say("TAKE 1")
        stranger.news()
        server.wait(5)
    stranger.news()
    assert stranger.tables["nim-1"][4] == "results"


def test_a_frame_for_all_is_put_into_bytes_once(server: MemoryServer) -> None:
    visitors = [Visitor(server) for _ in range(3)]
    for each in visitors:
        each.listen()
    Visitor(server, "ann").say("OPEN nim")
    server.core.lobby.tell()
    assert len({id(server.heard[each.peer][-1]) for each in visitors}) == 1


def test_who_goes_to_a_table_or_has_heard_enough_hears_no_more(server: MemoryServer) -> None:
    ann, bob, cat = Visitor(server, "ann"), Visitor(server, "bob"), Visitor(server, "cat")
    for each in (bob, cat):
        each.listen()
    ann.say("OPEN nim")
    bob.say("JOIN nim-1")
    cat.say("LOBBY off")
    assert bob.news() == cat.news() == []
    server.lose(cat.peer)
    assert not server.core.lobby.hears(bob.peer)


def test_nothing_is_gathered_for_nobody(server: MemoryServer) -> None:
    stranger = Visitor(server)
    stranger.listen()
    server.lose(stranger.peer)
    Visitor(server, "ann").say("OPEN nim")
    late = Visitor(server)
    late.listen()
    assert list(late.tables) == ["nim-1"]
    assert late.news() == []


def test_a_full_lobby_is_told_in_parts_so_that_others_are_heard_in_between(
    server: MemoryServer,
) -> None:
    crowd, outbox = [Visitor(server) for _ in range(FRAMES_AT_ONCE + 1)], server.core.outbox
    for each in crowd:
        each.listen()
    Visitor(server, "ann").say("OPEN nim")
    woken: list[bool] = []
    outbox.wake = lambda: woken.append(outbox.has_rows)
    server.core.lobby.tell()
    assert woken == [False]
    assert not any(server.heard[each.peer] for each in crowd)


# --- what is one's own ----------------------------------------------------------------------------


def test_a_match_that_was_set_aside_is_told_to_its_player_alone(server: MemoryServer) -> None:
    ann, stranger = Visitor(server, "ann"), Visitor(server)
    ann.say("OPEN nim robots=yes")
    ann.say("JOIN nim-1")
    ann.say("LOGIN")
    ann.say("START")
    stranger.listen()
    ann.say("EXIT")
    ann.listen()
    assert ann.tables["nim-1"][4] == "set aside"
    assert stranger.news() == ["nim-1 is gone"]
    ann.hear()
    assert "nim-1" in ann.tables
    server.time += LIMITS.waiting + 1
    server.core.sweep()
    ann.news()
    assert ann.tables == {}
    assert stranger.news() == []


def test_who_enters_sees_what_waits_for_them_when_they_ask_again(server: MemoryServer) -> None:
    ann = Visitor(server, "ann")
    for line in ("OPEN nim robots=yes", "JOIN nim-1", "LOGIN", "START", "EXIT"):
        ann.say(line)
    token = server.core.sessions["guest-ann"].token
    server.lose(ann.peer)
    again = Visitor(server)
    again.listen()
    assert again.tables == {}
    server.core.connect(again.peer, server.core.tokens[token])
    again.listen()
    assert again.tables["nim-1"][4] == "set aside"


def test_one_sees_a_table_of_ones_own_beyond_those_that_are_shown(
    server: MemoryServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "TABLES_SHOWN", 2)
    ann, bob, stranger = Visitor(server, "ann"), Visitor(server, "bob"), Visitor(server)
    for _ in range(4):
        ann.say("OPEN nim policy=suspend")
    for each in (ann, bob):
        each.say("JOIN nim-4")
        each.say("LOGIN")
    ann.say("START")
    bob.say("EXIT")
    for each in (bob, stranger):
        each.listen()
    assert list(bob.tables) == ["nim-4", "nim-1"]
    assert list(stranger.tables) == ["nim-1", "nim-2"]
    ann.say("EXIT")
    assert bob.news() == ["nim-4 suspended"]
    assert stranger.news() == []


def test_where_one_table_goes_another_is_shown(
    server: MemoryServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "TABLES_SHOWN", 2)
    ann, stranger = Visitor(server, "ann"), Visitor(server)
    for _ in range(4):
        ann.say("OPEN nim")
    stranger.listen()
    for name in ("nim-2", "nim-3"):
        close_table(server.core, server.core.tables[name])
    assert stranger.news() == ["nim-2 is gone", "nim-4 preparing"]
    assert sorted(stranger.tables) == ["nim-1", "nim-4"]


def test_a_table_that_is_not_for_all_is_told_only_to_those_who_may_know_of_it(
    server: MemoryServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_told(session: Session | None, hosted: HostedTable) -> bool:
        known = session is not None and session.name == hosted.settings.hosting.owner
        return known or hosted.settings.hosting.title != "secret"

    monkeypatch.setattr(lobby, "is_told", is_told)
    ann, bob, stranger = Visitor(server, "ann"), Visitor(server, "bob"), Visitor(server)
    for each in (ann, bob, stranger):
        each.listen()
    ann.say("OPEN nim title=secret")
    server.core.lobby.tell()
    for each in (ann, bob, stranger):
        each.hear()
    assert list(ann.tables) == ["nim-1"]
    assert bob.tables == stranger.tables == {}
    assert bob.frames == stranger.frames == []
    close_table(server.core, server.core.tables["nim-1"])
    assert ann.news() == ["nim-1 is gone"]
    assert stranger.news() == []


# --- however it comes about -----------------------------------------------------------------------

DEEDS = (
    *("OPEN nim robots=yes", "OPEN nim policy=suspend", "OPEN nim games=2 drop_in=on"),
    *("LOGIN", "LOGIN", "START", "START", "LOGOUT", "EXIT", "TAKE 1", "TAKE 2", "TAKE 3", "TAKE 3"),
)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_who_listens_knows_what_they_would_be_told_if_they_asked(
    seed: int,
) -> None:
    server, chance = _server(str(seed)), Random(seed)
    people = {name: Visitor(server, name) for name in ("ann", "bob", "cat")}
    watching = [Visitor(server, "dan"), Visitor(server)]
    for each in watching:
        each.listen()
    for _ in range(150):
        name = chance.choice(list(people))
        person, luck = people[name], chance.random()
        if luck < 0.3 and server.core.tables:
            person.say(f"JOIN {chance.choice(list(server.core.tables))}")
        elif luck < 0.45:
            person.listen()
        elif luck < 0.8:
            person.say(chance.choice(DEEDS))
        elif luck < 0.9:
            server.wait(chance.choice((1, 1, 5, 30, 700)))
        elif luck < 0.92:
            server.core.sweep()
        elif person.peer.session is not None:
            server.lose(person.peer)
            people[name] = Visitor(server, f"{name}{server.time:.0f}x{chance.randrange(10**6)}")
        if chance.random() < 0.5:
            server.core.lobby.tell()
            for each in (*watching, *people.values()):
                each.hear()
                if server.core.lobby.hears(each.peer):
                    assert each.tables == each.listed()


# --- over connections -----------------------------------------------------------------------------


async def test_changes_are_told_by_themselves_and_gathered(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_hall() as hall:
        ann, stranger = await hall.guest("ann"), hall.connect()
        await stranger.ask("LOBBY on")
        for _ in range(3):
            await ann.ask("OPEN nim")
        told = await stranger.frame()
        assert [message[:2] for message in told] == [["TABLE", f"nim-{n}"] for n in (1, 2, 3)]


async def test_who_listens_in_the_lobby_need_not_say_who_they_are(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_hall() as hall:
        stranger = hall.connect()
        await stranger.ask("LOBBY on")
        await trio.sleep(10 * LIMITS.silence)
        assert (await stranger.ask("PING"))[0] == "OK"


async def test_who_does_not_read_in_the_lobby_is_cut_and_nobody_else(
    autojump_clock: trio.abc.Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.server.links.MOST_UNSENT", 2000)
    async with a_hall() as hall:
        ann, stranger = await hall.guest("ann"), hall.connect()
        await stranger.ask("LOBBY on")
        theirs, ours = lockstep_stream_pair()
        link = StreamLink(ours, "192.0.2.66", hall.nursery)
        hall.nursery.start_soon(hall.runner.serve, link)
        await theirs.send_all(LineCodec().command(["LOBBY", "on"]))
        await ann.ask("OPEN nim")
        while not link.too_slow:
            await ann.ask("WATCH nim-1")
            await stranger.frame()
            await ann.ask("EXIT")
            assert (await stranger.frame())[0][:2] == ["TABLE", "nim-1"]
        await trio.sleep(1)
        assert len(hall.runner.peers) == 2
