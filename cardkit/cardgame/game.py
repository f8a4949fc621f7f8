"""CardGame: a table with cards, and the stages of its game.

`piles` knows where the cards are and who may see them; parts like `pot` know the stakes.
Does no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any, ClassVar, NoReturn, Self

from cardkit.cardgame.auction import Bids
from cardkit.cardgame.bank import Bank, Pot
from cardkit.cardgame.call_partner import Called
from cardkit.cardgame.cards import RANKS, SUITS, Card, Cards, Deck, cards_of, ranks_in, undeclared
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.combos import Play
from cardkit.cardgame.command import CardCommand, by_position, with_cards
from cardkit.cardgame.parts import StageCondition, TableCondition, TablePart
from cardkit.cardgame.piles import EVERYONE, HiddenFaces, Piles
from cardkit.cardgame.refuse import refuse
from cardkit.cardgame.score import Score
from cardkit.cardgame.stage import AnyStage, Offers, Rules, Stage, StageState
from cardkit.cardgame.titles import TitleHolders, Titles
from cardkit.netgame import (
    HIDDEN,
    WATCHER,
    Command,
    Condition,
    Dealer,
    Declared,
    Event,
    Layout,
    Match,
    NetGame,
    Offer,
    Pile,
    PlainDealer,
    Reason,
    Refused,
    View,
    Vocabulary,
    Word,
    in_a_row,
)
from cardkit.netgame.conditions import did_you_mean, shown
from cardkit.netgame.definition import Parts, is_whole
from cardkit.netgame.source import place_of_function

LOOK = ("colours",)
"""Where a page can put a pile."""
_COLOUR = re.compile(
    r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]+(\([\w\s.,%/#()-]*\))?", re.IGNORECASE
)
_PLAIN = re.compile(r"[a-z][a-z0-9-]*", re.IGNORECASE)


@dataclass(slots=True)
class CardView(View):
    """A view of a table with cards. Hidden cards are `??`.

    Piles and your own hand are in their real order; in other hands the hidden cards come first.
    """

    hand: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    piles: dict[str, tuple[str, ...]]
    stage: str
    ranks: str
    suits: str

    def sorted_hand(self) -> tuple[str, ...]:
        """Your cards from low to high as this game ranks them, jokers last."""
        places = {rank: at for at, rank in enumerate(ranks_in(self.ranks))}
        last = len(places)
        return tuple(
            sorted(
                self.hand,
                key=lambda c: (places.get(c[1:], last) if c[0] in self.suits else last, c),
            )
        )


def card_view(view: View) -> CardView:
    """The same view as one with cards, for screens; a game without cards has none."""
    if isinstance(view, CardView):
        return view
    return CardView(**view.data(), **no_cards(len(view.names)))


def no_cards(players: int) -> dict[str, Any]:
    """What a view of a game without cards has in the place of its cards."""
    piles = {"hand": (), "hands": ((),) * players, "piles": {}}
    return {**piles, "stage": "", "ranks": RANKS, "suits": SUITS}


_PILES = (
    Pile(
        "stock",
        "the cards that are not dealt",
        "stock",
        put="{who} puts {cards} away",
        you_put="You put {cards} away",
        taken="{who} draws {cards}",
        you_take="You draw {cards}",
        gathers="The played cards are shuffled into the stock.",
        shown="stack",
        place="left",
    ),
    Pile(
        "table",
        "the cards that were played",
        "table",
        put="{who} plays {cards}",
        you_put="You play {cards}",
        taken="{who} takes {cards} from the table",
        you_take="You take {cards} from the table",
        cleared="The table is cleared.",
    ),
    Pile(
        "away",
        "the cards that are out of the game",
        "away",
        put="{who} puts {cards} away",
        you_put="You put {cards} away",
        shown="stack",
        place="right",
    ),
)
"""Where cards lie in every game; a stage may say otherwise."""


class CardGame(NetGame, abstract=True):
    """The base of all card games: set conditions as class attributes, override a few hooks."""

    look: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Hints for drawing the table: `colours` of the felt and of the back of the cards."""
    declares: ClassVar[tuple[Declared, ...]] = _PILES
    stages: tuple[AnyStage, ...] = ()
    """The phases of a game, in order."""
    deck: Deck = Deck()
    """The cards it is played with."""
    bank: Bank | None = None
    """The points that players start with, in games played for points."""
    titles: Titles | None = None
    """The titles that players get by rank, in games with titles."""

    score: Score | None = None
    """What a game is worth to its players."""

    pot: Pot
    """The pot, if the game has a bank."""
    auction: Bids
    """What has been bid, if the game has an auction."""
    called: Called
    """Which card was called and who has played it, if the highest bidder calls a partner."""
    title_holders: TitleHolders
    """Who has which title, if the game has titles."""

    _known: ClassVar[dict[str, type[Condition]]] = NetGame._known | {
        c.key(): c for c in (Deck, Bank, Titles, Score)
    }
    _values: ClassVar[tuple[str, ...]] = (*NetGame._values, "stages", "look")
    _has_own_points: ClassVar[bool] = False
    has_effects: bool = False
    """Whether words that players say have effects besides those of the stage."""
    _checks: ClassVar[dict[str, Callable[..., object]]] = {}
    _effects: ClassVar[dict[str, Callable[..., object]]] = {}
    overridden: ClassVar[frozenset[str]] = frozenset()
    """Which hooks about single cards and hands the game has, so that others are not asked."""
    _staged_points: ClassVar[bool] = False
    _command: ClassVar[type[Command]] = CardCommand
    _in_parts: ClassVar[tuple[Pile, ...]] = ()
    """The piles of which there is one for each suit, rank or word."""
    _piles: ClassVar[type[Piles]] = Piles

    def __init_subclass__(cls, abstract: bool = False, **more: Any) -> None:
        super().__init_subclass__(abstract, **more)
        cls._checks, cls._effects = cls._hooks("check_"), cls._hooks("on_")
        stages = [stage for stage in cls.all_stages() if isinstance(stage, Stage)]
        cls._staged_points = any(stage.gives_points() for stage in stages)
        cls._has_own_points = cls.points is not CardGame.points
        cls._has_points = cls._has_own_points or cls.score is not None or cls._staged_points
        cls.has_checks = bool(cls._checks)
        cls._in_parts = tuple(pile for pile in cls.declaration.piles.values() if pile.each)
        hooks = ("beats", "discard_pile", "hand_size", "more_melds", "strength", "suit_of")
        cls.overridden = frozenset(h for h in hooks if getattr(cls, h) is not getattr(CardGame, h))

    @classmethod
    def _hooks(cls, prefix: str) -> dict[str, Callable[..., object]]:
        """What the game itself has to say about its words, by verb.

        A hook like `on_play`, which is called with other things, is none of the word PLAY.
        """
        names = {verb: f"{prefix}{verb.lower()}" for verb in cls.verbs}
        base = {verb: getattr(CardGame, name, None) for verb, name in names.items()}
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
        yield from (each for each in super().declared() if each not in _PILES)
        stages = [s for s in cls.all_stages() if isinstance(s, Stage) and is_whole({"": s})]
        for stage in stages:
            yield from stage.declared() if not stage.mistakes() else ()
            yield Layout(stage.key(), stage.hand_order, stage.on_table)
        for stage in stages:
            for condition in (*stage.inner().values(), stage):
                yield from condition.declares if isinstance(condition, Condition) else ()
        yield from _PILES

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
        found += _mistakes_in_look(cls.look)
        for name, value in vars(cls).items():
            if isinstance(value, Stage) and not name.isupper():
                found.append(f"{name} is a stage; put it into stages, in its place")
            elif isinstance(value, StageCondition) and not name.isupper():
                kind = type(value).__name__
                where = f"OrderGame({type(value).key()}={kind}(…))"
                found.append(f"{name} stands within the stage that goes by it; write {where}")
        return found

    @classmethod
    def contradictions(cls, parts: Parts) -> list[str]:
        given: dict[str, Any] = {key: parts.get(key) for key in Rules.__slots__ if key != "own"}
        own = (vars(base) for base in cls.__mro__ if not vars(base).get("_abstract", True))
        rules = Rules(**given, own=frozenset(name for names in own for name in names))
        score: Score | None = parts.get("score")
        checked = (*rules.stages, *((score,) if score is not None else ()))
        wrong = undeclared(rules.deck, cls.declaration)
        misfits = wrong or (wrong for each in checked for wrong in each.misfits(rules))
        return list(dict.fromkeys((*super().contradictions(parts), *misfits)))

    @classmethod
    def vocabulary(
        cls, players: Sequence[str], preset: str = "", options: Mapping[str, object] = {}
    ) -> Vocabulary:
        parts = cls.with_options(preset, options)
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
                else:
                    listed += (str(play) for play in plays)
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
    ) -> None:
        super().__init__(preset, options, key=key, dealer=dealer, journal=journal)
        self.cards: Cards = cards_of(self.deck)
        """All cards of the game: `all` of them, and each by its name in `named`."""
        self.piles: Piles = self._piles(self.cards, self.people, self.chance, self.log)
        """Where every card is, by seat or by the name of the pile, and who may see it."""
        if self._in_parts:
            of_deck = {"suit": self.deck.suits, "rank": self.deck.ranks}
            self.piles.lay_out(
                *(
                    f"{pile.name}:{word}"
                    for pile in self._in_parts
                    for word in (of_deck[pile.each] if isinstance(pile.each, str) else pile.each)
                )
            )
        self.leader = -1
        """The seat that leads the next stage, if that is not the first player."""
        self.dropped: list[int] = []
        """The seats that are out of this game: folded, or without points."""
        self.tricks: list[int] = []
        """The number of tricks taken in this game, for each seat."""
        self.last_trick = -1
        """The seat that took the last trick of the game."""
        self.stage_no = 0
        self.stage: AnyStage = self.stages[0]
        self.state: StageState = StageState()
        """The state of the current stage."""
        self._said: tuple[int, CardCommand] | None = None
        """By whom what was said, until that has had its effect."""
        self._hides_hands = any(stage.hides_hands() for stage in self.stages)
        self._changes_offers = self._hides_hands or bool(self._checks)
        self._preparing = tuple(
            stage for stage in self.stages if type(stage).begin_game is not Stage.begin_game
        )
        conditions = [getattr(self, name) for name in self._rules]
        self.table_parts: dict[str, TablePart] = {
            c.part_name: c.part(self.stages) for c in conditions if isinstance(c, TableCondition)
        } | {stage.part_name: stage.part() for stage in self.stages if stage.part_name}
        self.__dict__.update(self.table_parts)
        self._parts = (*self.table_parts.values(),)
        parts = self.table_parts.items()
        self._heeding = tuple(name for name, p in parts if type(p).did is not TablePart.did)
        self.has_effects = bool(self._effects or self._heeding)

    # --- hooks -------------------------------------------------------------------------------
    # `check_…` forbids what would be offered, `more_…` offers more, `on_…` carries out what
    # something causes. Every word of a game has a check and an effect: `check_bid(seat, command)`
    # and `on_bid(seat, command)` for BID, for instance; those below are only the commonest. Call
    # `super()` when a base class may have something to say, too.

    def on_new_game(self) -> None:
        """Override to prepare a game: the seats, who begins."""

    def on_dealt(self) -> None:
        """Override to use the deal before play begins: who leads, what is turned up."""

    def on_lead(self) -> None:
        """Override to choose who leads, after the deal and any exchange of cards."""

    def hand_size(self) -> int:
        """How many cards everybody is dealt in this game, as its stages say; 0: all.

        Override for another rule, by `self.game_no` or the number of players.
        """
        return max(stage.hand_size(self.game_no) for stage in self.stages)

    def suit_of(self, card: Card) -> str:
        """The suit of a card in tricks: what it follows, and whether it is a trump.

        Override where that is not the printed one. A joker has none, and takes any trick.
        """
        return card.suit

    def strength(self, card: Card) -> int:
        """How strong a card is in tricks among those of its suit.

        Override where that is not the order of the deck.
        """
        return card.level

    def discard_pile(self, seat: int, card: Card) -> str:
        """The pile on which a card is discarded in an order game. Override for another."""
        return "table"

    def beats(self, card: Card, best: Card) -> bool:
        """Whether a card takes a trick from the best one so far.

        Override for cards with powers of their own; suits and trump decide about the others.
        """
        suit, of_best = self.suit_of(card), self.suit_of(best)
        if suit == of_best:
            return self.strength(card) > self.strength(best)
        return not suit or (bool(of_best) and suit == self.facts.get("trump"))

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

    def more_melds(self, cards: Sequence[Card]) -> Iterable[Sequence[Card]]:
        """Override for melds of your own kinds: every one among these cards, in any order.

        A card is laid to such a meld where both together are one of them, too.
        """
        return ()

    def check_pass(self, seat: int, command: CardCommand) -> None:
        """Override to forbid a PASS: raise `Refused`."""

    def on_discard(self, seat: int, command: CardCommand) -> None:
        """Override for the effects of a discard; climbing games use `on_play`.

        It runs when the cards are on the table and special cards have had their effect, before the
        turn goes on, and in a trick game before the trick is taken.
        """

    def on_pass(self, seat: int, command: CardCommand) -> None:
        """Override for the effects of a pass, before the turn goes on."""

    def on_miss(self, seat: int, command: CardCommand) -> None:
        """Override for the effects of a GET that found nothing."""

    def on_get(self, seat: int, command: CardCommand) -> None:
        """Override for the effects of a card taken from another player."""

    def on_trick(self, winner: int, cards: Sequence[Card]) -> None:
        """Override to count what a trick is worth to its winner."""

    def on_play(self, seat: int, play: Play, beaten: Play | None) -> bool:
        """Override for the effects of a climbing play; return True to clear the field."""
        return False

    def more_plays(self, seat: int, field: Play) -> Sequence[CardCommand]:
        """Override to allow plays that the climbing rules would not."""
        return ()

    def on_out(self, seat: int, place: int) -> None:
        """Override for the effects of a player going out in this place (first, second …)."""

    def rank_players(self) -> Sequence[int]:
        """The seats from best to last: by `points`, or else as the last stage ranks them.

        Override for another order. Players who dropped out come last.
        """
        for part in self._parts:
            if (ranking := part.rank_players(self)) is not None:
                return ranking
        ranked = self._staged_points or (self.score and self.score.ranks)
        if ranked or self._has_own_points:
            best = super().rank_players()
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
        points = 0 if self.score is None else self.score.points(self, seat)
        return points + self.stage.points(self, seat, self.state) if self._staged_points else points

    # --- the course of a game ----------------------------------------------------------------

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
        if number >= len(self.stages):
            self.end_game()
            return
        self.stage = stage = self.stages[number]
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
        if self.score is not None:
            self.score.begin_count(self)
        for part in self._parts:
            part.end_game(self)
        NetGame.give_points(self)

    def _earned(self) -> dict[int, int]:
        score = self.score  # what ranked the players is what they get, but for points by place
        if score is None or self._has_own_points or score.by_place or self.forfeits:
            return super()._earned()
        return self._worth or super()._earned()

    def is_match_over(self) -> bool:
        for part in self._parts:
            if part.is_match_over(self):
                return True
        return NetGame.is_match_over(self)

    def put_away(self) -> None:
        self.piles.put_away()
        for part in self._parts:
            part.put_away(self)

    def hand(self, seat: int) -> list[Card]:
        """The cards of the player in this seat."""
        return self.piles[seat]

    def first_seat(self) -> int:
        """The seat that begins, which hooks may have chosen."""
        if self.first not in self.order:
            raise ValueError(f"self.first is {self.first!r}, not one of the seats {self.order}")
        return self.first

    def from_first(self) -> tuple[int, ...]:
        """The seats in the order of play, beginning with the first player."""
        if self._round[0] != self.first:
            start = self.order.index(self.first_seat())
            self._round = self.order[start:] + self.order[:start]
        return self._round

    def still_in(self) -> list[int]:
        """The seats still in the game, beginning with the first player."""
        seats = self._round if self._round[0] == self.first else self.from_first()
        return [s for s in seats if s not in self.dropped] if self.dropped else list(seats)

    @property
    def dealer(self) -> int:
        """The player before the first one."""
        return self.from_first()[-1]

    def side(self, seat: int) -> tuple[int, ...]:
        for part in self._parts:
            if side := part.side(self, seat):
                return side
        return super().side(seat)

    @property
    def is_leading(self) -> bool:
        """Whether no card is on the table yet: the next one leads a trick."""
        return not self.piles["table"]

    def tricks_of(self, seat: int) -> int:
        """The tricks of a player in this game; a side has them together."""
        return sum([self.tricks[each] for each in self.side(seat)])

    def titled(self, title: str) -> int:
        """The seat with that title, the lowest one if several have it; -1 when nobody has."""
        return self.title_holders.holder(self.ranking, title)

    def is_done(self, seat: int) -> bool:
        return seat in self.dropped or not self.piles.get(seat)

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

    def allowed(self, seat: int, offers: Offers) -> list[CardCommand | Offer]:
        """These offers without those that the game's own checks forbid."""
        return [o for o in offers if isinstance(o, Offer) or self._passes(seat, o)]

    def _passes(self, seat: int, command: CardCommand) -> bool:
        try:
            self.run_check(seat, command)
        except Refused:
            return False
        return True

    def run_check(self, seat: int, command: CardCommand) -> None:
        """Raise `Refused` if the game's own check forbids this."""
        check = self._checks.get(command.verb)
        if check is not None and check(self, seat, command) is not None:
            raise TypeError(
                f"{check.__name__} forbids by raising, not by what it returns "
                f"({place_of_function(check)}): raise Refused('A_CODE', 'a sentence that says why')"
            )

    def _open_offer(self, offers: Sequence[Command | Offer], what: str) -> Command | None:
        command = NetGame._open_offer(self, offers, what)
        return with_cards(command) if command.__class__ is Command else command

    def answer(self, seat: int, command: Command) -> None:
        super().answer(seat, with_cards(command))

    def act(self, seat: int, command: Any) -> None:
        if not self.has_effects:
            self.stage.act(self, seat, command, self.state)
            return
        self._said = seat, command
        self.stage.act(self, seat, command, self.state)
        if self._said is not None:
            self.did(*self._said)

    def after_all(self, answers: Mapping[int, Command]) -> None:
        said = {seat: with_cards(command) for seat, command in answers.items()}
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

    def missed(self, seat: int, command: CardCommand) -> None:
        """Run `on_miss` instead of that effect."""
        self._said = None
        self.on_miss(seat, command)

    # --- words -------------------------------------------------------------------------------

    def is_word(self, word: str) -> bool:
        piles = {key for key in self.piles if isinstance(key, str)} | {*self.declaration.piles}
        piles |= {key.partition(":")[2].lower() for key in piles}
        known = word.upper() in self.cards.named or word.lower() in piles
        return known or super().is_word(word)

    def _find(self, seat: int, words: list[str]) -> CardCommand | None:
        found = super()._find(seat, words)
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
        return same[0] if same else None

    def explain(self, seat: int, words: list[str]) -> NoReturn:
        refuse(self, seat, self.normalise(words))
        super().explain(seat, words)

    def action(self, seat: int, command: Command) -> Callable[[int], Event]:
        if not isinstance(command, CardCommand) or not command.cards:
            return super().action(seat, command)
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

    def _view_parts(self, viewer: int) -> dict[str, Any]:
        parts = super()._view_parts(viewer)
        for part in self._parts:
            parts["facts"] |= part.facts()
        if self.tricks and "tricks" in self.declaration.facts:
            parts["facts"].setdefault("tricks", [*self.tricks])
        return parts

    def view(self, viewer: int = WATCHER) -> CardView:
        piles = self.piles
        hands = tuple(piles.faces(piles.fanned(s, viewer), viewer) for s in range(len(self.names)))
        others = {
            piles.name(key): piles.faces(pile, viewer)
            for key, pile in piles.items()
            if isinstance(key, str)
        }
        return CardView(
            **self._view_parts(viewer),
            hand=hands[viewer] if viewer != WATCHER else (),
            hands=hands,
            piles=others,
            stage=self.stage.key(),
            ranks=self.deck.order,
            suits=self.deck.suits,
        )

    def copy(self) -> Self:
        twin = super().copy()
        twin.piles = self.piles.copy_to(twin)
        twin.state = self.state.copy()
        if self.table_parts:
            twin.table_parts = {n: part.copy() for n, part in self.table_parts.items()}
            twin._parts = (*twin.table_parts.values(),)
            twin.__dict__.update(twin.table_parts)
        return twin

    def snapshot(self) -> dict[str, object]:
        state = super().snapshot()
        del state["cards"]  # the same for all tables with this deck
        return state


def _is_of_words(hook: Callable[..., object] | None) -> bool:
    """Whether a hook of the toolkit is given what was said, if there is one."""
    return hook is None or [*signature(hook).parameters] == ["self", "seat", "command"]


def _mistakes_in_look(look: Mapping[str, Mapping[Any, object]]) -> Iterator[str]:
    """What a page could not draw."""
    for part, values in look.items():
        if part not in LOOK:
            hint = did_you_mean(part, LOOK)
            where = "; a pile declares its label and place" if part in ("labels", "places") else ""
            yield f"look: {part} is no part of it{hint or where}; it has {in_a_row(LOOK)}"
            continue
        for name, value in values.items():
            if not isinstance(name, str) or not isinstance(value, str):
                yield f"look: {part} takes words, not {shown(name)}: {shown(value)}"
            elif not (_COLOUR.fullmatch(value) and _PLAIN.fullmatch(name)):
                yield f"look: {shown(name)} cannot be coloured {shown(value)}; write felt: #1f4a63"
