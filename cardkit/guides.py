"""Guides: the pages that lie beside a game, for people to learn it from.

A guide is Markdown: `rules.md` beside the file of the game, and `rules.ja.md` in Japanese. In it,
inline code is nothing but cards, as they are written (`S7 HT`), and a bullet that begins with the
name of a preset in bold describes that. Reads files; knows neither a terminal nor a page.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from inspect import getfile
from pathlib import Path
from typing import Any

from cardkit.cardgame.rules import details, differences, summary_of
from cardkit.netgame import LANGUAGES, NetGame

LONGEST = 40_000
"""Characters of a guide that are read."""
_BLOCK = re.compile(r"\s*(?:#|\||>|[-*] |\d+\. )")
"""What begins a heading, a table or an item of a list."""
_WHOLE = re.compile(r"\s*[#|]")
"""And which of them no line goes on."""
_CODE = re.compile(r"`([^`\n]+)`")
_PRESET = re.compile(r"^[-*] \*\*(?P<name>[^*\n]+?)[:：]?\*\*[ :：]*(?P<text>.*)$")


def beside(game: type[NetGame], name: str) -> Path | None:
    """A file that lies beside that of a game, if there is one."""
    if sys.modules.get(game.__module__) is None:
        return None
    path = Path(getfile(game)).with_name(name)
    return path if path.is_file() else None


def guide_name(language: str) -> str:
    return "rules.md" if language == "en" else f"rules.{language}.md"


def guide_in(game: type[NetGame], language: str) -> str:
    """The guide in exactly this language; nothing where there is none, or none can be read."""
    path = beside(game, guide_name(language))
    try:
        text = "" if path is None else path.read_text("utf-8", errors="replace")
    except OSError:
        return ""
    lines = (line.rstrip() for line in text[:LONGEST].splitlines())
    shown = ("".join(c for c in line if c.isprintable()) for line in lines)
    return "\n".join(_unfolded(shown)).strip()


def _unfolded(lines: Iterable[str]) -> list[str]:
    """The lines with each paragraph and each bullet in one; Japanese is joined without a space."""
    found = [""]
    for line in lines:
        last, more = found[-1], line.strip()
        if more and last.strip() and not _BLOCK.match(line) and not _WHOLE.match(last):
            wide = all(unicodedata.east_asian_width(c) in "FW" for c in (last[-1], more[0]))
            found[-1] = last + ("" if wide else " ") + more
        else:
            found.append(line)
    return found


def guide_of(game: type[NetGame], language: str) -> str:
    """The guide in this language, or else in English; nothing where there is none."""
    return guide_in(game, language) or guide_in(game, "en")


def described_in(guide: str) -> dict[str, str]:
    """What a guide says of the presets, by name."""
    bullets = filter(None, map(_PRESET.match, guide.splitlines()))
    return {bullet["name"].strip(): bullet["text"].strip() for bullet in bullets}


def preset_told(game: type[NetGame], preset: str, language: str) -> list[str]:
    """What a preset is: as the guide says it, or else what is other in it, sentence by sentence."""
    described = described_in(guide_of(game, language)).get(preset)
    if described:
        return [described[:1].upper() + described[1:]]
    return differences(game, preset, language)


def rules_of(
    game: type[NetGame],
    preset: str = "",
    options: Mapping[str, Any] = {},
    language: str = "en",
) -> str:
    """What people read as the rules: the guide, and then this table in detail, as Markdown."""
    guide, say = guide_of(game, language), game.catalogue.say
    if not guide:
        told = details(game, preset, options, language)
        title, summary = say(game.title, language), say(summary_of(game), language)
        return f"# {title}\n\n{summary}\n\n{told}"
    told = details(game, preset, options, language, depth=3, described=described_in(guide))
    heading = say("This table in detail", language)
    about = say("The rules of this table with all that was chosen for it.", language)
    return f"{guide}\n\n## {heading}\n\n{about}\n\n{told}"


def cards_of(game: type[NetGame]) -> frozenset[str]:
    """The cards that there are in a game, whatever its preset is."""
    decks = [game.with_options(preset).get("deck") for preset in ("", *game.presets)]
    return frozenset(name for deck in decks if deck is not None for name in deck.names())


def guide_mistakes(game: type[NetGame]) -> Iterator[str]:
    """What a reader of the guides would stumble over, each in a sentence."""
    there = {language: guide_in(game, language) for language in LANGUAGES}
    if not any(there.values()):
        return
    cards = cards_of(game)
    for language, guide in there.items():
        name = guide_name(language)
        if not guide:
            if language == "en" or language in game.catalogue.texts:
                yield f"there is no {name}, though the game speaks that language"
            continue
        if not guide.startswith("# "):
            yield f"{name} begins with the title: # {game.catalogue.say(game.title, language)}"
        for words in _CODE.findall(guide):
            for word in words.split():
                if cards and word not in cards:
                    yield f"{name}: `{word}` is no card of the deck; write only cards as code"
        for preset in [p for p in game.presets if p not in described_in(guide)]:
            yield f"{name} does not describe the preset {preset}: write - **{preset}**: …"
