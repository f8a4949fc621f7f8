"""Kinds of plays: what is found in a hand, what beats what, and kinds of an author's own."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from cardkit import (
    Card,
    CardCommand,
    CardGame,
    ClimbingGame,
    Deal,
    Deck,
    Exact,
    Flush,
    Group,
    Kind,
    Play,
    Refused,
    RulesError,
    Score,
    Seats,
    Word,
)
from cardkit.cardgame.cards import Cards, cards_of
from cardkit.cardgame.kinds import KINDS, PlayFinder
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.dou_dizhu.plays import BOMBS, FOURS, PLAIN
from tests.helpers import arrange, lines, refusal
from tests.sound import Sound

ORDER = "3456789TJQKA2"
CARDS = cards_of(Deck(order=ORDER, jokers=2))
FIVES = ("straight", "flush", "full_house", "four_and_one", "straight_flush")


class Rocket(Kind):
    """Both jokers together, as an author might write it."""

    def plays(self, hand: Sequence[Card], size: int = 0) -> Iterator[Play]:
        jokers = [card for card in hand if card.joker]
        if len(jokers) == 2:
            yield self.play(jokers)


class Smooth(Kind):
    """Cards in a row; what beats it is the author's own affair."""

    def plays(self, hand: Sequence[Card], size: int = 0) -> Iterator[Play]:
        for one, other in pairwise(hand):
            if one.level + 1 == other.level:
                yield self.play((one, other))

    def beats(self, play: Play, field: Play, higher: bool) -> bool:
        return higher and play.low == field.low + 1


BOMB, _ = BOMBS
LANDLORD = (*PLAIN, *FOURS, BOMB, Rocket("rocket", "both jokers", level=2, any_size=True))
"""The plays of Dou Dizhu (闘地主), with a kind of one's own among them."""


class Landlord(CardGame):
    """Dou Dizhu without the bidding."""

    title = "Landlord"
    seats = Seats(least=3, most=3)
    deck = Deck(order=ORDER, jokers=2)
    stages = (Deal(each=18), ClimbingGame(kinds=LANDLORD, end="first_empty_hand"))


def cards(names: str, of: Cards = CARDS) -> list[Card]:
    return [of.named[name] for name in names.split()]


def plays_in(kinds: Sequence[Kind], hand: Sequence[Card]) -> list[Play]:
    return PlayFinder(CARDS.all, kinds, any_suit=False).plays(hand)


def found(names: str, *kinds: str) -> list[Play]:
    return plays_in([k if isinstance(k, Kind) else KINDS[k] for k in kinds], cards(names))


def table_of(kinds: Sequence[str] = LANDLORD, **settings: Any) -> CardGame:
    """A table at which these plays can be made; ann leads."""
    rules: dict[str, Any] = {
        "__doc__": "Climbs.",
        "title": "Climb",
        "seats": Seats(least=3, most=3),
        "deck": Deck(order=ORDER, jokers=2),
        "score": settings.pop("score", None),
        **{name: settings.pop(name) for name in ("on_play",) if name in settings},
        "stages": (Deal(), ClimbingGame(kinds=tuple(kinds), **settings)),
    }
    made: type[CardGame] = type("Climb", (CardGame,), rules)
    return made.play(["ann", "bob", "cem"])


def answers(lead: str, hand: str, kinds: Sequence[str] = LANDLORD, **settings: Any) -> set[str]:
    """What bob can answer with, without the verb."""
    table = table_of(kinds, **settings)
    one, other = [card for card in table.cards.all if card not in f"{lead} {hand}".split()][:2]
    arrange(table, {"ann": f"{lead} {one}", "bob": hand, "cem": other})
    table.apply("ann", f"DISCARD {lead}")
    return {line.removeprefix("DISCARD ") for line in lines(table, "bob")} - {"PASS"}


# --- what is found ------------------------------------------------------------------------------


def kind_by_hand(some: Sequence[Card]) -> str:
    """The best kind that five cards are, or nothing: counted in another way than the toolkit's."""
    counts = sorted(Counter(c.rank for c in some).values())
    flush = len({c.suit for c in some}) == 1
    rows = ["A2345", *("23456789TJQKA"[i : i + 5] for i in range(9))]
    straight = any(sorted(row) == sorted(c.rank for c in some) for row in rows)
    if straight and flush:
        return "straight_flush"
    if counts in ([1, 4], [2, 3]):
        return "four_and_one" if counts[1] == 4 else "full_house"
    return "flush" if flush else "straight" if straight else ""


@pytest.mark.parametrize("seed", range(20))
def test_the_five_card_plays_of_a_hand_are_all_that_there_are(seed: int) -> None:
    pack = [card for card in CARDS.all if not card.joker]
    low = Random(seed).sample([c for c in pack if c.rank in "2345A6"], 10)
    for hand in (low, Random(seed).sample(pack, 13)):
        wanted = {frozenset(s): k for s in combinations(hand, 5) if (k := kind_by_hand(s))}
        plays = plays_in([KINDS[name] for name in FIVES], hand)
        assert {frozenset(play.cards): play.kind for play in plays} == wanted
        assert len(plays) == len(wanted)


def test_groups_are_of_one_rank_and_jokers_are_cards_of_their_own() -> None:
    assert {str(p) for p in found("S3 H3 D3 J1 J2", "pair")} == {
        "DISCARD D3 H3",
        "DISCARD D3 S3",
        "DISCARD H3 S3",
    }
    assert len(found("S3 H3 D3 J1 J2", "single")) == 5
    assert len(found("S3 H3 D3 C3", "triple")) == 4


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ("S3 H3 D3 SK", "triple_and_one"),
        ("S3 H3 D3 SK HK", "triple_and_pair"),
        ("S3 H4 D5 C6 S7", "chain"),
        ("S3 H4 D5 C6 S7 H8 D9 CT SJ HQ DK CA", "chain"),
        ("S3 H3 S4 H4 S5 H5", "pairs"),
        ("S3 H3 D3 S4 H4 D4", "plane"),
        ("S3 H3 D3 S4 H4 D4 SK J1", "wings"),
        ("S3 H3 D3 S4 H4 D4 SK HK S2 H2", "wide_wings"),
        ("S3 H3 D3 C3 SK SQ", "four_and_two"),
        ("S3 H3 D3 C3 SK HK SQ HQ", "four_and_pairs"),
        ("S3 H3 D3 C3", "bomb"),
        ("J1 J2", "rocket"),
        ("SK HK SA HA S2 H2", ""),  # a two is in no row
        ("ST HJ DQ CK SA H2", ""),
        ("S3 H4 D5 C6", ""),
        ("S3 H3 S4 H4", ""),
        ("S3 H3 D3 S5 H5 D5", ""),
    ],
)
def test_the_plays_of_dou_dizhu(names: str, kind: str) -> None:
    whole = [p for p in found(names, *LANDLORD) if p.size == len(names.split())]
    assert [p.kind for p in whole] == ([kind] if kind else [])


def test_what_is_several_things_is_the_highest() -> None:
    triples = "S3 H3 D3 S4 H4 D4 S5 H5 D5 S6 H6 D6"
    (plane,) = [p for p in found(triples, LANDLORD[8]) if p.size == 12]
    assert {card.rank for card in plane.cards[:9]} == {"4", "5", "6"}
    (flush,) = found("S3 S4 S5 S6 S7", *FIVES)
    assert flush.kind == "straight_flush"


WINGED = [
    Group(f"{of} {row} {singles} {pairs}", "a row", of=of, row=row, singles=singles, pairs=pairs)
    for of in (1, 2, 3)
    for row in ((1, 1), (2, 4))
    for singles, pairs in ((0, 0), (1, 0), (2, 0), (0, 1))
    if row != (1, 1) or not singles + pairs  # one rank with others is no row
]
"""Rows of any kind, alone and with any cards beside them."""


@pytest.mark.parametrize("any_suit", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_no_cards_are_listed_twice_whatever_lies_beside_a_row(seed: int, any_suit: bool) -> None:
    below = Random(seed)
    kinds = below.sample(WINGED, 3)
    dealt = below.sample(cards("S3 H3 D3 C3 S4 H4 D4 S5 H5 D5 S6 H6 D6 C7 J1 J2"), 10)
    plays = PlayFinder(CARDS.all, kinds, any_suit).plays(dealt)
    assert len({play.bits for play in plays}) == len(plays)


# --- what beats what ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "hand", "beating"),
    [
        ("S9", "ST H3 J1 J2", {"ST", "J1", "J2", "J1 J2"}),
        ("J1", "S2 J2", {"J2"}),
        ("S9", "SA HA DA CA", {"CA", "CA DA HA SA"}),
        ("S3 H4 D5 C6 S7", "S4 H5 D6 C7 S8 H3", {"S4 H5 D6 C7 S8"}),
        ("S3 H4 D5 C6 S7", "S4 H5 D6 C7 S8 H9 D3", {"S4 H5 D6 C7 S8", "H5 D6 C7 S8 H9"}),
        ("S5 H5 D5 S3", "S6 H6 D6 C4 J1", {"D6 H6 S6 C4", "D6 H6 S6 J1"}),
        ("SA HA DA S3", "S4 H4 D4 C4", {"C4 D4 H4 S4"}),
        ("S4 H4 D4 C4", "S5 H5 D5 C5 S3", {"C5 D5 H5 S5"}),
        ("S4 H4 D4 C4", "S3 H3 D3 C3 J1 J2", {"J1 J2"}),
        ("J1 J2", "S2 H2 D2 C2", set()),
        ("S3 H3 D3 C3 SK SQ", "S5 H5 D5 C5 C6", {"C5 D5 H5 S5"}),
    ],
)
def test_higher_cards_of_the_same_kind_and_bombs_beat_a_play(
    lead: str, hand: str, beating: set[str]
) -> None:
    assert answers(lead, hand) == beating


@pytest.mark.parametrize(
    ("lead", "hand", "beating"),
    [
        ("D7", "C7 H6", {"C7"}),
        ("S7", "C7 D8", {"D8"}),
        ("C7 H7", "D7 S7", {"D7 S7"}),  # the spade counts
        ("D7 S7", "C7 H7", set()),
        ("S3 H4 D5 C6 H7", "D3 D4 C5 S6 S7", {"D3 D4 C5 S6 S7"}),
        ("S3 H4 D5 C6 S7", "D3 D4 C5 S6 H7", set()),
        ("ST HJ DQ CK SA", "S2 H3 D4 C5 C6", {"S2 H3 D4 C5 C6"}),  # the two is the highest card
        ("S2 H3 D4 C5 C6", "DA C2 H4 S5 S3", {"DA C2 S3 H4 S5"}),  # and then the ace
        ("D3 D4 D5 D6 DK", "C3 C4 C5 C7 CK", {"C3 C4 C5 C7 CK"}),
        ("S3 H4 D5 C6 S7", "D3 D4 D8 D9 DK", {"D3 D4 D8 D9 DK"}),  # a flush beats a straight
        ("D3 D4 D8 D9 DK", "S3 H3 C3 S4 H4", {"C3 H3 S3 H4 S4"}),
        ("C3 H3 S3 H4 S4", "S5 H5 C5 D5 SJ", {"C5 D5 H5 S5 SJ"}),
        ("C5 D5 H5 S5 SJ", "H3 H4 H6 H7 H8", set()),
        ("C5 D5 H5 S5 SJ", "C6 C7 C8 C9 CT", {"C6 C7 C8 C9 CT"}),
        ("D7", "C8 D8 H8 S8", {"C8", "D8", "H8", "S8"}),  # four of a kind are no bomb
    ],
)
def test_suits_and_better_kinds_decide(lead: str, hand: str, beating: set[str]) -> None:
    kinds = ("single", "pair", "triple", *FIVES)
    found = answers(lead, hand, kinds, suit_order="DCHS")
    assert {" ".join(sorted(play.split())) for play in found} == {
        " ".join(sorted(play.split())) for play in beating
    }


@pytest.mark.parametrize(
    ("lead", "hand", "beating"),
    [
        ("S5", "S4 H7 J1", {"S4"}),
        ("S5 H5", "S4 H4 S9 D9", {"H4 S4"}),
        (
            "S4 H4 D4 S9",
            "S3 H3 D3 SK S8 H8 D8",
            {"D3 H3 S3 SK", "D3 H3 S3 D8"},
        ),
        ("S4 H4 D4 S9", "S8 H8 D8 C8", {"C8 D8 H8 S8"}),  # a bomb is a bomb
    ],
)
def test_low_is_high_when_the_ranks_are_turned_round(
    lead: str, hand: str, beating: set[str]
) -> None:
    assert answers(lead, hand, on_play=turned) == beating


def turned(table: CardGame, seat: int, play: Play, beaten: Play | None) -> bool:
    ClimbingGame.turn_ranks(table, "turned")
    return False


def test_rows_of_any_suit_or_of_one() -> None:
    assert {len(p.cards) for p in found("S3 H4 D5 C6", "sequence")} == {3, 4}
    assert [str(p) for p in found("S3 S4 H5 S5 S7", "run")] == ["DISCARD S3 S4 S5"]
    assert answers("S3 S4 S5", "H4 H5 H6 D4 D5 D7", ("run",)) == {"H4 H5 H6"}


def test_without_an_order_of_suits_equal_ranks_do_not_beat_each_other() -> None:
    assert answers("D7", "S7 C8", ("single",)) == {"C8"}


def test_a_play_is_the_same_after_pickling() -> None:
    (play,) = found("S3 H3", "pair")
    twin = pickle.loads(pickle.dumps(play))
    assert (twin, twin.kind, twin.high, twin.top) == (play, play.kind, play.high, play.top)
    assert twin.kind.means == "a pair"


# --- where suits do not count -------------------------------------------------------------------


def test_plays_of_the_same_ranks_are_listed_once() -> None:
    table = table_of()
    arrange(table, {"ann": "C4 H4 S4 D9 H9", "bob": "S3", "cem": "D3"})
    assert lines(table, "ann") == {
        *("DISCARD C4", "DISCARD C4 H4", "DISCARD C4 H4 S4"),
        *("DISCARD D9", "DISCARD D9 H9"),
        *("DISCARD C4 H4 S4 D9", "DISCARD C4 H4 S4 D9 H9"),
    }


@pytest.mark.parametrize("said", ["S4", "s4 h4", "H9 S4 C4 H4", "H9"])
def test_any_suits_of_these_ranks_can_be_said(said: str) -> None:
    table = table_of()
    arrange(table, {"ann": "C4 H4 S4 D9 H9", "bob": "S3", "cem": "D3"})
    twin = table.copy()
    table.apply("ann", f"DISCARD {said}")
    assert {*table.piles["table"]} == {*said.upper().split()}
    twin.apply(*table.journal[-1][:2])
    assert twin.digest() == table.digest()


@pytest.mark.parametrize(
    ("said", "reason"), [("S4 H9", "NO_COMBINATION"), ("D4", "NOT_HELD"), ("S4 S4", "CARD_TWICE")]
)
def test_what_is_no_play_in_any_suits_is_refused(said: str, reason: str) -> None:
    table = table_of()
    arrange(table, {"ann": "C4 H4 S4 D9 H9", "bob": "S3", "cem": "D3"})
    assert refusal(table, "ann", f"DISCARD {said}").reason == reason


def test_other_suits_must_beat_the_field_too() -> None:
    table = table_of()
    arrange(table, {"ann": "S5 S7", "bob": "C4 S4 C6 S6", "cem": "D3"})
    table.apply("ann", "DISCARD S5")
    assert refusal(table, "bob", "DISCARD S4").reason == "TOO_WEAK"
    table.apply("bob", "DISCARD S6")
    assert table.piles["table"][-1] == "S6"


def test_a_check_of_the_game_forbids_other_suits_too() -> None:
    class NoHearts(Landlord):
        """No hearts."""

        title = "No hearts"

        def check_discard(self, seat: int, command: CardCommand) -> None:
            if any(card.suit == "H" for card in command.cards):
                raise Refused("NO_HEARTS", "no hearts")

    table = NoHearts.play(["ann", "bob", "cem"])
    arrange(table, {"ann": "C4 H4 S4", "bob": "S3", "cem": "D3"})
    with pytest.raises(Refused, match="NO_HEARTS"):
        table.apply("ann", "DISCARD H4")
    table.apply("ann", "DISCARD S4")


def test_the_first_card_is_in_the_first_play_whatever_suits_are_listed() -> None:
    table = table_of(first_card="H3")
    leader = table.names[table.awaited[0]]
    arrange(table, {"ann": "S5", "bob": "S6", "cem": "S7"} | {leader: "C3 D3 H3 S8"})
    assert {line for line in lines(table, leader) if len(line.split()) < 4} == {
        *("DISCARD H3", "DISCARD C3 H3", "DISCARD D3 H3")
    }
    assert refusal(table, leader, "DISCARD C3").reason == "MUST_LEAD"


@pytest.mark.parametrize(
    ("settings", "any_suit"),
    [
        ({}, True),
        ({"suit_order": "CDHS"}, False),
        ({"lock_after": 2}, False),
        ({"take": True}, False),
        ({"kinds": ("single", "flush")}, False),
    ],
)
def test_clients_are_told_where_suits_do_not_count(
    settings: dict[str, Any], any_suit: bool
) -> None:
    table = table_of(**settings)
    declared = [word for word in table.stages[1].declared() if isinstance(word, Word)]
    (discard,) = (word for word in declared if word.verb == "DISCARD")
    assert discard.any_suit is any_suit


def test_beside_three_or_four_of_a_kind_lie_no_bomb_and_no_two_jokers() -> None:
    plane = "C4 D4 H4 C5 D5 H5 C6 D6 H6 C7 D7 H7"
    wings = [p for p in found(f"{plane} C9 D9 H9 S9", LANDLORD[8]) if p.size == 16]
    assert wings == []
    fours = found("C4 D4 H4 S4 J1 J2 S9", LANDLORD[10])
    assert {str(play.cards[4:]) for play in fours} == {"('S9', 'J1')", "('S9', 'J2')"}


def test_exact_cards_are_a_kind() -> None:
    rocket = Exact("rocket", "both jokers", cards="J1 J2", level=2, any_size=True)
    assert [str(play) for play in found("S3 J1 J2", rocket)] == ["DISCARD J1 J2"]
    assert found("S3 J2", rocket) == []
    assert answers("S3 S4", "J1 J2 S9", ("single", SMOOTH, rocket)) == {"J1 J2"}


SMOOTH = Smooth("smooth", "two cards in a row")


def test_an_author_says_what_beats_a_kind() -> None:
    assert answers("S3 S4", "C4 C5 C6", ("single", SMOOTH)) == {"C4 C5"}


# --- in a game ----------------------------------------------------------------------------------


def test_a_game_with_kinds_of_its_own_is_sound(sound: Sound) -> None:
    sound(Landlord, {}, games=12)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("DISCARD S3 S4", r"NO_COMBINATION: S3 S4 is no play; there are: a single card, a pair"),
        ("DISCARD S5", r"WRONG_SHAPE: answer C4 H4 with 2 cards of the same kind, or PASS"),
        ("DISCARD S3 D3", r"TOO_WEAK: S3 D3 does not beat C4 H4; play higher, or PASS"),
    ],
)
def test_refusals_say_which_kinds_there_are(said: str, reason: str) -> None:
    table = table_of()
    arrange(table, {"ann": "C4 H4 H9", "bob": "S3 D3 S4 S5", "cem": "S9"})
    table.apply("ann", "DISCARD H4 C4")
    with pytest.raises(Refused, match=reason):
        table.apply("bob", said)


def test_the_player_of_the_last_cards_takes_the_field_where_that_is_the_rule() -> None:
    score = Score(values={"5": 5, "T": 10, "K": 10}, last_trick=2)
    table = table_of(("single", "pair"), take=True, score=score, end="first_empty_hand")
    arrange(table, {"ann": "S5 SK S3", "bob": "ST S9 S4", "cem": "S6 S8"})
    for said in ("ann DISCARD S5", "bob DISCARD ST", "cem PASS", "ann DISCARD SK", "bob PASS"):
        name, line = said.split(" ", 1)
        table.apply(name, line)
    table.apply("cem", "PASS")
    assert table.piles["won:0"] == ["SK", "ST", "S5"]
    assert table.tricks == [1, 0, 0]
    table.apply("ann", "DISCARD S3")  # the last card is a trick, too
    assert table.tricks == [2, 0, 0]
    assert table.scores == [27, 0, 0]


def test_scores_for_tricks_need_that_tricks_are_taken() -> None:
    with pytest.raises(RulesError, match="score counts tricks, and this game has none"):
        table_of(("single",), score=Score(trick=1))


def test_the_rule_sheet_names_the_kinds_and_what_beats_what() -> None:
    sheet = rule_sheet(Landlord)
    assert "Play one of these: a single card, a pair, three of a kind, three of a kind and" in sheet
    assert (
        "These beat any other kind, from low to high: a bomb (four of a kind), both jokers."
        in sheet
    )
    assert "Jokers are the highest cards." in sheet
    assert "Suits do not count." in sheet
    assert "a run of three" not in sheet.partition("## Options")[0]


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        ({"kinds": ("single", "quintet")}, "'quintet' is no kind of play; there are single, pair"),
        ({"kinds": ("single",), "runs": False}, "have no effect where kinds are named"),
        ({"kinds": (), "suit_order": "CDHS"}, "write kinds="),
        ({"kinds": ("single",), "suit_order": "CDH"}, "must name each suit of the deck once"),
        ({"kinds": ("single",), "first_card": "S1"}, "'S1' is no card of this deck"),
        ({"kinds": (), "first_card": "S3", "lead_pass": True}, "write lead_pass=False"),
    ],
)
def test_what_would_have_no_effect_is_refused(settings: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        table_of(**settings)


def test_a_host_chooses_kinds_by_name() -> None:
    names = ["ann", "bob", "cem"]
    table = Landlord.play(names, options={"kinds": '["single", "flush"]'})
    kinds = {o.kind for o in table.legal(table.awaited[0]) if isinstance(o, Play)}
    assert kinds <= {"single", "flush"}
    with pytest.raises(Refused, match="'quintet' is no kind of play"):
        Landlord.play(names, options={"kinds": '["quintet"]'})


def test_a_joker_is_of_no_suit() -> None:
    assert found("S3 H4 S5 S6 S7 S8 J1", "straight_flush", "flush") == found(
        "S3 S5 S6 S7 S8", "flush"
    )
    assert {p.kind for p in found("S3 H4 S5 S6 S7 J1", "straight_flush", "straight")} == {
        "straight"
    }


def test_a_flush_can_be_of_any_size() -> None:
    three = Flush("three", "three cards of a suit", of=3)
    assert {len(p.cards) for p in plays_in([three], cards("S3 S5 S9 SK H4"))} == {3}
    assert len(plays_in([three], cards("S3 S5 S9 SK H4"))) == 4
