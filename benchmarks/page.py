"""How soon a click is seen in a real browser, and how smoothly cards move there.

    python -m benchmarks.page [--quick]

Server, load and browser are processes of their own on loopback. From the link until the front page
is seen by a browser that was never here, with the bytes that it took, and from there until the
first card is, after one click. From a click until the first picture after it that shows the move,
at a table of Daifugo with robots while others play at 100 tables, which all sit at WebSockets; and
the pictures that were left out while cards moved, when the 52 cards of Whist are dealt and played.
Needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import TYPE_CHECKING, Any

from benchmarks.server import server
from benchmarks.web import GOAL_LATENCY, WebLoad
from cardkit.testing.page import CHROMIUM, WHY_NOT
from tests.browser.person import Person

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GOAL_DROPPED = 5.0
GOAL_SHOWN, GOAL_BYTES, GOAL_CARD = 1000.0, 150_000, 3000.0
VISITS = 5
SEEN = """for (const [name, what] of [["shown", ".games li"], ["dealt", ".hand [data-card]"]]) {
  new MutationObserver((_, seeing) => {
    if (!document.querySelector(what)) return;
    seeing.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();  // told after the picture was made
      port1.onmessage = () => { window[name] = performance.now(); };
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true });
}"""
BYTES = """() => performance.getEntries().filter(({ responseEnd }) => responseEnd <= window.shown)
  .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)"""
CLICKS = """() => {
  window.times = [];
  let clicked = 0;
  addEventListener("click", (event) => { clicked = event.timeStamp; }, true);
  new MutationObserver(() => {
    const begun = clicked;
    clicked = 0;
    if (begun) requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();  // told after the picture was made
      port1.onmessage = () => window.times.push(performance.now() - begun);
      port2.postMessage(null);
    });
  }).observe(document.querySelector(".table"), { attributeFilter: ["data-beat"] });
}"""
FRAMES = """() => {
  window.seen = [];
  const next = (at) => {
    window.seen.push([at, document.getAnimations().length > 0]);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""


@contextmanager
def busy(address: tuple[str, int], tables: int, rate: float) -> Iterator[None]:
    """Others play meanwhile."""
    spawn = get_context("spawn")
    seated, stop = spawn.Event(), spawn.Event()
    others = spawn.Process(target=_others, args=(address, tables, rate, seated, stop))
    others.start()
    try:
        while not seated.wait(1):
            if not others.is_alive():
                raise RuntimeError("the others at the tables have left")
        yield
    finally:
        stop.set()
        others.join()


def _others(address: tuple[str, int], tables: int, rate: float, seated: Event, stop: Event) -> None:
    load = WebLoad(address)
    load.seat(tables, "daifugo")
    load.begin()
    seated.set()
    while not stop.is_set():
        load.run(0.5, rate)
    load.close()


def first_visit(browser: Browser, address: str) -> tuple[float, int, float]:
    """Milliseconds until the front page is seen, its bytes, and milliseconds until a card is."""
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    context.add_init_script(SEEN)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function("() => window.shown")
    size: int = page.evaluate(BYTES)
    begun: float = page.evaluate("performance.now()")
    page.get_by_label("Play now: Whist").click()
    page.wait_for_function("() => window.dealt")
    shown, dealt = page.evaluate("[window.shown, window.dealt]")
    context.close()
    return shown, size, shown + dealt - begun


def clicks(browser: Browser, tables: int, turns: int) -> list[float]:
    """Milliseconds from each click until it was seen, sorted."""
    with server(pace=0.1) as hosted, busy(hosted.web, tables, tables):
        person = visitor(browser, hosted.web, reduced_motion="reduce")
        person.sit_alone("Daifugo", games="1000")
        person.page.evaluate(CLICKS)
        person.play_turns(turns)
        times: list[float] = person.page.evaluate("window.times")
        person.leave()
    return sorted(times)


def dropped(browser: Browser, turns: int) -> tuple[int, int]:
    """Pictures left out, and those there should have been, while 52 cards are dealt and played."""
    with server(pace=0.5) as hosted:
        person = visitor(browser, hosted.web)
        person.open_table("Whist")
        person.page.evaluate(FRAMES)
        person.begin()
        person.play_turns(turns)
        seen: list[tuple[float, bool]] = person.page.evaluate("window.seen")
        person.leave()
    gaps = [after - before for (before, moving), (after, _) in pairwise(seen) if moving]
    beat = sorted(gaps)[len(gaps) // 2]
    due = [max(1, round(gap / beat)) for gap in gaps]
    return sum(due) - len(gaps), sum(due)


def visitor(browser: Browser, web: tuple[str, int], **how: Any) -> Person:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, **how)
    person = Person(context, "http://{}:{}".format(*web))
    person.enter("visitor")
    return person


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    scale = 10 if parser.parse_args().quick else 1
    if WHY_NOT:
        sys.exit("benchmarks.page needs Chromium (apt install chromium) and Playwright (pip)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with server(pace=0.1) as hosted:
            address = "http://{}:{}".format(*hosted.web)
            visits = sorted(first_visit(browser, address) for _ in range(VISITS))
        shown, size, card = visits[VISITS // 2]
        print(
            f"front page seen after {shown:.0f} ms (goal: {GOAL_SHOWN:.0f} ms) with {size:,} bytes "
            f"(goal: {GOAL_BYTES:,}), the first card one click later after {card:.0f} ms (goal: "
            f"{GOAL_CARD:.0f} ms)"
        )
        times = clicks(browser, 100 // scale, 200 // scale)
        p50, p95, most = (times[int(part * (len(times) - 1))] for part in (0.5, 0.95, 1))
        print(
            f"{len(times)} clicks, {100 // scale} other tables: seen after p50 {p50:.0f} ms, "
            f"p95 {p95:.0f} ms, at most {most:.0f} ms (goal: p95 {GOAL_LATENCY:.0f} ms)"
        )
        out, due = dropped(browser, 13 if scale == 1 else 2)
        print(
            f"52 cards dealt and played: {out} of {due:,} pictures left out, "
            f"{out / due:.1%} (goal: {GOAL_DROPPED:.0f} %)"
        )
        browser.close()


if __name__ == "__main__":
    main()
