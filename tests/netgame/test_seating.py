"""Players who come and go between the games of a match, and those who wait for a seat."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import (
    WATCHER,
    Command,
    Match,
    NetGame,
    Reason,
    Refused,
    Role,
    RulesError,
    Seats,
    Status,
)
from tests.netgame.test_people import NAMES, enter, rows
from tests.tiny_games import Fingers, Nim, nim, refused, replayed, said
from tests.tiny_games import play as play_game

OPEN = {"drop_in": True, "games": 20}


def between(*names: str, **options: object) -> Nim:
    """Nim between the first and the second game, with somebody listening."""
    table = nim(*names, **{**OPEN, **options})
    play(table)
    return table


def play(table: NetGame, seed: int = 3) -> None:
    """A game to its end, after which the world says that it is time where it is."""
    play_game(table, seed)
    if table.due() is not None:
        table.apply("", "TIME", table.due() or 0)
    assert table.match_over or table.names == table.next_players()


def points(table: NetGame) -> dict[str, int]:
    return dict(zip(table.names, table.scores, strict=True))


# --- coming --------------------------------------------------------------------------------------


def test_seats_are_drawn_by_lot_when_a_match_begins() -> None:
    def orders(**options: object) -> set[tuple[int, ...]]:
        return {
            Nim.play(["ann", "bob", "cem"], "", options, key=b"%d" % n).order for n in range(20)
        }

    assert orders() == {(0, 1, 2)}
    assert len(orders(by_lot=True)) > 1


def test_who_logs_in_between_games_has_a_new_seat_and_no_points() -> None:
    table = between("ann", "bob")
    before = points(table)
    table.apply("cid", "ENTER")
    events = said(table.apply("cid", "LOGIN"))
    assert events[0] == ("ACTION", "cid", "LOGIN")
    assert ("SEATS", "ann", "bob", "cid") in events
    assert events[-2:] == [
        ("ORDER", "ann", "bob", "cid"),
        ("SCORE", *(x for pair in (before | {"cid": 0}).items() for x in pair)),
    ]
    assert points(table) == before | {"cid": 0}
    assert table.order == (0, 1, 2)
    assert table.ranking[-1] == 2  # who comes ranks last
    table.apply("cid", "START")
    play(table)
    assert (table.game_no, sum(table.scores)) == (2, 2)
    replayed(table, options=OPEN)


def test_who_asks_in_the_middle_of_a_game_gets_the_seat_after_it() -> None:
    table = nim("ann", "bob", **OPEN)
    for name in ("cid", "dan", "eve"):
        table.apply(name, "ENTER WATCH")
    assert said(table.apply("cid", "LOGIN"), "ACTION", "QUEUE") == [("QUEUE", "cid", 1)]
    table.apply("dan", "LOGIN")
    assert said(table.apply("eve", "LOGIN"), "ACTION", "QUEUE") == [("QUEUE", "eve", 3)]
    refusal = refused(table, "eve", "LOGIN")
    assert (refusal.reason, "number 3" in refusal.text()) == (Reason.NOT_NOW, True)
    assert refused(table, "eve", "TAKE 1").reason == Reason.NOT_A_PLAYER
    assert table.names == ["ann", "bob"]
    assert table.people.roles["cid"] == Role.WAITING
    play(table)
    assert table.names == ["ann", "bob", "cid", "dan"]  # there are four seats
    assert table.people.queue == ("eve",)
    table.apply("", "START")
    assert table.phase == "playing"
    replayed(table, options=OPEN)


def test_who_waits_moves_up_when_somebody_leaves_and_all_hear_their_places() -> None:
    table = between("ann", "bob", "cid", "dan")
    for name in ("eve", "fay", "gus"):
        enter(table, name)
    assert table.people.queue == ("eve", "fay", "gus")
    events = said(table.apply("bob", "LOGOUT"), "ACTION", "QUEUE", "SEATS")
    assert events == [
        ("ACTION", "bob", "LOGOUT"),
        ("ACTION", "eve", "LOGIN"),
        ("QUEUE", "fay", 1),
        ("QUEUE", "gus", 2),
        ("SEATS", "ann", "eve", "cid", "dan"),
    ]
    assert table.people.roles["bob"] == Role.WAITING
    assert said(table.apply("fay", "EXIT"), "QUEUE") == [("QUEUE", "gus", 1)]
    assert said(table.apply("gus", "LOGOUT")) == [("ACTION", "gus", "LOGOUT")]
    assert "gus" not in table.people.queue
    assert table.people.roles["gus"] == Role.WAITING
    replayed(table, options=OPEN)


def test_the_place_of_a_robot_is_taken_before_there_is_a_new_seat() -> None:
    table = nim("ann", "bob", **OPEN)
    play(table)
    table.apply("", "FILL robbie")
    enter(table, "cid")
    assert table.names == ["ann", "bob", "cid"]
    assert "robbie" not in table.people


# --- going ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["LOGOUT", "EXIT"])
def test_who_leaves_between_games_leaves_no_seat(word: str) -> None:
    table = between("ann", "bob", "cid")
    before = points(table)
    assert ("SEATS", "ann", "cid") in said(table.apply("bob", word))
    assert points(table) == {"ann": before["ann"], "cid": before["cid"]}
    assert table.following == [1, 0]
    table.apply("ann", "START")
    play(table)
    if word == "EXIT":
        table.apply("bob", "ENTER")
    table.apply("bob", "LOGIN")
    assert table.names == ["ann", "cid", "bob"]
    assert points(table)["bob"] == before["bob"]  # who comes back has their points again
    replayed(table, options=OPEN)


def test_who_leaves_in_the_middle_of_a_game_has_no_seat_after_it() -> None:
    table = nim("ann", "bob", "cid", **OPEN)
    table.apply("bob", "EXIT")
    assert table.names == ["ann", "bob", "cid"]
    play(table)
    assert table.names == ["ann", "cid"]
    assert "bob" in table.people.left_with
    replayed(table, options=OPEN)


def test_a_game_needs_enough_players_who_have_stayed() -> None:
    table = between("ann", "bob")
    table.apply("bob", "LOGOUT")
    refusal = refused(table, "ann", "START")
    assert refusal.reason == Reason.TOO_FEW_PLAYERS
    table.apply("ann", "LOGOUT")
    assert (table.names, table.scores, table.order) == ([], [], ())
    for name in ("bob", "ann"):
        table.apply(name, "LOGIN")
    table.apply("ann", "START")
    play(table)
    assert (table.game_no, sum(table.scores)) == (2, 2)
    replayed(table, options=OPEN)


def test_the_turn_to_begin_goes_to_the_next_when_its_player_leaves() -> None:
    table = PageOne.play(["ann", "bob", "cid", "dan"], options={**OPEN, "begins": "next"})
    play(table)
    assert table.first == 1
    table.apply("bob", "LOGOUT")
    assert table.names[table.first] == "cid"
    table.apply("ann", "SEAT cid")
    assert (table.names, table.names[table.first]) == (["cid", "ann", "dan"], "cid")
    table.apply("dan", "START")
    assert table.awaited == (0,)


def test_who_is_kicked_makes_room_for_who_waits_longest() -> None:
    options = {**OPEN, "policy": "kick"}
    table = nim("ann", "bob", "cid", "dan", **options)
    table.apply("zoe", "ENTER")
    for name in ("eve", "fay"):
        enter(table, name)
    table.apply("", "LOST bob")
    table.apply("cid", "EXIT")
    play_game(table)
    assert table.names == ["ann", "bob", "cid", "dan"]  # until all have heard how it ended
    assert table.due() == table.time
    table.apply("", "TIME", table.time)
    assert table.names == ["ann", "fay", "eve", "dan"]
    assert table.people.roles["bob"] == Role.WAITING
    assert table.due() is None
    replayed(table, options=options)


class Feud(Nim):
    """It goes on for as long as ann is there."""

    def is_match_over(self) -> bool:
        return super().is_match_over() or "ann" not in self.names


@pytest.mark.parametrize("leaves", ["LOST", "EXIT"])
def test_a_match_that_ends_by_a_change_of_seats_is_over_before_the_next_one_is_prepared(
    leaves: str,
) -> None:
    table = Feud.play(["ann", "bob", "cid"], options={**OPEN, "policy": "kick"})
    enter(table, "dan", "eve")
    for name in ("ann", "bob"):
        if leaves == "LOST":
            table.apply("", f"LOST {name}")
        else:
            table.apply(name, "EXIT")
    play_game(table)
    assert not table.match_over
    table.apply("", "TIME", table.due() or 0)
    assert (table.match_over, table.game_no, table.matches) == (True, 1, 0)
    assert "ann" not in table.names


# --- changing places -----------------------------------------------------------------------------


def test_seats_are_swapped_between_games_and_points_go_along() -> None:
    table = between("ann", "bob", "cid")
    before, best = points(table), table.names[table.ranking[0]]
    assert ("SEATS", "cid", "bob", "ann") in said(table.apply("ann", "SEAT cid"))
    assert points(table) == before
    assert table.names[table.ranking[0]] == best
    assert table.order == (0, 1, 2)
    assert refused(table, "ann", "SEAT zoe").reason == Reason.NO_SUCH_PLAYER
    table.apply("ann", "START")
    assert refused(table, "ann", "SEAT bob").reason == Reason.WRONG_PHASE
    replayed(table, options=OPEN)


def test_who_won_the_last_game_has_won_it_in_any_seat() -> None:
    class Level(Nim):
        """Nim in which the first two players are always level."""

        title = "Level"

        def points(self, seat: int) -> int:
            return int(seat < 2)

        def act(self, seat: int, command: Command) -> None:
            self.end_game()

    table = Level.play(["ann", "bob", "cid"], options=OPEN)
    table.apply("ann", "TAKE 1")
    assert [table.names[seat] for seat in table.winners()] == ["ann", "bob"]
    table.apply("ann", "SEAT cid")
    assert sorted(table.names[seat] for seat in table.winners()) == ["ann", "bob"]
    table.apply("bob", "LOGOUT")
    enter(table, "dan")
    assert [table.names[seat] for seat in table.winners()] == ["ann"]
    assert [table.place_of(seat) for seat in table.ranking] == [1, 2, 3]


def test_a_table_without_it_keeps_its_seats_for_a_match() -> None:
    table = nim("ann", "bob", games=20)
    table.apply("cid", "ENTER")
    assert refused(table, "cid", "LOGIN").reason == Reason.WRONG_PHASE
    play(table)
    assert refused(table, "cid", "LOGIN").reason == Reason.TABLE_FULL
    assert refused(table, "ann", "SEAT bob").reason == Reason.WRONG_PHASE


# --- the same in each phase ----------------------------------------------------------------------

DIFFERENT = {
    ("LOGIN", "waiting", "playing"): "waiting",
    ("LOGIN", "watching", "playing"): "waiting",
    ("SEAT bob", "player", "results"): "player",
    ("SEAT ann", "player", "results"): "NO_SUCH_PLAYER",
    ("SEAT wes", "player", "results"): "NO_SUCH_PLAYER",
    ("SEAT gus", "player", "results"): "NO_SUCH_PLAYER",
    ("SEAT", "player", "results"): "NO_SUCH_PLAYER",
    ("ENTER", "left", "results"): "waiting",
    ("ENTER WATCH", "left", "results"): "watching",
}


@pytest.mark.parametrize(("phase", "standing", "word", "result"), rows())
def test_table_4_of_the_paper_where_players_come_and_go(
    phase: str, standing: str, word: str, result: str
) -> None:
    options = {"drop_in": True}
    table = Nim(options=options, key=b"people")
    enter(table, "ann", "bob", "gus")
    table.apply("wes", "ENTER")
    table.apply("wim", "ENTER WATCH")
    if phase != "preparing":
        table.apply("ann", "START")
    if phase == "over":
        play(table)
        table.apply("ann", "START")
    table.apply("gus", "EXIT")
    if phase in ("results", "over"):
        play(table)
    assert table.match_over == (phase == "over")
    result, who = DIFFERENT.get((word, standing, phase), result), NAMES[standing]
    if result.isupper():
        assert refused(table, who, word).reason == result
        return
    table.apply(who, word)
    assert table.people.roles.get(who, "nobody") == result
    replayed(table, options=options, key=b"people")


# --- matches -------------------------------------------------------------------------------------


def test_who_waits_when_a_match_is_over_plays_the_next_one() -> None:
    options = {"drop_in": True, "games": 1}
    table = nim("ann", "bob", "cid", "dan", **options)
    for name in ("eve", "fay"):
        enter(table, name)
    table.apply("bob", "EXIT")
    play(table)
    assert table.names == ["ann", "bob", "cid", "dan"]  # the results stay to be seen
    assert table.next_players() == ["ann", "cid", "dan", "eve"]
    events = said(table.apply("ann", "START"), "SEATS", "QUEUE", "PHASE")
    assert events == [
        ("SEATS", "ann", "cid", "dan"),
        ("PHASE", "preparing"),
        ("QUEUE", "fay", 1),
        ("SEATS", "ann", "cid", "dan", "eve"),
        ("PHASE", "playing", 1),
    ]
    assert table.scores == [0, 0, 0, 0]
    replayed(table, options=options)


def test_a_robot_gives_up_its_seat_in_the_next_match() -> None:
    options = {"drop_in": True, "games": 1}
    table = Nim(options=options)
    enter(table, "ann", "bob", "cid")
    table.apply("", "FILL robbie")
    table.apply("ann", "START")
    enter(table, "eve")
    play(table)
    assert table.next_players() == ["ann", "bob", "cid", "eve"]
    table.apply("ann", "START")
    assert table.names == ["ann", "bob", "cid", "eve"]
    replayed(table, options=options)


def test_points_are_forgotten_with_the_match() -> None:
    options = {"drop_in": True, "games": 2}
    table = nim("ann", "bob", "cid", **options)
    play(table)
    winner = table.names[table.ranking[0]]
    table.apply(winner, "LOGOUT")
    assert table.people.left_with == {winner: 1}
    for _ in range(2):
        table.apply("", "START")
        play(table)
    table.apply(winner, "LOGIN")
    table.apply("", "START")
    assert table.people.left_with == {}
    play(table)
    assert sum(table.scores) == 2


# --- games ---------------------------------------------------------------------------------------


def test_where_few_points_are_good_who_comes_has_as_many_as_anybody() -> None:
    class Low(Nim):
        """Nim in which points are bad."""

        title = "Low"
        match = Match(games=20, low_wins=True)

    table = Low.play(["ann", "bob"], options={"drop_in": True})
    for _ in range(3):
        play(table)
        table.apply("", "START")
    play(table)
    enter(table, "cid")
    assert table.scores[2] == max(table.scores) > 0


def test_partners_stay_partners_and_keep_what_their_side_has() -> None:
    options = {**OPEN, "game": 9}
    table = Whist.play(["ann", "bob", "cid", "dan"], options=options, key=b"sides")
    enter(table, "eve")
    play(table)
    scores = list(table.scores)
    assert max(scores) > 0
    assert refused(table, "ann", "SEAT bob").reason == Reason.WRONG_PHASE
    table.apply("bob", "LOGOUT")
    assert (table.names, table.scores) == (["ann", "eve", "cid", "dan"], scores)
    table.apply("cid", "LOGOUT")
    assert (table.people.status[2], table.scores) == (Status.ROBOT, scores)
    assert table.people.queue == ()
    table.apply("bob", "LOGIN")
    assert (table.names, table.scores) == (["ann", "eve", "bob", "dan"], scores)
    assert table.partner(0) == 2
    table.apply("dan", "EXIT")
    assert table.names == table.next_players() == ["ann", "eve", "bob", "robot-4"]
    table.apply("bob", "START")
    assert table.status_of(3) == Status.ROBOT
    enter(table, "fay")
    play(table)
    assert table.names == ["ann", "eve", "bob", "fay"]
    replayed(table, options=options, key=b"sides")


def test_robots_keep_the_seats_of_partners_who_left_in_the_middle_of_a_game() -> None:
    table = Whist.play(["ann", "bob", "cid", "dan"], options=OPEN, key=b"sides")
    for name in ("bob", "dan"):
        table.apply(name, "EXIT")
    play(table)
    assert table.names == ["ann", "robot-2", "cid", "robot-4"]
    table.apply("ann", "START")
    replayed(table, options=OPEN, key=b"sides")


def test_titles_stay_with_their_players_and_who_comes_has_none() -> None:
    table = Daifugo.play(["ann", "bob", "cid", "dan"], options=OPEN, key=b"titles")
    play(table)
    told = table.facts["titles"]
    assert isinstance(told, Mapping)
    titles = dict(told)
    poor, rich = table.names[table.ranking[-1]], table.names[table.ranking[0]]
    table.apply(poor, "LOGOUT")
    enter(table, "eve")
    assert table.names[table.ranking[-1]] == "eve"
    assert table.facts["titles"] == {
        n: titles.get(n, "") for n in titles | {"eve": ""} if n != poor
    }
    table.apply(rich, f"SEAT {next(n for n in table.names if n != rich)}")
    assert table.fact("titles", "", table.people.seat_of[rich]) == titles[rich]
    while not table.match_over:
        table.apply("", "START")
        play(table)
    replayed(table, options=OPEN, key=b"titles")


def test_who_joins_a_game_for_points_brings_what_everybody_began_with() -> None:
    table = AKQ.play(["ann", "bob"], options=OPEN, key=b"stakes")
    enter(table, "cid")
    assert table.people.queue == ("cid",)
    play(table)
    bob = points(table)["bob"]
    table.apply("bob", "LOGOUT")
    assert points(table) == {"ann": 200 - bob, "cid": 100}
    table.apply("cid", "START")
    table.apply("bob", "LOGIN")
    play(table)
    table.apply("ann", "LOGOUT")
    assert points(table)["bob"] == bob


def test_a_match_for_points_is_over_when_only_one_is_left_who_has_any() -> None:
    table = FlushPoker.play(["ann", "bob", "cid"], options={**OPEN, "seats_least": 2}, key=b"alone")
    table.listening = True
    play(table)
    table.scores = [0, 30_000, 30_000]
    events = said(table.apply("cid", "LOGOUT"))
    assert events[-1] == ("PHASE", "results", "over")
    assert (table.match_over, table.names) == (True, ["ann", "bob"])


def test_facts_of_the_last_game_are_not_those_of_other_players() -> None:
    table = between("ann", "bob", "cid")
    table.facts["bids"] = {"ann": 1, "bob": 2, "all": 3}
    table.apply("bob", "LOGOUT")
    assert table.facts["bids"] == {"ann": 1, "all": 3}


def test_a_game_that_keeps_something_for_each_seat_says_what_becomes_of_it() -> None:
    class Counting(Nim):
        """Nim in which everybody has as many lives as there are seats."""

        title = "Counting"

        def on_match(self) -> None:
            self.lives = dict(enumerate(self.names))

    with pytest.raises(Refused, match="on_reseat"):
        Counting(options={"drop_in": True})
    Counting(options={"games": 3})
    with pytest.raises(RulesError, match="on_reseat"):
        type("Open", (Counting,), {"seats": Seats(drop_in=True), "__doc__": "Open.", "title": "O"})

    class Carrying(Counting):
        """Who stays keeps theirs."""

        title = "Carrying"

        def on_reseat(self, moved: Mapping[int, int]) -> None:
            self.lives = {new: self.lives[old] for old, new in moved.items()}

    table = Carrying.play(["ann", "bob", "cid"], options=OPEN)
    play(table)
    table.apply("ann", "LOGOUT")
    table.apply("bob", "SEAT cid")
    assert table.lives == {0: "cid", 1: "bob"}


# --- any game, any people ------------------------------------------------------------------------

GAMES = {Nim: 3, Fingers: 3, PageOne: 4, Daifugo: 5, FlushPoker: 4, AKQ: 2, Whist: 4}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", GAMES)
def test_whoever_comes_and_goes_a_match_is_played_to_its_end(
    game: type[NetGame], seed: int
) -> None:
    chance, key = Random(f"{game.title} {seed}"), b"%d" % seed
    options = {"drop_in": True, "games": 8, "policy": chance.choice(("robot", "kick", "forfeit"))}
    presets = [*game.presets] or [""]
    preset = presets[seed % len(presets)]
    table = game(preset, options, key=key)
    table.listening = True
    people = [f"p{n}" for n in range(9)]
    enter(table, *people[: GAMES[game]])
    table.apply("", "START")
    owned: dict[str, int] = {}
    for _ in range(150):
        verb = chance.choice(("ENTER", "LOGIN", "LOGIN", "LOGOUT", "EXIT", "SEAT", "LOST", "BACK"))
        name, other = chance.choice(people), chance.choice(people)
        who = "" if verb in ("LOST", "BACK") else name
        what = f"{verb} {name}" if not who else f"{verb} {other}" if verb == "SEAT" else verb
        before = table.digest()
        try:
            table.apply(who, what)
        except Refused:
            assert table.digest() == before
        if not table.playing and table.due() is not None:
            table.apply("", "TIME", table.due() or 0)
        if table.game_no:
            check(table, owned)
        if chance.random() < 0.3:
            if table.can("", "START"):
                table.apply("", "START")
                if table.game_no == 1:
                    owned = {}
            play_game(table, seed)
            owned |= points(table) if table.game_no else {}
    replayed(table, preset, options, key=key)


def check(table: NetGame, owned: dict[str, int]) -> None:
    seats = [*range(len(table.names))]
    assert sorted(table.order) == seats
    assert len(table.scores) == len(table.people.status) == len(seats) <= table.seats.most
    assert not {*table.people.queue} & {*table.names}
    assert table.ranking == () or sorted(table.ranking) == seats
    assert table.first in seats or not seats
    for seat in (WATCHER, *seats):
        table.view(seat).data()
    if table.playing:
        return
    if table.people.queue and not table.match_over:
        assert len(table.names) == table.seats.most
        assert Role.ROBOT not in table.people.roles.values()
    for name, score in points(table).items():
        if not table.seats.partners and table.people.roles.get(name) != Role.ROBOT:
            assert score == owned.setdefault(name, score)
