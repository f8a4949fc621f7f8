"""What can be reached in a game, by what its stages declare, and what of it was.

A thing to reach is a text: `order_game` is that stage, `order_game PASS` a word that is said in it,
`order_game ends: turn_limit` one of its endings. A word that belongs to no stage, and every word of
a game without stages, stands alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from types import FrameType, new_class
from typing import Any, ClassVar, cast

from cardkit.cardgame import CardGame
from cardkit.cardgame.cards import cards_of
from cardkit.cardgame.stage import AnyStage
from cardkit.netgame import Command, NetGame, Word, plural
from cardkit.netgame.declared import Declaration
from cardkit.netgame.events import FactValue
from cardkit.netgame.source import place_of_function

TOOLKIT = ("cardkit.netgame.", "cardkit.cardgame.")
"""Whose code tells what clients know without a declaration."""
FORFEIT = "ends: forfeit"
"""Every game can end after players have given up."""
Shape = tuple[str, str, str, bool, bool]
"""The stage, the verb, the word that was chosen, and whether a player or cards were named."""


class Reached:
    """What can be reached under some presets, and what was."""

    def __init__(
        self, game: type[NetGame], presets: Iterable[str], options: Mapping[str, Any]
    ) -> None:
        self.presets: dict[str, list[str]] = {}
        """Everything that can be reached, with the presets under which it can."""
        self.seen: set[str] = set()
        self.strange: dict[str, str] = {}
        """Verbs that were said and that nobody declares, each with its stage."""
        self.undeclared: dict[str, str] = {}
        """Facts and notices that nothing declares, each with the first line that told it."""
        self._words: dict[str, dict[Word, str]] = {}
        self._names: dict[Shape, tuple[str, Word | None]] = {}
        rules = {preset: game.with_options(preset, options) for preset in presets}
        self._deck: dict[str, set[str]] = {"card": set(), "suit": set(), "rank": set(), "": set()}
        for deck in (parts["deck"] for parts in rules.values() if "deck" in parts):
            self._deck["card"].update(cards_of(deck).all)
            self._deck["suit"].update(deck.suits)
            self._deck["rank"].update(deck.order)
        stages = [(stage, p) for p, parts in rules.items() for stage in parts.get("stages", ())]
        self._toolkit = {s.key() for s, _ in stages if type(s).__module__.startswith(TOOLKIT)}
        """Stages whose numbers other rules may raise, as a card that makes a player draw two."""
        for stage, preset in stages:
            self._add(stage.key(), preset)
        for (key, verb), words in _by_verb(game, stages).items():
            for word, where in words.items():
                name = f"{key} {verb if len(words) == 1 else _shape(word)}".strip()
                self._words.setdefault(key, {})[word] = name
                for preset in where or rules:
                    self._add(name, preset)
        for preset in rules:
            self._add(FORFEIT, preset)
        for stage, preset in stages:
            for how in stage.endings():
                self._add(f"{stage.key()} ends: {how}", preset)

    def _add(self, name: str, preset: str) -> None:
        found = self.presets.setdefault(name, [])
        if preset not in found:
            found.append(preset)

    @property
    def missing(self) -> list[str]:
        """What was not reached, in the order in which it is declared."""
        return [name for name in self.presets if name not in self.seen]

    def said(self, stage: str, command: Command) -> None:
        """Note that this was said in a stage."""
        cards = bool(getattr(command, "cards", ()))
        shape = stage, command.verb, command.word, command.target >= 0, cards
        found = self._names.get(shape)
        if found is None:
            found = self._names[shape] = self._name(shape)
        name, word = found
        self.seen.add(name)
        if word is not None and word.number is not None and stage not in self._toolkit:
            least, most = word.number
            if command.amount < least or (most is not None and command.amount > most):
                self.strange[f"{command.verb} {command.amount}"] = stage

    def _name(self, shape: Shape) -> tuple[str, Word | None]:
        """The declared word that is nearest to what was said."""
        stage, verb, chosen, player, cards = shape
        same = [
            (word, name)
            for key in dict.fromkeys((stage, ""))
            for word, name in self._words.get(key, {}).items()
            if word.verb == verb
        ]
        if not same:
            self.strange[verb] = stage
            return "", None

        def likeness(each: tuple[Word, str]) -> int:
            word = each[0]
            choice = self._deck[word.choice] if isinstance(word.choice, str) else word.choice
            alike = chosen in choice if choice else not chosen
            return 3 * alike + (word.player is player) + ((word.cards is not None) is cards)

        word, name = max(same, key=likeness)
        if chosen and isinstance(word.choice, tuple) and chosen not in word.choice:
            self.strange[f"{verb} {chosen}"] = stage
        return name, word

    def told(self, what: str) -> None:
        """Note that the author's code, which called the caller, tells what it does not declare."""
        caller: FrameType | None = sys._getframe(2)
        if caller is not None and caller.f_code is CardGame.disclose.__code__:
            caller = caller.f_back
        assert caller is not None
        module = caller.f_globals.get("__name__", "")
        if what not in self.undeclared and not module.startswith(TOOLKIT):
            line = f"{Path(caller.f_code.co_filename).name}:{caller.f_lineno}"
            self.undeclared[what] = f"{line}, {caller.f_code.co_name}"


def _by_verb(
    game: type[NetGame], stages: Iterable[tuple[AnyStage, str]]
) -> dict[tuple[str, str], dict[Word, list[str]]]:
    """The words of each stage and verb, with the presets that have them; a game's own have none."""
    found: dict[tuple[str, str], dict[Word, list[str]]] = {}
    forms = set()
    for stage, preset in stages:
        for word in Declaration(stage.declared()).words.values():
            found.setdefault((stage.key(), word.verb), {}).setdefault(word, []).append(preset)
            forms.add(word.form)
    for word in game.own_words():
        if word.form not in forms:
            found.setdefault(("", word.verb), {})[word] = []
    return found


def _shape(word: Word) -> str:
    """A word with what follows it, where its verb has several forms."""
    choice = word.choice if isinstance(word.choice, str) else "|".join(word.choice)
    parts = ((word.player, "player"), (word.cards, "cards"), (word.number, "number"))
    return " ".join((word.verb, *(name for there, name in parts if there), *filter(None, [choice])))


class Watched(NetGame, abstract=True):
    """Mixed into a game class before it, where everything that is said comes through."""

    reached: ClassVar[Reached]

    def emit(self, kind: str, *parts: object, **how: Any) -> None:
        notice = self.declaration.notices.get(kind)
        if notice is None:
            self.reached.told(f"Notice({kind!r}, …)")
        elif notice.parts is not None and not how and not notice.fits(len(parts)):
            raise TypeError(
                f"{kind} is told with {_parts(len(parts))}, and its Notice declares "
                f"{_parts(len(notice.parts))}: emit({', '.join((repr(kind), *notice.parts))})"
            )
        super().emit(kind, *parts, **how)

    def set_fact(self, key: str, value: FactValue | None) -> None:
        fact = self.declaration.facts.get(key)
        if fact is None:
            self.reached.told(f"Fact({key!r}, …)")
        elif fact.kind == "seats" and value is not None:
            self._check_values(key, value)
        super().set_fact(key, value)

    def _check_values(self, key: str, value: FactValue) -> None:
        by_name = isinstance(value, Mapping) and {*value} <= {*self.names}
        by_seat = isinstance(value, list | tuple) and len(value) == len(self.names)
        if not (by_name or by_seat):
            raise TypeError(
                f"the fact {key} has a value for each of {len(self.names)} seats, or values by the "
                f"names of players; {value!r} is neither"
            )

    def _stage_key(self) -> str:
        return ""

    def act(self, seat: int, command: Command) -> None:
        self.reached.said(self._stage_key(), command)
        super().act(seat, command)

    def after_all(self, answers: Mapping[int, Command]) -> None:
        for command in answers.values():
            self.reached.said(self._stage_key(), command)
        super().after_all(answers)

    def end_game(self, ranking: Sequence[int] | None = None) -> None:
        if self.forfeits:
            self.reached.seen.add(FORFEIT)
        super().end_game(ranking)


class WatchedCards(Watched, CardGame, abstract=True):
    """The same for a game that is played in stages."""

    def _stage_key(self) -> str:
        return self.stage.key()

    def next_stage(self, how: str = "") -> None:
        if how:
            if how not in (known := (*self.stage.endings(),)):
                raise ValueError(
                    f"{self.stage.key()} ends {how!r}, which its endings() do not name: "
                    f"{', '.join(known) or 'none'}"
                )
            self.reached.seen.add(f"{self.stage.key()} ends: {how}")
        if self.stage_no + 1 < len(self.stages):
            self.reached.seen.add(self.stages[self.stage_no + 1].key())
        super().next_stage(how)


def _parts(count: int) -> str:
    return plural(count, "1 part", "{n} parts")


def _checked_points(points: Callable[[Any, int], object]) -> Callable[[Any, int], object]:
    @wraps(points)
    def checked(table: NetGame, seat: int) -> object:
        found = points(table, seat)
        if not isinstance(found, int):
            raise TypeError(
                f"points returns a whole number, not {found!r} ({place_of_function(points)}): what "
                "the game is worth to the player in this seat"
            )
        return found

    return checked


def _checked_ranking(rank_players: Callable[[Any], object]) -> Callable[[Any], object]:
    @wraps(rank_players)
    def checked(table: NetGame) -> object:
        found, seats = rank_players(table), range(len(table.names))
        if not isinstance(found, Sequence) or {*found} != {*seats} or len(found) != len(seats):
            raise TypeError(
                f"rank_players returns each of the seats {(*seats,)} once, from best to last, not "
                f"{found!r} ({place_of_function(rank_players)})"
            )
        return found

    return checked


def watched(game: type[NetGame], reached: Reached) -> type[NetGame]:
    """The same game, in which everything that is reached is noted."""
    mixin = WatchedCards if issubclass(game, CardGame) else Watched
    made = new_class(game.__name__, (mixin, game), {"abstract": True})
    cast("type[Watched]", made).reached = reached
    # Only now: a class is asked when it is made whether it has these of its own.
    for name, checked in (("points", _checked_points), ("rank_players", _checked_ranking)):
        own = getattr(game, name)
        if not own.__module__.startswith(TOOLKIT):
            setattr(made, name, checked(own))
    return cast("type[NetGame]", made)
