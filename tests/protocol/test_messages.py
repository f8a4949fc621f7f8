"""Every message is declared once, is read as it was written, and the page and the docs know it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cardgame import CardGame
from cardkit.netgame import WATCHER, Event, pick
from cardkit.protocol import read_message, schema
from cardkit.protocol.lines import read_words
from cardkit.protocol.messages import (
    SCHEMA,
    Bye,
    DealOpen,
    Done,
    FactEvent,
    Gather,
    MoveEvent,
    Phase,
    Punished,
    ScoreEvent,
    Turn,
)
from cardkit.protocol.schema import (
    Ok,
    OtherEvent,
    OtherMessage,
    OtherReply,
    Refusal,
    parts_of,
)
from tests.client.test_player import NAMES, TABLES
from tests.docs.test_protocol_page import transcript
from tests.helpers import below, card_game
from tools.messages import MODULE, PAGE, messages_module, protocol_page

NODE = shutil.which("node") or ""
ROOT = Path(__file__).parents[2]
NOT_DECLARED = (OtherEvent, OtherMessage, OtherReply)


def check(words: list[Any], game: type[CardGame] = CardGame) -> None:
    """It is declared, and says as a message what it said in words."""
    read = read_message(words)
    what = read.reply if isinstance(read, Ok) else read
    assert not isinstance(what, NOT_DECLARED) or is_notice(what, game), words
    assert list(read.words()) == words


def is_notice(message: schema.Message, game: type[CardGame]) -> bool:
    notice = game.declaration.notices.get(message.kind)
    return notice is not None and len(message.parts()) >= len(notice.parts or ())


def told(events: Sequence[Event], viewers: range, game: type[CardGame]) -> None:
    for event in events:
        for viewer in (WATCHER, *viewers):
            said = event.told_to(viewer)
            if said is not None:
                check(json.loads(json.dumps(said)), game)


@pytest.mark.parametrize(("game", "preset"), TABLES)
def test_whatever_a_game_tells_is_declared(game: type[CardGame], preset: str) -> None:
    seats = game.with_options(preset)["seats"]
    names = NAMES[: max(seats.least, min(seats.most, 4))]
    table = game.play(names, preset, {"policy": "robot", "grace": 0}, key=b"schema")
    table.listening = True
    chance = below(5)
    for at in range(120):
        if at % 40 == 20 and table.playing:
            line = ("", f"LOST {names[-1]}")
        elif at % 40 == 39 and table.people.status[len(names) - 1] != "here":
            line = ("", f"BACK {names[-1]}")
        elif not table.playing:
            line = ("", "START")
        elif robots := table.robots():
            line = ("", f"ROBOT {table.names[robots[0]]}")
        else:
            seat = table.awaited[chance(len(table.awaited))]
            line = (table.names[seat], pick(table.legal(seat), chance))
        told(table.apply(*line, at=float(at)), range(len(table.names)), game)


def test_whatever_the_server_says_in_the_transcripts_is_declared() -> None:
    said = [line.partition("< ")[2] for line in transcript() if "< " in line]
    assert len(said) > 100
    for line in filter(None, said):
        check(read_words(line), card_game("akq"))


def test_every_event_in_the_source_is_declared() -> None:
    files = [path for folder in ("cardkit", "games") for path in (ROOT / folder).rglob("*.py")]
    source = "".join(path.read_text("utf-8") for path in files if "testing" not in path.parts)
    kinds = set(re.findall(r"""(?:emit|Event)\((?:\w+, )?"([A-Z_]+)\"""", source))
    assert len(kinds) > 20
    notices = {kind for game, _ in TABLES for kind in game.declaration.notices}
    assert kinds - notices - {declared.kind for declared in SCHEMA.declared} == set()


def test_every_message_and_every_part_of_it_has_a_meaning() -> None:
    for declared in SCHEMA.declared:
        assert declared.__doc__
        assert not declared.__doc__.startswith(f"{declared.__name__}("), declared
        assert [part.name for part in parts_of(declared) if not part.meaning] == []


def test_the_tables_of_the_protocol_and_the_module_of_the_page_are_fresh() -> None:
    page = protocol_page()
    assert PAGE.read_text("utf-8") == page, "write it: python -m tools.docs"
    assert MODULE.read_text("utf-8") == messages_module(), "write it: python -m tools.docs"
    missing = [each.kind for each in SCHEMA.declared if f"`{each.kind}" not in page]
    assert [kind for kind in missing if f"`OK {kind}" not in page] == []


def test_messages_of_the_same_kind_are_told_apart_by_how_many_parts_they_have() -> None:
    families = (schema.EventMessage, schema.Reply, schema.Message)
    alike: dict[tuple[type, str], list[type[schema.Message]]] = {}
    for declared in SCHEMA.declared:
        family = next(each for each in families if issubclass(declared, each))
        alike.setdefault((family, declared.kind), []).append(declared)
    shared = {kind: several for (_, kind), several in alike.items() if len(several) > 1}
    assert [*shared] == ["WARNING"]
    for several in shared.values():
        assert all(declared.closed for declared in several)
        assert not any(part.optional for declared in several for part in parts_of(declared))
        assert len({len(parts_of(declared)) for declared in several}) == len(several)


READ: list[tuple[list[Any], schema.Message]] = [
    ([17, "MOVE", "ann", "table", "S3", "??"], MoveEvent("ann", "table", ("S3", "??"), number=17)),
    ([17, "TURN", 0, "ann"], Turn(0, ("ann",), number=17)),
    ([17, "SCORE", "ann", 3, "bob", -1], ScoreEvent({"ann": 3, "bob": -1}, number=17)),
    ([17, "PHASE", "preparing"], Phase("preparing", number=17)),
    ([17, "FACT", "trump", None], FactEvent("trump", None, number=17)),
    (["OK"], Ok(Done())),
    (["#7", "OK"], Ok(Done(), "#7")),
    (["#7", "WARNING", "NOT_NOW", "wait"], Refusal("NOT_NOW", "wait", "#7")),
    (["WARNING", "NOT_NOW", "wait"], Refusal("NOT_NOW", "wait")),
    (["WARNING", "ann", "NOT_NOW", "wait"], Punished("ann", "NOT_NOW", "wait")),
    (["BYE", "BANNED", "no"], Bye("BANNED", "no")),
    (["DEAL", "open", 1, {}, "ab"], DealOpen(1, {}, "ab")),
    ([17, "SNAP", "ann", 3], OtherEvent("SNAP", ("ann", 3), number=17)),
    (["#7", "OK", "SNAP", 3], Ok(OtherReply("SNAP", (3,)), "#7")),
    (["SNAP", 3], OtherMessage("SNAP", (3,))),
]
FITTING = [words for words, _ in READ]


@pytest.mark.parametrize(("words", "read"), READ, ids=str)
def test_a_message_is_read_and_written(words: list[Any], read: schema.Message) -> None:
    assert read_message(words) == read
    assert list(read.words()) == words


def test_what_a_server_of_tomorrow_adds_at_the_end_is_passed_over() -> None:
    assert read_message([4, "GATHER", "stock", 52, "slowly"]) == Gather("stock", 52, number=4)
    assert isinstance(read_message([4, "PHASE", "results", "over", "early"]), Phase)


UNFIT: list[list[Any]] = [
    [4, "GATHER", "stock", "many"],
    [4, "GATHER", "stock", True],
    [4, "GATHER"],
    [4, "SCORE", "ann"],
    [4, "TURN", "soon", "ann"],
    ["STATE", 4],
    ["ASK", [], 7],
    ["DEAL", "open", 1, {}, "ab", "more"],
    ["DEAL", "secret", "1", "ab"],
    ["DEAL"],
    ["WARNING", "NOT_NOW"],
    ["WARNING", "ann", "NOT_NOW", "wait", "long"],
]


@pytest.mark.parametrize("words", UNFIT, ids=str)
def test_what_does_not_fit_its_declaration_is_told_apart(words: list[Any]) -> None:
    read = read_message(words)
    assert isinstance(read, NOT_DECLARED)
    assert list(read.words()) == words


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
KINDS = [word for declared in SCHEMA.declared for word in declared.kind.split()]


@given(
    st.lists(VALUES, min_size=0, max_size=2),
    st.lists(st.sampled_from(KINDS), max_size=2),
    st.lists(VALUES, max_size=4),
)
def test_whatever_comes_is_read_and_never_refused(
    first: list[Any], kinds: list[str], parts: list[Any]
) -> None:
    words = [*first, *kinds, *parts]
    if words:
        assert read_message(words).words() is not None


def shown(read: schema.Message) -> dict[str, Any]:
    """A message as the page has it."""
    if isinstance(read, Ok):
        return {"kind": "OK", "tag": read.tag, "reply": shown(read.reply)}
    if isinstance(read, Refusal) and read.tag:
        answer = {"kind": "WARNING", "tag": read.tag}
        return {**answer, "code": read.code, "sentence": read.sentence}
    number = {"number": read.number} if isinstance(read, schema.EventMessage) else {}
    if isinstance(read, NOT_DECLARED):
        return {**number, "kind": read.kind, "other": True, "parts": list(read.rest)}
    parts = {part.name: getattr(read, part.name) for part in parts_of(type(read))}
    told = {name: value for name, value in parts.items() if value is not None or name == "value"}
    return {**number, "kind": read.kind, **told, "parts": list(read.parts())}


@pytest.mark.skipif(not NODE, reason="node is not installed")
def test_the_page_reads_all_messages_in_the_same_way() -> None:
    said = [line.partition("< ")[2] for line in transcript() if "< " in line]
    frame = [read_words(line) for line in said if line]
    frame += [*FITTING, *UNFIT, [9, "BID", "ann"], ["SNAP"], [9], ["#1", "HUH", "no"], ["#1"]]
    read = subprocess.run(
        [NODE, Path(__file__).with_name("read_messages.mjs"), MODULE.parent],
        input=json.dumps(frame),
        capture_output=True,
        text=True,
        check=True,
    )
    ours = json.loads(json.dumps([shown(read_message(words)) for words in frame]))
    assert json.loads(read.stdout) == ours


def test_no_part_has_a_name_that_the_page_needs_for_something_else() -> None:
    taken = {"kind", "number", "tag", "reply", "other", "parts"}
    for declared in SCHEMA.declared:
        assert not taken & {part.name for part in parts_of(declared)}
