"""Cards in a hand that nobody sees, or all but the player who holds them."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import (
    WATCHER,
    CardCommand,
    CardGame,
    ClimbingGame,
    Deal,
    Discard,
    Draw,
    Exchange,
    Meld,
    OrderGame,
    RulesError,
    Specials,
    TrickGame,
)
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.hanabi import Hanabi
from cardkit.games.page_one import PageOne
from cardkit.netgame import Refused, pick
from cardkit.record import check_record
from tests.fair_tables import Party, recorded
from tests.helpers import arrange, below, refusal
from tests.hidden_hands import HIDDEN_HANDS, Blind, Fireworks, Forehead
from tests.memory_server import SERVER
from tests.sound import Sound

HIDDEN = "??"


@pytest.mark.parametrize("game", HIDDEN_HANDS)
def test_a_hidden_hand_leaks_nothing(game: type[CardGame], sound: Sound) -> None:
    found = sound(game)
    assert found.twins > 100


@pytest.mark.parametrize("game", HIDDEN_HANDS)
def test_hidden_hands_are_dealt_fairly_recorded_and_verified(game: type[CardGame]) -> None:
    party = Party("hidden", 3, rules=game)
    party.play_match()
    assert party.found() == []
    verdict = check_record(recorded(party, game), lambda name: game, bytes.fromhex(SERVER))
    assert verdict.games == 1


def test_everybody_but_its_player_and_those_who_watch_sees_such_a_card() -> None:
    table = Forehead.play(["ann", "bob", "cid"], key="x")
    faces = [str(table.piles[seat][0]) for seat in range(3)]
    assert table.view(0).hands == ((HIDDEN,), (faces[1],), (faces[2],))
    assert table.view(1).hands == ((faces[0],), (HIDDEN,), (faces[2],))
    assert table.view(WATCHER).hands == ((HIDDEN,),) * 3


def test_its_proof_goes_to_whoever_sees_a_card() -> None:
    party = Party("hidden", 3, rules=Forehead)
    party.start()
    for player in party.players:
        proofs = {m[3]: m[4] for m in map(_unnumbered, player.heard) if m[0] == "PROOF"}
        assert type(proofs.pop(player.name)) is int
        assert len(proofs) == 2
        assert all(isinstance(proof, list) for proof in proofs.values())


def _unnumbered(message: list[Any]) -> list[Any]:
    return message[1:] if type(message[0]) is int else message


def test_a_card_is_played_by_its_place_in_the_hand() -> None:
    table = Fireworks.play(["ann", "bob"], key="x")
    arrange(table, {"ann": "S2 H3 C4", "bob": "D2 D3"}, stock="S6", visible="others")
    assert [*map(str, table.legal(0))] == ["DISCARD 1", "DISCARD 2", "DISCARD 3", "DRAW 1"]
    assert table.view(1).hands[0] == ("S2", "H3", "C4"), "as it is held: places are what is named"
    table.listening = True
    events = table.apply("ann", "DISCARD 2")
    told = [event.words(seat) for event in events for seat in (0, 1, WATCHER)]
    assert told[:3] == [("ACTION", "ann", "DISCARD", "H3")] * 3
    assert [*map(str, table.piles[0])] == ["S2", "C4"]
    assert table.journal[-1][:2] == ("ann", "DISCARD 2")


def test_a_game_with_hidden_hands_is_replayed_from_its_journal() -> None:
    table = Fireworks.play(["ann", "bob"], key="x")
    for _ in range(6):
        seat = table.awaited[0]
        table.apply(table.names[seat], str(table.legal(seat)[0]))
    again = Fireworks(key="x").replay(table.journal)
    assert again.view(0).data() == table.view(0).data()


@pytest.mark.parametrize(
    "line", ["DISCARD S2", "DISCARD D2", "DISCARD 9", "DISCARD 1 2", "DISCARD"]
)
def test_a_refusal_tells_nothing_of_a_hidden_hand(line: str) -> None:
    said = set()
    for hand in ("S2 H3 C4", "D2 H3 C4"):
        table = Fireworks.play(["ann", "bob"], key="x")
        arrange(table, {"ann": hand, "bob": "S6 D6"}, visible="others")
        said.add(str(refusal(table, "ann", line)))
    assert len(said) == 1


def test_a_choice_is_written_with_places_where_cards_are_not_seen() -> None:
    table = Blind.play(["ann", "bob"], key="x")
    cards = table.piles[0]
    choice = Choice("KEEP", cards, 1, 2, written=["1", "2", "S3", "4", "5"])
    assert str(choice) == "KEEP 1..2 of 1 2 S3 4 5"
    command = choice.admit(["KEEP", "4", "S3"])
    assert command == "KEEP 4 S3"
    assert command is not None
    assert command.cards == (cards[3], cards[2])
    assert choice.admit(["KEEP", "4", "4"]) is None
    assert choice.admit(["KEEP", str(cards[0])]) is None


def test_what_can_be_said_is_in_the_vocabulary() -> None:
    said = Fireworks.vocabulary(["ann", "bob"])
    assert "DISCARD 3" in said
    assert "DISCARD 0" not in said


def test_the_rule_sheet_says_who_sees_what() -> None:
    sheet = rule_sheet(Fireworks)
    assert "You see the cards of the others, but not your own." in sheet
    assert "Only the other players see drawn cards." in sheet
    assert "| `DISCARD 3` |" in sheet
    assert "A card that you do not see is named by its place in your hand." in sheet


DRAWS = Draw(visible="others")


@pytest.mark.parametrize(
    "stages",
    [
        (Deal(each=3, visible="others"), TrickGame()),
        (Deal(each=3, visible="nobody"), ClimbingGame()),
        (Deal(each=3, visible="others"), Exchange(most=1)),
        (Deal(each=3, visible="others"), OrderGame(discard=Discard(match="suit"))),
        (Deal(each=3, visible="others"), OrderGame(discard=Discard(count=2))),
        (Deal(each=3), OrderGame(discard=Discard(match="rank"), draw=DRAWS)),
        (Deal(each=3), OrderGame(draw=DRAWS, meld=Meld())),
        (Deal(each=3), OrderGame(discard=Discard(), draw=DRAWS, specials=Specials(skip="8"))),
    ],
)
def test_what_would_give_hidden_cards_away_is_refused(stages: Any) -> None:
    with pytest.raises(RulesError, match="players must see the cards that they play"):
        type("Odd", (CardGame,), {"title": "Odd", "stages": stages})


def test_a_host_who_hides_hands_that_must_be_seen_is_refused() -> None:
    with pytest.raises(Refused, match="players must see the cards that they play"):
        Fireworks.play(["ann", "bob"], options={"match": "suit"})


@pytest.mark.parametrize("game", [*HIDDEN_HANDS, Hanabi, PageOne])
def test_a_bot_is_given_no_card_that_its_player_does_not_see(game: type[CardGame]) -> None:
    table, chance = game.play(["ann", "bob", "cid"], key="x"), below(7)
    for _ in range(60):
        if not table.playing:
            break
        seat = table.awaited[0]
        shown, seen = (
            table.shown_offers(seat),
            {c for _, cards in table.piles.open_to(seat) for c in cards},
        )
        assert [*map(str, shown)] == [*map(str, table.legal(seat))]
        for offer in shown:
            held = offer.cards if isinstance(offer, CardCommand | Choice) else ()
            assert all(card in seen or card.isdigit() for card in held), offer
        chosen = pick(shown, chance)
        assert table.can(table.names[seat], chosen)
        table.apply(table.names[seat], chosen)
