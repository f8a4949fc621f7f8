"""Who is banned by the host: addresses, and names with all that look like them. Knows no store."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime
from ipaddress import ip_address

from cardkit.netgame import Reason, Refused, Text
from cardkit.netgame.conditions import shown
from cardkit.protocol.client_commands import EVER
from cardkit.protocol.reasons import ServerReason
from cardkit.registry import not_found
from cardkit.server.names import check_letters, looks, normal_name
from cardkit.server.saved import Ban
from cardkit.server.throttle import origin_of

_NUMBERS = re.compile(r"[0-9.:/]+|[0-9A-Fa-f.:/]*:[0-9A-Fa-f.:/%]*")
"""What looks like an address."""
LONGEST_WHY = 200
STORED_WITHIN = 3.0
"""Seconds after which the store has what was changed."""
_SECONDS = {"m": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0}


def banned_as(typed: str) -> str:
    """What a ban is kept under: the address that is counted, or a name in its one form."""
    name = normal_name(typed)
    return origin_of(name) if _is_address(name) else name


def read_length(typed: str) -> float | None:
    """For how many seconds somebody is banned; None is until further notice."""
    found = re.fullmatch(r"([0-9]{1,6})([mhdw])", typed.lower())
    if typed.lower() == EVER:
        return None
    if found is None or not int(found[1]):
        text = "{typed} is no length of time: write 30m, 12h, 7d, 2w or {ever}"
        raise Refused(Reason.BAD_OPTION, text, typed=shown(typed), ever=EVER)
    return int(found[1]) * _SECONDS[found[2]]


def new_ban(typed: str, length: float | None, why: str, now: float) -> Ban:
    """A ban as the host wants it, or a refusal."""
    who = banned_as(typed)
    check_ban(who)
    if len(why) > LONGEST_WHY or not why.isprintable():
        raise Refused(
            ServerReason.BAD_TEXT,
            "give a reason of at most {most} characters, none of which controls the terminal",
            most=LONGEST_WHY,
        )
    return Ban(who, None if length is None else now + length, why, now)


def lifted(bans: Iterable[Ban], typed: str) -> list[str]:
    """Which bans are meant, or a refusal: a name is lifted with all that look like it."""
    who, names = banned_as(typed), [ban.who for ban in bans]
    meant = [name for name in names if is_same(name, who)]
    if not meant:
        raise not_found(ServerReason.NO_SUCH_ACCOUNT, "{name} is not banned{hint}", who, names)
    return meant


def check_ban(who: str) -> None:
    """Refuse what is neither an address nor a name that somebody may have."""
    if _is_address(who):
        return
    if _NUMBERS.fullmatch(who):
        raise Refused(
            Reason.BAD_NAME,
            "{name} is no address; a ban is of one IPv4 address, or of the /64 around one of IPv6",
            name=shown(who),
        )
    check_letters(who)


def is_same(banned: str, who: str) -> bool:
    """Whether a ban of one is a ban of the other: the same address, or names that look alike."""
    return banned == who or not (_is_address(banned) or looks(banned).isdisjoint(looks(who)))


class Bans:
    """The bans that are on."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._all: list[Ban] = []
        self._bans: dict[str, Ban] = {}
        self._changed: dict[str, tuple[float, Ban | None]] = {}
        """What was added or lifted here, and when; the store has it a moment later."""

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Ban]:
        return iter(self._all)

    def people(self) -> frozenset[str]:
        """The addresses and names that are banned, as they were given."""
        return frozenset(ban.who for ban in self._all)

    def add(self, ban: Ban) -> None:
        self.replace([*(each for each in self._all if each.who != ban.who), ban])
        self._changed[ban.who] = self._now(), ban

    def lift(self, names: Collection[str]) -> None:
        self.replace([ban for ban in self._all if ban.who not in names])
        self._changed |= {name: (self._now(), None) for name in names}

    def take_over(self, bans: Iterable[Ban], asked: float) -> None:
        """These were stored at that time; of what was changed here shortly before, the store may
        not have known."""
        self._changed = {k: v for k, v in self._changed.items() if v[0] + STORED_WITHIN > asked}
        here = (ban for _, ban in self._changed.values() if ban is not None)
        self.replace([*(ban for ban in bans if ban.who not in self._changed), *here])

    def replace(self, bans: Iterable[Ban]) -> None:
        """From now on these are all."""
        now = self._now()
        self._all = [ban for ban in bans if ban.until is None or ban.until > now]
        self._bans = {
            known_by: ban
            for ban in self._all
            for known_by in ((ban.who,) if _is_address(ban.who) else looks(ban.who))
        }

    def refusal(self, origin: str, name: str = "") -> Refused | None:
        """What is said to one who is banned, from this address or under this name."""
        if not self._bans:
            return None
        known_by = (origin, *looks(name)) if name else (origin,)
        ban = next((self._bans[each] for each in known_by if each in self._bans), None)
        if ban is None or (ban.until is not None and ban.until <= self._now()):
            return None
        until: str = Text("further notice")
        if ban.until is not None:
            until = f"{datetime.fromtimestamp(ban.until, UTC):%Y-%m-%d %H:%M} UTC"
        return Refused(
            ServerReason.BANNED,
            "you are banned here until {until}: {why}",
            until=until,
            why=ban.why or Text("the host gives no reason"),
        )

    def check(self, address: str, name: str) -> None:
        """Refuse who is banned."""
        refused = self.refusal(origin_of(address), name)
        if refused is not None:
            raise refused


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
