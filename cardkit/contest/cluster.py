"""The same contest on a Dask cluster: chunks of pairings go to its workers, outcomes come back.

What a Dask worker is given it plays in a process of its own, as on a single machine, so a bot can
never cost more than that. Game, bots and cardkit must be installed there under the same names.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from cardkit.contest.folder import RECORDS, REPLAYS, RecordFolder
from cardkit.contest.model import ContestPlan, Pairing
from cardkit.contest.process_pool import Done, ProcessPool, next_size
from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason

PATIENCE = 5
"""Seconds for a cluster to answer, and then for its first worker."""
AHEAD = 2
"""So many chunks are under way for each thread of the cluster, so that none has to wait."""


Answer = tuple[list[str], dict[int, tuple[str, str]], int, float]
"""Outcomes as lines, by the number of a match its record and its replay, games, seconds."""


class Cluster:
    """Plays pairings on a cluster. Use it with `with`."""

    def __init__(
        self, address: str, plan: ContestPlan, record_folder: RecordFolder | None = None
    ) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            raise Refused(
                LocalReason.NOT_INSTALLED,
                "--cluster needs Dask; say: pip install 'cardkit[cluster]'",
            ) from error
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise Refused(
                ServerReason.NO_CONNECTION,
                "the cluster at {address} cannot be reached: {why}",
                address=address,
                why=str(error)[:200],
            ) from error
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            self._client.close()
            text = "the cluster at {address} has no workers; this starts one: dask worker {address}"
            raise Refused(ServerReason.NO_CONNECTION, text, address=address) from error
        self._plan, self._record_folder = plan, record_folder
        self._size = 1
        self.games = 0

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self._client.run(rest)
        finally:
            self._client.close()

    def play(self, pairings: Iterable[Pairing], count: int) -> Iterator[Done | None]:
        """Play these pairings and hand out what is done, in the order in which it comes."""
        from distributed import as_completed

        todo = iter(pairings)
        threads = max(1, sum(self._client.nthreads().values()))
        under_way = as_completed([], loop=self._client.loop, with_results=True)
        chunks: dict[str, list[Pairing]] = {}
        left = count

        def give() -> None:
            fair = -(-left // (AHEAD * threads))
            chunk = list(islice(todo, max(1, min(self._size, fair))))
            if chunk:
                future = self._client.submit(
                    play_chunk, self._plan, self._record_folder, chunk, pure=False, retries=2
                )
                chunks[future.key] = chunk
                under_way.add(future)

        for _ in range(AHEAD * threads):
            give()
        for future, (lines, records, games, seconds) in _answers(under_way):
            chunk = chunks.pop(future.key)
            left -= len(chunk)
            self.games += games
            self._size = next_size(self._size, len(chunk), seconds)
            if (folder := self._record_folder) is not None:
                for number in (pairing.number for pairing in chunk):
                    if number in records:
                        text, replay = records[number]
                        folder.write(number, text.splitlines(), replay)
                    elif number < folder.count:
                        folder.remove(number)
            yield [pairing.number for pairing in chunk], lines
            give()


def _answers(under_way: Any) -> Iterator[tuple[Any, Answer]]:
    try:
        yield from under_way
    except (Refused, KeyboardInterrupt):
        raise
    except Exception as error:
        raise Refused(
            ServerReason.NO_CONNECTION,
            "the cluster cannot go on: {kind}: {why}",
            kind=type(error).__name__,
            why=str(error)[:300],
        ) from error


# --- on a worker of the cluster ------------------------------------------------------------------

_pools: dict[tuple[int, str], tuple[ProcessPool, RecordFolder]] = {}
"""By thread and plan: the process that plays for it, and where its records are put meanwhile."""


def play_chunk(
    plan: ContestPlan, record_folder: RecordFolder | None, pairings: Sequence[Pairing]
) -> Answer:
    """Play these pairings here."""
    begun = perf_counter()
    pool, kept = _pool(plan, record_folder)
    before, found = pool.games, dict[int, str]()
    for done in pool.play(pairings, len(pairings)):
        if done is not None:
            found |= zip(*done, strict=True)
    records = {}
    for pairing in pairings:
        paths = kept.file(pairing.number), kept.replay_file(pairing.number)
        if paths[0].exists():
            text, replay = (path.read_text(encoding="utf-8") for path in paths)
            records[pairing.number] = text, replay
            for path in paths:
                path.unlink()
    lines = [found[pairing.number] for pairing in pairings]
    return lines, records, pool.games - before, perf_counter() - begun


def _pool(
    plan: ContestPlan, record_folder: RecordFolder | None
) -> tuple[ProcessPool, RecordFolder]:
    key = (threading.get_ident(), repr(plan))
    if key not in _pools:
        path = Path(tempfile.mkdtemp(prefix="cardkit-contest-")) / RECORDS
        for folder in (path, path.with_name(REPLAYS)):
            folder.mkdir()
        kept = replace(record_folder or RecordFolder(path, b"", 0), path=path)
        _pools[key] = ProcessPool(plan, 1, kept), kept
    return _pools[key]


def rest() -> None:
    """The contest is over: end what was started here for it."""
    while _pools:
        _, (pool, kept) = _pools.popitem()
        pool.close()
        shutil.rmtree(kept.path.parent, ignore_errors=True)
