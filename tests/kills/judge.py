"""What must hold of a real house, whatever was done to it, by what its players heard."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cardkit.commands.record import text_of
from cardkit.netgame import Refused
from cardkit.record import RecordFault, check_record
from cardkit.record.own_log import compare, read_log
from cardkit.registry import find_game
from cardkit.server.history import MatchHistory
from cardkit.server.store import Store
from cardkit.server.vault import Vault
from tests.kills.house import RealHouse
from tests.kills.players import RealPlayer


def written_by_two(house: RealHouse) -> list[str]:
    """Every life of a node has one connection over which it stores, and one number."""
    with house.address.reading() as store:
        found = store.select(
            "SELECT pid, count(*) FROM audit WHERE node > 0 GROUP BY pid HAVING count(*) > 1"
        )
    return [f"connection {pid} has written for {count} nodes" for pid, count in found]


def heard_otherwise(players: Iterable[RealPlayer]) -> list[str]:
    return [f"{each.name}: {what}" for each in players for what in each.ear.contradictions]


def inquest(house: RealHouse, players: Sequence[RealPlayer]) -> Iterator[str]:
    """When no node runs any more: whatever is wrong with what was told, of all matches."""
    with house.address.reading() as store:
        store.database.run("UPDATE tables SET open = 0")  # records are of what nobody plays
        archive = MatchHistory(store, lambda: Vault.open(house.folder / "data", os.environ))
        for table in sorted({each.table for each in players if each.table}):
            here = [each for each in players if each.table == table]
            yield from _of_table(store, archive, house.folder, table, here)


def _of_table(
    store: Store, archive: MatchHistory, folder: Path, table: str, here: Sequence[RealPlayer]
) -> Iterator[str]:
    stored: Counter[str] = Counter()
    logs = [(each, read_log(each.ear.path.read_text())) for each in here]
    for match in reversed(store.matches(table=table)):
        try:
            _, text = text_of(archive, folder / "data", match.id, find_game)
            verdict = check_record(text, find_game)
            for player, log in logs:
                try:
                    compare(verdict.record, log, find_game)
                except Refused as refused:
                    yield f"{player.name} at {table}, match {match.id}: {refused}"
        except (RecordFault, Refused) as fault:
            yield f"match {match.id} at {table}: {fault}"
            continue
        stored.update(entry.tag for entry in archive.entries(match.id) if entry.tag)
    for tag, count in stored.items():
        if count > 1:
            yield f"{tag} was carried out {count} times at {table}"
    for player in here:
        for lost in sorted(player.ear.accepted_moves - stored.keys()):
            yield f"{player.name} at {table}: {lost} was answered, and is not stored"
