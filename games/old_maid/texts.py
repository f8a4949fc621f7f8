"""The Japanese texts of Old Maid."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04joker": "ジョーカー",
        "preset\x04queen": "クイーン",
        "preset\x04jiji nuki": "ジジ抜き",
        "Old Maid": "ババ抜き",
        "Take a card from the next player; pairs go away; whoever keeps the odd card loses.": (
            "次の人から1枚取り、ペアは捨てる。最後に半端な札を持っていた人の負け。"
        ),
        "Two cards of a rank leave your hand at once, also right after the deal.": (
            "同じ数字の2枚は、配られた直後も含めて、そろい次第手札から捨てる。"
        ),
    }
}
