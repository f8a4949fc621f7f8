"""Cards with powers: the mighty, the two jacks, the queen of hearts and the twos."""

from cardkit import Condition, condition, setting

MIGHTY, QUEEN = "SA", "HQ"
PICTURES = "TJQKA"
TWIN = {"S": "C", "C": "S", "H": "D", "D": "H"}


@condition
class Powers(Condition):
    """Cards that have powers besides the mighty and the two jacks."""

    yoromeki: bool = setting(
        False,
        "the queen of hearts takes a trick from the mighty",
        says="Yoromeki: the queen of hearts takes any trick in which the ace of spades lies.",
    )
    same_two: bool = setting(
        False,
        "the two takes a trick in which all cards are of its suit",
        says="Same two: if all cards of a trick are of one suit, its two takes them, unless the "
        "mighty or one of the two jacks is among them.",
    )


def power(card: str, trump: str) -> int:
    """3 for the mighty, 2 and 1 for the jack of trumps and the other of its colour, else 0."""
    if card == MIGHTY:
        return 3
    return 0 if card[1] != "J" else 2 * (card[0] == trump) or int(card[0] == TWIN.get(trump))
