"""The Japanese texts of Spades."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04partners": "パートナー戦",
        "preset\x04solo": "個人戦",
        "preset\x04suicide": "スーサイド",
        "Spades": "スペード",
        "Bid how many tricks you will take, and take them; spades are trump.": (
            "何トリック取るかを宣言し、その数を取る。切り札はスペード。"
        ),
        "Nil": "ニル",
        "{who} bids nil": "{who}: ニルを宣言",
        "You bid nil": "あなた: ニルを宣言",
        "House": "ハウスルール",
        "How players bid, and what nils and bags are worth.": (
            "宣言のしかたと、ニルとバッグの点数。"
        ),
        "how many bags each player has": "各プレイヤーのバッグの数",
        "bags": "バッグ",
        "one of two partners bids nil, and the other at least four": (
            "パートナーのうち一方はニル、もう一方は4以上を宣言する"
        ),
        "One of two partners bids nil, and the other at least 4.": (
            "パートナーのうち一方はニル、もう一方は4以上を宣言する。"
        ),
        "points for a nil that is made, and against one that fails": (
            "成功したニルの得点、失敗したニルの失点"
        ),
        "A bid of 0 is nil: a player who then takes no trick gets {nil} points, and one who "
        "does loses as many.": (
            "0の宣言をニルと呼ぶ。1トリックも取らなければ{nil}点を得て、取れば{nil}点を失う。"
        ),
        "the tricks of a nil that fails count towards the bid of the partner": (
            "失敗したニルのトリックは、パートナーの宣言に数える"
        ),
        "Tricks of a nil that fails count towards the partner's bid.": (
            "失敗したニルのトリックは、パートナーの宣言に数える。"
        ),
        "Tricks of a nil that fails are bags, and do not help the partner.": (
            "失敗したニルのトリックはバッグになり、パートナーの宣言には数えない。"
        ),
        "none do": "なし",
        "bags that cost the penalty each time": ("この数のバッグごとに罰点"),
        "Each trick beyond a bid is a bag and counts one point.": (
            "宣言より多く取ったトリックはバッグと呼び、1つにつき1点になる。"
        ),
        "Each trick beyond a bid is a bag and counts one point; every {bags} bags in a match "
        "cost {penalty} points.": (
            "宣言より多く取ったトリックはバッグと呼び、1つにつき1点になる。"
            "ただし、マッチを通じてバッグが{bags}たまるごとに{penalty}点を失う。"
        ),
        "points that so many bags cost": "その数のバッグによる罰点",
        "points below zero that end a match": ("マッチが終わるマイナスの点数"),
        "A match is also over when somebody falls to -{lost_at} points.": (
            "だれかが-{lost_at}点まで落ちたときもマッチは終わる。"
        ),
        "no number of bags costs the penalty: leave it, or write bags=10": (
            "バッグに罰点がありません。penaltyはそのままにするか、bags=10 としてください"
        ),
        "only partners can commit suicide: write partners=on": (
            "スーサイドはパートナー戦でしか遊べません。partners=on としてください"
        ),
        "there is no partner to help: write partners=on": (
            "助けるパートナーがいません。partners=on としてください"
        ),
        "bid nil, or at least 4": "ニルか、4以上を宣言してください",
        "your partner has bid {n}: one of you bids nil": (
            "パートナーの宣言は{n}です。どちらか一方だけがニルを宣言します"
        ),
        "A side that takes as many tricks as it has bid gets 10 points for each of its bid, and "
        "loses as many if it does not.": (
            "宣言した数のトリックを取った組は、宣言1につき10点を得る。取れなければ同じだけ失う。"
        ),
        "Bids its sure tricks, wins cheaply until they are there, and then avoids bags.": (
            "確実に取れる数をビッドし、そこまでは低い札で勝ち、そのあとはバッグを避ける。"
        ),
    }
}
