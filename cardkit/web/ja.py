"""Japanese for what the web says, by the English template. Data only."""

TEXTS: dict[str, str] = {
    "To the tables": "テーブルの一覧へ",
    "there is no {path} here": "{path}はここにはありません",
    "there is no report {name} here": "{name}という報告書はここにはありません",
    "there is no match {number} here that is over": (
        "終わった試合の中に{number}番はここにはありません"
    ),
    "{path} cannot be asked in this way: {method}": "{path}は{method}では使えません",
    "that question cannot be understood": "その要求は理解できません",
    "too many are asking for that; try again later": (
        "混み合っています。後でもう一度試してください"
    ),
    "{name} is a number, not {typed}": "{name}は数です。{typed}ではありません",
    "a record to be shown has at most {most:,} bytes": (
        "ここで見られる記録は{most:,}バイトまでです"
    ),
    "that is no record: it is no text": "記録ではありません。テキストではありません",
    "this record has {count:,} inputs; here at most {most:,} are shown, and cardkit replay shows "
    "any number": (
        "この記録には{count:,}個の入力があります。ここで見られるのは{most:,}個までですが、"
        "cardkit replay ではいくつでも見られます"
    ),
    "this record takes too long to play here; cardkit replay shows it to you": (
        "この記録の再生には時間がかかりすぎます。cardkit replay で見られます"
    ),
    "a page of {origin} may not talk to this server; cardkit serve --origin {origin} allows it": (
        "{origin}のページはこのサーバーと話せません。cardkit serve --origin {origin} で許可できます"
    ),
    "the WebSocket is at {path}": "WebSocketは{path}にあります",
    "that is no handshake of a WebSocket of version 13": (
        "WebSocket（バージョン13）のハンドシェイクではありません"
    ),
    "this server is not known as {name}; whoever hosts it can start it with cardkit serve "
    "--public-name {name}": (
        "このサーバーは{name}という名前では知られていません。サーバーの管理者は "
        "cardkit serve --public-name {name} で許可できます"
    ),
    "a question has to come sooner than that": "要求が届くのが遅すぎます",
    "that was sent too slowly; try again": "送信が遅すぎました。もう一度試してください",
    "the head of a question has at most {most:,} bytes and {lines} lines": (
        "要求のヘッダーは{most:,}バイト、{lines}行までです"
    ),
    "a link has at most {most:,} bytes": "リンクは{most:,}バイトまでです",
    "that is no question of HTTP/1.1": "HTTP/1.1の要求ではありません",
    "that question can be read in two ways; name its host and its length once": (
        "その要求は二通りに読めます。ホストと長さは一度だけ書いてください"
    ),
    "this server speaks HTTP/1.1": "このサーバーはHTTP/1.1で話します",
    "send it with a Content-Length, and not in chunks": (
        "分割せずに、Content-Lengthを付けて送ってください"
    ),
    "this server speaks TLS only; ask for https://": (
        "このサーバーはTLSでしか話せません。https:// でアクセスしてください"
    ),
}
