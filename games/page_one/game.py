"""Page One: match the suit or rank of the last card; the first empty hand wins."""

from cardkit.cardgame import (
    CardGame,
    Deal,
    Deck,
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
from cardkit.games.page_one.texts import TEXTS


class PageOne(CardGame):
    """Follow the last card with one of your own, or draw; who has no cards left wins."""

    title = "Page One"
    seats = Seats(least=3, most=7)
    stock = Stock(refill="from_table")
    discard = Discard(match="suit_or_rank")
    draw = Draw(rule="until_playable")
    specials = Specials()
    scoring = ("Who wins a game gets a point.",)
    last_card = LastCard(call="Page 1!", penalty=5)
    end = End(when="first_empty_hand", turn_limit=500)
    stages = (Deal(each=5, turn_up=1), OrderGame())
    forms = {
        "american": {},
        "european": {
            "deck": Deck(jokers=1),
            "stock": Stock(refill="from_away"),
            "stages": (Deal(each=4), TrickGame(follow="draw_until")),
        },
    }
    presets = {
        "american": {},
        "specials": {"specials": True},
        "strict": {"draw": "one_then_pass", "declare": "required"},
        "european": {"rules": "european"},
    }
    texts = TEXTS

    def on_game_over(self) -> None:
        self.scores[self.ranking[0]] += 1
