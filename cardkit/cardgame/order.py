"""OrderGame: the turn goes round, and each player does what the conditions of the game allow.

Which of DISCARD, DRAW, GET and MELD there are follows from the conditions that are set; what each
allows is decided here, and nowhere else. PASS is there when nothing else is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardkit.cardgame.cards import Card
from cardkit.cardgame.combos import melds_in
from cardkit.cardgame.settings import visible_to
from cardkit.cardgame.stage import Now, Offers, Stage
from cardkit.netgame import Command, Offer, Reason, Refused, condition

if TYPE_CHECKING:
    from cardkit.cardgame.table import CardGame

PASS = Command("PASS")
DECLARE = Command("DECLARE")
DRAW_TABLE = Command("DRAW", word="TABLE")
DRAWS = tuple(Command("DRAW", amount=count) for count in range(60))


class OrderNow(Now):
    """What has happened in this turn, and in the turns before."""

    __slots__ = ("backwards", "declared", "drawn", "owed", "passes", "suit", "turn", "turns")

    def __init__(self, turn: int) -> None:
        self.turn = turn
        self.turns = 1
        self.passes = 0  # in a row
        self.drawn = 0  # cards drawn in this turn
        self.owed = 0  # cards to draw because of special cards
        self.suit = ""  # named with a wild card
        self.declared = False
        self.backwards = False


@condition
class OrderGame(Stage):
    """順番ゲーム: one player after the other takes a turn."""

    verbs: ClassVar[tuple[str, ...]] = ("DISCARD", "DRAW", "GET", "MELD", "PASS", "DECLARE")

    def begin(self, table: CardGame) -> None:
        table.now = OrderNow(table.first)
        table.ask(table.first)

    def misfits(self, rules: Any) -> list[str]:
        if not (rules.discard or rules.draw or rules.get or rules.meld):
            return ["an order game needs discard, draw, get or meld: set one of these conditions"]
        return []

    # --- what is offered ---------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int) -> Offers:
        now: OrderNow = table.now
        offers: list[Command | Offer] = []
        draw = table.draw
        if draw is not None and draw.rule == "first" and not now.drawn:
            self._draws(table, now, offers)
            if offers:
                return offers
        if table.discard is not None:
            self._discards(table, seat, now, offers)
        if draw is not None:
            if now.owed:
                offers.append(DRAWS[now.owed])
            elif draw.rule == "any_time" or (
                not offers
                and draw.rule != "first"
                and (draw.rule == "until_playable" or not now.drawn)
            ):
                self._draws(table, now, offers)
        if table.get is not None:
            offers += self.gets(table, seat)
        if table.meld is not None:
            offers += self._melds(table, seat)
        if not offers or (draw is not None and draw.rule == "one_then_pass" and now.drawn):
            offers.append(PASS)
        last = table.last_card
        if (
            last is not None
            and last.declare == "required"
            and not now.declared
            and len(table.piles[seat]) == 2
            and offers[0].verb == "DISCARD"
        ):
            offers.append(DECLARE)
        return offers

    def _discards(
        self, table: CardGame, seat: int, now: OrderNow, offers: list[Command | Offer]
    ) -> None:
        discard, specials = table.discard, table.specials
        assert discard is not None
        ready, hand, pile = table.cards.discards, table.piles[seat], table.piles["table"]
        if not pile or discard.match == "any":
            cards: Sequence[Card] = hand
        else:
            top = pile[-1]
            suit, rank = now.suit or top.suit, top.rank
            if discard.match == "suit_or_rank":
                cards = [c for c in hand if c.suit == suit or c.rank == rank]
            elif discard.match == "suit":
                cards = [c for c in hand if c.suit == suit]
            else:
                cards = [c for c in hand if c.rank == rank]
            if table.deck.jokers:
                cards = hand if top.joker else [c for c in hand if c.joker or c in cards]
        if specials is not None and specials.on:
            if now.owed:
                cards = [c for c in hand if specials.stack and c.rank in specials.draw_two]
            elif specials.wild:
                wild = [c for c in hand if c.rank in specials.wild]
                cards = [c for c in cards if c not in wild]
                for card in wild:
                    offers += (Command("DISCARD", cards=(card,), word=s) for s in table.deck.suits)
        offers += [ready[c.number] for c in cards]
        if discard.count > 1:
            offers += _groups(cards, hand, discard.count)

    def _draws(self, table: CardGame, now: OrderNow, offers: list[Command | Offer]) -> None:
        draw, stock = table.draw, table.piles["stock"]
        assert draw is not None
        if stock or table.can_refill():
            offers.append(DRAWS[draw.count])
        if draw.from_table and table.piles["table"]:
            offers.append(DRAW_TABLE)

    def gets(self, table: CardGame, seat: int) -> list[Command]:
        """GET by position from others' hands, or by the name of a card."""
        get = table.get
        assert get is not None
        others = [s for s in self._after(table, seat) if table.piles[s]]
        if get.source == "next":
            others = others[:1]
        if get.by == "position":
            return [
                Command("GET", name=table.names[s], target=s, amount=at + 1)
                for s in others
                for at in range(len(table.piles[s]))
            ]
        hand = table.piles[seat]
        ranks = {c.rank for c in hand}
        wanted = [c for c in table.cards.all if c.rank in ranks and c not in hand]
        return [
            Command("GET", name=table.names[s], target=s, cards=(c,))
            for s in others
            for c in wanted
        ]

    def _melds(self, table: CardGame, seat: int) -> list[Command]:
        meld = table.meld
        assert meld is not None
        hand = table.piles[seat]
        plays = melds_in(hand, table.cards, meld.groups, meld.runs)
        keep = table.discard is not None  # the turn ends with a discard: one card must be left
        return [p for p in plays if len(p.cards) < len(hand) or not keep]

    # --- what is done ------------------------------------------------------------------------

    def act(self, table: CardGame, seat: int, command: Command) -> None:
        now: OrderNow = table.now
        verb = command.verb
        if verb == "DISCARD":
            self._discard(table, seat, command, now)
        elif verb == "DRAW":
            self._draw(table, seat, command, now)
        elif verb == "PASS":
            now.passes += 1
            if now.passes >= len(table.order):
                table.next_stage()
            else:
                self.next_turn(table, now)
        elif verb == "DECLARE":
            now.declared = True
            table.emit("SAY", table.names[seat], _call(table))
            table.ask(seat)
        elif verb == "GET":
            self._get(table, seat, command, now)
        else:
            table.pile(f"meld:{seat}")
            table.move(command.cards, seat, f"meld:{seat}", -1)  # type: ignore[arg-type]
            self._after_cards(table, seat, now, ends_turn=False)

    def _discard(self, table: CardGame, seat: int, command: Command, now: OrderNow) -> None:
        discard = table.discard
        assert discard is not None
        cards: Sequence[Card] = command.cards  # type: ignore[assignment]
        visible = -1 if discard.visible == "all" else visible_to(discard.visible, seat)
        table.move(cards, seat, "table", visible)
        now.passes = 0
        now.suit = command.word
        specials = table.specials
        skip = specials is not None and specials.on and _powers(table, cards[-1], now)
        hand = table.piles[seat]
        if len(hand) == 1 and table.last_card is not None:
            self._last_card(table, seat, now)
        table.on_discard(seat, command)
        self._after_cards(table, seat, now, ends_turn=discard.ends_turn, skip=skip)

    def _after_cards(
        self, table: CardGame, seat: int, now: OrderNow, *, ends_turn: bool, skip: bool = False
    ) -> None:
        """Cards have left a hand: the game may be over, or the turn."""
        if not table.piles[seat] and self._is_over(table):
            table.next_stage()
        elif ends_turn or not table.piles[seat]:
            if skip:
                now.turn = self._after(table, now.turn)[0]
            self.next_turn(table, now)
        elif table.playing:
            table.ask(seat)

    def _is_over(self, table: CardGame) -> bool:
        if table.end.when == "first_empty_hand":
            return True
        return sum(1 for s in table.order if table.piles[s]) < 2

    def _last_card(self, table: CardGame, seat: int, now: OrderNow) -> None:
        last = table.last_card
        assert last is not None
        if last.declare == "auto":
            table.emit("SAY", table.names[seat], last.call)
        elif not now.declared:
            table.emit("PENALTY", table.names[seat], last.penalty)
            table.take(seat, last.penalty)

    def _draw(self, table: CardGame, seat: int, command: Command, now: OrderNow) -> None:
        draw = table.draw
        assert draw is not None
        now.passes = 0
        if command.word:
            table.move(table.piles["table"][-1:], "table", seat, -1)
            now.drawn += 1
        else:
            visible = visible_to(draw.visible, seat)
            now.drawn += len(table.take(seat, command.amount, visible))
        if draw.ends_turn or now.owed:
            now.owed = 0
            self.next_turn(table, now)
        else:
            table.ask(seat)

    def _get(self, table: CardGame, seat: int, command: Command, now: OrderNow) -> None:
        get, source = table.get, command.target
        assert get is not None
        theirs = table.piles[source]
        if get.by == "position":
            table.move((theirs[command.amount - 1],), source, seat, 1 << seat)
        else:
            asked = [c for c in theirs if c == command.cards[0]][:1]
            if asked:
                table.move(asked, source, seat, -1)
        table.on_get(seat)
        if self._is_over(table) and not (theirs and table.piles[seat]):
            table.next_stage()
        elif get.ends_turn or not table.piles[seat]:
            self.next_turn(table, now)
        else:
            table.ask(seat)

    # --- the turn ----------------------------------------------------------------------------

    def _after(self, table: CardGame, seat: int) -> list[int]:
        """The other players in the order of play, after this one."""
        order = table.order
        at = order.index(seat)
        others = order[at + 1 :] + order[:at]
        now = table.now
        return list(others[::-1] if isinstance(now, OrderNow) and now.backwards else others)

    def next_turn(self, table: CardGame, now: OrderNow) -> None:
        """The turn goes to the next player who has cards."""
        limit = table.end.turn_limit
        if limit and now.turns >= limit:
            table.next_stage()
            return
        if now.backwards or table.end.when == "last_hand":
            seat = next((s for s in self._after(table, now.turn) if table.piles[s]), now.turn)
        else:
            seat = table.following[now.turn]
        now.turn = seat
        now.turns += 1
        now.drawn = 0
        now.declared = False
        table.ask(seat)

    def explain(self, table: CardGame, seat: int, verb: str, cards: Sequence[Card]) -> None:
        now, pile = table.now, table.piles["table"]
        assert isinstance(now, OrderNow)
        offered = {o.verb for o in table.legal(seat)}
        if verb == "DISCARD" and now.owed:
            raise Refused(Reason.MUST_DRAW, "you must DRAW {count} cards first", count=now.owed)
        if verb == "DISCARD" and table.draw and table.draw.rule == "first" and not now.drawn:
            raise Refused(Reason.MUST_DRAW, "begin your turn with a DRAW")
        if verb == "DISCARD" and cards and pile:
            raise Refused(
                Reason.NO_MATCH,
                "{cards} does not fit; the last card is {top}{named}. You may say: {offers}",
                cards=" ".join(cards),
                top=pile[-1],
                named=f", and the suit to follow is {now.suit}" if now.suit else "",
                offers=table.in_words(table.legal(seat)),
            )
        if verb in ("DRAW", "PASS") and "DISCARD" in offered and verb not in offered:
            raise Refused(
                Reason.MUST_DISCARD,
                "you can discard: {offers}",
                offers=table.in_words([o for o in table.legal(seat) if o.verb == "DISCARD"]),
            )
        if verb == "PASS" and "DRAW" in offered:
            raise Refused(Reason.MUST_DRAW, "you can still DRAW; pass only when you cannot")
        if verb == "DRAW" and verb not in offered:
            raise Refused(Reason.NOTHING_TO_DRAW, "there is nothing to draw now; PASS")


def _powers(table: CardGame, card: Card, now: OrderNow) -> bool:
    """What a special card does; True when it skips the next player."""
    specials = table.specials
    assert specials is not None
    if card.rank in specials.draw_two:
        now.owed += 2
    elif card.rank in specials.reverse:
        now.backwards = not now.backwards
        table.set_fact("direction", "backwards" if now.backwards else None)
        return len(table.order) == 2  # with two players a reverse is a skip
    table.set_fact("suit", now.suit or None)
    return card.rank in specials.skip


def _groups(cards: Sequence[Card], hand: Sequence[Card], most: int) -> list[Command]:
    """Several cards of one rank at once, the first of which fits."""
    found: list[Command] = []
    for card in cards:
        mates = [c for c in hand if c.rank == card.rank and c is not card]
        sizes = range(1, min(most, len(mates) + 1))
        found += [Command("DISCARD", cards=(*mates[:size], card)) for size in sizes]
    return found


def _call(table: CardGame) -> str:
    return table.last_card.call if table.last_card else ""
