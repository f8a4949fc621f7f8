"""A person at a server, from the menu to the results, without a terminal: a fake front types."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import inf
from random import Random

import pytest
import trio
from hypothesis import given
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from rich.console import RenderableType
from rich.text import Text as Styled
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from cardkit import CardGame, Deal, OrderGame, Pile, Seats
from cardkit import Word as DeclaredWord
from cardkit.cardgame import Discard
from cardkit.client import Connection, StreamTransport, Transport, connect
from cardkit.client.look import Look
from cardkit.client.scenes import Location, Scene, Suggestion, TableScene
from cardkit.client.slash import WORDS
from cardkit.client.table_log import TableLog
from cardkit.client.terminal import MoveCompleter
from cardkit.client.terminal_session import Destination, TerminalSession
from cardkit.client.user_interface import Typed, lines_of
from cardkit.commands.play import address_and_game
from cardkit.netgame import Command, NetGame, Refused
from cardkit.protocol import read_message
from cardkit.protocol.messages import Action, Description, FactEvent
from cardkit.reasons import LocalReason
from cardkit.registry import find_game, installed
from cardkit.search import Choice
from cardkit.server.thinker import Answer
from examples.rock_paper_scissors import RockPaperScissors
from examples.tic_tac_toe import TicTacToe
from tests.fake_thinkers import FakeThinkers
from tests.server_helpers import Hall, a_hall
from tests.strange_stage import Bazaar
from tests.wild_words import ANYTHING

NO_WISH = Destination()
GAMES = {name: find_game(name) for name in installed()}
WITHOUT_CARDS: dict[str, type[NetGame]] = {"tictactoe": TicTacToe, "signs": RockPaperScissors}


KNOWN = GAMES | WITHOUT_CARDS


class FakeFront:
    """Somebody who types what the test says, and remembers everything that was seen."""

    sums = True
    columns = 80

    def __init__(self) -> None:
        self.left = trio.Event()
        self.told: list[str] = []
        self.scene: Scene | None = None
        self.begun = ""
        self._typed, self._lines = trio.open_memory_channel[Typed](inf)
        self._news = trio.Event()

    def tell(self, *lines: Styled, over: bool = False) -> None:
        if over:
            self.told.pop()
        self.told += [line.plain for line in lines]
        self._news.set()

    def print(self, sheet: RenderableType) -> None:
        self.tell(*lines_of(sheet, self.columns))

    def show(self, scene: Scene) -> None:
        self.scene = scene
        self._news.set()

    def begin_line(self, text: str) -> None:
        self.begun = text

    async def line(self) -> Typed:
        return await self._lines.receive()

    def type(self, text: str, question: int | None = None) -> None:
        assert self.scene is not None
        asked = self.scene.question if question is None else question
        self._typed.send_nowait(Typed(text, asked))

    @property
    def screen(self) -> str:
        assert self.scene is not None
        lines = [*self.scene.lines(80, 22), self.scene.status(80)]
        return "\n".join([*(line.plain for line in lines), self.scene.hint()])

    async def until(self, seen: str | Callable[[], bool]) -> None:
        """Until this was told or is on the screen."""
        with trio.fail_after(600):
            while not self._has(seen):
                self._news = trio.Event()
                await self._news.wait()

    def _has(self, seen: str | Callable[[], bool]) -> bool:
        if callable(seen):
            return seen()
        return any(seen in line for line in self.told) or (
            self.scene is not None and seen in self.screen
        )

    async def next_question(self) -> None:
        """Until something else is asked, or nothing."""
        question = self.table.question
        await self.until(lambda: self.table.question != question)

    @property
    def table(self) -> TableScene:
        assert isinstance(self.scene, TableScene)
        return self.scene

    def asked(self) -> bool:
        return isinstance(self.scene, TableScene) and bool(self.scene.moves)


class Person:
    """A front and the visit behind it."""

    def __init__(self, front: FakeFront, visit: TerminalSession) -> None:
        self.front, self.visit = front, visit
        self.links: list[Transport] = []


@asynccontextmanager
async def a_person(
    hall: Hall,
    wish: Destination = NO_WISH,
    name: str = "ann",
    language: str = "en",
) -> AsyncIterator[Person]:
    links: list[Transport] = []

    async def dial() -> Transport:
        ours, theirs = memory_stream_pair()
        hall.serve(theirs)
        links.append(StreamTransport(ours))
        return links[-1]

    given = Random(name).randbytes
    async with (
        connect(dial, jitter=lambda: 0.5, random_bytes=given) as connection,
        trio.open_nursery() as nursery,
    ):
        await connection.say("LANGUAGE", language)
        await connection.enter(name)
        front = FakeFront()
        visit = _visit(connection, front, wish, language)
        nursery.start_soon(visit.run)
        person = Person(front, visit)
        person.links = links
        yield person
        front.left.set()


def _visit(
    connection: Connection, front: FakeFront, wish: Destination, language: str
) -> TerminalSession:
    where = Location("the hall", connection.server_time)
    return TerminalSession(connection, front, Look(language=language), wish, where, KNOWN.get)


async def test_a_game_is_played_by_numbers_and_enter_alone(autojump_clock: MockClock) -> None:
    wish = Destination(game="page_one", alone=True)
    async with a_hall(GAMES, pace=0.5) as hall, a_person(hall, wish) as person:
        front = person.front
        await front.until(front.asked)
        assert "▶ your turn" in front.screen
        assert "hand" in front.screen
        while "The match is over." not in front.told:
            if front.asked():
                front.type("1" if len(front.table.moves) > 1 else "")
            await front.next_question()
        assert "Game 1 is over" in front.told
        assert "Enter begins a new match" in front.screen
        assert not any("NOT_YOUR_TURN" in line for line in front.told)
        front.type("")
        await front.until(lambda: front.told.count("— Game 1 —") == 2)


@pytest.mark.parametrize(
    ("language", "thinks", "sure"),
    [
        ("en", "A strong robot thinks about it …", "(quite sure)"),
        ("ja", "強いロボットが考えています", "（自信あり）"),
    ],
)
async def test_a_hint_says_what_a_strong_robot_would_do(
    autojump_clock: MockClock, language: str, thinks: str, sure: str
) -> None:
    wish, thinkers = Destination(game="whist", alone=True), FakeThinkers()
    async with (
        a_hall(GAMES, thinkers=thinkers) as hall,
        a_person(hall, wish, language=language) as person,
    ):
        front = person.front
        await front.until(front.asked)
        front.type("/hint")
        await front.until(thinks)
        first, second, *_ = [str(move.offer) for move in front.table.moves]
        front.type("/hint")
        await front.until("NOT_NOW")
        choices = Choice(first, 90, 2.0, 0.1), Choice(second, 60, 1.0, 0.1)
        thinkers.asked[0].answer(Answer(choices=choices))
        await front.until(sure)
        for said in (first, second):
            card = person.visit.look.faces.name(said.split()[1])
            assert any(card in line for line in front.told[-2:])
        front.type("/hint")
        await front.until(lambda: sum(sure in line for line in front.told) == 2)
        assert len(thinkers.asked) == 1


async def test_where_no_hints_are_allowed_that_is_said(autojump_clock: MockClock) -> None:
    wish = Destination(game="whist", alone=True, options={"advice": "no"})
    async with a_hall(GAMES, thinkers=FakeThinkers()) as hall, a_person(hall, wish) as person:
        front = person.front
        await front.until(front.asked)
        front.type("/hint")
        await front.until("NOT_ALLOWED: there are no hints at this table")


class Doubt(CardGame):
    """Lay cards as what they are not."""

    title = "Doubt"
    seats = Seats(least=2, most=2)
    stages = (Deal(each=3), OrderGame(discard=Discard(), draw=None))
    declares = (
        DeclaredWord(
            "DISCARD", "lay a card as the rank that is due", you="You lay {cards}", cards=(1, 1)
        ),
        Pile("table", label="heap"),
    )
    texts = {"ja": {"heap": "山", "You lay {cards}": "{cards}を伏せました"}}


async def test_a_game_that_is_not_installed_here_is_told_in_its_own_words(
    autojump_clock: MockClock,
) -> None:
    wish = Destination(game="mistrust", alone=True)
    async with a_hall({"mistrust": Doubt}) as hall, a_person(hall, wish) as person:
        front = person.front
        await front.until(front.asked)
        await front.until("heap")
        front.type("1")
        await front.until("You lay ")
        front.type("/lang ja")
        await front.until("山")


@pytest.mark.parametrize(
    ("language", "shown", "told"),
    [
        ("en", ["mood cheerful", "put a card by"], "You hang up "),
        ("ja", ["機嫌 上機嫌", "札を1枚取っておく"], "を掛けました"),
    ],
)
async def test_a_stage_that_exists_only_here_is_shown_and_told(
    language: str, shown: list[str], told: str, autojump_clock: MockClock
) -> None:
    wish = Destination(game="bazaar", alone=True)
    async with (
        a_hall({"bazaar": Bazaar}) as hall,
        a_person(hall, wish, language=language) as person,
    ):
        front = person.front
        await front.until(front.asked)
        await front.until(shown[0])  # the server describes the game
        assert [text for text in shown if text not in front.screen] == []
        hang = next(move for move in front.table.moves if move.verb == "HANG")
        front.type(str(hang.number))
        await front.until(told)
        await front.until("washing line" if language == "en" else "物干し")
        card = front.table.look.faces.name(hang.words[0])
        [row] = [line for line in front.screen.splitlines() if "·" in line and card in line]
        assert row.count("·") == 12
        front.type("/help")
        await front.until("HAGGLE, HANG, NOD")


@given(ANYTHING, ANYTHING, ANYTHING)
def test_whatever_describes_a_game_is_no_reason_to_fail(
    seats: object, declaration: object, texts: object
) -> None:
    words = ["DESCRIBE", "doubt", {"partners": seats}, {"words": declaration}, {"ja": texts}]
    for sent in (words, [*words[:3], declaration, texts]):
        told = read_message(sent)
        if not isinstance(told, Description):
            continue
        look = Look(language="ja").described(told)
        log = TableLog("ann", look)
        for kind in ("DRAW", "S7", *(word.verb for word in look.declaration.words.values())):
            log.tell([Action("ann", kind, ("S7",), number=1), FactEvent(kind, ["x"], number=2)])
            assert isinstance(look.label(kind), str)
            assert isinstance(look.meaning(Command(kind)), str)


@pytest.mark.parametrize(("game", "move"), [("tictactoe", "PLACE 1"), ("signs", "SHOW ROCK")])
async def test_a_game_without_cards_is_played_by_numbers(
    game: str, move: str, autojump_clock: MockClock
) -> None:
    wish = Destination(game=game, alone=True)
    async with a_hall(WITHOUT_CARDS, pace=0.5) as hall, a_person(hall, wish) as person:
        front = person.front
        await front.until(front.asked)
        assert move in front.screen
        assert ("1 │ 2 │ 3" in front.screen) is (game == "tictactoe")
        assert "hand" not in front.screen
        while not any("Game 1 is over" in line for line in front.told):
            if front.asked():
                front.type(str(front.table.moves[0].number))
            await front.next_question()
        said = "You mark 1" if game == "tictactoe" else "You show ROCK"
        assert any(said in line for line in front.told)


async def test_the_menu_leads_to_a_table_and_back(autojump_clock: MockClock) -> None:
    async with a_hall(GAMES) as hall, a_person(hall, Destination(alone=True)) as person:
        front = person.front
        await front.until("What shall we play?")
        front.type("99")
        await front.until(f"UNKNOWN_WORD: 99 is none of them; type a number from 1 to {len(GAMES)}")
        front.type("/lang ja")
        await front.until("何で遊びますか")
        front.type("whist middle")
        await front.until(front.asked)
        assert "ホイスト" in front.screen
        assert "パートナー" in front.screen
        front.type("/leave")
        await front.until("何で遊びますか")


async def test_a_server_shows_its_tables_to_play_watch_or_open_one(
    autojump_clock: MockClock,
) -> None:
    async with (
        a_hall(GAMES, pace=1.0) as hall,
        a_person(hall) as ann,
        a_person(hall, name="bob") as bob,
    ):
        await ann.front.until("Tables")
        ann.front.type("n")
        await ann.front.until("A new table")
        ann.front.type("daifugo uecda title=Friday_night")
        await ann.front.until("Enter begins the game")
        bob.front.type("")
        await bob.front.until("daifugo-1")
        assert "guest-ann" in bob.front.screen
        assert "uecda" in bob.front.screen
        assert "Friday night" in bob.front.screen
        bob.front.type("w 1")
        await ann.front.until("guest-bob comes to watch")
        bob.front.type(":good evening")
        await ann.front.until("guest-bob: good evening")
        bob.front.type("/leave")
        await bob.front.until("Tables")
        bob.front.type("1")
        await ann.front.until("guest-bob takes a seat")
        ann.front.type("")
        await bob.front.until("— Game 1 —")
        assert "guest-ann" in bob.front.screen


async def test_who_comes_too_late_gets_a_seat_after_the_game(autojump_clock: MockClock) -> None:
    async with a_hall(GAMES, pace=1.0) as hall, a_person(hall, Destination(game="page_one")) as ann:
        await ann.front.until(ann.front.asked)
        async with a_person(hall, Destination(game="page-one-1"), name="bob") as bob:
            await bob.front.until("You wait for a seat: number 1")
            while "The match is over." not in ann.front.told:
                if ann.front.asked():
                    ann.front.type("1")
                await ann.front.next_question()
            ann.front.type("")  # the next match begins
            await bob.front.until("You take a seat")


async def test_a_lost_connection_is_shown_and_comes_back(autojump_clock: MockClock) -> None:
    async with a_hall(GAMES, pace=1.0) as hall, a_person(hall, Destination(game="whist")) as person:
        front = person.front
        await front.until(front.asked)
        await person.links[-1].close()
        await front.until("NO CONNECTION")
        front.type("1")
        await front.until("NO_CONNECTION: there is no connection; wait until it is back")
        await front.until("The connection is back.")
        await front.until(front.asked)
        assert "NO CONNECTION" not in front.screen
        front.type("1")
        await front.until("You play")
        assert len(person.links) == 2


async def test_a_number_that_was_typed_for_another_question_is_not_played(
    autojump_clock: MockClock,
) -> None:
    async with a_hall(GAMES, pace=1.0) as hall, a_person(hall, Destination(game="whist")) as person:
        front = person.front
        await front.until(front.asked)
        front.type("1", question=front.table.question - 1)
        await front.until("NOT_NOW: what is asked has changed while you typed")
        assert not any(line.startswith("You play") for line in front.told)


async def test_a_question_is_answered_once_however_often_enter_is_pressed(
    autojump_clock: MockClock,
) -> None:
    wish = Destination(game="page_one", preset="strict")
    async with a_hall(GAMES, pace=1.0) as hall, a_person(hall, wish) as person:
        front = person.front
        await front.until(front.asked)
        while "The match is over." not in front.told:
            if front.asked():
                for _ in range(3):
                    front.type("" if len(front.table.moves) == 1 else "1")
            await front.next_question()
        assert not any("NOT_YOUR_TURN" in line for line in front.told)


async def test_an_open_offer_is_begun_for_the_person(autojump_clock: MockClock) -> None:
    async with a_hall(GAMES) as hall, a_person(hall, Destination(game="akq")) as person:
        front = person.front
        await front.until(front.asked)
        number = next(move.number for move in front.table.moves if move.is_open)
        front.type(str(number))
        await front.until("add a number from")
        assert front.begun.endswith(" ")


async def test_all_words_with_a_slash_do_something(autojump_clock: MockClock) -> None:
    async with (
        a_hall(GAMES, pace=60.0) as hall,
        a_person(hall, Destination(game="daifugo")) as person,
    ):
        front = person.front
        await front.until("— Game 1 —")
        for word in sorted({*WORDS} - {"quit", "leave", "close", "lang", "say"}):
            front.told.clear()
            front.type(f"/{word}")
            await front.until(lambda: bool(front.told))
        front.type("/nonsense")
        await front.until("UNKNOWN_WORD: /nonsense means nothing here; there are: /help")
        front.type("?")
        await front.until("Tab completes")
        front.type("/lang tlh")
        await front.until("UNKNOWN_WORD: /lang takes en, ja and no more")
        front.type("scores")
        await front.until("SCORES guest-ann 0")
        front.type("xyzzy")
        await front.until("it is not your turn")


async def test_how_well_robots_play_is_chosen_in_the_menu(autojump_clock: MockClock) -> None:
    async with a_hall(GAMES, pace=60.0) as hall, a_person(hall, Destination(alone=True)) as person:
        front = person.front
        await front.until("Robots are normal")
        front.type("/robots tough")
        await front.until("BAD_OPTION: robots are easy, normal, strong, not tough")
        front.type("/robots easy")
        await front.until("Robots are easy")
        front.type("akq")
        await front.until("robots: easy")
        await front.until("Pip")
        assert "robot-" not in front.screen


async def test_a_table_with_other_robots_is_not_the_one_that_is_meant(
    autojump_clock: MockClock,
) -> None:
    async with (
        a_hall(GAMES, pace=60.0) as hall,
        a_person(hall, Destination(game="akq")) as bob,
        a_person(hall, Destination(game="akq", level="strong"), "cem") as cem,
    ):
        await bob.front.until("robots: normal")
        await cem.front.until("robots: strong")
        assert bob.visit.state.table != cem.visit.state.table


async def test_quitting_leaves_the_server(autojump_clock: MockClock) -> None:
    async with a_hall(GAMES) as hall, a_person(hall, Destination(game="akq")) as person:
        await person.front.until(person.front.asked)
        person.front.type("/quit")
        await wait_all_tasks_blocked()
        assert not hall.core.sessions


async def test_a_wish_that_cannot_be_is_refused(autojump_clock: MockClock) -> None:
    with pytest.raises(BaseExceptionGroup) as caught:
        async with (
            a_hall(GAMES) as hall,
            a_person(hall, Destination(game="akq", preset="x")) as person,
        ):
            await person.front.until("never")
    assert caught.group_contains(Refused, match="NO_SUCH_PRESET")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (("", ""), ("", "")),
        (("whist", ""), ("", "whist")),
        (("Whist", ""), ("", "Whist")),
        (("my.py:Game", ""), ("", "my.py:Game")),
        (("localhost", ""), ("localhost", "")),
        (("host:1", ""), ("host:1", "")),
        (("example.org", ""), ("example.org", "")),
        (("tls://host", "whist"), ("tls://host", "whist")),
        (("myhost", "whist"), ("myhost", "whist")),
    ],
)
def test_one_word_is_a_game_or_an_address(typed: tuple[str, str], meant: tuple[str, str]) -> None:
    assert address_and_game(*typed, known=[*GAMES]) == meant


def test_a_word_that_is_neither_is_refused_with_a_hint() -> None:
    with pytest.raises(Refused, match="did you mean whist") as caught:
        address_and_game("wist", "", known=[*GAMES])
    assert caught.value.reason == LocalReason.NO_SUCH_GAME


def test_tab_completes_commands_cards_and_words_with_a_slash() -> None:
    words = [
        Suggestion("EXCHANGE ", ""),
        Suggestion("DISCARD S7 H7", ""),
        Suggestion("S7 H7", ""),
        Suggestion("/rules", ""),
        Suggestion("S7", "", is_last=True),
        Suggestion("ST", "", is_last=True),
    ]

    def completed(typed: str) -> list[str]:
        found = MoveCompleter(lambda: words).get_completions(Document(typed), CompleteEvent())
        return [typed[: len(typed) + one.start_position] + one.text for one in found]

    assert completed("") == ["EXCHANGE ", "DISCARD S7 H7", "S7 H7", "/rules"]
    assert completed("dis") == ["DISCARD S7 H7"]
    assert completed("s7") == ["S7 H7"]
    assert completed("/r") == ["/rules"]
    assert completed("exchange s") == ["exchange S7", "exchange ST"]
    assert completed("exchange s7 ") == ["exchange s7 ST"]


async def test_a_private_table_is_gone_to_by_its_code_and_looked_after_by_its_owner(
    autojump_clock: MockClock,
) -> None:
    async with a_hall(GAMES) as hall, a_person(hall) as ann, a_person(hall, name="bob") as bob:
        await ann.front.until("For a private table, type its code.")
        ann.front.type("n whist private=yes title=Friday_night")
        await ann.front.until("Friday night")
        [code] = hall.core.tables
        assert code in ann.front.screen
        bob.front.type("whist-abcdefgh")
        await bob.front.until("NO_SUCH_TABLE")
        bob.front.type(code.upper())
        await bob.front.until("Friday night")
        bob.front.type("/kick guest-ann")
        await bob.front.until("NOT_ALLOWED: only guest-ann")
        ann.front.type("/kick guest-bob")
        await ann.front.until("guest-ann has sent guest-bob away")
        await bob.front.until("guest-ann has sent you away")
        await bob.front.until("For a private table, type its code.")  # back at the menu
        ann.front.type("/close")
        await ann.front.until("For a private table, type its code.")
        assert not hall.core.tables


async def test_a_code_can_be_what_one_came_for_and_who_closes_a_table_sends_all_to_the_menu(
    autojump_clock: MockClock,
) -> None:
    async with a_hall(GAMES) as hall:
        ann = await hall.guest("ann")
        _, _, code = await ann.ask("OPEN whist private=yes")
        await ann.ask(f"JOIN {code}")
        async with a_person(hall, Destination(game=code, watch=True), name="bob") as bob:
            await bob.front.until(code)
            assert (await ann.ask("CLOSE"))[:2] == ["OK", "EXIT"]
            await bob.front.until("guest-ann has closed the table")
            await bob.front.until("For a private table, type its code.")
