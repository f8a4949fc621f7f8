"""What search thinks of the decisions of past matches: found while somebody looks, and kept.

One match after the other is thought about for a moment, so nobody has all of it. Who may see a
match is the matter of whoever asks for its decisions.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import trio

from cardkit.netgame import NetGame, Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.record.decisions import Decision

KEPT = 16
"""Matches of which the analysis is kept."""
MOST_DECISIONS = 2_000
PATIENCE = 20.0
"""Seconds in which there is an answer, with something new in it or not."""

Judge = Callable[[type[NetGame], Decision], Awaitable[dict[str, Any] | None]]
"""What search thinks of a decision, as plain values; None where nobody could think about it."""
Match = tuple[type[NetGame], Sequence[Decision]]


class MatchAnalysis:
    """The decisions of a match, as far as they are judged."""

    def __init__(self, match: Match) -> None:
        self._game, decisions = match
        if len(decisions) > MOST_DECISIONS:
            raise Refused(
                ServerReason.TOO_LONG,
                "this match has {count:,} decisions; here at most {most:,} are judged, and cardkit "
                "analyse judges any number",
                count=len(decisions),
                most=MOST_DECISIONS,
            )
        self.of = len(decisions)
        self.judged: list[dict[str, Any]] = []
        """In the order in which they were found."""
        self._left = [*decisions]

    async def go_on(self, judge: Judge, at_once: int) -> None:
        """Judge some more decisions, so many at the same time."""
        before = len(self.judged)
        async with trio.open_nursery() as nursery:
            for decision in self._left[:at_once]:
                nursery.start_soon(self._judge, judge, decision)
        if len(self.judged) == before:
            raise Refused(
                ServerReason.TRY_LATER, "nobody can think about this match now; try again later"
            )

    async def _judge(self, judge: Judge, decision: Decision) -> None:
        found = await judge(self._game, decision)
        if found is not None:
            self._left.remove(decision)
            self.judged.append({**decision.data(), **found})


class Analyses:
    """Those of several matches, for any number of people who look."""

    def __init__(self, judge: Judge | None, at_once: int) -> None:
        self._judge, self._at_once = judge, at_once
        self._kept: OrderedDict[int, MatchAnalysis] = OrderedDict()
        self._turn = trio.Lock()

    async def show(
        self, number: int, find: Callable[[], Awaitable[Match]], after: int
    ) -> dict[str, Any]:
        """What is found of a match after so many decisions, once there is something."""
        if self._judge is None:
            raise Refused(
                ServerReason.NOT_ALLOWED,
                "nobody thinks about past matches here; cardkit analyse does, with a record",
            )
        analysis = self._kept.get(number)
        if analysis is None:
            analysis = self._kept.setdefault(number, MatchAnalysis(await find()))
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(number)
        with trio.move_on_after(PATIENCE):
            while after >= len(analysis.judged) < analysis.of:
                async with self._turn:  # those who wait for the same have it then, too
                    if after >= len(analysis.judged) < analysis.of:
                        await analysis.go_on(self._judge, self._at_once)
        return {"of": analysis.of, "judged": analysis.judged[after:]}
