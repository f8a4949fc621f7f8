"""`cardkit serve --workers N`: several nodes of one house on one machine, behind one port.

The parent opens the ports and starts a process for each node, one after the other. It serves nobody
itself: it passes on signals to stop, and starts a worker again that has died. Each worker has a
socket to its parent, over which it says that it is up, and sees when the parent is gone.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from socket import socket, socketpair

import trio

from cardkit.commands.systemd import notify, show_life
from cardkit.server.listener import open_sockets
from cardkit.server.log import Log
from cardkit.server.serve import node_name
from cardkit.server.settings import Settings

OPTION = "--worker"
"""How a parent tells a worker what it is; nobody types it."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
"""Seconds before a worker is started again that has died, the first time and at most."""
_LONG = 60.0
"""Seconds after which a worker that is up counts as one that works."""
_UP = b"."
_FOR_THE_PARENT = ("NOTIFY_SOCKET", "WATCHDOG_USEC")
"""What systemd tells a process that is not for those it starts."""
Sockets = Mapping[str, Sequence[socket]]
"""Those that all workers accept on, by the option that names their port."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Worker:
    """What a worker has from its parent."""

    number: int
    parent: int
    """The file of the socket to the parent."""
    sockets: Mapping[str, Sequence[int]]
    """The files of those that all accept on."""
    announces: bool = False
    """Whether it tells how to play."""

    def open_sockets(self, host: str, port: int, option: str = "--port") -> list[socket]:
        """What the parent has opened; whatever else is wanted is this worker's own."""
        if option not in self.sockets:
            return open_sockets(host, port, option)
        return [socket(fileno=os.dup(file)) for file in self.sockets[option]]

    def settings(self, given: Settings) -> Settings:
        """Those of all workers, but with a name and ports of its own."""
        before = self.number - 1
        host, colon, port = given.health.rpartition(":")
        health = int(port or 0)
        return replace(
            given,
            node=f"{node_name(given)}-{self.number}",
            relay_port=given.relay_port and given.relay_port + before,
            health=f"{host}{colon}{health and health + before}" if port else "",
            public="",
        )

    def say_up(self) -> None:
        os.write(self.parent, _UP)

    async def stop_with_parent(self) -> None:
        """Who cannot be told to stop any more stops."""
        await trio.lowlevel.wait_readable(self.parent)
        os.kill(os.getpid(), signal.SIGTERM)


def read_worker(written: str) -> Worker:
    return Worker(**json.loads(written))


class Workers:
    """The workers of this machine."""

    def __init__(self, count: int, sockets: Sockets, log: Log) -> None:
        self._sockets, self._log = sockets, log
        self._processes: dict[int, trio.Process] = {}
        """Those that are not to stop."""
        self._are_up = {number: trio.Event() for number in range(1, count + 1)}
        self._were_up = self._is_announced = False
        self._one_starts = trio.Lock()
        self._stopping = trio.Event()
        self._status = 0

    async def run(self) -> int:
        """Until all have stopped; the exit status."""
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM, signal.SIGHUP) as signals:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(show_life)
                nursery.start_soon(self._say_up)
                nursery.start_soon(self._hear, signals)
                async with trio.open_nursery() as workers:
                    for number in self._are_up:
                        workers.start_soon(self._keep, number)
                nursery.cancel_scope.cancel()
        return self._status

    async def _say_up(self) -> None:
        for is_up in self._are_up.values():
            await is_up.wait()
        notify("READY=1")

    async def _hear(self, signals: AsyncIterator[int]) -> None:
        async with trio.open_nursery() as nursery:
            async for number in signals:
                if number != signal.SIGHUP:
                    self._stop()
                elif not self._stopping.is_set():
                    nursery.start_soon(self._replace_all)

    def _stop(self) -> None:
        """Also a second time, for those who take too long."""
        notify("STOPPING=1")
        self._stopping.set()
        for process in self._processes.values():
            process.terminate()

    async def _replace_all(self) -> None:
        """One after the other, so that there is always somebody who goes on."""
        for number, process in list(self._processes.items()):
            async with self._one_starts:
                self._are_up[number] = trio.Event()
                del self._processes[number]
                process.terminate()
            await self._are_up[number].wait()

    async def _keep(self, number: int) -> None:
        """One worker, again and again."""
        failures = 0
        while not self._stopping.is_set():
            begun, (ours, theirs) = trio.current_time(), socketpair()
            with ours:
                async with self._one_starts:
                    with theirs:
                        process = await self._start(number, theirs.fileno())
                    await trio.lowlevel.wait_readable(ours)
                is_up = ours.recv(1) == _UP
                if is_up:
                    self._were_up = True
                    self._are_up[number].set()
                status = await process.wait()
            if self._processes.get(number) is not process:  # it was to be replaced
                continue
            del self._processes[number]
            if not self._were_up:  # it has said why
                self._status = self._status or status
                self._stop()
            if not self._stopping.is_set():
                lasted = is_up and trio.current_time() - begun > _LONG
                failures = 1 if lasted else failures + 1
                wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (failures - 1))
                self._log.error("worker.ended", worker=number, status=status, again_in=wait)
                with trio.move_on_after(wait):
                    await self._stopping.wait()

    async def _start(self, number: int, parent: int) -> trio.Process:
        files = {name: [each.fileno() for each in all_] for name, all_ in self._sockets.items()}
        announces, self._is_announced = not self._is_announced, True
        worker = Worker(number=number, parent=parent, sockets=files, announces=announces)
        process = await trio.lowlevel.open_process(
            [sys.executable, *sys.orig_argv[1:], OPTION, json.dumps(asdict(worker))],
            pass_fds=(parent, *chain.from_iterable(files.values())),
            process_group=0,  # what the terminal has to say comes over the parent
            env={name: value for name, value in os.environ.items() if name not in _FOR_THE_PARENT},
        )
        self._processes[number] = process
        if self._stopping.is_set():
            process.terminate()
        return process
