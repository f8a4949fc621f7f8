"""Commands that are not possible: each has its code and a sentence that teaches."""

from __future__ import annotations

import pytest

from cardkit.cardgame.climbing import ClimbState
from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.old_maid import OldMaid
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from tests.helpers import arrange, state_of
from tests.tiny_games import Fingers, Nim, bad, play


def page_one() -> PageOne:
    table = PageOne.play(["ann", "bob", "cid"])
    hands = {"ann": "S3 H4 D9", "bob": "S5 C2", "cid": "HK HQ"}
    arrange(table, hands, pile="S7", stock="C9 C8")
    return table


@pytest.mark.parametrize(
    ("who", "what", "reason", "teaches"),
    [
        ("bob", "DISCARD S5", "NOT_YOUR_TURN", "ann"),
        ("zoe", "DISCARD S5", "NOT_HERE", "ENTER"),
        ("wim", "DISCARD S3", "NOT_A_PLAYER", "LOGIN"),
        ("ann", "DISCARD S5", "NOT_HELD", "your hand is S3 H4 D9"),
        ("ann", "DISCARD S3 S3", "CARD_TWICE", "S3"),
        ("ann", "DISCARD S1", "NO_SUCH_CARD", "S1"),
        ("ann", "DISCARD J1", "NO_SUCH_CARD", "J1"),
        ("ann", "DISCARD ??", "NO_SUCH_CARD", "??"),
        ("ann", "DISCARD H4", "NO_MATCH", "S7"),
        ("ann", "DISCARD S3 H4", "NO_MATCH", "H4 does not fit"),
        ("ann", "DISCARD S3 5", "AGAINST_THE_RULES", "DISCARD S3"),
        ("ann", "DISCARD", "AGAINST_THE_RULES", "DISCARD S3"),
        ("ann", "DISCARD bob", "AGAINST_THE_RULES", "DISCARD S3"),
        ("ann", "DRAW 1", "MUST_DISCARD", "DISCARD S3"),
        ("ann", "PASS", "MUST_DISCARD", "DISCARD S3"),
        ("ann", "DICARD S3", "UNKNOWN_WORD", "did you mean DISCARD?"),
        ("ann", "FLY", "UNKNOWN_WORD", "DISCARD S3"),
        ("ann", "GET bob 1", "UNKNOWN_WORD", "DISCARD S3"),
        ("", "DISCARD S3", "UNKNOWN_WORD", "LOST"),
        ("", "ENTER", "UNKNOWN_WORD", "START"),
    ],
)
def test_page_one(who: str, what: str, reason: str, teaches: str) -> None:
    table = page_one()
    table.apply("wim", "ENTER WATCH")
    bad(table, who, what, reason, teaches)


@pytest.mark.parametrize("count", ["0", "2", "-1", "99", "9" * 30, "1 1", ""])
def test_a_wrong_number_of_cards_to_draw(count: str) -> None:
    table = page_one()
    arrange(table, {"ann": "H4 D9", "bob": "S5 C2", "cid": "HK HQ"}, pile="S7", stock="C9 C8")
    bad(table, "ann", f"DRAW {count}", "BAD_AMOUNT", "the number 1")


@pytest.mark.parametrize("phase", ["preparing", "results"])
def test_a_command_while_no_game_is_on(phase: str) -> None:
    table = PageOne()
    for name in ("ann", "bob", "cid"):
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    if phase == "results":
        table.apply("", "START")
        play(table)
    bad(table, "ann", "PASS", "WRONG_PHASE", "START")


@pytest.mark.parametrize("amount", ["-1", "101", "1000000000000000000000", "x", "", "1 2", "5.0"])
def test_an_amount_out_of_range(amount: str) -> None:
    table = AKQ.play(["ann", "bob"])
    bad(table, "ann", f"BET {amount}", "BAD_AMOUNT", "from 0 to 99")


def test_calls_that_are_not_possible_now() -> None:
    table = AKQ.play(["ann", "bob"])
    bad(table, "ann", "CALL", "NOT_NOW", "BET 0..99")
    bad(table, "ann", "RAISE 5", "NOT_NOW", "BET 0..99")
    poker = FlushPoker.play(["ann", "bob"])
    first, second = (poker.names[seat] for seat in poker.from_first())
    poker.apply(first, "BET 100")
    bad(poker, second, "CHECK", "NOT_NOW", "100")
    bad(poker, second, "EXCHANGE S3", "NOT_HELD" if "S3" not in poker.hand(1) else "NOT_NOW")


def test_too_many_or_foreign_cards_in_an_exchange() -> None:
    table = FlushPoker.play(["ann", "bob"], key=b"exchange")
    for _ in range(2):
        table.apply(table.names[table.awaited[0]], "CHECK")
    name = table.names[table.awaited[0]]
    hand = list(table.hand(table.awaited[0]))
    foreign = next(card for card in table.cards.all if card not in hand)
    bad(table, name, f"EXCHANGE {' '.join([*hand, foreign])}", "NOT_HELD", foreign)
    bad(table, name, f"EXCHANGE {hand[0]} {hand[0]}", "CARD_TWICE", hand[0])
    bad(table, name, f"EXCHANGE {hand[0]} bob", "AGAINST_THE_RULES", "0..5")


def daifugo(hand: str, lead: str = "", names: tuple[str, ...] = ("ann", "bob")) -> Daifugo:
    """Ann has led something, and Bob with this hand is asked; or Bob leads."""
    table = Daifugo.play(names, options={"first_lead": "lowest_name"})
    ann = f"{lead} DK" if lead else "DK"
    arrange(table, {"ann": f"{ann} D5", "bob": hand})
    if not lead:
        table.ask(1)
        state_of(table, ClimbState).turn = 1
    else:
        table.apply("ann", f"DISCARD {lead}")
    return table


@pytest.mark.parametrize(
    ("lead", "hand", "what", "reason"),
    [
        ("S9", "S8 H2", "DISCARD S8", "TOO_WEAK"),
        ("S9", "ST HT", "DISCARD ST HT", "WRONG_SHAPE"),
        ("S9", "ST HJ", "DISCARD ST HJ", "NO_COMBINATION"),
        ("S9", "ST HJ", "DISCARD", "NO_COMBINATION"),
        ("", "ST HJ", "PASS", "MUST_LEAD"),
        ("", "ST SJ J1 C3", "DISCARD J1 ST SJ J1", "CARD_TWICE"),
        ("", "ST SJ J1 C3", "DISCARD SJ ST J1", "AMBIGUOUS"),
        ("S9", "ST HJ", "PUT ann ST", "NOT_NOW"),
    ],
)
def test_daifugo(lead: str, hand: str, what: str, reason: str) -> None:
    bad(daifugo(hand, lead), "bob", what, reason)


def test_a_suit_lock() -> None:
    table = Daifugo.play(["ann", "bob", "cid"], options={"first_lead": "lowest_name"})
    arrange(table, {"ann": "S4 D4", "bob": "S5 D5", "cid": "H6 C6"})
    table.apply("ann", "DISCARD S4")
    table.apply("bob", "DISCARD S5")
    bad(table, "cid", "DISCARD H6", "SUIT_LOCKED", "S")


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("PUT", "NO_SUCH_PLAYER"),
        ("PUT dave S3", "NO_SUCH_PLAYER"),  # begins like a card, is none
        ("PUT al S3", "NO_SUCH_PLAYER"),
        ("PUT {other} {card}", "BAD_TARGET"),
        ("PUT {card}", "BAD_TARGET"),
        ("PUT {taker}", "BAD_COUNT"),
        ("PUT {taker} {card}", "BAD_COUNT"),
        ("PUT {taker} {card} {card}", "CARD_TWICE"),
        ("PUT {taker} {card} X9", "NO_SUCH_CARD"),
        ("DISCARD {card}", "NOT_NOW"),
        ("PASS", "NOT_NOW"),
    ],
)
def test_a_tribute(what: str, reason: str) -> None:
    table = Daifugo.play([f"p{i}" for i in range(5)], key=b"t")
    play(table)
    table.apply("", "START")
    king, beggar = table.ranking[0], table.ranking[-1]
    names = {"taker": f"p{beggar}", "other": f"p{table.ranking[2]}", "card": table.hand(king)[0]}
    bad(table, f"p{king}", what.format(**names), reason)


def test_a_suit_that_must_be_followed() -> None:
    table = Whist.play(["ann", "bob", "cid", "dan"], key=b"w")
    leader, second = (table.names[seat] for seat in table.order[:2])
    for card in list(table.hand(table.people.seat_of[leader])):
        suits = {c.suit for c in table.hand(table.people.seat_of[second])}
        other = [c for c in table.hand(table.people.seat_of[second]) if c.suit != card.suit]
        if card.suit in suits and other:
            table.apply(leader, f"DISCARD {card}")
            bad(table, second, f"DISCARD {other[0]}", "MUST_FOLLOW", card.suit)
            bad(table, second, f"DISCARD {' '.join(table.hand(1)[:2])}", "BAD_COUNT")
            return
    raise AssertionError("no such deal")


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("GET zoe 1", "NO_SUCH_PLAYER"),
        ("GET 1", "NO_SUCH_PLAYER"),
        ("GET cid 1", "BAD_TARGET"),
        ("GET ann 1", "BAD_TARGET"),
        ("GET bob 0", "BAD_AMOUNT"),
        ("GET bob -1", "BAD_AMOUNT"),
        ("GET bob 99", "BAD_AMOUNT"),
        ("GET bob 99999999999999999999", "BAD_AMOUNT"),
        ("GET bob H3", "BAD_AMOUNT"),
    ],
)
def test_a_card_to_get_from_another_hand(what: str, reason: str) -> None:
    bad(OldMaid.play(["ann", "bob", "cid"]), "ann", what, reason)


def test_commands_of_a_game_without_cards() -> None:
    table = Nim.play(["ann", "bob"])
    bad(table, "ann", "TAKE 4", "AGAINST_THE_RULES", "TAKE 1, TAKE 2, TAKE 3")
    bad(table, "ann", "TAKE", "AGAINST_THE_RULES")
    bad(table, "ann", "DISCARD S3", "UNKNOWN_WORD")
    bad(table, "ann", "TAK 1", "UNKNOWN_WORD", "did you mean TAKE?")
    fingers = Fingers.play(["ann", "bob"])
    bad(fingers, "ann", "SHOW -1", "AGAINST_THE_RULES", "SHOW 0..10")
