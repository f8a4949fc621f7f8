"""What a game may override, and what the toolkit makes of it."""

from __future__ import annotations

import pytest

from cardkit.cardgame import (
    CardCommand,
    CardGame,
    Deal,
    OrderGame,
    Reason,
    Refused,
    RulesError,
    Seats,
    TrickGame,
)
from cardkit.games.page_one import PageOne
from tests.helpers import lines, play_out, refusal

NAMES = ("ann", "bob", "cid", "dan")


class Strict(CardGame):
    """Tricks where the game's own check forbids every card."""

    title = "Strict"
    seats = Seats(least=4, most=4)
    stages = (Deal(), TrickGame())

    def check_discard(self, seat: int, command: CardCommand) -> None:
        raise Refused(Reason.AGAINST_THE_RULES, "never")


class NoSpades(PageOne):
    """Page One without spades: a check makes players draw or pass."""

    title = "No spades"

    def check_discard(self, seat: int, command: CardCommand) -> None:
        if command.cards[0].suit == "S":
            raise Refused(Reason.AGAINST_THE_RULES, "{card} is a spade", card=command.cards[0])


def test_a_check_that_forbids_everything_forbids_nothing() -> None:
    table = Strict.play(NAMES)
    assert len(table.legal(0)) == 13
    assert all(table.can("ann", offer) for offer in lines(table, "ann"))
    play_out(table)
    assert not table.playing


def test_what_a_check_forbids_is_refused_with_its_own_reason() -> None:
    table = NoSpades.play(NAMES, key=b"spade")
    while not (spade := _fitting_spade(table)):
        seat = table.awaited[0]
        table.apply(table.names[seat], str(table.legal(seat)[0]))
    refused = refusal(table, table.names[table.awaited[0]], f"DISCARD {spade}")
    assert refused.text() == f"{spade} is a spade"


def _fitting_spade(table: CardGame) -> str:
    top = table.piles["table"][-1]
    hand = table.hand(table.awaited[0])
    return next((c for c in hand if c.suit == "S" and (top.suit == "S" or top.rank == c.rank)), "")


def test_whether_to_draw_depends_on_what_a_check_leaves() -> None:
    for seed in range(30):
        table = NoSpades.play(NAMES, key=b"%d" % seed)
        while table.playing:
            seat = table.awaited[0]
            offers = table.legal(seat)
            assert offers
            verbs = {offer.verb for offer in offers}
            assert verbs in ({"DISCARD"}, {"DRAW"}, {"PASS"})
            table.apply(table.names[seat], str(offers[-1]))


def test_a_stage_without_its_decorator_is_told_what_is_missing() -> None:
    class Bare(OrderGame):
        """Forgot the decorator."""

    with pytest.raises(RulesError, match="write @condition above class Bare"):
        type("Odd", (PageOne,), {"title": "Odd", "forms": {}, "stages": (Deal(each=3), Bare())})
