"""Programs of UECda at a gateway: well-behaved ones, and all the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from cardkit.netgame.inputs import check_name
from cardkit.record import Header, Record, RecordLine, claims_of
from cardkit.registry import find_game
from cardkit.uecda.gateway import MOST_LATE, printable, unique
from tests.uecda.client import (
    Choice,
    Program,
    any_play,
    cells_of,
    grid,
    low_card,
    to_bytes,
    with_cells,
)
from tests.uecda.rooms import open_room, play, table_for

Clock = trio.abc.Clock


def programs(count: int, choose: Choice = low_card) -> list[Program]:
    return [Program(b"prog%d" % n, choose=choose, seed=n) for n in range(count)]


async def test_five_programs_play_a_match(autojump_clock: Clock) -> None:
    host, five = table_for(3), programs(5, any_play)
    await play(host, five)
    assert host.standings.games == 3
    assert sum(host.standings.points.values()) == 3 * 15
    for program in five:
        assert program.games == 3
        assert program.turns == five[0].turns
    assert [sorted(ranks) for ranks in zip(*(p.ranks for p in five), strict=True)] == [
        [0] * 5,
        *[[0, 1, 2, 3, 4]] * 2,
    ]
    assert sum(program.given for program in five) == 3 * 2
    assert sum(program.refused for program in five) > 0


async def test_robots_sit_where_programs_are_missing(autojump_clock: Clock) -> None:
    host, two = table_for(3), programs(2)
    room = await play(host, two)
    assert [program.games for program in two] == [3, 3]
    assert {*host.standings.points} == {"prog0", "prog1", "robot-1", "robot-2", "robot-3"}
    assert not any(guest.has_left for guest in room.gateway.guests)


async def test_programs_of_both_protocols_play_together(autojump_clock: Clock) -> None:
    host = table_for(3)
    mixed = [
        Program(b"old", seed=1),
        Program(b"new", 20140, seed=2),
        Program(b"low", 20140, low_card),
    ]
    await play(host, mixed)
    assert [program.games for program in mixed] == [3, 3, 3]


async def test_ranks_begin_anew_with_each_set(autojump_clock: Clock) -> None:
    host, one = table_for(5, set_size=2), programs(1)
    await play(host, one)
    assert [row == [0] * 5 for row in one[0].first_rows] == [True, False, True, False, True]
    assert [table.match.games for table in host.sets] == [2, 2, 1]
    assert host.standings.games == 5


async def test_the_same_seed_deals_the_same_cards(autojump_clock: Clock) -> None:
    async def journal() -> list[str]:
        host = table_for(2, seed=7)
        await play(host, programs(1))
        return [f"{who} {said}" for who, said, _ in host.sets[0].journal]

    assert await journal() == await journal()


async def test_what_was_played_replays_from_its_journal(autojump_clock: Clock) -> None:
    host = table_for(2)
    await play(host, programs(3))
    table = host.sets[0]
    header = Header("daifugo", "uecda", host.options(0), "uecda", 1, 0.0, "", "00" * 32)
    lines = [RecordLine(who, str(said), at) for who, said, at in table.journal]
    record = Record(header, lines, {}, table.chance.key)
    results = [claim["result"] for claim in claims_of(record, find_game) if "result" in claim]
    assert results[-1]["scores"] == dict(zip(table.names, table.scores, strict=True))


# --- those who do wrong ----------------------------------------------------------------------

Stream = trio.abc.Stream
Deed = Callable[[Program, Stream], Awaitable[None]]


async def leaves_at_its_turn(program: Program, stream: Stream) -> None:
    await program.enter(stream)
    await program.begin_game()
    while not (await program.table())[5][2]:
        await program.table()
        await program.whole()
    await stream.aclose()


async def leaves_at_once(program: Program, stream: Stream) -> None:
    await program.enter(stream)
    await stream.aclose()


async def leaves_half_a_table(program: Program, stream: Stream) -> None:
    await program.enter(stream)
    await stream.send_all(bytes(200))
    await stream.aclose()


async def stays_silent(program: Program, stream: Stream) -> None:
    await program.enter(stream)
    await hears_on(program)


async def hears_on(program: Program) -> None:
    while await program.stream.receive_some(65536):
        pass


async def stays_silent_after_half_a_table(program: Program, stream: Stream) -> None:
    await program.enter(stream)
    await stream.send_all(bytes(479))
    await hears_on(program)


async def floods(program: Program, stream: Stream) -> None:
    await program.enter(stream)
    await stream.send_all(program.random.randbytes(480 * 300 + 7))
    await hears_on(program)


@pytest.mark.parametrize(
    "deed",
    [
        leaves_at_its_turn,
        leaves_half_a_table,
        stays_silent,
        stays_silent_after_half_a_table,
    ],
)
async def test_one_who_is_gone_does_not_stop_the_others(autojump_clock: Clock, deed: Deed) -> None:
    host, four = table_for(2), programs(4)
    async with open_room(host, 5) as (room, nursery):
        for program in four:
            nursery.start_soon(program.play, room.door.knock())
        nursery.start_soon(deed, Program(b"bad"), room.door.knock())
    assert [program.games for program in four] == [2] * 4
    assert [guest.name for guest in room.gateway.guests if guest.has_left] == ["bad"]
    assert "bad has left; a robot plays on" in room.told


async def test_one_who_floods_does_not_stop_the_others(autojump_clock: Clock) -> None:
    host, four = table_for(2), programs(4)
    async with open_room(host, 5) as (room, nursery):
        for program in four:
            nursery.start_soon(program.play, room.door.knock())
        nursery.start_soon(floods, Program(b"bad"), room.door.knock())
    assert [program.games for program in four] == [2] * 4


async def test_when_all_are_gone_it_ends(autojump_clock: Clock) -> None:
    host = table_for(50)
    async with open_room(host, 2) as (room, nursery):
        for name in (b"a1", b"b1"):
            nursery.start_soon(leaves_at_its_turn, Program(name), room.door.knock())
    assert room.is_over.is_set()
    assert host.standings.games < 50


async def test_nonsense_is_a_pass_and_no_more(autojump_clock: Clock) -> None:
    def nonsense(hand: list[list[int]], random: object) -> list[list[int]]:
        return [[7] * 15 for _ in range(8)]

    host, four = table_for(2), programs(4)
    bad = Program(b"bad", choose=nonsense)
    await play(host, [*four, bad])
    assert bad.games == 2
    assert bad.accepted == 0
    assert bad.refused > 0


async def test_a_joker_that_is_not_held_is_a_pass(autojump_clock: Clock) -> None:
    def joker(hand: list[list[int]], random: object) -> list[list[int]]:
        return grid() if hand[4][1] == 2 else with_cells({(0, 14): 2})

    host, bad = table_for(2), Program(b"bad", choose=joker)
    await play(host, [bad])
    assert bad.games == 2
    assert bad.refused > 0


async def test_who_gives_away_nothing_gives_its_strongest_cards(autojump_clock: Clock) -> None:
    class Miser(Program):
        kept = 0

        async def exchange(self, hand: list[list[int]], gives: int) -> None:
            self.owed, self.had = gives, cells_of(hand)
            await self.send(grid())

        async def table(self) -> list[list[int]]:
            table = await super().table()
            if self.owed and not table[5][0]:
                strength = sorted(self.had, key=lambda cell: (cell[0] != 4, -cell[1], cell[0]))
                assert {*self.had} - {*cells_of(table)} == {*strength[: self.owed]}
                self.owed, self.kept = 0, self.kept + 1
            return table

        owed = 0

    misers = [Miser(b"m%d" % n, choose=low_card, seed=n) for n in range(5)]
    await play(table_for(3), misers)
    assert sum(miser.kept for miser in misers) == 2 * 2


async def test_a_late_program_passes_and_may_play_on(autojump_clock: Clock) -> None:
    host = table_for(2)
    slow = Program(b"slow", choose=low_card)

    async def play_slowly(stream: Stream) -> None:
        await slow.enter(stream)
        await slow.begin_game()
        while not (await slow.table())[5][2]:
            await slow.table()
            await slow.whole()
        await trio.sleep(15)
        await slow.send(with_cells({(0, 1): 1}))  # too late for its turn
        assert await slow.whole() in (8, 9)
        await slow.table()
        assert await slow.whole() == 0
        slow.field = {(0, 1): 1}
        while await slow.play_turn() == 0:
            pass
        while await slow.play_game():
            pass

    async with open_room(host, 1) as (room, nursery):
        nursery.start_soon(play_slowly, room.door.knock())
    guest = room.gateway.guests[0]
    assert (guest.late, guest.has_left) == (1, False)


async def test_a_program_that_is_late_too_often_is_not_waited_for(autojump_clock: Clock) -> None:
    host = table_for(3)
    async with open_room(host, 2) as (room, nursery):
        nursery.start_soon(Program(b"good").play, room.door.knock())
        nursery.start_soon(stays_silent, Program(b"bad"), room.door.knock())
    bad = next(guest for guest in room.gateway.guests if guest.name == "bad")
    assert bad.late == MOST_LATE
    assert trio.current_time() < 1000


# --- who comes in ----------------------------------------------------------------------------


async def test_a_sixth_program_is_turned_away(autojump_clock: Clock) -> None:
    host, five = table_for(1), programs(5)
    async with open_room(host, 5) as (room, nursery):
        for program in five[1:]:
            nursery.start_soon(program.play, room.door.knock())
        await five[0].enter(room.door.knock())
        with pytest.raises((EOFError, trio.BrokenResourceError)):
            await Program(b"sixth").enter(room.door.knock())
        await five[0].play_game()
    assert [program.games for program in five] == [1] * 5


async def test_who_leaves_before_it_begins_makes_room(autojump_clock: Clock) -> None:
    host, two = table_for(1), programs(2)
    async with open_room(host, 2) as (room, nursery):
        await leaves_at_once(Program(b"early"), room.door.knock())
        await trio.testing.wait_all_tasks_blocked()
        for program in two:
            nursery.start_soon(program.play, room.door.knock())
    assert sorted(program.number for program in two) == [0, 1]
    assert "early has left: 0 of 2 are here" in room.told


@pytest.mark.parametrize("said", [b"", bytes(100), bytes(480), to_bytes([[9] * 15] * 8)])
async def test_who_does_not_introduce_itself_is_turned_away(
    autojump_clock: Clock, said: bytes
) -> None:
    host, one = table_for(1), programs(1)
    async with open_room(host, 1) as (room, nursery):
        stranger = room.door.knock()
        await stranger.send_all(said)
        assert await stranger.receive_some(1) == b""
        nursery.start_soon(one[0].play, room.door.knock())
    assert one[0].games == 1
    assert room.told[0].startswith("A guest was turned away: ")


async def test_programs_of_one_name_are_told_apart(autojump_clock: Clock) -> None:
    host = table_for(1)
    names = [b"same", b"same", b"SAME", "大貧民".encode(), b"PASS"]
    room = await play(host, [Program(name, seed=n) for n, name in enumerate(names)])
    called = {guest.name for guest in room.gateway.guests}
    assert len({name.casefold() for name in called}) == 5
    assert called >= {"same", "大貧民"}


@given(st.binary(max_size=15), st.lists(st.text("ab-", max_size=5), max_size=5))
def test_any_name_is_made_one_that_a_table_takes(name: bytes, taken: list[str]) -> None:
    table = table_for(1)._check
    called = unique(printable(name), taken)
    assert called.casefold() not in {each.casefold() for each in taken}
    if not table.is_word(called):
        check_name(table, called)


@pytest.mark.parametrize(
    ("name", "called"),
    [
        (b"snowl", "snowl"),
        ("富士".encode("euc_jp"), "富士"),
        ("富士".encode("cp932"), "富士"),
        ("富士".encode(), "富士"),
        (b"my client", "my-client"),
        (b"", "player"),
        (b"42", "player-42"),
        (b"\x1b[31mred", "31mred"),
    ],
)
def test_names_of_any_encoding_are_readable(name: bytes, called: str) -> None:
    assert printable(name) == called
