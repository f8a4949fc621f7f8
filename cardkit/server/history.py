"""What was played: the matches of a data folder, their inputs, and the standings from them.

Reads the store, also of a server that runs, and writes nothing. What is hidden in a match comes
out of here only when nobody can play it any more. Prints nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hmac import compare_digest
from itertools import count, groupby
from operator import attrgetter
from typing import Any

from cardkit.fair import written_step
from cardkit.netgame import Reason, Refused
from cardkit.netgame.conditions import shown
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason
from cardkit.record import Header, Record, RecordLine, Step
from cardkit.registry import not_found
from cardkit.server.journal import Entry, MatchJournal
from cardkit.server.ratings import FEW
from cardkit.server.store import ASIDE, NEWEST, SavedMatch, SavedRating, SavedTable, Store
from cardkit.server.vault import MatchCipher, Vault

_number = attrgetter("number")


class MatchState(StrEnum):
    """How far a match has come."""

    RUNNING = "running"
    OVER = "over"
    SET_ASIDE = "set aside"
    """It waits for a player who has left."""
    BROKEN_OFF = "broken off"
    """All had left before the end."""

    @property
    def is_sealed(self) -> bool:
        """Whether it can still be played, so that nothing hidden in it is shown."""
        return self in (MatchState.RUNNING, MatchState.SET_ASIDE)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match, as far as everybody may know it."""

    number: int
    table: str
    game: str
    preset: str
    options: Mapping[str, Any]
    state: MatchState
    begun: float
    ended: float | None
    """When it was over, or its last game was if it was broken off."""
    games: int
    """How many of them are over."""
    results: Sequence[tuple[str, int]]
    """Players and their points after the last of them, best first."""
    title: str = ""
    """What the table was called, if it was given a title."""
    private: bool = False
    """Whether its record is for an auditor alone, as the table was opened."""
    rated: bool = False
    """Whether its players were rated by it."""
    hidden: bool = False
    """Whether only its players are told of it: it was played at a private table."""


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """What one seat did in a game."""

    player: str
    played_by: str
    """One of `PlayedBy`."""
    place: int | None
    points: int | None
    score: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a match that was played to its end."""

    number: int
    ended: float
    seats: Sequence[PlayedSeat]


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """Where a player stands among those who are rated in a game."""

    name: str
    place: int
    rating: int
    margin: int
    """The strength is most likely within so many points of the rating."""
    matches: int
    wins: int

    @property
    def is_provisional(self) -> bool:
        return self.matches < FEW


class MatchHistory:
    """The matches in a store. The vault is opened only for a match that was broken off."""

    def __init__(self, store: Store, open_vault: Callable[[], Vault]) -> None:
        self._store = store
        self._open_vault = open_vault

    def matches(
        self,
        *,
        game: str = "",
        table: str = "",
        player: str = "",
        before: int = NEWEST,
        most: int,
        public: bool = False,
    ) -> tuple[list[PlayedMatch], bool]:
        """The newest matches in which a game began, newest first, and whether there are older.

        Where they are for the public, none of a private table is among them.
        """
        if table:
            found = self._store.table(table)
            if found is None or game not in ("", found.game):
                return [], False
        which = {"game": game, "table": table, "player": player}
        saved = self._store.matches(**which, before=before, most=most + 1, public=public)
        return [self._read(match) for match in saved[:most]], len(saved) > most

    def check_table(self, name: str) -> None:
        """Refuse the name of a table that never was."""
        if self._store.table(name) is None:
            near = self._store.names_near(name)
            raise not_found(
                ServerReason.NO_SUCH_TABLE, "there was never a table {name}{hint}", name, near
            )

    def match(self, number: int) -> PlayedMatch:
        return self._read(self._saved(number))

    def key_of(self, number: int) -> str:
        """What opens a match of a private table to who was given it, and to nobody else."""
        return self._open_vault().mark(f"key of match {number}")

    def is_open_to(self, number: int, key: str) -> bool:
        """Whether somebody with this key may see a match."""
        return not self._saved(number).hidden or compare_digest(
            self.key_of(number).encode(), key.encode(errors="replace")
        )

    def is_kept(self, name: str) -> bool:
        """Whether a name is somebody's: of an account, or of a guest who has a key for it."""
        return self._store.account(name) is not None

    def games(self, number: int, *, after: int = 0, most: int) -> tuple[list[PlayedGame], bool]:
        """The games of a match that are over, in order, and whether there are more."""
        last = self._store.last_game(self._saved(number).id)
        found = self._store.finished_games(number, after=after, most=most)
        games = [
            PlayedGame(game, seats[0].ended, [PlayedSeat(*seat[4:]) for seat in seats])
            for game, seats in ((game, [*seats]) for game, seats in groupby(found, _number))
        ]
        return games, last > after + most

    def standings(
        self, *, game: str = "", after: str = "", most: int
    ) -> dict[str, tuple[list[PlayerStanding], bool]]:
        """Who is rated in each game, or in one, best first, and whether there are more."""
        if after and not game:
            text = "after {name} in which game? name it, too"
            raise Refused(LocalReason.NO_SUCH_GAME, text, name=shown(after))
        games = [name for name in self._store.games_rated() if name == (game or name)]
        return {name: self._standings(name, after, most) for name in games}

    def _standings(self, game: str, after: str, most: int) -> tuple[list[PlayerStanding], bool]:
        last = self._store.rating(game, after) if after else None
        if after and last is None:
            text = "{name} has finished no rated match of {game}"
            raise Refused(Reason.NO_SUCH_PLAYER, text, name=shown(after), game=game)
        found = self._store.ratings(game, after=last, most=most + 1)
        first = 1 if last is None else self._store.place_of(last) + 1
        return list(map(_standing, found[:most], count(first))), len(found) > most

    def standings_of(self, player: str) -> dict[str, PlayerStanding]:
        """Where a player stands in each game."""
        found = self._store.ratings_of(player)
        return {each.game: _standing(each, self._store.place_of(each)) for each in found}

    def entries(self, number: int) -> list[Entry]:
        """The journal of a match; refused while it can still be played."""
        if self.match(number).state.is_sealed:
            raise Refused(
                Reason.WRONG_PHASE, "match {number} is sealed until it is over", number=number
            )
        journal = MatchJournal(number, MatchCipher(self._secret(self._saved(number))))
        return list(journal.read(sealed for _, sealed in self._store.inputs(number)))

    def record(self, number: int, server: str) -> Record:
        """A match that nobody plays any more, with all that plays it again, but its results."""
        match, saved = self.match(number), self._saved(number)
        if match.state.is_sealed:
            text = "match {number} is not over; a record is written of what is"
            raise Refused(Reason.WRONG_PHASE, text, number=number)
        broken_off = match.state is MatchState.BROKEN_OFF
        header = Header(
            game=match.game,
            preset=match.preset,
            options=match.options,
            table=match.table,
            match=number,
            begun=match.begun,
            cardkit=str(saved.cardkit),
            server=server,
            told=saved.told,
            deals=saved.deals,
        )
        lines: list[RecordLine] = []
        deals: list[Step] = []
        secrets: dict[int, bytes] = {}
        for entry in self.entries(number):
            if isinstance(entry.what, str):
                how = entry.quiet, entry.told, entry.fingerprint
                lines.append(RecordLine(entry.who, entry.what, entry.at, *how))
                continue
            deals.append(Step(written_step(entry.what, entry.at), before=len(lines)))
            if "about" in entry.what:
                secrets[entry.what["about"]["deal"]] = entry.what["secret"]
        trail = MatchCipher(self._secret(saved)).trail_key
        return Record(
            header, lines, {}, deals=deals, secrets=secrets, trail=trail, broken_off=broken_off
        )

    def _saved(self, number: int) -> SavedMatch:
        saved = self._store.match(number)
        if saved is None or saved.begun is None:
            text = "there is no match {number}; cardkit history lists them"
            raise Refused(ServerReason.NO_SUCH_MATCH, text, number=number)
        return saved

    def _secret(self, saved: SavedMatch) -> bytes:
        if saved.over:
            return saved.secret
        return self._open_vault().unseal(saved.secret, b"match %d" % saved.id)

    def _read(self, saved: SavedMatch) -> PlayedMatch:
        assert saved.begun is not None  # such matches are not shown
        table = self._store.table(saved.at_table)
        assert table is not None  # a match begins at a table that is stored
        state, games, ended = self._state(saved, table), saved.games or 0, saved.ended
        players, scores = json.loads(saved.players or "[]"), json.loads(saved.scores or "[]")
        if not saved.over:
            games = self._store.last_game(saved.id)
            seats = self._store.finished_games(saved.id, after=games - 1, most=1)
            low_wins = self._store.low_wins(table.game)
            seats.sort(key=lambda seat: seat.score if low_wins else -seat.score)
            players, scores = [seat.player for seat in seats], [seat.score for seat in seats]
            if seats and state is MatchState.BROKEN_OFF:
                ended = seats[0].ended
        hosting = _hosting(table)
        return PlayedMatch(
            saved.id,
            table.name,
            table.game,
            table.preset,
            json.loads(table.options),
            state,
            saved.begun,
            ended,
            games,
            tuple(zip(players, scores, strict=True)),
            str(hosting.get("title", "")),
            private=hosting.get("secret", "auditor") == "auditor",
            rated=bool(saved.rated),
            hidden=bool(saved.hidden),
        )

    def _state(self, saved: SavedMatch, table: SavedTable) -> MatchState:
        if saved.over:
            return MatchState.OVER
        last = self._store.last_match(table.name)  # a later one began when all had left this one
        if not table.open or last is None or last.id != saved.id:
            return MatchState.BROKEN_OFF
        return MatchState.SET_ASIDE if table.open == ASIDE else MatchState.RUNNING


def _standing(saved: SavedRating, place: int) -> PlayerStanding:
    strength = saved.strength
    told = strength.points, strength.margin
    return PlayerStanding(saved.player, place, *told, saved.matches, saved.wins)


def _hosting(table: SavedTable) -> Mapping[str, Any]:
    """How the table was opened; nothing is known from a damaged row."""
    try:
        found = json.loads(table.house)
    except ValueError:
        found = None
    return {"secret": "match", **found} if isinstance(found, dict) else {}
