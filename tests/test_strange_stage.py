"""A stage that exists only in the tests is at home in whatever goes by declarations.

The terminal and the page have tests of their own for it, beside their others.
"""

from __future__ import annotations

import pytest

from cardkit import Deal, Refused
from cardkit.cardgame.rules import rule_sheet
from tests.server_helpers import a_hall
from tests.sound import Sound
from tests.strange_stage import BargainHooks, Bargaining, Bazaar

PLAYERS = ("ann", "bob")


def a_table() -> Bazaar:
    table = Bazaar(key=b"bazaar")
    for name in PLAYERS:
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    table.apply("ann", "START")
    return table


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "2. **Bargaining.** Merchants offer prices to each other, hang up cards or nod, "
                "until the gong.",
                "   - Every merchant speaks 2 times.",
                "| `HAGGLE bob 3` | offer a price to another merchant |",
                "| `HANG S7` | hang a card on the line |",
                "| `NOD` | put a card by |",
                "- `rounds=2`: how often every merchant speaks (a whole number from 1 to 9)",
            ],
        ),
        (
            "ja",
            [
                "2. **駆け引き。** 商人は銅鑼が鳴るまで値を申し出るか、札を掛けるか、"
                "うなずきます。",
                "   - 商人は2回ずつ話します。",
                "| `HAGGLE bob 3` | ほかの商人に値を申し出る |",
                "| `HANG S7` | 札を1枚掛ける |",
                "| `NOD` | 札を1枚取っておく |",
                "- `rounds=2`：各商人が話す回数（1〜9の整数）",
            ],
        ),
    ],
)
def test_the_rule_sheet_has_its_course_settings_and_words(language: str, lines: list[str]) -> None:
    sheet = rule_sheet(Bazaar, language=language).splitlines()
    assert [line for line in lines if line not in sheet] == []


async def test_help_at_its_table_lists_its_words_in_the_language_of_the_player() -> None:
    async with a_hall({"bazaar": Bazaar}) as hall:
        ann = await hall.guest("ann")
        for line in ("OPEN bazaar robots=yes", "JOIN bazaar-1", "LOGIN", "START"):
            await ann.ask(line)
        listed = {}
        for language in ("en", "ja"):
            await ann.ask(f"LANGUAGE {language}")
            ann.heard.clear()
            await ann.ask("HELP")
            listed[language] = dict(m[1:] for m in ann.heard if m[0] == "HELP")
        assert listed["en"]["HAGGLE robot-wren 3"] == "offer a price to another merchant"
        assert listed["ja"]["NOD"] == "札を1枚取っておく"
        ann.heard.clear()
        await ann.ask("HELP nod")
        assert [m for m in ann.heard if m[0] == "HELP"] == [["HELP", "NOD", "札を1枚取っておく"]]


@pytest.mark.parametrize(
    ("line", "code", "sentence", "in_japanese"),
    [
        (
            "HAGGLE bob 2",
            "BAD_LUCK",
            "two brings bad luck; offer 1 or 3",
            "2は縁起が悪いので、1か3を申し出てください",
        ),
        (
            "HAGGLE bob 7",
            "BAD_AMOUNT",
            "HAGGLE takes one of these numbers here: 1, 3",
            "ここではHAGGLEに次のどれかの数を書いてください: 1、3",
        ),
        (
            "HAGGLE 3",
            "NO_SUCH_PLAYER",
            "HAGGLE needs the name of a player first: bob",
            "HAGGLEの次にはプレイヤーの名前を書いてください: bob",
        ),
        (
            "NOD 3",
            "AGAINST_THE_RULES",
            "that is not possible now. You may say: NOD",
            "今それはできません。言えるのは: NOD",
        ),
    ],
)
def test_a_refusal_says_what_would_be_right(
    line: str, code: str, sentence: str, in_japanese: str
) -> None:
    table = a_table()
    with pytest.raises(Refused) as refusal:
        table.apply("ann", line)
    refused = refusal.value
    assert (refused.reason, refused.text("en"), refused.text("ja")) == (code, sentence, in_japanese)


def test_its_words_are_the_vocabulary_of_the_game() -> None:
    vocabulary = Bazaar.vocabulary(PLAYERS)
    assert {"NOD", "HANG S7", "HAGGLE bob 3", "HAGGLE ann 1"} <= {*vocabulary.commands}
    assert {*map(str, a_table().legal(0))} <= {*vocabulary.commands}


def test_check_game_finds_nothing_wrong_with_it(sound: Sound) -> None:
    sound(Bazaar)


def test_its_part_and_its_hook_are_at_the_table_of_a_game() -> None:
    table = a_table()
    for name, price in (("ann", 1), ("bob", 3), ("ann", 3)):
        table.apply(name, f"HAGGLE {'ann' if name == 'bob' else 'bob'} {price}")
    assert (table.ledger.highest, table.ledger.whose) == (3, 1)
    twin = table.copy()
    twin.ledger.whose = 0
    assert table.ledger.whose == 1


def test_a_stage_can_see_which_of_its_hooks_a_game_overrides() -> None:
    class Quiet(BargainHooks):
        """Bargain, and nothing else."""

        title = "Quiet"
        stages = (Deal(each=5), Bargaining())

    assert ("on_record" in Quiet.overridden, "on_record" in Bazaar.overridden) == (False, True)
