"""A forfeit costs what losing costs, in every kind of game."""

import pytest

from cardkit import CardGame
from cardkit.games.akq import AKQ
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import pick
from tests.helpers import below

NAMES = ["ann", "bob", "cem", "dan"]


def finished(table: CardGame, seed: int = 1) -> CardGame:
    """The same table when the game is over; robots answer for those who gave up."""
    chance = below(seed)
    while table.playing:
        seat = table.awaited[0]
        if seat in table.forfeits:
            table.apply("", f"ROBOT {table.names[seat]}")
        else:
            table.apply(table.names[seat], pick(table.legal(seat), chance))
    return table


@pytest.mark.parametrize("seed", range(12))
def test_who_forfeits_loses_what_is_at_stake(seed: int) -> None:
    table = AKQ.play(NAMES[:2], options={"policy": "forfeit"}, key=b"%d" % seed)
    table.apply(table.names[table.awaited[0]], "BET 10")
    other = table.names[table.awaited[0]]
    table.apply("", f"FORFEIT {'ann' if other == 'bob' else 'bob'}")
    table.apply(other, "CALL")
    winner = table.people.seat_of[other]
    assert table.ranking[0] == winner
    assert table.scores[winner] > 100 > table.scores[1 - winner]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("game", "players"), [(AKQ, 2), (FlushPoker, 3)])
def test_who_forfeits_wins_nothing_when_all_others_fold(
    game: type[CardGame], players: int, seed: int
) -> None:
    """Also then what is at stake goes to the others: to the last who gave up."""
    table = game.play(NAMES[:players], options={"policy": "forfeit"}, key=b"%d" % seed)
    seat = table.awaited[0]
    gone = table.following[seat]
    stakes = table.scores[gone]
    table.apply("", f"FORFEIT {table.names[gone]}")
    while table.playing:
        seat = table.awaited[0]
        if seat == gone:
            table.apply("", f"ROBOT {table.names[gone]}")
            continue
        folds = [o for o in table.legal(seat) if o.verb in ("FOLD", "DROP")]
        table.apply(table.names[seat], str(folds[0] if folds else table.legal(seat)[0]))
    assert table.scores[gone] == stakes
    assert table.ranking[-1] == gone


@pytest.mark.parametrize("seed", range(6))
def test_the_side_of_whoever_forfeits_loses_in_a_game_of_partners(seed: int) -> None:
    table = Whist.play(NAMES, key=b"%d" % seed)
    for _ in range(30):
        seat = table.awaited[0]
        table.apply(table.names[seat], pick(table.legal(seat), below(seed)))
    table.apply("", "FORFEIT ann")
    finished(table, seed)
    assert {*table.ranking[:2]} == {1, 3}
    assert table.ranking[2:] == (2, 0)
    assert table.scores[0] == table.scores[2] == 0


def test_who_forfeits_gets_no_point_for_an_empty_hand() -> None:
    table = PageOne.play(NAMES, key=b"1")
    table.apply("", "FORFEIT ann")
    finished(table)
    assert table.ranking[-1] == 0
    assert table.scores[0] == 0
    assert sum(table.scores) == 1
