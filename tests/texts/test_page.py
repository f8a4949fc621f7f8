"""The page has its words from where the program has them, and only those that it needs."""

import json

from cardkit.server.history import MatchState
from cardkit.texts import translate
from cardkit.web.files import PAGE, TOLD, texts_module
from tools.texts import extract


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
