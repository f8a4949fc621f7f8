"""Doubt (ダウト): lay cards face down, and lie about them when you must."""

from cardkit import CardGame, Claim, Deal, Deck, Score, Seats


class Doubt(CardGame):
    """Lay cards face down as the rank that is due; who is caught lying takes them all."""

    title = "Doubt"
    seats = Seats(least=3, most=8)
    deck = Deck(order="A23456789TJQK")
    stages = (Deal(), Claim())
    score = Score(win=1)
    texts = {
        "ja": {
            "Doubt": "ダウト",
            "Lay cards face down as the rank that is due; who is caught lying takes them all.": (
                "順番の数字として札を伏せて出す。うそがばれた人は山をすべて引き取る。"
            ),
        }
    }
