"""A table as the disk has it: every stored input played again, on a table with books at its gates.

So it is known what each participant must hear, word by word, and what they may know. Whatever is
told and is not here was told before it was safe.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgpack

from cardkit.fair import FairDealer, Trail, written_step
from cardkit.netgame import WATCHER, Event, Refused, Role, Status
from cardkit.server.vault import MatchCipher
from tests.world.deals import CardPlace, Deals, Proving, StoredDeal
from tests.world.gates import BACK, GatePassage, Gates
from tests.world.promise import Violation, expect, plain

_WORD = re.compile(r"[A-Za-z0-9+]+")
"""What may be the name of a card."""
_FACES = ("hand", "hands", "piles", "ranks", "suits")
"""Parts of a view that are compared card by card, or are no cards."""


@dataclass(frozen=True, slots=True)
class Input:
    """An entry of the journal in the clear: an input, or a step of a deal."""

    who: str
    line: str | dict[str, Any]
    at: float
    tag: str
    quiet: bool
    told: int = 0
    fingerprint: int = 0


class Moment:
    """A table after one input, and what passed its gates meanwhile."""

    __slots__ = (
        "_known",
        "_offers",
        "_views",
        "before",
        "bound",
        "dealt",
        "input",
        "lies",
        "passed",
        "proofs",
        "shown",
        "spoken",
        "table",
        "told",
        "trail",
    )

    def __init__(
        self, table: Gates, before: Moment | None, input_: Input | None, spoken: frozenset[str]
    ) -> None:
        self.passed: list[GatePassage] = table.piles.passed()
        self.table = table.copy()
        self.told = table.told
        self.before, self.input, self.spoken = before, input_, spoken
        self.shown: dict[int, GatePassage] = {}
        """By the number of its event, the cards that passed the gates then."""
        self.proofs: dict[int, list[Proving]] = {}
        self.lies: Mapping[int, CardPlace] = {}
        self.dealt: StoredDeal | None = None
        self.bound: tuple[str, ...] = ()
        """The shuffles of this deal so far."""
        self.trail: list[Any] = []
        """What is told with its last event, for who hears proofs."""
        self._views: dict[int, dict[str, Any]] = {}
        self._offers: dict[int, list[str]] = {}
        self._known: dict[int, set[str]] = {}

    def seat_of(self, name: str) -> int:
        return self.table.people.seat_of.get(name, WATCHER)

    def asks(self, seat: int) -> bool:
        """Whether the game waits for a player, who has not given it up, to say something."""
        table = self.table
        waits = not table.suspended or seat in table.overdue
        return seat in table.awaited and seat not in table.forfeits and waits

    def offers(self, seat: int) -> list[str]:
        """What a player is asked, held against the books."""
        found = self._offers.get(seat)
        if found is None:
            found = self._offers[seat] = [str(offer) for offer in self.table.legal(seat)]
            named = {card for line in found for card in self.named(line) - self.chosen(line)}
            if leak := named - self.table.piles.in_sight(seat) - self.spoken:
                raise Violation(f"seat {seat} is asked {found}, which names {leak}")
        return found

    def named(self, value: Any) -> set[str]:
        """The cards that are named anywhere in a value."""
        return set(_cards(value, self.table.cards.named))

    def chosen(self, line: str) -> set[str]:
        """The card in a command that is a word to choose: any of the deck, wherever it lies."""
        said = line.split()
        same = [w for w in self.table.declaration.words.values() if w.verb == said[0]]
        shortest = [1 + w.player + (w.cards or (0,))[0] for w in same if w.choice == "card"]
        return self.named(said[-1]) if len(said) > min(shortest, default=len(said)) else set()

    def choices(self, seat: int) -> set[str]:
        """The cards that this seat may choose to say."""
        return {card for line in self.offers(seat) for card in self.chosen(line)}

    def is_public_fact(self, kind: str, name: Any = None, value: Any = None, *_: Any) -> bool:
        """Whether this is a fact of how hands are sorted, all cards, so that none is told; or one
        that is declared to be of cards, such as those that jokers stand for."""
        fact = self.table.declaration.facts.get(name) if kind == "FACT" else None
        if fact is None or fact.kind != "order":
            return fact is not None and fact.kind == "cards"
        return {*value} == {*self.table.cards.named}

    def knowable(self, seat: int) -> set[str]:
        """The cards that may be named to this seat when it hears what this input caused."""
        found = self._known.get(seat)
        if found is None:
            found = self._known[seat] = self._find_knowable(seat)
        return found

    def _find_knowable(self, seat: int) -> set[str]:
        known = self.table.piles.in_sight(seat)
        if self.before is not None:
            known |= self.before.table.piles.in_sight(seat)
        for passage in self.passed:
            pairs = zip(passage.cards, passage.masks, strict=True)
            known.update(str(card) for card, mask in pairs if mask >> seat & 1)
        return known

    def view(self, seat: int) -> dict[str, Any]:
        """What this seat may see of the table, held against the books."""
        found = self._views.get(seat)
        if found is None:
            found = plain(self.table.view(seat).data())
            self._check_view(found, seat)
            self._views[seat] = found
        return found

    def _check_view(self, view: Mapping[str, Any], seat: int) -> None:
        table = self.table
        lying = table.piles.lying(seat)
        piles = {table.piles.name(key): pile for key, pile in lying.items() if isinstance(key, str)}
        hands = [lying.get(s, []) for s in range(len(table.names))]
        own = lying.get(seat, [])
        by_places = BACK in own and any(stage.hides_hands() for stage in table.stages)
        told = [
            hand if s == seat or (by_places and BACK not in hand) else sorted(hand)
            for s, hand in enumerate(hands)
        ]
        expect("hands", view["hands"], told)
        expect("hand", view["hand"], own)
        expect("piles", {name: pile for name, pile in view["piles"].items() if pile}, piles)
        rest = [value for name, value in view.items() if name not in (*_FACES, "facts")]
        if leak := self.named(rest) - table.piles.in_sight(seat) - self.spoken:
            raise Violation(f"a view for seat {seat} names {leak}")


class Journal:
    """The entries of one match, as far as they are stored."""

    __slots__ = ("_box", "_trail", "entries", "trail")

    def __init__(self, box: MatchCipher) -> None:
        self._box, self.entries = box, 0
        self._trail = Trail(box.trail_key)
        self.trail: dict[int, str] = {}
        """After so many entries: the hash over all of them."""

    def read(self, n: int, sealed: bytes) -> Input:
        expect("the number of the next entry in a journal", n, self.entries)
        self.entries += 1
        entry = Input(*msgpack.unpackb(self._box.unseal(n, sealed)))
        if isinstance(entry.line, str):
            self._trail.add([entry.who, entry.line, entry.at, entry.quiet])
        else:
            self._trail.add(written_step(entry.line, entry.at))
        self.trail[self.entries] = self._trail.last.hex()
        return entry


class Mirror:
    """One table of the server, as far as it is stored."""

    def __init__(
        self,
        name: str,
        game: str,
        rules: type[Gates],
        preset: str,
        options: Mapping[str, Any],
        pause: float,
        robots: bool,
        deals: Deals,
    ) -> None:
        self.name, self.game, self.rules = name, game, rules
        self.preset, self.options, self.deals = preset, options, deals
        self.pause = pause
        """Seconds after which the next game of a match begins by itself, if it does."""
        self.robots = robots
        """Whether robots take the seats that are free."""
        self.match = 0
        self.journals: dict[int, Journal] = {}
        """By match; the last one may be of a match that is only reserved for its first deal."""
        self.open = True
        self.events: dict[int, tuple[Event, Moment]] = {}
        self.moments: dict[int, list[Moment]] = defaultdict(list)
        """By the number of the last event told: usually one, more where an input told nothing."""
        self.people: set[str] = set()
        self.games: dict[tuple[int, int], str] = {}
        """Every game that was begun, by match and number, and what became of it."""
        self.faulted: set[tuple[int, int]] = set()
        self._words: dict[tuple[int, int], Any] = {}
        self.now: Moment
        """The table after the last stored input."""

    @property
    def inputs(self) -> int:
        """How many entries the journal of the match has that is on."""
        return self.journals[self.match].entries

    def begin_match(self, match: int, told: int) -> None:
        """A fresh table for the next match; who sits there comes with the inputs that follow."""
        old = self.now if self.match else None
        self.match = match
        self.deals.new_match(match)
        self.table = self.rules(self.preset, self.options, dealer=FairDealer)
        self.table.log.told = told
        self.now = Moment(self.table, None, None, frozenset())
        changes = _between_matches(old.table) if old is not None else []
        before = old.told if old is not None else 0
        expect("the event number of a new match", told, before + len(changes))
        for number, (kind, *parts) in enumerate(changes, before + 1):
            self.events[number] = Event(number, kind, tuple(parts)), self.now
        self.moments[told].append(self.now)

    def follow(self, match: int, n: int, sealed: bytes) -> Input:
        """The next entry is safe: play it, too."""
        try:
            entry = self.journals[match].read(n, sealed)
            if isinstance(entry.line, str):
                expect("the match that is played", match, self.match)
                self._play(entry, entry.line)
            else:
                self.deals.follow(match, entry.line, entry.at, self.table)
        except Refused as refused:
            raise Violation(f"the journal of {self.name} does not play: {refused}") from refused
        return entry

    def _play(self, entry: Input, line: str) -> None:
        table, games = self.table, self.table.game_no - self.table.playing
        table.listening = not entry.quiet
        events = table.apply(entry.who, line, entry.at)
        if line.startswith("START"):
            self.deals.start(line, table.names)
        else:
            self.deals.check_other_input(line)
        self._note(entry, line, events)
        self._keep_score()
        if table.game_no - table.playing > games:
            self.deals.game_over()
        for wrong in table.piles.misplaced():
            raise Violation(f"{self.name}, {line}: {wrong}")

    def _note(self, entry: Input, line: str, events: tuple[Event, ...]) -> None:
        before = self.now
        spoken = frozenset() if line.startswith("START") else before.spoken
        hand = before.table.piles.get(before.table.people.seat_of.get(entry.who, -1), ())
        spoken |= before.named(line).difference(map(str, hand))
        for event in events:
            if event.kind == "ACTION" and (said := event.words(WATCHER)):
                spoken |= before.chosen(" ".join(map(str, said[2:])))
        now = self.now = Moment(self.table, before, entry, spoken)
        self.moments[now.told].append(now)
        numbered = [event for event in events if event.number]
        numbers = [event.number for event in numbered]
        first = before.told + 1
        expect("event numbers", numbers, [*range(first, first + len(numbers))])
        expect("the last event number", now.told, before.told + len(numbers))
        expect("the last event number in the journal", entry.told, now.told)
        if not entry.quiet:
            self._note_cards(now, [e for e in numbered if e.kind in ("MOVE", "SHOW", "SHUFFLE")])
        if numbered:
            journal = self.journals[self.match]
            now.trail = ["TRAIL", self.match, journal.entries, journal.trail[journal.entries]]
        now.lies, now.dealt = self.deals.lies, self.deals.dealt
        now.bound = tuple(now.dealt.shuffles) if now.dealt is not None else ()
        for event in numbered:
            self.events[event.number] = event, now
            if event.kind == "FACT":  # views show it later, so it has to be good for all now
                self.words(event.number, WATCHER)

    def _note_cards(self, now: Moment, shown: Sequence[Event]) -> None:
        expect("cards told of", [event.kind for event in shown], [p.kind for p in now.passed])
        for event, passage in zip(shown, now.passed, strict=True):
            if passage.kind == "SHUFFLE":
                self.deals.shuffle(passage)
                continue
            now.shown[event.number] = passage
            to = self.table.piles.name(passage.piles[-1])
            now.proofs[event.number] = self.deals.pass_gates(passage, to)

    def _keep_score(self) -> None:
        table = self.table
        key = self.match, table.game_no
        if table.playing:
            self.games[key] = "suspended" if table.suspended else "playing"
        elif key in self.games:
            self.games[key] = "over"

    def hit(self) -> None:
        """Something went wrong in the world that this game depends on."""
        if self.match and self.table.playing:
            self.faulted.add((self.match, self.table.game_no))
        elif self.match and self.deals.is_under_way():
            self.faulted.add((self.match, self.table.game_no + 1))

    # --- what is to be heard -----------------------------------------------------------------

    def words_for(self, n: int, name: str) -> Any:
        """Event `n` as this participant must hear it."""
        if n not in self.events:
            raise Violation(f"event {n} of {self.name} was told to {name} before it was stored")
        return self.words(n, self.events[n][1].seat_of(name))

    def words(self, n: int, seat: int) -> Any:
        found = self._words.get((n, seat))
        if found is None:
            event, moment = self.events[n]
            found = plain(event.words(seat))
            if n in moment.shown:
                expect(f"event {n}", found, _told(event.kind, moment.shown[n], moment, seat))
            elif (
                (named := moment.named(found))
                and (leak := named - moment.knowable(seat) - moment.spoken)
                and not moment.is_public_fact(*found)
            ):
                raise Violation(f"event {n} of {self.name} names {leak} to seat {seat}: {found}")
            self._words[n, seat] = found
        return found

    def proofs(self, n: int, name: str) -> list[list[Any]]:
        """What must come with event `n` for a participant who hears proofs."""
        moment = self.events[n][1]
        seat = moment.seat_of(name)
        told = (proving.words(seat) for proving in moment.proofs.get(n, ()))
        trail = [moment.trail] if moment.trail and n == moment.told else []
        return [*(words for words in told if words is not None), *trail]

    def at(self, told: int) -> list[Moment]:
        """The table when so much had been told; the latest first."""
        if told not in self.moments:
            raise Violation(f"{self.name} after event {told} was shown before it was stored")
        return self.moments[told][::-1]

    def is_idle(self) -> bool:
        """Whether no game is on, and none is about to begin."""
        table = self.table
        anybody = any(role is not Role.ROBOT for role in table.people.roles.values())
        enough = self.robots or len(table.names) >= table.seats.least
        goes_on = self.pause and table.game_no and not table.match_over and anybody and enough
        return not (table.playing or goes_on or self.deals.is_under_way())

    def is_here(self, name: str) -> bool:
        """Whether the table takes a player for present."""
        people = self.table.people
        return name in people.seat_of and people.status[people.seat_of[name]] is Status.HERE


def _between_matches(old: Gates) -> list[tuple[Any, ...]]:
    """What is told when a fresh table takes the place of the old one, which all may have left."""
    left = all(role is Role.ROBOT for role in old.people.roles.values())
    names = [] if left else [name for name in old.names if name in old.people]
    waiting = [] if left else list(old.people.queue)
    told: list[tuple[Any, ...]] = [("FACT", key, None) for key in old.facts]
    while waiting:
        robots = [n for n in names if old.people.roles[n] is Role.ROBOT]
        if len(names) < old.seats.most:
            names.append(waiting[0])
        elif robots:
            names[names.index(robots[0])] = waiting[0]
        else:
            break
        told.append(("ACTION", waiting.pop(0), "LOGIN"))
    told += [("SEATS", *names)] if names != old.names else []
    moved_up = len(waiting) < len(old.people.queue)
    told += [("QUEUE", n, at) for at, n in enumerate(waiting, 1)] if moved_up else []
    return told


def _told(kind: str, passage: GatePassage, moment: Moment, seat: int) -> list[str]:
    """How cards that passed the gates are told to a seat, by the books."""
    pairs = zip(passage.cards, passage.masks, strict=True)
    faces = [str(card) if mask >> seat & 1 else BACK for card, mask in pairs]
    if kind == "SHOW" and isinstance(passage.piles[0], int):
        faces.sort()  # where a card lies in a hand is nobody's business
    return [kind, *map(moment.table.piles.name, passage.piles), *faces]


def _cards(value: Any, named: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(value, str):
        if value in named:
            yield value
        elif len(value) > 2:
            yield from (word for word in _WORD.findall(value) if word in named)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _cards(key, named)
            yield from _cards(inner, named)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _cards(inner, named)
