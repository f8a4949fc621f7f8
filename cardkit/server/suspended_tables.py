"""Tables that are set aside: kept in the store and not in memory, until a player returns.

What stays in memory is small: whose seats they are, so that nobody else gets them by the name
alone, and with which tokens they come back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from cardkit.server.names import looks
from cardkit.server.table_settings import HostingOptions, TableSettings

if TYPE_CHECKING:
    from cardkit.server.hosted_table import HostedTable


@dataclass(eq=False, slots=True)
class SuspendedTable:
    """A table that is set aside."""

    name: str
    names: tuple[str, ...]
    """Who has a seat there."""
    tokens: Mapping[bytes, str]
    """Who may come back to it, by the hash of their token."""
    since: float
    settings: TableSettings | None
    """None when it could not be read at the start; then it stays until the host has seen to it."""
    lost: bool = False
    """Whether it cannot be taken up just now."""
    hosted: HostedTable | None = None
    """The table, until all of it is stored, and while it is built again."""
    lock: Lock = field(default_factory=Lock)
    """Two who return at once build it only once."""

    @property
    def hosting(self) -> HostingOptions:
        return HostingOptions() if self.settings is None else self.settings.hosting

    @property
    def waits_for_one(self) -> bool:
        """Whether nobody but robots has a seat there besides one person."""
        return len(self.names) == 1


class SuspendedTables:
    """All tables that are set aside, the oldest first."""

    def __init__(self) -> None:
        self.tables: dict[str, SuspendedTable] = {}
        self.taken_over = 0
        """How many there were when some were taken over from another node: none is ended for it."""
        self._by_token: dict[bytes, SuspendedTable] = {}
        self._by_name: dict[str, SuspendedTable] = {}
        self._by_player: dict[str, list[SuspendedTable]] = {}
        self._looks: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self.tables)

    def add(self, kept: SuspendedTable) -> None:
        self.tables[kept.name] = kept
        for token, name in kept.tokens.items():
            self._by_token[token] = self._by_name[name] = kept
        for name in kept.names:
            self._by_player.setdefault(name, []).append(kept)
        self.reserve(kept.names)

    def reserve(self, names: Iterable[str]) -> None:
        """Nobody else may come in under a name like these."""
        for name in names:
            self._looks.update(looks(name))

    def remove(self, kept: SuspendedTable) -> None:
        del self.tables[kept.name]
        for token, name in kept.tokens.items():
            self._by_token.pop(token, None)
            self._by_name.pop(name, None)
        for name in kept.names:
            self._by_player[name].remove(kept)
            if not self._by_player[name]:
                del self._by_player[name]
            for image in looks(name):
                take_one(self._looks, image)

    def of_token(self, token: bytes) -> SuspendedTable | None:
        """The table to which somebody may come back with the token of this hash."""
        return self._by_token.get(token)

    def of_name(self, name: str) -> SuspendedTable | None:
        """The table at which somebody of that name has stayed."""
        return self._by_name.get(name)

    def of_player(self, name: str) -> Sequence[SuspendedTable]:
        """The tables at which somebody of that name has a seat."""
        return self._by_player.get(name, ())

    def is_reserved(self, name: str) -> bool:
        """Whether a name looks like that of a player at one of these tables."""
        return any(image in self._looks for image in looks(name))


def take_one(counts: Counter[str], key: str) -> None:
    """One less of these; of what there is none nothing is kept."""
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
