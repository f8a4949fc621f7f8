"""What a game is worth: by settings, by a hook, and what follows from it."""

from typing import Any

import pytest

from cardkit import CardGame, Deal, Deck, Discard, Match, OrderGame, Score, Seats, TrickGame
from cardkit.cardgame.rules import rule_sheet
from cardkit.netgame import RulesError, pick
from tests.helpers import below


class Tricks(CardGame):
    """Nothing but tricks."""

    title = "Tricks"
    seats = Seats(least=3, most=4)
    deck = Deck(size=32)
    stages = (Deal(), TrickGame())


class Shedding(CardGame):
    """Nothing but discards."""

    title = "Shedding"
    seats = Seats(least=3, most=3)
    stages = (Deal(each=4), OrderGame(discard=Discard()))


def played(game: type[CardGame], players: int = 4, games: int = 1, **parts: Any) -> CardGame:
    """A table after so many games, of that game with these parts."""
    made: type[CardGame] = type(game.__name__, (game,), {"__doc__": game.__doc__, **parts})
    table = made.play(["ann", "bob", "cem", "dan"][:players], key=b"score")
    chance = below(7)
    for number in range(games):
        if number:
            table.apply("", "START")
        while table.playing:
            seat = table.awaited[0]
            table.apply(table.names[seat], pick(table.legal(seat), chance))
    return table


def test_tricks_rank_the_players_of_a_bare_trick_game() -> None:
    table = played(Tricks)
    won = [table.tricks[seat] for seat in table.ranking]
    assert won == sorted(won, reverse=True)
    assert won[0] > won[-1]


def test_partners_are_ranked_by_the_tricks_of_their_side() -> None:
    table = played(Tricks, seats=Seats(least=4, most=4, partners=True))
    first, second, *_ = table.ranking
    assert table.partner(first) == second
    assert table.tricks_of(first) == table.tricks_of(second) >= 4


def test_points_for_winning_and_for_coming_last() -> None:
    table = played(Shedding, 3, score=Score(win=2, lose=-1))
    assert [table.scores[seat] for seat in table.ranking] == [2, 0, -1]


def test_points_by_place() -> None:
    table = played(Shedding, 3, score=Score(places=(5, 3)))
    assert [table.scores[seat] for seat in table.ranking] == [5, 3, 0]


def test_points_for_tricks_beyond_the_first_ones() -> None:
    table = played(Tricks, score=Score(trick=10, tricks_before=1))
    assert table.scores == [10 * max(0, won - 1) for won in table.tricks]
    assert table.scores[table.ranking[0]] == max(table.scores)


def test_cards_taken_in_tricks_are_worth_what_is_set_for_card_rank_or_suit() -> None:
    table = played(Tricks, score=Score(values={"SQ": 13, "H": 1, "7": -2}))
    assert sum(table.scores) == 13 + 7 - 8  # the seven of hearts counts as a seven
    assert table.scores[table.ranking[0]] == max(table.scores)


def test_cards_left_are_the_winners() -> None:
    score = Score(values={"*": 1}, counted="left", to_winner=True)
    table = played(Shedding, 3, score=score)
    left = sum(len(table.hand(seat)) for seat in table.order)
    assert [table.scores[seat] for seat in table.ranking] == [left, 0, 0]
    assert left > 0


def test_the_lowest_points_are_best_where_low_wins() -> None:
    table = played(Tricks, score=Score(trick=1), match=Match(low_wins=True))
    assert table.scores[table.ranking[0]] == min(table.scores)


def test_a_game_says_itself_what_it_is_worth() -> None:
    def points(self: CardGame, seat: int) -> int:
        return 100 * seat

    table = played(Tricks, points=points)
    assert table.scores == [0, 100, 200, 300]
    assert table.ranking == (3, 2, 1, 0)


@pytest.mark.parametrize(("to", "games"), [(0, 4), (6, 2), (1, 1)])
def test_a_match_ends_when_a_player_has_the_points_it_is_played_to(to: int, games: int) -> None:
    score, match = Score(places=(3, 3, 3)), Match(games=4, play_to=to)
    table = played(Shedding, 3, games, score=score, match=match)
    assert table.match_over


@pytest.mark.parametrize("begins", ["same", "next", "winner", "loser"])
def test_who_begins_the_next_game(begins: str) -> None:
    table = played(Shedding, 3, match=Match(games=2, begins=begins))
    expected = {"same": 0, "next": 1, "winner": table.ranking[0], "loser": table.ranking[-1]}
    assert table.first == expected[begins]


def test_the_rule_sheet_says_what_a_game_is_worth() -> None:
    class Counted(Tricks):
        """Tricks with points."""

        title = "Counted"
        match = Match(games=9, play_to=50, begins="next")
        score = Score(win=1, trick=1, values={"SQ": 13, "*": 1})

    sheet = rule_sheet(Counted)
    for sentence in (
        "The winner of a game gets a point.",
        "Each trick is a point.",
        "Cards taken in tricks count: SQ 13, any other card 1.",
        "A match ends when a player has 50 points.",
        "The next player begins the next game.",
    ):
        assert sentence in sheet


def test_what_goes_to_the_winner_is_left_in_hands() -> None:
    with pytest.raises(RulesError, match="write counted='left'"):
        played(Shedding, score=Score(values={"*": 1}, to_winner=True))
