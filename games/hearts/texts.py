"""The Japanese texts of Hearts."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04standard": "標準",
        "preset\x04omnibus": "オムニバス",
        "preset\x04no passing": "交換なし",
        "preset\x04spot": "スポットハーツ",
        "Hearts": "ハーツ",
        "what the cards that each has taken count": "それぞれが取った札の点",
        "taken": "取った点",
        "Take no hearts and not the queen of spades, or take them all.": (
            "ハートとスペードのQを取らないように。取るなら全部。"
        ),
        "Passes what is dangerous, stays below the best card, and throws its worst cards off.": (
            "危ない札を渡し、場の最も強い札より下を出し、出せないスーツでは最も悪い札を捨てる。"
        ),
    }
}
