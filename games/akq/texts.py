"""The Japanese texts of AKQ."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04table": "ふだんの対戦",
        "preset\x04contest": "大会",
        "AKQ": "AKQ",
        "Ace beats king beats queen; bet on yours, or make the other player believe in it.": (
            "AはKに、KはQに勝つ。自分の札に賭けるか、強い札だと相手に思わせる。"
        ),
        "Bets what its card is worth: all on an ace, some on a king, nothing on a queen.": (
            "札の強さのとおりに賭ける。Aならすべて、Kなら少し、Qなら賭けない。"
        ),
        "Plays an equilibrium: nobody wins more than a point in 18 hands from it.": (
            "均衡戦略で打つ。相手が何をしても、18回に1点より多くは取られない。"
        ),
    }
}
