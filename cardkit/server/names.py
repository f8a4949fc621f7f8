"""Names of accounts and guests: nobody can pass for somebody else.

Two names that look alike have the same skeleton, so of each skeleton only one is given out.
Knows no store: who has which name is asked elsewhere.
"""

from __future__ import annotations

import unicodedata

from cardkit.netgame import Reason, Refused
from cardkit.netgame.conditions import shown
from cardkit.netgame.people import LONGEST_NAME

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

# Small and capital letters count as one, so a letter is here when either of its forms is the
# image of the other letter's; i is with l because I is. Two that differ by more than a stroke,
# such as 5 and S, are not here: ann5 and anns may both play.
_IMAGES = {
    "-": "_.ー一",
    "3": "з",
    "6": "б",
    "a": "ɑаα",
    "b": "вьβ",
    "c": "с",
    "d": "ðԁ",
    "e": "еε",
    "g": "ց",
    "h": "нһηհ",
    "j": "јϳյ",
    "k": "ĸкκ",
    "l": "1i|ǀɩіӏι丨",
    "m": "мμ",
    "n": "ո",
    "o": "0оοօ〇",
    "p": "þрρ",
    "q": "ԛզ",
    "r": "г",
    "s": "ѕ",
    "t": "тτ",
    "u": "υս",
    "v": "νѵ",
    "w": "ԝѡω",
    "x": "хχ",
    "y": "уγ",
    "z": "ζ",
    "エ": "工",
    "オ": "才",
    "カ": "力",
    "タ": "夕",
    "チ": "千",
    "ト": "卜",
    "ニ": "二",
    "ヌ": "又",
    "ハ": "八",
    "ヘ": "へ",
    "ミ": "三",
    "リ": "り",
    "ロ": "口",
}
_IMAGE_OF = str.maketrans({one: image for image, many in _IMAGES.items() for one in many})
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
    _check_letters(name, LONGEST_NAME)
    if not any(c.isalpha() for c in name):
        raise Refused(
            Reason.BAD_NAME,
            "{name} is a word of the game or a number; choose another name",
            name=name,
        )
    for prefix in RESERVED:
        if skeleton(name).startswith(prefix):
            raise Refused(
                Reason.BAD_NAME,
                "{name} begins like {prefix}, which no account may; choose another name",
                name=name,
                prefix=prefix,
            )


def is_robot(name: str) -> bool:
    """Whether a player is a robot of the house; nobody else is called so."""
    return name.startswith(ROBOT)


def guest_name(wanted: str) -> str:
    """The name of a guest who wants to be called so; who brings the prefix along keeps it."""
    name = normal_name(wanted).removeprefix(GUEST)
    _check_letters(name, LONGEST_NAME - len(GUEST))
    return GUEST + name


def skeleton(name: str) -> str:
    """What is left of a name for an eye that is in a hurry: the same for all that look alike."""
    letters = unicodedata.normalize("NFD", normal_name(name).casefold())
    plain = "".join(map(_plain, letters)).translate(_IMAGE_OF)
    for pair, image in _PAIRS.items():
        plain = plain.replace(pair, image)
    return plain


def _plain(letter: str) -> str:
    """A letter without its marks. In kana they make another syllable, so there they stay."""
    if letter.isascii() or letter in _KANA_MARKS:
        return letter
    if unicodedata.combining(letter):
        return ""
    # LATIN SMALL LETTER O WITH STROKE, LATIN LETTER SMALL CAPITAL R, LATIN SMALL LIGATURE OE
    script, _, words = unicodedata.name(letter, "").partition(" ")
    base = words.partition(" WITH ")[0].rpartition(" ")[2]
    return base.lower() if script == "LATIN" and len(base) <= 2 else letter


def _check_letters(name: str, most: int) -> None:
    good = name == normal_name(name) and 0 < len(name) <= most and any(map(str.isalnum, name))
    if not good or not all(c.isalnum() or c in _COMMON for c in name):
        raise Refused(
            Reason.BAD_NAME,
            "{name} is no name for a player: use 1 to {most} letters, digits, - _ or .",
            name=shown(name),
            most=most,
        )
    names = {c: unicodedata.name(c, "") for c in name if c not in _COMMON}
    scripts = {c: words.split(" ")[0] for c, words in names.items()}
    for c, script in scripts.items():
        if script not in _SCRIPTS or names[c].endswith(_WITHOUT_A_SHAPE):
            raise Refused(
                Reason.BAD_NAME,
                "{name} has a letter that is not used in names here: {letter}",
                name=shown(name),
                letter=names[c],
            )
    if len({*scripts.values()}) > 1 and not _JAPANESE.issuperset(scripts.values()):
        raise Refused(
            Reason.BAD_NAME,
            "{name} mixes scripts: {scripts}; write all of it in one",
            name=name,
            scripts=", ".join(sorted({*scripts.values()})),
        )
