"""The house rules that a table of President can choose."""

from cardkit import Condition, condition, setting


@condition
class HouseRules(Condition):
    """The house rules of a table."""

    leads: str = setting(
        "president",
        "who leads from the second game on",
        choices=("president", "scum", "C3"),
        says={
            "president": "The president leads from the second game on.",
            "scum": "The scum leads from the second game on.",
            "C3": "So it is in every game.",
        },
    )
    twos_clear: bool = setting(
        False,
        "a play of 2s clears the table at once",
        says="A play of 2s clears the table at once, and its player leads.",
    )
    equal: str = setting(
        "never",
        "whether as many cards of the same rank may be played, and whether they skip a player",
        choices=("never", "allowed", "skips"),
        unsaid="Cards are beaten by higher ranks only.",
        says={
            "allowed": "As many cards of the same rank may be played, too.",
            "skips": "As many cards of the same rank may be played, too, and skip the next player.",
        },
    )
