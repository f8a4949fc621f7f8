"""Plays a record again: every card, move and point must be what the rules make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardkit.netgame import Event, NetGame, Refused
from cardkit.record.chain import Record, read_record
from cardkit.record.faults import Fault, Flaw

FindGame = Callable[[str], type[NetGame]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a record that is right tells in one sentence."""

    record: Record
    games: int
    inputs: int
    scores: Mapping[str, int]


def check_record(text: str, find_game: FindGame, key: bytes | None = None) -> Verdict:
    """Check all of a record. Raises `Fault` with the first line that is wrong, and why."""
    record = read_record(text, key)
    games, scores = 0, {}
    for n, result in enumerate(results_of(record, find_game)):
        if result != record.results.get(n):
            raise Fault(
                Flaw.WRONG_RESULT,
                n + 1,
                "the rules make of it {ours}, and the record says {theirs}",
                ours=str(result)[:200],
                theirs=str(record.results.get(n))[:200],
            )
        if result is not None:
            games, scores = result["game"], result["scores"]
    return Verdict(record, games, len(record.lines), scores)


def results_of(record: Record, find_game: FindGame) -> Iterator[dict[str, Any] | None]:
    """For each input what the game came to that it ended, or None."""
    table, games = new_table(record, find_game), 0
    for _ in play(record, table):
        ended = not table.playing and table.game > games
        games += ended
        yield _result(table) if ended else None


def new_table(record: Record, find_game: FindGame) -> NetGame:
    """The table of a record before its first input."""
    header = record.header
    try:
        game = find_game(header.game)
        table = game(header.preset, header.options, key=record.key)
    except Refused as refused:
        raise Fault(
            Flaw.NO_SUCH_GAME,
            0,
            "{game} cannot be played here: {why}",
            game=header.game[:40],
            why=refused.text(),
        ) from refused
    table.told = header.told
    return table


def play(record: Record, table: NetGame) -> Iterator[tuple[Event, ...]]:
    """Carry out the inputs of a record one after the other, and tell what each caused."""
    for n, line in enumerate(record.lines):
        table.listening = not line.quiet
        try:
            yield table.apply(line.who, line.said, line.at)
        except Refused as refused:
            raise Fault(
                Flaw.ILLEGAL,
                n + 1,
                "{who} could not say {said}: {why}",
                who=line.who or "–",
                said=line.said[:80],
                why=f"{refused.reason}: {refused.text()}",
            ) from refused
        except Exception as error:
            raise Fault(
                Flaw.ILLEGAL, n + 1, "the rules fail at it: {error}", error=type(error).__name__
            ) from error


def _result(table: NetGame) -> dict[str, Any]:
    names = table.names
    return {
        "game": table.game,
        "scores": dict(zip(names, table.scores, strict=True)),
        "ranking": [names[seat] for seat in table.ranking],
    }
