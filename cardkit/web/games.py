"""The games of a server, as a page needs them: names, options for a form, look and rule sheets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from cardkit import __version__
from cardkit.cardgame.rules import (
    RULE,
    for_people,
    in_play,
    name_of,
    often_changed,
    preset_name,
    summary_of,
)
from cardkit.faces import CardStyle
from cardkit.guides import beside, preset_told, rules_of
from cardkit.levels import Level
from cardkit.netgame import LANGUAGES, Condition, NetGame, say
from cardkit.netgame.conditions import (
    about_of,
    in_words,
    is_for_people,
    kind_of,
    range_in_words,
    special_values,
    written,
)
from cardkit.netgame.definition import Option, conditions_in
from cardkit.web.answers import CachedAnswer, json_bytes, page
from cardkit.web.markdown import as_html

STYLE_SHEET = "table.css"
SHEETS_KEPT = 128

Games = Mapping[str, type[NetGame]]


class HostedGames:
    """Everything about the games that stays the same while the server runs."""

    def __init__(self, games: Games, version: str = "") -> None:
        """`version` is that of the page that shows them."""
        self.games = games
        self.styles = {name: CachedAnswer(data, "text/css") for name, data in _styles(games)}
        self.details = {
            name: CachedAnswer(json_bytes(_details(game)), "application/json")
            for name, game in games.items()
        }
        whole = {
            "cardkit": __version__,
            "page": version,
            "languages": list(LANGUAGES),
            "levels": [_level(level) for level in Level],
            "games": [self._listed(name, game) for name, game in games.items()],
        }
        self.listed = CachedAnswer(json_bytes(whole), "application/json")

    def _listed(self, name: str, game: type[NetGame]) -> dict[str, Any]:
        """What a list of games shows of each, and where the rest is."""
        style = self.styles.get(name)
        return {
            **_shown(name, game),
            "summary": _said(game, summary_of(game)),
            "css": None if style is None else f"/games/{name}/{STYLE_SHEET}?{style.mark}",
            "details": f"/games/{name}.json?{self.details[name].mark}",
        }


def about_game(name: str, game: type[NetGame]) -> dict[str, Any]:
    """What it takes to show a table of a game."""
    return _shown(name, game) | _declared(game)


def _level(level: Level) -> dict[str, Any]:
    """How well robots may play, for who chooses it, and how those are called who do."""
    return {
        "name": level.value,
        "title": {language: level.title.text(language) for language in LANGUAGES},
        "told": {language: level.sentence.text(language) for language in LANGUAGES},
        "names": level.names,
    }


def _details(game: type[NetGame]) -> dict[str, Any]:
    """What a form needs that opens a table, and what a table needs."""
    return {
        "presets": {preset: _values(game, preset) for preset in game.presets},
        "usual": _usual(game),
        "names": {preset: _name(game, preset) for preset in game.presets},
        "told": {preset: _told(game, preset) for preset in game.presets},
        "options": [*_options(game)],
        **_declared(game),
    }


def _shown(name: str, game: type[NetGame]) -> dict[str, Any]:
    return {
        "name": name,
        "title": _said(game, game.title),
        "least": game.seats.least,
        "most": game.seats.most,
        "partners": game.seats.partners,
        "look": getattr(game, "look", None) or {},
    }


def _declared(game: type[NetGame]) -> dict[str, Any]:
    return {
        "declaration": game.declaration.data(),
        "texts": game.declaration.translations(game.catalogue),
    }


def _styles(games: Games) -> Iterator[tuple[str, bytes]]:
    """The style sheet that lies beside the file of a game."""
    for name, game in games.items():
        path = beside(game, STYLE_SHEET)
        if path is not None:
            yield name, path.read_bytes()


def _said(game: type[NetGame], text: str, context: str = "") -> dict[str, str]:
    said = game.catalogue.say
    return {language: said(text, language, context) for language in LANGUAGES}


def _values(game: type[NetGame], preset: str) -> dict[str, str]:
    """What each option is under this preset, as a host would write it."""
    return {name: written(option.value) for name, option in game.options(preset).items()}


def _usual(game: type[NetGame]) -> str:
    """The preset that changes nothing, if there is one."""
    usual = game.with_options()
    return next((preset for preset in game.presets if game.with_options(preset) == usual), "")


def _name(game: type[NetGame], preset: str) -> dict[str, str]:
    return {language: preset_name(game, preset, language) for language in LANGUAGES}


def _told(game: type[NetGame], preset: str) -> dict[str, list[str]]:
    """What a preset is, in sentences for people."""
    return {language: preset_told(game, preset, language) for language in LANGUAGES}


def _options(game: type[NetGame]) -> Iterator[dict[str, Any]]:
    """All that can be set: most under any preset, some only under those that bring it along."""
    often = often_changed(game)
    found: dict[str, tuple[Option, Condition]] = {}
    presets: dict[str, list[str]] = {}
    for preset in ("", *game.presets):
        conditions = conditions_in(game.with_options(preset))
        for name, option in game.options(preset).items():
            found.setdefault(name, (option, conditions[option.key]))
            presets.setdefault(name, []).append(preset)
    said, order = _plainly(game), in_play(game, {"stages": (), **game.with_options()})
    asked = [(n, o, c) for n, (o, c) in found.items() if is_for_people(o.field)]
    asked.sort(key=lambda each: order.index(each[1].key) if each[1].key in order else len(order))
    for name, option, condition in asked:
        field, about = option.field, about_of(option.field)
        value = written(option.value)
        listed = [*dict.fromkeys((*about.choices, option.value))] if about.choices else []
        yield {
            "name": name,
            "presets": presets[name],
            "shown": "always" if about.often else "rules" if name in often else "more",
            "group": said(name_of(type(condition)), RULE),
            "kind": kind_of(field),
            "value": value,
            "choices": [written(choice) for choice in listed],
            "words": [_in_words(condition, option.setting, choice, said) for choice in listed],
            "least": about.least,
            "most": about.most,
            "values": said(range_in_words(field)),
            "special": {written(v): said(means) for v, means in special_values(field).items()},
            "help": said(about.meaning),
        }


Said = Callable[..., dict[str, str]]
"""Says a template in every language."""


def _plainly(game: type[NetGame]) -> Said:
    """Says what no card can be drawn in: a card is written ♠3, and no command is."""
    plain = for_people(game, game.with_options())
    name = CardStyle(own=game.declaration).name

    def said(template: str, context: str = "", /, **values: object) -> dict[str, str]:
        every = {each: game.catalogue.say(template, each, context, **values) for each in LANGUAGES}
        return {
            language: re.sub("`([^`]+)`", lambda card: name(card[1]), plain(text))
            for language, text in every.items()
        }

    return said


def _in_words(made: Condition, name: str, value: object, said: Said) -> dict[str, str]:
    """A value that can be chosen, as people say it."""
    template, values = in_words(made.with_value(name, value), name)
    return said(template, **values)


Which = tuple[type[NetGame], str, tuple[tuple[str, str], ...], str, bool]
"""A game, its preset and options, the language, and whether as a page or else as Markdown."""


class RuleSheets:
    """Rule sheets as they are served: those that were asked for last."""

    def __init__(self) -> None:
        self._kept: dict[Which, CachedAnswer] = {}

    def get(self, which: Which) -> CachedAnswer | None:
        return self.keep(which, self._kept.pop(which)) if which in self._kept else None

    def keep(self, which: Which, sheet: CachedAnswer) -> CachedAnswer:
        self._kept[which] = sheet
        if len(self._kept) > SHEETS_KEPT:
            del self._kept[next(iter(self._kept))]
        return sheet


def write_sheet(which: Which) -> CachedAnswer:
    """Takes long."""
    game, preset, options, language, as_page = which
    sheet = rules_of(game, preset, dict(options), language)
    if not as_page:
        return CachedAnswer(sheet.encode(), "text/markdown")
    title = game.catalogue.translate(game.title, language)
    text = page(title, as_html(sheet, game, language), language)
    return CachedAnswer(text.encode(), "text/html")


def list_sheets(games: Mapping[str, type[NetGame]], language: str, *, for_people: bool) -> str:
    """The rule sheets there are, with a link to each: a page, or Markdown."""
    heading = say("Rules", language)
    titles = {name: game.catalogue.translate(game.title, language) for name, game in games.items()}
    links = {f"/rules/{name}?lang={language}": title for name, title in titles.items()}
    if not for_people:
        return f"# {heading}\n\n" + "".join(f"- [{t}]({link})\n" for link, t in links.items())
    items = "".join(f'<li><a href="{link}">{escape(t)}</a></li>' for link, t in links.items())
    return page(heading, f"<h1>{heading}</h1><ul>{items}</ul>", language)
