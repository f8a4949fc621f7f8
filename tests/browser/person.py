"""A person at the page, with a camera."""

from __future__ import annotations

from pathlib import Path

from cardkit.testing.person import CORNER
from cardkit.testing.person import Person as AnyPerson

__all__ = ["CORNER", "Person"]

ARTEFACTS = Path(__file__).parent / "artefacts"
BY_PLAYWRIGHT = ("blocked a JavaScript eval", "blocked an inline style (style-src-elem)")
"""What Firefox keeps Playwright from doing; if a page does it, Chromium says so in other words."""


class Person(AnyPerson):
    """Somebody who can take pictures for people to look at."""

    def leave(self) -> None:
        super().leave()
        own = [wrong for wrong in self.wrongs if not any(each in wrong for each in BY_PLAYWRIGHT)]
        self.wrongs[:] = own

    def shoot(self, name: str) -> None:
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=ARTEFACTS / f"{name}.png")
