"""What a guest hears in an honest match, and the same story with a lie in it."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

from cardkit.fair import FalseDeal, PlayerRole
from cardkit.protocol import read_frame
from cardkit.registry import find_game
from tests.fair_tables import FairTable, draw
from tests.helpers import Frame

OPTIONS = {
    "akq": "games=3",
    "daifugo": "games=2",
    "flush_poker": "games=3",
    "gin_rummy": "games=3",
    "rummy": "games=3",
    "seven_bridge": "games=2",
}
FOUR = ["ann", "bob", "cid", "dan"]


def a_table(game: str = "page_one", options: str = "", *, seed: str = "s") -> FairTable:
    """Guests at a table of this game, as many as it takes, and at most four."""
    rules = find_game(game)
    name = game.rpartition(":")[2].lower() or game
    guests = FOUR[: min(4, rules.seats.most)]
    return FairTable(name, guests, options or OPTIONS.get(game, ""), rules=rules, seed=seed)


def play_match(table: FairTable) -> None:
    for _ in range(60):
        table.start()
        table.play()
        if table.hosted.table.match_over:
            return
    raise AssertionError("the match has no end")


Spot = tuple[int, int]
"""Where a message is: in which frame, and which one there."""


@cache
def transcript(game: str) -> tuple[Frame, ...]:
    """All that ann heard in an honest match, until the next one begins."""
    table = a_table(game, seed=f"lies {game}")
    play_match(table)
    assert table.found() == []
    return tuple(table.guests[0].frames)


def found_in(frames: list[Frame] | tuple[Frame, ...]) -> list[FalseDeal]:
    """What ann finds when she is told this."""
    watch = PlayerRole("guest-ann", draw("ann"))
    return [finding for frame in frames for finding in watch.hear(read_frame(frame))[1]]


def spots(game: str, *head: str) -> list[Spot]:
    return [
        (f, m)
        for f, frame in enumerate(transcript(game))
        for m, message in enumerate(frame)
        if message[: len(head)] == list(head) or message[1 : 1 + len(head)] == list(head)
    ]


def lie(game: str, spot: Spot, *messages: list[Any]) -> list[Frame]:
    """The transcript with other messages in the place of that one."""
    frames = [list(frame) for frame in transcript(game)]
    frames[spot[0]][spot[1] : spot[1] + 1] = messages
    return frames


def at(game: str, spot: Spot) -> list[Any]:
    return deepcopy(transcript(game)[spot[0]][spot[1]])


def bent(value: Any) -> list[Any]:
    """The value, bent a little in every place that it has."""
    new: list[Any] = []
    if isinstance(value, str):
        new = [value[:-1] + ("0" if value[-1:] != "0" else "1"), value + "00", value[:-1]]
    elif isinstance(value, int):
        new = [value + 1, value - 1]
    elif isinstance(value, list):
        new = [[*value[:n], v, *value[n + 1 :]] for n, old in enumerate(value) for v in bent(old)]
        new += [value[:-1], [*value, *value[-1:]], value[1:] + value[:1]]
    elif isinstance(value, dict):
        new = [value | {key: v} for key, old in value.items() for v in bent(old)]
        new += [{key: value[key] for key in list(value)[1:]}, value | {"more": 1}]
    return [each for each in new if each != value]


def never_dealt(game: str) -> set[tuple[int, int]]:
    """Deals that were opened, and that nobody was dealt: match and number."""
    messages = [message for frame in transcript(game) for message in frame]
    opened = {(m[3]["match"], m[2]) for m in messages if m[:2] == ["DEAL", "open"]}
    return opened - {(1, m[2]) for m in messages if m[:2] == ["DEAL", "ready"]}


def harmless(game: str, spot: Spot, new: list[list[Any]]) -> bool:
    """Whether the change says the same as before, or nothing about any card that was dealt."""
    old = at(game, spot)
    if new == [old, old]:
        return bool(old[0] == "DEAL")
    if old[:2] == ["DEAL", "open"]:  # the next open deal takes its place
        return (old[3]["match"], old[2]) in never_dealt(game)
    return not new and spots(game, "DEAL", "secret")[-1] == spot  # it is shown as not opened
