"""Reads back what a table said: offers as they are written, and views as plain data.

So a bot across a network gets the same commands, cards and views as one beside the table. Knows
no table and no connection; what was not written by a table is a `ValueError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from cardkit.cardgame.cards import Card, Deck, cards_of, make_card, ranks_in
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand, make_card_command
from cardkit.cardgame.game import CardGame
from cardkit.cardgame.table import CardView, no_cards
from cardkit.netgame import HIDDEN, Amount, Declaration, Offer, View, whole_number

_AMOUNT = re.compile(r"(\S+) (-?\d+)\.\.(-?\d+)")
_CHOICE = re.compile(r"(\S+)(?: (\S+))? (\d+)(?:\.\.(\d+))? of ?(.*)")
_FIELDS = tuple(field.name for field in fields(CardView))
_OF_CARDS = {*_FIELDS} - {field.name for field in fields(View)}


def read_view(data: Mapping[str, Any]) -> CardView:
    """The view whose `data()` this is, also after JSON or msgpack; parts unknown here are left.

    That of a game without cards is one in which nobody has any.
    """
    try:
        if _OF_CARDS.isdisjoint(data):
            data = {**data, **no_cards(len(data["names"]))}
        parts = {name: data[name] for name in _FIELDS}
        named = _AnyCard(cards_named(parts["ranks"], parts["suits"]), parts["ranks"])
        for name in ("names", "order", "status", "scores", "ranking", "awaited"):
            parts[name] = tuple(parts[name])
        parts["facts"] = dict(parts["facts"])
        parts["hand"] = _pile(parts["hand"], named)
        parts["hands"] = tuple(_pile(hand, named) for hand in parts["hands"])
        parts["piles"] = {name: _pile(pile, named) for name, pile in parts["piles"].items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"that is no view of a table: {error!r}") from error
    return CardView(**parts)


def read_offer(
    text: str, view: CardView, declaration: Declaration = CardGame.declaration
) -> CardCommand | Offer:
    """The command or the open offer that is written so, for the player whose view this is.

    A card is one of the command's cards when its word moves cards, and the player holds it or plays
    it from an open hand; any other is only named. Digits are a number, unless they are a word to
    choose by what the game declares.
    """
    named = cards_named(view.ranks, view.suits)
    if match := _AMOUNT.fullmatch(text):
        verb, least, most = match.groups()
        return Amount(verb, int(least), int(most))
    if match := _CHOICE.fullmatch(text):
        verb, name, least, most, cards = match.groups()
        pile = [_card(word, named, view, declaration) for word in cards.split()]
        target = view.names.index(name) if name in view.names else -1
        return Choice(verb, pile, int(least), int(most or least), name or "", target)
    return _read_command(text, view, named, declaration)


def _read_command(
    text: str, view: CardView, named: Mapping[str, Card], declaration: Declaration
) -> CardCommand:
    """Verb, then a player's name, then cards, an amount, a word; only the verb is always there."""
    words = text.split()
    if not words:
        raise ValueError("an empty text is no command")
    verb, at, target = words[0], 1, -1
    if len(words) > 1 and words[1] in view.names:
        target, at = view.names.index(words[1]), 2
    cards = []
    same = [word for word in declaration.words.values() if word.verb == verb]
    moves_cards = any(word.cards for word in same)
    hands = view.hands if moves_cards else (view.hand,) if not same else ()
    while at < len(words) and any(words[at] in hand for hand in hands):
        cards.append(_card(words[at], named, view, declaration))
        at += 1
    is_number = at < len(words) and not _is_chosen(verb, words[at], view, declaration)
    amount = whole_number(words[at]) if is_number else None
    word = " ".join(words[at if amount is None else at + 1 :])
    return make_card_command(text, verb, target, tuple(cards), amount or 0, named.get(word, word))


def _is_chosen(verb: str, word: str, view: CardView, declaration: Declaration) -> bool:
    """Whether a word after this verb is one to choose: what is declared first holds."""
    of_deck = {"rank": ranks_in(view.ranks), "suit": view.suits, "card": ""}
    for each in (w for w in declaration.words.values() if w.verb == verb):
        choice = of_deck[each.choice] if isinstance(each.choice, str) else each.choice
        if each.number is not None and whole_number(word) is not None:
            return False
        if each.number is None and word in choice:
            return True
    return False


def cards_named(ranks: str, suits: str) -> Mapping[str, Card]:
    """All cards of these suits and ranks by how they are written, as high as these orders have
    them, and the jokers."""
    if not suits:
        return {}
    deck = Deck(order=ranks, suits=suits, jokers=0 if "J" in suits else 2)
    if deck.mistakes():
        raise ValueError(f"{ranks} and {suits} are no orders of ranks and suits")
    return cards_of(deck).named


class _AnyCard(dict[str, str]):
    """What a word in a pile means: a card, also one without a suit; `??` stays what it is."""

    def __init__(self, named: Mapping[str, Card], ranks: str) -> None:
        super().__init__(named)
        self[HIDDEN] = HIDDEN
        self.above = len(ranks_in(ranks))

    def __missing__(self, word: str) -> str:
        self[word] = card = make_card(word, "", -1, self.above, 0)
        return card


def _pile(words: Iterable[str], known: Mapping[str, str]) -> tuple[str, ...]:
    return tuple([known[word] for word in words])


def _card(word: str, named: Mapping[str, Card], view: CardView, declaration: Declaration) -> Card:
    """A card that is none of these has no suit, or is named by its place in the hand."""
    if word in named:
        return named[word]
    if not (word.isascii() and word.replace("+", "").isalnum()):
        raise ValueError(f"{word} is no card")
    suitless = [face for face in declaration.faces if face[0] not in view.suits]
    mark = 1 << suitless.index(word) if word in suitless else 0
    return make_card(word, "", -1, len(ranks_in(view.ranks)), mark)
