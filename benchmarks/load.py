"""Load for a server: many msgpack clients in one process, as cheap as they can be.

Plain sockets and epoll, so that the load costs less than what it measures. Each table has its
players, who answer at random, all at once or at a given pace.
"""

from __future__ import annotations

import selectors
import socket
import struct
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

import msgpack

from cardkit.fair import commit_player, context_of

_length = struct.Struct(">I")
_addresses = (f"127.1.{n // 250 % 250}.{1 + n % 250}" for n in count())
"""Everybody has one of their own: whoever shares an address also shares the server's time."""
_NO_MOVES = {"ENTER", "LOGIN", "START"}


def packed(*words: str) -> bytes:
    body: bytes = msgpack.packb(words)
    return _length.pack(len(body)) + body


class Client:
    """One connection; knows no more than it must to answer."""

    __slots__ = ("asked", "bound", "gift", "heard", "name", "rest", "sock", "table", "token")

    def __init__(self, address: tuple[str, int], name: str) -> None:
        self.sock = socket.create_connection(address, source_address=(next(_addresses), 0))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock.setblocking(True)
        self.name = name
        self.rest = b""
        self.asked: list[str] = []
        self.heard = 0
        """Moves at the table."""
        self.gift = self.bound = ""
        """What it gives to the deal that is open."""
        self.table: Table | None = None

    def packed(self, *words: str) -> bytes:
        """A command as it goes over this connection."""
        return packed(*words)

    def say(self, *words: str) -> list[Any]:
        """Say something and wait for the answer; for the preparations."""
        self.sock.sendall(self.packed(*words))
        while True:
            for frame in self.frames(self.sock.recv(1 << 16)):
                for message in frame:
                    if message[0] == "OK":
                        return list(message)
                    if message[0] == "WARNING":
                        raise RuntimeError(f"{words}: {message}")

    def frames(self, data: bytes) -> list[Any]:
        data = self.rest + data
        found, at, end = [], 0, len(data)
        while end - at >= 4:
            (length,) = _length.unpack_from(data, at)
            if end - at - 4 < length:
                break
            found.append(msgpack.unpackb(data[at + 4 : at + 4 + length]))
            at += 4 + length
        self.rest = data[at:]
        return found


@dataclass(slots=True)
class Table:
    """The clients of one table, and when the moves that not all have heard of were sent."""

    name: str
    clients: list[Client] = field(default_factory=list)
    sent: deque[float] = field(default_factory=deque)


class Load:
    """Tables with players who play for ever."""

    client = Client

    def __init__(self, address: tuple[str, int], seed: int = 1) -> None:
        self.address = address
        self.chance = Random(seed)
        self.tables: list[Table] = []
        self.moves = 0
        self.latencies: list[float] = []
        self.ready: deque[Client] = deque()
        """Who is asked and has not answered yet, where the pace is given."""
        self._selector = selectors.DefaultSelector()

    def seat(
        self,
        tables: int,
        game: str,
        players: int = 4,
        views: str = "off",
        *,
        proofs: bool = False,
    ) -> None:
        """Open so many tables and let players take their seats, who may take part in deals."""
        first = len(self.tables)
        for number in range(first, first + tables):
            names = [f"p{number}x{seat}" for seat in range(players)]
            clients = [self.client(self.address, name) for name in names]
            table = Table(self._join(clients, game, views), clients)
            for client in clients if proofs else ():
                client.sock.sendall(client.packed("PROOFS", "on"))
            for client in clients:
                client.table = table
                self._selector.register(client.sock, selectors.EVENT_READ, client)
            self.tables.append(table)

    def _join(self, clients: Sequence[Client], game: str, views: str) -> str:
        """Let them open a table and sit down at it."""
        for client in clients:
            client.say("ENTER", client.name)
            client.say("VIEWS", views)
        name: str = clients[0].say("OPEN", game)[2]
        for client in clients:
            client.say("JOIN", name)
            client.say("LOGIN")
        return name

    def begin(self) -> None:
        for table in self.tables:
            table.clients[0].sock.sendall(table.clients[0].packed("START"))

    def run(self, seconds: float, rate: float = 0.0) -> None:
        """Play for so long: as fast as possible, or so many moves a second in all."""
        begun = perf_counter()
        end, sent = begun + seconds, 0
        while (now := perf_counter()) < end:
            if rate:
                due = int((now - begun) * rate)
                while sent < due and self.ready:
                    self._answer(self.ready.popleft())
                    sent += 1
                wait = max(0.0, min(0.002, begun + (sent + 1) / rate - now))
            else:
                wait = 0.1
            for key, _ in self._selector.select(wait):
                self._hear(key.data, rate)

    def _hear(self, client: Client, rate: float) -> None:
        data = client.sock.recv(1 << 16)
        if not data:
            raise RuntimeError(f"{client.name} was cut off")
        for frame in client.frames(data):
            for message in frame:
                self._take(client, message, rate)

    def _take(self, client: Client, message: list[Any], rate: float) -> None:
        kind = message[0] if isinstance(message[0], str) else message[1]
        if kind == "ACTION" and message[3] not in _NO_MOVES:
            self._heard_move(client)
        elif kind == "ASK":
            self._asked(client, message[1], rate)
        elif kind == "DEAL":
            self._contribute(client, message)
        elif kind == "WARNING" and not _came_too_late(message):
            raise RuntimeError(f"{client.name}: {message}")
        elif kind == "PHASE" and message[2] == "results":
            assert client.table is not None
            if client is client.table.clients[0]:
                client.sock.sendall(client.packed("START"))

    def _heard_move(self, client: Client) -> None:
        """A move counts when the last at the table hears of it; the next may be on its way."""
        table = client.table
        assert table is not None
        client.heard += 1
        if min(other.heard for other in table.clients) == client.heard:
            self.latencies.append(perf_counter() - table.sent.popleft())
            self.moves += 1

    def _asked(self, client: Client, offers: list[str], rate: float) -> None:
        client.asked = offers
        if rate:
            self.ready.append(client)
        else:
            self._answer(client)

    def _contribute(self, client: Client, message: list[Any]) -> None:
        if message[1] == "open" and f"guest-{client.name}" in message[3]["seats"]:
            gift = self.chance.randbytes(32)
            seat = message[3]["seats"].index(f"guest-{client.name}")
            bound = commit_player(context_of(message[3]), seat, gift)
            client.gift, client.bound = gift.hex(), bound.hex()
            client.sock.sendall(client.packed("COMMIT", str(message[2]), client.bound))
        elif message[1] == "commits" and client.bound in message[3]:
            client.sock.sendall(client.packed("REVEAL", str(message[2]), client.gift))

    def _answer(self, client: Client) -> None:
        table = client.table
        assert table is not None
        command = sample(client.asked, self.chance)
        table.sent.append(perf_counter())
        client.sock.sendall(client.packed(*command.split(" ")))

    def close(self) -> None:
        for table in self.tables:
            for client in table.clients:
                client.sock.close()


def _came_too_late(message: list[Any]) -> bool:
    """Where the machine is busy, a contribution may: the deal goes on, and nothing is lost."""
    return message[1] == "NOT_NOW" and str(message[2]).startswith("deal ")


def sample(offers: list[str], chance: Random) -> str:
    """A legal command out of what was offered, also out of an open offer."""
    offer = chance.choice(offers)
    if ".." in offer or " of " in offer:
        return _from_open(offer, chance)
    return offer


def _from_open(offer: str, chance: Random) -> str:
    head, _, cards = offer.partition(" of ")
    *words, amount = head.split(" ")
    least, _, most = amount.partition("..")
    number = chance.randint(int(least), int(most or least))
    if not cards:
        return " ".join((*words, str(number)))
    return " ".join((*words, *chance.sample(cards.split(" "), number)))
