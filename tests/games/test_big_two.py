"""The rules of Big Two, row by row; which plays there are and what beats what is in test_kinds.

| rule | Hong Kong | Taiwan | Pusoy Dos |
|---|---|---|---|
| suits, low to high | D C H S | C D H S | C S H D |
| first lead | with D3 | with C3 | with C3 |
| straights | 34567 … TJQKA, 23456, A2345 | A2345, 34567 … TJQKA, 23456 | 34567 … JQKA2 |
| triples and flushes | yes | no | yes |
| five cards | a better kind beats a lower one | only the same kind | as in Hong Kong |
| bombs | none | four of a kind and a card, straight flushes | none |

Four play with 13 cards each, three with 17; then who leads gets the odd card. The first empty hand
ends a game, and the others pay for their cards: 1 each, from ten on 2, all of a hand 3.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from cardkit import Refused
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.big_two import BigTwo
from tests.helpers import arrange, lines, play_out

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


# --- in other places ----------------------------------------------------------------------------

THREES = {"hong_kong": "D3", "taiwan": "C3", "pusoy_dos": "C3"}


@pytest.mark.parametrize(("preset", "first"), THREES.items())
def test_the_holder_of_the_lowest_card_leads(preset: str, first: str) -> None:
    table = BigTwo.play(NAMES, preset)
    assert first in table.hand(table.awaited[0])


def beats(preset: str, lead: str, hand: str) -> bool:
    """Whether these cards can be answered with exactly those."""
    table = BigTwo.play(NAMES, preset)
    leader = table.awaited[0]
    after = table.following[leader]
    others = [n for s, n in enumerate(NAMES) if s not in (leader, after)]
    spare = [str(c) for c in table.cards.all if c not in f"{lead} {hand} {THREES[preset]}".split()]
    hands = {NAMES[leader]: f"{lead} {spare[0]}", NAMES[after]: f"{hand} {spare[1]}"}
    arrange(table, hands | {others[0]: spare[2], others[1]: spare[3]})
    table.apply(NAMES[leader], f"DISCARD {lead}")
    answers = {frozenset(line.split()[1:]) for line in lines(table, NAMES[after])}
    return frozenset(hand.split()) in answers


STRAIGHTS = {
    "hong_kong": ["S3 H4 C5 D6 S7", "ST HJ CQ DK SA", "S2 H3 C4 D5 S6", "SA H2 C3 D4 S5"],
    "taiwan": ["SA H2 C3 D4 S5", "S3 H4 C5 D6 S7", "ST HJ CQ DK SA", "S2 H3 C4 D5 S6"],
    "pusoy_dos": ["S3 H4 C5 D6 S7", "ST HJ CQ DK SA", "HJ CQ DK SA H2"],
}
OTHER = str.maketrans("SHCD", "DSHC")


@pytest.mark.parametrize("preset", STRAIGHTS)
def test_straights_are_ranked_as_in_that_place(preset: str) -> None:
    row = STRAIGHTS[preset]
    for low, high in pairwise(row):
        assert beats(preset, low.translate(OTHER), high)
        assert not beats(preset, high, low.translate(OTHER))


@pytest.mark.parametrize(
    ("preset", "lead", "hand", "does"),
    [
        ("hong_kong", "C7", "S7", True),
        ("hong_kong", "C7", "D7", False),
        ("taiwan", "C7", "D7", True),
        ("pusoy_dos", "S7", "D7", True),
        ("pusoy_dos", "D7", "S7", False),
        ("hong_kong", "S3 H4 C5 D6 S7", "S8 H8 C8 D9 S9", True),
        ("taiwan", "S3 H4 C5 D6 S7", "S8 H8 C8 D9 S9", False),  # only a straight
        ("hong_kong", "S2", "C8 D8 H8 S8 C9", False),
        ("taiwan", "S2", "C8 D8 H8 S8 C9", True),
        ("taiwan", "H3 H4 H5 H6 H7", "C8 D8 H8 S8 C9", False),
        ("taiwan", "C8 D8 H8 S8 C9", "H3 H4 H5 H6 H7", True),
        ("hong_kong", "S8 H8 C8", "S9 H9 C9", True),
    ],
)
def test_what_beats_what_in_that_place(preset: str, lead: str, hand: str, does: bool) -> None:
    assert beats(preset, lead, hand) is does


@pytest.mark.parametrize("some", ["S8 H8 C8", "S3 S5 S8 S9 SK"])
def test_there_are_no_triples_and_no_flushes_in_taiwan(some: str) -> None:
    table = BigTwo.play(NAMES, "taiwan")
    leader = NAMES[table.awaited[0]]
    arrange(table, {leader: f"{some} D4"})
    with pytest.raises(Refused, match="NO_COMBINATION"):
        table.apply(leader, f"DISCARD {some}")


def test_three_players_have_seventeen_cards_and_who_leads_the_odd_one() -> None:
    shown = set()
    for n in range(150):
        table = BigTwo.play(NAMES[:3], key=bytes([n]))
        (leader,) = table.awaited
        assert "D3" in table.hand(leader)
        assert [len(table.hand(seat)) for seat in range(3)].count(17) == 2
        assert len(table.hand(leader)) == 18
        seen = table.view((leader + 1) % 3).hands[leader]
        shown.add(tuple(sorted(card for card in seen if card != "??")))
    assert shown == {("D3",), ("C3", "D3")}  # D3 itself may be the odd card


def test_with_three_players_seventeen_cards_are_a_whole_hand() -> None:
    table = BigTwo.play(NAMES[:3])
    names = [str(card) for card in table.cards.all]
    arrange(table, {"ann": "", "bob": " ".join(names[:17]), "cem": " ".join(names[17:33])})
    assert [table.points(seat) for seat in range(3)] == [51 + 32, -51, -32]
