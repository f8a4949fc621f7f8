"""`cardkit serve` in a house of several nodes: when it begins anew, and when it says why not."""

from __future__ import annotations

from typing import NoReturn
from unittest.mock import patch

import pytest

from cardkit.commands import serve
from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server.settings import Settings
from cardkit.server.store import NodeRemoved

GONE = Refused(ServerReason.STORE_FAILED, "the database is gone")


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "_PAUSE", 0)


async def begins_anew(error: BaseException, *, was_up: bool) -> bool:
    program = serve._Program(Settings(), {}, None, None)
    program._was_up = was_up

    async def fail(*given: object) -> NoReturn:
        raise error

    with patch.object(program, "_serve_until", fail):
        return await program._serve(None)


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize(("error", "was_up"), [(NodeRemoved(), False), (GONE, True)])
async def test_a_node_begins_anew_when_it_is_lost_or_the_database_is(
    error: Exception, was_up: bool, grouped: bool
) -> None:
    raised = ExceptionGroup("", [ExceptionGroup("", [error])]) if grouped else error
    assert await begins_anew(raised, was_up=was_up)


async def test_what_is_wrong_at_the_start_is_said_in_a_sentence() -> None:
    with pytest.raises(Refused, match="the database is gone"):
        await begins_anew(ExceptionGroup("", [GONE]), was_up=False)


async def test_a_mistake_of_ours_is_raised() -> None:
    with pytest.raises(ExceptionGroup):
        await begins_anew(ExceptionGroup("", [GONE, KeyError()]), was_up=True)
