"""What a contest is made of: who plays whom with which cards, and what came of it. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from cardkit.registry import is_reference


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match of a contest: which entrants sit at its table, seat by seat, and its cards."""

    number: int
    entrants: tuple[int, ...]
    """The number of the entrant in each seat."""
    deal: int
    """Pairings with the same deal are dealt the same cards, whoever sits where."""
    round: int = 0
    barred: tuple[int, ...] = ()
    """The entrants that would sit here, too, but are out of the contest."""


SENT_AWAY = "rematch"
"""What came of a fault when the match was played again without the bot."""


class FaultKind(StrEnum):
    """What a bot can do wrong. Each is a result, never the end of a contest."""

    TOO_SLOW = "too slow"
    OUT_OF_TIME = "out of time"
    CRASHED = "crashed"
    ILLEGAL = "illegal"
    CHEATED = "cheated"
    NONSENSE = "nonsense"
    FLOOD = "flood"
    MEMORY = "memory"
    PROCESSES = "processes"
    STORAGE = "storage"


class BotFault(Exception):
    """Raised where a bot fails; the match goes on as the contest's rule says.

    Who is gone cannot be asked again in this match: a program that has ended, or was ended.
    """

    def __init__(self, kind: FaultKind, evidence: str, gone: bool = False) -> None:
        super().__init__(kind, evidence)
        self.kind, self.evidence, self.gone = kind, evidence, gone


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What a bot may use."""

    move: float = 5.0
    """Seconds for one answer."""
    total: float = 600.0
    """Seconds of thinking in a whole match."""
    memory: int = 1 << 30
    """Bytes."""
    processes: int = 32
    """Processes and threads, where a program is the bot."""
    storage: int = 0
    """Bytes that a bot may keep from match to match; 0: there is nowhere to keep them."""
    load: float = 60.0
    """Seconds until a class is imported; that is done once in each process."""


class OnFault(StrEnum):
    """What the organiser does about a fault."""

    ASK = "ask"
    """What is illegal or nonsense is asked again, a few times; then as `pass`."""
    PASS = "pass"
    """The mildest answer is said for the bot: a pass, a fold or the like."""
    FORFEIT = "forfeit"
    """The bot loses the game, which is played out with the mildest answers."""
    REMATCH = "rematch"
    """Who breaks down is sent away and the match played again; what is only wrong is a pass."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that takes part: one of the game, a class of its author, or a program."""

    name: str
    bot: str = ""
    """As `cardkit simulate` takes it: a bot of the game, or `file.py:Class`."""
    argv: tuple[str, ...] = ()
    """The words of the command that starts it, where it is a program."""

    @property
    def is_class_of_author(self) -> bool:
        """Whether code has to be imported for it that is none of the game."""
        return not self.argv and is_reference(self.bot)


@dataclass(frozen=True, slots=True)
class ContestPlan:
    """All that is needed to play any pairing of a contest, in any process."""

    game: str
    preset: str
    options: Mapping[str, Any]
    players: int
    entrants: tuple[Entrant, ...]
    seed: int
    on_fault: OnFault = OnFault.ASK
    tries: int = 3
    """How often a bot is asked again about one move, under the rule `ask`."""
    limits: ProgramLimits = ProgramLimits()


@dataclass(frozen=True, slots=True)
class NotedFault:
    """One thing that went wrong, with its evidence."""

    entrant: int
    game: int
    kind: FaultKind
    evidence: str
    done: str
    """What came of it: asked again, a command said for the bot, forfeit, or a rematch."""
    broke_down: bool = False
    """Whether the bot crashed with it, or was ended for it."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """One game of a match, by seat."""

    points: tuple[int, ...]
    """What each seat won or lost in this game."""
    ranking: tuple[int, ...]
    """The seats from best to last."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a pairing came to. Equal for equal seeds, but for the seconds."""

    pairing: Pairing
    """As it was played in the end: after a rematch those who had to leave are not in it."""
    games: tuple[GameOutcome, ...]
    """None, where too few were left to play: a bot that is left alone has won."""
    scores: tuple[int, ...]
    """By seat, at the end of the match."""
    moves: tuple[int, ...]
    seconds: tuple[float, ...] = field(compare=False)
    """Thinking time by seat."""
    slowest: tuple[float, ...] = field(compare=False)
    """The longest move by seat."""
    faults: tuple[NotedFault, ...] = ()

    @property
    def sent_away(self) -> list[int]:
        """The entrants that lose it without having played it to its end."""
        left = [fault.entrant for fault in self.faults if fault.done == SENT_AWAY]
        return [*left, *self.pairing.barred]

    @property
    def breakdowns(self) -> list[NotedFault]:
        """The first fault with which an entrant broke down, of each that did."""
        broken = [fault for fault in self.faults if fault.broke_down]
        return list({fault.entrant: fault for fault in reversed(broken)}.values())
