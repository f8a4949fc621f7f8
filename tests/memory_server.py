"""A whole server without network, disk or clock: for documents, and for tests of what is said.

Peers speak text and hear at once; secrets and the deal follow from a seed, so all of it can
be played again word for word.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256, shake_256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit.netgame import NetGame
from cardkit.protocol import Codec, LineCodec
from cardkit.server.accounts import new_name
from cardkit.server.core import ROBOTS, ServerCore
from cardkit.server.log import Log
from cardkit.server.outbox import Outbox, deliver
from cardkit.server.personal_data import export_page
from cardkit.server.recovery import recover
from cardkit.server.request import Job
from cardkit.server.robots import Robots
from cardkit.server.session import Peer
from cardkit.server.vault import Vault
from tests.stores import new_store

KEY = Ed25519PrivateKey.from_private_bytes(sha256(b"the key of an evening").digest())
"""What signs its records."""
SERVER = KEY.public_key().public_bytes_raw().hex()


class MemoryServer:
    """Guests, tables and what they say, one after the other."""

    def __init__(
        self, games: Mapping[str, type[NetGame]], seed: str = "", robots: Robots = ROBOTS
    ) -> None:
        self.games = games
        self.seed = seed
        self.robots = robots
        self.time = 1_000_000.0
        self.log: list[str] = []
        self.store = new_store()
        self.heard: dict[Peer, list[bytes]] = {}
        self._drawn = 0
        self._open()

    def _open(self) -> None:
        outbox = Outbox(self._secret, Log(self.log.append, self._now))
        vault = Vault(shake_256(self.seed.encode()).digest(32), self._secret)
        self.core = ServerCore(
            self.games,
            outbox,
            vault,
            self._now,
            robots=self.robots,
            server=SERVER,
            account=lambda name: self.store.account(name),  # noqa: PLW0108 - the store by then
        )
        self.core.free_name = lambda name: new_name(self.store, name, games=self.games.values())
        self.core.export_page = lambda name, start: export_page(
            self.store, name, start, open_vault=lambda: vault
        )
        outbox.wake = self._store
        recover(self.core, self.store)
        outbox.settle()

    def close(self) -> None:
        self.store.close()

    def restart(self) -> None:
        """The server stops and starts again; all connections are gone."""
        self.heard.clear()
        self._open()

    def peer(self, codec: Codec | None = None) -> Peer:
        """A new connection; it speaks text unless told otherwise."""
        heard: list[bytes] = []
        peer = Peer(codec or LineCodec(), heard.append, lambda: None)
        self.heard[peer] = heard
        return peer

    def say(self, peer: Peer, line: str) -> None:
        job = self.core.said(peer, line.split())
        while isinstance(job, Job):
            job = self.core.finish(job, job.work())

    def hear(self, peer: Peer) -> str:
        """All that this peer was told since the last time."""
        said = b"".join(self.heard[peer])
        self.heard[peer].clear()
        return said.decode()

    def lose(self, peer: Peer) -> None:
        self.core.lost(peer)

    def wait(self, seconds: float) -> None:
        """Let time pass, and everything happen that is due."""
        until = self.time + seconds
        while (alarm := self.core.timers.next()) is not None and alarm <= until:
            self.time = max(self.time, alarm)
            self.core.on_alarm()
        self.time = until

    def _now(self) -> float:
        return self.time

    def _secret(self, size: int) -> bytes:
        self._drawn += 1
        return shake_256(f"{self.seed} {self._drawn}".encode()).digest(size)

    def _store(self) -> None:
        outbox = self.core.outbox
        more = True
        while more:
            rows, frames = outbox.turn_page()
            self.store.write(rows)
            self.store.sync()
            deliver(frames)
            more = outbox.stored()
