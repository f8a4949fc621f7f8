"""Guessing: slow for who guesses, and never the owner's trouble."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit.keys import sign_challenge
from cardkit.netgame import Refused
from cardkit.server.accounts import add_account, remove_account
from cardkit.server.log import Log
from cardkit.server.login_throttle import MOST_KNOWN, LoginThrottle
from cardkit.server.outbox import Outbox
from cardkit.server.passwords import Cost, hash_password
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import Account, Store
from cardkit.server.vault import Vault
from tests.server_helpers import Client, Hall, a_hall
from tests.stores import new_store

Clock = trio.abc.Clock
HOME, ELSEWHERE = "192.0.2.1", "192.0.2.99"
RIGHT, WRONG = "ENTER zoe correct horse", "ENTER zoe wrong horse"
ZOE = Account("zoe", hash_password("correct horse", Cost(memory=64)), None, 0.0)


def stranger(n: int) -> str:
    return f"198.51.{n // 250}.{n % 250}"


class World:
    """Brakes with a clock that goes when it is told to."""

    def __init__(self, store: Store | None = None) -> None:
        self.time, self.store = 1_000.0, store or new_store()
        self.outbox = Outbox(bytes, Log(lambda line: None, self.now))
        self.login_throttle = LoginThrottle(self.now, self.outbox, Vault(bytes(32)))
        for account, origin in self.store.origins():
            self.login_throttle.know(account, origin)

    def now(self) -> float:
        return self.time

    def wait(self, name: str, address: str, *, right: bool = False) -> int:
        """How many seconds a try has to wait; 0 when it was made."""
        try:
            tries = self.login_throttle.try_password(name, address)
        except Refused as refused:
            return int(re.findall(r"\d+", refused.text())[0])
        if right:
            self.login_throttle.right(name, address, tries)
            self.store.write(self.outbox.turn_page()[0])
            self.store.sync()
        return 0


async def tried(hall: Hall, line: str, address: str) -> list[Any]:
    client = hall.connect(address=address)
    answer = await client.ask(line)
    await client.drop()
    return answer


# --- passwords -----------------------------------------------------------------------------------


def test_one_address_tries_one_account_five_times_and_then_once_in_ten_seconds() -> None:
    world = World()
    assert [world.wait("zoe", ELSEWHERE) for _ in range(7)] == [0, 0, 0, 0, 0, 10, 10]
    world.time += 10
    assert [world.wait("zoe", ELSEWHERE) for _ in range(2)] == [0, 10]


def test_a_guesser_locks_nobody_out_elsewhere() -> None:
    world = World()
    for _ in range(1000):
        world.wait("zoe", ELSEWHERE)
        world.time += 1
    assert [world.wait("zoe", HOME) for _ in range(5)] == [0, 0, 0, 0, 0]


def test_one_address_tries_all_accounts_thirty_times_and_then_once_in_ten_seconds() -> None:
    world = World()
    waits = [world.wait(f"zoe{n}", ELSEWHERE) for n in range(40)]
    assert waits == [0] * 30 + [10] * 10
    assert world.wait("zoe0", HOME) == 0


def test_many_addresses_together_are_slowed_down() -> None:
    world = World()
    assert sum(world.wait("zoe", stranger(n)) == 0 for n in range(1000)) == 100
    world.time += 10
    assert sum(world.wait("zoe", stranger(n)) == 0 for n in range(1000, 2000)) == 10
    assert world.wait("zoe", HOME) == 1  # nobody knows yet that this is zoe
    assert world.wait("ann", HOME) == 0


def test_who_is_known_from_there_is_let_through_whatever_others_try() -> None:
    world = World()
    assert world.wait("zoe", HOME, right=True) == 0
    for n in range(1000):
        world.wait("zoe", stranger(n))
        world.wait(f"ann{n}", HOME)
    assert world.wait("zoe", ELSEWHERE) > 0
    assert [world.wait("zoe", HOME) for _ in range(6)] == [0, 0, 0, 0, 0, 10]


def test_all_who_are_right_can_enter_from_one_address() -> None:
    world = World()
    for n in range(200):
        assert world.wait(f"pupil{n}", HOME, right=True) == 0


def test_an_unknown_name_is_braked_as_a_known_one_is() -> None:
    world, other = World(), World()
    world.wait("zoe", HOME, right=True)
    for n in range(300):
        address = stranger(n // 7)
        assert world.wait("zoe", address) == other.wait("nobody", address)


def test_where_an_account_is_known_outlives_a_restart() -> None:
    world = World()
    world.wait("zoe", HOME, right=True)
    again = World(world.store)
    for n in range(1000):
        again.wait("zoe", stranger(n))
    assert again.wait("zoe", HOME) == 0


def test_of_too_many_places_the_one_not_seen_for_longest_is_forgotten() -> None:
    world = World()
    for n in range(MOST_KNOWN):
        world.wait("zoe", stranger(n), right=True)
        world.time += 1
    world.wait("zoe", stranger(0), right=True)  # seen again
    world.time += 1
    world.wait("zoe", HOME, right=True)
    assert len(world.store.origins()) == MOST_KNOWN
    for each in (world, World(world.store)):
        for n in range(1000, 2000):
            each.wait("zoe", stranger(n))
        assert [each.wait("zoe", stranger(n)) > 0 for n in (0, 1, 2)] == [False, True, False]
        assert each.wait("zoe", HOME) == 0


def test_a_place_that_is_known_already_costs_no_row() -> None:
    world = World()
    for _ in range(3):
        tries = world.login_throttle.try_password("zoe", HOME)
        world.login_throttle.right("zoe", HOME, tries)
    assert len(world.outbox.turn_page()[0]) == 1


def test_no_address_is_stored(tmp_path: Path) -> None:
    with closing(sqlite_store(tmp_path / "db")) as store:
        World(store).wait("zoe", HOME, right=True)
        World(store).wait("ann", HOME, right=True)
        origins = store.origins()
    assert len({origin for _, origin in origins}) == 2  # nor that the two are neighbours
    with closing(sqlite3.connect(tmp_path / "db")) as db:
        assert HOME not in "\n".join(db.iterdump())


def test_with_an_account_the_places_where_it_was_known_are_removed() -> None:
    world = World()
    add_account(world.store, "zoe", 0.0, password="…")
    world.wait("zoe", HOME, right=True)
    remove_account(world.store, "zoe")
    assert world.store.origins() == []


async def test_the_owner_enters_while_a_stranger_guesses() -> None:
    async with a_hall(account={"zoe": ZOE}.get, store=new_store()) as hall:
        codes = [(await tried(hall, WRONG, ELSEWHERE))[1] for _ in range(7)]
        assert codes == ["WRONG_PASSWORD"] * 5 + ["TRY_LATER"] * 2
        assert (await tried(hall, RIGHT, HOME))[:3] == ["OK", "ENTER", "zoe"]
        late = await tried(hall, RIGHT, ELSEWHERE)
        assert late[1] == "TRY_LATER"
        assert "try again in " in late[2]
        assert (await tried(hall, "ENTER nobody at all", ELSEWHERE))[1] == "WRONG_PASSWORD"


# --- keys and tokens -----------------------------------------------------------------------------


async def test_who_proves_a_key_has_the_try_back() -> None:
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw()
    bots = {name: Account(name, None, public, 0.0) for name in ("ann", "bob")}

    async def prove(client: Client, name: str) -> list[Any]:
        answer = await client.ask(f"ENTER {name} KEY")
        return await client.ask(f"PROVE {sign_challenge(private, bytes.fromhex(answer[2]))}")

    async with a_hall(account=bots.get) as hall:
        for _ in range(20):
            for name in bots:
                assert (await prove(hall.connect(), name))[0] == "OK"


async def test_wrong_tokens_are_braked_and_a_right_one_never_is(autojump_clock: Clock) -> None:
    async with a_hall() as hall:
        bob = hall.connect(address=HOME)
        token = await bob.enter("bob")
        eve = hall.connect(address=HOME)
        codes = [(await eve.ask(f"RESUME t{n:032x}"))[1] for n in range(100)]
        assert codes[:20] == ["BAD_TOKEN"] * 20
        assert codes[20:].count("TRY_LATER") >= 79
        assert (await hall.connect(address=HOME).ask(f"RESUME {token}"))[0] == "OK"
        other = hall.connect(address=ELSEWHERE)
        assert (await other.ask("RESUME t00"))[1] == "BAD_TOKEN"


async def test_all_behind_one_address_come_back_at_once(autojump_clock: Clock) -> None:
    async with a_hall() as hall:
        guests = [hall.connect(address=HOME) for _ in range(200)]
        tokens = [await guest.enter(f"g{n}") for n, guest in enumerate(guests)]
        for guest in guests:
            await guest.drop()
        for token in tokens:
            assert (await hall.connect(address=HOME).ask(f"RESUME {token}"))[0] == "OK"


# --- the log -------------------------------------------------------------------------------------


async def test_guessing_does_not_fill_the_log(autojump_clock: Clock) -> None:
    async with a_hall() as hall:
        eve = hall.connect(address=ELSEWHERE)
        for n in range(300):
            await eve.ask(f"RESUME t{n:032x}")
        assert len(hall.logged("refused")) <= 12
        await trio.sleep(16)
        [told] = hall.logged("suppressed")
        count = 300 - len(hall.logged("refused"))
        assert told.endswith(f" info suppressed event=refused count={count}")
        await trio.sleep(100)
        assert len(hall.logged("suppressed")) == 1


def test_one_who_floods_the_log_hides_nobody_else() -> None:
    lines: list[str] = []
    log = Log(lines.append, lambda: 0.0)
    for n in range(100):
        log.info("refused", address=f"2001:db8:1:2::{n:x}")
    log.info("refused", address=HOME)
    log.info("cut", address="2001:db8:1:2::1")
    assert [line.split(" ")[2] for line in lines] == ["refused"] * 11 + ["cut"]


@pytest.mark.parametrize("level", ["info", "error"])
def test_no_event_floods_the_log_from_everywhere(level: str) -> None:
    lines: list[str] = []
    time = 0.0
    log = Log(lines.append, lambda: time)
    write = getattr(log, level)
    for n in range(20_000):
        write("something", address=stranger(n), n=n)
        write("other", n=n)
        time += 0.001
    assert len(lines) < 2 * (1000 + 20 * 10 + 1)
    log.tell_suppressed()
    assert len(log._events_of_one) <= 10_000
    counts = [int(line.rpartition("=")[2]) for line in lines[-2:]]
    assert sum(counts) + len(lines) - 2 == 40_000
