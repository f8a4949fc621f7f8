"""Those who think for robots in a world: they answer later, by seed, or too late, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import trio

from cardkit.cardgame import CardGame
from cardkit.netgame import pick
from cardkit.netgame.knowledge import Data
from cardkit.registry import reference_of
from cardkit.server.robots import Robots
from cardkit.server.thinker import Question
from cardkit.server.thinkers import Asked, Done
from tests.thinking import answer

DELAYS = (0.0, 0.3, 0.8, 0.8, 2.0, 10.0)
FAILS = 0.1


class SlowThinkers:
    """Says anything that is legal at a table as it may be."""

    nursery: trio.Nursery | None = None
    """Where they think; what is asked before is never answered."""

    def __init__(self, games: Mapping[str, type[CardGame]], seed: str) -> None:
        self._games = {reference_of(game): game for game in games.values()}
        self._chance = Random(f"{seed} thoughts")
        self.robots = Robots(1.0, dict.fromkeys(games, ()), thinkers=self)

    def ask(self, question: Question, key: str, done: Done) -> Asked:
        asked = Asked(question, key, trio.current_time(), done)
        if self.nursery is not None:
            self.nursery.start_soon(self._think, asked)
        return asked

    async def _think(self, asked: Asked) -> None:
        chance, known = self._chance, asked.question.knowledge
        await trio.sleep(chance.choice(DELAYS))
        data: Data = known
        table = self._games[asked.question.game].imagine(known, chance.randrange)
        said = pick(table.legal(data["seat"]), chance.randrange)
        asked.answer(None if chance.random() < FAILS else answer(str(said)))
