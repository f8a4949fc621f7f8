"""Asking for cards: who gives what, what follows an ask in vain, and when books are laid down."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import Ask, CardCommand, CardGame, Deal, Deck, Refused, RulesError, Seats
from cardkit.cardgame.reading import read_offer
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.go_fish import GoFish
from tests.helpers import arrange


def asking(ask: Ask, *hands: str, stock: str = "", **parts: Any) -> CardGame:
    """A table at which ann is asked, with these hands and this stock, the next card first."""
    made: type[CardGame] = type(
        "Asking",
        (CardGame,),
        {
            "__doc__": "Books.",
            "title": "Asking",
            "seats": Seats(least=2, most=4),
            "stages": (Deal(each=1), ask),
            **parts,
        },
    )
    table = made.play(["ann", "bob", "cem"][: len(hands)])
    cards = " ".join(reversed(stock.split()))
    arrange(table, dict(zip(table.names, hands, strict=True)), stock=cards)
    table.ask(0)
    table.listening = True
    return table


def refusal(table: CardGame, words: str) -> str:
    with pytest.raises(Refused) as refused:
        table.apply(table.names[table.awaited[0]], words)
    return str(refused.value)


def told(table: CardGame, words: str) -> list[tuple[Any, ...] | None]:
    return [event.words(2) for event in table.apply(table.names[table.awaited[0]], words)]


def test_all_cards_of_the_rank_are_given_face_up_and_one_asks_again() -> None:
    table = asking(Ask(), "S7 HK", "H7 D7 C2", "C3")
    heard = told(table, "ASK bob 7")
    assert ("MOVE", "bob", "ann", "D7", "H7") in heard
    assert table.hand(1) == ["C2"]
    assert table.awaited == (0,)


def test_a_digit_is_a_rank_and_neither_a_number_nor_a_position() -> None:
    table = asking(Ask(), "S7 HK", "H7 C2")
    command = table.legal(0)[0]
    assert isinstance(command, CardCommand)
    assert (str(command), command.word, command.amount) == ("ASK bob 7", "7", 0)
    read = read_offer("ASK bob 7", table.view(0), table.declaration)
    assert isinstance(read, CardCommand)
    assert (read.word, read.amount, read.target) == ("7", 0, 1)
    assert told(table, "ASK bob 7")[0] == ("ACTION", "ann", "ASK", "bob", "7")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("ASK bob 5", "NOT_HELD: ask for a rank that you hold: 7, K"),
        ("ASK bob 1", "NOT_HELD: ask for a rank that you hold: 7, K"),
        ("ASK bob", "NOT_HELD: ask for a rank that you hold: 7, K"),
        ("ASK bob S7", "NOT_HELD: ask for a rank that you hold: 7, K"),
        ("ASK 7", "NO_SUCH_PLAYER: ASK needs the name of a player first: bob"),
        ("ASK ann 7", "BAD_TARGET: ASK goes to bob now"),
    ],
)
def test_a_refusal_says_what_to_ask_for(words: str, why: str) -> None:
    table = asking(Ask(), "S7 HK", "H7 C2")
    assert refusal(table, words) == why


def test_only_one_card_is_given_where_one_is_the_rule() -> None:
    table = asking(Ask(gives="one"), "S7", "H7 D7 C2")
    table.apply("ann", "ASK bob 7")
    assert (len(table.hand(0)), len(table.hand(1))) == (2, 2)


def test_a_card_is_asked_for_by_name_where_that_is_the_rule() -> None:
    table = asking(Ask(asks_for="card"), "S7 HK", "H7 C2")
    offers = {*map(str, table.legal(0))}
    assert {"ASK bob H7", "ASK bob SK"} <= offers
    assert not {"ASK bob S7", "ASK bob H2", "ASK bob 7"} & offers
    assert refusal(table, "ASK bob S7").startswith(
        "NOT_HELD: ask for a card that you do not hold: C7"
    )
    table.apply("ann", "ASK bob H7")
    assert "H7" in table.hand(0)


def test_any_rank_can_be_asked_for_where_none_must_be_held() -> None:
    table = asking(Ask(must_hold=False), "S7", "H5 C2")
    assert len(table.legal(0)) == 13
    table.apply("ann", "ASK bob 5")
    assert table.hand(0) == ["S7", "H5"]
    assert refusal(table, "ASK bob X").startswith("NOT_HELD: ask for a rank: 2, 3")


def test_the_turn_passes_after_cards_where_nobody_asks_again() -> None:
    table = asking(Ask(again=False), "S7 HK", "H7 C2", "C3")
    table.apply("ann", "ASK bob 7")
    assert table.awaited == (1,)


def test_after_an_ask_in_vain_one_draws_and_the_turn_passes() -> None:
    table = asking(Ask(), "S7", "HK", "C3", stock="D4 D5")
    heard = told(table, "ASK bob 7")
    assert ("MOVE", "stock", "ann", "??") in heard
    assert table.hand(0) == ["S7", "D4"]
    assert table.awaited == (1,)


def test_several_cards_are_drawn_where_that_is_the_rule() -> None:
    table = asking(Ask(draws=2), "S7", "HK", stock="D4 D5 D6")
    table.apply("ann", "ASK bob 7")
    assert table.hand(0) == ["S7", "D4", "D5"]


def test_nothing_is_drawn_where_that_is_the_rule() -> None:
    table = asking(Ask(draws=0, lucky=False, ask_limit=2), "S7", "HK", stock="D7")
    table.apply("ann", "ASK bob 7")
    assert (table.hand(0), table.awaited) == (["S7"], (1,))
    table.apply("bob", "ASK ann K")
    assert not table.playing  # two asks


def test_a_card_that_was_asked_for_and_drawn_is_shown_and_one_asks_again() -> None:
    table = asking(Ask(), "S7", "HK", "C3", stock="D7 D5")
    assert ("SHOW", "ann", "D7") in told(table, "ASK bob 7")
    assert table.awaited == (0,)
    luckless = asking(Ask(lucky=False), "S7", "HK", "C3", stock="D7 D5")
    assert "SHOW" not in {words[0] for words in told(luckless, "ASK bob 7") if words}
    assert luckless.awaited == (1,)


def test_a_book_is_laid_down_at_once() -> None:
    table = asking(Ask(), "S7 D7 C7 HK", "H7 C2")
    told(table, "ASK bob 7")
    assert {*table.piles["books:0"]} == {"S7", "D7", "C7", "H7"}
    assert table.hand(0) == ["HK"]


def test_books_are_of_as_many_cards_as_the_rule_says() -> None:
    table = asking(Ask(book=2), "S7 HK", "H7 C2")
    table.apply("ann", "ASK bob 7")
    assert [*table.piles["books:0"]] == ["H7", "S7"]


@pytest.mark.parametrize(("count", "hand"), [(1, ["D4"]), (2, ["D4", "D5"])])
def test_a_player_without_cards_draws_some_in_turn(count: int, hand: list[str]) -> None:
    table = asking(Ask(draws_when_empty=count, lucky=False), "S7", "", "C3", stock="DK D4 D5 D6")
    table.apply("ann", "ASK cem 7")
    assert (table.hand(1), table.awaited) == (hand, (1,))


def test_a_player_without_cards_is_out_where_that_is_the_rule() -> None:
    table = asking(Ask(draws_when_empty=0), "S7", "", "C3", stock="DK D4")
    table.apply("ann", "ASK cem 7")
    assert (table.hand(1), table.awaited) == ([], (2,))


def test_only_players_with_cards_are_asked_unless_nobody_has_any() -> None:
    table = asking(Ask(), "S7", "", "C3", stock="DK D4")
    assert [*map(str, table.legal(0))] == ["ASK cem 7"]
    alone = asking(Ask(), "S7", "", "", stock="DK D4")
    assert [*map(str, alone.legal(0))] == ["ASK bob 7", "ASK cem 7"]


def test_the_game_ends_with_the_last_book_and_most_books_win() -> None:
    table = asking(Ask(), "S7 D7 C7", "H7")
    table.apply("ann", "ASK bob 7")
    assert not table.playing
    assert table.ranking == (0, 1)


def test_the_game_ends_with_the_stock_where_that_is_the_rule() -> None:
    table = asking(Ask(ends="empty_stock"), "S7", "HK", stock="D4")
    table.apply("ann", "ASK bob 7")
    assert not table.playing


def test_books_of_the_deal_are_laid_down_before_anybody_asks() -> None:
    class AllDealt(GoFish):
        """All cards are dealt, and two of a rank are a book."""

        stages = (Deal(), Ask(book=2))

    table = AllDealt.play(["ann", "bob"])
    for seat in (0, 1):
        ranks = [card.rank for card in table.hand(seat)]
        assert len(ranks) == len({*ranks})
        assert len(table.piles[f"books:{seat}"]) + len(ranks) == 26


@pytest.mark.parametrize(
    ("ask", "wrong"),
    [
        (Ask(asks_for="card", gives="one"), "gives is about a rank"),
        (Ask(draws=0, ask_limit=9), "write lucky=False or draws=1"),
        (Ask(draws=0, lucky=False), "write ask_limit=… or draws=1"),
        (Ask(book=3), "2 cannot be laid down in books of 3"),
    ],
)
def test_settings_that_cannot_be(ask: Ask, wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        asking(ask, "", "")


def test_cards_that_fill_no_book_are_refused() -> None:
    with pytest.raises(RulesError, match="J1 cannot be laid down in books of 4"):
        asking(Ask(), "", "", deck=Deck(jokers=1))


def test_the_rule_sheet_says_what_the_settings_mean() -> None:
    sheet = rule_sheet(GoFish)
    for sentence in (
        "ASK another player for a rank.",
        "You must hold a card of that rank.",
        "If you ask in vain, draw a card.",
        "A book is 4 of a rank, and is laid down at once.",
        "| `ASK bob 7` | ask another player for cards of a rank |",
    ):
        assert sentence in sheet
    assert "| `ASK bob S7` | ask another player for a card |" in rule_sheet(
        GoFish, "happy_families"
    )


@pytest.mark.parametrize(
    ("hands", "stock", "over"),
    [
        (["S7 HK", "H7", "C3"], "C4 C5", True),
        (["S7 HK", "H7 C2", "C3"], "", True),
        (["S7 HK", "H7 C2", "C3"], "C4 C5", False),
    ],
)
def test_the_game_ends_with_the_first_empty_hand_where_that_is_the_rule(
    hands: list[str], stock: str, over: bool
) -> None:
    table = asking(Ask(ends="first_out"), *hands, stock=stock)
    table.apply("ann", "ASK bob 7")
    assert table.playing != over


@pytest.mark.parametrize(
    ("ask", "option"),
    [
        ({"ends": "first_out"}, {"draws_when_empty": 2}),
        ({"book": 2}, {"gives": "one"}),
    ],
)
def test_what_has_no_effect_cannot_be_chosen(ask: dict[str, Any], option: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        GoFish.play(["ann", "bob"], options=ask | option)
