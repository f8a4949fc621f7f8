"""Runs the core with trio: connections in, pages out, and the clock.

One task per connection, which is woken only where something has to be waited for. Whatever a client
does costs only its own connection: one that fails is logged and ends alone.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from math import inf
from operator import itemgetter
from typing import Any, Protocol

import trio
from trio.testing import wait_all_tasks_blocked

from cardkit import __version__
from cardkit.netgame import Refused, Text
from cardkit.protocol import Codec, LineCodec, Malformed
from cardkit.protocol.messages import Bye, Hello, Moved
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.sniff import codec_for
from cardkit.server.core import ServerCore
from cardkit.server.exposition import Histogram
from cardkit.server.fair_queue import SLICE, AddressUsage, FairQueue, Waiting
from cardkit.server.links import Link, SocketWatch, unheard
from cardkit.server.log import blame
from cardkit.server.outbox import FRAMES_AT_ONCE, Frame, Outbox, deliver
from cardkit.server.peer_state import PeerState
from cardkit.server.relay import Leaving, Relay, RelayedLink
from cardkit.server.request import HandOn, Job, not_now, shutting_down, store_failed
from cardkit.server.session import Peer, Session
from cardkit.server.settings import Limits
from cardkit.server.store import NodeRemoved, Row

LITTLE = 0.001
"""Seconds of work that an address may ask for however much waits for the store already."""
GATHERING = 0.01
"""Seconds for which a page is kept open, at most, while there is something to do."""
SHORTEST_WAIT = 0.05
"""Seconds for which it pays to put a client off."""
ALL_TOLD = 30.0
"""Seconds for which a peer who is handed on waits until all that it did is stored."""
LOBBY_EVERY = 1.0
"""Seconds for which changes in the lobby are gathered before they are told."""
NO_CONNECTIONS = {"tcp": 0, "tls": 0, "websocket": 0, "relayed": 0}
COMMIT_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
COMMIT_ROWS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
LAG_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
A_FEW = 8
"""Frames for one address behind which nobody waits long."""


@dataclass(slots=True)
class Counts:
    """What the metrics tell."""

    connections: Counter[str] = field(default_factory=lambda: Counter(NO_CONNECTIONS))
    """By the kind of their link."""
    accepted: Counter[str] = field(default_factory=lambda: Counter(NO_CONNECTIONS))
    turned_away: Counter[str] = field(default_factory=Counter)
    """By the code of the refusal."""
    commands: int = 0
    commit: Histogram = field(default_factory=lambda: Histogram(COMMIT_SECONDS))
    rows: Histogram = field(default_factory=lambda: Histogram(COMMIT_ROWS))
    store_errors: int = 0
    lag: Histogram = field(default_factory=lambda: Histogram(LAG_SECONDS))
    latencies: deque[float] = field(default_factory=lambda: deque(maxlen=1000))
    """How long the last commits took."""


class Lease(Protocol):
    """Lets a node tell what it knows, for as long as no other can know better."""

    async def wait_until_held(self) -> None: ...


class ServerRunner:
    """Runs a core: hears its peers, stores and delivers its pages, wakes its tables."""

    def __init__(
        self,
        core: ServerCore,
        commit: Callable[[Sequence[Row]], Awaitable[None]],
        work: Callable[[Callable[[], Any]], Awaitable[Any]] | None = None,
    ) -> None:
        """`work` does what takes long: in a thread, unless a simulation has a better idea."""
        self.core = core
        self.limits = core.limits
        self.counts = Counts()
        self.peers = core.peers
        self.piped: dict[Peer, None] = {}
        """Those who are connected to this node and served by another one."""
        self.relay: Relay | None = None
        self.queue = FairQueue(self._leaves_too_much)
        self.sockets = SocketWatch()
        self.storing_since: float | None = None
        """When the page that is being stored was handed to the store."""
        self.lease: Lease | None = None
        """That this node is alive to the others of its house, if there are any."""
        self.is_lost = trio.Event()
        """Whether this node is dead to the others of its house."""
        self._commit = commit
        self._pages = trio.Event()
        self._earlier = trio.Event()
        self._lobby_changed = trio.Event()
        self._last_left = trio.Event()
        self._room = trio.Event()
        limiter = trio.CapacityLimiter(2)
        self._work = work or partial(trio.to_thread.run_sync, limiter=limiter)
        core.outbox.wake = self._pages_to_store
        core.timers.wake = self._alarm_is_earlier
        core.lobby.wake = self._lobby_is_changed

    @property
    def _welcome(self) -> Text:
        if self.core.house:
            text = "welcome to {house}; type ENTER and a name, or HELP"
            return Text(text, house=self.core.house)
        return Text("welcome; type ENTER and a name, or HELP")

    def _pages_to_store(self) -> None:
        self._pages.set()

    def _alarm_is_earlier(self) -> None:
        self._earlier.set()

    def _lobby_is_changed(self) -> None:
        self._lobby_changed.set()

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Store, keep time and sweep, until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._store_pages)
            nursery.start_soon(self._keep_time)
            nursery.start_soon(self._sweep_now_and_then)
            nursery.start_soon(self._tell_lobby)
            nursery.start_soon(self.queue.run)
            nursery.start_soon(self.sockets.run)
            task_status.started()

    # --- durable before told -----------------------------------------------------------------

    async def _store_pages(self) -> None:
        """Group commit: all that came while a page was stored, or is ready to come, is the next."""
        outbox = self.core.outbox
        while True:
            await self._pages.wait()
            self._pages = trio.Event()
            more = True
            while more:
                if outbox.has_rows:
                    await self._gather()
                rows, frames = outbox.turn_page()
                self._page_is_turned()
                if rows and not await self._store(rows):
                    return
                await self._deliver(frames)
                more = outbox.stored()

    async def _gather(self) -> None:
        """Who is ready to be heard is on this page, too, as far as that does not take long.

        The fewer pages, the less they cost; and a thread that stores while the event loop is busy
        takes twice as long, since both want the interpreter.
        """
        with trio.move_on_after(GATHERING):
            await wait_all_tasks_blocked()

    async def _store(self, rows: Sequence[Row]) -> bool:
        counts, begun = self.counts, trio.current_time()
        try:
            self.storing_since = begun
            await self._commit(rows)
        except Exception as error:  # noqa: BLE001 - whatever it is, nothing is stored any more
            counts.store_errors += 1
            if self.core.elsewhere is None:
                self._fail(error)
            elif isinstance(error, NodeRemoved):
                self.abandon("the others have removed it")
            else:
                self._log_failure(error, "others go on with its tables")
                self.abandon("something could not be stored")
            return False
        finally:
            self.storing_since = None
        took = trio.current_time() - begun
        counts.commit.observe(took)
        counts.rows.observe(len(rows))
        counts.latencies.append(took)
        return True

    async def _deliver(self, frames: Sequence[Frame]) -> None:
        """Many frames are sent in parts, so that others are heard in between."""
        if len(frames) > FRAMES_AT_ONCE:
            frames = in_turns(frames)
        for at in range(0, len(frames), FRAMES_AT_ONCE):
            if at:
                await trio.lowlevel.checkpoint()
            if self.lease is not None:
                await self.lease.wait_until_held()
            deliver(frames[at : at + FRAMES_AT_ONCE])

    def _leaves_too_much(self, usage: AddressUsage) -> bool:
        """However long the disk takes, what waits for it is bounded."""
        outbox = self.core.outbox
        if outbox.backlog <= self.limits.backlog:
            return False
        left = usage.backlog if usage.page == outbox.pages else 0.0
        return left > LITTLE or usage.mean > LITTLE

    def _page_is_turned(self) -> None:
        self._room.set()
        self._room = trio.Event()
        self.queue.look_again()

    def _fail(self, error: Exception) -> None:
        """A failed sync is never tried again: what the disk holds then is anybody's guess."""
        core = self.core
        core.failed = True
        core.outbox.give_up()
        effect = "no input is accepted, all tables are suspended; mend the disk and restart"
        self._log_failure(error, effect)
        for peer in self.peers:
            core.outbox.say(peer, peer.warning(store_failed()))
        core.outbox.settle()
        self._page_is_turned()

    def _log_failure(self, error: Exception, effect: str) -> None:
        self.core.outbox.log.error(
            "store.failed", error=type(error).__name__, why=str(error), effect=effect
        )

    def abandon(self, why: str) -> None:
        """This node does not know any more what the store holds, or is dead to the others: nobody
        hears another word from it."""
        if not self.is_lost.is_set():
            effect = "others go on with its tables, and it begins anew"
            self.core.outbox.log.error("node.lost", why=why, effect=effect)
        self.core.failed = True
        self.core.outbox.fall_silent()
        for peer in (*self.peers, *self.piped):
            peer.hang_up()
        self.is_lost.set()
        self._page_is_turned()

    # --- time --------------------------------------------------------------------------------

    async def _keep_time(self) -> None:
        core = self.core
        while not core.failed:
            self._earlier = trio.Event()
            alarm = core.timers.next()
            wait = inf if alarm is None else alarm - core.now()
            if wait > 0:
                with trio.move_on_after(wait):
                    await self._earlier.wait()
            else:
                core.on_alarm()
                while core.outbox.backlog > self.limits.backlog:
                    await self._room.wait()
                await trio.lowlevel.checkpoint()

    async def _sweep_now_and_then(self) -> None:
        while True:
            await trio.sleep(self.limits.sweep)
            self.core.sweep()

    async def _tell_lobby(self) -> None:
        while True:
            await self._lobby_changed.wait()
            await trio.sleep(LOBBY_EVERY)
            self._lobby_changed = trio.Event()
            if not self.core.failed:
                self.core.lobby.tell()

    async def say_goodbye(self) -> None:
        """Tell everybody that the server stops; what they said before is stored and answered."""
        outbox, wrong = self.core.outbox, shutting_down()
        self.core.closing = True
        for peer in (*self.peers, *self.piped):
            outbox.say(peer, Bye(str(wrong.reason), wrong.text(peer.language)).words())
            outbox.hang_up(peer)
        outbox.settle()
        self._last_left = trio.Event()
        if self.peers or self.piped:
            await self._last_left.wait()

    # --- connections -------------------------------------------------------------------------

    async def serve(self, link: Link, *, greet: bool = False, codec: Codec | None = None) -> None:
        """One connection, from its first byte to its end, here or at other nodes. Closes the link.

        What it speaks is told by its first byte, unless that is known.
        """
        unread = deque[bytes]()
        async with self._connected(link):
            if self.is_lost.is_set():
                return
            leaving = await self._meet(link, codec, unread, greet=greet)
            while leaving is not None:
                assert self.relay is not None
                state = await self.relay.lead(link, leaving, unread)
                leaving = None if state is None else await self._go_on(link, state, unread)

    async def serve_relayed(self, link: RelayedLink, state: PeerState) -> None:
        """The same for one who is connected to another node, until it belongs elsewhere."""
        async with self._connected(link):
            leaving = await self._go_on(link, state, deque())
            if leaving is not None:
                link.hand_on(leaving.node, leaving.state)

    @asynccontextmanager
    async def _connected(self, link: Link) -> AsyncIterator[None]:
        log = self.core.outbox.log
        self.counts.connections[link.kind] += 1
        self.counts.accepted[link.kind] += 1
        try:
            yield
        except OSError:
            pass  # the connection is lost, or was cut
        except Exception as error:  # noqa: BLE001 - one connection never ends the others
            log.error("connection.failed", address=link.address, **blame(error))
        finally:
            self.counts.connections[link.kind] -= 1
            if not self.peers and not self.piped:
                self._last_left.set()
            if link.too_slow:
                log.info("cut", address=link.address, code=ServerReason.TOO_SLOW)
            with trio.CancelScope(shield=True, deadline=trio.current_time() + 2):
                await link.close()

    async def _meet(
        self, link: Link, codec: Codec | None, unread: deque[bytes], *, greet: bool
    ) -> Leaving | None:
        """Find out what somebody speaks who is new, and hear what they say."""
        data = b""
        if codec is None and not greet:
            with trio.move_on_after(self.limits.greeting) as silence:
                data = await link.receive()
                if not data:
                    return None
            greet = silence.cancelled_caught
        if codec is None:
            codec = codec_for(data[0]) if data else LineCodec()
        peer = Peer(codec, link.send, link.finish, link.address)
        if greet:
            text = self._welcome.text(peer.language)
            hello = codec.encode(Hello("cardkit", __version__, text).words())
            link.send(codec.frame([hello]))  # at once: behind a page it might come too late
        return await self._converse(peer, link, data, unread)

    async def _go_on(self, link: Link, state: PeerState, unread: deque[bytes]) -> Leaving | None:
        """Hear somebody whom another node has handed on, with what they were saying there."""
        core, peer = self.core, state.peer(link)
        if state.session:
            assert core.elsewhere is not None
            session = None
            try:
                session = await self._work(partial(core.elsewhere.session, state.session))
            except Exception as error:  # noqa: BLE001 - the work failed, not the connection
                core.outbox.log.error("work.failed", **blame(error))
            if not isinstance(session, Session) or core.receive(session).peer is not None:
                # It is where it was, or has come back in another way meanwhile.
                core.part_with(peer, not_now())
                core.outbox.settle()
                await unheard(link)
                return None
            core.connect(peer, core.receive(session))
        if state.lobby:
            core.lobby.listen(peer)
        return await self._converse(peer, link, state.heard, unread, state.done)

    async def _converse(
        self, peer: Peer, link: Link, data: bytes, unread: deque[bytes], done: int = 0
    ) -> Leaving | None:
        """Until the connection ends, or the peer belongs at another node.

        So many of the commands in these bytes were carried out already.
        """
        outbox = self.core.outbox
        self.peers[peer] = None
        usage = self.queue.join(link.address)
        leaving = None
        try:
            with trio.CancelScope(deadline=trio.current_time() + self.limits.silence) as patience:
                turn = _Turn(self.queue, usage, outbox)
                conversation = _Conversation(self, peer, link, turn, patience)
                leaving = await conversation.run(data, done, unread)
            if patience.cancelled_caught:
                wrong = Refused(ServerReason.TOO_SLOW, "say who you are sooner: ENTER and a name")
                outbox.say(peer, Bye(str(wrong.reason), wrong.text(peer.language)).words())
                await self.part_from(peer, link)
            return leaving
        finally:
            self.queue.leave(usage)
            del self.peers[peer]
            self.core.lost(peer)

    def tell_where(self, peer: Peer, link: Link) -> None:
        """Who has come over another node, and can, may connect to this one."""
        public = None if self.relay is None else self.relay.node.public
        is_elsewhere = isinstance(link, RelayedLink) and peer.session is not None
        if is_elsewhere and peer.follows and public is not None:
            self.core.outbox.say(peer, Moved(*public).words())
            self.core.outbox.settle()

    async def finish(
        self, more: Job | HandOn, link: Link, heard: bytes, done: int
    ) -> Leaving | None:
        """Do the long work of a command off the event loop; in any case there is an answer."""
        job: Job | HandOn | None = more
        while job is not None:
            if isinstance(job, HandOn) and job.request.peer.is_parted:
                return None
            if isinstance(job, HandOn):
                leaving = await self._hand_on(job, link, heard, done)
                if leaving is not None:
                    return leaving
                job = job.otherwise
            result: Any = None
            if job.after:
                await trio.sleep(job.after)
            try:
                result = await self._work(job.work)
            except Exception as error:  # noqa: BLE001 - the work failed, not the connection
                self.core.outbox.log.error("work.failed", **blame(error))
                job.then = _not_now
            job = self.core.finish(job, result)
        return None

    async def _hand_on(self, moved: HandOn, link: Link, heard: bytes, done: int) -> Leaving | None:
        """Give a peer away to another node, once all is told that was said here; None if that
        cannot be reached.

        Who is connected to a third node is handed on by that.
        """
        core, peer, node = self.core, moved.request.peer, moved.node
        connection = None
        if not isinstance(link, RelayedLink):
            connection = None if self.relay is None else await self.relay.dial(node, peer.address)
            if connection is None:
                return None
        state = PeerState.of(peer, heard, done, lobby=core.lobby.hears(peer))
        if peer.session is not None:
            core.give_away(peer.session, node)
        told = trio.Event()
        core.outbox.hang_up(Peer(peer.codec, peer.send, told.set, peer.address))
        core.outbox.settle()
        with trio.move_on_after(ALL_TOLD):
            await told.wait()
            return Leaving(node, state, connection)
        raise ConnectionAbortedError

    async def part_from(self, peer: Peer, link: Link) -> None:
        """End a connection from here: when all was said that waits for the store, perhaps."""
        self.core.outbox.hang_up(peer)
        self.core.outbox.settle()
        await unheard(link)


class _Conversation:
    """What one client says, carried out as far as that goes without waiting."""

    __slots__ = (
        "_coming",
        "_done",
        "_heard",
        "_is_over",
        "_is_silent",
        "_is_stranger",
        "_job",
        "_link",
        "_mistakes",
        "_pace",
        "_parts",
        "_patience",
        "_pause",
        "_peer",
        "_runner",
        "_turn",
    )

    def __init__(
        self, runner: ServerRunner, peer: Peer, link: Link, turn: _Turn, patience: trio.CancelScope
    ) -> None:
        self._runner, self._peer, self._link, self._turn = runner, peer, link, turn
        self._patience, self._is_stranger = patience, True
        self._pace, self._mistakes = Pace(runner.limits), 0
        self._coming: Iterator[list[str] | Malformed] | None = None
        """What was said and is not carried out yet."""
        self._heard, self._done = b"", 0
        """The bytes of it, with those of before that belong to it, and how much was read of it."""
        self._job: Job | HandOn | None = None
        self._pause = 0.0
        """What is waited for before it is, besides a turn."""
        self._is_silent = True
        self._is_over = self._parts = False

    async def run(self, data: bytes, done: int, unread: deque[bytes]) -> Leaving | None:
        """Until it ends, from either side, or goes on at another node.

        So many of the commands in these bytes were carried out already.
        """
        link, turn = self._link, self._turn
        self._is_silent = not data
        next(islice(self._begin(data), done, done), None)
        self._done = done
        is_there = True
        try:
            while is_there:
                while self._coming is not None and not self._is_over:
                    if (job := self._job) is not None:
                        moved = await self._runner.finish(job, link, self._heard, self._done - 1)
                        if moved is not None:
                            return moved
                    if self._pause:
                        await trio.sleep(self._pause)
                    await turn.begin()
                    self._carry_out(self._coming)
                if self._is_over:
                    break
                if unread:
                    self._begin(unread.popleft())
                else:
                    is_there = await link.listen(self._hear)
        finally:
            turn.leave_queue()
        if self._parts:
            await self._runner.part_from(self._peer, link)
        return None

    def _begin(self, data: bytes) -> Iterator[list[str] | Malformed]:
        codec = self._peer.codec
        self._heard, self._done = codec.begun + data, 0
        self._coming = coming = codec.commands(data)
        return coming

    def _hear(self, data: bytes) -> bool:
        """Carry out what came, if that can be done at once: then more may come."""
        peer = self._peer
        if self._is_silent:
            self._is_silent = False
            if isinstance(peer.codec, LineCodec):
                # Who was greeted as a person may be a program that took its time.
                peer.speak(codec_for(data[0]))
        coming = self._begin(data)
        if self._turn.begins():
            return self._carry_out(coming)
        resume = self._link.hold()
        if resume is not None:
            self._turn.enter_queue(partial(resume, self._take_turn))
        return resume is not None

    def _take_turn(self) -> bool:
        """It is its turn, for which what came has waited."""
        assert self._coming is not None
        self._turn.start()
        return self._carry_out(self._coming)

    def _carry_out(self, coming: Iterator[list[str] | Malformed]) -> bool:
        """Go on for as long as the turn lasts and nothing is to be waited for; whether all is done
        and more may come."""
        runner, peer, turn = self._runner, self._peer, self._turn
        core = runner.core
        self._job, self._pause = None, 0.0
        for words in coming:
            self._done += 1
            runner.counts.commands += 1
            if isinstance(words, Malformed):
                self._mistakes += 1
                core.misheard(peer, words)
                self._parts = words.fatal or self._mistakes > runner.limits.mistakes
            elif words:  # an empty line says nothing, but takes its time
                self._mistakes = 0
                self._job = core.said(peer, words)
            self._pause = self._pace.step()
            self._is_over = self._parts or not self._link.is_open
            if turn.is_over() or self._job is not None or self._pause or self._is_over:
                break
        else:
            self._coming = None
            if self._is_stranger and (peer.session is not None or core.lobby.hears(peer)):
                self._is_stranger = False
                self._patience.deadline = inf
                runner.tell_where(peer, self._link)
        turn.end()
        return self._coming is None


def _not_now(result: object) -> None:
    raise not_now()


class Pace:
    """Lets a client say a burst of commands at once, and then so many a second.

    Who says more is heard in small bursts: to be woken for each command would cost more than it.
    """

    __slots__ = ("_budget", "_limits", "_since")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._budget = limits.burst
        self._since = trio.current_time()

    def step(self) -> float:
        """After each command: how long to wait before hearing the next."""
        limits = self._limits
        self._budget -= 1.0
        if self._budget >= 0:
            return 0.0
        now = trio.current_time()
        self._budget = min(limits.burst, self._budget + (now - self._since) * limits.commands)
        self._since = now
        wait = -self._budget / limits.commands
        return wait if wait >= SHORTEST_WAIT else 0.0


class _Turn:
    """The turns of one connection in the queue, each charged with what it has cost."""

    __slots__ = (
        "_backlog",
        "_began",
        "_expected",
        "_left",
        "_now",
        "_outbox",
        "_queue",
        "_spent",
        "_usage",
        "_waiting",
    )

    def __init__(self, queue: FairQueue, usage: AddressUsage, outbox: Outbox) -> None:
        self._queue, self._usage, self._outbox = queue, usage, outbox
        self._now = trio.lowlevel.current_clock().current_time
        self._waiting: Waiting | None = None
        self._spent = 0.0
        """Seconds of this turn, with those that it will take to store and tell what was done."""
        self._left = 0.0
        """The latter alone."""

    def begins(self) -> bool:
        """Begin a turn, unless it has to be waited for."""
        usage, now = self._usage, self._now()
        self._expected = usage.mean
        if not self._queue.goes_on(usage, self._expected, now):
            return False
        self._began, self._backlog = now, self._outbox.backlog
        self._spent = self._left = 0.0
        return True

    def enter_queue(self, begin: Callable[[], None]) -> None:
        """Have this called when a turn comes, which it has to `start`."""
        self._waiting = self._queue.enter(self._usage, self._expected, begin)

    def leave_queue(self) -> None:
        if self._waiting is not None:
            self._waiting.give_up()

    def start(self) -> None:
        self._began, self._backlog = self._now(), self._outbox.backlog
        self._spent = self._left = 0.0

    async def begin(self) -> None:
        """Wait for a turn."""
        if not self.begins():
            await self._queue.wait(self._usage, self._expected)
            self.start()

    def is_over(self) -> bool:
        """After each command: whether it was the last of this turn."""
        left = self._outbox.backlog - self._backlog
        self._left = left = max(0.0, left)
        self._spent = spent = self._now() - self._began + left
        return spent > SLICE

    def end(self) -> None:
        usage = self._usage
        self._queue.charge(usage, self._spent, self._expected)
        if self._left:
            usage.leave_work(self._left, self._outbox.pages)


def in_turns(frames: Sequence[Frame]) -> Sequence[Frame]:
    """One frame for each address, then the next: nobody waits for what another has asked for."""
    origins = [peer.origin for peer, _ in frames]
    if max(Counter(origins).values()) <= A_FEW:
        return frames
    told: Counter[str] = Counter()
    ranked = []
    for origin, frame in zip(origins, frames, strict=True):
        ranked.append((told[origin], frame))
        told[origin] += 1
    ranked.sort(key=itemgetter(0))  # stable, so everybody hears their own in order
    return [frame for _, frame in ranked]
