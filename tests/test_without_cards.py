"""A game without cards is played wherever a card game is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from cardkit import Bot, NetGame, Offer, Rand, Refused, View
from cardkit.cardgame.rules import rule_sheet
from cardkit.cli import main
from cardkit.netgame import Command
from cardkit.record import check_record, claims_of, write_record
from cardkit.record.recorded_match import ALL_SEEING, RecordedMatch
from cardkit.registry import bots_to_host, find_game
from cardkit.server.history import MatchHistory
from cardkit.server.robots import Robots
from cardkit.simulate import simulate
from cardkit.testing import GameFault, check_game
from examples.rock_paper_scissors import RockPaperScissors
from examples.tic_tac_toe import TicTacToe
from tests.memory_server import KEY, SERVER, MemoryServer
from tests.server_helpers import a_hall, a_table, gapless, same_events
from tests.sound import Sound

GAMES: dict[str, type[NetGame]] = {
    "tictactoe": TicTacToe,
    "rockpaperscissors": RockPaperScissors,
}
FILES = ("examples/tic_tac_toe.py:TicTacToe", "examples/rock_paper_scissors.py:RockPaperScissors")
each_game = pytest.mark.parametrize("game", GAMES)
each_file = pytest.mark.parametrize("file", FILES)


class Centre(Bot):
    """Marks the centre of the board, which it sees."""

    def choose(self, view: View, legal: Sequence[Command | Offer]) -> str:
        rows = view.facts["board"]
        assert isinstance(rows, list)
        return "PLACE 5" if "5" in rows[1] else self.any(legal)


def test_bots_play_it_and_see_its_facts() -> None:
    result = simulate(TicTacToe, [("centre", Centre), ("rand", Rand)], 200)
    centre, rand = result.tallies
    assert centre.mean > rand.mean


@each_game
def test_it_is_simulated_and_checked(game: str, sound: Sound) -> None:
    assert simulate(GAMES[game], games=20) == simulate(GAMES[game], games=20)
    checked = sound(GAMES[game], {})
    assert checked.refused > 100
    assert (checked.twins, checked.untranslated) == (0, ())


def test_a_check_finds_what_is_wrong_without_cards() -> None:
    class Stuck(TicTacToe):
        """Nobody can say anything when the centre is marked."""

        def offers(self, seat: int) -> list[Command]:
            return super().offers(seat) if self.cells[4] == "5" else []

    with pytest.raises(GameFault, match="there is nothing to say"):
        check_game(Stuck, games=20)
    with pytest.raises(Refused, match=r"is stuck: there is nothing that player-\d may say$"):
        simulate(Stuck, games=20)


@each_game
def test_its_rule_sheet_is_of_its_words_and_not_of_cards(game: str) -> None:
    for language in ("en", "ja"):
        sheet = rule_sheet(GAMES[game], language=language)
        assert "| `PLACE 3` |" in sheet or "| `SHOW ROCK` |" in sheet
    assert "Cards" not in rule_sheet(GAMES[game])


def test_words_may_be_written_small() -> None:
    table = RockPaperScissors.play(["ann", "bob"])
    table.apply("ann", "show rock")
    table.apply("bob", "Show Paper")
    assert table.facts["shown"] == ["ROCK", "PAPER"]


@each_file
def test_a_contest_of_it_leaves_records_that_are_right(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "contest"
    line = ["contest", file, "rand", "rand", "--matches", "2", "--processes", "1", "--records", "1"]
    assert main([*line, "--seed", "1", "--out", str(out)]) == 0
    (record,) = (out / "records").iterdir()
    assert main(["verify", str(record), "--game", file]) == 0
    assert main(["replay", str(record), "--game", file, "--plain"]) == 0
    assert "The match is over." in capsys.readouterr().out


async def test_two_clients_play_it_at_a_server(autojump_clock: MockClock) -> None:
    for game in GAMES:
        async with a_hall(GAMES) as hall:
            ann, bob = await a_table(hall, "ann", "bob", game=game)
            await ann.ask("START")
            await bob.until("PHASE")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ann.play, 1)
                nursery.start_soon(bob.play, 2)
            assert same_events(ann, bob)
            assert gapless(ann)
            assert [e for e in ann.events if e[1] == "RESULT"]


async def test_a_secret_answer_is_heard_when_both_have_answered(autojump_clock: MockClock) -> None:
    async with a_hall(GAMES) as hall:
        ann, bob = await a_table(hall, "ann", "bob", game="rockpaperscissors")
        await ann.ask("START")
        await bob.until("ASK")
        await ann.ask("SHOW rock")
        await bob.until("ACTION")
        assert "ROCK" not in json.dumps(bob.events)
        await bob.ask("SHOW paper")
        assert [e[2:] for e in bob.events if "SHOW" in e] == [
            ["guest-ann", "SHOW", "ROCK"],
            ["guest-bob", "SHOW", "PAPER"],
        ]


def match_against_a_robot(server: MemoryServer, game: str) -> None:
    ann = server.peer()
    for line in ("ENTER ann", f"OPEN {game} robots=on", f"JOIN {game}-1", "LOGIN", "START"):
        server.say(ann, line)
    table = server.core.tables[f"{game}-1"].table
    for _ in range(200):
        server.wait(10)
        if table.match_over:
            return
        seat = table.people.seat_of["guest-ann"]
        offers = table.legal(seat)
        server.say(ann, str(offers[0]) if offers else "START" if not table.playing else "PING")
    raise AssertionError("the match did not end")


@each_game
def test_a_match_against_a_robot_becomes_a_record_that_is_right(game: str) -> None:
    server = MemoryServer(GAMES, "record", Robots(bots={"tictactoe": [Centre]}))
    match_against_a_robot(server, game)
    record = MatchHistory(server.store, lambda: server.core.vault).record(1, SERVER)
    claims = dict(enumerate(claims_of(record, GAMES.__getitem__)))
    record = replace(record, claims=claims)
    text = "".join(f"{line}\n" for line in write_record(record, KEY.sign))
    verdict = check_record(text, GAMES.__getitem__)
    assert set(verdict.scores) == {"guest-ann", "robot-wren"}
    film = RecordedMatch(verdict.record, GAMES.__getitem__)
    assert film.view(film.last, ALL_SEEING).facts == server.core.tables[f"{game}-1"].table.facts
    server.close()


def test_a_server_finds_no_bots_for_it_and_its_robots_play_at_random() -> None:
    assert [find_game(file) for file in FILES]
    assert bots_to_host({"tictactoe": find_game(FILES[0])}) == {"tictactoe": []}


def test_a_draw_is_shared_and_told() -> None:
    table = TicTacToe.play(["ann", "bob"])
    table.listening = True
    told: list[object] = []
    for number, cell in enumerate((1, 2, 3, 5, 4, 6, 8, 7, 9)):
        events = table.apply(["ann", "bob"][number % 2], f"PLACE {cell}")
        told += [event.words(0) for event in events]
    assert [table.place_of(seat) for seat in range(2)] == [1, 1]
    assert ("TIE", "ann", 1) in told
    assert ("TIE", "bob", 1) in told
