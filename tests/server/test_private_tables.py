"""Private tables: whoever was told the name comes in, and nobody else learns that there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from cardkit.protocol import JsonCodec
from cardkit.protocol.messages import Table, read_frame
from cardkit.server.history import MatchHistory
from cardkit.server.private_tables import LENGTH, LETTERS, SIGNS, private_name
from cardkit.server.session import Peer
from cardkit.server.throttle import origin_of
from tests.memory_server import MemoryServer
from tests.tiny_games import Nim


@pytest.fixture
def server() -> Iterator[MemoryServer]:
    running = MemoryServer({"nim": Nim}, "private")
    yield running
    running.close()


def guest(server: MemoryServer, name: str, address: str = "192.0.2.1") -> Peer:
    peer = server.peer()
    peer.address, peer.origin = address, origin_of(address)
    server.say(peer, f"ENTER {name}")
    assert server.hear(peer).startswith(f"OK ENTER guest-{name} ")
    return peer


def say(server: MemoryServer, peer: Peer, line: str) -> str:
    server.say(peer, line)
    return server.hear(peer)


def opened(server: MemoryServer, peer: Peer, options: str = "private=yes") -> str:
    answer = say(server, peer, f"OPEN nim {options}")
    return answer.split()[-1]


def listed(server: MemoryServer, peer: Peer) -> list[str]:
    return re.findall(r"^TABLE (\S+)", say(server, peer, "TABLES"), re.MULTILINE)


def play_match(server: MemoryServer, *peers: Peer) -> None:
    """They play the one game of a match to its end."""
    session = peers[0].session
    assert session is not None
    assert session.hosted is not None
    server.say(peers[0], "START")
    server.wait(20)
    for _ in range(20):
        for peer in peers:
            server.say(peer, "TAKE 1")
    assert session.hosted.table.match_over


def two_at(server: MemoryServer, options: str = "private=yes") -> tuple[Peer, Peer, str]:
    ann, bob = guest(server, "ann"), guest(server, "bob")
    table = opened(server, ann, f"games=1 {options}")
    for peer in (ann, bob):
        server.say(peer, f"JOIN {table}")
        server.say(peer, "LOGIN")
        server.hear(peer)
    return ann, bob, table


def test_a_name_is_long_lacks_lookalikes_and_is_never_a_number() -> None:
    names = [private_name("nim", partial(int.to_bytes, number)) for number in range(1000)]
    assert all(re.fullmatch(rf"nim-[{LETTERS}][{SIGNS}]{{{LENGTH - 1}}}", name) for name in names)
    assert len({*names}) == 1000
    assert not {*"01ilo"} & {*SIGNS}


def test_who_has_the_name_comes_in_and_only_those_there_see_it_listed(
    server: MemoryServer,
) -> None:
    ann, bob, eve = guest(server, "ann"), guest(server, "bob"), guest(server, "eve")
    table = opened(server, ann)
    assert listed(server, ann) == [table]  # who has opened it
    assert listed(server, bob) == listed(server, eve) == listed(server, server.peer()) == []
    assert say(server, bob, f"JOIN {table.upper()}").startswith(f"OK JOIN {table}\n")
    assert listed(server, bob) == [table]  # who is there
    assert listed(server, eve) == []
    server.say(bob, "EXIT")
    server.hear(bob)
    assert listed(server, bob) == []
    assert "OK TABLES 0" in say(server, eve, "TABLES")


def test_an_account_with_a_seat_there_finds_it_again(server: MemoryServer) -> None:
    _, bob, table = two_at(server)
    server.say(bob, "START")
    server.say(bob, "EXIT")
    server.hear(bob)
    assert listed(server, bob) == []  # tomorrow that guest may be somebody else
    assert bob.session is not None
    bob.session.has_key = True
    assert listed(server, bob) == [table]


def test_no_refusal_tells_the_name(server: MemoryServer) -> None:
    table = opened(server, guest(server, "ann"))
    eve = guest(server, "eve")
    public = opened(server, eve, "")
    answer = say(server, eve, f"JOIN {table[:-1]}")
    assert "NO_SUCH_TABLE" in answer
    assert table not in answer
    assert public in say(server, eve, f"JOIN {public[:-1]}2")  # a table for all is suggested


def test_who_guesses_is_slowed_down_and_who_mistypes_is_not(server: MemoryServer) -> None:
    ann = guest(server, "ann")
    table, public = opened(server, ann), opened(server, ann, "")
    bob = guest(server, "bob", "198.51.100.7")
    for n in range(5):
        assert "NO_SUCH_TABLE" in say(server, bob, f"JOIN {table}{n}")
    assert say(server, bob, f"JOIN {table}").startswith("OK JOIN")
    eve, bea = guest(server, "eve", "203.0.113.5"), guest(server, "bea", "203.0.113.5")
    answers = [say(server, eve, f"WATCH nim-abcdefg{n}") for n in range(100)]
    assert 5 < sum("NO_SUCH_TABLE" in answer for answer in answers) < 50
    assert "WARNING TRY_LATER" in answers[-1]
    assert "TRY_LATER" in say(server, eve, f"JOIN {table}")  # nor does a hit tell itself apart
    assert say(server, bea, f"JOIN {public}").startswith("OK JOIN")  # a neighbour
    server.wait(60)
    assert say(server, eve, f"JOIN {table}").startswith("OK JOIN")


def test_it_stays_private_over_a_restart_and_takes_no_number(server: MemoryServer) -> None:
    table = opened(server, guest(server, "ann"))
    assert opened(server, guest(server, "bob"), "") == "nim-1"
    server.restart()
    eve = guest(server, "eve")
    assert listed(server, eve) == ["nim-1"]
    assert say(server, eve, f"JOIN {table}").startswith("OK JOIN")
    assert opened(server, eve, "") == "nim-2"
    assert server.store.last_numbers()[1] == {"nim": 2}


def test_its_matches_are_for_its_players_alone_and_on_no_leaderboard(
    server: MemoryServer,
) -> None:
    ann, bob, _ = two_at(server)
    play_match(server, ann, bob)
    archive = MatchHistory(server.store, lambda: server.core.vault)
    assert archive.matches(most=9, public=True) == ([], False)
    assert archive.matches(player="guest-ann", most=9, public=True) == ([], False)
    [match], _ = archive.matches(player="guest-ann", most=9)
    assert match.hidden
    assert not archive.standings(most=9)
    key = archive.key_of(match.number)
    assert archive.is_open_to(match.number, key)
    for wrong in ("", key[:-1], archive.key_of(match.number + 1), "é"):
        assert not archive.is_open_to(match.number, wrong)


def test_matches_of_private_tables_take_no_place_in_a_page_of_others(
    server: MemoryServer,
) -> None:
    for options in ("", "private=yes", "private=yes", ""):
        ann, bob, _ = two_at(server, options)
        play_match(server, ann, bob)
        for peer in (ann, bob):
            server.say(peer, "QUIT")
        server.core.tables.clear()
    archive = MatchHistory(server.store, lambda: server.core.vault)
    questions: list[dict[str, Any]] = [{}, {"player": "guest-ann"}, {"game": "nim"}]
    for asked in questions:
        pages = [archive.matches(**asked, most=1, public=True)]
        pages.append(archive.matches(**asked, most=1, before=pages[0][0][0].number, public=True))
        assert [(found.hidden, more) for [found], more in pages] == [(False, True), (False, False)]


def test_state_carries_title_owner_and_whether_it_is_private(server: MemoryServer) -> None:
    ann = guest(server, "ann")
    table = opened(server, ann, "private=yes title=Friday_night")
    state = say(server, ann, f"JOIN {table}")
    for part in ('"title":"Friday night"', '"owner":"guest-ann"', '"private":true'):
        assert part in state.replace(": ", ":")


def test_who_waits_and_who_watches_are_counted_apart(server: MemoryServer) -> None:
    ann, bob, cid = (guest(server, name) for name in ("ann", "bob", "cid"))
    table = opened(server, ann, "")
    server.say(ann, f"JOIN {table}")
    for peer in (bob, cid):
        server.say(peer, f"WATCH {table}")
    eve = server.peer(JsonCodec())
    server.say(eve, "TABLES")
    [frame] = JsonCodec().frames(b"".join(server.heard[eve]))
    [told] = [message for message in read_frame(frame) if isinstance(message, Table)]
    assert (told.waiting, told.watching) == (1, 2)


@pytest.mark.parametrize("value", ["maybe", "", "2"])
def test_private_is_yes_or_no(server: MemoryServer, value: str) -> None:
    assert "BAD_OPTION" in say(server, guest(server, "ann"), f"OPEN nim private={value}")
