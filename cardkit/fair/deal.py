"""What one deal has told of itself so far, on the side of a player: nothing in it is believed.

Every step is checked against the steps before, and what cannot be true is raised as `Untrue`.
Knows no table and no messages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cardkit.fair.dealer import FairDealer
from cardkit.fair.proof import CommittedDeck, Proof, check_card
from cardkit.fair.sums import canonical, commit_dealer, commit_player, context_of, seed_of
from cardkit.netgame import Text

MISSING = "missing"
DIGEST, SALT = 32, 16
MOST_SEATS = 30
MOST_SHUFFLES = 1000
"""In one deal; a game hardly has more than a few."""
_LONGEST_ABOUT = 16384
_KINDS = {"server": str, "table": str, "match": int, "deal": int, "game": str, "preset": str}
_KINDS |= {"options": dict, "deck": str, "seats": list}


class Untrue(Exception):
    """Something that the table told is not true; with a number, of that deal."""

    def __init__(self, template: str, *, deal: int | None = None, **parts: object) -> None:
        super().__init__(template)
        self.text, self.deal = Text(template, **parts), deal


@dataclass(slots=True)
class Shuffled:
    """A pile after a shuffle, which was bound to a root before a card of it was seen."""

    label: str
    size: int
    root: bytes
    next: int | None = None
    """The place that is dealt next; None where not all that was dealt before was heard."""
    dealt: set[int] = field(default_factory=set)
    faces: dict[int, str] = field(default_factory=dict)
    """By place: the cards that were proved to lie there."""

    def prove(self, item: Any, context: bytes, deck: Counter[str]) -> None:
        """A card comes with its proof: place, card, salt and path."""
        proof = _read_proof(item)
        depth = max(0, self.size - 1).bit_length()
        sound = proof.place < self.size and len(proof.path) == depth
        if not sound or not check_card(self.root, context, proof):
            raise Untrue(
                "{card} was not at place {place} of the deck before it was dealt",
                card=proof.card[:8],
                place=proof.place,
            )
        if proof.place not in self.faces:
            self.faces[proof.place] = proof.card
            if sum(face == proof.card for face in self.faces.values()) > deck[proof.card]:
                raise Untrue("there are too many {card} in this deck", card=proof.card[:8])

    def deal(self, place: int, to: str) -> None:
        """The card at this place goes to somebody: each once, and in the order of the shuffle."""
        if place in self.dealt:
            raise Untrue("the card at place {place} was dealt twice", place=place)
        if not 0 <= place < self.size or (self.next is not None and place != self.next):
            raise Untrue(
                "{name} was dealt the card at place {place}, and {next} was next",
                name=to[:40],
                place=place,
                next="–" if self.next is None else self.next,
            )
        self.dealt.add(place)
        self.next = place + 1


@dataclass(slots=True)
class Deal:
    """What one deal has shown of itself so far."""

    about: dict[str, Any]
    commitment: bytes
    mine: bytes
    """What I give to it."""
    foreign: bool = False
    """Whether another program of mine may have given something to it before I came."""
    context: bytes = field(init=False)
    deck: Counter[str] = field(init=False)
    commits: list[bytes | None] | None = None
    given: list[bytes | None] | None = None
    shuffles: dict[str, Shuffled] = field(default_factory=dict)
    """By label."""
    begun: bool = False
    """Whether a game was dealt with it."""
    excused: bool = False
    """Whether its secret may have been told while I was away."""
    opened: bool = False
    """Whether the secret was told, and all of it was right."""
    proved: int = 0
    """How many cards of it were proved to me."""

    def __post_init__(self) -> None:
        about = self.about
        if len(canonical(about)) > _LONGEST_ABOUT or len(self.commitment) != DIGEST:
            raise ValueError
        if about.keys() != _KINDS.keys():
            raise Untrue("the deal does not say what it is about")
        if not all(type(about[name]) is kind for name, kind in _KINDS.items()):
            raise Untrue("the deal does not say what it is about")
        seats = about["seats"]
        named = all(isinstance(name, str) for name in seats) and len(set(seats)) == len(seats)
        if not named or not 0 < len(seats) <= MOST_SEATS:
            raise Untrue("the seats of the deal are not one for each player")
        self.context = context_of(about)
        self.deck = Counter(about["deck"].split())

    @property
    def number(self) -> int:
        return int(self.about["deal"])

    @property
    def match(self) -> int:
        return int(self.about["match"])

    @property
    def seats(self) -> list[str]:
        return list(self.about["seats"])

    @property
    def missing(self) -> list[str]:
        """Who gave nothing to this deal."""
        given = self.given or []
        return [name for name, each in zip(self.seats, given, strict=False) if each is None]

    # --- contributions -----------------------------------------------------------------------

    def bound_mine(self, name: str) -> bytes | None:
        """What binds me to my contribution; None when I do not play."""
        if name not in self.seats:
            return None
        return commit_player(self.context, self.seats.index(name), self.mine)

    def list_commits(self, commits: list[bytes | None], name: str) -> bool:
        """The list of commitments is told: whether mine is on it."""
        if self.commits not in (None, commits):
            raise Untrue("the list of commitments was changed after it was told")
        if len(commits) != len(self.seats):
            raise Untrue("the list of commitments is not one for each seat")
        self.commits = commits
        mine = self.bound_mine(name)
        listed = None if mine is None else commits[self.seats.index(name)]
        if listed is not None and listed != mine and not self.foreign:
            raise Untrue("the list holds a commitment of yours that you never made")
        return listed is not None and listed == mine

    def give(self, given: list[bytes | None]) -> None:
        """All contributions are told."""
        if self.given not in (None, given):
            raise Untrue("the contributions were changed after they were told")
        if self.commits is None:
            raise Untrue("contributions were opened before all were bound")
        if len(given) != len(self.seats):
            raise Untrue("the list of contributions is not one for each seat")
        self.given = given
        named = zip(self.seats, given, self.commits, strict=True)
        for seat, (name, each, bound) in enumerate(named):
            if each is not None and bound != commit_player(self.context, seat, each):
                raise Untrue("what {name} gave is not what {name} was bound to", name=name)

    def bind(self, label: str, size: int, root: bytes) -> bool:
        """A shuffle is bound to its root: whether that is new."""
        if known := self.shuffles.get(label):
            if (known.size, known.root) != (size, root):
                raise Untrue("the root of a shuffle was changed after it was told")
            return False
        if self.given is None:
            raise Untrue("a deck was bound before all contributions were there")
        cards = self.deck.total()
        if not 0 < size <= cards or (is_whole_deck(label) and size != cards):
            raise Untrue(
                "{size} cards were shuffled, and the deck has {cards}", size=size, cards=cards
            )
        if len(self.shuffles) == MOST_SHUFFLES:
            raise Untrue("more was shuffled than in any game")
        self.shuffles[label] = Shuffled(label, size, root)
        return True

    # --- cards -------------------------------------------------------------------------------

    def prove(self, label: str, item: Any) -> None:
        """A card comes with its proof."""
        shuffled = self.shuffled(label)
        before = len(shuffled.faces)
        shuffled.prove(item, self.context, self.deck)
        self.proved += len(shuffled.faces) - before

    def shuffled(self, label: str) -> Shuffled:
        if label not in self.shuffles:
            raise Untrue("a card comes with a proof for a shuffle that nobody was bound to")
        return self.shuffles[label]

    def lose_count(self) -> None:
        """Cards may have been dealt that were not heard of."""
        for shuffled in self.shuffles.values():
            shuffled.next = None

    def put_away(self) -> None:
        """Its game is over: what it takes to check the secret is kept, and no card."""
        for shuffled in self.shuffles.values():
            shuffled.dealt, shuffled.faces = set(), {}

    # --- the end -----------------------------------------------------------------------------

    def open_secret(self, secret: bytes) -> None:
        """The secret is open: now the whole deck can be made again.

        What was shuffled again in the middle of a game can be checked in the record alone.
        """
        if commit_dealer(self.context, secret) != self.commitment:
            raise Untrue("the secret is not the one that the dealer was bound to")
        if self.given is None:
            return
        seed = seed_of(secret, self.context, self.given)
        for label, shuffled in self.shuffles.items():
            if is_whole_deck(label):
                cards = self.about["deck"].split()
                FairDealer(seed).shuffle(cards, label)
                if CommittedDeck(self.context, secret, cards, label).root != shuffled.root:
                    raise Untrue("the deck is not the one that follows from all contributions")
        self.opened = True


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


def _read_proof(item: Any) -> Proof:
    place, card, salt, joined = item
    path, salted = bytes.fromhex(joined), bytes.fromhex(salt)
    whole = len(path) % DIGEST == 0 and len(salted) == SALT  # or a card could begin in its salt
    if not whole or type(place) is not int or type(card) is not str or place < 0:
        raise ValueError
    steps = tuple(path[at : at + DIGEST] for at in range(0, len(path), DIGEST))
    return Proof(place, card, salted, steps)
