"""Page One: match the suit or rank of the last card; the first empty hand wins."""

from cardkit import (
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    LastCard,
    OrderGame,
    Score,
    Seats,
    Specials,
    TrickGame,
)
from cardkit.games.page_one.texts import TEXTS

PAGE_ONE = LastCard(call="Page 1!", penalty=5)
END = End(when="first_empty_hand", turn_limit=500)
IN_TRICKS = End(when="first_empty_hand", turn_limit=500, all_pass=False)


class PageOne(CardGame):
    """Follow the last card with one of your own, or draw; the first empty hand wins."""

    title = "Page One"
    seats = Seats(least=3, most=7)
    deck = Deck(refill="from_table")
    score = Score(win=1)
    stages = (
        Deal(each=5, turn_up=1),
        OrderGame(
            discard=Discard(match="suit_or_rank"),
            draw=Draw(rule="until_playable"),
            last_card=PAGE_ONE,
            specials=Specials(on=False, wild="8", skip="J", reverse="Q", draw_two="2"),
            end=END,
        ),
    )
    forms = {
        "american": {},
        "european": {
            "deck": Deck(jokers=1, refill="from_away"),
            "stages": (
                Deal(each=4),
                TrickGame(follow="draw_until", last_card=PAGE_ONE, end=IN_TRICKS),
            ),
        },
    }
    presets = {
        "american": {},
        "specials": {"specials": True},
        "strict": {"draw": "one_then_pass", "declare": "required"},
        "european": {"rules": "european"},
    }
    texts = TEXTS
