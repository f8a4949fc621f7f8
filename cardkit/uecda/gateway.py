"""Lets guests in from one port, asks them in turn, and keeps the time.

Each guest is a task of its own: whatever one of them does or leaves undone, the others hear of the
table what they would have heard anyway. Knows the table only as a `Host` and its `GuestSeat`s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from functools import partial
from itertools import chain, count
from typing import Protocol
from unicodedata import normalize

import trio

from cardkit.netgame import Reason, Refused, Text
from cardkit.uecda.conversation import Conversation, Moment, Said
from cardkit.uecda.tables import CELLS, PROTOCOLS, Table, WireFormat, profile_in, write_number

PORT = 42485
MOST_LATE = 3
"""A guest that is late so often in a row is not asked any more."""
_AHEAD = 16
"""Tables that a guest may send before it is asked for them."""
_PROFILE_TIME = 10.0
_LONGEST_NAME = 15
_ENCODINGS = ("utf-8", "euc_jp", "cp932", "latin-1")
LOST = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)


class GuestSeat(Protocol):
    """The place of one guest at a table."""

    name: str
    """What the guest is called there."""

    async def next(self) -> Moment | None:
        """What happens next; None when nothing does any more."""

    async def say(self, command: str) -> None:
        """Say what the guest has chosen. The table answers with what happens."""


class Host(Protocol):
    """The table that the guests come to."""

    def seat(self, name: str) -> AbstractAsyncContextManager[GuestSeat]:
        """A free seat, or `Refused`. Afterwards somebody else answers for whoever had it."""

    async def play(self) -> None:
        """Begin, since all are there, and play to the end."""


class Guest:
    """A program at the other end of a connection."""

    def __init__(self, stream: trio.abc.Stream, limit: float) -> None:
        self._stream, self._limit = stream, limit
        self._format: WireFormat = CELLS
        self._read_ahead, self._tables = trio.open_memory_channel[Table](_AHEAD)
        self._overdue = 0
        """Tables that the guest still owes for turns that are over."""
        self._late_in_a_row = 0
        self.late = 0
        self._is_done = False
        self.has_left = False
        self.name = ""
        self.conversation: Conversation | None = None

    @property
    def refusals(self) -> int:
        """Plays that counted as a pass."""
        return 0 if self.conversation is None else self.conversation.refusals

    async def introduce(self) -> bytes:
        """The name of the guest, or `Refused`."""
        table = None
        with trio.move_on_after(_PROFILE_TIME):
            table = await self._read()
        if table is None:
            raise Refused(Reason.NOT_A_COMMAND, "it did not say who it is")
        profile = profile_in(table)
        if profile.protocol not in PROTOCOLS:
            raise Refused(
                Reason.NOT_A_COMMAND,
                "it speaks protocol {protocol}; known are {known}",
                protocol=profile.protocol,
                known=" and ".join(map(str, PROTOCOLS)),
            )
        self._format = PROTOCOLS[profile.protocol]
        return profile.name

    async def attend(self, seat: GuestSeat, number: int, guests: Mapping[str, int]) -> None:
        """Tell and ask the guest until the last game is over, or it is gone."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen, nursery.cancel_scope)
            try:
                await self._write(write_number(number))
                await self._converse(seat, Conversation(seat.name, guests))
            except LOST:
                self.has_left = True
            nursery.cancel_scope.cancel()

    async def _converse(self, seat: GuestSeat, conversation: Conversation) -> None:
        self.conversation = conversation
        while not self._is_done and (moment := await seat.next()) is not None:
            self._is_done = moment.is_last
            await self._write(*map(self._encoded, conversation.hear(moment)))
            self._overdue += conversation.take_unanswered()
            if conversation.is_asked:
                await seat.say(conversation.answer(await self._ask()))

    async def close(self) -> None:
        with trio.move_on_after(1, shield=True):
            await self._stream.aclose()

    async def _ask(self) -> Table | None:
        """The table of the guest, or None when its time is up. What comes too late is dropped."""
        with trio.move_on_after(self._limit):
            while True:
                table = await self._tables.receive()
                if not self._overdue:
                    self._late_in_a_row = 0
                    return table
                self._overdue -= 1
        self._overdue += 1
        self.late += 1
        self._late_in_a_row += 1
        if self._late_in_a_row >= MOST_LATE:
            raise trio.BrokenResourceError("it does not answer")
        return None

    async def _listen(self, stay: trio.CancelScope) -> None:
        """Take in what the guest sends, and notice when it is gone."""
        with suppress(*LOST):
            while (table := await self._read()) is not None:
                await self._read_ahead.send(table)
        self.has_left = not self._is_done
        stay.cancel()

    async def _read(self) -> Table | None:
        """The next table; None when there are no more, or not a whole one."""
        data = b""
        while len(data) < self._format.size:
            more = await self._stream.receive_some(self._format.size - len(data))
            if not more:
                return None
            data += more
        return self._format.read(data)

    def _encoded(self, said: Said) -> bytes:
        return write_number(said) if isinstance(said, int) else self._format.write(said)

    async def _write(self, *said: bytes) -> None:
        """Each in one write, for the guests read a table at once. Who does not read is gone."""
        try:
            with trio.fail_after(self._limit):
                for data in said:
                    await self._stream.send_all(data)
        except trio.TooSlowError:
            raise trio.BrokenResourceError("it does not read") from None


class Gateway:
    """Waits for its guests, and brings them to the table."""

    def __init__(
        self, host: Host, guests: int, limit: float, tell: Callable[[Text], object]
    ) -> None:
        self.host, self.wanted, self.limit, self._tell = host, guests, limit, tell
        self.guests: list[Guest] = []
        """Those who were there when it began; before that, those who are."""
        self._numbers: dict[str, int] = {}
        self._all_here = trio.Event()

    async def run(self, listeners: Sequence[trio.abc.Listener[trio.abc.Stream]]) -> None:
        """From the first guest to the end of the last game."""
        async with trio.open_nursery() as door:
            async with trio.open_nursery() as guests:
                serve = partial(trio.serve_listeners, handler_nursery=guests)
                door.start_soon(serve, self._welcome, listeners)
                await self._all_here.wait()
                await self.host.play()
            door.cancel_scope.cancel()

    @property
    def _is_full(self) -> bool:
        return len(self._numbers) >= self.wanted or self._all_here.is_set()

    async def _welcome(self, stream: trio.abc.Stream) -> None:
        guest = Guest(stream, self.limit)
        try:
            if not self._is_full:
                await self._admit(guest)
        except Refused as refused:
            why = Text(refused.template, **refused.parts)
            self._tell(Text("A guest was turned away: {why}", why=why))
        except LOST:
            pass  # it was gone before it had a seat
        finally:
            await guest.close()

    async def _admit(self, guest: Guest) -> None:
        name = await guest.introduce()
        if self._is_full:
            return
        called = unique(printable(name), self._numbers)
        number = min({*range(self.wanted)} - {*self._numbers.values()})
        async with AsyncExitStack() as stack:
            self._numbers[called] = number  # before others can come
            try:
                seat = await self._seat(called, number, stack)
            finally:
                del self._numbers[called]
            self._numbers[seat.name], guest.name = number, seat.name
            self.guests.append(guest)
            self._tell(
                Text(
                    "{name} is player {number}: {here} of {wanted} are here",
                    name=guest.name,
                    number=number,
                    **self._count(),
                )
            )
            if len(self.guests) == self.wanted:
                self._all_here.set()
            try:
                await guest.attend(seat, number, self._numbers)
            finally:
                self._see_off(guest)

    async def _seat(self, name: str, number: int, stack: AsyncExitStack) -> GuestSeat:
        """A seat under the guest's own name, or under a plain one that nobody can mistake."""
        try:
            return await stack.enter_async_context(self.host.seat(name))
        except Refused as refused:
            if refused.reason not in (Reason.BAD_NAME, Reason.NAME_TAKEN):
                raise
        plain = unique(f"player-{number}", self._numbers)
        return await stack.enter_async_context(self.host.seat(plain))

    def _see_off(self, guest: Guest) -> None:
        has_begun, name = self._all_here.is_set(), guest.name
        if not has_begun:
            del self._numbers[name]
            self.guests.remove(guest)
            count = self._count()
            self._tell(Text("{name} has left: {here} of {wanted} are here", name=name, **count))
        elif guest.has_left:
            self._tell(Text("{name} has left; a robot plays on", name=name))

    def _count(self) -> dict[str, int]:
        return {"here": len(self.guests), "wanted": self.wanted}


def printable(name: bytes) -> str:
    """A name in any encoding as a table takes one: letters, digits, - _ and . alone."""
    for encoding in _ENCODINGS:
        try:
            text = normalize("NFKC", name.decode(encoding))
        except UnicodeDecodeError:
            continue
        break
    text = re.sub(r"[^\w.-]+", "-", text).strip("-")[:_LONGEST_NAME]
    return text if any(map(str.isalpha, text)) else f"player-{text}".rstrip("-")


def unique(name: str, taken: Collection[str]) -> str:
    """The name, or with a number behind it, so that nobody else is called so."""
    others = {each.casefold() for each in taken}
    more = (f"{name}-{n}" for n in count(2))
    return next(each for each in chain((name,), more) if each.casefold() not in others)
