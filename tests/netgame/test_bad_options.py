"""Options and presets that a host cannot have: refused with what would be right."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.cardgame import CardGame, Draw
from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import Reason, Refused
from tests.tiny_games import JAPANESE, check_words

GAMES: list[type[CardGame]] = [Daifugo, AKQ, FlushPoker, PageOne, Whist]


def refusal(game: type[CardGame], preset: Any = "", options: Any = {}) -> Refused:  # noqa: B006
    with pytest.raises(Refused) as caught:
        game(preset, options)
    check_words(caught.value)
    return caught.value


@pytest.mark.parametrize("game", GAMES)
def test_a_preset_that_does_not_exist(game: type[CardGame]) -> None:
    refused = refusal(game, "nonsense")
    assert refused.reason == "NO_SUCH_PRESET"
    for preset in game.presets:
        assert preset in refused.text()
    assert refused.text("ja").startswith(game.catalogue.translate(game.title, "ja"))


def test_a_preset_that_is_nearly_right() -> None:
    assert "did you mean millionaire?" in refusal(Daifugo, "milionaire").text()


@pytest.mark.parametrize("preset", [None, 5, [], {}, b"official", "x" * 10_000, "\x00", "\ud800"])
def test_a_preset_is_a_word(preset: Any) -> None:
    assert refusal(Daifugo, preset).reason == "NO_SUCH_PRESET"


@pytest.mark.parametrize("name", ["nonsense", "", "seats", "x" * 10_000, 5, None, (1, 2), "\ud800"])
def test_an_option_that_does_not_exist(name: Any) -> None:
    refused = refusal(AKQ, options={name: 1_000_000})
    assert refused.reason == ("BAD_OPTION" if name == "seats" else "NO_SUCH_OPTION")
    assert "games" in refused.text() or "seats" in str(name)


def test_an_option_that_is_nearly_right() -> None:
    assert "did you mean lock_after?" in refusal(Daifugo, options={"lok_after": 2}).text()


def test_an_option_of_two_conditions_is_asked_for_by_both_names() -> None:
    refused = refusal(PageOne, options={"count": 2})
    assert refused.reason == "AMBIGUOUS"
    assert "discard_count, draw_count" in refused.text()
    assert PageOne(options={"draw_count": 2}).stages[1].inner()["draw"] == Draw(
        rule="until_playable", count=2
    )


@pytest.mark.parametrize("options", [None, [], "games=3", 5, [("games", 3)]])
def test_options_are_a_table(options: Any) -> None:
    assert refusal(AKQ, options=options).reason == "BAD_OPTION"


NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("game", "name", "values", "takes"),
    [
        (AKQ, "games", [0, -1, 1.5, "many", None, True, [3], {}, NAN, 10**5000], "whole number"),
        (AKQ, "games", ["0", "1.5", "NaN", "1e999", "[3]", "9" * 5000, "", " "], "whole number"),
        (AKQ, "move", [-1, 86_401, NAN, INF, -INF, "NaN", "Infinity", "1e999", "fast"], "86"),
        (AKQ, "policy", ["nobody", 5, None, True, ["robot"], "", "robots"], "suspend"),
        (Daifugo, "lock_after", [1, 4, "1", True, 2.0, [2], None], "0, 2, 3"),
        (Daifugo, "eight_cut", ["maybe", 1, 0, None, 2, [], "2"], "on, off"),
        (Daifugo, "forbidden_finish", [5, None, ["2"], "8\n", "x" * 1000], "text"),
        (
            Daifugo,
            "names",
            [5, "x", [], {"2": 5}, {"2": [5]}, {"x": ["a"]}, "[]", '{"²": []}'],
            "{",
        ),
        (Daifugo, "points", [{"大富豪": "x"}, {"大富豪": 1.5}, {5: 5}, {"大富豪": None}], "{"),
        (Daifugo, "pairs", [[1], [["a", "b"]], [["a", "b", "c"]], "[[1,2,3]]", {}], "[["),
        (AKQ, "cards", [[{}], [5], ["SA", None], object(), "[" * 5000, "SA", {1: 2}], "["),
    ],
)
def test_a_value_that_an_option_does_not_take(
    game: type[CardGame], name: str, values: list[Any], takes: str
) -> None:
    for value in values:
        refused = refusal(game, options={name: value})
        assert refused.reason == "BAD_OPTION"
        assert takes in refused.text()


def test_titles_that_exchange_are_titles_of_the_game() -> None:
    with pytest.raises(Refused) as refused:
        Daifugo("", {"pairs": '[["大富豪","king",1]]'})
    assert refused.value.reason == Reason.BAD_OPTION
    assert "king is no title of this game; it has 大富豪, 大貧民, 富豪" in refused.value.text()


def test_data_without_end() -> None:
    loop: list[Any] = []
    loop.append(loop)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for name in ("cards", "without", "games", "policy"):
        for value in (loop, deep):
            assert refusal(AKQ, options={name: value}).reason == "BAD_OPTION"


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        (PageOne, {"seats_least": 5, "seats_most": 4}, "least"),
        (Whist, {"seats_least": 3}, "even"),
        (PageOne, {"each": 20}, "cards"),
        (PageOne, {"cards": ["SA", "S?"], "size": 0}, "S?"),
        (PageOne, {"size": 0}, "size"),
        (PageOne, {"order": "33"}, "order"),
        (PageOne, {"draw_two": "8", "draw_four": "8"}, "8"),
        (PageOne, {"rules": "martian"}, "european"),
        (AKQ, {"rules": "american"}, "rules"),
        (Daifugo, {"points": {"emperor": 5}}, "emperor"),
        (Daifugo, {"packs": 2}, "one pack"),
        (Daifugo, {"forbidden_finish": "2z"}, "'z' is no rank"),
    ],
)
def test_options_that_contradict_each_other(
    game: type[CardGame], options: dict[str, Any], why: str
) -> None:
    refused = refusal(game, options=options)
    assert why in refused.text()
    assert JAPANESE.search(refused.text("ja"))


# --- anything at all ---------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
) | st.sampled_from(["on", "off", "3", "[]", "{}", '["SA"]', "null", "NaN", 0, 1, 2, 3, 52])
NAMES = {game: sorted({*game.options(), "rules", "seats", "deck"}) for game in GAMES}


@settings(
    max_examples=250, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_whatever_a_host_chooses_only_a_refusal_comes_out(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    preset: Any = data.draw(st.sampled_from(["", *game.presets]) | VALUES)
    names = st.sampled_from(NAMES[game]) | st.text(max_size=9)
    options = data.draw(st.dictionaries(names, VALUES, max_size=3))
    try:
        table = game(preset, options)
    except Refused as refused:
        check_words(refused)
    else:
        assert game(preset, options).digest() == table.digest()
