"""Auctions: who may say what, when they end, and what is kept of them."""

from collections.abc import Sequence
from typing import Any

import pytest

from cardkit import Auction, CardCommand, CardGame, Deal, Refused, RulesError, Seats, TrickGame
from cardkit.cardgame.rules import rule_sheet

CONTRACT = Auction(
    bids="contract", least=1, most=7, doubles=True, nobody="deal_again", leads="after_declarer"
)


def auctioned(auction: Auction, *said: str, players: int = 4, **parts: Any) -> CardGame:
    """A table after these words, said in turn."""
    made: type[CardGame] = type(
        "Auctioned",
        (CardGame,),
        {
            "__doc__": "An auction, and tricks.",
            "title": "Auctioned",
            "seats": Seats(least=players, most=players, partners=players == 4),
            "stages": (Deal(each=5), auction, TrickGame()),
            **parts,
        },
    )
    table = made.play(["ann", "bob", "cem", "dan"][:players], key=b"auction")
    for words in said:
        assert table.stage is auction
        table.apply(table.names[table.awaited[0]], words)
    return table


def refusal(table: CardGame, words: str) -> Refused:
    with pytest.raises(Refused) as refused:
        table.apply(table.names[table.awaited[0]], words)
    return refused.value


def test_the_highest_bid_is_the_contract_when_all_others_have_passed() -> None:
    table = auctioned(CONTRACT, "BID 1 C", "PASS", "BID 1 H", "PASS", "PASS", "PASS")
    assert (table.auction.contract, table.auction.declarer) == ("BID 1 H", 2)
    assert table.facts == {"contract": "1 H", "declarer": "cem", "bids": ["1 C", "", "1 H", ""]}
    assert table.stage.key() == "trick_game"
    assert table.awaited == (3,)  # the player after the declarer leads


def test_nobody_is_declarer_before_the_auction_is_over() -> None:
    table = auctioned(CONTRACT, "BID 1 C", "PASS", "BID 1 H", "PASS", "PASS")
    assert "declarer" not in table.facts
    table.apply("bob", "PASS")
    assert table.facts["declarer"] == "cem"


def test_a_bid_has_to_be_higher_by_number_or_by_suit() -> None:
    table = auctioned(CONTRACT, "BID 2 H")
    assert refusal(table, "BID 2 D").text().startswith("bid higher than 2 H. You may say: BID 2 S")
    assert refusal(table, "BID 1 NT").reason == "TOO_WEAK"
    assert {"BID 2 S", "BID 2 NT", "BID 3 C"} <= {*map(str, table.legal(1))}


def test_a_bid_that_nobody_can_raise_ends_the_auction() -> None:
    numbers = Auction(least=1, most=3, rounds=1, leads="declarer")
    table = auctioned(numbers, "PASS", "BID 3", players=3)
    assert (table.stage.key(), table.awaited) == ("trick_game", (1,))
    assert "A bid of 3 ends the auction." in rule_sheet(type(table))
    doubled = auctioned(CONTRACT, "BID 7 NT")  # which opponents may still double
    assert doubled.stage.key() == "auction"
    assert "A bid of" not in rule_sheet(type(doubled))


def test_only_opponents_double_and_only_the_side_of_the_bid_redoubles() -> None:
    table = auctioned(CONTRACT, "BID 1 S")
    assert "DOUBLE" in table.legal(1)
    assert "REDOUBLE" not in table.legal(1)
    table.apply("bob", "DOUBLE")
    assert "REDOUBLE" in table.legal(2)
    assert "DOUBLE" not in table.legal(2)
    table.apply("cem", "REDOUBLE")
    assert (table.auction.doubled, table.facts["doubled"]) == (4, "×4")
    for name in ("dan", "ann", "bob"):
        table.apply(name, "PASS")
    assert table.stage.key() == "trick_game"


def test_a_higher_bid_undoes_a_double() -> None:
    table = auctioned(CONTRACT, "BID 1 S", "DOUBLE", "BID 2 S")
    assert table.auction.doubled == 1
    assert "doubled" not in table.facts


@pytest.mark.parametrize(
    ("nobody", "stage", "playing"),
    [("play", "trick_game", True), ("deal_again", "auction", True), ("end", "auction", False)],
)
def test_when_nobody_bids(nobody: str, stage: str, playing: bool) -> None:
    auction = Auction(bids="suit", nobody=nobody)
    table = auctioned(auction, "PASS", "PASS", "PASS", "PASS")
    assert (table.stage.key(), table.playing) == (stage, playing)
    assert table.auction.contract is None


def test_the_first_bid_ends_an_auction_that_it_wins() -> None:
    auction = Auction(bids="suit", rising=False, first_wins=True, rounds=2, nobody="end")
    table = auctioned(auction, *["PASS"] * 5, "BID C")
    assert (table.auction.contract, table.auction.declarer) == ("BID C", 1)
    assert table.stage.key() == "trick_game"
    assert not auctioned(auction, *["PASS"] * 8).playing


@pytest.mark.parametrize(
    "auction",
    [
        Auction(first_wins=True),
        Auction(first_wins=True, rising=False, doubles=True),
        Auction(first_wins=True, rising=False, may_pass=False, rounds=1),
        Auction(first_wins=True, rising=False, secret=True, rounds=1),
    ],
)
def test_a_first_bid_that_wins_leaves_nothing_to_say(auction: Auction) -> None:
    with pytest.raises(RulesError, match="after the first bid nobody bids or doubles"):
        auctioned(auction)


def test_everybody_bids_once() -> None:
    auction = Auction(rounds=1, rising=False, may_pass=False)
    table = auctioned(auction, "BID 2", "BID 0", "BID 5", "BID 2")
    assert [bid and bid.amount for bid in table.auction.bids] == [2, 0, 5, 2]
    assert table.stage.key() == "trick_game"
    assert table.awaited == (0,)


def test_a_bid_is_at_most_the_cards_of_a_hand() -> None:
    table = auctioned(Auction(rounds=1, rising=False, may_pass=False))
    assert [*map(str, table.legal(0))] == [f"BID {n}" for n in range(6)]
    assert refusal(table, "PASS").reason == "UNKNOWN_WORD" or "PASS" in table.verbs
    assert "0 to 5" in refusal(table, "BID 6").text()


def test_a_final_pass_is_final() -> None:
    auction = Auction(least=1, most=9, pass_is_final=True)
    table = auctioned(auction, "BID 1", "PASS", "BID 2", "PASS", players=4)
    table.apply("ann", "BID 3")
    assert table.awaited == (2,)  # bob has passed, and so has dan
    table.apply("cem", "PASS")
    assert (table.stage.key(), table.auction.declarer) == ("trick_game", 0)


def test_secret_bids_are_told_together() -> None:
    auction = Auction(secret=True, rounds=1, rising=False)
    table = auctioned(auction, players=3)
    table.listening = True
    assert next(e.words(1) for e in table.apply("ann", "BID 4")) == ("ACTION", "ann", "??")
    table.apply("bob", "PASS")
    told = [event.words(1) for event in table.apply("cem", "BID 1")]
    assert ("ACTION", "ann", "BID", 4) in told
    assert table.auction.declarer == 0


def test_a_game_checks_bids_and_hears_of_them() -> None:
    heard: list[tuple[int, str]] = []

    def check_bid(self: CardGame, seat: int, command: CardCommand) -> None:
        if command.amount == 3:
            raise Refused("NOT_THREE", "bid anything but {bid}", bid=command.amount)

    def on_bid(self: CardGame, seat: int, command: CardCommand) -> None:
        heard.append((seat, command))

    auction = Auction(rounds=1, rising=False, may_pass=False)
    table = auctioned(auction, check_bid=check_bid, on_bid=on_bid)
    assert "BID 3" not in table.legal(0)
    assert refusal(table, "BID 3").text() == "bid anything but 3"
    table.apply("ann", "BID 2")
    assert heard == [(0, "BID 2")]


def test_a_game_says_which_suits_are_open_in_a_round() -> None:
    def open_strains(self: CardGame, strains: Sequence[str]) -> Sequence[str]:
        return strains[:2] if self.facts.get("trump") is None else strains[2:]

    def on_pass(self: CardGame, seat: int, command: CardCommand) -> None:
        self.set_fact("trump", "S")

    auction = Auction(bids="suit", rising=False, first_wins=True, rounds=1)
    table = auctioned(auction, open_strains=open_strains, on_pass=on_pass)
    assert [*map(str, table.legal(0))] == ["BID C", "BID D", "PASS"]
    refused = refusal(table, "BID NT")
    assert refused.text() == "NT cannot be bid now. You may say: BID C, BID D, PASS"
    table.apply("ann", "PASS")
    assert [*map(str, table.legal(1))] == ["BID H", "BID S", "BID NT", "PASS"]


def test_the_bids_of_the_last_game_are_forgotten() -> None:
    auction = Auction(rounds=1, rising=False, may_pass=False)
    table = auctioned(auction, "BID 2", "BID 0", "BID 5", "BID 2")
    while table.playing:
        seat = table.awaited[0]
        table.apply(table.names[seat], str(table.legal(seat)[0]))
    table.apply("", "START")
    assert table.auction.bids == [None] * 4
    assert "bids" not in table.facts


@pytest.mark.parametrize(
    ("auction", "wrong"),
    [
        (Auction(least=5, most=2), "least is more than most"),
        (Auction(secret=True), "write rounds=1, rising=False"),
        (Auction(may_pass=False), "needs an end: write rounds=1"),
        (Auction(bids="suit", strains=("X",)), "X is no suit of the deck"),
        (Auction(bids="suit", most=3), "least and most are about numbers"),
        (Auction(strains=("C", "D")), "write bids='suit' or bids='contract'"),
        (Auction(rounds=1, pass_is_final=True), "leave pass_is_final"),
        (Auction(deals=3), "write nobody='deal_again'"),
        (Auction(rounds=2, may_pass=False), "write may_pass=True or rising=False"),
        (Auction(rounds=1, rising=False, may_pass=False, nobody="end"), "leave nobody as it is"),
        (Auction(least=14), "too small to bid 14: write most="),
    ],
)
def test_settings_that_cannot_be(auction: Auction, wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        auctioned(auction)


@pytest.mark.parametrize("line", ["BID", "BID S", "BID x", "BID 99", "BID S3", "BID 2 3"])
def test_what_is_no_number_is_told_which_numbers_there_are(line: str) -> None:
    table = auctioned(Auction(rounds=1, rising=False, may_pass=False))
    assert str(refusal(table, line)) == "BAD_AMOUNT: BID takes a number from 0 to 5 here"


def test_the_rule_sheet_explains_the_auction() -> None:
    table = auctioned(CONTRACT)
    sheet = rule_sheet(type(table))
    assert "BID a number and a suit; the order is C D H S NT." in sheet
    assert "| `BID 3 C` | bid |" in sheet
    assert "| `DOUBLE` | double the contract |" in sheet


# --- everybody's own bid --------------------------------------------------------------------------

OWN = Auction(keep="each", rounds=1, rising=False)


def test_everybodys_own_bid_stays_and_nothing_is_said_of_a_contract() -> None:
    table = auctioned(OWN, "BID 2", "PASS", "BID 5", "BID 2")
    assert table.facts == {"bids": ["2", "", "5", "2"]}
    assert (table.auction.contract, table.auction.declarer) == (None, -1)
    sheet = rule_sheet(type(table))
    assert "Everybody's own bid counts." in sheet
    assert "Everybody speaks once." in sheet


def test_where_bids_of_each_count_nobody_bids_when_all_pass() -> None:
    table = auctioned(Auction(keep="each", rounds=1, rising=False, nobody="end"), *["PASS"] * 4)
    assert not table.playing


@pytest.mark.parametrize(
    "settings",
    [
        {"rising": True},
        {"doubles": True},
        {"alone": True},
        {"leads": "declarer"},
        {"first_wins": True},
    ],
)
def test_what_is_about_the_highest_bid_has_no_place_beside_it(settings: dict[str, Any]) -> None:
    auction = Auction(**{"keep": "each", "rounds": 1, "rising": False, **settings})
    with pytest.raises(RulesError, match="with keep='each' no bid is the highest"):
        auctioned(auction)


# --- alone ----------------------------------------------------------------------------------------

ALONE = Auction(bids="suit", strains=("C", "D"), rising=False, first_wins=True, alone=True)


def test_a_bid_alone_puts_the_cards_of_the_partner_away() -> None:
    table = auctioned(ALONE, "PASS", "ALONE D")
    assert (table.auction.contract, table.auction.declarer) == ("ALONE D", 1)
    assert table.auction.alone
    assert (table.facts["alone"], table.facts["contract"]) == ("bob", "D")
    assert not table.hand(3)
    assert len(table.piles["away"]) == 5
    assert table.view(1).piles["away"] == ("??",) * 5


def test_who_bids_otherwise_plays_with_the_partner() -> None:
    table = auctioned(ALONE, "BID D")
    assert not table.auction.alone
    assert "alone" not in table.facts
    assert len(table.hand(2)) == 5


def test_a_higher_bid_undoes_one_alone() -> None:
    table = auctioned(Auction(least=1, most=3, alone=True), "ALONE 1", "BID 2")
    assert not table.auction.alone
    assert refusal(table, "ALONE 2").text().startswith("bid higher than 2. You may say: BID 3")


def test_nobody_plays_alone_without_partners() -> None:
    with pytest.raises(RulesError, match="alone is for players with partners"):
        auctioned(ALONE, players=3)


def test_bids_that_need_not_rise_come_to_an_end() -> None:
    with pytest.raises(RulesError, match="have no end: write rounds=1"):
        auctioned(Auction(rising=False))


@pytest.mark.parametrize(
    ("auction", "said"),
    [
        (ALONE, "Everybody speaks at most once."),
        (Auction(rising=False, first_wins=True, rounds=2), "Everybody speaks at most 2 times."),
        (Auction(rounds=2), "Everybody speaks 2 times."),
        (Auction(), "It ends when all others have passed."),
    ],
)
def test_the_rule_sheet_says_how_often_everybody_speaks(auction: Auction, said: str) -> None:
    sheet = rule_sheet(type(auctioned(auction)))
    assert said in sheet
    assert sheet.count("Everybody speaks") == said.count("Everybody speaks")


def test_a_game_that_nobody_bids_for_is_not_dealt_again_for_ever() -> None:
    auction = Auction(bids="suit", nobody="deal_again", deals=3)
    table = auctioned(auction, *["PASS"] * 11)
    assert table.playing
    table.apply("dan", "PASS")
    assert not table.playing
    assert "After 3 deals without a bid the game is over." in rule_sheet(type(table))


@pytest.mark.parametrize(
    ("auction", "said", "bids"),
    [
        (Auction(), ("BID 3", "PASS", "PASS", "PASS"), [3, None, 3, None]),
        (
            Auction(keep="each", rising=False, rounds=1),
            ("BID 3", "BID 1", "BID 2", "PASS"),
            [5, 1, 5, 1],
        ),
        (Auction(), ("PASS",) * 4, [None] * 4),
    ],
)
def test_what_the_side_of_a_player_has_bid_for(
    auction: Auction, said: tuple[str, ...], bids: list[int | None]
) -> None:
    table = auctioned(auction, *said)
    assert [table.auction.bid_of(table, seat) for seat in range(4)] == bids
