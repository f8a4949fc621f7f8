"""The rules of a game, written from its class and its settings, in any language.

Pure text: Markdown that a family can print and a terminal can show. What it says comes from the
conditions; nothing about a particular game is known here. `rule_sheet` has the commands and the
names of the options as well, for those who write them; `details` says the same in words alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from inspect import cleandoc
from typing import Any

from cardkit.cardgame.cards import SUIT_SIGNS, Deck
from cardkit.cardgame.parts import StageCondition
from cardkit.cardgame.stage import AnyStage, Stage
from cardkit.netgame import (
    Condition,
    Face,
    NetGame,
    Rank,
    Suit,
    Text,
    Word,
    in_a_row,
    joined,
)
from cardkit.netgame.conditions import (
    about_of,
    in_words,
    is_for_people,
    kind_of,
    values_in_words,
    values_of,
    written,
)
from cardkit.netgame.definition import Option, conditions_in

Parts = Mapping[str, Any]
Sentence = tuple[str, dict[str, Any]]
Say = Callable[..., str]
"""Says a template with its parts, in the words of a game and in one language."""
RULE = "rule"
"""The context of the names of conditions: as a button, Draw is another word."""
PRESET = "preset"
"""And that of the names of presets."""


def rule_sheet(
    game: type[NetGame],
    preset: str = "",
    options: Mapping[str, Any] = {},
    language: str = "en",
) -> str:
    """The rules of a game at a table with this preset and these options, as Markdown."""
    parts = {"stages": (), **game.with_options(preset, options, reopened=True)}

    def say(template: str, context: str = "", /, **values: Any) -> str:
        return game.catalogue.say(template, language, context, **values)

    form = {**game.presets.get(preset, {}), **options}.get("rules", next(iter(game.forms), ""))
    sections = (
        *_rules(game, parts, say, typed=True),
        ("What you can say", _words(game, parts, say)),
        ("When something goes wrong", _bullets(_said(parts, _TROUBLE), say)),
        ("Presets", _presets(game, say)),
        ("Options", _options(game, parts, form, say)),
    )
    sheet = [f"# {say(game.title)}", "", say(summary_of(game))]
    return "\n".join([*sheet, *_written(sections, "##", say)]) + "\n"


def details(
    game: type[NetGame],
    preset: str = "",
    options: Mapping[str, Any] = {},
    language: str = "en",
    *,
    depth: int = 2,
    described: Collection[str] = (),
    example: Sequence[str] = (),
) -> str:
    """The rules of a table in words, for people: sections with headings of this depth.

    `described` are the presets of which they have read already; `example` is of how it is played.
    """
    parts = {"stages": (), **game.with_options(preset, options, reopened=True)}
    plain = for_people(game, parts)

    def say(template: str, context: str = "", /, **values: Any) -> str:
        return plain(game.catalogue.say(template, language, context, **values))

    players, cards, course, special, points = _rules(game, parts, say, typed=False)
    sections = (
        *(players, cards, course),
        ("What you can do", _deeds(game, parts, say)),
        special,
        ("An example", [*example]),
        points,
        ("Variants", _variants(game, described, language)),
        ("When something goes wrong", _bullets(_said(parts, _TROUBLE), say)),
        ("What can be changed", _settings(game, parts, say)),
    )
    return "\n".join(_written(sections, "#" * depth, say)).lstrip("\n") + "\n"


def differences(game: type[NetGame], preset: str, language: str = "en") -> list[str]:
    """What is other under a preset than usual, each in a sentence."""
    parts = game.with_options(preset)
    usual, other = conditions_in(game.with_options()), conditions_in(parts)
    plain = for_people(game, parts)

    def say(template: str, /, **values: Any) -> str:
        return plain(game.catalogue.say(template, language, **values))

    found = []
    for key, made in other.items():
        if key not in usual or type(made) is not type(usual[key]):
            if isinstance(made, Stage):
                found.append(say(summary_of(type(made))))
            found += [say(template, **values) for template, values in made.sentences()]
            continue
        for name, f in made.settings().items():
            if getattr(made, name) == getattr(usual[key], name):
                continue
            before = made.with_value(name, getattr(usual[key], name))
            old, new = before.sentences(), made.sentences()
            said = [sentence for sentence in new if sentence[0] not in {each for each, _ in old}]
            gone = [sentence for sentence in old if sentence[0] not in {each for each, _ in new}]
            if changed := made.sentence(name):
                said = [changed]
            if said:
                found += [say(template, **values) for template, values in said]
            elif gone:
                found += [say("Does not apply: {it}", it=say(t, **v)) for t, v in gone]
            else:
                value, fill = in_words(made, name)
                found.append(
                    say("{what}: {it}", what=say(about_of(f).meaning), it=say(value, **fill))
                )
    return [*dict.fromkeys(found)]


def _rules(
    game: type[NetGame], parts: Parts, say: Say, *, typed: bool
) -> Iterator[tuple[str, list[str]]]:
    """How a game goes, in sections; for those who type, also how its cards are written."""
    yield "Players", _bullets(_said(parts, ["seats"]), say)
    own = _own_cards(game, parts, say, typed=typed)
    yield "Cards", [*_bullets(_said(parts, ["deck"]), say), *own]
    yield "Course of a game", _course(parts, say)
    yield "Special rules", _bullets(_special(game, parts), say)
    yield "Points and match", _bullets(_points(game, parts), say)


def _written(sections: Iterable[tuple[str, list[str]]], mark: str, say: Say) -> Iterator[str]:
    for heading, lines in sections:
        if lines:
            yield from ("", f"{mark} {say(heading)}", "", *lines)


def for_people(game: type[NetGame], parts: Parts) -> Callable[[str], str]:
    """Writes verbs as any other word, for people need not type them, and cards to be drawn.

    A suit of French cards that stands alone is written as its sign.
    """
    verbs, deck = {word.verb for word in game.declaration.words.values()}, parts.get("deck")
    names = (*deck.names(), *deck.without) if deck is not None else ()
    cards = {name for name in names if len(name) > 1}
    signs = SUIT_SIGNS if deck is not None and deck.is_french else {}
    words = "|".join(map(re.escape, sorted({*verbs, *cards, *signs}, key=len, reverse=True)))
    if not words:
        return str
    pattern = re.compile(rf"(^|[.:] )?(?<![A-Za-z0-9`])({words})(?![A-Za-z0-9`])")

    def written_plainly(match: re.Match[str]) -> str:
        before, word = match[1], match[2]
        if word in cards:
            return f"{before or ''}`{word}`"
        if word in signs:
            return f"{before or ''}{signs[word]}"
        return word.lower() if before is None else before + word.capitalize()

    return lambda text: pattern.sub(written_plainly, text)


def summary_of(part: type) -> str:
    """The docstring of a class as one paragraph: the English template of its description."""
    return " ".join(cleandoc(part.__doc__ or "").split("\n\n")[0].split())


def preset_name(game: type[NetGame], preset: str, language: str = "en") -> str:
    """A preset as people call it: `no_limit` is No limit, or what the texts of the game say."""
    name = game.catalogue.say(preset.replace("_", " "), language, PRESET)
    return name[:1].upper() + name[1:]


def often_changed(game: type[NetGame]) -> frozenset[str]:
    """The options that come first where they are chosen, by name.

    They are what the game brings along itself, what its presets change, and what people change
    often in any game.
    """
    forms = [game.with_options(preset) for preset in ("", *game.presets)]
    own = {key for parts in forms for key in _own(game, parts)}
    options: dict[str, list[Option]] = {}
    for parts in forms:
        for name, option in game.options_in(parts).items():
            options.setdefault(name, []).append(option)
    return frozenset(
        name
        for name, (usual, *others) in options.items()
        if usual.key in own
        or about_of(usual.field).often
        or any(option.value != usual.value for option in others)
    )


def name_of(condition: type[Condition]) -> str:
    """A condition in words: `LastCard` is Last card."""
    return condition.key().replace("_", " ").capitalize()


def in_play(game: type[NetGame], parts: Parts) -> list[str]:
    """The keys of the conditions that matter in a game with these parts, what it adds first."""
    stages = [key for stage in parts["stages"] for key in (stage.key(), *stage.inner())]
    always = [key for key in _ALWAYS if parts.get(key) is not None]
    return [*dict.fromkeys((*_own(game, parts), *stages, *always))]


def _own(game: type[NetGame], parts: Parts) -> list[str]:
    """The conditions that the game brings along itself."""
    return [key for key in parts if key not in game._known and key != "stages"]


_TROUBLE = ("clock", "disconnect", "fault")
_ALWAYS = ("bank", "score", "titles", "match", "seats", "deck", *_TROUBLE)


def _said(parts: Parts, keys: Iterable[str]) -> Iterator[Sentence]:
    for key in keys:
        if parts.get(key) is not None:
            yield from parts[key].sentences()


def _own_cards(game: type[NetGame], parts: Parts, say: Say, *, typed: bool) -> list[str]:
    """What the cards of a deck of the game's own are called, and how they are typed."""
    declared, deck = game.declaration, parts.get("deck")
    if deck is None or not declared.has_own_cards:
        return []

    def called(own: Mapping[str, Suit | Rank | Face], there: Iterable[str]) -> str:
        known = [own[name] for name in dict.fromkeys(there) if name in own and own[name].label]
        labels = [say(each.label) for each in known]
        names = [f"{each.name} " if typed else "" for each in known]
        return in_a_row(map(str.__add__, names, labels)) if known else ""

    lines = [say("A card is written as its suit and its rank.")] if typed and deck.suits else []
    if suits := called(declared.suits, deck.suits):
        lines.append(say("Suits: {suits}.", suits=suits))
    if ranks := called(declared.ranks, deck.ranks):
        lines.append(say("Ranks: {ranks}.", ranks=ranks))
    if cards := called(declared.faces, deck.names()):
        lines.append(say("Cards: {cards}.", cards=cards))
    return [f"- {line}" for line in lines]


def _one_of(usual: str, there: Sequence[str]) -> str:
    return usual if usual in there or not there else there[0]


def _bullets(sentences: Iterable[Sentence], say: Say) -> list[str]:
    return [f"- {say(template, **values)}" for template, values in sentences]


def _course(parts: Parts, say: Say) -> list[str]:
    """The stages in order, each with its sentences; one that comes again is not told again."""
    lines: list[str] = []
    stages: Sequence[AnyStage] = parts["stages"]
    for number, stage in enumerate(stages, start=1):
        name = say(name_of(type(stage)), RULE)
        if (first := stages.index(stage) + 1) < number:
            again = say("{name}, as in step {number}.", name=name, number=first)
            lines.append(f"{number}. **{again}**")
            continue
        about = say(summary_of(type(stage)))
        lines.append(f"{number}. **{name}{say('.')}** {about}")
        inner = [each for each in stage.inner().values() if not each.special]
        told_here = [sentence for each in (stage, *inner) for sentence in each.sentences()]
        lines += [f"   {line}" for line in _bullets(told_here, say)]
    return lines


def _special(game: type[NetGame], parts: Parts) -> Iterator[Sentence]:
    """What only this game has: its own conditions, special cards, and its notes."""
    yield from _said(parts, _own(game, parts))
    stages: Sequence[AnyStage] = parts["stages"]
    for stage in (each for at, each in enumerate(stages) if each not in stages[:at]):
        for inner in stage.inner().values():
            if inner.special and isinstance(inner, StageCondition):
                yield from inner.told(parts["deck"])
        if parts["deck"].jokers and (sentence := stage.jokers()):
            yield sentence, {}
    yield from ((note, {}) for note in game.notes)


def _points(game: type[NetGame], parts: Parts) -> Iterator[Sentence]:
    yield from _said(parts, ["bank", "score"])
    yield from ((sentence, {}) for sentence in game.scoring)
    yield from _said(parts, ["titles", "match"])


def _words(game: type[NetGame], parts: Parts, say: Say) -> list[str]:
    """What can be said, each with an example; what two stages have in common only once."""
    own = {word.form: word for word in game.own_words()}
    said = {w.form: w for stage in parts["stages"] for w in stage.declared() if isinstance(w, Word)}
    if not said and not own:
        return []
    deck: Deck = parts.get("deck", Deck())
    usual = _one_of("H", deck.suits), _one_of("7", deck.ranks)
    listed = [*{**said, **own}.values()]
    names = deck.names()
    if not deck.is_french:  # examples with a card are of cards that everybody knows
        wild = f"{(deck.suitless() or names)[0]} {usual[0]}"
        listed = [
            replace(w, example=f"{w.verb} {wild}") if w.cards and w.choice == "suit" else w
            for w in listed
        ]
    words = {word.written(*usual): word for word in listed}
    unseen = any(stage.hides_hands() for stage in parts["stages"])
    shown = ["3", "1", "2"] if unseen else [n for n in ("S7", "H7", "D7") if n in names]
    fill = dict(zip(("card", "other", "third"), shown + names * 3, strict=False))
    rows = [f"| `{e.format(**fill)}` | {say(word.means)} |" for e, word in words.items()]
    head = f"| {say('You say')} | {say('It means')} |"
    lines = [head, "|---|---|", *rows]
    if unseen:
        lines += ["", say("A card that you do not see is named by its place in your hand.")]
    elif deck.is_french and any("{card}" in example for example in words):
        notation = [
            "A card is written as its suit and its rank: S spades, H hearts, D diamonds, C clubs; "
            "T is a ten.",
            "J1 is a joker." if deck.jokers else "",
        ]
        told = (Text(sentence) for sentence in notation if sentence)
        lines += ["", say(joined(told, "{one} {more}"))]
    return lines


def _deeds(game: type[NetGame], parts: Parts, say: Say) -> list[str]:
    """What can be done, each under what the page calls it."""
    stages = [w for stage in parts["stages"] for w in stage.declared() if isinstance(w, Word)]
    words = {word.means: word for word in (*stages, *game.own_words()) if word.means}
    named = [f"**{say(word.button)}**{say(': ')}" if word.button else "" for word in words.values()]
    return [f"- {name}{say(means)}" for name, means in zip(named, words, strict=True)]


def _variants(game: type[NetGame], described: Collection[str], language: str) -> list[str]:
    """The presets that nobody has described, with what is other in each."""
    lines = []
    for name in game.presets:
        if name in described:
            continue
        told = differences(game, name, language)
        label = preset_name(game, name, language)
        lines.append(f"- **{label}**" + ("" if told else game.catalogue.say(": ", language)))
        if told:
            lines += [f"   - {sentence}" for sentence in told]
        else:
            lines[-1] += game.catalogue.say("the rules as they are", language)
    return lines


def _settings(game: type[NetGame], parts: Parts, say: Say) -> list[str]:
    """What whoever opens a table can change: its meaning, and how it is now."""
    conditions, often = conditions_in(dict(parts)), often_changed(game)
    options = game.options_in(dict(parts)).values()
    lines, rest = list[str](), list[str]()
    for key in in_play(game, parts):
        unused = conditions[key].unused(conditions)
        own = [o for o in options if o.key == key and o.setting not in unused]
        heading = f"- **{say(name_of(type(conditions[key])), RULE)}**"
        for listed, first in ((lines, True), (rest, False)):
            some = [o for o in own if is_for_people(o.field) and (o.name in often) is first]
            listed += [heading] if some else []
            for option in some:
                meaning = say(about_of(option.field).meaning)
                template, values = in_words(conditions[key], option.setting)
                takes = values_in_words(option.field)
                numbers = say(" ({values})", values=say("{it}", it=takes)) if takes else ""
                listed.append(f"   - {meaning}{numbers}{say(': ')}**{say(template, **values)}**")
    about = say("Whoever opens a table can change these; in bold is how it is now.")
    more = ["", say("More can be changed, though few do:"), "", *rest] if rest else []
    return [about, "", *lines, *more] if lines or rest else []


def _presets(game: type[NetGame], say: Say) -> list[str]:
    """The presets, each with what it changes."""
    lines = []
    for name, changes in game.presets.items():
        shown = [f"`{key}={_short(value)}`" for key, value in changes.items()]
        plain = say("the rules as they are")
        lines.append(f"- `{name}`{say(': ')}{', '.join(shown) or plain}")
    return lines


def _options(game: type[NetGame], parts: Parts, form: str, say: Say) -> list[str]:
    """Every option that matters in this game: its value now, its meaning, what else it takes."""
    keys = in_play(game, parts)
    options = sorted(game.options_in(dict(parts)).values(), key=lambda o: _place(o.key, keys))
    lines = [say("Whoever opens a table can change these:"), ""]
    if game.forms:
        meaning = say("the form of the game")
        lines.append(_option("rules", form, meaning, ", ".join(game.forms), say))
    for option in options:
        if option.key in keys:
            meaning = say(about_of(option.field).meaning)
            values = values_of(option.field)
            text = "" if kind_of(option.field) == "data" else say("{it}", it=values)
            # `on` and `rule` mean nothing without their condition, which names them, too.
            name = option.key if option.setting in ("on", "rule") else option.name
            lines.append(_option(name, option.value, meaning, text, say))
    return lines


def _place(key: str, keys: list[str]) -> int:
    return keys.index(key) if key in keys else len(keys)


def _option(name: str, value: Any, meaning: str, values: str, say: Say) -> str:
    shown = say(": ").join([f"`{name}={_short(value)}`", meaning])
    return f"- {shown}" + (say(" ({values})", values=values) if values else "")


def _short(value: Any) -> str:
    """A value as it is written in an option; long tables are cut."""
    text = written(value)
    return text if len(text) <= 30 else f"{text[:1]}…{text[-1:]}"
