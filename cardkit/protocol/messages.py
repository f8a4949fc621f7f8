"""Every message of a server, declared once: what it says, part by part, in the order of the wire.

The tables of docs/protocol.md and `messages.js` of the page are written from here, by
`python -m tools.docs`. What only single games tell are the notices that they declare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from cardkit.levels import Level
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

Name = Annotated[str, "the participant"]
Names = Annotated[tuple[str, ...], "the players"]
Pile = Annotated[str, "its name; a hand has the name of its player"]
Cards = Annotated[tuple[str, ...], "`??` is a card whose face you may not see"]
Count = Annotated[int, "the number of cards"]
Code = Annotated[str, "for programs: one of the [codes](#codes)"]
Sentence = Annotated[str, "for people"]
TableName = Annotated[str, "its name"]

# --- events ----------------------------------------------------------------------------------


@declare
class Action(EventMessage):
    """Somebody did something."""

    kind = "ACTION"
    name: Name
    verb: Annotated[str, "the first word of their command"]
    rest: Annotated[
        tuple[Any, ...],
        "the other words. Cards that you may not know are only counted: `ACTION ann PUT bob 2`",
    ]


@declare
class MoveEvent(EventMessage):
    """Cards moved from one pile to another."""

    kind = "MOVE"
    source: Annotated[str, "the pile they were in"]
    target: Annotated[str, "the pile they are in now"]
    cards: Cards


@declare
class Show(EventMessage):
    """Cards are shown where they are. In a hand their order means nothing."""

    kind = "SHOW"
    pile: Pile
    cards: Cards


@declare
class Gather(EventMessage):
    """All cards are collected in one pile."""

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
class FactEvent(EventMessage):
    """Something public that is not a card: trump, pot, title."""

    kind = "FACT"
    key: Annotated[str, "its name"]
    value: Annotated[Any, "`null` removes it"]


@declare
class Turn(EventMessage):
    """Whose turn it is."""

    kind = "TURN"
    until: Annotated[float, "the deadline by the server's clock, or 0"]
    names: Names


@declare
class ScoreEvent(EventMessage):
    """Everybody's points."""

    kind = "SCORE"
    points: Annotated[
        dict[str, Any], Form.PAIRS, "a name and its points, another name and its points …"
    ]


@declare
class ResultEvent(EventMessage):
    """How a game ended."""

    kind = "RESULT"
    game: Annotated[int, "its number in the match, from 1"]
    names: Annotated[tuple[str, ...], "the players, best first"]


@declare
class Phase(EventMessage):
    """The match enters another phase."""

    kind = "PHASE"
    phase: Annotated[str, "`preparing`, `playing` or `results`"]
    more: Annotated[
        int | str | None,
        "while playing, the number of the game; after it `more`, or `over` if it was the last one",
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
    policy: Annotated[
        str, "what happens unless they are back in time: `robot`, `forfeit`, `suspend` or `kick`"
    ]
    until: Annotated[float | None, "when, by the server's clock; 0: at once"] = None


@declare
class StandIn(EventMessage):
    """A player who is away is replaced for the time being."""

    kind = "STAND_IN"
    name: Name
    by: Annotated[str, "who plays instead: `robot`"]


@declare
class Forfeit(EventMessage):
    """A player gave up the game, or was away for too long."""

    kind = "FORFEIT"
    name: Name


@declare
class Suspended(EventMessage):
    """The game waits until a player is back or, where the time was up, answers."""

    kind = "SUSPENDED"
    name: Name


@declare
class Returned(EventMessage):
    """A player is back, and has their seat again."""

    kind = "RETURNED"
    name: Name


@declare
class Resumed(EventMessage):
    """A suspended game goes on."""

    kind = "RESUMED"


@declare
class Late(EventMessage):
    """A player ran out of time."""

    kind = "LATE"
    name: Name
    instead: Annotated[str, "what is done about it: `robot`, `pass`, `forfeit` or `suspend`"]


# --- for one client alone --------------------------------------------------------------------


@declare
class Hello(Message):
    """A greeting for a client that has said nothing yet."""

    kind = "HELLO"
    program: Annotated[str, "`cardkit`"]
    version: Annotated[str, "the version of the server"]
    sentence: Sentence


@declare
class StateMessage(Message):
    """The table as you may see it."""

    kind = "STATE"
    event: Annotated[int, "the number of the last event it includes"]
    view: Annotated[dict[str, Any], "see [a view](#a-view)"]


@declare
class StageMessage(Message):
    """The stage of the game that begins with the events around it, or the one that is on."""

    kind = "STAGE"
    stage: Annotated[str, "its name, as in a view"]


@declare
class Hand(Message):
    """Your cards: before `ASK`, where `VIEWS` is `hand`."""

    kind = "HAND"
    cards: Annotated[tuple[str, ...], "sorted"]


@declare
class AskMessage(Message):
    """It is your turn."""

    kind = "ASK"
    commands: Annotated[
        list[str],
        "what you may say, each command as one text. An open offer stands for many: `RAISE 8..100` "
        "(any amount in that range), `EXCHANGE 0..5 of S3 H7` (up to five of these cards), "
        "`PASS_CARDS ann 3 of …`",
    ]
    view: Annotated[
        dict[str, Any] | None, "the table, where `VIEWS` is `on`: see [a view](#a-view)"
    ] = None


@declare
class Advice(Message):
    """A hint: what a strong robot would do in your place, a moment after `ADVISE`; not if you are
    asked something else by then."""

    kind = "ADVICE"
    sure: Annotated[
        float,
        "how sure it is that this is better than what comes next: from 0.5, a guess, to 1; 0 if it "
        "does not say",
    ]
    choices: Annotated[
        tuple[Any, ...],
        "the best first, each `[command, worth]`: in points, or places, more than the others get "
        "on average; nothing if it has found nothing in time",
    ]


@declare
class Chat(Message):
    """Somebody at the table says something."""

    kind = "CHAT"
    name: Name
    text: Annotated[str, "what they say"]


@declare
class HostSays(Message):
    """The host says something to everybody."""

    kind = "HOST"
    text: Annotated[str, "what they say"]


@declare
class Kicked(Message):
    """Who opened the table has sent somebody away. If it is you, you are in the lobby now."""

    kind = "KICK"
    name: Annotated[str, "who is no longer at the table"]
    sentence: Sentence


@declare
class Closed(Message):
    """The table is closed, and you are in the lobby now."""

    kind = "CLOSE"
    sentence: Sentence


@declare
class Punished(Message):
    """Your command broke the rules of a table that punishes this (`illegal=pass` or `forfeit`), and
    you pass or forfeit. It begins with your name, so it has three parts; a refusal has two."""

    kind, closed = "WARNING", True
    name: Annotated[str, "yours"]
    code: Code
    sentence: Sentence


@declare
class Moved(Message):
    """You are served by another server of the house, and may connect to it yourself: only for
    who has said `FOLLOW on`."""

    kind = "MOVED"
    host: Annotated[str, "where it is"]
    port: Annotated[int, "its port, for the same protocols"]


@declare
class Bye(Message):
    """The server ends this connection. If it does so at once (`TOO_MANY`, `BANNED`, `TLS_ONLY`),
    this is text, whatever the client speaks."""

    kind = "BYE"
    code: Code
    sentence: Sentence


# --- what follows an answer ------------------------------------------------------------------


@declare
class Game(Message):
    """A game that can be played here, after `GAMES`."""

    kind = "GAME"
    name: Annotated[str, "for `OPEN`"]
    title: Sentence
    least: Annotated[int, "the fewest players"]
    most: Annotated[int, "the most players"]
    presets: Annotated[list[str], "their names"]
    summary: Sentence


@declare
class OptionLine(Message):
    """An option of a game, after `OPTIONS`."""

    kind = "OPTION"
    name: Annotated[str, "for `OPEN`"]
    value: Annotated[Any, "what it is under that preset"]
    type: Annotated[str, "`bool int float str` or `data`"]
    values: Annotated[str, "which values it takes"]
    help: Annotated[str, "what it means"]


@declare
class RulesLine(Message):
    """A line of a rule sheet, after `RULES`."""

    kind = "RULES"
    text: Sentence


@declare
class Description(Message):
    """How to tell and label a game, after `DESCRIBE`."""

    kind = "DESCRIBE"
    game: Annotated[str, "its name"]
    seats: Annotated[
        dict[str, Any], "`least`, `most`, and whether players who face each other are `partners`"
    ]
    declaration: Annotated[
        dict[str, Any],
        "its `words`, a list, and its `facts`, `notices`, `piles` and own cards, by name: see "
        "[how games are written](reference.md)",
    ]
    texts: Annotated[dict[str, Any], "by language, translations of the English texts in it"]


@declare
class Table(Message):
    """A table that is open, after `TABLES`; after `LOBBY on`, also whenever it has changed."""

    kind = "TABLE"
    name: TableName
    game: Annotated[str, "the name of its game"]
    title: Sentence
    phase: Annotated[
        str,
        "as in `PHASE`, `suspended`, or `set aside`: a match of yours against robots, which waits "
        "for you to `JOIN` it and is told to nobody else",
    ]
    players: Annotated[list[str], "those who have a seat"]
    seats: Annotated[int, "how many it has"]
    waiting: Annotated[int, "how many people wait for a seat"]
    options: Annotated[
        dict[str, Any],
        "those that were chosen when it was opened, the `preset`, `robots` with the level of those "
        "that take free seats, and `rated` if it is",
    ]
    watching: Annotated[int, "how many people watch"] = 0

    def has_room(self) -> bool:
        return len(self.players) < self.seats

    def fits(self, wanted: Mapping[str, str]) -> bool:
        """Whether it was opened like that; at a rated one sits nobody who has not asked for it."""
        chosen = {name: str(value) for name, value in self.options.items()}
        if "robots" not in wanted:
            chosen.pop("robots", None)
        elif wanted["robots"] == "yes":
            wanted = {**wanted, "robots": Level.NORMAL}
        if "rated" in wanted or "rated" in chosen:
            return "rated" in wanted and wanted.items() <= chosen.items()
        return not wanted or chosen == wanted


@declare
class TableGone(Message):
    """A table that you no longer see in the lobby, after `LOBBY on`."""

    kind = "TABLE_GONE"
    name: TableName


@declare
class Export(Message):
    """Some of what is stored about you, after `EXPORT`."""

    kind = "EXPORT"
    stored: Annotated[dict[str, Any], "by table of the store, its rows that are about you"]


@declare
class HelpLine(Message):
    """Something you can say now, after `HELP`."""

    kind = "HELP"
    usage: Annotated[str, "how it is written"]
    text: Sentence


@declare
class PersonLine(Message):
    """A participant, after `HOST LOOK`."""

    kind = "PERSON"
    name: Name
    address: Annotated[str, "what a ban of their address would be of; empty while they are away"]
    since: Annotated[float, "when they came in, or the server started, by its clock"]
    table: Annotated[str, "where they are; empty in the lobby"]
    node: Annotated[str | None, "the server of the house where they are, if it is another one"] = (
        None
    )


@declare
class Hosted(Message):
    """A table, open or set aside, after `HOST LOOK`."""

    kind = "HOSTED"
    name: TableName
    game: Annotated[str, "the name of its game"]
    title: Sentence
    phase: Annotated[str, "as in `TABLE`"]
    players: Annotated[list[str], "those who have a seat, robots, too"]
    others: Annotated[list[str], "those who wait or watch"]
    owner: Annotated[str, "who opened it; empty if it was the server"]
    opened: Annotated[float | None, "when, by the server's clock"] = None


@declare
class BanLine(Message):
    """A ban, after `HOST LOOK`."""

    kind = "BANNED"
    who: Annotated[str, "an address, or a name"]
    why: Annotated[str, "the reason that they are told"]
    since: Annotated[float, "from when on, by the server's clock"]
    until: Annotated[float | None, "until when; missing: until it is lifted"] = None


@declare
class LogLine(Message):
    """One of the last errors in the log of the server, after `HOST LOOK`."""

    kind = "LOG"
    text: Annotated[str, "the line"]


# --- fair deals ------------------------------------------------------------------------------


@declare
class OfDeal(Message):
    """Something about one deal."""

    deal: Annotated[int, "the number of the deal"]


@declare
class DealOpen(OfDeal):
    """Sent as soon as it is known who will play. Players answer with `COMMIT`."""

    kind, closed = "DEAL open", True
    about: Annotated[dict[str, Any], "the table, the match, the players …: see below"]
    commitment: Annotated[str, "the dealer's: *C*"]


@declare
class DealCommits(OfDeal):
    """Sent after `START`, once it is stored. Players whose own commitment is on the list answer
    with `REVEAL`."""

    kind, closed = "DEAL commits", True
    commits: Annotated[list[str], 'one hash for each seat, `""` if there is none']


@declare
class DealReady(OfDeal):
    """All contributions that were revealed."""

    kind, closed = "DEAL ready", True
    given: Annotated[list[str], 'one contribution for each seat, or `"missing"`']


@declare
class DealRoot(OfDeal):
    """Sent for each shuffle, also in the middle of a game."""

    kind, closed = "DEAL root", True
    label: Annotated[str, "the name of the shuffle: `deck`, later `shuffle 3` and so on"]
    size: Annotated[int, "the number of cards"]
    root: Annotated[str, "the root of their hash tree"]


@declare
class ProofMessage(OfDeal):
    """Sent right after the `MOVE` or `SHOW` of cards that have been in that pile since it was
    shuffled."""

    kind = "PROOF"
    label: Annotated[str, "the name of the shuffle"]
    pile: Annotated[str, "where the cards are now"]
    items: Annotated[
        tuple[Any, ...],
        "for each card `[place, card, salt, path]`, or its *place* alone if you may not see it",
    ]


@declare
class DealSecret(OfDeal):
    """Sent when the match is over; with `secret=hand` after each game, with `secret=auditor`
    never."""

    kind, closed = "DEAL secret", True
    secret: Annotated[str, "the dealer's: *S*"]


@declare
class TrailMessage(Message):
    """Sent at the end of all that one input caused. Keep it: `cardkit verify --mine` compares it
    with the record, so nobody can change later what was hidden from you."""

    kind = "TRAIL"
    match: Annotated[int, "its number"]
    entries: Annotated[int, "how many entries its journal has"]
    hash: Annotated[str, "of all of them, each with a secret salt"]


@declare
class DealVoid(OfDeal):
    """Somebody left before the first game of a match began: this deal is dropped, and another one
    takes its place."""

    kind = "DEAL void"


@declare
class DealDispute(OfDeal):
    """Somebody says that a deal is false."""

    kind = "DEAL dispute"
    name: Name
    text: Annotated[str, "why, in their words"]


# --- answers ---------------------------------------------------------------------------------


@declare
class Done(Reply):
    """Done; there is nothing else to tell."""

    kind = ""


@declare
class Entered(Reply):
    """To `ENTER` and `PROVE`."""

    kind = "ENTER"
    name: Annotated[str, "the name you have here"]
    token: Annotated[str, "the secret to come back with"]


@declare
class Challenge(Reply):
    """To `ENTER name KEY`."""

    kind = "CHALLENGE"
    challenge: Annotated[str, "what to sign, in hex"]


@declare
class CameBack(Reply):
    """To `RESUME`."""

    kind = "RESUME"
    name: Annotated[str, "the name you have here"]


@declare
class Pong(Reply):
    """To `PING`."""

    kind = "PONG"
    time: Annotated[float, "the server's clock, in seconds"]
    word: Annotated[str | None, "the one you sent"] = None


@declare
class Exited(Reply):
    """To `EXIT` and `CLOSE`: you have left the table."""

    kind = "EXIT"
    seat: Annotated[
        str | None,
        "what happens to your seat, if you had one: `kept` (nobody else plays: the match is set "
        "aside, and `JOIN` goes on with it), `free` (you have given it up), or in a game with "
        "others the `policy` of the table: `robot`, `forfeit`, `suspend` or `kick`",
    ] = None


@declare
class HasQuit(Reply):
    """To `QUIT`, and to `EXIT` in the lobby: the token is void."""

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
    cards: Annotated[tuple[str, ...], "sorted"]


@declare
class StateFollows(Reply):
    """To `STATE`; the message `STATE` follows."""

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
class Known(Reply):
    """To `KNOW`."""

    kind = "KNOW"
    knowledge: Annotated[
        dict[str, Any],
        "what your seat knows, see [robots that search](robots.md#what-a-seat-knows)",
    ]


@declare
class MaySay(Reply):
    """To `WHY`: the table would accept that command now."""

    kind = "WHY"


@declare
class Who(Reply):
    """To `WHO`."""

    kind = "WHO"
    people: Annotated[tuple[Any, ...], "each `[name, role]`"]


@declare
class GamesFollow(Reply):
    """To `GAMES`; that many `GAME` follow."""

    kind = "GAMES"
    count: Annotated[int, "how many"]


@declare
class OptionsFollow(Reply):
    """To `OPTIONS`; that many `OPTION` follow."""

    kind = "OPTIONS"
    count: Annotated[int, "how many"]


@declare
class RulesFollow(Reply):
    """To `RULES`; that many lines follow."""

    kind = "RULES"
    count: Annotated[int, "how many"]


@declare
class DescriptionFollows(Reply):
    """To `DESCRIBE`; a `DESCRIBE` follows."""

    kind = "DESCRIBE"
    count: Annotated[int, "how many: 1"]


@declare
class TablesFollow(Reply):
    """To `TABLES` and `LOBBY on`; the first 200 follow, each as a `TABLE`."""

    kind = "TABLES"
    count: Annotated[int, "how many there are"]


@declare
class Overview(Reply):
    """To `HOST LOOK`."""

    kind = "HOST"
    figures: Annotated[dict[str, Any], "numbers by name: people, tables, moves, times …"]


@declare
class ExportFollows(Reply):
    """To `EXPORT`, which follows."""

    kind = "EXPORT"
    next: Annotated[int | None, "where the next page begins, if there is one"] = None


@declare
class HelpFollows(Reply):
    """To `HELP`; a `HELP` follows for each thing you can say."""

    kind = "HELP"


TABLE_EVENTS: tuple[type[EventMessage], ...] = (
    Action, MoveEvent, Show, Gather, ShuffleEvent, FactEvent, Turn, ScoreEvent, ResultEvent, Phase,
    SeatsEvent, Order,
    Away, StandIn, Forfeit, Suspended, Returned, Resumed, Late,
)  # fmt: skip
PRIVATE = (
    Hello, StateMessage, StageMessage, Hand, AskMessage, Advice, Chat, HostSays, Kicked, Closed,
    Punished, Refusal, Moved, Bye,
)  # fmt: skip
LISTED = (Game, OptionLine, RulesLine, Description, Table, TableGone, Export, HelpLine)
FOR_HOSTS = (PersonLine, Hosted, BanLine, LogLine)
DEAL_STEPS = (DealOpen, DealCommits, DealReady, DealRoot, ProofMessage, DealSecret)
DEAL_NOTES = (TrailMessage, DealVoid, DealDispute)
REPLIES = (
    Done, Entered, Challenge, CameBack, Pong, Exited, HasQuit, Opened, Joined, Watching,
    YourHand, StateFollows, Scores, Legal, Known, MaySay, Who, GamesFollow, OptionsFollow,
    RulesFollow, DescriptionFollows, TablesFollow, ExportFollows, HelpFollows, Overview,
)  # fmt: skip
SCHEMA = Schema(*TABLE_EVENTS, *PRIVATE, *LISTED, *FOR_HOSTS, *DEAL_STEPS, *DEAL_NOTES, *REPLIES)

read_message = SCHEMA.read


def sends_away(message: Message, name: str) -> bool:
    """Whether who has this name is at no table any more."""
    return isinstance(message, Closed) or (isinstance(message, Kicked) and message.name == name)


def read_frame(frame: Iterable[Words]) -> list[Message]:
    """What one input caused, as the server told it."""
    return [read_message(words) for words in frame]
