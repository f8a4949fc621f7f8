"""PON and CHI: a discard is taken out of turn, to complete a meld at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.cards import Card
from cardkit.cardgame.combos import RUN
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.melds import may_say, open_with, plain_melds
from cardkit.cardgame.piles import EVERYONE
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.stage import Offers, Rules
from cardkit.cardgame.turn import OrderState, TurnCommand, after
from cardkit.netgame import (
    Declared,
    Notice,
    Reason,
    Refused,
    Sentence,
    Text,
    Word,
    condition,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.order import OrderGame

LEAVE = CardCommand("LEAVE")


@condition
class Calls(TurnCommand):
    """PON and CHI: take a discard out of turn and lay it down at once with cards of the hand."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "PON",
            "take the discard and lay it down with these cards of its rank",
            told=("{who} calls pon with {gone}", "{who} calls pon"),
            you=("You call pon with {gone}", "You call pon"),
            button="Pon",
            cards=(2, 3),
        ),
        Word(
            "CHI",
            "take the discard of the player before you and lay it down with these cards in a row",
            told=("{who} calls chi with {gone}", "{who} calls chi"),
            you=("You call chi with {gone}", "You call chi"),
            button="Chi",
            cards=(2, None),
        ),
        Word("LEAVE", "leave the discard on the table", "", "", "Leave it", mild=True),
        Notice(
            "CALLABLE",
            "a player can take the discard",
            {"who": "the player"},
            told="{who} could take the discard",
            you="You could take the discard",
        ),
    )

    chi: bool = setting(
        True,
        "the next player may take a discard for a run",
        says="The next player may take a discard for a run with CHI; a PON comes first.",
    )
    first_round: bool = setting(
        True,
        "discards of the first round may be taken, too",
        says_not="Nobody takes discards in the first round.",
    )
    speakers: str = setting(
        "all",
        "who is asked after a discard: all other players; or only those who can take it, and the "
        "others are told so",
        choices=("all", "able"),
        unsaid="All other players are asked after each discard.",
        says={"able": "Only players who can take a discard are asked, and all are told who can."},
    )

    def declared(self) -> Iterator[Declared]:
        pon, chi, leave, notice = self.declares
        yield from (pon, chi, leave) if self.chi else (pon, leave)
        if self.speakers == "able":
            yield notice

    def sentences_in(self, stage: OrderGame) -> Iterator[Sentence]:
        yield (
            "After a discard anybody else may take it with PON, and lay it down at once with two "
            "or three cards of its rank. Whoever takes it goes on as after a draw, and the players "
            "between are skipped.",
            {},
        )

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterator[str]:
        meld, discard = stage.meld, stage.discard
        if meld is None or discard is None or stage.knock is not None:
            yield Text("a discard is taken for melds: write meld=Meld(…) and discard=Discard(…)")
            return
        if discard.count > 1 or discard.to != "table" or discard.visible != "all":
            yield Text("what is taken is one card that all see: write discard=Discard()")
        if not meld.groups or meld.to != "table" or meld.visible != "all":
            yield Text("what is taken is laid down for all to see: write meld=Meld()")
        if self.chi and not meld.runs:
            yield Text("chi is about runs: write chi=False")

    # --- in play -----------------------------------------------------------------------------

    def counts(self) -> bool:
        return True

    def interrupts(self, table: CardGame, state: OrderState) -> bool:
        early = not self.first_round and state.turns <= len(table.order)
        if early or "DISCARD" not in (state.extras.said or ()):
            return False
        others = [seat for seat in after(table, state.turn, state) if table.piles[seat]]
        if self.speakers == "able":
            others = [seat for seat in others if self._takes(table, seat, state)]
            for seat in others:
                table.disclose("CALLABLE", table.names[seat])
        if others:
            state.extras = state.extras._replace(interlude=self)
            table.ask_all(*others, secret=True)
        return bool(others)

    def interlude_offers(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        return [*self._takes(table, seat, state), LEAVE]

    def _takes(self, table: CardGame, seat: int, state: OrderState) -> list[CardCommand]:
        """The melds for which this player may take the last discard."""
        hand, last, meld = table.piles[seat], table.piles["table"][-1], state.stage.meld
        assert meld is not None
        is_next = self.chi and seat == after(table, state.turn, state)[0]
        most = len(hand) if meld.goes_out else len(hand) - 1
        found: list[CardCommand] = []
        for play in plain_melds(meld, [*hand, last], table.cards):
            if last in play.cards and play.size <= most + 1 and not play.wild:
                cards = [card for card in play.cards if card is not last]
                if play.kind != RUN:
                    found.append(CardCommand("PON", cards=cards))
                elif is_next:
                    found.append(CardCommand("CHI", cards=cards))
        return found

    def after_all(
        self, table: CardGame, answers: Mapping[int, CardCommand], state: OrderState
    ) -> None:
        state.extras = state.extras._replace(interlude=None)
        calls = {command.verb: seat for seat, command in answers.items()}
        seat = calls.get("PON", calls.get("CHI"))
        if seat is None:
            state.stage.turn_over(table, state)
        else:
            self._take(table, seat, answers[seat].cards, state)

    def _take(self, table: CardGame, seat: int, cards: Sequence[Card], state: OrderState) -> None:
        """Lay the discard down with these cards; the turn is now that of whoever took it."""
        last, pile = table.piles["table"][-1], f"meld:{seat}"
        table.piles.move((last,), "table", pile, to=EVERYONE)
        table.piles.move(cards, seat, pile, to=EVERYONE)
        laid = tuple(sorted((last, *cards), key=attrgetter("level")))
        assert state.stage.meld is not None
        state.stage.meld.keep(table, {**state.extras.melds, last: laid}, state)
        state.extras = state.extras._replace(said=())
        state.turn, state.turns, state.drawn = seat, state.turns + 1, 1
        open_with(seat, state)
        state.stage.go_on(table, seat, state, ends_turn=False)

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        if state.extras.interlude is not self:
            return
        if command.verb in ("PON", "CHI"):
            raise Refused(
                CardReason.NO_COMBINATION,
                "{cards} and {last} are no meld for {verb}{may}",
                cards=" ".join(command.cards),
                last=table.piles["table"][-1],
                verb=command.verb,
                may=may_say(table, seat, command.verb),
            )
        raise Refused(Reason.NOT_NOW, "take the discard if you can, or LEAVE it")
