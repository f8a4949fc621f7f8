"""Another language is one file beside the others: program, server and page find it there."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cardkit
from tests.packages import link_files

GERMAN = {
    "": "nplurals=2; plural=(n != 1);",
    "language\x04English": "Deutsch",
    "Rules": "Regeln",
    "{n} cards": ["{n} Karte", "{n} Karten"],
    "there is no {path} here": "{path} gibt es hier nicht",
}
SPEAK = """
import json
from cardkit.cli import make_parser
from cardkit.commands.common import language_of_user
from cardkit.protocol.client_commands import read_command
from cardkit.registry import find_game
from cardkit.texts import LANGUAGES, mistakes_in, name_of_language, plural, say, spoken
from cardkit.web.files import read_files
from cardkit.web.games import HostedGames
files = read_files()
game = find_game("whist")
print(json.dumps({
    "languages": {language: name_of_language(language) for language in LANGUAGES},
    "said": [say("Rules", "de"), say("Leave", "de"), *(
        plural(n, "1 card", "{n} cards").text("de") for n in (1, 3))],
    "terminal": [spoken("de_AT.UTF-8"), language_of_user()],
    "rules": make_parser().parse_args(["rules", "whist", "--lang", "de"]).lang,
    "server": str(read_command(["LANGUAGE", "de"])),
    "mistakes": mistakes_in({"de": {"{n} points": ("{n} Punkte",)}}),
    "page": [files["languages.js"].decode(), files["texts_de.js"].decode()],
    "title": json.loads(HostedGames({"whist": game}).listed._plain)["games"][0]["title"],
}))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a cardkit says that has one more file among its texts."""
    root = tmp_path_factory.mktemp("another")
    link_files(Path(cardkit.__file__).parent, root / "cardkit", but="texts")
    link_files(Path(cardkit.__file__).parent / "texts", root / "cardkit" / "texts")
    german = json.dumps(GERMAN, ensure_ascii=False)
    (root / "cardkit" / "texts" / "de.json").write_text(german, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", SPEAK],
        env={**os.environ, "PYTHONPATH": str(root), "LC_ALL": "de_DE.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        cwd=root,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_is_named_in_its_own_words(told: Any) -> None:
    assert told["languages"] == {"en": "English", "de": "Deutsch", "ja": "日本語"}
    assert '"de": "Deutsch"' in told["page"][0]


def test_it_is_spoken_with_its_plurals_and_the_rest_in_english(told: Any) -> None:
    assert told["said"] == ["Regeln", "Leave", "1 Karte", "3 Karten"]
    assert told["mistakes"] == ["texts['de']['{n} points']: de has 2 forms of the plural, not 1"]


def test_the_terminal_takes_it_from_its_user(told: Any) -> None:
    assert told["terminal"] == ["de", "de"]
    assert told["rules"] == "de"


def test_a_client_may_ask_the_server_for_it(told: Any) -> None:
    assert told["server"] == "LanguageCommand(language='de')"


def test_the_page_has_a_module_of_its_words(told: Any) -> None:
    texts = json.loads(told["page"][1].split(" = ")[1].rstrip(";\n"))
    assert texts["Rules"] == "Regeln"
    assert "" not in texts
    assert told["title"] == {"en": "Whist", "de": "Whist", "ja": "ホイスト"}
