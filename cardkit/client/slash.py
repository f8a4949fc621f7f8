"""What a person can type besides moves: words that begin with a slash, such as /help.

Each is a function of the visit and what was typed after the word.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text as Styled

from cardkit.cardgame import CardView
from cardkit.client.move_list import list_moves
from cardkit.client.robots import level_named
from cardkit.client.scenes import Suggestion
from cardkit.client.screen import hand_of, table_lines
from cardkit.client.styled import fill, in_columns, ink
from cardkit.levels import Level
from cardkit.netgame import LANGUAGES, Reason, Refused, say
from cardkit.protocol.client_commands import (
    AdviseCommand,
    ChatCommand,
    HereCommand,
    KickCommand,
    LoginCommand,
    LogoutCommand,
    ReadyCommand,
    RulesCommand,
    SeatCommand,
    StartCommand,
    WhoCommand,
)
from cardkit.protocol.messages import Advice, RulesLine, Who
from cardkit.protocol.reasons import ServerReason
from cardkit.rules_page import RulesPage

if TYPE_CHECKING:
    from cardkit.client.terminal_session import TerminalSession

MARKS = ("/", ":", "：", "?", "？")
"""What such a word begins with; a colon says something, a question mark asks for help."""
_ALSO = {
    "EXIT": "leave",
    "QUIT": "quit",
    "HELP": "help",
    "CHAT": "say",
    "CLOSE": "close",
    "LANGUAGE": "lang",
}
"""Words of the protocol that mean something here, too."""
_WITHOUT_SERVER = ("help", "hand", "table", "moves", "deal", "quit")
_EXAMPLES = ("the move with that number", "these cards", "the words of the game")


class Leave(Exception):
    """The person wants to go."""


class SlashWord(NamedTuple):
    """How it is typed, what it means, and what it does."""

    usage: str
    meaning: str
    do: Callable[[TerminalSession, str], Awaitable[None]]


def is_slash_word(text: str) -> bool:
    return text.startswith(MARKS) or text.partition(" ")[0].upper() in _ALSO


async def do_slash_word(visit: TerminalSession, text: str) -> None:
    """Carry it out, also when only as much of it was typed as is needed to tell it."""
    word, _, rest = text.lstrip("/").partition(" ")
    if text[0] in ":：":
        word, rest = "say", text[1:]
    elif text[0] in "?？":
        word = "help"
    word = _ALSO.get(word.upper(), word.lower())
    meant = [word] if word in WORDS else [known for known in WORDS if known.startswith(word)]
    if len(meant) != 1:
        raise Refused(
            Reason.UNKNOWN_WORD,
            "/{word} means nothing here; there are: {known}",
            word=word,
            known=" ".join(f"/{known}" for known in WORDS),
        )
    if visit.where.lost and meant[0] not in _WITHOUT_SERVER:
        raise not_now()
    await WORDS[meant[0]].do(visit, rest.strip())


def not_now() -> Refused:
    """What is typed without a connection is not kept: until it is back, much may have changed."""
    return Refused(ServerReason.NO_CONNECTION, "there is no connection; wait until it is back")


def slash_words(language: str) -> list[Suggestion]:
    """What Tab completes."""
    return [Suggestion(f"/{name}", say(word.meaning, language)) for name, word in WORDS.items()]


async def _help(visit: TerminalSession, rest: str) -> None:
    lang, tell = visit.language, visit.tell
    tell(fill("To play, type the number of a move, its cards or its command:", lang))
    width = visit.front.columns
    tell(*in_columns([_usage(*example, lang) for example in _examples(visit)], width))
    tell(fill("Besides that:", lang))
    words = [_usage(word.usage, word.meaning, lang) for word in WORDS.values()]
    words += [[Styled(), Styled()]] * (len(words) % 2)
    tell(*in_columns([[*a, *b] for a, b in zip(words[::2], words[1::2], strict=True)], width))
    tell(fill("Tab completes, page up and down scroll, + turns a page of moves.", lang))


def _examples(visit: TerminalSession) -> Iterator[tuple[str, str]]:
    """How something is played, in the words of this game."""
    by_number, by_cards, by_word = _EXAMPLES
    words = visit.look.declaration.words.values()
    yield "3", by_number
    if any(word.cards for word in words):
        yield "7 7, s7 h7, ♠7 ♥7", by_cards
    if words:
        yield ", ".join(dict.fromkeys(word.verb for word in words)), by_word


def _usage(example: str, meaning: str, language: str) -> list[Styled]:
    return [ink(f" {example}", "bold"), fill(meaning, language)]


async def _hand(visit: TerminalSession, rest: str) -> None:
    view = _seen(visit)
    empty = fill("You have no cards.", visit.language)
    visit.tell(visit.look.faces.cards(hand_of(view, visit.look)) if view.hand else empty)


async def _table(visit: TerminalSession, rest: str) -> None:
    width, look = visit.front.columns, visit.look
    visit.tell(*table_lines(_seen(visit), look, plays=visit.plays, columns=width, rows=1000))


async def _moves(visit: TerminalSession, rest: str) -> None:
    if not visit.moves:
        raise Refused(Reason.NOT_YOUR_TURN, "you are asked for nothing now")
    width = visit.front.columns
    visit.tell(*list_moves(visit.moves, visit.look, width, 1000))


async def _hint(visit: TerminalSession, rest: str) -> None:
    """It is told with the log."""
    answer = await visit.connection.say(AdviseCommand())
    if not any(isinstance(message, Advice) for message in answer.messages):
        visit.tell(fill("A strong robot thinks about it …", visit.language))


async def _deal(visit: TerminalSession, rest: str) -> None:
    visit.tell(*visit.deals.explain(visit.language))


def _seen(visit: TerminalSession) -> CardView:
    if visit.state.view is None:
        raise Refused(ServerReason.NOT_AT_A_TABLE, "you are at no table")
    return visit.state.view


async def _rules(visit: TerminalSession, rest: str) -> None:
    answer = await visit.connection.say(RulesCommand.read(rest.split()))
    lines = [m.text for m in answer.messages if isinstance(m, RulesLine)]
    last = say("What can be changed", visit.language)  # that is for who opens a table
    ends = [at for at, line in enumerate(lines) if line in (f"## {last}", f"### {last}")]
    visit.front.print(RulesPage("\n".join(lines[: ends[0]] if ends else lines), visit.look.faces))


async def _scores(visit: TerminalSession, rest: str) -> None:
    await visit.tell_scores()


async def _who(visit: TerminalSession, rest: str) -> None:
    reply = (await visit.connection.say(WhoCommand())).reply
    if isinstance(reply, Who):
        called, lang = visit.look.called, visit.language
        people = [f"{called(name)} ({say(role, lang)})" for name, role in reply.people]
        visit.tell(Styled(", ".join(people)))


async def _say(visit: TerminalSession, rest: str) -> None:
    await visit.connection.say(ChatCommand.read(rest.split()))


async def _sit(visit: TerminalSession, rest: str) -> None:
    view, words = visit.state.view, rest.split()
    seated = view is not None and view.seat is not None and words
    await visit.connection.say((SeatCommand if seated else LoginCommand).read(words))


async def _stand(visit: TerminalSession, rest: str) -> None:
    await visit.connection.say(LogoutCommand())


async def _start(visit: TerminalSession, rest: str) -> None:
    await visit.connection.say(StartCommand())


async def _ready(visit: TerminalSession, rest: str) -> None:
    await visit.connection.say(ReadyCommand())


async def _here(visit: TerminalSession, rest: str) -> None:
    await visit.connection.say(HereCommand())


async def _leave(visit: TerminalSession, rest: str) -> None:
    await visit.leave_table()


async def _kick(visit: TerminalSession, rest: str) -> None:
    await visit.connection.say(KickCommand.read(rest.split()))


async def _close(visit: TerminalSession, rest: str) -> None:
    await visit.leave_table(close=True)


async def _lang(visit: TerminalSession, rest: str) -> None:
    if rest not in LANGUAGES:
        raise Refused(
            Reason.UNKNOWN_WORD,
            "{verb} takes {allowed} and no more",
            verb="/lang",
            allowed=", ".join(LANGUAGES),
        )
    await visit.speak(rest)


async def _robots(visit: TerminalSession, rest: str) -> None:
    if rest:
        visit.meet(level_named(rest))
    level, lang = Level(visit.wish.level or Level.NORMAL), visit.language
    text = "At a table that you open, robots are {level}: {sentence}"
    visit.tell(fill(text, lang, level=level.title, sentence=level.sentence))


async def _quit(visit: TerminalSession, rest: str) -> None:
    raise Leave


WORDS = {
    "help": SlashWord("/help", "this help", _help),
    "hand": SlashWord("/hand", "your cards", _hand),
    "table": SlashWord("/table", "what you see of the table", _table),
    "moves": SlashWord("/moves", "all that you may do now", _moves),
    "hint": SlashWord("/hint", "what a strong robot would do (or F2)", _hint),
    "deal": SlashWord("/deal", "how the cards were dealt", _deal),
    "rules": SlashWord("/rules", "the rules of this table", _rules),
    "scores": SlashWord("/scores", "the points", _scores),
    "who": SlashWord("/who", "who is at the table", _who),
    "say": SlashWord("/say WORDS", "talk to all (or :WORDS)", _say),
    "sit": SlashWord("/sit [PLACE]", "take a seat, or another", _sit),
    "stand": SlashWord("/stand", "give up the seat", _stand),
    "start": SlashWord("/start", "begin the game", _start),
    "ready": SlashWord("/ready", "another match, when all want it", _ready),
    "here": SlashWord("/here", "still there: more time, or your seat again", _here),
    "leave": SlashWord("/leave", "go to another table", _leave),
    "kick": SlashWord("/kick NAME", "send somebody away from your table", _kick),
    "close": SlashWord("/close", "close your table", _close),
    "lang": SlashWord(f"/lang {'|'.join(LANGUAGES)}", "the language", _lang),
    "robots": SlashWord(f"/robots [{'|'.join(Level)}]", "how well robots play", _robots),
    "quit": SlashWord("/quit", "leave (or Ctrl-D, Ctrl-C)", _quit),
}
