"""What a game says in its own words, and whether that can be said in every language."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from types import CodeType, FunctionType
from typing import Any

from cardkit.cardgame import CardGame, Kind, Stage
from cardkit.cardgame.rules import details, name_of, rule_sheet, summary_of
from cardkit.guides import guide_mistakes
from cardkit.netgame import LANGUAGES, Condition, NetGame, Word
from cardkit.netgame.conditions import about_of, did_you_mean
from cardkit.netgame.declared import Declaration
from cardkit.registry import bots_of
from cardkit.testing.trial import GameFault
from cardkit.texts import texts_of


def check_texts(
    game: type[NetGame], presets: Iterable[str], options: Mapping[str, Any]
) -> list[str]:
    """Write all rules, read the guide, and hold the translations against what the game says.

    The sentences without a translation, in languages that the game speaks.
    """
    for write, preset, language in product((rule_sheet, details), presets, LANGUAGES):
        try:
            write(game, preset, options, language)
        except Exception as error:
            raise GameFault(
                f"{game.__name__}: its rule sheet cannot be written, in {language} with preset "
                f"{preset!r}: {type(error).__name__}: {error}"
            ) from error
    for mistake in guide_mistakes(game):
        raise GameFault(f"{game.__name__}: its guide: {mistake}")
    said, may_be_said = set(own_sentences(game)), set(_all_texts(game))
    may_be_said |= {preset.replace("_", " ") for preset in game.presets}
    of_toolkit = {sentence for language in LANGUAGES for sentence in texts_of(language)}
    missing = []
    for language, texts in game.catalogue.texts.items():
        for key in texts:
            sentence = key.rpartition("\x04")[2]
            if sentence not in may_be_said | said | of_toolkit:
                hint = did_you_mean(sentence, sorted(said | may_be_said))
                raise GameFault(
                    f"{game.__name__}: texts[{language!r}] translates {sentence!r}, which the game "
                    f"never says{hint}"
                )
        if language != "en":
            missing += sorted(s for s in said if game.catalogue.find(s, language) is None)
    return missing


def own_sentences(game: type[NetGame]) -> Iterator[str]:
    """What the rule sheet and the screens say of this game that the toolkit does not say."""
    yield from (game.title, summary_of(game), *game.notes, *game.scoring, *game.impossible)
    yield from Declaration(
        d for c in _own(game.__mro__) for d in vars(c).get("declares", ())
    ).texts()
    for condition in _own_conditions(game):
        yield summary_of(condition)
        if issubclass(condition, Stage):
            yield name_of(condition)
        yield from Declaration(condition.declares).texts()
        for f in condition.settings().values():
            about = about_of(f)
            says = about.says.values() if isinstance(about.says, Mapping) else (about.says,)
            # By the form for many it is found in a language.
            many = (each if isinstance(each, str) else each[1] for each in says)
            yield from filter(None, (about.meaning, *many, about.says_not, *about.all_unsaid()))
    for stage in game.all_stages() if issubclass(game, CardGame) else ():
        values = (getattr(stage, name) for name in stage.settings())
        several = (each for value in values if isinstance(value, tuple) for each in value)
        yield from (str(each.means) for each in several if isinstance(each, Kind))
    for owner in _own((*game.__mro__, *_own_conditions(game))):
        functions = [value for value in vars(owner).values() if isinstance(value, FunctionType)]
        for function in functions:
            if "Refused" in function.__code__.co_names:
                texts = {*_texts_in(function)} - {function.__doc__}
                yield from (text for text in texts if " " in text.strip())


def _own(classes: Iterable[type]) -> list[type]:
    """Those that are not the toolkit's."""
    toolkit = ("cardkit.netgame", "cardkit.cardgame", "cardkit.testing", "builtins", "typing")
    return [c for c in classes if not c.__module__.startswith(toolkit)]


def _own_conditions(game: type[NetGame]) -> list[type[Condition]]:
    parts = [part for part in game.parts().values() if isinstance(part, Condition)]
    stages = game.all_stages() if issubclass(game, CardGame) else ()
    inner = [each for stage in stages for each in stage.inner().values()]
    kinds = dict.fromkeys(type(each) for each in (*parts, *stages, *inner))
    return [c for c in kinds if c in _own([c])]


def _all_texts(game: type[NetGame]) -> Iterator[str]:
    """Every text in the code of a game and in its settings: what it may say when it is played."""
    classes = _own((*game.__mro__, *_own_conditions(game)))
    yield from _texts_in(classes)
    for module in {c.__module__ for c in classes} & sys.modules.keys():
        for thing in vars(sys.modules[module]).values():
            if getattr(thing, "__module__", "") == module or isinstance(thing, str | tuple):
                yield from _texts_in(thing)
    for preset in ("", *game.presets):
        parts = game.with_options(preset)
        for part in (*parts.values(), *(s.inner() for s in parts.get("stages", ()))):
            yield from _texts_in(part)
    for condition in _own_conditions(game):
        for f in condition.settings().values():
            yield from _texts_in(about_of(f).says)  # also what is said of one
    yield from _texts_in(getattr(game, "look", {}))
    yield from map(name_of, _own_conditions(game))
    for base in game.__mro__:  # a game made of another has its texts, but not its bots
        if issubclass(base, NetGame):
            yield from map(summary_of, bots_of(base).values())
    words = (each for each in game.declaration if isinstance(each, Word))
    yield from (said for word in words if isinstance(word.choice, tuple) for said in word.choice)


def _texts_in(thing: Any) -> Iterator[str]:
    match thing:
        case Kind():
            yield str(thing.means)
        case str():
            yield thing
        case tuple() | list():
            yield from (text for each in thing for text in _texts_in(each))
        case Mapping():
            yield from (text for each in thing.values() for text in _texts_in(each))
        case CodeType():
            yield from _texts_in(thing.co_consts)
        case FunctionType():
            yield from _texts_in(thing.__code__)
        case property():
            yield from _texts_in(thing.fget)
        case type():
            own = {n: v for n, v in vars(thing).items() if n != "texts"}
            yield from _texts_in([getattr(value, "__func__", value) for value in own.values()])
        case Condition():
            yield from _texts_in([getattr(thing, name) for name in thing.settings()])
