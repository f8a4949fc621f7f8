"""The Japanese texts of flush poker."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04contest": "大会",
        "preset\x04table": "ふだんの対戦",
        "preset\x04poker": "ポーカー",
        "Flush Poker": "フラッシュポーカー",
        "Bet on the best five cards; exchange some twice; the best hand takes the pot.": (
            "5枚の役を競って賭ける。札は2回まで交換でき、最も強い役がポットを取る。"
        ),
        "Exchanges towards the best hand, bets what it is worth, and bluffs now and then.": (
            "最もよい役を狙って交換し、手の強さに応じて賭け、ときどきはったりをかける。"
        ),
    }
}
