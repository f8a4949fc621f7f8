"""Who is not there: lost and back, what becomes of the seat, and the grace before it.

All of it comes in as inputs of the world, so there is no network and no waiting here.
"""

from __future__ import annotations

from random import Random

import pytest

from cardkit.games.daifugo import Daifugo
from cardkit.netgame import Reason, Status, pick
from tests.helpers import arrange
from tests.tiny_games import Nim, nim, play, refused, replayed, said

# --- the policies --------------------------------------------------------------------------------


def test_robot_policy_a_robot_takes_the_seat_and_gives_it_back() -> None:
    table = nim(policy="robot")
    assert said(table.apply("", "LOST ann"), "STAND_IN") == [("STAND_IN", "ann", "robot")]
    assert table.robots() == (0,)
    assert table.view(0).status[0] == "robot"
    table.apply("", "ROBOT ann")
    assert table.robots() == ()
    events = table.apply("", "BACK ann")
    assert said(events)[0] == ("RETURNED", "ann")
    assert table.people.status == [Status.HERE] * 3
    assert refused(table, "", "ROBOT ann").reason == Reason.NOT_YOUR_TURN
    replayed(table, options={"policy": "robot"})


def test_forfeit_policy_the_player_ends_last_and_plays_again_in_the_next_game() -> None:
    table = nim(policy="forfeit")
    assert said(table.apply("", "LOST ann"), "FORFEIT") == [("FORFEIT", "ann")]
    table.apply("", "BACK ann")
    assert refused(table, "ann", "TAKE 1").reason == Reason.FORFEITED
    assert table.view(0).status[0] == "forfeit"
    play(table)
    assert table.ranking[-1] == 0
    table.apply("ann", "START")
    assert table.view(0).status[0] == "here"
    assert table.robots() == ()
    replayed(table, options={"policy": "forfeit"})


def test_a_forfeiter_who_stays_away_forfeits_the_next_game_too() -> None:
    table = nim(policy="forfeit")
    table.apply("", "LOST ann")
    play(table)
    assert ("FORFEIT", "ann") in said(table.apply("bob", "START"))
    play(table)
    assert table.ranking[-1] == 0


def test_the_first_to_forfeit_is_the_last_of_all() -> None:
    table = nim("ann", "bob", "cid", "dan")
    table.apply("", "FORFEIT cid")
    table.apply("", "FORFEIT ann")
    play(table)
    assert table.ranking[2:] == (0, 2)


def test_who_forfeits_passes_or_folds_where_that_is_possible() -> None:
    table = nim()
    table.apply("", "FORFEIT ann")
    heap = table.heap
    assert ("ACTION", "ann", "PASS") in said(table.apply("", "ROBOT ann"))
    assert table.heap == heap


def test_kick_policy_the_seat_of_a_player_who_stays_away_goes_to_the_next_who_waits() -> None:
    table = nim(policy="kick", games=3)
    for name in ("dan", "eve"):
        table.apply(name, "ENTER")
    table.apply("", "LOST ann")
    assert table.robots() == (0,)
    play(table)
    assert table.names == ["ann", "bob", "cid"]
    assert table.due() == table.time
    assert said(table.apply("", "TIME", table.time)) == [("SEATS", "dan", "bob", "cid")]
    assert table.people.roles == {
        "bob": "player",
        "cid": "player",
        "dan": "player",
        "eve": "waiting",
        "ann": "waiting",
    }
    table.apply("dan", "START")
    assert table.robots() == ()
    table.apply("dan", "EXIT")
    play(table)
    table.apply("", "TIME", table.time)
    assert table.names == ["eve", "bob", "cid"]
    assert "dan" not in table.people
    replayed(table, options={"policy": "kick", "games": 3})


def test_kick_policy_who_is_back_before_the_end_of_the_game_keeps_the_seat() -> None:
    table = nim(policy="kick", games=3)
    table.apply("dan", "ENTER")
    table.apply("", "LOST ann")
    table.apply("", "BACK ann")
    play(table)
    assert (table.names, table.due()) == (["ann", "bob", "cid"], None)


def test_kick_policy_while_nobody_waits_a_robot_keeps_the_seat_for_its_player() -> None:
    table = nim(policy="kick", games=3)
    table.apply("", "LOST ann")
    play(table)
    table.apply("bob", "START")
    assert table.view(0).status[0] == "robot"
    table.apply("", "BACK ann")
    assert table.view(0).status[0] == "here"


def test_suspend_policy_the_game_waits_until_all_are_back() -> None:
    table = nim(policy="suspend", move=30, grace=10)
    events = table.apply("", "LOST bob", at=5)
    assert said(events) == [("AWAY", "bob", "suspend", 0), ("SUSPENDED", "bob")]  # and no turn
    assert (table.due(), table.robots(), table.legal(0)) == (None, (), ())
    for who in ("ann", "bob"):
        assert refused(table, who, "TAKE 1", 6).reason == Reason.SUSPENDED
    assert refused(table, "", "TIME", 9e9).reason == Reason.TOO_EARLY
    assert said(table.apply("", "LOST cid", at=7))[-1] == ("SUSPENDED", "cid")
    assert said(table.apply("", "BACK bob", at=8)) == [("RETURNED", "bob")]
    assert table.suspended
    events = table.apply("", "BACK cid", at=1000)
    assert said(events) == [("RETURNED", "cid"), ("RESUMED",), ("TURN", 1030, "ann")]
    assert table.due() == 1030
    table.apply("ann", "TAKE 1", at=1001)
    replayed(table, options={"policy": "suspend", "move": 30, "grace": 10})


def test_a_suspended_game_goes_on_when_the_missing_player_forfeits() -> None:
    table = nim(policy="suspend")
    table.apply("", "LOST bob")
    assert said(table.apply("", "FORFEIT bob"), "FORFEIT", "RESUMED") == [
        ("FORFEIT", "bob"),
        ("RESUMED",),
    ]
    play(table)
    assert table.ranking[-1] == 1
    assert said(table.apply("ann", "START"), "SUSPENDED")  # Bob is missed in the next one again


def test_who_has_given_up_is_not_missed() -> None:
    for policy in ("suspend", "robot"):
        table = nim(policy=policy, grace=10)
        table.apply("", "FORFEIT bob")
        events = table.apply("", "LOST bob")
        assert said(events) == [("AWAY", "bob", policy, 0), ("TURN", 0, "ann")]
        assert (table.suspended, table.due()) == (False, None)


def test_exit_is_lost_for_good_without_grace() -> None:
    table = nim(policy="forfeit", grace=10)
    table.apply("bob", "EXIT")
    assert (table.people.grace, table.forfeits) == ({}, [1])
    table = nim(policy="robot", grace=10)
    table.apply("", "LOST bob", at=1)
    assert table.due() == 11
    table.apply("bob", "EXIT", at=2)
    assert (table.due(), table.people.status[1]) == (None, Status.ROBOT)
    table = nim(policy="suspend")
    table.apply("bob", "EXIT")
    assert refused(table, "", "BACK bob").reason == Reason.NO_SUCH_PLAYER
    assert ("RESUMED",) in said(table.apply("bob", "ENTER"))


def test_who_left_between_games_is_not_waited_for_in_the_next() -> None:
    table = nim(grace=10)
    play(table)
    table.apply("cid", "EXIT")
    events = table.apply("ann", "START", at=50)
    assert said(events, "STAND_IN", "AWAY") == [
        ("AWAY", "cid", "robot", 0),
        ("STAND_IN", "cid", "robot"),
    ]


def test_who_is_out_already_can_leave_without_losing_or_stopping_the_others() -> None:
    for policy in ("forfeit", "suspend", "robot"):
        table = Daifugo.play(["ann", "bob", "cid"], options={"policy": policy})
        chance = Random(1)
        while all(table.piles[seat] for seat in range(3)):
            seat = table.awaited[0]
            table.apply(table.names[seat], pick(table.legal(seat), chance.randrange))
        first = next(seat for seat in range(3) if not table.piles[seat])
        table.apply("", f"LOST {table.names[first]}")
        assert not table.suspended
        play(table)
        assert table.ranking[0] == first


def test_who_goes_out_while_grace_runs_keeps_the_place() -> None:
    options = {"policy": "forfeit", "grace": 10, "move": 5}
    table = Daifugo.play(["ann", "bob", "cid"], options=options)
    first, second, third = (table.awaited[0], *(s for s in range(3) if s != table.awaited[0]))
    hands = {first: "S3", second: "S4 H5", third: "S6 H7"}
    arrange(table, {table.names[seat]: hand for seat, hand in hands.items()})
    table.apply("", f"LOST {table.names[first]}", at=1)
    table.apply("", "TIME", at=6)  # the robot plays the last card
    table.apply("", "TIME", at=11)
    assert (table.people.grace, table.forfeits) == ({}, [])
    play(table)
    assert table.ranking[0] == first


# --- lost and back -------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["preparing", "results"])
def test_lost_between_games_counts_when_the_next_begins(phase: str) -> None:
    table = Nim(options={"grace": 10})
    for name in ("ann", "bob"):
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    if phase == "results":
        table.apply("", "START")
        play(table)
    table.listening = True
    assert said(table.apply("", "LOST bob", at=5)) == [("AWAY", "bob", "robot", 0)]
    assert (table.due(), table.people.status[1]) == (None, Status.AWAY)
    events = table.apply("ann", "START", at=20)
    assert said(events, "AWAY") == [("AWAY", "bob", "robot", 30)]
    assert table.due() == 30


def test_back_before_the_next_game_is_as_if_nothing_had_been() -> None:
    table = nim()
    play(table)
    table.apply("", "LOST bob")
    table.apply("", "BACK bob")
    events = table.apply("ann", "START")
    assert not said(events, "AWAY", "STAND_IN")


def test_back_twice_and_lost_twice_change_nothing_more() -> None:
    table = nim(grace=10)
    table.apply("", "LOST bob", at=1)
    assert said(table.apply("", "LOST bob", at=9), "AWAY") == []
    assert table.due() == 11  # the grace is not renewed
    table.apply("", "BACK bob", at=10)
    assert said(table.apply("", "BACK bob", at=10), "RETURNED") == []
    assert table.due() is None


def test_a_player_lost_while_a_robot_plays_leaves_the_robot_playing() -> None:
    table = nim()
    table.apply("", "LOST ann")
    assert said(table.apply("", "LOST ann"), "STAND_IN") == []
    table.apply("ann", "EXIT")
    assert table.robots() == (0,)


def test_who_was_lost_says_nothing_before_being_back() -> None:
    table = nim(grace=10)
    table.apply("", "LOST ann", at=1)
    assert refused(table, "ann", "TAKE 1", 2).reason == Reason.NOT_HERE
    table.apply("", "BACK ann", at=3)
    table.apply("ann", "TAKE 1", at=3)


@pytest.mark.parametrize("what", ["LOST wim", "BACK wim", "BACK ann"])
def test_a_watcher_comes_and_goes_without_any_effect_on_the_game(what: str) -> None:
    table = nim()
    table.apply("wim", "ENTER WATCH")
    before = table.digest()
    assert said(table.apply("", what)) == [("TURN", 0, "ann")]
    assert table.digest() == before


@pytest.mark.parametrize(
    "what", ["LOST", "LOST zoe", "LOST ann bob", "BACK", "BACK zoe", "ROBOT zoe", "FORFEIT zoe"]
)
def test_the_world_names_one_participant(what: str) -> None:
    refusal = refused(nim(), "", what)
    assert refusal.reason == Reason.NO_SUCH_PLAYER
    assert "ann, bob, cid" in refusal.text()


def test_a_robot_is_neither_lost_nor_back() -> None:
    table = Nim()
    table.apply("", "FILL robbie")
    for what in ("LOST robbie", "BACK robbie"):
        assert refused(table, "", what).reason == Reason.NO_SUCH_PLAYER


def test_a_watcher_neither_forfeits_nor_is_moved_by_a_robot() -> None:
    table = nim()
    table.apply("wim", "ENTER WATCH")
    for what in ("FORFEIT wim", "ROBOT wim"):
        assert refused(table, "", what).reason == Reason.NOT_A_PLAYER


@pytest.mark.parametrize("who", ["ann", "bob", "wim"])
@pytest.mark.parametrize("what", ["LOST bob", "BACK bob", "TIME", "ROBOT bob", "FORFEIT bob"])
def test_what_the_world_says_no_participant_can_say(who: str, what: str) -> None:
    table = nim(move=1)
    table.apply("wim", "ENTER WATCH")
    assert refused(table, who, what, 100).reason in (
        Reason.UNKNOWN_WORD,
        Reason.NOT_YOUR_TURN,
        Reason.NOT_A_PLAYER,
    )


def test_nothing_is_forfeited_between_games() -> None:
    table = nim()
    play(table)
    assert refused(table, "", "FORFEIT ann").reason == Reason.WRONG_PHASE


# --- grace ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["robot", "forfeit"])
def test_grace_runs_before_the_policy_applies(policy: str) -> None:
    table = nim(policy=policy, grace=10)
    assert said(table.apply("", "LOST ann", at=5), "AWAY") == [("AWAY", "ann", policy, 15)]
    assert table.robots() == ()
    assert refused(table, "", "TIME", 14.9).reason == Reason.TOO_EARLY
    table.apply("", "TIME", at=15)
    assert table.robots() == (0,)
    assert (table.view(0).status[0], table.due()) == (policy, None)


def test_back_within_the_grace_stops_it() -> None:
    table = nim(policy="forfeit", grace=10)
    table.apply("", "LOST ann", at=5)
    table.apply("", "BACK ann", at=14)
    assert table.due() is None
    assert refused(table, "", "TIME", 99).reason == Reason.TOO_EARLY


def test_the_move_clock_runs_while_grace_runs() -> None:
    table = nim(move=30, grace=100)
    table.apply("", "LOST ann", at=5)
    assert table.due() == 30
    events = table.apply("", "TIME", at=30)
    assert said(events, "LATE") == [("LATE", "ann", "robot")]
    assert table.awaited == (1,)
    assert (table.people.grace, table.people.status[0]) == ({0: 105}, Status.AWAY)


def test_grace_that_ends_leaves_the_move_clock_alone() -> None:
    table = nim(move=30, grace=10)
    table.apply("", "LOST bob", at=5)
    table.apply("", "TIME", at=16)
    assert (table.deadline, table.people.status[1]) == (30, Status.ROBOT)


def test_who_forfeits_by_the_clock_is_not_made_a_robot_by_the_grace() -> None:
    table = nim(move=30, late="forfeit", grace=100, policy="robot")
    table.apply("", "LOST ann", at=1)
    table.apply("", "TIME", at=30)
    assert (table.forfeits, table.people.grace) == ([0], {})
    table.apply("", "BACK ann", at=40)
    assert table.view(0).status[0] == "forfeit"


def test_two_graces_that_end_at_once_are_both_over() -> None:
    table = nim(grace=10)
    for name in ("ann", "bob"):
        table.apply("", f"LOST {name}", at=5)
    table.apply("", "TIME", at=20)
    assert table.people.status[:2] == [Status.ROBOT, Status.ROBOT]
    assert table.due() is None


@pytest.mark.parametrize("policy", ["robot", "forfeit"])
def test_after_a_restart_all_have_time_to_come_back_and_the_clock_starts_anew(policy: str) -> None:
    table = nim(policy=policy, move=20)
    said(table.apply("", "RESTART 10", 15))
    assert table.people.status == [Status.AWAY] * 3
    assert table.people.grace == dict.fromkeys(range(3), 25)
    assert table.deadline == 35
    for name in ("ann", "bob", "cid"):
        table.apply("", f"BACK {name}", 16)
    assert table.people.status == [Status.HERE] * 3
    assert table.due() == 35
    assert refused(table, "", "RESTART soon").reason == Reason.UNKNOWN_WORD
    replayed(table, options={"policy": policy, "move": 20})


def test_a_game_that_begins_while_all_come_back_waits_for_them_as_long() -> None:
    table = nim()
    while table.playing:
        table.apply(table.names[table.awaited[0]], "TAKE 1")
    table.apply("", "RESTART 10", 15)
    table.apply("", "BACK ann", 16)
    table.apply("ann", "START", 17)
    assert table.people.status == [Status.HERE, Status.AWAY, Status.AWAY]
    assert table.people.grace == {1: 25, 2: 25}
    table.apply("", "BACK bob", 18)
    table.apply("", "TIME", 25)
    assert table.people.status == [Status.HERE, Status.HERE, Status.ROBOT]


def test_a_restart_suspends_a_game_that_waits_for_its_players() -> None:
    table = nim(policy="suspend")
    table.apply("", "RESTART 10")
    assert table.suspended
    for name in ("ann", "bob", "cid"):
        table.apply("", f"BACK {name}")
    assert not table.suspended


def test_a_robot_that_stands_in_plays_as_it_is_told() -> None:
    table = nim("ann", "bob")
    table.apply("", "LOST ann")
    assert refused(table, "", "ROBOT ann TAKE 99").reason == Reason.AGAINST_THE_RULES
    table.apply("", "ROBOT ann TAKE 2")
    assert table.journal[-1][:2] == ("", "ROBOT ann TAKE 2")
    assert table.awaited == (1,)
    assert Nim().replay(table.journal).digest() == table.digest()


def test_nobody_chooses_for_a_player_who_has_given_up() -> None:
    table = nim("ann", "bob", policy="forfeit")
    table.apply("", "LOST ann")
    assert refused(table, "", "ROBOT ann TAKE 1").reason == Reason.UNKNOWN_WORD


def test_a_robot_with_a_seat_of_its_own_plays_as_it_is_told() -> None:
    table = Nim()
    for name in ("robot-1", "robot-2"):
        table.apply("", f"FILL {name}")
    table.apply("", "START")
    assert refused(table, "", "ROBOT robot-1 TAKE 99").reason == Reason.AGAINST_THE_RULES
    assert refused(table, "", "ROBOT robot-2 TAKE 1").reason == Reason.NOT_YOUR_TURN
    table.apply("", "ROBOT robot-1 take 2")
    assert table.journal[-1][:2] == ("", "ROBOT robot-1 take 2")
    assert table.awaited == (1,)
    assert Nim().replay(table.journal).digest() == table.digest()
