"""What the web is handed of the server that it belongs to; it knows no more of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Protocol

from cardkit.netgame import NetGame, Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.proxies import NO_PROXIES, TrustedProxies
from cardkit.web.analysis import Judge
from cardkit.web.files import ANY_HOUSE, PAGE
from cardkit.web.health import ALL_WELL, Health
from cardkit.web.house import House
from cardkit.web.status import ServerStatus


def no_record(number: int) -> str:
    raise Refused(
        ServerReason.NO_SUCH_MATCH, "there is no match {number} here that is over", number=number
    )


def no_match(number: int) -> tuple[dict[str, Any], bool]:
    raise Refused(ServerReason.NO_SUCH_MATCH, "there is no match {number} here", number=number)


def is_near(address: str) -> bool:
    """Whether it is this machine; what goes there nobody else can read."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return bool((getattr(ip, "ipv4_mapped", None) or ip).is_loopback)


class MatchPages(Protocol):
    """The matches that began, newest first, and whether there are older ones."""

    def __call__(
        self, *, game: str, table: str, player: str, before: int, most: int, me: str
    ) -> tuple[list[dict[str, Any]], bool]:
        """Those of private tables only where the player is `me`."""


class GamesPages(Protocol):
    """A match, with those of its games that are over, in order, and whether there are more."""

    def __call__(
        self, match: int, *, after: int, most: int, key: str
    ) -> tuple[dict[str, Any], bool]: ...


class StandingsPages(Protocol):
    """The players of each game, best first, and whether there are more."""

    def __call__(
        self, *, game: str, after: str, most: int
    ) -> dict[str, tuple[list[dict[str, Any]], bool]]: ...


async def at_once(address: str) -> None:
    """Nobody has to wait for their turn."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WebBackend:
    """A server as the web sees it. What reads the past is called in a thread."""

    status: Callable[[], ServerStatus]
    games: Mapping[str, type[NetGame]]
    matches: MatchPages = field(default=lambda **asked: ([], False))
    played: GamesPages = field(default=lambda match, **asked: no_match(match))
    standings: StandingsPages = field(default=lambda **asked: {})
    standings_of: Callable[[str], dict[str, dict[str, Any]]] = field(default=lambda player: {})
    """Where a player stands in each game."""
    record: Callable[[int, str], str] = field(default=lambda number, key: no_record(number))
    """The record of a match that is over, as a file has it; one of a private table for its key."""
    judge: Judge | None = None
    """What search thinks of a decision in such a match; None where nobody can think."""
    judges: int = 1
    """How many decisions are judged at the same time."""
    name_of: Callable[[str], str] = field(default=lambda token: "")
    """Who has this token; nobody where there is none."""
    brake: Callable[[str], None] = field(default=lambda address: None)
    """Refuses an address that asks for too much work."""
    failed: Callable[[Exception], None] = field(default=lambda error: None)
    """Told of what should not happen."""
    page_failed: Callable[[str, Mapping[str, str]], None] = field(default=lambda *told: None)
    """Told what could not be drawn on a page, and where it was shown."""
    contests: Path | None = None
    """A folder with a folder for each contest."""
    origins: Sequence[str] = ()
    """Where pages may come from, besides this server itself."""
    names: Collection[str] = ()
    """What this server may be called, besides the address that a connection has reached."""
    turn: Callable[[str], Awaitable[None]] = at_once
    """Waits until something may be done for this address."""
    proxies: TrustedProxies = NO_PROXIES
    """Those whose word counts when they say for whom they ask."""
    turned_away: Callable[[str], Refused | None] = field(default=lambda address: None)
    """What is said to one for whom a proxy asks, and who may not come in."""
    counting: Callable[[str], AbstractContextManager[None]] = field(
        default=lambda address: nullcontext()
    )
    """Counts a connection of one for whom a proxy speaks."""
    health: Health = ALL_WELL
    sees_metrics: Callable[[str], bool] = field(default=lambda address: False)
    """Whether the numbers are for this address, which is no address of this machine."""
    plain: Callable[[str], bool] = is_near
    """Whether who comes from this address may do without TLS."""
    page: Path = PAGE
    house: House = ANY_HOUSE
