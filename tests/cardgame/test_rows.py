"""Rows: with which card they begin, and what is next to what."""

import pytest

from cardkit import CardGame, Deal, Deck, OrderGame, Rows
from cardkit.cardgame.rules import rule_sheet
from tests.helpers import arrange, lines, refusal

NAMES = ["ann", "bob", "cem"]


class Laid(CardGame):
    """Rows that begin with a seven that somebody lays."""

    title = "Laid"
    deck = Deck(order="A23456789TJQK")
    stages = (Deal(), OrderGame(rows=Rows(laid_out=False), first_card="D7"))


def laid(ann: str, *rows: str, **options: object) -> CardGame:
    """A table with these cards laid out, at which ann is to move."""
    keys = (bytes([n]) for n in range(99))
    begun = (Laid.play(NAMES, key=key, options=options) for key in keys)
    table = next(table for table in begun if table.awaited == (0,))
    arrange(table, {"ann": ann, "bob": "C2", "cem": "C3"})
    for card in (card for card in table.piles["away"][:] if card in rows):
        table.piles["away"].remove(card)
        table.piles["rows"].append(card)
    return table


def test_players_themselves_lay_the_cards_with_which_rows_begin() -> None:
    assert not Laid.play(NAMES).piles["rows"]
    table = laid("S7 D8 H6 D9", "D7")
    assert lines(table, "ann") == {"DISCARD S7", "DISCARD D8"}
    assert "next to no card of its row" in refusal(table, "ann", "DISCARD H6").text()


def test_whoever_begins_lays_the_first_card() -> None:
    table = laid("S7 D7 D8")
    assert lines(table, "ann") == {"DISCARD D7"}
    assert refusal(table, "ann", "DISCARD S7").text().endswith("you may say: DISCARD D7")


@pytest.mark.parametrize(
    ("hand", "row", "around", "fits"),
    [
        ("SA SQ S3", "S7 SK", True, {"SA", "SQ"}),
        ("SA SQ S3", "S7 SK", False, {"SQ"}),
        ("SK S2 SJ", "S7 SA", True, {"SK", "S2"}),
        ("SK S2 SJ", "S7 SA", False, {"S2"}),
    ],
)
def test_the_ends_of_a_suit_are_neighbours_where_rows_go_around(
    hand: str, row: str, around: bool, fits: set[str]
) -> None:
    table = laid(hand, *row.split(), around=around)
    assert lines(table, "ann") == {f"DISCARD {card}" for card in fits}


def test_the_rule_sheet_says_how_rows_begin() -> None:
    sheet = rule_sheet(Laid)
    assert "DISCARD a card of the rank 7, or one next to a card of its suit" in sheet
    assert "laid out before the first turn." not in sheet
    assert "next to each other, too." in rule_sheet(Laid, options={"around": True})
