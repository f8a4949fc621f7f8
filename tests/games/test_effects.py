"""No setting is without effect: to change one is refused, or somebody notices it in play."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import chain, islice
from types import ModuleType
from typing import Any

import pytest

import examples
from cardkit.cardgame.cards import cards_of
from cardkit.netgame import NetGame, Refused
from cardkit.netgame.conditions import about_of, kind_of, misfit
from cardkit.netgame.definition import Option, Parts, conditions_in
from cardkit.registry import find_game, installed
from tests.evening import Moment, evening
from tests.games import authors
from tests.sound import Sound

USUAL, MORE, INPUTS = 4, 12, 250
"""So many usual evenings, and so many with lively options, each of so many inputs, are compared
until somebody notices."""
RANKS = "23456789TJQKA"
TWO_SUITS = {"without": tuple(s + r for s in "CD" for r in RANKS), "seats_least": 4}
HEARTS = {"without": tuple(s + r for s in "CDS" for r in RANKS if s + r != "S3"), "jokers": 2}
LOW_CARDS = {"size": 0, "cards": tuple(s + r for s in "CDHS" for r in "A23456")}
PICTURES = {
    "without": tuple(s + r for s in "CDHS" for r in RANKS[:8]),
    "by_players": {4: 4, 5: 3, 6: 3},
}
MELDING = {"limit": 500, "groups": 2, "runs": 2}
SHORT_MATCH = {**MELDING, "each": 5, "play_to": 20}
NO_STOCK = {
    "refill": "never",
    "each": 5,
    "match": "rank",
    "from_table": False,
    "stock_left": -1,
}
LIVELY: Mapping[str, Mapping[str, object]] = {
    "CrazyEights": {"size": 32, "seats_least": 5},
    "Daifugo": {"each": 3, "seats_least": 4},
    "FourColours": {"each": 2},
    "GinRummy": {**MELDING, "each": 5},
    "Hearts": {"values": {"SQ": 13}},
    "PageOne": {"each": 3, "turn_limit": 20},
    "Spades": {"each": 3, "bags": 2, "lost_at": 0},
    "President": {"each": 3, "seats_least": 4},
    "Rummy": {**MELDING, "each": 3, "turn_limit": 12},
    "SevenBridge": {"each": 3},
    "bonus.box": SHORT_MATCH,
    "bonus.game": SHORT_MATCH,
    "bonus.undercut": SHORT_MATCH,
    "climbing_game.lock_after": TWO_SUITS,
    "climbing_game.run_beat": {**TWO_SUITS, "seats_least": 2, "seats_most": 2},
    "end.all_pass": NO_STOCK,
    "end.when": {**MELDING, "each": 2, "seats_least": 3},
    "house.eight_cut_runs": TWO_SUITS,
    "house.run_revolution": TWO_SUITS,
    "house.spade3": HEARTS,
    "knock.big_gin": {**MELDING, "each": 1},
    "knock.gin": {**MELDING, "each": 2},
    "match.low_wins": {"games": 2, "each": 3},
    "meld.at_once": {**MELDING, "each": 2},
    "meld.count": {**MELDING, "each": 10},
    "meld.times": {**MELDING, "each": 8},
    "order_game.unable": NO_STOCK,
    "powers.yoromeki": PICTURES,
    "showdown.ace_low": LOW_CARDS,
    "showdown.tie_break": LOW_CARDS,
    "stakes.spring": {"each": 2},
    "specials.draw_four": {"size": 52},
    "specials.reverse": {"size": 52},
    "titles.final_points": {"games": 2, "each": 3},
}
"""Where effects are rare: options, of those a game has, with which they come soon; by setting,
and then by game."""


def games_in(package: ModuleType) -> Iterator[type[NetGame]]:
    for _, name, _ in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not name.rpartition(".")[2].startswith(("test_", "bots")):
            for game in vars(import_module(name)).values():
                if isinstance(game, type) and issubclass(game, NetGame):
                    yield from (game,) if game.__module__ == name else ()


GAMES = [*map(find_game, installed()), *games_in(examples), *games_in(authors)]


def other_values(option: Option, parts: Parts) -> list[Any]:
    """Legal values besides the one it has: all where they can be listed, else some."""
    f, value, about = option.field, option.value, about_of(option.field)
    deck = parts.get("deck")
    cards = [*cards_of(deck).all] if deck else []
    ranks, suits = (deck.order, deck.suits) if deck else ("", "")
    tried: Iterable[Any]
    if about.choices:
        tried = about.choices
    elif kind_of(f) == "bool":
        tried = (not value,)
    elif kind_of(f) in ("int", "float"):
        tried = (value + 1, value - 1, 1, 3, about.least, value * 2, about.most)
    elif kind_of(f) == "str":
        tried = (value[::-1], value[1:] + value[:1], *cards[:1], *cards[-1:], ranks[:1], "", "Mine")
    elif isinstance(value, Mapping):
        raised = {
            key: each + 1 if isinstance(each, int) else each[::-1] for key, each in value.items()
        }
        tried = (raised, {key: value[key] for key in islice(value, 1, None)}, {"*": 1}, {"S": 2})
    else:
        some = (cards[:1], cards[-1:], ranks[:1], suits[:1], (3, 2), ("right",), ("pair",))
        tried = (value[::-1], value[1:], *map(tuple, some))
    found: list[Any] = []
    for each in tried:
        if each is not None and not misfit(f, each) and each != value and each not in found:
            found.append(each)
    return found


class Evenings:
    """Evenings at a table with some options, each played once and only as far as it is needed."""

    def __init__(
        self, game: type[NetGame], preset: str, options: Mapping[str, object], seeds: range
    ) -> None:
        self.game, self.preset, self.options = game, preset, options
        self._going_on = {seed: evening(game, preset, options, seed) for seed in seeds}
        self._played: dict[int, list[Moment]] = {seed: [] for seed in seeds}

    def moments(self, seed: int) -> Iterator[Moment]:
        played = self._played[seed]
        for number in range(INPUTS):
            if number == len(played):
                played.append(next(self._going_on[seed]))
            yield played[number]

    def differ_with(self, name: str, value: object) -> bool | None:
        """Whether anybody notices that this option has another value; None: it is refused."""
        options = {**self.options, name: value}
        for seed in self._played:
            other = evening(self.game, self.preset, options, seed)
            try:
                first = next(other)
            except Refused:
                return None
            both = zip(self.moments(seed), chain((first,), other), strict=False)
            if any(ours != theirs for ours, theirs in both):
                return True
        return False


def accepted(game: type[NetGame], preset: str, options: Mapping[str, object]) -> bool:
    try:
        game.with_options(preset, options)
    except Refused:
        return False
    return True


class LivelyEvenings(dict[str, Evenings | None]):
    """Evenings under options of `LIVELY` that this game takes, each kind made once."""

    def __init__(self, game: type[NetGame], preset: str) -> None:
        self.game, self.preset = game, preset

    def __missing__(self, name: str) -> Evenings | None:
        has = self.game.options(self.preset)
        known = {*has, *(f"{option.key}_{option.setting}" for option in has.values())}
        options = {each: v for each, v in LIVELY.get(name, {}).items() if each in known}
        if "each" in options and (sizes := has["by_players"].value):
            options["by_players"] = dict.fromkeys(sizes, options.pop("each"))
        fits = options and accepted(self.game, self.preset, options)
        self[name] = Evenings(self.game, self.preset, options, range(MORE)) if fits else None
        return self[name]


def without_effect(game: type[NetGame], preset: str, known: Parts) -> Iterator[str]:
    """Settings that nobody notices, of conditions that are not also known from another preset."""
    parts, usual = game.with_options(preset), Evenings(game, preset, {}, range(USUAL))
    rest, lively = Evenings(game, preset, {}, range(USUAL, MORE)), LivelyEvenings(game, preset)
    ours, theirs = conditions_in(parts), conditions_in(known)
    for name, option in game.options(preset).items():
        if ours[option.key] == theirs.get(option.key):
            continue
        setting = f"{option.key}.{option.setting}"
        quiet = []
        first, more = lively[setting] or usual, lively[game.__name__] or rest
        for value in other_values(option, parts):
            noticed = first.differ_with(name, value)
            if noticed is None and first is not usual:
                noticed = usual.differ_with(name, value)
            if noticed is False:
                quiet.append(value)
            elif noticed and not about_of(option.field).choices:
                break  # where values cannot be listed, one that matters will do
        else:
            differ = (more.differ_with(name, value) for value in quiet)
            if quiet and not (all if about_of(option.field).choices else any)(differ):
                yield f"{setting} ({preset or 'no preset'}): {option.value!r}, or one of {quiet!r}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_whoever_changes_a_setting_changes_the_game(game: type[NetGame], sound: Sound) -> None:
    """Under the first preset all of them; under others those of conditions that differ there."""
    known: list[Parts] = []
    found: list[str] = []
    for preset in game.presets or ("",):
        if (parts := game.with_options(preset)) not in known:
            found += without_effect(game, preset, {} if sound.long or not known else known[0])
            known.append(parts)
    assert not found, "\n".join(found)
