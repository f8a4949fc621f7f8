"""The server without a network: who gets which seat, what a restart changes, what nobody may do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from benchmarks.load import sample
from cardkit.cardgame import Bot, CardView, Command, Offer
from cardkit.protocol.lines import read_words
from cardkit.registry import find_game, installed
from cardkit.server.recovery import open_book
from cardkit.server.robots import Robots
from cardkit.server.session import Peer
from cardkit.testing.evening import Evening

GAMES = {name: find_game(name) for name in installed()}


@pytest.fixture
def evening() -> Evening:
    return Evening(GAMES, "house")


def say(evening: Evening, peer: Peer, *lines: str) -> str:
    """Say something, and all that this peer hears of it."""
    evening.hear(peer)
    for line in lines:
        evening.say(peer, line)
    return evening.hear(peer)


def enter(evening: Evening, name: str) -> tuple[Peer, str]:
    peer = evening.peer()
    token = say(evening, peer, f"ENTER {name}").split()[3]
    return peer, token


def game_of_akq(evening: Evening, options: str = "") -> tuple[Peer, Peer, str, str]:
    """Ann and bob in a game of AKQ, with their tokens."""
    (ann, ann_token), (bob, bob_token) = enter(evening, "ann"), enter(evening, "bob")
    say(evening, ann, f"OPEN akq {options}")
    for peer in (ann, bob):
        say(evening, peer, "JOIN akq-1", "LOGIN")
    say(evening, ann, "START")
    return ann, bob, ann_token, bob_token


def last_event(heard: str) -> int:
    return max(int(line.split()[0]) for line in heard.splitlines() if line[:1].isdigit())


# --- seats ---------------------------------------------------------------------------------------


def test_nobody_gets_the_seat_of_a_guest_who_has_left_by_taking_the_name(evening: Evening) -> None:
    ann, _, _, _ = game_of_akq(evening)
    say(evening, ann, "QUIT")
    thief = evening.peer()
    assert "WARNING NAME_TAKEN" in say(evening, thief, "ENTER ann")
    assert "WARNING NOT_ENTERED" in say(evening, thief, "HAND")


def test_a_guest_who_left_the_table_but_not_the_house_has_the_seat_again(evening: Evening) -> None:
    ann, _, _, _ = game_of_akq(evening)
    hand = say(evening, ann, "HAND")
    say(evening, ann, "EXIT")
    assert "OK JOIN" in say(evening, ann, "JOIN akq-1")
    assert say(evening, ann, "HAND") == hand


@pytest.mark.parametrize("word", ["ＥＸＩＴ", "ｓｔａｒｔ", "Ｊｏｉｎ akq-1"])
def test_a_word_in_full_width_letters_is_the_same_word(evening: Evening, word: str) -> None:
    ann, _, _, _ = game_of_akq(evening)
    plain = {"ＥＸＩＴ": "OK EXIT", "ｓｔａｒｔ": "WRONG_PHASE"}.get(word, "AT_A_TABLE")
    assert plain in say(evening, ann, word)


def test_a_word_with_a_space_in_it_is_the_same_word(evening: Evening) -> None:
    ann, _, _, _ = game_of_akq(evening)
    evening.hear(ann)
    evening.core.said(ann, [" EXIT"])
    assert "OK EXIT" in evening.hear(ann)


# --- restarts ------------------------------------------------------------------------------------


def test_who_came_to_watch_during_the_game_is_a_watcher_after_a_restart(evening: Evening) -> None:
    ann, bob, ann_token, bob_token = game_of_akq(evening)
    eve, eve_token = enter(evening, "eve")
    joined = say(evening, eve, "WATCH akq-1")
    seen = int(joined.split("STATE ")[1].split()[0])
    say(evening, ann, "BET 5")
    evening.restart()
    eve = evening.peer()
    heard = say(evening, eve, f"RESUME {eve_token} {seen}")
    assert "ACTION guest-ann BET 5" in heard
    ann, bob = evening.peer(), evening.peer()
    assert "OK RESUME" in say(evening, ann, f"RESUME {ann_token}")
    say(evening, bob, f"RESUME {bob_token}")
    assert "OK" in say(evening, bob, "FOLD")
    assert "TABLE_BROKEN" not in evening.hear(eve)


def test_after_a_restart_between_matches_the_next_one_is_dealt_with_a_new_secret(
    evening: Evening,
) -> None:
    ann, bob, ann_token, bob_token = game_of_akq(evening, "games=1")
    say(evening, ann, "FOLD")
    say(evening, bob, "SEAT guest-ann")
    evening.restart()
    ann, bob = evening.peer(), evening.peer()
    say(evening, ann, f"RESUME {ann_token}")
    say(evening, bob, f"RESUME {bob_token}")
    assert "OK" in say(evening, ann, "START")
    matches = evening.store.matches()
    assert [match.over for match in matches] == [0, 1]
    assert matches[0].secret != matches[1].secret


def test_what_was_done_before_a_restart_is_not_done_again(evening: Evening) -> None:
    ann, bob, ann_token, bob_token = game_of_akq(evening, "games=1")
    say(evening, ann, "#fold FOLD")
    say(evening, bob, "#next START")
    evening.restart()
    ann, bob = evening.peer(), evening.peer()
    say(evening, bob, f"RESUME {bob_token}")
    say(evening, ann, f"RESUME {ann_token}")
    assert say(evening, ann, "#fold FOLD") == "#fold OK\n\n"
    assert say(evening, bob, "#next START") == "#next OK\n\n"
    assert "playing" in say(evening, ann, "STATE")


@pytest.mark.parametrize("line", ["OPEN akq", "CHAT hello", "EXIT"])
def test_the_words_of_the_house_are_not_carried_out_twice_either(
    evening: Evening, line: str
) -> None:
    ann, token = enter(evening, "ann")
    say(evening, ann, "OPEN akq")
    say(evening, ann, "JOIN akq-1")
    assert "OK" in say(evening, ann, f"#1 {line}")
    evening.restart()
    ann = evening.peer()
    say(evening, ann, f"RESUME {token}")
    tables = len(evening.core.tables)
    assert say(evening, ann, f"#1 {line}") == "#1 OK\n\n"
    assert len(evening.core.tables) == tables


def test_everybody_has_time_to_come_back_also_who_was_away_before(evening: Evening) -> None:
    ann, _, _, _ = game_of_akq(evening, "policy=forfeit grace=10")
    evening.lose(ann)
    evening.time += 60  # the server is down meanwhile
    evening.restart()
    evening.wait(5)
    assert evening.core.tables["akq-1"].table.forfeits == []
    table = evening.core.tables["akq-1"].table
    evening.wait(30)
    assert table.forfeits or not table.playing


def test_when_the_server_stops_nobody_is_lost(evening: Evening) -> None:
    ann, bob, ann_token, _ = game_of_akq(evening, "policy=forfeit")
    evening.core.closing = True
    assert "SHUTTING_DOWN" in say(evening, ann, "FOLD")
    evening.lose(ann)
    evening.lose(bob)
    evening.restart()
    assert evening.core.tables["akq-1"].table.forfeits == []
    assert "OK RESUME guest-ann" in say(evening, evening.peer(), f"RESUME {ann_token}")


def test_names_of_tables_are_never_used_again(evening: Evening) -> None:
    ann, _ = enter(evening, "ann")
    say(evening, ann, "OPEN page_one")
    evening.wait(700)
    evening.core.sweep()
    assert evening.core.tables == {}
    evening.restart()
    bob, _ = enter(evening, "bob")
    assert "OK OPEN page-one-2" in say(evening, bob, "OPEN page_one")


# --- facts ---------------------------------------------------------------------------------------


def test_who_follows_the_events_knows_the_facts_of_the_next_match(evening: Evening) -> None:
    ann, _ = enter(evening, "ann")
    say(evening, ann, "OPEN daifugo robots=yes games=2", "JOIN daifugo-1", "LOGIN")
    facts: dict[str, object] = {}
    chance = Random(1)
    for _ in range(3):
        heard = say(evening, ann, "START")
        phase = "playing"
        while phase == "playing":
            for words in map(read_words, heard.splitlines()):
                if words[1:2] == ["FACT"]:
                    facts[words[2]] = words[3]
            state = read_words(say(evening, ann, "STATE").splitlines()[1])[2]
            assert {key: value for key, value in facts.items() if value is not None} == (
                state["facts"]
            )
            _, _, *legal = read_words(say(evening, ann, "LEGAL").strip())
            if not legal:
                evening.wait(1)
            heard = say(evening, ann, sample(legal, chance)) if legal else evening.hear(ann)
            phase = state["phase"]


# --- tables that all have left -------------------------------------------------------------------


def test_who_comes_after_all_have_left_finds_free_seats_and_a_game_of_their_own(
    evening: Evening,
) -> None:
    ann, _ = enter(evening, "ann")
    say(evening, ann, "OPEN daifugo robots=yes games=5", "JOIN daifugo-1", "LOGIN", "START")
    say(evening, ann, "QUIT")
    bob, token = enter(evening, "bob")
    assert "preparing []" in say(evening, bob, "TABLES")
    assert "STATE" in say(evening, bob, "JOIN daifugo-1")
    assert "OK" in say(evening, bob, "LOGIN")
    assert "PHASE playing 1" in say(evening, bob, "START")
    evening.restart()
    assert "OK RESUME guest-bob" in say(evening, evening.peer(), f"RESUME {token}")
    assert evening.core.tables["daifugo-1"].table.names[0] == "guest-bob"


def test_a_name_is_free_again_when_nobody_could_take_a_seat_by_it(evening: Evening) -> None:
    ann, _ = enter(evening, "ann")
    say(evening, ann, "OPEN akq robots=yes", "JOIN akq-1", "LOGIN", "START", "QUIT")
    assert "OK ENTER guest-ann" in say(evening, evening.peer(), "ENTER ann")


def test_a_suspended_game_is_listed_as_one(evening: Evening) -> None:
    ann, bob, _, _ = game_of_akq(evening, "policy=suspend")
    evening.lose(ann)
    assert "AKQ suspended" in say(evening, bob, "TABLES")


def test_a_person_who_joins_is_told_how_to_go_on_and_a_program_is_not(evening: Evening) -> None:
    ann, _ = enter(evening, "ann")
    say(evening, ann, "OPEN akq")
    assert "HELP LOGIN" in say(evening, ann, "JOIN akq-1")
    say(evening, ann, "EXIT", "VIEWS on")
    assert "HELP" not in say(evening, ann, "JOIN akq-1")


# --- what a host sees ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("RESUME t00", "BAD_TOKEN"),
        ("PROVE c0ffee", "BAD_SIGNATURE"),
        ("ENTER ann wrong-password", "WRONG_PASSWORD"),
    ],
)
def test_an_attempt_to_be_somebody_else_is_logged_without_its_words(
    evening: Evening, line: str, code: str
) -> None:
    peer = evening.peer()
    peer.address = "192.0.2.7"
    assert f"WARNING {code}" in say(evening, peer, line)
    assert f"refused code={code} address=192.0.2.7" in evening.log[-1]
    assert line.split()[-1] not in "".join(evening.log)


def test_an_option_is_given_once(evening: Evening) -> None:
    ann, _ = enter(evening, "ann")
    assert "BAD_OPTION" in say(evening, ann, "OPEN akq games=1 games=2")


# --- what one guest can cost ---------------------------------------------------------------------


def test_robots_do_not_play_when_nobody_is_there(evening: Evening) -> None:
    ann, _ = enter(evening, "ann")
    say(evening, ann, "OPEN page_one robots=yes games=100 pause=1", "JOIN page-one-1", "LOGIN")
    say(evening, ann, "START", "EXIT")
    hosted = evening.core.tables["page-one-1"]
    evening.wait(500)
    assert hosted.journal.entries == 0
    assert evening.core.timers.next() is None


def test_a_suspended_game_is_kept_when_all_have_left(evening: Evening) -> None:
    ann, bob, _, _ = game_of_akq(evening, "policy=suspend")
    say(evening, ann, "EXIT")
    say(evening, bob, "EXIT")
    assert evening.core.tables["akq-1"].table.suspended
    say(evening, ann, "JOIN akq-1")
    say(evening, bob, "JOIN akq-1")
    assert not evening.core.tables["akq-1"].table.suspended
    assert "OK" in say(evening, ann, "FOLD")


@pytest.mark.parametrize("option", ["move=0.01", "pause=0.01", "pause=nan", "pause=-1", "move=x"])
def test_a_table_that_would_never_rest_is_refused(evening: Evening, option: str) -> None:
    ann, _ = enter(evening, "ann")
    assert "WARNING BAD_OPTION" in say(evening, ann, f"OPEN akq {option}")


def test_an_option_padded_with_spaces_is_refused(evening: Evening) -> None:
    ann, _ = enter(evening, "ann")
    evening.core.said(ann, ["OPEN", "akq", "games=1" + " " * 300])
    assert "WARNING BAD_OPTION" in evening.hear(ann)


def test_a_suspended_game_waits_for_days_but_not_for_ever(evening: Evening) -> None:
    ann, bob, ann_token, _ = game_of_akq(evening, "policy=suspend")
    evening.lose(ann)
    evening.lose(bob)
    evening.wait(86_400)
    evening.core.sweep()
    ann = evening.peer()
    assert "OK RESUME" in say(evening, ann, f"RESUME {ann_token}")
    evening.lose(ann)
    evening.wait(8 * 86_400)
    evening.core.sweep()
    evening.wait(1000)
    evening.core.sweep()
    assert evening.core.tables == {}
    assert evening.core.sessions == {}


def test_who_comes_and_goes_all_the_time_has_to_wait(evening: Evening) -> None:
    ann, _ = enter(evening, "ann")
    say(evening, ann, "OPEN akq")
    heard = "".join(say(evening, ann, "WATCH akq-1", "EXIT") for _ in range(40))
    assert "WARNING TRY_LATER" in heard


def test_a_key_cannot_be_guessed_so_its_owner_is_not_locked_out(evening: Evening) -> None:
    for number in range(12):
        stranger = evening.peer()
        stranger.address = f"192.0.2.{number}"
        assert "OK CHALLENGE" in say(evening, stranger, "ENTER deep KEY")


# --- the robots of the server ---------------------------------------------------------------------


class Follower(Bot):
    """Calls whatever is bet; a robot by lot would fold, raise or go all in sooner or later."""

    def choose(self, view: CardView, legal: Sequence[Command | Offer]) -> Command | str:
        verbs = [offer.verb for offer in legal]
        return "CALL" if "CALL" in verbs else "BET 1"


class Confused(Bot):
    """Says what nobody may say."""

    def choose(self, view: CardView, legal: Sequence[Command | Offer]) -> Command | str:
        return "FLY"


def robots_of(bot: type[Bot]) -> Robots:
    return Robots(1.0, {"akq": lambda: bot(lambda n: 0)})


def inputs_of(evening: Evening) -> list[tuple[str, str]]:
    """Who said what in the only match there was."""
    vault, (match,) = evening.core.vault, evening.store.matches()
    journal = open_book(match, vault)
    entries = journal.read(sealed for _, sealed in evening.store.inputs(match.id))
    return [(entry.who, entry.what) for entry in entries if isinstance(entry.what, str)]


def test_a_robot_plays_as_the_bot_of_its_game_and_a_restart_plays_it_again() -> None:
    evening = Evening(GAMES, "bots", robots_of(Follower))
    ann, token = enter(evening, "ann")
    say(evening, ann, "OPEN akq robots=yes games=20", "JOIN akq-1", "LOGIN")
    for _ in range(10):
        say(evening, ann, "START")
        for _ in range(3):
            say(evening, ann, "BET 1", "CALL")
            evening.wait(1)
    table = evening.core.tables["akq-1"].table
    assert table.game == 10
    said = {line for who, line in inputs_of(evening) if line.startswith("ROBOT")}
    assert said == {"ROBOT robot-1 CALL", "ROBOT robot-1 BET 1"}
    evening.restart()
    say(evening, evening.peer(), f"RESUME {token}")
    again = evening.core.tables["akq-1"].table
    # All that differs is when it was last heard of, and the time that ann had to come back in.
    again.time, again.back_by = table.time, table.back_by
    assert again.digest() == table.digest()


def test_a_bot_that_fails_is_replaced_by_chance() -> None:
    evening = Evening(GAMES, "bots", robots_of(Confused))
    ann, _ = enter(evening, "ann")
    say(evening, ann, "OPEN akq robots=yes", "JOIN akq-1", "LOGIN", "START", "BET 1")
    evening.wait(3)
    assert ("", "ROBOT robot-1") in inputs_of(evening)
    assert any("robot.failed" in line for line in evening.log)
    assert not evening.core.tables["akq-1"].broken


def test_who_stands_in_for_a_player_plays_by_lot() -> None:
    evening = Evening(GAMES, "bots", robots_of(Follower))
    ann, bob, _, _ = game_of_akq(evening, "policy=robot")
    say(evening, ann, "BET 1")
    evening.lose(bob)
    evening.wait(3)
    assert ("", "ROBOT guest-bob") in inputs_of(evening)
