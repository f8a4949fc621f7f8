"""What one guest is told and asked, turn by turn, as the protocol of UECda has it.

The events of the table go in, what is sent to the guest comes out; the table that the guest answers
with becomes a command. Plain code: knows no connection, no clock and no other guest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from cardkit.netgame.events import HIDDEN
from cardkit.uecda.tables import (
    NOBODY,
    Table,
    TableStatus,
    cards_in,
    hand_table,
    play_in,
    play_table,
    with_status,
)

PASS = "PASS"


class Signal(IntEnum):
    """The single numbers that a guest is told besides its own."""

    GO_ON = 0
    GAME_OVER = 1
    ALL_OVER = 2
    REFUSED = 8
    """It counts as a pass; this is also said of a pass, unless the guest would have led."""
    ACCEPTED = 9


Said = Table | Signal


@dataclass(frozen=True, slots=True)
class Moment:
    """What happened at the table, as one player hears it."""

    names: Sequence[str]
    """The players by their seats."""
    events: Sequence[tuple[Any, ...]]
    """In words: `("ACTION", "ann", "DISCARD", "S3")`."""
    legal: Sequence[str] = ()
    """What the player may say now, as text; nothing where it is not asked."""
    is_last: bool = False
    """Whether no game follows."""


@dataclass(slots=True)
class Act:
    """What somebody has done in their turn, before it has had all its effects."""

    name: str
    on_table: Sequence[str]
    """What lies there by it, also if that is cleared away at once."""
    reverse: bool
    """Whether low was high before."""
    lock: str
    """The suits that were locked before, or are since."""


@dataclass(slots=True)
class Game:
    """One game, as far as a guest is told of it."""

    ranking: Sequence[str]
    """The players as they ended the last game, the best first; none in the first of a set."""
    dealt: dict[str, list[str]] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    on_table: Sequence[str] = ()
    """The play to beat."""
    stage: str = ""
    is_met: bool = False
    """Whether the guest has its first table."""
    is_told: bool = False
    """Whether the guest knows whose turn it is."""
    act: Act | None = None

    @property
    def reverse(self) -> bool:
        return bool(self.facts.get("revolution")) != bool(self.facts.get("eleven_back"))

    def rank_of(self, name: str) -> int:
        return self.ranking.index(name) if name in self.ranking else 0

    def move(self, source: str, target: str, cards: Sequence[str]) -> None:
        hand = self.hands.get(source, [])
        for card in cards if source != target else ():
            known = card if card in hand else HIDDEN
            if known in hand:
                hand.remove(known)
            self.hands.setdefault(target, []).append(card)
        if source == "stock":
            self.dealt.setdefault(target, []).extend(cards)
        elif source == "table":
            self.on_table = ()


class Conversation:
    """One guest at the table, from the first game to the last."""

    def __init__(self, name: str, guests: Mapping[str, int]) -> None:
        self.name = name
        self._guests = guests
        """The numbers of all guests by name."""
        self._names: Sequence[str] = ()
        self._order: Sequence[str] = ()
        self._ranking: Sequence[str] = ()
        self._game = Game(())
        self._said: list[Said] = []
        self._legal: Sequence[str] = ()
        self._is_asked = False
        self._wants_to_play = False
        """Whether the guest's last table was more than a pass."""
        self.refusals = 0
        """Tables that counted as a pass and were none."""
        self._unanswered = 0

    @property
    def is_asked(self) -> bool:
        """Whether a table of the guest is waited for."""
        return self._is_asked and bool(self._legal)

    def hear(self, moment: Moment) -> list[Said]:
        """What the guest is sent about it, each in a write of its own."""
        self._names, self._legal, self._said = moment.names, moment.legal, []
        for event in moment.events:
            self._hear(event, moment.is_last)
        return self._said

    def answer(self, table: Table | None) -> str:
        """What the guest says with a table; without one, and with nonsense, it passes."""
        self._is_asked = False
        put = next((offer.split() for offer in self._legal if offer.startswith("PUT ")), None)
        if put is not None:
            given = None if table is None else cards_in(table)
            return " ".join([*put[:2], *(given or ())])
        cards = None if table is None else play_in(table)
        self._wants_to_play = table is not None and cards != ()
        return f"DISCARD {' '.join(cards)}" if cards else PASS

    def take_unanswered(self) -> int:
        """How many tables the guest still owes for turns in which others answered for it."""
        count, self._unanswered = self._unanswered, 0
        return count

    def _hear(self, event: tuple[Any, ...], is_last: bool) -> None:
        game = self._game
        match event:
            case ("PHASE", "playing", number, *_):
                self._game = Game(self._ranking if number != 1 else ())
            case ("ORDER", *names):
                self._order = names
            case ("STAGE", str(stage), *_):
                game.stage = stage
            case ("MOVE", str(source), str(target), *cards):
                game.move(source, target, cards)
            case ("FACT", str(key), value, *_):
                game.facts[key] = value
                if key == "lock" and value and game.act is not None:
                    game.act.lock = value
            case ("ACTION", str(name), "DISCARD" | "PASS" | "PUT" as verb, *cards):
                self._note_action(name, verb, [str(card) for card in cards])
            case ("TURN", _, str(name), *_):
                self._tell_action(Signal.GO_ON)
                self._tell_turn(name)
            case ("RESULT", _, *names):
                self._ranking = names
            case ("PHASE", "results", *_):
                if game.act is None:  # it ended without one, but the guest waits for it
                    self._note_action("", PASS, ())
                self._tell_action(Signal.ALL_OVER if is_last else Signal.GAME_OVER)

    # --- a turn ------------------------------------------------------------------------------

    def _meet(self, gives: int = 0) -> None:
        """The first table of a game: the high see what they were given, the low what they had."""
        game = self._game
        if game.is_met:
            return
        game.is_met = True
        hand = (game.hands if gives else game.dealt).get(self.name, ())
        if game.ranking and not gives:
            gives = min(0, 2 - game.rank_of(self.name))
        standing = self._standing(game.dealt, exchange=True, gives=gives)
        self._said.append(with_status(hand_table(hand), standing))

    def _tell_turn(self, name: str) -> None:
        """Whose turn it is, with the own hand; before that, cards are given away."""
        game = self._game
        if game.stage != "tribute":
            self._tell_hand(name)
        elif name == self.name and not game.is_met:
            self._meet(gives=2 - game.rank_of(name))
            self._is_asked = True
        elif game.rank_of(self.name) >= 2:
            self._meet()

    def _tell_hand(self, turn: str) -> None:
        game = self._game
        self._meet()
        if game.is_told:
            return
        game.is_told = True
        yours, lock = turn == self.name, bool(game.facts.get("lock"))
        self._is_asked = self._is_asked or yours
        empty = not game.on_table
        standing = self._standing(game.hands, turn=turn, yours=yours, empty=empty, lock=lock)
        self._said.append(with_status(hand_table(game.hands.get(self.name, ())), standing))

    def _note_action(self, name: str, verb: str, cards: Sequence[str]) -> None:
        game = self._game
        if verb != "PUT":
            self._tell_hand(name)
        if name == self.name and self._is_asked:
            self._is_asked = False
            self._unanswered += 1
        if verb == "PUT":
            return
        is_play, lock = verb == "DISCARD", str(game.facts.get("lock") or "")
        if name == self.name:
            is_good = is_play or not (self._wants_to_play or game.on_table)
            self.refusals += self._wants_to_play and not is_play
            self._said.append(Signal.ACCEPTED if is_good else Signal.REFUSED)
        game.on_table = cards if is_play else game.on_table
        game.act = Act(name, game.on_table, game.reverse, lock)

    def _tell_action(self, signal: Signal) -> None:
        """What lies on the table now, and whether it goes on."""
        game, act = self._game, self._game.act
        if act is None:
            return
        game.act, game.is_told = None, False
        table = play_table(act.on_table, reverse=act.reverse, lock=act.lock)
        empty, lock = not act.on_table, bool(act.lock)
        standing = self._standing(game.hands, turn=act.name, empty=empty, lock=lock)
        self._said += [with_status(table, standing), signal]

    def _standing(
        self, hands: Mapping[str, Sequence[str]], turn: str = "", **more: Any
    ) -> TableStatus:
        game, numbers = self._game, numbers_of(self._names, self._guests)
        players = sorted(numbers, key=numbers.__getitem__)
        # Where somebody has taken another's seat, the order is told with the next game.
        order = self._order if {*self._order} == {*numbers} else self._names
        return TableStatus(
            counts=[len(hands.get(name, ())) for name in players],
            ranks=[game.rank_of(name) for name in players],
            order=[numbers[name] for name in order],
            turn=numbers.get(turn, NOBODY),
            eleven_back=bool(game.facts.get("eleven_back")),
            revolution=bool(game.facts.get("revolution")),
            **more,
        )


def numbers_of(names: Sequence[str], guests: Mapping[str, int]) -> dict[str, int]:
    """Guests keep their numbers; the others have those that are left, by their seats."""
    numbers = {name: guests[name] for name in names if name in guests}
    left = iter(sorted({*range(len(names))} - {*numbers.values()}))
    return {name: numbers[name] if name in numbers else next(left) for name in names}
