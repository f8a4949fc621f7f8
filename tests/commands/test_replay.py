"""`cardkit replay`: any position of a record, as anybody could see it, and playing on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardkit.card_words import is_card
from cardkit.cardgame import CardGame
from cardkit.cli import main
from cardkit.client.look import Look
from cardkit.client.replay import Replay, in_short, story, wall_clock
from cardkit.client.styled import width_of
from cardkit.commands.common import game_finder
from cardkit.commands.replay import player_at
from cardkit.faces import CardStyle
from cardkit.match_analysis import Judged, RunningAnalysis
from cardkit.netgame import WATCHER, Reason, Refused, Role
from cardkit.reasons import LocalReason
from cardkit.record import Flaw, Record, RecordFault, RecordLine, new_table, play, read_record
from cardkit.record.decisions import decisions
from cardkit.record.recorded_match import ALL_SEEING, NOBODY, STRIDE, RecordedMatch
from cardkit.registry import find_game, installed
from cardkit.search.analysis import Judgement, Mark, Stake
from cardkit.server.takeover import take_over
from tests.client.test_terminal import Pane, needs_tmux, pane
from tests.fair_tables import Party
from tests.kinds_of_games import of_every_kind
from tests.memory_server import KEY, MemoryServer
from tests.record.test_record import played, written

__all__ = ["pane"]
GAMES = {name: find_game(name) for name in installed()}
LOOK = Look(faces=CardStyle(signs=False))


@pytest.fixture(scope="module")
def page_one() -> RecordedMatch:
    return RecordedMatch(played("page_one", games=3), find_game)


@pytest.fixture(scope="module")
def daifugo() -> RecordedMatch:
    return RecordedMatch(played("daifugo", games=2), find_game)


def cards_in(text: str) -> set[str]:
    """The cards in what a person reads, by their names."""
    found = re.findall(r"\b([SHDC])(10|[2-9AKQJ])\b|\b(JK2?)(?=\W|$)", text)
    jokers = {"JK": "J1", "JK2": "J2"}
    return {
        jokers[joker] if joker else suit + rank.replace("10", "T") for suit, rank, joker in found
    }


def seen(replay: Replay, columns: int = 80, rows: int = 30) -> str:
    lines = [*replay.lines(columns, rows), replay.status(columns)]
    assert len(lines) <= rows + 1
    assert all(width_of(line) <= columns for line in lines)
    return "\n".join(line.plain for line in lines)


# --- the reel ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", of_every_kind())
def test_any_position_is_the_table_as_it_was_and_was_told(name: str) -> None:
    record = played(name, games=1)
    reel, table = RecordedMatch(record, find_game), new_table(record, find_game)
    for at, events in enumerate(play(record, table), start=1):
        there = reel.table_at(at)
        assert there.digest() == table.digest()
        for eyes in (NOBODY, *table.names):
            seat = table.people.seat_of.get(eyes, WATCHER)
            assert reel.view(at, eyes) == table.view(seat)
            told = [e.told_to(seat) for e in events]
            assert reel.frame(at, eyes) == [[*words] for words in told if words]


@pytest.mark.parametrize("game", ["akq", "page_one"])
def test_a_match_that_all_have_dealt_is_seen_again_as_it_was_heard(game: str) -> None:
    party = Party(game, 2 if game == "akq" else 3, "games=2")
    party.play_match()
    reel = RecordedMatch(read_record(written(party.record(), KEY)), find_game)
    for player in party.players:
        heard = {m[0]: m for m in player.heard if type(m[0]) is int}
        shown = [m for at in range(reel.last + 1) for m in reel.frame(at, player.name)]
        again = [m for m in shown if m[0] in heard]
        assert json.loads(json.dumps(again)) == [heard[m[0]] for m in again]
        assert {m[1] for m in again} >= {"MOVE", "RESULT", "SCORE"}


def test_a_position_can_be_played_on_without_changing_the_reel(page_one: RecordedMatch) -> None:
    at = page_one.starts[0]
    table = page_one.table_at(at)
    table.apply(table.names[table.awaited[0]], str(table.legal(table.awaited[0])[0]), 1e9)
    assert page_one.table_at(at).digest() != table.digest()


@pytest.mark.parametrize("name", of_every_kind())
def test_who_sees_all_sees_every_card_and_nothing_is_different(name: str) -> None:
    reel = RecordedMatch(played(name, games=1), find_game)
    for at in range(reel.last + 1):
        everything, watched = reel.view(at, ALL_SEEING), reel.view(at, NOBODY)
        table = reel.table_at(at)
        assert isinstance(table, CardGame)
        assert everything.hands == tuple(
            tuple(sorted(table.piles.get(seat, ()))) for seat in range(len(table.names))
        )
        assert sum(map(len, (*everything.hands, *everything.piles.values()))) == len(
            table.piles.seen
        )
        assert replace(everything, hands=watched.hands, piles=watched.piles) == watched


def test_all_that_anybody_was_told_is_told_to_who_sees_all(daifugo: RecordedMatch) -> None:
    dealt = daifugo.frame(daifugo.starts[0], ALL_SEEING)
    assert "??" not in str(dealt)
    assert "??" in str(daifugo.frame(daifugo.starts[0], "ann"))


def test_games_are_found_forwards_and_backwards(page_one: RecordedMatch) -> None:
    first, second, third = page_one.starts
    assert [page_one.game_at(at) for at in (0, first - 1, first, second, page_one.last)] == [
        *(0, 0, 1, 2, 3)
    ]
    assert page_one.next_game(0) == first
    assert page_one.next_game(first) == second
    assert page_one.next_game(third) == page_one.last
    assert page_one.game_before(second + 1) == second
    assert page_one.game_before(second) == first
    assert page_one.game_before(first) == 0
    assert page_one.within(-3) == 0
    assert page_one.within(9999) == page_one.last > 2 * STRIDE


def test_a_record_that_cannot_have_been_played_is_refused() -> None:
    record = played("akq", games=1)
    lines = [*record.lines[:-1], RecordLine("ann", "DISCARD S3", 9.0)]
    with pytest.raises(RecordFault) as caught:
        RecordedMatch(replace(record, lines=lines), find_game)
    assert caught.value.flaw is Flaw.ILLEGAL


# --- what a person sees --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["daifugo", "page_one", "flush_poker"])
def test_a_player_reads_of_no_card_that_they_did_not_see_or_hear_of(name: str) -> None:
    reel = RecordedMatch(played(name, games=1), find_game)
    for eyes in (NOBODY, "bob"):
        replay, heard = Replay(reel, LOOK, eyes), set[str]()
        for at in range(reel.last + 1):
            replay.go(at)
            view = reel.view(at, eyes)
            heard |= set(filter(is_card, (c for cards in view.hands for c in cards)))
            heard |= set(filter(is_card, (c for cards in view.piles.values() for c in cards)))
            heard |= {word for event in reel.frame(at, eyes) for word in event if is_card(word)}
            assert cards_in(seen(replay)) <= heard
    replay.press("a")
    assert cards_in(seen(replay)) >= set(reel.view(reel.last, ALL_SEEING).hands[0])


def test_keys_lead_to_any_position(page_one: RecordedMatch) -> None:
    replay = Replay(page_one, LOOK)
    places = []
    for key in ("right", "n", " ", "left", "p", "end", "right", "home", "left", "pagedown", "G"):
        replay.press(key)
        places.append(replay.at)
    last, (first, second, _) = page_one.last, page_one.starts
    assert places == [1, 2, 3, 2, 1, last, last, 0, 0, first, second]
    for key in ("pageup", "B"):
        replay.press(key)
    assert replay.at == 0
    for key in ("g", "3", "8", "c-h", "7"):
        replay.press(key)
    assert "jump to input (0 to" in seen(replay)
    replay.press("c-m")
    assert replay.at == 37
    assert f"input 37 of {last} │ game 1" in seen(replay)
    for key in ("g", "5", "escape", "x", "g", "c-m"):
        replay.press(key)
    assert replay.at == 37
    assert not replay.over
    replay.press("q")
    assert replay.over


def test_keys_change_whose_eyes_it_is_seen_through(page_one: RecordedMatch) -> None:
    replay = Replay(page_one, LOOK)
    replay.go(page_one.starts[0] + 1)
    whose = []
    for key in ("2", "9", "s", "0", "s", "a", "s"):
        replay.press(key)
        whose.append(replay.eyes)
    assert whose == ["bob", "bob", "cid", NOBODY, "ann", ALL_SEEING, NOBODY]
    replay.press("4")
    assert "as dan" in seen(replay)
    assert "hand " in seen(replay)
    replay.press("?")
    assert "see all cards" in seen(replay)


@pytest.mark.parametrize("size", [(80, 23), (40, 10), (24, 5), (120, 50)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_fits_any_screen(daifugo: RecordedMatch, size: tuple[int, int], language: str) -> None:
    replay = Replay(daifugo, replace(LOOK, language=language), ALL_SEEING)
    for at in (0, 3, daifugo.starts[0], daifugo.starts[0] + 20, daifugo.last):
        replay.go(at)
        for key in ("", "?", "?", "g", "escape"):
            replay.press(key)
            seen(replay, *size)


def test_every_input_is_told_with_its_number_and_its_time(page_one: RecordedMatch) -> None:
    told = [line.plain for line in story(Replay(page_one, LOOK, "ann"))]
    numbers = [int(found[0]) for line in told if (found := re.match(r" *\d+(?= )", line))]
    assert numbers == [*range(1, page_one.last + 1)]
    assert sum("You have: " in line for line in told) == len(page_one.starts)
    assert not any("bob has: " in line for line in told)
    everything = [line.plain for line in story(Replay(page_one, LOOK, ALL_SEEING))]
    assert sum("bob has: " in line for line in everything) == len(page_one.starts)


class Judging:
    """An analysis that knows at once what it thinks."""

    def __init__(self, reel: RecordedMatch, marks: dict[int, Mark]) -> None:
        self.found = {each.position: each for each in decisions(reel.record, find_game)}
        self.marks, self.failed, self.of = marks, False, len(self.found)
        self.judged: dict[int, Judged] = {}
        self.began: list[int] = []

    def mistakes(self) -> list[Judged]:
        return RunningAnalysis.mistakes(self)  # type: ignore[arg-type]

    def __call__(self, at: int, told: Callable[[], None]) -> Any:
        self.began.append(at)
        return self

    def judge(self, *positions: int) -> None:
        for position in positions or self.found:
            decision, mark = self.found[position], self.marks.get(position, Mark.NONE)
            lost = 1.5 if mark.sign else 0.0
            stake = Stake(2.0, "points")
            judgement = Judgement(decision.said, "DISCARD SA", lost, 0.1, mark, stake)
            self.judged[position] = Judged(decision, judgement)


def test_search_tells_what_it_thinks_and_mistakes_are_jumped_to(page_one: RecordedMatch) -> None:
    all_ = [each for each in decisions(page_one.record, find_game) if each.said != "DRAW 1"]
    first, second = all_[3], all_[9]
    judging = Judging(page_one, {first.position: Mark.MISTAKE, second.position: Mark.BLUNDER})
    replay = Replay(page_one, LOOK, analyse=judging)
    replay.press("i")
    assert judging.began == [0]
    assert f"judged 0 of {judging.of}" in seen(replay)
    replay.press("m")
    assert replay.at == 0, "nothing is known yet"
    judging.judge()
    assert "2 mistakes" in seen(replay)
    replay.press("m")
    assert (replay.at, replay.eyes) == (first.position + 1, first.player)
    assert "better by 1.5 points: DISCARD SA" in seen(replay)
    assert re.search(r" \?$", seen(replay), re.MULTILINE)
    replay.press("0")
    assert "something else was better by 1.5 points" in seen(replay)
    replay.press("m")
    assert (replay.at, replay.eyes) == (second.position + 1, second.player)
    assert re.search(r" \?\?$", seen(replay), re.MULTILINE)
    replay.press("m")
    assert replay.at == second.position + 1
    replay.press("M")
    assert replay.at == first.position + 1
    replay.press("i")
    assert "better by" not in seen(replay)
    assert judging.began == [0]
    judging.failed = True
    replay.press("i")
    assert "the analysis has failed" in seen(replay)


def test_who_does_not_see_the_cards_of_a_player_does_not_read_what_they_could_play(
    page_one: RecordedMatch,
) -> None:
    judging = Judging(page_one, {})
    judging.judge()
    replay = Replay(page_one, LOOK, analyse=judging)
    replay.press("i")
    for position, judged in judging.judged.items():
        replay.go(position + 1)
        for eyes in (NOBODY, *page_one.players, ALL_SEEING):
            replay.eyes = eyes
            sees = eyes in (judged.decision.player, ALL_SEEING)
            told = [line.plain for line in replay._told(replay.at)]
            assert any("search would say DISCARD SA" in line for line in told) == sees
        if position > 30:
            return


def test_an_input_of_which_nothing_was_told_is_told_without_cards() -> None:
    assert in_short(RecordLine("ann", "EXCHANGE S3 S4", 1.0)) == "ann: EXCHANGE"
    assert in_short(RecordLine("", "FILL robot-1", 1.0)) == "FILL robot-1"


def test_any_time_that_a_record_may_say_is_shown() -> None:
    assert re.fullmatch(r"\d\d:\d\d:\d\d", wall_clock(1.5))
    assert wall_clock(float("inf")) == wall_clock(1e300) == "–"


# --- playing on ----------------------------------------------------------------------------------


def a_server(record: Record, at: int, player: str) -> tuple[MemoryServer, Any]:
    """The player has come to the table that was taken over."""
    server, header = MemoryServer(GAMES, "replay"), record.header
    table = RecordedMatch(record, find_game).table_at(at)
    token = take_over(server.core, header.game, header.preset, header.options, table, player)
    peer = server.peer()
    server.say(peer, f"RESUME {token}")
    return server, peer


@pytest.mark.parametrize("policy", ["robot", "suspend", "forfeit"])
def test_a_player_goes_on_where_they_were_and_robots_play_the_rest(policy: str) -> None:
    record = played("page_one", games=2, policy=policy, move=30, grace=60)
    reel = RecordedMatch(record, find_game)
    at = next(k for k in range(20, reel.last) if reel.table_at(k).awaited == (1,))
    server, peer = a_server(record, at, "bob")
    heard = server.hear(peer)
    assert "OK RESUME bob" in heard
    assert "ASK" in heard
    hosted = server.core.tables["page-one-1"]
    assert hosted.table.view(1).data()["hands"] == reel.view(at, "bob").hands
    server.wait(1)
    assert hosted.table.awaited == (1,)  # it is not too late, and nobody else moves
    while not hosted.table.match_over:
        server.wait(5)
        if not hosted.table.playing:
            server.say(peer, "START")
        elif 1 in hosted.table.awaited:
            server.say(peer, str(hosted.table.legal(1)[0]))
    assert hosted.table.forfeits == []
    assert "RESULT" in server.hear(peer)
    server.say(peer, "START")  # and a new match with the same robots
    assert hosted.table.playing
    assert hosted.table.names == ["ann", "bob", "cid", "dan"]
    assert not any("error" in line for line in server.log)


def test_before_the_first_game_robots_take_the_seats_that_are_free() -> None:
    server, peer = a_server(played("whist", games=1), 3, "ann")
    server.say(peer, "START")
    table = server.core.tables["whist-1"].table
    assert table.names == ["ann", "robot-wren", "robot-finch", "robot-lark"]
    assert table.playing


def test_after_the_end_a_new_match_begins() -> None:
    record = played("akq", games=1)
    server, peer = a_server(record, len(record.lines), "bob")
    server.say(peer, "START")
    assert server.core.tables["akq-1"].table.playing


def test_one_plays_for_who_is_to_move_and_for_people_before_robots(page_one: RecordedMatch) -> None:
    table = page_one.table_at(page_one.starts[1])
    to_move = table.names[table.awaited[0]]
    assert player_at(table) == to_move
    table.people.roles[to_move] = Role.ROBOT
    assert player_at(table) == next(name for name in table.names if name != to_move)
    table.people.roles = dict.fromkeys(table.names, Role.ROBOT)
    assert player_at(table) == to_move
    assert player_at(table, "dan") == "dan"
    for at, wanted in ((page_one.last, "eve"), (0, "")):
        with pytest.raises(Refused) as caught:
            player_at(page_one.table_at(at), wanted)
        assert caught.value.reason == Reason.NO_SUCH_PLAYER


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text(written(played("page_one", games=1)), "utf-8")
    return path


def test_into_a_pipe_the_whole_match_is_told(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(path), "--seat", "bob", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "You have: " in out
    assert "The match is over." in out
    assert "\x1b" not in out
    assert main(["replay", str(path), "--all", "--plain", "--lang", "ja"]) == 0
    assert "試合終了です。" in capsys.readouterr().out


def test_a_damaged_record_is_one_line_and_its_exit_status(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(path.read_text("utf-8").replace("DRAW 1", "DRAW 2", 1), "utf-8")
    assert main(["replay", str(path), "--lang", "en"]) == Flaw.EDITED.value
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("EDITED: line ")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "bop"], "NO_SUCH_PLAYER: bop did not play in this match; did you mean bob?"),
        (["--from", "9999"], "BAD_OPTION: --from is a number of inputs from 0 to "),
        (["--from", "-1"], "BAD_OPTION: --from is a number of inputs from 0 to "),
        (["--from", "0"], "NO_SUCH_PLAYER: at that moment these have a seat: none"),
    ],
)
def test_what_cannot_be_shown_is_refused(
    path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["replay", str(path), *words, "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith(said)


def test_a_record_cannot_name_code_to_be_run(tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text("raise SystemExit('the trap was run')", "utf-8")
    for name in (f"{trap}:Trap", "antigravity:Trap", "os:path"):
        with pytest.raises(Refused) as caught:
            game_finder()(name)
        assert caught.value.reason == LocalReason.NO_SUCH_GAME
    assert game_finder("cardkit.games.akq:AKQ")("somegame") is GAMES["akq"]


def test_one_plays_on_without_a_screen(path: Path) -> None:
    command = [sys.executable, "-m", "cardkit.cli", "replay", str(path), "--from", "20"]
    done = subprocess.run(
        [*command, "--seat", "cid", "--lang", "en"],
        input="/scores\n/quit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert "── Page One · game 1" in done.stdout
    assert "Points: " in done.stdout


@needs_tmux
def test_a_record_in_a_terminal(pane: Pane, path: Path) -> None:
    pane.type(f"{sys.executable} -m cardkit.cli replay {path} --lang en", "Enter")
    pane.until("input 0 of ")
    pane.type("", "Right", "NPage")
    pane.until("input 9 of ")
    pane.type("2")
    assert "hand " in pane.until("as bob")
    pane.type("i")
    pane.until(" mistake")
    pane.type("g20", "Enter")
    pane.until("input 20 of ")
    pane.type("a", "Left")
    pane.until(lambda screen: "all cards" in screen and "input 19 of " in screen)
    pane.resize(60, 16)
    screen = pane.until(lambda screen: len(screen.splitlines()) <= 16 and "input 19" in screen)
    assert all(len(line) <= 60 for line in screen.splitlines())
    pane.type("q")
    pane.until(lambda screen: "READY>" in screen and "input 19" not in screen)
    assert pane.is_sane()
