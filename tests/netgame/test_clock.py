"""The move clock, several who are late at once, and tables that punish illegal commands."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.games.daifugo import Daifugo
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import Clock, Command, Reason, Refused, Status
from cardkit.testing.absent import choices
from tests.tiny_games import Fingers, Nim, nim, play, refused, replayed, said

LATE = {"move": 30}


# --- the move clock ------------------------------------------------------------------------------


def test_a_deadline_is_told_with_the_turn_and_renewed_by_each_answer() -> None:
    table = nim(move=30)
    assert table.due() == 30
    assert said(table.apply("ann", "TAKE 1", at=10))[-1] == ("TURN", 40, "bob")
    assert said(table.apply("bob", "take  1", at=12))[-1] == ("TURN", 42, "cid")
    assert said(table.apply("zoe", "ENTER", at=20))[-1] == ("TURN", 42, "cid")  # not renewed
    with pytest.raises(Refused):
        table.apply("cid", "TAKE 9", at=25)
    assert table.due() == 42
    replayed(table, options={"move": 30})


def test_an_answer_renews_the_clock_however_it_is_written() -> None:
    """Who draws in Page One is asked again; typed in small letters it must be the same."""
    for key in range(20):
        table = PageOne.play(["ann", "bob", "cid"], options=LATE, key=b"%d" % key)
        if "DRAW 1" in table.legal(0):
            break
    table.apply("ann", "draw 1", at=10)
    assert table.due() == 40
    replayed(table, options=LATE, key=b"%d" % key)


def test_an_answer_renews_the_clock_of_a_player_who_goes_on() -> None:
    class Dawdle(Nim):
        """Whoever passes thinks again."""

        title = "Dawdle"

        def act(self, seat: int, command: Command) -> None:
            if command.verb == "PASS":
                self.passed.append(seat)
            else:
                super().act(seat, command)

    for line in ("PASS", "pass"):
        table = Dawdle.play(["ann", "bob"], options=LATE)
        table.apply("ann", line, at=10)
        assert (table.awaited, table.due()) == ((0,), 40)
        replayed(table, options=LATE)


@pytest.mark.parametrize("at", [-1, 0, 29.999, float("nan")])
def test_time_too_early(at: float) -> None:
    refusal = refused(nim(move=30), "", "TIME", at)
    assert refusal.reason == Reason.TOO_EARLY
    assert "30" in refusal.text()


def test_time_without_any_deadline() -> None:
    assert refused(nim(), "", "TIME", 1e9).reason == Reason.TOO_EARLY
    assert refused(nim(move=30), "", "TIME ann", 1e9).reason == Reason.UNKNOWN_WORD


def test_late_robot_plays_one_move_at_random() -> None:
    table = nim(move=30, late="robot")
    events = table.apply("", "TIME", at=31)
    assert said(events, "LATE") == [("LATE", "ann", "robot")]
    assert table.awaited == (1,)
    assert table.due() == 61
    assert table.people.status == [Status.HERE] * 3


def test_late_robot_does_not_always_pass() -> None:
    said_late = set()
    for key in range(10):
        table = Nim.play(["ann", "bob"], options=LATE, key=b"%d" % key)
        table.listening = True
        said_late |= {words[2] for words in said(table.apply("", "TIME", at=30), "ACTION")}
    assert said_late == {"TAKE", "PASS"}


def test_late_robot_is_told_what_to_say_by_who_has_a_bot() -> None:
    table = nim(move=30, late="robot")
    before = table.digest()
    for early_or_wrong in (("TIME ann TAKE 2", 29), ("TIME bob TAKE 2", 31), ("TIME ann FLY", 31)):
        refused(table, "", *early_or_wrong)
    assert table.digest() == before
    events = table.apply("", "TIME ann take 2", at=31)
    assert said(events, "LATE") == [("LATE", "ann", "robot")]
    assert ("ACTION", "ann", "TAKE", 2) in said(events)
    assert (table.awaited, table.due()) == ((1,), 61)
    replayed(table, options={"move": 30, "late": "robot"})


@pytest.mark.parametrize("late", ["pass", "forfeit", "suspend"])
def test_only_a_late_robot_is_told_what_to_say(late: str) -> None:
    table = nim(move=30, late=late)
    assert refused(table, "", "TIME ann TAKE 2", 31).reason == Reason.UNKNOWN_WORD


def test_late_pass_gives_the_mildest_answer() -> None:
    table = nim(move=30, late="pass")
    assert ("ACTION", "ann", "PASS") in said(table.apply("", "TIME", at=31))


def test_late_forfeit_gives_the_game_up() -> None:
    table = nim(move=30, late="forfeit")
    events = said(table.apply("", "TIME", at=31))
    assert events[:2] == [("LATE", "ann", "forfeit"), ("FORFEIT", "ann")]
    assert ("ACTION", "ann", "PASS") in events
    play(table)
    assert table.ranking[-1] == 0


# --- late=suspend --------------------------------------------------------------------------------

SUSPEND = {"move": 30, "late": "suspend"}


def test_late_suspend_the_game_waits_for_the_answer_of_the_player() -> None:
    table = nim(**SUSPEND)
    events = said(table.apply("", "TIME", at=31))
    assert events == [("LATE", "ann", "suspend"), ("SUSPENDED", "ann")]  # and no turn
    assert (table.due(), table.awaited, table.overdue) == (None, (0,), (0,))
    view = table.view(0)
    assert (view.suspended, view.status[0]) == (True, "away")
    assert "TAKE 1" in table.legal(0)
    assert refused(table, "", "TIME", 9e9).reason == Reason.TOO_EARLY
    assert refused(table, "bob", "TAKE 1", 40).reason == Reason.SUSPENDED
    assert refused(table, "ann", "TAKE 9", 40).reason == Reason.AGAINST_THE_RULES
    events = said(table.apply("ann", "TAKE 1", at=5000))
    assert events[:3] == [("RETURNED", "ann"), ("RESUMED",), ("ACTION", "ann", "TAKE", 1)]
    assert events[-1] == ("TURN", 5030, "bob")
    assert (table.suspended, table.overdue, table.view(0).status[0]) == (False, (), "here")
    play(table)
    replayed(table, options=SUSPEND)


@pytest.mark.parametrize("policy", ["robot", "forfeit", "suspend", "kick"])
def test_late_suspend_who_is_lost_as_well_is_waited_for(policy: str) -> None:
    options = {**SUSPEND, "policy": policy, "grace": 10}
    table = nim(**options)
    table.apply("", "TIME", at=31)
    assert said(table.apply("", "LOST ann", at=40)) == []
    assert refused(table, "ann", "TAKE 1", 41).reason == Reason.SUSPENDED
    table.apply("", "LOST bob", at=50)
    table.apply("", "BACK bob", at=55)
    assert table.suspended
    assert said(table.apply("", "BACK ann", at=60))[:2] == [("RETURNED", "ann"), ("RESUMED",)]
    assert table.due() == 90
    replayed(table, options=options)


def test_late_suspend_goes_on_while_another_has_grace_to_come_back() -> None:
    options = {**SUSPEND, "policy": "robot", "grace": 50}
    table = nim(**options)
    table.apply("", "TIME", at=31)
    table.apply("", "LOST cid", at=40)
    assert ("RESUMED",) in said(table.apply("ann", "TAKE 1", at=45))
    table.apply("bob", "TAKE 1", at=50)
    assert table.due() == 80  # cid's time, which ends before the grace does
    assert said(table.apply("", "TIME", at=80))[-1] == ("SUSPENDED", "cid")
    assert refused(table, "cid", "TAKE 1", 81).reason == Reason.SUSPENDED
    assert said(table.apply("", "TIME", at=90))[:2] == [("STAND_IN", "cid", "robot"), ("RESUMED",)]
    play(table)
    replayed(table, options=options)


@pytest.mark.parametrize(("what", "who"), [("FORFEIT ann", ""), ("EXIT", "ann")])
def test_late_suspend_ends_when_the_player_gives_up_or_leaves(what: str, who: str) -> None:
    table = nim(**SUSPEND)
    table.apply("", "TIME", at=31)
    assert ("RESUMED",) in said(table.apply(who, what, at=40))
    assert (table.overdue, table.robots(), table.due()) == ((), (0,), 70)
    play(table)
    replayed(table, options=SUSPEND)


@pytest.mark.parametrize("illegal", ["pass", "forfeit"])
def test_late_suspend_an_illegal_answer_counts_as_at_any_time(illegal: str) -> None:
    options = {**SUSPEND, "illegal": illegal}
    table = nim(**options)
    table.apply("", "TIME", at=31)
    table.apply("ann", "TAKE 9", at=40)
    assert (table.suspended, table.people.status[0]) == (False, Status.HERE)
    play(table)
    replayed(table, options=options)


def test_late_suspend_waits_for_all_who_are_late_and_for_nobody_else() -> None:
    table = Fingers.play(["ann", "bob", "cid", "dan"], options=SUSPEND)
    table.listening = True
    table.apply("", "LOST dan")
    table.apply("bob", "SHOW 3", at=10)
    events = said(table.apply("", "TIME", at=table.due() or 0), "SUSPENDED")
    assert events == [("SUSPENDED", "ann"), ("SUSPENDED", "cid")]  # a robot plays for dan
    assert said(table.apply("cid", "SHOW 1", at=50)) == [
        ("RETURNED", "cid"),
        ("ACTION", "cid", "SHOW", 1),
    ]
    assert table.robots() == ()
    assert ("RESUMED",) in said(table.apply("ann", "SHOW 1", at=60))
    assert table.robots() == (3,)
    play(table)
    replayed(table, options=SUSPEND)


def test_late_suspend_nobody_is_waited_for_when_the_question_is_over() -> None:
    class Showdown(Fingers):
        """The first who answers ends the game."""

        title = "Showdown"

        def act(self, seat: int, command: Command) -> None:
            self.end_game([s for s in self.order if s != seat] + [seat])

    class Relay(Fingers):
        """The first who answers hands on to the next."""

        title = "Relay"

        def act(self, seat: int, command: Command) -> None:
            self.ask(self.following[seat])

    for game, then in ((Showdown, ()), (Relay, (0,))):
        table = game.play(["ann", "bob", "cid"], options=SUSPEND)
        table.apply("", "TIME", at=30)
        assert len(table.overdue) == 3
        table.apply("cid", "SHOW 1", at=40)
        assert table.awaited == then
        assert [*table.overdue] == [*then]
        assert table.suspended == bool(then)
        assert table.people.status.count(Status.HERE) == 3 - len(then)


def test_late_suspend_after_a_restart_all_come_back_and_the_clock_starts_anew() -> None:
    table = nim(**SUSPEND)
    table.apply("", "TIME", at=31)
    table.apply("", "RESTART 30", at=100)
    for name in ("bob", "cid"):
        table.apply("", f"BACK {name}", at=110)
    assert table.suspended
    assert said(table.apply("", "BACK ann", at=120))[-1] == ("TURN", 150, "ann")
    replayed(table, options=SUSPEND)


def test_the_rule_sheet_says_what_becomes_of_who_is_late_where_there_is_a_clock() -> None:
    for late in choices(Clock, "late"):
        assert len(Clock(move=30, late=late).sentences()) == 2
        assert Clock(late=late).sentences() == []


def test_a_robot_is_never_late() -> None:
    table = nim(move=30, late="forfeit", policy="robot")
    table.apply("", "LOST ann", at=1)
    events = table.apply("", "TIME", at=31)
    assert said(events, "LATE", "FORFEIT") == []
    assert (table.awaited, table.forfeits) == ((1,), [])


def test_a_game_that_is_over_has_no_deadline() -> None:
    table = nim(move=30, grace=10)
    table.heap = 1
    table.apply("", "LOST cid", at=1)
    table.apply("ann", "TAKE 1", at=2)
    assert not table.playing
    assert (table.due(), table.people.grace) == (None, {})


# --- several at once -----------------------------------------------------------------------------


@pytest.mark.parametrize("late", ["robot", "pass", "forfeit"])
def test_when_time_is_up_all_who_are_asked_are_late(late: str) -> None:
    options = {"move": 30, "late": late}
    table = Fingers.play(["ann", "bob", "cid", "dan"], options=options)
    table.listening = True
    table.apply("bob", "SHOW 3", at=10)
    assert table.awaited == (0, 2, 3)
    events = table.apply("", "TIME", at=table.due() or 0)
    assert [words[1] for words in said(events, "LATE")] == ["ann", "cid", "dan"]
    assert table.rounds == 1
    assert set(table.awaited) == {0, 1, 2, 3}
    assert table.forfeits == ([0, 2, 3] if late == "forfeit" else [])
    assert table.due() == 40 + 30
    play(table)
    replayed(table, options=options)


def test_a_late_answer_may_end_the_question_for_the_others() -> None:
    class Showdown(Fingers):
        """The first who folds ends the game."""

        title = "Showdown"

        def act(self, seat: int, command: Command) -> None:
            self.end_game([s for s in self.order if s != seat] + [seat])

    table = Showdown.play(["ann", "bob", "cid"], options={"move": 30, "late": "pass"})
    table.listening = True
    events = table.apply("", "TIME", at=30)
    assert said(events, "LATE") == [("LATE", "ann", "pass")]
    assert table.ranking == (1, 2, 0)


def test_one_robot_and_one_player_at_the_same_question() -> None:
    table = Fingers.play(["ann", "bob"])
    table.apply("", "LOST bob")
    assert (table.awaited, table.robots()) == ((0, 1), (1,))
    table.apply("ann", "SHOW 5")
    assert table.robots() == (1,)
    table.apply("", "ROBOT bob")
    assert (table.rounds, table.robots()) == (1, (1,))
    table.apply("", "ROBOT bob")
    assert table.awaited == (0,)
    table.apply("", "BACK bob")
    assert refused(table, "bob", "SHOW 1").reason == Reason.NOT_YOUR_TURN
    table.apply("ann", "FOLD")
    table.apply("bob", "SHOW 1")


def test_a_simultaneous_tribute_of_daifugo_that_nobody_answers() -> None:
    options = {"move": 30, "games": 2}
    table = Daifugo.play([f"p{i}" for i in range(5)], options=options, key=b"tribute")
    play(table)
    table.listening = True
    table.apply("", "START", at=100)
    assert len(table.awaited) == 2
    events = table.apply("", "TIME", at=200)
    assert len(said(events, "LATE")) == 2
    assert len(table.awaited) == 1  # the play has begun
    assert table.due() == 230
    replayed(table, options=options, key=b"tribute")


# --- illegal commands at tables that punish ------------------------------------------------------


def test_illegal_pass_counts_as_the_mildest_answer_and_warns_only_the_player() -> None:
    table = nim(illegal="pass", move=30)
    events = table.apply("ann", "TAKE  99", at=5)
    assert table.passed == [0]
    assert table.awaited == (1,)
    assert said(events)[0] == ("ACTION", "ann", "PASS")
    warning = events[0].words(0)
    assert warning is not None
    assert warning[:3] == ("WARNING", "ann", "AGAINST_THE_RULES")
    assert table.journal[-1] == ("ann", "TAKE 99", 5)
    table.apply("bob", "TAKE 1", at=6)
    words = [event.words(0) for event in replayed(table, options={"illegal": "pass", "move": 30})]
    assert warning in words


@pytest.mark.parametrize("what", ["", "  ", "\x00", None, 5, b"PASS", "x" * 1001, "\ud800"])
def test_what_is_no_line_at_all_is_punished_and_can_be_replayed(what: Any) -> None:
    table = nim(illegal="pass")
    table.apply("ann", what)
    assert table.passed == [0]
    assert table.journal[-1] == ("ann", "", 0)
    replayed(table, options={"illegal": "pass"})


def test_illegal_pass_without_any_pass_is_drawn_by_lot_the_same_on_every_replay() -> None:
    options = {"illegal": "pass"}
    table = Whist.play(["ann", "bob", "cid", "dan"], options=options, key=b"lot")
    while table.playing:
        table.apply(table.names[table.awaited[0]], "NONSENSE")
    replayed(table, options=options, key=b"lot")


def test_illegal_forfeit_gives_up_and_the_rest_is_refused() -> None:
    table = nim(illegal="forfeit")
    events = table.apply("ann", "TAKE 99")
    assert said(events, "FORFEIT") == [("FORFEIT", "ann")]
    assert table.robots() == (0,)
    assert refused(table, "ann", "TAKE 99").reason == Reason.FORFEITED
    play(table)
    assert table.ranking[-1] == 0
    replayed(table, options={"illegal": "forfeit"})


@pytest.mark.parametrize("illegal", ["pass", "forfeit"])
def test_only_who_is_asked_can_commit_a_fault(illegal: str) -> None:
    table = nim(illegal=illegal)
    assert refused(table, "bob", "TAKE 1").reason == Reason.NOT_YOUR_TURN
    assert refused(table, "ann", "LOGOUT").reason == Reason.WRONG_PHASE
    assert refused(table, "ann", "START").reason == Reason.WRONG_PHASE
    table.apply("", "LOST ann")
    assert refused(table, "ann", "TAKE 99").reason == Reason.NOT_HERE
