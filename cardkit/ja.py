"""Japanese for what the command `cardkit` says, by the English template. Data only."""

TEXTS: dict[str, str] = {
    # cardkit
    "{word} is not a command of cardkit{hint} It has: {known}": (
        "{word}というコマンドはありません{hint}あるのは: {known}"
    ),
    "an option is written --set name=value, not --set {typed}": (
        "オプションは --set 名前=値 と書きます。--set {typed} では分かりません"
    ),
    # cardkit games
    "Game": "ゲーム",
    "Players": "人数",
    "Presets": "プリセット",
    "Bots": "ボット",
    "What it is about": "内容",
    # finding games and bots
    "{name} is not a game{hint} The games are: {known}; a game of your own is written "
    "file.py:Class": (
        "{name}というゲームはありません{hint}あるのは: {known}。自作のゲームは file.py:Class "
        "と書きます"
    ),
    "{name} is not a game; a game is a class that begins: class MyGame(CardGame)": (
        "{name}はゲームではありません。ゲームは class MyGame(CardGame) で始まるクラスです"
    ),
    "{name} is a base for games and cannot be played itself": (
        "{name}はゲームの土台で、それ自体は遊べません"
    ),
    "{name} is not a bot of {title}{hint} Its bots are: {known}; a bot of your own is written "
    "file.py:Class": (
        "{title}に{name}というボットはいません{hint}いるのは: {known}。自作のボットは "
        "file.py:Class と書きます"
    ),
    "{name} is not a bot; a bot is a class that begins: class MyBot(Bot)": (
        "{name}はボットではありません。ボットは class MyBot(Bot) で始まるクラスです"
    ),
    "{where} has no class {name}; write one of: {known}": (
        "{where}に{name}というクラスはありません。次のどれかを書いてください: {known}"
    ),
    "say which class of {where} is meant; write one of: {known}": (
        "{where}のどのクラスかを書いてください: {known}"
    ),
    "there is no file {path}": "{path}というファイルはありません",
    "there is no module {module}": "{module}というモジュールはありません",
    "{where} cannot be imported: {kind}: {error}{line}": (
        "{where}を読み込めません。{kind}: {error}{line}"
    ),
    " (line {line})": "（{line}行目）",
    " ({file}, line {line})": "（{file}の{line}行目）",
    # cardkit simulate
    "Bot": "ボット",
    "Games": "ゲーム数",
    "Wins": "勝ち",
    "Points per game": "1ゲームの得点",
    "Share of moves": "手数の割合",
    "Moves/s": "手/秒",
    "{title} with {players} players. Games: {games:,}. Matches: {matches:,}. Moves: {moves:,} in "
    "{seconds:.1f} s.": (
        "{title}を{players}人で{games:,}ゲーム（{matches:,}試合）、{moves:,}手、{seconds:.1f}秒。"
    ),
    "The same games again: --seed {seed}": "同じゲームを再現するには --seed {seed}",
    "Stopped; {asked:,} games were asked for.": "途中で止めました（予定は{asked:,}ゲーム）。",
    "{bots} bots need as many seats, and there are only {players}": (
        "ボット{bots}体にはその数の席が必要ですが、{players}席しかありません"
    ),
    "{title} is for {least} players, not for {players}": (
        "{title}は{least}人用です。{players}人では遊べません"
    ),
    "{title} is for {least} to {most} players, not for {players}": (
        "{title}は{least}〜{most}人用です。{players}人では遊べません"
    ),
    "the bot {bot} said “{command}”, which is refused with {code}: {why}": (
        "ボット{bot}の「{command}」は許されません。{code}: {why}"
    ),
    "the bot {bot} broke down: {kind}: {error}{line}": (
        "ボット{bot}でエラーが起きました。{kind}: {error}{line}"
    ),
    "a game of {title} has lasted {moves:,} moves and has not ended; a limit ends it: "
    "end = End(turn_limit=500)": (
        "{title}のゲームが{moves:,}手たっても終わりません。end = End(turn_limit=500) "
        "のように上限を決めてください"
    ),
    "a game of {title} is stuck: there is nothing that {name} may say in its stage {stage}": (
        "{title}のゲームが先に進めません。段階 {stage} で{name}の言えることがありません"
    ),
    "anybody": "どのプレイヤーにも",
    # cardkit new
    "{name} cannot be the name of a game; use small letters, digits and _, such as {good}": (
        "{name}はゲームの名前に使えません。{good} のように小文字、数字、_ で書いてください"
    ),
    "{name} is the name of something else already; try {good}": (
        "{name}はほかで使われている名前です。{good} はどうですか"
    ),
    "there is no folder {folder}; make it first": (
        "{folder}というフォルダはありません。先に作ってください"
    ),
    "{path} is there already; choose another name or another folder: "
    "cardkit new {name} --dir FOLDER": (
        "{path}はもうあります。別の名前か別のフォルダにしてください: "
        "cardkit new {name} --dir フォルダ"
    ),
    "Wrote {game} and {test}. Now try:": "{game} と {test} を書きました。次はこちら:",
}
