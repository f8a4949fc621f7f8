"""OpenSpiel's own algorithms and tests take every game for one of theirs."""

from __future__ import annotations

import unittest
from pathlib import Path
from random import Random
from warnings import catch_warnings, simplefilter

import numpy as np
import pyspiel
import pytest

from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.hearts import Hearts
from cardkit.games.whist import Whist
from cardkit.netgame import NetGame
from cardkit.registry import find_game, installed
from cardkit.rl.openspiel import Game, State, load_game

with catch_warnings():
    simplefilter("ignore")
    from absl import flags
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
    from open_spiel.python.algorithms.expected_game_score import policy_value
    from open_spiel.python.algorithms.generate_playthrough import playthrough, replay

KUHN = "cardkit(game=akq,options=points:2,zero_sum=True)"
SAMPLER = pyspiel.UniformProbabilitySampler(0.0, 1.0)
GAMES = [*map(find_game, installed())]


def at_random(game: Game, random: Random, moves: int) -> list[State]:
    """The states of a game in which somebody decides, up to so many moves."""
    state, states = game.new_initial_state(), list[State]()
    while len(states) < moves and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
            continue
        states.append(state.clone())
        state.apply_action(random.choice(state.legal_actions()))
    return states


def test_its_cfr_solves_akq_with_the_bets_of_kuhn_poker() -> None:
    game = load_game(AKQ, options={"points": 2}, zero_sum=True)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.005
    first, second = policy_value(game.new_initial_state(), [policy, policy])
    assert first == pytest.approx(-1 / 18, abs=0.002)
    assert first == -second


def test_its_search_plays_whist() -> None:
    game = load_game(Whist)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 6, random_state=np.random.RandomState(2))
    state = game.new_initial_state()
    state.apply_action(7)
    for _ in range(6):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_a_resampled_state_is_one_that_the_player_cannot_tell_from_the_real_one(
    game: type[NetGame],
) -> None:
    random = Random(1)
    for state in at_random(load_game(game), random, 40)[::6]:
        player = state.current_player()
        other = state.resample_from_infostate(player, SAMPLER)
        assert other.current_player() == player
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        for _ in range(4):
            if other.is_chance_node():
                other.apply_action(random.choice(other.chance_outcomes())[0])
            elif not other.is_terminal():
                other.apply_action(random.choice(other.legal_actions()))


def test_resampled_hands_are_others_than_the_real_ones() -> None:
    state = at_random(load_game(Whist), Random(1), 8)[-1]
    player = state.current_player()
    hands = {
        state.resample_from_infostate(player, SAMPLER).information_state_string((player + 1) % 4)
        for _ in range(10)
    }
    assert len(hands) == 10


@pytest.mark.parametrize("game", [AKQ, Daifugo, Hearts], ids=lambda game: game.__name__)
def test_its_simulation_finds_nothing_wrong(
    game: type[NetGame], capfd: pytest.CaptureFixture[str]
) -> None:
    options = {"points": 4} if game is AKQ else {}
    openspiel = load_game(game, options=options, zero_sum=True, deals=20)
    pyspiel.random_sim_test(openspiel, num_sims=1, serialize=game is AKQ, verbose=False)


def test_its_playthrough_can_be_played_again(tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()
    for name in (KUHN, "cardkit(game=hearts,deals=20)"):
        file = tmp_path / "playthrough.txt"
        file.write_text(playthrough(name, None, seed=3), encoding="utf-8")
        original, again = replay(str(file))
        assert original == again
        assert "InformationStateString(1) = " in original


@pytest.mark.parametrize("tree", ["FullTree", "PartialTree"])
def test_its_tests_of_the_interface_pass(tree: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # How many chance nodes, decisions, ends and information sets there are: ALLIN is BET 1 again.
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, KUHN, (1, 36, 90))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, KUHN, 18)
    base = getattr(api_test, f"EnforceAPIOn{tree}Base")
    test = type("Test", (base,), {"game_name": KUHN, "game": pyspiel.load_game(KUHN)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(test).run(result)
    assert [fault for _, fault in (*result.failures, *result.errors)] == []
    assert result.testsRun > 3


def test_a_state_can_be_kept_and_read_again() -> None:
    game = pyspiel.load_game(KUHN)
    for state in at_random(game, Random(4), 3):
        text = pyspiel.serialize_game_and_state(game, state)
        _, again = pyspiel.deserialize_game_and_state(text)
        assert again.information_state_string(0) == state.information_state_string(0)
        assert again.legal_actions() == state.legal_actions()
