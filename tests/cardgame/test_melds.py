"""Melds: the best of a hand, kinds of one's own, laying off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import pytest

from cardkit import (
    Card,
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Meld,
    OrderGame,
    Seats,
    TrickGame,
    best_melds,
)
from cardkit.cardgame.melds import melds_among
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.cardgame.values import PIPS, value_of
from tests.helpers import arrange, lines, play_out, refusal
from tests.sound import Sound


class Laying(CardGame):
    """Draw, lay melds and lay off, discard."""

    title = "Laying"
    seats = Seats(least=2, most=4)
    deck = Deck(order="A23456789TJQK", jokers=2)
    stages = (
        Deal(each=7, turn_up=1),
        OrderGame(
            draw=Draw(rule="first"),
            discard=Discard(),
            meld=Meld(lay_off="all"),
            end=End(turn_limit=60),
        ),
    )


class SevenBridge(Laying):
    """A seven is a meld by itself, and two neighbours of it in its suit may lie with it."""

    title = "Seven Bridge"

    def more_melds(self, cards: Sequence[Card]) -> Iterable[Sequence[Card]]:
        for seven in (card for card in cards if card.rank == "7"):
            yield (seven,)
            near = [c for c in cards if c.suit == seven.suit and abs(c.level - seven.level) == 1]
            yield from ((seven, card) for card in near)


def cards(table: CardGame, names: str) -> list[Card]:
    return [table.cards.named[name] for name in names.split()]


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("", ""),
        ("S2 H9", "S2 H9"),
        ("S2 S3 S4 H9", "H9"),
        ("S2 S3 S4 S5 H5 D5", ""),  # the run gives its five away
        ("S4 S5 S6 H5 D5 C5", ""),
        ("S4 S5 S6 H5 D5", "H5 D5"),  # either takes S5; what counts less is left
        ("S3 S4 S5 H5 D5", "S3 S4"),
        ("SK HK DK CK SQ SJ", ""),
        ("SQ SK SA", "SQ SK SA"),
        ("S4 J1 S6 HK", "HK"),
    ],
)
def test_the_best_melds_leave_least(hand: str, left: str) -> None:
    table = Laying.play(["ann", "bob"])
    found = best_melds(table, cards(table, hand))
    assert sorted(found.left) == sorted(left.split())
    assert sorted([*found.left, *(c for meld in found.melds for c in meld)]) == sorted(hand.split())


def _ways(melds: Sequence[frozenset[Card]], used: frozenset[Card]) -> Iterator[frozenset[Card]]:
    """Every union of melds that have no card in common."""
    yield used
    for at, meld in enumerate(melds):
        if not meld & used:
            yield from _ways(melds[at + 1 :], used | meld)


@pytest.mark.parametrize("seed", range(40))
def test_no_other_way_to_lay_a_hand_out_leaves_less(seed: int) -> None:
    table = Laying.play(["ann", "bob"])
    low = [card for card in table.cards.all if card.level < 5 and not card.joker]
    hand = Random(seed).sample(low, 9)
    melds = [frozenset(play.cards) for play in melds_among(table, Meld(), hand)]
    best = max(sum(value_of(c, PIPS) for c in way) for way in _ways(melds, frozenset()))
    found = best_melds(table, hand)
    assert sum(value_of(c, PIPS) for meld in found.melds for c in meld) == best
    assert all(frozenset(meld) in melds for meld in found.melds)


def test_a_long_hand_is_laid_out_at_once() -> None:
    table = Laying.play(["ann", "bob"])
    hand = [card for card in table.cards.all if not card.joker]
    assert best_melds(table, hand).left == ()


def test_other_values_are_counted_where_they_are_given() -> None:
    table = Laying.play(["ann", "bob"])
    hand = cards(table, "S3 S4 S5 H5 D5")
    assert sorted(best_melds(table, hand, {"3": 50}).left) == ["D5", "H5"]


def test_a_game_without_melds_has_no_best_ones() -> None:
    class Plain(CardGame):
        """Tricks."""

        title = "Plain"
        stages = (Deal(), TrickGame())

    table = Plain.play(["ann", "bob"])
    with pytest.raises(ValueError, match=r"write OrderGame\(meld=Meld"):
        best_melds(table, table.hand(0))


# --- kinds of one's own ---------------------------------------------------------------------------


def test_a_game_has_melds_of_its_own_kinds() -> None:
    table = SevenBridge.play(["ann", "bob"])
    assert sorted(best_melds(table, cards(table, "S7 H7 H6 C2")).left) == ["C2"]
    arrange(table, {"ann": "S7 H6 H7 C2 CK", "bob": "D2 D3 D4"}, "S9", "C9")
    table.apply("ann", "DRAW 1")
    assert lines(table, "ann", "MELD") == {"MELD S7", "MELD H7", "MELD H7 H6"}
    table.apply("ann", "MELD H7")
    assert "LAY H6 H7" in lines(table, "ann")


# --- laying off -----------------------------------------------------------------------------------


def laid(lay_off: str = "all", bob: str = "S5 D9 CK C2") -> CardGame:
    """A table where ann has laid S2 S3 S4 and bob has drawn C9."""
    table = Laying.play(["ann", "bob"], options={"lay_off": lay_off})
    arrange(table, {"ann": "S2 S3 S4 SA HK HQ", "bob": bob}, "S9", "C9 C8")
    for name, line in (("ann", "DRAW 1"), ("ann", "MELD S2 S3 S4")):
        table.apply(name, line)
    return table


def test_cards_are_laid_to_the_melds_that_they_fit() -> None:
    table = laid()
    assert lines(table, "ann", "LAY") == {"LAY SA S2"}
    table.apply("ann", "LAY SA S2")
    table.apply("ann", "DISCARD HK")
    table.apply("bob", "DRAW 1")
    assert lines(table, "bob", "LAY") == {"LAY S5 S2"}
    table.apply("bob", "LAY S5 S2")
    assert sorted(table.piles["meld:0"]) == ["S2", "S3", "S4", "S5", "SA"]
    assert "S5" not in table.hand(1)
    assert table.awaited == (1,)


def test_which_cards_lie_together_is_told_while_the_game_lasts() -> None:
    table = laid()
    assert table.facts["melds"] == [["S2", "S3", "S4"]]
    for name, line in (("ann", "LAY SA S2"), ("ann", "DISCARD HK"), ("bob", "DRAW 1")):
        table.apply(name, line)
    table.apply("bob", "LAY S5 S2")
    assert table.facts["melds"] == [["SA", "S2", "S3", "S4", "S5"]], "as a run goes"
    play_out(table)
    table.apply("", "START")
    assert "melds" not in table.facts


@pytest.mark.parametrize("visible", ["owner", "nobody"])
def test_melds_that_lie_face_down_are_not_told(visible: str) -> None:
    table = Laying.play(["ann", "bob"], options={"lay_off": "none", "meld_visible": visible})
    arrange(table, {"ann": "S2 S3 S4 SA HK HQ", "bob": "S5 D9"}, "S9", "C9 C8")
    table.apply("ann", "DRAW 1")
    table.apply("ann", "MELD S2 S3 S4")
    assert "melds" not in table.facts


@pytest.mark.parametrize(("lay_off", "offers"), [("none", set()), ("own", {"LAY SA S2"})])
def test_whose_melds_are_laid_to(lay_off: str, offers: set[str]) -> None:
    table = laid(lay_off)
    assert lines(table, "ann", "LAY") == offers
    table.apply("ann", "DISCARD HK")
    table.apply("bob", "DRAW 1")
    assert lines(table, "bob", "LAY") == set()


def test_what_fits_no_meld_is_refused_with_what_does() -> None:
    table = laid()
    wrong = refusal(table, "ann", "LAY HK S2")
    assert wrong.reason == CardReason.NO_MATCH
    assert wrong.text() == "HK fits no such meld. You may say: LAY SA S2"
    assert refusal(table, "ann", "LAY D9 S2").reason == CardReason.NOT_HELD


def test_one_card_is_kept_for_the_discard() -> None:
    table = laid(bob="S5")
    table.apply("ann", "DISCARD HK")
    table.apply("bob", "DRAW 1")
    table.apply("bob", "LAY S5 S2")
    assert lines(table, "bob") == {"DISCARD C9"}


def test_a_sheet_says_what_melds_are() -> None:
    sheet = rule_sheet(Laying)
    for sentence in (
        "A meld is 3 or more cards of a rank.",
        "A meld is 3 or more cards of a suit in a row.",
        "LAY off cards on any melds that they fit.",
        "In your turn you may MELD.",
    ):
        assert f"- {sentence}\n" in sheet
    assert "| `LAY S7 H7` | lay a card to the meld that this other card lies in |" in sheet


@pytest.mark.parametrize("game", [Laying, SevenBridge])
def test_games_with_melds_are_sound(game: type[CardGame], sound: Sound) -> None:
    sound(game, games=8)
