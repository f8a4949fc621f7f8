"""Where the settings of a server come from: a file, then the environment, then the command line.

Which settings there are, `cardkit.server.settings` says; nothing here knows one by name but the
data folder, which has the file, and the games, which have the tables.
"""

from __future__ import annotations

import argparse
import json
import re
import textwrap
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar

from cardkit.cardgame.rules import summary_of
from cardkit.commands.common import options_from
from cardkit.commands.folder import default_folder
from cardkit.keys import unusable
from cardkit.netgame import NetGame, Reason, Refused, Text
from cardkit.netgame.conditions import (
    about_of,
    default_of,
    did_you_mean,
    misfit,
    read_value,
    shown,
    values_of,
    written,
)
from cardkit.registry import game_named, games_to_host
from cardkit.server.settings import OwnTable, Settings
from cardkit.server.table_settings import check_options, hosting_options
from cardkit.server.vault import VARIABLE

_T = TypeVar("_T")
FILE = "cardkit.toml"
PREFIX = "CARDKIT_"
PATH, LIST = Path | None, tuple[str, ...]
SECTIONS: dict[str, Any] = {f.name: f.type for f in fields(Settings) if is_dataclass(f.type)}
SETTINGS: dict[str, Field[Any]] = {
    **{f.name: f for f in fields(Settings) if "about" in f.metadata},
    **{f"{section}.{f.name}": f for section, cls in SECTIONS.items() for f in fields(cls)},
}
"""All settings but the tables, as they are named everywhere: `port`, `web.port`."""
_NUMBER = re.compile("0|[1-9][0-9]{,14}")
_CONTROLS = re.compile("[\0-\x1f\x7f\ud800-\udfff]")


def variable_of(name: str) -> str:
    return PREFIX + name.replace(".", "_").upper()


def option_of(f: Field[Any]) -> str:
    """The word for a setting on the command line, or nothing."""
    return str(f.metadata["option"]).partition(" ")[0]


def kinds_of(f: Field[Any]) -> str:
    """The values a setting takes, in words."""
    named = {bool: Text("true or false"), LIST: Text("a list of texts"), PATH: Text("a path")}
    return next((name for kind, name in named.items() if f.type == kind), None) or values_of(f)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """The options of `cardkit serve`; what they say is read by `configured`."""
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"read settings from this file (default: {FILE} in the data folder, if there is one)",
    )
    parser.add_argument(
        "--print-config",
        action="store_true",
        help="print such a file with all settings and their meaning, and exit",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change any setting of the file, such as limits.tables=100 (several times)",
    )
    parser.add_argument(
        "--no-tables", action="store_true", help="open no tables; guests open their own"
    )
    groups: dict[str, argparse._ActionsContainer] = {"": parser}
    for section, cls in SECTIONS.items():
        groups[section] = parser.add_argument_group(section, summary_of(cls))
    for name, f in SETTINGS.items():
        if option := option_of(f):
            groups[name.rpartition(".")[0]].add_argument(option, dest=name, **_how(f))


def _how(f: Field[Any]) -> dict[str, Any]:
    """How argparse is told of a setting."""
    meaning, default = about_of(f).meaning, default_of(f)
    if f.type is bool:
        said = {"const": "off", "help": f"do not {meaning}"} if default else {"const": "on"}
        return {"action": "store_const", "help": meaning, **said}
    how = {"metavar": f.metadata["option"].partition(" ")[2], "help": meaning}
    if f.type == LIST:
        return {**how, "action": "append", "help": f"{meaning} (several times)"}
    return how if default is None else {**how, "help": f"{meaning} (default: {written(default)})"}


def configured(
    args: argparse.Namespace, environ: Mapping[str, str]
) -> tuple[Settings, dict[str, type[NetGame]]]:
    """The settings in force, and the games they are about."""
    said = {**_from_environment(environ), **_from_arguments(args)}
    path: Path = args.config or (said.get("data") or default_folder()) / FILE
    found, tables = _from_file(path, needed=bool(args.config))
    found |= said
    found["data"] = found.get("data") or default_folder()
    for name, f in SETTINGS.items():
        if name not in found and f.metadata["follows"]:
            source, rule = f.metadata["follows"]
            found[name] = rule(found.get(source, default_of(SETTINGS[source])))
    games = games_to_host(found.get("games", ()))
    values: dict[str, Any] = {"": {}, **{name: {} for name in SECTIONS}}
    for name, value in found.items():
        section, _, key = name.rpartition(".")
        values[section][key] = value
    sections = {name: cls(**values[name]) for name, cls in SECTIONS.items()}
    own = () if args.no_tables else _tables(tables, games, path)
    return Settings(**values[""], **sections, tables=own), games


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    said = {v: environ[v] for v in sorted(environ) if v.startswith(PREFIX) and v != VARIABLE}
    return _read(Text("environment"), {variable_of(name): name for name in SETTINGS}, said)


def _from_arguments(args: argparse.Namespace) -> dict[str, Any]:
    options = {option_of(f): name for name, f in SETTINGS.items() if option_of(f)}
    said = {word: vars(args)[name] for word, name in options.items()}
    said = {word: value for word, value in said.items() if value is not None}
    names = {**options, **{name: name for name in SETTINGS}}
    return _read(Text("command line"), names, {**said, **options_from(args.set)})


def _from_file(path: Path, *, needed: bool) -> tuple[dict[str, Any], Any]:
    """The settings that a file states, and what it says of tables; None is nothing."""
    try:
        with path.open("rb") as file:
            stated = tomllib.load(file)
    except OSError as error:
        if not needed and isinstance(error, FileNotFoundError | NotADirectoryError):
            return {}, None
        raise unusable(path, error) from error
    except (ValueError, RecursionError) as error:
        raise Refused(
            Reason.BAD_OPTION, "{path} is not TOML: {why}", path=path, why=error
        ) from None
    tables = stated.pop("tables", None)
    said: dict[str, Any] = {}
    for key, value in stated.items():
        if key in SECTIONS and isinstance(value, dict):
            said |= {f"{key}.{each}": value[each] for each in value}
        else:
            said[key] = value
    return _read(str(path), {name: name for name in SETTINGS}, said), tables


def _read(where: str, names: Mapping[str, str], said: Mapping[str, Any]) -> dict[str, Any]:
    """What these words set, as settings hold it; `names` has the setting that a word means."""
    for word in said:
        if word not in names:
            last = word.rpartition(".")[2]
            same = [name for name in names if name.rpartition(".")[2] == last]  # in another section
            known = list(SECTIONS if isinstance(said[word], dict) else names)
            hint = did_you_mean(*(same[0], same) if same else (word, known))
            raise Refused(
                Reason.NO_SUCH_OPTION,
                "{where}: {word} is not a setting{hint} cardkit serve --print-config shows them",
                where=where,
                word=shown(word),
                hint=hint or Text("."),
            )
    return {names[word]: _located(where, _value, word, names[word], said[word]) for word in said}


def _located(where: str, read: Callable[..., _T], *given: Any) -> _T:
    """What is read there, or a refusal that says where."""
    try:
        return read(*given)
    except Refused as refused:
        wrong = Text(refused.template, **refused.parts)
        raise Refused(refused.reason, "{where}: {wrong}", where=where, wrong=wrong) from None


def _value(word: str, name: str, given: Any) -> Any:
    f = SETTINGS[name]
    if f.type == PATH and isinstance(given, str) and not _CONTROLS.search(given):
        if not given:
            return None
        return Path.home() / given[2:] if given.startswith("~/") else Path(given)
    if f.type == LIST and isinstance(given, str):
        given = [each.strip() for each in given.split(",") if each.strip()]
    value = read_value(f, given)
    if f.type == PATH or misfit(f, value):
        text = "{name} cannot be {value}; it takes {values}"
        raise Refused(Reason.BAD_OPTION, text, name=word, value=shown(value), values=kinds_of(f))
    read = f.metadata["read"]
    if read is None:
        return value
    return tuple(map(read, value)) if f.type == LIST else read(value)


def _tables(stated: Any, games: Mapping[str, type[NetGame]], path: Path) -> tuple[OwnTable, ...]:
    if stated is None:
        return tuple(OwnTable(game=name, options={"grace": "20"}) for name in games)
    if not isinstance(stated, list) or not all(isinstance(table, dict) for table in stated):
        text = "{path}: a table is written [[tables]], and below it game = and its options"
        raise Refused(Reason.BAD_OPTION, text, path=path)
    return tuple(
        _located(f"{path}, [[tables]] {number}", _table, table, games)
        for number, table in enumerate(stated, 1)
    )


def _table(stated: dict[str, Any], games: Mapping[str, type[NetGame]]) -> OwnTable:
    said = {n: value if isinstance(value, str) else written(value) for n, value in stated.items()}
    name, preset = said.pop("game", "").lower(), said.pop("preset", "")
    check_options(game_named(games, name), preset, hosting_options(said)[1])
    return OwnTable(game=name, preset=preset, options=said)


def written_settings(settings: Settings) -> str:
    """A file with these settings and what they mean."""
    lines = [f"# Settings of cardkit serve: {FILE} in the data folder, or --config FILE."]
    for section in ("", *SECTIONS):
        lines += ["", f"[{section}]"] if section else []
        holder = getattr(settings, section) if section else settings
        for f in (f for f in fields(holder) if "about" in f.metadata):
            lines += ["", *_comment(f"{about_of(f).meaning} ({kinds_of(f)})")]
            lines.append(f"{f.name} = {toml(getattr(holder, f.name))}")
        lines += [] if section else _written_tables(settings.tables)
    return "\n".join(lines) + "\n"


def _written_tables(tables: tuple[OwnTable, ...]) -> Iterator[str]:
    yield ""
    yield from _comment(
        "tables that are always open, each with the words of OPEN: its game, preset and options, "
        "title, robots (yes unless told otherwise), pause, secret; without this line there is one "
        "of each game"
    )
    yield "tables = ["
    for table in tables:
        said = {"game": toml(table.game), "preset": toml(table.preset)}
        said |= {n: v if _NUMBER.fullmatch(v) else toml(v) for n, v in table.options.items()}
        yield f"  {{ {', '.join(f'{name} = {value}' for name, value in said.items())} }},"
    yield "]"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, 80, initial_indent="# ", subsequent_indent="# ")


def toml(value: Any) -> str:
    """A value as the file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return written(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps("" if value is None else str(value), ensure_ascii=False)
