"""What one address asks of the server holds up nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from threading import current_thread, main_thread
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from cardkit.games.akq import AKQ
from cardkit.protocol import LineCodec
from cardkit.server import commands
from cardkit.server.fair_queue import AddressUsage, FairQueue
from cardkit.server.outbox import FRAMES_AT_ONCE
from cardkit.server.settings import Limits
from tests.server_helpers import a_hall, a_table

MALLORY, HONEST = "203.0.113.1", "198.51.100.1"


class Held(FairQueue):
    """A queue in which an attacker never gets a turn, and everybody else does."""

    def goes_on(self, usage: AddressUsage, expected: float, now: float) -> bool:
        return usage is not self.usage(MALLORY)


async def test_commands_wait_for_the_turn_of_their_address(autojump_clock: trio.abc.Clock) -> None:
    async with a_hall() as hall:
        hall.runner.queue = Held()
        mallory, ann = hall.connect(address=MALLORY), hall.connect(address=HONEST)
        await mallory.say("PING")
        assert (await ann.ask("PING"))[:2] == ["OK", "PONG"]
        assert hall.runner.counts.commands == 1


async def test_every_turn_is_charged_for(autojump_clock: trio.abc.Clock) -> None:
    class Counted(FairQueue):
        turns = charges = 0

        def goes_on(self, usage: AddressUsage, expected: float, now: float) -> bool:
            self.turns += 1
            return True

        def charge(self, usage: AddressUsage, seconds: float, expected: float) -> None:
            self.charges += 1

    async with a_hall() as hall:
        queue = hall.runner.queue = Counted()
        client = hall.connect(LineCodec)
        for line in ("PING", "ENTER ann", "RULES nim", "ENTER bob wrong-password", "", "NONSENSE"):
            await client.say(line)
        await client.raw(b"\xff\n" * 30)  # so much that cannot be read ends the connection
        await client.rest()
        await wait_all_tasks_blocked()
        assert queue.turns == queue.charges > 0


async def test_a_rule_sheet_is_written_once_and_off_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[bool] = []

    def sheet(game: object, preset: str, chosen: Mapping[str, Any], language: str) -> str:
        written.append(current_thread() is main_thread())
        return f"{preset}\n{language}"

    monkeypatch.setattr(commands, "rules_of", sheet)
    async with a_hall({"akq": AKQ}) as hall:
        ann, bob = await hall.guest("ann"), await hall.guest("bob")
        for client in (ann, bob, ann):
            assert (await client.ask("RULES akq contest")) == ["OK", "RULES", 2]
        assert [m[1] for m in ann.heard if m[0] == "RULES"] == ["contest", "en"] * 2
        await bob.ask("LANGUAGE ja")
        await bob.ask("RULES akq contest")
        assert bob.heard[-1] == ["RULES", "ja"]
    assert written == [False, False]


async def test_the_rules_of_a_table_are_those_it_was_opened_with(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_hall({"akq": AKQ}) as hall:
        ann = await hall.guest("ann")
        sheets = []
        for options in ("", " games=3"):
            _, _, table = await ann.ask("OPEN akq" + options)
            await ann.ask(f"JOIN {table}")
            await ann.ask("RULES")
            sheets.append([m[1] for m in ann.heard if m[0] == "RULES"])
            ann.heard.clear()
            await ann.ask("EXIT")
        assert sheets[0] != sheets[1]


async def test_what_waits_for_the_store_is_told_in_parts_and_in_order(
    autojump_clock: trio.abc.Clock,
) -> None:
    """Thousands of answers after one slow commit are not said in one breath."""
    limits = Limits(burst=1e6, commands=1e6)
    count = 3 * FRAMES_AT_ONCE
    storing = trio.Event()

    async def slow(rows: object) -> None:
        await storing.wait()

    async with a_hall(commit=slow, limits=limits) as hall:
        client = hall.connect()
        await client.say("#first ENTER ann")
        await client.raw(b"".join(client.codec.command(["PING", str(n)]) for n in range(count)))
        await wait_all_tasks_blocked()
        assert client.heard == []
        storing.set()
        await client.answer_to("#first")
        while len(client.heard) < count + 1:
            await client.frame()
        assert [m[-1] for m in client.heard[1:]] == [str(n) for n in range(count)]


async def test_a_game_goes_on_while_others_flood(autojump_clock: trio.abc.Clock) -> None:
    async with a_hall() as hall:
        ann, bob = await a_table(hall, "ann", "bob")
        for _ in range(20):
            mallory = hall.connect(LineCodec, MALLORY)
            await mallory.raw(b"TABLES\nRULES nim\nNONSENSE\n" * 20)
        await ann.ask("START")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ann.play)
            nursery.start_soon(bob.play)
        assert ann.phase == bob.phase == "results"
