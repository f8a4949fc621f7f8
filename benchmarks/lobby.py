"""What people in the lobby cost the server.

    python -m benchmarks.lobby [--quick]

Server and load are two processes on loopback. Many WebSockets listen in the lobby as the page
does: each answers the pings of the server, which come every 25 s, and sends one of its own every
20 s. The part of a core that the server uses while nothing happens, and while ten tables change
every second because somebody comes to each or leaves it.
"""

from __future__ import annotations

import argparse
import resource
import selectors
from collections import deque
from itertools import cycle
from time import perf_counter

from benchmarks.server import Server, server
from benchmarks.web import Browser

GOAL = 5.0
PING_EVERY = 20.0
PINGS_FROM_SERVER = 25.0
CHANGES = 10
"""Tables that change each second."""
PONG = b"\x8a\x80" + bytes(4)
PING_SEEN = b"\x89\x00"


class Crowd:
    """People in the lobby, who hear what they are told."""

    def __init__(self, address: tuple[str, int], count: int) -> None:
        self.ears = selectors.DefaultSelector()
        self.people: deque[Browser] = deque()
        self.heard = self.pings = 0
        for number in range(count):
            browser = Browser(address, f"lobby{number}")
            browser.say("LOBBY", "on")
            browser.sock.setblocking(False)
            self.ears.register(browser.sock, selectors.EVENT_READ, browser)
            self.people.append(browser)
        self._pinged = perf_counter()

    def live(self, seconds: float) -> None:
        """Answer pings, and ping as the page does, for so long."""
        until = perf_counter() + seconds
        every = PING_EVERY / max(1, len(self.people))
        while (now := perf_counter()) < until:
            while self._pinged + every < now:
                self._pinged += every
                self.people.rotate(-1)
                self.people[0].sock.send(self.people[0].packed("PING"))
            for key, _ in self.ears.select(min(0.02, until - now)):
                self._hear(key.data)

    def _hear(self, browser: Browser) -> None:
        data = browser.sock.recv(1 << 16)
        if data.startswith(PING_SEEN):
            browser.sock.send(PONG)
            self.pings += 1
        self.heard += sum(frame[0][0].startswith("TABLE") for frame in browser.frames(data))


class Busybodies:
    """Some who come to tables and leave them, one after the other."""

    def __init__(self, address: tuple[str, int], tables: int) -> None:
        people = [Browser(address, f"busy{number}") for number in range(8 * tables)]
        for each in people:
            each.say("ENTER", each.name)
        opened = [str(people[number].say("OPEN", "daifugo")[2]) for number in range(tables)]
        self._next = cycle(
            (verb, person, table)
            for verb in ("WATCH", "EXIT")
            for person, table in zip(people, cycle(opened), strict=False)
        )

    def change(self) -> None:
        verb, person, table = next(self._next)
        person.say(verb, *([table] if verb == "WATCH" else []))


def used(hosted: Server, crowd: Crowd, seconds: float, busy: Busybodies | None = None) -> float:
    """The part of a core that the server uses, in per cent."""
    cpu, begun = hosted.cpu(), perf_counter()
    while (left := begun + seconds - perf_counter()) > 0:
        if busy is not None:
            busy.change()
        crowd.live(min(left, 1 / CHANGES))
    return 100 * (hosted.cpu() - cpu) / (perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of everybody")
    count = 100 if parser.parse_args().quick else 1000
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for people in (1, count):
        with server() as hosted:
            started = perf_counter()
            busy = Busybodies(hosted.web, CHANGES)
            crowd = Crowd(hosted.web, people)
            changing = used(hosted, crowd, 8.0, busy)
            heard = crowd.heard
            busy_until = perf_counter() - started
            crowd.live(1.5)
            crowd.heard = 0
            idle = used(hosted, crowd, max(10.0, PINGS_FROM_SERVER + 1.5 - busy_until))
            print(
                f"{people:,} in the lobby: {idle:.1f} % of a core while nothing happens (goal: "
                f"{GOAL:.0f} %; {crowd.pings:,} pings answered, {crowd.heard} changes heard), "
                f"{changing:.1f} % with {CHANGES} tables changing each second ({heard:,} heard)"
            )


if __name__ == "__main__":
    main()
