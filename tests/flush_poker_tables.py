"""Tables for the rule tests of the game, in the position a rule speaks of."""

from __future__ import annotations

from typing import Any

from cardkit.games.flush_poker import FlushPoker
from tests.helpers import arrange, lines

FOUR = ["ann", "bob", "cid", "dan"]
HANDS = ("SA SK SQ SJ ST", "HA HK HQ HJ HT", "DA DK DQ DJ DT", "CA CK CQ CJ CT")


def begun(*points: int, preset: str = "", key: bytes = b"", **options: Any) -> FlushPoker:
    """A table at its first bet; these points, after the fee, in the order of play."""
    table = FlushPoker.play(FOUR, preset=preset, options=options, key=key)
    for seat, own in zip(table.order, points, strict=False):
        table.scores[seat] = own
    return table


def give(table: FlushPoker, *hands: str, stock: str = "", rest: str = "away") -> None:
    """These hands in the order of play; the stock with its top card last."""
    named = {table.names[seat]: hand for seat, hand in zip(table.order, hands, strict=True)}
    arrange(table, named, stock=stock, rest=rest)


def asked(table: FlushPoker) -> str:
    return table.names[table.awaited[0]]


def say(table: FlushPoker, *said: str) -> None:
    """The players speak in turn."""
    for what in said:
        table.apply(asked(table), what)


def in_order(table: FlushPoker, values: list[int]) -> list[int]:
    """A value for each seat, put into the order of play."""
    return [values[seat] for seat in table.order]


def offered(table: FlushPoker) -> set[str]:
    return lines(table, asked(table))
