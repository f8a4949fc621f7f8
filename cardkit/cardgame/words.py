"""What the words of the toolkit's own stages mean, by verb or by the whole of what is said."""

MEANINGS = {
    "DISCARD": "put cards from your hand on the table",
    "DISCARD suit": "put a wild card and name the suit to follow",
    "DRAW": "take cards from the stock",
    "DRAW TABLE": "take the last card on the table",
    "GET": "take the third card of another player",
    "GET card": "ask another player for a card",
    "MELD": "lay cards face up",
    "PASS": "do nothing this time",
    "DECLARE": "call that you have one card left",
    "PUT": "give cards to another player",
    "EXCHANGE": "put cards away and draw as many",
    "CHECK": "stay in without a bet",
    "BET": "put points into the pot",
    "CALL": "pay what the others have bet",
    "RAISE": "bet more than the others",
    "ALLIN": "bet all your points",
    "FOLD": "give up the pot",
    "DROP": "give up the pot",
}
