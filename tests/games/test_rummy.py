"""The rules of Rummy, row by row: basic rummy as the usual books of card games have it.

- Ten cards each for two players, seven for three or four, six for five or six; one is turned up.
- A turn: draw from the stock or take the last discard, which is kept for that turn; lay down any
  number of groups and runs of three or more; lay off to any melds; discard.
- The ace is low. The discards are shuffled when the stock is empty.
- Who is out first, with a meld, a lay-off or a discard, gets what the others hold: pictures ten,
  an ace one. Going out in one turn without having laid down a card before counts double.
- A hundred points win the match; the deal passes.
- Variants: one meld a turn; a last discard is due; block rummy ends with the stock, and whoever has
  least wins the difference; round the corner, where an ace counts fifteen.
"""

from __future__ import annotations

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.rummy import Rummy
from cardkit.netgame import Reason
from tests.helpers import arrange, lines, play_out, refusal

NAMES = ["ann", "bob", "cid", "dan", "eve", "fay"]


def turn(table: Rummy) -> str:
    return table.names[table.awaited[0]]


def say(table: Rummy, *said: str) -> None:
    """The players speak in turn."""
    for what in said:
        table.apply(turn(table), what)


def rummy(
    ann: str, top: str = "S9", stock: str = "C9 CT", bob: str = "C2 D5", preset: str = ""
) -> Rummy:
    table = Rummy.play(NAMES[:2], preset)
    arrange(table, {"ann": ann, "bob": bob}, top, stock)
    return table


@pytest.mark.parametrize(("players", "each"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_hands_are_larger_for_fewer_players(players: int, each: int) -> None:
    table = Rummy.play(NAMES[:players])
    assert [len(table.hand(seat)) for seat in table.order] == [each] * players
    assert len(table.piles["table"]) == 1
    assert table.facts["dealer"] == NAMES[players - 1]


def test_a_turn_begins_with_a_draw() -> None:
    table = rummy("S2 S3 S4 D6")
    assert lines(table, "ann") == {"DRAW 1", "DRAW TABLE"}
    for early in ("DISCARD S2", "MELD S2 S3 S4"):
        assert refusal(table, "ann", early).reason in (CardReason.MUST_DRAW, Reason.NOT_NOW)
    say(table, "DRAW 1")
    assert table.piles[0][-1] == "CT"
    assert lines(table, "ann", "DRAW") == set(), "one draw a turn"
    assert len(lines(table, "ann", "DISCARD")) == 5


def test_the_last_discard_may_be_taken_and_is_kept_for_that_turn() -> None:
    table = rummy("S2 S3 S4 D6", top="H7 S9")
    say(table, "DRAW TABLE")
    assert table.piles[0][-1] == "S9"
    assert table.piles["table"] == ["H7"]
    assert lines(table, "ann", "DISCARD") == {f"DISCARD {c}" for c in ("S2", "S3", "S4", "D6")}
    assert refusal(table, "ann", "DISCARD S9").reason == Reason.AGAINST_THE_RULES
    say(table, "DISCARD D6", "DRAW 1", "DISCARD CT", "DRAW 1")
    assert "DISCARD S9" in lines(table, "ann"), "in a later turn it may go"


def test_a_card_just_taken_may_go_when_it_is_the_only_one() -> None:
    table = rummy("S2 S3 S4", top="H7 S9")
    say(table, "DRAW TABLE", "MELD S2 S3 S4", "DISCARD S9")
    assert (table.playing, table.ranking) == (False, (0, 1))


def test_melds_are_groups_and_runs_of_three_or_more_and_the_ace_is_low() -> None:
    table = rummy("SA S2 S3 S4 SQ SK HK DK CK", stock="C9")
    say(table, "DRAW 1")
    melds = {frozenset(line.split()[1:]) for line in lines(table, "ann", "MELD")}
    runs = ({"SA", "S2", "S3"}, {"S2", "S3", "S4"}, {"SA", "S2", "S3", "S4"})
    kings = {"SK", "HK", "DK", "CK"}
    groups = (kings, *(kings - {one} for one in kings))
    assert melds == {frozenset(m) for m in (*runs, *groups)}, "neither SQ SK SA nor K A 2"
    assert refusal(table, "ann", "MELD S2 S3").reason == CardReason.NO_COMBINATION
    say(table, "MELD S4 S2 SA S3")
    assert sorted(table.piles["meld:0"]) == ["S2", "S3", "S4", "SA"]
    assert table.view(1).piles["meld:ann"] == tuple(table.piles["meld:0"]), "face up"
    assert turn(table) == "ann", "melds do not end the turn"
    say(table, "MELD SK HK DK", "DISCARD SQ")
    assert turn(table) == "bob", "a discard does"


def test_cards_are_laid_off_to_the_melds_of_all() -> None:
    table = rummy("S2 S3 S4 D6 H9", bob="S5 SA DK DQ CJ", stock="H2 C8 C9 CT")
    say(table, "DRAW 1", "MELD S2 S3 S4", "DISCARD D6", "DRAW 1")
    assert lines(table, "bob", "LAY") == {"LAY S5 S2", "LAY SA S2"}
    say(table, "LAY S5 S2")
    assert sorted(table.piles["meld:0"]) == ["S2", "S3", "S4", "S5"]
    assert "fits no such meld" in refusal(table, "bob", "LAY DK S2").text()
    say(table, "LAY SA S2", "DISCARD CJ")


@pytest.mark.parametrize("name", ["S2", "S3", "s4"])
def test_any_card_of_a_meld_names_it(name: str) -> None:
    table = rummy("S2 S3 S4 D6 H9", bob="S5 SA DK DQ CJ", stock="H2 C8 C9 CT")
    say(table, "DRAW 1", "MELD S2 S3 S4", "DISCARD D6", "DRAW 1")
    assert "fits no such meld" in refusal(table, "bob", f"LAY DK {name}").text()
    say(table, f"LAY S5 {name}")
    assert table.journal[-1][1] == "LAY S5 S2", "one command for all of them"
    assert sorted(table.piles["meld:0"]) == ["S2", "S3", "S4", "S5"]


@pytest.mark.parametrize(
    ("ann", "said"),
    [
        ("S2 S3 S4", ["MELD S2 S3 S4", "DISCARD C9"]),
        ("S2 S3 S4 D9 H9", ["MELD S2 S3 S4", "MELD C9 H9 D9"]),
        ("S2 S3 S4 C7 C8 CT SA", ["MELD S2 S3 S4", "MELD C7 C8 C9", "LAY CT C7", "LAY SA S2"]),
    ],
    ids=["a discard", "a meld", "a lay-off"],
)
def test_who_is_out_first_gets_what_the_others_hold(ann: str, said: list[str]) -> None:
    table = Rummy.play(NAMES[:3])
    arrange(table, {"ann": ann, "bob": "DA CK HT", "cid": "D5 D2"}, "S9", "C9")
    say(table, "DRAW 1")
    for line in said:
        cards = line.split()[1:]
        say(table, next(o for o in lines(table, "ann") if sorted(o.split()[1:]) == sorted(cards)))
    assert not table.playing
    assert table.ranking == (0, 2, 1), "then by the points in the hand"
    assert table.scores == [2 * (21 + 7), 0, 0], "all in one turn: double"
    assert table.view().hands == ((), ("CK", "DA", "HT"), ("D2", "D5")), "what counts is shown"
    table.apply("", "START")
    assert turn(table) == "bob", "the next player begins"


def test_going_out_counts_once_for_who_has_laid_down_cards_before() -> None:
    table = rummy("S2 S3 S4 S5", bob="HK", stock="S6 C9 CT")
    say(table, "DRAW 1", "MELD S2 S3 S4", "DISCARD CT", "DRAW 1", "DISCARD C9")
    say(table, "DRAW 1", "LAY S5 S2", "LAY S6 S2")
    assert (table.playing, table.scores) == (False, [10, 0])


def test_the_table_is_shuffled_into_an_empty_stock() -> None:
    table = rummy("S2 S3", top="H2 H3 H4 S9", stock="")
    say(table, "DRAW 1")
    assert table.piles[0][-1] in ("H2", "H3", "H4")
    assert table.piles["table"] == ["S9"]


def test_a_hundred_points_win_the_match() -> None:
    table = rummy("S2 S3 S4", bob="CK HT")
    table.scores = [61, 70]
    say(table, "DRAW 1", "MELD S2 S3 S4", "DISCARD CT")
    assert (table.scores, table.match_over) == ([101, 70], True)


def test_one_meld_in_a_turn() -> None:
    table = rummy("S2 S3 S4 DK CK HK", preset="one_meld")
    say(table, "DRAW 1", "MELD S2 S3 S4")
    assert lines(table, "ann", "MELD") == set()
    assert refusal(table, "ann", "MELD DK CK HK").reason == Reason.NOT_NOW


def test_with_a_final_discard_a_card_is_kept_for_it() -> None:
    table = rummy("S2 S3", stock="C9 S4", preset="final_discard")
    say(table, "DRAW 1")
    assert lines(table, "ann", "MELD") == set()
    assert "keep a card for the discard" in refusal(table, "ann", "MELD S2 S3 S4").text()
    assert "MELD S2 S3 S4" in lines(rummy_after_draw("basic"), "ann")


def rummy_after_draw(preset: str) -> Rummy:
    table = rummy("S2 S3", stock="C9 S4", preset=preset)
    say(table, "DRAW 1")
    return table


def test_block_rummy_ends_with_the_stock_and_the_least_hand_wins_the_difference() -> None:
    table = rummy("S2 HK", bob="C2 D5", stock="CT", preset="block")
    say(table, "DRAW 1", "DISCARD HK")
    assert not table.playing
    assert (table.ranking, table.scores) == ((1, 0), [0, 12 - 7])


def test_round_the_corner_a_run_goes_on_over_the_ace_which_counts_fifteen() -> None:
    table = rummy("SK SA S2", bob="DA", preset="round_the_corner", stock="D7")
    say(table, "DRAW 1", "MELD SK SA S2", "DISCARD D7")
    assert table.scores == [2 * 15, 0]


def test_every_game_ends() -> None:
    for seed in range(4):
        table = Rummy.play(NAMES[: 2 + seed % 3], key=bytes([seed]), options={"turn_limit": 60})
        play_out(table, seed)
        held = [sum(min(c.level + 1, 10) for c in table.hand(seat)) for seat in table.ranking]
        assert held == sorted(held)
        assert sum(table.scores) % (sum(held) - len(held) * held[0]) == 0


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(Rummy)
    for sentence in (
        "Cards for each player by how many play: 10 for 2, 7 for 3, 7 for 4, 6 for 5, 6 for 6.",
        "LAY off cards on any melds that they fit.",
        "You may go out without a discard.",
        "If you go out in one turn without having laid down a card before, the game counts double.",
        "The player who has least left wins, and gets what each of the others has left more.",
        "A match ends when a player has 100 points.",
    ):
        assert f"- {sentence}\n" in sheet
    assert "A 15, a picture 10, any other card its number." in rule_sheet(Rummy, "round_the_corner")
