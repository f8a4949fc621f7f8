"""OrderGame: the turn goes round, and each player does what its commands allow.

Which of DISCARD, DRAW, PUT, GET, MELD and their like there are follows from the settings, and what
each means stands in its own file. Here is the order of play: whose turn it is, who passes, who is
out, and when it ends. PASS is there when nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame import words
from cardkit.cardgame.calls import Calls
from cardkit.cardgame.cards import Card, Cards
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.discard import Discard
from cardkit.cardgame.draw import DRAWS, Draw
from cardkit.cardgame.end import End
from cardkit.cardgame.get import Get
from cardkit.cardgame.hooks import LeadHooks
from cardkit.cardgame.knock import Knock
from cardkit.cardgame.last_card import DECLARE, LastCard
from cardkit.cardgame.melds import Meld
from cardkit.cardgame.pick import Pick
from cardkit.cardgame.piles import Viewers
from cardkit.cardgame.put import Put
from cardkit.cardgame.rows import Rows
from cardkit.cardgame.specials import Specials, tell_specials
from cardkit.cardgame.stage import Offers, Rules, Stage
from cardkit.cardgame.turn import PASS, Acts, Extras, OrderState, TurnCommand, holder_after
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
    fix,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame


@dataclass(frozen=True, slots=True)
class _Found:
    """What follows from the settings of an order game."""

    commands: tuple[TurnCommand, ...]
    by_verb: Mapping[str, TurnCommand]
    acts: Acts
    first: tuple[TurnCommand, ...]
    """The commands that may have to come first in a turn."""
    asked: tuple[TurnCommand, ...]
    """Those that are asked for their offers, in this order."""
    interrupting: tuple[TurnCommand, ...]
    """Those that may ask others something between two turns."""
    called: LastCard | None
    """What players themselves have to call."""
    counts: bool
    """Whether it matters what was said in a turn."""
    plain: bool
    """Whether there is nothing to do but to discard one card that fits, or to draw."""
    tells_lack: bool
    """Whether only those draw or pass who have nothing that fits."""


class _Keeps:
    """Room for what follows from settings, so that it is found only once."""

    __slots__ = ("_kept",)

    _kept: _Found


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

    def knock_limit(self, limit: int) -> int:
        """What may be left outside melds for a knock, asked for once a game: the limit that is set.

        Override for another rule, such as the card that was turned up.
        """
        return limit

    def on_miss(self, seat: int, command: CardCommand) -> None:
        """Override for the effects of a GET that found nothing."""

    def missed(self, seat: int, command: CardCommand) -> None:
        """Run `on_miss` instead of the effect of a GET."""
        self._said = None
        self.on_miss(seat, command)


@condition
class OrderGame(Stage["CardGame", OrderState], _Keeps):
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
            announced=True,
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
    calls: Calls | None = setting(None, "how a discard is taken out of turn, if it is")
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
        "how often a player may pass in a game before the next pass puts them out",
        unsaid={0: "always"},
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
        unsaid="The cards of a player who has passed too often go away unseen.",
        says={"rows": "The cards of a player who is out are laid into the rows, maybe with gaps."},
    )
    unable: str = setting(
        "pass",
        "what becomes of a player who can do nothing else: they pass, or are skipped, with or "
        "without a word",
        choices=("pass", "skip", "skip_silently"),
        unsaid="A player who can do nothing else passes.",
        says={
            "skip": "A player who can do nothing is skipped.",
            "skip_silently": "A player who can do nothing is skipped.",
        },
    )
    first_card: str = setting(
        "",
        "the card whose holder shows it and begins; without one it is the first player",
        says="Whoever holds {first_card} shows it and begins.",
        coded=True,
    )

    @property
    def commands(self) -> tuple[TurnCommand, ...]:
        """What players may do in their turns, those of a subclass among it."""
        return self._found.commands

    @property
    def _found(self) -> _Found:
        try:
            return self._kept
        except AttributeError:
            fix(self, "_kept", self._find())
            return self._kept

    def _find(self) -> _Found:
        commands = tuple(c for c in self.inner().values() if isinstance(c, TurnCommand))
        by_verb: dict[str, TurnCommand] = {}
        for command in commands:
            for each in command.declared_in(self):
                if isinstance(each, Word):
                    by_verb.setdefault(each.verb, command)
        acts = Acts({verb: command.act for verb, command in by_verb.items()})
        acts.update(PASS=self._pass, DECLARE=self._declare)
        asked = [c for c in commands if type(c).offers is not TurnCommand.offers]
        heard = [c for c in commands if type(c).interrupts is not TurnCommand.interrupts]
        last = self.last_card
        called = last if last is not None and last.declare == "required" else None
        return _Found(
            commands,
            by_verb,
            acts,
            first=tuple(command for command in commands if command.comes_first(self)),
            asked=tuple(sorted(asked, key=lambda command: command.asked)),
            interrupting=tuple(heard),
            called=called,
            counts=any(command.counts() for command in commands),
            plain=self.discard is not None
            and self.draw is not None
            and all(command.is_plain for command in commands)
            and called is None
            and not self.may_pass
            and self.end.stock_left < 0,
            tells_lack=self.discard is not None
            and self.discard.fewest < 2
            and not self.discard.times
            and self.draw is not None
            and self.draw.rule in ("until_playable", "one_then_pass")
            and not self.may_pass,
        )

    # --- as part of the rules ----------------------------------------------------------------

    def declared(self) -> Iterator[Declared]:
        for command in self.commands:
            yield from command.declared_in(self)
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
        command = self._found.by_verb.get(word.verb)
        return command.plays(word, cards) if command is not None else None

    def open_word(self, word: Word, hooks: frozenset[str]) -> Word | None:
        command = self._found.by_verb.get(word.verb)
        return command.open_word(word, hooks) if command is not None else None

    def plays_unseen(self) -> bool:
        return not self.first_card and all(command.plays_unseen() for command in self.commands)

    def hides_hands(self) -> bool:
        return any(command.hides_hands() for command in self.commands)

    def draws_cards(self) -> bool:
        last = self.last_card
        penalty = last is not None and last.declare == "required" and last.penalty > 0
        return penalty or any(command.draws_cards() for command in self.commands)

    @property
    def _ends_with_stock(self) -> bool:
        """Whether everybody draws from one stock, and the game is over before it is empty."""
        return self.end.stock_left >= 0 and self.draw is not None and self.draw.rule == "first"

    @property
    def _draws_then_passes(self) -> bool:
        return self.draw is not None and self.draw.rule == "one_then_pass"

    def sentences(self) -> list[Sentence]:
        together = (said for command in self.commands for said in command.sentences_in(self))
        return [*super().sentences(), *together]

    def jokers(self) -> str:
        return next(filter(None, (command.jokers() for command in self.commands)), "")

    def conflicts(self) -> list[str]:
        found: list[str] = []
        end = self.end
        if not (end.all_pass or end.turn_limit or self.passes):
            found.append(Text("a game in which all pass needs an end: write turn_limit=…"))
        if self.unable != "pass" and not end.all_pass:
            found.append(Text("when all are skipped, the game is over: write all_pass=True"))
        if self.unable != "pass" and self._ends_with_stock:
            found.append(Text("the game is over before anybody cannot draw; leave unable out"))
        if self.out_cards == "rows" and not (self.passes and self.rows):
            found.append(Text("out_cards='rows' needs passes=… and rows=Rows(…)"))
        return found

    def misfits(self, rules: Rules) -> list[str]:
        if not self._found.by_verb:
            return [
                "an order game needs discard, rows, draw, put, get, meld or pick: write "
                "OrderGame(discard=Discard(…), …)"
            ]
        found: list[str] = []
        if self.first_card and self.first_card not in rules.deck.names():
            found.append(Text("{card!r} is no card of this deck", card=self.first_card))
        for command in self.commands:
            found += command.misfits(rules, self)
        found += self.unseen_misfits(rules)
        if self._ends_with_stock and rules.deck.refill != "never":
            found.append(Text("the game ends with the stock, so it is not refilled: leave refill"))
        if self.end.stock_left >= 0 and not self.draws_cards():
            found.append(
                Text("nobody draws from the stock: write draw=Draw(…), or leave stock_left")
            )
        return found

    def endings(self) -> Iterator[str]:
        yield from self.end.endings()
        for command in self.commands:
            yield from command.endings()

    def gives_points(self) -> bool:
        return any(command.gives_points() for command in self.commands)

    def points(self, table: CardGame, seat: int, state: OrderState) -> int:
        return sum(command.points(table, seat, state) for command in self.commands)

    def factor(self, table: CardGame, state: OrderState) -> int:
        return prod(command.factor(table, state) for command in self.commands)

    # --- what is offered ---------------------------------------------------------------------

    def begin(self, table: CardGame) -> None:
        found = self._found
        table.on_lead()
        if self.first_card:
            table.first = table.piles.reveal(self.first_card, otherwise=table.first)
        plain = found.plain and not table.has_checks and "discard_pile" not in table.overridden
        table.state = state = OrderState(self, table.first_seat(), found.acts, plain=plain)
        if found.counts:
            state.extras = Extras(said=())
        if any(s.specials for s in table.stages if isinstance(s, OrderGame)):
            tell_specials(table, state)
        for command in found.commands:
            command.begin(table, state)
        if self.passes:
            table.set_fact("passes", [0] * len(table.names))
        if not all(table.piles[seat] for seat in table.still_in()) and self.is_over(table):
            table.next_stage()
            return
        if not table.piles[state.turn]:  # paired off or melded right after the deal
            state.turn = holder_after(table, state.turn, state)
        self._ask(table, state)

    def equip(self, table: CardGame, state: OrderState) -> None:
        found = self._found
        state.stage, state.acts = self, found.acts
        if not state.plain:
            for command in found.commands:
                command.equip(table, state)

    def offers(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        if state.plain:
            return self._plain_offers(table, seat)
        found, interlude = self._kept, state.extras.interlude  # `begin` has found it
        if interlude is not None:
            return interlude.interlude_offers(table, seat, state)
        offers: list[CardCommand | Offer] = []
        for command in found.first:
            offers += command.first_offers(table, seat, state)
        if offers:
            return offers
        for command in found.asked:
            offers += command.offers(table, seat, state, offers)
        if not offers or (state.drawn and self._draws_then_passes) or self.may_pass:
            offers.append(PASS)
        called = found.called
        if called is not None and not state.declared and called.is_due(table, seat, offers):
            offers.append(DECLARE)
        return offers

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
        hidden = (o for c in self.commands for o in c.candidates(table, seat, state))
        return [*hidden, *self.offers(table, seat, state)]

    # --- what is done ------------------------------------------------------------------------

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        verb = command.verb
        if verb != "PASS":
            state.passes = 0
        if not state.plain:
            extras = state.extras
            if extras.said is not None:
                state.extras = extras._replace(said=(*extras.said, verb))
            if extras.interlude is not None:
                extras.interlude.act(table, seat, command, state)
                return
        state.acts[verb](table, seat, command, state)

    def _declare(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        assert self.last_card is not None
        state.declared = True
        self.last_card.say(table, seat)
        table.ask(seat)

    def _pass(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        state.passes += 1
        self.tell_lack(table, seat, state)
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
            self.next_turn(table, state)

    def tell_lack(self, table: CardGame, seat: int, state: OrderState) -> None:
        """A player draws or passes: nothing in their hand fits, where that is all they could do."""
        may = state.owed or state.taken is not None or (state.drawn and self._draws_then_passes)
        if self._found.tells_lack and not may and not table.has_checks:
            assert self.discard is not None
            table.piles.rule_out(seat, self.discard.fitting(table, state))

    def _drop(self, table: CardGame, seat: int) -> None:
        """A player is out: below all who are still in, but above those who were out before."""
        table.dropped.insert(0, seat)
        table.emit("DROPPED", table.names[seat])
        hand = table.piles[seat]
        if self.out_cards == "rows" and self.rows is not None:
            self.rows.lay(table, seat, [card for card in hand if not card.joker])
        for card in table.chance.by_lot(sorted(hand)):
            table.piles.move((card,), seat, "away", Viewers(table.piles.seen[card.number]))

    def go_on(self, table: CardGame, seat: int, state: OrderState, ends_turn: bool) -> None:
        """A player has done something: the game may be over, or the turn, or it goes on."""
        if not table.piles[seat]:
            state.finished.append(seat)
            if self.is_over(table):
                table.next_stage(self.end.when)
                return
            ends_turn = True
        if ends_turn:
            self.next_turn(table, state)
        else:
            table.ask(seat)

    def is_over(self, table: CardGame) -> bool:
        """Whether the game is over, now that a hand is empty."""
        return self.end.when == "first_empty_hand" or _holders(table) < 2

    def after_all(
        self, table: CardGame, answers: Mapping[int, CardCommand], state: OrderState
    ) -> None:
        interlude = state.extras.interlude
        assert interlude is not None
        interlude.after_all(table, answers, state)

    def next_turn(self, table: CardGame, state: OrderState) -> None:
        """The turn goes to the next player who has cards, if nobody interrupts."""
        if state.plain or not any(c.interrupts(table, state) for c in self._kept.interrupting):
            self.turn_over(table, state)

    def turn_over(self, table: CardGame, state: OrderState) -> None:
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
            seat = holder_after(table, state.turn, state)
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
                state.turn = holder_after(table, state.turn, state)
        table.ask(state.turn)

    def _can_move(self, table: CardGame, state: OrderState) -> bool:
        offers = self.offers(table, state.turn, state)
        offers = table.allowed(state.turn, offers) if table.has_checks else offers
        return any(offer.verb != "PASS" for offer in offers)

    # --- what is refused ---------------------------------------------------------------------

    def likewise(
        self, table: CardGame, seat: int, words: Sequence[str], state: OrderState
    ) -> CardCommand | None:
        return self.meld.likewise(table, seat, words, state) if self.meld is not None else None

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        found, verb, interlude = self._found, command.verb, state.extras.interlude
        if interlude is not None:
            interlude.explain(table, seat, command, state)
        done = found.by_verb.get(verb)
        if done is not None and not done.may(verb, state):
            raise Refused(
                Reason.NOT_NOW, "{verb} in a turn: at most {most}", verb=verb, most=done.times
            )
        # What has to be done first is the reason, where there is any.
        first = [c for c in found.first if c.first_offers(table, seat, state)]
        for each in (*first, *found.commands):
            each.explain(table, seat, command, state)


def _holders(table: CardGame) -> int:
    """How many players have cards."""
    return sum(1 for seat in table.order if table.piles[seat])
