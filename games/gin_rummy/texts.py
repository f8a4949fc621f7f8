"""The Japanese texts of Gin Rummy."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04standard": "標準",
        "preset\x04traditional": "伝統ルール",
        "preset\x04oklahoma": "オクラホマ",
        "preset\x04straight": "ストレート",
        "Gin Rummy": "ジン・ラミー",
        "Draw and discard to make melds; knock when little is left outside them.": (
            "1枚引いて1枚捨て、メルドを作る。メルド以外の札の点が少なくなったらノックする。"
        ),
        "melds": "メルド",
        "how many hands each player has won": "それぞれが勝った回数",
        "hands won": "勝ち数",
        "Oklahoma": "オクラホマ",
        "The card that is turned up says how little must be left for a knock.": (
            "最初に表にした札が、ノックできる点数を決める。"
        ),
        "the card that is turned up is the limit for a knock, and a spade doubles the hand": (
            "最初に表にした札の点がノックの上限になり、スペードならその回は2倍になる"
        ),
        "The card that is turned up says what may be left at most for a knock: an ace 1, a "
        "picture 10, any other card its number. If it is a spade, the hand counts double.": (
            "最初に表にした札が、ノックするときに残ってよい点を決める。Aは1点、絵札は10点、"
            "ほかは数字のとおり。スペードならその回の得点は2倍になる。"
        ),
        "Bonus": "ボーナス",
        "What players get at the end of a match.": "勝負の終わりに加える点。",
        "points for winning the match; twice as many if the other player has none": (
            "勝負に勝った人への点。相手が0点なら2倍"
        ),
        "Whoever wins the match gets {game} points more, and twice that if the other player "
        "has none.": "勝負に勝った人は{game}点を加える。相手が0点なら2倍になる。",
        "points for each hand won, at the end of the match": "勝った回ごとに最後に加える点",
        "At the end of the match every hand that was won counts {box} points more.": (
            "勝負の終わりに、勝った回1つにつき{box}点を加える。"
        ),
        "Takes what completes a meld, lets go of high cards that fit nothing, knocks at once.": (
            "メルドになる札を取り、役に立たない高い札を捨て、できればすぐにノックする。"
        ),
    }
}
