"""A person at the page, with a camera."""

from __future__ import annotations

from pathlib import Path

from cardkit.testing.person import CORNER
from cardkit.testing.person import Person as AnyPerson

__all__ = ["CORNER", "Person"]

ARTEFACTS = Path(__file__).parent / "artefacts"


class Person(AnyPerson):
    """Somebody who can take pictures for people to look at."""

    def shoot(self, name: str) -> None:
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=ARTEFACTS / f"{name}.png")
