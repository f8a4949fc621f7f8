"""Oh Hell against OpenSpiel's: the same cards, the same bids and moves, the same scores.

Rules that differ by default, and how they are made to meet:

- *Scoring*: there every trick counts a point and an exact bid ten more: the preset `every_trick`.
- *The length of a hand*: there it is drawn by lot; here it goes down and up again, as it is told.
- *The dealer*: there drawn by lot; here the deal goes round.
"""

from __future__ import annotations

from random import Random

import pytest

from cardkit.games.oh_hell import OhHell
from tests.peers.conftest import Some

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel: pip install 'cardkit[bench]'")

GAMES = 1000
SUITS = "CDSH"
BIDS = 52


def number(card: str) -> int:
    """A card as the peer counts them."""
    return "23456789TJQKA".index(card[1]) * 4 + SUITS.index(card[0])


@pytest.mark.parametrize("players", [3, 4, 7])
def test_the_same_games_as_open_spiel(players: int, some: Some) -> None:
    peer, rng = pyspiel.load_game(f"oh_hell(players={players})"), Random(players)
    names = [f"p{seat}" for seat in range(players)]
    games = some(GAMES // 3 + 1)
    table = OhHell.play(names, "every_trick", {"games": games}, key=b"%d" % players)
    for game in range(games):
        if game:
            table.apply("", "START")
        before = [*table.scores]
        state = peer.new_initial_state()
        state.apply_action(table.hand_size())
        state.apply_action(table.dealer)
        for place in range(table.hand_size()):
            for seat in range(players):
                state.apply_action(number(table.hand(seat)[place]))
        state.apply_action(number(table.turned_up[0]))
        while table.playing:
            (seat,) = table.awaited
            assert state.current_player() == seat
            offers = {}
            for offer in map(str, table.legal(seat)):
                verb, what = offer.split()
                offers[BIDS + int(what) if verb == "BID" else number(what)] = offer
            assert sorted(offers) == state.legal_actions()
            action = rng.choice(state.legal_actions())
            table.apply(names[seat], offers[action])
            state.apply_action(action)
        assert state.is_terminal()
        earned = [now - then for now, then in zip(table.scores, before, strict=True)]
        assert earned == state.returns(), f"{state}"
    assert table.match_over
