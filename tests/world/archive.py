"""What the disk holds, row by row, and whether it is all there when it is read again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit import __version__
from cardkit.cardgame import CardGame
from cardkit.fair import FairDealer
from cardkit.netgame import Event, Refused, Role
from cardkit.record import RecordFault, check_record, claims_of, write_record
from cardkit.server.history import MatchHistory
from cardkit.server.nodes import NO_TOKEN
from cardkit.server.session import TAGS_KEPT, Session
from cardkit.server.store import Row, SavedMatch, Store
from cardkit.server.vault import MatchCipher, Vault
from tests.world.deals import Deals, Gifts
from tests.world.gates import gated
from tests.world.mirror import Input, Journal, Mirror
from tests.world.promise import Violation, expect

Saved = tuple[SavedMatch, list[tuple[int, bytes]]]
"""A match as the store has it: its entry, and its inputs by number."""
Heard = Mapping[str, Mapping[int, list[Any]]]
"""What a participant remembers: by table and number, the words of each event."""
RESERVED = -1
"""In the place of its first event: a match that has not begun, but its first deal is open."""


class StoredRows:
    """Follows every transaction that is safe."""

    def __init__(
        self, games: Mapping[str, type[CardGame]], vault: Vault, key: Ed25519PrivateKey
    ) -> None:
        self.games, self.vault, self._key = games, vault, key
        self.server = key.public_key().public_bytes_raw().hex()
        self._gated = {name: gated(game) for name, game in games.items()}
        self.mirrors: dict[str, Mirror] = {}
        self.by_match: dict[int, Mirror] = {}
        self.sessions: dict[str, tuple[bytes, str]] = {}
        self.titles: Counter[tuple[str, str]] = Counter()
        self.numbers: Counter[str] = Counter()
        """How many tables each participant has opened under each title."""
        self.deeds: Counter[tuple[str, str]] = Counter()
        """How often a participant's command with that tag was carried out."""
        self.tags: dict[str, list[str]] = {}
        """By participant, the tags that must not be carried out again, the oldest first."""
        self.secrets: dict[int, bytes] = {}
        """What no player may hear, by match, until the match is over."""
        self.sealed: set[str] = set()
        """The same of deals, in hex."""
        self.gifts: Gifts = {}
        self.matches: set[int] = set()
        self.begun: set[int] = set()
        self.games_over: dict[int, list[tuple[Any, ...]]] = {}
        """By match, the seats of its finished games."""
        self._owed: set[tuple[int, int, int]] = set()
        """Seats of games that have ended, which the same transaction has to tell of."""
        self._replays: dict[int, tuple[Saved, list[Event], str]] = {}
        self.inputs = 0

    def follow(self, rows: Sequence[Row]) -> Iterator[tuple[Mirror, Input]]:
        """One transaction; the entries of journals that are in it, one after the other."""
        for what, values in sorted(rows, key=lambda row: row[0] != "table"):
            if what == "input":
                match, n, sealed = values
                mirror = self.by_match[match]
                playing, game = mirror.table.playing, mirror.table.game_no
                entry = mirror.follow(match, n, sealed)
                table = mirror.table
                if not table.playing and (playing or table.game_no > game):
                    self._owed |= {(match, table.game_no, s) for s in range(len(table.names))}
                if mirror.table.playing and match not in self.secrets:
                    raise Violation(f"a game is played in match {match}, whose secret is open")
                self.inputs += 1
                self._note_deed(entry)
                yield mirror, entry
            else:
                self._others[what](self, *values)
        if self._owed:
            raise Violation(f"a game has ended, and is not stored with that: {self._owed}")

    def _game_over(self, number: int, game: int, seat: int, at: float, *told: Any) -> None:
        table = self.by_match[number].table
        if (number, game, seat) not in self._owed:
            raise Violation(f"game {game} of match {number} has not ended just now")
        self._owed.remove((number, game, seat))
        player, by, place, points, score = told
        is_robot = table.people.roles.get(player) is Role.ROBOT
        expect("who had the seat", (player, by == "robot"), (table.names[seat], is_robot))
        expect("what came of the game", (place, score), (table.place_of(seat), table.scores[seat]))
        before = [row for row in self.games_over.get(number, ()) if row[3] == player]
        stays = bool(before) and before[-1][1] == seat  # elsewhere points may belong to the seat
        if stays and before[-1][0] == game - 1 and not is_robot:  # another may have that name
            expect("the points of the game", points, score - before[-1][-1])
        self.games_over.setdefault(number, []).append((game, seat, at, *told))

    def _note_deed(self, entry: Input) -> None:
        deed = entry.who, entry.tag
        self.deeds[deed] += 1
        if entry.tag and self.deeds[deed] > 1:
            raise Violation(f"{entry.who} {entry.tag} {entry.line} was carried out twice")
        if entry.tag:
            known = self.tags.setdefault(entry.who, [])
            known.append(entry.tag)
            del known[:-TAGS_KEPT]

    def _session(self, name: str, token: bytes, table: str, tags: str, *_: int | str) -> None:
        if name in self.sessions:
            expect(f"the token of {name}", token, self.sessions[name][0])
        expect("the length of a token's hash", len(token), 16)
        self.sessions[name] = token, table
        known, saved = self.tags.get(name, []), tags.split()
        fresh = [tag for tag in saved if tag not in known]  # of what comes into no journal
        expect(f"the tags of {name}", saved, [*known, *fresh][-TAGS_KEPT:])
        self.tags[name] = saved

    def _given(self, node: int, name: str) -> None:
        """A participant in the lobby is at another node."""
        expect(f"the table of {name}", self.sessions[name][1], "")

    def _seats_kept(self, names: str, table: str) -> None:
        seats = self.mirrors[table].table.people.seat_of
        expect(f"the seats of {table}", json.loads(names), [*seats])

    def _no_session(self, name: str) -> None:
        self.sessions.pop(name, None)  # or they were about to come in
        self.tags.pop(name, None)

    def _table(
        self,
        name: str,
        game: str,
        preset: str,
        options: str,
        core: str,
        owner: str,
        origin: str,
        opened: float,
        *_: int,
    ) -> None:
        if name in self.mirrors:
            raise Violation(f"there are two tables {name}")
        rules, chosen, about = self._gated[game], json.loads(options), json.loads(core)
        terms = {"server": self.server, "table": name, "game": game}
        terms |= {"preset": preset, "options": chosen}
        deals = Deals(terms, about["secret"], self.sealed, self.gifts)
        self.mirrors[name] = Mirror(
            name, game, rules, preset, chosen, about["pause"], about["robots"], deals
        )
        deed = owner, about["title"]
        self.titles[deed] += 1
        if self.titles[deed] > 1:
            raise Violation(f"the same OPEN of {deed[0]} was carried out twice")

    def _table_number(self, stem: str, number: int) -> None:
        """No table is called as one before, also when that is forgotten."""
        if number <= self.numbers[stem]:
            raise Violation(f"another table was called {stem}-{number}")
        self.numbers[stem] = number

    def _hosting(self, core: str, owner: str, origin: str, name: str) -> None:
        """A guest who has left for good has no table any more; nothing else changes here."""
        expect(f"the owner of {name}", owner, "")

    def _closed(self, name: str) -> None:
        self.mirrors[name].open = False

    def _no_table(self, name: str) -> None:
        if any(mirror.name == name for mirror in self.by_match.values()):
            raise Violation(f"{name} is forgotten, but not what was played there")
        self._closed(name)

    def _no_inputs(self, number: int) -> None:
        if number in self.begun:
            raise Violation(f"match {number} is forgotten, in which a game was played")

    def _no_match(self, number: int) -> None:
        self._no_inputs(number)
        del self.by_match[number]

    def _match_number(self, number: int, least: int) -> None:
        """That of a match which is forgotten is given to no other."""
        expect("the number of a match that is forgotten", number in self.by_match, False)

    def _match(
        self, number: int, table: str, told: int, deals: int, sealed: bytes, version: str
    ) -> None:
        if table not in self.mirrors:
            raise Violation(f"match {number} is stored without its table {table}")
        mirror = self.mirrors[table]
        expect("the version that tells a match", version, __version__)
        expect(f"the deals of {table} before match {number}", deals, mirror.deals.number)
        secret = self.unsealed(number, sealed)
        if secret in self.secrets.values():
            raise Violation("two matches have the same secret")
        self.secrets[number] = secret
        self.matches.add(number)
        self.by_match[number] = mirror
        mirror.journals[number] = Journal(MatchCipher(secret))
        if told != RESERVED:
            mirror.begin_match(number, told)

    def _seated(self, told: int, version: str, number: int) -> None:
        mirror = self.by_match[number]
        expect("the version that tells a match", version, __version__)
        expect("the match that begins", number, max(mirror.journals))
        mirror.begin_match(number, told)

    def unsealed(self, number: int, sealed: bytes) -> bytes:
        try:
            return self.vault.unseal(sealed, b"match %d" % number)
        except Refused as refused:
            raise Violation(f"the secret of match {number} is not sealed: {refused}") from refused

    def _begun(self, at: float, number: int) -> None:
        if number not in self.matches:
            raise Violation(f"match {number} began before it was there")
        self.begun.add(number)

    def _over(
        self, secret: bytes, at: float, games: int, players: str, scores: str, number: int
    ) -> None:
        mirror = self.by_match[number]
        table = mirror.table
        if mirror.match != number or not table.match_over:
            raise Violation(f"the secret of match {number} was given away before its end")
        expect("the secret of a match", secret, self.secrets.pop(number, b""))
        expect("the games of a match", games, table.game_no)
        mirror.deals.match_over(number)
        scored = dict(zip(json.loads(players), json.loads(scores), strict=True))
        expect("the scores", scored, dict(zip(table.names, table.scores, strict=True)))

    def _news(self, *_: int | str) -> None:
        """What nodes tell each other follows from the rest, and nobody is told it again."""

    _others: dict[str, Callable[..., None]] = {
        "session": _session,
        "no session": _no_session,
        "given": _given,
        "seats kept": _seats_kept,
        "table released": _news,
        "people released": _news,
        "news": _news,
        "lobby": _news,
        "no lobby": _news,
        "table": _table,
        "table number": _table_number,
        "hosting": _hosting,
        "closed": _closed,
        "no table": _no_table,
        "no inputs": _no_inputs,
        "no match": _no_match,
        "match number": _match_number,
        "match": _match,
        "seated": _seated,
        "begun": _begun,
        "game over": _game_over,
        "over": _over,
    }

    # --- read again --------------------------------------------------------------------------

    def check_tags(self, sessions: Iterable[Session]) -> None:
        """A server that has just started knows what must not be carried out again."""
        for session in sessions:
            known = self.tags.get(session.name, [])
            expect(f"what {session.name} has done", list(session.tags or ()), known)

    def check_store(self, store: Store, heard: Mapping[str, Heard]) -> None:
        """All that was safe is there when the disk is read, and all that anybody heard with it."""
        expect(
            "the sessions in the store",
            {s.name: (s.token, s.seat) for s in store.sessions() if s.token != NO_TOKEN},
            self.sessions,
        )
        expect(
            "the tables in the store",
            [table.name for table in store.tables()],
            sorted(name for name, mirror in self.mirrors.items() if mirror.open),
        )
        for number, games in self.games_over.items():
            stored = [tuple(row[1:]) for row in store.finished_games(number, most=len(games))]
            expect(f"the finished games of match {number}", stored, sorted(games))
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
        """The events of all matches at a table, from nothing but the store.

        What was told in a match that is forgotten, in which nothing was played, is as it was.
        """
        told: dict[int, Event] = {}
        numbers = [n for n, other in self.by_match.items() if other is mirror]
        for number in numbers:
            saved = store.match(number)
            if saved is None:
                raise Violation(f"match {number} is gone")
            if saved.told == RESERVED:
                entries = mirror.journals[number].entries
                expect(f"the journal of match {number}", len(store.inputs(number)), entries)
                continue
            between = range(max(told, default=0) + 1, saved.told + 1)
            told.update((n, mirror.events[n][0]) for n in between)
            events, digest = self._replay(mirror, (saved, list(store.inputs(number))))
            told.update((event.number, event) for event in events)
            if number == mirror.match:
                expect(f"the state of {mirror.name}", digest, mirror.table.digest())
        if not mirror.open:
            told.update((n, event) for n, (event, _) in mirror.events.items() if n not in told)
        expect(f"the last event of {mirror.name}", max(told, default=0), mirror.now.told)
        return told

    def check_records(self, store: Store) -> int:
        """The last match that is over at each table leaves a record that is right."""
        latest = {m.at_table: m for m in reversed(store.matches()) if m.over}
        for match in latest.values():
            record = MatchHistory(store, lambda: self.vault).record(match.id, self.server)
            try:
                record = replace(record, claims=dict(enumerate(claims_of(record, self._game))))
                text = "\n".join(write_record(record, self._key.sign))
                verdict = check_record(text, self._game, bytes.fromhex(self.server))
            except RecordFault as fault:
                raise Violation(f"the record of match {match.id} is false: {fault}") from fault
            expect(f"the games in the record of match {match.id}", verdict.games, match.games)
        return len(latest)

    def _game(self, name: str) -> type[CardGame]:
        return self.games[name]

    def _replay(self, mirror: Mirror, saved: Saved) -> tuple[list[Event], str]:
        """What a stored match tells, and how it stands; what is as it was is not played again."""
        match, inputs = saved
        found = self._replays.get(match.id)
        if found is None or found[0] != saved:
            secret = match.secret if match.over else self.unsealed(match.id, match.secret)
            box, told = MatchCipher(secret), []
            table = self.games[mirror.game](mirror.preset, mirror.options, dealer=FairDealer)
            table.log.told = match.told
            for n, (at, sealed) in enumerate(inputs):
                expect(f"the number of an input of match {match.id}", at, n)
                who, line, time, _, quiet, *_ = msgpack.unpackb(box.unseal(n, sealed))
                if isinstance(line, str):
                    table.listening = not quiet
                    told += [event for event in table.apply(who, line, time) if event.number]
            found = self._replays[match.id] = saved, told, table.digest()
        return found[1:]
