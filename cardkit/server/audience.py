"""Who is at a table, and what each of them is told.

All that one input causes goes to each participant as one frame, and what is the same for several
is encoded once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from cardkit.netgame import WATCHER, Command, Event, NetGame
from cardkit.protocol import Message
from cardkit.server.ledger import Ledger
from cardkit.server.press import Press, hand_of
from cardkit.server.session import Caller, Session
from cardkit.server.setting import Setting

KEPT_EVENTS = 128


class Audience:
    """The participants of one table. The table itself comes with the first match."""

    __slots__ = ("_asked", "_now", "ledger", "listeners", "people", "recent", "setting", "table")

    table: NetGame

    def __init__(self, setting: Setting, ledger: Ledger, now: Callable[[], float]) -> None:
        self.setting = setting
        self.ledger = ledger
        self._now = now
        self.people: dict[str, Session] = {}
        self.listeners: list[Session] = []
        self.recent: deque[Event] = deque(maxlen=KEPT_EVENTS)
        self._asked: dict[int, list[str]] = {}

    @property
    def name(self) -> str:
        return self.setting.name

    def publish(
        self,
        events: Sequence[Event],
        caller: Caller | None,
        answer: Message | None,
        asks: Sequence[int] = (),
    ) -> None:
        """One frame for each participant; the one who caused it finds the answer in front."""
        self.recent.extend(event for event in events if event.number)
        for seat in asks:
            self._asked[seat] = self.legal(seat)
        if any(event.kind == "SEATS" for event in events):
            self.note_seats()
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
                    frame(mine, press.frame(type(mine.codec), seat, proofs=mine.proofs))
                continue
            else:
                before = []
            asked = self.question(mine, seat) if seat in asks else ()
            after = [mine.codec.encode(message) for message in asked]
            body = press.body(type(mine.codec), seat, proofs=mine.proofs)
            frame(mine, mine.codec.frame([*before, *body, *after]))
        if caller is not None and answer:
            self.ledger.say(caller, answer)

    def note_seats(self) -> None:
        """Nobody is told later what was said to the seat before they had it."""
        table = self.table
        for name, session in self.people.items():
            seat = table.seat_of.get(name, WATCHER)
            if seat != session.seat:
                session.seat, session.since = seat, table.told

    def legal(self, seat: int) -> list[str]:
        """What a player may say, as it is told: an open offer is its text."""
        return [o if isinstance(o, Command) else str(o) for o in self.table.legal(seat)]

    def question(self, caller: Caller, seat: int) -> tuple[Message, ...]:
        """What a player is asked: the legal commands, and as much of the view as wanted."""
        table = self.table
        if seat not in table.awaited or seat in table.forfeits or table.suspended:
            return ()
        legal = self._asked.get(seat) or self.legal(seat)
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
        if session.caller is not None and session.caller.proofs:
            missed = [each for event in missed for each in (event, *event.proofs)]
        heard = ((event.number, event.words(session.seat)) for event in missed)
        return [(n, *words) if n else words for n, words in heard if words is not None]
