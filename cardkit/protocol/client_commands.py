"""Every command to the server, declared once: what it says, part by part, in the order of the wire.

The tables of docs/protocol.md are written from here, by `python -m tools.docs`. The commands of a
game (`DISCARD S3`) are not here: they are its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Annotated

from cardkit.netgame import LANGUAGES, Reason
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.messages import (
    CameBack,
    Challenge,
    Entered,
    Exited,
    GamesFollow,
    HasQuit,
    HelpFollows,
    Joined,
    Legal,
    MaySay,
    Opened,
    OptionsFollow,
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

OnOff = OneOf(("on", "off"))
DealNumber = Annotated[int, "the number of the deal"]
ToTable = Annotated[str, "its name"]

# --- to come and go --------------------------------------------------------------------------


@declare
class EnterCommand(ClientCommand):
    """Come in as a guest; with an account: ENTER name password.

    A guest is called `guest-` and the name, an account by its name alone. Keep the token: without
    it nobody can come back as the same participant. For an account with a key say `ENTER name
    KEY`, sign the bytes `cardkit-enter:` and the challenge, as 32 bytes, with Ed25519, and send
    `PROVE`.
    """

    kind = "ENTER"
    answers = (Entered, Challenge)
    name: Annotated[str | None, "yours; a guest without one is given one"] = None
    password: Annotated[str | None, Form.LINE, "of the account, or `KEY`"] = None


@declare
class ProveCommand(ClientCommand):
    """Enter with a key, after ENTER name KEY."""

    kind, code, answers = "PROVE", ServerReason.BAD_SIGNATURE, (Entered,)
    signature: Annotated[str, "of the challenge, in hex"]


@declare
class ResumeCommand(ClientCommand):
    """Come back after a lost connection, and hear all that was missed.

    All events after `last` follow, or `STATE` if that is too long ago; then `ASK`, if you are
    asked.
    """

    kind, code, answers = "RESUME", ServerReason.BAD_TOKEN, (CameBack,)
    token: Annotated[str, "as `ENTER` answered it"]
    last: Annotated[int | None, "the number of the last event you heard"] = None


@declare
class QuitCommand(ClientCommand):
    """Leave.

    You leave the table and the server, and the token is void.
    """

    kind, answers = "QUIT", (HasQuit,)


@declare
class LanguageCommand(ClientCommand):
    """The language of sentences."""

    kind = "LANGUAGE"
    language: Annotated[str, OneOf(LANGUAGES), "from now on"]


@declare
class ViewsCommand(ClientCommand):
    """What you are shown when you are asked."""

    kind = "VIEWS"
    views: Annotated[
        str,
        OneOf(("on", "hand", "off")),
        "the whole view within `ASK` (the default for msgpack), a line `HAND` before it (for "
        "text), or nothing (for JSON)",
    ]


@declare
class ProofsCommand(ClientCommand):
    """Take part in deals, and hear the proofs of cards.

    You hear `DEAL` and `PROOF`, and others wait for your contribution; see [fair
    deals](#fair-deals). At a table, the deals so far follow. Say it again over each new
    connection, best before `RESUME`.
    """

    kind = "PROOFS"
    proofs: Annotated[str, OnOff, "off by default"]


@declare
class PingCommand(ClientCommand):
    """Is anybody there?"""

    kind, answers = "PING", (Pong,)
    word: Annotated[str | None, "any, which comes back"] = None


@declare
class HelpCommand(ClientCommand):
    """What can be said now."""

    kind, answers = "HELP", (HelpFollows,)
    word: Annotated[str, "a command, to hear only of that one"] = ""


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
    preset: Annotated[str, "for the values under this preset"] = ""


@declare
class RulesCommand(ClientCommand):
    """The rules of a game, or of the table you are at."""

    kind, answers = "RULES", (RulesFollow,)
    game: Annotated[str, "without it: the game at your table, with its options"] = ""
    preset: Annotated[str, "for the rules under this preset"] = ""


@declare
class TablesCommand(ClientCommand):
    """The tables that are open."""

    kind, answers = "TABLES", (TablesFollow,)
    game: Annotated[str, "for the tables of this game alone"] = ""


@declare
class OpenCommand(ClientCommand):
    """Open a table; robots=yes fills its free seats.

    Nobody is at the table yet: `JOIN` it. Besides the options of the game there are `robots=yes`
    (`START` fills free seats with robots), `pause=3` (the next game of a match begins by itself
    after so many seconds), `secret=match` (when the secret of a deal is told: `match`, `hand` or
    `auditor`) and `title=Friday_night` (shown with a space).
    """

    kind, code, answers = "OPEN", LocalReason.NO_SUCH_GAME, (Opened,)
    game: Annotated[str, "its name"]
    preset: Annotated[str, "a set of options that the game brings along"] = ""
    options: Annotated[Mapping[str, str], Form.SETTINGS, "options, each `name=value`"] = field(
        default_factory=dict
    )


@declare
class JoinCommand(ClientCommand):
    """Go to a table, to play there.

    You wait until you `LOGIN`. `STATE` follows and, where `VIEWS` is `hand`, `HELP` for what can be
    said next.
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

    Between games.
    """

    kind = "LOGIN"


@declare
class LogoutCommand(ClientCommand):
    """Give up the seat.

    Between games.
    """

    kind = "LOGOUT"


@declare
class SeatCommand(ClientCommand):
    """Change places with another player.

    Between matches.
    """

    kind = "SEAT"
    name: Annotated[str, "that player"]


@declare
class StartCommand(ClientCommand):
    """Begin the game."""

    kind = "START"


@declare
class ExitCommand(ClientCommand):
    """Leave the table.

    In the lobby it is the same as `QUIT`.
    """

    kind, answers = "EXIT", (Exited, HasQuit)


@declare
class CommitCommand(ClientCommand):
    """Be bound to your contribution to a deal.

    You may say it again until the list of all commitments is told; the last one counts.
    """

    kind, code = "COMMIT", Reason.BAD_KEY
    deal: DealNumber
    hash: Annotated[bytes, "of your contribution, see [the formulas](#the-formulas): 64 hex digits"]


@declare
class RevealCommand(ClientCommand):
    """Open your contribution to a deal.

    Once the list of all commitments is told.
    """

    kind, code = "REVEAL", Reason.BAD_KEY
    deal: DealNumber
    contribution: Annotated[bytes, "64 hex digits"]


@declare
class DisputeCommand(ClientCommand):
    """Say to all that a deal was not proved.

    Everybody who hears `DEAL` is told; it is logged, and written into the record, once for each
    deal and participant.
    """

    kind, code = "DISPUTE", ServerReason.BAD_TEXT
    deal: DealNumber
    text: Annotated[str, Form.LINE, "what is false in it, in at most 300 characters"]


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
class WhyCommand(ClientCommand):
    """Whether you may say that, and why not.

    The answer is `OK WHY` if the table would take the command now, else the `WARNING` that it
    would get. Nothing is done, and nothing punished.
    """

    kind, code, answers = "WHY", Reason.NOT_A_COMMAND, (MaySay,)
    command: Annotated[str, Form.LINE, "any command of the game"]


@declare
class WhoCommand(ClientCommand):
    """Who is at the table."""

    kind, answers = "WHO", (Who,)


COMING: tuple[type[ClientCommand], ...] = (
    EnterCommand, ProveCommand, ResumeCommand, QuitCommand, LanguageCommand, ViewsCommand,
    ProofsCommand, PingCommand, HelpCommand,
)  # fmt: skip
LOBBY: tuple[type[ClientCommand], ...] = (
    GamesCommand, OptionsCommand, RulesCommand, TablesCommand, OpenCommand, JoinCommand,
    WatchCommand,
)  # fmt: skip
SEATING: tuple[type[ClientCommand], ...] = (LoginCommand, LogoutCommand, SeatCommand)
"""What the table itself reads: it is an input like any command of the game."""
AT_TABLE: tuple[type[ClientCommand], ...] = (
    *SEATING, StartCommand, ExitCommand, CommitCommand, RevealCommand, DisputeCommand, ChatCommand,
    HandCommand, StateCommand, ScoresCommand, LegalCommand, WhyCommand, WhoCommand,
)  # fmt: skip
CLIENT_COMMANDS = {each.kind: each for each in (*COMING, *LOBBY, *AT_TABLE)}


def read_command(words: Sequence[str]) -> ClientCommand | None:
    """The command that these words are; None where the server has none of that name."""
    declared = CLIENT_COMMANDS.get(words[0].upper())
    return None if declared is None else declared.read(words[1:])
