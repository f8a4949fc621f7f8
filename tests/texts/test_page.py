"""The page has its words from where the program has them, and only those that it needs."""

import json
import shutil
import subprocess
from gettext import c2py
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from babel.messages.plurals import get_plural

from cardkit.server.history import MatchState
from cardkit.texts import LANGUAGES, plural, spoken, translate
from cardkit.web.files import PAGE, TOLD, read_files, texts_module
from tools.texts import extract

NODE = shutil.which("node") or ""
FILES = read_files()
needs_node = pytest.mark.skipif(not NODE, reason="node is not installed")


def on_page(*calls: tuple[str, list[Any]]) -> list[Any]:
    """What these functions of the page's i18n.js return; `say` is given a plural."""
    script = Path(__file__).with_name("say.mjs")
    with TemporaryDirectory() as folder:
        for name in ("deck.js", "i18n.js", "kept.js", "languages.js"):
            (Path(folder) / name).write_bytes(FILES[name])
        told = subprocess.run(
            [NODE, script, folder],
            input=json.dumps(calls),
            capture_output=True,
            text=True,
            check=True,
        )
    found: list[Any] = json.loads(told.stdout)
    return found


def of_page(language: str) -> dict[str, str]:
    said = "".join(path.read_text(encoding="utf-8") for path in PAGE.glob("*.js"))
    found: dict[str, str] = json.loads(texts_module(language, said).split(" = ")[1].rstrip(";\n"))
    return found


def test_the_page_has_the_words_for_all_that_it_says_and_is_told() -> None:
    has = of_page("ja")
    page = "cardkit/web/page/"
    said = {m.key for m, files in extract().items() if any(f.startswith(page) for f in files)}
    assert said | TOLD <= has.keys()
    assert {state.value for state in MatchState} <= TOLD
    assert {text: translate(text, "ja") for text in has} == has


def test_the_page_does_not_carry_what_only_the_program_says() -> None:
    assert "or, with nothing but nc:" not in of_page("ja")


NUMBERS = (0, 1, 2, 5, 11, 21, 1000, -1)


@needs_node
def test_the_page_says_a_number_as_the_program_does() -> None:
    one, many = "1 point", "{n:,} points"
    texts = {"ja": {many: translate(many, "ja")}}
    for language in ("en", "ja"):
        said = on_page(*(("plural", [n, one, many, language, texts]) for n in NUMBERS))
        told = [plural(n, one, many).text(language).replace("-", "−") for n in NUMBERS]
        assert said == told


@needs_node
@pytest.mark.parametrize("language", ["en", "ja", "de", "fr", "ru", "pl"])
def test_the_page_chooses_among_forms_as_the_header_of_a_po_file_does(language: str) -> None:
    header = get_plural(language)
    forms, rule = list(range(header.num_plurals)), c2py(header.plural_expr)
    numbers = range(1, 120)
    assert on_page(*(("formFor", [n, forms, language]) for n in numbers)) == [*map(rule, numbers)]


WISHES = ("ja", "ja-JP", "JA", "en-GB-oxendict", "pt-br", "", "j", "-", "xx-ja")


@needs_node
def test_the_page_finds_a_language_as_the_program_does() -> None:
    known = dict.fromkeys(LANGUAGES, "")
    found = on_page(*(("spoken", [wish, known]) for wish in WISHES))
    assert [each or "" for each in found] == [*map(spoken, WISHES)]
    assert found[:4] == ["ja", "ja", "ja", "en"]
    assert on_page(("spoken", ["pt-br", {"pt": "", "pt-BR": ""}])) == ["pt-BR"]
