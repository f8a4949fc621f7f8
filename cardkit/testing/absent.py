"""Players who are lost, come back, are late, leave and give up: a game survives all of it."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.cardgame import CardGame
from cardkit.netgame import Below, Disconnect, Refused, Status
from cardkit.testing.telling import check_cards
from cardkit.testing.trial import Trial

POLICIES = tuple(Disconnect.settings()["policy"].metadata["about"].choices)
TROUBLE = 60
"""So many inputs of a game are troubled; then everybody comes back and plays it to its end."""


def check_absence(trial: Trial) -> None:
    """Two games under each disconnect policy, with much trouble, then each to its end."""
    for policy in POLICIES:
        table = trial.table(disconnect_policy=policy, clock_move=10, clock_grace=5)
        trial.seat_players(table, lambda table, events: None)
        below = trial.chance(f"absence {policy}")
        for _ in range(2):
            _say(trial, table, "", "START")
            for _ in range(TROUBLE):
                who, what, wait = _trouble(table, below)
                _say(trial, table, who, what, wait)
                if not table.playing:
                    break
            for who, what in _rescue(table):
                _say(trial, table, who, what)
            _play_out(trial, table, policy, below)
        _check_replay(trial, table, policy)


def _say(trial: Trial, table: CardGame, who: str, what: str, wait: float = 0.0) -> None:
    """An input that may be refused, but must never break anything."""
    before = table.digest()
    try:
        table.check(who, what, table.time + wait)
    except Refused:
        if table.digest() != before:
            trial.fail(table, f"the state changed by checking {who} {what}, which was refused")
        return
    trial.apply(table, who, what, table.time + wait)
    check_cards(trial, table)


def _trouble(table: CardGame, below: Below) -> tuple[str, str, float]:
    """Something that may happen at a table: now and then trouble, else a move."""
    name = table.names[below(len(table.names))]
    kind = below(12)
    if kind < 4:
        return "", f"{('LOST', 'BACK', 'LOST', 'BACK')[kind]} {name}", below(4)
    if kind == 4:
        return "", "TIME", below(12)
    if kind == 5:
        rare = ("FORFEIT {}", "EXIT", "ENTER", "LOGOUT")[below(4)]
        return ("", rare.format(name), 0.0) if rare[0] == "F" else (name, rare, 0.0)
    return *_usual(table, below), below(2)


def _usual(table: CardGame, below: Below) -> tuple[str, str]:
    """The next move, by whoever is to make it."""
    robots = table.robots()
    if robots:
        return "", f"ROBOT {table.names[robots[0]]}"
    asked = [s for s in table.awaited if table.status[s] == Status.HERE] or [*table.awaited]
    if not asked or table.suspended:
        return "", "TIME"
    seat = asked[below(len(asked))]
    offers = table.legal(seat)
    offer = offers[below(len(offers))]
    return table.names[seat], offer if isinstance(offer, str) else offer.sample(below)


def _rescue(table: CardGame) -> Iterator[tuple[str, str]]:
    """Everybody is back: those who left come in again, those who were lost return."""
    for name in list(table.names):
        yield name, "ENTER"
        yield "", f"BACK {name}"


def _play_out(trial: Trial, table: CardGame, policy: str, below: Below) -> None:
    for _ in range(trial.longest):
        if not table.playing:
            trial.check_result(table)
            return
        if table.suspended or not table.awaited:
            break
        who, what = _usual(table, below)
        trial.apply(table, who, what, table.time)
        check_cards(trial, table)
    trial.fail(
        table,
        f"under policy={policy!r} the game did not end after everybody was back "
        f"({'suspended' if table.suspended else 'playing'}, awaited: {table.awaited})",
    )


def _check_replay(trial: Trial, table: CardGame, policy: str) -> None:
    again = trial.table(disconnect_policy=policy, clock_move=10, clock_grace=5)
    for who, what, at in table.journal:
        trial.apply(again, who, what, at)
    if again.digest() != table.digest():
        trial.fail(
            table,
            f"under policy={policy!r} the replay of the journal leads to another state. The state "
            "depends on the inputs alone",
        )
