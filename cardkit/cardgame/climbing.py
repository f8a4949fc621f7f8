"""ClimbingGame: play higher and higher until nobody will; the last to play leads anew.

(変則トリックゲーム.) The field is the play to beat. What single plays cause besides, such as
clearing the field or turning the order round, is the game's own business, in `on_play`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame import words
from cardkit.cardgame.cards import Card, Cards, find_cards
from cardkit.cardgame.combos import GROUP, MOST_SUITS, RUN, Combos, Play, combos_of
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.order import PASS
from cardkit.cardgame.piles import EVERYONE
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.stage import Offers, Rules, Stage, StageState
from cardkit.netgame import (
    Declared,
    Fact,
    Notice,
    Refused,
    Text,
    Word,
    condition,
    plural,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame


class ClimbState(StageState):
    """The field, and who is out."""

    __slots__ = (
        "by",
        "fallen",
        "field",
        "finished",
        "lead_passes",
        "lock",
        "passed",
        "reverse",
        "same_suits",
        "turn",
        "turned",
        "until_clear",
    )

    def __init__(self, leader: int) -> None:
        self.turn = leader
        self.by = leader  # who played the field
        self.field: Play | None = None
        self.passed = 0  # a set of seats
        self.lead_passes = 0  # in a row
        self.lock = 0  # a set of suits
        self.same_suits = 0  # plays of the same suits in a row
        self.reverse = False  # low is high
        self.turned: list[str] = []  # what turned the order round, as facts
        self.until_clear: list[str] = []
        self.finished: list[int] = []
        self.fallen: list[int] = []  # ranked below all others, the first of them lowest


@condition
class ClimbingGame(Stage["CardGame", ClimbState]):
    """Beat the cards on the table with the same kind of play or PASS, until all but one are out."""

    declares: ClassVar[tuple[Declared, ...]] = (
        words.DISCARD,
        words.PASS,
        Fact(
            "lock",
            "the suits that must be played",
            "suits locked",
            kind="suits",
            told="The suits are locked: {value}",
        ),
        Notice(
            "OUT",
            "a player has no more cards",
            {"who": "the player", "place": "in the ranking, from 1"},
            told="{who} is out of cards: place {place}",
            you="You are out of cards: place {place}",
        ),
        Notice(
            "FALLEN",
            "a player will be ranked below the others",
            {"who": "the player"},
            told="{who} will be ranked last",
            you="You will be ranked last",
        ),
        Notice(
            "LOT",
            "the places of those who cannot go on are drawn by lot",
            {"names": "the players, a word for each"},
            told="Nobody goes on; the places are drawn by lot.",
        ),
    )

    runs: bool = setting(
        True,
        "runs of three or more cards of one suit may be played",
        says="Play one or more cards of a rank, or a run of three or more of a suit.",
        says_not="Play one or more cards of a rank.",
    )
    run_beat: str = setting(
        "top",
        "a run is beaten by one of its length with a higher top card, or with every card higher",
        choices=("top", "disjoint"),
        says={"disjoint": "A run is beaten by one whose every card is higher."},
    )
    lock_after: int = setting(
        0,
        "after so many plays of the same suits in a row, only these suits follow; 0: never",
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

    def plays(self, word: Word, cards: Cards) -> Iterable[CardCommand] | None:
        if not word.cards:
            return None
        return combos_of(cards).all_plays(cards.all, 3 if self.runs else 0)

    def jokers(self) -> str:
        return "A joker stands for any card, and alone it is the highest."

    def misfits(self, rules: Rules) -> list[str]:
        found: list[str] = []
        if rules.deck.has_doubles():
            found.append(Text("a climbing game is played with one pack"))
        if len(rules.deck.suits) > MOST_SUITS:
            found.append(Text("combinations are of at most {most} suits", most=MOST_SUITS))
        return found

    def begin(self, table: CardGame) -> None:
        table.on_lead()
        leader = table.first_seat()
        while not table.piles[leader]:
            leader = table.following[leader]
        table.state = state = ClimbState(leader)
        combos_of(table.cards)
        if not self._ends(table, state):
            table.ask(leader)

    # --- what is offered ---------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int, state: ClimbState) -> Offers:
        combos = table.cards.combos["DISCARD"]
        hand, field = table.piles[seat], state.field
        if field is None:
            plays = combos.all_plays(hand, 3 if self.runs else 0)
            return [*plays, PASS] if self.lead_pass else plays
        answers = self._answers(combos, hand, field, state.reverse)
        if state.lock:
            outside = ~state.lock  # a joker has no suit and fits any lock
            answers = [play for play in answers if not play.suit_bits & outside]
        return [*answers, *table.more_plays(seat, field), PASS]

    def _answers(
        self, combos: Combos, hand: Sequence[Card], field: Play, reverse: bool
    ) -> list[Play]:
        """What beats the field: jokers by themselves beat any group but one of jokers."""
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
        state.field, state.by, state.lead_passes = play, seat, 0
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
        piles, following, passed = table.piles, table.following, state.passed
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
        table.ask(turn)

    def _clear(self, table: CardGame, state: ClimbState) -> None:
        """The field goes away; who played last leads, or the next player with cards."""
        table.piles.move(table.piles["table"][::-1], "table", "away", EVERYONE)
        if state.lock:
            table.set_fact("lock", None)
        state.field, state.passed, state.lock, state.same_suits = None, 0, 0, 0
        if state.until_clear:
            for fact in state.until_clear:
                self.turn_ranks(table, fact)
            state.until_clear = []
        leader = state.by if table.piles[state.by] else self._holder_after(table, state.by)
        state.turn = state.by = leader
        table.ask(leader)

    def _holder_after(self, table: CardGame, seat: int) -> int:
        seat = table.following[seat]
        while not table.piles[seat]:
            seat = table.following[seat]
        return seat

    def _ends(self, table: CardGame, state: ClimbState) -> bool:
        """All but one are out: the game is over."""
        left = [s for s in table.order if table.piles[s]]
        if len(left) > 1:
            return False
        self._finish(table, state, left)
        return True

    def _finish(self, table: CardGame, state: ClimbState, left: Sequence[int]) -> None:
        """Who has cards left comes after who is out, and the fallen come last."""
        rest = [s for s in left if s not in state.fallen]
        state.finished = [*state.finished, *rest, *reversed(state.fallen)]
        for fact in ("lock", *state.turned) if state.lock else state.turned:
            table.set_fact(fact, None)
        table.next_stage()

    def reads(self, table: CardGame, seat: int, words: Sequence[str], state: ClimbState) -> bool:
        cards = find_cards(words[1:], table.piles[seat]) or []
        ways = combos_of(table.cards).recognise(cards, 3 if self.runs else 0)
        return any(way.cards == tuple(cards) for way in ways)

    def explain(
        self, table: CardGame, seat: int, verb: str, cards: Sequence[Card], state: ClimbState
    ) -> None:
        field = state.field
        if verb == "PASS" and field is None:
            raise Refused(CardReason.MUST_LEAD, "you lead: play any cards, passing is not possible")
        if verb != "DISCARD":
            return
        ways = combos_of(table.cards).recognise(cards, 3 if self.runs else 0)
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
        if (play.kind, play.size) != (field.kind, field.size):
            raise Refused(
                CardReason.WRONG_SHAPE,
                plural(
                    field.size,
                    "answer {field} with one card, or PASS",
                    "answer {field} with {n} cards of the same kind, or PASS",
                    field=field.partition(" ")[2],
                ),
            )
        combos = combos_of(table.cards)
        if play not in self._answers(combos, cards, field, state.reverse):
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
        cards = find_cards(names, table.piles[seat])
        return [] if cards is None else combos_of(table.cards).recognise(cards, 3)

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
