"""Actions: everything that can be said in a game, numbered, so that a number can be chosen.

A line of the vocabulary is one action. A number without a bound is one action for each of the first
numbers; an open offer of numbers one for each of a few sizes, from its least to its most. What is
said with cards and is too much to list takes several actions: its verb, a card after the other, and
that these were all. Other players are called by their places after the one who speaks: +1 is next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from operator import attrgetter
from typing import Any

from cardkit.cardgame import CardGame, Choice
from cardkit.cardgame.cards import cards_of
from cardkit.chances import every_command
from cardkit.netgame import Amount, Below, Command, NetGame, Offer, Vocabulary, Word

SIZES = (0.0, 0.05, 0.125, 0.25, 0.5, 1.0)
"""What can be said of an open offer of numbers: so far on the way from its least to its most."""
ALL = "."
"""The action that ends a command that is said card by card."""
_NUMBERS = 60
"""So many numbers of a word without a bound can be said in a game without cards."""


class Spelled:
    """A command of which a part has been said: what can still become of it."""

    __slots__ = ("choices", "lines", "said")

    def __init__(self, said: tuple[int, ...]) -> None:
        self.said = said
        """The actions so far."""
        self.lines: list[tuple[tuple[str, ...], Command]] = []
        """The words that are still to come, and the command they stand for."""
        self.choices: list[tuple[Choice, tuple[Any, ...], tuple[tuple[str, Any], ...]]] = []
        """What is chosen of an open offer, and what can be chosen after that."""


Action = Command | Spelled
Actions = dict[int, Action]
"""What can be done, by its number."""


class ActionSpace:
    """The numbered actions of a game at tables of one kind."""

    def __init__(
        self,
        game: type[NetGame],
        players: int,
        preset: str = "",
        options: Mapping[str, object] = {},
        sizes: Sequence[float] = SIZES,
    ) -> None:
        self.sizes = sizes
        self._others = [f"+{n}" for n in range(players)]
        vocabulary = game.vocabulary(self._others, preset, options)
        parts = game.with_options(preset, options, reopened=True)
        cards = cards_of(parts["deck"]).all if issubclass(game, CardGame) else ()
        numbers = len(cards) or _NUMBERS
        names = [*vocabulary.commands]
        spelled = [word for word in vocabulary.open if word.cards is not None]
        for word in vocabulary.open:
            if word.cards is None:
                names += self._with_numbers(vocabulary, word, numbers)
        heads = [line for word in spelled for line in self._heads(word)]
        choices = [each for word in spelled for each in vocabulary.choices(word)]
        self.words: tuple[str, ...] = ()
        """What a command that is said bit by bit is made of, besides its beginning."""
        if spelled:
            places = [str(n + 1) for n in range(len(cards))]
            self.words = (*dict.fromkeys((*cards, *choices, *places)),)
            names += (*heads, *(f"{ALL}{word}" for word in self.words), ALL)
        self.names: tuple[str, ...] = tuple(dict.fromkeys(names))
        """What each action stands for."""
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self.first_spelled = self._numbers[heads[0]] if heads else len(self.names)
        """The first of those actions that are only a part of a command."""

    def __len__(self) -> int:
        return len(self.names)

    def _heads(self, word: Word) -> list[str]:
        return [f"{word.verb}{other}…" for other in self._named(word)]

    def _named(self, word: Word) -> list[str]:
        return [f" {other}" for other in self._others] if word.player else [""]

    def _with_numbers(self, vocabulary: Vocabulary, word: Word, most: int) -> list[str]:
        assert word.number is not None
        least = word.number[0]
        numbers = [str(n) for n in range(least, least + most)] + [_size(s) for s in self.sizes]
        choices = [f" {choice}" for choice in vocabulary.choices(word)] or [""]
        parts = product(self._named(word), numbers, choices)
        return [f"{word.verb}{other} {number}{choice}" for other, number, choice in parts]

    def legal(self, table: NetGame, seat: int, below: Below) -> Actions:
        """What this player can do now."""
        offers: Sequence[Any] = table.legal(seat)
        numbers = self._numbers
        try:
            return {numbers[offer]: offer for offer in offers}
        except KeyError:
            return self._open(table, seat, offers, below)

    def _open(
        self, table: NetGame, seat: int, offers: Sequence[Command | Offer], below: Below
    ) -> Actions:
        found: Actions = {}
        unlisted: dict[tuple[str, ...], list[Command]] = {}
        for offer in offers:
            named = self._named_in(table, seat, offer)
            head, sized = f"{offer.verb}{named}…", f"{offer.verb} {_size(self.sizes[0])}"
            if isinstance(offer, Command):
                commands: Iterable[Command] = (offer,)
            elif isinstance(offer, Amount) and sized in self._numbers:
                for size, amount in self._amounts(offer):
                    found[self._numbers[f"{offer.verb} {_size(size)}"]] = offer.command(amount)
                continue
            elif isinstance(offer, Choice) and offer.most > 1 and head in self._numbers:
                cards = zip(offer.written, offer.cards, strict=True)
                # By what is written, never by the card: its player may not see it.
                left = sorted(cards, key=lambda card: self._numbers[f"{ALL}{card[0]}"])
                self._head(found, head).choices.append((offer, (), tuple(left)))
                continue
            elif isinstance(offer, Amount | Choice):
                commands = every_command((offer,))
            else:
                commands = (offer.sample(below),)
            for command in commands:
                words = command.split(" ")[2 if named else 1 :]
                number = self._numbers.get(" ".join((f"{command.verb}{named}", *words)))
                if number is not None:
                    found[number] = command
                elif head in self._numbers:
                    self._head(found, head).lines.append((tuple(words), command))
                else:
                    choice = f" {command.word}" if command.word else ""
                    unlisted.setdefault((f"{command.verb}{named}", choice), []).append(command)
        for (said, choice), listed in unlisted.items():
            # Numbers too large to be listed are chosen from by their places among each other.
            listed.sort(key=attrgetter("amount"))
            by_size = {listed[round(s * (len(listed) - 1))]: s for s in reversed(self.sizes)}
            for command, size in by_size.items():
                found[self._numbers[f"{said} {_size(size)}{choice}"]] = command
        return found

    def _amounts(self, offer: Amount) -> list[tuple[float, int]]:
        """The sizes of an open offer, and what they come to; of equal ones the first."""
        room = offer.most - offer.least
        amounts = {offer.least + round(size * room): size for size in reversed(self.sizes)}
        return [(size, amount) for amount, size in amounts.items()]

    def _named_in(self, table: NetGame, seat: int, offer: Command | Offer) -> str:
        """The player who is named, by the place after who speaks."""
        target: int = getattr(offer, "target", -1)
        return f" {self._others[places_after(table, seat)[target]]}" if target >= 0 else ""

    def _head(self, found: Actions, name: str) -> Spelled:
        number = self._numbers[name]
        head = found.setdefault(number, Spelled((number,)))
        assert isinstance(head, Spelled)
        return head

    def after(self, spelled: Spelled) -> Action | Actions:
        """What can be said after the beginning of a command: what is no choice is passed over."""
        while True:
            found = self._following(spelled)
            if len(found) > 1:
                return found
            (only,) = found.values()
            if isinstance(only, Command):
                return only
            spelled = only

    def _following(self, spelled: Spelled) -> Actions:
        found: Actions = {}
        numbers = self._numbers

        def then(word: str) -> Spelled:
            number = numbers[f"{ALL}{word}"]
            more = found.setdefault(number, Spelled((*spelled.said, number)))
            assert isinstance(more, Spelled)
            return more

        for words, command in spelled.lines:
            if words:
                then(words[0]).lines.append((words[1:], command))
            else:
                found[numbers[ALL]] = command
        for offer, chosen, left in spelled.choices:
            if offer.least <= len(chosen):
                found[numbers[ALL]] = offer.command(chosen)
            if len(chosen) < offer.most:
                for at in range(len(left) - max(0, offer.least - len(chosen) - 1)):
                    word, card = left[at]
                    then(word).choices.append((offer, (*chosen, card), left[at + 1 :]))
        return found


def places_after(table: NetGame, seat: int) -> tuple[int, ...]:
    """For each seat, how many places after this one it is in the order of play."""
    return _places_after(table.order, len(table.names), seat)


@lru_cache(maxsize=1024)
def _places_after(order: tuple[int, ...], players: int, seat: int) -> tuple[int, ...]:
    everybody = (*order, *(s for s in range(players) if s not in order))
    places = {other: place for place, other in enumerate(everybody)}
    return tuple((places[other] - places[seat]) % players for other in range(players))


def _size(size: float) -> str:
    return f"{size:.1%}"
