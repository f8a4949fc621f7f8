"""After a restart: everything is taken up where it was, from what the store holds."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardkit import __version__
from cardkit.netgame import Refused, Role
from cardkit.protocol.reasons import ServerReason
from cardkit.server.hosted_table import FAILURES, TIME_TO_RETURN, HostedTable
from cardkit.server.journal import MatchJournal
from cardkit.server.log import blame
from cardkit.server.saved import SavedGame, saved_game
from cardkit.server.session import Session, hash_token
from cardkit.server.store import ASIDE, SavedMatch, SavedSession, SavedTable, Store, is_time
from cardkit.server.suspended_tables import SuspendedTable
from cardkit.server.table_settings import HostingOptions, TableSettings
from cardkit.server.vault import Vault

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore

_NAME = re.compile(r"[\w.-]+")


def recover(core: ServerCore, store: Store) -> float:
    """Take up all tables and sessions; what cannot be is named in the log, and the rest goes on.

    Tells the time of the last input there was. The outbox is not settled: there is nobody yet who
    stores what this adds to it.
    """
    core.outbox.matches, last = store.last_numbers()
    core.names_used.update(last)
    for account, origin in store.origins():
        core.login_throttle.know(account, origin)
    seated: dict[str, list[Session]] = {}
    for saved in store.sessions():
        try:
            session = read_session(saved, core.now())
            session.has_key = store.account(session.name) is not None
        except Exception as error:  # noqa: BLE001 - anything may stand in a damaged row
            core.aside.reserve([str(saved.name)])
            core.outbox.log.error("session.lost", name=str(saved.name), **blame(error))
        else:
            seated.setdefault(saved.seat, []).append(session)
    for table in store.tables():
        people = seated.pop(table.name, [])
        try:
            _open(core, rebuild(core, saved_game(store, table.name), people))
        except Refused as refused:  # not its sentence: it may name a card
            _lose(core, table, people, code=refused.reason)
        except FAILURES as error:
            _lose(core, table, people, **blame(error))
    for table in store.tables_aside():
        people = seated.pop(table.name, [])
        try:
            _keep(core, table, people)
        except Exception as error:  # noqa: BLE001 - anything may stand in a damaged row
            _lose(core, table, people, **blame(error))
    for people in seated.values():
        for session in people:
            core.add(session)
    times = [hosted.table.time for hosted in core.tables.values()]
    return max((*times, *(kept.since for kept in core.aside.tables.values())), default=0.0)


def read_session(saved: SavedSession, now: float) -> Session:
    """One who may come back."""
    good = [type(value) for value in saved] == [str, bytes, str, str, int, int, str, int]
    if not good or len(saved.token) != len(hash_token("")) or not _NAME.fullmatch(saved.name):
        raise ValueError("not what belongs there")
    session = Session(saved.name, saved.token, saved.origin)
    session.away_since = now
    session.saved = saved.match, saved.entries
    for tag in saved.tags.split():
        session.remember(tag)
    return session


def _lose(core: ServerCore, table: SavedTable, people: Sequence[Session], **why: object) -> None:
    """Nothing of it is touched in the store: later it may be as it should."""
    core.outbox.log.error("table.lost", table=str(table.name), **why)
    names = tuple(session.name for session in people)
    tokens = {session.token: session.name for session in people}
    core.aside.add(SuspendedTable(str(table.name), names, tokens, core.now(), None, lost=True))


def _keep(core: ServerCore, table: SavedTable, people: Sequence[Session]) -> None:
    """A table that was set aside stays so; nothing of its game is read."""
    tokens = {session.token: session.name for session in people}
    core.aside.add(_suspended(core, table, tokens))


def _suspended(core: ServerCore, table: SavedTable, tokens: Mapping[bytes, str]) -> SuspendedTable:
    names, since = json.loads(table.names), table.since or 0.0
    if not is_time(since):
        raise ValueError("not what belongs there")
    settings = _settings(core, table)
    return SuspendedTable(table.name, tuple(map(str, names)), tokens, since, settings)


def read_kept(core: ServerCore, table: SavedTable) -> SuspendedTable | None:
    """A table that another node has set aside; None if it cannot be read."""
    try:
        return _suspended(core, table, {})
    except FAILURES:
        return None


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table that this node takes up, and who belongs there."""

    saved: SavedTable
    people: Sequence[Session]
    hosted: HostedTable | Exception | None
    """None if it is set aside, or why it cannot be built."""


def load_table(
    core: ServerCore,
    store: Store,
    table: SavedTable,
    coming: Sequence[SavedSession],
    with_key: Collection[str],
) -> LoadedTable:
    """Read a table that is in use, for those who may come back to it, of whom these have an account
    or a key. Changes nothing in the server; called off the event loop."""
    people, hosted = list[Session](), None
    try:
        for saved in coming:
            people.append(read_session(saved, core.now()))
            people[-1].has_key = saved.name in with_key
        if table.open != ASIDE:
            hosted = rebuild(core, saved_game(store, table.name), people)
    except Exception as error:  # noqa: BLE001 - rules may fail in any way, and so may a row
        return LoadedTable(table, people, error)
    return LoadedTable(table, people, hosted)


def open_loaded(core: ServerCore, loaded: LoadedTable) -> None:
    """Let people come to a table that was loaded."""
    table, people, hosted = loaded.saved, loaded.people, loaded.hosted
    try:
        if isinstance(hosted, Exception):
            raise hosted
        if hosted is None:
            _keep(core, table, people)
        else:
            _open(core, hosted)
            core.lobby.note(table.name)
    except Refused as refused:  # not its sentence: it may name a card
        _lose(core, table, people, code=refused.reason)
    except FAILURES as error:
        _lose(core, table, people, **blame(error))


def build_again(core: ServerCore, kept: SuspendedTable) -> HostedTable | Exception:
    """A table that was set aside, as it was, or why not. Changes nothing in the server.

    Called off the event loop, perhaps by two who return at once.
    """
    with kept.lock:
        try:
            if kept.hosted is None:
                assert core.load is not None  # nothing is set aside otherwise
                game = core.load(kept.name)
                here = [saved for saved in game.people if saved.name in kept.tokens.values()]
                people = [read_session(saved, core.now()) for saved in here]
                kept.hosted = rebuild(core, game, people)
        except Exception as error:  # noqa: BLE001 - rules may fail in any way, and so may a disk
            return error
        return kept.hosted


def take_back(
    core: ServerCore,
    kept: SuspendedTable,
    built: HostedTable | Exception,
    coming: Session | None = None,
) -> bool:
    """A player has returned: the table goes on. False when it cannot.

    Who comes from the lobby is at the table again before anything happens there.
    """
    if core.aside.tables.get(kept.name) is not kept:
        return True  # somebody else was quicker
    try:
        if isinstance(built, Exception):
            raise built
        if coming is not None:
            built.people[coming.name] = coming
        _open(core, built)
    except FAILURES as error:
        kept.lost, kept.hosted = True, None
        core.outbox.log.error("table.lost", table=kept.name, **blame(error))
        return False
    core.aside.remove(kept)
    core.outbox.row("taken up", kept.name)
    core.outbox.note("table.taken_up", table=kept.name)
    if coming is not None:
        core.come_back(coming, built)
    return True


def cannot_go_on() -> Refused:
    return Refused(
        ServerReason.TABLE_BROKEN,
        "your table cannot be taken up just now; keep your token: the host finds the cause in the "
        "log of the server, and when it is mended you can come back",
    )


def _open(core: ServerCore, hosted: HostedTable) -> None:
    """Let people come back to a table that stands as it was."""
    for name, role in list(hosted.table.people.roles.items()):
        if role is not Role.ROBOT and name not in hosted.people:
            hosted.apply(name, "EXIT")  # they have left while the table was broken
    if any(role is not Role.ROBOT for role in hosted.table.people.roles.values()):
        hosted.journal.go_on(core.outbox, __version__)
        hosted.apply("", f"RESTART {TIME_TO_RETURN}")
    hosted.set_alarm()
    core.tables[hosted.name] = hosted
    for session in hosted.people.values():
        session.hosted, session.away_since = hosted, core.now()
        if session.name not in core.sessions:
            core.add(session)
    core.watch_clock(hosted)
    if not hosted.people:
        core.empty[hosted.name] = core.now()


def rebuild(core: ServerCore, game: SavedGame, people: Sequence[Session]) -> HostedTable:
    """The table as its journal leaves it. Changes nothing in the server."""
    saved, match, coming = game.table, game.match, game.coming
    if match is None:
        raise Refused(ServerReason.NO_SUCH_MATCH, "{table} has no match", table=saved.name)
    settings = _settings(core, saved)
    hosted = HostedTable(settings, core.outbox, core.vault, core.now, core.robots, core.server)
    hosted.played = game.played
    hosted.people = {session.name: session for session in people}
    hosted.recover(open_book(match, core.vault), match.told, game.inputs, over=bool(match.over))
    if coming is not None:
        hosted.recover_coming(open_book(coming, core.vault), game.steps)
    return hosted


def tables_that_stay(core: ServerCore, store: Store) -> list[TableSettings]:
    """Those of the house itself, at whichever node they are."""
    found = list[TableSettings]()
    for saved in store.tables():
        with suppress(*FAILURES):  # whose node names it in the log
            settings = _settings(core, saved)
            if settings.hosting.stays:
                found.append(settings)
    return found


def _settings(core: ServerCore, saved: SavedTable) -> TableSettings:
    return TableSettings(
        saved.name,
        saved.game,
        core.find_game(saved.game),
        saved.preset,
        json.loads(saved.options),
        HostingOptions.read(saved.house, saved.owner, saved.origin),
        saved.opened if is_time(saved.opened) else None,
    )


def open_book(match: SavedMatch, vault: Vault) -> MatchJournal:
    """The journal of a match; its secret is in the clear when it is over."""
    secret = match.secret if match.over else vault.unseal(match.secret, b"match %d" % match.id)
    return MatchJournal(match.id, vault.cipher(secret), match.deals, str(match.cardkit))
