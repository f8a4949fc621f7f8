"""Commands on their way: each has a tag, and waits for the answer that bears it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import count
from secrets import token_hex

import trio

from cardkit.client.messages import Answer, no_connection
from cardkit.netgame import Refused

MOST = 16
"""The server knows the last 32 tags of a participant again, so no more may be on their way."""


class Unanswered:
    """The commands of one connection whose answers are not there yet."""

    def __init__(self) -> None:
        self.few = trio.Semaphore(MOST)
        self._mark, self._numbers = token_hex(4), count(1)
        self._waiting: dict[str, _SentCommand] = {}

    def new_tag(self) -> str:
        """No tag is ever used for two commands."""
        return f"#{self._mark}{next(self._numbers)}"

    def add(self, tag: str, data: bytes) -> None:
        self._waiting[tag] = _SentCommand(data)

    async def answer_to(self, tag: str) -> Answer:
        """Wait for the answer, or raise the refusal that it is."""
        waiting = self._waiting[tag]
        try:
            await waiting.done.wait()
        finally:
            self._waiting.pop(tag, None)
        if isinstance(waiting.answer, Refused):
            raise waiting.answer
        assert waiting.answer is not None
        return waiting.answer

    def settle(self, tag: str, answer: Answer | Refused) -> bool:
        """An answer has come; whether anybody waits for it."""
        waiting = self._waiting.pop(tag, None)
        if waiting is not None:
            waiting.settle(answer)
        return waiting is not None

    def settle_all(self, reason: Refused | None) -> None:
        """There are no more answers."""
        for waiting in self._waiting.values():
            waiting.settle(copy(reason) if reason else no_connection())

    def __iter__(self) -> Iterator[bytes]:
        """What is to be said once more over a new link."""
        return (waiting.data for waiting in self._waiting.values())


class _SentCommand:
    __slots__ = ("answer", "data", "done")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.done = trio.Event()
        self.answer: Answer | Refused | None = None

    def settle(self, answer: Answer | Refused) -> None:
        self.answer = answer
        self.done.set()
