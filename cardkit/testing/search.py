"""Looks for what random play does not reach: words hardly ever said, stages and endings never seen.

It keeps a table of each kind that it has come across (which stage, which verbs are offered, how
many cards are where, how long the game lasts). It plays on from those it has played on from least,
in turn the first that it came across and the longest game, and prefers words that were said least.
The same search finds the same again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from cardkit.cardgame import CardGame
from cardkit.netgame import Command, NetGame, Offer, pick
from cardkit.netgame.game import Entry
from cardkit.testing.reached import FORFEIT, Reached
from cardkit.testing.telling import check_cards
from cardkit.testing.trial import Trial

LEG = 40
"""So many moves are played on from a table before another one is chosen."""
MOST_KEPT = 3000

Kind = tuple[object, ...]
Found = Callable[[Sequence[Entry]], None]
"""What is done with the journal of a match in which something new was reached."""


class Search:
    """One search, in matches with the rules of one trial."""

    def __init__(self, trial: Trial, reached: Reached, found: Found) -> None:
        self.trial, self.reached, self.found = trial, reached, found
        self.below = trial.chance("search")
        self.kept: dict[Kind, NetGame] = {}
        self.visits: Counter[Kind] = Counter()
        self.length: dict[Kind, int] = {}
        """The inputs since the game began that is played there."""
        self.legs = 0
        self.said: Counter[tuple[str, str]] = Counter()

    def run(self, moves: int) -> int:
        """Play until everything is reached or so many moves are made; how many were made."""
        wanted, made = {*self.trial.towards} - {FORFEIT}, 0  # which comes of trouble, not of moves
        table = self.trial.table()
        self.trial.seat_players(table, lambda table, events: None)
        self._keep(table, 0)
        while made < moves and wanted - self.reached.seen:
            kind = min(self.kept, key=self._rank)
            self.legs += 1
            self.visits[kind] += 1
            table, length = self.kept[kind].copy(), self.length[kind]
            self.trial.latest = table
            for _ in range(LEG):
                made += 1
                known = wanted & self.reached.seen
                length = length + 1 if table.playing else 0
                self._step(table)
                if wanted & self.reached.seen != known:
                    self.found(tuple(table.journal))
                self._keep(table, length)
        return made

    def _rank(self, kind: Kind) -> tuple[int, int]:
        return self.visits[kind], -self.length[kind] if self.legs % 2 else 0

    def _step(self, table: NetGame) -> None:
        trial = self.trial
        if not table.playing:
            trial.apply(table, "", "START")
        else:
            seat = trial.asked(table, self.below)
            trial.apply(table, table.names[seat], self._choose(table, trial.offers(table, seat)))
        check_cards(trial, table)

    def _choose(self, table: NetGame, offers: Sequence[Command | Offer]) -> Command:
        """In turn by lot: a word that was said least, any word, and anything that is offered.

        Where one may pass or bid any number, four passes in a row would else hardly ever come.
        """
        stage = _stage_of(table)
        how, verbs = self.below(3), {offer.verb: self.said[stage, offer.verb] for offer in offers}
        if how < 2 and len(verbs) > 1:
            verb = min(verbs, key=verbs.__getitem__) if how else [*verbs][self.below(len(verbs))]
            offers = [offer for offer in offers if offer.verb == verb]
        command = pick(offers, self.below)
        self.said[stage, command.verb] += 1
        return command

    def _keep(self, table: NetGame, length: int) -> None:
        kind = _kind_of(table, length // 8)
        if kind not in self.kept and len(self.kept) < MOST_KEPT:
            self.kept[kind] = table.copy()
            self.length[kind] = length


def _stage_of(table: NetGame) -> str:
    return table.stage.key() if isinstance(table, CardGame) else ""


def _kind_of(table: NetGame, length: int) -> Kind:
    """What tables have in common that are worth looking at once."""
    if not table.playing:
        return "over", table.game_no
    offers = table.legal(table.awaited[0]) if table.awaited else ()
    kind = _stage_of(table), frozenset(o.verb for o in offers), length
    if not isinstance(table, CardGame):
        return kind
    hands = [len(table.piles[seat]) for seat in table.order]
    return *kind, min(hands), len(table.piles["stock"]).bit_length()
