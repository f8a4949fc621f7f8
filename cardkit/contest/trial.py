"""`python -m cardkit.contest.trial`: loads bots of others once, before a contest begins.

What is merely wrong with them is refused in a sentence. Who hangs, or ends the process in which it
is loaded, takes part all the same: the contest names it, and goes on for the others.
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
from cardkit.contest.model import BotFault, Entrant, ProgramLimits
from cardkit.contest.time_guard import TimeGuard
from cardkit.netgame import NetGame, Refused
from cardkit.reasons import LocalReason
from cardkit.registry import find_game
from cardkit.simulate import chance


def try_out(game: str, entrants: Sequence[Entrant], limits: ProgramLimits) -> None:
    """Make one of each bot in another process; what cannot even be made is refused."""
    left = list(entrants)
    while left:
        link, theirs = Pipe()
        with theirs:
            command = [sys.executable, "-P", "-m", "cardkit.contest.trial", str(theirs.fileno())]
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                process_group=0,
            )
        try:
            _hear(link, game, left, limits)
        except (EOFError, OSError):
            pass
        finally:
            link.close()
            process.kill()
            process.wait()
        del left[:1]  # it has ended the process, or hangs


def _hear(
    link: Connection[Any, Any], game: str, left: list[Entrant], limits: ProgramLimits
) -> None:
    """Strike off who can play, until one does not come to an end."""
    link.send((game, left, limits))
    while left and link.poll(limits.load):
        refused = link.recv()
        if refused is not None:
            raise refused
        del left[0]


def main() -> None:
    link_file = int(sys.argv[1])
    os.set_inheritable(link_file, False)
    link: Connection[Any, Any] = Connection(link_file)
    game, entrants, limits = link.recv()
    rules = find_game(game)
    for entrant in entrants:
        link.send(refusal_of(entrant, rules, limits))


def refusal_of(entrant: Entrant, game: type[NetGame], limits: ProgramLimits) -> Refused | None:
    """What is wrong with a class of somebody else, found by making one of it."""
    maker = PlayerFactory(entrant, game, limits)
    try:
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


if __name__ == "__main__":
    main()
