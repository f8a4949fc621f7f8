"""The deals in a record: every commitment, contribution, seed and deck, and none is believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.cardgame import CardGame
from cardkit.fair import FairDealer, ProvingDealer, Shuffle, Terms, commit_player
from cardkit.netgame import Dealer, Event, NetGame, Refused
from cardkit.netgame.command import read_line
from cardkit.record.chain import Header, Record, RecordLine, Step, is_time
from cardkit.record.faults import Flaw, RecordFault

MISSING = "missing"
_KNOWN = {"about", "commitment", "start", "commits", "given", "void", "dispute", "by", "deal", "at"}


def written_step(step: Mapping[str, Any], at: float) -> dict[str, Any]:
    """A step of a deal as it stands in a record: without the secret, which comes at the end."""
    body = {name: value for name, value in step.items() if name in _KNOWN}
    if "about" in step:
        body["commitment"] = Terms(step["about"], step["secret"]).commitment.hex()
    if "commits" in step:
        body["commits"] = ["" if each is None else each.hex() for each in step["commits"]]
    if "given" in step:
        body["given"] = [MISSING if each is None else each.hex() for each in step["given"]]
    return body | {"at": at}


@dataclass(frozen=True, slots=True)
class Contributions:
    """Who had a part in the chance of a match."""

    deals: int
    """How many were dealt."""
    missing: Mapping[str, int]
    """By player, to how many of them nothing was given."""
    alone: int
    """To how many of them nobody gave anything: there is only the word of the dealer."""


def gifts_in(record: Record) -> Contributions:
    """Who contributed to the deals of a record, and who did not."""
    deals, alone, missing = 0, 0, Counter[str]()
    seats: Sequence[str] = ()
    for step in record.deals:
        if "about" in step.body:
            seats = step.body["about"]["seats"]
        if "given" in step.body:
            gone = [n for n, g in zip(seats, step.body["given"], strict=True) if g == MISSING]
            missing.update(gone)
            deals, alone = deals + 1, alone + (len(gone) == len(seats))
    return Contributions(deals, missing, alone)


class Deals:
    """Follows the deals of a record, step by step."""

    def __init__(self, record: Record) -> None:
        self._header, self._secrets = record.header, record.secrets
        self._number = record.header.deals
        self._terms: Terms | None = None
        self._commits: Sequence[str] = ()
        self._given: list[bytes | None] | None = None
        self._dealt: Terms | None = None
        self._dealer: ProvingDealer | None = None
        self.left = Counter[str]()
        """Who had left when a deal was given up after all were bound, and how often."""

    def employ(self, seed: bytes) -> Dealer:
        """The dealer for the next game."""
        if self._dealt is None:
            return FairDealer(seed)
        self._dealer = ProvingDealer(seed, self._dealt)
        return self._dealer

    def follow(self, step: Step, table: NetGame) -> None:
        """One step. Raises `RecordFault` where it does not follow from the steps before."""
        body = step.body
        try:
            if not body.keys() <= _KNOWN or not is_time(body.get("at", 0)):
                raise KeyError
            if not isinstance(body.get("start", ""), str):
                raise TypeError
            if "about" in body:
                self._open(step.n, dict(body["about"]), table)
                if body["commitment"] != self._current(step.n).commitment.hex():
                    raise _bad(step.n, "the dealer was not bound to the secret it dealt with")
            if "commits" in body:
                self._list(step.n, list(body["commits"]))
            if "given" in body:
                self._give(step.n, list(body["given"]))
            if "void" in body:
                self._drop(step.n, table)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise RecordFault(Flaw.EDITED, step.n, "this is no line of a record") from None

    def _current(self, n: int) -> Terms:
        if self._terms is None:
            raise _bad(n, "there is no open deal to which this belongs")
        return self._terms

    def _open(self, n: int, about: dict[str, Any], table: NetGame) -> None:
        if self._terms is not None and self._commits:
            raise _bad(n, "another deal was opened after all were bound to this one")
        self._number += 1
        wanted = self._wanted(self._header, table)
        if {name: value for name, value in about.items() if name != "seats"} != wanted:
            raise _bad(n, "the deal is about something else than this match")
        secret = self._secrets.get(self._number)
        if secret is None:
            raise _bad(n, "the secret of deal {number} is missing", number=self._number)
        self._terms = Terms(about, secret)
        self._commits, self._given = (), None

    def _wanted(self, header: Header, table: NetGame) -> dict[str, Any]:
        return {
            "server": header.server,
            "table": header.table,
            "match": header.match,
            "deal": self._number,
            "game": header.game,
            "preset": header.preset,
            "options": dict(header.options),
            "deck": " ".join(table.cards.all) if isinstance(table, CardGame) else "",
        }

    def _list(self, n: int, commits: list[str]) -> None:
        if self._commits or len(commits) != len(self._current(n).seats):
            raise _bad(n, "the list of commitments is not one for each seat, told once")
        self._commits = commits

    def _give(self, n: int, given: list[str]) -> None:
        terms = self._current(n)
        if self._given is not None:
            raise ValueError  # it was told before
        if len(given) != len(self._commits):
            raise _bad(n, "contributions were opened before all were bound")
        self._given = [None if each == MISSING else bytes.fromhex(each) for each in given]
        for seat, (each, bound) in enumerate(zip(self._given, self._commits, strict=True)):
            if each is not None and commit_player(terms.context, seat, each).hex() != bound:
                raise _bad(n, "what {name} gave is not what was committed", name=terms.seats[seat])

    def _drop(self, n: int, table: NetGame) -> None:
        """Whoever could drop a deal that is bound could choose its deck, so somebody has left."""
        gone = [name for name in self._current(n).seats if name not in table.people.roles]
        if self._given is not None or (self._commits and not gone):
            raise _bad(n, "the deal was given up although all of its players were there")
        self.left.update(gone if self._commits else ())
        self._terms, self._commits = None, ()

    def check_start(self, line: RecordLine) -> None:
        """Before a game begins: its key is the seed that follows from all contributions."""
        try:
            words = read_line(line.said)
        except Refused:
            return  # nor will the table take it
        if words[0] != "START":
            return
        if self._terms is None or self._given is None:
            raise RecordFault(Flaw.WRONG_SEED, line.n, "a game begins without a deal")
        seed = self._terms.seed(self._given)
        if words[1:2] != [seed.hex()]:
            raise RecordFault(
                Flaw.WRONG_SEED, line.n, "the seed does not follow from the contributions"
            )
        self._dealt, self._terms, self._given = self._terms, None, None

    def roots(self, line: RecordLine, table: NetGame) -> dict[str, str]:
        """After an input: the roots of what was shuffled by it, and all sit as the deal says."""
        if self._dealer is None or not self._dealer.fresh:
            return {}
        if list(self._dealer.terms.seats) != table.names:
            raise _bad(line.n, "others have played than the deal was opened for")
        return {each.label: each.deck.root.hex() for each in self._dealer.take_fresh()}

    def prove(self, events: Iterable[Event]) -> list[tuple[int, Shuffle]]:
        """Give events their proofs; what was shuffled, each with the number of its deal."""
        if self._dealer is None:
            return []
        self._dealer.prove(events)
        return [(self._dealer.terms.number, each) for each in self._dealer.take_fresh()]


def _bad(n: int, template: str, **parts: object) -> RecordFault:
    return RecordFault(Flaw.BAD_COMMITMENT, n, template, **parts)
