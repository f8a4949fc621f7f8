"""Participants: how they come, wait, watch, play, swap seats and leave, in every phase.

The paper's figure 1 and table 4. Most of it is tested on a game without cards.
"""

from __future__ import annotations

import pytest

from cardkit.games.flush_poker import FlushPoker
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import WATCHER, NetGame, Reason, Role, Status
from tests.tiny_games import Nim, play, refused, replayed

# Each word said by somebody who stands so, in each phase: what they are then, or the refusal.
TRANSITIONS = """
word         standing  preparing         playing           results           over
ENTER        outsider  waiting           waiting           waiting           waiting
ENTER        waiting   NAME_TAKEN        NAME_TAKEN        NAME_TAKEN        NAME_TAKEN
ENTER        watching  NAME_TAKEN        NAME_TAKEN        NAME_TAKEN        NAME_TAKEN
ENTER        player    NAME_TAKEN        NAME_TAKEN        NAME_TAKEN        NAME_TAKEN
ENTER        left      waiting           player            player            player
ENTER_WATCH  outsider  watching          watching          watching          watching
ENTER_WATCH  left      watching          player            player            player
EXIT         outsider  NOT_HERE          NOT_HERE          NOT_HERE          NOT_HERE
EXIT         waiting   nobody            nobody            nobody            nobody
EXIT         watching  nobody            nobody            nobody            nobody
EXIT         player    nobody            nobody            nobody            nobody
EXIT         left      NOT_HERE          NOT_HERE          NOT_HERE          NOT_HERE
LOGIN        outsider  NOT_HERE          NOT_HERE          NOT_HERE          NOT_HERE
LOGIN        waiting   player            WRONG_PHASE       player            player
LOGIN        watching  player            WRONG_PHASE       player            player
LOGIN        player    ALREADY_A_PLAYER  ALREADY_A_PLAYER  ALREADY_A_PLAYER  ALREADY_A_PLAYER
LOGIN        left      NOT_HERE          NOT_HERE          NOT_HERE          NOT_HERE
LOGOUT       outsider  NOT_HERE          NOT_HERE          NOT_HERE          NOT_HERE
LOGOUT       waiting   NOT_A_PLAYER      NOT_A_PLAYER      NOT_A_PLAYER      NOT_A_PLAYER
LOGOUT       watching  NOT_A_PLAYER      NOT_A_PLAYER      NOT_A_PLAYER      NOT_A_PLAYER
LOGOUT       player    waiting           WRONG_PHASE       waiting           waiting
LOGOUT       left      NOT_HERE          NOT_HERE          NOT_HERE          NOT_HERE
SEAT_bob     outsider  NOT_HERE          NOT_HERE          NOT_HERE          NOT_HERE
SEAT_bob     waiting   NOT_A_PLAYER      NOT_A_PLAYER      NOT_A_PLAYER      NOT_A_PLAYER
SEAT_bob     player    player            WRONG_PHASE       WRONG_PHASE       player
SEAT_ann     player    NO_SUCH_PLAYER    WRONG_PHASE       WRONG_PHASE       NO_SUCH_PLAYER
SEAT_wes     player    NO_SUCH_PLAYER    WRONG_PHASE       WRONG_PHASE       NO_SUCH_PLAYER
SEAT_gus     player    NO_SUCH_PLAYER    WRONG_PHASE       WRONG_PHASE       NO_SUCH_PLAYER
SEAT         player    NO_SUCH_PLAYER    WRONG_PHASE       WRONG_PHASE       NO_SUCH_PLAYER
START        outsider  NOT_HERE          NOT_HERE          NOT_HERE          NOT_HERE
START        waiting   NOT_A_PLAYER      NOT_A_PLAYER      NOT_A_PLAYER      NOT_A_PLAYER
START        watching  NOT_A_PLAYER      NOT_A_PLAYER      NOT_A_PLAYER      NOT_A_PLAYER
START        player    player            WRONG_PHASE       player            player
START        left      NOT_HERE          NOT_HERE          NOT_HERE          NOT_HERE
START        world     nobody            WRONG_PHASE       nobody            nobody
LOGIN_now    waiting   UNKNOWN_WORD      UNKNOWN_WORD      UNKNOWN_WORD      UNKNOWN_WORD
ENTER_here   outsider  UNKNOWN_WORD      UNKNOWN_WORD      UNKNOWN_WORD      UNKNOWN_WORD
START_ab12   player    UNKNOWN_WORD      UNKNOWN_WORD      UNKNOWN_WORD      UNKNOWN_WORD
"""
NAMES = {
    "outsider": "zoe",
    "waiting": "wes",
    "watching": "wim",
    "player": "ann",
    "left": "gus",
    "world": "",
}


def rows() -> list[tuple[str, str, str, str]]:
    header, *lines = TRANSITIONS.split("\n")[1:-1]
    phases = header.split()[2:]
    return [
        (phase, standing, word.replace("_", " "), result)
        for word, standing, *results in map(str.split, lines)
        for phase, result in zip(phases, results, strict=True)
    ]


def at_phase(phase: str) -> Nim:
    """Ann and Bob play, Gus did and has left, Wes waits, Wim watches."""
    table = Nim(key=b"people")
    for name in ("ann", "bob", "gus"):
        enter(table, name)
    table.apply("wes", "ENTER")
    table.apply("wim", "ENTER WATCH")
    if phase == "preparing":
        table.apply("gus", "EXIT")
        return table
    table.apply("ann", "START")
    if phase == "over":
        play(table)
        table.apply("ann", "START")
    table.apply("gus", "EXIT")
    if phase != "playing":
        play(table)
    return table


def enter(table: NetGame, *names: str) -> None:
    for name in names:
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")


@pytest.mark.parametrize(("phase", "standing", "word", "result"), rows())
def test_table_4_of_the_paper(phase: str, standing: str, word: str, result: str) -> None:
    table, who = at_phase(phase), NAMES[standing]
    assert table.phase == ("results" if phase == "over" else phase)
    assert table.match_over == (phase == "over")
    table.listening = True
    if result.isupper():
        assert refused(table, who, word).reason == result
        return
    events = table.apply(who, word)
    assert table.people.roles.get(who, "nobody") == result
    assert (who in table.people.seat_of) == (
        result == "player" or (word == "EXIT" and standing == "player" and phase != "preparing")
    )
    assert table.people.seat_of == {name: seat for seat, name in enumerate(table.names)}
    if who:  # everybody hears of it
        assert events[0].words(WATCHER) == ("ACTION", who, *word.split())
    if word == "START":
        assert table.phase == "playing"
    replayed(table, key=b"people")


def test_a_waiting_or_watching_participant_plays_after_login() -> None:
    table = at_phase("preparing")
    for name in ("wes", "wim"):
        table.apply(name, "LOGIN")
    assert table.names == ["ann", "bob", "wes", "wim"]
    assert refused(table, "wes", "LOGIN").reason == Reason.ALREADY_A_PLAYER


def test_a_full_table_takes_nobody_more_and_says_how_many_play() -> None:
    table = at_phase("preparing")
    enter(table, "cid", "dan")
    refusal = refused(table, "wes", "LOGIN")
    assert refusal.reason == Reason.TABLE_FULL
    assert "4 seats" in refusal.text()
    table.apply("cid", "LOGOUT")
    table.apply("wes", "LOGIN")
    assert table.names == ["ann", "bob", "dan", "wes"]


def test_a_seat_is_swapped_with_another_player_and_all_hear_it() -> None:
    table = at_phase("preparing")
    table.listening = True
    table.apply("bob", "LOGOUT")
    enter(table, "cid", "bert")
    said = [event.words(WATCHER) for event in table.apply("ann", "SEAT bert")]
    assert ("SEATS", "bert", "cid", "ann") in said
    assert table.names == ["bert", "cid", "ann"]
    assert table.people.seat_of == {"bert": 0, "cid": 1, "ann": 2}


def test_a_swapped_player_keeps_being_lost_or_a_robot() -> None:
    table = Nim()
    enter(table, "ann", "bob")
    table.apply("", "FILL robbie")
    table.apply("", "LOST bob")
    table.apply("ann", "SEAT bob")
    table.apply("ann", "SEAT robbie")
    assert dict(zip(table.names, table.people.status, strict=True)) == {
        "bob": Status.AWAY,
        "ann": Status.HERE,
        "robbie": Status.ROBOT,
    }


# --- between the games of a match ----------------------------------------------------------------


def test_a_seat_left_between_games_is_taken_over_with_its_score() -> None:
    table = Nim.play(["ann", "bob"], key=b"score")
    for name in ("wes", "wim"):
        table.apply(name, "ENTER")
    play(table)
    winner = table.names[table.ranking[0]]
    seat, scores = table.people.seat_of[winner], list(table.scores)
    assert scores[seat] == 1
    table.apply(winner, "LOGOUT")
    robot = table.names[seat]
    assert (table.people.roles[robot], table.people.status[seat]) == (Role.ROBOT, Status.ROBOT)
    table.apply("wes", "LOGIN")
    assert (table.names[seat], table.people.status[seat]) == ("wes", Status.HERE)
    assert table.scores == scores
    assert robot not in table.people.roles
    table.apply("wes", "START")
    play(table)
    assert table.match_over
    assert sum(table.scores) == 2
    replayed(table, key=b"score")


def test_in_a_match_nobody_sits_down_besides_the_players() -> None:
    table = Nim.play(["ann", "bob"])
    table.apply("wes", "ENTER")
    play(table)
    assert refused(table, "wes", "LOGIN").reason == Reason.TABLE_FULL
    assert refused(table, "", "FILL robbie").reason == Reason.TABLE_FULL
    assert "robbie" not in table.people.roles


def test_who_logged_out_may_take_the_seat_again() -> None:
    table = Nim.play(["ann", "bob"])
    play(table)
    table.apply("ann", "LOGOUT")
    table.apply("ann", "LOGIN")
    assert table.names == ["ann", "bob"]
    assert table.people.status == [Status.HERE, Status.HERE]


def test_the_stand_in_has_a_name_nobody_else_has() -> None:
    table = Nim.play(["Robot-1", "robot-2", "bob"])
    table.apply("robot-3", "ENTER")
    play(table)
    table.apply("Robot-1", "LOGOUT")
    assert table.names == ["robot-4", "robot-2", "bob"]


# --- leaving and coming back ---------------------------------------------------------------------


def test_exit_in_the_middle_of_a_game_leaves_the_seat_to_a_robot_and_enter_brings_it_back() -> None:
    table = Nim.play(["ann", "bob"])
    table.apply("ann", "EXIT")
    assert table.robots() == (0,)
    assert refused(table, "ann", "TAKE 1").reason == Reason.NOT_HERE
    table.apply("", "ROBOT ann")
    table.apply("bob", "TAKE 1")
    table.apply("ann", "ENTER")
    table.apply("ann", "TAKE 1")
    assert table.people.roles["ann"] == Role.PLAYER
    replayed(table)


def test_the_results_stay_until_the_next_match_is_prepared() -> None:
    table = at_phase("over")
    scores, ranking = list(table.scores), table.ranking
    table.apply("bob", "EXIT")
    table.apply("wes", "EXIT")
    assert (table.scores, table.ranking, table.phase) == (scores, ranking, "results")
    table.apply("wim", "LOGIN")
    assert (table.names, table.phase) == (["ann", "wim"], "preparing")
    view = table.view(0)
    assert (view.scores, view.ranking, view.order, view.facts) == ((), (), (), {})


def test_who_has_left_has_no_seat_in_the_next_match() -> None:
    table = at_phase("over")
    table.apply("", "START")
    assert table.names == ["ann", "bob"]
    assert table.scores == [0, 0]


def test_who_has_left_does_not_count_as_a_player_of_the_next_match() -> None:
    table = at_phase("over")
    table.apply("bob", "EXIT")
    assert refused(table, "ann", "START").reason == Reason.TOO_FEW_PLAYERS
    table.apply("bob", "ENTER")
    table.apply("ann", "START")


def test_a_new_match_is_not_the_old_one_again() -> None:
    table = PageOne.play(["ann", "bob", "cid"], key=b"k")
    first = [table.hand(seat)[:] for seat in range(3)]
    play(table)
    table.apply("", "START")
    assert first != [table.hand(seat) for seat in range(3)]
    replayed(table, key=b"k")


@pytest.mark.parametrize("change", ["LOGOUT", "SEAT dan"])
def test_after_a_change_of_seats_nobody_sees_the_last_hand_of_another(change: str) -> None:
    table = Whist.play(["ann", "bob", "cid", "dan"], options={"games": 1})
    play(table)
    assert table.match_over
    table.apply("bob", change)
    for seat in (WATCHER, *range(len(table.names))):
        assert all(face == "??" for pile in table.view(seat).piles.values() for face in pile)
        assert table.view(seat).hand == ()


def test_who_takes_a_seat_over_does_not_see_the_hand_that_was_folded() -> None:
    table = FlushPoker.play(["ann", "bob"])
    table.apply(table.names[table.awaited[0]], "DROP")
    assert table.hand(0)
    table.apply("wes", "ENTER")
    table.apply("ann", "LOGOUT")
    table.apply("wes", "LOGIN")
    seat = table.people.seat_of["wes"]
    assert not [face for hand in table.view(seat).hands for face in hand if face != "??"]


def test_a_smaller_table_after_a_bigger_one_can_be_seen() -> None:
    table = PageOne.play(["ann", "bob", "cid", "dan", "eve"], "european")
    play(table)
    for name in ("bob", "dan"):
        table.apply(name, "EXIT")
    table.apply("", "START")
    assert len(table.view(0).hands) == 3
    assert set(table.view().piles) >= {"stock", "table"}
    play(table)
    replayed(table, "european")


# --- robots --------------------------------------------------------------------------------------


def test_robots_fill_a_table_and_are_replaced_by_people() -> None:
    table = Whist(key=b"fill")
    enter(table, "ann")
    assert refused(table, "ann", "START").reason == Reason.TOO_FEW_PLAYERS
    for number in (1, 2, 3):
        table.apply("", f"FILL robot-{number}")
    assert table.people.roles["robot-2"] == Role.ROBOT
    assert refused(table, "", "FILL robot-4").reason == Reason.TABLE_FULL
    enter(table, "bob")
    assert table.names == ["ann", "bob", "robot-2", "robot-3"]
    assert "robot-1" not in table.people.roles
    table.apply("bob", "START")
    play(table)
    enter(table, "cid")
    assert table.names == ["ann", "bob", "cid", "robot-3"]
    replayed(table, key=b"fill")


def test_a_robot_is_sent_away_by_its_own_exit() -> None:
    table = Nim()
    enter(table, "ann")
    table.apply("", "FILL robbie")
    table.apply("robbie", "EXIT")
    assert (table.names, list(table.people.roles)) == (["ann"], ["ann"])


def test_a_robot_takes_the_seat_of_somebody_who_left_but_not_of_another_robot() -> None:
    table = at_phase("results")
    table.apply("", "FILL robbie")
    assert table.names == ["ann", "bob", "robbie"]
    assert refused(table, "", "FILL rosie").reason == Reason.TABLE_FULL


@pytest.mark.parametrize("line", ["FILL", "FILL a b", "FILL ann", "FILL gus", "FILL START"])
def test_a_robot_needs_one_good_name(line: str) -> None:
    assert refused(at_phase("results"), "", line).reason in (
        Reason.UNKNOWN_WORD,
        Reason.NAME_TAKEN,
        Reason.BAD_NAME,
    )


def test_robots_come_between_games_only() -> None:
    assert refused(at_phase("playing"), "", "FILL robbie").reason == Reason.WRONG_PHASE


# --- start ---------------------------------------------------------------------------------------


def test_partners_start_with_an_even_number() -> None:
    class Pairs(Nim):
        """Nim of two sides."""

        title = "Pairs"
        seats = Nim.seats.__class__(least=2, most=4, partners=True)

    table = Pairs()
    enter(table, "ann", "bob", "cid")
    refusal = refused(table, "ann", "START")
    assert refusal.reason == Reason.TOO_FEW_PLAYERS
    assert "even" in refusal.text()
    enter(table, "dan")
    table.apply("cid", "START")


@pytest.mark.parametrize("key", ["xyz", "abc", "0x12", "ａｂ１"])
def test_the_key_of_a_deal_is_written_in_hex(key: str) -> None:
    table = Nim()
    enter(table, "ann", "bob")
    assert refused(table, "", f"START {key}").reason == Reason.BAD_KEY
    assert refused(table, "", "START ab ann bob").reason == Reason.UNKNOWN_WORD
    assert refused(table, "", "START ab eve").reason == Reason.NOT_HERE


def test_the_world_brings_the_key_of_a_deal() -> None:
    hands = []
    for key in ("00ff", "00ff", "00fe"):
        table = PageOne()
        enter(table, "ann", "bob", "cid")
        table.apply("", f"START {key}")
        hands.append(table.hand(0))
        assert table.journal[-1] == ("", f"START {key}", 0.0)
    assert hands[0] == hands[1] != hands[2]
