"""ClimbingGame: play higher and higher until nobody will; the last to play leads anew.

(変則トリックゲーム.) The field is the play to beat. What single plays cause besides, such as
clearing the field or turning the order round, is the game's own business, in `on_play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardkit.cardgame.cards import Card, find_cards
from cardkit.cardgame.combos import GROUP, RUN, Combos, Play, combos_of
from cardkit.cardgame.order import PASS
from cardkit.cardgame.stage import Now, Offers, Stage
from cardkit.netgame import Command, Reason, Refused, Text, condition, setting

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
class ClimbingGame(Stage):
    """Beat the cards on the table with the same kind of play or PASS, until all but one are out."""

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
        says="When everybody has passed, who played last too, the field is cleared and they lead.",
        says_not="When all others have passed, the field is cleared and who played last leads.",
    )
    lead_pass: bool = setting(
        False,
        "the leader of an empty field may pass; 20 such passes end the game, ranks by lot",
        says="The leader may pass; 20 such passes in a row end the game, with ranks by lot.",
        says_not="The leader must play.",
    )

    def misfits(self, rules: Any) -> list[str]:
        wrong = Text("a climbing game is played with one pack")
        return [wrong] if rules.deck.packs > 1 else []

    def begin(self, table: CardGame) -> None:
        table.on_lead()
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
        hand, field = table.piles[seat], now.field
        plays: list[Command]
        if field is None:
            plays = [*combos.all_plays(hand, 3 if self.runs else 0)]
            if self.lead_pass:
                plays.append(PASS)
            return plays
        plays = [*self._answers(combos, hand, field, now.reverse)]
        if now.lock:
            outside = ~now.lock  # a joker has no suit and fits any lock
            plays = [p for p in plays if not p.suit_bits & outside]  # type: ignore[attr-defined]
        plays += table.more_plays(seat, field)
        plays.append(PASS)
        return plays

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
        table.move(play.cards, seat, "table", -1)
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
        for fact in ("lock", *now.turned):
            table.set_fact(fact, None)
        table.next_stage()

    def reads(self, table: CardGame, seat: int, words: Sequence[str]) -> bool:
        cards = find_cards(words[1:], table.piles[seat]) or []
        ways = combos_of(table.cards).recognise(cards, 3 if self.runs else 0)
        return any(way.cards == tuple(cards) for way in ways)

    def explain(self, table: CardGame, seat: int, verb: str, cards: Sequence[Card]) -> None:
        now: ClimbNow = table.now
        field = now.field
        if verb == "PASS" and field is None:
            raise Refused(Reason.MUST_LEAD, "you lead: play any cards, passing is not possible")
        if verb != "DISCARD":
            return
        ways = combos_of(table.cards).recognise(cards, 3 if self.runs else 0)
        if not ways:
            raise Refused(
                Reason.NO_COMBINATION,
                "{cards} is no play: play cards of one rank{runs}",
                cards=" ".join(cards) or Text("nothing"),
                runs=Text(", or three or more of a suit in a row") if self.runs else "",
            )
        if field is None:
            return
        play = next((way for way in ways if way.cards == tuple(cards)), ways[0])
        if (play.kind, play.size) != (field.kind, field.size):
            raise Refused(
                Reason.WRONG_SHAPE,
                "answer {field} with {count} card(s) of the same kind, or PASS",
                field=field.partition(" ")[2],
                count=field.size,
            )
        combos = combos_of(table.cards)
        if play not in self._answers(combos, cards, field, now.reverse):
            raise Refused(
                Reason.TOO_WEAK,
                "{cards} does not beat {field}{order}; play higher, or PASS",
                cards=" ".join(cards),
                field=field.partition(" ")[2],
                order=Text(" (the order is reversed)") if now.reverse else "",
            )
        raise Refused(
            Reason.SUIT_LOCKED,
            "the suits are locked to {suits}; play these, or PASS",
            suits=table.facts.get("lock", ""),
        )


def flip(table: CardGame, fact: str, *, until_clear: bool = False) -> None:
    """Turn the order of the ranks round, and say why."""
    now: ClimbNow = table.now
    now.reverse = not now.reverse
    for facts in (now.turned, now.until_clear) if until_clear else (now.turned,):
        if fact in facts:
            facts.remove(fact)
        else:
            facts.append(fact)
    table.set_fact(fact, True if fact in now.turned else None)


def drop_out(table: CardGame, seat: int, *, lowest: bool = False, at_once: bool = False) -> None:
    """A player will be ranked below the others, and may have to throw the hand in."""
    now: ClimbNow = table.now
    if seat in now.fallen:
        if not lowest:
            return  # nobody rises by falling again
        now.fallen.remove(seat)
    now.fallen.insert(0 if lowest else len(now.fallen), seat)
    table.emit("FALLEN", table.names[seat])
    if at_once and table.piles[seat]:
        table.move(table.piles[seat][:], seat, "away", 1 << seat)
