"""The words of players who take part in deals: they contribute to them, and doubt them aloud."""

from __future__ import annotations

import re

from cardkit.netgame import Reason, Refused, whole_number
from cardkit.server.calls import Call
from cardkit.server.house import House

LONGEST_DOUBT = 300
_DIGEST = re.compile("[0-9a-fA-F]{64}")


def proofs(house: House, call: Call) -> None:
    """PROOFS on|off: take part in deals, and hear the proofs of cards."""
    caller = call.caller
    caller.proofs = call.one_of(("on", "off")) == "on"
    desk = None if caller.session is None else caller.session.desk
    if desk is None or caller.session is None:
        return call.answer()
    call.answer(more=tuple(desk.dealing.so_far(caller, caller.session.seat, cards=True)))
    if not desk.table.playing and not desk.broken:
        desk.dealing.prepare()
        house.watch_clock(desk)
    return None


def contribute(house: House, call: Call) -> None:
    """COMMIT deal hash, REVEAL deal contribution: what a player gives to a deal."""
    desk, session = house.at_table(call.caller), house.someone(call.caller)
    verb, words = call.words[0].upper(), call.words[1:]
    number = whole_number(words[0]) if len(words) == 2 else None
    if number is None or not _DIGEST.fullmatch(words[1]):
        raise Refused(
            Reason.BAD_KEY, "{verb} takes the number of a deal and 64 hex digits", verb=verb
        )
    give = desk.dealing.commit if verb == "COMMIT" else desk.dealing.reveal
    give(session.name, number, bytes.fromhex(words[1]))
    call.answer()
    house.watch_clock(desk)


def dispute(house: House, call: Call) -> None:
    """DISPUTE deal words: what was told of a deal is false."""
    desk, session = house.at_table(call.caller), house.someone(call.caller)
    number = whole_number(call.words[1]) if len(call.words) > 2 else None
    said = " ".join(call.words[2:])
    if number is None or len(said) > LONGEST_DOUBT or not said.isprintable():
        raise Refused(
            Reason.BAD_TEXT,
            "DISPUTE takes the number of a deal and what is wrong with it, in at most {most} "
            "characters",
            most=LONGEST_DOUBT,
        )
    desk.dealing.dispute(session.name, number, said)
    call.answer()
