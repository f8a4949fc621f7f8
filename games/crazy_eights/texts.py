"""The Japanese texts of Crazy Eights."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04classic": "標準",
        "preset\x04draw one": "1枚だけ引く",
        "preset\x04action cards": "特別札あり",
        "preset\x04mau mau": "マウマウ",
        "Mau!": "マウ！",
        "Crazy Eights": "クレイジーエイト",
        "Match the suit or the rank of the last card, or play a wild one; an empty hand wins.": (
            "直前の札と同じマークか数字の札、または万能札を出す。手札を最初になくした人の勝ち。"
        ),
        "Plays what more of its own cards fit on, and keeps wild cards until they are needed.": (
            "あとに自分の札を多く続けられる札を出し、ワイルドカードは必要になるまで残しておく。"
        ),
    }
}
