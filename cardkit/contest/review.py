"""A bot sits at a match that is over: it hears what a seat heard, and says what it would have said.

What was played is what goes on, whatever the bot says. So nothing here changes what the cards or
the others do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any

from cardkit.cardgame import Bot, MatchStart, SeatedBot
from cardkit.contest.model import BotFault
from cardkit.contest.time_guard import TimeGuard
from cardkit.netgame import Command, Event, NetGame, Offer, Refused, View
from cardkit.netgame.command import read_line
from cardkit.reasons import LocalReason
from cardkit.record import Record, new_table, play
from cardkit.record.decisions import answer_in
from cardkit.registry import name_of


@dataclass(frozen=True, slots=True)
class Decision:
    """One question of the match: what was played, and what the bot says to it."""

    game: int
    turn: int
    """Which of the player's own in this game."""
    position: int
    """How many inputs of the record came before; `cardkit replay --from` takes it."""
    view: View
    legal: Sequence[Command | Offer]
    played: str
    said: str
    wrong: str
    """Why what the bot said is not legal, or why it said nothing; empty if all is well."""
    seconds: float

    @property
    def same(self) -> bool:
        return self.said == self.played and not self.wrong

    def data(self) -> dict[str, Any]:
        """The decision as plain values, ready for JSON."""
        return {
            "game": self.game,
            "turn": self.turn,
            "position": self.position,
            "recorded": self.played,
            "said": self.said,
            "same": self.same,
            "legal": not self.wrong,
            "wrong": self.wrong,
            "seconds": round(self.seconds, 6),
            "commands": [*map(str, self.legal)],
            "view": self.view.data(),
        }


class Review:
    """Asks a bot what it would have played in the place of a player of a recorded match."""

    def __init__(
        self,
        record: Record,
        find_game: Callable[[str], type[NetGame]],
        name: str,
        make: Callable[[], Bot],
    ) -> None:
        self._record, self._name, self._make = record, name, make
        self._table = new_table(record, find_game)
        self._table.keep_journal(0)  # the record is the journal
        self._guard = TimeGuard()
        self._seated: SeatedBot | None = None
        self._turns = 0
        self.bot: Bot | None = None
        self.gone = False
        """Whether the bot has ended before the match did."""

    def decisions(self) -> Iterator[Decision]:
        """One after the other, as far as the bot gets. Raises `Refused` if it fails to listen."""
        table, played = self._table, play(self._record, self._table)
        for position, line in enumerate(self._record.lines):
            seat = table.people.seat_of.get(self._name, -1)
            name, words = answer_in(line) or ("", "")
            if name != self._name or seat not in table.awaited or self._seated is None:
                self._hear(next(played))
                continue
            self._turns += 1
            view, legal = table.view(seat), table.shown_offers(seat)
            said, wrong, seconds = self._ask(seat, view, legal)
            recorded = self._legal(seat, words)
            game = table.game_no
            events = next(played)
            yield Decision(
                game,
                self._turns,
                position,
                view,
                legal,
                recorded if isinstance(recorded, Command) else self._action(events, words),
                said,
                wrong,
                seconds,
            )
            if self.gone:
                return
            self._hear(events)

    def _ask(
        self, seat: int, view: View, legal: Sequence[Command | Offer]
    ) -> tuple[str, str, float]:
        """What the bot says, what is wrong with it, and how long it took."""
        assert self.bot is not None, "it has a seat"
        begun = perf_counter()
        try:
            if self.bot.knowing:
                self._guard.call(inf, self.bot.knows, (self._table.knowledge(seat),))
            said = self._guard.call(inf, self.bot.choose, (view, legal))
        except BotFault as fault:
            self.gone = fault.gone
            return "", fault.evidence, perf_counter() - begun
        seconds = perf_counter() - begun
        found = self._legal(seat, said)
        if isinstance(found, Command):
            return str(found), "", seconds
        return str(said)[:200], f"{found.reason}: {found.text()}", seconds

    def _legal(self, seat: int, said: object) -> Command | Refused:
        """The command that was meant, or why there is none."""
        try:
            return self._table.find(seat, read_line(said))
        except Refused as refused:
            refused.catalogue = self._table.catalogue
            return refused

    def _action(self, events: Sequence[Event], words: str) -> str:
        """What was played for who said nothing legal."""
        for event in events:
            match event.kind, event.parts:
                case "ACTION", (name, *action) if name == self._name:
                    return " ".join(map(str, action))
        return words

    def _hear(self, events: Sequence[Event]) -> None:
        table = self._table
        seat = table.people.seat_of.get(self._name)
        if seat is None:
            return
        try:
            if any(event.kind == "PHASE" and event.parts[0] == "playing" for event in events):
                self._turns = 0
                if self._seated is None:
                    self._guard.call(inf, self._sit, (seat,))
            if self._seated is not None:
                self._guard.call(inf, self._seated.hear_events, (events, seat))
        except BotFault as fault:
            text = "the bot broke down while it listened, in game {game}: {why}"
            raise Refused(
                LocalReason.BAD_BOT, text, game=table.game_no, why=fault.evidence
            ) from fault

    def _sit(self, seat: int) -> None:
        table, header = self._table, self._record.header
        rules = type(table)
        match = MatchStart.of(rules, name_of(rules), header.preset, header.options)
        self.bot = self._make()
        self._seated = SeatedBot(self.bot, match.seated(table.names, seat))
