"""What a game declares: which declaration holds, and what is made of it."""

import json

import pytest
from hypothesis import given

from cardkit import (
    CardCommand,
    CardGame,
    Command,
    Deal,
    Fact,
    Layout,
    Notice,
    OrderGame,
    Pile,
    TrickGame,
    Word,
)
from cardkit.cardgame import Amount, Discard, Draw
from cardkit.cardgame.cards import Deck, cards_of
from cardkit.netgame import NetGame
from cardkit.netgame.declared import Declaration
from cardkit.registry import find_game, installed
from cardkit.texts import Catalogue, read_texts
from tests.games.authors.scopa import Scopa
from tests.wild_words import ANYTHING

LAY = Word("LAY", "lay them", told="{who} lays {cards}", cards=(1, 4))
ALONE = Word("LAY", "lay them alone", cards=(1, 4), choice=("ALONE",))
S3 = cards_of(Deck()).named["S3"]
BID = Word("BID", "bid", number=(0, 13))


class Tricks(CardGame):
    """A game that tells of a discard in its own words."""

    title = "Tricks"
    stages = (Deal(), TrickGame())
    declares = (Word("DISCARD", told="{who} throws {cards}", cards=(1, 1)),)


def test_a_game_has_the_words_of_its_stages_and_of_every_table() -> None:
    verbs = [word.verb for word in Tricks.declaration.words.values()]
    assert {"ENTER", "START", "DISCARD", "DRAW", "PASS"} <= {*verbs}
    assert Tricks.verbs == ("DISCARD", "DRAW", "PASS")
    assert {"stock", "table", "away", "won"} <= {*Tricks.declaration.piles}


def test_what_a_game_declares_holds_before_what_its_stages_declare() -> None:
    told = [w.told for w in Tricks.declaration.words.values() if w.verb == "DISCARD"]
    assert told == ["{who} throws {cards}"]


def test_what_a_game_does_not_say_of_a_word_or_pile_is_as_its_stage_has_it() -> None:
    first = Pile("heap", label="rubbish"), Word("LAY", button="Drop it", cards=(1, 4))
    stage = Pile("heap", "all that was laid", "heap", shown="fan"), LAY
    declaration = Declaration([*first, *stage])
    assert declaration.piles["heap"] == Pile("heap", "all that was laid", "rubbish", shown="fan")
    [word] = declaration.words.values()
    assert (word.told, word.button) == (LAY.told, "Drop it")


def test_one_verb_can_be_declared_in_several_forms() -> None:
    declaration = Declaration([LAY, ALONE, LAY])
    assert [*declaration.words.values()] == [LAY, ALONE]
    assert declaration.word_for(CardCommand("LAY", cards=(S3,))) == LAY
    assert declaration.word_for(CardCommand("LAY", cards=(S3,), word="ALONE")) == ALONE
    assert declaration.word_for(Amount("LAY", 1, 5)) == LAY
    assert declaration.word_for(Command("FLY")) is None


def test_an_example_follows_from_the_form() -> None:
    written = [
        word.written() for word in (LAY, ALONE, BID, Word("ASK", player=True, choice="rank"))
    ]
    assert written == ["LAY {card}", "LAY {card} ALONE", "BID 3", "ASK bob 7"]
    assert Word("MELD", cards=(3, None)).written() == "MELD {card} {other} {third}"
    assert Word("TAKE", number=(1, 2)).written() == "TAKE 2"


def test_only_words_that_the_settings_have_are_declared_by_a_stage() -> None:
    stage = OrderGame(discard=Discard(), draw=Draw(count=2))
    words = {each.written() for each in stage.declared() if isinstance(each, Word)}
    assert words == {"DISCARD {card}", "DRAW 2", "PASS"}


def test_a_declaration_is_plain_data() -> None:
    trick = Notice("TRICK", "a trick is won", {"who": "the player"}, told="{who} takes it", you="")
    declared = (
        LAY,
        Fact("due", told="", label="rank"),
        trick,
        Pile("heap", gathers="", shown="spread"),
        Layout("claims", hand="suit", table="none"),
    )
    assert Declaration(declared).data() == {
        "words": [
            {"verb": "LAY", "means": "lay them", "told": ["{who} lays {cards}"], "cards": [1, 4]}
        ],
        "facts": {"due": {"name": "due", "told": [""], "label": "rank"}},
        "notices": {
            "TRICK": {
                "kind": "TRICK",
                "means": "a trick is won",
                "parts": ["who"],
                "told": ["{who} takes it"],
                "you": [""],
            }
        },
        "piles": {"heap": {"name": "heap", "gathers": [""], "shown": "spread"}},
        "layouts": {"claims": {"stage": "claims", "hand": "suit", "table": "none"}},
    }


def test_a_stage_declares_how_the_table_looks_and_a_game_may_say_otherwise() -> None:
    whist = find_game("whist").declaration
    assert whist.layout("trick_game") == Layout("trick_game", hand="suit", table="round")
    assert whist.layout("unheard_of") == Layout("unheard_of")

    class ByRank(CardGame):
        title = "By rank"
        stages = (Deal(), TrickGame())
        declares = (Layout("trick_game", hand="rank"),)

    assert ByRank.declaration.layout("trick_game").hand == "rank"


def test_cards_alone_stand_for_the_first_word_that_takes_nothing_else() -> None:
    give = Word("GIVE", player=True, cards=(1, 1))
    assert Declaration([give, ALONE, BID, LAY]).play == "LAY"
    assert Declaration([give, BID]).play == ""


def test_properties_that_cannot_be_are_told() -> None:
    odd = Declaration(
        [
            Pile("heap", shown="upside_down", counted="eggs"),
            Layout("claims", hand="colour", table="floor"),
            Layout(hand="suit"),
            Word("LAY", pile="heaps"),
        ]
    )
    assert sorted(odd.mistakes()) == [
        'layout claims: hand is "rank" or "suit", not \'colour\'',
        'layout claims: table is "stack" or "round" or "none", not \'floor\'',
        "layout: a game names the stage: Layout('trick_game', …)",
        "pile heap: counted is the name of a fact, and eggs is none",
        'pile heap: shown is "stack" or "spread" or "fan" or "row" or "rows" or "count", '
        "not 'upside_down'",
        "word LAY: there is no pile heaps; declared are heap",
    ]


@pytest.mark.parametrize("name", installed())
def test_a_declaration_is_read_back_from_plain_data(name: str) -> None:
    data = json.loads(json.dumps(find_game(name).declaration.data()))
    assert Declaration.read(data).data() == data


@given(ANYTHING)
def test_whatever_is_sent_as_a_declaration_can_be_used(data: object) -> None:
    declaration = Declaration.read(data)
    assert Declaration.read(declaration.data()).data() == declaration.data()
    assert all(isinstance(text, str) for text in declaration.texts())
    for word in declaration.words.values():
        assert word.written()
    Catalogue(read_texts(data)).translate("Draw", "ja")


def test_a_game_without_cards_declares_its_words_alone() -> None:
    class Bids(NetGame, abstract=True):
        declares = (BID,)

    assert BID in Bids.declaration.words.values()


def test_a_stage_says_of_the_piles_of_every_game_what_is_otherwise_with_it() -> None:
    table = Scopa.declaration.piles["table"]
    assert (table.shown, table.cleared) == ("spread", "")  # cards are captured one by one
    assert table.put == CardGame.declaration.piles["table"].put
