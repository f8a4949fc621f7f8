"""WHY: what the table would say to a command, without saying it."""

from __future__ import annotations

from cardkit.registry import find_game
from cardkit.server.session import Caller
from cardkit.testing.evening import Evening

GAMES = {"whist": find_game("whist")}


def say(evening: Evening, caller: Caller, *lines: str) -> str:
    """Say something, and all that this caller hears of it."""
    evening.hear(caller)
    for line in lines:
        evening.say(caller, line)
    return evening.hear(caller)


def four_at_whist(options: str = "") -> tuple[Evening, list[Caller]]:
    evening = Evening(GAMES, "why")
    callers = [evening.caller() for _ in range(4)]
    for caller, name in zip(callers, ("ann", "bob", "cem", "dai"), strict=True):
        say(evening, caller, f"ENTER {name}")
    assert say(evening, callers[0], f"OPEN whist {options}").startswith("OK OPEN whist-1")
    for caller in callers:
        say(evening, caller, "JOIN whist-1", "LOGIN")
    say(evening, callers[0], "START")
    return evening, callers


def test_why_says_what_the_command_would_hear_and_changes_nothing() -> None:
    evening, callers = four_at_whist()
    legal = [say(evening, caller, "LEGAL").split('"')[1::2] for caller in callers]
    first = next(at for at, found in enumerate(legal) if found)
    before = say(evening, callers[first], "STATE")
    assert say(evening, callers[first], f"WHY {legal[first][0]}").startswith("OK WHY")
    for line in ("DISCARD", "DISCARD XX", "RAISE 5", "PASS", ""):
        asked = say(evening, callers[first], f"WHY {line}")
        assert asked.startswith("WARNING")
        assert say(evening, callers[first], "STATE") == before
    waits = callers[(first + 1) % 4]
    assert say(evening, waits, "WHY DISCARD S3").startswith("WARNING NOT_YOUR_TURN")


def test_why_is_not_punished_where_faults_are() -> None:
    evening, callers = four_at_whist("illegal=pass")
    for caller in callers:
        before = say(evening, caller, "STATE")
        assert say(evening, caller, "WHY DISCARD S3 S4").startswith("WARNING")
        assert say(evening, caller, "STATE") == before


def test_why_needs_a_table() -> None:
    evening = Evening(GAMES, "why")
    caller = evening.caller()
    assert say(evening, caller, "WHY PASS").startswith("WARNING NOT_ENTERED")
    assert (
        say(evening, caller, "ENTER ann", "WHY PASS").splitlines()[-2].startswith("WARNING NOT_AT")
    )
