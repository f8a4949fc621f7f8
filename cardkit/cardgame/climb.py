"""ClimbingGame: play higher and higher until nobody will; the last to play leads anew.

(変則トリックゲーム.) The field is the play to beat. What single plays cause besides, such as
clearing the field or turning the order round, is the game's own business, in `on_play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardkit.cardgame.cards import Card
from cardkit.cardgame.combos import GROUP, RUN, Combos, Play, combos_of
from cardkit.cardgame.order import PASS
from cardkit.cardgame.stage import Now, Offers, Stage
from cardkit.netgame import Command, Reason, Refused, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.table import CardGame


class ClimbNow(Now):
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
        self.until_clear: list[str] = []
        self.finished: list[int] = []
        self.fallen: list[int] = []  # ranked below all others, the first of them lowest


@condition
class ClimbingGame(Stage):
    """変則トリックゲーム: beat the cards on the table with the same kind of play, or pass."""

    verbs: ClassVar[tuple[str, ...]] = ("DISCARD", "PASS")

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
        "who has passed is out until the field clears",
        says="Who has passed is out until the field clears.",
    )
    clear_needs_leader_pass: bool = setting(
        False,
        "the field clears only when its leader has passed, too",
        says="The field clears when everybody, its leader too, has passed.",
    )
    lead_pass: bool = setting(
        False,
        "the leader of an empty field may pass; 20 such passes end the game, ranks by lot",
        says="The leader may pass; 20 such passes in a row end the game, with ranks by lot.",
    )

    def misfits(self, rules: Any) -> list[str]:
        return ["a climbing game is played with one pack"] if rules.deck.packs > 1 else []

    def begin(self, table: CardGame) -> None:
        leader = table.first
        while not table.piles[leader]:
            leader = table.following[leader]
        table.now = now = ClimbNow(leader)
        combos_of(table.cards)
        if not self._ends(table, now):
            table.ask(leader)

    # --- what is offered ---------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int) -> Offers:
        now: ClimbNow = table.now
        combos: Combos = table.cards.combos["DISCARD"]  # type: ignore[assignment]
        held = 0
        for card in table.piles[seat]:
            held |= card.bit
        field = now.field
        if field is None:
            plays: list[Command] = [*combos.all_plays(held, 3 if self.runs else 0)]
            if self.lead_pass:
                plays.append(PASS)
            return plays
        plays = [*self._answers(combos, held, field, now)]
        if now.lock:
            outside = ~now.lock  # a joker has no suit and fits any lock
            plays = [p for p in plays if not p.suit_bits & outside]  # type: ignore[attr-defined]
        plays += table.more_plays(seat, field)
        plays.append(PASS)
        return plays

    def _answers(self, combos: Combos, held: int, field: Play, now: ClimbNow) -> list[Play]:
        """What beats the field."""
        wild, size = held >> 52, field.size
        plays: list[Play] = []
        if field.kind == RUN:
            for at in range(4):
                runs = combos.runs(at, held, wild, 3, size)
                plays += [p for p in runs if self._run_beats(p, field, now.reverse)]
            return plays
        if field.wild == size:
            return plays
        levels = range(field.high) if now.reverse else range(field.high + 1, combos.levels)
        few = size - wild.bit_count()
        groups = combos.groups
        for level in levels:
            suits = held >> 4 * level & 15
            if suits and suits.bit_count() >= few:
                plays += groups(level, suits, wild, size)
        if wild and few <= 0:
            plays += combos.only_jokers(wild, size)
        return plays

    def _run_beats(self, play: Play, field: Play, reverse: bool) -> bool:
        if self.run_beat == "disjoint":
            return play.high < field.low if reverse else play.low > field.high
        return play.low < field.low if reverse else play.high > field.high

    # --- what is done ------------------------------------------------------------------------

    def act(self, table: CardGame, seat: int, command: Command) -> None:
        now: ClimbNow = table.now
        if isinstance(command, Play):
            self._play(table, seat, command, now)
        elif now.field is None:
            self._lead_pass(table, seat, now)
        else:
            now.passed |= 1 << seat
            self._next_turn(table, seat, now)

    def _play(self, table: CardGame, seat: int, play: Play, now: ClimbNow) -> None:
        beaten = now.field
        table.move(play.cards, seat, "table", -1)  # type: ignore[arg-type]
        now.field, now.by, now.lead_passes = play, seat, 0
        if not self.pass_lock:
            now.passed = 0
        if self.lock_after and not now.lock:
            self._count_suits(table, play, beaten, now)
        clears = table.on_play(seat, play, beaten)
        if not table.piles[seat]:
            if seat not in now.fallen:
                now.finished.append(seat)
                table.emit("OUT", table.names[seat], len(now.finished))
                table.on_out(seat, len(now.finished))
            if self._ends(table, now):
                return
        if clears:
            self._clear(table, now)
        else:
            self._next_turn(table, seat, now)

    def _count_suits(self, table: CardGame, play: Play, beaten: Play | None, now: ClimbNow) -> None:
        """A joker in a group fits any suit of a lock, but never starts one."""
        if play.kind == GROUP and play.wild:
            now.same_suits = 0
            return
        same = beaten is not None and now.same_suits and play.suit_bits == beaten.suit_bits
        now.same_suits = now.same_suits + 1 if same else 1
        if now.same_suits >= self.lock_after:
            now.lock = play.suit_bits
            suits = table.deck.suits
            table.set_fact("lock", "".join(s for i, s in enumerate(suits) if now.lock >> i & 1))

    def _lead_pass(self, table: CardGame, seat: int, now: ClimbNow) -> None:
        now.lead_passes += 1
        if now.lead_passes < 20:
            now.turn = self._holder_after(table, seat)
            now.by = now.turn
            table.ask(now.turn)
            return
        left = [s for s in table.order if table.piles[s]]
        table.emit("LOT", *(table.names[s] for s in left))
        self._finish(table, now, table.by_lot(left))

    def _next_turn(self, table: CardGame, seat: int, now: ClimbNow) -> None:
        """Ask the next player who has cards and has not passed, or clear the field."""
        piles, following, passed = table.piles, table.following, now.passed
        turn = following[seat]
        for _ in following:
            if piles[turn] and not passed >> turn & 1:
                break
            turn = following[turn]
        else:
            self._clear(table, now)
            return
        if turn == now.by and not self.clear_needs_leader_pass:
            self._clear(table, now)
            return
        now.turn = turn
        table.ask(turn)

    def _clear(self, table: CardGame, now: ClimbNow) -> None:
        """The field goes away; who played last leads, or the next player with cards."""
        table.move(table.piles["table"][::-1], "table", "away", -1)
        now.field, now.passed, now.lock, now.same_suits = None, 0, 0, 0
        if table.facts:
            table.set_fact("lock", None)
            for fact in now.until_clear:
                flip(table, fact)
            now.until_clear = []
        leader = now.by if table.piles[now.by] else self._holder_after(table, now.by)
        now.turn = now.by = leader
        table.ask(leader)

    def _holder_after(self, table: CardGame, seat: int) -> int:
        seat = table.following[seat]
        while not table.piles[seat]:
            seat = table.following[seat]
        return seat

    def _ends(self, table: CardGame, now: ClimbNow) -> bool:
        """All but one are out: the game is over."""
        left = [s for s in table.order if table.piles[s]]
        if len(left) > 1:
            return False
        self._finish(table, now, left)
        return True

    def _finish(self, table: CardGame, now: ClimbNow, left: Sequence[int]) -> None:
        """Who has cards left comes after who is out, and the fallen come last."""
        rest = [s for s in left if s not in now.fallen]
        now.finished = [*now.finished, *rest, *reversed(now.fallen)]
        table.next_stage()

    def explain(self, table: CardGame, seat: int, verb: str, cards: Sequence[Card]) -> None:
        now: ClimbNow = table.now
        field = now.field
        if verb == "PASS":
            raise Refused(Reason.MUST_LEAD, "you lead: play any cards, passing is not possible")
        ways = combos_of(table.cards).recognise(cards, 3 if self.runs else 0)
        if not ways:
            raise Refused(
                Reason.NO_COMBINATION,
                "{cards} is no play: play cards of one rank{runs}",
                cards=" ".join(cards) or "nothing",
                runs=", or three or more of a suit in a row" if self.runs else "",
            )
        if len(ways) > 1:
            raise Refused(
                Reason.AMBIGUOUS,
                "these cards can be played in several ways; write one of: {offers}",
                offers=table.in_words(ways),
            )
        if field is None:
            return
        if (ways[0].kind, ways[0].size) != (field.kind, field.size):
            raise Refused(
                Reason.WRONG_SHAPE,
                "answer {field} with {count} card(s) of the same kind, or PASS",
                field=field.partition(" ")[2],
                count=field.size,
            )
        if ways[0] not in self._answers(combos_of(table.cards), ways_held(cards), field, now):
            raise Refused(
                Reason.TOO_WEAK,
                "{cards} does not beat {field}{order}; play higher, or PASS",
                cards=" ".join(cards),
                field=field.partition(" ")[2],
                order=" (the order is reversed)" if now.reverse else "",
            )
        raise Refused(
            Reason.SUIT_LOCKED,
            "the suits are locked to {suits}; play these, or PASS",
            suits=table.facts.get("lock", ""),
        )


def ways_held(cards: Sequence[Card]) -> int:
    """These cards as one bit mask."""
    return sum(card.bit for card in cards)


def flip(table: CardGame, fact: str, *, until_clear: bool = False) -> None:
    """Turn the order of the ranks round, and say why."""
    now: ClimbNow = table.now
    now.reverse = not now.reverse
    table.set_fact(fact, None if table.facts.get(fact) else True)
    if until_clear:
        if fact in now.until_clear:
            now.until_clear.remove(fact)
        else:
            now.until_clear.append(fact)


def drop_out(table: CardGame, seat: int, *, lowest: bool = False, at_once: bool = False) -> None:
    """A player will be ranked below the others, and may have to throw the hand in."""
    now: ClimbNow = table.now
    if seat in now.fallen:
        now.fallen.remove(seat)
    now.fallen.insert(0 if lowest else len(now.fallen), seat)
    table.emit("FALLEN", table.names[seat])
    if at_once and table.piles[seat]:
        table.move(table.piles[seat][:], seat, "away", 1 << seat)
