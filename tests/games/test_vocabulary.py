"""Whatever is said in a game stands in its vocabulary."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from cardkit import (
    CardGame,
    Choice,
    Deal,
    Discard,
    Draw,
    End,
    Get,
    Meld,
    OrderGame,
    Pick,
    Put,
)
from cardkit.netgame import Amount, Command, NetGame, Offer, pick
from examples.rock_paper_scissors import RockPaperScissors
from examples.tic_tac_toe import TicTacToe
from tests.cardgame.test_melds import SevenBridge
from tests.client.test_player import TABLES
from tests.games import authors
from tests.helpers import below
from tests.strange_stage import Bazaar
from tests.tiny_games import Nim
from tests.trick_tables import Bridge, made

NAMES = ["ann", "bob", "cem", "dan", "eve", "fay"]
TURNS: dict[str, dict[str, Any]] = {
    "groups": {"discard": Discard(count=3)},
    "suits": {"discard": Discard(count=3, alike="suit"), "draw": Draw(count=3, fewest=1)},
    "cards": {"put": Put(to="any", count=2), "get": Get(by="card", source="any")},
    "numbers": {
        "discard": Discard(count=3, fewest=2, alike="any"),
        "get": Get(by="number", count=3),
    },
    "melds": {"meld": Meld(lay_off="all"), "discard": Discard(), "pick": Pick()},
}
ORDER_GAMES = [
    pytest.param(made(Deal(each=7), OrderGame(**turns, end=End(turn_limit=60))), "", id=name)
    for name, turns in TURNS.items()
]
AUTHORS: list[type[CardGame]] = [
    game
    for _, name, _ in pkgutil.iter_modules(authors.__path__, f"{authors.__name__}.")
    if not name.rpartition(".")[2].startswith("test_")
    for game in vars(import_module(name)).values()
    if isinstance(game, type) and issubclass(game, CardGame) and game.__module__ == name
]
WITHOUT_CARDS: list[type[NetGame]] = [Nim, TicTacToe, RockPaperScissors]
OTHER_GAMES: list[type[NetGame]] = [*AUTHORS, Bridge, SevenBridge, Bazaar, *WITHOUT_CARDS]
OTHERS = [(game, preset) for game in OTHER_GAMES for preset in game.presets or ("",)]


def at_its_bounds(offer: Offer) -> Iterator[str]:
    """The least and the most that an open offer allows."""
    match offer:
        case Amount():
            yield from (f"{offer.verb} {offer.least}", f"{offer.verb} {offer.most}")
        case Choice():
            for count in (offer.least, min(offer.most, len(offer.written))):
                words = (offer.verb, offer.name, *offer.written[:count])
                yield " ".join(filter(None, words))


@pytest.mark.parametrize(("game", "preset"), [*TABLES, *OTHERS, *ORDER_GAMES])
def test_all_that_is_offered_stands_in_the_vocabulary(game: type[NetGame], preset: str) -> None:
    names = NAMES[: game.with_options(preset)["seats"].least]
    vocabulary = game.vocabulary(names, preset)
    for seed in range(8):
        table, chance = game.play(names, preset, key=b"%d" % seed), below(seed)
        for _ in range(300):
            if not table.playing:
                break
            seat = table.awaited[0]
            legal = table.legal(seat)
            said = pick(legal, chance)
            bounds = [line for o in legal if isinstance(o, Offer) for line in at_its_bounds(o)]
            lines = [str(o) for o in legal if isinstance(o, Command)] + bounds
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


def test_cards_of_a_rank_are_listed_however_a_hand_holds_them() -> None:
    vocabulary = made(Deal(each=7), OrderGame(discard=Discard(count=2))).vocabulary(NAMES[:3])
    twos = {line for line in vocabulary.commands if line.count("2") == 2}
    suits = "CDHS"
    assert twos == {f"DISCARD {a}2 {b}2" for a in suits for b in suits if a != b}


@pytest.fixture
def daifugo() -> type[CardGame]:
    return next(game for game, _ in TABLES if game.__name__ == "Daifugo")
