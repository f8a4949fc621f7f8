"""A bot is tried before a contest: at tables of every kind, and with what a contest may do to it.

It plays against others that play at random, in this process, as in a contest; what is found is
told in words, each with what to do about it.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from cardkit.cardgame import Bot
from cardkit.contest.bot_check import check_bots
from cardkit.contest.bot_log import BotLog, BotLogFolder
from cardkit.contest.entrants import PlayerFactory
from cardkit.contest.formatting import line, time
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.model import (
    ContestPlan,
    Entrant,
    FaultKind,
    NotedFault,
    Pairing,
    ProgramLimits,
)
from cardkit.contest.presets import PRESETS
from cardkit.contest.program import ProgramPlayer, check_program
from cardkit.contest.time_guard import SLACK, TimeGuard, TookTooLong
from cardkit.contest.wrapped_bot import WrappedBot
from cardkit.netgame import Below, Command, NetGame, Offer, Text, View, plural
from cardkit.netgame.knowledge import Knowledge
from cardkit.registry import find_game, name_of

GAMES = 3
"""So many games has a match: what one game leaves to the next, such as titles, is met, too."""
LEAST_MATCHES = 60
LEAST_MATCHES_OF_PROGRAM = 20
"""It has to be started for each of them."""
SECONDS = 55.0
_FLOOD = 1200
"""So many events are told at once: more than a pipe holds."""
_UNKNOWN = ("TOMORROW", "a kind of event that later versions may have", [1, {"two": None}])
_RAND = Entrant("rand", "rand")


@dataclass(frozen=True, slots=True)
class TrialTable:
    """A table at which a bot is tried."""

    game: str
    preset: str
    options: Mapping[str, Any]
    players: int

    def words(self) -> str:
        """As it would be typed."""
        preset = f" --preset {self.preset}" if self.preset else ""
        chosen = "".join(f" --set {name}={value}" for name, value in self.options.items())
        return f"{self.game}{preset}{chosen} --players {self.players}"


class Level(StrEnum):
    """How grave it is."""

    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was found out about a bot."""

    about: str
    level: Level
    what: Text
    advice: Text | None = None


class Probe(StrEnum):
    """What is done to a bot besides playing, to see how it takes it."""

    UNKNOWN = "unknown"
    FLOOD = "flood"
    WARNING = "warning"


@dataclass(slots=True)
class TrialNotes:
    """What was seen of the bot so far."""

    until: float
    """From then on it is not asked any more."""
    seconds: list[float] = field(default_factory=list)
    """For each decision."""
    said: list[str] = field(default_factory=list)
    """The answers of the match that is on."""
    probed: set[Probe] = field(default_factory=set)
    broken_by: set[Probe | None] = field(default_factory=set)
    """At what it broke down; None is in a match as any other."""
    stayed: int = 0
    """How often it did not end when it was told so."""
    peak: int = 0
    """Bytes."""
    faults: list[tuple[int, TrialTable, NotedFault]] = field(default_factory=list)
    longest: float = 0.0
    """Seconds of thinking in a match."""

    @property
    def over(self) -> bool:
        return perf_counter() > self.until


class TriedBot(WrappedBot):
    """The bot in its seat, and a watch."""

    def __init__(self, inner: Bot, below: Below, notes: TrialNotes, *, probes: bool) -> None:
        super().__init__(below)
        self.inner, self._notes, self._asked = inner, notes, 0
        self.knowing = inner.knowing
        self._probes = probes
        self._probe: Probe | None = None
        self._knowledge: Knowledge = {}
        notes.said = []

    def _let(self, deed: Callable[..., Any], *words: object) -> Any:
        try:
            return deed(*words)
        except BaseException as error:
            slow = isinstance(error, TookTooLong)
            self._notes.broken_by.add(None if slow else self._probe)
            raise

    def knows(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        super().knows(knowledge)

    def choose(self, view: View, legal: Sequence[Command | Offer]) -> str:
        if self._notes.over:
            return self.any(legal)
        self._asked += 1
        probe = self._asked if self._probes else 0
        if probe == 1:
            self._tell(Probe.UNKNOWN, 1, *_UNKNOWN)
        elif probe == 2:
            self._tell(Probe.FLOOD, _FLOOD, *_UNKNOWN)
        said = self._timed(view, legal)
        self._probe = None
        if probe == 3:
            sentence = "nothing is wrong with it; another answer is wanted to see what you do"
            self._tell(Probe.WARNING, 1, "WARNING", "NOT_NOW", sentence)
            if self.knowing:
                super().knows(self._knowledge)
            said = self._timed(view, legal)
            self._probe = None
        self._notes.said.append(str(said))
        return said

    def _tell(self, probe: Probe, times: int, kind: str, *parts: object) -> None:
        self._probe = probe
        self._notes.probed.add(probe)
        for _ in range(times):
            super().hears(kind, *parts)

    def _timed(self, view: View, legal: Sequence[Command | Offer]) -> str:
        begun = perf_counter()
        try:
            return super().choose(view, legal)
        finally:
            self._notes.seconds.append(perf_counter() - begun)

    def close(self) -> None:
        super().close()
        if isinstance(self.inner, ProgramPlayer):
            self._notes.stayed += not self.inner.went
            self._notes.peak = max(self._notes.peak, self.inner.peak)


class TriedFactory(PlayerFactory):
    """Makes the bot, a new one for each match, with a watch."""

    def __init__(
        self, entrant: Entrant, game: type[NetGame], limits: ProgramLimits, notes: TrialNotes
    ) -> None:
        super().__init__(entrant, game, limits)
        self.probes, self._notes = True, notes

    def load(self) -> None:
        super().load()
        self.blind, self.listens = False, True

    def __call__(self, below: Below, log: BotLog | None = None) -> Bot:
        return TriedBot(super().__call__(below, log), below, self._notes, probes=self.probes)


class BotTrial:
    """Tries one bot. Raises `Refused` where it cannot even begin.

    A class may end or hold the process in which it is tried: let that be one of its own.
    """

    def __init__(
        self,
        entrant: Entrant,
        tables: Sequence[TrialTable],
        *,
        limits: ProgramLimits,
        seed: int = 1,
        seconds: float = SECONDS,
        matches: int = 0,
        log_folder: BotLogFolder | None = None,
    ) -> None:
        self.entrant, self.limits, self._seed = entrant, limits, seed
        self.log_folder = log_folder
        self.tables = tables
        usual = LEAST_MATCHES_OF_PROGRAM if entrant.argv else LEAST_MATCHES
        self.matches = matches or max(len(tables), usual)
        self.notes = TrialNotes(perf_counter() + seconds)
        self.played = 0
        self.repeats: bool | None = None
        self._guard = TimeGuard()
        self._runner: MatchRunner | None = None
        if entrant.argv:
            check_program(entrant.argv, limits)
        elif entrant.is_class_of_author:
            check_bots(tables[0].game, [entrant], limits)
        else:
            self._maker(tables[0])

    def _maker(self, table: TrialTable) -> TriedFactory:
        return TriedFactory(self.entrant, find_game(table.game), self.limits, self.notes)

    def run(self, told: Callable[[int], None] = lambda played: None) -> list[Finding]:
        """Play, and tell what was found."""
        is_class = not self.entrant.argv
        before = _own_memory()
        if is_class:
            self._guard.begin(self.limits.move + SLACK)
        try:
            for number in range(self.matches):
                self._play(number, probes=number % 2 == 0)
                self.played = number + 1
                told(number + 1)
                if self.notes.over:
                    break
            twice = [] if self.notes.over else [self._play(0), self._play(0)]
            if not self.notes.over:
                self.repeats = twice[0] == twice[1]
        finally:
            if is_class:
                self._guard.end()
        if is_class:
            self.notes.peak = _own_memory() - before
        return list(self.findings())

    def close(self) -> None:
        """End what the bot has started; nothing more is played."""
        if self._runner is not None:
            self._runner.close()

    def _play(self, number: int, *, probes: bool = False) -> list[str]:
        """One match; what the bot has said in it."""
        table = self.tables[number % len(self.tables)]
        seat = number % table.players
        entrants = (self.entrant, *[_RAND] * (table.players > 1))
        options = {**table.options, "match_games": GAMES}
        plan = ContestPlan(
            table.game,
            table.preset,
            options,
            table.players,
            entrants,
            self._seed,
            limits=self.limits,
        )
        again = number < self.played
        log_folder = None if again else self.log_folder
        runner = self._runner = MatchRunner(plan, self._guard, log_folder=log_folder)
        maker = runner.makers[0] = self._maker(table)
        maker.probes = probes
        seats = tuple(0 if each == seat else 1 for each in range(table.players))
        played = self.notes.seconds[:]
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
            outcome = runner.play(Pairing(number, seats, number)).outcome
        if not again:
            faults = (fault for fault in outcome.faults if fault.entrant == 0)
            self.notes.faults += [(number, table, fault) for fault in faults]
        self.notes.longest = max(self.notes.longest, sum(self.notes.seconds[len(played) :]))
        return self.notes.said

    # --- what was found ----------------------------------------------------------------------

    def findings(self) -> Iterator[Finding]:
        """All that can be said of the bot, what matters most first."""
        yield from self._on_answers()
        yield from self._on_faults()
        yield from self._on_probes()
        yield from self._on_speed()
        yield from self._on_memory()
        yield from self._on_chance()

    def _on_answers(self) -> Iterator[Finding]:
        count, tables = len(self.notes.seconds), min(self.played, len(self.tables))
        games = len({table.game for table in self.tables[:tables]})
        told = Text(
            "Questions: {count:,}, at {tables}: every preset and number of players.",
            count=count,
            tables=_tables(tables, games),
        )
        if tables < len(self.tables):
            told = Text(
                "Questions: {count:,}, at {tables}. Time was up; tables it did not come to: "
                "{left:,}.",
                count=count,
                tables=_tables(tables, games),
                left=len(self.tables) - tables,
            )
            more = Text("Give it more time with --seconds, or name the games it is for.")
            yield Finding("answers", Level.NOTE, told, more)
        elif not count:
            what = Text("It was never asked anything, so nothing is known of it.")
            yield Finding("answers", Level.NOTE, what, Text("Name a game in which it has a move."))
        else:
            yield Finding("answers", Level.OK, told)
        if count and not self.notes.faults:
            yield Finding("legality", Level.OK, Text("Every answer was legal."))

    def _on_faults(self) -> Iterator[Finding]:
        times = Counter(fault.kind for _, _, fault in self.notes.faults)
        for kind, many in times.most_common():
            number, table, fault = next(f for f in self.notes.faults if f[2].kind is kind)
            what = plural(
                many,
                "{kind}, once: at {table}: {evidence}",
                "{kind}, {n:,} times: first at {table}: {evidence}",
                kind=Text(kind.value),
                table=table.words(),
                evidence=line(fault.evidence, 300),
            )
            advice = ADVICE[kind]
            if file := self._log_of(number):
                advice = Text("{advice} The whole match is in {file}.", advice=advice, file=file)
            yield Finding(kind.value, Level.WRONG, what, advice)

    def _log_of(self, number: int) -> Path | None:
        folder = self.log_folder
        file = folder.file(number, 0, self.entrant.name) if folder is not None else None
        return file if file is not None and file.exists() else None

    def _on_probes(self) -> Iterator[Finding]:
        for probe in Probe:
            well, badly, advice = PROBES[probe]
            if probe in self.notes.broken_by:
                if None not in self.notes.broken_by:  # else it may have nothing to do with it
                    yield Finding(probe.value, Level.WRONG, badly, advice)
            elif probe in self.notes.probed:
                yield Finding(probe.value, Level.OK, well)
        if self.entrant.argv and self.played:
            if self.notes.stayed:
                what = plural(
                    self.notes.stayed,
                    "It did not end when the match was over, once.",
                    "It did not end when a match was over, {n:,} times.",
                )
                advice = Text("End when standard input ends; after half a second it is killed.")
                yield Finding("end", Level.NOTE, what, advice)
            else:
                yield Finding("end", Level.OK, Text("It ends when the match is over."))

    def _on_speed(self) -> Iterator[Finding]:
        if not self.notes.seconds:
            return
        took, limits = sorted(self.notes.seconds), self.limits
        slowest = took[-1]
        what = Text(
            "A decision takes {median}, 99 % of them at most {most}, the slowest {slowest}; "
            "{limit:g} s are allowed (--move-time). A match took at most {match}; {total:g} s are "
            "allowed (--total-time).",
            median=time(median(took)),
            most=time(took[min(len(took) - 1, int(0.99 * len(took)))]),
            slowest=time(slowest),
            limit=limits.move,
            match=time(self.notes.longest),
            total=limits.total,
        )
        if slowest > limits.move:
            level, advice = Level.WRONG, Text("Let it decide with what it has before time is up.")
        elif slowest > limits.move / 2 or self.notes.longest > limits.total / 2:
            level = Level.NOTE
            advice = Text("On a slower machine, or with longer matches, that is too slow.")
        else:
            yield Finding("speed", Level.OK, what)
            return
        yield Finding("speed", level, what, advice)

    def _on_memory(self) -> Iterator[Finding]:
        peak, most = self.notes.peak, self.limits.memory
        if peak < 1 << 20:
            return  # of that little nothing certain is known
        what = Text(
            "It used up to {used:,.0f} MiB of memory; {most:,.0f} are allowed (--memory).",
            used=peak / (1 << 20),
            most=most / (1 << 20),
        )
        if peak <= 0.8 * most:
            yield Finding("memory", Level.OK, what)
            return
        advice = Text("Keep less, or load it once and share it.")
        yield Finding("memory", Level.WRONG if peak > most else Level.NOTE, what, advice)

    def _on_chance(self) -> Iterator[Finding]:
        if self.repeats is None:
            return
        if self.repeats:
            what = Text("It plays the same match in the same way again.")
            yield Finding("repeats", Level.OK, what)
            return
        what = Text("It plays the same match in another way the second time.")
        advice = Text("Draw lots with self.below(n), or a contest with a seed cannot be repeated.")
        if self.entrant.argv:
            advice = Text(
                "That is allowed. To find a mistake again, give your random numbers a seed of "
                "their own."
            )
        yield Finding("repeats", Level.NOTE, what, advice)


def tables_for(games: Iterable[str]) -> list[TrialTable]:
    """All tables of these games: one of each game, then the next of each."""
    found = [list(tables_of(game)) for game in games]
    most = max(map(len, found), default=0)
    return [each[at] for at in range(most) for each in found if at < len(each)]


def tables_of(game: str) -> Iterator[TrialTable]:
    """For every number of players each preset, and each contest of it that others have held."""
    rules = find_game(game)
    known: list[tuple[str, Mapping[str, Any]]] = [(preset, {}) for preset in ("", *rules.presets)]
    contests = [each for each in PRESETS.values() if each.game == name_of(rules)]
    known += [
        (each.preset, {n: v for n, v in each.options.items() if n != "games"}) for each in contests
    ]
    for preset, options in known:
        seats = rules(preset, options).seats
        for players in range(seats.least, seats.most + 1):
            if not (seats.partners and players % 2):
                yield TrialTable(game, preset, options, players)


def _tables(tables: int, games: int) -> Text:
    of = plural(games, "1 game", "{n:,} games")
    return plural(tables, "1 table of {games}", "{n:,} tables of {games}", games=of)


def _own_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


PROBES = {
    Probe.UNKNOWN: (
        Text("It passes over events that it does not know."),
        Text("It breaks down at an event that it does not know."),
        Text("Later versions may add events: pass over every kind that you do not know."),
    ),
    Probe.FLOOD: (
        Text("It reads many events at once."),
        Text("It breaks down when it is told many events at once."),
        Text("Read every line as it comes, also those that are no question."),
    ),
    Probe.WARNING: (
        Text("It takes a WARNING and answers again."),
        Text("It breaks down when its answer is refused with a WARNING."),
        Text("After a WARNING the same question comes again; answer it with another command."),
    ),
}
"""By what was done to it: what is said if all went well, if not, and what to do then."""
ADVICE = {
    FaultKind.ILLEGAL: Text(
        "Answer with a command from the question as it is written there; make a whole command of "
        "an open offer first."
    ),
    FaultKind.NONSENSE: Text("Answer each question with one line of text: a command."),
    FaultKind.CHEATED: Text(
        "It is legal, but the game punishes it. Where cards are owed, they come first in the offer."
    ),
    FaultKind.CRASHED: Text(
        "Mend what its last words say; with --log-bots DIR you see the whole match."
    ),
    FaultKind.TOO_SLOW: Text(
        "Flush each answer, for one in a buffer does not arrive; or think for a shorter time."
    ),
    FaultKind.OUT_OF_TIME: Text("Let it think for a shorter time the more of it is used up."),
    FaultKind.FLOOD: Text(
        "Write nothing but one line for each question; write to standard error for yourself."
    ),
    FaultKind.MEMORY: Text("Keep less, or ask for more with --memory."),
    FaultKind.PROCESSES: Text("Start fewer processes and threads, or ask for more: --processes."),
}
"""What to do about each fault."""
