"""Takes a picture of each game in mid-game: `python -m tools.pictures`, or only of some by name.

A picture shows what a player sees. The deal follows from a seed and the bots of the game play, so
the same rules give the same picture again; the page shows it as a match that is replayed.
"""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from cardkit.cardgame import Bot, Rand
from cardkit.netgame import WATCHER, NetGame
from cardkit.registry import bots_of, find_game, installed
from cardkit.simulate import usual_players
from cardkit.testing.page import CHROMIUM, WHY_NOT, Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

PICTURES = Path(__file__).parent.parent / "docs" / "pictures" / "games"
NAMES = ("You", "Mia", "Ken", "Zoe", "Ben", "Aya", "Tom", "Eva")
SEED = 7
WIDTH, HEIGHT = 960, 600
SHOWN_AT = 640
"""Pixels that a picture is wide."""
QUALITIES = (0.85, 0.7, 0.5, 0.3)
MOST_BYTES = 40_000
MIDDLE = (0.2, 0.6)
"""Between which parts of a game a picture is taken."""
ENOUGH = 5
"""So many cards of a pile are seen, however many it has."""
MOST_INPUTS = 3000
PLAIN = """
  .replay .steps, .replay .bar, .replay .side { display: none !important; }
  .replay.table { grid-template-columns: 1fr !important; }
"""
"""Only the table is shown, not what a replay is steered with."""


def picture_of(name: str) -> Path:
    return PICTURES / f"{name}.webp"


@dataclass
class Playing:
    """A first game between the bots of a game, as the first player sees and hears it."""

    game: type[NetGame]
    positions: list[dict[str, Any]] = field(default_factory=list)
    asked: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = self.game(key=b"%d" % SEED)
        self.table.listening = True
        players = usual_players(self.table, 1)
        for name in NAMES[:players]:
            self._say(name, "ENTER")
            self._say(name, "LOGIN")
        self._say(NAMES[0], "START")
        self.begun = len(self.positions)
        known = [bot for bot in bots_of(self.game).values() if bot is not Rand] or [Rand]
        bots = [known[0](Random(f"{SEED} {seat}").randrange) for seat in range(players)]
        while self.table.playing and self.table.game_no == 1 and len(self.positions) < MOST_INPUTS:
            self._move(bots)

    def _move(self, bots: list[Bot]) -> None:
        seat = self.table.awaited[-1]
        view: Any = self.table.view(seat)
        legal: Any = self.table.legal(seat)
        self._say(self.table.names[seat], bots[seat].choose(view, legal))

    def _say(self, who: str, what: str) -> None:
        events = self.table.apply(who, what)
        seat = self.table.people.seat_of.get(NAMES[0], WATCHER)
        heard = [(event.number, event.words(seat)) for event in events]
        frame = [[n, *words] if n else [*words] for n, words in heard if words is not None]
        view = self.table.view(seat)
        at = len(self.positions)
        self.positions.append({"at": at, "frame": frame, "view": view.data()})
        self.asked.append(seat in self.table.awaited and self.table.playing)

    def best(self) -> int:
        """The position in mid-game with most to see, where the player is asked."""
        length = len(self.positions) - self.begun
        first, last = (self.begun + int(length * part) for part in MIDDLE)
        there = range(first, max(first + 1, min(last, len(self.positions))))
        asked = [at for at in there if self.asked[at]]
        return max(asked or there, key=self._open_cards)

    def _open_cards(self, at: int) -> int:
        """How many cards are seen: one's own, those that lie open, and those that others show."""
        view = self.positions[at]["view"]
        own: Sequence[str] = view.get("hand") or ()
        piles: list[Sequence[str]] = [*view.get("piles", {}).values(), *view.get("hands", [])[1:]]
        seen = [sum(card != "??" for card in pile) for pile in piles]
        return len(own) + sum(min(count, ENOUGH) for count in seen)


def take_all(names: list[str]) -> Iterator[tuple[str, int]]:
    """A picture of each of these games; its name and its size."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data", "--no-tables")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for name in names:
                data = take(browser, server.address, name)
                PICTURES.mkdir(parents=True, exist_ok=True)
                picture_of(name).write_bytes(data)
                yield name, len(data)
        finally:
            browser.close()
            server.stop()


def take(browser: Browser, address: str, name: str) -> bytes:
    """A picture of this game in mid-game, as WebP."""
    playing = Playing(find_game(name))
    shown = playing.positions[: playing.best() + 1]
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT},
        device_scale_factor=SHOWN_AT / WIDTH,
        reduced_motion="reduce",
        color_scheme="light",
        locale="en",
        bypass_csp=True,
        service_workers="block",
    )
    page = context.new_page()
    about = {
        "game": name,
        "preset": "",
        "options": {},
        "table": "",
        "match": 1,
        "players": [*playing.table.names],
        "starts": [playing.begun],
        "last": len(shown) - 1,
        "eyes": NAMES[0],
    }

    def answer(route: Route) -> None:
        start = int(route.request.url.partition("start=")[2].partition("&")[0])
        route.fulfill(json={**about, "positions": shown[start : start + 300]})

    page.route("**/replay/1.json*", answer)
    page.goto(f"{address}/replay/1")
    page.locator(".replay header select").select_option(NAMES[0])
    page.locator(f".replay[data-eyes='{NAMES[0]}']").wait_for()
    page.add_style_tag(content=PLAIN)
    page.keyboard.press("End")
    page.locator(f".replay[data-at='{len(shown) - 1}']").wait_for()
    taken = page.screenshot()
    found = smaller(context.new_page(), taken)
    context.close()
    return found


def smaller(page: Any, png: bytes) -> bytes:
    """The same as WebP, as good as it can be within its size."""
    script = """async ([png, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality).split(",")[1];
    }"""
    data = b""
    for quality in QUALITIES:
        data = b64decode(page.evaluate(script, [b64encode(png).decode(), quality]))
        if len(data) <= MOST_BYTES:
            break
    return data


if __name__ == "__main__":
    if WHY_NOT:
        sys.exit(f"No pictures can be taken: {WHY_NOT}")
    for taken, size in take_all(sys.argv[1:] or [*installed()]):
        print(f"{taken}: {size:,} bytes")
