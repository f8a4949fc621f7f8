"""The Japanese texts of Go Fish."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "Go Fish": "ゴーフィッシュ",
        "Ask a player for a rank you hold; in vain, go fish; most books of four win.": (
            "手札にある数字をほかの人に求め、なければ山札から引く。4枚組が最も多い人の勝ち。"
        ),
        "Two or three players are dealt two cards more.": "2人か3人のときは2枚多く配る。",
        "pond": "池",
    }
}
