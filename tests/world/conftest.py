"""Worlds of tests are small, so what is reached only after long is reached soon there."""

from __future__ import annotations

import pytest

from cardkit.server import session
from tests.world import archive


@pytest.fixture(autouse=True)
def few_tags_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (session, archive):
        monkeypatch.setattr(module, "TAGS_KEPT", 8)
