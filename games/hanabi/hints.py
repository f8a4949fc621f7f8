"""The colours of Hanabi, and what its players can say."""

from cardkit import Fact, Notice, Pile, Suit, Word

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "W": "white"}
RAINBOW = "M"
SUITS = (
    Suit("R", "red", "▲", colour="red", named="red {rank}"),
    Suit("Y", "yellow", "★", colour="yellow", named="yellow {rank}"),
    Suit("G", "green", "■", colour="green", named="green {rank}"),
    Suit("B", "blue", "●", colour="blue", named="blue {rank}"),
    Suit("W", "white", "◇", colour="black", named="white {rank}"),
    Suit("M", "rainbow", "✿", colour="magenta", named="rainbow {rank}"),
)
SIGNS = {suit.name: suit.sign for suit in SUITS}
NUMBERS = {"ONES": "1", "TWOS": "2", "THREES": "3", "FOURS": "4", "FIVES": "5"}
HINTS = {colour.upper(): suit for suit, colour in COLOURS.items()} | NUMBERS
UNKNOWN = "??"
"""What is known of a card without a hint; after one, the sign of its colour, or its number."""

WORDS = (
    Word(
        "PLAY",
        "play a card to the firework of its colour",
        told="{who} plays {cards}",
        you="You play {cards}",
        button="Play",
        cards=(1, 1),
    ),
    Word(
        "THROW",
        "throw a card away and win a hint back",
        told="{who} throws {cards} away",
        you="You throw {cards} away",
        button="Throw",
        cards=(1, 1),
    ),
    Word(
        "HINT",
        "tell a player which cards have a colour or a number",
        told="{who} gives {whom} a hint: {choice}",
        you="You give {whom} a hint: {choice}",
        button="Hint",
        player=True,
        choice=(*HINTS,),
    ),
    Notice(
        "PLACES",
        "which cards a hint is about",
        {"who": "the player", "places": "the places of the cards", "what": "a colour or a number"},
        told="{who}, {what}: {places}",
        you="Your cards, {what}: {places}",
        values=(*HINTS,),
    ),
    Fact("hints", "how many hints are left", "hints", told=""),
    Fact("fuses", "how many fuses are left", "fuses", told=""),
    Fact("known", "what hints have told about each hand", "hinted", told="", kind="marks"),
    Pile("firework", "the cards of a colour, in order", shown="fan", each="suit"),
)


def with_hint(known: str, what: str) -> str:
    """What is known of a card after a hint at it; one of two colours is a rainbow."""
    hinted, colour, number = HINTS[what], known[0], known[1]
    if hinted.isdigit():
        return colour + hinted
    return SIGNS[hinted if colour in (UNKNOWN[0], SIGNS[hinted]) else RAINBOW] + number


def may_be(card: str, known: str) -> bool:
    """Whether a card is one of which this is known; a rainbow may have any colour."""
    colours = (UNKNOWN[0], SIGNS[card[0]], *(SIGNS.values() if card[0] == RAINBOW else ()))
    return known[0] in colours and known[1] in (UNKNOWN[1], card[1])


def written(known: str) -> str:
    """What is known of a card as it is shown beside it: ▲ or 3 or ▲3, and - for nothing."""
    return known.replace(UNKNOWN[0], "") or "-"


def read(mark: str) -> str:
    """What `written` has written."""
    colour = mark[0] if mark[0] in SIGNS.values() else UNKNOWN[0]
    return colour + (mark[-1] if mark[-1].isdigit() else UNKNOWN[1])
