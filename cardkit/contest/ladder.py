"""A standing ladder: bots come and go and change, and matches are played where they tell most.

One loop does it all. It looks at the folder, tries newcomers out in a process apart, hands matches
to whoever plays them, and writes down what came of them. What it must know to go on is in files at
any moment, so it may be ended at any moment.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from enum import StrEnum
from itertools import chain
from typing import Any

from cardkit.contest.bot_check import BotCheck
from cardkit.contest.bot_folder import (
    FoundBot,
    StillChanging,
    Watch,
    bots_in,
    entrant_of,
    freeze,
    main_file,
)
from cardkit.contest.cluster import Cluster
from cardkit.contest.entrants import read_entrants
from cardkit.contest.ladder_folder import RESULTS, LadderFolder, Member
from cardkit.contest.matchmaking import Matchmaker
from cardkit.contest.model import ContestPlan, Entrant, Outcome, Pairing
from cardkit.contest.outcome_file import outcome_in
from cardkit.contest.process_pool import ProcessPool
from cardkit.contest.rating_curves import RatingCurves
from cardkit.contest.results import Results
from cardkit.netgame import NetGame, Reason, Refused, Text
from cardkit.reasons import LocalReason

LOOK_SECONDS = 1.0
"""So often the folder is looked at."""
REPORT_SECONDS, REPORT_SHARE = 5.0, 10
"""A report is written no sooner than this, and never takes more than this part of the time."""
PAUSE = 0.25
MANY = 1 << 40
"""More matches than are ever played at a stretch."""
NEWEST = 10
"""So many of the last matches are shown."""

MakePool = Callable[[ContestPlan], AbstractContextManager[ProcessPool | Cluster]]


class State(StrEnum):
    """What a ladder is doing."""

    STARTING = "starting"
    PLAYING = "playing"
    WAITING = "waiting for more bots"
    RESTING = "resting until a bot comes or changes"
    STOPPED = "stopped"


class Ladder:
    """A ladder that is running.

    `tell` is given a sentence when something happens; `look` is called often, for who looks on;
    `write` is called when there are new results, and writes them.
    """

    def __init__(
        self,
        folder: LadderFolder,
        bare: NetGame,
        make_pool: MakePool,
        tell: Callable[[Text], None],
        look: Callable[[Ladder], None],
        write: Callable[[Ladder], None],
    ) -> None:
        self.folder, self._bare, self._make_pool = folder, bare, make_pool
        self._tell, self._look, self._write = tell, look, write
        self.state = State.STARTING
        self.broken: dict[str, Text] = {}
        """By its file why a bot cannot play."""
        self.under_way: dict[int, Pairing] = {}
        self.newest: deque[Outcome] = deque(maxlen=NEWEST)
        self._watch = Watch({member.file for member in folder.members if member.file})
        self._queue: dict[str, FoundBot] = {}
        self._check: tuple[BotCheck, FoundBot, Member] | None = None
        self._looked = self._written = self._cost = 0.0
        self._enter_anchors()
        self._load()

    # --- what was played ---------------------------------------------------------------------

    def _load(self) -> None:
        """Read what was played, for the members that there are now."""
        folder, settings = self.folder, self.folder.settings
        self._stale = False
        self.members = list(folder.members)
        self._matchmaker = Matchmaker(settings.demand(), len(self.members), folder.playing)
        results = Results(self._about(), folder.names)
        self.curves = RatingCurves(results, folder.outcome_file.count)
        self.under_way.clear()
        self.newest.clear()
        for outcome in folder.outcome_file.outcomes():
            self._matchmaker.note(outcome.pairing)
            self._add(outcome)
        if self.results.standings.matches:
            self._matchmaker.rate(self.results.ratings)

    def _add(self, outcome: Outcome) -> None:
        self.curves.add(outcome)
        self.newest.appendleft(outcome)

    @property
    def results(self) -> Results:
        return self.curves.results

    @property
    def title(self) -> str:
        return self._bare.catalogue.text(self._bare.title)

    def _about(self) -> Mapping[str, Any]:
        """What the report tells of the ladder."""
        settings = self.folder.settings
        said = {
            name: getattr(settings, name)
            for name in ("game", "seed", "preset", "options", "players", "duplicate", "limits")
        }
        limits = settings.limits
        return {
            **said,
            "title": self.title,
            "limits": {name: getattr(limits, name) for name in limits.__slots__},
            "on_fault": settings.on_fault.value,
            "matches": settings.matches,
            "meetings": settings.meetings,
            "low_wins": self._bare.match.low_wins,
            "partners": bool(self._bare.seats.partners),
            "rank_by": settings.rank_by.value,
            "anchors": self.folder.anchors,
            "retired": [each.entrant.name for each in self.members if each.retired],
        }

    # --- the loop ----------------------------------------------------------------------------

    def run(self, once: bool = False) -> None:
        """Play for ever, or `once`: until there is nothing more to be played."""
        try:
            while True:
                self._tick()
                if not self._is_busy:
                    if self._stale:
                        self._load()
                    if not self._play() and once and not self._stale and self._is_settled:
                        return
                if self._check is not None:
                    self._check[0].wait(PAUSE)
                elif not self._stale:
                    time.sleep(PAUSE)
        finally:
            if self._check is not None:
                self._check[0].close()
            self.under_way.clear()
            self._set(State.STOPPED)

    @property
    def _is_busy(self) -> bool:
        """Whether somebody is being tried out; those who come together join together."""
        return self._check is not None or bool(self._queue)

    @property
    def _is_settled(self) -> bool:
        return not self._is_busy and not self._watch.is_waiting

    def _play(self) -> bool:
        """Play until there is nothing more to be played or somebody has come or gone."""
        todo = self._todo()
        first = next(todo, None)
        if first is None:
            few = len(self.folder.playing) < self.folder.settings.players
            self._set(State.WAITING if few else State.RESTING)
            return False
        self._set(State.PLAYING)
        entrants = [
            Entrant(member.entrant.name, bot="rand") if member.retired else member.entrant
            for member in self.members
        ]  # nobody has to import who is not seated any more
        try:
            with self._make_pool(self.folder.settings.plan(entrants)) as pool:
                for done in pool.play(chain([first], todo), MANY):
                    if done is not None:
                        self.folder.outcome_file.add(*done)
                        for number, line in zip(*done, strict=True):
                            self.under_way.pop(number, None)
                            self._add(outcome_in(line))
                    self._tick()
        except Refused as refused:
            wrong_bot = refused.reason in (LocalReason.BAD_BOT, LocalReason.NO_SUCH_BOT)
            if not wrong_bot or not self._retire_broken():
                raise
        return True

    def _todo(self) -> Iterator[Pairing]:
        for pairing in self._matchmaker.pairings():
            if self._stale and not self._is_busy:
                return
            self.under_way[pairing.number] = pairing
            yield pairing

    def _tick(self) -> None:
        """Whatever has to be done now and then."""
        now = time.time()
        if now - self._looked >= LOOK_SECONDS:
            self._looked = now
            self._watch_folder(now)
        self._try_out(now)
        if now - self._written >= max(REPORT_SECONDS, REPORT_SHARE * self._cost):
            self._report()
        self._look(self)

    def _report(self) -> None:
        begun = time.time()
        if self.results.standings.matches:
            self._matchmaker.rate(self.results.ratings)
        self._write(self)
        self._written = time.time()
        self._cost = self._written - begun

    def _set(self, state: State) -> None:
        if state is not self.state:
            self.state = state
            self._report()
            self._look(self)

    # --- who comes and goes ------------------------------------------------------------------

    def _enter_anchors(self) -> None:
        folder = self.folder
        wanted = {entrant.name: entrant for entrant in read_entrants(folder.settings.anchors)}
        for who, member in enumerate(folder.members):
            anchor = None if member.file else wanted.pop(member.entrant.name, None)
            if anchor is None and not member.file and not member.retired:
                folder.retire(who)
            elif anchor is not None and member.retired:
                folder.come_back(who)
        for name, entrant in wanted.items():
            if name in folder.names:
                text = "there is another bot called {name} already; rename its file"
                raise Refused(Reason.NAME_TAKEN, text, name=name)
            folder.join(Member(entrant, joined=folder.outcome_file.count))

    def _watch_folder(self, now: float) -> None:
        there = bots_in(self.folder.folder, RESULTS)
        for file, bot in self._watch.changes(now, there).items():
            self._queue.pop(file, None)
            if bot is not None:
                self._queue[file] = bot
            else:
                self.broken.pop(file, None)
                self._leave(file)

    def _leave(self, file: str) -> None:
        who = self.folder.current(file)
        if who is not None:
            self.folder.retire(who)
            self._stale = True
            name = self.folder.members[who].entrant.name
            self._tell(Text("{name} retires: {file} is gone.", name=name, file=file))

    def _try_out(self, now: float) -> None:
        """Go on with the one who is being tried out, or begin with the next."""
        if self._check is not None:
            check, bot, member = self._check
            if check.is_over(now):
                self._check = None
                if check.refused is None:
                    self._join(member)
                else:
                    self.folder.drop_copy(member.entrant.name)
                    self._break(bot.path.name, check.refused)
        if self._check is None and self._queue:
            file = next(iter(self._queue))
            bot = self._queue.pop(file)
            try:
                self._enter(bot, now)
            except StillChanging:
                self._watch.again(file)
            except Refused as refused:
                self._break(file, refused)

    def _enter(self, bot: FoundBot, now: float) -> None:
        """Copy a bot and begin to try it out, unless this version is known."""
        folder, file = self.folder, bot.path.name
        made_of = freeze(bot, folder.fresh_copy)
        self.broken.pop(file, None)
        known = folder.version_of(file, made_of)
        if known is not None:
            if folder.members[known].retired:
                folder.come_back(known)
                self._stale = True
                name = folder.members[known].entrant.name
                self._tell(Text("{name} is back.", name=name))
            return
        name = folder.free_name(bot.name, file)
        main = main_file(folder.fresh_copy, bot)
        entrant = entrant_of(folder.keep_copy(name).resolve() / main.name, name)
        member = Member(entrant, file, made_of)
        self._check = BotCheck(folder.settings.plan([entrant]), now), bot, member

    def _join(self, member: Member) -> None:
        before = self.folder.current(member.file)
        joined = self.folder.outcome_file.count
        self.folder.join(Member(member.entrant, member.file, member.made_of, joined))
        self._stale = True
        name = member.entrant.name
        if before is None:
            self._tell(Text("{name} joins.", name=name))
        else:
            old = self.folder.members[before].entrant.name
            self._tell(Text("{name} joins; {old} retires.", name=name, old=old))

    def _break(self, file: str, refused: Refused) -> None:
        versions = f"{self.folder.versions}/"
        for name, part in refused.parts.items():
            refused.parts[name] = part.replace(versions, "") if type(part) is str else part
        self.broken[file] = why = refused.sentence()
        self._tell(Text("{file} cannot play: {why}", file=file, why=why))

    def _retire_broken(self) -> bool:
        """Find out who keeps others from playing. False if it is nobody here."""
        found = False
        for who in self.folder.playing:
            member = self.folder.members[who]
            if not member.file:
                continue
            check = BotCheck(self.folder.settings.plan([member.entrant]), time.time())
            while not check.is_over(time.time()):
                check.wait(PAUSE)
            if check.refused is not None:
                self.folder.retire(who)
                self._stale = found = True
                self._break(member.file, check.refused)
        return found
