"""Players who are lost, come back, are late, leave and give up: a game survives all of it.

Where players may come and go between the games of a match, some do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardkit.netgame import Below, Clock, Condition, Disconnect, Fault, NetGame, Refused, Status
from cardkit.netgame.conditions import about_of
from cardkit.testing.telling import check_cards
from cardkit.testing.trial import NAMES, Trial

TROUBLE = 60
"""So many inputs of a game are troubled; then everybody comes back and plays it to its end."""
SLIPS = ("", "PASS PASS", "DISCARD ZZ", "RAISE 1e9", "PLAY {0}", "DRAW -1")


def check_absence(trial: Trial) -> None:
    """Two games with much trouble, under rules for it that the seed chooses; each to its end."""
    below = trial.chance("absence")
    policies, late = choices(Disconnect, "policy"), choices(Clock, "late")
    illegal = choices(Fault, "illegal")
    rules: dict[str, Any] = {
        "disconnect_policy": policies[trial.seed % len(policies)],
        "clock_late": late[below(len(late))],
        "fault_illegal": illegal[below(len(illegal))],
        "clock_move": 10,
        "clock_grace": 5,
    }
    if below(2) and _allows(trial, drop_in := {"seats_drop_in": True}):
        rules |= drop_in
    table = trial.table(**rules)
    trial.seat_players(table, lambda table, events: None)
    for _ in range(2):
        for who, what in _between_games(table, below) if table.game_no else ():
            _say(trial, table, who, what)
        _say(trial, table, "", "START")
        for _ in range(TROUBLE):
            if not table.playing:  # or nobody is there to begin
                break
            who, what, wait = _trouble(table, below)
            _say(trial, table, who, what, wait)
        for who, what in _rescue(table):
            _say(trial, table, who, what)
        _play_out(trial, table, below)
    again = trial.table(**rules)
    for who, what, at in table.journal:
        trial.apply(again, who, str(what), at)
    if again.digest() != table.digest():
        trial.fail(
            table,
            "the replay of the journal leads to another state. The state depends on the inputs "
            "alone",
        )


def choices(condition: type[Condition], setting: str) -> tuple[str, ...]:
    """The values that a setting may have."""
    return about_of(condition.settings()[setting]).choices


def _allows(trial: Trial, rules: dict[str, Any]) -> bool:
    try:
        trial.game.with_options(trial.preset, {**trial.options, **rules})
    except Refused:
        return False
    return True


def _between_games(table: NetGame, below: Below) -> Iterator[tuple[str, str]]:
    """Some more want to play, somebody gives up the seat, two others change places."""
    newcomers = [name for name in NAMES if name not in table.people.known()]
    for name in newcomers[: below(3)]:
        yield name, "ENTER"
        yield name, "LOGIN"
    names = [*table.names]
    if len(names) > table.seats.least or (newcomers and names):
        yield names.pop(below(len(names))), ("LOGOUT", "EXIT")[below(2)]
    if len(names) > 1:
        yield names[0], f"SEAT {names[-1]}"
    if table.due() is not None:
        yield "", "TIME"


def _say(trial: Trial, table: NetGame, who: str, what: str, wait: float = 0.0) -> None:
    """An input that may be refused or punished, but must never break anything."""
    before, at = table.digest(), table.time + wait
    try:
        table.apply(who, what, at)
    except Refused as refused:
        if table.digest() != before:
            trial.fail(table, f"the state changed though {who} {what} was refused: {refused}")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
        trial.crashed(table, who, what, error)
    check_cards(trial, table)


def _trouble(table: NetGame, below: Below) -> tuple[str, str, float]:
    """Something that may happen at a table: now and then trouble, else a move."""
    name = table.names[below(len(table.names))]
    kind = below(14)
    if kind < 4:
        return "", f"{('LOST', 'BACK')[kind % 2]} {name}", below(4)
    if kind == 4:
        return "", "TIME", below(12)
    if kind == 5:
        return ("", f"FORFEIT {name}", 0.0) if below(2) else (name, "EXIT", 0.0)
    if kind == 6:
        return name, ("ENTER", "LOGOUT", "START", "SEAT")[below(4)], 0.0
    if kind == 7 and table.awaited:
        return table.names[table.awaited[0]], SLIPS[below(len(SLIPS))], 0.0
    return *_usual(table, below), below(2)


def _usual(table: NetGame, below: Below) -> tuple[str, str]:
    """The next move, by whoever is to make it."""
    robots = table.robots()
    if robots:
        return "", f"ROBOT {table.names[robots[0]]}"
    asked = [s for s in table.awaited if table.people.status[s] == Status.HERE] or [*table.awaited]
    if not asked or table.suspended:
        return "", "TIME"
    seat = asked[below(len(asked))]
    offers = table.legal(seat)
    offer = offers[below(len(offers))]
    return table.names[seat], offer if isinstance(offer, str) else offer.sample(below)


def _rescue(table: NetGame) -> Iterator[tuple[str, str]]:
    """Everybody is back: those who left come in again, those who were lost return."""
    for name in list(table.names):
        yield name, "ENTER"
        yield "", f"BACK {name}"


def _play_out(trial: Trial, table: NetGame, below: Below) -> None:
    for _ in range(trial.longest):
        if not table.playing:
            return
        if table.suspended or not table.awaited:
            break
        trial.apply(table, *_usual(table, below), table.time)
        check_cards(trial, table)
    trial.fail(
        table,
        "the game did not end after everybody was back "
        f"({'suspended' if table.suspended else 'playing'}, awaited: {table.awaited})",
    )
