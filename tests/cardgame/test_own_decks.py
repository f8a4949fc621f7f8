"""Decks with suits, ranks and cards of a game's own: dealt, recorded, read, sorted and told."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import pytest

from cardkit import (
    CardCommand,
    CardGame,
    Deal,
    Deck,
    Discard,
    Face,
    OrderGame,
    Rank,
    RulesError,
    Specials,
    Suit,
)
from cardkit.cardgame.cards import cards_of
from cardkit.cardgame.reading import read_offer, read_view
from cardkit.cardgame.rules import rule_sheet
from cardkit.netgame import Declaration, Refused
from cardkit.record import check_record
from tests.fair_tables import Party, recorded
from tests.helpers import arrange, lines, play_out, refusal
from tests.memory_server import SERVER
from tests.own_decks import OWN_DECKS, Colours, Flowers, Tarot
from tests.sound import Sound

SIZES = {Colours: 104, Flowers: 48, Tarot: 78}


@pytest.mark.parametrize("game", OWN_DECKS)
def test_a_game_with_its_own_deck_is_sound(game: type[CardGame], sound: Sound) -> None:
    sound(game)


@pytest.mark.parametrize("game", OWN_DECKS)
def test_its_cards_are_dealt_fairly_recorded_and_verified(game: type[CardGame]) -> None:
    party = Party("own", 3, rules=game)
    party.play_match()
    assert party.found() == []
    for player in party.players:
        proofs = [m for m in player.heard if "PROOF" in m[:2]]
        assert sum(isinstance(item, list) for m in proofs for item in m) >= 7
    verdict = check_record(recorded(party, game), lambda name: game, bytes.fromhex(SERVER))
    assert verdict.games == 1


@pytest.mark.parametrize("game", OWN_DECKS)
def test_what_a_table_says_of_it_is_read_back(game: type[CardGame]) -> None:
    table = game.play(["ann", "bob", "cid"], key="read")
    while table.playing:
        seat = table.awaited[0]
        view = table.view(seat)
        again = read_view(view.data())
        assert again == view
        for offer in table.legal(seat):
            read = read_offer(str(offer), again, game.declaration)
            assert str(read) == str(offer)
            assert isinstance(offer, CardCommand)
            assert isinstance(read, CardCommand)
            assert (read.cards, read.word) == (offer.cards, offer.word)
        table.apply(table.names[seat], str(table.legal(seat)[0]))


def test_a_card_has_the_suit_and_the_rank_that_it_is_written_with() -> None:
    for game, size in SIZES.items():
        assert len(cards_of(game.deck).all) == size
    trump, knight = (cards_of(Tarot.deck).named[name] for name in ("T21", "CC"))
    fool = cards_of(Tarot.deck).named["FOOL"]
    assert (trump.suit, trump.rank, knight.suit, knight.rank) == ("T", "21", "C", "C")
    assert (fool.suit, fool.rank, fool.joker) == ("", "FOOL", True)
    assert cards_of(Tarot.deck).named["T10"].level > cards_of(Tarot.deck).named["T9"].level
    for card in cards_of(Tarot.deck).all:
        again = pickle.loads(pickle.dumps(card))
        assert (again, again.suit, again.rank, again.number) == (
            card,
            card.suit,
            card.rank,
            card.number,
        )


def test_cards_that_are_there_several_times_are_different_cards() -> None:
    assert Counter(Colours.deck.names())["W"] == 4
    table = Colours.play(["ann", "bob"], key="twice")
    play_out(table)
    assert sorted(c.number for pile in table.piles.values() for c in pile) == [*range(104)]


def test_a_colour_or_a_number_is_matched_and_a_wild_card_names_the_next_colour() -> None:
    table = Colours.play(["ann", "bob"], key="x")
    arrange(table, {"ann": "R5 G7 B5 W", "bob": "G1 Y2"}, pile="R7")
    assert lines(table, "ann") == {
        "DISCARD R5",
        "DISCARD G7",
        *(f"DISCARD W {colour}" for colour in "RYGB"),
    }
    table.apply("ann", "discard w g")
    assert lines(table, "bob") == {"DISCARD G1"}


def test_a_card_that_is_not_there_is_refused_with_one_that_is() -> None:
    table = Colours.play(["ann", "bob"], key="x")
    refused = refusal(table, "ann", "DISCARD Q9")
    assert refused.text() == "Q9 is no card of this game; write suit and rank, like R0"


def test_a_hand_is_sorted_as_the_deck_is_ordered() -> None:
    table = Tarot.play(["ann", "bob", "cid"], key="x")
    arrange(table, {"ann": "T10 FOOL T9 SK S10 CC SJ S2"})
    assert table.view(0).sorted_hand() == ("S2", "T9", "S10", "T10", "SJ", "CC", "SK", "FOOL")


def test_the_rule_sheet_says_the_deck() -> None:
    sheet = rule_sheet(Colours)
    assert "- A pack of 104 cards.\n" in sheet
    assert "- Suits: R red, Y yellow, G green, B blue.\n" in sheet
    assert "- Ranks: S skip, V reverse, D draw two.\n" in sheet
    assert "- Cards: W wild card.\n" in sheet
    assert "`DISCARD W R`" in sheet
    assert "spades" not in sheet
    assert "R 赤" in rule_sheet(Colours, language="ja")
    assert "- A pack of 24 cards.\n" in rule_sheet(type("Short", (Colours,), SHORT))


SHORT: dict[str, Any] = {
    "title": "Short",
    "deck": Deck(order="9TJQKA"),
    "fixed": (),
    "stages": (Deal(each=3), OrderGame(discard=Discard())),
}


def test_what_is_declared_reaches_clients() -> None:
    told = Colours.declaration.data()
    assert told["suits"]["R"] == {
        "name": "R",
        "label": "red",
        "sign": "●",
        "colour": "red",
        "named": "red {rank}",
    }
    assert told["ranks"]["D"]["sign"] == "+2"
    assert told["faces"]["W"]["label"] == "wild card"
    read = Declaration.read(told)
    declared = Colours.declaration
    assert (read.suits, read.ranks, read.faces) == (
        declared.suits,
        declared.ranks,
        declared.faces,
    )
    assert not Declaration.read({"suits": [{"name": "R", "colour": "url(x)"}]}).suits["R"].colour


def make(**parts: Any) -> type:
    sound = {"title": "Odd", "stages": (Deal(each=2), OrderGame(discard=Discard()))}
    return type("Odd", (CardGame,), {**sound, **parts})


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"deck": Deck(suits="XY")}, "or what the game declares: Suit('X', …)"),
        ({"deck": Deck(order="0123456789")}, "or what the game declares: Rank('0', …)"),
        ({"deck": Deck(order="2 2 3")}, "must name each once"),
        ({"deck": Deck(order="2 x 3")}, "in capital letters or digits"),
        ({"deck": Deck(suits="J", jokers=1), "declares": (Suit("J", "jade"),)}, "not J"),
        ({"deck": Deck(size=0, cards=("SA", "S2", "FOOL", "H2"))}, "declares Face('FOOL', …)"),
        ({"declares": (Suit("X", sign="too long"),)}, "a sign has at most 4 characters"),
        ({"declares": (Suit("X", colour="pink"),)}, "not 'pink'"),
        ({"declares": (Face("X", picture="<svg>"),)}, "outline of an SVG path"),
        ({"declares": (Suit("X", named="{who} {rank}"),)}, "there is no {who}"),
        ({"declares": (Rank("X", sign="12345"),)}, "a sign has at most 4 characters"),
    ],
)
def test_an_author_hears_what_is_wrong_with_a_deck(parts: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError) as caught:
        make(**parts)
    assert any(said in each for each in caught.value.mistakes), caught.value.mistakes


def test_a_host_cannot_bring_in_suits_that_nobody_declared() -> None:
    plain = make()
    for options in ({"suits": "RG"}, {"order": "01"}, {"cards": ["W", "W"], "size": 0}):
        with pytest.raises(Refused, match="BAD_OPTION"):
            plain.play(["ann", "bob"], options=options)  # type: ignore[attr-defined]


class Court(CardGame):
    """A deck of characters, none of which has a suit."""

    title = "Court"
    declares = (Face("GUARD", "guard", "1"), Face("COUNTESS", "countess", "7"))
    deck = Deck(size=0, suits="", order="", cards=("GUARD",) * 5 + ("COUNTESS",) * 3)
    stages = (Deal(each=2), OrderGame(discard=Discard()))


def test_a_deck_needs_no_suits(sound: Sound) -> None:
    sound(Court)
    sheet = rule_sheet(Court)
    assert "GUARD guard, COUNTESS countess" in sheet
    assert "The ranks from low" not in sheet
    assert "its suit and its rank" not in sheet
    table = Court.play(["ann", "bob"], key="x")
    assert {(card.suit, card.rank) for card in table.cards.all} == {("", "GUARD"), ("", "COUNTESS")}
    assert read_view(table.view(0).data()).hand == table.view(0).hand
    assert "KING is no card of this game; GUARD is one" in str(
        refusal(table, "ann", "DISCARD KING")
    )


def test_a_word_that_begins_with_the_letter_of_a_suit_is_told_why_it_is_no_card() -> None:
    with pytest.raises(RulesError, match=r"C is a suit, and has no rank 'OUNTESS'.*suits=''"):
        type("Bad", (Court,), {"__doc__": "Bad.", "deck": Deck(size=0, cards=("COUNTESS",))})


@pytest.mark.parametrize("written", ["8J", "8 J"])
def test_special_ranks_are_told_one_by_one(written: str) -> None:
    specials = Specials(wild=written, skip="A")
    said = [template.format(**values) for template, values in specials.sentences()]
    assert said[0] == "8/J fits any card; its player names the suit to follow."
