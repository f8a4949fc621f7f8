"""Finds games and bots: installed ones by name, an author's own as `file.py:Class`.

A game is installed by an entry point of the group `cardkit.games`. Its bots are what the mapping
`BOTS` holds, in the file of the game or in a module `bots` beside it. Whatever cannot be used is
`Refused` in a sentence that says what is wrong and where, for a person to read.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from cardkit.cardgame import Bot, Rand
from cardkit.netgame import NetGame, Refused, RulesError, Text
from cardkit.netgame.conditions import did_you_mean, shown
from cardkit.places import place_of
from cardkit.reasons import LocalReason
from cardkit.search.sage import SAGE, is_sage, sage_of

GROUP = "cardkit.games"
_Game = TypeVar("_Game", bound=type[NetGame])


def not_found(
    reason: str, template: str, name: str, known: Iterable[str], **more: object
) -> Refused:
    """What was named is not there: a refusal with the nearest that is."""
    names = list(known)
    hint, all_names = did_you_mean(name, names) or Text("."), ", ".join(names) or Text("none")
    return Refused(reason, template, name=shown(name), hint=hint, known=all_names, **more)


def installed() -> dict[str, EntryPoint]:
    """The installed games by name; none of them is imported yet."""
    return dict(_points(tuple(sys.path)))


@lru_cache(maxsize=8)
def _points(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Those found where Python looks now: to read what every package says of itself takes long."""
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


def find_game(name: str) -> type[NetGame]:
    """An installed game, or the class that `file.py:Class` or `module:Class` names."""
    points = installed()
    if name in points:
        found = _load(points[name].value, LocalReason.NO_SUCH_GAME, LocalReason.BAD_GAME)
    elif is_reference(name):
        found = _load(name, LocalReason.NO_SUCH_GAME, LocalReason.BAD_GAME)
    else:
        raise not_found(
            LocalReason.NO_SUCH_GAME,
            "{name} is not a game{hint} The games are: {known}; a game of your own is written "
            "file.py:Class",
            name,
            points,
        )
    if not (isinstance(found, type) and issubclass(found, NetGame)):
        raise Refused(
            LocalReason.BAD_GAME,
            "{name} is not a game; a game is a class that begins: class MyGame(CardGame)",
            name=name,
        )
    if not found.title:
        raise Refused(
            LocalReason.BAD_GAME,
            "{name} is a base for games and cannot be played itself",
            name=name,
        )
    return found


def games_to_host(own: Iterable[str]) -> dict[str, type[NetGame]]:
    """The installed games, and those that were named."""
    games: dict[str, type[NetGame]] = {name: find_game(name) for name in installed()}
    for reference in own:
        game = find_game(reference)
        name = game.__name__.lower()
        if name in games:
            raise Refused(
                LocalReason.BAD_GAME, "there is a game {name} already; rename the class", name=name
            )
        games[name] = game
    return games


def bots_to_host(games: Mapping[str, type[NetGame]]) -> dict[str, Sequence[type[Bot]]]:
    """What robots can play as in each game, unless at random."""
    return {
        name: [bot for bot in bots_of(game).values() if bot is not Rand]
        for name, game in games.items()
    }


def game_named(games: Mapping[str, _Game], name: str) -> _Game:
    """One of the games that are hosted."""
    if name not in games:
        text = "{name} is not played here{hint} The games are: {known}"
        raise not_found(LocalReason.NO_SUCH_GAME, text, name, games)
    return games[name]


def name_of(game: type[NetGame]) -> str:
    """What a game is called: as it is installed, or the name of its class in lower case."""
    for name, entry in installed().items():
        if entry.attr == game.__name__ and game.__module__.startswith(entry.module):
            return name
    return game.__name__.lower()


def reference_of(game: type[NetGame]) -> str:
    """What `find_game` finds a game by, also in another process."""
    module = sys.modules[game.__module__]
    if "." in module.__name__:
        return f"{module.__name__}:{game.__name__}"
    return f"{module.__file__}:{game.__name__}"


def bots_of(game: type[NetGame]) -> dict[str, type[Bot]]:
    """The bots of a game by name; `rand`, which plays at random, plays every game."""
    module = sys.modules[game.__module__]
    bots: dict[str, type[Bot]] = {"rand": Rand, **getattr(module, "BOTS", {})}
    beside = f"{module.__package__}.bots"
    if module.__package__ and importlib.util.find_spec(beside) is not None:
        bots |= getattr(_import(beside, LocalReason.NO_SUCH_BOT, LocalReason.BAD_BOT), "BOTS", {})
    return bots


def find_bot(name: str, game: type[NetGame]) -> type[Bot]:
    """A bot of this game, or the class that `file.py:Class` or `module:Class` names.

    `file.py` is enough where the file has one bot. `sage` searches, in every game, and `sage:0.2s`
    or `sage:500` says for how many seconds or rollouts a move.
    """
    if not is_reference(name):
        known = bots_of(game)
        if name in known:
            return known[name]
        if is_sage(name):
            return sage_of(name, game, [*known.values()])
        if name.startswith(f"{SAGE}:"):
            raise Refused(
                LocalReason.NO_SUCH_BOT,
                "{name} does not say how long to think: write sage:0.3s for seconds, or sage:500 "
                "for games played out",
                name=name,
            )
        raise not_found(
            LocalReason.NO_SUCH_BOT,
            "{name} is not a bot of {title}{hint} Its bots are: {known}; a bot of your own is "
            "written file.py:Class",
            name,
            [*known, SAGE],
            title=game.catalogue.text(game.title),
        )
    found = _load(name, LocalReason.NO_SUCH_BOT, LocalReason.BAD_BOT)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise Refused(
            LocalReason.BAD_BOT,
            "{name} is not a bot; a bot is a class that begins: class MyBot(Bot)",
            name=name,
        )
    return found


def is_reference(name: str) -> bool:
    """Whether this names a class by its file or module."""
    return (":" in name or name.endswith(".py")) and not name.startswith(f"{SAGE}:")


def _load(reference: str, missing: str, broken: str) -> object:
    """What `file.py:Name` or `module:Name` names."""
    where, _, name = reference.rpartition(":") if ":" in reference else (reference, "", "")
    module = _import(where, missing, broken)
    if name and hasattr(module, name):
        return getattr(module, name)
    base = Bot if broken == LocalReason.BAD_BOT else NetGame
    own = {n: v for n, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__}
    classes = [n for n, v in own.items() if isinstance(v, type) and issubclass(v, base)]
    if base is Bot and not name and len(classes) == 1:
        return own[classes[0]]
    if not classes and base is Bot:
        raise Refused(
            missing,
            "{where} has no bot: a class that plays begins with class MyBot(Bot), and a program is "
            "named by its command: 'python3 {where}'",
            where=where,
        )
    raise Refused(
        missing,
        "{where} has no class {name}; write one of: {known}"
        if name
        else "say which class of {where} is meant; write one of: {known}",
        where=where,
        name=name,
        known=", ".join(f"{where}:{n}" for n in classes) or Text("none"),
    )


def _import(where: str, missing: str, broken: str) -> ModuleType:
    """A module by its name or its file."""
    path = Path(where)
    try:
        if path.suffix == ".py":
            if not path.is_file():
                raise Refused(missing, "there is no file {path}", path=where)
            return _import_file(path.resolve())
        written_well = all(part.isidentifier() for part in where.split("."))
        with _on_path(Path.cwd()):
            if not written_well or importlib.util.find_spec(where) is None:
                raise Refused(missing, "there is no module {module}", module=where)
            return importlib.import_module(where)
    except Refused:
        raise
    except ModuleNotFoundError as error:
        if error.name and f"{where}.".startswith(f"{error.name}."):
            raise Refused(missing, "there is no module {module}", module=where) from None
        raise _broken(where, broken, error) from error
    except RulesError as error:
        raise Refused(broken, "{mistakes}", mistakes=str(error)) from error
    except (Exception, SystemExit) as error:  # a script that is meant to be run ends so
        raise _broken(where, broken, error) from error


def _import_file(path: Path) -> ModuleType:
    name = path.stem
    while (known := sys.modules.get(name)) is not None:  # perhaps another file of the same name
        if getattr(known, "__file__", None) == str(path):
            return known
        name += "_"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up while they are made
    try:
        with _on_path(path.parent), _own_neighbours(path.parent):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@contextmanager
def _on_path(folder: Path) -> Iterator[None]:
    """Let neighbours in a folder be imported, as Python does for a script."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


@contextmanager
def _own_neighbours(folder: Path) -> Iterator[None]:
    """Let a file import its own `helper.py` where another folder had one of that name before."""
    beside = {path.stem for path in folder.iterdir()}
    hidden = {
        name: module
        for name, module in sys.modules.items()
        if (top := name.partition(".")[0]) in beside and _is_neighbour(sys.modules.get(top), folder)
    }
    for name in hidden:
        del sys.modules[name]
    try:
        yield
    finally:
        sys.modules.update(hidden)


def _is_neighbour(module: ModuleType | None, folder: Path) -> bool:
    """Whether a module was found beside a file in another folder than this."""
    file = Path(getattr(module, "__file__", None) or "")
    home = file.parent.parent if file.name == "__init__.py" else file.parent
    return file.is_absolute() and home != folder and str(home) not in sys.path


def _broken(where: str, reason: str, error: Exception | SystemExit) -> Refused:
    """Why a module cannot be imported, with the line in it that the error comes from."""
    return Refused(
        reason,
        "{where} cannot be imported: {kind}: {error}{line}",
        where=where,
        kind=type(error).__name__,
        error=error.msg if isinstance(error, SyntaxError) else error,
        line=line_of(error, where),
    )


def line_of(error: BaseException, where: str = "") -> str:
    """The place an error comes from, as the end of a sentence: in this file, or the author's."""
    places = [(f.filename, f.lineno) for f in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or where, error.lineno))
    own = [line for file, line in places if Path(file).name == Path(where).name]
    if own:
        return Text(" (line {line})", line=own[-1])
    place = place_of(error)
    if place is None:
        return ""
    return Text(" ({file}, line {line})", file=Path(place.filename).name, line=place.lineno)
