"""A data folder of version 0.1.0 opens, and the game that waits in it goes on.

Its table of Page One was opened with options under names that are no longer used, and its player
was cut off with the cards in hand.
"""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from cardkit import __version__
from cardkit.cardgame import CardGame
from cardkit.registry import find_game, installed
from cardkit.server.serve import serving
from cardkit.server.settings import Settings
from cardkit.server.sqlite_store import sqlite_store
from tests.server_helpers import Hall

OLD = Path(__file__).parent / "data_0_1_0"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    shutil.copytree(OLD, folder)
    (folder / "vault.key").chmod(0o600)  # which a checkout does not keep
    return folder


async def test_a_game_that_was_suspended_under_version_0_1_0_goes_on(folder: Path) -> None:
    games = {name: find_game(name) for name in installed()}
    log: list[str] = []
    async with serving(Settings(data=folder, port=-1), games, log.append) as running:
        hosted = running.runner.core.tables["page-one-2"]
        table = hosted.table
        assert isinstance(table, CardGame)
        assert (table.suspended, table.playing, table.people.away()) == (True, True, [0])
        assert table.view(0).hand == ("H9", "DQ", "S6", "HA", "HJ")
        hosted.apply("", "BACK guest-ann")
        assert not table.suspended
        hosted.apply("guest-ann", str(table.legal(0)[0]))
        assert table.game_no == 1
        assert len(table.hand(0)) == 4
    assert not [line for line in log if "table.lost" in line]
    assert (folder / "cardkit.v2.sqlite").is_file(), "what was there is kept"


async def test_its_player_gets_the_whole_picture_however_often_the_server_starts(
    folder: Path,
) -> None:
    """No number that version 0.1.0 gave to an event is taken for one of today."""
    games = {"page_one": find_game("page_one")}
    last = 0
    for name in ("bob", "cid", "dan"):
        async with serving(Settings(data=folder, port=-1), games, lambda line: None) as running:
            hosted = running.runner.core.tables["page-one-2"]
            ann, told = hosted.people["guest-ann"], hosted.table.told
            assert told >= last
            assert [n for n in range(told + 1) if hosted.rest(ann, n) is not None] == []
            hosted.apply("", "BACK guest-ann")
            assert hosted.rest(ann, told + 1) is not None, "this was told today"
            hosted.apply("", "LOST guest-ann")
            await Hall(running.runner, [], running.nursery).guest(
                name
            )  # all of it is stored by then
            last = hosted.table.told
    with closing(sqlite_store(folder / "cardkit.sqlite")) as store:
        match = store.last_match("page-one-2")
        assert match is not None
        assert match.cardkit == f"0.1.0 {__version__}"
