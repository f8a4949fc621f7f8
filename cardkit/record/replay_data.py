"""What a replay shows, noted while a match is played: small, and the same data for all eyes.

Of each position it keeps what was told and what changed at the table, each card with who may see
it. The page makes of it what one viewer saw (`film.js`). Knows neither files nor pages.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import compress

from cardkit.cardgame import Card, CardGame
from cardkit.cardgame.piles import HiddenFaces, PileKey, Piles
from cardkit.netgame import WATCHER, Event, NetGame
from cardkit.record.recorded_match import ALL_SEEING, NOBODY, all_told

Change = dict[str, Any]
"""The parts of a view that are not as they were before."""
Masks = int | list[int]


class ReplayData:
    """The course of one match; position 0 is before its first input."""

    def __init__(self, table: NetGame) -> None:
        self._eyes = {name: seat for seat, name in enumerate(table.names)}
        self._starts: list[int] = []
        self._games = table.game_no
        self._parts: dict[str, Any] = {}
        self._keys: dict[str, PileKey] = {}
        """The piles by how they are called; a hand is called like its player."""
        self._positions: list[tuple[Sequence[Any], Change]] = []
        self.add(table, ())

    def add(self, table: NetGame, events: Sequence[Event]) -> None:
        """What an input has caused, and the table after it."""
        if table.game_no > self._games:
            self._games = table.game_no
            self._starts.append(len(self._positions))
        heard = [
            (event.number, *event.public)
            if event.public is not None and event.number
            else self._heard(event)
            for event in events
        ]
        self._positions.append((heard, self._changes(table, events)))

    def data(self) -> dict[str, Any]:
        """All of it, as plain values."""
        return {
            "players": list(self._eyes),
            "starts": self._starts,
            "last": len(self._positions) - 1,
            "positions": self._positions,
        }

    def _heard(self, event: Event) -> Sequence[Any] | Mapping[str, Any]:
        """The words of an event; where viewers hear different ones, by whose eyes these are."""
        rest = event.words(WATCHER)
        if event.public is not None:
            return event.public
        by_eyes = {name: event.words(seat) for name, seat in self._eyes.items()}
        by_eyes[ALL_SEEING] = tuple(all_told(event))
        different = {eyes: words for eyes, words in by_eyes.items() if words != rest}
        told = {NOBODY: rest, **different}
        return {e: None if words is None else _numbered(event, words) for e, words in told.items()}

    def _changes(self, table: NetGame, events: Sequence[Event]) -> Change:
        parts, known = table.view_parts(WATCHER), self._parts
        cards: Change = {}
        if isinstance(table, CardGame):
            parts["stage"] = table.stage.key()
            cards = self._cards(table.piles, events)
            if not known:
                cards |= {"ranks": table.deck.order, "suits": table.deck.suits}
        self._parts = parts
        changes = {k: v for k, v in parts.items() if known[k] != v} if known else parts.copy()
        changes |= cards
        return changes

    def _cards(self, piles: Piles, events: Sequence[Event]) -> Change:
        """The cards that were moved and the piles that are otherwise changed, or all piles."""
        moves: list[tuple[str, str, str, Masks]] = []
        changed: set[str] = set()
        whole = len(piles) != len(self._keys)
        for event in events:
            if event.kind == "MOVE":
                source, target, *cards = event.parts
                if isinstance(event.hidden, HiddenFaces):
                    cards = [*event.hidden.cards]
                moves.append((source, target, *_open(piles, cards)))
            elif event.kind in ("SHOW", "SHUFFLE"):
                changed.add(event.parts[0])
            elif event.kind in ("GATHER", "PHASE", "SEATS"):
                whole = True
        if whole or (moves and piles.cards.has_doubles):  # of equal cards only one has moved
            self._keys = {piles.name(key): key for key in piles}
            return {"piles": [(n, *_open(piles, piles[key])) for n, key in self._keys.items()]}
        found: Change = {"moves": moves} if moves else {}
        if changed:
            found["changed"] = [(n, *_open(piles, piles[self._keys[n]])) for n in changed]
        return found


def _open(piles: Piles, cards: Sequence[Card]) -> tuple[str, Masks]:
    """Cards, and who may see them: a list, or once where that is the same for all."""
    seen = piles.seen
    masks = [seen[card.number] for card in cards]
    alike = len(masks) > 0 and masks.count(masks[0]) == len(masks)
    return " ".join(cards), masks[0] if alike else masks


def _numbered(event: Event, words: Sequence[Any]) -> Sequence[Any]:
    return [event.number, *words] if event.number else words


def packed(data: Any) -> str:
    """Plain values as letters that mean nothing in a page or a script, whatever is in them."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    return b64encode(compress(text.encode(errors="backslashreplace"), 4)).decode()
