"""What a client knows of the table it is at, kept up to date by what it hears.

`TableState` is plain code: a STATE or an ASK brings the whole view, events change it where that is
simple and exact, and otherwise it is marked as not exact. `SeatedPlayer` then asks for the STATE.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Self

from cardkit.cardgame import CardCommand, CardGame, CardView
from cardkit.cardgame.reading import cards_named, read_offer, read_view
from cardkit.client.connection import Connection
from cardkit.client.messages import Frame, Lost, not_cardkit
from cardkit.netgame import Offer
from cardkit.protocol import Message
from cardkit.protocol.messages import (
    TABLE_EVENTS,
    Action,
    AskMessage,
    Away,
    FactEvent,
    Forfeit,
    Gather,
    MoveEvent,
    Order,
    Phase,
    ResultEvent,
    Resumed,
    Returned,
    ScoreEvent,
    SeatsEvent,
    Show,
    ShuffleEvent,
    StageMessage,
    StandIn,
    StateMessage,
    Suspended,
    Turn,
)
from cardkit.protocol.schema import EventMessage, OtherEvent, OtherMessage

HIDDEN = "??"
LINES_KEPT = 500
_SEEN = frozenset(
    {"MOVE", "SHOW", "GATHER", "SHUFFLE", "FACT", "TURN", "STAGE", "ORDER", "STATE", "ASK"}
)
"""What is seen on the table rather than read in the log."""
_KINDS = frozenset(event.kind for event in TABLE_EVENTS)
_STATUS = {"AWAY": "away", "STAND_IN": "robot", "FORFEIT": "forfeit", "RETURNED": "here"}


class TableState:
    """The table as one participant may know it."""

    def __init__(self, name: str) -> None:
        self.name = name
        """Who one is oneself."""
        self.table = ""
        self.title = ""
        """What the table is called, if it was given a title."""
        self.game = ""
        self.level = ""
        """How well the robots of the table play; empty at a table without."""
        self.preset = ""
        self.options: dict[str, Any] = {}
        """All options of the table."""
        self.games = 0
        """How many games a match has at most."""
        self.declaration = CardGame.declaration
        """What the game declares, where its class is known."""
        self.view: CardView | None = None
        """None before the first STATE. Points of which no SCORE was told yet are those of the last
        STATE or ASK."""
        self.people: dict[str, str] = {}
        """Everybody at the table and their roles, as the last STATE had them."""
        self.exact = True
        """Whether the view is what STATE would say."""
        self.legal: tuple[str, ...] = ()
        """What one may say, as text; empty unless one is asked. `offers` has it as commands."""
        self.match_over = False
        """Whether the results that were told last are those of a whole match."""
        self.ready: tuple[str, ...] = ()
        """Who has said READY for the next match."""
        self.log: deque[Message] = deque(maxlen=LINES_KEPT)
        """What happened, as it was told."""

    @property
    def phase(self) -> str:
        return "" if self.view is None else self.view.phase

    @property
    def is_played_for(self) -> bool:
        """Whether a robot has one's own seat."""
        view = self.view
        if view is None or view.seat is None:
            return False
        return view.status[view.seat : view.seat + 1] == ("robot",)  # of a new seat it is not told

    def not_ready(self) -> list[str]:
        """For whom those wait who want the next match."""
        if self.view is None or not self.ready:
            return []
        players = zip(self.view.names, self.view.status, strict=False)
        return [name for name, status in players if status == "here" and name not in self.ready]

    def offers(self) -> list[CardCommand | Offer]:
        """What one may say, as a bot in the process of the table is offered it."""
        if self.view is None:
            return []
        try:
            return [read_offer(text, self.view, self.declaration) for text in self.legal]
        except ValueError as error:
            raise not_cardkit() from error

    def hear(self, frame: Frame) -> None:
        """Take in what one input caused. Raises `Refused` when that can be from no server."""
        for message in frame:
            if message.kind not in _SEEN:
                self.log.append(message)
            match message:
                case StateMessage(view=data):
                    self._hear_state(data)
                case AskMessage(commands, data):
                    self.legal = tuple(map(str, commands))
                    if data is not None:
                        self._look(data)
                case StageMessage(stage) if self.view is not None:
                    self.view.stage = stage
                case OtherMessage("STATE" | "ASK"):
                    raise not_cardkit()
                case Lost():
                    self.legal = ()  # who is asked still is asked again
                case EventMessage() if self.view is not None:
                    self._hear_event(self.view, message)

    def _hear_state(self, data: dict[str, Any]) -> None:
        self._look(data)
        self.table, self.game = data.get("table", ""), data.get("rules", "")
        self.title, self.level = str(data.get("title", "")), str(data.get("level", ""))
        self.preset, self.options = data.get("preset", ""), dict(data.get("options", {}))
        self.games = data.get("games", 0)
        self.people, self.ready = dict(data.get("people", {})), tuple(data.get("ready", ()))
        if self.view is not None and self.view.seat not in self.view.awaited:
            self.legal = ()

    def _look(self, data: dict[str, Any]) -> None:
        try:
            self.view = read_view(data)
        except ValueError as error:
            raise not_cardkit() from error
        self.exact = True

    def _hear_event(self, view: CardView, event: EventMessage) -> None:
        held = [_is_held(view, hand) for hand in view.hands]
        try:
            self._change(view, event)
            if held != [_is_held(view, hand) for hand in view.hands]:
                self.exact = False  # in which order is not told
        except (IndexError, KeyError, TypeError, ValueError):
            self.exact = False  # it does not fit what is known here

    def _change(self, view: CardView, event: EventMessage) -> None:
        match event:
            case MoveEvent(source, target, cards):
                self._move(view, source, target, cards)
            case Show(pile, cards):
                self._show(view, pile, cards)
            case Gather(pile, count):
                for each in _piles(view):
                    _lay(view, each, ())
                _lay(view, pile, [HIDDEN] * count)
            case ShuffleEvent(pile, count):
                _lay(view, pile, [HIDDEN] * count)
            case Action(name, verb):
                if name == self.name:
                    self.legal = ()
                if verb == "READY":
                    self.ready += (name,)
            case FactEvent(key, None):
                view.facts.pop(key, None)
            case FactEvent(key, value):
                view.facts[key] = value
            case Turn(until, names):
                view.awaited = tuple(map(view.names.index, names))
                view.deadline = until or None
                if self.name not in names:
                    self.legal = ()
            case ScoreEvent(points):
                view.scores = tuple(points[name] for name in view.names)
            case ResultEvent(names=names):
                view.ranking = tuple(map(view.names.index, names))
            case Phase():
                self._change_phase(view, event)
            case Order(names):
                view.order = tuple(map(view.names.index, names))
            case SeatsEvent(names):
                view.names = names
                view.seat = names.index(self.name) if self.name in names else None
                view.hand, view.hands = (), ((),) * len(names)
                self.exact = False
            case Away(name) | StandIn(name) | Forfeit(name) | Returned(name):
                self._set_status(view, name, _STATUS[event.kind])
            case Suspended(name):
                self._set_status(view, name, "away")
                view.suspended, view.deadline = True, None
                self.legal = ()
            case Resumed():
                view.suspended = False
            case OtherEvent(kind) if kind in _KINDS:
                self.exact = False  # it cannot be read; a notice of a game changes nothing

    def _move(self, view: CardView, source: str, target: str, cards: Sequence[str]) -> None:
        left = list(_piles(view)[source])
        given = target in view.names and target not in (source, self.name)
        if given and any(card in left for card in cards if card != HIDDEN):
            self.exact = False  # one saw it, and may or may not see it in another's hand
        for card in cards:
            gone = card if card in left else HIDDEN
            at, last = left.index(gone), len(left) - 1 - left[::-1].index(gone)
            if left[at:last] != left[at + 1 : last + 1]:
                self.exact = False  # which of them it was makes a difference
            del left[last]
        _lay(view, source, left)
        shown = [HIDDEN] * len(cards) if target == "stock" else cards
        _lay(view, target, [*_piles(view).get(target, ()), *shown])

    def _show(self, view: CardView, name: str, cards: Sequence[str]) -> None:
        if name == self.name and HIDDEN not in view.hand:
            return  # it is shown to others
        if name != self.name and _is_held(view, _piles(view)[name]):
            return  # all of it is seen, and in its order
        if len(cards) == len(_piles(view)[name]):
            _lay(view, name, cards)
        else:
            self.exact = False  # where in the pile they lie is not told

    def _change_phase(self, view: CardView, event: Phase) -> None:
        view.phase, view.awaited, view.deadline, view.suspended = event.phase, (), None, False
        self.legal, self.match_over = (), event.is_match_over
        if event.phase == "playing":
            if not isinstance(event.more, int):
                raise ValueError
            view.game, self.ready = event.more, ()
        # A game begins with more than is told, and after it nobody has given up any more.
        if event.phase != "results" or "forfeit" in view.status:
            self.exact = False

    def _set_status(self, view: CardView, name: str, status: str) -> None:
        seat = view.names.index(name)
        if view.status[seat] != "forfeit":  # who gave up a game has done so to its end
            view.status = (*view.status[:seat], status, *view.status[seat + 1 :])


def _piles(view: CardView) -> dict[str, tuple[str, ...]]:
    """All piles by how they are called; a hand is called like its player."""
    return view.piles | dict(zip(view.names, view.hands, strict=True))


def _is_held(view: CardView, cards: Sequence[str]) -> bool:
    """Whether another's cards lie as they are held: for who sees them and not the own ones."""
    return HIDDEN in view.hand and HIDDEN not in cards


def _lay(view: CardView, name: str, words: Sequence[str]) -> None:
    """These are the cards of a pile now."""
    named = cards_named(view.ranks, view.suits)
    cards = tuple(named.get(word, word) for word in words)
    if name not in view.names:
        view.piles[name] = cards
        return
    seat = view.names.index(name)
    if seat != view.seat and not _is_held(view, cards):
        cards = tuple(sorted(cards))
    view.hands = (*view.hands[:seat], cards, *view.hands[seat + 1 :])
    if seat == view.seat:
        view.hand = cards


class SeatedPlayer:
    """A participant at a table: a connection, and what is known of the table by it.

    Iterate over it for the frames; the state has taken each in already.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.state = TableState(connection.name)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Frame:
        frame = await anext(self.connection)
        self.state.hear(frame)
        if not self.state.exact:
            self.connection.refresh()
        return frame
