"""Records of matches that were dealt by all: what is right, and every lie that a server may sign.

Each falsification is chained anew and signed with the right key, so only the sums can tell.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cardkit.fair import CommittedDeck, FairDeal, FairDealer, commit_player
from cardkit.record import Flaw, RecordFault, check_record, read_record
from cardkit.registry import find_game, installed
from tests.fair_tables import Party
from tests.memory_server import KEY, SERVER
from tests.record.test_record import written

Body = dict[str, Any]
KEEPSAKES = Path(__file__).parents[1] / "records"


@cache
def fair(game: str = "akq", players: int = 2, options: str = "games=2") -> str:
    """The record of a match in which all took part."""
    party = Party(game, players, options)
    party.play_match()
    return written(party.record(), KEY)


def bodies_of(text: str) -> list[Body]:
    return [json.loads(line) for line in text.splitlines()]


def chained(bodies: list[Body]) -> str:
    """What the server itself could have written: numbered, bound and signed."""
    lines, last = list[str](), "0" * 64
    for n, body in enumerate(bodies):
        body |= {"n": n, "prev": last}
        if body["kind"] == "end":
            body["signature"] = KEY.sign(b"cardkit-record:" + last.encode()).hex()
        lines.append(json.dumps(body, ensure_ascii=False))
        last = sha256(lines[-1].encode()).hexdigest()
    return "".join(f"{line}\n" for line in lines)


def forged(change: Callable[[list[Body]], object], text: str = "") -> str:
    bodies = bodies_of(text or fair())
    change(bodies)
    return chained(bodies)


def flaw_of(text: str) -> tuple[Flaw, int]:
    with pytest.raises(RecordFault) as caught:
        check_record(text, find_game, bytes.fromhex(SERVER))
    assert caught.value.text("ja") != caught.value.text()
    return caught.value.flaw, caught.value.line


def line_with(bodies: list[Body], key: str, nth: int = 0) -> int:
    return [n for n, body in enumerate(bodies) if key in body][nth]


def start_line(bodies: list[Body]) -> int:
    return next(n for n, body in enumerate(bodies) if body.get("said", "").startswith("START"))


def deal_anew(bodies: list[Body], **about: Any) -> None:
    """Deal the first game about something else, and everything else fits to it."""
    opened, listed = line_with(bodies, "about"), line_with(bodies, "commits")
    given, start = line_with(bodies, "given"), start_line(bodies)
    terms = FairDeal(bodies[opened]["about"] | about, bytes.fromhex(bodies[-2]["secrets"][str(1)]))
    gifts = [bytes.fromhex(each) for each in bodies[given]["given"]]
    seed, deck = terms.seed(gifts), terms.about["deck"].split()
    FairDealer(seed).shuffle(deck, "deck")
    bodies[opened] |= {"about": terms.about, "commitment": terms.commitment.hex()}
    bodies[listed]["commits"] = [
        commit_player(terms.context, seat, gift).hex() for seat, gift in enumerate(gifts)
    ]
    bodies[start]["said"] = f"START {seed.hex()} guest-ann"
    bodies[start]["roots"] = {
        "deck": CommittedDeck(terms.context, terms.secret, deck, "deck").root.hex()
    }


# --- what is right -------------------------------------------------------------------------------


def other_decks(name: str) -> list[str]:
    """The presets of a game with other cards than it has without one."""
    game = find_game(name)
    own = game.with_options()["deck"]
    return [preset for preset in game.presets if game.with_options(preset)["deck"] != own]


@pytest.mark.parametrize(
    ("game", "preset"), [(n, p) for n in installed() for p in ("", *other_decks(n))]
)
def test_a_match_that_all_have_dealt_is_found_right(game: str, preset: str) -> None:
    seats = find_game(game).with_options(preset)["seats"]
    players = max(seats.least, min(4, seats.most))
    text = fair(game, players, f"{preset} games=2".strip())
    verdict = check_record(text, find_game, bytes.fromhex(SERVER))
    assert 1 <= verdict.games <= 2
    record = verdict.record
    assert record.key == b""
    given = [step.body["given"] for step in record.deals if "given" in step.body]
    assert len(given) == verdict.games
    assert all("missing" not in each and len(each) == players for each in given)


def test_a_record_written_again_by_us_is_what_the_server_wrote() -> None:
    assert chained(bodies_of(fair())) == fair()


def test_robots_and_who_takes_no_part_are_missing_and_it_is_right() -> None:
    party = Party("page_one", ["ann", "bob"], "games=2 robots=yes", without=["bob"])
    party.play_match()
    record = check_record(written(party.record(), KEY), find_game).record
    opened = [step.body["about"]["seats"] for step in record.deals if "about" in step.body]
    given = [step.body["given"] for step in record.deals if "given" in step.body]
    for gifts in given:
        missing = [n for n, each in zip(opened[-1], gifts, strict=True) if each == "missing"]
        assert missing == ["guest-bob", "robot-wren", "robot-finch"]


def test_a_match_in_which_nobody_takes_part_is_bound_to_its_secret_all_the_same() -> None:
    party = Party("akq", 2, "games=1", without=["ann", "bob"])
    party.play_match()
    text = written(party.record(), KEY)
    assert check_record(text, find_game).games == 1
    bodies = bodies_of(text)
    bodies[-2]["secrets"]["1"] = "00" * 32
    assert flaw_of(chained(bodies))[0] is Flaw.BAD_COMMITMENT


def test_a_second_match_a_void_deal_and_a_dispute_are_found_right() -> None:
    party = Party("akq", 2, "games=1")
    party.play_match()
    ann, bob = party.players
    bob.withheld = {"REVEAL"}
    party.start()  # the second match; bob leaves in the middle of its deal, and comes back
    assert bob.say("EXIT")[0] == "OK"
    bob.withheld = set()
    bob.say(f"JOIN {party.table_name}")
    bob.say("LOGIN")
    party.settle()
    party.start()
    ann.say("DISPUTE 2 I do not believe it")
    party.play()
    text = written(party.record(2), KEY)
    record = check_record(text, find_game).record
    assert [step.body for step in record.deals if "void" in step.body]
    assert [step.body["by"] for step in record.deals if "dispute" in step.body] == ["guest-ann"]
    assert sorted(record.secrets) == [2, 3]


# --- what is false -------------------------------------------------------------------------------


def test_another_secret_is_found() -> None:
    bodies = bodies_of(fair())
    bodies[-2]["secrets"]["1"] = "ab" * 32
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, line_with(bodies, "commitment"))


def test_another_secret_of_a_later_deal_is_found_there() -> None:
    bodies = bodies_of(fair())
    bodies[-2]["secrets"]["2"] = bodies[-2]["secrets"]["1"]
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, line_with(bodies, "commitment", 1))


def test_a_missing_secret_is_found() -> None:
    bodies = bodies_of(fair())
    del bodies[-2]["secrets"]["1"]
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, line_with(bodies, "commitment"))


def test_another_commitment_of_the_dealer_is_found() -> None:
    bodies = bodies_of(fair())
    at = line_with(bodies, "commitment")
    bodies[at]["commitment"] = "cd" * 32
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, at)


@pytest.mark.parametrize("gift", ["00" * 32, "", "zz"])
def test_a_changed_contribution_is_found(gift: str) -> None:
    bodies = bodies_of(fair())
    at = line_with(bodies, "given")
    bodies[at]["given"][1] = gift
    flaw = Flaw.EDITED if gift == "zz" else Flaw.BAD_COMMITMENT
    assert flaw_of(chained(bodies)) == (flaw, at)


def test_a_contribution_that_was_never_committed_is_found() -> None:
    bodies = bodies_of(fair())
    bodies[line_with(bodies, "commits")]["commits"][0] = ""
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, line_with(bodies, "given"))


def test_a_contribution_that_was_changed_with_its_commitment_makes_another_seed() -> None:
    bodies = bodies_of(fair())
    terms = FairDeal(
        bodies[line_with(bodies, "about")]["about"], bytes.fromhex(bodies[-2]["secrets"]["1"])
    )
    forged = commit_player(terms.context, 0, bytes(32)).hex()
    bodies[line_with(bodies, "commits")]["commits"][0] = forged
    bodies[line_with(bodies, "given")]["given"][0] = "00" * 32
    assert flaw_of(chained(bodies)) == (Flaw.WRONG_SEED, start_line(bodies))


def test_a_contribution_that_is_called_missing_makes_another_seed() -> None:
    bodies = bodies_of(fair())
    bodies[line_with(bodies, "given")]["given"][1] = "missing"
    assert flaw_of(chained(bodies)) == (Flaw.WRONG_SEED, start_line(bodies))


@pytest.mark.parametrize("key", ["commits", "given"])
@pytest.mark.parametrize("change", ["a seat too few", "a seat too many", "none"])
def test_a_list_that_is_not_one_for_each_seat_is_found(key: str, change: str) -> None:
    bodies = bodies_of(fair())
    at = line_with(bodies, key)
    listed = bodies[at][key]
    bodies[at][key] = {
        "a seat too few": listed[:-1],
        "a seat too many": [*listed, listed[0]],
        "none": [],
    }[change]
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, at)


def test_a_list_that_is_told_twice_is_found() -> None:
    bodies = bodies_of(fair())
    at = line_with(bodies, "commits")
    bodies.insert(at + 1, dict(bodies[at]))
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, at + 1)


def test_contributions_that_were_opened_before_all_were_bound_are_found() -> None:
    bodies = bodies_of(fair())
    at = line_with(bodies, "commits")
    bodies[at], bodies[at + 1] = bodies[at + 1], bodies[at]
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, at)


@pytest.mark.parametrize(
    "said",
    [
        f"START {'00' * 32}",
        f"START {'00' * 32} guest-ann",
        "START",
        f"start {'00' * 32}",
        f"ＳＴＡＲＴ {'00' * 32}",
        f"Start  {'00' * 32}",
    ],
)
def test_a_start_with_another_seed_is_found_however_it_is_written(said: str) -> None:
    bodies = bodies_of(fair())
    at = start_line(bodies)
    bodies[at] |= {"said": said}
    del bodies[at]["roots"]
    assert flaw_of(chained(bodies)) == (Flaw.WRONG_SEED, at)


def test_a_start_of_a_player_who_brings_no_seed_is_found() -> None:
    bodies = bodies_of(fair())
    at = start_line(bodies)
    bodies[at] |= {"who": "guest-ann", "said": "START"}
    assert flaw_of(chained(bodies)) == (Flaw.WRONG_SEED, at)


@pytest.mark.parametrize("keys", [["about"], ["given"], ["about", "commits", "given"]])
def test_a_start_without_a_deal_is_found(keys: list[str]) -> None:
    bodies = bodies_of(fair())
    at = [line_with(bodies, key) for key in keys]
    left = [body for n, body in enumerate(bodies) if n not in at]
    flaw, line = flaw_of(chained(left))
    if keys == ["about"]:
        assert (flaw, line) == (Flaw.BAD_COMMITMENT, line_with(left, "commits"))
    else:
        assert (flaw, line) == (Flaw.WRONG_SEED, start_line(left))


def test_a_second_game_with_the_deal_of_the_first_is_found() -> None:
    bodies = bodies_of(fair())
    second = line_with(bodies, "about", 1)
    first, kept = bodies[start_line(bodies)], bodies[:second] + bodies[second + 3 :]
    at = [n for n, body in enumerate(kept) if body.get("said", "").startswith("START")][1]
    kept[at] |= {"said": first["said"], "roots": first["roots"]}
    assert flaw_of(chained(kept)) == (Flaw.WRONG_SEED, at)


@pytest.mark.parametrize("change", ["another", "left out", "another label", "invented"])
def test_another_root_is_found(change: str) -> None:
    bodies = bodies_of(fair())
    at = start_line(bodies)
    root = bodies[at]["roots"]["deck"]
    match change:
        case "another":
            bodies[at]["roots"]["deck"] = root[::-1]
        case "left out":
            del bodies[at]["roots"]
        case "another label":
            bodies[at]["roots"] = {"other": root}
        case _:
            at += 1
            bodies[at]["roots"] = {"deck": root}
    assert flaw_of(chained(bodies)) == (Flaw.WRONG_DECK, at)


def test_a_deck_in_another_order_is_found() -> None:
    bodies = bodies_of(fair())
    at = start_line(bodies)
    terms = FairDeal(
        bodies[line_with(bodies, "about")]["about"], bytes.fromhex(bodies[-2]["secrets"]["1"])
    )
    cards = terms.about["deck"].split()
    FairDealer(bytes.fromhex(bodies[at]["said"].split()[1])).shuffle(cards, "deck")
    honest = CommittedDeck(terms.context, terms.secret, cards, "deck").root.hex()
    assert bodies[at]["roots"]["deck"] == honest
    cards[0], cards[1] = cards[1], cards[0]
    bodies[at]["roots"]["deck"] = CommittedDeck(
        terms.context, terms.secret, cards, "deck"
    ).root.hex()
    assert flaw_of(chained(bodies)) == (Flaw.WRONG_DECK, at)


def test_what_is_dealt_anew_with_everything_in_place_is_found_right() -> None:
    """Else the next test would find nothing but our own mistakes."""
    assert forged(deal_anew) == fair()


@pytest.mark.parametrize(
    "about",
    [
        {"match": 2},
        {"deal": 2},
        {"deal": 0},
        {"options": {"games": "3"}},
        {"preset": "other"},
        {"game": "whist"},
        {"table": "akq-2"},
        {"server": "00" * 32},
        {"deck": "SA SK SQ"},
        {"more": 1},
    ],
    ids=str,
)
def test_a_deal_that_is_about_something_else_is_found(about: dict[str, Any]) -> None:
    bodies = bodies_of(fair())
    deal_anew(bodies, **about)
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, line_with(bodies, "about"))


@pytest.mark.parametrize("seats", [["guest-bob", "guest-ann"], ["guest-ann", "guest-eve"]], ids=str)
def test_a_deal_for_other_players_is_found(seats: list[str]) -> None:
    bodies = bodies_of(fair())
    deal_anew(bodies, seats=seats)
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, start_line(bodies))


def test_deals_whose_numbers_are_out_of_order_are_found() -> None:
    bodies = bodies_of(fair())
    first, second = line_with(bodies, "about"), line_with(bodies, "about", 1)
    for key in ("about", "commitment"):
        bodies[first][key], bodies[second][key] = bodies[second][key], bodies[first][key]
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, first)


@pytest.mark.parametrize("steps", [2, 3])
@pytest.mark.parametrize("void", [False, True])
def test_a_deal_that_was_dropped_for_another_one_is_found(steps: int, void: bool) -> None:
    """All were bound, some had opened: who could drop the deal now would choose its deck."""
    party = Party("akq", 2, "games=2")
    party.play_match()
    bodies = bodies_of(written(party.record(), KEY))
    second = line_with(bodies, "about", 1)
    # The game that was played is the second one now; a first deal was begun and not played.
    dropped = [dict(body) for body in bodies[second : second + steps]]
    dropped += [{"kind": "deal", "deal": 2, "void": True, "at": 1000005.0}] if void else []
    bodies[second:second] = dropped
    at = second + len(dropped)
    bodies[at]["about"] = bodies[at]["about"] | {"deal": 3}
    bodies[-2]["secrets"]["3"] = bodies[-2]["secrets"]["2"]
    terms = FairDeal(bodies[at]["about"], bytes.fromhex(bodies[-2]["secrets"]["3"]))
    gifts = [bytes.fromhex(each) for each in bodies[at + 2]["given"]]
    bodies[at]["commitment"] = terms.commitment.hex()
    bodies[at + 1]["commits"] = [
        commit_player(terms.context, seat, gift).hex() for seat, gift in enumerate(gifts)
    ]
    seed, deck = terms.seed(gifts), terms.about["deck"].split()
    FairDealer(seed).shuffle(deck, "deck")
    bodies[at + 3]["said"] = f"START {seed.hex()} guest-ann"
    bodies[at + 3]["roots"]["deck"] = CommittedDeck(
        terms.context, terms.secret, deck, "deck"
    ).root.hex()
    wrong = second + steps
    assert flaw_of(chained(bodies)) == (Flaw.BAD_COMMITMENT, wrong)


def test_a_step_that_no_server_writes_is_found() -> None:
    bodies = bodies_of(fair())
    at = line_with(bodies, "given")
    bodies[at]["more"] = 1
    assert flaw_of(chained(bodies)) == (Flaw.EDITED, at)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("about", 1),
        ("about", {}),
        ("about", {"deal": 1, "seats": 5}),
        ("commits", 7),
        ("commits", [1, 2]),
        ("given", {"a": 1}),
        ("given", [None, None]),
    ],
    ids=str,
)
def test_a_step_that_makes_no_sense_is_no_step(key: str, value: Any) -> None:
    bodies = bodies_of(fair())
    at = line_with(bodies, key)
    bodies[at][key] = value
    flaw, line = flaw_of(chained(bodies))
    assert flaw in (Flaw.EDITED, Flaw.BAD_COMMITMENT)
    assert at <= line <= line_with(bodies, "given")


@pytest.mark.parametrize("secrets", [None, [], {"x": "00"}, {"1": "0"}, {"1": 5}])
def test_secrets_that_make_no_sense_are_no_line(secrets: Any) -> None:
    bodies = bodies_of(fair())
    bodies[-2]["secrets"] = secrets
    assert flaw_of(chained(bodies)) == (Flaw.EDITED, len(bodies) - 2)


def test_a_match_that_was_dealt_by_all_cannot_be_passed_off_as_one_of_a_key() -> None:
    bodies = bodies_of(fair())
    bodies[-2] = {"kind": "secret", "key": "00" * 32}
    with pytest.raises(RecordFault):
        check_record(chained(bodies), find_game)


# --- what is kept --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["akq-2", "page_one-2"])
def test_the_keepsakes_of_version_2_are_of_fair_matches(name: str) -> None:
    text = (KEEPSAKES / f"{name}.jsonl").read_text("utf-8")
    record = read_record(text)
    assert json.loads(text.splitlines()[0])["version"] == 2
    assert len(record.secrets) >= 1
    shuffled = [claim["roots"] for claim in record.claims.values() if "roots" in claim]
    assert ["deck"] in [list(roots) for roots in shuffled]
    assert (name == "page_one-2") == any("shuffle" in label for r in shuffled for label in r)
