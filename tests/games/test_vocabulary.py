"""Whatever is said in a game stands in its vocabulary."""

import pytest

from cardkit import CardGame
from cardkit.netgame import Command, pick
from tests.client.test_player import TABLES
from tests.helpers import below

NAMES = ["ann", "bob", "cem", "dan", "eve", "fay"]


@pytest.mark.parametrize(("game", "preset"), TABLES)
def test_all_that_is_offered_stands_in_the_vocabulary(game: type[CardGame], preset: str) -> None:
    names = NAMES[: game.with_options(preset)["seats"].least]
    vocabulary = game.vocabulary(names, preset)
    for seed in range(8):
        table, chance = game.play(names, preset, key=b"%d" % seed), below(seed)
        for _ in range(300):
            if not table.playing:
                break
            seat = table.awaited[0]
            legal = table.legal(seat)
            lines = [o for o in legal if isinstance(o, Command)]
            said = pick(legal, chance)
            assert [line for line in (*lines, said) if line not in vocabulary] == []
            table.apply(table.names[seat], said)


def test_every_line_has_a_number_of_its_own(daifugo: type[CardGame]) -> None:
    vocabulary = daifugo.vocabulary(NAMES[:4])
    assert [vocabulary.number(line) for line in vocabulary.commands] == [*range(len(vocabulary))]
    assert vocabulary.number("FLY") == -1
    assert "FLY" not in vocabulary
    assert 5 not in vocabulary


def test_what_cannot_be_listed_has_bounds(daifugo: type[CardGame]) -> None:
    vocabulary = daifugo.vocabulary(NAMES[:4])
    (put,) = vocabulary.open
    assert (put.verb, put.player) == ("PUT", True)
    assert "PUT bob S3 H4" in vocabulary
    for wrong in ("PUT", "PUT zoe S3", "PUT bob", "PUT bob X9", "PUT bob 3"):
        assert wrong not in vocabulary


@pytest.fixture
def daifugo() -> type[CardGame]:
    return next(game for game, _ in TABLES if game.__name__ == "Daifugo")
