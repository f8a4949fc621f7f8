"""The rules of Big Two, row by row; which plays there are and what beats what is in test_kinds."""

from __future__ import annotations

import pytest

from cardkit import Refused
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.big_two import BigTwo
from tests.helpers import arrange, lines, play_out
from tests.sound import Sound

NAMES = ["ann", "bob", "cem", "dan"]


def led(*said: str, **hands: str) -> BigTwo:
    """A table with these hands, at which ann has led and the others have answered so."""
    begun = (BigTwo.play(NAMES, key=bytes([n])) for n in range(99))
    table = next(table for table in begun if table.awaited == (0,))
    arrange(table, {"ann": "D3 C3 D4", "bob": "H3", "cem": "C5 S5", "dan": "S2"} | hands)
    for each in said:
        name, line = each.split(" ", 1)
        table.apply(name, line)
    return table


def test_the_holder_of_d3_shows_it_and_leads() -> None:
    for n in range(20):
        table = BigTwo.play(NAMES, key=bytes([n]))
        (leader,) = table.awaited
        assert "D3" in table.hand(leader)
        assert all("D3" in table.view(seat).hands[leader] for seat in range(4))


def test_the_first_play_has_d3_in_it() -> None:
    assert lines(led(), "ann") == {"DISCARD D3", "DISCARD C3 D3"}
    with pytest.raises(Refused, match="MUST_LEAD: the first play has D3 in it"):
        led().apply("ann", "DISCARD D4")
    table = led("ann DISCARD D3", "bob PASS", "cem PASS", "dan PASS")
    assert lines(table, "ann") == {"DISCARD C3", "DISCARD D4"}


def test_suits_count_between_cards_of_a_rank() -> None:
    table = led("ann DISCARD C3 D3", bob="H3 S3", cem="D2")
    assert lines(table, "bob") == {"DISCARD H3 S3", "PASS"}
    table = led("ann DISCARD D3", cem="CA", bob="H3 SK")
    assert lines(table, "bob") == {"DISCARD H3", "DISCARD SK", "PASS"}


def test_players_may_play_again_after_a_pass_until_all_others_have_passed() -> None:
    table = led("ann DISCARD D3", "bob PASS", "cem DISCARD C5", "dan PASS", "ann PASS")
    assert table.awaited == (1,)  # bob has passed, and may play again
    table.apply("bob", "PASS")
    assert table.awaited == (2,)
    assert not table.piles["table"]
    assert "PASS" not in lines(table, "cem")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("DISCARD H3 S3", "WRONG_SHAPE: answer D3 with one card, or PASS"),
        ("DISCARD H3 SK", "NO_COMBINATION: H3 SK is no play; there are: a single card, a pair"),
    ],
)
def test_what_does_not_beat_the_field_is_refused(said: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        led("ann DISCARD D3", bob="H3 S3 SK").apply("bob", said)


def test_the_first_empty_hand_ends_the_game() -> None:
    table = led("ann DISCARD D3", "bob DISCARD H3")
    assert not table.playing
    assert [*table.ranking] == [1, 3, 0, 2]
    assert table.scores == [-2, 5, -2, -1]


@pytest.mark.parametrize(("left", "cost"), [(1, 1), (9, 9), (10, 20), (12, 24), (13, 39)])
def test_each_card_left_costs_a_point_and_more_for_many(left: int, cost: int) -> None:
    table = BigTwo.play(NAMES)
    names = [str(card) for card in table.cards.all]
    arrange(table, {"ann": "", "bob": " ".join(names[:left]), "cem": "S2", "dan": "H2"})
    assert [table.points(seat) for seat in range(4)] == [cost + 2, -cost, -1, -1]


def test_a_match_is_five_games_and_points_add_up_to_nothing() -> None:
    table = BigTwo.play(NAMES)
    for game in range(5):
        play_out(table, game)
        assert sum(table.scores) == 0
        assert table.match_over is (game == 4)
        if not table.match_over:
            table.apply("", "START")


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(BigTwo)
    assert "Play one of these: a single card, a pair, three of a kind, a straight (five" in sheet
    assert "Each of them from a flush (five cards of a suit) on beats those before it" in sheet
    assert "counts, from low to high: D C H S." in sheet
    assert "Whoever holds D3 shows it and leads; the first play has it in it." in sheet
    assert "The first empty hand ends the game." in sheet


def test_check_game_finds_nothing_wrong(sound: Sound) -> None:
    sound(BigTwo, {})
