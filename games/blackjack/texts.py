"""The Japanese texts of blackjack."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04stands on 17": "17で止まる",
        "preset\x04hits soft 17": "ソフト17で引く",
        "preset\x04six to five": "6対5払い",
        "preset\x04european": "ヨーロッパ式",
        "preset\x04surrender": "サレンダーあり",
        "Blackjack": "ブラックジャック",
        "Get closer to 21 than the house, without going over.": (
            "21を超えないように、親より21に近い手を作る。"
        ),
        "House": "親",
        "Hands": "勝負",
        "Stakes": "賭け",
        "Insurance": "保険",
        "house": "親",
        "count": "合計",
        "split": "スプリット",
        "played": "済んだ手",
        "bust": "バースト",
        "a blackjack": "ブラックジャック",
        "no blackjack": "ブラックジャックではない",
        "sits out": "見送り",
        **{f"soft {total}": f"ソフト{total}" for total in range(11, 21)},
        # rules
        "All bet at the same time, before any card is dealt.": "札を配る前に、全員が同時に賭ける。",
        "One player after the other draws cards; then the house does.": (
            "1人ずつ順に札を引き、最後に親が引く。"
        ),
        "When the house shows an ace, all may bet half as much again that it has a blackjack.": (
            "親の表の札がAのとき、親がブラックジャックであることに賭け点の半分を賭けられる。"
        ),
        "What the house does and pays.": "親の決まりと配当。",
        "A blackjack, an ace and a ten or picture, pays {pays}.": (
            "ブラックジャック（Aと10か絵札）の配当は{pays}。"
        ),
        "A hand beyond 21 loses at once; a blackjack beats any other 21.": (
            "21を超えた手はすぐに負け。ブラックジャックはほかの21に勝つ。"
        ),
        "A hand that is closer to 21 than the house's wins its bet; equal ones win nothing.": (
            "親より21に近い手は賭け点と同じだけ勝つ。同じなら引き分け。"
        ),
        "A player may split once.": "スプリットは1回まで。",
        "A player may split {splits} times.": "スプリットは{splits}回まで。",
        "Pairs are not split.": "スプリットはできない。",
        "Aces that are split get one card each.": "スプリットしたAには1枚ずつしか配られない。",
        "Pictures count ten, an ace eleven or one.": "絵札は10、Aは11か1と数える。",
        "You may SURRENDER with your first two cards, and lose half the bet.": (
            "最初の2枚のときは、賭け点の半分を失って降りることができる。"
        ),
        "The highest bet is {most_bet:,}.": "賭け点は最高{most_bet:,}点。",
        "The least bet is {least_bet:,}.": "賭け点は最低{least_bet:,}点。",
        "The house draws up to 16 and stands on every 17.": (
            "親は16以下なら引き、17以上なら引かない。"
        ),
        "The house draws up to 16, and also on a 17 in which an ace counts eleven.": (
            "親は16以下と、Aを11と数えた17（ソフト17）なら引く。"
        ),
        "The house looks at its other card when all have played.": (
            "親は全員の番が終わってから伏せた札を見る。"
        ),
        "With an ace or a ten up, the house looks at once whether it has a blackjack.": (
            "表の札がAか10なら、親はブラックジャックかどうかをすぐに確かめる。"
        ),
        "When the house shows an ace, you may INSURE: half your bet on its blackjack pays 2:1.": (
            "親の表の札がAのとき、保険として賭け点の半分を親のブラックジャックに賭けられる。配当は2:1。"
        ),
        # settings
        "a player may give up the first two cards for half the bet": (
            "最初の2枚で、賭け点の半分を失って降りられる"
        ),
        "how often a player may split in a game": "1ゲームにスプリットできる回数",
        "the highest bet": "最高の賭け点",
        "the least bet": "最低の賭け点",
        "what a blackjack pays": "ブラックジャックの配当",
        "what the house does with 17 in which an ace counts eleven": (
            "Aを11と数えた17（ソフト17）で親がどうするか"
        ),
        "when the house shows an ace, players may insure themselves against a blackjack": (
            "親の表の札がAのとき、保険をかけられる"
        ),
        "with an ace or a ten, the house looks at its other card before anybody plays": (
            "表の札がAか10なら、親は皆の番の前に伏せた札を見る"
        ),
        "the least bet is more than the highest; write least_bet ≤ most_bet": (
            "最低の賭け点が最高を超えています。least_bet ≤ most_bet としてください"
        ),
        "nobody has enough points for the least bet; write least_bet ≤ points": (
            "最低の賭け点に足りる点を誰も持っていません。least_bet ≤ points としてください"
        ),
        # words
        "bet points on your hand": "自分の手に賭ける",
        "sit this game out": "このゲームを見送る",
        "bet on a blackjack of the house": "親のブラックジャックに賭ける",
        "take no insurance": "保険をかけない",
        "take a card": "1枚引く",
        "take no more cards": "もう引かない",
        "double the bet, and take just one card": "賭け点を倍にして、1枚だけ引く",
        "make two hands of two cards that count the same, with a bet on each": (
            "同じ数の2枚を2つの手に分け、それぞれに賭ける"
        ),
        "give up for half the bet": "賭け点の半分を失って降りる",
        "Hit": "ヒット",
        "Stand": "スタンド",
        "Double": "ダブル",
        "Split": "スプリット",
        "Surrender": "サレンダー",
        "Insure": "保険をかける",
        "No insurance": "保険なし",
        "Sit out": "見送る",
        # what happens
        "{who} sits out": "{who}: 見送り",
        "You sit out": "あなた: 見送り",
        "{who} takes insurance": "{who}: 保険をかける",
        "You take insurance": "あなた: 保険をかける",
        "{who} takes no insurance": "{who}: 保険なし",
        "You take no insurance": "あなた: 保険なし",
        "{who} hits: {got}": "{who}: ヒット {got}",
        "You hit: {got}": "あなた: ヒット {got}",
        "{who} stands": "{who}: スタンド",
        "You stand": "あなた: スタンド",
        "{who} doubles: {got}": "{who}: ダブル {got}",
        "You double: {got}": "あなた: ダブル {got}",
        "{who} splits": "{who}: スプリット",
        "You split": "あなた: スプリット",
        "{who} surrenders": "{who}: サレンダー",
        "You surrender": "あなた: サレンダー",
        "The house: {has}": "親: {has}",
        "The house gets {cards}": "親に{cards}",
        "house has": "親の合計",
        "The house looks at its card: {found}": "親が伏せた札を見る: {found}",
        "{who} loses {points}": "{who}は{points}点を失う",
        "You lose {points}": "あなたは{points}点を失う",
        # what things are
        "what each hand counts": "それぞれの手の合計",
        "what the house counts": "親の札の合計",
        "the cards of the house": "親の札",
        "the cards of hands that are split and played later": "スプリットして後で遊ぶ手の札",
        "the cards of split hands that have been played": "スプリットして済んだ手の札",
        # refusals
        "{verb} is for the first two cards of a hand": "{verb}は最初の2枚のときだけできます",
        "only two cards that count the same can be split": "分けられるのは同じ数の2枚だけです",
        "that takes another {bet} points": "それにはあと{bet}点が要ります",
        "Bets little and plays basic strategy: the best against the card that the house shows.": (
            "少なく賭け、親の表の札に対して最善の手を選ぶ（ベーシックストラテジー）。"
        ),
    }
}
