"""Japanese for everything that cardgame says, by the English template. Data only."""

from cardkit.cardgame.ja_stages import STAGES

REFUSALS: dict[str, str] = {
    # parts of sentences
    "nothing": "空の手",
    "empty": "なし",
    ", or three or more of a suit in a row": "、または同じマークの続き札3枚以上",
    " (the order is reversed)": "（強さは逆転中）",
    ", and the suit to follow is {suit}": "、出すべきマークは{suit}",
    # cards
    "{card} is no card of this game; write suit and rank, like {example}": (
        "{card}はこのゲームの札ではありません。{example} のようにマークと数字で書いてください"
    ),
    "{card} is named twice; there is only one": "{card}を2回書いています。1枚しかありません",
    "you do not hold {cards}; your hand is {hand}": (
        "{cards}は手札にありません。あなたの手札: {hand}"
    ),
    "{verb} takes {least} to {most} of your cards, not {count}": (
        "{verb}に使う手札は{least}〜{most}枚です。{count}枚ではできません"
    ),
    "{verb} takes {most} of your cards, not {count}": (
        "{verb}に使う手札は{most}枚です。{count}枚ではできません"
    ),
    "these cards can be played in several ways; write one of: {offers}": (
        "この札の出し方は何通りもあります。次のどれかを書いてください: {offers}"
    ),
    # players and numbers
    "{verb} needs the name of a player first: {allowed}": (
        "{verb}の次にはプレイヤーの名前を書いてください: {allowed}"
    ),
    "{verb} goes to {allowed} now": "今の{verb}の相手は{allowed}です",
    "{verb} takes a whole number from {least} to {most}": (
        "{verb}には{least}〜{most}の整数を書いてください"
    ),
    "{verb} takes a number from {least} to {most} here": (
        "ここでは{verb}に{least}〜{most}の数を書いてください"
    ),
    "{verb} takes the number {most} here": "ここでは{verb}に{most}を書いてください",
    "PUT {count} card(s) to {taker}": "{taker}に札を{count}枚PUTしてください",
    # order games
    "{cards} does not fit; the last card is {top}{named}. You may say: {offers}": (
        "{cards}は出せません。直前の札は{top}{named}です。言えるのは: {offers}"
    ),
    "you must DRAW {count} cards first": "まず{count}枚DRAWしなければなりません",
    "begin your turn with a DRAW": "手番はDRAWから始めてください",
    "you have just taken {card} from the table; keep it for this turn": (
        "{card}は今、場から取った札です。この手番では出せません"
    ),
    "you can discard: {offers}": "出せる札があります: {offers}",
    "you can still DRAW; pass only when you cannot": (
        "まだDRAWできます。パスできるのは引けないときだけです"
    ),
    "there is nothing to draw now; PASS": "引ける札がありません。PASSしてください",
    # trick games
    "follow suit: {led} was led. You may say: {offers}": (
        "台札のマーク{led}に従ってください。言えるのは: {offers}"
    ),
    "at most {most} card(s) at a time": "一度に出せるのは{most}枚までです",
    "one card goes to a trick, not {count}": "トリックに出す札は1枚です。{count}枚ではありません",
    # climbing games
    "you lead: play any cards, passing is not possible": (
        "あなたが親です。好きな札を出してください。パスはできません"
    ),
    "{cards} is no play: play cards of one rank{runs}": (
        "{cards}という出し方はありません。同じ数字の札{runs}を出してください"
    ),
    "answer {field} with {count} card(s) of the same kind, or PASS": (
        "{field}には同じ出し方の{count}枚で応じるか、PASSしてください"
    ),
    "{cards} does not beat {field}{order}; play higher, or PASS": (
        "{cards}は{field}に勝てません{order}。もっと強い札を出すか、PASSしてください"
    ),
    "the suits are locked to {suits}; play these, or PASS": (
        "マークは{suits}で縛られています。そのマークを出すか、PASSしてください"
    ),
    # games for points
    "there are {owed} points to call; say one of: {offers}": (
        "コールに{owed}点必要です。次のどれかを言ってください: {offers}"
    ),
    # settings that do not fit
    "{name}={letters!r} must name each of {allowed} at most once": (
        "{name}={letters!r} には {allowed} の文字をそれぞれ1回まで使えます"
    ),
    "a deck has a size or a list of cards: write size=0, cards=('SA', 'SK', …)": (
        "札は枚数か一覧のどちらかで決めます: size=0, cards=('SA', 'SK', …)"
    ),
    "{card!r} is there twice; packs=2 shuffles two packs together": (
        "{card!r} が2枚あります。2組を混ぜるには packs=2 としてください"
    ),
    "{card!r} is no card of this deck": "{card!r} はこの一組にない札です",
    "deal: {players} players need {needed} cards; the deck has {cards}": (
        "deal: {players}人では{needed}枚必要ですが、札は{cards}枚しかありません"
    ),
    "least is more than most; write least ≤ most": (
        "least が most より大きくなっています。least ≤ most にしてください"
    ),
    "to takes {known}, not {bad}": "to に書けるのは {known} です。{bad} は使えません",
    "to needs a direction, e.g. to=('left',)": "to には向きが必要です。例: to=('left',)",
    "{bad} is no rank; ranks are written {ranks}": (
        "{bad}という数字はありません。数字は {ranks} と書きます"
    ),
    "rank {rank} has two powers; give it one": "{rank}に効果が2つあります。1つにしてください",
    "{title} has points but is no title": "{title}には点がありますが、身分の一覧にありません",
    "names for {count} players hold more titles than players": (
        "{count}人用の身分が人数より多くなっています"
    ),
    "all must see a discard that the next one has to match": (
        "次の札を合わせるには、捨て札が全員に見えなければなりません"
    ),
    "players must see the cards that they play": ("出す札は出す人に見えなければなりません"),
    "special cards that make others draw need draw=Draw(…)": (
        "引かせる特殊カードには draw=Draw(…) が必要です"
    ),
    "with special cards one card is discarded at a time: write count=1": (
        "特殊カードを使うときに捨てられるのは1枚ずつです。count=1 としてください"
    ),
    "a trick is not shuffled into the stock: write refill='from_away'": (
        "トリックの札は山札に戻せません。refill='from_away' としてください"
    ),
    "a trick game with draws ends with the first empty hand": (
        "引き札のあるトリックゲームは、最初に手札がなくなった時に終わります"
    ),
    "melds are made of one pack": "公開する組は1組のトランプで作ります",
    "a climbing game is played with one pack": "変則トリックゲームは1組のトランプで遊びます",
    "name the suit to follow, too: {offers}": "続けるマークも言ってください: {offers}",
    "a turn need never end: let a discard or a draw end it": (
        "手番が終わらないことがあります。捨て札か引き札で手番が終わるようにしてください"
    ),
    "nobody can pay {fee} out of {points} points": (
        "持ち点{points}では参加費{fee}を誰も払えません"
    ),
    "poker hands are of one pack without jokers": ("ポーカーの役はジョーカーなしの1組で競います"),
    "a poker hand has five cards; write Deal(each=5)": (
        "ポーカーの手札は5枚です。Deal(each=5) と書いてください"
    ),
}

SHEET: dict[str, str] = {
    # headings and what is said between
    "Players": "人数",
    "Cards": "使う札",
    "Course of a game": "ゲームの進め方",
    "Special rules": "特別なルール",
    "Points and match": "得点と試合",
    "What you can say": "言えること",
    "When something goes wrong": "困ったときは",
    "Presets": "プリセット",
    "Options": "オプション",
    "{name}, as in step {number}.": "{name}（手順{number}と同じ）。",
    "You say": "言葉",
    "It means": "意味",
    ": ": "：",
    " ": "",
    "Whoever opens a table can change these:": "テーブルを開く人が変えられる設定:",
    " ({values})": "（{values}）",
    "the rules as they are": "このままのルール",
    "the form of the game": "ゲームの形式",
    "A card is written as its suit and its rank: S spades, H hearts, D diamonds, C clubs; "
    "T is a ten.": (
        "札はマークと数字で書く。Sはスペード、Hはハート、Dはダイヤ、Cはクラブ、Tは10。"
    ),
    "J1 is a joker.": "J1はジョーカー。",
    "A joker fits any card, and any card fits a joker.": (
        "ジョーカーはどの札にも続けて出せ、ジョーカーにはどの札も続けて出せる。"
    ),
    "A joker takes any trick.": "ジョーカーは必ずトリックを取る。",
    "A joker stands for any card, and alone it is the highest.": (
        "ジョーカーはどの札の代わりにもなり、1枚で出せば最も強い。"
    ),
    # what a player can say
    "put cards from your hand on the table": "手札を場に出す",
    "put a wild card and name the suit to follow": "万能札を出し、次のマークを指定する",
    "take cards from the stock": "山札から引く",
    "take the last card on the table": "場の一番上の札を取る",
    "take the third card of another player": "ほかの人の3枚目の札を取る",
    "ask another player for a card": "ほかの人に札を求める",
    "lay cards face up": "役札を公開する",
    "do nothing this time": "今回は何もしない",
    "call that you have one card left": "残り1枚を宣言する",
    "give cards to another player": "ほかの人に札を渡す",
    "put cards away and draw as many": "札を捨て、同じ枚数を引く",
    "stay in without a bet": "賭けずに残る",
    "put points into the pot": "ポットに点を賭ける",
    "pay what the others have bet": "ほかの人と同じ額を払う",
    "bet more than the others": "ほかの人より多く賭ける",
    "bet all your points": "持ち点を全部賭ける",
    "give up the pot": "ポットを諦めて降りる",
    # games for points
    "The first player changes from game to game.": "最初の人はゲームごとに替わる。",
    "Who cannot pay the next fee is out of the match.": (
        "次の参加費を払えない人は試合から脱落する。"
    ),
}

CONDITIONS: dict[str, str] = {
    "Deck": "札",
    "The cards a game is played with.": "ゲームに使う札。",
    "cards in a pack without jokers": "ジョーカーを除いた一組の枚数",
    "A pack of 52 cards.": "トランプ一組52枚。",
    "A pack of 32 cards, 7 to ace.": "7からAまでの一組32枚。",
    "the ranks from low to high": "弱い順に並べた数字",
    "The ranks from low to high: {order}.": "強さは弱い順に {order}。",
    "the suits from low to high": "弱い順に並べたマーク",
    "jokers in a pack": "一組のジョーカーの枚数",
    "One joker.": "ジョーカー1枚。",
    "{jokers} jokers.": "ジョーカー{jokers}枚。",
    "packs shuffled together": "混ぜて使う組の数",
    "{packs} packs are shuffled together.": "{packs}組を混ぜて使う。",
    "exactly these cards instead of a pack; size is then 0": (
        "一組の代わりに使う札の一覧。そのときsizeは0"
    ),
    "Only these cards: {cards}.": "使うのは {cards} だけ。",
    "cards taken out of each pack": "各組から除く札",
    "Taken out: {without}.": "除く札: {without}。",
    "Stock": "山札",
    "The cards that nobody holds.": "誰も持っていない札。",
    "what happens when the stock runs out: nothing, or a new one is shuffled of the table's cards "
    "but the last, or of the cards put away": (
        "山札がなくなったら：何もしない、一番上を除く場札を切り直す、流れた札を切り直す"
    ),
    "When the stock runs out, the cards on the table but the last are shuffled into it.": (
        "山札がなくなったら、場の札（一番上を除く）を切り直して山札にする。"
    ),
    "When the stock runs out, the cards put away are shuffled into it.": (
        "山札がなくなったら、流れた札を切り直して山札にする。"
    ),
    "Discard": "札を出す",
    "DISCARD: put cards from the hand on the table.": "DISCARD: 手札を場に出す。",
    "what a card must have in common with the last one on the table": (
        "場の一番上の札と何が同じでなければならないか"
    ),
    "DISCARD any card.": "どの札でもDISCARDできる。",
    "DISCARD a card of the suit of the last card.": "直前の札と同じマークの札をDISCARDする。",
    "DISCARD a card of the rank of the last card.": "直前の札と同じ数字の札をDISCARDする。",
    "DISCARD a card of the suit or the rank of the last card.": (
        "直前の札と同じマークか同じ数字の札をDISCARDする。"
    ),
    "most cards of one rank at once": "一度に出せる同じ数字の札の最大枚数",
    "Up to 2 cards of a rank at once.": "同じ数字なら一度に2枚まで出せる。",
    "Up to 3 cards of a rank at once.": "同じ数字なら一度に3枚まで出せる。",
    "Up to 4 cards of a rank at once.": "同じ数字なら一度に4枚まで出せる。",
    "a discard ends the turn": "札を出すと手番が終わる",
    "A discard ends the turn.": "札を出したら手番は終わり。",
    "who sees the discarded cards": "出した札を誰が見るか",
    "Discarded cards lie face down; only their player knows them.": (
        "出した札は伏せて置き、出した人だけが知っている。"
    ),
    "Discarded cards lie face down.": "出した札は伏せて置く。",
    "Draw": "札を引く",
    "DRAW: take cards from the stock.": "DRAW: 山札から札を引く。",
    "when to draw: whenever one likes; only while nothing can be discarded; one card when nothing "
    "can be discarded, then pass; one card first in each turn": (
        "いつ引くか：好きなとき、出せる札がない間だけ、出せないとき1枚引いて出すかパス、"
        "手番の初めに必ず1枚"
    ),
    "DRAW at any time in your turn.": "手番の間いつでもDRAWできる。",
    "If you cannot discard, DRAW until you can.": "出せる札がなければ、出せるまでDRAWする。",
    "If you cannot discard, DRAW one card, then play it or PASS.": (
        "出せる札がなければ1枚DRAWし、出せれば出し、出せなければPASSする。"
    ),
    "Begin your turn with a DRAW.": "手番の初めにDRAWする。",
    "cards drawn at a time": "一度に引く枚数",
    "A draw is {count} cards.": "一度に{count}枚引く。",
    "a draw ends the turn": "札を引くと手番が終わる",
    "A draw ends the turn.": "札を引いたら手番は終わり。",
    "who sees the drawn cards": "引いた札を誰が見るか",
    "Drawn cards are shown to all.": "引いた札は全員に見せる。",
    "Nobody looks at drawn cards.": "引いた札は誰も見ない。",
    "the last card on the table may be drawn instead, as DRAW TABLE, and kept for that turn": (
        "代わりに場の一番上の札をDRAW TABLEで取れる。その札はその手番には出せない"
    ),
    "DRAW TABLE takes the last card on the table instead, to be kept for that turn.": (
        "DRAW TABLEで、代わりに場の一番上の札を取れる。その札はその手番には出せない。"
    ),
    "Get": "札をもらう",
    "GET: take a card from another player.": "GET: ほかの人から札をもらう。",
    "from whom: the next player who has cards, or any": "誰から：次の人、または誰からでも",
    "GET a card from the next player.": "次の人から札を1枚GETする。",
    "GET a card from any player.": "誰からでも札を1枚GETできる。",
    "the card is chosen by its position in the hand, unseen, or asked for by name": (
        "札は位置で（見ずに）選ぶ、または名指しで求める"
    ),
    "Choose it by its position, unseen.": "札は見ずに、位置で選ぶ。",
    "Ask for a card by name, of a rank that you hold.": (
        "自分が持っている数字の札を名指しで求める。"
    ),
    "a card taken ends the turn; an ask in vain always does": (
        "札を取ると手番が終わる（もらえなかったときは必ず終わる）"
    ),
    "That ends the turn.": "それで手番は終わり。",
    "Who gets a card goes on; an ask in vain ends the turn.": (
        "もらえたら手番は続き、もらえなければ終わる。"
    ),
    "Meld": "役札の公開",
    "MELD: lay sets of cards from the hand face up.": "MELD: 手札の役札を公開する。",
    "fewest cards of one rank in a meld; 0: no such melds": (
        "同じ数字の役札の最少枚数。0: この役はなし"
    ),
    "MELD {groups} or more cards of a rank.": "同じ数字の札{groups}枚以上をMELDできる。",
    "fewest cards of one suit in a row in a meld; 0: no such melds": (
        "同じマークの続き札の最少枚数。0: この役はなし"
    ),
    "MELD {runs} or more cards of a suit in a row.": (
        "同じマークの続き札{runs}枚以上をMELDできる。"
    ),
    "Last card": "残り1枚",
    "What is called when a player has one card left.": "残り1枚になったときの掛け声。",
    "the words of the call": "掛け声の言葉",
    "With one card left: “{call}”": "残り1枚になったら「{call}」と言う。",
    "the table calls by itself, or the player must DECLARE before the last but one discard": (
        "自動で宣言する、または最後から2枚目を出す前に本人がDECLAREする"
    ),
    "DECLARE before you discard your last card but one; who forgets it draws {penalty} cards.": (
        "最後から2枚目の札を出す前にDECLAREする。忘れたら{penalty}枚引く。"
    ),
    "cards to draw for a forgotten call": "宣言を忘れたときに引く枚数",
    "Specials": "特殊札",
    "Ranks with a power of their own in an order game.": "順番ゲームで特別な効果を持つ数字。",
    "the special cards are in force": "特殊札を使う",
    "ranks that fit any card, naming the suit to follow: DISCARD S8 H": (
        "いつでも出せて次のマークを指定する数字（DISCARD S8 H と書く）"
    ),
    "ranks that skip the next player": "次の人を飛ばす数字",
    "ranks that turn the direction round": "回る向きを逆にする数字",
    "ranks that make the next player draw two": "次の人に2枚引かせる数字",
    "the draw can be handed on by another such card": "同じ数字の札で次の人に回せる",
    "{wild} fits any card; its player names the suit to follow.": (
        "{wild}はいつでも出せ、出した人が次のマークを指定する。"
    ),
    "{skip} skips the next player.": "{skip}を出すと次の人を飛ばす。",
    "{reverse} turns the direction round.": "{reverse}を出すと回る向きが逆になる。",
    "{draw_two} makes the next player draw two.": "{draw_two}を出すと次の人が2枚引く。",
    "Another {draw_two} hands the draw on, two cards more.": (
        "{draw_two}を重ねれば、2枚増やして次の人に回せる。"
    ),
    "End": "終わり",
    "When a game is over.": "ゲームがいつ終わるか。",
    "when the first hand is empty, or when only one player has cards left": (
        "最初に誰かの手札がなくなったとき、または手札のある人が1人になったとき"
    ),
    "The first empty hand ends the game.": "誰かの手札がなくなったらゲームは終わり。",
    "The game ends when only one player has cards left.": (
        "手札のある人が1人になったらゲームは終わり。"
    ),
    "turns after which the game ends, fewest cards first; 0: no limit": (
        "ゲームを打ち切る手番の数。手札の少ない人が上位。0: 無制限"
    ),
    "After {turn_limit} turns the game ends, and the fewest cards win.": (
        "{turn_limit}手番で打ち切り、手札の最も少ない人の勝ち。"
    ),
    "Bank": "持ち点",
    "A game for points that players bring along and win from each other.": (
        "持ち点を賭けて取り合うゲーム。"
    ),
    "points each player begins a match with": "試合開始時の持ち点",
    "Everybody begins a match with {points:,} points.": "試合の初めの持ち点は{points:,}点。",
    "Titles": "身分",
    "Titles by rank, and what they are worth.": "順位による身分と、その点数。",
    "the titles from first to last, by number of players; the middle one is repeated": (
        "人数ごとの、上から順の身分。足りない分は真ん中の身分を繰り返す"
    ),
    "points that a title gives after each game": "ゲームごとに身分に応じて得る点",
    "points that it gives besides after the last game": "最後のゲームの後に加わる点",
    "Titles of {players} players, from first to last: {titles}.": (
        "{players}人のときの身分は、上から {titles}。"
    ),
    "Titles of {players} or more players, from first to last: {titles}.": (
        "{players}人以上のときの身分は、上から {titles}。"
    ),
    "Points after each game: {points}.": "ゲームごとの得点: {points}。",
    "More points after the last game: {points}.": "最後のゲームの後に加わる得点: {points}。",
}

TEXTS = REFUSALS | SHEET | CONDITIONS | STAGES
