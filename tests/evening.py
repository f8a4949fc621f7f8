"""An evening at a table: people come, play, get lost, slip and leave, all by a seed.

What is said depends on the seed and on what the table shows alone, so that two tables on which the
same happens all evening are, for everybody who was there, played by the same rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardkit.cardgame import CardGame
from cardkit.netgame import WATCHER, Below, Command, NetGame, Offer, Refused, pick
from tests.helpers import below

NAMES = ("ann", "bob", "cem", "dai", "emi", "fay", "gil", "hal", "ian", "joy", "kim", "lea")
Offers = Sequence[Command | Offer]
Temper = Callable[[NetGame, Offers, Below], Offers]
"""What somebody chooses from."""
Moment = tuple[Any, ...]
"""An input, and all that anybody could notice after it."""


def evening(
    game: type[NetGame], preset: str, options: Mapping[str, object], seed: int
) -> Iterator[Moment]:
    """What happens one after the other: on every third evening there is trouble."""
    table = game(preset, options, key=b"%d" % seed)
    table.listening = True
    chance = below(seed)
    for who, what in _arrivals(table, seed % 5 % 3):
        yield _said(table, who, what, 0.0)
    temper = (_by_verb, _boldly, _any, _timidly)[seed % 4]
    while True:
        if seed % 3 == 0 and not chance(4):
            who, what, wait = _trouble(table, chance)
        else:
            who, what, wait = *_next(table, chance, temper), 0.0
        yield _said(table, who, what, table.time + wait)


def _arrivals(table: NetGame, more: int) -> Iterator[tuple[str, str]]:
    """People sit down until a game can begin, or one more can play, or nobody finds a seat."""
    for number, name in enumerate(NAMES):
        yield name, "ENTER"
        yield name, "LOGIN"
        if name not in table.people.seat_of:
            break
        if more < 2 and number >= table.seats.least - 1 + more:
            break
    yield NAMES[0], "START"


def _next(table: NetGame, chance: Below, temper: Temper) -> tuple[str, str]:
    """The next move, by whoever is to make it; or the next game."""
    if not table.playing:
        return "", "START"
    robots = table.robots()
    if robots:
        return "", f"ROBOT {table.names[robots[0]]}"
    if table.suspended or not table.awaited:
        away = [name for name in table.names if name not in table.people]
        return (away[0], "ENTER") if away else ("", f"BACK {table.names[chance(len(table.names))]}")
    seat = table.awaited[chance(len(table.awaited))]
    return table.names[seat], str(pick(temper(table, table.legal(seat), chance), chance))


def _any(table: NetGame, offers: Offers, chance: Below) -> Offers:
    return offers


def _by_verb(table: NetGame, offers: Offers, chance: Below) -> Offers:
    verbs = [*dict.fromkeys(offer.verb for offer in offers)]
    verb = verbs[chance(len(verbs))]
    return [offer for offer in offers if offer.verb == verb]


def _boldly(table: NetGame, offers: Offers, chance: Below) -> Offers:
    """As much as possible at once, most of the time."""
    most = max(str(offer).count(" ") for offer in offers)
    return [o for o in offers if str(o).count(" ") == most] if chance(4) else offers


def _timidly(table: NetGame, offers: Offers, chance: Below) -> Offers:
    return [offer for offer in offers if offer.verb in table.mild] or offers


def _trouble(table: NetGame, chance: Below) -> tuple[str, str, float]:
    name = (table.names or NAMES)[chance(len(table.names) or 1)]
    other = NAMES[chance(len(NAMES))]
    return (
        ("", f"LOST {name}", 1.0),
        ("", f"BACK {name}", 1.0),
        ("", "TIME", 30.0),
        (*(slip := _slip(table, chance)), 0.0),
        (*slip, 0.0),
        (*slip, 0.0),
        (other, ("ENTER", "LOGIN", "LOGOUT", "EXIT")[chance(4)], 0.0),
        (name, f"SEAT {other}", 0.0),
        ("", f"FORFEIT {name}", 0.0),
    )[chance(9)]


def _slip(table: NetGame, chance: Below) -> tuple[str, str]:
    """What a player who is asked may get wrong: a word, or cards of their own."""
    if not table.awaited:
        return NAMES[0], "START"
    seat = table.awaited[chance(len(table.awaited))]
    right = str(pick(table.legal(seat), chance)).split(" ")
    hand = table.hand(seat) if isinstance(table, CardGame) else []
    mixed_up = [hand[chance(len(hand))] if word in hand else word for word in right]
    said = (["NONSENSE"], right[:-1] or ["NONSENSE"], mixed_up)[chance(3)]
    return table.names[seat], " ".join(said)


def _said(table: NetGame, who: str, what: str, at: float) -> Moment:
    try:
        events: Any = [
            (event.number, event.words(viewer))
            for event in table.apply(who, what, at)
            for viewer in (WATCHER, 0, 1)
            if event.only in (-1, viewer)
        ]
    except Refused as refused:
        events = refused.reason
    return (
        who,
        what,
        events,
        table.awaited,
        [[*map(str, table.legal(seat))] for seat in table.awaited],
        table.due(),
        [*table.scores],
        table.match_over,
        table.standings() if table.match_over else (),
        [table.view(seat).sorted_hand() for seat in table.awaited]
        if what == "START" and isinstance(table, CardGame)
        else (),
    )
