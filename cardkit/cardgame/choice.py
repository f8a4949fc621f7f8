"""Choice: an open offer of some of a number of cards, too many to list."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.cardgame.cards import Card, find_cards
from cardkit.cardgame.command import CardCommand, make_card_command
from cardkit.netgame import Below, Fixed, Offer, set_made, set_verb, setter


class Choice(Fixed, Offer):
    """A verb with `least` to `most` of these cards: `EXCHANGE 0..5 of S3 H7 …`.

    `written` is how they are written, if not by their names.
    """

    __slots__ = ("cards", "least", "most", "name", "target", "written")

    cards: tuple[Card, ...]
    written: tuple[str, ...]
    least: int
    most: int
    name: str
    target: int

    def __init__(
        self,
        verb: str,
        cards: Sequence[Card],
        least: int,
        most: int,
        name: str = "",
        target: int = -1,
        written: Sequence[str] = (),
    ) -> None:
        cards, most = tuple(cards), min(len(cards), most)
        set_verb(self, verb)
        set_made(self, None)
        _set_cards(self, cards)
        _set_most(self, most)
        _set_least(self, min(most, least))  # who has fewer gives them all
        _set_name(self, name)
        _set_target(self, target)
        _set_written(self, tuple(written) if written else cards)

    def admit(self, words: Sequence[str]) -> CardCommand | None:
        start = 2 if self.name else 1
        if words[0] != self.verb or (self.name and list(words[1:2]) != [self.name]):
            return None
        cards = self._find(words[start:])
        if cards is None or not self.least <= len(cards) <= self.most:
            return None
        return self.command(cards)

    def _find(self, words: Sequence[str]) -> list[Card] | None:
        if self.written is self.cards:
            return find_cards(words, self.cards)
        places = dict(zip(self.written, self.cards, strict=True))
        known = len({*words}) == len(words) and {*words} <= {*places}
        return [places[word] for word in words] if known else None

    def command(self, cards: Sequence[Card]) -> CardCommand:
        named: Sequence[str] = cards
        if self.written is not self.cards:
            places = {
                card.number: word for word, card in zip(self.written, self.cards, strict=True)
            }
            named = [places[card.number] for card in cards]
        words = (self.verb, self.name, *named) if self.name else (self.verb, *named)
        return make_card_command(" ".join(words), self.verb, self.target, tuple(cards))

    def sample(self, below: Below) -> CardCommand:
        left = list(self.cards)
        count = self.least + below(self.most - self.least + 1)
        made = self.command([left.pop(below(len(left))) for _ in range(count)])
        set_made(self, made)
        return made

    def __str__(self) -> str:
        how_many = str(self.least) if self.least == self.most else f"{self.least}..{self.most}"
        to = f" {self.name}" if self.name else ""
        return f"{self.verb}{to} {how_many} of {' '.join(self.written)}"

    def __repr__(self) -> str:
        return f"<offer {self}>"


_set_cards, _set_most, _set_least, _set_name, _set_target, _set_written = (
    setter(Choice, part) for part in ("cards", "most", "least", "name", "target", "written")
)
