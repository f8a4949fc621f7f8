"""A player's side of the deals at a table: gives contributions, and believes nothing unproved.

Hears what the table tells, says what is to be answered, and finds what is false. Pure: chance
comes in from outside, and nothing is sent from here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.fair.deal import DIGEST, MISSING, Deal, Shuffled, Untrue, read_digest, read_digests
from cardkit.fair.sight import Pile, Sight
from cardkit.netgame import Text

DEALS_KEPT = 2000
"""A match has hardly more games than this; what is older is not checked at its end."""
_MOST_FOUND = 200
_MOST_TABLES = 50
_STOCK = "stock"
"""The pile that games are dealt from, where nobody has heard which pile was shuffled."""
_UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Finding:
    """What was false, in which deal."""

    deal: int
    text: Text


class Watch:
    """What one participant does and checks in the deals of a table."""

    def __init__(self, name: str, secret: Callable[[int], bytes]) -> None:
        self.name = name
        self.promised = True
        """Whether the server has said that it proves its deals."""
        self.deal: Deal | None = None
        """The deal whose cards are on the table."""
        self.deals: dict[tuple[int, int], Deal] = {}
        """By match and number."""
        self.match = 0
        self.found: list[Finding] = []
        """All that was false so far."""
        self._secret = secret
        self._server = ""
        self._tables: dict[str, tuple[list[Any], tuple[int, int]]] = {}
        """By table: the rules that its deals name, and the match and number of the last one."""
        self._visited: set[str] = set()
        """Tables of whose deals was heard before this frame; at others another program of mine may
        have given something, before I came."""
        self._reported: set[tuple[int, int, str]] = set()
        self._answers: list[list[str]] = []
        self._found: list[Finding] = []
        self._answered = self._late = self._caught_up = False
        self._old = 0
        """Who was away may hear the end of a match when the next one is on: up to this event."""
        self._leave()

    def _leave(self) -> None:
        """At no table."""
        self.deal = None
        self.table = ""
        self._coming: Deal | None = None
        self._names: list[str] | None = None
        self._last: int | None = None
        self._fresh: deque[Shuffled] = deque()
        """Shuffles that were bound, and that no event has told of yet."""
        self._piles: dict[str, Pile] = {}
        self._sight: Sight | None = None

    @property
    def of_match(self) -> list[Deal]:
        """The deals of this match with which a game was dealt."""
        return [d for d in self.deals.values() if d.match == self.match and d.given is not None]

    def hear(self, frame: Sequence[Sequence[Any]]) -> tuple[list[list[str]], list[Finding]]:
        """What one frame brings: commands to say at once, and what was false in it."""
        self._answers, self._found = [], []
        self._answered = self._late = self._caught_up = False
        self._old = _begins_match(frame)
        for message in frame:
            if message[0] != "PROOF":
                self._try(self._settle, message)
            self._try(self._hear, message)
        self._try(self._settle)
        if self._caught_up:
            self._catch_up()
        self._visited = set(self._tables)
        return self._answers, self._found

    def _try(self, do: Callable[[Sequence[Any]], None], message: Sequence[Any] = ()) -> None:
        try:
            do(message)
        except Untrue as wrong:
            self._sight = None
            number = self._number_in(message) if wrong.deal is None else wrong.deal
            self._report(number, wrong.text)
        except _UNREADABLE:
            if list(message[:1]) in (["DEAL"], ["PROOF"]):
                text = Text("what the server says of a deal cannot be read")
                self._report(self._number_in(message), text)

    def _number_in(self, message: Sequence[Any]) -> int:
        match list(message):
            case ["DEAL", _, int(number), *_] | ["PROOF", int(number), *_]:
                return number
        return 0 if self.deal is None else self.deal.number

    def _report(self, number: int, text: Text) -> None:
        """The same is reported once, however often it is told."""
        what = self.match, number, text.template
        if what not in self._reported and len(self._reported) < _MOST_FOUND:
            self._reported.add(what)
            self._found.append(Finding(number, text))
            self.found.append(self._found[-1])

    def _hear(self, message: Sequence[Any]) -> None:
        match list(message):
            case [int(number), str(kind), *parts]:
                if self._last is None or number == self._last + 1:  # else told again, or too early
                    self._last = number
                    self._event(kind, parts)
            case ["DEAL", *_] | ["PROOF", *_] as words:
                self._caught_up |= self._answered
                self._hear_deal(words)
            case ["STATE", int(number), dict(data), *_]:
                self._look(number, data)
            case ["OK", *words] | [str(), "OK", *words]:
                self._hear_answer(words)

    def _hear_answer(self, words: list[Any]) -> None:
        """Who comes, or comes back, is told in the answer what has happened so far."""
        self._answered = True
        match words:
            case ["JOIN" | "WATCH", str(table), *_]:
                self.table = table
            case ["EXIT", *_]:
                self._leave()
            case ["RESUME" | "ENTER", *_]:
                self._late = True
                self._excuse()

    # --- the deal ----------------------------------------------------------------------------

    def _hear_deal(self, message: list[Any]) -> None:
        match message:
            case ["DEAL", "open", int(number), dict(about), str(commitment)]:
                self._open(number, about, read_digest(commitment))
            case ["DEAL", "commits", int(number), list(commits)]:
                self._listed(self._find(number), read_digests(commits, ""))
            case ["DEAL", "ready", int(number), list(given)]:
                self._ready(self._find(number), read_digests(given, MISSING))
            case ["DEAL", "root", int(number), str(label), int(size), str(root)]:
                deal = self._find(number)
                if deal.bind(label, size, read_digest(root)):
                    self._fresh.append(deal.shuffles[label])
            case ["DEAL", "secret", int(number), str(secret)]:
                self._opened(number, read_digest(secret))
            case ["DEAL", "void", int(number), *_]:
                self._void(number)
            case ["PROOF", int(number), str(label), str(to), *items]:
                self._proof(number, label, to, items)
            case ["DEAL", "open" | "commits" | "ready" | "root" | "secret", *_] | ["PROOF", *_]:
                raise ValueError

    def _find(self, number: int) -> Deal:
        deal = self.deals.get((self.match, number))
        if deal is None:
            raise Untrue("this deal was never opened")
        return deal

    def _open(self, number: int, about: dict[str, Any], commitment: bytes) -> None:
        key = about.get("match"), number
        deal = self.deals.get(key)  # type: ignore[arg-type]
        if deal is None:
            deal = Deal(about, commitment, self._secret(DIGEST))
            deal.foreign = self._answered and deal.about["table"] not in self._visited
            self._check_new(deal, number)
            self._leave_no_deal(deal)
            self.deals[deal.match, number] = deal
            if len(self.deals) > DEALS_KEPT:
                del self.deals[next(iter(self.deals))]
        elif (deal.about, deal.commitment) != (about, commitment):
            raise Untrue("the dealer has bound itself anew to a deal that was open already")
        self.match = deal.match
        if deal.given is None:
            self._coming = deal
        mine = deal.bound_mine(self.name)
        if mine is not None and deal.commits is None:
            self._answers.append(["COMMIT", str(number), mine.hex()])

    def _check_new(self, deal: Deal, number: int) -> None:
        """A deal is about this table, comes after those before it, and gives none of them up."""
        about, table = deal.about, deal.about["table"]
        if deal.number != number or (self.table and self.table != table):
            raise Untrue("the deal is about another one, or about another table")
        if self._server not in ("", about["server"]):
            raise Untrue("the deal names another key of the server than the deals before")
        rules = [about[name] for name in ("game", "preset", "options", "deck")]
        known, last = self._tables.get(table, (rules, (0, 0)))
        if known != rules:
            raise Untrue("the deal is about other rules than the deals before")
        if (deal.match, number) <= last:
            raise Untrue("the number of this deal was used before")
        self._server = about["server"]
        self._tables.pop(table, None)
        self._tables[table] = rules, (deal.match, number)
        if len(self._tables) > _MOST_TABLES:
            del self._tables[next(iter(self._tables))]

    def _leave_no_deal(self, new: Deal) -> None:
        """When the next deal is opened, those before it are dealt, and after a match open."""
        self._try(self._check_given_up)
        if new.match != self.match and any(deal.opened for deal in self.of_match):
            self._try(self._check_all_opened)

    def _check_given_up(self, _: Sequence[Any] = ()) -> None:
        """Once all are bound, a deal is given up only when somebody has left the table."""
        deal, self._coming = self._coming, None
        if deal is not None and deal.commits is not None and deal.seats == self._names:
            raise Untrue("a deal was given up although nobody had left", deal=deal.number)

    def _listed(self, deal: Deal, commits: list[bytes | None]) -> None:
        if deal.list_commits(commits, self.name) and deal.given is None:
            self._answers.append(["REVEAL", str(deal.number), deal.mine.hex()])

    def _ready(self, deal: Deal, given: list[bytes | None]) -> None:
        before = self.deal
        if before is not None and before.match == deal.match and before.number > deal.number:
            raise Untrue("an old deal is dealt once more")
        if before is not deal:
            if before is not None:
                before.put_away()
            self.deal, self._coming = deal, None
            deal.excused = self._answered  # its game may be over already
            self._fresh.clear()
        deal.give(given)

    def _void(self, number: int) -> None:
        deal = self.deals.get((self.match, number))
        if deal is not None and deal.given is not None:
            raise Untrue("a deal was taken back after its cards were dealt")
        self.deals.pop((self.match, number), None)
        if deal is self._coming:
            self._check_given_up()

    def _opened(self, number: int, secret: bytes) -> None:
        deal = self.deals.get((self.match, number))
        if deal is not None:
            deal.open_secret(secret)
            self._check_all_opened((), number)
        elif all(number > each.number for each in self.of_match):  # not one from before I came
            raise Untrue("this deal was never opened")

    def _check_all_opened(self, _: Sequence[Any] = (), before: int | None = None) -> None:
        """Secrets are opened in the order of the deals, and none is left out."""
        for deal in self.of_match:
            if not deal.opened and not deal.excused and (before is None or deal.number < before):
                deal.excused = True
                raise Untrue("the secret of this deal was kept back", deal=deal.number)

    # --- cards -------------------------------------------------------------------------------

    def _proof(self, number: int, label: str, to: str, items: list[Any]) -> None:
        if self._late and (self._is_old() or not self._knows(number, label)):
            self._sight = None
            return
        deal, sight = self._find(number), self._sight
        if deal is not self.deal and not self._late:
            raise Untrue("a card comes with a proof for another deal")
        shuffled = deal.shuffled(label)
        told = sight is not None and sight.to == to
        for item in items:
            if isinstance(item, list | tuple):
                deal.prove(label, item)
            elif not told or type(item) is not int:
                raise ValueError
        if sight is not None and told:
            self._check_pile(sight.source, shuffled)
            sight.items += items
            if sight.moved:
                for item in items:
                    shuffled.deal(item if isinstance(item, int) else item[0], to)

    def _is_old(self) -> bool:
        return self._last is not None and self._last < self._old

    def _knows(self, number: int, label: str) -> bool:
        """Not what was bound and was over while I was away; of the deal that is on, all is told."""
        deal = self.deals.get((self.match, number))
        return deal is not None and (deal is self.deal or label in deal.shuffles)

    def _check_pile(self, name: str, shuffled: Shuffled) -> None:
        pile = self._piles.setdefault(name, Pile(shuffled))
        if pile.shuffled is None or self._late:
            pile.shuffled = shuffled
        elif pile.shuffled is not shuffled:
            raise Untrue("a card comes with a proof for another shuffle than that of its pile")

    def _settle(self, _: Sequence[Any]) -> None:
        """What leaves a shuffled pile, or is shown in it, has come with its proofs by now."""
        sight, self._sight = self._sight, None
        if sight is not None and sight.source in self._piles:
            sight.check(self._piles[sight.source], late=self._late)

    # --- what happens at the table -----------------------------------------------------------

    def _event(self, kind: str, parts: list[Any]) -> None:
        match [kind, *parts]:
            case ["MOVE", str(source), str(to), *cards]:
                self._sight = Sight(source, to, cards, moved=True)
                if to in self._piles:
                    self._piles[to].others += len(cards)
            case ["SHOW", str(pile), *cards]:
                self._sight = Sight(pile, pile, cards, moved=False)
            case ["GATHER", *_]:
                self._piles.clear()
            case ["SHUFFLE", str(pile), int(count), *_]:
                self._shuffle(pile, count)
            case ["SEATS", *names]:
                self._names = names
            case ["PHASE", "playing", *_]:
                self._begin_game()

    def _begin_game(self) -> None:
        deal = self.deal
        if deal is None or deal.given is None or deal.begun:
            if self.promised and not self._late:
                raise Untrue("a game has begun without a deal of its own")
            return
        deal.begun = True
        self._check_seats(deal)

    def _check_seats(self, deal: Deal) -> None:
        if self._names not in (None, deal.seats) and not self._late:
            raise Untrue("others play than the deal was opened for", deal=deal.number)

    def _shuffle(self, pile: str, count: int) -> None:
        if self._late and self._is_old():
            return
        if self._fresh:
            shuffled = self._fresh.popleft()
            shuffled.next = 0
            self._piles[pile] = Pile(shuffled)
            if shuffled.size != count and not self._late:
                raise Untrue("other cards were shuffled than the dealer was bound to")
        elif self.promised and not self._late:
            raise Untrue("a pile was shuffled that nobody was bound to")

    def _look(self, number: int, data: dict[str, Any]) -> None:
        """The whole state: what was not heard in between is lost, and nothing else."""
        self._names, playing = list(data["names"]), data.get("phase") == "playing"
        self.table = str(data.get("table", self.table))
        if number != self._last:
            self._excuse()
            self._last = number
            known, self._piles = list(self._piles) or [_STOCK], {}
            if playing and self.deal is not None and self.deal.shuffles:
                self.deal.lose_count()
                self._piles = {name: Pile(None) for name in known}
        for deal in filter(None, (self.deal, self._coming)):
            named = deal.about["table"], deal.about["game"]
            if named != (self.table, data.get("rules", named[1])):
                raise Untrue("the deal is about another table", deal=deal.number)
        if playing and self.deal is not None and self.deal.match == self.match:
            self._check_seats(self.deal)

    def _excuse(self) -> None:
        """What should have been told may have been told while I was away."""
        self._coming = None
        for deal in self.of_match:
            deal.excused |= not deal.opened

    def _catch_up(self) -> None:
        """What an answer told of deals is what was before: no events of it are to come."""
        self._fresh.clear()
        if self.deal is not None:
            self.deal.begun = True


def _begins_match(frame: Sequence[Sequence[Any]]) -> int:
    """The event of a frame with which its last match begins; 0 where there is none."""
    first = [m[0] for m in frame if type(m[0]) is int and list(m[1:4]) == ["PHASE", "playing", 1]]
    return max(first, default=0)
