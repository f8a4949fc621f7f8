"""Now and then: those who stay away have left, and tables where nobody is are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.server.session import Session

if TYPE_CHECKING:
    from cardkit.server.house import House


def sweep(house: House) -> None:
    now, limits = house.now(), house.limits
    for session in list(house.sessions.values()):
        if session.caller is None and now - session.away_since > _patience(house, session):
            house.end_session(session)
    for name, since in list(house.empty.items()):
        desk = house.desks[name]
        patience = limits.away if desk.played else limits.lobby
        if not desk.setting.house.stays and now - since > patience:
            house.close_table(desk)


def _patience(house: House, session: Session) -> float:
    limits = house.limits
    if session.desk is None:
        return limits.lobby
    table = session.desk.table
    waits = table.playing and table.disconnect.policy == "suspend"
    seated = session.name in table.seat_of
    return limits.suspended if waits and seated else limits.away
