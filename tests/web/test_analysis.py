"""What search thinks of a match, told by the server bit by bit and kept for others who ask."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from cardkit.netgame import NetGame, Refused
from cardkit.record.decisions import Decision, decisions
from cardkit.registry import find_game, installed
from cardkit.search.analysis import Mark, Unjudged
from cardkit.web import analysis
from cardkit.web.analysis import Analyses, Match
from cardkit.web.backend import no_match, no_record
from cardkit.web.files import PAGE
from tests.record.test_record import played, written
from tests.web_helpers import a_web

GAMES = {name: find_game(name) for name in installed()}


def some_decisions(count: int) -> list[Decision]:
    return [Decision(1, n + 1, n, "ann", "PASS", {}, stand_in=False) for n in range(count)]


class Thinking:
    """Judges after a second, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.most = self._now = 0
        self.can = True

    async def judge(self, game: type[NetGame], decision: Decision) -> dict[str, Any] | None:
        self.asked.append(decision.position)
        self._now += 1
        self.most = max(self.most, self._now)
        try:
            await trio.sleep(1)
        finally:
            self._now -= 1
        return {"said": decision.said, "mark": ""} if self.can else None


def match_of(found: Sequence[Decision]) -> Any:
    async def find() -> Match:
        await trio.lowlevel.checkpoint()
        return GAMES["akq"], found

    return find


async def test_each_answer_has_what_is_new_and_two_who_look_share_it(
    autojump_clock: trio.testing.MockClock,
) -> None:
    thinking = Thinking()
    analyses, find = Analyses(thinking.judge, at_once=2), match_of(some_decisions(5))
    first = await analyses.show(1, find, 0)
    assert (first["of"], sorted(each["position"] for each in first["judged"])) == (5, [0, 1])
    found: list[dict[str, Any]] = []

    async def look() -> None:
        seen = 0
        while seen < 5:
            more = await analyses.show(1, find, seen)
            seen += len(more["judged"])
        found.append(await analyses.show(1, find, 0))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(look)
        nursery.start_soon(look)
    assert sorted(thinking.asked) == [0, 1, 2, 3, 4]
    assert thinking.most == 2
    assert found[0] == found[1]
    assert len(found[0]["judged"]) == 5
    assert await analyses.show(1, find, 5) == {"of": 5, "judged": []}


async def test_who_waits_in_vain_is_answered_all_the_same(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async def never(game: type[NetGame], decision: Decision) -> None:
        await trio.sleep_forever()

    analyses = Analyses(never, at_once=2)
    begun = trio.current_time()
    assert await analyses.show(1, match_of(some_decisions(1)), 0) == {"of": 1, "judged": []}
    assert trio.current_time() - begun == analysis.PATIENCE


async def test_where_nobody_can_think_it_is_refused_and_tried_again_later(
    autojump_clock: trio.testing.MockClock,
) -> None:
    thinking, find = Thinking(), match_of(some_decisions(1))
    with pytest.raises(Refused, match="NOT_ALLOWED"):
        await Analyses(None, 1).show(1, find, 0)
    analyses, thinking.can = Analyses(thinking.judge, 1), False
    with pytest.raises(Refused, match="TRY_LATER"):
        await analyses.show(1, find, 0)
    thinking.can = True
    assert len((await analyses.show(1, find, 0))["judged"]) == 1


async def test_no_more_is_kept_than_there_is_room_for(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "KEPT", 2)
    thinking = Thinking()
    analyses, find = Analyses(thinking.judge, 1), match_of(some_decisions(1))
    for number in (1, 2, 1, 3, 1, 2):
        await analyses.show(number, find, 0)
    assert len(thinking.asked) == 4, "the second was forgotten for the third"
    monkeypatch.setattr(analysis, "MOST_DECISIONS", 3)
    with pytest.raises(Refused, match="TOO_LONG"):
        await analyses.show(4, match_of(some_decisions(4)), 0)


async def test_the_server_tells_it_of_matches_that_are_over_to_those_who_may_see_them() -> None:
    record = written(played("akq", games=1))
    asked: list[str] = []

    async def judge(game: type[NetGame], decision: Decision) -> dict[str, Any]:
        await trio.lowlevel.checkpoint()
        assert game is GAMES["akq"]
        asked.append(decision.said)
        return {"said": decision.said, "mark": "?"}

    def one(match: int, *, key: str, **asked: Any) -> tuple[dict[str, Any], bool]:
        return ({}, False) if match in (3, 4) and key == "k" else no_match(match)

    def recorded(number: int, key: str) -> str:
        return record if number == 3 else no_record(number)

    async with a_web(games=GAMES, record=recorded, played=one, judge=judge, judges=2) as web:
        for path in ("/analysis/3.json", "/analysis/4.json?key=k", "/analysis/5.json?key=k"):
            answer = await web.get(path)
            assert (answer.status, json.loads(answer.text)["code"]) == (404, "NO_SUCH_MATCH")
        assert asked == []
        seen: list[dict[str, Any]] = []
        while True:
            answer = await web.get(f"/analysis/3.json?key=k&done={len(seen)}")
            data = json.loads(answer.text)
            seen += data["judged"]
            if len(seen) == data["of"]:
                break
        expected = [*decisions(played("akq", games=1), find_game)]
        assert sorted(each["said"] for each in seen) == sorted(each.said for each in expected)
        assert {each["player"] for each in seen} == {each.player for each in expected}
        wrong = await web.get("/analysis/3.json?key=k&done=x")
        assert wrong.status == 400


def test_the_page_knows_the_marks_and_the_reasons_for_none() -> None:
    script = (Path(PAGE) / "analysis.js").read_text("utf-8")
    for why in Unjudged:
        assert f'{why.name.lower()}: "{why.value}"' in script
    assert f"MARKS = {json.dumps([mark.sign for mark in Mark if mark.sign])}" in script
