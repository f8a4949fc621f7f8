"""What the commands share that look into the data folder of a server."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from cardkit.server.history import MatchHistory
from cardkit.server.store import Store, is_time
from cardkit.server.store_address import store_address
from cardkit.server.vault import Vault


def default_folder() -> Path:
    """Where a person's data goes unless told otherwise."""
    if folder := os.environ.get("CARDKIT_DATA"):
        return Path(folder)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "cardkit"


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        type=Path,
        default=default_folder(),
        metavar="DIR",
        help="the data folder of the server, which may be running (default: %(default)s)",
    )
    parser.add_argument(
        "--store",
        default=os.environ.get("CARDKIT_STORE", ""),
        metavar="ADDRESS",
        help="where the server stores all but its keys, if not in the data folder: sqlite:DIR, or "
        "postgresql://user@host/database (default: $CARDKIT_STORE)",
    )


@contextmanager
def open_store(args: argparse.Namespace, *, make: bool = False) -> Iterator[Store]:
    """The store that a server has made."""
    with closing(store_address(args.store, args.data)) as address, address.open(make=make) as store:
        yield store


@contextmanager
def open_archive(args: argparse.Namespace) -> Iterator[MatchHistory]:
    with open_store(args) as store:
        yield MatchHistory(store, lambda: Vault.open(args.data, os.environ, make=False))


def local_time(at: float, after: float | None = None) -> str:
    """A time as the clock on the wall shows it; only the hour when it is the day of `after`."""
    if not is_time(at):
        return "?"  # a damaged row
    time = datetime.fromtimestamp(at, UTC).astimezone()
    day = f"{time:%Y-%m-%d}"
    same_day = after is not None and local_time(after).startswith(day)
    return f"{time:%H:%M:%S}" if same_day else f"{day} {time:%H:%M:%S}"


def iso_time(at: float) -> str | None:
    """A time for programs."""
    if not is_time(at):
        return None
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
