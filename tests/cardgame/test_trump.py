"""Trick games: what is trump, and cards that are not what is printed on them."""

from typing import Any

import pytest

from cardkit import (
    Auction,
    Card,
    CardCommand,
    CardGame,
    CardReason,
    Deal,
    Deck,
    End,
    Match,
    PickUp,
    Refused,
    RulesError,
    Seats,
    Suit,
    TrickGame,
)
from cardkit.cardgame.rules import rule_sheet
from tests.trick_tables import NAMES, dealt, made, trick

TURNED = Deal(each=5, turn_up=1, apart=True)
OWN_SUITS = Auction(bids="suit", keep="each", rising=False, rounds=1)


def test_the_card_that_was_turned_up_makes_its_suit_trump() -> None:
    table = made(TURNED, TrickGame(trump="turned_up")).play(NAMES)
    assert table.facts["trump"] == table.piles["turned"][0].suit


def test_a_joker_that_is_turned_up_makes_no_trump() -> None:
    deck = Deck(size=0, cards=("SA", "SK", "SQ"), jokers=1)
    game = made(Deal(each=1, turn_up=1, apart=True), TrickGame(trump="turned_up"), deck=deck)
    tables = [game.play(NAMES, key=str(n)) for n in range(20)]
    found = {(t.piles["turned"][0].joker, t.facts.get("trump")) for t in tables}
    assert found == {(True, None), (False, "S")}


def test_the_card_that_was_turned_up_makes_trump_and_is_picked_up() -> None:
    table = made(TURNED, PickUp(), TrickGame(trump="turned_up")).play(NAMES)
    (turned,) = table.turned_up
    dealer = table.dealer
    assert turned in table.hand(dealer)
    other = next(card for card in table.hand(dealer) if card != turned)
    table.apply(NAMES[dealer], f"PUT {other}")
    assert table.facts["trump"] == turned.suit
    assert table.copy().turned_up == (turned,)


class Colours(CardGame):
    """Tricks with three colours, of which blue is trump."""

    title = "Colours"
    seats = Seats(least=3, most=3)
    declares = (Suit("R", "red"), Suit("G", "green"), Suit("B", "blue"))
    deck = Deck(size=0, suits="RGB", cards=tuple(s + r for s in "RGB" for r in "2345"))
    stages = (Deal(), TrickGame(trump="B"))


def test_a_suit_of_an_own_deck_can_be_trump() -> None:
    table = dealt(Colours, "R2 G2", "B3 G3", "R4 G4")
    assert table.facts["trump"] == "B"
    assert trick(Colours, "R2", "B3", "R4") == "bob"
    assert "The suit B is trump and beats all others." in rule_sheet(Colours)
    assert "マークBが切り札で、ほかのどのマークよりも強い。" in rule_sheet(Colours, language="ja")


def test_a_host_may_choose_any_suit_of_the_deck_and_no_other() -> None:
    assert Colours.play(NAMES, options={"trump": "G"}).facts["trump"] == "G"
    for strange in ("S", "X"):
        with pytest.raises(Refused, match=f"trump cannot be {strange}; it takes none, .*: R, G, B"):
            Colours.play(NAMES, options={"trump": strange})


def test_a_trump_that_must_be_played_may_be_a_joker_or_come_from_the_game() -> None:
    made(Deal(each=5), TrickGame(must_trump=True), deck=Deck(jokers=2))
    own = {"on_dealt": lambda self: self.set_fact("trump", "S")}
    made(Deal(each=5), TrickGame(must_trump=True), **own)


@pytest.mark.parametrize(("bid", "trump"), [("BID 1 H", "H"), ("BID 2 NT", None)])
def test_the_contract_makes_its_suit_trump(bid: str, trump: str | None) -> None:
    auction = Auction(bids="contract", least=1)
    table = made(Deal(each=5), auction, TrickGame(trump="contract")).play(NAMES)
    for name, words in zip(NAMES, (bid, "PASS", "PASS"), strict=True):
        table.apply(name, words)
    assert table.stage.key() == "trick_game"
    assert table.facts.get("trump") == trump


def test_trump_and_tricks_of_the_last_game_are_gone_when_players_bid_for_the_next() -> None:
    auction = Auction(bids="suit", rounds=1)
    game = made(Deal(each=1), auction, TrickGame(trump="contract"), match=Match(games=2))
    table = game.play(NAMES)
    for words in ("BID H", "PASS", "PASS"):
        table.apply(table.names[table.awaited[0]], words)
    assert table.facts["trump"] == "H"
    for seat in range(3):
        table.apply(NAMES[seat], f"DISCARD {table.hand(seat)[0]}")
    table.apply("", "START")
    assert table.stage is auction
    assert "trump" not in table.facts
    assert table.tricks == [0, 0, 0]


def test_without_a_contract_nothing_is_trump() -> None:
    auction = Auction(bids="suit", rounds=1)
    table = made(Deal(each=5), auction, TrickGame(trump="contract")).play(NAMES)
    for name in NAMES:
        table.apply(name, "PASS")
    assert table.stage.key() == "trick_game"
    assert "trump" not in table.facts


@pytest.mark.parametrize(
    ("stages", "wrong"),
    [
        ((Deal(each=5), TrickGame(trump="turned_up")), r"write Deal\(turn_up=1, apart=True\)"),
        (
            (Deal(each=5), TrickGame(trump="T")),
            "trump cannot be T; it takes none, .*: C, D, H, S",
        ),
        (
            (Deal(each=5), TrickGame(must_trump=True)),
            "nothing is trump that must be played",
        ),
        ((TURNED, TrickGame(end=End())), "write all_pass=False"),
        ((TURNED, TrickGame(end=End(all_pass=False, stock_left=2))), "no stock_left"),
        ((Deal(each=5, turn_up=1), TrickGame(trump="turned_up")), "no card is turned up for trump"),
        ((Deal(each=5), TrickGame(trump="contract")), r"write Auction\(bids='suit'\)"),
        ((Deal(each=5), Auction(rounds=1), TrickGame(trump="contract")), "no contract has a suit"),
        ((Deal(each=5), OWN_SUITS, TrickGame(trump="contract")), "no contract has a suit"),
    ],
)
def test_a_trump_that_comes_from_nowhere_is_a_mistake(stages: Any, wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        made(*stages)


def test_the_rule_sheet_says_where_trump_comes_from() -> None:
    assert "of the card that was turned up is trump" in rule_sheet(
        made(TURNED, TrickGame(trump="turned_up"))
    )
    assert "The suit of the contract is trump" in rule_sheet(
        made(Deal(each=5), Auction(bids="suit"), TrickGame(trump="contract"))
    )


# --- cards that are not what is printed on them ---------------------------------------------------


class JacksAreTrumps(CardGame):
    """All jacks are trumps, from clubs up to spades; tens beat kings."""

    title = "Jacks"
    seats = Seats(least=3, most=3)
    stages = (Deal(), TrickGame(trump="H"))

    def suit_of(self, card: Card) -> str:
        return "H" if card.rank == "J" else card.suit

    def strength(self, card: Card) -> int:
        if card.rank == "J":
            return 20 + self.deck.suits.index(card.suit)
        return 13 if card.rank == "T" else card.level


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (("SK", "ST", "SQ"), "bob"),  # tens beat kings
        (("SA", "ST", "SQ"), "bob"),  # and aces
        (("SA", "H5", "CJ"), "cem"),  # every jack is a trump, above the printed ones
        (("SJ", "HA", "CJ"), "ann"),  # the jack of spades is the highest
        (("CA", "DA", "HA"), "cem"),
        (("CA", "DA", "SA"), "ann"),
    ],
)
def test_suits_and_strengths_of_the_game_decide_the_trick(
    cards: tuple[str, ...], winner: str
) -> None:
    assert trick(JacksAreTrumps, *cards) == winner


def test_following_goes_by_the_suits_of_the_game() -> None:
    table = dealt(JacksAreTrumps, "CJ C9", "HA SJ S9", "S2 DJ")
    table.apply("ann", "DISCARD CJ")  # a heart in this game
    assert {*map(str, table.legal(1))} == {"DISCARD HA", "DISCARD SJ"}
    with pytest.raises(Refused) as refused:
        table.apply("bob", "DISCARD S9")
    assert refused.value.reason == CardReason.MUST_FOLLOW
    assert refused.value.text().startswith("follow suit: H was led. You may say: ")
    table.apply("bob", "DISCARD HA")
    assert [*map(str, table.legal(2))] == ["DISCARD DJ"]


def test_a_jack_does_not_follow_the_suit_that_is_printed_on_it() -> None:
    table = dealt(JacksAreTrumps, "S9", "SJ D2", "S2")
    table.apply("ann", "DISCARD S9")
    assert {*map(str, table.legal(1))} == {"DISCARD SJ", "DISCARD D2"}


class JokerIsATrump(JacksAreTrumps):
    """The joker is the highest trump, and follows like one."""

    title = "Joker"
    deck = Deck(jokers=1, without=("D2", "D3"))

    def suit_of(self, card: Card) -> str:
        return "H" if card.joker else super().suit_of(card)

    def strength(self, card: Card) -> int:
        return 30 if card.joker else super().strength(card)


def test_a_joker_with_a_suit_is_a_card_like_others() -> None:
    table = dealt(JokerIsATrump, "S9 C9", "J1 S2", "SA C8")
    table.apply("ann", "DISCARD S9")
    assert [*map(str, table.legal(1))] == ["DISCARD S2"]
    assert trick(JokerIsATrump, "SJ", "J1", "HA") == "bob"


def test_a_joker_without_a_suit_takes_any_trick_of_such_a_game() -> None:
    game = type("Free", (JacksAreTrumps,), {"title": "Free", "deck": JokerIsATrump.deck})
    assert trick(game, "SJ", "J1", "HA") == "bob"
    assert trick(game, "J1", "SJ", "HA") == "ann"
    table = dealt(game, "S9 C9", "J1 S2 D9", "SA C8")
    table.apply("ann", "DISCARD S9")
    assert {*map(str, table.legal(1))} == {"DISCARD S2", "DISCARD J1"}


class NoTrumpLeads(CardGame):
    """Trumps are not led as long as there is something else."""

    title = "No trump leads"
    seats = Seats(least=3, most=3)
    stages = (Deal(), TrickGame(trump="H"))

    def check_discard(self, seat: int, command: CardCommand) -> None:
        if self.is_leading and command.cards[0].suit == "H":
            raise Refused(CardReason.MUST_LEAD, "lead another suit than H")


def test_a_check_can_tell_a_lead_from_other_cards() -> None:
    table = dealt(NoTrumpLeads, "H2 S2", "H3 D3", "H4 S4")
    with pytest.raises(Refused, match="lead another suit than H"):
        table.apply("ann", "DISCARD H2")
    table.apply("ann", "DISCARD S2")
    assert not table.is_leading
    assert "DISCARD H3" in table.legal(1)
