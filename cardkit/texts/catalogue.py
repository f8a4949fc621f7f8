"""Sentences, and the catalogues that translate them.

English is the language of the code: a sentence is looked up by its English template, so a text
without a translation is shown in English rather than not at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from gettext import c2py
from pathlib import Path
from string import Formatter
from typing import Any

_FOLDER = Path(__file__).parent
_TAG = re.compile("[a-z]{2,3}(-[A-Za-z0-9]+)*")
LANGUAGES = ("en", *sorted(p.stem for p in _FOLDER.glob("*.json") if _TAG.fullmatch(p.stem)))
"""As browsers write them: `ja`, `pt-BR`. English is in the code; each other one is a file here."""
_HEADER = ""
"""What stands in a file under no sentence: the forms of its plurals, as in gettext."""
_PLURALS = re.compile(r"nplurals=(\d+); *plural=(.+?);?")
_BETWEEN = "\x04"
"""Stands between a context and its sentence, as in gettext."""

Translation = str | Sequence[str]
"""A template, or one for each form of the plural."""
Texts = Mapping[str, Mapping[str, Translation]]
"""By language, translations of English templates."""


class Catalogue:
    """Some texts, the first come first, and behind them those of the toolkit. Never changes."""

    __slots__ = ("texts",)

    def __init__(self, *texts: Texts) -> None:
        languages = {language for each in texts for language in each}
        self.texts: Texts = {
            language: {
                template: said[0] if isinstance(said, tuple | list) and len(said) == 1 else said
                for each in reversed(texts)
                for template, said in each.get(language, {}).items()
            }
            for language in languages
        }
        """Without those of the toolkit."""

    def find(self, template: str, language: str, context: str = "") -> Translation | None:
        """The translation of a template, where there is one."""
        for texts in (self.texts.get(language), texts_of(language)):
            if texts:
                found = texts.get(f"{context}{_BETWEEN}{template}") if context else None
                found = texts.get(template) if found is None else found
                if found is not None:
                    return found
        return None

    def translate(self, template: str, language: str = "en") -> str:
        """The template in that language, or in English where nobody has translated it."""
        if isinstance(template, Text):
            return template.text(language, self)
        found = self.find(template, language)
        return found if isinstance(found, str) else template

    def say(
        self, template: str, language: str = "en", context: str = "", /, **parts: object
    ) -> str:
        """A whole sentence: the translated template with its parts filled in."""
        if isinstance(template, Text):
            return template.text(language, self, **parts)
        return self._render(template, template, context, parts, language)

    def text(self, template: str, /, **parts: object) -> Text:
        """Words that are said from this catalogue, also in a sentence from another one."""
        if isinstance(template, Text):
            parts = {**template.parts, **parts}
            return Text._made(template.one, template.template, template.context, parts, self)
        return Text._made(template, template, "", parts, self)

    def _render(
        self, one: str, many: str, context: str, parts: Mapping[str, Any], language: str
    ) -> str:
        english = one if one != many and parts["n"] == 1 else many
        found = self.find(many, language, context)
        if not parts:
            return found if isinstance(found, str) else english
        if found is None:
            return english.format_map(self._said(parts, language))
        try:
            if not isinstance(found, str):
                found = found[plurals_of(language)[1](parts["n"])]
            return found.format_map(self._said(parts, language))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return english.format_map(self._said(parts, "en"))

    def _said(self, parts: Mapping[str, Any], language: str) -> dict[str, Any]:
        return {n: p.text(language, self) if isinstance(p, Text) else p for n, p in parts.items()}


def read_texts(data: object) -> Texts:
    """Translations as a stranger may have sent them: whatever does not fit is left out."""
    told = data if isinstance(data, dict) else {}
    return {
        language: {template: said for template, said in texts.items() if _are_texts(template, said)}
        for language, texts in told.items()
        if language in LANGUAGES and isinstance(texts, dict)
    }


def _are_texts(template: object, said: object) -> bool:
    forms = said if isinstance(said, tuple | list) else (said,)
    return all(isinstance(text, str) for text in (template, *forms))


@cache
def texts_of(language: str) -> Mapping[str, Translation]:
    """What the toolkit says in a language; read when the first sentence is said in it."""
    texts = _read(language) if language in LANGUAGES[1:] else {}
    return {template: said for template, said in texts.items() if template != _HEADER}


@cache
def plurals_of(language: str) -> tuple[int, Callable[[int], int]]:
    """How many forms of the plural a language has, and which of them a number takes."""
    header = _read(language)[_HEADER] if language in LANGUAGES[1:] else "nplurals=2; plural=n!=1"
    found = _PLURALS.fullmatch(header)
    if found is None:
        raise ValueError(f"{language}.json: {header!r} is no rule for plurals")
    return int(found[1]), c2py(found[2])


@cache
def common_phrases() -> Mapping[str, Any]:
    """How what happens in every game is told: phrases of others and of oneself, and their tones."""
    return _read("phrases")


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def spoken(wish: str) -> str:
    """The language for a wish such as `pt-br` or `ja_JP.UTF-8`; empty if it is not spoken here."""
    tag = re.split("[.@;]", wish)[0].strip().replace("_", "-").lower()
    known = {language.lower(): language for language in LANGUAGES}
    while tag and tag not in known:
        tag = tag.rpartition("-")[0]
    return known.get(tag, "")


def name_of_language(language: str) -> str:
    """What its speakers call it."""
    return say("English", language, "language")


TOOLKIT = Catalogue()
"""What the toolkit itself says."""
say = TOOLKIT.say
translate = TOOLKIT.translate


class Text(str):
    """Words that can still be said in another language: a sentence, or a part of a larger one.

    It *is* its English wording; `say` puts it into the language of the sentence around it. Where
    one English word means two things, a context keeps them apart.
    """

    __slots__ = ("catalogue", "context", "one", "parts", "template")

    template: str
    one: str
    context: str
    parts: dict[str, object]
    catalogue: Catalogue | None
    """The translations to use, whichever sentence these words become part of."""

    def __new__(cls, template: str, context: str = "", /, **parts: object) -> Text:
        return cls._made(template, template, context, parts)

    @classmethod
    def _made(
        cls,
        one: str,
        many: str,
        context: str,
        parts: dict[str, object],
        catalogue: Catalogue | None = None,
    ) -> Text:
        english = (catalogue or TOOLKIT)._render(one, many, context, parts, "en")
        self = str.__new__(cls, english)
        self.one, self.template, self.context, self.parts = one, many, context, parts
        self.catalogue = catalogue
        return self

    def text(self, language: str = "en", catalogue: Catalogue = TOOLKIT, /, **more: object) -> str:
        own, parts = self.catalogue or catalogue, {**self.parts, **more}
        return own._render(self.one, self.template, self.context, parts, language)


def plural(n: int, one: str, many: str, /, **parts: object) -> Text:
    """`plural(3, "one card", "{n} cards")`; a translation is found by the second template."""
    return Text._made(one, many, "", {"n": n, **parts})


def joined(texts: Iterable[str], how: str = "{one}; {more}") -> str:
    """Several sentences or words as one that can still be said in another language."""
    return reduce(lambda one, more: Text(how, one=one, more=more), texts)


def in_a_row(words: Iterable[str]) -> str:
    """Words with commas between them, in any language."""
    return joined(words, "{one}, {more}")


def mistakes_in(texts: Texts) -> list[str]:
    """What is wrong with translations, each in a sentence."""
    strange = [language for language in texts if language not in LANGUAGES]
    return [
        *(f"texts: {each!r} is no language here; there are {LANGUAGES}" for each in strange),
        *(
            f"texts[{language!r}][{template!r}]: {wrong}"
            for language, translations in texts.items()
            for template, said in translations.items()
            for wrong in _mistakes(language, template, said)
        ),
    ]


def _mistakes(language: str, template: str, said: object) -> Iterable[str]:
    forms = said if isinstance(said, tuple | list) else (said,)
    if not _are_texts(template, said):
        yield "a translation is a text, or one for each form of the plural"
        return
    if said is forms and len(forms) != (needed := plurals_of(language)[0]):
        counted = "1 form" if needed == 1 else f"{needed} forms"
        yield f"{language} has {counted} of the plural, not {len(forms)}"
    yield from wrong_parts(template, forms)


def wrong_parts(template: str, forms: Iterable[str]) -> Iterable[str]:
    """What a translation says that its sentence does not have, or cannot be filled."""
    try:
        english = parts_of(template)
        strange = {each for form in forms for each in parts_of(form)} - english
    except ValueError as error:
        yield f"{error}; a part is written {{name}}, and a brace that is none {{{{ or }}}}"
        return
    for each in sorted(strange - {f"{{{name_in(part)}}}" for part in english}):
        known = ", ".join(sorted(english)) or "no parts"
        yield f"{each} is not in the English sentence, which has {known}"


def parts_of(template: str) -> frozenset[str]:
    """The parts of a template as they are written there: `{name}`, `{points:,}`."""
    return frozenset(
        f"{{{name}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}}}"
        for _, name, spec, conversion in Formatter().parse(template)
        if name is not None
    )


@lru_cache(maxsize=4096)
def names_in(template: str) -> frozenset[str]:
    """The names of the parts of a template."""
    return frozenset(map(name_in, parts_of(template)))


def name_in(part: str) -> str:
    """The name of a part: `points` of `{points:,}`."""
    return re.split("[!:}]", part[1:])[0]
