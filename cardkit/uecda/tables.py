"""The tables of UECda: 8 × 15 whole numbers, as cards and as bytes.

Rows 0 to 3 are the suits, columns 1 to 13 the ranks from 3 to 2. A 1 is a card, a 2 a joker in the
place of one. Rows 5 and 6 say how the game stands. Knows neither connections nor the rules.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

PLAYERS = 5
SUITS, RANKS, JOKER = "SHDC", "3456789TJQKA2", "J1"
NOBODY = 6
"""Whose turn it is while cards are exchanged."""

Table = list[list[int]]
_ROWS, _COLUMNS, _HELD, _STANDING, _PLAYERS = 8, 15, 4, 5, 6
_CARD, _WILD = 1, 2
_AS_LOWEST, _AS_HIGHEST = 0, _COLUMNS - 1
"""The columns of a joker by itself: it is beyond the ranks, on the side of the stronger ones."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableStatus:
    """What rows 5 and 6 say, the players by their numbers."""

    counts: Sequence[int]
    """The cards that each player holds."""
    ranks: Sequence[int]
    """The place of each player in the last game, from 0; all are 0 where there was none."""
    order: Sequence[int]
    """The players in the order of their seats."""
    turn: int = NOBODY
    yours: bool = False
    exchange: bool = False
    gives: int = 0
    """Cards to give away in the exchange; below 0 those that were taken."""
    empty: bool = False
    eleven_back: bool = False
    revolution: bool = False
    lock: bool = False


def blank() -> Table:
    return [[0] * _COLUMNS for _ in range(_ROWS)]


def with_status(table: Table, standing: TableStatus) -> Table:
    """The table with rows 5 and 6."""
    row = standing.exchange, standing.gives, standing.yours, standing.turn
    flags = standing.empty, standing.eleven_back, standing.revolution, standing.lock
    table[_STANDING][:8] = map(int, row + flags)
    table[_PLAYERS] = [*standing.counts, *standing.ranks, *standing.order]
    return table


# --- cards -----------------------------------------------------------------------------------


def hand_table(cards: Iterable[str]) -> Table:
    """The cards of a hand."""
    table = blank()
    for card in cards:
        if card == JOKER:
            table[_HELD][1] = _WILD
        else:
            row, column = _place(card)
            table[row][column] = _CARD
    return table


def play_table(cards: Sequence[str], *, reverse: bool = False, lock: str = "") -> Table:
    """A play whose cards stand in the order of a command: in a run a joker's place is its value.

    In a group the joker takes a free suit, one of the lock if there is one.
    """
    table = blank()
    places = {at: _place(card) for at, card in enumerate(cards) if card != JOKER}
    for row, column in places.values():
        table[row][column] = _CARD
    if JOKER in cards:
        row, column = _place_of_joker(cards.index(JOKER), places, reverse, lock)
        table[row][column] = _WILD
    return table


def _place_of_joker(
    at: int, places: dict[int, tuple[int, int]], reverse: bool, lock: str
) -> tuple[int, int]:
    if not places:
        return 0, _AS_LOWEST if reverse else _AS_HIGHEST
    beside, (row, column) = next(iter(places.items()))
    if len({column for _, column in places.values()}) > 1:
        return row, column + at - beside
    free = {*range(len(SUITS))} - {row for row, _ in places.values()}
    return min(free, key=lambda row: (SUITS[row] not in lock, row), default=_HELD), column


def play_in(table: Table) -> tuple[str, ...] | None:
    """The cards of a play, in the order of a command. None are a pass; `None` is no play at all.

    In a run, the contest lets a joker stand beyond the ranks; here it then stands at the other end.
    """
    cells = [
        (column, row, table[row][column])
        for column in range(_COLUMNS)
        for row in range(_HELD + 1)
        if table[row][column]
    ]
    cards = tuple(_card(*cell) for cell in cells)
    if "" in cards or cards.count(JOKER) > 1:
        return None
    columns, rows = {cell[0] for cell in cells}, {cell[1] for cell in cells}
    if len(columns) <= 1:
        return cards if _HELD not in rows or len(rows) == _HELD + 1 else None
    low, high = min(columns), max(columns)
    if len(rows) > 1 or high - low != len(cells) - 1 or len(cells) < 3:
        return None
    if low == _AS_LOWEST:
        return (*cards[1:], JOKER) if high < len(RANKS) else None
    if high == _AS_HIGHEST:
        return (JOKER, *cards[:-1]) if low > 1 else None
    return cards


def cards_in(table: Table) -> tuple[str, ...] | None:
    """Any cards, as they are given away; `None` where one of them is none."""
    rows = ((row, column) for row in range(_HELD + 1) for column in range(_COLUMNS))
    found = [(column, row, table[row][column]) for row, column in rows if table[row][column]]
    cards = tuple(_card(*cell) for cell in found)
    return None if "" in cards else cards


def _place(card: str) -> tuple[int, int]:
    return SUITS.index(card[0]), RANKS.index(card[1:]) + 1


def _card(column: int, row: int, value: int) -> str:
    """The card in a cell; nothing where none can be there."""
    if value == _WILD:
        return JOKER
    if value == _CARD and row < len(SUITS) and 1 <= column <= len(RANKS):
        return SUITS[row] + RANKS[column - 1]
    return ""


# --- profiles --------------------------------------------------------------------------------


class Profile(NamedTuple):
    """What a client says first."""

    protocol: int
    name: bytes


def profile_in(table: Table) -> Profile:
    """The protocol, and the name up to its end; C may have spread the sign of its bytes."""
    name = bytes(cell & 0xFF for cell in table[1])
    return Profile(table[0][0], name.partition(b"\0")[0])


# --- bytes -----------------------------------------------------------------------------------


class WireFormat(NamedTuple):
    """How a protocol writes tables. Whole numbers are the same in all of them."""

    size: int
    """The bytes of a table."""
    write: Callable[[Table], bytes]
    read: Callable[[bytes], Table]


_GIVES = _STANDING * _COLUMNS + 1
_cells = struct.Struct(f">{_ROWS * _COLUMNS}I")
_whole = struct.Struct(">I")


def write_number(number: int) -> bytes:
    return _whole.pack(number)


def _write_cells(table: Table) -> bytes:
    """Here nobody is told that cards were taken: what is below 0 is 0."""
    cells = [cell for row in table for cell in row]
    cells[_GIVES] = max(0, cells[_GIVES])
    return _cells.pack(*cells)


def _read_cells(data: bytes) -> Table:
    cells = _cells.unpack(data)
    return [list(cells[at : at + _COLUMNS]) for at in range(0, len(cells), _COLUMNS)]


_NO_JOKER = 0xFF


def _write_digits(table: Table) -> bytes:
    """A digit for each rank, two for the joker, three for row 5, and one for each cell of row 6."""
    suits = range(len(SUITS))
    digits = [
        sum((table[row][column] == _CARD) << row for row in suits)
        for column in range(1, len(RANKS) + 1)
    ]
    cells = [cell for row in table[: _HELD + 1] for cell in row]
    digits += divmod(cells.index(_WILD) if _WILD in cells else _NO_JOKER, 16)
    exchange, gives, yours, turn, *flags = table[_STANDING][:8]
    digits += 8 * exchange + gives + 2, 8 * yours + turn
    digits.append(sum(flag << at for at, flag in enumerate(flags)))
    digits += table[_PLAYERS]
    return "".join(f"{digit:X}" for digit in digits).encode()


def _read_digits(data: bytes) -> Table:
    """What is no digit is a 0, as it is for the programs of the contest."""
    digits = [int(chr(byte), 16) if chr(byte) in "0123456789abcdefABCDEF" else 0 for byte in data]
    table = blank()
    for column, suits in enumerate(digits[:13], 1):
        for row in range(len(SUITS)):
            table[row][column] = suits >> row & 1
    if (joker := 16 * digits[13] + digits[14]) != _NO_JOKER:
        row, column = divmod(joker, _COLUMNS)  # one outside of all tables is no card
        table[min(row, _HELD)][column] = _WILD if row <= _HELD else _WILD + 1
    table[_STANDING][:2] = digits[15] >> 3, digits[15] % 8 - 2
    table[_STANDING][2:4] = digits[16] >> 3, digits[16] % 8
    table[_STANDING][4:8] = [digits[17] >> at & 1 for at in range(4)]
    table[_PLAYERS] = digits[18:]
    return table


CELLS = WireFormat(_cells.size, _write_cells, _read_cells)
DIGITS = WireFormat(33, _write_digits, _read_digits)
PROTOCOLS = {20070: CELLS, 20140: DIGITS}
"""A profile comes as cells, whatever it asks for."""
