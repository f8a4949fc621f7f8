"""Euchre as OpenSpiel plays it: the same deals, the same moves, the same points.

What differs, by name:

- *Alone with the bid*: at our table a lone hand is announced with the bid, as most rulebooks have
  it; OpenSpiel asks the maker later, when the dealer has put a card away.
- *Back into the stock*: our dealer may put away the very card that was turned up; in OpenSpiel it
  has to be another one.
- *A dealer who sits out*: if the dealer's partner plays alone, our dealer takes no card;
  OpenSpiel's takes one and puts one away, which nobody plays.
- *Points*: at our table only the side that scores gets points; in OpenSpiel the other side loses
  as many.
"""

from random import Random
from typing import Any

import pytest

from cardkit import CardCommand, Choice
from cardkit.games.euchre import Euchre
from tests.peers.conftest import Some

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel: pip install 'cardkit[bench]'")

GAMES = 1000
NAMES = ["ann", "bob", "cem", "dan"]
CARDS = [suit + rank for rank in "9TJQKA" for suit in "CDHS"]
PASS, BIDS, ALONE, TOGETHER = 24, {"C": 25, "D": 26, "H": 27, "S": 28}, 29, 30


def same_deal(peer: Any, table: Euchre) -> Any:
    """Their state after the deal of our table."""
    state = peer.new_initial_state()
    state.apply_action(table.dealer)
    hands = [list(table.hand(seat)) for seat in range(4)]
    for number in range(20):
        seat = (table.dealer + number) % 4
        state.apply_action(CARDS.index(hands[seat][number // 4]))
    state.apply_action(CARDS.index(table.turned_up[0]))
    holders = state.card_holder()
    assert all(holders[CARDS.index(card)] == seat for seat in range(4) for card in hands[seat])
    return state


def bid(table: Euchre, state: Any, rng: Random) -> None:
    """Both sides are asked the same; somebody bids, or all pass."""
    turned = table.turned_up[0]
    while table.playing and table.stage.key() == "auction":
        seat = table.awaited[0]
        legal = [offer for offer in table.legal(seat) if isinstance(offer, CardCommand)]
        suits = {offer.word for offer in legal if offer.verb == "BID"}
        assert {offer.word for offer in legal if offer.verb == "ALONE"} == suits
        passes = {PASS} if "PASS" in legal else set()
        assert state.current_player() == seat
        assert {*state.legal_actions()} == {BIDS[suit] for suit in suits} | passes
        said = rng.choice([*legal, *["PASS"] * 4 * len(passes)])
        table.apply(NAMES[seat], said)
        state.apply_action(BIDS[said[-1]] if said != "PASS" else PASS)
    if table.auction.declarer < 0:
        return
    if table.fact("contract", "") == turned.suit:
        put_away(table, state, rng, turned)
    assert state.current_player() == table.auction.declarer
    assert state.legal_actions() == [ALONE, TOGETHER]
    state.apply_action(ALONE if table.auction.alone else TOGETHER)


def put_away(table: Euchre, state: Any, rng: Random, turned: str) -> None:
    assert state.current_player() == table.dealer
    if table.stage.key() != "pick_up":  # a dealer who sits out
        state.apply_action(rng.choice(state.legal_actions()))
        return
    (offer,) = table.legal(table.dealer)
    assert isinstance(offer, Choice)
    others = [card for card in offer.cards if card != turned]  # back into the stock
    assert {CARDS.index(card) for card in others} == {*state.legal_actions()}
    card = rng.choice(others)
    table.apply(NAMES[table.dealer], f"PUT {card}")
    state.apply_action(CARDS.index(card))


def play(table: Euchre, state: Any, rng: Random) -> None:
    """Both sides offer the same cards to the same players."""
    while table.playing:
        seat = table.awaited[0]
        legal = [offer.cards[0] for offer in table.legal(seat) if isinstance(offer, CardCommand)]
        assert state.current_player() == seat
        assert {CARDS.index(card) for card in legal} == {*state.legal_actions()}
        card = rng.choice(legal)
        table.apply(NAMES[seat], f"DISCARD {card}")
        state.apply_action(CARDS.index(card))


@pytest.mark.parametrize(("preset", "stick"), [("standard", False), ("stick_the_dealer", True)])
def test_the_same_moves_and_points_as_in_openspiel(preset: str, stick: bool, some: Some) -> None:
    peer = pyspiel.load_game("euchre", {"stick_the_dealer": stick})
    rng, games = Random(preset), some(GAMES // 2)
    options = {"games": games, "play_to": 0}
    table = Euchre.play(NAMES, preset, options=options, key=preset)
    for number in range(games):
        if number:
            table.apply("", "START")
        before = [*table.scores]
        state = same_deal(peer, table)
        bid(table, state, rng)
        play(table, state, rng)
        assert state.is_terminal()
        ours = [after - first for after, first in zip(table.scores, before, strict=True)]
        assert [ours[seat] - ours[(seat + 1) % 4] for seat in range(4)] == state.returns()
    assert table.match_over
