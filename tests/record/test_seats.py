"""Matches whose players change between games: dealt fairly, recorded, verified, and seen alike."""

from __future__ import annotations

from random import Random

import pytest

from cardkit.record import check_record
from cardkit.record.own_log import compare, read_log
from cardkit.record.recorded_match import RecordedMatch
from cardkit.registry import find_game
from tests.fair_tables import FairTable
from tests.kinds_of_games import of_every_kind
from tests.memory_server import KEY, SERVER
from tests.record.test_own_log import log_of
from tests.record.test_record import written

FOUR = ["ann", "bob", "cid", "dan"]
OPTIONS = {
    "bridge": "games=9",
    "doubt": "games=3",  # each is long
    "page_one": "turn_limit=30",
    "rummy": "turn_limit=30",
    "whist": "game=9",
}


def wait(party: FairTable) -> None:
    """A moment, in which seats change."""
    party.server.wait(0.1)
    party.settle()


@pytest.mark.parametrize("game", of_every_kind())
def test_a_match_whose_players_change_is_dealt_recorded_and_verified(game: str) -> None:
    rules = find_game(game)
    names = FOUR[: min(4, rules.seats.most)]
    more = OPTIONS.get(game, "")
    options = f"{'' if 'games=' in more else 'games=5'} drop_in=on robots=yes {more}"
    party = FairTable(game, names, options)
    chance = Random(game)
    party.join("eve", "JOIN")
    party.join("fay", "WATCH")
    ann, *others = party.guests
    seatings, scores, table = set[tuple[str, ...]](), dict[str, int](), party.hosted.table
    while not table.match_over:
        party.start()
        seatings.add(tuple(table.names))
        for guest in chance.sample(others, 2):
            guest.tell("LOGIN")
        party.play()
        scores = dict(zip(table.names, table.scores, strict=True))
        wait(party)
        if table.game_no == 1 and not table.match_over:
            others[0].tell("LOGOUT")  # so that a seat changes, whatever chance has in mind
        for guest in chance.sample(others, 2):
            if not table.match_over:
                guest.tell(chance.choice(("LOGOUT", "LOGIN", f"SEAT {ann.name}")))
        party.settle()
    assert party.found() == []
    assert len(seatings) > 1 or table.game_no < 3
    text = written(party.record(), KEY)
    verdict = check_record(text, find_game, bytes.fromhex(SERVER))
    assert verdict.over
    assert verdict.deals.alone == 0
    assert verdict.scores == scores
    for guest in party.guests:
        assert compare(verdict.record, read_log(log_of(guest)), find_game).same > 0
    film = RecordedMatch(verdict.record, find_game)
    assert {name for names in seatings for name in names} <= {*film.players}
    for at in range(film.last + 1):
        film.frame(at, film.players[-1])
    film.view(film.last, film.players[-1])


def test_who_takes_a_seat_contributes_to_the_next_deal() -> None:
    party = FairTable("page_one", FOUR[:3], "games=9 drop_in=on turn_limit=30")
    party.start()
    eve = party.join("eve", "JOIN")
    eve.tell("LOGIN")
    assert eve.name in party.hosted.table.people.queue
    party.play()
    wait(party)
    assert eve.name in party.hosted.table.names
    party.start()
    deal = party.hosted.dealing.current
    assert deal is not None
    assert deal.seats[-1] == eve.name
    assert deal.given[-1] is not None
    assert party.found() == []


def test_the_queue_and_the_points_are_there_after_a_restart() -> None:
    party = FairTable("page_one", FOUR[:3], "games=50 drop_in=on seats_most=3 turn_limit=30")
    party.start()
    for name in ("eve", "fay"):
        party.join(name, "JOIN").tell("LOGIN")
    party.play()
    party.guests[1].tell("LOGOUT")
    table = party.hosted.table
    people = table.people
    assert people.names == ["guest-ann", "guest-eve", "guest-cid"]
    assert people.queue == ("guest-fay",)
    assert people.left_with.keys() == {"guest-bob"}
    party.server.restart()
    again = party.hosted.table
    assert again is not table
    assert again.people.queue == ("guest-fay",)
    assert again.people.left_with == people.left_with
    assert again.scores == table.scores
    for guest in party.guests:
        guest.come_back()
    party.settle()
    party.start()
    assert again.playing
