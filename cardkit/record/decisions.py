"""The decisions of a recorded match: who was asked, what they knew, and what they said.

Pure. What chance or the clock says for a player is nobody's decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cardkit.netgame import Refused, Role
from cardkit.netgame.command import read_line
from cardkit.netgame.knowledge import Knowledge
from cardkit.record.chain import Record, RecordLine
from cardkit.record.check import FindGame, new_table, play


@dataclass(frozen=True, slots=True)
class Decision:
    """One answer of a player to a question of the table."""

    game: int
    turn: int
    """Which of the player's own in this game."""
    position: int
    """How many inputs of the record came before; `cardkit replay --from` takes it."""
    player: str
    said: str
    knowledge: Knowledge = field(repr=False)
    """What the player knew."""
    stand_in: bool
    """Whether a robot said it in the place of somebody."""

    def data(self) -> dict[str, Any]:
        """Which it is, as plain values."""
        return {
            "game": self.game,
            "turn": self.turn,
            "position": self.position,
            "player": self.player,
            "stand_in": self.stand_in,
        }


def decisions(record: Record, find_game: FindGame) -> Iterator[Decision]:
    """One after the other. Raises `RecordFault` where it cannot have been played so."""
    table = new_table(record, find_game)
    table.keep_journal(0)  # the record is the journal
    played, turns, game = play(record, table), Counter[str](), 0
    for position, line in enumerate(record.lines):
        if table.game_no > game:
            game = table.game_no
            turns.clear()
        if (answer := answer_in(line)) is not None:
            name, words = answer
            seat = table.people.seat_of.get(name, -1)
            if seat in table.awaited:
                try:
                    said = table.find(seat, read_line(words))
                except Refused:
                    said = None  # something else, or what the table takes for a pass
                if said is not None:
                    turns[name] += 1
                    person = table.people.roles.get(name) is not Role.ROBOT
                    yield Decision(
                        game,
                        turns[name],
                        position,
                        name,
                        str(said),
                        table.knowledge(seat),
                        stand_in=person and not line.who,
                    )
        next(played)


def answer_in(line: RecordLine) -> tuple[str, str] | None:
    """Whom an input may answer for, and with what: a player, or a robot that is told what to say.

    None where it comes from the world outside and is nobody's answer.
    """
    if line.who:
        return line.who, line.said
    match line.said.split():
        case ["ROBOT" | "TIME", name, *words]:
            return name, " ".join(words)
    return None
