"""`cardkit bot --replay`: a bot at a match that is over, and where it would play otherwise."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardkit.cardgame import Bot, CardCommand, CardView, Offer
from cardkit.cli import main
from cardkit.contest.entrants import entrant_from
from cardkit.contest.review import Decision, Review
from cardkit.netgame import Refused
from cardkit.record import read_record
from cardkit.registry import find_game
from tests.contest_bots import HERE, Knower
from tests.record.test_fair import fair

RECORDS = Path(__file__).parents[1] / "records"
FOLDS = """
import sys
for line in sys.stdin:
    if line.startswith("ASK"):
        print("FOLD", flush=True)
"""


class Offers(Bot):
    """Answers with the first offer, open or not."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return legal[0]  # type: ignore[return-value]


def decisions_of(text: str, name: str, bot: type[Bot]) -> list[Decision]:
    record = read_record(text)
    return list(Review(record, find_game, name, lambda: bot(lambda n: 0)).decisions())


@pytest.mark.parametrize("game", ["akq", "page_one", "daifugo", "old_maid", "hanabi"])
def test_every_decision_of_a_match_at_a_server_is_asked_again(game: str) -> None:
    """The record goes on, whatever the bot says: so all that is offered is what was offered."""
    text = fair(game, 2 if game == "akq" else 3, "games=1")
    record = read_record(text)
    names = {line.who for line in record.lines if line.said == "LOGIN"}
    asked = 0
    for name in names:
        found = decisions_of(text, name, Offers)
        asked += len(found)
        for decision in found:
            played = record.lines[decision.position]
            assert played.who == name
            assert decision.wrong == "" or decision.wrong.startswith("OPEN_OFFER")
            assert decision.same == (decision.said == decision.played and not decision.wrong)
        assert [d.turn for d in found] == [*range(1, len(found) + 1)]
    moves = [line for line in record.lines if line.who in names]
    assert asked == sum(line.said.split()[0] not in ("ENTER", "LOGIN") for line in moves)


def test_who_wants_to_know_what_the_seat_knew_is_told() -> None:
    text = fair("whist", 4, "games=1")
    name = next(line.who for line in read_record(text).lines if line.said == "LOGIN")
    found = decisions_of(text, name, Knower)
    assert len(found) == 13
    assert not any(decision.wrong for decision in found)


def test_the_command_tells_what_differs(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(RECORDS / "page_one-1.jsonl")
    words = ["--replay", file, "--seat", "ann", "--lang", "en"]
    assert main(["bot", f"{__file__}:Offers", *words]) == 0
    told = capsys.readouterr().out
    assert "Game 1, turn 1 (--from " in told
    assert "  hand " in told
    assert "  Offers plays: " in told
    counts = told.splitlines()[-1]
    assert main(["bot", f"{__file__}:Offers", *words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["each"]) == data["decisions"]
    assert sum(each["same"] for each in data["each"]) == data["same"]
    assert counts == (
        f"Decisions of ann: {data['decisions']}. Offers plays the same: {data['same']}, "
        f"not legal: {data['wrong']}."
    )
    assert {"game", "turn", "position", "recorded", "said", "commands", "view"} <= {
        *data["each"][0]
    }


def test_a_program_sits_there_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(RECORDS / "akq-1.jsonl", tmp_path)
    tmp_path.chmod(0o755)  # no program plays as root
    (tmp_path / "folds.py").write_text(FOLDS)
    record = str(tmp_path / "akq-1.jsonl")
    command = f"python3 {tmp_path}/folds.py"
    assert main(["bot", command, "--replay", record, "--seat", "ann", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["bot"] == "folds"
    assert {each["said"] for each in data["each"]} == {"FOLD"}
    assert data["wrong"] == 0


def test_who_breaks_down_is_told_and_the_match_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(RECORDS / "akq-1.jsonl")
    line = ["bot", f"{HERE}:Breaks", "--replay", file, "--seat", "ann", "--lang", "en"]
    assert main(line) == 0
    assert "Breaks says nothing: ZeroDivisionError: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["--seat", "zoe"], 2, "zoe did not play in this match"),
        ([], 2, "The players were: ann, bob"),
        (["localhost", "--seat", "ann"], 2, "--replay needs no server"),
    ],
)
def test_what_is_wrong_is_told(
    words: list[str], status: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(RECORDS / "akq-1.jsonl")
    assert main(["bot", "rand", *words, "--replay", file, "--lang", "en"]) == status
    assert told in capsys.readouterr().err


def test_no_record_and_a_broken_one_are_told_as_by_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (RECORDS / "akq-1.jsonl").read_text()
    for name, what, status in (
        ("none", "hello\n", 10),
        ("cut", text[:-20], 12),
        ("edited", text.replace("BET 15", "BET 16"), 14),
    ):
        (tmp_path / name).write_text(what)
        line = ["bot", "rand", "--replay", str(tmp_path / name), "--seat", "ann", "--lang", "en"]
        assert main(line) == status, name
        assert capsys.readouterr().err.count("\n") == 1
    assert main(["bot", "rand", "--replay", str(tmp_path / "nowhere"), "--seat", "ann"]) == 2
    assert main(["bot", "rand", "--game", "akq", "--json"]) == 2


@pytest.mark.parametrize(
    ("word", "name", "argv"),
    [
        ("rand", "rand", ()),
        ("bots/mine.py:Mine", "Mine", ()),
        ("mine.py", "mine", ()),
        ("package.bots:Mine", "Mine", ()),
        ("./mine", "mine", ("./mine",)),
        ("bots/mine", "mine", ("bots/mine",)),
        ("node mine.mjs --fast", "mine", ("node", "mine.mjs", "--fast")),
        ("python3 bots/mine.py", "mine", ("python3", "bots/mine.py")),
        ("ann=python3 mine.py", "ann", ("python3", "mine.py")),
        ("./mine --level=3", "mine", ("./mine", "--level=3")),
        ("env LEVEL=3 ./mine", "env", ("env", "LEVEL=3", "./mine")),
    ],
)
def test_a_bot_is_a_class_or_a_command(word: str, name: str, argv: tuple[str, ...]) -> None:
    entrant = entrant_from(word)
    assert (entrant.name, entrant.argv, entrant.bot) == (name, argv, "" if argv else word)


def test_a_command_must_be_one() -> None:
    with pytest.raises(Refused, match="not closed"):
        entrant_from("./mine 'x")
