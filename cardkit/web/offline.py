"""The matches of a contest as one page that needs no server: the list, and the viewer of replays.

It has the modules of the page in it, as links that are their own content: a browser that opened a
file loads no module from another one. What is told of matches is in letters that mean nothing to
HTML or scripts, so no name can do any harm.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from cardkit.guides import beside
from cardkit.netgame import NetGame, say
from cardkit.record.replay_data import packed
from cardkit.web.files import import_map, needed_by, read_files, texts_of_page
from cardkit.web.games import STYLE_SHEET, about_game

ENTRY = "cardkit/contest"
_START = f'import "{ENTRY}";'
STYLES = ("page.css", "felt.css")
PAGE = Template((Path(__file__).parent / "matches.html").read_text("utf-8"))


def matches_page(game: type[NetGame], name: str, data: Mapping[str, Any], language: str) -> str:
    """The page with the matches of a contest in this game; `data` is what `contest.js` reads."""
    files = read_files()
    modules = import_map(files)
    needed = {*needed_by(modules[ENTRY], files), modules.get(texts_of_page(language))}
    links = {
        name: _data("text/javascript", files[file])
        for name, file in modules.items()
        if file in needed
    }
    imports = json.dumps({"imports": links}, separators=(",", ":"))
    own = beside(game, STYLE_SHEET)
    sheets = [*(files[sheet].decode() for sheet in STYLES), own.read_text("utf-8") if own else ""]
    style = "".join(sheets)
    sources = " ".join(f"'sha256-{_digest(text)}'" for text in (imports, _START))
    policy = (
        f"default-src 'none'; script-src {sources} 'self' file: data:; img-src data:; "
        f"style-src 'sha256-{_digest(style)}'; base-uri 'none'; form-action 'none'"
    )
    shown = {**data, "game": name, "language": language, "about": about_game(name, game)}
    return PAGE.substitute(
        language=language,
        policy=policy,
        title=escape(str(data["heading"])),
        style=style,
        imports=imports,
        data=packed(shown),
        waits=escape(say("This page needs JavaScript, and a browser of 2023 or later.", language)),
        start=_START,
    )


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{b64encode(content).decode()}"


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
