"""A PettingZoo environment of any game: agents take turns, and see what their seats may see.

from cardkit.games.whist import Whist
from cardkit.rl.environment import Environment

env = Environment(Whist)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    ...
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from cardkit.cardgame import CardView
from cardkit.netgame import NetGame
from cardkit.netgame.conditions import HUGE
from cardkit.rl.actions import SIZES
from cardkit.rl.batch import cells
from cardkit.rl.episode import Episode, Spaces
from cardkit.rl.observations import WINDOW
from cardkit.simulate import chance

Observation = dict[str, NDArray[Any]]


class Environment(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """One table. An observation has the row `observation` and the `action_mask` of its agent.

    `reward` is what a game adds to the score, or its rank from 1 for the first to -1 for the last.
    `games` make an episode, 0 for a whole match; after `max_cycles` actions it is cut short.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "cardkit",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: type[NetGame],
        players: int = 0,
        preset: str = "",
        options: Mapping[str, object] = {},
        *,
        games: int = 1,
        reward: str = "score",
        window: int = WINDOW,
        sizes: Sequence[float] = SIZES,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.spaces = Spaces(
            game,
            players,
            preset,
            options,
            games=games,
            reward=reward,
            window=window,
            sizes=sizes,
        )
        if render_mode not in (None, *self.metadata["render_modes"]):
            known = " or ".join(self.metadata["render_modes"])
            raise ValueError(f"there is no render_mode {render_mode}; there are {known}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError("max_cycles is a number from 1, or None: no episode is cut short")
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.possible_agents = [*self.spaces.agents]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions, size = len(self.spaces.actions), self.spaces.observations.size
        self._size, self._masks = size, actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-HUGE, HUGE, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._below = chance(0)
        self.episode: Episode

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew: with the same seed the same, without one what comes next."""
        if seed is not None:
            self._below = chance(seed)
        self.episode = self.spaces.begin(b"%d" % self._below(1 << 52))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = 0
        self._rewarded = False
        self.agent_selection: str = self.possible_agents[self.episode.seat]

    def observe(self, agent: str) -> Observation:
        seat, episode = self._seats[agent], self.episode
        row = np.zeros(self._size, np.float32)
        episode.observe(seat, cells(row))
        mask = np.zeros(self._masks, np.int8)
        if seat == episode.seat and not self.truncations.get(agent, True):
            legal = cells(mask)
            for number in episode.legal():
                legal[number] = 1
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to do something; None is for who is out")
        episode = self.episode
        earned = episode.act(index(action))
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        if earned is not None:
            self.rewards = dict(zip(self.possible_agents, earned, strict=True))
            self._accumulate_rewards()
            self._rewarded = True
        self._cycles += 1
        if episode.seat < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[episode.seat]
            if self._cycles == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as whoever is asked sees it: as a text, or printed."""
        table, seat = self.episode.table, max(self.episode.seat, 0)
        view = table.view(seat)
        lines = [f"{table.catalogue.text(table.title)}, {table.names[seat]}"]
        lines += [f"  {name}: {value}" for name, value in view.facts.items()]
        if isinstance(view, CardView):
            hands = zip(view.names, view.hands, strict=True)
            lines += [f"  {name}: {' '.join(cards)}" for name, cards in view.piles.items() if cards]
            lines += [f"  {name}: {' '.join(cards)}" for name, cards in hands]
        lines.append(f"  scores: {' '.join(map(str, view.scores))}")
        if self.render_mode != "human":
            return "\n".join(lines)
        print("\n".join(lines))
        return None

    def close(self) -> None:
        """There is nothing to close."""
