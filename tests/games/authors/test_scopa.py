"""The rules of Scopa: cards of the table are named behind one of the hand."""

import pytest

from cardkit import Refused
from tests.games.authors.scopa import Scopa
from tests.helpers import arrange
from tests.sound import Sound


def dealt(hand: str, table: str) -> Scopa:
    """A table at which ann has these cards, and these lie open."""
    game = Scopa.play(["ann", "bob"], key="x")
    arrange(game, {"ann": hand, "bob": "CK CQ CJ"}, pile=table, stock="S2 S3 S4 S5 S6 SA")
    return game


def test_scopa_keeps_its_promises(sound: Sound) -> None:
    sound(Scopa, {})


@pytest.mark.parametrize(
    ("hand", "table", "offered"),
    [
        ("D7", "H3 C4 H2", ["TAKE D7 H3 C4"]),
        ("D7", "H7 C3 C4", ["TAKE D7 H7"]),
        ("D7", "H6 CA H2 D5", ["TAKE D7 H6 CA", "TAKE D7 H2 D5"]),
        ("D2", "H3 C4", ["LAY D2"]),
        ("DJ", "H7 CA", ["TAKE DJ H7 CA"]),
    ],
)
def test_a_card_captures_its_rank_or_else_a_sum(hand: str, table: str, offered: list[str]) -> None:
    assert [*map(str, dealt(hand, table).legal(0))] == offered


def test_whoever_takes_all_cards_sweeps_and_gets_a_point() -> None:
    table = dealt("D6 S7", "H2 C4")
    table.apply("ann", "TAKE D6 C4 H2")
    assert [*map(str, table.piles["won:0"])] == ["D6", "H2", "C4"]
    assert table.points(0) == 3, "the sweep, most cards, most diamonds"


@pytest.mark.parametrize(
    ("line", "reason", "told"),
    [
        ("TAKE D6 C4", "AGAINST_THE_RULES", "TAKE D6 H2 C4"),
        ("TAKE D6 C4 H3", "NOT_HELD", "you do not hold H3"),
        ("TAKE C4 H2", "AGAINST_THE_RULES", "TAKE D6 H2 C4"),
        ("LAY C4", "NOT_HELD", "you do not hold C4"),
    ],
)
def test_cards_that_lie_open_are_not_missed_in_the_hand(line: str, reason: str, told: str) -> None:
    with pytest.raises(Refused, match=told) as refused:
        dealt("D6 S7", "H2 C4").apply("ann", line)
    assert refused.value.reason == reason
