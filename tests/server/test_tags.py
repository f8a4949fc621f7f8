"""What was carried out under a tag is not carried out again, also after a restart."""

from __future__ import annotations

import pytest

from cardkit.server.session import TAGS_KEPT
from tests.server_helpers import CoreServer
from tests.tiny_games import Nim


def say(server: CoreServer, name: str, line: str) -> list[list[object]]:
    return server.say(name, line.split(" "))


def moves(server: CoreServer, count: int) -> str:
    """So many tagged moves of ann in one match, and her token."""
    token = str(say(server, "ann", "ENTER ann")[0][3])
    say(server, "bob", "ENTER bob")
    say(server, "ann", "OPEN nim long")
    for name in ("ann", "bob"):
        say(server, name, "JOIN nim-1")
        say(server, name, "LOGIN")
    table = server.core.tables["nim-1"].table
    done = 0
    while done < count:
        if not table.playing:
            say(server, "bob", "START")
        elif table.names[table.awaited[0]] == "guest-ann":
            done += 1
            assert say(server, "ann", f"#m{done} TAKE 1")[0] == [f"#m{done}", "OK"]
        else:
            say(server, "bob", "TAKE 1")
    return token


@pytest.mark.parametrize("line", ["CHAT hello", "OPEN nim", "EXIT"])
@pytest.mark.parametrize("count", [TAGS_KEPT - 2, TAGS_KEPT, 2 * TAGS_KEPT])
def test_what_came_after_many_moves_is_not_done_again_after_a_restart(
    line: str, count: int
) -> None:
    before = CoreServer({"nim": Nim})
    token = moves(before, count)
    assert say(before, "ann", f"#x {line}")[0][1] == "OK"
    after = CoreServer({"nim": Nim}, before.pages)
    say(after, "ann", f"RESUME {token}")
    rows = len(after.pages)
    assert say(after, "ann", f"#x {line}") == [["#x", "OK"]]
    assert len(after.pages) == rows
    assert [*after.core.tables] == [*before.core.tables]


def test_the_same_tags_are_known_before_and_after_a_restart() -> None:
    before = CoreServer({"nim": Nim})
    moves(before, 20)
    for number in range(5):
        say(before, "ann", f"#c{number} CHAT hello")
    table = before.core.tables["nim-1"].table
    for number in range(20):  # later than what was saved with the chat
        if not table.playing:
            say(before, "bob", "START")
        for player in ("bob", "ann"):
            say(before, player, f"#l{number} TAKE 1")
    after = CoreServer({"nim": Nim}, before.pages)
    for name, session in before.core.sessions.items():
        assert list(after.core.sessions[name].tags or ()) == list(session.tags or ())
    assert len(before.core.sessions["guest-ann"].tags or ()) == TAGS_KEPT
