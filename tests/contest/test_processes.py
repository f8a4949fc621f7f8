"""What the processes of a program use, told from folders that look like the system's."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardkit.contest import processes
from cardkit.contest.processes import held_by_sockets, memory_of, stored_in, tasks_of

KB = 1024


def process(
    folder: Path, anon: int = 0, shmem: int = 0, swap: int = 0, tables: int = 1, share: int = 0
) -> str:
    """A process of one thread that has so many kB."""
    (folder / "task" / folder.name).mkdir(parents=True)
    told = {"RssAnon": anon, "RssFile": 9000, "RssShmem": shmem, "VmPTE": tables, "VmSwap": swap}
    lines = [f"{name}:\t{kilobytes:8} kB\n" for name, kilobytes in told.items()]
    for place in (folder, folder / "task" / folder.name):
        (place / "status").write_text("".join(["Name:\tbot\n", *lines]), encoding="ascii")
    if share:
        told = {"Pss": 99999, "Pss_Anon": share - 3, "Pss_Shmem": 2, "SwapPss": 1}
        lines = [f"{name}:\t{kilobytes:8} kB\n" for name, kilobytes in told.items()]
        (folder / "smaps_rollup").write_text("".join(lines), encoding="ascii")
    return str(folder)


def test_all_memory_that_is_no_files_is_counted_together(tmp_path: Path) -> None:
    folders = [process(tmp_path / "2", 100, 20, 3, 4), process(tmp_path / "3", 1000)]
    assert memory_of(folders, 2000 * KB) == (100 + 20 + 3 + 4 + 1000 + 1) * KB


def test_what_processes_share_is_counted_once_before_it_is_too_much(tmp_path: Path) -> None:
    folders = [process(tmp_path / str(n), 1000, share=500) for n in (2, 3)]
    assert memory_of(folders, 2000 * KB) == 2002 * KB
    assert memory_of(folders, 1999 * KB) == 1002 * KB


def test_who_hides_what_it_shares_has_all_of_it(tmp_path: Path) -> None:
    folders = [process(tmp_path / "2", 1000, share=500), process(tmp_path / "3", 1000)]
    assert memory_of(folders, 1500 * KB) == 1502 * KB


def test_a_process_whose_first_thread_has_ended_still_has_its_memory(tmp_path: Path) -> None:
    folder = tmp_path / "2"
    process(folder, 1000)
    (folder / "task" / "2").rename(folder / "task" / "7")
    (folder / "task" / "2").mkdir()
    for gone in (folder, folder / "task" / "2"):
        (gone / "status").write_text("Name:\tbot\nState:\tZ (zombie)\n", encoding="ascii")
    assert memory_of([str(folder)], 2000 * KB) == 1001 * KB
    assert tasks_of([str(folder)]) == 2


def test_who_has_ended_by_now_uses_nothing(tmp_path: Path) -> None:
    gone = str(tmp_path / "2")
    assert (memory_of([gone], 0), tasks_of([gone]), stored_in(gone)) == (0, 0, 0)
    assert held_by_sockets(gone) == 0


def test_sockets_count_with_what_they_can_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, sizes in (
        ("core/rmem_max", "200"),
        ("core/wmem_max", "300"),
        ("ipv4/tcp_rmem", "1 2 4000"),
        ("ipv4/tcp_wmem", "1 2 1000"),
        ("2/net/sockstat", "sockets: used 5\nTCP: inuse 2 orphan 0 tw 0 alloc 2 mem 1\n"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(sizes, encoding="ascii")
    monkeypatch.setattr(processes, "_SETTINGS", str(tmp_path))
    processes._socket_sizes.cache_clear()
    try:
        assert held_by_sockets(str(tmp_path / "2")) == 5 * 600 + 2 * 5000
    finally:
        processes._socket_sizes.cache_clear()
