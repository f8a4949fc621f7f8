"""Robots in a terminal: their names, their faces, and how well they play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardkit.client.look import Look
from cardkit.client.robots import called, face_of, level_named, level_told
from cardkit.client.screen import table_lines
from cardkit.levels import Level
from cardkit.netgame import Reason, Refused
from tests.client.test_moves import a_view

ROBOTS = [name for level in Level for name in level.robots]


def test_a_robot_is_called_by_its_own_name_and_people_as_ever() -> None:
    assert called("robot-pip", "en") == "Pip"
    assert called("robot-3", "en") == "robot 3"
    assert called("robot-3", "ja") == "ロボット3"
    assert called("guest-ann", "en") == "guest-ann"


def test_no_two_robots_have_the_same_face_and_every_terminal_can_write_it() -> None:
    faces = [face_of(name) for name in ROBOTS]
    assert len({*faces}) == len(faces)
    assert {len(face) for face in faces} == {5}
    assert all(face.isascii() for face in faces)
    assert len({face[0] for face in faces}) == len(Level)


def test_a_robot_with_a_number_has_a_face_and_people_have_none() -> None:
    assert len(face_of("robot-12")) == 5
    assert face_of("guest-ann") == ""


def test_a_table_shows_names_and_faces_and_says_who_is_a_robot() -> None:
    view = replace(a_view(), names=("ann", "robot-pip", "bob"), status=("here", "robot", "robot"))
    shown = "\n".join(line.plain for line in table_lines(view, Look()))
    assert f"Pip {face_of('robot-pip')}" in shown
    assert "robot-" not in shown
    assert "a robot plays" in shown  # for bob
    aloud = "\n".join(line.plain for line in table_lines(view, Look(pictures=False)))
    assert face_of("robot-pip") not in aloud
    assert "robot" in next(line for line in aloud.splitlines() if "Pip" in line)


@pytest.mark.parametrize("level", Level)
def test_a_level_is_told_in_words(level: Level) -> None:
    assert level_named(level.upper()) is level
    assert level_told(level, "en") == f"robots: {level}"
    assert level_told("", "en") == level_told("of tomorrow", "en") == ""


def test_a_level_that_is_none_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused, match="easy, normal, strong") as caught:
        level_named("tough")
    assert caught.value.reason == Reason.BAD_OPTION
