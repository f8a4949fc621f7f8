"""Hearts (ハーツ): take no hearts and not the queen of spades, or take them all.

This example shows a condition of your own, cards passed before play begins, a `check_` hook that
forbids cards and says why, and a match won by the lowest score.
"""

from cardkit import (
    CardGame,
    CardReason,
    Command,
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
    """What cards cost, and when a match is over."""

    queen: int = setting(13, "points for SQ", least=0, says="SQ costs {queen} points.")
    until: int = setting(100, "points that end it", least=1, says="{until} points end the match.")


class Hearts(CardGame):
    """Take no hearts and not the queen of spades, or take them all."""

    title = "Hearts"
    seats = Seats(least=4, most=4)
    match = Match(games=100, low_wins=True)
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
            "What cards cost, and when a match is over.": "失点札と試合の終わり。",
            "points for SQ": "SQの失点",
            "SQ costs {queen} points.": "SQは{queen}点の失点。",
            "points that end it": "試合が終わる点数",
            "{until} points end the match.": "誰かが{until}点に達したら試合は終わり。",
            "C2 leads the first trick": "最初のトリックはC2から始めてください",
        }
    }

    def cost(self, card: str) -> int:
        return self.penalties.queen if card == "SQ" else int(card[0] == "H")

    def on_lead(self) -> None:
        self.first = self.piles.reveal("C2")

    def check_discard(self, seat: int, command: Command) -> None:
        (card,), hand = command.cards, self.hand(seat)
        first, leads = not any(self.tricks), not self.piles["table"]
        played = [c.suit for s in self.order for c in self.piles[f"won:{s}"]]
        if first and leads and "C2" in hand and card != "C2":
            raise Refused(CardReason.MUST_LEAD, "C2 leads the first trick")
        follows = not leads and card[0] == self.piles["table"][0].suit
        if first and self.cost(card) and not follows and not all(map(self.cost, hand)):
            raise Refused(Reason.AGAINST_THE_RULES, self.notes[0])
        if leads and card[0] == "H" and "H" not in played and {c.suit for c in hand} != {"H"}:
            raise Refused(Reason.AGAINST_THE_RULES, self.notes[1])

    def points(self) -> list[int]:
        """What the game costs each player; who has taken everything gives it to the others."""
        taken = [sum(map(self.cost, self.piles[f"won:{s}"])) for s in range(len(self.names))]
        everything = sum(taken)
        return [everything - own for own in taken] if everything in taken else taken

    def rank_players(self) -> list[int]:
        return sorted(self.order, key=self.points().__getitem__)

    def on_game_over(self) -> None:
        self.scores = [old + new for old, new in zip(self.scores, self.points(), strict=True)]

    def is_match_over(self) -> bool:
        return super().is_match_over() or max(self.scores) >= self.penalties.until
