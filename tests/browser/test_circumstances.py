"""Bad circumstances, each really brought about: a plain sentence, and nothing is lost."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.browser.person import Person

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FORBIDDEN = """for (const name of %s) Object.defineProperty(window, name, {
  get() { throw new DOMException("forbidden", "SecurityError"); } });"""
ABSENT = "for (const name of %s) Object.defineProperty(window, name, { value: undefined });"
FULL = """const full = () => { throw new DOMException("full", "QuotaExceededError"); };
Storage.prototype.setItem = IDBObjectStore.prototype.add = full;"""
SILENT = "indexedDB.open = () => ({});"
ALL = '["localStorage", "sessionStorage", "indexedDB"]'
HOUR_AHEAD = """const shift = %d, RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) { super(...(parts.length ? parts : [RealDate.now() + shift])); }
  static now() { return RealDate.now() + shift; }
};"""
NOT_KEPT = "This browser keeps nothing for this page."
Arrive = Callable[..., Person]


@pytest.fixture
def arrive(browser: Browser, server: Server) -> Iterator[Arrive]:
    """Somebody opens the page in a browser that was tampered with."""
    people: list[Person] = []

    def open_page(script: str, path: str = "/") -> Person:
        context = browser.new_context(service_workers="block", reduced_motion="reduce")
        context.add_init_script(script)
        people.append(Person(context, server.address, path))
        return people[-1]

    yield open_page
    for person in people:
        person.leave()
    assert [wrong for person in people for wrong in person.wrongs] == []


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "data", "--no-tables")
    yield running
    running.stop()


def play_now(person: Person) -> None:
    person.page.get_by_label("Play now: AKQ").click()
    person.page.locator(".hand [data-card]").first.wait_for()


# --- what the browser does not keep ---------------------------------------------------------------


@pytest.mark.parametrize(
    "script", [FORBIDDEN % ALL, ABSENT % ALL, FULL], ids=["forbidden", "absent", "full"]
)
def test_where_nothing_can_be_kept_one_plays_and_is_warned(arrive: Arrive, script: str) -> None:
    ann = arrive(script)
    warned: list[str] = []

    def go_on(dialog: object) -> None:
        warned.append(dialog.type)  # type: ignore[attr-defined]
        dialog.accept()  # type: ignore[attr-defined]

    ann.page.on("dialog", go_on)
    ann.page.get_by_role("note").get_by_text(NOT_KEPT).wait_for()
    play_now(ann)
    ann.page.reload()
    assert warned == ["beforeunload"]
    ann.page.locator(".lobby").wait_for()
    play_now(ann)


def test_one_of_the_stores_is_enough_to_come_back(arrive: Arrive) -> None:
    ann, bob = arrive(FORBIDDEN % '["localStorage"]'), arrive(FORBIDDEN % '["sessionStorage"]')
    for person in (ann, bob):
        play_now(person)
        person.page.reload()
    ann.page.locator(".hand [data-card]").first.wait_for()
    bob.page.get_by_role("button", name="Come back as").click()
    bob.page.locator(".hand [data-card]").first.wait_for()
    for person in (ann, bob):
        assert person.page.get_by_text(NOT_KEPT).count() == 0


def test_who_is_invited_and_chooses_to_play_another_game_plays_that(come: Come) -> None:
    ann, bob = come("ann"), come("")
    table = ann.open_table("Whist")
    bob.page.goto(f"{bob.address}/table/{table}")
    bob.page.get_by_text("You are invited to a table:").wait_for()
    play_now(bob)


def test_a_browser_that_never_tells_whether_it_has_a_key_plays_without(arrive: Arrive) -> None:
    play_now(arrive(SILENT))


# --- what is not as it should be ------------------------------------------------------------------


@pytest.mark.parametrize("hours", [-1, 1])
def test_clocks_at_the_table_do_not_go_by_the_clock_of_the_browser(
    arrive: Arrive, come: Come, hours: int
) -> None:
    ann, bob = arrive(HOUR_AHEAD % (hours * 3_600_000)), come("bob")
    ann.page.locator("[aria-label='Rules: Whist']").wait_for()
    table = ann.open_table("Whist", move="50")
    bob.join(table)
    bob.sit()  # among robots alone nobody is timed
    ann.begin()
    shown = ann.page.get_by_role("timer").inner_text()
    assert re.fullmatch(r"0:(5[012]|[1-4]\d)", shown)  # it runs


def test_a_forged_token_leads_to_the_lobby_with_a_sentence(come: Come) -> None:
    ann = come("ann")
    ann.page.goto(f"{ann.address}/games.json")
    ann.page.evaluate(
        """() => {
          const visit = JSON.parse(sessionStorage["cardkit.session"]);
          visit.token = "t" + "0".repeat(32);
          sessionStorage["cardkit.session"] = JSON.stringify(visit);
        }"""
    )
    ann.page.goto(ann.address)
    ann.page.locator(".problem", has_text="Your last visit is over. Come in again.").wait_for()
    ann.page.get_by_role("button", name="Come back as").click()  # by the key of the browser
    ann.page.locator(".who strong").wait_for()


def test_an_old_invitation_says_so_to_a_stranger(come: Come) -> None:
    page = come("", path="/#table=whist-999").page
    page.get_by_text("You are invited to a table:").wait_for()
    page.get_by_role("button", name="Come in").click()
    page.locator(".notice", has_text="That table is no longer there.").wait_for()
    page.locator(".lobby .games").wait_for()


def test_a_replay_that_there_is_not_or_not_yet_is_refused_in_a_sentence(
    come: Come, house: Server
) -> None:
    ann = come("ann", house.address)
    ann.sit_alone("AKQ")
    for match, sentence in ((1, "match 1 is not over"), (999, "there is no match 999 here")):
        ann.page.goto(f"{house.address}/replay/{match}")
        ann.page.locator(".problem", has_text=sentence).wait_for()
    ann.leave()
    ann.wrongs[:] = [each for each in ann.wrongs if "Failed to load resource" not in each]


def test_a_page_is_loaded_again_once_for_each_version_even_if_they_take_turns(come: Come) -> None:
    versions = """async () => {
      const { isOutdated } = await import("cardkit/kept");
      return ["b", "c", "b", "c", "b"].map(isOutdated);
    }"""
    assert come("").page.evaluate(versions) == [True, True, False, False, False]


# --- what does not come through -------------------------------------------------------------------


class Proxy:
    """Lets HTTP through on loopback, but no WebSocket."""

    def __init__(self, address: str) -> None:
        self._port = int(address.rpartition(":")[2])
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = "http://127.0.0.1:{1}".format(*self._listener.getsockname())
        self.blocks = True
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                Thread(target=self._serve, args=self._listener.accept()[:1], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        server = socket.create_connection(("127.0.0.1", self._port))
        Thread(target=self._pass, args=(server, client), daemon=True).start()
        self._pass(client, server)

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError), source, target:
            while data := source.recv(1 << 16):
                if self.blocks and b"upgrade: websocket" in data.lower():
                    source.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
                    return
                target.sendall(data)

    def close(self) -> None:
        self._listener.close()


def test_where_a_proxy_blocks_websockets_the_page_says_what_is_wrong(
    come: Come, server: Server
) -> None:
    proxy = Proxy(server.address)
    ann = come("", proxy.address)
    ann.page.locator(".lost", has_text="the connection to the tables does not open").wait_for()
    ann.page.locator(".games li").nth(20).wait_for()
    proxy.blocks = False
    ann.page.locator(".lost").wait_for(state="detached")
    play_now(ann)
    ann.leave()
    proxy.close()


def test_who_wants_to_play_while_the_server_is_away_plays_when_it_is_back(
    come: Come, house: Server
) -> None:
    ann = come("", house.address)
    ann.page.locator("[aria-label='Play now: AKQ']").wait_for()
    ann.page.wait_for_load_state("networkidle")
    house.kill()
    ann.page.get_by_label("Play now: AKQ").click()
    ann.page.locator(".lost", has_text="The server does not answer. Trying again …").wait_for()
    house.start()
    ann.page.locator(".hand [data-card]").first.wait_for()
    ann.leave()
    ann.wrongs[:] = [each for each in ann.wrongs if "Failed to load resource" not in each]
