"""What was carried out under a tag is not carried out again, also after a restart."""

from __future__ import annotations

import pytest

from cardkit.server.session import TAGS_KEPT
from tests.server_helpers import Evening
from tests.tiny_games import Nim


def say(evening: Evening, name: str, line: str) -> list[list[object]]:
    return evening.say(name, line.split(" "))


def moves(evening: Evening, count: int) -> str:
    """So many tagged moves of ann in one match, and her token."""
    token = str(say(evening, "ann", "ENTER ann")[0][3])
    say(evening, "bob", "ENTER bob")
    say(evening, "ann", "OPEN nim long")
    for name in ("ann", "bob"):
        say(evening, name, "JOIN nim-1")
        say(evening, name, "LOGIN")
    table = evening.core.tables["nim-1"].table
    done = 0
    while done < count:
        if not table.playing:
            say(evening, "bob", "START")
        elif table.names[table.awaited[0]] == "guest-ann":
            done += 1
            assert say(evening, "ann", f"#m{done} TAKE 1")[0] == [f"#m{done}", "OK"]
        else:
            say(evening, "bob", "TAKE 1")
    return token


@pytest.mark.parametrize("line", ["CHAT hello", "OPEN nim", "EXIT"])
@pytest.mark.parametrize("count", [TAGS_KEPT - 2, TAGS_KEPT, 2 * TAGS_KEPT])
def test_what_came_after_many_moves_is_not_done_again_after_a_restart(
    line: str, count: int
) -> None:
    before = Evening({"nim": Nim})
    token = moves(before, count)
    assert say(before, "ann", f"#x {line}")[0][1] == "OK"
    after = Evening({"nim": Nim}, before.pages)
    say(after, "ann", f"RESUME {token}")
    rows = len(after.pages)
    assert say(after, "ann", f"#x {line}") == [["#x", "OK"]]
    assert len(after.pages) == rows
    assert [*after.core.tables] == [*before.core.tables]


def test_the_same_tags_are_known_before_and_after_a_restart() -> None:
    before = Evening({"nim": Nim})
    moves(before, 20)
    for number in range(5):
        say(before, "ann", f"#c{number} CHAT hello")
    table = before.core.tables["nim-1"].table
    for number in range(20):  # later than what was saved with the chat
        if not table.playing:
            say(before, "bob", "START")
        for player in ("bob", "ann"):
            say(before, player, f"#l{number} TAKE 1")
    after = Evening({"nim": Nim}, before.pages)
    for name, session in before.core.sessions.items():
        assert list(after.core.sessions[name].tags or ()) == list(session.tags or ())
    assert len(before.core.sessions["guest-ann"].tags or ()) == TAGS_KEPT
