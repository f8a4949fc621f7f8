"""What a game is worth: by settings, by a hook, and what follows from it."""

from typing import Any

import pytest

from cardkit import (
    EVERYONE,
    Auction,
    Bank,
    CardCommand,
    CardGame,
    Deal,
    Deck,
    Discard,
    Fact,
    Match,
    OrderGame,
    Pile,
    Refused,
    Score,
    Seats,
    TrickGame,
    Word,
    condition,
)
from cardkit.cardgame.rules import rule_sheet
from cardkit.netgame import RulesError, pick
from cardkit.stages import Offers, Stage, StageState, TakingHooks
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


def begun(game: type[CardGame], players: int, **parts: Any) -> CardGame:
    """A table of that game with these parts."""
    made: type[CardGame] = type(game.__name__, (game,), {"__doc__": game.__doc__, **parts})
    return made.play(["ann", "bob", "cem", "dan"][:players], key=b"score")


def played(game: type[CardGame], players: int = 4, games: int = 1, **parts: Any) -> CardGame:
    """A table after so many games, of that game with these parts."""
    table, chance = begun(game, players, **parts), below(7)
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


def test_one_game_of_a_match_that_is_played_to_points_can_be_chosen() -> None:
    class Long(Tricks):
        """Tricks to fifty points."""

        title = "Long"
        match = Match(games=9, play_to=50, begins="next")
        score = Score(trick=1)

    assert Long.with_options(options={"games": 1})["match"].games == 1
    sheet = rule_sheet(Long, options={"games": 1})
    assert "A match is one game." in sheet
    assert "50 points" not in sheet
    with pytest.raises(Refused, match="play_to has no effect so: write games=100 as well"):
        Long.with_options(options={"games": 1, "play_to": 20})


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


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "an ace 1, a picture 10, any other card its number"),
        ({"8": 50}, "A 1, 8 50, any other number what it says, any other card 10"),
    ],
)
def test_the_rule_sheet_says_in_short_what_numbers_count(
    changed: dict[str, int], said: str
) -> None:
    spots = {"A": 1, **{str(n): n for n in range(2, 10)}, "*": 10}

    class Left(Shedding):
        """Cards left are counted."""

        title = "Left"
        score = Score(values={**spots, **changed}, counted="left", to_winner=True)

    assert f"Cards left in the hand count: {said}." in rule_sheet(Left)


def test_what_goes_to_the_winner_is_left_in_hands() -> None:
    with pytest.raises(RulesError, match="write counted='left'"):
        played(Shedding, score=Score(values={"*": 1}, to_winner=True))


# --- by bids, the last trick, and all cards -------------------------------------------------------


class Bidders(CardGame):
    """Everybody bids for tricks."""

    title = "Bidders"
    seats = Seats(least=4, most=4)
    stages = (Deal(), Auction(keep="each", rounds=1, rising=False, may_pass=False), TrickGame())


def bidding(score: Score, bids: str, tricks: list[int], **parts: Any) -> list[int]:
    """What these bids are worth with these tricks."""
    table = begun(Bidders, 4, score=score, **parts)
    for words in bids.split():
        table.apply(table.names[table.awaited[0]], f"BID {words}")
    table.tricks = tricks
    return [table.points(seat) for seat in range(4)]


def test_points_for_a_bid_that_is_made_and_for_each_trick_of_it_or_beyond() -> None:
    score = Score(made=5, bid=10, over=1, failed=-10)
    assert bidding(score, "3 2 4 0", [3, 4, 3, 3]) == [35, 27, -40, 8]


def test_a_bid_can_be_made_by_exactly_as_many_tricks() -> None:
    score = Score(made=10, bid=1, exactly=True)
    assert bidding(score, "3 2 4 0", [3, 4, 6, 0]) == [13, 0, 0, 10]


def test_the_bids_of_a_side_count_together() -> None:
    score, partners = Score(bid=10, failed=-10), Seats(least=4, most=4, partners=True)
    assert bidding(score, "3 2 4 5", [1, 4, 6, 2], seats=partners) == [70, -70, 70, -70]


def test_only_the_side_of_the_contract_scores_for_it() -> None:
    table = begun(
        Bidders,
        4,
        seats=Seats(least=4, most=4, partners=True),
        stages=(Deal(), Auction(least=1, most=7), TrickGame()),
        score=Score(bid=30, failed=-50, tricks_before=6),
    )
    for words in ("PASS", "BID 2", "PASS", "PASS", "PASS"):
        table.apply(table.names[table.awaited[0]], words)
    table.tricks = [2, 6, 3, 2]
    assert [table.points(seat) for seat in range(4)] == [0, 60, 0, 60]
    table.tricks = [3, 6, 3, 1]
    assert [table.points(seat) for seat in range(4)] == [0, -100, 0, -100]


def test_points_for_the_last_trick() -> None:
    table = played(Tricks, score=Score(trick=1, last_trick=10))
    assert sum(table.scores) == 8 + 10
    assert table.scores[table.last_trick] >= 11


def test_who_takes_all_cards_that_count_gives_them_to_the_others() -> None:
    score = Score(values={"SQ": 13, "H": 1}, all_to_others=True)
    table = begun(Tricks, 3, score=score)
    hearts = [card for card in table.cards.all if card.suit == "H"]
    table.piles["won:1"] = [*hearts, table.cards.named["SQ"]]
    assert [table.points(seat) for seat in range(3)] == [21, 0, 21]
    table.piles["won:1"], table.piles["won:2"] = hearts, [table.cards.named["SQ"]]
    assert [table.points(seat) for seat in range(3)] == [0, 8, 13]


def test_a_card_worth_less_than_nothing_is_not_given_away() -> None:
    score = Score(values={"SQ": 13, "H": 1, "DJ": -10}, all_to_others=True)
    table = begun(Tricks, 3, score=score)
    hearts = [card for card in table.cards.all if card.suit == "H"]
    table.piles["won:1"] = [*hearts, table.cards.named["SQ"]]
    table.piles["won:2"] = [table.cards.named["DJ"]]
    assert [table.points(seat) for seat in range(3)] == [21, 0, 11]
    table.piles["won:1"].append(table.piles["won:2"].pop())
    assert [table.points(seat) for seat in range(3)] == [21, -10, 21]


def test_the_cards_of_a_side_count_together() -> None:
    score, seats = Score(values={"A": 11, "T": 10}), Seats(least=4, most=4, partners=True)
    table = played(Tricks, score=score, seats=seats)
    assert table.scores[0] + table.scores[1] == 84
    assert table.scores[0] == table.scores[2]


@pytest.mark.parametrize(
    ("game", "score", "wrong"),
    [
        (Tricks, Score(made=1), r"nobody bids a number: put an Auction\(\) before"),
        (Bidders, Score(defended=1), "nobody defends where each bids for themselves"),
        (Shedding, Score(last_trick=1), "score counts tricks"),
        (Tricks, Score(all_to_others=True), r"write values="),
        (
            Tricks,
            Score(values={"DJ": -10}, all_to_others=True),
            r"points of cards .* write values=",
        ),
        (Tricks, Score(exactly=True, trick=1), "exactly is about bids"),
        (Tricks, Score(), "nothing counts: write win=1"),
        (Tricks, Score(win=1, counted="left"), "count by their values"),
        (Tricks, Score(win=1, tricks_before=6), "write trick=1 or bid="),
    ],
)
def test_what_nothing_is_counted_for_is_a_mistake(
    game: type[CardGame], score: Score, wrong: str
) -> None:
    with pytest.raises(RulesError, match=wrong):
        played(game, 3, score=score)


# --- who share a place ----------------------------------------------------------------------------


def told(table: CardGame) -> list[tuple[Any, ...]]:
    return [event.words(0) or () for event in table.log.events]


def level(**parts: Any) -> CardGame:
    """A table at which ann and cem have won two tricks each, and bob and dan one and three."""
    table = played(Tricks, **parts)
    table.playing, table.scores = True, [0] * 4
    table.tricks = [2, 1, 2, 3]
    table.listening = True
    table.log.events = []
    table.end_game()
    return table


@pytest.mark.parametrize("parts", [{}, {"score": Score(trick=1)}])
def test_players_with_equal_tricks_or_points_share_a_place(parts: dict[str, Any]) -> None:
    table = level(**parts)
    assert [table.place_of(seat) for seat in range(4)] == [2, 4, 2, 1]
    assert [words for words in told(table) if words[0] == "TIE"] == [
        ("TIE", "ann", 2),
        ("TIE", "cem", 2),
    ]


def test_who_share_a_place_get_what_it_is_worth() -> None:
    assert level(score=Score(places=(5, 3, 2, 1))).scores == [3, 1, 3, 5]


def test_all_who_are_first_win_and_nobody_who_is_first_comes_last() -> None:
    table = played(Tricks, score=Score(win=3, lose=-1))
    table.playing, table.scores, table.tricks = True, [0] * 4, [2, 2, 2, 2]
    table.end_game()
    assert table.scores == [3, 3, 3, 3]


def test_partners_win_together_and_nobody_calls_that_a_tie() -> None:
    table = level(seats=Seats(least=4, most=4, partners=True), score=Score(win=1))
    assert [table.place_of(seat) for seat in range(4)] == [1, 1, 1, 1]  # four tricks each
    assert ("TIE", "ann", 1) in told(table)
    table.playing, table.scores, table.tricks = True, [0] * 4, [2, 1, 3, 2]
    table.log.events = []
    table.end_game()
    assert table.scores == [1, 0, 1, 0]
    assert all(words[0] != "TIE" for words in told(table))


def test_points_by_place_are_those_of_this_game_and_not_of_the_last() -> None:
    """What a player won by a place before does not rank them now."""
    table = played(Tricks, score=Score(trick=1, win=5), match=Match(games=2))
    table.apply("", "START")
    table.tricks = [2, 1, 2, 3]
    table.scores = [0] * 4
    table.end_game()
    assert table.ranking[0] == 3
    assert table.scores == [2, 1, 2, 8]


# --- stages of an author's own -------------------------------------------------------------------


@condition
class Pledges(Stage[CardGame, StageState]):
    """Everybody in turn says how many rounds they will win."""

    declares = (
        Word("PLEDGE", "say how many rounds you will win", number=(0, 3)),
        Fact("pledges", "what each player has pledged", kind="seats", role="bids"),
    )

    def begin(self, table: CardGame) -> None:
        table.set_fact("pledges", [""] * len(table.names))
        table.ask(table.first)

    def offers(self, table: CardGame, seat: int, state: StageState) -> Offers:
        return [CardCommand("PLEDGE", amount=n) for n in range(4)]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: StageState) -> None:
        pledges = [table.fact("pledges", "", s) or table.fact("pledges", 0, s) for s in table.order]
        pledges[seat] = command.amount
        table.set_fact("pledges", pledges)
        after = table.following[seat]
        table.next_stage() if after == table.first else table.ask(after)


@condition
class Boasts(Stage[CardGame, StageState]):
    """The first player boasts; all others are against it."""

    declares = (
        Word("BOAST", "say how many rounds you will win", number=(0, 3)),
        Fact("boasts", "what has been boasted", kind="seats", role="bids"),
        Fact("boast", "the boast that counts", role="contract"),
        Fact("boaster", "whose boast that is", role="declarer"),
    )

    def begin(self, table: CardGame) -> None:
        table.ask(table.first)

    def offers(self, table: CardGame, seat: int, state: StageState) -> Offers:
        return [CardCommand("BOAST", amount=n) for n in range(4)]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: StageState) -> None:
        table.set_fact("boast", command.amount)
        table.set_fact("boaster", table.names[seat])
        table.next_stage()


@condition
class Rounds(Stage[CardGame, StageState]):
    """Everybody in turn lays a card; the last to lay one takes them all."""

    hooks = TakingHooks
    declares = (
        Word("LAY", "lay a card", cards=(1, 1)),
        Fact("hauls", "how many rounds each player has won", kind="seats"),
        Pile("haul", "what a player has won", counted="hauls", role="tricks"),
    )

    def begin(self, table: CardGame) -> None:
        table.tricks = [0] * len(table.names)
        for seat in table.order:
            table.piles.make(f"haul:{seat}")
        table.ask(table.first)

    def offers(self, table: CardGame, seat: int, state: StageState) -> Offers:
        return [CardCommand("LAY", cards=(card,)) for card in table.hand(seat)]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: StageState) -> None:
        table.piles.move(command.cards, seat, "table", to=EVERYONE)
        if len(table.piles["table"]) == len(table.order):
            table.piles.move(table.piles["table"][:], "table", f"haul:{seat}", to=EVERYONE)
            table.tricks[seat] += 1
        after = table.following[seat]
        table.ask(after) if table.hand(after) else table.next_stage()


class Hauls(CardGame):
    """Three rounds, all of which the last player wins."""

    title = "Hauls"
    seats = Seats(least=3, most=3)
    stages = (Deal(each=3), Pledges(), Rounds())


def hauled(*said: str, **parts: Any) -> CardGame:
    """A table after a game in which these things were said before the rounds."""
    table = begun(Hauls, 3, **parts)
    for line in said:
        table.apply(table.names[table.awaited[0]], line)
    while table.playing:
        seat = table.awaited[0]
        table.apply(table.names[seat], str(table.legal(seat)[0]))
    return table


PLEDGED = ("PLEDGE 0", "PLEDGE 1", "PLEDGE 3")


def test_bids_and_tricks_of_stages_of_an_authors_own_count() -> None:
    table = hauled(*PLEDGED, score=Score(made=10, bid=2, failed=-5, exactly=True))
    assert table.scores == [10, -5, 10 + 3 * 2]
    assert table.view().facts["hauls"] == [0, 0, 3]
    assert hauled(*PLEDGED, score=Score(trick=2, tricks_before=1)).scores == [0, 0, 4]


def test_cards_taken_in_a_stage_of_an_authors_own_count() -> None:
    assert hauled(*PLEDGED, score=Score(values={"*": 1})).scores == [0, 0, 9]
    given = hauled(*PLEDGED, score=Score(values={"*": 1}, all_to_others=True))
    assert given.scores == [9, 9, 0]


@pytest.mark.parametrize(("boast", "scores"), [("BOAST 0", [7, 0, 0]), ("BOAST 2", [-2, 4, 4])])
def test_a_contract_of_an_authors_own_is_made_or_defended(boast: str, scores: list[int]) -> None:
    stages = (Deal(each=3), Boasts(), Rounds())
    table = hauled(boast, stages=stages, score=Score(made=7, failed=-1, defended=4))
    assert table.scores == scores


def test_what_is_bid_for_in_vain_is_still_a_mistake_with_stages_of_an_authors_own() -> None:
    with pytest.raises(RulesError, match="nobody bids a number"):
        begun(Hauls, 3, stages=(Deal(each=3), Rounds()), score=Score(made=1))
    with pytest.raises(RulesError, match="nobody defends"):
        begun(Hauls, 3, score=Score(made=1, defended=1))
    with pytest.raises(RulesError, match="this game has none"):
        begun(Hauls, 3, stages=(Deal(each=3), Pledges()), score=Score(trick=1))


# --- points that nobody gets ---------------------------------------------------------------------

NO_POINTS = "nothing gives points in this game: leave play_to and low_wins"


@pytest.mark.parametrize("match", [Match(games=9, play_to=5), Match(low_wins=True)])
def test_a_match_for_points_needs_something_that_gives_them(match: Match) -> None:
    with pytest.raises(RulesError, match=NO_POINTS):
        begun(Shedding, 3, match=match)
    begun(Shedding, 3, match=match, score=Score(win=1))
    begun(Shedding, 3, match=match, points=lambda self, seat: 1)
    begun(Shedding, 3, match=match, bank=Bank(points=3))


def test_a_match_for_points_may_get_them_from_the_games_own_code() -> None:
    class Own(Shedding):
        """Points by hand."""

        match = Match(games=9, play_to=5)

        def on_game_over(self) -> None:
            self.scores[self.ranking[0]] += 1

    assert Own.options()["play_to"].value == 5


@pytest.mark.parametrize("options", [{"games": 9, "play_to": 5}, {"low_wins": "on"}])
def test_a_host_is_told_that_nothing_gives_points(options: dict[str, object]) -> None:
    with pytest.raises(Refused, match=NO_POINTS):
        Shedding.play(["ann", "bob", "cem"], options=options)
