"""Daifugo in play: one test per row of its rules, from the pass to the return of S3."""

import pytest

from cardkit.cardgame.climbing import ClimbState
from tests.daifugo_tables import (
    FIVE,
    PRESETS,
    asked,
    can_play,
    deal,
    finish,
    hand,
    position,
    ranking,
    say,
    why_not,
)
from tests.helpers import lines, state_of

WITH_RUNS = PRESETS[1:]


@pytest.mark.parametrize(
    ("preset", "locked"), [("millionaire", False), ("official", False), ("uecda", True)]
)
def test_row_pass_then_play_in_the_same_trick(preset: str, locked: bool) -> None:
    """Pass, then play in the same trick | allowed | allowed | locked out until the field clears |
    `pass_lock`."""
    hands = {"ann": "S4 S9", "bob": "HT C3", "cid": "H6 D3"}
    for options, out in (({}, locked), ({"pass_lock": True}, True), ({"pass_lock": False}, False)):
        table = deal(hands, preset, **options)
        say(table, "S4", "PASS", "H6", "PASS", "PASS")
        assert asked(table) == "ann"
        say(table, "PASS")
        assert (asked(table) == "bob" and can_play(table, "HT")) == (not out)
        while asked(table) != "cid":
            say(table, "PASS")
        say(table, "PASS" if table.piles["table"] else "D3")
        assert state_of(table, ClimbState).passed == 0, "when the field clears, everybody is back"


@pytest.mark.parametrize("needed", [None, False, True])
@pytest.mark.parametrize("preset", PRESETS)
def test_row_field_clears_when(preset: str, needed: bool | None) -> None:
    """Field clears when | all others passed | all others passed | everyone, the leader too, passed
    | `clear_needs_leader_pass`. (The example of seed 002: SK, all others pass.)"""
    options = {} if needed is None else {"clear_needs_leader_pass": needed}
    table = deal({"ann": "SK S4 S5 S2"}, preset, **options)
    say(table, "SK", "PASS", "PASS", "PASS")
    assert table.piles["table"] == ["SK"]
    say(table, "PASS")
    assert asked(table) == "ann"
    if needed or (needed is None and preset == "uecda"):
        assert table.piles["table"] == ["SK"]
        assert lines(table, "ann") == {"DISCARD S2", "PASS"}, "the leader may go higher, too"
        say(table, "PASS")
    assert asked(table) == "ann"
    assert table.piles["table"] == []
    assert "SK" in table.piles["away"]
    assert {"DISCARD S4", "DISCARD S5", "DISCARD S2"} <= lines(table, "ann"), "anything goes"


@pytest.mark.parametrize("preset", PRESETS[:2])
def test_row_pass_when_leading_is_refused(preset: str) -> None:
    """Pass when leading | refused | refused | allowed; … | `lead_pass`."""
    table = deal({"ann": "SK S4"}, preset)
    assert why_not(table, "PASS") == "MUST_LEAD"
    assert "PASS" not in lines(table, "ann")


@pytest.mark.parametrize(("preset", "options"), [("uecda", {}), ("official", {"lead_pass": True})])
def test_row_pass_when_leading(preset: str, options: dict[str, bool]) -> None:
    """… | allowed; 20 in a row ends the game with ranks drawn by lot | `lead_pass`."""
    table = deal({"ann": "SK", "bob": "S4 H4"}, preset, **options)
    say(table, "SK", "PASS", "PASS", "PASS", "PASS")
    say(table, *["PASS"] * 15)
    assert asked(table) == "eve", "each of the four may lead in turn"
    say(table, "PASS", "S4", *["PASS"] * (4 if preset == "uecda" else 3))
    assert asked(table) == "bob", "a play begins the count anew"
    say(table, *["PASS"] * 19)
    assert table.playing
    say(table, "PASS")
    assert not table.playing
    assert ranking(table)[0] == "ann", "who was out before is not drawn"
    assert set(ranking(table)) == set(FIVE)


def test_row_pass_when_leading_draws_lots() -> None:
    """The lots differ from deal to deal."""
    drawn = set()
    for games in range(1, 9):
        table = deal({"ann": "SK S4"}, "uecda", games=9)
        for _ in range(games):
            finish(table, "ann", "bob", "cid", "dee", "eve")
            table.apply("", "START")
        position(table, {n: f"S{r}" for n, r in zip(table.names, "34567", strict=True)})
        say(table, *["PASS"] * 20)
        drawn.add(tuple(ranking(table)))
    assert len(drawn) > 4


@pytest.mark.parametrize("preset", PRESETS)
def test_row_a_player_goes_out(preset: str) -> None:
    """A player goes out | cards stay; if all pass, the next seat after the player who went out
    leads | same | same."""
    table = deal({"ann": "SQ", "bob": "S4 H4", "cid": "SK S5"}, preset)
    say(table, "SQ")
    assert table.piles["table"] == ["SQ"]
    assert asked(table) == "bob"
    beaten = table.copy()
    say(table, "PASS", "PASS", "PASS", "PASS")
    assert table.piles["table"] == []
    assert asked(table) == "bob"
    say(beaten, "PASS", "SK", "PASS", "PASS")
    while beaten.piles["table"]:
        say(beaten, "PASS")
    assert asked(beaten) == "cid", "who has beaten the last card leads"


def test_row_a_player_goes_out_and_so_does_the_next() -> None:
    """The next seat that still has cards leads."""
    hands = {"ann": "S9", "bob": "HT", "cid": "S5 H5", "dee": "H6 D6", "eve": "H7 D7"}
    table = deal(hands)
    say(table, "S9", "HT", "PASS", "PASS", "PASS")
    assert asked(table) == "cid"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_goes_out_on_an_8_or_on_s3_return(preset: str) -> None:
    """Goes out on an 8 or on S3-return | field clears, next seat leads | same | same."""
    table = deal({"ann": "S8"}, preset)
    say(table, "S8")
    assert table.piles["table"] == []
    assert asked(table) == "bob"
    table = deal({"ann": "J1 C9", "bob": "S3"}, preset)
    say(table, "J1", "S3")
    assert hand(table, "bob") == set()
    assert table.piles["table"] == []
    assert asked(table) == "cid"


@pytest.mark.parametrize(("preset", "most"), [("millionaire", 6), ("official", 5), ("uecda", 5)])
def test_row_group_size(preset: str, most: int) -> None:
    """Group size | 1–6 (4 + jokers) | 1–5 | 1–5 | follows from `jokers`."""
    for options, top in (({}, most), ({"jokers": 0}, 4), ({"jokers": 1}, 5), ({"jokers": 2}, 6)):
        cards = ["S5", "H5", "D5", "C5", "J1", "J2"][:top]
        table = deal({"ann": " ".join([*cards, "S9"])}, preset, **options)
        sizes = {len(line.split()) - 1 for line in lines(table, "ann", "DISCARD")}
        assert sizes == set(range(1, top + 1))
        assert can_play(table, " ".join(cards))
        assert why_not(table, "S5 S9") == "NO_COMBINATION"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_group_is_answered_by_a_higher_group_of_its_size(preset: str) -> None:
    """出し方: the same number of cards of one rank, and stronger."""
    table = deal({"ann": "S5 H5 C3", "bob": "D9 C9 H9 H4 D4 C5 D5 S2"}, preset)
    say(table, "S5 H5")
    assert can_play(table, "D9 C9")
    assert why_not(table, "D9 C9 H9") == why_not(table, "S2") == "WRONG_SHAPE"
    assert why_not(table, "H4 D4") == why_not(table, "C5 D5") == "TOO_WEAK"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_revolution(preset: str) -> None:
    """Revolution | ≥4 of a rank | ≥4 | ≥4, or a run of ≥5 | `revolution`, `run_revolution`."""

    def turned(cards: str, **options: int) -> bool:
        table = deal({"ann": f"{cards} S3 S2"}, preset, **options)
        say(table, cards)
        assert state_of(table, ClimbState).reverse == bool(table.facts.get("revolution"))
        return state_of(table, ClimbState).reverse

    assert not turned("S5 H5 D5")
    assert turned("S5 H5 D5 J1")
    assert turned("S5 H5 D5 C5 J1")
    if preset == "millionaire":
        assert turned("S5 H5 D5 C5 J1 J2")
    else:
        assert not turned("H6 H7 H8 H9")
        assert turned("H6 H7 H8 H9 HT") == (preset == "uecda")
        assert turned("H6 H7 J1 H9 HT") == (preset == "uecda")
        assert turned("H6 H7 H8 H9", run_revolution=4)
        assert not turned("H6 H7 H8 H9 HT", run_revolution=0)
    assert turned("S5 H5 D5", revolution=3)
    assert not turned("S5 H5 D5 C5 J1", revolution=0)


@pytest.mark.parametrize("preset", PRESETS)
def test_row_revolution_turns_the_order_round_until_the_next(preset: str) -> None:
    """逆転後: 3 > 4 > … > A > 2; 再び4枚出しが発生すると元に戻る."""
    four = "S5 H5 D5 C5"
    table = deal({"ann": f"{four} S7 CT", "bob": "S4 H4 D4 C4 C6 C9"}, preset)
    say(table, four)
    assert table.view().facts["revolution"] is True
    assert can_play(table, "S4 H4 D4 C4"), "4 beats 5 now"
    again = table.copy()
    while table.piles["table"]:
        say(table, "PASS")
    say(table, "S7")
    assert can_play(table, "C6")
    assert why_not(table, "C9") == "TOO_WEAK"
    say(again, "S4 H4 D4 C4")
    assert "revolution" not in again.facts
    while again.piles["table"]:
        say(again, "PASS")
    say(again, "C6")
    while asked(again) != "ann":
        say(again, "PASS")
    assert can_play(again, "S7")


@pytest.mark.parametrize("preset", PRESETS)
def test_row_revolution_and_lock_end_with_the_game(preset: str) -> None:
    """The next game begins in the usual order, with no suits locked."""
    hands = {"ann": "S5 H5 D5 C5", "bob": "S7", "cid": "S6", "dee": "S4", "eve": "H6"}
    table = deal(hands, preset, lock_after=2)
    say(table, "S5 H5 D5 C5", "PASS", "PASS", "PASS", "PASS", "S7", "S6")
    assert table.facts == {"revolution": True, "lock": "S"}
    say(table, "S4")
    assert not table.playing
    assert set(table.facts) == {"titles"}
    table.apply("", "START")
    table.set_order(range(5))
    position(table, {"ann": "S5 H9", "bob": "D9 C9", "cid": "CQ", "dee": "CK", "eve": "CA"})
    say(table, "S5")
    assert can_play(table, "C9")


def test_row_two_jokers_as_a_pair() -> None:
    """Two jokers as a pair | legal, beat 2-2; S3 cannot answer | – | –."""
    table = deal({"ann": "S2 H2 C9", "bob": "J1 J2 C8", "cid": "S3 H3 D2"}, "millionaire")
    assert can_play(table, "S2 H2")
    say(table, "S2 H2")
    say(table, "J1 J2")
    assert lines(table, "cid") == {"PASS"}


def test_row_two_jokers_as_a_pair_under_revolution() -> None:
    """They beat 3-3, the highest pair then."""
    table = deal({"ann": "C3 H3 C9", "bob": "J1 J2 C8", "cid": "S3 D2"}, "millionaire")
    state_of(table, ClimbState).reverse = True
    say(table, "C3 H3", "J1 J2")
    assert lines(table, "cid") == {"PASS"}


def test_row_two_jokers_do_not_answer_each_other() -> None:
    """A joker does not beat a joker; only S3 beats a lone one."""
    table = deal({"ann": "J1 C9", "bob": "J2 S3 C8"}, "millionaire")
    say(table, "J1")
    assert lines(table, "bob") == {"PASS", "DISCARD S3"}


@pytest.mark.parametrize("preset", PRESETS)
def test_row_runs(preset: str) -> None:
    """Runs (階段) | off | on: ≥3 of one suit | on | `runs`."""
    hands = {"ann": "S5 S6 S7 H9 HT HJ HQ D8 C2"}
    for options, on in (
        ({}, preset != "millionaire"),
        ({"runs": True}, True),
        ({"runs": False}, False),
    ):
        table = deal(hands, preset, **options)
        assert can_play(table, "S5 S6 S7") == can_play(table, "H9 HT HJ HQ") == on
        assert why_not(table, "S5 S6") == "NO_COMBINATION", "two are no run"
        assert why_not(table, "S6 S7 D8") == "NO_COMBINATION", "two suits are no run"
        assert why_not(table, "S5 S7 H9") == "NO_COMBINATION"


@pytest.mark.parametrize("preset", WITH_RUNS)
def test_row_beating_a_run(preset: str) -> None:
    """Beating a run | – | same length, top card higher | same length, every card higher |
    `run_beat` top/disjoint."""
    usual = "top" if preset == "official" else "disjoint"
    for options, beats in (
        ({}, usual),
        ({"run_beat": "top"}, "top"),
        ({"run_beat": "disjoint"}, "disjoint"),
    ):
        bob = "H4 H5 H6 H7 H9 HT HJ D3 D4 D5 C2 D2 S2"
        table = deal({"ann": "S3 S4 S5 S7", "bob": bob}, preset, **options)
        say(table, "S3 S4 S5")
        assert can_play(table, "H9 HT HJ")
        assert can_play(table, "H5 H6 H7") == can_play(table, "H4 H5 H6") == (beats == "top")
        assert why_not(table, "D3 D4 D5") == "TOO_WEAK"
        assert why_not(table, "H4 H5 H6 H7") == "WRONG_SHAPE", "of the same length only"
        assert why_not(table, "C2 D2 S2") == "WRONG_SHAPE", "a group is no answer"
    table = deal({"ann": "S9 ST SJ C4", "bob": "H6 H7 H8 H9 HT HJ HQ"}, preset)
    state_of(table, ClimbState).reverse = True
    say(table, "S9 ST SJ")
    assert can_play(table, "H6 H7 H8")
    assert can_play(table, "H8 H9 HT") == (preset == "official")
    assert why_not(table, "HT HJ HQ") == "TOO_WEAK"


@pytest.mark.parametrize("preset", WITH_RUNS)
def test_row_order_inside_runs(preset: str) -> None:
    """Order inside runs | – | 3…K A 2, no wrap; a joker stands for any one card | same."""
    table = deal({"ann": "SQ SK SA S2 S3 S4 S6 J1"}, preset)
    assert can_play(table, "SQ SK SA")
    assert can_play(table, "SK SA S2")
    assert why_not(table, "SA S2 S3") == why_not(table, "S2 S3 S4") == "NO_COMBINATION"
    assert can_play(table, "S4 J1 S6"), "in the middle"
    assert can_play(table, "J1 SQ SK"), "at the low end"
    assert can_play(table, "SQ SK J1"), "at the high end"
    assert can_play(table, "SQ J1 SA S2"), "for a card that one holds, too"
    ways = {line for line in lines(table, "ann") if set(line.split()[1:]) == {"SA", "S2", "J1"}}
    assert ways == {"DISCARD J1 SA S2"}, "nothing is above 2"
    ways = {line for line in lines(table, "ann") if set(line.split()[1:]) == {"S3", "S4", "J1"}}
    assert ways == {"DISCARD S3 S4 J1"}, "nothing is below 3"


def test_row_order_inside_runs_goes_by_the_place_of_the_joker() -> None:
    """`S4 S5 J1` is not `J1 S4 S5`: what is written is meant."""
    hands = {"ann": "H3 H4 H5 H9", "bob": "S4 S5 J1 C9"}
    table = deal(hands)
    say(table, "H3 H4 H5")
    assert can_play(table, "S4 S5 J1")
    assert why_not(table, "J1 S4 S5") == "TOO_WEAK"
    lead = deal({"ann": "S4 S5 J1 C9"})
    assert can_play(lead, "S4 S5 J1")
    assert can_play(lead, "J1 S4 S5")
    assert why_not(lead, "S5 S4 J1") == "AMBIGUOUS"
