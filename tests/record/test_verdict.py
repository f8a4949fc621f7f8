"""What `cardkit verify` says of files that anybody may have made, and of matches without an end."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cardkit.cli import main
from cardkit.commands import record as record_command
from cardkit.keys import public_text
from cardkit.netgame import Refused
from cardkit.record import Flaw, RecordFault, chain, check_record, own_log
from cardkit.record import file as record_file
from cardkit.record.chain import LONGEST_LINE
from cardkit.registry import find_game
from cardkit.server.history import MatchHistory
from tests.fair_tables import Party, dealing
from tests.memory_server import KEY
from tests.record.forgery import bodies_of, chained
from tests.record.test_record import written

Verify = Callable[..., tuple[int, str, str]]


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """Exit status, output and errors of `cardkit verify` for a file with this in it."""

    def run(data: str | bytes, *more: str, lang: str = "en") -> tuple[int, str, str]:
        path = tmp_path / "match.jsonl"
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        capsys.readouterr()
        status = main(["verify", str(path), "--lang", lang, *more])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@cache
def fair() -> str:
    party = Party("akq", 2, "games=3")
    party.play_match()
    return written(party.record(), KEY)


def signed(change: Callable[[list[dict[str, Any]]], object]) -> str:
    """The record after a change, signed by the server itself."""
    bodies = bodies_of(fair())
    change(bodies)
    return chained(bodies)


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "flaw", "says"),
    [
        (b"", Flaw.NOT_A_RECORD, "line 1: the file is empty"),
        (b"\n", Flaw.NOT_A_RECORD, "line 1: this is no line of a record"),
        (b"\x7fELF\xff\x00", Flaw.NOT_A_RECORD, "line 1: this is no text"),
        (b"[" * 100_000, Flaw.NOT_A_RECORD, "line 1: this is no line of a record"),
        (b"a" * (LONGEST_LINE + 2), Flaw.NOT_A_RECORD, "line 1: this is longer than a record"),
    ],
)
def test_what_is_no_record_is_told_by_its_own_sentence(
    verify: Verify, data: bytes, flaw: Flaw, says: str
) -> None:
    assert verify(data)[0] == flaw.value
    assert verify(data)[2].startswith(f"{flaw.name}: {says}")


def test_what_an_editor_does_to_a_whole_file_is_told(verify: Verify) -> None:
    assert "a byte order mark" in verify("\N{BYTE ORDER MARK}" + fair())[2]
    assert "CR LF" in verify(fair().replace("\n", "\r\n"))[2]
    for damaged in ("\N{BYTE ORDER MARK}" + fair(), fair().replace("\n", "\r\n")):
        assert verify(damaged)[0] == Flaw.EDITED.value
    assert verify(fair().removesuffix("\n"))[0] == 0


def test_the_line_that_is_no_text_or_too_long_is_named(verify: Verify) -> None:
    lines = fair().encode().splitlines(keepends=True)
    broken = b"".join([*lines[:4], b"\xff" + lines[4], *lines[5:]])
    assert verify(broken)[2] == "EDITED: line 5: this is no text\n"
    long = b"".join([*lines[:4], b" " * LONGEST_LINE + lines[4], *lines[5:]])
    assert verify(long)[2] == "EDITED: line 5: this is longer than a record can be\n"


def test_no_more_of_a_file_is_read_than_a_record_can_have(
    verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_file, "LARGEST", len(fair()) - 1)
    assert "longer than a record can be" in verify(fair())[2]
    monkeypatch.setattr(record_file, "LARGEST", len(fair()))
    assert verify(fair())[0] == 0


def test_a_log_that_is_none_is_named_as_such(verify: Verify, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"a" * (LONGEST_LINE + 2))
    status, _, says = verify(fair(), "--mine", str(log))
    assert (status, says) == (2, f"NO_SUCH_FILE: {log} is longer than a log can be\n")
    log.write_bytes(b"\x7fELF\xff")
    status, _, says = verify(fair(), "--mine", str(log))
    assert status == 2
    assert "no log of cardkit" in says


def test_a_log_may_end_in_the_middle_of_a_letter(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes('{"said": "大'.encode()[:-1])
    assert record_file.read_log_file(log) == '{"said": "\N{REPLACEMENT CHARACTER}'


# --- many lines ----------------------------------------------------------------------------------


class Counted(io.BytesIO):
    """A file that counts how often it is read."""

    reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        return super().read(size)


@pytest.mark.parametrize("line", [b"\n", b"{}\n"])
def test_a_file_costs_what_its_bytes_cost_and_not_its_lines(line: bytes) -> None:
    file = Counted(line * LONGEST_LINE * 4)
    data, more = record_file.read_bounded(file)
    assert (len(data), more) == (len(line) * LONGEST_LINE * 4, False)
    assert file.reads <= len(line) * 4 + 1


def test_nothing_is_read_after_the_first_line_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []
    parse = chain._parse

    def counted(n: int, line: str, *, cut: bool) -> dict[str, Any]:
        read.append(line)
        return parse(n, line, cut=cut)

    monkeypatch.setattr(chain, "_parse", counted)
    with pytest.raises(RecordFault) as caught:
        chain.read_record("\n" * 1_000_000)
    assert (caught.value.flaw, read) == (Flaw.NOT_A_RECORD, [""])
    with pytest.raises(RecordFault) as caught:
        chain.read_record(fair() + "\n" * 1_000_000)
    assert caught.value.flaw == Flaw.EDITED
    assert len(read) == 1 + fair().count("\n") + 1


def test_empty_lines_of_a_log_are_not_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(line: str) -> object:
        read.append(line)
        return json.loads(line)

    monkeypatch.setattr(own_log, "json", SimpleNamespace(loads=counted))
    with pytest.raises(Refused, match="no log of cardkit"):
        own_log.read_log("\n" * 1_000_000)
    head = '{"format": "cardkit-log", "version": 1}'
    own_log.read_log(head + "\n" * 1_000_000 + "x")
    assert read == ["", head, "x"]
    assert list(own_log._lines("a\n\n\nb\nc")) == [(1, "a"), (4, "b"), (5, "c")]


# --- numbers and letters that no server writes ---------------------------------------------------


@pytest.mark.parametrize(
    ("line", "key", "value", "flaw"),
    [
        (0, "version", True, Flaw.UNKNOWN_VERSION),
        (0, "version", 2.0, Flaw.UNKNOWN_VERSION),
        (0, "version", "2", Flaw.UNKNOWN_VERSION),
        (0, "told", -1, Flaw.NOT_A_RECORD),
        (0, "match", True, Flaw.NOT_A_RECORD),
        (0, "deals", 10**400, Flaw.NOT_A_RECORD),
        (0, "begun", 10**400, Flaw.NOT_A_RECORD),
        (1, "at", 10**400, Flaw.EDITED),
        (1, "at", True, Flaw.EDITED),
        (-2, "secrets", {"9" * 5000: "00" * 32}, Flaw.EDITED),
        (-2, "secrets", {"٣": "00" * 32}, Flaw.EDITED),
        (-2, "secrets", {"01": "00" * 32}, Flaw.EDITED),
    ],
)
def test_values_that_no_server_writes_are_refused(
    verify: Verify, line: int, key: str, value: Any, flaw: Flaw
) -> None:
    status, _, says = verify(signed(lambda bodies: bodies[line].update({key: value})))
    assert status == flaw.value
    assert says.startswith(f"{flaw.name}: line ")


@pytest.mark.parametrize("value", [10**400, "soon", None])
def test_the_time_of_a_step_is_one(verify: Verify, value: Any) -> None:
    def change(bodies: list[dict[str, Any]]) -> None:
        next(body for body in bodies if body["kind"] == "deal")["at"] = value

    assert verify(signed(change))[0] == Flaw.EDITED.value


def test_nothing_in_a_record_steers_the_terminal(verify: Verify) -> None:
    def illegal(bodies: list[dict[str, Any]]) -> None:
        bodies[1] |= {"who": "\x1b[2J" + "x" * 9999, "said": "\x1b]0;mine\x07"}

    for change in (illegal, lambda bodies: bodies[0].update(game="\x1b[31m")):
        _, out, says = verify(signed(change))
        assert "\x1b" not in out + says
        assert len(says) < 1000


def test_the_key_that_is_shown_is_one_that_can_be_given(verify: Verify) -> None:
    assert f"It is signed with {public_text(KEY)}; " in verify(fair())[1]
    assert "It is signed" not in verify(fair(), "--key", public_text(KEY))[1]


# --- matches without an end ----------------------------------------------------------------------


def cut_after(inputs: int) -> str:
    """What a server could sign that holds the rest of the match back."""

    def change(bodies: list[dict[str, Any]]) -> None:
        places = [n for n, body in enumerate(bodies) if body["kind"] == "input"]
        del bodies[places[inputs - 1] + 1 if inputs else 1 : -2]

    return signed(change)


def test_a_record_that_ends_before_its_match_says_so_and_where(verify: Verify) -> None:
    lines = check_record(fair(), find_game).record.lines
    results = [n for n, body in enumerate(bodies_inputs()) if "result" in body]
    for inputs in range(len(lines)):
        games = sum(end < inputs for end in results)
        status, out, _ = verify(cut_after(inputs))
        assert status == Flaw.UNFINISHED.value
        first = out.splitlines()[0]
        assert first.startswith("UNFINISHED: the match is not over in this record. As far as ")
        assert f"{inputs} input{'s'[inputs == 1 :]}. It ends " in first
        begun = sum(line.said.startswith("START") for line in lines[:inputs])
        if begun > games:
            assert first.endswith(f"It ends in the middle of game {begun}.")
        elif games:
            assert first.endswith(f"It ends after game {games}.")
        else:
            assert first.endswith("It ends before its first game.")
    assert verify(cut_after(len(lines)))[0] == 0
    assert "試合が終わっていません" in verify(cut_after(3), lang="ja")[1]


def bodies_inputs() -> list[dict[str, Any]]:
    return [body for body in bodies_of(fair()) if body["kind"] == "input"]


def test_a_match_that_was_broken_off_has_a_record_that_says_so(verify: Verify) -> None:
    party = Party("akq", 2, "games=3")
    party.start()
    party.play()
    party.start()
    for player in party.players:
        assert player.say("EXIT")[0] == "OK"
    verdict = check_record(written(party.record(), KEY), find_game)
    assert (verdict.games, verdict.over, verdict.playing) == (1, False, True)
    status, out, _ = verify(written(party.record(), KEY))
    assert status == 0
    assert "It was broken off in the middle of game 2, as the server says." in out
    assert "the end is held back" in out


@pytest.mark.parametrize("said", [("LOGOUT",), ("LOGOUT", "LOGIN"), ("SEAT {other}",)])
def test_a_match_stays_over_when_seats_change_after_it(
    said: tuple[str, ...], verify: Verify
) -> None:
    party = Party("akq", 2, "games=1")
    party.start()
    party.play()
    other = party.server.core.tables[party.table_name].table.names[1]
    for words in said:
        assert party.players[0].say(words.format(other=other))[0] == "OK"
    status, out, _ = verify(written(party.record(), KEY))
    assert status == 0
    assert "UNFINISHED" not in out


@pytest.mark.parametrize("secret", ["match", "hand", "auditor"])
def test_a_record_for_an_auditor_is_not_for_all(
    secret: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party("akq", 2, f"games=1 secret={secret}")
    party.play_match()
    archive = MatchHistory(party.server.store, lambda: party.server.core.vault)
    monkeypatch.setattr(record_command, "signing_key", lambda folder: KEY)
    _, text = record_command.text_of(archive, tmp_path, 1, find_game)
    assert check_record(text, find_game).over
    if secret == "auditor":
        with pytest.raises(Refused, match="only the host"):
            record_command.text_of(archive, tmp_path, 1, find_game, for_all=True)
    else:
        assert record_command.text_of(archive, tmp_path, 1, find_game, for_all=True)[1] == text


# --- who had a part in the chance ----------------------------------------------------------------


def test_who_gave_nothing_is_named_and_where_nobody_did_is_told(verify: Verify) -> None:
    party = Party("akq", 2, "games=2", without=["bob"])
    party.play_match()
    _, out, _ = verify(written(party.record(), KEY))
    assert "Deals: 2. Players who gave nothing to some of them: guest-bob (2).\n" in out
    assert "nobody gave anything" not in out
    party = Party("akq", 2, "games=2", without=["ann", "bob"])
    party.play_match()
    text = written(party.record(), KEY)
    assert check_record(text, find_game).deals.alone == 2
    assert "To 2 of them nobody gave anything" in verify(text)[1]


def test_who_left_after_all_were_bound_and_who_doubted_a_deal_is_named(verify: Verify) -> None:
    party = dealing("page_one", 4, "games=1")
    ann, _, _, dan = party.players
    number = ann.last("DEAL", "open")[2]
    assert dan.say("EXIT")[0] == "OK"
    party.players.remove(dan)
    party.settle()
    assert ann.say(f"DISPUTE {number} I do not believe it")[0] == "OK"
    party.play()
    status, out, _ = verify(written(party.record(), KEY))
    assert status == 0
    assert "given up after all were bound, as these had left: guest-dan (1).\n" in out
    assert f"guest-ann said that deal {number} was false: I do not believe it\n" in out
