"""The transcript in docs/PROTOCOL.md is what the server really says, word for word."""

from __future__ import annotations

import re
from pathlib import Path

from cardkit.cardgame import RANKS, SUITS
from cardkit.netgame import Reason
from cardkit.registry import find_game
from cardkit.server import lobby
from cardkit.server.session import Caller
from cardkit.testing.evening import Evening

PAGE = Path(__file__).parent.parent / "docs" / "PROTOCOL.md"


def transcript() -> list[str]:
    """The lines of the transcript: `ann> …` is said by ann, `ann< …` is heard by her."""
    block = re.compile(r"^```transcript\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    blocks = block.findall(PAGE.read_text("utf-8"))
    return [line.rstrip() for block in blocks for line in block.splitlines()]


def play(said: list[tuple[str, str]]) -> list[str]:
    """Say these lines, and write down what everybody hears."""
    evening = Evening({"akq": find_game("akq")}, "protocol")
    callers: dict[str, Caller] = {}
    lines = []
    for who, line in said:
        if who not in callers:
            callers[who] = evening.caller()
        lines.append(f"{who}> {line}")
        evening.say(callers[who], line)
        for name, caller in callers.items():
            heard = evening.hear(caller)
            lines += [f"{name}< {each}".rstrip() for each in heard.split("\n")[:-1]]
    return lines


def test_the_transcript_is_what_the_server_says() -> None:
    written = transcript()
    said = [(line.split("> ", 1)[0], line.split("> ", 1)[1]) for line in written if "> " in line]
    assert "RESULT" in " ".join(written), "it is a whole game"
    assert play(said) == written


def test_every_word_of_the_house_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    assert [word for word in lobby.WORDS if f"`{word}" not in page] == []


def test_every_event_is_on_the_page() -> None:
    page, root = PAGE.read_text("utf-8"), PAGE.parent.parent
    files = [path for folder in ("cardkit", "games") for path in (root / folder).rglob("*.py")]
    source = "".join(path.read_text("utf-8") for path in files if "testing" not in path.parts)
    kinds = set(re.findall(r"""(?:emit|Event)\((?:\w+, )?"([A-Z_]+)\"""", source))
    assert len(kinds) > 20
    assert sorted(kind for kind in kinds if f"`{kind}" not in page) == []


def test_every_code_of_a_refusal_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    assert [code for code in Reason if f"`{code}`" not in page] == []


def test_the_page_writes_cards_as_the_games_do() -> None:
    page = PAGE.read_text("utf-8")
    assert " ".join(SUITS) in page
    assert RANKS[-5:] == "TJQKA"
