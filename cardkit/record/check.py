"""Plays a record again: every card, move and point must be what the rules make of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardkit.fair import FairDealer
from cardkit.netgame import Dealer, Event, NetGame, PlainDealer, Refused
from cardkit.record.chain import Record, read_record
from cardkit.record.deals import Deals
from cardkit.record.faults import Flaw, RecordFault

FindGame = Callable[[str], type[NetGame]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a record that is right tells in one sentence."""

    record: Record
    games: int
    """How many of them it has to their end."""
    inputs: int
    scores: Mapping[str, int]
    over: bool
    """Whether the match is over in it."""
    playing: bool
    """Whether it ends in the middle of a game."""
    left: Mapping[str, int]
    """By who had left then: how many deals were given up after all were bound."""


def check_record(text: str, find_game: FindGame, key: bytes | None = None) -> Verdict:
    """Check all of a record. Raises `RecordFault` with the first line that is wrong, and why."""
    record = read_record(text, key)
    course = RecordReplay(record, find_game)
    games, scores = 0, {}
    for n, ours in enumerate(course.claims()):
        theirs = record.claims.get(n, {})
        if ours != theirs:
            flaw = Flaw.WRONG_DECK
            if ours.get("roots") == theirs.get("roots"):
                flaw = Flaw.WRONG_RESULT
            raise RecordFault(
                flaw,
                record.lines[n].n,
                "the rules make of it {ours}, and the record says {theirs}",
                ours=str(ours)[:200],
                theirs=str(theirs)[:200],
            )
        if "result" in ours:
            games, scores = ours["result"]["game"], ours["result"]["scores"]
    table = course.table
    return Verdict(
        record,
        games,
        len(record.lines),
        scores,
        over=table.match_over,
        playing=table.playing,
        left=course.deals.left,
    )


def claims_of(record: Record, find_game: FindGame) -> Iterator[dict[str, Any]]:
    """For each input what it led to: the result of a game, the roots of shuffles."""
    return RecordReplay(record, find_game).claims()


class RecordReplay:
    """A match that is played again from its record, with every step of its deals."""

    def __init__(self, record: Record, find_game: FindGame) -> None:
        self._record, self._fair = record, not record.key
        self.deals = Deals(record)
        self.table = new_table(record, find_game, self.deals.employ if self._fair else PlainDealer)

    def claims(self) -> Iterator[dict[str, Any]]:
        """Input after input, what it led to. Raises `RecordFault` at the first that is wrong."""
        table, deals, fair, games = self.table, self.deals, self._fair, 0
        steps, events = deque(self._record.deals), play(self._record, table)
        for n, line in enumerate(self._record.lines):
            while steps and steps[0].before <= n:
                deals.follow(steps.popleft(), table)
            if fair:
                deals.check_start(line)
            next(events)
            found: dict[str, Any] = {}
            if fair and (roots := deals.roots(line, table)):
                found["roots"] = roots
            if not table.playing and table.game_no > games:
                games += 1
                found["result"] = _result(table)
            yield found
        for step in steps:
            deals.follow(step, table)


def new_table(
    record: Record, find_game: FindGame, dealer: Callable[[bytes], Dealer] | None = None
) -> NetGame:
    """The table of a record before its first input."""
    header = record.header
    dealer = dealer or (PlainDealer if record.key else FairDealer)
    try:
        game = find_game(header.game)
        table = game(header.preset, header.options, key=record.key, dealer=dealer)
    except Refused as refused:
        raise RecordFault(
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
    for line in record.lines:
        table.listening = not line.quiet
        try:
            yield table.apply(line.who, line.said, line.at)
        except Refused as refused:
            raise RecordFault(
                Flaw.ILLEGAL,
                line.n,
                "{who} could not say {said}: {why}",
                who=line.who[:40] or "–",
                said=line.said[:80],
                why=f"{refused.reason}: {refused.text()}",
            ) from refused
        except Exception as error:
            raise RecordFault(
                Flaw.ILLEGAL, line.n, "the rules fail at it: {error}", error=type(error).__name__
            ) from error


def _result(table: NetGame) -> dict[str, Any]:
    names = table.names
    return {
        "game": table.game_no,
        "scores": dict(zip(names, table.scores, strict=True)),
        "ranking": [names[seat] for seat in table.ranking],
    }
