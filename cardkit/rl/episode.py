"""An episode: one game or several at a table, played by the numbers of actions.

`Spaces` is what all episodes at such tables share. Reads no clock and draws nothing by itself: what
happens follows from the key and the actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Self

from cardkit.netgame import HIDDEN, Below, Command, Event, NetGame
from cardkit.rl.actions import SIZES, Actions, ActionSpace, Spelled
from cardkit.rl.observations import WINDOW, History, ObservationSpace, Row
from cardkit.simulate import check_players, seat_players, stuck, usual_players

REWARDS = ("score", "rank")


class Spaces:
    """The actions and observations of a game, and a table at which its players sit.

    `games` is how many of them make an episode; 0 stands for a whole match.
    """

    def __init__(
        self,
        game: type[NetGame],
        players: int = 0,
        preset: str = "",
        options: Mapping[str, object] = {},
        *,
        games: int = 1,
        reward: str = "score",
        window: int = WINDOW,
        sizes: Sequence[float] = SIZES,
    ) -> None:
        if reward not in REWARDS:
            raise ValueError(f"reward is {' or '.join(REWARDS)}, not {reward}")
        if not isinstance(game, type):
            raise TypeError(f"{game!r} is no game; give its class, or find_game({game!r})")
        if games < 0 or window < 0:
            raise ValueError("games and window are numbers from 0; games=0 is a whole match")
        if not sizes or not all(0 <= size <= 1 for size in sizes):
            raise ValueError("sizes are shares from 0 to 1, one at least, such as (0, 0.5, 1)")
        self.game, self.games, self.reward = game, games, reward
        self.table = game(preset, {**options, "fault_illegal": "ask"}, journal=False)
        self.players = players or usual_players(self.table)
        check_players(self.table, self.players)
        self.agents = [f"player_{n}" for n in range(self.players)]
        seat_players(self.table, self.agents)
        self.actions = ActionSpace(game, self.players, preset, options, sizes)
        self.observations = ObservationSpace(
            game, self.players, self.actions, preset, options, window
        )

    def begin(self, key: bytes) -> Episode:
        """A new episode; the same key deals the same cards."""
        return Episode(self, key)


class Episode:
    """A table, what was said at it, and what whoever is asked can do."""

    __slots__ = (
        *("_actions", "_chosen", "_drawn", "_key", "history", "seat", "spaces", "spelled"),
        "table",
    )

    def __init__(self, spaces: Spaces, key: bytes) -> None:
        self.spaces, self._key, self._drawn = spaces, key, 0
        self.table: NetGame = spaces.table.copy_for_match(key)
        self.history = History(spaces.observations)
        self._start()

    def copy(self) -> Self:
        """An independent episode in the same state."""
        twin = object.__new__(type(self))
        twin.spaces, twin._key, twin._drawn = self.spaces, self._key, self._drawn
        twin.table, twin.history = self.table.copy(), self.history.copy()
        twin.seat, twin.spelled, twin._actions = self.seat, self.spelled, self._actions
        twin._chosen = self._chosen
        return twin

    def imagined(self, viewer: int, below: Below) -> Self:
        """An episode as it may be for all that this seat knows."""
        twin = object.__new__(type(self))
        twin.spaces, twin._key, twin._drawn = self.spaces, b"%d" % below(1 << 52), 0
        twin.table = self.spaces.game.imagine(self.table.knowledge(viewer), below)
        twin.history = self.history.as_heard_by(self.table, viewer)
        twin._ask()
        if self.seat == viewer:
            for number in self._chosen:
                twin.act(number)
        return twin

    def _start(self) -> None:
        self._say("", "START")
        self._ask()

    def _say(self, who: str, what: str) -> None:
        self.table.apply(who, what)

    def _ask(self) -> None:
        table = self.table
        self.spelled: tuple[int, ...] = ()
        """The actions that are the beginning of a command."""
        self._chosen: tuple[int, ...] = ()  # those of them that were a choice
        self._actions: Actions | None = None
        self.seat: int = table.awaited[0] if table.awaited else -1
        """Who is asked; nobody when the episode is over."""
        if self.seat < 0 and table.playing:
            raise stuck(table, -1)

    def legal(self) -> Actions:
        """What can be done now, by number; nothing when the episode is over."""
        if self._actions is None:
            if self.seat < 0:
                return {}
            self._actions = self.spaces.actions.legal(self.table, self.seat, self._below)
            if not self._actions:
                raise stuck(self.table, self.seat)
        return self._actions

    def act(self, number: int) -> list[float] | None:
        """Do what this number stands for; what each seat earned, if a game is over by it."""
        action = self.legal().get(number)
        if action is None:
            raise self.illegal(number)
        if isinstance(action, Spelled):
            following = self.spaces.actions.after(action)
            if isinstance(following, dict):
                self.spelled, self._actions = action.said, following
                self._chosen = (*self._chosen, number)
                return None
            assert isinstance(following, Command)
            action = following
        return self.say(action)

    def say(self, command: Command) -> list[float] | None:
        """Say a legal command; what each seat earned, if the game is over by it."""
        table, seat = self.table, self.seat
        name, history = table.names[seat], self.history
        if table.answers is None:
            told = table.action(seat, command)
            self._say(name, command)
            history.add(table, told(0))
        else:
            events = self._told_at_once(seat, command)
            self._say(name, command)
            for event in events:
                history.add(table, event)
        if table.playing:
            self._ask()
            return None
        earned = self._earned()
        if table.match_over or table.game_no == self.spaces.games:
            self._ask()
        else:
            self._start()
        return earned

    def say_line(self, line: str) -> list[float] | None:
        """The same for a command as a bot writes it, or a refusal."""
        legal: Sequence[object] = self.table.legal(self.seat)
        if line in legal:
            listed = legal[legal.index(line)]
            assert isinstance(listed, Command)
            return self.say(listed)
        return self.say(self.table.find(self.seat, line.split(" ")))

    def _told_at_once(self, seat: int, command: Command) -> list[Event]:
        """What is told of an answer to what several are asked, as a table tells it."""
        table = self.table
        if not table.secret or table.answers is None:
            return [table.action(seat, command)(0)]
        events = [Event(0, "ACTION", (table.names[seat], HIDDEN))]
        if len(table.awaited) == 1:  # the last answer: now all are told
            answers = {**table.answers, seat: command}
            events += [table.action(each, said)(0) for each, said in answers.items()]
        return events

    def _earned(self) -> list[float]:
        table, players = self.table, self.spaces.players
        if self.spaces.reward == "score":
            sign = -1.0 if table.match.low_wins else 1.0
            return [sign * points for points in table.earned()]
        last = max(1, players - 1)
        return [1.0 - 2.0 * (table.place_of(seat) - 1) / last for seat in range(players)]

    def observe(self, viewer: int, row: Row) -> None:
        """Write what this seat may see into a row of zeros."""
        spelled = self.spelled if viewer == self.seat else ()
        space = self.spaces.observations
        space.write(self.table, viewer, self.history, spelled, row)

    def _below(self, n: int) -> int:
        """For offers of an author's own kind, of which one command is drawn."""
        self._drawn += 1
        digest = blake2b(b"%b %d" % (self._key, self._drawn), digest_size=8).digest()
        return int.from_bytes(digest) % n

    def illegal(self, number: int) -> ValueError:
        """What to raise for a number that stands for nothing that can be done now."""
        names, legal = self.spaces.actions.names, [*self.legal()]
        who = self.table.names[self.seat] if self.seat >= 0 else "nobody"
        what = names[number] if 0 <= number < len(names) else number
        known = ", ".join(f"{n} ({names[n]})" for n in legal[:6])
        known += f", or {len(legal) - 6} more" if len(legal) > 6 else ""
        return ValueError(f"{who} cannot do {what} now. What can be done: {known or 'nothing'}")
