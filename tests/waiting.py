"""Waiting for what happens in another process, which cannot tell: a screen, a file, a page."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Seen = TypeVar("Seen")
PATIENCE = 60.0
"""Seconds; only a test that fails waits so long."""


def until(look: Callable[[], Seen], what: Callable[[], str] = lambda: "it") -> Seen:
    """Look again and again; what is seen first, if there is anything."""
    end = time.monotonic() + PATIENCE
    while not (seen := look()):
        assert time.monotonic() < end, f"{what()} did not come in {PATIENCE:.0f} seconds"
        time.sleep(0.02)
    return seen
