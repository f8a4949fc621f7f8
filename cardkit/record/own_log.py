"""Compares a record with what one player has heard and said: a server that tells another story
to others than it told to that player is caught.

The log is the one that `cardkit play --log` writes. Trusts neither, and needs no server.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardkit.fair import Shuffle, Trail
from cardkit.netgame import WATCHER, Event, Refused
from cardkit.netgame.conditions import shown
from cardkit.netgame.events import fingerprint
from cardkit.protocol import Message, read_message
from cardkit.protocol.messages import (
    CameBack,
    DealDispute,
    DealOpen,
    DealRoot,
    Done,
    Entered,
    Exited,
    Joined,
    OfDeal,
    ProofMessage,
    StateMessage,
    TrailMessage,
    Watching,
)
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import EventMessage, Ok, OtherMessage, Reply
from cardkit.reasons import LocalReason
from cardkit.record.chain import Record, Step
from cardkit.record.check import FindGame, RecordReplay
from cardkit.record.faults import Flaw, RecordFault

FORMAT, READS = "cardkit-log", (1,)
_OF_GAMES = frozenset({"MOVE", "RESULT", "SCORE"})
"""What happens in games alone: after the last of a match there is none, until the next one."""
_PILES = {"MOVE": 2, "SHOW": 1}
"""After so many piles the event has cards."""
_ANY_VERSION = frozenset({"ACTION", "RESULT", "SCORE", *_PILES})
"""What every version tells of an input: who did what, which cards went where, and the results."""
_STEPS = ("open", "commits", "ready", "void", "secret")
"""The steps of a deal that a record has, too."""
_LINE = re.compile(r"\A[^\n]*|[^\n]+")
Words = list[Any]


@dataclass(frozen=True, slots=True)
class Heard:
    """One message of a log, and the line of the file where it stands, from 1."""

    line: int
    words: Words
    """As it came, to be compared in every word."""
    message: Message
    """The same, read."""


@dataclass(slots=True)
class Stay:
    """From coming to a table until leaving it, or until the connection is made anew."""

    name: str
    table: str = ""
    heard: list[Heard] = field(default_factory=list)
    accepted: list[tuple[int, int | None, list[str]]] = field(default_factory=list)
    """Commands with nothing but OK for an answer: line, the last event before, and words."""
    last: int | None = None
    """The last event that was heard."""


# --- the log ---------------------------------------------------------------------------------


def read_log(text: str) -> list[Stay]:
    """The stays at tables that a log tells of. Raises `Refused` when it is none."""
    reader = _Reader()
    for number, line in _lines(text):
        try:
            body = json.loads(line)
        except (ValueError, RecursionError):
            body = None  # a run that was killed leaves its last line unfinished
        if number == 1 and not _is_head(body):
            raise Refused(
                LocalReason.NO_SUCH_FILE, "this is no log of cardkit: {why}", why=line[:40]
            )
        if isinstance(body, dict):
            reader.take(number, body)
    return reader.stays


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The first line, and those after it that are not empty, with their numbers."""
    number, end = 1, 0
    for line in _LINE.finditer(text):
        number += text.count("\n", end, line.start())
        end = line.end()
        yield number, line.group()


def _is_head(body: object) -> bool:
    return isinstance(body, dict) and body.get("format") == FORMAT and body.get("version") in READS


class _Reader:
    """Sorts what a log says by the tables at which it was said."""

    def __init__(self) -> None:
        self.stays: list[Stay] = []
        self._stay = Stay("")
        self._said: dict[str, list[str]] = {}

    def take(self, line: int, body: Mapping[str, Any]) -> None:
        match body:
            case {"kind": "log"}:
                self._said.clear()
                self._leave(self._stay.name)
            case {"said": [str(tag), *words]} if words:
                self._said[tag] = [str(word) for word in words]
            case {"heard": [*messages]}:
                words = [m for m in messages if isinstance(m, list) and m]
                frame = [Heard(line, each, read_message(each)) for each in words]
                for at, heard in enumerate(frame):
                    self._hear(heard, frame[at + 1 :])

    def _leave(self, name: str) -> None:
        self._stay = Stay(name)
        self.stays.append(self._stay)

    def _hear(self, heard: Heard, more: list[Heard]) -> None:
        stay = self._stay
        match heard.message:
            case Ok(reply, tag) if tag:
                said = self._said.pop(tag, None)
                self._answered(heard.line, said, reply, more)
            case StateMessage(number, {"table": str(table)}):
                stay.table, stay.last = table, number
            case EventMessage(number=number):
                stay.last = number
                stay.heard.append(heard)
            case OfDeal() | TrailMessage() | OtherMessage("DEAL" | "PROOF" | "TRAIL"):
                stay.heard.append(heard)

    def _answered(self, line: int, said: list[str] | None, reply: Reply, more: list[Heard]) -> None:
        match reply:
            case Entered(name) | CameBack(name):
                self._leave(name)
            case Joined(table) | Watching(table):
                self._leave(self._stay.name)
                self._stay.table = table
            case Exited():
                self._leave(self._stay.name)
            case Done() if said and not any(isinstance(m.message, EventMessage) for m in more):
                self._stay.accepted.append((line, self._stay.last, said))


# --- the record ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Told:
    """An event of the record: the line of its input, and who sat where by then."""

    n: int
    event: Event
    names: Sequence[str]

    def words(self, name: str) -> Words:
        """As that participant has heard it, with its number."""
        seat = self.names.index(name) if name in self.names else WATCHER
        return [self.event.number, *_plain(self.event.words(seat) or ())]

    def proofs(self, name: str) -> list[Words]:
        seat = self.names.index(name) if name in self.names else WATCHER
        heard = (proof.words(seat) for proof in self.event.proofs)
        return [_plain(words) for words in heard if words is not None]


@dataclass(slots=True)
class _Story:
    """All that a record makes the table have told."""

    events: dict[int, _Told] = field(default_factory=dict)
    """By number, where they are told here as they were then."""
    otherwise: dict[int, list[_Told]] = field(default_factory=dict)
    """By the line of an input the events that another version told otherwise, or perhaps did."""
    end: int | None = None
    """The number of the last event, if it was noted."""
    shuffles: dict[tuple[int, str], tuple[int, Shuffle]] = field(default_factory=dict)
    """By deal and label: the line of the input that shuffled, and how the cards lay."""
    steps: dict[tuple[str, int], tuple[int, list[Any]]] = field(default_factory=dict)
    """By kind and deal: the line, and what the table said of it after the number."""
    trail: dict[int, tuple[int, str]] = field(default_factory=dict)
    """After so many entries of the journal: the line, and the hash over all of them."""


def _story_of(record: Record, find_game: FindGame) -> _Story:
    story, replay = _Story(), RecordReplay(record, find_game)
    for line, events, shuffles in replay.inputs():
        if (dealer := replay.deals.dealer) is not None:
            dealer.prove(events)
            for each in shuffles:
                story.shuffles[dealer.deal.number, each.label] = line.n, each
        names = tuple(replay.table.names)
        told = [_Told(line.n, event, names) for event in events if event.number]
        if line.fingerprint == fingerprint(events):
            story.events |= {each.event.number: each for each in told}
        else:
            story.otherwise[line.n] = told
        story.end = line.told
    _note_steps(story, record)
    story.trail = dict(_trail_of(record))
    return story


def _trail_of(record: Record) -> Iterator[tuple[int, tuple[int, str]]]:
    trail = Trail(record.trail)
    for entry in record.entries():
        if isinstance(entry, Step):
            trail.add(entry.body)
        else:
            trail.add([entry.who, entry.said, entry.at, entry.quiet])
        yield trail.count, (entry.n, trail.last.hex())


def _note_steps(story: _Story, record: Record) -> None:
    number = 0
    for step in record.deals:
        body = step.body
        if "about" in body:
            number = body["about"]["deal"]
            story.steps["open", number] = step.n, [_plain(body["about"]), body["commitment"]]
        for kind, name in (("commits", "commits"), ("ready", "given")):
            if name in body:
                story.steps[kind, number] = step.n, [list(body[name])]
        if "void" in body:
            story.steps["void", number] = step.n, []
    for deal, secret in record.secrets.items():
        story.steps["secret", deal] = len(record.lines) + len(record.deals) + 1, [secret.hex()]


# --- both together ---------------------------------------------------------------------------


class Agreement(NamedTuple):
    """How many messages of a log a record bears out."""

    same: int
    unknown: int
    """Of so many it cannot be said: another version has told them."""


def compare(record: Record, log: Sequence[Stay], find_game: FindGame) -> Agreement:
    """What of the log the record bears out; the first message that differs is a fault."""
    stays = _stays_in(record, log)
    story = _story_of(record, find_game)
    found = [_Comparison(record, story, stay).run() for stay in stays]
    return Agreement(sum(each.same for each in found), sum(each.unknown for each in found))


def _stays_in(record: Record, stays: Sequence[Stay]) -> list[Stay]:
    """The stays in which this match was heard of."""
    header = record.header
    found = []
    for stay in stays:
        for heard in stay.heard:
            match heard.message:
                case DealOpen(
                    about={"match": header.match, "table": header.table, "server": str(server)}
                ):
                    if server != header.server:
                        raise RecordFault(
                            Flaw.OTHER_STORY,
                            0,
                            "your log, line {mine}, names another key of the server: {key}",
                            mine=heard.line,
                            key=server[:64],
                        )
                    found.append(stay)
                    break
    if not found:
        raise Refused(
            ServerReason.NO_SUCH_MATCH,
            "your log says nothing of match {match} at {table}; is it the log of another one?",
            match=header.match,
            table=shown(header.table),
        )
    return found


def _in_any_version(events: Iterable[tuple[str, Words]]) -> Counter[str]:
    """What these events say that every version tells, card by card, in whatever order."""
    found: Counter[str] = Counter()
    for kind, parts in events:
        if kind in _PILES:
            where, cards = parts[: _PILES[kind]], parts[_PILES[kind] :]
            found.update(json.dumps([kind, *where, card]) for card in cards)
        elif kind in _ANY_VERSION:
            found[json.dumps([kind, *parts])] += 1
    return found


class _Comparison:
    """One stay beside the story of the record."""

    def __init__(self, record: Record, story: _Story, stay: Stay) -> None:
        self._record, self._story, self._stay = record, story, stay
        self._first = record.header.told
        self._end = self._first if story.end is None else story.end
        self._ours = False
        """Whether what is said of deals is said of this match."""
        self._over = False
        """Whether a later match has begun."""
        self._same = self._unknown = 0
        self._otherwise: list[Heard] = []
        """Events of one input that are not told here as they were then."""
        self._event: _Told | None = None
        self._proofs: list[Words] = []

    def run(self) -> Agreement:
        for heard in self._stay.heard:
            if heard.message.kind != "PROOF":
                self._check_proofs(heard.line)
            self._compare(heard)
        self._check_proofs(self._stay.heard[-1].line if self._stay.heard else 0)
        for line, last, said in self._stay.accepted:
            self._check_said(line, last, said)
        return Agreement(self._same, self._unknown + len(self._otherwise))

    def _compare(self, heard: Heard) -> None:
        match heard.message:
            case EventMessage(number=number):
                self._hear_event(heard, number)
            case DealOpen(about={"match": match}):
                self._ours = match == self._record.header.match
                self._over |= isinstance(match, int) and match > self._record.header.match
                if self._ours:
                    self._hear_step(heard)
            case DealRoot(deal, label, size, root) if self._ours:
                self._hear_root(heard, deal, label, size, root)
            case DealDispute(deal, name, text) if self._ours:
                bodies = [step.body for step in self._record.deals]
                wanted = {"deal": deal, "by": name, "dispute": text}
                if not any(wanted.items() <= body.items() for body in bodies):
                    self._differ(heard.line, 0, heard.words, None)
            case TrailMessage(self._record.header.match, entries, told):
                n, known = self._story.trail.get(entries, (0, None))
                if known != told:
                    self._differ(heard.line, n, heard.words, known and [known])
                self._same += 1
                self._compare_otherwise(heard.line, n)
            case ProofMessage(deal, label, _, items) if self._ours:
                if deal > self._record.header.deals:  # or of the match before, told again
                    self._hear_proof(heard, deal, label, items)
            case OfDeal() | OtherMessage("DEAL") if self._ours:
                self._hear_step(heard)

    def _hear_event(self, heard: Heard, number: int) -> None:
        told = self._story.events.get(number)
        self._event = told
        if told is not None:
            known = told.words(self._stay.name)
            if known != heard.words:
                self._differ(heard.line, told.n, heard.words, known)
            self._same += 1
        elif number > self._first and not self._over:
            if self._story.end is None or number <= self._end:
                self._otherwise.append(heard)
            elif heard.message.kind in _OF_GAMES:
                self._differ(heard.line, len(self._record.lines), heard.words, None)

    def _compare_otherwise(self, line: int, n: int) -> None:
        """The trail says which input it was whose events came before it, in the same frame."""
        told, self._otherwise = self._otherwise, []
        heard = [each for each in told if each.line == line]
        self._unknown += len(told)
        if not heard:
            return
        self._end = max(self._end, heard[-1].words[0])
        if n not in self._story.otherwise:
            self._differ(line, n, heard[0].words, None)
        name, told_here = self._stay.name, self._story.otherwise[n]
        known = _in_any_version((each.event.kind, each.words(name)[2:]) for each in told_here)
        mine = _in_any_version((each.message.kind, each.words[2:]) for each in heard)
        for other in mine - known:
            self._differ(line, n, json.loads(other), [json.loads(each) for each in known])
        alike = sum(each.message.kind in _ANY_VERSION for each in heard)
        self._same, self._unknown = self._same + alike, self._unknown - alike

    def _hear_step(self, heard: Heard) -> None:
        """One that cannot be read is not what the record has, whatever that is."""
        match heard.message:
            case OfDeal(number):
                _, *told = heard.message.parts()
                step = heard.message.kind.removeprefix("DEAL ")
            case OtherMessage(rest=(str(step), *told)):
                number = 0
            case _:
                return
        n, known = self._story.steps.get((step, number), (0, None))
        if known is None and step not in _STEPS:
            return
        if known is None and step == "open" and number > self._last_deal():
            return  # of a game that nobody began
        if known != told:
            self._differ(heard.line, n, heard.words, known)
        self._same += 1

    def _last_deal(self) -> int:
        return max((number for _, number in self._story.steps), default=0)

    def _hear_root(self, heard: Heard, deal: int, label: str, size: Any, root: str) -> None:
        n, shuffle = self._story.shuffles.get((deal, label), (0, None))
        known = None if shuffle is None else [len(shuffle.cards), shuffle.deck.root.hex()]
        if known != [size, root]:
            self._differ(heard.line, n, heard.words, known)
        self._same += 1

    def _hear_proof(self, heard: Heard, deal: int, label: str, items: Sequence[Any]) -> None:
        """A proof with its event, or one that was told again to somebody who came."""
        n, shuffle = self._story.shuffles.get((deal, label), (0, None))
        for item in items:
            if isinstance(item, list) and item:
                place, *_ = item
                known = None
                if shuffle is not None and place in range(len(shuffle.cards)):
                    known = shuffle.deck.proof(place).words()
                if known != item:
                    self._differ(heard.line, n, item[:2], known and known[:2])
        self._proofs.append(heard.words)
        self._same += 1

    def _check_proofs(self, line: int) -> None:
        """All proofs of an event are there; where they came without one, they were told again."""
        proofs, self._proofs = self._proofs, []
        event, self._event = self._event, None
        if event is not None and proofs:
            known = event.proofs(self._stay.name)
            if proofs != known:
                self._differ(line, event.n, proofs[0][:4], known and known[0][:4])

    def _check_said(self, line: int, last: int | None, said: list[str]) -> None:
        """A command of the game that was accepted, and of which nothing was told."""
        verb = said[0].upper()
        verbs = {each.said.split()[0].upper() for each in self._record.lines if each.who}
        within = last is not None and self._first <= last < self._end
        if verb in verbs - {"START", "ENTER", "EXIT"} and within:
            name, wanted = self._stay.name, [word.upper() for word in said]
            lines = [each for each in self._record.lines if each.who == name]
            if wanted not in [each.said.upper().split() for each in lines]:
                self._differ(line, 0, said, None)

    def _differ(self, mine: int, n: int, heard: object, known: object) -> None:
        raise RecordFault(
            Flaw.OTHER_STORY,
            n,
            "your log tells another story in its line {mine}: you have {heard}, and the record "
            "makes it {known}",
            mine=mine,
            heard=_short(heard),
            known=_short(known),
        )


def _plain(words: Any) -> Any:
    """As it comes over any wire."""
    return json.loads(json.dumps(words))


def _short(words: object) -> str:
    if words is None:
        return "–"
    return json.dumps(words, ensure_ascii=False, default=str)[:200]
