"""The server's side of fair deals: who is waited for, what is told, what outlives a restart."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from cardkit.fair import FairDealer, commit_player, seed_of
from cardkit.fair.dealer_role import PATIENCE
from cardkit.fair.hashes import commit_dealer, context_of
from cardkit.protocol.lines import LineCodec
from cardkit.server.table_settings import SECRETS
from tests.fair_tables import (
    NAMES,
    Party,
    Player,
    cards_are_there,
    dealing,
    given,
)
from tests.helpers import card_game
from tests.kinds_of_games import of_every_kind

# --- round trips ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", of_every_kind())
def test_a_game_costs_one_round_trip_more_than_without_deals(game: str) -> None:
    seats = card_game(game).seats
    party = Party(game, max(seats.least, min(4, seats.most)), "games=2")
    for _ in range(3):  # the third one is the first of the next match
        assert party.start() == 1
        assert cards_are_there(party)
        party.play()
    assert party.found() == []


def test_without_deals_there_is_no_round_trip() -> None:
    party = Party("akq", 2, without=NAMES)
    assert party.start() == 0
    assert cards_are_there(party)


def test_robots_in_free_seats_cost_no_round_trip() -> None:
    party = Party("whist", 2, "games=1 robots=yes")
    for _ in range(2):
        assert party.start() == 1
        assert cards_are_there(party)
        party.play()
    assert given(party.players[0]).count("missing") == 2


def test_start_before_the_commitments_costs_no_more() -> None:
    """Who begins as soon as the last game is over says START before COMMIT."""
    party = Party("akq", 2, "games=2")
    party.start()
    while party.table.playing:  # nobody has heard of the next deal yet
        name = party.table.names[party.table.awaited[0]]
        player = next(each for each in party.players if each.name == name)
        party.server.say(player.peer, "FOLD")
    party.server.say(party.players[0].peer, "START")
    assert not cards_are_there(party)
    assert party.settle() == 2  # COMMIT travels together with START
    assert cards_are_there(party)


def test_who_starts_is_answered_at_once_and_all_hear_who_it_was() -> None:
    party = Party("akq", 2)
    ann, bob = party.players
    assert ann.say("#1 START") == []
    assert ann.heard[-2:-1] == [["#1", "OK"]]
    party.settle()
    assert [m[2:] for m in bob.heard if m[1:2] == ["ACTION"]][-1] == ["guest-ann", "START"]
    assert ann.say("#1 START") == []  # carried out once
    assert ann.heard[-1] == ["#1", "OK"]


# --- what is told --------------------------------------------------------------------------------


def test_what_is_told_of_a_deal_is_what_the_page_says() -> None:
    party = Party("akq", 2, "games=1")
    party.start()
    party.play()
    ann, bob = party.players
    _, _, number, about, commitment = ann.all("DEAL", "open")[0]
    assert (number, about["deal"], about["seats"]) == (1, 1, ["guest-ann", "guest-bob"])
    context = context_of(about)
    commits = ann.all("DEAL", "commits")[0][3]
    gifts = [bytes.fromhex(each) for each in ann.all("DEAL", "ready")[0][3]]
    assert commits == [commit_player(context, seat, g).hex() for seat, g in enumerate(gifts)]
    secret = bytes.fromhex(ann.all("DEAL", "secret")[0][3])
    assert commitment == commit_dealer(context, secret).hex()
    deck = about["deck"].split()
    FairDealer(seed_of(secret, context, gifts)).shuffle(deck, "deck")
    hands = [m[4] for m in ann.heard if m[1:3] == ["MOVE", "stock"] and m[3] == ann.name]
    assert hands == deck[:1]
    [[_, _, _, _, to_ann], [_, _, _, _, to_bob]] = ann.all("PROOF")
    assert to_ann[:2] == [0, deck[0]]
    assert to_bob == 1  # where it lay, and not what it is
    assert bob.all("PROOF")[0][4] == 0


@pytest.mark.parametrize("game", of_every_kind())
def test_a_proof_tells_of_no_card_that_its_hearer_does_not_see(game: str) -> None:
    seats = card_game(game).seats
    party = Party(game, max(seats.least, min(4, seats.most)), "games=2")
    watcher = Player(party.server, "zoe")
    watcher.say(f"WATCH {party.table_name}")
    for _ in range(2):
        party.start()
        party.play()
    watcher.hear()
    for player in (*party.players, watcher):
        proofs, event = 0, list[Any]()
        for message in player.heard:
            if message[0] != "PROOF":
                event = message
                continue
            pile = 2 if event[1] == "SHOW" else 3
            assert message[3] == event[pile]
            told = [item[1] for item in message[4:] if isinstance(item, list)]
            hidden = [item for item in message[4:] if not isinstance(item, list)]
            assert set(told) <= set(event[pile + 1 :])
            assert len(hidden) == event.count("??")
            proofs += 1
        assert proofs >= 2


def test_nothing_of_the_deals_is_told_to_who_takes_no_part() -> None:
    party = Party("akq", 2, "games=1", without=["bob"])
    party.start()
    party.play()
    bob = party.players[1]
    assert [m for m in bob.heard if m[0] in ("DEAL", "PROOF")] == []
    assert given(party.players[0])[1] == "missing"


def test_a_person_at_nc_and_a_watcher_may_hear_the_proofs() -> None:
    party = Party("akq", 2, "games=1")
    watcher = Player(party.server, "eve")
    watcher.say(f"WATCH {party.table_name}")
    nc = party.server.peer(LineCodec())
    for line in ("PROOFS on", "ENTER fay", f"WATCH {party.table_name}"):
        party.server.say(nc, line)
    party.server.hear(nc)
    assert party.start() == 1  # neither is waited for
    watcher.hear()
    assert watcher.last("PROOF")[4:] == [1]
    assert watcher.answers == []
    assert watcher.found == []
    said = party.server.hear(nc)
    assert "DEAL root 1 deck 3 " in said
    assert "PROOF 1 deck guest-ann 0" in said
    assert watcher.say(f"COMMIT 2 {'00' * 32}")[1] == "NOT_NOW"


# --- who is late or missing ----------------------------------------------------------------------


@pytest.mark.parametrize("word", ["COMMIT", "REVEAL"])
def test_who_gives_nothing_is_named_and_the_game_goes_on(word: str) -> None:
    party = Party("page_one", 3, "games=2")
    ann, bob, _ = party.players
    party.start()
    bob.withheld = {word}
    party.play()
    party.start()
    assert not cards_are_there(party)
    party.server.wait(PATIENCE - 0.1)
    party.settle()
    assert not cards_are_there(party)
    party.server.wait(0.2)
    party.settle()
    assert cards_are_there(party)
    gifts = dict(zip(party.table.names, given(ann), strict=True))
    assert [name for name, gift in gifts.items() if gift == "missing"] == ["guest-bob"]
    assert party.found() == []


def test_who_was_waited_for_in_vain_is_not_again_until_they_contribute() -> None:
    party = Party("akq", 2, "games=9")
    ann, bob = party.players
    bob.withheld = {"COMMIT", "REVEAL"}
    party.start()  # bound already: it is the opening that is missing
    party.server.wait(PATIENCE)
    party.settle()
    assert given(ann)[1] == "missing"
    party.play()
    assert party.start() == 1  # the second one begins without bob
    assert cards_are_there(party)
    bob.withheld = set()
    party.play()
    assert party.start() == 1
    assert "missing" not in given(ann)
    bob.withheld = {"REVEAL"}
    party.play()
    party.start()
    assert not cards_are_there(party)  # waited for once more


def test_what_comes_too_late_is_refused() -> None:
    party = Party("akq", 2, "games=9")
    ann, bob = party.players
    bob.withheld = {"REVEAL"}
    party.start()
    party.server.wait(PATIENCE)
    assert bob.say(bob.due["REVEAL"])[:2] == ["WARNING", "NOT_NOW"]
    party.settle()
    assert given(ann)[1] == "missing"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("COMMIT", "BAD_KEY"),
        ("COMMIT 1", "BAD_KEY"),
        ("COMMIT 1 xyz", "BAD_KEY"),
        ("COMMIT one {hash}", "BAD_KEY"),
        ("COMMIT 1 {hash} more", "BAD_KEY"),
        ("COMMIT 0 {hash}", "NOT_NOW"),
        ("COMMIT 2 {hash}", "NOT_NOW"),
        ("REVEAL 1 {hash}", "TOO_EARLY"),
        ("REVEAL 2 {hash}", "NOT_NOW"),
        ("REVEAL -1 {hash}", "NOT_NOW"),
        ("PROOFS", "UNKNOWN_WORD"),
        ("PROOFS maybe", "UNKNOWN_WORD"),
        ("DISPUTE", "BAD_TEXT"),
        ("DISPUTE 1", "BAD_TEXT"),
        ("DISPUTE x no", "BAD_TEXT"),
        ("DISPUTE 1 {long}", "BAD_TEXT"),
        ("DISPUTE 9 not dealt yet", "NOT_NOW"),
    ],
)
def test_what_is_said_wrongly_is_refused_and_changes_nothing(line: str, code: str) -> None:
    party = Party("akq", 2)
    ann = party.players[0]
    line = line.format(hash="0f" * 32, long="x" * 301)
    answer = ann.say(line)
    assert answer[0] == "WARNING"
    assert answer[1] == code
    assert party.start() == 1
    assert "missing" not in given(ann)


def test_the_last_commitment_counts_until_the_list_is_told() -> None:
    party = Party("akq", 2)
    ann, bob = party.players
    assert ann.say(f"COMMIT 1 {'ab' * 32}")[0] == "OK"
    assert ann.say(ann.due["COMMIT"])[0] == "OK"
    assert ann.say(ann.due["COMMIT"].upper())[0] == "OK"
    assert party.start() == 1
    assert "missing" not in given(ann)
    assert bob.last("DEAL", "commits")[3][0] == ann.all("DEAL", "commits")[0][3][0]
    assert ann.fair.deal is not None
    bound = ann.fair.deal.commitment_of(ann.name)
    assert bound is not None
    assert bob.last("DEAL", "commits")[3][0] == bound.hex()


def test_who_has_replaced_a_commitment_cannot_open_the_one_before() -> None:
    party = Party("akq", 2)
    ann, bob = party.players
    first = ann.fair.deals[1, 1].contribution.hex()
    assert ann.say(f"COMMIT 1 {'ab' * 32}")[0] == "OK"
    ann.withheld = {"REVEAL"}
    ann.tell("START")
    party.settle()
    assert ann.say(f"REVEAL 1 {first}")[:2] == ["WARNING", "BAD_KEY"]
    party.server.wait(PATIENCE)
    party.settle()
    assert given(bob)[0] == "missing"


def test_nobody_is_bound_any_more_when_the_list_is_told() -> None:
    party = Party("akq", 2)
    ann, bob = party.players
    bob.withheld = {"REVEAL"}
    party.start()
    assert ann.say(f"COMMIT 1 {'ab' * 32}")[:2] == ["WARNING", "NOT_NOW"]


def test_a_false_opening_is_refused_and_the_right_one_is_still_taken() -> None:
    party = Party("akq", 2)
    ann, bob = party.players
    bob.withheld = {"REVEAL"}
    party.start()
    assert bob.say(f"REVEAL 1 {'ab' * 32}")[:2] == ["WARNING", "BAD_KEY"]
    assert not cards_are_there(party)
    assert bob.say(bob.due["REVEAL"])[0] == "OK"
    assert cards_are_there(party)
    party.settle()
    assert given(ann)[1] == bob.due["REVEAL"].split()[2]


def test_who_does_not_play_cannot_contribute() -> None:
    party = Party("akq", 2)
    eve = Player(party.server, "eve")
    assert eve.say(f"COMMIT 1 {'ab' * 32}")[1] == "NOT_AT_A_TABLE"
    eve.say(f"JOIN {party.table_name}")
    assert eve.say(f"COMMIT 1 {'ab' * 32}")[1] == "NOT_A_PLAYER"


# --- seats do not change while the cards are dealt -----------------------------------------------


@pytest.mark.parametrize(
    "line", ["LOGIN", "LOGOUT", "SEAT guest-bob", "START", "start", "ＳＴＡＲＴ"]
)
def test_nobody_changes_seats_while_the_cards_are_dealt(line: str) -> None:
    party = dealing()
    eve = Player(party.server, "eve")
    eve.say(f"JOIN {party.table_name}")
    who = eve if line == "LOGIN" else party.players[0]
    assert who.say(line)[:2] == ["WARNING", "WRONG_PHASE"]
    party.players[1].withheld = set()
    party.server.wait(PATIENCE)
    party.settle()
    assert cards_are_there(party)


def test_who_joins_during_a_deal_waits_and_hears_of_it() -> None:
    party = dealing()
    eve = Player(party.server, "eve")
    eve.say(f"JOIN {party.table_name}")
    assert [m[1] for m in eve.all("DEAL")] == ["open", "commits"]
    party.server.wait(PATIENCE)
    eve.hear()
    assert [m[1] for m in eve.all("DEAL")] == ["open", "commits", "ready", "root"]
    assert eve.found == []


def test_who_leaves_during_the_first_deal_makes_it_void_and_the_next_one_begins() -> None:
    party = dealing("page_one", 4, "games=1")
    ann, _, _, dan = party.players
    number = ann.last("DEAL", "open")[2]
    assert dan.say("EXIT")[0] == "OK"
    party.players.remove(dan)
    party.settle()
    assert ann.all("DEAL", "void") == [["DEAL", "void", number]]
    assert cards_are_there(party)
    assert ann.last("DEAL", "open")[3]["seats"] == ["guest-ann", "guest-bob", "guest-cid"]
    assert ann.last("DEAL", "open")[2] == number + 1
    party.play()
    assert [m[2] for m in ann.all("DEAL", "secret")] == [number + 1]
    assert party.found() == []
    assert {number, number + 1} <= party.record().secrets.keys()  # of what was dropped, too


def test_who_asked_for_the_game_may_leave_it_to_the_others() -> None:
    party = dealing("page_one", 4, "games=1")
    ann, *_, dan = party.players
    dan.withheld = set()
    assert ann.say("EXIT")[0] == "OK"
    party.players.remove(ann)
    party.settle()
    assert cards_are_there(party)
    assert party.table.names == ["guest-bob", "guest-cid", "guest-dan"]


def test_who_asked_for_a_game_of_a_running_match_may_leave_during_its_deal() -> None:
    party = Party("page_one", 3, "games=2")
    ann, bob, cid = party.players
    party.start()
    party.play()
    cid.withheld = {"REVEAL"}
    party.start()
    assert ann.say("EXIT")[0] == "OK"
    party.players.remove(ann)
    party.settle()
    party.server.wait(PATIENCE)
    party.settle()
    assert cards_are_there(party)
    assert party.server.log == [line for line in party.server.log if " error " not in line]
    assert [gift == "missing" for gift in given(bob)] == [False, False, True]


def test_when_too_few_are_left_no_deal_begins() -> None:
    party = dealing("akq", 2)
    ann, bob = party.players
    assert bob.say("EXIT")[0] == "OK"
    party.server.wait(60)
    party.settle()
    assert not cards_are_there(party)
    assert ann.last("DEAL") == ["DEAL", "void", 1]
    bob.withheld = set()
    bob.say(f"JOIN {party.table_name}")
    assert bob.say("LOGIN")[0] == "OK"
    party.settle()
    assert party.start() == 1
    assert party.found() == []


@pytest.mark.parametrize("options", ["games=1", "games=1 robots=yes"])
def test_when_the_last_person_leaves_nothing_is_dealt(options: str) -> None:
    party = Party("whist", 1, options) if "robots" in options else Party("akq", 2, options)
    last = party.players[-1]
    last.withheld = {"REVEAL"}
    party.start()
    for player in party.players:
        assert player.say("EXIT")[0] == "OK"
    party.server.wait(60)
    assert not cards_are_there(party)
    assert party.hosted.dealing.coming is None
    assert party.table.names == []
    assert not party.hosted.broken
    assert party.server.log == [line for line in party.server.log if " error " not in line]


def test_who_leaves_between_the_games_of_a_match_is_missing_in_the_next_deal() -> None:
    party = Party("page_one", 3, "games=2")
    ann, _, cid = party.players
    party.start()
    party.play()
    assert cid.say("EXIT")[0] == "OK"
    party.players.remove(cid)
    party.start()
    party.server.wait(PATIENCE)  # bound before leaving, and not there to open
    party.settle()
    assert cards_are_there(party)
    assert [gift == "missing" for gift in given(ann)] == [False, False, True]
    assert ann.all("DEAL", "void") == []
    assert party.found() == []


@pytest.mark.parametrize("word", ["COMMIT", "REVEAL"])
def test_nobody_waits_long_for_who_leaves_a_running_match_during_a_deal(word: str) -> None:
    party = Party("page_one", 3, "games=2")
    ann, _, cid = party.players
    party.start()
    cid.withheld = {word}
    party.play()
    party.start()
    assert not cards_are_there(party)
    assert cid.say("EXIT")[0] == "OK"
    party.players.remove(cid)
    party.settle()
    party.server.wait(PATIENCE)
    party.settle()
    assert cards_are_there(party)
    assert given(ann)[2] == "missing"


# --- to take part or not -------------------------------------------------------------------------


def test_proofs_may_be_wanted_in_the_middle_of_a_game() -> None:
    party = Party("page_one", 3, without=["bob"])
    ann, bob, _ = party.players
    party.start()
    bob.proofs = True
    assert bob.say("PROOFS on")[0] == "OK"
    assert [m[1] for m in bob.all("DEAL")] == ["open", "commits", "ready", "root"]
    proofs = bob.all("PROOF")
    shown = {item[1] for m in proofs for item in m[4:]}
    assert shown >= set(bob.say("HAND")[2:])
    party.settle()
    party.play()
    assert party.start() == 1
    assert "missing" not in given(ann)
    assert party.found() == []


def test_proofs_may_be_wanted_between_games_and_open_the_next_deal() -> None:
    party = Party("akq", 2, without=NAMES)
    ann, _ = party.players
    assert party.hosted.dealing.coming is None
    ann.proofs = True
    ann.say("PROOFS on")
    party.settle()
    assert party.start() == 1
    assert [gift == "missing" for gift in given(ann)] == [False, True]


def test_who_turns_proofs_off_is_not_waited_for() -> None:
    party = Party("akq", 2, "games=2")
    ann, bob = party.players
    party.start()
    party.play()
    bob.say("PROOFS off")
    bob.answers = []
    bob.withheld = {"COMMIT", "REVEAL"}
    count = len(bob.all("DEAL"))
    ann.say("START")
    ann.answer()
    party.server.wait(PATIENCE)
    party.settle()
    assert cards_are_there(party)
    assert len(bob.all("DEAL")) == count


# --- when the secret is told ---------------------------------------------------------------------


def secrets_heard(player: Player) -> list[int]:
    return [m[2] for m in player.all("DEAL", "secret")]


@pytest.mark.parametrize("mode", SECRETS)
def test_the_secret_is_told_when_the_table_says(mode: str) -> None:
    party = Party("akq", 2, f"games=2 secret={mode}")
    ann = party.players[0]
    after = []
    for _ in range(2):
        party.start()
        assert not secrets_heard(ann) or mode == "hand"
        party.play()
        after.append(secrets_heard(ann))
    expected = {"hand": [[1], [1, 2]], "match": [[], [1, 2]], "auditor": [[], []]}
    assert after == expected[mode]
    assert sorted(party.record().secrets) == [1, 2]  # who has the record has the secrets


def test_another_way_to_tell_the_secret_is_refused_with_those_there_are() -> None:
    party = Party("akq", 2)
    answer = party.players[0].say("OPEN akq secret=never")
    assert answer[:2] == ["WARNING", "BAD_OPTION"]
    assert "match, hand, auditor" in answer[2]


# --- doubts --------------------------------------------------------------------------------------


def test_a_dispute_is_told_to_all_and_logged_and_stored_once() -> None:
    party = Party("akq", 2, "games=1")
    ann, bob = party.players
    party.start()
    for _ in range(2):
        assert bob.say("DISPUTE 1 SK was not at place 0")[0] == "OK"
    party.settle()
    told = ["DEAL", "dispute", 1, "guest-bob", "SK was not at place 0"]
    assert ann.all("DEAL", "dispute") == [told]
    assert len([line for line in party.server.log if "deal.disputed" in line]) == 1
    party.play()
    disputes = [step.body for step in party.record().deals if "dispute" in step.body]
    assert [(each["by"], each["dispute"]) for each in disputes] == [("guest-bob", told[4])]


def test_a_watcher_and_who_takes_no_part_may_doubt_too() -> None:
    party = Party("akq", 2, without=["bob"])
    party.start()
    assert party.players[1].say("DISPUTE 1 strange")[0] == "OK"
    party.settle()
    assert party.players[0].last("DEAL", "dispute")[3] == "guest-bob"


def test_a_doubt_about_the_secrets_of_a_match_that_is_over_is_written_down_with_it() -> None:
    """They are told when it is over, and by then the first deal of the next one is open."""
    party = Party("akq", 2, "games=2")
    ann, bob = party.players
    for _ in range(2):
        party.start()
        party.play()
    assert ann.last("DEAL", "open")[3]["match"] == 2
    for number in (1, 2):
        assert bob.say(f"DISPUTE {number} the secret is not the one")[0] == "OK"
    party.settle()
    assert [m[2] for m in ann.all("DEAL", "dispute")] == [1, 2]
    for match, disputes in ((1, [1, 2]), (2, [])):
        if match == 2:
            for _ in range(2):
                party.start()
                party.play()
        steps = [step.body for step in party.record(match).deals]
        assert [step["deal"] for step in steps if "dispute" in step] == disputes


# --- chance --------------------------------------------------------------------------------------

SELDOM = 16.27
"""Chi-square with 3 degrees of freedom is above this once in a thousand times."""


@pytest.mark.parametrize("kind", ["constant", "copied", "missing"])
def test_whatever_the_others_give_everybody_gets_the_ace_alike(kind: str) -> None:
    """In 5,000 deals of Whist, in which one player is honest and the server is always the same."""
    table = card_game("whist")(dealer=FairDealer)
    for name in NAMES[:4]:
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    about: dict[str, Any] = {"deck": " ".join(table.cards.all), "seats": list(NAMES[:4])}
    secret, aces, tries = bytes(32), Counter[str](), 5000
    for number in range(tries):
        context = context_of({**about, "deal": number})
        honest = context_of({"honest": number})
        other = {"constant": bytes(32), "copied": honest, "missing": None}[kind]
        seed = seed_of(secret, context, [other, honest, other, other])
        dealt = table.copy()
        dealt.apply("", f"START {seed.hex()}")
        aces.update(n for seat, n in enumerate(dealt.names) if "SA" in dealt.piles[seat])
    assert sum(aces.values()) == tries
    even = tries / 4
    assert sum((aces[name] - even) ** 2 / even for name in NAMES[:4]) < SELDOM


def test_who_may_abort_has_two_decks_to_choose_from_and_no_more() -> None:
    """What fairness.md says of players who keep back what they were bound to."""
    context, secret, honest = context_of({"deal": 1}), bytes(32), b"honest".ljust(32)
    for friends in range(4):
        choices = product((b"friend".ljust(32), None), repeat=friends)
        seeds = {seed_of(secret, context, [honest, *choice]) for choice in choices}
        assert len(seeds) == 2**friends
