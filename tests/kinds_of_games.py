"""Games that stand for all, where a test asks what holds for any game and takes long to answer.

Together they have every stage and every word that an installed game has, so a game that brings a
new one is among them, and a game that brings none costs nothing.
"""

from __future__ import annotations

from functools import cache

from cardkit.registry import installed
from tests.helpers import card_game


@cache
def of_every_kind() -> tuple[str, ...]:
    """Their names: of all games, always the one that brings the most which is not there yet."""
    has = {name: stages_and_words(name) for name in installed()}
    chosen, missing = list[str](), set[object]().union(*has.values())
    while missing:
        chosen.append(max(has, key=lambda name: len(has[name] & missing)))
        missing -= has[chosen[-1]]
    return tuple(sorted(chosen))


def stages_and_words(name: str) -> set[object]:
    game = card_game(name)
    tables = [game.with_options(preset) for preset in game.presets or ("",)]
    words = {word.verb for word in game.declaration.words.values()}
    return {type(stage) for parts in tables for stage in parts["stages"]} | words
