"""The Japanese texts of blackjack."""

TEXTS: dict[str, dict[str, str]] = {"ja": {"Blackjack": "ブラックジャック"}}
