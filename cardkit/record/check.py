"""Plays a record again: every card, move and point must be what the rules make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.fair import AuditorRole, DealFault, FairDealer, FalseDeal, Shuffle
from cardkit.fair.table_deals import deck_of
from cardkit.netgame import Dealer, Event, NetGame, PlainDealer, Refused
from cardkit.netgame.command import read_line
from cardkit.record.chain import Record, RecordLine, Step, is_time, read_record
from cardkit.record.faults import Flaw, RecordFault

_FLAWS = {DealFault.NO_DEAL: Flaw.WRONG_SEED, DealFault.WRONG_SEED: Flaw.WRONG_SEED}
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
    deals: AuditorRole
    """Who had a part in the chance of the match."""


def check_record(text: str, find_game: FindGame, key: bytes | None = None) -> Verdict:
    """Check all of a record. Raises `RecordFault` with the first line that is wrong, and why."""
    record = read_record(text, key)
    course = RecordReplay(record, find_game)
    games, scores, over = 0, {}, False
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
        over = over or course.table.match_over  # who comes and goes then is of the next match
    table = course.table
    return Verdict(
        record,
        games,
        len(record.lines),
        scores,
        over=over,
        playing=table.playing,
        deals=course.deals,
    )


def claims_of(record: Record, find_game: FindGame) -> Iterator[dict[str, Any]]:
    """For each input what it led to: the result of a game, the roots of shuffles."""
    return RecordReplay(record, find_game).claims()


class RecordReplay:
    """A match that is played again from its record, with every step of its deals."""

    def __init__(self, record: Record, find_game: FindGame) -> None:
        self._record, self._fair = record, not record.key
        header = record.header
        about = {"server": header.server, "table": header.table, "match": header.match}
        about |= {"game": header.game, "preset": header.preset, "options": dict(header.options)}
        self.deals = AuditorRole(header.deals, about, record.secrets)
        self.table = new_table(record, find_game, self.deals.employ if self._fair else PlainDealer)
        self._deck = deck_of(self.table)

    def inputs(self) -> Iterator[tuple[RecordLine, Sequence[Event], Sequence[Shuffle]]]:
        """One after the other, what each caused. Raises `RecordFault` at the first that is wrong.

        Events come without the proofs of their cards.
        """
        table, deals, fair = self.table, self.deals, self._fair
        played = play(self._record, table)
        for entry in self._record.entries():
            try:
                if isinstance(entry, Step):
                    self._follow(entry)
                    continue
                if fair:
                    self._check_start(entry)
                events = next(played)
                shuffles = deals.shuffled(table.names)
            except FalseDeal as wrong:
                flaw = _FLAWS.get(wrong.fault, Flaw.BAD_COMMITMENT)
                raise RecordFault(flaw, entry.n, wrong.fault.value, **wrong.parts) from None
            yield entry, events, shuffles

    def _follow(self, step: Step) -> None:
        try:
            if not is_time(step.body.get("at", 0)):
                raise ValueError
            self.deals.follow(step.body, self.table.next_players(), self._deck)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise RecordFault(Flaw.EDITED, step.n, "this is no line of a record") from None

    def _check_start(self, line: RecordLine) -> None:
        try:
            words = read_line(line.said)
        except Refused:
            return  # nor will the table take it
        self.deals.check_start(words)

    def claims(self) -> Iterator[dict[str, Any]]:
        """Input after input, what it led to."""
        table, games = self.table, 0
        for _, _, shuffles in self.inputs():
            found: dict[str, Any] = {}
            if shuffles:
                found["roots"] = {each.label: each.deck.root.hex() for each in shuffles}
            if not table.playing and table.game_no > games:
                games += 1
                found["result"] = _result(table)
            yield found


def new_table(
    record: Record, find_game: FindGame, dealer: Callable[[bytes], Dealer] | None = None
) -> NetGame:
    """The table of a record before its first input."""
    header = record.header
    dealer = dealer or (PlainDealer if record.key else FairDealer)
    try:
        game = find_game(header.game)
        table = game(header.preset, header.options, key=record.key, dealer=dealer, reopened=True)
    except Refused as refused:
        raise RecordFault(
            Flaw.NO_SUCH_GAME,
            0,
            "{game} cannot be played here: {why}",
            game=header.game[:40],
            why=refused.text(),
        ) from refused
    table.log.told = header.told
    return table


def play(record: Record, table: NetGame) -> Iterator[tuple[Event, ...]]:
    """Carry out the inputs of a record one after the other, and tell what each caused."""
    for line in record.lines:
        table.listening = not line.quiet
        try:
            events = table.apply(line.who, line.said, line.at)
            if line.told is not None:
                _number(table, events, line.told)
            yield events
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


def _number(table: NetGame, events: Sequence[Event], last: int) -> None:
    """The events as they were numbered then: another version may have told more before, or less."""
    apart = last - table.told
    table.log.told = last
    for event in events if apart else ():
        event.number += apart if event.number else 0


def _result(table: NetGame) -> dict[str, Any]:
    names = table.names
    return {
        "game": table.game_no,
        "scores": dict(zip(names, table.scores, strict=True)),
        "ranking": [names[seat] for seat in table.ranking],
    }
