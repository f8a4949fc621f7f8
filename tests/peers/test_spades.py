"""Spades against OpenSpiel's: the same cards, the same bids and moves, the same scores.

Rules that differ by default, and how they are made to meet:

- *Tricks of a nil that fails*: there they count towards the partner's bid; here that is a house
  rule that can be chosen, `nil_helps`.
- *The bids of partners*: there they may not come to more than 13 tricks together; here each bids
  what they like, so what the peer allows is ours up to that sum.
- *Spades led*: there nobody leads a spade who has anything else, even when spades have been played;
  here they may be led once they are broken. So what the peer allows to lead is ours without
  spades, unless there is nothing else.
- *A match*: there a single deal is played, and ten bags in it cost 100 points; here bags are added
  up from deal to deal, so they are taken away before each.
"""

from __future__ import annotations

from random import Random

import pytest

from cardkit.games.spades import Spades
from tests.peers.conftest import Some

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel: pip install 'cardkit[bench]'")

GAMES = 1000
NAMES = ["north", "east", "south", "west"]
SPADES, BIDS = 39, 52


def number(card: str) -> int:
    """A card as the peer counts them."""
    return "CDHS".index(card[0]) * 13 + "23456789TJQKA".index(card[1])


def test_the_same_games_as_open_spiel(some: Some) -> None:
    games = some(GAMES)
    peer, rng = pyspiel.load_game("spades(use_mercy_rule=false,win_threshold=100000)"), Random(1)
    options = {"games": games, "play_to": 0, "lost_at": 0, "nil_helps": True}
    table = Spades.play(NAMES, options={**options, "begins": "same"}, key=b"spades")
    for game in range(games):
        if game:
            table.apply("", "START")
        table.bags = [0] * 4
        before, state = [*table.scores], peer.new_initial_state()
        for place in range(52):
            state.apply_action(number(table.hand(place % 4)[place // 4]))
        while table.playing:
            (seat,) = table.awaited
            assert state.current_player() == seat
            offers = {}
            for offer in map(str, table.legal(seat)):
                verb, what = offer.split()
                offers[BIDS + int(what) if verb == "BID" else number(what)] = offer
            partner = table.auction.bids[table.partner(seat)]
            if partner is not None:
                offers = {a: o for a, o in offers.items() if a <= BIDS + 13 - partner.amount}
            if table.stage.key() == "trick_game" and table.is_leading:
                offers = {a: o for a, o in offers.items() if a < SPADES} or offers
            assert sorted(offers) == state.legal_actions()
            action = rng.choice(state.legal_actions())
            if action >= BIDS:  # by lot, but not so high that every bid fails
                action = min(action, BIDS + rng.randrange(7))
            table.apply(NAMES[seat], offers[action])
            state.apply_action(action)
        assert state.is_terminal()
        earned = [now - then for now, then in zip(table.scores, before, strict=True)]
        assert earned == state.returns(), f"{state}"
    assert table.match_over
