"""The Japanese texts of Rummy."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04basic": "基本",
        "preset\x04one meld": "メルドは一度に1組",
        "preset\x04final discard": "最後は捨てて上がる",
        "preset\x04block": "ブロック",
        "preset\x04round the corner": "Kの次にA",
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
