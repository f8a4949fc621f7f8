"""The decisions of a record: each with who took it, what they knew, and what they said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardkit.games.whist import Whist
from cardkit.netgame.knowledge import Data
from cardkit.record import Record, RecordLine, new_table, play, read_record
from cardkit.record.decisions import Decision, answer_in, decisions
from cardkit.registry import find_game
from tests.fair_tables import Party
from tests.kinds_of_games import of_every_kind
from tests.memory_server import KEY
from tests.record.test_record import played, written


def found_in(record: Record) -> list[Decision]:
    return [*decisions(record, find_game)]


@pytest.mark.parametrize("name", of_every_kind())
def test_who_decided_knew_what_they_were_asked_and_could_say_it(name: str) -> None:
    record = played(name, games=1)
    found, game = found_in(record), find_game(name)
    said = [line for line in record.lines if line.who]
    assert len(found) == sum(line.said.split()[0] not in ("ENTER", "LOGIN") for line in said)
    for each in found[:40]:
        data: Data = each.knowledge
        assert data["names"][data["seat"]] == each.player
        table = game.imagine(each.knowledge, lambda n: 0)
        assert data["seat"] in table.awaited
        assert table.can(each.player, each.said)
        assert not each.stand_in


def test_each_is_where_the_record_has_it_and_turns_are_counted_game_by_game() -> None:
    record = played("page_one", games=2)
    found, table = found_in(record), new_table(record, find_game)
    by_position = {each.position: each for each in found}
    turns: dict[tuple[int, str], int] = {}
    inputs = play(record, table)
    for position, line in enumerate(record.lines):
        if position in by_position:
            each = by_position[position]
            turns[each.game, each.player] = turns.get((each.game, each.player), 0) + 1
            assert (each.game, each.player) == (table.game_no, line.who)
            assert each.turn == turns[each.game, each.player]
        next(inputs)
    assert {each.game for each in found} == {1, 2}


def test_what_a_robot_says_for_somebody_is_not_their_decision() -> None:
    table = Whist.play(["ann", "bob", "cid", "dan"], options={"policy": "robot"}, key=b"deal")
    record = played("whist", games=1, policy="robot")
    name = table.names[table.awaited[0]]
    table.apply("", f"LOST {name}", 5.0)
    table.apply("", f"ROBOT {name} {table.legal(table.awaited[0])[0]}", 6.0)
    table.apply("", f"BACK {name}", 7.0)
    other = table.names[table.awaited[0]]
    table.apply(other, str(table.legal(table.awaited[0])[0]), 8.0)
    lines = [RecordLine(who, str(line), at) for who, line, at in table.journal]
    first, second = found_in(replace(record, lines=lines))
    assert (first.player, first.stand_in) == (name, True)
    assert (second.player, second.stand_in) == (other, False)


def test_a_fair_deal_a_preset_and_answers_at_once() -> None:
    party = Party("page_one", 3, "games=1")
    party.play_match()
    assert found_in(read_record(written(party.record(), KEY)))
    hearts = found_in(played("hearts", games=1))
    passes = [each for each in hearts if each.said.startswith("PUT")]
    assert len(passes) == 4
    assert found_in(played("daifugo", "official", games=1))


@pytest.mark.parametrize(
    ("who", "said", "answer"),
    [
        ("ann", "DISCARD S3", ("ann", "DISCARD S3")),
        ("", "ROBOT bob DISCARD S3 S4", ("bob", "DISCARD S3 S4")),
        ("", "TIME bob PASS", ("bob", "PASS")),
        ("", "ROBOT bob", ("bob", "")),
        ("", "TIME", None),
        ("", "LOST bob", None),
    ],
)
def test_an_input_answers_for_one_player_or_nobody(
    who: str, said: str, answer: tuple[str, str] | None
) -> None:
    assert answer_in(RecordLine(who, said, 1.0)) == answer
