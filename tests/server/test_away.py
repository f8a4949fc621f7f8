"""Who is away: what everybody is told, what happens when, and how a game goes on later."""

from __future__ import annotations

import pytest
import trio

from tests.server_helpers import a_hall, finish, gapless, same_events, seat_all, two_at_nim
from tests.stores import new_store

Clock = trio.abc.Clock


@pytest.mark.parametrize(
    ("policy", "happens"),
    [("robot", "STAND_IN"), ("forfeit", "FORFEIT"), ("suspend", "SUSPENDED")],
)
@pytest.mark.parametrize("grace", [0, 20])
async def test_everybody_is_told_what_will_happen_and_when(
    autojump_clock: Clock, policy: str, happens: str, grace: int
) -> None:
    async with a_hall(pace=1) as hall:
        ann, bob, token = await two_at_nim(hall, f"policy={policy} grace={grace}")
        eve = await hall.guest("eve")
        await eve.ask("WATCH nim-1")
        lost = trio.current_time()
        await bob.drop()
        grace = 0 if policy == "suspend" else grace
        for client in (ann, eve):
            away = await client.until("AWAY")
            assert away[2:] == ["guest-bob", policy, lost + grace if grace else 0]
            happened = [m for m in client.heard if m[1:2] == [happens]]
            if not happened:
                happened = [await client.until(happens)]
            assert happened[0][2] == "guest-bob"
            assert trio.current_time() == lost + grace
        if policy == "suspend":
            assert (await ann.ask("TAKE 1"))[1] == "SUSPENDED"
        again = hall.connect()
        await again.ask(f"RESUME {token} {bob.last}")
        for client in (ann, eve):
            await client.until("RETURNED")
        await finish(ann) if policy == "forfeit" else await finish(ann, again)
        assert [e[1] for e in ann.events].count("RESUMED") == (policy == "suspend")
        if policy == "forfeit":
            [result] = [e for e in ann.events if e[1] == "RESULT"]
            assert result[2:] == [1, "guest-ann", "guest-bob"]
        await ann.ask("PING")
        assert gapless(ann)


async def test_who_is_back_in_time_has_lost_nothing(autojump_clock: Clock) -> None:
    async with a_hall(pace=1) as hall:
        ann, bob, token = await two_at_nim(hall, "policy=forfeit grace=20")
        await bob.drop()
        await trio.sleep(19)
        again = hall.connect()
        await again.ask(f"RESUME {token} {bob.last}")
        await trio.sleep(100)
        await finish(ann, again)
        kinds = [event[1] for event in ann.events]
        assert kinds.count("RETURNED") == 1
        assert "FORFEIT" not in kinds


async def test_a_game_goes_on_with_robots_when_all_are_gone(autojump_clock: Clock) -> None:
    async with a_hall(pace=1) as hall:
        ann, bob, token = await two_at_nim(hall)
        eve = await hall.guest("eve")
        await eve.ask("WATCH nim-1")
        await ann.drop()
        await bob.drop()
        await eve.play()
        again = hall.connect()
        await again.ask(f"RESUME {token} {bob.last}")
        bob.heard += again.heard
        assert gapless(bob)


async def test_a_suspended_game_goes_on_after_a_restart_when_all_are_back(
    autojump_clock: Clock,
) -> None:
    store = new_store()
    async with a_hall(store=store) as hall:
        ann, bob = hall.connect(), hall.connect()
        tokens = [await ann.enter("ann"), await bob.enter("bob")]
        await ann.ask("OPEN nim policy=suspend")
        await seat_all([ann, bob], "nim-1")
        await ann.ask("START")
        await bob.until("PHASE")
        await bob.drop()
        await ann.until("SUSPENDED")
        await trio.sleep(5000)
        assert (await ann.ask("PING"))[0] == "OK"
    for _ in range(2):
        async with a_hall(store=store) as hall:
            await trio.sleep(5000)
            assert [*hall.core.aside.tables] == ["nim-1"]
    async with a_hall(store=store) as hall:
        again = [hall.connect(), hall.connect()]
        for client, token, old in zip(again, tokens, (ann, bob), strict=True):
            assert (await client.ask(f"RESUME {token} {old.last}"))[0] == "OK"
        await again[0].until("RESUMED")
        await finish(*again)
        for old, client in zip((ann, bob), again, strict=True):
            assert client.events[0][0] == old.last + 1
            assert same_events(old, client)
            old.heard += client.heard
            assert gapless(old)


async def test_a_late_player_is_waited_for_also_over_a_restart(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(store=store) as hall:
        ann, bob = hall.connect(), hall.connect()
        tokens = [await ann.enter("ann"), await bob.enter("bob")]
        await ann.ask("OPEN nim move=10 late=suspend")
        await seat_all([ann, bob], "nim-1")
        await ann.ask("START")
        await ann.until("SUSPENDED")
        assert "TAKE 1" in ann.question
        assert (await bob.ask("TAKE 1"))[1] == "SUSPENDED"
        await trio.sleep(5000)
        assert (await ann.ask("TAKE 1"))[0] == "OK"
        kinds = [event[1] for event in ann.events]
        assert kinds[kinds.index("SUSPENDED") + 1 :][:3] == ["RETURNED", "RESUMED", "ACTION"]
        await bob.until("SUSPENDED")
    async with a_hall(store=store) as hall:
        assert hall.core.tables["nim-1"].table.suspended
        again = [hall.connect(), hall.connect()]
        for client, token, old in zip(again, tokens, (ann, bob), strict=True):
            assert (await client.ask(f"RESUME {token} {old.last}"))[0] == "OK"
        await again[0].until("RESUMED")
        await finish(*again)
        for old, client in zip((ann, bob), again, strict=True):
            assert same_events(old, client)
            old.heard += client.heard
            assert gapless(old)


@pytest.mark.parametrize("policy", ["robot", "forfeit"])
async def test_after_a_restart_all_have_time_to_come_back_whatever_the_rule(
    autojump_clock: Clock, policy: str
) -> None:
    store = new_store()
    async with a_hall(store=store, pace=1) as hall:
        _, bob, token = await two_at_nim(hall, f"policy={policy}")
    async with a_hall(store=store, pace=1) as hall:
        await trio.sleep(29)
        assert not hall.core.tables["nim-1"].table.forfeits
        again = hall.connect()
        await again.ask(f"RESUME {token} {bob.last}")
        kinds = [event[1] for event in again.events]
        assert kinds[:1] == ["AWAY"]
        assert "STAND_IN" not in kinds
        await again.play()  # ann does not come back, so somebody plays for her
        assert again.phase == "results"
