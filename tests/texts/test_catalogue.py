"""Sentences are said in the language of the person, and a game's words are its own."""

import pickle
from collections.abc import Callable
from copy import deepcopy

import pytest

from cardkit import CardGame, Deal, Draw, Match, OrderGame, Refused, RulesError, Seats
from cardkit.cardgame.rules import rule_sheet
from cardkit.client.styled import fill
from cardkit.games.whist import Whist
from cardkit.netgame import NetGame, Reason
from cardkit.texts import Catalogue, Text, joined, mistakes_in, plural, say, translate

NOT_YOUR_TURN = "it is not your turn; it is {names}'s"


class Blunt(CardGame, abstract=True):
    """Games that speak bluntly."""

    texts = {"ja": {NOT_YOUR_TURN: "待て。{names}の番だ", "Blunt": "無愛想"}}


class Snap(Blunt):
    """Be quick."""

    title = "Snap"
    seats = Seats(least=2, most=2)
    stages = (Deal(each=3), OrderGame(draw=Draw()))
    presets = {"short": {}}
    texts = {"ja": {"Snap": "スナップ", "Be quick.": "急げ。", "Order game": "順番"}}


# --- sentences -------------------------------------------------------------------------------


def test_a_part_is_said_in_the_language_of_the_sentence_around_it() -> None:
    refused = Refused(Reason.BAD_OPTION, "{wrong}", wrong=joined([Text("none"), Text("text")]))
    assert refused.text() == "none; text"
    assert refused.text("ja") == "なし、文字列"
    assert say("{wrong}", "ja", wrong="none") == "none"


def test_what_nobody_has_translated_is_said_in_english() -> None:
    assert say("{who} hums", "ja", who=Text("you")) == "あなた hums"
    assert translate("a tune", "ja") == "a tune"
    assert say("none", "fr") == "none"


def test_one_is_not_many() -> None:
    how = ("one card of {who}", "{n:,} cards of {who}")
    cards = [plural(n, *how, who="ann") for n in (0, 1, 2000)]
    assert cards == ["0 cards of ann", "one card of ann", "2,000 cards of ann"]
    ours = Catalogue({"ja": {"{n:,} cards of {who}": ("{who}の{n:,}枚",)}})
    assert [text.text("ja", ours) for text in cards] == [
        "annの0枚",
        "annの1枚",
        "annの2,000枚",
    ]


def test_a_context_keeps_two_meanings_of_a_word_apart() -> None:
    assert say("Time", "ja") == "時間"
    assert say("Time", "ja", "of day") == Text("Time", "of day").text("ja") == "時刻"
    assert say("Time", "en", "of day") == Text("Time", "of day") == "Time"
    assert Catalogue({"ja": {"Time": "とき"}}).say("Time", "ja", "of day") == "とき"


@pytest.mark.parametrize("copied", [deepcopy, lambda text: pickle.loads(pickle.dumps(text))])
def test_a_text_that_was_copied_can_still_be_said_in_another_language(
    copied: Callable[[Text], Text],
) -> None:
    for text in (
        Text("{one}, {more}", one=Text("none"), more=7),
        plural(2, "one {x}", "{n} {x}", x="}{"),
    ):
        again = copied(text)
        assert again == text
        assert again.text("ja") == text.text("ja")


@pytest.mark.parametrize(
    "bad", ["{name}の番です", "{names.x}", "{names[9]}", "{", "{names:,}", "{0}", ("{names}",) * 0]
)
def test_a_translation_that_cannot_be_filled_costs_only_itself(bad: str) -> None:
    catalogue = Catalogue({"ja": {NOT_YOUR_TURN: bad}})
    assert catalogue.say(NOT_YOUR_TURN, "ja", names="bob") == "it is not your turn; it is bob's"


def test_the_terminal_says_it_in_english_then_too() -> None:
    catalogue = Catalogue({"ja": {"{who} hums": "{whom}が歌う"}})
    assert fill("{who} hums", "ja", catalogue, who=Text("you")).plain == "あなた hums"


def test_where_a_language_has_one_form_it_may_be_written_as_any_text() -> None:
    assert Catalogue({"ja": {"{n} tricks": ("{n}トリック",)}}).texts == {
        "ja": {"{n} tricks": "{n}トリック"}
    }


# --- the words of a game ---------------------------------------------------------------------


def not_your_turn(game: type[NetGame], *names: str) -> Refused:
    table = game.play(names)
    with pytest.raises(Refused) as refused:
        table.apply(table.names[1 - table.awaited[0] % 2], "PASS")
    return refused.value


def test_no_game_can_change_what_another_one_says() -> None:
    assert "待て。" in not_your_turn(Snap, "ann", "bob").text("ja")
    assert "あなたの番ではありません" in not_your_turn(Whist, *"abcd").text("ja")
    assert "あなたの番ではありません" in say(NOT_YOUR_TURN, "ja", names="bob")
    assert translate("Snap", "ja") == "Snap"


def test_a_game_has_its_own_words_then_those_of_its_bases_then_the_toolkits() -> None:
    assert [Snap.catalogue.translate(text, "ja") for text in ("Snap", "Blunt", "none")] == [
        "スナップ",
        "無愛想",
        "なし",
    ]
    assert Blunt.catalogue.translate("Snap", "ja") == "Snap"


def test_each_refusal_of_a_table_is_said_in_the_words_of_its_game() -> None:
    table = Snap.play(["ann", "bob"])
    other = table.names[1 - table.awaited[0]]
    for refuse in (
        lambda: table.apply(other, "PASS"),
        lambda: table.check(other, "PASS"),
        lambda: table.apply("", "START"),
        lambda: Snap("long"),
        lambda: Snap.with_options("", {"each": 99}),
    ):
        with pytest.raises(Refused) as refused:
            refuse()
        assert refused.value.catalogue is Snap.catalogue
        again = pickle.loads(pickle.dumps(refused.value))
        assert again.text("ja") == refused.value.text("ja")


def test_the_rule_sheet_is_written_in_the_words_of_the_game() -> None:
    sheet = rule_sheet(Snap, language="ja")
    assert sheet.startswith("# スナップ\n\n急げ。\n")
    assert "**順番。**" in sheet
    assert "**順番。**" not in rule_sheet(Whist, language="ja")


def test_the_title_of_a_game_stays_its_own_in_any_sentence() -> None:
    title = Snap.catalogue.text(Snap.title)
    assert say("Contest: {title}", "ja", title=title) == "スナップの対戦"
    assert translate(title, "ja") == "スナップ"


def test_all_mistakes_in_the_texts_of_a_game_are_reported_when_the_class_is_made() -> None:
    with pytest.raises(RulesError) as error:

        class Bad(CardGame):
            """Bad."""

            title = "Bad"
            mtach = Match()
            stages = (Deal(each=3), OrderGame(draw=Draw()))
            texts = {
                "ja": {
                    NOT_YOUR_TURN: "{name}の番です",
                    "{n} cards": ("{n}枚", "{n}枚"),
                    "{n:,} points": "{n:.2f}点",
                    "{who} plays": "{who.name}が出す",
                    "half": "{",
                    "good {n:,}": "よい{n}",
                }
            }

    mistakes = "\n".join(error.value.mistakes)
    assert "mtach is not a setting" in mistakes
    assert "{name} is not in the English sentence, which has {names}" in mistakes
    assert "ja has 1 form of the plural, not 2" in mistakes
    assert "{n:.2f} is not in the English sentence, which has {n:,}" in mistakes
    assert "{who.name} is not in the English sentence, which has {who}" in mistakes
    assert "texts['ja']['half']" in mistakes
    assert "good" not in mistakes
    assert len(error.value.mistakes) == 6


def test_a_translation_is_a_text() -> None:
    assert mistakes_in({"ja": {"a": "b", "c": 7}}) == [  # type: ignore[dict-item]
        "texts['ja']['c']: a translation is a text, or one for each form of the plural"
    ]
