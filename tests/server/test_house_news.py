"""A house of several nodes over one PostgreSQL: lobby, names, limits and bans are the house's."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit.cli import main
from cardkit.commands.serve_web import name_of, status_of
from cardkit.keys import sign_challenge
from cardkit.protocol.frames import FrameCodec
from cardkit.server.accounts import add_account, make_host
from cardkit.server.passwords import hash_password
from cardkit.server.postgres_store import PostgresAddress
from cardkit.server.serve import Running, serving
from cardkit.server.settings import LIMITS, Limits, Settings
from tests.postgres import new_url
from tests.server_helpers import Client
from tests.tiny_games import Nim

SOON = 2.0
"""Seconds within which all nodes know of what happens at one, on a busy machine."""


class House:
    """Nodes that are up, and a way to come to each of them."""

    def __init__(self, url: str, log: list[str]) -> None:
        self.url, self.log = url, log
        self.nodes: list[Running] = []
        self._stops: list[trio.Event] = []
        self._stopped: list[trio.Event] = []
        self._opened: list[trio.abc.Stream] = []

    async def come(self, number: int, name: str = "") -> Client:
        stream = await trio.open_tcp_stream("127.0.0.1", self.nodes[number].ports[0])
        self._opened.append(stream)
        client = Client(stream, FrameCodec())
        if name:
            await client.enter(name)
        return client

    async def serve(
        self, settings: Settings, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        stop, stopped = trio.Event(), trio.Event()
        self._stops.append(stop)
        self._stopped.append(stopped)
        async with serving(settings, {"nim": Nim}, self.log.append) as running:
            self.nodes.append(running)
            task_status.started()
            await stop.wait()
        stopped.set()

    async def stop(self, number: int) -> None:
        self._stops[number].set()
        await self._stopped[number].wait()

    async def part(self) -> None:
        for stream in self._opened:
            await trio.aclose_forcefully(stream)

    def store(self) -> Any:
        return self.nodes[0].address.reading()


@asynccontextmanager
async def a_house(folder: Path, count: int = 2, limits: Limits = LIMITS) -> AsyncIterator[House]:
    house = House(new_url(), [])
    settings = Settings(data=folder / "data", port=0, store=house.url, limits=limits)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            for number in range(count):
                await nursery.start(house.serve, replace(settings, node=f"n{number}"))
            try:
                yield house
            finally:
                with trio.CancelScope(shield=True):
                    await house.part()
                    for number in reversed(range(count)):
                        await house.stop(number)
    assert not [line for line in house.log if ".failed " in line]


def add_host(house: House) -> None:
    with house.store() as store:
        add_account(store, "zoe", 0.0, password=hash_password("correct horse"))
        make_host(store, "zoe", host=True)


async def a_host(house: House, number: int) -> Client:
    zoe = await house.come(number)
    assert (await zoe.ask("ENTER zoe correct horse"))[:2] == ["OK", "ENTER"]
    return zoe


async def soon(look: Callable[[], object]) -> None:
    """Until all nodes know of it."""
    with trio.fail_after(SOON):
        while not look():  # noqa: ASYNC110 - what happens at other nodes wakes nobody here
            await trio.sleep(0.01)


def tables_heard(client: Client) -> list[str]:
    return [message[1] for message in client.heard if message[0] == "TABLE"]


# --- the lobby -----------------------------------------------------------------------------------


async def test_the_lobby_shows_the_tables_of_all_nodes(tmp_path: Path) -> None:
    async with a_house(tmp_path, 3) as house:
        ann, bob = await house.come(0, "ann"), await house.come(1)
        await bob.ask("LOBBY on")
        table = (await ann.ask("OPEN nim"))[2]
        with trio.fail_after(SOON):
            assert (await bob.until("TABLE"))[1:4] == [table, "nim", "Nim"]
        cid = await house.come(2, "cid")
        assert (await cid.ask("TABLES"))[:3] == ["OK", "TABLES", 1]
        assert tables_heard(cid) == [table]
        await ann.ask(f"JOIN {table}")
        await ann.ask("LOGIN")
        with trio.fail_after(SOON):
            assert (await bob.until("TABLE"))[5] == ["guest-ann"]
        await ann.ask("CLOSE")
        with trio.fail_after(SOON):
            assert (await bob.until("TABLE_GONE"))[1] == table
        with house.store() as store:
            assert store.select("SELECT * FROM lobby") == []


async def test_private_tables_and_those_set_aside_are_told_to_their_people_at_every_node(
    tmp_path: Path,
) -> None:
    async with a_house(tmp_path) as house:
        ann = await house.come(0)
        key = Ed25519PrivateKey.generate()
        await enter_with_key(ann, "ann", key)
        private = (await ann.ask("OPEN nim private=yes"))[2]
        alone = (await ann.ask("OPEN nim robots=yes"))[2]
        for line in (f"JOIN {alone}", "LOGIN", "START", "EXIT"):
            assert (await ann.ask(line))[0] == "OK", line
        await soon(lambda: private in house.nodes[1].runner.core.lobby.elsewhere)
        await ann.ask("QUIT")
        bob = await house.come(1, "bob")
        assert (await bob.ask("TABLES"))[2] == 0
        again = await house.come(1)
        await enter_with_key(again, "ann", key)
        assert (await again.ask("LOBBY on"))[0] == "OK"
        assert {*tables_heard(again)} == {private, alone}
        assert [m[4] for m in again.heard if m[0] == "TABLE" and m[1] == alone] == ["set aside"]
        assert (await again.ask(f"JOIN {alone}"))[:2] == ["OK", "JOIN"]


async def enter_with_key(client: Client, name: str, key: Ed25519PrivateKey) -> None:
    public = key.public_key().public_bytes_raw().hex()
    challenge = (await client.ask(f"ENTER {name} KEY {public}"))[2]
    signature = sign_challenge(key, bytes.fromhex(challenge))
    assert (await client.ask(f"PROVE {signature}"))[:3] == ["OK", "ENTER", f"guest-{name}"]


async def test_the_pages_of_a_node_know_tables_and_tokens_of_all(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        ann, far = await house.come(0), house.nodes[1]
        token = await ann.enter("ann")
        table = (await ann.ask("OPEN nim"))[2]
        await ann.ask("OPEN nim private=yes")
        await soon(lambda: len(far.runner.core.lobby.elsewhere) == 2)
        status = status_of(far)
        assert [line.name for line in status.tables] == [table]
        assert status.count == 2
        assert name_of(far.runner.core, token, far.address) == "guest-ann"
        assert name_of(far.runner.core, "tnobody", far.address) == ""


async def test_an_owner_holds_no_more_tables_for_the_number_of_nodes(tmp_path: Path) -> None:
    async with a_house(tmp_path, limits=replace(LIMITS, tables_each=2)) as house:
        ann = await house.come(0, "ann")
        for _ in range(2):
            assert (await ann.ask("OPEN nim"))[0] == "OK"
        beside = (await (await house.come(1, "bob")).ask("OPEN nim"))[2]
        far = house.nodes[1].runner.core
        await soon(lambda: len(far.lobby.elsewhere) == 2)
        for line in (f"WATCH {beside}", "EXIT"):
            assert (await ann.ask(line))[0] == "OK"
        assert "guest-ann" in far.sessions
        assert (await ann.ask("OPEN nim"))[:2] == ["WARNING", "TOO_MANY"]


# --- limits --------------------------------------------------------------------------------------


async def test_tries_count_at_all_nodes(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        add_host(house)
        one, other = house.nodes[0].runner.core, house.nodes[1].runner.core
        stranger = await house.come(0)
        for _ in range(5):
            assert (await stranger.ask("ENTER zoe wrong"))[1] == "WRONG_PASSWORD"
        assert (await stranger.ask("ENTER zoe wrong"))[1] == "TRY_LATER"
        pairs = other.shared_throttles["pairs"]
        await soon(lambda: pairs.wait("127.0.0.1 zoe") > 0)
        assert (await (await house.come(1)).ask("ENTER zoe correct"))[1] == "TRY_LATER"
        assert other.shared_throttles["addresses"].wait("127.0.0.1") == pytest.approx(
            one.shared_throttles["addresses"].wait("127.0.0.1"), abs=5
        )
        with house.store() as store:
            told = "".join(about for (about,) in store.select("SELECT about FROM news"))
        assert "127.0.0.1" not in told


async def test_a_right_password_is_forgiven_and_the_address_known_at_all_nodes(
    tmp_path: Path,
) -> None:
    async with a_house(tmp_path) as house:
        add_host(house)
        other = house.nodes[1].runner.core
        await a_host(house, 0)
        await soon(lambda: "zoe" in other.login_throttle._known)
        assert len(other.shared_throttles["addresses"]) <= 1
        assert other.shared_throttles["addresses"].wait("127.0.0.1") <= -290 + 1


# --- hosts ---------------------------------------------------------------------------------------


async def test_who_is_banned_at_one_node_is_sent_away_from_all(tmp_path: Path) -> None:
    async with a_house(tmp_path, 3) as house:
        add_host(house)
        zoe, mallory = await a_host(house, 0), await house.come(1, "mallory")
        assert await zoe.ask("HOST BAN guest-mallory 2h rude") == ["OK"]
        with trio.fail_after(SOON):
            assert (await mallory.rest())[-1][:2] == ["BYE", "BANNED"]
        for number in (1, 2):
            assert (await (await house.come(number)).ask("ENTER mallory"))[1] == "BANNED"
        assert await zoe.ask("HOST UNBAN guest-mallory") == ["OK"]
        await soon(lambda: not any(len(node.runner.core.bans) for node in house.nodes))
        assert (await (await house.come(2)).ask("ENTER mallory"))[1] == "NAME_TAKEN"


async def test_a_ban_at_the_command_line_acts_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with a_house(tmp_path) as house:
        cores = [node.runner.core for node in house.nodes]
        data, store = str(tmp_path / "data"), house.url
        main(["ban", "add", "guest-mallory", "--data", data, "--store", store])
        await soon(lambda: all(len(core.bans) for core in cores))


async def test_a_host_sees_and_rules_the_whole_house(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        add_host(house)
        zoe = await a_host(house, 0)
        ann, bob = await house.come(1, "ann"), await house.come(1, "bob")
        table = (await ann.ask("OPEN nim"))[2]
        for client in (ann, bob):
            await client.ask(f"JOIN {table}")
            await client.ask("LOGIN")
        await ann.ask("START")
        seated = house.nodes[0].runner.core.lobby.elsewhere
        await soon(lambda: table in seated and len(seated[table].seated) == 2)
        assert (await zoe.ask("HOST LOOK"))[:2] == ["OK", "HOST"]
        assert ["PERSON", "guest-ann", "", 0.0, table, "n1"] in zoe.heard
        [hosted] = [message for message in zoe.heard if message[0] == "HOSTED"]
        assert hosted[1:3] == [table, "nim"]
        assert (await zoe.ask("HOST TELL supper"))[0] == "OK"
        with trio.fail_after(SOON):
            assert await ann.until("HOST") == ["HOST", "supper"]
        assert (await zoe.ask(f"HOST FORFEIT {table} guest-eve"))[1] == "NO_SUCH_PLAYER"
        assert await zoe.ask(f"HOST FORFEIT {table} guest-ann") == ["OK"]
        with trio.fail_after(SOON):
            assert (await bob.until("FORFEIT"))[2] == "guest-ann"
        assert await zoe.ask(f"HOST CLOSE {table}") == ["OK"]
        with trio.fail_after(SOON):
            await ann.until("CLOSE")
        assert (await zoe.ask(f"HOST CLOSE {table}"))[1] == "NO_SUCH_TABLE"
        with house.store() as store:
            assert store.select("SELECT * FROM requests") == []


# --- accounts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["rose", "r0se"])
async def test_of_two_who_sign_up_under_one_name_at_once_one_has_it(
    tmp_path: Path, other: str
) -> None:
    async with a_house(tmp_path) as house:
        ann, bob = await house.come(0, "ann"), await house.come(1, "bob")
        answers = []

        async def sign_up(client: Client, name: str) -> None:
            answers.append((await client.ask(f"SIGNUP {name} correct horse"))[:2])

        async with trio.open_nursery() as nursery:
            nursery.start_soon(sign_up, ann, "rose")
            nursery.start_soon(sign_up, bob, other)
        assert sorted(answers) == [["OK", "ENTER"], ["WARNING", "NAME_TAKEN"]]
        with house.store() as store:
            assert len(store.accounts()) == 1
            [account] = store.accounts()
            assert store.select("SELECT 1 FROM name_images WHERE name = ?", account.name)
        assert (await ann.ask("PING"))[0] == (await bob.ask("PING"))[0] == "OK"


async def test_whoever_signs_up_keeps_their_tables_at_other_nodes_and_deletes_them_there(
    tmp_path: Path,
) -> None:
    async with a_house(tmp_path) as house:
        far = await house.come(0, "ann")
        table = (await far.ask("OPEN nim private=yes"))[2]
        beside = (await (await house.come(1, "bob")).ask("OPEN nim"))[2]
        await far.ask(f"WATCH {beside}")  # over there
        await far.ask("EXIT")
        assert (await far.ask("SIGNUP ann correct horse"))[:3] == ["OK", "ENTER", "ann"]
        hosting = house.nodes[0].runner.core.tables[table].settings
        await soon(lambda: hosting.hosting.owner == "ann")
        assert (await far.ask("DELETE ann"))[0] == "OK"
        await soon(lambda: (hosting.hosting.owner, hosting.hosting.origin) == ("", ""))
        with house.store() as store:
            assert store.accounts() == []


async def test_nobody_is_deleted_while_their_match_goes_on_at_another_node(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        ann, bob = await house.come(0, "ann"), await house.come(0, "bob")
        assert (await ann.ask("SIGNUP ann correct horse"))[0] == "OK"
        table = (await ann.ask("OPEN nim"))[2]
        for client in (ann, bob):
            await client.ask(f"JOIN {table}")
            await client.ask("LOGIN")
        await ann.ask("START")
        await ann.ask("EXIT")
        beside = (await (await house.come(1, "cid")).ask("OPEN nim"))[2]
        core = house.nodes[1].runner.core
        await soon(lambda: table in core.lobby.elsewhere and core.lobby.elsewhere[table].playing)
        await ann.ask(f"WATCH {beside}")
        await ann.ask("EXIT")
        assert "ann" in core.sessions
        answer = await ann.ask("DELETE ann")
        assert answer[:2] == ["WARNING", "AT_A_TABLE"]
        assert table in answer[2]


# --- what is told --------------------------------------------------------------------------------


async def test_without_being_woken_a_node_hears_within_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PostgresAddress, "listen", None)
    async with a_house(tmp_path) as house:
        table = (await (await house.come(0, "ann")).ask("OPEN nim"))[2]
        await soon(lambda: table in house.nodes[1].runner.core.lobby.elsewhere)


async def test_a_node_that_was_cut_off_listens_again(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        with house.store() as store:
            listening = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            await soon(lambda: len(store.select(listening)) >= 2)
            store.select(f"SELECT pg_terminate_backend(pid) FROM ({listening}) AS each")
            table = (await (await house.come(0, "ann")).ask("OPEN nim"))[2]
            await soon(lambda: table in house.nodes[1].runner.core.lobby.elsewhere)
            await soon(lambda: len(store.select(listening)) >= 2)


async def test_tables_of_a_node_that_stops_stay_in_the_lobby(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        ann, bob = await house.come(0, "ann"), await house.come(1)
        await bob.ask("LOBBY on")
        table = (await ann.ask("OPEN nim"))[2]
        await ann.ask(f"JOIN {table}")
        await soon(lambda: table in house.nodes[1].runner.core.lobby.elsewhere)
        await house.stop(0)
        core = house.nodes[1].runner.core
        await soon(lambda: table in core.tables)
        assert (await bob.ask("TABLES"))[2] == 1
        assert "TABLE_GONE" not in [message[0] for message in bob.heard]
