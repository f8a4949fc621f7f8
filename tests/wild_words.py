"""What people and programs may say to a server, sensible or not."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from cardkit.netgame import NetGame
from cardkit.netgame.declared import DECLARED_TEXTS, Fact, Notice, Pile, Word
from cardkit.netgame.inputs import PARTICIPANTS, WORLD
from cardkit.protocol.client_commands import CLIENT_COMMANDS

JUNK = (
    *("", "#", "#1", "ann", "p1", "robot-1", "-1", "0", "99999999999999999999", "1.5", "nan", "=="),
    *("S3", "D4", "??", "J1", "table", "stock", "KEY", "x" * 900, "\x00", "\u202e", "é", "１", "="),
    *("on", "hand", "en", "ja", "whist", "DAIFUGO", "a=b", "robots=yes", "pause=1", "grace=nan"),
    *("policy=suspend", "title=" + "x" * 50, "\u0130", "ß", "ﬁ", "WATCH", "t" + "0" * 32, "a b"),
)
"""What may follow a verb, and hardly ever should."""

_WORD = st.text(max_size=3) | st.sampled_from(
    ("words", "facts", "notices", "piles", "ja", "{who}", "{", "DRAW", "suit", "S7", "\x1b[2J")
)
_PROPERTY = st.sampled_from(
    sorted({*DECLARED_TEXTS, *(n for each in (Word, Fact, Notice, Pile) for n in each.__slots__)})
)
ANYTHING: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _WORD,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(_WORD, inner, max_size=4)
        | st.dictionaries(_PROPERTY, inner, max_size=8)
        | st.fixed_dictionaries(
            {listed: st.lists(inner) for listed in ("words", "facts", "notices", "piles", "ja")}
        )
    ),
)
"""What a server may send in the place of a declaration or of texts."""


def verbs_of(games: Iterable[type[NetGame]]) -> tuple[str, ...]:
    """All verbs that mean something: to the server, at any table, or in one of these games."""
    spoken = (*CLIENT_COMMANDS, *PARTICIPANTS, *WORLD)
    return tuple(dict.fromkeys((*spoken, *(verb for game in games for verb in game.verbs))))
