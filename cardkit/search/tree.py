"""Information-set Monte Carlo tree search.

Each rollout deals anew what the player does not know, walks down a tree of what was said before,
adds one thing to it, and lets everybody play on at random, or as a bot does.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

from cardkit.netgame import Command, NetGame, Offer
from cardkit.search.search import MOST_MOVES, EndlessError, Node, Search, admitted, sample

MOST_NODES = 50_000
"""So much is kept of a tree; what does not fit is only played out."""


class Tree(Search):
    """A search that learns what all players do best."""

    explore = 0.3
    """How much is tried that has not been good so far."""
    _nodes = 1
    _low, _high = float("inf"), float("-inf")

    def _roll_out(self) -> None:
        table = self.game.imagine(self.knowledge, self.below)
        node, path, moves = self.root, list[tuple[Node, int]](), MOST_MOVES
        while table.playing:
            seat = self.seat if self.seat in table.awaited else table.awaited[0]
            if table.answers is not None and seat != self.seat:
                # Who answers at the same time does not know what was said before.
                table.answer(seat, self.usual(table, seat))
                moves -= 1
                continue
            said, child = self._step(table, seat, node)
            table.answer(seat, said)
            path.append((child, seat))
            node = child
            if not child.visits:
                child.offered = 1
                break
        if not self.play_out(table, moves):
            raise EndlessError
        worth = self.payoffs(table)
        self.root.visits += 1
        for child, seat in path:
            child.learn(worth[seat])
        self.settled = len(self.root.children) == 1 and self.root.visits > 1
        self._low, self._high = min(self._low, *worth), max(self._high, *worth)

    def _step(self, table: NetGame, seat: int, node: Node) -> tuple[Command, Node]:
        """What is tried next: something new, or what is best for whoever says it."""
        children = node.children
        new: list[Command] = []
        known: list[tuple[Command, Node]] = []
        for said in self._moves(table, seat, node):
            child = children.get(said)
            if child is None:
                new.append(said)
            else:
                child.offered += 1
                known.append((said, child))
        if new and (self._nodes < MOST_NODES or not known):
            said, child = new[self.below(len(new))], Node()
            if self._nodes < MOST_NODES:
                children[said] = child
                self._nodes += 1
            return said, child
        scale, explore = self._high - self._low or 1.0, self.explore
        hopes = [
            child.total / child.visits / scale + explore * sqrt(log(child.offered) / child.visits)
            for _, child in known
        ]
        return known[hopes.index(max(hopes))]

    def _moves(self, table: NetGame, seat: int, node: Node) -> Sequence[Command]:
        """What can be said here; of open offers a few commands, and more with every visit."""
        legal = table.legal(seat)
        offers = [each for each in legal if isinstance(each, Offer)]
        moves = [each for each in legal if isinstance(each, Command)]
        if not offers:
            return moves
        listed = {*moves}
        opened = [
            command
            for said in node.children
            if said not in listed and (command := admitted(offers, said)) is not None
        ]
        if len(opened) < 2 + sqrt(node.visits):
            some = [sample(offer, len(opened), self.below) for offer in offers]
            opened += [one for one in dict.fromkeys(some) if one not in opened]
        return moves + opened
