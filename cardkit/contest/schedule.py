"""Who plays whom: the formats of a contest, as pairings in stages.

Pure: it depends on the seed and, in a Swiss contest, on the outcomes of the rounds before. Pairings
are made one after the other, so that a million of them need no room.

Seats and groups are drawn by lot, so that nobody gains by where it stands on the command line; of
several draws the one is taken that makes seats, neighbours and opponents most even.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations, islice, permutations, product
from math import ceil, comb, factorial, gcd, log2
from random import Random

from cardkit.contest.model import Outcome, Pairing
from cardkit.contest.standings import places_of
from cardkit.contest.teams import TABLES

Group = tuple[int, ...]
MOST_TRIED = 2000
"""How many ways to seat a round of a Swiss contest are looked at before some may meet again."""
MOST_ORDERS = 120
"""So many orders of a group are looked at: all of them up to five players."""
MOST_WAITING = 1000
"""So many pairings are looked at for those that can be played at the same time."""
MOST_SEARCHED = 300
"""With more tables than this they are not looked for at all."""


class Format(StrEnum):
    """Who plays whom."""

    SINGLE = "single"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    POOL = "pool"


class Seating(StrEnum):
    """In which seats a group plays whenever it meets."""

    ONCE = "once"
    """One match, in seats that move on from match to match."""
    ROTATE = "rotate"
    """As many matches as there are seats: everybody in every seat, and always in the same circle.

    When the group meets again it sits in another circle.
    """
    ALL = "all"
    """A match in every order there is."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The pairings of a contest between entrants 0 to `entrants` - 1, so many at a table."""

    format: Format
    entrants: int
    players: int
    matches: int = 1
    """How often each group meets."""
    rounds: int = 1
    """Of a Swiss contest or a pool: how often everybody plays in a group."""
    seating: Seating = Seating.ONCE
    duplicate: bool = False
    """The same deals for every seating and every group."""
    seed: int = 0
    low_wins: bool = False
    partners: bool = False
    """Who face each other at a table win and lose together."""
    teams: bool = False
    """Each entrant is a team that has both seats of a side, and a match is played at two tables."""
    bar: bool = False
    """Who breaks down is out of all later matches."""

    @property
    def size(self) -> int:
        """How many entrants meet at a table."""
        return self.players // 2 if self.teams else self.players

    @property
    def tables(self) -> int:
        """At how many tables a match is played."""
        return TABLES if self.teams else 1

    @property
    def stages(self) -> int:
        """How often the outcomes so far are needed to go on."""
        return self.rounds if self.format is Format.SWISS else 1

    @property
    def groups(self) -> int:
        """How many groups meet in all."""
        match self.format:
            case Format.SINGLE | Format.ROUND_ROBIN:
                return comb(self.entrants, self.size)
            case Format.SWISS:
                return self.rounds * (self.entrants // self.size)
            case Format.POOL:
                return self.rounds * self.entrants // self.size

    @property
    def total(self) -> int:
        """How many matches there are in all."""
        return self.groups * self.matches * self._seatings

    @property
    def _seatings(self) -> int:
        match self.seating:
            case Seating.ONCE:
                return 1
            case Seating.ROTATE:
                return self.size
            case Seating.ALL:
                return factorial(self.size)

    def stage(self, number: int, outcomes: Callable[[], Iterable[Outcome]]) -> Iterator[Pairing]:
        """The pairings of this stage; all matches of the stages before are played."""
        if self.format is not Format.SWISS:
            draw = self._pool if self.format is Format.POOL else self._everybody
            return self._meetings(lambda: self._seated(draw()), 0)
        even = self._even_seats(number)
        before = (outcome for outcome in outcomes() if outcome.pairing.round < number)
        groups = swiss_round(self, number, map(even.noted, before))
        seated = [(number, even.drawn(group)) for group in groups]
        each = self.total // self.rounds
        return self._meetings(lambda: seated, number * each)

    def _seated(self, groups: Iterable[tuple[int, Group]]) -> Iterator[tuple[int, Group]]:
        """The groups in the order in which they sit; the same whenever they meet."""
        even = self._even_seats(0)
        return ((round_, even.drawn(group)) for round_, group in groups)

    def _even_seats(self, stage: int) -> EvenSeats:
        return EvenSeats(self.entrants, self.size, Random(f"{self.seed} seats {stage}"))

    def _everybody(self) -> Iterator[tuple[int, Group]]:
        lot = Random(f"{self.seed} groups").sample(range(self.entrants), self.entrants)
        return ((0, group) for group in combinations(lot, self.size))

    def _pool(self) -> Iterator[tuple[int, Group]]:
        """Groups of those who have played least and met each other least, and else by lot."""
        random = Random(f"{self.seed} pool")
        played = [0] * self.entrants
        met = [[0] * self.entrants for _ in played]
        for number in range(self.groups):
            left = random.sample(range(self.entrants), self.entrants)
            group: list[int] = []
            while len(group) < self.size:
                before = [(played[one], sum(met[one][other] for other in group)) for one in left]
                group.append(left.pop(before.index(min(before))))
            for one in group:
                played[one] += 1
                for other in group:
                    met[one][other] += 1
            yield number * self.size // self.entrants, tuple(group)

    def _meetings(
        self, draw: Callable[[], Iterable[tuple[int, Group]]], first: int
    ) -> Iterator[Pairing]:
        """All matches of these groups, numbered; all groups meet once before any meets again."""
        number = first
        for meeting in range(self.matches):
            for round_, group in draw():
                for seats in self._seats(group, meeting):
                    deal = meeting + round_ * self.matches if self.duplicate else number
                    both = seats * 2 if self.teams else seats
                    yield Pairing(number, both, deal, self._round(round_, meeting))
                    number += 1

    def _round(self, round_: int, meeting: int) -> int:
        by_rounds = self.format in (Format.SWISS, Format.POOL)
        return round_ if by_rounds else meeting

    def _seats(self, group: Group, meeting: int) -> Iterator[Group]:
        match self.seating:
            case Seating.ONCE:
                yield turned(circle(group, meeting // self.size), meeting)
            case Seating.ROTATE:
                seats = circle(group, meeting)
                yield from (turned(seats, by) for by in range(self.size))
            case Seating.ALL:
                yield from permutations(group)


class EvenSeats:
    """Draws who sits where: everybody as often in every seat, and as far from everybody else."""

    def __init__(self, entrants: int, size: int, lot: Random) -> None:
        self._size, self._lot = size, lot
        self._seats = [[0] * size for _ in range(entrants)]
        self._behind = [[[0] * entrants for _ in range(entrants)] for _ in range(size // 2)]
        """By distance: how often one sat so many seats behind the other."""

    def drawn(self, group: Group) -> Group:
        """The group in the order in which it sits."""
        orders: Iterable[Group]
        size = len(group)
        if factorial(size) > MOST_ORDERS:
            circles = [tuple(self._lot.sample(group, size)) for _ in range(MOST_ORDERS // size)]
            orders = (turned(order, by) for order in circles for by in range(size))
        else:
            orders = permutations(self._lot.sample(group, size))
        best = min(orders, key=self._uneven)
        self.sit(best)
        return best

    def noted(self, outcome: Outcome) -> Outcome:
        """The outcome, after what it says of seats; a rematch is played at a smaller table."""
        if len(outcome.pairing.entrants) == self._size:
            self.sit(outcome.pairing.entrants)
        return outcome

    def sit(self, order: Group) -> None:
        """They sit in this order."""
        for seat, one in enumerate(order):
            self._seats[one][seat] += 1
            for back, behind in enumerate(self._behind, 1):
                behind[one][order[seat - back]] += 1

    def _uneven(self, order: Group) -> int:
        """How often they sat like that before."""
        found = 0
        for seat, one in enumerate(order):
            found += self._seats[one][seat]
            for back, behind in enumerate(self._behind, 1):
                found += behind[one][order[seat - back]]
        return found


def turned(group: Group, by: int) -> Group:
    """The same round the table, but everybody some seats on."""
    by %= len(group)
    return group[by:] + group[:by]


def circle(group: Group, number: int) -> Group:
    """The group in another order round the table, so that nobody always plays after the same one.

    There are (n - 1)! circles. They come in an order in which already the first few differ much.
    """
    first, *others = group
    number = number * _stride(len(others)) % factorial(len(others))
    order = [first]
    while others:
        at, number = divmod(number, factorial(len(others) - 1))
        order.append(others.pop(at))
    return tuple(order)


@cache
def _stride(others: int) -> int:
    """From circle to circle: about the golden section of all, and by the end all were there."""
    circles = max(2, factorial(others))
    return next(by for by in range(circles * 3 // 5, 0, -1) if gcd(by, circles) == 1)


def usual_rounds(format_: Format, entrants: int) -> int:
    """How many rounds there are when nobody says it."""
    return ceil(log2(max(2, entrants))) + 1 if format_ is Format.SWISS else 10


def even_rounds(rounds: int, entrants: int, players: int) -> int:
    """The least number of rounds from this one on after which all have played equally often."""
    while rounds * entrants % players:
        rounds += 1
    return rounds


def in_turn(pairings: Iterable[Pairing]) -> Iterator[list[Pairing]]:
    """The pairings in groups in which nobody plays twice; each plays in the order of the numbers.

    So all of a group can be played at the same time, after all of the groups before.
    """
    todo, left = iter(pairings), list[Pairing]()
    while True:
        left += islice(todo, MOST_WAITING - len(left))
        if not left:
            return
        now, later, busy = list[Pairing](), list[Pairing](), set[int]()
        for pairing in left:
            (now if busy.isdisjoint(pairing.entrants) else later).append(pairing)
            busy.update(pairing.entrants)
        left = later
        yield now


# --- Swiss ---------------------------------------------------------------------------------------


def swiss_round(schedule: Schedule, number: int, outcomes: Iterable[Outcome]) -> list[Group]:
    """The groups of a round: who has won as much as the others, and has not met them before.

    Who is left over rests; who has rested least often does, from below, and is given a win for it.
    """
    standing = Standing(schedule.entrants, schedule.low_wins, schedule.partners)
    for outcome in outcomes:
        standing.add(outcome)
    standing.count_rests(schedule, number)
    lot = Random(f"{schedule.seed} swiss {number}").sample(
        range(schedule.entrants), k=schedule.entrants
    )
    lot = [entrant for entrant in lot if not (schedule.bar and entrant in standing.broken)]
    order = sorted(lot, key=lambda entrant: -standing.points[entrant])
    left_over = len(order) % schedule.size
    from_below = range(len(order) - 1, -1, -1)
    resting = sorted((order[at] for at in from_below), key=standing.rests.__getitem__)[:left_over]
    playing = [entrant for entrant in order if entrant not in resting]
    return divide(playing, schedule.size, standing.met)


class Standing:
    """What the rounds so far have come to."""

    def __init__(self, entrants: int, low_wins: bool, partners: bool = False) -> None:
        self._low_wins, self._partners = low_wins, partners
        self.points = [0.0] * entrants
        """For each match the share of the others who were beaten."""
        self.met: Counter[frozenset[int]] = Counter()
        self.rests = [0] * entrants
        self.broken: set[int] = set()
        """Who has broken down."""
        self._played: set[tuple[int, int]] = set()

    def add(self, outcome: Outcome) -> None:
        pairing = outcome.pairing
        places = places_of(outcome.scores, self._low_wins, self._partners)
        sides = places[: len(places) // 2] if self._partners else places
        for fault in outcome.faults:  # who was sent away did not rest
            self._played.add((pairing.round, fault.entrant))
        self.broken.update(fault.entrant for fault in outcome.breakdowns)
        for one, place in zip(pairing.entrants, places, strict=True):
            self._played.add((pairing.round, one))
            beaten = sum((place < other) + (place == other) / 2 for other in sides) - 0.5
            self.points[one] += beaten / (len(sides) - 1) if len(sides) > 1 else 1
        self.met.update(map(frozenset, combinations(pairing.entrants, 2)))

    def count_rests(self, schedule: Schedule, rounds: int) -> None:
        """A rest is worth as much as winning all matches of that round."""
        won = schedule.total / schedule.groups / schedule.tables
        for entrant in range(schedule.entrants):
            rests = sum((round_, entrant) not in self._played for round_ in range(rounds))
            self.rests[entrant] = rests
            self.points[entrant] += won * rests


def divide(order: Sequence[int], size: int, met: Counter[frozenset[int]]) -> list[Group]:
    """Neighbours in the order play together, as far as they have not met before.

    Looked for is the first division, from the top, in which nobody meets again; when there is none
    (or none is found soon), those who have met least often meet again.
    """
    tried = 0

    def search(left: Sequence[int]) -> list[Group] | None:
        nonlocal tried
        if not left:
            return []
        first, rest = left[0], left[1:]
        strangers = [one for one in rest if not met[frozenset((first, one))]]
        for others in combinations(strangers, size - 1):
            tried += 1
            if tried > MOST_TRIED:
                return None
            if not _meetings_of(others, met):
                found = search([entrant for entrant in rest if entrant not in others])
                if found is not None:
                    return [(first, *others), *found]
        return None

    found = search(order) if len(order) <= MOST_SEARCHED * size else None
    return found or _least_often(order, size, met)


def _least_often(order: Sequence[int], size: int, met: Counter[frozenset[int]]) -> list[Group]:
    """Each takes those whom it has met least; then who has met the others changes places."""
    left, groups = list(order), list[list[int]]()
    while left:
        group = [left.pop(0)]
        while len(group) < size:
            before = [sum(met[frozenset((a, b))] for a in group) for b in left]
            group.append(left.pop(before.index(min(before))))
        groups.append(group)
    while any(_change_places(groups, at, met) for at in range(len(groups))):
        pass
    return [tuple(group) for group in groups]


def _change_places(groups: list[list[int]], at: int, met: Counter[frozenset[int]]) -> bool:
    """Let one of this group change with the nearest with whom that makes fewer meet again."""
    ours = groups[at]
    if not (again := _meetings_of(ours, met)):
        return False
    near = sorted(range(len(groups)), key=lambda other: abs(other - at))
    for theirs in (groups[other] for other in near[1:]):
        most = again + _meetings_of(theirs, met)
        for one, other in product(range(len(ours)), repeat=2):
            ours[one], theirs[other] = theirs[other], ours[one]
            if _meetings_of(ours, met) + _meetings_of(theirs, met) < most:
                return True
            ours[one], theirs[other] = theirs[other], ours[one]
    return False


def _meetings_of(group: Sequence[int], met: Counter[frozenset[int]]) -> int:
    return sum(met[frozenset(pair)] for pair in combinations(group, 2))
