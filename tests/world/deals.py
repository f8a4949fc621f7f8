"""The deals of a table as the disk has them: every step follows from the ones before.

From what is stored it is known what may be told of a deal, to whom each card must be proved, and
until when its secret is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cardkit.fair import CommittedDeck, commit_dealer, commit_player, context_of, seed_of
from tests.world.gates import GatePassage, Gates
from tests.world.promise import Violation, expect

MISSING = "missing"
Gifts = dict[tuple[str, str, int, str], int]
"""Who has said COMMIT or REVEAL, in which deal, and what: when that was last, as a count."""
_STEPS = {"about", "secret", "start", "commits", "given", "void", "dispute", "by", "deal"}


class Shuffled:
    """Cards as a shuffle left them, the one that is dealt first in front."""

    def __init__(self, deal: StoredDeal, label: str, cards: Iterable[str]) -> None:
        self.deal, self.label, self.cards = deal, label, tuple(map(str, cards))
        self._deck: CommittedDeck | None = None

    @property
    def deck(self) -> CommittedDeck:
        if self._deck is None:
            self._deck = CommittedDeck(self.deal.context, self.deal.secret, self.cards, self.label)
        return self._deck

    def proof(self, place: int) -> list[Any]:
        proof = self.deck.proof(place)
        return [place, proof.card, proof.salt.hex(), b"".join(proof.path).hex()]


class CardPlace(NamedTuple):
    """Where a card lies since it was shuffled last, and who was shown it there."""

    shuffled: Shuffled
    place: int
    shown: int = 0
    left: bool = False


class Proving(NamedTuple):
    """What must be told of cards that pass the gates together: the proof to who sees a card."""

    shuffled: Shuffled
    to: str
    cards: list[tuple[int, int]]
    """Their places, and the seats to which each is shown now and was not before."""
    leaves: bool

    def words(self, seat: int) -> list[Any] | None:
        items = [
            self.shuffled.proof(place) if mask >> seat & 1 else place
            for place, mask in self.cards
            if self.leaves or mask >> seat & 1
        ]
        shuffled = self.shuffled
        return ["PROOF", shuffled.deal.number, shuffled.label, self.to, *items] if items else None


class StoredDeal:
    """One deal, as far as it is stored."""

    def __init__(self, about: dict[str, Any], secret: bytes) -> None:
        self.about, self.secret = about, secret
        self.match: int = about["match"]
        self.number: int = about["deal"]
        self.seats: list[str] = about["seats"]
        self.context = context_of(about)
        self.started: float | None = None
        self.listed = 0.0
        self.commits: list[bytes | None] | None = None
        self.given: list[bytes | None] | None = None
        self.seed = b""
        self.void = False
        self.disputes: dict[str, str] = {}
        self.shuffles: dict[str, Shuffled] = {}
        self.taken: dict[str, dict[str, str]] = {"COMMIT": {}, "REVEAL": {}}
        """By whom, in this life of the server: contributions that were acknowledged."""

    def __repr__(self) -> str:
        return f"deal {self.number} of match {self.match}"

    def told(self, kind: str, *asked: Any) -> list[Any] | None:
        """What may be said of it under that name; None is nothing."""
        if kind == "open":
            return [self.about, commit_dealer(self.context, self.secret).hex()]
        if kind == "commits" and self.commits is not None:
            return [["" if each is None else each.hex() for each in self.commits]]
        if kind == "ready" and self.given is not None:
            return [[MISSING if each is None else each.hex() for each in self.given]]
        if kind == "root" and asked[0] in self.shuffles:
            shuffled = self.shuffles[asked[0]]
            return [shuffled.label, len(shuffled.cards), shuffled.deck.root.hex()]
        if kind == "void" and self.void:
            return []
        if kind == "dispute" and asked[0] in self.disputes:
            return [asked[0], self.disputes[asked[0]]]
        return [self.secret.hex()] if kind == "secret" else None


class Deals:
    """All deals of one table."""

    def __init__(self, terms: Mapping[str, Any], mode: str, sealed: set[str], gifts: Gifts) -> None:
        self._terms, self.mode = terms, mode
        self.sealed = sealed
        """Of all tables: what nobody may hear yet, in hex."""
        self._gifts = gifts
        self.all: dict[int, StoredDeal] = {}
        self.coming: StoredDeal | None = None
        """The one that is on its way."""
        self.dealt: StoredDeal | None = None
        """The one whose cards are on the table."""
        self.lies: Mapping[int, CardPlace] = {}
        self.number = 0
        """How many were opened at this table."""

    # --- the journal -------------------------------------------------------------------------

    def follow(self, match: int, step: Mapping[str, Any], at: float, table: Gates) -> None:
        """The next step is safe."""
        if not step or not step.keys() <= _STEPS:
            raise Violation(f"{step} is no step of a deal")
        if "dispute" in step:
            return self._dispute(match, step["deal"], step["by"], step["dispute"])
        if table.playing or (self.coming is not None and self.coming.given is not None):
            raise Violation(f"{step} while the cards of {self.dealt} are on the table")
        if "about" in step:
            self._open(match, step["about"], step["secret"], table)
        deal = self.coming
        if deal is None or deal.match != match:
            raise Violation(f"{step} belongs to no deal that is open")
        if "start" in step:
            if deal.started is not None or step["start"] not in ("", *table.names):
                raise Violation(f"{step['start']} has started {deal}")
            deal.started = at
        if "commits" in step:
            self._list(deal, step["commits"])
        if "given" in step:
            self._give(deal, step["given"])
        if "void" in step:
            expect(f"the void {deal}", step["deal"], deal.number)
            deal.void, self.coming = True, None
        return None

    def _open(self, match: int, about: dict[str, Any], secret: bytes, table: Gates) -> None:
        self.number += 1
        number = self.number
        wanted = {**self._terms, "match": match, "deal": number, "seats": about["seats"]}
        wanted["deck"] = " ".join(table.cards.all)
        expect(f"what deal {number} is about", about, wanted)
        if self.coming is not None and self.coming.started is not None:
            raise Violation(f"{self.coming} has begun, and another one is opened")
        if secret.hex() in self.sealed or len(secret) != 32:
            raise Violation(f"the secret of deal {number} is that of another one")
        self.coming = self.all[number] = StoredDeal(about, secret)
        self.sealed.add(secret.hex())

    def _list(self, deal: StoredDeal, commits: list[bytes | None]) -> None:
        if deal.commits is not None or deal.started is None:
            raise Violation(f"the commitments to {deal} are listed twice, or before its START")
        expect(f"how many are listed in {deal}", len(commits), len(deal.seats))
        deal.commits = commits
        self._check_gifts(deal, "COMMIT", commits)

    def _give(self, deal: StoredDeal, given: list[bytes | None]) -> None:
        if deal.commits is None:
            raise Violation(f"{deal} is given to before all are bound")
        expect(f"how many have given to {deal}", len(given), len(deal.seats))
        for seat, (each, bound) in enumerate(zip(given, deal.commits, strict=True)):
            if each is not None and commit_player(deal.context, seat, each) != bound:
                raise Violation(f"what {deal.seats[seat]} gave to {deal} is not what was bound")
        deal.given = given
        self._check_gifts(deal, "REVEAL", given)

    def _check_gifts(self, deal: StoredDeal, verb: str, listed: Sequence[bytes | None]) -> None:
        """All that is listed was said; what was acknowledged counts, or what was said after it."""
        for name, each in zip(deal.seats, listed, strict=True):
            value = "" if each is None else each.hex()
            said = self._gifts.get((name, verb, deal.number, value), 0)
            if value and not said:
                raise Violation(f"{name} never said {verb} {value} in {deal}")
            taken = deal.taken[verb].get(name, value)
            if said < self._gifts.get((name, verb, deal.number, taken), 0):
                expect(f"what {name} gave to {deal}", value, taken)

    def _dispute(self, match: int, number: int, by: str, text: str) -> None:
        deal = self.all[number]
        expect(f"the journal in which {deal} is doubted", match, deal.match)
        if by in deal.disputes:
            raise Violation(f"{by} has doubted {deal} before")
        deal.disputes[by] = text

    def start(self, line: str, names: Sequence[str]) -> None:
        """A game begins: with the seed that follows, for those who were dealt in."""
        deal = self.coming
        if deal is None or deal.given is None:
            raise Violation("a game begins without a deal")
        deal.seed = seed_of(deal.secret, deal.context, deal.given)
        expect(f"the seed of {deal}", line.split()[1:2], [deal.seed.hex()])
        expect(f"the seats of {deal}", deal.seats, list(names))
        self.sealed.add(deal.seed.hex())
        self.dealt, self.coming = deal, None

    def check_other_input(self, line: str) -> None:
        """When all is given the game begins, and nothing comes between."""
        if self.coming is not None and self.coming.given is not None:
            raise Violation(f"{self.coming} is ready, and {line} comes before the game")

    def new_match(self, match: int) -> None:
        """Another match is on at the table: what was on its way in the last one never comes."""
        if self.coming is not None and self.coming.match != match:
            self.coming = None

    # --- secrets -----------------------------------------------------------------------------

    def game_over(self) -> None:
        if self.mode == "hand" and self.dealt is not None:
            self._unseal(self.dealt)

    def match_over(self, match: int) -> None:
        if self.mode != "auditor":
            for deal in self.all.values():
                if deal.match == match:
                    self._unseal(deal)

    def _unseal(self, deal: StoredDeal) -> None:
        self.sealed -= {deal.secret.hex(), deal.seed.hex()}

    def is_open(self, deal: StoredDeal) -> bool:
        """Whether the secret of a deal may be heard."""
        return deal.secret.hex() not in self.sealed

    def owed(self, last: StoredDeal, *, game: bool, over: bool) -> set[int]:
        """The deals whose secrets are told to who is there when a game ends, or only its match."""
        if self.mode == "hand":
            return {last.number} if game else set()
        if self.mode == "auditor" or not over:
            return set()
        return {d.number for d in self.all.values() if d.match == last.match and d.seed}

    # --- cards -------------------------------------------------------------------------------

    def shuffle(self, passage: GatePassage) -> None:
        """Cards were shuffled: from now on each lies where the shuffle left it."""
        assert self.dealt is not None
        label = str(passage.piles[1])
        shuffled = Shuffled(self.dealt, label, passage.cards)
        if self.dealt.shuffles.setdefault(label, shuffled) is not shuffled:
            raise Violation(f"{self.dealt} shuffles twice under the label {label}")
        new = {card.number: CardPlace(shuffled, at) for at, card in enumerate(passage.cards)}
        self.lies = {**self.lies, **new}

    def pass_gates(self, passage: GatePassage, to: str) -> list[Proving]:
        """Cards were moved or shown: what must be told of where they lay."""
        found: dict[Shuffled, list[tuple[int, int]]] = {}
        lies, leaves = dict(self.lies), passage.kind == "MOVE"
        for card, mask in zip(passage.cards, passage.masks, strict=True):
            lie = lies.get(card.number)
            if lie is not None and not lie.left:
                found.setdefault(lie.shuffled, []).append((lie.place, mask & ~lie.shown))
                lies[card.number] = CardPlace(lie.shuffled, lie.place, lie.shown | mask, leaves)
        if found:
            self.lies = lies
        return [Proving(shuffled, to, cards, leaves) for shuffled, cards in found.items()]

    def is_under_way(self) -> bool:
        """Whether a game was asked for, and its cards are not on the table."""
        return self.coming is not None and self.coming.started is not None

    def forget_life(self) -> None:
        """The server is dead, and knows no more what was given to a deal on its way."""
        if self.coming is not None:
            self.coming.taken = {"COMMIT": {}, "REVEAL": {}}
