"""The Japanese texts of Texas hold'em."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "Texas Hold'em": "テキサスホールデム",
        "Bet on two cards of your own and five that all share; the best five win the pot.": (
            "手札2枚と全員共通の5枚で賭ける。7枚のうち最も強い5枚を持つ人がポットを取る。"
        ),
    }
}
