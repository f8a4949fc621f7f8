"""Whole worlds at random: people come, go, are lost and late, and every table survives it.

After any inputs a replay of the journal gives the same state and the same words, and the game ends
as soon as the world says what the table asks it to say.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import (
    WATCHER,
    Clock,
    Disconnect,
    Event,
    Fault,
    NetGame,
    Refused,
    Status,
    pick,
)
from cardkit.testing.absent import choices
from tests.tiny_games import Fingers, Nim, play

NAMES = ("ann", "bob", "cid", "dan")
GAMES: dict[type[NetGame], int] = {
    Nim: 3,
    Fingers: 4,
    PageOne: 4,
    Daifugo: 4,
    FlushPoker: 3,
    AKQ: 2,
    Whist: 4,
}


def options(chance: Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {
        "games": 3,
        "policy": chance.choice(choices(Disconnect, "policy")),
        "move": chance.choice((0, 20)),
        "grace": chance.choice((0, 15)),
        "late": chance.choice(choices(Clock, "late")),
        "illegal": chance.choice(choices(Fault, "illegal")),
        "drop_in": chance.choice((False, True)),
    }
    if not chosen["move"]:
        del chosen["late"]
    return chosen


def something(table: NetGame, chance: Random) -> tuple[str, str]:
    """Something that somebody might say at any moment, sensible or not."""
    name = chance.choice((*NAMES, *table.names, "wim"))
    seat = chance.choice(table.awaited) if table.awaited else 0
    offers = table.legal(seat)
    if offers and chance.random() < 0.6:
        return table.names[seat], pick(offers, chance.randrange)
    often = ("LOST", "BACK", "ROBOT")
    world = (*often, *often, "TIME", "FORFEIT", "FILL", "START", "RESTART")
    people = ("ENTER", "ENTER WATCH", "EXIT", "LOGIN", "LOGOUT", "START", "PASS", "NONSENSE S3")
    if chance.random() < 0.6:
        verb = chance.choice(world)
        if verb == "RESTART":
            return "", "RESTART 5"
        return "", verb if verb in ("TIME", "START") else f"{verb} {name}"
    return name, chance.choice((*people, f"SEAT {chance.choice(NAMES)}"))


def check(table: NetGame, events: list[Event]) -> None:
    """What is true of every table at any moment."""
    numbers = [event.number for event in events if event.number]
    assert numbers == list(range(1, len(numbers) + 1))
    assert table.people.seat_of == {name: seat for seat, name in enumerate(table.names)}
    assert len(table.people.status) == len(table.names)
    assert bool(table.awaited) == table.playing
    assert len(table.names) <= table.seats.most
    if table.suspended:
        assert table.deadline is None
        assert table.robots() == ()
    else:
        assert all(table.legal(seat) for seat in table.awaited)
    assert (table.deadline is not None) == bool(
        table.clock.move and table.awaited and not table.suspended
    )
    for seat in (WATCHER, *range(len(table.names))):
        table.view(seat).data()


def calm_down(table: NetGame, events: list[Event]) -> None:
    """Everybody comes back, and the world says what the table waits for."""
    for name, status in zip(list(table.names), list(table.people.status), strict=True):
        if status != Status.HERE and table.playing:
            if name not in table.people.roles:
                events += table.apply(name, "ENTER", table.time)
            elif table.people.roles[name] != "robot":
                events += table.apply("", f"BACK {name}", table.time)
    assert not table.suspended


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", GAMES)
def test_no_world_breaks_a_table(game: type[NetGame], seed: int) -> None:
    chance = Random(f"{game.title} {seed}")
    rules, key = options(chance), b"%d" % seed
    table = game(options=rules, key=key)
    table.listening = True
    events: list[Event] = []
    for name in NAMES[: GAMES[game]]:
        events += table.apply(name, "ENTER")
        events += table.apply(name, "LOGIN")
    events += table.apply("", "START")
    at, faults = 0.0, 0
    for _ in range(60):
        who, what = something(table, chance)
        at += chance.choice((0, 0, 1, 5))
        if what == "TIME":
            at = max(at, table.due() or 0)
        before = table.digest()
        try:
            events += table.apply(who, what, at)
        except Refused:
            faults += 1
            assert table.digest() == before
        check(table, events)
    assert faults < 60
    calm_down(table, events)
    table.listening = False
    if table.playing:
        names, given_up = list(table.names), [table.names[seat] for seat in table.forfeits[::-1]]
        play(table, seed)
        ranked = [table.names[seat] for seat in table.ranking if table.names[seat] in names]
        last = [name for name in given_up if name in ranked]  # the others have left the table
        assert ranked[len(ranked) - len(last) :] == last

    twin = game(options=rules, key=key)
    twin.listening = True
    heard = [event for entry in table.journal for event in twin.apply(*entry)]
    assert twin.digest() == table.digest()
    for event, again in zip(events, heard, strict=False):
        for viewer in (*range(4), 30):
            assert event.words(viewer) == again.words(viewer)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_robots_alone_plays_to_the_end_of_the_match(game: type[NetGame]) -> None:
    table = game(options={"games": 2}, key=b"robots")
    for number in range(GAMES[game]):
        table.apply("", f"FILL robot-{number}")
    table.apply("", "START")
    while not table.match_over:
        if table.playing:
            table.apply("", f"ROBOT {table.names[table.robots()[0]]}")
        else:
            table.apply("", "START")
    assert len(table.ranking) == GAMES[game]
    assert game(options={"games": 2}, key=b"robots").replay(table.journal).digest() == (
        table.digest()
    )
