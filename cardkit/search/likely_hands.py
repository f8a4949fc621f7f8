"""A race at tables whose hidden cards fit what was said.

Of hands that others may have, those are likely with which they would have said what they did; the
sensible bot tells what that is. The tables are a chain: each is like the one before, but for cards
that have changed places, which is taken if it makes what was said likelier, and else now and then
(the algorithm of Metropolis). Here nobody has moved a card that not everybody saw, so whoever
changes nothing but hidden cards gets the same game again, or one that cannot have been.
"""

from __future__ import annotations

from collections.abc import Collection
from math import inf, log
from typing import NamedTuple

from cardkit.cardgame import CardGame
from cardkit.cardgame.piles import PileKey
from cardkit.netgame import Command, NetGame, Offer
from cardkit.netgame.knowledge import Data
from cardkit.search.race import Race
from cardkit.search.search import admitted

UNLIKE = 0.1
"""How likely anybody is to say something else than the sensible bot would, as compared to that: for
it is not the bot who plays there."""
CHANGES = 8
"""So many changes are tried from one table to the next."""
FIRST = 32
"""And so many for each of the first tables, as the first of all was dealt by lot."""
SETTLED = 6
"""The tables that are the first."""
TRIES = 40
"""So many tables are dealt by lot at most to find one at which the game may have been played."""


class Guess(NamedTuple):
    """How the cards may have lain, and what that comes to."""

    table: CardGame
    """The table as it would be by now."""
    said: list[Command]
    unlike: list[bool]
    """Of each thing that was said, whether the bot would have said something else."""


class LikelyHands(Race):
    """A race in which tables are likely by what was said at them; see the top of this file."""

    _opening: CardGame
    """How the cards may have lain when the first of it was said; changed all the time."""
    _guess: Guess | None = None
    """What that comes to."""
    _reads = True
    """Whether the game can be told again."""
    _places: list[tuple[PileKey, int]]
    """Where hidden cards lay, by pile and place in it."""

    def imagine(self) -> NetGame:
        if self._guess is None and self._reads:
            self._guess = self._first_guess()
            self._reads = self._guess is not None and len(self._places) > 1
        if self._guess is None or not self._reads:
            return super().imagine()
        for _ in range(CHANGES if self.tables > SETTLED else FIRST):
            self._guess = self._change(self._guess)
        return self._guess.table.copy()

    def _first_guess(self) -> Guess | None:
        """One by lot; None where something else has happened, as that a player has left."""
        data: Data = self.knowledge
        past = data["past"]
        if past is None:
            return None
        opening: Data = dict(past["opening"])
        opening["lacks"] = data["lacks"]  # hidden cards have stayed where they were
        if all(len(each) == 1 for each in data["cannot_hold"].values()):
            opening["cannot_hold"] = data["cannot_hold"]
        known = super().imagine()
        for _ in range(TRIES):
            table = self.game.imagine(opening, self.below)
            assert isinstance(table, CardGame)
            self._opening = table
            guess = self._told_again()
            if guess is not None:
                self._places = [
                    (key, at)
                    for key, pile in table.piles.items()
                    for at, card in enumerate(pile)
                    if not table.piles.seen[card.number] >> self.seat & 1
                ]
                return guess if guess.table.view(self.seat) == known.view(self.seat) else None
        return None

    def _change(self, guess: Guess) -> Guess:
        """Let two hidden cards change places, if what was said is then likely enough."""
        places, piles = self._places, self._opening.piles
        key, at = places[self.below(len(places))]
        other, there = places[self.below(len(places))]
        if key == other:
            return guess
        card, second = piles[key][at], piles[other][there]
        see = piles.seen[card.number] | piles.seen[second.number]
        asked = [seat for seat in self._opening.order if see >> seat & 1]
        # As likely as by UNLIKE for each, so many more may be unlike the bot.
        more = int(log((self.below(1 << 30) + 1) / (1 << 30)) / log(UNLIKE))
        piles.exchange(card, key, second, other)
        changed = None
        if piles.are_possible(key, other):
            changed = self._told_again(guess, asked, sum(guess.unlike) + more)
        if changed is None:
            piles.exchange(second, key, card, other)
        return changed or guess

    def _told_again(
        self, before: Guess | None = None, asked: Collection[int] = (), most: float = inf
    ) -> Guess | None:
        """The game as it went on from the opening.

        None where it cannot have gone like that, or where more was unlike the bot than at most.
        Who sees no other card than before, says the same: only those who are `asked` may not.
        """
        data: Data = self.knowledge
        lines = data["past"]["said"]
        table = self._opening.copy()
        guess = Guess(table, [], [])
        unlike = 0
        if before is not None:
            marks = zip(lines, before.unlike, strict=True)
            unlike = sum([mark for (by, _), mark in marks if by not in asked])
        for number, (by, line) in enumerate(lines):
            if by not in table.awaited:
                return None
            if before is not None and by not in asked:
                said, mark = before.said[number], before.unlike[number]
            else:
                heard = found(table, by, line) if line else None
                if heard is None:
                    return None
                said, mark = heard, by != self.seat and self.usual(table, by) != heard
                unlike += mark
            if unlike > most:
                return None
            guess.said.append(said)
            guess.unlike.append(mark)
            table.answer(by, said)
        return guess


def found(table: NetGame, seat: int, line: str) -> Command | None:
    """The command of this line, if it is legal."""
    legal = table.legal(seat)
    listed = next((e for e in legal if isinstance(e, Command) and e == line), None)
    return listed or admitted([each for each in legal if isinstance(each, Offer)], line)
