"""The plain dealer: the same key and label give the same cards, and every order is as likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from cardkit.games.daifugo import Daifugo
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import PlainDealer
from tests.helpers import play_out
from tests.tiny_games import Nim, play


def shuffled(key: bytes, label: str, size: int = 52) -> list[int]:
    cards = list(range(size))
    PlainDealer(key).shuffle(cards, label)
    return cards


def chi_square(seen: Counter[object], kinds: int) -> float:
    expected = seen.total() / kinds
    return sum((seen[kind] - expected) ** 2 / expected for kind in seen) + expected * (
        kinds - len(seen)
    )


def test_the_same_key_and_label_give_the_same_deck() -> None:
    assert shuffled(b"k", "deck") == shuffled(b"k", "deck")
    assert sorted(shuffled(b"k", "deck")) == list(range(52))


def test_keys_and_labels_give_decks_of_their_own() -> None:
    decks = {tuple(shuffled(b"%d" % key, f"deck {n}")) for key in range(40) for n in range(40)}
    assert len(decks) == 1600


def test_labels_are_independent() -> None:
    """Where a card lands under one label says nothing about where it lands under another."""
    pairs: Counter[object] = Counter()
    for key in range(6400):
        one, other = (shuffled(b"%d" % key, label, 8)[0] for label in ("lot 1", "lot 2"))
        pairs[one, other] += 1
    assert chi_square(pairs, 64) < 103.4  # 63 degrees of freedom, one in a thousand


def test_every_order_is_as_likely() -> None:
    orders = Counter[object](tuple(shuffled(b"%d" % key, "deck", 4)) for key in range(24_000))
    assert set(orders) == set(permutations(range(4)))
    assert chi_square(orders, 24) < 49.7  # 23 degrees of freedom, one in a thousand


def test_every_card_lands_on_every_place_as_likely() -> None:
    places: Counter[object] = Counter()
    for key in range(3000):
        for place, card in enumerate(shuffled(b"%d" % key, "deck", 13)):
            places[place, card] += 1
    assert chi_square(places, 169) < 205  # (13 - 1)² = 144 degrees of freedom, one in a thousand


def test_a_number_below_is_as_likely_as_another() -> None:
    drawn = Counter[object](PlainDealer(b"%d" % key).below(10, "lot") for key in range(10_000))
    assert set(drawn) == set(range(10))
    assert chi_square(drawn, 10) < 27.9  # 9 degrees of freedom, one in a thousand


@pytest.mark.parametrize("size", [0, 1, 2])
def test_few_cards_can_be_shuffled_too(size: int) -> None:
    assert sorted(shuffled(b"k", "deck", size)) == list(range(size))
    assert PlainDealer(b"k").below(1, "lot") == 0


def test_each_game_of_each_match_is_dealt_anew() -> None:
    decks = set()
    for key in (b"", b"a", b"b"):
        table = Whist.play(["ann", "bob", "cid", "dan"], options={"games": 2}, key=key)
        for _ in range(6):  # three matches of two games
            decks.add(tuple(tuple(table.hand(seat)) for seat in range(4)))
            play_out(table)
            table.apply("", "START")
    assert len(decks) == 18


def test_a_key_brought_along_holds_for_one_game() -> None:
    def hands(*starts: str) -> list[str]:
        table = Whist(options={"games": 9}, key=b"own")
        for name in ("ann", "bob", "cid", "dan"):
            table.apply(name, "ENTER")
            table.apply(name, "LOGIN")
        dealt = []
        for start in starts:
            table.apply("", start)
            dealt.append(" ".join(table.hand(table.first)))
            play_out(table)
        return dealt

    plain, keyed = hands("START", "START", "START"), hands("START", "START aa", "START")
    assert plain[0] == keyed[0]
    assert plain[1] != keyed[1]
    assert plain[2] == keyed[2]
    assert hands("START aa")[0] == hands("START aa", "START aa")[1]


def test_a_game_never_uses_a_label_twice() -> None:
    class Witness(PlainDealer):
        """A dealer that remembers its labels."""

        __slots__ = ("labels",)

        def __init__(self, key: bytes) -> None:
            super().__init__(key)
            self.labels: list[str] = []

        def shuffle(self, cards: list[object], label: str) -> None:
            self.labels.append(label)
            super().shuffle(cards, label)

        def below(self, n: int, label: str) -> int:
            self.labels.append(label)
            return super().below(n, label)

    for game, players in ((PageOne, 7), (Daifugo, 4), (Whist, 4)):
        table = game(options={"games": 3}, dealer=Witness)
        for number in range(players):
            table.apply("", f"FILL robot-{number}")
        while not table.match_over:
            table.apply("", "START")
            play(table)
            assert isinstance(table.chance.dealer, Witness)
            assert len(set(table.chance.dealer.labels)) == len(table.chance.dealer.labels) > 1


def test_a_copy_of_a_table_draws_the_same_and_disturbs_nobody() -> None:
    table = Nim.play(["ann", "bob"], key=b"copy")
    table.apply("", "LOST ann")
    table.apply("", "LOST bob")
    twin = table.copy()
    before = table.digest()
    play(twin)
    assert table.digest() == before
    play(table)
    assert table.digest() == twin.digest()


def test_a_key_is_all_that_a_deal_depends_on() -> None:
    hands = [
        [Whist.play(["ann", "bob", "cid", "dan"], key=key).hand(seat) for seat in range(4)]
        for key in (b"one", b"one", b"two")
    ]
    assert hands[0] == hands[1] != hands[2]
