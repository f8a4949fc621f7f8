"""What people and programs may say to a server, sensible or not."""

from __future__ import annotations

from collections.abc import Iterable

from cardkit.netgame import NetGame
from cardkit.netgame.inputs import PARTICIPANTS, WORLD
from cardkit.protocol.client_commands import CLIENT_COMMANDS

JUNK = (
    *("", "#", "#1", "ann", "p1", "robot-1", "-1", "0", "99999999999999999999", "1.5", "nan", "=="),
    *("S3", "D4", "??", "J1", "table", "stock", "KEY", "x" * 900, "\x00", "\u202e", "é", "１", "="),
    *("on", "hand", "en", "ja", "whist", "DAIFUGO", "a=b", "robots=yes", "pause=1", "grace=nan"),
    *("policy=suspend", "title=" + "x" * 50, "\u0130", "ß", "ﬁ", "WATCH", "t" + "0" * 32, "a b"),
)
"""What may follow a verb, and hardly ever should."""


def verbs_of(games: Iterable[type[NetGame]]) -> tuple[str, ...]:
    """All verbs that mean something: to the server, at any table, or in one of these games."""
    spoken = (*CLIENT_COMMANDS, *PARTICIPANTS, *WORLD)
    return tuple(dict.fromkeys((*spoken, *(verb for game in games for verb in game.verbs))))
