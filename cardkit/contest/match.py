"""One match between players at one table, whatever they do.

What a player does wrong is noted, and the organiser answers for it as the rule of the contest says.
All that happens is an input of the table, so the journal of the match replays as it was played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from time import perf_counter
from typing import Any
from unicodedata import normalize

from cardkit.cardgame import CardGame, Command, Rand
from cardkit.contest.entrants import PlayerFactory
from cardkit.contest.model import (
    BotFault,
    ContestPlayer,
    FaultKind,
    GameOutcome,
    NotedFault,
    OnFault,
    Plan,
    ProgramLimits,
)
from cardkit.contest.time_guard import ASKED, GAMES, SLACK, THINKS, TimeGuard, TookTooLong
from cardkit.netgame import Below, Refused
from cardkit.netgame.absence import mildest
from cardkit.netgame.people import WORDS
from cardkit.simulate import MOST_MOVES, endless, stuck

MOST_FAULTS = 100
"""Who has done so much wrong in one match is not asked any more."""
MERELY_WRONG = (FaultKind.ILLEGAL, FaultKind.NONSENSE)
MERELY_LATE = FaultKind.TOO_SLOW
LIVES_ON = (*MERELY_WRONG, MERELY_LATE, FaultKind.FLOOD)
"""What a bot may do and still play, unless it is gone for it: no reason for a rematch."""
LONGEST_EVIDENCE = 500
PATIENCE = 30.0
"""Seconds beyond the limit before a program is interrupted here, too, if nobody else did it."""


class Rematch(Exception):
    """The match has to be played again without this seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class Seat:
    """A bot at the table, and what it has used so far."""

    __slots__ = (
        "choose", "entrant", "faults", "hears", "limit", "maker", "patience", "pick", "player",
        "total",
    )  # fmt: skip

    def __init__(self, entrant: int, maker: PlayerFactory, limits: ProgramLimits) -> None:
        self.entrant, self.maker = entrant, maker
        self.player: ContestPlayer | None = None
        own = maker.bot is not None  # a program is timed by whoever started it
        self.limit, self.total = (limits.move, limits.total) if own else (inf, inf)
        self.patience = limits.move + (SLACK if own else PATIENCE)
        self.choose: Callable[..., str] = _nobody
        self.pick: Callable[..., Command] | None = None
        """Set for who plays at random: that takes no thinking, nor a look at the table."""
        self.hears = maker.hears
        self.faults = 0


class ContestMatch:
    """Plays the games of one match. May raise `Rematch`, and `Refused` for a broken game."""

    def __init__(
        self,
        table: CardGame,
        entrants: Sequence[int],
        makers: Sequence[PlayerFactory],
        plan: Plan,
        watch: TimeGuard,
        gone: Mapping[int, tuple[int, BotFault]] = {},
        enough: bool = True,
    ) -> None:
        self.table, self._plan, self._watch, self._gone = table, plan, watch, gone
        self.seats = [Seat(e, makers[e], plan.limits) for e in entrants]
        self._hearing = any(seat.hears for seat in self.seats)
        self._enough = enough
        """Whether one player less could play a rematch."""
        count = len(self.seats)
        self.moves, self.seconds, self.slowest = [0] * count, [0.0] * count, [0.0] * count
        self.games: list[GameOutcome] = []
        self.faults: list[NotedFault] = []
        self.ends: list[int] = []
        """For each game the place in the journal of the input that ended it."""
        self._replaced: set[int] = set()
        """The seats for which the organiser answers: who is gone, or has forfeited this game."""
        self._lost: set[int] = set()
        """Who cannot be asked again in this match."""
        self._tried: tuple[object, int] = (None, 0)

    def play(self, chances: Sequence[Below], purse: Sequence[int]) -> None:
        table, names, games = self.table, tuple(self.table.names), self.table.match.games
        try:
            for seat, below in enumerate(chances):
                self._sit_down(seat, below)
            self._tell("match_begins", lambda seat: (names, seat, games))
            before = list(purse)
            while not table.match_over:
                table.apply("", "START")
                game = table.game
                self._begin_game(names, game)
                self._play_game()
                before = self._end_game(game, before)
            scores = tuple(table.scores)
            self._tell("match_over", lambda seat: (scores,))
        finally:
            self.close()

    def _sit_down(self, seat: int, below: Below) -> None:
        place = self.seats[seat]
        if place.maker.blind:
            place.pick = Rand(below).any
            return
        place.player = self._attempt(seat, place.maker, below)
        if place.player is not None:
            place.choose = place.player.choose

    def close(self) -> None:
        """Nobody is asked any more."""
        for seat in self.seats:
            if seat.player is not None:
                seat.player.close()

    def _begin_game(self, names: Sequence[str], game: int) -> None:
        if self._replaced:
            self._replaced = set(self._lost)
            if self._plan.on_fault in (OnFault.FORFEIT, OnFault.REMATCH):
                for seat in self._lost:
                    self._forfeit(seat)
        if self._hearing:
            self._tell("game_begins", lambda seat: (game, names, seat))

    def _end_game(self, game: int, before: Sequence[int]) -> list[int]:
        table = self.table
        scores, ranking = list(table.scores), table.ranking
        points = tuple(map(int.__sub__, scores, before))
        self.games.append(GameOutcome(points, ranking))
        self.ends.append(len(table.journal) - 1)
        self._watch.notes[GAMES] += 1
        if self._hearing:
            self._tell("game_over", lambda seat: (game, points, tuple(scores), ranking))
        return scores

    # --- a game ------------------------------------------------------------------------------

    def _play_game(self) -> None:
        table, watch, notes, names = self.table, self._watch, self._watch.notes, self.table.names
        seats, moves, seconds, slowest = self.seats, self.moves, self.seconds, self.slowest
        replaced, gone, left = self._replaced, self._gone, MOST_MOVES
        while table.playing:
            seat = table.awaited[0] if table.awaited else -1
            legal = table.legal(seat)
            left -= 1
            if not legal or not left:
                raise stuck(table, seat) if left else endless(table)
            if seat in replaced:
                self._answer_for(seat)
                continue
            place = seats[seat]
            if place.pick is not None:
                begun = perf_counter()
                command = place.pick(legal)
                seconds[seat] += perf_counter() - begun
                moves[seat] += 1
                table.apply(names[seat], command)
                continue
            view, said = table.view(seat), ""
            notes[THINKS] = place.entrant
            notes[ASKED] += 1
            begun = perf_counter()
            try:
                if gone:
                    self._fail_again(seat)
                watch.until = begun + place.patience
                said = place.choose(view, legal)
                watch.until = inf
                spent = perf_counter() - begun
                moves[seat] += 1
                seconds[seat] += spent
                if spent > slowest[seat]:
                    slowest[seat] = spent
                if spent > place.limit or seconds[seat] > place.total:
                    raise self._overdue(seat, spent)
                if said not in legal:  # the table itself would take what is illegal as a pass
                    _check_words(said)
                    table.check(names[seat], said)
                table.apply(names[seat], said)
            except Refused as refused:
                why = f"said {str(said)[:100]!r}: {refused.reason}: {refused.text()}"
                self._blame(seat, BotFault(FaultKind.ILLEGAL, why), str(said), refused)
            except (BotFault, TookTooLong) as error:
                self._blame(seat, self._stopped(seat, begun, error))

    def _overdue(self, seat: int, spent: float) -> BotFault:
        place, limits = self.seats[seat], self._plan.limits
        if self.seconds[seat] > place.total:
            used = self.seconds[seat] + limits.total - place.total
            return _out_of_time(used, limits.total)
        return _late(spent, limits.move)

    # --- what players do wrong ---------------------------------------------------------------

    def _stopped(self, seat: int, begun: float, error: BotFault | TookTooLong) -> BotFault:
        """The fault that ended the thinking of a player, and the time it took."""
        spent = perf_counter() - begun
        if self._watch.until < inf:  # it did not come to an end by itself
            self.moves[seat] += 1
            self.seconds[seat] += spent
            self.slowest[seat] = max(self.slowest[seat], spent)
        return self._as_fault(error, spent)

    def _as_fault(self, error: BotFault | TookTooLong, spent: float) -> BotFault:
        self._watch.until = inf
        return error if isinstance(error, BotFault) else _late(spent, self._plan.limits.move)

    def _fail_again(self, seat: int) -> None:
        """Who cost a whole process at its n-th question does not get that question again."""
        asked, fault = self._gone.get(self.seats[seat].entrant, (-1, None))
        if fault is not None and self._watch.notes[ASKED] >= asked:
            raise fault

    def _blame(
        self, seat: int, fault: BotFault, said: str = "", refused: Refused | None = None
    ) -> None:
        """Note a fault while a player is asked, and do what the rule of the contest says."""
        place, rule = self.seats[seat], self._plan.on_fault
        place.faults += 1
        worn_out = place.faults >= MOST_FAULTS
        gone = fault.gone or worn_out
        if not gone and self._asks_again(seat, fault):
            self._note(seat, fault, "asked again")
            code = "NONSENSE" if refused is None else str(refused.reason)
            text = fault.evidence if refused is None else refused.text()
            self._attempt(seat, self.seats[seat].player.refused, code, text)  # type: ignore[union-attr]
            return
        if gone:
            self._lose(seat)
        breaks_down = gone or fault.kind not in LIVES_ON
        if rule is OnFault.REMATCH and breaks_down and self._enough:
            self._note(seat, fault, "rematch")
            raise Rematch(seat)
        if rule is OnFault.FORFEIT or (rule is OnFault.REMATCH and breaks_down):
            self._note(seat, fault, "forfeit")
            self._forfeit(seat)
            return
        command = mildest(self.table.legal(seat), self.table.mild)
        self._note(seat, fault, "said by lot" if command is None else f"said {command}")
        self._answer_for(seat, said)

    def _asks_again(self, seat: int, fault: BotFault) -> bool:
        if self._plan.on_fault is not OnFault.ASK or fault.kind not in MERELY_WRONG:
            return False
        question, tries = self._tried
        now = self.table.legal(seat)  # the same object until something changes
        self._tried = (now, tries + 1 if question is now else 1)
        return self._tried[1] <= self._plan.tries

    def _note(self, seat: int, fault: BotFault, done: str) -> None:
        evidence = fault.evidence[:LONGEST_EVIDENCE]
        entrant = self.seats[seat].entrant
        self.faults.append(NotedFault(entrant, self.table.game, fault.kind, evidence, done))

    def _lose(self, seat: int) -> None:
        self._lost.add(seat)
        self._replaced.add(seat)

    def _forfeit(self, seat: int) -> None:
        if self.table.playing:
            self.table.apply("", f"FORFEIT {self.table.names[seat]}")
            self._replaced.add(seat)

    def _answer_for(self, seat: int, said: str = "") -> None:
        """The organiser answers; the journal keeps what was said, and a replay takes it alike."""
        table = self.table
        name = table.names[seat]
        if seat in table.robots():
            table.apply("", f"ROBOT {name}")
            return
        table.apply(name, said)

    # --- telling the players -----------------------------------------------------------------

    def _tell(self, hook: str, words: Callable[[int], tuple[Any, ...]]) -> None:
        """Tell all who want to hear it; who fails at that has done something wrong, too."""
        for seat, place in enumerate(self.seats):
            if hook in place.hears and seat not in self._lost:
                self._attempt(seat, getattr(place.player, hook), *words(seat))

    def _attempt(self, seat: int, deed: Callable[..., Any], *words: object) -> Any:
        """Let a player do something that is no answer; the rule applies if it goes wrong."""
        watch, notes, place = self._watch, self._watch.notes, self.seats[seat]
        notes[THINKS] = place.entrant
        notes[ASKED] += 1
        begun = perf_counter()
        try:
            if self._gone:
                self._fail_again(seat)
            watch.until = begun + place.patience
            done = deed(*words)
            watch.until = inf
            return done
        except (BotFault, TookTooLong) as error:
            fault = self._as_fault(error, perf_counter() - begun)
            if place.player is None:  # it could not even be made
                fault.gone = True
            self._blame_in_passing(seat, fault)
        finally:
            place.total -= perf_counter() - begun  # no thinking about a move, but time all the same
        return None

    def _blame_in_passing(self, seat: int, fault: BotFault) -> None:
        """A fault while no answer is waited for."""
        place, table, rule = self.seats[seat], self.table, self._plan.on_fault
        place.faults += 1
        if fault.gone or place.faults >= MOST_FAULTS:
            self._lose(seat)
        late = fault.kind is MERELY_LATE and seat not in self._lost
        if rule is OnFault.REMATCH and not late and self._enough and not table.match_over:
            self._note(seat, fault, "rematch")
            raise Rematch(seat)
        forfeits = rule is OnFault.FORFEIT or (rule is OnFault.REMATCH and not late)
        if forfeits and table.playing:
            self._note(seat, fault, "forfeit")
            self._forfeit(seat)
        else:
            self._note(seat, fault, "noted")


def _nobody(*question: object) -> str:
    raise BotFault(FaultKind.CRASHED, "it was never there", gone=True)


def _check_words(said: object) -> None:
    """What is no answer at all: not text, or a word with which people come and go."""
    if not isinstance(said, str):
        raise BotFault(FaultKind.NONSENSE, f"answered with {type(said).__name__}, which is no text")
    words = (said if said.isascii() else normalize("NFKC", said)).split(None, 1)
    if words and words[0].upper() in WORDS:
        raise BotFault(FaultKind.ILLEGAL, f"said {said[:100]!r}, which is no move")


def _late(spent: float, limit: float) -> BotFault:
    return BotFault(FaultKind.TOO_SLOW, f"{spent:.3f} s for a move; the limit is {limit:g} s")


def _out_of_time(spent: float, limit: float) -> BotFault:
    text = f"{spent:.1f} s in this match; the limit is {limit:g} s"
    return BotFault(FaultKind.OUT_OF_TIME, text, gone=True)
