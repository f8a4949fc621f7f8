"""Crazy Eights: match the suit or the rank of the last card; an eight fits always."""

from cardkit import (
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    LastCard,
    Match,
    OrderGame,
    Score,
    Seats,
    Specials,
)
from cardkit.games.crazy_eights.presets import PRESETS
from cardkit.games.crazy_eights.texts import TEXTS

SPOTS = {"A": 1, **{str(number): number for number in range(2, 10)}, "*": 10}


class CrazyEights(CardGame):
    """Match the suit or the rank of the last card, or play a wild one; an empty hand wins."""

    title = "Crazy Eights"
    seats = Seats(least=2, most=6)
    deck = Deck(refill="from_table")
    match = Match(games=50, play_to=200, begins="next")
    score = Score(values={**SPOTS, "8": 50}, counted="left", to_winner=True)
    stages = (
        Deal(by_players={2: 7, 3: 5, 4: 5, 5: 5, 6: 5}, turn_up=1, covered=("8",)),
        OrderGame(
            discard=Discard(match="suit_or_rank"),
            draw=Draw(rule="until_playable"),
            last_card=LastCard(),
            specials=Specials(wild="8"),
            end=End(turn_limit=500),
        ),
    )
    presets = PRESETS
    texts = TEXTS
