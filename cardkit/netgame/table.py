"""NetGame: any networked turn game as a pure state machine, one instance per table.

`apply(who, what, at)` is the only way the state changes. No cards, no I/O, no clock, no chance:
time comes with the input, chance from the injected dealer. Who waits and watches is in `people`,
who is missing in `absence`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NoReturn, Self

from cardkit.netgame import absence, people
from cardkit.netgame.absence import Deed
from cardkit.netgame.command import Command, Offer, read_line
from cardkit.netgame.conditions import did_you_mean, shown
from cardkit.netgame.course import Course, Entry
from cardkit.netgame.events import Event
from cardkit.netgame.refusal import Reason, Refused
from cardkit.netgame.roles import Role, Status
from cardkit.netgame.settings import Fault
from cardkit.netgame.texts import Text

_HERE = Status.HERE


class NetGame(Course, abstract=True):
    """The base of all games. Subclass `cardkit.cardgame.CardGame` for a game with cards."""

    _unchecked: ClassVar[bool] = True
    """Whether what an open offer admits needs no further check."""

    # --- a table -----------------------------------------------------------------------------

    @classmethod
    def play(
        cls, names: Sequence[str], preset: str = "", options: Mapping[str, Any] = {}, **how: Any
    ) -> Self:
        """A table with these players seated and the first game begun."""
        table = cls(preset, options, **how)
        for name in names:
            table.apply(name, "ENTER")
            table.apply(name, "LOGIN")
        table.apply("", "START")
        return table

    def copy_for_match(self, key: bytes) -> Self:
        """A copy of this table, at which no game was begun, for a match drawn with this key."""
        twin = self.copy()
        twin.key = key
        return twin

    def keep_journal(self, last: int) -> None:
        """Keep no more than the last inputs; whoever needs the others writes them down."""
        self.journal = deque(self.journal, maxlen=last)

    def leave_to_robots(self, player: str) -> None:
        """From now on all seats but this player's are robots', and no time that ran out counts."""
        self.people = dict.fromkeys(self.names, Role.ROBOT) | {player: Role.PLAYER}
        self.status = [_HERE if name == player else Status.ROBOT for name in self.names]
        self.grace, self.back_by = {}, 0.0
        self.deadline, self.suspended = None, False

    # --- inputs ------------------------------------------------------------------------------

    def apply(self, who: str, what: str, at: float = 0.0) -> tuple[Event, ...]:
        """Carry out one input wholly and tell what it caused, or raise `Refused` unchanged.

        `who` is a participant, or empty for the world outside: LOST, BACK, RESTART, TIME, ROBOT,
        FORFEIT, FILL, START. `what` is a command or the line of one. `at` is the time in seconds.
        """
        if not who:
            start = what == "START" and who == ""  # None is not the world
            return self._start(at) if start else self._apply_other(who, what, at)
        seat = self.seat_of.get(who, -1)
        offers = self._offers.get(seat) or self.legal(seat)
        command: Command | Offer | None
        try:
            command = offers[offers.index(what)]  # the table's own, never the caller's object
        except ValueError:
            command = self._open_offer(offers, what) if self._unchecked else None
        if not isinstance(command, Command) or self.forfeits or self.status[seat] is not _HERE:
            return self._apply_other(who, what, at)
        if at > self.time:
            self.time = at
        self.journal.append((who, command, at))
        if self.listening:
            self.events = []
            self._carry_out(seat, command)
        else:
            self._offers = {}
            self.act(seat, command)
        if self.clock.move:
            self._set_deadline()
        return self._tell() if self.listening else ()

    def _start(self, at: float) -> tuple[Event, ...]:
        """The short way of START, which a simulation says once a game."""
        if not people.check_start(self):  # somebody has left, and has to be swept away
            return self._apply_other("", "START", at)
        if at > self.time:
            self.time = at
        self.journal.append(("", "START", at))
        self.events, self._offers = [], {}
        self.begin_game()
        if self.clock.move:
            self._set_deadline()
        return self._tell() if self.listening else ()

    def _apply_other(self, who: str, what: str, at: float) -> tuple[Event, ...]:
        """Everything but a listed command: the rarer and slower inputs."""
        try:
            entry, deed = self._admit(who, what, at)
        except Refused as refused:
            if not self._is_fault(who, what):
                raise
            if refused.reason == Reason.NOT_A_COMMAND and (type(what) is not str or what):
                return self._apply_other(who, "", at)  # the journal keeps nothing but text
            entry, deed = self._punish(who, what, refused)
        self.time = max(self.time, at)
        self.journal.append((*entry, at))
        self.events = []
        asked = self.awaited
        deed()
        self._offers = {}
        if self.awaited is not asked or self.deadline is None:
            self._set_deadline()
        return self._tell() if self.listening else ()

    def _admit(self, who: str, what: str, at: float) -> tuple[tuple[str, str], Deed]:
        """Check an input; what goes into the journal, and what to do."""
        words = read_line(what)
        verb = words[0]
        if not isinstance(who, str):  # nothing but an empty name is the world
            raise Refused(
                Reason.NOT_HERE, "{name} is not at this table; ENTER first", name=shown(who)
            )
        if verb in people.WORDS and (who or verb == "START"):
            deed = people.WORDS[verb](self, who, words)
            return (who, " ".join(words)), self._announced(who, words, deed) if who else deed
        if not who:
            if verb not in absence.WORDS:
                raise Refused(
                    Reason.UNKNOWN_WORD,
                    "{verb} is not something that happens to a table; it knows {known}",
                    verb=verb[:40],
                    known=", ".join(("START", *absence.WORDS)),
                )
            return (who, " ".join(words)), absence.WORDS[verb](self, words, at)
        seat = self._asked_seat(who)
        command = self.find(seat, words)
        return (who, command), partial(self.answer, seat, command)

    def _asked_seat(self, who: str) -> int:
        """The seat of a player whose answer is awaited, or a refusal."""
        if who not in self.seat_of:
            known = who in self.people
            raise Refused(
                Reason.NOT_A_PLAYER if known else Reason.NOT_HERE,
                "{name} does not play; LOGIN first"
                if known
                else "{name} is not at this table; ENTER first",
                name=shown(who),
            )
        if not self.playing:
            raise Refused(Reason.WRONG_PHASE, "no game is under way; START begins one")
        if self.suspended:
            raise Refused(Reason.SUSPENDED, "the game is suspended until all players are back")
        seat = self.seat_of[who]
        if seat in self.forfeits:
            raise Refused(Reason.FORFEITED, "you gave up this game; the next one is yours again")
        if self.status[seat] is not _HERE:
            raise Refused(Reason.NOT_HERE, "{name} is away and cannot play until back", name=who)
        if seat not in self.awaited:
            names = ", ".join(self.names[s] for s in self.awaited)
            raise Refused(Reason.NOT_YOUR_TURN, "it is not your turn; it is {names}'s", names=names)
        return seat

    def find(self, seat: int, words: list[str]) -> Command:
        """The offered command that these words stand for, or a refusal that says why not."""
        return self._find(seat, words) or self.explain(seat, words)

    def _find(self, seat: int, words: list[str]) -> Command | None:
        """The offered command that these words stand for, however they are written."""
        words = self.normalise(words)
        line, offers = " ".join(words), self.legal(seat)
        for offer in offers:
            if isinstance(offer, Command):
                if offer == line:
                    return offer
            elif (command := offer.admit(words)) is not None:
                return command
        return None

    def _open_offer(self, offers: Sequence[Command | Offer], what: str) -> Command | None:
        """The command that is written as one of the open offers allows."""
        for offer in offers:
            if isinstance(offer, Offer) and offer.made is what:
                return offer.made
        words = str.split(what, " ") if isinstance(what, str) else [""]
        for offer in offers:
            if isinstance(offer, Offer) and offer.verb == words[0]:
                return offer.admit(words)
        return None

    def _carry_out(self, seat: int, command: Command) -> None:
        self._offers = {}
        if self.listening:
            known, place = self.who_knows(command), len(self.events)
            self.told += 1
            number = self.told
            self.act(seat, command)
            self.events.insert(place, self.action(number, seat, command, known))
        else:
            self.act(seat, command)

    def _announced(self, who: str, words: list[str], deed: Deed) -> Deed:
        def announce() -> None:
            self.emit("ACTION", who, *words)
            deed()

        return announce

    def answer(self, seat: int, command: Command) -> None:
        """Carry out the answer of a player who is asked."""
        self.deadline = None  # every answer starts the clock anew
        self._carry_out(seat, command)

    def _is_fault(self, who: str, what: str) -> bool:
        """Whether the table's rule is to punish this rather than to ask again."""
        if self.fault.illegal == "ask" or not who:
            return False
        try:
            self._asked_seat(who)
            return read_line(what)[0] not in people.WORDS
        except Refused as refused:
            return refused.reason == Reason.NOT_A_COMMAND

    def _punish(self, who: str, what: str, fault: Refused) -> tuple[tuple[str, str], Deed]:
        """The journal keeps the line itself, so that a replay warns and punishes alike."""
        seat, line = self.seat_of[who], " ".join(read_line(what)) if what else ""

        def deed() -> None:
            said = (who, str(fault.reason), fault.text())
            self.emit("WARNING", *said, only=seat)  # it may name the hand
            if self.fault.illegal == "forfeit":
                absence.give_up(self, seat)
            else:
                self.answer_for(seat, mild=True)

        return (who, line), deed

    def pass_for(self, who: str, what: str, at: float = 0.0) -> tuple[Event, ...]:
        """Take a line that is illegal as a table does whose rule for that is a pass."""
        rule, self.fault = self.fault, Fault(illegal="pass")
        try:
            return self.apply(who, what, at)
        finally:
            self.fault = rule

    def answer_for(self, seat: int, *, mild: bool) -> None:
        """Play for somebody who does not: the mildest answer, or one drawn by lot."""
        self.answer(seat, absence.choose_for(self, seat, mild=mild))

    # --- what is legal -----------------------------------------------------------------------

    def legal(self, seat: int) -> tuple[Command | Offer, ...]:
        """What the player in this seat may say now; kept until the next input."""
        offers = self._offers.get(seat)
        if offers is None:
            if seat not in self.awaited or self.suspended:
                return ()
            offers = self._offers[seat] = tuple(self.offers(seat))
        return offers

    def check(self, who: str, what: str, at: float = 0.0) -> None:
        """Raise `Refused` if `apply` would refuse or punish this input."""
        self._admit(who, what, at)

    def can(self, who: str, what: str, at: float = 0.0) -> bool:
        """Whether this input would be carried out as it stands."""
        try:
            self.check(who, what, at)
        except Refused:
            return False
        return True

    def is_word(self, word: str) -> bool:
        """Whether a word means something in a command, so that no player may be called so."""
        return word.upper() in (*people.WORDS, *absence.WORDS, *self.verbs, "WATCH")

    def normalise(self, words: list[str]) -> list[str]:
        """Override to write the words of a command in their one form."""
        return words

    # --- what a game defines -----------------------------------------------------------------

    def offers(self, seat: int) -> Iterable[Command | Offer]:
        """Override to answer: what may this player do now?"""
        raise NotImplementedError

    def act(self, seat: int, command: Command) -> None:
        """Override to carry out a command that was offered."""
        raise NotImplementedError

    def explain(self, seat: int, words: list[str]) -> NoReturn:
        """Override to say why these words are not among what is offered."""
        offered = self.legal(seat)
        verbs = list(dict.fromkeys(o.verb for o in offered))
        if words[0] not in verbs:
            raise Refused(
                Reason.NOT_NOW if words[0] in self.verbs else Reason.UNKNOWN_WORD,
                "{verb} is not possible now{hint} You may say: {offers}",
                verb=words[0][:40],
                hint=did_you_mean(words[0], verbs) or Text("."),
                offers=self.in_words(offered),
            )
        raise Refused(
            Reason.AGAINST_THE_RULES,
            "that is not possible now. You may say: {offers}",
            offers=self.in_words(offered),
        )

    def in_words(self, offers: Sequence[Command | Offer]) -> str:
        """The first few offers, for a sentence."""
        shown = ", ".join(str(o) for o in offers[:6])
        more = len(offers) - 6
        return Text("{shown} or {more} more", shown=shown, more=more) if more > 0 else shown

    def replay(self, journal: Iterable[Entry]) -> Self:
        """Apply the inputs of a journal, in order."""
        for who, what, at in journal:
            self.apply(who, what, at)
        return self
