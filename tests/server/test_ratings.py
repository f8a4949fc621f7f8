"""Ratings: who may play a rated match, what it says of its players, and that it is counted once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from random import Random

import pytest

from cardkit.netgame import Match, NetGame, Refused, Seats
from cardkit.protocol.messages import Table
from cardkit.registry import find_game, installed
from cardkit.server import table_settings
from cardkit.server.history import MatchHistory
from cardkit.server.host_requests import carry_out
from cardkit.server.rated_tables import sides_of
from cardkit.server.ratings import FEW, Rating, rated, read
from cardkit.server.saved import HostRequest
from cardkit.server.session import Peer
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import RATED, Row, Store
from cardkit.server.table_settings import HostingOptions, check_rated, with_defaults
from cardkit.server.vault import Vault
from tests.memory_server import MemoryServer
from tests.stores import connection_of, new_store
from tests.tiny_games import Nim

Sides = Sequence[tuple[int, Sequence[str]]]
PLAYERS = ("ann", "bob", "cid", "dan", "ゆき")


class Pairs(Nim):
    """Nim for four, of whom those who face each other win together."""

    seats = Seats(least=4, most=4, partners=True)
    match = Match(games=1)

    def on_game_over(self) -> None:
        for seat in self.side(self.ranking[0]):
            self.scores[seat] += 1


# --- what a match says ---------------------------------------------------------------------------


def test_who_wins_gains_who_loses_loses_and_both_are_known_better() -> None:
    [[winner], [loser]] = rated([(1, [Rating()]), (2, [Rating()])])
    assert winner.mu > Rating().mu > loser.mu
    assert winner.sigma < Rating().sigma > loser.sigma
    assert Rating().points == 1500 < winner.points


def test_equals_who_share_a_place_stay_equal() -> None:
    [[ann], [bob], [cid]] = rated([(1, [Rating()]), (2, [Rating()]), (2, [Rating()])])
    assert bob == cid
    assert ann.mu > bob.mu
    [[one], [other]] = rated([(1, [Rating()]), (1, [Rating()])])
    assert one == other
    assert one.mu == pytest.approx(25.0)


def test_the_weaker_gains_by_a_draw_and_more_by_a_win() -> None:
    weak, strong = Rating(20.0, 3.0), Rating(30.0, 3.0)
    [[drew], _] = rated([(1, [weak]), (1, [strong])])
    [[won], _] = rated([(1, [weak]), (2, [strong])])
    assert weak.mu < drew.mu < won.mu


def test_partners_gain_together_and_the_one_known_less_moves_farther() -> None:
    known, new = Rating(25.0, 2.0), Rating()
    [[one, other], [third, fourth]] = rated([(1, [known, new]), (2, [known, new])])
    assert one.mu > known.mu
    assert other.mu > new.mu
    assert other.mu - new.mu > one.mu - known.mu
    assert third.mu < known.mu
    assert fourth.mu < new.mu


@pytest.mark.parametrize("seed", range(20))
def test_it_does_not_matter_in_which_order_the_sides_are_told(seed: int) -> None:
    chance = Random(seed)
    sides = [
        (chance.randint(1, 3), [Rating(chance.uniform(10, 40), chance.uniform(1, 8))])
        for _ in range(chance.randint(2, 6))
    ]
    order = chance.sample(range(len(sides)), len(sides))
    one, other = rated(sides), rated([sides[at] for at in order])
    for at, [rating] in zip(order, other, strict=True):
        assert rating == pytest.approx(one[at][0])


def test_a_damaged_rating_begins_anew() -> None:
    for mu, sigma in (("x", 1.0), (25.0, None), (float("nan"), 1.0), (25.0, -1.0), (25.0, 1e9)):
        assert read(mu, sigma) == Rating()
    assert read(20.0, 2.0) == Rating(20.0, 2.0)


# --- in the store --------------------------------------------------------------------------------


@pytest.fixture
def store() -> Iterator[Store]:
    with closing(new_store()) as store:
        store.write(("account", (name, None, b"key", 0.0)) for name in PLAYERS)
        yield store


def over(number: int, sides: Sides, game: str = "nim") -> list[Row]:
    return [
        ("match", (number, f"{game}-1", 0, 0, b"sealed", "0.2.0")),
        ("over", (b"open", 1.0, 1, "[]", "[]", number)),
        (RATED, (number, game, sides)),
    ]


def matches_at_random(seed: int) -> list[list[Row]]:
    chance, found = Random(seed), []
    for number in range(1, chance.randint(2, 40)):
        names = chance.sample(PLAYERS, chance.randint(2, 5))
        sides = [(chance.randint(1, len(names)), [name]) for name in names]
        best = min(place for place, _ in sides)
        sides = [(place - best + 1, side) for place, side in sides]
        found.append(over(number, sides, chance.choice(("nim", "akq"))))
    return found


def stored(store: Store) -> list[tuple[object, ...]]:
    return store.select("SELECT * FROM ratings ORDER BY game, player")


@pytest.mark.parametrize("seed", range(10))
def test_matches_that_end_on_one_page_count_as_one_after_the_other(seed: int, store: Store) -> None:
    matches = matches_at_random(seed)
    store.write([row for rows in matches for row in rows])
    store.sync()
    with closing(new_store()) as other:
        other.write(("account", (name, None, b"key", 0.0)) for name in PLAYERS)
        for rows in matches:
            other.write(rows)
            other.sync()
        assert stored(other) == stored(store)


@pytest.mark.parametrize("seed", range(10))
def test_every_match_counts_once_for_each_of_its_players(seed: int, store: Store) -> None:
    matches = matches_at_random(seed)
    for rows in matches:
        store.write([*rows, rows[-1]])  # told twice
        store.sync()
        store.write([rows[-1]])
    played = [(game, side) for *_, (_, (_, game, sides)) in matches for side in sides]
    for game in ("nim", "akq"):
        of_game = [side for where, side in played if where == game]
        found = store.ratings(game, most=99)
        assert sum(each.matches for each in found) == len(of_game)
        assert sum(each.wins for each in found) == sum(place == 1 for place, _ in of_game)
        for each in found:
            assert each.matches == sum(each.player in side for _, side in of_game)


@pytest.mark.parametrize("seed", range(10))
def test_the_ranking_is_read_in_pieces_and_everybody_has_their_place(
    seed: int, store: Store
) -> None:
    store.write([row for rows in matches_at_random(seed) for row in rows])
    history = MatchHistory(store, lambda: Vault(bytes(32)))
    for game in store.games_rated():
        whole, _ = history.standings(game=game, most=99)[game]
        assert [player.place for player in whole] == [*range(1, len(whole) + 1)]
        sure = [each.mu - 2 * each.sigma for each in store.ratings(game, most=99)]
        assert sure == sorted(sure, reverse=True)
        pieces, after, more = [], "", True
        while more:
            part, more = history.standings(game=game, after=after, most=2)[game]
            pieces += part
            after = pieces[-1].name
        assert pieces == whole
        for player in whole:
            assert history.standings_of(player.name)[game] == player
            assert player.is_provisional == (player.matches < FEW)


def test_who_is_known_well_is_before_who_was_lucky_once(store: Store) -> None:
    for number in range(1, 40):
        store.write(
            over(number, [(1 + (number % 4 == 0), ["ann"]), (1 + (number % 4 > 0), ["bob"])])
        )
    store.write(over(99, [(1, ["cid"]), (2, ["dan"])]))
    names = [each.player for each in store.ratings("nim", most=9)]
    assert names.index("ann") < names.index("cid")


def test_whose_account_is_deleted_is_rated_no_more(store: Store) -> None:
    store.write(over(1, [(1, ["ann"]), (2, ["bob"])]))
    store.write([("no account", ("ann",)), ("no ratings", ("ann",))])
    store.write(over(2, [(1, ["ann"]), (2, ["bob"])]))
    assert [(each.player, each.matches) for each in store.ratings("nim", most=9)] == [("bob", 2)]


def test_no_question_about_ratings_reads_more_than_it_shows() -> None:
    store = sqlite_store(None)
    store.write(("account", (name, None, b"key", 0.0)) for name in PLAYERS)
    store.write([row for rows in matches_at_random(3) for row in rows])
    store.sync()
    said = list[str]()
    connection_of(store).set_trace_callback(said.append)
    store.games_rated()
    best = store.ratings("nim", most=1)[0]
    store.ratings("nim", after=best, most=2)
    store.ratings_of("ann")
    store.place_of(best)
    connection_of(store).set_trace_callback(None)
    plans = [store.select(f"EXPLAIN QUERY PLAN {query}") for query in said]
    steps = {step for plan in plans for *_, step in plan}
    assert [step for step in steps if not step.startswith("SEARCH ratings USING")] == []


# --- the sides of a match ------------------------------------------------------------------------


def seated(rules: type[NetGame], *scores: int) -> NetGame:
    table = rules()
    for name in PLAYERS[: len(scores)]:
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    table.apply("", "START 00")
    table.scores = list(scores)
    return table


def test_equal_scores_share_a_place() -> None:
    table = seated(Nim, 3, 5, 3, 1)
    assert sides_of(table, ()) == [(2, ["ann"]), (1, ["bob"]), (2, ["cid"]), (4, ["dan"])]


def test_who_has_left_or_given_up_is_last_whatever_they_have() -> None:
    table = seated(Nim, 9, 5, 3, 1)
    table.apply("ann", "EXIT")
    assert sides_of(table, ()) == [(4, ["ann"]), (1, ["bob"]), (2, ["cid"]), (3, ["dan"])]
    assert sides_of(table, (1,)) == [(3, ["ann"]), (3, ["bob"]), (1, ["cid"]), (2, ["dan"])]
    assert sides_of(table, (1, 2, 3)) == []  # nobody has played it to the end


def test_partners_are_a_side_and_last_together() -> None:
    table = seated(Pairs, 4, 2, 4, 2)
    pairs = sorted(sorted(PLAYERS[s] for s in table.side(seat)) for seat in (0, table.order[1]))
    found = sides_of(table, ())
    assert sorted(sorted(names) for _, names in found) == pairs
    assert [place for place, _ in found] in ([1, 2], [2, 1])
    [(_, losers)] = [side for side in sides_of(table, (0,)) if side[0] == 2]
    assert "ann" in losers
    assert len(losers) == 2


# --- at a server ---------------------------------------------------------------------------------


GAMES: dict[str, type[NetGame]] = {"nim": Nim, "pairs": Pairs, "hanabi": find_game("hanabi")}


@pytest.fixture
def server() -> Iterator[MemoryServer]:
    server = MemoryServer(GAMES, "rated")
    yield server
    server.close()


def say(server: MemoryServer, peer: Peer, *lines: str) -> str:
    server.hear(peer)
    for line in lines:
        server.say(peer, line)
    return server.hear(peer)


def member(server: MemoryServer, name: str, address: str = "") -> Peer:
    """Somebody with an account, who has come from this address."""
    peer = server.peer()
    peer.origin = address
    if server.store.account(name) is None:
        server.store.write([("account", (name, None, b"", 0.0))])
        server.store.sync()
    server.core.new_session(peer, name)
    server.core.outbox.settle()
    server.hear(peer)
    return peer


def at_rated(
    server: MemoryServer, *names: str, options: str = "games=1", game: str = "nim"
) -> list[Peer]:
    """These have begun a rated match."""
    peers = [member(server, name) for name in names]
    assert say(server, peers[0], f"OPEN {game} rated=yes {options}").startswith("OK OPEN")
    for peer in peers:
        assert "WARNING" not in say(server, peer, f"JOIN {game}-1", "LOGIN")
    assert "WARNING" not in say(server, peers[0], "START")
    return peers


def play_out(server: MemoryServer, table: str, *, until: Callable[[], bool]) -> None:
    hosted = server.core.tables[table]
    peers = {s.name: s.peer for s in hosted.people.values()}
    for _ in range(500):
        if until():
            return
        seat = hosted.table.awaited[0] if hosted.table.awaited else 0
        peer = None if seat in hosted.table.robots() else peers.get(hosted.table.names[seat])
        if not hosted.table.playing:
            say(server, next(p for p in peers.values() if p is not None), "START")
        elif peer is not None and peer.session is not None and peer.session.hosted is hosted:
            say(server, peer, str(hosted.table.legal(seat)[0]))
        else:
            server.wait(2)
    raise AssertionError("it does not end")


def results(server: MemoryServer, game: str = "nim") -> dict[str, tuple[int, int]]:
    found = server.store.ratings(game, most=99)
    return {each.player: (each.matches, each.wins) for each in found}


def is_over(server: MemoryServer, table: str = "nim-1") -> Callable[[], bool]:
    return lambda: server.core.tables[table].table.match_over


def test_a_rated_match_counts_for_its_players(server: MemoryServer) -> None:
    at_rated(server, "ann", "bob", "cid")
    assert results(server) == {}
    play_out(server, "nim-1", until=is_over(server))
    table = server.core.tables["nim-1"].table
    winner = table.names[table.ranking[0]]
    assert results(server) == {name: (1, name == winner) for name in ("ann", "bob", "cid")}
    [match] = server.store.matches()
    assert match.rated
    best = server.store.ratings("nim", most=1)[0]
    assert best.player == winner


def test_partners_are_rated_as_a_side(server: MemoryServer) -> None:
    at_rated(server, "ann", "bob", "cid", "dan", game="pairs", options="")
    play_out(server, "pairs-1", until=is_over(server, "pairs-1"))
    assert sorted(results(server, "pairs").values()) == [(1, 0), (1, 0), (1, 1), (1, 1)]
    assert len({each.mu for each in server.store.ratings("pairs", most=9)}) == 2


def test_an_unrated_match_counts_for_nobody(server: MemoryServer) -> None:
    ann, bob = member(server, "ann"), member(server, "bob")
    say(server, ann, "OPEN nim games=1")
    for peer in (ann, bob):
        say(server, peer, "JOIN nim-1", "LOGIN")
    say(server, ann, "START")
    play_out(server, "nim-1", until=is_over(server))
    assert results(server) == {}
    assert not server.store.matches()[0].rated


def test_who_leaves_the_match_is_last(server: MemoryServer) -> None:
    ann, _, _ = at_rated(server, "ann", "bob", "cid", options="games=3")
    say(server, ann, "EXIT")
    play_out(server, "nim-1", until=is_over(server))
    found = {each.player: each.mu for each in server.store.ratings("nim", most=9)}
    assert found.keys() == {"ann", "bob", "cid"}
    assert found["ann"] < min(found["bob"], found["cid"])


def test_who_has_left_and_comes_back_in_time_is_not_last_for_it(server: MemoryServer) -> None:
    ann, bob = at_rated(server, "ann", "bob")
    hosted = server.core.tables["nim-1"]
    say(server, ann, "EXIT", "JOIN nim-1")
    play_out(server, "nim-1", until=is_over(server))
    best = hosted.table.names[hosted.table.ranking[0]]
    assert results(server)[best] == (1, 1)
    assert {ann.session, bob.session} == {*hosted.people.values()}


def test_who_is_made_to_give_up_is_last_also_where_the_points_are_level(
    server: MemoryServer,
) -> None:
    at_rated(server, "ann", "bob", "cid")
    carry_out(server.core, ((), [HostRequest(1, "forfeit", "nim-1", "ann", 0.0)]))
    server.core.outbox.settle()
    play_out(server, "nim-1", until=is_over(server))
    found = {each.player: each.mu for each in server.store.ratings("nim", most=9)}
    assert found["ann"] < min(found["bob"], found["cid"])
    assert sorted(server.core.tables["nim-1"].table.scores) == [0, 0, 1]


def test_a_match_that_is_broken_off_counts_for_nobody(server: MemoryServer) -> None:
    ann, bob = at_rated(server, "ann", "bob", options="games=3")
    say(server, ann, "EXIT")
    say(server, bob, "EXIT")  # nobody is left to play it out
    say(server, ann, "OPEN nim rated=yes", "JOIN nim-2", "LOGIN")
    say(server, bob, "JOIN nim-2", "LOGIN")
    say(server, ann, "START")
    carry_out(server.core, ((), [HostRequest(1, "close", "nim-2", "", 0.0)]))
    server.core.outbox.settle()
    assert results(server) == {}


def test_guests_open_no_rated_table_and_take_no_seat_there_but_may_watch(
    server: MemoryServer,
) -> None:
    guest, ann = server.peer(), member(server, "ann")
    say(server, guest, "ENTER gus")
    refused = say(server, guest, "OPEN nim rated=yes")
    assert refused.startswith("WARNING ACCOUNTS_ONLY")
    assert "SIGNUP name password" in refused
    say(server, ann, "OPEN nim rated=yes")
    assert "OK JOIN" in say(server, guest, "JOIN nim-1")
    assert say(server, guest, "LOGIN").startswith("WARNING ACCOUNTS_ONLY")
    assert say(server, guest, "EXIT", "SIGNUP gus correct horse").count("OK") == 2
    assert "WARNING" not in say(server, guest, "JOIN nim-1", "LOGIN")


def test_a_rated_match_keeps_its_players(server: MemoryServer) -> None:
    ann, bob = at_rated(server, "ann", "bob", options="games=3")
    cid = member(server, "cid")
    hosted = server.core.tables["nim-1"]
    play_out(server, "nim-1", until=lambda: not hosted.table.playing)
    assert say(server, bob, "LOGOUT").startswith("WARNING WRONG_PHASE")
    say(server, ann, "EXIT")
    assert "WARNING WRONG_PHASE" in say(server, cid, "JOIN nim-1", "LOGIN")
    play_out(server, "nim-1", until=is_over(server))
    assert results(server).keys() == {"ann", "bob"}
    assert "WARNING" not in say(server, cid, "LOGIN")  # the next match has room


@pytest.mark.parametrize(
    ("addresses", "counts"),
    [
        (("192.0.2.1", "192.0.2.1"), False),
        (("192.0.2.1", "192.0.2.2"), True),
        (("127.0.0.1", "127.0.0.1"), True),  # perhaps that of a proxy
    ],
)
def test_a_rated_match_is_not_played_from_one_address(
    server: MemoryServer, addresses: tuple[str, str], counts: bool
) -> None:
    pairs = zip(("ann", "bob"), addresses, strict=True)
    ann, bob = (member(server, name, address) for name, address in pairs)
    say(server, ann, "OPEN nim rated=yes", "JOIN nim-1", "LOGIN")
    assert say(server, ann, "START").startswith("WARNING TOO_FEW_PLAYERS")
    say(server, bob, "JOIN nim-1", "LOGIN")
    refused = say(server, bob, "START")
    assert refused.startswith("WARNING NOT_ALLOWED") != counts
    assert server.core.tables["nim-1"].table.playing == counts


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("robots=yes", "robots=no"),
        ("drop_in=on", "drop_in=off"),
        ("policy=suspend", "policy=robot"),
        ("policy=kick", "policy=robot"),
        ("move=0", "move=60"),
        ("late=suspend", "late=robot"),
    ],
)
def test_what_goes_with_no_rated_table_is_refused(
    server: MemoryServer, options: str, why: str
) -> None:
    refused = say(server, member(server, "ann"), f"OPEN nim rated=yes {options}")
    assert refused.startswith("WARNING BAD_OPTION")
    assert why in refused


def test_nobody_is_rated_where_all_play_together(server: MemoryServer) -> None:
    refused = say(server, member(server, "ann"), "OPEN hanabi rated=yes")
    assert refused.startswith("WARNING NOT_ALLOWED")


@pytest.mark.parametrize("name", sorted({*installed()} - {"hanabi"}))
def test_every_other_game_can_be_rated(name: str) -> None:
    game = find_game(name)
    for preset in ("", *game.presets):
        options = with_defaults(HostingOptions(rated=True), game, preset, {})
        check_rated(game, preset, options)


def test_a_server_that_cannot_rate_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_settings, "is_installed", lambda: False)
    with pytest.raises(Refused, match="pip install openskill"):
        check_rated(Nim, "", {"move": "60"})


def test_that_a_table_is_rated_is_told_in_the_lobby_and_at_the_table(server: MemoryServer) -> None:
    ann = member(server, "ann")
    say(server, ann, "OPEN nim rated=yes", "OPEN nim")
    told = say(server, ann, "TABLES").splitlines()
    rated_line, plain_line = (line for line in told if line.startswith("TABLE "))
    assert '"rated":"yes"' in rated_line.replace(" ", "")
    assert "rated" not in plain_line
    assert '"rated":true' in say(server, ann, "JOIN nim-1").replace(" ", "")


def test_after_every_page_a_match_is_counted_once_or_not_at_all(server: MemoryServer) -> None:
    """Whatever is stored when the server is killed: what is told to be over is counted."""
    pages: list[list[Row]] = []
    write = server.store.write

    def keep(rows: Sequence[Row]) -> None:
        pages.append(list(rows))
        write(rows)

    server.store.write = keep  # type: ignore[method-assign, assignment]
    at_rated(server, "ann", "bob", "cid", options="games=2")
    play_out(server, "nim-1", until=is_over(server))
    say(server, member(server, "dan"), "PING")
    for count in range(1, len(pages) + 1):
        with closing(new_store()) as store:
            for rows in pages[:count]:
                store.write(rows)
                store.sync()
            over_by_then = [match for match in store.matches() if match.over]
            counted = {each.player: each.matches for each in store.ratings("nim", most=9)}
            assert counted == (dict.fromkeys(("ann", "bob", "cid"), 1) if over_by_then else {})
    assert over_by_then


def test_a_match_goes_on_after_a_restart_and_is_counted_once(server: MemoryServer) -> None:
    at_rated(server, "ann", "bob", options="games=2")
    hosted = server.core.tables["nim-1"]
    play_out(server, "nim-1", until=lambda: not hosted.table.playing)
    for _ in range(2):
        server.restart()
        peers = [server.peer(), server.peer()]
        for peer, name in zip(peers, ("ann", "bob"), strict=True):
            server.core.renew(peer, server.core.sessions[name])
            server.core.outbox.settle()
        play_out(server, "nim-1", until=is_over(server))
        assert {count for count, _ in results(server).values()} == {1}


def test_clients_come_to_a_rated_table_only_if_they_want_one() -> None:
    def table(**options: str) -> Table:
        return Table("nim-1", "nim", "Nim", "preparing", [], 4, 0, options)

    plain, counts = table(), table(rated="yes", move="60.0", games="2")
    assert (plain.fits({}), counts.fits({})) == (True, False)
    assert (plain.fits({"rated": "yes"}), counts.fits({"rated": "yes"})) == (False, True)
    assert counts.fits({"rated": "yes", "games": "2"})
    assert not counts.fits({"rated": "yes", "games": "3"})
    assert not counts.fits({"games": "2"})
