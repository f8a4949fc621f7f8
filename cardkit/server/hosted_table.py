"""A table at the server: its matches, its inputs on their way to the store, and its clock.

Synchronous, without I/O: rows and frames go to the outbox, which sees to it that nothing is told
before it is stored. All that one input causes goes to each participant as one frame.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import ceil
from typing import Any

from cardkit import __version__
from cardkit.cardgame import CardGame
from cardkit.fair.dealer_role import DealActions, DealerRole, Roster
from cardkit.fair.table_deals import deck_of
from cardkit.netgame import (
    WATCHER,
    Command,
    Event,
    NetGame,
    Reason,
    Refused,
    Role,
    RulesError,
    Status,
)
from cardkit.netgame.events import fingerprint
from cardkit.protocol import Words
from cardkit.protocol.client_commands import SEATING, StartCommand
from cardkit.protocol.messages import StateMessage
from cardkit.protocol.reasons import ServerReason
from cardkit.server.advice import AdviceDesk
from cardkit.server.encoding import EventEncoder, hand_of, stage_of
from cardkit.server.journal import MatchJournal
from cardkit.server.outbox import Outbox
from cardkit.server.rated_tables import sides_of
from cardkit.server.ratings import is_installed
from cardkit.server.robots import PATIENCE, Robots, RobotSeats, Thought, robots_needed
from cardkit.server.session import Peer, Session
from cardkit.server.store import RATED, PlayedBy
from cardkit.server.table_settings import TableSettings
from cardkit.server.vault import Vault

KEPT_EVENTS = 128
RESERVED = -1
"""In the place of its first event: the match has not begun, but its first deal is open."""
_OK: Words = ("OK",)
_BETWEEN_GAMES = (*(each.kind for each in SEATING), StartCommand.kind)
_APART = 10_000
"""By fewer events than this two versions differ in how they tell the same match."""
TIME_TO_RETURN = 30
"""Seconds in which all who were at a table that stood still can come back, whatever its rule is."""
MOST_COMINGS = 200
"""Entries after which the journal of a match in which nothing was played is begun anew."""


FAILURES = (Exception, SystemExit)
"""How rules, and bots, may fail: an author's `exit()` ends the table, never the server."""


class HostedTable:
    """One table, its participants and its journal."""

    table: NetGame
    """Comes with the first match."""

    def __init__(
        self,
        settings: TableSettings,
        outbox: Outbox,
        vault: Vault,
        now: Callable[[], float],
        robots: Robots,
        server: str = "",
    ) -> None:
        self.settings = settings
        self.outbox = outbox
        self._now = now
        self.people: dict[str, Session] = {}
        self.listeners: list[Session] = []
        self.recent: deque[Event] = deque(maxlen=KEPT_EVENTS)
        self._ours = 0
        """Clients that have heard no event from this one on get STATE: another version told them
        the earlier ones, in other words or numbers."""
        self._asked: dict[int, list[str]] = {}
        self._seated_away: list[str] = []
        self.vault = vault
        self.pace = robots.pace
        self.robots = RobotSeats(robots, settings) if settings.game in robots.bots else None
        """Whose judgement the robots borrow; without it they play at random."""
        self.thought: Thought | None = None
        """What the robot thinks about that moves next."""
        self.advice = AdviceDesk()
        self.can_advise = settings.hosting.advice and robots.thinkers is not None
        self.server = server
        """The public key of the server, in hex."""
        self._coming: MatchJournal | None = None
        self._begun = 0
        """The last event before this match."""
        self._last_match = 0
        """The number of the last match here; that of the next one is higher, whoever hosts it."""
        self.dealing = DealerRole()
        self.alarm: float | None = None
        """When the table wants to be woken."""
        self.broken = False
        self.played = False
        """Whether a game was ever begun at this table."""
        self._over = False
        self._robot_at: float | None = None
        self._start_at: float | None = None

    @property
    def name(self) -> str:
        return self.settings.name

    # --- matches -----------------------------------------------------------------------------

    def new_table(self, journal: MatchJournal, told: int) -> None:
        """A table for the match of this journal."""
        settings = self.settings
        self.journal, self._coming, self._last_match = journal, None, journal.match
        self._begun = told
        self.table = settings.rules(  # its options were checked when it was opened
            settings.preset, settings.options, dealer=self.dealing.employ, reopened=True
        )
        self.table.keep_journal(1)  # the store has the rest
        self.table.listening = True
        self.table.log.told = told
        self._asked = {}
        self._over = False
        self._quiet = 0
        self._comings: Counter[str] = Counter()

    def new_match(self, told: int) -> None:
        """One match is one journal, so what is over can be opened without what is on."""
        if self._coming is None:
            self.dealing.new_match()
            self.new_table(self._new_book(told), told)
        else:
            self.outbox.row("seated", told, __version__, self._coming.match)
            self.new_table(self._coming, told)

    def coming_journal(self) -> MatchJournal:
        """Where the next deal is written: that of this match, or a new one when it is over."""
        if not self._over:
            return self.journal
        if self._coming is None:
            self._coming = self._new_book(RESERVED)
            self.dealing.new_match()
        return self._coming

    def journals(self) -> list[MatchJournal]:
        """The journals that are not closed, the latest first."""
        return [self.journal] if self._coming is None else [self._coming, self.journal]

    def _new_book(self, told: int) -> MatchJournal:
        match, secret = self.outbox.next_match(self._last_match), self.outbox.secret(32)
        self._last_match = match
        sealed = self.vault.seal(secret, b"match %d" % match)
        deals = self.dealing.number
        self.outbox.row("match", match, self.name, told, deals, sealed, __version__)
        return MatchJournal(match, self.vault.cipher(secret), deals)

    def _next_match(self, people: Mapping[str, Role]) -> None:
        """A fresh table for these people: who has left in the meantime has no seat any more."""
        old = self.table
        coming = old.next_people()
        players = [name for name in coming.names if name in people]
        places = dict(zip(coming.names, coming.places, strict=False))  # none if none was chosen
        queue = [name for name in old.people.queue if name in people]
        line = [name for name in queue if name not in players]
        changes: list[tuple[Any, ...]] = [("FACT", key, None) for key in old.facts]
        changes += [("ACTION", name, "LOGIN") for name in queue if name in players]
        if players != old.names:
            changes.append(("SEATS", *players))
        if line != queue:
            changes += [("QUEUE", name, place) for place, name in enumerate(line, 1)]
        told = old.told + len(changes)
        if not self._has_begun:
            self._forget(self.journal)
        self.new_match(told)
        self.table.listening = False
        if (time_left := ceil(old.people.back_by - self._now())) > 0:
            self._enter_again("", f"RESTART {time_left}")
        for name in players:
            place = f" {places[name] + 1}" if name in places else ""
            if people[name] is Role.ROBOT:
                self._enter_again("", f"FILL {name}{place}")
            else:
                self._enter_again(name, "ENTER")
                self._enter_again(name, f"LOGIN{place}")
                seat, session = old.people.seat_of.get(name), self.people.get(name)
                if seat is not None:
                    away = old.people.status[seat] is not Status.HERE
                else:  # who waited for a seat
                    away = session is None or session.peer is None
                if away:
                    self._enter_again("", f"LOST {name}")
        for name, role in people.items():
            if name not in players:
                self._enter_again(name, "ENTER WATCH" if role is Role.WATCHING else "ENTER")
        for name in line:
            self._enter_again(name, "LOGIN")
        self.table.listening = True
        self._quiet = self.journal.entries
        for session in self.people.values():
            session.save(self.outbox)  # what they did in the last match is not done again
        numbered = enumerate(changes, old.told + 1)
        events = [Event(number, kind, tuple(parts)) for number, (kind, *parts) in numbered]
        self.publish(events, None, None)
        self._seated_away.clear()  # the fresh table knows who is away

    def clear_away(self) -> None:
        """All have left: what was begun is broken off, unless it is suspended; seats are free."""
        if self.table.names and not self.table.suspended and not self.broken:
            self._next_match({})
            self.dealing.forget()
        self.stand_still()

    def begin_anew(self) -> None:
        """However often people come and go, what is kept of a match without a game stays short."""
        if self.table.game_no or self.journal.entries - self._quiet < MOST_COMINGS:
            return
        people, idle = self.table.people.roles, not self.dealing.under_way and not self.broken
        if idle and any(role is not Role.ROBOT for role in people.values()):
            self._next_match(people)
            self.prepare_deal()

    def forget_unplayed(self) -> None:
        """The table is closed: nothing is kept of matches in which nothing was played."""
        for journal in self.journals():
            if journal is not self.journal or not self._has_begun:
                self._forget(journal)

    @property
    def _has_begun(self) -> bool:
        """Whether a game was begun in this match."""
        return self.table.game_no > 0 or self._over

    def _forget(self, journal: MatchJournal) -> None:
        self.outbox.row("no inputs", journal.match)
        self.outbox.row("no match", journal.match)
        self.outbox.row("match number", journal.match, journal.match)

    def check_coming(self, origin: str, most: int) -> None:
        """Refuse who has come and gone too often; else count it."""
        if self._comings[origin] >= most:
            raise Refused(
                ServerReason.TOO_MANY,
                "there was too much coming and going from your address at {table}; come back when "
                "the match there is over, or choose another table",
                table=self.name,
            )
        self._comings[origin] += 1

    def _enter_again(self, who: str, line: str) -> None:
        self._journal("", self.table.apply(who, line, self._now()))

    def recover(
        self, journal: MatchJournal, told: int, sealed: Sequence[bytes], *, over: bool
    ) -> None:
        """Play the stored inputs again: the table stands where it stood, and its tags are known.

        Events keep their numbers, however many of them an input is told as by now.
        """
        self.new_table(journal, told)
        self.dealing.number = journal.deals
        numbered = same = True
        for n, entry in enumerate(journal.read(sealed)):
            if isinstance(entry.what, str):
                self.table.listening = not entry.quiet
                self._quiet += entry.quiet
                events = self.table.apply(entry.who, entry.what, entry.at)
                self._tell_robots(events)
                same = same and entry.fingerprint == fingerprint(events)
                if numbered := entry.told is not None:
                    self.table.log.told = entry.told
                self.dealing.prove(events)
                journal.sign(events)
                self.recent.extend(event for event in events if event.number)
                if not self.table.playing:
                    self.note_seats()
            else:
                self.dealing.recall(entry.what, self._now())
            session = self.people.get(entry.who)
            if entry.tag and session is not None and (journal.match, n) >= session.saved:
                session.remember(entry.tag)  # an earlier one was saved with the session
        if not numbered:
            self.table.log.told += _APART  # no number stands for two events
        if not same:
            self.recent.clear()
            self._ours = self.table.told + 1
        self.table.listening = True
        self.note_seats()
        self._seated_away.clear()  # RESTART tells of all
        self._over = over

    def recover_coming(self, journal: MatchJournal, sealed: Sequence[bytes]) -> None:
        """The next match had not begun, but its first deal was open."""
        self._coming, self._last_match = journal, journal.match
        self.dealing.new_match()
        self.dealing.number = journal.deals
        for entry in journal.read(sealed):
            assert not isinstance(entry.what, str)  # nobody can say anything in it yet
            self.dealing.recall(entry.what, self._now())

    # --- inputs ------------------------------------------------------------------------------

    def apply(
        self, who: str, line: str, peer: Peer | None = None, tag: str = "", answer: Words = ()
    ) -> None:
        """One input: stored, and told to all. Raises `Refused` with nothing changed."""
        if self.broken:
            raise _broken()
        dealing = who and self.dealing.under_way
        if dealing and line.split(" ", 1)[0].upper() in _BETWEEN_GAMES:
            self._check_no_deal()
        try:
            self._carry_out(who, line, peer, tag, answer)
        except Refused:
            raise
        except FAILURES as error:
            raise self.break_down(error, who) from error

    def _carry_out(self, who: str, line: str, peer: Peer | None, tag: str, answer: Words) -> None:
        table = self.table
        before, playing, game = table.awaited, table.playing, table.game_no
        forfeits = table.forfeits  # which is another one after the game
        last = table.journal[-1] if table.journal else None
        try:
            events = table.apply(who, line, self._now())
        except Refused as refused:
            if table.journal and table.journal[-1] is not last:  # some of it is done already
                raise RulesError(
                    table.title, [f"it refuses what it has begun: {refused}"]
                ) from refused
            raise
        self._journal(tag, events)
        self._tell_robots(events)
        if roots := self.dealing.prove(events):
            self.tell_of_deals(roots)
        self.journal.sign(events)
        if peer is not None and not answer:
            answer = (tag, "OK") if tag else _OK
        asks = [s for s in table.awaited if s not in before or self._asks_again(s, who, line)]
        self.publish(events, peer, answer, asks)
        self.advice.keep(seat for seat in table.awaited if seat not in asks)
        if not table.playing:
            ended = table.match_over and not self._over  # too many may have left it
            played = playing or table.game_no > game  # it may be over as soon as it has begun
            if played:
                self._end_game()
            if played or ended:
                mode = self.settings.hosting.secret
                self.tell_of_deals(self.dealing.open_secrets(mode, match_over=table.match_over))
            if ended:
                self._end_match(forfeits)
            self.prepare_deal()
        if table.awaited is not before or asks:
            self._rest_robot()
        self.set_alarm()
        while self._seated_away:  # the table has taken them for present
            self.apply("", f"LOST {self._seated_away.pop()}")

    def break_down(self, error: BaseException, who: str = "") -> Refused:
        """The rules have failed: this table stands still. All are told; `who` is to be answered."""
        refused = _broken()
        if not self.broken:
            self.broken = True
            self.stand_still()
            self.outbox.log.failure("table.broken", error, table=self.name)
            for name, session in self.people.items():
                if session.peer is not None and name != who:
                    self.outbox.say(session.peer, session.peer.warning(refused))
        return refused

    def _asks_again(self, seat: int, who: str, line: str) -> bool:
        """Whether somebody who was asked before is asked something new."""
        table = self.table
        return (
            table.names[seat] == who
            or line.startswith("TIME")
            or self.legal(seat) != self._asked.get(seat)
        )

    def _journal(self, tag: str, events: Sequence[Event]) -> None:
        table = self.table
        who, line, at = table.journal[-1]
        told = table.told, fingerprint(events)
        self.journal.write(self.outbox, who, str(line), at, tag, not table.listening, *told)

    def _end_game(self) -> None:
        """Who had which seat in a game, and what came of it, whatever becomes of the match."""
        table, roles = self.table, self.table.people.roles
        ended, earned = self._now(), table.earned()
        for seat, name in enumerate(table.names):
            by = PlayedBy.PERSON
            if roles.get(name) is Role.ROBOT:
                by = PlayedBy.ROBOT
            elif table.people.status[seat] is Status.ROBOT:
                by = PlayedBy.STAND_IN
            result = table.place_of(seat), earned[seat], table.scores[seat]
            which = self.journal.match, table.game_no, seat
            self.outbox.row("game over", *which, ended, name, by, *result)

    def _end_match(self, forfeits: Collection[int]) -> None:
        """What was secret of this match is so no more; at a rated table it counts."""
        self._over = True
        table = self.table
        best_first = [seat for _, seat in table.standings()]
        self.outbox.row(
            "over",
            self.journal.cipher.secret,
            self._now(),
            table.game_no,
            json.dumps([table.names[seat] for seat in best_first], ensure_ascii=False),
            json.dumps([table.scores[seat] for seat in best_first]),
            self.journal.match,
        )
        can_rate = self.settings.hosting.rated and is_installed()
        if can_rate and (sides := sides_of(table, forfeits)):
            self.outbox.row(RATED, self.journal.match, self.settings.game, sides)
        self.outbox.note("match.over", table=self.name, match=self.journal.match)

    # --- deals -------------------------------------------------------------------------------

    def start(self, who: str, peer: Peer | None = None, tag: str = "") -> None:
        """Begin the next game: with robots in the free seats, if the server has it so."""
        if self.broken:
            raise _broken()
        self._check_no_deal()
        table = self.table
        if not table.playing and (not who or who in table.people.seat_of):
            robots = robots_needed(table, self.settings.hosting)
            if not robots:
                table.check(who, "START")
            if self._over:
                self._next_match(table.people.roles)
            for name in robots:
                self.apply("", f"FILL {name}")
        self.table.check(who, "START")
        roster = self._roster()
        is_open = self.dealing.is_open_for(roster.seats)
        opened = DealActions() if is_open else self._open_deal(roster)
        self._deal(self.dealing.start(who, roster, self._now(), opened), peer, tag)

    def prepare_deal(self) -> None:
        """After each input outside a game: the next deal is opened as soon as one can be."""
        roster = self._roster()
        if self.dealing.under_way:
            self._deal(self.dealing.people_changed(roster, self._now()))
        elif roster.takes_part and not self.dealing.is_open_for(roster.seats):
            self._deal(self._open_deal(roster))

    def contribute(self, verb: str, name: str, number: int, value: bytes) -> None:
        """COMMIT or REVEAL: what a player gives to a deal."""
        given = verb, name, number, value
        self._deal(self.dealing.contribute(*given, self._roster(), self._now()))

    def dispute(self, name: str, number: int, text: str) -> None:
        """A player says that what was told of a deal is false."""
        if all(journal.deals >= number for journal in self.journals()):
            raise Refused(Reason.NOT_NOW, "deal {number} is not open", number=number)
        actions = self.dealing.dispute(name, number, text)
        self._deal(actions)
        if actions.step:
            how = {"table": self.name, "deal": number, "by": name, "text": text}
            self.outbox.log.error("deal.disputed", **how)

    def _roster(self) -> Roster:
        """Who plays the next game, and who of them is here: all that a deal knows of people."""
        table = self.table
        seats = table.next_players(robots_needed(table, self.settings.hosting))
        if len(seats) < table.seats.least or (table.seats.partners and len(seats) % 2):
            seats = []
        here = {name: self.people[name].peer for name in seats if name in self.people}
        takes_part = {name for name, peer in here.items() if peer and peer.proofs}
        return Roster(seats, here.keys(), takes_part)

    def _open_deal(self, roster: Roster) -> DealActions:
        """What the next deal is about; it belongs to the match that comes next."""
        settings, match = self.settings, self.coming_journal().match
        about: dict[str, Any] = {"server": self.server, "table": settings.name, "match": match}
        about |= {"deal": self.dealing.number + 1, "game": settings.game, "preset": settings.preset}
        about |= {"options": dict(settings.options), "deck": deck_of(self.table)}
        about |= {"seats": list(roster.seats)}
        return self.dealing.open(about, self.outbox.secret(32))

    def _deal(self, actions: DealActions, peer: Peer | None = None, tag: str = "") -> None:
        """Carry out what comes of an input to a deal: it is stored, told, and the game begins."""
        step = actions.step
        if not step and not actions.seed:
            return  # others are waited for
        if step:
            # The secrets of a match are told, and disputed, when the next one may be open already.
            number = step.get("deal", self.dealing.number)
            journal = next(journal for journal in self.journals() if journal.deals < number)
            journal.write(self.outbox, step.get("start", ""), step, self._now(), tag, False)
        answer: Words = ((tag, "OK") if tag else _OK) if peer is not None else ()
        if peer is not None and not actions.seed:
            self.outbox.say(peer, answer)
        self.tell_of_deals(actions.told)
        if actions.seed:
            line = f"START {actions.seed.hex()} {actions.starter}".rstrip()
            self.apply("", line, peer, "", answer)
            self.played = True
            if self.table.game_no == 1:
                self.outbox.row("begun", self._now(), self.journal.match)
                if self.settings.hosting.private:
                    self.outbox.row("hidden", self.journal.match)
        elif actions.start_again:
            self.start(actions.starter)
        else:
            self.set_alarm()

    def _check_no_deal(self) -> None:
        """While the cards are dealt nobody changes seats."""
        if self.dealing.under_way:
            raise Refused(Reason.WRONG_PHASE, "the cards are being dealt; wait a moment")

    def deals_so_far(self, peer: Peer, seat: int, *, cards: bool = True) -> tuple[Words, ...]:
        """What somebody who comes, or comes back, has to know of the deals that are on."""
        if not peer.proofs:
            return ()
        piles: Iterable[tuple[str, Iterable[Any]]] = ()
        if cards and isinstance(self.table, CardGame):
            piles = self.table.piles.open_to(seat)
        return tuple(self.dealing.so_far(seat, piles))

    # --- what participants are told ----------------------------------------------------------

    def publish(
        self,
        events: Sequence[Event],
        peer: Peer | None,
        answer: Words | None,
        asks: Sequence[int] = (),
    ) -> None:
        """One frame for each participant; the one who caused it finds the answer in front."""
        for seat in asks:
            self._asked[seat] = self.legal(seat)
        for event in events:
            if event.number:
                self.recent.append(event)
            if event.kind == "SEATS":
                self.note_seats()
        encoder, frame = EventEncoder(events), self.outbox.frame
        for session in self.listeners:
            mine = session.peer
            if mine is None:
                continue
            seat = session.seat
            if mine is peer:
                before = [mine.codec.encode(answer)] if answer else []
                peer = None
            elif seat not in asks:
                if events:
                    told = encoder.frame(type(mine.codec), seat, mine.language, proofs=mine.proofs)
                    frame(mine, told)
                continue
            else:
                before = []
            asked = self.question(mine, seat) if seat in asks else ()
            after = [mine.codec.encode(message) for message in asked]
            body = encoder.body(type(mine.codec), seat, mine.language, proofs=mine.proofs)
            frame(mine, mine.codec.frame([*before, *body, *after]))
        if peer is not None and answer:
            self.outbox.say(peer, answer)

    def tell_of_deals(self, messages: Iterable[Words]) -> None:
        """To all who have asked for proofs, in a frame of its own."""
        peers = [s.peer for s in self.listeners if s.peer is not None and s.peer.proofs]
        told = tuple(messages) if peers else ()
        for peer in peers if told else ():
            self.outbox.say(peer, *told)

    def note_seats(self) -> None:
        """Nobody is told later what was said to the seat before they had it."""
        table = self.table
        for name, session in self.people.items():
            seat = table.people.seat_of.get(name, WATCHER)
            if seat != session.seat:
                session.seat, session.since = seat, table.told
                if session.peer is None and seat != WATCHER:
                    self._seated_away.append(name)

    def only_player(self) -> str | None:
        """Who plays a match that is on against nobody but robots."""
        table, roles = self.table, self.table.people.roles
        if not table.game_no or table.match_over or self.broken:
            return None
        people = [name for name in table.names if roles.get(name) is not Role.ROBOT]
        return people[0] if len(people) == 1 and people[0] in roles else None

    def is_alone(self, name: str) -> bool:
        """Whether a match waits for this player when they leave: robots have nobody to play for."""
        others = (s for s in self.people.values() if s.name != name and s.peer is not None)
        return next(others, None) is None and self.only_player() == name

    @property
    def stands_still(self) -> bool:
        """Whether its only player is cut off, so that no robot moves and no clock runs."""
        for session in self.people.values():
            if session.peer is not None:
                return False
        return self.only_player() is not None

    def misses(self, name: str) -> bool:
        """Whether the table has a seat for this player and does without them, or waits."""
        people = self.table.people
        return name in people.seat_of and people.status[people.seat_of[name]] is not Status.HERE

    def legal(self, seat: int) -> list[str]:
        """What a player may say, as it is told: an open offer is its text."""
        return [o if isinstance(o, Command) else str(o) for o in self.table.legal(seat)]

    def question(self, peer: Peer, seat: int) -> tuple[Words, ...]:
        """What a player is asked: the legal commands, and as much of the view as wanted."""
        table = self.table
        if not table.legal(seat) or table.status_of(seat) in (Status.FORFEIT, Status.ROBOT):
            return ()
        legal = self._asked.get(seat) or self.legal(seat)
        if peer.views == "on":
            return (("ASK", legal, table.view(seat).data()),)
        hand = hand_of(table, seat) if peer.views == "hand" else ()
        return (("HAND", *hand), ("ASK", legal)) if hand else (("ASK", legal),)

    def state(self, session: Session) -> Words:
        """The whole of what a participant may know."""
        table = self.table
        view = table.view(table.people.seat_of.get(session.name, WATCHER)).data()
        view["people"] = {name: str(role) for name, role in table.people.roles.items()}
        view["over"] = table.match_over
        if table.seats.drop_in:
            view["queue"] = list(table.people.queue)
        view["places"] = table.places()
        if not table.playing:
            view["robots"] = len(robots_needed(table, self.settings.hosting))
        if self.settings.hosting.robots:
            view["level"] = str(self.settings.hosting.robots)
        if self.can_advise:
            view["advice"] = True
        if (waited := table.not_ready()) is not None:
            view["ready"] = list(table.people.ready)
            view["ready_by"] = table.people.ready_by if waited else 0
        view["table"], view["rules"], view["now"] = self.name, self.settings.game, self._now()
        hosting, match = self.settings.hosting, self.settings.match()
        about = {"title": hosting.title, "owner": hosting.owner, "private": hosting.private}
        view |= {name: value for name, value in about.items() if value}
        view["preset"], view["options"], view["games"] = match.preset, match.options, match.games
        if self.settings.hosting.rated:
            view["rated"] = True
        return StateMessage(table.told, view).words()

    def rest(self, session: Session, last: int) -> list[Words] | None:
        """What happened after event `last`, or None when that cannot be told any more."""
        told, recent = self.table.told, self.recent
        proofs = session.peer is not None and session.peer.proofs
        begun = self._begun if proofs else 0  # of deals before nothing is known any more
        if not max(session.since, told - len(recent), self._ours, begun) <= last <= told:
            return None
        missed = list(recent)[len(recent) - (told - last) :]
        if proofs:
            missed = [each for event in missed for each in (event, *event.proofs)]
        heard = (event.told_to(session.seat) for event in missed)
        return [*(words for words in heard if words is not None), *stage_of(self.table)]

    # --- the clock ---------------------------------------------------------------------------

    def set_alarm(self) -> None:
        """Find out when the table wants to be woken next."""
        table, robots = self.table, self.table.robots()
        if self.thought is not None and robots[:1] != (self.thought.seat,):
            self._rest_robot()
        if not robots:
            self._robot_at = None
        elif self._robot_at is None:
            self._robot_at = self._now() + self.pace
        idle = not table.playing and not self.dealing.under_way
        between = idle and table.game_no and not table.match_over and self._can_start()
        if idle and table.not_ready() == [] and self._can_start():
            self._start_at = self._now()
        elif not between or not self.settings.hosting.pause:
            self._start_at = None
        elif self._start_at is None:
            self._start_at = self._now() + self.settings.hosting.pause
        wanted = self._robot_at, self._start_at, self.dealing.deadline, table.due()
        times = [t for t in wanted if t is not None]
        if times and (not self.people or self.stands_still):  # nobody is there to see it
            times = []
        self.alarm = min(times, default=None)
        if self._robot_at is not None and self.alarm is not None and self.thought is None:
            self._begin_to_think(robots[0])

    def people_changed(self) -> None:
        """Somebody is connected, or no longer: whether the clock runs may depend on it."""
        try:
            if not self.broken:
                self.set_alarm()
        except FAILURES as error:
            self.break_down(error)

    def _can_start(self) -> bool:
        """Whether there are enough players for the next game, with the robots that fill it up."""
        robots = robots_needed(self.table, self.settings.hosting)
        return bool(robots) or self.table.can("", "START")

    def on_alarm(self) -> None:
        """It is time: one robot moves, or a deadline has passed, or the next game begins."""
        now, table = self._now(), self.table
        due, deal_due = table.due(), self.dealing.deadline
        if self._robot_at is not None and self._robot_at <= now:
            self._robot_at = None
            self._move_robot(table.robots()[0])
        elif due is not None and due <= now:
            self._time_is_up(now)
        elif deal_due is not None and deal_due <= now:
            self._deal(self.dealing.time_up(self._roster(), now))
        elif self._start_at is not None and self._start_at <= now:
            self._start_at = None
            self.start("")

    def _move_robot(self, seat: int) -> None:
        """A robot says what it has thought of, or what the bot of its game would.

        So does who stands in for somebody.
        """
        table, name = self.table, self.table.names[seat]
        if self._waits_for_answer():
            self.set_alarm()
        elif table.status_of(seat) is not Status.ROBOT or not self._play_for(seat, "ROBOT"):
            self.apply("", f"ROBOT {name}")

    def _begin_to_think(self, seat: int) -> None:
        question = None
        if self.robots is not None and self.robots.thinks:
            try:
                question = self.robots.question(self.table, seat, self.outbox.secret)
            except FAILURES as error:
                self.robots.thinks = False
                self.outbox.log.failure("robot.failed", error, table=self.name)
        if question is not None:
            self.thought = Thought(seat, self._now(), question)

    def _waits_for_answer(self) -> bool:
        """Whether the robot that moves next gives those who think for it some more time."""
        thought = self.thought
        if thought is None or thought.asked is None or self._now() >= thought.begun + PATIENCE:
            return False
        self._robot_at = thought.begun + PATIENCE
        return True

    def hear_answer(self, thought: Thought, said: str) -> None:
        """What was found out for a robot; it moves when it would have moved, or at once."""
        thought.asked, thought.said = None, said
        self._robot_at = max(self._now(), thought.begun + self.pace)
        self.set_alarm()

    def _rest_robot(self) -> None:
        """What the robot was about to do has come to nothing."""
        self._robot_at = None
        if self.thought is not None:
            self.thought.cancel()
            self.thought = None

    def stand_still(self) -> None:
        """Nothing happens here by itself any more."""
        self._rest_robot()
        self.advice.keep()
        self.alarm = None

    def _time_is_up(self, now: float) -> None:
        """For who is late a robot plays as well as the bot of its game, where one plays at all."""
        table = self.table
        late = table.deadline is not None and table.deadline <= now and table.clock.late == "robot"
        waiting = (seat for seat in table.awaited if seat not in table.robots())
        seat = next(waiting, None) if late else None
        if seat is None or not self._play_for(seat, "TIME"):
            self.apply("", "TIME")

    def _play_for(self, seat: int, word: str) -> bool:
        """Say what the bot of the game would; False where there is none."""
        table, thought = self.table, self.thought
        if self.robots is None:
            return False
        if thought is not None and thought.seat == seat and thought.said:
            try:
                self.apply("", f"{word} {table.names[seat]} {thought.said}")
                return True
            except Refused as refused:  # it breaks a law: more or less was known than seen
                self.robots.thinks = False
                self.outbox.log.error("thought.refused", table=self.name, code=refused.reason)
        try:
            said = self.robots.choose(table, seat)
            if said is not None:
                self.apply("", f"{word} {table.names[seat]} {said}")
        except FAILURES as error:
            self._dismiss_bots(error)
            return False
        return said is not None

    def _tell_robots(self, events: Sequence[Event]) -> None:
        if self.robots is not None:
            try:
                self.robots.hear(self.table, events)
            except FAILURES as error:
                self._dismiss_bots(error)

    def _dismiss_bots(self, error: BaseException) -> None:
        """One of them has failed: from now on robots play at random here."""
        self.robots = None
        self.outbox.log.failure("robot.failed", error, table=self.name)


def _broken() -> Refused:
    return Refused(
        ServerReason.TABLE_BROKEN,
        "the rules of this game have failed at this table, and it is closed; the host finds the "
        "cause in the log of the server",
    )
