"""Every planted leak is found: nobody is told what they may not know."""

from typing import Any, NoReturn

import pytest

from cardkit.cardgame import (
    EVERYONE,
    WATCHER,
    CardCommand,
    CardGame,
    CardView,
    Command,
    Deal,
    Deck,
    Discard,
    Draw,
    Get,
    OrderGame,
    Passing,
    Reason,
    Refused,
    Stage,
    StageState,
    condition,
)
from cardkit.games.daifugo import Daifugo
from cardkit.netgame import Word
from cardkit.testing import GameFault, check_game
from cardkit.testing.check import record_match
from cardkit.testing.secrecy import Tally, Twins
from cardkit.testing.trial import Trial
from cardkit.testing.witness import witnessed
from tests.helpers import arrange
from tests.shed import NOBODY_PASSES, Shed
from tests.sound import Sound

TURNS = OrderGame(discard=Discard(), draw=Draw(rule="any_time", ends_turn=True))


class HiddenLead(Shed):
    """The holder of S3 leads, and nobody is shown why."""

    title = "Hidden lead"
    stages = (Deal(), TURNS)

    def on_dealt(self) -> None:
        self.first = next(s for s in self.order if "S3" in self.hand(s))


class NamedGift(Shed):
    """Cards are passed on face down, and named in the announcement."""

    title = "Named gift"
    stages = (Deal(each=6), Passing(count=2), TURNS)

    def on_put(self, seat: int, command: CardCommand) -> None:
        self.emit("ACTION", self.names[seat], *command.split(" "))


class NamedTribute(Daifugo):
    """The tribute is named in the announcement, to those who neither give nor take it."""

    title = "Named tribute"

    def act(self, seat: int, command: Command) -> None:
        self.emit("ACTION", self.names[seat], *command.split(" "))
        super().act(seat, command)


class GiftAsFact(Shed):
    """Cards are passed on face down, and their ranks become a fact."""

    title = "Gift as a fact"
    stages = (Deal(each=6), Passing(count=2), TURNS)

    def on_put(self, seat: int, command: CardCommand) -> None:
        self.set_fact(f"gift {seat}", sorted(card[1] for card in command.cards))


class FactOfAHand(Shed):
    """How many spades a player has is told to all."""

    title = "Fact of a hand"

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self.set_fact("spades", sum(card.suit == "S" for card in self.hand(seat)))


GETTING = (
    Deal(each=6),
    OrderGame(
        discard=Discard(),
        draw=Draw(rule="any_time", ends_turn=True),
        get=Get(by="position"),
    ),
)


class SortedHands(Shed):
    """Hands are sorted, and cards are taken out of them by position."""

    title = "Sorted hands"
    stages = GETTING

    def on_dealt(self) -> None:
        for seat in self.order:
            self.hand(seat).sort()


class SortedDeal(Shed):
    """Every hand is dealt from low to high, through the gate and one card at a time."""

    title = "Sorted deal"
    stages = GETTING

    def on_dealt(self) -> None:
        for seat in self.order:
            for card in sorted(self.hand(seat)):
                self.piles.move((card,), seat, "away", to=seat)
                self.piles.move((card,), "away", seat, to=seat)


class SpokenFace(Shed):
    """The next card of the stock is told to all."""

    title = "Spoken face"

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self.emit("NEXT", *self.piles["stock"][-1:])


class TellingOffer(Shed):
    """Whether one may draw depends on the card that would come."""

    title = "Telling offer"

    def check_draw(self, seat: int, command: CardCommand) -> None:
        if self.piles["stock"][-1].suit == "S":
            raise Refused(Reason.AGAINST_THE_RULES, "not now")


class TellingRefusal(Shed):
    """A refusal knows more than the player."""

    title = "Telling refusal"

    def explain(self, seat: int, words: list[str]) -> NoReturn:
        suit = self.hand((seat + 1) % 3)[0].suit
        raise Refused(Reason.NOT_NOW, "the next player could do that with {suit}", suit=suit)


class HandsAsTheyLie(Shed):
    """Others see where in a hand the cards lie that were taken from the table."""

    title = "Hands as they lie"
    stages = (
        Deal(each=6),
        OrderGame(discard=Discard(), draw=Draw(rule="any_time", from_table=True)),
    )

    def view(self, viewer: int = WATCHER) -> CardView:
        view, piles = super().view(viewer), self.piles
        view.hands = tuple(piles.faces(piles.get(s, ()), viewer) for s in range(len(self.names)))
        return view


class ShownAsItLies(Shed):
    """The cards that are left are shown at the end, and told as they lie."""

    title = "Shown as it lies"

    def on_game_over(self) -> None:
        for seat in self.order:
            self.piles.show(self.hand(seat), seat)
            self.emit("LEFT", self.names[seat], *self.hand(seat))


@pytest.mark.parametrize("game", [HandsAsTheyLie, ShownAsItLies], ids=lambda game: game.__name__)
def test_an_order_that_tells_when_cards_came_is_found(game: type[CardGame]) -> None:
    with pytest.raises(GameFault, match=r"secrecy is broken: .* had lain in another order"):
        check_game(game, games=60)


def test_who_takes_a_card_by_its_place_takes_the_one_that_is_seen_there() -> None:
    class Swap(Shed):
        """Cards are taken from the table, and by position from each other."""

        title = "Swap"
        stages = GETTING

    table = Swap.play(["ann", "bob", "cid"])
    arrange(table, {"ann": "S2", "bob": "HK H5 H4", "cid": "D2"})
    table.piles.show([table.hand(1)[0]], 1)
    assert table.view(0).hands[1] == ("??", "??", "HK")
    assert table.view(1).hand == ("HK", "H5", "H4"), "one's own hand lies as it lies"
    table.apply("ann", "GET bob 3")
    assert "HK" in table.hand(0)


LEAKS = [
    *(HiddenLead, NamedGift, NamedTribute, GiftAsFact, FactOfAHand, SortedHands, SortedDeal),
    *(SpokenFace, TellingOffer, TellingRefusal),
]


@pytest.mark.parametrize("game", LEAKS, ids=lambda game: game.__name__)
def test_a_planted_leak_is_found(game: type[CardGame]) -> None:
    with pytest.raises(GameFault, match="secrecy is broken"):
        check_game(game, games=150)


@pytest.mark.parametrize("game", LEAKS, ids=lambda game: game.__name__)
def test_twins_alone_find_a_planted_leak(game: type[CardGame]) -> None:
    def follow_twins() -> None:
        for seed in range(8):
            trial = Trial(game, "", {}, 3, seed)
            record = record_match(trial, witnessed(game), lambda table, record: None)
            Twins(trial, record).check(60, Tally())

    with pytest.raises(GameFault, match="secrecy is broken"):
        follow_twins()


def test_a_whisper_to_one_player_is_not_missing_in_the_numbers_that_the_others_hear(
    sound: Sound,
) -> None:
    class Whispering(Shed):
        """Who holds an ace is told so, and nobody else can tell."""

        title = "Whispering"

        def on_discard(self, seat: int, command: CardCommand) -> None:
            for other in self.order:
                if any(card.rank == "A" for card in self.hand(other)):
                    self.emit("WHISPER", only=other)

    sound(Whispering, NOBODY_PASSES)


def test_a_watcher_is_a_viewer_too() -> None:
    class ToldToWatchers(Shed):
        """Nobody but a watcher hears it."""

        title = "Told to watchers"

        def on_discard(self, seat: int, command: CardCommand) -> None:
            self.emit("NEXT", self.piles["stock"][-1], only=30)

    with pytest.raises(GameFault, match="secrecy is broken: a watcher"):
        check_game(ToldToWatchers, games=20)


def test_a_game_without_secrets_has_no_twins(sound: Sound) -> None:
    class Open(Shed):
        """All cards are dealt face up."""

        title = "Open"
        stages = (Deal(visible="all"), TURNS)

    assert sound(Open).twins == 0


def test_twins_that_never_last_are_reported() -> None:
    class Parity(Shed):
        """Which card is shown depends on all the cards that are not."""

        title = "Parity"
        deck = Deck(size=0, cards=("SA", "SK", "SQ", "SJ", "ST", "S9"))
        stages = (Deal(each=1), OrderGame(discard=Discard()))

        def on_dealt(self) -> None:
            numbers = [c.number for pile in self.piles.values() for c in pile]
            pairs = [(a, b) for i, a in enumerate(numbers) for b in numbers[i:]]
            odd = sum(a > b for a, b in pairs) % 2
            self.piles.show(self.piles["stock"][odd : odd + 1], "stock", to=EVERYONE)

        def legal(self, seat: int) -> Any:
            return super().legal(seat) and (CardCommand("PASS"),)

    with pytest.raises(GameFault, match="secrecy was hardly checked"):
        check_game(Parity, games=60)


# --- what is no leak -----------------------------------------------------------------------------


@condition
class Naming(Stage[CardGame, StageState]):
    """Everybody in turn discards a card; with a joker they say which card it stands for."""

    declares = (
        Word("DISCARD", "play a card", cards=(1, 1)),
        Word("DISCARD", "play a joker as a card", cards=(1, 1), choice="card"),
    )

    def begin(self, table: CardGame) -> None:
        table.ask(table.first)

    def offers(self, table: CardGame, seat: int, state: StageState) -> list[CardCommand]:
        hand, known = table.hand(seat), [c for c in table.cards.all if not c.joker]
        jokers = [
            CardCommand("DISCARD", cards=(card,), word=name)
            for card in hand
            if card.joker
            for name in known
        ]
        return [*(card.discard for card in hand if not card.joker), *jokers]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: StageState) -> None:
        table.piles.move(command.cards, seat, "table", to=EVERYONE)
        table.ask(table.following[seat]) if table.hand(seat) else table.next_stage()


class Named(Shed):
    """A joker is discarded as any other card, which its player may well hold."""

    title = "Named"
    deck = Deck(jokers=2)
    stages = (Deal(each=6), Naming())


def test_naming_a_card_that_one_holds_shows_nothing(sound: Sound) -> None:
    checked = sound(Named, {})
    assert checked.twins > 100
    assert checked.unreached == ()


class Lots(Shed):
    """Everybody's hand is passed on in an order drawn by lot right after the deal."""

    title = "Lots"

    def on_dealt(self) -> None:
        hands = {seat: self.chance.by_lot(sorted(self.hand(seat))) for seat in self.order}
        for seat, cards in hands.items():
            self.piles.move(cards, seat, self.following[seat], to=self.following[seat])


def test_a_lot_among_cards_is_no_shuffle_and_hinders_no_twins(sound: Sound) -> None:
    assert sound(Lots, NOBODY_PASSES).twins > 100
