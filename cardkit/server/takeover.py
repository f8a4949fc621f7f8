"""A table that stands in the middle of a match, taken over as one's own: robots play for the rest.

For a server in memory: what was said before is not in its store, so this table survives no restart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.levels import Level
from cardkit.netgame import NetGame
from cardkit.server.core import ServerCore
from cardkit.server.session import Session, hash_token
from cardkit.server.table_settings import HostingOptions


def take_over(
    core: ServerCore,
    game: str,
    preset: str,
    options: Mapping[str, Any],
    table: NetGame,
    player: str,
) -> str:
    """Go on at this table as one of its players; the secret with which to come and do so.

    Nobody moves before: the robots begin when the player is there.
    """
    hosted = core.open_table(
        game, preset, options, HostingOptions(robots=Level.NORMAL, advice=True)
    )
    table.keep_journal(1)
    table.listening = True
    table.take_over(player, hosted.dealing.employ)
    hosted.table = table
    token = core.outbox.secret(16).hex()
    session = Session(player, hash_token(token))
    session.hosted, session.seat, session.since = hosted, table.people.seat_of[player], table.told
    hosted.people[player] = session
    del core.empty[hosted.name]
    core.add(session)
    session.save(core.outbox)
    return token
