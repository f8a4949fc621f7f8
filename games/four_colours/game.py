"""Four Colours: match the colour or the number of the last card, with a deck of its own."""

from cardkit import (
    CardCommand,
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Face,
    Fact,
    LastCard,
    Match,
    OrderGame,
    Rank,
    Refused,
    Score,
    Seats,
    Specials,
    Suit,
)
from cardkit.games.four_colours.texts import TEXTS

COLOURS, ACTIONS = "RYGB", ("S", "R", "+2")
TWICE = (*"123456789", *ACTIONS)
WILDS = ("W", "W+4")
WORTH = {**{str(number): number for number in range(1, 10)}, **dict.fromkeys(ACTIONS, 20)}


class FourColours(CardGame):
    """Match the colour or the number of the last card, and call before you have one left."""

    title = "Four Colours"
    seats = Seats(least=2, most=10)
    declares = (
        Suit("R", "red", sign="●", colour="red", named="red {rank}"),
        Suit("Y", "yellow", sign="▲", colour="yellow", named="yellow {rank}"),
        Suit("G", "green", sign="■", colour="green", named="green {rank}"),
        Suit("B", "blue", sign="◆", colour="blue", named="blue {rank}"),
        Rank("S", "skip", sign="⊘"),
        Rank("R", "reverse", sign="⇄"),
        Rank("+2", "draw two", sign="+2"),
        Face("W", "wild card", sign="✱", colour="magenta"),
        Face("W+4", "wild draw four", sign="+4", colour="magenta"),
        Fact("suit", label="colour to follow"),
    )
    deck = Deck(
        size=0,
        suits=COLOURS,
        order=" ".join(("0", *TWICE)),
        cards=(*(c + n for c in COLOURS for n in ("0", *TWICE, *TWICE)), *WILDS * 4),
        refill="from_table",
    )
    match = Match(games=50, play_to=500, begins="next")
    score = Score(values={**WORTH, **dict.fromkeys(WILDS, 50)}, counted="left", to_winner=True)
    stages = (
        Deal(each=7, turn_up=1, covered=(*ACTIONS, *WILDS)),
        OrderGame(
            discard=Discard(match="suit_or_rank"),
            draw=Draw(rule="one_then_pass"),
            last_card=LastCard(declare="required", penalty=2),
            specials=Specials(
                wild="W W+4", skip="S +2 W+4", reverse="R", draw_two="+2", draw_four="W+4"
            ),
            end=End(turn_limit=500),
        ),
    )
    presets = {
        "classic": {},
        "stacking": {"skip": "S"},
        "draw_until_playable": {"draw": "until_playable"},
    }
    notes = ("Play a wild draw four only while you hold no card of the colour to follow.",)
    look = {"colours": {"felt": "#4b3d6b", "back": "#2d2440"}}
    fixed = ("deck", "all_pass")  # there is always a card to draw
    texts = TEXTS

    def check_discard(self, seat: int, command: CardCommand) -> None:
        last = self.piles["table"][-1:]
        if command.cards[0] != "W+4" or self.fact("owed", 0) or not last:
            return
        colour = self.fact("suit", last[0].suit)
        if any(card.suit == colour for card in self.hand(seat)):
            raise Refused(
                "NOT_YET",
                "play W+4 only while you hold no card of the colour to follow, {colour}",
                colour=colour,
            )
