"""Whist: tests for each sentence of its rules, named after it."""

from __future__ import annotations

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.games.whist import Whist
from cardkit.netgame import WATCHER, Refused
from tests.helpers import arrange, below, lines, play_out, refusal

FOUR = ["ann", "bob", "cid", "dan"]


def trick(table: Whist, *cards: str) -> None:
    """These cards are played in turn."""
    for card in cards:
        table.apply(table.names[table.awaited[0]], f"DISCARD {card}")


def at(hands: tuple[str, str, str, str], trump: str = "") -> Whist:
    """Ann leads; these hands and this trump, or none."""
    table = Whist.play(FOUR)
    arrange(table, dict(zip(FOUR, hands, strict=True)))
    table.set_fact("trump", trump or None)
    return table


def turn(table: Whist) -> str:
    return table.names[table.awaited[0]]


def test_four_players_in_fixed_partnerships() -> None:
    """4 players in fixed partnerships"""
    for wrong in (FOUR[:3], [*FOUR, "eva"]):
        with pytest.raises(Refused):
            Whist.play(wrong)
    table = Whist.play(FOUR)
    assert [table.partner(seat) for seat in range(4)] == [2, 3, 0, 1]


def test_thirteen_cards_each() -> None:
    """13 cards each"""
    table = Whist.play(FOUR)
    assert [len(table.piles[seat]) for seat in range(4)] == [13] * 4
    assert table.piles["stock"] == []


def test_dealers_last_card_turned_up_is_trump() -> None:
    """dealer's last card turned up is trump"""
    trumps = set()
    for number in range(40):
        table = Whist.play(FOUR, key=bytes([number]))
        last = table.piles[3][-1]  # ann leads, so dan has dealt
        assert table.facts["trump"] == last.suit
        for seat in (0, 1, 2, WATCHER):
            assert table.view(seat).hands[3] == ("??",) * 12 + (last,), "shown to all, alone"
        trumps.add(last.suit)
    assert trumps == set("CDHS")
    table = Whist(key=b"told")
    table.listening = True
    for name in FOUR:
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    words = [event.words(0) for event in table.apply("", "START")]
    assert ("SHOW", "dan", table.piles[3][-1]) in words
    assert ("FACT", "trump", table.piles[3][-1].suit) in words


def test_dealers_left_leads() -> None:
    """dealer's left leads"""
    table = Whist.play(FOUR)
    assert turn(table) == "ann"
    assert len(lines(table, "ann")) == 13, "any card may be led"


def test_follow_suit_if_you_can() -> None:
    """follow suit if you can"""
    table = at(("S2 H2", "S3 H3", "H4 D4", "C5 S5"), "H")
    trick(table, "S2")
    assert lines(table, "bob") == {"DISCARD S3"}
    refused = refusal(table, "bob", "DISCARD H3")
    assert refused.reason == CardReason.MUST_FOLLOW
    assert "S" in refused.text()
    trick(table, "S3")
    assert lines(table, "cid") == {"DISCARD H4", "DISCARD D4"}, "who cannot may play anything"
    assert refusal(table, "cid", "DISCARD H4 D4").reason == CardReason.BAD_COUNT


def test_highest_trump_wins_the_trick_and_leads() -> None:
    """highest trump or else highest of the led suit wins the trick and leads"""
    table = at(("SA C2", "H2 C3", "SK C4", "H9 C5"), "H")
    trick(table, "SA", "H2", "SK", "H9")
    assert turn(table) == "dan"
    assert sorted(table.piles["won:3"]) == ["H2", "H9", "SA", "SK"]
    assert table.tricks == [0, 0, 0, 1]


def test_else_highest_of_the_led_suit_wins_the_trick_and_leads() -> None:
    """highest trump or else highest of the led suit wins the trick and leads"""
    table = at(("S9 C2", "ST C3", "DA C4", "S2 C5"), "H")
    trick(table, "S9", "ST", "DA", "S2")
    assert turn(table) == "bob", "an ace of another suit wins nothing"


def test_tricks_of_whole_games_by_an_independent_rule() -> None:
    """highest trump or else highest of the led suit wins the trick and leads"""
    chance = below(5)

    def strength(card: str) -> tuple[bool, bool, int]:
        return card[0] == trump, card[0] == led, "23456789TJQKA".index(card[1])

    for number in range(6):
        table = Whist.play(FOUR, key=bytes([number]))
        trump = table.facts["trump"]
        while table.playing:
            played: dict[str, int] = {}
            before = list(table.tricks)
            for _ in FOUR:
                seat = table.awaited[0]
                offers = table.legal(seat)
                card = str(offers[chance(len(offers))]).split()[1]
                played[card] = seat
                trick(table, card)
            led = next(iter(played))[0]
            winner = played[max(played, key=strength)]
            assert table.tricks == [n + (seat == winner) for seat, n in enumerate(before)]
            assert not table.playing or table.awaited == (winner,)


def finished(*tricks: int, **options: object) -> Whist:
    """A game about to end: the last trick goes to ann, and these were won before."""
    table = Whist.play(FOUR, options=options)
    end(table, *tricks)
    return table


def end(table: Whist, *tricks: int) -> None:
    """End a game with these tricks by seat; whoever leads wins the last one."""
    hands = ["SA", "S2", "S3", "S4"]
    leader = table.awaited[0]
    arrange(table, {FOUR[(leader + n) % 4]: hands[n] for n in range(4)})
    table.tricks[:] = tricks
    table.tricks[leader] -= 1
    trick(table, *hands)


def test_one_point_per_trick_over_six() -> None:
    """1 point per trick over six"""
    table = finished(5, 2, 4, 2, game=9)
    assert table.scores == [3, 0, 3, 0], "for both partners"
    assert table.ranking[:2] in ((0, 2), (2, 0))
    table = finished(1, 6, 2, 4, game=9)
    assert table.scores == [0, 4, 0, 4]
    table = finished(4, 3, 3, 3, game=9)
    assert table.scores == [1, 0, 1, 0]


def test_every_game_has_thirteen_tricks() -> None:
    """1 point per trick over six"""
    for seed in range(10):
        table = Whist.play(FOUR, key=bytes([seed]))
        play_out(table, seed)
        side = table.tricks[0] + table.tricks[2]
        assert sum(table.tricks) == 13
        assert table.scores == [max(0, side - 6), max(0, 7 - side)] * 2


@pytest.mark.parametrize(
    ("how", "points"),
    [
        ({}, 5),
        ({"options": {"game": 7}}, 7),
        ({"options": {"game": "9"}}, 9),
        ({"preset": "short"}, 5),
        ({"preset": "middle"}, 7),
        ({"preset": "long"}, 9),
    ],
)
def test_game_is_5_points(how: dict[str, str], points: int) -> None:
    """Game is 5 points (`game` 5/7/9)"""
    table = Whist.play(FOUR, **how)  # type: ignore[arg-type]
    for over in range(1, points + 1):
        assert (table.playing, table.match_over) == (True, False)
        end(table, 3, 3, 4, 3)
        assert table.scores == [over, 0, over, 0]
        if over < points:
            table.apply("", "START")
    assert table.match_over
    assert {seat: rank for rank, seat in table.standings()} == {0: 1, 2: 1, 1: 3, 3: 3}


def test_game_is_5_7_or_9() -> None:
    """Game is 5 points (`game` 5/7/9)"""
    with pytest.raises(Refused) as refused:
        Whist(options={"game": 6})
    assert "5, 7, 9" in refused.value.text()


def test_deal_rotates() -> None:
    """Deal rotates"""
    table = Whist.play(FOUR, preset="long")
    for game in range(6):
        leader, dealer = game % 4, (game - 1) % 4
        assert table.awaited == (leader,)
        shown = table.piles[dealer][-1]
        assert table.piles.seen[shown.number] == -1
        assert table.facts["trump"] == shown.suit
        play_out(table, game)
        table.scores[:] = [0] * 4
        table.apply("", "START")
