"""One match between players at one table, whatever they do.

What a player does wrong is noted, and the organiser answers for it as the rule of the contest says.
All that happens is an input of the table, so the journal of the match replays as it was played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from time import perf_counter
from typing import Any
from unicodedata import normalize

from cardkit.cardgame import Bot, CardCommand, Command, MatchStart, Rand, SeatedBot
from cardkit.contest.bot_log import BotLog, BotLogFolder
from cardkit.contest.entrants import PlayerFactory
from cardkit.contest.model import (
    SENT_AWAY,
    BotFault,
    ContestPlan,
    FaultKind,
    GameOutcome,
    NotedFault,
    OnFault,
    Outcome,
    Pairing,
    ProgramLimits,
)
from cardkit.contest.program import ProgramPlayer
from cardkit.contest.storage import MatchStorage, StorageFolder
from cardkit.contest.time_guard import ASKED, GAMES, SLACK, THINKS, TimeGuard, TookTooLong
from cardkit.contest.wrapped_bot import WrappedBot
from cardkit.netgame import Below, Event, NetGame, Notice, Refused
from cardkit.netgame.absence import mildest
from cardkit.netgame.inputs import PARTICIPANTS
from cardkit.record.replay_data import ReplayData
from cardkit.simulate import MOST_MOVES, endless, stuck

MOST_FAULTS = 100
"""Who has done so much wrong in one match is not asked any more."""
MERELY_WRONG = (FaultKind.ILLEGAL, FaultKind.NONSENSE)
LIVES_ON = (*MERELY_WRONG, FaultKind.TOO_SLOW, FaultKind.FLOOD)
"""What a bot may do and still play, unless it is gone for it; with all else it breaks down."""
LONGEST_EVIDENCE = 500
PATIENCE = 30.0
"""Seconds beyond the limit before a program is interrupted here, too, if nobody else did it."""

Gone = Mapping[int, tuple[int, BotFault]]
"""Entrants that cost a whole process: at which question, and the fault that is noted for it."""


class Rematch(Exception):
    """The match has to be played again without this seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


@dataclass(slots=True)
class Seat:
    """A bot at the table, and what it has used so far."""

    entrant: int
    maker: PlayerFactory
    limit: float
    """Seconds for a move."""
    total: float
    """Seconds that are left for the match, besides those in which it thought about moves."""
    patience: float
    player: Bot | None = None
    storage: MatchStorage | None = None
    seated: SeatedBot | None = None
    """Set for who listens to more than questions."""
    pick: Callable[..., Command] | None = None
    """Set for who plays at random: that takes no thinking, nor a look at the table."""
    log: BotLog | None = None
    faults: int = 0
    lost: bool = False
    """Whether it cannot be asked again in this match."""
    replaced: bool = False
    """Whether the organiser answers for it: it is lost, or has forfeited this game."""
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0


@dataclass(slots=True)
class ContestMatch:
    """Plays the games of one match. May raise `Rematch`, and `Refused` for a broken game."""

    table: NetGame
    start: MatchStart
    pairing: Pairing
    makers: Sequence[PlayerFactory]
    plan: ContestPlan
    guard: TimeGuard
    gone: Gone
    enough: bool
    """Whether one player less could play a rematch."""
    breaches: Mapping[str, Notice]
    """What the game tells of who has broken its rules."""
    replay: ReplayData | None = None
    """Notes what a replay shows, if one is wanted."""
    storage: StorageFolder | None = None
    """Where bots keep what they have from match to match, if they may."""
    log_folder: BotLogFolder | None = None
    seats: list[Seat] = field(init=False)
    games: list[GameOutcome] = field(default_factory=list)
    faults: list[NotedFault] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    """For each game the place in the journal of the input that ended it."""
    _tried: tuple[object, int] = (None, 0)
    _news: deque[Sequence[Event]] = field(default_factory=deque)
    """What has happened and nobody was told yet."""
    _telling: bool = False

    def __post_init__(self) -> None:
        limits = self.plan.limits
        self.seats = [_seat(e, self.makers[e], limits) for e in self.pairing.entrants]

    def play(self, chances: Sequence[Below], purse: Sequence[int]) -> None:
        table = self.table
        try:
            for seat, below in enumerate(chances):
                self._sit_down(seat, below)
            listening = [place.maker.listens or place.log is not None for place in self.seats]
            table.listening = any(listening) or bool(self.breaches) or self.replay is not None
            for seat, place in enumerate(self.seats):
                if listening[seat] and place.player is not None:
                    match = self.start.seated(table.names, seat)
                    if self.storage is not None:
                        match = self._with_storage(place, match, self.storage)
                    place.seated = self._attempt(seat, SeatedBot, place.player, match)
            before = list(purse)
            while not table.match_over:
                for place in self.seats:
                    place.replaced = place.lost
                self._apply("", "START")
                self._forfeit_lost()
                self._play_game()
                before = self._end_game(before)
        finally:
            self.close()
        for seat, place in enumerate(self.seats):
            if place.storage is not None and not place.lost:
                self._keep(seat, place, place.storage)

    def _with_storage(self, place: Seat, match: MatchStart, all_: StorageFolder) -> MatchStart:
        place.storage = all_.of(place.entrant, self.pairing.number)
        if isinstance(place.player, ProgramPlayer):
            place.player.storage = place.storage
            return match
        return match._replace(storage=str(place.storage.copy()))

    def _keep(self, seat: int, place: Seat, storage: MatchStorage) -> None:
        """What a bot has stored is there in its next match; who breaks down has what it had."""
        try:
            if not isinstance(place.player, ProgramPlayer):
                storage.keep_copy()
            elif place.player.unkept is not None:
                raise place.player.unkept
        except BotFault as fault:
            self._blame(seat, fault)

    def outcome(self, faults_before: Sequence[NotedFault]) -> Outcome:
        return Outcome(
            pairing=self.pairing,
            games=tuple(self.games),
            scores=tuple(self.table.scores),
            moves=tuple(place.moves for place in self.seats),
            seconds=tuple(place.seconds for place in self.seats),
            slowest=tuple(place.slowest for place in self.seats),
            faults=(*faults_before, *self.faults),
        )

    def close(self) -> None:
        """Nobody is asked any more."""
        for place in self.seats:
            if isinstance(place.player, ProgramPlayer | WrappedBot):
                place.player.close()
            if place.log is not None:
                place.log.close()

    def _sit_down(self, seat: int, below: Below) -> None:
        place = self.seats[seat]
        if place.maker.blind:
            place.pick = Rand(below).any
            return
        if self.log_folder is not None:
            number, entrants = self.pairing.number, self.pairing.entrants
            place.log = self.log_folder.open(number, entrants, seat, place.maker.entrant)
        make = place.maker if place.log is None else partial(place.maker, log=place.log)
        place.player = self._attempt(seat, make, below)

    def _forfeit_lost(self) -> None:
        """Who cannot be asked any more does not even begin a game."""
        for seat, place in enumerate(self.seats):
            if place.lost and self.plan.on_fault in (OnFault.FORFEIT, OnFault.REMATCH):
                self._forfeit(seat)

    def _end_game(self, before: Sequence[int]) -> list[int]:
        table = self.table
        scores, ranking = list(table.scores), table.ranking
        points = tuple(map(int.__sub__, scores, before))
        self.games.append(GameOutcome(points, ranking))
        self.ends.append(len(table.journal) - 1)
        self.guard.notes[GAMES] += 1
        return scores

    # --- a game ------------------------------------------------------------------------------

    def _play_game(self) -> None:
        table, names, seats, left = self.table, self.table.names, self.seats, MOST_MOVES
        while table.playing:
            seat = table.awaited[0] if table.awaited else -1
            legal = table.legal(seat)
            left -= 1
            if not legal or not left:
                raise stuck(table, seat) if left else endless(table)
            place = seats[seat]
            if place.replaced:
                self._answer_for(seat)
            elif place.pick is not None:
                begun = perf_counter()
                command = place.pick(legal)
                place.seconds += perf_counter() - begun
                place.moves += 1
                if events := table.apply(names[seat], command):
                    self._tell(events)
            else:
                self._ask(seat, place)

    def _ask(self, seat: int, place: Seat) -> None:
        """Ask for a move and make it; what goes wrong is blamed."""
        table, said, view = self.table, "", self.table.view(seat)
        legal = table.shown_offers(seat)
        begun = perf_counter()
        try:
            assert place.player is not None, "who was never there is lost"
            if place.player.knowing:
                place.player.knows(table.knowledge(seat))
            try:
                said = self._call(place, place.player.choose, view, legal)
            finally:
                spent = perf_counter() - begun
                place.moves += 1
                place.seconds += spent
                if spent > place.slowest:
                    place.slowest = spent
            if spent > place.limit:
                raise _late(spent, place.limit)
            if said.__class__ not in (CardCommand, Command) and said not in legal:
                _check_words(said)
            self._apply(table.names[seat], said)
        except Refused as refused:
            why = f"said {str(said)[:100]!r}: {refused.reason}: {refused.text()}"
            self._blame(seat, BotFault(FaultKind.ILLEGAL, why), str(said), refused)
        except BotFault as fault:
            self._blame(seat, fault, "")

    def _call(self, place: Seat, deed: Callable[..., Any], *words: object) -> Any:
        """Let a bot do something while its time runs. Raises `BotFault`.

        Whose time for the match is used up is out, whatever it was about to say.
        """
        guard, begun, left = self.guard, perf_counter(), place.total - place.seconds
        guard.notes[THINKS] = place.entrant
        guard.notes[ASKED] += 1
        if self.gone:  # who cost a whole process at a question does not get it again
            asked, fault = self.gone.get(place.entrant, (0, None))
            if fault is not None and guard.notes[ASKED] >= asked:
                raise fault
        try:
            return guard.call(begun + min(place.patience, left + SLACK), deed, words)
        except TookTooLong:
            raise _late(perf_counter() - begun, self.plan.limits.move) from None
        finally:
            spent = perf_counter() - begun
            if spent > left:
                total = self.plan.limits.total
                told = f"{total - left + spent:.1f} s in this match; the limit is {total:g} s"
                raise BotFault(FaultKind.OUT_OF_TIME, told, gone=True)

    # --- what players do wrong ---------------------------------------------------------------

    def _blame(
        self, seat: int, fault: BotFault, said: str | None = None, refused: Refused | None = None
    ) -> None:
        """Note a fault, and do what the rule of the contest says.

        `said` is what came instead of a move; None while no move is waited for.
        """
        place, table, rule = self.seats[seat], self.table, self.plan.on_fault
        place.faults += 1
        gone = fault.gone or place.faults >= MOST_FAULTS
        if said is not None and not gone and self._asks_again(seat, fault):
            self._note(place, fault, "asked again")
            if place.seated is not None:
                code = "NONSENSE" if refused is None else str(refused.reason)
                text = fault.evidence if refused is None else refused.text()
                self._attempt(seat, place.seated.hear, ("WARNING", code, text))
            return
        if gone:
            place.lost = place.replaced = True
        breaks_down = gone or fault.kind not in LIVES_ON
        if rule is OnFault.REMATCH and breaks_down and self.enough and not table.match_over:
            self._note(place, fault, SENT_AWAY, breaks_down)
            raise Rematch(seat)
        loses = rule is OnFault.FORFEIT or (rule is OnFault.REMATCH and breaks_down)
        if loses and table.playing:
            self._note(place, fault, "forfeit", breaks_down)
            self._forfeit(seat)
        elif said is None:
            self._note(place, fault, "noted", breaks_down)
        else:
            command = mildest(table.legal(seat), table.mild)
            done = "said by lot" if command is None else f"said {command}"
            self._note(place, fault, done, breaks_down)
            self._answer_for(seat, said)

    def _asks_again(self, seat: int, fault: BotFault) -> bool:
        if self.plan.on_fault is not OnFault.ASK or fault.kind not in MERELY_WRONG:
            return False
        question, tries = self._tried
        now = self.table.legal(seat)  # the same object until something changes
        self._tried = (now, tries + 1 if question is now else 1)
        return self._tried[1] <= self.plan.tries

    def _note(self, place: Seat, fault: BotFault, done: str, breaks_down: bool = False) -> None:
        evidence, game = fault.evidence[:LONGEST_EVIDENCE], self.table.game_no
        noted = NotedFault(place.entrant, game, fault.kind, evidence, done, breaks_down)
        self.faults.append(noted)
        if place.log is not None:
            place.log.note(f"{fault.kind.value}: {evidence} → {done}")

    def _forfeit(self, seat: int) -> None:
        if self.table.playing:
            self.seats[seat].replaced = True
            self._apply("", f"FORFEIT {self.table.names[seat]}")

    def _answer_for(self, seat: int, said: str = "") -> None:
        """The organiser answers; the journal keeps what was said, and a replay takes it alike."""
        name = self.table.names[seat]
        if seat in self.table.robots():
            self._apply("", f"ROBOT {name}")
        else:
            self._tell(self.table.pass_for(name, said))

    # --- telling the players -----------------------------------------------------------------

    def _apply(self, who: str, what: str) -> None:
        """One input of the table, and what it caused is told."""
        events = self.table.apply(who, what)
        if events:
            self._tell(events)

    def _tell(self, events: Sequence[Event]) -> None:
        """Tell all who listen; who fails at that has done something wrong, too.

        What that causes is told to nobody before they have heard this.
        """
        if self.replay is not None:
            self.replay.add(self.table, events)
        self._note_breaches(events)
        self._news.append(events)
        if self._telling:
            return
        self._telling = True
        try:
            while self._news:
                news = self._news.popleft()
                for seat, place in enumerate(self.seats):
                    if place.seated is not None and not place.lost:
                        self._attempt(seat, place.seated.hear_events, news, seat)
        finally:
            self._telling = False

    def _note_breaches(self, events: Sequence[Event]) -> None:
        """What the game itself has punished is a fault as well."""
        for event in events if self.breaches else ():
            if (notice := self.breaches.get(event.kind)) is not None:
                who = event.parts[list(notice.parts or ()).index("who")]
                place = self.seats[self.table.names.index(who)]
                told = f"{notice.kind}: {notice.means}"
                self._note(place, BotFault(FaultKind.CHEATED, told), "punished by the game")

    def _attempt(self, seat: int, deed: Callable[..., Any], *words: object) -> Any:
        """Let a player do something that is no answer; the rule applies if it goes wrong."""
        place, begun = self.seats[seat], perf_counter()
        try:
            return self._call(place, deed, *words)
        except BotFault as fault:
            if place.player is None:  # it could not even be made
                fault.gone = True
            self._blame(seat, fault)
        finally:
            place.total -= perf_counter() - begun  # no thinking about a move, but time all the same
        return None


def _seat(entrant: int, maker: PlayerFactory, limits: ProgramLimits) -> Seat:
    if maker.is_program:  # it is timed by whoever started it
        return Seat(entrant, maker, inf, inf, limits.move + PATIENCE)
    return Seat(entrant, maker, limits.move, limits.total, limits.move + SLACK)


def _check_words(said: object) -> None:
    """What is no answer at all: not text, or a word with which people come and go."""
    if not isinstance(said, str):
        raise BotFault(FaultKind.NONSENSE, f"answered with {type(said).__name__}, which is no text")
    words = (said if said.isascii() else normalize("NFKC", said)).split(None, 1)
    if words and words[0].upper() in PARTICIPANTS:
        raise BotFault(FaultKind.ILLEGAL, f"said {said[:100]!r}, which is no move")


def _late(spent: float, limit: float) -> BotFault:
    return BotFault(FaultKind.TOO_SLOW, f"{spent:.3f} s for a move; the limit is {limit:g} s")
