"""Score: what a game is worth to each player, where a setting can say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardkit.cardgame.cards import Card
from cardkit.cardgame.stage import Rules
from cardkit.cardgame.values import in_words, value_of
from cardkit.netgame import Condition, Pile, Sentence, Text, condition, in_a_row, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame


@condition
class Score(Condition):
    """What a game is worth to each player."""

    win: int = setting(
        0,
        "points for winning a game",
        least=-1_000_000,
        most=1_000_000,
        says=("The winner of a game gets a point.", "The winner of a game gets {win} points."),
    )
    lose: int = setting(
        0,
        "points for coming last in a game",
        least=-1_000_000,
        most=1_000_000,
        says={0: "", -1: "Coming last costs a point.", None: "Points for coming last: {lose}."},
    )
    places: tuple[int, ...] = setting((), "points by place in a game, from first to last")
    trick: int = setting(
        0,
        "points for each trick; partners count theirs together",
        least=-1_000,
        most=1_000,
        says=("Each trick is a point.", "Each trick is {trick} points."),
    )
    tricks_before: int = setting(
        0,
        "tricks that count nothing before the others do",
        least=0,
        most=52,
        says="The first {tricks_before} tricks count nothing.",
    )
    values: dict[str, int] = setting(
        {}, "what cards are worth, by card, rank or suit; * is any other: {'SQ': 13, 'H': 1}"
    )
    counted: str = setting(
        "taken",
        "which cards are worth something: those taken in tricks, or those left in the hand",
        choices=("taken", "left"),
    )
    to_winner: bool = setting(
        False,
        "the player who has least left wins, and gets what each of the others has left more",
        says="The player who has least left wins, and gets what each of the others has left more.",
    )

    @property
    def ranks(self) -> bool:
        """Whether players are ranked by these points, not the other way round."""
        return bool(self.trick or (self.values and not self.to_winner))

    def conflicts(self) -> list[str]:
        if self.to_winner and self.counted != "left":
            return [Text("to_winner is about cards that are left: write counted='left'")]
        return []

    def misfits(self, rules: Rules) -> list[str]:
        """What does not go together with the other rules of a game."""
        declared = (each for stage in rules.stages for each in stage.declared())
        has_tricks = any(isinstance(each, Pile) and each.name == "won" for each in declared)
        if has_tricks or not (self.trick or (self.values and self.counted == "taken")):
            return []
        return [Text("score counts tricks, and this game has none")]

    def sentences(self) -> list[Sentence]:
        said = super().sentences()
        if self.places:
            points = in_a_row(str(n) for n in self.places)
            said.insert(0, ("Points by place, from first to last: {points}.", {"points": points}))
        if self.values:
            template = (
                "Cards taken in tricks count: {worth}."
                if self.counted == "taken"
                else "Cards left in the hand count: {worth}."
            )
            said.append((template, {"worth": in_words(self.values)}))
        return said

    def value(self, card: Card) -> int:
        """What a card is worth."""
        return value_of(card, self.values)

    def points(self, table: CardGame, seat: int) -> int:
        """What the game is worth to this player."""
        points = 0
        if table.ranking:
            place = table.ranking.index(seat)
            points += self.places[place] if place < len(self.places) else 0
            points += self.win if place == 0 else 0
            points += self.lose if place == len(table.ranking) - 1 else 0
        if self.trick:
            points += self.trick * max(0, table.tricks_of(seat) - self.tricks_before)
        if self.to_winner:
            if seat == table.ranking[0]:
                left = [self._cards(table, s) for s in table.order]
                points += sum(left) - len(left) * self._cards(table, seat)
        elif self.values:
            points += self._cards(table, seat)
        return points

    def begin_count(self, table: CardGame) -> None:
        """Cards that count are shown before they do."""
        if self.values and self.counted == "left":
            for seat in table.order:
                table.piles.show(table.piles[seat], seat)

    def least_left(self, table: CardGame, ranking: Sequence[int]) -> Sequence[int]:
        """The ranking by what players have left; equal players stay in order."""
        return sorted(ranking, key=lambda seat: self._cards(table, seat))

    def _cards(self, table: CardGame, seat: int) -> int:
        pile = seat if self.counted == "left" else f"won:{seat}"
        return sum(map(self.value, table.piles.get(pile, ())))
