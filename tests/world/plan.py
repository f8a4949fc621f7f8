"""What a seed has in store: who plays what with whom, and what goes wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from cardkit.cardgame import CardGame
from cardkit.netgame import Clock, Disconnect, Fault
from cardkit.testing.absent import choices
from tests.world.giver import CLIENT_LIMITS
from tests.world.machine import ServerEnd
from tests.world.network import Weather
from tests.world.script import Party

NAMES = ("ann", "bob", "cleo", "dora", "emil", "fay", "gus", "hana", "ivo", "juna", "kim", "leo")
LENGTHS = {"akq": (6, 10), "flush_poker": (4, 8), "whist": (1, 1)}
QUICK = frozenset({"akq", "flush_poker"})
"""Games of a few moves. They are played in worlds of their own, in which much more is cut."""


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
    """The plan of this seed; three seeds in a row have every game."""
    chance = Random(f"{seed} plan")
    quick = seed % 3 > 0
    played = sorted(name for name in games if (name in QUICK) == quick) or sorted(games)
    names = iter(NAMES)
    parties: list[Party] = []
    people: list[Person] = []
    for number in range(3):
        name = played[(seed + number) % len(played)]
        game = games[name]
        players = chance.randint(2, min(3, game.seats.most))
        party = _party(f"party{number}", name, game, players, chance)
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


def _party(title: str, name: str, game: type[CardGame], players: int, chance: Random) -> Party:
    preset = chance.choice(("", *game.presets))
    least, most = LENGTHS.get(name, (1, 3))
    length = chance.randint(least, most)
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
    if not options["clock_move"]:
        del options["clock_late"]
    if name == "page_one":
        options["turn_limit"] = 30
    words = [f"{option}={value}" for option, value in options.items()]
    again = chance.randint(1, 2)  # some play a second match
    return Party(title, " ".join(("OPEN", name, preset, *words)), length * again)
