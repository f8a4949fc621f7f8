"""The words of hints as they are read, and the Japanese texts of Hanabi."""

from cardkit.games.hanabi.hints import HINTS

TEXTS: dict[str, dict[str, str]] = {
    "en": {"Suits: {suits}.": "Colours: {suits}."} | {word: word.lower() for word in HINTS},
    "ja": {
        "preset\x04five colours": "5色",
        "preset\x04four colours": "4色",
        "preset\x04rainbow": "虹色入り",
        "preset\x04gentle": "やさしめ",
        "Hanabi": "花火",
        "Suits: {suits}.": "色：{suits}。",
        "Build the fireworks together, each colour from one to five.": (
            "みんなで協力して、各色の花火を1から5まで順に作る。"
        ),
        "red": "赤",
        "yellow": "黄",
        "green": "緑",
        "blue": "青",
        "white": "白",
        "rainbow": "虹",
        "red {rank}": "赤{rank}",
        "yellow {rank}": "黄{rank}",
        "green {rank}": "緑{rank}",
        "blue {rank}": "青{rank}",
        "white {rank}": "白{rank}",
        "rainbow {rank}": "虹{rank}",
        "RED": "赤",
        "YELLOW": "黄",
        "GREEN": "緑",
        "BLUE": "青",
        "WHITE": "白",
        "ONES": "1",
        "TWOS": "2",
        "THREES": "3",
        "FOURS": "4",
        "FIVES": "5",
        "play a card to the firework of its colour": "札をその色の花火に出す",
        "Play": "出す",
        "throw a card away and win a hint back": "札を捨ててヒントを1つ取り戻す",
        "{who} throws {cards} away": "{who}: {cards} を捨てる",
        "You throw {cards} away": "あなた: {cards} を捨てる",
        "Throw": "捨てる",
        "tell a player which cards have a colour or a number": (
            "ほかの人に、ある色か数字の札がどれかを教える"
        ),
        "{who} gives {whom} a hint: {choice}": "{who} から {whom} へヒント: {choice}",
        "You give {whom} a hint: {choice}": "あなたから {whom} へヒント: {choice}",
        "Hint": "ヒント",
        "{who}, {what}: {places}": "{who} の {what}: 左から {places} 枚目",
        "Your cards, {what}: {places}": "あなたの {what}: 左から {places} 枚目",
        "how many hints are left": "残りのヒントの数",
        "hints": "ヒント",
        "how many fuses are left": "残りの導火線の数",
        "fuses": "導火線",
        "what hints have told about each hand": "ヒントで分かったそれぞれの手札",
        "hinted": "ヒント済み",
        "the cards of a colour, in order": "1色の札を順に並べたもの",
        "thrown away": "捨て札",
        "Fireworks": "花火作り",
        "Give a hint, play a card to the firework of its colour, or throw one away.": (
            "ヒントを出すか、札をその色の花火に出すか、1枚捨てる。"
        ),
        "hints at the beginning, and the most there can be": "最初のヒントの数（これより増えない）",
        "There are {hints} hints; a card thrown away or a firework completed wins one back.": (
            "ヒントは{hints}個。札を捨てるか花火を完成させると1つ戻る。"
        ),
        "mistakes that end the game": "ゲームが終わる失敗の数",
        "A card that does not fit burns one of {fuses} fuses; the last one ends the game.": (
            "出せない札を出すと{fuses}本の導火線が1本燃え、最後の1本でゲームが終わる。"
        ),
        "the fireworks are not lost when the last fuse burns": (
            "最後の導火線が燃えても花火は失われない"
        ),
        "With the last fuse all fireworks are lost.": (
            "最後の導火線が燃えると花火はすべて失われる。"
        ),
        "A hint names a colour or a number, and tells a player all cards that have it.": (
            "ヒントでは色か数字を1つ言い、その人の当てはまる札をすべて教えます。"
        ),
        "When all hints are there, no card may be thrown away.": (
            "ヒントが全部残っているときは札を捨てられません。"
        ),
        "After the last card of the stock was drawn, everybody has one more turn.": (
            "山札の最後の1枚が引かれたら、全員がもう1回ずつ手番を行って終わりです。"
        ),
        "Each card of a firework is a point for all.": "花火の札1枚につき、全員に1点。",
        "Plays what it was hinted at, and hints only at cards that can be played at once.": (
            "ヒントされた札を出し、すぐに出せる札だけをヒントする。"
        ),
    },
}
