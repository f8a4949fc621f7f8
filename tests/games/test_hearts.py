"""Hearts, rule by rule.

| rule | settled |
|---|---|
| players | four, each for themselves; all 52 cards are dealt |
| passing | three cards, all at once: left, right, across, and none in each fourth deal |
| the first lead | the two of clubs, by whoever holds it after the passing |
| the first trick | no hearts and no queen of spades, unless one has nothing else |
| following | suit if one can; the highest card of the led suit takes the trick |
| leading hearts | not before a heart has been played, unless one has nothing else; the queen of spades breaks nothing |
| points | a heart 1, the queen of spades 13 |
| the moon | whoever takes all of them has none, and each of the others 26 |
| a match | ends when somebody has 100; the lowest score wins |
| omnibus | the jack of diamonds takes ten points off; the moon is shot without it, too |
| no passing | nothing is ever passed |
| spot hearts | hearts count their spots (jack 11 to ace 14), the queen of spades 25; to 500 |
"""  # noqa: E501

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cardgame import Choice
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.cardgame.trick import TrickState
from cardkit.games.hearts import Hearts
from cardkit.netgame import Reason, Refused
from tests.helpers import arrange, lines, play_out, refusal, state_of

FOUR = ["ann", "bob", "cid", "dan"]
ALL_HEARTS = " ".join(f"H{rank}" for rank in "23456789TJQKA")


def hearts(*hands: str, won: str = "", preset: str = "", **options: Any) -> Hearts:
    """Ann leads, where nothing is passed on; she has won these cards before."""
    table = Hearts.play(FOUR, preset, {"to": ("keep",), **options})
    arrange(table, dict(zip(FOUR, hands, strict=True)))
    taken = [card for card in table.piles["away"] if card in won.split()]
    table.piles["away"] = [card for card in table.piles["away"] if card not in taken]
    table.piles["won:0"] = taken
    table.tricks[0] = bool(won)
    state = state_of(table, TrickState)
    state.broken = any(card.suit == "H" for card in taken)
    state.ruled = True
    state.lead(0, 4)
    table.ask(0)
    return table


def say(table: Hearts, *cards: str) -> None:
    """These cards are played in turn."""
    for card in cards:
        table.apply(table.names[table.awaited[0]], f"DISCARD {card}")


def test_four_players_get_thirteen_cards_each() -> None:
    table = Hearts.play(FOUR)
    assert [len(table.hand(seat)) for seat in range(4)] == [13] * 4


@pytest.mark.parametrize(("game", "to"), [(1, 1), (2, 3), (3, 2), (5, 1)])
def test_three_cards_are_passed_left_right_across(game: int, to: int) -> None:
    table = Hearts.play(FOUR)
    while table.game_no < game:
        play_out(table, table.game_no)
        table.apply("", "START")
    assert table.awaited == tuple(table.from_first()), "all at once"
    hands = [list(table.piles[seat]) for seat in range(4)]
    for seat, name in enumerate(FOUR):
        target = FOUR[(seat + to) % 4]
        (offer,) = table.legal(seat)
        assert isinstance(offer, Choice)
        assert (offer.name, offer.least, offer.most) == (target, 3, 3)
        refused = refusal(table, name, f"PUT {target} {' '.join(hands[seat][:2])}")
        assert refused.reason == CardReason.BAD_COUNT
        assert refused.text() == "PUT takes 3 of your cards, not 2"
    for seat, name in enumerate(FOUR):
        assert [len(table.piles[s]) for s in range(4)] == [13] * 4, "they move together"
        table.apply(name, " ".join(["PUT", FOUR[(seat + to) % 4], *hands[seat][:3]]))
    for seat in range(4):
        giver = (seat - to) % 4
        assert sorted(table.piles[seat]) == sorted(hands[seat][3:] + hands[giver][:3])
        for card in hands[giver][:3]:  # C2 is shown to all
            mask = -1 if card == "C2" else 1 << seat | 1 << giver
            assert table.piles.seen[card.number] == mask


def test_nothing_is_passed_in_the_fourth_deal() -> None:
    table = Hearts.play(FOUR)
    while table.game_no < 4:
        play_out(table, table.game_no)
        table.apply("", "START")
    assert table.stage.key() == "trick_game"


def test_nothing_is_ever_passed_without_passing() -> None:
    with pytest.raises(Refused, match="nothing is passed on"):
        Hearts.play(FOUR, "no_passing", {"count": 2})
    table = Hearts.play(FOUR, "no_passing")
    for seed in range(5):
        assert table.stage.key() == "trick_game"
        play_out(table, seed)
        table.apply("", "START")


def test_whoever_holds_the_two_of_clubs_leads_it() -> None:
    """Whoever has it after the passing; a rule may depend on a hidden card only by showing it."""
    leaders = set()
    for seed in range(12):
        table = Hearts.play(FOUR, key=bytes([seed]))
        while table.stage.key() == "passing":
            seat = table.awaited[0]
            (offer,) = table.legal(seat)
            assert isinstance(offer, Choice)
            given = sorted(table.piles[seat])[:3]  # C2, if they have it
            table.apply(FOUR[seat], " ".join(["PUT", offer.name, *given]))
        (seat,) = table.awaited
        assert lines(table, FOUR[seat]) == {"DISCARD C2"}
        assert table.piles.seen[table.cards.named["C2"].number] == -1
        other = next(card for card in table.hand(seat) if card != "C2")
        refused = refusal(table, FOUR[seat], f"DISCARD {other}")
        assert refused.reason == CardReason.MUST_LEAD
        assert "C2 leads the first trick" in refused.text()
        leaders.add(seat)
    assert len(leaders) > 1


def test_no_points_go_to_the_first_trick() -> None:
    table = hearts("C2 S3", "SQ H2 D4", "H3 H4", "C9 D9")
    say(table, "C2")
    assert lines(table, "bob") == {"DISCARD D4"}
    refused = refusal(table, "bob", "DISCARD SQ")
    assert refused.reason == Reason.AGAINST_THE_RULES
    assert "H, SQ may not go to the first trick" in refused.text()
    say(table, "D4")
    assert lines(table, "cid") == {"DISCARD H3", "DISCARD H4"}, "unless one has nothing else"


def test_points_may_be_thrown_off_later() -> None:
    table = hearts("C5 S3", "SQ H2 D4", "C6 H4", "C9 D9", won="C2 C3 C4 C7")
    say(table, "C5")
    assert lines(table, "bob") == {"DISCARD SQ", "DISCARD H2", "DISCARD D4"}


def test_follow_suit_and_the_highest_of_it_takes_the_trick() -> None:
    table = hearts("C5 S3", "C6 H4 D3", "DA D9", "C9 S9", won="C2 C3 C4 C7")
    say(table, "C5")
    assert lines(table, "bob") == {"DISCARD C6"}
    assert refusal(table, "bob", "DISCARD H4").reason == CardReason.MUST_FOLLOW
    say(table, "C6", "DA", "C9")
    assert table.awaited == (3,)


@pytest.mark.parametrize(
    ("hand", "won", "may_lead"),
    [
        ("H5 S3", "C2 C3 C4 C7", "S3"),
        ("H5 S3", "C2 C3 C4 SQ", "S3"),  # the queen breaks nothing
        ("H5 S3", "C2 C3 C4 H7", "S3 H5"),
        ("H5 H6", "C2 C3 C4 C7", "H5 H6"),  # nothing else to lead
        ("H5 SQ", "C2 C3 C4 C7", "SQ"),
    ],
)
def test_hearts_are_not_led_until_broken(hand: str, won: str, may_lead: str) -> None:
    table = hearts(hand, "H2 D4", "H4 C6", "C9 D9", won=won)
    assert lines(table, "ann") == {f"DISCARD {card}" for card in may_lead.split()}
    if "H5" not in may_lead:
        refused = refusal(table, "ann", "DISCARD H5")
        assert refused.reason == Reason.AGAINST_THE_RULES
        assert "H may not be led before one has been played" in refused.text()


def test_hearts_are_broken_by_a_heart_in_a_trick() -> None:
    table = hearts("C5 H5 H6", "H2 D4 D5", "C6 C8 D6", "C4 D9 S9", won="C2 C3 CT C7")
    say(table, "C5", "H2", "C6", "C4")
    assert lines(table, "cid") == {"DISCARD C8", "DISCARD D6"}
    say(table, "C8", "D9", "H5", "D4")
    table = hearts("H5 S3", "S2 H4", "S4 H3", "S5 H2", won="C2 C3 CT H7")
    assert "DISCARD H5" in lines(table, "ann")


def test_what_each_has_taken_is_seen_during_the_game() -> None:
    table = hearts("C5 H3", "SQ H2 D4", "C6 H4", "C9 D9", won="C2 C3 C4 C7")
    assert "taken" not in table.facts
    say(table, "C5", "SQ", "C6", "C9")
    assert table.facts["taken"] == [0, 0, 0, 13]


@pytest.mark.parametrize(
    ("preset", "others", "points"),
    [
        ("", "H2", [16, 1, 0, 0]),
        ("omnibus", "H2 DJ", [16, -9, 0, 0]),
        ("spot", "HA", [4 + 7 + 25 + 9, 14, 0, 0]),
    ],
)
def test_what_cards_cost(preset: str, others: str, points: list[int]) -> None:
    table = hearts("SA", "SQ", "S2", "H9", won="C2 C3 H4 H7", preset=preset)
    table.piles["won:1"] = [c for c in table.piles["away"] if c in others.split()]
    say(table, "SA", "SQ", "S2", "H9")
    assert table.scores == points
    assert [table.scores[seat] for seat in table.ranking] == sorted(points), "fewest first"


@pytest.mark.parametrize(
    ("preset", "jack", "points"),
    [
        ("", "", [0, 26, 26, 26]),
        ("omnibus", "won:0", [-10, 26, 26, 26]),
        ("omnibus", "won:2", [0, 26, 16, 26]),
        ("spot", "", [0, 129, 129, 129]),
    ],
)
def test_shooting_the_moon(preset: str, jack: str, points: list[int]) -> None:
    table = hearts("SA", "SQ", "S2", "HA", won=ALL_HEARTS.replace("HA", ""), preset=preset)
    if jack:
        table.piles["away"].remove(table.cards.named["DJ"])
        table.piles.make(jack).append(table.cards.named["DJ"])
    say(table, "SA", "SQ", "S2", "HA")
    assert table.scores == points
    assert table.ranking[0] == 0


def test_the_moon_is_missed_by_a_single_heart() -> None:
    table = hearts("SA", "SQ", "S2", "HA", won=ALL_HEARTS.replace("HA", "").replace("H2", ""))
    table.piles["won:3"] = [c for c in table.piles["away"] if c == "H2"]
    say(table, "SA", "SQ", "S2", "HA")
    assert table.scores == [25, 0, 0, 1]


def test_whole_games_share_26_points() -> None:
    for seed in range(6):
        table = Hearts.play(FOUR, key=bytes([seed]))
        play_out(table, seed)
        assert sum(table.scores) in (26, 78)


@pytest.mark.parametrize(("before", "until", "over"), [(99, 100, True), (98, 100, False)])
def test_the_lowest_score_wins_when_somebody_has_a_hundred(
    before: int, until: int, over: bool
) -> None:
    table = hearts("SA", "S3", "S2", "HA", won="C2", play_to=until)
    table.piles["won:1"] = [c for c in table.piles["away"] if c in ("H2", "H3")]
    table.scores[:] = [before, 38, 3, 40]
    say(table, "SA", "S3", "S2", "HA")
    assert table.match_over == over
    assert table.standings() == [(1, 2), (2, 1), (2, 3), (4, 0)]


def test_spot_hearts_is_played_to_500() -> None:
    assert Hearts.with_options("spot")["match"].play_to == 500


def test_the_rule_sheet_tells_it() -> None:
    sheet = rule_sheet(Hearts)
    assert "Whoever holds C2 shows it and leads it to the first trick." in sheet
    assert "Game by game they go: left, right, across, keep." in sheet
    assert "Cards taken in tricks count: SQ 13, H 1." in sheet
    assert "The lowest score wins the match." in sheet
