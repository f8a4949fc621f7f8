"""The Japanese texts of Page One."""

TEXTS: dict[str, dict[str, str]] = {"ja": {}}
