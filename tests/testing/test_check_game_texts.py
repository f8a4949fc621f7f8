"""check_game writes every rule sheet, and holds translations against what a game says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cardkit.cardgame import (
    Bank,
    CardCommand,
    CardGame,
    Condition,
    Deal,
    Refused,
    Seats,
    condition,
    setting,
)
from cardkit.netgame import Word
from cardkit.testing import GameFault, check_game
from cardkit.testing.check import Checked
from tests.shed import Shed

JAPANESE = {
    "Spoken": "話す",
    "Says much.": "よく話す。",
    "What is said.": "話すこと。",
    "cards to name": "言う札",
    "Name {cards}.": "{cards}と言う。",
    "{card} is too low": "{card}は低すぎます",
}


@condition
class Talk(Condition):
    """What is said."""

    cards: int = setting(1, "cards to name", says="Name {cards}.")


class Spoken(Shed):
    """Says much."""

    title = "Spoken"
    talk = Talk()
    texts = {"ja": JAPANESE}

    def check_discard(self, seat: int, command: CardCommand) -> None:
        if command.cards[0].rank == "2" and len(self.hand(seat)) > 5:
            raise Refused("TOO_LOW", "{card} is too low", card=command.cards[0])


def spoken(texts: Mapping[str, Mapping[str, str]], **parts: Any) -> type[Spoken]:
    return type("Spoken", (Spoken,), {"__doc__": "Says much.", "texts": texts, **parts})


def without(*keys: str) -> type[Spoken]:
    class Less(Shed):
        """Says much."""

        title = "Spoken"
        talk = Talk()
        texts = {"ja": {key: said for key, said in JAPANESE.items() if key not in keys}}
        check_discard = Spoken.check_discard

    return Less  # type: ignore[return-value]


def test_a_game_that_is_wholly_translated_lacks_nothing() -> None:
    checked = check_game(Spoken, games=6, twins=1, search=0)
    assert checked.untranslated == ()
    assert str(checked).startswith(f"Nothing wrong in {checked.games} games with ")


@pytest.mark.parametrize("key", JAPANESE)
def test_a_sentence_without_its_translation_is_in_the_result(key: str) -> None:
    checked = check_game(without(key), games=1, twins=1, search=0)
    assert checked.untranslated == (key,)
    assert f"Without a translation: {key!r}" in str(checked)


def test_what_is_impossible_is_said_too() -> None:
    never = {"two cards are never named": {"talk_cards": 2}}
    checked = check_game(spoken({"ja": JAPANESE}, impossible=never), games=1, twins=1, search=0)
    assert checked.untranslated == tuple(never)
    both = {"ja": JAPANESE | dict.fromkeys(never, "2枚は言えない")}
    checked = check_game(spoken(both, impossible=never), games=1, twins=1, search=0)
    assert checked.untranslated == ()


def test_a_game_without_any_translation_lacks_none() -> None:
    assert check_game(Shed, games=1, twins=1, search=0).untranslated == ()


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        ({"ja": {"Name {card}.": "{card}"}}, "never says; did you mean Name {cards}.?"),
        ({"ja": {"Quite another thing": "別"}}, "translates 'Quite another thing', which the game"),
    ],
)
def test_a_translation_of_nothing_or_into_nothing_is_a_fault(
    texts: dict[str, dict[str, str]], wrong: str
) -> None:
    with pytest.raises(GameFault) as caught:
        check_game(spoken(texts), games=6)
    assert wrong in str(caught.value)


@condition
class Silent(Condition):
    """Cannot be written."""

    on: bool = setting(True, "it is on")

    def sentences(self) -> list[tuple[str, dict[str, Any]]]:
        return [("{missing}", {"on": self.on})] if not self.on else []


def test_a_rule_sheet_that_cannot_be_written_is_a_fault() -> None:
    presets: dict[str, dict[str, object]] = {"loud": {}, "quiet": {"silent": False}}
    with pytest.raises(GameFault, match=r"rule sheet cannot be written, in en with preset 'quiet'"):
        check_game(spoken({}, silent=Silent(), presets=presets), games=6)


class Dealt(CardGame):
    """Cards are dealt, and that is all."""

    title = "Dealt"
    seats = Seats(least=2, most=2)
    bank = Bank()
    stages = (Deal(each=2),)


def test_a_game_in_which_nobody_is_asked_anything_is_a_fault() -> None:
    with pytest.raises(GameFault, match=r"nobody was asked anything\. A game needs a stage"):
        check_game(Dealt, games=6)
    assert Checked().moves == 0


def test_the_words_of_a_choice_can_be_translated() -> None:
    class Chosen(Spoken):
        """Says much."""

        declares = (Word("SAY", "say it", choice=("LOUD", "LOW")),)
        texts = {"ja": {**JAPANESE, "say it": "言う", "LOUD": "大声", "LOW": "小声"}}

    assert check_game(Chosen, games=1, search=0).untranslated == ()
