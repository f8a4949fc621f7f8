"""Japanese for what the stages of a game say. Data only."""

STAGES: dict[str, str] = {
    "Deal": "配札",
    "Shuffle and give everybody their cards, from the first player on.": (
        "よく切って、最初の人から順に配る。"
    ),
    "cards for each player; 0: all cards": "1人に配る枚数。0: 全部",
    "All cards are dealt.": "札を全部配る。",
    "One card each.": "1人1枚。",
    "{each} cards each.": "1人{each}枚。",
    "cards turned up on the table after the deal": "配った後に場に表にする枚数",
    "One card is turned up on the table.": "場に1枚を表にして置く。",
    "{turn_up} cards are turned up on the table.": "場に{turn_up}枚を表にして置く。",
    "who sees a dealt card: all, the player who holds it, or nobody": (
        "配られた札を誰が見るか：全員、持ち主、誰も見ない"
    ),
    "Hands lie face up.": "手札は全員に見せる。",
    "Nobody looks at their cards.": "手札は誰も見ない。",
    "Exchange": "札の交換",
    "Put some cards away and draw as many new ones: EXCHANGE S3 H7, or EXCHANGE for none.": (
        "いらない札を捨て、同じ枚数を引く。EXCHANGE S3 H7 と言い、替えないならEXCHANGEとだけ言う。"
    ),
    "fewest cards to exchange": "交換する最少枚数",
    "most cards to exchange": "交換する最多枚数",
    "EXCHANGE {least} to {most} cards.": "{least}〜{most}枚をEXCHANGEできる。",
    "all choose at the same time instead of in turn": "順番でなく同時に選ぶ",
    "All exchange at the same time.": "全員が同時に交換する。",
    "Passing": "札を渡す",
    "PUT cards to a neighbour; the direction changes from game to game.": (
        "隣の人などに札をPUTする。向きはゲームごとに変わる。"
    ),
    "cards to pass on": "渡す枚数",
    "PUT one card to another player.": "ほかの人に札を1枚PUTする。",
    "PUT {count} cards to another player.": "ほかの人に札を{count}枚PUTする。",
    "to whom, game by game: left, right, across or keep": (
        "渡す相手をゲームごとに: left（左）、right（右）、across（向かい）、keep（なし）"
    ),
    "Game by game they go: {to}.": "渡す相手はゲームごとに {to}。",
    "left": "左",
    "right": "右",
    "across": "向かい",
    "keep": "なし",
    "Order game": "順番ゲーム",
    "One player after the other takes a turn.": "1人ずつ順番に手番が回る。",
    "Trick game": "トリックゲーム",
    "Everybody plays one card to a trick; the strongest takes it and leads the next.": (
        "1人1枚ずつ札を出し合い、最も強い札を出した人がトリックを取って次の親になる。"
    ),
    "the suit that beats all others: a suit, the suit of the dealer's last card (shown to all), or "
    "none": ("切り札：マーク、配り手の最後の札（全員に見せる）のマーク、またはなし"),
    "The dealer's last card is shown; its suit is trump and beats all others.": (
        "配り手の最後の札を見せ、そのマークを切り札とする。切り札はほかのどのマークよりも強い。"
    ),
    "Spades are trump and beat all others.": "スペードが切り札で、ほかのどのマークよりも強い。",
    "Hearts are trump and beat all others.": "ハートが切り札で、ほかのどのマークよりも強い。",
    "Diamonds are trump and beat all others.": "ダイヤが切り札で、ほかのどのマークよりも強い。",
    "Clubs are trump and beat all others.": "クラブが切り札で、ほかのどのマークよりも強い。",
    "who cannot follow suit plays any card, draws until they can, or nobody need follow": (
        "台札のマークに従えないとき：どの札でも出せる、従えるまで引く、そもそも従わなくてよい"
    ),
    "Follow suit if you can.": "台札と同じマークがあれば、必ずそれを出す。",
    "Follow suit; if you cannot, DRAW until you can.": (
        "台札と同じマークを出す。なければ出せるまでDRAWする。"
    ),
    "Any card may be played to a trick.": "どの札を出してもよい。",
    "Climbing game": "変則トリックゲーム",
    "Beat the cards on the table with the same kind of play or PASS, until all but one are out.": (
        "場の札より強い札を同じ出し方で出すか、PASSする。1人を残して全員が上がるまで続ける。"
    ),
    "runs of three or more cards of one suit may be played": (
        "同じマークの続き札3枚以上（階段）を出せる"
    ),
    "Play one or more cards of a rank.": "同じ数字の札を1枚以上出す。",
    "Play one or more cards of a rank, or a run of three or more of a suit.": (
        "同じ数字の札を1枚以上、または同じマークの続き札3枚以上（階段）を出す。"
    ),
    "a run is beaten by one of its length with a higher top card, or with every card higher": (
        "階段に勝つには、同じ枚数で一番上の札が強ければよいか、すべての札が強くなければならないか"
    ),
    "A run is beaten by one whose every card is higher.": (
        "階段には、すべての札がそれより強い階段で勝つ。"
    ),
    "after so many plays of the same suits in a row, only these suits follow; 0: never": (
        "縛り：同じマークが何回続いたら、そのマークしか出せなくなるか。0: なし"
    ),
    "After {lock_after} plays of the same suits, only these suits may follow.": (
        "縛り：同じマークが{lock_after}回続いたら、場が流れるまでそのマークしか出せない。"
    ),
    "who has passed is out until the field clears": "パスした人は場が流れるまで出せない",
    "Who has passed is out until the field clears.": "パスした人は場が流れるまで出せない。",
    "the field clears only when its leader has passed, too": (
        "最後に出した人もパスして初めて場が流れる"
    ),
    "When all others have passed, the field is cleared and who played last leads.": (
        "ほかの全員がパスしたら場が流れ、最後に出した人が親になる。"
    ),
    "When everybody has passed, who played last too, the field is cleared and they lead.": (
        "最後に出した人も含めて全員がパスしたら場が流れ、その人が親になる。"
    ),
    "the leader of an empty field may pass; 20 such passes end the game, ranks by lot": (
        "親もパスできる。20回続いたらゲームは終わり、順位をくじで決める"
    ),
    "The leader must play.": "親はパスできない。",
    "The leader may pass; 20 such passes in a row end the game, with ranks by lot.": (
        "親もパスできる。親のパスが20回続いたらゲームは終わり、順位をくじで決める。"
    ),
    "Tribute": "札の献上",
    "Before the next game, low titles PUT their best cards to high ones and get others back.": (
        "2ゲーム目からは初めに、身分の低い人が高い人に強い札をPUTし、代わりの札をもらう。"
    ),
    "who exchanges: the high title, the low title, and how many cards": (
        "誰と誰が交換するか：高い身分、低い身分、枚数"
    ),
    "{low} gives {high} the {count} strongest cards and gets any {count} back.": (
        "{low}は最も強い札{count}枚を{high}に渡し、{high}は好きな札{count}枚を返す。"
    ),
    "{low} gives {high} the strongest card and gets any one back.": (
        "{low}は最も強い札1枚を{high}に渡し、{high}は好きな札1枚を返す。"
    ),
    "all choose before anything is given, or the low give first and the high answer": (
        "全員が選んでから同時に渡す、または低い人が先に渡して高い人が返す"
    ),
    "Cards are exchanged at the same time.": "交換は同時に行う。",
    "The low titles give first; the high ones see what they got and answer.": (
        "身分の低い人が先に渡し、高い人は受け取った札を見てから返す。"
    ),
    "who picks the strongest cards: the table, with bad choices of others asked again; the table, "
    "with bad choices replaced; or the players, and a wrong choice throws them out": (
        "最も強い札を誰が選ぶか：自動（誤った選択は聞き直す）、自動（誤った選択は置き換える）、"
        "本人（誤った選択は失格）"
    ),
    "Who chooses badly gives the strongest cards instead.": (
        "選び方を誤った人は、代わりに最も強い札を渡す。"
    ),
    "Who does not give the strongest cards is out, with the last title.": (
        "最も強い札を渡さなかった人は失格で、最下位の身分になる。"
    ),
    "Ante": "参加費",
    "Everybody who plays pays a fee into the pot.": "参加する人は全員、参加費をポットに払う。",
    "points that everybody pays": "全員が払う点",
    "The fee is one point.": "参加費は1点。",
    "The fee is {fee:,} points.": "参加費は{fee:,}点。",
    "Betting": "賭け",
    "A round of bets: everybody who stays in pays the same.": (
        "順に賭ける。残る人は全員が同じ額を払う。"
    ),
    "who has nothing to call may CHECK; off: the first player bets, be it BET 0": (
        "払う額がなければCHECKできる。off: 最初の人が必ず賭ける（BET 0でもよい）"
    ),
    "You may CHECK or BET; once there is a bet, CALL, RAISE or go ALLIN.": (
        "CHECKするかBETする。誰かが賭けたらCALL、RAISE、ALLINのどれか。"
    ),
    "The first player bets, and BET 0 is a check; then CALL, RAISE or go ALLIN.": (
        "最初の人がBETする（BET 0はチェックと同じ）。次の人はCALL、RAISE、ALLINのどれか。"
    ),
    "the word for giving up": "降りるときの言葉",
    "{fold} gives up the pot.": "{fold}と言えば降りる。",
    "RAISE names the new total, or by how much the price rises": (
        "RAISEで言うのは新しい合計か、上乗せする額か"
    ),
    "RAISE names the new total.": "RAISEでは新しい合計を言う。",
    "RAISE names by how much the price rises.": "RAISEでは上乗せする額を言う。",
    "a raise adds at least one point, or as much as the raise or bet before": (
        "上乗せは1点以上、または直前の賭けや上乗せ以上"
    ),
    "A raise adds at least as much as the one before.": "上乗せは直前の上乗せ以上にする。",
    "what nobody could match of a bet goes back to its owner": (
        "誰も応じられなかった分の賭け点は持ち主に戻る"
    ),
    "What the others cannot match of a bet goes back.": (
        "ほかの人が応じられない分の賭け点は戻る。"
    ),
    "Showdown": "勝負",
    "Who is still in shows the cards, and the best hand takes the pot.": (
        "残った人が手札を見せ、最も強い手がポットを取る。"
    ),
    "what wins: the best poker hand of five cards, or the highest card": (
        "勝負の決め方：5枚のポーカーの役、または最も強い札"
    ),
    "The best poker hand wins.": "最も強いポーカーの役の勝ち。",
    "The highest card wins; of equal ranks, the higher suit.": (
        "最も強い札の勝ち。同じ数字ならマークの強い方。"
    ),
    "{stage} needs points to play for; write bank = Bank(points=100)": (
        "{stage}には賭ける点数が要ります。bank = Bank(points=100) と書いてください"
    ),
    "equal poker hands: by the ranks of the hand's own cards, then suits; or by all ranks, then "
    "suits": (
        "同じ役のとき：役の札の数字、次にマークで決める、または全部の数字、次にマークで決める"
    ),
    "Equal hands: the ranks of the hand's own cards decide, then their suits: spades, hearts, "
    "diamonds, clubs.": (
        "同じ役なら役を作る札の数字、次にマーク（スペード、ハート、ダイヤ、クラブの順）で決める。"
    ),
    "A 2 3 4 5 is a straight, too": "A 2 3 4 5 もストレートとする",
    "A 2 3 4 5 is a straight, too.": "A 2 3 4 5 もストレートになる。",
    "An ace is always high.": "Aは常に最も強い。",
    "who went all-in wins from each player only what they put in themselves": (
        "オールインした人は、各自から自分の賭けた額までしか取れない"
    ),
    "Who is all-in wins only as much from each as they put in.": (
        "オールインした人は、各自から自分の賭けた額までしか取れない。"
    ),
    "The winner takes the whole pot.": "勝者がポットを全部取る。",
}
