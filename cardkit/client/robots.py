"""Robots as people meet them in a terminal: by a name of their own, with a face of five characters.

The brackets of a face tell how well the robot plays, the rest is its own.
"""

from __future__ import annotations

from cardkit.levels import ROBOT, Level, level_of
from cardkit.netgame import Reason, Refused, say

_HEADS = {Level.EASY: ("(", ")"), Level.NORMAL: ("[", "]"), Level.STRONG: ("{", "}")}
_FACES = ("o_o", "^_^", "-_-", "o.o", "'u'", "^o^", "*_*", "=_=", "-.-", "^.^")


def level_named(word: str) -> Level:
    """The level that is meant, or a refusal."""
    try:
        return Level(word.lower())
    except ValueError:
        text = "robots are {known}, not {word}"
        raise Refused(Reason.BAD_OPTION, text, known=", ".join(Level), word=word[:20]) from None


def level_told(word: str, language: str) -> str:
    """In a few words: robots: strong. Nothing for a level that is not known here."""
    if word not in [*Level]:
        return ""
    return say("robots: {level}", language, level=Level(word).title)


def is_robot(name: str) -> bool:
    return name.startswith(ROBOT)


def called(name: str, language: str) -> str:
    """A name as it is shown: a robot's own, or its number where it has none."""
    if not is_robot(name):
        return name
    own = name.removeprefix(ROBOT)
    return own.capitalize() if own.isalpha() else say("robot {number}", language, number=own)


def face_of(name: str) -> str:
    """The face of a robot; people have none here."""
    if not is_robot(name):
        return ""
    level = level_of(name)
    number = level.robots.index(name) if level else sum(map(ord, name))
    left, right = _HEADS[level or Level.NORMAL]
    return f"{left}{_FACES[number % len(_FACES)]}{right}"
