"""Score: what a game is worth to each player, where a setting can say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cardkit.cardgame.cards import Card
from cardkit.cardgame.roles import bid_for, has_role, tricks_piles
from cardkit.cardgame.stage import Rules
from cardkit.cardgame.values import in_words, value_of
from cardkit.netgame import (
    Condition,
    Sentence,
    Text,
    condition,
    in_a_row,
    setting,
)

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
        unsaid={"taken": "Cards taken in tricks count.", "left": "Cards left in the hand count."},
    )
    to_winner: bool = setting(
        False,
        "the player who has least left wins, and gets what each of the others has left more",
        says="The player who has least left wins, and gets what each of the others has left more.",
    )
    all_to_others: bool = setting(
        False,
        "a player who takes every card that counts more than 0 gives these points to all others "
        "instead",
        says="A player who takes all cards that count more than 0 gives these points to each of "
        "the others.",
    )
    last_trick: int = setting(
        0,
        "points for the last trick",
        least=-1_000,
        most=1_000,
        says=("The last trick is a point.", "The last trick is {last_trick} points."),
    )
    made: int = setting(
        0,
        "points for a bid that is made: the side takes what it has bid",
        least=-1_000_000,
        most=1_000_000,
        says=("A bid that is made is a point.", "A bid that is made is {made} points."),
    )
    bid: int = setting(
        0,
        "points for each trick of a bid that is made",
        least=-1_000,
        most=1_000,
        says=(
            "A bid that is made counts its number.",
            "A bid that is made counts {bid} times its number.",
        ),
    )
    over: int = setting(
        0,
        "points for each trick beyond a bid that is made",
        least=-1_000,
        most=1_000,
        says={0: "", None: "What is taken beyond a bid counts {over} each."},
    )
    failed: int = setting(
        0,
        "points for each trick of a bid that is not made",
        least=-1_000,
        most=1_000,
        says=(
            "A bid that is not made counts its number.",
            "A bid that is not made counts {failed} times its number.",
        ),
    )
    defended: int = setting(
        0,
        "points for the opponents of the highest bid if it is not made",
        least=-1_000_000,
        most=1_000_000,
        says=(
            "If the highest bid is not made, each opponent gets a point.",
            "If the highest bid is not made, each opponent gets {defended} points.",
        ),
    )
    bid_on: str = setting(
        "tricks",
        "what a bid is for: tricks, or the points of cards that are taken",
        choices=("tricks", "cards"),
        unsaid="A bid is for tricks.",
        says={"cards": "A bid is for points of cards, and these count for nothing else."},
    )
    exactly: bool = setting(
        False,
        "a bid is made by exactly as many tricks, not by more",
        says="A bid is made by exactly as many tricks.",
    )

    @property
    def ranks(self) -> bool:
        """Whether players are ranked by these points, not the other way round."""
        taken = self.trick or self.last_trick or self.by_bid
        return bool(taken or (self.values and not self.to_winner))

    @property
    def by_place(self) -> bool:
        """Whether some of these points follow from the ranking."""
        return bool(self.win or self.lose or self.places or self.to_winner)

    @property
    def by_bid(self) -> bool:
        return bool(self.made or self.bid or self.over or self.failed or self.defended)

    def conflicts(self) -> list[str]:
        taken = self.counted == "taken"
        if self.counted == "left" and not self.values:
            return [Text("cards that are left count by their values: write values={…}")]
        if self.tricks_before and not self.trick and not (self.by_bid and self.bid_on == "tricks"):
            return [Text("tricks_before is about tricks that count: write trick=1 or bid=…")]
        if self.to_winner and self.counted != "left":
            return [Text("to_winner is about cards that are left: write counted='left'")]
        if self.all_to_others and not (max(self.values.values(), default=0) > 0 and taken):
            return [Text("all_to_others is about points of cards that are taken: write values={…}")]
        if self.exactly and (self.over or not self.by_bid):
            return [Text("exactly is about bids, and leaves nothing over: write made=… or bid=…")]
        if self.bid_on == "cards" and not (self.by_bid and self.values and taken):
            return [Text("a bid on cards needs their values and its own: write values={…}, bid=…")]
        if not (self.ranks or self.by_place):
            return [Text("nothing counts: write win=1, trick=1 or values={…}")]
        return []

    def misfits(self, rules: Rules) -> list[str]:
        """What does not go together with the other rules of a game."""
        stages = rules.stages
        taken = self.trick or self.last_trick or self.by_bid
        counts = taken or (self.values and self.counted == "taken")
        if counts and not has_role(stages, "tricks"):
            return [Text("score counts tricks, and this game has none")]
        if self.by_bid and not has_role(stages, "bids"):
            return [Text("score counts bids, and nobody bids a number: put an Auction() before")]
        if self.defended and not has_role(stages, "declarer"):
            return [Text("nobody defends where each bids for themselves: leave defended")]
        return []

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
        """What the game is worth to this player; points by place come when it is over."""
        return self._points(table, seat, self._by_cards(table) if self.values else {})

    def all_points(self, table: CardGame) -> dict[int, int]:
        """What it is worth to each player; their cards are counted once for all."""
        cards = self._by_cards(table) if self.values else {}
        return {seat: self._points(table, seat, cards) for seat in table.order}

    def _points(self, table: CardGame, seat: int, cards: Mapping[int, int]) -> int:
        points = 0
        if self.by_place and not table.playing:
            points += self._by_place(table, seat)
        if self.trick:
            points += self.trick * max(0, table.tricks_of(seat) - self.tricks_before)
        if self.by_bid:
            points += self._by_bid(table, seat, cards)
        if self.last_trick and table.last_trick in table.side(seat):
            points += self.last_trick
        if self.values and not self.to_winner and self.bid_on == "tricks":
            points += cards[seat]
        return points

    def begin_count(self, table: CardGame) -> None:
        """Cards that count are shown before they do."""
        if self.values and self.counted == "left":
            for seat in table.order:
                table.piles.show(table.piles[seat], seat)

    def least_left(self, table: CardGame, ranking: Sequence[int]) -> Sequence[int]:
        """The ranking by what players have left; equal players stay in order."""
        left = self._by_cards(table)
        return sorted(ranking, key=left.__getitem__)

    def _by_place(self, table: CardGame, seat: int) -> int:
        """Who share a place get what it is worth; nobody who is first comes last."""
        place, last = table.place_of(seat), table.place_of(table.ranking[-1])
        points = self.places[place - 1] if place <= len(self.places) else 0
        points += self.win if place == 1 else self.lose if place == last else 0
        if self.to_winner and seat == table.ranking[0]:
            left = self._by_cards(table)
            points += sum(left[each] - left[seat] for each in table.order)
        return points

    def _by_bid(self, table: CardGame, seat: int, cards: Mapping[int, int]) -> int:
        found = bid_for(table, seat)
        if found is None:
            return 0
        bid, bidder = found
        on_tricks = self.bid_on == "tricks"
        taken = table.tricks_of(bidder) if on_tricks else cards[bidder]
        beyond = taken - self.tricks_before - bid
        failed = beyond < 0 or (beyond > 0 and self.exactly)
        if bidder != seat:
            return self.defended if failed else 0
        return self.failed * bid if failed else self.made + self.bid * bid + self.over * beyond

    def _by_cards(self, table: CardGame) -> dict[int, int]:
        """What the cards of each side are worth, or those left to each player."""
        seats, values = range(len(table.names)), self._values(table)
        if self.counted == "left":
            return {seat: sum(values[seat]) for seat in seats}
        sides = [table.side(seat) for seat in seats]
        own = [*map(sum, values)]
        points = {seat: sum([own[each] for each in sides[seat]]) for seat in seats}
        if not self.all_to_others:
            return points
        takers = [seat for seat in seats if values[seat] and max(values[seat]) > 0]
        if takers and {*takers} <= {*sides[takers[0]]}:
            given = sum(value for seat in takers for value in values[seat] if value > 0)
            for seat in seats:
                points[seat] += -given if seat in sides[takers[0]] else given
        return points

    def _values(self, table: CardGame) -> list[list[int]]:
        """What each card is worth that players have taken, or have left, by seat."""
        worth, piles = table.cards.worth[(*self.values.items(),)], table.piles
        left = self.counted == "left"
        keys = [[seat] if left else tricks_piles(table, seat) for seat in range(len(table.names))]
        return [[worth[c] for key in own for c in piles.get(key, ())] for own in keys]
