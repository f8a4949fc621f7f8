"""A network in memory that delays, splits and cuts, as its seed will have it.

A cable joins two of trio's memory streams. What one end sends reaches the other whole or in pieces,
now or later, but always in order; until the cable is cut, and then perhaps one end hears of it long
before the other. Knows nothing of what is said over it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from random import Random

import trio
from trio.testing import MemoryReceiveStream, MemorySendStream

KEEPALIVE = 40.0
"""After so many seconds each end of a cut cable has noticed it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Weather:
    """How bad the network is: chances for each thing that is sent."""

    latency: float = 0.0
    split: float = 0.0
    """That it arrives in pieces."""
    cut: float = 0.0
    """That the cable is cut while it is on its way."""
    stall: float = 0.0
    """That nothing gets through for a while, in both directions."""
    stall_most: float = 30.0


CALM = Weather()


class Wire:
    """One direction of a cable: a stream to send into, and one to receive from."""

    def __init__(self, cable: Cable, tap: Callable[[bytes], None], *, up: bool) -> None:
        self.cable, self.tap, self.up = cable, tap, up
        self.sends = MemorySendStream(send_all_hook=self._carry, close_hook=self._close)
        self.receives = MemoryReceiveStream()
        self.last = 0.0
        """When the last piece so far arrives."""
        self.ended = False

    async def _carry(self) -> None:
        self.send(bytes(self.sends.get_data_nowait()))

    def send(self, data: bytes) -> None:
        cable = self.cable
        if cable.broken and cable.net.chance.random() < 0.5:
            raise trio.BrokenResourceError
        if cable.cut_off or (cable.dead and not self.up):
            return
        if not self.up:
            self.tap(data)
        cable.net.carry(self, data)

    def _close(self) -> None:
        if not self.up:
            self.cable.server_knows()
        if not (self.cable.cut_off or (self.cable.dead and not self.up)):
            self.cable.net.carry(self, b"")

    def arrive(self, data: bytes) -> None:
        """These bytes are there, or the end of them when there are none."""
        if self.ended or self.cable.cut_off:
            return
        if self.up and data and not self.cable.dead:
            self.tap(data)
        with suppress(trio.ClosedResourceError):  # nobody is there any more to receive it
            if data:
                self.receives.put_data(data)
            else:
                self._end(reset=False)

    def hear_of_cut(self, reset: bool) -> None:
        """The end that receives here notices that the cable is cut."""
        self.cable.broken = True
        self._end(reset=reset)

    def _end(self, *, reset: bool) -> None:
        self.ended = True
        if self.up:
            self.cable.server_knows()
        if reset:
            self.receives.close()
        else:
            self.receives.put_eof()


class Cable:
    """A connection between a player and the server that was up when it was made."""

    def __init__(
        self,
        net: Network,
        who: str,
        number: int,
        sent: Callable[[Cable, bytes], None],
        heard: Callable[[Cable, bytes], None],
    ) -> None:
        self.net, self.who, self.number = net, who, number
        self.up = Wire(self, lambda data: heard(self, data), up=True)
        self.down = Wire(self, lambda data: sent(self, data), up=False)
        self.player = trio.StapledStream(self.up.sends, self.down.receives)
        self.server = trio.StapledStream(self.down.sends, self.up.receives)
        self.cut_off = False
        self.broken = False
        """Whether who sends into it may hear that it is cut."""
        self.dead = False
        """Whether the server at its end was killed: nothing it does reaches anybody."""
        self.closed = inf
        """Since when the server knows that this connection is over."""

    def cut(self) -> None:
        """What is on its way is lost; each end hears of it, sooner or later."""
        if self.cut_off:
            return
        self.cut_off = True
        net, chance = self.net, self.net.chance
        if not self.dead and self.closed > trio.current_time():
            net.on_cut(self)
        net.note(f"cut {self.number} {self.who}")
        late = chance.random() < 0.3
        waits = [0.0, chance.uniform(0.1, net.keepalive) if late else 0.0]
        chance.shuffle(waits)
        for wire, wait in zip((self.up, self.down), waits, strict=True):
            net.later(wait, wire.hear_of_cut, chance.random() < 0.5)

    def server_knows(self) -> None:
        """The server has closed this connection, or found it closed."""
        self.closed = min(self.closed, trio.current_time())

    def kill(self) -> None:
        """The server is gone from one moment to the next, what it sent last perhaps with it."""
        self.dead = True
        if self.net.chance.random() < 0.5:
            self.cut()
        else:
            self.net.carry(self.down, b"")


class Network:
    """All cables there are, and what is on its way over them."""

    def __init__(self, chance: Random, note: Callable[[str], None]) -> None:
        self.chance, self.note = chance, note
        self.weather = CALM
        self.keepalive = KEEPALIVE
        self.held: dict[str, float] = {}
        """Who is split off from the server, and until when."""
        self.on_cut: Callable[[Cable], None] = lambda cable: None
        self._post: list[tuple[float, int, Callable[..., None], tuple[object, ...]]] = []
        self._posted = 0
        self._earlier = trio.Event()

    async def run(self) -> None:
        """Deliver what is on its way, until cancelled."""
        while True:
            self._earlier = trio.Event()
            due = self._post[0][0] if self._post else inf
            with trio.move_on_at(due):
                await self._earlier.wait()
            while self._post and self._post[0][0] <= trio.current_time():
                _, _, deliver, what = heappop(self._post)
                deliver(*what)

    def later(self, wait: float, deliver: Callable[..., None], *what: object) -> None:
        """Call this after so many seconds."""
        self._at(trio.current_time() + wait, deliver, *what)

    def _at(self, time: float, deliver: Callable[..., None], *what: object) -> None:
        if not self._post or time < self._post[0][0]:
            self._earlier.set()
        self._posted += 1
        heappush(self._post, (time, self._posted, deliver, what))

    def carry(self, wire: Wire, data: bytes) -> None:
        """Bytes are on their way, whatever becomes of them."""
        weather, chance, cable = self.weather, self.chance, wire.cable
        now = trio.current_time()
        if chance.random() < weather.stall:
            self.hold(cable.who, chance.uniform(1.0, weather.stall_most))
        time = now + weather.latency * chance.random()
        time = max(time, wire.last, self.held.get(cable.who, 0.0))
        pieces = [data]
        if len(data) > 1 and chance.random() < weather.split:
            at = chance.randrange(1, len(data))
            pieces = [data[:at], data[at:]]
        cut_at = chance.randrange(len(pieces) + 1) if chance.random() < weather.cut else -1
        for number, piece in enumerate(pieces):
            if number == cut_at:
                break
            wire.last = time
            if time <= now:
                wire.arrive(piece)
            else:
                self._at(time, wire.arrive, piece)
            time += weather.latency * chance.random()
        if cut_at >= 0:
            self._at(wire.last, cable.cut)

    def hold(self, who: str, seconds: float) -> None:
        """Nothing gets through between these two for a while."""
        self.note(f"hold {who} {seconds:.3f}")
        self.held[who] = max(self.held.get(who, 0.0), trio.current_time() + seconds)

    def is_held(self, who: str) -> bool:
        return self.held.get(who, 0.0) > trio.current_time()

    def calm_down(self) -> None:
        """From now on the network is as good as new."""
        self.weather = CALM
        self.held.clear()
