"""Names of accounts and guests: of all that look alike, one can be given out."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.games.page_one import PageOne
from cardkit.netgame import Reason, Refused
from cardkit.server.confusables import FILE, prototypes
from cardkit.server.names import check_new_name, guest_name, looks, normal_name
from tools.confusables import compact

LETTERS = st.characters(categories=["L", "Nd", "Nl"], include_characters="-_.")


def refusal(name: str) -> Refused:
    with pytest.raises(Refused) as caught:
        check_new_name(name)
    assert caught.value.reason == Reason.BAD_NAME
    assert caught.value.text().isprintable()
    assert len(caught.value.text()) < 250
    return caught.value


def alike(one: str, other: str) -> bool:
    return bool(looks(one) & looks(other))


def accepted(name: str) -> bool:
    try:
        check_new_name(name)
    except Refused:
        return False
    return True


# --- good and bad names --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("ann", "Ann-2", "x_y.z", "élan", "Øystein", "ΩΜΕΓΑ", "Иван", "Иван-2", "علی", "김철수"),
        *(
            "大富豪",
            "ラーメン",
            "さくら",
            "山田Taro",
            "佐々木",
            "二〇二〇年",
            "王小明",
            "नल",
            "गज९",
        ),
    ],
)
def test_a_name_in_one_script_is_good(name: str) -> None:
    check_new_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "a b", "a\n", "a\x00b", "\x1b[31mann", "a\u200bb", "\ud800", "x" * 25, "💩"),
        *("\u202eann", "ann\u2066", "\u200fann", "a\u061cb", "ａｎｎ", "ﬁn", "x²", "e\u0301lan"),
        *("1", "-5", "007", "-", "..", "_", " ann"),
    ],
)
def test_what_a_table_would_refuse_is_no_account(name: str) -> None:
    refusal(name)


@pytest.mark.parametrize("name", ["аnn", "Ιvan", "Иvan", "김Kim", "b०b", "Мαx"])
def test_one_name_has_letters_of_one_script(name: str) -> None:
    assert "mixes scripts" in refusal(name).text()


@pytest.mark.parametrize(
    "name", ["ᎪᎡᏔ", "ꓮꓠꓠ", "𐐀𐐁", "김\N{HANGUL JUNGSEONG FILLER}", "عل\N{ARABIC TATWEEL}ى"]
)
def test_scripts_that_copy_latin_and_letters_without_a_shape_are_refused(name: str) -> None:
    assert "not used in names" in refusal(name).text()


@pytest.mark.parametrize(
    "name", ["guest-ann", "GUEST-Ann", "guest_ann", "guest.1", "robot", "Robot-3", "r0bot", "ROB0T"]
)
def test_what_begins_like_a_guest_or_a_robot_is_no_account(name: str) -> None:
    assert "begins like" in refusal(name).text()


@given(st.text(LETTERS, min_size=1, max_size=30).map(normal_name))
def test_the_name_of_an_account_is_one_for_a_table(name: str) -> None:
    if accepted(name) and not PageOne().is_word(name):
        PageOne().apply(name, "ENTER")


@given(st.text(max_size=40))
def test_nothing_but_a_refusal_comes_of_any_text(text: str) -> None:
    accepted(text)
    accepted(normal_name(text))
    looks(text)


@given(st.text(max_size=40))
def test_a_normal_name_is_its_own_normal_name(text: str) -> None:
    assert normal_name(normal_name(text)) == normal_name(text)


# --- guests --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("ann", "guest-ann"),
        (" ａｎｎ ", "guest-ann"),
        ("guest-ann", "guest-ann"),
        ("Иван", "guest-Иван"),
        ("17", "guest-17"),
        ("x" * 18, "guest-" + "x" * 18),
    ],
)
def test_a_guest_is_called_one(wanted: str, name: str) -> None:
    assert guest_name(wanted) == name


@pytest.mark.parametrize("wanted", ["x" * 19, "", "guest-", "a b", "--", "аnn", "\u202eann"])
def test_a_guest_has_to_have_a_good_name_too(wanted: str) -> None:
    with pytest.raises(Refused) as caught:
        guest_name(wanted)
    assert caught.value.reason == Reason.BAD_NAME


def test_a_guest_is_told_how_long_a_name_may_be() -> None:
    with pytest.raises(Refused, match="1 to 18 letters"):
        guest_name("x" * 19)


@given(st.text(LETTERS, max_size=20))
def test_a_guest_is_never_taken_for_an_account(wanted: str) -> None:
    try:
        name = guest_name(wanted)
    except Refused:
        return
    assert guest_name(name) == name
    assert len(name) <= 24
    assert not accepted(name)
    PageOne().apply(name, "ENTER")


# --- look-alikes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *[("ann", "Ann"), ("lan", "Ian"), ("bill", "bi11"), ("bob", "b0b"), ("élan", "elan")],
        *[("barney", "bamey"), ("vvill", "will"), ("a-b", "a_b"), ("a.b", "a-b"), ("x|y", "xly")],
        *[("coco", "сосо"), ("Toma", "Тома"), ("hak", "НАК"), ("kat", "κατ"), ("vio", "νιο")],
        *[("sos3", "ѕоѕз"), ("oho", "օհօ"), ("jørn", "jom"), ("Łukasz", "lukasz")],
        *[("ann", "ᴀɴɴ"), ("ılk", "ilk"), ("İlk", "ilk"), ("Straße", "strasse"), ("Œuf", "oeuf")],
        *[
            ("ラーメン", "ラ一メン"),
            ("カロ", "力口"),
            ("ヘリ", "へり"),
            ("ﾆﾝ", "二ン"),
            ("ー", "-"),
        ],
    ],
)
def test_names_that_look_alike_are_found(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *[("ANN", "ΑΝΝ"), ("NINA", "ΝΙΝΑ"), ("YAYA", "ҮАҮА"), ("GOGO", "ԌОԌО")],
        *[("ΒΟΒ", "ВОВ"), ("BOB", "ΒΟΒ"), ("PETE", "РЕТЕ"), ("MAX", "МАХ"), ("SUE", "ՏՍЕ")],
    ],
)
def test_what_looks_alike_in_capitals_does_so_however_it_is_typed(one: str, other: str) -> None:
    for typed in (one, one.lower(), one.title()):
        for copy in (other, other.lower(), other.title()):
            assert alike(typed, copy)


def test_what_only_small_letters_share_is_found_in_capitals_too() -> None:
    assert alike("vov", "νον")
    assert alike("VOV", "ΝΟΝ")
    assert alike("NON", "ΝΟΝ")
    assert not alike("VOV", "NON")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *[("ann", "anna"), ("ann", "bob"), ("ann5", "anns"), ("clark", "dark"), ("a-b", "ab")],
        *[("かき", "かぎ"), ("はは", "ぱぱ"), ("Иван", "Ivan"), ("山", "川"), ("nan", "van")],
    ],
)
def test_names_that_can_be_told_apart_are_let_through(one: str, other: str) -> None:
    assert not alike(one, other)


@given(st.text(LETTERS, max_size=24))
def test_capitals_make_no_other_name(text: str) -> None:
    name = normal_name(text)
    assert alike(name, name.casefold())
    assert alike(name, name.upper())


@given(st.text("abcxyzAOIl01rnv", min_size=1), st.text("\u0300\u0308\u0323", max_size=2))
def test_accents_make_no_other_name(text: str, marks: str) -> None:
    assert alike(text[0] + marks + text[1:], text)


def test_every_name_leaves_something_to_compare() -> None:
    letters = (chr(code) for code in range(sys.maxunicode + 1))
    empty = [c for c in letters if c.isalnum() and accepted(c) and not all(looks(c))]
    assert list(map(unicodedata.name, empty)) == []


# --- Unicode's list ------------------------------------------------------------------------------


def test_every_letter_looks_like_the_one_that_unicode_says() -> None:
    wrong = [
        (chr(code), prototype)
        for code, prototype in prototypes().items()
        if not alike(chr(code), prototype)
    ]
    assert wrong == []
    assert len(prototypes()) > 2000


UNICODE_FILE = """\
\N{BYTE ORDER MARK}# confusables.txt
# Version: 99.0.0
#
0430 ;\t0061 ;\tMA\t# ( а → a ) CYRILLIC SMALL LETTER A → LATIN SMALL LETTER A\t#
FF41 ;\t0061 ;\tMA\t# ( ａ → a ) FULLWIDTH LATIN SMALL LETTER A → LATIN SMALL LETTER A\t# →а→
0251 ;\t0061 ;\tMA\t# ( ɑ → a ) LATIN SMALL LETTER ALPHA → LATIN SMALL LETTER A\t#

006D ;\t0072 006E ;\tMA\t# ( m → rn ) LATIN SMALL LETTER M → LATIN SMALL LETTER R, …\t#
2223 ;\t006C ;\tMA\t# ( ∣ → l ) DIVIDES → LATIN SMALL LETTER L\t#
"""


def test_of_unicode_s_list_the_letters_are_kept_that_a_name_can_have() -> None:
    *head, a, m = compact(UNICODE_FILE).splitlines()
    assert (a, m) == ("a\tɑа", "rn\tm")
    assert "99.0.0" in " ".join(head)
    assert "Unicode-3.0" in " ".join(head)


def test_the_list_is_that_of_a_known_version_and_small() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert "version 17.0.0" in text
    assert len(text.encode()) < 20_000
