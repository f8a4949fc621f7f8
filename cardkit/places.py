"""Where an error comes from: a line of the author of a game or a bot, if one is to blame."""

from __future__ import annotations

from pathlib import Path
from sysconfig import get_path
from traceback import FrameSummary, extract_tb

_NOT_THE_AUTHORS = (str(Path(__file__).parent), get_path("stdlib"), "<")
"""Where the files of the toolkit and of Python are."""


def place_of(error: BaseException) -> FrameSummary | None:
    """The innermost line of the author, or else of anybody."""
    places = extract_tb(error.__traceback__)
    own = [place for place in places if not place.filename.startswith(_NOT_THE_AUTHORS)]
    return own[-1] if own else places[-1] if places else None
