"""Where the pairings of a contest are played, one after the other: tables, players, rematches.

A pairing comes to the same outcome in any process: its cards depend on the seed, its deal and the
number of the game, the chance of its bots on the seed, its number and the bot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from string import ascii_lowercase
from time import perf_counter, time
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit import __version__
from cardkit.cardgame import MatchStart
from cardkit.contest.bot_log import BotLogFolder
from cardkit.contest.entrants import PlayerFactory
from cardkit.contest.match import ContestMatch, Gone, Rematch
from cardkit.contest.model import (
    BotFault,
    ContestPlan,
    FaultKind,
    NotedFault,
    Outcome,
    Pairing,
)
from cardkit.contest.storage import StorageFolder
from cardkit.contest.time_guard import ASKED, NOBODY, THINKS, TimeGuard, TookTooLong
from cardkit.netgame import Below, NetGame
from cardkit.netgame.people import LONGEST_NAME
from cardkit.record import Header, Record, RecordLine, write_record
from cardkit.record.replay_data import ReplayData, packed
from cardkit.registry import find_game, name_of
from cardkit.simulate import seat_players

Purse = tuple[int, ...]
"""What each player begins a match with."""

MOST_KEPT = 1000
"""So many tables with their players seated are kept for the next match of the same players."""


@dataclass(frozen=True, slots=True)
class Played:
    """A pairing that was played, and what a record of it is written from."""

    outcome: Outcome
    table: NetGame
    purse: Purse
    ends: Sequence[int]
    _replay: ReplayData | None

    def record(self, plan: ContestPlan, key: bytes) -> Iterator[str]:
        """The lines of its record, signed with this private key; `cardkit verify` accepts it."""
        signer = Ed25519PrivateKey.from_private_bytes(key)
        header = Header(
            game=plan.game,
            preset=plan.preset,
            options={**plan.options, "fault_illegal": "pass"},
            table="contest",
            match=self.outcome.pairing.number + 1,
            begun=round(time(), 3),
            cardkit=__version__,
            server=signer.public_key().public_bytes_raw().hex(),
        )
        lines = [RecordLine(who, str(said), at) for who, said, at in self.table.journal]
        record = Record(header, lines, dict(self._claims()), self.table.chance.key)
        return write_record(record, signer.sign)

    def replay(self, plan: ContestPlan) -> str:
        """What the page shows of it, as a script that hands it over."""
        assert self._replay is not None, "only of a match that was kept"
        about = {"game": plan.game, "match": self.outcome.pairing.number + 1}
        return f'cardkitReplay("{packed(about | self._replay.data())}");\n'

    def _claims(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """For each input that ended a game what came of it."""
        names, scores = self.table.names, self.purse
        for game, (place, outcome) in enumerate(zip(self.ends, self.outcome.games, strict=True)):
            scores = tuple(map(int.__add__, scores, outcome.points))
            result = {
                "game": game + 1,
                "scores": dict(zip(names, scores, strict=True)),
                "ranking": [names[seat] for seat in outcome.ranking],
            }
            yield place, {"result": result}


class MatchRunner:
    """Plays the pairings of one contest. Raises `Refused` where game, options or bots are wrong."""

    def __init__(
        self,
        plan: ContestPlan,
        guard: TimeGuard | None = None,
        storage: StorageFolder | None = None,
        log_folder: BotLogFolder | None = None,
    ) -> None:
        self.plan, self._storage, self._log_folder = plan, storage, log_folder
        self.game = find_game(plan.game)
        self.makers = [PlayerFactory(entrant, self.game, plan.limits) for entrant in plan.entrants]
        self._start = MatchStart.of(self.game, name_of(self.game), plan.preset, plan.options)
        self._guard = TimeGuard() if guard is None else guard
        # The table asks again; when the organiser has asked often enough, it is a pass.
        self.bare = self.game(plan.preset, {**plan.options, "fault_illegal": "ask"})
        self._breaches = self.bare.breaches()
        self._seated: dict[tuple[int, ...], tuple[NetGame, Purse]] = {}
        self._match: ContestMatch | None = None
        self._loaded = False

    def load(self, broken: Mapping[int, BotFault] = {}) -> None:
        """Import the classes of bots; whose cannot be is at fault in every match.

        Some are known to be broken, and not tried.
        """
        limits, self._loaded = self.plan.limits, True
        for number, maker in enumerate(self.makers):
            self._guard.notes[THINKS] = number
            try:
                if number in broken:
                    raise broken[number]
                self._guard.call(perf_counter() + limits.load, maker.load)
            except TookTooLong:
                told = f"it was not loaded within {limits.load:g} s"
                maker.fault = BotFault(FaultKind.TOO_SLOW, told, gone=True)
            except BotFault as fault:
                maker.fault = fault
        self._guard.notes[THINKS] = NOBODY

    def close(self) -> None:
        """End the players of a match that is under way; nothing more is played."""
        if self._match is not None:
            self._match.close()

    def play(self, pairing: Pairing, gone: Gone | None = None, keep: bool = False) -> Played:
        """Play a pairing to its end, again without those who have to leave.

        Only if `keep` is true can a record and a replay be written of it afterwards.
        """
        if pairing.barred and not self._is_enough(len(pairing.entrants)):
            return Played(falls_away(pairing), self.bare, (), (), None)
        if not self._loaded:
            self.load()
        self._guard.notes[ASKED], self._guard.notes[THINKS] = 0, NOBODY
        faults: list[NotedFault] = []
        while True:
            seated, purse = self._seat(pairing.entrants)
            table = seated.copy_for_match(f"{self.plan.seed} {pairing.deal}".encode())
            if not keep:
                table.keep_journal(0)
            replay = ReplayData(table) if keep else None
            enough = self._is_enough(len(pairing.entrants) - 1)
            match = self._match = ContestMatch(
                table,
                self._start,
                pairing,
                self.makers,
                self.plan,
                self._guard,
                gone or {},
                enough,
                self._breaches,
                replay,
                self._storage,
                self._log_folder,
            )
            try:
                match.play(self._chances(pairing), purse)
                return Played(match.outcome(faults), table, purse, match.ends, replay)
            except Rematch as again:
                faults += match.faults
                left = [e for s, e in enumerate(pairing.entrants) if s != again.seat]
                pairing = replace(pairing, entrants=tuple(left))

    def _chances(self, pairing: Pairing) -> list[Below]:
        """A source of chance for each seat, from the seed, the pairing and the bot alone."""
        seed = self.plan.seed
        own = (2 * abs(seed) + (seed < 0)) << 64 | pairing.number
        seats = pairing.entrants
        partners = [seats[:seat].count(entrant) << 24 for seat, entrant in enumerate(seats)]
        return [own_chance(own << 32 | each | of) for each, of in zip(partners, seats, strict=True)]

    def _is_enough(self, players: int) -> bool:
        seats = self.bare.seats
        return players >= seats.least and not (seats.partners and players % 2)

    def _seat(self, entrants: tuple[int, ...]) -> tuple[NetGame, Purse]:
        if entrants not in self._seated:
            if len(self._seated) >= MOST_KEPT:
                self._seated.clear()
            table = self.bare.copy()
            self._seated[entrants] = table, tuple(seat_players(table, self._names(entrants)))
        return self._seated[entrants]

    def _names(self, entrants: tuple[int, ...]) -> list[str]:
        """At the table a bot is called by its seat and its name.

        So nobody has an advantage of the own name where a game goes by names, and a bot can play
        against itself.
        """
        bots = (self.plan.entrants[entrant].name for entrant in entrants)
        both = zip(ascii_lowercase, bots, strict=False)
        return [f"{seat}-{name}"[:LONGEST_NAME] for seat, name in both]


def falls_away(pairing: Pairing) -> Outcome:
    """What a match comes to that is not played: who is left alone has won it."""
    left = tuple(dict.fromkeys(pairing.entrants))
    alone = left if len(left) == 1 else ()
    nothing = (0,) * len(alone)
    pairing = replace(pairing, entrants=alone)
    return Outcome(pairing, (), nothing, nothing, nothing, nothing)


def own_chance(seed: int) -> Below:
    """A source of chance that draws the same each time; who never asks does not pay for it."""
    draw: Callable[[], float] | None = None

    def below(n: int) -> int:
        nonlocal draw
        if draw is None:
            draw = Random(seed).random
        return int(draw() * n)

    return below
