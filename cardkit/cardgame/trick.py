"""TrickGame: everybody plays one card, the strongest takes the trick and leads the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.cards import SUITS, Card
from cardkit.cardgame.order import DRAWS, PASS
from cardkit.cardgame.stage import Now, Offers, Stage
from cardkit.netgame import Command, Offer, Reason, Refused, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.table import CardGame


class TrickNow(Now):
    """The trick on the table."""

    __slots__ = ("best", "best_card", "led", "to_come", "turns")

    def __init__(self) -> None:
        self.turns = 0

    def lead(self, leader: int, players: int) -> None:
        """A new trick begins with this player."""
        self.best = leader
        self.best_card: Card | None = None
        self.led = ""
        self.to_come = players


@condition
class TrickGame(Stage):
    """トリックゲーム: one card each, follow suit, the strongest card takes the trick."""

    verbs: ClassVar[tuple[str, ...]] = ("DISCARD", "DRAW", "PASS")

    trump: str = setting(
        "none",
        "the suit that beats all others: a suit, the suit of the dealer's last card (shown to "
        "all), or none",
        choices=("none", "last_card", *SUITS),
        says={"last_card": "The dealer's last card is shown; its suit is trump."}
        | {s: f"{s} is trump." for s in SUITS},
    )
    follow: str = setting(
        "suit",
        "who cannot follow suit plays any card, draws until they can, or nobody need follow",
        choices=("suit", "draw_until", "free"),
        says={
            "suit": "Follow suit if you can.",
            "draw_until": "Follow suit; if you cannot, DRAW until you can.",
            "free": "Any card may be played to a trick.",
        },
    )

    def begin(self, table: CardGame) -> None:
        table.tricks = [0] * len(table.names)
        for seat in table.order:
            table.pile(f"won:{seat}")
        table.set_fact("trump", None if self.trump in ("none", "last_card") else self.trump)
        if self.trump == "last_card":
            dealer = table.from_first()[-1]
            table.show(table.piles[dealer][-1:], dealer)
            table.set_fact("trump", table.piles[dealer][-1].suit)
        table.now = now = TrickNow()
        self._lead(table, now, table.first)

    def offers(self, table: CardGame, seat: int) -> Offers:
        now, hand, ready = table.now, table.piles[seat], table.cards.discards
        assert isinstance(now, TrickNow)
        led = now.led
        if not led or self.follow == "free":
            return [ready[c.number] for c in hand]
        follows: list[Command | Offer] = [ready[c.number] for c in hand if c.suit == led]
        if self.follow == "draw_until":
            follows += [ready[c.number] for c in hand if c.joker]
            if follows:
                return follows
            return (DRAWS[1],) if table.piles["stock"] or table.can_refill() else (PASS,)
        if not follows:
            return [ready[c.number] for c in hand]
        if table.deck.jokers:
            follows += [ready[c.number] for c in hand if c.joker]
        return follows

    def act(self, table: CardGame, seat: int, command: Command) -> None:
        now: TrickNow = table.now
        if command.verb == "DRAW":
            table.take(seat, 1)
            table.ask(seat)
            return
        if command.verb == "DISCARD":
            cards: Sequence[Card] = command.cards  # type: ignore[assignment]
            table.move(cards, seat, "table", -1)
            card = cards[0]
            best = now.best_card
            if best is None:
                now.led = card.suit
                now.best_card = card
                now.best = seat
            elif self.beats(table, card, best, now.led):
                now.best_card = card
                now.best = seat
            if not now.led:  # after a joker the next card says what is followed
                now.led = card.suit
            hand = table.piles[seat]
            if table.last_card is not None and len(hand) == 1:
                table.emit("SAY", table.names[seat], table.last_card.call)
            if not hand and self.follow == "draw_until":
                table.next_stage()  # European Page One: the first empty hand ends the game
                return
        now.to_come -= 1
        now.turns += 1
        if now.to_come:
            table.ask(self._next(table, seat))
        else:
            self._trick_over(table, now)

    def _next(self, table: CardGame, seat: int) -> int:
        """The next player who has cards."""
        seat = table.following[seat]
        while not table.piles[seat]:
            seat = table.following[seat]
        return seat

    def _lead(self, table: CardGame, now: TrickNow, leader: int) -> None:
        now.lead(leader, sum(1 for seat in table.order if table.piles[seat]))
        table.ask(leader)

    def beats(self, table: CardGame, card: Card, best: Card, led: str) -> bool:
        """Whether a card takes the trick from the best one so far."""
        if card.joker or best.joker:
            return card.joker and not best.joker
        if card.suit == best.suit:
            return card.level > best.level
        return card.suit == table.facts.get("trump")

    def _trick_over(self, table: CardGame, now: TrickNow) -> None:
        winner, cards = now.best, table.piles["table"][:]
        target = "away" if self.follow == "draw_until" else f"won:{winner}"
        table.move(cards, "table", target, -1)
        table.tricks[winner] += 1
        table.emit("TRICK", table.names[winner], table.tricks[winner])
        table.on_trick(winner, cards)
        limit = table.end.turn_limit
        if (limit and now.turns >= limit) or not any(table.piles[s] for s in table.order):
            table.next_stage()
        else:
            self._lead(table, now, winner if table.piles[winner] else self._next(table, winner))

    def explain(self, table: CardGame, seat: int, verb: str, cards: Sequence[Card]) -> None:
        now: TrickNow = table.now
        if verb == "DISCARD" and len(cards) == 1:
            raise Refused(
                Reason.MUST_FOLLOW,
                "follow suit: {led} was led. You may say: {offers}",
                led=now.led,
                offers=table.in_words(table.legal(seat)),
            )
        if verb == "DISCARD":
            raise Refused(
                Reason.BAD_COUNT, "one card goes to a trick, not {count}", count=len(cards)
            )
