"""The Japanese texts of Page One."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "Page One": "ページワン",
        "Follow the last card with one of your own, or draw; who has no cards left wins.": (
            "直前の札に続けて手札を出し、出せなければ引く。手札を最初になくした人の勝ち。"
        ),
        "The winner of a game gets a point.": "ゲームの勝者は1点を得る。",
    }
}
