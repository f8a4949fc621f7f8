"""What is raised when the server breaks a promise, and how two things are compared."""

from __future__ import annotations

from typing import Any

import msgpack


class Violation(AssertionError):
    """The server broke a promise."""


def expect(what: str, found: object, wanted: object) -> None:
    if found == wanted:
        return
    if isinstance(found, dict) and isinstance(wanted, dict):  # only where they differ
        keys = [k for k in {**found, **wanted} if found.get(k) != wanted.get(k)]
        found, wanted = ({k: part.get(k) for k in keys} for part in (found, wanted))
    raise Violation(f"{what}: {found!r}, but it must be {wanted!r}")


def plain(value: Any) -> Any:
    """The same as it comes out of the wire."""
    return msgpack.unpackb(msgpack.packb(value), strict_map_key=False)
