"""What the disk holds, row by row, and whether it is all there when it is read again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgpack

from cardkit.cardgame import CardGame
from cardkit.netgame import Event, Refused
from cardkit.server.store import Row, SavedMatch, Store
from cardkit.server.vault import MatchBox, Vault
from cardkit.testing.world.gates import gated
from cardkit.testing.world.mirror import Input, Mirror, Violation, expect

Saved = tuple[SavedMatch, list[tuple[int, bytes]]]
"""A match as the store has it: its entry, and its inputs by number."""
Heard = Mapping[str, Mapping[int, list[Any]]]
"""What a participant remembers: by table and number, the words of each event."""


class Archive:
    """Follows every transaction that is safe."""

    def __init__(self, games: Mapping[str, type[CardGame]], vault: Vault) -> None:
        self.games, self.vault = games, vault
        self._gated = {name: gated(game) for name, game in games.items()}
        self.mirrors: dict[str, Mirror] = {}
        self.by_match: dict[int, Mirror] = {}
        self.sessions: dict[str, tuple[bytes, str]] = {}
        self.titles: Counter[tuple[str, str]] = Counter()
        """How many tables each participant has opened under each title."""
        self.deeds: Counter[tuple[str, str]] = Counter()
        """How often a participant's command with that tag was carried out."""
        self.secrets: dict[int, bytes] = {}
        """What no player may hear, by match, until the match is over."""
        self.matches: set[int] = set()
        self._replays: dict[int, tuple[Saved, list[Event], str]] = {}
        self.inputs = 0

    def follow(self, rows: Sequence[Row]) -> list[tuple[Mirror, Input]]:
        """One transaction; the inputs that are in it."""
        found = []
        for what, values in sorted(rows, key=lambda row: row[0] != "table"):
            if what == "input":
                match, n, sealed = values
                mirror = self.by_match[match]
                entry = mirror.follow(n, sealed)
                if mirror.table.playing and match not in self.secrets:
                    raise Violation(f"a game is played in match {match}, whose secret is open")
                self.inputs += 1
                self._note_deed(entry)
                found.append((mirror, entry))
            else:
                self._others[what](self, *values)
        return found

    def _note_deed(self, entry: Input) -> None:
        deed = entry.who, entry.tag
        self.deeds[deed] += 1
        if entry.tag and self.deeds[deed] > 1:
            raise Violation(f"{entry.who} {entry.tag} {entry.line} was carried out twice")

    def _session(self, name: str, token: bytes, table: str, tags: str) -> None:
        if name in self.sessions:
            expect(f"the token of {name}", token, self.sessions[name][0])
        expect("the length of a token's hash", len(token), 16)
        self.sessions[name] = token, table

    def _no_session(self, name: str) -> None:
        del self.sessions[name]

    def _table(self, name: str, game: str, preset: str, options: str, house: str) -> None:
        if name in self.mirrors:
            raise Violation(f"there are two tables {name}")
        rules = self._gated[game]
        self.mirrors[name] = Mirror(name, game, rules, preset, json.loads(options))
        about = json.loads(house)
        deed = about["owner"], about["title"]
        self.titles[deed] += 1
        if self.titles[deed] > 1:
            raise Violation(f"the same OPEN of {deed[0]} was carried out twice")

    def _closed(self, name: str) -> None:
        self.mirrors[name].open = False

    def _match(self, number: int, table: str, told: int, sealed: bytes) -> None:
        mirror = self.mirrors[table]
        secret = self.unsealed(number, sealed)
        if secret in self.secrets.values():
            raise Violation("two matches have the same secret")
        self.secrets[number] = secret
        self.matches.add(number)
        self.by_match[number] = mirror
        mirror.begin_match(number, told, MatchBox(secret))

    def unsealed(self, number: int, sealed: bytes) -> bytes:
        try:
            return self.vault.unseal(sealed, b"match %d" % number)
        except Refused as refused:
            raise Violation(f"the secret of match {number} is not sealed: {refused}") from refused

    def _begun(self, at: float, number: int) -> None:
        if number not in self.matches:
            raise Violation(f"match {number} began before it was there")

    def _over(
        self, secret: bytes, at: float, games: int, players: str, scores: str, number: int
    ) -> None:
        mirror = self.by_match[number]
        table = mirror.table
        if mirror.match != number or not table.match_over:
            raise Violation(f"the secret of match {number} was given away before its end")
        expect("the secret of a match", secret, self.secrets.pop(number, b""))
        expect("the games of a match", games, table.game)
        scored = dict(zip(json.loads(players), json.loads(scores), strict=True))
        expect("the scores", scored, dict(zip(table.names, table.scores, strict=True)))

    _others: dict[str, Callable[..., None]] = {
        "session": _session,
        "no session": _no_session,
        "table": _table,
        "closed": _closed,
        "match": _match,
        "begun": _begun,
        "over": _over,
    }

    # --- read again --------------------------------------------------------------------------

    def check_store(self, store: Store, heard: Mapping[str, Heard]) -> None:
        """All that was safe is there when the disk is read, and all that anybody heard with it."""
        expect(
            "the sessions in the store",
            {saved.name: (saved.token, saved.seat) for saved in store.sessions()},
            self.sessions,
        )
        expect(
            "the tables in the store",
            [table.name for table in store.tables()],
            sorted(name for name, mirror in self.mirrors.items() if mirror.open),
        )
        for name, mirror in self.mirrors.items():
            told = self._read_again(store, mirror)
            for who, tables in heard.items():
                for number, words in tables.get(name, {}).items():
                    if number not in told:
                        raise Violation(f"{who} heard event {number} of {name}, which is lost")
                    seat = mirror.events[number][1].seat_of(who)
                    again = told[number].words(seat)
                    expect(
                        f"event {number} of {name} as {who} heard it",
                        words,
                        msgpack.unpackb(msgpack.packb(again), strict_map_key=False),
                    )

    def _read_again(self, store: Store, mirror: Mirror) -> dict[int, Event]:
        """The events of all matches at a table, from nothing but the store."""
        told: dict[int, Event] = {}
        numbers = [n for n, other in self.by_match.items() if other is mirror]
        for number in numbers:
            saved = store.match(number)
            if saved is None:
                raise Violation(f"match {number} is gone")
            between = range(max(told, default=0) + 1, saved.told + 1)
            told.update((n, mirror.events[n][0]) for n in between)
            events, digest = self._replay(mirror, (saved, list(store.inputs(number))))
            told.update((event.number, event) for event in events)
            if number == mirror.match:
                expect(f"the state of {mirror.name}", digest, mirror.table.digest())
        expect(f"the last event of {mirror.name}", max(told, default=0), mirror.now.told)
        return told

    def _replay(self, mirror: Mirror, saved: Saved) -> tuple[list[Event], str]:
        """What a stored match tells, and how it stands; what is as it was is not played again."""
        match, inputs = saved
        found = self._replays.get(match.id)
        if found is None or found[0] != saved:
            secret = match.secret if match.over else self.unsealed(match.id, match.secret)
            box, told = MatchBox(secret), []
            table = self.games[mirror.game](mirror.preset, mirror.options, key=box.deal_key)
            table.told = match.told
            for n, (at, sealed) in enumerate(inputs):
                expect(f"the number of an input of match {match.id}", at, n)
                who, line, time, _, quiet = msgpack.unpackb(box.unseal(n, sealed))
                table.listening = not quiet
                told += [event for event in table.apply(who, line, time) if event.number]
            found = self._replays[match.id] = saved, told, table.digest()
        return found[1:]
