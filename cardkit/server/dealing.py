"""The deals of a table: each is opened early, contributed to by the players, and proved.

The server binds itself to its secret before it sees anything of the players, all are bound before
any contribution is opened, and who gives nothing is named and not waited for long. Synchronous,
without I/O; the steps of a deal are entries in the journal of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardkit.cardgame import CardGame
from cardkit.fair import FairDealer, ProvingDealer, Shuffle, Terms, commit_player
from cardkit.netgame import WATCHER, Dealer, Event, Reason, Refused
from cardkit.protocol import Message
from cardkit.server.robots import robots_needed
from cardkit.server.session import Peer, Session

if TYPE_CHECKING:
    from cardkit.server.hosted_table import HostedTable

PATIENCE = 2.0
"""Seconds for which a player who takes part is waited for, in each of the two steps."""
TIME_TO_RETURN = 10.0
"""The same after a restart, when all have to come back first."""


class Dealing:
    """What one table deals, and who has contributed to it so far."""

    __slots__ = (
        "_commits",
        "_dealer",
        "_dealt",
        "_disputed",
        "_given",
        "_hosted",
        "_listed",
        "_missed",
        "_now",
        "_returning",
        "_secrets",
        "deadline",
        "number",
        "starter",
        "terms",
    )

    def __init__(self, hosted: HostedTable, now: Callable[[], float]) -> None:
        self._hosted, self._now = hosted, now
        self.number = 0
        """How many deals were opened at this table. None is dealt twice, in no match."""
        self._missed: set[str] = set()
        """Who was waited for in vain: not again, until they contribute."""
        self._disputed: set[tuple[int, str]] = set()
        """By deal, who has doubted it."""
        self.new_match()

    def new_match(self) -> None:
        """Nothing is known of the deals of the match before."""
        self._secrets: list[tuple[int, bytes]] = []
        self._dealer: ProvingDealer | None = None
        self._dealt: tuple[Terms, Sequence[bytes | None], Sequence[bytes | None]] | None = None
        self.forget()

    def forget(self) -> None:
        """There is no deal on its way."""
        self.terms: Terms | None = None
        self.starter: str | None = None
        """Who has asked for the game, while its deal is on its way; empty is the server."""
        self.deadline: float | None = None
        self._commits: dict[str, bytes] = {}
        self._listed: list[bytes | None] | None = None
        self._given: dict[str, bytes] = {}
        self._returning = False

    def employ(self, seed: bytes) -> Dealer:
        """The dealer of the table for the next game."""
        if self._dealt is None:
            return FairDealer(seed)
        self._dealer = ProvingDealer(seed, self._dealt[0])
        return self._dealer

    # --- from START to the cards -------------------------------------------------------------

    def check_seats_free(self) -> None:
        """While the cards are dealt nobody changes seats."""
        if self.starter is not None:
            raise Refused(Reason.WRONG_PHASE, "the cards are being dealt; wait a moment")

    def prepare(self) -> None:
        """After each input outside a game: open the next deal as soon as it is known who plays.

        So START has one round trip less to wait for. A deal on its way is void when a seat of it
        is empty; then the next one takes its place.
        """
        if self.starter is not None:
            self._check_seats()
        elif any(_takes_part(session) for session in self._hosted.people.values()):
            seats = self._coming_seats()
            if seats and (self.terms is None or self.terms.seats != seats):
                step: dict[str, Any] = {}
                told = self._open(seats, step)
                self._write(step)
                self._tell(told)

    def start(self, who: str, peer: Peer | None, tag: str) -> None:
        """Somebody wants to begin: deal, at once or when everybody has contributed."""
        seats = self._coming_seats()
        step: dict[str, Any] = {}
        told: list[Message] = []
        if self.terms is None or self.terms.seats != seats:
            told = self._open(seats, step)
        self.starter = step["start"] = who
        self._go_on(step, told, peer=peer, tag=tag)

    def _coming_seats(self) -> list[str]:
        """Who sits where in the next game; nobody where it cannot begin."""
        table = self._hosted.table
        if table.game_no and not table.match_over:
            return list(table.names)
        here = [name for name in table.names if name in table.people.roles]
        seats = here + robots_needed(table, self._hosted.settings.hosting)
        fits = table.seats.least <= len(seats) and not (table.seats.partners and len(seats) % 2)
        return seats if fits else []

    def _open(self, seats: Sequence[str], step: dict[str, Any]) -> list[Message]:
        hosted, settings = self._hosted, self._hosted.settings
        match = hosted.coming_journal().match
        self.forget()
        self.number += 1
        about = {
            "server": hosted.server,
            "table": settings.name,
            "match": match,
            "deal": self.number,
            "game": settings.game,
            "preset": settings.preset,
            "options": dict(settings.options),
            "deck": " ".join(hosted.table.cards.all) if isinstance(hosted.table, CardGame) else "",
            "seats": list(seats),
        }
        self.terms = Terms(about, hosted.outbox.secret(32))
        step |= {"about": about, "secret": self.terms.secret}
        return [_opening(self.terms)]

    def _go_on(
        self,
        step: dict[str, Any],
        told: list[Message],
        *,
        peer: Peer | None = None,
        tag: str = "",
        late: bool = False,
    ) -> None:
        """Take every step for which all is there; each is stored before it is told."""
        terms = self.terms
        assert terms is not None
        if self._listed is None:
            lacking = self._lacking()
            if lacking and not late:
                return self._wait(step, told, peer, tag)
            self._missed |= lacking
            self._listed = step["commits"] = [self._commits.get(name) for name in terms.seats]
            told.append(_listing(terms, self._listed))
            late = self._returning = False
        bound = {name for name, each in zip(terms.seats, self._listed, strict=True) if each}
        if bound - self._given.keys() and not late:
            return self._wait(step, told, peer, tag)
        self._missed |= bound - self._given.keys()
        given = step["given"] = [self._given.get(name) for name in terms.seats]
        told.append(_ready(terms, given))
        starter = self.starter if self.starter in self._hosted.table.people.roles else ""
        self._write(step, tag)
        self._deal(terms, self._listed, given)
        self._tell(told)
        self._hosted.deal(terms.seed(given), starter or "", peer, tag)
        return None

    def _wait(self, step: dict[str, Any], told: list[Message], peer: Peer | None, tag: str) -> None:
        if step:
            self._write(step, tag)
            self.deadline = self._now() + PATIENCE
        if peer is not None:
            self._hosted.outbox.say(peer, (tag, "OK") if tag else ("OK",))
        self._tell(told)
        self._hosted.set_alarm()

    def _deal(
        self, terms: Terms, listed: Sequence[bytes | None], given: Sequence[bytes | None]
    ) -> None:
        self._dealt = terms, listed, given
        self._secrets.append((terms.number, terms.secret))
        self.forget()

    def _lacking(self) -> set[str]:
        """Who takes part in deals, and has not committed to this one."""
        hosted, terms = self._hosted, self.terms
        assert terms is not None
        people = [hosted.people[name] for name in terms.seats if name in hosted.people]
        expected = people if self._returning else filter(_takes_part, people)
        return {session.name for session in expected} - self._commits.keys() - self._missed

    def _check_seats(self) -> None:
        """Who has left the table during a deal makes it void, and the next one begins."""
        assert self.terms is not None
        seats, starter = self._coming_seats(), self.starter or ""
        if seats == self.terms.seats:
            if self._listed is None and not self._lacking():
                self._go_on({}, [])  # who was waited for may be gone
            return
        number = self.terms.number
        self.forget()
        self._write({"deal": number, "void": True})
        self._tell([("DEAL", "void", number)])
        if any(name in self._hosted.people for name in seats):
            self._hosted.start(starter if starter in seats else "")

    def time_up(self) -> None:
        """Who has not contributed by now is missing in this deal."""
        self._go_on({}, [], late=True)

    # --- what players contribute -------------------------------------------------------------

    def commit(self, name: str, number: int, value: bytes) -> None:
        """A player is bound to a contribution as soon as it stands on the list.

        Until then the last one counts: nobody has seen any, and who comes back with another
        program knows nothing of the one before.
        """
        self._check_number(name, number)
        if self._listed is not None:
            raise Refused(
                Reason.NOT_NOW, "deal {number} takes no commitment any more", number=number
            )
        self._commits[name] = value
        self._missed.discard(name)
        if self.starter is not None and not self._lacking():
            self._go_on({}, [])

    def reveal(self, name: str, number: int, value: bytes) -> None:
        """A player opens a contribution, after all are bound."""
        seat = self._check_number(name, number)
        if self._listed is None:
            raise Refused(
                Reason.TOO_EARLY, "contributions are opened when all commitments are on the list"
            )
        assert self.terms is not None
        if self._listed[seat] != commit_player(self.terms.context, seat, value):
            raise Refused(Reason.BAD_KEY, "that is not what you are bound to in this deal")
        self._given[name] = value
        self._missed.discard(name)
        if len(self._given) == sum(each is not None for each in self._listed):
            self._go_on({}, [])

    def _check_number(self, name: str, number: int) -> int:
        """The seat of a player who may contribute to this deal."""
        if self.terms is None or self.terms.number != number:
            raise Refused(Reason.NOT_NOW, "deal {number} is not open", number=number)
        if name not in self.terms.seats:
            raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=name)
        return self.terms.seats.index(name)

    def dispute(self, name: str, number: int, text: str) -> None:
        """A player says that what was told of a deal is false: stored, and told to all."""
        # The secrets of a match are told when the next one may be open already.
        journal = next(
            (journal for journal in self._hosted.journals() if journal.deals < number), None
        )
        if journal is None or number > self.number:
            raise Refused(Reason.NOT_NOW, "deal {number} is not open", number=number)
        if (number, name) in self._disputed:
            return
        self._disputed.add((number, name))
        step = {"deal": number, "dispute": text, "by": name}
        journal.write(self._hosted.outbox, "", step, self._now(), "", False)
        self._tell([("DEAL", "dispute", number, name, text)])
        log = self._hosted.outbox.log
        log.error("deal.disputed", table=self._hosted.name, deal=number, by=name, text=text)

    # --- what is told ------------------------------------------------------------------------

    def prove(self, events: Sequence[Event]) -> None:
        """What an input caused: the cards in it get their proofs, and shuffles are announced."""
        dealer = self._dealer
        if dealer is None:
            return
        dealer.prove(events)
        if dealer.fresh:
            fresh = dealer.take_fresh()
            if any(map(_hears, self._hosted.listeners)):
                self._tell(_roots(dealer.terms.number, fresh))

    def open_secrets(self) -> None:
        """A game is over: what was secret of its deal, or of the match, is told when it may be."""
        mode = self._hosted.settings.hosting.secret
        if mode == "hand" or (mode == "match" and self._hosted.table.match_over):
            for number, secret in self._secrets:
                self._tell([("DEAL", "secret", number, secret.hex())])
            self._secrets = []

    def so_far(self, peer: Peer, seat: int, *, cards: bool) -> Iterator[Message]:
        """What somebody who comes, or comes back, has to know of the deals that are on."""
        if not peer.proofs:
            return
        if self._dealt is not None:
            terms, listed, given = self._dealt
            yield _opening(terms)
            yield _listing(terms, listed)
            yield _ready(terms, given)
            if self._dealer is not None:
                yield from _roots(terms.number, self._dealer.shuffles)
                if cards:
                    yield from self._proofs(seat)
        if self.terms is not None:
            yield _opening(self.terms)
            if self._listed is not None:
                yield _listing(self.terms, self._listed)

    def _proofs(self, seat: int) -> Iterator[Message]:
        table = self._hosted.table
        assert self._dealer is not None
        if isinstance(table, CardGame):
            piles = table.piles.open_to(seat)
            for proof in self._dealer.again(seat, piles):
                words = proof.words(seat)
                if words is not None:
                    yield words

    def _tell(self, messages: Sequence[Message]) -> None:
        for session in self._hosted.listeners:
            if messages and _hears(session) and session.peer is not None:
                self._hosted.outbox.say(session.peer, *messages)

    # --- the journal -------------------------------------------------------------------------

    def _write(self, step: dict[str, Any], tag: str = "") -> None:
        """A step is an entry of whoever has asked for the game with it, or of nobody."""
        hosted = self._hosted
        entry = step.get("start", ""), step, self._now(), tag, False
        hosted.coming_journal().write(hosted.outbox, *entry)

    def recall(self, step: Mapping[str, Any]) -> None:
        """A step that was stored before a restart."""
        if "about" in step:
            self.forget()
            self.terms = Terms(step["about"], step["secret"])
            self.number = self.terms.number
        if "start" in step:
            self.starter = step["start"]
        if "commits" in step:
            self._listed = step["commits"]
        if "given" in step:
            assert self.terms is not None
            assert self._listed is not None
            self._deal(self.terms, self._listed, step["given"])
        if "void" in step:
            self.forget()
        if "dispute" in step:
            self._disputed.add((step["deal"], step["by"]))
        if self.starter is not None:
            self._returning, self.deadline = True, self._now() + TIME_TO_RETURN


def _takes_part(session: Session) -> bool:
    return _hears(session) and session.seat != WATCHER


def _hears(session: Session) -> bool:
    return session.peer is not None and session.peer.proofs


def _opening(terms: Terms) -> Message:
    return ("DEAL", "open", terms.number, terms.about, terms.commitment.hex())


def _listing(terms: Terms, commits: Iterable[bytes | None]) -> Message:
    return ("DEAL", "commits", terms.number, ["" if c is None else c.hex() for c in commits])


def _ready(terms: Terms, given: Iterable[bytes | None]) -> Message:
    return ("DEAL", "ready", terms.number, ["missing" if g is None else g.hex() for g in given])


def _roots(number: int, shuffles: Iterable[Shuffle]) -> list[Message]:
    return [
        ("DEAL", "root", number, each.label, len(each.cards), each.deck.root.hex())
        for each in shuffles
    ]
