"""The settings of a server, each declared here once: its default, meaning, unit and values.

The command line, the file of settings and docs/hosting.md are made from it. `cardkit serve` reads
them; whoever starts a server in a program writes `Settings(port=0, limits=Limits(tables=2))`.
"""

# Annotations are not postponed here: the types of the fields are looked at.

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from cardkit.netgame import Reason, Refused
from cardkit.netgame.conditions import About, shown

_T = TypeVar("_T")
_PORTS, _DAY = 65_535, 86_400


def _setting(
    default: _T,
    meaning: str,
    option: str = "",
    *,
    least: float | None = None,
    most: float | None = None,
    read: Callable[[str], str] | None = None,
    follows: tuple[str, Callable[[int], int]] | None = None,
) -> _T:
    """A field: `option` is how it is said on the command line, if it has a word of its own there;
    `read` makes sure of one text in its list; unless told otherwise it `follows` from another
    setting. A whole number is at least 1, and any other at least 0."""
    if least is None and isinstance(default, int | float) and not isinstance(default, bool):
        least = 1 if isinstance(default, int) else 0
    metadata = {"about": About(meaning, (), least, most), "option": option, "read": read}
    return field(default=default, metadata={**metadata, "follows": follows})


def _public_name(text: str) -> str:
    """A host name as browsers write it, or an address."""
    try:
        return str(ip_address(text.strip("[]")))
    except ValueError:
        pass
    try:
        name = text.encode("idna").decode().lower()
    except UnicodeError:
        name = ""
    if not re.fullmatch(r"[a-z0-9._-]+", name):
        raise Refused(
            Reason.BAD_OPTION,
            "a public name is the name alone, such as cards.example, not {it}",
            it=shown(text),
        )
    return name


def _origin(text: str) -> str:
    try:
        place = urlsplit(text)
        good = place.scheme in ("http", "https") and place.netloc and not place.path.strip("/")
    except ValueError:
        good = False
    if not good:
        raise Refused(
            Reason.BAD_OPTION, "an origin is https:// and a name, not {it}", it=shown(text)
        )
    return text.rstrip("/").lower()


@dataclass(frozen=True, kw_only=True, slots=True)
class WebSettings:
    """The page for browsers."""

    enabled: bool = _setting(True, "serve a page for browsers", "--no-web")
    port: int = _setting(
        8272,
        "TCP port of the page, 1000 above the other unless told otherwise; 0: any that is free",
        "--web-port PORT",
        least=0,
        most=_PORTS,
        follows=("port", lambda port: port + 1000 if 0 < port <= _PORTS - 1000 else 0),
    )
    plain: bool = _setting(
        False,
        "let other machines do without TLS, too: behind a proxy that speaks it",
        "--plain-web",
    )
    public_names: tuple[str, ...] = _setting(
        (),
        "names by which browsers reach this server, such as cards.example",
        "--public-name NAME",
        read=_public_name,
    )
    origins: tuple[str, ...] = _setting(
        (),
        "pages elsewhere that may talk to this server, such as https://cards.example",
        "--origin URL",
        read=_origin,
    )
    contests: Path | None = _setting(  # noqa: RUF009 - it makes a field
        None, "folder in whose folders there are reports of contests to show", "--contests DIR"
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """How much of the server one connection, address or participant, or all together, may take."""

    connections: int = _setting(
        20_000, "connections at a time, of all addresses together", "--most-connections N"
    )
    connections_from: int = _setting(256, "connections from one address", "--most-each N")
    commands: float = _setting(
        500.0,
        "commands a second from one connection; what is more than that is heard later",
        "--rate N",
        least=1,
    )
    burst: float = _setting(100.0, "commands that it may say at once before that holds", least=1)
    mistakes: int = _setting(
        20, "messages in a row that cannot be read before a connection is cut", least=0
    )
    greeting: float = _setting(
        2.0, "seconds of silence after which a client is taken for a person, and greeted"
    )
    silence: float = _setting(60.0, "seconds in which a client has to say who it is", least=1)
    sessions: int = _setting(
        20_000,
        "people who are here, or were a moment ago: as many as connections",
        follows=("limits.connections", lambda most: most),
    )
    sessions_from: int = _setting(
        512,
        "those of them from one address: twice connections_from",
        follows=("limits.connections_from", lambda most: 2 * most),
    )
    guests: int = _setting(
        256,
        "guests who may come in, tables they may open, and half of the times that they may go to "
        "a table or change seats there, from one address within a minute: as connections_from",
        follows=("limits.connections_from", lambda most: most),
    )
    returns: int = _setting(
        30, "how often somebody may come back at once; then once in ten seconds"
    )
    comings: int = _setting(
        500,
        "how often people of one address may come, sit down and stand up at a table in one match",
    )
    tables: int = _setting(5_000, "open tables")
    tables_each: int = _setting(8, "tables of one participant, open or set aside")
    tables_from: int = _setting(
        32,
        "tables opened from one address, open or set aside: an eighth of connections_from",
        follows=("limits.connections_from", lambda most: max(1, most // 8)),
    )
    set_aside: int = _setting(
        5_000, "suspended games that nobody is at; of more the oldest are broken off", least=0
    )
    people_each: int = _setting(200, "people at one table")
    people_from: int = _setting(
        64,
        "those of them from one address, since each hears of all others who come and go: a quarter "
        "of connections_from",
        follows=("limits.connections_from", lambda most: max(1, most // 4)),
    )
    suspended: float = _setting(7.0 * _DAY, "seconds for which a suspended game waits for a player")
    away: float = _setting(
        600.0,
        "seconds after which somebody who is away without a seat in a game has left, and a "
        "suspended game without anybody is set aside",
    )
    lobby: float = _setting(
        60.0, "seconds after which somebody who is away and was at no table has left"
    )
    sweep: float = _setting(
        15.0, "seconds between two looks for people who have left and empty tables", least=1
    )
    backlog: float = _setting(
        0.01,
        "seconds of work that may wait for the store; when there is more, only addresses that have "
        "left little of it are heard",
    )


LIMITS = Limits()


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnTable:
    """A table that the server opens itself and keeps open, also when nobody is there."""

    game: str
    preset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    """As OPEN takes them: options of the game, and title, robots, pause and secret."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """How to serve."""

    host: str = _setting(
        "127.0.0.1",
        "address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for everybody",
        "--host HOST",
    )
    port: int = _setting(
        7272,
        "TCP port for text, msgpack and TLS; 0: any that is free",
        "--port PORT",
        least=0,
        most=_PORTS,
    )
    data: Path | None = _setting(  # noqa: RUF009 - it makes a field
        None,
        "folder for accounts, tables, journals and keys, of one server at a time; unless told "
        "otherwise ~/.local/share/cardkit",
        "--data DIR",
    )
    games: tuple[str, ...] = _setting(
        (), "games of your own to host, too, each as file.py:Class", "--game FILE.PY:CLASS"
    )
    tls_only: bool = _setting(False, "refuse connections without TLS", "--tls-only")
    pace: float = _setting(1.0, "seconds that a robot seems to think", "--pace SECONDS", most=_DAY)
    metrics: float = _setting(
        0.0,
        "seconds after which counts and times are logged again; 0: never",
        "--metrics SECONDS",
        most=_DAY,
    )
    log: Path | None = _setting(  # noqa: RUF009 - it makes a field
        None, "file to append the log to, instead of standard error", "--log FILE"
    )
    tables: tuple[OwnTable, ...] = ()
    web: WebSettings = WebSettings()
    limits: Limits = LIMITS
