"""Programs before they play: what was typed, what they need, what they may reach, and refusals."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from cardkit.contest import syscall_filter
from cardkit.contest.model import ProgramLimits
from cardkit.contest.program import check_program
from cardkit.contest.program_files import ProgramFiles, needs_of, program_from
from cardkit.contest.sandbox import Sandbox, command_line, find_sandbox, next_user, warning
from cardkit.netgame import Reason, Refused
from cardkit.reasons import LocalReason

HELD = Sandbox(
    bwrap="/usr/bin/bwrap",
    prlimit="/usr/bin/prlimit",
    setpriv="/usr/bin/setpriv",
    system=("--ro-bind", "/usr", "/usr"),
    refusals=b"refusals",
)
BOT = ProgramFiles(("/home/ann/bots/bot", "--fast"), "/home/ann/bots", ("/home/ann/bots",))
LIMITS = ProgramLimits(memory=1000, processes=4)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that one is in, which others can read."""
    made = tmp_path / "bots"
    made.mkdir()
    made.chmod(0o755)
    monkeypatch.chdir(made)
    return made


def script(path: Path, text: str, mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def pairs(line: list[str], word: str) -> list[str]:
    """What stands after this word, wherever it is."""
    return [after for before, after in pairwise(line) if before == word]


# --- what was typed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "argv"),
    [
        ("ann=./my_bot --fast", "ann", ("./my_bot", "--fast")),
        ("ann = ./my_bot", "ann", ("./my_bot",)),
        ("葵=python3 'my bot.py' --level=3", "葵", ("python3", "my bot.py", "--level=3")),
        ("a.b-c_2=x", "a.b-c_2", ("x",)),
    ],
)
def test_a_program_is_written_with_a_name(text: str, name: str, argv: tuple[str, ...]) -> None:
    assert program_from(text) == (name, argv)


@pytest.mark.parametrize(
    ("text", "reason", "says"),
    [
        ("./my_bot", LocalReason.NO_SUCH_BOT, "write name=command, such as ann=./my_bot"),
        ("", LocalReason.NO_SUCH_BOT, "write name=command, such as ann=./my_bot"),
        ("=./my_bot", Reason.BAD_NAME, "“” is no name for a player"),
        ("my bot=./my_bot", Reason.BAD_NAME, "my bot is no name for a player"),
        ("./bot --level=3", Reason.BAD_NAME, "./bot --level is no name for a player"),
        ("x" * 25 + "=y", Reason.BAD_NAME, "use 1 to 24 letters"),
        ("ann=", LocalReason.NO_SUCH_BOT, "such as ann=./my_bot"),
        ("ann=''", LocalReason.NO_SUCH_BOT, "such as ann=./my_bot"),
        ("ann='./my bot", LocalReason.BAD_BOT, "a quotation mark in './my bot is not closed"),
    ],
)
def test_what_is_no_name_and_program_is_refused(text: str, reason: str, says: str) -> None:
    with pytest.raises(Refused) as caught:
        program_from(text)
    assert caught.value.reason is reason
    assert says in caught.value.text()


# --- what it needs -------------------------------------------------------------------------------


def test_a_program_needs_its_own_folder_and_runs_there(folder: Path) -> None:
    bot = script(folder / "deep" / "bot", "#!/bin/sh\n")
    needs = needs_of(["deep/bot", "--fast"])
    assert needs == ProgramFiles((str(bot), "--fast"), str(bot.parent), (str(bot.parent),))


def test_a_script_needs_its_folder_and_runs_there(folder: Path) -> None:
    bot = script(folder / "deep" / "bot.py", "", 0o644)
    needs = needs_of(["sh", "deep/bot.py", "deep", "--x=deep/bot.py", "no.such"])
    shell = shutil.which("sh")
    assert needs.argv == (shell, str(bot), "deep", "--x=deep/bot.py", "no.such")
    assert (needs.folder, needs.folders) == (str(bot.parent), (str(bot.parent),))


def test_an_interpreter_of_ones_own_needs_what_lies_beside_it(folder: Path) -> None:
    tool = script(folder / "tools" / "bin" / "tool", "#!/bin/sh\n")
    bot = script(folder / "mine" / "bot.tool", "", 0o644)
    needs = needs_of([str(tool), str(bot)])
    assert needs.folder == str(bot.parent)
    assert needs.folders == (str(bot.parent), str(folder / "tools"))


def test_a_script_needs_who_reads_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(folder / "tools" / "bin" / "tool", "#!/bin/sh\n")
    monkeypatch.setenv("PATH", str(folder / "tools" / "bin"), prepend=os.pathsep)
    for first in ("#!/usr/bin/env tool", "#!/usr/bin/env -S tool -x", f"#!{folder}/tools/bin/tool"):
        bot = script(folder / "mine" / "bot", f"{first}\n")
        assert needs_of([str(bot)]).folders == (str(bot.parent), str(folder / "tools"))


def test_links_are_followed(folder: Path) -> None:
    bot = script(folder / "real" / "bot", "#!/bin/sh\n")
    (folder / "links").mkdir()
    (folder / "links" / "bot").symlink_to("../real/bot")
    needs = needs_of(["links/bot"])
    assert needs.argv == (str(folder / "links" / "bot"),), "it may look at its own name"
    assert needs.folders == (str(folder / "links"), str(bot.parent))
    (folder / "links" / "round").symlink_to("round")
    with pytest.raises(Refused):
        needs_of(["links/round"])


def test_for_a_program_in_ones_home_the_rest_of_it_stays_hidden(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(folder))
    bot = script(folder / "bot", "#!/bin/sh\n")
    assert needs_of(["./bot"]).folders == (str(bot),)
    tool = script(folder / "bin" / "bot", "#!/bin/sh\n")
    assert needs_of([str(tool)]).folders == (str(tool),)
    monkeypatch.setenv("HOME", str(folder / "ann"))
    assert needs_of(["./bot"]).folders == (str(bot),), "nor what homes are in"


# --- what does not start -------------------------------------------------------------------------


def refusal(*argv: str) -> Refused:
    with pytest.raises(Refused) as caught:
        check_program(argv)
    return caught.value


def test_a_program_that_is_not_there_is_told_at_once(folder: Path) -> None:
    script(folder / "my_bot", "#!/bin/sh\n")
    for word, says in (
        ("./no_bot", "there is no program ./no_bot"),
        ("no_such_program", "there is no program no_such_program"),
        ("my_bot", "there is no program my_bot; did you mean ./my_bot?"),
    ):
        refused = refusal(word)
        assert (refused.reason, refused.text()) == (LocalReason.NO_SUCH_BOT, says)


def test_what_cannot_be_started_is_told_at_once(folder: Path) -> None:
    plain = script(folder / "plain", "#!/bin/sh\n", 0o644)
    strange = script(folder / "strange", "#!/usr/bin/env no_such_tool\n")
    empty = script(folder / "empty", "#!\n")
    for path, says in (
        (folder, f"{folder} is a folder, not a program"),
        (plain, f"{plain} is not executable; say: chmod +x {plain}"),
        (strange, f"{strange} wants to be read by no_such_tool, which is not there; "),
        (empty, f"{empty} wants to be read by #!, which is not there; "),
    ):
        refused = refusal(str(path))
        assert refused.reason == LocalReason.BAD_BOT
        assert refused.text().startswith(says)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("exit 0", "it ended with status 0"),
        ("echo oh dear >&2; exit 3", "it ended with status 3; its last words: “oh dear”"),
        ("kill -SEGV $$", "it was ended by SIGSEGV"),
        ("read -r a; read -r b; exit 4", "it ended with status 4"),
    ],
)
def test_a_program_that_ends_at_once_is_told_at_once(folder: Path, lines: str, says: str) -> None:
    bot = script(folder / "bot", f"#!/bin/sh\n{lines}\n")
    refused = refusal("./bot", "--fast")
    assert refused.reason == LocalReason.BAD_BOT
    assert refused.text() == f"./bot --fast cannot play: {says}"
    assert str(bot.parent) not in refused.text()


def test_a_script_that_cannot_be_read_by_its_language_is_told_with_its_words(folder: Path) -> None:
    bot = script(folder / "bot.py", "def choose(:\n", 0o644)
    assert "SyntaxError" in refusal(sys.executable, str(bot)).text()


@pytest.mark.parametrize(
    "lines",
    ["while read -r line; do :; done", "exec cat", "read -r a; read -r b; exit 0", "cat; exit 0"],
)
def test_a_program_that_starts_is_not_refused(folder: Path, lines: str) -> None:
    script(folder / "bot", f"#!/bin/sh\n{lines}\n")
    check_program(["./bot"])


@pytest.mark.skipif(not find_sandbox().as_root, reason="only root plays for somebody else")
def test_a_program_that_only_root_can_read_is_told_at_once(folder: Path) -> None:
    bot = script(folder / "bot", "#!/bin/sh\ncat\n", 0o700)
    assert refusal("./bot").text() == (
        f"{bot} is for its owner alone, and programs do not play as root; say: chmod -R go+rX {bot}"
    )
    bot.chmod(0o755)
    folder.chmod(0o700)
    assert f"chmod -R go+rX {folder}" in refusal("./bot").text()


# --- the sandbox ---------------------------------------------------------------------------------


@pytest.mark.parametrize("as_root", [False, True])
def test_a_sandboxed_program_shares_nothing_and_sees_only_what_it_needs(as_root: bool) -> None:
    line = command_line(replace(HELD, as_root=as_root), BOT, LIMITS, 45_000, 7, 8)
    assert line[0] == "/usr/bin/bwrap"
    bounds = {f"--unshare-{what}" for what in ("ipc", "pid", "net", "uts")}
    assert bounds | {"--new-session", "--die-with-parent"} < set(line)
    assert pairs(line, "--ro-bind") == ["/usr", "/dev/null", "/home/ann/bots"]
    assert pairs(line, "--dir") == ["/home", "/home/ann"], "for others to pass"
    assert pairs(line, "--remount-ro") == ["/dev", "/"]
    assert "--bind" not in line
    assert pairs(line, "--chdir") == ["/home/ann/bots"]
    assert pairs(line, "--info-fd") == ["7"]
    assert pairs(line, "--seccomp") == ["8"]
    assert pairs(line, "--cap-drop") == ["ALL"]
    started = line[line.index("--") + 1 :]
    limited = ["/usr/bin/prlimit", "--data=1000", "--core=0", "--nofile=256", "--fsize=16777216"]
    if as_root:
        user = ["/usr/bin/setpriv", "--reuid=45000", "--regid=45000", "--clear-groups"]
        assert started == [*user, *limited, "--nproc=5", *BOT.argv]
        assert "--unshare-user" not in line
    else:
        assert started == [*limited, "--nproc=6", *BOT.argv]
        assert "--unshare-user" in line


def test_an_old_bwrap_that_cannot_bound_tmp_leaves_nothing_to_write_to() -> None:
    old = Sandbox(HELD.bwrap, HELD.prlimit, system=HELD.system, scratch=False)
    line = command_line(old, BOT, LIMITS)
    assert "--tmpfs" not in line
    assert "--size" not in line
    assert "/tmp" in pairs(line, "--dir")


def test_without_a_sandbox_what_limits_there_are_still_hold() -> None:
    free = Sandbox(prlimit="/usr/bin/prlimit", setpriv="/usr/bin/setpriv")
    assert command_line(free, BOT, LIMITS) == [
        *("/usr/bin/setpriv", "--pdeathsig", "KILL"),
        *("/usr/bin/prlimit", "--data=1000", "--core=0", "--nofile=256", "--fsize=16777216"),
        *BOT.argv,
    ]
    refused = command_line(Sandbox(refusals=b"refusals"), BOT, LIMITS)
    assert refused == [sys.executable, "-I", "-S", syscall_filter.__file__, *BOT.argv]
    assert command_line(Sandbox(), BOT, LIMITS) == list(BOT.argv)


def test_where_there_is_no_sandbox_a_warning_says_why_and_what_that_means() -> None:
    assert warning(HELD) is None
    told = warning(Sandbox(prlimit="/usr/bin/prlimit", why="bwrap is not installed"))
    assert told == (
        "bwrap cannot be used (bwrap is not installed), so programs are not kept apart: they can "
        "read your files, write them and use the network. Their time is limited, and their memory."
    )
    assert str(warning(Sandbox(why="x"))).endswith("Their time is limited, and nothing else.")
    assert (warning() is None) == bool(find_sandbox().bwrap and find_sandbox().refusals)


def test_where_system_calls_cannot_be_refused_a_warning_says_what_that_means() -> None:
    assert str(warning(replace(HELD, refusals=b""))).startswith("system calls cannot be refused")
    assert syscall_filter.refusals("pdp11") == b""


def test_a_machine_without_the_tools_is_told_which_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_sandbox.__wrapped__().why == "bwrap is not installed"
    script(tmp_path / "bwrap", "#!/bin/sh\n")
    assert find_sandbox.__wrapped__().why == "prlimit is not installed"


def test_a_bwrap_that_may_not_be_used_is_told_with_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    denied = "bwrap: Creating new namespace failed: Operation not permitted"
    script(tmp_path / "bwrap", f"#!/bin/sh\necho '{denied}' >&2\nexit 1\n")
    script(tmp_path / "prlimit", "#!/bin/sh\n")
    script(tmp_path / "setpriv", "#!/bin/sh\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    sandbox = find_sandbox.__wrapped__()
    assert (sandbox.bwrap, sandbox.why, sandbox.prlimit) == ("", denied, str(tmp_path / "prlimit"))


def test_programs_of_root_are_different_users() -> None:
    users = [next_user() for _ in range(100)]
    assert len(set(users)) == 100
    assert 0 not in users
