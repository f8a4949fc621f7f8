"""The house rules that a table of Spades can choose."""

from typing import ClassVar

from cardkit import Condition, Declared, Fact, Text, condition, setting

PENALTY = 100


@condition
class House(Condition):
    """How players bid, and what nils and bags are worth."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Fact("bags", "how many bags each player has", "bags", told="", kind="seats"),
    )

    suicide: bool = setting(
        False,
        "one of two partners bids nil, and the other at least four",
        says="One of two partners bids nil, and the other at least 4.",
    )
    nil: int = setting(
        100,
        "points for a nil that is made, and against one that fails",
        least=0,
        most=1_000,
        says="A bid of 0 is nil: a player who then takes no trick gets {nil} points, and one who "
        "does loses as many.",
    )
    nil_helps: bool = setting(
        False,
        "the tricks of a nil that fails count towards the bid of the partner",
        says={
            True: "Tricks of a nil that fails count towards the partner's bid.",
            False: "Tricks of a nil that fails are bags, and do not help the partner.",
        },
    )
    bags: int = setting(
        10,
        "bags that cost the penalty each time",
        unsaid={0: "none do"},
        least=0,
        most=100,
        says={
            0: "Each trick beyond a bid is a bag and counts one point.",
            None: "Each trick beyond a bid is a bag and counts one point; every {bags} bags in a "
            "match cost {penalty} points.",
        },
    )
    penalty: int = setting(PENALTY, "points that so many bags cost", least=0, most=1_000)
    lost_at: int = setting(
        500,
        "points below zero that end a match",
        unsaid={0: "none do"},
        least=0,
        most=10_000,
        says="A match is also over when somebody falls to -{lost_at} points.",
    )

    def conflicts(self) -> list[str]:
        if not self.bags and self.penalty != PENALTY:
            return [Text("no number of bags costs the penalty: leave it, or write bags=10")]
        return []
