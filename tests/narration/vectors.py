"""The frames of frames.txt, for every rule of telling, and the lines that both narrators make.

`python -m tests.narration.vectors` writes vectors.json anew, after a deliberate change; what it
changes there is to be read by eye.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from cardkit.cardgame import CardGame
from cardkit.netgame import TOOLKIT, Catalogue
from cardkit.netgame.declared import Declaration, Fact, Notice, Pile, Word
from cardkit.registry import installed
from tests.helpers import card_game
from tests.narration.narrators import Case, Spoken, in_terminal, spoken

FILE = Path(__file__).with_name("vectors.json")
FRAMES = Path(__file__).with_name("frames.txt")
LISTENERS = ("ann", "bob", "")
LANGUAGES = ("en", "ja")
PARTNERS = {"whist": {"ann": "cem", "bob": "dai", "cem": "ann", "dai": "bob"}}
"""By game, who sits across the table."""

ECLIPSE = Declaration(
    (
        Word("SNAP", told="{who} snaps {cards}", cards=(1, 4)),
        Word("SNAP", told="{who} snaps at {whom}, {number} times", player=True, number=(1, 9)),
        Word("PIN", told="{who} pins {cards}", cards=(1, 1)),
        Word("PIN", told="{who} pins {cards} on {choice}", cards=(1, 1), choice="card"),
        Word(
            "WISH",
            told=("{who} wishes for {choice} under a {moon} moon", "{who} wishes for {choice}"),
            you="You wish for {choice}",
            choice="rank",
        ),
        Word("BARTER", told="{who} barters {gone} for {got}", you="", player=True),
        Word("HEX", told="{who} hexes {whom} with {choice}", player=True, choice="card"),
        Word("DRINK", told=("{who} drinks {number}", "{who} drinks nothing"), number=(0, 9)),
        Word("DREAM", told="{who} dreams of {dream}"),
        Word("VOTE", told="{who} votes {choice}", choice=("yes", "no")),
        Word("HUSH", told=""),
        Word("ROAR"),
        Fact("moon", label="moon", told="The moon is {value}", ended="The moon is gone"),
        Fact("omens", told="The omens are {value}", kind="cards"),
        Fact("signs", told="The signs are {value}", kind="suits"),
        Fact("priest", told="{value} is the priest", you="You are the priest"),
        Fact("hour", told="It is the hour of the {value}", kind="rank"),
        Fact("quiet", told=""),
        Fact("storm_warning", label="warning of a storm"),
        Notice(
            "ECLIPSE",
            parts={"who": "a player", "points": "what they lose"},
            told="{who} is eclipsed and loses {points}",
            you="You are eclipsed and lose {points}",
        ),
        Notice("DREAM", parts={"who": "a player", "dream": "of what"}, told="{who} has a dream"),
        Notice("DAWN", told="The day breaks"),
        Notice("MUTE", parts={"who": "a player"}, told=""),
        Notice("BARE_FEET", parts={"who": "a player"}),
        Pile("bonfire", label="the bonfire"),
        Pile("nest"),
        Pile("river", put="{who} floats {cards}", you_put="You float {cards}", taken="",
             cleared="The river runs dry"),
        Pile("sea", gathers="{cards} drift into: {pile}", label="the sea"),
        Pile("sky", gathers=""),
    )
)  # fmt: skip
IN_JAPANESE = {
    "ja": {
        "{who} snaps {cards}": "{who}が{cards}をつかむ",
        "The moon is {value}": "月は{value}",
        "The day breaks": "夜が明けた",
        "the bonfire": "たき火",
        "full": "満月",
        "bare feet": "はだし",
        "{who} dreams of {dream}": "{nobody}",
    }
}


def games() -> dict[str, Spoken]:
    """All games of the vectors, by name."""
    classes: dict[str, type[CardGame]] = {name: card_game(name) for name in installed()}
    classes |= {"any card game": CardGame}
    classes["bad frames"] = card_game("daifugo")
    return {
        **{name: spoken(game) for name, game in classes.items()},
        "eclipse": Spoken(ECLIPSE, Catalogue(IN_JAPANESE), IN_JAPANESE),
        "nothing declared": Spoken(Declaration(()), TOOLKIT, {}),
    }


def cases() -> Iterator[Case]:
    game = ""
    for line in FRAMES.read_text("utf-8").splitlines():
        if line.startswith("["):
            game = line.strip("[]")
        elif line and not line.startswith("#"):
            frame = [_message(at, said) for at, said in enumerate(line.split("; "), start=1)]
            for me, language in product(LISTENERS, LANGUAGES):
                yield Case(game, frame, me, language, PARTNERS.get(game, {}))


def _message(number: int, said: str) -> list[Any]:
    words = re.findall(r'"[^"]*"(?= |$)|\S+', said.removeprefix("!"))
    return [*([] if said.startswith("!") else [number]), *map(_word, words)]


def _word(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def written() -> str:
    """The text of vectors.json: a line for each case."""
    told = in_terminal(games(), all_cases := [*cases()])
    rows = [
        json.dumps(_data(case) | {"lines": lines}, ensure_ascii=False)
        for case, lines in zip(all_cases, told, strict=True)
    ]
    return "[\n" + ",\n".join(rows) + "\n]\n"


def _data(case: Case) -> dict[str, Any]:
    return {name: value for name, value in case._asdict().items() if value != {}}


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
