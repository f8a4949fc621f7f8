"""The Japanese texts of Doubt."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04doubt": "ダウト",
        "preset\x04i doubt it": "アイ・ダウト・イット",
        "preset\x04bluff": "ブラフ",
        "Doubt": "ダウト",
        "Lay cards face down as a rank, true or not; a liar who is caught takes the pile.": (
            "うそでも本当でもよいので、数字を言って札を伏せて出す。うそがばれた人は山をすべて引き取る。"
        ),
        "Tells the truth while it can, and doubts what is unlikely, or would win the game.": (
            "できるうちは正直に出し、怪しい宣言と、通せば相手が上がる宣言を疑う。"
        ),
    }
}
