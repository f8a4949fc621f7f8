"""Several nodes of one house in memory, for tests: what their store would know is a dictionary."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace

import trio

from cardkit.netgame import NetGame
from cardkit.protocol import Codec, JsonCodec
from cardkit.protocol.frames import FrameCodec
from cardkit.server.elsewhere import Node
from cardkit.server.listener import open_sockets
from cardkit.server.own_account import NewAccount
from cardkit.server.relay import Relay
from cardkit.server.session import Session
from cardkit.server.store import Account
from cardkit.server.suspended_tables import SuspendedTable
from cardkit.server.vault import Vault
from tests.server_helpers import Client, Commit, Hall, a_hall, no_store
from tests.tiny_games import Nim
from tests.web_helpers import open_web


@dataclass
class House:
    """All nodes, and the sessions that were given to one and have not arrived there."""

    nodes: dict[Node, Hall] = field(default_factory=dict)
    given: dict[str, tuple[Node, Session]] = field(default_factory=dict)
    opened: list[trio.abc.Stream] = field(default_factory=list)

    def node(self, number: int) -> Node:
        return [*self.nodes][number]

    def hall(self, number: int) -> Hall:
        return self.nodes[self.node(number)]

    def where(self, name: str) -> list[int]:
        """At which nodes a participant is: never more than one."""
        halls = enumerate(self.nodes.values())
        return [number for number, hall in halls if name in hall.core.sessions]


@dataclass
class FromHere:
    """The house as one of its nodes sees it."""

    house: House
    here: Node

    def table(self, name: str) -> Node | None:
        halls = self.house.nodes.items()
        return next((node for node, hall in halls if name in hall.core.tables), None)

    def session(self, name: str) -> Node | Session | None:
        for node, hall in self.house.nodes.items():
            if name in hall.core.sessions and node != self.here:
                return node
        if name not in self.house.given:
            return None
        node, session = self.house.given[name]
        return session if node == self.here else node

    def token(self, token: bytes) -> Node | Session | None:
        for node, hall in self.house.nodes.items():
            if token in hall.core.tokens and node != self.here:
                return node
        found = (s.name for _, s in self.house.given.values() if s.token == token)
        return self.session(next(found, ""))

    def claim(self, name: str, *, proved: bool) -> str | None:
        halls = (hall for node, hall in self.house.nodes.items() if node != self.here)
        return name if any(name in hall.core.sessions for hall in halls) else None

    def with_room(self) -> Node | None:
        return None

    def set_aside_for(self, player: str) -> list[SuspendedTable]:
        halls = (hall for node, hall in self.house.nodes.items() if node != self.here)
        return [kept for hall in halls for kept in hall.core.aside.of_player(player)]

    def people(self, most: int) -> list[tuple[str, str, str]]:
        halls = ((node, hall) for node, hall in self.house.nodes.items() if node != self.here)
        found = ((node, each) for node, hall in halls for each in hall.core.sessions.values())
        return [(each.name, each.place().get("table", ""), node.name) for node, each in found]

    def figures(self) -> list[Mapping[str, float]]:
        return []

    def sign_up(self, account: NewAccount, guest: str) -> None:
        raise NotImplementedError

    def give(self, session: Session, node: Node) -> None:
        self.house.given[session.name] = node, replace(session, peer=None)


@asynccontextmanager
async def a_house(
    count: int = 2,
    keys: Sequence[bytes] = (bytes(32),) * 3,
    commit: Commit = no_store,
    games: Mapping[str, type[NetGame]] = {"nim": Nim},
    account: Callable[[str], Account | None] = lambda name: None,
) -> AsyncIterator[House]:
    """So many nodes, which reach each other over loopback; their public ports are the same."""
    house = House()
    with trio.fail_after(20):
        async with AsyncExitStack() as stack:
            for number in range(count):
                hall = await stack.enter_async_context(
                    a_hall(games, seed=number, commit=commit, account=account)
                )
                hall.core.vault = Vault(keys[number])
                [listener] = open_sockets("127.0.0.1", 0)
                public = "127.0.0.1", await hall.open_port(hall.nursery)
                node = Node(f"node{number}", "127.0.0.1", listener.getsockname()[1], public)
                house.nodes[node] = hall
                hall.core.elsewhere = FromHere(house, node)
                await hall.nursery.start(Relay(node, hall.runner).run, listener)
                # No two tables have the same name.
                hall.core.names_used.update(dict.fromkeys(games, 10 * number))
            try:
                yield house
            finally:
                for stream in house.opened:
                    with trio.CancelScope(shield=True):
                        await trio.aclose_forcefully(stream)


async def come(house: House, number: int, codec: type[Codec] = FrameCodec) -> Client:
    """Connect to one of the nodes, over TCP or a WebSocket."""
    if codec is JsonCodec:
        browser = await open_web(house.hall(number)).browser()
        house.opened.append(browser.stream.stream)
        return browser
    node = house.node(number)
    assert node.public is not None
    house.opened.append(await trio.open_tcp_stream(*node.public))
    return Client(house.opened[-1], codec())


async def eventually(look: Callable[[], object]) -> None:
    """Until what happens at the other end of a socket is seen here; the house has the patience."""
    while not look():  # noqa: ASYNC110 - nothing of ours wakes us
        await trio.sleep(0.001)
