"""A table in the house: its match, its inputs on their way to the store, and who listens.

All that one input causes goes to each participant as one frame, and what is the same for several
is encoded once. Synchronous, without I/O: rows and frames go to the ledger, which sees to it that
nothing is told before it is stored.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import count, islice
from typing import Any

import msgpack

from cardkit.netgame import WATCHER, Command, Event, Reason, Refused, Role, Status
from cardkit.protocol import Message
from cardkit.server.ledger import Ledger
from cardkit.server.log import blame
from cardkit.server.press import Press, hand_of
from cardkit.server.robots import Robots
from cardkit.server.session import Caller, Session
from cardkit.server.setting import Setting
from cardkit.server.store import SavedMatch
from cardkit.server.vault import MatchBox, Vault

KEPT_EVENTS = 128
_pack = msgpack.Packer().pack
_OK: Message = ("OK",)


class Desk:
    """One table, its participants and its journal."""

    __slots__ = (
        "_asked",
        "_box",
        "_entries",
        "_now",
        "_over",
        "_robot_at",
        "_start_at",
        "alarm",
        "bot",
        "broken",
        "inputs",
        "ledger",
        "listeners",
        "match",
        "pace",
        "people",
        "recent",
        "setting",
        "table",
        "vault",
    )

    def __init__(
        self,
        setting: Setting,
        ledger: Ledger,
        vault: Vault,
        now: Callable[[], float],
        robots: Robots,
    ) -> None:
        self.setting = setting
        self.ledger = ledger
        self.vault = vault
        self._now = now
        self.pace = robots.pace
        self.bot = robots.bot_for(setting.game)
        self.match = 0
        self.inputs = 0
        self.people: dict[str, Session] = {}
        self.listeners: list[Session] = []
        self.recent: deque[Event] = deque(maxlen=KEPT_EVENTS)
        self.alarm: float | None = None
        """When the table wants to be woken."""
        self.broken = False
        self._asked: dict[int, list[str]] = {}
        self._over = False
        self._robot_at: float | None = None
        self._start_at: float | None = None

    @property
    def name(self) -> str:
        return self.setting.name

    # --- matches -----------------------------------------------------------------------------

    def new_table(self, box: MatchBox, told: int) -> None:
        """A table for a match whose chance comes from this box."""
        setting = self.setting
        self._box = box
        self.table = setting.rules(setting.preset, setting.options, key=box.deal_key)
        self._entries: deque[tuple[str, str, float]] = deque(maxlen=1)  # the store has the rest
        self.table.journal = self._entries
        self.table.listening = True
        self.table.told = told
        self.inputs = 0
        self._asked = {}
        self._over = False

    def new_match(self, told: int) -> None:
        """One match is one journal, so what is over can be opened without what is on."""
        self.match = self.ledger.next_match()
        secret = self.ledger.secret(32)
        sealed = self.vault.seal(secret, b"match %d" % self.match)
        self.ledger.row("match", self.match, self.name, told, sealed)
        self.new_table(self.vault.box(secret), told)

    def _next_match(self, people: Mapping[str, Role]) -> None:
        """A fresh table for these people: who has left in the meantime has no seat any more."""
        old = self.table
        players = [name for name in old.names if name in people]
        changes: list[tuple[Any, ...]] = [("FACT", key, None) for key in old.facts]
        if players != old.names:
            changes.append(("SEATS", *players))
        told = old.told + len(changes)
        self.new_match(told)
        self.table.listening = False
        for name in players:
            if people[name] is Role.ROBOT:
                self._enter_again("", f"FILL {name}")
            else:
                self._enter_again(name, "ENTER")
                self._enter_again(name, "LOGIN")
                if old.status[old.seat_of[name]] is not Status.HERE:
                    self._enter_again("", f"LOST {name}")
        for name, role in people.items():
            if name not in players:
                self._enter_again(name, "ENTER WATCH" if role is Role.WATCHING else "ENTER")
        self.table.listening = True
        for session in self.people.values():
            session.save(self.ledger)  # what they did in the last match is not done again
        numbered = enumerate(changes, old.told + 1)
        events = [Event(number, kind, tuple(parts)) for number, (kind, *parts) in numbered]
        self._publish(events, None, None)

    def clear_away(self) -> None:
        """All have left: what was begun is broken off, unless it is suspended; seats are free."""
        if self.table.names and not self.table.suspended and not self.broken:
            self._next_match({})
        self.alarm = None

    def _enter_again(self, who: str, line: str) -> None:
        self.table.apply(who, line, self._now())
        self._journal("")

    def recover(self, match: SavedMatch, box: MatchBox, sealed: Sequence[bytes]) -> None:
        """Play the stored inputs again: the table stands where it stood, and its tags are known."""
        self.match = match.id
        self.new_table(box, match.told)
        for n, entry in enumerate(sealed):
            who, line, at, tag, quiet = msgpack.unpackb(box.unseal(n, entry))
            self.table.listening = not quiet
            events = self.table.apply(who, line, at)
            self.recent.extend(event for event in events if event.number)
            if not self.table.playing:
                self._note_seats()
            if tag and who in self.people:
                self.people[who].remember(tag)
        self.table.listening = True
        self._note_seats()
        self.inputs = len(sealed)
        self._over = bool(match.over)

    # --- inputs ------------------------------------------------------------------------------

    def apply(
        self, who: str, line: str, caller: Caller | None = None, tag: str = "", answer: Message = ()
    ) -> None:
        """One input: stored, and told to all. Raises `Refused` with nothing changed."""
        if self.broken:
            raise _broken()
        try:
            self._carry_out(who, line, caller, tag, answer)
        except Refused:
            raise
        except Exception as error:
            raise self.break_down(error, who) from error

    def _carry_out(
        self, who: str, line: str, caller: Caller | None, tag: str, answer: Message
    ) -> None:
        table = self.table
        before = table.awaited
        events = table.apply(who, line, self._now())
        self._journal(tag)
        if caller is not None and not answer:
            answer = (tag, "OK") if tag else _OK
        asks = [s for s in table.awaited if s not in before or self._asks_again(s, who, line)]
        self._publish(events, caller, answer, asks)
        if table.match_over and not self._over:
            self._end_match()
        if table.awaited is not before or asks:
            self._robot_at = None
        self.wind()

    def break_down(self, error: Exception, who: str = "") -> Refused:
        """The rules have failed: this table stands still. All are told; `who` is to be answered."""
        refused = _broken()
        if not self.broken:
            self.broken, self.alarm = True, None
            self.ledger.log.error("table.broken", table=self.name, **blame(error))
            for name, session in self.people.items():
                if session.caller is not None and name != who:
                    self.ledger.say(session.caller, session.caller.warning(refused))
        return refused

    def _asks_again(self, seat: int, who: str, line: str) -> bool:
        """Whether somebody who was asked before is asked something new."""
        table = self.table
        return (
            table.names[seat] == who or line == "TIME" or self._legal(seat) != self._asked.get(seat)
        )

    def start(self, who: str, caller: Caller | None = None, tag: str = "") -> None:
        """Begin the next game: with robots in the free seats, if the house has it so."""
        if self.broken:
            raise _broken()
        table = self.table
        if not table.playing and (not who or who in table.seat_of):
            robots = self._robots_needed()
            if not robots:
                table.check(who, "START")
            if self._over:
                self._next_match(table.people)
            for name in robots:
                self.apply("", f"FILL {name}")
        self.apply(who, "START", caller, tag)
        if self.table.game == 1:
            self.ledger.row("begun", self._now(), self.match)

    def _robots_needed(self) -> list[str]:
        table = self.table
        if not self.setting.house.robots or (table.game and not table.match_over):
            return []
        here = sum(name in table.people for name in table.names)
        usual = max(table.seats.least, min(4, table.seats.most))
        taken = {name.casefold() for name in (*table.people, *table.names)}
        free = (f"robot-{n}" for n in count(1) if f"robot-{n}" not in taken)
        return list(islice(free, max(0, usual - here)))

    def _journal(self, tag: str) -> None:
        who, line, at = self._entries[-1]
        plain = _pack((who, str(line), at, tag, not self.table.listening))
        self.ledger.row("input", self.match, self.inputs, self._box.seal(self.inputs, plain))
        self.inputs += 1

    def _end_match(self) -> None:
        """What was secret of this match is so no more."""
        self._over = True
        table = self.table
        best_first = [seat for _, seat in table.standings()]
        self.ledger.row(
            "over",
            self._box.secret,
            self._now(),
            table.game,
            json.dumps([table.names[seat] for seat in best_first], ensure_ascii=False),
            json.dumps([table.scores[seat] for seat in best_first]),
            self.match,
        )
        self.ledger.note("match.over", table=self.name, match=self.match)

    # --- telling -----------------------------------------------------------------------------

    def _publish(
        self,
        events: Sequence[Event],
        caller: Caller | None,
        answer: Message | None,
        asks: Sequence[int] = (),
    ) -> None:
        """One frame for each participant; the one who caused it finds the answer in front."""
        self.recent.extend(event for event in events if event.number)
        for seat in asks:
            self._asked[seat] = self._legal(seat)
        if any(event.kind == "SEATS" for event in events):
            self._note_seats()
        press, frame = Press(events), self.ledger.frame
        for session in self.listeners:
            mine = session.caller
            if mine is None:
                continue
            seat = session.seat
            if mine is caller:
                before = [mine.codec.encode(answer)] if answer else []
                caller = None
            elif seat not in asks:
                if events:
                    frame(mine, press.frame(type(mine.codec), seat))
                continue
            else:
                before = []
            asked = self.question(mine, seat) if seat in asks else ()
            after = [mine.codec.encode(message) for message in asked]
            frame(mine, mine.codec.frame([*before, *press.body(type(mine.codec), seat), *after]))
        if caller is not None and answer:
            self.ledger.say(caller, answer)

    def _note_seats(self) -> None:
        """Nobody is told later what was said to the seat before they had it."""
        table = self.table
        for name, session in self.people.items():
            seat = table.seat_of.get(name, WATCHER)
            if seat != session.seat:
                session.seat, session.since = seat, table.told

    def _legal(self, seat: int) -> list[str]:
        """What a player may say, as it is told: an open offer is its text."""
        return [o if isinstance(o, Command) else str(o) for o in self.table.legal(seat)]

    def question(self, caller: Caller, seat: int) -> tuple[Message, ...]:
        """What a player is asked: the legal commands, and as much of the view as wanted."""
        table = self.table
        if seat not in table.awaited or seat in table.forfeits or table.suspended:
            return ()
        legal = self._asked.get(seat) or self._legal(seat)
        if caller.views == "on":
            return (("ASK", legal, table.view(seat).data()),)
        hand = hand_of(table, seat) if caller.views == "hand" else ()
        return (("HAND", *hand), ("ASK", legal)) if hand else (("ASK", legal),)

    def state(self, session: Session) -> Message:
        """The whole of what a participant may know."""
        table = self.table
        seat = table.seat_of.get(session.name)
        view = table.view(seat).data()
        view["people"] = {name: str(role) for name, role in table.people.items()}
        view["over"] = table.match_over
        view["table"], view["rules"], view["now"] = self.name, self.setting.game, self._now()
        return ("STATE", table.told, view)

    def rest(self, session: Session, last: int) -> list[Message] | None:
        """What happened after event `last`, or None when that is too long ago to be told."""
        told, recent = self.table.told, self.recent
        if not max(session.since, told - len(recent)) <= last <= told:
            return None
        missed = list(recent)[len(recent) - (told - last) :]
        heard = ((event.number, event.words(session.seat)) for event in missed)
        return [(number, *words) for number, words in heard if words is not None]

    # --- the clock ---------------------------------------------------------------------------

    def wind(self) -> None:
        """Find out when the table wants to be woken next."""
        table = self.table
        if self._robot_at is None and table.robots():
            self._robot_at = self._now() + self.pace
        elif self._robot_at is not None and not table.robots():
            self._robot_at = None
        between = table.game and not table.playing and not table.match_over
        if not between or not self.setting.house.pause:
            self._start_at = None
        elif self._start_at is None:
            self._start_at = self._now() + self.setting.house.pause
        times = [t for t in (self._robot_at, self._start_at, table.due()) if t is not None]
        self.alarm = min(times, default=None) if self.people else None  # nobody is there to see it

    def ring(self) -> None:
        """It is time: one robot moves, or a deadline has passed, or the next game begins."""
        now, table = self._now(), self.table
        due = table.due()
        if self._robot_at is not None and self._robot_at <= now:
            self._robot_at = None
            self._move_robot(table.robots()[0])
        elif due is not None and due <= now:
            self.apply("", "TIME")
        elif self._start_at is not None and self._start_at <= now:
            self._start_at = None
            self.start("")

    def _move_robot(self, seat: int) -> None:
        """A robot of the house plays as well as the bot of its game; a stand-in plays by lot."""
        table, name = self.table, self.table.names[seat]
        if self.bot is not None and table.people.get(name) is Role.ROBOT:
            try:
                chosen = self.bot.choose(table.view(seat), table.legal(seat))
                return self.apply("", f"ROBOT {name} {chosen}")
            except Exception as error:  # noqa: BLE001 - a bot may fail in any way
                self.bot = None
                self.ledger.log.error("robot.failed", table=self.name, **blame(error))
        return self.apply("", f"ROBOT {name}")


def _broken() -> Refused:
    return Refused(
        Reason.TABLE_BROKEN,
        "the rules of this game have failed at this table, and it is closed; the host finds the "
        "cause in the log of the server",
    )
