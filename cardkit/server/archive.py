"""What was played: the matches of a data folder, their inputs, and the standings from them.

Reads the store, also of a server that runs, and writes nothing. What is hidden in a match comes
out of here only when nobody can play it any more. Prints nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cardkit import __version__
from cardkit.netgame import Reason, Refused, Text
from cardkit.netgame.conditions import did_you_mean, shown
from cardkit.record import Header, Line, Record, Step, written_step
from cardkit.server.book import Book, Entry
from cardkit.server.names import is_robot
from cardkit.server.store import SavedMatch, SavedTable, Store
from cardkit.server.vault import MatchBox, Vault


class State(StrEnum):
    """How far a match has come."""

    RUNNING = "running"
    OVER = "over"
    BROKEN_OFF = "broken off"
    """All had left before the end."""


@dataclass(frozen=True, slots=True)
class Match:
    """One match, as far as everybody may know it."""

    number: int
    table: str
    game: str
    preset: str
    options: Mapping[str, Any]
    state: State
    begun: float
    ended: float | None
    games: int | None
    results: Sequence[tuple[str, int]]
    """Players and their points, best first; empty until it is over."""
    private: bool = False
    """Whether its record is for an auditor alone, as the table was opened."""

    def winners(self) -> list[str]:
        """Who has come first; equal points share the place."""
        return [name for name, points in self.results if points == self.results[0][1]]


class Archive:
    """The matches in a store. The vault is opened only for a match that was broken off."""

    def __init__(self, store: Store, open_vault: Callable[[], Vault]) -> None:
        self._store = store
        self._open_vault = open_vault

    def matches(self, *, table: str = "", over: bool = False) -> list[Match]:
        """The matches in which a game began, oldest first."""
        found = self._store.matches(over=over, table=table)
        tables = self._tables()
        if table and table not in tables:
            raise Refused(
                Reason.NO_SUCH_TABLE,
                "there was never a table {name}{hint}",
                name=shown(table),
                hint=did_you_mean(table, list(tables)) or Text("."),
            )
        return [self._read(saved, tables[saved.at_table]) for saved in found]

    def match(self, number: int) -> Match:
        saved = self._saved(number)
        return self._read(saved, self._tables()[saved.at_table])

    def entries(self, number: int) -> list[Entry]:
        """The journal of a match; refused while it can still be played."""
        if self.match(number).state is State.RUNNING:
            raise Refused(
                Reason.WRONG_PHASE, "match {number} is sealed until it is over", number=number
            )
        book = Book(number, MatchBox(self._secret(self._saved(number))))
        return list(book.read(sealed for _, sealed in self._store.inputs(number)))

    def record(self, number: int, server: str) -> Record:
        """A match that nobody plays any more, with all that plays it again, but its results."""
        match, saved = self.match(number), self._saved(number)
        if match.state is State.RUNNING:
            raise Refused(
                Reason.WRONG_PHASE,
                "match {number} is not over; a record is written of what is",
                number=number,
            )
        header = Header(
            game=match.game,
            preset=match.preset,
            options=match.options,
            table=match.table,
            match=number,
            begun=match.begun,
            cardkit=__version__,
            server=server,
            told=saved.told,
            deals=saved.deals,
        )
        lines: list[Line] = []
        deals: list[Step] = []
        secrets: dict[int, bytes] = {}
        for entry in self.entries(number):
            if isinstance(entry.what, str):
                lines.append(Line(entry.who, entry.what, entry.at, entry.quiet))
                continue
            deals.append(Step(written_step(entry.what, entry.at), before=len(lines)))
            if "about" in entry.what:
                secrets[entry.what["about"]["deal"]] = entry.what["secret"]
        trail = MatchBox(self._secret(saved)).trail_key
        return Record(header, lines, {}, deals=deals, secrets=secrets, trail=trail)

    def _saved(self, number: int) -> SavedMatch:
        saved = self._store.match(number)
        if saved is None or saved.begun is None:
            raise Refused(
                Reason.NO_SUCH_MATCH,
                "there is no match {number}; cardkit history lists them",
                number=number,
            )
        return saved

    def _secret(self, saved: SavedMatch) -> bytes:
        if saved.over:
            return saved.secret
        return self._open_vault().unseal(saved.secret, b"match %d" % saved.id)

    def _read(self, saved: SavedMatch, table: SavedTable) -> Match:
        assert saved.begun is not None  # such matches are not shown
        players, scores = json.loads(saved.players or "[]"), json.loads(saved.scores or "[]")
        last = self._store.last_match(table.name)  # a later one began when all had left this one
        on = table.open and last is not None and last.id == saved.id
        unfinished = State.RUNNING if on else State.BROKEN_OFF
        return Match(
            saved.id,
            table.name,
            table.game,
            table.preset,
            json.loads(table.options),
            State.OVER if saved.over else unfinished,
            saved.begun,
            saved.ended,
            saved.games,
            tuple(zip(players, scores, strict=True)),
            private=json.loads(table.house).get("secret") == "auditor",
        )

    def _tables(self) -> dict[str, SavedTable]:
        """Read after the matches: the table of each is there then, also while a server runs."""
        return {table.name: table for table in self._store.tables(closed=True)}


@dataclass(slots=True)
class Standing:
    """What a player has done in all matches of a game."""

    name: str
    matches: int = 0
    wins: int = 0
    points: int = 0
    best: int = 0

    @property
    def mean(self) -> float:
        return self.points / self.matches


def standings(matches: Iterable[Match], *, robots: bool = False) -> dict[str, list[Standing]]:
    """The players of each game, most wins first; points of two games cannot be compared."""
    by_game: dict[str, list[Match]] = {}
    for match in matches:
        if match.results:
            by_game.setdefault(match.game, []).append(match)
    tables = {game: _standings(by_game[game], robots=robots) for game in sorted(by_game)}
    return {game: players for game, players in tables.items() if players}


def _standings(matches: Sequence[Match], *, robots: bool) -> list[Standing]:
    # The results are best first, so they show whether the most points win or the fewest.
    low_wins = any(match.results[0][1] < match.results[-1][1] for match in matches)
    better = min if low_wins else max
    players: dict[str, Standing] = {}
    for match in matches:
        winners = match.winners()
        for name, points in match.results:
            if robots or not is_robot(name):
                new = name not in players
                player = players.setdefault(name, Standing(name))
                player.matches += 1
                player.wins += name in winners
                player.points += points
                player.best = points if new else better(player.best, points)
    return sorted(players.values(), key=lambda p: (-p.wins, p.matches, p.name))
