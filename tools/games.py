"""Writes docs/games.md: every installed game, with what players and authors want to know of it."""

from __future__ import annotations

import ast
import re
from inspect import cleandoc, getfile
from pathlib import Path

from cardkit.cardgame import Rand
from cardkit.cardgame.rules import summary_of
from cardkit.commands.games import players
from cardkit.guides import beside, guide_name, preset_told
from cardkit.netgame import LANGUAGES, NetGame
from cardkit.registry import bots_of, find_game, installed
from tools.pictures import picture_of

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "games.md"
PEERS = ROOT / "tests" / "peers"
"""Where games are compared with other people's."""
COUNTED = ("GAMES", "HANDS", "BOARDS", "MATCHES", "DEALS")
"""How such a test names what it counts."""
_LANGUAGES = {"en": "English", "ja": "日本語"}


def games_page() -> str:
    """The text of docs/games.md."""
    games = {name: find_game(name) for name in installed()}
    lines = [
        "# Games",
        "",
        "These games come with cardkit. Each is one small class; `cardkit play NAME` plays it "
        "against its bots, and `cardkit rules NAME` shows its guide. This page is written from the "
        "code by `python -m tools.docs`, and its pictures are taken by `python -m tools.pictures`: "
        "each shows the table in a browser, as a player sees it.",
        "",
        "| game | players | lines of code | compared with |",
        "|---|---|---|---|",
    ]
    for name, game in games.items():
        peers = ", ".join(f"{who} ({how_often})" for who, how_often, _ in compared(name)) or "–"
        title = f"[{game.title}](#{anchor(game.title)})"
        lines.append(f"| {title} | {players(game)} | {length_of(game)} | {peers} |")
    for name, game in games.items():
        lines += ["", *section(name, game)]
    return "\n".join(lines) + "\n"


def section(name: str, game: type[NetGame]) -> list[str]:
    """All about one game."""
    ja = game.catalogue.translate(game.title, "ja")
    also = f" ({ja})" if ja != game.title else ""
    guides = [
        f"[{_LANGUAGES.get(language, language)}](../{path.resolve().relative_to(ROOT)})"
        for language in LANGUAGES
        if (path := beside(game, guide_name(language))) is not None
    ]
    count = players(game)
    bots = {bot: made for bot, made in bots_of(game).items() if made is not Rand}
    lines = [
        f"## {game.title}",
        "",
        f"![{game.title} in mid-game](pictures/games/{picture_of(name).name})",
        "",
        f"**{game.title}**{also}: {summary_of(game)}",
        "",
        f"- Play it: `cardkit play {name}`; {count} {'player' if count == '1' else 'players'}.",
        f"- Learn it: the guide, in {' and '.join(guides)}." if guides else "",
        f"- Its class has {length_of(game)} lines: [{source_of(game)}](../{source_of(game)}).",
        *(f"- Bot `{bot}`: {summary_of(made)}" for bot, made in bots.items()),
        *(["- Presets:"] if game.presets else []),
        *(f"  - `{preset}`: {in_one(game, preset)}" for preset in game.presets),
    ]
    lines = [line for at, line in enumerate(lines) if line or at < 6]
    for _, _, about in compared(name):
        lines += ["", *about.splitlines()]
    return lines


def in_one(game: type[NetGame], preset: str) -> str:
    return " ".join(preset_told(game, preset, "en")) or "the rules as they are."


def anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def source_of(game: type[NetGame]) -> str:
    return Path(getfile(game)).resolve().relative_to(ROOT).as_posix()


def length_of(game: type[NetGame]) -> int:
    return len((ROOT / source_of(game)).read_text(encoding="utf-8").splitlines())


def compared(name: str) -> list[tuple[str, str, str]]:
    """With whose program a game is compared, how often, and what its test says of that."""
    path = PEERS / f"test_{name}.py"
    if not path.is_file():
        return []
    module = ast.parse(path.read_text(encoding="utf-8"))
    about = cleandoc(ast.get_docstring(module) or "")
    who = re.search(r"OpenSpiel|PokerKit|RLCard", about)
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=word)], value=ast.Constant(value=int(number))):
                if word in COUNTED:
                    what = f"{number:,} {word.lower()}"
                    return [(who[0] if who else "another program", what, about)]
    return [(who[0] if who else "another program", "", about)]
