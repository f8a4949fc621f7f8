"""A connection to a server: commands with their answers, events as they come, and no loss.

When a link breaks it dials again, takes its session up and repeats what was not answered; whoever
uses it sees only a notice `LOST` and a notice `BACK`. Knows no game; bytes are the links' matter.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from copy import copy
from random import random
from secrets import token_bytes
from typing import Self

import trio

from cardkit.client.links import AddressDial, Dial, Redial, Transport
from cardkit.client.log import ClientLog
from cardkit.client.messages import (
    Answer,
    Back,
    FoundFalse,
    Frame,
    Lost,
    Numbering,
    connection_lost,
    no_connection,
    not_cardkit,
    read_answer,
    refused_by_server,
    write_command,
)
from cardkit.client.pending_commands import Unanswered
from cardkit.fair import PlayerRole
from cardkit.netgame import Reason, Refused
from cardkit.protocol import Codec, LineCodec, Words, read_frame
from cardkit.protocol.client_commands import (
    BY_KEY,
    DisputeCommand,
    EnterCommand,
    FollowCommand,
    LanguageCommand,
    PingCommand,
    ProofsCommand,
    ProveCommand,
    QuitCommand,
    ResumeCommand,
    StateCommand,
    ViewsCommand,
    read_command,
)
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.frames import FrameCodec
from cardkit.protocol.messages import (
    Bye,
    CameBack,
    Challenge,
    Entered,
    Exited,
    HasQuit,
    Moved,
    Pong,
    sends_away,
)
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import EventMessage, Ok, OtherMessage, Refusal, Reply

PING_AFTER, LOST_AFTER = 20.0, 45.0
"""Seconds of silence after which a server is asked whether it is there, and is taken for gone."""
AT_TABLE = 2.0, 4.5
"""The same at a table: the server may be stopped, and the table go on at another one."""
PATIENCE = 300.0
"""Seconds for which a lost connection is dialled again before it is given up."""
FOLLOW_EVERY = 30.0
"""Seconds after one has followed a table to another server before one does so again."""
_PASSING = (
    ServerReason.SHUTTING_DOWN,
    ServerReason.TOO_MANY,
    ServerReason.TOO_SLOW,
    ServerReason.TRY_LATER,
)
"""What a server hangs up for, but not for ever."""
_TOLD = frozenset(
    ("STATE", "STAGE", "ASK", "HAND", "ADVICE", "CHAT", "HOST", "KICK", "CLOSE", "WARNING",
     "DEAL", "BYE")
)  # fmt: skip
"""What may follow an answer in its frame without belonging to it."""
_UNSEEN = ("PROOF", "TRAIL")
"""What is for the checks of the deals and the log alone."""


class Connection:
    """Made by `connect`. Say things with `say`; iterate over it for the frames that come."""

    def __init__(
        self,
        dial: Dial,
        jitter: Callable[[], float],
        patience: float,
        log: ClientLog | None = None,
        random_bytes: Callable[[int], bytes] = token_bytes,
    ) -> None:
        self.name = ""
        """Under which name one has entered; the server may have put `guest-` before it."""
        self.token = ""
        """The secret with which one can come back, also in another process: see `resume`."""
        self.numbering = Numbering()
        self._redial = Redial(dial, jitter, patience)
        self._dial = dial if isinstance(dial, AddressDial) else None
        """How the link that is used was dialled, if others of the house can be reached so, too."""
        self._next: Transport | None = None
        """A link to where the table is, to go on with instead of the one that is used."""
        self._followed = -math.inf
        self.log = log
        """Where all that is said and heard is written down."""
        self._unanswered = Unanswered()
        self._told, self._frames = trio.open_memory_channel[Frame](math.inf)
        self._outbox: trio.MemorySendChannel[bytes] | None = None
        self._up = False
        self._ended = False
        self._reason: Refused | None = None
        self._lost: Refused | None = None
        self._manner: dict[str, ClientCommand] = {}
        self._language = "en"
        self.fair = PlayerRole("", random_bytes)
        """Takes part in the deals of the table one is at, and checks them."""
        self._heard = self._ahead = 0.0
        self._is_new = True
        """Whether nothing was heard yet over the link that is used."""
        self._ping = self._resume = self._refresh = self._proofs = ""
        self._forsaken = 0
        """How often a link was given up before one was back over it: that may still come about, and
        look as if another had taken one's place."""

    # --- what one does with it ---------------------------------------------------------------

    async def enter(
        self, name: str = "", password: str = "", sign: Callable[[bytes], str] | None = None
    ) -> Answer:
        """Come in: as a guest, with a password, or with a key that signs the challenge."""
        if sign is not None:
            reply = (await self.say(EnterCommand(name, BY_KEY))).reply
            if not isinstance(reply, Challenge):
                raise not_cardkit()
            try:
                return await self.say(ProveCommand(sign(bytes.fromhex(reply.challenge))))
            except ValueError:
                raise not_cardkit() from None
        return await self.say(EnterCommand(name or None, password or None))

    async def resume(self, token: str) -> Answer:
        """Come back as the participant whose token this is."""
        answer = await self.say(ResumeCommand(token))
        self.token = token
        return answer

    async def say(self, command: ClientCommand | str = "", *more: str | int) -> Answer:
        """Say a command and wait for its answer, or raise `Refused`. One of a game is a line, or
        words; one to the server may be, too.

        Over a lost connection it waits until the server is back, and is carried out once.
        """
        if isinstance(command, ClientCommand):
            said = command.words()
        else:
            said = [command, *map(str, more)] if more else command.split()
        if not said:
            raise Refused(Reason.NOT_A_COMMAND, "nothing was said; a command begins with a word")
        async with self._unanswered.few:
            if self._ended:
                raise copy(self._reason) if self._reason else no_connection()
            tag = self._unanswered.new_tag()
            data = write_command([tag, *said])
            self._unanswered.add(tag, data)
            self._log_said([tag, *said])
            if self._up:
                self._send(data)
            answer = await self._unanswered.answer_to(tag)
        with suppress(Refused):  # another server may take more words than this one knows
            self._keep_to(read_command(said))
        return answer

    def _keep_to(self, command: ClientCommand | None) -> None:
        """What was agreed upon is said again over each new link."""
        if isinstance(command, LanguageCommand):
            self._language = command.language
        if isinstance(command, LanguageCommand | ViewsCommand):
            self._manner[command.kind] = command

    def refresh(self) -> None:
        """Ask for the whole state, unless that was done; it comes as `STATE` with the frames."""
        if self._up and not self._refresh:
            self._refresh = self._mention(StateCommand())

    async def quit(self) -> None:
        """Leave the table and the server. Who only closes the connection can still come back."""
        with trio.move_on_after(2):
            with suppress(Refused):
                await self.say(QuitCommand())
        self._end(None)

    def server_time(self) -> float:
        """The clock of the server, by which deadlines are told; exact to the time of a message."""
        return trio.current_time() + self._ahead

    @property
    def ended(self) -> bool:
        """Whether nothing comes any more, and nothing can be said."""
        return self._ended

    @property
    def pending(self) -> bool:
        """Whether there are frames already that have not been looked at."""
        return self._frames.statistics().current_buffer_used > 0

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Frame:
        """The next frame; after the last the reason is raised, unless one has left oneself."""
        try:
            return await self._frames.receive()
        except trio.EndOfChannel:
            if self._reason is not None:
                raise copy(self._reason) from None
            raise StopAsyncIteration from None

    # --- one link after the other ------------------------------------------------------------

    async def _run(self, link: Transport) -> None:
        first, before = self._dial, None
        while True:
            following = None
            try:
                await self._use(link)
                following = None if self._ended else self._next
            finally:
                done = (before,) if following else (before, link, self._next)
                with trio.CancelScope(shield=True):
                    for each in done:
                        if each is not None:
                            await each.close()
            if following is not None:
                # The link before is not closed yet: whoever hangs up there first is away.
                link, before, self._next = following, link, None
                continue
            before, self._dial = None, first
            if not self.token:
                self._end(self._lost or no_connection())
            if self._ended:
                return
            self._notice_loss()
            try:
                link = await self._redial.link()
            except Refused as refused:
                self._end(refused)
                return

    async def _use(self, link: Transport) -> None:
        """Speak over this link until it breaks, or until somebody hangs up."""
        self._outbox, outgoing = trio.open_memory_channel[bytes](math.inf)
        self._heard, self._is_new = trio.current_time(), True
        self._lost, self._refresh = None, ""
        codec: Codec = FrameCodec()
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(_write, link, outgoing)
            nursery.start_soon(self._keep_alive, link)
            self._begin()
            while not self._ended and self._lost is None and (data := await link.receive()):
                self._heard, self._is_new = trio.current_time(), False
                if data.startswith(b"BYE "):  # who is turned away at the door is told in text
                    codec = LineCodec()
                try:
                    for frame in codec.frames(data):
                        self._hear(frame)
                except Refused:
                    self._end(not_cardkit())
            nursery.cancel_scope.cancel()
        self._outbox, self._up = None, False
        self._forsaken += bool(self._resume)

    def _begin(self) -> None:
        """The first words over a link: at once, or a silent client is taken for a person."""
        self._ping = self._mention(PingCommand())
        self._proofs = self._mention(ProofsCommand("on"))
        if self._dial is not None:
            self._mention(FollowCommand("on"))
        for command in self._manner.values():
            self._mention(command)
        if self.token:
            self._resume = self._mention(ResumeCommand(self.token, self.numbering.last))
        else:
            self._repeat_unanswered()

    def _repeat_unanswered(self) -> None:
        self._up = True
        for data in self._unanswered:
            self._send(data)

    async def _keep_alive(self, link: Transport) -> None:
        """Ask a silent server whether it is there; hang up when it stays silent."""
        while True:
            at_table = self.numbering.last is not None
            ping_after, lost_after = AT_TABLE if at_table else (PING_AFTER, LOST_AFTER)
            if at_table and self._is_new:  # it was asked first of all
                lost_after = ping_after
            now, heard = trio.current_time(), self._heard
            if now >= heard + lost_after:
                break
            if now >= heard + ping_after:
                self._ping = self._mention(PingCommand())
                await trio.sleep_until(min(now + ping_after, heard + lost_after))
            else:  # there may be a table soon
                await trio.sleep_until(min(heard + ping_after, now + AT_TABLE[0]))
        await link.close()

    def _follow(self, host: str, port: int) -> None:
        """The table is served elsewhere: go there, but not in circles."""
        if self._dial is None or not self.token:
            return
        there, now = self._dial.at(host, port), trio.current_time()
        if there != self._dial and now >= self._followed + FOLLOW_EVERY:
            self._followed = now
            self._nursery.start_soon(self._go_to, there, self._nursery)

    async def _go_to(self, there: AddressDial, nursery: trio.Nursery) -> None:
        """Where it cannot be reached all goes on over the link that is used."""
        with suppress(Refused, ValueError, OverflowError):  # the latter of what is no address
            self._next = await there()
            self._dial = there
            nursery.cancel_scope.cancel()

    def _notice_loss(self) -> None:
        if self._redial.begin():
            return  # it was lost again before it was back
        lost = self._lost or connection_lost()
        self._tell([Lost(str(lost.reason), lost.text(self._language))])

    def _end(self, reason: Refused | None) -> None:
        """Here it ends; one's own QUIT needs no reason."""
        if self._ended:
            return
        self._ended, self._reason = True, reason
        self._unanswered.settle_all(reason)
        self._told.close()

    # --- what comes --------------------------------------------------------------------------

    def _hear(self, heard: Sequence[Words]) -> None:
        answered = False
        told: Frame = []
        if self.log is not None:
            self.log.heard(heard)
            if lost := self.log.take_failure():
                told.append(Refusal(str(lost.reason), lost.text(self._language)))
        frame = read_frame(heard)
        for at, message in enumerate(frame):
            match message:
                case Ok(tag=str(tag)) | Refusal(tag=str(tag)) if tag:
                    answered = True
                    self._hear_answer(message, frame[at + 1 :])
                case Moved(host, port):
                    self._follow(host, port)
                case Bye(code, sentence):
                    self._hear_bye(refused_by_server(code, sentence))
                case OtherMessage(kind="BYE"):
                    self._hear_bye(not_cardkit())
                case EventMessage():
                    told.append(message)
                case _ if sends_away(message, self.name):
                    self.numbering.last = None
                    told.append(message)
                case _ if message.head in _TOLD or not (answered or message.head in _UNSEEN):
                    told.append(message)
        told, missing = self.numbering.in_order([*told, *self._check_deals(frame)])
        if missing:
            self.refresh()
        if told:
            self._tell(told)

    def _check_deals(self, frame: Frame) -> Frame:
        """Contribute to deals, and check what is told of them; what is false goes to all."""
        answers, false = self.fair.hear(frame)
        for answer in answers:
            self._mention(answer)
        for finding in false:
            self._mention(DisputeCommand(finding.deal or 0, str(finding.text)))
        return [FoundFalse(finding.deal or 0, finding.text) for finding in false]

    def _tell(self, frame: Frame) -> None:
        if not self._ended:
            self._told.send_nowait(frame)

    def _hear_answer(self, message: Ok | Refusal, more: Frame) -> None:
        tag = message.tag
        answer = read_answer(message, [m for m in more if m.head not in ("DEAL", *_UNSEEN)])
        if isinstance(answer, Answer):
            self._note(answer.reply)
        if tag == self._resume:
            self._come_back(answer)
        elif tag == self._refresh:
            self._refresh = ""
        elif tag == self._proofs:
            self.fair.promised = isinstance(answer, Answer)
        elif self._unanswered.settle(tag, answer):
            pass
        elif tag == self._ping and isinstance(answer, Answer):
            self._set_clock(answer.reply)

    def _note(self, reply: Reply) -> None:
        """What an answer means for the connection itself."""
        match reply:
            case Entered(name, token):
                self.name = self.fair.name = name
                self.token = token
            case CameBack(name):
                self.name = self.fair.name = name
            case Exited():
                self.numbering.last = None
            case HasQuit():
                self._end(None)

    def _come_back(self, answer: Answer | Refused) -> None:
        self._resume = ""
        if isinstance(answer, Answer):
            if self._redial.end():
                self._tell([Back()])
            self._repeat_unanswered()
        elif answer.reason in _PASSING:
            self._lost = answer
        else:
            self._end(answer)

    def _hear_bye(self, reason: Refused) -> None:
        if reason.reason in _PASSING:
            self._lost = reason
        elif reason.reason == ServerReason.TAKEN_OVER and self._forsaken:
            self._forsaken -= 1
            self._lost = reason
        else:
            self._end(reason)

    def _set_clock(self, reply: Reply) -> None:
        if isinstance(reply, Pong):
            self._ahead = reply.time - trio.current_time()

    # --- what goes ---------------------------------------------------------------------------

    def _mention(self, command: ClientCommand) -> str:
        """Say something for whose answer nobody waits; its tag."""
        tag, words = self._unanswered.new_tag(), command.words()
        self._log_said([tag, *words])
        self._send(FrameCodec.command([tag, *words]))
        return tag

    def _log_said(self, words: list[str]) -> None:
        if self.log is not None:
            self.log.said(words)

    def _send(self, data: bytes) -> None:
        if self._outbox is not None:
            self._outbox.send_nowait(data)


@asynccontextmanager
async def connect(
    dial: Dial,
    *,
    jitter: Callable[[], float] = random,
    patience: float = PATIENCE,
    log: ClientLog | None = None,
    random_bytes: Callable[[int], bytes] = token_bytes,
) -> AsyncIterator[Connection]:
    """A connection to the server that `dial` reaches; the first time it must be there at once.

    `jitter` is a number from 0 to 1 drawn by lot, so that not all clients come back together;
    `random_bytes` draws what one gives to the deals. The log is closed at the end.
    """
    try:
        link = await dial()
        connection = Connection(dial, jitter, patience, log, random_bytes)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connection._run, link)
            try:
                yield connection
            finally:
                nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        if len(group.exceptions) > 1:
            raise
        only = group.exceptions[0]  # what the caller raised, as the caller raised it
        raise only from only.__cause__
    finally:
        if log is not None:
            log.close()


async def _write(link: Transport, outgoing: trio.MemoryReceiveChannel[bytes]) -> None:
    """One task writes, so that a caller who gives up waiting leaves no half of a frame behind."""
    async for data in outgoing:
        await link.send(data)
