"""A person at the page, who only clicks and types what anybody could."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from cardkit.netgame import Below

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Position

PATIENCE = 20_000
"""Milliseconds to wait for something to appear; it is there much sooner."""
UNASKED = 5_000
"""Milliseconds after which the result of a game is shown to who does not ask for it."""
AT_ONCE = """const { setTimeout } = window;
window.setTimeout = (what, wait, ...more) => setTimeout(what, wait === 700 ? 0 : wait, ...more);"""
"""Nobody looks at cards before they are taken from the table (`HOLD` of the page's session.js)."""
MOST_CLICKS = 30
MOST_GAMES = 30
GAMES_UNASKED = 3
"""After so many games in which one is asked nothing, having lost all points perhaps, one leaves."""
CORNER: Position = {"x": 8, "y": 16}
"""Where a card is seen even when another lies on it."""


class Person:
    """One browser window, with everything that went wrong in it."""

    def __init__(self, context: BrowserContext, address: str, path: str = "/") -> None:
        self.context, self.address = context, address
        context.add_init_script(AT_ONCE)
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.wrongs: list[str] = []
        self._reopen: Callable[[], str] | None = None
        """Opens a table like the one that was opened last."""
        self.page.on("pageerror", lambda error: self.wrongs.append(str(error)))
        self.page.on("console", self._hear)
        self.page.goto(address + path)

    def _hear(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        lost = "WebSocket connection", "net::ERR_CONNECTION", "net::ERR_SOCKET"
        expected = (*lost, "status of 422")  # no record
        if kind == "error" and not any(each in text for each in expected):
            self.wrongs.append(text)

    def leave(self) -> None:
        self.context.close()

    # --- to a table --------------------------------------------------------------------------

    def enter(self, name: str) -> None:
        self.show_entry()
        self.page.locator(".entry input[name=name]").fill(name)
        self.page.locator(".entry button.primary").click()
        self.page.locator(".who strong, .table").first.wait_for()

    def show_entry(self) -> None:
        """The form is there at once for who is invited to a table."""
        self.page.locator(".entry, .who button").first.wait_for()
        if not self.page.locator(".entry").count():
            self.page.locator(".who button").first.click()

    def open_table(self, game: str, preset: str = "", **settings: str) -> str:
        """Open a table with the form and sit down; the name of the table."""
        self._reopen = partial(self.open_table, game, preset, **settings)
        self.page.get_by_label(f"Open a table: {game}", exact=True).click()
        self.page.locator("dialog form.open").wait_for()
        if preset:
            self.page.locator(f"dialog .kinds [value='{preset}']").check()
        for more in self.page.locator("dialog details summary").all() if settings else ():
            more.click()
        for name, value in settings.items():
            field = self.page.locator(f"#option-{name}")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            elif field.get_attribute("type") == "checkbox":
                field.set_checked(value == "on")
            else:
                field.fill(value)
        self.page.locator("dialog button.primary").click()
        self.page.locator(".seat.mine").wait_for()
        return self.page.locator(".bar .place code").inner_text()

    def join(self, table: str) -> None:
        self.page.locator(f"[aria-label='Join {table}']").click()
        self.page.locator(".standing").wait_for()

    def sit(self) -> None:
        self.page.get_by_role("button", name="Take a seat").click()
        self.page.locator(".seat.mine").wait_for()

    def begin(self) -> None:
        before = self.page.locator(".bar .place").inner_text()
        self.page.locator(".standing button.primary").click()
        begun = self.page.locator(".table[data-phase=playing]")
        place = self.page.locator(".table[data-phase=results] .bar .place")
        over = place.filter(has_not_text=before)  # robots had it alone
        begun.or_(over).first.wait_for()

    def sit_alone(self, game: str, **settings: str) -> None:
        """Open a table, and begin a game with robots."""
        self.open_table(game, **settings)
        self.begin()

    def go_away(self) -> None:
        """Leave the table, even in the middle of a match."""
        self.page.locator(".menu .leave").click()
        sure = self.page.locator("dialog [data-leave]")
        sure.or_(self.page.locator(".lobby")).wait_for()
        if sure.count():
            sure.click()
            self.page.locator(".lobby").wait_for()

    # --- to play -----------------------------------------------------------------------------

    @property
    def is_asked(self) -> bool:
        return self.page.locator(".table[data-turn=mine]").count() > 0

    @property
    def phase(self) -> str:
        return self.page.locator(".table").get_attribute("data-phase") or ""

    def await_turn(self) -> None:
        """Until one is asked, or the game is over and its result is shown."""
        self.page.locator(".table[data-turn=mine], .standing, [data-result]").first.wait_for()
        result = self.page.locator("[data-result]")
        if result.count():
            with suppress(import_module("playwright.sync_api").TimeoutError):
                result.click(timeout=UNASKED)

    def play(self, below: Below = lambda n: 0) -> str:
        """Do something that is possible, by clicking: the first thing, or any; what was said."""
        page = self.page
        for _ in range(MOST_CLICKS):
            done = page.locator(".acts button.primary[data-say]")
            more = page.locator(".held.good:not([data-say])")
            if done.count() or not more.count():
                break
            more.nth(below(more.count())).click(position=CORNER)
        else:
            raise AssertionError("however many cards are selected, there is no button")
        lists = page.locator(".ask select")
        for at in range(lists.count()):
            choices = lists.nth(at).locator("option").count()
            lists.nth(at).select_option(index=below(choices))
        ways = page.locator(".pick:enabled, .held[data-say], button.pile, .acts [data-say]:enabled")
        light = ways.and_(page.locator(":not(.grave)"))  # what is grave only for want of another
        some = light if light.count() else ways
        chosen = some.nth(below(some.count()))
        said = chosen.get_attribute("data-say") or ""
        shown = page.locator(".table").get_attribute("data-beat")
        is_held = chosen.and_(page.locator(".held")).count() > 0
        chosen.click(position=CORNER if is_held else None)
        sure = page.locator(".acts .sure")
        if sure.count():  # what stakes all
            sure.click()
        page.locator(f".table:not([data-beat='{shown}'])").wait_for()
        if page.locator(".notice").count():
            raise AssertionError(page.locator(".notice").inner_text())
        return said

    def come_to_turn(self) -> None:
        """Until one is asked, in this game or a later one, or at another table like this."""
        self.await_turn()
        for unasked in range(1, MOST_GAMES):
            if self.is_asked:
                return
            if self._reopen is not None and unasked % GAMES_UNASKED == 0:
                self.go_away()
                self._reopen()
            self.begin()
            self.await_turn()

    def play_turns(self, count: int) -> list[str]:
        said = []
        for _ in range(count):
            self.come_to_turn()
            said.append(self.play())
        return said

    def log(self) -> str:
        return self.page.locator(".log").inner_text()
