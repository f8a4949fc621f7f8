"""The rules of Napoleon, row by row: the Japanese game for four to six.

Settled after pagat.com and Japanese rulebooks: 52 cards, of which all tens, jacks, queens, kings
and aces are pictures; bids of a number and a suit, clubs lowest and spades highest, from 13 on (in
the classic game from 11); who has passed may bid again; the adjutant's card is called before the
blind is taken up; Napoleon leads, any card; the mighty and the two jacks belong to the suits that
are printed on them; pictures that Napoleon puts away are lost to his side; a point from each
opponent, of which the adjutant gets one (the simplest of the usual settlements).
"""

import pytest

from cardkit.cardgame.rules import rule_sheet
from cardkit.games.napoleon import Napoleon
from tests.helpers import arrange, lines, refusal

NAMES = ["ann", "bob", "cem", "dan", "eve"]
BLIND = "C2 C3"


def bid(*words: str, preset: str = "", players: int = 5) -> Napoleon:
    """A table after these words."""
    table = Napoleon.play(NAMES[:players], preset, key=b"napoleon")
    for line in words:
        table.apply(table.names[table.awaited[0]], line)
    return table


def tricks(contract: str, called: str, *hands: str, preset: str = "") -> Napoleon:
    """A table at which ann is Napoleon with these hands, and to lead."""
    table = bid(f"BID {contract}", *["PASS"] * 4, f"CALL {called}", preset=preset)
    put = " ".join(str(card) for card in table.hand(0)[:2])
    table.apply("ann", f"PUT {put}")
    arrange(table, dict(zip(NAMES, hands, strict=True)))
    return table


def winner(trump: str, *cards: str, preset: str = "") -> str:
    """Who takes a trick of these cards."""
    table = tricks(f"13 {trump}", "H3", *cards, preset=preset)
    for name, card in zip(NAMES, cards, strict=True):
        table.apply(name, f"DISCARD {card}")
    return NAMES[table.tricks.index(1)]


# --- the deal and the bidding ---------------------------------------------------------------------


@pytest.mark.parametrize(("players", "hand", "blind"), [(4, 12, 4), (5, 10, 2), (6, 8, 4)])
def test_what_is_dealt(players: int, hand: int, blind: int) -> None:
    table = Napoleon.play([*NAMES, "fay"][:players], key=b"deal")
    assert [len(table.hand(seat)) for seat in range(players)] == [hand] * players
    assert len(table.piles["stock"]) == blind


@pytest.mark.parametrize(("preset", "least"), [("standard", 13), ("classic", 11)])
def test_the_lowest_bid(preset: str, least: int) -> None:
    offered = lines(bid(preset=preset), "ann", "BID")
    assert len(offered) == 4 * (21 - least)
    assert f"BID {least} C" in offered


def test_a_bid_is_higher_by_number_or_by_suit() -> None:
    table = bid("BID 14 H")
    offered = lines(table, "bob", "BID")
    assert {"BID 14 S", "BID 15 C"} <= offered
    assert not {"BID 14 H", "BID 14 D", "BID 13 S"} & offered
    assert "bid higher than 14 H" in str(refusal(table, "bob", "BID 14 D"))


def test_who_has_passed_may_bid_again() -> None:
    table = bid("PASS", "BID 13 C", "PASS", "PASS", "PASS")
    assert "BID 13 D" in lines(table, "ann")


def test_if_nobody_bids_the_cards_are_dealt_again() -> None:
    table = bid()
    before = [*table.hand(0)]
    for _ in NAMES:
        table.apply(table.names[table.awaited[0]], "PASS")
    assert table.stage.key() == "auction"
    assert table.hand(0) != before


# --- the adjutant and the blind -------------------------------------------------------------------


def called(card: str) -> Napoleon:
    table = bid("BID 13 S", *["PASS"] * 4)
    assert table.awaited == (0,)
    assert len(lines(table, "ann", "CALL")) == 52
    table.apply("ann", f"CALL {card}")
    return table


def test_napoleon_calls_a_card_and_then_takes_the_blind() -> None:
    table = called("SA")
    assert table.facts["called"] == ["SA"]
    assert len(table.hand(0)) == 12
    table.apply("ann", "PUT " + " ".join(str(card) for card in table.hand(0)[:2]))
    assert len(table.hand(0)) == 10
    assert table.awaited == (0,), "Napoleon leads"
    assert table.facts["trump"] == "S"


def test_two_cards_are_put_away_for_the_two_of_the_blind() -> None:
    table = called("SA")
    assert "2" in str(refusal(table, "ann", f"PUT {table.hand(0)[0]}"))


def test_the_adjutant_is_secret_until_the_card_is_played() -> None:
    table = tricks("13 S", "SA", "S2 H2", "S3 H4", "SA H5", "S5 H6", "S6 H7")
    for name, card in (("ann", "S2"), ("bob", "S3")):
        table.apply(name, f"DISCARD {card}")
    assert "partner" not in table.facts
    assert [*table.side(0)] == [0]
    table.apply("cem", "DISCARD SA")
    assert table.facts["partner"] == "cem"
    assert {*table.side(0)} == {0, 2}
    assert {*table.side(1)} == {1, 3, 4}


# --- tricks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "cards", "wins"),
    [
        ("H", "D3 D9 DK DT D8", "cem"),  # the highest card of the suit led
        ("H", "D2 H2 DK DA D8", "bob"),  # or a trump
        ("H", "HJ H2 SA HA HK", "cem"),  # the mighty beats all
        ("S", "SA SJ SK SQ ST", "ann"),
        ("H", "HA HJ DJ HK HQ", "bob"),  # the jack of trumps is second
        ("H", "HA DJ HK HQ HT", "bob"),  # the other jack of its colour third
        ("H", "CA DJ CK CQ CT", "bob"),
        ("H", "CA SJ CK CQ CT", "ann"),  # other jacks are plain
        ("D", "SA HQ SK S2 S3", "bob"),  # yoromeki
        ("D", "DJ HQ S3 SA S4", "bob"),
        ("D", "HA HQ HK H9 H3", "ann"),  # without the mighty the queen is plain
        ("D", "C9 CA C2 CK C3", "cem"),  # same two
        ("D", "C9 CA C2 CK H3", "bob"),
        ("S", "C9 CA C2 CJ C3", "dan"),  # not against a jack with power
        ("D", "S9 SA S2 SK S3", "bob"),  # nor against the mighty
        ("C", "C9 CA C2 CK C3", "cem"),  # trumps too
    ],
)
def test_who_takes_a_trick(trump: str, cards: str, wins: str) -> None:
    assert winner(trump, *cards.split()) == wins


@pytest.mark.parametrize(
    ("trump", "cards", "wins"), [("D", "SA HQ SK S2 S3", "ann"), ("D", "C9 CA C2 CK C3", "bob")]
)
def test_the_classic_game_has_only_the_three_highest_cards(
    trump: str, cards: str, wins: str
) -> None:
    assert winner(trump, *cards.split(), preset="classic") == wins


def test_cards_with_powers_follow_their_printed_suits() -> None:
    table = tricks("13 H", "C4", "H2 C2", "DJ D3", "SA H3", "S5 H6", "S6 H7")
    table.apply("ann", "DISCARD H2")
    assert lines(table, "bob") == {"DISCARD DJ", "DISCARD D3"}
    table.apply("bob", "DISCARD D3")
    assert lines(table, "cem") == {"DISCARD H3"}
    assert "follow suit: H was led" in str(refusal(table, "cem", "DISCARD SA"))


def test_all_see_how_many_pictures_each_has_taken() -> None:
    table = tricks("13 H", "C4", "C2 CA", "CK D3", "CQ D4", "CT D5", "C9 D6")
    for name, card in zip(NAMES, ["CA", "CK", "CQ", "CT", "C9"], strict=True):
        table.apply(name, f"DISCARD {card}")
    assert table.facts["pictures"] == [4, 0, 0, 0, 0]


# --- points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("called", "pictures", "points"),
    [
        ("CK", 13, [2, 1, -1, -1, -1]),  # bob was called
        ("CK", 12, [-2, -1, 1, 1, 1]),
        ("CA", 13, [4, -1, -1, -1, -1]),  # Napoleon's own card
        ("H9", 12, [-4, 1, 1, 1, 1]),  # in the blind
    ],
)
def test_points(called: str, pictures: int, points: list[int]) -> None:
    table = tricks("13 H", called, "CA", "CK", "C9", "C8", "C7")
    taken = [card for card in table.cards.all if card.rank in "TJQKA" and card not in ("CA", "CK")]
    table.piles["won:0"] += taken[: pictures - 2]
    for name, card in zip(NAMES, ["CA", "CK", "C9", "C8", "C7"], strict=True):
        table.apply(name, f"DISCARD {card}")
    assert table.scores == points


def test_allies_share_a_place() -> None:
    table = tricks("13 H", "CK", "CA", "CK", "C9", "C8", "C7")
    table.listening = True
    for name, card in zip(NAMES, ["CA", "CK", "C9", "C8", "C7"], strict=True):
        events = table.apply(name, f"DISCARD {card}")
    heard = [event.words(0) or ("",) for event in events]
    told = [words for words in heard if words[0] == "TIE"]
    assert told == [("TIE", name, 1) for name in ("cem", "dan", "eve")]


def test_the_pictures_of_both_count_together() -> None:
    table = tricks("13 H", "CK", "C2", "CK", "C9", "C8", "C7")
    taken = [card for card in table.cards.all if card.rank in "TJQKA" and card != "CK"]
    table.piles["won:0"] += taken[:6]
    table.piles["won:1"] += taken[6:12]
    for name, card in zip(NAMES, ["C2", "CK", "C9", "C8", "C7"], strict=True):
        table.apply(name, f"DISCARD {card}")
    assert table.scores == [2, 1, -1, -1, -1]


@pytest.mark.parametrize(
    "sentence",
    [
        "Cards for each player by how many play: 12 for 4, 10 for 5, 8 for 6.",
        "The lowest number to bid is 13.",
        "If nobody bids, the cards are dealt again.",
        "Yoromeki: the queen of hearts takes any trick in which the ace of spades lies.",
        "Pictures that are put away count for the opponents of Napoleon.",
    ],
)
def test_the_rule_sheet_tells_it(sentence: str) -> None:
    assert sentence in rule_sheet(Napoleon)
    assert "Yoromeki" not in rule_sheet(Napoleon, "classic").partition("## Presets")[0]
