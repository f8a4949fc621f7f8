"""Dou Dizhu beside OpenSpiel's: the same deal and the same moves, chosen by lot.

At each step the legal moves are the same, as ranks, and in the end the scores. What differs is
said by these rules:

- *Bidding once*: with OpenSpiel the auction goes on until two players have passed after a bid, with
  us everybody speaks once. A table can choose theirs, and here it does.
- *Four with two*: OpenSpiel has no four of a kind with two cards or two pairs beside it. Our preset
  `no_fours` is without them, too.
- *Breaking up a bomb*: OpenSpiel leads no row that begins with a rank of which the player has all
  four cards, while rows with four of another rank can be led. With us any row can.
- *Nothing beats the rocket*: OpenSpiel lets a bomb answer it. With us nothing does.
- *Cards that are several plays*: OpenSpiel lists `333444555` with `666` beside it apart from the
  plane `333444555666`. With us cards that are led are what is highest, here the plane.
- *Nobody bids*: OpenSpiel ends the game without points, while we deal again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardkit.cardgame import Play
from cardkit.cardgame.climbing import ClimbState
from cardkit.games.dou_dizhu import DouDizhu
from tests.helpers import state_of
from tests.peers.conftest import Some

pyspiel: Any = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install 'cardkit[bench]'"
)

GAMES = 1000
NAMES = ["ann", "bob", "cem"]
JOKERS = {"J1": "(BWJ)", "J2": "(CJ)"}
PASS = 0
Ranks = tuple[str, ...]


def ranks_of_theirs(text: str) -> Ranks:
    """`TAAA-(BWJ)` as ranks."""
    found = [word for word in JOKERS.values() if word in text]
    for word in found:
        text = text.replace(word, "")
    return tuple(sorted([*text.replace("-", ""), *found]))


def ranks_of_ours(play: Play) -> Ranks:
    return tuple(sorted(JOKERS.get(card, card[1]) for card in play.cards))


def their_deal(table: DouDizhu) -> Any:
    """A state in which everybody has what they have at our table, and the first player bids."""
    state = pyspiel.load_game("dou_dizhu").new_initial_state()
    order = table.from_first()
    state.apply_action(0)  # the first card is turned up: who gets it bids first
    dealt = {str(state.action_to_string(-1, a))[5:]: a for a in state.legal_actions()}
    hands = [[*table.hand(seat)] for seat in order]
    for at in range(51):
        card = hands[at % 3][at // 3]
        state.apply_action(dealt[JOKERS.get(card, str(card))])
    return state


def bids(table: DouDizhu, state: Any, chance: Random) -> bool:
    """Bid alike; whether somebody has bid."""
    deals = table.piles.deals
    while table.stage.key() == "auction" and table.piles.deals == deals:
        seat, them = table.awaited[0], state.current_player()
        ours = {str(bid).replace("BID", "Bid").replace("PASS", "Pass") for bid in table.legal(seat)}
        theirs = {state.action_to_string(them, a): a for a in state.legal_actions()}
        assert {*theirs} == ours
        said = chance.choice(sorted(ours))
        table.apply(table.names[seat], said.upper())
        state.apply_action(theirs[said])
    return table.piles.deals == deals


def breaks_up_a_bomb(table: DouDizhu, seat: int, play: Play) -> bool:
    """Whether a row begins with a rank of which the player has all four cards."""
    lowest = play.cards[0].rank
    held = sum(card.rank == lowest for card in table.hand(seat))
    return play.kind in ("chain", "pairs", "plane") and held == 4


def ours(table: DouDizhu, seat: int) -> dict[Ranks, Play]:
    """Our plays by their ranks, without those that OpenSpiel does not have by a rule above."""
    plays = [play for play in table.legal(seat) if isinstance(play, Play)]
    return {ranks_of_ours(play): play for play in plays if not breaks_up_a_bomb(table, seat, play)}


def theirs(table: DouDizhu, state: Any) -> dict[Ranks, int]:
    """OpenSpiel's plays by their ranks, without those that we do not have by a rule above."""
    field, them = state_of(table, ClimbState).field, state.current_player()
    if field is not None and field.kind == "rocket":
        return {}
    texts = {state.action_to_string(them, action): action for action in state.legal_actions()}
    whole_last = sorted(texts.items(), key=lambda item: "-" not in item[0])
    return {ranks_of_theirs(text): action for text, action in whole_last if text != "Pass"}


@pytest.mark.parametrize("seed", range(4))
def test_the_same_moves_and_scores_as_open_spiel(seed: int, some: Some) -> None:
    chance, played, games = Random(seed), 0, some(GAMES // 4)
    for number in range(games):
        table = DouDizhu.play(NAMES, "no_fours", {"rounds": 0}, key=f"{seed} {number}")
        state, order = their_deal(table), table.from_first()
        if not bids(table, state, chance):
            assert state.is_terminal()
            assert state.returns() == [0, 0, 0]
            continue
        played += 1
        while table.playing:
            seat = table.awaited[0]
            assert order[state.current_player()] == seat
            plays, actions = ours(table, seat), theirs(table, state)
            assert {*plays} == {*actions}
            may_pass = "PASS" in table.legal(seat)
            assert may_pass == (PASS in state.legal_actions())
            said = chance.choice([*sorted(plays), *([()] if may_pass else [])])
            table.apply(table.names[seat], plays[said] if said else "PASS")
            state.apply_action(actions[said] if said else PASS)
        assert state.is_terminal()
        assert [state.returns()[order.index(seat)] for seat in range(3)] == table.scores
    assert played > 0.9 * games
