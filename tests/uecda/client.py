"""A program of UECda, written from the facts of its protocol alone: it shares no code with ours.

It checks what it is told as it goes, and plays at random: what may be right, and what cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

import trio

Grid = list[list[int]]
Cell = tuple[int, int]


def grid() -> Grid:
    return [[0] * 15 for _ in range(8)]


def to_bytes(table: Grid) -> bytes:
    return b"".join(cell.to_bytes(4, "big") for row in table for cell in row)


def from_bytes(data: bytes) -> Grid:
    cells = [int.from_bytes(data[at : at + 4], "big") for at in range(0, 480, 4)]
    return [cells[at : at + 15] for at in range(0, 120, 15)]


def to_digits(table: Grid) -> bytes:
    """Protocol 20140, as far as a client has something to say: cards and the joker."""
    text = ""
    for column in range(1, 14):
        text += f"{sum(1 << row for row in range(4) if table[row][column] == 1):X}"
    jokers = [15 * r + c for r in range(5) for c in range(15) if table[r][c] == 2]
    return f"{text}{(jokers or [255])[0]:02X}".ljust(33, "0").encode()


def from_digits(data: bytes) -> Grid:
    text, table = data.decode(), grid()
    assert len(text) == 33
    for column in range(13):
        for row in range(4):
            table[row][column + 1] = int(text[column], 16) >> row & 1
    joker = int(text[13:15], 16)
    if joker != 255:
        table[joker // 15][joker % 15] = 2
    exchange, turn, flags = (int(digit, 16) for digit in text[15:18])
    table[5][:4] = [exchange >> 3, exchange % 8 - 2, turn >> 3, turn % 8]
    table[5][4:8] = [flags >> bit & 1 for bit in range(4)]
    table[6] = [int(digit, 16) for digit in text[18:]]
    return table


def cells_of(table: Grid, rows: int = 5) -> dict[Cell, int]:
    return {(r, c): table[r][c] for r in range(rows) for c in range(15) if table[r][c]}


def with_cells(cells: dict[Cell, int]) -> Grid:
    table = grid()
    for (row, column), value in cells.items():
        table[row][column] = value
    return table


def plays_of(hand: Grid) -> list[Grid]:
    """Groups and runs that could be played from a hand, with the joker in any place."""
    held = {cell for cell, value in cells_of(hand, 4).items() if value == 1}
    joker, found = hand[4][1] == 2, list[dict[Cell, int]]()
    for column in range(1, 14):
        suits = [row for row in range(4) if (row, column) in held]
        for size in range(1, len(suits) + 1):
            for some in combinations(suits, size):
                group = {(row, column): 1 for row in some}
                found.append(group)
                free = [row for row in range(4) if row not in some] or [4]
                found += [{**group, (row, column): 2} for row in free if joker]
    for row in range(4):
        for low in range(1, 12):
            for high in range(low + 2, 14):
                run = {(row, c): 1 if (row, c) in held else 2 for c in range(low, high + 1)}
                gaps = sum(value == 2 for value in run.values())
                if gaps <= joker:
                    found.append(run)
                if joker and not gaps:
                    found += [{**run, (row, c): 2} for c in range(low, high + 1)]
    if joker:
        found += [{(0, column): 2} for column in (0, 14)]
    return [with_cells(cells) for cells in found]


Choice = Callable[[Grid, Random], Grid]


def any_play(hand: Grid, random: Random) -> Grid:
    """Anything that a hand holds, whether or not it is right now; sometimes a pass."""
    plays = plays_of(hand)
    return grid() if not plays or random.random() < 0.2 else random.choice(plays)


def low_card(hand: Grid, random: Random) -> Grid:
    """A low card by itself, or a pass."""
    cards = sorted(cells_of(hand), key=lambda cell: cell[1])
    if not cards or random.random() < 0.2:
        return grid()
    row, column = random.choice(cards[:4])
    return with_cells({(0, 14): 2} if row == 4 else {(row, column): 1})


@dataclass
class Program:
    """One client. `choose` is what it plays; what it is told is checked, and counted."""

    name: bytes = b"tester"
    protocol: int = 20070
    choose: Choice = any_play
    seed: int = 0
    number: int = -1
    games: int = 0
    turns: int = 0
    accepted: int = 0
    refused: int = 0
    given: int = 0
    ranks: list[int] = field(default_factory=list)
    """Its rank at the beginning of each game."""
    first_rows: list[Sequence[int]] = field(default_factory=list)
    """The row of ranks at the beginning of each game."""
    jokers: int = 0

    async def enter(self, stream: trio.abc.Stream) -> None:
        self.random, self.stream = Random(self.seed), stream
        profile = grid()
        profile[0][0] = self.protocol
        for at, byte in enumerate(self.name[:15]):
            profile[1][at] = byte
        await self.stream.send_all(to_bytes(profile))
        self.number = await self.whole()
        assert 0 <= self.number <= 4

    async def play(self, stream: trio.abc.Stream) -> None:
        """To the end, after which the gateway hangs up."""
        await self.enter(stream)
        while await self.play_game():
            pass
        assert await self.stream.receive_some(1) == b""
        await self.stream.aclose()

    async def play_game(self) -> bool:
        """Whether another one follows."""
        await self.begin_game()
        while True:
            end = await self.play_turn()
            if end:
                self.games += 1
                return end == 1

    async def begin_game(self) -> None:
        first = await self.table()
        exchange, gives, yours, turn, *flags = first[5][:8]
        assert (exchange, yours, turn, flags) == (1, 0, 6, [0, 0, 0, 0])
        counts, ranks, seats = first[6][:5], first[6][5:10], first[6][10:]
        assert sorted(counts) == [10, 10, 11, 11, 11]
        assert sorted(seats) == [0, 1, 2, 3, 4]
        rank = ranks[self.number]
        assert ranks == [0] * 5 or sorted(ranks) == [0, 1, 2, 3, 4]
        more = 2 - rank if ranks != [0] * 5 else 0
        if self.protocol == 20140:
            assert gives == more
        else:
            assert gives == max(0, more)
        assert len(cells_of(first)) == counts[self.number] + max(0, more)
        self.ranks.append(rank)
        self.first_rows.append(ranks)
        self.hand, self.field, self.counts = first, dict[Cell, int](), counts
        if gives > 0:
            await self.exchange(first, gives)

    async def exchange(self, hand: Grid, gives: int) -> None:
        cells = self.random.sample(sorted(cells_of(hand)), gives)
        await self.send(with_cells({cell: hand[cell[0]][cell[1]] for cell in cells}))
        self.given += gives

    async def play_turn(self) -> int:
        hand = await self.table()
        exchange, gives, yours, turn, empty = hand[5][:5]
        assert exchange == 0
        assert gives == 0
        assert yours == (turn == self.number)
        assert empty or self.field
        self.field = {} if empty else self.field
        assert hand[6][self.number] == len(cells_of(hand))
        self.hand, self.turns = hand, self.turns + 1
        played: dict[Cell, int] = {}
        answer = 0
        if yours:
            play = self.choose(hand, self.random)
            played = cells_of(play)
            await self.send(play)
            answer = await self.whole()
            self.accepted += answer == 9
            self.refused += answer == 8
            assert answer in (8, 9)
            if not played:
                assert answer == (9 if empty else 8)
        field_ = await self.table()
        lies = cells_of(field_)
        assert field_[5][3] == turn
        assert field_[5][2] == 0
        if answer == 9 and played:
            assert {cell for cell, value in lies.items() if value == 1} == {
                cell for cell, value in played.items() if value == 1
            }
            assert sorted(lies.values()) == sorted(played.values())
            self.jokers += 2 in played.values()
        elif answer:
            assert lies == self.field
        gone = hand[6][turn] - field_[6][turn]
        assert gone == (len(lies) if gone else 0)
        self.field = lies
        end = await self.whole()
        assert end in (0, 1, 2)
        return end

    # --- the wire ----------------------------------------------------------------------------

    async def whole(self) -> int:
        return int.from_bytes(await self.read(4), "big")

    async def table(self) -> Grid:
        """As the programs in C: one read has to bring all of it."""
        if self.protocol == 20140:
            return from_digits(await self.read(33))
        return from_bytes(await self.read(480))

    async def send(self, table: Grid) -> None:
        data = to_digits(table) if self.protocol == 20140 else to_bytes(table)
        await self.stream.send_all(data)

    async def read(self, size: int) -> bytes:
        data = bytes(await self.stream.receive_some(size))
        if not data:
            raise EOFError
        assert len(data) == size, f"{len(data)} of {size} bytes"
        return data
