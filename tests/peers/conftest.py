"""How many games are compared: all in `make peers`, and some of them in the suite."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sound import Sound

Some = Callable[[int], int]


@pytest.fixture
def some(sound: Sound) -> Some:
    return lambda games: games if sound.long else games // 5
