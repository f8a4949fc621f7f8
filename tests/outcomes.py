"""Outcomes of contests that nobody played, for tests of what is made of them."""

from collections.abc import Iterator
from random import Random

from cardkit.contest.model import FaultKind, GameOutcome, NotedFault, Outcome, Pairing


def outcome(
    number: int = 0,
    entrants: tuple[int, ...] = (0, 1),
    *games: tuple[int, ...],
    deal: int = 0,
    purse: int = 0,
    faults: tuple[NotedFault, ...] = (),
) -> Outcome:
    """A match of games with these points by seat; ten moves of a millisecond for each seat."""
    seats = range(len(entrants))
    played = tuple(
        GameOutcome(won, tuple(sorted(seats, key=lambda seat: -won[seat]))) for won in games
    )
    return Outcome(
        pairing=Pairing(number, entrants, deal),
        games=played,
        scores=tuple(purse + sum(won[seat] for won in games) for seat in seats),
        moves=(10,) * len(entrants),
        seconds=(0.01,) * len(entrants),
        slowest=(0.002,) * len(entrants),
        faults=faults,
    )


def contest(
    entrants: int, seats: int, deals: int, games: int = 2, seed: int = 0
) -> Iterator[Outcome]:
    """Duplicate deals with full rotation; entrants with smaller numbers are better."""
    chance, number = Random(seed), 0
    for deal in range(deals):
        luck = [[chance.gauss(0, 3) for _ in range(seats)] for _ in range(games)]
        for turn in range(seats):
            who = tuple((deal + turn + seat) % entrants for seat in range(seats))
            worth = [
                tuple(round(luck[g][s] - who[s] + chance.gauss(0, 1)) for s in range(seats))
                for g in range(games)
            ]
            faults = tuple(
                NotedFault(entrant, 1, chance.choice(list(FaultKind)), "line 1\nline 2", "pass")
                for entrant in who
                if chance.random() < 0.05
            )
            yield outcome(number, who, *worth, deal=deal, faults=faults)
            number += 1
