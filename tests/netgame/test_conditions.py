"""Conditions and options: how a host names them, types their values, and what a table then has."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from cardkit.cardgame import CardGame, Condition, Discard, Seats, condition, setting
from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame.conditions import about_of, kind_of, misfit, read_value, values_of, written
from cardkit.netgame.definition import conditions_in
from tests.tiny_games import Nim

GAMES: list[type[CardGame]] = [Daifugo, AKQ, FlushPoker, PageOne, Whist]


@condition
class House(Condition):
    """Settings of every kind."""

    nice: bool = setting(True, "a switch")
    count: int = setting(3, "a number", least=0, most=9)
    wait: float = setting(1.5, "a time", least=0)
    lead: str = setting("S3", "some text")
    size: int = setting(4, "a choice", choices=(0, 2, 4))
    ranks: tuple[str, ...] = setting((), "a list")
    pairs: tuple[tuple[str, int], ...] = setting((), "a list of pairs")
    names: dict[int, tuple[str, ...]] = setting({}, "a table")


class Sample(Nim):
    """Nim with a house."""

    title = "Sample"
    house = House()


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "name", "value", "key", "field"),
    [
        (Daifugo, "lock_after", 3, "climbing_game", "lock_after"),
        (Daifugo, "climbing_game_lock_after", 3, "climbing_game", "lock_after"),
        (Daifugo, "miyako", "off", "house", "miyako"),
        (Daifugo, "house_miyako", "off", "house", "miyako"),
        (PageOne, "rule", "first", "draw", "rule"),
        (PageOne, "draw_rule", "first", "draw", "rule"),
        (PageOne, "draw", "first", "draw", "rule"),  # the key alone is its first setting
        (PageOne, "draw_count", 2, "draw", "count"),
        (PageOne, "seats", 4, "seats", "least"),
        (PageOne, "specials", True, "specials", "on"),
        (AKQ, "ante", 5, "ante", "fee"),
        (AKQ, "bank", 500, "bank", "points"),
        (Nim, "clock", 20.0, "clock", "move"),
    ],
)
def test_an_option_is_named_by_its_setting_its_key_or_both(
    game: type[CardGame], name: str, value: Any, key: str, field: str
) -> None:
    parts = game.with_options("", {name: value})
    found = conditions_in(parts)[key]
    assert getattr(found, field) == value
    table = game("", {name: value})
    assert vars(table).get(key, found) == found


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_listed_with_its_value_and_can_be_set_to_it(game: type[CardGame]) -> None:
    for preset in ("", *game.presets):
        options = game.options(preset)
        same = {name: option.value for name, option in options.items()}
        assert game.with_options(preset, same) == game.with_options(preset)
        for name, option in options.items():
            assert option.name == name
            assert misfit(option.field, option.value) == ""
            assert about_of(option.field).meaning
            assert values_of(option.field)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_survives_being_written_and_typed_in_again(game: type[CardGame]) -> None:
    for preset in ("", *game.presets):
        for option in game.options(preset).values():
            assert read_value(option.field, written(option.value)) == option.value


def test_an_option_of_a_stage_that_is_there_twice_changes_both() -> None:
    stages: Any = FlushPoker(options={"exchange_least": 1, "raises": "to"}).stages
    assert [stage.least for stage in stages if stage.key() == "exchange"] == [1, 1]
    assert [stage.raises for stage in stages if stage.key() == "betting"] == ["to", "to"]


# --- presets and forms ---------------------------------------------------------------------------


def test_a_preset_sets_what_it_names_and_the_host_overrides_it() -> None:
    assert Daifugo("millionaire").deck.jokers == 2
    assert Daifugo("millionaire", {"jokers": 0}).deck.jokers == 0
    strict, plain = PageOne("strict", {"draw_rule": "first"}), PageOne("", {"draw": "first"})
    assert strict.stages[1].inner()["draw"] == plain.stages[1].inner()["draw"]


def test_an_option_of_a_table_that_was_opened_under_an_earlier_name_is_still_chosen() -> None:
    for name in ("stock", "stock_refill", "refill", "deck_refill"):
        assert PageOne("", {name: "never"}).deck.refill == "never"


def test_a_form_replaces_parts_and_their_options() -> None:
    european = PageOne("european")
    assert [stage.key() for stage in european.stages] == ["deal", "trick_game"]
    assert PageOne(options={"rules": "european"}).stages == european.stages
    assert "follow" in PageOne.options("european")
    assert "follow" not in PageOne.options()
    deal: Any = PageOne("european", {"follow": "suit", "each": 6}).stages[0]
    assert deal.each == 6


def test_options_of_one_table_are_nobody_elses() -> None:
    before = Whist.options()
    Whist(options={"game": 9, "games": 3, "trump": "S"})
    assert Whist.options() == before
    assert Whist().rubber.game == 5


def test_a_table_with_other_options_replays_to_the_same_state() -> None:
    options = {"lock_after": 3, "jokers": "2", "miyako": "OFF"}
    table = Daifugo.play(["ann", "bob", "cid"], options=options)
    assert Daifugo(options=options).replay(table.journal).digest() == table.digest()


# --- values --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        *(("nice", typed, True) for typed in ("on", "ON", "yes", "true", "1", True)),
        *(("nice", typed, False) for typed in ("off", "no", "False", "0", False)),
        *(("house_count", typed, 3) for typed in ("3", " 3 ", 3)),
        ("wait", "2", 2.0),
        ("wait", 2, 2.0),
        ("wait", "0.25", 0.25),
        ("lead", "on", "on"),
        ("lead", "3", "3"),
        ("size", "2", 2),
        ("ranks", '["8", "J"]', ("8", "J")),
        ("ranks", ["8", "J"], ("8", "J")),
        ("ranks", "[]", ()),
        ("pairs", '[["a", 1], ["b", 2]]', (("a", 1), ("b", 2))),
        ("names", '{"2": ["a", "b"]}', {2: ("a", "b")}),
        ("names", {2: ["a"], "3": ("b",)}, {2: ("a",), 3: ("b",)}),
    ],
)
def test_a_host_types_values_as_text_or_gives_them_as_data(
    name: str, typed: Any, value: Any
) -> None:
    table = Sample(options={name.removeprefix("house_"): typed})
    field = name.removeprefix("house_")
    assert getattr(table.house, field) == value
    assert type(getattr(table.house, field)) is type(value)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("nice", [1, 0, None, "maybe", "", []]),
        ("count", [10, -1, 2.0, "2.0", True, None, "x", "1e1"]),
        ("wait", [-1, "-0.1", True, None, float("nan"), float("inf"), 10**16]),
        ("lead", [3, None, ("S3",), "a\nb", "x" * 201]),
        ("size", [1, "3", 2.0, True, None]),
        ("ranks", ["8", [1], [["8"]], {"8": 1}, None, '"8"', ["a\x00"]]),
        ("pairs", [["a", 1], [["a"]], [["a", "1"]], [["a", 1, 2]], "[1]"]),
        ("names", [[], {"x": ["a"]}, {"2": "ab"}, {"2": [1]}, {"-": []}, {2.5: []}]),
    ],
)
def test_a_value_of_another_type_is_a_misfit(name: str, values: list[Any]) -> None:
    field = House.settings()[name]
    for value in values:
        read = read_value(field, value)
        wrong = misfit(field, read)
        assert wrong.startswith(f"{name} cannot be "), value
        assert values_of(field) in wrong


def test_the_kinds_are_known_whether_annotations_are_postponed_or_not() -> None:
    kinds = {name: kind_of(field) for name, field in House.settings().items()}
    assert kinds == {
        "nice": "bool",
        "count": "int",
        "wait": "float",
        "lead": "str",
        "size": "int",
        "ranks": "data",
        "pairs": "data",
        "names": "data",
    }
    assert kind_of(Daifugo.options()["eight_cut"].field) == "bool"  # not postponed there


def test_conditions_are_frozen_values() -> None:
    assert Discard(count=2) == Discard(count=2) != Discard(count=3)
    with pytest.raises(FrozenInstanceError):
        Seats().least = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        Seats(3, 7)  # type: ignore[call-arg]
    assert Seats.key() == "seats"
    assert type(Daifugo.stages[-1]).key() == "climbing_game"
