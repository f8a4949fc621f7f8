"""Japanese for what the client says, by the English template. Data only."""

TEXTS: dict[str, str] = {
    # addresses
    "{typed} is no address; write host:port, tls://host:port or [IPv6]:port": (
        "{typed}はアドレスではありません。host:port、tls://host:port、[IPv6]:port "
        "のどれかで書いてください"
    ),
    "{scheme}:// is not spoken here; write host:port or tls://host:port": (
        "{scheme}:// は使えません。host:port か tls://host:port と書いてください"
    ),
    "write an IPv6 address in brackets: [{host}] or [{host}]:{port}": (
        "IPv6アドレスは角括弧に入れてください: [{host}] または [{host}]:{port}"
    ),
    "{port} is no port; a port is a number from 1 to 65535, by default {default}": (
        "{port}はポートではありません。1〜65535の数字です（省略すると{default}）"
    ),
    "a pin is the SHA-256 fingerprint of the server's certificate, 64 hex digits; {digits} of them "
    "were given": (
        "ピンはサーバー証明書のSHA-256フィンガープリントで、16進64桁です。{digits}桁しか"
        "分かりません"
    ),
    # links
    "there is no connection to {address}: {why}; is the server running there?": (
        "{address}につながりません（{why}）。サーバーは動いていますか"
    ),
    "{address} does not answer; is it the right address?": (
        "{address}から返事がありません。アドレスは正しいですか"
    ),
    "the certificate of {address} is not trusted: {why}; if you know the server, give its "
    "fingerprint: --pin SHA256": (
        "{address}の証明書は信頼できません（{why}）。知っているサーバーなら、"
        "フィンガープリントを --pin SHA256 で指定してください"
    ),
    "{address} is not the server that you know: the fingerprint of its certificate is {found}": (
        "{address}は知っているサーバーではありません。証明書のフィンガープリントは{found}です"
    ),
    # connections
    "nothing was said; a command begins with a word": (
        "何も書かれていません。コマンドは単語で始まります"
    ),
    "the connection has ended": "接続は終わりました",
    "the connection is lost; trying to come back": "接続が切れました。つなぎ直しています",
    "the connection is lost, and the server was not reached again for {seconds} seconds": (
        "接続が切れ、{seconds}秒たってもサーバーにつながりません"
    ),
    "what answers there does not speak the protocol of cardkit; is it the right address?": (
        "相手はcardkitのプロトコルを話していません。アドレスは正しいですか"
    ),
    # logs
    "the log {path} cannot be written any more: {why}": (
        "ログ{path}にこれ以上書き込めません: {why}"
    ),
    "{path} is there already, and is no log of cardkit; choose another file": (
        "{path}はすでにあり、cardkitのログではありません。別のファイルを選んでください"
    ),
    "{path} cannot be written: {why}": "{path}に書き込めません: {why}",
    # deals
    "how the cards were dealt": "札の配られ方",
    "a FALSE deal: /deal": "不正な配札: /deal",
    "deal {yes} {cards} proved": "配札 {yes} {cards}証明済み",
    "The program of {name} says of deal {number}: {what}": (
        "{name}のプログラムより、配札{number}について: {what}"
    ),
    "Somebody has left, so the cards are dealt anew.": "席を立った人がいるので、配り直します。",
    "FALSE DEAL {number}: {what}": "不正な配札 {number}: {what}",
    "All at the table were told, and the record says so, too.": (
        "卓の全員に知らせ、記録にも残しました。"
    ),
    "Leave with /leave, and keep your log: {log}": (
        "/leave で席を立ち、ログを保存してください: {log}"
    ),
    "Leave with /leave; with --log FILE you have proof of what you were told.": (
        "/leave で席を立ってください。--log FILE を付けると、聞いたことの証拠が残ります。"
    ),
    "You gave nothing to this deal: what your program sent did not arrive in time.": (
        "この配札にあなたの乱数は入っていません。送ったものが間に合いませんでした。"
    ),
    "{names} gave nothing to this deal.": "{names}の乱数はこの配札に入っていません。",
    "The secret was opened: every deck was right. {yes}": (
        "秘密が公開されました。どの山札も正しいものでした。{yes}"
    ),
    "This server does not prove its deals.": "このサーバーは配札を証明しません。",
    "No cards were dealt here yet.": "まだ札は配られていません。",
    "Deal {number}: before anybody gave anything, the server was bound to {hash}…": (
        "配札{number}: 誰も乱数を出さないうちに、サーバーは{hash}…に縛られました。"
    ),
    "nobody": "なし",
    "The shuffle follows from that secret and from what these have given: {names}.": (
        "切り方は、その秘密と次の人たちの乱数で決まりました: {names}。"
    ),
    "Robots give nothing.": "ロボットは乱数を出しません。",
    "Cards that were proved to you: {count}. Each lay in its place before any was dealt.": (
        "あなたに証明された札: {count}枚。どれも配る前からその位置にありました。"
    ),
    "The secret is opened, and the whole deck was right.": (
        "秘密は公開され、山札はすべて正しいものでした。"
    ),
    "When the secret is opened, as a rule after the match, the deck is checked.": (
        "秘密が公開されると（ふつうは試合の後）、山札全体を確かめます。"
    ),
    # bots
    "false deal {number}: {what}": "不正な配札{number}: {what}",
    "there is no free seat at any table of {game}": "{game}には空席のある卓がありません",
    "nothing that is offered is accepted: {offers}": (
        "示された手がどれも受け付けられません: {offers}"
    ),
    "that is none of: {verbs}": "次のどれでもありません: {verbs}",
    "{name}, game {game}: place {place} of {players}, {points:,} points": (
        "{name}、第{game}ゲーム: {players}人中{place}位、{points:,}点"
    ),
    "say where to play: --table NAME, or --game GAME for any table": (
        "どこで遊ぶかを --table 卓名 か --game ゲーム名 で指定してください"
    ),
    "a key or a password is for an account: --name NAME": (
        "鍵やパスワードはアカウントのものです。--name 名前 も指定してください"
    ),
    "of which game is {bot} a bot? Say --game GAME, or name it as file.py:Class": (
        "{bot}はどのゲームのボットですか。--game ゲーム名 を付けるか、file.py:Class "
        "と書いてください"
    ),
    "Games: {games:,}, won: {wins:,}, moves: {moves:,}, played at random instead: {faults:,}, too "
    "late: {late:,}.": (
        "ゲーム数 {games:,}、勝ち {wins:,}、手数 {moves:,}、代わりにランダムで打った手 {faults:,}、"
        "時間切れ {late:,}。"
    ),
    "{table} is a table of {theirs}, not of {game}": (
        "{table}は{theirs}の卓で、{game}の卓ではありません"
    ),
}
