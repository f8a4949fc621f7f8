"""The lease of a node: for how long it may believe that the others take it for alive."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import trio

from cardkit.netgame import Refused
from cardkit.server import nodes
from cardkit.server.core import ServerCore
from cardkit.server.nodes import BEAT, MATCHES_AT_ONCE, PATIENCE
from cardkit.server.store import Errors, NodeRemoved, Store
from cardkit.server.store_address import StoreAddress

LAST_TRY = 1.0
"""Seconds for a sign of life that comes late."""
Work = Callable[[Callable[[], Any]], Awaitable[Any]]


class NodeLease:
    """That this node is alive, as far as it can know: by its own clock, it never believes that for
    longer than the others do."""

    def __init__(
        self, address: StoreAddress, core: ServerCore, number: int, now: Callable[[], float]
    ) -> None:
        self._address, self._core, self._number, self._now = address, core, number, now
        self._store: Store | None = None
        """A connection of its own: whoever is kept waiting for one, the lease is not."""
        self._until = now() + PATIENCE
        self._said = trio.Event()
        self._is_closed = False
        self.lost = ""
        """Why it has ended."""

    def is_held(self) -> bool:
        return self._now() < self._until

    async def wait_until_held(self) -> None:
        """For as long as nobody may be told anything."""
        while not self.is_held():
            self._said = trio.Event()
            await self._said.wait()

    async def keep(self, work: Work) -> None:
        """Say again and again that this node is alive. Returns when it is not, to the others, or
        cannot know.

        One that was held up for long has another try: perhaps nobody has removed it yet.
        """
        errors: Errors = (Refused, *self._address.errors)
        outbox = self._core.outbox
        while True:
            begun, figures = self._now(), self._core.figures()
            wanted = 0 if outbox.reserved > MATCHES_AT_ONCE // 2 else MATCHES_AT_ONCE
            with trio.move_on_after(max(LAST_TRY, self._until - begun)):
                try:
                    outbox.reserve(await work(partial(self._beat, figures, wanted)))
                    self._until = begun + PATIENCE
                    self._said.set()
                except NodeRemoved:
                    self._until = begun
                    self.lost = f"the others had not heard of it for {PATIENCE:g} s"
                except errors as error:
                    outbox.log.error("house.unheard", why=str(error))
            if not self.is_held():
                self.lost = self.lost or f"the database has not answered for {PATIENCE:g} s"
                return
            await trio.sleep(BEAT)

    def _beat(self, figures: Mapping[str, float], wanted: int) -> range:
        if self._store is None:
            self._store = self._address.open(make=False)
            if self._is_closed:  # nobody waits for this any more
                self._store.close()
        store = self._store
        try:
            nodes.beat(store, self._number, figures, draining=self._core.draining)
            return nodes.reserve_matches(store, wanted) if wanted else range(0)
        except store.errors:
            self._store = None
            store.close()
            raise

    def close(self) -> None:
        self._is_closed = True
        if self._store is not None:
            self._store.close()
