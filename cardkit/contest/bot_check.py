"""`python -m cardkit.contest.bot_check`: whether bots can play, found out in another process.

Code of others may do anything while it is imported. Whoever has it checked is neither held up nor
ended by what it does.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from math import inf
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from cardkit.contest.entrants import PlayerFactory
from cardkit.contest.model import BotFault, ContestPlan, Entrant, ProgramLimits
from cardkit.contest.processes import adopt_orphans, end_all_of
from cardkit.contest.program import check_program
from cardkit.contest.time_guard import TimeGuard
from cardkit.netgame import NetGame, Refused
from cardkit.reasons import LocalReason
from cardkit.registry import find_game
from cardkit.simulate import chance

LONGEST = 20.0
"""Seconds that a bot of a ladder may take to be imported and made, or to be started."""


class _Checker:
    """A process that makes one of each bot in turn, and sends what is wrong with it, or None."""

    def __init__(self, game: str, entrants: Sequence[Entrant], limits: ProgramLimits) -> None:
        self.link, theirs = Pipe()
        with theirs:
            file = theirs.fileno()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "cardkit.contest.bot_check", str(file)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(file,),
                process_group=0,
            )
        self.link.send((game, entrants, limits))

    def close(self) -> None:
        """End it, and whatever the bots have started."""
        self._process.kill()
        self._process.wait()
        end_all_of(self._process.pid)
        self.link.close()


def check_bots(game: str, entrants: Sequence[Entrant], limits: ProgramLimits) -> None:
    """Before a contest: what is merely wrong with a bot is refused.

    Who hangs, or ends the process, takes part all the same: the contest names it, and goes on for
    the others.
    """
    left = list(entrants)
    while left:
        checker = _Checker(game, left, limits)
        try:
            while left and checker.link.poll(limits.load):
                refused = checker.link.recv()
                if refused is not None:
                    raise refused
                del left[0]
        except (EOFError, OSError):
            pass
        finally:
            checker.close()
        del left[:1]  # it has ended the process, or hangs


class BotCheck:
    """A check of the one bot of a plan that is under way; whoever began it goes on meanwhile."""

    def __init__(self, plan: ContestPlan, now: float) -> None:
        self._until = now + LONGEST
        self._checker = _Checker(plan.game, plan.entrants, plan.limits)
        self.refused: Refused | None = None

    def is_over(self, now: float) -> bool:
        """Whether it is decided; then `refused` says what is wrong, if something is."""
        if self._checker.link.poll():
            try:
                self.refused = self._checker.link.recv()
            except (EOFError, OSError):
                self.refused = Refused(
                    LocalReason.BAD_BOT, "it ends its process while it is being imported"
                )
        elif now < self._until:
            return False
        else:
            self.refused = Refused(
                LocalReason.BAD_BOT,
                "it was not ready to play after {seconds:g} s",
                seconds=LONGEST,
            )
        self.close()
        return True

    def wait(self, seconds: float) -> None:
        """Wait until it is decided, but not longer than this."""
        self._checker.link.poll(seconds)

    def close(self) -> None:
        self._checker.close()


def refusal_of(entrant: Entrant, game: type[NetGame], limits: ProgramLimits) -> Refused | None:
    """What is wrong with a bot, found by making or starting one in this process."""
    try:
        if entrant.argv:
            check_program(entrant.argv, limits)
        else:
            maker = PlayerFactory(entrant, game, limits)
            maker.load()
            TimeGuard().call(inf, maker, [chance(0)])
    except Refused as refused:
        return refused
    except BotFault as fault:
        return Refused(
            LocalReason.BAD_BOT,
            "the bot {bot} cannot begin: {why}",
            bot=entrant.name,
            why=fault.evidence,
        )
    return None


def main() -> None:
    """Try out the bots that come over the open file that is named."""
    file = int(sys.argv[1])
    os.set_inheritable(file, False)
    adopt_orphans()
    link: Connection[Any, Any] = Connection(file)
    name, entrants, limits = link.recv()
    game = find_game(name)
    for entrant in entrants:
        refused = refusal_of(entrant, game, limits)
        if refused is not None:  # an error of a bot is known to this process alone
            for part, value in refused.parts.items():
                refused.parts[part] = value if isinstance(value, str | int) else str(value)
        link.send(refused)
    os._exit(0)  # a thread that a bot has left behind must not keep this process


if __name__ == "__main__":
    main()
