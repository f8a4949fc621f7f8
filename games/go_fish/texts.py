"""The Japanese texts of Go Fish."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04classic": "標準",
        "preset\x04short": "早く終わる",
        "preset\x04pairs": "ペア集め",
        "preset\x04happy families": "ハッピーファミリー",
        "Go Fish": "ゴーフィッシュ",
        "Ask the others for cards that go with yours, or go fish; the most books win.": (
            "手札と同じ数字の札をほかの人に求め、なければ池から引く。ブックが最も多い人の勝ち。"
        ),
        "pond": "池",
        "Asks for what it has seen in a hand, or for what it holds most of, of the fullest hand.": (
            "見えた札を求める。なければ、自分が最も多く持つ数字を、手札の最も多い人に求める。"
        ),
    }
}
