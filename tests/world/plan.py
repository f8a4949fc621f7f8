"""What a seed has in store: who plays what with whom, and what goes wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from cardkit.cardgame import CardGame
from cardkit.netgame import Clock, Disconnect, Fault
from cardkit.simulate import simulate
from cardkit.testing.absent import choices
from tests.world.giver import CLIENT_LIMITS
from tests.world.machine import ServerEnd
from tests.world.network import Weather
from tests.world.script import Party

NAMES = ("ann", "bob", "cleo", "dora", "emil", "fay", "gus", "hana", "ivo", "juna", "kim", "leo")
QUICK = 10
"""Games of fewer moves are played in worlds of their own, in which much more is cut."""
ENOUGH, MOST = 100, 10
"""The moves of a match, if it is not a single game, and the most games."""
_MOVES: dict[type[CardGame], int] = {}


@dataclass(slots=True)
class Person:
    """Somebody who takes part."""

    who: str
    party: Party
    watches: bool
    faithful: bool
    manner: str
    """How they take part in deals."""


@dataclass(slots=True)
class WorldPlan:
    """Everything that is decided before the world begins."""

    parties: list[Party]
    people: list[Person]
    weather: Weather
    slow_disk: float
    ends: list[ServerEnd]


def plan_world(seed: int, games: Mapping[str, type[CardGame]]) -> WorldPlan:
    """The plan of this seed; one of three worlds is of quick games."""
    chance = Random(f"{seed} plan")
    third, slow = divmod(seed, 3)
    quick = not slow
    played = [name for name in sorted(games) if (moves_of(games[name]) < QUICK) == quick]
    played = played or sorted(games)
    first = 3 * (third if quick else 2 * third + slow - 1)
    names = iter(NAMES)
    parties: list[Party] = []
    people: list[Person] = []
    for number in range(3):
        name = played[(first + number) % len(played)]
        game = games[name]
        players = chance.randint(2, min(3, game.seats.most))
        party = plan_party(f"party{number}", name, game, players, chance)
        parties.append(party)
        faithful = chance.random() < 0.6
        for at in range(players + (chance.random() < 0.2)):
            who = next(names, f"guy{len(people)}")
            [manner] = chance.choices([*CLIENT_LIMITS], [*CLIENT_LIMITS.values()])
            people.append(Person(who, party, at >= players, faithful or at == 0, manner))
    ends = [
        ServerEnd(
            chance.randrange(20, 4000),
            chance.choice(("kill", "kill", "kill", "stop", "disk")),
            chance.choice(("", "", "about", "start", "commits", "given")),
        )
        for _ in range(chance.randrange(1, 5))
    ]
    weather = Weather(
        latency=chance.choice((0.0, 0.02, 0.2)),
        split=chance.choice((0.0, 0.1)),
        cut=chance.choice((0.08, 0.15) if quick else (0.005, 0.01, 0.03)),
        stall=chance.choice((0.0, 0.002, 0.01)),
    )
    return WorldPlan(parties, people, weather, chance.choice((0.0, 0.02)), ends)


def moves_of(game: type[CardGame]) -> int:
    """About how many moves a game has."""
    if game not in _MOVES:
        players = max(game.seats.least, min(3, game.seats.most))
        _MOVES[game] = 1 + simulate(game, games=5, players=players).moves // 5
    return _MOVES[game]


def plan_party(title: str, name: str, game: type[CardGame], players: int, chance: Random) -> Party:
    preset = chance.choice(("", *game.presets))
    most = max(1, min(MOST, ENOUGH // moves_of(game)))
    length = chance.randint((most + 1) // 2, most)
    options: dict[str, object] = {
        "games": length,
        "disconnect_policy": chance.choice(choices(Disconnect, "policy")),
        "clock_move": chance.choice((0, 0, 6, 15)),
        "clock_grace": chance.choice((0, 5, 20)),
        "clock_late": chance.choice(choices(Clock, "late")),
        "fault_illegal": chance.choice(("ask", "ask", *choices(Fault, "illegal"))),
        "robots": "yes" if players < game.seats.least else chance.choice(("yes", "yes", "no")),
        "pause": chance.choice((0, 0, 2)),
        "secret": chance.choice(("match", "match", "hand", "auditor")),
    }
    comings = Random(f"{options} comings")
    options["drop_in"] = comings.choice(("off", "on", "on"))
    if options["robots"] == "yes":
        options["robots"] = comings.choice(("yes", "easy", "strong", "strong"))
    if not options["clock_move"]:
        del options["clock_late"]
    words = [f"{option}={value}" for option, value in options.items()]
    again = chance.randint(1, 2) if moves_of(game) <= ENOUGH else 1  # some play a second match
    return Party(title, " ".join(("OPEN", name, preset, *words)), length * again)
