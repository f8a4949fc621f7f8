"""What one guest is told and asked, turn by turn, as the protocol of UECda has it.

A `Moment` of the table goes in, what is sent to the guest comes out; the table that the guest
answers with becomes a command. Plain code: knows no connection, no clock and no other guest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from cardkit.cardgame import CardView
from cardkit.uecda.tables import (
    NOBODY,
    Standing,
    Table,
    cards_in,
    hand_table,
    play_in,
    play_table,
    with_standing,
)


class Signal(IntEnum):
    """The single numbers that a guest is told besides its own."""

    GO_ON = 0
    GAME_OVER = 1
    ALL_OVER = 2
    REFUSED = 8
    """Taken as a pass, and so is said of every pass after other cards."""
    ACCEPTED = 9


Said = Table | Signal


@dataclass(frozen=True, slots=True)
class Moment:
    """What one input caused at the table, as one player sees it."""

    view: CardView
    events: Sequence[tuple[Any, ...]]
    """In words: `("ACTION", "ann", "DISCARD", "S3")`."""
    legal: Sequence[str] = ()
    """What the player may say, as text, when it is asked."""
    is_last: bool = False
    """Whether no game follows."""


class Conversation:
    """One guest at the table, from the first game to the last."""

    def __init__(self, name: str, guests: Mapping[str, int]) -> None:
        self.name = name
        self._guests = guests
        """The numbers of all guests by name."""
        self._before: CardView | None = None
        """The table before the last moment."""
        self._ranking: Sequence[int] = ()
        self._dealt: dict[str, Sequence[str]] = {}
        self._is_met = False
        """Whether the guest has its first table of this game."""
        self._is_told = False
        """Whether the guest knows whose turn it is."""
        self._field: Sequence[str] = ()
        self._legal: Sequence[str] = ()
        self._wants_to_play = False
        """Whether the guest's last table was more than a pass."""
        self.refusals = 0
        """Tables that counted as a pass and were none."""

    @property
    def is_asked(self) -> bool:
        """Whether a table of the guest is waited for."""
        return bool(self._legal)

    def hear(self, moment: Moment) -> list[Said]:
        """What the guest is sent about it, each in a write of its own."""
        view, said = moment.view, list[Said]()
        actions, lock, cleared, over = list[Sequence[Any]](), self._has("lock"), False, False
        for event in moment.events:
            match event:
                case ("PHASE", "playing", *_):
                    self._begin(view)
                    lock = False
                case ("MOVE", "stock", name, *cards):
                    self._dealt[name] = [*self._dealt.get(name, ()), *cards]
                case ("ACTION", _, "DISCARD" | "PASS", *_):
                    actions.append(event[1:])
                case ("FACT", "lock", str()):
                    lock = True
                case ("MOVE", "table", *_):
                    cleared = True
                case ("PHASE", "results", *_):
                    over = True
        if over and not actions:
            actions.append(("", "PASS"))  # it ended without one, but the guest waits for it
        for action in actions:
            is_end = over and action is actions[-1]
            said += self._meet(view) + self._tell_turn(view, of=self._before or view)
            said += self._tell_action(view, action, lock)
            ending = Signal.ALL_OVER if moment.is_last else Signal.GAME_OVER
            said.append(ending if is_end else Signal.GO_ON)
        if cleared:
            self._field = ()
        self._before, self._legal = view, moment.legal
        if view.phase == "playing" and not over and view.awaited:
            said += self._look_ahead(view)
        return said

    def answer(self, table: Table | None) -> str:
        """What the guest says with a table; without one, and with nonsense, it passes."""
        put = next((offer.split() for offer in self._legal if offer.startswith("PUT ")), None)
        self._legal = ()
        if put is not None:
            cards = None if table is None else cards_in(table)
            return " ".join([*put[:2], *(cards or ())])
        cards = None if table is None else play_in(table)
        self._wants_to_play = table is not None and cards != ()
        return f"DISCARD {' '.join(cards)}" if cards else "PASS"

    # --- a game ------------------------------------------------------------------------------

    def _begin(self, view: CardView) -> None:
        self._ranking, self._dealt, self._field = view.ranking, {}, ()
        self._is_met = self._is_told = False
        self._before = None

    def _look_ahead(self, view: CardView) -> list[Said]:
        """Who exchanges or plays next."""
        if any(offer.startswith("PUT ") for offer in self._legal):
            return self._meet(view, gives=2 - self._rank_of(self.name, view))
        if view.stage == "tribute":
            return self._meet(view) if self._rank_of(self.name, view) >= 2 else []
        return self._meet(view) + self._tell_turn(view, of=view)

    def _meet(self, view: CardView, gives: int = 0) -> list[Said]:
        """The first table of a game: the high see what they were given, the low what they had."""
        if self._is_met:
            return []
        self._is_met = True
        hand = view.hand if gives else self._dealt.get(self.name, view.hand)
        if self._ranking and not gives:
            gives = min(0, 2 - self._rank_of(self.name, view))
        counts = {name: len(cards) for name, cards in self._dealt.items() if name in view.names}
        standing = self._standing(view, counts=counts, exchange=True, gives=gives)
        return [with_standing(hand_table(hand), standing)]

    def _tell_turn(self, view: CardView, of: CardView) -> list[Said]:
        """The own hand, and whose turn it is."""
        if self._is_told:
            return []
        self._is_told = True
        turn = of.names[of.awaited[0]] if of.awaited else view.names[0]
        yours = turn == self.name and bool(self._legal)
        locked = bool(of.facts.get("lock"))
        standing = self._standing(of, turn=turn, yours=yours, lock=locked)
        return [with_standing(hand_table(of.hand), standing)]

    def _tell_action(self, view: CardView, action: Sequence[Any], lock: bool) -> list[Said]:
        """Whether it was accepted, to whom did it, and what lies on the table then."""
        name, verb, *cards = action
        said = list[Said]()
        if name == self.name:
            is_good = verb == "DISCARD" or not (self._wants_to_play or self._field)
            self.refusals += verb == "PASS" and self._wants_to_play
            said.append(Signal.ACCEPTED if is_good else Signal.REFUSED)
        if verb == "DISCARD":
            self._field = tuple(map(str, cards))
        reverse, locked = self._has("revolution"), str(view.facts.get("lock", ""))
        standing = self._standing(view, turn=name, lock=lock)
        table = play_table(self._field, reverse=reverse, lock=locked)
        self._is_told = False
        return [*said, with_standing(table, standing)]

    # --- how it stands -----------------------------------------------------------------------

    def _has(self, fact: str) -> bool:
        return self._before is not None and bool(self._before.facts.get(fact))

    def _rank_of(self, name: str, view: CardView) -> int:
        return self._ranking.index(view.names.index(name)) if self._ranking else 0

    def _standing(
        self, view: CardView, turn: str = "", counts: Mapping[str, int] = {}, **more: Any
    ) -> Standing:
        held = {name: len(hand) for name, hand in zip(view.names, view.hands, strict=True)}
        numbers = numbers_of(view.names, self._guests)
        players = sorted(view.names, key=numbers.__getitem__)
        return Standing(
            counts=[counts.get(name, held[name]) for name in players],
            ranks=[self._rank_of(name, view) for name in players],
            order=[numbers[view.names[seat]] for seat in view.order],
            turn=numbers.get(turn, NOBODY),
            empty=not counts and not self._field,
            eleven_back=bool(view.facts.get("eleven_back")),
            revolution=bool(view.facts.get("revolution")),
            **more,
        )


def numbers_of(names: Sequence[str], guests: Mapping[str, int]) -> dict[str, int]:
    """Guests keep their numbers; the others have those that are left, by their seats."""
    numbers = {name: guests[name] for name in names if name in guests}
    left = iter(sorted({*range(len(names))} - {*numbers.values()}))
    return {name: numbers[name] if name in numbers else next(left) for name in names}
