"""Hearts (ハーツ): take no hearts and not the queen of spades, or take them all.

This example shows a game that is nothing but settings: cards passed before play begins, cards that
may not be led or played at first, and a match won by the lowest score.
"""

from cardkit import CardGame, Deal, Match, Passing, Score, Seats, TrickGame


class Hearts(CardGame):
    """Take no hearts and not the queen of spades, or take them all."""

    title = "Hearts"
    seats = Seats(least=4, most=4)
    match = Match(games=100, play_to=100, low_wins=True)
    score = Score(values={"SQ": 13, "H": 1}, all_to_others=True)
    stages = (
        Deal(),
        Passing(count=3, to=("left", "right", "across", "keep")),
        TrickGame(first_card="C2", not_led=("H",), not_first=("H", "SQ")),
    )
    texts = {
        "ja": {
            "Hearts": "ハーツ",
            "Take no hearts and not the queen of spades, or take them all.": (
                "ハートとスペードのQを取らないように。取るなら全部。"
            ),
        }
    }
