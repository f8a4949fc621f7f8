"""The Japanese texts of Daifugo, and what its titles mean in English."""

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "preset\x04uecda": "UECda",
        "大富豪": "大富豪 (tycoon)",
        "富豪": "富豪 (rich)",
        "平民": "平民 (commoner)",
        "貧民": "貧民 (poor)",
        "大貧民": "大貧民 (pauper)",
    },
    "ja": {
        "preset\x04official": "公式ルール",
        "preset\x04millionaire": "ミリオネア（ボット大会）",
        "preset\x04uecda": "UECda（電気通信大学の大会）",
        "Daifugo": "大富豪",
        "cleared away": "流れた札",
        "Beat the cards on the table with the same kind of play, or pass; first out rules.": (
            "場の札より強い札を同じ出し方で出すか、パスする。最初に上がった人が大富豪になる。"
        ),
        "House": "ローカルルール",
        "The house rules of a table.": "テーブルごとに選べるルール。",
        "Everybody keeps their seat.": "席は替えない。",
        "Nothing beats a lone joker.": "1枚で出たジョーカーに勝てる札はない。",
        "A 大富豪 who is not first again has nothing to fear.": "都落ちはない。",
        "who leads the first game: the holder of a card, the first by name, or one drawn by lot": (
            "最初のゲームの親：ある札を持つ人、名前順で最初の人、またはくじで決めた人"
        ),
        "The player whose name comes first by alphabet leads the first game.": (
            "最初のゲームは、名前順で最初の人が親になる。"
        ),
        "Who leads the first game is drawn by lot.": "最初のゲームの親はくじで決める。",
        "Whoever holds {first_lead} shows it and leads the first game.": (
            "最初のゲームは、{first_lead}を持つ人がそれを見せて親になる。"
        ),
        "who leads later games: whoever came last, or the holder of that card again": (
            "2ゲーム目からの親：前のゲームの最下位、またはその札を持つ人"
        ),
        "Whoever came last leads the next one.": "2ゲーム目からは、前のゲームの最下位が親になる。",
        "So it is in later games.": "2ゲーム目からも同じ。",
        "who gets odd cards: the players from one drawn by lot on, from last game's leader on, or "
        "from its winner on": (
            "余った札を誰から配るか：くじで決めた人、前のゲームの親、前のゲームの勝者"
        ),
        "Odd cards go round from a player drawn by lot.": "余った札はくじで決めた人から順に配る。",
        "Odd cards go round from the player who led the last game.": (
            "余った札は、前のゲームの親から順に配る。"
        ),
        "Odd cards go round from the winner of the last game.": (
            "余った札は、前のゲームの勝者から順に配る。"
        ),
        "how seats change: not at all, to the reverse order of finish, or by lot every three "
        "games": "席の替え方：替えない、上がりと逆の順、3ゲームごとにくじ",
        "The seats of the next game follow the finish, the last player first.": (
            "次のゲームの席順は、前のゲームの最下位から順とする。"
        ),
        "Seats are drawn by lot every three games.": "3ゲームごとに席をくじで決め直す。",
        "cards of a rank that turn the order of the ranks round": ("革命に必要な同じ数字の枚数"),
        "Revolution: {revolution} or more cards of a rank turn the order of the ranks round.": (
            "革命：同じ数字の札を{revolution}枚以上出すと、強さの順が逆になる。"
        ),
        "cards of a run that turn the order of the ranks round": ("階段革命に必要な枚数"),
        "A run of {run_revolution} or more cards turns the order of the ranks round.": (
            "階段革命: {run_revolution}枚以上の階段でも、強さの順が逆になる。"
        ),
        "a play with an 8 clears the field": "8を出すと場が流れる",
        "8-cut: a play with an 8 clears the field, and its player leads.": (
            "8切り：8を出すと場が流れ、出した人が親になる。"
        ),
        "an 8 in a run does so, too": "階段の中の8でも場が流れる",
        "A run with an 8 in it does not clear the field.": "階段の中の8では場は流れない。",
        "a play with a J turns the order of the ranks round until the field clears": (
            "Jを出すと、場が流れるまで強さの順が逆になる"
        ),
        "11-back: a play with a J turns the order of the ranks round until the field clears.": (
            "11バック：Jを出すと、場が流れるまで強さの順が逆になる。"
        ),
        "whether S3 beats a lone joker and clears the field, also against a lock of suits": (
            "スペ3返し：1枚のジョーカーにS3で勝てるか、縛りがあっても出せるか"
        ),
        "S3 beats a lone joker and clears the field.": (
            "スペ3返し: S3は1枚で出たジョーカーに勝ち、場が流れる。"
        ),
        "S3 beats a lone joker in spite of a suit lock, and clears the field.": (
            "スペ3返し：縛りがあってもS3は1枚で出たジョーカーに勝ち、場が流れる。"
        ),
        "都落ち, when last game's 大富豪 is not first again: nothing, last in the end, or out "
        "now": (
            "都落ち（前のゲームの大富豪が1位でないとき）：なし、最後に最下位とする、その場で抜ける"
        ),
        "Miyako-ochi: last game's 大富豪 who is not first again ends up last.": (
            "都落ち：前のゲームの大富豪は、続けて1位になれなければ最下位になる。"
        ),
        "Miyako-ochi: when another player is first, last game's 大富豪 throws in their hand and is "
        "last.": (
            "都落ち：ほかの人が1位になったら、前回の大富豪はその場で手札を捨てて最下位になる。"
        ),
        "ranks that nobody may finish on; * is a joker": "禁止上がりの数字。*はジョーカー",
        "forbidden_finish: {wrong} is no rank; write any of {ranks}": (
            "forbidden_finish: {wrong}という数字はありません。使えるのは {ranks} です"
        ),
        "Finishing on one of these ranks makes you last: {forbidden_finish} (* is a joker).": (
            "禁止上がり：次の札で上がった人は最下位になる: {forbidden_finish}（*はジョーカー）。"
        ),
        "下克上: when last game's 大貧民 is first, all titles are reversed": (
            "下克上：前のゲームの大貧民が1位になったら、全員の身分が逆になる"
        ),
        "Gekokujo: when last game's 大貧民 is first, everybody's last title is reversed.": (
            "下克上：前のゲームの大貧民が1位になったら、全員の身分が前のゲームと逆になる。"
        ),
        "whether the order of the ranks is turned round": "強さの順が逆かどうか",
        "REVOLUTION": "革命中",
        "Revolution! The order of the ranks is turned round.": "革命！ 強さの順が逆になります。",
        "Revolution undone: the ranks are as they were.": ("革命返し！ 強さの順が元に戻ります。"),
        "whether a jack has turned the order of the ranks round": "Jで強さの順が逆かどうか",
        "8-cut!": "8切り！",
        "11-BACK": "11バック",
        "11-back: low beats high until the table is cleared.": (
            "11バック: 場が流れるまで強さの順が逆になります。"
        ),
        "Gets rid of weak cards and long plays first; keeps groups together, strong cards back.": (
            "弱い札と枚数の多い役から出す。組は崩さず、強い札は残しておく。"
        ),
    },
}
