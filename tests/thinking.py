"""Those who think, as a test has them: what they were asked, and what it lets them answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardkit.search import Choice
from cardkit.server.thinker import Answer, Question
from cardkit.server.thinkers import Asked, Done


def answer(*commands: str) -> Answer:
    """These, the best first."""
    return Answer(choices=tuple(Choice(each, 1, 0.0, 0.0) for each in commands), rollouts=1)


@dataclass
class FakeThinkers:
    """Answers when it is told to."""

    asked: list[Asked] = field(default_factory=list)

    def ask(self, question: Question, key: str, done: Done) -> Asked:
        self.asked.append(Asked(question, key, 0.0, done))
        return self.asked[-1]

    @property
    def open(self) -> list[Asked]:
        """What was asked and is neither answered nor cancelled."""
        return [each for each in self.asked if each.done is not None]

    def say(self, *commands: str) -> None:
        """Answer the only question that is open; with nothing: nobody could think about it."""
        [asked] = self.open
        asked.answer(answer(*commands) if commands else None)
