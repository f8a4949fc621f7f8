"""For all tests: how long a machine takes is no property of the program."""

from collections.abc import Callable
from typing import Any

import pytest
import trio
from hypothesis import settings

settings.register_profile("cardkit", deadline=None)
settings.load_profile("cardkit")


@pytest.fixture
def work_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server does in a thread is done in its place: a mock clock does not wait for one."""

    async def run(work: Callable[[], Any], **how: object) -> Any:
        await trio.lowlevel.checkpoint()
        return work()

    monkeypatch.setattr(trio.to_thread, "run_sync", run)
