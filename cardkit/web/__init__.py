"""The web edge of a running server: the page, what it asks for over HTTP, and its WebSocket.

Knows nothing of the server; it is handed what to show, and whom to let talk.
"""

from cardkit.netgame import add_texts
from cardkit.web.door import Edge
from cardkit.web.ja import TEXTS
from cardkit.web.links import WebSocketLink
from cardkit.web.status import ServerStatus, TableLine
from cardkit.web.venue import Venue

__all__ = ["Edge", "ServerStatus", "TableLine", "Venue", "WebSocketLink"]

add_texts("ja", TEXTS)
