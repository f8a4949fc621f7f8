"""The Japanese texts of Sevens."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "Sevens": "七並べ",
        "Build each suit up and down from its seven; whoever passes too often is out.": (
            "7から順に、マークごとに札をつなげて並べる。パスが多すぎる人は負け。"
        ),
    }
}
