"""How strong robots are in games of bets, with the luck taken out.

    python -m benchmarks.bets                     the table of docs/robots.md
    python -m benchmarks.bets holdem --deals 50   a game alone

Every deal is played once with the one bot in each seat and the others everywhere else. Most of what
a game of bets brings is luck; so each decision is weighed where it was taken. From a copy of the
table, the others' bot plays on in all seats, once after what was said and once after what that bot
would have said. The differences over a game add up, on average, to exactly what the one wins more
than that bot would in its place. Intervals are of 95 %, over the means of the deals.
"""

import argparse
from collections.abc import Sequence
from math import sqrt
from random import Random
from time import process_time
from typing import NamedTuple

from benchmarks.driver import NAMES, chance, show
from cardkit.cardgame import Bot, CardGame
from cardkit.netgame import Command
from cardkit.registry import find_bot, find_game

PLAYED_ON = 12
"""So often the game is played on after each decision."""


class Duel(NamedTuple):
    """A bot against others of a game, for so many deals."""

    game: str
    players: int
    one: str
    others: str
    deals: int


DUELS = (
    Duel("flush_poker", 2, "sage:500", "solid", 100),
    Duel("flush_poker", 4, "sage:500", "solid", 25),
    Duel("holdem", 2, "sage:300", "tight", 80),
    Duel("blackjack", 1, "sage:300", "basic", 60),
    Duel("akq", 2, "sage:300", "honest", 150),
    Duel("akq", 2, "nash", "rand", 600),
    Duel("akq", 2, "nash", "honest", 500),
)


class Arena:
    """The deals of one duel."""

    def __init__(self, duel: Duel) -> None:
        game = find_game(duel.game)
        assert issubclass(game, CardGame)
        self.duel, self.game = duel, game
        self.one, self.others = (find_bot(name, game) for name in (duel.one, duel.others))
        self.key = ""
        """The same luck for all that is played on from a table."""
        self.seconds, self.asked = 0.0, 0

    def play_deal(self, number: int) -> float:
        """What the one has won more by game."""
        seats = range(self.duel.players)
        return sum([self._play(number, seat) for seat in seats]) / len(seats)

    def _play(self, number: int, turn: int) -> float:
        names = NAMES[: self.duel.players]
        table = self.game.play(names, key=f"bets {number}")
        bots = [self.others(chance(8 * number + seat)) for seat in range(len(names))]
        bots[turn] = self.one(chance(8 * number + turn))
        won = 0.0
        while table.playing:
            seat = table.awaited[0]
            legal = table.legal(seat)
            if seat != turn or (len(legal) == 1 and isinstance(legal[0], Command)):
                said = bots[seat].choose(table.view(seat), table.shown_offers(seat))
            else:
                said = self._ask(bots[seat], table, seat)
                self.key = f"{number} {turn} {self.asked}"
                won += self._play_on(table, seat, said) - self._play_on(table, seat)
            table.apply(table.names[seat], said)
        return won

    def _ask(self, bot: Bot, table: CardGame, seat: int) -> str:
        begun = process_time()
        if bot.knowing:
            bot.knows(table.knowledge(seat))
        said = bot.choose(table.view(seat), table.shown_offers(seat))
        self.seconds += process_time() - begun
        self.asked += 1
        return said

    def _play_on(self, table: CardGame, seat: int, said: str = "") -> float:
        won = 0
        for time in range(PLAYED_ON):
            twin = table.copy()
            luck = [Random(f"{self.key} {time} {who}") for who in range(len(twin.names) + 1)]
            luck.pop().shuffle(twin.piles["stock"])
            bots = [self.others(each.randrange) for each in luck]
            if said:
                twin.apply(twin.names[seat], said)
            while twin.playing:
                who = twin.awaited[0]
                answer = bots[who].choose(twin.view(who), twin.shown_offers(who))
                twin.apply(twin.names[who], answer)
            won += twin.earned()[seat]
        return won / PLAYED_ON


def play(duel: Duel, deals: int) -> list[str]:
    """A row with what the one has won."""
    arena = Arena(duel)
    won = [arena.play_deal(number) for number in range(deals)]
    name = f"{duel.game}, {duel.players}"
    spent = f"{1000 * arena.seconds / arena.asked:.0f} ms"
    return [name, duel.one, duel.others, f"{deals:,}", interval(won), spent]


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
            show("Bets", columns, [play(duel, args.deals or duel.deals)])


if __name__ == "__main__":
    main()
