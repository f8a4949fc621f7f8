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

from cardkit.commands.common import options_from
from cardkit.commands.folder import default_folder
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
SECTIONS: dict[str, Any] = {f.name: f.type for f in fields(Settings) if is_dataclass(f.type)}
_NUMBER = re.compile("0|[1-9][0-9]{,14}")
_CONTROLS = re.compile("[\0-\x1f\x7f\ud800-\udfff]")


def _all_settings() -> Iterator[tuple[str, Field[Any]]]:
    yield from ((f.name, f) for f in fields(Settings) if "about" in f.metadata)
    for section, cls in SECTIONS.items():
        yield from ((f"{section}.{f.name}", f) for f in fields(cls))


SETTINGS = dict(_all_settings())
"""All settings but the tables, as they are named everywhere: `port`, `web.port`."""


def variable_of(name: str) -> str:
    return PREFIX + name.replace(".", "_").upper()


def kinds_of(f: Field[Any]) -> str:
    """The values a setting takes, in words."""
    names: dict[Any, str] = {
        bool: Text("true or false"),
        tuple[str, ...]: Text("a list of texts"),
        Path | None: Text("a path"),
    }
    return names.get(f.type) or values_of(f)


# --- on the command line ---------------------------------------------------------------------


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
        help="write all settings as such a file, with what they mean, and end",
    )
    parser.add_argument(
        "--set",
        dest="set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change any setting of the file, such as limits.tables=100 (several times)",
    )
    parser.add_argument(
        "--no-tables", action="store_true", help="open no tables; guests open theirs"
    )
    groups: dict[str, argparse._ActionsContainer] = {"": parser}
    for name, f in SETTINGS.items():
        section, option = name.rpartition(".")[0], f.metadata["option"]
        if option:
            if section not in groups:
                groups[section] = parser.add_argument_group(section, SECTIONS[section].__doc__)
            groups[section].add_argument(option, dest=name, **_how(f))


def _how(f: Field[Any]) -> dict[str, Any]:
    """How argparse is told of a setting."""
    meaning, default = about_of(f).meaning, default_of(f)
    if f.type is bool:
        off = {"const": "off", "help": f"do not {meaning}"}
        return {"action": "store_const", **(off if default else {"const": "on", "help": meaning})}
    how: dict[str, Any] = {"metavar": f.metadata["metavar"], "help": meaning}
    if f.type == tuple[str, ...]:
        return {**how, "action": "append", "help": f"{meaning} (several times)"}
    return how if default is None else {**how, "help": f"{meaning} (default: {written(default)})"}


# --- reading ---------------------------------------------------------------------------------


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
    own = _each_game(games) if tables is None else _tables(tables, games, path)
    values: dict[str, Any] = {name: {} for name in SECTIONS}
    for name, value in found.items():
        section, _, key = name.rpartition(".")
        (values[section] if section else values)[key] = value
    sections = {name: cls(**values.pop(name)) for name, cls in SECTIONS.items()}
    return Settings(**values, **sections, tables=() if args.no_tables else own), games


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    names = {variable_of(name): name for name in SETTINGS}
    said = sorted(v for v in environ if v.startswith(PREFIX) and v != VARIABLE)
    return {_known(v, names, ""): _read(names[v], environ[v], v) for v in said}


def _from_arguments(args: argparse.Namespace) -> dict[str, Any]:
    given = {name: value for name, value in vars(args).items() if name in SETTINGS}
    said = {
        name: _read(name, value, SETTINGS[name].metadata["option"])
        for name, value in given.items()
        if value is not None
    }
    names = {name: name for name in SETTINGS}
    for name, value in options_from(args.set).items():
        said |= {_known(name, names, "--set: "): _read(name, value, f"--set {name}")}
    return said


def _from_file(path: Path, *, needed: bool) -> tuple[dict[str, Any], Any]:
    """The settings that a file states, and what it says of tables; None is nothing."""
    try:
        with path.open("rb") as file:
            stated = tomllib.load(file)
    except OSError as error:
        if not needed and isinstance(error, FileNotFoundError | NotADirectoryError):
            return {}, None
        raise Refused(
            Reason.NO_SUCH_FILE, "{path} cannot be read: {why}", path=path, why=error.strerror
        ) from error
    except (ValueError, RecursionError) as error:
        raise Refused(
            Reason.BAD_OPTION, "{path} is not TOML: {why}", path=path, why=error
        ) from None
    tables = stated.pop("tables", None)
    names, found = {name: name for name in SETTINGS}, {}
    for key, value in stated.items():
        if key in SECTIONS and isinstance(value, dict):
            for each, within in value.items():
                name = _known(f"{key}.{each}", names, f"{path}: ")
                found[name] = _read(name, within, f"{path}, [{key}]")
        else:
            found[key] = _read(_known(key, names, f"{path}: "), value, str(path))
    return found, tables


def _known(word: str, names: Mapping[str, str], where: str) -> str:
    """The setting that is meant by this word, or a refusal that names the nearest."""
    if word in names:
        return names[word]
    last = word.rpartition(".")[2]
    same = [name for name in names if name.rpartition(".")[2] == last]  # under another heading
    raise Refused(
        Reason.NO_SUCH_OPTION,
        "{where}{word} is not a setting{hint} cardkit serve --print-config shows all of them",
        where=where,
        word=shown(word),
        hint=did_you_mean(*((same[0], same) if same else (word, list(names)))) or Text("."),
    )


def _read(name: str, given: Any, where: str) -> Any:
    """What was given for a setting, as it holds it; or a refusal that says where it was given."""
    return _located(where, _value, SETTINGS[name], given)


def _located(where: str, read: Callable[..., _T], *given: Any) -> _T:
    try:
        return read(*given)
    except Refused as refused:
        wrong = Text(refused.template, **refused.parts)
        raise Refused(refused.reason, "{where}: {wrong}", where=where, wrong=wrong) from None


def _value(f: Field[Any], given: Any) -> Any:
    if isinstance(given, str) and f.type == tuple[str, ...]:
        given = [each.strip() for each in given.split(",") if each.strip()]
    if f.type == Path | None:
        value, good = given, isinstance(given, str) and not _CONTROLS.search(given)
    else:
        value = read_value(f, given)
        good = not misfit(f, value)
    if not good:
        raise Refused(
            Reason.BAD_OPTION,
            "{name} cannot be {value}; it takes {values}",
            name=f.name,
            value=shown(value),
            values=kinds_of(f),
        )
    if f.type == Path | None:
        return _path(value) if value else None
    return tuple(map(f.metadata["read"], value)) if f.metadata["read"] else value


def _path(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:  # there is nobody of this name, so it is no home
        return Path(text)


def _each_game(games: Mapping[str, type[NetGame]]) -> tuple[OwnTable, ...]:
    return tuple(OwnTable(game=name, options={"grace": "20"}) for name in games)


def _tables(stated: Any, games: Mapping[str, type[NetGame]], path: Path) -> tuple[OwnTable, ...]:
    if not isinstance(stated, list) or not all(isinstance(table, dict) for table in stated):
        raise Refused(
            Reason.BAD_OPTION,
            "{path}: a table is written [[tables]], and below it game = and its options",
            path=path,
        )

    return tuple(
        _located(f"{path}, [[tables]] {number}", _table, table, games)
        for number, table in enumerate(stated, 1)
    )


def _table(stated: dict[str, Any], games: Mapping[str, type[NetGame]]) -> OwnTable:
    said = {n: value if isinstance(value, str) else written(value) for n, value in stated.items()}
    name, preset = said.pop("game", "").lower(), said.pop("preset", "")
    check_options(game_named(games, name), preset, hosting_options(said)[1])
    return OwnTable(game=name, preset=preset, options=said)


# --- writing ---------------------------------------------------------------------------------


def written_settings(settings: Settings) -> str:
    """A file with these settings and what they mean."""
    lines = [f"# Settings of cardkit serve: {FILE} in the data folder, or --config FILE."]
    section = ""
    for name, f in SETTINGS.items():
        if name.rpartition(".")[0] != section:
            if not section:
                lines += _written_tables(settings)
            section = name.rpartition(".")[0]
            lines += ["", f"[{section}]"]
        holder = getattr(settings, section) if section else settings
        lines += ["", *_comment(f"{about_of(f).meaning} ({kinds_of(f)})")]
        lines.append(f"{f.name} = {toml(getattr(holder, f.name))}")
    return "\n".join(lines) + "\n"


def _written_tables(settings: Settings) -> Iterator[str]:
    yield ""
    yield from _comment(
        "tables that are always open, each with the words of OPEN: its game, preset and options, "
        "title, robots (yes unless told otherwise), pause, secret; without this line there is one "
        "of each game"
    )
    yield "tables = ["
    for table in settings.tables:
        said = {"game": toml(table.game), "preset": toml(table.preset)}
        said |= {n: v if _NUMBER.fullmatch(v) else toml(v) for n, v in table.options.items()}
        yield f"  {{ {', '.join(f'{name} = {value}' for name, value in said.items())} }},"
    yield "]"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="# ", subsequent_indent="# ")


def toml(value: Any) -> str:
    """A value as the file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return written(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps("" if value is None else str(value), ensure_ascii=False)
