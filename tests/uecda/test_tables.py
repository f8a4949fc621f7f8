"""The tables of UECda against an encoder of the tests' own, written from the facts alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.games.daifugo import Daifugo
from cardkit.uecda.tables import (
    CELLS,
    DIGITS,
    JOKER,
    RANKS,
    SUITS,
    TableStatus,
    blank,
    cards_in,
    hand_table,
    play_in,
    play_table,
    profile_in,
    with_status,
)
from tests.uecda import client

DECK = [suit + rank for suit in SUITS for rank in RANKS] + [JOKER]
hands = st.lists(st.sampled_from(DECK), unique=True, max_size=13)
five = st.lists(st.integers(0, 13), min_size=5, max_size=5)
standings = st.builds(
    TableStatus,
    counts=five,
    ranks=st.permutations(range(5)),
    order=st.permutations(range(5)),
    turn=st.integers(0, 6),
    yours=st.booleans(),
    exchange=st.booleans(),
    gives=st.integers(-2, 2),
    empty=st.booleans(),
    eleven_back=st.booleans(),
    revolution=st.booleans(),
    lock=st.booleans(),
)
wild_cells = st.lists(
    st.lists(st.integers(0, 3) | st.integers(0, 2**32 - 1), min_size=15, max_size=15),
    min_size=8,
    max_size=8,
)


@given(hands)
def test_a_hand_is_read_as_it_was_written(hand: list[str]) -> None:
    table = hand_table(hand)
    assert sorted(cards_in(table) or ()) == sorted(hand)
    for written in (client.from_bytes(CELLS.write(table)), client.from_digits(DIGITS.write(table))):
        assert client.cells_of(written) == client.cells_of(table)
    assert (table[4][1] == 2) == (JOKER in hand)


@given(hands, standings)
def test_both_protocols_tell_how_the_game_stands(hand: list[str], standing: TableStatus) -> None:
    table = with_status(hand_table(hand), standing)
    cells, digits = client.from_bytes(CELLS.write(table)), client.from_digits(DIGITS.write(table))
    assert digits == table
    table[5][1] = max(0, standing.gives)
    assert cells == table
    assert len(CELLS.write(table)) == 480
    assert len(DIGITS.write(table)) == 33


@given(st.lists(st.sampled_from(DECK), unique=True, min_size=1, max_size=11), st.data())
def test_every_play_of_a_client_is_understood(hand: list[str], data: st.DataObject) -> None:
    grids = client.plays_of(hand_table(hand))
    grid = data.draw(st.sampled_from(grids))
    for table in (CELLS.read(client.to_bytes(grid)), DIGITS.read(client.to_digits(grid))):
        cards = play_in(table)
        assert cards is not None
        again = client.cells_of(play_table(cards))
        cells = client.cells_of(grid)
        naturals = {cell for cell, value in cells.items() if value == 1}
        assert {cell for cell, value in again.items() if value == 1} == naturals
        columns = {column for _, column in cells}
        if len(columns) > 1:  # in a run the place of a joker is its value
            assert again == cells
        assert len(again) == len(cells)
        assert columns == {column for _, column in again} or not naturals


@given(st.integers(0, 10**6))
def test_every_lead_of_the_game_is_read_as_it_was_written(seed: int) -> None:
    table = Daifugo("uecda", key=str(seed))
    for name in ("ann", "bob", "cat", "dan", "eve"):
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    table.apply("", "START")
    for play in table.legal(table.awaited[0]):
        cards = str(play).split()[1:]
        read = play_in(play_table(cards))
        assert read is not None
        assert sorted(read) == sorted(cards)
        if len({card[1:] for card in cards if card != JOKER}) > 1:
            assert [*read] == cards


@pytest.mark.parametrize(
    ("cards", "cells"),
    [
        (["S3"], {(0, 1): 1}),
        (["D2", "C2"], {(2, 13): 1, (3, 13): 1}),
        (["H5", "J1"], {(1, 3): 1, (0, 3): 2}),
        (["S5", "J1"], {(0, 3): 1, (1, 3): 2}),
        (["S9", "H9", "D9", "C9", "J1"], {(r, 7): 1 for r in range(4)} | {(4, 7): 2}),
        (["S4", "J1", "S6"], {(0, 2): 1, (0, 3): 2, (0, 4): 1}),
        (["J1", "S4", "S5"], {(0, 1): 2, (0, 2): 1, (0, 3): 1}),
        (["S4", "S5", "J1"], {(0, 2): 1, (0, 3): 1, (0, 4): 2}),
        (["J1"], {(0, 14): 2}),
        ([], {}),
    ],
)
def test_a_play_lies_where_the_protocol_has_it(
    cards: list[str], cells: dict[tuple[int, int], int]
) -> None:
    assert client.cells_of(play_table(cards)) == cells


def test_a_joker_in_a_group_takes_a_suit_of_the_lock() -> None:
    assert play_table(["S5", "J1"], lock="SD")[2][3] == 2


def test_in_a_revolution_a_lone_joker_is_below_the_lowest_card() -> None:
    assert play_table(["J1"], reverse=True)[0][0] == 2


@pytest.mark.parametrize("row", range(4))
@pytest.mark.parametrize("column", range(15))
def test_a_lone_joker_is_understood_in_any_place_of_the_suits(row: int, column: int) -> None:
    table = blank()
    table[row][column] = 2
    assert play_in(table) == ("J1",)


@pytest.mark.parametrize(
    "cells",
    [
        {(0, 1): 3},  # no card
        {(0, 0): 1},  # outside of the ranks
        {(4, 1): 1},  # a joker that is a card
        {(4, 1): 2},  # a joker as it is held
        {(0, 1): 1, (1, 2): 1},  # neither a group nor a run
        {(0, 1): 1, (0, 2): 1},  # too short
        {(0, 1): 1, (0, 2): 2},  # with the joker, too
        {(0, 1): 1, (0, 2): 1, (0, 4): 1},  # a gap
        {(0, column): 1 for column in range(1, 14)} | {(0, 14): 2},  # longer than there are ranks
        {(0, 1): 1, (4, 1): 2},  # the row of a fifth card, and not a fifth card
        {(0, 1): 2, (1, 1): 2},  # two jokers
    ],
)
def test_what_is_no_play_is_none(cells: dict[tuple[int, int], int]) -> None:
    assert play_in(client.with_cells(cells)) is None


@pytest.mark.parametrize(
    ("cells", "cards"),
    [
        ({(0, 0): 2, (0, 1): 1, (0, 2): 1}, ("S3", "S4", "J1")),
        ({(2, 12): 1, (2, 13): 1, (2, 14): 2}, ("J1", "DA", "D2")),
    ],
)
def test_a_joker_beyond_the_ranks_is_taken_at_the_other_end(
    cells: dict[tuple[int, int], int], cards: tuple[str, ...]
) -> None:
    assert play_in(client.with_cells(cells)) == cards


@given(wild_cells)
def test_any_table_is_a_play_or_none(cells: list[list[int]]) -> None:
    table = CELLS.read(client.to_bytes(cells))
    cards = play_in(table)
    assert cards is None or {*cards} <= {*DECK}
    given_away = cards_in(table)
    assert given_away is None or {*given_away} <= {*DECK}


@given(st.binary(min_size=33, max_size=33))
def test_any_digits_are_a_table(data: bytes) -> None:
    table = DIGITS.read(data)
    assert [len(row) for row in table] == [15] * 8
    cards = play_in(table)
    assert cards is None or {*cards} <= {*DECK}


@given(st.binary(max_size=15))
def test_a_profile_is_a_protocol_and_a_name(name: bytes) -> None:
    table = blank()
    table[0][0] = 20070
    table[1][: len(name)] = [byte | 0xFFFFFF00 if byte > 127 else byte for byte in name]
    assert profile_in(table) == (20070, name.partition(b"\0")[0])
