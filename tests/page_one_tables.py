"""Tables for the rule tests of the game, in the position a rule speaks of."""

from __future__ import annotations

from typing import Any

from cardkit.games.page_one import PageOne
from tests.helpers import arrange

THREE = ["ann", "bob", "cid"]


def at(
    ann: str, bob: str = "C2 C3", cid: str = "D2 D3", top: str = "S9", stock: str = "", **how: Any
) -> PageOne:
    """Ann is to play; these hands, this last card, this stock with its top card last."""
    options = {k: v for k, v in how.items() if k not in ("preset", "rest")}
    table = PageOne.play(THREE, preset=how.get("preset", ""), options=options)
    arrange(table, {"ann": ann, "bob": bob, "cid": cid}, top, stock, how.get("rest", "away"))
    table.listening = True
    return table


def told(table: PageOne, who: str, what: str) -> list[tuple[Any, ...]]:
    """What everybody hears of this command."""
    words = [event.words(table.people.seat_of["cid"]) for event in table.apply(who, what)]
    return [w for w in words if w is not None]


def turn(table: PageOne) -> str:
    return table.names[table.awaited[0]]
