"""Hints: what a strong robot would do in the place of a player who asks for advice.

A question is what the player knows, and nothing else; somebody else thinks about it. It is
forgotten when the player is asked something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import erf, hypot, sqrt
from typing import TYPE_CHECKING

from cardkit.netgame import Command, Reason, Refused
from cardkit.protocol.client_commands import AdviseCommand
from cardkit.protocol.messages import Advice
from cardkit.protocol.reasons import ServerReason
from cardkit.registry import reference_of
from cardkit.search import Choice
from cardkit.server.request import Request
from cardkit.server.thinker import Answer, Question
from cardkit.server.thinkers import Asked

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore
    from cardkit.server.hosted_table import HostedTable

SECONDS = 1.0
MOST_TOLD = 3
"""Choices that are told: the best, and what comes next."""


@dataclass(eq=False, slots=True)
class WantedAdvice:
    """What a player has asked for."""

    asked: Asked | None = None
    """While it is thought about."""
    found: Advice | None = None

    def cancel(self) -> None:
        if self.asked is not None:
            self.asked.cancel()


class AdviceDesk:
    """What the players of a table have asked for, by seat: once for each question of the game."""

    def __init__(self) -> None:
        self.wanted: dict[int, WantedAdvice] = {}

    def keep(self, seats: Iterable[int] = ()) -> None:
        """Only these are still asked the same."""
        for seat in self.wanted.keys() - seats:
            self.wanted.pop(seat).cancel()


def advise(
    core: ServerCore, request: Request[AdviseCommand], hosted: HostedTable, seat: int
) -> None:
    """Answer that advice follows: at once where there is no choice, or it was given before."""
    table, desk, thinkers = hosted.table, hosted.advice.wanted, core.thinkers
    if not hosted.settings.hosting.advice:
        text = "there are no hints at this table; whoever opens one allows them: advice=yes"
        raise Refused(ServerReason.NOT_ALLOWED, text)
    if thinkers is None or not hosted.can_advise:
        raise Refused(ServerReason.NOT_ALLOWED, "nobody thinks about hints at this server")
    legal = table.legal(seat)
    if not legal:
        raise Refused(Reason.NOT_YOUR_TURN, "ask for a hint when it is your turn")
    if seat not in desk and len(legal) == 1 and isinstance(legal[0], Command):
        desk[seat] = WantedAdvice(found=Advice(1.0, ([str(legal[0]), 0.0],)))
    if seat not in desk:
        question = Question(
            game=reference_of(hosted.settings.rules),
            knowledge=table.knowledge(seat),
            seed=table.told,
            seconds=SECONDS,
        )
        desk[seat] = wanted = WantedAdvice()
        answered = partial(_answered, core, hosted, seat, wanted)
        wanted.asked = thinkers.ask(question, hosted.name, answered)
        request.answer()
    elif (found := desk[seat].found) is not None:
        request.answer(more=(found.words(),))
    else:
        raise Refused(Reason.NOT_NOW, "your hint is being thought about; it comes in a moment")


def _answered(
    core: ServerCore,
    hosted: HostedTable,
    seat: int,
    wanted: WantedAdvice,
    answer: Answer | None,
) -> None:
    """Somebody has thought about it; whoever is no longer asked the same is not told."""
    desk, table = hosted.advice.wanted, hosted.table
    if desk.get(seat) is not wanted or core.failed or core.closing:
        return
    player, choices = table.names[seat], answer.choices if answer is not None else ()
    wanted.asked, wanted.found = None, advice_of(choices)
    if not choices or not table.can(player, choices[0].command):
        wanted.found = Advice(0.0, ())
        del desk[seat]  # who asks again may have more luck
    session = hosted.people.get(player)
    if session is not None and session.peer is not None:
        core.outbox.say(session.peer, wanted.found.words())
        core.outbox.settle()


def advice_of(choices: Sequence[Choice]) -> Advice:
    told = tuple([each.command, round(each.worth, 2)] for each in choices[:MOST_TOLD])
    return Advice(how_sure(choices), told)


def how_sure(choices: Sequence[Choice]) -> float:
    """How likely the first is better than the next, by what came of them when they were tried."""
    if not choices or not choices[0].visits:
        return 0.0  # a bot was asked that tries nothing out
    if len(choices) == 1:
        return 1.0
    best, following = choices[:2]
    ahead, error = best.worth - following.worth, hypot(best.error, following.error)
    if ahead <= 0:
        return 0.5
    return round((1 + erf(ahead / error / sqrt(2))) / 2, 2) if error else 1.0
