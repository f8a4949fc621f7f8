"""How strong search is against the sensible bot of each game.

    python -m benchmarks.strength                     the table of docs/robots.md, game by game
    python -m benchmarks.strength whist hearts        these games alone
    python -m benchmarks.strength --kept FILE         go on from what FILE has, and keep it there

Every deal is played once for each seat (or side, where there are partners), with the search there
and the sensible bot everywhere else, so luck in the cards is the same for both. What a deal was
worth is the mean over the seats; intervals are of 95 %, over the deals. A game is played until its
bars are decided, or for as many deals as are allowed. The rollouts for each decision take one core
about 0.3 s at most in the mean, and in many games much less, so that the table can be had in an
hour or two; `--rollouts` plays with others.
"""

import argparse
import json
from collections.abc import Sequence
from math import sqrt
from multiprocessing import get_context
from os import cpu_count, nice
from pathlib import Path
from time import process_time
from typing import NamedTuple

from benchmarks.driver import NAMES, chance, show
from cardkit.cardgame import CardGame
from cardkit.registry import find_bot, find_game
from cardkit.search import Sage, payoffs
from cardkit.search.sage import SAGE

LEAST_DEALS = 16
"""So many are played before anything is taken for decided."""


class Bar(NamedTuple):
    """What the mean of a measure has to be above."""

    measure: str
    least: float


EQUAL = Bar("worth", 0.0)
ROLLOUTS = {
    "whist": 750,
    "daifugo": 240,
    "hearts": 200,
    "page_one:specials": 400,
    "big_two": 120,
    "gin_rummy": 400,
    "oh_hell": 300,
    "dou_dizhu": 150,
    "bridge": 80,
    "crazy_eights": 120,
    "euchre": 200,
    "four_colours": 100,
    "go_fish": 120,
    "napoleon": 100,
    "page_one": 120,
    "president": 80,
    "rummy": 30,
    "seven_bridge": 30,
    "sevens": 80,
    "spades": 120,
}
"""The rollouts for each decision in each game that has a sensible bot and is searched."""
BARS = {
    "whist": (EQUAL, Bar("tricks", 7.6)),
    "daifugo": (EQUAL, Bar("place", -2.15), Bar("firsts", 0.4)),
}
"""What a game has to reach besides being better than the sensible bot."""


class Deal(NamedTuple):
    """What a deal brought the search, in the mean over the seats in which it played."""

    worth: float
    place: float
    """Below zero, as the first is best."""
    firsts: float
    tricks: float
    seconds: float
    """Of CPU time, for each decision."""


def play_deal(spec: str, rollouts: int, seed: int) -> Deal:
    """One deal of a game, played with the sage in every seat in turn."""
    name, _, preset = spec.partition(":")
    game, sage = entrants(name, rollouts)
    assert sage.policy is not None
    seats = game.with_options(preset)["seats"]
    players = max(seats.least, min(4, seats.most))
    found: list[Deal] = []
    for turn in range(2 if seats.partners else players):
        table = game.play(NAMES[:players], preset, key=f"strength {seed}", journal=True)
        side = table.side(turn)
        bots = [
            (sage if seat in side else sage.policy.usual)(chance(8 * seed + seat))
            for seat in range(players)
        ]
        thinking, asked = 0.0, 0
        while table.playing:
            seat = table.awaited[0]
            bot, view, shown = bots[seat], table.view(seat), table.shown_offers(seat)
            begun = process_time()
            if bot.knowing:
                bot.knows(table.knowledge(seat))
            table.apply(table.names[seat], bot.choose(view, shown))
            if bot.knowing and len(shown) > 1:
                thinking += process_time() - begun
                asked += 1
        place = table.place_of(turn)
        tricks = table.tricks_of(turn) if table.tricks else 0
        found.append(
            Deal(payoffs(table)[turn], -place, place == 1, tricks, thinking / max(1, asked))
        )
    return Deal(*(mean(each) for each in zip(*found, strict=True)))


def entrants(name: str, rollouts: int) -> tuple[type[CardGame], type[Sage]]:
    """A game and the sage for it, which knows the sensible bot that it plays against."""
    game = find_game(name)
    sage = find_bot(f"{SAGE}:{rollouts}", game)
    assert issubclass(game, CardGame)
    assert issubclass(sage, Sage)
    return game, sage


def is_decided(spec: str, deals: Sequence[Deal]) -> bool:
    if len(deals) < LEAST_DEALS:
        return False
    for measure, least in BARS.get(spec, (EQUAL,)):
        centre, error = interval([getattr(deal, measure) for deal in deals])
        if abs(centre - least) < error:
            return False
    return True


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and how far from it the true one may be."""
    centre = mean(values)
    spread = sum((value - centre) ** 2 for value in values) / max(1, len(values) - 1)
    return centre, 1.96 * sqrt(spread / len(values))


def play(spec: str, rollouts: int, most: int, kept: Path | None, workers: int) -> list[Deal]:
    """Deals of a game, until its bars are decided; those that are kept are not played again."""
    deals = [Deal(*each) for each in read(kept).get(f"{spec} {rollouts}", ())]
    with get_context("spawn").Pool(workers, nice, (19,)) as pool:
        wanted = range(len(deals), most)
        jobs = [pool.apply_async(play_deal, (spec, rollouts, seed)) for seed in wanted]
        for job in jobs:
            if is_decided(spec, deals):
                break
            deals.append(job.get())
            keep(kept, spec, rollouts, deals[-1])
            centre, error = interval([deal.worth for deal in deals])
            print(
                f"\r{spec}: {len(deals)} deals, worth {centre:.2f} ± {error:.2f}",
                end="  ",
                flush=True,
            )
        pool.terminate()
    print()
    return deals


def read(kept: Path | None) -> dict[str, list[list[float]]]:
    """What was played before, by game and rollouts."""
    found: dict[str, list[list[float]]] = {}
    if kept is not None and kept.exists():
        for line in kept.read_text().splitlines():
            entry = json.loads(line)
            found.setdefault(entry["game"], []).append(entry["deal"])
    return found


def keep(kept: Path | None, spec: str, rollouts: int, deal: Deal) -> None:
    if kept is not None:
        with kept.open("a") as file:
            file.write(json.dumps({"game": f"{spec} {rollouts}", "deal": deal}) + "\n")


def row(spec: str, rollouts: int, deals: Sequence[Deal]) -> list[str]:
    def column(measure: str, sign: int = 1) -> str:
        centre, error = interval([sign * getattr(deal, measure) for deal in deals])
        return f"{centre:.2f} ± {error:.2f}" if centre or error else "–"

    _, sage = entrants(spec.partition(":")[0], rollouts)
    assert sage.policy is not None
    return [
        spec,
        sage.policy.usual.__name__.lower(),
        f"{rollouts:,}",
        f"{1000 * mean([deal.seconds for deal in deals]):.0f} ms",
        str(len(deals)),
        column("worth"),
        column("place", -1),
        f"{mean([deal.firsts for deal in deals]):.0%}",
        column("tricks"),
    ]


COLUMNS = (
    "game",
    "against",
    "rollouts",
    "CPU a decision",
    "deals",
    "worth",
    "place",
    "firsts",
    "tricks",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=[*ROLLOUTS], help="games, or game:preset")
    parser.add_argument("--rollouts", type=int, help="for each decision, not those of the table")
    parser.add_argument("--deals", type=int, default=40, help="as many as that for each game")
    parser.add_argument("--workers", type=int, default=cpu_count() or 1)
    parser.add_argument("--kept", type=Path, help="a file for what was played, to go on from")
    args = parser.parse_args()
    rows = []
    for spec in args.games:
        rollouts = args.rollouts or ROLLOUTS[spec]
        deals = play(spec, rollouts, args.deals, args.kept, args.workers)
        rows.append(row(spec, rollouts, deals))
        show("Search against the sensible bot", COLUMNS, rows[-1:])
    show("Search against the sensible bot", COLUMNS, rows)


if __name__ == "__main__":
    main()
