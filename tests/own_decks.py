"""Games with decks of their own: colours and numbers, flowers, tarot."""

from __future__ import annotations

from cardkit import (
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Face,
    OrderGame,
    Rank,
    Seats,
    Specials,
    Suit,
    TrickGame,
)

COLOURS = "RYGB"
ACTIONS = "SVD"


class Colours(CardGame):
    """Match the colour or the number of the last card; the first empty hand wins."""

    title = "Colours"
    seats = Seats(least=2, most=6)
    declares = (
        Suit("R", "red", "●", "red", "red {rank}"),
        Suit("Y", "yellow", "▲", "yellow", "yellow {rank}"),
        Suit("G", "green", "■", "green", "green {rank}", "M10 10H90V90H10Z"),
        Suit("B", "blue", "◆", "blue", "blue {rank}"),
        Rank("S", "skip", "⊘"),
        Rank("V", "reverse", "⇄"),
        Rank("D", "draw two", "+2"),
        Face("W", "wild card", "✱", "magenta"),
    )
    deck = Deck(
        size=0,
        suits=COLOURS,
        order=f"0123456789{ACTIONS}",
        cards=(
            *(colour + rank for colour in COLOURS for rank in f"0123456789{ACTIONS}"),
            *(colour + rank for colour in COLOURS for rank in f"123456789{ACTIONS}"),
            *("W" for _ in range(4)),
        ),
        refill="from_table",
    )
    fixed = ("deck",)
    stages = (
        Deal(each=7, turn_up=1),
        OrderGame(
            discard=Discard(match="suit_or_rank"),
            draw=Draw(rule="one_then_pass"),
            specials=Specials(wild="W", skip="S", reverse="V", draw_two="D"),
            end=End(turn_limit=400),
        ),
    )
    texts = {
        "ja": {
            "Colours": "色あわせ",
            "red": "赤",
            "red {rank}": "赤の{rank}",
            "skip": "スキップ",
            "wild card": "ワイルド",
        }
    }


MONTHS = {
    "A": ("pine", "松", "PRQB"),
    "B": ("plum", "梅", "PRQA"),
    "C": ("cherry", "桜", "PRQB"),
    "D": ("wisteria", "藤", "PRQA"),
    "E": ("iris", "菖蒲", "PRQA"),
    "F": ("peony", "牡丹", "PRQA"),
    "G": ("clover", "萩", "PRQA"),
    "H": ("pampas", "芒", "PQAB"),
    "I": ("chrysanthemum", "菊", "PRQA"),
    "J": ("maple", "紅葉", "PRQA"),
    "K": ("willow", "柳", "PRAB"),
    "L": ("paulownia", "桐", "PQZB"),
}


class Flowers(CardGame):
    """Lay cards of the month that lies there; the first empty hand wins."""

    title = "Flowers"
    seats = Seats(least=2, most=4)
    declares = (
        *(
            Suit(letter, name, kanji, named="{suit} {rank}")
            for letter, (name, kanji, _) in MONTHS.items()
        ),
        Rank("P", "plain", "一"),
        Rank("Q", "plain", "二"),
        Rank("Z", "plain", "三"),
        Rank("R", "ribbon", "短"),
        Rank("A", "animal", "種"),
        Rank("B", "bright", "光"),
        Face("AB", "crane", "鶴", "red"),
        Face("HB", "moon", "🌕"),
        Face("CB", "curtain", "🌸", "magenta", "M5 5H95V60H5Z"),
    )
    deck = Deck(
        size=0,
        suits="".join(MONTHS),
        order="PQZRAB",
        cards=tuple(month + kind for month, (_, _, kinds) in MONTHS.items() for kind in kinds),
    )
    fixed = ("deck",)
    stages = (
        Deal(each=8, turn_up=1),
        OrderGame(discard=Discard(match="suit_or_rank"), draw=Draw(rule="one_then_pass")),
    )
    texts = {"ja": {"pine": "松", "ribbon": "短冊", "crane": "鶴"}}


class Tarot(CardGame):
    """Follow suit; the trumps are a suit of their own, and the fool takes any trick."""

    title = "Tarot"
    seats = Seats(least=3, most=5)
    declares = (
        Suit("T", "trumps", "★", "magenta", "trump {rank}"),
        Rank("C", "knight", "♞"),
        Face("FOOL", "the fool", "☺"),
    )
    deck = Deck(
        size=0,
        suits="CDHST",
        order=" ".join([*map(str, range(1, 22)), "J", "C", "Q", "K"]),
        cards=(
            *(s + r for s in "CDHS" for r in (*map(str, range(1, 11)), "J", "C", "Q", "K")),
            *(f"T{n}" for n in range(1, 22)),
            "FOOL",
        ),
    )
    fixed = ("deck",)
    stages = (Deal(each=15), TrickGame())

    def on_new_game(self) -> None:
        self.set_fact("trump", "T")


OWN_DECKS: tuple[type[CardGame], ...] = (Colours, Flowers, Tarot)
