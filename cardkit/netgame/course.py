"""The course of a match at one table: who sits where, game after game, and what is told.

Holds the state that any turn game has. How inputs are admitted is in `table`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Self, TypeVar

from cardkit.netgame.absence import miss
from cardkit.netgame.command import Command, Offer
from cardkit.netgame.dealer import Dealer, PlainDealer
from cardkit.netgame.described import Described
from cardkit.netgame.events import Event, Hidden
from cardkit.netgame.roles import Role, Status
from cardkit.netgame.view import View

Entry = tuple[str, str, float]
"""One accepted input in the journal: who, what, and when."""

_T = TypeVar("_T")
_NOT_STATE = ("events", "told", "listening", "journal", "dealer_class")


class Course(Described, abstract=True):
    """A table and what has happened at it so far."""

    def __init__(
        self,
        preset: str = "",
        options: Mapping[str, Any] = {},
        *,
        key: bytes | str = b"",
        dealer: Callable[[bytes], Dealer] = PlainDealer,
        journal: bool = True,
    ) -> None:
        # On the instance, although the class has them, too: a look-up there costs a third.
        rules = dict.fromkeys(self._known) | self.with_options(preset, options)
        self.__dict__.update(rules)
        self._rules = frozenset(rules)
        self.people: dict[str, Role] = {}
        self.names: list[str] = []
        self.seat_of: dict[str, int] = {}
        self.status: list[Status] = []
        self.grace: dict[int, float] = {}
        self.back_by = 0.0
        """Until when nobody is blamed for being away: the server had stopped."""
        self.forfeits: list[int] = []
        self.playing = False
        self.match_over = False
        self.suspended = False
        self.game = 0
        self.order: tuple[int, ...] = ()
        self._round: tuple[int, ...] = ()  # the order from the first player on, as last asked for
        self.following: list[int] = []
        self.first = 0
        self.scores: list[int] = []
        self.ranking: tuple[int, ...] = ()
        self.facts: dict[str, Any] = {}
        self.awaited: tuple[int, ...] = ()
        self.deadline: float | None = None
        self.time = 0.0
        self.lots = 0
        self.deal_name = ""
        """What all labels of this game begin with: none is used twice under one key."""
        self.matches = 0
        self.key = key = key.encode() if isinstance(key, str) else key
        self.dealer_class = dealer
        self.dealer: Dealer = dealer(key)
        self.journal: list[Entry] | deque[Entry] = [] if journal else deque(maxlen=0)
        self.listening = False
        self.events: list[Event] = []
        self.told = 0
        self._offers: dict[int, tuple[Command | Offer, ...]] = {}

    @property
    def phase(self) -> str:
        """`preparing` before the first game, `playing`, or `results` between games."""
        return "playing" if self.playing else "results" if self.game else "preparing"

    def begin(self) -> None:
        """Override to set up a game and ask the first player."""
        raise NotImplementedError

    def on_match(self) -> None:
        """Override to prepare a match of several games."""

    def on_game_over(self) -> None:
        """Override to give points for the ranking of a game."""

    def is_done(self, seat: int) -> bool:
        """Override when a player may be done with a game before it ends, and can leave then."""
        return False

    def put_away(self) -> None:
        """Override to take in what lies on the table from the last game."""

    def is_match_over(self) -> bool:
        """Override when a match may end before its last game."""
        return self.game >= self.match.games

    # --- the course of a match ---------------------------------------------------------------

    def begin_game(self, key: bytes = b"") -> None:
        """Start the next game, or a new match when the last one is over."""
        if self.game == 0 or self.match_over:
            self._forget()
            self.scores = [0] * len(self.names)
        self.game += 1
        self.lots = 0
        if key or not self.deal_name:
            self.dealer = self.dealer_class(key or self.key)
        # A key brought along is for this game alone, so its labels need no number.
        self.deal_name = "" if key else f"{self.matches}.{self.game} "
        self.playing = True
        if self.listening:
            self.emit("PHASE", "playing", self.game)
        if self.game == 1:
            self._seat_players()
            self.on_match()
        self.begin()
        if Status.AWAY in self.status and self.playing:
            for seat, status in enumerate(self.status):
                if status == Status.AWAY:
                    miss(self, seat)  # type: ignore[arg-type]

    def clear(self) -> None:
        """Nothing is left of the last match, nor of who sat where in it."""
        self._forget()
        self.scores, self.order = [], ()

    def _forget(self) -> None:
        """A new match begins as if there had been none before."""
        if self.game:
            self.matches += 1
        self.game, self.match_over, self.ranking = 0, False, ()
        if self.facts:
            for key in list(self.facts):
                self.set_fact(key, None)

    def _seat_players(self) -> None:
        seats = range(len(self.names))
        self.set_order(self.by_lot(seats) if self.seats.by_lot else seats)
        self.first = self.order[0]

    def end_game(self, ranking: Sequence[int]) -> None:
        """A game is over, with the seats from best to last; who forfeited is last in any case."""
        self.ranking = tuple(ranking)
        if self.forfeits:
            kept = [s for s in ranking if s not in self.forfeits]
            self.ranking = (*kept, *reversed(self.forfeits))
        self.awaited, self.deadline = (), None
        self.grace.clear()
        self.playing = self.suspended = False
        self.on_game_over()
        self.forfeits = []
        self.match_over = self.is_match_over()
        if self.listening:
            self.tell_scores()
            self.emit("RESULT", self.game, *(self.names[s] for s in self.ranking))
            self.emit("PHASE", "results", "over" if self.match_over else "more")

    def tell_scores(self) -> None:
        """The points have changed."""
        self.emit("SCORE", *(x for s, n in enumerate(self.names) for x in (n, self.scores[s])))

    def standings(self) -> list[tuple[int, int]]:
        """Rank and seat, best first; equal scores share a rank."""
        worth = [-points if self.match.low_wins else points for points in self.scores]
        best = sorted(range(len(worth)), key=lambda s: -worth[s])
        return [(1 + sum(other > worth[s] for other in worth), s) for s in best]

    def ask(self, *seats: int) -> None:
        """Wait for the answer of these players, and of no others."""
        self.awaited = seats

    def set_order(self, order: Iterable[int]) -> None:
        """Seat the players: the order in which the turn goes round."""
        order = tuple(order)
        if order != self.order:
            self.order = self._round = order
            self.following = [0] * len(order)
            for here, after in zip(order, order[1:] + order[:1], strict=True):
                self.following[here] = after
        if self.listening:
            self.emit("ORDER", *(self.names[s] for s in self.order))

    def by_lot(self, things: Iterable[_T]) -> list[_T]:
        """These things in an order drawn by lot."""
        drawn = list(things)
        self.dealer.shuffle(drawn, self.label("lot"))
        return drawn

    def below(self, n: int) -> int:
        """A number from 0 to n-1 drawn by lot."""
        return self.dealer.below(n, self.label("lot"))

    def label(self, what: str) -> str:
        """A label for the dealer that this game has not used yet."""
        self.lots += 1
        return f"{self.deal_name}{what} {self.lots}"

    # --- deadlines ---------------------------------------------------------------------------

    def _set_deadline(self) -> None:
        ticking = self.clock.move and self.awaited and not self.suspended
        self.deadline = self.time + self.clock.move if ticking else None

    def due(self) -> float | None:
        """When the world should say TIME, if nothing happens before."""
        if not self.grace:
            return self.deadline
        first = min(self.grace.values())
        return first if self.deadline is None else min(first, self.deadline)

    def status_of(self, seat: int) -> Status:
        """Who answers for a seat in this game."""
        return Status.FORFEIT if seat in self.forfeits else self.status[seat]

    def robots(self) -> tuple[int, ...]:
        """The awaited seats for which the world should say ROBOT."""
        if self.suspended:
            return ()
        forfeits, status = self.forfeits, self.status
        return tuple(s for s in self.awaited if status[s] == Status.ROBOT or s in forfeits)

    # --- telling -----------------------------------------------------------------------------

    def emit(self, kind: str, *parts: Any, hidden: Hidden | None = None, only: int = -1) -> None:
        """Tell everybody (or only one seat) that something happened, if anybody listens.

        What only one hears has no number, or the others would miss one.
        """
        if self.listening:
            if only == -1:
                self.told += 1
            number = self.told if only == -1 else 0
            self.events.append(Event(number, kind, parts, hidden, only))

    def set_fact(self, key: str, value: Any) -> None:
        """Set a public fact that is no card; None takes it away."""
        if self.facts.get(key) == value:
            return
        if value is None:
            del self.facts[key]
        else:
            self.facts[key] = value
        if self.listening:
            self.emit("FACT", key, value)

    def who_knows(self, command: Command) -> Any:
        """Override to note, before a command is carried out, who may know what of it."""

    def action(self, number: int, seat: int, command: Command, known: Any) -> Event:
        """Who has done what. Override to hide parts of it, by what was known before and is now."""
        *words, last = command.split(" ")
        amount = int(last) if last.isdigit() else last
        return Event(number, "ACTION", (self.names[seat], *words, amount))

    def _tell(self) -> tuple[Event, ...]:
        if self.awaited and not self.suspended:
            self.told += 1
            asked = [self.names[seat] for seat in self.awaited]
            self.events.append(Event(self.told, "TURN", (self.deadline or 0, *asked)))
        return tuple(self.events)

    def view(self, seat: int | None) -> View:
        """What the player in this seat may know; None is a watcher."""
        return View(**self._view_parts(seat))

    def _view_parts(self, seat: int | None) -> dict[str, Any]:
        return {
            "game": self.game,
            "phase": self.phase,
            "seat": seat,
            "names": tuple(self.names),
            "order": self.order,
            "status": tuple(map(self.status_of, range(len(self.names)))),
            "scores": tuple(self.scores),
            "ranking": self.ranking,
            "awaited": self.awaited,
            "deadline": self.deadline,
            "suspended": self.suspended,
            "facts": dict(self.facts),
        }

    # --- journal, copies ---------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent table in the same state."""
        twin = object.__new__(type(self))
        state = twin.__dict__
        for name, value in self.__dict__.items():
            state[name] = value.copy() if value.__class__ in (list, dict, set) else value
        return twin

    def state(self) -> dict[str, Any]:
        """Everything the future of this table depends on besides its rules, by name."""
        return {
            n: sorted(v, key=repr) if v.__class__ is set else v  # sets have no order of their own
            for n, v in sorted(self.__dict__.items())
            if n not in _NOT_STATE and n not in self._rules and n[0] != "_"
        }

    def digest(self) -> str:
        """A fingerprint of the state: equal states have equal ones, in every process."""
        return blake2b(repr(self.state()).encode(), digest_size=16).hexdigest()
