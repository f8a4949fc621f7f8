"""What participants hear: public things once and alike, hidden parts only by those who may see."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from cardkit.cardgame import CardGame
from cardkit.cardgame.piles import EVERYONE, NOBODY, HiddenFaces
from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import WATCHER, Event, Hidden, NetGame, Refused, pick
from tests.helpers import below
from tests.tiny_games import Fingers, Nim, nim, play

NAMES = ("ann", "bob", "cid", "dan")
GAMES: list[tuple[type[NetGame], int, str]] = [
    (Daifugo, 4, "official"),
    (Daifugo, 4, "millionaire"),
    (AKQ, 2, ""),
    (FlushPoker, 3, ""),
    (PageOne, 3, "specials"),
    (PageOne, 3, "strict"),
    (PageOne, 3, "european"),
    (Whist, 4, ""),
    (Nim, 3, ""),
    (Fingers, 4, ""),
]
VIEWERS = (0, 1, 2, 3, WATCHER)


class Secret(Hidden):
    """Something that only one seat is told, and that counts how often it was put into words."""

    __slots__ = ("asked", "owner")

    def __init__(self, owner: int) -> None:
        self.owner, self.asked = owner, 0

    def words(self, viewer: int) -> tuple[Any, ...]:
        self.asked += 1
        return ("secret",) if viewer == self.owner else ("??",)

    def version(self, viewer: int) -> bool:
        return viewer == self.owner


# --- single events -----------------------------------------------------------------------------


def test_an_event_is_its_kind_and_its_parts() -> None:
    event = Event(7, "MOVE", ("stock", "ann", 2))
    assert event.words(0) == event.words(WATCHER) == ("MOVE", "stock", "ann", 2)
    assert repr(event) == "<event 7 MOVE ('stock', 'ann', 2)>"


def test_what_is_public_is_put_into_words_once() -> None:
    event = Event(1, "SHOW", ("ann", "S3"))
    assert event.words(0) is event.words(1) is event.words(WATCHER) is event.public


def test_what_is_the_same_for_several_is_put_into_words_once() -> None:
    secret = Secret(1)
    event = Event(1, "SHOW", ("ann",), secret)
    assert event.public is None
    assert event.words(0) is event.words(2) is event.words(WATCHER)
    assert event.words(1) == ("SHOW", "ann", "secret")
    assert secret.asked == 2


def test_a_hidden_part_says_to_each_what_they_may_know() -> None:
    event = Event(1, "SHOW", (), Secret(1))
    assert [event.words(viewer) for viewer in (0, 1, 0, WATCHER)] == [
        ("SHOW", "??"),
        ("SHOW", "secret"),
        ("SHOW", "??"),
        ("SHOW", "??"),
    ]


def test_an_event_for_one_is_silence_for_the_others() -> None:
    event = Event(1, "WARNING", ("ann", "too long"), only=1)
    for _ in range(2):  # also after it has been put into words
        assert [event.words(viewer) for viewer in VIEWERS] == [
            None,
            ("WARNING", "ann", "too long"),
            None,
            None,
            None,
        ]


@pytest.mark.parametrize(
    ("masks", "heard"),
    [
        ((EVERYONE, EVERYONE), {0: ("S3", "H4"), 1: ("S3", "H4"), WATCHER: ("S3", "H4")}),
        ((NOBODY, NOBODY), {0: ("??", "??"), 1: ("??", "??"), WATCHER: ("??", "??")}),
        ((0b01, 0b01), {0: ("S3", "H4"), 1: ("??", "??"), WATCHER: ("??", "??")}),
        ((0b11, 0b10), {0: ("S3", "??"), 1: ("S3", "H4"), WATCHER: ("??", "??")}),
        ((EVERYONE, 0b01), {0: ("S3", "H4"), 1: ("S3", "??"), WATCHER: ("S3", "??")}),
    ],
)
def test_faces_show_what_a_viewer_may_see(
    masks: tuple[int, ...], heard: dict[int, tuple[str, ...]]
) -> None:
    named = PageOne().cards.named
    cards = (named["S3"], named["H4"])
    for viewer, words in heard.items():
        assert HiddenFaces(cards, masks).words(viewer) == words
        counted = (2,) if "??" in words else words
        assert HiddenFaces(cards, masks, as_count=True).words(viewer) == counted
    versions = {viewer: HiddenFaces(cards, masks).version(viewer) for viewer in heard}
    for one, other in combinations(heard, 2):
        assert (versions[one] == versions[other]) == (heard[one] == heard[other])


# --- whole games -------------------------------------------------------------------------------


def heard(
    game: type[NetGame], players: int, preset: str, seed: int
) -> tuple[NetGame, list[tuple[Event, ...]]]:
    """Two games with a watcher, a lost player and a fault, and the events of each input."""
    options = {"games": 2, "move": 60}
    table = game(preset, options, key=b"%d" % seed)
    table.listening = True
    told = []
    for name in NAMES[:players]:
        told += [table.apply(name, "ENTER"), table.apply(name, "LOGIN")]
    told.append(table.apply("wim", "ENTER WATCH"))
    chance, at = below(seed), 0.0
    for _ in range(2):
        told.append(table.apply("", "START", at))
        told.append(table.apply("", "LOST bob", at))
        while table.playing:
            at += chance(3)
            seat = table.awaited[chance(len(table.awaited))]
            if seat in table.robots():
                told.append(table.apply("", f"ROBOT {table.names[seat]}", at))
                if chance(4) == 0:
                    told.append(table.apply("", "BACK bob", at))
            elif chance(15) == 0:
                told.append(table.apply("", "TIME", table.due() or 0))
            else:
                with pytest.raises(Refused):
                    table.apply(table.names[seat], "NONSENSE", at)
                command = pick(table.legal(seat), chance)
                told.append(table.apply(table.names[seat], str(command).lower(), at))
        if table.match_over:
            break
        told.append(table.apply("", "BACK bob", at))
    return table, told


@pytest.mark.parametrize(("game", "players", "preset"), GAMES)
def test_numbers_run_without_a_gap_and_a_replay_tells_the_same_words(
    game: type[NetGame], players: int, preset: str
) -> None:
    for seed in range(3):
        table, told = heard(game, players, preset, seed)
        numbers = [event.number for events in told for event in events if event.number]
        assert numbers == list(range(1, len(numbers) + 1))
        twin = game(preset, {"games": 2, "move": 60}, key=b"%d" % seed)
        twin.listening = True
        for events, entry in zip(told, list(table.journal), strict=True):
            again = twin.apply(*entry)
            assert [event.number for event in again] == [event.number for event in events]
            for viewer in VIEWERS:
                assert [e.words(viewer) for e in again] == [e.words(viewer) for e in events]
        assert twin.digest() == table.digest()


@pytest.mark.parametrize(("game", "players", "preset"), GAMES)
def test_listening_changes_nothing_but_what_is_told(
    game: type[NetGame], players: int, preset: str
) -> None:
    table, _ = heard(game, players, preset, 5)
    silent = game(preset, {"games": 2, "move": 60}, key=b"5")
    assert all(silent.apply(*entry) == () for entry in table.journal)
    assert silent.digest() == table.digest()
    assert silent.told == 0


@pytest.mark.parametrize(("game", "players", "preset"), GAMES)
def test_every_input_of_a_game_says_whose_turn_it_is_and_until_when(
    game: type[NetGame], players: int, preset: str
) -> None:
    table, told = heard(game, players, preset, 6)
    twin = game(preset, {"games": 2, "move": 60}, key=b"6")
    twin.listening = True
    for entry, events in zip(list(table.journal), told, strict=True):
        twin.apply(*entry)
        turns = [event.words(WATCHER) for event in events if event.kind == "TURN"]
        if twin.playing:
            names = [twin.names[seat] for seat in twin.awaited]
            assert turns == [("TURN", twin.deadline, *names)]
            assert events[-1].kind == "TURN"
        else:
            assert turns == []


@pytest.mark.parametrize(("game", "players", "preset"), GAMES)
def test_a_game_begins_and_ends_with_its_phase(
    game: type[NetGame], players: int, preset: str
) -> None:
    _, told = heard(game, players, preset, 7)
    words = [event.words(WATCHER) or () for events in told for event in events]
    phases = [said[1:] for said in words if said[0] == "PHASE"]
    assert phases[0] == ("playing", 1)
    assert phases[-1] in (("results", "over"), ("results", "more"))
    results = [said for said in words if said[0] == "RESULT"]
    assert [said[1] for said in results] == list(range(1, len(results) + 1))
    assert all(sorted(said[2:]) == list(NAMES[:players]) for said in results)


@pytest.mark.parametrize(("game", "players", "preset"), GAMES[:8])
def test_a_face_in_an_event_is_one_that_its_hearer_may_see(
    game: type[CardGame], players: int, preset: str
) -> None:
    """Whoever hears a card named sees it in the view before or after that input."""
    table, told = heard(game, players, preset, 8)
    twin: CardGame = game(preset, {"games": 2, "move": 60}, key=b"8")
    twin.listening = True

    viewers = (*range(players), WATCHER)

    def visible(viewer: int) -> set[str]:
        view = twin.view(viewer)
        return {face for pile in (*view.hands, *view.piles.values()) for face in pile}

    known: dict[int, set[str]] = {}
    for entry, events in zip(list(table.journal), told, strict=True):
        twin.apply(*entry)
        if not twin.game_no or any(event.kind == "GATHER" for event in events):
            known = {}
            continue
        for viewer in viewers:
            now = visible(viewer)
            words = [word for event in events for word in event.words(viewer) or ()]
            named = {w for w in words if isinstance(w, str) and w in twin.cards.named}
            assert named <= known.get(viewer, named) | now
            known[viewer] = now


def test_a_card_drawn_is_told_to_the_player_and_as_hidden_to_the_others() -> None:
    for key in range(30):
        table = PageOne.play(["ann", "bob", "cid"], key=b"%d" % key)
        if "DRAW 1" in table.legal(0):
            break
    table.listening = True
    events = table.apply("ann", "DRAW 1")
    card = table.hand(0)[-1]
    move = next(event for event in events if event.kind == "MOVE")
    assert move.words(0) == ("MOVE", "stock", "ann", card)
    for viewer in (1, 2, WATCHER):
        assert move.words(viewer) == ("MOVE", "stock", "ann", "??")


def test_cards_put_to_another_player_are_a_number_for_the_rest() -> None:
    """The paper's §3.3: ACTION playerA PUT playerB 2."""
    table = Daifugo.play([f"p{i}" for i in range(5)], key=b"put")
    play(table)
    table.apply("", "START")
    table.listening = True
    king, beggar = table.ranking[0], table.ranking[-1]
    command = pick(table.legal(king), below())
    events = table.apply(f"p{king}", command)
    action = next(event for event in events if event.kind == "ACTION")
    assert action.words(king) == ("ACTION", f"p{king}", *command.split())
    for viewer in (*(s for s in range(5) if s not in (king, beggar)), WATCHER):
        assert action.words(viewer) == ("ACTION", f"p{king}", "PUT", f"p{beggar}", 2)


def test_a_fact_is_told_when_it_changes_and_when_it_goes() -> None:
    table = nim()
    assert [e.words(0) for e in table.apply("ann", "TAKE 3") if e.kind == "FACT"] == [
        ("FACT", "heap", table.heap)
    ]
    assert [e for e in table.apply("bob", "PASS") if e.kind == "FACT"] == []
    play(table)
    table.apply("ann", "START")
    play(table)
    assert table.match_over
    table.facts["heap"] = 1
    facts = [e.words(0) for e in table.apply("ann", "LOGOUT") if e.kind == "FACT"]
    assert facts == [("FACT", "heap", None)]


def test_a_fact_is_read_as_what_it_should_be_or_there_is_none() -> None:
    table = nim()
    table.facts = {
        "trump": "S",
        "turned": True,
        "price": 8,
        "paid": [3, 8],
        "bids": (1, 2),
        "titles": {"bob": "king"},
    }
    for place in (table, table.view()):
        assert (place.fact("trump", ""), place.fact("price", 0)) == ("S", 8)
        assert (place.fact("turned", False), place.fact("lock", False)) == (True, False)
        assert (place.fact("lock", "none"), place.fact("trump", 0)) == ("none", 0)
        assert (place.fact("paid", 0, 1), place.fact("bids", 0, 0)) == (8, 1)
        assert (place.fact("titles", "", 1), place.fact("titles", "", 0)) == ("king", "")
        assert (place.fact("trump", "", 0), place.fact("paid", 0), place.fact("paid", 0, 2)) == (
            *("", 0, 0),
        )


def test_a_fact_is_what_it_was_when_it_was_set() -> None:
    table = nim("ann", "bob")
    table.listening = True
    heaps: list[Any] = [[3, 4], {"most": [5]}]
    table.set_fact("heaps", heaps)
    heaps[0][0] = 1
    heaps[1]["most"].append(6)
    assert table.facts["heaps"] == [[3, 4], {"most": [5]}]
    table.set_fact("heaps", heaps)
    assert table.log.events[-1].words(0) == ("FACT", "heaps", heaps), "the change is told"
