"""Nothing of programmers in what people read: rules, settings, refusals, and what is told."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from cardkit.guides import rules_of
from cardkit.narrator import narrate
from cardkit.netgame import LANGUAGES, WATCHER, NetGame, Refused, Word, pick
from cardkit.protocol import read_message
from cardkit.registry import find_game, installed
from cardkit.simulate import usual_players
from cardkit.web.files import read_files
from cardkit.web.games import _details
from examples.rock_paper_scissors import RockPaperScissors
from examples.tic_tac_toe import TicTacToe
from tests.hidden_hands import Fireworks, Forehead
from tests.own_decks import Colours, Flowers, Tarot
from tests.strange_stage import Bazaar
from tests.tiny_games import Nim

NODE = shutil.which("node") or ""
AUTHORS: tuple[type[NetGame], ...] = (
    *(Bazaar, Colours, Flowers, Tarot, Forehead, Fireworks, Nim, TicTacToe, RockPaperScissors),
)
GAMES = {name: find_game(name) for name in installed()} | {each.__name__: each for each in AUTHORS}
PRESETS = [(name, preset) for name, game in GAMES.items() for preset in ("", *game.presets)]
NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil", "Fay", "Gus", "Hana")
MOVES = 40

STRANGE = re.compile(
    r"\b[a-z]+_[a-z_]+\b"  # lock_after
    r"|\b[a-z_]+=\S"  # each=5
    r"|\b(?:None|True|False)\b"
    r"|\(\d+, ?\d*\)|\[['\"\]]|\{['\"}]|data like"
)
"""What only programmers write."""
CARD = re.compile(r"\b[SHDC][2-9TJQKA]\b")


def strange_in(text: str, game: type[NetGame]) -> list[str]:
    """What people would not understand in a text, outside cards that are drawn."""
    text = re.sub(r"`[^`]*`", "", text)
    verbs = {word.verb for word in game.declaration.words.values()}
    said = [v for v in verbs if re.search(rf"(?<![A-Za-z]){v}(?![A-Za-z])", text)]
    return [*said, *STRANGE.findall(text), *CARD.findall(text)]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_in_words(name: str, preset: str, language: str) -> None:
    assert strange_in(rules_of(GAMES[name], preset, language=language), GAMES[name]) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_form_that_opens_a_table_is_in_words(name: str) -> None:
    details = _details(GAMES[name])
    shown = [details["names"], details["told"]]
    shown += [{k: option[k] for k in SHOWN} for option in details["options"]]
    found = {text: strange_in(text, GAMES[name]) for text in texts_in(shown)}
    assert {text: strange for text, strange in found.items() if strange} == {}
    assert all(option["kind"] != "data" for option in details["options"])


SHOWN = ("group", "words", "values", "special", "help")
"""What the page shows of an option."""


def texts_in(thing: Any) -> Iterator[str]:
    match thing:
        case str():
            yield thing
        case dict():
            for each in thing.values():
                yield from texts_in(each)
        case list():
            for each in thing:
                yield from texts_in(each)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_what_happens_is_told_in_words(name: str, preset: str) -> None:
    game = GAMES[name]
    for events, language in product(played(game, preset), LANGUAGES):
        for line in narrate(events, "", language, game.declaration, game.catalogue):
            text = "".join(part for part in line.text if isinstance(part, str))
            assert strange_in(text, game) == []


def played(game: type[NetGame], preset: str) -> Iterator[list[Any]]:
    """What everybody hears of a game that is played at random."""
    for table, random in _positions(game, preset):
        seat = table.awaited[0]
        events = table.apply(table.names[seat], pick(table.legal(seat), random.randrange))
        heard = [(event.number, event.words(WATCHER)) for event in events]
        yield [read_message([n, *words] if n else [*words]) for n, words in heard if words]


def _positions(game: type[NetGame], preset: str) -> Iterator[tuple[NetGame, Random]]:
    table = game.play(NAMES[: usual_players(game(preset))], preset, key=b"for people")
    table.listening = True
    random, moves = Random(1), 0
    while table.playing and table.awaited and moves < MOVES:
        moves += 1
        yield table, random


@pytest.mark.skipif(not NODE, reason="node is not installed")
def test_refusals_are_shown_in_words() -> None:
    said = [(name, text) for name, game in GAMES.items() for text in {*refusals(game)}]
    shown = on_page(said)
    strange = [
        (name, text, found)
        for (name, text), parts in zip(said, shown, strict=True)
        if (found := strange_in("".join(p for p in parts if isinstance(p, str)), GAMES[name]))
    ]
    assert len(said) > 1000
    assert strange == []


def refusals(game: type[NetGame]) -> Iterator[str]:
    """What somebody is told who says what cannot be said now, in words that the game has."""
    parts = game.with_options()
    stages = [w for s in parts.get("stages", ()) for w in s.declared() if isinstance(w, Word)]
    verbs = sorted({word.verb for word in (*stages, *game.own_words())})
    cards = parts["deck"].names() if "deck" in parts else ["1", "2"]
    for table, random in _positions(game, ""):
        seat = table.awaited[0]
        verb, some = random.choice(verbs), random.sample([*cards], 2)
        for more in ((), some[:1], some, (str(random.randrange(20)),)):
            for who in (seat, (seat + 1) % len(table.names)):
                try:
                    table.check(table.names[who], " ".join((verb, *more)))
                except Refused as refused:
                    yield from (refused.text(language) for language in LANGUAGES)
        table.apply(table.names[seat], pick(table.legal(seat), random.randrange))


def on_page(said: list[tuple[str, str]]) -> list[list[Any]]:
    """The parts of these refusals as the page shows them."""
    declared = {name: game.declaration.data() for name, game in GAMES.items()}
    with TemporaryDirectory() as folder:
        for name in ("deck.js", "refusal.js", "i18n.js", "kept.js", "languages.js"):
            (Path(folder) / name).write_bytes(read_files()[name])
        told = subprocess.run(
            [NODE, Path(__file__).with_name("refusals.mjs"), folder],
            input=json.dumps([declared, said]),
            capture_output=True,
            text=True,
            check=True,
        )
    found: list[list[Any]] = json.loads(told.stdout)
    return found
