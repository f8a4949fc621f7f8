"""Both narrators, for tests: the terminal's, and the page's in node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cardkit.cardgame import CardGame
from cardkit.client.messages import Back, Lost
from cardkit.narrator import narrate
from cardkit.netgame import Catalogue, Declaration
from cardkit.protocol import Message, read_message
from cardkit.texts import Texts
from cardkit.web.files import read_files

NODE = shutil.which("node") or ""


class Case(NamedTuple):
    """A frame as it comes over the wire, and who hears it."""

    game: str
    frame: list[Any]
    me: str
    language: str
    partners: Mapping[str, str] = {}


class Spoken(NamedTuple):
    """What a game declares, and its texts."""

    declaration: Declaration
    catalogue: Catalogue
    texts: Texts
    """What the page is sent of them."""


def spoken(game: type[CardGame]) -> Spoken:
    declaration, catalogue = game.declaration, game.catalogue
    return Spoken(declaration, catalogue, declaration.translations(catalogue))


def in_terminal(games: Mapping[str, Spoken], cases: Iterable[Case]) -> list[Any]:
    """The lines of each case as Python has them."""
    told = []
    for game, frame, me, language, partners in cases:
        heard, (declaration, catalogue, _) = [_read(words) for words in frame], games[game]
        lines = narrate(heard, me, language, declaration, catalogue, partners)
        told.append([line.data() for line in lines])
    return told


def _read(words: list[Any]) -> Message:
    """A message of the server, or one that the connection tells by itself."""
    match words:
        case ["LOST", *said]:
            return Lost(*(*said, "", "")[:2])
        case ["BACK"]:
            return Back()
    return read_message(words)


def on_page(games: Mapping[str, Spoken], cases: Iterable[Case]) -> list[Any]:
    """The lines of each case as the page has them."""
    about = {
        name: {"declaration": d.data(), "texts": texts} for name, (d, _, texts) in games.items()
    }
    said = [json.dumps(about), *(json.dumps(case._asdict()) for case in cases)]
    with TemporaryDirectory() as folder:
        for name, data in read_files().items():
            if "/" not in name:
                (Path(folder) / name).write_bytes(data)
        run = Path(__file__).with_name("run_page.mjs")
        done = subprocess.run(
            [NODE, run, folder], input="\n".join(said), capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
