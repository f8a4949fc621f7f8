"""A player's part in the deals of a table: gives contributions, and believes nothing unproved.

Hears what the table tells, says what is to be answered, and finds what is false. Pure: chance
comes in from outside, and nothing is sent from here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardkit.fair.card_proofs import CardProofs
from cardkit.fair.deal import DIGEST, MISSING, DealState, FairDeal, read_digest, read_digests
from cardkit.fair.faults import DealFault, FalseDeal
from cardkit.fair.hashes import canonical, commit_player
from cardkit.protocol import Message
from cardkit.protocol.client_commands import CommitCommand, RevealCommand
from cardkit.protocol.messages import (
    CameBack,
    DealCommits,
    DealOpen,
    DealReady,
    DealRoot,
    DealSecret,
    DealVoid,
    Entered,
    Exited,
    Gather,
    Joined,
    MoveEvent,
    OfDeal,
    Phase,
    ProofMessage,
    SeatsEvent,
    Show,
    ShuffleEvent,
    StateMessage,
    Watching,
    sends_away,
)
from cardkit.protocol.schema import EventMessage, Ok, OtherMessage, Reply

Contribution = CommitCommand | RevealCommand
"""What a player says to a deal."""
DEALS_KEPT = 2000
"""A match has hardly more games than this; what is older is not checked at its end."""
_MOST_FOUND = 200
_MOST_TABLES = 50
_UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_LONGEST_ABOUT = 16384
_RULES = ("game", "preset", "options", "deck")


class PlayersDeal(FairDeal):
    """A deal as one participant knows it."""

    def __init__(self, about: dict[str, Any], commitment: bytes, contribution: bytes) -> None:
        super().__init__(about, commitment=commitment)
        self.contribution = contribution
        """What I give to it."""
        self.foreign = False
        """Whether another program of mine may have given something to it before I came."""
        self.excused = False
        """Whether its secret may have been told while I was away."""
        self.proved = 0
        """How many cards of it were proved to me."""

    @property
    def opened(self) -> bool:
        """Whether the secret was told, and all of it was right."""
        return self.state is DealState.DISCLOSED

    def commitment_of(self, name: str) -> bytes | None:
        """What binds me to my contribution; None when I do not play."""
        if name not in self.seats:
            return None
        return commit_player(self.context, self.seats.index(name), self.contribution)

    def lists_me(self, name: str) -> bool:
        """Whether my commitment is on the list."""
        mine = self.commitment_of(name)
        listed = None if mine is None else self.commits[self.seats.index(name)]
        if listed not in (None, mine) and not self.foreign:
            raise FalseDeal(DealFault.NOT_MY_COMMIT)
        return listed is not None and listed == mine


class PlayerRole:
    """What one participant does and checks in the deals of a table."""

    def __init__(self, name: str, secret: Callable[[int], bytes]) -> None:
        self.name = name
        self.promised = True
        """Whether the server has said that it proves its deals."""
        self.deals: dict[tuple[int, int], PlayersDeal] = {}
        """By match and number."""
        self.match = 0
        self.found: list[FalseDeal] = []
        """All that was false so far."""
        self._secret = secret
        self._server = ""
        self._tables: dict[str, tuple[list[Any], tuple[int, int]]] = {}
        """By table: the rules that its deals name, and the match and number of the last one."""
        self._visited: set[str] = set()
        """Tables of whose deals was heard before this frame; at others another program of mine may
        have given something, before I came."""
        self._reported: set[tuple[int, int | None, DealFault]] = set()
        self._answers: list[Contribution] = []
        self._found: list[FalseDeal] = []
        self._answered = self._late = self._caught_up = False
        self._old = 0
        """Who was away may hear the end of a match when the next one is on: up to this event."""
        self._leave()

    def _leave(self) -> None:
        """At no table."""
        self.deal: PlayersDeal | None = None
        """The deal whose cards are on the table."""
        self._coming: PlayersDeal | None = None
        self.table = ""
        self._names: list[str] | None = None
        """Who plays, as the table has told it last; None where it has not."""
        self._last: int | None = None
        self._cards = CardProofs()

    @property
    def of_match(self) -> list[PlayersDeal]:
        """The deals of this match with which a game was dealt."""
        return [deal for deal in self.deals.values() if deal.match == self.match and deal.given]

    def hear(self, frame: Sequence[Message]) -> tuple[list[Contribution], list[FalseDeal]]:
        """What one frame brings: commands to say at once, and what was false in it."""
        self._answers, self._found = [], []
        self._answered = self._late = self._caught_up = False
        self._old = _begins_match(frame)
        for message in frame:
            if message.kind != "PROOF" and self._cards.last is not None:
                self._try(message, self._settle)
            self._try(message, self._hear, message)
        self._try(None, self._settle)
        if self._caught_up:
            self._catch_up()
        self._visited = set(self._tables)
        return self._answers, self._found

    def _try(self, message: Message | None, check: Callable[..., object], *parts: Any) -> None:
        try:
            check(*parts)
        except FalseDeal as wrong:
            self._cards.last = None
            self._report(wrong, message)
        except _UNREADABLE:
            if message is not None and message.head in ("DEAL", "PROOF"):
                self._report(FalseDeal(DealFault.UNREADABLE), message)

    def _report(self, wrong: FalseDeal, message: Message | None) -> None:
        """The same is reported once, however often it is told."""
        if wrong.deal is None:
            match message:
                case OfDeal(number):
                    wrong.deal = number
                case OtherMessage("DEAL", (_, int(number), *_)):
                    wrong.deal = number
                case OtherMessage("PROOF", (int(number), *_)):
                    wrong.deal = number
                case _:
                    wrong.deal = 0 if self.deal is None else self.deal.number
        what = self.match, wrong.deal, wrong.fault
        if what not in self._reported and len(self._reported) < _MOST_FOUND:
            self._reported.add(what)
            self._found.append(wrong.with_traceback(None))
            self.found.append(wrong)

    def _hear(self, message: Message) -> None:
        match message:
            case EventMessage(number=number):
                if self._last is None or number == self._last + 1:  # else told again, or too early
                    self._last = number
                    self._event(message)
            case OfDeal() | OtherMessage("DEAL" | "PROOF"):
                self._caught_up |= self._answered
                self._hear_deal(message)
            case StateMessage(number, data):
                self._hear_state(number, data)
            case Ok(reply):
                self._hear_answer(reply)
            case _ if sends_away(message, self.name):
                self._leave()

    def _hear_answer(self, reply: Reply) -> None:
        """Who comes, or comes back, is told in the answer what has happened so far."""
        self._answered = True
        match reply:
            case Joined(table) | Watching(table):
                self.table = table
            case Exited():
                self._leave()
            case CameBack() | Entered():
                self._late = True
                self._excuse()

    # --- the steps of a deal -----------------------------------------------------------------

    def _hear_deal(self, message: Message) -> None:
        match message:
            case DealOpen(number, about, commitment):
                self._open(number, about, read_digest(commitment))
            case DealCommits(number, commits):
                deal = self._find(number)
                deal.list_commits(read_digests(commits, ""))
                if deal.lists_me(self.name) and not deal.given:
                    self._answers.append(RevealCommand(number, deal.contribution))
            case DealReady(number, given):
                self._ready(self._find(number), read_digests(given, MISSING))
            case DealRoot(number, label, size, root):
                deal = self._find(number)
                if deal.bind(label, size, read_digest(root)):
                    self._cards.bound.append(deal.shuffles[label])
            case DealSecret(number, secret):
                self._disclose(number, read_digest(secret))
            case DealVoid(number):
                self._void(number)
            case ProofMessage(number, label, to, items):
                self._prove(number, label, to, items)
            case OtherMessage("PROOF"):
                raise ValueError
            case OtherMessage("DEAL", ("open" | "commits" | "ready" | "root" | "secret", *_)):
                raise ValueError

    def _find(self, number: int) -> PlayersDeal:
        deal = self.deals.get((self.match, number))
        if deal is None:
            raise FalseDeal(DealFault.NEVER_OPENED)
        return deal

    def _open(self, number: int, about: dict[str, Any], commitment: bytes) -> None:
        match = about.get("match")
        deal = self.deals.get((match, number)) if isinstance(match, int) else None
        if deal is None:
            if len(canonical(about)) > _LONGEST_ABOUT:
                raise ValueError
            deal = PlayersDeal(about, commitment, self._secret(DIGEST))
            deal.check_about()
            deal.foreign = self._answered and deal.about["table"] not in self._visited
            self._check_new(deal, number)
            self._try(None, self._give_up)
            if deal.match != self.match and any(each.opened for each in self.of_match):
                self._try(None, self._check_secrets)
            self.deals[deal.match, number] = deal
            if len(self.deals) > DEALS_KEPT:
                del self.deals[next(iter(self.deals))]
        elif (deal.about, deal.commitment) != (about, commitment):
            raise FalseDeal(DealFault.REOPENED)
        self.match = deal.match
        if not deal.given:
            self._coming = deal
        mine = deal.commitment_of(self.name)
        if mine is not None and not deal.commits:
            self._answers.append(CommitCommand(number, mine))

    def _check_new(self, deal: PlayersDeal, number: int) -> None:
        """A deal is about this table, has its rules, and comes after those before it."""
        about, table = deal.about, deal.about["table"]
        if deal.number != number or (self.table and self.table != table):
            raise FalseDeal(DealFault.OTHER_DEAL)
        if self._server not in ("", about["server"]):
            raise FalseDeal(DealFault.OTHER_SERVER)
        rules = [about[name] for name in _RULES]
        known, last = self._tables.get(table, (rules, (0, 0)))
        if known != rules:
            raise FalseDeal(DealFault.OTHER_RULES)
        if (deal.match, number) <= last:
            raise FalseDeal(DealFault.NUMBER_USED)
        self._server = about["server"]
        self._tables.pop(table, None)
        self._tables[table] = rules, (deal.match, number)
        if len(self._tables) > _MOST_TABLES:
            del self._tables[next(iter(self._tables))]

    def _ready(self, deal: PlayersDeal, given: list[bytes | None]) -> None:
        before = self.deal
        if before is not None and before.match == deal.match and before.number > deal.number:
            raise FalseDeal(DealFault.OLD_DEAL)
        if before is not deal:
            for pile in () if before is None else before.shuffles.values():
                pile.dealt, pile.faces = set(), {}  # only its root is needed any more
            self.deal, self._coming = deal, None
            deal.excused = self._answered  # its game may be over already
            self._cards.bound.clear()
        deal.list_contributions(given)

    def _void(self, number: int) -> None:
        deal = self.deals.get((self.match, number))
        if deal is not None:
            if deal is not self._coming:
                deal.give_up(None)
            del self.deals[self.match, number]
        if deal is self._coming:
            self._give_up()

    def _give_up(self) -> None:
        """The deal on its way is not dealt: it is void, or another one has taken its place."""
        deal, self._coming = self._coming, None
        if deal is not None:
            deal.give_up(self._names)

    def _disclose(self, number: int, secret: bytes) -> None:
        deal = self.deals.get((self.match, number))
        if deal is not None:
            deal.disclose(secret)
            self._check_secrets(number)
        elif all(number > each.number for each in self.of_match):  # not one from before I came
            raise FalseDeal(DealFault.NEVER_OPENED)

    def _check_secrets(self, before: int | None = None) -> None:
        """Secrets are opened in the order of the deals, and none is left out."""
        for deal in self.of_match:
            if not deal.opened and not deal.excused and (before is None or deal.number < before):
                deal.excused = True
                raise FalseDeal(DealFault.SECRET_KEPT, deal=deal.number)

    # --- cards -------------------------------------------------------------------------------

    def _settle(self) -> None:
        self._cards.settle(late=self._late)

    def _prove(self, number: int, label: str, to: str, items: Sequence[Any]) -> None:
        if self._late and (self._is_old() or not self._knows(number, label)):
            self._cards.last = None
            return
        deal = self._find(number)
        if deal is not self.deal and not self._late:
            raise FalseDeal(DealFault.PROOF_OF_OTHER_DEAL)
        if label not in deal.shuffles:
            raise FalseDeal(DealFault.UNBOUND_PROOF)
        deal.proved += self._cards.prove(deal.shuffles[label], to, items, late=self._late)

    def _is_old(self) -> bool:
        return self._last is not None and self._last < self._old

    def _knows(self, number: int, label: str) -> bool:
        """Not what was bound and was over while I was away; of the deal that is on, all is told."""
        deal = self.deals.get((self.match, number))
        return deal is not None and (deal is self.deal or label in deal.shuffles)

    # --- what happens at the table -----------------------------------------------------------

    def _event(self, event: EventMessage) -> None:
        match event:
            case MoveEvent(source, to, cards):
                self._cards.move(source, to, cards)
            case Show(pile, cards):
                self._cards.show(pile, cards)
            case Gather():
                self._cards.gather()
            case ShuffleEvent(pile, count) if not (self._late and self._is_old()):
                bound = self._cards.shuffle(pile, count, late=self._late)
                if not bound and self.promised and not self._late:
                    raise FalseDeal(DealFault.UNBOUND_SHUFFLE)
            case SeatsEvent(names):
                self._names = list(names)
            case Phase("playing"):
                self._begin_game()

    def _begin_game(self) -> None:
        if self.deal is not None and self.deal.state is DealState.READY:
            self.deal.begin()
            self.deal.check_players(None if self._late else self._names)
        elif self.promised and not self._late:
            raise FalseDeal(DealFault.NO_DEAL)

    def _hear_state(self, number: int, data: dict[str, Any]) -> None:
        """The whole state: what was not heard in between is lost, and nothing else."""
        self._names, playing = list(data["names"]), data.get("phase") == "playing"
        self.table = str(data.get("table", self.table))
        deal = self.deal
        if number != self._last:
            self._excuse()
            self._last = number
            shuffled = playing and deal is not None and bool(deal.shuffles)
            for pile in deal.shuffles.values() if shuffled and deal is not None else ():
                pile.next = None  # cards may have been dealt that were not heard of
            self._cards.miss(shuffled=shuffled)
        for each in filter(None, (deal, self._coming)):
            named = each.about["table"], each.about["game"]
            if named != (self.table, data.get("rules", named[1])):
                raise FalseDeal(DealFault.OTHER_TABLE, deal=each.number)
        if playing and deal is not None and deal.match == self.match:
            deal.check_players(None if self._late else self._names)

    def _excuse(self) -> None:
        """What should have been told may have been told while I was away."""
        self._coming = None
        for deal in self.of_match:
            deal.excused |= not deal.opened

    def _catch_up(self) -> None:
        """What an answer told of deals is what was before: no events of it are to come."""
        self._cards.bound.clear()
        if self.deal is not None and self.deal.state is DealState.READY:
            self.deal.begin()


def _begins_match(frame: Sequence[Message]) -> int:
    """The event of a frame with which its last match begins; 0 where there is none."""
    phases = [message for message in frame if isinstance(message, Phase)]
    return max((p.number for p in phases if (p.phase, p.more) == ("playing", 1)), default=0)
