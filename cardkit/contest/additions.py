"""Bots that join a contest that is over: only what is missing is played, and standings go on.

Whoever was there keeps its number and its matches. With each addition it is said who is there by
then; who was there before and is not any more has retired and is not played again. A bot whose file
has changed is another one, beside the old one, which retires.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from math import comb
from random import Random
from typing import Any

from cardkit.contest.contest import Contest, about_bot
from cardkit.contest.model import Entrant, Outcome, Pairing
from cardkit.contest.schedule import EvenSeats, Format, Group, Schedule
from cardkit.netgame import Reason, Refused, plural
from cardkit.netgame.people import LONGEST_NAME


@dataclass(frozen=True)
class GrownSchedule(Schedule):
    """The pairings of a contest, and then of those who joined, each time with all who are there."""

    additions: tuple[Group, ...] = ()
    """Who is there after each addition."""

    @property
    def stages(self) -> int:
        return 1 + len(self.additions)

    @property
    def groups(self) -> int:
        return sum(map(self._groups_in, range(self.stages)))

    @property
    def before_last(self) -> int:
        """How many matches there were before the last addition."""
        return sum(map(self._groups_in, range(self.stages - 1))) * (self.total // self.groups)

    @property
    def known(self) -> int:
        """How many were ever there."""
        return max([self.entrants, *(1 + max(there) for there in self.additions)])

    def stage(self, number: int, outcomes: Callable[[], Iterable[Outcome]]) -> Iterator[Pairing]:
        each = self.total // self.groups
        before = sum(map(self._groups_in, range(number)))
        return self._meetings(lambda: self._seated_in(number), before * each)

    def _even_seats(self, stage: int) -> EvenSeats:
        return EvenSeats(self.known, self.size, Random(f"{self.seed} seats {stage}"))

    def _seated_in(self, part: int) -> Iterator[tuple[int, Group]]:
        """The groups of a part as they sit, which depends on how all sat before."""
        even = self._even_seats(0)
        for each in range(part + 1):
            for round_, group in self._groups_of(each):
                seats = even.drawn(group)
                if each == part:
                    yield round_, seats

    def _groups_in(self, part: int) -> int:
        if not part:
            return super().groups
        if self.format is Format.POOL:
            return sum(1 for _ in self._groups_of(part))
        there, new = self._there(part)
        return comb(len(there), self.size) - comb(len(there) - len(new), self.size)

    def _there(self, part: int) -> tuple[Group, set[int]]:
        """Who is there after an addition, and who of them was not there before."""
        there = self.additions[part - 1]
        before = replace(self, additions=self.additions[: part - 1]).known
        return there, {who for who in there if who >= before}

    def _groups_of(self, part: int) -> Iterator[tuple[int, Group]]:
        if not part:
            drawn = self._pool() if self.format is Format.POOL else self._everybody()
            yield from islice(drawn, super().groups)  # a pool goes on for as long as one likes
            return
        there, new = self._there(part)
        lot = Random(f"{self.seed} groups {part}")
        if self.format is Format.POOL:
            yield from self._joining_pool(there, new, lot)
            return
        for group in combinations(lot.sample(there, len(there)), self.size):
            if not new.isdisjoint(group):
                yield 0, group

    def _joining_pool(
        self, there: Group, new: set[int], lot: Random
    ) -> Iterator[tuple[int, Group]]:
        """Groups until all who are new have played often enough, with those they met least."""
        played: Counter[int] = Counter()
        met: Counter[frozenset[int]] = Counter()
        while (least := min(played[who] for who in new)) < self.rounds:
            left = lot.sample(there, len(there))
            first = next(who for who in left if who in new and played[who] == least)
            left.remove(first)
            group = [first]
            while len(group) < self.size:
                before = [
                    (sum(met[frozenset((one, other))] for other in group), played[one])
                    for one in left
                ]
                group.append(left.pop(before.index(min(before))))
            played.update(group)
            met.update(map(frozenset, combinations(group, 2)))
            yield least, tuple(group)


@dataclass(frozen=True)
class GrownContest(Contest):
    """A contest to which bots were added."""

    gone: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """What was said of those who have retired; their files may be others by now."""

    @property
    def retired(self) -> list[str]:
        return [str(about["name"]) for about in self.gone.values()]

    def about(self) -> dict[str, Any]:
        said = super().about()
        bots = [self.gone.get(who, about) for who, about in enumerate(said["bots"])]
        return said | {"bots": bots, "began_with": self.schedule.entrants}

    def command(self) -> str:
        there = [each for who, each in enumerate(self.plan.entrants) if who not in self.gone]
        plan = replace(self.plan, entrants=tuple(there))
        return Contest(plan, self.schedule, self.title, self.games, self.rank_by).command()


OWN = {"bots", "additions", "began_with", "cardkit"}
"""What is another in a contest to which bots are added."""


def check_finished(contest: Contest, played: int) -> None:
    """Refuse to add bots while others may have to be played that are retired then."""
    schedule = contest.schedule
    if isinstance(schedule, GrownSchedule) and played < schedule.before_last:
        raise Refused(
            Reason.BAD_OPTION,
            "the contest is not over, but at {played:,} of {matches}; --resume plays the others, "
            "and then bots can be added",
            played=played,
            matches=plural(schedule.before_last, "1 match", "{n:,} matches"),
        )


def joined(asked: Contest, begun: Mapping[str, Any], *, add: bool) -> Contest:
    """The contest of a folder with the bots that were named now, of which some may be new.

    Unless some are to be added, and some were added before, it is what was asked for.
    """
    additions = tuple(tuple(there) for there in begun.get("additions", ()))
    if not add and not additions:
        return asked
    if asked.schedule.format not in (Format.ROUND_ROBIN, Format.POOL):
        text = "--add is for the formats round-robin and pool; in others all play from the start"
        raise Refused(Reason.BAD_OPTION, text)
    known: list[Mapping[str, Any]] = list(begun["bots"])
    numbers = defaultdict(list)
    for who in reversed(additions[-1] if additions else range(len(known))):
        numbers[_made_of(known[who])].append(who)
    entrants = [Entrant(str(about["name"]), bot="rand") for about in known]
    there = []
    for entrant in asked.plan.entrants:
        same = numbers[_made_of(about_bot(entrant))]
        if same:
            there.append(same.pop())
            entrants[there[-1]] = replace(entrant, name=entrants[there[-1]].name)
        else:
            there.append(len(entrants))
            names = {each.name for each in entrants}
            entrants.append(replace(entrant, name=_free_name(entrant.name, names)))
    if add and max(there) < len(known):
        text = "all these bots are in the contest already; --resume goes on with it"
        raise Refused(Reason.BAD_OPTION, text)
    additions += (tuple(sorted(there)),) if add else ()
    first = asked.schedule
    grown = {name: getattr(first, name) for name in Schedule.__slots__}
    began_with = begun.get("began_with", len(known))
    grown |= {"entrants": began_with, "rounds": begun["rounds"], "additions": additions}
    gone = {who: about for who, about in enumerate(known) if who not in there}
    return GrownContest(
        replace(asked.plan, entrants=tuple(entrants)),
        GrownSchedule(**grown),
        asked.title,
        asked.games,
        asked.rank_by,
        asked.swings,
        gone,
    )


def _made_of(about: Mapping[str, Any]) -> str:
    """What makes a bot this one and no other, whatever it is called."""
    return repr(sorted((key, value) for key, value in about.items() if key != "name"))


def _free_name(name: str, names: set[str]) -> str:
    version = 1
    free = name
    while free in names:
        version += 1
        free = f"{name[: LONGEST_NAME - 5]}.v{version}"
    return free
