"""Cards of a game's own in the terminal: shown, sorted, typed; what nobody knows is its name."""

from __future__ import annotations

import pytest

from cardkit import CardGame
from cardkit.card_words import is_card
from cardkit.client.look import Look
from cardkit.client.moves import number_moves, place_in_hand, read_move
from cardkit.client.screen import table_lines
from cardkit.faces import CardStyle
from tests.helpers import arrange
from tests.own_decks import Colours, Flowers, Tarot


def shown(game: type[CardGame], card: str, *, signs: bool = True) -> str:
    return Look(declaration=game.declaration, faces=CardStyle(signs=signs)).faces.name(card)


@pytest.mark.parametrize(
    ("game", "card", "sign", "letters"),
    [
        (Colours, "R5", "●5", "R5"),
        (Colours, "GD", "■+2", "GD"),
        (Colours, "W", "✱", "W"),
        (Flowers, "AB", "鶴", "AB"),
        (Flowers, "JR", "紅葉短", "JR"),
        (Tarot, "T21", "★21", "T21"),
        (Tarot, "SC", "♠♞", "SC"),
        (Tarot, "HK", "♥K", "HK"),
        (Tarot, "FOOL", "☺", "FOOL"),
        (Colours, "XYZ", "XYZ", "XYZ"),
        (Colours, "??", "??", "??"),
    ],
)
def test_a_card_is_shown_as_its_game_declares_it(
    game: type[CardGame], card: str, sign: str, letters: str
) -> None:
    assert shown(game, card) == sign
    assert shown(game, card, signs=False) == letters


def test_a_card_that_nobody_knows_is_shown_by_its_name() -> None:
    faces = CardStyle()
    assert faces.cards(["Q17", "FOOL", "S7"], chips=True).plain == "Q17 FOOL ♠7"
    assert not is_card("FOOL")
    assert is_card("FOOL", Tarot.declaration)


def test_a_hand_is_sorted_by_the_order_of_its_deck() -> None:
    table = Tarot.play(["ann", "bob", "cid"], key="x")
    place = place_in_hand(table.view(0), Tarot.declaration)
    hand = sorted(["FOOL", "T10", "T9", "SK", "SC", "C2", "S10"], key=place)
    assert hand == ["C2", "S10", "SC", "SK", "T9", "T10", "FOOL"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("r5", "DISCARD R5"),
        ("●5", "DISCARD R5"),
        ("discard r5", "DISCARD R5"),
        ("w g", "DISCARD W G"),
        ("✱ y", "DISCARD W Y"),
    ],
)
def test_a_card_is_typed_by_its_name_or_its_sign(typed: str, said: str) -> None:
    table = Colours.play(["ann", "bob"], key="x")
    arrange(table, {"ann": "R5 G7 B5 W", "bob": "G1 Y2"}, pile="R7")
    moves = number_moves(table.legal(0), table.view(0), Colours.declaration)
    look = Look(declaration=Colours.declaration)
    assert read_move(typed, moves, look.faces) == said


def test_the_screen_shows_the_hand_and_the_suit_to_follow() -> None:
    table = Colours.play(["ann", "bob"], key="x")
    arrange(table, {"ann": "R5 G7 B5 W", "bob": "G1 Y2"}, pile="R7")
    table.apply("ann", "DISCARD W G")
    look = Look(declaration=Colours.declaration, catalogue=Colours.catalogue)
    lines = "\n".join(line.plain for line in table_lines(table.view(0), look))
    assert "●5" in lines
    assert "suit to follow ■" in lines
