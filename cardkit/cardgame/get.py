"""GET: cards come from another player, by position, by name or by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.cards import Card
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import EVERYONE, VISIBLE, visible_to
from cardkit.cardgame.stage import Offers, Rules
from cardkit.cardgame.turn import (
    OrderState,
    TurnCommand,
    fewest_setting,
    players_meant,
    times_setting,
    wrong_count,
    wrong_partner,
    wrong_times,
)
from cardkit.netgame import Declared, Text, Word, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.order import OrderGame


@condition
class Get(TurnCommand):
    """GET: take cards from another player."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "GET",
            "take the card at that place in another player's hand",
            told="{who} takes {got} from {whom}",
            you="You take {got} from {whom}",
            button="Take",
            player=True,
            number=(1, None),
            position=True,
        ),
        Word(
            "GET",
            "ask another player for a card",
            told=(
                "{who} asks {whom} for {choice} and gets {got}",
                "{who} asks {whom} for {choice} in vain",
            ),
            you=("You ask {whom} and get {got}", "You ask {whom} for {choice} in vain"),
            button="Ask for",
            player=True,
            choice="card",
        ),
        Word(
            "GET",
            "take so many cards from another player, unseen",
            told="{who} takes {got} from {whom}",
            you="You take {got} from {whom}",
            button="Take",
            player=True,
            number=(1, None),
        ),
    )

    source: str = setting(
        "next",
        "from whom: the next player who has cards, the one before, the partner or any",
        choices=("next", "previous", "partner", "any"),
        says={
            "next": "GET a card from the next player.",
            "previous": "GET a card from the player before you.",
            "partner": "GET a card from your partner.",
            "any": "GET a card from any player.",
        },
    )
    by: str = setting(
        "position",
        "the card is chosen by its position in the hand, unseen, or asked for by name; or a number "
        "of cards is drawn by lot",
        choices=("position", "card", "number"),
        says={
            "position": "Choose it by its position, unseen.",
            "card": "Ask for a card by name, of a rank that you hold.",
            "number": "Say how many; they are drawn by lot.",
        },
    )
    count: int = setting(
        1,
        "most cards at once",
        least=1,
        most=13,
        says={1: "", None: "You get up to {count} cards at once."},
    )
    fewest: int = fewest_setting()
    visible: str = setting(
        "owner",
        "who sees a card that was taken unseen",
        choices=VISIBLE,
        unsaid="Only the player who takes a card sees it.",
        says={"all": "What is taken is shown to all.", "nobody": "Nobody looks at what is taken."},
    )
    times: int = times_setting("GETs in a turn: at most {times}.")
    ends_turn: bool = setting(
        True,
        "a card taken ends the turn; an ask in vain always does",
        says="That ends the turn.",
        says_not="If you get a card, you go on; an ask in vain ends the turn.",
    )

    def declared(self) -> Iterable[Declared]:
        by_position, by_card, by_number = self.declares
        assert isinstance(by_number, Word)
        by_number = replace(by_number, number=(self.fewest, self.count))
        return ({"position": by_position, "card": by_card, "number": by_number}[self.by],)

    def conflicts(self) -> list[str]:
        found = [*wrong_count(self.fewest, self.count), *wrong_times(self)]
        if self.count > 1 and self.by != "number":
            found.append(Text("by={by} names one card: write by='number'", by=self.by))
        if self.by == "card" and self.visible != "owner":
            found.append(Text("all see what is asked for by name; leave visible out"))
        return found

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterator[str]:
        if self.visible == "nobody" and stage.plays_cards():
            yield Text("players must see the cards that they play")
        yield from wrong_partner(self.source, rules)

    # --- in play -----------------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int, state: OrderState, others: Offers) -> Offers:
        if not self.may("GET", state):
            return ()
        piles = table.piles
        sources = [s for s in players_meant(self.source, table, seat, state) if piles[s]]
        if self.by == "card":
            hand = piles[seat]
            ranks = {card.rank for card in hand}
            every = dict.fromkeys(table.cards.all)
            # The card is only a word here, that all may hear: nobody has shown it.
            return [
                CardCommand("GET", name=table.names[s], target=s, word=card)
                for s in sources
                for card in (c for c in every if c.rank in ranks and c not in hand)
            ]
        fewest, most = (1, None) if self.by == "position" else (self.fewest, self.count)
        return [
            CardCommand("GET", name=table.names[s], target=s, amount=number)
            for s in sources
            for number in range(1, len(piles[s]) + 1)[fewest - 1 : most]
        ]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        stage, piles, source = state.stage, table.piles, command.target
        hit = self._take(table, seat, command)
        state.finished += [s for s in (source, seat) if not piles[s]]
        if stage.is_over(table) and not (piles[source] and piles[seat]):
            table.next_stage(stage.end.when)
        elif self.ends_turn or not hit or not piles[seat]:
            stage.next_turn(table, state)
        else:
            table.ask(seat)

    def _take(self, table: CardGame, seat: int, command: CardCommand) -> bool:
        """Take the cards, if the other player has them; an ask in vain is no secret."""
        theirs, to = table.piles[command.target], visible_to(self.visible, seat)
        if self.by == "position":
            cards = [_by_position(table, seat, command)]
        elif self.by == "number":
            cards = _by_lot(table, theirs, command.amount)
        else:
            cards, to = [card for card in theirs if card == command.word][:1], EVERYONE
        if cards:
            table.piles.move(cards, command.target, seat, to)
            table.did(seat, command)
        else:
            table.missed(seat, command)
        return bool(cards)


def _by_lot(table: CardGame, cards: Sequence[Card], count: int) -> list[Card]:
    """So many of these cards, in an order drawn by lot: else it told when they came."""
    return [cards[at] for at in table.chance.by_lot(range(len(cards)))[:count]]


def _by_position(table: CardGame, seat: int, command: CardCommand) -> Card:
    """The card that was chosen. Among those unseen it is drawn by lot, as from a hand that was
    shuffled first: else one knew where the card lies that came last."""
    hand = table.piles.fanned(command.target, seat)
    unseen = [card for card in hand if not table.piles.seen[card.number] >> seat & 1]
    if command.amount <= len(unseen):
        return unseen[table.chance.below(len(unseen))]
    return hand[command.amount - 1]
