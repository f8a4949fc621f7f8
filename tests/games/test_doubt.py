"""The rules of Doubt, row by row; how claims are made and settled is in cardgame/test_claim.py.

- All cards are dealt. The first player lays an ace, the next one a two, and so on; after a king
  comes an ace again. Cards lie face down, and need not be what they are said to be.
- doubt, as it is played in Japan: one card at a time. i_doubt_it, the American game: one to four.
  bluff: whoever begins a pile names its rank, and all others lay cards as that rank.
- All others may doubt; of several, the next in turn counts. A liar takes the pile, or whoever has
  doubted the truth does.
- The first who has no cards left wins, unless the last claim was a lie that somebody doubts.
- After 150 claims the fewest cards win, for Doubt need never end.
"""

from __future__ import annotations

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.doubt import Doubt
from cardkit.netgame import Refused
from tests.helpers import arrange, play_out, refusal

NAMES = ["ann", "bob", "cid"]


def at(ann: str = "SA HA SK", preset: str = "", **options: object) -> Doubt:
    """Ann is to lay cards."""
    table = Doubt.play(NAMES, preset, options=options)
    arrange(table, {"ann": ann, "bob": "S2 H2", "cid": "S3 H3"})
    return table


def say(table: Doubt, *said: str) -> None:
    """Each is said by the first who is asked."""
    for what in said:
        table.apply(table.names[table.awaited[0]], what)


@pytest.mark.parametrize("players", [3, 6])
def test_all_cards_are_dealt(players: int) -> None:
    table = Doubt.play([f"p{n}" for n in range(players)])
    assert sum(len(table.hand(seat)) for seat in range(players)) == 52
    with pytest.raises(Refused):
        Doubt.play(NAMES[:2])


def test_the_ranks_are_due_one_after_the_other_and_begin_again() -> None:
    table, due = Doubt.play(NAMES), []
    for _ in range(15):
        due.append(table.facts["due"])
        say(table, f"LAY {table.hand(table.awaited[0])[0]}", "BELIEVE", "BELIEVE")
    assert due == [*"A23456789TJQK", "A", "2"]


@pytest.mark.parametrize(
    ("preset", "said", "told"),
    [
        ("doubt", "LAY SA HA", "LAY takes 1 of your cards, not 2"),
        ("i_doubt_it", "LAY", "LAY takes 1 to 4 of your cards, not 0"),
        ("i_doubt_it", "LAY SA HA DA CA SK", "LAY takes 1 to 4 of your cards, not 5"),
    ],
)
def test_how_many_cards_are_laid(preset: str, said: str, told: str) -> None:
    refused = refusal(at("SA HA DA CA SK", preset), "ann", said)
    assert (refused.reason, refused.text()) == (CardReason.BAD_COUNT, told)


@pytest.mark.parametrize(
    ("laid", "answers", "loser"),
    [
        ("SK", ("BELIEVE", "DOUBT"), 0),
        ("SA", ("BELIEVE", "DOUBT"), 2),
        ("SA", ("DOUBT", "DOUBT"), 1),
        ("SK", ("BELIEVE", "BELIEVE"), None),
    ],
)
def test_a_liar_takes_the_pile_or_whoever_doubts_the_truth(
    laid: str, answers: tuple[str, str], loser: int | None
) -> None:
    table = at()
    say(table, f"LAY {laid}", *answers)
    sizes = [2, 2, 2]
    if loser is None:
        assert table.piles["heap"] == [laid]
    else:
        sizes[loser] += 1
        assert laid in table.hand(loser)
    assert [len(table.hand(seat)) for seat in range(3)] == sizes
    assert (table.awaited, table.facts["due"]) == ((1,), "2")


@pytest.mark.parametrize(
    ("card", "answer", "won"),
    [
        ("SA", "BELIEVE", True),
        ("SA", "DOUBT", True),
        ("SK", "BELIEVE", True),
        ("SK", "DOUBT", False),
    ],
)
def test_the_last_card_wins_unless_it_is_a_lie_that_is_doubted(
    card: str, answer: str, won: bool
) -> None:
    table = at(card)
    say(table, f"LAY {card}", answer, "BELIEVE")
    assert table.playing != won
    assert table.scores == [int(won), 0, 0]


def test_in_bluff_all_lay_cards_as_the_rank_that_was_named() -> None:
    table = at(preset="bluff")
    refused = refusal(table, "ann", "LAY SA")
    assert "LAY is not possible now" in refused.text()
    say(table, "CLAIM K", "LAY SA SK", "BELIEVE", "BELIEVE")
    assert (table.facts["due"], table.awaited) == ("K", (1,))
    say(table, "LAY S2", "DOUBT", "BELIEVE")
    assert {*table.hand(1)} == {"H2", "S2", "SA", "SK"}
    assert table.legal(2)[0].verb == "CLAIM"


def test_the_fewest_cards_win_after_150_claims() -> None:
    table = Doubt.play(NAMES, key=b"long")
    play_out(table)
    laid = sum(str(what).startswith("LAY") for _, what, _ in table.journal)
    assert laid <= 150
    left = [len(table.hand(seat)) for seat in table.ranking]
    assert left == sorted(left)


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(Doubt)
    for sentence in (
        "LAY one card at a time.",
        "The rank that is due is the next one each time.",
        "All others answer at once; of several who doubt, the next in turn counts.",
        "The game ends with claim number 150",
        "The winner of a game gets a point.",
    ):
        assert sentence in sheet
    assert "LAY 1 to 4 cards at a time." in rule_sheet(Doubt, "i_doubt_it")
    assert "Whoever begins a pile may CLAIM any rank" in rule_sheet(Doubt, "bluff")
    assert "うそがばれた人" in rule_sheet(Doubt, language="ja")
