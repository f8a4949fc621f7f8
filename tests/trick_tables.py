"""Tables of trick games, with the cards that a test wants."""

from typing import Any

from cardkit import NOBODY, Auction, CardGame, Deal, Seats, TrickGame

NAMES = ["ann", "bob", "cem"]


def made(*stages: Any, **parts: Any) -> type[CardGame]:
    """A game of tricks for three."""
    return type(
        "Tricks",
        (CardGame,),
        {
            "__doc__": "Tricks with a trump.",
            "title": "Tricks",
            "seats": Seats(least=3, most=3),
            "stages": stages,
            **parts,
        },
    )


def dealt(game: type[CardGame], *hands: str) -> CardGame:
    """A table of this game at which the players hold exactly these cards."""
    table = game.play(NAMES, key=b"tricks")
    for seat in range(3):
        table.piles.move(table.hand(seat)[:], seat, "away", NOBODY)
    for seat, hand in enumerate(hands):
        cards = [table.cards.named[name] for name in hand.split()]
        table.piles.move(cards, "away", seat, seat)
    return table


def trick(game: type[CardGame], *cards: str) -> str:
    """Who wins a trick of these cards, played in turn from the first player on."""
    table = dealt(game, *cards)
    for name, card in zip(NAMES, cards, strict=True):
        table.apply(name, f"DISCARD {card}")
    return NAMES[table.tricks.index(1)]


class Bridge(CardGame):
    """Bid, and play your partner's hand."""

    title = "Bridge"
    seats = Seats(least=4, most=4, partners=True)
    stages = (
        Deal(),
        Auction(bids="contract", least=1, most=7, doubles=True, leads="after_declarer"),
        TrickGame(trump="contract", dummy=True),
    )


FOUR = ["ann", "bob", "cem", "dan"]


def contract() -> Bridge:
    """Ann has the contract, bob leads, and cem is dummy."""
    table = Bridge.play(FOUR, key=b"bridge")
    for words in ("BID 1 H", "PASS", "PASS", "PASS"):
        table.apply(FOUR[table.awaited[0]], words)
    return table
