"""The Japanese texts of Sevens."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04classic": "標準",
        "preset\x04joker": "ジョーカー入り",
        "preset\x04tunnel": "トンネル",
        "preset\x04fan tan": "ファンタン",
        "Sevens": "七並べ",
        "Build each suit up and down from its seven; be the first to have laid all your cards.": (
            "7から順に、マークごとに札をつなげて並べる。手札を最初になくした人の勝ち。"
        ),
        "Opens the way for its own cards first, and holds up what would only help others.": (
            "自分の札が続くように並べ、ほかの人だけが得をする札は止めておく。"
        ),
    }
}
