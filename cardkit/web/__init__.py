"""The web edge of a running server: the page, what it asks for over HTTP, and its WebSocket.

Knows nothing of the server; it is handed what to show, and whom to let talk.
"""

from cardkit.web.backend import WebBackend
from cardkit.web.connections import WebConnections
from cardkit.web.links import WebSocketLink
from cardkit.web.status import ServerStatus, TableLine

__all__ = ["ServerStatus", "TableLine", "WebBackend", "WebConnections", "WebSocketLink"]
