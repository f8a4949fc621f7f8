"""HELP: what can be said now, and what each word does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardkit.netgame import WATCHER, Reason, Refused, say
from cardkit.protocol.client_commands import (
    CLIENT_COMMANDS,
    ChatCommand,
    EnterCommand,
    ExitCommand,
    GamesCommand,
    HandCommand,
    HelpCommand,
    JoinCommand,
    LegalCommand,
    LoginCommand,
    LogoutCommand,
    OpenCommand,
    OptionsCommand,
    QuitCommand,
    ResumeCommand,
    RulesCommand,
    ScoresCommand,
    SeatCommand,
    StartCommand,
    StateCommand,
    TablesCommand,
    WatchCommand,
    WhoCommand,
    WhyCommand,
)
from cardkit.protocol.command_schema import ClientCommand
from cardkit.server.session import Peer

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore

Declared = type[ClientCommand]
_OUTSIDE: tuple[Declared, ...] = (EnterCommand, ResumeCommand, TablesCommand, GamesCommand)
_LOBBY: tuple[Declared, ...] = (
    TablesCommand, JoinCommand, WatchCommand, OpenCommand, GamesCommand, OptionsCommand,
    RulesCommand,
)  # fmt: skip
_BETWEEN_GAMES: tuple[Declared, ...] = (LogoutCommand, SeatCommand, StartCommand)
_PLAYING: tuple[Declared, ...] = (HandCommand, LegalCommand, WhyCommand)
_AT_TABLE: tuple[Declared, ...] = (
    StateCommand, ScoresCommand, WhoCommand, RulesCommand, ChatCommand, ExitCommand,
)  # fmt: skip


def help_for(core: ServerCore, peer: Peer, word: str) -> Iterator[tuple[str, str]]:
    """Usage and meaning of a word, or of all that can be said now."""
    session = peer.session
    if word and word not in CLIENT_COMMANDS:
        raise Refused(
            Reason.UNKNOWN_WORD,
            "{word} is not a command of the server; RULES tells the words of a game",
            word=word[:40],
        )
    if word:
        now: tuple[Declared, ...] = (CLIENT_COMMANDS[word],)
    elif session is None:
        now = (*_OUTSIDE, HelpCommand, QuitCommand)
    elif session.hosted is None:
        now = (*_LOBBY, HelpCommand, QuitCommand)
    else:
        yield from _at_table(peer)
        now = (*_table_words(peer), HelpCommand, QuitCommand)
    for command in now:
        yield command.usage(), say(command.summary(), peer.language)


def _at_table(peer: Peer) -> Iterator[tuple[str, str]]:
    """The commands of the game come first: they are what one is here for."""
    assert peer.session is not None
    assert peer.session.hosted is not None
    table = peer.session.hosted.table
    meaning = table.catalogue.say("you are asked; this is one possible answer", peer.language)
    for offer in table.legal(table.people.seat_of.get(peer.session.name, WATCHER)):
        yield str(offer), meaning


def _table_words(peer: Peer) -> Iterator[Declared]:
    assert peer.session is not None
    assert peer.session.hosted is not None
    table = peer.session.hosted.table
    plays = peer.session.name in table.people.seat_of
    if not table.playing:
        yield from _BETWEEN_GAMES if plays else (LoginCommand,)
    elif plays:
        yield from _PLAYING
    yield from _AT_TABLE
