"""Guides: the pages that lie beside a game, for people to learn it from.

A guide is Markdown: `rules.md` beside the file of the game, and `rules.ja.md` in Japanese; where
several games lie there, `snap.rules.md` is that of Snap alone. In it, inline code is nothing but
cards, as they are written (`S7 HT`), and a bullet that begins with the name of a preset in bold
describes that. Reads files; knows neither a terminal nor a page.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from inspect import getfile
from pathlib import Path
from typing import Any

from cardkit.cardgame.rules import details, differences, preset_name, summary_of
from cardkit.example_game import example_of
from cardkit.netgame import LANGUAGES, NetGame, Text
from cardkit.netgame.conditions import did_you_mean
from cardkit.registry import name_of

LONGEST = 40_000
"""Characters of a guide that are read."""
_BLOCK = re.compile(r"\s*(?:#|\||>|[-*] |\d+\. )")
"""What begins a heading, a table or an item of a list."""
_WHOLE = re.compile(r"\s*[#|]")
"""And which of them no line goes on."""
_CODE = re.compile(r"`([^`\n]+)`")
_PRESET = re.compile(r"^[-*] \*\*(?P<name>[^*\n]+?)[:：]?\*\*[ :：]*(?P<text>.*)$", re.MULTILINE)
_LIST = re.compile(r"(?:^[-*] .*\n?(?:^[ ]+.*\n?)*)+", re.MULTILINE)
_NEEDED = {
    "the aim": ("Aim", r"(?i)\b(aim|goal|object|win)|目的|目標|勝ち"),
    "the deal": ("The deal", r"(?i)\b(deal|set|cards|begin|start)|配|準備|カード|始め"),
    "a turn": ("A turn", r"(?i)\b(turn|play|round|bid|bet)|番|プレイ|進め方|宣言|競り|賭け|勝負"),
    "points": ("Scoring", r"(?i)\b(scor|point|end|win)|得点|点数|勝敗|終わり"),
}
"""What people look for in a guide: a heading for it, and what such a heading has in it."""


class Unreadable(ValueError):
    """A guide that cannot be shown, and why."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


def beside(game: type[NetGame], name: str) -> Path | None:
    """A file that lies beside that of a game, if there is one."""
    if sys.modules.get(game.__module__) is None:
        return None
    path = Path(getfile(game)).with_name(name)
    return path if path.is_file() else None


def guide_name(language: str) -> str:
    return "rules.md" if language == "en" else f"rules.{language}.md"


def guide_file(game: type[NetGame], language: str) -> Path | None:
    """The file of the guide in exactly this language: the game's own, or else the folder's."""
    name = guide_name(language)
    return beside(game, f"{name_of(game)}.{name}") or beside(game, name)


def guide_in(game: type[NetGame], language: str) -> str:
    """The guide in exactly this language; nothing where there is none, or none can be read."""
    try:
        return read_guide(guide_file(game, language))
    except Unreadable:
        return ""


def read_guide(path: Path | None) -> str:
    """What is shown of a guide, or `Unreadable`."""
    if path is None:
        return ""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST * 4 + 1)
        text = data.decode()
    except OSError:
        raise Unreadable(Text("{file} cannot be read.", file=path.name)) from None
    except UnicodeDecodeError as error:
        if len(data) <= LONGEST * 4:  # else it is cut in the middle of a character
            line = data[: error.start].count(b"\n") + 1
            told = Text("{file} is not UTF-8 in line {n}; save it as that.", file=path.name, n=line)
            raise Unreadable(told) from None
        text = data.decode(errors="ignore")
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


def _unreadable(game: type[NetGame], language: str) -> Iterator[Text]:
    """Why there is no guide although there are files."""
    for each in dict.fromkeys((language, "en")):
        try:
            read_guide(guide_file(game, each))
        except Unreadable as error:
            yield error.why


def described_in(guide: str) -> dict[str, str]:
    """What a guide says of the presets, by name."""
    return {bullet["name"].strip(): bullet["text"].strip() for bullet in _PRESET.finditer(guide)}


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
    drawn = _CODE.search(guide)
    example = () if drawn else example_of(game, preset, options, language)
    if not guide:
        told = details(game, preset, options, language, example=example)
        title, summary = say(game.title, language), say(summary_of(game), language)
        wrong = "".join(
            f"{say('{it}', language, it=why)}\n\n" for why in _unreadable(game, language)
        )
        return f"# {title}\n\n{summary}\n\n{wrong}{told}"
    described = described_in(guide)
    told = details(game, preset, options, language, depth=3, described=described, example=example)
    heading = say("This table in detail", language)
    about = say("The rules of this table with all that was chosen for it.", language)
    return f"{_named(guide, game, language)}\n\n## {heading}\n\n{about}\n\n{told}"


def _named(guide: str, game: type[NetGame], language: str) -> str:
    """The guide with the presets as people call them."""

    def named(bullet: re.Match[str]) -> str:
        preset = bullet["name"].strip()
        if preset not in game.presets:
            return bullet[0]
        return bullet[0].replace(bullet["name"], preset_name(game, preset, language), 1)

    return _PRESET.sub(named, guide)


def cards_of(game: type[NetGame]) -> frozenset[str]:
    """The cards that there are in a game, whatever its preset is."""
    decks = [game.with_options(preset).get("deck") for preset in ("", *game.presets)]
    return frozenset(name for deck in decks if deck is not None for name in deck.names())


def guide_mistakes(game: type[NetGame]) -> Iterator[str]:
    """What a reader of the guides would stumble over, each in a sentence."""
    files = {language: guide_file(game, language) for language in LANGUAGES}
    if not any(files.values()):
        return
    for language, path in files.items():
        if path is None:
            if language == "en" or language in game.catalogue.texts:
                yield f"there is no {guide_name(language)}, though the game speaks that language"
            continue
        try:
            guide = read_guide(path)
        except Unreadable as error:
            yield str(error.why)
            continue
        if path.stat().st_size > LONGEST and len(path.read_text("utf-8", "replace")) > LONGEST:
            yield f"{path.name} is longer than {LONGEST:,} characters; the rest is not shown"
        yield from (f"{path.name}{mistake}" for mistake in _mistakes_in(guide, game, language))


def _mistakes_in(guide: str, game: type[NetGame], language: str) -> Iterator[str]:
    title = game.catalogue.say(game.title, language)
    if not guide.startswith(f"# {title}"):
        own = f"{name_of(game)}.{guide_name(language)}"
        yield f" begins with the title: # {title} (is it of another game here, write {own})"
    cards, options = cards_of(game), _options_of(game)
    for word in (word for code in _CODE.findall(guide) for word in code.split()):
        if cards and word not in cards:
            yield f": `{word}` is no card of the deck; write only cards as code"
    for word in re.findall(r"(?<![\w`])([a-z]\w*)(?:=\S+)", _CODE.sub("", guide)):
        hint = did_you_mean(word, options) if word not in options else ""
        known = f"what the option {word} means" if word in options else "it"
        yield f": {word}= is for programs{hint}; say {known} in words"
    described = described_in(guide)
    for preset in [p for p in game.presets if p not in described]:
        yield f" does not describe the preset {preset}: write - **{preset}**: …"
    for bullets in map(described_in, _LIST.findall(guide)):
        if bullets.keys() & game.presets.keys():
            for name in [n for n in bullets if n not in game.presets]:
                hint = did_you_mean(name, [*game.presets])
                yield f": **{name}** stands among the presets and is none{hint}"


def _options_of(game: type[NetGame]) -> list[str]:
    return [*dict.fromkeys(name for p in ("", *game.presets) for name in game.options(p))]


def guide_gaps(game: type[NetGame]) -> Iterator[str]:
    """What people look for in a guide and do not find, each in a sentence."""
    for language in LANGUAGES:
        path, guide = guide_file(game, language), guide_in(game, language)
        if path is None or not guide:
            continue
        headings = [line.lstrip("# ") for line in guide.splitlines()[1:] if line.startswith("#")]
        for what, (heading, words) in _NEEDED.items():
            if not any(re.search(words, each) for each in headings):
                written = game.catalogue.say(heading, language)
                yield f"{path.name} has no section about {what}: write ## {written}"
