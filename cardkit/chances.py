"""Chance, followed every way: what an input can come to, and what a bot may choose, how likely.

What draws by lot is run again and again, each time with another outcome of its draws. So it works
for every game and every bot, as long as there are not too many ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from math import factorial
from typing import Any, TypeVar

from cardkit.cardgame import Choice
from cardkit.netgame import Amount, Command, Event, NetGame, Offer

_T = TypeVar("_T")


class Undecided(Exception):
    """A draw of which no outcome is given; there are so many."""

    def __init__(self, ways: int) -> None:
        super().__init__(ways)
        self.ways = ways


class Script:
    """The outcomes of draws, one after the other; a dealer and a source of chance."""

    def __init__(self, outcomes: tuple[int, ...] = ()) -> None:
        self._left = iter(outcomes)

    def below(self, n: int, label: str = "") -> int:
        if n == 1:
            return 0
        outcome = next(self._left, None)
        if outcome is None:
            raise Undecided(n)
        return outcome

    def shuffle(self, cards: list[Any], label: str) -> None:
        outcome, left = self.below(factorial(len(cards)), label), cards.copy()
        for at in range(len(cards)):
            outcome, place = divmod(outcome, len(left))
            cards[at] = left.pop(place)


def every_way(run: Callable[[Script], _T], most: int = 1 << 62) -> Iterator[tuple[_T, float]]:
    """What this can come to, with how likely that is; `Undecided` if there are too many ways."""
    todo: list[tuple[tuple[int, ...], int]] = [((), 1)]
    while todo:
        outcomes, ways = todo.pop()
        try:
            result = run(Script(outcomes))
        except Undecided as draw:
            more = ways * draw.ways
            if more > most:
                raise Undecided(more) from None
            todo += [((*outcomes, outcome), more) for outcome in range(draw.ways)]
            continue
        yield result, 1 / ways


def outcome_of(
    table: NetGame, who: str, what: str, script: Script
) -> tuple[NetGame, tuple[Event, ...]]:
    """A table like this one after an input, with what it draws; and what it told."""
    twin = table.copy()
    twin.chance.employ(lambda key: script)
    twin.chance.dealer = script
    return twin, twin.apply(who, what)


def every_command(offers: Iterable[Command | Offer]) -> Iterator[Command]:
    """What is legal, one by one, with all that open offers stand for."""
    for offer in offers:
        match offer:
            case Amount():
                yield from (offer.command(n) for n in range(offer.least, offer.most + 1))
            case Choice():
                for count in range(offer.least, offer.most + 1):
                    yield from map(offer.command, combinations(offer.cards, count))
            case Offer():
                yield from (said for said, _ in every_way(partial(_sample, offer)))
            case _:
                yield offer


def _sample(offer: Offer, script: Script) -> Command:
    return offer.sample(script.below)
