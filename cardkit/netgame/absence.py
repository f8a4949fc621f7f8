"""What happens when somebody is not there: lost and back, grace, and the table's policy.

Whether a player is there (`status`) and whether they gave up this game (`forfeits`) are two
things. Reads no clock and knows no network: time and absence come with the inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardkit.netgame.command import Command, Offer, pick
from cardkit.netgame.declared import Notice
from cardkit.netgame.people import Role, Status
from cardkit.netgame.seating import sit_down, take_first

if TYPE_CHECKING:
    from cardkit.netgame.game import NetGame

LATE_IN_A_ROW = 2
"""How often a player is late until a gentle clock takes them for absent."""


def go_missing(table: NetGame, name: str) -> None:
    """A participant is no longer there; if they play, somebody may have to answer for them."""
    people = table.people
    seat = people.seat_of.get(name)
    if seat is None or people.status[seat] == Status.ROBOT:
        return
    _no_longer_overdue(table, seat)
    if people.status[seat] == Status.HERE or name not in people:
        people.status[seat] = Status.AWAY
        people.grace.pop(seat, None)
        if table.playing:
            miss(table, seat)
        else:
            table.emit("AWAY", name, table.disconnect.policy, 0)


def miss(table: NetGame, seat: int) -> None:
    """A game is on without this player: grace runs, or the table's policy applies at once."""
    people, policy = table.people, table.disconnect.policy
    name = people.names[seat]
    until = max(table.time + table.clock.grace, people.back_by)
    needed = seat not in table.forfeits and not table.is_done(seat)
    if needed and until > table.time and POLICIES[policy].after_grace and name in people:
        people.grace[seat] = until
    table.emit("AWAY", name, policy, people.grace.get(seat, 0))
    if needed and seat not in people.grace:
        apply_policy(table, seat)


def apply_policy(table: NetGame, seat: int) -> None:
    """What the table's rule is for a player who stays away."""
    policy = POLICIES[table.disconnect.policy]
    if table.playing:
        policy.apply(table, seat)
    elif policy.after_game is not None:
        policy.after_game(table, seat)


def welcome_back(table: NetGame, name: str) -> None:
    """A participant is there again, and has their seat again."""
    people = table.people
    seat = people.seat_of.get(name)
    if seat is None or people.status[seat] == Status.HERE:
        return
    people.roles[name] = Role.PLAYER
    people.grace.pop(seat, None)
    people.status[seat] = Status.HERE
    _no_longer_overdue(table, seat)
    table.emit("RETURNED", name)
    _resume(table)


def give_up(table: NetGame, seat: int) -> None:
    """The seat is played out with the mildest answers and ends the game last."""
    if seat not in table.forfeits:
        table.forfeits.append(seat)
        table.people.grace.pop(seat, None)
        if _no_longer_overdue(table, seat):
            table.people.status[seat] = Status.HERE
        table.emit("FORFEIT", table.names[seat])
        _resume(table)


def _resume(table: NetGame) -> None:
    """A suspended game goes on when nobody is missing any more; in their grace nobody is."""
    if table.suspended and all(
        seat in table.forfeits or seat in table.people.grace or table.is_done(seat)
        for seat in table.people.away()
    ):
        table.suspended = False
        table.emit("RESUMED")


def _no_longer_overdue(table: NetGame, seat: int) -> bool:
    """Whether the game waited for an answer of this player, who was there all the time."""
    was = seat in table.overdue
    if was:
        table.overdue = tuple(each for each in table.overdue if each != seat)
    return was


def welcome_overdue(table: NetGame, *answered: int) -> None:
    """These have answered at last, and others need not any more: it is not their turn."""
    for seat in table.overdue:
        if seat in answered or seat not in table.awaited:
            welcome_back(table, table.names[seat])


# --- a gentle clock --------------------------------------------------------------------------


def still_here(table: NetGame, seat: int) -> None:
    """Whoever was taken for absent has the seat again; who is asked has more time."""
    people, name = table.people, table.names[seat]
    if people.status[seat] is not Status.HERE:
        welcome_back(table, name)
    else:
        people.took_time += (name,)
        table.deadline = table.time + table.clock.move


def count_late(table: NetGame, seat: int) -> None:
    """Who is late again and again is taken for absent, so that nobody waits for them each time."""
    people, name = table.people, table.names[seat]
    if table.clock.gentle:
        times = people.late.get(name, 0) + 1
        people.late = {**people.late, name: times}
        if times >= LATE_IN_A_ROW:
            people.forget_late(name)
            _stand_in(table, seat)


# --- policies --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DisconnectPolicy:
    """What a table does about a player who stays away."""

    meaning: str
    says: str
    """The sentence on the rule sheet."""
    told: str
    """What the others are told when a player is cut off."""
    apply: Callable[[NetGame, int], None]
    after_grace: bool = True
    """Whether the grace of the clock runs first."""
    after_game: Callable[[NetGame, int], None] | None = None
    """What becomes of the seat when the game is over and the player is still away."""


def _stand_in(table: NetGame, seat: int) -> None:
    table.people.status[seat] = Status.ROBOT
    table.emit("STAND_IN", table.names[seat], "robot")
    _resume(table)


def _suspend(table: NetGame, seat: int) -> None:
    table.suspended, table.deadline = True, None
    table.emit("SUSPENDED", table.names[seat])


def _hand_on(table: NetGame, seat: int) -> None:
    """The seat goes to the next person waiting; while nobody waits, it is kept."""
    people = table.people
    name, waiting = people.names[seat], people.queue or people.with_role(Role.WAITING)
    if waiting:
        is_here = name in people
        if people.queue:
            take_first(table, [name])
        else:
            sit_down(table, waiting[0], Role.PLAYER, Status.HERE, name)
        if is_here:
            people.roles[name] = Role.WAITING  # behind those who wait already


POLICIES = {
    "robot": DisconnectPolicy(
        "a robot plays and gives the seat back on return",
        "If a player is cut off, a robot plays until they are back.",
        "{who} has lost the connection; a robot will play",
        _stand_in,
    ),
    "forfeit": DisconnectPolicy(
        "the player forfeits",
        "A player who is cut off forfeits the game.",
        "{who} has lost the connection and may lose the game by it",
        give_up,
    ),
    "suspend": DisconnectPolicy(
        "the game waits",
        "If a player is cut off, the game waits for them.",
        "{who} has lost the connection; the game will wait",
        _suspend,
        after_grace=False,
    ),
    "kick": DisconnectPolicy(
        "a robot plays the game out, and then the seat goes to the next person waiting",
        "If a player is cut off, a robot plays; after the game the next person waiting gets the "
        "seat.",
        "{who} has lost the connection; a robot will play, and then somebody who waits",
        _stand_in,
        after_game=_hand_on,
    ),
}

NOTICES = (
    *(
        Notice(f"AWAY {name}", parts={"who": "the player"}, told=policy.told, you="")
        for name, policy in POLICIES.items()
    ),
    Notice(
        "STAND_IN",
        parts={"who": "the player", "by": "who plays for them"},
        told="A robot plays for {who}",
        you="A robot plays for you",
    ),
    Notice(
        "FORFEIT",
        parts={"who": "the player"},
        told="{who} gives up this game",
        you="You give up this game",
    ),
    Notice(
        "SUSPENDED",
        parts={"who": "the player"},
        told="The game waits until {who} is back",
        you="The game waits until you are back",
    ),
    Notice("RETURNED", parts={"who": "the player"}, told="{who} is back", you=""),
    Notice("RESUMED", told="The game goes on."),
    Notice(
        "LATE",
        parts={"who": "the player", "late": "what is done about it"},
        told="The time of {who} is up",
        you="Your time is up",
    ),
)
"""How absence is told."""


def end_grace(table: NetGame) -> None:
    """A game is over, and it is time for the policy to decide on the seats of who is still away."""
    people = table.people
    for seat, name in enumerate(people.names):
        if people.status[seat] != Status.HERE and people.roles.get(name) != Role.ROBOT:
            people.grace[seat] = table.time


# --- answers for those who give none ---------------------------------------------------------


def mildest(offers: Sequence[Command | Offer], mild: Sequence[str]) -> Command | None:
    """A pass, a fold or whatever of the kind is offered."""
    for verb in mild:
        for offer in offers:
            if offer.verb == verb:
                command = offer if isinstance(offer, Command) else offer.admit((verb,))
                if command is not None:
                    return command
    return None


def without_cost(offers: Sequence[Command | Offer], free: Sequence[str]) -> Command | None:
    """A check, or whatever else costs nothing: a verb alone, or with the number 0."""
    for words in ((verb, *number) for verb in free for number in ((), ("0",))):
        for offer in offers:
            if isinstance(offer, Command):
                if offer == " ".join(words):
                    return offer
            elif (command := offer.admit(words)) is not None:
                return command
    return None


def choose_for(table: NetGame, seat: int, *, mild: bool, free: bool = False) -> Command:
    """What is played for somebody: what costs nothing, the mildest answer, or one drawn by lot."""
    offers = table.legal(seat)
    return (
        (free and without_cost(offers, table.free))
        or (mild and mildest(offers, table.mild))
        or pick(offers, table.chance.below)
    )


def answer_late(table: NetGame, seat: int) -> None:
    """The time of this player is up."""
    if table.status_of(seat) in (Status.ROBOT, Status.FORFEIT):
        if not table.suspended:  # no player is late here, only the world that moves the robot
            table.answer_for(seat, mild=seat in table.forfeits)
        return
    late = table.clock.late
    table.emit("LATE", table.names[seat], late)
    if late in ("robot", "pass"):
        count_late(table, seat)
    if late == "suspend":
        if table.people.status[seat] == Status.HERE:
            table.people.status[seat] = Status.AWAY
            table.overdue += (seat,)
        _suspend(table, seat)
        return
    if late == "forfeit":
        give_up(table, seat)
    table.answer_for(seat, mild=late != "robot", free=late == "pass")
