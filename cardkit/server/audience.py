"""Who is at a table, and what each of them is told.

All that one input causes goes to each participant as one frame, and what is the same for several
is encoded once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from cardkit.netgame import WATCHER, Command, Event, NetGame
from cardkit.protocol import Words
from cardkit.protocol.messages import Ask, Hand, State
from cardkit.server.encoding import EventEncoder, hand_of
from cardkit.server.outbox import Outbox
from cardkit.server.session import Peer, Session
from cardkit.server.table_settings import TableSettings

KEPT_EVENTS = 128


class Audience:
    """The participants of one table. The table itself comes with the first match."""

    __slots__ = ("_asked", "_now", "listeners", "outbox", "people", "recent", "settings", "table")

    table: NetGame

    def __init__(self, settings: TableSettings, outbox: Outbox, now: Callable[[], float]) -> None:
        self.settings = settings
        self.outbox = outbox
        self._now = now
        self.people: dict[str, Session] = {}
        self.listeners: list[Session] = []
        self.recent: deque[Event] = deque(maxlen=KEPT_EVENTS)
        self._asked: dict[int, list[str]] = {}

    @property
    def name(self) -> str:
        return self.settings.name

    def publish(
        self,
        events: Sequence[Event],
        peer: Peer | None,
        answer: Words | None,
        asks: Sequence[int] = (),
    ) -> None:
        """One frame for each participant; the one who caused it finds the answer in front."""
        self.recent.extend(event for event in events if event.number)
        for seat in asks:
            self._asked[seat] = self.legal(seat)
        if any(event.kind == "SEATS" for event in events):
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
                    frame(mine, encoder.frame(type(mine.codec), seat, proofs=mine.proofs))
                continue
            else:
                before = []
            asked = self.question(mine, seat) if seat in asks else ()
            after = [mine.codec.encode(message) for message in asked]
            body = encoder.body(type(mine.codec), seat, proofs=mine.proofs)
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

    def legal(self, seat: int) -> list[str]:
        """What a player may say, as it is told: an open offer is its text."""
        return [o if isinstance(o, Command) else str(o) for o in self.table.legal(seat)]

    def question(self, peer: Peer, seat: int) -> tuple[Words, ...]:
        """What a player is asked: the legal commands, and as much of the view as wanted."""
        table = self.table
        if seat not in table.awaited or seat in table.forfeits or table.suspended:
            return ()
        legal = self._asked.get(seat) or self.legal(seat)
        if peer.views == "on":
            return (Ask(legal, table.view(seat).data()).words(),)
        hand = hand_of(table, seat) if peer.views == "hand" else ()
        ask = Ask(legal).words()
        return (Hand(tuple(hand)).words(), ask) if hand else (ask,)

    def state(self, session: Session) -> Words:
        """The whole of what a participant may know."""
        table = self.table
        view = table.view(table.people.seat_of.get(session.name, WATCHER)).data()
        view["people"] = {name: str(role) for name, role in table.people.roles.items()}
        view["over"] = table.match_over
        view["table"], view["rules"], view["now"] = self.name, self.settings.game, self._now()
        return State(table.told, view).words()

    def rest(self, session: Session, last: int) -> list[Words] | None:
        """What happened after event `last`, or None when that is too long ago to be told."""
        told, recent = self.table.told, self.recent
        if not max(session.since, told - len(recent)) <= last <= told:
            return None
        missed = list(recent)[len(recent) - (told - last) :]
        if session.peer is not None and session.peer.proofs:
            missed = [each for event in missed for each in (event, *event.proofs)]
        heard = ((event.number, event.words(session.seat)) for event in missed)
        return [(n, *words) if n else words for n, words in heard if words is not None]
