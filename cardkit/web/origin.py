"""Whose page may talk to this server, and what this server may be called."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from cardkit.netgame import Refused
from cardkit.netgame.conditions import shown
from cardkit.protocol.reasons import ServerReason
from cardkit.web.backend import WebBackend, is_near

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{0,5})?")


def check_origin(origin: str | None, host: str | None, backend: WebBackend) -> None:
    """Refuse a page of another server. A program that is no browser names no origin."""
    if origin is None or origin in backend.origins:
        return
    try:
        place = urlsplit(origin)
        own = place.scheme in ("http", "https") and place.netloc.lower() == (host or "").lower()
    except ValueError:
        own = False
    if origin == "null":
        raise Refused(
            ServerReason.FOREIGN_ORIGIN,
            "a page that is a file, or in a sandbox, may not talk to this server; open it from a "
            "server, and allow that one with cardkit serve --origin",
        )
    if not own:
        raise Refused(
            ServerReason.FOREIGN_ORIGIN,
            "a page of {origin} may not talk to this server; cardkit serve --origin {origin} "
            "allows it",
            origin=shown(origin),
        )


def check_host(host: str | None, here: str, backend: WebBackend) -> None:
    """Refuse a name that is none of this server's, at the address `here`.

    Whoever owns a name can let it lead here, and then their page would pass for our own.
    """
    if host is None:
        return  # every browser names one
    found = _HOST.fullmatch(host)
    name = (found[1] or found[2]).lower() if found else ""
    if not name or not (name in backend.names or _leads(name, here)):
        raise Refused(
            ServerReason.WRONG_HOST,
            "this server is not known as {name}; whoever hosts it can start it with cardkit serve "
            "--public-name {name}",
            name=shown(name or host),
        )


def _leads(name: str, here: str) -> bool:
    """Whether this is the address itself, or what every machine calls its own."""
    if name == "localhost" or name.endswith(".localhost"):
        return is_near(here)
    try:
        return ip_address(name) == ip_address(here.partition("%")[0])
    except ValueError:
        return False
