"""Search against the sensible bot of each game, and how fast it gets its tables.

    python -m benchmarks.search                    how fast tables are imagined and played out
    python -m benchmarks.search whist --cpu 200    how strong search is in a game

Every deal is played once for each seat (or side, where there are partners), with the search there
and the sensible bot everywhere else, so luck in the cards is the same for both. Intervals are of
95 %, over the means of the deals.
"""

import argparse
from collections.abc import Callable, Sequence
from math import sqrt
from time import process_time
from typing import Any

from benchmarks.driver import NAMES, chance, show
from cardkit.cardgame import Bot, CardGame, Rand
from cardkit.netgame import Command, NetGame, pick
from cardkit.registry import bots_of, find_game
from cardkit.search import payoffs, search_for

FAST = ("whist", "daifugo")


def strength(name: str, preset: str, rollouts: int, cpu: float, seed: int) -> list[str]:
    """A row with what the search achieved in so many CPU-seconds."""
    game = find_game(name)
    known, bot = next((n, b) for n, b in bots_of(game).items() if b is not Rand)
    arena = Arena(game, preset, bot, rollouts, seed)
    while arena.deals < 2 or process_time() - arena.begun < cpu:
        arena.play_deal()
    return [
        f"{name} {preset}".strip(),
        known,
        str(arena.deals),
        *(interval(each) for each in (arena.worth, arena.places, arena.tricks)),
        f"{arena.firsts / len(arena.worth) / arena.turns:.0%}",
        f"{arena.thinking / max(1, arena.asked) * 1000:.0f}",
    ]


class Arena:
    """Deals of one game, each played with the search in every seat in turn."""

    def __init__(
        self, game: type[NetGame], preset: str, bot: type[Bot], rollouts: int, seed: int
    ) -> None:
        self.game, self.preset, self.bot = game, preset, bot
        self.rollouts, self.seed = rollouts, seed
        seats = game.with_options(preset)["seats"]
        self.players = max(seats.least, min(4, seats.most))
        self.turns = 2 if seats.partners else self.players
        self.begun, self.thinking = process_time(), 0.0
        self.deals = self.asked = self.firsts = 0
        self.worth: list[float] = []
        self.places: list[float] = []
        self.tricks: list[float] = []

    def play_deal(self) -> None:
        found = [self._play(turn) for turn in range(self.turns)]
        self.deals += 1
        self.worth.append(mean([payoffs(table)[turn] for turn, table in enumerate(found)]))
        self.places.append(mean([table.place_of(turn) for turn, table in enumerate(found)]))
        self.firsts += sum(table.place_of(turn) == 1 for turn, table in enumerate(found))
        counted = [table for table in found if isinstance(table, CardGame) and table.tricks]
        if counted:
            self.tricks.append(mean([t.tricks_of(n) for n, t in enumerate(counted)]))

    def _play(self, turn: int) -> NetGame:
        key = f"{self.seed} {self.deals}"
        table = self.game.play(NAMES[: self.players], self.preset, key=key, journal=False)
        below = chance(self.deals * 8 + turn)
        bots = [self.bot(below) for _ in range(self.players)]
        move = 0
        while table.playing:
            seat = table.awaited[0]
            legal = table.legal(seat)
            searches = seat == turn or (table.seats.partners and seat % 2 == turn)
            view: Any = table.view(seat)
            shown: Any = table.shown_offers(seat)
            said: str | None = None
            if searches and not (len(legal) == 1 and isinstance(legal[0], Command)):
                said = self._search(table, seat, f"{key} {turn} {move}")
            table.apply(table.names[seat], said or bots[seat].choose(view, shown))
            move += 1
        return table

    def _search(self, table: NetGame, seat: int, seed: str) -> str | None:
        begun = process_time()
        search = search_for(self.game, table.knowledge(seat), seed=seed, policy=self.bot)
        if search is not None:
            search.run(self.rollouts)
        self.thinking += process_time() - begun
        self.asked += 1
        return search.best() if search is not None else None


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def interval(values: Sequence[float]) -> str:
    if not values:
        return "–"
    centre = mean(values)
    spread = sum((value - centre) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{centre:.2f} ± {1.96 * sqrt(spread / len(values)):.2f}"


def speed(name: str, seconds: float) -> list[str]:
    """A row with what tables of a game cost in the middle of a game, and how fast they end."""
    game, below = find_game(name), chance(1)
    dealt = game.play(NAMES[:4], key=b"speed", journal=False)
    table = dealt.copy()
    for _ in range(24):
        seat = table.awaited[0]
        table.apply(table.names[seat], pick(table.legal(seat), below))
    known = table.knowledge(1)
    return [
        name,
        f"{1e6 / rate(lambda: table.knowledge(1), seconds):.1f}",
        f"{1e6 / rate(lambda: game.imagine(known, below), seconds):.1f}",
        f"{rate(lambda: dealt.copy().play_out(below), seconds):,.0f}",
    ]


def rate(deed: Callable[[], object], seconds: float) -> float:
    """How often something can be done in a CPU-second."""
    begun, count = process_time(), 0
    while process_time() - begun < seconds:
        deed()
        count += 1
    return count / (process_time() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", help="games, or game:preset")
    parser.add_argument("--rollouts", type=int, default=400, help="for each decision")
    parser.add_argument("--cpu", type=float, default=60.0, help="CPU-seconds for each game")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    if not args.games:
        rows = [speed(name, 1.0) for name in FAST]
        show("Per CPU-second", ("game", "knowledge µs", "imagine µs", "random rollouts/s"), rows)
        return
    for named in args.games:
        name, _, preset = named.partition(":")
        row = strength(name, preset, args.rollouts, args.cpu, args.seed)
        columns = (
            "game",
            "against",
            "deals",
            "worth",
            "place",
            "tricks",
            "firsts",
            "ms a decision",
        )
        show(f"Search, {args.rollouts} rollouts a decision", columns, [row])


if __name__ == "__main__":
    main()
