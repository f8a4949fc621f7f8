"""Every game is a PettingZoo environment, as PettingZoo's own tests want one."""

from __future__ import annotations

from functools import partial
from warnings import catch_warnings, simplefilter

import numpy as np
import pytest

from cardkit.games.hearts import Hearts
from cardkit.games.whist import Whist
from cardkit.netgame import NetGame, Refused
from cardkit.registry import find_game, installed
from cardkit.rl.environment import Environment
from examples.rock_paper_scissors import RockPaperScissors
from examples.tic_tac_toe import TicTacToe
from tests.strange_stage import Bazaar

with catch_warnings():
    simplefilter("ignore")  # it is outdated by its own account
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.render_test import render_test

GAMES = [*map(find_game, installed()), Bazaar, TicTacToe, RockPaperScissors]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
# PettingZoo's own games with masks are excused from these by name.
as_others = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


def play_on(env: Environment, steps: int = 100_000, seed: int = 1) -> None:
    """Take any legal actions until the episode is over, or so many."""
    random = np.random.default_rng(seed)
    for _ in range(steps):
        if env.terminations[env.agent_selection]:
            return
        legal = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
        env.step(int(random.choice(legal)))


@each_game
@as_others
def test_pettingzoo_takes_it_for_an_environment(game: type[NetGame]) -> None:
    api_test(Environment(game), num_cycles=12)


@each_game
def test_the_same_seed_gives_the_same_episode(game: type[NetGame]) -> None:
    seed_test(partial(Environment, game), num_cycles=6)


@each_game
def test_it_can_be_looked_at(game: type[NetGame], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(Environment, game))
    assert game.title in capsys.readouterr().out


@each_game
def test_it_is_cut_short_after_so_many_actions(game: type[NetGame]) -> None:
    env = Environment(game, games=0, max_cycles=4)
    env.reset(seed=1)
    for left in (4, 3, 2, 1):
        assert not any(env.truncations.values()), left
        play_on(env, 1)
        if all(env.terminations.values()):
            return
    assert all(env.truncations.values())
    for _ in env.agents[:]:
        env.step(None)
    assert env.agents == []


def test_rewards_are_what_a_game_adds_to_the_scores() -> None:
    env = Environment(Whist)
    env.reset(seed=3)
    play_on(env)
    assert [*env.rewards.values()] == env.episode.table.scores
    assert sum(env.rewards.values()) > 0
    assert env.rewards == env._cumulative_rewards


def test_where_few_points_are_good_they_are_taken_off() -> None:
    env = Environment(Hearts)
    env.reset(seed=3)
    play_on(env)
    assert sum(env.rewards.values()) == -26


def test_rewards_by_rank_go_from_one_to_minus_one() -> None:
    env = Environment(Hearts, reward="rank")
    env.reset(seed=3)
    play_on(env)
    assert max(env.rewards.values()) == 1
    assert {round(3 * reward, 9) for reward in env.rewards.values()} <= {3, 1, -1, -3}


def test_an_episode_can_be_several_games() -> None:
    env = Environment(Hearts, games=3)
    env.reset(seed=1)
    play_on(env)
    assert (env.episode.table.game_no, env.episode.seat) == (3, -1)


def test_what_cannot_be_done_is_refused_with_what_can() -> None:
    env = Environment(Whist)
    env.reset(seed=1)
    unseen = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    before = env.episode.table.digest()
    for wrong in (unseen, 52, -1):
        with pytest.raises(ValueError, match=r"What can be done: \d+ \(DISCARD"):
            env.step(wrong)
    with pytest.raises(ValueError, match="has to do something"):
        env.step(None)
    assert env.episode.table.digest() == before


def test_what_there_is_not_is_refused_before_anything_is_dealt() -> None:
    with pytest.raises(ValueError, match="no render_mode rgb_array; there are ansi or human"):
        Environment(Whist, render_mode="rgb_array")
    with pytest.raises(ValueError, match="score or rank"):
        Environment(Whist, reward="fame")
    with pytest.raises(ValueError, match="max_cycles is a number from 1"):
        Environment(Whist, max_cycles=0)
    for wrong in ({"games": -1}, {"window": -1}):
        with pytest.raises(ValueError, match="games and window are numbers from 0"):
            Environment(Whist, **wrong)  # type: ignore[arg-type]
    for sizes in ((), (2,)):
        with pytest.raises(ValueError, match="sizes are shares from 0 to 1"):
            Environment(Whist, sizes=sizes)
    with pytest.raises(TypeError, match=r"'whist' is no game.* find_game\('whist'\)"):
        Environment("whist")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="Whist is for 4 players, not for 3"):
        Environment(Whist, players=3)
