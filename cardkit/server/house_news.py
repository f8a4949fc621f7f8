"""A node tells the others what concerns them, and hears what they tell: see `news`.

What happens is gathered for a moment and written with the next page. What others have written is
read when the database wakes this node, and each second in any case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import trio

from cardkit.netgame import Refused
from cardkit.server.core import ServerCore
from cardkit.server.host_commands import say_to_all
from cardkit.server.lobby import changing_of, listing_of
from cardkit.server.news import (
    KEPT,
    ListedTable,
    News,
    NewsReader,
    Told,
    tables_elsewhere,
)
from cardkit.server.store import Errors
from cardkit.server.store_address import Bell, StoreAddress
from cardkit.server.table_owner import forget_here, rename_here

EVERY = 1.0
"""Seconds after which the store is asked for news, whether it has woken this node or not."""
GATHERING = 0.5
"""Seconds for which what others should know is gathered before it is told."""
MOST_TRIES = 2000
"""Marks of throttles that are told at once; the others follow."""
Work = Callable[[Callable[[], Any]], Awaitable[Any]]


class HeardNews(NamedTuple):
    """What was read at once."""

    news: Sequence[Told]
    tables: Mapping[str, ListedTable | None]


class HouseNews:
    """What a node says to the others of its house, and hears from them."""

    def __init__(
        self,
        core: ServerCore,
        address: StoreAddress,
        work: Work,
        bell: Callable[[], Bell] | None = None,
    ) -> None:
        """`bell` is opened by `work`; without it the store is asked each second."""
        self._core, self._address, self._work, self._new_bell = core, address, work, bell
        self._errors: Errors = (Refused, *address.errors)
        self._node = core.outbox.node
        self._reader = NewsReader(self._node, core.now)
        self._knows_tables = False
        self._forgotten, self._forgets_at = 0, core.now() + KEPT
        self._to_tell = trio.Event()
        self._changed: dict[str, None] = {}
        self._written: dict[str, Hashable] = {}
        """What has changed last at each table here, as the others know it."""
        self._tries: Counter[tuple[str, str]] = Counter()
        self._heard = {News.HOST: trio.Event(), News.RELEASED: trio.Event()}
        core.lobby.share = self._note_table
        for name, throttle in core.shared_throttles.items():
            throttle.share(core.vault.mark, partial(self._note_try, name))

    async def run(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._tell_again_and_again)
            nursery.start_soon(self._hear_again_and_again)

    async def wait_for(self, what: News) -> None:
        """Until this is told, if it was not since the last time that it was waited for."""
        await self._heard[what].wait()
        self._heard[what] = trio.Event()

    # --- what is told ------------------------------------------------------------------------

    def _note_table(self, table: str) -> None:
        self._changed[table] = None
        self._to_tell.set()

    def _note_try(self, throttle: str, mark: str, tries: int) -> None:
        self._tries[throttle, mark] += tries
        self._to_tell.set()

    async def _tell_again_and_again(self) -> None:
        while True:
            await self._to_tell.wait()
            await trio.sleep(GATHERING)
            if self._core.failed:
                return
            self._to_tell = trio.Event()
            self._tell()

    def _tell(self) -> None:
        outbox, changed, self._changed = self._core.outbox, self._changed, {}
        tables = [table for table in changed if self._list(table)]
        if tables:
            outbox.tell_house(News.LOBBY, tables)
        now = [*islice(self._tries.items(), MOST_TRIES)]
        if tries := [(*whose, count) for whose, count in now if count]:
            outbox.tell_house(News.TRIES, tries)
        for whose, _ in now:
            del self._tries[whose]
        if self._tries:
            self._to_tell.set()
        outbox.settle()

    def _list(self, table: str) -> bool:
        """Write down what the lobby says of a table here; whether that is new."""
        core = self._core
        hosted = core.tables.get(table)
        if hosted is None:
            if self._written.pop(table, None) is None:
                return False
            core.outbox.row("no lobby", table)
            return True
        changing = changing_of(hosted)
        if self._written.get(table) == changing:
            return False
        self._written[table] = changing
        core.outbox.row("lobby", table, listing_of(hosted))
        return True

    # --- what is heard -----------------------------------------------------------------------

    async def _hear_again_and_again(self) -> None:
        bell: Bell | None = None
        try:
            while True:
                try:
                    if bell is None and self._new_bell is not None:
                        with trio.CancelScope(shield=True):  # or nobody would close it
                            bell = await self._work(self._new_bell)
                    self._hear(await self._work(self._read))
                    if bell is not None:
                        await _rung(bell)
                        continue
                except self._errors as error:
                    self._core.outbox.log.error("house.unheard", why=str(error))
                    if bell is not None:
                        bell.close()
                        bell = None
                await trio.sleep(EVERY)
        finally:
            if bell is not None:
                bell.close()

    def _read(self) -> HeardNews:
        with self._address.reading() as store:
            is_whole = not self._knows_tables or self._reader.is_behind
            news = self._reader.read(store)
            names = [name for told in news if told.what == News.LOBBY for name in told.about]
            tables: dict[str, ListedTable | None] = dict.fromkeys(names)
            if is_whole:
                tables |= dict.fromkeys(self._core.lobby.elsewhere.copy())
            if is_whole or names:
                found = tables_elsewhere(store, self._node, None if is_whole else [*tables])
                tables |= {listed.name: listed for listed in found}
            self._knows_tables = True
            if self._core.now() > self._forgets_at:
                self._forgets_at = self._core.now() + KEPT
                self._forgotten = self._reader.forget_old(store, self._forgotten)
            return HeardNews(news, tables)

    def _hear(self, heard: HeardNews) -> None:
        core = self._core
        if core.failed or core.closing:
            return
        if heard.tables:
            core.lobby.hear(heard.tables)
        for what, about in heard.news:
            if what == News.TRIES:
                for throttle, mark, tries in about:
                    if throttle in core.shared_throttles:  # another version may have others
                        core.shared_throttles[throttle].count(mark, tries)
            elif what == News.ORIGIN:
                core.login_throttle.know(*about)
            elif what == News.RENAMED:
                rename_here(core, *about)
            elif what == News.DELETED:
                forget_here(core, about)
            elif what == News.HOST_SAYS:
                say_to_all(core, about)
            elif what in self._heard:
                self._heard[News(what)].set()
        core.outbox.settle()


async def _rung(bell: Bell) -> None:
    """Until it rings, or long enough."""
    with trio.move_on_after(EVERY):
        while not bell.has_rung():
            await trio.lowlevel.wait_readable(bell.fileno())
