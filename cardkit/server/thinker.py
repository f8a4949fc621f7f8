"""A process that thinks: `python -m cardkit.server.thinker` answers questions, line by line.

It says `ready` first. Each question is a line of JSON, and so is its answer; an empty line ends the
thinking about a question early. It ends when nobody can ask any more, also in the middle of a
question, and when the rules of a game keep it from answering.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from collections.abc import Callable
from dataclasses import astuple, dataclass, fields
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from typing import Any, Self

from cardkit.cardgame import Bot
from cardkit.netgame import NetGame
from cardkit.netgame.knowledge import Data, Knowledge
from cardkit.places import place_of
from cardkit.registry import bots_of, find_game
from cardkit.search import Choice, policy_among, search_for
from cardkit.search.analysis import judge

NICE = 19
"""Whoever serves goes first."""
GRACE = 5.0
"""Seconds beyond its time after which a process that has not answered is taken for lost."""
READY = b"ready\n"


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What would a strong player say who is asked, and what is each choice worth?"""

    game: str
    """As `find_game` finds it: `reference_of` a game, or a name."""
    knowledge: Knowledge
    """What the seat knows, with the options of the table: `table.knowledge(seat)`."""
    seed: int
    seconds: float
    """To think about it at most; where many ask, it is less."""
    patient: bool = False
    """Whether everybody goes first who is not."""
    said: str = ""
    """What the player has said, if that is to be judged."""

    def line(self, seconds: float) -> bytes:
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        return json.dumps({**told, "seconds": seconds}).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> Self:
        return cls(**json.loads(line))


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What could be said, the best first."""

    choices: tuple[Choice, ...]
    """Visits, worth and error are 0 where a bot was asked that tries nothing out."""
    rollouts: int = 0
    broken: str = ""
    """The law that the game has broken while it was tried out, and how to see it again."""
    judgement: dict[str, Any] | None = None
    """What search thinks of what was said."""

    def line(self) -> bytes:
        said = {"choices": [*map(astuple, self.choices)], "rollouts": self.rollouts}
        said |= {"broken": self.broken, "judgement": self.judgement}
        return json.dumps(said).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> Self:
        said: dict[str, Any] = json.loads(line)
        choices = tuple(Choice(*each) for each in said.pop("choices"))
        return cls(choices=choices, **said)


def think(
    game: type[NetGame], question: Question, stop: Callable[[], bool] = lambda: False
) -> Answer:
    """Answer a question: by search, or as the bot does that knows better."""
    bots = bots_of(game).values()
    if question.said:
        judged = judge(
            game,
            question.knowledge,
            question.said,
            seed=question.seed,
            policy=policy_among(bots),
            seconds=question.seconds,
            stop=stop,
        )
        return Answer(choices=judged.choices, judgement=judged.data())
    strong = next((bot for bot in bots if bot.strong and not bot.listens()), None)
    if strong is not None:
        return _ask(strong, game, question)
    policy = policy_among(bots)
    search = search_for(game, question.knowledge, seed=question.seed, policy=policy)
    if search is None:
        assert policy is not None, "without a bot everything is searched for"
        return _ask(policy.best, game, question)
    search.run(seconds=question.seconds, stop=stop)
    if search.broken is not None:
        return Answer(choices=(), broken=str(search.broken))
    best = search.best()
    choices = sorted(search.choices(), key=lambda choice: choice.command != best)
    return Answer(choices=tuple(choices), rollouts=search.rollouts)


def _ask(bot: type[Bot], game: type[NetGame], question: Question) -> Answer:
    """What a bot says, which sees and may do at an imagined table what it does at the real one."""
    known: Data = question.knowledge
    below, seat = Random(question.seed).randrange, known["seat"]
    table: Any = game.imagine(known, below)
    said = bot(below).choose(table.view(seat), table.shown_offers(seat))
    return Answer(choices=(Choice(str(said), 0, 0.0, 0.0),))


class _Ears:
    """Hears what is asked while something else is thought about."""

    def __init__(self) -> None:
        self.questions: SimpleQueue[bytes] = SimpleQueue()
        self.stopped = Event()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in sys.stdin.buffer:
            if line.strip():
                self.stopped.clear()  # it was meant for the question before
                self.questions.put(line)
            else:
                self.stopped.set()
        os._exit(0)  # nobody waits for an answer any more


def main() -> None:
    os.nice(NICE)
    answers, nothing = os.fdopen(os.dup(1), "wb"), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)  # what a game prints is no answer
    ears = _Ears()
    answers.write(READY)
    answers.flush()
    while True:
        question = Question.read(ears.questions.get())
        faulthandler.dump_traceback_later(question.seconds + GRACE, exit=True)
        try:
            answer = think(find_game(question.game), question, ears.stopped.is_set)
        except Exception as error:  # noqa: BLE001 - whatever the rules raise, it is the finding
            place = place_of(error)
            where = f" ({place.filename}, line {place.lineno})" if place else ""
            answer = Answer(choices=(), broken=f"{type(error).__name__}: {error}{where}")
        faulthandler.cancel_dump_traceback_later()
        answers.write(answer.line())
        answers.flush()


if __name__ == "__main__":
    main()
