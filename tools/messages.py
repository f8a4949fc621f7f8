"""The commands and messages of the protocol as they stand in docs/protocol.md and in the page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardkit.netgame.declared import Notice
from cardkit.protocol.client_commands import AT_TABLE, COMING, HOSTING, LOBBY
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.messages import (
    DEAL_NOTES,
    DEAL_STEPS,
    FOR_HOSTS,
    LISTED,
    PRIVATE,
    REPLIES,
    SCHEMA,
    TABLE_EVENTS,
)
from cardkit.protocol.schema import EventMessage, Form, Message, Part, Reply, parts_of
from cardkit.registry import find_game, installed

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "protocol.md"
MODULE = ROOT / "cardkit" / "web" / "page" / "messages.js"
FIRST, LAST = "<!-- Written from the code: {name} -->\n", "<!-- Written by hand again. -->"


def protocol_page() -> str:
    """The text of docs/protocol.md, with the messages as they are declared."""
    page = PAGE.read_text(encoding="utf-8")
    for name, rows in _tables().items():
        before, mark, rest = page.partition(FIRST.format(name=name))
        after = rest.partition(LAST)[2]
        page = "".join((before, mark, "\n", *rows, "\n", LAST, after)) if mark else page
    return page


def _tables() -> dict[str, list[str]]:
    steps = [(str(n), _row(each)) for n, each in enumerate(DEAL_STEPS, start=1)]
    steps += [("", _row(each)) for each in DEAL_NOTES]
    return {
        "commands to come and go": _commands(COMING),
        "commands in the lobby": _commands(LOBBY),
        "commands at a table": _commands(AT_TABLE),
        "commands of hosts": _commands(HOSTING),
        "what hosts see": _table("Message", FOR_HOSTS),
        "messages for one client": _table("Message", PRIVATE),
        "events": _table("Event", TABLE_EVENTS),
        "notices of games": [
            "| Event | Meaning | Parts |\n|---|---|---|\n",
            *(f"| {_notice_row(notice)} |\n" for notice in _notices()),
        ],
        "answers": _table("Answer", REPLIES),
        "lines of answers": _table("Message", LISTED),
        "deals": [
            "| | Message | Meaning | Parts |\n|---|---|---|---|\n",
            *(f"| {number} | {row} |\n" for number, row in steps),
        ],
    }


def _commands(declared: tuple[type[ClientCommand], ...]) -> list[str]:
    rows = [
        (_code(each.usage()), _about(each), _parts(each), " or ".join(map(_usage, each.answers)))
        for each in declared
    ]
    lines = [f"| {' | '.join(row)} |\n" for row in rows]
    return ["| Command | Meaning | Parts | Answer |\n|---|---|---|---|\n", *lines]


def _table(head: str, declared: tuple[type[Message], ...]) -> list[str]:
    rows = [f"| {_row(each)} |\n" for each in declared]
    return [f"| {head} | Meaning | Parts |\n|---|---|---|\n", *rows]


def _notices() -> list[Notice]:
    """What the games of the toolkit declare beside the events that all tables have."""
    events = {each.kind for each in TABLE_EVENTS}
    found = {
        kind: notice
        for name in installed()
        for kind, notice in find_game(name).declaration.notices.items()
        if kind.split(" ")[0] not in events
    }
    return [*found.values()]


def _notice_row(notice: Notice) -> str:
    parts = notice.parts or {}
    meanings = "; ".join(f"`{name}`: {meaning}" for name, meaning in parts.items())
    means = notice.means[:1].upper() + notice.means[1:]
    return " | ".join((f"`{' '.join((notice.kind, *parts))}`", f"{means}.", meanings))


def _row(declared: type[Message]) -> str:
    return " | ".join((_usage(declared), _about(declared), _parts(declared)))


def _usage(declared: type[Message]) -> str:
    first = ["OK"] if issubclass(declared, Reply) else []
    return _code(" ".join([*first, *declared.kind.split(), *map(_written, parts_of(declared))]))


def _code(text: str) -> str:
    return f"`{text}`".replace("|", r"\|")


def _about(declared: type) -> str:
    return " ".join((declared.__doc__ or "").split())


def _parts(declared: type) -> str:
    return "; ".join(f"`{part.name}`: {part.meaning}" for part in parts_of(declared))


def _written(part: Part) -> str:
    forms = {Form.LIST: "[{}]", Form.TABLE: "{{{}}}", Form.REST: "{}…", Form.PAIRS: "{}…"}
    shown = forms.get(part.form, "{}").format(part.name)
    return f"[{shown}]" if part.optional else shown


def messages_module() -> str:
    """The text of messages.js: all kinds, and the names and types of their parts."""
    events = [each for each in SCHEMA.declared if issubclass(each, EventMessage)]
    replies = [each for each in SCHEMA.declared if issubclass(each, Reply)]
    others = [each for each in SCHEMA.declared if each not in (*events, *replies)]
    blocks = [
        "/* What a server says: kinds, and their parts in the order of the wire, each with its\n"
        "   type; `?` marks one that may be missing. Written from cardkit/protocol by\n"
        "   `python -m tools.docs`; changes belong there. */\n",
        *_block("EVENTS", "What everybody at a table is told, with a number.", events),
        *_block("MESSAGES", "What is for one client alone.", others),
        *_block("REPLIES", "What stands after OK.", replies),
        "/** Further parts than those declared do not fit. */",
        _list("CLOSED", [*dict.fromkeys(each.kind for each in SCHEMA.declared if each.closed)]),
    ]
    return "\n".join(blocks)


def _block(name: str, about: str, declared: Sequence[type[Message]]) -> Iterator[str]:
    yield f"/** {about} */\nexport const {name} = ["
    for each in declared:
        parts = {p.name: p.form + ("?" if p.optional else "") for p in parts_of(each)}
        inner = ", ".join(f"{key}: {json.dumps(form)}" for key, form in parts.items())
        yield f"  [{json.dumps(each.kind)}, {f'{{ {inner} }}' if inner else '{}'}],"
    yield "];\n"


def _list(name: str, words: list[str]) -> str:
    return f"export const {name} = {json.dumps(words)};\n"
