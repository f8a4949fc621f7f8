"""Analysis finds what was lost, marks it where it is no luck, and says what would be better."""

from __future__ import annotations

from json import dumps, loads

import pytest

from cardkit.games.dou_dizhu import DouDizhu
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.whist import Whist
from cardkit.netgame import Amount, Command, NetGame, Seats, pick
from cardkit.registry import bots_of
from cardkit.search import Tree, policy_among
from cardkit.search.analysis import Judgement, Mark, Unjudged, judge, stake_of
from tests.cardgame.test_knowledge import chance, table_of
from tests.daifugo_tables import deal
from tests.games.test_whist import at, trick
from tests.helpers import arrange
from tests.search.test_search import Nim


def judged(table: NetGame, said: str, rollouts: int = 400, seed: object = 1) -> Judgement:
    game, seat = type(table), table.awaited[0]
    known = loads(dumps(table.knowledge(seat)))
    policy = policy_among(bots_of(game).values())
    return judge(game, known, said, seed=seed, policy=policy, rollouts=rollouts)


# --- planted mistakes ----------------------------------------------------------------------------


def test_who_takes_the_wrong_number_of_stones_has_blundered() -> None:
    table = Nim.play(["ann", "bob"])
    table.apply("ann", "TAKE 3")  # seven are left
    wrong, right = judged(table, "TAKE 1", 2000), judged(table, "TAKE 3", 2000)
    assert (wrong.best, wrong.mark) == ("TAKE 3", Mark.BLUNDER)
    assert right.mark is Mark.NONE
    assert right.accuracy == 1 > wrong.accuracy
    assert wrong.stake.unit == "places"


HANDS = (
    "SA SK S4 S3 H2 H3 H4 CA CK C4 C5 D3 D4",
    "S6 S7 HA H6 HK HQ C6 C7 C8 C9 CT D5 D6",
    "DA DK C2 C3 CQ CJ H5 H7 H8 H9 HT HJ D8",
    "S9 ST SJ SQ S2 S5 S8 D9 DT DJ DQ D2 D7",
)


def test_who_trumps_the_ace_of_a_partner_has_erred() -> None:
    table = at(HANDS, trump="D")
    trick(table, "SA", "S6")
    found = judged(table, "DISCARD DA", 1500)
    assert found.best != "DISCARD DA"
    assert found.mark in (Mark.MISTAKE, Mark.BLUNDER)
    assert found.stake.unit == "points"


def test_who_could_go_out_and_passes_has_blundered() -> None:
    hands = {"ann": "S3 S4", "bob": "H5", "cid": "DK", "dee": "DA", "eve": "D2"}
    table = deal(hands)
    table.apply("ann", "DISCARD S3")
    found = judged(table, "PASS", 100)
    assert (found.best, found.mark) == ("DISCARD H5", Mark.BLUNDER)
    assert judged(table, "DISCARD H5", 100).mark is Mark.NONE


def test_who_breaks_up_a_bomb_for_nothing_has_blundered() -> None:
    table = DouDizhu.play(["ann", "bob", "cid"], key=b"bomb")
    landlord = table.names[table.awaited[0]]
    table.apply(landlord, "BID 3")
    others = [name for name in table.names if name != landlord]
    hands = dict(zip(others, ("D5 D7 DT DJ", "C5 C7 CT CJ"), strict=True))
    arrange(table, {landlord: "S9 H9 D9 C9 S3", **hands})
    found = judged(table, "DISCARD S9", 200)
    assert found.mark is Mark.BLUNDER
    assert found.best.split()[1:] in (["C9", "D9", "H9", "S9"], ["S3"])


# --- noise ---------------------------------------------------------------------------------------


def test_random_play_has_many_marks_and_that_of_the_search_none() -> None:
    marks, counts = {True: 0, False: 0}, {True: 0, False: 0}
    for number in range(6):
        table, below = Nim.play(["ann", "bob"]), chance(number)
        while table.playing:
            seat = table.awaited[0]
            said, searches = str(pick(table.legal(seat), below)), seat == number % 2
            if searches:
                search = Tree(Nim, table.knowledge(seat), seed="own")
                search.run(400)
                said = str(search.best())
            found = judged(table, said, 800)
            marks[searches] += found.mark is not Mark.NONE
            counts[searches] += found.why is None
            table.apply(table.names[seat], said)
    assert marks[True] == 0 < counts[True]
    assert marks[False] >= counts[False] / 5


def test_what_is_as_good_has_no_mark_however_long_one_looks() -> None:
    table = at(("S4 H2", "S6 H4", "S9 H9", "ST H6"), trump="D")
    for said in ("DISCARD S4", "DISCARD H2"):
        assert judged(table, said, 800).mark is Mark.NONE


# --- what it is told as --------------------------------------------------------------------------


def test_the_same_seed_judges_the_same() -> None:
    table = table_of(Whist, 6)
    said = str(table.legal(table.awaited[0])[0])
    first, again, other = (judged(table, said, 60, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_it_is_plain_data_with_what_was_said_among_the_choices() -> None:
    table = table_of(Whist, 6)
    said = str(table.legal(table.awaited[0])[-1])
    data = judged(table, said, 100).data()
    assert loads(dumps(data)) == data
    assert data["choices"][0]["command"] == data["best"]
    assert said in [choice["command"] for choice in data["choices"]]


def test_a_game_is_about_the_same_for_all_who_ask() -> None:
    table = table_of(Whist, 6)
    stakes = {stake_of(Whist, table.knowledge(seat), None) for seat in range(4)}
    assert len(stakes) == 1


# --- where there is no opinion -------------------------------------------------------------------


def test_who_had_no_choice_is_not_judged() -> None:
    table = at(("S4 H2", "S6 H4", "S9 H9", "ST H6"))
    trick(table, "S4")
    found = judged(table, "DISCARD S6")
    assert found.why is Unjudged.FORCED
    assert found.data() == {"said": "DISCARD S6", "unjudged": "forced"}


def test_bets_are_not_judged() -> None:
    table = table_of(FlushPoker, 0)
    assert judged(table, "CALL").why is Unjudged.BETS


class Breaks(NetGame):
    """Nobody gets to the second move."""

    title = "Breaks"
    seats = Seats(least=2, most=2)

    def begin(self) -> None:
        self.ask(self.first)

    def offers(self, seat: int) -> list[Amount]:
        return [Amount("TAKE", 1, 3)]

    def act(self, seat: int, command: Command) -> None:
        raise ZeroDivisionError


@pytest.mark.parametrize("rollouts", [1, 50])
def test_a_game_whose_rules_fail_is_not_judged(rollouts: int) -> None:
    table = Breaks.play(["ann", "bob"])
    assert judged(table, "TAKE 1", rollouts).why is Unjudged.BROKEN
