"""Japanese for what the command `cardkit` says, by the English template. Data only."""

TEXTS: dict[str, str] = {
    "All cards came from one key; no player contributed to the deals.": (
        "札はすべて一つの鍵から決まりました。プレイヤーは配札に加わっていません。"
    ),
    "Every player contributed to every deal: {deals:,}.": (
        "どの配札にも全員が加わりました: {deals:,}回。"
    ),
    "Deals: {deals:,}. Players who gave nothing to some of them: {names}.": (
        "配札は{deals:,}回です。加わらなかったことのある人(回数): {names}。"
    ),
    "To {count:,} of them nobody gave anything: nothing but the server's word is there.": (
        "そのうち{count:,}回は誰も加わっておらず、サーバーの言葉を信じるしかありません。"
    ),
    "Deals were given up after all were bound, as these had left: {names}.": (
        "全員の約束の後で取りやめになった配札があります。席を立った人(回数): {names}。"
    ),
    "{name} said that deal {number} was false: {what}": (
        "{name}は第{number}回の配札が偽りだと言いました: {what}"
    ),
    # cardkit
    "cardkit {command} needs {package}; say: pip install 'cardkit[{extra}]'": (
        "cardkit {command} には {package} が必要です。次のようにしてください: "
        "pip install 'cardkit[{extra}]'"
    ),
    "{name} is not a command of cardkit{hint} It has: {known}": (
        "{name}というコマンドはありません{hint}あるのは: {known}"
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
    # key files
    "{path} has no Ed25519 key in PEM without a password in it": (
        "{path}に、パスワードなしのPEM形式のEd25519鍵がありません"
    ),
    "that is no public key; it is one line, the word {kind} and 44 letters, digits, + / or =": (
        "公開鍵ではありません。公開鍵は、{kind} と44文字の英数字・+・/・= からなる1行です"
    ),
    "{path} is there already; a key is never written over: name another file": (
        "{path}はもうあります。鍵は上書きしません。別のファイル名にしてください"
    ),
    "others can put keys of their own into {folder}; say: chmod 700 {folder}": (
        "{folder}にはほかの人も鍵を置けます。chmod 700 {folder} としてください"
    ),
    "{path} is a secret that others can read, too; say: chmod 600 {path}": (
        "{path}は秘密なのに、ほかの人も読めます。chmod 600 {path} としてください"
    ),
    "{path} cannot be used: {error}": "{path}は使えません: {error}",
    # cardkit serve
    "cardkit is up at {host}:{port}.": "cardkitは {host}:{port} で動いています。",
    "Tables: {tables}": "テーブル: {tables}",
    "TLS pin: {pin}": "TLSのピン: {pin}",
    "Records are signed with {key}": "記録の署名鍵: {key}",
    "or in a browser:": "ブラウザでも遊べます:",
    "To play, type in another terminal:": "遊ぶには、別の端末でこう打ちます:",
    "or, with nothing but nc:": "ncだけでも遊べます:",
    "Ctrl-C stops the server; all tables go on at its next start.": (
        "Ctrl-Cでサーバーが止まります。次に起動すると、どのテーブルも続きから始まります。"
    ),
    "there is a game {name} already; rename the class": (
        "{name}というゲームはもうあります。クラスの名前を変えてください"
    ),
    "{path} is not TOML: {why}": "{path}はTOMLではありません: {why}",
    "environment": "環境変数",
    "command line": "コマンドライン",
    "{where}: {word} is not a setting{hint} cardkit serve --print-config shows them": (
        "{where}: {word}という設定はありません{hint}cardkit serve --print-config で一覧が見られます"
    ),
    "{path}: a table is written [[tables]], and below it game = and its options": (
        "{path}: テーブルは [[tables]] と書き、その下に game = とオプションを書きます"
    ),
    "true or false": "trueかfalse",
    "a list of texts": "文字列の並び",
    "a path": "パス",
    # cardkit account
    "{name} has an account in {folder}. At the server, say: ENTER {name} password": (
        "{folder}に{name}のアカウントができました。サーバーでは ENTER {name} パスワード で入ります"
    ),
    "{name} has an account in {folder}. The bot enters with --name {name} --key FILE": (
        "{folder}に{name}のアカウントができました。ボットは --name {name} --key ファイル で入ります"
    ),
    "There are no accounts yet: cardkit account add NAME": (
        "アカウントはまだありません。cardkit account add 名前 で作れます"
    ),
    "Name": "名前",
    "Enters with": "入り方",
    "Made": "作成日時",
    "password": "パスワード",
    "key": "鍵",
    "{name} has another password from now on.": "{name}のパスワードを変えました。",
    "{name} enters with a key and not with a password; to change that, say: cardkit account "
    "remove {name}, and add it again": (
        "{name}はパスワードではなく鍵で入ります。変えるには cardkit account remove {name} "
        "で消してから作り直してください"
    ),
    "{name} is removed. Who plays under this name now can go on until they leave.": (
        "{name}を消しました。今この名前で遊んでいる人は、出るまで続けられます。"
    ),
    "There are no tables.": "テーブルはありません。",
    "Opened by": "開いた人",
    "State": "状態",
    "Opened": "開いた時刻",
    "People": "人",
    "Entries": "記録の数",
    "KiB": "KiB",
    "open": "開いている",
    "set aside": "取り置き",
    "there is no table {name}{hint} cardkit tables lists them": (
        "{name}というテーブルはありません{hint}cardkit tables で一覧が見られます"
    ),
    "{name} is closed in a few seconds, or when the server starts.": (
        "{name}は数秒後に、またはサーバーの起動時に閉じられます。"
    ),
    "Banned": "禁止",
    "Until": "期限",
    "Why": "理由",
    "Since": "開始",
    "give a reason of at most {most} characters, none of which controls the terminal": (
        "理由は{most}文字以内で、端末を制御する文字は使わないでください"
    ),
    "{name} is banned.": "{name}を禁止しました。",
    "{name} is not banned{hint} cardkit ban list shows who is": (
        "{name}は禁止されていません{hint}cardkit ban list で一覧が見られます"
    ),
    "{name} may come in again.": "{name}はまた入れます。",
    "Nobody is banned.": "禁止されている人はいません。",
    "Password for {name}: ": "{name}のパスワード: ",
    "Once more: ": "もう一度: ",
    "the two passwords are not the same; nothing has changed": (
        "2回のパスワードが違います。何も変えていません"
    ),
    "there is no terminal to ask for the password; give it with --password-file FILE, or with "
    "--password-file - over standard input": (
        "パスワードをたずねる端末がありません。--password-file ファイル で渡すか、"
        "--password-file - で標準入力から渡してください"
    ),
    "{path} is not text in UTF-8": "{path}はUTF-8のテキストではありません",
    # cardkit keygen
    "{secret} is the secret of your bot: show it to nobody.": (
        "{secret} はボットの秘密鍵です。誰にも見せないでください。"
    ),
    "This line, also in {public}, is for whoever hosts the server:": (
        "次の1行をサーバーの管理者に渡してください（{public} にもあります）:"
    ),
    "The host makes an account with it:": "管理者は、これでアカウントを作ります:",
    "Then the bot enters with it:": "すると、ボットはこう入れます:",
    # cardkit history
    "Table": "テーブル",
    "Begun": "開始",
    "Ended": "終了",
    "Players and points": "プレイヤーと得点",
    "running": "試合中",
    "broken off": "打ち切り",
    "over": "終了",
    "Time": "時刻",
    "Who": "誰が",
    "Input": "入力",
    "Nothing has been played yet.": "まだ何も行われていません。",
    "There are older ones: --before {number} shows them.": (
        "さらに前の試合があります。--before {number} で見られます。"
    ),
    "There is no match before {number}.": "試合{number}より前の試合はありません。",
    "What was said in match {number} is sealed until it is over.": (
        "試合{number}の内容は、終わるまで封じられています。"
    ),
    # cardkit results
    "Player": "プレイヤー",
    "Matches": "試合数",
    "Mean points": "平均得点",
    "Best": "最高成績",
    "No match is over yet.": "終わった試合はまだありません。",
    "There are more: cardkit results {game} --after {name} shows them.": (
        "ほかにもいます。cardkit results {game} --after {name} で見られます。"
    ),
    "no match of {name} is over{hint} Played were: {known}": (
        "{name}の終わった試合はありません{hint}あるのは: {known}"
    ),
    # cardkit replay
    "{name} is not installed; if it is your own: --game file.py:Class": (
        "{name}というゲームは入っていません。自作のゲームなら --game file.py:Class と書きます"
    ),
    "{name} did not play in this match{hint} The players were: {known}": (
        "この試合に{name}はいません{hint}プレイヤーは: {known}"
    ),
    "--from is a number of inputs from 0 to {last}, not {typed}": (
        "--from は0〜{last}の入力の数です。{typed}ではありません"
    ),
    "at that moment these have a seat: {known}; choose another with --from": (
        "その時点で席にいるのは: {known}。--from で別の時点を選んでください"
    ),
    # the protocol
    "that is too long; a command has at most {most} bytes": (
        "長すぎます。命令は{most}バイトまでです"
    ),
    "that line is not UTF-8; send text in UTF-8": (
        "その行はUTF-8ではありません。UTF-8で送ってください"
    ),
    "that message is no command; send a JSON array of texts and whole numbers as text, such as "
    '["#1", "JOIN", "daifugo-1"]': (
        "そのメッセージは命令ではありません。文字列と整数からなるJSONの配列を、テキストで送ってください。"
        '例: ["#1", "JOIN", "daifugo-1"]'
    ),
    "that text has half a character in it": "半端な文字が含まれています",
    "that frame is no command; send a msgpack array of texts and whole numbers, such as "
    '["#1", "JOIN", "daifugo-1"]': (
        "そのフレームは命令ではありません。文字列と整数からなるmsgpackの配列を送ってください。"
        '例: ["#1", "JOIN", "daifugo-1"]'
    ),
    # records
    "{path}: {count} inputs, signed. To check it:": (
        "{path}: 入力{count}件、署名済みです。確かめるには:"
    ),
    "To see it:": "見るには:",
    "the record of match {number} is for an auditor; only the host can give it out": (
        "第{number}試合の記録は監査人だけのものです。渡せるのは主催者だけです"
    ),
    "{path} is there already; --out names another file": (
        "{path}はすでにあります。--outで別のファイルを指定してください"
    ),
    "{path} cannot be read: {why}": "{path}を読めません: {why}",
    "It tells the same story as your log: {count:,} messages agree.": (
        "あなたのログと同じ話です: {count:,}件が一致しました。"
    ),
    "All is right: match {match} at {table}, {games}, {inputs:,} inputs.": (
        "すべて正しい記録です: {table}の第{match}試合、{games}、入力{inputs:,}件。"
    ),
    "one game of {game}": "{game} 1ゲーム",
    "{count:,} games of {game}": "{game} {count:,}ゲーム",
    "UNFINISHED: the match is not over in this record. As far as it goes all is right: match "
    "{match} at {table}, {games}, {inputs:,} inputs. It ends {where}.": (
        "UNFINISHED: この記録では試合が終わっていません。ここまではすべて正しい記録です: "
        "{table}の第{match}試合、{games}、入力{inputs:,}件。{where}で終わっています。"
    ),
    "before its first game": "最初のゲームの前",
    "in the middle of game {number}": "第{number}ゲームの途中",
    "after game {number}": "第{number}ゲームの後",
    "Either all had left by then, or the end is held back: a log of somebody who played can tell "
    "(--mine).": (
        "全員が席を立ったか、終わりが隠されているかです。遊んだ人のログがあれば分かります(--mine)。"
    ),
    "It is signed with {key}; ask the host whether that is the server's, or give --key.": (
        "署名の鍵は{key}です。サーバーの鍵かどうかを主催者に確かめるか、--keyで指定してください。"
    ),
    "or, with nothing but openssl:": "opensslだけでも遊べます:",
}
