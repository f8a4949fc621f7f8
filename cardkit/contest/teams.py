"""Matches of teams: two tables with the same cards, at which the teams sit the other way round.

At each table a team has both seats of a side. What it has more than the other team had with the
same cards is what counts, game by game, as the game says in `swings`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from cardkit.contest.model import GameOutcome, Outcome

TABLES = 2

Each = TypeVar("Each")


def team_matches(outcomes: Iterable[Outcome], swings: Sequence[int]) -> Iterator[Outcome]:
    """The two tables of each match as one outcome between two teams.

    Its number is that of the first table. A match is left out while one of its tables is.
    """
    first: Outcome | None = None
    for outcome in outcomes:
        if outcome.pairing.number % TABLES == 0:
            first = outcome
        elif first is not None and first.pairing.number == outcome.pairing.number - 1:
            yield _match_of(first, outcome, swings)


def swing(difference: int, swings: Sequence[int]) -> int:
    """What a difference is worth to a team; to the other one it is worth as much less."""
    points = bisect_right(swings, abs(difference))
    return points if difference > 0 else -points


def _match_of(first: Outcome, second: Outcome, swings: Sequence[int]) -> Outcome:
    faults = first.faults + second.faults
    for table in (first, second):
        if not table.games:  # who is left alone at a table has won at both
            number = first.pairing.number
            return replace(table, pairing=replace(table.pairing, number=number), faults=faults)
    games = tuple(
        _game(here.points, there.points, swings)
        for here, there in zip(first.games, second.games, strict=False)
    )
    return Outcome(
        pairing=replace(first.pairing, entrants=first.pairing.entrants[:2]),
        games=games,
        scores=(sum(game.points[0] for game in games), sum(game.points[1] for game in games)),
        moves=tuple(map(sum, _by_team(first.moves, second.moves))),
        seconds=tuple(map(sum, _by_team(first.seconds, second.seconds))),
        slowest=tuple(map(max, _by_team(first.slowest, second.slowest))),
        faults=faults,
    )


def _game(here: Sequence[int], there: Sequence[int], swings: Sequence[int]) -> GameOutcome:
    """One game of both tables; the points of partners are the same."""
    ours, theirs = here[0] + there[1], here[1] + there[0]
    if swings:
        ours = swing((ours - theirs) // TABLES, swings)
        theirs = -ours
    return GameOutcome((ours, theirs), (0, 1) if ours >= theirs else (1, 0))


def _by_team(here: Sequence[Each], there: Sequence[Each]) -> tuple[list[Each], list[Each]]:
    """What the seats of both teams have, of what is given by seat for the two tables."""
    return [*here[::2], *there[1::2]], [*here[1::2], *there[::2]]
