"""Floods for benchmarks.attack: what an attacker says, over and over, in each state.

    python -m benchmarks.floods KIND PORT WEB_PORT CONNECTIONS ADDRESSES [SECONDS]

Plain sockets and epoll, all on loopback; it ends by itself after its seconds.
"""

from __future__ import annotations

import base64
import os
import selectors
import socket
import ssl
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

from benchmarks.load import packed

MOST_SECONDS = 60.0
_UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
).encode()
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"


@dataclass(frozen=True, slots=True)
class Flood:
    """What each connection says once, and then for ever."""

    again: bytes
    first: Callable[[int], bytes] = lambda number: b""
    web: bool = False
    hangs_up: bool = False
    """Whether each connection is closed after it has spoken, and made anew."""


def _commands(*lines: str) -> bytes:
    return b"".join(packed(*line.split(" ")) for line in lines)


def _enter(number: int) -> bytes:
    return _commands(f"ENTER mallory{os.getpid()}x{number}")


def _at_table(number: int) -> bytes:
    """Ten at each table; the first one opens it. What is refused does no harm here."""
    table = f"daifugo-{number // 10 + 1}"
    opened = _commands("OPEN daifugo robots=yes") if number % 10 == 0 else b""
    return _enter(number) + opened + _commands(f"JOIN {table}", "LOGIN", "START")


def _hello() -> bytes:
    """The first flight of a TLS client."""
    context = ssl.create_default_context()
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = context.wrap_bio(incoming, outgoing, server_hostname="localhost")
    with suppress(ssl.SSLWantReadError):
        client.do_handshake()
    return outgoing.read()


def _get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


FLOODS: dict[str, Flood] = {
    "rules": Flood(_commands("RULES daifugo", "RULES daifugo official", "RULES whist")),
    "options": Flood(_commands("OPTIONS daifugo")),
    "ping": Flood(_commands("PING")),
    "lines": Flood(b"\n" * 4096),
    "state": Flood(_commands("STATE"), _at_table),
    "tables": Flood(_commands("TABLES"), _enter),
    "open": Flood(_commands("OPEN daifugo robots=yes"), _enter),
    "join": Flood(_commands("JOIN daifugo-1", "LOGIN", "LOGOUT", "EXIT"), _at_table),
    "chat": Flood(_commands("CHAT " + "x" * 400), _at_table),
    "resume": Flood(_commands("RESUME t" + "0" * 32 + " 1")),
    "enter": Flood(_commands("ENTER ann wrong-password"), hangs_up=True),
    "garbage": Flood(b"\x00\x00\x00\x05\xc1garb" * 100),
    "connect": Flood(_commands("PING"), hangs_up=True),
    "tls": Flood(_hello(), hangs_up=True),
    "http": Flood(_get("/"), web=True),
    "rule page": Flood(_get("/rules/daifugo?lock_after=3"), web=True),
    "history": Flood(_get("/history.json"), web=True),
    "ws pings": Flood(b"\x89\x80\x00\x00\x00\x00" * 500, lambda number: _UPGRADE, web=True),
    "http2": Flood(b"\x00\x00\x08\x06\x00\x00\x00\x00\x00pingping" * 200, lambda _: _PREFACE, True),
}


class Attacker:
    """One connection of a flood. What it hears it throws away."""

    def __init__(self, flood: Flood, address: tuple[str, int], source: str, number: int) -> None:
        self.flood, self.address, self.source, self.number = flood, address, source, number
        self.sock = self._connect(flood.first(number))

    def _connect(self, first: bytes) -> socket.socket:
        sock = socket.socket()
        sock.setblocking(False)
        sock.bind((self.source, 0))
        sock.connect_ex(self.address)
        self.unsent = memoryview(first + self.flood.again)
        return sock

    def write(self) -> bool:
        """Say more; False when the connection is over."""
        try:
            sent = self.sock.send(self.unsent)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.unsent = self.unsent[sent:]
        if not self.unsent:
            if self.flood.hangs_up:
                return False
            self.unsent = memoryview(self.flood.again * (1 + 8192 // len(self.flood.again)))
        return True

    def read(self) -> bool:
        try:
            return bool(self.sock.recv(1 << 18))
        except BlockingIOError:
            return True
        except OSError:
            return False


def run(
    flood: Flood, port: int, web_port: int, connections: int, addresses: int, seconds: float
) -> int:
    """Flood for so long; how many connections were made."""
    selector = selectors.DefaultSelector()
    address = "127.0.0.1", web_port if flood.web else port
    made, ends = 0, perf_counter() + min(seconds, MOST_SECONDS)
    both = selectors.EVENT_READ | selectors.EVENT_WRITE
    sources = [f"127.0.1.{1 + number}" for number in range(addresses)]

    def connect(number: int) -> None:
        nonlocal made
        made += 1
        attacker = Attacker(flood, address, sources[number % addresses], number)
        selector.register(attacker.sock, both, attacker)

    for number in range(connections):
        connect(number)
    while perf_counter() < ends:
        for key, events in selector.select(0.1):
            attacker: Attacker = key.data
            goes_on = not events & selectors.EVENT_READ or attacker.read()
            goes_on = goes_on and (not events & selectors.EVENT_WRITE or attacker.write())
            if not goes_on:
                selector.unregister(attacker.sock)
                attacker.sock.close()
                connect(attacker.number)
    return made


def main(arguments: Sequence[str]) -> None:
    kind, port, web_port, connections, addresses, *more = arguments
    if kind != "none":
        seconds = float(more[0]) if more else MOST_SECONDS
        run(FLOODS[kind], int(port), int(web_port), int(connections), int(addresses), seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
