"""TrickGame: everybody plays a card, the strongest takes the trick and leads the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from cardkit.cardgame import words
from cardkit.cardgame.cards import SUITS, Card, Cards, cards_of, names_in
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.dealing import TURNED
from cardkit.cardgame.draw import DRAWS
from cardkit.cardgame.end import End
from cardkit.cardgame.hooks import TakingHooks
from cardkit.cardgame.last_card import DECLARE, LastCard
from cardkit.cardgame.piles import EVERYONE
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.roles import declarer_of, has_contract_in, has_role, suit_of_contract
from cardkit.cardgame.stage import Offers, Rules, Stage, StageState
from cardkit.cardgame.turn import PASS
from cardkit.netgame import (
    WATCHER,
    Declared,
    Fact,
    Notice,
    Offer,
    Pile,
    Reason,
    Refused,
    Sentence,
    Text,
    condition,
    in_a_row,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame


Rule = tuple[AbstractSet[Card], Reason | CardReason, Callable[[], Text]]
"""Which cards it forbids, and how they are refused. One that forbids all does not hold."""
_FOUND = ("last_card", "turned_up", "contract")
"""Where a trump can come from that is not the same in each game."""
_AGAINST = Reason.AGAINST_THE_RULES
WON = tuple(f"won:{seat}" for seat in range(WATCHER))
"""The piles of the tricks that players have won, by seat."""


class TrickHooks(TakingHooks, hooks=True):
    """What a game can say about cards in tricks."""

    @property
    def is_leading(self) -> bool:
        """Whether no card is on the table yet: the next one leads a trick."""
        return not self.piles["table"]

    def suit_of(self, card: Card) -> str:
        """The suit of a card in tricks: what it follows, and whether it is a trump.

        Override where that is not the printed one; it is asked of all cards before the first trick.
        A joker has none, and takes any trick.
        """
        return card.suit

    def strength(self, card: Card) -> int:
        """How strong a card is in tricks among those of its suit.

        Override where that is not the order of the deck; it is asked before the first trick.
        """
        return card.level

    def beats(self, card: Card, best: Card) -> bool:
        """Whether a card takes a trick from the best one so far.

        Override for cards with powers of their own; suits and trump decide about the others.
        """
        suit, of_best = self.suit_of(card), self.suit_of(best)
        if suit == of_best:
            return self.strength(card) > self.strength(best)
        return not suit or (bool(of_best) and suit == self.facts.get("trump"))

    def trick_winner(self, winner: int, played: Mapping[int, Card]) -> int:
        """Who takes a trick: the player of its best card, `winner`.

        Override where that depends on the whole trick. `played` has the card of each seat in the
        order of play; where several are led, the first of them.
        """
        return winner


class TrickState(StageState):
    """The trick on the table."""

    __slots__ = (
        "best",
        "best_card",
        "broken",
        "count",
        "declared",
        "declarer",
        "dummy",
        "led",
        "plain",
        "ruled",
        "seats",
        "simple",
        "strengths",
        "suits",
        "to_come",
        "turn",
        "turns",
    )

    def __init__(self, leader: int, plain: bool, simple: bool) -> None:
        self.plain = plain  # all cards are what is printed on them
        self.simple = simple  # so they are, there is one for each player, and suit is followed
        self.suits: tuple[str, ...] | None = None  # what the game says of all cards, by number
        self.strengths: tuple[int, ...] | None = None
        self.broken = False  # a card that is not led at first has been played
        self.ruled = False  # there are rules for the next card besides following suit
        self.turns = 0
        self.declared = False
        self.dummy = self.declarer = -1
        self.lead(leader, 0)

    def lead(self, leader: int, players: int) -> None:
        """A new trick begins with this player."""
        self.turn = self.best = leader
        self.best_card: Card | None = None
        self.led = ""
        self.count = 0  # the cards that everybody plays, once somebody has led
        self.seats: list[int] = []  # who has played, where the whole trick decides
        self.to_come = players


@condition
class TrickGame(Stage["CardGame", TrickState]):
    """Everybody plays one card to a trick; the strongest takes it and leads the next.

    A game that chooses the trump itself leaves `trump` as it is, and sets the fact of that name in
    `on_dealt` or `on_lead`: `self.set_fact("trump", "S")`. One whose cards are not what is printed
    on them says so in `suit_of` and `strength`, and one with special cards in `beats`. Who leads is
    chosen in `on_lead`, by `first_card` or by an auction. What no setting says about leads is a
    matter of `check_discard`, where `self.is_leading` is true for the first card of a trick.
    """

    hooks = TrickHooks
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
            announced=True,
        ),
        Fact("tricks", "how many tricks each player has taken", "tricks", told="", kind="seats"),
        Fact("card_order", "all cards as hands are sorted", told="", kind="order"),
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
            role="tricks",
        ),
    )

    trump: str = setting(
        "none",
        "the suit that beats all others: a suit, the suit of the dealer's last card (shown to "
        "all), of the card that was turned up or of the contract, or none",
        choices=("none", *_FOUND, *SUITS),
        besides="another suit of the deck",
        unsaid="There is no trump.",
        says={
            "none": "",
            "turned_up": "The suit of the card that was turned up is trump and beats all others.",
            "contract": "The suit of the contract is trump and beats all others.",
            "last_card": "The dealer's last card is shown; its suit is trump and beats all others.",
            "S": "Spades are trump and beat all others.",
            "H": "Hearts are trump and beat all others.",
            "D": "Diamonds are trump and beat all others.",
            "C": "Clubs are trump and beat all others.",
            None: "The suit {trump} is trump and beats all others.",
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

    must_trump: bool = setting(
        False,
        "a player who cannot follow suit has to play a trump",
        says="If you cannot follow suit, play a trump if you can.",
    )
    must_beat: bool = setting(
        False,
        "players have to play a card that would take the trick",
        says="Play a card that takes the trick if you can.",
    )
    first_card: str = setting(
        "",
        "the card that leads the first trick: whoever holds it shows it",
        says="Whoever holds {first_card} shows it and leads it to the first trick.",
        coded=True,
    )
    not_led: tuple[str, ...] = setting(
        (), "cards, ranks or suits that are not led before one of them has been played: ('H',)"
    )
    not_first: tuple[str, ...] = setting(
        (), "cards, ranks or suits that do not go to the first trick: ('H', 'SQ')"
    )
    cards: int = setting(
        1,
        "the most cards that are led at once, all of one rank; the others play as many, and only "
        "as many of a higher rank beat them",
        least=1,
        most=8,
        says={
            1: "",
            None: "Lead one card, or up to {cards} of one rank; the others play as many. Several "
            "cards are beaten by as many of a higher rank, of whatever suits.",
        },
    )
    dummy: bool = setting(
        False,
        "after the first card the partner of the highest bidder lays the hand open, and the bidder "
        "plays both",
        says="After the first card the partner of the highest bidder lays the hand open, and the "
        "bidder plays both hands.",
    )

    last_card: LastCard | None = setting(None, "what is called with one card left, if anything is")

    end: End | None = setting(None, "when a game with draws is over, if not after the last trick")

    def declared(self) -> Iterator[Declared]:
        for each in super().declared():
            if self.follow == "draw_until" or each not in (words.DRAW, words.PASS):
                yield replace(each, cards=(1, self.cards)) if each is words.DISCARD else each

    def jokers(self) -> str:
        return "A joker takes any trick."

    def sentences(self) -> list[Sentence]:
        said = super().sentences()
        for names, sentence in (
            (
                self.not_led,
                "{cards} may not be led before one has been played, unless you have nothing else.",
            ),
            (
                self.not_first,
                "{cards} may not go to the first trick, unless you have nothing else.",
            ),
        ):
            if names:
                said.append((sentence, {"cards": in_a_row(names)}))
        return said

    def conflicts(self) -> list[str]:
        if (self.must_trump or self.must_beat) and self.follow != "suit":
            return [Text("must_trump and must_beat need a suit to follow: leave follow='suit'")]
        if self.cards > 1 and (self.follow == "draw_until" or self.must_beat or self.must_trump):
            return [Text("several cards cannot follow, beat or trump by suit: leave cards=1")]
        return []

    def endings(self) -> Iterator[str]:
        if self.follow == "draw_until":
            yield "first_empty_hand"
        if self.end is not None and self.end.turn_limit:
            yield "turn_limit"

    def misfits(self, rules: Rules) -> list[str]:
        found: list[str] = []
        if self.end is not None and self.end.when != "first_empty_hand":
            found.append(Text("a trick game with draws ends with the first empty hand"))
        if self.end is not None and (self.end.all_pass or self.end.stock_left >= 0):
            found.append(
                Text("a trick game goes on when all pass: write all_pass=False, no stock_left")
            )
        if rules.deck.refill == "from_table":
            found.append(Text("a trick is not shuffled into the stock: write refill='from_away'"))
        cards = cards_of(rules.deck).all
        known = names_in(rules.deck)
        strange = [n for n in (*self.not_led, *self.not_first) if n not in known]
        strange += [self.first_card] if self.first_card and self.first_card not in cards else []
        found += [Text("{name} is no card of the deck", name=name) for name in strange]
        if self.trump not in ("none", *_FOUND, *rules.deck.suits):
            takes, suits = in_a_row(("none", *_FOUND)), in_a_row(rules.deck.suits)
            wrong = "trump cannot be {trump}; it takes {known} or a suit of the deck: {suits}"
            found.append(Text(wrong, trump=self.trump, known=takes, suits=suits))
        if self.must_trump and self._has_no_trump(rules):
            found.append(Text("nothing is trump that must be played: write trump=…"))
        declared = [each for stage in rules.stages for each in stage.declared()]
        if self.trump == "turned_up" and not any(
            isinstance(each, Pile) and each.name == TURNED for each in declared
        ):
            found.append(Text("no card is turned up for trump: write Deal(turn_up=1, apart=True)"))
        if self.trump == "contract" and not has_contract_in(rules.stages, rules.deck.suits):
            found.append(Text("no contract has a suit for trump: write Auction(bids='suit')"))
        if self.dummy and not (rules.seats.partners and has_role(rules.stages, "declarer")):
            found.append(
                Text("a dummy is the partner of a bidder: write Seats(partners=True) and Auction()")
            )
        return found

    def _has_no_trump(self, rules: Rules) -> bool:
        """Whether neither settings nor jokers nor the code of the game make a trump."""
        made = self.trump != "none" or any(card.joker for card in cards_of(rules.deck).all)
        return not made and "suit_of" not in rules.own and not rules.mentions("trump", self)

    def begin_game(self, table: CardGame) -> None:
        table.tricks, table.last_trick = [0] * len(table.names), -1
        if self.trump in ("turned_up", "contract"):  # what bids are made for is not the last one
            table.set_fact("trump", None)
        table.set_fact("card_order", None)

    def begin(self, table: CardGame) -> None:
        table.on_lead()
        table.tricks = [0] * len(table.names)
        for seat in table.order:
            table.piles.make(WON[seat])
        if self.trump != "none" or any(
            isinstance(stage, TrickGame) and stage.trump != "none" for stage in table.stages
        ):  # else a trump that is there is the author's
            is_suit = self.trump in table.deck.suits
            table.set_fact("trump", self.trump if is_suit else None)
            if not is_suit:
                table.set_fact("trump", self._trump(table) or None)
        leader = table.first_seat() if table.leader < 0 else table.leader
        if self.first_card:
            leader = table.piles.reveal(self.first_card, otherwise=leader)
        plain = table.overridden.isdisjoint(("suit_of", "strength", "beats"))
        order = None if plain else _order_at(table)
        if order is not None:
            table.set_fact("card_order", order.cards)
        more = self.cards > 1 or self.last_card or table.cards.jokers
        simple = plain and self.follow == "suit" and not more
        simple = simple and "trick_winner" not in table.overridden
        table.state = state = TrickState(leader, plain, simple)
        if order is not None and self.follow == "suit" and not more:
            state.suits = order.suits
            state.strengths = order.strengths if "beats" not in table.overridden else None
        if self.dummy and (declarer := declarer_of(table)) >= 0:
            state.declarer, state.dummy = declarer, table.partner(declarer)
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
                return table.turned_up[-1].suit
            case "contract":
                return suit_of_contract(table)
        return ""

    # --- what is offered ---------------------------------------------------------------------

    def hand(self, table: CardGame, seat: int, state: TrickState) -> Sequence[Card]:
        return table.piles.fanned(state.turn, seat)

    def offers(self, table: CardGame, seat: int, state: TrickState) -> Offers:
        if not state.ruled and (state.simple or state.suits is not None):
            own, led, suits = table.piles[state.turn], state.led, state.suits
            if not led:
                same = []
            elif suits is None:
                same = [c.discard for c in own if c.suit == led]
            else:
                same = [c.discard for c in own if suits[c.number] == led]
            plays = same or [c.discard for c in own]
            # Where the cards of a dummy lie would tell how they were dealt.
            return plays if state.turn == seat else sorted(plays)
        hand = self.hand(table, seat, state)
        if state.count > 1:
            return (Choice("DISCARD", hand, state.count, state.count),)
        cards = self._following(table, state, hand)
        if not cards:
            return [DRAWS[1] if table.piles.can_draw() else PASS]
        if state.ruled:
            cards = self._allowed(table, state, cards)
        offers: list[CardCommand | Offer] = [c.discard for c in cards]
        if self.cards > 1 and not state.led:
            offers += self._sets(cards)
        last = self.last_card
        if last is not None and not state.declared and last.is_due(table, seat, offers):
            offers.append(DECLARE)
        return offers

    def _following(
        self, table: CardGame, state: TrickState, hand: Sequence[Card]
    ) -> Sequence[Card]:
        """The cards that follow suit, and jokers; all, unless one draws, if there are none."""
        led, draws = state.led, self.follow == "draw_until"
        if not led or self.follow == "free":
            return hand
        if state.plain:
            cards = [c for c in hand if c.suit == led]
        else:
            cards = [c for c in hand if table.suit_of(c) == led]
        if table.cards.jokers and (cards or draws):
            cards += [c for c in hand if not table.suit_of(c)]
        return cards if cards or draws else hand

    def _sets(self, cards: Sequence[Card]) -> Iterator[CardCommand]:
        """Several cards of a rank, to be led together; sorted, or they tell where they lay."""
        ranks = dict.fromkeys(card.rank for card in cards if not card.joker)
        for same in (sorted(card for card in cards if card.rank == rank) for rank in ranks):
            for count in range(2, min(len(same), self.cards) + 1):
                yield from (
                    CardCommand("DISCARD", cards=some) for some in combinations(same, count)
                )

    def _has_rules(self, table: CardGame, state: TrickState, *, leads: bool) -> bool:
        """Whether some of `_rules` hold for a card that leads, or for those that follow."""
        if (self.not_first or (leads and self.first_card)) and not any(table.tricks):
            return True
        if leads:
            return bool(self.not_led) and not state.broken
        return self.must_trump or self.must_beat

    def _allowed(self, table: CardGame, state: TrickState, cards: Sequence[Card]) -> Sequence[Card]:
        """Those of these cards that the rules allow besides following suit."""
        for forbidden, *_ in self._rules(table, state, cards):
            cards = [card for card in cards if card not in forbidden] or cards
        return cards

    def _rules(self, table: CardGame, state: TrickState, cards: Sequence[Card]) -> list[Rule]:
        """The rules about these cards that hold now, besides following suit, with what they say."""
        first, best, meant = not any(table.tricks), state.best_card, table.cards.meant
        rules: list[Rule] = []
        if best is None:
            if first and self.first_card:
                others = {c for c in cards if c != self.first_card}
                rules.append((others, CardReason.MUST_LEAD, self._why_first_card))
            if self.not_led and not state.broken:
                rules.append((meant[self.not_led], _AGAINST, self._why_not_led))
        else:
            if self.must_trump and not any(table.suit_of(c) == state.led for c in cards):
                trumps = ("", table.facts.get("trump"))
                others = {c for c in cards if table.suit_of(c) not in trumps}
                rules.append((others, CardReason.MUST_FOLLOW, self._why_trump))
            if self.must_beat:
                others = {c for c in cards if not table.beats(c, best)}
                rules.append((others, CardReason.TOO_WEAK, lambda: self._why_beat(best)))
        if first and self.not_first:
            rules.append((meant[self.not_first], _AGAINST, self._why_not_first))
        return rules

    def _why_trump(self) -> Text:
        return Text("you cannot follow suit: play a trump")

    def _why_beat(self, best: Card) -> Text:
        return Text("play a card that beats {card}", card=best)

    def _why_first_card(self) -> Text:
        return Text("{card} leads the first trick", card=self.first_card)

    def _why_not_led(self) -> Text:
        names = in_a_row(self.not_led)
        return Text("{cards} may not be led before one has been played", cards=names)

    def _why_not_first(self) -> Text:
        return Text("{cards} may not go to the first trick", cards=in_a_row(self.not_first))

    # --- what is done ------------------------------------------------------------------------

    def act(self, table: CardGame, seat: int, command: CardCommand, state: TrickState) -> None:
        player = state.turn
        if command.verb == "DISCARD":
            self._play(table, player, command.cards, state)
            if self.last_card is not None:
                self.last_card.after_discard(table, seat, state.declared)
                state.declared = False
            if table.has_effects:
                table.did(player, command)
            if not state.simple and self.follow == "draw_until" and not table.piles[player]:
                table.next_stage("first_empty_hand")  # European Page One
                return
        elif command.verb != "PASS":
            if command.verb == "DRAW":
                if not table.has_checks:
                    table.piles.rule_out(seat, self._led(table, state))
                table.piles.take(seat, 1)
            else:
                assert self.last_card is not None
                state.declared = True
                self.last_card.say(table, seat)
            table.ask(seat)
            return
        state.to_come -= 1
        state.turns += 1
        if state.to_come:
            self._ask(table, state, table.following[player])
        else:
            self._trick_over(table, state)

    def _play(self, table: CardGame, seat: int, cards: Sequence[Card], state: TrickState) -> None:
        table.piles.move(cards, seat, "table", EVERYONE)
        card, best = cards[0], state.best_card
        if not state.simple:
            state.seats.append(seat)
        if best is None:
            state.best_card, state.best, state.count = card, seat, len(cards)
            state.ruled = self._has_rules(table, state, leads=False)
            if not state.turns and state.dummy >= 0:
                table.piles.show(table.piles[state.dummy], state.dummy)
        elif (
            self._take(table, state, cards, best)
            if not state.simple  # else as `beats` has it, without asking the game
            else card.level > best.level
            if card.suit == best.suit
            else card.suit == table.facts.get("trump")
        ):
            state.best_card, state.best = card, seat
        suits = state.suits
        if state.plain:
            suit = card.suit
        else:
            suit = table.suit_of(card) if suits is None else suits[card.number]
        if not state.led:  # after a joker the next card says what is followed
            state.led = suit
        elif suit != state.led and suit and self.follow == "suit" and state.count == 1:
            table.piles.rule_out(seat, self._led(table, state))

    def _led(self, table: CardGame, state: TrickState) -> frozenset[Card]:
        """The cards of the suit that was led."""
        if state.plain:
            return _of_suit(table.cards, None, state.led)
        if state.suits is not None:
            return _of_suit(table.cards, state.suits, state.led)
        return frozenset(card for card in table.cards.all if table.suit_of(card) == state.led)

    def _take(self, table: CardGame, state: TrickState, cards: Sequence[Card], best: Card) -> bool:
        """Whether these cards take the trick from the best so far; several need a higher rank."""
        if (strengths := state.strengths) is not None and (suits := state.suits) is not None:
            card, other = cards[0].number, best.number
            if (suit := suits[card]) == suits[other]:
                return strengths[card] > strengths[other]
            return suit == table.facts.get("trump")
        if state.count == 1:
            return table.beats(cards[0], best)
        if len(cards) < state.count or len({card.rank for card in cards}) > 1:
            return False
        return table.strength(cards[0]) > table.strength(best)

    def _ask(self, table: CardGame, state: TrickState, seat: int) -> None:
        """It is the turn of this player, or of the next who has cards."""
        piles = table.piles
        while not piles[seat]:
            seat = table.following[seat]
        state.turn = seat
        table.awaited = (seat if seat != state.dummy else state.declarer,)

    def _lead(self, table: CardGame, state: TrickState, leader: int) -> None:
        """A new trick begins; when nobody has cards left, the game is over."""
        piles = table.piles
        players = len([seat for seat in table.order if piles[seat]])
        if not players:
            table.last_trick = leader
            table.next_stage()
            return
        state.lead(leader, players)
        state.ruled = self._has_rules(table, state, leads=True)
        self._ask(table, state, leader)

    def _trick_over(self, table: CardGame, state: TrickState) -> None:
        winner, cards = state.best, table.piles["table"][:]
        if not state.simple and "trick_winner" in table.overridden:
            played = zip(state.seats, cards[:: state.count], strict=True)
            winner = table.trick_winner(winner, dict(played))
        target = "away" if self.follow == "draw_until" else WON[winner]
        table.piles.move(cards, "table", target, EVERYONE)
        tricks = table.tricks
        tricks[winner] += 1
        if self.not_led and not state.broken:
            state.broken = not table.cards.meant[self.not_led].isdisjoint(cards)
        if table.log.listening:
            table.emit("TRICK", table.names[winner], tricks[winner])
            table.emit("FACT", "tricks", [*tricks])
        table.on_trick(winner, cards)
        if self.end is not None and 0 < self.end.turn_limit <= state.turns:
            table.next_stage("turn_limit")
        else:
            self._lead(table, state, winner)

    def worth(self, table: CardGame, state: TrickState) -> dict[int, int]:
        if self.follow == "draw_until":  # the first empty hand wins
            return {}
        return {seat: table.tricks_of(seat) for seat in table.order}

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: TrickState) -> None:
        cards = command.cards
        if command.verb != "DISCARD":
            return
        if len(cards) == 1:
            self._explain_one(table, seat, cards[0], state)
        elif self.cards == 1 or state.led:
            raise Refused(
                CardReason.BAD_COUNT, "one card goes to a trick, not {count}", count=len(cards)
            )
        else:
            raise Refused(
                CardReason.NO_COMBINATION,
                "lead one card, or 2 to {most} of one rank",
                most=self.cards,
            )

    def _explain_one(self, table: CardGame, seat: int, card: Card, state: TrickState) -> None:
        offers = table.in_words(table.legal(seat))
        cards = self._following(table, state, table.piles[state.turn])
        if card in cards:
            for forbidden, reason, why in self._rules(table, state, cards):
                if card in forbidden:
                    raise Refused(reason, "{why}. You may say: {offers}", why=why(), offers=offers)
        raise Refused(
            CardReason.MUST_FOLLOW,
            "follow suit: {led} was led. You may say: {offers}",
            led=state.led,
            offers=offers,
        )


class TrickOrder(NamedTuple):
    """Suits and strengths of all cards by their numbers, where they are the game's own."""

    suits: tuple[str, ...]
    strengths: tuple[int, ...]
    cards: Sequence[str]
    """All cards as a hand is sorted."""


@lru_cache(maxsize=1024)
def _of_suit(cards: Cards, suits: tuple[str, ...] | None, wanted: str) -> frozenset[Card]:
    """The cards of this suit, as printed or as the game says."""
    found = suits if suits is not None else [card.suit for card in cards.all]
    return frozenset(card for card, suit in zip(cards.all, found, strict=True) if suit == wanted)


def _order_at(table: CardGame) -> TrickOrder:
    """What the game says of all cards, asked once before the first trick."""
    cards = table.cards.all
    strengths = tuple(map(table.strength, cards))
    return _order_of(table.cards, tuple(map(table.suit_of, cards)), strengths)


@lru_cache(maxsize=256)
def _order_of(cards: Cards, suits: tuple[str, ...], strengths: tuple[int, ...]) -> TrickOrder:
    names = [*map(str, cards.all)]
    suit_of = dict(zip(names, suits, strict=True))
    strength = dict(zip(names, strengths, strict=True))

    def place(card: str) -> tuple[bool, int, int]:
        suit = suit_of[card]
        return not suit, cards.deck.suits.find(suit), strength[card]

    return TrickOrder(suits, strengths, tuple(sorted(suit_of, key=place)))
