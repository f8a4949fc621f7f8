"""Japanese for what is said about records, by the English template. Data only."""

TEXTS: dict[str, str] = {
    "line {line}: {what}": "{line}行目: {what}",
    "the file is empty": "ファイルが空です",
    "the record ends here, without a signature after it": (
        "記録はここで終わっていて、署名がありません"
    ),
    "the record ends in the middle of this line": "記録がこの行の途中で終わっています",
    "this line calls itself number {named}; a line is missing, or out of its place": (
        "この行の番号は{named}です。行が抜けているか、順序が違います"
    ),
    "this line is not what the next one was bound to": (
        "この行は、次の行が指しているものと違います"
    ),
    "this is no line of a record": "これは記録の行ではありません",
    "this is no text": "テキストではありません",
    "this is longer than a record can be": "記録にしては長すぎます",
    "{path} is longer than a log can be": "{path}はログにしては長すぎます",
    "a byte order mark was put before this line": "行の前にBOM(バイト順マーク)が付いています",
    "this line ends with CR LF; a record has LF alone": (
        "行末がCR LFになっています。記録の行末はLFだけです"
    ),
    "a record begins with a line that says what was played": (
        "記録の最初の行には、何を遊んだかが書かれているはずです"
    ),
    "this record is of version {theirs}; this program reads version {ours}": (
        "この記録の版は{theirs}です。このプログラムが読めるのは{ours}です"
    ),
    "the first line does not say what was played": "最初の行に、何を遊んだかが書かれていません",
    "this record names another server key than yours: {key}": (
        "この記録のサーバーの鍵は、指定の鍵と違います: {key}"
    ),
    "the signature is not that of the key {key}": "署名は鍵{key}のものではありません",
    "the rules make of it {ours}, and the record says {theirs}": (
        "規則どおりなら{ours}ですが、記録は{theirs}です"
    ),
    "{game} cannot be played here: {why}": "{game}はここでは遊べません: {why}",
    "{who} could not say {said}: {why}": "{who}は{said}と言えませんでした: {why}",
    "the rules fail at it: {error}": "規則の処理に失敗しました: {error}",
    # one's own log
    "this is no log of cardkit: {why}": "cardkitのログではありません: {why}",
    "your log, line {mine}, names another key of the server: {key}": (
        "ログの{mine}行目では、サーバーの鍵が違います: {key}"
    ),
    "your log says nothing of match {match} at {table}; is it the log of another one?": (
        "ログには{table}の試合{match}がありません。別の試合のログではありませんか"
    ),
    "your log tells another story in its line {mine}: you have {heard}, and the record makes it "
    "{known}": "ログの{mine}行目と話が違います。ログでは{heard}、記録では{known}です",
}
