"""The rules of Hanabi, row by row: the game of Antoine Bauza, as its own rules have it.

Settled: five colours of ten cards (1 1 1 2 2 3 3 4 4 5); five cards each for two or three players,
four for more; eight hints, three fuses; a hint must be about a card at least; no card is thrown
away while all hints are there; a five wins a hint back; with the last fuse all is lost; after the
last card was drawn everybody has one more turn. The rainbow is a sixth colour that every hint of a
colour is about.
"""

import pytest

from cardkit.cardgame.rules import rule_sheet
from cardkit.games.hanabi import Hanabi
from cardkit.testing import GameFault, check_game
from tests.helpers import arrange, lines, refusal

NAMES = ["ann", "bob", "cem"]
HANDS = ("R1 Y1 G1 B1 W1", "R1 R2 Y3 G4 B5", "Y2 Y2 W5 W4 G1")


def dealt(*hands: str, preset: str = "", stock: str = "B3 B4", built: str = "") -> Hanabi:
    """A table with these hands; ann begins. `built` are cards of fireworks."""
    table = Hanabi.play(NAMES, preset, key="x")
    held = dict(zip(NAMES, hands or HANDS, strict=True))
    arrange(table, held, stock=stock, visible="others")
    for name in built.split():
        card = next(card for card in table.piles["away"] if card == name)
        table.piles["away"].remove(card)
        table.piles[f"firework:{card.suit}"].append(card)
    return table


@pytest.mark.parametrize(("players", "each"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_how_many_cards_are_dealt(players: int, each: int) -> None:
    table = Hanabi.play([*NAMES, "dan", "eve"][:players], key="deal")
    assert [len(table.hand(seat)) for seat in range(players)] == [each] * players


@pytest.mark.parametrize(
    ("preset", "cards"), [("five_colours", 50), ("four_colours", 40), ("rainbow", 60)]
)
def test_how_many_cards_there_are(preset: str, cards: int) -> None:
    table = Hanabi.play(NAMES, preset, key="deck")
    assert len(table.cards.all) == cards
    ranks = [card.rank for card in table.cards.all if card.suit == "R"]
    assert "".join(ranks) == "1112233445"


def test_all_see_the_cards_of_the_others_and_not_their_own() -> None:
    table = dealt()
    assert table.view(0).hand == ("??",) * 5
    assert sorted(table.view(0).hands[1]) == sorted(table.hand(1))


# --- hints ----------------------------------------------------------------------------------------


def told(table: Hanabi, line: str) -> tuple[object, ...]:
    table.listening = True
    events = table.apply("ann", line)
    return next(words for event in events if (words := event.words(1)) and words[0] == "PLACES")


@pytest.mark.parametrize(
    ("line", "places", "known"),
    [
        ("HINT bob RED", "1 2", "▲ ▲ - - -"),
        ("HINT bob THREES", "3", "- - 3 - -"),
        ("HINT cem WHITE", "3 4", "- - ◇ ◇ -"),
        ("HINT cem TWOS", "1 2", "2 2 - - -"),
    ],
)
def test_a_hint_tells_the_places_of_all_cards_that_have_it(
    line: str, places: str, known: str
) -> None:
    table = dealt()
    whom, what = line.split()[1:]
    assert told(table, line) == ("PLACES", whom, places, what)
    assert table.view(1).hand == ("??",) * 5
    assert table.fact("known", "", NAMES.index(whom)) == known
    assert table.fact("hints", 0) == 7
    assert table.awaited == (1,)


def test_hints_at_the_same_card_are_put_together() -> None:
    table = dealt()
    for who, line in (("ann", "HINT bob RED"), ("bob", "HINT cem FIVES"), ("cem", "HINT bob TWOS")):
        table.apply(who, line)
    assert table.fact("known", "", 1) == "▲ ▲2 - - -"
    table.apply("ann", "PLAY 1")
    table.apply("bob", "PLAY 1")  # the others move up
    assert table.fact("known", "", 1) == "▲2 - - - -"


def test_a_hint_is_about_some_card_and_for_another_player() -> None:
    table = dealt()
    hints = lines(table, "ann", "HINT")
    assert "HINT bob WHITE" not in hints
    assert "HINT cem FOURS" in hints
    assert not any("ann" in hint for hint in hints)
    assert "HINT bob RED" in str(refusal(table, "ann", "HINT bob WHITE"))


def test_every_hint_of_a_colour_is_about_the_rainbow() -> None:
    table = dealt("R1", "M1 B2", "Y1", preset="rainbow")
    assert lines(table, "ann", "HINT") >= {f"HINT bob {c}" for c in ("RED", "WHITE", "BLUE")}
    assert told(table, "HINT bob BLUE")[2] == "1 2"
    table.apply("bob", "HINT cem ONES")
    table.apply("cem", "HINT bob RED")
    assert table.fact("known", "", 1) == "✿ ●"


def test_without_hints_none_is_given() -> None:
    table = dealt()
    for turn in range(8):
        table.apply(
            NAMES[turn % 3],
            f"HINT {NAMES[(turn + 1) % 3]} ONES" if turn % 3 != 1 else "HINT cem TWOS",
        )
    assert table.fact("hints", 9) == 0
    assert not lines(table, NAMES[8 % 3], "HINT")


# --- cards ----------------------------------------------------------------------------------------


def test_a_card_that_fits_goes_to_the_firework_and_another_is_drawn() -> None:
    table = dealt()
    table.apply("ann", "PLAY 2")
    assert table.piles["firework:Y"] == ["Y1"]
    assert table.hand(0) == ["R1", "G1", "B1", "W1", "B4"]
    assert table.view(0).hand == ("??",) * 5
    assert "B4" in table.view(1).hands[0]
    assert [table.points(seat) for seat in range(3)] == [1, 1, 1]


def test_a_card_that_does_not_fit_burns_a_fuse() -> None:
    table = dealt("R2", "Y1", "G1")
    table.apply("ann", "PLAY 1")
    assert table.fact("fuses", 0) == 2
    assert "R2" in table.piles["away"]
    assert not table.piles["firework:R"]


def test_a_card_is_named_by_its_place() -> None:
    refused = refusal(dealt(), "ann", "PLAY R1")
    assert "name one by its place in your hand, from 1 to 5" in str(refused)


def test_a_card_is_thrown_away_for_a_hint_but_not_while_all_are_there() -> None:
    table = dealt()
    assert not lines(table, "ann", "THROW")
    table.apply("ann", "HINT bob RED")
    table.apply("bob", "THROW 5")
    assert table.fact("hints", 0) == 8
    assert "B5" in table.piles["away"]


def test_a_five_wins_a_hint_back_if_one_is_missing() -> None:
    for first in ([], ["HINT cem ONES", "HINT ann ONES", "HINT bob ONES"]):
        table = dealt("R5 R1", "Y1 Y1", "G1 G2", built="R1 R2 R3 R4")
        for line in first:
            table.apply(NAMES[table.awaited[0]], line)
        table.apply("ann", "PLAY 1")
        assert len(table.piles["firework:R"]) == 5
        assert table.fact("hints", 0) == 8 - len(first) + bool(first)


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "points"), [("five_colours", 0), ("gentle", 2)])
def test_the_last_fuse_ends_the_game(preset: str, points: int) -> None:
    table = dealt("R5", "Y5", "G5", built="B1 B2", preset=preset)
    for name in NAMES:
        table.apply(name, "PLAY 1")
    assert not table.playing
    assert table.scores == [points] * 3


def test_everybody_has_a_turn_after_the_last_card_was_drawn() -> None:
    table = dealt(stock="B3")
    table.apply("ann", "PLAY 1")
    assert not table.piles["stock"]
    for who, line in (("bob", "HINT cem TWOS"), ("cem", "HINT bob RED"), ("ann", "PLAY 1")):
        assert table.playing
        table.apply(who, line)
    assert not table.playing
    assert table.scores == [2, 2, 2]


def test_all_fireworks_end_the_game() -> None:
    full = " ".join(colour + number for colour in "RYGB" for number in "12345")
    table = dealt("W5 R1", "Y1 Y1", "G1 G1", built=f"{full} W1 W2 W3 W4")
    table.apply("ann", "PLAY 1")
    assert not table.playing
    assert table.scores == [25, 25, 25]


@pytest.mark.parametrize(
    "sentence",
    [
        "Cards for each player by how many play: 5 for 2, 5 for 3, 4 for 4, 4 for 5.",
        "There are 8 hints; a card thrown away or a firework completed wins one back.",
        "A card that does not fit burns one of 3 fuses; the last one ends the game.",
        "With the last fuse all fireworks are lost.",
        "When all hints are there, no card may be thrown away.",
    ],
)
def test_the_rule_sheet_tells_it(sentence: str) -> None:
    assert sentence in rule_sheet(Hanabi)


def test_a_hint_that_is_only_emitted_is_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hanabi, "disclose", Hanabi.emit)
    with pytest.raises(GameFault, match=r"PLACES.*table\.disclose|table\.disclose"):
        check_game(Hanabi, games=30)
