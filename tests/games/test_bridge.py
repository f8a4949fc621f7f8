"""Contract bridge: its rules row by row, as the laws of duplicate bridge have them.

Variants taken: duplicate scoring throughout, with the cycle of sixteen boards; Chicago with the
dealer's side vulnerable in the second and third deal, scored like duplicate (part scores are not
carried over). A claim, a review of the auction and penalties for irregularities do not exist: what
is irregular is refused.

| rule | test |
|---|---|
| four players, partners face each other, thirteen cards | `test_four_players…` |
| the deal goes round; sixteen boards have their own dealer and vulnerability | `test_boards…` |
| Chicago: none, dealer's side, dealer's side, both | `test_chicago…` |
| the dealer bids first; a bid is higher than the last | `test_the_dealer…`, `test_each_bid…` |
| doubles are for bids of the other side, redoubles for doubled ones; a bid wipes them out | … |
| three passes end the auction, four at once the board | `test_three_passes…`, `test_four…` |
| declarer is who of the side named the suit first; the next player leads | `test_the_declarer…` |
| dummy is open after the lead, and declarer plays both hands | `test_dummy…` |
| follow suit; highest trump or highest of the led suit wins | `test_follow…`, `test_tricks…` |
| every row of the scoring table | `test_what_a_contract_is_worth` |
| teams: differences in international match points | tests/contest/test_teams.py |
"""

from __future__ import annotations

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.bridge import Bridge
from cardkit.games.bridge.bots import Solid
from cardkit.games.bridge.scoring import contract_points
from cardkit.netgame import Reason
from tests.games.test_bots import against_rand
from tests.helpers import arrange, below, lines, play_out, refusal

FOUR = ["north", "east", "south", "west"]


def said(*calls: str, board: int = 1) -> Bridge:
    """A table after these calls, in turn from the dealer on."""
    table = Bridge.play(FOUR, key=b"bridge")
    for _ in range(board - 1):
        play_out(table)
        table.apply("", "START")
    for call in calls:
        bid = call if call.isalpha() else f"BID {call[0]} {call[1:]}"
        table.apply(FOUR[table.awaited[0]], bid)
    return table


def turn(table: Bridge) -> str:
    return FOUR[table.awaited[0]]


# --- boards ---------------------------------------------------------------------------------------


def test_four_players_partners_face_each_other_thirteen_cards_each() -> None:
    table = said()
    assert [table.partner(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [len(table.hand(seat)) for seat in range(4)] == [13] * 4
    assert refusal(Bridge(), "", "START").reason == Reason.TOO_FEW_PLAYERS


BOARDS = [
    "-",
    "NS",
    "EW",
    "NSEW",
    "NS",
    "EW",
    "NSEW",
    "-",
    "EW",
    "NSEW",
    "-",
    "NS",
    "NSEW",
    "-",
    "NS",
    "EW",
]


def test_boards_have_their_dealer_and_vulnerability() -> None:
    """North deals board 1, and the sixteen vulnerabilities are those printed on boards."""
    table = Bridge.play(FOUR, options={"match_games": 17}, key=b"boards")
    for number, wanted in enumerate([*BOARDS, BOARDS[0]]):
        if number:
            play_out(table, number)
            table.apply("", "START")
        assert table.fact("dealer", "") == FOUR[number % 4] == turn(table)
        vulnerable = {name for name in FOUR if name[0].upper() in wanted}
        assert {*table.facts.get("vulnerable", {})} == vulnerable  # type: ignore[misc]


def test_chicago_is_four_deals_with_the_dealers_side_vulnerable_in_the_middle() -> None:
    table = Bridge.play(FOUR, preset="chicago")
    found = []
    while True:
        found.append([FOUR[seat][0] for seat in range(4) if table.vulnerable[seat]])
        play_out(table)
        if table.match_over:
            break
        table.apply("", "START")
    assert found == [[], ["e", "w"], ["n", "s"], ["n", "e", "s", "w"]]


@pytest.mark.parametrize(("value", "sides"), [("none", 0), ("all", 4)])
def test_nobody_or_all_can_be_vulnerable_on_every_board(value: str, sides: int) -> None:
    table = Bridge.play(FOUR, options={"vulnerable": value})
    for _ in range(3):
        assert sum(table.vulnerable) == sides
        play_out(table)
        table.apply("", "START")


# --- the auction ----------------------------------------------------------------------------------


def test_the_dealer_bids_first_and_all_speak_in_turn() -> None:
    table = said()
    assert turn(table) == "north"
    assert len(lines(table, "north", "BID")) == 35
    assert lines(table, "north") - lines(table, "north", "BID") == {"PASS"}
    assert turn(said("PASS", "1C", "PASS")) == "west"


def test_each_bid_is_higher_than_the_last() -> None:
    """clubs, diamonds, hearts, spades, no trump"""
    table = said("2H")
    assert {"BID 2 S", "BID 2 NT", "BID 3 C"} <= lines(table, "east")
    refused = refusal(table, "east", "BID 2 D")
    assert refused.reason == CardReason.TOO_WEAK
    assert "bid higher than 2 H" in refused.text()
    assert lines(said("7NT"), "east") == {"PASS", "DOUBLE"}


@pytest.mark.parametrize(
    ("calls", "double", "redouble"),
    [
        ([], False, False),
        (["1H"], True, False),
        (["1H", "PASS"], False, False),  # that is the partner's
        (["1H", "DOUBLE"], False, True),
        (["1H", "DOUBLE", "PASS"], False, False),
        (["1H", "DOUBLE", "REDOUBLE"], False, False),
        (["1H", "DOUBLE", "1S"], True, False),  # a new bid wipes it out
        (["1H", "DOUBLE", "PASS", "PASS"], False, True),
    ],
)
def test_doubles_are_for_the_others_and_redoubles_for_the_own_side(
    calls: list[str], double: bool, redouble: bool
) -> None:
    table = said(*calls)
    assert ("DOUBLE" in lines(table, turn(table))) == double
    assert ("REDOUBLE" in lines(table, turn(table))) == redouble


def test_a_wrong_double_is_refused_with_what_can_be_doubled() -> None:
    refused = refusal(said("1H", "PASS"), "south", "DOUBLE")
    assert "only a bid of the other side can be doubled" in refused.text()
    refused = refusal(said("1H"), "east", "REDOUBLE")
    assert "that the others have doubled" in refused.text()


def test_three_passes_end_the_auction() -> None:
    assert said("1H", "PASS", "PASS").stage.key() == "auction"
    assert said("1H", "PASS", "PASS", "PASS").stage.key() == "trick_game"
    assert said("PASS", "PASS", "PASS").stage.key() == "auction"
    table = said("1H", "DOUBLE", "PASS", "PASS")
    assert table.stage.key() == "auction"
    table.apply("north", "PASS")
    assert table.stage.key() == "trick_game"


def test_four_passes_end_the_board_without_points() -> None:
    table = said(*["PASS"] * 4)
    assert not table.playing
    assert table.scores == [0] * 4
    table.apply("", "START")
    assert table.fact("dealer", "") == "east"


@pytest.mark.parametrize(
    ("calls", "declarer", "leader"),
    [
        (["1H"], "north", "east"),
        (["1H", "PASS", "2H"], "north", "east"),  # south raised what north had named
        (["1H", "PASS", "1S", "PASS", "2S"], "south", "west"),
        (["1H", "2H", "PASS", "3H"], "east", "south"),  # each side has its own first
        (["1C", "1S", "1NT", "PASS", "3NT"], "south", "west"),
        (["PASS", "PASS", "PASS", "1D"], "west", "north"),
    ],
)
def test_the_declarer_named_the_suit_first_on_that_side(
    calls: list[str], declarer: str, leader: str
) -> None:
    table = said(*calls, "PASS", "PASS", "PASS")
    assert table.fact("declarer", "") == declarer
    assert turn(table) == leader


def test_the_auction_is_shown_as_a_table_until_it_is_over() -> None:
    table = said("PASS", "1H", "DOUBLE", board=2)  # east deals
    rows = [FOUR, ["", "Pass", "1 H", "Double"]]
    assert table.view(0).facts["calls"] == rows
    table.apply("north", "REDOUBLE")
    assert table.view(0).facts["calls"] == [*rows, ["Redouble"]]
    for name in ("east", "south", "west"):
        table.apply(name, "PASS")
    assert "calls" not in table.view(0).facts
    assert table.facts["doubled"] == "×4"


# --- the play -------------------------------------------------------------------------------------


def test_dummy_is_open_after_the_lead_and_declarer_plays_both_hands() -> None:
    table = said("3NT", "PASS", "PASS", "PASS")
    assert {*table.view(1).hands[2]} == {"??"}
    table.apply("east", min(lines(table, "east")))
    for seat in (0, 1, 3):
        assert {*table.view(seat).hands[2]} == {*table.hand(2)}
    assert turn(table) == "north"
    assert {line.split()[1] for line in lines(table, "north")} <= {*table.hand(2)}
    assert refusal(table, "south", f"DISCARD {table.hand(2)[0]}").reason == Reason.NOT_YOUR_TURN


def arranged(contract: str, *hands: str) -> Bridge:
    """North plays this contract, and east leads; south is dummy."""
    table = said(contract, "PASS", "PASS", "PASS")
    arrange(table, dict(zip(FOUR, hands, strict=True)))
    return table


def trick(table: Bridge, *cards: str) -> None:
    for card in cards:
        table.apply(turn(table), f"DISCARD {card}")


def test_follow_suit_also_from_dummy() -> None:
    table = arranged("1NT", "SA C2", "S3 H3", "S4 D4", "C5 D5")
    trick(table, "S3")
    assert lines(table, "north") == {"DISCARD S4"}
    assert "follow suit" in refusal(table, "north", "DISCARD D4").text()
    trick(table, "S4")
    assert lines(table, "west") == {"DISCARD C5", "DISCARD D5"}


@pytest.mark.parametrize(
    ("contract", "cards", "winner"),
    [
        ("1NT", ("S3", "S4", "HA", "SK"), "north"),  # the highest of the suit that was led
        ("1NT", ("SA", "H4", "DA", "SK"), "east"),
        ("1H", ("SA", "H2", "S5", "SK"), "north"),  # from dummy, whose lead declarer plays
        ("1H", ("SA", "H2", "H3", "SK"), "west"),
        ("1H", ("S9", "S2", "ST", "D2"), "west"),
    ],
)
def test_tricks(contract: str, cards: tuple[str, ...], winner: str) -> None:
    east, south, west, north = cards
    table = arranged(contract, f"{north} C2", f"{east} C3", f"{south} C4", f"{west} C5")
    trick(table, *cards)
    assert turn(table) == winner


# --- the score ------------------------------------------------------------------------------------

WORTH = [  # contract, doubled, tricks, not vulnerable, vulnerable
    *[("1C", 1, 7, 70, 70), ("1D", 1, 8, 90, 90), ("1H", 1, 7, 80, 80), ("1S", 1, 9, 140, 140)],
    *[("1NT", 1, 7, 90, 90), ("1NT", 1, 8, 120, 120), ("2NT", 1, 8, 120, 120)],
    *[("3C", 1, 9, 110, 110), ("4D", 1, 10, 130, 130), ("3S", 1, 10, 170, 170)],
    *[("3NT", 1, 9, 400, 600), ("3NT", 1, 11, 460, 660), ("4H", 1, 10, 420, 620)],
    *[("4S", 1, 11, 450, 650), ("5C", 1, 11, 400, 600), ("5D", 1, 12, 420, 620)],
    *[("6C", 1, 12, 920, 1370), ("6H", 1, 12, 980, 1430), ("6NT", 1, 12, 990, 1440)],
    *[("6NT", 1, 13, 1020, 1470), ("7D", 1, 13, 1440, 2140), ("7S", 1, 13, 1510, 2210)],
    *[("7NT", 1, 13, 1520, 2220)],
    *[("1C", 2, 7, 140, 140), ("1C", 2, 8, 240, 340), ("1NT", 2, 7, 180, 180)],
    *[("2C", 2, 8, 180, 180), ("2H", 2, 8, 470, 670), ("2H", 2, 9, 570, 870)],
    *[("3NT", 2, 9, 550, 750), ("6S", 2, 12, 1210, 1660), ("7NT", 2, 13, 1790, 2490)],
    *[("1C", 4, 7, 230, 230), ("1C", 4, 8, 430, 630), ("1H", 4, 7, 520, 720)],
    *[("1NT", 4, 7, 560, 760), ("2C", 4, 8, 560, 760), ("4S", 4, 11, 1080, 1480)],
    *[("7NT", 4, 13, 2280, 2980)],
    *[("4S", 1, 9, -50, -100), ("4S", 1, 8, -100, -200), ("7NT", 1, 0, -650, -1300)],
    *[("4S", 2, 9, -100, -200), ("4S", 2, 8, -300, -500), ("4S", 2, 7, -500, -800)],
    *[("4S", 2, 6, -800, -1100), ("4S", 2, 5, -1100, -1400), ("7NT", 2, 0, -3500, -3800)],
    *[("4S", 4, 9, -200, -400), ("4S", 4, 8, -600, -1000), ("4S", 4, 7, -1000, -1600)],
    *[("4S", 4, 6, -1600, -2200), ("7NT", 4, 0, -7000, -7600)],
]


@pytest.mark.parametrize(("contract", "doubled", "tricks", "plain", "vulnerable"), WORTH)
def test_what_a_contract_is_worth(
    contract: str, doubled: int, tricks: int, plain: int, vulnerable: int
) -> None:
    bid = int(contract[0]), contract[1:], doubled
    assert contract_points(*bid, False, tricks) == plain
    assert contract_points(*bid, True, tricks) == vulnerable


def test_what_one_side_gets_the_other_loses() -> None:
    table = arranged("3NT", "SA", "S2", "S3", "S4")
    table.tricks[:] = [4, 2, 4, 2]
    trick(table, "S2", "S3", "S4", "SA")
    assert table.scores == [400, -400, 400, -400]
    assert {*table.ranking[:2]} == {0, 2}


def test_the_side_of_the_declarer_decides_what_vulnerable_counts() -> None:
    for board, made in ((1, -50), (2, -100), (3, -50)):  # nobody, north and south, east and west
        table = said(board=board)
        while turn(table) != "north":
            table.apply(turn(table), "PASS")
        table.apply("north", "BID 1 NT")
        for _ in range(3):
            table.apply(turn(table), "PASS")
        table.tricks[:] = [3, 4, 3, 3]
        assert [table.points(seat) for seat in range(4)] == [made, -made] * 2


def test_the_rule_sheet_says_what_only_code_knows() -> None:
    sheet = rule_sheet(Bridge)
    for sentence in (
        "A bid is for six tricks more than its number.",
        "The declarer is whoever first named the suit of the contract on its side.",
        "Opponents may DOUBLE the last bid, and its side REDOUBLE.",
        "the bidder plays both hands",
        "100 or more of that is a game: 300 more, or 500 vulnerable; less is 50 more.",
        "If nobody bids, the game is over.",
    ):
        assert sentence in sheet


# --- the bot --------------------------------------------------------------------------------------


def test_solid_beats_rand() -> None:
    solid, rand = against_rand(Bridge, 40, 4)
    assert solid.wins > 10 * rand.wins
    assert solid.mean > 1000


BIDS = [
    ("SA SK SQ S7 S4 HK H6 D9 D5 D2 CA C8 C3", [], "BID 1 S"),
    ("SA SK S7 S4 HK H6 H2 DQ D5 D2 CA C8 C3", [], "BID 1 NT"),
    ("S9 S7 S4 H8 H6 H2 DQ D5 D2 CA C8 C3 C2", [], "PASS"),
    ("SJ S9 S5 S2 HA H8 DK DJ D7 CQ C9 C6 C4", ["1S", "PASS"], "BID 3 S"),
    ("SJ S9 S5 S2 HA HK DK DJ D7 CQ C9 C6 C4", ["1S", "PASS"], "BID 4 S"),
    ("SJ S9 S5 HA HK H7 DK DJ D7 CQ C9 C6 C4", ["1NT", "PASS"], "BID 3 NT"),
    ("S9 S8 S5 S2 HA H8 D9 D8 D7 C9 C8 C6 C4", ["1S", "PASS"], "PASS"),
    ("SA S9 S5 S2 HA H8 DK D8 D7 CK C8 C6 C4", ["7H"], "DOUBLE"),
]


@pytest.mark.parametrize(("hand", "calls", "call"), BIDS)
def test_solid_bids_what_its_hand_is_worth(hand: str, calls: list[str], call: str) -> None:
    table = said(*calls)
    arrange(table, {turn(table): hand}, rest="away")
    seat = table.awaited[0]
    assert Solid(below()).choose(table.view(seat), table.legal(seat)) == call
