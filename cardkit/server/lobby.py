"""The lobby: which tables somebody sees there, and who is told when that changes.

Who listens is told what has changed, in one frame for all of it; while nothing changes nothing is
said. No I/O and no clock: the runner gives the word when it is time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from cardkit.netgame import Role
from cardkit.netgame.seating import between_matches
from cardkit.protocol import Codec, Words
from cardkit.protocol.client_commands import LobbyCommand, TablesCommand
from cardkit.protocol.messages import Table, TableGone, TablesFollow
from cardkit.server.hosted_table import HostedTable
from cardkit.server.news import ListedTable, written_listing
from cardkit.server.private_tables import is_told, is_told_of
from cardkit.server.request import Job, Request
from cardkit.server.session import Peer, Session
from cardkit.server.suspended_tables import SuspendedTable
from cardkit.server.table_settings import TableSettings

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore

TABLES_SHOWN = 200


class Lobby:
    """Who listens, and what they have heard."""

    def __init__(self, core: ServerCore) -> None:
        self._core = core
        self.wake: Callable[[], None] = lambda: None
        """Called when there may be something to tell."""
        self.elsewhere: dict[str, ListedTable] = {}
        """The tables at other nodes of the house."""
        self.share: Callable[[str], None] = lambda table: None
        """Called when there may be something to tell to these."""
        self._listeners: dict[Peer, None] = {}
        self._changed: dict[str, set[str]] = {}
        """The tables at which something has happened, each with those whom it concerns."""
        self._shown: dict[str, Words] = {}
        """The tables that are told to everybody, as they were when they were looked at last."""
        self._news: dict[str, Words] = {}
        self._own_news: dict[Peer, dict[str, Words]] = {}

    # --- what happens ------------------------------------------------------------------------

    def note(self, table: str, concerned: Iterable[str] = ()) -> None:
        """Something has happened at a table, or it is open or gone; who listens may care."""
        self.share(table)
        if table in self.elsewhere and table in self._core.tables:
            del self.elsewhere[table]  # it was there
        self._note(table, concerned)

    def hear(self, tables: Mapping[str, ListedTable | None]) -> None:
        """Other nodes tell that these tables are so now, or gone."""
        for name, listed in tables.items():
            before = self.elsewhere.pop(name, None)
            if listed is not None and name not in self._core.tables:
                self.elsewhere[name] = listed
            if listed != before:
                self._note(name, () if before is None else before.people)
        self.tell()

    def _note(self, table: str, concerned: Iterable[str]) -> None:
        if not self._listeners:
            return
        if not self._changed:
            self.wake()
        self._changed.setdefault(table, set()).update(concerned)

    def listen(self, peer: Peer) -> None:
        """From now on this peer hears of changes."""
        self._look()
        self._listeners[peer] = None
        self._shown |= self._not_shown()
        if peer.session is not None:
            for table in self._news:
                self._look_at_own(table, peer.session)

    def leave(self, peer: Peer) -> None:
        self._listeners.pop(peer, None)
        self._own_news.pop(peer, None)
        if not self._listeners:
            self._changed, self._shown, self._news = {}, {}, {}

    def hears(self, peer: Peer) -> bool:
        return peer in self._listeners

    # --- what is told ------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell all who listen what has changed since the last time."""
        for peer in [peer for peer in self._listeners if _is_at_table(peer)]:
            self.leave(peer)
        self._look()
        news, self._news = [*self._news.values()], {}
        own_news, self._own_news = self._own_news, {}
        frames: dict[type[Codec], bytes] = {}
        outbox = self._core.outbox
        for peer in self._listeners:
            own, codec = own_news.get(peer), peer.codec
            if own:
                outbox.say(peer, *news, *own.values())
            elif news:
                frame = frames.get(type(codec))
                if frame is None:
                    frame = codec.frame([codec.encode(each) for each in news])
                    frames[type(codec)] = frame
                outbox.frame(peer, frame)
        outbox.settle()

    def _look(self) -> None:
        """Find out what is new at the tables at which something has happened."""
        changed, self._changed = self._changed, {}
        for table in changed:
            if table in self._shown:
                about = self._about(table)
                if about is None:
                    del self._shown[table]
                    self._news[table] = TableGone(table).words()
                elif about != self._shown[table]:
                    self._shown[table] = self._news[table] = about
        more = self._not_shown()
        self._shown |= more
        self._news |= more
        for table, concerned in changed.items():
            for name in concerned.union(self._owners(table)):
                session = self._core.sessions.get(name)
                if session is not None:
                    self._look_at_own(table, session)

    def _look_at_own(self, table: str, session: Session) -> None:
        """Find out whether a table is another to one person than to everybody."""
        if session.peer is None or session.peer not in self._listeners:
            return
        about = self._about(table, session) or TableGone(table).words()
        own = self._own_news.setdefault(session.peer, {})
        if about == self._news.get(table, self._shown.get(table)):
            own.pop(table, None)
        else:
            own[table] = about

    def _not_shown(self) -> dict[str, Words]:
        """The oldest tables for which there is room besides those that are shown."""
        others = (each for name, each in self._core.tables.items() if name not in self._shown)
        room = max(0, TABLES_SHOWN - len(self._shown)) if self._listeners else 0
        for_all = (each for each in others if is_told(None, each))
        found = {each.name: about_table(each) for each in islice(for_all, room)}
        far = (e for e in self.elsewhere.values() if e.public and e.name not in self._shown)
        return found | {each.name: each.words for each in islice(far, room - len(found))}

    def _about(self, table: str, session: Session | None = None) -> Words | None:
        """What somebody, or without a session anybody, is told of a table."""
        hosted, kept = self._core.tables.get(table), self._core.aside.tables.get(table)
        if hosted is not None:
            return about_table(hosted) if is_told(session, hosted) else None
        listed = self.elsewhere.get(table)
        if listed is not None:
            return listed.words if is_told_of(session, listed) else None
        if kept is None or session is None or session.name not in kept.names:
            return None
        return _about_kept(kept)

    def _owners(self, table: str) -> Iterable[str]:
        """To whom a table may be another than to everybody: who has a seat, or has opened it."""
        hosted, kept = self._core.tables.get(table), self._core.aside.tables.get(table)
        if hosted is not None:
            return (*hosted.table.people.seat_of, hosted.settings.hosting.owner)
        if table in self.elsewhere:
            return self.elsewhere[table].people
        return () if kept is None else kept.names


def _is_at_table(peer: Peer) -> bool:
    return peer.session is not None and peer.session.hosted is not None


def tables(core: ServerCore, request: Request[TablesCommand]) -> Job | None:
    wanted = request.command.game.lower()
    if wanted:
        core.find_game(wanted)
    return _with_kept(core, request, lambda kept: _list(core, request, wanted, kept))


def lobby(core: ServerCore, request: Request[LobbyCommand]) -> Job | None:
    def listen(kept: Sequence[SuspendedTable]) -> None:
        core.lobby.listen(request.peer)
        _list(core, request, "", kept)

    if request.command.lobby == "on":
        return _with_kept(core, request, listen)
    core.lobby.leave(request.peer)
    request.answer()
    return None


_Asked = Request[TablesCommand] | Request[LobbyCommand]


def _with_kept(
    core: ServerCore, request: _Asked, go_on: Callable[[Sequence[SuspendedTable]], None]
) -> Job | None:
    """Go on with the tables that are set aside for who asks, also those that other nodes have."""
    session, elsewhere = request.peer.session, core.elsewhere
    if session is None or elsewhere is None:
        go_on(() if session is None else core.aside.of_player(session.name))
        return None
    name = session.name
    return Job(
        request,
        lambda: elsewhere.set_aside_for(name),
        lambda far: go_on([*core.aside.of_player(name), *far]),
    )


def _list(
    core: ServerCore, request: _Asked, wanted: str, kept_for_them: Iterable[SuspendedTable]
) -> None:
    """The tables that this peer sees, of one game if it is wanted; one's own come first."""
    session = request.peer.session
    name = "" if session is None else session.name
    waiting = [
        about
        for kept in kept_for_them
        if kept.settings is not None and wanted in ("", kept.settings.game)
        if (about := _about_kept(kept)) is not None
    ]
    here = [
        hosted
        for hosted in core.tables.values()
        if wanted in ("", hosted.settings.game) and is_told(session, hosted)
    ]
    far = [
        listed
        for listed in core.lobby.elsewhere.values()
        if wanted in ("", listed.about.game) and is_told_of(session, listed)
    ]
    ranked: list[tuple[bool, float, HostedTable | ListedTable]] = [
        *((name not in e.table.people.seat_of, e.settings.opened or 0.0, e) for e in here),
        *((name not in each.seated, each.opened or 0.0, each) for each in far),
    ]
    # The nodes of a house list them alike; where there are no others, they are in order already.
    ranked.sort(key=itemgetter(0, 1) if far else itemgetter(0))
    more = (
        each.words if isinstance(each, ListedTable) else about_table(each)
        for _, _, each in ranked[:TABLES_SHOWN]
    )
    request.answer(TablesFollow(len(waiting) + len(ranked)), (*waiting, *more))


def listing_of(hosted: HostedTable) -> str:
    """What other nodes have to know of a table, as it is stored."""
    table = hosted.table
    return written_listing(
        _listed_table(hosted),
        [*table.people.seat_of],
        public=is_told(None, hosted),
        playing=not between_matches(table),
    )


def changing_of(hosted: HostedTable) -> Hashable:
    """What may change of a listing; it takes far less time to find out than the listing."""
    table = hosted.table
    roles, seated = table.people.roles, table.people.seat_of
    names = *table.names, *seated, *roles, *roles.values()
    return table.phase, table.suspended, table.playing, between_matches(table), names


def about_table(hosted: HostedTable) -> Words:
    return _listed_table(hosted).words()


def _listed_table(hosted: HostedTable) -> Table:
    table, roles = hosted.table, hosted.table.people.roles
    return _listed(
        hosted.settings,
        phase="suspended" if table.suspended else table.phase,
        players=[n for n in table.names if n in roles or table.playing],
        seats=table.seats.most,
        waiting=sum(role is Role.WAITING for role in roles.values()),
        watching=sum(role is Role.WATCHING for role in roles.values()),
    )


def _about_kept(kept: SuspendedTable) -> Words | None:
    """A table that was set aside, for its player; None if it cannot be told what it is."""
    settings = kept.settings
    if settings is None:
        return None
    seats = settings.rules.with_options(settings.preset, settings.options, reopened=True)["seats"]
    return _listed(
        settings, phase="set aside", players=[*kept.names], seats=seats.most, waiting=0
    ).words()


def _listed(settings: TableSettings, **more: Any) -> Table:
    chosen = {"preset": settings.preset} if settings.preset else {}
    chosen |= settings.options
    if settings.hosting.robots:
        if chosen.get("drop_in") == "on":
            del chosen["drop_in"]  # all tables with robots have it
        chosen["robots"] = str(settings.hosting.robots)
    if settings.hosting.rated:
        chosen["rated"] = "yes"
    return Table(
        name=settings.name,
        game=settings.game,
        title=settings.hosting.title or settings.rules.title,
        options=chosen,
        **more,
    )
