"""Stores pages in a thread of its own, so that a slow disk holds nobody up but what waits for it.

One long-lived thread with a queue: handing each page to a pool costs as much again as storing a
small one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from queue import SimpleQueue
from threading import Thread

import trio

from cardkit.server.store import Row, Store


class Writer:
    """The only one who writes to the store while it runs."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pages: SimpleQueue[Sequence[Row] | None] = SimpleQueue()
        self._token = trio.lowlevel.current_trio_token()
        self._done = trio.Event()
        self._error: BaseException | None = None
        self._thread = Thread(target=self._write, name="cardkit-writer", daemon=True)

    async def commit(self, rows: Sequence[Row]) -> None:
        """Store these rows; they are on the disk when this returns."""
        self._done = trio.Event()
        self._pages.put(rows)
        await self._done.wait()
        if self._error is not None:
            raise self._error

    def _write(self) -> None:
        while (rows := self._pages.get()) is not None:
            try:
                self._store.commit(rows)
            except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
                self._error = error
            self._token.run_sync_soon(self._done.set)


@asynccontextmanager
async def writing(store: Store) -> AsyncIterator[Writer]:
    """A writer for as long as the block lasts; a page that it has is stored before it ends."""
    writer = Writer(store)
    writer._thread.start()
    try:
        yield writer
    finally:
        writer._pages.put(None)
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(writer._thread.join)
