"""The Japanese texts of Napoleon."""

TEXTS: dict[str, dict[str, str]] = {
    "ja": {
        "preset\x04standard": "標準",
        "preset\x04classic": "昔ながら",
        "Napoleon": "ナポレオン",
        "Napoleon and a secret adjutant try to take as many pictures as were bid.": (
            "ナポレオンと、だれだか分からない副官が、宣言した枚数の絵札を集める。"
        ),
        "adjutant": "副官",
        "{value} is the adjutant": "副官は {value}",
        "You are the adjutant": "副官はあなた",
        "adjutant's card": "副官の札",
        "how many pictures each has taken": "それぞれが取った絵札の枚数",
        "pictures": "絵札",
        "tricks won": "トリック",
        "blind": "場札",
        "Powers": "役札",
        "Cards that have powers besides the mighty and the two jacks.": (
            "オールマイティと2枚のジャックのほかに特別な力を持つ札。"
        ),
        "the queen of hearts takes a trick from the mighty": "♥Qがオールマイティに勝つ",
        "Yoromeki: the queen of hearts takes any trick in which the ace of spades lies.": (
            "よろめき：♠Aと同じトリックに出た♥Qは、そのトリックを取ります。"
        ),
        "the two takes a trick in which all cards are of its suit": (
            "全員が同じマークを出したトリックでは2が勝つ"
        ),
        "Same two: if all cards of a trick are of one suit, its two takes them, unless the mighty "
        "or one of the two jacks is among them.": (
            "セイムツー：全員が同じマークを出したトリックは、そのマークの2が取ります。"
            "ただし、オールマイティか正ジャック・裏ジャックが出ていれば無効です。"
        ),
        "Bids are for pictures: all tens, jacks, queens, kings and aces, 20 together.": (
            "宣言するのは絵札（10、J、Q、K、A、全部で20枚）の枚数です。"
        ),
        "The ace of spades is the mighty and takes any trick; next come the jack of trumps and the "
        "other jack of its colour. They follow the suits that are printed on them.": (
            "♠Aはオールマイティで最強、次が切り札のJ（正ジャック）、その次が同じ色のもう1枚の"
            "J（裏ジャック）です。どれも印刷されたマークの札としてフォローします。"
        ),
        "Pictures that are put away count for the opponents of Napoleon.": (
            "ナポレオンが捨てた絵札は連合軍のものになります。"
        ),
        "If the bid is made, each opponent pays a point: the adjutant gets one, Napoleon the "
        "others. If it is not, both pay as much to the opponents.": (
            "宣言した枚数を取れば、連合軍は1人1点を払い、副官が1点、ナポレオンが残りを得ます。"
            "取れなければ、ナポレオンと副官が同じだけ連合軍に払います。"
        ),
        "Bids on a strong hand, calls the best card it lacks, gives its own side the pictures.": (
            "強い手なら宣言し、持っていない最も強い札を副官に指名し、味方に絵札を集める。"
        ),
    }
}
