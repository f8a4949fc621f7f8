"""The dealer's part in the deals of a table: opens them, collects contributions, tells the rest.

Takes one input at a time and returns what is to be stored, told and done; the table carries it out.
Knows no connections and no clock: who takes part, when it is and every secret come with the input.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardkit.fair.deal import MISSING, DealState, FairDeal, written_digests
from cardkit.fair.proving_dealer import ProvingDealer, Shuffle
from cardkit.fair.table_deals import TableDeals
from cardkit.netgame import Dealer, Event, Reason, Refused
from cardkit.protocol import Words
from cardkit.protocol.messages import (
    DealCommits,
    DealDispute,
    DealOpen,
    DealReady,
    DealRoot,
    DealSecret,
    DealVoid,
)

PATIENCE = 2.0
"""Seconds for which a player who takes part is waited for, in each of the two steps."""
TIME_TO_RETURN = 10.0
"""The same after a restart, when all have to come back first."""


class Roster(NamedTuple):
    """Who plays the next game, and who of them can contribute to its deal: the table says it."""

    seats: Sequence[str]
    """By name; nobody where no game can begin."""
    here: AbstractSet[str]
    """Who of them is at the table, connected or not."""
    takes_part: AbstractSet[str]
    """Who of them hears of deals just now."""


@dataclass(slots=True)
class DealActions:
    """What an input leads to: first store the step, then tell, then begin the game."""

    step: dict[str, Any] = field(default_factory=dict)
    told: list[Words] = field(default_factory=list)
    """To all who hear of deals."""
    seed: bytes = b""
    """Where the game gets its cards from, if it begins now."""
    starter: str = ""
    """Who asked for that game; empty is the server."""
    start_again: bool = False
    """Whether the game is to be asked for once more, since its deal was given up."""


class DealerRole(TableDeals):
    """What the server does in the deals of one table."""

    def __init__(self) -> None:
        super().__init__()
        self._late: set[str] = set()
        """Who was waited for in vain: not again, until they contribute."""
        self._disputed: set[tuple[int, str]] = set()
        """By deal, who has disputed it."""
        self.new_match()

    def new_match(self) -> None:
        """Nothing is known of the deals of the match before."""
        self.secrets: list[tuple[int, bytes]] = []
        """Of the deals that were dealt, until they are told."""
        self.current = self.dealer = None
        self.forget()

    def forget(self) -> None:
        """There is no deal on its way."""
        self.coming: FairDeal | None = None
        self.deadline: float | None = None
        self._committed: dict[str, bytes] = {}
        self._revealed: dict[str, bytes] = {}
        self._restarted = False

    @property
    def under_way(self) -> bool:
        """Whether a game was asked for, and its cards are not there yet."""
        return self.coming is not None and self.coming.state is not DealState.OPEN

    def is_open_for(self, seats: Sequence[str]) -> bool:
        return self.coming is not None and self.coming.seats == list(seats)

    # --- from START to the cards -------------------------------------------------------------

    def open(self, about: dict[str, Any], secret: bytes) -> DealActions:
        """It is known who plays next: players commit now, and START waits for one trip less."""
        self.forget()
        return self._take(DealActions(), {"about": about, "secret": secret})

    def start(self, who: str, roster: Roster, at: float, opened: DealActions) -> DealActions:
        """Somebody asks for the game of the deal that is open, or that was `opened` just now."""
        return self._advance(self._take(opened, {"start": who}), roster, at)

    def _take(self, actions: DealActions, step: dict[str, Any]) -> DealActions:
        """Go one step; it is stored as it will be taken again after a restart."""
        self.take(step)
        actions.step |= step
        if self.coming is not None:
            told = {"about": opening, "commits": listing, "given": ready}
            actions.told += [say(self.coming) for name, say in told.items() if name in step]
        return actions

    def _advance(
        self, actions: DealActions, roster: Roster, at: float, *, late: bool = False
    ) -> DealActions:
        """Go every step for which all is there; `late` is to go one without who is missing."""
        deal = self.coming
        assert deal is not None
        while deal.state is not DealState.READY:
            lacking = self._lacking(deal, roster)
            if lacking and not late:
                if actions.step:
                    self.deadline = at + PATIENCE
                return actions
            self._late |= lacking
            if deal.state is DealState.STARTED:
                self._take(actions, {"commits": [self._committed.get(name) for name in deal.seats]})
            else:
                self._take(actions, {"given": [self._revealed.get(name) for name in deal.seats]})
            late = self._restarted = False
        actions.seed = deal.seed()
        actions.starter = deal.starter if deal.starter in roster.here else ""
        self.deadline = None
        return actions

    def _lacking(self, deal: FairDeal, roster: Roster) -> set[str]:
        """Who is waited for: who takes part and is not bound, or is bound and has not opened."""
        if deal.state is DealState.COMMITTED:
            bound = {name for name, each in zip(deal.seats, deal.commits, strict=True) if each}
            return bound - self._revealed.keys()
        expected = roster.here if self._restarted else roster.takes_part
        return set(expected) - self._committed.keys() - self._late

    def people_changed(self, roster: Roster, at: float) -> DealActions:
        """Somebody has come or gone while a deal is under way: it is void if it loses a player."""
        deal = self.coming
        assert deal is not None
        if list(roster.seats) == deal.seats:
            return self._advance(DealActions(), roster, at)  # who was waited for may be gone
        step = {"deal": deal.number, "void": True}
        self.take(step, roster.seats)
        self.forget()
        starter = deal.starter if deal.starter in roster.seats else ""
        told: list[Words] = [DealVoid(deal.number).words()]
        return DealActions(step, told, starter=starter, start_again=bool(roster.here))

    def time_up(self, roster: Roster, at: float) -> DealActions:
        """Who has not contributed by now is missing in this deal."""
        return self._advance(DealActions(), roster, at, late=True)

    # --- what players contribute -------------------------------------------------------------

    def contribute(
        self, verb: str, name: str, number: int, value: bytes, roster: Roster, at: float
    ) -> DealActions:
        """COMMIT binds a player to a contribution, REVEAL opens it when all are bound.

        A player is bound as soon as the list is told. Until then the last commitment counts: nobody
        has seen any, and who comes back with another program knows nothing of the one before.
        """
        deal = self.coming
        if deal is None or deal.number != number:
            raise Refused(Reason.NOT_NOW, "deal {number} is not open", number=number)
        if name not in deal.seats:
            raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=name)
        if verb == "COMMIT":
            if deal.state not in (DealState.OPEN, DealState.STARTED):
                text = "deal {number} takes no commitment any more"
                raise Refused(Reason.NOT_NOW, text, number=number)
            self._committed[name] = value
        else:
            if deal.state is not DealState.COMMITTED:
                text = "contributions are opened when all commitments are on the list"
                raise Refused(Reason.TOO_EARLY, text)
            if not deal.is_bound_to(deal.seats.index(name), value):
                raise Refused(Reason.BAD_KEY, "that is not what you are bound to in this deal")
            self._revealed[name] = value
        self._late.discard(name)
        return self._advance(DealActions(), roster, at) if self.under_way else DealActions()

    def dispute(self, name: str, number: int, text: str) -> DealActions:
        """A player says that what was told of a deal is false: stored and told, once for each."""
        if number > self.number:
            raise Refused(Reason.NOT_NOW, "deal {number} is not open", number=number)
        if (number, name) in self._disputed:
            return DealActions()
        self._disputed.add((number, name))
        step = {"deal": number, "dispute": text, "by": name}
        return DealActions(step, [DealDispute(number, name, text).words()])

    # --- cards and secrets -------------------------------------------------------------------

    def employ(self, seed: bytes) -> Dealer:
        dealer = super().employ(seed)
        if isinstance(dealer, ProvingDealer):
            self.secrets.append((dealer.deal.number, dealer.deal.secret))
            self.forget()
        return dealer

    def prove(self, events: Sequence[Event]) -> Iterable[Words]:
        """What an input caused: its cards get their proofs; the roots of what was shuffled in it.

        No tree is made of a shuffle until its root is asked for.
        """
        if self.dealer is None:
            return ()
        self.dealer.prove(events)
        return roots(self.dealer.deal, self.dealer.take_fresh()) if self.dealer.fresh else ()

    def open_secrets(self, mode: str, *, match_over: bool) -> list[Words]:
        """A game is over: what may be told now of its deal, or of the match."""
        if mode != "hand" and not (mode == "match" and match_over):
            return []
        if self.current is not None:
            self.current.disclose(self.current.secret)
        told, self.secrets = self.secrets, []
        return [DealSecret(number, secret.hex()).words() for number, secret in told]

    def so_far(self, seat: int, piles: Iterable[tuple[str, Iterable[Any]]] = ()) -> Iterator[Words]:
        """What somebody has to know who comes: the deals that are on, and the cards they see."""
        if self.current is not None and self.dealer is not None:
            yield from (opening(self.current), listing(self.current), ready(self.current))
            yield from roots(self.current, self.dealer.shuffles)
            for proof in self.dealer.proofs_for(seat, piles):
                words = proof.words(seat)
                if words is not None:
                    yield words
        if self.coming is not None:
            yield opening(self.coming)
            if self.coming.commits:
                yield listing(self.coming)

    # --- after a restart ---------------------------------------------------------------------

    def recall(self, step: Mapping[str, Any], at: float) -> None:
        """A step that was stored before; who was waited for has to come back first."""
        if "about" in step:
            self.forget()
        self.take(step)
        if "dispute" in step:
            self._disputed.add((step["deal"], step["by"]))
        self._restarted = self.under_way
        self.deadline = at + TIME_TO_RETURN if self.under_way else None


def opening(deal: FairDeal) -> Words:
    return DealOpen(deal.number, deal.about, deal.commitment.hex()).words()


def listing(deal: FairDeal) -> Words:
    return DealCommits(deal.number, written_digests(deal.commits, "")).words()


def ready(deal: FairDeal) -> Words:
    return DealReady(deal.number, written_digests(deal.given, MISSING)).words()


def roots(deal: FairDeal, shuffles: Iterable[Shuffle]) -> Iterator[Words]:
    for each in shuffles:
        root = each.deck.root.hex()
        yield DealRoot(deal.number, each.label, len(each.cards), root).words()
