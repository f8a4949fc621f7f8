"""The Japanese texts of President."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04classic": "標準",
        "preset\x04twos clear": "2で流す",
        "preset\x04skip": "飛ばしあり",
        "preset\x04scum leads": "大貧民から",
        "President": "プレジデント",
        "president": "大統領",
        "vice-president": "副大統領",
        "citizen": "市民",
        "vice-scum": "貧民",
        "scum": "大貧民",
        "cleared away": "流れた札",
        "Beat the cards on the table with as many higher ones, or pass; the first one out rules.": (
            "場の札と同じ枚数でより強い札を出すか、パスする。最初に手札をなくした人が大統領になる。"
        ),
        "House rules": "ローカルルール",
        "The house rules of a table.": "テーブルごとに選べるルール。",
        "who leads from the second game on": "2ゲーム目からの親",
        "The president leads from the second game on.": "2ゲーム目からは大統領が親になる。",
        "The scum leads from the second game on.": "2ゲーム目からは大貧民が親になる。",
        "So it is in every game.": "2ゲーム目からも同じ。",
        "a play of 2s clears the table at once": "2を出すと、その場で場が流れる",
        "A play of 2s clears the table at once, and its player leads.": (
            "2を出すとその場で場が流れ、出した人が親になる。"
        ),
        "whether as many cards of the same rank may be played, and whether they skip a player": (
            "同じ数字を同じ枚数で重ねて出せるか、重ねると次の人が飛ばされるか"
        ),
        "Cards are beaten by higher ranks only.": "より強い数字の札だけが勝つ。",
        "As many cards of the same rank may be played, too.": (
            "場と同じ数字の札も、同じ枚数なら出せる。"
        ),
        "As many cards of the same rank may be played, too, and skip the next player.": (
            "場と同じ数字の札も、同じ枚数なら出せる。出すと次の人は飛ばされる。"
        ),
        "Whoever holds C3 shows it and leads the first game.": (
            "最初のゲームは、C3を持つ人がそれを見せて親になる。"
        ),
        "Gets rid of low cards first, and keeps the strong ones until the others are nearly out.": (
            "低い札から出し、ほかの人が上がりそうになるまで強い札を残しておく。"
        ),
    }
}
