"""What messages tell an author to do can be done."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardkit
from cardkit.cardgame import Card, CardCommand, CardGame
from cardkit.testing import GameFault, check_game
from tests.shed import NOBODY_PASSES, Shed
from tests.sound import Sound

PARTS = {name for base in CardGame.__mro__ for name in vars(base).get("__annotations__", ())}
CALLS = re.compile(r"\b(?:self|table)\.[a-z_]+(?:\.[a-z_]+)?")


def named_calls() -> Iterator[tuple[str, str]]:
    """What messages to authors say of `self` or `table`, and in which file."""
    for layer in ("netgame", "cardgame", "testing"):
        for path in sorted((Path(cardkit.__file__).parent / layer).glob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    for call in CALLS.findall(node.value):
                        yield call, path.name


def test_every_method_that_a_message_names_is_there() -> None:
    table = Shed.play(["ann", "bob", "cid"])
    found = {call: file for call, file in named_calls() if file != "bots.py"}
    assert {"self.piles.move", "self.chance.by_lot", "table.ask"} <= {*found}
    for call, file in found.items():
        thing: object = table
        for part in call.split(".")[1:]:
            part_of_some = thing is table and part in PARTS  # like the pot
            assert part_of_some or hasattr(thing, part), f"{file} names {call}"
            thing = getattr(thing, part, None)


class Sorted(Shed):
    """Whoever plays a seven gives the next player the rest of their hand, sorted."""

    title = "Sorted"

    def on_discard(self, seat: int, command: CardCommand) -> None:
        if command.cards[0].rank == "7":
            other = self.following[seat]
            self.piles.move(self.given(seat), seat, other, to=other)

    def given(self, seat: int) -> list[Card]:
        return sorted(self.hand(seat))


class ByLot(Sorted):
    """The hand is given away as the messages advise."""

    title = "By lot"

    def given(self, seat: int) -> list[Card]:
        return self.chance.by_lot(sorted(self.hand(seat)))


def test_a_whole_hand_is_given_away_in_an_order_drawn_by_lot(sound: Sound) -> None:
    with pytest.raises(GameFault, match=r"self\.chance\.by_lot\(sorted\(cards\)\)"):
        check_game(Sorted, games=300)
    sound(ByLot, NOBODY_PASSES)
