"""CardGame: a table with cards. Piles, who may see what, and the stages of a game.

`move` is the only code that changes where a card is, `gather` takes the whole deck in, `faces`
is the only code that lets a face leave the table. Does no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar, NoReturn, Self

from cardkit.cardgame.cards import Card
from cardkit.cardgame.hooks import Hooks
from cardkit.cardgame.piles import ALL, HiddenFaces, Piles
from cardkit.cardgame.refuse import refuse
from cardkit.cardgame.settings import (
    Bank,
    Discard,
    Draw,
    End,
    Get,
    LastCard,
    Meld,
    Specials,
    Titles,
)
from cardkit.cardgame.stage import Now, Stage
from cardkit.netgame import (
    Command,
    Condition,
    Event,
    NetGame,
    Offer,
    Reason,
    Refused,
    View,
)

_PILES = {"rejected", "won", "meld"}
"""Piles that a stage makes later; nobody may be called so."""


@dataclass(slots=True)
class CardView(View):
    """A view of a table with cards. Hidden cards are `??`.

    Piles and the own hand are in the order they lie; of other hands the hidden cards come first.
    """

    hand: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    piles: dict[str, tuple[str, ...]]
    stage: str
    ranks: str
    suits: str

    def sorted_hand(self) -> tuple[str, ...]:
        """The own cards from low to high as this game ranks them, jokers last."""
        places = {rank: at for at, rank in enumerate(self.ranks)}
        return tuple(
            sorted(self.hand, key=lambda c: (places.get(c[1], 99) if c[0] != "J" else 99, c))
        )


class CardGame(Piles, Hooks, abstract=True):
    """The base of all card games: set conditions as class attributes, override a few hooks."""

    mild: ClassVar[tuple[str, ...]] = (*NetGame.mild, "EXCHANGE")
    look: ClassVar[Mapping[str, Any]] = {}
    """Hints for who draws the table: `colours` (felt, back), `labels` and `places` of piles."""
    stages: tuple[Stage, ...] = ()
    discard: Discard | None = None
    draw: Draw | None = None
    get: Get | None = None
    meld: Meld | None = None
    last_card: LastCard | None = None
    specials: Specials | None = None
    end: End = End()
    bank: Bank | None = None
    titles: Titles | None = None

    _known: ClassVar[dict[str, type[Condition]]] = Piles._known | {
        c.key(): c for c in (Discard, Draw, Get, Meld, LastCard, Specials, End, Bank, Titles)
    }
    _values: ClassVar[tuple[str, ...]] = (*NetGame._values, "stages", "look")
    _checks: ClassVar[dict[str, Callable[..., None]]] = {}

    def __init_subclass__(cls, abstract: bool = False, **more: Any) -> None:
        checks = {n: getattr(cls, n) for n in dir(cls) if n.startswith("check_")}
        own = {n: f for n, f in checks.items() if f is not getattr(CardGame, n, None)}
        cls._checks = {n.removeprefix("check_").upper(): f for n, f in own.items()}
        cls._unchecked = not cls._checks
        super().__init_subclass__(abstract, **more)
        cls.verbs = (*cls.verbs, *(v for s in cls.all_stages() for v in s.verbs))

    @classmethod
    def all_stages(cls) -> tuple[Stage, ...]:
        return (*cls.stages, *(s for form in cls.forms.values() for s in form.get("stages", ())))

    @classmethod
    def find_mistakes(cls) -> list[str]:
        found = super().find_mistakes()
        if not cls.stages:
            found.append("stages is missing; list them, e.g. stages = (Deal(each=5), OrderGame())")
        for stage in cls.all_stages():
            if not isinstance(stage, Stage):
                found.append(f"stages holds {stage!r}, which is no stage")
            elif "__dataclass_fields__" not in vars(type(stage)):
                found.append(f"write @condition above class {type(stage).__name__}")
            else:
                found += (m for m in stage.mistakes() if m not in found)
        for name, value in vars(cls).items():
            if isinstance(value, Stage) and not name.isupper():
                found.append(f"{name} is a stage; put it into stages, in its place")
        return found

    @classmethod
    def contradictions(cls, parts: dict[str, Any]) -> list[str]:
        rules = SimpleNamespace(**{**dict.fromkeys(cls._known), **parts, "game": cls})
        stages: tuple[Stage, ...] = parts["stages"]
        return list(dict.fromkeys(wrong for stage in stages for wrong in stage.misfits(rules)))

    @classmethod
    def parts(cls) -> dict[str, Any]:
        return {**super().parts(), "stages": cls.stages}

    def __init__(self, preset: str = "", options: Mapping[str, Any] = {}, **how: Any) -> None:
        super().__init__(preset, options, **how)
        self.dropped: list[int] = []
        """Who takes no part in this game, or no longer: folded, or out of points."""
        self.tricks: list[int] = []
        self.now: Any = Now()
        self.stage_no = 0
        self.stage: Stage = self.stages[0]

    # --- the course of a game ----------------------------------------------------------------

    def begin(self) -> None:
        if len(self.names) - 1 not in self.piles:
            self.piles |= {seat: [] for seat in range(len(self.names))}
        self.dropped = []
        self.deals = 0
        self.stage_no = -1
        self.on_new_game()
        self.next_stage()

    def next_stage(self) -> None:
        """The stage is done: go on with the next, or end the game after the last."""
        self.stage_no += 1
        if self.stage_no >= len(self.stages):
            self.end_game(self.rank_players())
            return
        self.stage = self.stages[self.stage_no]
        self.stage.begin(self)

    def from_first(self) -> tuple[int, ...]:
        """The seats in the order of play, beginning with the first player."""
        if self._round[0] != self.first:
            start = self.order.index(self.first)
            self._round = self.order[start:] + self.order[:start]
        return self._round

    def still_in(self) -> list[int]:
        """Who takes part in the game still, beginning with the first player."""
        seats = self._round if self._round[0] == self.first else self.from_first()
        return [s for s in seats if s not in self.dropped] if self.dropped else list(seats)

    def partner(self, seat: int) -> int:
        """The player who faces this one."""
        at = self.order.index(seat) + len(self.order) // 2
        return self.order[at % len(self.order)]

    def is_done(self, seat: int) -> bool:
        return seat in self.dropped or not self.piles.get(seat)

    def rank_players(self) -> Sequence[int]:
        """The seats from best to last: who was out first, then the fewest cards first.

        Override for another order.
        """
        place = {seat: at for at, seat in enumerate(self.now.finished)}
        return sorted(self.from_first(), key=lambda s: (len(self.piles[s]), place.get(s, -1)))

    def legal(self, seat: int) -> tuple[Command | Offer, ...]:
        offers = self._offers.get(seat)
        if offers is None:
            if seat not in self.awaited or self.suspended:
                return ()
            offered = self.stage.offers(self, seat)
            if self._checks:  # what forbids everything forbids nothing: somebody has to move
                offered = self.allowed(seat, offered) or offered
            offers = self._offers[seat] = tuple(offered)
        return offers

    def allowed(self, seat: int, offers: Iterable[Command | Offer]) -> list[Command | Offer]:
        """What is left of these offers when the game's own checks have had their say."""
        return [o for o in offers if not isinstance(o, Command) or self._passes(seat, o)]

    def _passes(self, seat: int, command: Command) -> bool:
        check = self._checks.get(command.verb)
        if check is None:
            return True
        try:
            check(self, seat, command)
        except Refused:
            return False
        return True

    def act(self, seat: int, command: Command) -> None:
        self.stage.act(self, seat, command)

    # --- words -------------------------------------------------------------------------------

    def is_word(self, word: str) -> bool:
        piles = {key.partition(":")[0] for key in self.piles if isinstance(key, str)} | _PILES
        known = word.upper() in self.cards.named or word.lower() in piles
        return known or super().is_word(word)

    def normalise(self, words: list[str]) -> list[str]:
        """Cards and suits in capitals; a player's name, which comes first, as it is."""
        name = words[1:2] if words[1:2] and words[1] in self.seat_of else []
        return [words[0], *name, *(w.upper() for w in words[1 + len(name) :])]

    def _find(self, seat: int, words: list[str]) -> Command | None:
        found = super()._find(seat, words)
        if found is not None:
            if found.verb in self._checks and found not in self.legal(seat):  # of an open offer
                self._checks[found.verb](self, seat, found)
            return found
        words = self.normalise(words)
        if self.stage.reads(self, seat, words):
            return None
        same = [
            o
            for o in self.legal(seat)
            if isinstance(o, Command) and o.cards and sorted(o.split(" ")) == sorted(words)
        ]
        if len(same) > 1:
            raise Refused(
                Reason.AMBIGUOUS,
                "these cards can be played in several ways; write one of: {offers}",
                offers=self.in_words(same),
            )
        return same[0] if same else None

    def explain(self, seat: int, words: list[str]) -> NoReturn:
        refuse(self, seat, self.normalise(words))
        super().explain(seat, words)

    def who_knows(self, command: Command) -> list[int]:
        return [self.seen[card.number] for card in command.cards]

    def action(self, number: int, seat: int, command: Command, known: list[int]) -> Event:
        cards: Sequence[Card] = command.cards
        if not cards:
            return super().action(number, seat, command, known)
        seen = [self.seen[card.number] for card in cards]
        # A card that its own player sees no more was shuffled: who has it now drew it unknowing.
        masks = [k | s if s >> seat & 1 else k for k, s in zip(known, seen, strict=True)]
        if masks.count(ALL) == len(masks):
            return super().action(number, seat, command, known)
        name = (self.names[command.target],) if command.target >= 0 else ()
        faces = HiddenFaces(
            cards, masks, as_count=True, tail=(command.word,) if command.word else ()
        )
        return Event(number, "ACTION", (self.names[seat], command.verb, *name), faces)

    def view(self, seat: int | None) -> CardView:
        hands = tuple(self.faces(self.fanned(s, seat), seat) for s in range(len(self.names)))
        piles = {
            self.pile_name(key): self.faces(pile, seat)
            for key, pile in self.piles.items()
            if isinstance(key, str)
        }
        return CardView(
            **self._view_parts(seat),
            hand=hands[seat] if seat is not None else (),
            hands=hands,
            piles=piles,
            stage=self.stage.key(),
            ranks=self.deck.order,
            suits=self.deck.suits,
        )

    def copy(self) -> Self:
        twin = super().copy()
        twin.now = self.now.copy()
        return twin
