"""The server without I/O: who is in it, which tables are open, and what becomes of what they say.

Plain synchronous code without sockets, threads or a clock of its own, so a test can play for hours
in no time. What each command does is in `commands`; the outbox sees to it that nothing is told
before it is stored.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from heapq import heappop, heappush
from itertools import chain, islice
from typing import Any

from cardkit.netgame import WATCHER, NetGame, Refused, plural
from cardkit.netgame.command import read_line
from cardkit.netgame.seating import between_matches
from cardkit.protocol import Malformed, Words
from cardkit.protocol.client_commands import SEATING, find_command
from cardkit.protocol.messages import Bye, Done
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import Ok
from cardkit.registry import game_named, not_found
from cardkit.server.bans import Bans
from cardkit.server.commands import COMMANDS
from cardkit.server.elsewhere import Elsewhere, Node
from cardkit.server.exposition import count_bounded
from cardkit.server.hosted_table import FAILURES, TIME_TO_RETURN, HostedTable
from cardkit.server.lobby import Lobby
from cardkit.server.login_throttle import LoginThrottle
from cardkit.server.names import GUEST, looks, normal_name
from cardkit.server.news import News
from cardkit.server.outbox import Outbox
from cardkit.server.personal_data import ExportPage
from cardkit.server.private_tables import is_told, private_name
from cardkit.server.quotas import (
    check_crowd,
    check_room,
    check_table,
    set_aside,
    sweep,
)
from cardkit.server.rated_tables import check_seat
from cardkit.server.request import (
    HandOn,
    Job,
    LruCache,
    Request,
    goes_on_elsewhere,
    server_full,
    shutting_down,
    store_failed,
    tag_of,
)
from cardkit.server.robots import Advisers, Robots, Thought
from cardkit.server.saved import SavedGame
from cardkit.server.session import Peer, Session, hash_token
from cardkit.server.settings import LIMITS, Limits
from cardkit.server.suspended_tables import SuspendedTables, take_one
from cardkit.server.table_owner import rename_owner
from cardkit.server.table_settings import (
    HostingOptions,
    TableSettings,
    check_options,
    check_rated,
)
from cardkit.server.thinker import Answer
from cardkit.server.throttle import Throttle, refuse_to_wait
from cardkit.server.vault import Vault

ROBOTS = Robots()
_ATTEMPTS = (
    ServerReason.WRONG_PASSWORD,
    ServerReason.BAD_SIGNATURE,
    ServerReason.BAD_TOKEN,
    ServerReason.TRY_LATER,
)
"""What a host wants to see in the log: somebody may be guessing."""


_SECOND = 2


def _letters(number: int) -> str:
    """b, c, … z, ba, bb and so on: whist-b7 is the seventh table of the second node."""
    more, last = divmod(number, 25)
    return (_letters(more - 1) if more else "") + chr(ord("b") + last)


class TableTimers:
    """The tables by the time at which something is due there, the next one first."""

    __slots__ = ("_due", "_tables", "_wound", "wake")

    def __init__(self, tables: Callable[[], Iterable[HostedTable]]) -> None:
        self._tables = tables
        self._due: list[tuple[float, int, HostedTable]] = []
        self._wound = 0
        self.wake: Callable[[], None] = lambda: None
        """Called when a table wants to be woken earlier than any before."""

    def note(self, hosted: HostedTable) -> None:
        """After each input at a table: it may want to be woken at another time."""
        alarm = hosted.alarm
        if alarm is None:
            return
        earlier = not self._due or alarm < self._due[0][0]
        self._wound += 1
        heappush(self._due, (alarm, self._wound, hosted))
        if self._wound % 1024 == 0:  # most were put off in the meantime
            waiting = enumerate(self._tables())
            self._due = sorted((d.alarm, n, d) for n, d in waiting if d.alarm is not None)
        if earlier:
            self.wake()

    def next(self) -> float | None:
        """When the next table wants to be woken, if any does."""
        while self._due and self._due[0][2].alarm != self._due[0][0]:
            heappop(self._due)  # it was woken by something else
        return self._due[0][0] if self._due else None

    def take(self, now: float) -> HostedTable | None:
        """The table for which it is time, or None; it has no alarm any more."""
        due = self.next()
        if due is None or due > now:
            return None
        hosted = heappop(self._due)[2]
        hosted.alarm = None
        return hosted


class ServerCore:
    """Everything there is besides bytes and files."""

    def __init__(
        self,
        games: Mapping[str, type[NetGame]],
        outbox: Outbox,
        vault: Vault,
        now: Callable[[], float],
        *,
        robots: Robots = ROBOTS,
        limits: Limits = LIMITS,
        server: str = "",
        account: Callable[[str], Any] = lambda name: None,
    ) -> None:
        self.games = dict(games)
        self.outbox = outbox
        self.vault = vault
        self.now = now
        self.robots = robots
        self.limits = limits
        self.server = server
        """The public key that signs the records of this server, in hex."""
        self.house = ""
        """What the host calls this place."""
        self.account = account
        """Looks an account up; called off the event loop."""
        self.load: Callable[[str], SavedGame] | None = None
        """Reads a table that was set aside, likewise; without it none is."""
        self.free_name: Callable[[str], str] = normal_name
        """The name of an account that can be made, or a refusal; likewise."""
        self.export_page: Callable[[str, int], ExportPage] = lambda *asked: ({}, None)
        """Reads what is stored about somebody; likewise."""
        self.just_made: set[str] = set()
        """What the accounts made since the start look like: the store may not have them yet."""
        self.slot = 1
        """Which of the nodes of the house this is, since two tables must not have one name."""
        self.elsewhere: Elsewhere | None = None
        """The other nodes of the house, if there are any."""
        self.login_throttle = LoginThrottle(now, outbox, vault)
        self.guests = Throttle(now, burst=limits.guests, every=60 / limits.guests)
        a_day = max(1, limits.sign_ups)
        self.sign_ups = Throttle(now, burst=a_day, every=86_400 / a_day)
        self.exports = Throttle(now, burst=60, every=5.0)
        self.openings = Throttle(now, burst=limits.guests, every=60 / limits.guests)
        self.chatter = Throttle(now, burst=10, every=1.0)
        self.visits = Throttle(now, burst=20, every=3.0)
        self.seatings = Throttle(now, burst=20, every=3.0)
        self.host_words = Throttle(now, burst=30, every=0.5)
        self.crowds = Throttle(now, burst=2 * limits.guests, every=30 / limits.guests)
        self.guesses = Throttle(now, burst=20, every=10.0)
        self.returns = Throttle(now, burst=limits.returns, every=10.0)
        self.shared_throttles: Mapping[str, Throttle] = {
            "guests": self.guests,
            "sign-ups": self.sign_ups,
            "exports": self.exports,
            "openings": self.openings,
            "guesses": self.guesses,
            **self.login_throttle.throttles(),
        }
        """What somebody has used up at one node of a house counts at the others."""
        self.figures: Callable[[], Mapping[str, float]] = dict
        """What goes on in numbers, for hosts."""
        self.peers: dict[Peer, None] = {}
        """Everybody who is connected, whether they have entered or not."""
        self.sessions: dict[str, Session] = {}
        self.tokens: dict[bytes, Session] = {}
        self.looks: dict[str, str] = {}
        self.tables: dict[str, HostedTable] = {}
        self.aside = SuspendedTables()
        self.bans = Bans(now)
        self.from_origin: Counter[str] = Counter()
        self.names_used: Counter[str] = Counter()
        self.written: LruCache[tuple[Words, ...]] = LruCache(256)
        """Rule sheets, lists of options and descriptions, which take long to write."""
        self.moves = 0
        self.refusals: Counter[str] = Counter()
        """By code."""
        self.failed = False
        self.closing = False
        self.draining = False
        """Whether new people should go elsewhere, because it stops soon."""
        self.timers = TableTimers(self.tables.values)
        self.empty: dict[str, float] = {}
        self.lobby = Lobby(self)

    # --- what a peer says ------------------------------------------------------------------

    def said(self, peer: Peer, words: list[str]) -> Job | HandOn | None:
        """Carry out one command; every command gets one answer, here or from another node."""
        if peer.is_parted:
            return None
        tag: str = ""
        job: Job | HandOn | None = None
        try:
            if words[0][:1] == "#":
                tag, words = tag_of(words), words[1:]
            self._check_open()
            job = self._carry_out(peer, words, tag)
        except Refused as refused:
            self._refuse(peer, refused, tag)
        except FAILURES as error:  # a question that the rules cannot answer
            place = {} if peer.session is None else peer.session.place()
            self.outbox.log.failure("command.failed", error, **place)
            wrong = Refused(
                ServerReason.TABLE_BROKEN, "the server failed at that; the host is told"
            )
            self.outbox.say(peer, peer.warning(wrong, tag))
        self.outbox.settle()
        return job

    def _carry_out(self, peer: Peer, words: list[str], tag: str) -> Job | HandOn | None:
        session = peer.session
        if tag and session is not None and session.has_done(tag):
            self.outbox.say(peer, Ok(Done(), tag).words())
            return None
        if not (words[0].isascii() and words[0].isidentifier()):  # full-width letters, say
            words = [*read_line(words[0]), *words[1:]]
        declared, rest = find_command(words)
        if declared is not None and declared not in SEATING:
            return COMMANDS[declared](self, Request(self, peer, declared.read(rest), tag))
        hosted = self.at_table(peer)
        assert session is not None
        if declared is not None:
            self.seatings.check(session.name)
            check_crowd(self, session, hosted)
            check_seat(self, session, hosted, declared)
        hosted.apply(session.name, " ".join(words), peer, tag)
        if tag:
            session.remember(tag)
        self.moves += 1
        self.watch_clock(hosted)
        return None

    def _check_open(self) -> None:
        if self.failed:
            raise store_failed()
        if self.closing:
            raise shutting_down()

    def finish(self, job: Job, result: Any) -> Job | HandOn | None:
        """Go on with a command whose long work is done."""
        if job.request.peer.is_parted:
            return None
        more: Job | HandOn | None = None
        try:
            self._check_open()
            more = job.then(result)
        except Refused as refused:
            self._refuse(job.request.peer, refused, job.request.tag)
        self.outbox.settle()
        return more

    def _refuse(self, peer: Peer, refused: Refused, tag: str) -> None:
        count_bounded(self.refusals, refused.reason)
        self.outbox.say(peer, peer.warning(refused, tag))
        if refused.reason == ServerReason.BANNED:
            self.part_with(peer, refused)
        if refused.reason in _ATTEMPTS and peer.session is None:
            self.outbox.note("refused", code=refused.reason, address=peer.address)

    def part_with(self, peer: Peer, why: Refused) -> None:
        """The last words to a peer, who is hung up on."""
        self.outbox.say(peer, Bye(str(why.reason), why.text(peer.language)).words())
        self.outbox.hang_up(peer)

    def misheard(self, peer: Peer, wrong: Malformed) -> None:
        """Something came that is no command."""
        count_bounded(self.refusals, wrong.refusal.reason)
        self.outbox.say(peer, peer.warning(wrong.refusal))
        self.outbox.settle()

    def someone(self, peer: Peer) -> Session:
        """The session of a peer who has entered, or a refusal."""
        if peer.session is None:
            raise Refused(ServerReason.NOT_ENTERED, "say who you are first: ENTER and a name")
        return peer.session

    def at_table(self, peer: Peer) -> HostedTable:
        """The table at which a peer is, or a refusal."""
        session = self.someone(peer)
        if session.hosted is None:
            raise Refused(
                ServerReason.NOT_AT_A_TABLE,
                "that is said at a table, and you are at none; TABLES lists them, JOIN goes to one",
            )
        return session.hosted

    # --- sessions ----------------------------------------------------------------------------

    def new_session(self, peer: Peer, name: str) -> str:
        """Somebody new has entered; the secret to come back with."""
        self.bans.check(peer.address, name)
        if len(self.sessions) >= self.limits.sessions:
            raise server_full()
        origin = self.vault.mark(peer.origin)
        if self.from_origin[origin] >= self.limits.sessions_from:
            raise Refused(
                ServerReason.TOO_MANY,
                plural(
                    self.limits.sessions_from,
                    "one person came from your address; that is the limit. Try again in a minute",
                    "{n:,} people came from your address; that is the limit. Try again in a minute",
                ),
            )
        token = self._new_token()
        session = Session(name, hash_token(token), origin)
        self.add(session)
        self.connect(peer, session)
        session.save(self.outbox)
        self.outbox.note("entered", name=name, speaks=peer.codec.name)
        return token

    def renew(self, peer: Peer, session: Session) -> str:
        """Who has proved again to be the owner of an account gets the session, and a new secret."""
        token = self._new_token()
        del self.tokens[session.token]
        session.token = hash_token(token)
        self.tokens[session.token] = session
        session.save(self.outbox)
        self.take_up(peer, session)
        return token

    def rename(self, session: Session, name: str) -> str:
        """A participant who is at no table is called otherwise, with a new secret."""
        token = self._new_token()
        self.drop(session)
        self.outbox.row("no session", session.name)
        rename_owner(self, session.name, name)
        session.name, session.token = name, hash_token(token)
        self.add(session)
        session.save(self.outbox)
        return token

    def _new_token(self) -> str:
        return "t" + self.outbox.secret(16).hex()

    def take_up(self, peer: Peer, session: Session) -> None:
        """A session goes on with this peer, and with no other."""
        hosted = session.hosted
        if hosted is not None:
            self._wake(hosted)
        old, session.peer = session.peer, None
        if old is not None:
            old.session = None
            if hosted is not None:
                hosted.listeners.remove(session)
            wrong = Refused(ServerReason.TAKEN_OVER, "you have come back over another connection")
            self.part_with(old, wrong)
        if hosted is not None and hosted.misses(session.name):
            self.happens(hosted, "", f"BACK {session.name}")
        self.connect(peer, session)
        if hosted is not None:
            hosted.people_changed()
            self.watch_clock(hosted)
        self.outbox.note("returned", name=session.name, **session.place())

    def connect(self, peer: Peer, session: Session) -> None:
        """From now on what happens to this participant is told to this peer."""
        peer.session, session.peer = session, peer
        if session.hosted is not None:
            session.hosted.listeners.append(session)

    def add(self, session: Session) -> None:
        session.entered = session.entered or self.now()
        self.sessions[session.name] = session
        self.tokens[session.token] = session
        for image in looks(session.name):
            self.looks.setdefault(image, session.name)
        self.from_origin[session.origin] += 1

    def drop(self, session: Session) -> None:
        del self.sessions[session.name], self.tokens[session.token]
        for image in looks(session.name):
            if self.looks.get(image) == session.name:
                del self.looks[image]
        take_one(self.from_origin, session.origin)

    def give_away(self, session: Session, node: Node) -> None:
        """A participant who is at no table is at another node from now on."""
        assert self.elsewhere is not None
        self.drop(session)
        session.save(self.outbox)
        self.elsewhere.give(session, node)
        peer, session.peer = session.peer, None
        if peer is not None:
            peer.session = None
        self.outbox.note("given", name=session.name, other=node.name)

    def release(self, session: Session) -> None:
        """A participant who is at no table goes on at whichever other node is quickest."""
        session.save(self.outbox)
        self.outbox.row("given", 0, session.name)
        self.outbox.tell_house(News.RELEASED)
        self._send_elsewhere(session)

    def release_table(self, hosted: HostedTable) -> None:
        """A table goes on at whichever other node is quickest, with all who are there."""
        del self.tables[hosted.name]
        self.empty.pop(hosted.name, None)
        hosted.stand_still()
        self.outbox.row("table released", hosted.name)
        self.outbox.row("people released", hosted.name)
        self.outbox.tell_house(News.RELEASED)
        for session in hosted.people.values():
            self._send_elsewhere(session)
        self.lobby.note(hosted.name, hosted.people)
        self.outbox.note("table.released", table=hosted.name)

    def _send_elsewhere(self, session: Session) -> None:
        """Nothing that this participant says is heard here any more."""
        self.drop(session)
        peer, session.peer = session.peer, None
        if peer is not None:
            peer.session, peer.is_parted = None, True
            self.lobby.leave(peer)
            self.part_with(peer, goes_on_elsewhere())

    def receive(self, session: Session) -> Session:
        """A participant whom another node has given away is here from now on, unless they are."""
        here = self.sessions.get(session.name)
        if here is None:
            here, session.away_since = session, self.now()
            self.add(session)
        return here

    def looks_like(self, name: str) -> str | None:
        """Who is here and can be mistaken for one of that name."""
        return next((self.looks[image] for image in looks(name) if image in self.looks), None)

    def lost(self, peer: Peer) -> None:
        """The connection of a peer is gone."""
        self.lobby.leave(peer)
        session, peer.session = peer.session, None
        if session is None or self.failed or self.closing:  # RESTART will tell of it
            return
        session.peer, session.away_since = None, self.now()
        hosted = session.hosted
        if hosted is not None:
            hosted.listeners.remove(session)
            if hosted.stands_still:
                hosted.people_changed()
            elif session.name in hosted.table.people.seat_of:  # who else is there does not matter
                self.happens(hosted, "", f"LOST {session.name}")
        self.outbox.note("lost", name=session.name, **session.place())
        self.outbox.settle()

    def end_session(self, session: Session) -> None:
        """Somebody has left for good."""
        place = session.place()
        if session.hosted is not None:
            self.leave_table(session)
        self.drop(session)
        if session.name.startswith(GUEST) and not session.has_key:  # who cannot come back
            rename_owner(self, session.name, "")
        self.outbox.row("no session", session.name)
        self.outbox.note("left", name=session.name, **place)
        if session.peer is not None:
            session.peer.session = None

    def seat_after_exit(self, session: Session) -> str | None:
        """What happens to the seat of somebody who leaves now, as `OK EXIT` tells it."""
        hosted = session.hosted
        if hosted is None or hosted.broken or session.name not in hosted.table.people.seat_of:
            return None
        if self.load is not None and hosted.is_alone(session.name):
            return "kept"
        table = hosted.table
        is_free = not table.playing and (table.seats.drop_in or between_matches(table))
        return "free" if is_free else table.disconnect.policy

    def leave_table(self, session: Session, tag: str = "") -> None:
        hosted = session.hosted
        assert hosted is not None
        kept = self.seat_after_exit(session) == "kept"
        if session in hosted.listeners:
            hosted.listeners.remove(session)
        if tag:
            session.remember(tag)
        if kept:
            set_aside(self, hosted, session)
            return
        self.happens(hosted, session.name, "EXIT", tag)
        del hosted.people[session.name]
        session.hosted, session.seat = None, WATCHER
        if self.elsewhere is not None and session.name in hosted.table.people.seat_of:
            names = json.dumps([*hosted.table.people.seat_of], ensure_ascii=False)
            self.outbox.row("seats kept", names, hosted.name)  # nobody else gets it by the name
        if hosted.people:
            hosted.people_changed()
        else:
            hosted.clear_away()
            self.empty[hosted.name] = self.now()

    def _wake(self, hosted: HostedTable) -> None:
        """Somebody comes to a table; if it stood still, its players have time to come back."""
        if hosted.stands_still:
            self.happens(hosted, "", f"RESTART {TIME_TO_RETURN}")

    def happens(self, hosted: HostedTable, who: str, line: str, tag: str = "") -> None:
        """What cannot be refused: people come and go, whether the rules of a table fail or not."""
        with suppress(Refused):
            hosted.apply(who, line, None, tag)
            self.watch_clock(hosted)

    # --- tables ------------------------------------------------------------------------------

    def find_game(self, name: str) -> type[NetGame]:
        return game_named(self.games, name.lower())

    def find_table(self, name: str, peer: Peer) -> HostedTable:
        hosted = self.tables.get(name.lower())
        if hosted is not None and is_told(peer.session, hosted):
            return hosted
        refuse_to_wait(self.guesses.wait(peer.origin))
        if hosted is None:
            self.guesses.take(peer.origin)
            here = (name for name, each in self.tables.items() if is_told(None, each))
            far = (name for name, each in self.lobby.elsewhere.items() if each.public)
            text = "there is no table {name}{hint} TABLES lists them"
            raise not_found(ServerReason.NO_SUCH_TABLE, text, name, islice(chain(here, far), 200))
        return hosted

    def open_table(
        self, game: str, preset: str, options: Mapping[str, Any], rules: HostingOptions
    ) -> HostedTable:
        """A new table, with nobody at it yet."""
        cls = self.find_game(game)
        check_options(cls, preset, options)
        if rules.rated:
            check_rated(cls, preset, options)
        check_room(self, rules)
        name = self._new_name(game.lower(), private=rules.private)
        now = self.now()
        settings = TableSettings(name, game.lower(), cls, preset, dict(options), rules, now)
        hosted = HostedTable(settings, self.outbox, self.vault, self.now, self.robots, self.server)
        hosted.new_match(0)
        self.tables[name] = hosted
        self.empty[name] = now
        self.lobby.note(name)
        written = json.dumps(dict(options), ensure_ascii=False)
        about = name, game.lower(), preset, written, *rules.written(), now, self.outbox.node
        self.outbox.row("table", *about)
        self.outbox.note("table.opened", table=name, game=game.lower(), by=rules.owner)
        return hosted

    def _new_name(self, game: str, *, private: bool) -> str:
        """A name that no table ever had."""
        stem = game.replace("_", "-")
        if private:
            return private_name(stem, self.outbox.secret)
        place = "" if self.slot < _SECOND else f"-{_letters(self.slot - _SECOND)}"
        self.names_used[stem + place] += 1
        number = self.names_used[stem + place]
        self.outbox.row("table number", stem + place, number)
        return f"{stem}{place or '-'}{number}"

    def join(self, session: Session, hosted: HostedTable, tag: str, *, watch: bool) -> None:
        check_table(self, session, hosted)
        self.visits.check(session.name)
        check_crowd(self, session, hosted)
        self._wake(hosted)
        if session.name in hosted.table.people.seat_of or not watch:
            hosted.apply(session.name, "ENTER", None, tag)
        else:
            hosted.apply(session.name, "ENTER WATCH", None, tag)
        if tag:
            session.remember(tag)
        hosted.people[session.name] = session
        self.empty.pop(hosted.name, None)
        self.settle_down(session, hosted)

    def settle_down(self, session: Session, hosted: HostedTable) -> None:
        """Somebody is at a table from now on, and hears what happens there."""
        hosted.people_changed()
        self.watch_clock(hosted)
        session.hosted, session.since = hosted, hosted.table.told
        session.seat = hosted.table.people.seat_of.get(session.name, WATCHER)
        hosted.listeners.append(session)
        session.save(self.outbox)

    def come_back(self, session: Session, hosted: HostedTable) -> None:
        """A player who had left it comes to a table that was set aside and is taken up."""
        self.happens(hosted, "", f"BACK {session.name}")
        self.settle_down(session, hosted)

    # --- time --------------------------------------------------------------------------------

    @property
    def thinkers(self) -> Advisers | None:
        """Those who think about what to do at a table, if there are any."""
        return self.robots.thinkers

    def watch_clock(self, hosted: HostedTable) -> None:
        """After each input at a table: note when it wants to be woken."""
        hosted.begin_anew()
        self._note(hosted)

    def _note(self, hosted: HostedTable) -> None:
        self.timers.note(hosted)
        self._ask_for(hosted)
        self.lobby.note(hosted.name)

    def _ask_for(self, hosted: HostedTable) -> None:
        """Let somebody think for the robot that moves next."""
        thought = hosted.thought
        if thought is not None and thought.question is not None and self.thinkers is not None:
            question, thought.question = thought.question, None
            answered = partial(self._answered, hosted, thought)
            thought.asked = self.thinkers.ask(question, hosted.name, answered)

    def _answered(self, hosted: HostedTable, thought: Thought, found: Answer | None) -> None:
        """Somebody has thought for a robot; the table may have moved on."""
        if hosted.thought is not thought or self.failed or self.closing:
            return
        try:
            said = found.choices[0].command if found and found.choices else ""
            hosted.hear_answer(thought, said)
        except FAILURES as error:
            hosted.break_down(error)
        self.timers.note(hosted)
        self.outbox.settle()

    def on_alarm(self) -> None:
        """Do what is due at the table that waits longest."""
        hosted = None if self.failed else self.timers.take(self.now())
        if hosted is None:
            return
        try:
            hosted.on_alarm()
        except Refused as refused:
            self.outbox.log.error("table.alarm", table=hosted.name, code=refused.reason)
        except FAILURES as error:
            hosted.break_down(error)
        self._note(hosted)
        self.outbox.settle()

    def sweep(self) -> None:
        """Now and then: those who stay away have left, and tables where nobody is are closed."""
        self.outbox.log.tell_suppressed()
        if not self.failed:
            sweep(self)
            self.outbox.settle()
