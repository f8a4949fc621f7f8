"""Who takes part: from what was typed to players that can be seated.

Everything that can be wrong with a bot before a game is played is refused here, in a sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from cardkit.cardgame import Bot, CardGame, CardView, Command, Offer, Rand
from cardkit.contest.model import BotFault, ContestPlayer, Entrant, FaultKind, ProgramLimits
from cardkit.contest.program import ProgramPlayer, check_program, program_from
from cardkit.contest.time_guard import GUARDED, TookTooLong
from cardkit.netgame import Below, Reason, Refused
from cardkit.netgame.people import LONGEST_NAME
from cardkit.registry import find_bot, line_of
from cardkit.simulate import HOOKS, chance, hooks_of

_T = TypeVar("_T")


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


def _short_names(bots: Sequence[str]) -> list[str]:
    """The class alone where that tells bots apart, else with its file."""
    classes = {bot: bot.rpartition(":")[2] for bot in bots}
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

    def __init__(
        self, entrant: Entrant, game: type[CardGame], limits: ProgramLimits, name: str = ""
    ) -> None:
        """The name is that of the game, as programs hear it."""
        self.entrant, self._limits, self._name = entrant, limits, name
        self.bot = None if entrant.argv else _class_of(entrant, game)
        self.blind = self.bot is Rand
        """Who plays at random does not look, and a view takes longer than the move itself."""
        self.hears = frozenset(HOOKS) if self.bot is None else hooks_of(self.bot)

    def __call__(self, below: Below) -> ContestPlayer:
        if self.bot is None:
            return ProgramPlayer(self.entrant.argv, self._limits, self._name)
        return BotPlayer(self.bot, below)

    def try_out(self) -> None:
        """Make one and put it away; what cannot even be made is refused."""
        if self.bot is None:
            check_program(self.entrant.argv, self._limits)
            return
        try:
            self(chance(0)).close()
        except BotFault as fault:
            raise Refused(
                Reason.BAD_BOT,
                "the bot {bot} cannot begin: {why}",
                bot=self.entrant.name,
                why=fault.evidence,
            ) from fault


def _class_of(entrant: Entrant, game: type[CardGame]) -> type[Bot]:
    bot = find_bot(entrant.bot, game)
    if bot.choose is Bot.choose:
        raise Refused(
            Reason.BAD_BOT,
            "{name} has no method choose; a bot needs: def choose(self, view, legal)",
            name=entrant.bot,
        )
    return bot


class BotPlayer:
    """A bot of this process as a player; whatever it raises is a fault of its own."""

    __slots__ = ("_bot",)

    def __init__(self, bot: type[Bot], below: Below) -> None:
        self._bot = _guarded(lambda: bot(below))

    def match_begins(self, names: Sequence[str], seat: int, games: int) -> None:
        _guarded(lambda: self._bot.match_begins(names, seat, games))

    def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
        _guarded(lambda: self._bot.game_begins(game, names, seat))

    def choose(self, view: CardView, legal: Sequence[Command | Offer]) -> str:
        try:
            return self._bot.choose(view, legal)
        except TookTooLong:
            raise
        except BaseException as error:
            raise broken(error) from error

    def refused(self, code: str, sentence: str) -> None:
        """A bot of this process sees the same view again, and that is all it needs."""

    def game_over(
        self, game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
    ) -> None:
        _guarded(lambda: self._bot.game_over(game, points, scores, ranking))

    def match_over(self, scores: Sequence[int]) -> None:
        _guarded(lambda: self._bot.match_over(scores))

    def close(self) -> None:
        """There is nothing to end."""


def _guarded(deed: Callable[[], _T]) -> _T:
    try:
        return deed()
    except TookTooLong:
        raise
    except BaseException as error:  # a bot may say sys.exit(), too
        raise broken(error) from error


GUARDED |= {BotPlayer.choose.__code__, _guarded.__code__}


def broken(error: BaseException) -> BotFault:
    """What a bot raised, as a fault."""
    if isinstance(error, BotFault):
        return error
    if isinstance(error, MemoryError):
        return BotFault(FaultKind.MEMORY, "MemoryError")
    told = f"{type(error).__name__}: {error}"[:200]
    where = line_of(error) if isinstance(error, Exception) else ""
    return BotFault(FaultKind.CRASHED, f"{told}{where}")
