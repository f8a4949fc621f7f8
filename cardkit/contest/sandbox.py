"""What a program that plays may reach of this machine: its sandbox.

With `bwrap` it sees its own folder and the system's programs and libraries, nothing of which it can
change, and neither network nor other processes. Where that is not possible, only limits and refused
system calls hold, and `warning` says so. The command line of a caged program is made by a pure
function.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path

from cardkit.contest import syscall_filter
from cardkit.contest.model import ProgramLimits
from cardkit.contest.program_files import SYSTEM, ProgramFiles
from cardkit.netgame import Text

SCRATCH = 16 << 20
"""Bytes that a caged program may write, all below /tmp; and those of a file anywhere."""
STORAGE, _KEPT = "/storage", "/kept"
"""Where a caged program finds what it keeps from match to match, and where that comes from."""
_FILL = ("/bin/sh", "-c", f'cp -R {_KEPT}/. {STORAGE}/ && exec "$@"', "sh")
FILES = 256
"""Files, pipes and the like that a process may have open at a time."""
TOOLS = ("bwrap", "prlimit", "setpriv")
_ALSO = ("/etc/alternatives", "/etc/ld.so.cache")
_SECCOMP = Path("/proc/sys/kernel/seccomp")
_TRIAL_SECONDS = 10
_USERS = range(40_000, 60_000)
"""Nobody's users. Where a contest runs as root, each program is one of its own."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How programs can be kept on this machine: the tools for it that are there and work."""

    bwrap: str = ""
    prlimit: str = ""
    setpriv: str = ""
    system: tuple[str, ...] = ()
    """Words for bwrap that show the system's programs and libraries."""
    as_root: bool = False
    """Whether root makes the sandbox and puts another user into it."""
    scratch: bool = True
    """Whether this bwrap can bound what is written to /tmp; else there is nothing to write to."""
    refusals: bytes = b""
    """System calls that the kernel refuses, where it can."""
    why: str = ""
    """Why bwrap cannot be used."""


def command_line(
    sandbox: Sandbox,
    needs: ProgramFiles,
    limits: ProgramLimits,
    user: int = 0,
    info: int = -1,
    refusals: int = -1,
    kept: str = "",
) -> list[str]:
    """The words that start a program in this sandbox. `bwrap` tells its process to the file `info`,
    and reads from the file `refusals` what system calls the program is refused. What is in the
    folder `kept` the program finds in its storage."""
    if not sandbox.bwrap:
        dies_with_us = [sandbox.setpriv, "--pdeathsig", "KILL"] if sandbox.setpriv else []
        refused = [sys.executable, "-I", "-S", syscall_filter.__file__] if sandbox.refusals else []
        return [*dies_with_us, *_limited(sandbox, limits), *refused, *needs.argv]
    other_user = []
    if sandbox.as_root:
        other_user = [sandbox.setpriv, f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    return [
        sandbox.bwrap,
        *_seen(sandbox, needs.folders),
        *(_stored(kept, limits) if kept else ()),
        *("--remount-ro", "/"),
        *_apart(sandbox),
        *("--chdir", needs.folder),
        *(("--info-fd", str(info)) if info >= 0 else ()),
        *(("--seccomp", str(refusals)) if refusals >= 0 else ()),
        "--",
        *other_user,
        *_limited(sandbox, limits),
        *(_FILL if kept else ()),
        *needs.argv,
    ]


@contextmanager
def open_refusals(sandbox: Sandbox) -> Iterator[int]:
    """A file from which `bwrap` can read what system calls are refused; none is -1."""
    if not (sandbox.bwrap and sandbox.refusals):
        yield -1
        return
    file, end = os.pipe()
    try:
        os.write(end, sandbox.refusals)  # a pipe holds more than that
        os.close(end)
        yield file
    finally:
        os.close(file)


def _limited(sandbox: Sandbox, limits: ProgramLimits) -> list[str]:
    """What can be written to counts as memory, not what is only reserved: so Node can start."""
    if not sandbox.prlimit:
        return []
    words = [sandbox.prlimit, f"--data={limits.memory}", "--core=0"]
    words += [f"--nofile={FILES}", f"--fsize={max(SCRATCH, limits.storage)}"]
    if sandbox.bwrap:
        # One more than allowed, so that too many can be seen; bwrap itself is one of its user's.
        words.append(f"--nproc={limits.processes + (1 if sandbox.as_root else 2)}")
    return words


def _seen(sandbox: Sandbox, folders: Sequence[str]) -> list[str]:
    """What there is to see: none of it can be changed but /tmp."""
    tmp = ["--dir", "/tmp"]
    if sandbox.scratch:
        tmp = ["--perms", "1777", "--size", str(SCRATCH), "--tmpfs", "/tmp"]
    words = [*tmp, *sandbox.system, "--proc", "/proc", "--dev", "/dev"]
    words += ["--ro-bind", "/dev/null", "/dev/zero"]  # or it is memory that can be shared
    above = {str(parent) for folder in folders for parent in Path(folder).parents}
    for folder in sorted(above - {"/", "/tmp"}):
        words += ["--dir", folder]  # or bwrap makes them, for its own user alone
    for folder in folders:
        words += ["--ro-bind", folder, folder]
    return [*words, "--remount-ro", "/dev"]


def _stored(kept: str, limits: ProgramLimits) -> list[str]:
    """Storage is memory, so that its limit holds whatever is done there; it is kept elsewhere."""
    size = ["--perms", "1777", "--size", str(limits.storage), "--tmpfs", STORAGE]
    return ["--ro-bind", kept, _KEPT, *size]


def _apart(sandbox: Sandbox) -> list[str]:
    """What the program does not share with us."""
    apart = [f"--unshare-{what}" for what in ("ipc", "pid", "net", "uts", "cgroup-try")]
    apart += ["--cap-drop", "ALL"]  # root would keep them, and could mount memory
    if sandbox.as_root:
        apart += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        apart.append("--unshare-user")
    return [*apart, "--new-session", "--die-with-parent"]


_numbers = count()


def next_user() -> int:
    """A user for the next program that root starts; others who run contests take others."""
    return _USERS[(os.getpid() * 61 + next(_numbers)) % len(_USERS)]


@cache
def find_sandbox() -> Sandbox:
    """The best sandbox that this machine has; it is tried out once."""
    if not sys.platform.startswith("linux"):
        return Sandbox(why=Text("it is for Linux alone"))
    bwrap, prlimit, setpriv = (shutil.which(tool) or "" for tool in TOOLS)
    refusals = syscall_filter.refusals(os.uname().machine) if _SECCOMP.exists() else b""
    plain = Sandbox(prlimit=prlimit, setpriv=setpriv, refusals=refusals)
    as_root = os.geteuid() == 0
    for tool, found in zip(TOOLS, (bwrap, prlimit, setpriv or not as_root), strict=True):
        if not found:
            return replace(plain, why=Text("{tool} is not installed", tool=tool))
    # Root puts another user in where that is possible, for no limit of processes holds for root.
    users, scratches = (True, False) if as_root else (False,), (True, False)
    cages = [
        Sandbox(bwrap, prlimit, setpriv, tuple(_system()), user, scratch, refusals)
        for user in users
        for scratch in scratches
    ]
    whys = []
    for sandbox in cages:
        why = _try(sandbox)
        if not why:
            return sandbox
        whys.append(why)
    return replace(plain, why=whys[0])


def _try(sandbox: Sandbox) -> str:
    """Start a program that does nothing in this sandbox: why that fails, or nothing if it works."""
    nothing = ProgramFiles((shutil.which("true") or "/bin/true",), "/", ())
    try:
        with open_refusals(sandbox) as refusals:
            done = subprocess.run(
                command_line(sandbox, nothing, ProgramLimits(), next_user(), refusals=refusals),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_TRIAL_SECONDS,
                check=False,
                pass_fds=(refusals,) if refusals >= 0 else (),
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    said = done.stderr.decode(errors="replace").strip()
    return "" if done.returncode == 0 else said.splitlines()[-1] if said else str(done.returncode)


def _system() -> list[str]:
    """Words for bwrap that show the system as it is here: folders, and links to folders."""
    words = ["--dir", "/etc"]
    for name in (*SYSTEM, *_ALSO):
        path = Path(name)
        if path.is_symlink():
            words += ["--symlink", str(path.readlink()), name]
        elif path.exists():
            words += ["--ro-bind", name, name]
    return words


def warning(sandbox: Sandbox | None = None) -> Text | None:
    """What people should know before they let programs of others play here, if anything."""
    sandbox = sandbox or find_sandbox()
    if sandbox.bwrap and sandbox.refusals:
        return None
    if sandbox.bwrap:
        return Text(
            "system calls cannot be refused on this machine, so programs can get more memory than "
            "they may. Only let programs play that you trust."
        )
    return Text(
        "bwrap cannot be used ({why}), so programs are not kept apart: they can read your files, "
        "write them and use the network. Their time is limited, {memory}",
        why=sandbox.why,
        memory=Text("and their memory.") if sandbox.prlimit else Text("and nothing else."),
    )
