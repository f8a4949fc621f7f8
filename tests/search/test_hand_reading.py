"""In games of bets, search reads hands from what was said."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps, loads
from typing import Any

import pytest

from cardkit.cardgame import Bot, CardCommand, CardGame, CardView, Offer
from cardkit.games.akq import AKQ
from cardkit.games.akq.bots import Honest
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.flush_poker.bots import Solid
from cardkit.games.holdem import Holdem
from cardkit.games.holdem.bots import Tight
from cardkit.netgame import NetGame
from cardkit.search import HandReading, Policy, Race, search_for
from tests.cardgame.test_knowledge import table_of

WITH_BOTS: list[tuple[type[CardGame], type[Bot]]] = [
    (AKQ, Honest),
    (FlushPoker, Solid),
    (Holdem, Tight),
]


def past_of(table: NetGame, seat: int) -> Any:
    return table.knowledge(seat)["past"]


def asked(table: NetGame) -> int:
    return table.awaited[0]


class AllSame(FlushPoker):
    """All exchange at the same time."""

    title = "All the same"
    presets = {"": {"at_once": True}}


@pytest.mark.parametrize(("game", "bot"), [*WITH_BOTS, (AllSame, Solid)])
@pytest.mark.parametrize("moves", [1, 4, 9, 14])
def test_a_game_told_again_is_the_same_to_the_seat(
    game: type[CardGame], bot: type[Bot], moves: int
) -> None:
    for seed in range(6):
        table = table_of(game, moves, seed=seed)
        if not table.playing:
            continue
        seat = asked(table)
        known = loads(dumps(table.knowledge(seat)))
        if known["past"] is None:
            continue
        search = HandReading(game, known, policy=Policy(bot))
        again, likely = search.tell_again(known["past"])
        assert again.view(seat) == table.view(seat)
        assert [*map(str, again.legal(seat))] == [*map(str, table.legal(seat))]
        assert 0 < likely <= 1


def test_what_was_said_is_known_from_the_first_question_on() -> None:
    assert past_of(table_of(FlushPoker, 0), 0) is None
    assert past_of(table_of(FlushPoker, 2), 0)["said"]


def test_the_journal_of_the_table_is_left_alone() -> None:
    """Also where it holds only the last input, as at a server."""
    table = table_of(AKQ, 0)
    table.keep_journal(1)
    table.apply(table.names[asked(table)], "BET 0")
    assert [what for _, what, _ in table.journal] == ["BET 0"]


def test_no_hidden_card_is_named_in_a_past() -> None:
    table = table_of(FlushPoker, 8, seed=3)
    assert isinstance(table, CardGame)
    assert table.piles["rejected"], "somebody has exchanged cards"
    for seat in table.order:
        past = dumps(past_of(table, seat))
        hidden = [card for key in table.piles for card in table.piles.unseen_by(seat, key)]
        assert not [card for card in hidden if f'"{card}"' in past or f" {card}" in past]


def test_an_imagined_table_tells_nobody_else_its_past() -> None:
    table = table_of(FlushPoker, 4)
    imagined = FlushPoker.imagine(table.knowledge(0), lambda n: 0)
    assert past_of(imagined, 0) == past_of(table, 0)
    assert past_of(imagined, 1) is None


def akq(first: str, second: str, said: str) -> NetGame:
    """A table at which these cards were dealt, after the first player has spoken."""
    dealt = (AKQ.play(["ann", "bob"], key=bytes([number])) for number in range(100))
    table = next(t for t in dealt if [*t.hand(asked(t)), *t.hand(1 - asked(t))] == [first, second])
    table.apply(table.names[asked(table)], said)
    return table


def called(search: Race) -> float:
    """What it is worth to call."""
    return next(each.worth for each in search.choices() if each.command == "CALL")


def test_who_bets_all_has_cards_for_it() -> None:
    table = akq("SA", "SK", "ALLIN")
    known = table.knowledge(asked(table))
    search = HandReading(AKQ, known, policy=Policy(Honest))
    search.run(200)
    assert search.best() == "FOLD"
    blind = Race(AKQ, known, policy=Policy(Honest))
    blind.run(200)
    assert called(search) < -150
    assert called(blind) > -50, "as if it could as well be a queen"


def test_who_does_not_bet_can_be_bluffed() -> None:
    """An honest king bets something, so who bets nothing has a queen, and is afraid."""
    table = akq("SK", "SQ", "BET 11")
    search = HandReading(AKQ, table.knowledge(asked(table)), policy=Policy(Honest))
    search.run(400)
    best = search.best()
    assert best is not None
    assert best.startswith(("RAISE", "ALLIN"))


def test_it_is_used_where_there_is_something_to_read() -> None:
    for game, bot in WITH_BOTS:
        table = table_of(game, 1)
        search = search_for(game, table.knowledge(asked(table)), policy=Policy(bot))
        assert isinstance(search, HandReading)


def test_where_something_else_has_happened_hands_are_not_read() -> None:
    table = table_of(FlushPoker, 2)
    table.apply("", f"FORFEIT {table.names[asked(table)]}")
    assert table.playing
    search = HandReading(FlushPoker, table.knowledge(asked(table)), policy=Policy(Solid))
    search.run(20)
    assert search.broken is None
    assert search.best() is not None


class Folds(Bot):
    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return str(legal[-1]) if not isinstance(legal[-1], Offer) else self.any(legal)


def test_words_that_nobody_would_have_said_are_told_again_too() -> None:
    table = table_of(FlushPoker, 6, seed=3)
    search = HandReading(FlushPoker, table.knowledge(asked(table)), policy=Policy(Folds))
    search.run(30)
    assert search.broken is None
    assert search.best() is not None
