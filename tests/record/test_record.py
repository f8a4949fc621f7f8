"""Records: what a match leaves behind, and that nobody can change it unnoticed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit.cardgame import CardGame
from cardkit.cli import main
from cardkit.keys import public_text
from cardkit.netgame import Below, Disconnect, Status, pick
from cardkit.record import (
    Flaw,
    Header,
    Record,
    RecordFault,
    RecordLine,
    check_record,
    claims_of,
    read_record,
    write_record,
)
from cardkit.registry import find_game, installed
from cardkit.server.history import MatchHistory
from cardkit.testing.absent import choices
from tests.helpers import below, card_game
from tests.kinds_of_games import of_every_kind
from tests.memory_server import KEY as EVENING_KEY
from tests.memory_server import SERVER, MemoryServer

KEY = Ed25519PrivateKey.from_private_bytes(b"server key of a test, 32 bytes..")
OTHER = Ed25519PrivateKey.from_private_bytes(b"another key of a test, 32 bytes.")
KEEPSAKES = Path(__file__).parents[1] / "records"


def public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def played(
    name: str, preset: str = "", games: int = 2, *, trouble: bool = False, **options: Any
) -> Record:
    """A match of random play, not yet written down; with trouble, players are lost and return."""
    game: type[CardGame] = card_game(name)
    seats = game.with_options(preset)["seats"]
    names = ["ann", "bob", "cid", "dan", "eve"][: max(seats.least, min(4, seats.most))]
    table = game.play(names, preset, {"games": games, **options}, key=b"deal")
    chance = below(7)
    while not table.match_over:
        table.apply(*next_input(table, chance, trouble), table.time + 1)
    header = Header(
        game=name,
        preset=preset,
        options={"games": games, **options},
        table=f"{name}-1",
        match=3,
        begun=1.0,
        cardkit="0.1.0",
        server=public(KEY).hex(),
    )
    return Record(
        header, [RecordLine(who, str(line), at) for who, line, at in table.journal], {}, b"deal"
    )


def next_input(table: CardGame, chance: Below, trouble: bool) -> tuple[str, str]:
    if not table.playing:
        return "", "START"
    if trouble and not chance(3):
        return "", f"LOST {table.names[chance(len(table.names))]}"
    missing = [seat for seat, status in enumerate(table.people.status) if status != Status.HERE]
    if missing and (table.suspended or not chance(3)):
        return "", f"BACK {table.names[missing[0]]}"
    if (due := table.due()) is not None and due <= table.time + 1:
        return "", "TIME"
    if robots := table.robots():
        return "", f"ROBOT {table.names[robots[0]]}"
    asked = [seat for seat in table.awaited if seat not in missing]
    if not asked:
        return "", f"BACK {table.names[table.awaited[0]]}"
    return table.names[asked[0]], pick(table.legal(asked[0]), chance)


def written(record: Record, key: Ed25519PrivateKey = KEY) -> str:
    """As a server writes it, signed with this key."""
    record = replace(record, claims=dict(enumerate(claims_of(record, find_game))))
    return "".join(f"{line}\n" for line in write_record(record, key.sign))


@pytest.fixture(scope="module")
def record() -> str:
    return written(played("akq", games=5))


def flaw_of(text: str, key: bytes | None = None) -> tuple[Flaw, int]:
    with pytest.raises(RecordFault) as caught:
        check_record(text, find_game, key)
    assert caught.value.text("ja")
    return caught.value.flaw, caught.value.line


# --- what is right -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "preset"), [(n, p) for n in installed() for p in ("", *card_game(n).presets)]
)
def test_a_match_of_any_game_and_preset_is_found_right(name: str, preset: str) -> None:
    match = played(name, preset)
    verdict = check_record(written(match), find_game, public(KEY))
    assert verdict.inputs == len(match.lines)
    assert verdict.games >= 1
    assert set(verdict.scores) == {line.who for line in match.lines if line.said == "LOGIN"}


@pytest.mark.parametrize("policy", choices(Disconnect, "policy"))
@pytest.mark.parametrize("grace", [0, 5])
@pytest.mark.parametrize("name", of_every_kind())
def test_a_match_with_players_who_come_and_go_is_found_right(
    name: str, policy: str, grace: int
) -> None:
    match = played(name, policy=policy, grace=grace, trouble=True)
    assert {"LOST", "BACK"} <= {line.said.split()[0] for line in match.lines}
    verdict = check_record(written(match), find_game, public(KEY))
    assert verdict.inputs == len(match.lines)
    assert verdict.games >= 1


def test_a_record_keeps_everything(record: str) -> None:
    read = read_record(record)
    assert read.header.game == "akq"
    assert read.key == b"deal"
    assert read.lines == played("akq", games=5).lines


@pytest.mark.parametrize("path", sorted(KEEPSAKES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_old_records_stay_right(path: Path) -> None:
    assert check_record(path.read_text("utf-8"), find_game).games >= 1


# --- what is wrong -------------------------------------------------------------------------------


def test_an_empty_file_or_another_is_no_record() -> None:
    assert flaw_of("") == (Flaw.NOT_A_RECORD, 0)
    assert flaw_of("hello\n") == (Flaw.NOT_A_RECORD, 0)
    assert flaw_of('{"n": 0, "prev": "%s", "kind": "input"}\n' % ("0" * 64))[0] is Flaw.NOT_A_RECORD


def test_a_record_that_was_cut_short_is_told(record: str) -> None:
    lines = record.splitlines(keepends=True)
    for end in range(1, len(lines)):
        assert flaw_of("".join(lines[:end]))[0] is Flaw.TRUNCATED


def test_a_record_that_ends_in_the_middle_of_a_line_is_told(record: str) -> None:
    first = record.index("\n") + 1
    for end in range(first + 1, len(record) - 1, 53):
        flaw, line = flaw_of(record[:end])
        assert (flaw, line) == (Flaw.TRUNCATED, record[: end - 1].count("\n"))


def test_a_line_that_was_left_out_or_moved_is_told(record: str) -> None:
    lines = record.splitlines(keepends=True)
    assert flaw_of("".join(lines[:4] + lines[5:])) == (Flaw.REORDERED, 4)
    swapped = [*lines[:4], lines[5], lines[4], *lines[6:]]
    assert flaw_of("".join(swapped)) == (Flaw.REORDERED, 4)


def test_an_edited_line_is_named(record: str) -> None:
    lines = record.splitlines(keepends=True)
    body = json.loads(lines[6])
    lines[6] = json.dumps({**body, "said": "FOLD"}) + "\n"
    assert flaw_of("".join(lines)) == (Flaw.EDITED, 6)


def test_another_signer_is_told_with_the_key_and_without(record: str) -> None:
    match = played("akq", games=5)
    assert flaw_of(written(match, OTHER))[0] is Flaw.BAD_SIGNATURE
    forged = Header(**{**_header(match), "server": public(OTHER).hex()})
    text = written(Record(forged, match.lines, {}, match.key), OTHER)
    assert flaw_of(text, public(KEY)) == (Flaw.WRONG_KEY, 0)
    assert check_record(text, find_game).record.header.server == public(OTHER).hex()


def test_an_unknown_version_and_a_game_that_is_not_here_are_told() -> None:
    match = played("akq")
    lines = written(match).splitlines()
    newer = json.dumps({**json.loads(lines[0]), "version": 99})
    assert flaw_of("\n".join([newer, *lines[1:]]))[0] in (Flaw.UNKNOWN_VERSION, Flaw.EDITED)
    assert flaw_of(newer + "\n") == (Flaw.UNKNOWN_VERSION, 0)
    forged = Header(**{**_header(match), "game": "snap"})
    assert flaw_of(_signed(Record(forged, match.lines, {}, match.key))) == (Flaw.NO_SUCH_GAME, 0)


def test_a_server_that_signs_an_illegal_move_is_caught() -> None:
    match = played("page_one", games=1)
    at = next(n for n, line in enumerate(match.lines) if line.said.startswith("DISCARD"))
    lines = [*match.lines]
    lines[at] = RecordLine(lines[at].who, "DISCARD J1", lines[at].at)
    assert flaw_of(_signed(Record(match.header, lines, {}, match.key))) == (Flaw.ILLEGAL, at + 1)


def test_a_server_that_opens_another_secret_is_caught() -> None:
    match = played("daifugo", games=1)
    assert flaw_of(_signed(Record(match.header, match.lines, {}, b"other")))[0] in (
        Flaw.ILLEGAL,
        Flaw.WRONG_RESULT,
    )


@pytest.mark.parametrize("change", ["scores", "ranking", "left out", "invented"])
def test_a_server_that_signs_a_wrong_result_is_caught(change: str) -> None:
    match = played("akq", games=3)
    claims = list[Mapping[str, Any]](claims_of(match, find_game))
    at = next(n for n, claim in enumerate(claims) if "result" in claim)
    result = dict(claims[at]["result"])
    if change == "scores":
        result["scores"] = {name: points + 1 for name, points in result["scores"].items()}
    elif change == "ranking":
        result["ranking"] = result["ranking"][::-1]
    claims[at] = {} if change == "left out" else {"result": result}
    if change == "invented":
        at -= 1
        claims[at] = {"result": result}
    claimed = replace(match, claims=dict(enumerate(claims)))
    text = "\n".join(write_record(claimed, KEY.sign))
    assert flaw_of(text) == (Flaw.WRONG_RESULT, at + 1)


def test_no_damage_is_accepted(record: str) -> None:
    chance, data = Random(3), record.encode()
    for _ in range(4000):
        damaged = bytearray(data)
        at = chance.randrange(len(damaged))
        kind = chance.randrange(3)
        if kind == 0:
            damaged[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del damaged[at : at + chance.randint(1, 40)]
        else:
            damaged[at:at] = chance.randbytes(chance.randint(1, 8))
        text = damaged.decode(errors="replace")
        if text.rstrip("\n") != record.rstrip("\n"):
            with pytest.raises(RecordFault):
                check_record(text, find_game)


def _header(record: Record) -> dict[str, Any]:
    return {name: getattr(record.header, name) for name in record.header.__dataclass_fields__}


def _signed(record: Record) -> str:
    """Signed by the server itself, whatever is in it."""
    return "\n".join(write_record(record, KEY.sign))


# --- from a server to a verdict ------------------------------------------------------------------


def test_a_match_of_the_server_becomes_a_record_that_is_right() -> None:
    server = MemoryServer({"akq": card_game("akq")}, "record")
    ann, bob = server.peer(), server.peer()
    for peer, name in ((ann, "ann"), (bob, "bob")):
        server.say(peer, f"ENTER {name}")
    server.say(ann, "OPEN akq games=1")
    for peer in (ann, bob):
        server.say(peer, "JOIN akq-1")
        server.say(peer, "LOGIN")
    for line in ("START", "FOLD", "START", "FOLD"):  # the second match begins with who is there
        server.say(ann, line)
        server.say(bob, line)
    archive = MatchHistory(server.store, lambda: server.core.vault)
    for number in (1, 2):
        match = archive.record(number, SERVER)
        verdict = check_record(written(match, EVENING_KEY), find_game, public(EVENING_KEY))
        assert verdict.games == 1
        assert set(verdict.scores) == {"guest-ann", "guest-bob"}
    assert any(line.quiet for line in archive.record(2, "").lines)


def test_verify_prints_one_verdict_and_its_exit_status(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(record, "utf-8")
    assert main(["verify", str(path), "--key", public_text(KEY), "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("All is right: match 3 at akq-1, ")
    assert main(["verify", str(path), "--key", public_text(OTHER)]) == Flaw.WRONG_KEY.value
    path.write_text(record.replace("ann", "eve"), "utf-8")
    assert main(["verify", str(path), "--lang", "en"]) == Flaw.EDITED.value
    assert capsys.readouterr().err.splitlines()[-1].startswith("EDITED: line ")
    path.write_bytes(b"\xff\xfe")
    assert main(["verify", str(path)]) == Flaw.NOT_A_RECORD.value
    assert main(["verify", str(tmp_path / "none")]) == 2


@pytest.mark.parametrize("game", ["{path}:Trap", "trap:Trap", "os:system"])
def test_a_record_cannot_name_code_to_be_run(game: str, tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n", "utf-8")
    match = played("akq")
    header = Header(**{**_header(match), "game": game.format(path=trap)})
    path = tmp_path / "match.jsonl"
    path.write_text(_signed(Record(header, match.lines, {}, match.key)), "utf-8")
    assert main(["verify", str(path)]) == Flaw.NO_SUCH_GAME.value
    assert main(["replay", str(path), "--plain"]) == Flaw.NO_SUCH_GAME.value
    assert not (tmp_path / "sprung").exists()
