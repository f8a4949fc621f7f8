"""Every command is declared once, is read as it was written, and the server goes by that."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.netgame import LANGUAGES, Refused
from cardkit.protocol import read_message
from cardkit.protocol.client_commands import (
    CLIENT_COMMANDS,
    SEATING,
    EnterCommand,
    OpenCommand,
    PingCommand,
    ResumeCommand,
    read_command,
)
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.lines import read_words
from cardkit.protocol.schema import Form, Ok, Part, parts_of
from cardkit.registry import find_game
from cardkit.server.commands import COMMANDS
from tests.docs.test_protocol_page import transcript
from tests.memory_server import MemoryServer

WORDS = st.text(st.characters(exclude_characters="=", exclude_categories=["Z", "C"]), min_size=1)
VALUES: dict[Form, st.SearchStrategy[Any]] = {
    Form.TEXT: WORDS,
    Form.WHOLE: st.integers(-(10**14), 10**14),
    Form.LINE: st.lists(WORDS, min_size=1).map(" ".join),
    Form.DIGEST: st.binary(min_size=32, max_size=32),
    Form.SETTINGS: st.dictionaries(WORDS, WORDS),
}


def values_of(part: Part) -> st.SearchStrategy[Any]:
    return st.sampled_from(part.choices) if part.choices else VALUES[part.form]


@st.composite
def commands(draw: st.DrawFn) -> ClientCommand:
    """Any command with any parts; optional ones are there up to some place."""
    declared = draw(st.sampled_from([*CLIENT_COMMANDS.values()]))
    parts = parts_of(declared)
    least = sum(not part.optional for part in parts)
    told = parts[: draw(st.integers(least, len(parts)))]
    return declared(**{part.name: draw(values_of(part)) for part in told})


@given(commands())
def test_a_command_is_read_as_it_was_written(command: ClientCommand) -> None:
    assert read_command(command.words()) == command


def test_the_server_carries_out_all_that_are_declared_but_those_of_the_table() -> None:
    assert {*COMMANDS, *SEATING} == {*CLIENT_COMMANDS.values()}
    assert not {*COMMANDS} & {*SEATING}


@pytest.mark.parametrize("declared", CLIENT_COMMANDS.values(), ids=CLIENT_COMMANDS)
def test_every_command_and_every_part_of_it_has_a_meaning(declared: type[ClientCommand]) -> None:
    assert declared.summary()
    assert not declared.summary().startswith(declared.__name__.lower())
    assert [part.name for part in parts_of(declared) if not part.meaning] == []


@pytest.mark.parametrize("declared", COMMANDS, ids=lambda each: each.kind)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_not_fit_is_refused_with_the_code_and_the_right_form(
    declared: type[ClientCommand], language: str
) -> None:
    server = MemoryServer({"akq": find_game("akq")})
    peer = server.peer()
    server.say(peer, f"LANGUAGE {language}")
    parts = parts_of(declared)
    wrong = [] if not parts or parts[0].optional else [declared.kind]
    if not parts or parts[-1].form not in (Form.LINE, Form.SETTINGS):
        wrong.append(" ".join([declared.kind, *["0"] * len(parts), "0"]))
    assert wrong or declared in (EnterCommand, OpenCommand)
    for line in wrong:
        server.hear(peer)
        server.say(peer, line)
        kind, code, sentence = read_words(server.hear(peer).strip())
        assert (kind, code) == ("WARNING", declared.code)
        assert declared.usage() in sentence


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("RESUME t00 soon", "soon is not a whole number"),
        ("PROOFS maybe", "maybe does not fit"),
        ("COMMIT 1 abc", "abc is not 64 hex digits"),
        ("COMMIT 1", "hash is missing"),
        ("VIEWS", "on|hand|off is missing"),
        ("GAMES please", "there are too many words"),
        ("OPEN akq strict fast", "an option is written name=value, not fast"),
    ],
)
def test_a_refusal_says_what_is_wrong(line: str, what: str) -> None:
    with pytest.raises(Refused) as caught:
        read_command(line.split())
    assert what in caught.value.text()


def test_parts_that_are_not_said_are_not_written() -> None:
    assert EnterCommand().words() == ["ENTER"]
    assert EnterCommand("ann", "").words() == ["ENTER", "ann", ""]
    assert EnterCommand(None, "secret").words() == ["ENTER", "", "secret"]
    assert ResumeCommand("t00").words() == ["RESUME", "t00"]
    assert ResumeCommand("t00", 0).words() == ["RESUME", "t00", "0"]
    assert OpenCommand("akq", options={"games": "1"}).words() == ["OPEN", "akq", "games=1"]


def test_an_empty_word_is_a_word() -> None:
    """Who sends an empty password has not come without one."""
    assert read_command(["ENTER", "ann", ""]) == EnterCommand("ann", "")
    assert read_command(["ping", ""]) == PingCommand("")


def test_what_is_no_command_of_the_server_is_the_games() -> None:
    assert read_command(["DISCARD", "S3"]) is None


def test_the_answers_in_the_transcripts_are_those_that_are_declared() -> None:
    waiting: dict[str, type[ClientCommand]] = {}
    seen = 0
    for line in transcript():
        who, mark, said = line[:3], line[3:4], line[5:]
        if mark == ">":
            waiting[who] = CLIENT_COMMANDS.get(said.split()[0], ClientCommand)
        elif said.startswith("OK"):
            answer = read_message(read_words(said))
            assert isinstance(answer, Ok)
            assert isinstance(answer.reply, waiting[who].answers)
            seen += 1
    assert seen > 20
