"""Bots that join a contest later: only what is missing is played, and what was played stays."""

import json
import shlex
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cli import main
from cardkit.contest.additions import GrownSchedule
from cardkit.contest.model import Pairing
from cardkit.contest.schedule import Format, Schedule, Seating

SIZES, MORE, SEEDS = st.integers(2, 4), st.integers(0, 3), st.integers(0, 99)
FORMATS = st.sampled_from([Format.ROUND_ROBIN, Format.POOL])
SEATINGS = st.sampled_from([Seating.ONCE, Seating.ROTATE])


def pairings(schedule: Schedule) -> list[list[Pairing]]:
    return [list(schedule.stage(stage, list)) for stage in range(schedule.stages)]


@given(FORMATS, SIZES, MORE, st.integers(1, 3), SEATINGS, st.booleans(), SEEDS)
def test_what_was_there_before_stays_as_it_was(
    format_: Format,
    size: int,
    more: int,
    matches: int,
    seating: Seating,
    duplicate: bool,
    seed: int,
) -> None:
    first = size + more
    how = (format_, first, size, matches, 4, seating, duplicate, seed)
    grown = GrownSchedule(*how, additions=(tuple(range(first + 1)), tuple(range(1, first + 3))))
    old, *joined = pairings(grown)
    assert old == pairings(Schedule(*how))[0]
    assert pairings(GrownSchedule(*how, additions=grown.additions[:1]))[1] == joined[0]
    numbers = [pairing.number for part in (old, *joined) for pairing in part]
    assert numbers == list(range(grown.total))
    assert grown.before_last == len(old) + len(joined[0])
    assert all(first in pairing.entrants for pairing in joined[0])
    assert all(0 not in each.entrants and max(each.entrants) > first for each in joined[1])


@given(SIZES, MORE, st.integers(1, 3), st.integers(1, 2), SEEDS)
def test_every_missing_group_meets_as_often_as_the_others(
    size: int, more: int, matches: int, new: int, seed: int
) -> None:
    first = size + more
    there = tuple(range(first + new))
    schedule = GrownSchedule(
        Format.ROUND_ROBIN, first, size, matches, seed=seed, additions=(there,)
    )
    met = Counter(frozenset(each.entrants) for part in pairings(schedule) for each in part)
    assert met == Counter(dict.fromkeys(map(frozenset, combinations(there, size)), matches))


@given(SIZES, MORE, st.integers(1, 6), st.integers(1, 3), SEEDS)
def test_who_joins_a_pool_plays_as_often_as_the_others_did(
    size: int, more: int, rounds: int, new: int, seed: int
) -> None:
    first = size + more
    additions = (tuple(range(first + new)),)
    schedule = GrownSchedule(Format.POOL, first, size, 1, rounds, seed=seed, additions=additions)
    played = Counter(who for each in pairings(schedule)[1] for who in each.entrants)
    assert all(played[who] >= rounds for who in range(first, first + new))


# --- the command ---------------------------------------------------------------------------------

BOT = """
from cardkit.cardgame import Bot
class Mine(Bot):
    def choose(self, view, legal):
        return legal[{at}]
"""


def contest(line: str, out: Path) -> int:
    words = "--games 2 --matches 2 --workers 1 --seed 1 --out"
    return main(["contest", "akq", *shlex.split(line), *words.split(), str(out)])


def played(out: Path) -> dict[int, tuple[int, ...]]:
    found = map(json.loads, (out / "outcomes.jsonl").read_text().splitlines())
    return {each["match"]: tuple(each["entrants"]) for each in found}


def results(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / "results.json").read_text())
    return found


def test_new_bots_and_versions_are_added_and_only_they_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, mine = tmp_path / "out", tmp_path / "mine.py"
    mine.write_text(BOT.format(at=0))
    assert contest(f"rand {mine}", out) == 0
    before = (out / "outcomes.jsonl").read_text()
    mine.write_text(BOT.format(at=-1))
    assert contest(f"rand {mine} honest --add", out) == 0
    assert (out / "outcomes.jsonl").read_text().startswith(before)
    later = Counter(frozenset(who) for number, who in played(out).items() if number > 1)
    assert later == Counter({frozenset((0, 2)): 2, frozenset((0, 3)): 2, frozenset((2, 3)): 2})
    found = results(out)
    assert found["contest"]["retired"] == ["mine"]
    names = {each["name"]: each["matches"] for each in found["entrants"]}
    assert names == {"rand": 6, "mine": 2, "mine.v2": 4, "honest": 4}

    capsys.readouterr()
    assert contest(f"rand {mine} honest --add", out) == 2
    assert "all these bots are in the contest already" in capsys.readouterr().err
    lines = (out / "outcomes.jsonl").read_text().splitlines(keepends=True)
    (out / "outcomes.jsonl").write_text("".join(lines[:-1]))
    assert contest(f"rand {mine} honest --resume", out) == 0
    assert len(played(out)) == 8
    assert results(out)["contest"]["retired"] == ["mine"]


def test_what_cannot_be_added_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def refused(line: str) -> str:
        capsys.readouterr()
        assert contest(line, tmp_path / "out") == 2
        return capsys.readouterr().err

    assert "holds no contest to add bots to" in refused("rand honest --add")
    assert contest("rand honest", tmp_path / "out") == 0
    assert "--add adds bots to it" in refused("rand honest rand")
    assert "its preset is" in refused("rand honest rand --add --preset contest")
    assert "--add is for the formats round-robin" in refused("rand honest --add --format swiss")
    lines = (tmp_path / "out" / "outcomes.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "out" / "outcomes.jsonl").write_text(lines[0])
    assert "not over, but at 1 of 2 matches; --resume" in refused("rand honest rand --add")
