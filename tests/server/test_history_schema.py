"""What was played, in pieces, and read by an index."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardkit.netgame import Refused
from cardkit.server import sqlite_store as module
from cardkit.server import store as store_module
from cardkit.server.history import MatchHistory, MatchState
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import Row, Store
from cardkit.server.table_settings import HostingOptions
from cardkit.server.vault import Vault
from tests.stores import connection_of, new_store

Results = Sequence[tuple[str, int]]
PLAYERS = ("ann", "bob", "guest-é", "ゆき", 'o"hara', "robot-1", "robot-2")
DERIVED = ("table_numbers", "finished_games")
OLD: dict[str, str] = {
    "table": "INSERT INTO tables SELECT ?, ?, ?, ?, ?, 1 WHERE ? || ? || ? || ? >= ''",
    "match": "INSERT INTO matches (id, at_table, told, deals, secret, over) "
    "SELECT ?, ?, ?, ?, ?, 0 WHERE ? > ''",
    "begun": "UPDATE matches SET begun = ? WHERE id = ?",
    "over": "UPDATE matches SET over = 1, secret = ?, ended = ?, games = ?, players = ?, "
    "scores = ? WHERE id = ?",
}
"""What a server of the first version wrote."""
TABLE_WITHOUT_OWNER = (
    "INSERT INTO tables (name, game, preset, options, house, open, opened) "
    "SELECT ?, ?, ?, ?, ?, 1, 0 WHERE ? || ? || ? || ? >= ''"
)


def table(name: str, game: str) -> Row:
    return "table", (name, game, "", "{}", "{}", "", "", 0.0, 0)


def begun(number: int, at_table: str) -> list[Row]:
    return [
        ("match", (number, at_table, 0, 0, b"sealed", "0.1.0")),
        ("begun", (float(number), number)),
    ]


def over(number: int, results: Results) -> list[Row]:
    """The one game of a match is over, and so is the match."""
    names = json.dumps([name for name, _ in results], ensure_ascii=False)
    points = json.dumps([points for _, points in results])
    game = game_over(number, 1, results)
    return [*game, ("over", (b"open", number + 1.0, 1, names, points, number))]


def game_over(number: int, game: int, scores: Results) -> list[Row]:
    """A game of a match is over, with these scores by then."""
    rows = list[Row]()
    for seat, (name, score) in enumerate(scores):
        by = "robot" if name.startswith("robot-") else "person"
        rows.append(("game over", (number, game, seat, number + 1.0, name, by, None, None, score)))
    return rows


def finished(*matches: Results, game: str = "nim", first: int = 1) -> list[Row]:
    """Rows of a table of this game with these matches."""
    name = f"{game}-{first}"
    rows: list[Row] = [table(name, game), ("table number", (game, first))]
    for number, results in enumerate(matches, first):
        rows += [*begun(number, name), *over(number, results)]
    return rows


@pytest.fixture
def store() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


def archive_of(store: Store) -> MatchHistory:
    return MatchHistory(store, lambda: Vault(bytes(32)))


# --- what is derived ---------------------------------------------------------------------------


def at_random(seed: int) -> list[Row]:
    """Tables of three games where matches begin, end, or do not; in one the fewest points win."""
    chance, rows, games = Random(seed), list[Row](), ("nim", "low_nim", "akq")
    tables, opened = list[tuple[str, str]](), Counter[str]()
    for number in range(1, chance.randint(2, 60)):
        if not tables or chance.random() < 0.3:
            game = chance.choice(games)
            opened[game] += 1
            tables.append((f"{game.replace('_', '-')}-{opened[game]}", game))
            rows.append(table(*tables[-1]))
            rows.append(("table number", (game.replace("_", "-"), opened[game])))
        name, game = chance.choice(tables)
        rows += begun(number, name)[: chance.choice((1, 2, 2, 2))]
        if rows[-1][0] == "begun" and chance.random() < 0.8:
            names = chance.sample(PLAYERS, chance.randint(1, 4))
            points = sorted((chance.randint(-3, 9) for _ in names), reverse=game != "low_nim")
            rows += over(number, list(zip(names, points, strict=True)))
    return rows


@pytest.mark.parametrize("seed", range(10))
def test_an_old_store_gets_what_a_new_one_would_have(
    store: Store, seed: int, tmp_path: Path
) -> None:
    rows = at_random(seed)
    store.write(rows)
    path = tmp_path / "cardkit.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"{module._SCHEMA} PRAGMA user_version = {module._FIRST_VERSION};")
        for what, values in rows:
            if what in OLD:
                db.execute(OLD[what], values)
        db.commit()
    with closing(sqlite_store(path, migrate=True)) as old:
        for name in (*DERIVED, "matches"):
            query = f"SELECT * FROM {name} ORDER BY 1, 2"
            assert old.select(query) == store.select(query)
        assert old.last_numbers() == store.last_numbers()


def test_a_row_that_cannot_be_read_costs_only_its_own_match(tmp_path: Path) -> None:
    path = tmp_path / "cardkit.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"{module._SCHEMA} PRAGMA user_version = {module._FIRST_VERSION};")
        for what, values in finished(*[[("ann", 2), ("bob", 1)]] * 4):
            if what in OLD:
                db.execute(OLD[what], values)
        db.execute("UPDATE matches SET players = '[\"ann' WHERE id = 1")
        db.execute("UPDATE matches SET scores = 'x' WHERE id = 2")
        db.execute("UPDATE matches SET scores = '[]' WHERE id = 3")
        db.commit()
    with closing(sqlite_store(path, migrate=True)) as store:
        found = store.select("SELECT match, player FROM finished_games")
    assert found == [(4, "ann"), (4, "bob")]


def test_what_older_versions_have_counted_is_no_rating(tmp_path: Path) -> None:
    """Nobody knows by now who was a guest or a robot in these matches."""
    path, earlier = tmp_path / "cardkit.sqlite", module._MIGRATIONS.index(module._RATINGS)
    with closing(sqlite3.connect(path)) as db:
        version = module._FIRST_VERSION + earlier
        scripts = " ".join((module._SCHEMA, *module._MIGRATIONS[:earlier]))
        db.executescript(f"{scripts} PRAGMA user_version = {version};")
        old = {**store_module._STATEMENTS, "table": TABLE_WITHOUT_OWNER}
        for what, values in finished([("ann", 2), ("bob", 1)]):
            db.execute(old[what], values)
        db.commit()
        assert db.execute("SELECT count(*) FROM standings").fetchone() == (2,)
    with closing(sqlite_store(path, migrate=True)) as store:
        assert store.games_rated() == []
        [match], _ = archive_of(store).matches(most=9)
        assert (match.results, match.rated) == ((("ann", 2), ("bob", 1)), False)


def test_who_has_opened_a_table_of_an_older_version_is_still_known(tmp_path: Path) -> None:
    path, earlier = tmp_path / "cardkit.sqlite", module._MIGRATIONS.index(module._PORTABLE)
    house = HostingOptions(title="Ann’s", owner="ann", origin="x")
    with closing(sqlite3.connect(path)) as db:
        version = module._FIRST_VERSION + earlier
        scripts = " ".join((module._SCHEMA, *module._MIGRATIONS[:earlier]))
        db.executescript(f"{scripts} PRAGMA user_version = {version};")
        for name, written in ("nim-1", json.dumps(asdict(house))), ("nim-2", "{"):
            db.execute(TABLE_WITHOUT_OWNER, (name, "nim", "", "{}", written, "", "", 0.0, 0))
        db.commit()
    with closing(sqlite_store(path, migrate=True)) as store:
        first, damaged = store.tables()
        assert HostingOptions.read(first.house, first.owner, first.origin) == house
        assert "ann" not in first.house
        assert (damaged.house, damaged.owner) == ("{", "")


def of_three_games(number: int, *games: Results) -> list[Row]:
    """A match with these scores after each of its games."""
    rows = begun(number, "nim-1")
    for game, scores in enumerate(games, 1):
        rows += game_over(number, game, scores)
    best = sorted(games[-1], key=lambda each: -each[1])
    names, points = (json.dumps([each[at] for each in best]) for at in (0, 1))
    return [*rows, ("over", (b"open", 9.0, len(games), names, points, number))]


def test_the_games_of_a_match_that_was_broken_off_are_told(store: Store) -> None:
    store.write([table("nim-1", "nim"), *begun(1, "nim-1")])
    store.write([*game_over(1, 1, [("ann", 0), ("bob", 1)]), ("closed", ("nim-1",))])
    archive = archive_of(store)
    match = archive.match(1)
    assert (match.state, match.games, match.ended) == (MatchState.BROKEN_OFF, 1, 2.0)
    assert match.results == (("bob", 1), ("ann", 0))
    [game], more = archive.games(1, most=9)
    assert [(seat.player, seat.score) for seat in game.seats] == [("ann", 0), ("bob", 1)]
    assert not more


def test_the_games_of_a_match_are_told_in_pieces(store: Store) -> None:
    store.write([table("nim-1", "nim")])
    store.write(of_three_games(1, *[[("ann", n), ("bob", 0)] for n in (1, 2, 3)]))
    archive = archive_of(store)
    games, more = archive.games(1, most=2)
    assert ([game.number for game in games], more) == ([1, 2], True)
    games, more = archive.games(1, after=2, most=2)
    assert ([game.number for game in games], more) == ([3], False)


# --- the matches -------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, 2, 7, 1000])
@pytest.mark.parametrize("asked", [{}, {"game": "nim"}, {"table": "nim-1"}, {"game": "chess"}])
def test_pages_of_matches_show_each_of_them_once(
    store: Store, asked: dict[str, Any], most: int
) -> None:
    rows = at_random(5)
    store.write(rows)
    games = {values[0]: values[1] for what, values in rows if what == "table"}
    places = {values[0]: values[1] for what, values in rows if what == "match"}
    expected = [
        values[1]
        for what, values in reversed(rows)
        if what == "begun"
        and asked.get("game", games[places[values[1]]]) == games[places[values[1]]]
        and asked.get("table", places[values[1]]) == places[values[1]]
    ]
    found: list[int] = []
    before, more = 1 << 60, True
    while more:
        matches, more = archive_of(store).matches(**asked, before=before, most=most)
        found += [match.number for match in matches]
        before = found[-1] if found else 0
    assert found == expected
    assert found or asked.get("game") == "chess"


def test_a_table_of_another_game_has_no_matches_of_this_one(store: Store) -> None:
    store.write(finished([("ann", 1)]))
    archive = archive_of(store)
    assert archive.matches(game="nim", table="nim-1", most=9)[0]
    assert archive.matches(game="akq", table="nim-1", most=9) == ([], False)
    assert archive.matches(table="nim-2", most=9) == ([], False)


def test_only_the_last_match_of_an_open_table_is_running(store: Store) -> None:
    store.write([table("nim-1", "nim"), table("nim-2", "nim")])
    store.write([*begun(1, "nim-1"), *begun(2, "nim-2"), *begun(3, "nim-1"), *begun(4, "nim-2")])
    store.write([*over(4, [("ann", 1)]), ("match", (5, "nim-2", -1, 0, b"sealed", "0.1.0"))])
    matches, _ = archive_of(store).matches(most=9)
    off = MatchState.BROKEN_OFF
    assert [match.state for match in matches] == [MatchState.OVER, MatchState.RUNNING, off, off]
    store.write([("closed", ("nim-1",))])
    assert archive_of(store).match(3).state is off


def test_a_table_gets_a_number_that_none_ever_had(store: Store) -> None:
    store.write(("table number", (stem, n)) for stem in ("nim", "rummy-500") for n in (9, 10, 8))
    store.write(begun(7, "nim-9"))
    assert store.last_numbers() == (7, {"nim": 10, "rummy-500": 10})


def test_a_match_gets_a_number_that_none_ever_had(store: Store) -> None:
    store.write([*begun(7, "nim-9"), *begun(8, "nim-9")])
    store.write([("no match", (8,)), ("match number", (8, 8))])
    store.write([("no match", (7,)), ("match number", (7, 7))])
    assert store.last_numbers() == (8, {})


# --- what it costs -----------------------------------------------------------------------------


PLANS = {
    "SEARCH matches USING INDEX matches_begun (id<?)",
    "SEARCH matches USING INDEX matches_public (id<?)",
    "SEARCH matches USING INDEX matches_by_game (game=? AND id<?)",
    "SEARCH matches USING INDEX matches_by_game (game=?)",  # the last few
    "SEARCH matches USING INDEX matches_by_table (at_table=? AND id<?)",
    "SEARCH matches USING INDEX matches_by_table (at_table=?)",
    "SEARCH matches USING INDEX matches_coming (at_table=?)",
    "SEARCH matches USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH matches USING INTEGER PRIMARY KEY (rowid<?)",  # the last one
    "SEARCH tables USING PRIMARY KEY (name=?)",
    "SEARCH tables USING PRIMARY KEY (name<?)",
    "SEARCH tables USING PRIMARY KEY (name>?)",
    "SEARCH finished_games USING PRIMARY KEY (match=?)",  # from its end
    "SEARCH finished_games USING PRIMARY KEY (match=? AND number>? AND number<?)",
    "SEARCH finished_games USING COVERING INDEX finished_by_player (player=? AND match<?)",
    "LIST SUBQUERY 1",  # as many as are shown
    "SEARCH tables USING INDEX tables_in_use (open=?)",  # as many as are open
    "USE TEMP B-TREE FOR ORDER BY",  # of these
    "SCAN table_numbers",
    "SCAN match_numbers",  # a single one
}
"""How everything is found: never by going through what was played."""


def test_no_question_reads_more_than_it_shows() -> None:
    store = sqlite_store(None)
    store.write([*at_random(5), *begun(99, "nim-1")])
    store.sync()
    archive, said = archive_of(store), list[str]()
    connection_of(store).set_trace_callback(said.append)
    questions: list[dict[str, Any]] = [
        {},
        {"table": "nim-1"},
        {"game": "nim", "table": "nim-1"},
        {"player": "ann"},
    ]
    for asked in questions:
        archive.matches(**asked, before=50, most=2)
        archive.matches(**asked, before=50, most=2, public=True)
    archive.matches(game="nim", before=50, most=2, public=True)
    assert archive.match(99).state is MatchState.RUNNING
    with pytest.raises(Refused, match="did you mean"):
        archive.check_table("nim1")
    store.tables()
    store.last_match("nim-1")
    store.last_match("nim-1", coming=True)
    store.last_numbers()
    connection_of(store).set_trace_callback(None)
    plans = [store.select(f"EXPLAIN QUERY PLAN {query}") for query in said]
    assert {step for plan in plans for *_, step in plan} == PLANS


def test_matches_that_never_began_are_passed_over() -> None:
    """Opening a table stores a match; a thousand of those are not read to find the one before."""
    store = sqlite_store(None)
    store.write(finished([("ann", 1)]))
    store.write(("match", (n, f"nim-{n}", 0, 0, b"sealed", "0.1.0")) for n in range(2, 1002))
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    connection_of(store).set_progress_handler(count, 100)
    assert [m.id for m in store.matches(most=1)] == [1]
    assert steps < 5
