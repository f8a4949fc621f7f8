"""The HTTP edge of a running server: what goes on, for people and for monitoring.

Knows nothing of the house; it is handed what to show.
"""

from cardkit.web.status import Status, TableLine, serve_http

__all__ = ["Status", "TableLine", "serve_http"]
