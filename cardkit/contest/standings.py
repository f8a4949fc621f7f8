"""Who stands where: what outcomes come to for each entrant, added in the order of the plan.

Only sums are kept, so a million games take hardly more room than a thousand.

**Which unit is independent.** Pairings with the same deal are dealt the same cards: who sits in
each seat of the same deal once has no luck with the cards, and their points are anything but
independent. So the unit behind every confidence interval is the *deal*: all pairings of it
together. Deals are put into `UNITS` batches, so that a million of them need no more room; a deal is
always wholly in one batch, and with up to `UNITS` deals each has a batch of its own.
With fewer than `FEWEST_DEALS` deals there is too little to go by, and the unit is the *game*: all
games with the same number of pairings with the same deal, which have the same cards. That is
somewhat too sure where one game of a match depends on the last; `Standings.unit` tells which it is.
Wins are of whole matches, so their unit is always the deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations
from math import floor, log10
from operator import add
from typing import NamedTuple, TypeVar

from cardkit.contest.intervals import Interval, Range, Shares, mean_of, shares_of
from cardkit.contest.model import FaultKind, NotedFault, Outcome

UNITS = 509  # a prime, so that deals numbered in steps still spread over all of them
FEWEST_DEALS = 10
KEPT_FAULTS = 3
"""So many faults of each kind are kept for each entrant; all are counted."""
LONGEST_EVIDENCE = 4_000
MOST_DRAWN = 256
"""So many points of a line over games are kept."""
_STEPS = 16
"""Times are told apart to a sixteenth of a decade."""
Number = TypeVar("Number", int, float)


def places_of(scores: Sequence[float], low_wins: bool = False, partners: bool = False) -> list[int]:
    """The place of each seat, from 1; equal scores share a place.

    Partners, who face each other, have one place by what they have together.
    """
    if partners:
        half = len(scores) // 2
        return 2 * places_of(list(map(add, scores, scores[half:])), low_wins)
    best = sorted(scores, reverse=not low_wins)
    return [best.index(score) + 1 for score in scores]


@dataclass(slots=True)
class EntrantTally:
    """What one entrant has achieved, over all the seats it sat in."""

    matches: int = 0
    """Matches and games are counted once for each seat that the entrant sat in to the end."""
    games: int = 0
    points: int = 0
    """What it won in all games, without what a match begins with."""
    wins: Fraction = Fraction(0)
    """Matches won; a first place that is shared by two is half a win for each."""
    sent_away: int = 0
    """Matches that were played without it. They are lost, but have no points."""
    walkovers: int = 0
    """Matches that it won without playing, for nobody else was left."""
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    """Its longest move, in seconds."""
    paces: Counter[int] = field(default_factory=Counter)
    """How many matches it played at which pace: 16 times the logarithm of its seconds per move."""
    faults: Counter[FaultKind] = field(default_factory=Counter)
    deals: dict[int, list[int]] = field(default_factory=dict)
    """By batch of deals: points, games and matches."""
    deals_won: dict[int, list[float]] = field(default_factory=dict)
    """By batch of deals: wins, and the matches that it began."""
    boards: dict[int, list[int]] = field(default_factory=dict)
    """By batch of games: points and games, as long as there are few deals."""
    drawn: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])
    """Its points after so many games, at steps that double when there are too many."""
    step: int = 1

    @property
    def begun(self) -> int:
        """The matches that count for it: those from which it was sent away are lost."""
        return self.matches + self.sent_away + self.walkovers

    @property
    def per_move(self) -> float:
        """Seconds per move."""
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def line(self) -> list[tuple[int, int]]:
        """Its points after so many games, from the first to the last."""
        last = self.games, self.points
        return self.drawn if self.drawn[-1] == last else [*self.drawn, last]

    def pace(self, share: float) -> float:
        """The seconds per move that it stayed below in this share of its matches."""
        left = share * self.paces.total()
        for step, many in sorted(self.paces.items()):
            left -= many
            if left <= 0:
                return float(10 ** ((step + 0.5) / _STEPS))
        return self.per_move

    def won(self, points: Sequence[int]) -> None:
        """A match with so many points in each of its games."""
        self.matches += 1
        for more in points:
            self.games += 1
            self.points += more
            if self.games % self.step == 0:
                self.drawn.append((self.games, self.points))
                if len(self.drawn) > MOST_DRAWN:
                    self.drawn = self.drawn[::2]
                    self.step *= 2

    def thought(self, seconds: float, moves: int, slowest: float) -> None:
        self.moves += moves
        self.seconds += seconds
        self.slowest = max(self.slowest, slowest)
        if moves:
            self.paces[floor(_STEPS * log10(max(seconds / moves, 1e-9)))] += 1


class FaultInMatch(NamedTuple):
    """A fault, and the match in which it happened."""

    match: int
    """The number of its pairing; people and records count matches from 1."""
    fault: NotedFault


class Standings:
    """What the outcomes added so far come to; see above for what is behind the intervals."""

    def __init__(self, entrants: int, low_wins: bool = False, partners: bool = False) -> None:
        self.low_wins, self.partners = low_wins, partners
        self.matches = self.games = 0
        self.tallies = [EntrantTally() for _ in range(entrants)]
        self.before: Counter[tuple[int, int]] = Counter()
        """How often one was ranked before the other in the same match."""
        self.level: Counter[tuple[int, int]] = Counter()
        """How often the two were level; both ways round."""
        self.faults: list[FaultInMatch] = []
        """The first of each kind and entrant, in the order of the matches."""
        self.breakdowns: dict[int, FaultInMatch] = {}
        """By entrant how it broke down for the first time."""
        self.deals = 0
        """How many different deals there were."""
        self._dealt = bytearray()

    @property
    def unit(self) -> str:
        """What the confidence intervals take as independent: `deals` or `games`."""
        return "games" if self._few_deals else "deals"

    @property
    def _few_deals(self) -> bool:
        return self.deals < FEWEST_DEALS

    def add(self, outcome: Outcome) -> None:
        pairing = outcome.pairing
        self.matches += 1
        self.games += len(outcome.games)
        self._see(pairing.deal)
        places = places_of(outcome.scores, self.low_wins, self.partners)
        shared = places.count(1) // (2 if self.partners else 1)
        for seat, entrant in enumerate(pairing.entrants):
            tally, won = self.tallies[entrant], [game.points[seat] for game in outcome.games]
            win = Fraction(places[seat] == 1, shared)
            tally.wins += win
            _add(tally.deals_won, pairing.deal % UNITS, float(win), 1.0)
            if len(pairing.entrants) == 1:
                tally.walkovers += 1
                continue
            tally.won(won)
            tally.thought(outcome.seconds[seat], outcome.moves[seat], outcome.slowest[seat])
            _add(tally.deals, pairing.deal % UNITS, sum(won), len(won), 1)
            if self._few_deals:
                for game, points in enumerate(won):
                    _add(tally.boards, (pairing.deal * 101 + game) % UNITS, points, 1)
        self._compare(pairing.entrants, places)
        for away in outcome.sent_away:
            self.tallies[away].sent_away += 1
            _add(self.tallies[away].deals_won, pairing.deal % UNITS, 0.0, 1.0)
            self.before.update((other, away) for other in pairing.entrants)
        for fault in outcome.breakdowns:
            self.breakdowns.setdefault(fault.entrant, FaultInMatch(pairing.number, fault))
        for fault in outcome.faults:
            known = self.tallies[fault.entrant].faults
            known[fault.kind] += 1
            if known[fault.kind] <= KEPT_FAULTS:
                kept = replace(fault, evidence=fault.evidence[:LONGEST_EVIDENCE])
                self.faults.append(FaultInMatch(pairing.number, kept))

    def per_game(self, entrant: int) -> Interval:
        """Points per game."""
        tally = self.tallies[entrant]
        batches = tally.boards if self._few_deals else tally.deals
        return mean_of((sums[0], sums[1]) for sums in batches.values())

    def per_match(self, entrant: int) -> Interval:
        """Points per match."""
        tally = self.tallies[entrant]
        if self._few_deals:
            return self.per_game(entrant).times(tally.games / max(1, tally.matches))
        return mean_of((sums[0], sums[2]) for sums in tally.deals.values())

    def win_shares(self) -> list[Range]:
        """For each entrant the share of the matches that it won, of those that it began."""
        batches = sorted({batch for tally in self.tallies for batch in tally.deals_won})
        shares: list[Shares] = []
        for tally, one in zip(self.tallies, self.per_deal(), strict=True):
            units = [tally.deals_won.get(batch, (0.0, 0.0)) for batch in batches]
            shares.append(([won for won, _ in units], [begun for _, begun in units], one))
        return shares_of(shares, len(batches))

    def per_deal(self) -> list[float]:
        """How many matches of each entrant belong together, for they have the same cards."""
        return [max(1.0, tally.begun / max(1, self.deals)) for tally in self.tallies]

    def share(self, one: int, other: int) -> float | None:
        """The share of their common matches in which one was before the other."""
        met = self.met(one, other)
        return float(self.ahead(one, other) / met) if met else None

    def ahead(self, one: int, other: int) -> Fraction:
        """In how many of their common matches one was before the other; a draw is half."""
        return self.before[one, other] + Fraction(self.level[one, other], 2)

    def met(self, one: int, other: int) -> int:
        """How often the two played against each other."""
        return self.before[one, other] + self.before[other, one] + self.level[one, other]

    def _see(self, deal: int) -> None:
        self._dealt.extend(bytes(max(0, deal + 1 - len(self._dealt))))
        self.deals += not self._dealt[deal]
        self._dealt[deal] = True
        if not self._few_deals:
            for tally in self.tallies:
                tally.boards.clear()

    def _compare(self, entrants: Sequence[int], places: Sequence[int]) -> None:
        half = len(entrants) // 2 if self.partners else 0
        for (seat, one), (opposite, other) in permutations(enumerate(entrants), 2):
            if one == other or (half and abs(seat - opposite) == half):
                continue
            if places[seat] < places[opposite]:
                self.before[one, other] += 1
            elif places[seat] == places[opposite]:
                self.level[one, other] += 1


def _add(batches: dict[int, list[Number]], batch: int, *sums: Number) -> None:
    known = batches.get(batch)
    batches[batch] = list(sums) if known is None else list(map(add, known, sums))
