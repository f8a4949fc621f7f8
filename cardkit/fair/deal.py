"""One deal as a state machine: which step may follow which, and what each must agree with.

Dealer, players and auditor all go through these states, each step by step as it is told or stored;
a step that breaks a rule raises `FalseDeal`. Nothing is believed, and nothing is drawn, sent or
read here: secrets come in from outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from cardkit.fair.card_proofs import ShuffledPile
from cardkit.fair.dealer import FairDealer
from cardkit.fair.faults import DealFault, FalseDeal
from cardkit.fair.hashes import commit_dealer, commit_player, context_of, seed_of
from cardkit.fair.proof import CommittedDeck

DIGEST = 32
MISSING = "missing"
"""What stands in the place of a contribution that was not given."""
MOST_SEATS = 30
MOST_SHUFFLES = 1000
"""In one deal; a game hardly has more than a few."""
_KINDS = {"server": str, "table": str, "match": int, "deal": int, "game": str, "preset": str}
_KINDS |= {"options": dict, "deck": str, "seats": list}


class DealState(StrEnum):
    """How far a deal has come."""

    OPEN = "open"  # the dealer is bound to its secret; players commit to contributions
    STARTED = "started"  # a game was asked for; who takes part and is not bound is waited for
    COMMITTED = "committed"  # all are bound; players open their contributions
    READY = "ready"  # the seed is fixed, and the shuffled deck is bound to its root
    DEALT = "dealt"  # the game is on; each card that is dealt comes with its proof
    DISCLOSED = "disclosed"  # the secret is told, and the whole deck was right
    VOID = "void"  # given up before it was dealt


TABLE = """
           start       commits          ready          root        begin    secret     void
open       started     committed        READY_EARLY    ROOT_EARLY  NO_DEAL  open       void
started    TOLD_TWICE  committed        READY_EARLY    ROOT_EARLY  NO_DEAL  started    void
committed  TOLD_TWICE  COMMITS_CHANGED  ready          ROOT_EARLY  NO_DEAL  committed  void
ready      TOLD_TWICE  COMMITS_CHANGED  READY_CHANGED  ready       dealt    disclosed  VOID_LATE
dealt      TOLD_TWICE  COMMITS_CHANGED  READY_CHANGED  dealt       NO_DEAL  disclosed  VOID_LATE
disclosed  TOLD_TWICE  COMMITS_CHANGED  READY_CHANGED  disclosed   NO_DEAL  disclosed  VOID_LATE
"""
"""By state and step: the next state, or in capitals the `DealFault` that the step would be.

Players hear of all steps but `start` and `begin` by these names. `commits`, `ready` and `root` may
be told again in the same words, to somebody who comes back. A secret that is heard of a deal whose
contributions were not, since one was away, tells only whether the dealer was bound to it. `void`
after `commits` needs a reason: see `FairDeal.give_up`. Of a void deal nothing more is told.
"""
_STEPS, *_ROWS = [line.split() for line in TABLE.strip().splitlines()]
TRANSITIONS: Mapping[tuple[DealState, str], DealState | DealFault] = {
    (DealState(state), step): DealState(after) if after.islower() else DealFault[after]
    for state, *cells in _ROWS
    for step, after in zip(_STEPS, cells, strict=True)
}


class FairDeal:
    """What a deal is about, and what was told or stored of it so far."""

    def __init__(self, about: dict[str, Any], secret: bytes = b"", commitment: bytes = b"") -> None:
        """The dealer is bound, to a secret that is known or by what it has told."""
        self.about = about
        self.number: int = about.get("deal", 0)
        self.match: int = about.get("match", 0)
        self.seats: list[str] = about.get("seats", [])
        self.context = context_of(about)
        self.secret = secret
        self.commitment = commitment or commit_dealer(self.context, secret)
        self.state = DealState.OPEN
        self.starter = ""
        """Who has asked for the game; empty is the server."""
        self.told: dict[str, list[bytes | None]] = {}
        """By step: the lists of commitments and of contributions, one for each seat."""
        self.shuffles: dict[str, ShuffledPile] = {}
        """By label."""

    @property
    def cards(self) -> list[str]:
        """The deck before it is shuffled."""
        return str(self.about["deck"]).split()

    @property
    def commits(self) -> list[bytes | None]:
        return self.told.get("commits", [])

    @property
    def given(self) -> list[bytes | None]:
        """The contributions, seat by seat; none before all were told."""
        return self.told.get("ready", [])

    @property
    def missing(self) -> list[str]:
        """Who gave nothing to this deal."""
        return [name for name, each in zip(self.seats, self.given, strict=False) if each is None]

    def seed(self, given: Sequence[bytes | None] | None = None) -> bytes:
        """What follows from the secret and these contributions; else from those that were given."""
        return seed_of(self.secret, self.context, self.given if given is None else given)

    def check_about(self) -> None:
        """It says what it is about, and has one seat for each player."""
        about = self.about
        if about.keys() != _KINDS.keys():
            raise FalseDeal(DealFault.BAD_ABOUT)
        if not all(type(about[name]) is kind for name, kind in _KINDS.items()):
            raise FalseDeal(DealFault.BAD_ABOUT)
        seats = about["seats"]
        named = all(isinstance(name, str) for name in seats) and len(set(seats)) == len(seats)
        if not named or not 0 < len(seats) <= MOST_SEATS:
            raise FalseDeal(DealFault.BAD_SEATS)

    # --- the steps ---------------------------------------------------------------------------

    def _after(self, step: str) -> DealState:
        after = TRANSITIONS.get((self.state, step), DealFault.NEVER_OPENED)
        if isinstance(after, DealFault):
            raise FalseDeal(after)
        return after

    def start(self, who: str) -> None:
        """Somebody asks for the game."""
        self.state, self.starter = self._after("start"), who

    def list_commits(self, commits: list[bytes | None]) -> bool:
        """All are bound to what they will open: whether that is new."""
        return self._tell("commits", commits, DealFault.COMMITS_LENGTH)

    def list_contributions(self, given: list[bytes | None]) -> bool:
        """All have opened what they were bound to, or are missing: whether that is new."""
        new = self._tell("ready", given, DealFault.READY_LENGTH)
        for seat, each in enumerate(given if new else ()):
            if each is not None and not self.is_bound_to(seat, each):
                raise FalseDeal(DealFault.WRONG_CONTRIBUTION, name=self.seats[seat])
        return new

    def is_bound_to(self, seat: int, contribution: bytes) -> bool:
        """Whether this is what the player of a seat has committed to."""
        bound = commit_player(self.context, seat, contribution)
        return len(contribution) == DIGEST and self.commits[seat] == bound

    def _tell(self, step: str, listed: list[bytes | None], wrong_length: DealFault) -> bool:
        if self.told.get(step) == listed:
            return False
        after = self._after(step)
        if len(listed) != len(self.seats):
            raise FalseDeal(wrong_length)
        self.told[step], self.state = listed, after
        return True

    def bind(self, label: str, size: int, root: bytes) -> bool:
        """A shuffle is bound to its root: whether that is new."""
        if known := self.shuffles.get(label):
            if (known.size, known.root) != (size, root):
                raise FalseDeal(DealFault.ROOT_CHANGED)
            return False
        after, cards = self._after("root"), len(self.cards)
        if not 0 < size <= cards or (is_whole_deck(label) and size != cards):
            raise FalseDeal(DealFault.WRONG_SIZE, size=size, cards=cards)
        if len(self.shuffles) == MOST_SHUFFLES:
            raise FalseDeal(DealFault.TOO_MANY_SHUFFLES)
        self.state = after
        self.shuffles[label] = ShuffledPile(self.context, Counter(self.cards), size, root)
        return True

    def begin(self) -> None:
        """A game begins with it; each deal is for one."""
        self.state = self._after("begin")

    def check_players(self, names: Sequence[str] | None) -> None:
        """Who plays, where that is known, is whom it was opened for, seat by seat."""
        if names is not None and list(names) != self.seats:
            raise FalseDeal(DealFault.OTHER_PLAYERS, deal=self.number)

    def give_up(self, players: Sequence[str] | None) -> None:
        """It will not be dealt. Once all are bound, only since one of its players has left.

        Whoever could give it up then for no reason would look at its deck first, and choose.
        `players` are those of the next game; None where that is not known.
        """
        bound = self.state is DealState.COMMITTED
        self.state = self._after("void")
        if bound and players is not None and set(self.seats) <= set(players):
            raise FalseDeal(DealFault.GIVEN_UP, deal=self.number)

    def disclose(self, secret: bytes) -> None:
        """The secret is told: now the whole deck can be made again.

        What was shuffled again in the middle of a game can be checked in the record alone.
        """
        after = self._after("secret")
        if commit_dealer(self.context, secret) != self.commitment:
            raise FalseDeal(DealFault.WRONG_SECRET)
        if after is not DealState.DISCLOSED:
            return
        self.secret = secret
        for label in filter(is_whole_deck, self.shuffles):
            cards = self.cards
            FairDealer(self.seed()).shuffle(cards, label)
            root = CommittedDeck(self.context, secret, cards, label).root
            if root != self.shuffles[label].root:
                raise FalseDeal(DealFault.WRONG_DECK)
        self.state = after


def is_whole_deck(label: str) -> bool:
    """Whether a shuffle with this label is one of the whole deck; a void hand is dealt again."""
    return label == "deck" or label.startswith("deck ")


def read_digests(texts: Sequence[Any], nothing: str) -> list[bytes | None]:
    """A list with one hash or contribution for each seat, or the word for none."""
    return [None if text == nothing else read_digest(text) for text in texts]


def read_digest(text: Any) -> bytes:
    digest = bytes.fromhex(text)
    if len(digest) != DIGEST:
        raise ValueError
    return digest


def written_digests(digests: Sequence[bytes | None], nothing: str) -> list[str]:
    """The same as it is told and recorded."""
    return [nothing if each is None else each.hex() for each in digests]
