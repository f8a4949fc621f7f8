"""Letters that look like others, by Unicode's own list (UTS #39, confusables.txt).

Beside this file is the part of it that a name can need, read when it is first asked for;
`tools/confusables.py` makes it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

FILE = Path(__file__).with_suffix(".txt")


@cache
def prototypes() -> dict[int, str]:
    """What each letter looks like, for `str.translate`; most letters look like themselves."""
    found: dict[int, str] = {}
    for line in FILE.read_text(encoding="utf-8").split("\n"):
        if not line.startswith("#"):
            prototype, _, letters = line.partition("\t")
            found.update(dict.fromkeys(map(ord, letters), prototype))
    return found
