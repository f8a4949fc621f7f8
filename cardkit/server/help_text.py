"""HELP: what can be said now, and what each word does."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING

from cardkit.netgame import WATCHER, Command, NetGame, Offer, Reason, Refused, Text, plural
from cardkit.protocol.client_commands import CLIENT_COMMANDS
from cardkit.server.session import Peer

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore

_OUTSIDE = ("ENTER", "RESUME", "TABLES", "GAMES")
_LOBBY = ("TABLES", "JOIN", "WATCH", "OPEN", "GAMES", "OPTIONS", "RULES")
_ALWAYS = ("HELP", "QUIT")
_ROBOT = Text("leave the table; a robot plays for you, until you JOIN it again")
_LEAVING = {
    "free": Text("leave the table, and give up your seat"),
    "robot": _ROBOT,
    "kick": _ROBOT,
    "forfeit": Text("leave the table; you forfeit the game"),
    "suspend": Text("leave the table; the game waits until you JOIN it again"),
}
"""What happens to the seat of somebody who leaves."""


def help_for(core: ServerCore, peer: Peer, word: str) -> Iterator[tuple[str, str]]:
    """Usage and meaning of a word, or of all that can be said now."""
    session = peer.session
    table = session.hosted.table if session is not None and session.hosted is not None else None
    if table is not None and word in table.verbs:
        words = [w.means for w in table.declaration.words.values() if w.verb == word]
        yield from ((word, table.catalogue.say(means, peer.language)) for means in words)
        return
    known = tuple(kind for kind in CLIENT_COMMANDS if kind.partition(" ")[0] == word)
    if word and not known:
        raise Refused(
            Reason.UNKNOWN_WORD,
            "{word} is not a command of the server; at a table, HELP tells the words of its game",
            word=word[:40],
        )
    if word:
        now = known
    elif session is None:
        now = (*_OUTSIDE, *_ALWAYS)
    elif table is None:
        now = (*_LOBBY, *_ALWAYS)
    else:
        # The commands of the game come first: they are what one is here for.
        seat = table.people.seat_of.get(session.name, WATCHER)
        yield from ((str(offer), _meaning(table, offer, peer)) for offer in table.legal(seat))
        hosted = session.hosted
        own = hosted is not None and hosted.settings.hosting.owner == session.name
        of_owner = ("KICK", "CLOSE") if own else ()
        asked = hosted is not None and hosted.can_advise and table.legal(seat)
        more = ("ADVISE",) if asked else ()
        now = (*more, *_table_words(table, plays=seat != WATCHER), *of_owner, *_ALWAYS)
    fate = None if session is None else core.seat_after_exit(session)
    for name in now:
        command = CLIENT_COMMANDS[name]
        meaning = Text(command.summary())
        if name == "EXIT" and fate is not None:
            meaning = _LEAVING.get(fate) or _waiting(core.limits.waiting)
        yield command.usage(), meaning.text(peer.language)


def _waiting(seconds: float) -> Text:
    return Text(
        "leave the table; nobody else plays, so the match waits for you, for {hours}: TABLES lists "
        "it, and JOIN goes on with it",
        hours=plural(ceil(seconds / 3600), "1 hour", "{n:,} hours"),
    )


def _meaning(table: NetGame, offer: Command | Offer, peer: Peer) -> str:
    word = table.declaration.word_for(offer)
    means = word.means if word is not None else ""
    return table.catalogue.say(means or "you are asked; this is one possible answer", peer.language)


def _table_words(table: NetGame, *, plays: bool) -> Iterator[str]:
    if not table.playing:
        yield from ("LOGOUT", "SEAT", "START") if plays else ("LOGIN",)
        if plays and table.match_over:
            yield "READY"
    elif plays:
        yield from ("HAND", "LEGAL", "WHY")
        if table.clock.gentle:
            yield "HERE"
    elif table.seats.drop_in:
        yield "LOGIN"
    yield from ("STATE", "SCORES", "WHO", "RULES", "CHAT", "EXIT")
