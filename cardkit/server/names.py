"""Names of accounts and guests: nobody can pass for somebody else.

Of names that look alike only one is given out. Knows no store: who has which name is asked
elsewhere.
"""

from __future__ import annotations

import unicodedata

from cardkit.netgame import Reason, Refused
from cardkit.netgame.conditions import shown
from cardkit.netgame.people import LONGEST_NAME
from cardkit.server.confusables import prototypes

GUEST = "guest-"
ROBOT = "robot"
RESERVED = (GUEST, ROBOT)
_COMMON = "0123456789-_."
"""What belongs to no script, so that it goes with the letters of each."""

# fmt: off
_SCRIPTS = frozenset({
    "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CJK", "CYRILLIC", "DEVANAGARI", "ETHIOPIC",
    "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "HIRAGANA", "IDEOGRAPHIC",
    "KANNADA", "KATAKANA", "KATAKANA-HIRAGANA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR",
    "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
})
"""Those of everyday use (UAX #31, table 5). Others, such as Cherokee and Lisu, copy Latin."""
# fmt: on

_JAPANESE = frozenset({"CJK", "HIRAGANA", "IDEOGRAPHIC", "KATAKANA", "KATAKANA-HIRAGANA", "LATIN"})

_MORE = {
    "-": "_.ー",
    "j": "ȷ",
    "k": "ĸ",
    "l": "i|丨",
    "w": "ω",
    "オ": "才",
    "チ": "千",
    "ヌ": "又",
    "ミ": "三",
    "リ": "り",
}
"""What Unicode's list does not have, or only among signs that are no letters."""
_MORE_LETTERS = str.maketrans({one: image for image, many in _MORE.items() for one in many})
_PAIRS = {"rn": "m", "vv": "w"}
_WITHOUT_A_SHAPE = ("FILLER", "TATWEEL")
"""In the names of letters that cannot be seen, or only make the next one longer."""
_KANA_MARKS = "\N{COMBINING KATAKANA-HIRAGANA VOICED SOUND MARK}" + (
    "\N{COMBINING KATAKANA-HIRAGANA SEMI-VOICED SOUND MARK}"
)


def normal_name(text: str) -> str:
    """The one form of a name, however it was typed."""
    return unicodedata.normalize("NFKC", text).strip()


def check_new_name(name: str) -> None:
    """Refuse a name that no account may have."""
    check_letters(name)
    if not any(c.isalpha() for c in name):
        text = "{name} is a word of the game or a number; choose another name"
        raise Refused(Reason.BAD_NAME, text, name=name)
    for prefix in RESERVED:
        if any(image.startswith(prefix) for image in looks(name)):
            text = "{name} begins like {prefix}, which no account may; choose another name"
            raise Refused(Reason.BAD_NAME, text, name=name, prefix=prefix)


def guest_name(wanted: str) -> str:
    """The name of a guest who wants to be called so; who brings the prefix along keeps it."""
    name = normal_name(wanted).removeprefix(GUEST)
    check_letters(name, LONGEST_NAME - len(GUEST))
    return GUEST + name


def looks(name: str) -> frozenset[str]:
    """What an eye in a hurry may take a name for: as it is typed, in small letters, in capitals.

    Two names that have one of these in common look alike.
    """
    typed = normal_name(name)
    forms = {_decomposed(form) for form in (typed, typed.casefold(), typed.upper())}
    return frozenset(map(_image, forms | {"".join(map(_plain, form)) for form in forms}))


def _image(letters: str) -> str:
    """The skeleton of UTS #39, but without marks, and with small letters alone."""
    image = _decomposed(letters.translate(prototypes())).casefold().translate(_MORE_LETTERS)
    for pair, one in _PAIRS.items():
        image = image.replace(pair, one)
    return image


def _decomposed(text: str) -> str:
    """Letters without their marks. In kana they make another syllable, so there they stay."""
    letters = unicodedata.normalize("NFD", text)
    return "".join(c for c in letters if not unicodedata.combining(c) or c in _KANA_MARKS)


def _plain(letter: str) -> str:
    """What a Latin letter is a variety of, where that is in its name."""
    if letter.isascii():
        return letter
    # LATIN SMALL LETTER O WITH STROKE, LATIN LETTER SMALL CAPITAL R, LATIN SMALL LIGATURE OE
    script, _, words = unicodedata.name(letter, "").partition(" ")
    base = words.partition(" WITH ")[0].rpartition(" ")[2]
    return base.lower() if script == "LATIN" and len(base) <= 2 else letter


def check_letters(name: str, most: int = LONGEST_NAME) -> None:
    """Refuse what nobody can be called."""
    good = name == normal_name(name) and 0 < len(name) <= most and any(map(str.isalnum, name))
    if not good or not all(c.isalnum() or c in _COMMON for c in name):
        text = "{name} is no name for a player: use 1 to {most} letters, digits, - _ or ."
        raise Refused(Reason.BAD_NAME, text, name=shown(name), most=most)
    names = {c: unicodedata.name(c, "") for c in name if c not in _COMMON}
    scripts = {c: words.split(" ")[0] for c, words in names.items()}
    for c, script in scripts.items():
        if script not in _SCRIPTS or names[c].endswith(_WITHOUT_A_SHAPE):
            text = "{name} has a letter that is not used in names here: {letter}"
            raise Refused(Reason.BAD_NAME, text, name=shown(name), letter=names[c])
    if len({*scripts.values()}) > 1 and not _JAPANESE.issuperset(scripts.values()):
        raise Refused(
            Reason.BAD_NAME,
            "{name} mixes scripts: {scripts}; write all of it in one",
            name=name,
            scripts=", ".join(sorted({*scripts.values()})),
        )
