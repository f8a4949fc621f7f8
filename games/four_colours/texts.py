"""The Japanese texts of Four Colours."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "Four Colours": "フォーカラーズ",
        "Match the colour or the number of the last card; call your last card, and be rid of it.": (
            "直前の札と同じ色か数字の札を出す。残り1枚になるときは宣言し、手札をなくせば勝ち。"
        ),
        "red": "赤",
        "red {rank}": "赤の{rank}",
        "yellow": "黄",
        "yellow {rank}": "黄の{rank}",
        "green": "緑",
        "green {rank}": "緑の{rank}",
        "blue": "青",
        "blue {rank}": "青の{rank}",
        "skip": "スキップ",
        "reverse": "リバース",
        "draw two": "ドロー2",
        "wild card": "ワイルド",
        "wild draw four": "ワイルドドロー4",
        "colour to follow": "続ける色",
        "Play a wild draw four only while you hold no card of the colour to follow.": (
            "ワイルドドロー4は、続けるべき色の札を持っていないときにだけ出せる。"
        ),
        "play W+4 only while you hold no card of the colour to follow, {colour}": (
            "W+4を出せるのは、続けるべき色（{colour}）の札を持っていないときだけです"
        ),
    }
}
