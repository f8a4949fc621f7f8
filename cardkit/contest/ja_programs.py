"""Japanese for what is said of programs that play, by the English template. Data only."""

TEXTS: dict[str, str] = {
    # what was typed
    "{text} says no name for the program; write name=command, such as ann={text}": (
        "{text}にはプログラムの名前がありません。ann={text} のように 名前=コマンド と書きます"
    ),
    "a quotation mark in {command} is not closed": "{command}の引用符が閉じていません",
    "which program is {name}? Write its command after the =, such as {name}=./my_bot": (
        "{name}はどのプログラムですか。{name}=./my_bot のように = の後にコマンドを書いてください"
    ),
    # what does not start
    "there is no program {program}": "{program}というプログラムはありません",
    "there is no program {program}; did you mean {hint}?": (
        "{program}というプログラムはありません。{hint}のことですか"
    ),
    "{program} is a folder, not a program": "{program}はフォルダーで、プログラムではありません",
    "{program} is not executable; say: chmod +x {program}": (
        "{program}は実行できません。次のようにしてください: chmod +x {program}"
    ),
    "{program} wants to be read by {interpreter}, which is not there; see its first line": (
        "{program}を読む{interpreter}がありません。1行目を見てください"
    ),
    "{path} is for its owner alone, and programs do not play as root; say: chmod -R go+rX {path}": (
        "{path}は持ち主しか読めませんが、プログラムはrootとしては動きません。"
        "次のようにしてください: chmod -R go+rX {path}"
    ),
    "{program} cannot play: {why}": "{program}は対戦できません: {why}",
    "it does not start: {why}": "起動しません: {why}",
    # where it is kept
    "{tool} is not installed": "{tool}がインストールされていません",
    "it is for Linux alone": "Linux専用です",
    "bwrap cannot be used ({why}), so programs are not kept apart: they can read your files, "
    "write them and use the network. Their time is limited, {memory}": (
        "bwrapが使えないため({why})、プログラムは隔離されません。あなたのファイルを読み書きし、"
        "ネットワークを使うことができます。制限されるのは時間{memory}"
    ),
    "system calls cannot be refused on this machine, so programs can get more memory than "
    "they may. Only let programs play that you trust.": (
        "このマシンではシステムコールを禁止できないため、プログラムは制限を超えてメモリーを"
        "使うことができます。信頼できるプログラムだけを参加させてください。"
    ),
    "and their memory.": "とメモリーだけです。",
    "and nothing else.": "だけです。",
    # what it did wrong
    "its answer has {bytes:,} bytes, and {most:,} are allowed: {line}": (
        "答えが{bytes:,}バイトあります。{most:,}バイトまでです: {line}"
    ),
    "its answer is not UTF-8: {line}": "答えがUTF-8ではありません: {line}",
    "its answer is an empty line": "答えが空の行です",
    "its answer is no line of text: {line}": "答えが文字の行ではありません: {line}",
    "its answer has no end: {said}": "答えが終わりません: {said}",
    "it wrote {bytes:,} bytes without being asked: {said}": (
        "尋ねられないのに{bytes:,}バイト書きました: {said}"
    ),
    "it leaves {bytes:,} bytes unread": "{bytes:,}バイトを読まずにいます",
    "no answer within {seconds:g} s{more}": "{seconds:g}秒以内に答えがありません{more}",
    "; it does not read its input": "。入力を読んでいません",
    "; it wrote {said} and did not end the line": "。{said}と書いて行を終えていません",
    "its {seconds:g} s for the match are used up": "試合の持ち時間{seconds:g}秒を使い切りました",
    "it has closed its output": "出力を閉じました",
    "it has {tasks:,} processes and threads, and {most:,} are allowed": (
        "プロセスとスレッドが{tasks:,}個あります。{most:,}個までです"
    ),
    "it uses {used:,.0f} MiB, and {most:,.0f} are allowed": (
        "{used:,.0f} MiB使っています。{most:,.0f} MiBまでです"
    ),
    "it hides what it uses": "何をどれだけ使っているかを隠しています",
    # how it ended
    "it ended with status {status}": "終了コード{status}で終わりました",
    "it was ended by {signal}": "{signal}で終わりました",
    "{how}; its last words: {words}": "{how}。最後の言葉: {words}",
}
