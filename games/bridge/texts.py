"""The Japanese texts of contract bridge."""

TEXTS: dict[str, dict[str, str]] = {"ja": {}}
