"""Japanese for what contests say, by the English template. Data only."""

from cardkit.contest import ja_programs, ja_report

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
    "{matches:,} matches, {players} players each; every bot plays {each:,}.": (
        "{matches:,}試合、1試合{players}人、各ボット{each:,}試合。"
    ),
    "{matches:,} matches, {players} players each.": "{matches:,}試合、1試合{players}人。",
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
    **ja_programs.TEXTS,
    **ja_report.TEXTS,
}
