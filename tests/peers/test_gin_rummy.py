"""Gin Rummy beside OpenSpiel's: the same deal and the same moves, chosen with a lot of chance.

At each step the same player is asked, and may say the same; at the end both count the same. Where
ours lays the best melds down by itself, OpenSpiel is told to lay down those. The differences, each
by a rule that is named here:

- *a card just taken*: OpenSpiel lets a player discard it, or knock with it; ours keep it for that
  turn.
- *a tie*: if both have as much left, it is an undercut in ours, and nobody gets anything at
  OpenSpiel's table.
- *the wall*: when two cards are left in the stock, ours is void at once. At OpenSpiel's table the
  other player may still take the last discard if that lets them knock; here they pass.
- *long runs*: OpenSpiel lays down runs of at most five cards, a longer one as two, and lays off to
  runs of five or more only sometimes.
- *big gin* counts as gin at OpenSpiel's table; it is left out of ours.
- *Oklahoma*: a spade doubles what the hand is worth in ours alone. With an ace OpenSpiel's players
  need gin, ours one point or less; such deals are left out.
"""

from __future__ import annotations

from itertools import count, islice
from random import Random
from typing import Any

import pytest

from cardkit import PIPS, Card, best_melds
from cardkit.cardgame.turn import OrderState
from cardkit.games.gin_rummy import GinRummy
from cardkit.games.gin_rummy.bots import Melder
from tests.helpers import state_of
from tests.peers.conftest import Some

pyspiel: Any = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is missing: pip install 'cardkit[bench]'"
)

GAMES = 1000
LONGEST = 5
SUITS, RANKS = "SCDH", "A23456789TJQK"


@pytest.mark.parametrize("oklahoma", [False, True])
def test_gin_rummy_is_played_as_at_openspiel_s_table(oklahoma: bool, some: Some) -> None:
    game = pyspiel.load_game("gin_rummy", {"oklahoma": oklahoma})
    rng, options = Random(oklahoma), {"big_gin": 0, "play_to": 10_000, "oklahoma": oklahoma}
    knocks, games = 0, some(GAMES // 2)
    keys = (f"{oklahoma} {number}" for number in count())
    tables = (GinRummy.play(["ann", "bob"], options=options, key=key) for key in keys)
    comparable = (t for t in tables if not oklahoma or t.turned_up[0].rank != "A")
    for table in islice(comparable, games):
        knocks += Follower(table, game.new_initial_state(), rng).to_the_end()
    assert knocks > games / 2


class Follower:
    """Both tables, of which the other one follows ours."""

    def __init__(self, table: GinRummy, state: Any, rng: Random) -> None:
        self.table, self.state, self.rng = table, state, rng
        self.bot = Melder(lambda n: int(rng.random() * n))
        self.taken = ""
        for card in (*table.hand(0), *table.hand(1), *table.piles["table"]):
            state.apply_action(number_of(card))

    def to_the_end(self) -> bool:
        """Whether somebody knocked."""
        table = self.table
        while table.playing:
            self.follow(*self.chosen())
        knocked = table.facts.get("knocker") is not None
        if not knocked:
            self.say("Pass")  # the wall
        assert self.state.is_terminal()
        spade = table.oklahoma.on and table.turned_up[0].suit == "S"
        ours = (table.scores[0] - table.scores[1]) / (2 if spade else 1)
        if knocked and left_over(table, 0) == left_over(table, 1) > 0:
            ours = 0
        assert self.state.returns() == [ours, -ours]
        return knocked

    def chosen(self) -> tuple[int, str]:
        """What our player says, after both tables have offered the same."""
        (seat,) = self.table.awaited
        legal, theirs = self.table.legal(seat), set(self.legal())
        assert self.state.current_player() == seat
        self.compare(sorted(map(str, legal)), theirs)
        known = {in_our_words(each) for each in theirs if len(each) == len("9s")}
        legal = tuple(o for o in legal if o.verb != "LAY" or str(o).split()[1] in known)
        if self.rng.random() < 0.3:
            return seat, self.rng.choice(sorted(map(str, legal)))
        return seat, str(self.bot.choose(self.table.view(seat), legal))

    def compare(self, offers: list[str], theirs: set[str]) -> None:
        if offers[0].startswith("DISCARD"):
            ours = {line.split()[1] for line in offers if line.startswith("DISCARD")}
            assert ours == {in_our_words(each) for each in theirs - {"Knock"}} - {self.taken}
            knocks = {line.split()[1] for line in offers if line.startswith("KNOCK")}
            assert knocks == self.knocks() - {self.taken}
        elif self.table.facts.get("knocker") is not None:
            melds = state_of(self.table, OrderState).extras.melds
            laid = [line.split()[1:] for line in offers if line.startswith("LAY")]
            sure = {
                card for card, name in laid if len(melds[self.table.cards.named[name]]) < LONGEST
            }
            assert sure <= {in_our_words(each) for each in theirs - {"Pass"}}
            assert {in_our_words(each) for each in theirs - {"Pass"}} <= {card for card, _ in laid}
        else:
            names = {"DRAW 1": "Draw stock", "DRAW TABLE": "Draw upcard", "PASS": "Pass"}
            assert {names[line] for line in offers} == theirs

    def knocks(self) -> set[str]:
        """The cards with which OpenSpiel's player may knock."""
        if "Knock" not in self.legal():
            return set()
        twin = self.state.clone()
        twin.apply_action(self.legal()["Knock"])
        return {in_our_words(name_of(twin, action)) for action in twin.legal_actions()}

    def follow(self, seat: int, said: str) -> None:
        table, (verb, *words) = self.table, said.split()
        top, stock = table.piles["table"][-1:], table.piles["stock"][-1]
        hands = [[card for card in table.hand(each) if card not in words] for each in (0, 1)]
        table.apply(table.names[seat], said)
        self.taken = ""
        if said == "DRAW 1":
            self.say("Draw stock")
            self.state.apply_action(number_of(stock))
        elif verb == "DRAW":
            self.say("Draw upcard")
            (self.taken,) = map(str, top)
        elif verb == "PASS":
            self.say("Pass")
        elif verb == "KNOCK":
            self.say("Knock")
            self.state.apply_action(number_of(words[0]))
            self.lay_down(hands[seat])
        else:  # a discard, or a card that is laid off
            self.state.apply_action(number_of(words[0]))
        knocker = table.facts.get("knocker")
        if knocker and not table.playing:
            if verb == "LAY":  # the last card
                self.say("Pass")
            self.lay_down(hands[1 - table.names.index(str(knocker))])

    def lay_down(self, hand: list[Card]) -> None:
        """Lay down the melds that ours has laid down by itself."""
        laid = [*best_melds(self.table, hand).melds]
        for meld in laid:
            if len(meld) > LONGEST:
                laid.append(meld[3:])
                meld = meld[:3]
            melds = {frozenset(cards_in(name)): name for name in self.legal() if len(name) > 4}
            self.say(melds[frozenset(meld)])
        self.say("Pass")

    def legal(self) -> dict[str, int]:
        return {name_of(self.state, action): action for action in self.state.legal_actions()}

    def say(self, name: str) -> None:
        self.state.apply_action(self.legal()[name])


def left_over(table: GinRummy, seat: int) -> int:
    return sum(PIPS.get(card.rank, 10) for card in table.hand(seat))


def name_of(state: Any, action: int) -> str:
    return str(state.action_to_string(action)).rpartition(": ")[2]


def number_of(card: str) -> int:
    return SUITS.index(card[0]) * 13 + RANKS.index(card[1])


def in_our_words(card: str) -> str:
    return card[1].upper() + card[0]


def cards_in(name: str) -> list[str]:
    return [in_our_words(name[at : at + 2]) for at in range(0, len(name), 2)]
