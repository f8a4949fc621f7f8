"""The Japanese texts of Whist."""

TEXTS: dict[str, dict[str, str]] = {"ja": {}}
