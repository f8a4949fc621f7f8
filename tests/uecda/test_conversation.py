"""What a guest is told of a game, event by event."""

from __future__ import annotations

from typing import Any

from cardkit.uecda.conversation import Conversation, Moment, Said, Signal, numbers_of
from cardkit.uecda.tables import Table, hand_table, play_table
from tests.uecda.client import cells_of, grid

NAMES = ("ann", "bob", "cat", "dan", "eve")
GUESTS = {"ann": 0, "bob": 1}
HANDS = {
    "ann": ["S3", "H8", "J1"],
    "bob": ["??", "??"],
    "cat": ["??"],
    "dan": ["??"],
    "eve": ["??"],
}
DEAL: list[tuple[Any, ...]] = [
    ("PHASE", "playing", 1),
    ("ORDER", "bob", "ann", "cat", "dan", "eve"),
    ("STAGE", "deal"),
    *(("MOVE", "stock", name, *cards) for name, cards in HANDS.items()),
    ("STAGE", "tribute"),
    ("STAGE", "climbing_game"),
]


def ann() -> Conversation:
    return Conversation("ann", GUESTS)


def hear(
    guest: Conversation, *events: tuple[Any, ...], legal: tuple[str, ...] = (), last: bool = False
) -> list[Said]:
    return guest.hear(Moment(NAMES, events, legal, last))


def table(said: Said) -> Table:
    assert isinstance(said, list)
    return said


def test_a_game_begins_with_the_hand_and_then_the_turn() -> None:
    first, turn = map(table, hear(ann(), *DEAL, ("TURN", 0, "bob")))
    assert cells_of(first) == cells_of(turn) == cells_of(hand_table(HANDS["ann"]))
    assert first[5][:8] == [1, 0, 0, 6, 0, 0, 0, 0]
    assert turn[5][:8] == [0, 0, 0, 1, 1, 0, 0, 0]
    assert first[6] == turn[6] == [3, 2, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 2, 3, 4]


def test_cards_that_are_cleared_away_at_once_are_shown_before() -> None:
    guest = ann()
    hear(guest, *DEAL, ("TURN", 0, "ann"), legal=("DISCARD H8", "PASS"))
    assert guest.is_asked
    assert guest.answer(play_table(["H8"])) == "DISCARD H8"
    answer, field, go_on, turn = hear(
        guest,
        ("ACTION", "ann", "DISCARD", "H8"),
        ("MOVE", "ann", "table", "H8"),
        ("FACT", "lock", "H"),
        ("MOVE", "table", "away", "H8"),
        ("FACT", "lock", None),
        ("TURN", 0, "ann"),
        legal=("DISCARD S3", "PASS"),
    )
    assert (answer, go_on) == (Signal.ACCEPTED, Signal.GO_ON)
    assert cells_of(table(field)) == {(1, 6): 1}
    assert table(field)[5][:8] == [0, 0, 0, 0, 0, 0, 0, 1]
    assert table(field)[6][0] == 2
    assert table(turn)[5][:8] == [0, 0, 1, 0, 1, 0, 0, 0]


def test_a_pass_is_accepted_of_who_leads_alone() -> None:
    guest = ann()
    hear(guest, *DEAL, ("TURN", 0, "ann"), legal=("PASS",))
    assert guest.answer(grid()) == "PASS"
    said = hear(guest, ("ACTION", "ann", "PASS"), ("TURN", 0, "bob"))
    assert said[0] == Signal.ACCEPTED
    said = hear(guest, ("ACTION", "bob", "DISCARD", "C4"), ("TURN", 0, "ann"), legal=("PASS",))
    assert cells_of(table(said[0])) == {(3, 2): 1}
    assert guest.answer(grid()) == "PASS"
    said = hear(guest, ("ACTION", "ann", "PASS"), ("TURN", 0, "bob"))
    assert said[0] == Signal.REFUSED
    assert cells_of(table(said[1])) == {(3, 2): 1}
    assert guest.refusals == 0


def test_a_play_that_counts_as_a_pass_is_refused() -> None:
    guest = ann()
    hear(guest, *DEAL, ("TURN", 0, "ann"), legal=("PASS",))
    assert guest.answer(play_table(["C2"])) == "DISCARD C2"
    said = hear(guest, ("ACTION", "ann", "PASS"), ("TURN", 0, "bob"))
    assert said[0] == Signal.REFUSED
    assert guest.refusals == 1


def test_a_turn_in_which_another_answered_leaves_a_table_owed() -> None:
    guest = ann()
    hear(guest, *DEAL, ("TURN", 0, "ann"), legal=("PASS",))
    said = hear(guest, ("ACTION", "ann", "DISCARD", "S3"), ("TURN", 0, "bob"))
    assert said[0] == Signal.ACCEPTED
    assert not guest.is_asked
    assert guest.take_unanswered() == 1
    assert guest.take_unanswered() == 0


def test_a_game_that_ends_without_a_move_is_over_for_the_guest_too() -> None:
    guest = ann()
    hear(guest, *DEAL, ("TURN", 0, "bob"))
    said = hear(guest, ("RESULT", 1, *NAMES), ("PHASE", "results", "over"), last=True)
    assert cells_of(table(said[0])) == {}
    assert said[1:] == [Signal.ALL_OVER]


def test_the_high_see_what_they_were_given_and_the_low_what_they_had() -> None:
    for ranking, hand, gives in (
        (("ann", "bob", "cat", "dan", "eve"), ["S3", "H8", "J1", "D2", "S2"], 2),
        (("eve", "bob", "cat", "dan", "ann"), ["S3", "H8", "J1"], -2),
        (("eve", "bob", "ann", "cat", "dan"), ["S3", "H8", "J1"], 0),
    ):
        guest, high, low = ann(), ranking[0], ranking[4]
        hear(guest, ("PHASE", "playing", 1), ("RESULT", 1, *ranking))
        taken = {"ann": ("D2", "S2")}.get(high, ("J1", "H8") if low == "ann" else ("??", "??"))
        second = [("PHASE", "playing", 2), *DEAL[1:-1], ("MOVE", low, high, *taken)]
        legal = ("PUT eve 2 of S3 H8",) if high == "ann" else ()
        first = table(hear(guest, *second, ("TURN", 0, high), legal=legal)[0])
        assert cells_of(first) == cells_of(hand_table(hand))
        assert first[5][:4] == [1, gives, 0, 6]
        assert first[6][:5] == [3, 2, 1, 1, 1]
        assert first[6][5:10] == [ranking.index(name) for name in NAMES]
        assert guest.is_asked == (high == "ann")
    assert ann().answer(None) == "PASS"


def test_guests_keep_their_numbers_and_others_have_the_rest() -> None:
    assert numbers_of(("x", "ann", "y", "bob", "z"), {"ann": 1, "bob": 4}) == {
        "x": 0,
        "ann": 1,
        "y": 2,
        "bob": 4,
        "z": 3,
    }
