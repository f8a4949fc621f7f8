"""What the participants of a table hear.

An event is kept as parts and put into words only for somebody who listens. A part that not
everybody may know decides by itself what it shows to whom, so one event serves all.
"""

from __future__ import annotations

from typing import Any

WATCHER = 30
"""The seat number of whoever watches; no player ever has it."""


class Hidden:
    """A part of an event that is not the same for everybody."""

    __slots__ = ()

    def words(self, viewer: int) -> tuple[Any, ...]:
        """What this part says to the viewer in that seat."""
        raise NotImplementedError

    def is_public(self) -> bool:
        """True when everybody is told the same."""
        return False


class Event:
    """One thing that happened, numbered, e.g. `MOVE alice table S3`."""

    __slots__ = ("_public", "kind", "number", "only", "parts")

    def __init__(self, number: int, kind: str, parts: tuple[Any, ...], only: int = -1) -> None:
        self.number = number
        self.kind = kind
        self.parts = parts
        self.only = only
        self._public: tuple[Any, ...] | None = None

    def words(self, viewer: int) -> tuple[Any, ...] | None:
        """The event as this viewer hears it, or None when it is not for their ears.

        What is the same for everybody is put into words once.
        """
        if self._public is not None:
            return self._public
        if self.only not in (-1, viewer):
            return None
        said: list[Any] = [self.kind]
        public = self.only == -1
        for part in self.parts:
            if isinstance(part, Hidden):
                said.extend(part.words(viewer))
                public = public and part.is_public()
            else:
                said.append(part)
        words = tuple(said)
        if public:
            self._public = words
        return words

    def __repr__(self) -> str:
        return f"<event {self.number} {self.kind} {self.parts}>"
