"""The words of players who take part in deals: they contribute to them, and dispute them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardkit.netgame import Reason, Refused, whole_number
from cardkit.protocol.reasons import ServerReason
from cardkit.server.request import Request

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore

LONGEST_DISPUTE = 300
_DIGEST = re.compile("[0-9a-fA-F]{64}")


def proofs(core: ServerCore, request: Request) -> None:
    """PROOFS on|off: take part in deals, and hear the proofs of cards."""
    peer = request.peer
    peer.proofs = request.one_of(("on", "off")) == "on"
    hosted = None if peer.session is None else peer.session.hosted
    if hosted is None or peer.session is None:
        return request.answer()
    request.answer(more=hosted.deals_so_far(peer, peer.session.seat))
    if not hosted.table.playing and not hosted.broken:
        hosted.prepare_deal()
        core.watch_clock(hosted)
    return None


def contribute(core: ServerCore, request: Request) -> None:
    """COMMIT deal hash, REVEAL deal contribution: what a player gives to a deal."""
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    verb, words = request.words[0].upper(), request.words[1:]
    number = whole_number(words[0]) if len(words) == 2 else None
    if number is None or not _DIGEST.fullmatch(words[1]):
        raise Refused(
            Reason.BAD_KEY, "{verb} takes the number of a deal and 64 hex digits", verb=verb
        )
    hosted.contribute(verb, session.name, number, bytes.fromhex(words[1]))
    request.answer()
    core.watch_clock(hosted)


def dispute(core: ServerCore, request: Request) -> None:
    """DISPUTE deal words: what was told of a deal is false."""
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    number = whole_number(request.words[1]) if len(request.words) > 2 else None
    said = " ".join(request.words[2:])
    if number is None or len(said) > LONGEST_DISPUTE or not said.isprintable():
        raise Refused(
            ServerReason.BAD_TEXT,
            "DISPUTE takes the number of a deal and what is wrong with it, in at most {most} "
            "characters",
            most=LONGEST_DISPUTE,
        )
    hosted.dispute(session.name, number, said)
    request.answer()
