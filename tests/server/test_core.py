"""The core without a network: who gets which seat, what a restart changes, what nobody may do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import ClassVar

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from benchmarks.load import sample
from cardkit.cardgame import Bot, CardCommand, CardView, MatchStart, Offer
from cardkit.keys import sign_challenge
from cardkit.protocol.lines import read_words
from cardkit.registry import find_game, installed
from cardkit.server.recovery import open_book
from cardkit.server.request import Job
from cardkit.server.robots import Robots
from cardkit.server.session import Peer
from tests.memory_server import MemoryServer
from tests.tiny_games import Nim

GAMES = {name: find_game(name) for name in installed()}


@pytest.fixture
def server() -> MemoryServer:
    return MemoryServer(GAMES, "house")


def say(server: MemoryServer, peer: Peer, *lines: str) -> str:
    """Say something, and all that this peer hears of it."""
    server.hear(peer)
    for line in lines:
        server.say(peer, line)
    return server.hear(peer)


def enter(server: MemoryServer, name: str) -> tuple[Peer, str]:
    peer = server.peer()
    token = say(server, peer, f"ENTER {name}").split()[3]
    return peer, token


def game_of_akq(server: MemoryServer, options: str = "") -> tuple[Peer, Peer, str, str]:
    """Ann and bob in a game of AKQ, with their tokens."""
    (ann, ann_token), (bob, bob_token) = enter(server, "ann"), enter(server, "bob")
    say(server, ann, f"OPEN akq {options}")
    for peer in (ann, bob):
        say(server, peer, "JOIN akq-1", "LOGIN")
    say(server, ann, "START")
    return ann, bob, ann_token, bob_token


def last_event(heard: str) -> int:
    return max(int(line.split()[0]) for line in heard.splitlines() if line[:1].isdigit())


# --- names of guests ------------------------------------------------------------------------------


def challenge(server: MemoryServer, peer: Peer, name: str, key: Ed25519PrivateKey) -> str:
    """The proof that a guest has the key, or why there is nothing to prove."""
    public = key.public_key().public_bytes_raw().hex()
    answer = say(server, peer, f"ENTER {name} KEY {public}")
    match read_words(answer.strip()):
        case ["OK", "CHALLENGE", asked]:
            return f"PROVE {sign_challenge(key, bytes.fromhex(asked))}"
        case _:
            return answer


def prove(server: MemoryServer, peer: Peer, name: str, key: Ed25519PrivateKey) -> str:
    """Come in as a guest with a key; the last that is heard."""
    answer = challenge(server, peer, name, key)
    return say(server, peer, answer) if answer.startswith("PROVE") else answer


def test_a_guest_with_a_key_keeps_the_name_after_leaving(server: MemoryServer) -> None:
    own, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    ann = server.peer()
    assert prove(server, ann, "ann", own).startswith("OK ENTER guest-ann ")
    say(server, ann, "QUIT")
    server.restart()
    for line in ("ENTER ann", "ENTER guest-ann", f"ENTER ann KEY {'00' * 32}"):
        assert say(server, server.peer(), line).startswith("WARNING NAME_TAKEN")
    assert prove(server, server.peer(), "ann", other).startswith("WARNING NAME_TAKEN")
    assert prove(server, server.peer(), "ann", own).startswith("OK ENTER guest-ann ")


def test_a_guest_with_a_key_takes_the_session_over_and_nobody_else_does(
    server: MemoryServer,
) -> None:
    own, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    here, there = server.peer(), server.peer()
    prove(server, here, "ann", own)
    say(server, here, "OPEN akq", "JOIN akq-1")
    assert "NAME_TAKEN" in prove(server, there, "ann", other)
    heard = prove(server, there, "ann", own)
    assert heard.startswith("OK ENTER guest-ann ")
    assert "STATE" in heard  # and is at the table
    assert "TAKEN_OVER" in server.hear(here)


def test_a_proof_for_another_server_is_none_here(server: MemoryServer) -> None:
    own, elsewhere = Ed25519PrivateKey.generate(), MemoryServer(GAMES, "another house")
    prove(server, server.peer(), "ann", own)
    mallory = server.peer()
    challenge(server, mallory, "ann", own)
    foreign = challenge(elsewhere, elsewhere.peer(), "ann", own)
    assert say(server, mallory, foreign).startswith("WARNING BAD_SIGNATURE")
    assert "NOT_ENTERED" in say(server, mallory, "OPEN akq")


def test_who_is_here_without_a_key_does_not_lose_the_name_to_one(server: MemoryServer) -> None:
    enter(server, "bob")
    assert "NAME_TAKEN" in prove(server, server.peer(), "bob", Ed25519PrivateKey.generate())
    eve = server.peer()
    proof = challenge(server, eve, "cid", Ed25519PrivateKey.generate())
    enter(server, "cid")  # while eve still signs
    assert "NAME_TAKEN" in say(server, eve, proof)


def test_names_of_guests_are_kept_for_a_time_and_up_to_a_number(server: MemoryServer) -> None:
    server.core.limits = replace(server.core.limits, guest_names=2, name_kept=100)
    keys = {name: Ed25519PrivateKey.generate() for name in ("ann", "bob", "cid", "dan")}

    def visit(name: str) -> None:
        peer = server.peer()
        assert prove(server, peer, name, keys[name]).startswith("OK ENTER")
        say(server, peer, "QUIT")
        server.wait(1)

    for name in ("ann", "bob", "ann", "cid"):
        visit(name)
    kept = [name for name in keys if server.store.account(f"guest-{name}") is not None]
    assert kept == ["ann", "cid"]
    server.wait(200)
    visit("dan")
    kept = [name for name in keys if server.store.account(f"guest-{name}") is not None]
    assert kept == ["dan"]


def test_who_plays_many_matches_one_after_the_other_always_finds_a_table(
    server: MemoryServer,
) -> None:
    ann, _ = enter(server, "ann")
    for number in range(1, server.core.limits.tables_each + 3):
        table = f"akq-{number}"
        heard = say(server, ann, "OPEN akq robots=yes", f"JOIN {table}", "LOGIN", "START")
        assert "WARNING" not in heard
        assert server.core.tables[table].table.playing
        say(server, ann, "EXIT")
    assert len(server.core.tables) <= server.core.limits.tables_each
    for _ in range(server.core.limits.tables_each + 1):
        heard = say(server, ann, "OPEN akq")  # and sits down at none
    assert "TOO_MANY" in heard


# --- accounts of one's own ------------------------------------------------------------------------


def test_a_guest_signs_up_and_comes_in_by_password_or_by_the_key_of_the_browser(
    server: MemoryServer,
) -> None:
    key, ann = Ed25519PrivateKey.generate(), server.peer()
    prove(server, ann, "ann", key)
    answer = read_words(say(server, ann, "SIGNUP Ann correct horse battery").strip())
    assert answer[:3] == ["OK", "ENTER", "Ann"]
    assert say(server, ann, "OPEN akq", "JOIN akq-1", "WHO").count("Ann") > 0
    assert server.core.sessions.keys() == {"Ann"}
    server.restart()
    assert say(server, server.peer(), f"RESUME {answer[3]}").startswith("OK RESUME Ann")
    other = server.peer()
    assert say(server, other, "ENTER Ann correct horse battery").startswith("OK ENTER Ann")
    asked = read_words(say(server, again := server.peer(), "ENTER Ann KEY").strip())[2]
    heard = say(server, again, f"PROVE {sign_challenge(key, bytes.fromhex(asked))}")
    assert heard.startswith("OK ENTER Ann")
    for line in ("ENTER ann", "ENTER guest-ann"):  # the name of the guest stays theirs
        assert say(server, server.peer(), line).startswith("WARNING NAME_TAKEN")


def test_signing_up_is_refused_with_a_reason(server: MemoryServer) -> None:
    (ann, _), (bob, _), (cid, _) = (enter(server, name) for name in ("ann", "bob", "cid"))

    def refused(peer: Peer, line: str) -> str:
        return say(server, peer, line).split()[1]

    assert refused(server.peer(), "SIGNUP ann correct horse") == "NOT_ENTERED"
    assert refused(ann, "SIGNUP ann short") == "WRONG_PASSWORD"
    assert refused(ann, "SIGNUP robot-1 correct horse") == "BAD_NAME"
    assert refused(ann, "SIGNUP S7 correct horse") == "BAD_NAME"
    say(server, bob, "OPEN akq", "JOIN akq-1")
    assert refused(bob, "SIGNUP bob correct horse") == "AT_A_TABLE"
    assert say(server, ann, "SIGNUP ann correct horse").startswith("OK ENTER ann")
    assert refused(ann, "SIGNUP ann2 correct horse") == "ALREADY_ENTERED"
    assert refused(cid, "SIGNUP Ann correct horse") == "NAME_TAKEN"
    server.core.limits = replace(server.core.limits, sign_ups=0)
    assert refused(cid, "SIGNUP cid correct horse") == "NOT_ALLOWED"


def test_of_two_who_sign_up_under_one_name_at_once_one_has_it(server: MemoryServer) -> None:
    peers = [enter(server, name)[0] for name in ("ann", "bob")]
    jobs = [server.core.said(peer, ["SIGNUP", "eve", "correct horse"]) for peer in peers]
    found = [(job, job.work()) for job in jobs if isinstance(job, Job)]
    for job, result in found:
        server.core.finish(job, result)
    first, second = (server.hear(peer) for peer in peers)
    assert first.startswith("OK ENTER eve")
    assert second.startswith("WARNING NAME_TAKEN")


def test_what_a_guest_has_played_goes_to_the_account_and_is_nameless_without_it(
    server: MemoryServer,
) -> None:
    ann, bob, *_ = game_of_akq(server, "games=1")
    while not server.core.tables["akq-1"].table.match_over:
        for peer in (ann, bob):
            say(server, peer, "PASS", "FOLD")
    say(server, ann, "EXIT")

    def players() -> list[set[str]]:
        (match,) = server.store.matches()
        games = server.store.finished_games(match.id, most=9)
        return [
            {*json.loads(match.players or "[]")},
            {seat.player for seat in games},
        ]

    assert players() == [{"guest-ann", "guest-bob"}] * 2
    say(server, ann, "SIGNUP ann correct horse")
    assert players() == [{"ann", "guest-bob"}] * 2
    say(server, ann, "DELETE ann")
    assert players() == [{"somebody", "guest-bob"}] * 2


def test_who_deletes_the_account_has_left_and_the_name_is_free(server: MemoryServer) -> None:
    ann, _ = enter(server, "ann")
    say(server, ann, "SIGNUP ann correct horse")
    assert say(server, ann, "DELETE bob").startswith("WARNING BAD_NAME")
    assert say(server, ann, "DELETE ann").startswith("OK QUIT")
    assert server.store.accounts() == []
    assert "WRONG_PASSWORD" in say(server, server.peer(), "ENTER ann correct horse")
    assert say(server, server.peer(), "ENTER ann").startswith("OK ENTER guest-ann")


# --- seats ---------------------------------------------------------------------------------------


def test_nobody_gets_the_seat_of_a_guest_who_has_left_by_taking_the_name(
    server: MemoryServer,
) -> None:
    ann, _, _, _ = game_of_akq(server)
    say(server, ann, "QUIT")
    thief = server.peer()
    assert "WARNING NAME_TAKEN" in say(server, thief, "ENTER ann")
    assert "WARNING NOT_ENTERED" in say(server, thief, "HAND")


def test_a_guest_who_left_the_table_but_not_the_server_has_the_seat_again(
    server: MemoryServer,
) -> None:
    ann, _, _, _ = game_of_akq(server)
    hand = say(server, ann, "HAND")
    say(server, ann, "EXIT")
    assert "OK JOIN" in say(server, ann, "JOIN akq-1")
    assert say(server, ann, "HAND") == hand


@pytest.mark.parametrize("word", ["ＥＸＩＴ", "ｓｔａｒｔ", "Ｊｏｉｎ akq-1"])
def test_a_word_in_full_width_letters_is_the_same_word(server: MemoryServer, word: str) -> None:
    ann, _, _, _ = game_of_akq(server)
    plain = {"ＥＸＩＴ": "OK EXIT", "ｓｔａｒｔ": "WRONG_PHASE"}.get(word, "AT_A_TABLE")
    assert plain in say(server, ann, word)


def test_a_word_with_a_space_in_it_is_the_same_word(server: MemoryServer) -> None:
    ann, _, _, _ = game_of_akq(server)
    server.hear(ann)
    server.core.said(ann, [" EXIT"])
    assert "OK EXIT" in server.hear(ann)


# --- restarts ------------------------------------------------------------------------------------


def test_who_came_to_watch_during_the_game_is_a_watcher_after_a_restart(
    server: MemoryServer,
) -> None:
    ann, bob, ann_token, bob_token = game_of_akq(server)
    eve, eve_token = enter(server, "eve")
    joined = say(server, eve, "WATCH akq-1")
    seen = int(joined.split("STATE ")[1].split()[0])
    say(server, ann, "BET 5")
    server.restart()
    eve = server.peer()
    heard = say(server, eve, f"RESUME {eve_token} {seen}")
    assert "ACTION guest-ann BET 5" in heard
    ann, bob = server.peer(), server.peer()
    assert "OK RESUME" in say(server, ann, f"RESUME {ann_token}")
    say(server, bob, f"RESUME {bob_token}")
    assert "OK" in say(server, bob, "FOLD")
    assert "TABLE_BROKEN" not in server.hear(eve)


def test_after_a_restart_between_matches_the_next_one_is_dealt_with_a_new_secret(
    server: MemoryServer,
) -> None:
    ann, bob, ann_token, bob_token = game_of_akq(server, "games=1")
    say(server, ann, "FOLD")
    say(server, bob, "SEAT guest-ann")
    server.restart()
    ann, bob = server.peer(), server.peer()
    say(server, ann, f"RESUME {ann_token}")
    say(server, bob, f"RESUME {bob_token}")
    assert "OK" in say(server, ann, "START")
    matches = server.store.matches()
    assert [match.over for match in matches] == [0, 1]
    assert matches[0].secret != matches[1].secret


def test_what_was_done_before_a_restart_is_not_done_again(server: MemoryServer) -> None:
    ann, bob, ann_token, bob_token = game_of_akq(server, "games=1")
    say(server, ann, "#fold FOLD")
    say(server, bob, "#next START")
    server.restart()
    ann, bob = server.peer(), server.peer()
    say(server, bob, f"RESUME {bob_token}")
    say(server, ann, f"RESUME {ann_token}")
    assert say(server, ann, "#fold FOLD") == "#fold OK\n\n"
    assert say(server, bob, "#next START") == "#next OK\n\n"
    assert "playing" in say(server, ann, "STATE")


@pytest.mark.parametrize("line", ["OPEN akq", "CHAT hello", "EXIT"])
def test_the_words_of_the_server_are_not_carried_out_twice_either(
    server: MemoryServer, line: str
) -> None:
    ann, token = enter(server, "ann")
    say(server, ann, "OPEN akq")
    say(server, ann, "JOIN akq-1")
    assert "OK" in say(server, ann, f"#1 {line}")
    server.restart()
    ann = server.peer()
    say(server, ann, f"RESUME {token}")
    tables = len(server.core.tables)
    assert say(server, ann, f"#1 {line}") == "#1 OK\n\n"
    assert len(server.core.tables) == tables


def test_everybody_has_time_to_come_back_also_who_was_away_before(server: MemoryServer) -> None:
    ann, _, _, _ = game_of_akq(server, "policy=forfeit grace=10")
    server.lose(ann)
    server.time += 60  # the server is down meanwhile
    server.restart()
    server.wait(5)
    assert server.core.tables["akq-1"].table.forfeits == []
    table = server.core.tables["akq-1"].table
    server.wait(30)
    assert table.forfeits or not table.playing


def test_when_the_server_stops_nobody_is_lost(server: MemoryServer) -> None:
    ann, bob, ann_token, _ = game_of_akq(server, "policy=forfeit")
    server.core.closing = True
    assert "SHUTTING_DOWN" in say(server, ann, "FOLD")
    server.lose(ann)
    server.lose(bob)
    server.restart()
    assert server.core.tables["akq-1"].table.forfeits == []
    assert "OK RESUME guest-ann" in say(server, server.peer(), f"RESUME {ann_token}")


def test_names_of_tables_are_never_used_again(server: MemoryServer) -> None:
    ann, _ = enter(server, "ann")
    say(server, ann, "OPEN page_one")
    server.wait(700)
    server.core.sweep()
    assert server.core.tables == {}
    server.restart()
    bob, _ = enter(server, "bob")
    assert "OK OPEN page-one-2" in say(server, bob, "OPEN page_one")


# --- facts ---------------------------------------------------------------------------------------


def test_who_follows_the_events_knows_the_facts_of_the_next_match(server: MemoryServer) -> None:
    ann, _ = enter(server, "ann")
    say(server, ann, "OPEN daifugo robots=yes games=2", "JOIN daifugo-1", "LOGIN")
    facts: dict[str, object] = {}
    chance = Random(1)
    for _ in range(3):
        heard = say(server, ann, "START")
        phase = "playing"
        while phase == "playing":
            for words in map(read_words, heard.splitlines()):
                if words[1:2] == ["FACT"]:
                    facts[words[2]] = words[3]
            state = read_words(say(server, ann, "STATE").splitlines()[1])[2]
            assert {key: value for key, value in facts.items() if value is not None} == (
                state["facts"]
            )
            _, _, *legal = read_words(say(server, ann, "LEGAL").strip())
            if not legal:
                server.wait(1)
            heard = say(server, ann, sample(legal, chance)) if legal else server.hear(ann)
            phase = state["phase"]


# --- tables that all have left -------------------------------------------------------------------


def test_who_comes_after_all_have_left_finds_free_seats_and_a_game_of_their_own(
    server: MemoryServer,
) -> None:
    ann, _ = enter(server, "ann")
    say(server, ann, "OPEN daifugo robots=yes games=5", "JOIN daifugo-1", "LOGIN", "START")
    say(server, ann, "QUIT")
    bob, token = enter(server, "bob")
    assert "preparing []" in say(server, bob, "TABLES")
    assert "STATE" in say(server, bob, "JOIN daifugo-1")
    assert "OK" in say(server, bob, "LOGIN")
    assert "PHASE playing 1" in say(server, bob, "START")
    server.restart()
    assert "OK RESUME guest-bob" in say(server, server.peer(), f"RESUME {token}")
    assert server.core.tables["daifugo-1"].table.names[0] == "guest-bob"


def test_a_name_is_free_again_when_nobody_could_take_a_seat_by_it(server: MemoryServer) -> None:
    ann, _ = enter(server, "ann")
    say(server, ann, "OPEN akq robots=yes", "JOIN akq-1", "LOGIN", "START", "QUIT")
    assert "OK ENTER guest-ann" in say(server, server.peer(), "ENTER ann")


def test_a_suspended_game_is_listed_as_one(server: MemoryServer) -> None:
    ann, bob, _, _ = game_of_akq(server, "policy=suspend")
    server.lose(ann)
    assert "AKQ suspended" in say(server, bob, "TABLES")


def test_a_person_who_joins_is_told_how_to_go_on_and_a_program_is_not(server: MemoryServer) -> None:
    ann, _ = enter(server, "ann")
    say(server, ann, "OPEN akq")
    assert "LOGIN [place]" in say(server, ann, "JOIN akq-1")
    say(server, ann, "EXIT", "VIEWS on")
    assert "HELP" not in say(server, ann, "JOIN akq-1")


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
    server: MemoryServer, line: str, code: str
) -> None:
    peer = server.peer()
    peer.address = "192.0.2.7"
    assert f"WARNING {code}" in say(server, peer, line)
    assert f"refused code={code} address=192.0.2.7" in server.log[-1]
    assert line.split()[-1] not in "".join(server.log)


def test_an_option_is_given_once(server: MemoryServer) -> None:
    ann, _ = enter(server, "ann")
    assert "BAD_OPTION" in say(server, ann, "OPEN akq games=1 games=2")


# --- what one guest can cost ---------------------------------------------------------------------


def test_robots_do_not_play_when_nobody_is_there(server: MemoryServer) -> None:
    ann, _ = enter(server, "ann")
    say(server, ann, "OPEN page_one robots=yes games=100 pause=1", "JOIN page-one-1", "LOGIN")
    say(server, ann, "START", "EXIT")
    hosted = server.core.tables["page-one-1"]
    server.wait(500)
    assert hosted.journal.entries == 0
    assert server.core.timers.next() is None


def test_a_suspended_game_is_kept_when_all_have_left(server: MemoryServer) -> None:
    ann, bob, _, _ = game_of_akq(server, "policy=suspend")
    say(server, ann, "EXIT")
    say(server, bob, "EXIT")
    assert server.core.tables["akq-1"].table.suspended
    say(server, ann, "JOIN akq-1")
    say(server, bob, "JOIN akq-1")
    assert not server.core.tables["akq-1"].table.suspended
    assert "OK" in say(server, ann, "FOLD")


@pytest.mark.parametrize("option", ["move=0.01", "pause=0.01", "pause=nan", "pause=-1", "move=x"])
def test_a_table_that_would_never_rest_is_refused(server: MemoryServer, option: str) -> None:
    ann, _ = enter(server, "ann")
    assert "WARNING BAD_OPTION" in say(server, ann, f"OPEN akq {option}")


def test_an_option_padded_with_spaces_is_refused(server: MemoryServer) -> None:
    ann, _ = enter(server, "ann")
    server.core.said(ann, ["OPEN", "akq", "games=1" + " " * 300])
    assert "WARNING BAD_OPTION" in server.hear(ann)


def test_a_suspended_game_waits_for_days_but_not_for_ever(server: MemoryServer) -> None:
    ann, bob, ann_token, _ = game_of_akq(server, "policy=suspend")
    server.lose(ann)
    server.lose(bob)
    server.wait(86_400)
    server.core.sweep()
    ann = server.peer()
    assert "OK RESUME" in say(server, ann, f"RESUME {ann_token}")
    server.lose(ann)
    server.wait(8 * 86_400)
    server.core.sweep()
    server.wait(1000)
    server.core.sweep()
    assert server.core.tables == {}
    assert server.core.sessions == {}


def test_who_comes_and_goes_all_the_time_has_to_wait(server: MemoryServer) -> None:
    ann, _ = enter(server, "ann")
    say(server, ann, "OPEN akq")
    heard = "".join(say(server, ann, "WATCH akq-1", "EXIT") for _ in range(40))
    assert "WARNING TRY_LATER" in heard


def test_a_key_cannot_be_guessed_so_its_owner_is_not_locked_out(server: MemoryServer) -> None:
    for number in range(12):
        stranger = server.peer()
        stranger.address = f"192.0.2.{number}"
        assert "OK CHALLENGE" in say(server, stranger, "ENTER deep KEY")


# --- the robots of the server ---------------------------------------------------------------------


class Follower(Bot):
    """Calls whatever is bet; a robot by lot would fold, raise or go all in sooner or later."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        verbs = [offer.verb for offer in legal]
        return "CALL" if "CALL" in verbs else "BET 1"


class Confused(Bot):
    """Says what nobody may say."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return "FLY"


def robots_of(bot: type[Bot]) -> Robots:
    return Robots(1.0, {"akq": [bot]}, lambda n: 0)


def inputs_of(server: MemoryServer) -> list[tuple[str, str]]:
    """Who said what in the only match there was."""
    vault, (match,) = server.core.vault, server.store.matches()
    journal = open_book(match, vault)
    entries = journal.read(sealed for _, sealed in server.store.inputs(match.id))
    return [(entry.who, entry.what) for entry in entries if isinstance(entry.what, str)]


def test_a_robot_plays_as_the_bot_of_its_game_and_a_restart_plays_it_again() -> None:
    server = MemoryServer(GAMES, "bots", robots_of(Follower))
    ann, token = enter(server, "ann")
    say(server, ann, "OPEN akq robots=yes games=20", "JOIN akq-1", "LOGIN")
    for _ in range(10):
        say(server, ann, "START")
        for _ in range(3):
            say(server, ann, "BET 1", "CALL")
            server.wait(1)
    table = server.core.tables["akq-1"].table
    assert table.game_no == 10
    said = {line for who, line in inputs_of(server) if line.startswith("ROBOT")}
    assert said == {"ROBOT robot-wren CALL", "ROBOT robot-wren BET 1"}
    server.restart()
    say(server, server.peer(), f"RESUME {token}")
    again = server.core.tables["akq-1"].table
    # All that differs is when it was last heard of, and the time that ann had to come back in.
    again.time, again.people.back_by = table.time, table.people.back_by
    assert again.digest() == table.digest()


class Attentive(Follower):
    """Remembers what it has heard of its match."""

    made: ClassVar[list[Attentive]] = []

    def match_begins(self, match: MatchStart) -> None:
        self.match = match
        self.heard: list[tuple[object, ...]] = []
        self.made.append(self)

    def hears(self, kind: str, *parts: object) -> None:
        self.heard.append((kind, *parts))


def test_a_robot_hears_its_match_and_after_a_restart_it_has_heard_it() -> None:
    Attentive.made.clear()
    server = MemoryServer(GAMES, "bots", robots_of(Attentive))
    ann, token = enter(server, "ann")
    say(server, ann, "OPEN akq robots=yes games=2", "JOIN akq-1", "LOGIN", "START", "BET 1")
    server.wait(1)
    (robot,) = Attentive.made
    assert robot.match.game == "akq"
    assert (robot.match.seat, robot.match.games, robot.match.options["points"]) == (1, 2, 100)
    assert robot.heard[:2] == [("PHASE", "playing", 1), ("ORDER", "guest-ann", "robot-wren")]
    mine, others = [each for each in robot.heard if each[:2] == ("MOVE", "stock")]
    assert (mine[2:], others[2]) == (("guest-ann", "??"), "robot-wren")
    assert others[3] != "??"
    assert ("ACTION", "guest-ann", "BET") in [each[:3] for each in robot.heard]
    server.restart()
    say(server, server.peer(), f"RESUME {token}")
    again = Attentive.made[-1]
    assert again is not robot
    assert again.heard[: len(robot.heard)] == robot.heard


def test_the_bot_of_the_game_answers_for_who_is_late() -> None:
    server = MemoryServer(GAMES, "bots", robots_of(Follower))
    ann, _ = enter(server, "ann")
    say(server, ann, "OPEN akq robots=yes move=30 late=robot", "JOIN akq-1", "LOGIN", "START")
    server.wait(31)
    inputs = inputs_of(server)
    assert ("", "TIME guest-ann BET 1") in inputs or ("", "TIME guest-ann CALL") in inputs


def test_a_bot_that_fails_is_replaced_by_chance() -> None:
    server = MemoryServer(GAMES, "bots", robots_of(Confused))
    ann, _ = enter(server, "ann")
    say(server, ann, "OPEN akq robots=yes", "JOIN akq-1", "LOGIN", "START", "BET 1")
    server.wait(3)
    assert ("", "ROBOT robot-wren") in inputs_of(server)
    assert any("robot.failed" in line for line in server.log)
    assert not server.core.tables["akq-1"].broken


@pytest.mark.parametrize("policy", ["robot", "kick"])
def test_who_stands_in_for_a_player_plays_as_the_bot_too_and_a_restart_plays_it_again(
    policy: str,
) -> None:
    server = MemoryServer(GAMES, "bots", robots_of(Follower))
    ann, bob, token, _ = game_of_akq(server, f"policy={policy}")
    say(server, ann, "BET 1")
    server.lose(bob)
    server.wait(3)
    assert ("", "ROBOT guest-bob CALL") in inputs_of(server)
    table = server.core.tables["akq-1"].table
    server.restart()
    say(server, server.peer(), f"RESUME {token}")
    again = server.core.tables["akq-1"].table
    assert (again.scores, again.ranking, again.facts) == (table.scores, table.ranking, table.facts)


def test_a_bot_does_not_choose_for_who_has_given_up() -> None:
    server = MemoryServer(GAMES, "bots", robots_of(Follower))
    ann, bob, _, _ = game_of_akq(server, "policy=forfeit")
    say(server, ann, "BET 1")
    server.lose(bob)
    server.wait(3)
    assert ("", "ROBOT guest-bob") in inputs_of(server)


def test_a_game_without_cards_has_a_rule_sheet_too() -> None:
    server = MemoryServer({"nim": Nim})
    assert "Take one to three matches" in say(server, server.peer(), "RULES nim")
