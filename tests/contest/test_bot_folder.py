"""A folder of bots: what comes, changes and goes is noticed once it is complete."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cardkit.contest.bot_folder import (
    SETTLED,
    FoundBot,
    StillChanging,
    Watch,
    bots_in,
    entrant_of,
    freeze,
    main_file,
)
from cardkit.netgame import Refused

Found = dict[str, FoundBot | None]


def bot(file: str, written: int, changed: float) -> FoundBot:
    return FoundBot(Path(file), ((file, written, 0, 0),), changed)


def test_a_bot_is_told_once_when_it_was_left_alone_for_a_moment() -> None:
    watch = Watch()
    half, whole = bot("a.py", 1, 100.0), bot("a.py", 2, 100.5)
    assert watch.changes(100.0, {"a.py": half}) == {}
    assert watch.changes(100.5, {"a.py": whole}) == {}
    assert watch.is_waiting
    assert watch.changes(100.9 + SETTLED / 2, {"a.py": whole}) == {}
    assert watch.changes(100.5 + SETTLED, {"a.py": whole}) == {"a.py": whole}
    assert watch.changes(200.0, {"a.py": whole}) == {}
    assert not watch.is_waiting


def test_what_lay_there_before_is_told_at_once() -> None:
    old = bot("a.py", 1, 50.0)
    assert Watch().changes(100.0, {"a.py": old}) == {"a.py": old}


def test_a_file_that_an_editor_replaces_is_not_gone() -> None:
    watch = Watch()
    first, second = bot("a.py", 1, 50.0), bot("a.py", 2, 100.2)
    watch.changes(100.0, {"a.py": first})
    assert watch.changes(100.1, {}) == {}
    assert watch.changes(100.2, {"a.py": second}) == {}
    assert watch.changes(100.2 + SETTLED, {"a.py": second}) == {"a.py": second}


def test_a_bot_that_goes_is_told() -> None:
    watch = Watch()
    watch.changes(100.0, {"a.py": bot("a.py", 1, 50.0)})
    assert watch.changes(101.0, {}) == {}
    assert watch.changes(101.0 + SETTLED, {}) == {"a.py": None}
    assert watch.changes(105.0, {}) == {}


def test_a_bot_that_went_while_nobody_looked_is_told() -> None:
    watch = Watch(["a.py"])
    assert watch.changes(100.0, {}) == {}
    assert watch.changes(100.0 + SETTLED, {}) == {"a.py": None}


def test_a_bot_that_went_while_it_was_copied_is_told() -> None:
    watch = Watch()
    watch.changes(100.0, {"a.py": bot("a.py", 1, 50.0)})
    watch.again("a.py")
    watch.changes(101.0, {})
    assert watch.changes(101.0 + SETTLED, {}) == {"a.py": None}


Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file into the folder: `write("a/bot.py", "…", runs=True)`."""

    def written(file: str, text: str = "", runs: bool = False) -> Path:
        path = tmp_path / "bots" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755 if runs else 0o644)
        return path

    return written


def found_in(tmp_path: Path) -> dict[str, FoundBot]:
    return bots_in(tmp_path / "bots", "ladder")


def test_bots_are_classes_programs_and_folders(tmp_path: Path, write: Write) -> None:
    write("mine.py")
    write("fast", "#!/bin/sh", runs=True)
    write("much/bot.py")
    for other in ("notes.txt", ".hidden.py", "mine.py~", "__pycache__/x.pyc", "ladder/x.py"):
        write(other)
    found = found_in(tmp_path)
    assert {file: each.name for file, each in found.items()} == {
        "fast": "fast",
        "mine.py": "mine",
        "much": "much",
    }


def test_a_change_inside_a_folder_changes_its_bot(tmp_path: Path, write: Write) -> None:
    write("much/bot.py")
    helper = write("much/helper.py", "X = 1")
    before = found_in(tmp_path)["much"].stamp
    os.utime(helper, ns=(1, 1))
    assert found_in(tmp_path)["much"].stamp != before


def test_a_copy_is_what_was_there_and_has_its_fingerprint(tmp_path: Path, write: Write) -> None:
    file = write("mine.py", "one")
    prints = []
    for text in ("one", "two", "one"):
        file.write_text(text)
        prints.append(freeze(found_in(tmp_path)["mine.py"], tmp_path / "copy"))
        assert (tmp_path / "copy" / "mine.py").read_text() == text
    assert prints[0] == prints[2] != prints[1]


def test_what_changes_while_it_is_copied_is_not_taken(tmp_path: Path, write: Write) -> None:
    file = write("mine.py", "one")
    found = found_in(tmp_path)["mine.py"]
    file.write_text("other")
    with pytest.raises(StillChanging):
        freeze(found, tmp_path / "copy")
    file.unlink()
    with pytest.raises(StillChanging):
        freeze(found, tmp_path / "copy")


@pytest.mark.parametrize(
    ("files", "main"),
    [
        ({"much/a.py": False, "much/data.txt": False}, "a.py"),
        ({"much/a.py": False, "much/bot.py": False}, "bot.py"),
        ({"much/much": True, "much/a.py": False}, "much"),
    ],
)
def test_the_main_file_of_a_folder(
    tmp_path: Path, write: Write, files: dict[str, bool], main: str
) -> None:
    for file, runs in files.items():
        write(file, "#!/bin/sh", runs=runs)
    found = found_in(tmp_path)["much"]
    assert main_file(found.path, found).name == main


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (["much/a.py", "much/b.py"], "much has a.py, b.py that could be its bot; call one of them"),
        (["much/notes.txt"], "much has no bot in it: a file bot.py, or a program"),
    ],
)
def test_a_folder_without_a_main_file_is_told_what_it_lacks(
    tmp_path: Path, write: Write, files: list[str], said: str
) -> None:
    for file in files:
        write(file)
    found = found_in(tmp_path)["much"]
    with pytest.raises(Refused) as refused:
        main_file(found.path, found)
    assert said in refused.value.text()


def test_an_executable_python_file_says_itself_whether_it_is_a_program(write: Write) -> None:
    assert entrant_of(write("a.py", "#!/usr/bin/env python3", runs=True), "a").argv
    assert entrant_of(write("b.py", "class B(Bot): ...", runs=True), "b").bot
    assert entrant_of(write("c.py", "#!/usr/bin/env python3"), "c").bot
