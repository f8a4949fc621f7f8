"""What a server is to host: games, and the robots that play them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import SystemRandom

from cardkit.cardgame import Bot, CardGame, Rand
from cardkit.netgame import NetGame, Reason, Refused
from cardkit.registry import bots_of, find_game, installed
from cardkit.server.robots import Robots


def games_to_host(own: list[str]) -> dict[str, type[NetGame]]:
    """The installed games, and those that were named."""
    games: dict[str, type[NetGame]] = {name: find_game(name) for name in installed()}
    for reference in own:
        game = find_game(reference)
        name = game.__name__.lower()
        if name in games:
            raise Refused(
                Reason.BAD_GAME, "there is a game {name} already; rename the class", name=name
            )
        games[name] = game
    return games


def robots_for(games: Mapping[str, type[NetGame]], pace: float) -> Robots:
    """Robots that play as the first bot of their game does, or else at random."""
    bots: dict[str, Callable[[], Bot]] = {}
    for name, game in games.items():
        if issubclass(game, CardGame):
            known = [bot for bot in bots_of(game).values() if bot is not Rand]
            if known:
                bots[name] = partial(known[0], SystemRandom().randrange)
    return Robots(pace, bots)
