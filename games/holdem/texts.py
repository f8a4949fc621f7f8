"""The Japanese texts of Texas hold'em."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04no limit": "ノーリミット",
        "preset\x04pot limit": "ポットリミット",
        "preset\x04fixed limit": "フィックスリミット",
        "preset\x04tournament": "トーナメント",
        "Texas Hold'em": "テキサスホールデム",
        "Bet on two cards of your own and five that all share; the best five win the pot.": (
            "手札2枚と全員共通の5枚で賭ける。7枚のうち最も強い5枚を持つ人がポットを取る。"
        ),
        "Plays few hands, bets what they are worth, bluffs at times, and calls by the pot odds.": (
            "参加する手を絞り、手の強さに応じて賭け、ときどきはったりをかけ、コールはポットオッズで決める。"
        ),
    }
}
