"""What a table wrote is read back as what the table meant, in every game and preset."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgpack
import pytest

from cardkit.cardgame import (
    Bot,
    Card,
    CardCommand,
    CardGame,
    CardView,
    Choice,
    Deal,
    Deck,
    End,
    Get,
    Offer,
    OrderGame,
)
from cardkit.cardgame.reading import read_offer, read_view
from cardkit.games.old_maid import OldMaid
from cardkit.games.rummy import Rummy
from cardkit.netgame import HIDDEN, WATCHER, Amount, pick
from cardkit.registry import bots_of, find_game, installed
from tests.helpers import below
from tests.trick_tables import contract

GAMES = [find_game(name) for name in installed()]
TABLES = [(game, preset) for game in GAMES for preset in game.presets or ("",)]

MOVES = 80


class GoFish(OldMaid):
    """Cards are asked for by name, and two packs hold equal cards."""

    deck = Deck(packs=2)
    stages = (Deal(), OrderGame(get=Get(by="card", source="any"), end=End(turn_limit=1000)))


def through_json(data: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(data))
    return read


def through_msgpack(data: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = msgpack.unpackb(msgpack.packb(data))
    return read


def moments(
    game: type[CardGame], preset: str, moves: int = MOVES
) -> Iterator[tuple[CardGame, int]]:
    """A table and a seat that is asked, again and again along random games."""
    names = ["ann", "Bob", "zoe-9", "al", "5six"][: min(5, game.seats.most)]
    if game.seats.partners:
        names = names[:4]
    table = game.play(names, preset, key=preset.encode())
    chance = below(7)
    for _ in range(moves):
        while not table.playing:  # a game may be over before anybody is asked
            table.apply("", "START")
        for seat in table.awaited:
            yield table, seat
        seat = table.awaited[chance(len(table.awaited))]
        table.apply(table.names[seat], pick(table.legal(seat), chance))


def parts(offer: CardCommand | Offer) -> tuple[Any, ...]:
    """Everything of an offer that a bot may use."""
    match offer:
        case CardCommand():
            cards = [face(card) for card in offer.cards]
            return "command", offer.verb, offer.target, cards, offer.amount, offer.word
        case Amount():
            return "amount", offer.verb, offer.least, offer.most
        case Choice():
            cards = [face(card) for card in offer.cards]
            return "choice", offer.verb, offer.name, offer.target, offer.least, offer.most, cards
    raise AssertionError(f"an unknown kind of offer: {offer!r}")


def face(card: Card) -> tuple[Any, ...]:
    return (
        str(card),
        card.suit,
        card.rank,
        card.level,
        card.joker,
        card.mark,
        card.suit_bit,
        card.key,
    )


@pytest.mark.parametrize(("game", "preset"), [*TABLES, (GoFish, "joker")])
def test_an_offer_is_read_as_the_table_meant_it(game: type[CardGame], preset: str) -> None:
    for table, seat in moments(game, preset):
        view = read_view(through_json(table.view(seat).data()))
        for offer in table.legal(seat):
            read = read_offer(str(offer), view, game.declaration)
            assert str(read) == str(offer)
            if HIDDEN not in view.hand:  # else a card is read as its place
                assert parts(read) == parts(offer)


@pytest.mark.parametrize("wire", [through_json, through_msgpack])
@pytest.mark.parametrize(("game", "preset"), TABLES)
def test_a_view_is_read_as_the_table_made_it(
    game: type[CardGame], preset: str, wire: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    for table, seat in moments(game, preset, moves=30):
        for viewer in (seat, WATCHER):
            view = table.view(viewer)
            read = read_view(wire(view.data()))
            assert wire(read.data()) == wire(view.data())
            assert read.hand == view.hand
            assert [c.level for c in read.hand if isinstance(c, Card)] == [
                c.level for c in view.hand if isinstance(c, Card)
            ]


@pytest.mark.parametrize(
    ("game", "preset", "bot"),
    [(g, p, b) for g, p in TABLES for b in dict.fromkeys(bots_of(g).values())],
)
def test_a_bot_chooses_the_same_from_what_was_read(
    game: type[CardGame], preset: str, bot: type[Bot]
) -> None:
    near, far = bot(below(3)), bot(below(3))
    for table, seat in moments(game, preset, moves=40):
        legal = table.legal(seat)
        view = read_view(through_msgpack(table.view(seat).data()))
        read = [read_offer(str(offer), view, game.declaration) for offer in legal]
        assert str(far.choose(view, read)) == str(near.choose(table.view(seat), legal))


def a_view(**parts: Any) -> CardView:
    data = Rummy.play(["ann", "bob"], key=b"view").view(0).data()
    return read_view({**data, **parts})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PASS", ("command", "PASS", -1, [], 0, "")),
        ("DRAW 2", ("command", "DRAW", -1, [], 2, "")),
        ("DRAW TABLE", ("command", "DRAW", -1, [], 0, "TABLE")),
        ("GET bob 3", ("command", "GET", 1, [], 3, "")),
        ("RAISE 8..100", ("amount", "RAISE", 8, 100)),
        ("EXCHANGE 0 of ", ("choice", "EXCHANGE", "", -1, 0, 0, [])),
    ],
)
def test_the_forms_of_an_offer(text: str, expected: tuple[Any, ...]) -> None:
    read = read_offer(text, a_view())
    assert parts(read) == expected
    assert str(read) == text


def test_a_card_that_is_only_named_is_a_word() -> None:
    view = a_view(hand=["S8", "H2"])
    assert read_offer("GET bob S3", view).word == "S3"  # type: ignore[union-attr]
    command = read_offer("DISCARD S8 H", view)
    assert isinstance(command, CardCommand)
    assert (command.cards, command.word) == (("S8",), "H")


@pytest.mark.parametrize("text", ["", "   ", "PUT bob 2 of ??"])
def test_what_no_table_writes_is_no_offer(text: str) -> None:
    with pytest.raises(ValueError, match="no c"):
        read_offer(text, a_view())


@pytest.mark.parametrize(
    "wrong",
    [{"names": 3}, {"ranks": "xyz"}, {"suits": 5}, {"piles": []}, {"hands": [1]}, {"facts": 1}],
)
def test_what_no_table_made_is_no_view(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no view"):
        a_view(**wrong)
    with pytest.raises(ValueError, match="no view"):
        read_view({})


def test_a_view_of_a_later_server_may_hold_more() -> None:
    assert a_view(weather="fine").names == ("ann", "bob")


def test_a_card_of_an_open_hand_is_one_of_the_cards_that_are_played() -> None:
    table = contract()
    table.apply("bob", str(table.legal(1)[0]))
    for offer in table.legal(0):
        read = read_offer(str(offer), table.view(0), type(table).declaration)
        assert isinstance(read, CardCommand)
        assert isinstance(offer, CardCommand)
        assert (read.cards, read.word) == (offer.cards, "")
