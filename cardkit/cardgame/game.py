"""CardGame: a table with cards, and the stages of its game.

`piles` knows where the cards are and who may see them; parts like `pot` know the stakes.
Does no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from inspect import signature
from types import FunctionType
from typing import Any, ClassVar, NoReturn, Self, cast

from cardkit.cardgame.auction import AuctionHooks
from cardkit.cardgame.bank import Bank, BankHooks
from cardkit.cardgame.call_partner import PartnerHooks
from cardkit.cardgame.cards import Card, Deck, cards_of, undeclared
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.climbing import ClimbingHooks
from cardkit.cardgame.command import CardCommand, by_position, make_card_command, with_cards
from cardkit.cardgame.dealing import DealHooks
from cardkit.cardgame.knowledge import (
    CardReader,
    CardWriter,
    fill_piles,
    read_lacks,
    written_lacks,
    written_piles,
)
from cardkit.cardgame.order import OrderHooks
from cardkit.cardgame.parts import StageCondition, TableCondition, TablePart
from cardkit.cardgame.past import Past
from cardkit.cardgame.piles import EVERYONE, HiddenFaces, SeenPiles
from cardkit.cardgame.refuse import refuse
from cardkit.cardgame.score import Score
from cardkit.cardgame.stage import AnyStage, Offers, Rules, Stage, StageState
from cardkit.cardgame.table import CardTable, CardView, mistakes_in_look
from cardkit.cardgame.titles import TitleHooks, Titles
from cardkit.cardgame.trick import TrickHooks
from cardkit.netgame import (
    HIDDEN,
    WATCHER,
    Below,
    Command,
    Condition,
    Dealer,
    Declared,
    Event,
    Layout,
    Match,
    NetGame,
    Notice,
    Offer,
    PlainDealer,
    Reason,
    Refused,
    RulesError,
    Vocabulary,
    Word,
)
from cardkit.netgame.definition import OF_A_WORD, Parts, is_whole
from cardkit.netgame.events import FactValue
from cardkit.netgame.knowledge import Data, Reader, Writer
from cardkit.netgame.source import mentions, place_of_function


class Glance(CardView):
    """A view that reads most of what it is asked for from the table when it is asked first."""

    __slots__ = ("_table",)

    def __init__(self, table: CardGame, viewer: int) -> None:
        self._table, self.seat = table, viewer
        self.hand = table.piles.faces(table.hand(viewer), viewer)
        self.stage = table.stage.key()
        self.ranks, self.suits = table.deck.order, table.deck.suits
        self.names = tuple(table.names)
        self.piles = cast("dict[str, tuple[str, ...]]", SeenPiles(table.piles, viewer))

    def __getattr__(self, name: str) -> Any:
        table, viewer = self._table, self.seat
        assert viewer is not None
        if name == "hands":
            self.hands = hands = table.piles.hands_seen(viewer)
            return hands
        if name == "facts":
            self.facts = facts = table.facts_told()
            return facts
        parts: dict[str, Any] = {**table.view_parts(viewer)}
        for each, value in parts.items():
            setattr(self, each, value)
        return parts[name]


class CardGame(
    TrickHooks,
    ClimbingHooks,
    OrderHooks,
    DealHooks,
    AuctionHooks,
    PartnerHooks,
    BankHooks,
    TitleHooks,
    hooks=True,
):
    """The base of all card games: set conditions as class attributes, override a few hooks."""

    __slots__ = (
        "_changes_offers",
        "_course",
        "_heeding",
        "_hides_hands",
        "_parts",
        "_past",
        "_preparing",
        "has_effects",
        "leader",
        "stage",
        "stage_no",
        "state",
        "table_parts",
    )

    _not_known: ClassVar[tuple[str, ...]] = (
        *("_changes_offers", "_course", "_heeding", "_hides_hands", "_parts", "_past"),
        "_preparing",
        *("has_effects", "stage", "state", "table_parts"),
    )

    bank: Bank | None = None
    """The points that players start with, in games played for points."""
    titles: Titles | None = None
    """The titles that players get by rank, in games with titles."""

    score: Score | None = None
    """What a game is worth to its players."""

    _known: ClassVar[dict[str, type[Condition]]] = NetGame._known | {
        c.key(): c for c in (Deck, Bank, Titles, Score)
    }
    _values: ClassVar[tuple[str, ...]] = (*NetGame._values, "stages", "look")
    _has_own_points: ClassVar[bool] = False
    has_effects: bool
    """Whether words of this stage have effects besides its own."""
    _checks: ClassVar[dict[str, Callable[..., object]]] = {}
    _effects: ClassVar[dict[str, Callable[..., object]]] = {}
    overridden: ClassVar[frozenset[str]] = frozenset()
    """Which hooks the game overrides, so that a stage need not ask the others."""
    _staged_points: ClassVar[bool] = False
    _kind_of_command: ClassVar[type[Command]] = CardCommand

    def __init_subclass__(cls, abstract: bool = False, hooks: bool = False, **more: Any) -> None:
        super().__init_subclass__(abstract, hooks, **more)
        cls._checks, cls._effects = cls._hooks("check_"), cls._hooks("on_")
        stages = [stage for stage in cls.all_stages() if isinstance(stage, Stage)]
        cls._staged_points = any(stage.gives_points() for stage in stages)
        cls._has_own_points = cls.points is not CardGame.points
        cls._has_points = cls._has_own_points or cls.score is not None or cls._staged_points
        cls._in_parts = tuple(pile for pile in cls.declaration.piles.values() if pile.each)
        offered = cls._offered().items()
        cls.overridden = frozenset(name for name, hook in offered if getattr(cls, name) is not hook)

    @classmethod
    def _offered(cls) -> dict[str, FunctionType]:
        """What there is to override, as it is where nobody does."""
        bases = [base for base in reversed(cls.__mro__) if vars(base).get("_is_hooks")]
        every = (each for base in bases for each in vars(base).items())
        return {name: hook for name, hook in every if isinstance(hook, FunctionType)}

    @classmethod
    def _hooks(cls, prefix: str) -> dict[str, Callable[..., object]]:
        """What the game itself has to say about its words, by verb.

        A hook like `on_play`, which is called with other things, is none of the word PLAY.
        """
        names = {verb: f"{prefix}{verb.lower()}" for verb in cls.verbs}
        offered = cls._offered()
        base = {verb: offered.get(name) for verb, name in names.items()}
        found = {verb: getattr(cls, name, None) for verb, name in names.items()}
        return {
            verb: hook
            for verb, hook in found.items()
            if hook and hook is not base[verb] and _is_of_words(base[verb])
        }

    @classmethod
    def all_stages(cls) -> tuple[AnyStage, ...]:
        forms: Mapping[str, Mapping[str, Any]] = cls.forms
        return (*cls.stages, *(s for form in forms.values() for s in form.get("stages", ())))

    @classmethod
    def declared(cls) -> Iterator[Declared]:
        yield from (each for each in super().declared() if each not in CardTable.declares)
        stages = [s for s in cls.all_stages() if isinstance(s, Stage) and is_whole({"": s})]
        for stage in stages:
            yield from _in_stage(stage, stage.declared() if not stage.mistakes() else ())
            yield Layout(stage.key(), stage.hand_order, stage.on_table)
        for stage in stages:
            for condition in (*stage.inner().values(), stage):
                if isinstance(condition, Condition):
                    yield from _in_stage(stage, condition.declares)
        yield from CardTable.declares

    @classmethod
    def find_mistakes(cls) -> list[str]:
        found = super().find_mistakes()
        if not cls.stages:
            found.append("stages is missing; list them, e.g. stages = (Deal(), TrickGame())")
        for stage in cls.all_stages():
            if isinstance(stage, type) and issubclass(stage, Stage):
                found.append(f"stages holds {stage.__name__}; write {stage.__name__}(…)")
            elif not isinstance(stage, Stage):
                found.append(f"stages holds {stage!r}, which is no stage")
            else:
                found += (m for m in stage.mistakes() if m not in found)
        found += mistakes_in_look(cls.look)
        found += cls._mistakes_in_hooks()
        for name, value in vars(cls).items():
            if isinstance(value, Stage) and not name.isupper():
                found.append(f"{name} is a stage; put it into stages, in its place")
            elif isinstance(value, StageCondition) and not name.isupper():
                kind = type(value).__name__
                where = f"OrderGame({type(value).key()}={kind}(…))"
                found.append(f"{name} stands within the stage that goes by it; write {where}")
        return found

    @classmethod
    def _mistakes_in_hooks(cls) -> Iterator[str]:
        """Hooks that nothing in the game runs, and stages whose hooks it lacks."""
        whole = [s for s in cls.all_stages() if isinstance(s, Stage) and is_whole({"": s})]
        found = [each for s in whole for each in (s, *s.inner().values())]
        found += cls.parts().values()
        conditions = [each for each in found if isinstance(each, Condition)]
        for each in conditions:
            if not issubclass(cls, each.hooks):
                what, hooks = type(each).__name__, each.hooks.__name__
                yield f"{what} needs its hooks: write class {cls.__name__}({hooks})"
        run = {base for each in conditions for base in each.hooks.__mro__}
        run |= {NetGame, CardTable, CardGame}
        bases = [base for base in reversed(cls.__mro__) if vars(base).get("_is_hooks")]
        for name, value in vars(cls).items():
            whose = next((base for base in bases if name in vars(base)), None)
            if not isinstance(value, FunctionType) or whose is None:
                continue
            _, _, word = name.partition("_")
            if whose not in run:
                yield f"{name} would never run: no stage of this game has {whose.__name__}"
            elif (
                whose is CardGame
                and _is_of_words(vars(whose)[name])
                and word.upper() not in cls.verbs
            ):
                yield f"{name} would never run: {word.upper()} is no word of this game"

    @classmethod
    def contradictions(cls, parts: Parts) -> list[str]:
        given: dict[str, Any] = {key: parts.get(key) for key in Rules.__slots__}
        own = (vars(base) for base in cls.__mro__ if not vars(base).get("_abstract", True))
        given["own"] = frozenset(name for names in own for name in names)
        rules = Rules(**given | {"code": cls.own_classes()})
        score: Score | None = parts.get("score")
        written = (cls.stages, *(form.get("stages") for form in cls.forms.values()))
        decks = (cls.deck, *(form.get("deck", cls.deck) for form in cls.forms.values()))
        meant = [each.refill for each in decks if isinstance(each, Deck)]
        # Where the author refills, a host may leave draws out.
        deck = (rules.deck,) if rules.stages in written or rules.deck.refill not in meant else ()
        checked = (*deck, *rules.stages, *((score,) if score is not None else ()))
        wrong = undeclared(rules.deck, cls.declaration)
        misfits = wrong or (wrong for each in checked for wrong in each.misfits(rules))
        return list(dict.fromkeys((*super().contradictions(parts), *misfits)))

    @classmethod
    def gives_points(cls, parts: Parts) -> bool:
        stages: Sequence[AnyStage] = parts["stages"]
        return (
            cls.points is not CardGame.points
            or any(isinstance(part, TableCondition | Score) for part in parts.values())
            or any(stage.gives_points() for stage in stages)
            or mentions((c for s in stages for c in (type(s), s.hooks)), "scores")
            or mentions(cls.own_classes(), "scores")
        )

    @classmethod
    def vocabulary(
        cls, players: Sequence[str], preset: str = "", options: Mapping[str, object] = {}
    ) -> Vocabulary:
        parts = cls.with_options(preset, options, reopened=True)
        stages: Sequence[AnyStage] = parts["stages"]
        cards = cards_of(parts["deck"])
        hidden = any(stage.hides_hands() for stage in stages)
        places = [str(at + 1) for at in range(len(cards.all))] if hidden else []
        deck = {
            "card": [*dict.fromkeys(cards.all), *places],
            "suit": cards.deck.suits,
            "rank": cards.deck.ranks,
        }
        own = {word.form: word for word in cls.own_words()}
        listed, words = list[str](), list[Word]()
        for stage in stages:
            for word in (each for each in stage.declared() if isinstance(each, Word)):
                plays = stage.plays(word, cards) if not hidden else None
                if plays is None:
                    words.append(own.pop(word.form, word))
                    continue
                listed += (str(play) for play in plays)
                if (more := stage.open_word(word, cls.overridden)) is not None:
                    words.append(more)
        vocabulary = Vocabulary(players, deck, [*words, *own.values()])
        vocabulary.add(listed)
        return vocabulary

    @classmethod
    def parts(cls) -> Parts:
        parts = {**super().parts(), "stages": cls.stages}
        match, stages = parts.get("match"), [s for s in cls.stages if isinstance(s, Stage)]
        games = max((s.games() for s in stages if not s.mistakes()), default=0)
        if games and isinstance(match, Match) and match.games == 1:
            parts["match"] = replace(match, games=games)
        return parts

    def __init__(
        self,
        preset: str = "",
        options: Mapping[str, object] = {},
        *,
        key: bytes | str = b"",
        dealer: Callable[[bytes], Dealer] = PlainDealer,
        journal: bool = True,
        reopened: bool = False,
    ) -> None:
        super().__init__(
            preset, options, key=key, dealer=dealer, journal=journal, reopened=reopened
        )
        self.leader = -1
        """The seat that leads the next stage, if that is not the first player."""
        self.stage_no = 0
        self.stage: AnyStage = self.stages[0]
        self.state: StageState = StageState()
        """The state of the current stage."""
        self._hides_hands = any(stage.hides_hands() for stage in self.stages)
        self._past = Past() if journal else None
        self._preparing = tuple(
            stage for stage in self.stages if type(stage).begin_game is not Stage.begin_game
        )
        conditions = [getattr(self, name) for name in self._rules]
        self.table_parts: dict[str, TablePart] = {
            c.part_name: c.part(self.stages) for c in conditions if isinstance(c, TableCondition)
        } | {stage.part_name: stage.part() for stage in self.stages if stage.part_name}
        for name, part in self.table_parts.items():
            setattr(self, name, part)
        self._parts = (*self.table_parts.values(),)
        self._not_own |= {*self.table_parts}
        parts = self.table_parts.items()
        self._heeding = tuple(name for name, p in parts if type(p).did is not TablePart.did)
        self._course = tuple(map(self._hooked, self.stages))
        """The stages, each with what `_hooked` says of it."""
        _, self._changes_offers, self.has_checks, self.has_effects = self._course[0]

    def _hooked(self, stage: AnyStage) -> tuple[AnyStage, bool, bool, bool]:
        """Whether the game changes what a stage offers, has checks for it, and effects."""
        verbs = _verbs_in(stage)
        has_checks = not verbs.isdisjoint(self._checks)
        has_effects = bool(self._heeding) or not verbs.isdisjoint(self._effects)
        return stage, self._hides_hands or has_checks, has_checks, has_effects

    # --- hooks -------------------------------------------------------------------------------
    # `check_…` forbids what would be offered, `more_…` offers more, `on_…` carries out what
    # something causes. Every word of a game has a check and an effect: `check_bid(seat, command)`
    # and `on_bid(seat, command)` for BID, for instance; those below are only the commonest. Call
    # `super()` when a base class may have something to say, too.

    def on_new_game(self) -> None:
        """Override to prepare a game: the seats, who begins."""

    def on_dealt(self) -> None:
        """Override to use the deal before play begins: who leads, what is turned up."""

    def check_discard(self, seat: int, command: CardCommand) -> None:
        """Override to forbid a DISCARD: raise `Refused`."""

    def check_draw(self, seat: int, command: CardCommand) -> None:
        """Override to forbid a DRAW: raise `Refused`."""

    def check_get(self, seat: int, command: CardCommand) -> None:
        """Override to forbid a GET: raise `Refused`."""

    def check_put(self, seat: int, command: CardCommand) -> None:
        """Override to forbid a PUT: raise `Refused`."""

    def check_meld(self, seat: int, command: CardCommand) -> None:
        """Override to forbid a MELD: raise `Refused`."""

    def check_pass(self, seat: int, command: CardCommand) -> None:
        """Override to forbid a PASS: raise `Refused`."""

    def on_discard(self, seat: int, command: CardCommand) -> None:
        """Override for the effects of a discard; climbing games use `on_play`.

        It runs when the cards are on the table and special cards have had their effect, before the
        turn goes on, and in a trick game before the trick is taken.
        """

    def on_pass(self, seat: int, command: CardCommand) -> None:
        """Override for the effects of a pass, before the turn goes on."""

    def on_get(self, seat: int, command: CardCommand) -> None:
        """Override for the effects of a card taken from another player."""

    def rank_players(self) -> Sequence[int]:
        """The seats from best to last: by `points`, or else as the last stage ranks them.

        Override for another order. Players who dropped out come last.
        """
        for part in self._parts:
            if (ranking := part.rank_players(self)) is not None:
                return ranking
        ranked = self._staged_points or (self.score and self.score.ranks)
        if ranked or self._has_own_points:
            best = NetGame.rank_players(self)
        elif worth := self.stage.worth(self, self.state):
            self._worth = worth
            best = sorted(self.from_first(), key=worth.__getitem__, reverse=True)
        else:
            best = self.stage.ranking(self, self.state)
            if self.score is not None and self.score.to_winner:
                best = self.score.least_left(self, best)
        return (
            [*(s for s in best if s not in self.dropped), *self.dropped] if self.dropped else best
        )

    def points(self, seat: int) -> int:
        """What the game is worth to this player: what `score` and the last stage say.

        Override for more.
        """
        points = 0
        if self.score is not None:
            points = self.score.points(self, seat) * self.stage.factor(self, self.state)
        return points + self.stage.points(self, seat, self.state) if self._staged_points else points

    def _all_points(self) -> dict[int, int]:
        if self.score is None or self._has_own_points or self._staged_points:
            return NetGame._all_points(self)
        points, factor = self.score.all_points(self), self.stage.factor(self, self.state)
        return {seat: factor * each for seat, each in points.items()} if factor != 1 else points

    # --- the course of a game ----------------------------------------------------------------
    # What is called often names its base class: `super()` would look through all hooks first.

    def begin_match(self) -> None:
        for part in self._parts:
            part.begin_match(self)
        super().begin_match()

    def reseat(self, moved: Mapping[int, int]) -> None:
        for part in self._parts:
            part.reseat(self, moved)
        super().reseat(moved)

    def newcomer_score(self) -> int:
        for part in self._parts:
            if (points := part.newcomer_score()) is not None:
                return points
        return super().newcomer_score()

    def begin(self) -> None:
        players, piles = len(self.order), self.piles
        if players - 1 not in piles:
            piles.update({seat: [] for seat in range(players)})
        for part in self._parts:
            part.begin_game(self)
        for stage in self._preparing:
            stage.begin_game(self)
        self.dropped, self.leader = [], -1
        piles.deals = 0
        if self._past is not None:
            self._past = Past()
        self.stage_no = -1
        self.on_new_game()
        self.next_stage()

    def next_stage(self, how: str = "") -> None:
        """End the stage: begin the next one, or end the game after the last.

        `how` is one of the stage's `endings`, so that `check_game` knows which have come.
        """
        if self._said is not None:
            self.did(*self._said)
        self.stage_no = number = self.stage_no + 1
        if not number:
            self.state = StageState()
        if number >= len(self._course):
            self.end_game()
            return
        stage, self._changes_offers, self.has_checks, self.has_effects = self._course[number]
        self.stage = stage
        if self.log.listening:
            self.log.mention("STAGE", stage.key())
        stage.begin(self)

    def skip_stages(self, how: str = "") -> None:
        """End the game without its remaining stages."""
        self.stage_no = len(self.stages)
        self.next_stage(how)

    def deal_again(self) -> None:
        """Void the game and begin again with the first stage."""
        self.stage_no = -1
        self.next_stage()

    def end_game(self, ranking: Sequence[int] | None = None) -> None:
        if self._said is not None:
            self.did(*self._said)
        NetGame.end_game(self, ranking)

    def give_points(self) -> None:
        score = self.score
        if score is not None:
            score.begin_count(self)
        for part in self._parts:
            part.end_game(self)
        NetGame.give_points(self)

    def _earned(self) -> dict[int, int]:
        score = self.score
        if score is not None and score.by_place:  # which nobody had when they were ranked
            return self._all_points()
        return NetGame._earned(self)

    def is_match_over(self) -> bool:
        for part in self._parts:
            if part.is_match_over(self):
                return True
        return NetGame.is_match_over(self)

    def put_away(self) -> None:
        self.piles.put_away()
        for part in self._parts:
            part.put_away(self)

    def breaches(self) -> dict[str, Notice]:
        declared = (*self.declares, *(each for s in self.stages for each in s.declared()))
        kinds = {each.kind for each in declared if isinstance(each, Notice)}
        return {kind: each for kind, each in NetGame.breaches(self).items() if kind in kinds}

    def side(self, seat: int) -> tuple[int, ...]:
        for part in self._parts:
            if side := part.side(self, seat):
                return side
        return NetGame.side(self, seat)

    def legal(self, seat: int) -> tuple[CardCommand | Offer, ...]:
        offers = self._offers.get(seat)
        if offers is None:
            if seat not in self.awaited or (self.suspended and seat not in self.overdue):
                return ()
            offered = self.stage.offers(self, seat, self.state)
            if self._changes_offers:
                offered = self._change_offers(seat, offered)
            offers = self._offers[seat] = tuple(offered)
        return offers

    def _change_offers(self, seat: int, offered: Offers) -> Offers:
        if self._checks:  # what forbids everything forbids nothing: somebody has to move
            offered = self.allowed(seat, offered) or offered
        return [self._unseen(seat, o) for o in offered] if self._hides_hands else offered

    def _unseen(self, seat: int, offer: CardCommand | Offer) -> CardCommand | Offer:
        """This offer with cards that the player does not see written by their places."""
        if not isinstance(offer, CardCommand | Choice) or not offer.cards:
            return offer
        piles = self.piles
        places = {card.number: str(at) for at, card in enumerate(piles[seat], start=1)}
        faces = zip(offer.cards, piles.faces(offer.cards, seat), strict=True)
        written = [places.get(c.number, face) if face == HIDDEN else face for c, face in faces]
        if isinstance(offer, CardCommand):
            return by_position(offer, written)
        parts = offer.least, offer.most, offer.name, offer.target
        return Choice(offer.verb, offer.cards, *parts, written)

    def shown_offers(self, seat: int) -> tuple[CardCommand | Offer, ...]:
        offers = self.legal(seat)
        if not self._hides_hands:
            return offers
        return tuple([self._shown(seat, offer) for offer in offers])

    def _shown(self, seat: int, offer: CardCommand | Offer) -> CardCommand | Offer:
        """This offer without cards that the player does not see: its words have their places."""
        if isinstance(offer, CardCommand) and offer.cards:
            seen = tuple(self.piles.seen_by(seat, offer.cards))
            parts = offer.verb, offer.target, seen, offer.amount, offer.word
            return make_card_command(str(offer), *parts)
        if isinstance(offer, Choice) and offer.written is not offer.cards:
            places = cast("tuple[Card, ...]", offer.written)
            return Choice(offer.verb, places, offer.least, offer.most, offer.name, offer.target)
        return offer

    def allowed(self, seat: int, offers: Offers) -> list[CardCommand | Offer]:
        """These offers without those that the game's own checks forbid."""
        allowed: list[CardCommand | Offer] = []
        for offer in offers:
            if not isinstance(offer, Offer):
                try:
                    self.run_check(seat, offer)
                except Refused:
                    continue
            allowed.append(offer)
        return allowed

    def run_check(self, seat: int, command: CardCommand) -> None:
        """Raise `Refused` if the game's own check forbids this."""
        check = self._checks.get(command.verb)
        if check is not None and check(self, seat, command) is not None:
            raise TypeError(
                f"{check.__name__} forbids by raising, not by what it returns "
                f"({place_of_function(check)}): raise Refused('A_CODE', 'a sentence that says why')"
            )

    def answer(self, seat: int, command: Command) -> None:
        NetGame.answer(self, seat, with_cards(command))

    def act(self, seat: int, command: Any) -> None:
        if self._past is not None:
            self._past.note(self, seat, command)
        if not self.has_effects:
            self.stage.act(self, seat, command, self.state)
            return
        self._said = seat, command
        self.stage.act(self, seat, command, self.state)
        if self._said is not None:
            self.did(*self._said)

    def _collect(self, seat: int, command: Command, answers: dict[int, Command]) -> None:
        if self._past is not None:
            self._past.note(self, seat, command)
        NetGame._collect(self, seat, command, answers)

    def after_all(self, answers: Mapping[int, Command]) -> None:
        said = {seat: with_cards(command) for seat, command in answers.items()}
        if self.has_effects:
            for seat, command in said.items():
                self.did(seat, command)
        self.stage.after_all(self, said, self.state)

    def disclose(self, kind: str, *parts: object) -> None:
        """Tell all something true of cards that some do not see, as a hint does; like `emit`.

        Only so may a rule depend on a hidden card without showing it: `check_game` takes it that
        the rules want everybody to know what is said.
        """
        self.emit(kind, *parts)

    def did(self, seat: int, command: CardCommand) -> None:
        """Run the effect that the game gives to a word.

        A stage calls it where an effect belongs, before the turn goes on; if it does not, the
        effect comes when the stage has carried the command out, and before it ends.
        """
        self._said = None
        for name in self._heeding:
            self.table_parts[name].did(self, seat, command)
        effect = self._effects.get(command.verb)
        if effect is not None:
            effect(self, seat, command)

    # --- words -------------------------------------------------------------------------------

    def _find(self, seat: int, words: list[str]) -> CardCommand | None:
        found = NetGame._find(self, seat, words)
        if found is not None:
            command = with_cards(found)
            if command.verb in self._checks and command not in self.legal(seat):  # open offer's
                self.run_check(seat, command)
            return command
        words = self.normalise(words)
        if self.stage.reads(self, seat, words, self.state):
            return None
        same = [
            o
            for o in self.legal(seat)
            if isinstance(o, CardCommand) and o.cards and sorted(o.split(" ")) == sorted(words)
        ]
        if len(same) > 1:
            raise Refused(
                Reason.AMBIGUOUS,
                "these cards can be played in several ways; write one of: {offers}",
                offers=self.in_words(same),
            )
        if same:
            return same[0]
        alike = self.stage.likewise(self, seat, words, self.state)
        if alike is not None and alike.verb in self._checks:
            self.run_check(seat, alike)
        return alike

    def explain(self, seat: int, words: list[str]) -> NoReturn:
        refuse(self, seat, self.normalise(words))
        super().explain(seat, words)

    def action(self, seat: int, command: Command) -> Callable[[int], Event]:
        if not isinstance(command, CardCommand) or not command.cards:
            return NetGame.action(self, seat, command)
        cards = command.cards
        piles = self.piles
        known = [piles.seen[card.number] for card in cards]

        def told(number: int) -> Event:
            seen, names = piles.seen, self.people.names
            after = [seen[card.number] for card in cards]
            # A card that its player sees no more was shuffled: who has it now drew it unknowing.
            masks = [k | s if s >> seat & 1 else k for k, s in zip(known, after, strict=True)]
            if masks.count(EVERYONE) == len(masks):
                said = by_position(command, cards) if self._hides_hands else command
                return Event(number, "ACTION", (names[seat], *said.split(" ")))
            name = (names[command.target],) if command.target >= 0 else ()
            tail = (command.word,) if command.word else ()
            faces = HiddenFaces(cards, masks, as_count=True, tail=tail)
            return Event(number, "ACTION", (names[seat], command.verb, *name), faces)

        return told

    def facts_told(self) -> dict[str, FactValue]:
        facts = super().facts_told()
        for part in self._parts:
            facts |= part.facts()
        return facts

    def view(self, viewer: int = WATCHER) -> CardView:
        piles = self.piles
        hands = piles.hands_seen(viewer)
        others = {
            piles.name(key): piles.faces(pile, viewer)
            for key, pile in piles.items()
            if isinstance(key, str)
        }
        return CardView(
            **self.view_parts(viewer),
            hand=hands[viewer] if viewer != WATCHER else (),
            hands=hands,
            piles=others,
            stage=self.stage.key(),
            ranks=self.deck.order,
            suits=self.deck.suits,
        )

    def glance(self, viewer: int) -> CardView:
        return Glance(self, viewer)

    # --- what a seat knows -------------------------------------------------------------------

    def _writer(self, seat: int) -> CardWriter:
        return CardWriter(self.piles, seat)

    def _known_parts(self, seat: int, writer: Writer) -> Data:
        assert isinstance(writer, CardWriter)
        known = NetGame._known_parts(self, seat, writer)
        parts: dict[str, Data] = {}
        for name, part in self.table_parts.items():
            writer.keeps, part = part.keeps, part.known_to(seat)
            parts[name] = writer.all([(slot, getattr(part, slot)) for slot in part.__slots__])
        state = self.state.known_to(seat)
        writer.keeps, writer.derived, writer.in_state = state.keeps, state.derived, True
        slots = [(slot, getattr(state, slot)) for slot in state.known_slots]
        known["parts"] = parts
        known["stage"] = self._stage_number()
        known["state"] = [self._name_of_state(), writer.all(slots)]
        known["hands"], known["piles"] = written_piles(self.piles, seat)
        known["deals"] = self.piles.deals
        known["cannot_hold"] = self._cannot_hold(seat)
        known["lacks"] = written_lacks(self.piles, seat)
        if self._past is not None:
            known["past"] = self._past.known_to(self, seat)
        return known

    def _stage_number(self) -> int:
        """The number of the stage, also where a game has ended without its last ones."""
        number, stages = self.stage_no, self.stages
        if 0 <= number < len(stages) and stages[number] is self.stage:
            return number
        return next(at for at, stage in enumerate(stages) if stage is self.stage)

    def _name_of_state(self) -> str:
        kind, stage = self.state.__class__, self.stage
        if kind is not stage.state_kind and all(kind is not s.state_kind for s in self.stages):
            state = kind.__name__
            raise RulesError(
                self.title,
                [
                    f"no stage says that it has the state {state}, so that nobody could play on "
                    f"from it: write class {type(stage).__name__}(Stage[CardGame, {state}])"
                ],
            )
        return kind.__name__

    def _cannot_hold(self, seat: int) -> dict[str, list[Any]]:
        """For each hand, the cards that it cannot hold, of those that the player does not see."""
        if type(self.stage).cannot_hold is Stage.cannot_hold:
            return {}
        found, unseen = dict[str, list[Any]](), set[str]()
        for key in self.piles:
            unseen.update(self.piles.unseen_by(seat, key))
        for other in self.order:
            if not self.piles.unseen_by(seat, other):
                continue
            excluded = self.stage.cannot_hold(self, other, self.state)
            sets = [excluded] if isinstance(excluded, AbstractSet) else excluded
            hidden = [sorted(map(str, unseen.intersection(each))) for each in sets]
            if any(hidden):
                found[str(other)] = hidden
        return found

    def _heard(self, seat: int, by: int, answer: Command, writer: Writer) -> Any:
        said = with_cards(answer)
        unseen = len(self.piles.seen_by(seat, said.cards)) < len(said.cards)
        if unseen and by != seat and not self.secret:
            return [said.verb, said.target, len(said.cards)]
        return NetGame._heard(self, seat, by, said, writer)

    def _reader(self) -> CardReader:
        return CardReader(self, self._rule)

    def _rule(self, key: str) -> Any:
        if key in self._rules:
            return getattr(self, key)
        inner = (each for each in self.stage.inner().values() if each.key() == key)
        return self.stage if self.stage.key() == key else next(inner, None) or super()._rule(key)

    def _recall(self, knowledge: Data, reader: Reader, below: Below) -> None:
        NetGame._recall(self, knowledge, reader, below)
        seat, piles = knowledge["seat"], self.piles
        fill_piles(piles, knowledge, below)
        piles.lacks = read_lacks(piles, knowledge)
        piles.people, piles.chance, piles.deals = self.people, self.chance, knowledge["deals"]
        number = knowledge["stage"]
        stage, self._changes_offers, self.has_checks, self.has_effects = self._course[number]
        self.stage = stage
        for name, part in self.table_parts.items():
            reader.keeps = part.keeps
            reader.all(part, knowledge["parts"][name])
        name, slots = knowledge["state"]
        kinds = (each.state_kind for each in (stage, *self.stages))
        kind = next(each for each in kinds if each.__name__ == name)
        self.state = state = object.__new__(kind)
        reader.keeps = kind.keeps
        reader.all(state, slots)
        stage.equip(self, state)
        stage.imagine(self, seat, state, below)
        self._past = Past.imagined(knowledge["past"]) if "past" in knowledge else None

    def _make_up(self, seat: int, heard: Any, below: Below) -> Command:
        if heard is None:
            return NetGame._make_up(self, seat, heard, below)
        verb, target, count = heard
        found: list[Command] = []
        for offer in self.legal(seat):
            if offer.verb != verb or not isinstance(offer, Choice | CardCommand):
                continue
            if isinstance(offer, CardCommand):
                found += [offer] if (offer.target, len(offer.cards)) == (target, count) else []
            elif offer.target == target:
                held = [*offer.cards]
                found.append(offer.command([held.pop(below(len(held))) for _ in range(count)]))
        return found[below(len(found))]

    def copy(self) -> Self:
        twin = CardTable.copy(self)
        twin.state = self.state.copy()
        if self._past is not None:
            twin._past = self._past.copy()
        if self.table_parts:
            twin.table_parts = {n: part.copy() for n, part in self.table_parts.items()}
            twin._parts = (*twin.table_parts.values(),)
            for name, part in twin.table_parts.items():
                setattr(twin, name, part)
        return twin


def _in_stage(stage: AnyStage, declared: Iterable[Declared]) -> Iterator[Declared]:
    """What is declared in a stage: a layout without a name is that of the stage."""
    for each in declared:
        if isinstance(each, Layout) and not each.stage:
            yield replace(each, stage=stage.key())
        else:
            yield each


def _verbs_in(stage: AnyStage) -> set[str]:
    """The first words of all that can be said in a stage."""
    return {each.verb for each in stage.declared() if isinstance(each, Word)}


def _is_of_words(hook: Callable[..., object] | None) -> bool:
    """Whether a hook of the toolkit is given what was said, if there is one."""
    return hook is None or (*signature(hook).parameters,) == OF_A_WORD
