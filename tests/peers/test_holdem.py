"""Hold'em beside PokerKit: the same stacks, cards and moves; the same choices, bets and payoffs.

At each move both must let the same player speak, ask the same for a call, and allow the same bets
and raises; after a hand the players must have the same points. Short stacks make side pots. What
differs, by which rule:

- `short opening`: in PokerKit, the first all-in of a round that is less than the least bet lets
  players raise again who have spoken. By the rule of the Tournament Directors Association, which we
  follow, they may raise only if they face a full bet or raise.
- `several short ones`: in PokerKit, short all-ins that came to a full raise together are forgotten
  when another short one follows. By the same rule, what a player faces is what counts.
- `nothing to decide`: in PokerKit, the last player who owes nothing, and whose raise nobody could
  answer, may still check. We do not ask.
- `blind as a bet`: in fixed limit we count the big blind as the first of four bets; PokerKit allows
  four raises after it. A raise beyond that is not made.
- `odd chips`: we split each side pot apart, and of chips that cannot be split the first winners
  after the dealer get one each. PokerKit first brings pots together that the same players win, and
  gives all odd chips to the first.
- Folding instead of a check is allowed here, and is only warned of there: it is not tried.
- A big blind that is all in for less than its blind asks the whole blind of the others here, and
  what was paid there: the big blind is never so poor in these hands.
"""

from __future__ import annotations

import warnings
from collections import Counter
from random import Random
from typing import Any, ClassVar

import pytest

from cardkit.cardgame import Amount
from cardkit.games.holdem import Holdem
from tests.sound import Sound

pokerkit: Any = pytest.importorskip(
    "pokerkit", reason="PokerKit is not installed: pip install 'cardkit[bench]'"
)

HANDS = 10_000
"""In one and a half minutes, with --long; without it, one of forty is played."""
SHARES = {"no_limit": 0.6, "pot_limit": 0.2, "fixed_limit": 0.2}
SMALL, BIG = 5, 10

UNFIXED = (pokerkit.games.TexasHoldemMixin, pokerkit.games.UnfixedLimitHoldem)
GAMES = {
    "no_limit": pokerkit.NoLimitTexasHoldem,
    "pot_limit": type("PotLimitTexasHoldem", (pokerkit.games.PotLimitPokerMixin, *UNFIXED), {}),
    "fixed_limit": pokerkit.FixedLimitTexasHoldem,
}
AUTOMATIONS = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)


class Uneven(Holdem):
    """A match that players begin with different stacks."""

    STACKS: ClassVar[list[int]] = []

    def on_match(self) -> None:
        self.scores = [*self.STACKS]


class Hand:
    """One hand on both sides; their players are ours from the first one after the dealer on."""

    def __init__(self, preset: str, rng: Random, seen: Counter[str]) -> None:
        self.rng, self.seen, self.fixed = rng, seen, preset == "fixed_limit"
        players = rng.choice((2, 3, 4, 6, 9))
        stacks = [rng.choice((3, 7, 12, 25, 60, 150, 400, 1000)) for _ in range(players)]
        big = 0 if players == 2 else 1
        stacks[big] = max(stacks[big], BIG)
        Uneven.STACKS = self.stacks = stacks
        names, blinds = [f"p{n}" for n in range(players)], {"small": SMALL, "big": BIG}
        self.table = table = Uneven.play(names, preset=preset, options=blinds, key=rng.randbytes(8))
        self.seats = table.order
        sizes = (BIG, 2 * BIG) if self.fixed else (BIG,)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            game = GAMES[preset](AUTOMATIONS, True, 0, (SMALL, BIG), *sizes)
            self.peer: Any = game(stacks, players)
        for seat in self.seats:
            self.peer.deal_hole("".join(map(theirs, table.piles[seat])))

    def play(self) -> None:
        table = self.table
        deck = [*table.piles.get("shared", ()), *reversed(table.piles["stock"])]
        while True:
            self.turn_up(deck)
            if not table.playing:
                break
            self.move()
        while self.peer.status:  # what is left to turn up, or a check that decides nothing
            self.turn_up(deck)
            if self.peer.status:
                self.skip()
        ours = [table.scores[seat] for seat in self.seats]
        assert sum(ours) == sum(self.stacks)
        if self.peer.stacks != ours:
            self.explain_payoffs(ours)

    def explain_payoffs(self, ours: list[int]) -> None:
        """Only chips that cannot be split may go to other winners, a few in each of the pots."""
        winners = self.table.pot.winners
        pots = str(self.table.fact("pots", "")).count("+") + 1
        for seat, mine, other in zip(self.seats, ours, self.peer.stacks, strict=True):
            assert mine == other or (seat in winners and abs(mine - other) < pots * len(winners))
        self.seen["odd chips"] += 1

    def turn_up(self, deck: list[Any]) -> None:
        peer = self.peer
        while peer.status and peer.can_burn_card():
            peer.burn_card("??")
            count = peer.board_dealing_count
            peer.deal_board("".join(map(theirs, deck[:count])))
            del deck[:count]

    def skip(self) -> None:
        peer = self.peer
        assert peer.checking_or_calling_amount == 0
        assert peer.min_completion_betting_or_raising_to_amount is None
        self.seen["nothing to decide"] += 1
        peer.check_or_call()

    def move(self) -> None:
        table, peer, rng = self.table, self.peer, self.rng
        seat = table.awaited[0]
        if self.seats.index(seat) != peer.actor_index:
            self.skip()
            return
        name, pot = table.names[seat], table.pot
        offers = {offer.verb: offer for offer in table.legal(seat)}
        owed, points = pot.price - pot.paid[seat], table.scores[seat]
        assert peer.checking_or_calling_amount == min(owed, points)
        stay = next(verb for verb in ("CHECK", "CALL", "ALLIN") if verb in offers)
        assert (stay == "ALLIN") == (points < owed)
        raising = offers.get("RAISE", offers.get("BET"))
        least = peer.min_completion_betting_or_raising_to_amount
        most = peer.max_completion_betting_or_raising_to_amount
        all_in = pot.paid[seat] + points - pot.floor
        bounds = None
        if isinstance(raising, Amount):
            bounds = raising.least, raising.most
            assert ("ALLIN" in offers) == (raising.most == all_in)
        elif "ALLIN" in offers and points > owed:
            bounds = all_in, all_in
        if bounds is None and least is not None:
            self.explain(seat)
        else:
            assert bounds == (None if least is None else (least, most))
        deeds = ["stay", "stay", *(["fold"] if owed else []), *(["raise"] * 2 if bounds else [])]
        deed = rng.choice(deeds)
        if deed == "stay":
            table.apply(name, stay)
            peer.check_or_call()
        elif deed == "fold":
            table.apply(name, "FOLD")
            peer.fold()
        else:
            assert bounds is not None
            low, high = bounds
            amount = rng.choice((low, high, rng.randint(low, high)))
            short = not isinstance(raising, Amount)
            all_of_it = short or (amount == all_in and rng.random() < 0.5)
            verb = "ALLIN" if all_of_it else f"{raising.verb if raising else ''} {amount}"
            self.seen["short all-in"] += short
            table.apply(name, verb)
            peer.complete_bet_or_raise_to(amount)

    def explain(self, seat: int) -> None:
        """Which rule forbids a raise that the peer allows."""
        peer, state = self.peer, self.table.state
        if self.fixed and state.raises >= self.table.stages[2].cap:  # type: ignore[attr-defined]
            self.seen["blind as a bet"] += 1
        elif peer.completion_betting_or_raising_amount < BIG:
            self.seen["short opening"] += 1
        else:
            self.seen["several short ones"] += 1
            assert len(self.table.pot.all_in) > 2


def theirs(card: str) -> str:
    return card[1] + card[0].lower()


@pytest.mark.parametrize("preset", GAMES)
def test_pots_and_showdowns_as_in_pokerkit(preset: str, sound: Sound) -> None:
    rng, seen = Random(preset), Counter[str]()
    hands = round(HANDS * SHARES[preset] / (1 if sound.long else 40))
    for _ in range(hands):
        hand = Hand(preset, rng, seen)
        hand.play()
        seen["side pots"] += "pots" in hand.table.facts
        seen["split"] += len(hand.table.pot.winners) > 1
    print(preset, hands, dict(seen))
    assert seen["side pots"] > hands / 10
