"""Commands and offers: what a player may say, and what a player said.

A command *is* its line of text (`PUT bob D3 S4`), with its parts at hand, so that journals, wires
and bots need no codec. An offer stands for commands too many to list. The two are distinct types:
an offer can never be taken for a command. Knows no cards.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, Self

from cardkit.netgame.refusal import Reason, Refused

Below = Callable[[int], int]
"""A source of chance: `below(n)` is a whole number from 0 to n-1."""

LONGEST_LINE = 1000
_MOST_DIGITS = 15


class Fixed:
    """What tables hand out and share: nobody who holds it can change it."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self} is as the table made it; {name} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self} is as the table made it; {name} cannot be deleted")


fix = object.__setattr__
"""How the parts of a fixed object are set while it is made."""


def setter(cls: type, name: str) -> Callable[[Any, Any], None]:
    """The same for one part, in a third of the time: for what is made at every turn."""
    set_part: Callable[[Any, Any], None] = vars(cls)[name].__set__
    return set_part


class Command(Fixed, str):
    """One thing a player says: `verb`, then the name of a player, an amount, a word."""

    __slots__ = ("amount", "target", "verb", "word")

    verb: str
    target: int
    """The seat of the player who is named, or -1."""
    amount: int
    word: str

    def __new__(
        cls,
        verb: str,
        *,
        name: str = "",
        target: int = -1,
        amount: int | None = None,
        word: str = "",
    ) -> Self:
        line = f"{verb} {name}" if name else verb
        if amount is not None:
            line = f"{line} {amount}"
        if word:
            line = f"{line} {word}"
        self = str.__new__(cls, line)
        fix(self, "verb", verb)
        fix(self, "target", target)
        fix(self, "amount", 0 if amount is None else amount)
        fix(self, "word", word)
        return self

    def __repr__(self) -> str:
        return f"<{self}>"

    def __reduce__(self) -> tuple[object, ...]:
        return make_command, (str(self), self.verb, self.target, self.amount, self.word)


_set_verb, _set_target, _set_amount, _set_word = (
    setter(Command, part) for part in ("verb", "target", "amount", "word")
)


def make_command(
    line: str, verb: str, target: int = -1, amount: int = 0, word: str = ""
) -> Command:
    """A command whose line is known already: half the time of writing it anew."""
    command = str.__new__(Command, line)
    _set_verb(command, verb)
    _set_target(command, target)
    _set_amount(command, amount)
    _set_word(command, word)
    return command


class Offer:
    """Many commands at once. Subclasses say which, and draw one of them by lot."""

    __slots__ = ("made", "verb")

    verb: str
    made: Command | None
    """The command last drawn from it by lot, which the table accepts without reading it again."""

    def admit(self, words: Sequence[str]) -> Command | None:
        """The command these words stand for, or None when this offer does not cover them."""
        raise NotImplementedError

    def sample(self, below: Below) -> Command:
        """One command of this offer, drawn by lot."""
        raise NotImplementedError


set_verb, set_made = setter(Offer, "verb"), setter(Offer, "made")


class Amount(Fixed, Offer):
    """A verb with any whole amount from `least` to `most`: `RAISE 8..100`."""

    __slots__ = ("least", "most")

    least: int
    most: int

    def __init__(self, verb: str, least: int, most: int) -> None:
        set_verb(self, verb)
        set_made(self, None)
        _set_least(self, least)
        _set_most(self, most)

    def admit(self, words: Sequence[str]) -> Command | None:
        if len(words) != 2 or words[0] != self.verb:
            return None
        amount = whole_number(words[1])
        if amount is None or not self.least <= amount <= self.most:
            return None
        return self.command(amount)

    def sample(self, below: Below) -> Command:
        made = self.command(self.least + below(self.most - self.least + 1))
        set_made(self, made)
        return made

    def command(self, amount: int) -> Command:
        """The command with this amount."""
        return make_command(f"{self.verb} {amount}", self.verb, -1, amount)

    def __str__(self) -> str:
        return f"{self.verb} {self.least}..{self.most}"

    def __repr__(self) -> str:
        return f"<offer {self}>"


_set_least, _set_most = setter(Amount, "least"), setter(Amount, "most")


def whole_number(word: str) -> int | None:
    """The number a word writes, or None; absurdly long ones are none, so nothing overflows."""
    digits = word if word.isdigit() else word[1:] if word[:1] in ("+", "-") else ""
    return (
        int(word) if len(digits) <= _MOST_DIGITS and digits.isdigit() and word.isascii() else None
    )


def read_line(what: object) -> list[str]:
    """The words of a line, its verb in capitals; what is no line of text is refused."""
    if isinstance(what, Offer):
        raise open_offer(what)
    if not issubclass(type(what), str):
        raise Refused(
            Reason.NOT_A_COMMAND,
            "a command is a text, not {what}",
            what=type(what).__name__,
        )
    text = str.__str__(what)
    line = unicodedata.normalize("NFKC", text[: LONGEST_LINE + 1])  # full-width letters, too
    words = line.split()
    long = len(text) > LONGEST_LINE or len(line) > LONGEST_LINE
    if long or not words or not all(map(str.isprintable, words)):
        raise Refused(
            Reason.NOT_A_COMMAND,
            "a command is one line of 1 to {most} characters: a verb, then its words",
            most=LONGEST_LINE,
        )
    words[0] = words[0].upper()
    return words


def open_offer(offer: Offer) -> Refused:
    """The refusal of an offer that was said as if it were a command."""
    return Refused(
        Reason.OPEN_OFFER,
        "{offer} stands for many commands; say one of them, such as {example}",
        offer=offer,
        example=offer.sample(lambda n: 0),
    )


def pick(offers: Sequence[Command | Offer], below: Below) -> Command:
    """A whole command out of these offers, each offer as likely as the next."""
    offer = offers[below(len(offers))]
    return offer if isinstance(offer, Command) else offer.sample(below)
