"""What authors may do with piles, and what they are told when they do something else."""

from __future__ import annotations

import pytest

from cardkit import Card, Deal, Discard, OrderGame, Pile, Refused
from cardkit.cardgame import EVERYONE, NOBODY, Deck
from cardkit.netgame import WATCHER
from tests.helpers import card_game
from tests.shed import Shed


class TwoPacks(Shed):
    """Shed with two packs, where equal cards are not the same card."""

    title = "Two packs"
    deck = Deck(packs=2)


def test_a_hand_is_not_shuffled_since_players_check_the_order_of_a_deal() -> None:
    table = Shed.play(["ann", "bob", "cid"])
    before = table.digest()
    with pytest.raises(ValueError, match=r"hand of bob .* self\.chance\.by_lot\(sorted\(cards\)\)"):
        table.piles.shuffle(1)
    assert table.digest() == before
    table.piles.shuffle("stock")


@pytest.mark.parametrize("game", [Shed, TwoPacks])
def test_cards_move_only_from_the_pile_they_are_in(game: type[Shed]) -> None:
    table = game.play(["ann", "bob", "cid"])
    card = table.hand(0)[0]
    for source, name in ((1, "bob"), ("stock", "stock"), ("away", "away")):
        with pytest.raises(ValueError, match=rf"{card} is not in the pile {name}.*self\.piles\."):
            table.piles.move([card], source, "table", to=EVERYONE)
    table.piles.move([card], 0, "table", to=EVERYONE)
    assert table.piles["table"][-1] is card


@pytest.mark.parametrize("game", [Shed, TwoPacks])
def test_a_whole_pile_moves_like_its_cards_but_never_the_stock(game: type[Shed]) -> None:
    table = game.play(["ann", "bob", "cid"])
    piles, hand = table.piles, table.hand(0)[:]
    piles.move(hand, 0, "row", to=EVERYONE)
    assert (piles[0], piles["row"]) == ([], hand)
    assert {piles.seen[card.number] for card in hand} == {EVERYONE}
    with pytest.raises(ValueError, match="is not on top of the stock"):
        piles.move(piles["stock"][:], "stock", "row", to=EVERYONE)


@pytest.mark.parametrize("game", [Shed, TwoPacks])
def test_cards_leave_the_stock_from_its_top_as_fair_dealing_proves(game: type[Shed]) -> None:
    table = game.play(["ann", "bob", "cid"])
    under, top = table.piles["stock"][-2:]
    for cards in ([under], [under, top]):
        with pytest.raises(ValueError, match=rf"{under} is not on top of the stock.*piles\.take\("):
            table.piles.move(cards, "stock", "row", to=EVERYONE)
    assert table.piles.take("row", 2) == [top, under] == table.piles["row"]
    assert table.piles.seen[top.number] == EVERYONE
    below = table.piles["stock"][-1]
    assert table.piles.take("burnt", 1, to=NOBODY) == [below]
    assert table.piles.seen[below.number] == NOBODY


def test_revealing_a_card_gives_a_seat_also_when_nobody_holds_it() -> None:
    table = Shed.play(["ann", "bob", "cid"])
    held, stock = table.hand(1)[0], table.piles["stock"][0]
    assert table.piles.reveal(held) == 1
    assert table.piles.seen[held.number] == EVERYONE
    assert table.piles.reveal(stock) == 0
    assert table.piles.reveal(stock, otherwise=1) == 1
    assert table.piles.reveal("J1") == 0, "a host may have taken a card out of the deck"
    assert table.piles.seen[stock.number] == 0


@pytest.mark.parametrize("name", ["S10", "7D", "Q", ""])
def test_revealing_what_is_no_card_says_how_cards_are_written(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is no card; write suit and rank, like D7 or ST"):
        Shed.play(["ann", "bob", "cid"]).piles.reveal(name)


class Sorted(Shed):
    """Shed with a pile for every suit, one for every rank, and two for words."""

    title = "Sorted"
    declares = (
        Pile("row", "the cards of a suit", shown="row", each="suit"),
        Pile("column", "the cards of a rank", each="rank"),
        Pile("side", each=("left", "right")),
    )


def test_piles_can_be_declared_for_each_suit_or_rank_or_word() -> None:
    for name in ("S", "left"):  # row:S must not be taken for a pile of theirs
        with pytest.raises(Refused, match="is a word of the game"):
            Sorted.play(["ann", "bob", name])
    table = Sorted.play(["ann", "bob", "cid"])
    assert {"row:C", "row:S", "column:2", "column:A", "side:left"} <= {*table.view().piles}
    assert "row:ann" not in table.view().piles
    card = table.hand(0)[0]
    table.piles.move([card], 0, f"column:{card.rank}", EVERYONE)
    assert table.view(1).piles[f"column:{card.rank}"] == (card,)
    table.put_away()
    assert table.view().piles[f"column:{card.rank}"] == ()
    assert table.copy().view().piles == table.view().piles
    rows = Sorted.declaration.data()["piles"]
    assert rows["row"]["each"] == "suit"
    assert rows["row"]["shown"] == "row"
    assert rows["side"]["each"] == ["left", "right"]


def test_a_pile_that_nobody_declared_belongs_to_a_seat() -> None:
    table = Sorted.play(["ann", "bob", "cid"])
    table.listening = True
    card = table.hand(0)[0]
    with pytest.raises(ValueError, match=r"no pile heap:S.*Pile\('heap', …, each='suit'\)"):
        table.piles.move([card], 0, "heap:S", EVERYONE)


def test_a_game_chooses_the_pile_of_a_discard() -> None:
    class Sorting(Sorted):
        """Shed in which a card goes to the others of its suit."""

        title = "Sorting"
        stages = (Deal(), OrderGame(discard=Discard()))

        def discard_pile(self, seat: int, card: Card) -> str:
            return f"row:{card.suit}"

    table = Sorting.play(["ann", "bob", "cid"])
    card = table.hand(0)[0]
    table.apply("ann", f"DISCARD {card}")
    assert table.piles[f"row:{card.suit}"] == [card]
    assert not table.piles["table"]


def test_who_does_not_see_the_own_cards_sees_those_of_others_as_they_are_held() -> None:
    table = card_game("hanabi")(key=b"held")
    for name in ("ann", "bob"):
        for said in ("ENTER", "LOGIN"):
            table.apply(name, said)
    table.apply("ann", "START")
    hands = [list(map(str, table.piles[seat])) for seat in (0, 1)]
    assert list(table.view(0).hands[1]) == hands[1] != sorted(hands[1])
    assert list(table.view(1).hands[0]) == hands[0]
    assert {*table.view(0).hand, *table.view(WATCHER).hands[0]} == {"??"}
