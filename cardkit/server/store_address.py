"""Where a house keeps what it stores: in a file of its data folder, in PostgreSQL, or in memory."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Protocol

from cardkit.keys import private_folder
from cardkit.netgame import Reason, Refused
from cardkit.netgame.conditions import shown
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason
from cardkit.server.sqlite_store import SqliteDatabase, sqlite_store
from cardkit.server.store import Errors, Store

DATABASE = "cardkit.sqlite"
_POSTGRES = ("postgresql://", "postgres://")
_SQLITE = "sqlite:"


class Bell(Protocol):
    """What rings when there is news in a store."""

    def fileno(self) -> int:
        """The socket that can be read when it has rung."""

    def has_rung(self) -> bool:
        """Whether it has since the last time; does not wait."""

    def close(self) -> None: ...


class StoreAddress(Protocol):
    """Opens connections to one store."""

    is_shared: bool
    """Whether other processes may write there at the same time."""
    errors: Errors
    """What is raised when something is wrong with it."""

    def open(self, *, make: bool = True, migrate: bool = False, alone: bool = False) -> Store:
        """A connection of one's own. `alone`: it is refused while a server has the store, and then
        keeps servers out. `migrate` goes with it: an older one may still be running otherwise."""

    def reading(self) -> AbstractContextManager[Store]:
        """A connection for something short, in whatever thread."""

    @property
    def listen(self) -> Callable[[int], Bell] | None:
        """Has a node of this number woken when another has news, where that can be done."""

    def close(self) -> None: ...


def store_address(written: str, folder: Path | None) -> StoreAddress:
    """The address as it is written; without one, it is in the data folder, or in memory."""
    if not written:
        return MemoryAddress() if folder is None else FileAddress(folder / DATABASE)
    if written.startswith(_SQLITE) and len(written) > len(_SQLITE):
        return FileAddress(Path(written.removeprefix(_SQLITE)).expanduser() / DATABASE)
    if written.startswith(_POSTGRES):
        return _postgres_address(written)
    raise Refused(
        Reason.BAD_OPTION,
        "{address} is no store; write sqlite:DIR, or postgresql://user@host/database",
        address=shown(written),
    )


def _postgres_address(url: str) -> StoreAddress:
    """The package for it need not be there otherwise."""
    try:
        from cardkit.server.postgres_store import PostgresAddress
    except ImportError as error:
        raise Refused(
            Reason.BAD_OPTION,
            "a store in PostgreSQL needs another package; say: pip install 'cardkit[postgres]'",
        ) from error
    return PostgresAddress(url)


class FileAddress:
    """A file of SQLite, which is opened anew for whatever is read beside the server."""

    is_shared = False
    errors = SqliteDatabase.errors
    listen = None

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: int | None = None

    def open(self, *, make: bool = True, migrate: bool = False, alone: bool = False) -> Store:
        folder = self._path.parent
        private_folder(folder, make=make)
        if alone and folder.exists():
            self._lock = _locked(folder)
        return sqlite_store(self._path, make=make, migrate=migrate)

    def reading(self) -> AbstractContextManager[Store]:
        return closing(sqlite_store(self._path))

    def close(self) -> None:
        if self._lock is not None:
            os.close(self._lock)


def _locked(folder: Path) -> int:
    """The lock of a folder, which another process cannot have at the same time."""
    try:
        lock = os.open(folder / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        text = "{folder} cannot be used: {why}; --data chooses another folder"
        raise Refused(LocalReason.NO_SUCH_FILE, text, folder=folder, why=error.strerror) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        text = "another server is using {folder}; stop it, or choose another folder with --data"
        raise Refused(ServerReason.STORE_FAILED, text, folder=folder) from error
    return lock


class MemoryAddress:
    """A database in memory has one connection, whose calls SQLite takes one by one."""

    is_shared = False
    errors = SqliteDatabase.errors
    listen = None

    def __init__(self) -> None:
        self._store = sqlite_store(None)

    def open(self, *, make: bool = True, migrate: bool = False, alone: bool = False) -> Store:
        return self._store

    def reading(self) -> AbstractContextManager[Store]:
        return nullcontext(self._store)

    def close(self) -> None:
        self._store.close()
