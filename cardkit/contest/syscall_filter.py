"""System calls that a program which plays is refused: ways to memory that no limit holds for.

The kernel looks through the list at each call. `bwrap` gives it the list, and where there is no
`bwrap` this file does: it is then started in place of the program, which it becomes. So it needs
nothing but Python.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Sequence
from errno import ENOMEM, ENOSYS, EPERM

_X86_64, _OTHERS = 0, 1
_MACHINES = {
    "x86_64": (0xC000003E, _X86_64),
    "aarch64": (0xC00000B7, _OTHERS),
    "riscv64": (0xC00000F3, _OTHERS),
}
"""Kinds of processors: what the kernel calls them, and which column of numbers holds for them."""

_NEW_USERS = 0x10000000
"""Asks for a user namespace, in which a program may mount file systems in memory."""
_SHARED_MEMORY = 0x21
"""Asks `mmap` for memory that can be shared, which stays when nobody has it mapped any more."""

_REFUSED: tuple[tuple[tuple[int, int], int, int, int], ...] = (
    ((319, 279), 0, 0, ENOMEM),  # memfd_create
    ((447, 447), 0, 0, ENOMEM),  # memfd_secret
    ((29, 194), 0, 0, ENOMEM),  # shmget
    ((68, 186), 0, 0, ENOMEM),  # msgget
    ((64, 190), 0, 0, ENOMEM),  # semget
    ((9, 222), 3, _SHARED_MEMORY, ENOMEM),  # mmap
    ((56, 220), 0, _NEW_USERS, EPERM),  # clone
    ((272, 97), 0, _NEW_USERS, EPERM),  # unshare
    ((435, 435), 0, 0, ENOSYS),  # clone3: it hides what it asks for; all fall back to clone
    ((278, 75), 0, 0, ENOSYS),  # vmsplice: a pipe keeps what was given back
    ((425, 425), 0, 0, ENOSYS),  # io_uring_setup
    ((321, 280), 0, 0, EPERM),  # bpf
    ((298, 241), 0, 0, EPERM),  # perf_event_open
)
"""Number of the call by column, the argument that counts with the bits that it must have, and the
error. The errors of memory are those of a machine that has no more of it."""

_LOAD, _AND, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16
"""Where the kernel puts what it tells of a call."""
_X32 = 0x40000000
"""From here on calls have other numbers, on some machines."""
_NO_NEW_PRIVILEGES, _SECCOMP, _BY_FILTER = 38, 22, 2
"""What `prctl` calls these."""


def refusals(machine: str) -> bytes:
    """The list as the kernel reads it, for this kind of processor; empty if we do not know it."""
    if machine not in _MACHINES:
        return b""
    known_as, column = _MACHINES[machine]
    steps = [
        _step(_LOAD, _MACHINE),
        _step(_IF_EQUAL, known_as, 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER),
        _step(_IF_AT_LEAST, _X32, 0, 1),
        _step(_RETURN, _KILL),
    ]
    for numbers, argument, bits, error in _REFUSED:
        steps += [
            _step(_IF_EQUAL, numbers[column], 0, 5),
            _step(_LOAD, _ARGUMENTS + 8 * argument),
            _step(_AND, bits),
            _step(_IF_EQUAL, bits, 0, 1),
            _step(_RETURN, _ERROR | error),
            _step(_RETURN, _ALLOW),
        ]
    return b"".join([*steps, _step(_RETURN, _ALLOW)])


def _step(code: int, value: int, so: int = 0, not_so: int = 0) -> bytes:
    return struct.pack("HBBI", code, so, not_so, value)


def start(argv: Sequence[str]) -> None:
    """Become this program, under these refusals."""
    rules = refusals(os.uname().machine)
    buffer = ctypes.create_string_buffer(rules, len(rules))
    program = struct.pack("HP", len(rules) // 8, ctypes.addressof(buffer))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    for words in ((_NO_NEW_PRIVILEGES, 1, 0), (_SECCOMP, _BY_FILTER, program)):
        if prctl(*words, 0, 0):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
    os.execv(argv[0], list(argv))


if __name__ == "__main__":
    start(sys.argv[1:])
