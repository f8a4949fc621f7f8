"""The host: to list tables, to close one, and to keep somebody out, while the server runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from cardkit.cli import main
from cardkit.netgame import Refused
from cardkit.protocol import LineCodec
from cardkit.record import check_record, claims_of, write_record
from cardkit.server import host_requests as host_module
from cardkit.server.bans import Bans, banned_as, check_ban
from cardkit.server.history import MatchHistory
from cardkit.server.host_requests import carry_out, wishes_in
from cardkit.server.metrics import counts_of
from cardkit.server.saved import Ban
from cardkit.server.serve import serving
from cardkit.server.settings import Settings
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import Store
from cardkit.server.store_address import DATABASE, store_address
from tests import stores
from tests.memory_server import KEY
from tests.server_helpers import Client, Hall, a_hall, seat_all, two_at_nim
from tests.tiny_games import Nim

Run = Callable[[str], str]
Clock = trio.abc.Clock


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with sqlite_store(tmp_path / DATABASE) as store:
        yield store


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command about the data folder; what it prints."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")

    def run(line: str) -> str:
        main([*line.split(" "), "--data", str(tmp_path)])
        said = capsys.readouterr()
        return said.out + said.err

    return run


def do(hall: Hall, store: Store) -> None:
    """What a running server does every few seconds."""
    carry_out(hall.core, wishes_in(store))
    hall.core.outbox.settle()


async def test_the_tables_are_listed(autojump_clock: Clock, store: Store, run: Run) -> None:
    assert "There are no tables" in run("tables")
    async with a_hall(store=store) as hall:
        await two_at_nim(hall, "policy=suspend")
        listed = run("tables")
        assert "nim-1" in listed
        assert "guest-bob" in listed
        [table] = json.loads(run("tables --json"))
        assert table["owner"] == "guest-ann"
        assert table["people"] == ["guest-ann", "guest-bob"]
        assert table["state"] == "open"
        assert table["entries"] > 4
        assert table["bytes"] > 200
    async with a_hall(store=store):
        await trio.sleep(1000)
        [table] = json.loads(run("tables --json"))
        assert table["state"] == "set aside"
    store.close()


async def test_a_table_is_closed_and_who_is_there_is_told(
    autojump_clock: Clock, store: Store, run: Run
) -> None:
    async with a_hall(store=store) as hall:
        ann, bob, _ = await two_at_nim(hall)
        assert "NO_SUCH_TABLE" in run("close nim-7")
        assert "nim-1 is closed" in run("close nim-1")
        do(hall, store)
        for client in (ann, bob):
            assert "host has closed" in (await client.until("CLOSE"))[1]
        assert not hall.core.tables
        assert (await bob.ask("OPEN nim"))[0] == "OK"
        assert not wishes_in(store)[1]
        assert len(store.matches()) == 1  # what was played stays
    store.close()


async def test_a_table_that_is_set_aside_or_of_a_stopped_server_can_be_closed(
    autojump_clock: Clock, store: Store, run: Run
) -> None:
    async with a_hall(store=store) as hall:
        _, _, token = await two_at_nim(hall, "policy=suspend")
    async with a_hall(store=store) as hall:
        await trio.sleep(1000)
        assert len(hall.core.aside) == 1
    run("close NIM-1")
    async with a_hall(store=store) as hall:
        do(hall, store)
        assert not len(hall.core.aside)
        assert (await hall.connect().ask(f"RESUME {token}"))[1] == "BAD_TOKEN"
    assert "There are no tables" in run("tables")
    store.close()


@pytest.mark.parametrize("options", ["policy=suspend", "move=10 late=suspend"])
async def test_a_missing_player_gives_up_the_game_and_the_record_has_it(
    autojump_clock: Clock, store: Store, run: Run, options: str
) -> None:
    async with a_hall(store=store) as hall:
        hall.core.server = KEY.public_key().public_bytes_raw().hex()
        ann, bob, _ = await two_at_nim(hall, f"{options} games=1")
        if "policy" in options:
            await bob.drop()
        await ann.until("SUSPENDED")
        missing = hall.core.tables["nim-1"].table.people.away()[0]
        name, there = ("guest-ann", bob) if missing == 0 else ("guest-bob", ann)
        assert f"{name} gives up the game" in run(f"forfeit NIM-1 {name}")
        do(hall, store)
        await there.until("RESUMED")
        assert hall.logged("forfeit.by_host")
        await there.play()
        run(f"forfeit nim-1 {name}")
        do(hall, store)
        assert "WRONG_PHASE" in hall.logged("forfeit.refused")[0]
        await trio.sleep(1)
        assert not wishes_in(store)[1]
        match = MatchHistory(store, lambda: hall.core.vault).record(1, hall.core.server)
        assert ("", f"FORFEIT {name}") in [(line.who, line.said) for line in match.lines]
        told = replace(match, claims=dict(enumerate(claims_of(match, lambda _: Nim))))
        text = "".join(f"{line}\n" for line in write_record(told, KEY.sign))
        verdict = check_record(text, lambda _: Nim)
        assert (verdict.games, verdict.scores[name]) == (1, min(verdict.scores.values()))
    store.close()


async def test_who_cannot_be_made_to_give_up_is_told_with_who_can(
    autojump_clock: Clock, store: Store, run: Run
) -> None:
    async with a_hall(store=store) as hall:
        await two_at_nim(hall, "policy=suspend")
        assert run("forfeit nim-2 guest-bob").startswith("NO_SUCH_TABLE: there is no table nim-2")
        said = run("forfeit nim-1 guest-bo")
        assert said.startswith("NO_SUCH_PLAYER: guest-bo is not at nim-1; did you mean guest-bob?")
    async with a_hall(store=store):
        await trio.sleep(1000)
    assert "nim-1 is set aside" in run("forfeit nim-1 guest-bob")
    assert "nim-1は取り置き中" in run("forfeit nim-1 guest-bob --lang ja")
    store.close()


@pytest.mark.parametrize("who", ["192.0.2.1", "guest-mallory", "guest-ma11ory"])
async def test_who_is_banned_is_sent_away_and_kept_out(
    autojump_clock: Clock, store: Store, run: Run, who: str
) -> None:
    async with a_hall(store=store) as hall:
        mallory = hall.connect()
        token = await mallory.enter("mallory")
        ann = hall.connect(address="192.0.2.2")
        await ann.enter("ann")
        assert "is banned" in run(f"ban add {who} --for 7d --why flooding")
        assert "flooding" in run("ban list")
        do(hall, store)
        bye = (await mallory.rest())[-1]
        assert bye[:2] == ["BYE", "BANNED"]
        assert "UTC" in bye[2]
        assert "flooding" in bye[2]
        for line in (f"RESUME {token}", "ENTER mallory2" if "." in who else "ENTER Mallory"):
            again = hall.connect()
            assert (await again.ask(line))[1] in ("BANNED", "NAME_TAKEN")
        await trio.sleep(100)
        again = hall.connect()
        await again.ask("ENTER mallory")
        assert (await again.rest())[-1][:2] == ["BYE", "BANNED"]
        assert (await ann.ask("PING"))[0] == "OK"
        assert counts_of(hall.runner)["bans"] == 1
        assert counts_of(hall.runner)["refusals_total"] >= 2
        assert "may come in again" in run(f"ban remove {who}")
        do(hall, store)
        await hall.connect().enter("mallory")
    assert "Nobody is banned" in run("ban list")
    store.close()


async def test_a_banned_address_is_turned_away_at_the_door(store: Store, run: Run) -> None:
    run("ban add 127.0.0.1 --for 2h")
    async with a_hall(store=store) as hall, trio.open_nursery() as nursery:
        do(hall, store)
        port = await hall.open_port(nursery)
        for source, said in (("127.0.0.1", "BANNED"), ("127.0.0.2", "")):
            stream = await trio.open_tcp_stream("127.0.0.1", port, local_address=source)
            client = Client(stream, LineCodec())
            if said:
                [bye] = await client.rest()
                assert bye[:2] == ["BYE", said]
            else:
                assert (await client.ask("PING"))[0] == "OK"
            await client.drop()
        nursery.cancel_scope.cancel()
    store.close()


@pytest.mark.parametrize("typed", ["guest-Mallory", "GUEST-MALLORY", "guest-maIlory"])
def test_a_ban_is_lifted_under_every_name_that_it_covers(
    typed: str, store: Store, run: Run
) -> None:
    run("ban add guest-mallory --why flooding")
    run("ban add 192.0.2.7 --for 7d")
    mallory, address = sorted(json.loads(run("ban list --json")), key=lambda ban: -len(ban["who"]))
    assert (mallory["who"], mallory["until"], mallory["why"]) == ("guest-mallory", None, "flooding")
    assert address["until"] == pytest.approx(address["made"] + 7 * 86_400)
    assert run(f"ban remove {typed}") == "guest-mallory may come in again.\n"
    assert [ban["who"] for ban in json.loads(run("ban list --json"))] == ["192.0.2.7"]
    assert run("ban remove guest-m").startswith("NO_SUCH_ACCOUNT")


async def test_the_log_tells_when_a_ban_begins_and_ends(
    autojump_clock: Clock, store: Store, run: Run
) -> None:
    async with a_hall(store=store) as hall:
        for line, event in (("add", "ban.on"), ("remove", "ban.off")):
            run(f"ban {line} guest-mallory")
            do(hall, store)
            do(hall, store)
            assert len(hall.logged(event)) == 1
            assert "who=guest-mallory" in hall.logged(event)[0]


def test_a_ban_ends_and_covers_all_that_it_should() -> None:
    time = [100.0]
    bans = Bans(lambda: time[0])
    rows = [Ban("192.0.2.7", 200.0, "", 0.0), Ban(banned_as("2001:db8::5"), None, "", 0.0)]
    bans.replace(rows)
    assert bans.refusal("192.0.2.7") is not None
    assert bans.refusal("192.0.2.8") is None
    forever = bans.refusal("2001:db8::", "ann")
    assert forever is not None
    assert "further notice" in forever.text("en")
    time[0] = 200.0
    assert bans.refusal("192.0.2.7") is None
    bans.replace(rows)
    assert len(bans) == 1
    assert banned_as("::ffff:192.0.2.7") == "192.0.2.7"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ban add ann --for soon", "BAD_OPTION"),
        ("ban add ann --for 0d", "BAD_OPTION"),
        ("ban remove ann", "NO_SUCH_ACCOUNT: ann is not banned"),
        ("close nim-1", "NO_SUCH_TABLE: there is no table nim-1"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    store: Store, run: Run, line: str, said: str
) -> None:
    store.close()
    try:
        out = run(line)
    except SystemExit:
        return
    assert said in out
    assert out.count("\n") == 1


async def test_a_running_server_does_what_the_host_wants(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Live: over the store, which both have open."""
    monkeypatch.setattr(host_module, "EVERY", 0.05)
    settings = Settings(port=0, data=tmp_path, store=stores.new_address())
    monkeypatch.setenv("CARDKIT_STORE", settings.store)
    log: list[str] = []
    with trio.fail_after(60):
        async with serving(settings, {"nim": Nim}, log.append) as running:
            stream = await trio.open_tcp_stream("127.0.0.1", running.ports[0])
            ann = Client(stream, LineCodec())
            await ann.enter("ann")
            await ann.ask("OPEN nim")
            await seat_all([ann], "nim-1")
            run("close nim-1")
            await ann.until("CLOSE")
            await ann.drop()
            run("ban add 127.0.0.1")
            for _ in range(2):  # who was in already, and who comes after it
                stream = await trio.open_tcp_stream("127.0.0.1", running.ports[0])
                ann = Client(stream, LineCodec())
                assert (await ann.rest())[-1][:2] == ["BYE", "BANNED"]
                await ann.drop()
    address = store_address(settings.store, tmp_path)
    with closing(address), address.open() as store:
        assert not wishes_in(store)[1]
        assert len([*wishes_in(store)[0]]) == 1


@pytest.mark.parametrize("who", ["127.0.5.999", "10.0.0.0/8", "2001:db8::/32", "a b", "x" * 5000])
def test_only_an_address_or_a_name_can_be_banned(who: str, store: Store, run: Run) -> None:
    with pytest.raises(Refused, match="BAD_NAME"):
        check_ban(banned_as(who))
    with closing(store):
        assert wishes_in(store)[0] == []


async def test_a_banned_guest_is_told_so_also_while_they_are_here(
    autojump_clock: Clock, store: Store
) -> None:
    async with a_hall(store=store) as hall:
        await hall.guest("mallory")
        hall.core.bans.replace([Ban("guest-mallory", None, "", 0.0)])
        assert (await hall.connect().ask("ENTER mallory"))[1] == "BANNED"


def test_what_cannot_be_read_is_shown_as_such(store: Store, run: Run) -> None:
    store.write(
        [
            ("table", ("nim-1", "nim", "", "{}", "[1]", "", "", 0.0)),
            ("account", ("ann", "", b"", 0.0)),
        ]
    )
    store.write([("match", (1, "nim-1", 0, 0, b"", "0.1.0")), ("begun", (1.0, 1))])
    store.sync()
    store.database.run("UPDATE accounts SET made = 'then'")
    store.database.run("UPDATE tables SET opened = 'then'")
    assert "nim-1" in run("history")
    assert "?" in run("account list")
    assert "nim-1" in run("tables")
    assert '"opened": null' in run("tables --json")
