"""The Japanese texts of Big Two."""

TEXTS: dict[str, dict[str, str]] = {
    "en": {"preset\x04hong kong": "Hong Kong", "preset\x04pusoy dos": "Pusoy Dos"},
    "ja": {
        "preset\x04hong kong": "香港式",
        "preset\x04taiwan": "台湾式",
        "preset\x04pusoy dos": "プソイドス",
        "Big Two": "大老二",
        "cleared away": "流れた札",
        "Beat the cards on the table with as many better ones; the first empty hand wins.": (
            "場と同じ枚数でより強い札を出すか、パスする。最初に手札をなくした人の勝ち。"
        ),
        "With three players everybody has 17 cards, and whoever leads gets the last one.": (
            "3人で遊ぶときは17枚ずつ配り、残りの1枚は最初の親がもらう。"
        ),
        "A card left costs 1, from ten on 2, and all of a hand 3 each; the winner gets it.": (
            "残った札は1枚につき1点、10枚以上なら2点、1枚も出していなければ3点を勝者に払う。"
        ),
        "Plays five cards where it can, and keeps its twos until they are needed.": (
            "出せるときは5枚役を出し、2は必要になるまで残しておく。"
        ),
    },
}
