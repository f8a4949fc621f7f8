"""The commands of players who take part in deals: they contribute to them, and dispute them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.netgame import Refused
from cardkit.protocol.client_commands import (
    CommitCommand,
    DisputeCommand,
    ProofsCommand,
    RevealCommand,
)
from cardkit.protocol.reasons import ServerReason
from cardkit.server.request import Request

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore

LONGEST_DISPUTE = 300


def proofs(core: ServerCore, request: Request[ProofsCommand]) -> None:
    peer = request.peer
    peer.proofs = request.command.proofs == "on"
    hosted = None if peer.session is None else peer.session.hosted
    if hosted is None or peer.session is None:
        return request.answer()
    request.answer(more=hosted.deals_so_far(peer, peer.session.seat))
    if not hosted.table.playing and not hosted.broken:
        hosted.prepare_deal()
        core.watch_clock(hosted)
    return None


def contribute(core: ServerCore, request: Request[CommitCommand | RevealCommand]) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    match request.command:
        case CommitCommand(number, value) | RevealCommand(number, value):
            hosted.contribute(request.command.kind, session.name, number, value)
    request.answer()
    core.watch_clock(hosted)


def dispute(core: ServerCore, request: Request[DisputeCommand]) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    number, said = request.command.deal, request.command.text
    if len(said) > LONGEST_DISPUTE or not said.isprintable():
        raise Refused(
            ServerReason.BAD_TEXT,
            "DISPUTE takes the number of a deal and what is wrong with it, in at most {most} "
            "characters",
            most=LONGEST_DISPUTE,
        )
    hosted.dispute(session.name, number, said)
    request.answer()
