"""Hearts (ハーツ): take no hearts and not the queen of spades, or take them all.

This example shows a condition of your own, cards passed before play begins, a `check_` hook that
forbids cards and says why, and a match won by the lowest score.
"""

from cardkit import (
    CardCommand,
    CardGame,
    CardReason,
    Condition,
    Deal,
    Match,
    Passing,
    Reason,
    Refused,
    Seats,
    TrickGame,
    condition,
    setting,
)


@condition
class Penalties(Condition):
    """What cards cost."""

    queen: int = setting(13, "points for SQ", least=0, says="Points for SQ: {queen}.")


class Hearts(CardGame):
    """Take no hearts and not the queen of spades, or take them all."""

    title = "Hearts"
    seats = Seats(least=4, most=4)
    match = Match(games=100, play_to=100, low_wins=True)
    penalties = Penalties()
    stages = (Deal(), Passing(count=3, to=("left", "right", "across", "keep")), TrickGame())
    notes = (
        "Whoever holds C2 shows it and leads it; cards that cost points do not go to this trick.",
        "Hearts are not led before one has been taken in a trick.",
    )
    scoring = ("Each heart costs a point. Who takes all of these cards gives them to the others.",)
    texts = {
        "ja": {
            "Hearts": "ハーツ",
            "Take no hearts and not the queen of spades, or take them all.": (
                "ハートとスペードのQを取らないように。取るなら全部。"
            ),
            notes[0]: "C2を持つ人が見せて最初に出す。このトリックに失点札は出せない。",
            notes[1]: "ハートが一度取られるまでは、ハートを台札にできない。",
            scoring[0]: "ハートは1枚1点の失点。失点札を全部取ると、他の全員の失点になります。",
            "What cards cost.": "失点札。",
            "points for SQ": "SQの失点",
            "Points for SQ: {queen}.": "SQは{queen}点の失点。",
            "C2 leads the first trick": "最初のトリックはC2から始めてください",
        }
    }

    def cost(self, card: str) -> int:
        return self.penalties.queen if card == "SQ" else int(card[0] == "H")

    def on_lead(self) -> None:
        self.first = self.piles.reveal("C2")

    def check_discard(self, seat: int, command: CardCommand) -> None:
        (card,), hand = command.cards, self.hand(seat)
        first, leads = not any(self.tricks), self.is_leading
        played = [c.suit for s in self.order for c in self.piles[f"won:{s}"]]
        if first and leads and "C2" in hand and card != "C2":
            raise Refused(CardReason.MUST_LEAD, "C2 leads the first trick")
        follows = not leads and card[0] == self.piles["table"][0].suit
        if first and self.cost(card) and not follows and not all(map(self.cost, hand)):
            raise Refused(Reason.AGAINST_THE_RULES, self.notes[0])
        if leads and card[0] == "H" and "H" not in played and {c.suit for c in hand} != {"H"}:
            raise Refused(Reason.AGAINST_THE_RULES, self.notes[1])

    def points(self, seat: int) -> int:
        """What the game costs a player; who has taken everything gives it to the others."""
        taken = {s: sum(map(self.cost, self.piles[f"won:{s}"])) for s in self.order}
        everything = sum(taken.values())
        return everything - taken[seat] if everything in taken.values() else taken[seat]
