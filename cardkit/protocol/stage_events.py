"""What only single stages of games tell. A client needs none of it to follow a game."""

from __future__ import annotations

from typing import Annotated

from cardkit.protocol.schema import EventMessage, declare

Player = Annotated[str, "a player"]


@declare
class Trick(EventMessage):
    """A player wins a trick."""

    kind, changes_view = "TRICK", False
    name: Player
    count: Annotated[int, "how many they have now"]


@declare
class Out(EventMessage):
    """A player has no more cards."""

    kind, changes_view = "OUT", False
    name: Player
    place: Annotated[int, "in the ranking, from 1"]


@declare
class Lot(EventMessage):
    """Places are drawn by lot."""

    kind, changes_view = "LOT", False
    names: Annotated[tuple[str, ...], "the players among whom"]


@declare
class Fallen(EventMessage):
    """A title is lost."""

    kind, changes_view = "FALLEN", False
    name: Player


@declare
class Say(EventMessage):
    """The call for a last card."""

    kind, changes_view = "SAY", False
    name: Player
    call: Annotated[str, "what is called"]


@declare
class Penalty(EventMessage):
    """What it costs to forget the call."""

    kind, changes_view = "PENALTY", False
    name: Player
    cards: Annotated[int, "how many are drawn"]


@declare
class PokerHand(EventMessage):
    """A poker hand is shown."""

    kind, changes_view = "HAND", False
    name: Player
    hand: Annotated[str, "what it is called"]


@declare
class Win(EventMessage):
    """A pot is won."""

    kind = "WIN"
    name: Player
    points: Annotated[int, "what is in it"]


@declare
class Refund(EventMessage):
    """A bet, or the part of it, that nobody could call."""

    kind = "REFUND"
    name: Player
    points: Annotated[int, "what comes back"]


@declare
class Broke(EventMessage):
    """No points are left."""

    kind = "BROKE"
    name: Player


@declare
class Cheat(EventMessage):
    """Cards were kept back that had to be given."""

    kind = "CHEAT"
    name: Player


STAGE_EVENTS: tuple[type[EventMessage], ...] = (
    Trick, Out, Lot, Fallen, Say, Penalty, PokerHand, Win, Refund, Broke, Cheat,
)  # fmt: skip
