"""Stages: the blocks that a card game is played in, one after the other.

A stage holds frozen settings only. What changes while it runs is a small slotted value, its
`StageState`, kept by the table; so no stage has code of its own for copies or replays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeAlias, TypeVar, get_args

from cardkit.cardgame.cards import Card, Cards, Deck
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.parts import TablePart
from cardkit.netgame import Below, Condition, Declared, Offer, Seats, Text, Word
from cardkit.netgame.source import mentions

if TYPE_CHECKING:
    from cardkit.cardgame.bank import Bank
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.titles import Titles

Offers = Sequence[CardCommand | Offer]


class StageState:
    """What changes during a stage. Subclasses name everything they hold in `__slots__`."""

    __slots__: tuple[str, ...] = ()

    derived: ClassVar[tuple[str, ...]] = ()
    """What follows from the rules, of its slots and of named tuples in them: it is no part of what
    anybody knows, but set by `equip`."""
    keeps: ClassVar[tuple[type, ...]] = ()
    """The classes of named tuples and the like that it holds."""
    known_slots: ClassVar[tuple[str, ...]] = ()

    finished: Sequence[int] = ()
    """Who is out, first to last, where a stage goes on without them."""

    def __init_subclass__(cls) -> None:
        slots = vars(cls).get("__slots__", ())
        cls.known_slots = tuple(name for name in slots if name not in cls.derived)
        if "__slots__" not in vars(cls):
            raise TypeError(
                f"{cls.__name__} has to name everything it holds, or copies of a table lose it: "
                '__slots__ = ("left", "waiting")'
            )

    def copy(self) -> Self:
        twin = object.__new__(self.__class__)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if value.__class__ in (list, dict, set) else value)
        return twin

    def known_to(self, seat: int) -> Self:
        """Override to leave out, in a copy, what this player cannot know.

        Cards may stay: only where those lie that the player does not see is told.
        """
        return self

    def __repr__(self) -> str:
        return repr([(name, _plain(getattr(self, name))) for name in self.known_slots])


def _plain(value: object) -> object:
    return sorted(value) if isinstance(value, set) else value


@dataclass(frozen=True, slots=True)
class Rules:
    """The conditions of a whole table, so that a stage can check whether it fits them."""

    seats: Seats
    deck: Deck
    stages: tuple[AnyStage, ...]
    bank: Bank | None
    titles: Titles | None
    own: frozenset[str]
    """The names of all that the game's class defines itself, hooks among it."""
    code: tuple[type, ...]
    """The game's class and its own base classes."""

    def mentions(self, word: str, but: AnyStage) -> bool:
        """Whether the game's own code or a stage besides this one speaks of something."""
        others = (stage for stage in self.stages if stage is not but)
        return mentions((*self.code, *(c for s in others for c in (type(s), s.hooks))), word)

    def fewest_dealt(self) -> int:
        """How many cards a player has at least after a deal, as far as settings say it."""
        players = range(self.seats.least, self.seats.most + 1)
        sizes = [
            stage.hand_size(no + 1, count)
            for stage in self.stages
            for no in range(max(1, stage.games()))
            for count in players
        ]
        if not any(sizes):
            return len(self.deck.names()) * self.deck.packs // self.seats.most
        return min(size for size in sizes if size)


Table = TypeVar("Table", bound="CardGame")
State = TypeVar("State")


class Stage(Condition, Generic[Table, State]):
    """The base of all stages, for a kind of table and with a kind of state; also conditions."""

    __slots__ = ()

    part_name: ClassVar[str] = ""
    """The attribute of the table that holds what the stage keeps through a match, if it does."""

    hand_order: ClassVar[str] = "rank"
    """How players see their hands sorted: by "rank" or by "suit"."""
    on_table: ClassVar[str] = "stack"
    """How plays lie on the table: as a "stack", "round" (before their players), or "none" are."""

    state_kind: ClassVar[type[StageState]] = StageState
    """The kind of state that it says it has, `Stage[CardGame, Bids]`."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        kinds = [kind for base in vars(cls).get("__orig_bases__", ()) for kind in get_args(base)]
        for kind in kinds:
            if isinstance(kind, type) and issubclass(kind, StageState):
                cls.state_kind = kind

    def part(self) -> TablePart:
        """What the table keeps by this stage."""
        raise NotImplementedError

    def declared(self) -> Iterable[Declared]:
        """What it and the conditions within it declare, as far as these settings have it."""
        yield from self.declares
        for inner in self.inner().values():
            yield from inner.declared()

    def hand(self, table: Table, seat: int, state: State) -> Sequence[Card]:
        """The cards that this player plays from now: usually their own."""
        return table.piles[seat]

    def plays_cards(self) -> bool:
        """Whether players choose cards from their hands."""
        return any(isinstance(each, Word) and each.cards for each in self.declared())

    def plays_unseen(self) -> bool:
        """Whether these can be cards that the player does not see, named by their places.

        Then what is offered must not depend on their faces.
        """
        return not self.plays_cards()

    def hides_hands(self) -> bool:
        """Whether players get cards that they do not see."""
        return False

    def draws_cards(self) -> bool:
        """Whether players get cards from the stock in it: override where no word says so."""
        return any(isinstance(each, Word) and each.pile == "stock" for each in self.declared())

    def tells_of_hands(self) -> bool:
        """Whether what players say in it depends on their cards so much that nobody may take these
        for any cards: as in bets, in claims, or in hints that partners agree on."""
        return False

    def unseen_misfits(self, rules: Rules) -> list[str]:
        """That hands are hidden from their players, where a stage cannot do with it."""
        if not self.hides_hands() or all(stage.plays_unseen() for stage in rules.stages):
            return []
        return [Text("players must see the cards that they play")]

    def games(self) -> int:
        """How many games its settings are for, where they say something game by game; 0: any."""
        return 0

    def hand_size(self, game_no: int, players: int) -> int:
        """How many cards it deals to each of so many in this game of a match; 0: none, or all."""
        return 0

    def jokers(self) -> str:
        """The sentence that says what a joker is in this stage."""
        return ""

    def begin_game(self, table: Table) -> None:
        """Override to prepare a game before its first stage begins."""

    def begin(self, table: Table) -> None:
        """Set `table.state` and ask somebody; or call `table.next_stage()` if nothing is asked."""
        raise self._lacks("begin(self, table)")

    def offers(self, table: Table, seat: int, state: State) -> Offers:
        """What this player may do now."""
        raise self._lacks("offers(self, table, seat, state)")

    def candidates(self, table: Table, seat: int, state: State) -> Offers:
        """What might be offered if the game's own checks forbade nothing."""
        return self.offers(table, seat, state)

    def act(self, table: Table, seat: int, command: CardCommand, state: State) -> None:
        """Carry out a command that was offered."""
        raise self._lacks("act(self, table, seat, command, state)")

    def cannot_hold(
        self, table: Table, seat: int, state: State
    ) -> AbstractSet[Card] | Sequence[AbstractSet[Card]]:
        """The cards that this player cannot hold, as all know who have watched.

        Override where the state tells: of cards in Hanabi there were hints. One set for the whole
        hand, or one for each of its cards, as they lie. What a player shows in a moment, as who
        does not follow suit, is ruled out in that moment: `table.piles.rule_out(seat, cards)`.
        """
        return frozenset()

    def equip(self, table: Table, state: State) -> None:
        """Override to set what of a state follows from the rules, where it names it `derived`."""

    def imagine(self, table: Table, seat: int, state: State, below: Below) -> None:
        """Override to make up, in a state read from what this player knows, what is missing."""

    def factor(self, table: Table, state: State) -> int:
        """How many times the points of `score` count after this game."""
        return 1

    def after_all(self, table: Table, answers: Mapping[int, CardCommand], state: State) -> None:
        """Carry out what all who were asked with `table.ask_all` have answered."""
        raise self._lacks("after_all(self, table, answers, state)")

    def _lacks(self, method: str) -> NotImplementedError:
        return NotImplementedError(f"the stage {type(self).__name__} has no method {method}")

    def plays(self, word: Word, cards: Cards) -> Iterable[CardCommand] | None:
        """Every command by which cards of the hand can be played with this word.

        None where they follow from the word alone, or are too many to list.
        """
        return None

    def open_word(self, word: Word, hooks: frozenset[str]) -> Word | None:
        """What these hooks of a game add to `plays`: the word with bounds within which all is."""
        return None

    def reads(self, table: Table, seat: int, words: Sequence[str], state: State) -> bool:
        """Whether these words, in this order, mean one thing, so that no other is looked for."""
        return False

    def likewise(
        self, table: Table, seat: int, words: Sequence[str], state: State
    ) -> CardCommand | None:
        """The command that these words mean, if it is as good as one that is offered."""
        return None

    def explain(self, table: Table, seat: int, command: CardCommand, state: State) -> None:
        """Raise `Refused` with the reason why this is not possible now; its cards are held."""

    def worth(self, table: Table, state: State) -> dict[int, int]:
        """What ranks the players after this stage, most first, where equal ones share a place.

        Nothing where `ranking` puts them in order.
        """
        return {}

    def ranking(self, table: Table, state: State) -> Sequence[int]:
        """The seats from best to last after this stage: as they went out, then by fewest cards."""
        finished: Sequence[int] = table.state.finished
        if len(finished) == len(table.order):
            return finished
        place = {seat: at for at, seat in enumerate(finished)}
        ranks = {s: (len(table.piles[s]), place.get(s, -1)) for s in table.order}
        return sorted(table.from_first(), key=ranks.__getitem__)

    def endings(self) -> Iterable[str]:
        """The ways in which it ends with these settings, as `table.next_stage(how)` names them."""
        return ()

    def gives_points(self) -> bool:
        """Whether `points` says what a game is worth that ends with this stage."""
        return False

    def points(self, table: Table, seat: int, state: State) -> int:
        """What a game that ends with this stage is worth to this player, besides any `Score`."""
        return 0

    def misfits(self, rules: Rules) -> list[str]:
        """What does not go together with the other rules of a game."""
        return []


AnyStage: TypeAlias = Stage[Any, Any]
"""A stage of some kind; which tables and which state it takes, only the stage itself knows."""
