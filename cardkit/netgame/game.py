"""NetGame: any turn-based network game as a pure state machine, one instance per table.

`apply(who, what, at)` is the only way to change the state. No cards, no I/O, no clock, no
randomness: time comes with the input, random numbers from the injected dealer. `people` knows who
is at the table, `chance` makes random choices, and `inputs` handles inputs other than moves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from itertools import chain
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, Self

from cardkit.netgame.absence import (
    NOTICES,
    POLICIES,
    choose_for,
    end_grace,
    give_up,
    miss,
    welcome_overdue,
)
from cardkit.netgame.command import Below, Command, Offer, open_offer, pick, read_line
from cardkit.netgame.conditions import HUGE, Condition, did_you_mean, shown
from cardkit.netgame.dealer import Chance, Dealer, PlainDealer
from cardkit.netgame.declared import Declaration, Declared, Notice, Word
from cardkit.netgame.definition import (
    Option,
    Parts,
    ambiguous_names,
    check_fixed,
    check_used,
    fixed_settings,
    is_whole,
    misshapen_values,
    mistakes_of,
    options_of,
    rule_out,
    unknown_options,
    unused_settings,
    with_options,
    wrong_options,
)
from cardkit.netgame.events import (
    EVERYBODY,
    HIDDEN,
    NESTED,
    WATCHER,
    Event,
    EventLog,
    FactValue,
    Hidden,
    PlainFact,
    View,
    ViewParts,
    kept,
    read_fact,
)
from cardkit.netgame.inputs import PARTICIPANTS, TABLE_WORDS, WORLD, Effect, check_start
from cardkit.netgame.knowledge import Data, Knowledge, Reader, Writer
from cardkit.netgame.people import People, Status
from cardkit.netgame.refusal import Reason, Refused, RulesError
from cardkit.netgame.seating import NOTICES as SEATING_NOTICES
from cardkit.netgame.seating import next_people, not_ready, places_now
from cardkit.netgame.settings import Clock, Disconnect, Fault, Match, Seats
from cardkit.netgame.source import mentions, wrong_class
from cardkit.netgame.vocabulary import Vocabulary
from cardkit.texts import TOOLKIT, Catalogue, Text, Texts, joined, mistakes_in

Entry = tuple[str, str, float]
"""One accepted input in the journal: who, what, and when."""

_HERE, _AWAY = Status.HERE, Status.AWAY  # a member of an enum takes ten times as long
_COPIED: frozenset[Any] = frozenset((list, dict, set, People, Chance, EventLog))
_NOT_STATE = ("log", "journal", "names")
_MOST_BLANKS = 64


class NetGame:
    """The base of all games. Subclass `cardkit.cardgame.CardGame` for a game with cards."""

    # What a table keeps is named here, since Python is slower with objects that have more than 30
    # attributes beside their slots. A game may have as many others as it likes.
    __slots__: tuple[str, ...] = (
        "__dict__",
        "_command",
        "_has_clock",
        "_keeps_no_seat",
        "_not_own",
        "_offers",
        "_opened",
        "_opening",
        "_round",
        "_rules",
        "_worth",
        "answers",
        "awaited",
        "chance",
        "deadline",
        "facts",
        "first",
        "following",
        "forfeits",
        "game_no",
        "has_checks",
        "journal",
        "log",
        "match_over",
        "matches",
        "names",
        "order",
        "overdue",
        "people",
        "playing",
        "ranking",
        "scores",
        "secret",
        "suspended",
        "time",
    )

    title: ClassVar[str] = ""
    """The name of the game, as players read it."""
    declares: ClassVar[tuple[Declared, ...]] = (
        *TABLE_WORDS,
        *NOTICES,
        *SEATING_NOTICES,
        Notice(
            "TIE",
            "a player shares a place in a game with others",
            {"who": "the player", "place": "the place, from 1"},
            told="{who} shares place {place}",
            you="You share place {place}",
        ),
    )
    """The words, facts and notices of the game; a card game has those of its stages as well."""
    declaration: ClassVar[Declaration] = Declaration(declares)
    """All that is declared by the class, its bases and its conditions."""
    verbs: ClassVar[tuple[str, ...]] = ()
    """The first words of the commands that it declares."""
    mild: ClassVar[tuple[str, ...]] = ()
    """Those played for a player who breaks the rules, forfeits the game or does not answer: the
    first of these that is legal."""
    free: ClassVar[tuple[str, ...]] = ()
    """Those played before them for a player who is merely late."""
    presets: ClassVar[Mapping[str, Mapping[str, object]]] = {}
    """Named sets of options; the first is the default, and `""` sets nothing."""
    texts: ClassVar[Texts] = {}
    """For each language, translations of this game's English sentences."""
    catalogue: ClassVar[Catalogue] = TOOLKIT
    """All translations the game uses: its texts, those of its bases, then the toolkit's."""
    forms: ClassVar[Mapping[str, Mapping[str, object]]] = {}
    """Variants selected by the option `rules`, with the conditions they replace."""
    fixed: ClassVar[tuple[str, ...]] = ()
    """Options that nobody can choose, because the game would not work; `deck` stands for all of
    its deck."""
    impossible: ClassVar[Mapping[str, Mapping[str, object]]] = {}
    """Options that cannot be chosen together, each under the sentence that says why."""
    notes: ClassVar[tuple[str, ...]] = ()
    """Sentences for the rule sheet about rules that are only in the game's code."""
    scoring: ClassVar[tuple[str, ...]] = ()
    """Sentences for the rule sheet about scoring."""
    keeps: ClassVar[tuple[type, ...]] = ()
    """The classes of its own whose values it keeps in its attributes: named tuples, dataclasses and
    enumerations, which `knowledge` could not write otherwise."""
    _not_known: ClassVar[tuple[str, ...]] = (
        *("_command", "_has_clock", "_keeps_no_seat", "_not_own", "_offers", "_opened"),
        *("_round", "_rules"),
        *("answers", "chance", "facts", "has_checks", "journal", "log", "names", "people"),
    )
    """The slots that are none of what a seat knows: they follow from the rules and from the rest,
    belong to the outside world, or are written in a way of their own."""
    swings: ClassVar[tuple[int, ...]] = ()
    """Where teams play the same cards at two tables: the differences between the two, rising, from
    which a team gets one point more. Without any, the difference itself counts."""

    seats: Seats = Seats()
    """How many players there are."""
    match: Match = Match()
    """How many games a match has."""
    clock: Clock = Clock()
    """How long a move may take."""
    disconnect: Disconnect = Disconnect()
    """What happens when a player loses the connection."""
    fault: Fault = Fault()
    """What an illegal command costs."""

    _known: ClassVar[dict[str, type[Condition]]] = {
        c.key(): c for c in (Seats, Match, Clock, Disconnect, Fault)
    }
    _values: ClassVar[tuple[str, ...]] = (
        "title",
        "declares",
        "presets",
        "texts",
        "forms",
        "fixed",
        "impossible",
        "notes",
        "scoring",
        "keeps",
        "swings",
    )
    _has_points: ClassVar[bool] = False
    """Whether the game says what it is worth to each player."""
    has_checks: bool
    """Whether the game has its own checks for commands that an offer allows."""
    _kind_of_command: ClassVar[type[Command]] = Command
    """What `act` takes; other commands are made so in `answer`."""
    _abstract: ClassVar[bool] = True
    _is_hooks: ClassVar[bool] = True
    """Whether what stands in the class itself is there to be overridden."""
    _resolved: ClassVar[dict[str, Parts]] = {}
    _slots: ClassVar[tuple[str, ...]]
    """The names of all slots, those of the bases among them, and what finds what is in them."""
    _in_slots: ClassVar[attrgetter[tuple[Any, ...]]]
    _known_slots: ClassVar[tuple[str, ...]]
    """Those that a seat knows, and what finds them."""
    _in_known_slots: ClassVar[attrgetter[tuple[Any, ...]]]
    _blanks: ClassVar[dict[str, NetGame]] = {}
    """Tables at which nobody sits, by how they were opened."""

    def __init_subclass__(cls, abstract: bool = False, hooks: bool = False, **more: Any) -> None:
        super().__init_subclass__(**more)
        slots = (name for c in cls.__mro__ for name in vars(c).get("__slots__", ()))
        cls._slots = tuple(name for name in slots if name != "__dict__")
        cls._in_slots = attrgetter(*cls._slots)
        not_known = {name for c in cls.__mro__ for name in vars(c).get("_not_known", ())}
        cls._known_slots = tuple(name for name in cls._slots if name not in not_known)
        cls._in_known_slots = attrgetter(*cls._known_slots)
        cls._blanks = {}
        cls._abstract, cls._is_hooks = abstract or hooks, hooks
        cls._has_points = cls.points is not NetGame.points
        if cls._abstract:
            cls.catalogue = Catalogue(*cls._all_texts())
            cls.declaration = Declaration(cls.declared())
            return
        cls._resolved = {}
        misshapen = misshapen_values(cls, cls._values)
        declared = [*cls.declared()] if not misshapen else []
        declaration = Declaration(declared)
        words = dict.fromkeys(word.verb for word in declaration.words.values())
        verbs = tuple(verb for verb in words if verb not in PARTICIPANTS)
        of_words = {f"{what}_{verb.lower()}" for verb in verbs for what in ("check", "on")}
        mistakes = mistakes_of(cls, cls._known, cls.find_hooks(), of_words, cls._values)
        if misshapen:
            raise wrong_class(cls, [*mistakes, *misshapen])
        cls.catalogue = Catalogue(*cls._all_texts())
        mistakes += [each for texts in cls._all_texts() for each in mistakes_in(texts)]
        kinds = "Word(…), Fact(…), Notice(…) or Pile(…)"
        strange = [each for each in declared if not isinstance(each, Declared)]
        mistakes += [f"declares holds {shown(each)}; it takes {kinds}" for each in strange]
        cls.declaration, cls.verbs = declaration, verbs
        cls.mild = tuple(word.verb for word in declaration.words.values() if word.mild)
        cls.free = tuple(word.verb for word in declaration.words.values() if word.free)
        mistakes += cls.find_mistakes()
        for name, form in cls.forms.items():
            wrong = [key for key in form if not hasattr(cls, key)]
            mistakes += [f"form {name}: {key} is not a setting" for key in wrong]
        if is_whole(parts := cls.parts()):
            for name, chosen in cls.presets.items():
                wrong = wrong_options(parts, chosen, cls.forms)
                mistakes += [f"preset {name}: {each}" for each in wrong]
        if not mistakes:
            known = [parts, *({**parts, **form} for form in cls.forms.values())]
            mistakes += unknown_options(known, cls.fixed, cls.impossible)
        mistakes = mistakes or ambiguous_names(parts) + rule_out(parts, cls.impossible)
        mistakes = mistakes or cls.contradictions(parts) + unused_settings(parts)
        mistakes = mistakes or [*cls.declaration.mistakes()]
        if not mistakes:
            tables: list[tuple[str, str, dict[str, str]]]
            tables = [(f"preset {name}", name, {}) for name in cls.presets]
            tables += [(f"form {name}", "", {"rules": name}) for name in cls.forms]
            for what, preset, options in tables:
                try:
                    cls.with_options(preset, options)
                except Refused as refused:
                    mistakes.append(f"{what}: {refused.text()}")
        if mistakes:
            raise wrong_class(cls, mistakes)

    @classmethod
    def _all_texts(cls) -> list[Texts]:
        """Those of the class, and then those of its bases."""
        return [vars(base)["texts"] for base in cls.__mro__ if "texts" in vars(base)]

    @classmethod
    def declared(cls) -> Iterator[Declared]:
        """What the class and its bases declare, and the conditions it is made of."""
        for base in cls.__mro__:
            yield from vars(base).get("declares", ())
        for part in cls.parts().values():
            if isinstance(part, Condition):
                yield from part.declares

    @classmethod
    def own_words(cls) -> Iterator[Word]:
        """The words that the game itself declares, besides those of its stages and its table."""
        for base in cls.__mro__:
            if not vars(base).get("_abstract", True):
                yield from (
                    each for each in vars(base).get("declares", ()) if isinstance(each, Word)
                )

    @classmethod
    def find_hooks(cls) -> frozenset[str]:
        """The methods that games may override."""
        bases = [base for base in cls.__mro__ if vars(base).get("_abstract")]
        return frozenset(
            n for b in bases for n in vars(b) if n.startswith(("check_", "on_", "more_"))
        )

    @classmethod
    def find_mistakes(cls) -> list[str]:
        """Override to report mistakes in the class."""
        return [] if cls.title else ["title is missing; give the game a name, title = '…'"]

    @classmethod
    def parts(cls) -> Parts:
        """The conditions of this class by key, which options can change."""
        named = (n for c in reversed(cls.__mro__) for n in vars(c) if not n.startswith("_"))
        found = {name: getattr(cls, name) for name in dict.fromkeys(named)}
        return {n: v for n, v in found.items() if isinstance(v, Condition)}

    @classmethod
    def with_options(
        cls, preset: str = "", options: Mapping[str, object] = {}, *, reopened: bool = False
    ) -> Parts:
        """The conditions of a table with this preset and these options, or a refusal.

        What was opened before may have options that nobody can choose any more.
        """
        try:
            return cls._with_options(preset, options, reopened=reopened)
        except Refused as refused:
            refused.catalogue = cls.catalogue
            raise

    @classmethod
    def _with_options(cls, preset: str, options: Mapping[str, object], *, reopened: bool) -> Parts:
        if not isinstance(options, Mapping):
            raise Refused(
                Reason.BAD_OPTION,
                "options are a table of names and values, not {what}",
                what=shown(options),
            )
        if not isinstance(preset, str) or (preset and preset not in cls.presets):
            raise Refused(
                Reason.NO_SUCH_PRESET,
                "{preset} is not a preset of {title}{hint} It has: {known}",
                preset=shown(preset),
                title=Text(cls.title),
                hint=did_you_mean(shown(preset), list(cls.presets)) or Text("."),
                known=", ".join(cls.presets) or Text("none"),
            )
        if options or preset not in cls._resolved:
            own = cls.presets.get(preset, {})
            chosen = {**own, **options}
            form = {"rules": chosen["rules"]} if "rules" in chosen else {}
            if options and "rules" not in options:
                before = cls._with_options(preset, {}, reopened=reopened)
            else:
                before = with_options(cls.parts(), {**(own if options else {}), **form}, cls.forms)
            if not reopened:
                check_fixed(before, options, cls.fixed)
            parts = with_options(cls.parts(), chosen, cls.forms)
            wrong = [*map(Text, rule_out(parts, cls.impossible)), *cls.contradictions(parts)]
            if wrong:
                raise Refused(Reason.BAD_OPTION, "{wrong}", wrong=joined(wrong))
            if not reopened:
                check_used(parts, before)
            if options:
                return parts
            cls._resolved[preset] = parts
        return cls._resolved[preset]

    @classmethod
    def contradictions(cls, parts: Parts) -> list[str]:
        """Override to report conditions that contradict each other, in a class or at a table."""
        match: Match = parts["match"]
        if (match.play_to or match.low_wins) and not cls.gives_points(parts):
            return [Text("nothing gives points in this game: leave play_to and low_wins")]
        own = cls.on_match is not NetGame.on_match and cls.on_reseat is NetGame.on_reseat
        if own and parts["seats"].drop_in:
            return [
                Text(
                    "drop_in cannot be on in this game: it prepares matches in on_match, and does "
                    "not say in on_reseat what becomes of that when the players change"
                )
            ]
        return []

    @classmethod
    def own_classes(cls) -> tuple[type, ...]:
        """The game's class and those it inherits from, without those of the toolkit."""
        return tuple(b for b in cls.__mro__ if b is not object and not vars(b).get("_is_hooks"))

    @classmethod
    def gives_points(cls, parts: Parts) -> bool:
        """Whether the scores of a game with these parts can change, as far as that can be seen."""
        return cls.points is not NetGame.points or mentions(cls.own_classes(), "scores")

    @classmethod
    def options(cls, preset: str = "") -> dict[str, Option]:
        """Every option a host can choose, by name, with its value under this preset."""
        return cls.options_in(cls.with_options(preset))

    @classmethod
    def options_in(cls, parts: Parts) -> dict[str, Option]:
        """The options of a table with these parts, without those that the game withdraws."""
        fixed, every = fixed_settings(parts, cls.fixed), options_of(parts)
        return {name: o for name, o in every.items() if (o.key, o.setting) not in fixed}

    @classmethod
    def vocabulary(
        cls, players: Sequence[str], preset: str = "", options: Mapping[str, object] = {}
    ) -> Vocabulary:
        """Everything that players of these names can say at a table with these options."""
        return Vocabulary(players, {}, cls.own_words())

    # --- a table ---------------------------------------------------------------------------------

    def __init__(
        self,
        preset: str = "",
        options: Mapping[str, object] = {},
        *,
        key: bytes | str = b"",
        dealer: Callable[[bytes], Dealer] = PlainDealer,
        journal: bool = True,
        reopened: bool = False,
    ) -> None:
        rules = dict.fromkeys(self._known) | self.with_options(preset, options, reopened=reopened)
        self._opened: tuple[str, Mapping[str, object]] = preset, options
        for name, condition in rules.items():
            setattr(self, name, condition)  # not by __dict__: Python is slower once it is there
        self._rules = self._not_own = frozenset(rules)
        # Read at every move, and Python is quick only with names that the class does not have.
        self._command, self._has_clock = self._kind_of_command, self.clock.move > 0
        self.has_checks = False
        self._keeps_no_seat = POLICIES[self.disconnect.policy].after_game is not None
        self.people: People = People()
        """Who is at the table, and in which seat."""
        self.names: list[str] = self.people.names
        """The names of the players, by seat."""
        self.chance: Chance = Chance(key.encode() if isinstance(key, str) else key, dealer)
        """Random choices, the same in every replay."""
        self.journal: list[Entry] | deque[Entry] = [] if journal else deque(maxlen=0)
        """All inputs so far: who, what, and when."""
        # The match.
        self.matches = 0
        self.game_no: int = 0
        """The number of the game in its match, from 1."""
        self.match_over: bool = False
        self.order: tuple[int, ...] = ()
        """The seats in the order of play."""
        self._round: tuple[int, ...] = ()  # the order from the first player on, as last asked for
        self.following: list[int] = []
        """For each seat, the next seat in the order of play."""
        self.first: int = 0
        """The seat that begins."""
        self.scores: list[int] = []
        """The points in the match, for each seat."""
        self.ranking: tuple[int, ...] = ()
        """The seats from best to last in the last finished game; `place_of` tells who share."""
        self._opening: list[int] = []  # the scores with which the game was begun
        self._worth: dict[int, int] = {}  # what ranked them, where equal ones share a place
        # The game.
        self.playing: bool = False
        """Whether a game is under way."""
        self.suspended = False
        self.overdue: tuple[int, ...] = ()
        """The seats whose time is up, where the game is suspended until they answer."""
        self.forfeits: list[int] = []
        """The seats that have forfeited this game."""
        self.facts: dict[str, FactValue] = {}
        """Public state other than cards."""
        self.awaited: tuple[int, ...] = ()
        """The seats whose turn it is."""
        self.answers: dict[int, Command] | None = None
        """What those who were asked at once have answered so far; None if nobody was."""
        self.secret = False
        self.deadline: float | None = None
        self.time = 0.0
        self._offers: dict[int, tuple[Any, ...]] = {}  # with commands of the game's own kind
        self.log: EventLog = EventLog()
        """The events of the last input."""

    @classmethod
    def play(
        cls,
        names: Sequence[str],
        preset: str = "",
        options: Mapping[str, object] = {},
        *,
        key: bytes | str = b"",
        dealer: Callable[[bytes], Dealer] = PlainDealer,
        journal: bool = True,
    ) -> Self:
        """A table with these players seated and the first game begun."""
        table = cls(preset, options, key=key, dealer=dealer, journal=journal)
        for name in names:
            table.apply(name, "ENTER")
            table.apply(name, "LOGIN")
        table.apply("", "START")
        return table

    @property
    def listening(self) -> bool:
        """Whether `apply` returns events. Off by default: simulations need none, and run faster."""
        return self.log.listening

    @listening.setter
    def listening(self, listening: bool) -> None:
        self.log.listening = listening

    @property
    def told(self) -> int:
        """The number of the last event."""
        return self.log.told

    @property
    def phase(self) -> str:
        """`preparing` before the first game, `playing`, or `results` between games."""
        return "playing" if self.playing else "results" if self.game_no else "preparing"

    # --- what a game defines ---------------------------------------------------------------------

    def begin(self) -> None:
        """Override to set up a game and ask the first player."""
        raise self._lacks("begin(self)")

    def offers(self, seat: int) -> Iterable[Command | Offer]:
        """Override to list the commands that are legal for this player now."""
        raise self._lacks("offers(self, seat)")

    def act(self, seat: int, command: Command) -> None:
        """Override to execute a legal command."""
        raise self._lacks("act(self, seat, command)")

    def after_all(self, answers: Mapping[int, Command]) -> None:
        """Override to execute what the players who were asked with `ask_all` have answered."""
        raise self._lacks("after_all(self, answers)")

    def _lacks(self, method: str) -> NotImplementedError:
        return NotImplementedError(f"the game {type(self).__name__} has no method {method}")

    def explain(self, seat: int, words: list[str]) -> NoReturn:
        """Override to explain why this command is not legal."""
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
            offers=self.in_words([o for o in offered if o.verb == words[0]]),
        )

    def normalise(self, words: list[str]) -> list[str]:
        """The words of a command in capitals, but for a player's name, which comes first."""
        name = words[1:2] if words[1:2] and words[1] in self.people.seat_of else []
        return [words[0], *name, *(w.upper() for w in words[1 + len(name) :])]

    def is_done(self, seat: int) -> bool:
        """Override if a player may finish and leave before the game ends."""
        return False

    def on_match(self) -> None:
        """Override to prepare a match of several games."""

    def on_reseat(self, moved: Mapping[int, int]) -> None:
        """Override to carry over what you keep for each seat through a match, from old to new.

        Called where players may come and go between games (`Seats(drop_in=True)`). `moved` has the
        new seat of everybody who stays, by their old one.
        """

    def on_game_over(self) -> None:
        """Override to award points for the ranking of a game."""

    def is_match_over(self) -> bool:
        """Override if a match may end before its last game."""
        match = self.match
        return self.game_no >= match.games or 0 < match.play_to <= max(self.scores)

    def put_away(self) -> None:
        """Override to clear the table after the last game."""

    # --- inputs ----------------------------------------------------------------------------------

    def apply(self, who: str, what: str, at: float = 0.0) -> tuple[Event, ...]:
        """Execute one input, or raise `Refused` and change nothing; its events if `listening`.

        `who` is a participant, or empty for inputs from outside the table: LOST, BACK, RESTART,
        TIME, ROBOT, FORFEIT, FILL, START. `what` is a command or its line of text. `at` is the
        time in seconds.
        """
        if not who:
            start = what == "START" and who == ""  # None is not the world
            return self._start(at) if start else self._apply_other(who, what, at)
        people = self.people
        seat = people.seat_of.get(who, -1)
        offers = self._offers.get(seat) or self.legal(seat)
        command: Command | Offer | None
        try:
            command = offers[offers.index(what)]  # the table's own, never the caller's object
        except ValueError:
            command = self._open_offer(offers, what) if not self.has_checks else None
        if (
            not isinstance(command, self._command)
            or self.forfeits
            or people.status[seat] is not _HERE
        ):
            return self._apply_other(who, what, at)
        if at > self.time:
            self.time = at
        self.journal.append((who, command, at))
        log = self.log
        if log.listening or self.answers is not None:
            log.events = []
            self._carry_out(seat, command)
        else:
            self._offers = {}
            self.act(seat, command)
        if self._has_clock:
            if people.late:
                people.forget_late(who)
            self._set_deadline()
        return self._tell() if log.listening else ()

    def _start(self, at: float) -> tuple[Event, ...]:
        """A fast path for START, which a simulation needs once a game."""
        try:
            everybody = check_start(self)
        except Refused as refused:
            refused.catalogue = self.catalogue
            raise
        if not everybody:  # somebody has left, and has to be swept away
            return self._apply_other("", "START", at)
        if at > self.time:
            self.time = at
        self.journal.append(("", "START", at))
        log, self._offers = self.log, {}
        log.events = []
        self.begin_game()
        if self._has_clock:
            self._set_deadline()
        return self._tell() if log.listening else ()

    def _apply_other(self, who: str, what: str, at: float) -> tuple[Event, ...]:
        """Everything but a listed command: the rarer and slower inputs."""
        try:
            entry, effect = self._admit(who, what, at)
        except Refused as refused:
            refused.catalogue = self.catalogue
            if not self._is_fault(who, what):
                raise
            no_text = isinstance(what, Offer) or refused.reason == Reason.NOT_A_COMMAND
            if no_text and (type(what) is not str or what):
                return self._apply_other(who, "", at)  # the journal keeps nothing but text
            entry, effect = self._punish(who, what, refused)
        self.time = max(self.time, at)
        self.journal.append((*entry, at))
        self.log.events = []
        asked = self.awaited
        if who and self.people.late:
            self.people.forget_late(who)
        effect()
        self._offers = {}
        if self.awaited is not asked or self.deadline is None:
            self._set_deadline()
        return self._tell() if self.listening else ()

    def _admit(self, who: str, what: str, at: float) -> tuple[tuple[str, str], Effect]:
        """Check an input; what goes into the journal, and what to do."""
        words = read_line(what)
        verb = words[0]
        if not isinstance(who, str):  # nothing but an empty name is the world
            raise Refused(
                Reason.NOT_HERE, "{name} is not at this table; ENTER first", name=shown(who)
            )
        if verb in PARTICIPANTS and (who or verb == "START"):
            effect = PARTICIPANTS[verb](self, who, words)
            return (who, " ".join(words)), self._announced(who, words, effect) if who else effect
        if not who:
            if verb not in WORLD:
                raise Refused(
                    Reason.UNKNOWN_WORD,
                    "{verb} is not something that happens to a table; it knows {known}",
                    verb=verb[:40],
                    known=", ".join(("START", *WORLD)),
                )
            return (who, " ".join(words)), WORLD[verb](self, words, at)
        seat = self._asked_seat(who)
        command = self.find(seat, words)
        return (who, command), partial(self.answer, seat, command)

    def _asked_seat(self, who: str) -> int:
        """The seat of a player whose turn it is, or a refusal."""
        people = self.people
        if who not in people.seat_of:
            known = who in people
            raise Refused(
                Reason.NOT_A_PLAYER if known else Reason.NOT_HERE,
                "{name} does not play; LOGIN first"
                if known
                else "{name} is not at this table; ENTER first",
                name=shown(who),
            )
        if not self.playing:
            raise Refused(Reason.WRONG_PHASE, "no game is under way; START begins one")
        seat = people.seat_of[who]
        if self.suspended and seat not in self.overdue:
            raise Refused(Reason.SUSPENDED, "the game is suspended until all players are back")
        if seat in self.forfeits:
            raise Refused(Reason.FORFEITED, "you gave up this game; the next one is yours again")
        if people.status[seat] is not _HERE and seat not in self.overdue:
            raise Refused(
                Reason.NOT_HERE,
                "{name} is away and cannot play until back; HERE takes the seat again",
                name=who,
            )
        if seat not in self.awaited:
            names = ", ".join(people.names[s] for s in self.awaited)
            raise Refused(Reason.NOT_YOUR_TURN, "it is not your turn; it is {names}'s", names=names)
        return seat

    def find(self, seat: int, words: list[str]) -> Command:
        """The legal command that these words mean, or a refusal that says why there is none."""
        if found := self._find(seat, words):
            return found
        line = " ".join(words)
        for offer in self.legal(seat):
            if isinstance(offer, Offer) and str(offer) == line:
                raise open_offer(offer)
        return self.explain(seat, words)

    def _find(self, seat: int, words: list[str]) -> Command | None:
        """The legal command that these words mean, however they are written."""
        typed, words = " ".join(words), self.normalise(words)
        line, offers = " ".join(words), self.legal(seat)
        for offer in offers:
            if isinstance(offer, Command):
                if offer in (line, typed):
                    return offer
            elif (command := offer.admit(words)) is not None:
                return command
        return None

    def _open_offer(self, offers: Sequence[Command | Offer], what: str) -> Command | None:
        """The command, if one of the open offers allows it."""
        for offer in offers:
            if isinstance(offer, Offer) and offer.made is what:
                return offer.made
        words = str.split(what, " ") if isinstance(what, str) else [""]
        for offer in offers:
            if isinstance(offer, Offer) and offer.verb == words[0]:
                return offer.admit(words)
        return None

    def answer(self, seat: int, command: Command) -> None:
        """Execute the command of a player whose turn it is."""
        if self.answers is None:
            self.deadline = None  # every answer starts the clock anew
        if not self.overdue:
            self._carry_out(seat, command)
            return
        welcome_overdue(self, seat)
        self._carry_out(seat, command)
        welcome_overdue(self)

    def answer_for(self, seat: int, *, mild: bool, free: bool = False) -> None:
        """Play for an absent player: what costs nothing, the mildest command, or a random one."""
        self.answer(seat, choose_for(self, seat, mild=mild, free=free))

    def pass_for(self, who: str, what: str, at: float = 0.0) -> tuple[Event, ...]:
        """Treat an illegal line as a table does whose rule for faults is a pass."""
        rule, self.fault = self.fault, Fault(illegal="pass")
        try:
            return self.apply(who, what, at)
        finally:
            self.fault = rule

    def _carry_out(self, seat: int, command: Command) -> None:
        self._offers = {}
        log = self.log
        if self.answers is not None:
            self._collect(seat, command, self.answers)
        elif log.listening:
            action, place = self.action(seat, command), len(log.events)
            log.told = number = log.told + 1
            self.act(seat, command)
            log.events.insert(place, action(number))
        else:
            self.act(seat, command)

    def _collect(self, seat: int, command: Command, answers: dict[int, Command]) -> None:
        """Keep an answer until all who were asked at once have given theirs."""
        answers[seat] = command
        self.awaited = tuple([s for s in self.awaited if s != seat])
        if self.secret:
            self.emit("ACTION", self.names[seat], HIDDEN)
        else:
            self._tell_action(seat, command)
        if self.awaited:
            return
        self.answers = self.deadline = None
        if self.secret:
            for each, answer in answers.items():
                self._tell_action(each, answer)
        self.after_all(answers)

    def _tell_action(self, seat: int, command: Command) -> None:
        log = self.log
        if log.listening:
            log.told += 1
            log.events.append(self.action(seat, command)(log.told))

    def _announced(self, who: str, words: list[str], effect: Effect) -> Effect:
        def announce() -> None:
            if words[0] != "LOGIN" or not self.seats.drop_in:  # there it may only be a wish
                self.emit("ACTION", who, *words)
            effect()

        return announce

    def _is_fault(self, who: str, what: str) -> bool:
        """Whether the table punishes this instead of asking again."""
        if self.fault.illegal == "ask" or not who:
            return False
        try:
            self._asked_seat(who)
            return read_line(what)[0] not in PARTICIPANTS
        except Refused as refused:
            return refused.reason in (Reason.NOT_A_COMMAND, Reason.OPEN_OFFER)

    def _punish(self, who: str, what: str, fault: Refused) -> tuple[tuple[str, str], Effect]:
        """The journal keeps the line itself, so that a replay warns and punishes alike."""
        seat, line = self.people.seat_of[who], " ".join(read_line(what)) if what else ""

        def effect() -> None:
            said = (who, str(fault.reason), fault.sentence())
            self.emit("WARNING", *said, only=seat)  # it may name the hand
            if self.fault.illegal == "forfeit":
                give_up(self, seat)
            else:
                self.answer_for(seat, mild=True)

        return (who, line), effect

    # --- what is legal ---------------------------------------------------------------------------

    def shown_offers(self, seat: int) -> tuple[Command | Offer, ...]:
        """What is legal for this player as their bot is given it: it knows no more than they do."""
        return self.legal(seat)

    def legal(self, seat: int) -> tuple[Command | Offer, ...]:
        """The legal commands of the player in this seat; cached until the next input."""
        offers = self._offers.get(seat)
        if offers is None:
            if seat not in self.awaited or (self.suspended and seat not in self.overdue):
                return ()
            offers = self._offers[seat] = tuple(self.offers(seat))
        return offers

    def check(self, who: str, what: str, at: float = 0.0) -> None:
        """Raise `Refused` if `apply` would refuse or punish this input."""
        try:
            self._admit(who, what, at)
        except Refused as refused:
            refused.catalogue = self.catalogue
            raise

    def can(self, who: str, what: str, at: float = 0.0) -> bool:
        """Whether `apply` would accept this input."""
        try:
            self.check(who, what, at)
        except Refused:
            return False
        return True

    def is_word(self, word: str) -> bool:
        """Whether a word has a meaning in commands, so that it cannot be a player's name."""
        return word.upper() in (*PARTICIPANTS, *WORLD, *self.verbs, "WATCH")

    def in_words(self, offers: Sequence[Command | Offer]) -> str:
        """The first few offers, for a sentence."""
        shown = ", ".join(str(o) for o in offers[:6])
        more = len(offers) - 6
        return Text("{shown} or {more} more", shown=shown, more=more) if more > 0 else shown

    # --- the match -------------------------------------------------------------------------------

    def begin_game(self, key: bytes = b"") -> None:
        """Start the next game, or a new match when the last one is over."""
        if self.game_no == 0 or self.match_over:
            self._forget()
            self.scores = [0] * len(self.people.names)
        self.game_no += 1
        if self.people.grace:
            self.people.grace.clear()
        if self.people.took_time:
            self.people.took_time = ()
        self.chance.begin_game(self.matches, self.game_no, key)
        self.playing = True
        if self.log.listening:
            self.emit("PHASE", "playing", self.game_no)
        if self.game_no == 1:
            self._seat_players()
            self.begin_match()
            if self.log.listening and any(self.scores):
                self.tell_scores()  # what everybody brings along
        self._opening = [*self.scores]
        self.begin()
        if _AWAY in self.people.status and self.playing:
            for seat in self.people.away():
                miss(self, seat)

    def begin_match(self) -> None:
        """Prepare a match: everybody is seated, and the first game is about to begin."""
        self.on_match()

    def _seat_players(self) -> None:
        self.people.close_up()
        self.people.ready = ()
        seats = range(len(self.names))
        self.set_order(self.chance.by_lot(seats) if self.seats.by_lot else seats)
        self.first = self.order[0]

    def set_order(self, order: Iterable[int]) -> None:
        """Seat the players: the order in which the turn goes round."""
        self.arrange(tuple(order))
        if self.log.listening:
            self.emit("ORDER", *(self.names[s] for s in self.order))

    def arrange(self, order: tuple[int, ...]) -> None:
        """Set the order of play without telling it."""
        if order != self.order:
            self.order = self._round = order
            self.following = [0] * len(order)
            for here, after in zip(order, order[1:] + order[:1], strict=True):
                self.following[here] = after

    def end_game(self, ranking: Sequence[int] | None = None) -> None:
        """End a game, with the seats from best to last; seats that forfeited always come last."""
        self._worth = {}
        ranking = self.rank_players() if ranking is None else ranking
        self.ranking = tuple(ranking)
        if self.forfeits:
            lost = self.losers()
            self._worth = {s: worth for s, worth in self._worth.items() if s not in lost}
            kept = [s for s in ranking if s not in lost]
            with_them = [s for s in ranking if s in lost and s not in self.forfeits]
            self.ranking = (*kept, *with_them, *reversed(self.forfeits))
        self.awaited, self.deadline, self.answers = (), None, None
        if self.people.grace:
            self.people.grace.clear()
        self.playing = self.suspended = False
        if self.overdue:
            welcome_overdue(self)
        self.give_points()
        if self.forfeits:
            self.forfeits = []
        self.match_over = self.is_match_over()
        if self.log.listening:
            self._check_result()
            self.tell_scores()
            self._tell_ties()
            self.emit("RESULT", self.game_no, *(self.names[s] for s in self.ranking))
            self.emit("PHASE", "results", "over" if self.match_over else "more")

        if not self.match_over and self._keeps_no_seat:
            end_grace(self)

    def _tell_ties(self) -> None:
        """Tell who share a place; that partners do goes without saying."""
        places = {seat: self.place_of(seat) for seat in self.ranking}
        for seat, place in places.items():
            together = {*self.side(seat)} if self.seats.partners else {seat}
            if not {s for s in places if places[s] == place} <= together:
                self.emit("TIE", self.names[seat], place)

    def breaches(self) -> dict[str, Notice]:
        """The notices by kind that tell of a player who has broken the rules of this table."""
        return {kind: each for kind, each in self.declaration.notices.items() if each.breach}

    def winners(self) -> tuple[int, ...]:
        """The seats that are first in the last finished game: several if they are level."""
        best = self._worth.get(self.ranking[0]) if self._worth else None
        if best is None:
            return self.ranking[:1]
        return tuple([seat for seat in self.ranking if self._worth.get(seat) == best])

    def place_of(self, seat: int) -> int:
        """The place of a player in the last finished game, from 1; equal points share one."""
        at, worth = self.ranking.index(seat), self._worth.get(seat)
        while at and worth is not None and self._worth.get(self.ranking[at - 1]) == worth:
            at -= 1
        return at + 1

    def _check_result(self) -> None:
        """Refuse to tell what is no result: it would be kept for ever."""
        seats, wrong = range(len(self.names)), []
        if sorted(self.ranking) != [*seats]:
            wrong.append(
                f"the ranking is {self.ranking}; it must have each of the seats {tuple(seats)} "
                "once, from best to last"
            )
        numbers = [s for s in self.scores if isinstance(s, int) and abs(s) < HUGE]
        if len(numbers) != len(seats) or len(self.scores) != len(seats):
            wrong.append(
                f"self.scores is {self.scores}; it must have a whole number for each of "
                f"{len(seats)} seats"
            )
        if wrong:
            raise RulesError(self.title, wrong)

    def seats_changed(self) -> None:
        """Other players have the seats now: clear what only the last ones were allowed to see."""
        self.put_away()
        self.emit("SEATS", *self.names)

    def reseat(self, moved: Mapping[int, int]) -> None:
        """Players have come, gone or changed places between two games of a match."""
        self._worth = {moved[s]: worth for s, worth in self._worth.items() if s in moved}
        self.on_reseat(moved)

    def newcomer_score(self) -> int:
        """With how many points somebody begins who joins a match between two of its games.

        None; or, where few points are good, as many as whoever has most. Override for others.
        """
        return max(self.scores, default=0) if self.match.low_wins else 0

    def next_people(self) -> People:
        """Who sits where in the next game."""
        return next_people(self)

    def places(self) -> list[str]:
        """Who has which place, as far as seats can be taken now; empty where nobody sits."""
        return places_now(self)

    def not_ready(self) -> list[str] | None:
        """Who is waited for until the next match begins; None if nobody has said READY."""
        return not_ready(self) if self.people.ready else None

    def next_players(self, robots: Iterable[str] = ()) -> list[str]:
        """Who plays the next game, seat by seat, as the table stands now; with these robots."""
        return [*next_people(self, robots).names]

    def points(self, seat: int) -> int:
        """Override to say what the game is worth to this player.

        Players are ranked by it, and it is added to their scores.
        """
        return 0

    def rank_players(self) -> Sequence[int]:
        """The seats from best to last: by `points`. Override for another order."""
        self._worth = worth = self._all_points()
        return sorted(self.order, key=worth.__getitem__, reverse=not self.match.low_wins)

    def losers(self) -> set[int]:
        """Those who lose the game because of a forfeit: the whole side of each who forfeits."""
        return {each for seat in self.forfeits for each in self.side(seat)}

    def give_points(self) -> None:
        """Award the points for the ranking of the game that has ended."""
        if self._has_points:
            earned = self._earned()
            if self.forfeits:  # it costs what losing costs, whatever was taken before
                worst = max(earned.values()) if self.match.low_wins else min(earned.values())
                earned.update(dict.fromkeys(self.losers(), worst))
            for seat, points in earned.items():
                self.scores[seat] += points
        self.on_game_over()
        begins = self.match.begins
        if begins == "next":
            self.first = self.following[self.first]
        elif begins != "same":
            self.first = self.ranking[0 if begins == "winner" else -1]

    def _earned(self) -> dict[int, int]:
        """What each player gets: what ranked them, unless a forfeit has changed that."""
        return self._worth if self._worth and not self.forfeits else self._all_points()

    def _all_points(self) -> dict[int, int]:
        return {seat: self.points(seat) for seat in self.order}

    def earned(self) -> list[int]:
        """What the last finished game has added to the score of each seat."""
        return [now - before for now, before in zip(self.scores, self._opening, strict=True)]

    def standings(self) -> list[tuple[int, int]]:
        """Rank and seat, best first; equal scores share a rank."""
        worth = [-points if self.match.low_wins else points for points in self.scores]
        best = sorted(range(len(worth)), key=lambda s: -worth[s])
        return [(1 + sum(other > worth[s] for other in worth), s) for s in best]

    def clear(self) -> None:
        """Forget the last match, and the seats of its players."""
        self._forget()
        self.scores, self.order = [], ()

    def _forget(self) -> None:
        """A new match begins as if there had been none before."""
        if self.game_no:
            self.matches += 1
        self.game_no, self.match_over, self.ranking = 0, False, ()
        self.people.left_with = {}
        if self.facts:
            for key in list(self.facts):
                self.set_fact(key, None)

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that win and lose together with this one, itself first.

        With partners these are two. Override where the game says otherwise.
        """
        return (seat, self.partner(seat)) if self.seats.partners else (seat,)

    def partner(self, seat: int) -> int:
        """The player who faces this one."""
        at = self.order.index(seat) + len(self.order) // 2
        return self.order[at % len(self.order)]

    # --- who is asked, and until when ------------------------------------------------------------

    def ask(self, *seats: int) -> None:
        """Wait for the answer of these players, and of no others."""
        self.awaited = seats

    def ask_all(self, *seats: int, secret: bool = False) -> None:
        """Wait for the answers of all these players, and hand them to `after_all` together.

        Secret answers are told when the last one has been given. Until then everybody hears that
        somebody has answered, but not what.
        """
        self.awaited, self.answers, self.secret = seats, {}, secret

    def due(self) -> float | None:
        """When the next TIME is due, if nothing happens before."""
        between = self.seats.drop_in and not self.playing and not self.match_over
        if between and self.names != self.next_players():
            return self.time
        if self.not_ready():
            return self.people.ready_by
        if not self.people.grace:
            return self.deadline
        first = min(self.people.grace.values())
        return first if self.deadline is None else min(first, self.deadline)

    def _set_deadline(self) -> None:
        if self.answers and self.deadline is not None:
            return  # those who have not answered yet were given their time already
        ticking = self.clock.move and self.awaited and not self.suspended
        if ticking and self.clock.gentle:  # who has only robots to play with keeps nobody waiting
            ticking = self.people.status.count(_HERE) > 1
        self.deadline = self.time + self.clock.move if ticking else None

    def status_of(self, seat: int) -> Status:
        """Who plays this seat in this game."""
        return Status.FORFEIT if seat in self.forfeits else self.people.status[seat]

    def robots(self) -> tuple[int, ...]:
        """The awaited seats that need a ROBOT input."""
        if self.suspended:
            return ()
        forfeits, status = self.forfeits, self.people.status
        return tuple([s for s in self.awaited if status[s] is Status.ROBOT or s in forfeits])

    # --- what is told ----------------------------------------------------------------------------

    def emit(
        self, kind: str, *parts: object, hidden: Hidden | None = None, only: int = EVERYBODY
    ) -> None:
        """Tell everybody (or only one seat) that something happened, if anybody listens.

        An event for one seat has no number, or the others would see a gap.
        """
        if self.log.listening:
            self.log.add(kind, parts, hidden, only)

    def fact(self, key: str, default: PlainFact, seat: int | None = None) -> PlainFact:
        """A fact, or with a seat that player's own; the default if none of its kind is there."""
        return read_fact(self.facts, self.people.names, key, default, seat)

    def set_fact(self, key: str, value: FactValue | None) -> None:
        """Set public state other than cards, as the value is now; None removes it."""
        if isinstance(value, NESTED):
            value = kept(value)
        if self.facts.get(key) == value:
            return
        if value is None:
            del self.facts[key]
        else:
            self.facts[key] = value
        if self.log.listening:
            self.emit("FACT", key, value)

    def tell_scores(self) -> None:
        """Tell everybody the points."""
        self.emit("SCORE", *(x for s, n in enumerate(self.names) for x in (n, self.scores[s])))

    def action(self, seat: int, command: Command) -> Callable[[int], Event]:
        """A function that makes the numbered event of a command, called after its execution.

        Override to hide parts of it from players who may not know them.
        """
        *words, last = command.split(" ")
        amount = int(last) if last.isdigit() and not command.word else last
        parts = (self.people.names[seat], *words, amount)
        return lambda number: Event(number, "ACTION", parts)

    def _tell(self) -> tuple[Event, ...]:
        if self.awaited and not self.suspended:
            names = self.people.names
            asked = [names[seat] for seat in self.awaited]
            self.log.add("TURN", (self.deadline or 0, *asked))
        return tuple(self.log.events)

    def view(self, viewer: int = WATCHER) -> View:
        """Everything that the player in this seat, or a watcher, may know."""
        return View(**self.view_parts(viewer))

    def glance(self, viewer: int) -> View:
        """The same for who looks at once and only once: it may be read as it is looked at."""
        return self.view(viewer)

    def view_parts(self, viewer: int) -> ViewParts:
        """What is in every view, whatever else a kind of games shows."""
        return {
            "game": self.game_no,
            "phase": self.phase,
            "seat": None if viewer == WATCHER else viewer,
            "names": tuple(self.names),
            "order": self.order,
            "status": tuple(map(self.status_of, range(len(self.names)))),
            "scores": tuple(self.scores),
            "ranking": self.ranking,
            "awaited": self.awaited,
            "deadline": self.deadline,
            "suspended": self.suspended,
            "facts": self.facts_told(),
        }

    def facts_told(self) -> dict[str, FactValue]:
        """The facts that are in every view."""
        return dict(self.facts)

    # --- what a seat knows -----------------------------------------------------------------------

    def knowledge(self, seat: int) -> Knowledge:
        """Everything that the player in this seat may know and that the future depends on.

        It is plain data, from which `imagine` makes tables to play on. What others have answered in
        secret is not in it, nor is chance. Override both where a game without cards has secrets.
        """
        if seat != WATCHER and not 0 <= seat < len(self.names):
            raise ValueError(
                f"nobody sits in seat {seat}: seats are counted from 0, in table.names"
            )
        writer, answers = self._writer(seat), self.answers
        known = self._known_parts(seat, writer)
        if answers is not None:
            known["answers"] = [[s, self._heard(seat, s, a, writer)] for s, a in answers.items()]
        return known

    @classmethod
    def imagine(cls, knowledge: Knowledge, below: Below) -> Self:
        """A table as it may be for all that a seat knows, with what is unknown drawn by lot.

        It can be played on like any other, and shows the seat the same as the real one.
        """
        data: Data = knowledge
        if "preset" not in data:
            raise ValueError("this is not what a seat knows: pass what table.knowledge(seat) tells")
        how = f"{data['preset']} {data['options']}"
        blank = cls._blanks.get(how)
        if blank is None:
            options = Reader(lambda key: None).read(data["options"])
            blank = cls(data["preset"], options, journal=False, reopened=True)
            if len(cls._blanks) >= _MOST_BLANKS:
                cls._blanks.clear()
            cls._blanks[how] = blank
        table: Self = blank.copy()  # type: ignore[assignment]  # a blank is of this very class
        reader = table._reader()
        table._recall(data, reader, below)
        if "answers" in data:
            table._recall_answers(data["answers"], reader, below)
        return table

    def _writer(self, seat: int) -> Writer:
        return Writer()

    def _known_parts(self, seat: int, writer: Writer) -> Data:
        preset, options = self._opened
        writer.keeps = self.keeps
        return {
            "preset": preset,
            "options": writer.write(dict(options)),
            "seat": seat,
            "names": [*self.people.names],
            "status": [status.value for status in self.people.status],
            "facts": self.facts.copy(),
            "kept": writer.all(zip(self._known_slots, self._in_known_slots(self), strict=True))
            | writer.all([(n, v) for n, v in self.__dict__.items() if n not in self._not_own]),
        }

    def _heard(self, seat: int, by: int, answer: Command, writer: Writer) -> Any:
        """What a player knows of an answer that is kept until all have answered."""
        kept = self.secret and self.answers is not None
        return None if kept and by != seat else writer.write(answer)

    def _reader(self) -> Reader:
        return Reader(self._rule)

    def _rule(self, key: str) -> Any:
        """The condition of this table with that key."""
        if key not in self._rules:
            raise ValueError(f"{key} is no condition of {self.title}")
        return getattr(self, key)

    def _recall(self, knowledge: Data, reader: Reader, below: Below) -> None:
        """Make a table at which nobody sits yet one as this is known."""
        self.people.recall(knowledge["names"], knowledge["status"])
        self.names = self.people.names
        self.chance.reseed(below(1 << 53).to_bytes(8, "big"))
        self.facts = {**knowledge["facts"]}
        reader.keeps = self.keeps
        reader.all(self, knowledge["kept"])
        self._round = self.order

    def _recall_answers(
        self, answers: Iterable[Sequence[Any]], reader: Reader, below: Below
    ) -> None:
        """Those heard as they were said, and the others drawn by lot."""
        waiting, said = self.awaited, dict[int, Command]()
        for seat, heard in answers:
            self.awaited, self._offers = (seat, *waiting), {}
            answer = reader.read(heard)
            known = isinstance(answer, Command)
            said[seat] = answer if known else self._make_up(seat, answer, below)
        self.answers = said
        self.awaited, self._offers = waiting, {}

    def _make_up(self, seat: int, heard: Any, below: Below) -> Command:
        """An answer as this player may have given it."""
        return pick(self.legal(seat), below)

    def play_out(self, below: Below, moves: int = 100_000) -> bool:
        """Let everybody say what is legal, by lot, until the game ends; False after so many moves.

        For imagined tables and copies: nothing is told or written into the journal.
        """
        for _ in range(moves):
            if not self.playing:
                return True
            seat = self.awaited[0]
            offers = self.legal(seat)
            offer = offers[below(len(offers))]
            command = offer if isinstance(offer, Command) else offer.sample(below)
            if self.answers is not None:
                self._carry_out(seat, command)
            else:
                self._offers = {}
                self.act(seat, command)
        return not self.playing

    # --- copies and replays ----------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent table in the same state."""
        twin = object.__new__(type(self))
        for name, value in self._attributes():
            setattr(twin, name, value.copy() if value.__class__ in _COPIED else value)
        twin.names = twin.people.names
        return twin

    def replay(self, journal: Iterable[Entry]) -> Self:
        """Apply the inputs of a journal, in order."""
        for who, what, at in journal:
            self.apply(who, what, at)
        return self

    def copy_for_match(self, key: bytes) -> Self:
        """A copy of this table, at which no game was begun, for a match drawn with this key."""
        twin = self.copy()
        twin.chance.reseed(key)
        return twin

    def keep_journal(self, last: int) -> None:
        """Keep only the last inputs in the journal; store the others yourself if you need them."""
        self.journal = deque(self.journal, maxlen=last)

    def take_over(self, player: str, dealer: Callable[[bytes], Dealer]) -> None:
        """Play on as one of the players, with robots in the other seats and no deadline."""
        self.people.leave_to_robots(player)
        self.deadline, self.suspended, self.overdue = None, False, ()
        self.chance.employ(dealer)

    def _attributes(self) -> Iterator[tuple[str, Any]]:
        """All that the table keeps, by name."""
        return chain(zip(self._slots, self._in_slots(self), strict=True), self.__dict__.items())

    def snapshot(self) -> dict[str, object]:
        """The whole state besides the rules, by name."""
        return {
            n: sorted(v, key=repr) if v.__class__ is set else v  # sets have no order of their own
            for n, v in sorted(self._attributes())
            if n not in _NOT_STATE and n not in self._rules and n[0] != "_"
        }

    def digest(self) -> str:
        """A fingerprint of the state: equal states have equal ones, in every process."""
        return blake2b(repr(self.snapshot()).encode(), digest_size=16).hexdigest()
