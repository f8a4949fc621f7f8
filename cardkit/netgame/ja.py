"""Japanese for everything that netgame says, by the English template. Data only."""

TEXTS: dict[str, str] = {
    # parts of sentences
    ".": "。",
    "{one}; {more}": "{one}、{more}",
    "{one}, {more}": "{one}、{more}",
    "{key}: {wrong}": "{key}: {wrong}",
    "none": "なし",
    "text": "文字列",
    "a number": "数",
    "a whole number": "整数",
    "{number} from {least:,} to {most:,}": "{least:,}〜{most:,}の{number}",
    "{number}, at least {least}": "{least}以上の{number}",
    "data like {it}": "{it} のようなデータ",
    "; did you mean {near}?": "（もしかして {near}？）。",
    "{shown} or {more} more": "{shown} ほか{more}通り",
    "at {due:g}": "{due:g}秒",
    "nobody is here": "誰もいません",
    "nobody else plays": "ほかにプレイヤーがいません",
    "no other word": "ほかの語なし",
    "nothing here": "このゲームでは何も選べません",
    # settings that do not fit
    "{name} cannot be {value}; it takes {values}": (
        "{name}を{value}にはできません。使える値: {values}"
    ),
    "least={least} is more than most={most}; write least ≤ most": (
        "least={least} が most={most} より大きくなっています。least ≤ most にしてください"
    ),
    "partners need an even number of players, e.g. least=4, most=4": (
        "パートナー戦は偶数人で行います。例: least=4, most=4"
    ),
    "{preset} is not a preset of {title}{hint} It has: {known}": (
        "{title}に{preset}というプリセットはありません{hint}あるのは: {known}"
    ),
    "{name} is not an option of this game{hint} It has: {known}": (
        "{name}というオプションはこのゲームにありません{hint}あるのは: {known}"
    ),
    "{name} could be several options; say which: {known}": (
        "{name}だけではどのオプションか決まりません。次のどれかを書いてください: {known}"
    ),
    "{name} takes {kind}(…){none}, not {value}": (
        "{name}に書けるのは{kind}(…){none}です。{value}ではありません"
    ),
    " or None": "かNone",
    "rules cannot be {form}; it takes {known}": "rulesを{form}にはできません。使える値: {known}",
    "options are a table of names and values, not {what}": (
        "オプションは名前と値の表です。{what} は使えません"
    ),
    # commands
    "{what} is an offer or another object, not a command; say a whole command": (
        "{what} は提案などであって命令ではありません。命令を最後まで書いてください"
    ),
    "a command is one line of 1 to {most} characters: a verb, then its words": (
        "命令は1〜{most}文字の1行です。動詞に続けて必要な語を書いてください"
    ),
    "{verb} is not something that happens to a table; it knows {known}": (
        "{verb}はテーブルに起こる出来事ではありません。使えるのは: {known}"
    ),
    "{verb} takes {allowed} and no more": "{verb}に続けて書けるのは「{allowed}」だけです",
    "{verb} is not possible now{hint} You may say: {offers}": (
        "今は{verb}できません{hint}言えるのは: {offers}"
    ),
    "that is not possible now. You may say: {offers}": "今それはできません。言えるのは: {offers}",
    "it is not your turn; it is {names}'s": "あなたの番ではありません。{names}の番です",
    "the game is suspended until all players are back": ("全員が戻るまでゲームは中断しています"),
    "{name} is away and cannot play until back": "{name}は離席中で、戻るまで行動できません",
    "you gave up this game; the next one is yours again": (
        "このゲームは棄権しました。次のゲームからまた参加できます"
    ),
    # participants
    "{name} is no name for a player: use 1 to {most} letters, digits, - _ or .": (
        "{name}は名前に使えません。1〜{most}文字の文字、数字、- _ . で書いてください"
    ),
    "{name} is a word of the game or a number; choose another name": (
        "{name}はゲームの用語か数なので名前に使えません。別の名前にしてください"
    ),
    "{name} looks like {other}, who is here": "{name}は、すでにいる{other}と紛らわしい名前です",
    "{name} is at this table already": "{name}はもうこのテーブルにいます",
    "{name} is not at this table; ENTER first": (
        "{name}はこのテーブルにいません。まずENTERしてください"
    ),
    "{name} does not play; LOGIN first": (
        "{name}はプレイヤーではありません。まずLOGINしてください"
    ),
    "{name} plays already": "{name}はもうプレイヤーです",
    "all {most} seats are taken; wait for one, or watch": (
        "{most}席とも埋まっています。空くのを待つか、観戦してください"
    ),
    "players change between games; wait for the end of this one": (
        "プレイヤーの交替はゲームとゲームの間に行います。このゲームの終わりを待ってください"
    ),
    "seats are swapped between matches, not during one": (
        "席の交換は試合中にはできません。試合と試合の間に行います"
    ),
    "name the player to change places with: {players}": (
        "席を替わる相手の名前を書いてください: {players}"
    ),
    "{verb} needs a participant of this table: {people}": (
        "{verb}にはこのテーブルの参加者の名前が必要です: {people}"
    ),
    # games
    "no game is under way; START begins one": "ゲームは始まっていません。STARTで始めます",
    "a game is under way; START begins the next one": (
        "ゲームの途中です。STARTは次のゲームを始める命令です"
    ),
    "{missing} more player(s) needed: {title} is for {least} to {most}": (
        "あと{missing}人必要です。{title}は{least}〜{most}人用です"
    ),
    "partners need an even number of players": "パートナー戦は偶数人で行います",
    "the key of a deal is written as hex digits": "配札の鍵は16進数で書きます",
    # the world outside
    "no deadline has passed; the next is {due}": "過ぎた期限はありません。次の期限: {due}",
    "no robot is to move for {name}": "{name}の代わりに動くロボットはいません",
    "no game is under way to forfeit": "棄権できるゲームが始まっていません",
    "RESTART takes the seconds to come back in: RESTART 30": (
        "RESTARTには戻るまでの秒数を付けてください。例: RESTART 30"
    ),
    "FILL takes the robot's name: FILL robot-1": (
        "FILLにはロボットの名前を付けてください。例: FILL robot-1"
    ),
    "there is no free seat for a robot now": "今はロボットの座れる席がありません",
    # the rule sheet
    "Seats": "席",
    "How many play, and whether they play as partners.": ("何人で遊ぶか、パートナーを組むか。"),
    "fewest players": "最少人数",
    "most players": "最多人数",
    "{least} players.": "{least}人で遊ぶ。",
    "{least} to {most} players.": "{least}〜{most}人で遊ぶ。",
    "players who face each other play as partners": "向かい合った人どうしがパートナーになる",
    "Players who face each other are partners.": "向かい合った人どうしがパートナー。",
    "the order of the seats is drawn by lot when a match begins": (
        "試合の初めに席順をくじで決める"
    ),
    "Seats are drawn by lot when a match begins.": "試合の初めに席順をくじで決める。",
    "Match": "試合",
    "How many games make a match, and whose score wins it.": (
        "何ゲームで1試合か、どんな得点で勝つか。"
    ),
    "games in a match": "1試合のゲーム数",
    "A match is one game.": "1ゲームで1試合。",
    "A match is at most {games:,} games.": "1試合は最大{games:,}ゲーム。",
    "the lowest score wins the match, not the highest": "最も得点の少ない人が試合に勝つ",
    "The lowest score wins the match.": "最も得点の少ない人が試合に勝つ。",
    "The highest score wins the match.": "最も得点の多い人が試合に勝つ。",
    "Clock": "持ち時間",
    "How long a player may take; 0 is without limit.": "考えてよい時間。0は無制限。",
    "seconds for a move": "1手の秒数",
    "{move:g} seconds for a move.": "1手{move:g}秒まで。",
    "seconds to come back after a lost connection": "接続が切れてから戻るまで待つ秒数",
    "who answers for a player whose time is up: a random legal move, the mildest answer (a pass "
    "or a fold), or the player forfeits the game": (
        "時間切れのとき誰が代わりに答えるか：合法手から無作為に選ぶ、最も穏当な手"
        "（パスやフォールド）にする、そのゲームを棄権とする"
    ),
    "Disconnect": "切断",
    "What happens to the seat of a player whose connection is lost.": (
        "接続の切れたプレイヤーの席をどうするか。"
    ),
    "a robot plays and gives the seat back on return; the player forfeits; the game waits; "
    "a robot plays the game out, and then the seat goes to the next who waits": (
        "ロボットが代わりに遊び戻れば席を返す、棄権とする、ゲームを中断して待つ、"
        "ロボットが最後まで遊びその後は待っている人に席を譲る"
    ),
    "If a player is cut off, a robot plays at random until they are back.": (
        "接続が切れたプレイヤーの代わりに、戻るまでロボットが無作為に手を選ぶ。"
    ),
    "If a player is cut off, a robot plays at random; the next who waits has the seat after the "
    "game.": (
        "接続が切れたプレイヤーの代わりにロボットがランダムに打ち、ゲーム後は待っている人に席が移る。"
    ),
    "A player who is cut off forfeits the game.": "接続が切れたプレイヤーは棄権となる。",
    "If a player is cut off, the game waits for them.": (
        "接続が切れたプレイヤーが戻るまでゲームを中断する。"
    ),
    "Fault": "反則",
    "What an illegal command costs.": "許されない命令をどう扱うか。",
    "an illegal command is refused and asked again, counts as the mildest answer (a pass or a "
    "fold), or forfeits the game": (
        "許されない命令は、断って聞き直す、最も穏当な手（パスやフォールド）とみなす、"
        "そのゲームを棄権とする"
    ),
    "An illegal command counts as a pass or a fold.": (
        "許されない命令はパスまたはフォールドとみなす。"
    ),
    "An illegal command forfeits the game.": "許されない命令を出した人はそのゲームを棄権となる。",
}
