"""The Japanese texts of Dou Dizhu."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04classic": "標準",
        "preset\x04no spring": "春天なし",
        "preset\x04no fours": "四帯二なし",
        "Dou Dizhu": "闘地主",
        "Bid to be the landlord, and be out of cards before either of the two farmers.": (
            "競りで地主になり、2人の農民のどちらよりも早く手札をなくす。"
        ),
        "Stakes": "賭け点",
        "What a game of Dou Dizhu is played for.": "闘地主の賭け点。",
        "a game in which one side hardly played counts double": (
            "一方がほとんど出せなかったゲームは2倍にする"
        ),
        "Spring: the stake doubles if no farmer has played a card, or the landlord only once.": (
            "春天：農民が1枚も出せなかったとき、または地主が最初の1回しか出せなかったとき、"
            "賭け点は2倍になる。"
        ),
        "The landlord takes the last three cards, face up, and leads.": (
            "地主は残りの3枚を表向きで受け取り、最初に出す。"
        ),
        "What lies beside three or four of a kind is no bomb and not both jokers.": (
            "スリーカードやフォーカードに添える札は、同じ数字4枚や2枚のジョーカーであってはならない。"
        ),
        "The stake is the bid; every bomb and the rocket doubles it.": (
            "賭け点はビッドの数。爆弾とロケットが出るたびに2倍になる。"
        ),
        "A winning landlord gets the stake from each farmer; a losing one pays it to each.": (
            "地主は勝てば農民それぞれから賭け点を受け取り、負ければそれぞれに払う。"
        ),
        "landlord": "地主",
        "stake": "賭け点",
        "what the game is played for": "このゲームの賭け点",
        "The stake is {value}": "賭け点は{value}",
        "Spring! The stake doubles.": "春天！ 賭け点が2倍になります。",
        "the landlord's cards": "地主の札",
        "{who} takes the last cards: {cards}": "{who}: 残りの札 {cards} を取る",
        "You take the last cards: {cards}": "あなた: 残りの札 {cards} を取る",
        "three of a kind and a card": "スリーカードと1枚",
        "three of a kind and a pair": "スリーカードとペア",
        "five or more cards in a row": "5枚以上の続き札",
        "three or more pairs in a row": "3組以上の続いたペア",
        "two or more triples in a row": "2組以上の続いたスリーカード",
        "such triples with a card for each": "それに1枚ずつ添えたもの",
        "such triples with a pair for each": "それにペアを1組ずつ添えたもの",
        "four of a kind and two cards": "フォーカードと2枚",
        "four of a kind and two pairs": "フォーカードと2組のペア",
        "a bomb (four of a kind)": "爆弾（フォーカード）",
        "the rocket (both jokers)": "ロケット（2枚のジョーカー）",
        "Bids on jokers, twos and bombs; then gets rid of weak cards and long plays first.": (
            "ジョーカー、2、爆弾があれば宣言し、弱い札と枚数の多い役から出す。"
        ),
    }
}
