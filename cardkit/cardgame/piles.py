"""Piles: where every card is, and who may see it.

`move` is the only code that changes where a card is, `gather` takes the whole deck in, and a face
leaves the table only through `HiddenFaces` and `faces`, which ask whether this viewer may see it.
Knows who sits where, what is drawn by lot and what is told, but no rule of any game.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

from cardkit.cardgame.cards import FACES, Card, Cards
from cardkit.netgame import HIDDEN, WATCHER, Chance, EventLog, Hidden, NetGame, People

STOCK, TABLE, AWAY = "stock", "table", "away"
_FROM_TOP = frozenset((STOCK,))
"""Fair dealing: cards leave a shuffled pile from its top. (Comparing words with seats is slow.)"""
PileKey = int | str
"""A seat for the hand of that player, a word for any other pile; `won:2` belongs to seat 2.

Where a pile is declared for each suit, `row:S` is that of spades.
"""


class Viewers(int):
    """Who may see a card: a set of seats, kept as the bits of a number."""

    __slots__ = ()


EVERYONE, NOBODY = Viewers(-1), Viewers(0)
_SEATS = {seat: Viewers(1 << seat) for seat in range(WATCHER + 1)}


def viewers_of(to: Viewers | int) -> Viewers:
    """These viewers, or the viewer in this one seat."""
    return to if isinstance(to, Viewers) else _SEATS[to]


def viewers(*seats: int) -> Viewers:
    """The players in these seats, and nobody else."""
    return Viewers(sum(1 << seat for seat in {*seats}))


VISIBLE = ("all", "owner", "nobody")
"""Who sees a card: CARD_VISIBLE_ALL, CARD_VISIBLE_PLAYER, CARD_VISIBLE_NOBODY of the paper."""


IN_HAND = (*VISIBLE, "others")
"""Who sees a card in a hand; `others` are the other players, but nobody who only watches: that
might be the player again."""
_OTHERS = [Viewers((1 << WATCHER) - 1 & ~(1 << seat)) for seat in range(WATCHER)]


def visible_to(whom: str, seat: int) -> Viewers:
    """Who sees a card of this player."""
    if whom == "all":
        return EVERYONE
    if whom == "owner":
        return _SEATS[seat]
    return _OTHERS[seat] if whom == "others" else NOBODY


class HiddenFaces(Hidden):
    """Cards in an event: each viewer gets the faces that they may see."""

    __slots__ = ("as_count", "cards", "fanned", "masks", "tail")

    def __init__(
        self,
        cards: Sequence[Card],
        masks: Sequence[int],
        as_count: bool = False,
        tail: tuple[str, ...] = (),
        fanned: bool = False,
    ) -> None:
        self.cards, self.masks, self.as_count, self.tail = cards, masks, as_count, tail
        self.fanned = fanned

    def version(self, viewer: int) -> Hashable:
        bit, masks = 1 << viewer, self.masks
        if len(masks) == 1:
            return masks[0] & bit != 0
        return tuple([mask & bit != 0 for mask in masks])

    def whole(self) -> Sequence[Any]:
        return self.cards, self.masks, self.as_count, self.tail, self.fanned

    def words(self, viewer: int) -> tuple[Any, ...]:
        bit = 1 << viewer
        shown = [c if m & bit else HIDDEN for c, m in zip(self.cards, self.masks, strict=True)]
        if self.fanned:
            shown.sort()
        if self.as_count and HIDDEN in shown:  # paper §3.3: hidden parts are told as a number
            return (len(shown), *self.tail)
        return (*shown, *self.tail)


class Piles(dict[PileKey, list[Card]]):
    """All piles of a table with their cards, the top of each at its end."""

    __slots__ = ("_unowned", "cards", "chance", "deals", "lacks", "log", "people", "seen")

    def __init__(self, cards: Cards, people: People, chance: Chance, log: EventLog) -> None:
        super().__init__({STOCK: list(cards.all), TABLE: [], AWAY: []})
        self._unowned: tuple[str, ...] = ()
        """The piles whose names have a colon, but that are not those of players."""
        self.cards = cards
        self.people, self.chance, self.log = people, chance, log
        self.seen: list[int] = [NOBODY] * len(cards.all)
        self.deals = 0
        """How often this game has been dealt: a void game is dealt again."""
        self.lacks: dict[int, Mapping[frozenset[Card], int]] = {}
        """Of each hand, how many of its cards are none of these, as all know who have watched."""

    def __repr__(self) -> str:
        return f"{dict(self)} {self.seen} {self.deals}"

    def copy_to(self, table: NetGame) -> Self:
        """The same piles at another table."""
        twin = self.__class__.__new__(self.__class__)
        for key, pile in self.items():
            twin[key] = pile.copy()
        twin.people, twin.chance, twin.log = table.people, table.chance, table.log
        twin.cards, twin.deals, twin.seen = self.cards, self.deals, self.seen.copy()
        twin._unowned, twin.lacks = self._unowned, self.lacks.copy()
        return twin

    # --- the gates ---------------------------------------------------------------------------

    def move(
        self, cards: Sequence[Card], source: PileKey, target: PileKey, to: Viewers | int
    ) -> None:
        """Move cards from one pile onto another, seen from now on by these viewers or one seat.

        The only code that changes where a card is. Those who could see a face before or after
        the move are told it.
        """
        pile, seen = self[source], self.seen
        visible = to if to.__class__ is Viewers else _SEATS[to]
        try:
            onto = self[target]
        except KeyError:
            onto = self.make(target)
        if self.log.listening:
            masks = [seen[card.number] | visible for card in cards]
            self._show("MOVE", (self.name(source), self.name(target)), cards, masks)
        if source in self.lacks:
            self._forget(source, cards, visible == EVERYONE)
        has_doubles = self.cards.has_doubles
        if len(cards) > 1 and cards == pile and not has_doubles and source not in _FROM_TOP:
            pile.clear()
            for card in cards:
                seen[card.number] = visible
            onto += cards
            return
        try:
            for card in cards:
                if pile[-1] is card:
                    pile.pop()
                elif source in _FROM_TOP:
                    raise ValueError
                elif not has_doubles:
                    pile.remove(card)
                else:  # an equal card is not this one
                    del pile[next(at for at, other in enumerate(pile) if other is card)]
                seen[card.number] = visible
        except (IndexError, StopIteration, ValueError):
            if source == STOCK and any(other is card for other in pile):
                raise ValueError(
                    f"{card} is not on top of the stock, and players check that cards leave it "
                    "from the top, one after the other: self.piles.take(seat or pile, count, to=…)"
                ) from None
            raise ValueError(
                f"{card} is not in the pile {self.name(source)}, from which it should move: "
                "self.piles.move(cards, source, target, to=…) takes cards from where they are"
            ) from None
        onto += cards

    def rule_out(self, seat: int, cards: Iterable[Card]) -> None:
        """All have seen that a hand has none of these cards, so nobody imagines them there.

        What comes into the hand later may be one of them.
        """
        cards = frozenset(cards)
        count, known = len(self[seat]), self.lacks.get(seat, {})
        if count and not any(of == count and cards <= none for none, of in known.items()):
            lacks = {none | cards: of for none, of in known.items()}
            lacks[cards] = count
            self.lacks[seat] = lacks

    def _forget(self, seat: PileKey, cards: Sequence[Card], are_seen: bool) -> None:
        """Cards leave a hand: so many fewer are known to be no such cards."""
        assert isinstance(seat, int)
        left = {}
        for none, count in self.lacks[seat].items():
            gone = sum([card not in none for card in cards]) if are_seen else len(cards)
            if count > gone:
                left[none] = count - gone
        if left:
            self.lacks[seat] = left
        else:
            del self.lacks[seat]

    def are_possible(self, *hands: PileKey) -> bool:
        """Whether imagined hands have as few of the cards as was shown that they have none of."""
        return not any(
            sum([card not in none for card in self[key]]) < count
            for key in hands
            if key in self.lacks
            for none, count in self.lacks[key].items()
        )

    def gather(self) -> None:
        """Take the whole deck into the stock, face down, and shuffle it."""
        self.lacks.clear()
        for pile in self.values():
            pile.clear()
        self[STOCK].extend(self.cards.all)
        self.seen = [NOBODY] * len(self.seen)
        if self.log.listening:
            self.log.add("GATHER", (STOCK, len(self.seen)))
        self.deals += 1
        chance = self.chance
        self._mix(STOCK, f"{chance.prefix}deck" if self.deals == 1 else chance.label("deck"))

    def put_away(self) -> None:
        """Forget who saw which card in the last game, and remove piles that belong to seats."""
        if self.log.listening and len(self[STOCK]) < len(self.seen):
            self.log.add("GATHER", (STOCK, len(self.seen)))
        self.clear()
        self.lacks.clear()
        self.update({STOCK: list(self.cards.all), TABLE: [], AWAY: []})
        self.update({key: [] for key in self._unowned})
        self.seen = [NOBODY] * len(self.seen)

    def shuffle(self, pile: PileKey) -> None:
        """Shuffle a pile; nobody knows any of its cards afterwards.

        Not a hand: its cards were dealt, and players could no longer check in which order.
        """
        if isinstance(pile, int):
            raise ValueError(
                f"the hand of {self.name(pile)} cannot be shuffled: players check that cards are "
                "dealt in the order of a shuffle. Move its cards in an order drawn by lot instead: "
                "self.chance.by_lot(sorted(cards))"
            )
        for card in self[pile]:
            self.seen[card.number] = NOBODY
        self._mix(pile, self.chance.label("shuffle"))

    def _mix(self, pile: PileKey, label: str) -> None:
        cards = self[pile]
        self.chance.dealer.shuffle(cards, label)
        cards.reverse()  # the top of a pile is its end: position 0 of the shuffle comes first
        if self.log.listening:
            self.log.add("SHUFFLE", (self.name(pile), len(cards)))

    def show(self, cards: Sequence[Card], pile: PileKey, to: Viewers | int = EVERYONE) -> None:
        """Turn cards of a pile face up for these viewers; they stay where they are."""
        visible = to if to.__class__ is Viewers else _SEATS[to]
        for card in cards:
            self.seen[card.number] |= visible
        if self.log.listening:
            in_hand = isinstance(pile, int)
            told = sorted(cards) if in_hand else tuple(cards)
            masks = [self.seen[card.number] for card in told]
            self._show("SHOW", (self.name(pile),), told, masks, fanned=in_hand)

    def _show(
        self,
        kind: str,
        parts: tuple[str, ...],
        cards: Sequence[Card],
        masks: Sequence[int],
        fanned: bool = False,
    ) -> None:
        """Send an event with cards; everybody gets the faces that they may see."""
        if masks.count(EVERYONE) == len(masks):
            self.log.add(kind, (*parts, *cards))
        else:
            self.log.add(kind, parts, HiddenFaces(cards, masks, fanned=fanned))

    def faces(self, pile: Iterable[Card], viewer: int) -> tuple[str, ...]:
        """Cards as this viewer may know them."""
        bit, seen = 1 << viewer, self.seen
        return tuple([card if seen[card.number] & bit else HIDDEN for card in pile])

    def fanned(self, seat: int, viewer: int) -> Sequence[Card]:
        """A hand in the order shown to this viewer: the real order only for its player.

        The position of a card reveals when it was drawn. So others get the hidden cards first,
        and then the cards they see in alphabetical order. But who does not see the own cards,
        which have only their places for names, sees an open hand as it is held.
        """
        hand = self.get(seat, ())
        if seat == viewer:
            return hand
        bit, seen = 1 << viewer, self.seen
        shown = len([card for card in hand if seen[card.number] & bit])
        if not shown:
            return hand
        own = self.get(viewer, ())
        if shown == len(hand) and not all(seen[c.number] & bit for c in own):
            return hand
        return sorted(hand, key=lambda card: card if seen[card.number] & bit else HIDDEN)

    def hands_seen(self, viewer: int) -> tuple[tuple[str, ...], ...]:
        """Every hand as this viewer may know it."""
        seats = range(len(self.people.names))
        return tuple([self.faces(self.fanned(seat, viewer), viewer) for seat in seats])

    def known_order(self, key: PileKey, viewer: int) -> Sequence[Card]:
        """A pile in the order in which this viewer knows it: a hand as `fanned`, but in such an
        order also where only others see some of its cards."""
        pile = self[key]
        if key.__class__ is not int or key == viewer or len(pile) < 2:
            return pile
        seen = self.seen
        mask = seen[pile[0].number]
        if not mask >> viewer & 1 and all(seen[card.number] == mask for card in pile):
            return pile
        bit = 1 << viewer
        if all(seen[card.number] & bit for card in pile) and self.fanned(key, viewer) is pile:
            return pile  # as it is held
        return sorted(pile, key=lambda c: (c if (mask := seen[c.number]) & bit else HIDDEN, mask))

    def seen_by(self, viewer: int, cards: Iterable[Card]) -> list[Card]:
        """Those of these cards that this viewer sees."""
        bit, seen = 1 << viewer, self.seen
        return [card for card in cards if seen[card.number] & bit]

    def unseen_by(self, viewer: int, key: PileKey) -> list[Card]:
        """The cards of a pile that this viewer does not see."""
        seen = self.seen
        return [card for card in self[key] if not seen[card.number] >> viewer & 1]

    def exchange(self, a: Card, of_a: PileKey, b: Card, of_b: PileKey) -> None:
        """Let two cards of an imagined table change places, and who sees them with it."""
        seen = self.seen
        at_a, at_b = (
            next(at for at, each in enumerate(self[key]) if each is card)
            for card, key in ((a, of_a), (b, of_b))
        )
        self[of_a][at_a], self[of_b][at_b] = b, a
        seen[a.number], seen[b.number] = seen[b.number], seen[a.number]

    def open_to(self, viewer: int) -> Iterator[tuple[str, list[Card]]]:
        """For each pile, the cards that this viewer sees."""
        for key, pile in self.items():
            if cards := self.seen_by(viewer, pile):
                yield self.name(key), cards

    # --- piles -------------------------------------------------------------------------------

    def make(self, key: PileKey) -> list[Card]:
        """The pile with that name, created if it does not exist."""
        return self.setdefault(key, [])

    def lay_out(self, *keys: str) -> None:
        """Create these piles, which belong to no player, for as long as there is a table."""
        self._unowned = keys
        self.update({key: [] for key in keys})

    def name(self, key: PileKey) -> str:
        """The name of a pile for players: a hand by its player, `won:2` by its owner."""
        if isinstance(key, int):
            return self.people.names[key]
        if ":" not in key or key in self._unowned:
            return key
        kind, _, seat = key.partition(":")
        if not seat.isdigit():
            raise ValueError(
                f"there is no pile {key}: what follows the colon is a seat, unless the pile is "
                f"declared for something else, like Pile({kind!r}, …, each='suit')"
            )
        return f"{kind}:{self.people.names[int(seat)]}"

    def take(self, target: PileKey, count: int, to: Viewers | int | None = None) -> list[Card]:
        """Draw cards from the top of the stock, refilling it if allowed.

        Into a hand, seen by its player if nothing else is said; or onto a pile, seen by everyone.
        """
        if to is None:
            to = EVERYONE if isinstance(target, str) else _SEATS[target]
        stock = self[STOCK]
        if 0 < count <= len(stock):
            top = stock[: -count - 1 : -1]
            self.move(top, STOCK, target, to)
            return top
        drawn: list[Card] = []
        while count and (stock or self.refill()):
            cards = stock[: -count - 1 : -1]
            self.move(cards, STOCK, target, to)
            drawn += cards
            count -= len(cards)
        return drawn

    def can_draw(self) -> bool:
        """Whether the stock has a card, or can be refilled."""
        return bool(self[STOCK]) or self._refill_with() is not None

    def _refill_with(self) -> tuple[PileKey, list[Card]] | None:
        """The cards from which a new stock can be made, and their pile."""
        refill = self.cards.deck.refill
        if refill == "from_table" and len(self[TABLE]) > 1:
            return TABLE, self[TABLE][:-1]
        if refill == "from_away" and self[AWAY]:
            return AWAY, self[AWAY][:]
        return None

    def refill(self) -> bool:
        """Make a new stock of cards that were played; False when there are none."""
        found = self._refill_with()
        if found is None:
            return False
        source, cards = found
        self.move(cards, source, STOCK, NOBODY)
        self.shuffle(STOCK)
        return True

    def reveal(self, name: str, otherwise: int = 0) -> int:
        """Show this card to everybody and return the seat that holds it, or else this other one.

        A rule may depend on a hidden card only by showing it. The card moves to the end of the
        hand, because its old position could reveal something about the cards around it.
        """
        if name not in self.cards.named and name not in FACES:
            raise ValueError(f"{name} is no card; write suit and rank, like D7 or ST (a ten)")
        for seat in range(len(self.people.names)):
            if name in self[seat]:
                held = [card for card in self[seat] if card == name]
                self.move(held[:1], seat, seat, EVERYONE)
                return seat
        return otherwise


class SeenPiles(Mapping[str, tuple[str, ...]]):
    """The piles that are no hands, by their names, as a viewer may know them when they look."""

    __slots__ = ("_piles", "_viewer")

    def __init__(self, piles: Piles, viewer: int) -> None:
        self._piles, self._viewer = piles, viewer

    def __getitem__(self, name: str) -> tuple[str, ...]:
        piles = self._piles
        pile = piles.get(name)
        if pile is None:
            pile = piles[next((key for key in self._keys() if piles.name(key) == name), name)]
        return piles.faces(pile, self._viewer)

    def __iter__(self) -> Iterator[str]:
        return map(self._piles.name, self._keys())

    def __len__(self) -> int:
        return len([*self._keys()])

    def _keys(self) -> Iterator[str]:
        return (key for key in self._piles if isinstance(key, str))
