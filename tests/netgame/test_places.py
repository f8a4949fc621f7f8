"""Places that players choose, matches that begin when all are ready, and a gentle clock."""

from __future__ import annotations

from random import Random

import pytest

from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import NetGame, Reason, Refused, Role, Status
from tests.tiny_games import Nim, nim, play, refused, replayed, said

GENTLE = {"move": 30, "gentle": True}


def at(table: NetGame) -> list[str]:
    return table.places()


def sit(table: NetGame, **places: int) -> None:
    for name, place in places.items():
        table.apply(name, "ENTER")
        table.apply(name, f"LOGIN {place}" if place else "LOGIN")


# --- places --------------------------------------------------------------------------------------


def test_friends_who_face_each_other_are_partners_whatever_robots_come_between() -> None:
    table = Whist()
    sit(table, ann=1, bob=3)
    assert at(table) == ["ann", "", "bob", ""]
    assert table.next_players(["r", "s"]) == ["ann", "r", "bob", "s"]
    for robot in ("r", "s"):
        table.apply("", f"FILL {robot}")
    assert table.names == at(table) == ["ann", "r", "bob", "s"]
    table.apply("ann", "START")
    assert table.partner(0) == 2
    replayed(table)


def test_a_gap_is_closed_when_a_match_begins_without_robots() -> None:
    table = Nim()
    sit(table, ann=4, bob=2)
    assert (at(table), table.names) == (["", "bob", "", "ann"], ["bob", "ann"])
    table.apply("ann", "START")
    assert table.people.places == (0, 1)
    replayed(table)


def test_without_a_choice_seats_are_taken_one_after_the_other_as_ever() -> None:
    table = Nim()
    sit(table, ann=0, bob=0, cid=0)
    table.apply("bob", "LOGOUT")
    assert (table.names, table.people.places) == (["ann", "cid"], ())
    sit(table, dan=0)
    assert table.names == ["ann", "cid", "dan"]


def test_once_somebody_has_chosen_a_place_that_is_given_up_stays_free() -> None:
    table = Nim()
    sit(table, ann=1, bob=0, cid=0)
    assert at(table) == ["ann", "bob", "cid", ""]
    table.apply("bob", "LOGOUT")
    assert at(table) == ["ann", "", "cid", ""]
    table.apply("cid", "EXIT")
    assert at(table) == ["ann", "", "", ""]
    sit(table, dan=0)
    assert at(table) == ["ann", "dan", "", ""]


def test_who_has_a_seat_goes_to_a_free_one_or_changes_places() -> None:
    table = Nim()
    sit(table, ann=0, bob=0)
    table.apply("ann", "SEAT 4")
    assert at(table) == ["", "bob", "", "ann"]
    table.apply("ann", "SEAT 2")
    assert at(table) == ["", "ann", "", "bob"]
    table.apply("bob", "SEAT ann")
    assert at(table) == ["", "bob", "", "ann"]
    assert refused(table, "bob", "SEAT 2").reason == Reason.PLACE_TAKEN
    replayed(table)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("LOGIN 2", Reason.PLACE_TAKEN),
        ("LOGIN 0", Reason.UNKNOWN_WORD),
        ("LOGIN 5", Reason.UNKNOWN_WORD),
        ("LOGIN x", Reason.UNKNOWN_WORD),
        ("LOGIN 1 2", Reason.UNKNOWN_WORD),
    ],
)
def test_a_place_that_cannot_be_had_is_refused_with_those_that_can(
    line: str, reason: Reason
) -> None:
    table = Nim()
    sit(table, ann=2)
    table.apply("bob", "ENTER")
    refusal = refused(table, "bob", line)
    assert refusal.reason == reason
    if reason is Reason.PLACE_TAKEN:
        assert "1, 3, 4" in refusal.text()


def test_the_place_of_a_robot_is_taken_from_it() -> None:
    table = Nim()
    sit(table, ann=1)
    table.apply("", "FILL r 3")
    assert at(table) == ["ann", "", "r", ""]
    sit(table, bob=3)
    assert at(table) == ["ann", "", "bob", ""]
    assert "r" not in table.people


def test_who_asks_for_a_robots_place_in_the_middle_of_a_game_has_it_after_it() -> None:
    table = Whist(options={"drop_in": True, "games": 9})
    sit(table, ann=1)
    for robot in ("r", "s", "t"):
        table.apply("", f"FILL {robot}")
    table.apply("", "START")
    sit(table, bob=3)
    assert (table.people.queue, table.names) == (("bob",), ["ann", "r", "s", "t"])
    while table.playing:
        seat = table.awaited[0]
        if seat in table.robots():
            table.apply("", f"ROBOT {table.names[seat]}")
        else:
            table.apply("ann", str(table.legal(seat)[0]))
    assert table.next_players() == ["ann", "r", "bob", "t"]
    table.apply("", "TIME", table.due() or 0)
    assert table.names == ["ann", "r", "bob", "t"]
    replayed(table, options={"drop_in": True, "games": 9})


def test_who_leaves_after_a_match_leaves_a_gap_for_the_next() -> None:
    table = Nim(options={"games": 1})
    sit(table, ann=1, bob=2, cid=3)
    table.apply("", "START")
    play(table)
    table.apply("bob", "EXIT")
    assert at(table) == ["ann", "", "cid", ""]
    assert table.next_players(["r"]) == ["ann", "r", "cid"]
    sit(table, dan=2)
    assert table.names == ["ann", "dan", "cid"]


@pytest.mark.parametrize("seed", range(30))
def test_whatever_is_said_between_matches_seats_and_places_agree(seed: int) -> None:
    rng, table = Random(seed), Nim(options={"games": 1})
    names = ["ann", "bob", "cid", "dan", "eve"]
    for _ in range(120):
        who = rng.choice([*names, ""])
        robot = rng.choice(["r", "s"])
        line = rng.choice(
            [
                "ENTER",
                "LOGIN",
                "LOGOUT",
                "EXIT",
                "READY",
                f"LOGIN {rng.randint(1, 4)}",
                f"SEAT {rng.randint(1, 4)}",
                f"SEAT {rng.choice(names)}",
            ]
            if who
            else [f"FILL {robot}", f"FILL {robot} {rng.randint(1, 4)}", "START", "TIME"]
        )
        before = table.digest()
        try:
            expected = table.next_players() if line == "START" else None
            table.apply(who, line, table.time + rng.randint(0, 40))
            assert expected in (None, table.names)
        except Refused:
            assert table.digest() == before
        people = table.people
        assert list(people.places) == sorted({*people.places})
        assert len(people.places) in (0, len(people.names))
        assert all(place < table.seats.most for place in people.places)
        assert [name for name in at(table) if name] == [n for n in table.names if n in people] or (
            table.playing
        )
        if table.playing:
            play(table)
    replayed(table, options={"games": 1})


# --- ready ---------------------------------------------------------------------------------------


def over(*names: str, **options: object) -> Nim:
    table = nim(*names, games=1, **options)
    play(table)
    assert table.match_over
    return table


def test_those_who_are_there_and_not_ready_are_waited_for() -> None:
    table = over("ann", "bob", "cid")
    assert table.not_ready() is None
    assert said(table.apply("ann", "READY", 100))[0] == ("ACTION", "ann", "READY")
    assert (table.not_ready(), table.due()) == (["bob", "cid"], 160)
    assert refused(table, "ann", "READY").reason == Reason.NOT_NOW
    table.apply("", "LOST bob", 110)
    assert table.not_ready() == ["cid"]
    table.apply("cid", "EXIT", 111)
    assert (table.not_ready(), table.due()) == ([], None)


def test_who_is_silent_for_a_minute_gives_up_the_seat() -> None:
    table = over("ann", "bob", "cid")
    table.apply("ann", "READY", 100)
    table.apply("bob", "READY", 130)
    assert refused(table, "", "TIME").reason == Reason.TOO_EARLY
    events = said(table.apply("", "TIME", 160))
    assert ("ACTION", "cid", "LOGOUT") in events
    assert (table.names, table.people.roles["cid"]) == (["ann", "bob"], Role.WAITING)
    assert table.not_ready() == []
    table.apply("", "START")
    assert table.people.ready == ()


def test_who_sits_down_among_those_who_are_ready_is_ready_too() -> None:
    table = over("ann", "bob")
    table.apply("ann", "READY", 5)
    sit(table, cid=0)
    assert table.not_ready() == ["bob"]


def test_ready_is_said_between_matches_only() -> None:
    assert refused(nim("ann", "bob"), "ann", "READY").reason == Reason.WRONG_PHASE


# --- a gentle clock ------------------------------------------------------------------------------


def test_a_gentle_clock_gives_the_time_once_more_in_a_game() -> None:
    table = nim(**GENTLE)
    assert said(table.apply("ann", "HERE", 20))[-1] == ("TURN", 50, "ann")
    assert "already" in refused(table, "ann", "HERE").text()
    assert refused(table, "bob", "HERE").reason == Reason.NOT_NOW
    assert refused(nim(move=30), "ann", "HERE").reason == Reason.NOT_NOW
    replayed(table, options=GENTLE)


def late(table: NetGame) -> None:
    table.apply("", "TIME", table.due() or 0)


def test_who_is_late_twice_in_a_row_is_played_for_until_they_say_here() -> None:
    table = PageOne.play(["ann", "bob", "cid"], options=GENTLE, key=b"x")
    table.listening = True
    while table.people.late.get("ann") != 1:
        late(table) if table.awaited == (0,) else _answer(table)
    assert table.people.status[0] is Status.HERE
    while table.people.status[0] is Status.HERE:
        late(table) if table.awaited == (0,) else _answer(table)
    assert refused(table, "ann", "DRAW 1").reason == Reason.NOT_HERE
    while table.awaited != (0,):
        _answer(table)
    assert table.robots() == (0,)
    assert ("RETURNED", "ann") in said(table.apply("ann", "HERE", table.time))
    assert (table.robots(), table.legal(0) != ()) == ((), True)
    replayed(table, options=GENTLE, key=b"x")


def _answer(table: NetGame) -> None:
    seat = table.awaited[0]
    table.apply(table.names[seat], str(table.legal(seat)[0]), table.time)


def test_an_answer_in_time_is_the_end_of_being_late() -> None:
    table = nim("ann", "bob", **GENTLE)
    late(table)
    assert table.people.late == {"ann": 1}
    _answer(table)
    _answer(table)
    assert table.people.late == {}


def test_a_gentle_clock_does_not_run_for_the_only_person_among_robots() -> None:
    table = Nim(options=GENTLE)
    sit(table, ann=0)
    table.apply("", "FILL r")
    table.apply("", "START")
    assert (table.awaited, table.due()) == ((0,), None)
    plain = Nim(options={"move": 30})
    sit(plain, ann=0)
    plain.apply("", "FILL r")
    plain.apply("", "START")
    assert plain.due() == 30


def test_the_clock_runs_again_when_somebody_is_back() -> None:
    table = nim("ann", "bob", **GENTLE)
    table.apply("", "LOST bob", 1)
    table.apply("ann", str(table.legal(0)[0]), 2)
    table.apply("", "ROBOT bob", 3)
    assert (table.awaited, table.due()) == ((0,), None)
    table.apply("", "BACK bob", 5)
    assert table.due() == 35
