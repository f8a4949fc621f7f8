"""TrickGame: everybody plays one card, the strongest takes the trick and leads the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame import words
from cardkit.cardgame.cards import SUITS, Card
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.dealing import TURNED
from cardkit.cardgame.last_card import DECLARE, after_discard, call, call_is_due
from cardkit.cardgame.order import DRAWS, PASS
from cardkit.cardgame.piles import EVERYONE
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.settings import End, LastCard
from cardkit.cardgame.stage import Offers, Rules, Stage, StageState
from cardkit.netgame import (
    Declared,
    Fact,
    Notice,
    Offer,
    Pile,
    Refused,
    Text,
    Word,
    condition,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame


class TrickState(StageState):
    """The trick on the table."""

    __slots__ = ("best", "best_card", "declared", "led", "plain", "to_come", "turns")

    def __init__(self, leader: int, plain: bool) -> None:
        self.plain = plain  # all cards are what is printed on them
        self.turns = 0
        self.declared = False
        self.lead(leader, 0)

    def lead(self, leader: int, players: int) -> None:
        """A new trick begins with this player."""
        self.best = leader
        self.best_card: Card | None = None
        self.led = ""
        self.to_come = players


@condition
class TrickGame(Stage["CardGame", TrickState]):
    """Everybody plays one card to a trick; the strongest takes it and leads the next.

    A game that chooses the trump itself leaves `trump` as it is, and sets the fact of that name in
    `on_dealt` or `on_lead`: `self.set_fact("trump", "S")`. One whose cards are not what is printed
    on them says so in `suit_of` and `strength`. Cards that must or must not be led are a matter of
    `check_discard`, where `self.is_leading` is true for the first card of a trick.
    """

    hand_order: ClassVar[str] = "suit"
    on_table: ClassVar[str] = "round"
    declares: ClassVar[tuple[Declared, ...]] = (
        words.DISCARD,
        words.DRAW,
        words.PASS,
        Fact(
            "trump",
            "the suit that beats all others",
            "trump",
            kind="suits",
            told="{value} is trump",
        ),
        Notice(
            "TRICK",
            "a player wins a trick",
            {"who": "the player", "count": "how many they have now"},
            told="{who} takes the trick (so far: {count})",
            you="You take the trick (so far: {count})",
        ),
        Pile(
            "won",
            "the tricks that a player has won",
            "tricks",
            gathers="",
            shown="count",
            counted="tricks",
        ),
    )

    trump: str = setting(
        "none",
        "the suit that beats all others: a suit, the suit of the dealer's last card (shown to "
        "all), of the card that was turned up or of the contract, or none",
        choices=("none", "last_card", "turned_up", "contract", *SUITS),
        says={
            "turned_up": "The suit of the card that was turned up is trump and beats all others.",
            "contract": "The suit of the contract is trump and beats all others.",
            "last_card": "The dealer's last card is shown; its suit is trump and beats all others.",
            "S": "Spades are trump and beat all others.",
            "H": "Hearts are trump and beat all others.",
            "D": "Diamonds are trump and beat all others.",
            "C": "Clubs are trump and beat all others.",
        },
    )
    follow: str = setting(
        "suit",
        "a player who cannot follow suit plays any card, or draws until they can; or nobody need "
        "follow",
        choices=("suit", "draw_until", "free"),
        says={
            "suit": "Follow suit if you can.",
            "draw_until": "Follow suit; if you cannot, DRAW until you can.",
            "free": "Any card may be played to a trick.",
        },
    )

    last_card: LastCard | None = setting(None, "what is called with one card left, if anything is")

    end: End | None = setting(None, "when a game with draws is over, if not after the last trick")

    def declared(self) -> Iterator[Declared]:
        for each in super().declared():
            if self.follow == "draw_until" or each not in (words.DRAW, words.PASS):
                yield replace(each, cards=(1, 1)) if each is words.DISCARD else each

    def jokers(self) -> str:
        return "A joker takes any trick."

    def misfits(self, rules: Rules) -> list[str]:
        found: list[str] = []
        if self.end is not None and self.end.when != "first_empty_hand":
            found.append(Text("a trick game with draws ends with the first empty hand"))
        if rules.deck.refill == "from_table":
            found.append(Text("a trick is not shuffled into the stock: write refill='from_away'"))
        declared = [each for stage in rules.stages for each in stage.declared()]
        if self.trump == "turned_up" and not any(
            isinstance(each, Pile) and each.name == TURNED for each in declared
        ):
            found.append(Text("no card is turned up for trump: write Deal(turn_up=1, apart=True)"))
        if self.trump == "contract" and not any(
            isinstance(each, Word) and each.verb == "BID" and each.choice for each in declared
        ):
            found.append(Text("no contract has a suit for trump: write Auction(bids='suit')"))
        return found

    def begin_game(self, table: CardGame) -> None:
        table.tricks = [0] * len(table.names)
        if self.trump in ("turned_up", "contract"):  # what bids are made for is not the last one
            table.set_fact("trump", None)

    def begin(self, table: CardGame) -> None:
        table.on_lead()
        table.tricks = [0] * len(table.names)
        for seat in table.order:
            table.piles.make(f"won:{seat}")
        trumps = {s.trump for s in table.stages if isinstance(s, TrickGame)}
        if trumps != {"none"}:  # else a trump that is there is the author's
            table.set_fact("trump", self.trump if self.trump in SUITS else None)
            if self.trump not in SUITS:
                table.set_fact("trump", self._trump(table) or None)
        leader = table.first_seat() if table.leader < 0 else table.leader
        table.state = state = TrickState(leader, plain=not table.overridden)
        self._lead(table, state, leader)

    def _trump(self, table: CardGame) -> str:
        """The suit that is trump by cards or bids; nothing for a joker or a bid without trump."""
        piles = table.piles
        match self.trump:
            case "last_card":
                dealer = table.still_in()[-1]
                piles.show(piles[dealer][-1:], dealer)
                return piles[dealer][-1].suit
            case "turned_up":
                return piles[TURNED][-1].suit if piles.get(TURNED) else ""
            case "contract":
                contract = table.auction.contract
                return contract.word if contract and contract.word in table.deck.suits else ""
        return ""

    def offers(self, table: CardGame, seat: int, state: TrickState) -> Offers:
        hand, led = table.piles[seat], state.led
        offers: list[CardCommand | Offer]
        if not led or self.follow == "free":
            offers = [c.discard for c in hand]
        else:
            if state.plain:
                offers = [c.discard for c in hand if c.suit == led]
            else:
                offers = [c.discard for c in hand if table.suit_of(c) == led]
            if table.cards.jokers and (offers or self.follow == "draw_until"):
                offers += [c.discard for c in hand if not table.suit_of(c)]
            if not offers:
                offers = self._cannot_follow(table, hand)
        last = self.last_card
        if last is not None and not state.declared and call_is_due(last, table, seat, offers):
            offers.append(DECLARE)
        return offers

    def _cannot_follow(self, table: CardGame, hand: Sequence[Card]) -> list[CardCommand | Offer]:
        if self.follow != "draw_until":
            return [c.discard for c in hand]
        return [DRAWS[1] if table.piles.can_draw() else PASS]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: TrickState) -> None:
        if command.verb == "DISCARD":
            self._play(table, seat, command.cards, state)
            if table.has_effects:
                table.did(seat, command)
            if self.follow == "draw_until" and not table.piles[seat]:
                table.next_stage()  # European Page One: the first empty hand ends the game
                return
        elif command.verb != "PASS":
            if command.verb == "DRAW":
                table.piles.take(seat, 1)
            else:
                assert self.last_card is not None
                state.declared = True
                call(self.last_card, table, seat)
            table.ask(seat)
            return
        state.to_come -= 1
        state.turns += 1
        if state.to_come:
            table.ask(self._next(table, seat))
        else:
            self._trick_over(table, state)

    def _play(self, table: CardGame, seat: int, cards: Sequence[Card], state: TrickState) -> None:
        table.piles.move(cards, seat, "table", EVERYONE)
        card = cards[0]
        best = state.best_card
        if best is None or (
            self._beats(table, card, best)
            if state.plain
            else self._beats_otherwise(table, card, best)
        ):
            state.best_card, state.best = card, seat
        if not state.led:  # after a joker the next card says what is followed
            state.led = card.suit if state.plain else table.suit_of(card)
        if self.last_card is not None:
            after_discard(self.last_card, table, seat, state.declared)
            state.declared = False

    def _next(self, table: CardGame, seat: int) -> int:
        """The next player who has cards."""
        seat = table.following[seat]
        while not table.piles[seat]:
            seat = table.following[seat]
        return seat

    def _lead(self, table: CardGame, state: TrickState, leader: int) -> None:
        """A new trick begins; when nobody has cards left, the game is over."""
        piles = table.piles
        players = len([seat for seat in table.order if piles[seat]])
        if not players:
            table.next_stage()
            return
        state.lead(leader if piles[leader] else self._next(table, leader), players)
        table.ask(state.best)

    def _beats(self, table: CardGame, card: Card, best: Card) -> bool:
        """Whether a card takes the trick from the best one so far; a joker always does."""
        if card.suit == best.suit:
            return card.level > best.level
        return card.joker or (not best.joker and card.suit == table.facts.get("trump"))

    def _beats_otherwise(self, table: CardGame, card: Card, best: Card) -> bool:
        """The same where the game has a say in suits and strengths."""
        suit, of_best = table.suit_of(card), table.suit_of(best)
        if suit == of_best:
            return table.strength(card) > table.strength(best)
        return not suit or (bool(of_best) and suit == table.facts.get("trump"))

    def _trick_over(self, table: CardGame, state: TrickState) -> None:
        winner, cards = state.best, table.piles["table"][:]
        target = "away" if self.follow == "draw_until" else f"won:{winner}"
        table.piles.move(cards, "table", target, EVERYONE)
        table.tricks[winner] += 1
        if table.log.listening:
            table.emit("TRICK", table.names[winner], table.tricks[winner])
        table.on_trick(winner, cards)
        if self.end is not None and 0 < self.end.turn_limit <= state.turns:
            table.next_stage()
        else:
            self._lead(table, state, winner)

    def ranking(self, table: CardGame, state: TrickState) -> Sequence[int]:
        if self.follow == "draw_until":  # the first empty hand wins
            return super().ranking(table, state)
        return sorted(table.from_first(), key=table.tricks_of, reverse=True)

    def explain(
        self, table: CardGame, seat: int, verb: str, cards: Sequence[Card], state: TrickState
    ) -> None:
        if verb == "DISCARD" and len(cards) == 1:
            raise Refused(
                CardReason.MUST_FOLLOW,
                "follow suit: {led} was led. You may say: {offers}",
                led=state.led,
                offers=table.in_words(table.legal(seat)),
            )
        if verb == "DISCARD":
            raise Refused(
                CardReason.BAD_COUNT, "one card goes to a trick, not {count}", count=len(cards)
            )
