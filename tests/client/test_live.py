"""The client and the server together, on loopback: whole matches, cut links, TLS, accounts."""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import trio.testing

from cardkit.cardgame import Bot, CardCommand, CardGame, CardView, Offer, Rand
from cardkit.client import Address, Connection, SeatedPlayer, Transport, connect, dial
from cardkit.client.bot import BotAssignment, BotRecord, BotRunner
from cardkit.client.links import StreamTransport
from cardkit.games.go_fish import GoFish
from cardkit.keys import make_key, public_text, read_public, sign_challenge
from cardkit.levels import Level
from cardkit.netgame import Refused
from cardkit.netgame.knowledge import Data, Knowledge
from cardkit.protocol.client_commands import CLIENT_COMMANDS, KnowCommand
from cardkit.protocol.messages import SeatsEvent, StateMessage
from cardkit.registry import bots_of, find_bot, installed
from cardkit.server.passwords import hash_password
from cardkit.server.serve import Running, serving
from cardkit.server.settings import Settings
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store_address import DATABASE
from cardkit.server.table_settings import HostingOptions
from tests.helpers import card_game

GAMES = {name: card_game(name) for name in installed()}
SHORT = {name: {"games": "2"} for name in GAMES} | {"akq": {"games": "20"}}


@asynccontextmanager
async def a_server(data: Path | None = None, port: int = 0, **how: Any) -> AsyncIterator[Running]:
    log: list[str] = []
    settings = Settings(port=port, data=data, pace=0, **how)
    with trio.fail_after(60):
        async with serving(settings, GAMES, log.append) as running:
            yield running
    assert not [line for line in log if " error " in line]


def at(running: Running) -> Address:
    return Address(port=running.ports[0])


class Shaky:
    """A link that breaks after so many messages have come over it."""

    def __init__(self, link: Transport, lasts: int) -> None:
        self.link, self.lasts = link, lasts

    async def receive(self) -> bytes:
        self.lasts -= 1
        if self.lasts < 0:
            await self.link.close()
        return await self.link.receive()

    async def send(self, data: bytes) -> None:
        if self.lasts > 0:
            await self.link.send(data)
        else:  # this one never arrives
            await self.link.close()

    async def close(self) -> None:
        await self.link.close()


class Crew:
    """Bots that play one match with each other."""

    def __init__(self, address: Address, errand: BotAssignment, shaky: bool = False) -> None:
        self.address, self.errand, self.shaky = address, errand, shaky
        self.records: list[BotRecord] = []
        self.lines: list[str] = []
        self.warnings: list[str] = []
        self.dialled = 0
        self.one_game = trio.Event()
        self.done = trio.Event()

    def tell(self, line: str) -> None:
        self.lines.append(line)
        self.one_game.set()

    async def play(self, bots: list[type[Bot]]) -> None:
        async with trio.open_nursery() as nursery:
            for number, bot in enumerate(bots):
                start = len(bots) if number == 0 else None
                nursery.start_soon(self._send, number, bot, start)
        self.done.set()

    async def _send(self, number: int, bot: type[Bot], start: int | None) -> None:
        chance = Random(number)
        async with connect(self._dial(chance), jitter=lambda: -0.5) as connection:
            await connection.enter(f"bot-{number}")
            errand = BotAssignment(
                game=self.errand.game,
                preset=self.errand.preset,
                options=self.errand.options,
                start=start,
                games=self.errand.games,
            )
            below = chance.randrange
            runner = BotRunner(
                connection,
                bot,
                errand,
                below,
                self.tell,
                self.warnings.append,
                in_thread=number == 1,
            )
            self.records.append(await runner.run())
            await connection.quit()

    def _dial(self, chance: Random) -> Callable[[], Any]:
        dial_well = dial(self.address)

        async def dial_badly() -> Transport:
            self.dialled += 1
            lasts = chance.randrange(8, 30) if self.shaky else 1_000_000
            return Shaky(await dial_well(), lasts)

        return dial_badly


def crew_for(game: type[CardGame]) -> list[type[Bot]]:
    bots = list(bots_of(game).values())
    seats = game.seats
    return [bots[n % len(bots)] for n in range(max(seats.least, min(4, seats.most)))]


# --- bots ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_the_bots_of_a_game_play_a_match(game: str) -> None:
    async with a_server() as running:
        crew = Crew(at(running), BotAssignment(game=game, options=SHORT[game]))
        bots = crew_for(GAMES[game])
        await crew.play(bots)
        games = crew.records[0].games
        assert games > 0
        assert [record.games for record in crew.records] == [games] * len(bots)
        assert sum(record.wins for record in crew.records) == games
        assert sum(record.moves for record in crew.records) >= games
        assert crew.warnings == []
        assert len(crew.lines) == games * len(bots)
        assert not running.runner.core.sessions


@pytest.mark.parametrize("game", ["daifugo", "whist"])
async def test_bots_survive_links_that_break_again_and_again(game: str) -> None:
    """Nothing is played twice, nothing is missed, and nobody plays in their place."""
    async with a_server() as running:
        options = {**SHORT[game], "grace": "30"}
        crew = Crew(at(running), BotAssignment(game=game, options=options), shaky=True)
        await crew.play(crew_for(GAMES[game]))
        assert crew.dialled > 4
        assert [record.faults for record in crew.records] == [0] * 4
        assert len({record.games for record in crew.records}) == 1
        assert all(line.startswith("NO_CONNECTION") for line in crew.warnings)
        if game == "whist":  # every trick is four moves
            assert sum(r.moves for r in crew.records) == 52 * crew.records[0].games


async def test_a_bot_that_searches_gets_what_its_seat_knows_before_each_question() -> None:
    sages: list[Knowing] = []

    class Knowing(Bot):
        knowing = True

        def __init__(self, below: Callable[[int], int]) -> None:
            super().__init__(below)
            self.sage = find_bot("sage:5", GAMES["whist"])(below)
            self.known: list[Data] = []
            sages.append(self)

        def knows(self, knowledge: Knowledge) -> None:
            self.known.append(knowledge)
            self.sage.knows(knowledge)

        def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
            known = self.known[-1]
            assert known["seat"] == view.seat
            assert known["hands"][view.seat or 0][1] == [*view.hand]
            return self.sage.choose(view, legal)

    async with a_server() as running:
        crew = Crew(at(running), BotAssignment(game="whist", games=1))
        await crew.play([Knowing, Rand, Knowing, Rand])
        assert crew.warnings == []
        assert [len(sage.known) for sage in sages] == [13, 13]


async def test_a_bot_does_without_what_its_seat_knows_where_that_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At a server of an older version, for example."""
    monkeypatch.delitem(CLIENT_COMMANDS, KnowCommand.kind)
    async with a_server() as running:
        crew = Crew(at(running), BotAssignment(game="whist", games=1))
        await crew.play([find_bot("sage:5", GAMES["whist"]), Rand, Rand, Rand])
        assert crew.warnings == []
        assert [record.moves for record in crew.records] == [13] * 4


async def test_a_bot_reads_what_is_chosen_as_the_game_declares_it() -> None:
    heard: list[CardCommand] = []

    class Listener(Rand):
        def choose(self, view: CardView, offers: Sequence[CardCommand | Offer]) -> str:
            heard.extend(offer for offer in offers if isinstance(offer, CardCommand))
            return super().choose(view, offers)

    settings, games = Settings(port=0, pace=0), {"go_fish": GoFish}
    with trio.fail_after(60):
        async with serving(settings, games, lambda line: None) as running:
            crew = Crew(at(running), BotAssignment(game="go_fish", options={"robots": "no"}))
            await crew.play([Listener, Listener])
    asked = [offer for offer in heard if offer.verb == "ASK"]
    assert {"7", "9"} <= {offer.word for offer in asked}  # and these are no numbers
    assert {offer.amount for offer in asked} == {0}


async def test_a_bot_leaves_after_so_many_games() -> None:
    async with a_server() as running:
        crew = Crew(at(running), BotAssignment(game="akq", options={"robots": "no"}, games=3))
        await crew.play([Rand, Rand])
        assert [record.games for record in crew.records] == [3, 3]


async def test_bots_go_on_after_the_server_was_stopped(tmp_path: Path) -> None:
    """The same data, the same port: the match goes on where it was."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    crew = Crew(Address(port=port), BotAssignment(game="whist", preset="long"))
    four: list[type[Bot]] = [Rand] * 4
    async with trio.open_nursery() as nursery:
        async with a_server(tmp_path, port):
            nursery.start_soon(crew.play, four)
            await crew.one_game.wait()
        async with a_server(tmp_path, port):
            await crew.done.wait()
    games = crew.records[0].games
    assert games > 1  # no game is worth more than seven points, and nine win
    assert sum(record.moves for record in crew.records) == 52 * games
    assert any(line.startswith("SHUTTING_DOWN") for line in crew.warnings)


class Careless(Rand):
    """Breaks down, says nonsense, and wants to leave."""

    turns = 0

    def choose(self, view: CardView, legal: Any) -> str:
        self.turns += 1
        match self.turns % 6:
            case 0:
                return 1 // (self.turns - self.turns)  # type: ignore[return-value]
            case 1:
                return "DISCARD XX"
            case 2:
                return "QUIT"
            case 3:
                return None  # type: ignore[return-value]
            case 4:
                return ""
        return super().choose(view, legal)


async def test_a_bad_bot_is_reported_and_plays_at_random_instead() -> None:
    async with a_server() as running:
        crew = Crew(at(running), BotAssignment(game="whist", games=1))
        await crew.play([Careless, Rand, Rand, Rand])
        bad = next(record for record in crew.records if record.faults)
        assert (bad.games, bad.moves) == (1, 13)
        assert bad.faults == len(crew.warnings) == 11
        said = "\n".join(crew.warnings)
        assert all(line.startswith("BAD_BOT: the bot Careless") for line in crew.warnings)
        assert "broke down: ZeroDivisionError" in said
        assert "“DISCARD XX”, which is refused with NO_SUCH_CARD" in said
        assert "“QUIT”, which is refused with NOT_NOW" in said
        assert "“None”" in said


class Wordy(Rand):
    """Writes commands in its own way."""

    def choose(self, view: CardView, legal: Any) -> str:
        return str(super().choose(view, legal)).lower()


async def test_a_bot_may_write_as_people_do() -> None:
    async with a_server() as running:
        crew = Crew(at(running), BotAssignment(game="whist", games=1))
        await crew.play([Wordy] * 4)
        assert crew.warnings == []


async def test_a_fault_that_the_table_punishes_is_told() -> None:
    async with a_server() as running:
        crew = Crew(at(running), BotAssignment(game="akq", preset="contest", games=6))

        class Liar(Rand):
            def choose(self, view: CardView, legal: Any) -> str:
                return "BET 1000000" if any(o.verb == "BET" for o in legal) else "FOLD"

        await crew.play([Liar, Rand])
        assert any(line.startswith("BAD_AMOUNT: ") for line in crew.warnings)
        assert sum(record.faults for record in crew.records) == len(crew.warnings)


async def test_a_bot_that_is_to_start_says_once_that_players_are_missing() -> None:
    async with a_server() as running, connect(dial(at(running))) as first:
        await first.enter("first")
        told = list[str]()
        errand = BotAssignment(game="akq", options={"robots": "no"}, start=0)
        runner = BotRunner(first, Rand, errand, Random(1).randrange, told.append)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(runner.run)
            while not told:
                await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        (line,) = told
        assert line.startswith("Waiting at akq-1: one more player is needed")


async def test_a_bot_waits_for_the_end_of_a_game_to_take_a_seat() -> None:
    async with a_server() as running, connect(dial(at(running))) as host:
        await host.enter("host")
        core = running.runner.core
        # Nine points win, and one game is worth seven at most: there is a next one. Whoever misses
        # the pause before it waits for ever when the match is over, so it is long.
        table = core.open_table(
            "whist", "long", {}, HostingOptions(robots=Level.NORMAL, pause=1)
        ).name
        await host.say("JOIN", table)
        await host.say("LOGIN")
        await host.say("START")
        async with connect(dial(at(running))) as late:
            await late.enter("late")
            below = Random(1).randrange
            runner = BotRunner(
                late, Rand, BotAssignment(table=table, games=1), below, lambda line: None
            )
            async with trio.open_nursery() as nursery:
                nursery.start_soon(answer_all, host)
                record = await runner.run()
                nursery.cancel_scope.cancel()
            assert (record.games, record.moves) == (1, 13)


async def test_a_bot_that_comes_at_the_end_of_a_match_plays_in_the_next() -> None:
    async with a_server() as running, connect(dial(at(running))) as host:
        await host.enter("host")
        table = (await host.say("OPEN", "page_one", "robots=yes")).words[1]
        await host.say("JOIN", table)
        await host.say("LOGIN")
        await host.say("START")
        async with connect(dial(at(running))) as late:
            await late.enter("late")
            below = Random(1).randrange
            runner = BotRunner(
                late, Rand, BotAssignment(table=table, games=1), below, lambda line: None
            )
            async with trio.open_nursery() as nursery:
                nursery.start_soon(answer_all, host, "guest-late")
                record = await runner.run()
                nursery.cancel_scope.cancel()
            assert record.games == 1


async def test_a_bot_comes_back_to_the_seat_it_had_in_another_process() -> None:
    async with a_server() as running:
        async with connect(dial(at(running))) as first:
            await first.enter("ann")
            table = (await first.say("OPEN whist robots=yes grace=30")).words[1]
            await first.say("JOIN", table)
            await first.say("LOGIN")
            await first.say("START")
        async with connect(dial(at(running))) as second:
            await second.resume(first.token)
            below = Random(1).randrange
            errand = BotAssignment(game="whist", games=1)
            runner = BotRunner(second, Rand, errand, below, lambda line: None)
            record = await runner.run()
            assert runner.state.table == table
            assert (record.games, record.moves) == (1, 13)


async def answer_all(connection: Connection, awaited: str = "") -> None:
    """The first thing that is offered, each time; and begin when the awaited one has a seat."""
    player = SeatedPlayer(connection)
    async for frame in player:
        if awaited and any(isinstance(m, SeatsEvent) and awaited in m.names for m in frame):
            await connection.say("START")
        if player.state.legal and not connection.pending:
            question, player.state.legal = player.state.legal, ()
            await connection.say(question[0])


async def test_a_table_that_is_not_there_is_refused() -> None:
    async with a_server() as running, connect(dial(at(running))) as connection:
        await connection.enter("ann")
        runner = BotRunner(connection, Rand, BotAssignment(table="x-1"), len)  # type: ignore[arg-type]
        with pytest.raises(Refused, match="NO_SUCH_TABLE"):
            await runner.run()


# --- what a player knows ---------------------------------------------------------------------


async def test_a_player_knows_the_table_after_every_frame() -> None:
    async with a_server() as running, connect(dial(at(running))) as connection:
        await connection.enter("ann")
        table = (await connection.say("OPEN", "page_one", "robots=yes")).words[1]
        await connection.say("JOIN", table)
        player = SeatedPlayer(connection)
        await connection.say("LOGIN")
        await connection.say("START")
        state = player.state
        async for _ in player:
            if state.phase == "results":
                break
            if state.legal and not connection.pending:
                question, state.legal = state.legal, ()
                await connection.say(question[0])
        assert state.match_over
        assert (state.table, state.game) == (table, "page_one")
        while not state.exact:
            await anext(player)
        (truth,) = (await connection.say("STATE")).messages
        assert isinstance(truth, StateMessage)
        assert state.view is not None
        shown = state.view.data()
        assert all(
            list(truth.view[part]) == list(shown[part]) for part in ("hand", "names", "scores")
        )
        assert abs(connection.server_time() - truth.view["now"]) < 1


# --- TLS and accounts ------------------------------------------------------------------------


async def enter_at(address: Address, name: str = "ann", **how: Any) -> str:
    async with connect(dial(address)) as connection:
        await connection.enter(name, **how)
        await connection.quit()
        return connection.name


async def test_a_pin_is_enough_to_trust_a_server(tmp_path: Path) -> None:
    async with a_server(tmp_path, tls_only=True) as running:
        assert running.certificate is not None
        (port,) = running.ports
        pinned = Address.parse(f"127.0.0.1:{port}", running.certificate.fingerprint)
        assert await enter_at(pinned) == "guest-ann"
        with pytest.raises(Refused, match="not the server that you know"):
            await enter_at(Address.parse(f"tls://127.0.0.1:{port}", "ab" * 32))
        with pytest.raises(Refused, match=r"NO_CONNECTION: .* is not trusted.*--pin"):
            await enter_at(Address.parse(f"tls://127.0.0.1:{port}"))
        with pytest.raises(Refused, match="TLS_ONLY"):
            await enter_at(Address(port=port))


async def test_bots_play_over_tls(tmp_path: Path) -> None:
    async with a_server(tmp_path) as running:
        assert running.certificate is not None
        (port,) = running.ports
        pinned = Address.parse(f"127.0.0.1:{port}", running.certificate.fingerprint)
        # One match, in which nobody plays for who is away: else a game that ends meanwhile, and is
        # followed by the next match, is not counted, and the bot waits for one more.
        options = {"games": "3", "grace": "30"}
        crew = Crew(pinned, BotAssignment(game="akq", options=options), shaky=True)
        await crew.play([Rand, Rand])
        assert [record.faults for record in crew.records] == [0, 0]


async def test_tls_with_a_server_that_speaks_none_is_refused() -> None:
    async with a_server() as running:
        with pytest.raises(Refused, match="NO_CONNECTION"):
            await enter_at(Address(port=running.ports[0], tls=True))


async def test_accounts_enter_with_a_password_or_a_key(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    key = make_key(tmp_path / "ann.pem")
    store = sqlite_store(tmp_path / "data" / DATABASE)
    rows = [
        ("account", ("ann", None, read_public(public_text(key)), 0.0)),
        ("account", ("bob", hash_password("two words"), None, 0.0)),
    ]
    store.write(rows)
    store.sync()
    store.close()
    async with a_server(tmp_path / "data") as running:
        address = at(running)
        assert await enter_at(address, "ann", sign=partial(sign_challenge, key)) == "ann"
        assert await enter_at(address, "bob", password="two words") == "bob"
        with pytest.raises(Refused, match="WRONG_PASSWORD"):
            await enter_at(address, "bob", password="guess")
        other = make_key(tmp_path / "eve.pem")
        with pytest.raises(Refused, match="BAD_SIGNATURE"):
            await enter_at(address, "ann", sign=partial(sign_challenge, other))


# --- links -----------------------------------------------------------------------------------


async def test_nothing_waits_to_fill_a_packet() -> None:
    async with a_server() as running:
        link = await dial(at(running))()
        assert isinstance(link, StreamTransport)
        stream = link._stream
        assert isinstance(stream, trio.SocketStream)
        assert stream.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        await link.close()
        await link.send(b"too late")
        assert await link.receive() == b""


@pytest.mark.parametrize("host", ["127.0.0.1", "no-such-host.invalid", "x" * 70])
async def test_where_nobody_listens_there_is_no_connection(host: str) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with pytest.raises(Refused, match=r"NO_CONNECTION: .*is the server running"):
            await dial(Address(host, port))()


async def test_only_tls_1_3_is_spoken(tmp_path: Path) -> None:
    async with a_server(tmp_path) as running:
        assert running.certificate is not None
        address = Address.parse(f":{running.ports[0]}", running.certificate.fingerprint)
        link = await dial(address)()
        assert isinstance(link, StreamTransport)
        stream = link._stream
        assert isinstance(stream, trio.SSLStream)
        assert stream.version() == "TLSv1.3"
        await link.close()
    assert ssl.HAS_TLSv1_3
