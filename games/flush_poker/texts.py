"""The Japanese texts of flush poker."""

TEXTS: dict[str, dict[str, str]] = {"ja": {}}
