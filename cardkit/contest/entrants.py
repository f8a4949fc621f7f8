"""Who takes part: from what was typed to players that can be seated.

Everything that can be wrong with a bot before a game is played is refused here, in a sentence.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cardkit.cardgame import Bot, Rand
from cardkit.contest.bot_log import BotLog, LoggedBot
from cardkit.contest.model import BotFault, Entrant, ProgramLimits
from cardkit.contest.program import ProgramPlayer
from cardkit.contest.program_files import SCRIPTS, program_from
from cardkit.netgame import Below, NetGame, Refused
from cardkit.netgame.people import LONGEST_NAME
from cardkit.reasons import LocalReason
from cardkit.registry import find_bot, is_reference


def read_entrants(bots: Sequence[str], programs: Sequence[str] = ()) -> tuple[Entrant, ...]:
    """The entrants from words like `rand`, `file.py:Class` and `name=./program --fast`.

    Who is named twice takes part twice, and plays against itself under two names.
    """
    found = [Entrant(name, bot=bot) for name, bot in zip(_short_names(bots), bots, strict=True)]
    found += [Entrant(name, argv=argv) for name, argv in map(program_from, programs)]
    times: Counter[str] = Counter()
    entrants = []
    for entrant in found:
        times[entrant.name.casefold()] += 1
        again = times[entrant.name.casefold()]
        if again > 1:
            entrant = replace(entrant, name=f"{entrant.name[: LONGEST_NAME - 4]}-{again}")
        entrants.append(entrant)
    return tuple(entrants)


def entrant_from(word: str) -> Entrant:
    """A single bot: one of a game, `file.py:Class`, or the command of a program.

    A word that names a file of Python is a class, and any other with a space or `/` is a command.
    """
    name, equals, _ = word.partition("=")
    if equals and not {*name} & {*" /:"}:
        return Entrant(*program_from(word)[:1], argv=program_from(word)[1])
    where = word.rpartition(":")[0] or word
    if Path(where).suffix == ".py" and (Path(where).exists() or " " not in word):
        return Entrant(_as_name(word.rpartition(":")[2] if ":" in word else Path(word).stem), word)
    tool = SCRIPTS.get(Path(word).suffix)
    if tool and Path(word).is_file() and not os.access(word, os.X_OK):
        text = "{program} is a program; say what runs it: '{tool} {program}'"
        raise Refused(LocalReason.NO_SUCH_BOT, text, program=word, tool=tool)
    if not {*word} & {*" /"}:
        return Entrant(_as_name(word.rpartition(":")[2] if is_reference(word) else word), word)
    argv = program_from(f"bot={word}")[1]
    scripts = [each for each in argv[1:] if Path(each).suffix in SCRIPTS]
    return Entrant(_as_name(Path((scripts or argv)[0]).stem), argv=argv)


def _short_names(bots: Sequence[str]) -> list[str]:
    """The class alone where that tells bots apart, else with its file."""
    classes = {bot: bot.rpartition(":")[2] if is_reference(bot) else bot for bot in bots}
    classes |= {bot: Path(bot).stem for bot in bots if bot.endswith(".py")}
    twice = Counter(classes.values())
    return [_as_name(classes[bot] if twice[classes[bot]] == 1 else _with_file(bot)) for bot in bots]


def _with_file(bot: str) -> str:
    where, _, name = bot.rpartition(":")
    return f"{Path(where).stem}.{name}" if where else name


def _as_name(text: str) -> str:
    """A name that may stand in a line of text; a bot is called so at the table."""
    return re.sub(r"[^\w.-]", "-", unicodedata.normalize("NFKC", text))[:LONGEST_NAME] or "bot"


class PlayerFactory:
    """Makes the players of one entrant, a new one for each match."""

    bot: type[Bot] | None = None
    """Its class, unless it is a program or not loaded yet."""
    blind = False
    """Who plays at random does not look, and a view takes longer than the move itself."""
    listens = True
    fault: BotFault | None = None
    """Why its class cannot be loaded."""

    def __init__(self, entrant: Entrant, game: type[NetGame], limits: ProgramLimits) -> None:
        self.entrant, self._game, self._limits = entrant, game, limits
        self.is_program = bool(entrant.argv)
        if not entrant.argv and not entrant.is_class_of_author:
            self.load()

    def load(self) -> None:
        """Import its class, if it has one. Code of others may do anything while it is imported."""
        if self.is_program or self.bot is not None:
            return
        self.bot = _class_of(self.entrant, self._game)
        self.blind, self.listens = self.bot is Rand, self.bot.listens()

    def __call__(self, below: Below, log: BotLog | None = None) -> Bot:
        if self.is_program:
            return ProgramPlayer(self.entrant.argv, self._limits, log=log)
        if self.bot is None:
            assert self.fault is not None, "it was loaded before"
            raise self.fault
        return self.bot(below) if log is None else LoggedBot(self.bot, below, log, self._limits)


def _class_of(entrant: Entrant, game: type[NetGame]) -> type[Bot]:
    bot = find_bot(entrant.bot, game)
    if bot.choose is Bot.choose:
        text = "{name} has no method choose; a bot needs: def choose(self, view, legal)"
        raise Refused(LocalReason.BAD_BOT, text, name=entrant.bot)
    return bot
