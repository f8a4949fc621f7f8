"""AKQ (seed 001): one test for each row of its rules, named after the row."""

from __future__ import annotations

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.games.akq import AKQ
from cardkit.netgame import WATCHER, Reason, Refused
from tests.helpers import arrange, lines, play_out, refusal


def king_against_queen(alice: int = 100, bob: int = 100, **options: object) -> AKQ:
    """Alice acts first with the king, Bob holds the queen; these points before the ante."""
    table = AKQ.play(["Alice", "Bob"], options=options)
    arrange(table, {"Alice": "SK", "Bob": "SQ"}, stock="SA")
    table.scores[:] = [alice - 1, bob - 1]
    table.listening = True
    return table


def say(table: AKQ, *said: str) -> None:
    """The players speak in turn."""
    for what in said:
        table.apply(table.names[table.awaited[0]], what)


def total(table: AKQ) -> int:
    return sum(table.scores) + table.pot.total


def test_deck() -> None:
    """A, K, Q, one each; one card to each of two players; the third stays unseen"""
    dealt = set()
    for number in range(60):
        table = AKQ.play(["Alice", "Bob"], key=bytes([number]))
        assert sorted(table.cards.all) == ["SA", "SK", "SQ"]
        assert [len(table.piles[key]) for key in (0, 1, "stock")] == [1, 1, 1]
        third, mine = table.piles["stock"][0], table.piles[0][0]
        assert table.view(0).hands == ((mine,), ("??",))
        assert table.view(1).hands == (("??",), tuple(table.piles[1]))
        assert table.view().hands == (("??",), ("??",))
        dealt.add((mine, third))
        say(table, "BET 0", "CALL")  # the cards are shown, but never the third
        assert table.view().hands == ((mine,), tuple(table.piles[1]))
        assert table.piles.seen[third.number] == 0
        assert all(table.view(seat).piles["stock"] == ("??",) for seat in (0, 1, WATCHER))
    assert len(dealt) == 6, "every deal happens"
    with pytest.raises(Refused):
        AKQ.play(["Alice"])
    with pytest.raises(Refused):
        AKQ.play(["Alice", "Bob", "Cid"])


def test_stakes_points_ante_games() -> None:
    """`points` 100 each, `ante` 1, `games` 1000 …"""
    table = AKQ.play(["Alice", "Bob"])
    assert (table.scores, table.pot.total, table.match.games) == ([99, 99], 2, 1000)
    table = AKQ.play(["Alice", "Bob"], options={"points": 50, "ante": 5, "games": 2})
    assert (table.scores, table.pot.total) == ([45, 45], 10)
    say(table, "BET 0", "CALL")
    assert not table.match_over
    table.apply("", "START")
    say(table, "BET 0", "CALL")
    assert table.match_over
    assert sum(table.scores) == 100
    with pytest.raises(Refused) as refused:
        AKQ(options={"points": 4, "ante": 5})
    assert refused.value.reason == Reason.BAD_OPTION


def test_stakes_until_a_player_has_0() -> None:
    """… or until a player has 0 …"""
    table = king_against_queen()
    say(table, "ALLIN", "CALL")
    assert (table.scores, table.match_over, table.game_no) == ([200, 0], True, 1)


def test_stakes_the_first_seat_swaps() -> None:
    """… the first seat swaps each game"""
    table = AKQ.play(["Alice", "Bob"])
    first = []
    for _ in range(4):
        first.append(table.names[table.awaited[0]])
        say(table, "BET 0", "CALL")
        table.apply("", "START")
    assert first == ["Alice", "Bob", "Alice", "Bob"]


def test_first_action() -> None:
    """BET any amount ≥ 0 (0 is a check); folding first is allowed"""
    table = king_against_queen()
    assert lines(table, "Alice") == {"BET 0..99", "ALLIN", "FOLD"}
    assert refusal(table, "Alice", "BET -1").reason == CardReason.BAD_AMOUNT
    assert refusal(table, "Alice", "BET 100").reason == CardReason.BAD_AMOUNT
    assert refusal(table, "Bob", "BET 1").reason == Reason.NOT_YOUR_TURN
    for amount in (0, 1, 99):
        assert table.can("Alice", f"BET {amount}")
    say(table, "FOLD")
    assert (table.playing, table.scores) == (False, [99, 101])


def test_answer() -> None:
    """FOLD, CALL, RAISE to a total; ALLIN"""
    table = king_against_queen()
    say(table, "BET 10")
    assert lines(table, "Bob") == {"CALL", "RAISE 20..99", "ALLIN", "FOLD"}
    say(table, "RAISE 30")  # to a total: Alice owes 20 more
    assert (table.pot.paid, table.scores) == ([10, 30], [89, 69])
    assert table.names[table.awaited[0]] == "Alice"
    say(table, "ALLIN")
    assert table.pot.paid == [99, 30]
    assert lines(table, "Bob") == {"CALL", "ALLIN", "FOLD"}, "there is nobody left to raise"
    say(table, "CALL")
    assert table.scores == [200, 0]


def test_minimum_raise() -> None:
    """at least the opponent's last increment: over a bet of 2 raised to 5, the next raise is
    to ≥ 8; over a bet of 0 any raise ≥ 1"""
    table = king_against_queen()
    say(table, "BET 2", "RAISE 5")
    assert refusal(table, "Alice", "RAISE 7").reason == CardReason.BAD_AMOUNT
    say(table, "RAISE 8")
    assert table.pot.paid == [8, 5]  # 6 more than the 2 of the bet
    assert lines(table, "Bob", "RAISE") == {"RAISE 11..99"}
    table = king_against_queen()
    say(table, "BET 0")
    assert lines(table, "Bob", "RAISE") == {"RAISE 1..99"}
    say(table, "RAISE 1")
    assert lines(table, "Alice", "RAISE") == {"RAISE 2..99"}
    table = king_against_queen()
    say(table, "BET 2")
    assert lines(table, "Bob", "RAISE") == {"RAISE 4..99"}, "the bet is an increment, too"


def test_short_all_in_call_returns_the_excess() -> None:
    """allowed below the minimum; the excess of the bigger bet is returned to its owner"""
    table = king_against_queen(alice=101, bob=31)  # the seed: Bob has 30 left, Alice bets 40
    say(table, "BET 40")
    assert lines(table, "Bob") == {"ALLIN", "FOLD"}
    events = table.apply("Bob", "ALLIN")
    assert ("REFUND", "Alice", 10) in [e.words(0) for e in events]
    assert table.scores == [101 + 31, 0]  # 30 against 30; Alice wins
    table = king_against_queen(alice=101, bob=31)
    arrange(table, {"Alice": "SQ", "Bob": "SK"}, stock="SA")
    say(table, "BET 40", "ALLIN")
    assert table.scores == [70, 62]  # Bob wins 30 and the antes, no more


def test_short_all_in_raise() -> None:
    """allowed below the minimum; the excess of the bigger bet is returned to its owner"""
    table = king_against_queen(alice=101, bob=31)
    say(table, "BET 20")
    assert lines(table, "Bob") == {"CALL", "ALLIN", "FOLD"}, "a full raise would be to 40"
    say(table, "ALLIN")
    assert (table.pot.paid, lines(table, "Alice")) == ([20, 30], {"CALL", "ALLIN", "FOLD"})
    say(table, "ALLIN")  # what Bob cannot match comes back
    assert table.scores == [132, 0]


def test_short_all_in_after_a_bigger_raise() -> None:
    """allowed below the minimum; the excess of the bigger bet is returned to its owner"""
    table = king_against_queen(alice=31, bob=101)
    say(table, "BET 10", "RAISE 90", "ALLIN")
    assert table.scores == [62, 70]  # Alice's 30 against 30; 60 went back to Bob
    assert total(table) == 132


def test_call_of_0_after_0() -> None:
    """showdown"""
    table = king_against_queen()
    say(table, "BET 0", "CALL")
    assert (table.playing, table.scores) == (False, [101, 99])
    assert table.view().hands == (("SK",), ("SQ",))


@pytest.mark.parametrize("broke", [0, 1])
def test_no_points_left_after_the_ante(broke: int) -> None:
    """all-in for 0, showdown"""
    seen = set()
    for number in range(12):
        table = AKQ.play(["Alice", "Bob"], key=bytes([number]))
        say(table, "BET 0", "CALL")
        table.scores[broke], table.scores[1 - broke] = 1, 199
        table.apply("", "START")  # pays its last point: nobody is asked anything
        assert not table.playing
        assert table.view().hands == (tuple(table.piles[0]), tuple(table.piles[1]))
        assert sorted(table.scores) in ([0, 200], [2, 198])
        assert table.match_over == (0 in table.scores)
        seen.add(table.match_over)
    assert seen == {True, False}


def test_without_refund_the_excess_is_in_the_pot() -> None:
    table = king_against_queen(alice=101, bob=31, refund=False)
    arrange(table, {"Alice": "SQ", "Bob": "SK"}, stock="SA")
    say(table, "BET 40", "ALLIN")
    assert table.scores == [60, 72]


def test_the_word_for_giving_up_can_be_another() -> None:
    table = king_against_queen(fold="DROP")
    say(table, "BET 10")
    assert "DROP" in lines(table, "Bob")
    assert "FOLD" not in lines(table, "Bob")


def test_fold() -> None:
    """the pot (antes and all bets) goes to the other; cards stay hidden"""
    table = king_against_queen()
    say(table, "BET 10", "RAISE 40", "FOLD")
    assert table.scores == [100 - 1 - 10, 100 + 1 + 10]
    assert table.ranking == (1, 0)
    assert table.view(0).hands == (("SK",), ("??",))
    assert table.view(1).hands == (("??",), ("SQ",))
    assert table.view().hands == (("??",), ("??",))


def test_illegal_action_in_a_contest() -> None:
    """contest play: counts as a fold …"""
    for illegal in ("BET 100", "RAISE 3", "CALL", "CHECK", "nonsense", "DISCARD SK", "BET"):
        table = AKQ.play(["Alice", "Bob"], preset="contest")
        table.apply("Alice", illegal)
        assert (table.playing, table.scores) == (False, [99, 101]), illegal
    table = AKQ.play(["Alice", "Bob"], preset="contest")
    say(table, "BET 2", "RAISE 3")  # below the minimum
    assert (table.playing, table.scores) == (False, [101, 99])


def test_illegal_action_at_a_table_with_people() -> None:
    """… at a table with people: ask again"""
    for preset in ("", "table"):
        table = AKQ.play(["Alice", "Bob"], preset=preset)
        assert refusal(table, "Alice", "RAISE 3").reason == Reason.NOT_NOW
        say(table, "BET 2")
        assert refusal(table, "Bob", "RAISE 3").reason == CardReason.BAD_AMOUNT
        assert refusal(table, "Bob", "BET 3").reason == Reason.NOT_NOW
        assert "FOLD" in lines(table, "Bob")


def test_worked_example_1() -> None:
    """e.g. 1 … of the seed: Alice gains a pot of 12"""
    table = king_against_queen()
    say(table, "BET 2", "RAISE 5")
    assert table.pot.total == 2 + 2 + 5
    events = [e.words(1) for e in table.apply("Alice", "CALL")]
    assert ("WIN", "Alice", 12) in events
    assert table.scores == [106, 94]


def test_worked_example_2() -> None:
    """e.g. 2 of the seed: Bob gains 4"""
    table = king_against_queen()
    say(table, "BET 0", "RAISE 2")
    events = [e.words(1) for e in table.apply("Alice", "FOLD")]
    assert ("WIN", "Bob", 4) in events
    assert table.scores == [99, 101]


def test_points_only_change_hands() -> None:
    """It is a zero-sum game, however it is played."""
    for seed in range(20):
        table = AKQ.play(["Alice", "Bob"], key=bytes([seed]), options={"games": 50})
        while not table.match_over:
            play_out(table, seed + 1000 * table.game_no)
            assert (sum(table.scores), table.pot.total) == (200, 0)
            if not table.match_over:
                table.apply("", "START")
