"""The stages that bring cards to the players: Deal, Exchange for new ones, PickUp for others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.cards import Card, names_in
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import EVERYONE, IN_HAND, NOBODY, visible_to
from cardkit.cardgame.roles import declarer_of, has_role
from cardkit.cardgame.stage import Offers, Rules, Stage, StageState
from cardkit.cardgame.table import CardTable
from cardkit.netgame import (
    Declared,
    Fact,
    Pile,
    Sentence,
    Text,
    Word,
    condition,
    in_a_row,
    plural,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

REJECTED = "rejected"
TURNED = "turned"
ASIDE = "aside"
_MOST = 52


class DealHooks(CardTable, hooks=True):
    """What a game has by the cards that are dealt."""

    turned_up: tuple[Card, ...] = ()
    """The cards that were turned up in this game, wherever they are now."""

    def hand_size(self) -> int:
        """How many cards everybody is dealt in this game, as its stages say; 0: all.

        Override for another rule, by `self.game_no` or the number of players.
        """
        players = len(self.still_in())
        return max(stage.hand_size(self.game_no, players) for stage in self.stages)


@condition
class Deal(Stage["CardGame", None]):
    """Shuffle and give everybody their cards, from the first player on.

    Override `hand_size` in a game that has another rule for how many these are.
    """

    hooks = DealHooks
    declares: ClassVar[tuple[Declared, ...]] = (
        Pile(
            TURNED,
            "the cards that were turned up",
            "turned up",
            taken="{who} takes {cards}",
            you_take="You take {cards}",
            shown="spread",
        ),
        Fact("dealer", "who deals, before the first player", "dealer", told=""),
        Pile(
            ASIDE, "the cards laid aside before the deal", "laid aside", shown="stack", place="left"
        ),
    )

    on_table: ClassVar[str] = "none"

    each: int = setting(
        0,
        "cards for each player",
        unsaid={0: "all cards"},
        least=0,
        most=_MOST,
        says=("One card each.", "{each} cards each."),
        says_not="All cards are dealt.",
    )
    hands: tuple[int, ...] = setting(
        (),
        "cards for each player, game by game, instead of each; a match has as many games unless it "
        "says otherwise, and after the last number the first one is next",
    )
    by_players: dict[int, int] = setting(
        {}, "cards for each player by how many play, instead of each: {2: 7, 3: 6, 4: 5}"
    )
    turn_up: int = setting(
        0,
        "cards turned up on the table after the deal",
        least=0,
        most=10,
        says=(
            "One card is turned up on the table.",
            "{turn_up} cards are turned up on the table.",
        ),
    )
    covered: tuple[str, ...] = setting(
        (),
        "cards, ranks or suits on which another card is turned up, until the last is none of them",
    )
    aside: int = setting(
        0,
        "cards laid aside before the deal, face down",
        least=0,
        most=10,
        says=(
            "One card is laid aside before the deal, face down.",
            "{aside} cards are laid aside before the deal, face down.",
        ),
    )
    apart: bool = setting(
        False,
        "what is turned up lies in a pile of its own and not on the table",
        says="What is turned up lies apart from the cards that are played.",
    )
    mark_dealer: bool = setting(
        False,
        "everybody is shown who deals: the player before the first",
        says="The player before the first is the dealer.",
    )
    visible: str = setting(
        "owner",
        "who sees a dealt card: all, the player who holds it, nobody, or the other players",
        choices=IN_HAND,
        unsaid="Only the player who holds a dealt card sees it.",
        says={
            "all": "Hands lie face up.",
            "nobody": "Nobody looks at their cards.",
            "others": "You see the cards of the others, but not your own.",
        },
    )

    def declared(self) -> Iterable[Declared]:
        turned, dealer, aside = self.declares
        there = ((turned, self.apart), (dealer, self.mark_dealer), (aside, self.aside))
        return [each for each, wanted in there if wanted]

    def conflicts(self) -> list[str]:
        found: list[str] = []
        if self.hands and self.each:
            found.append(Text("each and hands say the same twice; write one of them"))
        if self.by_players and (self.each or self.hands):
            found.append(Text("by_players says how many cards all get: leave each and hands"))
        if any(not 1 <= n <= _MOST for n in (*self.hands, *self.by_players.values())):
            found.append(Text("hands are numbers from 1 to {most}", most=_MOST))
        if self.apart and not self.turn_up:
            found.append(Text("nothing lies apart when nothing is turned up: write turn_up=1"))
        if self.covered and not self.turn_up:
            found.append(Text("nothing is covered when nothing is turned up: write turn_up=1"))
        return found

    def sentences(self) -> list[Sentence]:
        said = super().sentences()
        if self.hands:
            hands = in_a_row(map(str, self.hands))
            said[0] = ("Cards for each player, game by game: {hands}.", {"hands": hands})
        if self.by_players:
            sizes = sorted(self.by_players.items())
            hands = in_a_row(Text("{each} for {n}", each=each, n=n) for n, each in sizes)
            said[0] = ("Cards for each player by how many play: {hands}.", {"hands": hands})
        if self.covered:
            template = "If it is one of these, another card is turned up on it: {cards}."
            said.append((template, {"cards": in_a_row(self.covered)}))
        return said

    def games(self) -> int:
        return len(self.hands)

    def hand_size(self, game_no: int, players: int) -> int:
        if self.by_players:
            return self.by_players.get(players, 0)
        return self.hands[(game_no - 1) % len(self.hands)] if self.hands else self.each

    def begin(self, table: CardGame) -> None:
        piles = table.piles
        piles.gather()
        order = table.still_in()
        each, extra, visible = self.each, 0, self.visible
        if self.hands or self.by_players or "hand_size" in table.overridden:
            each = self._size(table, len(order))
        if not each:
            each, extra = divmod(len(table.cards.all) - self.aside, len(order))
        stock = piles["stock"]
        if self.aside:
            piles.make(ASIDE)
            piles.take(ASIDE, self.aside, NOBODY)
        for place, seat in enumerate(order):
            count = each + (place < extra)
            to = seat if visible == "owner" else visible_to(visible, seat)
            piles.move(stock[: -count - 1 : -1], "stock", seat, to)
        if self.turn_up:
            target = TURNED if self.apart else "table"
            piles.make(target)
            table.turned_up = (*stock[: -self.turn_up - 1 : -1],)
            piles.move(table.turned_up, "stock", target, to=EVERYONE)
            while stock and table.turned_up[-1] in table.cards.meant[self.covered]:
                table.turned_up += (*piles.take(target, 1),)
        if self.mark_dealer:
            table.set_fact("dealer", table.names[order[-1]])
        table.on_dealt()
        table.next_stage()

    def _size(self, table: CardGame, players: int) -> int:
        """What the game says about its hands, if that can be dealt."""
        each, cards = table.hand_size(), len(table.cards.all) - self.turn_up - self.aside
        if not isinstance(each, int) or not 0 <= each * players <= cards:
            most = cards // players
            raise ValueError(f"hand_size() is {each!r}; {players} players can have 0 to {most}")
        return each

    def misfits(self, rules: Rules) -> list[str]:
        deck = rules.deck
        cards = len(deck.names()) * deck.packs
        counts = range(rules.seats.least, rules.seats.most + 1)
        if self.by_players and (missing := [n for n in counts if n not in self.by_players]):
            return [Text("by_players does not say what each of {n} gets", n=missing[0])]
        most, more = max(self.hands or (self.each or 1,)), self.turn_up + self.aside
        needed, players = max((n * self.by_players.get(n, most) + more, n) for n in counts)
        if needed > cards:
            return [
                plural(
                    players,
                    "deal: one player needs {needed} cards; the deck has {cards}",
                    "deal: {n} players need {needed} cards; the deck has {cards}",
                    needed=needed,
                    cards=cards,
                )
            ]
        said = self.each or self.hands or self.by_players or "hand_size" in rules.own
        if self.turn_up and not said:
            return [Text("all cards are dealt, and none is left to turn up: write each=…")]
        strange = [name for name in self.covered if name not in names_in(deck)]
        found: list[str] = [Text("{name} is no card of the deck", name=name) for name in strange]
        return found + self.unseen_misfits(rules)

    def hides_hands(self) -> bool:
        return self.visible in ("nobody", "others")


class ExchangeState(StageState):
    """Who still has to answer."""

    __slots__ = ("waiting",)

    def __init__(self, waiting: list[int]) -> None:
        self.waiting = waiting


@condition
class Exchange(Stage["CardGame", ExchangeState]):
    """Put some cards away, or none, and draw as many new ones."""

    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "EXCHANGE",
            "put cards away and draw as many",
            told=("{who} exchanges {cards}", "{who} keeps all cards"),
            you=(
                "You exchange {cards} and get {got}",
                "You exchange {cards}",
                "You keep all cards",
            ),
            button="Exchange",
            mild=True,
            cards=(0, None),
        ),
        Pile(
            REJECTED,
            "the cards that were put away",
            "put away",
            put="{who} puts {cards} away",
            you_put="You put {cards} away",
            cleared="",
            shown="stack",
            place="right",
        ),
    )

    least: int = setting(0, "fewest cards to exchange", least=0, most=13)
    most: int = setting(
        5,
        "most cards to exchange",
        least=1,
        most=13,
        says=("EXCHANGE {least} to {most} card.", "EXCHANGE {least} to {most} cards."),
    )
    at_once: bool = setting(
        False,
        "all choose at the same time instead of in turn",
        says="All exchange at the same time.",
    )

    def declared(self) -> Iterable[Declared]:
        word, *others = self.declares
        assert isinstance(word, Word)
        return (replace(word, cards=(self.least, self.most)), *others)

    def draws_cards(self) -> bool:
        return True

    def conflicts(self) -> list[str]:
        wrong = Text("least is more than most; write least ≤ most")
        return [wrong] if self.least > self.most else []

    def begin(self, table: CardGame) -> None:
        table.piles.make(REJECTED)
        waiting = table.still_in()
        if len(waiting) < 2:
            table.next_stage()
            return
        table.state = ExchangeState(waiting)
        table.ask_all(*waiting) if self.at_once else table.ask(waiting[0])

    def offers(self, table: CardGame, seat: int, state: ExchangeState) -> Offers:
        left = (len(table.piles["stock"]) + len(table.piles[REJECTED])) // len(table.awaited)
        return (Choice("EXCHANGE", table.piles[seat], self.least, min(self.most, left)),)

    def act(self, table: CardGame, seat: int, command: CardCommand, state: ExchangeState) -> None:
        waiting = state.waiting
        waiting.remove(seat)
        self._swap(table, seat, command)
        if waiting:
            table.ask(waiting[0])
        else:
            table.next_stage()

    def after_all(
        self, table: CardGame, answers: Mapping[int, CardCommand], state: ExchangeState
    ) -> None:
        for seat in table.still_in():
            self._swap(table, seat, answers[seat])
        table.next_stage()

    def _swap(self, table: CardGame, seat: int, command: CardCommand) -> None:
        """Cards go away face down, new ones come; the drawer never gets back what just went."""
        cards, piles = command.cards, table.piles
        piles.move(cards, seat, REJECTED, to=seat)
        drawn = len(piles.take(seat, len(cards)))
        if drawn < len(cards):
            fresh = {card.number for card in cards}
            old = [c for c in piles[REJECTED] if c.number not in fresh]
            piles.move(old, REJECTED, "stock", to=NOBODY)
            piles.shuffle("stock")
            piles.take(seat, len(cards) - drawn)


class PickUpState(StageState):
    """How many cards are to be put away."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count


@condition
class PickUp(Stage["CardGame", PickUpState]):
    """One player takes the cards of a pile, and puts as many away, face down.

    Nothing happens where the pile is empty, or the player has no cards: a game that does not have
    it each time moves them away before.
    """

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "PUT",
            "put cards from your hand away",
            told="{who} puts {cards} away",
            you="You put {cards} away",
            button="Put away",
            cards=(1, None),
        ),
    )

    who: str = setting(
        "dealer",
        "who takes the cards: the dealer, the first player, or the highest bidder",
        choices=("dealer", "first", "declarer"),
        says={
            "dealer": "The dealer takes the cards and puts as many away.",
            "first": "The first player takes the cards and puts as many away.",
            "declarer": "The highest bidder takes the cards and puts as many away.",
        },
    )
    source: str = setting(
        TURNED,
        "what is taken: the cards that were turned up and lie apart, those on the table, or the "
        "rest of the stock",
        choices=(TURNED, "table", "stock"),
        says={
            TURNED: "They are those that were turned up.",
            "table": "They are those on the table.",
            "stock": "They are those that were not dealt.",
        },
    )

    def misfits(self, rules: Rules) -> list[str]:
        declared = [each for stage in rules.stages for each in stage.declared()]
        if self.source == TURNED and not any(
            isinstance(each, Pile) and each.name == TURNED for each in declared
        ):
            return [Text("no card is turned up to be taken: write Deal(turn_up=1, apart=True)")]
        if self.who == "declarer" and not has_role(rules.stages, "declarer"):
            return [Text("nobody bids for the cards: put an Auction() before")]
        return []

    def begin(self, table: CardGame) -> None:
        if self.who == "declarer":
            seat = declarer_of(table)
        else:
            seat = table.dealer if self.who == "dealer" else table.first_seat()
        piles = table.piles
        cards = piles.make(self.source)[::-1]
        if not cards or seat < 0 or not piles[seat]:
            table.next_stage()
            return
        piles.move(cards, self.source, seat, to=seat)
        table.state = PickUpState(len(cards))
        table.ask(seat)

    def offers(self, table: CardGame, seat: int, state: PickUpState) -> Offers:
        return (Choice("PUT", table.piles[seat], state.count, state.count),)

    def act(self, table: CardGame, seat: int, command: CardCommand, state: PickUpState) -> None:
        table.piles.move(command.cards, seat, "away", to=seat)
        table.did(seat, command)
        table.next_stage()
