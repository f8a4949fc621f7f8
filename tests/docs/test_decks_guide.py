"""The listing of the page about own cards runs as it is printed."""

from __future__ import annotations

from cardkit.testing import check_game
from tests.docs.test_tutorial import listings, run

GUIDE = listings("docs/decks.md")


def test_the_game_with_cards_of_its_own_is_sound() -> None:
    game = run(GUIDE[0])["Colours"]
    assert len(game.deck.names()) == 92
    check_game(game, games=20)
