"""Information-set Monte Carlo tree search.

Each rollout deals anew what the player does not know, walks down a tree of what was said before,
adds one thing to it, and lets everybody play on at random, or as a bot does.
"""

from __future__ import annotations

from math import log, sqrt

from cardkit.netgame import Command, NetGame, Offer
from cardkit.search.search import MOST_MOVES, EndlessError, Node, Search, admitted, sample

MOST_NODES = 50_000
"""So much is kept of a tree; what does not fit is only played out."""


class Tree(Search):
    """A search that learns what all players do best."""

    explore = 0.5
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
                break
        if not self.play_out(table, moves):
            raise EndlessError
        worth = self.payoffs(table)
        for child, seat in path:
            child.learn(worth[seat])
        self.root.visits += 1
        self.settled = len(self.root.children) == 1 and self.root.visits > 1
        self._low, self._high = min(self._low, *worth), max(self._high, *worth)

    def _step(self, table: NetGame, seat: int, node: Node) -> tuple[Command, Node]:
        """What is tried next: something new, or what is best for whoever says it."""
        moves = self._moves(table, seat, node)
        children = node.children
        new = [said for said in moves if said not in children or not children[said].visits]
        for said in moves:
            if said in children:
                children[said].offered += 1
        if new:
            said = new[self.below(len(new))]
            child = children.get(said)
            if child is None:
                child = Node()
                if self._nodes < MOST_NODES:
                    children[said] = child
                    self._nodes += 1
            child.offered = max(1, child.offered)
            return moves[said], child
        scale = self._high - self._low or 1.0

        def hope(said: str) -> float:
            child = children[said]
            bonus = sqrt(log(child.offered + 1) / child.visits)
            return child.total / child.visits / scale + self.explore * bonus

        best = max(moves, key=hope)
        return moves[best], children[best]

    def _moves(self, table: NetGame, seat: int, node: Node) -> dict[str, Command]:
        """What can be said here, by its words; of open offers a few, and more with every visit."""
        legal = table.legal(seat)
        moves = {str(each): each for each in legal if isinstance(each, Command)}
        offers = [each for each in legal if isinstance(each, Offer)]
        if not offers:
            return moves
        opened = 0
        for said in node.children:
            if said not in moves and (command := admitted(offers, said)) is not None:
                moves[said] = command
                opened += 1
        if opened < 2 + sqrt(node.visits):
            for offer in offers:
                one = sample(offer, opened, self.below)
                moves.setdefault(str(one), one)
        return moves
