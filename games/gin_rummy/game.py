"""Gin Rummy without boxes or big gin; a hundred points win the match."""

from cardkit import (
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Knock,
    Match,
    Meld,
    OrderGame,
    Seats,
)


class GinRummy(CardGame):
    """Draw and discard; knock when your cards outside melds count ten or less."""

    title = "Gin Rummy"
    seats = Seats(least=2, most=2)
    deck = Deck(order="A23456789TJQK")
    match = Match(games=100, play_to=100, begins="next")
    stages = (
        Deal(each=10, turn_up=1, mark_dealer=True),
        OrderGame(
            draw=Draw(rule="first", from_table=True, offered_first=True),
            discard=Discard(),
            meld=Meld(lay_off="all"),
            knock=Knock(limit=10, gin=25, undercut=25),
            end=End(stock_left=2),
        ),
    )
    fixed = ("when", "unable", "refill")  # who knocks has cards left, and so has the stock
    texts = {
        "ja": {
            "Gin Rummy": "ジン・ラミー",
            "Draw and discard; knock when your cards outside melds count ten or less.": (
                "1枚引いて1枚捨てる。役にならない札が10点以下になったらノックする。"
            ),
        }
    }
