"""How a person gets to a table: straight to a game, by a menu of games, or by the list of tables.

Speaks to the server through the visit; knows no terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text as Styled

from cardkit.client.robots import level_told
from cardkit.client.scenes import Menu
from cardkit.client.slash import do_slash_word
from cardkit.client.styled import DIM, fill, ink
from cardkit.levels import Level
from cardkit.netgame import Refused, Text, plural, say
from cardkit.protocol.client_commands import GamesCommand, OpenCommand, TablesCommand
from cardkit.protocol.messages import Game, Opened, Table
from cardkit.protocol.reasons import ServerReason

if TYPE_CHECKING:
    from cardkit.client.terminal_session import TerminalSession

Row = tuple[str, list[Styled]]


async def find_table(visit: TerminalSession) -> None:
    """Lead the person one step on: to a table, or to the menu once more."""
    wish = visit.wish
    if wish.game:
        await _go_straight(visit)
        return
    try:
        await (_choose_game(visit) if wish.alone else _choose_table(visit))
    except Refused as refused:
        visit.complain(refused)


async def _go_straight(visit: TerminalSession) -> None:
    """To the table of that name, to one of that game with a free seat, or to a new one."""
    wish = visit.wish
    tables = await _tables(visit)
    if wish.game in [table.name for table in tables]:
        await visit.go_to(wish.game, watch=wish.watch)
        return
    if _is_code(wish.game) and wish.game.lower() not in visit.look.titles:
        await visit.go_to(wish.game.lower(), watch=wish.watch)
        return
    if wish.watch:
        await _watch(visit, [t.name for t in tables if t.game == wish.game.lower()])
        return
    chosen = {"preset": wish.preset, "robots": wish.level}
    asked = {**{name: value for name, value in chosen.items() if value}, **wish.options}
    for table in tables:
        fits = table.fits(asked)
        free = table.phase != "playing" and table.has_room()
        if table.game == wish.game.lower() and fits and free:
            await visit.go_to(table.name)
            if not table.players:
                await visit.start()
            return
    await _open(visit, OpenCommand(wish.game, wish.preset, wish.options))
    await visit.start()


async def _watch(visit: TerminalSession, tables: Sequence[str]) -> None:
    if not tables:
        raise Refused(
            ServerReason.NO_SUCH_TABLE, "there is no table of {game} to watch", game=visit.wish.game
        )
    await visit.go_to(tables[0], watch=True)


async def _choose_game(visit: TerminalSession) -> None:
    """The menu of one's own server: a number, and the game begins."""
    lang = visit.language
    note = fill("Type the number of a game; robots take the other seats. /quit ends.", lang)
    words = await _choose(visit, await _game_menu(visit, say("What shall we play?", lang), note))
    if words:
        await _open(visit, OpenCommand.read(words))
        await visit.start()


async def _choose_table(visit: TerminalSession) -> None:
    """The tables of a server where others are, too."""
    lang = visit.language
    notes = [
        fill("Type a number to play there, w and a number to watch, n for a new table.", lang),
        fill("Enter looks again, /quit ends. For a private table, type its code.", lang),
    ]
    rows = [_table_row(visit, table) for table in await _tables(visit)]
    menu = Menu(visit.where, lang, say("Tables", lang), rows, notes)
    typed = await _typed(visit, menu)
    first, _, rest = typed.partition(" ")
    match first.lower():
        case "":
            return
        case "n" | "open":
            await _new_table(visit, rest.split())
        case "w" | "watch":
            await visit.go_to(_chosen(menu, rest), watch=True)
        case "join":
            await visit.go_to(_chosen(menu, rest))
        case _:
            await visit.go_to(_chosen(menu, typed))


def _chosen(menu: Menu, typed: str) -> str:
    """A table of the menu, or a private one by its code."""
    if _is_code(typed) and typed.lower() not in menu.names:
        return typed.lower()
    return menu.choose(typed)


def _is_code(typed: str) -> bool:
    """Whether this may be the name of a table, listed or not."""
    return "-" in typed.strip("-") and len(typed.split()) == 1


async def _new_table(visit: TerminalSession, words: Sequence[str]) -> None:
    if not words:
        lang = visit.language
        note = fill("Type the number of a game, and a preset if you like. Enter goes back.", lang)
        words = await _choose(visit, await _game_menu(visit, say("A new table", lang), note))
    if words:
        await _open(visit, OpenCommand.read(words))


async def _choose(visit: TerminalSession, menu: Menu) -> list[str]:
    """What was chosen of a menu, and the words after it."""
    first, *more = (await _typed(visit, menu)).split() or [""]
    return [menu.choose(first), *more] if first else []


async def _typed(visit: TerminalSession, menu: Menu) -> str:
    """What is typed at a menu and is meant for it; nothing, when the menu may be another now."""
    while True:
        visit.show_menu(menu)
        typed = (await visit.front.line()).text.strip()
        if typed == "+":
            menu.turn_page()
        elif typed.startswith(("/", "?", "？")):
            await do_slash_word(visit, typed)
            if not typed.startswith(("/h", "?", "？")):
                return ""
        else:
            return typed


async def _open(visit: TerminalSession, command: OpenCommand) -> None:
    """Open a table with robots for its free seats, and take a seat there."""
    level = visit.wish.level or Level.NORMAL
    command = replace(command, options={"robots": level, **command.options})
    reply = (await visit.connection.say(command)).reply
    if not isinstance(reply, Opened):
        raise Refused(ServerReason.NO_SUCH_TABLE, "the server has opened no table")
    await visit.go_to(reply.table)


async def _tables(visit: TerminalSession) -> list[Table]:
    answer = await visit.connection.say(TablesCommand())
    return [m for m in answer.messages if isinstance(m, Table)]


def _table_row(visit: TerminalSession, table: Table) -> Row:
    lang, titles, options = visit.language, visit.look.titles, table.options
    rules = visit.game_class(table.game)
    usual = (titles.get(table.game), None if rules is None else rules.title)
    chosen = [f"{key}={value}" for key, value in options.items() if key not in ("preset", "robots")]
    return table.name, [
        ink(table.name, "bold"),
        Styled(titles.get(table.game, table.game)),
        Styled(say(table.phase, lang)),
        fill("{taken} of {seats}", lang, taken=len(table.players), seats=table.seats),
        ink(_watched(table).text(lang), DIM),
        ink("" if table.title in usual else table.title, "italic"),
        ink(" ".join([str(options.get("preset", "")), *chosen]).strip(), DIM),
        Styled(", ".join(map(visit.look.called, table.players))),
        ink(level_told(str(options.get("robots", "")), lang), DIM),
    ]


def _watched(table: Table) -> Text:
    if not table.watching:
        return Text("")
    return plural(table.watching, "one watches", "{n} watch")


async def _game_menu(visit: TerminalSession, title: str, note: Styled) -> Menu:
    answer = await visit.connection.say(GamesCommand())
    rows: list[Row] = []
    for message in answer.messages:
        if isinstance(message, Game):
            least, most = message.least, message.most
            players = (
                plural(most, "1 player", "{n} players")
                if least == most
                else Text("{least}–{most} players", least=least, most=most)
            )
            cells = [
                ink(message.title, "bold"),
                fill(players, visit.language),
                ink(message.summary, DIM),
            ]
            rows.append((message.name, cells))
    level = Level(visit.wish.level or Level.NORMAL)
    robots = fill("Robots are {level}; /robots changes that.", visit.language, level=level.title)
    return Menu(visit.where, visit.language, title, rows, [note, robots])
