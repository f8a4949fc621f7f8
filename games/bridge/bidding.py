"""How a sensible player bids: natural bids by points and lengths, without conventions.

Both partners read each other's bids by the same table, so that they reach games and slams when
their points together are enough for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardkit import CardView

STRAINS = ("C", "D", "H", "S", "NT")
HIGH = {"A": 4, "K": 3, "Q": 2, "J": 1}
GAME, MINOR_GAME, SLAM, GRAND = 25, 28, 33, 37
NEEDED = (0, 20, 22, 24, 26, 29, 33, 37)
"""Points with which a side may hope to make a contract of this level."""

Bid = tuple[int, str]


@dataclass
class Shown:
    """What a player has shown by bidding."""

    points: int = 0
    lengths: dict[str, int] = field(default_factory=dict)
    bids: list[Bid] = field(default_factory=list)

    @property
    def suits(self) -> list[str]:
        return [strain for _, strain in self.bids if strain != "NT"]


class Bidder:
    """A player in the auction, who knows the own hand and has heard all calls."""

    def __init__(self, view: CardView) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.lengths = {suit: sum(card[0] == suit for card in view.hand) for suit in "CDHS"}
        self.high = sum(HIGH.get(card[1], 0) for card in view.hand)
        self.points = self.high + sum(max(0, n - 4) for n in self.lengths.values())
        self.balanced = sorted(self.lengths.values()) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
        self.players = [Shown() for _ in range(4)]
        self.last: Bid | None = None
        self.last_seat = -1
        board = view.facts.get("calls")
        rows = board[1:] if isinstance(board, list | tuple) else ()
        for row in rows:
            for seat, call in enumerate(row if isinstance(row, list | tuple) else ()):
                self._hear(seat, str(call))
        self.partner = self.players[(self.seat + 2) % 4]
        opponents = self.players[(self.seat + 1) % 4], self.players[(self.seat + 3) % 4]
        self.theirs = {suit for each in opponents for suit in each.suits}
        self.own = self.players[self.seat]

    def _hear(self, seat: int, call: str) -> None:
        level, _, strain = call.partition(" ")
        if not strain:
            return
        bid = int(level), strain
        shown, partner = self.players[seat], self.players[(seat + 2) % 4]
        jump = bid[0] - cheapest(strain, self.last)
        points, length = meaning(bid, jump, shown, partner, opened=self.last is not None)
        shown.points = max(shown.points, points)
        if strain != "NT":
            shown.lengths[strain] = max(shown.lengths.get(strain, 0), length)
        shown.bids.append(bid)
        self.last, self.last_seat = bid, seat

    # --- what to say -------------------------------------------------------------------------

    def wish(self) -> Bid | None:
        """What this player would bid, or nothing."""
        if not self.partner.bids:
            return self._begin() if not self.own.bids else None
        together = self.points + self.partner.points
        fit = self._fit()
        if together >= GAME:
            return self._game(together, fit)
        if not self.own.bids:
            return self._answer(fit)
        if self.partner.bids[-1][1] not in (*self.own.suits, "NT") and len(self.own.bids) == 1:
            return self._bid_again(fit)
        return None

    def doubles(self) -> bool:
        """Whether the opponents have bid far beyond what they can have."""
        if self.last is None or self.last[0] < 3:
            return False
        theirs = 40 - self.high - min(self.partner.points, 20)
        return theirs < NEEDED[self.last[0]] - 3

    def _begin(self) -> Bid | None:
        """The first bid of the side: an opening, or an overcall with a good suit."""
        longest = max("CDHS", key=lambda suit: (self.lengths[suit], STRAINS.index(suit)))
        length = self.lengths[longest]
        level = cheapest(longest, self.last)
        five_card_major = max(self.lengths["H"], self.lengths["S"]) >= 5
        if self.balanced and not five_card_major and cheapest("NT", self.last) <= 2:
            for least, most, bid in ((15, 17, 1), (20, 21, 2), (25, 27, 3)):
                if least <= self.high <= most and bid >= cheapest("NT", self.last):
                    return bid, "NT"
        if self.last is not None:  # the opponents have opened
            enough = self.points >= (10 if level == 1 else 12) and length >= 5
            good = enough and level <= 2 and longest not in self.theirs
            return (level, longest) if good else None
        if self.points >= 22:
            return 2, longest
        if self.points >= 12:
            majors = [suit for suit in "SH" if self.lengths[suit] >= 5]
            minor = max("DC", key=lambda suit: self.lengths[suit])
            return 1, majors[0] if majors and self.lengths[majors[0]] == length else (
                longest if length >= 5 else minor
            )
        return (3, longest) if length >= 7 and self.high >= 5 else None

    def _fit(self) -> str:
        """The best suit in which both have eight cards, a major if there is one."""
        together = {s: self.lengths[s] + self.partner.lengths.get(s, 0) for s in "CDHS"}
        fits = [s for s in "SHDC" if together[s] >= 8 and s not in self.theirs]
        majors = [suit for suit in fits if suit in "SH"]
        return max(majors or fits, key=together.__getitem__, default="")

    def _game(self, together: int, fit: str) -> Bid | None:
        """The highest contract that the points are enough for; before 3 NT, a new suit."""
        strain = fit if fit in ("S", "H") or (fit and together >= MINOR_GAME) else "NT"
        may_wait = strain == "NT" and not self.own.bids and together < SLAM
        if may_wait and (new := self._new_suit(most=2)) is not None:
            return new
        level = 7 if together >= GRAND else 6 if together >= SLAM else 0
        level = level or {"NT": 3, "S": 4, "H": 4}.get(strain, 5)
        ours = self.last_seat % 2 == self.seat % 2
        if self.last is None or (ours and self.last[0] >= level and self.last[1] in (strain, "NT")):
            return None
        return level, strain

    def _answer(self, fit: str) -> Bid | None:
        """The first bid after the partner's, without the points for a game so far."""
        partner, strain = self.partner.bids[-1]
        if self.points < 6 or strain == "NT" or partner >= 3:
            return None
        if fit == strain:
            return partner + (1 if self.points < 10 else 2), strain
        if (new := self._new_suit(most=1 if self.points < 10 else 2)) is not None:
            return new
        return (1 if self.points < 11 else 2), "NT"

    def _new_suit(self, most: int) -> Bid | None:
        """A suit that the side has not bid, the longest first, up to this level."""
        bid = {*self.partner.suits, *self.own.suits, *self.theirs}
        found = [(self.lengths[s], (cheapest(s, self.last), s)) for s in "CDHS" if s not in bid]
        good = [each for each in found if each[1][0] <= most and each[0] > 3 + (each[1][0] > 1)]
        return max(good, default=(0, None))[1]

    def _bid_again(self, fit: str) -> Bid | None:
        """The opener's second bid after a new suit."""
        more = 1 if self.points >= 16 else 0
        if fit:
            return cheapest(fit, self.last) + more, fit
        longest = max("CDHS", key=lambda suit: (self.lengths[suit], STRAINS.index(suit)))
        if self.lengths[longest] >= 6:
            return cheapest(longest, self.last) + more, longest
        new = self._new_suit(most=2)
        level = cheapest("NT", self.last)
        return new or ((level + more, "NT") if level + more <= 2 else None)


def cheapest(strain: str, last: Bid | None) -> int:
    """The lowest level at which this can be bid now."""
    if last is None:
        return 1
    return last[0] + (STRAINS.index(strain) <= STRAINS.index(last[1]))


def meaning(bid: Bid, jump: int, own: Shown, partner: Shown, opened: bool) -> tuple[int, int]:
    """The points and the length that a bid shows at least."""
    level, strain = bid
    if own.bids:  # a later bid; a game says no more than that it is enough for one
        is_game = level >= {"NT": 3, "S": 4, "H": 4}.get(strain, 5)
        raised = strain in partner.suits
        more = 4 if jump > 0 and not is_game else 0
        return own.points + more, 4 if raised or strain not in own.suits else 6
    if not partner.bids:  # the first of the side
        if strain == "NT":
            return {1: 15, 2: 20, 3: 25}.get(level, 15), 0
        if opened:
            return (10 if level == 1 else 12), 5
        return {1: 12, 2: 22}.get(level, 8), {1: 5 if strain in "SH" else 4, 2: 5}.get(level, 7)
    if strain in partner.suits:  # a raise
        return (6, 10, 12)[min(2, max(0, level - partner.bids[-1][0] - 1))], 4
    if strain == "NT":
        return {1: 6, 2: 11}.get(level, max(0, GAME - partner.points)), 0
    return (6, 4) if level == 1 else (10, 5)


def call(view: CardView, legal: Sequence[str]) -> str:
    """What to say in the auction."""
    bidder = Bidder(view)
    wish = bidder.wish()
    if "DOUBLE" in legal and bidder.doubles():
        return "DOUBLE"
    said = f"BID {wish[0]} {wish[1]}" if wish is not None else "PASS"
    return said if said in legal else "PASS"
