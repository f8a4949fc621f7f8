"""A record beside a player's own log: a server that shows others another record is caught."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from cardkit import __version__
from cardkit.cli import main
from cardkit.games.page_one import PageOne
from cardkit.netgame import Refused
from cardkit.record import Flaw, RecordFault, check_record, claims_of, read_record
from cardkit.record.own_log import Agreement, compare, read_log
from cardkit.registry import find_game, installed
from cardkit.server.history import MatchHistory
from tests.fair_tables import FairTable, Player, recorded
from tests.kinds_of_games import of_every_kind
from tests.memory_server import KEY, SERVER
from tests.record.test_record import written
from tests.versions import VERSIONS, Renamed, Talkative

OPTIONS = {
    name: "games=2" for name in installed() if find_game(name).with_options()["match"].games > 1
} | {"akq": "games=3"}
FOUR = ["ann", "bob", "cid", "dan"]


def log_of(guest: Player, server: str = "localhost") -> str:
    """The log that the client of a guest would have written."""
    head = {"at": 0, "kind": "log", "format": "cardkit-log", "version": 1, "server": server}
    lines = [json.dumps(head)]
    for n, (kind, what) in enumerate(guest.log):
        body = [f"#{n}", *what.split()] if kind == "said" else tagged(what)
        lines.append(json.dumps({"at": n, kind: body}))
    return "\n".join(lines) + "\n"


def tagged(frame: list[list[Any]]) -> list[list[Any]]:
    """Here nobody gives tags to commands; a client does."""
    return [["#t", *m] if m[0] in ("OK", "WARNING") else m for m in frame]


@cache
def played(game: str, seed: str = "mine") -> tuple[str, str]:
    """A match: its record, and the log of ann, who lost her connection in between."""
    rules = find_game(game)
    names = FOUR[: min(4, rules.seats.most)]
    table = FairTable(game, names, OPTIONS.get(game, ""), seed=seed)
    ann = table.guests[0]

    def come_and_go(n: int) -> None:
        if n % 11 == 5:
            ann.lose()
            table.settle()
            ann.come_back(afresh=n % 2 == 0)
            table.settle()

    for _ in range(40):
        table.start()
        table.play(then=come_and_go)
        if table.hosted.table.match_over:
            break
    archive = MatchHistory(table.server.store, lambda: table.server.core.vault)
    assert table.found() == []
    return written(archive.record(1, SERVER), KEY), log_of(ann)


def check(record: str, log: str) -> Agreement:
    """What `cardkit verify --mine` does."""
    verdict = check_record(record, find_game, bytes.fromhex(SERVER))
    return compare(verdict.record, read_log(log), find_game)


@pytest.mark.parametrize("game", installed())
def test_an_honest_record_tells_the_story_of_the_log(game: str) -> None:
    record, log = played(game)
    assert check(record, log).same > 50


def as_0_1_0(text: str) -> str:
    """A record of version 0.1.0, which did not note how its events were told."""
    record = read_record(text)
    lines = [replace(line, told=None, fingerprint=None) for line in record.lines]
    return written(replace(record, lines=lines), KEY)


def test_a_log_that_tells_of_a_hand_as_it_lay_tells_the_same_story() -> None:
    """As the logs of version 0.1.0 do."""

    def turn_round(bodies: list[dict[str, Any]]) -> None:
        shown = first(bodies, "SHOW")
        assert len(set(shown[3:])) > 1
        shown[3:] = reversed(shown[3:])

    record, _ = played("flush_poker")
    assert check(as_0_1_0(record), retold(turn_round, "flush_poker")).same > 50


def test_who_comes_back_in_another_match_hears_the_end_of_the_one_before() -> None:
    record, log = played("page_one")
    before = read_record(record).header.deals
    bodies = [json.loads(line) for line in log.splitlines()]
    opened = next(body for body in bodies if "DEAL" in str(body.get("heard")))
    opened["heard"].append(["PROOF", before, "deck", "shared", [4, "HT", "00", "00"]])
    assert check(record, "\n".join(map(json.dumps, bodies))).same > 50
    opened["heard"][-1][1] = before + 1
    with pytest.raises(RecordFault, match="another story"):
        check(record, "\n".join(map(json.dumps, bodies)))


@pytest.mark.parametrize("game", of_every_kind())
def test_the_record_of_another_match_that_is_right_in_itself_is_caught(game: str) -> None:
    """The same players, the same table, all sums right and signed: and it was never played."""
    other, _ = played(game, "another")
    _, log = played(game)
    with pytest.raises(RecordFault) as caught:
        check(other, log)
    assert caught.value.flaw is Flaw.OTHER_STORY
    assert "line" in caught.value.text()


def retold(change: Callable[[list[dict[str, Any]]], None], game: str = "page_one") -> str:
    """Ann's log after she was told something else than the others."""
    _, log = played(game)
    bodies = [json.loads(line) for line in log.splitlines()]
    change(bodies)
    return "\n".join(map(json.dumps, bodies))


def first(bodies: list[dict[str, Any]], *head: Any) -> list[Any]:
    for body in bodies:
        for message in body.get("heard", ()):
            if message[: len(head)] == list(head) or message[1 : 1 + len(head)] == list(head):
                found: list[Any] = message
                return found
    raise AssertionError(head)


LIES: dict[str, tuple[tuple[Any, ...], int, Any]] = {
    "a move": (("ACTION", "guest-bob", "DISCARD"), -1, "S2"),
    "a card": (("MOVE", "stock", "guest-ann"), -1, "S2"),
    "a score": (("SCORE",), -1, 99),
    "a place": (("RESULT",), -1, "guest-zoe"),
    "a contribution": (("DEAL", "ready"), -1, ["00" * 32] * 4),
    "a commitment": (("DEAL", "commits"), -1, ["00" * 32] * 4),
    "a root": (("DEAL", "root"), -1, "00" * 32),
    "the dealer's commitment": (("DEAL", "open"), -1, "00" * 32),
    "a secret": (("DEAL", "secret"), -1, "00" * 32),
    "the trail": (("TRAIL",), -1, "00" * 32),
    "a proof": (("PROOF",), -1, [0, "S2", "00" * 16, "00" * 192]),
}


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("written_by", ["0.1.0", "this version"])
def test_one_thing_that_was_told_otherwise_is_caught(lie: str, written_by: str) -> None:
    head, at, value = LIES[lie]

    def change(bodies: list[dict[str, Any]]) -> None:
        message = first(bodies, *head)
        assert message[at] != value
        message[at] = value

    record, _ = played("page_one")
    with pytest.raises(RecordFault) as caught:
        check(as_0_1_0(record) if written_by == "0.1.0" else record, retold(change))
    assert caught.value.flaw is Flaw.OTHER_STORY


# --- told by another version ---------------------------------------------------------------------


@cache
def told_by(*versions: Any) -> tuple[str, str]:
    """A match, restarted for each further version: its record and ann's log."""
    table = FairTable("page_one", FOUR, "games=1", rules=versions[0], seed="versions")
    table.start()
    for rules in versions[1:]:
        table.play(12)
        table.server.games = {"page_one": rules}
        table.server.restart()
        for guest in table.guests:
            guest.come_back()
    table.play()
    assert table.hosted.table.match_over
    assert table.found() == []
    return recorded(table, versions[-1]), log_of(table.guests[0])


@pytest.mark.parametrize("here", VERSIONS)
@pytest.mark.parametrize("versions", [*permutations(VERSIONS, 2), *permutations(VERSIONS, 1)])
def test_what_another_version_has_told_is_no_other_story(
    versions: tuple[Any, ...], here: type[PageOne]
) -> None:
    record, log = told_by(*versions)
    found = compare(check_record(record, lambda _: here).record, read_log(log), lambda _: here)
    assert (found.unknown > 0) == (versions != (here,))
    assert found.same > 150


def test_what_one_of_two_versions_has_told_is_compared_word_by_word() -> None:
    record, log = told_by(PageOne, Talkative)

    def unknown(here: type[PageOne]) -> int:
        return compare(read_record(record), read_log(log), lambda _: here).unknown

    assert unknown(Talkative) < unknown(Renamed) > unknown(PageOne)


@pytest.mark.parametrize("lie", LIES)
def test_what_another_version_has_told_must_be_the_same_in_substance(lie: str) -> None:
    head, at, value = LIES[lie]
    record, log = told_by(PageOne)
    bodies = [json.loads(line) for line in log.splitlines()]
    message = first(bodies, *head)
    assert message[at] != value
    message[at] = value
    with pytest.raises(RecordFault, match="OTHER_STORY"):
        compare(
            read_record(record), read_log("\n".join(map(json.dumps, bodies))), lambda _: Talkative
        )


def test_a_record_whose_numbers_leave_out_what_was_heard_is_caught() -> None:
    """Numbers that nobody heard would leave nothing to compare."""
    text, log = played("page_one")
    record = read_record(text)
    lines = [replace(each, told=(each.told or 0) + 5000) for each in record.lines]
    with pytest.raises(RecordFault, match="OTHER_STORY"):
        compare(replace(record, lines=lines), read_log(log), find_game)


def test_a_record_without_the_last_game_is_caught() -> None:
    """The server leaves a game out, and signs again; the rules alone would not object."""
    text, log = played("akq")
    record = read_record(text)
    ends = [n for n, claims in sorted(record.claims.items()) if "result" in claims]
    short = record.lines[: ends[-2] + 1]
    steps = [step for step in record.deals if step.before <= ends[-2] + 1]
    cut = replace(record, lines=short, deals=steps)
    assert len([*claims_of(cut, find_game)]) == len(short)
    with pytest.raises(RecordFault, match="OTHER_STORY"):
        compare(cut, read_log(log), find_game)


def test_a_command_that_was_accepted_and_is_not_in_the_record_is_caught() -> None:
    def change(bodies: list[dict[str, Any]]) -> None:
        at = next(n for n, b in enumerate(bodies) if "TURN" in kinds(b))
        bodies[at + 1 : at + 1] = [
            {"at": 1, "said": ["#zz", "DISCARD", "XX"]},
            {"at": 1, "heard": [["#zz", "OK"]]},
        ]

    record, _ = played("page_one")
    with pytest.raises(RecordFault, match="OTHER_STORY"):
        check(record, retold(change))


def kinds(body: dict[str, Any]) -> list[Any]:
    """Which events a line of a log tells of."""
    return [message[1] for message in body.get("heard", ()) if isinstance(message[0], int)]


def test_what_others_said_in_secret_cannot_be_changed_either() -> None:
    """Nobody heard at what time bob spoke to the tenth of a second, but the trail binds it."""
    text, log = played("page_one")
    record = read_record(text)
    lines = list(record.lines)
    at = next(n for n, line in enumerate(lines) if line.said.startswith("DISCARD"))
    lines[at] = replace(lines[at], at=lines[at].at - 0.1)
    changed = replace(record, lines=lines)
    assert [*claims_of(changed, find_game)] == [*claims_of(record, find_game)]
    with pytest.raises(RecordFault, match="OTHER_STORY"):
        compare(changed, read_log(log), find_game)


def test_a_log_of_another_match_table_or_server_is_told_as_such() -> None:
    record, log = played("akq")
    verdict = check_record(record, find_game)
    for name, value in (("match", 7), ("table", "akq-9")):
        other = log.replace(
            f'"{name}": {json.dumps(verdict_part(record, name))}', f'"{name}": {json.dumps(value)}'
        )
        assert other != log
        with pytest.raises(Refused, match="NO_SUCH_MATCH: your log says nothing of match 1"):
            compare(verdict.record, read_log(other), find_game)
    with pytest.raises(RecordFault, match=r"OTHER_STORY: .* names another key of the server"):
        compare(verdict.record, read_log(log.replace(SERVER, "ab" * 32)), find_game)
    with pytest.raises(Refused, match="this is no log of cardkit"):
        compare(verdict.record, read_log(record), find_game)


def verdict_part(record: str, name: str) -> Any:
    return json.loads(record.splitlines()[0])[name]


def test_a_line_that_was_never_finished_is_no_difference() -> None:
    record, log = played("akq")
    lines = log.splitlines()
    torn = "\n".join([*lines[:40], lines[40][:-5], lines[0], *lines[41:]])
    assert check(record, torn).same > 20


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        (
            "en",
            "Some of your log was told by another version of cardkit or of the game; the record ",
        ),
        ("ja", "ログの一部は"),
    ],
)
def test_verify_says_what_another_version_has_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, says: str
) -> None:
    text, log = played("akq")
    record = read_record(as_0_1_0(text))
    record = replace(record, header=replace(record.header, cardkit="0.0.7 0.1.0"))
    (tmp_path / "record").write_text(written(record, KEY))
    (tmp_path / "log").write_text(log)
    say = ["verify", str(tmp_path / "record"), "--mine", str(tmp_path / "log")]
    assert main([*say, "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert says in told
    for part in ("0.0.7, 0.1.0", __version__, str(check(written(record, KEY), log).unknown)):
        assert part in told


def test_verify_says_that_the_record_tells_the_same_story(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, log = played("akq")
    (tmp_path / "record").write_text(record)
    (tmp_path / "log").write_text(log)
    say = ["verify", str(tmp_path / "record"), "--mine", str(tmp_path / "log")]
    assert main([*say, "--lang", "en"]) == 0
    assert "It tells the same story as your log: " in capsys.readouterr().out
    (tmp_path / "log").write_text(log.replace('"SA"', '"SX"'))
    assert main([*say, "--lang", "en"]) == 23
    told = capsys.readouterr().err
    assert told.startswith("OTHER_STORY: line ")
    assert "your log tells another story in its line " in told
