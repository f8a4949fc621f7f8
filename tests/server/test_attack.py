"""A tenth of benchmarks.attack: whatever is thrown at a server, the honest get their answers.

How soon is measured there; here it only has to be right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import trio

from benchmarks.attack import watch
from benchmarks.floods import FLOODS
from benchmarks.server import Server, server


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("attacked")


@pytest.fixture(scope="module")
def hosted(folder: Path) -> Iterator[Server]:
    with server(data=folder, limits=True) as running:
        yield running


@pytest.mark.parametrize("kind", FLOODS)
def test_the_honest_are_served_under_attack(kind: str, hosted: Server, folder: Path) -> None:
    look = partial(watch, seconds=0.6, newcomers=50, before=0.2)
    seen, _, _ = trio.run(look, hosted, kind, 25, 2)  # raises what an honest client is refused
    assert all(seen.all)
    assert hosted.process.poll() is None
    assert [line for line in (folder / "log").read_text().splitlines() if " error " in line] == []
