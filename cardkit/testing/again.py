"""A match can be played again: from its journal, and from a copy taken anywhere in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardkit.netgame import NetGame
from cardkit.testing.trial import Trial
from cardkit.testing.witness import WitnessRecord

SOME = 3
"""Of the copies that were taken after every input, each of so many is looked at again."""


def check_playing_on(trial: Trial, table: NetGame) -> None:
    """Playing on in a copy leaves the original as it is."""
    before, state = table.digest(), _written(table)
    copy = table.copy()
    below = trial.chance(f"copy {len(table.journal)}")
    for _ in range(1 + below(20)):
        if not copy.playing:
            break
        trial.apply(copy, *trial.move(copy, below))
    if table.digest() != before:
        _not_apart(trial, table, _changed(state, _written(table)))


def check_copies(trial: Trial, record: WitnessRecord) -> None:
    """Copies taken along the way are still what they were; the last word of a match is theirs.

    One of them then plays the rest of the match, and must come to the same states.
    """
    journal = [*record.tables[-1].journal]
    for number in range(len(record.tables) - 1, -1, -SOME):
        table = record.tables[number]
        if table.digest() != record.digests[number]:
            again = trial.table().replay(journal[:number])
            _not_apart(trial, table, _changed(_written(again), _written(table)))
    start = trial.chance("copies")(len(record.tables))
    _follow(trial, record, record.tables[start].copy(), start, "a copy given the same inputs")


def check_replay(trial: Trial, record: WitnessRecord) -> None:
    """The journal gives the same state again, for every prefix."""
    _follow(trial, record, trial.table(), 0, "the replay of the journal")


def _follow(trial: Trial, record: WitnessRecord, table: NetGame, start: int, what: str) -> None:
    journal = [*record.tables[-1].journal]
    for number in range(start, len(record.tables)):
        if table.digest() != record.digests[number]:
            names = _changed(_written(record.tables[number]), _written(table))
            trial.fail(
                table,
                f"{what} leads to another state: {_listed(names)} differ. The state depends on the "
                "inputs alone: keep what changes in attributes of the table, not of a class or a "
                "module, and draw chance from self.chance.below and self.chance.by_lot",
            )
        if number < len(journal):
            who, line, at = journal[number]
            trial.apply(table, who, str(line), at)  # a stored journal is nothing but text


def _not_apart(trial: Trial, table: NetGame, names: Iterable[str]) -> None:
    trial.fail(
        table,
        f"a copy and its original are not independent: {_listed(names)} changed in one by playing "
        "on in the other. copy() copies lists, dicts and sets, but not what is inside them: keep "
        "values flat, replace them instead of changing them in place, or override copy()",
    )


def _written(table: NetGame) -> dict[str, str]:
    return {name: repr(value) for name, value in table.snapshot().items()}


def _changed(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return sorted(n for n in {**one, **other} if one.get(n) != other.get(n))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "attributes"
