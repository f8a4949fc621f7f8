"""Where a server is, as a person writes it: `host:port`, or `tls://host:port`.

Only words; `links` goes there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardkit.netgame import Reason, Refused

HOST = "127.0.0.1"
PORT = 7272
_FORM = re.compile(
    r"(?:(?P<scheme>[^:/]*)://)?(?:\[(?P<six>[^\]]*)\]|(?P<host>[^:\[\]]*))(?P<port>:.*)?"
)


@dataclass(frozen=True, slots=True)
class Address:
    """A server, whether to speak TLS with it, and the one certificate to trust, if any."""

    host: str = HOST
    port: int = PORT
    tls: bool = False
    pin: str = ""
    """The SHA-256 fingerprint of the server's certificate; then nothing else is asked of it."""

    @classmethod
    def parse(cls, typed: str, pin: str = "") -> Address:
        """The address that was typed; what is left out is this machine and port 7272.

        With a pin it is TLS in any case.
        """
        match = _FORM.fullmatch(typed.strip().rstrip("/"))
        if match is None or any(c.isspace() or c == "/" for c in match["host"] or ""):
            raise _not_an_address(typed)
        if match["scheme"] not in (None, "tls"):
            raise Refused(
                Reason.BAD_OPTION,
                "{scheme}:// is not spoken here; write host:port or tls://host:port",
                scheme=match["scheme"],
            )
        if match["host"] is not None and (match["port"] or "").count(":") > 1:
            raise Refused(
                Reason.BAD_OPTION,
                "write an IPv6 address in brackets: [{host}] or [{host}]:{port}",
                host=typed.partition("://")[2] or typed,
                port=PORT,
            )
        host = match["six"] or match["host"] or HOST
        port = _port(match["port"][1:]) if match["port"] else PORT
        return cls(host, port, match["scheme"] == "tls" or bool(pin), _fingerprint(pin))

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'tls://' if self.tls else ''}{host}:{self.port}"


def _port(typed: str) -> int:
    if typed.isascii() and typed.isdigit() and len(typed) < 6 and 0 < int(typed) < 65536:
        return int(typed)
    raise Refused(
        Reason.BAD_OPTION,
        "{port} is no port; a port is a number from 1 to 65535, by default {default}",
        port=typed or "''",
        default=PORT,
    )


def _fingerprint(typed: str) -> str:
    """64 hex digits in small letters; colons between them are how other tools write it."""
    pin = re.sub(r"[\s:]", "", typed).lower().removeprefix("sha256")
    if pin and not re.fullmatch(r"[0-9a-f]{64}", pin):
        raise Refused(
            Reason.BAD_OPTION,
            "a pin is the SHA-256 fingerprint of the server's certificate, 64 hex digits; "
            "{digits} of them were given",
            digits=len(re.sub(r"[^0-9a-f]", "", pin)),
        )
    return pin


def _not_an_address(typed: str) -> Refused:
    return Refused(
        Reason.BAD_OPTION,
        "{typed} is no address; write host:port, tls://host:port or [IPv6]:port",
        typed=typed,
    )
