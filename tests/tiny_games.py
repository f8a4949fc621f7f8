"""Two games without a card, and what the tests of netgame share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest

from cardkit.netgame import (
    WATCHER,
    Amount,
    Command,
    Event,
    Match,
    NetGame,
    Offer,
    Refused,
    Seats,
    Status,
    Word,
    pick,
)

JAPANESE = re.compile("[ぁ-んァ-ヶ一-龯]")
TAKES = tuple(Command("TAKE", amount=count) for count in (1, 2, 3))
PASS = Command("PASS")


class Nim(NetGame):
    """Take one to three matches from the heap; who takes the last one wins. One pass each."""

    title = "Nim"
    declares = (Word("TAKE", number=(1, 3)), Word("PASS", mild=True))
    seats = Seats(least=2, most=4)
    match = Match(games=2)
    presets = {"long": {"games": 20}}

    def __init__(self, preset: str = "", options: Any = {}, **how: Any) -> None:  # noqa: B006
        super().__init__(preset, options, **how)
        self.heap = 0
        self.passed: list[int] = []

    def begin(self) -> None:
        self.heap, self.passed = 10 + self.chance.below(4), []
        self.set_fact("heap", self.heap)
        self.ask(self.order[(self.game_no - 1) % len(self.order)])

    def offers(self, seat: int) -> Sequence[Command]:
        takes = [take for take in TAKES if take.amount <= self.heap]
        return takes if seat in self.passed else [*takes, PASS]

    def act(self, seat: int, command: Command) -> None:
        if command.verb == "PASS":
            self.passed.append(seat)
        self.heap -= command.amount
        self.set_fact("heap", self.heap)
        if self.heap:
            self.ask(self.following[seat])
        else:
            self.end_game([seat, *(s for s in self.order if s != seat)])

    def on_game_over(self) -> None:
        self.scores[self.ranking[0]] += 1


class Fingers(NetGame):
    """All show some fingers at the same time, three times; the most fingers win."""

    title = "Fingers"
    declares = (Word("SHOW", number=(0, 5)), Word("FOLD", mild=True))
    seats = Seats(least=2, most=5)

    def __init__(self, preset: str = "", options: Any = {}, **how: Any) -> None:  # noqa: B006
        super().__init__(preset, options, **how)
        self.rounds = 0
        self.held: dict[int, int] = {}

    def begin(self) -> None:
        self.rounds, self.held = 0, {}
        self.ask(*self.order)

    def offers(self, seat: int) -> Sequence[Command | Offer]:
        return [Command("FOLD"), Amount("SHOW", 0, 10)]

    def act(self, seat: int, command: Command) -> None:
        self.held[seat] = command.amount
        self.ask(*(s for s in self.order if s not in self.held))
        if self.awaited:
            return
        for player, fingers in self.held.items():
            self.scores[player] += fingers
        self.rounds += 1
        self.held = {}
        if self.rounds < 3:
            self.ask(*self.order)
        else:
            self.end_game(sorted(self.order, key=lambda s: -self.scores[s]))


def refused(table: NetGame, who: Any, what: Any, at: float = 0.0) -> Refused:
    """The refusal of this input; nothing may have changed, and `check` says the same."""
    before, told, journal = table.digest(), table.told, list(table.journal)
    with pytest.raises(Refused) as checked:
        table.check(who, what, at)
    with pytest.raises(Refused) as refusal:
        table.apply(who, what, at)
    assert str(checked.value) == str(refusal.value)
    assert (table.digest(), table.told, list(table.journal)) == (before, told, journal)
    return refusal.value


def replayed(table: NetGame, *args: Any, **how: Any) -> list[Any]:
    """The same journal on a new table: it must come to the same state, and tells these events."""
    twin = type(table)(*args, **how)
    twin.listening = True
    events = [event for entry in table.journal for event in twin.apply(*entry)]
    assert twin.digest() == table.digest()
    assert list(twin.journal) == list(table.journal)
    return events


def nim(*names: str, **options: Any) -> Nim:
    """A game of Nim under way, with somebody listening."""
    table = Nim.play(names or ("ann", "bob", "cid"), options=options)
    table.listening = True
    return table


def said(events: Iterable[Event], *kinds: str) -> list[tuple[Any, ...]]:
    """What a watcher hears, all or of these kinds."""
    heard = [words for event in events if (words := event.words(WATCHER)) is not None]
    return [words for words in heard if not kinds or words[0] in kinds]


def play(table: NetGame, seed: int = 3) -> None:
    """Everybody who is there answers, robots move, and time passes for the others."""
    chance = Random(seed)
    while table.playing:
        seat = (table.robots() or table.awaited)[0]
        name = table.names[seat]
        if table.robots():
            table.apply("", f"ROBOT {name}", table.time)
        elif table.people.status[seat] == Status.HERE:
            table.apply(name, pick(table.legal(seat), chance.randrange), table.time)
        else:
            due = table.due()
            assert due is not None
            table.apply("", "TIME", due)


def check_words(refusal: Refused) -> None:
    """A refusal is a sentence that can be printed, in both languages, and not too long."""
    for language in ("en", "ja"):
        text = refusal.text(language)
        assert text.isprintable()
        assert 10 < len(text) < 1000
    assert JAPANESE.search(refusal.text("ja"))
    assert str(refusal).startswith(f"{refusal.reason}: ")


def bad(table: NetGame, who: Any, what: Any, reason: str, *teaches: str) -> None:
    refusal = refused(table, who, what)
    assert refusal.reason == reason, str(refusal)
    check_words(refusal)
    for words in teaches:
        assert words in refusal.text()
