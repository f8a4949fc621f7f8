"""A trial: one match at random, with all that is needed to play exactly that match again.

Chance is drawn here from the seed of the trial, one source for each purpose, so that what one
check does never changes what another sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NoReturn

from cardkit.cardgame import CardCommand, CardGame
from cardkit.netgame import Below, Command, Event, NetGame, Offer, Refused, pick, plural

# Neither the order of the alphabet nor a length in common: seats and names must not be confused.
NAMES = (
    *("mia", "Bob", "zoe-9", "al", "Kenji", "eve", "花子", "dan_d"),
    *("Uwe", "ida", "Olaf", "ben.b", "Yu", "finn", "Quentin", "lea"),
)
IN_ANY_ORDER = (
    "move several cards, or tell of them, in an order drawn by lot: "
    "self.chance.by_lot(sorted(cards))"
)
"""The one way that neither the faces of cards nor their places in a hand show through."""
Notice = Callable[[NetGame, tuple[Event, ...]], None]
"""What is called after every input of a trial, with what the input caused."""


class GameFault(AssertionError):
    """A game breaks a promise that every game makes; the text says which, and how to see it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One match of a game: under which rules, with how many players, and by which chances."""

    game: type[NetGame]
    preset: str
    options: Mapping[str, Any]
    players: int
    seed: int
    longest: int = 5000
    """Inputs after which a game counts as endless."""

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]

    @property
    def games(self) -> int:
        """Games to play: two show what one leaves to the next, three that it goes on."""
        return 2 + self.seed % 2

    def chance(self, purpose: str) -> Below:
        """A source of chance for this purpose alone."""
        random = Random(f"{self.seed} {purpose}").random
        return lambda n: int(random() * n)

    def table(self, game: type[NetGame] | None = None, **options: Any) -> NetGame:
        """A new table for this match, nobody at it yet."""
        key = b"%d" % self.seed
        return (game or self.game)(self.preset, {**self.options, **options}, key=key)

    def seat_players(self, table: NetGame, notice: Notice) -> None:
        """Everybody comes to the table and sits down."""
        for name in self.names:
            notice(table, self.apply(table, name, "ENTER"))
            notice(table, self.apply(table, name, "LOGIN"))

    def play(self, table: NetGame, notice: Notice) -> int:
        """Play the games of this match with random legal commands; how many were played."""
        below = self.chance("moves")
        self.seat_players(table, notice)
        for number in range(self.games):
            starter = "" if number % 2 else self.names[below(self.players)]
            notice(table, self.apply(table, starter, "START"))
            for _ in range(self.longest):
                if not table.playing:
                    break
                name, command = self.move(table, below)
                notice(table, self.apply(table, name, command))
            else:
                self.fail(
                    table,
                    f"a game did not end within {self.longest} inputs of random play. Every game "
                    "must end: give it an end that must come, e.g. end = End(turn_limit=500)",
                )
        return self.games

    def move(self, table: NetGame, below: Below) -> tuple[str, str]:
        """One of the awaited players, and something they may say."""
        if not table.awaited:
            self.fail(
                table,
                "a game is under way and nobody is asked. A stage must ask somebody with "
                "table.ask(seat), or go on with table.next_stage()",
            )
        seat = table.awaited[below(len(table.awaited))]
        offers = table.legal(seat)
        if not offers:
            self.fail(
                table,
                f"{table.names[seat]} is asked, and there is nothing to say: legal() is empty. "
                "Offer at least a PASS, or ask somebody else",
            )
        command = CardCommand if isinstance(table, CardGame) else Command
        for offer in offers:
            if not isinstance(offer, command | Offer):
                right = "CardCommand('DISCARD', cards=(card,))"
                self.fail(
                    table,
                    f"legal() lists {offer!r}, which is neither a command nor an open offer: "
                    f"offer {right if command is CardCommand else 'Command(…)'}, not a text",
                )
        said = pick(offers, below)
        return table.names[seat], said if below(2) else str(said)

    def apply(self, table: NetGame, who: str, what: str, at: float = 0.0) -> tuple[Event, ...]:
        """Carry out an input that must be possible."""
        try:
            return table.apply(who, what, at)
        except Refused as refused:
            self.fail(
                table,
                f"{who or 'the world'} may say {what!s}, as legal() and can() have it, but apply() "
                f"refuses it: {refused}",
                refused,
            )
        except Exception as error:  # noqa: BLE001 - whatever an author's code raises is the finding
            self.crashed(table, who, what, error)

    def crashed(self, table: NetGame, who: str, what: object, error: Exception) -> NoReturn:
        """An input raised what it must not."""
        self.fail(
            table,
            f"{who or 'the world'} {str(what)[:80]!r} raised {type(error).__name__}: {error}. An "
            "input is refused with Refused before anything has changed, or carried out wholly; "
            "nothing else is ever raised",
            error,
        )

    def fail(self, table: NetGame, what: str, cause: Exception | None = None) -> NoReturn:
        """Report what is wrong, and how to see it again."""
        who, said = table.journal[-1][:2] if table.journal else ("", "nothing")
        players = plural(self.players, "1 player", "{n} players")
        inputs = plural(len(table.journal), "1 input", "{n} inputs")
        options = f", options={dict(self.options)}" if self.options else ""
        raise GameFault(
            f"{self.game.__name__}: {what}.\n"
            f"  Where: preset {self.preset!r}, {players}, seed {self.seed}, after "
            f"{inputs} in game {table.game_no}; the last was: {who} {said!s}\n"
            f"  Again: check_game({self.game.__name__}, presets=({self.preset!r},), "
            f"seats=({self.players},), seed={self.seed}, games=1{options})"
        ) from cause
