"""Somebody who thinks for a server, for tests: a question waits until the test answers it."""

from __future__ import annotations

from cardkit.server.thinker import Question
from cardkit.server.thinkers import Asked, Done


class FakeThinkers:
    """Keeps what it is asked."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []

    def ask(self, question: Question, key: str, done: Done) -> Asked:
        self.asked.append(Asked(question, key, 0.0, done))
        return self.asked[-1]
