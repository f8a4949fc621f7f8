"""What nodes tell each other is heard once by each, whatever the order in which it is committed."""

from __future__ import annotations

import select
from collections.abc import Hashable, Iterator
from contextlib import closing
from random import Random

import pytest

from cardkit.server.lobby import changing_of, listing_of
from cardkit.server.news import KEPT, LATE, News, NewsReader, Told, tell_nodes, written_news
from cardkit.server.nodes import NodeAbout, join
from cardkit.server.postgres_store import PostgresAddress
from cardkit.server.store import Row, Store
from cardkit.server.throttle import Throttle
from cardkit.server.vault import Vault
from tests.memory_server import MemoryServer
from tests.postgres import new_url
from tests.stores import new_store
from tests.tiny_games import Nim

HERE, THERE = 1, 2


class Clock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


def said(number: int, node: int = THERE) -> Row:
    return "news", written_news(node, News.HOST_SAYS, number)


def heard(reader: NewsReader, store: Store) -> list[int]:
    return [told.about for told in reader.read(store)]


def test_news_of_others_are_heard_once_and_ones_own_never(clock: Clock) -> None:
    store, reader = new_store(), NewsReader(HERE, clock)
    store.commit([said(1), said(2, HERE), said(3)])
    assert heard(reader, store) == [1, 3]
    assert heard(reader, store) == []
    for number in range(4, 40):  # for longer than any of it is kept in mind
        clock.time += 1.0
        store.commit([said(number)])
        assert heard(reader, store) == [number]
    assert len(reader._seen) <= LATE + 2


def test_who_joins_hears_what_was_told_lately(clock: Clock) -> None:
    store = new_store()
    store.commit([said(1)])
    assert NewsReader(HERE, clock).read(store) == [Told("host says", 1)]


def test_what_was_told_long_ago_is_deleted_but_never_what_somebody_may_still_read(
    clock: Clock,
) -> None:
    store, reader, forgotten = new_store(), NewsReader(HERE, clock), 0
    for number in range(10):
        clock.time += KEPT
        store.commit([said(number)])
        assert heard(reader, store) == [number]
        forgotten = reader.forget_old(store, forgotten)
        assert heard(NewsReader(HERE, clock), store)[-1] == number
    [(count,)] = store.select("SELECT count(*) FROM news")
    assert count < 5


def test_who_has_not_read_for_long_knows_that_it_has_missed_something(clock: Clock) -> None:
    store, reader = new_store(), NewsReader(HERE, clock)
    reader.read(store)
    assert not reader.is_behind
    clock.time += KEPT
    assert reader.is_behind
    reader.read(store)
    assert not reader.is_behind


def test_from_outside_only_a_house_with_nodes_is_told(clock: Clock) -> None:
    store, reader = new_store(), NewsReader(HERE, clock)
    with store.change():
        tell_nodes(store, News.HOST)
    assert reader.read(store) == []
    join(store, "n1", NodeAbout(version="1", games={}, host="h", port=1))
    with store.change():
        tell_nodes(store, News.HOST)
    assert reader.read(store) == [Told("host", None)]


# --- in PostgreSQL, where pages are committed side by side ---------------------------------------


@pytest.fixture
def address() -> Iterator[PostgresAddress]:
    with closing(PostgresAddress(new_url())) as address:
        yield address


def test_what_is_committed_after_later_news_is_heard_too(
    address: PostgresAddress, clock: Clock
) -> None:
    with address.open() as store, address.open() as slow:
        reader = NewsReader(HERE, clock)
        slow.write([said(1)])
        store.commit([said(2)])
        assert heard(reader, store) == [2]
        clock.time += LATE / 2
        store.commit([said(3)])
        assert heard(reader, store) == [3]
        slow.sync()
        assert heard(reader, store) == [1]


def test_the_bell_rings_for_the_news_of_others_once_they_are_committed(
    address: PostgresAddress,
) -> None:
    with address.open() as store, closing(address.listen(HERE)) as bell:
        store.commit([said(1, HERE)])
        assert not bell.has_rung()
        store.write([said(2)])
        assert not bell.has_rung()
        store.sync()
        assert select.select([bell], [], [], 5)[0]
        assert bell.has_rung()
        assert not bell.has_rung()


def test_the_bell_of_one_house_does_not_ring_for_another(address: PostgresAddress) -> None:
    with (
        closing(PostgresAddress(new_url())) as elsewhere,
        elsewhere.open() as other,
        address.open() as store,
        closing(address.listen(HERE)) as bell,
    ):
        other.commit([said(1)])
        store.select("SELECT 1")
        assert not bell.has_rung()


# --- the lobby -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_a_listing_stays_the_same_as_long_as_nothing_changes_on_which_it_depends(seed: int) -> None:
    server, rng = MemoryServer({"nim": Nim}, f"listing {seed}"), Random(seed)
    people = [server.peer() for _ in range(5)]
    for number, peer in enumerate(people):
        server.say(peer, f"ENTER p{number}")
    server.say(people[0], "OPEN nim games=2 disconnect_policy=suspend title=Friday")
    said = ["JOIN nim-1", "WATCH nim-1", "LOGIN", "LOGOUT", "START", "EXIT", *["TAKE 1"] * 6]
    listings: dict[Hashable, str] = {}
    for _ in range(400):
        server.time += 5.0  # so that nobody is too quick
        peer, line = rng.choice(people), rng.choice(said)
        if line != "EXIT" or (peer.session is not None and peer.session.hosted is not None):
            server.say(peer, line)
        hosted = server.core.tables["nim-1"]
        listing = listing_of(hosted)
        assert listings.setdefault(changing_of(hosted), listing) == listing
    assert len({*listings.values()}) > 10


# --- throttles -----------------------------------------------------------------------------------


def test_a_shared_throttle_counts_what_others_have_used_up(clock: Clock) -> None:
    told: list[tuple[str, int]] = []
    here, there = (Throttle(clock, burst=3, every=10.0) for _ in range(2))
    mark = Vault(bytes(32)).mark
    here.share(mark, lambda whose, tries: told.append((whose, tries)))
    there.share(mark, lambda whose, tries: None)
    for _ in range(3):
        here.check("192.0.2.1")
    here.forgive("192.0.2.1")
    assert {tries for _, tries in told} == {1, -1}
    assert "192.0.2.1" not in str(told)
    for whose, tries in told:
        there.count(whose, tries)
    assert there.wait("192.0.2.1") == here.wait("192.0.2.1")
    assert there.wait("192.0.2.2") < 0
    there.count(mark("192.0.2.3"), -5)  # of whom nothing is known
    assert len(there) == 1
