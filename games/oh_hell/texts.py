"""The Japanese texts of Oh Hell."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04classic": "標準",
        "preset\x04free bids": "宣言は自由",
        "preset\x04every trick": "1トリックごとに得点",
        "preset\x04at once": "一斉に宣言",
        "preset\x04long": "長い試合",
        "Oh Hell": "オー・ヘル",
        "Take exactly as many tricks as you bid.": "宣言した数とちょうど同じ数のトリックを取る。",
        "Hook": "ディーラーの制限",
        "What the dealer may bid, who bids last.": "最後に宣言するディーラーが宣言できる数。",
        "the dealer may not bid what makes all bids add up to the tricks": (
            "ディーラーは、全員の宣言の合計がトリック数と同じになる数を宣言できない"
        ),
        "The dealer bids last, and not what would make all bids add up to the tricks.": (
            "ディーラーは最後に宣言し、全員の宣言の合計がトリック数と同じになる数は宣言できない。"
        ),
        "all bid at once, and no dealer comes last: turn hook or secret off": (
            "全員が同時に宣言するので、最後に宣言するディーラーはいません。"
            "hookかsecretをオフにしてください"
        ),
        "with {n} the bids would add up to the tricks, and the dealer may not let them: "
        "bid more or fewer than {n}": (
            "{n}では宣言の合計がトリック数と同じになり、ディーラーには許されません。"
            "{n}以外の数を宣言してください"
        ),
        "Bids its high cards and trumps, and then wins as long as it has to, and ducks.": (
            "高い札と切り札の数だけ宣言し、必要な数を取るまで勝ち、あとは負ける。"
        ),
    }
}
