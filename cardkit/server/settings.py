"""The settings of a server, each declared here once: its default, meaning, unit and values.

The command line, the file of settings and docs/hosting.md are made from it. `cardkit serve` reads
them; whoever starts a server in a program writes `Settings(port=0, limits=Limits(tables=2))`.
"""

# Annotations are not postponed here: the types of the fields are looked at.

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from cardkit.colours import read_colour, read_felt
from cardkit.cores import cores
from cardkit.netgame import Reason, Refused
from cardkit.netgame.conditions import About, shown

_T = TypeVar("_T")
_PORTS, _DAY = 65_535, 86_400


def _setting(
    default: _T,
    meaning: str,
    option: str = "",
    *,
    choices: tuple[str, ...] = (),
    least: float | None = None,
    most: float | None = None,
    read: Callable[[str], str] | None = None,
    follows: tuple[str, Callable[[int], int]] | None = None,
) -> _T:
    """A field: `option` is how it is said on the command line, if it has a word of its own there;
    `read` makes sure of a text, or of each in a list; unless told otherwise it `follows` from
    another setting. A whole number is at least 1, and any other at least 0."""
    if least is None and isinstance(default, int | float) and not isinstance(default, bool):
        least = 1 if isinstance(default, int) else 0
    metadata = {"about": About(meaning, choices, least, most), "option": option, "read": read}
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
        wrong = "a public name is the name alone, such as cards.example, not {it}"
        raise Refused(Reason.BAD_OPTION, wrong, it=shown(text))
    return name


def _network(text: str) -> str:
    try:
        return str(ip_network(text))
    except ValueError:
        wrong = "an address is such as 10.0.0.7, or 10.0.0.0/8 for all of a network, not {it}"
        raise Refused(Reason.BAD_OPTION, wrong, it=shown(text)) from None


def _place_to_listen(text: str) -> str:
    host, _, port = text.rpartition(":")
    alone = not host or host.startswith("[") or ":" not in host
    if text and not (alone and port.isascii() and port.isdigit() and int(port) <= _PORTS):
        wrong = "that is a port, or an address and a port such as 10.0.0.7:9272, not {it}"
        raise Refused(Reason.BAD_OPTION, wrong, it=shown(text))
    return text


def _public_place(text: str) -> str:
    host, _, port = text.rpartition(":")
    if text and not (host and port.isascii() and port.isdigit() and 0 < int(port) <= _PORTS):
        wrong = "that is a name or an address and a port, such as cards1.example:7272, not {it}"
        raise Refused(Reason.BAD_OPTION, wrong, it=shown(text))
    return text


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
        "TCP port of the page, by default 1000 above the other; 0: any free port",
        "--web-port PORT",
        least=0,
        most=_PORTS,
        follows=("port", lambda port: port + 1000 if 0 < port <= _PORTS - 1000 else 0),
    )
    plain: bool = _setting(
        False,
        "accept other machines without TLS, for use behind a TLS proxy",
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
        "other sites whose pages may use this server, such as https://cards.example",
        "--origin URL",
        read=_origin,
    )
    metrics_from: tuple[str, ...] = _setting(
        (),
        "addresses that may read /metrics besides this machine, such as 10.0.0.7 or 10.0.0.0/8",
        "--metrics-from ADDRESS",
        read=_network,
    )
    contests: Path | None = _setting(  # noqa: RUF009 - it makes a field
        None, "folder with one folder for each contest whose report to show", "--contests DIR"
    )


def _house_name(text: str) -> str:
    name = " ".join(text.split())
    if len(name) > 40:
        wrong = "the name of a house has at most 40 characters, unlike {it}"
        raise Refused(Reason.BAD_OPTION, wrong, it=shown(text))
    return name


@dataclass(frozen=True, kw_only=True, slots=True)
class HouseSettings:
    """What your place is called, and how its page looks."""

    name: str = _setting(
        "",
        "what to call it, such as The Wednesday Club: on the page, as an app, and in the greeting",
        "--house-name NAME",
        read=_house_name,
    )
    felt: str = _setting(
        "",
        "colour of the tables, as #rrggbb, unless a game has its own; dark enough for white text",
        "--felt COLOUR",
        read=read_felt,
    )
    accent: str = _setting(
        "",
        "colour of buttons and links, as #rrggbb; darker or lighter where it could not be read",
        "--accent COLOUR",
        read=read_colour,
    )
    icon: Path | None = _setting(  # noqa: RUF009 - it makes a field
        None, "square picture for the page and the app, in SVG or PNG", "--icon FILE"
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """What one connection, address or participant, and all of them together, may use."""

    connections: int = _setting(
        20_000, "connections at a time, from all addresses together", "--most-connections N"
    )
    connections_from: int = _setting(256, "connections from one address", "--most-each N")
    commands: float = _setting(
        500.0,
        "commands a second from one connection; more are delayed",
        "--rate N",
        least=1,
    )
    burst: float = _setting(100.0, "commands at once before that limit applies", least=1)
    mistakes: int = _setting(
        20, "unreadable messages in a row before a connection is closed", least=0
    )
    greeting: float = _setting(
        2.0, "seconds of silence after which a client is greeted as a person"
    )
    silence: float = _setting(
        60.0, "seconds in which a client has to log in, or to listen in the lobby", least=1
    )
    sessions: int = _setting(
        20_000,
        "people who are here, or were a moment ago; by default as connections",
        follows=("limits.connections", lambda most: most),
    )
    sessions_from: int = _setting(
        512,
        "those of them from one address; by default twice connections_from",
        follows=("limits.connections_from", lambda most: 2 * most),
    )
    guests: int = _setting(
        256,
        "guests who may enter from one address in a minute, tables they may open, and half the "
        "number of times they may join a table or change seats; by default as connections_from",
        follows=("limits.connections_from", lambda most: most),
    )
    guest_names: int = _setting(
        100_000, "names kept for guests who have a key; beyond that those not seen for longest go"
    )
    name_kept: float = _setting(90.0 * _DAY, "seconds that a name is kept for a guest with a key")
    sign_ups: int = _setting(
        20,
        "accounts that people may make themselves from one address in a day; 0: only you make them",
        "--sign-ups N",
        least=0,
    )
    returns: int = _setting(
        30, "reconnections of one participant at once; then one every ten seconds"
    )
    comings: int = _setting(
        500,
        "how often people from one address may join a table, sit down and stand up in one match",
    )
    tables: int = _setting(5_000, "open tables")
    tables_each: int = _setting(8, "tables of one participant, open or set aside")
    tables_from: int = _setting(
        32,
        "tables opened from one address, open or set aside; by default an eighth of "
        "connections_from",
        follows=("limits.connections_from", lambda most: max(1, most // 8)),
    )
    set_aside: int = _setting(
        5_000, "suspended games with nobody present; beyond that the oldest are abandoned", least=0
    )
    people_each: int = _setting(200, "people at one table")
    people_from: int = _setting(
        64,
        "those of them from one address, as each hears of everybody who comes and goes; by "
        "default a quarter of connections_from",
        follows=("limits.connections_from", lambda most: max(1, most // 4)),
    )
    suspended: float = _setting(7.0 * _DAY, "seconds that a suspended game waits for a player")
    waiting: float = _setting(
        1.0 * _DAY, "seconds that a match of one person against robots waits for that person"
    )
    away: float = _setting(
        600.0,
        "seconds after which a disconnected participant without a seat in a game counts as gone, "
        "and a suspended game, or one against robots, with nobody present is set aside",
    )
    lobby: float = _setting(
        60.0, "seconds after which a disconnected participant who was at no table counts as gone"
    )
    sweep: float = _setting(
        15.0, "seconds between checks for people who have left and empty tables", least=1
    )
    backlog: float = _setting(
        0.01,
        "seconds of work that may wait for the store; beyond that, only addresses that caused "
        "little of it are served",
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
        "TCP port for text, msgpack and TLS; 0: any free port",
        "--port PORT",
        least=0,
        most=_PORTS,
    )
    data: Path | None = _setting(  # noqa: RUF009 - it makes a field
        None,
        "folder for the keys, and unless --store names another place for accounts, tables and "
        "journals, then for one server at a time; by default ~/.local/share/cardkit",
        "--data DIR",
    )
    store: str = _setting(
        "",
        "where all but the keys is stored: sqlite:DIR, or postgresql://user@host/database; by "
        "default in the data folder",
        "--store ADDRESS",
    )
    workers: int = _setting(
        1,
        "processes that serve behind the same ports, one per core, with a store in PostgreSQL: "
        "nodes NAME-1, NAME-2 and so on; the second has the port for monitoring above that of the "
        "first, and so on, while /metrics on the port of the page is that of any of them",
        "--workers N",
        most=64,
    )
    games: tuple[str, ...] = _setting(
        (), "your own games to host, each as file.py:Class", "--game FILE.PY:CLASS"
    )
    tls_only: bool = _setting(False, "refuse connections without TLS", "--tls-only")
    pace: float = _setting(
        1.0, "seconds that a robot pretends to think", "--pace SECONDS", most=_DAY
    )
    thinkers: int = _setting(
        1,
        "processes that think for strong robots, for hints and about past matches, at the lowest "
        "priority; by default a core less than there are for each of the workers, and at least "
        "one; 0: none, then strong robots play as normal ones do",
        "--thinkers N",
        least=0,
        most=64,
        follows=("workers", lambda workers: max(1, cores() // workers - 1)),
    )
    metrics: float = _setting(
        0.0,
        "seconds between log lines with counts and times; 0: never",
        "--metrics SECONDS",
        most=_DAY,
    )
    log: Path | None = _setting(  # noqa: RUF009 - it makes a field
        None, "file to append the log to, instead of standard error", "--log FILE"
    )
    log_format: str = _setting(
        "text",
        "how to write the log: as text for people, or a JSON object a line for programs",
        "--log-format FORMAT",
        choices=("text", "json"),
    )
    relay_host: str = _setting(
        "127.0.0.1",
        "address at which the other nodes of a house in PostgreSQL reach this one",
        "--relay-host HOST",
    )
    relay_port: int = _setting(
        0, "and the port; 0: any free port", "--relay-port PORT", least=0, most=_PORTS
    )
    public: str = _setting(
        "",
        "address and port at which clients reach this very node of several, such as "
        "cards1.example:7272: who plays at a table here over another node is told to come "
        "directly, if the program can",
        "--public HOST:PORT",
        read=_public_place,
    )
    node: str = _setting(
        "",
        "name of this server in the log and in /metrics; by default that of the machine, and not "
        "in a log of text",
        "--node NAME",
    )
    health: str = _setting(
        "",
        "port for /healthz, /readyz and /metrics alone, on 127.0.0.1 unless it is an address and "
        "a port such as 10.0.0.7:9272",
        "--health PORT",
        read=_place_to_listen,
    )
    trusted_proxies: tuple[str, ...] = _setting(
        (),
        "addresses of proxies that say for whom they connect: with X-Forwarded-For to the page, "
        "with the PROXY protocol to the other port",
        "--trusted-proxy ADDRESS",
        read=_network,
    )
    drain: float = _setting(
        0.0,
        "seconds between a signal to stop and the end, in which /readyz sends new people "
        "elsewhere; a node of several hands its tables over and stops when it is done, after so "
        "long or ten seconds at the latest",
        "--drain SECONDS",
        most=_DAY,
    )
    tables: tuple[OwnTable, ...] = ()
    web: WebSettings = WebSettings()
    house: HouseSettings = HouseSettings()
    limits: Limits = LIMITS
