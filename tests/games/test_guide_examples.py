"""The examples in the guides of the games, played at a table: what a page says is what happens."""

from __future__ import annotations

from cardkit.games.akq import AKQ
from cardkit.games.bridge.scoring import contract_points
from cardkit.games.daifugo import Daifugo
from cardkit.games.holdem import Holdem
from cardkit.games.page_one import PageOne
from tests.games import (
    test_big_two,
    test_blackjack,
    test_crazy_eights,
    test_dou_dizhu,
    test_euchre,
    test_flush_poker_hands,
    test_four_colours,
    test_gin_rummy,
    test_go_fish,
    test_hanabi,
    test_hearts,
    test_napoleon,
    test_oh_hell,
    test_old_maid,
    test_president,
    test_rummy,
    test_seven_bridge,
    test_sevens,
    test_spades,
    test_whist,
)
from tests.helpers import arrange, lines, refusal


def test_the_example_of_akq() -> None:
    for answer, points in (("FOLD", [101, 99]), ("CALL", [94, 106])):
        table = AKQ.play(["ann", "bob"])
        arrange(table, {"ann": "SQ", "bob": "SK"})
        table.apply("ann", "BET 5")
        table.apply("bob", answer)
        assert table.scores == points


def test_the_example_of_big_two() -> None:
    hands = {"ann": "D3 C3 S4 H5", "bob": "D8 H8 S9", "cem": "C8 S8 S5 H6 D7 C9 HT", "dan": "ST"}
    table = test_big_two.led(**hands)
    table.apply("ann", "DISCARD D3 C3")
    table.apply("bob", "DISCARD D8 H8")
    table.apply("cem", "DISCARD C8 S8")
    for name in ("dan", "ann", "bob"):
        table.apply(name, "PASS")
    assert table.awaited == (2,)


def test_the_example_of_blackjack() -> None:
    table = test_blackjack.dealt(20, "S8 H8", house="D6 CQ", stock="C3 DK HT S7")
    for line in ("SPLIT", "DOUBLE", "STAND"):
        table.apply("ann", line)
    assert test_blackjack.won(table) == [60]


def test_the_example_of_bridge() -> None:
    assert contract_points(4, "S", 1, False, 11) == 450


def test_the_example_of_crazy_eights() -> None:
    table = test_crazy_eights.at("S4 HQ D9 C8", bob="HK C2 S8", cid="H3 D3")
    named = {f"DISCARD C8 {suit}" for suit in "CDHS"}
    assert lines(table, "ann") == {"DISCARD S4", "DISCARD D9"} | named
    table.apply("ann", "DISCARD C8 H")
    wild = {f"DISCARD S8 {suit}" for suit in "CDHS"}
    assert lines(table, "bob") == {"DISCARD HK"} | wild


def test_the_example_of_daifugo() -> None:
    names = ["ann", "bob", "cid", "dora"]
    begun = (Daifugo.play(names, key=bytes([n])) for n in range(99))
    table = next(table for table in begun if table.awaited == (0,))
    hands = ("H5 C5 S3", "D3", "SJ DJ C4", "H2 S2 D6 D7 D8 C9")
    arrange(table, dict(zip(names, hands, strict=True)))
    for line in ("H5 C5", "", "SJ DJ", "H2 S2", "", "", "", "D6 D7 D8"):
        table.apply(table.names[table.awaited[0]], f"DISCARD {line}" if line else "PASS")
    assert table.awaited == (3,), "the eight clears the table"
    assert table.piles["table"] == []


def test_the_example_of_dou_dizhu() -> None:
    table = test_dou_dizhu.led(ann="S4 H4 D4 C9 SK", bob="S8 H8 D8 C3 SA", cem="S6 H6 D6 C6 SQ")
    table.apply("ann", "DISCARD S4 H4 D4 C9")
    table.apply("bob", "DISCARD S8 H8 D8 C3")
    table.apply("cem", "DISCARD S6 H6 D6 C6")
    table.apply("ann", "PASS")
    table.apply("bob", "PASS")
    assert table.awaited == (2,)
    assert table.stake == 6, "the bid of 3, doubled by the bomb"


def test_the_example_of_euchre() -> None:
    table = test_euchre.tricks("H", "D9 CA", "DJ S9", "DA CK", "H9 CQ")
    table.apply("ann", "DISCARD D9")
    assert lines(table, "bob") == {"DISCARD DJ", "DISCARD S9"}
    for name, card in (("bob", "S9"), ("cem", "DA"), ("dan", "H9")):
        table.apply(name, f"DISCARD {card}")
    assert table.tricks == [0, 0, 0, 1]


def test_the_example_of_flush_poker() -> None:
    hands = "H4 H7 H9 HJ HK", "S5 D6 C7 S8 D9"
    assert test_flush_poker_hands.winner(*hands) == 0
    assert test_flush_poker_hands.winner("SA H2 D3 C4 S5", "C7 D7 HK DQ DJ") == 1, "no straight"


def test_the_example_of_four_colours() -> None:
    table = test_four_colours.at("Y3 R9 B5 W W+4", top="Y9")
    named = {f"DISCARD W {colour}" for colour in "RYGB"}
    assert lines(table, "ann", "DISCARD") == {"DISCARD Y3", "DISCARD R9"} | named
    refusal(table, "ann", "DISCARD W+4 R")


def test_the_example_of_gin_rummy() -> None:
    table = test_gin_rummy.drawn("S2 S3 S4 H5 H6 H7 D8 D9 DT CA", "S5 H8 C9 C8 SJ HJ CJ D2 D3 CQ")
    table.apply("ann", "KNOCK CK")
    assert {line.split()[1] for line in lines(table, "bob", "LAY")} == {"S5", "H8"}


def test_the_example_of_go_fish() -> None:
    table = test_go_fish.fishing("S7 C7 HK", "H7 D7 C2")
    table.apply("ann", "ASK bob 7")
    assert table.hand(0) == ["HK"]
    assert lines(table, "ann") == {"ASK bob K", "ASK cem K"}


def test_the_example_of_hanabi() -> None:
    hands = "R1 Y1 G1 B1 W1", "Y4 R3 B1 W3 G3", "Y2 Y2 W5 W4 G1"
    for hint, places in (("RED", "2"), ("THREES", "2 4 5")):
        table = test_hanabi.dealt(*hands, built="R1 R2")
        assert test_hanabi.told(table, f"HINT bob {hint}") == ("PLACES", "bob", places, hint)


def test_the_example_of_hearts() -> None:
    table = test_hearts.hearts("D9 C3", "DJ C4", "SQ C5", "D4 S2", won="C2")
    test_hearts.say(table, "D9", "DJ", "SQ", "D4")
    assert table.piles["won:1"] == ["D9", "DJ", "SQ", "D4"]
    assert sum(map(table.score.value, table.piles["won:1"])) == 13


def test_the_example_of_holdem() -> None:
    table = Holdem.play(["cid", "bob", "ann"])
    arrange(table, {"ann": "HA HQ", "bob": "S9 C9", "cid": "C3 D5"}, stock="H3 D9 CK H2 H7")
    said = "ann RAISE 6", "cid FOLD", "bob CALL", "bob CHECK", "ann BET 8", "bob CALL"
    more = "bob CHECK", "ann CHECK", "bob BET 20", "ann RAISE 60", "bob CALL"
    for each in said + more:
        name, line = each.split(" ", 1)
        table.apply(name, line)
    assert table.scores == [199, 126, 275]


def test_the_example_of_napoleon() -> None:
    assert test_napoleon.winner("H", "CA", "C5", "SA", "CK", "HQ") == test_napoleon.NAMES[4]
    assert test_napoleon.winner("H", "D9", "DA", "D2", "DK", "D5") == test_napoleon.NAMES[2]


def test_the_example_of_oh_hell() -> None:
    table = test_oh_hell.bid()
    for _ in range(2):  # five cards are dealt in the third deal
        test_oh_hell.play_game(table)
        table.apply("", "START")
    first, second, dealer = (table.names[(table.awaited[0] + n) % 3] for n in range(3))
    assert len(table.hand(0)) == 5
    table.apply(first, "BID 2")
    table.apply(second, "BID 1")
    assert lines(table, dealer) == {f"BID {n}" for n in (0, 1, 3, 4, 5)}


def test_the_example_of_old_maid() -> None:
    table = test_old_maid.old_maid("S4 HQ D9", "C9", "S2 J1")
    table.apply("ann", "GET bob 1")
    assert sorted(table.hand(0)) == ["HQ", "S4"]


def test_the_example_of_page_one() -> None:
    table = PageOne.play(["ann", "bob", "cid"])
    arrange(table, {"ann": "H2 S7 CK", "bob": "D9 D4", "cid": "C2 C3"}, "H7", "C5 S5 CT")
    assert lines(table, "ann") == {"DISCARD H2", "DISCARD S7"}
    table.apply("ann", "DISCARD S7")
    assert lines(table, "bob") == {"DRAW 1"}
    table.apply("bob", "DRAW 1")
    table.apply("bob", "DRAW 1")
    assert lines(table, "bob") == {"DISCARD S5"}


def test_the_example_of_president() -> None:
    hands = {"ann": "S5 H5 S3", "bob": "C9 D9 S4", "cem": "ST C4", "dan": "SK HK C3"}
    table = test_president.led(**hands)
    said = "ann DISCARD S5 H5", "bob DISCARD C9 D9", "cem PASS", "dan DISCARD SK HK"
    test_president.say(table, *said, "ann PASS", "bob PASS", "cem PASS")
    assert table.awaited == (3,)


def test_the_example_of_rummy() -> None:
    table = test_rummy.rummy("S2 S3 S4 C9 SQ", "H4", bob="S5 H9 D9 CK", stock="C2 HK")
    test_rummy.say(table, "DRAW 1", "MELD S2 S3 S4", "DISCARD C9")
    test_rummy.say(table, "DRAW TABLE", "MELD H9 D9 C9", "LAY S5 S2", "DISCARD CK")
    assert not table.playing
    assert not table.hand(1)


def test_the_example_of_seven_bridge() -> None:
    table = test_seven_bridge.bridge("S9 C5", "ST SJ CK", "H9 D9 DK")
    table.apply("ann", "DRAW 1")
    table.apply("ann", "DISCARD S9")
    assert lines(table, "cid", "PON") == {"PON D9 H9"}
    assert lines(table, "bob", "CHI") == {"CHI ST SJ"}
    assert not lines(table, "cid", "CHI"), "the next player alone"


def test_the_example_of_sevens() -> None:
    table = test_sevens.sevens()
    test_sevens.put(table, "S4 SJ H8 HQ / S9 C5 / H9 C3", "S7 S6 S5 S8", "H7", "D7", "C7")
    assert lines(table, "ann") == {"DISCARD S4", "DISCARD H8", "PASS"}


def test_the_example_of_spades() -> None:
    table = test_spades.bid(4, 3, 3, 2)
    test_spades.end(table, 5, 2, 4, 2)
    assert table.scores[0] == table.scores[2] == 72
    table = test_spades.at("C2 HA", "C3 HK", "C4 H3", "C5 S2")
    test_spades.say(table, "C2", "C3", "C4", "C5", "S2", "HA", "HK", "H3")


def test_the_example_of_whist() -> None:
    table = test_whist.at(("D9 C2", "DK C3", "D4 C4", "H3 C5"), "H")
    test_whist.trick(table, "D9", "DK", "D4", "H3")
    assert table.tricks == [0, 0, 0, 1]
