"""The worked examples of the two documents that Daifugo is taken from."""

import pytest

from cardkit.games.daifugo import Daifugo
from tests.daifugo_tables import FIVE, asked, can_play, deal, finish, hand, position, say
from tests.helpers import lines


@pytest.mark.parametrize(
    ("field", "answer"),
    [
        ("S7", "H9"),
        ("CK", "SA"),
        ("S5 H5", "D9 C9"),
        ("C7 H7 D7", "SJ HJ DJ"),
        ("S3 S4 S5", "H7 H8 H9"),
    ],
)
def test_seed_002_what_beats_the_field(field: str, answer: str) -> None:
    """場にカードがある場合: the same number of cards, the same kind, stronger."""
    others = {"cid": "D3", "dee": "C4", "eve": "D4"}
    table = deal({"ann": f"{field} C3", "bob": f"{answer} S2 H2 D2 C2", **others})
    back = deal({"ann": f"{answer} C3", "bob": f"{field} C2", **others})
    say(table, field)
    assert can_play(table, answer)
    assert not can_play(table, "S2 H2 D2 C2")
    say(back, answer)
    if asked(back) == "bob":  # an 8 in the run clears the field
        assert not can_play(back, field)


def test_seed_002_anything_beats_a_3() -> None:
    """場に♥3 → 任意のカードを出せる."""
    table = deal({"ann": "H3 H4", "bob": "S4 D5 C6 H7 S8 D9 CT HJ SQ HK SA H2 J1"})
    say(table, "H3")
    assert len(lines(table, "bob", "DISCARD")) == 13


@pytest.mark.parametrize("cards", ["S7 H7", "DK CK SK", "S5 H5 D5 C5", "S5 S6 S7", "H9 HT HJ HQ"])
def test_seed_002_kinds_of_play(cards: str) -> None:
    """複数枚出し, 階段出し."""
    assert can_play(deal({"ann": f"{cards} D4", "dee": "H3"}), cards)


def test_seed_002_the_field_clears() -> None:
    """プレイヤー1: ♠K, プレイヤー2, 3, 4: パス → 場が流れる, プレイヤー1が新たに出す."""
    table = Daifugo.play(FIVE[:4], key=b"x")
    position(table, {"ann": "SK S3 H3", "bob": "SA D3", "cid": "S2 C3", "dee": "J1 C4"})
    say(table, "SK", "PASS", "PASS", "PASS")
    assert asked(table) == "ann"
    assert table.piles["table"] == []
    assert can_play(table, "S3 H3")


def test_seed_002_suit_lock() -> None:
    """♠5, ♠7 → スペード縛り, ♠9のみ出せる."""
    table = deal({"ann": "S5 C3", "bob": "S7 C4", "cid": "S9 H9 D9 CQ"})
    say(table, "S5", "S7")
    assert lines(table, "cid") == {"DISCARD S9", "PASS"}


def test_seed_002_pass_is_always_possible_and_sometimes_forced() -> None:
    """出せるカードがあってもパスできる; 出せるカードがない場合は必然的にパス."""
    table = deal({"ann": "SK C3", "bob": "SA C4", "cid": "S5 H5"})
    say(table, "SK")
    assert lines(table, "bob") == {"DISCARD SA", "PASS"}
    say(table, "PASS")
    assert lines(table, "cid") == {"PASS"}


def test_seed_000_a_set_of_ten_games() -> None:
    """各ゲーム 2 1 0 -1 -2; 最終ゲームは 10 5 0 -5 -10 も加算する(通常ポイントも加算する)."""
    ends = (
        "ann bob cid dee eve",
        "bob ann cid dee eve",
        "cid ann bob eve dee",
        "ann bob cid dee eve",
        "eve dee cid bob ann",
        "ann cid bob dee eve",
        "bob ann cid eve dee",
        "dee ann cid bob eve",
        "ann bob cid dee eve",
        "eve ann bob cid dee",
    )
    table = Daifugo(preset="millionaire", key=b"x")
    for name in FIVE:
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    for order in ends:
        assert not table.match_over
        table.apply("", "START")
        finish(table, *order.split())
    assert table.match_over
    ann = 2 + 1 + 1 + 2 - 2 + 2 + 1 + 1 + 2 + 1 + 5
    bob = 1 + 2 + 0 + 1 - 1 + 0 + 2 - 1 + 1 + 0 + 0
    cid = 0 + 0 + 2 + 0 + 0 + 1 + 0 + 0 + 0 - 1 - 5
    dee = -1 - 1 - 2 - 1 + 1 - 1 - 2 + 2 - 1 - 2 - 10
    eve = -2 - 2 - 1 - 2 + 2 - 2 - 1 - 2 - 2 + 2 + 10
    assert table.scores == [ann, bob, cid, dee, eve]


def test_seed_000_everybody_knows_how_many_cards_the_others_hold() -> None:
    """自分以外の手札を見ることはできない; 残り何枚の手札を持っているかは知ることができる."""
    table = Daifugo.play(FIVE, "millionaire", key=b"x")
    hands = table.view(table.people.seat_of["ann"]).hands
    for name in FIVE:
        shown = hands[table.people.seat_of[name]]
        assert len(shown) == len(hand(table, name))
        assert set(shown) == (hand(table, "ann") if name == "ann" else {"??"})
