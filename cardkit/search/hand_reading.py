"""A race at tables that fit what was said: whoever bets has cards for it.

Each imagined game is told again from its first question on. Others have said what they said; how
likely that is with the cards imagined for them, the sensible bot tells. Tables are then drawn by
that likelihood.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from cardkit.cardgame import CardGame
from cardkit.cardgame.command import with_cards
from cardkit.netgame import Amount, Command, NetGame, Offer
from cardkit.netgame.knowledge import Data
from cardkit.search.race import Race

UNLIKE = 0.004
"""How likely anybody is to say something else than the sensible bot would."""
TRIES = 40
"""So many games are told again at most to find one that is likely."""
BET = 1.5
"""By so many standard errors a bet has to be better than that of the sensible bot."""
SIZES = (0.0, 0.5, 1.0, 2.0)
"""Bets that are tried: so many times what is in the pot more than the least."""


class HandReading(Race):
    """A race in which the tables are drawn by what was said at them."""

    _reads: bool | None = None
    """Whether games told again are those that were played; None: not known yet."""
    _most = 0.0
    """The greatest likelihood so far."""

    def imagine(self) -> NetGame:
        data: Data = self.knowledge
        past = data["past"]
        if self._reads is None:
            table = super().imagine()
            if isinstance(table, CardGame) and table.stage.tells_of_hands():
                self.better = BET
            self._reads = past is not None and self._is_told_by(past, table)
        if not self._reads:
            return super().imagine()
        told = list[tuple[NetGame, float]]()
        while len(told) < TRIES:
            table, likely = self.tell_again(past)
            self._most = max(self._most, likely)
            if self._chance() * self._most < likely:
                return table
            told.append((table, likely))
        drawn = self._chance() * sum(likely for _, likely in told)
        upto = accumulate(likely for _, likely in told)
        return next(table for (table, _), end in zip(told, upto, strict=True) if end >= drawn)

    def _is_told_by(self, past: Data, known: NetGame) -> bool:
        """Whether nothing else has happened, as that a player left; and find out what is likely."""
        for _ in range(TRIES):
            table, likely = self.tell_again(past)
            self._most = max(self._most, likely)
        return bool(likely) and table.view(self.seat) == known.view(self.seat)

    def _chance(self) -> float:
        return self.below(1 << 30) / (1 << 30)

    def tell_again(self, past: Data) -> tuple[NetGame, float]:
        """The game as it may have gone, and how likely it is that the others said what they did."""
        table = self.game.imagine(past["opening"], self.below)
        assert isinstance(table, CardGame)
        reader, weight = table._reader(), 1.0
        for by, heard in past["said"]:
            if by not in table.awaited:
                return table, 0.0
            known = reader.read(heard)
            if by == self.seat:
                table.answer(by, known)
                continue
            usual = self.usual(table, by)
            if isinstance(known, Command):
                weight *= alike(usual, known)
            elif known is not None and is_heard_as(usual, known):
                known = usual
            else:
                known = table._make_up(by, known, self.below)
                weight *= UNLIKE
            table.answer(by, known)
        return table, weight

    def risk(self, table: NetGame, command: Command) -> float:
        """What it costs, as if it were lost at one table more than were seen."""
        tried, before = table.copy(), table.scores[self.seat]
        tried.answer(self.seat, command)
        players = len(table.names)
        return max(0, before - tried.scores[self.seat]) * players / (players - 1)

    def few_of(self, offer: Offer, table: NetGame) -> Sequence[Command]:
        if not isinstance(offer, Amount) or not isinstance(table, CardGame) or table.bank is None:
            return super().few_of(offer, table)
        wished = [offer.least + int(size * table.pot.total) for size in SIZES]
        return [offer.command(min(each, offer.most)) for each in wished]


def alike(usual: Command, said: Command) -> float:
    """How likely somebody is to say this who usually says that."""
    if usual == said:
        return 1.0
    if usual.verb != said.verb or not said.amount or not usual.amount:
        return UNLIKE
    less, more = sorted((usual.amount, said.amount))
    return max(UNLIKE, (less / more) ** 3)


def is_heard_as(usual: Command, heard: Sequence[object]) -> bool:
    """Whether a command with cards that are hidden was heard as this: word, to whom, how many."""
    said = with_cards(usual)
    return [said.verb, said.target, len(said.cards)] == [*heard]
