"""The rules of Seven Bridge (セブンブリッジ), row by row, as they are usually played in Japan.

- 52 cards, seven each, none turned up; the ace is low in runs.
- A turn: draw from the stock; lay down melds; lay off (付け札), but only after a meld of one's own;
  discard. The discards are shuffled when the stock is empty.
- A meld is three of a rank or three of a suit in a row. A seven is also a meld alone, with another
  seven, or with the six or eight of its suit.
- A discard is taken out of turn with PON, by anybody, for three or four of a rank, or with CHI, by
  the next player alone, for a run; PON comes first. It is laid down at once; then the caller goes
  on as after a draw, and the players between lose their turn.
- The first empty hand ends the game. What is left counts against the others, as in the leaflet of
  the Japanese packs: an ace and the pictures ten, others their number, and double for each seven.
  All counts double against who goes out in one turn without having laid down a card before.
- The lowest score after five games wins.
- All are told who can call, and nobody else is asked; in the variant "secret" all are.
- Further variants: the last card must be discarded; no calls in the
  first round. Rules with a joker are left out.
"""

from __future__ import annotations

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.seven_bridge import SevenBridge
from cardkit.netgame import Reason
from tests.helpers import arrange, lines, play_out, refusal

NAMES = ["ann", "bob", "cid", "dan"]


def bridge(
    ann: str, bob: str = "HK", cid: str = "DK", stock: str = "C2 C3 C4", preset: str = "secret"
) -> SevenBridge:
    """Ann is to draw."""
    table = SevenBridge.play(NAMES[:3], preset)
    arrange(table, {"ann": ann, "bob": bob, "cid": cid}, "", stock)
    table.listening = True
    return table


def drawn(ann: str, bob: str = "HK", cid: str = "DK", preset: str = "secret") -> SevenBridge:
    """Ann has drawn the four of clubs."""
    table = bridge(ann, bob, cid, preset=preset)
    table.apply("ann", "DRAW 1")
    return table


def after_draw(ann: str, preset: str) -> SevenBridge:
    table = bridge(ann, stock="S8", preset=preset)
    table.apply("ann", "DRAW 1")
    return table


def all_leave(table: SevenBridge) -> None:
    for seat in table.awaited:
        table.apply(table.names[seat], "LEAVE")


def test_seven_cards_each_and_none_turned_up() -> None:
    table = SevenBridge.play(NAMES)
    assert [len(table.hand(seat)) for seat in table.order] == [7] * 4
    assert not table.piles["table"]
    assert lines(table, "ann") == {"DRAW 1"}


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("S7", {"S7"}),
        ("S7 H7", {"S7", "H7", "S7 H7"}),
        ("S6 S7", {"S7", "S6 S7"}),
        ("S7 S8", {"S7", "S7 S8"}),
        ("S7 H8", {"S7"}),
        ("S6 S8", set()),
        ("S5 S6 S7", {"S7", "S6 S7", "S5 S6 S7"}),
        ("S9 H9 D9", {"S9 H9 D9"}),
        ("S9 H9", set()),
        ("SQ SK SA", set()),
        ("SA S2 S3", {"SA S2 S3"}),
    ],
)
def test_melds_are_of_three_cards_but_a_seven_needs_fewer(hand: str, melds: set[str]) -> None:
    found = {" ".join(sorted(line.split()[1:])) for line in lines(drawn(hand), "ann", "MELD")}
    assert found == {" ".join(sorted(meld.split())) for meld in melds}


def test_cards_are_laid_off_only_after_a_meld_of_ones_own() -> None:
    table = drawn("S2 S3 S4 D6 D9", bob="S5 S7 HK")
    table.apply("ann", "MELD S2 S3 S4")
    table.apply("ann", "DISCARD D9")
    all_leave(table)
    table.apply("bob", "DRAW 1")
    assert lines(table, "bob", "LAY") == set()
    assert "a meld of your own first" in refusal(table, "bob", "LAY S5 S2").text()
    table.apply("bob", "MELD S7")
    assert lines(table, "bob", "LAY") == {"LAY S5 S2"}


def test_a_lone_seven_grows_either_way() -> None:
    table = drawn("S7 S8 H7 D9")
    table.apply("ann", "MELD S7")
    assert lines(table, "ann", "LAY") == {"LAY S8 S7", "LAY H7 S7"}
    table.apply("ann", "LAY S8 S7")
    assert lines(table, "ann", "LAY") == set(), "now it is a run"


def test_after_a_discard_all_others_are_asked_in_secret() -> None:
    table = drawn("S2 S9 D5", bob="H9 D9 C5", cid="HK D4")
    told = table.apply("ann", "DISCARD S9")
    assert all(event.kind != "CALLABLE" for event in told)
    assert set(table.awaited) == {1, 2}
    assert lines(table, "bob") == {"PON D9 H9", "LEAVE"}
    assert lines(table, "cid") == {"LEAVE"}


def test_pon_takes_the_discard_for_a_group_and_skips_the_players_between() -> None:
    table = drawn("S2 S9 D5", bob="HK D4", cid="H9 D9 C5 C6")
    table.apply("ann", "DISCARD S9")
    table.apply("bob", "LEAVE")
    table.apply("cid", "PON D9 H9")
    assert sorted(table.piles["meld:2"]) == ["D9", "H9", "S9"]
    assert not table.piles["table"]
    assert table.awaited == (2,)
    assert lines(table, "cid") == {"DISCARD C5", "DISCARD C6"}, "as after a draw"
    table.apply("cid", "DISCARD C5")
    all_leave(table)
    assert table.awaited == (0,), "after the caller"


def test_chi_takes_the_discard_for_a_run_and_only_the_next_player_may() -> None:
    table = drawn("S2 S9 D5", bob="ST SJ C8", cid="S7 S8 C5")
    table.apply("ann", "DISCARD S9")
    assert lines(table, "bob") == {"CHI ST SJ", "LEAVE"}
    assert lines(table, "cid") == {"LEAVE"}
    table.apply("cid", "LEAVE")
    table.apply("bob", "CHI ST SJ")
    assert sorted(table.piles["meld:1"]) == ["S9", "SJ", "ST"]
    assert table.awaited == (1,)


def test_pon_comes_before_chi() -> None:
    table = drawn("S2 S9 D5", bob="ST SJ C8", cid="H9 D9 C5")
    table.apply("ann", "DISCARD S9")
    table.apply("bob", "CHI ST SJ")
    table.apply("cid", "PON D9 H9")
    assert table.awaited == (2,)
    assert table.hand(1) == ["ST", "SJ", "C8"]


def test_if_all_leave_it_the_next_player_draws() -> None:
    table = drawn("S2 S9 D5")
    table.apply("ann", "DISCARD S9")
    all_leave(table)
    assert table.awaited == (1,)
    assert lines(table, "bob") == {"DRAW 1"}, "the discard itself is never drawn"


def test_a_call_opens_the_way_to_lay_off() -> None:
    table = drawn("S2 S3 S4 S9 D5", bob="H9 D9 S5 C8")
    table.apply("ann", "MELD S2 S3 S4")
    table.apply("ann", "DISCARD S9")
    table.apply("bob", "PON D9 H9")
    table.apply("cid", "LEAVE")
    assert "LAY S5 S2" in lines(table, "bob")


def test_refusals_say_what_would_be_right() -> None:
    table = drawn("S2 S9 D5", bob="H9 D9 C8")
    table.apply("ann", "DISCARD S9")
    wrong = refusal(table, "bob", "PON H9 C8")
    assert wrong.reason == CardReason.NO_COMBINATION
    assert "H9 C8 and S9 are no meld for PON. You may say: PON D9 H9" in wrong.text()
    early = refusal(table, "bob", "DRAW 1")
    assert early.reason == Reason.NOT_NOW
    assert "take the discard if you can, or LEAVE it" in early.text()


@pytest.mark.parametrize(
    ("bob", "points"), [("DA", 10), ("DQ D3", 13), ("D7", 14), ("D7 H7 D2", 16 * 4)]
)
def test_what_is_left_counts_and_each_seven_doubles_it(bob: str, points: int) -> None:
    table = bridge("S2 S3 S4 H6", bob, "DK", stock="S5 C2 C3 C4")
    table.apply("ann", "DRAW 1")
    table.apply("ann", "MELD S2 S3 S4")
    table.apply("ann", "DISCARD C4")
    for name, card in (("bob", "C3"), ("cid", "C2")):
        all_leave(table)
        table.apply(name, "DRAW 1")
        table.apply(name, f"DISCARD {card}")
    all_leave(table)
    for said in ("DRAW 1", "LAY S5 S2", "DISCARD H6"):
        table.apply("ann", said)
    assert (table.playing, table.scores) == (False, [0, points, 10])
    assert table.ranking[0] == 0


def test_all_counts_double_against_who_goes_out_in_one_turn() -> None:
    table = drawn("S2 S3 S4", "DQ D3", "DK")
    table.apply("ann", "MELD S2 S3 S4")
    table.apply("ann", "DISCARD C4")
    assert table.scores == [0, 26, 20]


def test_one_goes_out_without_a_discard_unless_that_is_the_rule() -> None:
    assert "MELD S7 S8" in lines(after_draw("S7", "standard"), "ann")
    assert "MELD S7 S8" not in lines(after_draw("S7", "final_discard"), "ann")
    table = drawn("S2 S9 D5", bob="H9 D9", preset="final_discard")
    table.apply("ann", "DISCARD S9")
    assert lines(table, "bob") == {"DRAW 1"}, "a card is kept for the discard"


def test_where_only_those_who_can_call_are_asked_all_are_told() -> None:
    table = drawn("S2 S9 D5", bob="H9 D9 C5", preset="standard")
    told = [event.words(2) for event in table.apply("ann", "DISCARD S9")]
    assert ("CALLABLE", "bob") in told
    assert table.awaited == (1,)
    table.apply("bob", "LEAVE")
    table.apply("bob", "DRAW 1")
    table.apply("bob", "DISCARD C5")
    assert table.awaited == (2,), "nobody can call, and nobody is asked"


def test_a_slow_start_has_no_calls_in_the_first_round() -> None:
    table = drawn("S2 S9 D5", bob="H9 D9 C5", preset="slow_start")
    for name, card in (("ann", "S9"), ("bob", "C5"), ("cid", "DK")):
        if name != "ann":
            table.apply(name, "DRAW 1")
        table.apply(name, f"DISCARD {card}")
    assert table.awaited == (0,)
    arrange(table, {"ann": "S2 SQ", "bob": "HQ DQ C5", "cid": "D4"}, "", "C9 CT")
    table.apply("ann", "DRAW 1")
    table.apply("ann", "DISCARD SQ")
    assert lines(table, "bob") == {"PON DQ HQ", "LEAVE"}


def test_the_lowest_score_after_five_games_wins() -> None:
    table = SevenBridge.play(NAMES[:2], options={"each": 2}, key=b"bridge")
    for _ in range(5):
        play_out(table)
        if not table.match_over:
            table.apply("", "START")
    assert table.match_over
    best = table.standings()[0][1]
    assert table.scores[best] == min(table.scores)


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(SevenBridge)
    for sentence in (
        "You may LAY off cards only after a meld of your own.",
        "The next player may take a discard for a run with CHI; a PON comes first.",
        "Cards left in the hand count: A 10, a picture 10, any other card its number.",
        "For each seven that is left in a hand, what is left there counts double.",
        "The lowest score wins the match.",
    ):
        assert f"- {sentence}\n" in sheet
    assert "Nobody takes discards in the first round." in rule_sheet(SevenBridge, "slow_start")
    assert "all are told who can" in rule_sheet(SevenBridge)
