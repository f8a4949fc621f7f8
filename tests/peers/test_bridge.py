"""Contract bridge beside OpenSpiel's: the same boards, the same calls and cards.

There is no difference: legal calls, legal cards, whose turn it is and the scores agree on every
board. (OpenSpiel asks the declarer for dummy's cards, as we do, and shows who asks by the seat.)
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cardkit.games.bridge import Bridge
from cardkit.games.bridge.scoring import contract_points
from tests.helpers import arrange
from tests.peers.conftest import Some

pyspiel: Any = pytest.importorskip(
    "pyspiel", reason="needs OpenSpiel: pip install 'cardkit[bench]'"
)

BOARDS = 1_000
DEALS = 5
"""Deals whose tricks a solver counts, each for all 420 contracts."""
NAMES = ["north", "east", "south", "west"]
STRAINS = ("C", "D", "H", "S", "NT")
CARDS = [suit + rank for rank in "23456789TJQKA" for suit in "CDHS"]
BIDS = [f"BID {level} {strain}" for level in range(1, 8) for strain in STRAINS]
WORDS = [*(f"DISCARD {card}" for card in CARDS), "PASS", "DOUBLE", "REDOUBLE", *BIDS]
"""What each action of OpenSpiel is here."""


def their_game(dealer: int, vulnerable: Sequence[bool], solved: bool = False) -> Any:
    words = {
        "dealer": dealer,
        "dealer_vul": str(vulnerable[dealer]).lower(),
        "non_dealer_vul": str(vulnerable[(dealer + 1) % 4]).lower(),
        "use_double_dummy_result": str(solved).lower(),
    }
    return pyspiel.load_game(f"bridge({','.join(f'{k}={v}' for k, v in words.items())})")


def chosen(legal: list[int], chance: Random) -> int:
    """Passes are likely and bids low, so that there are contracts of all kinds."""
    if legal[0] < len(CARDS):
        return chance.choice(legal)
    doubles = [each for each in legal[1:] if WORDS[each].endswith("DOUBLE")]
    if doubles and chance.random() < 0.3:
        return doubles[0]
    first = 1 + len(doubles)
    low = legal[first : first + chance.choice((3, 6, 40))]
    return legal[0] if not low or chance.random() < 0.55 else chance.choice(low)


def test_the_same_boards_give_the_same_moves_and_scores(some: Some) -> None:
    chance = Random(14)
    boards, contracts = some(BOARDS), set()
    table = Bridge.play(NAMES, options={"match_games": boards})
    for board in range(boards):
        if board:
            table.apply("", "START")
        deck = chance.sample(range(52), 52)
        hands = {name: " ".join(CARDS[c] for c in deck[s::4]) for s, name in enumerate(NAMES)}
        arrange(table, hands)
        theirs = their_game(table.first, table.vulnerable).new_initial_state()
        for card in deck:
            theirs.apply_action(card)
        before = [*table.scores]
        while not theirs.is_terminal():
            seat = theirs.current_player()
            legal = theirs.legal_actions()
            assert table.awaited == (seat,)
            assert {str(offer) for offer in table.legal(seat)} == {WORDS[each] for each in legal}
            action = chosen(legal, chance)
            table.apply(NAMES[seat], WORDS[action])
            theirs.apply_action(action)
        assert not table.playing
        assert [now - then for now, then in zip(table.scores, before, strict=True)] == (
            theirs.returns()
        )
        contracts.add((table.auction.contract, table.auction.doubled))
    assert len(contracts) > min(60, boards / 5)


@pytest.mark.parametrize("vulnerable", [False, True])
def test_all_contracts_are_worth_the_same_by_the_tricks_of_a_solver(
    vulnerable: bool, some: Some
) -> None:
    chance, compared, deals = Random(7), 0, some(DEALS)
    for _ in range(deals):
        start = their_game(0, [vulnerable] * 4, solved=True).new_initial_state()
        for card in chance.sample(range(52), 52):
            start.apply_action(card)
        tricks: dict[tuple[int, str], int] = {}
        for passes in range(4):
            for strain in STRAINS:
                state = start.clone()
                said = ["PASS"] * passes + [f"BID 1 {strain}", *["PASS"] * 3]
                for words in said:
                    state.apply_action(WORDS.index(words))
                found = str(state).partition("Declarer tricks: ")[2].split()[0]
                tricks[passes, strain] = int(found)
                for level in range(1, 8):
                    for doubled, calls in ((1, ""), (2, "DOUBLE"), (4, "DOUBLE REDOUBLE")):
                        state = start.clone()
                        said = ["PASS"] * passes + [f"BID {level} {strain}", *calls.split()]
                        for words in [*said, *["PASS"] * 3]:
                            state.apply_action(WORDS.index(words))
                        points = contract_points(
                            level, strain, doubled, vulnerable, tricks[passes, strain]
                        )
                        assert state.returns()[passes] == points
                        compared += 1
    assert compared == deals * 420
