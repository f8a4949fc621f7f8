"""The listing of the page about own cards runs as it is printed."""

from __future__ import annotations

from tests.docs.test_tutorial import listings, run
from tests.sound import Sound

GUIDE = listings("docs/decks.md")


def test_the_game_with_cards_of_its_own_is_sound(sound: Sound) -> None:
    game = run(GUIDE[0])["Colours"]
    assert len(game.deck.names()) == 92
    sound(game)
