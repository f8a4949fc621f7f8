"""Japanese for what the server says, by the English template. Data only."""

TEXTS: dict[str, str] = {
    # names
    "{name} begins like {prefix}, which no account may; choose another name": (
        "{name}は{prefix}のように始まるのでアカウントには使えません。別の名前にしてください"
    ),
    "{name} has a letter that is not used in names here: {letter}": (
        "{name}には、ここで名前に使えない文字があります: {letter}"
    ),
    "{name} mixes scripts: {scripts}; write all of it in one": (
        "{name}には複数の文字体系が混ざっています: {scripts}。どれか一つで書いてください"
    ),
    # passwords
    "a password has {least} to {most} characters, not {count}": (
        "パスワードは{least}〜{most}文字です。{count}文字ではいけません"
    ),
    "too many tries; try again in {seconds} seconds": (
        "試した回数が多すぎます。{seconds}秒後にもう一度どうぞ"
    ),
    # what is set aside
    "your table cannot be taken up just now; keep your token: the host finds the cause in the log "
    "of the server, and when it is mended you can come back": (
        "あなたのテーブルは今は再開できません。トークンは取っておいてください。原因はサーバーのログにあり、"
        "ホストが直せば戻れます"
    ),
    "{table} has no match": "{table}には試合がありません",
    # the host
    "you are banned here until {until}: {why}": "{until}まで、ここには入れません: {why}",
    "further notice": "別途お知らせがある",
    "the host gives no reason": "ホストは理由を示していません",
    "the host has closed {table}; come back with your token, and go to another table": (
        "ホストが{table}を閉じました。トークンで戻って、別のテーブルへどうぞ"
    ),
    # coming and going
    "there was too much coming and going from your address at {table}; come back when the match "
    "there is over, or choose another table": (
        "あなたのアドレスから{table}への出入りが多すぎました。そこの試合が終わってから戻るか、"
        "別のテーブルを選んでください"
    ),
    # the vault
    "a stored secret is damaged or was sealed with another key; start with the {file} or "
    "{variable} that the data was written with": (
        "保存された秘密が壊れているか、別の鍵で封じられています。データを書いたときの "
        "{file} か {variable} で起動してください"
    ),
    "entry {n} of the journal of a match is damaged": "試合の記録の{n}番目が壊れています",
    "{where} must be 64 hex digits, such as those of: openssl rand -hex 32; what was sealed with "
    "another key stays closed": (
        "{where} は16進数64桁でなければなりません。例えば openssl rand -hex 32 "
        "で作れますが、別の鍵で封じたものは開きません"
    ),
    # the certificate
    "{path} cannot be used: {error}": "{path}は使えません: {error}",
    "{path} is no certificate; remove it, and the next start makes a new one, which clients have "
    "to trust anew": (
        "{path}は証明書ではありません。消せば次の起動で新しく作られます。"
        "クライアントは新しいものを信頼し直す必要があります"
    ),
    "{key} is not the key of {certificate}; bring the right one back, or remove both, and the "
    "next start makes new ones, which clients have to trust anew": (
        "{key}は{certificate}の鍵ではありません。正しい鍵を戻すか、両方を消してください。"
        "消せば次の起動で新しく作られ、クライアントは信頼し直す必要があります"
    ),
    # accounts
    "{name} is a word of {game}; choose another name": (
        "{name}は{game}で使う言葉です。別の名前にしてください"
    ),
    "{name} looks like {other}, who has an account; choose another name": (
        "{name}は、アカウントのある{other}と紛らわしい名前です。別の名前にしてください"
    ),
    "there is an account {name} already; cardkit account password {name} gives it another "
    "password": (
        "{name}のアカウントはもうあります。パスワードは cardkit account password {name} "
        "で変えられます"
    ),
    "there is no account {name}{hint} cardkit account list shows them": (
        "{name}というアカウントはありません{hint}一覧は cardkit account list で見られます"
    ),
    # to come and go
    "welcome; type ENTER and a name, or HELP": "ようこそ。ENTERと名前、またはHELPと打ってください",
    "say who you are first: ENTER and a name": "まずENTERと名前で名乗ってください",
    "say who you are sooner: ENTER and a name": (
        "名乗るまでに時間がかかりすぎました。早めにENTERと名前を送ってください"
    ),
    "you are {name} already": "あなたはもう{name}として入っています",
    "the name or the password is wrong; guests enter without a password": (
        "名前かパスワードが違います。ゲストはパスワードなしで入れます"
    ),
    "ask for a challenge first: ENTER name KEY": (
        "まず ENTER 名前 KEY でチャレンジを受け取ってください"
    ),
    "that signature does not fit the key of this account": (
        "その署名はこのアカウントの鍵と合いません"
    ),
    "nobody can come back with that; say RESUME, your token and the number of the last event you "
    "heard, or ENTER anew": (
        "それでは戻れません。RESUMEに続けてトークンと最後に聞いた出来事の番号を書くか、"
        "あらためてENTERしてください"
    ),
    "you have come back over another connection": "別の接続から戻ってきました",
    "the server is full; try again in a minute": "満員です。1分後にもう一度どうぞ",
    "{most} people came from your address; that is the limit. Try again in a minute": (
        "あなたのアドレスからは{most}人が来ています。これが上限です。1分後にもう一度どうぞ"
    ),
    "a tag is # and 1 to 24 letters or digits, and a command follows it: #1 PING": (
        "タグは # と1〜24文字の英数字で、その後に命令を書きます。例: #1 PING"
    ),
    # tables
    "that is said at a table, and you are at none; TABLES lists them, JOIN goes to one": (
        "それはテーブルで言う言葉ですが、あなたはどのテーブルにもいません。"
        "TABLESで一覧を見て、JOINで行けます"
    ),
    "{name} is not played here{hint} The games are: {known}": (
        "{name}はここにありません{hint}あるゲームは: {known}"
    ),
    "there is no table {name}{hint} TABLES lists them": (
        "{name}というテーブルはありません{hint}TABLESで一覧が見られます"
    ),
    "there are too many tables; join one of them, or try again in {minutes} minutes": (
        "テーブルが多すぎます。今あるどれかに入るか、{minutes}分後にもう一度どうぞ"
    ),
    "you have opened {most} tables; that is the limit. One that all have left is closed within "
    "{minutes} minutes, and a suspended game when it was played to the end": (
        "もう{most}個のテーブルを開いています。これが上限です。全員が去ったテーブルは{minutes}分以内に、"
        "中断したゲームは最後まで遊ばれると閉じます"
    ),
    "{most} tables were opened from your address; that is the limit. Join one, or try again in "
    "{minutes} minutes: one that all have left is closed by then, and a suspended game when it "
    "was played to the end, or after a week": (
        "あなたのアドレスから{most}個のテーブルが開かれています。これが上限です。どれかに入るか、{minutes}分後に"
        "もう一度どうぞ。全員が去ったテーブルはそれまでに閉じます。中断したゲームは終わったとき、または一週間後に閉じます"
    ),
    "{name} is no address; a ban is of one IPv4 address, or of the /64 around one of IPv6": (
        "{name}はアドレスではありません。禁止できるのはIPv4アドレス1つか、IPv6アドレスを含む/64です"
    ),
    "name the game, and options if you like: OPEN {game} robots=yes": (
        "ゲームの名前と、必要ならオプションを書いてください。例: OPEN {game} robots=yes"
    ),
    "name the game: {known}": "ゲームの名前を書いてください: {known}",
    "name the table: {verb} {table}": "テーブルの名前を書いてください。例: {verb} {table}",
    "you are at {table}; EXIT leaves it": "あなたは{table}にいます。EXITで離れられます",
    "say 1 to {most} characters, none of which controls the terminal or the direction": (
        "1〜{most}文字で書いてください。端末や文字の向きを制御する文字は使えません"
    ),
    "{verb} takes fewer words; HELP {verb} shows how it is said": (
        "{verb}の語が多すぎます。書き方は HELP {verb} で見られます"
    ),
    "a title has at most 40 characters": "題名は40文字までです",
    "an option is written name=value, not {word}": (
        "オプションは 名前=値 と書きます。{word} では分かりません"
    ),
    "{name} is yes or no, not {value}{hint}": ("{name}はyesかnoです。{value}ではいけません{hint}"),
    # deals
    "the cards are being dealt; wait a moment": "今カードを配っています。少し待ってください",
    "deal {number} takes no commitment any more": (
        "第{number}回の配りはもうコミットを受け付けません"
    ),
    "contributions are opened when all commitments are on the list": (
        "乱数を開くのは、全員のコミットが一覧に載ってからです"
    ),
    "that is not what you are bound to in this deal": (
        "それは、この配りであなたがコミットしたものではありません"
    ),
    "deal {number} is not open": "第{number}回の配りは開いていません",
    "{verb} takes the number of a deal and 64 hex digits": (
        "{verb}には配りの番号と16進数64桁を書きます"
    ),
    "DISPUTE takes the number of a deal and what is wrong with it, in at most {most} "
    "characters": "DISPUTEには配りの番号と、どこがおかしいかを{most}文字以内で書きます",
    "{name} is one of {known}, not {value}": ("{name}は {known} のどれかです。{value}は使えません"),
    "take part in deals, and hear the proofs of cards": (
        "カードを配るのに加わり、カードの証明を聞く"
    ),
    "be bound to your contribution to a deal": "配りに加える自分の乱数をコミットする",
    "open your contribution to a deal": "配りに加える自分の乱数を開く",
    "say to all that a deal was not proved": "配りが証明されなかったと全員に伝える",
    # HELP
    "{word} is not a command of the server; RULES tells the words of a game": (
        "{word}はここの命令ではありません。ゲームの命令はRULESで見られます"
    ),
    "you are asked; this is one possible answer": "あなたの番です。これが答えの一つです",
    "come in as a guest; with an account: ENTER name password": (
        "ゲストとして入る。アカウントがあれば: ENTER 名前 パスワード"
    ),
    "come back after a lost connection and hear all after event n": (
        "接続が切れた後に戻り、出来事nより後をすべて聞く"
    ),
    "the tables that are open": "開いているテーブル",
    "go to a table, to play there": "遊ぶためにテーブルへ行く",
    "go to a table, only to watch": "観戦だけしにテーブルへ行く",
    "open a table; robots=yes fills its free seats": (
        "テーブルを開く。robots=yes なら空席にロボットが座る"
    ),
    "the games that are played here": "ここで遊べるゲーム",
    "what can be set when a table is opened": "テーブルを開くときに決められること",
    "the rules of a game": "ゲームのルール",
    "take a seat": "席に着く",
    "give up the seat": "席を立つ",
    "change places with another player": "ほかのプレイヤーと席を替わる",
    "begin the game": "ゲームを始める",
    "your cards": "あなたの手札",
    "what you may say now": "今あなたが言えること",
    "whether you may say that, and why not": "それを言えるか、言えないならなぜか",
    "all that you may know of the table": "テーブルについてあなたが知ってよいことすべて",
    "the points": "得点",
    "who is at the table": "テーブルにいる人",
    "the rules of this table": "このテーブルのルール",
    "say something to all at the table": "テーブルの全員に話しかける",
    "leave the table": "テーブルを離れる",
    "the language of sentences": "文の言語",
    "what you are shown when you are asked": "番が来たときに何を見せるか",
    "is anybody there?": "サーバーの応答を確かめる",
    "enter with a key, after ENTER name KEY": "ENTER 名前 KEY の後、鍵で入る",
    "what can be said now": "今言えること",
    "leave": "サーバーから出る",
    # when something fails
    "the rules of this game have failed at this table, and it is closed; the host finds the cause "
    "in the log of the server": (
        "このテーブルでゲームのルールに不具合が起き、テーブルは閉じられました。"
        "原因はサーバーのログにあります"
    ),
    "the server cannot store what happens, so nothing is accepted; all tables wait as they were "
    "last told until the host has mended it": (
        "サーバーが記録を保存できないため、何も受け付けられません。"
        "直るまで、どのテーブルも最後に伝えた状態のまま待ちます"
    ),
    "the server cannot do that just now; try again later": (
        "サーバーは今それができません。しばらくしてからもう一度どうぞ"
    ),
    "the server stops; come back with your token": (
        "サーバーが止まります。後でトークンを使って戻ってきてください"
    ),
    # to begin
    "{folder} cannot be used: {why}; --data chooses another folder": (
        "{folder}は使えません（{why}）。別のフォルダは --data で選べます"
    ),
    "another server is using {folder}; stop it, or choose another folder with --data": (
        "別のサーバーが{folder}を使っています。それを止めるか、--data "
        "で別のフォルダを選んでください"
    ),
    "a public name is the name alone, such as cards.example, not {it}": (
        "公開名は cards.example のように名前だけを書きます。{it}ではありません"
    ),
    "an origin is https:// and a name, not {it}": (
        "オリジンは https:// と名前です。{it}ではありません"
    ),
    "there is no {path}; cardkit serve --data {folder} makes it": (
        "{path}がありません。cardkit serve --data {folder} で作られます"
    ),
    "{path} was written by an older version of cardkit ({theirs}, not {ours}); cardkit serve "
    "brings it up to date, and keeps a copy": (
        "{path}は古い版のcardkitが書いたものです（{ours}ではなく{theirs}）。"
        "cardkit serveを起動すると、写しを残して新しい形に直します"
    ),
    "{path} was written by a newer version of cardkit ({theirs}, not {ours}); install that version "
    "to use it": (
        "{path}は新しい版のcardkitが書いたものです（{ours}ではなく{theirs}）。その版を入れてください"
    ),
    "cannot listen on {host}:{port}: {why}; is another server running there? --host and {option} "
    "choose another place": (
        "{host}:{port}で待ち受けられません: {why}。別のサーバーが動いていませんか。"
        "--hostや{option}で変えられます"
    ),
    "too many connections; close one, or try again later": (
        "接続が多すぎます。一つ閉じるか、後でもう一度試してください"
    ),
    "this server speaks TLS only; with cardkit: tls://host:port": (
        "このサーバーはTLSでしか話せません。cardkitでは tls://host:port と書きます"
    ),
    # what was played
    "there was never a table {name}{hint}": "{name}というテーブルがあったことはありません{hint}",
    "after {name} in which game? name it, too": (
        "{name}の次とは、どのゲームのことですか。ゲームも書いてください"
    ),
    "{name} has finished no match of {game}": "{name}が終えた{game}の試合はありません",
    "there is no match {number}; cardkit history lists them": (
        "試合{number}はありません。cardkit history で一覧が見られます"
    ),
    "match {number} is sealed until it is over": "試合{number}は終わるまで封じられています",
    "{name} is 0 or a number of seconds from 1 to 3600, not {value}": (
        "{name}は0か1〜3600の秒数です。{value}は使えません"
    ),
    "here a move takes at least a second: move=1, or 0 for no limit": (
        "ここでは一手の持ち時間は1秒以上です。例: move=1（0なら無制限）"
    ),
    "{most} people are at this table; that is the limit": (
        "この卓には{most}人います。これが上限です"
    ),
    "{most} people of your address are at this table; that is the limit. Try again when one of "
    "them has left": (
        "この卓には同じアドレスから{most}人います。これが上限です。誰かが離れたらもう一度試してください"
    ),
    "the server failed at that; the host is told": (
        "サーバーで処理に失敗しました。主催者の記録に残ります"
    ),
    "match {number} is not over; a record is written of what is": (
        "第{number}試合はまだ終わっていません。記録は終わった試合について書きます"
    ),
    "{name} is taken; if it is yours, come back with RESUME and your token, or choose another "
    "name": (
        "{name}は使われています。自分の名前ならRESUMEとトークンで戻ってください。"
        "そうでなければ別の名前にしてください"
    ),
    "{name} is given twice": "{name}が二度指定されています",
}
