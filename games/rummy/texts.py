"""The Japanese texts of Rummy."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "Rummy": "ラミー",
        "Draw a card, lay down groups and runs, discard one; the first empty hand wins.": (
            "1枚引き、同じ数字や続き札をメルドし、1枚捨てる。最初に手札がなくなった人の勝ち。"
        ),
        "melds": "メルド",
        "Lays down all it can, takes what completes a meld, and lets go of high cards alone.": (
            "出せる役札はすべて出し、役札になる札を取り、孤立した高い札を捨てる。"
        ),
    }
}
