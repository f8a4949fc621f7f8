"""Bad input of any kind is refused, nothing has changed, and forged commands have no effect.

Whatever comes in, nothing but `Refused` comes out.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.cardgame import Amount, Card, CardCommand, CardGame, Choice
from cardkit.cardgame.command import make_card_command
from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.old_maid import OldMaid
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import NetGame, Refused
from tests.cardgame.test_bad_commands import page_one
from tests.tiny_games import Fingers, Nim, bad, check_words, play, replayed

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
        if not isinstance(offer, CardCommand):
            bad(table, "ann", offer, "OPEN_OFFER", str(offer))
    bad(table, "ann", Amount("BET", 0, 10**9), "OPEN_OFFER", "such as BET 0")
    bad(table, "ann", str(Amount("BET", 0, 99)), "OPEN_OFFER", "such as BET 0")
    bad(table, "ann", str(Amount("BET", 1, 99)), "BAD_AMOUNT")
    poker = FlushPoker.play(["ann", "bob"])
    bad(poker, "ann", Choice("EXCHANGE", poker.hand(0), 0, 5), "OPEN_OFFER")


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
    forged = CardCommand("DISCARD", cards=(table.cards.named["H4"],))
    offers += (forged,)
    bad(table, "ann", forged, "NO_MATCH")
    assert table.legal(0) == ("DISCARD S3",)
    assert table.legal(0) is table.legal(0)


def test_a_forged_command_with_a_legal_line_is_taken_at_its_word() -> None:
    table = page_one()
    forged = make_card_command("DISCARD S3", "DRAW", cards=(table.hand(1)[0],), amount=50)
    table.apply("ann", forged)
    assert table.hand(0) == ["H4", "D9"]
    assert table.hand(1) == ["S5", "C2"]
    assert table.journal[-1][1] is not forged


def test_what_a_table_hands_out_cannot_be_changed() -> None:
    table = page_one()
    (command,) = table.legal(0)
    bets = AKQ.play(["ann", "bob"]).legal(0)[0]
    for thing, part, value in (
        (command, "verb", "PASS"),
        (command, "cards", (table.hand(0)[1],)),
        (table.hand(0)[0], "suit", "H"),
        (bets, "most", 5000),
        (Choice("EXCHANGE", table.hand(0), 0, 2), "most", 5),
    ):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(thing, part, value)


class Liar(CardCommand):
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
    assert type(table.journal[-1][1]) is CardCommand
    assert table.hand(0) == ["H4", "D9"]
    assert (len(table.hand(1)), len(table.hand(2))) == (2, 2)


def test_a_card_of_another_table_is_only_its_name() -> None:
    table, other = page_one(), Daifugo.play(["ann", "bob"])
    stranger: Card = other.cards.named["S3"]
    assert stranger.level != table.cards.named["S3"].level
    table.apply("ann", CardCommand("DISCARD", cards=(stranger,)))
    assert table.piles["table"][-1] is table.cards.named["S3"]


def test_commands_inside_an_open_offer_are_made_by_the_table() -> None:
    table = FlushPoker.play(["ann", "bob"], key=b"exchange")
    for _ in range(2):
        table.apply(table.names[table.awaited[0]], "CHECK")
    seat = table.awaited[0]
    mine, theirs = table.hand(seat)[0], table.hand(1 - seat)[0]
    forged = make_card_command(f"EXCHANGE {mine}", "EXCHANGE", cards=(theirs,))
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
