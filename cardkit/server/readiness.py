"""Whether this server takes new people, for whoever sends them here."""

from __future__ import annotations

import trio

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server.request import server_full, shutting_down, store_failed
from cardkit.server.runner import ServerRunner

TOO_LONG_TO_STORE = 5.0
"""Seconds; a disk that takes longer for a page hangs."""


def readiness(runner: ServerRunner) -> Refused | None:
    """Why nobody should come here now, if there is a reason."""
    core, since = runner.core, runner.storing_since
    if core.failed:
        return store_failed()
    if core.closing or core.draining:
        return shutting_down()
    if since is not None and trio.current_time() - since > TOO_LONG_TO_STORE:
        return Refused(ServerReason.STORE_FAILED, "the store does not answer; its disk may hang")
    if len(core.sessions) >= core.limits.sessions:
        return server_full()
    return None
