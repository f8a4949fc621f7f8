"""A person's visit to a server: finds a table, plays there, goes on to the next, and leaves.

Between a connection and a front: what comes is told and shown, what is typed is carried out. Knows
no terminal, no server and no particular game.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import trio
from rich.text import Text as Styled

from cardkit.cardgame import CardGame
from cardkit.client.connection import Connection
from cardkit.client.deals import DealNews
from cardkit.client.look import Look
from cardkit.client.messages import Frame
from cardkit.client.move_list import what_is_missing
from cardkit.client.moves import Move, Unfinished, cards_in_words, read_move, split_words
from cardkit.client.player import SeatedPlayer, TableState
from cardkit.client.plays import Plays
from cardkit.client.scenes import Location, Menu, Scene, TableScene
from cardkit.client.slash import Leave, do_slash_word, is_slash_word, not_now
from cardkit.client.styled import fill, ink
from cardkit.client.table_finder import find_table
from cardkit.client.table_log import TableLog
from cardkit.client.user_interface import Typed, UserInterface
from cardkit.levels import Level
from cardkit.netgame import NetGame, Reason, Refused, say
from cardkit.protocol.client_commands import (
    CloseCommand,
    DescribeCommand,
    ExitCommand,
    GamesCommand,
    HereCommand,
    JoinCommand,
    LanguageCommand,
    LoginCommand,
    ReadyCommand,
    ScoresCommand,
    StartCommand,
    WatchCommand,
)
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.messages import Action, Description, Game, Scores, sends_away
from cardkit.protocol.reasons import ServerReason

ERROR = "bold red"
_TOO_EARLY = (Reason.WRONG_PHASE, Reason.TABLE_FULL, Reason.TOO_FEW_PLAYERS)


@dataclass(frozen=True, kw_only=True, slots=True)
class Destination:
    """What the person came for."""

    game: str = ""
    """A game, or the name of a table; without it there is a menu."""
    preset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    watch: bool = False
    level: str = ""
    """How well robots play at a table that is opened; as the server has it if it is empty."""
    alone: bool = False
    """Whether the server is the person's own, where nobody else ever comes."""


class TerminalSession:
    """One person at one server; the connection has entered already."""

    def __init__(
        self,
        connection: Connection,
        front: UserInterface,
        look: Look,
        wish: Destination,
        where: Location,
        game_class: Callable[[str], type[NetGame] | None] = lambda name: None,
    ) -> None:
        self.connection, self.front, self.look, self.wish = connection, front, look, wish
        self.where = where
        self.player = SeatedPlayer(connection)
        self.game_class = game_class
        self.plays = Plays()
        log = "" if connection.log is None else str(connection.log.path)
        self.deals = DealNews(connection.fair, signs=look.faces.signs, log=log)
        where.mark = self.deals.mark
        self._log = TableLog(connection.name, look, sums=front.sums)
        self._menu: Menu | None = None
        self._table = ""
        self._scene = TableScene(where, look, self.state, self.plays)
        self._wants_seat = False
        self._described: dict[str, Description | None] = {}
        """Games that are not installed here, as the server describes them; None: it was asked."""
        self._sitting = trio.CancelScope()
        """Ends when somebody else has ended the stay at a table."""
        self._answered = 0
        """The question that was answered last."""
        self._nursery: trio.Nursery | None = None

    @property
    def state(self) -> TableState:
        return self.player.state

    @property
    def moves(self) -> list[Move]:
        """What may be done now, numbered."""
        return self._scene.moves

    @property
    def result(self) -> list[Styled]:
        """How the last game ended."""
        return self._log.result

    @property
    def language(self) -> str:
        return self.look.language

    # --- from the door to the goodbye --------------------------------------------------------

    async def run(self) -> None:
        """Stay until the person leaves; raises `Refused`, in a group, when the server ends it."""
        try:
            async with trio.open_nursery() as self._nursery:
                self._nursery.start_soon(self._listen)
                self._nursery.start_soon(self._leave_at_once, self._nursery.cancel_scope)
                await self._stay()
        except* (Leave, EOFError):
            pass
        finally:
            await self.connection.quit()

    async def _leave_at_once(self, scope: trio.CancelScope) -> None:
        await self.front.left.wait()
        scope.cancel()

    async def _stay(self) -> None:
        await self._learn_titles()
        self._table = self.state.table  # who has an account may be at one already
        while True:
            if not self._table:
                await find_table(self)
            self._menu = None
            with trio.CancelScope() as self._sitting:
                while self._table:
                    self.refresh()
                    await self._obey(await self.front.line())

    async def _learn_titles(self) -> None:
        games = (await self.connection.say(GamesCommand())).messages
        titles = {game.name: game.title for game in games if isinstance(game, Game)}
        self._wear(replace(self.look, titles=titles))

    def _wear_game(self, name: str) -> None:
        """Tell and label the game at this table; the server describes one that is not installed."""
        game = self.game_class(name)
        if game is not None:
            self._wear(self.look.of_game(game))
        elif description := self._described.get(name):
            self._wear(self.look.described(description))
        else:
            self._wear(self.look.of_game(CardGame))
            if name not in self._described:
                self._described[name] = None
                self._soon(partial(self._learn_game, name))

    async def _learn_game(self, name: str) -> None:
        try:
            told = (await self.connection.say(DescribeCommand(name))).messages
        except Refused as refused:  # an older server does not know the command
            if refused.reason == ServerReason.NO_CONNECTION:
                del self._described[name]
            return
        found = [message for message in told if isinstance(message, Description)]
        if found:
            self._described[name] = found[0]
            self._wear_game(self.state.game)
            self.refresh()

    def _wear(self, look: Look) -> None:
        self.look = self._scene.look = self._log.look = look
        self.state.declaration = look.declaration

    # --- what happens ------------------------------------------------------------------------

    async def _listen(self) -> None:
        async for frame in self.player:
            self.hear(frame)

    def hear(self, frame: Frame) -> None:
        """Tell what happened, and show what it changed."""
        self.plays.hear(frame)
        kinds = [message.kind for message in frame]
        if "LOST" in kinds or "BACK" in kinds:
            self.where.lost = "BACK" not in kinds
        if "STATE" in kinds:
            self._wear_game(self.state.game)
        lines = self._log.tell(frame, self.state.view)
        self.front.tell(*lines, over=self._log.over)
        if news := self.deals.tell(frame, self.language):
            self.tell(*news)
        if "PHASE" in kinds and self.state.phase != "playing":
            self._sit_down_if_wanted()
            if self.state.match_over and self.state.view and self.state.view.game > 1:
                self._soon(self.tell_scores)
        me = self.connection.name
        if any(sends_away(message, me) for message in frame):
            self._stand_up()
            self._sitting.cancel()
        self._scene.notice(anew=any(isinstance(m, Action) and m.name == me for m in frame))
        self.refresh()

    def refresh(self) -> None:
        """Show the scene as it is now."""
        scene: Scene = self._scene if self._menu is None else self._menu
        self.front.show(scene)

    def show_menu(self, menu: Menu) -> None:
        self._menu = menu
        self.refresh()

    def _sit_down_if_wanted(self) -> None:
        view = self.state.view
        if self._wants_seat and view is not None and view.seat is None:
            self._soon(self.sit_down)

    def _soon(self, do: Callable[[], Awaitable[None]]) -> None:
        async def politely() -> None:
            try:
                await do()
            except Refused as refused:
                self.complain(refused)

        assert self._nursery is not None
        self._nursery.start_soon(politely)

    # --- going to a table --------------------------------------------------------------------

    async def go_to(self, table: str, *, watch: bool = False) -> None:
        """Join a table, and take a seat there unless one only watches."""
        self.player.state = TableState(self.connection.name)
        self.plays = Plays()
        self._scene = TableScene(self.where, self.look, self.state, self.plays)
        await self.connection.say(WatchCommand(table) if watch else JoinCommand(table))
        self._table = table
        self._wants_seat = not watch
        if not watch:
            await self.sit_down()

    async def sit_down(self) -> None:
        """Take a seat; when that is too early, as soon as it is possible."""
        try:
            await self.connection.say(LoginCommand())
        except Refused as refused:
            if refused.reason == Reason.ALREADY_A_PLAYER:
                return
            self.complain(refused)
            if refused.reason not in _TOO_EARLY:
                self._wants_seat = False
        else:
            self._wants_seat = False

    async def start(self) -> None:
        """Begin the game, if it can begin."""
        try:
            await self.connection.say(StartCommand())
        except Refused as refused:
            self.complain(refused)

    # --- what is typed -----------------------------------------------------------------------

    async def _obey(self, typed: Typed) -> None:
        text = typed.text.strip()
        try:
            if is_slash_word(text):
                await do_slash_word(self, text)
            elif text == "+":
                self._scene.page += 1
            elif self.where.lost:
                raise not_now()
            elif text:
                self._move(text, typed.question)
            elif typed.question == self._scene.question:
                self._go_on()
        except Refused as refused:
            self.complain(refused)

    def _go_on(self) -> None:
        """Enter alone: the only move there is, one's seat, or the next game."""
        view, moves = self.state.view, self.moves
        if len(moves) == 1 and not moves[0].is_open:
            self._answer(str(moves[0].offer))
        elif self.state.is_played_for:
            self._answer(HereCommand())
        elif view is not None and view.phase != "playing":
            begin = ReadyCommand() if self.state.match_over else StartCommand()
            self._answer(LoginCommand() if view.seat is None else begin)

    def _move(self, text: str, question: int) -> None:
        """Something to say at the table: a move, or whatever else the server understands."""
        if text.split()[0].isdigit() and question != self._scene.question:
            raise Refused(
                Reason.NOT_NOW, "what is asked has changed while you typed; look at the moves again"
            )
        try:
            command = read_move(text, self.moves, self.look.faces)
        except Unfinished as unfinished:
            self.tell(what_is_missing(unfinished.move, self.language))
            self.front.begin_line(unfinished.move.start)
            return
        words = split_words(text, self.look.declaration)
        if command is not None:
            self._answer(command)
        elif cards_in_words(words, self.look.declaration):  # none of the moves: the server says why
            verbs = [move.verb for move in self.moves if move.words or move.is_open]
            verbs.append(self.look.declaration.play)
            self._answer(" ".join([verbs[0], *words]).strip())
        else:
            self._soon(partial(self._say, " ".join(words)))

    def _answer(self, command: ClientCommand | str) -> None:
        """Answer a question, and never twice; nobody is kept waiting until it is heard."""
        question = self._scene.question
        if question and question == self._answered:
            return
        self._answered = question
        self._soon(partial(self._say, command))

    async def _say(self, command: ClientCommand | str) -> None:
        try:
            answer = await self.connection.say(command)
        except Refused:
            self._answered = 0
            raise
        if answer.words:
            self.tell(self.look.faces.words(_flat(answer.words)))

    # --- for words with a slash --------------------------------------------------------------

    async def leave_table(self, *, close: bool = False) -> None:
        """Back to the menu."""
        if self._table:
            await self.connection.say(CloseCommand() if close else ExitCommand())
        self._stand_up()

    def _stand_up(self) -> None:
        self._table = ""
        self.wish = Destination(alone=self.wish.alone, level=self.wish.level)

    def meet(self, level: Level) -> None:
        """Robots of this level, at the tables that are opened from now on."""
        self.wish = replace(self.wish, level=level)

    async def speak(self, language: str) -> None:
        """Another language from now on."""
        await self.connection.say(LanguageCommand(language))
        self._wear(replace(self.look, language=language))
        await self._learn_titles()

    async def tell_scores(self) -> None:
        reply = (await self.connection.say(ScoresCommand())).reply
        standings = reply.standings if isinstance(reply, Scores) else ()
        you = say("you", self.language)
        me, called = self.connection.name, self.look.called
        scores = [f"{you if name == me else called(name)} {points:,}" for name, points in standings]
        self.tell(fill("Points: {scores}", self.language, scores=", ".join(scores) or "–"))

    def tell(self, *lines: Styled) -> None:
        """Tell something that is no event of the table."""
        self._log.forget()
        self.front.tell(*lines)

    def complain(self, refused: Refused) -> None:
        """An error is one line: code and sentence. Without a connection it is the last one."""
        if self.connection.ended:
            raise refused
        self.tell(ink(f"{refused.reason}: {refused.text(self.language)}", ERROR))


def _flat(words: Sequence[object]) -> list[object]:
    return [part for word in words for part in (word if isinstance(word, list) else [word])]
