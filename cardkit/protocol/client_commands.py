"""Every command to the server, declared once: what it says, part by part, in the order of the wire.

The tables of docs/protocol.md are written from here, by `python -m tools.docs`. The commands of a
game (`DISCARD S3`) are not here: they are its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Annotated

from cardkit.netgame import LANGUAGES, Reason, Refused
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.messages import (
    CameBack,
    Challenge,
    DescriptionFollows,
    Done,
    Entered,
    Exited,
    ExportFollows,
    GamesFollow,
    HasQuit,
    HelpFollows,
    Joined,
    Known,
    Legal,
    MaySay,
    Opened,
    OptionsFollow,
    Overview,
    Pong,
    RulesFollow,
    Scores,
    StateFollows,
    TablesFollow,
    Watching,
    Who,
    YourHand,
)
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import Form, OneOf, declare
from cardkit.reasons import LocalReason

BY_KEY = "KEY"
"""In the place of a password: the account has a key, which signs a challenge."""

EVER = "ever"
"""In the place of a length of time: until a ban is lifted."""

OnOff = OneOf(("on", "off"))
VIEWS = ("on", "hand", "off")
DealNumber = Annotated[int, "the number of the deal"]
ToTable = Annotated[str, "its name"]

# --- to come and go --------------------------------------------------------------------------


@declare
class EnterCommand(ClientCommand):
    """Come in as a guest; with an account: ENTER name password.

    The names of guests begin with `guest-`. Keep the token: without it you cannot come back as the
    same participant. For an account with a key say `ENTER name KEY`, sign `cardkit-enter:` and the
    32 bytes of the challenge with Ed25519, and send the signature with `PROVE`. A guest who says
    `ENTER name KEY` and the public key in hex, and proves it, keeps the name: for months nobody
    can enter under it without that key.
    """

    kind = "ENTER"
    answers = (Entered, Challenge)
    name: Annotated[str | None, "yours; a guest may leave it out, and gets one"] = None
    password: Annotated[
        str | None, Form.LINE, "the password of the account, or `KEY`, or `KEY` and a guest's key"
    ] = None


@declare
class ProveCommand(ClientCommand):
    """Enter with a key, after ENTER name KEY."""

    kind, code, answers = "PROVE", ServerReason.BAD_SIGNATURE, (Entered,)
    signature: Annotated[str, "of the challenge, in hex"]


@declare
class SignupCommand(ClientCommand):
    """As a guest in the lobby: make an account of your own.

    You have its name from now on, with a new token; elsewhere come in with `ENTER name password`.
    What you played as a guest, and a key for which your name was kept, go along. The host may not
    allow it.
    """

    kind, code, answers = "SIGNUP", Reason.BAD_NAME, (Entered,)
    name: Annotated[str, "the name you want"]
    password: Annotated[str, Form.LINE, "8 to 200 characters"]


@declare
class DeleteCommand(ClientCommand):
    """In the lobby: delete your account, or your name as a guest.

    Your name is taken out of the history and the leaderboard; only in records of matches it stays,
    since they could not be checked otherwise. You have left then.
    """

    kind, code, answers = "DELETE", Reason.BAD_NAME, (HasQuit,)
    name: Annotated[str, "your whole name, so that nobody does it by mistake"]


@declare
class ExportCommand(ClientCommand):
    """All that is stored about you, page by page.

    It comes as `EXPORT`, table by table; where `OK` has a number, ask again with it for the next
    page, until it has none. The password, and the token to come back with, are not in it.
    """

    kind, answers = "EXPORT", (ExportFollows,)
    start: Annotated[int | None, "where the page begins, as the last answer said"] = None


@declare
class ResumeCommand(ClientCommand):
    """Come back after a lost connection, and hear all that was missed.

    All events after `last` follow, or `STATE` if that is too long ago or another version told it;
    then `ASK`, if it is your turn.
    """

    kind, code, answers = "RESUME", ServerReason.BAD_TOKEN, (CameBack,)
    token: Annotated[str, "the one that came with the answer to `ENTER`"]
    last: Annotated[int | None, "the number of the last event you heard"] = None


@declare
class QuitCommand(ClientCommand):
    """Leave.

    You leave the table and the server, and your token is void.
    """

    kind, answers = "QUIT", (HasQuit,)


@declare
class LanguageCommand(ClientCommand):
    """The language of sentences."""

    kind = "LANGUAGE"
    language: Annotated[str, OneOf(LANGUAGES), "English unless you choose another"]


@declare
class ViewsCommand(ClientCommand):
    """What you are shown when you are asked."""

    kind = "VIEWS"
    views: Annotated[
        str,
        OneOf(VIEWS),
        "the whole view within `ASK` (the default for msgpack), a line `HAND` before it (for "
        "text), or nothing (for JSON)",
    ]


@declare
class ProofsCommand(ClientCommand):
    """Take part in deals, and hear the proofs of cards.

    You are sent `DEAL` and `PROOF`, and the deal waits for your contribution; see [fair
    deals](#fair-deals). At a table, the deals so far follow. Say it again on every new connection,
    best before `RESUME`.
    """

    kind = "PROOFS"
    proofs: Annotated[str, OnOff, "off by default"]


@declare
class FollowCommand(ClientCommand):
    """Be told which server you are served by.

    A house may have several servers, and each leads you to every table. When you are served by
    another one than you have connected to, you are sent `MOVED`, and may connect there yourself;
    see [several servers](#several-servers). Say it again on every new connection, best before
    `RESUME`.
    """

    kind = "FOLLOW"
    follow: Annotated[str, OnOff, "off by default"]


@declare
class PingCommand(ClientCommand):
    """Is anybody there?"""

    kind, answers = "PING", (Pong,)
    word: Annotated[str | None, "sent back to you"] = None


@declare
class HelpCommand(ClientCommand):
    """What can be said now."""

    kind, answers = "HELP", (HelpFollows,)
    word: Annotated[str, "only this command"] = ""


# --- in the lobby ----------------------------------------------------------------------------


@declare
class GamesCommand(ClientCommand):
    """The games that are played here."""

    kind, answers = "GAMES", (GamesFollow,)


@declare
class OptionsCommand(ClientCommand):
    """What can be set when a table is opened."""

    kind, code, answers = "OPTIONS", LocalReason.NO_SUCH_GAME, (OptionsFollow,)
    game: Annotated[str, "its name"]
    preset: Annotated[str, "show the values under this preset"] = ""


@declare
class RulesCommand(ClientCommand):
    """The rules of a game, or of the table you are at."""

    kind, answers = "RULES", (RulesFollow,)
    game: Annotated[str, "its name; if you leave it out, you get the rules of your table"] = ""
    preset: Annotated[str, "show the rules under this preset"] = ""


@declare
class DescribeCommand(ClientCommand):
    """How to tell and label a game, for a client that does not know it."""

    kind, code, answers = "DESCRIBE", LocalReason.NO_SUCH_GAME, (DescriptionFollows,)
    game: Annotated[str, "its name"]


@declare
class TablesCommand(ClientCommand):
    """The tables that are open."""

    kind, answers = "TABLES", (TablesFollow,)
    game: Annotated[str, "only tables of this game"] = ""


@declare
class LobbyCommand(ClientCommand):
    """The tables that are open, and from now on what changes.

    The tables follow as after `TABLES`. Then, about once a second while anything changes, you are
    sent `TABLE` for each table that is new or different and `TABLE_GONE` for each that you no
    longer see. That ends when you go to a table, or with `LOBBY off`. Say it again when you have
    entered or come back.
    """

    kind, answers = "LOBBY", (TablesFollow, Done)
    lobby: Annotated[str, OnOff, "off by default"]


@declare
class OpenCommand(ClientCommand):
    """Open a table; robots=yes fills its free seats.

    You are not at the table yet: `JOIN` it. Every table has these options besides those of its
    game: `robots=yes` (`START` fills free seats with robots; `easy`, `normal` or `strong` says how
    well they play, and `yes` is `normal`), `advice=yes` (`ADVISE` gives hints; so it is where there
    are robots, unless you say `no`), `pause=3` (the next game of a match begins by itself
    after that many seconds), `secret=match` (when the secret of a deal is told: `match`, `hand` or
    `auditor`), `rated=yes` (its matches, between accounts alone, count on the leaderboard),
    `title=Friday_night` (shown with a space) and `private=yes`: its name cannot be guessed, and
    only who was told it finds the table.
    """

    kind, code, answers = "OPEN", LocalReason.NO_SUCH_GAME, (Opened,)
    game: Annotated[str, "its name"]
    preset: Annotated[str, "one of the game's sets of options"] = ""
    options: Annotated[Mapping[str, str], Form.SETTINGS, "each written `name=value`"] = field(
        default_factory=dict
    )


@declare
class JoinCommand(ClientCommand):
    """Go to a table, to play there.

    You wait there until you `LOGIN`; whoever has a seat there has it again at once. `STATE` follows
    and, where `VIEWS` is `hand`, `HELP` for what you can say next.
    """

    kind, code, answers = "JOIN", ServerReason.NO_SUCH_TABLE, (Joined,)
    table: ToTable


@declare
class WatchCommand(ClientCommand):
    """Go to a table, only to watch.

    `STATE` follows.
    """

    kind, code, answers = "WATCH", ServerReason.NO_SUCH_TABLE, (Watching,)
    table: ToTable


# --- at a table ------------------------------------------------------------------------------


@declare
class LoginCommand(ClientCommand):
    """Take a seat.

    Only between games. Where players may come and go (`drop_in=on`) you can ask at any time, and
    wait for a seat until one is free. `STATE` has the places that are taken. A place that nobody
    has can be chosen before a match, and that of a robot, or of somebody who has left, between
    games. Players who face each other at the table are partners, where there are partners; a gap
    that no robot fills is closed when the match begins.
    """

    kind = "LOGIN"
    place: Annotated[int | None, "which, from 1; if you leave it out, the first that is free"] = (
        None
    )


@declare
class LogoutCommand(ClientCommand):
    """Give up the seat.

    Only between games. Who waits for a seat no longer does.
    """

    kind = "LOGOUT"


@declare
class SeatCommand(ClientCommand):
    """Go to another place, and whoever has it to yours.

    Only between matches; between games, too, where players may come and go (`drop_in=on`).
    """

    kind = "SEAT"
    whose: Annotated[str, "the name of a player, or the number of a place, which may be free"]


@declare
class ReadyCommand(ClientCommand):
    """Be ready for the next match.

    It begins as soon as all players have said so who are there; robots are always ready. Who has
    not said it a minute after the first one has gives up the seat by it. `START` begins it at
    once.
    """

    kind = "READY"


@declare
class HereCommand(ClientCommand):
    """Say that you are still there.

    If a robot plays for you, you have your seat again. Where the clock is gentle (`gentle=on`) and
    it is your turn, you have as much time again, once a game.
    """

    kind = "HERE"


@declare
class StartCommand(ClientCommand):
    """Begin the game."""

    kind = "START"


@declare
class ExitCommand(ClientCommand):
    """Leave the table.

    The answer says what happens to your seat, and at a table `HELP EXIT` says it beforehand, in a
    sentence. In the lobby it is the same as `QUIT`.
    """

    kind, answers = "EXIT", (Exited, HasQuit)


@declare
class KickCommand(ClientCommand):
    """Send somebody away from the table that you have opened.

    They are told so with `KICK`, and so are all others. Their seat is as if they had left, and they
    cannot come back to this table.
    """

    kind, code = "KICK", Reason.NO_SUCH_PLAYER
    name: Annotated[str, "a person, not a robot"]


@declare
class CloseCommand(ClientCommand):
    """Close the table that you have opened.

    A match that is on is broken off. All at the table are told so with `CLOSE`, and are in the
    lobby.
    """

    kind, answers = "CLOSE", (Exited,)


@declare
class CommitCommand(ClientCommand):
    """Commit to your contribution to a deal.

    You can send another one until the list of all commitments is sent; the last one counts.
    """

    kind, code = "COMMIT", Reason.BAD_KEY
    deal: DealNumber
    hash: Annotated[bytes, "64 hex digits, see [the formulas](#the-formulas)"]


@declare
class RevealCommand(ClientCommand):
    """Reveal your contribution to a deal.

    After the list of all commitments was sent.
    """

    kind, code = "REVEAL", Reason.BAD_KEY
    deal: DealNumber
    contribution: Annotated[bytes, "64 hex digits"]


@declare
class DisputeCommand(ClientCommand):
    """Tell everybody that a deal is false.

    All who take part in deals are told, and it is kept in the server's log and in the record, once
    for each deal and participant.
    """

    kind, code = "DISPUTE", ServerReason.BAD_TEXT
    deal: DealNumber
    text: Annotated[str, Form.LINE, "why, in at most 300 characters"]


@declare
class ChatCommand(ClientCommand):
    """Say something to all at the table."""

    kind, code = "CHAT", ServerReason.BAD_TEXT
    text: Annotated[str, Form.LINE, "at most 500 characters"]


@declare
class HandCommand(ClientCommand):
    """Your cards."""

    kind, answers = "HAND", (YourHand,)


@declare
class StateCommand(ClientCommand):
    """All that you may know of the table.

    `STATE` follows.
    """

    kind, answers = "STATE", (StateFollows,)


@declare
class ScoresCommand(ClientCommand):
    """The points."""

    kind, answers = "SCORES", (Scores,)


@declare
class LegalCommand(ClientCommand):
    """What you may say now."""

    kind, answers = "LEGAL", (Legal,)


@declare
class KnowCommand(ClientCommand):
    """All that you know of the game that is on, for a program that searches.

    From it `imagine` of the game makes tables to play on: see [robots that
    search](robots.md#what-a-seat-knows). Who has no seat knows nothing.
    """

    kind, answers = "KNOW", (Known,)


@declare
class WhyCommand(ClientCommand):
    """Whether you may say that, and why not.

    The answer is `OK WHY` if the table would accept the command now, else the `WARNING` that it
    would get. Nothing is done, and nothing is punished.
    """

    kind, code, answers = "WHY", Reason.NOT_A_COMMAND, (MaySay,)
    command: Annotated[str, Form.LINE, "any command of the game"]


@declare
class AdviseCommand(ClientCommand):
    """A hint: what a strong robot would do in your place.

    It thinks for about a second. Then, unless you are asked something else by then, you are sent
    `ADVICE`. At tables that allow it, as `STATE` says with `advice`.
    """

    kind = "ADVISE"


@declare
class WhoCommand(ClientCommand):
    """Who is at the table."""

    kind, answers = "WHO", (Who,)


# --- for hosts -------------------------------------------------------------------------------

HOST = "HOST"
"""The first word of all that only hosts may say."""


@declare
class HostLookCommand(ClientCommand):
    """See all that goes on here.

    A `PERSON` follows for each participant, the newest 500 first, a `HOSTED` for each table, a
    `BANNED` for each ban, and the last errors of the server, each as a `LOG`.
    """

    kind, answers = f"{HOST} LOOK", (Overview,)


@declare
class HostTellCommand(ClientCommand):
    """Tell everybody who is connected something.

    Each hears it as a message `HOST`.
    """

    kind, code = f"{HOST} TELL", ServerReason.BAD_TEXT
    text: Annotated[str, Form.LINE, "at most 500 characters"]


@declare
class HostCloseCommand(ClientCommand):
    """Close a table, whoever is there.

    A match under way is abandoned. Whoever is there hears `CLOSE`, and is in the lobby then.
    """

    kind, code = f"{HOST} CLOSE", ServerReason.NO_SUCH_TABLE
    table: ToTable


@declare
class HostForfeitCommand(ClientCommand):
    """Let a player give up the game that is under way."""

    kind, code = f"{HOST} FORFEIT", Reason.NO_SUCH_PLAYER
    table: ToTable
    player: Annotated[str, "one who does not come back, say"]


@declare
class HostBanCommand(ClientCommand):
    """Keep an address or a name out.

    Anybody it applies to hears `BYE BANNED` and is disconnected. Nobody can ban themselves.
    """

    kind, code = f"{HOST} BAN", Reason.BAD_NAME
    who: Annotated[str, "an address, or a name, with all that look like it"]
    length: Annotated[str, "how long: `30m`, `12h`, `7d`, `2w` or `ever`, the default"] = EVER
    why: Annotated[str, Form.LINE, "the reason, which they are told; at most 200 characters"] = ""


@declare
class HostUnbanCommand(ClientCommand):
    """Let an address or a name in again."""

    kind, code = f"{HOST} UNBAN", Reason.BAD_NAME
    who: Annotated[str, "as it was banned, or a name that looks like it"]


COMING: tuple[type[ClientCommand], ...] = (
    EnterCommand, ProveCommand, ResumeCommand, SignupCommand, DeleteCommand, ExportCommand,
    QuitCommand,
    LanguageCommand, ViewsCommand, ProofsCommand, FollowCommand, PingCommand, HelpCommand,
)  # fmt: skip
LOBBY: tuple[type[ClientCommand], ...] = (
    GamesCommand, OptionsCommand, RulesCommand, DescribeCommand, TablesCommand, LobbyCommand,
    OpenCommand, JoinCommand, WatchCommand,
)  # fmt: skip
SEATING: tuple[type[ClientCommand], ...] = (
    LoginCommand, LogoutCommand, SeatCommand, ReadyCommand, HereCommand,
)  # fmt: skip
"""What the table itself reads: it is an input like any command of the game."""
AT_TABLE: tuple[type[ClientCommand], ...] = (
    *SEATING, StartCommand, ExitCommand, KickCommand, CloseCommand, CommitCommand, RevealCommand,
    DisputeCommand, ChatCommand, HandCommand, StateCommand, ScoresCommand, LegalCommand, WhyCommand,
    KnowCommand, AdviseCommand, WhoCommand,
)  # fmt: skip
HOSTING: tuple[type[ClientCommand], ...] = (
    HostLookCommand, HostTellCommand, HostCloseCommand, HostForfeitCommand, HostBanCommand,
    HostUnbanCommand,
)  # fmt: skip
CLIENT_COMMANDS = {each.kind: each for each in (*COMING, *LOBBY, *AT_TABLE, *HOSTING)}


def find_command(words: Sequence[str]) -> tuple[type[ClientCommand] | None, Sequence[str]]:
    """How these words are declared, and those after its name; None where the server has none."""
    first = words[0].upper()
    if first != HOST:
        return CLIENT_COMMANDS.get(first), words[1:]
    declared = CLIENT_COMMANDS.get(" ".join(words[:2]).upper())
    if declared is None:
        usages = ", ".join(each.usage() for each in HOSTING)
        raise Refused(Reason.UNKNOWN_WORD, "a host says one of these: {usages}", usages=usages)
    return declared, words[2:]


def read_command(words: Sequence[str]) -> ClientCommand | None:
    """The command that these words are; None where the server has none of that name."""
    declared, rest = find_command(words)
    return None if declared is None else declared.read(rest)
