"""The other nodes of a house: where a table or a participant is that is not here.

A house may be served by several nodes over one store. Each table and each session is at exactly one
of them, and whoever wants something of it is handed on to there: see `relay`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import count
from typing import TYPE_CHECKING, Protocol, TypeVar

from cardkit.protocol.command_schema import ClientCommand
from cardkit.server.request import HandOn, Job, Request, not_now

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore
    from cardkit.server.own_account import NewAccount
    from cardkit.server.session import Session
    from cardkit.server.suspended_tables import SuspendedTable

_C = TypeVar("_C", bound=ClientCommand)


@dataclass(frozen=True, slots=True)
class Node:
    """One server of a house."""

    name: str
    """Never that of another one, nor of an earlier run."""
    host: str
    port: int
    """Where the other nodes reach it."""
    public: tuple[str, int] | None = None
    """Where clients reach it who want to be connected to it without a detour."""
    number: int = 0


class Undecided(Enum):
    """That a node has died, and it is not known yet where what it had goes on."""

    UNDECIDED = "undecided"


UNDECIDED = Undecided.UNDECIDED
_AGAIN, _TRIES = 0.25, 32
"""Seconds until it is asked again, and how often."""


class Elsewhere(Protocol):
    """What is known of the others. All but `with_room` and `give` is called off the event loop."""

    def table(self, name: str) -> Node | Undecided | None:
        """Where a table is; None where there is none of that name, or it is here."""

    def session(self, name: str) -> Node | Session | Undecided | None:
        """Where a participant is; the session itself if it was given to this node."""

    def token(self, token: bytes) -> Node | Session | Undecided | None:
        """The same for whoever has this token."""

    def claim(self, name: str, *, proved: bool) -> str | None:
        """Have a name for somebody who comes in here, or the name that is in the way."""

    def with_room(self) -> Node | None:
        """Who takes a new table, if it is better off there than here. Asks nobody."""

    def set_aside_for(self, player: str) -> Sequence[SuspendedTable]:
        """The tables that are set aside elsewhere, at which a player has a seat."""

    def people(self, most: int) -> Sequence[tuple[str, str, str]]:
        """Some of those who are at other nodes, each with the table and the node where they are."""

    def figures(self) -> Sequence[Mapping[str, float]]:
        """What goes on at the other nodes, in numbers, as they told it last. Asks nobody."""

    def sign_up(self, account: NewAccount, guest: str) -> None:
        """Make an account for a guest who is here, and let nobody else have the name; or raise
        `Refused`."""

    def give(self, session: Session, node: Node) -> None:
        """Write down, with the next page, that a session is at that node from now on."""


def or_elsewhere(
    core: ServerCore,
    request: Request[_C],
    find: Callable[[Elsewhere], Node | Session | Undecided | None],
    here: Callable[[], Job | HandOn | None],
) -> Job | HandOn | None:
    """Go on here with what is not known here, unless another node knows it."""
    elsewhere = core.elsewhere
    if elsewhere is None:
        return here()

    tries = count()

    def look(after: float = 0.0) -> Job:
        return Job(request, lambda: find(elsewhere), go_on, after)

    def go_on(found: Node | Session | Undecided | None) -> Job | HandOn | None:
        if next(tries) > _TRIES:
            raise not_now()
        if found is UNDECIDED:
            return look(_AGAIN)
        if isinstance(found, Node):
            return HandOn(request, found, look(_AGAIN))
        if found is not None:
            core.receive(found)
        return here()

    return look()


def or_with_room(
    core: ServerCore, request: Request[_C], here: Callable[[], Job | HandOn | None]
) -> Job | HandOn | None:
    """Begin something new here, unless another node has more room for it."""
    node = None if core.elsewhere is None else core.elsewhere.with_room()
    if node is None:
        return here()
    return HandOn(request, node, Job(request, lambda: None, lambda _: here()))
