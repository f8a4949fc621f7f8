"""The Japanese texts of Page One."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04american": "アメリカンページワン",
        "preset\x04specials": "特別札あり",
        "preset\x04strict": "厳格",
        "preset\x04european": "ヨーロッパ式",
        "Page 1!": "ページワン！",
        "Page One": "ページワン",
        "Follow the last card with one of your own, or draw; the first empty hand wins.": (
            "直前の札に続けて手札を出し、出せなければ引く。手札を最初になくした人の勝ち。"
        ),
        "Keeps cards that will fit again, wild cards and jokers longest, and the lead in tricks.": (
            "また出せる札を残し、ワイルドカードとジョーカーは最後まで残し、トリックでは親を保つ。"
        ),
    }
}
