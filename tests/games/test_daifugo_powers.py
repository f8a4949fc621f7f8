"""Daifugo's special cards: one test per row of its rules, from the 8-cut to the 11-back."""

import pytest

from cardkit.cardgame.climbing import ClimbState
from tests.daifugo_tables import PRESETS, asked, can_play, deal, say, why_not
from tests.helpers import lines, state_of

WITH_RUNS = PRESETS[1:]
LOCKING = PRESETS[1:]


@pytest.mark.parametrize("preset", PRESETS)
def test_row_8_cut(preset: str) -> None:
    """8-cut | yes | yes, in runs too | yes, in runs too | `eight_cut`, `eight_cut_runs`."""

    def clears(cards: str, **options: bool) -> bool:
        table = deal({"ann": f"{cards} D4 C5"}, preset, **options)
        say(table, cards)
        assert (asked(table) == "ann") == (not table.piles["table"])
        return not table.piles["table"]

    for cards in ("S8", "S8 H8", "S8 H8 J1", "S8 H8 D8 C8"):
        assert clears(cards)
        if preset != "millionaire":  # which has no runs
            assert clears(cards, eight_cut_runs=False)
        assert not clears(cards, eight_cut=False)
    assert not clears("S9")
    assert not clears("J1")
    for run in ("H6 H7 H8", "H8 H9 HT HJ"):
        assert clears(run, runs=True)
        assert not clears(run, runs=True, eight_cut_runs=False)
        assert not clears(run, runs=True, eight_cut=False)
    assert not clears("H9 HT HJ", runs=True)


@pytest.mark.parametrize("preset", PRESETS)
def test_row_8_cut_as_an_answer(preset: str) -> None:
    """An 8 must beat the field, as any card; then its player leads anything."""
    table = deal({"ann": "S7 S9 C3", "bob": "H8 D8 S4 H4"}, preset)
    beaten = table.copy()
    say(table, "S7", "H8")
    assert asked(table) == "bob"
    assert set(table.piles["away"]) >= {"S7", "H8"}
    assert can_play(table, "S4 H4")
    say(beaten, "S9")
    assert why_not(beaten, "H8") == "TOO_WEAK"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_8_cut_and_revolution_at_once(preset: str) -> None:
    """Four 8s turn the order round and clear the field."""
    table = deal({"ann": "S8 H8 D8 C8 S7"}, preset)
    say(table, "S8 H8 D8 C8")
    assert asked(table) == "ann"
    assert table.facts["revolution"] is True


@pytest.mark.parametrize(("preset", "usual"), [("millionaire", 0), ("official", 2), ("uecda", 2)])
def test_row_suit_lock(preset: str, usual: int) -> None:
    """Suit lock (縛り) | off | after 2 plays of the same suits (sets equal), until the field
    clears; a lone joker ignores it | same | `lock_after` 0/2/3."""
    hands = {"ann": "S5 C4", "bob": "S7 C3", "cid": "S9 ST H9", "dee": "SQ HQ J1"}
    for options in ({}, {"lock_after": 0}, {"lock_after": 2}, {"lock_after": 3}):
        after = options.get("lock_after", usual)
        table = deal(hands, preset, **options)
        say(table, "S5", "S7")
        assert table.facts.get("lock") == ("S" if after == 2 else None)
        assert can_play(table, "S9")
        assert why_not(table, "H9") == ("SUIT_LOCKED" if after == 2 else "")
        say(table, "S9")
        assert table.facts.get("lock") == ("S" if after else None)
        assert can_play(table, "SQ")
        assert can_play(table, "HQ") == (not after)
        assert can_play(table, "J1"), "a lone joker ignores it"


@pytest.mark.parametrize("preset", LOCKING)
def test_row_suit_lock_ends_when_the_field_clears(preset: str) -> None:
    """… until the field clears."""
    table = deal({"ann": "S5 C4", "bob": "S7 H3 C9", "cid": "H4 D4"}, preset)
    say(table, "S5", "S7", "PASS", "PASS", "PASS", "PASS")
    if preset == "uecda":
        say(table, "PASS")
    assert "lock" not in table.facts
    say(table, "H3")
    assert can_play(table, "D4")
    assert can_play(table, "H4")


@pytest.mark.parametrize("preset", LOCKING)
def test_row_suit_lock_needs_equal_sets(preset: str) -> None:
    """… the same suits (sets equal): one suit in common is not enough."""
    hands = {"ann": "S5 H5 C3", "bob": "S7 D7 H7 C4", "cid": "D9 S9 C9"}
    table = deal(hands, preset)
    say(table, "S5 H5")
    other = table.copy()
    say(table, "S7 D7")
    assert "lock" not in table.facts
    say(table, "D9 S9")
    assert table.facts["lock"] == "DS"
    say(other, "S7 H7")
    assert other.facts["lock"] == "HS"
    assert why_not(other, "D9 S9") == "SUIT_LOCKED"


@pytest.mark.parametrize("preset", LOCKING)
def test_row_suit_lock_counts_plays_in_a_row(preset: str) -> None:
    """Another suit in between begins the count anew."""
    table = deal({"ann": "S5 C4", "bob": "H6 C3", "cid": "S9 S4", "dee": "SQ HQ"}, preset)
    say(table, "S5", "H6", "S9")
    assert "lock" not in table.facts
    say(table, "SQ")
    assert table.facts["lock"] == "S"


@pytest.mark.parametrize("preset", LOCKING)
def test_row_suit_lock_of_runs(preset: str) -> None:
    """Two runs of a suit lock it; a joker in one of them is a card of that suit."""
    hands = {"ann": "S3 S4 S5 C4", "bob": "S9 ST J1 C3", "cid": "HQ HK HA SQ SK SA"}
    table = deal(hands, preset)
    say(table, "S3 S4 S5", "S9 ST J1")
    assert table.facts["lock"] == "S"
    assert can_play(table, "SQ SK SA")
    assert why_not(table, "HQ HK HA") == "SUIT_LOCKED"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_joker_under_revolution(preset: str) -> None:
    """Joker under revolution | still highest | same | same."""
    table = deal({"ann": "S4 C3 H3 D4", "bob": "J1 S2 H2", "cid": "S3 D3"}, preset)
    state_of(table, ClimbState).reverse = True
    pair = table.copy()
    say(table, "C3")
    assert lines(table, "bob") == {"DISCARD J1", "PASS"}, "it beats a 3, the highest card then"
    say(table, "J1")
    assert lines(table, "cid") == {"DISCARD S3", "PASS"}
    say(pair, "S4 D4")
    assert not can_play(pair, "S2 H2")
    assert not can_play(pair, "S2 J1"), "beside a 2 it is a 2"


@pytest.mark.parametrize(
    ("preset", "usual"), [("millionaire", "on"), ("official", "on"), ("uecda", "ignores_lock")]
)
def test_row_s3_return(preset: str, usual: str) -> None:
    """S3 return | beats a lone joker, clears the field, leads | same | same, ignores the lock; not
    after passing | `spade3`."""
    table = deal({"ann": "J1 C9 H9", "bob": "S3 H3 S4 H4", "cid": "S2"}, preset)
    assert table.house.spade3 == usual
    say(table, "J1")
    assert lines(table, "bob") == {"DISCARD S3", "PASS"}, "not H3, not a 2"
    say(table, "S3")
    assert asked(table) == "bob"
    assert table.piles["table"] == []
    assert can_play(table, "S4 H4"), "it leads anything"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_s3_return_answers_a_lone_joker_only(preset: str) -> None:
    """A joker beside another card is that card; S3 is a plain 3 everywhere else."""
    table = deal({"ann": "SK J1 H9 C9", "bob": "S3 H3 S5"}, preset)
    single = table.copy()
    say(table, "SK J1")
    assert lines(table, "bob") == {"PASS"}
    say(single, "H9")
    assert why_not(single, "S3") == "TOO_WEAK"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_s3_return_can_be_off(preset: str) -> None:
    """`spade3` off: nothing beats a lone joker."""
    table = deal({"ann": "J1 C9", "bob": "S3 H3"}, preset, spade3="off")
    say(table, "J1")
    assert lines(table, "bob") == {"PASS"}


@pytest.mark.parametrize("preset", LOCKING)
def test_row_s3_return_and_the_lock(preset: str) -> None:
    """… | same | same, ignores the lock: with hearts locked S3 answers only there; with spades
    locked it always does."""
    for suit in "HS":
        hands = {"ann": f"{suit}5 C9", "bob": f"{suit}7 C3", "cid": "J1 C4", "dee": "S3 D3"}
        for options in ({}, {"spade3": "on"}, {"spade3": "ignores_lock"}):
            table = deal(hands, preset, **options)
            say(table, f"{suit}5", f"{suit}7", "J1")
            assert table.facts["lock"] == suit
            free = options.get("spade3") == "ignores_lock" or (not options and preset == "uecda")
            assert can_play(table, "S3") == (free or suit == "S")


def test_row_s3_return_not_after_passing() -> None:
    """… | not after passing: in uecda who has passed is not asked again; elsewhere they are."""
    hands = {"ann": "S4 C9", "bob": "S3 H9", "cid": "J1 C4"}
    for preset in PRESETS:
        table = deal(hands, preset)
        say(table, "S4", "PASS", "J1", "PASS", "PASS", "PASS")
        assert can_play(table, "S3") == (preset != "uecda")
        assert asked(table) == ("cid" if preset == "uecda" else "bob")


@pytest.mark.parametrize("preset", LOCKING)
def test_row_a_joker_in_a_group_and_the_lock(preset: str) -> None:
    """A joker in a group and the lock | fits any suit of the lock, never starts one | same."""
    hands = {"ann": "S5 H5 C3", "bob": "S7 H7 C4", "cid": "S9 H9 D9 J1", "dee": "SJ HJ DJ"}
    table = deal(hands, preset)
    say(table, "S5 H5", "S7 H7")
    assert can_play(table, "S9 H9")
    assert can_play(table, "S9 J1")
    assert can_play(table, "H9 J1")
    assert why_not(table, "D9 J1") == "SUIT_LOCKED"
    say(table, "S9 J1")
    assert table.facts["lock"] == "HS", "it stays locked"
    assert can_play(table, "SJ HJ")
    assert why_not(table, "SJ DJ") == "SUIT_LOCKED"


@pytest.mark.parametrize("preset", LOCKING)
def test_row_a_joker_in_a_group_starts_no_lock(preset: str) -> None:
    """… never starts one: not as the second play, and not as the first."""
    hands = {"ann": "S5 H5 C3", "bob": "S7 J1 C4", "cid": "S9 H9 D9", "dee": "SJ HJ DJ"}
    table = deal(hands, preset)
    say(table, "S5 H5", "S7 J1")
    assert "lock" not in table.facts
    say(table, "S9 H9")
    assert "lock" not in table.facts
    say(table, "SJ HJ")
    assert table.facts["lock"] == "HS"
    two = deal({"ann": "S5 J1 C3", "bob": "S7 J2 C4", "cid": "H9 D9"}, preset, jokers=2)
    say(two, "S5 J1", "S7 J2")
    assert "lock" not in two.facts
    assert can_play(two, "H9 D9")


@pytest.mark.parametrize("preset", WITH_RUNS)
def test_row_a_joker_standing_for_an_8_or_a_j_in_a_run(preset: str) -> None:
    """A joker standing for an 8 or a J in a run | counts as that card | same | same."""

    def played(cards: str, **options: bool) -> tuple[bool, bool]:
        table = deal({"ann": f"{cards} D4 C5"}, preset, **options)
        say(table, cards)
        return not table.piles["table"], "eleven_back" in table.facts

    assert played("S7 J1 S9") == (True, False)
    assert played("S6 S7 J1") == (True, False)
    assert played("J1 S6 S7") == (False, False), "a 5 here"
    assert played("S7 J1 S9", eight_cut_runs=False) == (False, False)
    assert played("ST J1 SQ", eleven_back=True) == (False, True)
    assert played("J1 SQ SK", eleven_back=True) == (False, True)
    assert played("SQ SK J1", eleven_back=True) == (False, False), "an ace here"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_11_back(preset: str) -> None:
    """11-back | off | off | off | `eleven_back`; XOR with revolution, until the field clears."""
    hands = {"ann": "SJ S9 C3", "bob": "HT HQ D4", "cid": "C4 C9"}
    off = deal(hands, preset)
    say(off, "SJ")
    assert can_play(off, "HQ")
    for revolution in (False, True):
        table = deal(hands, preset, eleven_back=True)
        state_of(table, ClimbState).reverse = revolution
        say(table, "SJ")
        assert table.facts["eleven_back"] is True
        assert can_play(table, "HT") == (not revolution)
        assert can_play(table, "HQ") == revolution
        while table.piles["table"]:
            say(table, "PASS")
        assert "eleven_back" not in table.facts
        say(table, "S9")
        assert can_play(table, "HT") == (not revolution), "as before"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_11_back_with_four_jacks(preset: str) -> None:
    """Four Js turn the order round twice: at once as before, and after that the other way."""
    table = deal(
        {"ann": "SJ HJ DJ CJ S9", "bob": "HT H4", "eve": "CA DA"}, preset, eleven_back=True
    )
    say(table, "SJ HJ DJ CJ")
    assert table.facts == {"revolution": True, "eleven_back": True}
    assert not state_of(table, ClimbState).reverse
    while table.piles["table"]:
        say(table, "PASS")
    assert table.facts == {"revolution": True}
    assert state_of(table, ClimbState).reverse


@pytest.mark.parametrize("preset", WITH_RUNS)
def test_row_11_back_ends_with_an_8_in_the_same_run(preset: str) -> None:
    """8-9-T-J clears the field, so the order is as before at once."""
    table = deal({"ann": "S8 S9 ST SJ S7", "bob": "HT H4"}, preset, eleven_back=True)
    say(table, "S8 S9 ST SJ")
    assert asked(table) == "ann"
    assert table.facts == {}
    assert not state_of(table, ClimbState).reverse
