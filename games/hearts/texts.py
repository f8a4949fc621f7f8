"""The Japanese texts of Hearts."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "Hearts": "ハーツ",
        "Take no hearts and not the queen of spades, or take them all.": (
            "ハートとスペードのQを取らないように。取るなら全部。"
        ),
    }
}
