"""Puts what happened into bytes: one frame per participant, each version of an event once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.netgame import Event, NetGame, Text
from cardkit.netgame.events import EVERYBODY
from cardkit.protocol import Codec, Words


class EventEncoder:
    """Puts the events of one input into bytes, each version of each event once."""

    __slots__ = ("_events", "_frames", "_public", "_said", "_with_proofs")

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._with_proofs = [each for event in events for each in (event, *event.proofs)]
        self._public = all(event.public is not None for event in events)
        self._said: dict[tuple[type[Codec], int], bytes] = {}
        self._frames: dict[type[Codec], bytes] = {}

    def body(self, codec: type[Codec], seat: int, language: str, *, proofs: bool) -> list[bytes]:
        """The encoded events as this seat hears them; what it alone is told in its language."""
        found, said = [], self._said
        for event in self._with_proofs if proofs else self._events:
            words = event.words(seat)
            if words is None:
                continue
            if event.only != EVERYBODY:
                found.append(codec.encode([in_language(each, language) for each in words]))
                continue
            key = codec, id(words)  # the event keeps its words, so the id stays theirs
            data = said.get(key)
            if data is None:
                numbered = (event.number, *words) if event.number else words
                data = said[key] = codec.encode(numbered)
            found.append(data)
        return found

    def frame(self, codec: type[Codec], seat: int, language: str, *, proofs: bool) -> bytes:
        """The same as a whole frame."""
        if not self._public or (proofs and len(self._with_proofs) > len(self._events)):
            return codec.frame(self.body(codec, seat, language, proofs=proofs))
        frame = self._frames.get(codec)
        if frame is None:
            frame = self._frames[codec] = codec.frame(
                self.body(codec, seat, language, proofs=False)
            )
        return frame


def in_language(word: Any, language: str) -> Any:
    return word.text(language) if isinstance(word, Text) else word


def hand_of(table: NetGame, seat: int) -> Sequence[str]:
    """The cards in hand, in the order of the game, where it is one with cards."""
    sorted_hand = getattr(table.view(seat), "sorted_hand", None)
    return sorted_hand() if sorted_hand else ()


def stage_of(table: NetGame) -> tuple[Words, ...]:
    """Which stage is on, where the game has any."""
    stage = getattr(table.view(), "stage", "")
    return (("STAGE", stage),) if stage else ()
