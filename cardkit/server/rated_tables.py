"""Rated tables: who may play there, and what a match there says of its players.

What is not prevented is in docs/hosting.md, "Ratings".
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from cardkit.netgame import NetGame, Reason, Refused, Text
from cardkit.netgame.seating import between_matches
from cardkit.protocol.client_commands import LoginCommand
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.reasons import ServerReason
from cardkit.server.names import GUEST
from cardkit.server.session import Session

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore
    from cardkit.server.hosted_table import HostedTable

_HERE = ("", "127.0.0.1", "::")
"""What tells nothing of where people are: this machine, on which a proxy may stand for all."""


def check_account(core: ServerCore, session: Session) -> None:
    """Refuse a guest, and say how to become more."""
    if session.name.startswith(GUEST):
        how = Text("ask the host for one")
        if core.limits.sign_ups:
            how = Text("make one in the lobby: SIGNUP name password")
        text = "rated tables are for people with an account; {how}"
        raise Refused(ServerReason.ACCOUNTS_ONLY, text, how=how)


def check_seat(
    core: ServerCore, session: Session, hosted: HostedTable, command: type[ClientCommand]
) -> None:
    """Refuse whoever may not take a seat, or give one up, at a rated table now."""
    if not hosted.settings.hosting.rated:
        return
    if command is LoginCommand:
        check_account(core, session)
    if not between_matches(hosted.table):
        raise Refused(
            Reason.WRONG_PHASE,
            "a rated match keeps its players until it is over; who leaves it with EXIT is last",
        )


def check_start(core: ServerCore, session: Session, hosted: HostedTable) -> None:
    """Refuse a match by which nobody would be rated: of one player, or from one address."""
    table = hosted.table
    if not hosted.settings.hosting.rated or not between_matches(table):
        return
    table.check(session.name, "START")
    players = [hosted.people[name] for name in table.next_players() if name in hosted.people]
    if len(players) < 2:
        raise Refused(Reason.TOO_FEW_PLAYERS, "a rated match has two players at least")
    origins = {player.origin for player in players}
    if len(origins) == 1 and not origins & {"", *map(core.vault.mark, _HERE)}:
        raise Refused(
            ServerReason.NOT_ALLOWED,
            "all of you have come from one address, and a rated match needs two; open a table "
            "without rated=yes",
        )


def sides_of(table: NetGame, gave_up: Collection[int]) -> list[tuple[int, list[str]]]:
    """Who played together in a match that is over, and the place of each side, from 1.

    A side of which somebody has left the match, or given its last game up, is last; if all have,
    nobody is rated.
    """
    names, worst = table.names, len(table.names) + 1
    lost = {*gave_up, *(s for s, name in enumerate(names) if name not in table.people.roles)}
    places = {seat: place for place, seat in table.standings()} | dict.fromkeys(lost, worst)
    seats = range(len(names))
    sides = {tuple(sorted(table.side(s))) if table.seats.partners else (s,) for s in seats}
    worth = {side: max(places[seat] for seat in side) for side in sorted(sides)}
    if min(worth.values()) == worst:
        return []
    better = {place: sum(other < place for other in worth.values()) for place in worth.values()}
    return [(1 + better[place], [names[s] for s in side]) for side, place in worth.items()]
