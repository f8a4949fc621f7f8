"""What hooks do wrong in play is told in a sentence that says what would be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cardkit.cardgame import Bot, CardGame, Deal, Discard, OrderGame, Seats, TrickGame
from cardkit.netgame import Reason, Refused, RulesError
from tests.helpers import below, play_out


def play(stage: str = "OrderGame", **hooks: Any) -> None:
    """Play a game with these hooks to its end."""
    stages = {"OrderGame": OrderGame(discard=Discard()), "TrickGame": TrickGame()}
    parts = {
        "title": "Bad",
        "seats": Seats(least=3, most=3),
        "stages": (Deal(each=2), stages[stage]),
    }
    game: type[CardGame] = type("Bad", (CardGame,), {**parts, **hooks})
    table = game.play(["ann", "bob", "cid"])
    table.listening = True
    play_out(table)


def sets(name: str, value: object) -> Callable[[Any], None]:
    return lambda self: setattr(self, name, value)


def test_a_check_that_returns_something_is_told_to_raise() -> None:
    with pytest.raises(TypeError, match=r"check_discard forbids by raising.* raise Refused\("):
        play(check_discard=check_discard)


def check_discard(self: CardGame, seat: int, command: str) -> bool:
    return False


@pytest.mark.parametrize("stage", ["OrderGame", "TrickGame"])
@pytest.mark.parametrize("hook", ["on_new_game", "on_dealt", "on_lead"])
@pytest.mark.parametrize("first", [-1, 3, None, "ann"])
def test_who_begins_is_a_seat(stage: str, hook: str, first: object) -> None:
    with pytest.raises(ValueError, match=rf"self\.first is {first!r}, not one of the seats \(0, "):
        play(stage, **{hook: sets("first", first)})


@pytest.mark.parametrize("ranking", [(), (0, 1), (0, 1, 1), (1, 2, 3), (0, 1, 2, 2), ("ann",)])
def test_a_ranking_has_each_seat_once(ranking: object) -> None:
    wrong = r"the ranking is \(.*it must have each of the seats \(0, 1, 2\) once"
    with pytest.raises(RulesError, match=wrong):
        play(rank_players=lambda self: ranking)
    with pytest.raises(RulesError, match=wrong):
        play(on_game_over=sets("ranking", ranking))


@pytest.mark.parametrize("scores", [[1, 2], [1, 2, 3.5], [1, None, 2], [1, 2, "3"]])
def test_scores_are_whole_numbers_for_each_seat(scores: object) -> None:
    with pytest.raises(
        RulesError, match=r"self\.scores is \[1.*a whole number for each of 3 seats"
    ):
        play(on_game_over=sets("scores", scores))


@pytest.mark.parametrize(
    ("said", "parts", "wrong"),
    [
        (("no eight last",), {}, r"write Refused\('A_CODE', 'a sentence that says why'\), not"),
        (("no eight", "last"), {}, r"write Refused\('A_CODE', 'a sentence"),
        (("", "no eight last"), {}, r"write Refused\('A_CODE', 'a sentence"),
        ((), {}, r"write Refused\('A_CODE', 'a sentence"),
    ],
)
def test_a_refusal_has_a_code_and_a_sentence_with_all_its_parts(
    said: tuple[Any, ...], parts: dict[str, Any], wrong: str
) -> None:
    with pytest.raises(TypeError, match=wrong):
        Refused(*said, **parts)
    assert Refused("LAST", "{card} is last", card=8, more=9).text() == "8 is last"
    assert Refused("LAST", "{crad} is last", card=8).missing() == ["crad"]
    assert Refused("LAST", "{crad} is last", card=8).text() == "{crad} is last"
    assert Refused(Reason.AGAINST_THE_RULES, "never {{}}").reason == "AGAINST_THE_RULES"


def test_a_bot_without_choose_is_told_what_it_lacks() -> None:
    class Lazy(Bot):
        """Does not choose."""

    view: Any = None
    with pytest.raises(NotImplementedError, match=r"Lazy has no method choose\(self, view, legal"):
        Lazy(below()).choose(view, [])
