"""Hanabi: all see the cards of the others and not their own, and play for the same points."""

from cardkit import (
    EVERYONE,
    CardCommand,
    CardGame,
    Deal,
    Deck,
    Fact,
    Notice,
    Pile,
    Seats,
    Suit,
    Word,
    condition,
    viewers,
)
from cardkit.stages import Offers, Stage, StageState

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
HINTS = {colour.upper(): suit for suit, colour in COLOURS.items()}
HINTS |= {"ONES": "1", "TWOS": "2", "THREES": "3", "FOURS": "4", "FIVES": "5"}
CARDS = tuple(suit + number for suit in COLOURS for number in "1112233445")
MOST_HINTS, MISTAKES = 8, 3
PLAY = Word("PLAY", "play a card", "{who} plays {cards}", "You play {cards}", "Play", cards=(1, 1))
THROW = Word("THROW", "win a hint", "{who} throws {cards}", "You throw {cards}", cards=(1, 1))
HINT = Word("HINT", "say which cards are so", "{who} hints", player=True, choice=(*HINTS,))
TELLS = {"who": "the player", "places": "which cards", "what": "a colour or a number"}


class Show(StageState):
    """The hints and mistakes that are left, and the turns after the last card was drawn."""

    __slots__ = ("hints", "mistakes", "turns")

    def __init__(self, players: int) -> None:
        self.hints, self.mistakes, self.turns = MOST_HINTS, MISTAKES, players


@condition
class Fireworks(Stage["Hanabi", Show]):
    """Hint at cards of a player, play a card to the firework of its colour, or throw one away."""

    declares = (
        *(PLAY, THROW, HINT),
        Notice("PLACES", "what a hint tells", TELLS, "{who}: {places} are {what}"),
        Fact("left", "how many hints and mistakes are left", "left", told=""),
        Pile("firework", "the cards of a colour, in order", shown="fan", each="suit"),
    )

    def plays_unseen(self) -> bool:
        return True

    def begin(self, table: "Hanabi") -> None:
        table.state = Show(len(table.order))
        table.ask(table.first)

    def places(self, table: "Hanabi", seat: int, what: str) -> list[int]:
        return [n for n, card in enumerate(table.hand(seat), 1) if HINTS[what] in card]

    def offers(self, table: "Hanabi", seat: int, state: Show) -> Offers:
        verbs = ["PLAY", *["THROW"] * (state.hints < MOST_HINTS)]
        plays = [CardCommand(verb, cards=(card,)) for verb in verbs for card in table.hand(seat)]
        on = [(s, w) for s in table.order for w in HINTS if s != seat and self.places(table, s, w)]
        hints = [CardCommand("HINT", name=table.names[s], target=s, word=w) for s, w in on]
        return plays + hints * bool(state.hints)

    def act(self, table: "Hanabi", seat: int, command: CardCommand, state: Show) -> None:
        state.turns -= not table.piles["stock"]
        if command.verb == "HINT":
            places = " ".join(map(str, self.places(table, command.target, command.word)))
            table.disclose("PLACES", table.names[command.target], places, command.word)
            state.hints -= 1
        else:
            card, pile = command.cards[0], f"firework:{command.cards[0].suit}"
            if command.verb == "THROW":
                pile, state.hints = "away", state.hints + 1
            elif len(table.piles[pile]) != card.level:
                pile, state.mistakes = "away", state.mistakes - 1
            table.piles.move((card,), seat, pile, to=EVERYONE)
            table.piles.take(seat, 1, to=viewers(*{*table.order} - {seat}))
        table.set_fact("left", f"{state.hints} {state.mistakes}")
        if not state.mistakes or not state.turns or table.points(seat) == 5 * len(COLOURS):
            table.next_stage()
        else:
            table.ask(table.following[seat])


class Hanabi(CardGame):
    """Build the fireworks together, each colour from one to five."""

    title = "Hanabi"
    seats = Seats(least=2, most=5)
    declares = tuple(Suit(s, c, "●", colour=c, named=c + " {rank}") for s, c in COLOURS.items())
    deck = Deck(size=0, suits="RYGB", order="12345", cards=CARDS)
    fixed = ("suits", "low_wins")  # no colour is above another, and all have the same points
    stages = (Deal(each=4, visible="others"), Fireworks())

    def points(self, seat: int) -> int:
        return sum(len(self.piles[f"firework:{suit}"]) for suit in COLOURS)
