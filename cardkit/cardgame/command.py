"""Commands with cards: what a player may say, and said, at a table with cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from cardkit.netgame import Command, fix, setter

if TYPE_CHECKING:
    from cardkit.cardgame.cards import Card


class CardCommand(Command):
    """A command at a table with cards: after the verb and a player, it may name some of them."""

    __slots__ = ("cards",)

    cards: tuple[Card, ...]
    """The cards that it moves."""

    def __new__(
        cls,
        verb: str,
        *,
        name: str = "",
        target: int = -1,
        cards: Sequence[Card] = (),
        amount: int | None = None,
        word: str = "",
    ) -> Self:
        named = " ".join((name, *cards) if name else cards)
        self = super().__new__(cls, verb, name=named, target=target, amount=amount, word=word)
        fix(self, "cards", tuple(cards))
        return self

    def __reduce__(self) -> tuple[object, ...]:
        parts = str(self), self.verb, self.target, self.cards, self.amount, self.word
        return make_card_command, parts


_set_verb, _set_target, _set_amount, _set_word = (
    setter(Command, part) for part in ("verb", "target", "amount", "word")
)
_set_cards = setter(CardCommand, "cards")


def make_card_command(
    line: str,
    verb: str,
    target: int = -1,
    cards: tuple[Card, ...] = (),
    amount: int = 0,
    word: str = "",
) -> CardCommand:
    """A command whose line is known already, as `make_command` makes it."""
    command = str.__new__(CardCommand, line)
    _set_verb(command, verb)
    _set_target(command, target)
    _set_cards(command, cards)
    _set_amount(command, amount)
    _set_word(command, word)
    return command


def with_cards(command: Command) -> CardCommand:
    """The same command at a table with cards; an `Amount` knows of none."""
    if isinstance(command, CardCommand):
        return command
    parts = command.verb, command.target, (), command.amount, command.word
    return make_card_command(str(command), *parts)


def by_position(command: CardCommand, places: Sequence[str]) -> CardCommand:
    """The same command with its cards written in another way: by their places in the hand."""
    words = command.split(" ")
    start = 2 if command.target >= 0 else 1
    words[start : start + len(command.cards)] = places
    parts = command.verb, command.target, command.cards, command.amount, command.word
    return make_card_command(" ".join(words), *parts)
