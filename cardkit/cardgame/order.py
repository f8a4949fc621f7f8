"""OrderGame: the turn goes round, and each player does what the conditions of the game allow.

Which of DISCARD, DRAW, GET and MELD there are follows from the conditions that are set; what each
allows is decided here, and nowhere else. PASS is there when nothing else is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardkit.cardgame.asking import gets, take_card
from cardkit.cardgame.calls import DECLARE, after_discard, call, call_is_due
from cardkit.cardgame.cards import Card
from cardkit.cardgame.combos import melds_in, singles_and_groups
from cardkit.cardgame.settings import Draw, Specials, visible_to
from cardkit.cardgame.specials import carry_out_special, tell_specials
from cardkit.cardgame.stage import Now, Offers, Stage
from cardkit.netgame import Command, Offer, Reason, Refused, Text, condition

if TYPE_CHECKING:
    from cardkit.cardgame.table import CardGame

PASS = Command("PASS")
DRAW_TABLE = Command("DRAW", word="TABLE")
DRAWS = tuple(Command("DRAW", amount=count) for count in range(60))


class OrderNow(Now):
    """What has happened in this turn, and in the turns before."""

    __slots__ = (
        "backwards",
        "declared",
        "drawn",
        "finished",
        "owed",
        "passes",
        "plain",
        "suit",
        "taken",
        "turn",
        "turns",
    )

    def __init__(self, turn: int, *, plain: bool) -> None:
        self.plain = plain  # whether the short way to the offers will do
        self.turn = turn
        self.turns = 1
        self.passes = 0  # in a row
        self.drawn = 0  # cards drawn in this turn
        self.taken: Card | None = None  # from the table in this turn
        self.owed = 0  # cards to draw because of special cards
        self.suit = ""  # named with a wild card
        self.declared = False
        self.backwards = False
        self.finished: list[int] = []


@condition
class OrderGame(Stage):
    """One player after the other takes a turn."""

    verbs: ClassVar[tuple[str, ...]] = ("DISCARD", "DRAW", "GET", "MELD", "PASS", "DECLARE")

    def uses(self) -> tuple[str, ...]:
        return "discard", "draw", "get", "meld", "last_card", "specials", "stock", "end"

    def begin(self, table: CardGame) -> None:
        table.on_lead()
        table.now = now = OrderNow(table.first, plain=self._is_plain(table))
        tell_specials(table)
        if not all(table.piles[seat] for seat in table.still_in()) and self._is_over(table):
            table.next_stage()
            return
        if not table.piles[now.turn]:  # paired off or melded right after the deal
            now.turn = self._holder_after(table, now.turn)
        table.ask(now.turn)

    def misfits(self, rules: Any) -> list[str]:
        discard, draw, get, meld = rules.discard, rules.draw, rules.get, rules.meld
        if not (discard or draw or get or meld):
            return ["an order game needs discard, draw, get or meld: set one of these conditions"]
        found: list[str] = []
        if meld and rules.deck.packs > 1:
            found.append(Text("melds are made of one pack"))
        if discard and discard.match != "any" and discard.visible != "all":
            found.append(Text("all must see a discard that the next one has to match"))
        if draw and draw.visible == "nobody" and (discard or meld):
            found.append(Text("players must see the cards that they play"))
        specials = rules.specials
        if specials and specials.on and specials.draw_two and not draw:
            found.append(Text("special cards that make others draw need draw = Draw(…)"))
        if specials and specials.on and discard and discard.count > 1:
            found.append(Text("with special cards one card is discarded at a time: write count=1"))
        refills = discard and draw and rules.stock.refill != "never"
        draw_on = refills and draw.rule in ("any_time", "until_playable")
        if draw_on and not any(c and c.ends_turn for c in (discard, draw, get)):
            found.append(Text("a turn need never end: let a discard or a draw end it"))
        return found

    # --- what is offered ---------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int) -> Offers:
        now: OrderNow = table.now
        draw = table.draw
        if now.plain:
            return self._plain_offers(table, seat)
        if draw is not None and draw.rule == "first" and not now.drawn:
            draws = self._draws(table, draw)
            if draws:
                return draws
        offers: list[Command | Offer]
        offers = self._discards(table, seat, now) if table.discard is not None else []
        if table._checks:  # whether to draw or to pass depends on what is left
            offers = table.allowed(seat, offers)
        if draw is not None and self._may_draw(draw, now, offers):
            offers += self._draws(table, draw)
        if table.get is not None:
            offers += gets(table, seat, [s for s in self._after(table, seat) if table.piles[s]])
        if table.meld is not None:
            offers += self._melds(table, seat)
        if not offers or (now.drawn and draw is not None and draw.rule == "one_then_pass"):
            offers.append(PASS)
        if table.last_card is not None and call_is_due(table, seat, offers):
            offers.append(DECLARE)
        return offers

    def _is_plain(self, table: CardGame) -> bool:
        """Whether there is nothing to do but to discard one card that fits, or to draw."""
        discard, draw, specials, last = table.discard, table.draw, table.specials, table.last_card
        return (
            discard is not None
            and discard.count == 1
            and draw is not None
            and draw.rule == "until_playable"
            and not draw.from_table
            and (specials is None or not specials.on)
            and (last is None or last.declare == "auto")
            and not (table.get or table.meld or table._checks)
        )

    def _plain_offers(self, table: CardGame, seat: int) -> Offers:
        """The short way through `offers` for the commonest games: half the time in all."""
        pile = table.piles["table"]
        if not pile:
            return [card.discard for card in table.piles[seat]]
        fits = table.cards.matching[table.discard.match][pile[-1]]  # type: ignore[union-attr]
        offers = [card.discard for card in table.piles[seat] if card in fits]
        if offers:
            return offers
        return self._draws(table, table.draw) or (PASS,)  # type: ignore[arg-type]

    def candidates(self, table: CardGame, seat: int) -> Offers:
        discards = self._discards(table, seat, table.now) if table.discard is not None else []
        return [*discards, *self.offers(table, seat)]

    def _may_draw(self, draw: Draw, now: OrderNow, offers: Offers) -> bool:
        if now.owed or draw.rule == "any_time":
            return True
        if offers or draw.rule == "first":
            return False
        return draw.rule == "until_playable" or not now.drawn

    def _discards(self, table: CardGame, seat: int, now: OrderNow) -> list[Command | Offer]:
        discard, specials = table.discard, table.specials
        assert discard is not None
        hand, pile = table.piles[seat], table.piles["table"]
        top = pile[-1] if pile else hand[0]
        match = discard.match if pile else "any"
        fits = table.cards.matching[match][now.suit + top.rank if now.suit else top]
        if now.taken is not None and len(hand) > 1:
            hand = [card for card in hand if card is not now.taken]
        if specials is not None and specials.on:
            return self._with_specials(table, specials, hand, fits)
        if discard.count > 1:
            return [*singles_and_groups(hand, fits, discard.count)]
        return [card.discard for card in hand if card in fits]

    def _with_specials(
        self, table: CardGame, specials: Specials, hand: list[Card], fits: frozenset[Card]
    ) -> list[Command | Offer]:
        """A wild card fits always and names a suit; a draw that is owed can only be handed on."""
        if table.now.owed:
            return [c.discard for c in hand if specials.stack and c.rank in specials.draw_two]
        wild, suits = specials.wild, table.deck.suits
        plain: list[Command | Offer]
        plain = [c.discard for c in hand if c in fits and c.rank not in wild]
        wilds = [c for c in hand if c.rank in wild]
        return plain + [Command("DISCARD", cards=(c,), word=suit) for c in wilds for suit in suits]

    def _draws(self, table: CardGame, draw: Draw) -> list[Command]:
        if table.now.owed:
            return [Command("DRAW", amount=table.now.owed)]
        draws = [DRAWS[draw.count]] if table.piles["stock"] or table.can_refill() else []
        if draw.from_table and table.piles["table"]:
            draws.append(DRAW_TABLE)
        return draws

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
        if verb != "PASS":
            now.passes = 0
        if verb == "DISCARD":
            self._discard(table, seat, command, now)
        elif verb == "DRAW":
            self._draw(table, seat, command, now)
        elif verb == "PASS":
            now.passes += 1
            if now.passes >= sum(1 for s in table.order if table.piles[s]):
                table.next_stage()
            else:
                self._next_turn(table, now)
        elif verb == "DECLARE":
            now.declared = True
            call(table, seat)
            table.ask(seat)
        elif verb == "GET":
            self._get(table, seat, command, now)
        else:
            table.pile(f"meld:{seat}")
            table.move(command.cards, seat, f"meld:{seat}", -1)
            self._go_on(table, seat, now, ends_turn=False)

    def _discard(self, table: CardGame, seat: int, command: Command, now: OrderNow) -> None:
        discard = table.discard
        assert discard is not None
        cards: Sequence[Card] = command.cards
        table.move(cards, seat, "table", visible_to(discard.visible, seat))
        now.suit = command.word
        special = table.specials is not None and table.specials.on
        skip = special and carry_out_special(table, cards[-1])
        hand = table.piles[seat]
        if len(hand) == 1 and table.last_card is not None:
            after_discard(table, seat)
        table.on_discard(seat, command)
        if skip:
            now.turn = self._holder_after(table, seat)
        if hand and discard.ends_turn:
            self._next_turn(table, now)
        else:
            self._go_on(table, seat, now, discard.ends_turn)

    def _go_on(self, table: CardGame, seat: int, now: OrderNow, ends_turn: bool) -> None:
        """Cards have left a hand: the game may be over, or the turn."""
        if not table.piles[seat]:
            now.finished.append(seat)
            if self._is_over(table):
                table.next_stage()
                return
            ends_turn = True
        if ends_turn:
            self._next_turn(table, now)
        else:
            table.ask(seat)

    def _is_over(self, table: CardGame) -> bool:
        if table.end.when == "first_empty_hand":
            return True
        return sum(1 for s in table.order if table.piles[s]) < 2

    def _draw(self, table: CardGame, seat: int, command: Command, now: OrderNow) -> None:
        draw = table.draw
        assert draw is not None
        if command.word:
            now.taken = table.piles["table"][-1]
            table.move((now.taken,), "table", seat, table.seen[now.taken.number] | 1 << seat)
            now.drawn += 1
        else:
            visible = visible_to(draw.visible, seat)
            now.drawn += len(table.take(seat, command.amount, visible))
        if draw.ends_turn or now.owed:
            now.owed = 0
            table.set_fact("owed", None)
            self._next_turn(table, now)
        else:
            table.ask(seat)

    def _get(self, table: CardGame, seat: int, command: Command, now: OrderNow) -> None:
        get, source = table.get, command.target
        assert get is not None
        hit = take_card(table, seat, command)
        now.finished += [s for s in (source, seat) if not table.piles[s]]
        if self._is_over(table) and not (table.piles[source] and table.piles[seat]):
            table.next_stage()
        elif get.ends_turn or not hit or not table.piles[seat]:
            self._next_turn(table, now)
        else:
            table.ask(seat)

    # --- the turn ----------------------------------------------------------------------------

    def _after(self, table: CardGame, seat: int) -> list[int]:
        """The other players in the order of play, after this one."""
        order = table.order
        at = order.index(seat)
        others = order[at + 1 :] + order[:at]
        return list(others[::-1] if table.now.backwards else others)

    def _holder_after(self, table: CardGame, seat: int) -> int:
        """The next player who has cards."""
        return next((s for s in self._after(table, seat) if table.piles[s]), seat)

    def _next_turn(self, table: CardGame, now: OrderNow) -> None:
        """The turn goes to the next player who has cards."""
        end = table.end
        if 0 < end.turn_limit <= now.turns:
            table.next_stage()
            return
        if now.backwards or end.when == "last_hand":
            seat = self._holder_after(table, now.turn)
        else:
            seat = table.following[now.turn]
        now.turn = seat
        now.turns += 1
        now.drawn = 0
        now.taken = None
        now.declared = False
        table.ask(seat)

    def explain(self, table: CardGame, seat: int, verb: str, cards: Sequence[Card]) -> None:
        offers = table.legal(seat)
        offered = {o.verb for o in offers}
        if verb == "DISCARD":
            self._explain_discard(table, seat, cards, offers)
        if verb in ("DRAW", "PASS") and "DISCARD" in offered and verb not in offered:
            discards = table.in_words([o for o in offers if o.verb == "DISCARD"])
            raise Refused(Reason.MUST_DISCARD, "you can discard: {offers}", offers=discards)
        if verb == "PASS" and "DRAW" in offered:
            raise Refused(Reason.MUST_DRAW, "you can still DRAW; pass only when you cannot")
        if verb == "DRAW" and verb not in offered:
            raise Refused(Reason.NOTHING_TO_DRAW, "there is nothing to draw now; PASS")

    def _explain_discard(
        self, table: CardGame, seat: int, cards: Sequence[Card], offers: Offers
    ) -> None:
        now, pile, discard = table.now, table.piles["table"], table.discard
        if now.owed:
            raise Refused(Reason.MUST_DRAW, "you must DRAW {count} cards first", count=now.owed)
        if all(o.verb == "DRAW" for o in offers) and table.draw and table.draw.rule == "first":
            raise Refused(Reason.MUST_DRAW, "begin your turn with a DRAW")
        if now.taken in cards:
            raise Refused(
                Reason.AGAINST_THE_RULES,
                "you have just taken {card} from the table; keep it for this turn",
                card=now.taken,
            )
        fit = {c for o in offers if isinstance(o, Command) for c in o.cards}
        unfit = [c for c in cards if c not in fit]
        if unfit and pile:
            raise Refused(
                Reason.NO_MATCH,
                "{cards} does not fit; the last card is {top}{named}. You may say: {offers}",
                cards=" ".join(unfit),
                top=table.faces(pile[-1:], seat)[0],
                named=Text(", and the suit to follow is {suit}", suit=now.suit) if now.suit else "",
                offers=table.in_words(offers),
            )
        if table.specials and len(cards) == 1 and cards[0].rank in table.specials.wild:
            raise Refused(
                Reason.AMBIGUOUS,
                "name the suit to follow, too: {offers}",
                offers=table.in_words(
                    [o for o in offers if str(o).startswith(f"DISCARD {cards[0]} ")]
                ),
            )
        if discard and len(cards) > (most := discard.count):
            raise Refused(Reason.BAD_COUNT, "at most {most} card(s) at a time", most=most)
