"""Japanese for what contests say, by the English template. Data only."""

TEXTS: dict[str, str] = {
    # bots
    "the bot {bot} cannot begin: {why}": "ボット{bot}を始められません: {why}",
    "{name} has no method choose; a bot needs: def choose(self, view, legal)": (
        "{name}にはメソッド choose がありません。ボットには def choose(self, view, legal) が"
        "必要です"
    ),
    "a process of this contest ended before its first match ({how}); does a bot end it while it is "
    "imported?": (
        "最初の試合の前にプロセスが終わりました（{how}）。読み込み中に終了するボットはありませんか"
    ),
    "the game broke down: {kind}: {error}{line}": "ゲームが止まりました。{kind}: {error}{line}",
    # how many
    "{players} bots are needed at a table of {title}, and there are {bots}; a bot that is named "
    "twice plays against itself": (
        "{title}の1卓には{players}体のボットが必要ですが、{bots}体しかいません。同じボットを"
        "2回書くと自分自身と対戦します"
    ),
    "a single match has {players} players, and there are {bots} bots; --format round-robin lets "
    "all groups of them play": (
        "1試合は{players}人ですが、ボットは{bots}体います。--format round-robin なら"
        "すべての組が対戦します"
    ),
    # presets
    "{name} is not a contest known here{hint} The contests are: {known}": (
        "{name}という大会はありません{hint}あるのは: {known}"
    ),
    "{name} is a contest of {game}; write: cardkit contest {game} … --like {name}": (
        "{name}は{game}の大会です。次のように書きます: cardkit contest {game} … --like {name}"
    ),
    # folders
    "{path} is being written by another contest; wait for it, or name another folder": (
        "{path}には別の対戦が書き込み中です。終わるのを待つか、別のフォルダーを使ってください"
    ),
    "line {n} of {path} is no outcome of a match; was it edited?": (
        "{path}の{n}行目は試合の結果ではありません。書き換えましたか"
    ),
    "{path} cannot be written: {error}; what was played before is kept": (
        "{path}に書き込めません（{error}）。それまでの試合は残っています"
    ),
    "{path} is a file; --out takes a folder": (
        "{path}はファイルです。--out にはフォルダーを書きます"
    ),
    "{path} holds other things and no contest; --out names a new or empty folder": (
        "{path}には対戦ではないものが入っています。--out には新しいか空のフォルダーを書きます"
    ),
    "{path} does not say what contest it is of": "{path}はどの対戦のものか分かりません",
    "{path} is of version {theirs}; this program knows version {ours}": (
        "{path}の版は{theirs}で、このプログラムが読めるのは{ours}です"
    ),
    "{path} holds another contest: its {name} is {theirs}, not {ours}; --out names another "
    "folder": (
        "{path}には別の対戦が入っています（{name}が{theirs}で、{ours}ではありません）。--out "
        "には別のフォルダーを書きます"
    ),
    "{path} holds a contest already; --resume goes on with it, --out names another folder": (
        "{path}にはもう対戦が入っています。続けるなら --resume、そうでなければ --out に別の"
        "フォルダーを書きます"
    ),
    # the command line
    "--resume goes on with the contest in a folder; say which: --out DIR": (
        "--resume はフォルダーの対戦を続けます。--out DIR でどれかを書いてください"
    ),
    "--rounds is for the formats swiss and pool; --matches says how often each group meets": (
        "--rounds は swiss と pool のときに使います。組ごとの試合数は --matches です"
    ),
    "--tries is for --fault ask; with {fault} nobody is asked again": (
        "--tries は --fault ask のときに使います。{fault} では聞き直しません"
    ),
    "name the bots that play: cardkit contest {game} BOT BOT …": (
        "対戦するボットを書いてください: cardkit contest {game} BOT BOT …"
    ),
    "Records are written of the first {count:,} of {matches:,} matches; --records sets how many.": (
        "記録は{matches:,}試合のうち最初の{count:,}試合だけ残します（--records で変えられます）。"
    ),
    "Stopped after {played:,} of {matches:,} matches.": (
        "{matches:,}試合のうち{played:,}試合で止めました。"
    ),
    "The same command with --resume goes on.": "同じコマンドに --resume を付けると続けられます。",
    "The report is {path}": "レポート: {path}",
    "To check a record:": "記録を確かめるには:",
    "the cluster at {address} cannot be reached: {why}": (
        "{address}のクラスターにつながりません: {why}"
    ),
    "the cluster at {address} has no workers; this starts one: dask worker {address}": (
        "{address}のクラスターにワーカーがいません。次のように始めます: dask worker {address}"
    ),
    "the cluster cannot go on: {kind}: {why}": "クラスターが止まりました。{kind}: {why}",
    "--cluster needs Dask; say: pip install 'cardkit[cluster]'": (
        "--cluster には Dask が必要です。次のようにしてください: pip install 'cardkit[cluster]'"
    ),
    # --- programs that play
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
    # --- results
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
