"""The commands of the server: to come and go, to find a table, and to ask for what one may know.

Each is a function of the core and a request; it answers, or raises `Refused` with nothing changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from cardkit.cardgame.rules import rule_sheet, summary_of
from cardkit.netgame import LANGUAGES, WATCHER, NetGame, Reason, Refused
from cardkit.netgame.conditions import about_of, kind_of, values_of, written
from cardkit.protocol import Words
from cardkit.protocol.messages import Chat, Game, HelpLine, OptionLine, RulesLine, Table
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason
from cardkit.server.authentication import enter, prove, resume
from cardkit.server.deal_commands import contribute, dispute, proofs
from cardkit.server.encoding import hand_of
from cardkit.server.help_text import help_for
from cardkit.server.hosted_table import HostedTable
from cardkit.server.request import Job, Request
from cardkit.server.table_settings import hosting_options

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore

LONGEST_CHAT = 500
TABLES_SHOWN = 200
LONGEST_OPTION = 200


def leave(core: ServerCore, request: Request) -> None:
    """EXIT: leave the table, or in the lobby the server."""
    session = request.peer.session
    if session is None or session.hosted is None:
        return leave_server(core, request)
    _no_more(request, 1)
    core.leave_table(session, request.tag)
    session.save(core.outbox)
    return request.answer("EXIT")


def leave_server(core: ServerCore, request: Request) -> None:
    """QUIT: leave the server for good."""
    _no_more(request, 1)
    if request.peer.session is not None:
        core.end_session(request.peer.session)
    request.answer("QUIT")
    core.outbox.hang_up(request.peer)


def language(core: ServerCore, request: Request) -> None:
    request.peer.language = request.one_of(LANGUAGES)
    request.answer()


def views(core: ServerCore, request: Request) -> None:
    request.peer.views = request.one_of(("on", "hand", "off"))
    request.answer()


def ping(core: ServerCore, request: Request) -> None:
    _no_more(request, 2)
    request.answer("PONG", round(core.now(), 3), *request.words[1:])


def games(core: ServerCore, request: Request) -> None:
    _no_more(request, 1)
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
    request.answer("GAMES", len(more), more=more)


def options(core: ServerCore, request: Request) -> Job | None:
    game, preset = _game_and_preset(core, request)
    lang = request.peer.language

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

    return _answer_once_written(core, request, "OPTIONS", (game, preset, lang), listed)


def rules(core: ServerCore, request: Request) -> Job | None:
    chosen: dict[str, Any] = {}
    if len(request.words) == 1:
        settings = core.at_table(request.peer).settings
        game, preset, chosen = settings.rules, settings.preset, dict(settings.options)
    else:
        game, preset = _game_and_preset(core, request)
    lang = request.peer.language

    def sheet() -> tuple[Words, ...]:
        lines = rule_sheet(game, preset, chosen, lang).splitlines()
        return tuple(RulesLine(line).words() for line in lines)

    about = (game, preset, lang, repr(sorted(chosen.items())))
    return _answer_once_written(core, request, "RULES", about, sheet)


def _answer_once_written(
    core: ServerCore,
    request: Request,
    kind: str,
    about: tuple[object, ...],
    write: Callable[[], tuple[Words, ...]],
) -> Job | None:
    """Answer with what takes long to write: off the event loop, and only the first time."""
    written_before = core.written.get((kind, *about))

    def answer(lines: tuple[Words, ...]) -> None:
        core.written.keep((kind, *about), lines)
        request.answer(kind, len(lines), more=lines)

    if written_before is None:
        return Job(request, write, answer)
    answer(written_before)
    return None


def tables(core: ServerCore, request: Request) -> None:
    _no_more(request, 2)
    wanted = request.words[1].lower() if len(request.words) > 1 else ""
    if wanted:
        core.find_game(wanted)
    found = [d for d in core.tables.values() if wanted in ("", d.settings.game)]
    more = tuple(map(_about, found[:TABLES_SHOWN]))
    request.answer("TABLES", len(found), more=more)


def _about(hosted: HostedTable) -> Words:
    table, settings = hosted.table, hosted.settings
    chosen = {"preset": settings.preset} if settings.preset else {}
    roles = table.people.roles
    return Table(
        name=settings.name,
        game=settings.game,
        title=settings.hosting.title or table.title,
        phase="suspended" if table.suspended else table.phase,
        players=[n for n in table.names if n in roles or table.playing],
        seats=table.seats.most,
        waiting=sum(role in ("waiting", "watching") for role in roles.values()),
        options={**chosen, **settings.options},
    ).words()


def open_table(core: ServerCore, request: Request) -> None:
    """OPEN game [preset] [name=value …]"""
    session = core.someone(request.peer)
    if len(request.words) < 2:
        raise Refused(
            LocalReason.NO_SUCH_GAME,
            "name the game, and options if you like: OPEN {game} robots=yes",
            game=next(iter(core.games), "daifugo"),
        )
    game, *settings = request.words[1:]
    preset = settings.pop(0) if settings and "=" not in settings[0] else ""
    chosen: dict[str, str] = {}
    for word in settings:
        name, equals, value = word.partition("=")
        if not name or not equals or len(word) > LONGEST_OPTION or word.split() != [word]:
            raise Refused(
                Reason.BAD_OPTION, "an option is written name=value, not {word}", word=word[:40]
            )
        if name in chosen:
            raise Refused(Reason.BAD_OPTION, "{name} is given twice", name=name)
        chosen[name] = value
    origin = core.vault.mark(request.peer.origin)
    hosting, options = hosting_options(chosen, owner=session.name, origin=origin)
    core.openings.check(request.peer.origin)
    hosted = core.open_table(game, preset, options, hosting)
    request.done()
    session.save(core.outbox)
    request.answer("OPEN", hosted.name)


def join(core: ServerCore, request: Request, *, watch: bool) -> None:
    session = core.someone(request.peer)
    verb = request.words[0].upper()
    if len(request.words) != 2:
        raise Refused(
            ServerReason.NO_SUCH_TABLE,
            "name the table: {verb} {table}",
            verb=verb,
            table=next(iter(core.tables), "daifugo-1"),
        )
    if session.hosted is not None:
        raise Refused(
            ServerReason.AT_A_TABLE,
            "you are at {table}; EXIT leaves it",
            table=session.hosted.name,
        )
    hosted = core.find_table(request.words[1])
    core.join(session, hosted, request.tag, watch=watch)
    more: list[Words] = [*hosted.deals_so_far(request.peer, session.seat)]
    more += hosted.state(session), *hosted.question(request.peer, session.seat)
    if request.peer.views == "hand":  # a person, who would like to know how to go on
        more += (HelpLine(*line).words() for line in help_for(core, request.peer, ""))
    request.answer(verb, hosted.name, more=tuple(more))


def start(core: ServerCore, request: Request) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    _no_more(request, 1)
    hosted.start(session.name, request.peer, request.tag)
    request.done()
    core.watch_clock(hosted)


def chat(core: ServerCore, request: Request) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    said = " ".join(request.words[1:])
    if not said or len(said) > LONGEST_CHAT or not said.isprintable():
        raise Refused(
            ServerReason.BAD_TEXT,
            "say 1 to {most} characters, none of which controls the terminal or the direction",
            most=LONGEST_CHAT,
        )
    core.chatter.check(session.name)
    if request.tag:
        request.done()
        session.save(core.outbox)
    heard = Chat(session.name, said).words()
    request.answer(more=(heard,))
    for other in hosted.listeners:
        if other.peer is not None and other is not session:
            core.outbox.say(other.peer, heard)


def hand(core: ServerCore, request: Request) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    if session.name not in hosted.table.people.seat_of:
        raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=session.name)
    request.answer("HAND", *hand_of(hosted.table, hosted.table.people.seat_of[session.name]))


def state(core: ServerCore, request: Request) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    deals = hosted.deals_so_far(request.peer, session.seat)
    request.answer("STATE", more=(*deals, hosted.state(session)))


def scores(core: ServerCore, request: Request) -> None:
    table = core.at_table(request.peer).table
    request.answer("SCORES", *([table.names[s], table.scores[s]] for _, s in _standings(table)))


def _standings(table: NetGame) -> list[tuple[int, int]]:
    return table.standings() if table.scores else []


def legal(core: ServerCore, request: Request) -> None:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    offers = hosted.table.legal(hosted.table.people.seat_of.get(session.name, WATCHER))
    request.answer("LEGAL", *map(str, offers))


def why(core: ServerCore, request: Request) -> None:
    """WHY command: whether one may say it, and why not; it is not carried out, nor punished."""
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    hosted.table.check(session.name, " ".join(request.words[1:]), core.now())
    request.answer("WHY")


def who(core: ServerCore, request: Request) -> None:
    table = core.at_table(request.peer).table
    request.answer("WHO", *([name, str(role)] for name, role in table.people.roles.items()))


def get_help(core: ServerCore, request: Request) -> None:
    found = help_for(core, request.peer, request.words[1].upper() if len(request.words) > 1 else "")
    more = tuple(HelpLine(usage, text).words() for usage, text in found)
    request.answer("HELP", more=more)


COMMANDS: dict[str, Callable[[ServerCore, Request], Job | None]] = {
    "ENTER": enter,
    "PROVE": prove,
    "RESUME": resume,
    "EXIT": leave,
    "QUIT": leave_server,
    "LANGUAGE": language,
    "VIEWS": views,
    "PROOFS": proofs,
    "COMMIT": contribute,
    "REVEAL": contribute,
    "DISPUTE": dispute,
    "PING": ping,
    "GAMES": games,
    "OPTIONS": options,
    "RULES": rules,
    "TABLES": tables,
    "OPEN": open_table,
    "JOIN": partial(join, watch=False),
    "WATCH": partial(join, watch=True),
    "START": start,
    "CHAT": chat,
    "HAND": hand,
    "STATE": state,
    "SCORES": scores,
    "LEGAL": legal,
    "WHO": who,
    "WHY": why,
    "HELP": get_help,
}


def _no_more(request: Request, words: int) -> None:
    if len(request.words) > words:
        raise Refused(
            Reason.UNKNOWN_WORD,
            "{verb} takes fewer words; HELP {verb} shows how it is said",
            verb=request.words[0].upper(),
        )


def _game_and_preset(core: ServerCore, request: Request) -> tuple[type[NetGame], str]:
    if len(request.words) < 2:
        raise Refused(
            LocalReason.NO_SUCH_GAME, "name the game: {known}", known=", ".join(core.games)
        )
    _no_more(request, 3)
    game = core.find_game(request.words[1])
    preset = request.words[2] if len(request.words) > 2 else ""
    game.with_options(preset)
    return game, preset
