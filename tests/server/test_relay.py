"""A peer is handed on from node to node, and notices nothing of it."""

from __future__ import annotations

import pytest

from cardkit.protocol import Codec, JsonCodec, LineCodec
from cardkit.protocol.frames import FrameCodec
from tests.nodes import a_house, come
from tests.server_helpers import finish, gapless, same_events

CODECS: list[type[Codec]] = [LineCodec, FrameCodec, JsonCodec]


@pytest.mark.parametrize("codec", CODECS)
async def test_whoever_comes_in_by_any_door_plays_at_any_table(codec: type[Codec]) -> None:
    async with a_house() as house:
        ann, bob = await come(house, 0, codec), await come(house, 1, codec)
        await ann.enter("ann")
        await bob.enter("bob")
        table = (await ann.ask("OPEN nim"))[2]
        for client in (ann, bob):
            assert (await client.ask("VIEWS on"))[0] == "OK"
            assert (await client.ask(f"JOIN {table}"))[:2] == ["OK", "JOIN"]
            assert (await client.ask("LOGIN"))[0] == "OK"
        assert house.where("guest-bob") == [0]
        await ann.ask("START")
        await finish(ann, bob)
        assert same_events(ann, bob)
        assert gapless(bob)
