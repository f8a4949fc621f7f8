"""Nodes that share one PostgreSQL: who is alive, and that who is not can store nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from threading import Event, Thread

import pytest

from cardkit.netgame import Refused
from cardkit.protocol.frames import FrameCodec
from cardkit.server import nodes
from cardkit.server.log import Log
from cardkit.server.nodes import NodeAbout
from cardkit.server.outbox import Outbox
from cardkit.server.postgres_store import PostgresAddress
from cardkit.server.session import Peer
from cardkit.server.store import RATED, NodeRemoved, Row, Store
from tests.postgres import new_url

ABOUT = NodeAbout(version="1", games={"nim": "x"}, host="h", port=7, public=("ｐublic.example", 9))
ROW = [("account", ("ann", None, b"key", 0.0))]


@pytest.fixture
def address() -> Iterator[PostgresAddress]:
    with closing(PostgresAddress(new_url())) as address:
        yield address


@pytest.fixture
def store(address: PostgresAddress) -> Iterator[Store]:
    with address.open() as store:
        yield store


@pytest.fixture
def other(address: PostgresAddress) -> Iterator[Store]:
    with address.open() as store:
        yield store


def test_a_node_has_a_number_that_none_had_and_the_smallest_free_slot(store: Store) -> None:
    first, second, third = (nodes.join(store, name, ABOUT) for name in "abc")
    assert [node.slot for node in (first, second, third)] == [1, 2, 3]
    nodes.leave(store, second.id)
    again = nodes.join(store, "b", ABOUT)
    assert (again.slot, again.id > third.id) == (2, True)
    found = nodes.nodes_in(store)
    assert [node[:6] for node in found] == [node[:6] for node in (first, third, again)]
    assert NodeAbout.read(found[0].about) == ABOUT
    assert all(0 <= node.silent < 60 for node in found)


def test_who_gives_no_sign_of_life_is_removed_and_hears_of_it(store: Store, other: Store) -> None:
    node, alive = nodes.join(store, "a", ABOUT), nodes.join(other, "b", ABOUT)
    store.database.run("UPDATE nodes SET beat = beat - 3.5")
    nodes.beat(other, alive.id, {"tables": 3}, draining=True)
    assert nodes.bury(other) == ["a"]
    assert nodes.bury(other) == []
    [left] = nodes.nodes_in(other)
    assert (left.name, left.draining, left.figures) == ("b", 1, '{"tables": 3}')
    with pytest.raises(NodeRemoved):
        nodes.beat(store, node.id, {})


def test_who_was_removed_can_store_nothing(store: Store, other: Store) -> None:
    store.node = nodes.join(store, "a", ABOUT).id
    store.commit([("account", ("bob", None, b"key", 0.0))])
    nodes.leave(other, store.node)
    with pytest.raises((*store.errors, NodeRemoved)):
        store.commit(ROW)
    assert [each.name for each in other.accounts()] == ["bob"]


def test_who_is_storing_is_removed_only_when_it_is_stored(store: Store, other: Store) -> None:
    node = nodes.join(store, "a", ABOUT)
    store.node, gone = node.id, Event()
    other.database.run("UPDATE nodes SET beat = beat - 9")  # as if it had been stopped for long
    store.write(ROW)

    def remove() -> None:
        nodes.bury(other)
        assert other.account("ann") is not None
        gone.set()

    remover = Thread(target=remove)
    remover.start()
    assert not gone.wait(0.05)
    store.sync()
    remover.join()
    assert gone.is_set()


def test_a_sign_of_life_does_not_wait_for_what_is_being_stored(store: Store, other: Store) -> None:
    store.node = nodes.join(store, "a", ABOUT).id
    store.write(ROW)
    other.database.run("SET lock_timeout = '100ms'")
    nodes.beat(other, store.node, {})
    store.sync()


def test_who_stops_in_the_middle_of_storing_holds_nobody_up(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.database.run("SET idle_in_transaction_session_timeout = '100ms'")
    store.node = nodes.join(store, "a", ABOUT).id
    store.write(ROW)
    other.database.run("UPDATE nodes SET beat = beat - 9 WHERE id <> ?", (store.node,))
    assert nodes.bury(other, patience=-1) == ["a"]
    with pytest.raises(store.errors):
        store.sync()
    assert other.accounts() == []


def test_who_stops_in_the_middle_of_a_claim_holds_nobody_up(address: PostgresAddress) -> None:
    with address.reading() as stopped, address.reading() as other:
        [(limit,)] = stopped.select("SHOW idle_in_transaction_session_timeout")
        assert limit == "1s"
        stopped.database.run("SET idle_in_transaction_session_timeout = '50ms'")
        stopped.database.begin_alone()
        with other.change():
            pass
        stopped.close()


def test_tables_of_a_node_that_is_gone_are_claimed_once(store: Store, other: Store) -> None:
    here, there = nodes.join(store, "a", ABOUT), nodes.join(other, "b", ABOUT)
    for n in range(10):
        row = f"nim-{n}", "nim", "", "{}", "{}", "", "", 0.0, 0
        store.commit([("table", row), ("session", (f"p{n}", b"t", f"nim-{n}", "", 0, 0, "", 0))])
    store.commit([("closed", ("nim-9",))])

    def claim(store: Store, node: nodes.SavedNode) -> list[str]:
        found = nodes.claim_tables(store, node.id, ["nim"], 6, aside=False)
        for table, [session] in found:
            assert (session.seat, session.node, table.node) == (table.name, node.id, node.id)
        return [table.name for table, _ in found]

    one, two = claim(store, here), claim(other, there)
    assert (len(one), len(two)) == (6, 3)
    assert {*one, *two} == {f"nim-{n}" for n in range(9)}
    assert claim(store, here) == []
    nodes.leave(other, there.id)
    assert claim(store, here) == two
    seats = store.select("SELECT seat FROM sessions WHERE node = ? ORDER BY seat", here.id)
    assert seats == [(f"nim-{n}",) for n in range(9)]


def test_who_has_an_account_or_a_key_is_known(store: Store) -> None:
    key = "guest-bob", b"key", 0.0
    store.commit([("account", ("ann", None, b"key", 0.0)), ("guest", key)])
    assert nodes.keys_of(store, ["ann", "guest-bob", "carl"]) == {"ann", "guest-bob"}
    assert nodes.keys_of(store, []) == set()


def test_a_node_with_another_key_is_refused(store: Store) -> None:
    nodes.check_key(store, "one")
    nodes.check_key(store, "one")
    with pytest.raises(Refused, match="another key"):
        nodes.check_key(store, "two")


# --- nodes that are in each other's way ---------------------------------------------------------


def ban(who: str, why: str = "") -> Row:
    return "ban", (who, None, why, 0.0)


def committing(store: Store, rows: list[Row]) -> tuple[Thread, list[Exception]]:
    failed: list[Exception] = []

    def commit() -> None:
        try:
            store.commit(rows)
        except Exception as error:  # noqa: BLE001 - the test looks at it
            failed.append(error)

    thread = Thread(target=commit)
    thread.start()
    return thread, failed


def wait_until_blocked(store: Store) -> None:
    waiting = "SELECT 1 FROM pg_locks WHERE NOT granted"
    while not store.select(waiting):
        pass


def test_pages_that_want_the_same_rows_crosswise_are_both_stored(
    address: PostgresAddress, store: Store, other: Store
) -> None:
    store.node, other.node = (nodes.join(each, "a", ABOUT).id for each in (store, other))
    store.commit([ban("x"), ban("y")])
    other.database.run("SET deadlock_timeout = '20s'")  # so it is not this one that gives way
    other.write([ban("y", "other")])
    thread, failed = committing(store, [ban("x", "mine"), ban("y", "mine"), ban("z", "mine")])
    with address.open() as third:
        wait_until_blocked(third)
    other.write([ban("x", "other")])
    other.sync()
    thread.join()
    assert failed == []
    found = dict(store.select("SELECT who, why FROM bans"))
    assert found == {"x": "mine", "y": "mine", "z": "mine"}


def test_a_page_is_tried_again_when_another_node_keeps_a_row_for_long(
    store: Store, other: Store
) -> None:
    store.commit([ban("x")])
    store.database.run("SET lock_timeout = '20ms'")
    other.write([ban("x", "other")])
    thread, failed = committing(store, [ban("x", "mine")])
    thread.join(0.05)
    assert thread.is_alive()
    other.sync()
    thread.join()
    assert failed == []
    assert store.select("SELECT why FROM bans") == [("mine",)]


def test_two_matches_of_the_same_players_that_end_at_two_nodes_both_count(
    store: Store, other: Store
) -> None:
    for name in ("ann", "bob"):
        store.commit([("account", (name, None, b"key", 0.0))])
    for number in (1, 2):
        store.commit([("match", (number, "nim-1", 0, 0, b"", "0"))])
    other.write([(RATED, (1, "nim", [(1, ["ann"]), (2, ["bob"])]))])
    thread, failed = committing(store, [(RATED, (2, "nim", [(1, ["bob"]), (2, ["ann"])]))])
    thread.join(0.05)
    other.sync()
    thread.join()
    assert failed == []
    assert [r.matches for r in store.ratings("nim", most=9)] == [2, 2]
    assert [r.wins for r in store.ratings("nim", most=9)] == [1, 1]


def test_the_matches_of_a_table_have_rising_numbers_at_whatever_node() -> None:
    """Nodes reserve numbers, and one with lower ones goes on with the table of another."""
    outbox = Outbox(bytes, Log(lambda line: None, lambda: 0.0))
    outbox.node = 2
    outbox.reserve([3, 4, 5, 20, 21])
    assert [outbox.next_match(after) for after in (0, 4, 19)] == [3, 5, 20]
    with pytest.raises(Refused, match="TRY_LATER"):
        outbox.next_match(21)


def test_who_has_fallen_silent_refuses_nothing_either() -> None:
    heard: list[bytes] = []
    outbox = Outbox(bytes, Log(lambda line: None, lambda: 0.0))
    peer = Peer(FrameCodec(), heard.append, lambda: None)
    outbox.say(peer, ["HOST", "x"])
    outbox.settle()
    assert len(heard) == 1
    outbox.fall_silent()
    outbox.say(peer, ["HOST", "y"])
    outbox.row("closed", "nim-1")
    outbox.settle()
    assert len(heard) == 1
    assert outbox.all_stored
