"""Keeps the texts of the toolkit: `python -m tools.texts update`, and then `compile`.

`update` brings the .po files of cardkit/texts in line with what the code says: a new sentence waits
there for its translation, and one that nobody says any more is gone. `compile` makes of each the
JSON that the program and the page read. What games say is not here: they bring it along. An empty
file, such as de.po or pt-BR.po, is the beginning of another language.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from inspect import getfile
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po

from cardkit.cardgame import Condition, bots, poker
from cardkit.cardgame.rules import RULE, name_of, summary_of
from cardkit.cli import make_parser
from cardkit.client import replay, slash
from cardkit.commands import account, analyse, ban, exploit, history, nodes, results, tables, uecda
from cardkit.contest import result_tables
from cardkit.contest.model import FaultKind
from cardkit.fair import DealFault
from cardkit.netgame import Role
from cardkit.netgame.conditions import about_of
from cardkit.netgame.declared import DECLARED_TEXTS
from cardkit.protocol.client_commands import CLIENT_COMMANDS
from cardkit.server.history import MatchState
from cardkit.texts import Text, common_phrases
from cardkit.texts.catalogue import wrong_parts

ROOT = Path(__file__).parent.parent
TEXTS = ROOT / "cardkit" / "texts"
PAGE = ROOT / "cardkit" / "web" / "page"

SPEAKERS = {"Refused": 1, "RecordFault": 2, "Text": 0, "say": 0, "translate": 0, "fill": 0}
"""What a sentence is said with, and which of its arguments is the template."""
CONTEXTS = {"Text": 1, "say": 2}
"""And how far behind the template its context is."""
ON_PAGE = re.compile(r'(?<![\w.])(?:t|say|fill)\(\s*("(?:[^"\\]|\\.)*")')
PLURAL_ON_PAGE = re.compile(r'\bplural\([^"]*?("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*"),?\s*\)')
IN_REPORT = re.compile(r'\bt\("(.+?)"\)')


class Message(NamedTuple):
    """What is said: a template, its context if it has one, and of a plural the form for one."""

    template: str
    context: str = ""
    one: str = ""

    @property
    def key(self) -> str:
        """Its name in the compiled texts."""
        return f"{self.context}\x04{self.template}" if self.context else self.template


Said = dict[Message, set[str]]
"""Messages, and the files that say them."""


# --- what the code says --------------------------------------------------------------------------


def extract() -> Said:
    """All that the toolkit says to people, by the way in which it is said."""
    said: Said = {}
    for path in python_files():
        _add(said, messages_in(path.read_text(encoding="utf-8")), path)
    for condition in conditions():
        _add(said, said_by(condition), Path(getfile(condition)))
    for name, listed in LISTS.items():
        _add(said, map(message_of, listed), ROOT / name)
    for path in sorted(PAGE.glob("*.js")):
        script = path.read_text(encoding="utf-8")
        found = ON_PAGE.findall(script)
        _add(said, (Message(json.loads(each)) for each in found), path)
        for one, many in PLURAL_ON_PAGE.findall(script):
            _add(said, [Message(json.loads(many), "", json.loads(one))], path)
    for path in (ROOT / "cardkit" / "contest").glob("*.html"):
        _add(said, map(Message, IN_REPORT.findall(path.read_text(encoding="utf-8"))), path)
    return said


def _add(said: Said, messages: Iterable[Message], path: Path) -> None:
    for message in messages:
        if has_words(message.template):
            said.setdefault(message, set()).add(path.relative_to(ROOT).as_posix())


def has_words(template: str) -> bool:
    """Whether there is anything to translate: words, or quotation marks."""
    return any(c.isalpha() or c in "“”" for text, *_ in Formatter().parse(template) for c in text)


def python_files() -> list[Path]:
    """All that may say something to people; not what tests it, nor what `new` writes."""
    found = chain((ROOT / "cardkit").glob("*.py"), (ROOT / "cardkit").glob("*/*.py"))
    return sorted(p for p in found if p.parent.name != "testing" and p.name != "template.py")


def messages_in(source: str) -> Iterator[Message]:
    """The messages of a file of Python, also those that it chooses between."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="plural"), args=[_, one, many]):
                yield from map(Message, _texts(many), [""], _texts(one))
            case ast.Call(func=ast.Name(id="joined"), args=[_, how]):
                yield from map(Message, _texts(how))
            case ast.Call(func=ast.Name(id=name), args=args) if name in SPEAKERS:
                yield from _spoken(args[SPEAKERS[name] :], CONTEXTS.get(name, 0))
            case ast.Call(func=ast.Attribute(attr="say", value=value), args=args):
                if "catalogue" in ast.dump(value):
                    yield from _spoken(args, CONTEXTS["say"])
            case ast.Call(func=ast.Name(id="Word" | "Fact" | "Notice" | "Pile" as name), args=args):
                named = [each.value for each in node.keywords if each.arg in DECLARED_TEXTS]
                for value in (*(args[1:] if name != "Notice" else ()), *named):
                    yield from map(Message, _texts(value))
            case ast.Assign(value=ast.Constant() | ast.IfExp() as value):  # named first, said later
                yield from (Message(text) for text in _texts(value) if "{" in text)
            case ast.FunctionDef(name="sentences" | "sentences_in" | "told"):
                tuples = [part for part in ast.walk(node) if isinstance(part, ast.Tuple)]
                yield from (Message(t) for part in tuples for t in _texts(part) if t.endswith("."))


def _spoken(args: list[ast.expr], context: int = 0) -> Iterator[Message]:
    contexts = [*_texts(args[context])] if context and len(args) > context else []
    for template in _texts(args[0]) if args else ():
        yield Message(template, *contexts)


def _texts(value: ast.expr) -> Iterator[str]:
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one), *_texts(other))
        case ast.Tuple(elts=each):
            yield from chain.from_iterable(map(_texts, each))


def conditions() -> list[type[Condition]]:
    """Those of the toolkit."""
    make_parser()  # with it come all of them
    found, todo = {}, [Condition]
    while todo:
        for condition in todo.pop().__subclasses__():
            todo.append(condition)
            own = condition.__module__.startswith("cardkit.")
            own = own and ".games." not in condition.__module__
            if own and "__dataclass_fields__" in vars(condition):
                found[condition.__qualname__] = condition
    return sorted(found.values(), key=lambda c: c.__qualname__)


def said_by(condition: type[Condition]) -> Iterator[Message]:
    """What a condition says of itself: its name, what it is, and its settings."""
    yield Message(name_of(condition), RULE)
    yield Message(summary_of(condition))
    for field in condition.settings().values():
        about = about_of(field)
        says = about.says.values() if isinstance(about.says, Mapping) else [about.says]
        for each in (about.meaning, about.says_not, about.besides, *about.all_unsaid(), *says):
            one, text = each if isinstance(each, tuple) else ("", each)
            yield from (Message(line, "", one) for line in text.split("\n"))


def message_of(text: str) -> Message:
    return Message(text, text.context) if isinstance(text, Text) else Message(text)


LISTS: dict[str, Iterable[str]] = {
    "cardkit/cardgame/bots.py": [summary_of(bots.Rand)],
    "cardkit/cardgame/poker.py": poker.HANDS,
    "cardkit/client/replay.py": [what for _, what in replay.HELP],
    "cardkit/client/slash.py": [
        *slash._EXAMPLES,
        *(word.meaning for word in slash.WORDS.values()),
    ],
    "cardkit/commands/account.py": account.HEADINGS,
    "cardkit/commands/analyse.py": analyse.HEADINGS,
    "cardkit/commands/ban.py": ban.HEADINGS,
    "cardkit/commands/exploit.py": exploit.HEADINGS,
    "cardkit/commands/history.py": (
        *history.HEADINGS,
        *history.HEADINGS_OF_GAMES,
        *history.HEADINGS_OF_INPUTS,
    ),
    "cardkit/commands/nodes.py": (*nodes.HEADINGS, nodes.SERVING, nodes.DRAINING, nodes.SILENT),
    "cardkit/commands/results.py": results.HEADINGS,
    "cardkit/commands/tables.py": tables.HEADINGS,
    "cardkit/commands/uecda.py": uecda.HEADINGS,
    "cardkit/contest/model.py": [kind.value for kind in FaultKind],
    "cardkit/contest/result_tables.py": result_tables.COLUMNS,
    "cardkit/fair/faults.py": [fault.value for fault in DealFault],
    "cardkit/netgame/people.py": [role.value for role in Role],
    "cardkit/protocol/client_commands.py": [c.summary() for c in CLIENT_COMMANDS.values()],
    "cardkit/server/history.py": [state.value for state in MatchState],
    "cardkit/texts/phrases.json": [
        phrase
        for phrases in common_phrases().values()
        if "told" in phrases
        for phrase in (*phrases["told"], *phrases.get("you", ()))
    ],
}
"""What is said from a list, by the file that has it."""


def mentions() -> dict[str, set[str]]:
    """Every text in the code, and where: some are said in ways that `extract` does not know."""
    found: dict[str, set[str]] = {}
    for path in python_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                name = path.relative_to(ROOT).as_posix()
                found.setdefault(node.value, set()).add(name)
            elif isinstance(node, ast.keyword | ast.arg) and node.arg:
                name = path.relative_to(ROOT).as_posix()
                found.setdefault(node.arg.replace("_", " "), set()).add(name)
    for path in PAGE.glob("*.js"):
        for text in re.findall(r'"(?:[^"\\\n]|\\.)*"', path.read_text(encoding="utf-8")):
            found.setdefault(text[1:-1], set()).add(path.relative_to(ROOT).as_posix())
    return found


# --- the .po files -------------------------------------------------------------------------------


def languages() -> list[str]:
    return sorted(path.stem for path in TEXTS.glob("*.po"))


def po_file(language: str) -> Path:
    return TEXTS / f"{language}.po"


def read(language: str) -> Catalog:
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"), abort_invalid=True)


def messages_of(catalog: Catalog) -> dict[Message, tuple[str, ...]]:
    """The messages of a .po file, and their translations: of a plural, one for each form."""
    found = {}
    for each in catalog:
        if each.id:
            one, template = ("", each.id) if isinstance(each.id, str) else each.id
            said = [each.string] if isinstance(each.string, str) else each.string or [""]
            found[Message(template, each.context or "", one)] = tuple(map(str, said))
    return found


def updated(catalog: Catalog) -> Catalog:
    """The same translations, for what the code says now."""
    said, mentioned, known = extract(), mentions(), messages_of(catalog)
    for message in known:
        if message not in said and message.template in mentioned and not message.context:
            said[message] = mentioned[message.template]
    new = Catalog(
        locale=catalog.locale,
        project="cardkit",
        header_comment=catalog.header_comment,
        fuzzy=False,
    )
    for message in sorted(said, key=lambda m: (min(said[m]), m)):
        add(new, message, known.get(message, ("",)), said[message])
    return new


def add(catalog: Catalog, message: Message, said: tuple[str, ...], where: Iterable[str]) -> None:
    catalog.add(
        (message.one, message.template) if message.one else message.template,
        said if message.one else said[0],
        locations=[(path, 0) for path in sorted(where)],
        context=message.context or None,
    )


def as_po(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalog, width=100, include_lineno=False, omit_header=True)
    head = f'# {catalog.header_comment.strip("# ")}\nmsgid ""\nmsgstr ""\n'
    fields = {
        "Language": str(catalog.locale),
        "Plural-Forms": catalog.plural_forms,
        "Content-Type": "text/plain; charset=utf-8",
    }
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in fields.items())
    return f"{head}{lines}\n".encode() + file.getvalue().strip() + b"\n"


def compiled(catalog: Catalog) -> str:
    """The JSON that the program and the page read: how plurals are formed, and translations."""
    texts = {
        message.key: said[0] if len(said) == 1 else list(said)
        for message, said in messages_of(catalog).items()
        if "" not in said
    }
    return json.dumps({"": catalog.plural_forms, **texts}, ensure_ascii=False, indent=0) + "\n"


def untranslated(catalog: Catalog) -> list[str]:
    """What is said in English until somebody translates it."""
    return [message.key for message, said in messages_of(catalog).items() if "" in said]


def faults_of(catalog: Catalog) -> list[str]:
    """What has to be right before a .po file is compiled."""
    fuzzy = [f"{each.id!r} is fuzzy" for each in catalog if each.id and each.fuzzy]
    wrong = [
        f"{message.template!r}: {wrong}"
        for message, said in messages_of(catalog).items()
        for wrong in wrong_parts(message.template, said)
    ]
    few = [
        f"{message.template!r} needs {catalog.num_plurals} forms, and has {len(said)}"
        for message, said in messages_of(catalog).items()
        if message.one and "" not in said and len(said) != catalog.num_plurals
    ]
    return [*fuzzy, *wrong, *few]


def main(task: str) -> int:
    for language in languages():
        try:
            catalog = read(language)
        except PoFileError as error:
            print(f"{po_file(language).name}, line {error.lineno + 1}: {error}", file=sys.stderr)
            return 1
        if task == "update":
            po_file(language).write_bytes(as_po(updated(catalog)))
            continue
        if faults := faults_of(catalog):
            print(*faults, sep="\n", file=sys.stderr)
            return 1
        po_file(language).with_suffix(".json").write_text(compiled(catalog), encoding="utf-8")
        if missing := untranslated(catalog):
            print(f"{language}: {len(missing):,} of {len(catalog):,} sentences stay English")
    return 0


if __name__ == "__main__":
    tasks = sys.argv[1:]
    if tasks not in (["update"], ["compile"]):
        sys.exit(f"{__doc__}")
    sys.exit(main(tasks[0]))
