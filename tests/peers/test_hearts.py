"""Hearts against OpenSpiel's: the same cards, the same moves, the same scores.

Rules that differ by default, and how they are made to meet:

- *What breaks hearts*: there the queen of spades does, too (`qs_breaks_hearts`); here only a heart.
- *Passing*: there one player after the other names the three cards, here all do so at once; the
  direction of a deal is drawn by lot there, and goes round here.
- *Points*: there a player gets 26 less what they have taken, here what they have taken costs.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardkit.games.hearts import Hearts
from tests.peers.conftest import Some

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel: pip install 'cardkit[bench]'")

GAMES = 1000
NAMES = ["north", "east", "south", "west"]
DIRECTIONS = {"keep": 0, "left": 1, "across": 2, "right": 3}
TO = ("left", "right", "across", "keep")


def number(card: str) -> int:
    """A card as the peer counts them: by rank, and then clubs, diamonds, hearts, spades."""
    return "23456789TJQKA".index(card[1]) * 4 + "CDHS".index(card[0])


def dealt(peer: Any, table: Hearts, direction: str) -> Any:
    """The peer's game with the hands of ours."""
    state = peer.new_initial_state()
    state.apply_action(DIRECTIONS[direction])
    hands = [[*table.hand(seat)] for seat in range(4)]
    for place in range(52):
        state.apply_action(number(hands[place % 4][place // 4]))
    return state


def pass_on(table: Hearts, state: Any, rng: Random) -> None:
    """Everybody gives away three cards by lot."""
    to = TO[(table.game_no - 1) % 4]
    for seat in range(4):
        taker = NAMES[(seat + {"left": 1, "across": 2, "right": 3}[to]) % 4]
        assert state.current_player() == seat
        assert state.legal_actions() == sorted(map(number, table.hand(seat)))
        given = rng.sample(table.hand(seat), 3)
        for card in given:
            state.apply_action(number(card))
        table.apply(NAMES[seat], " ".join(["PUT", taker, *given]))


def play(table: Hearts, state: Any, rng: Random, shoots: bool) -> None:
    """Both play the same tricks, by lot; who may play what is the same each time.

    So that somebody shoots the moon now and then, north plays high in some games, and all others
    low.
    """
    while table.playing:
        (seat,) = table.awaited
        assert state.current_player() == seat
        offers = {number(str(offer).split()[1]): str(offer) for offer in table.legal(seat)}
        legal = state.legal_actions()
        assert sorted(offers) == legal
        action = legal[0 if seat else -1] if shoots else rng.choice(legal)
        table.apply(NAMES[seat], offers[action])
        state.apply_action(action)
    assert state.is_terminal()


@pytest.mark.parametrize(
    ("preset", "rules", "games"),
    [
        ("standard", "qs_breaks_hearts=false", GAMES),
        ("omnibus", "qs_breaks_hearts=false,jd_bonus=true", GAMES // 5),
        ("no_passing", "qs_breaks_hearts=false,pass_cards=false", GAMES // 5),
    ],
)
def test_the_same_games_as_open_spiel(preset: str, rules: str, games: int, some: Some) -> None:
    peer, rng = pyspiel.load_game(f"hearts({rules})"), Random(preset)
    moons, played = 0, some(games)
    table = Hearts.play(NAMES, preset, {"play_to": 0, "games": played}, key=preset.encode())
    for game in range(played):
        if game:
            table.apply("", "START")
        before = [*table.scores]
        state = dealt(peer, table, TO[game % 4] if preset != "no_passing" else "keep")
        if table.stage.key() == "passing":
            pass_on(table, state, rng)
        play(table, state, rng, shoots=game % 5 == 0)
        lost = [now - then for now, then in zip(table.scores, before, strict=True)]
        assert [26 - points for points in lost] == state.returns(), f"{state} {state.returns()}"
        moons += sum(lost) > 26
    assert table.match_over
    assert moons or played < games
