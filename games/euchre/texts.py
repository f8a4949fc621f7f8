"""The Japanese texts of Euchre."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04standard": "標準",
        "preset\x04stick the dealer": "ディーラーは必ず決める",
        "preset\x04canadian": "カナダ式",
        "preset\x04short": "短い試合",
        "Euchre": "ユーカー",
        "Partners name trump and take three of five tricks, or are euchred.": (
            "切り札を決めた組が5トリック中3トリックを取れば勝ち。取れなければ相手の得点になる。"
        ),
        "maker": "メーカー",
        "tricks won": "トリック",
        "In the first round bid the suit that was turned up, in the second another.": (
            "1周目は表にした札のマークだけを、2周目はそれ以外のマークを切り札に選べます。"
        ),
        "The jack of trumps is the highest trump, the other jack of its colour the second.": (
            "切り札のJ（ライトバウアー）が最強の切り札、同じ色のもう1枚のJ（レフトバウアー）が"
            "2番目の切り札です。"
        ),
        "The makers get 1 point, 2 for all tricks, 4 alone; the others 2 if they fail.": (
            "切り札を決めた組は3〜4トリックで1点、5トリックで2点、1人で5トリックなら4点。"
            "失敗すれば相手の組が2点。"
        ),
        "House": "ハウスルール",
        "What dealers and their partners have to do in the bidding.": (
            "切り札を決めるときのディーラーとパートナーの義務。"
        ),
        "the dealer has to bid when all others have passed twice": (
            "ほかの全員が2回パスしたら、ディーラーは必ず切り札を決める"
        ),
        "When all others have passed twice, the dealer has to bid a suit.": (
            "ほかの全員が2回パスしたら、ディーラーは必ず切り札を決めます。"
        ),
        "the dealer's partner bids the suit that was turned up only alone": (
            "ディーラーのパートナーが表の札のマークを選ぶなら、1人でプレイする"
        ),
        "A partner of the dealer who bids the suit that was turned up has to play alone.": (
            "ディーラーのパートナーが表の札のマークを選ぶときは、1人でプレイしなければなりません。"
        ),
        "Bids on trumps and aces, wins as cheaply as it can, and lets its partner's card stand.": (
            "切り札とAがあれば宣言し、なるべく低い札で勝ち、味方が勝っていれば譲る。"
        ),
    }
}
