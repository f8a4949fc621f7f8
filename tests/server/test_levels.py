"""Robots of a level: how a table gets them, what they are called, and how they come to a move."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cardkit.cardgame import Bot, CardCommand, CardView
from cardkit.games.akq import AKQ
from cardkit.games.akq.bots import Honest, Nash
from cardkit.games.whist import Whist
from cardkit.games.whist.bots import Partner
from cardkit.levels import Level
from cardkit.netgame import Command, NetGame, Offer, Refused, pick
from cardkit.netgame.knowledge import Knowledge
from cardkit.protocol.messages import Table
from cardkit.server.robots import ERRS, PATIENCE, SECONDS, SHORT, Robots
from cardkit.server.session import Peer
from cardkit.server.table_settings import HostingOptions, hosting_options
from tests.memory_server import MemoryServer
from tests.server.test_core import inputs_of
from tests.thinking import FakeThinkers
from tests.tiny_games import Nim


class First(Bot):
    """Says what it is offered first."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return next(each for each in legal if isinstance(each, Command))


GAMES: dict[str, type[NetGame]] = {"whist": Whist, "akq": AKQ, "nim": Nim}
BOTS: dict[str, Sequence[type[Bot]]] = {"whist": [First], "akq": [Honest, Nash], "nim": []}


class Hall(MemoryServer):
    """A server with robots, and those who think for them."""

    def __init__(self, games: dict[str, type[NetGame]] = GAMES) -> None:
        self.thinkers = FakeThinkers()
        bots = {name: BOTS.get(name, [First]) for name in games}
        super().__init__(games, "", Robots(1.0, bots, Random(7).randrange, self.thinkers))

    def begin(self, opened: str, name: str = "ann") -> Peer:
        """Somebody alone among robots, in a game that has begun."""
        ann = self.peer()
        table = f"{opened.split()[0]}-1"
        for line in (f"ENTER {name}", f"OPEN {opened}", f"JOIN {table}", "LOGIN", "START"):
            self.say(ann, line)
        return ann

    @property
    def table(self) -> NetGame:
        [hosted] = self.core.tables.values()
        return hosted.table

    def robots_turn(self, ann: Peer) -> None:
        """Let ann play until it is a robot's turn."""
        while self.table.playing and not self.table.robots():
            [seat] = self.table.awaited
            self.say(ann, str(pick(self.table.legal(seat), lambda n: 0)))

    @property
    def last(self) -> str:
        """What a robot has said last."""
        return str(self.table.journal[-1][1])


def whist(level: str = "strong") -> tuple[Hall, Peer]:
    """A robot is to move who thinks."""
    hall = Hall()
    ann = hall.begin(f"whist robots={level}")
    hall.robots_turn(ann)
    return hall, ann


def some(hall: Hall) -> str:
    """Something that the robot may say whose turn it is, and would not say by itself."""
    return str(hall.table.legal(hall.table.robots()[0])[-1])


# --- how a table gets them ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "level"),
    [
        ("no", None),
        ("off", None),
        ("yes", Level.NORMAL),
        ("ON", Level.NORMAL),
        ("easy", Level.EASY),
        ("normal", Level.NORMAL),
        ("Strong", Level.STRONG),
    ],
)
def test_the_option_takes_a_level(said: str, level: Level | None) -> None:
    assert hosting_options({"robots": said})[0].robots is level


def test_another_level_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Refused, match="robots is one of no, easy, normal, strong, not godlike"):
        hosting_options({"robots": "godlike"})
    with pytest.raises(Refused, match="robots=no"):
        hosting_options({"robots": "strong", "rated": "yes"})


@pytest.mark.parametrize("level", [None, *Level])
def test_it_is_stored_and_read_again(level: Level | None) -> None:
    hosting = HostingOptions(robots=level, title="here", owner="ann")
    assert HostingOptions.read(*hosting.written()) == hosting


@pytest.mark.parametrize(("stored", "level"), [(True, Level.NORMAL), (False, None)])
def test_tables_of_before_there_were_levels_are_read(stored: bool, level: Level | None) -> None:
    rest = {**json.loads(HostingOptions().written()[0]), "robots": stored}
    assert HostingOptions.read(json.dumps(rest), "", "").robots is level


def test_the_level_is_told_in_the_lobby_and_at_the_table() -> None:
    hall = Hall()
    ann = hall.begin("whist robots=strong")
    hall.say(ann, "STATE")
    assert '"level":"strong"' in hall.hear(ann).replace(" ", "")
    hall.say(ann, "TABLES")
    assert '{"robots":"strong"}' in hall.hear(ann)
    bob = hall.peer()
    for line in ("ENTER bob", "OPEN whist", "JOIN whist-2", "STATE"):
        hall.say(bob, line)
    assert "level" not in hall.hear(bob)


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        ({}, True),
        ({"games": "3"}, True),
        ({"games": "3", "robots": "yes"}, True),
        ({"games": "3", "robots": "normal"}, True),
        ({"games": "3", "robots": "strong"}, False),
        ({"games": "4"}, False),
    ],
)
def test_who_looks_for_a_table_may_ask_for_a_level(wanted: dict[str, str], fits: bool) -> None:
    options = {"games": 3, "robots": "normal"}
    assert Table("w", "whist", "Whist", "preparing", [], 4, 0, options).fits(wanted) is fits


@pytest.mark.parametrize("level", Level)
def test_robots_are_called_as_their_level_has_it(level: Level) -> None:
    hall = Hall()
    hall.begin(f"whist robots={level}")
    assert hall.table.names == ["guest-ann", *level.robots[:3]]


def test_nobody_else_may_be_called_so() -> None:
    hall = Hall()
    ann = hall.peer()
    hall.say(ann, "ENTER robot-vega")
    hall.say(ann, "SIGNUP robot-vega correct horse")
    assert "robot-vega" not in hall.core.sessions


# --- how they come to a move --------------------------------------------------------------------


def test_a_strong_robot_asks_and_says_what_it_is_told() -> None:
    hall, _ = whist()
    [asked] = hall.thinkers.open
    assert (asked.key, asked.question.seconds) == ("whist-1", SECONDS)
    assert asked.question.knowledge["seat"] == hall.table.robots()[0]
    said, robot = some(hall), hall.table.names[hall.table.robots()[0]]
    hall.thinkers.say(said)
    hall.wait(0.9)
    assert not hall.last.startswith("ROBOT")
    hall.wait(0.1)
    assert hall.last == f"ROBOT {robot} {said}"


def test_who_has_thought_for_long_moves_at_once() -> None:
    hall, _ = whist()
    hall.wait(1.5)
    assert not hall.last.startswith("ROBOT")
    said = some(hall)
    hall.thinkers.say(said)
    hall.wait(0)
    assert hall.last.endswith(said)


def test_who_gets_no_answer_plays_as_the_bot_does() -> None:
    hall, _ = whist()
    usual = str(hall.table.legal(hall.table.robots()[0])[0])
    hall.thinkers.say()
    hall.wait(1)
    assert hall.last.endswith(usual)


def test_nobody_waits_for_an_answer_for_ever() -> None:
    hall, _ = whist()
    [asked] = hall.thinkers.open
    done = asked.done
    hall.wait(PATIENCE - 0.1)
    assert not hall.last.startswith("ROBOT")
    hall.wait(0.1)
    assert hall.last.startswith("ROBOT")
    assert asked.done is None  # it is cancelled
    before = hall.table.digest()
    assert done is not None
    done(None)  # and if it is answered all the same nothing comes of it
    hall.wait(0)
    assert hall.table.digest() == before


def test_what_is_against_the_rules_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    hall, ann = whist()
    usual = str(hall.table.legal(hall.table.robots()[0])[0])
    hall.thinkers.say("DISCARD JK")
    hall.wait(1)
    assert hall.last.endswith(usual)
    assert any("thought.refused" in line for line in hall.log)
    hall.wait(10)
    hall.robots_turn(ann)
    assert hall.thinkers.open == []  # nobody is asked again


def test_what_cannot_be_asked_is_not_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def knowledge(table: NetGame, seat: int) -> Knowledge:
        raise TypeError("it has a secret")

    monkeypatch.setattr(Whist, "knowledge", knowledge)
    hall, _ = whist()
    hall.wait(1)
    assert hall.thinkers.asked == []
    assert hall.last.startswith("ROBOT")
    assert any("robot.failed" in line for line in hall.log)


def test_where_there_is_one_thing_to_say_nobody_is_asked() -> None:
    hall, ann = whist()
    while hall.table.playing:
        if hall.table.robots():
            seat = hall.table.robots()[0]
            assert bool(hall.thinkers.open) is (len(hall.table.legal(seat)) > 1)
            if hall.thinkers.open:
                hall.thinkers.say(some(hall))
            hall.wait(1)
        else:
            hall.robots_turn(ann)
    assert not any("error" in line for line in hall.log)


def test_a_table_that_is_closed_asks_nothing_any_more() -> None:
    hall, ann = whist()
    [asked] = hall.thinkers.open
    hall.say(ann, "EXIT")
    assert asked.done is None
    assert hall.thinkers.open == []


def test_a_table_that_goes_on_at_another_node_asks_nothing_here_any_more() -> None:
    hall, _ = whist()
    [asked] = hall.thinkers.open
    hall.core.release_table(hall.core.tables["whist-1"])
    assert asked.done is None


def test_after_a_restart_it_is_asked_again_when_somebody_is_there() -> None:
    hall = Hall()
    ann = hall.peer()
    hall.say(ann, "ENTER ann")
    token = hall.hear(ann).split()[3]
    for line in ("OPEN whist robots=strong", "JOIN whist-1", "LOGIN", "START"):
        hall.say(ann, line)
    hall.robots_turn(ann)
    hall.thinkers.asked.clear()
    hall.restart()
    assert hall.thinkers.open == []
    hall.say(hall.peer(), f"RESUME {token}")
    [asked] = hall.thinkers.open
    assert asked.question.knowledge["seat"] == hall.table.robots()[0]


def test_normal_and_easy_robots_ask_nobody() -> None:
    for level in ("normal", "easy"):
        hall, _ = whist(level)
        hall.wait(1)
        assert hall.last.startswith("ROBOT")
        assert hall.thinkers.asked == []


def test_who_stands_in_plays_as_normal_robots_do() -> None:
    hall = Hall()
    ann, bob = hall.begin("whist robots=strong policy=robot grace=0"), hall.peer()
    for line in ("ENTER bob", "JOIN whist-1"):
        hall.say(bob, line)
    while hall.table.names[hall.table.awaited[0]] != "guest-ann":
        if hall.thinkers.open:
            hall.thinkers.say(some(hall))
        hall.wait(1)
    usual = str(hall.table.legal(hall.table.awaited[0])[0])
    hall.lose(ann)
    hall.wait(2)
    assert ("", f"ROBOT guest-ann {usual}") in inputs_of(hall)


def test_a_bot_that_is_strong_by_itself_is_not_helped() -> None:
    hall = Hall()
    ann = hall.begin("akq robots=strong")
    hall.robots_turn(ann)
    hall.wait(1)
    assert hall.thinkers.asked == []
    assert hall.last in ("ROBOT robot-vega BET 0", "ROBOT robot-vega CALL", "ROBOT robot-vega FOLD")


def test_in_a_game_without_a_bot_normal_robots_search_a_little_and_easy_ones_do_not() -> None:
    hall = Hall()
    ann = hall.begin("nim robots=normal")
    hall.robots_turn(ann)
    [asked] = hall.thinkers.open
    assert asked.question.seconds == SHORT
    hall.thinkers.say("TAKE 2")
    hall.wait(1)
    assert ("", "ROBOT robot-wren TAKE 2") in inputs_of(hall)
    hall = Hall()
    ann = hall.begin("nim robots=easy")
    hall.robots_turn(ann)
    hall.wait(1)
    assert hall.thinkers.asked == []
    assert hall.last == "ROBOT robot-pip"


def test_an_easy_robot_errs_now_and_then() -> None:
    hall = Hall()
    ann = hall.begin("whist robots=easy games=50")
    errs = moves = 0
    while moves < 200:
        if hall.table.robots():
            seat = hall.table.robots()[0]
            legal = [*map(str, hall.table.legal(seat))]
            hall.wait(1)
            moves += len(legal) > 2
            errs += len(legal) > 2 and not hall.last.endswith(legal[0])
        elif hall.table.playing:
            hall.robots_turn(ann)
        else:
            hall.say(ann, "START")
    assert 0.5 / ERRS < errs / moves < 1 / ERRS


def test_it_knows_the_game_otherwise() -> None:
    """A bot in front of another leaves what that hears as it is."""

    class Listening(Partner):
        heard: list[Any] = []

        def hears(self, kind: str, *parts: object) -> None:
            self.heard.append(kind)

    hall = Hall()
    hall.core.robots.bots["whist"] = [Listening]  # type: ignore[index]
    hall.begin("whist robots=easy")
    assert "PHASE" in Listening.heard
