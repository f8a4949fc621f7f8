"""Where cards move in the open, search reads hands from what was played."""

from __future__ import annotations

from json import dumps, loads

import pytest

from cardkit.cardgame import Bot, CardGame
from cardkit.games.daifugo import Daifugo
from cardkit.games.hearts import Hearts
from cardkit.games.page_one import PageOne
from cardkit.games.sevens import Sevens
from cardkit.games.whist import Whist
from cardkit.games.whist.bots import Partner
from cardkit.netgame import NetGame
from cardkit.registry import bots_of
from cardkit.search import LikelyHands, Policy, Race, policy_among, search_for
from tests.cardgame.test_knowledge import table_of

OPEN = [Whist, Daifugo, Hearts, Sevens]
"""In these, from some time on, nobody moves a card that others do not see."""


def reading(table: NetGame, policy: Policy) -> LikelyHands:
    known = loads(dumps(table.knowledge(table.awaited[0])))
    search = search_for(type(table), known, seed=1, policy=policy)
    assert isinstance(search, LikelyHands)
    return search


def sensible(game: type[CardGame]) -> Policy:
    policy = policy_among(bots_of(game).values())
    assert policy is not None
    return policy


@pytest.mark.parametrize("game", OPEN)
@pytest.mark.parametrize("moves", [6, 11, 23])
def test_every_likely_table_is_the_same_to_the_seat(game: type[CardGame], moves: int) -> None:
    for seed in range(3):
        table = table_of(game, moves, seed=seed)
        if not table.playing:
            continue
        search, seat = reading(table, sensible(game)), table.awaited[0]
        for _ in range(3):
            likely = search.imagine()
            assert likely.view(seat) == table.view(seat)
            assert [*map(str, likely.legal(seat))] == [*map(str, table.legal(seat))]


def played(bot: type[Bot], moves: int, key: bytes) -> CardGame:
    """A game of whist in which everybody has played as this bot does."""
    table, one = Whist.play(["ann", "bob", "cid", "dan"], key=key), bot(lambda n: 0)
    for _ in range(moves):
        seat = table.awaited[0]
        table.apply(table.names[seat], one.choose(table.view(seat), table.shown_offers(seat)))
    return table


def right(table: CardGame, search: Race, tables: int) -> float:
    """The share of hidden cards that imagined tables have in the right hands."""
    seat, found = table.awaited[0], list[bool]()
    for _ in range(tables):
        imagined = search.imagine()
        assert isinstance(imagined, CardGame)
        for other in table.order:
            hidden = table.piles.unseen_by(seat, other)
            found += [card in imagined.piles[other] for card in hidden]
    return sum(found) / len(found)


def test_hands_are_likelier_that_fit_what_was_played() -> None:
    read, blind = 0.0, 0.0
    for key in (b"1", b"2", b"3", b"4"):
        table = played(Partner, 37, key)
        knowledge = table.knowledge(table.awaited[0])
        read += right(table, reading(table, Policy(Partner)), 60) / 4
        blind += right(table, Race(Whist, knowledge, seed=1, policy=Policy(Partner)), 60) / 4
    assert read > blind + 0.1


def test_a_past_begins_after_cards_were_passed_unseen() -> None:
    table = table_of(Hearts, 3)
    assert table.knowledge(table.awaited[0])["past"]
    passed = table_of(Hearts, 9)
    past = passed.knowledge(passed.awaited[0])["past"]
    assert isinstance(past, dict)
    assert len(past["said"]) == 5, "four have passed cards before"


def test_there_is_no_past_once_somebody_has_drawn_unseen() -> None:
    table, said = PageOne.play(["ann", "bob", "cid"], key=b"7"), ""
    while not said.startswith("DRAW"):
        seat = table.awaited[0]
        said = str(table.legal(seat)[0])
        table.apply(table.names[seat], said)
    assert table.knowledge((seat + 1) % 3)["past"] is None


def test_no_hidden_card_is_named() -> None:
    for game in OPEN:
        table = table_of(game, 17, seed=2)
        assert isinstance(table, CardGame)
        for seat in table.order:
            past = dumps(table.knowledge(seat)["past"])
            hidden = [card for key in table.piles for card in table.piles.unseen_by(seat, key)]
            assert hidden
            assert not [card for card in hidden if f'"{card}"' in past or f" {card}" in past]


def test_where_something_else_has_happened_hands_are_not_read() -> None:
    table = table_of(Daifugo, 9)
    table.apply("", f"FORFEIT {table.names[table.awaited[0]]}")
    assert table.playing
    search = reading(table, sensible(Daifugo))
    search.run(20)
    assert search.broken is None
    assert search.best() is not None
