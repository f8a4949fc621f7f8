"""The Japanese texts of AKQ."""

TEXTS: dict[str, dict[str, str]] = {"ja": {}}
