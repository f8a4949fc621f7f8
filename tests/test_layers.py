"""The layers of the toolkit: who may import whom, and how long a game may be.

The checker takes the root of a tree, so that the tests can also plant a breach and see it caught.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from cardkit.registry import installed

ROOT = Path(__file__).parent.parent

# fmt: off
PURE_MODULES = frozenset({
    "__future__", "abc", "collections", "dataclasses", "difflib", "dis", "enum", "functools",
    "hashlib", "inspect", "itertools", "json", "math", "operator", "re", "string", "struct",
    "textwrap", "types", "typing", "unicodedata",
})
# fmt: on
IMPURE_BUILTINS = frozenset({"__import__", "eval", "exec", "input", "open", "print"})
EDGE = ("server", "client", "web", "contest", "uecda")
SHELLS = (("cli",), ("commands",))
"""Who may import the edge: the command line."""


def breaches(root: Path) -> list[str]:
    """Every breach of the layers in the tree at `root`, as `file:line: what is wrong`."""
    found = []
    for path in source_files(root):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        parts = path.relative_to(root).with_suffix("").parts
        wrong = [*wrong_imports(root, path, parts, tree), *wrong_calls(parts, tree)]
        found += [f"{path.relative_to(root)}:{line}: {what}" for line, what in wrong]
    return found


def source_files(root: Path) -> list[Path]:
    return sorted(
        path
        for folder in ("cardkit", "games", "examples")
        for path in (root / folder).rglob("*.py")
    )


def wrong_imports(
    root: Path, path: Path, parts: tuple[str, ...], tree: ast.Module
) -> Iterator[tuple[int, str]]:
    for line, module in imports(root, path, tree):
        if is_pure(parts):
            if not may_import(parts, module):
                yield line, f"{'.'.join(parts[:2])} may not import {module}"
        elif is_lowest(parts) and is_within(module, "cardkit"):
            if not is_within(module, "cardkit.texts"):
                yield line, f"cardkit.texts may not import {module}"
        elif (edge := edge_of(module)) and parts[1:2] not in ((edge,), *(SHELLS)):
            yield line, f"only cli may import {module}"


def wrong_calls(parts: tuple[str, ...], tree: ast.Module) -> Iterator[tuple[int, str]]:
    if not is_pure(parts):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_BUILTINS:
                yield node.lineno, f"{'.'.join(parts[:2])} may not call {name}()"


def is_pure(parts: tuple[str, ...]) -> bool:
    return parts[0] == "games" or parts[:2] in (("cardkit", "netgame"), ("cardkit", "cardgame"))


def is_lowest(parts: tuple[str, ...]) -> bool:
    return parts[:2] == ("cardkit", "texts")


def may_import(parts: tuple[str, ...], module: str) -> bool:
    """May the pure file `parts` import `module`?"""
    if module.partition(".")[0] in PURE_MODULES:
        return True
    if parts[0] == "games":  # the public names are the author's whole world
        public = module in ("cardkit", "cardkit.stages")
        return public or is_within(module, f"cardkit.games.{parts[1]}")
    below = {"netgame": ("texts",), "cardgame": ("texts", "netgame")}[parts[1]]
    layers = (*below, parts[1])
    return any(is_within(module, f"cardkit.{layer}") for layer in layers)


def edge_of(module: str) -> str | None:
    return next((edge for edge in EDGE if is_within(module, f"cardkit.{edge}")), None)


def is_within(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def imports(root: Path, path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The modules a file imports; `from package import module` counts as that module."""
    package = path.relative_to(root).parent.parts
    package = ("cardkit", *package) if package[0] == "games" else package
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            source = ".".join((*base, *filter(None, [node.module])))
            for alias in node.names:
                whole = f"{source}.{alias.name}"
                yield node.lineno, whole if is_module(root, whole) else source


def is_module(root: Path, name: str) -> bool:
    path = root.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def too_long(root: Path) -> list[str]:
    """Every game with 100 lines or more. A file of the toolkit is as long as its subject."""
    found = []
    for path in source_files(root):
        inside = path.relative_to(root)
        is_game = inside.parts[0] == "games" and inside.name in ("game.py", "__init__.py")
        if is_game or inside.parts[0] == "examples":  # not bots and data beside a game
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > 99:
                found.append(f"{inside}: {lines} lines, at most 99")
    return found


def lengths(root: Path) -> list[int]:
    """The lines of each game's own class file."""
    files = (root / "games").glob("*/game.py")
    return [len(path.read_text(encoding="utf-8").splitlines()) for path in files]


def private_names(root: Path) -> list[str]:
    """Every name with an underscore that a game uses and does not define itself."""
    found = []
    for folder in sorted((root / "games").glob("*/")):
        files = {path: ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")}
        nodes = [(path, node) for path, tree in files.items() for node in ast.walk(tree)]
        own = {name for _, node in nodes for name in defined_by(node)}
        for path, node in nodes:
            used = [name for name in used_by(node) if is_private(name) and name not in own]
            found += [f"{path.relative_to(root)}: {name} is private" for name in used]
    return found


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name.strip("_") != ""


def defined_by(node: ast.AST) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Name(id=name, ctx=ast.Store()):
            return [name]
    return []


def used_by(node: ast.AST) -> list[str]:
    match node:
        case ast.Attribute(attr=name):
            return [name]
        case ast.ImportFrom(module=module, names=names):
            return [*(module or "").split("."), *(alias.name for alias in names)]
        case ast.Import(names=names):
            return [part for alias in names for part in alias.name.split(".")]
    return []


def plant(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_no_file_reaches_over_its_layer() -> None:
    assert breaches(ROOT) == []


def test_no_game_is_longer_than_a_game_may_be() -> None:
    assert too_long(ROOT) == []


def test_half_of_the_games_are_a_page_long() -> None:
    assert median(lengths(ROOT)) <= 50


def test_no_game_uses_private_names() -> None:
    assert private_names(ROOT) == []


def test_private_names_are_found(tmp_path: Path) -> None:
    text = "from cardkit import _hidden\ndef _own(table):\n    table._ask(table.__class__, _own)\n"
    plant(tmp_path, "games/snap/game.py", text)
    assert private_names(tmp_path) == [
        "games/snap/game.py: _hidden is private",
        "games/snap/game.py: _ask is private",
    ]


def test_the_walk_visits_every_layer() -> None:
    visited = {path.relative_to(ROOT).parts[:2] for path in source_files(ROOT)}
    games = {("games", game) for game in installed()}
    assert visited >= {("cardkit", "netgame"), ("cardkit", "cardgame"), *games}


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("cardkit/netgame/a.py", "import time", "cardkit.netgame may not import time"),
        ("cardkit/netgame/a.py", "import os.path", "cardkit.netgame may not import os.path"),
        ("cardkit/netgame/a.py", "from random import *", "cardkit.netgame may not import random"),
        (
            "cardkit/netgame/a.py",
            "from cardkit.cardgame import Card",
            "cardkit.netgame may not import cardkit.cardgame",
        ),
        (
            "cardkit/netgame/a.py",
            "from .. import cardgame",
            "cardkit.netgame may not import cardkit.cardgame",
        ),
        (
            "cardkit/netgame/a.py",
            "def late():\n    from cardkit import server",
            "cardkit.netgame may not import cardkit.server",
        ),
        (
            "cardkit/texts/a.py",
            "from cardkit.netgame import Refused",
            "cardkit.texts may not import cardkit.netgame",
        ),
        ("cardkit/netgame/a.py", "open('x')", "cardkit.netgame may not call open()"),
        ("cardkit/cardgame/a.py", "import trio", "cardkit.cardgame may not import trio"),
        (
            "cardkit/cardgame/deep/a.py",
            "from ...server import ServerCore",
            "cardkit.cardgame may not import cardkit.server",
        ),
        (
            "games/whist/game.py",
            "from cardkit.netgame import pick",
            "games.whist may not import cardkit.netgame",
        ),
        (
            "games/whist/game.py",
            "from cardkit.cardgame import CardGame",
            "games.whist may not import cardkit.cardgame",
        ),
        (
            "games/whist/bots.py",
            "from cardkit.games.akq import AKQ",
            "games.whist may not import cardkit.games.akq",
        ),
        ("cardkit/registry.py", "import cardkit.server", "only cli may import cardkit.server"),
        (
            "cardkit/web/a.py",
            "from cardkit.server.commands import COMMANDS",
            "only cli may import cardkit.server.commands",
        ),
        ("examples/a.py", "from cardkit import contest", "only cli may import cardkit.contest"),
    ],
)
def test_a_planted_breach_is_found(tmp_path: Path, name: str, text: str, what: str) -> None:
    for module in ("cardgame/piles.py", "server/core.py", "contest/a.py"):
        plant(tmp_path, f"cardkit/{module}", "")
    plant(tmp_path, name, text)
    line = text.count("\n") + 1
    assert breaches(tmp_path) == [f"{name}:{line}: {what}"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cardkit/netgame/a.py", "import collections.abc\nfrom .b import c"),
        ("cardkit/netgame/a.py", "from cardkit.texts import Text"),
        ("cardkit/texts/a.py", "from pathlib import Path\nfrom cardkit.texts.b import c"),
        ("cardkit/cardgame/a.py", "from cardkit.netgame.game import NetGame\nfrom . import piles"),
        ("games/whist/game.py", "from cardkit import CardGame\nimport math"),
        (
            "games/whist/bots.py",
            "from cardkit.games.whist.game import Whist\nfrom .game import Whist",
        ),
        ("cardkit/cli.py", "import time\nfrom cardkit.server import serve"),
        ("cardkit/server/a.py", "import trio\nfrom .core import ServerCore\nprint(1)"),
    ],
)
def test_a_lawful_import_is_let_through(tmp_path: Path, name: str, text: str) -> None:
    plant(tmp_path, "cardkit/cardgame/piles.py", "")
    plant(tmp_path, name, text)
    assert breaches(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "most"),
    [("games/whist/game.py", 99), ("examples/tic_tac_toe.py", 99)],
)
def test_one_line_too_many_is_found(tmp_path: Path, name: str, most: int) -> None:
    plant(tmp_path, name, "\n" * most)
    assert too_long(tmp_path) == []
    plant(tmp_path, name, "\n" * (most + 1))
    assert too_long(tmp_path) == [f"{name}: {most + 1} lines, at most {most}"]
