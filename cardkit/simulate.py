"""Games between bots, as many as one likes: the loop behind `cardkit simulate`, as a library.

A simulation is the same each time for the same game, bots and seed. Each match is played at a
fresh table without a journal, so a million games need no more memory than one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any

from cardkit.cardgame import Bot, CardGame, MatchStart, Rand, SeatedBot
from cardkit.netgame import Below, Event, NetGame, Reason, Refused, Text, plural
from cardkit.reasons import LocalReason
from cardkit.registry import line_of, name_of

MOST_MOVES = 100_000
"""A game that lasts longer than this many moves will hardly end by itself."""


@dataclass(slots=True)
class BotTally:
    """What one bot has achieved, over all the seats it sat in."""

    bot: str
    games: int = 0
    """Games, counted once for each seat that the bot sat in."""
    wins: int = 0
    """First places; partners win together."""
    points: int = 0
    squares: int = 0
    moves: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def mean(self) -> float:
        """Points per game."""
        return self.points / self.games if self.games else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.games < 2:
            return 0.0
        spread = self.squares - self.points * self.points / self.games
        return sqrt(max(0.0, spread) / (self.games - 1) / self.games)


@dataclass(frozen=True, slots=True)
class Result:
    """What came out of a simulation; two of the same seed are equal."""

    title: str
    preset: str
    players: int
    seed: int
    games: int
    matches: int
    tallies: tuple[BotTally, ...]
    low_wins: bool = False
    seconds: float = field(default=0.0, compare=False)

    @property
    def moves(self) -> int:
        return sum(tally.moves for tally in self.tallies)

    def best_first(self) -> list[BotTally]:
        """The bots by their points per game."""
        return sorted(self.tallies, key=lambda tally: tally.mean, reverse=not self.low_wins)

    def data(self) -> dict[str, Any]:
        """The result as plain values, ready for JSON."""
        return {
            "game": self.title,
            "preset": self.preset,
            "players": self.players,
            "seed": self.seed,
            "games": self.games,
            "matches": self.matches,
            "moves": self.moves,
            "seconds": round(self.seconds, 3),
            "bots": [
                {
                    "bot": tally.bot,
                    "games": tally.games,
                    "wins": tally.wins,
                    "points_per_game": tally.mean,
                    "standard_error": tally.error,
                    "share_of_moves": tally.moves / self.moves if self.moves else 0.0,
                    "moves_per_second": tally.moves / tally.seconds if tally.seconds else 0.0,
                }
                for tally in self.tallies
            ],
        }


Bots = Mapping[str, type[Bot]] | Sequence[tuple[str, type[Bot]]]
"""Bots by name. A sequence may hold one several times, for as many seats."""


def simulate(
    game: type[NetGame],
    bots: Bots = (("rand", Rand),),
    games: int = 1000,
    seed: int = 0,
    *,
    players: int = 0,
    preset: str = "",
    options: Mapping[str, Any] = {},
) -> Result:
    """Play so many games between these bots and tell what came out of it.

    The bots take turns on the seats. Raises `Refused` when one says something illegal.
    """
    simulation = Simulation(game, bots, seed, players=players, preset=preset, options=options)
    simulation.run(games)
    return simulation.result()


class Simulation:
    """Games between bots that can be stopped and looked at in between."""

    def __init__(
        self,
        game: type[NetGame],
        bots: Bots = (("rand", Rand),),
        seed: int = 0,
        *,
        players: int = 0,
        preset: str = "",
        options: Mapping[str, Any] = {},
    ) -> None:
        pairs = list(bots.items() if isinstance(bots, Mapping) else bots)
        knowing = any(bot.knowing for _, bot in pairs)
        # Who breaks the rules shall hear of it, also where a contest takes it as a pass.
        self._bare = game(preset, {**options, "fault_illegal": "ask"}, journal=knowing)
        self._match = MatchStart.of(game, name_of(game), preset, options)
        self.players = players or usual_players(self._bare, len(pairs))
        self.preset, self.seed = preset, seed
        self.games, self.matches, self.seconds = 0, 0, 0.0
        self.tallies = {name: BotTally(name) for name, _ in pairs}
        self._check_seats(len(pairs))
        self._purse = seat_players(self._bare, [f"player-{n + 1}" for n in range(self.players)])
        copies = range(-(-self.players // len(pairs)))
        self._entrants = [
            [
                SimulatedBot(self.tallies[name], bot, chance(f"{seed} {number} {copy}"))
                for copy in copies
            ]
            for number, (name, bot) in enumerate(pairs)
        ]

    def _check_seats(self, bots: int) -> None:
        if bots > self.players:
            raise Refused(
                Reason.TABLE_FULL,
                "{bots} bots need as many seats, and there are only {players}",
                bots=bots,
                players=self.players,
            )
        check_players(self._bare, self.players)

    def run(self, games: int, told: Callable[[int], None] | None = None) -> None:
        """Play so many more games; `told` hears after each how many were played by then."""
        goal, begun = self.games + games, perf_counter()
        try:
            while self.games < goal:
                self._play_match(goal, told)
        except Refused:
            raise
        except Exception as error:
            raise failed(error) from error
        finally:
            self.seconds += perf_counter() - begun

    def result(self) -> Result:
        """What has come out so far."""
        return Result(
            title=self._bare.catalogue.text(self._bare.title),
            preset=self.preset,
            players=self.players,
            seed=self.seed,
            games=self.games,
            matches=self.matches,
            tallies=tuple(replace(tally) for tally in self.tallies.values()),
            low_wins=self._bare.match.low_wins,
            seconds=self.seconds,
        )

    def _play_match(self, goal: int, told: Callable[[int], None] | None) -> None:
        """One match, or as much of it as is left to play; the bots sit one seat further each."""
        entrants = self._seated_for(self.matches)
        table = self._bare.copy_for_match(f"{self.seed} {self.matches}".encode())
        self.matches += 1
        before, names = self._purse, tuple(table.names)
        for seat, entrant in enumerate(entrants):
            entrant.begin(self._match.seated(names, seat))
        hearing = [(seat, entrant) for seat, entrant in enumerate(entrants) if entrant.listens]
        table.listening = bool(hearing)
        while self.games < goal and not table.match_over:
            tell(hearing, table.apply("", "START"))
            moves, seconds = self._play_game(table, entrants, names, hearing)
            self.games += 1
            winners = table.winners()
            if table.seats.partners:
                winners = (*winners, table.partner(winners[0]))
            for seat in {*winners}:
                entrants[seat].tally.wins += 1
            points = tuple(map(int.__sub__, table.scores, before))
            for entrant, won, count, spent in zip(entrants, points, moves, seconds, strict=True):
                tally = entrant.tally
                tally.games += 1
                tally.points += won
                tally.squares += won * won
                tally.moves += count
                tally.seconds += spent
            before = table.scores.copy()
            if told is not None:
                told(self.games)

    def _seated_for(self, match: int) -> list[SimulatedBot]:
        """Who sits where: the bots one after the other, beginning with another in each match."""
        copies = [iter(each) for each in self._entrants]
        return [next(copies[(seat + match) % len(copies)]) for seat in range(self.players)]

    def _play_game(
        self,
        table: NetGame,
        entrants: Sequence[SimulatedBot],
        names: Sequence[str],
        hearing: Sequence[tuple[int, SimulatedBot]],
    ) -> tuple[list[int], list[float]]:
        """One game: how many moves each seat made, and how long they took."""
        moves, seconds = [0] * self.players, [0.0] * self.players
        left = MOST_MOVES
        begun = perf_counter()
        while table.playing:
            seat = table.awaited[0] if table.awaited else -1
            entrant, legal = entrants[seat], table.legal(seat)
            if not legal:
                raise stuck(table, seat)
            command = entrant.choose(table, seat, legal)
            try:
                events = table.apply(names[seat], command)
            except Refused as refused:
                raise _illegal(entrant, command, refused) from refused
            except Exception as error:
                raise self._failed(error, f"{names[seat]} {command}") from error
            if events:
                tell(hearing, events)
            done = perf_counter()
            moves[seat] += 1
            seconds[seat] += done - begun
            begun = done
            left -= 1
            if not left:
                raise endless(table)
        return moves, seconds

    def _failed(self, error: Exception, said: str) -> Refused:
        return Refused(
            LocalReason.BAD_GAME,
            "the game broke down at “{said}”: {kind}: {error}{line}. The same again: --seed {seed}",
            said=said[:80],
            kind=type(error).__name__,
            error=error,
            line=line_of(error),
            seed=self.seed,
        )


def tell(hearing: Iterable[tuple[int, SimulatedBot]], events: Sequence[Event]) -> None:
    """Tell the bots who listen what their seats may hear."""
    for seat, entrant in hearing:
        entrant.hear(events, seat)


class SimulatedBot:
    """A bot in a simulation, and the tally it plays for."""

    __slots__ = ("_class", "_seated", "below", "blind", "bot", "listens", "tally")

    def __init__(self, tally: BotTally, bot: type[Bot], below: Below) -> None:
        self.tally, self.below = tally, below
        self._class, self.listens = bot, bot.listens()
        # Who plays at random does not look, and a view takes longer than the move itself.
        self.blind = bot.choose is Rand.choose
        self.bot = self._made()

    def _made(self) -> Bot:
        with self._blamed():
            return self._class(self.below)

    def begin(self, match: MatchStart) -> None:
        """A match begins: as in a contest it is another bot, which remembers nothing."""
        self.bot = self._made()
        if self.listens:
            with self._blamed():
                self._seated = SeatedBot(self.bot, match)

    def hear(self, events: Sequence[Event], seat: int) -> None:
        with self._blamed():
            self._seated.hear_events(events, seat)

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            raise _broken(self.tally.bot, error) from error

    def choose(self, table: NetGame, seat: int, legal: Sequence[Any]) -> str:
        if self.blind:
            return self.bot.any(legal)
        view: Any = table.view(seat)  # of the kind that bots of this game know
        shown: Any = table.shown_offers(seat)
        try:  # not with _blamed: this is done for every move
            if self.bot.knowing:
                self.bot.knows(table.knowledge(seat))
            return self.bot.choose(view, shown)
        except Exception as error:
            raise _broken(self.tally.bot, error) from error


def seat_players(table: NetGame, names: Sequence[str]) -> list[int]:
    """Seat these players where every match begins; what each of them begins it with."""
    for name in names:
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    table.check("", "START")
    begun = table.copy()
    begun.scores = [0] * len(names)
    begun.begin_match()
    return begun.scores


def check_players(table: NetGame, players: int) -> None:
    """Refuse too few or too many players for a game."""
    seats = table.seats
    if not seats.least <= players <= seats.most:
        raise Refused(
            Reason.TOO_FEW_PLAYERS if players < seats.least else Reason.TABLE_FULL,
            "{title} is for {number}, not for {players}",
            title=table.catalogue.text(table.title),
            number=plural(seats.most, "1 player", "{n} players")
            if seats.least == seats.most
            else Text("{least} to {most} players", least=seats.least, most=seats.most),
            players=players,
        )


def stuck(table: NetGame, seat: int) -> Refused:
    """The refusal that nobody can go on; a seat below 0 is nobody's."""
    return Refused(
        LocalReason.BAD_GAME,
        "a game of {title} is stuck: there is nothing that {name} may say in its stage {stage}"
        if isinstance(table, CardGame)
        else "a game of {title} is stuck: there is nothing that {name} may say",
        title=table.catalogue.text(table.title),
        name=Text("anybody") if seat < 0 else table.names[seat],
        stage=table.stage.key() if isinstance(table, CardGame) else "",
    )


def endless(table: NetGame) -> Refused:
    """The refusal that a game has had `MOST_MOVES` moves."""
    return Refused(
        LocalReason.BAD_GAME,
        "a game of {title} has lasted {moves:,} moves and has not ended; a limit ends "
        "it: end = End(turn_limit=500)",
        title=table.catalogue.text(table.title),
        moves=MOST_MOVES,
    )


def failed(error: BaseException) -> Refused:
    """The refusal that the rules of a game have raised what they must not."""
    return Refused(
        LocalReason.BAD_GAME,
        "the game broke down: {kind}: {error}{line}",
        kind=type(error).__name__,
        error=error,
        line=line_of(error),
    )


def _broken(bot: str, error: Exception) -> Refused:
    return Refused(
        LocalReason.BAD_BOT,
        "the bot {bot} broke down: {kind}: {error}{line}",
        bot=bot,
        kind=type(error).__name__,
        error=error,
        line=line_of(error),
    )


def _illegal(entrant: SimulatedBot, command: object, refused: Refused) -> Refused:
    return Refused(
        LocalReason.BAD_BOT,
        "the bot {bot} said “{command}”, which is refused with {code}: {why}",
        bot=entrant.tally.bot,
        command=str(command)[:80],
        code=refused.reason,
        why=Text(refused.template, **refused.parts),
    )


def usual_players(table: NetGame, bots: int = 0) -> int:
    """How many play when nobody says it: a seat for each bot, and otherwise up to four."""
    return max(table.seats.least, min(4, table.seats.most), bots)


def chance(seed: object) -> Below:
    """A source of chance that draws the same each time."""
    random = Random(str(seed)).random
    return lambda n: int(random() * n)
