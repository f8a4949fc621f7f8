"""How commands run with trio: what is refused inside, and how a signal ends them."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable

import trio

from cardkit.netgame import Refused


def run_visit(visit: Callable[..., Awaitable[int]], *args: object) -> int:
    """Run it with trio; what was refused in one of its tasks is refused, and nothing else."""
    try:
        return trio.run(visit, *args)
    except BaseExceptionGroup as group:
        refused, rest = group.split(Refused)
        if refused is None or rest is not None:
            raise
        raise _first(refused) from None


def _first(group: BaseExceptionGroup[Refused]) -> Refused:
    """What was refused, out of all the tasks that it ended."""
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner


async def cancel_on_signal(scope: trio.CancelScope) -> None:
    """The first signal ends what is done there; after it, the next one ends the process."""
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            scope.cancel()
            return
