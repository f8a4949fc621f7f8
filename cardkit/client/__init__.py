"""The client's side: a connection that survives, what is known of a table, and the bot runner.

    async with connect(dial(Address.parse("localhost:7272"))) as connection:
        await connection.enter("ann")
        await connection.say(JoinCommand("daifugo-1"))
        player = Player(connection)
        async for frame in player:
            if player.state.legal:
                await connection.say(player.state.legal[0])

Knows the protocol and the cards, but no server: what it learns comes over the link.
"""

from cardkit.client.address import Address
from cardkit.client.connection import Connection, connect
from cardkit.client.links import Dial, StreamTransport, Transport, dial
from cardkit.client.messages import Answer, Frame
from cardkit.client.player import SeatedPlayer, TableState

__all__ = [
    "Address",
    "Answer",
    "Connection",
    "Dial",
    "Frame",
    "SeatedPlayer",
    "StreamTransport",
    "TableState",
    "Transport",
    "connect",
    "dial",
]
