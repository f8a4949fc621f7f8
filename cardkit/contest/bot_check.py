"""`python -m cardkit.contest.bot_check`: whether bots can play, found out in another process.

Whoever starts it goes on meanwhile, and is neither held up nor ended by what they do.
"""

from __future__ import annotations

import os
import subprocess
import sys
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from cardkit.contest.model import ContestPlan
from cardkit.contest.processes import adopt_orphans, end_all_of
from cardkit.contest.program import check_program
from cardkit.contest.trial import refusal_of
from cardkit.netgame import Refused
from cardkit.reasons import LocalReason
from cardkit.registry import find_game

LONGEST = 20.0
"""Seconds that a bot may take to be imported and made, or to be started."""


class BotCheck:
    """A check that is under way: of all bots of a plan."""

    def __init__(self, plan: ContestPlan, now: float) -> None:
        self._until = now + LONGEST
        self._link, theirs = Pipe()
        with theirs:
            file = theirs.fileno()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "cardkit.contest.bot_check", str(file)],
                stdin=subprocess.DEVNULL,
                pass_fds=(file,),
                process_group=0,
            )
        self._link.send(plan)
        self.refused: Refused | None = None

    def is_over(self, now: float) -> bool:
        """Whether it is decided; then `refused` says what is wrong, if something is."""
        if self._link.poll():
            try:
                self.refused = self._link.recv()
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
        self._link.poll(seconds)

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        end_all_of(self._process.pid)
        self._link.close()


def try_out(plan: ContestPlan) -> None:
    """Make or start each bot of a plan once, and refuse the first with which that fails."""
    game = find_game(plan.game)
    for entrant in plan.entrants:
        if entrant.argv:
            check_program(entrant.argv, plan.limits)
        elif (refused := refusal_of(entrant, game, plan.limits)) is not None:
            raise refused


def main() -> None:
    """Try out the bots of the plan that comes over the open file that is named."""
    file = int(sys.argv[1])
    os.set_inheritable(file, False)
    os.dup2(2, 1)
    adopt_orphans()
    link: Connection[Any, Any] = Connection(file)
    try:
        try_out(link.recv())
        link.send(None)
    except Refused as refused:
        for name, part in refused.parts.items():  # an error of a bot is known to this process alone
            refused.parts[name] = part if isinstance(part, str | int) else str(part)
        link.send(refused)
    os._exit(0)  # a thread that a bot has left behind must not keep this process


if __name__ == "__main__":
    main()
