"""A trial: one match at random, with all that is needed to play exactly that match again.

Chance is drawn here from the seed of the trial, one source for each purpose, so that what one
check does never changes what another sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from cardkit.cardgame import Bot, CardCommand, CardGame, MatchStart, SeatedBot
from cardkit.netgame import Below, Command, Event, NetGame, Offer, Refused, pick, plural
from cardkit.netgame.conditions import written
from cardkit.netgame.game import Entry
from cardkit.places import place_of
from cardkit.registry import name_of

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


def _smallest(offers: Sequence[Command | Offer]) -> Command:
    return min((pick([offer], _lowest) for offer in offers), key=_size)


def _largest(offers: Sequence[Command | Offer]) -> Command:
    return max((pick([offer], _highest) for offer in offers), key=_size)


def _lowest(n: int) -> int:
    return 0


def _highest(n: int) -> int:
    return n - 1


def _size(command: Command) -> tuple[int, int]:
    return command.amount or 0, len(command.cards) if isinstance(command, CardCommand) else 0


HABITS: Mapping[str, Callable[[Sequence[Command | Offer]], Command]] = {
    "take the first offer": lambda offers: pick(offers, _lowest),
    "take the last offer": lambda offers: pick(offers, _highest),
    "say the smallest number, or play the fewest cards": _smallest,
    "say the largest number, or play the most cards": _largest,
}
"""What players may always do, by chance never for long: also then a game must end."""


class GameFault(AssertionError):
    """A game breaks a promise that every game makes; the text says which, and how to see it."""


@dataclass(slots=True)
class Trial:
    """One match of a game: under which rules, with how many players, and by which chances."""

    game: type[NetGame]
    preset: str
    options: Mapping[str, Any]
    players: int
    seed: int
    longest: int = 5000
    """Inputs after which a game counts as endless."""
    bots: Sequence[type[Bot]] = ()
    """Bots that play in every second match, each seat by one of them or at random."""
    habit: str = ""
    """What players always do, one of `HABITS`; else they play at random."""
    towards: Sequence[str] = ()
    """What this match was played to reach, if it was played for that."""
    script: Sequence[Entry] = ()
    """How the match begins, if that is known beforehand."""
    latest: NetGame | None = field(default=None, init=False)
    """The table that was used last: if something breaks, it broke there."""
    rules: Mapping[str, Any] = field(default_factory=dict, init=False)
    """What that table was opened with besides."""
    _seated: dict[int, SeatedBot] = field(default_factory=dict, init=False)

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
        table = (game or self.game)(self.preset, {**self.options, **options}, key=key)
        self.latest, self.rules = table, options
        return table

    def seat_players(self, table: NetGame, notice: Notice) -> None:
        """Everybody comes to the table and sits down."""
        for name in self.names:
            notice(table, self.apply(table, name, "ENTER"))
            notice(table, self.apply(table, name, "LOGIN"))

    def play(self, table: NetGame, notice: Notice) -> int:
        """Play the games of this match; how many were played.

        Players say whatever is legal, by lot, or what their habit is or their bots choose.
        """
        below = self.chance("moves")
        if not self.script:
            self.seat_players(table, notice)
        for who, what, at in self.script:
            notice(table, self.apply(table, who, str(what), at))
        self._seat_bots(table)
        for number in range(self.games):
            if not table.playing:
                starter = "" if number % 2 else self.names[below(self.players)]
                self._tell(table, self.apply(table, starter, "START"), notice)
            for _ in range(self.longest):
                if not table.playing:
                    break
                name, command = self.move(table, below)
                self._tell(table, self.apply(table, name, command), notice)
            else:
                self.endless(table)
        return self.games

    def _tell(self, table: NetGame, events: tuple[Event, ...], notice: Notice) -> None:
        """Tell what an input caused: to the bots, and to who checks the game."""
        for seat, seated in self._seated.items():
            self._call(table, seated.hear_events, events, seat)
        notice(table, events)

    def endless(self, table: NetGame) -> NoReturn:
        """A game has had as many inputs as none should need."""
        state = table.digest()
        who, what = self.move(table, self.chance("endless"))
        self.apply(table, who, what)
        if table.digest() == state:
            self.fail(
                table,
                f"{who} may say {what!s}{_in_stage(table)}, and nothing comes of it. What is said "
                "moves cards, changes the state, asks the next player with table.ask(seat) or ends "
                "the stage with table.next_stage()",
            )
        self.fail(
            table,
            f"a game did not end within {self.longest} inputs{_in_stage(table)}"
            f"{f', where players always {self.habit}' if self.habit else ''}. Every game "
            "must end: give it an end that must come, e.g. end = End(turn_limit=500); a stage of "
            "your own ends with table.next_stage()",
        )

    # --- bots ----------------------------------------------------------------------------------

    def _seat_bots(self, table: NetGame) -> None:
        below, self._seated = self.chance("bots"), {}
        if not self.bots or not self.seed % 2:
            return
        match = MatchStart.of(self.game, name_of(self.game), self.preset, self.options)
        names = tuple(table.names)
        for seat in range(self.players):
            chosen = below(len(self.bots) + 1)
            if chosen < len(self.bots):
                bot = self._call(table, self.bots[chosen], self.chance(f"bot {seat}"))
                self._seated[seat] = self._call(table, SeatedBot, bot, match.seated(names, seat))
                table.listening = table.listening or bot.listens()

    def _call(self, table: NetGame, function: Callable[..., Any], *words: Any) -> Any:
        try:
            return function(*words)
        except Exception as error:  # noqa: BLE001 - whatever an author's code raises is the finding
            what = getattr(function, "__qualname__", function)
            self.fail(table, f"the bot broke down in {what}: {raised(error)}", error)

    def _choice_of_bot(self, table: NetGame, seat: int, offers: Sequence[Any]) -> str:
        bot = self._seated[seat].bot
        said = self._call(table, bot.choose, table.view(seat), offers)
        try:
            table.check(table.names[seat], said)
        except Refused as refused:
            self.fail(
                table,
                f"the bot {type(bot).__name__} says {said!s}, which is refused with {refused}. A "
                "bot says one of the commands that it is offered, or one within an open offer",
                refused,
            )
        return str(said)

    # --- what is said ----------------------------------------------------------------------------

    def asked(self, table: NetGame, below: Below) -> int:
        """One of the awaited players."""
        if not table.awaited:
            self.fail(
                table,
                f"a game is under way and nobody is asked{_in_stage(table)}. A stage must ask "
                "somebody with table.ask(seat), or go on with table.next_stage()",
            )
        return table.awaited[below(len(table.awaited))]

    def offers(self, table: NetGame, seat: int) -> Sequence[Command | Offer]:
        """What an awaited player may say: something, and nothing but commands and open offers."""
        try:
            offers = table.legal(seat)
        except Exception as error:  # noqa: BLE001 - whatever an author's code raises is the finding
            self.fail(
                table,
                f"asking what {table.names[seat]} may say{_in_stage(table)} raised "
                f"{raised(error)}. offers returns a list of commands and open offers",
                error,
            )
        if not offers:
            self.fail(
                table,
                f"{table.names[seat]} is asked, and there is nothing to say: legal() is empty"
                f"{_in_stage(table)}. Offer at least a PASS, or ask somebody else",
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
        return offers

    def move(self, table: NetGame, below: Below) -> tuple[str, str]:
        """One of the awaited players, and something they may say."""
        seat = self.asked(table, below)
        offers = self.offers(table, seat)
        if seat in self._seated:
            return table.names[seat], self._choice_of_bot(table, seat, offers)
        said = HABITS[self.habit](offers) if self.habit else pick(offers, below)
        return table.names[seat], said if below(2) else str(said)

    def apply(self, table: NetGame, who: str, what: str, at: float = 0.0) -> tuple[Event, ...]:
        """Carry out an input that must be possible."""
        try:
            events = table.apply(who, what, at)
        except Refused as refused:
            self.fail(
                table,
                f"{who or 'the world'} may say {what!s}, as legal() and can() have it, but apply() "
                f"refuses it: {refused}",
                refused,
            )
        except Exception as error:  # noqa: BLE001 - whatever an author's code raises is the finding
            self.crashed(table, who, what, error)
        if table.awaited and not table.playing:
            names = " ".join(table.names[seat] for seat in table.awaited)
            self.fail(
                table,
                f"the game is over, and {names} still asked{_in_stage(table)}. Nothing follows the "
                "end of a game: a stage returns after table.next_stage() or table.skip_stages(), "
                "and hooks leave the end to the stage",
            )
        return events

    def crashed(self, table: NetGame, who: str, what: object, error: Exception) -> NoReturn:
        """An input raised what it must not."""
        self.fail(
            table,
            f"{who or 'the world'} {str(what)[:80]!r} raised {raised(error)}. An input is refused "
            "with Refused before anything has changed, or carried out wholly; nothing else is ever "
            "raised",
            error,
        )

    def fail(self, table: NetGame, what: str, cause: Exception | None = None) -> NoReturn:
        """Report what is wrong, and how to see it again."""
        who, said = table.journal[-1][:2] if table.journal else ("", "nothing")
        players = plural(self.players, "1 player", "{n} players")
        inputs = plural(len(table.journal), "1 input", "{n} inputs")
        rules = "".join(f", {name}={written(value)}" for name, value in self.rules.items())
        raise GameFault(
            f"{self.game.__name__}: {what}.\n"
            f"  Where: preset {self.preset!r}{rules}, {players}, seed {self.seed}, after "
            f"{inputs} in game {table.game_no}; the last was: {who} {said!s}\n"
            f"  Again: {self._again()}"
        ) from cause

    def _again(self) -> str:
        """The call that plays this match, or this search, and no other."""
        options = f", options={dict(self.options)}" if self.options else ""
        bots = f", bots=[{', '.join(bot.__name__ for bot in self.bots)}]" if self.bots else ""
        what = f"towards={[*self.towards]}" if self.towards else "games=1"
        return (
            f"check_game({self.game.__name__}, presets=({self.preset!r},), "
            f"seats=({self.players},), seed={self.seed}, {what}{options}{bots})"
        )


def raised(error: Exception) -> str:
    """What went wrong, and in which line of the author."""
    place = place_of(error)
    where = f", in {Path(place.filename).name}:{place.lineno}, {place.name}" if place else ""
    return f"{type(error).__name__}: {error}{where}"


def _in_stage(table: NetGame) -> str:
    return f" in the stage {table.stage.key()}" if isinstance(table, CardGame) else ""
