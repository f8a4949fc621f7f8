"""The Japanese texts of Doubt."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "Doubt": "ダウト",
        "Lay cards face down as the rank that is due; who is caught lying takes them all.": (
            "順番の数字として札を伏せて出す。うそがばれた人は山をすべて引き取る。"
        ),
    }
}
