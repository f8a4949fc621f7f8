"""What only hosts may do: see who is here, close tables, keep people out, speak to everybody.

Whoever says so has an account, and the store is asked about it each time: a right that was taken
away is gone at once. What a host does at the command line comes here, too, by `host_requests`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from cardkit.netgame import Reason, Refused, Role, Text
from cardkit.protocol import Words
from cardkit.protocol.client_commands import (
    HostBanCommand,
    HostCloseCommand,
    HostForfeitCommand,
    HostLookCommand,
    HostTellCommand,
    HostUnbanCommand,
)
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.messages import (
    BanLine,
    Hosted,
    HostSays,
    LogLine,
    Overview,
    PersonLine,
)
from cardkit.protocol.reasons import ServerReason
from cardkit.registry import not_found
from cardkit.server.bans import Bans, lifted, new_ban, read_length
from cardkit.server.hosted_table import HostedTable
from cardkit.server.names import GUEST
from cardkit.server.news import News
from cardkit.server.quotas import end_kept
from cardkit.server.request import Job, Request, check_said
from cardkit.server.session import Session
from cardkit.server.store import Account
from cardkit.server.suspended_tables import SuspendedTable
from cardkit.server.table_owner import dismiss

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore

MOST_LISTED = 500
"""People, tables or bans in one answer."""


def as_host(core: ServerCore, request: Request[ClientCommand]) -> Job:
    """Carry out what a host says, if it is a host who says it."""
    session = core.someone(request.peer)
    if session.name.startswith(GUEST):
        raise _not_a_host()
    core.host_words.check(session.name)

    def look() -> tuple[Account | None, FarAway | None]:
        account: Account | None = core.account(session.name)
        is_host = account is not None and account.host == 1
        return account, _look_around(core, request.command) if is_host else None

    def act(found: tuple[Account | None, FarAway | None]) -> None:
        account, far = found
        if account is None or account.host != 1 or request.peer.session is not session:
            raise _not_a_host()
        ACTS[type(request.command)](core, request, session, far)

    return Job(request, look, act)


class FarAway(NamedTuple):
    """What other nodes of the house have."""

    people: Sequence[tuple[str, str, str]] = ()
    """Each with the table and the node where they are."""
    figures: Sequence[Mapping[str, float]] = ()
    """Of each of them."""
    has_table: bool = False
    """Whether the table that the host means is at one of them."""


def _look_around(core: ServerCore, command: ClientCommand) -> FarAway | None:
    """What the host has to know of other nodes, if there are any; called off the event loop."""
    elsewhere = core.elsewhere
    if elsewhere is None:
        return None
    if isinstance(command, HostLookCommand):
        return FarAway(elsewhere.people(MOST_LISTED), elsewhere.figures())
    if isinstance(command, HostCloseCommand | HostForfeitCommand):
        return FarAway(has_table=elsewhere.table(command.table.lower()) is not None)
    return None


def _not_a_host() -> Refused:
    return Refused(ServerReason.NOT_ALLOWED, "only a host of this server may say that")


# --- what a host sees ------------------------------------------------------------------------


def _look(
    core: ServerCore, request: Request[HostLookCommand], host: Session, far: FarAway | None
) -> None:
    more = *_people(core, far), *_tables(core), *_bans(core)
    errors = (LogLine(line).words() for line in core.outbox.log.errors)
    request.answer(Overview(_figures(core, far)), (*more, *errors))


def _figures(core: ServerCore, far: FarAway | None) -> dict[str, float]:
    """Those of all nodes together; of times, the longest."""
    found = dict(core.figures())
    for figures in () if far is None else far.figures:
        for name, value in figures.items():
            both = found.get(name, 0.0), value
            found[name] = max(both) if name.endswith("_ms") else sum(both)
    return found


def _people(core: ServerCore, far: FarAway | None) -> Iterator[Words]:
    for session in islice(reversed(core.sessions.values()), MOST_LISTED):
        address = "" if session.peer is None else session.peer.origin
        table = "" if session.hosted is None else session.hosted.name
        yield PersonLine(session.name, address, session.entered, table).words()
    for name, table, node in () if far is None else far.people:
        if name not in core.sessions:  # who has come here since
            yield PersonLine(name, "", 0.0, table, node).words()


def _tables(core: ServerCore) -> Iterator[Words]:
    held: list[HostedTable | SuspendedTable] = [*core.tables.values(), *core.aside.tables.values()]
    for each in held[:MOST_LISTED]:
        if isinstance(each, HostedTable):
            table, roles = each.table, each.table.people.roles
            phase = "suspended" if table.suspended else str(table.phase)
            players = [n for n in table.names if n in roles or table.playing]
            others = [n for n, role in roles.items() if role in (Role.WAITING, Role.WATCHING)]
        else:
            phase, players, others = "set aside", [*each.names], []
        settings = each.settings
        yield Hosted(
            name=each.name,
            game="" if settings is None else settings.game,
            title="" if settings is None else settings.hosting.title or settings.rules.title,
            phase=phase,
            players=players,
            others=others,
            owner="" if settings is None else settings.hosting.owner,
            opened=None if settings is None else settings.opened,
        ).words()
    for listed in islice(core.lobby.elsewhere.values(), MOST_LISTED - min(len(held), MOST_LISTED)):
        about = listed.about
        yield Hosted(
            name=listed.name,
            game=about.game,
            title=about.title,
            phase=about.phase,
            players=about.players,
            others=[],
            owner=listed.owner,
            opened=listed.opened,
        ).words()


def _bans(core: ServerCore) -> Iterator[Words]:
    for ban in islice(core.bans, MOST_LISTED):
        yield BanLine(ban.who, ban.why, ban.made, ban.until).words()


# --- what a host does ------------------------------------------------------------------------


def _tell(
    core: ServerCore, request: Request[HostTellCommand], host: Session, far: FarAway | None
) -> None:
    text = request.command.text
    check_said(text)
    _done(core, request, host, text=text)
    say_to_all(core, text)
    core.outbox.tell_house(News.HOST_SAYS, text)


def _close(
    core: ServerCore, request: Request[HostCloseCommand], host: Session, far: FarAway | None
) -> None:
    table = request.command.table.lower()
    if host.hosted is not None and host.hosted.name == table:
        text = "you are at {table}; EXIT leaves it, and then you can close it"
        raise Refused(ServerReason.AT_A_TABLE, text, table=table)
    if not _ask_elsewhere(core, far, "close", table):
        close(core, table)
    _done(core, request, host, table=table)


def _forfeit(
    core: ServerCore, request: Request[HostForfeitCommand], host: Session, far: FarAway | None
) -> None:
    table, player = request.command.table.lower(), request.command.player
    listed = core.lobby.elsewhere.get(table)
    if listed is not None and player not in listed.seated:
        raise _does_not_play(table, player, listed.seated)
    if not _ask_elsewhere(core, far, "forfeit", table, player):
        forfeit(core, table, player)
    _done(core, request, host, table=table, who=player)


def _ask_elsewhere(
    core: ServerCore, far: FarAway | None, what: str, table: str, player: str = ""
) -> bool:
    """Have it done by the node that has the table, if that is another one."""
    is_here = table in core.tables or table in core.aside.tables
    if is_here or far is None or not far.has_table:
        return False
    core.outbox.row("request", what, table, player, core.now())
    core.outbox.tell_house(News.HOST)
    return True


def _ban(
    core: ServerCore, request: Request[HostBanCommand], host: Session, far: FarAway | None
) -> None:
    command = request.command
    ban = new_ban(command.who, read_length(command.length), command.why, core.now())
    alone = Bans(core.now)
    alone.replace([ban])
    if alone.refusal(request.peer.origin, host.name) is not None:
        text = "{name} is you, or where you are: you would be banned yourself"
        raise Refused(ServerReason.NOT_ALLOWED, text, name=ban.who)
    core.bans.add(ban)
    core.outbox.row("no old bans", ban.made)
    core.outbox.row("ban", *ban)
    core.outbox.tell_house(News.HOST)
    _done(core, request, host, who=ban.who, length=command.length, why=ban.why)
    send_away_banned(core)


def _unban(
    core: ServerCore, request: Request[HostUnbanCommand], host: Session, far: FarAway | None
) -> None:
    meant = lifted(core.bans, request.command.who)
    core.bans.lift(meant)
    for who in meant:
        core.outbox.row("no ban", who)
    core.outbox.tell_house(News.HOST)
    _done(core, request, host, who=",".join(meant))


def _done(core: ServerCore, request: Request[ClientCommand], host: Session, **what: object) -> None:
    """It is done once, also if it is said again, and the log tells who did it."""
    core.outbox.note(request.command.kind.replace(" ", ".").lower(), by=host.name, **what)
    request.done()
    host.save(core.outbox)
    request.answer()


_Act = Callable[["ServerCore", Request[Any], Session, FarAway | None], None]
ACTS: dict[type[ClientCommand], _Act] = {
    HostLookCommand: _look,
    HostTellCommand: _tell,
    HostCloseCommand: _close,
    HostForfeitCommand: _forfeit,
    HostBanCommand: _ban,
    HostUnbanCommand: _unban,
}


# --- also for the command line ---------------------------------------------------------------


def close(core: ServerCore, name: str) -> None:
    """Close a table, open or set aside; whoever is there is told."""
    kept = core.aside.tables.get(name)
    if kept is not None:
        end_kept(core, kept)
        return
    dismiss(core, _table(core, name), Text("the host has closed the table; choose another"))


def forfeit(core: ServerCore, name: str, player: str) -> None:
    """Let a player give up the game that is under way."""
    hosted = _table(core, name)
    players = hosted.table.names
    if player not in players:
        raise _does_not_play(hosted.name, player, players)
    hosted.apply("", f"FORFEIT {player}")
    core.watch_clock(hosted)


def _does_not_play(table: str, player: str, players: Sequence[str]) -> Refused:
    text = "{name} does not play at {table}{hint} There are: {known}"
    return not_found(Reason.NO_SUCH_PLAYER, text, player, players, table=table)


def say_to_all(core: ServerCore, text: str) -> None:
    """A word of the host to all who are connected to this node."""
    heard = HostSays(text).words()
    for peer in core.peers:
        core.outbox.say(peer, heard)


def _table(core: ServerCore, name: str) -> HostedTable:
    hosted = core.tables.get(name.lower())
    if hosted is None:
        text = "there is no table {name}{hint} TABLES lists them"
        raise not_found(ServerReason.NO_SUCH_TABLE, text, name, islice(core.tables, MOST_LISTED))
    return hosted


def send_away_banned(core: ServerCore) -> None:
    """Whoever is here and banned is told, and hung up on."""
    for peer in core.peers:
        refused = core.bans.refusal(peer.origin, peer.session.name if peer.session else "")
        if refused is not None:
            core.part_with(peer, refused)
