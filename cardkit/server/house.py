"""The house: who is in it, which tables are open, and what becomes of what they say.

Plain synchronous code without sockets, threads or a clock of its own, so a whole evening can be
played in a test. What each word means is in `lobby`; the ledger sees to it that nothing is told
before it is stored.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from cardkit.netgame import WATCHER, NetGame, Reason, Refused, Text
from cardkit.netgame.command import read_line
from cardkit.netgame.conditions import did_you_mean
from cardkit.protocol import Malformed, Message
from cardkit.server.alarms import Alarms
from cardkit.server.aside import SetAside, take_one
from cardkit.server.bans import Bans
from cardkit.server.calls import (
    LIMITS,
    Call,
    Job,
    Limits,
    Recent,
    shutting_down,
    store_failed,
    tag_of,
)
from cardkit.server.desk import SEATING, Desk
from cardkit.server.guesses import Guesses
from cardkit.server.ledger import Ledger
from cardkit.server.log import blame
from cardkit.server.names import looks
from cardkit.server.reading import SavedGame
from cardkit.server.robots import Robots
from cardkit.server.session import Caller, Session, hash_token
from cardkit.server.setting import HouseRules, Setting
from cardkit.server.throttle import Throttle
from cardkit.server.upkeep import check_crowd, check_room, check_table, sweep
from cardkit.server.vault import Vault

ROBOTS = Robots()
_ATTEMPTS = (Reason.WRONG_PASSWORD, Reason.BAD_SIGNATURE, Reason.BAD_TOKEN, Reason.TRY_LATER)
"""What a host wants to see in the log: somebody may be guessing."""


class House:
    """Everything there is besides bytes and files."""

    def __init__(
        self,
        games: Mapping[str, type[NetGame]],
        ledger: Ledger,
        vault: Vault,
        now: Callable[[], float],
        *,
        robots: Robots = ROBOTS,
        limits: Limits = LIMITS,
        server: str = "",
        account: Callable[[str], Any] = lambda name: None,
    ) -> None:
        self.games = dict(games)
        self.ledger = ledger
        self.vault = vault
        self.now = now
        self.robots = robots
        self.limits = limits
        self.server = server
        """The public key that signs the records of this house, in hex."""
        self.account = account
        """Looks an account up; called off the event loop."""
        self.load: Callable[[str], SavedGame] | None = None
        """Reads a table that was set aside, likewise; without it none is."""
        self.guesses = Guesses(now, ledger, vault)
        self.guests = Throttle(now, burst=limits.guests, every=60 / limits.guests)
        self.openings = Throttle(now, burst=limits.guests, every=60 / limits.guests)
        self.chatter = Throttle(now, burst=10, every=1.0)
        self.visits = Throttle(now, burst=20, every=3.0)
        self.seatings = Throttle(now, burst=20, every=3.0)
        self.crowds = Throttle(now, burst=2 * limits.guests, every=30 / limits.guests)
        self.returns = Throttle(now, burst=limits.returns, every=10.0)
        self.sessions: dict[str, Session] = {}
        self.tokens: dict[bytes, Session] = {}
        self.looks: dict[str, str] = {}
        self.desks: dict[str, Desk] = {}
        self.aside = SetAside()
        self.bans = Bans(now)
        self.from_origin: Counter[str] = Counter()
        self.names_used: Counter[str] = Counter()
        self.written: Recent[tuple[Message, ...]] = Recent(256)
        """Rule sheets and lists of options, which take long to write."""
        self.moves = self.refusals = 0
        self.failed = False
        self.closing = False
        self.alarms = Alarms(self.desks.values)
        self.empty: dict[str, float] = {}

    # --- what a caller says ------------------------------------------------------------------

    def said(self, caller: Caller, words: list[str]) -> Job | None:
        """Carry out one command; every command gets one answer."""
        tag, job = "", None
        try:
            if words[0][:1] == "#":
                tag, words = tag_of(words), words[1:]
            self._check_open()
            job = self._carry_out(caller, words, tag)
        except Refused as refused:
            self._refuse(caller, refused, tag)
        except Exception as error:  # noqa: BLE001 - a question that the rules cannot answer
            self.ledger.log.error("command.failed", **blame(error))
            wrong = Refused(Reason.TABLE_BROKEN, "the server failed at that; the host is told")
            self.ledger.say(caller, caller.warning(wrong, tag))
        self.ledger.settle()
        return job

    def _carry_out(self, caller: Caller, words: list[str], tag: str) -> Job | None:
        session = caller.session
        if tag and session is not None and session.has_done(tag):
            self.ledger.say(caller, (tag, "OK"))
            return None
        if not (words[0].isascii() and words[0].isidentifier()):  # full-width letters, say
            words = [*read_line(words[0]), *words[1:]]
        do = self.words.get(words[0].upper())
        if do is not None:
            return do(self, Call(self, caller, words, tag))
        desk = self.at_table(caller)
        assert session is not None
        if words[0].upper() in SEATING:
            self.seatings.check(session.name)
            check_crowd(self, session, desk)
        desk.apply(session.name, " ".join(words), caller, tag)
        if tag:
            session.remember(tag)
        self.moves += 1
        self.watch_clock(desk)
        return None

    def _check_open(self) -> None:
        if self.failed:
            raise store_failed()
        if self.closing:
            raise shutting_down()

    def finish(self, job: Job, result: Any) -> None:
        """Go on with a command whose long work is done."""
        call = job.call
        try:
            self._check_open()
            job.then(result)
        except Refused as refused:
            self._refuse(call.caller, refused, call.tag)
        self.ledger.settle()

    def _refuse(self, caller: Caller, refused: Refused, tag: str) -> None:
        self.refusals += 1
        self.ledger.say(caller, caller.warning(refused, tag))
        if refused.reason is Reason.BANNED:
            self.part_with(caller, refused)
        if refused.reason in _ATTEMPTS and caller.session is None:
            self.ledger.note("refused", code=refused.reason, address=caller.address)

    def part_with(self, caller: Caller, why: Refused) -> None:
        """The last words to a caller, who is hung up on."""
        self.ledger.say(caller, ("BYE", str(why.reason), why.text(caller.language)))
        self.ledger.hang_up(caller)

    def misheard(self, caller: Caller, wrong: Malformed) -> None:
        """Something came that is no command."""
        self.ledger.say(caller, caller.warning(wrong.refusal))
        self.ledger.settle()

    words: dict[str, Callable[[House, Call], Job | None]] = {}
    """What each word of the house does; filled by `lobby`."""

    def someone(self, caller: Caller) -> Session:
        """The session of a caller who has entered, or a refusal."""
        if caller.session is None:
            raise Refused(Reason.NOT_ENTERED, "say who you are first: ENTER and a name")
        return caller.session

    def at_table(self, caller: Caller) -> Desk:
        """The table at which a caller is, or a refusal."""
        session = self.someone(caller)
        if session.desk is None:
            raise Refused(
                Reason.NOT_AT_A_TABLE,
                "that is said at a table, and you are at none; TABLES lists them, JOIN goes to one",
            )
        return session.desk

    # --- sessions ----------------------------------------------------------------------------

    def new_session(self, caller: Caller, name: str) -> str:
        """Somebody new is in the house; the secret to come back with."""
        self.bans.check(caller.address, name)
        if len(self.sessions) >= self.limits.sessions:
            raise Refused(Reason.TOO_MANY, "the house is full; try again in a minute")
        origin = self.vault.mark(caller.origin)
        if self.from_origin[origin] >= self.limits.sessions_from:
            raise Refused(
                Reason.TOO_MANY,
                "{most} people came from your address; that is the limit. Try again in a minute",
                most=self.limits.sessions_from,
            )
        token = self._new_token()
        session = Session(name, hash_token(token), origin)
        self.add(session)
        self.connect(caller, session)
        session.save(self.ledger)
        self.ledger.note("entered", name=name, speaks=caller.codec.name)
        return token

    def renew(self, caller: Caller, session: Session) -> str:
        """Who has proved again to be the owner of an account gets the session, and a new secret."""
        token = self._new_token()
        del self.tokens[session.token]
        session.token = hash_token(token)
        self.tokens[session.token] = session
        session.save(self.ledger)
        self.take_up(caller, session)
        return token

    def _new_token(self) -> str:
        return "t" + self.ledger.secret(16).hex()

    def take_up(self, caller: Caller, session: Session) -> None:
        """A session goes on with this caller, and with no other."""
        old, session.caller = session.caller, None
        if old is not None:
            old.session = None
            if session.desk is not None:
                session.desk.listeners.remove(session)
            wrong = Refused(Reason.TAKEN_OVER, "you have come back over another connection")
            self.part_with(old, wrong)
        elif session.desk is not None and session.name in session.desk.table.seat_of:
            self._happens(session.desk, "", f"BACK {session.name}")
        self.connect(caller, session)
        self.ledger.note("returned", name=session.name)

    def connect(self, caller: Caller, session: Session) -> None:
        """From now on what happens to this participant is told to this caller."""
        caller.session, session.caller = session, caller
        if session.desk is not None:
            session.desk.listeners.append(session)

    def add(self, session: Session) -> None:
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

    def looks_like(self, name: str) -> str | None:
        """Who is here and can be mistaken for one of that name."""
        return next((self.looks[image] for image in looks(name) if image in self.looks), None)

    def lost(self, caller: Caller) -> None:
        """The connection of a caller is gone."""
        session, caller.session = caller.session, None
        if session is None or self.failed or self.closing:  # RESTART will tell of it
            return
        session.caller, session.away_since = None, self.now()
        desk = session.desk
        if desk is not None:
            desk.listeners.remove(session)
            if session.name in desk.table.seat_of:  # the table does not care who else is there
                self._happens(desk, "", f"LOST {session.name}")
        self.ledger.note("lost", name=session.name)
        self.ledger.settle()

    def end_session(self, session: Session) -> None:
        """Somebody has left for good."""
        if session.desk is not None:
            self.leave_table(session)
        self.drop(session)
        self.ledger.row("no session", session.name)
        self.ledger.note("left", name=session.name)
        if session.caller is not None:
            session.caller.session = None

    def leave_table(self, session: Session, tag: str = "") -> None:
        desk = session.desk
        assert desk is not None
        if session in desk.listeners:
            desk.listeners.remove(session)
        if tag:
            session.remember(tag)
        self._happens(desk, session.name, "EXIT", tag)
        del desk.people[session.name]
        session.desk, session.seat = None, WATCHER
        if not desk.people:
            desk.clear_away()
            self.empty[desk.name] = self.now()

    def _happens(self, desk: Desk, who: str, line: str, tag: str = "") -> None:
        """What cannot be refused: people come and go, whether the rules of a table fail or not."""
        with suppress(Refused):
            desk.apply(who, line, None, tag)
            self.watch_clock(desk)

    # --- tables ------------------------------------------------------------------------------

    def find_game(self, name: str) -> type[NetGame]:
        game = self.games.get(name.lower())
        if game is None:
            raise Refused(
                Reason.NO_SUCH_GAME,
                "{name} is not played here{hint} The games are: {known}",
                name=name[:40],
                hint=did_you_mean(name, list(self.games)) or Text("."),
                known=", ".join(self.games),
            )
        return game

    def find_desk(self, name: str) -> Desk:
        desk = self.desks.get(name.lower())
        if desk is None:
            raise Refused(
                Reason.NO_SUCH_TABLE,
                "there is no table {name}{hint} TABLES lists them",
                name=name[:40],
                hint=did_you_mean(name, list(islice(self.desks, 200))) or Text("."),
            )
        return desk

    def open_table(
        self, game: str, preset: str, options: Mapping[str, Any], rules: HouseRules
    ) -> Desk:
        """A new table, with nobody at it yet."""
        cls = self.find_game(game)
        check_room(self, rules)
        clock = cls.with_options(preset, options)["clock"]
        if 0 < clock.move < 1:
            raise Refused(
                Reason.BAD_OPTION, "here a move takes at least a second: move=1, or 0 for no limit"
            )
        name = self._new_name(game.lower())
        setting = Setting(name, game.lower(), cls, preset, dict(options), rules)
        desk = Desk(setting, self.ledger, self.vault, self.now, self.robots, self.server)
        desk.new_match(0)
        self.desks[name] = desk
        self.empty[name] = self.now()
        written = json.dumps(dict(options), ensure_ascii=False)
        self.ledger.row("table", name, game.lower(), preset, written, rules.written(), self.now())
        self.ledger.note("table.opened", table=name, game=game.lower(), by=rules.owner)
        return desk

    def _new_name(self, game: str) -> str:
        """A name that no table ever had."""
        stem = game.replace("_", "-")
        self.names_used[stem] += 1
        return f"{stem}-{self.names_used[stem]}"

    def join(self, session: Session, desk: Desk, tag: str, *, watch: bool) -> None:
        check_table(self, session, desk)
        self.visits.check(session.name)
        check_crowd(self, session, desk)
        if session.name in desk.table.seat_of or not watch:
            desk.apply(session.name, "ENTER", None, tag)
        else:
            desk.apply(session.name, "ENTER WATCH", None, tag)
        if tag:
            session.remember(tag)
        desk.people[session.name] = session
        desk.wind()
        self.watch_clock(desk)
        self.empty.pop(desk.name, None)
        session.desk, session.since = desk, desk.table.told
        session.seat = desk.table.seat_of.get(session.name, WATCHER)
        desk.listeners.append(session)
        session.save(self.ledger)

    # --- time --------------------------------------------------------------------------------

    def watch_clock(self, desk: Desk) -> None:
        """After each input at a table: note when it wants to be woken."""
        desk.begin_anew()
        self.alarms.note(desk)

    def ring(self) -> None:
        """Do what is due at the table that waits longest."""
        desk = None if self.failed else self.alarms.take(self.now())
        if desk is None:
            return
        try:
            desk.ring()
        except Refused as refused:
            self.ledger.log.error("table.alarm", table=desk.name, code=refused.reason)
        except Exception as error:  # noqa: BLE001 - rules may fail in any way
            desk.break_down(error)
        self.alarms.note(desk)
        self.ledger.settle()

    def sweep(self) -> None:
        """Now and then: those who stay away have left, and tables where nobody is are closed."""
        self.ledger.log.tell_suppressed()
        if not self.failed:
            sweep(self)
            self.ledger.settle()
