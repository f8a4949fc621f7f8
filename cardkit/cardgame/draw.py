"""DRAW: cards come from the stock, or the last one from the table, into a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame import words
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import IN_HAND, Viewers, visible_to
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.specials import tell_specials
from cardkit.cardgame.stage import Offers, Rules
from cardkit.cardgame.turn import (
    PASS,
    OrderState,
    TurnCommand,
    times_setting,
    wrong_count,
    wrong_times,
)
from cardkit.netgame import Condition, Declared, Refused, Sentence, Text, Word, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.order import OrderGame

DRAW_TABLE = CardCommand("DRAW", word="TABLE")
DRAWS = tuple(CardCommand("DRAW", amount=count) for count in range(60))


@condition
class Draw(TurnCommand):
    """DRAW: take cards from the stock."""

    asked: ClassVar[int] = 2
    declares: ClassVar[tuple[Declared, ...]] = (
        words.DRAW,
        Word(
            "DRAW",
            "take the last card on the table",
            told="{who} takes {got} from the table",
            you="You take {got} from the table",
            button="Take from the table",
            pile="table",
            choice=("TABLE",),
        ),
    )

    rule: str = setting(
        "any_time",
        "when to draw: whenever one likes; only while nothing can be discarded; one card when "
        "nothing can be discarded, then pass; one card first in each turn",
        choices=("any_time", "until_playable", "one_then_pass", "first"),
        says={
            "any_time": "DRAW at any time in your turn.",
            "until_playable": "If you cannot discard, DRAW until you can.",
            "one_then_pass": "If you cannot discard, DRAW one card, then play it or PASS.",
            "first": "Begin your turn with a DRAW.",
        },
    )
    count: int = setting(
        1,
        "most cards drawn at a time",
        least=1,
        most=13,
        says={1: "", None: "A draw is {count} cards."},
    )
    fewest: int = setting(
        0,
        "fewest cards drawn at a time",
        unsaid={0: "always as many as the most"},
        least=0,
        most=13,
        says=("You may draw fewer.", "You may draw fewer, but at least {fewest}."),
    )
    ends_turn: bool = setting(False, "a draw ends the turn", says="A draw ends the turn.")
    visible: str = setting(
        "owner",
        "who sees the drawn cards",
        choices=IN_HAND,
        unsaid="Only the player who draws a card sees it.",
        says={
            "all": "Drawn cards are shown to all.",
            "nobody": "Nobody looks at drawn cards.",
            "others": "Only the other players see drawn cards.",
        },
    )
    from_table: bool = setting(
        False,
        "the last card on the table may be drawn instead, and not discarded in that turn",
        says="You may take the last card on the table instead; you may not discard it in that "
        "turn.",
    )
    offered_first: bool = setting(
        False,
        "the card that was turned up is offered first: each player in turn takes it or passes",
        says="At first each player in turn may take the card on the table or PASS; if all pass, "
        "the first player draws from the stock.",
    )
    times: int = times_setting("Draws in a turn: at most {times}.")

    def declared(self) -> Iterator[Declared]:
        yield replace(words.DRAW, number=(self.fewest or self.count, self.count))
        if self.from_table:
            yield self.declares[1]

    def conflicts(self) -> list[str]:
        found = [*wrong_count(self.fewest, self.count), *wrong_times(self)]
        if self.times and self.rule in ("first", "one_then_pass"):
            found.append(
                Text("rule={rule} has one draw in a turn; leave times out", rule=self.rule)
            )
        if self.offered_first and not (self.from_table and self.rule == "first"):
            found.append(Text("offered_first needs from_table=True and rule='first'"))
        return found

    def unused(self, beside: Mapping[str, Condition]) -> Mapping[str, str]:
        return {"fewest": "count=2"} if self.count == 1 else {}

    def sentences(self) -> list[Sentence]:
        is_fixed = self.fewest == self.count
        return replace(self, fewest=0).sentences() if is_fixed else super().sentences()

    def declared_in(self, stage: OrderGame) -> Iterator[Declared]:
        owed = stage.specials is not None and stage.specials.draws
        for each in self.declared():
            plain = isinstance(each, Word) and not each.choice
            yield replace(words.DRAW, number=(1, None)) if plain and owed else each

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterator[str]:
        discards = stage.discard or stage.rows
        if self.rule in ("until_playable", "one_then_pass") and not discards:
            rule = "rule={rule} is about players who cannot discard: write discard=Discard(…)"
            yield Text(rule, rule=self.rule)
        on_and_on = self.rule in ("any_time", "until_playable") and rules.deck.refill != "never"
        if stage.discard and on_and_on and not any(c.ends_turn for c in stage.commands):
            yield Text("a turn need never end: let a discard or a draw end it")

    def hides_hands(self) -> bool:
        return self.visible in ("nobody", "others")

    @property
    def is_plain(self) -> bool:
        return self.rule == "until_playable" and not (self.from_table or self.fewest or self.times)

    # --- in play -----------------------------------------------------------------------------

    def begin(self, table: CardGame, state: OrderState) -> None:
        if self.offered_first and table.piles["table"]:
            players = len(table.order)
            state.extras = state.extras._replace(offered=players, interlude=self)

    def interlude_offers(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        return (DRAW_TABLE, PASS)

    def comes_first(self, stage: OrderGame) -> bool:
        return self.rule == "first"

    def first_offers(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        return () if state.drawn else self._draws(table, state)

    def offers(self, table: CardGame, seat: int, state: OrderState, others: Offers) -> Offers:
        if self.is_due(state, others) and (not self.times or self.may("DRAW", state)):
            return self._draws(table, state)
        return ()

    def is_due(self, state: OrderState, others: Offers) -> bool:
        """Whether a player may draw now who can do these other things."""
        if state.owed or self.rule == "any_time":
            return True
        if others or self.rule == "first":
            return False
        return self.rule == "until_playable" or not state.drawn

    def _draws(self, table: CardGame, state: OrderState) -> list[CardCommand]:
        if state.owed:
            return [CardCommand("DRAW", amount=state.owed)]
        can_draw, fewest = table.piles.can_draw(), self.fewest or self.count
        draws = [*DRAWS[fewest : self.count + 1]] if can_draw else []
        if self.from_table and table.piles["table"] and state.extras.offered >= 0:
            draws.append(DRAW_TABLE)
        return draws

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        piles, extras = table.piles, state.extras
        if command.verb == "PASS":  # the card turned up is offered to the next player
            left = extras.offered - 1
            interlude = self if left else None
            state.extras = extras._replace(offered=left or -1, interlude=interlude)
            state.stage.next_turn(table, state)
            return
        state.stage.tell_lack(table, seat, state)
        if command.word:
            state.taken = taken = piles["table"][-1]
            piles.move((taken,), "table", seat, Viewers(piles.seen[taken.number] | 1 << seat))
            state.drawn += 1
        else:
            state.drawn += len(piles.take(seat, command.amount, visible_to(self.visible, seat)))
        if not state.plain and extras.offered:
            state.extras = extras._replace(offered=0, interlude=None)
        ends_turn = self.ends_turn
        if state.owed:
            ends_turn, state.owed = True, 0
            tell_specials(table, state)
        if ends_turn:
            state.stage.next_turn(table, state)
        else:
            table.ask(seat)

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        verb, offered = command.verb, {o.verb for o in table.legal(seat)}
        if verb in offered:
            return
        if self.rule == "first" and offered <= {"DRAW", "PICK"} and verb != "PASS":
            raise Refused(CardReason.MUST_DRAW, "begin your turn with a DRAW")
        if verb == "PASS" and "DRAW" in offered:
            raise Refused(CardReason.MUST_DRAW, "you can still DRAW; pass only when you cannot")
        if verb == "DRAW":
            raise Refused(CardReason.NOTHING_TO_DRAW, "there is nothing to draw now; PASS")
