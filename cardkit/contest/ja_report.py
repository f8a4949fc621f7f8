"""Japanese for the results of contests, by the English template. Data only."""

TEXTS: dict[str, str] = {
    "Contest": "対戦",
    "Contest: {title}": "{title}の対戦",
    "Bots: {bots:,}. Matches: {matches:,}. Games: {games:,}.": (
        "ボット{bots:,}体、{matches:,}試合、{games:,}ゲーム。"
    ),
    "{title}. Bots: {bots:,}. Matches: {matches:,}. Games: {games:,}.": (
        "{title}。ボット{bots:,}体、{matches:,}試合、{games:,}ゲーム。"
    ),
    "No game has been finished.": "終わったゲームはまだありません。",
    "{name} comes first with {points} points per game.": (
        "1位は{name}、1ゲームあたり{points}点です。"
    ),
    "{name} and {other} are level with {points} points per game.": (
        "{name}と{other}が1ゲームあたり{points}点で並んでいます。"
    ),
    "That is more than luck: the 95 % intervals of the first two are apart.": (
        "上位2体の95%信頼区間は重ならず、偶然の差とは言えません。"
    ),
    "The 95 % intervals of the first two overlap: more matches would tell them apart.": (
        "上位2体の95%信頼区間は重なっています。差を見分けるには、もっと試合が要ります。"
    ),
    "Results": "結果",
    "Matches": "試合数",
    "Points": "得点",
    "Points per match": "1試合の得点",
    "Rating": "レーティング",
    "Ordinal": "下限",
    "Moves": "手数",
    "Time": "時間",
    "Per move": "1手あたり",
    "Slowest move": "最長の1手",
    "Faults": "違反",
    "Before": "上位率",
    "Seed": "シード",
    "A shared first place counts as its share of a win.": (
        "1位を分け合った試合は、その人数で割って勝ちに数えます。"
    ),
    "± is the 95 % confidence interval; all matches with the same cards count as one "
    "observation.": ("±は95%信頼区間です。同じ札の試合は、まとめて1回の観測とします。"),
    "± is the 95 % confidence interval; as there are few deals, all games with the same cards "
    "count as one observation, as if no game depended on the one before.": (
        "±は95%信頼区間です。配り方の種類が少ないので、同じ札のゲームをまとめて1回の観測とし、"
        "ゲームは前のゲームによらないとみなします。"
    ),
    "Ratings are Plackett-Luce ratings by the results of the matches, in their order: everybody "
    "begins with 25, ± is twice the standard deviation, and a bot is almost surely stronger than "
    "its ordinal.": (
        "レーティングは、試合の結果を番号順に見たPlackett-Luceによるものです。初めは全員25、"
        "±は標準偏差の2倍で、強さはまず間違いなく下限より上です。"
    ),
    "No bot did anything wrong.": "違反したボットはいません。",
    "Of each kind the first few of a bot are kept with their evidence.": (
        "証拠は、ボットごと、種類ごとに最初の数件だけ残してあります。"
    ),
    "More faults are in the report.": "違反はほかにもあります。レポートをご覧ください。",
    "{kind} (match {match:,}, game {game:,}) → {done}": (
        "{kind}（試合{match:,}、ゲーム{game:,}）→ {done}"
    ),
    "The same contest again": "同じ対戦をもう一度",
    # plots
    "The mean, and its 95 % interval": "平均と95%信頼区間",
    "Points over games": "得点の推移",
    "Ratings": "レーティング",
    "Plackett-Luce, ± two standard deviations": "Plackett-Luce、±標準偏差の2倍",
    "Time per move": "1手の時間",
    "The box holds the middle half of the matches; ◆ is the slowest move": (
        "箱は試合の中央半分、◆は最長の1手"
    ),
    "Each step is ten times as long": "1目盛りで10倍",
    "Who was before whom": "どちらが上位か",
    "How many of 100 common matches the bot of the row ended before that of the column; a draw is "
    "half": "同じ試合で行のボットが列のボットより上位だった割合（%）。引き分けは半分に数える",
    "{name} before {other}: {share} of {matches:,} matches": (
        "{name}が{other}より上位: {matches:,}試合の{share}"
    ),
    "The best {most} of {there:,}": "{there:,}体のうち上位{most}体",
    # kinds of faults
    "too slow": "時間超過",
    "out of time": "持ち時間切れ",
    "crashed": "異常終了",
    "illegal": "反則手",
    "nonsense": "意味不明の応答",
    "flood": "出力過多",
    "memory": "メモリ超過",
    "processes": "プロセス超過",
    # what came of them
    "asked again": "聞き直し",
    "said {command}": "代わりに {command}",
    "said by lot": "くじ引きで代わりに答えた",
    "forfeit": "ゲームの負け",
    "rematch": "外して再試合",
    "noted": "記録のみ",
    # what is told of a contest
    "bots": "ボット",
    "preset": "プリセット",
    "format": "形式",
    "players": "人数",
    "options": "オプション",
    "versions": "バージョン",
    "matches": "対戦回数",
    "rounds": "回戦",
    "seating": "席順",
    "duplicate": "同じ札",
    "on fault": "違反の扱い",
    "tries": "聞き直し",
    "limits": "制限",
}
