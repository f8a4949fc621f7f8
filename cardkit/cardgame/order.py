"""OrderGame: the turn goes round, and each player does what its conditions allow.

Which of DISCARD, DRAW, PUT, GET and MELD there are follows from the conditions that are set; what
each allows is decided here, and nowhere else. PASS is there when nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from cardkit.cardgame import words
from cardkit.cardgame.cards import Card, Cards
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.combos import MOST_SUITS, singles_and_groups
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.hooks import LeadHooks
from cardkit.cardgame.last_card import DECLARE, after_discard, call, call_is_due
from cardkit.cardgame.melds import (
    Melds,
    explain_meld,
    extended,
    knock_points,
    knocks,
    lay_down,
    lay_offs,
    melds_among,
    owner_of,
    plain_melds,
)
from cardkit.cardgame.piles import EVERYONE, NOBODY, Viewers, viewers, visible_to
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rows import Rows
from cardkit.cardgame.settings import (
    Discard,
    Draw,
    End,
    Get,
    Knock,
    LastCard,
    Meld,
    Pick,
    Put,
    Specials,
)
from cardkit.cardgame.stage import Offers, Rules, Stage, StageState
from cardkit.netgame import (
    Declared,
    Fact,
    Notice,
    Offer,
    Reason,
    Refused,
    Sentence,
    Text,
    Word,
    condition,
    plural,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

PASS = CardCommand("PASS")
DRAW_TABLE = CardCommand("DRAW", word="TABLE")
DRAWS = tuple(CardCommand("DRAW", amount=count) for count in range(60))


class Extras(NamedTuple):
    """What only some games need to know: one value, so that the others need not copy it."""

    said: tuple[str, ...] | None = None
    """The verbs of this turn, where it matters what was said."""
    offered: int = 0
    """To how many players the card turned up is still offered; -1: all refused it."""
    knocker: int = -1
    laying_off: tuple[int, ...] = ()
    """Who may still lay off after a knock, next one first."""
    melds: Melds = {}
    """The melds on the table."""
    melded: tuple[Card, ...] = ()
    """The cards of melds that stay in a hand."""


NO_EXTRAS = Extras()


class OrderState(StageState):
    """What has happened in this turn, and in the turns before."""

    __slots__ = (
        "backwards",
        "declared",
        "drawn",
        "extras",
        "finished",
        "holders_only",
        "owed",
        "passes",
        "plain",
        "suit",
        "taken",
        "turn",
        "turns",
    )

    def __init__(self, turn: int, *, plain: bool, holders_only: bool) -> None:
        self.plain = plain  # whether the short way to the offers will do
        self.holders_only = holders_only  # whether some may have no cards while others play on
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
        self.extras = NO_EXTRAS


class OrderHooks(LeadHooks, hooks=True):
    """What a game can say about what is done in turn."""

    def discard_pile(self, seat: int, card: Card) -> str:
        """The pile on which a card is discarded in an order game. Override for another."""
        return "table"

    def more_melds(self, cards: Sequence[Card]) -> Iterable[Sequence[Card]]:
        """Override for melds of your own kinds: every one among these cards, in any order.

        A card is laid to such a meld where both together are one of them, too.
        """
        return ()

    def on_miss(self, seat: int, command: CardCommand) -> None:
        """Override for the effects of a GET that found nothing."""

    def missed(self, seat: int, command: CardCommand) -> None:
        """Run `on_miss` instead of the effect of a GET."""
        self._said = None
        self.on_miss(seat, command)


@condition
class OrderGame(Stage["CardGame", OrderState]):
    """One player after the other takes a turn."""

    hooks = OrderHooks
    declares: ClassVar[tuple[Declared, ...]] = (
        words.PASS,
        Fact("passes", "how often each player has passed", "passes", told="", kind="seats"),
        Notice(
            "DROPPED",
            "a player has passed too often and is out of the game",
            {"who": "the player"},
            told="{who} has passed too often and is out",
            you="You have passed too often and are out",
        ),
        Notice(
            "SKIPPED",
            "a player can do nothing and is skipped",
            {"who": "the player"},
            told="{who} can do nothing",
            you="You can do nothing",
        ),
    )

    discard: Discard | None = setting(None, "how cards are put on the table, if they are")
    rows: Rows | None = setting(None, "how cards are laid out in rows, if they are")
    draw: Draw | None = setting(None, "how cards are drawn, if they are")
    put: Put | None = setting(None, "how cards are given to others or put away, if they are")
    get: Get | None = setting(None, "how cards are taken from other players, if they are")
    pick: Pick | None = setting(None, "which cards that lie open are picked, if any are")
    meld: Meld | None = setting(None, "which cards are laid out, if any are")
    knock: Knock | None = setting(None, "how a player knocks and ends the game, if they do")
    last_card: LastCard | None = setting(None, "what is called with one card left, if anything is")
    specials: Specials | None = setting(None, "which ranks have a power of their own, if any have")
    end: End = setting(End(), "when the game is over")
    may_pass: bool = setting(
        False,
        "players may pass although they could do something else",
        says="You may PASS instead.",
    )
    passes: int = setting(
        0,
        "how often a player may pass in a game before the next pass puts them out; 0: always",
        least=0,
        most=100,
        says=(
            "You may pass once in a game; whoever passes again is out.",
            "You may pass {passes} times in a game; whoever passes once more is out.",
        ),
    )
    out_cards: str = setting(
        "away",
        "where the cards go of a player who has passed too often: away, unseen, or into the rows",
        choices=("away", "rows"),
        says={"rows": "The cards of a player who is out are laid into the rows, maybe with gaps."},
    )
    unable: str = setting(
        "pass",
        "what becomes of a player who can do nothing else: they pass, or are skipped, with or "
        "without a word",
        choices=("pass", "skip", "skip_silently"),
        says={
            "skip": "A player who can do nothing is skipped.",
            "skip_silently": "A player who can do nothing is skipped.",
        },
    )
    first_card: str = setting(
        "",
        "the card whose holder shows it and begins; without one it is the first player",
        says="Whoever holds {first_card} shows it and begins.",
    )

    def declared(self) -> Iterator[Declared]:
        owed = self.specials is not None and self.specials.on and self.specials.draw_two
        inner = (self.discard, self.rows, self.specials, self.draw, self.pick, self.put, self.get)
        for one in (*inner, self.meld, self.knock):
            for each in one.declared() if one is not None else ():
                draws = isinstance(each, Word) and each.form == words.DRAW.form
                if self.knock and isinstance(each, Word) and each.verb == "MELD":
                    continue  # melds are laid when somebody knocks
                yield replace(words.DRAW, number=(1, None)) if draws and owed else each
        passing, passes, dropped, skipped = self.declares
        if self.unable == "pass" or self.may_pass or self._draws_then_passes:
            yield passing
        if self.passes:
            yield from (passes, dropped)
        if self.unable == "skip":
            yield skipped
        if self.last_card is not None:
            yield from self.last_card.declared()

    def plays(self, word: Word, cards: Cards) -> Iterable[CardCommand] | None:
        discard = self.discard
        if word.verb == "DISCARD" and not word.choice and discard and discard.alike == "rank":
            plays = singles_and_groups(cards.all, {*cards.all}, discard.count)
            return [play for play in plays if len(play.cards) >= discard.fewest]
        if word.verb == "DISCARD" and self.rows is not None:
            return self.rows.plays(word, cards)
        if word.verb == "MELD" and self.meld is not None:
            return plain_melds(self.meld, cards.all, cards)
        return None

    def plays_unseen(self) -> bool:
        plain = self.discard is None or self.discard == replace(
            Discard(), visible=self.discard.visible, ends_turn=self.discard.ends_turn
        )
        special = self.specials is not None and self.specials.on
        by_card = self.get is not None and self.get.by == "card"
        chosen = self.meld or self.put or self.pick or self.rows or self.first_card
        return plain and not (special or by_card or chosen)

    def hides_hands(self) -> bool:
        return self.draw is not None and self.draw.visible in ("nobody", "others")

    @property
    def _draws_then_passes(self) -> bool:
        return self.draw is not None and self.draw.rule == "one_then_pass"

    def sentences(self) -> list[Sentence]:
        said = super().sentences()
        if self.pick and self.draw and self.draw.rule == "first":
            said.append(("Instead of the DRAW you may PICK.", {}))
        if self.meld and not self.knock:
            said.append(("In your turn you may MELD.", {}))
        return said

    def jokers(self) -> str:
        return "A joker fits any card, and any card fits a joker." if self.discard else ""

    def conflicts(self) -> list[str]:
        found: list[str] = []
        end = self.end
        if not (end.all_pass or end.turn_limit or self.passes):
            found.append(Text("a game in which all pass needs an end: write turn_limit=…"))
        if self.unable != "pass" and not end.all_pass:
            found.append(Text("when all are skipped, the game is over: write all_pass=True"))
        if self.discard and self.rows:
            found.append(Text("cards are discarded or laid into rows: write one of them"))
        if self.out_cards == "rows" and not (self.passes and self.rows):
            found.append(Text("out_cards='rows' needs passes=… and rows=Rows(…)"))
        return found

    def misfits(self, rules: Rules) -> list[str]:
        discard, draw, put, get, meld = self.discard, self.draw, self.put, self.get, self.meld
        if not (discard or self.rows or draw or put or get or meld or self.pick):
            return [
                "an order game needs discard, rows, draw, put, get, meld or pick: write "
                "OrderGame(discard=Discard(…), …)"
            ]
        found: list[str] = [*(self.rows.misfits(rules) if self.rows else ())]
        if self.first_card and self.first_card not in rules.deck.names():
            found.append(Text("{card!r} is no card of this deck", card=self.first_card))
        found += self._misfits_of_melds(rules)
        if discard and discard.match != "any" and discard.visible != "all":
            found.append(Text("all must see a discard that the next one has to match"))
        if discard and discard.match != "any" and discard.to != "table":
            found.append(Text("a discard is matched on the table: write to='table'"))
        given = put if put and not put.on_pile else None
        unseen = any(c and c.visible == "nobody" for c in (given, get))
        if unseen and (discard or put or meld):
            found.append(Text("players must see the cards that they play"))
        whom = (put and put.to, get and get.source)
        if "partner" in whom and not rules.seats.partners:
            found.append(Text("nobody has a partner here: write Seats(partners=True)"))
        pick_from_table = self.pick and self.pick.source == "table"
        if pick_from_table and discard and discard.visible != "all":
            found.append(Text("cards are picked where all see them: write visible='all'"))
        found += self.unseen_misfits(rules)
        if draw and draw.rule in ("until_playable", "one_then_pass") and not (discard or self.rows):
            rule = "rule={rule} is about players who cannot discard: write discard=Discard(…)"
            found.append(Text(rule, rule=draw.rule))
        if self.end.stock_left >= 0 and not (draw or (self.pick and self.pick.row)):
            found.append(
                Text("nobody draws from the stock: write draw=Draw(…), or leave stock_left")
            )
        specials = self.specials
        if specials:
            found += specials.unknown_ranks(rules.deck)
        if specials and specials.on and specials.draw_two and not draw:
            found.append(Text("special cards that make others draw need draw=Draw(…)"))
        if specials and specials.on and discard and discard.count > 1:
            found.append(Text("with special cards one card is discarded at a time: write count=1"))
        draw_on = draw and draw.rule in ("any_time", "until_playable")
        refills = discard and draw_on and rules.deck.refill != "never"
        if refills and not any(c and c.ends_turn for c in (discard, draw, put, get)):
            found.append(Text("a turn need never end: let a discard or a draw end it"))
        return found

    def _misfits_of_melds(self, rules: Rules) -> Iterator[str]:
        meld, knock = self.meld, self.knock
        if meld and rules.deck.has_doubles():
            yield Text("melds are made of one pack")
        if meld and len(rules.deck.suits) > MOST_SUITS:
            yield Text("combinations are of at most {most} suits", most=MOST_SUITS)
        if meld and meld.ace == "both" and rules.deck.ranks[0] != "A":
            order = "A23456789TJQK"
            yield Text("an ace at both ends is the first rank: write order={order}", order=order)
        if knock is None:
            return
        if not (meld and self.discard and self.draw and self.draw.rule == "first"):
            yield Text(
                "a knock needs melds, discards and draws: write meld=Meld(), "
                "discard=Discard() and draw=Draw(rule='first')"
            )
        elif meld.times or meld.ends_turn or meld.to != "table" or meld.visible != "all":
            yield Text("melds are laid at a knock, not in a turn; leave such settings out")
        elif meld.lay_off == "own":
            yield Text("cards are laid to the melds of whoever knocked: write lay_off='all'")

    def endings(self) -> Iterator[str]:
        yield from self.end.endings()
        if self.knock is not None:
            yield "knock"

    def begin(self, table: CardGame) -> None:
        table.on_lead()
        if self.first_card:
            table.first = table.piles.reveal(self.first_card, otherwise=table.first)
        if self.rows is not None:
            self.rows.lay_out(table)
        table.state = state = OrderState(
            table.first_seat(),
            plain=self._is_plain(table),
            holders_only=self.end.when == "last_hand",
        )
        if self.passes:
            table.set_fact("passes", [0] * len(table.names))
        if self._counts():
            offered = self.draw is not None and self.draw.offered_first and table.piles["table"]
            state.extras = Extras(said=(), offered=len(table.order) if offered else 0)
        if self.pick is not None:
            self._fill_row(table, self.pick)
        if self.knock is not None:
            table.set_fact("knocker", None)
        if any(s.specials for s in table.stages if isinstance(s, OrderGame)):
            _tell_specials(table, state)
        if not all(table.piles[seat] for seat in table.still_in()) and self._is_over(table):
            table.next_stage()
            return
        if not table.piles[state.turn]:  # paired off or melded right after the deal
            state.turn = _holder_after(table, state.turn, state)
        self._ask(table, state)

    # --- what is offered ---------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        if state.plain:
            return self._plain_offers(table, seat)
        draw, get, put, pick = self.draw, self.get, self.put, self.pick
        extras = state.extras
        if extras.offered > 0:
            return (DRAW_TABLE, PASS)
        if extras.knocker >= 0:
            assert self.meld is not None
            return [*lay_offs(table, self.meld, table.piles[seat], extras.melds), PASS]
        picks = _picks(pick, table) if pick is not None and _may(pick, "PICK", state) else []
        if draw is not None and draw.rule == "first" and not state.drawn:
            draws = _draws(table, draw, state) + picks
            if draws:
                return draws
        offers: list[CardCommand | Offer] = [*self._discards(table, seat, state)]
        if table.has_checks:  # whether to draw or to pass depends on what is left
            offers = table.allowed(seat, offers)
        if picks and _may_pick(draw, state, offers):
            offers += picks
        if draw is not None and _may_draw(draw, state, offers) and _may(draw, "DRAW", state):
            offers += _draws(table, draw, state)
        if get is not None and _may(get, "GET", state):
            offers += _gets(get, table, seat, _others_with_cards(table, seat, state))
        if put is not None and _may(put, "PUT", state):
            offers += _puts(put, table, seat, _others_with_cards(table, seat, state))
        if self.meld is not None:
            offers += self._melds(self.meld, table, seat, state)
        if not offers or (state.drawn and self._draws_then_passes) or self.may_pass:
            offers.append(PASS)
        last = self.last_card
        if last is not None and not state.declared and call_is_due(last, table, seat, offers):
            offers.append(DECLARE)
        return offers

    def _counts(self) -> bool:
        """Whether it matters what was said in a turn."""
        limited = any(c and c.times for c in (self.discard, self.draw, self.put, self.get))
        offered = self.draw is not None and self.draw.offered_first
        return bool(limited or offered or self.pick or self.meld)

    def _is_plain(self, table: CardGame) -> bool:
        """Whether there is nothing to do but to discard one card that fits, or to draw."""
        discard, draw, specials, last = self.discard, self.draw, self.specials, self.last_card
        return (
            discard is not None
            and discard.count == 1
            and draw is not None
            and draw.rule == "until_playable"
            and not draw.from_table
            and (specials is None or not specials.on)
            and (last is None or last.declare == "auto")
            and not (draw.fewest or draw.times or discard.to != "table" or discard.times)
            and not (self.put or self.get or self.pick or self.meld or self.may_pass)
            and self.end.stock_left < 0
            and not table.has_checks
            and "discard_pile" not in table.overridden
        )

    def _plain_offers(self, table: CardGame, seat: int) -> Offers:
        """The short way through `offers` for the commonest games: half the time in all."""
        discard, draw, piles = self.discard, self.draw, table.piles
        assert discard is not None
        assert draw is not None
        pile = piles["table"]
        if not pile:
            return [card.discard for card in piles[seat]]
        fits = table.cards.matching[discard.match][pile[-1]]
        offers = [card.discard for card in piles[seat] if card in fits]
        if offers:
            return offers
        return (DRAWS[draw.count],) if piles["stock"] or piles.can_draw() else (PASS,)

    def candidates(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        return [*self._discards(table, seat, state), *self.offers(table, seat, state)]

    def _discards(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        discard, specials = self.discard, self.specials
        if discard is None:
            return self.rows.offers(table, seat) if self.rows is not None else []
        if not _may(discard, "DISCARD", state):
            return []
        hand, pile = table.piles[seat], table.piles["table"]
        top = pile[-1] if pile else hand[0]
        match = discard.match if pile else "any"
        fits = table.cards.matching[match][state.suit + top.rank if state.suit else top]
        if state.taken is not None and len(hand) > 1:
            hand = [card for card in hand if card is not state.taken]
        if specials is not None and specials.on:
            return _with_specials(specials, table, hand, fits, state)
        if discard.count == 1:
            return [card.discard for card in hand if card in fits]
        if discard.alike == "rank":
            plays = singles_and_groups(hand, fits, discard.count)
            return [play for play in plays if len(play.cards) >= discard.fewest]
        return _choices(discard, "DISCARD", [card for card in hand if card in fits])

    def _melds(
        self, meld: Meld, table: CardGame, seat: int, state: OrderState
    ) -> list[CardCommand]:
        hand = table.piles[seat]
        if self.knock is not None:
            return knocks(table, meld, self.knock, hand, state.taken)
        if state.extras.melded:
            hand = [card for card in hand if card not in state.extras.melded]
        plays = melds_among(table, meld, hand) if _may(meld, "MELD", state) else []
        if meld.lay_off != "none":
            owners = [seat] if meld.lay_off == "own" else table.order
            fits = {n: m for n, m in state.extras.melds.items() if owner_of(table, n) in owners}
            plays += lay_offs(table, meld, hand, fits)
        # Where the turn ends with a discard, one card must be left.
        keep = self.discard is not None and meld.to == "table"
        return [p for p in plays if len(p.cards) < len(hand) or not keep]

    # --- what is done ------------------------------------------------------------------------

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        verb = command.verb
        if verb != "PASS":
            state.passes = 0
        extras = state.extras
        if not state.plain and extras.said is not None:
            state.extras = extras = extras._replace(said=(*extras.said, verb))
        if verb == "DISCARD":
            self._discard(table, seat, command, state)
        elif verb == "DRAW":
            self._draw(table, seat, command, state)
        elif verb == "PASS" and extras.laying_off:
            state.extras = extras._replace(laying_off=extras.laying_off[1:])
            self._ask_to_lay_off(table, state)
        elif verb == "PASS" and extras.offered > 0:
            state.extras = extras._replace(offered=extras.offered - 1 or -1)
            self._next_turn(table, state)
        elif verb == "PASS":
            self._pass(table, seat, command, state)
        elif verb == "DECLARE":
            assert self.last_card is not None
            state.declared = True
            call(self.last_card, table, seat)
            table.ask(seat)
        elif verb == "GET":
            self._get(table, seat, command, state)
        elif verb == "PUT":
            self._put(table, seat, command, state)
        elif verb == "PICK":
            self._pick(table, seat, command, state)
        elif verb == "LAY":
            self._lay_off(table, seat, command, state)
        elif verb == "KNOCK":
            self._knock(table, seat, command, state)
        else:
            self._meld(table, seat, command, state)

    def _discard(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        discard, specials, last = self.discard, self.specials, self.last_card
        if discard is None:
            self._lay(table, seat, command, state)
            return
        cards: Sequence[Card] = command.cards
        pile = discard.to
        if not state.plain and "discard_pile" in table.overridden:
            pile = table.discard_pile(seat, cards[-1])
        table.piles.move(cards, seat, pile, visible_to(discard.visible, seat))
        state.suit = command.word
        skip = (
            specials is not None
            and specials.on
            and _carry_out_special(specials, table, cards[-1], state)
        )
        hand = table.piles[seat]
        if last is not None and len(hand) == 1:
            after_discard(last, table, seat, state.declared)
        if table.has_effects:
            table.did(seat, command)
        if skip:
            state.turn = _holder_after(table, seat, state)
        if hand and discard.ends_turn:
            self._next_turn(table, state)
        else:
            self._go_on(table, seat, state, discard.ends_turn)

    def _lay(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        assert self.rows is not None
        self.rows.act(table, seat, command)
        if self.last_card is not None:
            after_discard(self.last_card, table, seat, state.declared)
        if table.has_effects:
            table.did(seat, command)
        self._go_on(table, seat, state, ends_turn=True)

    def _pass(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        state.passes += 1
        if self.passes:
            seats = range(len(table.names))
            table.set_fact("passes", [table.fact("passes", 0, s) + (s == seat) for s in seats])
        if table.has_effects:
            table.did(seat, command)
        if 0 < self.passes < table.fact("passes", 0, seat):
            self._drop(table, seat)
            state.passes -= 1
            state.holders_only = True
        holders = _holders(table)
        if self.end.all_pass and state.passes >= holders:
            table.next_stage("all_pass")
        elif holders < 2:
            table.next_stage(self.end.when)
        else:
            self._next_turn(table, state)

    def _drop(self, table: CardGame, seat: int) -> None:
        """A player is out: below all who are still in, but above those who were out before."""
        table.dropped.insert(0, seat)
        table.emit("DROPPED", table.names[seat])
        hand = table.piles[seat]
        if self.out_cards == "rows" and self.rows is not None:
            self.rows.lay(table, seat, [card for card in hand if not card.joker])
        if hand:
            table.piles.move(hand[:], seat, "away", NOBODY)

    def _go_on(self, table: CardGame, seat: int, state: OrderState, ends_turn: bool) -> None:
        """Cards have left a hand: the game may be over, or the turn."""
        if not table.piles[seat]:
            state.finished.append(seat)
            if self._is_over(table):
                table.next_stage(self.end.when)
                return
            ends_turn = True
        if ends_turn:
            self._next_turn(table, state)
        else:
            table.ask(seat)

    def _is_over(self, table: CardGame) -> bool:
        if self.end.when == "first_empty_hand":
            return True
        return _holders(table) < 2

    def _draw(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        draw, piles = self.draw, table.piles
        assert draw is not None
        if command.word:
            state.taken = taken = piles["table"][-1]
            piles.move((taken,), "table", seat, Viewers(piles.seen[taken.number] | 1 << seat))
            state.drawn += 1
        else:
            state.drawn += len(piles.take(seat, command.amount, visible_to(draw.visible, seat)))
        if not state.plain and state.extras.offered:
            state.extras = state.extras._replace(offered=0)
        if draw.ends_turn or state.owed:
            state.owed = 0
            table.set_fact("owed", None)
            self._next_turn(table, state)
        else:
            table.ask(seat)

    def _get(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        get, source = self.get, command.target
        assert get is not None
        hit = _take_cards(get, table, seat, command)
        state.finished += [s for s in (source, seat) if not table.piles[s]]
        if self._is_over(table) and not (table.piles[source] and table.piles[seat]):
            table.next_stage(self.end.when)
        elif get.ends_turn or not hit or not table.piles[seat]:
            self._next_turn(table, state)
        else:
            table.ask(seat)

    def _put(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        put = self.put
        assert put is not None
        if put.on_pile:
            table.piles.move(command.cards, seat, put.to, visible_to(put.visible, seat))
        else:
            both = viewers(seat, command.target)
            to = both if put.visible == "receiver" else visible_to(put.visible, seat)
            table.piles.move(command.cards, seat, command.target, to)
        table.did(seat, command)
        self._go_on(table, seat, state, put.ends_turn)

    def _pick(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        pick = self.pick
        assert pick is not None
        pile = table.piles[pick.source]
        at = pile.index(table.cards.named[command.word])
        cards = pile[at:] if pick.above else pile[at : at + 1]
        table.piles.move(cards, pick.source, seat, visible_to(pick.visible, seat))
        state.drawn += len(cards)
        if pick.source == "table":
            state.taken = cards[0]
        self._fill_row(table, pick)
        table.did(seat, command)
        if pick.ends_turn:
            self._next_turn(table, state)
        else:
            table.ask(seat)

    def _fill_row(self, table: CardGame, pick: Pick) -> None:
        piles = table.piles
        while len(piles.make(pick.source)) < pick.row and (piles["stock"] or piles.refill()):
            piles.move(piles["stock"][-1:], "stock", pick.source, to=EVERYONE)

    def _meld(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        meld, cards = self.meld, command.cards
        assert meld is not None
        if meld.to == "hand":
            table.piles.show(cards, seat)
            state.extras = state.extras._replace(melded=(*state.extras.melded, *cards))
        else:
            table.piles.move(cards, seat, f"meld:{seat}", visible_to(meld.visible, seat))
            state.extras = state.extras._replace(melds={**state.extras.melds, cards[0]: cards})
        table.did(seat, command)
        self._go_on(table, seat, state, meld.ends_turn)

    def _lay_off(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        name, meld = table.cards.named[command.word], self.meld
        assert meld is not None
        melds = state.extras.melds
        longer = extended(table, meld, melds[name], command.cards[0])
        assert longer is not None
        state.extras = state.extras._replace(melds={**melds, name: longer})
        table.piles.move(command.cards, seat, f"meld:{owner_of(table, name)}", to=EVERYONE)
        table.did(seat, command)
        if state.extras.knocker >= 0:
            self._ask_to_lay_off(table, state)
        else:
            self._go_on(table, seat, state, ends_turn=False)

    def _knock(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        discard, meld, knock = self.discard, self.meld, self.knock
        assert discard is not None
        assert meld is not None
        assert knock is not None
        to = visible_to(discard.visible, seat)
        table.piles.move(command.cards, seat, discard.to, to)
        table.set_fact("knocker", table.names[seat])
        melds = lay_down(table, knock, seat)
        lays_off = table.piles[seat] and meld.lay_off == "all"
        others = tuple(_after(table, seat, state)) if lays_off else ()
        state.extras = state.extras._replace(knocker=seat, melds=melds, laying_off=others)
        table.did(seat, command)
        self._ask_to_lay_off(table, state)

    def _ask_to_lay_off(self, table: CardGame, state: OrderState) -> None:
        """The next player may lay off; nobody left: all lay their melds down."""
        waiting = tuple(s for s in state.extras.laying_off if table.piles[s])
        state.extras = state.extras._replace(laying_off=waiting)
        if waiting:
            table.ask(waiting[0])
            return
        assert self.knock is not None
        for seat in _after(table, state.extras.knocker, state):
            lay_down(table, self.knock, seat)
        table.next_stage("knock")

    def gives_points(self) -> bool:
        return self.knock is not None

    def points(self, table: CardGame, seat: int, state: OrderState) -> int:
        knocker = state.extras.knocker
        if self.knock is None or knocker < 0:
            return 0
        return knock_points(table, self.knock, knocker, seat)

    def _next_turn(self, table: CardGame, state: OrderState) -> None:
        """The turn goes to the next player who has cards."""
        end = self.end
        if 0 < end.turn_limit <= state.turns:
            table.next_stage("turn_limit")
            return
        if not state.plain:
            if len(table.piles["stock"]) <= end.stock_left:
                table.next_stage("stock_left")
                return
            if state.extras.said:
                state.extras = state.extras._replace(said=())
        if state.backwards or state.holders_only:
            seat = _holder_after(table, state.turn, state)
        else:
            seat = table.following[state.turn]
        state.turn = seat
        state.turns += 1
        state.drawn = 0
        state.taken = None
        state.declared = False
        if self.unable == "pass":
            table.awaited = (seat,)
        else:
            self._ask(table, state)

    def _ask(self, table: CardGame, state: OrderState) -> None:
        """Ask the player whose turn it is, or skip those who can do nothing."""
        if self.unable != "pass":
            while not self._can_move(table, state):
                state.passes += 1
                if self.unable == "skip":
                    table.emit("SKIPPED", table.names[state.turn])
                if state.passes >= _holders(table):
                    table.next_stage("all_pass")
                    return
                state.turn = _holder_after(table, state.turn, state)
        table.ask(state.turn)

    def _can_move(self, table: CardGame, state: OrderState) -> bool:
        offers = self.offers(table, state.turn, state)
        offers = table.allowed(state.turn, offers) if table.has_checks else offers
        return any(offer.verb != "PASS" for offer in offers)

    # --- what is refused ---------------------------------------------------------------------

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        verb, cards = command.verb, command.cards
        offers = table.legal(seat)
        offered = {o.verb for o in offers}
        first = self.draw is not None and self.draw.rule == "first"
        if first and offered <= {"DRAW", "PICK"} and verb not in offered and verb != "PASS":
            raise Refused(CardReason.MUST_DRAW, "begin your turn with a DRAW")
        done = {
            "DISCARD": self.discard,
            "DRAW": self.draw,
            "PUT": self.put,
            "GET": self.get,
            "MELD": self.meld,
            "PICK": self.pick,
        }.get(verb)
        if done is not None and not _may(done, verb, state):
            raise Refused(
                Reason.NOT_NOW, "{verb} in a turn: at most {most}", verb=verb, most=done.times
            )
        if verb == "DISCARD":
            self._explain_discard(table, seat, cards, state)
        if self.meld is not None and cards:
            explain_meld(table, self.meld, self.knock, seat, verb, cards)
        if verb in ("DRAW", "PASS") and "DISCARD" in offered and verb not in offered:
            discards = table.in_words([o for o in offers if o.verb == "DISCARD"])
            raise Refused(CardReason.MUST_DISCARD, "you can discard: {offers}", offers=discards)
        if verb == "PASS" and "DRAW" in offered:
            raise Refused(CardReason.MUST_DRAW, "you can still DRAW; pass only when you cannot")
        if verb == "DRAW" and verb not in offered:
            raise Refused(CardReason.NOTHING_TO_DRAW, "there is nothing to draw now; PASS")

    def _explain_discard(
        self, table: CardGame, seat: int, cards: Sequence[Card], state: OrderState
    ) -> None:
        offers, pile, discard = table.legal(seat), table.piles["table"], self.discard
        if state.owed:
            raise Refused(
                CardReason.MUST_DRAW,
                plural(state.owed, "you must DRAW one card first", "you must DRAW {n} cards first"),
            )
        if self.rows is not None:
            self.rows.explain(table, seat, cards)
        if state.taken in cards:
            raise Refused(
                Reason.AGAINST_THE_RULES,
                "you have just taken {card} from the table; keep it for this turn",
                card=state.taken,
            )
        fit = {c for o in offers if isinstance(o, CardCommand | Choice) for c in o.cards}
        unfit = [c for c in cards if c not in fit]
        if unfit and pile:
            named = Text(", and the suit to follow is {suit}", suit=state.suit)
            raise Refused(
                CardReason.NO_MATCH,
                "{cards} does not fit; the last card is {top}{named}. You may say: {offers}",
                cards=" ".join(unfit),
                top=table.piles.faces(pile[-1:], seat)[0],
                named=named if state.suit else "",
                offers=table.in_words(offers),
            )
        if self.specials and len(cards) == 1 and cards[0].rank in self.specials.wild:
            raise Refused(
                Reason.AMBIGUOUS,
                "name the suit to follow, too: {offers}",
                offers=table.in_words(
                    [o for o in offers if str(o).startswith(f"DISCARD {cards[0]} ")]
                ),
            )
        if discard and len(cards) > (most := discard.count):
            raise Refused(
                CardReason.BAD_COUNT,
                plural(most, "one card at a time", "at most {n} cards at a time"),
            )


# --- the turn --------------------------------------------------------------------------------


def _after(table: CardGame, seat: int, state: OrderState) -> list[int]:
    """The other players in the order of play, after this one."""
    order = table.order
    at = order.index(seat)
    others = order[at + 1 :] + order[:at]
    return list(others[::-1] if state.backwards else others)


def _holders(table: CardGame) -> int:
    """How many players have cards."""
    return sum(1 for seat in table.order if table.piles[seat])


def _others_with_cards(table: CardGame, seat: int, state: OrderState) -> list[int]:
    """The other players who have cards, next one first."""
    return [s for s in _after(table, seat, state) if table.piles[s]]


def _may(condition: Discard | Draw | Put | Get | Meld | Pick, verb: str, state: OrderState) -> bool:
    """Whether this has not been done too often in this turn."""
    return not condition.times or (state.extras.said or ()).count(verb) < condition.times


def _choices(
    condition: Discard | Put, verb: str, cards: Sequence[Card], name: str = "", target: int = -1
) -> list[CardCommand | Offer]:
    """Cards that are chosen together: one, some of a rank, some of a suit, or any."""
    fewest, count = condition.fewest, condition.count
    if count == 1:
        return [CardCommand(verb, name=name, target=target, cards=(card,)) for card in cards]
    alike, kinds = condition.alike, dict[str, list[Card]]()
    for card in cards:
        kind = "" if alike == "any" else card.suit if alike == "suit" else card.rank
        kinds.setdefault(kind, []).append(card)
    same = [kind for kind in kinds.values() if len(kind) >= fewest]
    return [Choice(verb, kind, fewest, count, name, target) for kind in same]


def _holder_after(table: CardGame, seat: int, state: OrderState) -> int:
    """The next player who has cards."""
    return next((s for s in _after(table, seat, state) if table.piles[s]), seat)


# --- DRAW ------------------------------------------------------------------------------------


def _may_draw(draw: Draw, state: OrderState, offers: Offers) -> bool:
    if state.owed or draw.rule == "any_time":
        return True
    if offers or draw.rule == "first":
        return False
    return draw.rule == "until_playable" or not state.drawn


def _may_pick(draw: Draw | None, state: OrderState, offers: Offers) -> bool:
    """A card is picked where one could be drawn."""
    if draw is not None and draw.rule == "first":
        return "DRAW" not in (state.extras.said or ())
    return draw is None or _may_draw(draw, state, offers)


def _draws(table: CardGame, draw: Draw, state: OrderState) -> list[CardCommand]:
    if state.owed:
        return [CardCommand("DRAW", amount=state.owed)]
    draws = [*DRAWS[draw.fewest or draw.count : draw.count + 1]] if table.piles.can_draw() else []
    if draw.from_table and table.piles["table"] and state.extras.offered >= 0:
        draws.append(DRAW_TABLE)
    return draws


# --- PUT, GET, PICK --------------------------------------------------------------------------


def _puts(put: Put, table: CardGame, seat: int, others: Sequence[int]) -> list[CardCommand | Offer]:
    """What may be given to whom; `others` are the players who have cards, next one first."""
    hand = table.piles[seat]
    if put.on_pile:
        return _choices(put, "PUT", hand)
    targets = _players(put.to, table, seat, others)
    return [o for s in targets for o in _choices(put, "PUT", hand, table.names[s], s)]


def _players(whom: str, table: CardGame, seat: int, others: Sequence[int]) -> Sequence[int]:
    """The players that are meant, of those who have cards, next one first; or the partner."""
    if whom == "partner":
        return [table.partner(seat)]
    return {"next": others[:1], "previous": others[-1:]}.get(whom, others)


def _picks(pick: Pick, table: CardGame) -> list[CardCommand]:
    # The card is only a word here: it lies open, but in no hand.
    return [CardCommand("PICK", word=card) for card in dict.fromkeys(table.piles[pick.source])]


def _gets(get: Get, table: CardGame, seat: int, others: Sequence[int]) -> list[CardCommand]:
    """What may be taken or asked for; `others` are the players who have cards, next one first."""
    others = [s for s in _players(get.source, table, seat, others) if table.piles[s]]
    if get.by in ("position", "number"):
        return [
            CardCommand("GET", name=table.names[s], target=s, amount=number)
            for s in others
            for number in (
                range(1, len(table.piles[s]) + 1)
                if get.by == "position"
                else range(get.fewest, min(get.count, len(table.piles[s])) + 1)
            )
        ]
    hand = table.piles[seat]
    ranks = {card.rank for card in hand}
    wanted = [c for c in dict.fromkeys(table.cards.all) if c.rank in ranks and c not in hand]
    # The card is only a word here, that all may hear: nobody has shown it.
    return [
        CardCommand("GET", name=table.names[s], target=s, word=card)
        for s in others
        for card in wanted
    ]


def _take_cards(get: Get, table: CardGame, seat: int, command: CardCommand) -> bool:
    """Take the cards, if the other player has them; an ask in vain is no secret."""
    theirs, to = table.piles[command.target], visible_to(get.visible, seat)
    if get.by == "position":
        cards = [_by_position(table, seat, command)]
    elif get.by == "number":
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


# --- special cards ---------------------------------------------------------------------------


def _with_specials(
    specials: Specials,
    table: CardGame,
    hand: Sequence[Card],
    fits: frozenset[Card],
    state: OrderState,
) -> list[CardCommand]:
    """A wild card fits always and names a suit; a draw that is owed can only be handed on."""
    if state.owed:
        return [c.discard for c in hand if specials.stack and c.rank in specials.draw_two]
    wild, suits = specials.wild, table.deck.suits
    plain = [c.discard for c in hand if c in fits and c.rank not in wild]
    wilds = [c for c in hand if c.rank in wild]
    return plain + [CardCommand("DISCARD", cards=(c,), word=suit) for c in wilds for suit in suits]


def _carry_out_special(specials: Specials, table: CardGame, card: Card, state: OrderState) -> bool:
    """What a special card does; True when it skips the next player."""
    skips = card.rank in specials.skip
    if card.rank in specials.draw_two:
        state.owed += 2
    elif card.rank in specials.reverse:
        state.backwards = not state.backwards
        skips = len(table.order) == 2  # with two players a reverse is a skip
    _tell_specials(table, state)
    return skips


def _tell_specials(table: CardGame, state: OrderState) -> None:
    """What special cards have caused is public."""
    table.set_fact("suit", state.suit or None)
    table.set_fact("direction", "backwards" if state.backwards else None)
    table.set_fact("owed", state.owed or None)
