"""Rummy (ラミー): draw, lay melds, discard; who is out first scores what the others hold.

This example shows a game made entirely of conditions. `Draw(rule="first")` begins each turn, `Meld`
knows groups and runs, `Discard` ends the turn, and `Score` counts what is left.
"""

from cardkit import (
    PIPS,
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Match,
    Meld,
    OrderGame,
    Score,
    Seats,
)


class Rummy(CardGame):
    """Draw a card, lay groups and runs, discard one; the first empty hand wins."""

    title = "Rummy"
    seats = Seats(least=2, most=5)
    deck = Deck(order="A23456789TJQK", refill="from_table")
    match = Match(games=5, begins="next")
    stages = (
        Deal(each=7, turn_up=1),
        OrderGame(
            draw=Draw(rule="first", from_table=True),
            meld=Meld(groups=3, runs=3),
            discard=Discard(match="any"),
            end=End(when="first_empty_hand", turn_limit=100),
        ),
    )
    score = Score(values=PIPS, counted="left", to_winner=True)
    texts = {
        "ja": {
            "Rummy": "ラミー",
            "Draw a card, lay groups and runs, discard one; the first empty hand wins.": (
                "1枚引き、組や続き札を公開し、1枚捨てる。最初に手札がなくなった人の勝ち。"
            ),
        }
    }
