"""Put a table into a wished position, keeping every card in exactly one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeVar

from cardkit.cardgame import EVERYONE, NOBODY, CardCommand, CardGame, StageState
from cardkit.cardgame.piles import viewers_of, visible_to
from cardkit.netgame import NetGame, Refused, pick
from cardkit.registry import find_game

Frame = list[list[Any]]
"""What one input caused, as it goes over a wire."""


State = TypeVar("State", bound=StageState)


def state_of(table: CardGame, kind: type[State]) -> State:
    """The state of the stage that is played, which must be of this kind."""
    assert isinstance(table.state, kind)
    return table.state


def below(seed: int = 0) -> Callable[[int], int]:
    """A seeded source of chance."""
    rng = Random(seed)
    return lambda n: int(rng.random() * n)


def arrange(
    table: CardGame,
    hands: Mapping[str, str],
    pile: str = "",
    stock: str = "",
    rest: str = "away",
    visible: str = "owner",
) -> None:
    """Give these hands by name, put these cards on the table and on the stock (top card last).

    All other cards go to the pile `rest`. Hands are seen as after a deal with `visible`.
    """
    left = list(table.cards.all)

    def take(names: str) -> list[Any]:
        return [left.pop(left.index(name)) for name in names.split()]  # type: ignore[arg-type]

    wanted: dict[int | str, list[Any]] = {
        table.people.seat_of[n]: take(h) for n, h in hands.items()
    }
    wanted["table"], wanted["stock"] = take(pile), take(stock)
    wanted[rest] = [*wanted.get(rest, []), *left]
    for key, cards in table.piles.items():
        cards[:] = wanted.get(key, [])
    for key, cards in table.piles.items():
        mask = NOBODY if key == "stock" else EVERYONE
        if isinstance(key, int):
            mask = viewers_of(visible_to(visible, key))
        for card in cards:
            table.piles.seen[card.number] = mask
    table._offers = {}


def refusal(table: NetGame, who: str, what: str) -> Refused:
    """The refusal of this input; nothing may have changed."""
    before = table.digest()
    try:
        table.apply(who, what)
    except Refused as refused:
        assert table.digest() == before
        return refused
    raise AssertionError(f"{who} {what} was not refused")


def lines(table: CardGame, who: str, verb: str = "") -> set[str]:
    """What this player may say now, as lines, all or with this verb."""
    return {str(o) for o in table.legal(table.people.seat_of[who]) if not verb or o.verb == verb}


def play_out(table: CardGame, seed: int = 0) -> None:
    """Random legal play to the end of the game."""
    chance = below(seed)
    while table.playing:
        seat = table.awaited[0]
        table.apply(table.names[seat], pick(table.legal(seat), chance))


def plays(table: CardGame, who: str) -> list[CardCommand]:
    """The listed commands of this player."""
    return [o for o in table.legal(table.people.seat_of[who]) if isinstance(o, CardCommand)]


def card_game(name: str) -> type[CardGame]:
    """An installed game with cards."""
    game = find_game(name)
    assert issubclass(game, CardGame)
    return game
