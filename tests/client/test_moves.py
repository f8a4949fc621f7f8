"""What a person types is the move that is meant: a number, cards however written, a command."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardkit.cardgame import CardCommand, CardView
from cardkit.cardgame.reading import read_offer
from cardkit.client.look import Look
from cardkit.client.move_list import short
from cardkit.client.moves import Move, Unfinished, number_moves, read_move
from cardkit.games.hanabi import Hanabi
from cardkit.netgame import Amount, Declaration, Layout, Reason, Refused


def a_view(hand: str = "", stage: str = "climbing_game", ranks: str = "3456789TJQKA2") -> CardView:
    cards = tuple(hand.split())
    return CardView(
        game=1,
        phase="playing",
        seat=0,
        names=("ann", "bob", "cem"),
        order=(0, 1, 2),
        status=("here",) * 3,
        scores=(0, 0, 0),
        ranking=(),
        awaited=(0,),
        deadline=None,
        suspended=False,
        facts={},
        hand=cards,
        hands=(cards, (), ()),
        piles={"stock": (), "table": ()},
        stage=stage,
        ranks=ranks,
        suits="CDHS",
    )


def offered(
    hand: str, *offers: str, stage: str = "climbing_game", order: str = "rank"
) -> list[Move]:
    view, declaration = a_view(hand, stage), Declaration([Layout(stage, hand=order)])
    return number_moves([read_offer(offer, view) for offer in offers], view, declaration)


CLIMB = offered(
    "S7 H7 D7 ST J1 CA",
    "DISCARD CA",
    "DISCARD S7",
    "DISCARD H7",
    "DISCARD ST",
    "DISCARD J1",
    "DISCARD S7 H7",
    "DISCARD S7 J1",
    "PASS",
)
BETS = offered("SA", "CALL", "RAISE 8..100", "ALLIN", "FOLD", stage="betting")
SWAP = offered("S7 H7 C2 D9 DT", "EXCHANGE 0..5 of S7 H7 C2 D9 DT", stage="exchange")
GIVE = offered("S7 H7 C2", "PUT bob 2 of S7 H7 C2", stage="tribute")
WILD = offered("S8 H7", "DISCARD H7", "DISCARD S8 H", "DISCARD S8 D", stage="order_game")
TAKE = offered("S7", "GET bob 1", "GET bob 2", "GET cem 1", stage="order_game")


def test_moves_are_numbered_as_a_hand_is_sorted_few_cards_first() -> None:
    assert [str(move.offer) for move in CLIMB] == [
        "DISCARD H7",
        "DISCARD S7",
        "DISCARD ST",
        "DISCARD CA",
        "DISCARD J1",
        "DISCARD S7 H7",
        "DISCARD S7 J1",
        "PASS",
    ]
    assert [move.number for move in CLIMB] == list(range(1, 9))


def test_a_hand_is_sorted_by_suits_where_the_stage_declares_it() -> None:
    offers = ("DISCARD S2", "DISCARD CA", "DISCARD S9", "DISCARD C3")
    moves = offered("S2 CA S9 C3", *offers, stage="whatever", order="suit")
    assert [str(m.offer)[-2:] for m in moves] == ["C3", "CA", "S9", "S2"]


@pytest.mark.parametrize(
    ("moves", "typed", "command"),
    [
        (CLIMB, "8", "PASS"),
        (CLIMB, "pass", "PASS"),
        (CLIMB, "P", "PASS"),
        (CLIMB, "discard s7", "DISCARD S7"),
        (CLIMB, "dis s7 h7", "DISCARD S7 H7"),
        (CLIMB, "♠7", "DISCARD S7"),
        (CLIMB, "♡7", "DISCARD H7"),
        (CLIMB, "7s", "DISCARD S7"),
        (CLIMB, "Ｓ７", "DISCARD S7"),  # as typed with a Japanese keyboard
        (CLIMB, "h7 s7", "DISCARD S7 H7"),
        (CLIMB, "s7h7", "DISCARD S7 H7"),
        (CLIMB, "7 7", "DISCARD S7 H7"),
        (CLIMB, "7 jk", "DISCARD S7 J1"),
        (CLIMB, "joker", "DISCARD J1"),
        (CLIMB, "s10", "DISCARD ST"),
        (CLIMB, "T", "DISCARD ST"),
        (CLIMB, "a", "DISCARD CA"),
        (BETS, "1", "CALL"),
        (BETS, "2 50", "RAISE 50"),
        (BETS, "raise 50", "RAISE 50"),
        (BETS, "50", "RAISE 50"),
        (BETS, "ra 8", "RAISE 8"),
        (BETS, "2 200", "RAISE 200"),  # the server says why not
        (SWAP, "1 s7 c2", "EXCHANGE S7 C2"),
        (SWAP, "s7 c2", "EXCHANGE S7 C2"),
        (SWAP, "2 9 10", "EXCHANGE C2 D9 DT"),
        (SWAP, "exchange", "EXCHANGE"),
        (GIVE, "put bob s7 c2", "PUT bob S7 C2"),
        (GIVE, "put s7 c2", "PUT bob S7 C2"),
        (GIVE, "1 7 7", "PUT bob S7 H7"),
        (WILD, "s8 h", "DISCARD S8 H"),
        (WILD, "♠8 ♦", "DISCARD S8 D"),
        (TAKE, "get bob 2", "GET bob 2"),
        (TAKE, "get BOB 2", "GET bob 2"),
        (TAKE, "cem 1", "GET cem 1"),
        (TAKE, "1 bob", "GET bob 1"),
    ],
)
def test_what_is_typed_is_the_move_that_is_meant(
    moves: list[Move], typed: str, command: str
) -> None:
    assert read_move(typed, moves) == command


@pytest.mark.parametrize("typed", ["", "hello", "9 9", "s9", "START", "-1", "d"])
def test_what_is_no_move_is_left_to_the_server(typed: str) -> None:
    assert read_move(typed, CLIMB) is None


@pytest.mark.parametrize(
    ("moves", "typed", "names"),
    [
        (CLIMB, "discard 7", "1 ♥7, 2 ♠7"),
        (SWAP, "7", "S7, H7"),
    ],
)
def test_several_meanings_are_asked_back(moves: list[Move], typed: str, names: str) -> None:
    with pytest.raises(Refused) as caught:
        read_move(typed, moves)
    assert caught.value.reason == Reason.AMBIGUOUS
    assert names in caught.value.text()


@pytest.mark.parametrize(
    ("moves", "typed", "start"),
    [
        (BETS, "2", "RAISE "),
        (BETS, "raise", "RAISE "),
        (SWAP, "1", "EXCHANGE "),
        (GIVE, "1", "PUT bob "),
        (GIVE, "put", "PUT bob "),
    ],
)
def test_an_open_offer_waits_for_the_rest(moves: list[Move], typed: str, start: str) -> None:
    with pytest.raises(Unfinished) as caught:
        read_move(typed, moves)
    assert caught.value.move.start == start


def test_a_number_counts_before_a_rank_and_before_an_amount() -> None:
    moves = [Move(1, Amount("RAISE", 1, 100)), Move(2, CardCommand("CALL"))]
    assert read_move("2", moves) == "CALL"
    assert read_move("3", moves) == "RAISE 3"


def test_a_number_that_no_move_has_is_told() -> None:
    moves = [Move(1, CardCommand("PASS"))]
    with pytest.raises(Refused, match="there is no move 99; type a number from 1 to 1") as caught:
        read_move("99", moves)
    assert caught.value.reason == Reason.NOT_NOW
    assert read_move("99", []) is None


def test_moves_that_are_numbers_have_their_own() -> None:
    cells = offered("", "MARK 1", "MARK 3", "MARK 9")
    assert [move.number for move in cells] == [1, 3, 9]
    assert read_move("3", cells) == "MARK 3"
    with pytest.raises(Refused) as refused:
        read_move("2", cells)
    assert refused.value.reason == Reason.NOT_NOW
    bids = offered("", "BID 0", "BID 1")
    assert read_move("0", bids) == "BID 0"
    assert [move.number for move in offered("", "BID 3", "PASS")] == [1, 2]


def test_a_play_of_a_card_that_one_does_not_see_is_listed_with_its_verb() -> None:
    table = Hanabi.play(["ann", "bob"])
    moves = number_moves(table.shown_offers(0), table.view(0), Hanabi.declaration)
    shown = [short(move, Look().of_game(Hanabi)).plain for move in moves]
    assert shown[:5] == [f"PLAY {place}" for place in range(1, 6)]


def test_a_robot_is_named_as_it_is_shown() -> None:
    view = replace(a_view("S7"), names=("ann", "robot-pip", "robot-dot"))
    said = ["GET robot-pip 1", "GET robot-dot 1"]
    moves = number_moves([read_offer(offer, view) for offer in said], view)
    assert read_move("get Pip 1", moves) == "GET robot-pip 1"
    assert read_move("get robot-dot 1", moves) == "GET robot-dot 1"
    assert short(moves[0], Look()).plain == "GET Pip 1"
