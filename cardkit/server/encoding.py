"""Puts what happened into bytes: one frame per participant, each version of an event once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.netgame import Event, NetGame, Text
from cardkit.netgame.events import EVERYBODY
from cardkit.protocol import Codec, Words


class EventEncoder:
    """Puts the events of one input into bytes, each version of each event once."""

    __slots__ = ("_events", "_frames", "_parts", "_said")

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._parts: dict[tuple[type[Codec], bool], list[bytes | Event]] = {}
        """For each codec, with proofs or without: in bytes what is the same for everybody."""
        self._said: dict[tuple[type[Codec], int], bytes] = {}
        self._frames: dict[tuple[type[Codec], bool], bytes] = {}

    def body(self, codec: type[Codec], seat: int, language: str, *, proofs: bool) -> list[bytes]:
        """The encoded events as this seat hears them; what it alone is told in its language."""
        parts = self._parts.get((codec, proofs))
        if parts is None:
            parts = self._parts[codec, proofs] = self._in_parts(codec, proofs=proofs)
        found = []
        for part in parts:
            if isinstance(part, bytes):
                found.append(part)
            elif (data := self._encode(codec, part, seat, language)) is not None:
                found.append(data)
        return found

    def _in_parts(self, codec: type[Codec], *, proofs: bool) -> list[bytes | Event]:
        events = self._events
        if proofs:
            events = [each for event in events for each in (event, *event.proofs)]
        return [
            event
            if event.public is None
            else codec.encode((event.number, *event.public) if event.number else event.public)
            for event in events
        ]

    def _encode(self, codec: type[Codec], event: Event, seat: int, language: str) -> bytes | None:
        words = event.words(seat)
        if words is None:
            return None
        if event.only != EVERYBODY:
            return codec.encode([in_language(each, language) for each in words])
        key = codec, id(words)  # the event keeps its words, so the id stays theirs
        data = self._said.get(key)
        if data is None:
            numbered = (event.number, *words) if event.number else words
            data = self._said[key] = codec.encode(numbered)
        return data

    def frame(self, codec: type[Codec], seat: int, language: str, *, proofs: bool) -> bytes:
        """The same as a whole frame."""
        frame = self._frames.get((codec, proofs))
        if frame is None:
            body = self.body(codec, seat, language, proofs=proofs)
            frame = codec.frame(body)
            if self._parts[codec, proofs] == body:  # everybody hears the same
                self._frames[codec, proofs] = frame
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
