"""The Japanese texts of Whist."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04short": "5点先取",
        "preset\x04middle": "7点先取",
        "preset\x04long": "9点先取",
        "Whist": "ホイスト",
        "tricks won": "トリック",
        "Partners take tricks together: highest trump, or else the highest card of the led suit.": (
            "パートナーと協力してトリックを取る。最も強い切り札、なければ台札と同じマークの"
            "最も強い札がトリックを取る。"
        ),
        "The player after the dealer leads.": "配り手の次の人が最初の親になる。",
        "Rubber": "勝負の点数",
        "What wins a game of whist.": "何点で勝つか。",
        "points that win": "勝ちとなる点数",
        "The first side with {game} points wins.": "先に{game}点を取った組の勝ち。",
        "Leads from strength, wins as cheaply as possible, and lets its partner's card stand.": (
            "長く強いスーツから出し、なるべく低い札で勝ち、味方が勝っていれば譲る。"
        ),
        "Counts the cards that are out, draws trumps, takes its winners, and wins cheaply.": (
            "残りの札を数え、切り札を狩り、勝てる札で取り、なるべく低い札で勝つ。"
        ),
    }
}
