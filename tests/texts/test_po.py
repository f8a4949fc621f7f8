"""What the code says and the .po files are the same: nothing missing, nothing spare."""

import json
import re
from collections import Counter
from gettext import c2py
from pathlib import Path

import pytest

from cardkit.cardgame import CardGame
from cardkit.cardgame.rules import RULE, summary_of
from cardkit.netgame.definition import conditions_in
from cardkit.registry import find_game, installed
from cardkit.texts import LANGUAGES, plurals_of
from tools import texts
from tools.texts import Message

OTHERS = LANGUAGES[1:]
GAMES = [find_game(name) for name in installed()]


@pytest.mark.parametrize("language", OTHERS)
def test_what_the_code_says_is_what_the_po_file_has(language: str) -> None:
    catalog = texts.read(language)
    said, has = texts.extract(), texts.messages_of(catalog)
    assert [message for message in said if message not in has] == []
    assert texts.as_po(texts.updated(catalog)) == texts.po_file(language).read_bytes(), (
        "make texts brings it in line with the code"
    )


@pytest.mark.parametrize("language", OTHERS)
def test_all_is_translated_with_the_parts_of_the_english_sentence(language: str) -> None:
    catalog = texts.read(language)
    assert texts.faults_of(catalog) == []
    assert texts.untranslated(catalog) == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_read_is_what_the_po_file_compiles_to(language: str) -> None:
    compiled = texts.po_file(language).with_suffix(".json").read_text(encoding="utf-8")
    assert compiled == texts.compiled(texts.read(language))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_what_a_game_says_of_itself_is_there_in_japanese(game: type[CardGame]) -> None:
    said = [game.title, summary_of(game), *game.notes, *game.scoring]
    for preset in ("", *game.presets):
        for condition in conditions_in(game.with_options(preset)).values():
            said += [message.template for message in texts.said_by(type(condition))]
    missing = [text for text in said if texts.has_words(text)]
    assert [text for text in missing if game.catalogue.find(text, "ja", RULE) is None] == []


# --- numbers ---------------------------------------------------------------------------------

NEVER_ONE = {
    "{number} points": "what is lost by a mistake has decimals where it is little",
    "{count} cards": "one card has words of its own",
    "{a} or {b} cards": "a hand of one card is told by itself",
    "{value} cards are to be drawn, or handed on": "two, or more",
    "A draw is {count} cards.": "a draw of one card is not worth a sentence",
    "Titles of {players} players, from first to last: {titles}.": "one player has no title",
    "a single match has {players}, and there are {bots} bots; --format round-robin lets all "
    "groups of them play": "more than are at a table",
    "{bots} bots need as many seats, and there are only {players}": "more than there are players",
    "this record has {count:,} inputs; here at most {most:,} are shown, and cardkit replay shows "
    "any number": "more than a limit of the toolkit",
    "If you go out in one turn without having laid down a card before, the game counts {at_once} "
    "times.": "three, or more",
    "{points} points per game": "a mean, with its decimals",
    "{points} points per match": "a mean, with its decimals",
}
"""Why their numbers need no form for one."""
NUMBER = r"(?<!to )(?<!–)\{\w+(?::[^}]*)?\} (?:more |strongest )?"


def fixed_plurals(said: texts.Said) -> set[str]:
    """The sentences in which a number stands before a noun that others say in two forms."""
    nouns = {
        noun
        for message in said
        for noun in re.findall(NUMBER + r"([a-z]+s|people)\b", message.template)
        if message.one and noun not in re.sub(r"\{.*?\}", "", message.one)
    } - {"bytes"}  # limits, never of one
    counts = re.compile(f"{NUMBER}({'|'.join(sorted(nouns))})\\b")
    return {
        message.template for message in said if not message.one and counts.search(message.template)
    }


def test_no_sentence_leaves_it_to_the_reader_whether_there_is_one_or_more() -> None:
    told = [*texts.mentions(), *(message.template for message in texts.extract())]
    assert [text for text in told if re.search(r"\w\((s|es|ies)\)", text)] == []


def test_what_is_said_of_a_number_has_a_form_for_one() -> None:
    assert fixed_plurals(texts.extract()) == NEVER_ONE.keys()


def test_a_fixed_plural_is_found() -> None:
    said = {Message("{n} cards", "", "1 card"): {"a.py"}}
    for wrong in ("you must draw {count} cards", "{n:,} more cards are needed"):
        assert fixed_plurals({**said, Message(wrong): {"b.py"}}) == {wrong}
    for right in ("{least} to {most} cards", "{who} plays {cards}", "{count} of your cards"):
        assert fixed_plurals({**said, Message(right): {"b.py"}}) == set()


def test_no_two_messages_have_a_form_in_common() -> None:
    said = texts.extract()
    forms = Counter(form for m in said if not m.context for form in {m.one, m.template} - {""})
    assert [form for form, times in forms.items() if times > 1] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_number_takes_the_form_that_the_po_file_says(language: str) -> None:
    catalog = texts.read(language)
    forms, rule = plurals_of(language)
    expression = c2py(catalog.plural_expr)
    assert forms == catalog.num_plurals
    assert [rule(n) for n in range(200)] == [expression(n) for n in range(200)]


# --- the tool --------------------------------------------------------------------------------


def test_every_way_to_say_something_is_found() -> None:
    source = """
wrong = "{a} and {b}"
raise Refused(Reason.X, "yes" if good else "no", part=Text("never"))
print(plural(n, "one card", "{n} cards"), say("Time", lang, "of day"), Text("Draw", "rule"))
print(table.catalogue.say("from a game"), connection.say("JOIN"))
"""
    assert set(texts.messages_in(source)) == {
        *map(Message, ("{a} and {b}", "yes", "no", "never", "from a game")),
        Message("{n} cards", "", "one card"),
        Message("Time", "of day"),
        Message("Draw", "rule"),
    }
    assert len(texts.conditions()) > 20


PO = """msgid ""
msgstr ""
"Language: ja\\n"

msgid "nobody says this"
msgstr "誰も言わない"

msgid "Draw"
msgstr "引く"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tool reads and writes; nothing but `Draw` and `{n} cards` is said."""
    (tmp_path / "ja.po").write_text(PO, encoding="utf-8")
    monkeypatch.setattr(texts, "TEXTS", tmp_path)
    said = {Message("Draw"): {"a.py"}, Message("{n} cards", "", "one card"): {"b.py"}}
    monkeypatch.setattr(texts, "extract", lambda: dict(said))
    return tmp_path


def test_update_keeps_what_is_said_asks_for_what_is_new_and_drops_the_rest(folder: Path) -> None:
    assert texts.main("update") == 0
    assert texts.messages_of(texts.read("ja")) == {
        Message("Draw"): ("引く",),
        Message("{n} cards", "", "one card"): ("",),
    }


@pytest.mark.parametrize(
    ("msgstr", "wrong"),
    [
        ('msgstr[0] "{count}枚"', "{count} is not in the English sentence, which has {n}"),
        ('msgstr[0] "{n}枚"\nmsgstr[1] "{n}枚"', "msg has more translations than num_plurals"),
    ],
)
def test_a_bad_translation_is_not_compiled(
    folder: Path, capsys: pytest.CaptureFixture[str], msgstr: str, wrong: str
) -> None:
    entry = f'\nmsgid "one card"\nmsgid_plural "{{n}} cards"\n{msgstr}\n'
    (folder / "ja.po").write_text(PO + entry, encoding="utf-8")
    assert texts.main("compile") == 1
    assert wrong in capsys.readouterr().err
    assert not (folder / "ja.json").exists()


def test_a_fuzzy_translation_is_not_compiled(folder: Path) -> None:
    (folder / "ja.po").write_text(PO.replace('msgid "Draw"', '#, fuzzy\nmsgid "Draw"'), "utf-8")
    assert texts.main("compile") == 1


def test_contexts_and_plurals_are_compiled(folder: Path) -> None:
    entry = '\nmsgctxt "rule"\nmsgid "Draw"\nmsgstr "札を引く"\n'
    entry += '\nmsgid "one card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n}枚"\n'
    (folder / "ja.po").write_text(PO + entry, encoding="utf-8")
    assert texts.main("compile") == 0
    assert json.loads((folder / "ja.json").read_text(encoding="utf-8")) == {
        "": "nplurals=1; plural=0;",
        "nobody says this": "誰も言わない",
        "Draw": "引く",
        "rule\x04Draw": "札を引く",
        "{n} cards": "{n}枚",
    }


def test_what_is_not_translated_yet_stays_english_and_is_counted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert texts.main("update") == 0
    assert texts.main("compile") == 0
    assert capsys.readouterr().out == "ja: 1 of 2 sentences stay English\n"
    compiled = json.loads((folder / "ja.json").read_text(encoding="utf-8"))
    assert compiled == {"": "nplurals=1; plural=0;", "Draw": "引く"}


def test_an_empty_file_is_the_beginning_of_another_language(folder: Path) -> None:
    (folder / "pt-BR.po").touch()
    assert texts.main("update") == 0
    filled = texts.po_file("pt-BR").read_text(encoding="utf-8")
    assert '"Language: pt_BR\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"' in filled
    translated = filled.replace('msgid "Draw"\nmsgstr ""', 'msgid "Draw"\nmsgstr "Comprar"')
    forms = ('[0] "{n} carta"', '[1] "{n} cartas"')
    for n, form in enumerate(forms):
        translated = translated.replace(f'msgstr[{n}] ""', f"msgstr{form}")
    texts.po_file("pt-BR").write_text(translated, encoding="utf-8")
    assert texts.main("compile") == 0
    assert json.loads((folder / "pt-BR.json").read_text(encoding="utf-8")) == {
        "": "nplurals=2; plural=(n > 1);",
        "Draw": "Comprar",
        "{n} cards": ["{n} carta", "{n} cartas"],
    }
