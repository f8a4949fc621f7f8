"""The bot runner: a bot that plays in the process of a table plays at a server, unchanged.

Finds a table, takes a seat, answers every question and tells of every game. A bot that breaks down
or says what is not allowed is reported, and something random is played instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import trio

from cardkit.cardgame import Bot, CardCommand, MatchStart, Offer, SeatedBot
from cardkit.client.connection import Connection
from cardkit.client.messages import FoundFalse, Frame, Lost, refused_by_server
from cardkit.client.player import TableState
from cardkit.netgame import (
    Below,
    Declaration,
    Reason,
    Refused,
    Text,
    open_offer,
    pick,
    plural,
    say,
)
from cardkit.netgame.knowledge import Knowledge
from cardkit.protocol import Message
from cardkit.protocol.client_commands import (
    DescribeCommand,
    ExitCommand,
    JoinCommand,
    KnowCommand,
    LoginCommand,
    OpenCommand,
    ReadyCommand,
    StartCommand,
    TablesCommand,
)
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.messages import (
    Closed,
    Description,
    HostSays,
    Kicked,
    Known,
    Late,
    Opened,
    Phase,
    Punished,
    ResultEvent,
    StageMessage,
    Table,
    sends_away,
)
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import EventMessage
from cardkit.reasons import LocalReason
from cardkit.registry import line_of

_MOST_TRIES = 20
_OF_HOUSE = ("robots", "advice", "pause", "title")
"""What a table can be opened with besides the options of its game."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BotAssignment:
    """What a bot is sent out to do: at which table, and for how long."""

    table: str = ""
    """The table to go to; without one, a table of this game with a free seat, or a new one."""
    game: str = ""
    preset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    start: int | None = None
    """Say START when so many players have a seat; 0 is as few as the game allows."""
    games: int = 0
    """Leave after so many games; 0 is the end of the match."""
    forever: bool = False


@dataclass(slots=True)
class BotRecord:
    """What a bot has done."""

    games: int = 0
    wins: int = 0
    moves: int = 0
    faults: int = 0
    """How often it broke down or said what was not allowed."""
    late: int = 0


@dataclass(slots=True)
class BotRunner:
    """One bot on its errand. The connection has entered already."""

    connection: Connection
    bot: type[Bot]
    """What plays: another one in each match."""
    errand: BotAssignment
    below: Below
    tell: Callable[[str], object] = print
    """Takes a line for each game, and one if players are missing."""
    warn: Callable[[str], object] = print
    """Takes a line, with a code, for each fault."""
    language: str = "en"
    in_thread: bool = True
    """Whether the bot thinks in a thread, so that it may take its time."""
    record: BotRecord = field(default_factory=BotRecord)
    state: TableState = field(init=False)
    _seated: SeatedBot | None = field(init=False, default=None)
    _tried: set[ClientCommand] = field(init=False, default_factory=set)
    _done: bool = field(init=False, default=False)
    _waits: bool = field(init=False, default=False)
    """Whether it was told that players are missing."""
    _described: str = field(init=False, default="")
    """The game whose declaration is known."""

    async def run(self) -> BotRecord:
        """Play until the errand is done, or raise `Refused`."""
        self.state = TableState(self.connection.name)
        await self._hear_all()
        await self._go_to_table()
        while not self._done:
            await self._hear_all()
            if self._done:
                break
            if not await self._act():
                self._hear(await anext(self.connection))
        return self.record

    # --- finding a table ---------------------------------------------------------------------

    async def _go_to_table(self) -> None:
        wanted, here = self.errand.table, self.state.table
        if here and (wanted == here or (not wanted and self.errand.game == self.state.game)):
            return  # an account that comes back is where it was
        if here:
            await self.connection.say(ExitCommand())
        if wanted:
            await self._check_game(wanted)
            await self.connection.say(JoinCommand(wanted))
            return
        mine: list[str] = []
        for _ in range(_MOST_TRIES):
            found = await self._free_tables() or mine
            if not found:
                mine = await self._open_table()
            # Others may have opened one at the same time: all go to the first.
            elif await self._sit_down(found[0]):
                return
        raise Refused(
            Reason.TABLE_FULL, "there is no free seat at any table of {game}", game=self.errand.game
        )

    async def _check_game(self, table: str) -> None:
        """A bot for one game has no business at a table of another."""
        for message in (await self.connection.say(TablesCommand())).messages:
            match message:
                case Table(name, game) if name == table and self.errand.game:
                    if game != self.errand.game:
                        raise Refused(
                            ServerReason.NO_SUCH_TABLE,
                            "{table} is a table of {theirs}, not of {game}",
                            table=table,
                            theirs=game,
                            game=self.errand.game,
                        )

    async def _free_tables(self) -> list[str]:
        errand = self.errand
        wanted = {"preset": errand.preset} if errand.preset else {}
        wanted |= {name: value for name, value in errand.options.items() if name not in _OF_HOUSE}
        free = []
        for message in (await self.connection.say(TablesCommand(errand.game))).messages:
            if isinstance(message, Table):
                fits = message.fits(wanted)
                if fits and message.phase not in ("playing", "suspended") and message.has_room():
                    free.append(message.name)
        return free

    async def _open_table(self) -> list[str]:
        errand = self.errand
        command = OpenCommand(errand.game, errand.preset, errand.options)
        reply = (await self.connection.say(command)).reply
        return [reply.table] if isinstance(reply, Opened) else []

    async def _sit_down(self, table: str) -> bool:
        """Go there and take a seat; somebody else may have been faster."""
        try:
            await self.connection.say(JoinCommand(table))
        except Refused as refused:
            if refused.reason == ServerReason.NO_SUCH_TABLE:
                return False
            raise
        try:
            await self.connection.say(LoginCommand())
        except Refused as refused:
            if refused.reason not in (Reason.TABLE_FULL, Reason.WRONG_PHASE):
                raise
            await self.connection.say(ExitCommand())
            return False
        return True

    # --- playing -----------------------------------------------------------------------------

    async def _act(self) -> bool:
        """Do what is to be done now; False when there is nothing but to wait."""
        state = self.state
        view = state.view
        if view is None:
            return False
        if state.legal:
            await self._answer()
            return True
        if view.phase == "playing":
            return False
        if view.seat is None:
            return await self._try(LoginCommand(), (Reason.WRONG_PHASE,))
        if state.name in state.not_ready():  # others want the next match
            return await self._try(ReadyCommand(), (Reason.WRONG_PHASE, Reason.NOT_NOW))
        start = self.errand.start
        if start is None or len(view.names) < start:
            return False
        return await self._try(StartCommand(), (Reason.WRONG_PHASE, Reason.TOO_FEW_PLAYERS))

    async def _try(self, command: ClientCommand, in_vain: Sequence[str]) -> bool:
        """Say something that may be too early, once until something has happened."""
        if command in self._tried:
            return False
        self._tried.add(command)
        try:
            await self.connection.say(command)
        except Refused as refused:
            if refused.reason not in in_vain:
                raise
            if refused.reason == Reason.TOO_FEW_PLAYERS and not self._waits:
                self._waits = True
                table, why = self.state.table, refused.text(self.language)
                self.tell(say("Waiting at {table}: {why}", self.language, table=table, why=why))
        return True

    async def _answer(self) -> None:
        """Say what the bot chooses, or something random where that is no good."""
        if self._described != self.state.game:
            await self._learn_game()
        question, offers = self.state.legal, self.state.offers()
        knowledge = await self._ask_knowledge() if self.bot.knowing else None
        if self.state.legal is not question:
            return  # it has changed in the meantime
        said = await self._choose(offers, knowledge)
        for _ in range(_MOST_TRIES):
            command = said or pick(offers, self.below)
            try:
                await self.connection.say(command)
            except Refused as refused:
                if self.connection.ended:
                    raise
                await self._hear_all()
                if self.state.legal is not question:
                    return  # it came too late: the question was another by then
                if said:
                    self._refuse(said, refused)
                said = ""
            else:
                self.state.legal = ()
                self.record.moves += 1
                return
        raise Refused(
            LocalReason.BAD_BOT,
            "nothing that is offered is accepted: {offers}",
            offers=", ".join(question)[:200],
        )

    async def _learn_game(self) -> None:
        """What the game declares says whether 7 is a number or a rank."""
        self._described = self.state.game
        try:
            told = (await self.connection.say(DescribeCommand(self.state.game))).messages
        except Refused as refused:  # an older server does not know the command
            if refused.reason == ServerReason.NO_CONNECTION:
                self._described = ""
            return
        for message in told:
            if isinstance(message, Description):
                self.state.declaration = Declaration.read(message.declaration)

    async def _ask_knowledge(self) -> Knowledge | None:
        """What the seat knows; None where it cannot be had, and the bot does without it."""
        try:
            reply = (await self.connection.say(KnowCommand())).reply
        except Refused:  # nobody is asked any more, or an older server does not know the command
            if self.connection.ended:
                raise
            reply = None
        await self._hear_all()
        return reply.knowledge if isinstance(reply, Known) else None

    async def _choose(
        self, offers: Sequence[CardCommand | Offer], knowledge: Knowledge | None
    ) -> str:
        """What the bot says, or nothing where that is no command of this question."""
        view = self.state.view
        assert view is not None
        try:
            bot = (self._seated or self._sit()).bot
            if knowledge is not None:
                bot.knows(knowledge)
            if self.in_thread:
                said: object = await trio.to_thread.run_sync(
                    bot.choose, view, offers, abandon_on_cancel=True
                )
            else:
                said = bot.choose(view, offers)
        except Exception as error:  # noqa: BLE001 - a bot is somebody else's code
            self._fault(self._broken(error))
            return ""
        text = str(said) if isinstance(said, str) else ""
        if text.split()[:1] and text.split()[0].upper() in {offer.verb for offer in offers}:
            return text
        if isinstance(said, Offer):
            self._refuse(said, open_offer(said))
            return ""
        wrong = Refused(
            Reason.NOT_NOW,
            "that is none of: {verbs}",
            verbs=", ".join(dict.fromkeys(offer.verb for offer in offers)),
        )
        self._refuse(said, wrong)
        return ""

    def _refuse(self, said: object, refused: Refused) -> None:
        """What the bot said is no good: its owner is told, and so is the bot."""
        self._fault(self._illegal(said, refused))
        self._let_hear(("WARNING", refused.reason, refused.text()))

    def _fault(self, refused: Refused) -> None:
        self.record.faults += 1
        self.warn(f"{refused.reason}: {refused.text(self.language)}")

    def _broken(self, error: Exception) -> Refused:
        return Refused(
            LocalReason.BAD_BOT,
            "the bot {bot} broke down: {kind}: {error}{line}",
            bot=self.bot.__name__,
            kind=type(error).__name__,
            error=error,
            line=line_of(error),
        )

    def _illegal(self, said: object, refused: Refused) -> Refused:
        return Refused(
            LocalReason.BAD_BOT,
            "the bot {bot} said “{command}”, which is refused with {code}: {why}",
            bot=self.bot.__name__,
            command=str(said)[:80],
            code=refused.reason,
            why=Text(refused.template, **refused.parts),
        )

    # --- listening ---------------------------------------------------------------------------

    async def _hear_all(self) -> None:
        """Take in what has come already, so that only the latest question is answered."""
        while self.connection.pending:
            self._hear(await anext(self.connection))

    def _hear(self, frame: Frame) -> None:
        self.state.hear(frame)
        me = self.state.name
        for message in frame:
            if isinstance(message, EventMessage):
                self._tried.clear()
            self._tell_bot(message)
            match message:
                case ResultEvent(game, names) if me in names:
                    self._tell_result(game, names)
                case Phase("results"):
                    self._done = self._is_done(match_over=message.is_match_over)
                case Late(name) if name == me:
                    self.record.late += 1
                case Punished(name, code, sentence) if name == me:
                    self.record.faults += 1
                    self.warn(f"{code}: {sentence}")
                case Lost(code, sentence):
                    self.warn(f"{code}: {sentence}")
                case HostSays(text):
                    self.tell(say("The host says: {words}", self.language, words=text))
                case FoundFalse(number, what):
                    self._tell_false(number, what)
                case Kicked(sentence=sentence) | Closed(sentence) if sends_away(message, me):
                    raise refused_by_server(ServerReason.NOT_AT_A_TABLE, sentence)

    def _tell_bot(self, message: Message) -> None:
        """The bot hears what a bot in the process of a table hears, in the same words."""
        match message:
            case EventMessage():
                words = message.words()[1:]
            case StageMessage() | Punished():
                words = message.words()
            case _:
                return
        if self.state.view is None or self.state.name not in self.state.view.names:
            return  # it only watches
        begins = isinstance(message, Phase) and (message.phase, message.more) == ("playing", 1)
        self._let_hear(words, begins=begins)

    def _let_hear(self, words: Sequence[Any], *, begins: bool = False) -> None:
        try:
            if begins:
                self._sit()
            if self._seated is not None:
                self._seated.hear(words)
        except Exception as error:  # noqa: BLE001 - a bot is somebody else's code
            self._fault(self._broken(error))

    def _sit(self) -> SeatedBot:
        """A match begins, or the bot comes to one that is under way."""
        state = self.state
        assert state.view is not None
        names = tuple(state.view.names)
        options = {n: tuple(v) if isinstance(v, list) else v for n, v in state.options.items()}
        seat = names.index(state.name)
        match = MatchStart(state.game, state.preset, options, names, seat, state.games)
        self._seated = SeatedBot(self.bot(self.below), match)
        return self._seated

    def _tell_false(self, number: int, what: str) -> None:
        """The table was told; whether to go on is for the owner of the bot to say."""
        text = say("false deal {number}: {what}", self.language, number=number, what=what)
        self.warn(f"FALSE_DEAL: {text}")

    def _is_done(self, *, match_over: bool) -> bool:
        if self.errand.forever or not self.record.games:
            return False
        return self.record.games >= self.errand.games if self.errand.games else match_over

    def _tell_result(self, game: int, names: Sequence[str]) -> None:
        view, me = self.state.view, self.state.name
        assert view is not None
        self.record.games += 1
        self.record.wins += names[0] == me
        points = view.scores[view.names.index(me)] if me in view.names else 0
        self.tell(
            say(
                "{name}, game {game}: place {place} of {players}, {points}",
                self.language,
                name=me,
                game=game,
                place=names.index(me) + 1,
                players=len(names),
                points=plural(points, "1 point", "{n:,} points"),
            )
        )
