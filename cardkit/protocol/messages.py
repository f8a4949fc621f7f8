"""Every message of a server, declared once: what it says, part by part, in the order of the wire.

The tables of docs/protocol.md and `messages.js` of the page are written from here, by
`python -m tools.docs`. Events that only single stages of games tell are in `stage_events`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from cardkit.protocol.schema import (
    EventMessage,
    Form,
    Message,
    Refusal,
    Reply,
    Schema,
    Words,
    declare,
)
from cardkit.protocol.stage_events import STAGE_EVENTS

Name = Annotated[str, "a participant"]
Names = Annotated[tuple[str, ...], "participants"]
Pile = Annotated[str, "the name of a pile; a hand is called like its player"]
Cards = Annotated[tuple[str, ...], "cards, `??` where you may not see the face"]
Count = Annotated[int, "how many cards"]
Code = Annotated[str, "for programs: one of the [codes](#codes)"]
Sentence = Annotated[str, "for people"]
TableName = Annotated[str, "the name of a table"]

# --- events ----------------------------------------------------------------------------------


@declare
class Action(EventMessage):
    """Who did what."""

    kind = "ACTION"
    name: Name
    verb: Annotated[str, "the first word of the command"]
    rest: Annotated[
        tuple[Any, ...],
        "its other words. Cards that you may not know are a count: `ACTION ann PUT bob 2`",
    ]


@declare
class MoveEvent(EventMessage):
    """Cards went from a pile to another."""

    kind = "MOVE"
    source: Annotated[str, "the pile where they lay"]
    target: Annotated[str, "the pile where they lie now"]
    cards: Cards


@declare
class Show(EventMessage):
    """Cards are shown where they lie; those in a hand are told by name, whatever their order."""

    kind = "SHOW"
    pile: Pile
    cards: Cards


@declare
class Gather(EventMessage):
    """All cards are taken in."""

    kind = "GATHER"
    pile: Pile
    count: Count


@declare
class ShuffleEvent(EventMessage):
    """A pile is shuffled."""

    kind = "SHUFFLE"
    pile: Pile
    count: Count


@declare
class Fact(EventMessage):
    """Public state that is no card: trump, pot, title."""

    kind = "FACT"
    key: Annotated[str, "what it is about"]
    value: Annotated[Any, "`null` takes it away"]


@declare
class Turn(EventMessage):
    """Who is asked."""

    kind = "TURN"
    until: Annotated[float, "until when, by the server's clock; 0: no limit"]
    names: Names


@declare
class Score(EventMessage):
    """The points of all players."""

    kind = "SCORE"
    points: Annotated[dict[str, Any], Form.PAIRS, "a name and its points, in turn"]


@declare
class ResultEvent(EventMessage):
    """The ranking of a game."""

    kind = "RESULT"
    game: Annotated[int, "its number in the match, from 1"]
    names: Annotated[tuple[str, ...], "the players, best first"]


@declare
class Phase(EventMessage):
    """Where the match stands."""

    kind = "PHASE"
    phase: Annotated[str, "`preparing`, `playing` or `results`"]
    more: Annotated[
        int | str | None, "the number of the game that is played; `more` games to come, or `over`"
    ] = None

    @property
    def is_match_over(self) -> bool:
        return self.phase == "results" and self.more == "over"


@declare
class SeatsEvent(EventMessage):
    """Who has a seat."""

    kind = "SEATS"
    names: Names


@declare
class Order(EventMessage):
    """The order of play."""

    kind = "ORDER"
    names: Names


@declare
class Away(EventMessage):
    """A player's connection is lost."""

    kind = "AWAY"
    name: Name
    policy: Annotated[str, "what will happen: `robot`, `forfeit`, `suspend`, `kick`"]
    until: Annotated[float | None, "when; 0: at once"] = None


@declare
class StandIn(EventMessage):
    """Somebody plays in the place of a player who is away."""

    kind = "STAND_IN"
    name: Name
    by: Annotated[str, "who: `robot`"]


@declare
class Forfeit(EventMessage):
    """A player has given up this game, or was away for too long."""

    kind = "FORFEIT"
    name: Name


@declare
class Suspended(EventMessage):
    """The game waits for a player."""

    kind = "SUSPENDED"
    name: Name


@declare
class Returned(EventMessage):
    """A player is back and has the seat again."""

    kind = "RETURNED"
    name: Name


@declare
class Resumed(EventMessage):
    """A game that waited goes on."""

    kind = "RESUMED"


@declare
class Late(EventMessage):
    """A player's time was up."""

    kind = "LATE"
    changes_view = False
    name: Name
    instead: Annotated[str, "what was played instead"]


# --- for one client alone --------------------------------------------------------------------


@declare
class Hello(Message):
    """To a person who said nothing yet."""

    kind = "HELLO"
    program: Annotated[str, "`cardkit`"]
    version: Annotated[str, "of the server"]
    sentence: Sentence


@declare
class StateMessage(Message):
    """The table as this participant may see it."""

    kind = "STATE"
    event: Annotated[int, "the number of the last event before"]
    view: Annotated[dict[str, Any], "see [a view](#a-view)"]


@declare
class Hand(Message):
    """Before `ASK`, where `VIEWS` is `hand`."""

    kind = "HAND"
    cards: Annotated[tuple[str, ...], "the cards in hand, sorted"]


@declare
class Ask(Message):
    """You are asked."""

    kind = "ASK"
    commands: Annotated[
        list[str],
        "what you may say, each a text; an open offer stands for many: `RAISE 8..100` (any "
        "amount), `EXCHANGE 0..5 of S3 H7` (so many of these cards), `PASS_CARDS ann 3 of …`",
    ]
    view: Annotated[dict[str, Any] | None, "where `VIEWS` is `on`: see [a view](#a-view)"] = None


@declare
class Chat(Message):
    """Somebody at the table said something."""

    kind = "CHAT"
    name: Name
    text: Annotated[str, "what"]


@declare
class Punished(Message):
    """At a table where faults are punished (`illegal=pass` or `forfeit`): what was wrong."""

    kind = "WARNING"
    name: Annotated[str, "you"]
    code: Code
    sentence: Sentence


@declare
class Bye(Message):
    """The server ends this connection. At the door (`TOO_MANY`, `BANNED`, `TLS_ONLY`) it is text,
    whatever the client speaks."""

    kind = "BYE"
    code: Code
    sentence: Sentence


# --- what follows an answer ------------------------------------------------------------------


@declare
class Game(Message):
    """A game of this server, after `GAMES`."""

    kind = "GAME"
    name: Annotated[str, "as `OPEN` takes it"]
    title: Sentence
    least: Annotated[int, "the least number of players"]
    most: Annotated[int, "the greatest"]
    presets: Annotated[list[str], "the names of its presets"]
    summary: Sentence


@declare
class OptionLine(Message):
    """An option of a game, after `OPTIONS`."""

    kind = "OPTION"
    name: Annotated[str, "as `OPEN` takes it"]
    value: Annotated[Any, "under this preset"]
    type: Annotated[str, "`bool int float str` or `data`"]
    values: Annotated[str, "which it takes"]
    help: Annotated[str, "what it means"]


@declare
class RulesLine(Message):
    """A line of a rule sheet, after `RULES`."""

    kind = "RULES"
    text: Sentence


@declare
class Table(Message):
    """A table of this server, after `TABLES`."""

    kind = "TABLE"
    name: TableName
    game: Annotated[str, "the name of its game"]
    title: Sentence
    phase: Annotated[str, "as in `PHASE`, or `suspended` when its game waits"]
    players: Annotated[list[str], "who has a seat"]
    seats: Annotated[int, "how many there are"]
    waiting: Annotated[int, "how many wait or watch"]
    options: Annotated[dict[str, Any], "those that were chosen, and the `preset`"]

    def has_room(self) -> bool:
        return len(self.players) < self.seats


@declare
class HelpLine(Message):
    """Something that can be said now, after `HELP`."""

    kind = "HELP"
    usage: Annotated[str, "how it is said"]
    text: Sentence


# --- fair deals ------------------------------------------------------------------------------


@declare
class OfDeal(Message):
    """Something about one deal."""

    deal: Annotated[int, "the number of the deal"]


@declare
class DealOpen(OfDeal):
    """As soon as it is known who will play. Players answer `COMMIT n hash`."""

    kind, closed = "DEAL open", True
    about: Annotated[dict[str, Any], "what it is about"]
    commitment: Annotated[str, "of the dealer: *C*"]


@declare
class DealCommits(OfDeal):
    """After `START`; stored before it is told. Players answer `REVEAL n contribution`, if their own
    commitment is on it."""

    kind, closed = "DEAL commits", True
    commits: Annotated[list[str], 'a hash for each seat, `""` where there is none']


@declare
class DealReady(OfDeal):
    """All contributions that were opened."""

    kind, closed = "DEAL ready", True
    given: Annotated[list[str], 'a contribution for each seat, or `"missing"`']


@declare
class DealRoot(OfDeal):
    """For each shuffle, also in the middle of a game."""

    kind, closed = "DEAL root", True
    label: Annotated[str, "of the shuffle: `deck`, later `shuffle 3` and the like"]
    size: Annotated[int, "how many cards lie under this root"]
    root: Annotated[str, "the root of their tree"]


@declare
class ProofMessage(OfDeal):
    """Right after the `MOVE` or `SHOW` of cards that were in that pile since the shuffle."""

    kind = "PROOF"
    label: Annotated[str, "of the shuffle"]
    pile: Annotated[str, "where they lie now"]
    items: Annotated[
        tuple[Any, ...],
        "a *place*, where you may not see the card, or `[place, card, salt, path]`",
    ]


@declare
class DealSecret(OfDeal):
    """When the match is over; with `secret=hand` after each game, with `secret=auditor` never."""

    kind, closed = "DEAL secret", True
    secret: Annotated[str, "of the dealer: *S*"]


@declare
class TrailMessage(Message):
    """At the end of what an input caused. Keep it: `cardkit verify --mine` holds it against the
    record, so nobody can say later that something hidden was said otherwise."""

    kind = "TRAIL"
    match: Annotated[int, "its number"]
    entries: Annotated[int, "how many the journal of this match has"]
    hash: Annotated[str, "over all of them, each with a secret salt"]


@declare
class DealVoid(OfDeal):
    """Somebody has left before the first game of a match began: this deal is not dealt, and
    another takes its place."""

    kind = "DEAL void"


@declare
class DealDispute(OfDeal):
    """What somebody found false."""

    kind = "DEAL dispute"
    name: Name
    text: Annotated[str, "in their words"]


# --- answers ---------------------------------------------------------------------------------


@declare
class Done(Reply):
    """Done; there is nothing else to tell."""

    kind = ""


@declare
class Entered(Reply):
    """To `ENTER` and `PROVE`."""

    kind = "ENTER"
    name: Annotated[str, "under which you are known"]
    token: Annotated[str, "the secret with which you can come back"]


@declare
class Challenge(Reply):
    """To `ENTER name KEY`."""

    kind = "CHALLENGE"
    challenge: Annotated[str, "what is to be signed, in hex"]


@declare
class CameBack(Reply):
    """To `RESUME`."""

    kind = "RESUME"
    name: Annotated[str, "under which you are known"]


@declare
class Pong(Reply):
    """To `PING`."""

    kind = "PONG"
    time: Annotated[float, "the server's clock, in seconds"]
    word: Annotated[str | None, "as it was said"] = None


@declare
class Exited(Reply):
    """To `EXIT`: you are at no table."""

    kind = "EXIT"


@declare
class HasQuit(Reply):
    """To `QUIT`: the token is void."""

    kind = "QUIT"


@declare
class Opened(Reply):
    """To `OPEN`."""

    kind = "OPEN"
    table: TableName


@declare
class Joined(Reply):
    """To `JOIN`."""

    kind = "JOIN"
    table: TableName


@declare
class Watching(Reply):
    """To `WATCH`."""

    kind = "WATCH"
    table: TableName


@declare
class YourHand(Reply):
    """To `HAND`."""

    kind = "HAND"
    cards: Annotated[tuple[str, ...], "the cards in hand, sorted"]


@declare
class StateFollows(Reply):
    """To `STATE`, which follows."""

    kind = "STATE"


@declare
class Scores(Reply):
    """To `SCORES`."""

    kind = "SCORES"
    standings: Annotated[tuple[Any, ...], "each `[name, points]`, best first"]


@declare
class Legal(Reply):
    """To `LEGAL`."""

    kind = "LEGAL"
    commands: Annotated[tuple[str, ...], "what you may say, as in `ASK`"]


@declare
class MaySay(Reply):
    """To `WHY`: the table would take that command now."""

    kind = "WHY"


@declare
class Who(Reply):
    """To `WHO`."""

    kind = "WHO"
    people: Annotated[tuple[Any, ...], "each `[name, role]`"]


@declare
class GamesFollow(Reply):
    """To `GAMES`; as many `GAME` follow."""

    kind = "GAMES"
    count: Annotated[int, "how many"]


@declare
class OptionsFollow(Reply):
    """To `OPTIONS`; as many `OPTION` follow."""

    kind = "OPTIONS"
    count: Annotated[int, "how many"]


@declare
class RulesFollow(Reply):
    """To `RULES`; as many lines follow."""

    kind = "RULES"
    count: Annotated[int, "how many"]


@declare
class TablesFollow(Reply):
    """To `TABLES`; a `TABLE` for each of the first 200 follows."""

    kind = "TABLES"
    count: Annotated[int, "how many there are"]


@declare
class HelpFollows(Reply):
    """To `HELP`."""

    kind = "HELP"


TABLE_EVENTS: tuple[type[EventMessage], ...] = (
    Action, MoveEvent, Show, Gather, ShuffleEvent, Fact, Turn, Score, ResultEvent, Phase,
    SeatsEvent, Order,
    Away, StandIn, Forfeit, Suspended, Returned, Resumed, Late,
)  # fmt: skip
PRIVATE = (Hello, StateMessage, Hand, Ask, Chat, Punished, Refusal, Bye)
LISTED = (Game, OptionLine, RulesLine, Table, HelpLine)
DEAL_STEPS = (DealOpen, DealCommits, DealReady, DealRoot, ProofMessage, DealSecret)
DEAL_NOTES = (TrailMessage, DealVoid, DealDispute)
REPLIES = (
    Done, Entered, Challenge, CameBack, Pong, Exited, HasQuit, Opened, Joined, Watching,
    YourHand, StateFollows, Scores, Legal, MaySay, Who, GamesFollow, OptionsFollow, RulesFollow,
    TablesFollow, HelpFollows,
)  # fmt: skip
SCHEMA = Schema(*TABLE_EVENTS, *STAGE_EVENTS, *PRIVATE, *LISTED, *DEAL_STEPS, *DEAL_NOTES, *REPLIES)

read_message = SCHEMA.read


def read_frame(frame: Iterable[Words]) -> list[Message]:
    """What one input caused, as the server told it."""
    return [read_message(words) for words in frame]
