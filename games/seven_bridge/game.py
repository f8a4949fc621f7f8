"""Seven Bridge (セブンブリッジ): rummy with calls of pon and chi, and sevens that stand alone."""

from collections.abc import Iterator, Sequence

from cardkit import (
    PIPS,
    Calls,
    Card,
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Match,
    Meld,
    OrderGame,
    Pile,
    Score,
    Seats,
    Word,
)
from cardkit.games.seven_bridge.texts import TEXTS


class SevenBridge(CardGame):
    """Lay down groups and runs, call pon and chi for discards; a seven may lie alone."""

    title = "Seven Bridge"
    seats = Seats(least=2, most=5)
    deck = Deck(order="A23456789TJQK", refill="from_table")
    match = Match(games=5, low_wins=True, begins="next")
    stages = (
        Deal(each=7, mark_dealer=True),
        OrderGame(
            draw=Draw(rule="first"),
            meld=Meld(lay_off="all", open_first=True, goes_out=True, at_once=2),
            discard=Discard(),
            calls=Calls(speakers="able"),
            end=End(turn_limit=150),
        ),
    )
    score = Score(values={**PIPS, "A": 10}, counted="left")
    declares = (
        Word(
            "MELD",
            "lay cards face up",
            told="{who} lays down {cards}",
            you="You lay down {cards}",
            button="Lay down",
            cards=(1, None),
        ),
        Pile("meld", label="melds"),
    )
    notes = (
        "A seven may be laid down alone, with another seven, or with the six or eight of its suit.",
    )
    scoring = ("For each seven that is left in a hand, what is left there counts double.",)
    presets = {
        "standard": {},
        "secret": {"speakers": "all"},
        "final_discard": {"goes_out": False},
        "slow_start": {"first_round": False},
    }
    texts = TEXTS

    def more_melds(self, cards: Sequence[Card]) -> Iterator[Sequence[Card]]:
        sevens = [card for card in cards if card.rank == "7"]
        yield from ([seven] for seven in sevens)
        yield from ([a, b] for a in sevens for b in sevens if a.number < b.number)
        for seven in sevens:
            for card in cards:
                if card.suit == seven.suit and abs(card.level - seven.level) == 1:
                    yield sorted((seven, card), key=lambda each: each.level)

    def points(self, seat: int) -> int:
        sevens = [card for card in self.hand(seat) if card.rank == "7"]
        return super().points(seat) << len(sevens)  # double for each
