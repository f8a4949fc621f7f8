"""`cardkit history` and `cardkit results`: what was played, and nothing of what is being played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import shake_256
from pathlib import Path
from typing import Any

import pytest

from cardkit.cli import main
from cardkit.netgame import Match as MatchRules
from cardkit.netgame import Reason, Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server.history import MatchHistory
from cardkit.server.robots import Robots
from cardkit.server.session import Peer
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store_address import DATABASE
from cardkit.server.vault import Vault
from tests.memory_server import MemoryServer
from tests.tiny_games import JAPANESE, Nim

AWAY = 10_000
"""Seconds after which a table where nobody is has long been closed."""


class LowNim(Nim):
    """The same, but the fewest points win."""

    title = "Low Nim"
    match = MatchRules(games=2, low_wins=True)


class Parlour(MemoryServer):
    """A server whose store is in a file, as a host finds it."""

    def __init__(self, folder: Path) -> None:
        super().__init__({"nim": Nim, "lownim": LowNim}, robots=Robots(0))
        self.store.close()
        self.folder = folder
        self.store = sqlite_store(folder / DATABASE)

    def master(self) -> bytes:
        return shake_256(self.seed.encode()).digest(32)

    def members(self, *names: str) -> list[Peer]:
        """People with accounts at a rated table."""
        return self.guests(*names, options="rated=yes", sign_up=True)

    def guests(
        self, *names: str, game: str = "nim", options: str = "robots=yes", sign_up: bool = False
    ) -> list[Peer]:
        """Guests at a new table of that game, each with a seat."""
        peers = [self.peer() for _ in names]
        for peer, name in zip(peers, names, strict=True):
            self.say(peer, f"ENTER new-{name}" if sign_up else f"ENTER {name}")
            if sign_up:
                self.say(peer, f"SIGNUP {name} correct horse")
        self.say(peers[0], f"OPEN {game} {options}")
        table = list(self.core.tables)[-1]
        for peer in peers:
            self.say(peer, f"JOIN {table}")
            self.say(peer, "LOGIN")
        return peers

    def play(self, peers: list[Peer]) -> None:
        """One match to its end: everybody takes one from the heap, again and again."""
        self.say(peers[0], "START")
        session = peers[0].session
        assert session is not None
        assert session.hosted is not None
        hosted = session.hosted
        while not hosted.table.match_over:
            if not hosted.table.playing:
                self.say(peers[0], "START")
            for peer in peers:
                self.say(peer, "TAKE 1")
            self.wait(1)


@pytest.fixture
def parlour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Parlour]:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("CARDKIT_KEY", raising=False)
    parlour = Parlour(tmp_path)
    yield parlour
    parlour.store.close()


class Host:
    """Somebody at the command line, while the server runs."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys

    def say(self, line: str) -> str:
        assert main([*line.split(), "--data", str(self.folder)]) == 0
        return self._capsys.readouterr().out

    def data(self, line: str) -> Any:
        return json.loads(self.say(f"{line} --json"))

    def refused(self, line: str) -> str:
        assert main([*line.split(), "--data", str(self.folder)]) == 2
        written = self._capsys.readouterr()
        assert written.out == ""
        return written.err


@pytest.fixture
def host(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Host:
    return Host(tmp_path, capsys)


def archive_of(parlour: Parlour) -> MatchHistory:
    return MatchHistory(parlour.store, lambda: Vault(parlour.master()))


# --- the list ----------------------------------------------------------------------------------


def test_what_has_not_begun_is_no_match(parlour: Parlour, host: Host) -> None:
    parlour.guests("ann", "bob")
    assert host.say("history") == "Nothing has been played yet.\n"
    assert host.data("history") == []


def test_a_match_is_listed_with_its_players_best_first(parlour: Parlour, host: Host) -> None:
    parlour.play(parlour.guests("ann", "bob"))
    (match,) = host.data("history")
    assert (match["match"], match["table"], match["game"]) == (1, "nim-1", "nim")
    assert (match["state"], match["games"]) == ("over", 2)
    assert match["begun"] < match["ended"]
    assert {line["player"] for line in match["results"]} >= {"guest-ann", "guest-bob"}
    points = [line["points"] for line in match["results"]]
    assert points == sorted(points, reverse=True)
    listed = host.say("history")
    assert "nim-1" in listed
    assert "guest-ann" in listed
    assert "running" not in listed


def test_where_the_fewest_points_win_they_come_first(parlour: Parlour, host: Host) -> None:
    parlour.play(parlour.guests("ann", "bob", game="lownim"))
    points = [line["points"] for line in host.data("history")[0]["results"]]
    assert points == sorted(points)
    assert points[0] != points[-1]


def test_the_matches_of_one_table_are_listed_alone(parlour: Parlour, host: Host) -> None:
    peers = parlour.guests("ann", "bob")
    parlour.play(peers)
    parlour.play(peers)
    parlour.play(parlour.guests("carl", "dora"))
    assert [match["table"] for match in host.data("history")] == ["nim-1", "nim-1", "nim-2"]
    assert [match["table"] for match in host.data("history NIM-2")] == ["nim-2"]
    assert [match["table"] for match in host.data("history --most 1")] == ["nim-2"]
    assert "--before 2 shows them" in host.say("history --most 2")
    assert [match["match"] for match in host.data("history --before 3")] == [1, 2]
    assert [match["match"] for match in host.data("history nim-1 --before 2")] == [1]
    assert host.say("history --before 1") == "There is no match before 1.\n"
    assert "older" not in host.say("history --most 3")
    assert "NO_SUCH_TABLE" in host.refused("history nim-3")
    assert "did you mean nim-1?" in host.refused("history nim1")


def test_a_match_that_is_on_is_listed_without_its_players(parlour: Parlour, host: Host) -> None:
    ann, _ = parlour.guests("ann", "bob")
    parlour.say(ann, "START")
    (match,) = host.data("history")
    assert (match["state"], match["ended"], match["results"]) == ("running", None, [])
    assert "running" in host.say("history")


def test_the_finished_games_of_a_match_are_told_while_it_is_on(
    parlour: Parlour, host: Host
) -> None:
    ann, bob = parlour.guests("ann", "bob")
    parlour.say(ann, "START")
    while parlour.core.tables["nim-1"].table.playing:
        for peer in (ann, bob):
            parlour.say(peer, "TAKE 1")
        parlour.wait(1)
    match = host.data("history 1")
    assert (match["state"], match["games"], match["inputs"]) == ("running", 1, None)
    [game] = match["finished"]
    seats = {seat["player"]: seat for seat in game["seats"]}
    assert [*seats] == ["guest-ann", "guest-bob", "robot-wren", "robot-finch"]
    assert [seat["by"] for seat in seats.values()] == ["person", "person", "robot", "robot"]
    winner = match["results"][0]["player"]
    assert seats[winner]["place"] == seats[winner]["points"] == seats[winner]["score"] == 1
    shown = host.say("history 1")
    assert f"{winner} +1 = 1" in shown
    assert [m["match"] for m in host.data("history --player guest-bob")] == [1]
    assert "guest-eve has finished no game here" in host.say("history --player guest-eve")


def test_a_game_is_stored_with_the_input_that_ended_it(parlour: Parlour) -> None:
    """What is told after a commit is in it: a crash at any moment leaves both or none."""
    ann, bob = parlour.guests("ann", "bob")
    parlour.say(ann, "START")
    pages: list[list[str]] = []
    write = parlour.store.write

    def noted(rows: Any) -> None:
        pages.append([what for what, _ in rows])
        write(rows)

    parlour.store.write = noted  # type: ignore[method-assign]
    while parlour.core.tables["nim-1"].table.playing:
        for peer in (ann, bob):
            parlour.say(peer, "TAKE 1")
        parlour.wait(1)
    [last] = [page for page in pages if "game over" in page]
    assert last[:5] == ["input", *["game over"] * 4]


def test_robots_that_stand_in_are_told_apart(parlour: Parlour, host: Host) -> None:
    ann, bob = parlour.guests("ann", "bob")
    parlour.say(ann, "START")
    parlour.lose(bob)
    while parlour.core.tables["nim-1"].table.playing:
        parlour.say(ann, "TAKE 1")
        parlour.wait(1)
    [game] = host.data("history 1")["finished"]
    assert [seat["by"] for seat in game["seats"]] == ["person", "stand-in", "robot", "robot"]


# --- one match ---------------------------------------------------------------------------------


def test_every_accepted_input_of_a_match_is_shown(parlour: Parlour, host: Host) -> None:
    ann, bob = parlour.guests("ann", "bob")
    parlour.say(ann, "TAKE 9")  # refused, so it never was
    parlour.play([ann, bob])
    inputs = host.data("history 1")["inputs"]
    said = [(entry["who"], entry["input"]) for entry in inputs]
    assert said[:5] == [
        ("guest-ann", "ENTER"),
        ("guest-ann", "LOGIN"),
        ("guest-bob", "ENTER"),
        ("guest-bob", "LOGIN"),
        ("", "FILL robot-wren"),
    ]
    assert ("guest-ann", "TAKE 1") in said
    assert ("", "ROBOT robot-wren") in said
    assert not [line for _, line in said if "TAKE 9" in line]
    assert len(said) == len(parlour.store.inputs(1))
    assert [entry["at"] for entry in inputs] == sorted(entry["at"] for entry in inputs)
    assert "TAKE 1" in host.say("history 1")


def test_a_match_that_is_on_stays_sealed_even_from_its_host(parlour: Parlour, host: Host) -> None:
    (parlour.folder / "vault.key").touch(0o600)
    (parlour.folder / "vault.key").write_text(parlour.master().hex())
    ann, _ = parlour.guests("ann", "bob")
    parlour.say(ann, "START")
    shown = host.say("history 1")
    assert "sealed until it is over" in shown
    assert "LOGIN" not in shown
    assert host.data("history 1")["inputs"] is None
    with pytest.raises(Refused, match="match 1 is sealed until it is over") as caught:
        archive_of(parlour).entries(1)
    assert caught.value.reason == Reason.WRONG_PHASE


def test_the_match_before_is_open_while_the_next_one_is_on(parlour: Parlour, host: Host) -> None:
    ann, bob = parlour.guests("ann", "bob")
    parlour.play([ann, bob])
    parlour.say(ann, "START")
    assert host.data("history 1")["inputs"]
    assert host.data("history 2")["inputs"] is None


@pytest.fixture
def broken_off(parlour: Parlour) -> Parlour:
    """All have left in the middle of a match, and their table is closed."""
    ann, bob = parlour.guests("ann", "bob")
    parlour.say(ann, "START")
    for peer in (ann, bob):
        parlour.say(peer, "QUIT")
    parlour.time += AWAY
    parlour.core.sweep()
    assert list(parlour.core.tables) == []
    return parlour


def test_a_match_that_was_broken_off_opens_with_the_key_of_the_host(
    broken_off: Parlour, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "broken off" in host.say("history")
    assert "vault.key cannot be used" in host.refused("history 1")
    assert not (broken_off.folder / "vault.key").exists()
    monkeypatch.setenv("CARDKIT_KEY", broken_off.master().hex())
    assert ("guest-ann", "START") in [
        (entry["who"], entry["input"]) for entry in host.data("history 1")["inputs"]
    ]
    monkeypatch.setenv("CARDKIT_KEY", bytes(32).hex())
    assert "BAD_KEY" in host.refused("history 1")


@pytest.mark.parametrize("number", ["0", "2", "99", "999999999999999", "-1"])
def test_an_unknown_match_is_not_found(parlour: Parlour, host: Host, number: str) -> None:
    parlour.play(parlour.guests("ann", "bob"))
    parlour.guests("carl")  # match 2 has not begun
    with pytest.raises(Refused, match=f"there is no match {number}") as caught:
        archive_of(parlour).match(int(number))
    assert caught.value.reason == ServerReason.NO_SUCH_MATCH
    if number != "-1":  # which reads as an option
        assert "NO_SUCH_MATCH" in host.refused(f"history {number}")


def test_looking_on_changes_nothing(parlour: Parlour, host: Host) -> None:
    parlour.play(parlour.guests("ann", "bob"))
    before = sorted(file.name for file in parlour.folder.iterdir())
    for line in ("history", "history 1", "results"):
        host.say(line)
    assert sorted(file.name for file in parlour.folder.iterdir()) == before
    assert main(["history", "--data", str(parlour.folder / "nowhere")]) == 2
    assert not (parlour.folder / "nowhere").exists()


# --- results -----------------------------------------------------------------------------------


def test_the_standings_are_those_of_rated_matches(parlour: Parlour, host: Host) -> None:
    parlour.play(parlour.guests("ann", "bob"))
    assert host.say("results").startswith("No rated match is over yet")
    peers = parlour.members("ann", "bob")
    for _ in range(3):
        parlour.play(peers)
    parlour.say(peers[0], "START")
    found = host.data("results")
    assert list(found) == ["nim"]
    assert sorted(line["player"] for line in found["nim"]) == ["ann", "bob"]
    best, other = found["nim"]
    assert (best["place"], best["matches"], best["provisional"]) == (1, 3, True)
    assert best["rating"] > 1500 > other["rating"]
    shown = host.say("results")
    assert f"± {best['margin']}" in shown
    assert "provisional" in shown
    assert "did you mean nim?" in host.refused("results nimm")
    assert [match["rated"] for match in host.data("history")] == [False, True, True, True, False]


def test_the_standings_are_shown_in_pieces(parlour: Parlour, host: Host) -> None:
    parlour.play(parlour.members("ann", "bob", "carl"))
    best, *rest = [line["player"] for line in host.data("results")["nim"]]
    shown = host.say("results --most 1")
    assert best in shown
    assert f"cardkit results nim --after {best} shows them" in shown
    after = host.data(f"results nim --after {best}")["nim"]
    assert [line["player"] for line in after] == rest
    assert [line["place"] for line in after] == [2, 3]
    assert host.data(f"results nim --after {rest[-1]}") == {"nim": []}
    assert "in which game?" in host.refused(f"results --after {best}")
    assert "NO_SUCH_PLAYER" in host.refused("results nim --after nobody")


def test_both_are_told_in_japanese(parlour: Parlour, host: Host) -> None:
    for line in ("history", "results"):
        assert JAPANESE.search(host.say(f"{line} --lang ja"))
    parlour.play(parlour.members("ann", "bob"))
    for line in ("history", "history 1", "results"):
        assert JAPANESE.search(host.say(f"{line} --lang ja"))
