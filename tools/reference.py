"""Writes docs/reference.md: everything that an author imports, as the code declares it."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, TypeGuard

import cardkit
from cardkit import stages, testing
from cardkit.cardgame import CardGame, ClimbingGame
from cardkit.cardgame.table import CardTable
from cardkit.netgame import Chance, Condition, Fact, NetGame, People

PAGE = Path(__file__).parent.parent / "docs" / "reference.md"

HOOKS = ("check_", "on_", "more_")
GROUPS = {
    "Games": ("NetGame", "CardGame"),
    "What a table is made of": ("People", "Chance", "Piles", "Pot", "Bids"),
    "Cards and commands": (
        *("Card", "Command", "CardCommand", "Offer", "Amount", "Choice", "Play"),
    ),
    "Who may see a card": ("EVERYONE", "NOBODY", "WATCHER", "viewers", "Viewers"),
    "Refusals and texts": ("Refused", "RulesError", "Reason", "CardReason", "Text"),
    "Bots": ("Bot", "Rand", "BOTS", "View", "CardView", "meld_worth"),
    "Tests": ("check_game", "Checked", "GameFault"),
    "What a game declares": ("Word", "Fact", "Notice", "Pile", "Declared", "Vocabulary"),
    "Climbing games": ("ClimbingGame", "Kind", "Group", "Flush"),
    "Conditions of your own": ("Condition", "condition", "setting"),
    "Stages of your own": (
        "Stage",
        "StageState",
        "Rules",
        "StageCondition",
        "TurnCommand",
        "OrderState",
        "TableCondition",
        "TablePart",
        "LeadHooks",
        "TakingHooks",
    ),
}
MEANINGS = {
    "BOTS": 'The bots of a game by name, `BOTS = {"keeper": Keeper}`, in the file of the game or '
    "in a module `bots` beside it. `--bots keeper` finds them, and the robots of a server play as "
    "the first of them. Where a later one plays better, write it last: search goes on as it does.",
    "EVERYONE": "All players and whoever watches.",
    "NOBODY": "No player at all.",
    "PIPS": "What cards count by their spots: an ace 1, a ten or a picture 10, any other card its "
    "number. For `Score(values=…)` and `best_melds`; in code, `PIPS.get(card.rank, 10)`.",
    "WATCHER": "The viewer who has no seat, where a seat is asked for.",
    "RANKS": "The ranks of a pack, as they are written.",
    "SUITS": "The suits of a pack, as they are written.",
    "AnyStage": "A stage of some kind: what stands in `stages`.",
    "Below": "A source of chance: `below(n)` is a whole number from 0 to n-1.",
    "Declared": "What stands in `declares`: a `Word`, `Fact`, `Notice` or `Pile`.",
    "FactValue": "What can be a fact: text, a number, yes or no, a list or a table of these.",
    "Sentence": "A sentence of the rule sheet: a template in English, and what fills its braces.",
    "Offers": "What a stage offers: commands, and open offers that stand for many.",
}
"""What has no docstring of its own."""
MADE = ("Command", "Amount", "Choice", "Refused", "Kind", "Group", "Flush")
"""What authors make themselves, besides conditions and declarations."""


def public() -> dict[str, tuple[object, str]]:
    """Everything that an author can import, and from where; parts come with the table."""
    found: dict[str, tuple[object, str]] = {"People": (People, ""), "Chance": (Chance, "")}
    found["BOTS"] = (None, "")
    for module in (cardkit, stages, testing):
        found |= {name: (getattr(module, name), module.__name__) for name in module.__all__}
    return found


def reference_page() -> str:
    """The text of docs/reference.md."""
    known = public()
    lines = [
        "# Reference",
        "",
        "This page lists what you can use to write a game (`from cardkit import …`) or a stage "
        "(`from cardkit.stages import …`), to test it (`from cardkit.testing import …`), and what "
        "every table has. Conditions and stages with "
        "their settings are in [conditions.md](conditions.md). The page is written from the code "
        "by `python -m tools.docs`; make changes there.",
    ]
    for heading, names in _groups(known):
        lines += ["", f"## {heading}"]
        for name in names:
            lines += ["", *_entry(name, *known[name])]
    lines += [
        "",
        "## Facts of the toolkit",
        "",
        'What stages and conditions tell about a game; `self.fact("trump", "")` reads one.',
        "",
        "| fact | of | what it says |",
        "|---|---|---|",
        *_facts(known),
    ]
    return "\n".join(lines) + "\n"


def _facts(known: dict[str, tuple[object, str]]) -> Iterator[str]:
    for name, (thing, _) in sorted(known.items()):
        if _is_setting(thing):
            for each in getattr(thing, "declares", ()):
                if isinstance(each, Fact) and each.means:
                    yield f"| `{each.name}` | `{name}` | {each.means} |"


def _groups(known: dict[str, tuple[object, str]]) -> Iterator[tuple[str, Iterable[str]]]:
    yield from GROUPS.items()
    grouped = {name for names in GROUPS.values() for name in names}
    yield (
        "Other names",
        sorted(n for n, (thing, _) in known.items() if n not in grouped and not _is_setting(thing)),
    )


def _is_setting(thing: object) -> TypeGuard[type[Condition]]:
    """What stands in conditions.md."""
    is_condition = isinstance(thing, type) and issubclass(thing, Condition)
    return is_condition and "__dataclass_fields__" in vars(thing)


def _entry(name: str, thing: object, module: str) -> list[str]:
    where = f" (`from {module} import {name}`)" if module.startswith("cardkit.") else ""
    head = [f"### {name}{where}", ""]
    if thing is ClimbingGame:
        called = (
            "Its settings are in [conditions.md](conditions.md). What a game calls in `on_play`:"
        )
        return [*head, called, *_members(thing, static=True)]
    if name in MADE:
        head += [f"`{name}{_constructor(thing)}`", ""]
    if isinstance(thing, type) and issubclass(thing, Enum):
        return [*head, _doc(thing), "", ", ".join(f"`{each.name}`" for each in thing)]
    if isinstance(thing, type) and name not in MEANINGS:
        whole = name in GROUPS["What a game declares"]
        return [*head, _whole(thing) if whole else _doc(thing), *_members(thing)]
    if inspect.isfunction(thing):
        about = _whole(thing) if name == "check_game" else _doc(thing)
        return [*head, f"`{name}{_arguments(_parsed(thing).body[0])}`", "", about]
    return [*head, MEANINGS[name]]


def _whole(thing: object) -> str:
    """All paragraphs of what is said of a thing."""
    return "\n\n".join(map(_first, (inspect.getdoc(thing) or "").split("\n\n")))


def _constructor(cls: object) -> str:
    (body,) = (node for node in _parsed(cls).body if isinstance(node, ast.ClassDef))
    made = {n.name: n for n in body.body if isinstance(n, ast.FunctionDef)}
    return _arguments(made.get("__init__") or made["__new__"]).partition(" -> ")[0]


def _members(cls: type, *, static: bool = False) -> list[str]:
    """What a class holds and does, hooks apart; of a card game also what any game has."""
    bases = [b for b in cls.__mro__ if b.__module__.startswith("cardkit")]
    bases = [base for base in bases if base is not Condition or cls is Condition]
    if cls is not NetGame and NetGame in bases:
        bases.remove(NetGame)
    by_stage = {base: _stages_with(base) for base in bases if base not in (cls, CardTable)}
    bases = [base for base in bases if not by_stage.get(base)] if not _is_hooks(cls) else [cls]
    rows: dict[str, tuple[str, str]] = {}
    for base in reversed(bases):
        for written, about in _rows(base, static):
            rows[written.partition("(")[0].partition(":")[0]] = (written, about)
    hooks = {n: row for n, row in rows.items() if n.startswith(HOOKS)}
    lines: list[str] = []
    for title, group in (
        ("", {n: r for n, r in rows.items() if n not in hooks}),
        ("to override", hooks),
    ):
        if group:
            lines += ["", f"| {title or 'name'} | |", "|---|---|"]
            lines += [f"| `{_cell(written)}` | {about} |" for written, about in group.values()]
    for base, names in by_stage.items() if cls is CardGame else ():
        lines += ["", f"| with {' or '.join(names)} | |", "|---|---|"]
        lines += [f"| `{_cell(written)}` | {about} |" for written, about in _rows(base)]
    return lines


def _is_hooks(cls: type) -> bool:
    return issubclass(cls, CardTable) and cls is not CardGame


def _stages_with(hooks: type) -> list[str]:
    """The stages and conditions by which a game has these hooks."""
    every = ((name, thing) for name, (thing, _) in public().items() if _is_setting(thing))
    return [f"`{name}`" for name, thing in every if issubclass(thing.hooks, hooks)]


def _rows(cls: type, static: bool = False) -> Iterator[tuple[str, str]]:
    """What a class has, each with its meaning; `static`: only what is called on the class."""
    (body,) = (node for node in _parsed(cls).body if isinstance(node, ast.ClassDef))
    made = [n.body for n in body.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
    held = [] if static else [*body.body, *(node for each in made for node in each)]
    for node, after in zip(held, [*held, None][1:], strict=True):
        if isinstance(node, ast.AnnAssign):
            name = ast.unparse(node.target).removeprefix("self.")
            kind = re.sub(r"^ClassVar\[(.*)\]$", r"\1", ast.unparse(node.annotation))
            about = _text(after)
            if not name.startswith("_") and (about or node in body.body):
                yield f"{name}: {kind}", _first(about)
    for node in body.body:
        match node:
            case ast.FunctionDef(name=name) if not name.startswith("_"):
                about = _first(ast.get_docstring(node) or "")
                decorators = [ast.unparse(d) for d in node.decorator_list]
                is_property = "property" in decorators
                if static and "staticmethod" not in decorators:
                    continue
                if is_property and node.returns is not None:
                    yield f"{name}: {ast.unparse(node.returns)}", about
                elif about:
                    yield f"{name}{_arguments(node)}", about


def _text(node: ast.stmt | None) -> str:
    """The text that this statement is, such as what stands below an attribute."""
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
    return ""


def _parsed(thing: Any) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(thing)))


def _arguments(node: ast.AST) -> str:
    assert isinstance(node, ast.FunctionDef)
    node.args.args = [a for a in node.args.args if a.arg not in ("self", "cls")]
    returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"({ast.unparse(node.args)}){returns}"


def _doc(thing: object) -> str:
    return _first(inspect.getdoc(thing) or "")


def _first(text: str) -> str:
    """The first paragraph, in one line that stands in a table."""
    return _cell(" ".join(text.split("\n\n")[0].split()))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
