"""The log: one line per event of note, and never a card, a password, a token or what was said."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from cardkit.keys import sign_challenge
from cardkit.netgame import Refused
from cardkit.protocol import Codec, LineCodec
from cardkit.protocol.client_commands import PingCommand
from cardkit.protocol.frames import FrameCodec
from cardkit.registry import find_game, installed
from cardkit.server.commands import COMMANDS
from cardkit.server.core import ServerCore
from cardkit.server.log import Log, blame
from cardkit.server.passwords import Cost, hash_password
from cardkit.server.request import Request
from cardkit.server.serve import serving
from cardkit.server.settings import Limits, Settings
from cardkit.server.store import Account
from tests.kinds_of_games import of_every_kind
from tests.server_helpers import Client, a_hall, seat_all, two_at_nim
from tests.stores import new_store

GAMES = {name: find_game(name) for name in installed()}
CARD = re.compile(r"\b([CDHS][2-9TJQKA]|J[12])\b")
SECRET = re.compile(r"\bt?[0-9a-f]{32,}\b")
LINE = re.compile(
    r"(?P<time>\S+) (?P<level>info|error) (?P<event>[a-z.]+)"
    r'(?P<fields>( [a-z_0-9]+=([^\s"=]+|"([^"\\]|\\.)*"))*)'
)


def check_log(lines: list[str], secrets: list[str]) -> set[str]:
    """Every line is well formed and keeps every secret; the events there were."""
    events = set()
    for line in lines:
        match = LINE.fullmatch(line)
        assert match, line
        assert line.isascii()
        datetime.fromisoformat(match["time"])
        assert not CARD.search(match["fields"]), line
        assert not SECRET.search(match["fields"]), line
        assert not any(secret in line for secret in secrets), line
        events.add(match["event"])
    return events


@pytest.mark.parametrize("codec", [FrameCodec, LineCodec])
@pytest.mark.parametrize("game", of_every_kind())
async def test_whole_games_leave_no_secret_in_the_log(
    autojump_clock: trio.abc.Clock, game: str, codec: type[Codec]
) -> None:
    async with a_hall(GAMES, store=new_store(), pace=1, limits=Limits(burst=1000)) as hall:
        ann, bob = hall.connect(codec), hall.connect(codec)
        tokens = [await ann.enter("ann"), await bob.enter("bob")]
        await ann.ask(f"OPEN {game} robots=yes grace=9")
        await seat_all([ann, bob], f"{game.replace('_', '-')}-1")
        await ann.ask("START")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_badly, ann)
            nursery.start_soon(play_badly, bob)
        await bob.drop()
        again = hall.connect(codec)
        await again.ask(f"RESUME {tokens[1]} 3")
        await again.raw(b"\xff" * 5000 + b"\n")
        await trio.sleep(1000)
        events = check_log(hall.log, [*tokens, "psst", "DISCARD"])
        assert {"entered", "table.opened", "lost", "returned"} <= events
        assert len(hall.log) < 40  # of note, and not one for every move


async def play_badly(client: Client) -> None:
    """A game with all the mistakes a person can make."""
    for line in ("DISCARD S3 S3", "PUT S3 guest-bob", "psst S3", "RAISE S4", "GET guest-bob HQ"):
        await client.say(line)
        await client.say(f"CHAT psst, I have {line}")
    with trio.move_on_after(1000):
        await client.play()


async def test_passwords_keys_and_tokens_are_not_in_the_log() -> None:
    private = Ed25519PrivateKey.generate()
    password = hash_password("correct horse", Cost(memory=64))
    accounts = {
        "zoe": Account("zoe", password, None, 0.0),
        "bot": Account("bot", None, private.public_key().public_bytes_raw(), 0.0),
    }
    async with a_hall(account=accounts.get) as hall:
        zoe, bot, eve = hall.connect(), hall.connect(), hall.connect(address="192.0.2.9")
        token = (await zoe.ask("ENTER zoe correct horse"))[3]
        challenge = (await bot.ask("ENTER bot KEY"))[2]
        proof = sign_challenge(private, bytes.fromhex(challenge))
        assert (await bot.ask(f"PROVE {proof}"))[0] == "OK"
        for line in ("ENTER zoe correct hose", "ENTER correct horse", f"PROVE {proof}"):
            assert (await eve.ask(line))[0] == "WARNING"
        for line in (f"RESUME {token[:-1]}", f"{token}", f"HELP {token}", f"JOIN {token}"):
            assert (await eve.ask(line))[0] == "WARNING"
        secrets = ["horse", "hose", token, challenge, proof, password]
        check_log(hall.log, secrets)


async def test_an_error_is_logged_with_its_place_and_not_with_its_words() -> None:
    def failing(name: str) -> Account:
        raise ValueError("the token of ann is t0123")

    async with a_hall(account=failing) as hall:
        eve = hall.connect()
        await eve.ask("ENTER zoe KEY")
        check_log(hall.log, ["t0123"])
        [line] = hall.logged("work.failed")
        assert "error=ValueError" in line
        assert "test_logs.py" in line


def fail(core: ServerCore, request: Request[PingCommand]) -> None:
    raise ZeroDivisionError("S3")


async def test_a_command_that_fails_is_logged_and_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(COMMANDS, PingCommand, fail)
    async with a_hall() as hall:
        ann, eve = await hall.guest("ann"), hall.connect()
        assert (await eve.ask("PING"))[0] == "WARNING"
        assert (await ann.ask("GAMES"))[0] == "OK"
        assert check_log(hall.log, []) == {"entered", "command.failed"}


async def test_a_connection_that_fails_is_logged_and_ends_alone() -> None:
    async with a_hall() as hall:
        ann = await hall.guest("ann")
        hall.serve(trio.StapledStream(memory_stream_pair()[0], Failing()))
        await wait_all_tasks_blocked()
        assert (await ann.ask("GAMES"))[0] == "OK"
        assert check_log(hall.log, []) == {"entered", "connection.failed"}


class Failing(trio.abc.ReceiveStream):
    """A stream with a fault in it."""

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        raise ZeroDivisionError("S3")

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


# --- lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("daifugo-1", "daifugo-1"),
        ("", '""'),
        ("two words", '"two words"'),
        ("a=b", '"a=b"'),
        ('"', '"\\""'),
        ("x\ny", '"x\\ny"'),
        ("大富豪", '"\\u5927\\u5bcc\\u8c6a"'),
        ("\x1b[31m", '"\\u001b[31m"'),
        (3, "3"),
        (0.123456789, "0.123457"),
    ],
)
def test_whatever_a_value_is_it_stays_in_its_line(value: object, written: str) -> None:
    lines: list[str] = []
    Log(lines.append, lambda: 0.0).info("something.happened", what=value)
    assert lines == [f"1970-01-01T00:00:00.000+00:00 info something.happened what={written}"]
    check_log(lines, [])


@given(st.text(), st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_as_json_a_line_is_an_object_with_all_that_is_known(text: str, number: float) -> None:
    lines: list[str] = []
    log = Log(lines.append, lambda: 1.5, node="north", as_json=True)
    log.error("something.happened", what=text, number=number)
    [line] = lines
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line) == {
        "time": "1970-01-01T00:00:01.500+00:00",
        "level": "error",
        "event": "something.happened",
        "node": "north",
        "what": text,
        "number": number,
    }
    assert log.errors[0].startswith("1970")  # for hosts, who read it


def test_as_json_it_is_told_which_lines_were_left_out() -> None:
    lines: list[str] = []
    log = Log(lines.append, lambda: 0.0, as_json=True)
    for _ in range(1001):
        log.info("refused")
    log.tell_suppressed()
    told = json.loads(lines[-1])
    assert (told["event"], told["of_event"], told["count"]) == ("suppressed", "refused", 1)


def test_a_node_that_has_a_name_is_named_in_every_line() -> None:
    lines: list[str] = []
    Log(lines.append, lambda: 0.0, node="north").info("something.happened", what=1)
    assert lines == ["1970-01-01T00:00:00.000+00:00 info something.happened node=north what=1"]


def test_errors_are_counted_also_when_no_line_is_written() -> None:
    log = Log(lambda line: None, lambda: 0.0)
    for _ in range(2000):
        log.error("disk.full")
    log.info("entered")
    assert log.counted == {"disk.full": 2000}


async def test_the_log_says_at_which_table_somebody_was() -> None:
    async with a_hall() as hall:
        _, bob, _ = await two_at_nim(hall)
        await bob.drop()
        await wait_all_tasks_blocked()
        assert hall.logged("lost")[0].endswith("name=guest-bob table=nim-1")


def test_blame_names_the_place() -> None:
    try:
        "".encode("no such encoding")
    except LookupError as error:
        found = blame(error)
        assert found["error"] == "LookupError"
        assert "no such" not in repr(found)
    assert blame(KeyError("S3")) == {"error": "KeyError", "file": "", "line": 0}


def test_a_failure_is_explained_only_to_whoever_may_hear_all_of_it() -> None:
    lines: list[str] = []
    explained: list[BaseException] = []
    log, error = Log(lines.append, lambda: 0.0), KeyError("S3")
    log.failure("table.broken", error, table="snap-1")
    log.explain = explained.append
    log.failure("table.broken", error, table="snap-1")
    assert explained == [error]
    assert len(lines) == 2
    assert not any("S3" in line for line in lines)


# --- the whole server -------------------------------------------------------------------------


async def test_a_server_logs_its_start_its_end_and_what_it_did(tmp_path: Path) -> None:
    log: list[str] = []
    settings = Settings(port=0, data=tmp_path, metrics=0.01, pace=0)
    async with serving(settings, GAMES, log.append) as running:
        stream = await trio.open_tcp_stream("127.0.0.1", running.ports[0])
        ann = Client(stream, FrameCodec())
        token = await ann.enter("ann")
        await ann.ask("OPEN akq robots=yes")
        await seat_all([ann], "akq-1")
        await ann.ask("START")
        await ann.play()
        with trio.fail_after(60):
            while not any(" metrics " in line and "moves_per_s=0.0" not in line for line in log):
                await ann.ask("PING")
        await ann.drop()
    events = check_log(log, [token])
    assert {"started", "stopped", "metrics", "entered", "table.opened"} <= events
    assert log[0].split(" ")[2] == "started"
    assert log[-1].split(" ")[2] == "stopped"


def test_a_server_starts_in_no_folder_that_others_can_write_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)

    async def serve() -> None:
        async with serving(Settings(port=0, data=tmp_path), GAMES, print):
            pass

    with pytest.raises(Refused, match="chmod 700"):
        trio.run(serve)
    assert list(tmp_path.iterdir()) == []
