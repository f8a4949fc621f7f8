"""The Japanese texts of contract bridge."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04duplicate": "デュプリケート",
        "preset\x04chicago": "シカゴ",
        "Contract bridge": "コントラクトブリッジ",
        "Bid with your partner for how many tricks you will take together, and then take them.": (
            "パートナーと二人で取るトリックの数を競り、そのとおりに取る。"
        ),
        "Boards": "ボード",
        "What a board says besides its cards.": "カードのほかにボードが決めること。",
        "which side is vulnerable: as on the sixteen boards of duplicate, as in the four deals of "
        "Chicago, none or all": (
            "どちらの組がバルネラブルか: デュプリケートの16枚のボードどおり、シカゴの4回の"
            "ディールどおり、なし、または両方"
        ),
        "The board says who is vulnerable: nobody, one side, the other or both.": (
            "バルネラブルはボードで決まる。なし、一方、他方、両方のどれか。"
        ),
        "Nobody is vulnerable in the first deal, the dealer's side in the second and third, and "
        "both in the fourth.": (
            "1回目は両方ともノンバルネラブル、2回目と3回目はディーラー側だけ、4回目は両方が"
            "バルネラブル。"
        ),
        "Nobody is vulnerable.": "どちらもノンバルネラブル。",
        "Both sides are vulnerable.": "両方ともバルネラブル。",
        "A bid is for six tricks more than its number.": (
            "ビッドの数に6を足したトリックを取る約束になる。"
        ),
        "The declarer is whoever first named the suit of the contract on its side.": (
            "コントラクトのスートを、その側で最初にビッドした人がディクレアラーになる。"
        ),
        "A contract that is made counts 20 a trick in clubs and diamonds, 30 in hearts and spades "
        "and without trump, 10 more for the first without trump, all of it doubled or redoubled.": (
            "メイクしたコントラクトは、クラブとダイヤが1トリック20点、ハートとスペードと"
            "ノートランプが30点で、ノートランプは最初の1トリックに10点を加える。ダブルなら"
            "その2倍、リダブルなら4倍。"
        ),
        "100 or more of that is a game: 300 more, or 500 vulnerable; less is 50 more.": (
            "これが100点以上ならゲームで、300点（バルネラブルは500点）のボーナス。"
            "100点未満なら50点のボーナス。"
        ),
        "Six bid and made are 500 more, or 750 vulnerable; seven 1,000 or 1,500.": (
            "6のビッドのメイクは500点（バルネラブルは750点）、7は1,000点（1,500点）のボーナス。"
        ),
        "Tricks beyond it count like the others, but doubled 100 each and vulnerable 200, "
        "redoubled twice as much; and making it doubled is 50 more, redoubled 100.": (
            "オーバートリックは1トリック分の点。ダブルなら1つ100点（バルネラブルは200点）、"
            "リダブルならその2倍。ダブルされたコントラクトのメイクは50点、リダブルなら100点の"
            "ボーナス。"
        ),
        "Each trick missing is 50 for the other side, or 100 vulnerable; doubled 100, 300, 500 and "
        "300 for each further one, or 200, 500 and 300 for each further one vulnerable; redoubled "
        "twice as much.": (
            "足りないトリックは1つにつき相手に50点（バルネラブルは100点）。ダブルなら100、300、"
            "500点、その先は1つ300点、バルネラブルは200、500点、その先は1つ300点。リダブルなら"
            "その2倍。"
        ),
        "What one side gets, the other loses.": "一方の得点は他方の失点になる。",
        "who deals and bids first": "配って最初にビッドする人",
        "who is vulnerable": "バルネラブルの人",
        "vulnerable": "バルネラブル",
        "Bids by points and lengths, draws trumps, takes its winners and wins cheaply.": (
            "点とスーツの長さでビッドし、切り札を刈り、勝てる札を取り、なるべく低い札で勝つ。"
        ),
    }
}
