"""What a condition of the whole table keeps and does through a match: a pot, titles, points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from cardkit.netgame import Condition, FactValue, Sentence

if TYPE_CHECKING:
    from cardkit.cardgame.cards import Deck
    from cardkit.cardgame.command import CardCommand
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.stage import AnyStage


class StageCondition(Condition):
    """A condition that is written inside a stage: `OrderGame(draw=Draw(…))`."""

    __slots__ = ()

    def told(self, deck: Deck) -> list[Sentence]:
        """What the rule sheet says of it in a game with this deck."""
        return self.sentences()


class TableCondition(Condition):
    """A condition of the whole table that has something to keep through a match."""

    __slots__ = ()

    part_name: ClassVar[str] = ""
    """The attribute of the table that holds the part."""

    def part(self, stages: Sequence[AnyStage]) -> TablePart:
        """What a table with these stages keeps by this condition."""
        raise NotImplementedError


class TablePart:
    """A part of a table beside its people and its cards; all its steps are empty.

    Subclasses name what they hold in `__slots__`. The table is handed to each step, not held: a
    table that nobody needs any more is gone at once.
    """

    __slots__: tuple[str, ...] = ()

    keeps: ClassVar[tuple[type, ...]] = ()
    """The classes of named tuples and the like that it holds."""

    def copy(self) -> Self:
        twin = object.__new__(self.__class__)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if value.__class__ in (list, dict, set) else value)
        return twin

    def known_to(self, seat: int) -> Self:
        """Override to leave out, in a copy, what this player cannot know."""
        return self

    def __repr__(self) -> str:
        return repr([(name, getattr(self, name)) for name in self.__slots__])

    def begin_match(self, table: CardGame) -> None:
        """Prepare a match."""

    def begin_game(self, table: CardGame) -> None:
        """Prepare a game."""

    def did(self, table: CardGame, seat: int, command: CardCommand) -> None:
        """A player has said something, and the stage has carried it out."""

    def rank_players(self, table: CardGame) -> Sequence[int] | None:
        """The seats from best to last, where this part decides it."""
        return None

    def side(self, table: CardGame, seat: int) -> tuple[int, ...]:
        """Who plays together with this player, who comes first; nothing: this part has no say."""
        return ()

    def end_game(self, table: CardGame) -> None:
        """Give points for the ranking."""

    def is_match_over(self, table: CardGame) -> bool:
        """Whether the match ends before its last game."""
        return False

    def reseat(self, table: CardGame, moved: Mapping[int, int]) -> None:
        """Players have come, gone or changed places in a match: from old seats to new ones."""

    def newcomer_score(self) -> int | None:
        """With how many points somebody joins a match, where this part decides it."""
        return None

    def put_away(self, table: CardGame) -> None:
        """The seats have changed: clear what was meant for the players of the last game."""

    def facts(self) -> Mapping[str, FactValue]:
        """What everybody may see of it."""
        return {}
