"""The texts of Four Colours: its suits are colours, and in Japanese."""

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "Suits: {suits}.": "Colours: {suits}.",
        "DISCARD a card of the suit or the rank of the last card.": (
            "DISCARD a card of the colour, or with the number or sign, of the last card."
        ),
        "{wild} fits any card; its player names the suit to follow.": (
            "{wild} fits any card; its player names the colour to follow."
        ),
        "put a wild card and name the suit to follow": (
            "put a wild card and name the colour to follow"
        ),
        "ranks that fit any card, and whoever plays one names the suit to follow": (
            "cards that fit any card, and whoever plays one names the colour to follow"
        ),
        "name the suit to follow, too: {offers}": "name the colour to follow, too: {offers}",
        ", and the suit to follow is {suit}": ", and the colour to follow is {suit}",
    },
    "ja": {
        "preset\x04classic": "標準",
        "preset\x04stacking": "積み重ねあり",
        "preset\x04draw until playable": "出せるまで引く",
        "Four Colours": "フォーカラーズ",
        "Match the colour or the number of the last card, and call before you have one left.": (
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
        "Suits: {suits}.": "色：{suits}。",
        "Ranks: {ranks}.": "記号：{ranks}。",
        "DISCARD a card of the suit or the rank of the last card.": (
            "直前の札と同じ色か、同じ数字・記号の札を出す。"
        ),
        "{wild} fits any card; its player names the suit to follow.": (
            "{wild}はいつでも出せ、出した人が次の色を指定する。"
        ),
        "put a wild card and name the suit to follow": "ワイルドを出し、次の色を指定する",
        "ranks that fit any card, and whoever plays one names the suit to follow": (
            "いつでも出せて、出した人が次の色を指定する札"
        ),
        "name the suit to follow, too: {offers}": "続ける色も言ってください: {offers}",
        ", and the suit to follow is {suit}": "、出すべき色は{suit}",
        "Play a wild draw four only while you hold no card of the colour to follow.": (
            "ワイルドドロー4は、続けるべき色の札を持っていないときにだけ出せる。"
        ),
        "play W+4 only while you hold no card of the colour to follow, {colour}": (
            "W+4を出せるのは、続けるべき色（{colour}）の札を持っていないときだけです"
        ),
        "Stays in its longest colour, keeps wild cards, and strikes at players about to win.": (
            "手札に最も多い色を続け、ワイルドカードを残し、上がりそうな人を妨げる。"
        ),
    },
}
