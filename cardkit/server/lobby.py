"""The words of the house: to come and go, to find a table, and to ask for what one may know.

Each is a function of the house and the call; it answers, or raises `Refused` with nothing changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from cardkit.cardgame.rules import rule_sheet, summary_of
from cardkit.netgame import LANGUAGES, NetGame, Reason, Refused, Text, say, translate
from cardkit.netgame.conditions import about_of, did_you_mean, kind_of, values_of, written
from cardkit.protocol import Message
from cardkit.server.calls import Call, Job
from cardkit.server.desk import Desk
from cardkit.server.doors import enter, prove, resume
from cardkit.server.giving import contribute, dispute, proofs
from cardkit.server.house import House
from cardkit.server.manual import help_for
from cardkit.server.press import hand_of
from cardkit.server.setting import HouseRules

LONGEST_CHAT = 500
TABLES_SHOWN = 200
LONGEST_OPTION = 200
SECRETS = ("match", "hand", "auditor")
"""When the secret of a deal is told: after the match, after each hand, or to nobody here."""


def leave(house: House, call: Call) -> None:
    """EXIT: leave the table, or in the lobby the house."""
    session = call.caller.session
    if session is None or session.desk is None:
        return quit_house(house, call)
    _no_more(call, 1)
    house.leave_table(session, call.tag)
    session.save(house.ledger)
    return call.answer("EXIT")


def quit_house(house: House, call: Call) -> None:
    """QUIT: leave the house for good."""
    _no_more(call, 1)
    if call.caller.session is not None:
        house.end_session(call.caller.session)
    call.answer("QUIT")
    house.ledger.hang_up(call.caller)


def language(house: House, call: Call) -> None:
    call.caller.language = call.one_of(LANGUAGES)
    call.answer()


def views(house: House, call: Call) -> None:
    call.caller.views = call.one_of(("on", "hand", "off"))
    call.answer()


def ping(house: House, call: Call) -> None:
    _no_more(call, 2)
    call.answer("PONG", round(house.now(), 3), *call.words[1:])


def games(house: House, call: Call) -> None:
    _no_more(call, 1)
    lang = call.caller.language
    more = tuple(
        (
            "GAME",
            name,
            translate(game.title, lang),
            game.seats.least,
            game.seats.most,
            list(game.presets),
            translate(summary_of(game), lang),
        )
        for name, game in house.games.items()
    )
    call.answer("GAMES", len(more), more=more)


def options(house: House, call: Call) -> Job | None:
    game, preset = _game_and_preset(house, call)
    lang = call.caller.language

    def listed() -> tuple[Message, ...]:
        return tuple(
            (
                "OPTION",
                name,
                written(option.value),
                kind_of(option.field),
                say("{it}", lang, it=values_of(option.field)),
                say(about_of(option.field).meaning, lang),
            )
            for name, option in game.options(preset).items()
        )

    return _answer_once_written(house, call, "OPTIONS", (game, preset, lang), listed)


def rules(house: House, call: Call) -> Job | None:
    chosen: dict[str, Any] = {}
    if len(call.words) == 1:
        setting = house.at_table(call.caller).setting
        game, preset, chosen = setting.rules, setting.preset, dict(setting.options)
    else:
        game, preset = _game_and_preset(house, call)
    lang = call.caller.language

    def sheet() -> tuple[Message, ...]:
        lines = rule_sheet(game, preset, chosen, lang).splitlines()  # type: ignore[arg-type]
        return tuple(("RULES", line) for line in lines)

    about = (game, preset, lang, repr(sorted(chosen.items())))
    return _answer_once_written(house, call, "RULES", about, sheet)


def _answer_once_written(
    house: House,
    call: Call,
    kind: str,
    about: tuple[object, ...],
    write: Callable[[], tuple[Message, ...]],
) -> Job | None:
    """Answer with what takes long to write: off the event loop, and only the first time."""
    written_before = house.written.get((kind, *about))

    def answer(lines: tuple[Message, ...]) -> None:
        house.written.keep((kind, *about), lines)
        call.answer(kind, len(lines), more=lines)

    if written_before is None:
        return Job(call, write, answer)
    answer(written_before)
    return None


def tables(house: House, call: Call) -> None:
    _no_more(call, 2)
    wanted = call.words[1].lower() if len(call.words) > 1 else ""
    if wanted:
        house.find_game(wanted)
    found = [d for d in house.desks.values() if wanted in ("", d.setting.game)]
    more = tuple(map(_about, found[:TABLES_SHOWN]))
    call.answer("TABLES", len(found), more=more)


def _about(desk: Desk) -> tuple[Any, ...]:
    table, setting = desk.table, desk.setting
    chosen = {"preset": setting.preset} if setting.preset else {}
    return (
        "TABLE",
        setting.name,
        setting.game,
        setting.house.title or table.title,
        "suspended" if table.suspended else table.phase,
        [n for n in table.names if n in table.people or table.playing],
        table.seats.most,
        sum(role in ("waiting", "watching") for role in table.people.values()),
        {**chosen, **setting.options},
    )


def open_table(house: House, call: Call) -> None:
    """OPEN game [preset] [name=value …]"""
    session = house.someone(call.caller)
    if len(call.words) < 2:
        raise Refused(
            Reason.NO_SUCH_GAME,
            "name the game, and options if you like: OPEN {game} robots=yes",
            game=next(iter(house.games), "daifugo"),
        )
    game, *settings = call.words[1:]
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
    house_rules = HouseRules(
        title=_title(chosen.pop("title", "")),
        robots=_yes_no("robots", chosen.pop("robots", "no")),
        pause=_seconds("pause", chosen.pop("pause", "0")),
        secret=_secret(chosen.pop("secret", "match")),
        owner=session.name,
        origin=house.vault.mark(call.caller.origin),
    )
    house.openings.check(call.caller.origin)
    desk = house.open_table(game, preset, chosen, house_rules)
    call.done()
    session.save(house.ledger)
    call.answer("OPEN", desk.name)


def join(house: House, call: Call, *, watch: bool) -> None:
    session = house.someone(call.caller)
    verb = call.words[0].upper()
    if len(call.words) != 2:
        raise Refused(
            Reason.NO_SUCH_TABLE,
            "name the table: {verb} {table}",
            verb=verb,
            table=next(iter(house.desks), "daifugo-1"),
        )
    if session.desk is not None:
        raise Refused(
            Reason.AT_A_TABLE,
            "you are at {table}; EXIT leaves it",
            table=session.desk.name,
        )
    desk = house.find_desk(call.words[1])
    house.join(session, desk, call.tag, watch=watch)
    more: list[Message] = [*desk.dealing.so_far(call.caller, session.seat, cards=True)]
    more += desk.state(session), *desk.question(call.caller, session.seat)
    if call.caller.views == "hand":  # a person, who would like to know how to go on
        more += (("HELP", *line) for line in help_for(house, call.caller, ""))
    call.answer(verb, desk.name, more=tuple(more))


def start(house: House, call: Call) -> None:
    desk, session = house.at_table(call.caller), house.someone(call.caller)
    _no_more(call, 1)
    desk.start(session.name, call.caller, call.tag)
    call.done()
    house.watch_clock(desk)


def chat(house: House, call: Call) -> None:
    desk, session = house.at_table(call.caller), house.someone(call.caller)
    said = " ".join(call.words[1:])
    if not said or len(said) > LONGEST_CHAT or not said.isprintable():
        raise Refused(
            Reason.BAD_TEXT,
            "say 1 to {most} characters, none of which controls the terminal or the direction",
            most=LONGEST_CHAT,
        )
    house.chatter.check(session.name)
    if call.tag:
        call.done()
        session.save(house.ledger)
    heard = ("CHAT", session.name, said)
    call.answer(more=(heard,))
    for other in desk.listeners:
        if other.caller is not None and other is not session:
            house.ledger.say(other.caller, heard)


def hand(house: House, call: Call) -> None:
    desk, session = house.at_table(call.caller), house.someone(call.caller)
    if session.name not in desk.table.seat_of:
        raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=session.name)
    call.answer("HAND", *hand_of(desk.table, desk.table.seat_of[session.name]))


def state(house: House, call: Call) -> None:
    desk, session = house.at_table(call.caller), house.someone(call.caller)
    deals = desk.dealing.so_far(call.caller, session.seat, cards=True)
    call.answer("STATE", more=(*deals, desk.state(session)))


def scores(house: House, call: Call) -> None:
    table = house.at_table(call.caller).table
    call.answer("SCORES", *([table.names[s], table.scores[s]] for _, s in _standings(table)))


def _standings(table: NetGame) -> list[tuple[int, int]]:
    return table.standings() if table.scores else []


def legal(house: House, call: Call) -> None:
    desk, session = house.at_table(call.caller), house.someone(call.caller)
    offers = desk.table.legal(desk.table.seat_of.get(session.name, -1))
    call.answer("LEGAL", *map(str, offers))


def why(house: House, call: Call) -> None:
    """WHY command: whether one may say it, and why not; it is not carried out, nor punished."""
    desk, session = house.at_table(call.caller), house.someone(call.caller)
    desk.table.check(session.name, " ".join(call.words[1:]), house.now())
    call.answer("WHY")


def who(house: House, call: Call) -> None:
    table = house.at_table(call.caller).table
    call.answer("WHO", *([name, str(role)] for name, role in table.people.items()))


def get_help(house: House, call: Call) -> None:
    found = help_for(house, call.caller, call.words[1].upper() if len(call.words) > 1 else "")
    more = tuple(("HELP", usage, text) for usage, text in found)
    call.answer("HELP", more=more)


WORDS: dict[str, Callable[[House, Call], Job | None]] = {
    "ENTER": enter,
    "PROVE": prove,
    "RESUME": resume,
    "EXIT": leave,
    "QUIT": quit_house,
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
House.words = WORDS


def _no_more(call: Call, words: int) -> None:
    if len(call.words) > words:
        raise Refused(
            Reason.UNKNOWN_WORD,
            "{verb} takes fewer words; HELP {verb} shows how it is said",
            verb=call.words[0].upper(),
        )


def _game_and_preset(house: House, call: Call) -> tuple[type[NetGame], str]:
    if len(call.words) < 2:
        raise Refused(Reason.NO_SUCH_GAME, "name the game: {known}", known=", ".join(house.games))
    _no_more(call, 3)
    game = house.find_game(call.words[1])
    preset = call.words[2] if len(call.words) > 2 else ""
    game.with_options(preset)
    return game, preset


def _title(text: str) -> str:
    """A command has words, so a space in a title is written as an underscore."""
    if len(text) > 40 or not text.isprintable():
        raise Refused(Reason.BAD_OPTION, "a title has at most 40 characters")
    return re.sub("(?<=[^_])_(?=[^_])", " ", text)


def _yes_no(name: str, value: str) -> bool:
    known = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
    if value.lower() not in known:
        raise Refused(
            Reason.BAD_OPTION,
            "{name} is yes or no, not {value}{hint}",
            name=name,
            value=value[:40],
            hint=did_you_mean(value, list(known)) or Text("."),
        )
    return known[value.lower()]


def _secret(value: str) -> str:
    if value.lower() not in SECRETS:
        raise Refused(
            Reason.BAD_OPTION,
            "{name} is one of {known}, not {value}",
            name="secret",
            known=", ".join(SECRETS),
            value=value[:40],
        )
    return value.lower()


def _seconds(name: str, value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if seconds and not 1 <= seconds <= 3600:
        raise Refused(
            Reason.BAD_OPTION,
            "{name} is 0 or a number of seconds from 1 to 3600, not {value}",
            name=name,
            value=value[:40],
        )
    return seconds
