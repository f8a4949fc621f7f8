"""The Japanese texts of Seven Bridge."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04standard": "標準",
        "preset\x04secret": "誰が取れるかは秘密",
        "preset\x04final discard": "最後は捨てて上がる",
        "preset\x04slow start": "1巡目は鳴きなし",
        "Seven Bridge": "セブンブリッジ",
        "Lay down groups and runs, call pon and chi for discards; a seven may lie alone.": (
            "同じ数字や続き札をメルドし、捨て札はポンやチーでもらう。7は1枚でもメルドできる。"
        ),
        "melds": "メルド",
        "A seven may be laid down alone, with another seven, or with the six or eight of its "
        "suit.": "7は1枚だけでも、7を2枚でも、同じマークの6か8との2枚でもメルドできる。",
        "For each seven that is left in a hand, what is left there counts double.": (
            "手札に残った7が1枚あるごとに、その人の失点は2倍になる。"
        ),
        "Calls and lays down all it can, sevens last; lets go of high cards that fit nothing.": (
            "できるだけ鳴き、役札を出し、7は最後にする。役に立たない高い札を捨てる。"
        ),
    }
}
