"""The teaching games keep their rules: two games without cards."""

from __future__ import annotations

import pytest

from cardkit.netgame import NetGame, Reason
from examples.rock_paper_scissors import RockPaperScissors
from examples.tic_tac_toe import TicTacToe
from tests.helpers import refusal

FOUR = ["ann", "bob", "cid", "dan"]


def turn(table: NetGame) -> str:
    return table.names[table.awaited[0]]


def say(table: NetGame, *said: str) -> None:
    """The players speak in turn."""
    for what in said:
        table.apply(turn(table), what)


@pytest.mark.parametrize("game", [TicTacToe, RockPaperScissors])
def test_a_teaching_game_speaks_japanese(game: type[NetGame]) -> None:
    said = [game.title, game.__doc__ or "", *game.notes, *game.scoring, *game.texts["ja"]]
    assert all(game.catalogue.find(template, "ja") for template in said)


# --- games without cards -------------------------------------------------------------------------


def test_tic_tac_toe_three_in_a_row_win_and_the_other_begins_the_next_game() -> None:
    table = TicTacToe.play(["ann", "bob"])
    say(table, "PLACE 1", "PLACE 5", "PLACE 2", "PLACE 9")
    assert table.facts["board"] == [["X", "X", "3"], ["4", "O", "6"], ["7", "8", "O"]]
    assert refusal(table, "ann", "PLACE 5").reason == Reason.AGAINST_THE_RULES
    say(table, "PLACE 3")
    assert (table.ranking, table.scores, table.match_over) == ((0, 1), [1, 0], False)
    table.apply("", "START")
    assert turn(table) == "bob"


def test_tic_tac_toe_a_full_board_without_a_row_is_worth_nothing() -> None:
    table = TicTacToe.play(["ann", "bob"])
    say(table, *(f"PLACE {cell}" for cell in (1, 2, 3, 5, 4, 6, 8, 7, 9)))
    assert not table.playing
    assert table.scores == [0, 0]


@pytest.mark.parametrize(
    ("ann", "bob", "scores"),
    [("ROCK", "SCISSORS", [1, 0]), ("SCISSORS", "PAPER", [1, 0]), ("ROCK", "PAPER", [0, 1])],
)
def test_rock_paper_scissors_one_sign_beats_another(ann: str, bob: str, scores: list[int]) -> None:
    table = RockPaperScissors.play(["ann", "bob"])
    say(table, "SHOW PAPER", "SHOW PAPER")
    assert table.playing, "equal signs are shown again"
    table.apply("bob", f"SHOW {bob}")
    assert table.facts["shown"] == ["PAPER", "PAPER"], "nobody sees the first of two signs"
    table.apply("ann", f"SHOW {ann}")
    assert table.facts["shown"] == [ann, bob]
    assert (table.playing, table.scores) == (False, scores)
