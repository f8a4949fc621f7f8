"""How strong robots are in games of bets: search against the sensible bot, and the equilibrium.

    python -m benchmarks.bets                  the table of docs/robots.md
    python -m benchmarks.bets holdem --deals 50

Every deal is played once with the one in each seat and the other everywhere else, so luck in the
cards is the same for both. Intervals are of 95 %, over the means of the deals.
"""

import argparse
from collections.abc import Sequence
from math import sqrt
from time import process_time
from typing import NamedTuple

from benchmarks.driver import NAMES, chance, show
from cardkit.registry import find_bot, find_game


class Duel(NamedTuple):
    """A bot against others of a game, for so many deals."""

    game: str
    players: int
    one: str
    others: str
    deals: int


DUELS = (
    Duel("flush_poker", 2, "sage:600", "solid", 600),
    Duel("flush_poker", 4, "sage:600", "solid", 300),
    Duel("holdem", 2, "sage:400", "tight", 200),
    Duel("holdem", 4, "sage:400", "tight", 60),
    Duel("blackjack", 1, "sage:300", "basic", 200),
    Duel("akq", 2, "sage:300", "honest", 1000),
    Duel("akq", 2, "nash", "honest", 20_000),
    Duel("akq", 2, "nash", "rand", 20_000),
)


def play(duel: Duel, deals: int) -> list[str]:
    """A row with what the one has won by game."""
    game = find_game(duel.game)
    one, others = (find_bot(name, game) for name in (duel.one, duel.others))
    won, begun, asked = list[float](), process_time(), 0
    for deal in range(deals):
        points = 0
        for turn in range(duel.players):
            table = game.play(NAMES[: duel.players], key=f"bets {deal}", journal=False)
            kinds = [one if seat == turn else others for seat in range(duel.players)]
            bots = [kind(chance(8 * deal + seat)) for seat, kind in enumerate(kinds)]
            while table.playing:
                seat = table.awaited[0]
                bot = bots[seat]
                asked += seat == turn
                if bot.knowing:
                    bot.knows(table.knowledge(seat))
                said = bot.choose(table.view(seat), table.shown_offers(seat))  # type: ignore[arg-type]
                table.apply(table.names[seat], said)
            points += table.earned()[turn]
        won.append(points / duel.players)
    spent = 1000 * (process_time() - begun) / asked
    return [
        f"{duel.game}, {duel.players}",
        duel.one,
        duel.others,
        f"{deals:,}",
        interval(won),
        f"{spent:.0f} ms",
    ]


def interval(values: Sequence[float]) -> str:
    centre = sum(values) / len(values)
    spread = sum((value - centre) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{centre:+.2f} ± {1.96 * sqrt(spread / len(values)):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", help="these games alone")
    parser.add_argument("--deals", type=int, help="for each duel")
    args = parser.parse_args()
    columns = ("game, players", "bot", "against", "deals", "points by game", "CPU a decision")
    for duel in DUELS:
        if not args.games or duel.game in args.games:
            show("", columns, [play(duel, args.deals or duel.deals)])


if __name__ == "__main__":
    main()
