"""Stages: the blocks that a card game is played in, one after the other.

A stage holds frozen settings only. What changes while it runs is a small slotted value, a `Now`,
kept in `table.now`; so no stage has code of its own for copies or replays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cardkit.cardgame.cards import Card
from cardkit.netgame import Command, Condition, Offer

if TYPE_CHECKING:
    from cardkit.cardgame.table import CardGame

Offers = Sequence[Command | Offer]


class Now:
    """What changes during a stage. Subclasses name everything they hold in `__slots__`."""

    __slots__: tuple[str, ...] = ()

    finished: Sequence[int] = ()
    """Who is out, first to last, where a stage goes on without them."""

    def copy(self) -> Self:
        twin = object.__new__(self.__class__)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if value.__class__ in (list, dict, set) else value)
        return twin

    def __repr__(self) -> str:
        return repr([(name, _plain(getattr(self, name))) for name in self.__slots__])


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, set) else value


class Stage(Condition):
    """The base of all stages; subclasses are conditions, too."""

    __slots__ = ()

    verbs: ClassVar[tuple[str, ...]] = ()
    """The words that players can say in this stage."""

    def uses(self) -> tuple[str, ...]:
        """The conditions of the game that this stage goes by, besides its own settings."""
        return ()

    def begin(self, table: Any) -> None:
        """Set the stage up: ask somebody, or call `table.next_stage()` when nothing is asked."""
        raise NotImplementedError

    def offers(self, table: Any, seat: int) -> Offers:
        """What this player may do now."""
        raise NotImplementedError

    def candidates(self, table: Any, seat: int) -> Offers:
        """What might be offered if the game's own checks forbade nothing."""
        return self.offers(table, seat)

    def act(self, table: Any, seat: int, command: Command) -> None:
        """Carry out a command that was offered."""
        raise NotImplementedError

    def reads(self, table: CardGame, seat: int, words: Sequence[str]) -> bool:
        """Whether these words, in this order, mean one thing, so that no other is looked for."""
        return False

    def explain(self, table: Any, seat: int, verb: str, cards: Sequence[Card]) -> None:
        """Raise `Refused` with the reason why these held cards cannot be played so now."""

    def misfits(self, rules: Any) -> list[str]:
        """What this stage lacks in the rules of a game: its conditions by key, and its class."""
        return []
