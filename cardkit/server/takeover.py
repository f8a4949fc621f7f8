"""A table that stands in the middle of a match, taken over as one's own: robots play for the rest.

For a house in memory: what was said before is not in its store, so this table survives no restart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.netgame import NetGame, Role, Status
from cardkit.server.house import House
from cardkit.server.session import Session, hash_token
from cardkit.server.setting import HouseRules


def take_over(
    house: House, game: str, preset: str, options: Mapping[str, Any], table: NetGame, player: str
) -> str:
    """Go on at this table as one of its players; the secret with which to come and do so.

    Nobody moves before: the robots begin when the player is there.
    """
    desk = house.open_table(game, preset, options, HouseRules(robots=True))
    table.journal, table.listening = desk.table.journal, True
    table.dealer_class = desk.dealing.employ
    _leave_to_robots(table, player)
    desk.table = table
    token = house.ledger.secret(16).hex()
    session = Session(player, hash_token(token))
    session.desk, session.seat, session.since = desk, table.seat_of[player], table.told
    desk.people[player] = session
    del house.empty[desk.name]
    house.add(session)
    session.save(house.ledger)
    return token


def _leave_to_robots(table: NetGame, player: str) -> None:
    """Whoever else has a seat is a robot from now on, and no time that ran out counts."""
    table.people = dict.fromkeys(table.names, Role.ROBOT)
    table.status = [Status.ROBOT] * len(table.names)
    table.people[player] = Role.PLAYER
    table.status[table.seat_of[player]] = Status.HERE
    table.grace, table.back_by = {}, 0.0
    table.deadline, table.suspended = None, False
