"""The commands of the server: to come and go, to find a table, and to ask for what one may know.

Each is a function of the core and a request; it answers, or raises `Refused` with nothing changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardkit.cardgame.rules import summary_of
from cardkit.guides import rules_of
from cardkit.netgame import WATCHER, NetGame, Reason, Refused
from cardkit.netgame.conditions import about_of, kind_of, values_of, written
from cardkit.protocol import Words
from cardkit.protocol.client_commands import (
    AdviseCommand,
    ChatCommand,
    CloseCommand,
    CommitCommand,
    DeleteCommand,
    DescribeCommand,
    DisputeCommand,
    EnterCommand,
    ExitCommand,
    ExportCommand,
    FollowCommand,
    GamesCommand,
    HandCommand,
    HelpCommand,
    JoinCommand,
    KickCommand,
    KnowCommand,
    LanguageCommand,
    LegalCommand,
    LobbyCommand,
    OpenCommand,
    OptionsCommand,
    PingCommand,
    ProofsCommand,
    ProveCommand,
    QuitCommand,
    ResumeCommand,
    RevealCommand,
    RulesCommand,
    ScoresCommand,
    SignupCommand,
    StartCommand,
    StateCommand,
    TablesCommand,
    ViewsCommand,
    WatchCommand,
    WhoCommand,
    WhyCommand,
)
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.messages import (
    Chat,
    Description,
    DescriptionFollows,
    Exited,
    Game,
    GamesFollow,
    HasQuit,
    HelpFollows,
    HelpLine,
    Joined,
    Known,
    Legal,
    MaySay,
    Opened,
    OptionLine,
    OptionsFollow,
    Pong,
    RulesFollow,
    RulesLine,
    Scores,
    StateFollows,
    Watching,
    Who,
    YourHand,
)
from cardkit.protocol.reasons import ServerReason
from cardkit.server.advice import advise
from cardkit.server.authentication import enter, prove, resume
from cardkit.server.deal_commands import contribute, dispute, proofs
from cardkit.server.elsewhere import or_elsewhere, or_with_room
from cardkit.server.encoding import hand_of
from cardkit.server.help_text import help_for
from cardkit.server.host_commands import ACTS, as_host
from cardkit.server.hosted_table import HostedTable
from cardkit.server.lobby import lobby, tables
from cardkit.server.own_account import delete, export, sign_up
from cardkit.server.rated_tables import check_account, check_start
from cardkit.server.recovery import build_again, cannot_go_on, take_back
from cardkit.server.request import HandOn, Job, Request, check_said
from cardkit.server.session import Session
from cardkit.server.suspended_tables import SuspendedTable
from cardkit.server.table_owner import check_not_barred, close, kick
from cardkit.server.table_settings import hosting_options, with_defaults
from cardkit.server.throttle import refuse_to_wait

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore


def leave(core: ServerCore, request: Request[ExitCommand]) -> None:
    """Leave the table, or in the lobby the server."""
    session = request.peer.session
    if session is None or session.hosted is None:
        return leave_server(core, request)
    seat = core.seat_after_exit(session)
    core.leave_table(session, request.tag)
    session.save(core.outbox)
    return request.answer(Exited(seat))


def leave_server(core: ServerCore, request: Request[ExitCommand | QuitCommand]) -> None:
    """Leave the server for good."""
    if request.peer.session is not None:
        core.end_session(request.peer.session)
    request.answer(HasQuit())
    core.outbox.hang_up(request.peer)


def language(core: ServerCore, request: Request[LanguageCommand]) -> None:
    request.peer.language = request.command.language
    request.answer()


def views(core: ServerCore, request: Request[ViewsCommand]) -> None:
    request.peer.views = request.command.views
    request.answer()


def follow(core: ServerCore, request: Request[FollowCommand]) -> None:
    request.peer.follows = request.command.follow == "on"
    request.answer()


def ping(core: ServerCore, request: Request[PingCommand]) -> None:
    request.answer(Pong(round(core.now(), 3), request.command.word))


def games(core: ServerCore, request: Request[GamesCommand]) -> None:
    lang = request.peer.language
    more = tuple(
        Game(
            name=name,
            title=game.catalogue.translate(game.title, lang),
            least=game.seats.least,
            most=game.seats.most,
            presets=list(game.presets),
            summary=game.catalogue.translate(summary_of(game), lang),
        ).words()
        for name, game in core.games.items()
    )
    request.answer(GamesFollow(len(more)), more)


def options(core: ServerCore, request: Request[OptionsCommand]) -> Job | None:
    preset, lang = request.command.preset, request.peer.language
    game = _game_with(core, request.command.game, preset)

    def listed() -> tuple[Words, ...]:
        return tuple(
            OptionLine(
                name=name,
                value=written(option.value),
                type=kind_of(option.field),
                values=game.catalogue.say("{it}", lang, it=values_of(option.field)),
                help=game.catalogue.say(about_of(option.field).meaning, lang),
            ).words()
            for name, option in game.options(preset).items()
        )

    return _answer_once_written(core, request, OptionsFollow, (game, preset, lang), listed)


def rules(core: ServerCore, request: Request[RulesCommand]) -> Job | None:
    preset, lang = request.command.preset, request.peer.language
    chosen: dict[str, Any] = {}
    if request.command.game:
        game = _game_with(core, request.command.game, preset)
    else:
        settings = core.at_table(request.peer).settings
        game, preset, chosen = settings.rules, settings.preset, dict(settings.options)

    def sheet() -> tuple[Words, ...]:
        lines = rules_of(game, preset, chosen, lang).splitlines()
        return tuple(RulesLine(line).words() for line in lines)

    about = (game, preset, lang, repr(sorted(chosen.items())))
    return _answer_once_written(core, request, RulesFollow, about, sheet)


def describe(core: ServerCore, request: Request[DescribeCommand]) -> Job | None:
    name = request.command.game.lower()
    game = core.find_game(name)

    def description() -> tuple[Words, ...]:
        seats, declared = game.seats, game.declaration
        about = {"least": seats.least, "most": seats.most, "partners": seats.partners}
        texts = declared.translations(game.catalogue)
        return (Description(name, about, declared.data(), texts).words(),)

    return _answer_once_written(core, request, DescriptionFollows, (name, game), description)


def _answer_once_written(
    core: ServerCore,
    request: Request[ClientCommand],
    reply: type[OptionsFollow | RulesFollow | DescriptionFollows],
    about: tuple[object, ...],
    write: Callable[[], tuple[Words, ...]],
) -> Job | None:
    """Answer with what takes long to write: off the event loop, and only the first time."""
    written_before = core.written.get((reply, *about))

    def answer(lines: tuple[Words, ...]) -> None:
        core.written.keep((reply, *about), lines)
        request.answer(reply(len(lines)), lines)

    if written_before is None:
        return Job(request, write, answer)
    answer(written_before)
    return None


def open_table(core: ServerCore, request: Request[OpenCommand]) -> Job | HandOn | None:
    if core.someone(request.peer).hosted is not None:  # who is at a table stays where it is
        _open(core, request)
        return None
    return or_with_room(core, request, lambda: _open(core, request))


def _open(core: ServerCore, request: Request[OpenCommand]) -> None:
    session, command = core.someone(request.peer), request.command
    origin = core.vault.mark(request.peer.origin)
    hosting, options = hosting_options(command.options, owner=session.name, origin=origin)
    if hosting.rated:
        check_account(core, session)
    core.openings.check(request.peer.origin)
    options = with_defaults(hosting, core.find_game(command.game), command.preset, options)
    hosted = core.open_table(command.game, command.preset, options, hosting)
    request.done()
    session.save(core.outbox)
    request.answer(Opened(hosted.name))


def join(core: ServerCore, request: Request[JoinCommand | WatchCommand]) -> Job | HandOn | None:
    session, wanted = core.someone(request.peer), request.command.table.lower()
    if session.hosted is None and wanted not in core.tables and wanted not in core.aside.tables:
        refuse_to_wait(core.guesses.wait(request.peer.origin))
        return or_elsewhere(
            core, request, lambda nodes: nodes.table(wanted), lambda: _join(core, request)
        )
    kept = core.aside.tables.get(wanted)
    if kept is None or session.name not in kept.names or session.hosted is not None:
        _join(core, request)
        return None
    check_not_barred(kept.hosting, session)
    core.visits.check(session.name)
    return Job(request, lambda: build_again(core, kept), lambda b: _go_on(core, request, kept, b))


def _go_on(
    core: ServerCore,
    request: Request[JoinCommand | WatchCommand],
    kept: SuspendedTable,
    built: HostedTable | Exception,
) -> None:
    """Back from the lobby to a table that was set aside."""
    session = core.someone(request.peer)
    if session.hosted is None and not take_back(core, kept, built, session):
        raise cannot_go_on()
    if session.hosted is None or session.hosted.name != kept.name:  # somebody else was quicker
        _join(core, request)
        return
    request.done()
    session.save(core.outbox)
    _tell_of_table(request, session.hosted, session)


def _join(core: ServerCore, request: Request[JoinCommand | WatchCommand]) -> None:
    session = core.someone(request.peer)
    if session.hosted is not None:
        raise Refused(
            ServerReason.AT_A_TABLE,
            "you are at {table}; EXIT leaves it",
            table=session.hosted.name,
        )
    hosted = core.find_table(request.command.table, request.peer)
    check_not_barred(hosted.settings.hosting, session)
    watch = isinstance(request.command, WatchCommand)
    core.join(session, hosted, request.tag, watch=watch)
    _tell_of_table(request, hosted, session)


def _tell_of_table(
    request: Request[JoinCommand | WatchCommand], hosted: HostedTable, session: Session
) -> None:
    core, watch = request.core, isinstance(request.command, WatchCommand)
    more: list[Words] = [*hosted.deals_so_far(request.peer, session.seat)]
    more += hosted.state(session), *hosted.question(request.peer, session.seat)
    if request.peer.views == "hand":  # a person, who would like to know how to go on
        more += (HelpLine(*line).words() for line in help_for(core, request.peer, ""))
    request.answer((Watching if watch else Joined)(hosted.name), tuple(more))


def start(core: ServerCore, request: Request[StartCommand]) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    check_start(core, session, hosted)
    hosted.start(session.name, request.peer, request.tag)
    request.done()
    core.watch_clock(hosted)


def chat(core: ServerCore, request: Request[ChatCommand]) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    said = request.command.text
    check_said(said)
    core.chatter.check(session.name)
    if request.tag:
        request.done()
        session.save(core.outbox)
    heard = Chat(session.name, said).words()
    request.answer(more=(heard,))
    for other in hosted.listeners:
        if other.peer is not None and other is not session:
            core.outbox.say(other.peer, heard)


def hand(core: ServerCore, request: Request[HandCommand]) -> None:
    hosted, seat = _seat(core, request)
    request.answer(YourHand(tuple(hand_of(hosted.table, seat))))


def know(core: ServerCore, request: Request[KnowCommand]) -> None:
    hosted, seat = _seat(core, request)
    if not hosted.table.playing:
        raise Refused(Reason.WRONG_PHASE, "no game is on; KNOW is for when one has begun")
    request.answer(Known(hosted.table.knowledge(seat)))


def give_advice(core: ServerCore, request: Request[AdviseCommand]) -> None:
    advise(core, request, *_seat(core, request))


def _seat(core: ServerCore, request: Request[ClientCommand]) -> tuple[HostedTable, int]:
    """The table at which a peer is, and the seat that they have there, or a refusal."""
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    seat = hosted.table.people.seat_of.get(session.name)
    if seat is None:
        raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=session.name)
    return hosted, seat


def state(core: ServerCore, request: Request[StateCommand]) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    deals = hosted.deals_so_far(request.peer, session.seat)
    request.answer(StateFollows(), (*deals, hosted.state(session)))


def scores(core: ServerCore, request: Request[ScoresCommand]) -> None:
    table = core.at_table(request.peer).table
    standings = table.standings() if table.scores else ()
    request.answer(Scores(tuple([table.names[s], table.scores[s]] for _, s in standings)))


def legal(core: ServerCore, request: Request[LegalCommand]) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    offers = hosted.table.legal(hosted.table.people.seat_of.get(session.name, WATCHER))
    request.answer(Legal(tuple(map(str, offers))))


def why(core: ServerCore, request: Request[WhyCommand]) -> None:
    """Whether one may say it, and why not; it is not carried out, nor punished."""
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    hosted.table.check(session.name, request.command.command, core.now())
    request.answer(MaySay())


def who(core: ServerCore, request: Request[WhoCommand]) -> None:
    table = core.at_table(request.peer).table
    people = tuple([name, str(role)] for name, role in table.people.roles.items())
    request.answer(Who(people))


def get_help(core: ServerCore, request: Request[HelpCommand]) -> None:
    found = help_for(core, request.peer, request.command.word.upper())
    request.answer(HelpFollows(), tuple(HelpLine(*line).words() for line in found))


COMMANDS: dict[type[ClientCommand], Callable[[ServerCore, Request[Any]], Job | HandOn | None]] = {
    EnterCommand: enter,
    ProveCommand: prove,
    ResumeCommand: resume,
    SignupCommand: sign_up,
    DeleteCommand: delete,
    ExportCommand: export,
    ExitCommand: leave,
    KickCommand: kick,
    CloseCommand: close,
    QuitCommand: leave_server,
    LanguageCommand: language,
    ViewsCommand: views,
    ProofsCommand: proofs,
    CommitCommand: contribute,
    RevealCommand: contribute,
    DisputeCommand: dispute,
    FollowCommand: follow,
    PingCommand: ping,
    GamesCommand: games,
    OptionsCommand: options,
    RulesCommand: rules,
    DescribeCommand: describe,
    TablesCommand: tables,
    LobbyCommand: lobby,
    OpenCommand: open_table,
    JoinCommand: join,
    WatchCommand: join,
    StartCommand: start,
    ChatCommand: chat,
    HandCommand: hand,
    StateCommand: state,
    ScoresCommand: scores,
    LegalCommand: legal,
    KnowCommand: know,
    AdviseCommand: give_advice,
    WhoCommand: who,
    WhyCommand: why,
    HelpCommand: get_help,
    **dict.fromkeys(ACTS, as_host),
}


def _game_with(core: ServerCore, name: str, preset: str) -> type[NetGame]:
    """The game of that name, which has such a preset."""
    game = core.find_game(name)
    game.with_options(preset)
    return game
