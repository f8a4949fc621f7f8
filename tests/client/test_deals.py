"""A client in deals: its connection contributes at once, and a person is told what is false."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from cardkit.cardgame import Rand
from cardkit.client import Address, Connection, connect, dial
from cardkit.client.bot import BotAssignment, BotRunner
from cardkit.client.deals import DealNews
from cardkit.client.log import open_log
from cardkit.client.messages import FoundFalse
from cardkit.fair import FairDeal, PlayerRole, commit_player
from cardkit.netgame import Refused, Text
from cardkit.protocol import read_frame
from cardkit.protocol.messages import DealDispute, ProofMessage
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason
from cardkit.record.own_log import compare, read_log
from cardkit.registry import find_game
from cardkit.server.history import MatchHistory
from cardkit.server.serve import serving
from cardkit.server.settings import Settings
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store_address import DATABASE
from tests.client.test_connection import Clock, FakeServer, go_in, heard, with_server
from tests.fair_stories import a_table, play_match
from tests.fair_tables import FairTable

ABOUT = {
    "server": "ab" * 32,
    "table": "rummy-1",
    "match": 1,
    "deal": 1,
    "game": "rummy",
    "preset": "",
    "options": {},
    "deck": "S2 S3 S4",
    "seats": ["guest-ann", "guest-bob"],
}
TERMS = FairDeal(ABOUT, b"s" * 32)
OPEN = ["DEAL", "open", 1, ABOUT, TERMS.commitment.hex()]


# --- the connection --------------------------------------------------------------------------


async def test_contributions_are_given_at_once_and_again_after_a_lost_link(
    autojump_clock: Clock,
) -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert await heard(c) == [OPEN]
        assert [(await heard(c))[0][0] for _ in range(2)] == ["LOST", "BACK"]
        told = [(await heard(c))[0][1] for _ in range(3)]
        assert told == ["open", "commits", "guest-bob"]

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.tells(OPEN)
        first = await line.next()
        assert first[:2] == ["COMMIT", "1"]
        await line.breaks()
        line = await server.picks_up()
        verbs = []
        while (words := await line.next())[0] != "RESUME":
            verbs.append(words[0])
        assert verbs == ["PING", "PROOFS"]  # before it is told what was missed
        await line.answers("RESUME", "guest-ann", more=[OPEN])
        assert await line.next() == first
        await line.tells(["DEAL", "commits", 1, [first[2], ""]])
        verb, number, gift = await line.next()
        assert (verb, number) == ("REVEAL", "1")
        assert commit_player(TERMS.context, 0, bytes.fromhex(gift)).hex() == first[2]
        await line.tells(["CHAT", "guest-bob", "thank you"])

    await with_server(client, script)


async def test_what_is_false_is_disputed_once_and_told_to_the_program() -> None:
    lie = ["DEAL", "commits", 1, ["00" * 32, ""]]

    async def client(c: Connection) -> None:
        await go_in(c)
        frames = [await anext(c) for _ in range(3)]
        (false,) = [m for frame in frames for m in frame if isinstance(m, FoundFalse)]
        assert false == FoundFalse(1, "the list holds a commitment of yours that you never made")
        assert isinstance(false.text, Text)

    async def script(server: FakeServer) -> None:
        line = await server.lets_in()
        await line.tells(OPEN)
        await line.hears("COMMIT", "1", (await heard_next(line))[2])
        await line.tells(lie)
        await line.hears("DISPUTE", "1", "the list holds a commitment of yours that you never made")
        await line.tells(lie)
        await line.tells(["CHAT", "guest-bob", "hello"])
        assert not line.heard

    async def heard_next(line: Any) -> list[str]:
        words: list[str] = await line.next()
        line.heard.insert(0, [line.tag, *words])
        return words

    await with_server(client, script)


async def test_where_proofs_are_not_spoken_nothing_is_asked_of_the_server() -> None:
    async def client(c: Connection) -> None:
        await go_in(c)
        assert [m.kind for m in await anext(c)] == ["PHASE", "SHUFFLE"]
        assert not c.fair.promised
        assert c.fair.found == []

    async def script(server: FakeServer) -> None:
        line = await server.picks_up()
        while (words := await line.next())[0] != "ENTER":
            await line.refuses("UNKNOWN_WORD", f"what is {words[0]}?")
        await line.answers("ENTER", "guest-ann", "secret")
        await line.hears("JOIN", "rummy-1")
        await line.answers("JOIN", "rummy-1", more=[["STATE", 10, {}]])
        await line.tells([11, "PHASE", "playing", 1], [12, "SHUFFLE", "stock", 52])

    await with_server(client, script)


# --- what people are told --------------------------------------------------------------------


def told_to(table: FairTable, at: int, language: str = "en") -> list[str]:
    """What one of them was told of the deals so far, line by line."""
    guest = table.guests[at]
    news = DealNews(guest.fair)
    return [line.plain for frame in guest.frames for line in news.tell(read_frame(frame), language)]


def test_after_a_match_people_hear_that_every_deck_was_right() -> None:
    table = a_table("akq")
    play_match(table)
    assert told_to(table, 0) == ["The secret was opened: every deck was right. ✓"]
    assert told_to(table, 1, "ja") == ["秘密が公開されました。どの山札も正しいものでした。✓"]


def test_who_gave_nothing_is_named_but_for_robots() -> None:
    table = FairTable("page_one", ["ann"], "robots=yes")
    table.join("bob", "JOIN", proofs=False)
    table.guests[1].say("LOGIN")
    table.settle()
    table.start()
    news = DealNews(table.guests[0].fair)
    assert told_to(table, 0) == ["guest-bob gave nothing to this deal."]
    assert news.mark("en").startswith("deal ✓ ")
    explained = [line.plain for line in news.explain("en")]
    assert "The shuffle follows from that secret and from what these have given: you." in explained
    assert "guest-bob gave nothing to this deal." in explained
    assert "Robots give nothing." in explained


def test_what_is_false_cannot_be_missed() -> None:
    watch = PlayerRole("ann", os.urandom)
    news = DealNews(watch, log="ann.jsonl")
    assert news.mark("en") == ""
    watch.hear([ProofMessage(3, "deck", "ann", ([0, "S2", "00", "00"],))])
    (finding,) = watch.found
    lines = news.tell([FoundFalse(3, finding.text)], "en")
    assert [line.plain for line in lines] == [
        "FALSE DEAL 3: this deal was never opened",
        "All at the table were told, and the record says so, too.",
        "Leave with /leave, and keep your log: ann.jsonl",
    ]
    assert all("bold" in str(span.style) for line in lines[:1] for span in line.spans)
    assert news.mark("en") == "✗ a FALSE deal: /deal"
    assert DealNews(watch, signs=False).mark("en") == "!! a FALSE deal: /deal"
    assert "この配札は宣言されていません" in [*news.explain("ja")][-1].plain
    (line,) = news.tell([DealDispute(3, "cid", "it is false")], "en")
    assert line.plain == "The program of cid says of deal 3: it is false"
    assert news.tell([DealDispute(3, "ann", "mine")], "en") == []


# --- logs ------------------------------------------------------------------------------------


def lines_in(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


async def test_a_log_holds_what_was_said_and_heard_and_no_secret(tmp_path: Path) -> None:
    path = tmp_path / "log"

    async def client(c: Connection) -> None:
        c.log = open_log(path, "here")
        await c.enter("ann", "two words")
        await c.say("RESUME", "secret", 7)
        c.log.close()

    async def script(server: FakeServer) -> None:
        line = await server.picks_up()
        await line.hears("ENTER", "ann", "two words")
        await line.answers("ENTER", "ann", "secret")
        await line.hears("RESUME", "secret", "7")
        await line.answers("RESUME", "ann", more=[["CHAT", "bob", "is secret your token?"]])

    await with_server(client, script)
    text = path.read_text(encoding="utf-8")
    assert "two words" not in text
    assert "secret" not in text
    said = [body["said"][1:] for body in lines_in(path) if "said" in body]
    assert ["ENTER", "ann", "…"] in said
    assert ["RESUME", "…", "7"] in said
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [sorted(body) for body in lines_in(path)[1:]].count(["at", "heard"]) >= 2


def test_a_log_goes_on_where_it_was_also_after_a_line_that_was_not_finished(
    tmp_path: Path,
) -> None:
    path = tmp_path / "log"
    for _ in range(2):
        log = open_log(path, "here")
        log.heard([["CHAT", "bob", "hi"]])
        log.close()
    path.write_bytes(path.read_bytes()[:-3])
    log = open_log(path, "here")
    log.close()
    lines = path.read_text().splitlines()
    assert len(lines) == 5
    assert json.loads(lines[4])["kind"] == "log"


def test_a_file_that_is_no_log_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Bob\n")
    with pytest.raises(Refused) as refused:
        open_log(path, "here")
    assert refused.value.reason == LocalReason.FILE_EXISTS
    assert path.read_text() == "Dear Bob\n"
    with pytest.raises(Refused) as refused:
        open_log(tmp_path / "no" / "log", "here")
    assert refused.value.reason == LocalReason.NO_SUCH_FILE


def test_a_log_that_cannot_be_written_says_so_once(tmp_path: Path) -> None:
    log = open_log(tmp_path / "log", "here")
    log.close()
    log.heard([["CHAT", "bob", "hi"]])
    log.heard([["CHAT", "bob", "hi"]])
    failure = log.take_failure()
    assert failure is not None
    assert failure.reason == ServerReason.STORE_FAILED
    assert log.take_failure() is None


async def test_the_log_of_a_bot_and_the_record_of_its_match_tell_the_same_story(
    tmp_path: Path,
) -> None:
    settings, games = Settings(port=0, pace=0, data=tmp_path), {"page_one": find_game("page_one")}
    path = tmp_path / "log"
    with trio.fail_after(60):
        async with serving(settings, games, lambda line: None) as running:
            address = Address(port=running.ports[0])
            async with connect(dial(address), log=open_log(path, str(address))) as connection:
                await connection.enter("ann")
                below = Random(1).randrange
                errand = BotAssignment(game="page_one", options={"robots": "yes"}, start=0)
                warnings: list[str] = []
                await BotRunner(
                    connection, Rand, errand, below, lambda line: None, warnings.append
                ).run()
                await connection.quit()
            core = running.runner.core
    with sqlite_store(tmp_path / DATABASE, make=False) as store:
        record = MatchHistory(store, lambda: core.vault).record(1, core.server)
    assert warnings == []
    assert compare(record, read_log(path.read_text()), find_game).same > 50
