"""Go Fish beside OpenSpiel's: the same deal and the same asks, chosen at random.

At each step the same player is to ask, for the same ranks of the same players, and all have the
same hands and books; at the end the same players have won. OpenSpiel deals ranks without suits, so
it is told which rank ours has drawn. The differences, each by a rule that is named here:

- *three players*: ours have seven cards each, as two players have; OpenSpiel gives them five unless
  it is told otherwise, as it is here.
- *a book in the deal*: both lay it down before anybody asks. OpenSpiel then deals its player four
  more cards, ours does not; such a deal is left out.
- *nobody to ask*: a player goes on, but nobody else has cards. Ours asks in vain and draws; at
  OpenSpiel's table the turn passes to the next player, who draws. There the comparison ends.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardkit.games.go_fish import GoFish
from tests.peers.conftest import Some

pyspiel: Any = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is missing: pip install 'cardkit[bench]'"
)

GAMES = 1000
RANKS, LETTERS = "23456789TJQKA", "abcdefghijklm"
IN_FULL, WITH_A_BOOK, NOBODY_TO_ASK = range(3)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_go_fish_is_played_as_at_openspiel_s_table(players: int, some: Some) -> None:
    each = 7 if players < 4 else 5
    game = pyspiel.load_game(f"go_fish(players={players},initial_cards={each})")
    rng, names = Random(players), [f"p{n}" for n in range(players)]
    ends = [
        follow(GoFish.play(names, key=f"{players} {number}"), game.new_initial_state(), rng)
        for number in range(some(GAMES // 5))
    ]
    assert ends.count(IN_FULL) >= 0.9 * len(ends)


def follow(table: GoFish, state: Any, rng: Random) -> int:
    """Play both to the end, or until they differ by a rule that is named above."""
    if any(books(table, seat) for seat in table.order):
        return WITH_A_BOOK
    for seat in table.order:
        for card in table.hand(seat):
            state.apply_action(RANKS.index(card.rank))
    while table.playing:
        (seat,) = table.awaited
        if not any(table.hand(other) for other in table.order if other != seat):
            return NOBODY_TO_ASK
        theirs = {in_our_words(state.action_to_string(a)): a for a in state.legal_actions()}
        assert state.current_player() == seat
        assert players_of(state) == [as_theirs(table, each) for each in table.order]
        assert sorted(theirs) == sorted(map(str, table.legal(seat)))
        said = rng.choice(sorted(theirs))
        stock = [*table.piles["stock"]]
        table.apply(table.names[seat], said)
        drawn = stock[len(table.piles["stock"]) :]
        state.apply_action(theirs[said])
        while drawn and state.is_chance_node():
            state.apply_action(RANKS.index(drawn.pop().rank))
        assert not drawn
    assert state.is_terminal()
    best = max(state.returns())
    assert table.scores == [int(points == best) for points in state.returns()]
    return IN_FULL


def books(table: GoFish, seat: int) -> int:
    return len(table.piles[f"books:{seat}"]) // 4


def as_theirs(table: GoFish, seat: int) -> str:
    """The ranks of a player's hand and the number of books."""
    ranks = [card.rank for card in table.hand(seat)]
    held = ((letter, ranks.count(rank)) for letter, rank in zip(LETTERS, RANKS, strict=True))
    return f"{''.join(f'{letter}{n}' for letter, n in held if n)}:{books(table, seat)}"


def players_of(state: Any) -> list[str]:
    first = 2  # after the phase and whose turn it is
    return str(state).splitlines()[first : first + state.num_players()]


def in_our_words(ask: str) -> str:
    return f"ASK p{ask[:-1]} {RANKS[LETTERS.index(ask[-1])]}"
