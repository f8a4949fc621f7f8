"""Bad input is refused with a code and a sentence that teaches, and nothing has changed.

Whatever comes in, nothing but `Refused` comes out.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.cardgame import Amount, Card, CardGame, Choice, Command
from cardkit.netgame import NetGame, Refused
from examples.old_maid import OldMaid
from games.akq import AKQ
from games.daifugo import Daifugo
from games.flush_poker import FlushPoker
from games.page_one import PageOne
from games.whist import Whist
from tests.helpers import arrange
from tests.tiny_games import Fingers, Nim, play, refused, replayed

JAPANESE = re.compile("[ぁ-んァ-ヶ一-龯]")


def check_words(refusal: Refused) -> None:
    """A refusal is a sentence that can be printed, in both languages, and not too long."""
    for language in ("en", "ja"):
        text = refusal.text(language)
        assert text.isprintable()
        assert 10 < len(text) < 1000
    assert JAPANESE.search(refusal.text("ja"))
    assert str(refusal).startswith(f"{refusal.reason}: ")


def bad(table: NetGame, who: Any, what: Any, reason: str, *teaches: str) -> None:
    refusal = refused(table, who, what)
    assert refusal.reason == reason, str(refusal)
    check_words(refusal)
    for words in teaches:
        assert words in refusal.text()


# --- commands of each game -----------------------------------------------------------------------


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
        ("ann", "GET bob 1", "NOT_NOW", "DISCARD S3"),
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
    bad(table, "ann", f"DRAW {count}", "BAD_AMOUNT", "from 1 to 1")


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
    bad(table, name, f"EXCHANGE {hand[0]} bob", "BAD_COUNT")


def daifugo(hand: str, lead: str = "", names: tuple[str, ...] = ("ann", "bob")) -> Daifugo:
    """Ann has led something, and Bob with this hand is asked; or Bob leads."""
    table = Daifugo.play(names, options={"first_lead": "lowest_name"})
    ann = f"{lead} DK" if lead else "DK"
    arrange(table, {"ann": f"{ann} D5", "bob": hand})
    if not lead:
        table.ask(1)
        table.now.turn = 1
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
    for card in list(table.hand(table.seat_of[leader])):
        suits = {c.suit for c in table.hand(table.seat_of[second])}
        other = [c for c in table.hand(table.seat_of[second]) if c.suit != card.suit]
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
        ("GET bob H3", "AGAINST_THE_RULES"),
    ],
)
def test_a_card_to_get_from_another_hand(what: str, reason: str) -> None:
    bad(OldMaid.play(["ann", "bob", "cid"]), "ann", what, reason)


def test_commands_of_a_game_without_cards() -> None:
    table = Nim.play(["ann", "bob"])
    bad(table, "ann", "TAKE 4", "AGAINST_THE_RULES", "TAKE 1, TAKE 2, TAKE 3, PASS")
    bad(table, "ann", "TAKE", "AGAINST_THE_RULES")
    bad(table, "ann", "DISCARD S3", "UNKNOWN_WORD")
    bad(table, "ann", "TAK 1", "UNKNOWN_WORD", "did you mean TAKE?")
    fingers = Fingers.play(["ann", "bob"])
    bad(fingers, "ann", "SHOW -1", "AGAINST_THE_RULES", "SHOW 0..10")


# --- what is no line of text ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "what",
    [
        *(None, 5, 10**5000, b"PASS", ["PASS"], {}, object(), 1.5, True, NotImplemented),
        *("", " ", "\n\t", "\u3000", "x" * 1001, "PASS" + " " * 1000, "PASS\x00", "\x1b[2J"),
        *("DISCARD S3\u202e", "\ud800", "DISCARD \u200bS3", "\ufdfa" * 500),
    ],
    ids=lambda what: ascii(what)[:20] if isinstance(what, str) else type(what).__name__,
)
def test_what_is_no_line_of_text(what: Any) -> None:
    bad(page_one(), "ann", what, "NOT_A_COMMAND")
    bad(page_one(), "", what, "NOT_A_COMMAND")


def test_an_offer_is_not_a_command() -> None:
    table = AKQ.play(["ann", "bob"])
    for offer in table.legal(0):
        if not isinstance(offer, Command):
            bad(table, "ann", offer, "NOT_A_COMMAND", str(offer))
    bad(table, "ann", Amount("BET", 0, 10**9), "NOT_A_COMMAND")
    bad(table, "ann", str(Amount("BET", 0, 99)), "BAD_AMOUNT")
    poker = FlushPoker.play(["ann", "bob"])
    bad(poker, "ann", Choice("EXCHANGE", poker.hand(0), 0, 5), "NOT_A_COMMAND")


@pytest.mark.parametrize("who", ["\x00", "\ud800", "x" * 5000, "zoe ann", "ＡＮＮ"])
def test_a_stranger_with_a_strange_name(who: str) -> None:
    bad(page_one(), who, "PASS", "NOT_HERE")
    bad(page_one(), who, "LOGIN", "NOT_HERE")
    bad(page_one(), who, "ENTER", "BAD_NAME")


@pytest.mark.parametrize("who", [None, 0, False, b"", ()])
def test_nobody_but_an_empty_name_is_the_world(who: Any) -> None:
    bad(page_one(), who, "FORFEIT bob", "NOT_HERE")


@pytest.mark.parametrize(
    "line",
    ["discard s3", "  DISCARD\tS3\n", "Discard  s3 ", "DISCARD\u3000S3", "ＤＩＳＣＡＲＤ　Ｓ３"],
)
def test_a_line_may_be_written_loosely(line: str) -> None:
    table = page_one()
    table.apply("ann", line)
    assert table.journal[-1] == ("ann", "DISCARD S3", 0.0)
    assert table.piles["table"][-1] == "S3"


def test_an_amount_may_be_written_loosely() -> None:
    for line in ("bet +7", "BET 007", "BET ７"):
        table = AKQ.play(["ann", "bob"])
        table.apply("ann", line)
        assert table.journal[-1][1] == "BET 7"


# --- forged commands -----------------------------------------------------------------------------


def test_the_list_of_legal_commands_cannot_be_extended() -> None:
    table = page_one()
    offers = table.legal(0)
    assert isinstance(offers, tuple)
    forged = Command("DISCARD", cards=("H4",))
    offers += (forged,)
    bad(table, "ann", forged, "NO_MATCH")
    assert table.legal(0) == ("DISCARD S3",)
    assert table.legal(0) is table.legal(0)


def test_a_forged_command_with_a_legal_line_is_taken_at_its_word() -> None:
    table = page_one()
    forged = Command("DISCARD", cards=("S3",))
    forged.verb, forged.cards, forged.amount = "DRAW", (table.hand(1)[0],), 50
    table.apply("ann", forged)
    assert table.hand(0) == ["H4", "D9"]
    assert table.hand(1) == ["S5", "C2"]
    assert table.journal[-1][1] is not forged


class Liar(Command):
    """Looks like a legal command, and says something else to whoever asks."""

    verb = property(lambda self: "DISCARD")
    cards = property(lambda self: ("HK", "HQ", "S5"))

    def __new__(cls, line: str) -> Liar:
        return str.__new__(cls, line)

    def __str__(self) -> str:
        return "DISCARD H4"

    def split(self, *_: Any) -> Any:
        return ["DISCARD", "H4"]


class Shouter(str):
    """A text that is not what its methods say."""

    __slots__ = ()

    def split(self, *_: Any) -> Any:
        raise RuntimeError

    upper = lower = __len__ = __iter__ = __str__ = __getitem__ = split


@pytest.mark.parametrize("line", ["DISCARD S3", "discard s3"])
@pytest.mark.parametrize("kind", [Liar, Shouter])
def test_an_object_that_lies_is_taken_as_the_text_it_is(kind: type[str], line: str) -> None:
    table = page_one()
    table.apply("ann", kind(line))
    assert table.journal[-1] == ("ann", "DISCARD S3", 0.0)
    assert type(table.journal[-1][1]) is Command
    assert table.hand(0) == ["H4", "D9"]
    assert (len(table.hand(1)), len(table.hand(2))) == (2, 2)


def test_a_card_of_another_table_is_only_its_name() -> None:
    table, other = page_one(), Daifugo.play(["ann", "bob"])
    stranger: Card = other.cards.named["S3"]
    assert stranger.level != table.cards.named["S3"].level
    table.apply("ann", Command("DISCARD", cards=(stranger,)))
    assert table.piles["table"][-1] is table.cards.named["S3"]


def test_commands_inside_an_open_offer_are_made_by_the_table() -> None:
    table = FlushPoker.play(["ann", "bob"], key=b"exchange")
    for _ in range(2):
        table.apply(table.names[table.awaited[0]], "CHECK")
    seat = table.awaited[0]
    mine, theirs = table.hand(seat)[0], table.hand(1 - seat)[0]
    forged = Command("EXCHANGE", cards=(mine,))
    forged.cards = (theirs,)
    table.apply(table.names[seat], forged)
    assert mine not in table.hand(seat)
    assert theirs in table.hand(1 - seat)
    replayed(table, key=b"exchange")


# --- anything at all -----------------------------------------------------------------------------


def tables() -> list[NetGame]:
    """Tables of all games in several phases and stages."""
    found: list[NetGame] = [page_one(), Nim.play(["ann", "bob"]), Fingers.play(["ann", "bob"])]
    games: list[tuple[type[CardGame], int, str]] = [
        (PageOne, 3, "specials"),
        (PageOne, 3, "european"),
        (Daifugo, 5, "official"),
        (Daifugo, 4, "millionaire"),
        (FlushPoker, 3, ""),
        (AKQ, 2, ""),
        (Whist, 4, ""),
        (OldMaid, 3, ""),
    ]
    for game, players, preset in games:
        names = ["ann", "bob", "cid", "dan", "eve"][:players]
        found.append(game.play(names, preset, {"games": 3}, key=b"any"))
        later = game.play(names, preset, {"games": 3}, key=b"any")
        play(later)
        found.append(later)
        again = later.copy()
        again.apply("", "START")
        found.append(again)
        waiting = game.play(names, preset, {"policy": "suspend"})
        waiting.apply("", "LOST bob")
        found.append(waiting)
    return found


TABLES = tables()
WORDS = [
    *("DISCARD", "DRAW", "PUT", "GET", "MELD", "PASS", "DECLARE", "EXCHANGE", "BET", "RAISE"),
    *("CALL", "CHECK", "ALLIN", "FOLD", "DROP", "TAKE", "SHOW", "TABLE", "S3", "H4", "J1", "S"),
    *("ann", "bob", "zoe", "1", "0", "-1", "5", "999", "9" * 20, "??", "ENTER", "LOGIN", "SEAT"),
    *("LOGOUT", "START", "LOST", "BACK", "TIME", "ROBOT", "FORFEIT", "FILL", "WATCH", "discard"),
]
LINES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
THINGS = st.one_of(
    LINES,
    st.text(max_size=40),
    st.builds("{} {}".format, st.sampled_from(WORDS), st.text(max_size=20)),
    st.none() | st.integers() | st.floats() | st.binary(max_size=9) | st.booleans(),
    st.lists(st.text(max_size=3), max_size=3) | st.dictionaries(st.text(max_size=3), st.none()),
    st.builds(Amount, st.sampled_from(WORDS), st.integers(-9, 9), st.integers(-9, 99)),
)
PEOPLE = st.sampled_from(["ann", "bob", "cid", "", "zoe"]) | st.text(max_size=30)


@settings(
    max_examples=1200, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
)
@given(number=st.integers(0, len(TABLES) - 1), who=PEOPLE, what=THINGS, at=st.floats(0, 1e6))
def test_whatever_comes_in_only_a_refusal_comes_out(
    number: int, who: str, what: Any, at: float
) -> None:
    table = TABLES[number].copy()
    before, journal = table.digest(), len(table.journal)
    try:
        table.apply(who, what, at)
    except Refused as refusal:
        check_words(refusal)
        assert table.digest() == before
        assert len(table.journal) == journal
        assert not TABLES[number].can(who, what, at)
    else:
        assert len(table.journal) == journal + 1
        assert isinstance(table.journal[-1][1], str)
        assert TABLES[number].can(who, what, at)
