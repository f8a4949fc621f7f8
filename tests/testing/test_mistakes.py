"""Every mistake that newcomers made is told with its line, and with what would be right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardkit.netgame import Refused
from cardkit.registry import find_game
from cardkit.testing import GameFault, check_game

HEAD = """\
from cardkit import *
from cardkit.stages import *

"""
STAGE = """\
@condition
class Bidding(Stage["Wrong", StageState]):
    \"\"\"Everybody bids once.\"\"\"

    declares = (Word("BID", "say a number", number=(1, 9)),)

    def begin(self, table):
        table.ask(table.first)

    def offers(self, table, seat, state):
        return [CardCommand("BID", amount=n) for n in range(1, 10)]

    def act(self, table, seat, command, state):
        table.next_stage()


class Wrong(CardGame):
    \"\"\"A game with a mistake.\"\"\"

    title = "Wrong"
    stages = (Deal(each=3), Bidding())
"""
GAME = """\
class Wrong(CardGame):
    \"\"\"A game with a mistake.\"\"\"

    title = "Wrong"
    stages = (Deal(each=3), OrderGame(discard=Discard(), end=End(turn_limit=50)))
"""


def with_hook(text: str, base: str = GAME) -> str:
    return f"{base}\n{text}"


def instead(old: str, new: str, base: str = GAME) -> str:
    assert old in base
    return base.replace(old, new)


STAGES = "stages = (Deal(each=3), OrderGame(discard=Discard(), end=End(turn_limit=50)))"
BEGIN = "        table.ask(table.first)"
OFFERS = '        return [CardCommand("BID", amount=n) for n in range(1, 10)]'
NEXT = "        table.next_stage()"
DECLARES = '    declares = (Word("BID", "say a number", number=(1, 9)),)'

AT_ONCE: list[tuple[str, str, str]] = [
    (
        "a misspelt hook",
        with_hook("    def on_disard(self, seat, command): ...  # <-"),
        "LINE: on_disard is not a hook; did you mean on_discard?",
    ),
    (
        "a hook for a word that the game does not have",
        with_hook("    def check_bid(self, seat, command): ...  # <-"),
        "LINE: check_bid is not a hook, and BID is no word of this game; check_ goes with discard,",
    ),
    (
        "a hook with other arguments",
        with_hook("    def check_discard(self, command): ...  # <-"),
        "LINE: check_discard is called with other arguments; write def check_discard(self, seat, c",
    ),
    (
        "a hook that is no method",
        with_hook("    on_trick = 5  # <-"),
        "LINE: on_trick is the name of a hook; write it as a method",
    ),
    (
        "a misspelt setting of the game",
        with_hook("    dek = Deck()  # <-"),
        "LINE: dek is not a setting; did you mean deck?",
    ),
    (
        "a misspelt setting of a condition",
        instead(STAGES, "stages = (Deal(eech=3), OrderGame(discard=Discard()))  # <-"),
        "TypeError: Deal has no setting eech; did you mean each? (line NUMBER)",
    ),
    (
        "an end of another stage",
        instead(STAGES, "stages = (Deal(each=3), ClimbingGame(end=End()))  # <-"),
        "LINE: climbing_game: end cannot be End; it takes first_empty_hand, last_hand",
    ),
    (
        "a value of a wrong type",
        with_hook('    match = Match(games="3")  # <-'),
        "LINE: match: games cannot be '3'; write games=3",
    ),
    (
        "a value that is out of bounds, in the line of its condition",
        instead(
            STAGES,
            "stages = (\n  Deal(each=3),\n  OrderGame(discard=Discard(count=0)),  # <-\n)",
        ),
        "LINE: discard: count cannot be 0; it takes a whole number from 1 to ",
    ),
    (
        "a wrong number of seats",
        with_hook("    seats = Seats(least=5, most=2)  # <-"),
        "LINE: seats: least=5 is more than most=2; write least ≤ most",
    ),
    (
        "more cards than there are",
        instead(STAGES, "stages = (Deal(each=20), TrickGame())  # <-"),
        "4 players need 80 cards; the deck has 52",
    ),
    (
        "a stage without its parentheses",
        instead(STAGES, "stages = (\n        Deal(each=3),\n        TrickGame,  # <-\n    )"),
        "LINE: stages holds TrickGame; write TrickGame(…)",
    ),
    (
        "a single stage that is no tuple",
        instead(STAGES, "stages = (Deal(each=3))  # <-"),
        "LINE: stages takes a tuple, not Deal",
    ),
    (
        "a condition of a stage beside it",
        with_hook("    draw = Draw()  # <-"),
        "LINE: draw stands within the stage that goes by it; write OrderGame(draw=Draw(…))",
    ),
    (
        "an option of a preset that is not there",
        with_hook('    presets = {"short": {"gams": 1}}  # <-'),
        "LINE: preset short: gams is not an option of this game; did you mean games?",
    ),
    (
        "a phrase with a part that is not there",
        with_hook('    declares = (Word("LAY", told="{who} lays {crads}"),)  # <-'),
        "LINE: word LAY: there is no {crads} in '{who} lays {crads}'; it has",
    ),
    (
        "a translation with a part that is not there",
        with_hook('    texts = {"ja": {"at most {n}": "{m}枚まで"}}  # <-'),
        "LINE: ",
    ),
    (
        "a kind of fact that there is not",
        with_hook('    declares = (Fact("bids", kind="seat"),)  # <-'),
        """LINE: fact bids: kind is "rank" or "suits" or "cards" or "seats" or """,
    ),
    (
        "a state without slots",
        f"class Left(StageState):  # <-\n    pass\n\n\n{GAME}",
        "TypeError: Left has to name everything it holds, or copies of a table lose it: __slots__",
    ),
    (
        "a stage without its decorator",
        instead("@condition\n", "", STAGE).replace("Bidding())", "Bidding())  # <-"),
        "LINE: write @condition above class Bidding",
    ),
]


@pytest.mark.parametrize(
    ("source", "told"), [case[1:] for case in AT_ONCE], ids=[case[0] for case in AT_ONCE]
)
def test_a_mistake_is_told_when_the_class_is_made(source: str, told: str, tmp_path: Path) -> None:
    path, line = written(source, tmp_path)
    with pytest.raises(Refused) as wrong:
        find_game(f"{path}:Wrong")
    expected = told.replace("LINE", f"{path.name}:{line}").replace("NUMBER", str(line))
    assert expected in wrong.value.text()


IN_PLAY: list[tuple[str, str, str]] = [
    (
        "a hook that breaks",
        with_hook("    def on_discard(self, seat, command):\n        self.scores[9] += 1  # <-"),
        r"'DISCARD ..' raised IndexError: list index out of range, in LINE, on_discard\. An input",
    ),
    (
        "a check that returns",
        with_hook("    def check_discard(self, seat, command):  # <-\n        return False"),
        r"check_discard forbids by raising, not by what it returns \(LINE\): raise Refused\('A_CO",
    ),
    (
        "a stage that breaks when it is asked",
        instead(OFFERS, "        return table.bids  # <-", STAGE),
        r"asking what .* may say in the stage bidding raised AttributeError: .*, in LINE, offers",
    ),
    (
        "a stage that offers nothing",
        instead(OFFERS, "        return []", STAGE),
        r"is asked, and there is nothing to say: legal\(\) is empty in the stage bidding\. Offer",
    ),
    (
        "a stage that offers what is no list",
        instead(OFFERS, "        pass", STAGE),
        r"raised TypeError: .*offers returns a list of commands and open offers",
    ),
    (
        "a stage that offers texts",
        instead(OFFERS, '        return ["BID 1"]', STAGE),
        r"legal\(\) lists 'BID 1', which is neither a command nor an open offer: offer CardCommand",
    ),
    (
        "a stage that offers texts later",
        instead(
            OFFERS,
            "        bids = [CardCommand('BID', amount=1), 'BID 2']\n"
            "        return bids[: 1 + (seat != table.first)]",
            instead(
                NEXT,
                f"        if seat != table.first:\n            {NEXT.strip()}\n"
                "        else:\n            table.ask(table.following[seat])",
                STAGE,
            ),
        ),
        r"legal\(\) lists 'BID 2', which is neither a command nor an open offer: offer CardCommand",
    ),
    (
        "a stage that changes itself",
        instead(NEXT, f"        self.bids = 1  # <-\n{NEXT}", STAGE),
        r"Bidding is shared by all tables and never changes: keep bids in table.state.*LINE, act",
    ),
    (
        "an ending that is not named",
        instead(NEXT, '        table.next_stage("early")  # <-', STAGE),
        r"bidding ends 'early', which its endings\(\) do not name: none, in LINE, act",
    ),
    (
        "a number that is not declared",
        instead("number=(1, 9)", "number=(1, 5)", STAGE),
        r"players say BID [6-9], which the stage bidding does not declare.*number=\([6-9], …\)",
    ),
    (
        "a word to choose that is not declared",
        instead(OFFERS, "        return [CardCommand('BID', word='LOW')]", STAGE).replace(
            "number=(1, 9)", "choice=('HIGH',)"
        ),
        r"players say BID LOW, which the stage bidding does not declare.*choice=\('LOW', …\)",
    ),
    (
        "a game without cards that lacks a method",
        """class Wrong(NetGame):
    \"\"\"A game with a mistake.\"\"\"

    title = "Wrong"
    declares = (Word("GO", "go"),)

    def begin(self):
        self.ask_all(*self.order)

    def offers(self, seat):
        return [Command("GO")]
""",
        r"NotImplementedError: the game Wrong has no method after_all\(self, answers\)",
    ),
    (
        "a stage that does nothing",
        instead(NEXT, "        pass", STAGE),
        r"may say BID \d in the stage bidding, and nothing comes of it\. What is said moves cards",
    ),
    (
        "a stage without a way out",
        instead(NEXT, "        table.ask(table.following[seat])", STAGE),
        r"a game did not end within 200 inputs in the stage bidding\. .* table\.next_stage\(\)",
    ),
    (
        "a stage that asks nobody",
        instead(BEGIN, "        pass", STAGE),
        r"a game is under way and nobody is asked in the stage bidding\. .* table\.ask\(seat\)",
    ),
    (
        "a stage that lacks a method",
        STAGE.replace("def act", "def acts"),
        r"NotImplementedError: the stage Bidding has no method act\(self, table, seat, command, st",
    ),
    (
        "a stage that goes on after the game",
        instead(NEXT, f"{NEXT}\n        table.ask(seat)", STAGE),
        r"the game is over, and .* still asked in the stage bidding",
    ),
    (
        "a word that is not declared",
        instead(DECLARES, "", STAGE),
        r"players say BID, which the stage bidding does not declare, .*Word\('BID', 'what it does'",
    ),
    (
        "who begins is no seat",
        with_hook("    def on_dealt(self):\n        self.first = 7"),
        r"ValueError: self\.first is 7, not one of the seats",
    ),
    (
        "a notice with fewer parts than it declares",
        with_hook(
            '    declares = (Notice("DEALT", parts={"who": "the dealer", "n": "cards"}),)\n\n'
            '    def on_dealt(self):\n        self.emit("DEALT", self.names[0])  # <-'
        ),
        r"DEALT is told with 1 part, and its Notice declares 2 parts: emit\('DEALT', who, n\), in "
        "LINE, on_dealt",
    ),
    (
        "a notice with more parts than it declares, of hidden cards",
        with_hook(
            '    declares = (Notice("DEALT"), Notice("HINT", parts={"who": "the player"}))\n\n'
            '    def on_dealt(self):\n        self.emit("DEALT")\n'
            '        self.disclose("HINT", self.names[0], 3)  # <-'
        ),
        r"HINT is told with 2 parts, and its Notice declares 1 part: .*, in LINE, on_dealt",
    ),
    (
        "a fact that lacks the value of a seat",
        with_hook(
            '    declares = (Fact("bids", kind="seats"),)\n\n'
            '    def on_dealt(self):\n        self.set_fact("bids", [0])  # <-'
        ),
        r"the fact bids has a value for each of \d seats, .*; \[0\] is neither, in LINE, on_dealt",
    ),
    (
        "points that are not returned",
        with_hook("    def points(self, seat):  # <-\n        len(self.hand(seat))"),
        r"points returns a whole number, not None \(LINE\): what the game is worth",
    ),
    (
        "points that are no whole number",
        with_hook("    def points(self, seat):  # <-\n        return len(self.hand(seat)) / 2"),
        r"points returns a whole number, not \d\.\d \(LINE\)",
    ),
    (
        "a ranking that is not returned",
        with_hook("    def rank_players(self):  # <-\n        sorted(self.order)"),
        r"rank_players returns each of the seats \(0, 1.*\) once, .*, not None \(LINE\)",
    ),
    (
        "a ranking that lacks players",
        with_hook("    def rank_players(self):  # <-\n        return [0]"),
        r"rank_players returns each of the seats .*, not \[0\] \(LINE\)",
    ),
    (
        "chance that does not replay",
        f"import random\n{with_hook('    def on_dealt(self):')} self.luck = random.random()",
        r"leads to another state: luck differ.* draw chance from self\.chance\.below",
    ),
]


@pytest.mark.parametrize(
    ("source", "told"), [case[1:] for case in IN_PLAY], ids=[case[0] for case in IN_PLAY]
)
def test_a_mistake_is_told_when_the_game_is_checked(source: str, told: str, tmp_path: Path) -> None:
    path, line = written(source, tmp_path)
    game = find_game(f"{path}:Wrong")
    with pytest.raises(GameFault) as wrong:
        check_game(game, games=4, longest=200, twins=2, search=0)
    expected = told.replace("LINE", f"{re.escape(path.name)}:{line}")
    assert re.search(expected, str(wrong.value), re.DOTALL), wrong.value
    again = re.search(r"Again: check_game\(Wrong, .*seed=(\d+)", str(wrong.value))
    assert again is not None


REPORTED: list[tuple[str, str, str]] = [
    (
        "a fact that is not declared",
        with_hook('    def on_dealt(self):\n        self.set_fact("lead", "S")  # <-'),
        r"Not declared: Fact\('lead', …\) \(LINE, on_dealt\)",
    ),
    (
        "a notice that is not declared",
        with_hook('    def on_dealt(self):\n        self.emit("DEALT", 3)  # <-'),
        r"Not declared: Notice\('DEALT', …\) \(LINE, on_dealt\)",
    ),
    (
        "a sentence that is not translated",
        with_hook('    texts = {"ja": {"Wrong": "まちがい"}}'),
        r"Without a translation: 'A game with a mistake\.'",
    ),
    (
        "a word that nobody can say",
        with_hook('    declares = (Word("SING", "sing a song"),)'),
        r"Never reached: .*SING",
    ),
]


@pytest.mark.parametrize(
    ("source", "told"), [case[1:] for case in REPORTED], ids=[case[0] for case in REPORTED]
)
def test_what_need_not_be_a_mistake_is_reported(source: str, told: str, tmp_path: Path) -> None:
    path, line = written(source, tmp_path)
    checked = check_game(find_game(f"{path}:Wrong"), games=4, twins=2, search=0)
    assert re.search(told.replace("LINE", f"{re.escape(path.name)}:{line}"), str(checked))


def test_a_trump_that_is_set_before_the_tricks_stays(tmp_path: Path) -> None:
    source = with_hook(
        '    def on_dealt(self):\n        self.set_fact("trump", "H")',
        instead(STAGES, "stages = (Deal(each=3), TrickGame())"),
    )
    game: Any = find_game(f"{written(source, tmp_path)[0]}:Wrong")
    assert game.play(["ann", "bob", "cid"]).facts["trump"] == "H"


_numbers = iter(range(1000))


def written(source: str, folder: Path) -> tuple[Path, int]:
    """A file with this game, under a name of its own, and the line that is marked in it."""
    path = folder / f"wrong_{next(_numbers)}.py"
    path.write_text(HEAD + source, encoding="utf-8")
    lines = (HEAD + source).split("\n")
    return path, next((n for n, text in enumerate(lines, 1) if text.endswith("# <-")), 0)
