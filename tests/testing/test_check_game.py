"""check_game holds for every game that is shipped, also under options that nobody thought of."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cardkit.cardgame import CardGame, Refused
from cardkit.netgame import LANGUAGES, Clock, Disconnect, Fault, NetGame
from cardkit.netgame.conditions import about_of, kind_of
from cardkit.netgame.definition import Option
from cardkit.registry import find_game, installed
from cardkit.testing import check_game
from cardkit.testing.absent import choices
from cardkit.testing.telling import check_cards
from cardkit.testing.trial import Trial
from tests.shed import NOBODY_PASSES, Shed
from tests.sound import Sound

EXAMPLES = Path(__file__).parents[2] / "examples"


def example_games() -> list[type[CardGame]]:
    modules = [import_module(f"examples.{path.stem}") for path in sorted(EXAMPLES.glob("[!_]*.py"))]
    return [
        found
        for module in modules
        for found in vars(module).values()
        if isinstance(found, type)
        and issubclass(found, CardGame)
        and found.__module__ == module.__name__
        and found.title
    ]


GAMES = [*map(find_game, installed()), *example_games()]


ALL_DRAW = "a player who cannot play draws, and the stock is filled up from the table"
NEED_NOT_REACH = {
    "Hanabi": {"fireworks ends: all_built": "nobody builds all fireworks at random"},
    "Napoleon": {"auction ends: nobody": "somebody bids before ten deals are passed out"},
    "Bridge": {"auction ends: nobody": "who may bid so much hardly ever passes; its tests do"},
    "DouDizhu": {"auction ends: nobody": "ten deals without a bid are as good as impossible"},
    "GoFish": {"ask ends: ask_limit": "all books are laid down long before, even at random"},
    "GinRummy": {
        "order_game ends: first_empty_hand": "who has no cards left has knocked",
        "order_game ends: all_pass": "who has passed draws, and the stock ends the game",
        "order_game ends: turn_limit": "only players who always take discards come so far",
    },
    "CrazyEights": {"order_game ends: all_pass": ALL_DRAW},
    "FourColours": {"order_game ends: all_pass": ALL_DRAW},
    "PageOne": {"order_game ends: all_pass": ALL_DRAW},
    "OldMaid": {
        "order_game PASS": "there is always a card to take",
        "order_game ends: all_pass": "nobody passes",
        "order_game ends: turn_limit": "a thousand turns without a pair are as good as impossible",
    },
    "Sevens": {"order_game ends: all_pass": "where all must play who can, somebody always can"},
    "Rummy": {"order_game PASS": ALL_DRAW, "order_game ends: all_pass": ALL_DRAW},
    "SevenBridge": {"order_game PASS": ALL_DRAW, "order_game ends: all_pass": ALL_DRAW},
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_a_shipped_game_keeps_every_promise(game: type[CardGame], sound: Sound) -> None:
    games = 60 if game.__name__ == "AKQ" else 20  # a game of it is a few moves
    checked = sound(game, NEED_NOT_REACH.get(game.__name__, {}), games)
    assert checked.games >= games
    assert checked.refused > 100
    assert checked.twins > 120


def test_the_game_that_faults_are_planted_in_is_sound(sound: Sound) -> None:
    assert sound(Shed, NOBODY_PASSES).twins > 100


def test_every_rule_for_who_is_away_late_or_wrong_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: dict[str, set[object]] = {}
    table = Trial.table

    def note(trial: Trial, game: type[NetGame] | None = None, **options: Any) -> NetGame:
        for name, value in options.items():
            tried.setdefault(name, set()).add(value)
        return table(trial, game, **options)

    monkeypatch.setattr(Trial, "table", note)
    check_game(Shed, games=60, twins=0, search=0)
    assert tried["disconnect_policy"] == {*choices(Disconnect, "policy")}
    assert tried["clock_late"] == {*choices(Clock, "late")}
    assert tried["fault_illegal"] == {*choices(Fault, "illegal")}


def test_only_the_wanted_rules_are_played() -> None:
    page_one = find_game("page_one")
    with pytest.raises(ValueError, match=r"cannot be played with seats=\{2\}"):
        check_game(page_one, seats=(2,))
    with pytest.raises(Refused, match="NO_SUCH_PRESET"):
        check_game(page_one, presets=("nonsense",))
    with pytest.raises(Refused, match="BAD_OPTION"):
        check_game(page_one, options={"refill": "nonsense"})


# --- options that nobody thought of ----------------------------------------------------------

WORDS = ("", "S", "HS", "34567", "23456789TJQKA", "AKQJT98765432", "S3", "J1", "*", "8", "x", "lot")
DATA: tuple[Any, ...] = (
    *((), {}, ("S3",), ("SA", "SK", "SQ"), ("left", "keep"), ("x",), (("a", "b", 1),), (1, 2)),
    *({"a": 1}, {2: ("a", "b")}, {1: ("a",)}, {3: "abc"}, {2: (1, 2)}, {"大富豪": "x"}),
)


def values(option: Option) -> st.SearchStrategy[Any]:
    """Values that this option takes, the likely ones and the limits first."""
    about, kind = about_of(option.field), kind_of(option.field)
    if about.choices:
        return st.sampled_from(about.choices)
    if kind == "bool":
        return st.booleans()
    if kind in ("int", "float"):
        least = int(about.least or 0)
        most = int(about.most if about.most is not None else least + 60)
        near = st.integers(least, min(most, least + 12))
        return st.one_of(near, st.sampled_from((least, most)))
    return st.sampled_from(WORDS if kind == "str" else DATA)


@st.composite
def tables(draw: st.DrawFn, game: type[CardGame]) -> tuple[str, dict[str, Any]]:
    """A preset and a few options; without a limit some games would have no end, by their rules."""
    preset = draw(st.sampled_from(["", *game.presets]))
    options = game.options(preset)
    chosen = draw(st.lists(st.sampled_from(sorted(options)), max_size=5, unique=True))
    given_values = {name: draw(values(options[name])) for name in chosen}
    return preset, given_values | {"turn_limit": draw(st.integers(1, 200))}


def play_briefly(game: type[CardGame], preset: str, options: dict[str, Any], seed: int) -> None:
    """Open a table with these options; if that is possible, it must be playable to the end."""
    try:
        size = game(preset, options).seats
    except Refused as refused:
        for language in LANGUAGES:
            refused.text(language)
        return
    for players in {size.least, size.most}:
        play_out(Trial(game, preset, options, players, seed, longest=4000))


def play_out(trial: Trial) -> None:
    table = trial.table()
    trial.play(table, lambda table, events: check_cards(trial, table))
    assert trial.table().replay(table.journal).digest() == table.digest()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_any_options_are_refused_or_played_to_the_end(game: type[CardGame], sound: Sound) -> None:
    @settings(
        derandomize=True,
        max_examples=200 if sound.long else 20,
        deadline=None,
        database=None,
        phases=[Phase.generate],  # a fault says how to see it again; shrinking takes minutes
        suppress_health_check=list(HealthCheck),
    )
    @given(tables(game), st.integers(0, 1000))
    def holds(chosen: tuple[str, dict[str, Any]], seed: int) -> None:
        play_briefly(game, *chosen, seed)

    holds()
