"""The cores of this machine that are ours."""

from __future__ import annotations

import os


def cores() -> int:
    """How many processes can really run at the same time here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
