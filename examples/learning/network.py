"""A small network that learns by the policy gradient (PPO), in NumPy."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
HIDDEN, RATE, CLIP, ENTROPY = 64, 2e-3, 0.2, 0.01


class Network:
    """Observations in; how likely each action is, and what the game is worth, out."""

    def __init__(self, inputs: int, actions: int) -> None:
        random = np.random.default_rng(1)
        shapes = {"in": (inputs, HIDDEN), "act": (HIDDEN, actions), "worth": (HIDDEN, 1)}
        self.weights: dict[str, Array] = {
            name: random.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()
        }
        self._means = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self._squares = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self._steps = 0

    def __call__(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        hidden = np.tanh(seen @ self.weights["in"])
        scores = np.where(masks, hidden @ self.weights["act"], -1e9)
        likely = np.exp(scores - scores.max(1, keepdims=True))
        likely /= likely.sum(1, keepdims=True)
        return hidden, likely, (hidden @ self.weights["worth"])[:, 0]

    def learn(self, seen: Array, masks: Array, chosen: Array, before: Array, won: Array) -> None:
        """One step towards what has won more than was expected.

        `before` is how likely the chosen actions were when they were chosen.
        """
        hidden, likely, worth = self(seen, masks)
        rows, count = np.arange(len(chosen)), len(chosen)
        better = won - worth
        better = (better - better.mean()) / (better.std() + 1e-6)
        ratio = likely[rows, chosen] / before
        far = np.where(better > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        push = np.where(far, 0, better * ratio)[:, None] / count
        at_act = likely * push
        at_act[rows, chosen] -= push[:, 0]
        logs = np.log(likely + 1e-9)  # not to be too sure too soon
        at_act += ENTROPY / count * likely * (logs - (likely * logs).sum(1, keepdims=True))
        at_worth = ((worth - won) / count)[:, None]
        at_hidden = at_act @ self.weights["act"].T + at_worth @ self.weights["worth"].T
        at_hidden *= 1 - hidden**2
        self._move("in", seen.T @ at_hidden)
        self._move("act", hidden.T @ at_act)
        self._move("worth", hidden.T @ at_worth)

    def _move(self, name: str, slope: Array) -> None:
        """Adam."""
        self._steps += 1
        steps = (self._steps + 2) // 3
        self._means[name] = mean = 0.9 * self._means[name] + 0.1 * slope
        self._squares[name] = square = 0.99 * self._squares[name] + 0.01 * slope**2
        step = mean / (1 - 0.9**steps) / (np.sqrt(square / (1 - 0.99**steps)) + 1e-8)
        self.weights[name] = (self.weights[name] - RATE * step).astype(np.float32)
