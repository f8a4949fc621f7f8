"""Page One: match the suit or rank of the last card; the first empty hand wins."""

from cardkit.cardgame import (
    CardGame,
    Deal,
    Discard,
    Draw,
    End,
    LastCard,
    OrderGame,
    Seats,
    Specials,
    Stock,
    TrickGame,
)
from games.page_one.texts import TEXTS


class PageOne(CardGame):
    """Put a card of the same suit or rank on the last one; who has no cards left wins."""

    title = "Page One"
    seats = Seats(least=3, most=7)
    stock = Stock(refill="from_table")
    discard = Discard(match="suit_or_rank")
    draw = Draw(rule="until_playable")
    specials = Specials()
    last_card = LastCard(call="Page 1!", penalty=5)
    end = End(when="first_empty_hand", turn_limit=500)
    forms = {
        "american": (Deal(each=5, turn_up=1), OrderGame()),
        "european": (Deal(each=4), TrickGame(follow="draw_until")),
    }
    presets = {
        "american": {},
        "specials": {"specials": True},
        "strict": {"draw": "one_then_pass", "declare": "required"},
        "european": {"rules": "european", "jokers": 1, "refill": "from_away"},
    }
    texts = TEXTS

    def on_game_over(self) -> None:
        self.scores[self.ranking[0]] += 1
