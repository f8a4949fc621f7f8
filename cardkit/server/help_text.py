"""HELP: what can be said now, and what each word does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardkit.netgame import WATCHER, NetGame, Reason, Refused, say
from cardkit.server.session import Peer

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore

_LOBBY = {
    "TABLES": ("TABLES [game]", "the tables that are open"),
    "JOIN": ("JOIN table", "go to a table, to play there"),
    "WATCH": ("WATCH table", "go to a table, only to watch"),
    "OPEN": ("OPEN game [preset] [name=value …]", "open a table; robots=yes fills its free seats"),
    "GAMES": ("GAMES", "the games that are played here"),
    "OPTIONS": ("OPTIONS game [preset]", "what can be set when a table is opened"),
    "RULES": ("RULES game [preset]", "the rules of a game"),
}
_OUTSIDE = {
    "ENTER": ("ENTER name", "come in as a guest; with an account: ENTER name password"),
    "RESUME": ("RESUME token n", "come back after a lost connection and hear all after event n"),
    "TABLES": _LOBBY["TABLES"],
    "GAMES": _LOBBY["GAMES"],
}
_TABLE = {
    "LOGIN": ("LOGIN", "take a seat"),
    "LOGOUT": ("LOGOUT", "give up the seat"),
    "SEAT": ("SEAT name", "change places with another player"),
    "START": ("START", "begin the game"),
    "HAND": ("HAND", "your cards"),
    "LEGAL": ("LEGAL", "what you may say now"),
    "WHY": ("WHY command", "whether you may say that, and why not"),
    "STATE": ("STATE", "all that you may know of the table"),
    "SCORES": ("SCORES", "the points"),
    "WHO": ("WHO", "who is at the table"),
    "RULES": ("RULES", "the rules of this table"),
    "CHAT": ("CHAT words", "say something to all at the table"),
    "EXIT": ("EXIT", "leave the table"),
}
_ALWAYS = {
    "LANGUAGE": ("LANGUAGE en|ja", "the language of sentences"),
    "VIEWS": ("VIEWS on|hand|off", "what you are shown when you are asked"),
    "PROOFS": ("PROOFS on|off", "take part in deals, and hear the proofs of cards"),
    "COMMIT": ("COMMIT deal hash", "be bound to your contribution to a deal"),
    "REVEAL": ("REVEAL deal contribution", "open your contribution to a deal"),
    "DISPUTE": ("DISPUTE deal words", "say to all that a deal was not proved"),
    "PING": ("PING", "is anybody there?"),
    "PROVE": ("PROVE signature", "enter with a key, after ENTER name KEY"),
    "HELP": ("HELP [word]", "what can be said now"),
    "QUIT": ("QUIT", "leave"),
}
_SELDOM = ("LANGUAGE", "VIEWS", "PROOFS", "COMMIT", "REVEAL", "DISPUTE", "PING", "PROVE")


def help_for(core: ServerCore, peer: Peer, word: str) -> Iterator[tuple[str, str]]:
    """Usage and meaning of a word, or of all that can be said now."""
    lang, session = peer.language, peer.session
    if word:
        known = {**_LOBBY, **_TABLE, **_OUTSIDE, **_ALWAYS}
        if word not in known:
            text = "{word} is not a command of the server; RULES tells the words of a game"
            raise Refused(Reason.UNKNOWN_WORD, text, word=word[:40])
        usage, meaning = known[word]
        yield usage, say(meaning, lang)
        return
    if session is None:
        now = _OUTSIDE
    elif session.hosted is None:
        now = _LOBBY
    else:
        # The commands of the game come first: they are what one is here for.
        table = session.hosted.table
        seat = table.people.seat_of.get(session.name, WATCHER)
        asked = table.catalogue.say("you are asked; this is one possible answer", lang)
        yield from ((str(offer), asked) for offer in table.legal(seat))
        now = {name: _TABLE[name] for name in _table_words(table, plays=seat != WATCHER)}
    for name, (usage, meaning) in {**now, **_ALWAYS}.items():
        if name not in _SELDOM:
            yield usage, say(meaning, lang)


def _table_words(table: NetGame, *, plays: bool) -> Iterator[str]:
    if not table.playing:
        yield from ("LOGOUT", "SEAT", "START") if plays else ("LOGIN",)
    elif plays:
        yield from ("HAND", "LEGAL", "WHY")
    yield from ("STATE", "SCORES", "WHO", "RULES", "CHAT", "EXIT")
