"""The rules of Hanabi: hints tell of cards that their player does not see."""

import pytest

from cardkit import Refused
from cardkit.testing import GameFault, check_game
from tests.games.authors.hanabi import Hanabi
from tests.sound import Sound


def test_hanabi_keeps_its_promises(sound: Sound) -> None:
    sound(Hanabi, {})


def test_a_hint_tells_the_places_of_the_cards_and_not_the_cards() -> None:
    table = Hanabi.play(["ann", "bob", "cid"], key="x")
    hand = table.hand(1)
    places = [n for n, card in enumerate(hand, 1) if card.rank == hand[0].rank]
    word = ("ONES", "TWOS", "THREES", "FOURS", "FIVES")[int(hand[0].rank) - 1]
    table.listening = True
    events = table.apply("ann", f"HINT bob {word}")
    told = [words for event in events if (words := event.words(1)) and words[0] == "PLACES"]
    assert told == [("PLACES", "bob", " ".join(map(str, places)), word)]
    assert table.view(1).hand == ("??",) * 4
    assert table.fact("left", "") == "7 3"


def test_cards_are_played_by_place_and_all_get_the_same_points() -> None:
    table = Hanabi.play(["ann", "bob"], key="y")
    assert table.hand(0)[1] == "R1"
    with pytest.raises(Refused, match="name one by its place in your hand, from 1 to 4"):
        table.apply("ann", "PLAY R1")
    table.apply("ann", "PLAY 2")
    assert [table.points(seat) for seat in (0, 1)] == [1, 1]
    assert table.view(1).hands[0].count("??") == 0
    assert table.view(0).hand == ("??",) * 4


def test_a_hint_that_is_only_emitted_is_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hanabi, "disclose", Hanabi.emit)
    with pytest.raises(GameFault, match=r"PLACES.*table\.disclose"):
        check_game(Hanabi, games=30)
