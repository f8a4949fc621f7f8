"""One game as several versions tell it: the same inputs play it, and other events tell of them."""

from __future__ import annotations

from cardkit import CardCommand, Notice
from cardkit.games.page_one import PageOne


class Talkative(PageOne):
    """Tells one more event after each discard."""

    declares = (Notice("TAP", "a card is played", {}, "Tap."),)

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self.emit("TAP")


class Renamed(Talkative):
    """Tells as many, but in another word."""

    declares = (Notice("KNOCK", "a card is played", {}, "Knock."),)

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self.emit("KNOCK")


VERSIONS = (PageOne, Talkative, Renamed)
