"""Sentences in the languages of the players.

English is the language of the code: a sentence is looked up by its English template, so a text
without a translation is shown in English rather than not at all. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping

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
    return text.format(**parts) if parts else text
