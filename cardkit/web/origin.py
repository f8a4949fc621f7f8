"""Whose page may talk to this server: its own, and those that the host allows."""

from __future__ import annotations

from urllib.parse import urlsplit

from cardkit.netgame import Reason, Refused
from cardkit.netgame.conditions import shown
from cardkit.web.venue import Venue


def check_origin(origin: str | None, host: str | None, venue: Venue) -> None:
    """Refuse a page of another server. A program that is no browser names no origin."""
    if origin is None or origin in venue.origins:
        return
    try:
        place = urlsplit(origin)
        own = place.scheme in ("http", "https") and place.netloc.lower() == (host or "").lower()
    except ValueError:
        own = False
    if not own:
        raise Refused(
            Reason.FOREIGN_ORIGIN,
            "a page of {origin} may not talk to this server; cardkit serve --origin {origin} "
            "allows it",
            origin=shown(origin),
        )
