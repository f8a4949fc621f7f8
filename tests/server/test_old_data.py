"""A data folder of version 0.1.0 opens, and the game that waits in it goes on.

Its table of Page One was opened with options under names that are no longer used, and its player
was cut off with the cards in hand.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from cardkit.cardgame import CardGame
from cardkit.registry import find_game, installed
from cardkit.server.serve import serving
from cardkit.server.settings import Settings

OLD = Path(__file__).parent / "data_0_1_0"


async def test_a_game_that_was_suspended_under_version_0_1_0_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(OLD, folder)
    (folder / "vault.key").chmod(0o600)  # which a checkout does not keep
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
