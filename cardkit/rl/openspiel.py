"""Any game for OpenSpiel's algorithms: `load_game(AKQ, options={"points": 2})`.

Where the deck is small, every draw by lot is a chance node with all its outcomes. Elsewhere there
is one at the beginning, with so many `deals`, and whatever is drawn later follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import factorial
from typing import Any, Self

import numpy as np
import pyspiel

from cardkit.cardgame import CardGame
from cardkit.cardgame.table import card_view
from cardkit.chances import Script, Undecided
from cardkit.netgame import WATCHER, Below, NetGame
from cardkit.netgame.conditions import HUGE
from cardkit.registry import find_game, name_of
from cardkit.rl.batch import cells
from cardkit.rl.episode import Episode, Spaces

DEALS = 1000
_MOST_WAYS = 5040
"""A deck with more orders than these is dealt by number."""
_LONGEST = 100_000


class Heard(Episode):
    """An episode of which every seat remembers all that it heard."""

    __slots__ = ("_script", "heard")

    def __init__(self, spaces: Spaces, key: bytes, script: Script | None = None) -> None:
        self.heard: list[tuple[str, ...]] = [()] * spaces.players
        self._script = script
        super().__init__(spaces, key)

    def copy(self, script: Script | None = None) -> Self:
        twin = super().copy()
        twin.heard, twin._script = [*self.heard], script
        return twin

    def imagined(self, viewer: int, below: Below) -> Self:
        twin = super().imagined(viewer, below)
        # What others have heard nobody knows, but they know what they see.
        seen = [repr(twin.table.view(seat)) for seat in range(self.spaces.players)]
        twin.heard = [(each,) for each in seen]
        twin.heard[viewer], twin._script = self.heard[viewer], None
        return twin

    def _say(self, who: str, what: str) -> None:
        table, script = self.table, self._script
        table.listening = True
        if script is not None:
            table.chance.employ(lambda key: script)
            table.chance.dealer = script
        events = table.apply(who, what)
        for seat, before in enumerate(self.heard):
            words = (event.words(seat) for event in events)
            self.heard[seat] = (*before, *(" ".join(map(str, w)) for w in words if w is not None))


class Moment:
    """A state, never changed: what was done last, and the draws that are still to be decided."""

    __slots__ = ("_draws", "_number", "episode", "path", "returns", "rules", "ways")

    def __init__(
        self,
        rules: Rules,
        episode: Heard | None,
        path: tuple[int, ...] = (),
        number: int = -1,
        draws: tuple[int, ...] = (),
        returns: Sequence[float] | None = None,
    ) -> None:
        self.rules, self.path = rules, path
        self._number, self._draws = number, draws
        self.returns: Sequence[float] = returns or [0.0] * rules.spaces.players
        self.ways = 0
        """The outcomes of the next draw, if there is one to be decided."""
        self.episode = episode
        """What has been played, without what awaits a draw."""
        if episode is None and not rules.explicit:
            if draws:
                self.episode = Heard(rules.spaces, b"%d" % draws[0])
            else:
                self.ways = rules.deals
        elif episode is None or number >= 0:
            try:
                self._play()
            except Undecided as draw:
                self.ways = draw.ways

    def _play(self) -> None:
        rules, before = self.rules, self.episode
        script = Script(self._draws) if rules.explicit else None
        if before is None:
            self.episode = Heard(rules.spaces, b"", script)
            return
        after = before.copy(script)
        earned = after.act(self._number)
        if earned is not None:
            self.returns = [a + b for a, b in zip(self.returns, earned, strict=True)]
        self.episode = after

    def then(self, action: int) -> Moment:
        """The state after an action of whoever decides."""
        path = (*self.path, action)
        if self.ways:
            draws = (*self._draws, action)
            return Moment(self.rules, self.episode, path, self._number, draws, self.returns)
        return Moment(self.rules, self.episode, path, action, (), self.returns)

    def imagined(self, viewer: int, below: Below) -> Moment:
        """A state as it may be for all that this seat knows."""
        assert self.episode is not None
        return Moment(self.rules, self.episode.imagined(viewer, below), returns=self.returns)

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _replay, (self.rules.parameters, self.path)


class Rules:
    """What all states of a game share."""

    def __init__(self, parameters: Mapping[str, Any], game: type[NetGame] | None = None) -> None:
        self.parameters = {name: parameters[name] for name in PARAMETERS}
        words = str(parameters["options"]).split()
        self.spaces = Spaces(
            game or find_game(parameters["game"]),
            parameters["players"],
            parameters["preset"],
            dict(word.partition(":")[::2] for word in words),
            games=parameters["games"],
            reward=parameters["reward"],
            window=parameters["window"],
        )
        table = self.spaces.table
        deck = len(table.cards.all) if isinstance(table, CardGame) else self.spaces.players
        self.explicit = factorial(min(deck, 20)) <= _MOST_WAYS
        self.deals: int = parameters["deals"]
        self.outcomes = factorial(deck) if self.explicit else self.deals
        self.first = Moment(self, None)


def _replay(parameters: Mapping[str, Any], path: Sequence[int]) -> Moment:
    moment = Rules(parameters).first
    for action in path:
        moment = moment.then(action)
    return moment


PARAMETERS: dict[str, Any] = {
    "game": "akq",
    "players": 0,
    "preset": "",
    "options": "",
    "games": 1,
    "reward": "score",
    "window": 8,
    "deals": DEALS,
    "zero_sum": False,
}
"""What can be said of a game, as in `cardkit(game=whist,options=games:3,reward=rank)`.

`zero_sum` makes what each wins what it wins beyond the mean of all.
"""


def _type(title: str, players: int, *, zero_sum: bool) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name="cardkit",
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=1 if players == WATCHER else players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game at a table, as OpenSpiel knows one."""

    def __init__(
        self, params: Mapping[str, Any] | None = None, game: type[NetGame] | None = None
    ) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.rules = Rules(given, game)
        self.zero_sum = given["zero_sum"]
        spaces = self.rules.spaces
        most = 1.0 if given["reward"] == "rank" else float(HUGE)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(spaces.actions),
            max_chance_outcomes=self.rules.outcomes,
            num_players=spaces.players,
            min_utility=-most,
            max_utility=most,
            max_game_length=_LONGEST,
            **({"utility_sum": 0.0} if self.zero_sum else {}),
        )
        title = str(spaces.game.title)
        super().__init__(_type(title, spaces.players, zero_sum=self.zero_sum), info, given)

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        what = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.rules, what, params)


class State(pyspiel.State):  # type: ignore[misc]
    """A moment of a game."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.now = game.rules.first
        self._zero_sum = game.zero_sum

    def current_player(self) -> int:
        if self.now.ways:
            return int(pyspiel.PlayerId.CHANCE)
        episode = self.now.episode
        over = episode is None or episode.seat < 0
        return int(pyspiel.PlayerId.TERMINAL) if over or episode is None else episode.seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self.now.episode is not None
        return sorted(self.now.episode.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        ways = self.now.ways
        return [(outcome, 1 / ways) for outcome in range(ways)]

    def _apply_action(self, action: int) -> None:
        self.now = self.now.then(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Chance {action}"
        return self.now.rules.spaces.actions.names[action]

    def is_terminal(self) -> bool:
        return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * len(self.now.returns)
        mean = sum(self.now.returns) / len(self.now.returns) if self._zero_sum else 0.0
        return [points - mean for points in self.now.returns]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that this player could not tell from this one."""
        state = State(self.get_game())
        state.now = self.now.imagined(player, lambda n: int(sampler() * n))
        return state

    def __str__(self) -> str:
        return "\n".join(self.now.episode.heard[0]) if self.now.episode else "not dealt"


class Observer:
    """What OpenSpiel asks for what a player sees."""

    def __init__(self, rules: Rules, what: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"there is nothing to choose in an observation, such as {params}")
        self._what = what
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if what.public_info:
            self.tensor = np.zeros(rules.spaces.observations.size, np.float32)
            self.dict = {
                name.replace(" ", "_"): self.tensor[part]
                for name, part in rules.spaces.observations.layout.items()
                if part.stop > part.start
            }

    def _viewer(self, player: int) -> int:
        private = self._what.private_info != pyspiel.PrivateInfoType.NONE
        return player if private else WATCHER

    def set_from(self, state: State, player: int) -> None:
        """Write the tensor."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.now.episode is not None:
            state.now.episode.observe(self._viewer(player), cells(self.tensor))

    def string_from(self, state: State, player: int) -> str:
        """All that a player has heard, or what is there to be seen."""
        episode = state.now.episode
        if episode is None:
            return f"player_{player}"
        view = card_view(episode.table.view(self._viewer(player)))
        if not self._what.public_info:
            return " ".join(view.hand)
        spelled = " ".join(map(str, episode.spelled)) if player == episode.seat else ""
        if self._what.perfect_recall:
            return "\n".join((f"player_{player}", *episode.heard[player], spelled))
        return f"{view} {spelled}"


# As OpenSpiel's own games in Python do, so that `pyspiel.load_game("cardkit(game=whist)")` works.
pyspiel.register_game(_type("cardkit", WATCHER, zero_sum=False), Game)


def load_game(game: type[NetGame], **parameters: Any) -> Game:
    """The game for OpenSpiel; `PARAMETERS` says what can be chosen. Options come as a mapping."""
    options = parameters.pop("options", {})
    given = {
        **parameters,
        "game": name_of(game),
        "options": " ".join(f"{name}:{value}" for name, value in options.items()),
    }
    return Game(given, game)
