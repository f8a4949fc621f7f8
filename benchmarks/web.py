"""What a browser costs the server, and how soon it sees a move.

    python -m benchmarks.web [--quick]

Server and load are two processes on loopback. Memory for each of many WebSocket connections that
have entered, as a browser opens them: with compression offered. Latency of a move, from a player's
message until all four have heard of it, at tables whose players all sit at WebSockets.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import socket
import ssl
from base64 import b64encode
from time import sleep
from typing import Any
from urllib.request import urlopen

from benchmarks.load import Client, Load
from benchmarks.server import Server, server

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {scheme}://{host}\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
)
KEY = b64encode(bytes(16)).decode()
GOAL_MEMORY, GOAL_LATENCY = 60.0, 100.0


class Browser(Client):
    """One connection as a browser has it; knows no more than it must to answer."""

    __slots__ = ()
    path = "/ws"

    def __init__(self, address: tuple[str, int], name: str, *, secure: bool = False) -> None:
        super().__init__(address, name)
        host = f"{address[0]}:{address[1]}"
        if secure:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            self.sock = context.wrap_socket(self.sock)
        scheme = "https" if secure else "http"
        self.sock.sendall(
            HANDSHAKE.format(path=self.path, host=host, scheme=scheme, key=KEY).encode()
        )
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.sock.recv(1 << 12)
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    def packed(self, *words: str) -> bytes:
        return self.message(json.dumps(words).encode())

    @staticmethod
    def message(body: bytes) -> bytes:
        """A text message, masked with nothing."""
        size = len(body)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        return head + bytes(4) + body

    def frames(self, data: bytes) -> list[Any]:
        data = self.rest + data
        found, at = [], 0
        while (size := _size(data, at)) is not None:
            begin, length = size
            if data[at] & 15 == 1:
                found.append(self.unpacked(data[begin : begin + length]))
            at = begin + length
        self.rest = data[at:]
        return found

    def unpacked(self, body: bytes) -> Any:
        return json.loads(body)


def _size(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the content of a message begins and how long it is, if it is there."""
    if len(data) - at < 2:
        return None
    length, begin = data[at + 1], at + 2
    more = {126: 2, 127: 8}.get(length, 0)
    if more:
        length, begin = int.from_bytes(data[begin : begin + more], "big"), begin + more
    return (begin, length) if len(data) >= begin + length else None


class WebLoad(Load):
    """Tables whose players all come with a browser."""

    client = Browser


def idle(hosted: Server, count: int, *, secure: bool) -> float:
    """KiB for each connection that has entered and waits in the lobby."""
    before = hosted.memory()
    browsers = []
    for number in range(count):
        browser = Browser(hosted.web, f"w{count}x{number}", secure=secure)
        browser.say("ENTER", browser.name)
        browsers.append(browser)
    sleep(0.5)
    each = (hosted.memory() - before) / count / 1024
    for browser in browsers:
        browser.sock.shutdown(socket.SHUT_RDWR)
        browser.sock.close()
    return each


def latency(tables: int, rate: float, seconds: float, game: str) -> tuple[list[float], float]:
    """Milliseconds until all at a table have heard of a move, sorted; and of a commit at p99."""
    with server() as hosted:
        load = WebLoad(hosted.web)
        load.seat(tables, game)
        load.begin()
        load.run(seconds / 4, rate)
        load.latencies.clear()
        load.run(seconds, rate)
        times = sorted(1000 * each for each in load.latencies)
        load.close()
        with urlopen("http://{}:{}/metrics".format(*hosted.web)) as answer:
            buckets = re.findall(r'commit_seconds_bucket{le="(.*)"} (.*)', answer.read().decode())
    enough = 0.99 * float(buckets[-1][1])
    return times, next(1000 * float(bound) for bound, count in buckets if float(count) >= enough)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument("--game", default="daifugo")
    args = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    scale = 10 if args.quick else 1
    for secure in (False, True):
        with server() as hosted:
            idle(hosted, 20, secure=secure)  # what is made on first use is made now
            each = idle(hosted, 1000 // scale, secure=secure)
        kind = "with TLS" if secure else "without TLS"
        print(f"{1000 // scale:,} WebSockets {kind}: {each:.1f} KiB each (goal: {GOAL_MEMORY:.0f})")
    for rate in (100.0, 400.0):
        times, disk = latency(100 // scale, rate / scale, 20.0 / scale, args.game)
        p50, p95, p99 = (times[int(part * (len(times) - 1))] for part in (0.5, 0.95, 0.99))
        print(
            f"{100 // scale:,} tables of {args.game}, {rate / scale:.0f} moves/s: "
            f"p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms "
            f"(goal: p95 {GOAL_LATENCY:.0f} ms); the disk alone p99 at most {disk:.1f} ms"
        )


if __name__ == "__main__":
    main()
