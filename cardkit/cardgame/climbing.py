"""ClimbingGame: play higher and higher until nobody will; the last to play leads anew.

(変則トリックゲーム.) The field is the play to beat. What single plays cause besides, such as
clearing the field or turning the order round, is the game's own business, in `on_play`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame import words
from cardkit.cardgame.cards import Card, Cards, find_cards
from cardkit.cardgame.combos import GROUP, MOST_SUITS, RUN, Play, combos_of
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.hooks import TakingHooks
from cardkit.cardgame.kinds import KINDS, Kind, PlayFinder, finder_of, kinds_of
from cardkit.cardgame.piles import EVERYONE
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.stage import Offers, Rules, Stage, StageState
from cardkit.cardgame.trick import TrickGame
from cardkit.cardgame.turn import PASS
from cardkit.netgame import (
    Condition,
    Declared,
    Fact,
    Notice,
    Pile,
    Refused,
    Sentence,
    Text,
    Word,
    condition,
    fix,
    in_a_row,
    plural,
    setting,
)
from cardkit.netgame.declared import Declaration

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame


class ClimbingHooks(TakingHooks, hooks=True):
    """What a game can say about climbing plays."""

    def on_play(self, seat: int, play: Play, beaten: Play | None) -> bool:
        """Override for the effects of a climbing play; return True to clear the field."""
        return False

    def more_plays(self, seat: int, field: Play) -> Sequence[CardCommand]:
        """Override to allow plays that the climbing rules would not."""
        return ()

    def on_out(self, seat: int, place: int) -> None:
        """Override for the effects of a player going out in this place (first, second …)."""


class ClimbState(StageState):
    """The field, and who is out."""

    derived = ("finder",)
    __slots__ = (
        "by",
        "fallen",
        "field",
        "finder",
        "finished",
        "lead_passes",
        "lock",
        "passed",
        "reverse",
        "same_suits",
        "skipped",
        "turn",
        "turned",
        "until_clear",
    )

    def __init__(self, leader: int, finder: PlayFinder | None = None) -> None:
        self.finder = finder  # where kinds are named
        self.turn = leader
        self.by = leader  # who played the field
        self.field: Play | None = None
        self.passed = 0  # a set of seats
        self.skipped = 0  # a set of seats, until somebody plays
        self.lead_passes = 0  # in a row
        self.lock = 0  # a set of suits
        self.same_suits = 0  # plays of the same suits in a row
        self.reverse = False  # low is high
        self.turned: list[str] = []  # what turned the order round, as facts
        self.until_clear: list[str] = []
        self.finished: list[int] = []
        self.fallen: list[int] = []  # ranked below all others, the first of them lowest


TRICKS: tuple[Declared, ...] = (
    Declaration(TrickGame.declares).notices["TRICK"],
    Pile(
        "won",
        "the cards that a player has taken",
        "taken",
        gathers="",
        shown="count",
        role="tricks",
    ),
)
"""What there is where the field is taken as a trick."""


@condition
class ClimbingGame(Stage["CardGame", ClimbState]):
    """Beat the cards on the table with the same kind of play, or PASS."""

    hooks = ClimbingHooks
    declares: ClassVar[tuple[Declared, ...]] = (
        words.DISCARD,
        words.PASS,
        Fact(
            "lock",
            "the suits that must be played",
            "suits locked",
            kind="suits",
            told="The suits are locked: {value}",
            announced=True,
        ),
        Notice(
            "OUT",
            "a player has no more cards",
            {"who": "the player", "place": "in the ranking, from 1"},
            told="{who} is out of cards: place {place}",
            you="You are out of cards: place {place}",
            announced=True,
        ),
        Notice(
            "FALLEN",
            "a player will be ranked below the others",
            {"who": "the player"},
            told="{who} will be ranked last",
            you="You will be ranked last",
            announced=True,
        ),
        Notice(
            "LOT",
            "the places of those who cannot go on are drawn by lot",
            {"names…": "the players, a word for each"},
            told="Nobody goes on; the places are drawn by lot.",
        ),
        *TRICKS,
    )

    runs: bool = setting(
        True,
        "runs of three or more cards of one suit may be played",
        says="Play one or more cards of a rank, or a run of three or more of a suit.",
        says_not="Play one or more cards of a rank.",
    )
    kinds: tuple[str, ...] = setting(
        (),
        "the kinds of plays there are instead, by name: single, pair, triple, four, sequence, run, "
        "straight, flush, full_house, four_and_one, straight_flush",
    )
    suit_order: str = setting(
        "",
        "the suits from low to high, where they count between plays of the same ranks",
        says="Between equal ranks the suit of the highest card counts, from low to high: "
        "{suit_order}.",
        coded=True,
    )
    first_card: str = setting(
        "",
        "the card whose holder shows it and leads a game with a play that has it in it",
        says="Whoever holds {first_card} shows it and leads; the first play has it in it.",
        coded=True,
    )
    end: str = setting(
        "last_hand",
        "when the game is over: when the first hand is empty, or when only one player has cards "
        "left",
        choices=("first_empty_hand", "last_hand"),
        says={
            "first_empty_hand": "The first empty hand ends the game.",
            "last_hand": "The game ends when only one player has cards left.",
        },
    )
    take: bool = setting(
        False,
        "when the field is cleared, its cards are a trick of the player of the last cards",
        says="When the field is cleared, the player of the last cards takes it as a trick.",
    )
    run_beat: str = setting(
        "top",
        "a run is beaten by one of its length with a higher top card, or with every card higher",
        choices=("top", "disjoint"),
        unsaid="A run is beaten by one of its length with a higher top card.",
        says={"disjoint": "A run is beaten by one whose every card is higher."},
    )
    lock_after: int = setting(
        0,
        "after so many plays of the same suits in a row, only these suits follow",
        unsaid={0: "never"},
        choices=(0, 2, 3),
        says="After {lock_after} plays of the same suits, only these suits may follow.",
    )
    pass_lock: bool = setting(
        False,
        "a player who has passed is out until the field clears",
        says="A player who has passed is out until the field clears.",
    )
    clear_needs_leader_pass: bool = setting(
        False,
        "the field clears only when its leader has passed, too",
        says="When everybody has passed, even the player of the last cards, the field is cleared "
        "and that player leads.",
        says_not="When all others have passed, the field is cleared and the player of the last "
        "cards leads.",
    )
    lead_pass: bool = setting(
        False,
        "the leader of an empty field may pass; 20 such passes end the game, ranks by lot",
        says="The leader may pass; 20 such passes in a row end the game, with ranks by lot.",
        says_not="The leader must play.",
    )

    def declared(self) -> Iterator[Declared]:
        discard = replace(words.DISCARD, any_suit=bool(self.kinds) and self._any_suit())
        for each in self.declares:
            if self.take or each not in TRICKS:
                yield discard if each == words.DISCARD else each

    def plays(self, word: Word, cards: Cards) -> Iterable[CardCommand] | None:
        if not word.cards or not all(kind.listed for kind in kinds_of(self.kinds)):
            return None
        return self._in_any_suits(cards, cards.all)

    def jokers(self) -> str:
        if self.kinds:
            return Text("Jokers are the highest cards.")
        return "A joker stands for any card, and alone it is the highest."

    def sentences(self) -> list[Sentence]:
        said = super().sentences()
        if self.kinds:
            said[:1] = self._about_kinds()  # instead of groups and runs
        order = {"suit_order": " ".join(self.suit_order)}
        return [(template, values | order) for template, values in said]

    def _about_kinds(self) -> Iterator[Sentence]:
        kinds = sorted(kinds_of(self.kinds), key=lambda kind: kind.level)
        template = "Play one of these: {kinds}."
        yield template, {"kinds": in_a_row(k.means for k in kinds)}
        levels = [k.means for k in kinds if k.level and not k.any_size]
        if len(levels) > 1:
            template = "Each of them from {kind} on beats those before it with as many cards."
            yield template, {"kind": levels[1]}
        bombs = [k.means for k in kinds if k.any_size]
        if bombs:
            template = "These beat any other kind, from low to high: {kinds}."
            yield template, {"kinds": in_a_row(bombs)}
        if self._any_suit():
            yield Text("Suits do not count."), {}

    def conflicts(self) -> list[str]:
        strange = [k for k in self.kinds if k not in KINDS and not isinstance(k, Kind)]
        known = in_a_row(KINDS)
        found: list[str] = [
            Text("{kind!r} is no kind of play; there are {known}", kind=str(k), known=known)
            for k in strange
        ]
        if self.kinds and not (self.runs and self.run_beat == "top"):
            found.append(Text("runs and run_beat have no effect where kinds are named"))
        if self.suit_order and not self.kinds:
            found.append(Text("suit_order counts where kinds are named: write kinds=(…)"))
        if self.first_card and self.lead_pass:
            found.append(Text("whoever has to play first_card cannot pass: write lead_pass=False"))
        return found

    def unused(self, beside: Mapping[str, Condition]) -> Mapping[str, str]:
        return {} if self.runs or self.kinds else {"run_beat": "runs=on"}

    def misfits(self, rules: Rules) -> list[str]:
        deck, found = rules.deck, list[str]()
        if deck.has_doubles():
            found.append(Text("a climbing game is played with one pack"))
        if self.suit_order and sorted(self.suit_order) != sorted(deck.suits):
            suits = "suit_order={order} must name each suit of the deck once: {suits}"
            found.append(Text(suits, order=self.suit_order, suits=deck.suits))
        if self.first_card and self.first_card not in deck.names():
            found.append(Text("{card!r} is no card of this deck", card=self.first_card))
        if len(deck.suits) > MOST_SUITS:
            found.append(Text("combinations are of at most {most} suits", most=MOST_SUITS))
        return found

    def begin(self, table: CardGame) -> None:
        table.on_lead()
        leader = table.leader if table.leader >= 0 else table.first_seat()
        if self.first_card:
            leader = table.first = table.piles.reveal(self.first_card, otherwise=leader)
        if self.take:
            table.tricks, table.last_trick = [0] * len(table.names), -1
            for seat in table.order:
                table.piles.make(f"won:{seat}")
        while not table.piles[leader]:
            leader = table.following[leader]
        finder = self._finder(table.cards) if self.kinds else None
        table.state = state = ClimbState(leader, finder)
        if not self._ends(table, state):
            table.ask(leader)

    # --- what is offered ---------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int, state: ClimbState) -> Offers:
        hand, field, finder = table.piles[seat], state.field, state.finder
        if field is None:
            if self.first_card and self.first_card in hand:  # nobody has it after the first play
                return self._first_plays(table.cards, hand)
            plays = finder.plays(hand) if finder else self._plays_in(table.cards, hand)
            return [*plays, PASS] if self.lead_pass else plays
        if finder:
            answers = finder.answers(hand, field, state.reverse, self.suit_order)
        else:
            answers = self._answers(table.cards, hand, field, state.reverse)
        if state.lock:
            outside = ~state.lock  # a joker has no suit and fits any lock
            answers = [play for play in answers if not play.suit_bits & outside]
        return [*answers, *table.more_plays(seat, field), PASS]

    def _any_suit(self) -> bool:
        """Whether plays of the same ranks are as good as each other."""
        suits = self.suit_order or self.lock_after or self.take
        return not suits and not any(kind.suited for kind in kinds_of(self.kinds))

    def equip(self, table: CardGame, state: ClimbState) -> None:
        state.finder = finder = self._finder(table.cards) if self.kinds else None
        if finder is not None and (field := state.field) is not None:
            fix(field, "kind", next(kind for kind in finder.kinds if kind == field.kind))

    def _finder(self, cards: Cards) -> PlayFinder:
        return finder_of(cards, self.kinds, self._any_suit())

    def _first_plays(self, cards: Cards, hand: Sequence[Card]) -> list[Play]:
        """What has the first card in it, whichever suits are beside it."""
        return [play for play in self._in_any_suits(cards, hand) if self.first_card in play.cards]

    def _in_any_suits(self, cards: Cards, hand: Sequence[Card]) -> list[Play]:
        """Everything that can be led from a hand, also where one of several is listed."""
        if self.kinds:
            return finder_of(cards, self.kinds, any_suit=False).plays(hand)
        return self._plays_in(cards, hand)

    def _plays_in(self, cards: Cards, hand: Sequence[Card]) -> list[Play]:
        """Everything that can be led from a hand."""
        if self.kinds:
            return self._finder(cards).plays(hand)
        return combos_of(cards).all_plays(hand, 3 if self.runs else 0)

    def _recognise(self, cards: Cards, some: Sequence[Card]) -> list[Play]:
        """The ways in which exactly these cards are one play."""
        return [play for play in self._plays_in(cards, some) if play.size == len(some)]

    def _answers(
        self, cards: Cards, hand: Sequence[Card], field: Play, reverse: bool
    ) -> list[Play]:
        """What beats the field: jokers by themselves beat any group but one of jokers."""
        if self.kinds:
            return self._finder(cards).answers(hand, field, reverse, self.suit_order)
        combos = combos_of(cards)
        held = combos.ranks_in(hand)
        if field.kind == RUN:
            runs = combos.runs(hand, held[-1], 3, field.size)
            return [p for p in runs if self._run_beats(p, field, reverse)]
        top = combos.levels
        if not reverse:
            return combos.groups(held, field.size, range(field.high + 1, top + 1))
        if field.high == top:
            return []
        lower = combos.groups(held, field.size, range(field.high))
        return lower + combos.groups(held, field.size, range(top, top + 1))

    def _run_beats(self, play: Play, field: Play, reverse: bool) -> bool:
        if self.run_beat == "disjoint":
            return play.high < field.low if reverse else play.low > field.high
        return play.low < field.low if reverse else play.high > field.high

    # --- what is done ------------------------------------------------------------------------

    def act(self, table: CardGame, seat: int, command: CardCommand, state: ClimbState) -> None:
        if isinstance(command, Play):
            self._play(table, seat, command, state)
        elif state.field is None:
            self._lead_pass(table, seat, state)
        else:
            state.passed |= 1 << seat
            self._next_turn(table, seat, state)

    def _play(self, table: CardGame, seat: int, play: Play, state: ClimbState) -> None:
        beaten = state.field
        table.piles.move(play.cards, seat, "table", EVERYONE)
        state.field, state.by, state.lead_passes, state.skipped = play, seat, 0, 0
        if not self.pass_lock:
            state.passed = 0
        if self.lock_after and not state.lock:
            self._count_suits(table, play, beaten, state)
        clears = table.on_play(seat, play, beaten)
        if not table.piles[seat]:
            if seat not in state.fallen:
                state.finished.append(seat)
                table.emit("OUT", table.names[seat], len(state.finished))
                table.on_out(seat, len(state.finished))
            if self._ends(table, state):
                return
        if clears:
            self._clear(table, state)
        else:
            self._next_turn(table, seat, state)

    def _count_suits(
        self, table: CardGame, play: Play, beaten: Play | None, state: ClimbState
    ) -> None:
        """A joker in a group fits any suit of a lock, but never starts one."""
        if play.kind == GROUP and play.wild:
            state.same_suits = 0
            return
        same = beaten is not None and state.same_suits and play.suit_bits == beaten.suit_bits
        state.same_suits = state.same_suits + 1 if same else 1
        if state.same_suits >= self.lock_after:
            state.lock = play.suit_bits
            suits = table.deck.suits
            table.set_fact("lock", "".join(s for i, s in enumerate(suits) if state.lock >> i & 1))

    def _lead_pass(self, table: CardGame, seat: int, state: ClimbState) -> None:
        state.lead_passes += 1
        if state.lead_passes < 20:
            state.turn = self._holder_after(table, seat)
            state.by = state.turn
            table.ask(state.turn)
            return
        left = [s for s in table.order if table.piles[s]]
        table.emit("LOT", *(table.names[s] for s in left))
        self._finish(table, state, table.chance.by_lot(left))

    def _next_turn(self, table: CardGame, seat: int, state: ClimbState) -> None:
        """Ask the next player who has cards and has not passed, or clear the field."""
        piles, following, passed = table.piles, table.following, state.passed | state.skipped
        turn = following[seat]
        for _ in following:
            if piles[turn] and not passed >> turn & 1:
                break
            turn = following[turn]
        else:
            self._clear(table, state)
            return
        if turn == state.by and not self.clear_needs_leader_pass:
            self._clear(table, state)
            return
        state.turn = turn
        table.awaited = (turn,)

    def _clear(self, table: CardGame, state: ClimbState) -> None:
        """The field goes away; who played last leads, or the next player with cards."""
        if self.take:
            self._take(table, state.by)
        else:
            table.piles.move(table.piles["table"][::-1], "table", "away", EVERYONE)
        if state.lock:
            table.set_fact("lock", None)
        state.field, state.passed, state.lock, state.same_suits = None, 0, 0, 0
        state.skipped = 0
        if state.until_clear:
            for fact in state.until_clear:
                self.turn_ranks(table, fact)
            state.until_clear = []
        leader = state.by if table.piles[state.by] else self._holder_after(table, state.by)
        state.turn = state.by = leader
        table.ask(leader)

    def _take(self, table: CardGame, seat: int) -> None:
        """The player of the last cards takes all that lies there."""
        cards = table.piles["table"][::-1]
        table.piles.move(cards, "table", f"won:{seat}", EVERYONE)
        table.tricks[seat] += 1
        table.last_trick = seat
        table.emit("TRICK", table.names[seat], table.tricks[seat])
        table.on_trick(seat, cards)

    def _holder_after(self, table: CardGame, seat: int) -> int:
        seat = table.following[seat]
        while not table.piles[seat]:
            seat = table.following[seat]
        return seat

    def _ends(self, table: CardGame, state: ClimbState) -> bool:
        """One player, or all but one, are out: the game is over."""
        left = [s for s in table.order if table.piles[s]]
        if len(left) > 1 and (self.end == "last_hand" or len(left) == len(table.order)):
            return False
        self._finish(table, state, sorted(left, key=lambda seat: len(table.piles[seat])))
        return True

    def _finish(self, table: CardGame, state: ClimbState, left: Sequence[int]) -> None:
        """Who has cards left comes after who is out, and the fallen come last."""
        if self.take and table.piles["table"]:
            self._take(table, state.by)
        rest = [s for s in left if s not in state.fallen]
        state.finished = [*state.finished, *rest, *reversed(state.fallen)]
        for fact in ("lock", *state.turned) if state.lock else state.turned:
            table.set_fact(fact, None)
        table.next_stage(self.end)

    def endings(self) -> tuple[str, ...]:
        return (self.end,)

    def reads(self, table: CardGame, seat: int, words: Sequence[str], state: ClimbState) -> bool:
        if self.kinds:
            return False
        cards = find_cards(words[1:], table.piles[seat]) or []
        ways = self._recognise(table.cards, cards)
        return any(way.cards == tuple(cards) for way in ways)

    def likewise(
        self, table: CardGame, seat: int, words: Sequence[str], state: ClimbState
    ) -> CardCommand | None:
        if state.finder is None or not self._any_suit() or words[0] != "DISCARD":
            return None
        hand = table.piles[seat]
        cards = find_cards(words[1:], hand) or []
        if state.field is None and self.first_card in hand and self.first_card not in cards:
            return None
        ranks = sorted(card.rank for card in cards)
        for offer in table.legal(seat):
            if isinstance(offer, Play) and sorted(card.rank for card in offer.cards) == ranks:
                return state.finder.as_kind(offer.kind, cards)
        return None

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: ClimbState) -> None:
        verb, cards = command.verb, command.cards
        field = state.field
        if verb == "PASS" and field is None:
            raise Refused(CardReason.MUST_LEAD, "you lead: play any cards, passing is not possible")
        if verb != "DISCARD":
            return
        if self.first_card in table.piles[seat] and self.first_card not in cards:
            first = "the first play has {card} in it"
            raise Refused(CardReason.MUST_LEAD, first, card=self.first_card)
        ways = self._recognise(table.cards, cards)
        if not ways and self.kinds:
            raise Refused(
                CardReason.NO_COMBINATION,
                "{cards} is no play; there are: {kinds}",
                cards=" ".join(cards) or Text("nothing", "cards"),
                kinds=in_a_row(kind.means for kind in kinds_of(self.kinds)),
            )
        if not ways:
            raise Refused(
                CardReason.NO_COMBINATION,
                "{cards} is no play: play cards of one rank{runs}",
                cards=" ".join(cards) or Text("nothing", "cards"),
                runs=Text(", or three or more of a suit in a row") if self.runs else "",
            )
        if field is None:
            return
        play = next((way for way in ways if way.cards == tuple(cards)), ways[0])
        better = isinstance(play.kind, Kind) and play.kind.beats(play, field, True)
        if (play.kind, play.size) != (field.kind, field.size) and not better:
            raise Refused(
                CardReason.WRONG_SHAPE,
                plural(
                    field.size,
                    "answer {field} with one card, or PASS",
                    "answer {field} with {n} cards of the same kind, or PASS",
                    field=field.partition(" ")[2],
                ),
            )
        if play not in self._answers(table.cards, cards, field, state.reverse):
            raise Refused(
                CardReason.TOO_WEAK,
                "{cards} does not beat {field}{order}; play higher, or PASS",
                cards=" ".join(cards),
                field=field.partition(" ")[2],
                order=Text(" (the order is reversed)") if state.reverse else "",
            )
        raise Refused(
            CardReason.SUIT_LOCKED,
            "the suits are locked to {suits}; play these, or PASS",
            suits=table.facts.get("lock", ""),
        )

    # --- what a game makes of its plays ------------------------------------------------------

    @staticmethod
    def plays_of(table: CardGame, seat: int, *names: str) -> list[Play]:
        """The play of exactly these cards, if the player holds them."""
        cards, stage = find_cards(names, table.piles[seat]), table.stage
        assert isinstance(stage, ClimbingGame), "only during a climbing game"
        return [] if cards is None else stage._recognise(table.cards, cards)

    @staticmethod
    def turn_ranks(table: CardGame, fact: str, *, until_clear: bool = False) -> None:
        """Low is high and high is low, which `fact` tells; done twice, it is undone."""
        state = _state_of(table)
        state.reverse = not state.reverse
        for facts in (state.turned, state.until_clear) if until_clear else (state.turned,):
            if fact in facts:
                facts.remove(fact)
            else:
                facts.append(fact)
        table.set_fact(fact, True if fact in state.turned else None)

    @staticmethod
    def skip_next(table: CardGame) -> None:
        """The next player who could answer the play just made is passed over."""
        state = _state_of(table)
        turn = table.following[state.by]
        while turn != state.by and (not table.piles[turn] or state.passed >> turn & 1):
            turn = table.following[turn]
        state.skipped |= 1 << turn if turn != state.by else 0

    @staticmethod
    def drop_out(
        table: CardGame, seat: int, *, lowest: bool = False, at_once: bool = False
    ) -> None:
        """A player will be ranked below the others, and may have to throw the hand in.

        `lowest` puts them below others who fell.
        """
        state = _state_of(table)
        if seat in state.fallen:
            if not lowest:
                return  # nobody rises by falling again
            state.fallen.remove(seat)
        state.fallen.insert(0 if lowest else len(state.fallen), seat)
        table.emit("FALLEN", table.names[seat])
        if at_once and table.piles[seat]:
            table.piles.move(table.piles[seat][:], seat, "away", to=seat)


def _state_of(table: CardGame) -> ClimbState:
    state = table.state
    assert isinstance(state, ClimbState), "only during a climbing game"
    return state
