"""Sentences in the languages of the players.

English is the language of the code: a sentence is looked up by its English template, so a text
without a translation is shown in English rather than not at all. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

LANGUAGES = ("en", "ja")
_translations: dict[str, dict[str, str]] = {"ja": {}}


def add_texts(language: str, texts: Mapping[str, str]) -> None:
    """Add translations of English templates; a game does this with its `texts`."""
    _translations.setdefault(language, {}).update(texts)


def translate(template: str, language: str = "en") -> str:
    """The template in that language, or in English where nobody has translated it."""
    return _translations.get(language, {}).get(template, template)


def is_translated(template: str, language: str) -> bool:
    return language == "en" or template in _translations.get(language, {})


def say(template: str, language: str = "en", **parts: object) -> str:
    """A whole sentence: the translated template with its parts filled in."""
    text = translate(template, language)
    if not parts:
        return text
    said = {n: p.text(language) if isinstance(p, Text) else p for n, p in parts.items()}
    return text.format(**said)


class Text(str):
    """Words that can still be said in another language: a part of a larger sentence.

    It *is* its English wording; `say` puts it into the language of the sentence around it.
    """

    __slots__ = ("parts", "template")

    template: str
    parts: dict[str, object]

    def __new__(cls, template: str, **parts: object) -> Text:
        self = super().__new__(cls, say(template, "en", **parts))
        self.template, self.parts = template, parts
        return self

    def text(self, language: str = "en") -> str:
        return say(self.template, language, **self.parts)


def joined(texts: Iterable[str], how: str = "{one}; {more}") -> str:
    """Several sentences or words as one that can still be said in another language."""
    return reduce(lambda one, more: Text(how, one=one, more=more), texts)


def in_a_row(words: Iterable[str]) -> str:
    """Words with commas between them, in any language."""
    return joined(words, "{one}, {more}")
