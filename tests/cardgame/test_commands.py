"""Commands, cards, plays and offers: what they are written as, equal to, and made from."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.cardgame import (
    Amount,
    CardCommand,
    CardGame,
    Choice,
    Command,
    Deal,
    Deck,
    Offers,
    Play,
    Stage,
    StageState,
    condition,
)
from cardkit.cardgame.cards import cards_of
from cardkit.cardgame.combos import combos_of
from cardkit.cardgame.reasons import CardReason
from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import Offer, Refused, RulesError, pick, whole_number
from cardkit.netgame.command import LONGEST_LINE, read_line
from tests.helpers import below

GAMES: list[tuple[type[CardGame], int]] = [
    (Daifugo, 4),
    (AKQ, 2),
    (FlushPoker, 3),
    (PageOne, 3),
    (Whist, 4),
]
NAMED = cards_of(Deck()).named
TWO = (NAMED["D3"], NAMED["S4"])
PARTS = ("verb", "target", "cards", "amount", "word")


def parts(command: Command) -> tuple[Any, ...]:
    return tuple(getattr(command, part, ()) for part in PARTS)


# --- commands ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (Command("TAKE", name="bob", target=1, amount=2, word="up"), "TAKE bob 2 up"),
        (CardCommand("PASS"), "PASS"),
        (CardCommand("PUT", name="bob", target=1, cards=TWO), "PUT bob D3 S4"),
        (CardCommand("GET", name="bob", target=1, amount=3), "GET bob 3"),
        (CardCommand("BET", amount=0), "BET 0"),
        (CardCommand("DISCARD", cards=(NAMED["S8"],), word="H"), "DISCARD S8 H"),
    ],
)
def test_a_command_is_its_line(command: Command, line: str) -> None:
    assert command == line
    assert hash(command) == hash(line)
    assert str(command) == line
    assert repr(command) == f"<{line}>"
    assert {line: 1}[command] == 1


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))]
)
def test_a_command_keeps_its_parts_when_it_is_copied_or_sent(again: Any) -> None:
    cards = cards_of(Deck(jokers=1))
    run = next(
        p for p in combos_of(cards).recognise([cards.named[n] for n in ("S4", "S5", "S6")], 3)
    )
    commands = [
        CardCommand("PUT", name="bob", target=1, cards=(cards.named["D3"],)),
        CardCommand("RAISE", amount=8),
        Command("TAKE", name="bob", target=1, amount=2, word="up"),
        CardCommand("DISCARD", cards=(NAMED["S8"],), word="H"),
        run,
    ]
    for command in commands:
        twin = again(command)
        assert type(twin) is type(command)
        assert twin == command
        assert parts(twin) == parts(command)
    twin = again(run)
    for name in Play.__slots__:
        assert getattr(twin, name) == getattr(run, name)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))]
)
def test_a_card_keeps_what_it_is_when_it_is_copied_or_sent(again: Any) -> None:
    for card in cards_of(Deck(order="3456789TJQKA2", jokers=2)).all:
        twin = again(card)
        assert (twin, type(twin)) == (card, type(card))
        for name in type(card).__slots__:
            assert getattr(twin, name) == getattr(card, name)


@condition
class Auction(Stage[CardGame, StageState]):
    """The first player bids, and what the stage gets becomes a fact."""

    verbs = ("BID",)

    def begin(self, table: CardGame) -> None:
        table.state = StageState()
        table.ask(table.first)

    def offers(self, table: CardGame, seat: int, state: StageState) -> Offers:
        return (Amount("BID", 3, 3),)

    def act(self, table: CardGame, seat: int, command: CardCommand, state: StageState) -> None:
        table.set_fact("said", [command.verb, command.amount, *command.cards])
        table.next_stage()


class Bids(CardGame):
    """A deal, a bid, and no play."""

    title = "Bids"
    stages = (Deal(each=5), Auction())


@pytest.mark.parametrize("listening", [False, True])
@pytest.mark.parametrize("way", ["a line", "in small letters", "drawn by lot", "a robot"])
def test_a_stage_gets_commands_with_cards_also_out_of_an_amount(way: str, listening: bool) -> None:
    table = Bids.play(["ann", "bob"])
    table.listening = listening
    bids = table.legal(0)[0]
    assert isinstance(bids, Amount)
    if way == "a robot":
        table.apply("", "LOST ann")
        table.apply("", "ROBOT ann")
    else:
        ways = {"a line": "BID 3", "in small letters": "bid 3"}
        table.apply("ann", ways.get(way) or bids.sample(lambda n: 0))
    assert table.facts["said"] == ["BID", 3]


def test_cards_and_plays_are_made_once_for_all_tables_of_a_deck() -> None:
    one, other = (PageOne.play(["ann", "bob", "cid"], key=b"same") for _ in range(2))
    assert one.cards is other.cards
    for seat in range(3):
        assert all(a is b for a, b in zip(one.hand(seat), other.hand(seat), strict=True))
    assert all(a is b for a, b in zip(one.legal(0), other.legal(0), strict=True))
    first, second = (Daifugo.play(["ann", "bob"], key=b"same") for _ in range(2))
    seat = first.awaited[0]
    assert all(a is b for a, b in zip(first.legal(seat), second.legal(seat), strict=True))


def test_two_packs_hold_equal_cards_that_are_not_the_same() -> None:
    cards = cards_of(Deck(packs=2)).all
    twins = [card for card in cards if card == "S3"]
    assert len(twins) == 2
    assert twins[0] == twins[1]
    assert twins[0] is not twins[1]
    assert twins[0].number != twins[1].number


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_table_sent_to_another_process_goes_on_as_before(
    game: type[CardGame], players: int
) -> None:
    table = game.play([f"p{i}" for i in range(players)], key=b"sent")
    seat = table.awaited[0]
    table.apply(table.names[seat], pick(table.legal(seat), below(1)))
    twin = pickle.loads(pickle.dumps(table))
    for same in (table, twin):
        chance = below(2)
        while same.playing:
            seat = same.awaited[0]
            same.apply(same.names[seat], pick(same.legal(seat), chance))
    assert twin.digest() == table.digest()


# --- offers -----------------------------------------------------------------------------------


def test_an_offer_is_no_command() -> None:
    for offer in (Amount("RAISE", 8, 100), Choice("EXCHANGE", (), 0, 5)):
        assert not isinstance(offer, str)
    assert str(Amount("RAISE", 8, 100)) == "RAISE 8..100"
    assert repr(Amount("RAISE", 8, 100)) == "<offer RAISE 8..100>"


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("RAISE 8", 8),
        ("RAISE 100", 100),
        ("RAISE +8", 8),
        ("RAISE 008", 8),
        *((f"RAISE {word}", None) for word in ("7", "101", "-8", "8.0", "x", "٨", "8 8", "9" * 16)),
        ("RAISE", None),
        ("BET 8", None),
    ],
)
def test_an_amount_admits_whole_numbers_in_its_range(words: str, amount: int | None) -> None:
    command = Amount("RAISE", 8, 100).admit(words.split())
    if amount is None:
        assert command is None
    else:
        assert command == f"RAISE {amount}"
        assert command.amount == amount


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        ("PUT bob S3 H4", ("S3", "H4")),
        ("PUT bob H4 S3", ("H4", "S3")),
        ("PUT bob S3", ("S3",)),
        *((f"PUT bob {cards}", None) for cards in ("", "S3 S3", "S3 H4 D5", "CA", "S3 CA", "s3")),
        ("PUT cid S3", None),
        ("PUT S3", None),
        ("PUT", None),
        ("GET bob S3", None),
    ],
)
def test_a_choice_admits_so_many_of_its_cards(words: str, cards: tuple[str, ...] | None) -> None:
    named = cards_of(Deck()).named
    offer = Choice("PUT", [named[name] for name in ("S3", "H4", "D5")], 1, 2, "bob", 1)
    command = offer.admit(words.split())
    assert (command and command.cards) == cards
    if command:
        assert (command, command.target) == (words, 1)
        assert all(card is named[card] for card in command.cards)


def test_who_has_fewer_cards_than_asked_for_gives_them_all() -> None:
    named = cards_of(Deck()).named
    offer = Choice("PUT", [named["S3"]], 3, 3)
    assert str(offer) == "PUT 1 of S3"
    assert offer.sample(below()) == "PUT S3"


@settings(max_examples=200, derandomize=True, deadline=None)
@given(
    offer=st.one_of(
        st.builds(
            lambda least, more: Amount("RAISE", least, least + more),
            st.integers(0, 10**9),
            st.integers(0, 10**9),
        ),
        st.builds(
            lambda cards, least, most: Choice("PUT", cards, least, max(least, most), "bob", 1),
            st.lists(st.sampled_from(cards_of(Deck(packs=2)).all), unique_by=id, max_size=13),
            st.integers(0, 5),
            st.integers(0, 5),
        ),
    ),
    seed=st.integers(0, 1000),
)
def test_what_an_offer_draws_by_lot_it_admits(offer: Offer, seed: int) -> None:
    command = offer.sample(below(seed))
    admitted = offer.admit(command.split())
    assert admitted is not None
    assert admitted == command
    assert parts(admitted) == parts(command)


def test_sampling_reaches_everything_in_an_offer() -> None:
    chance = below(7)
    amounts = {Amount("SHOW", 0, 4).sample(chance) for _ in range(200)}
    assert amounts == {f"SHOW {n}" for n in range(5)}
    hand = [cards_of(Deck()).named[name] for name in ("S3", "H4", "D5")]
    choice = Choice("EXCHANGE", hand, 0, 2)
    drawn = {frozenset(choice.sample(chance).cards) for _ in range(300)}
    assert len(drawn) == 1 + 3 + 3


def test_each_offer_is_as_likely_as_the_next() -> None:
    offers = (CardCommand("CALL"), Amount("RAISE", 1, 1000), CardCommand("FOLD"))
    chance = below(1)
    count = Counter(pick(offers, chance).verb for _ in range(3000))
    assert set(count) == {"CALL", "RAISE", "FOLD"}
    assert all(900 < times < 1100 for times in count.values())


# --- lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "number"),
    [("0", 0), ("-3", -3), ("+3", 3), ("007", 7), ("9" * 15, 10**15 - 1)]
    + [(word, None) for word in ("", "+", "-", "--3", "1_000", "1.0", "1e3", "²", "٣", "9" * 16)],
)
def test_a_whole_number(word: str, number: int | None) -> None:
    assert whole_number(word) == number


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pass", ["PASS"]),
        ("  Put  bob\tD3 ", ["PUT", "bob", "D3"]),
        ("ＢＥＴ　５", ["BET", "5"]),
        ("x" * LONGEST_LINE, ["X" * LONGEST_LINE]),
    ],
)
def test_a_line_is_read_as_words(line: str, words: list[str]) -> None:
    assert read_line(line) == words


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.text(max_size=60))
def test_a_line_read_twice_is_the_same(line: str) -> None:
    try:
        words = read_line(line)
    except Refused:
        return
    assert read_line(" ".join(words)) == words
    assert " ".join(words).isprintable()


def test_refusals_and_mistakes_survive_being_pickled() -> None:
    refused = Refused(CardReason.BAD_AMOUNT, "{verb} takes {least}", verb="BET", least=3)
    again = pickle.loads(pickle.dumps(refused))
    assert (again.reason, again.text()) == (CardReason.BAD_AMOUNT, "BET takes 3")
    mistake = pickle.loads(pickle.dumps(RulesError("Snap", ["no title", "no stages"])))
    assert mistake.mistakes == ("no title", "no stages")
    assert "Snap cannot be a game" in str(mistake)
