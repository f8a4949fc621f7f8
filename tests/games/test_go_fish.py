"""The rules of Go Fish, row by row, as the rules on a pack of playing cards have them.

- Seven cards each for two or three players, five for four to six.
- Ask one player for a rank you hold; they give all of it, and you ask again. In vain, draw a card;
  if it is what you asked for, show it and ask again.
- Four of a rank are a book, laid down at once. A player without cards draws one in their turn.
- The game ends when nobody can ask any more; most books win.
- Variants: short, to the first empty hand or the end of the stock; pairs, books of two cards;
  happy families, where one card is asked for.
"""

from __future__ import annotations

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.games.go_fish import GoFish
from tests.helpers import arrange, lines, play_out, refusal

NAMES = ["ann", "bob", "cem", "dan", "eve", "fay"]


def fishing(ann: str, bob: str, cem: str = "C3", stock: str = "", preset: str = "") -> GoFish:
    """Ann is to ask; the last card of the stock is the next."""
    table = GoFish.play(NAMES[:3], preset)
    arrange(table, {"ann": ann, "bob": bob, "cem": cem}, stock=stock)
    table.ask(0)
    return table


@pytest.mark.parametrize(("players", "each"), [(2, 7), (3, 7), (4, 5), (6, 5)])
def test_few_players_are_dealt_more(players: int, each: int) -> None:
    table = GoFish.play(NAMES[:players], key=b"fish")
    assert [len(table.hand(seat)) for seat in table.order] == [each] * players


def test_one_asks_for_a_rank_that_one_holds() -> None:
    table = fishing("S7 HK", "H7 D7 C2")
    assert lines(table, "ann") == {f"ASK {name} {r}" for name in ("bob", "cem") for r in "7K"}
    wrong = refusal(table, "ann", "ASK bob 2")
    assert wrong.reason == CardReason.NOT_HELD
    assert "ask for a rank that you hold: 7, K" in wrong.text()


def test_all_cards_of_the_rank_are_given_and_one_asks_again() -> None:
    table = fishing("S7 HK", "H7 D7 C2")
    table.apply("ann", "ASK bob 7")
    assert (sorted(table.hand(0)), table.hand(1)) == (["D7", "H7", "HK", "S7"], ["C2"])
    assert table.awaited == (0,)


@pytest.mark.parametrize(("drawn", "next_seat"), [("C7", 0), ("C9", 1)])
def test_in_vain_one_fishes_and_goes_on_with_what_was_asked_for(drawn: str, next_seat: int) -> None:
    table = fishing("S7 HK", "C2", stock=f"C5 {drawn}")
    table.apply("ann", "ASK bob 7")
    assert table.hand(0)[-1] == drawn
    assert table.awaited == (next_seat,)


def test_four_of_a_rank_are_laid_down_at_once() -> None:
    table = fishing("S7 C7 HK", "H7 D7 C2")
    table.apply("ann", "ASK bob 7")
    assert sorted(table.piles["books:0"]) == ["C7", "D7", "H7", "S7"]
    assert table.hand(0) == ["HK"]


def test_who_has_no_cards_draws_one_in_their_turn() -> None:
    table = fishing("S7 HK", "", stock="C5 C8 C9")
    table.apply("ann", "ASK cem 7")
    assert (table.hand(1), table.awaited) == (["C8"], (1,))


@pytest.mark.parametrize("preset", ["classic", "pairs", "happy_families"])
def test_the_game_ends_with_all_cards_in_books_and_most_books_win(preset: str) -> None:
    table = GoFish.play(NAMES[:4], preset, key=b"fish")
    play_out(table)
    books = [len(table.piles[f"books:{seat}"]) for seat in table.order]
    assert sum(books) == 52
    assert table.scores == [int(count == max(books)) for count in books]
    size = 2 if preset == "pairs" else 4
    assert table.facts["books"] == [count // size for count in books], "so that all see why"


@pytest.mark.parametrize(
    ("bob", "stock", "over"), [("H7", "C5", True), ("H7 C2", "C5", False), ("H7 C2", "", True)]
)
def test_short_ends_with_the_first_empty_hand_or_the_stock(
    bob: str, stock: str, over: bool
) -> None:
    table = fishing("S7 HK", bob, stock=stock, preset="short")
    table.apply("ann", "ASK bob 7")
    assert table.playing != over


def test_pairs_are_books_of_two() -> None:
    table = fishing("S7 HK", "H7 C2", preset="pairs")
    table.apply("ann", "ASK bob 7")
    assert sorted(table.piles["books:0"]) == ["H7", "S7"]


def test_in_happy_families_one_asks_for_a_card() -> None:
    table = fishing("S7", "H7 D7 C2", preset="happy_families")
    assert lines(table, "ann") == {f"ASK {n} {c}7" for n in ("bob", "cem") for c in "CDH"}
    table.apply("ann", "ASK bob D7")
    assert table.hand(0) == ["S7", "D7"]


def test_a_game_ends_also_when_the_same_is_asked_for_ever() -> None:
    table = GoFish.play(NAMES[:4], key=b"fish")
    while table.playing:
        (seat,) = table.awaited
        table.apply(table.names[seat], str(table.legal(seat)[0]))
    asks = [what for _, what, _ in table.journal if what.startswith("ASK")]
    assert len(asks) == 300
