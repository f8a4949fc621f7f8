"""The teaching games keep their rules: Old Maid, and two games without cards."""

from __future__ import annotations

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.netgame import NetGame, PlainDealer, Reason
from examples.old_maid import OldMaid
from examples.rock_paper_scissors import RockPaperScissors
from examples.tic_tac_toe import TicTacToe
from tests.helpers import arrange, lines, play_out, refusal

FOUR = ["ann", "bob", "cid", "dan"]


def turn(table: NetGame) -> str:
    return table.names[table.awaited[0]]


def say(table: NetGame, *said: str) -> None:
    """The players speak in turn."""
    for what in said:
        table.apply(turn(table), what)


@pytest.mark.parametrize("game", [OldMaid, TicTacToe, RockPaperScissors])
def test_a_teaching_game_speaks_japanese(game: type[NetGame]) -> None:
    said = [game.title, game.__doc__ or "", *game.notes, *game.scoring, *game.texts["ja"]]
    assert all(game.catalogue.find(template, "ja") for template in said)


# --- Old Maid ------------------------------------------------------------------------------------


class Lot(PlainDealer):
    """Draws this number, always."""

    def __init__(self, number: int) -> None:
        super().__init__(b"")
        self.number = number

    def below(self, n: int, label: str) -> int:
        return min(self.number, n - 1)


def old_maid(ann: str, bob: str, cid: str, lot: int = 0) -> OldMaid:
    """A table where the card that is taken is this one of those that can be, from 0 on."""
    table = OldMaid.play(FOUR[:3])
    arrange(table, {"ann": ann, "bob": bob, "cid": cid})
    table.chance.dealer = Lot(lot)
    return table


@pytest.mark.parametrize("players", [2, 5, 8])
def test_old_maid_pairs_are_put_away_right_after_the_deal(players: int) -> None:
    table = OldMaid.play([f"p{n}" for n in range(players)])
    hands = [table.piles[seat] for seat in range(players)]
    for hand in hands:
        assert len({card.rank for card in hand}) == len(hand)
    away = table.piles["away"]
    assert len(away) + sum(map(len, hands)) == 53
    assert len(away) > 0
    assert all(table.piles.seen[card.number] == -1 for card in away)
    assert table.piles["stock"] == []
    assert "J1" not in away


def test_old_maid_get_by_position_from_the_next_player() -> None:
    table = old_maid("S2 S3", "H4 H5 J1", "D2 D6", lot=2)
    assert lines(table, "ann") == {"GET bob 1", "GET bob 2", "GET bob 3"}
    assert refusal(table, "ann", "GET cid 1").reason == CardReason.BAD_TARGET
    assert refusal(table, "ann", "GET bob 4").reason == CardReason.BAD_AMOUNT
    table.listening = True
    events = table.apply("ann", "GET bob 3")
    assert table.piles[0] == ["S2", "S3", "J1"]
    told = [[e.words(seat) for e in events] for seat in range(3)]
    assert ("MOVE", "bob", "ann", "J1") in told[0]
    assert ("MOVE", "bob", "ann", "J1") in told[1]
    assert ("MOVE", "bob", "ann", "??") in told[2], "nobody else sees what was taken"
    assert turn(table) == "bob"


def test_old_maid_where_an_unseen_card_lies_tells_nothing() -> None:
    """Whoever has just lost the joker would know where it is to be found, or not."""
    for place in (1, 2, 3):
        taken = set()
        for lot in range(3):
            table = old_maid("S2 S3", "H4 H5 J1", "D2 D6", lot)
            say(table, f"GET bob {place}")
            taken.add(str(table.piles[0][-1]))
        assert taken == {"H4", "H5", "J1"}
    table = old_maid("S2 S3", "H4 H5 J1", "D2 D6", lot=2)
    table.piles.reveal("H5")
    say(table, "GET bob 3")  # hidden ones first: ann sees which card it is
    assert table.piles[0][-1] == "H5"


def test_old_maid_ends_also_when_the_mates_of_some_cards_were_not_dealt() -> None:
    table = OldMaid.play(FOUR, options={"each": 4})
    play_out(table)
    assert not table.playing


def test_old_maid_a_pair_is_put_away_as_soon_as_it_is_there() -> None:
    table = old_maid("S2 S3", "H2 H5 J1", "D2 D6")
    say(table, "GET bob 1")
    assert table.piles[0] == ["S3"]
    assert {"S2", "H2"} < set(table.piles["away"])
    table = old_maid("S2 S3 S4", "H2 H5 J1", "D4 D6", lot=2)
    say(table, "GET bob 3")
    assert len(table.piles[0]) == 4, "a joker has no pair"


def test_old_maid_who_has_no_cards_is_out() -> None:
    table = old_maid("S2", "H2", "D5 J1")
    say(table, "GET bob 1")  # a pair: ann is out, and bob is, too
    assert (table.playing, table.ranking[-1], table.scores) == (False, 2, [0, 0, -1])
    table = old_maid("S2", "H2 H5", "D5 J1")
    say(table, "GET bob 1")
    assert lines(table, "bob") == {"GET cid 1", "GET cid 2"}
    table.chance.dealer = Lot(1)
    say(table, "GET cid 2")
    assert turn(table) == "cid"
    assert lines(table, "cid") == {"GET bob 1", "GET bob 2"}, "past ann, who is out"


def test_old_maid_the_joker_is_left_with_the_loser() -> None:
    table = old_maid("S2", "H2 J1", "", lot=1)
    say(table, "GET bob 2")
    assert table.playing
    table.chance.dealer = Lot(0)
    say(table, "GET ann 1")
    assert not table.playing
    assert table.piles[table.ranking[-1]] == ["J1"]
    assert table.scores == [-1, 0, 0]


@pytest.mark.parametrize("preset", ["joker", "queen"])
def test_old_maid_whole_games_end_with_the_odd_card(preset: str) -> None:
    for seed in range(12):
        names = [f"p{n}" for n in range(2 + seed % 7)]
        table = OldMaid.play(names, preset=preset, key=bytes([seed]))
        play_out(table, seed)
        (left,) = table.piles[table.ranking[-1]]
        assert left.joker if preset == "joker" else left.rank == "Q"
        assert all(not table.piles[seat] for seat in table.ranking[:-1])


class PairsOnly(OldMaid):
    """The first player is dealt nothing but pairs."""

    HANDS = ("S2 H2", "S3 J1", "H3")

    def on_dealt(self) -> None:
        arrange(self, dict(zip(self.names, self.HANDS, strict=True)))
        super().on_dealt()


class AllButOne(PairsOnly):
    """Everybody but the last player is dealt nothing but pairs."""

    HANDS = ("S2 H2", "S3 H3", "J1")


def test_old_maid_players_may_be_out_right_after_the_deal() -> None:
    table = PairsOnly.play(FOUR[:3])
    assert turn(table) == "bob"
    assert lines(table, "bob") == {"GET cid 1"}
    assert AllButOne.play(FOUR[:3]).scores == [0, 0, -1], "the game is over before it began"


# --- games without cards -------------------------------------------------------------------------


def test_tic_tac_toe_three_in_a_row_win_and_the_other_begins_the_next_game() -> None:
    table = TicTacToe.play(["ann", "bob"])
    say(table, "PLACE 1", "PLACE 5", "PLACE 2", "PLACE 9")
    assert table.facts["board"] == [["X", "X", "3"], ["4", "O", "6"], ["7", "8", "O"]]
    assert refusal(table, "ann", "PLACE 5").reason == Reason.AGAINST_THE_RULES
    say(table, "PLACE 3")
    assert (table.ranking, table.scores, table.match_over) == ((0, 1), [1, 0], False)
    table.apply("", "START")
    assert turn(table) == "bob"


def test_tic_tac_toe_a_full_board_without_a_row_is_worth_nothing() -> None:
    table = TicTacToe.play(["ann", "bob"])
    say(table, *(f"PLACE {cell}" for cell in (1, 2, 3, 5, 4, 6, 8, 7, 9)))
    assert not table.playing
    assert table.scores == [0, 0]


@pytest.mark.parametrize(
    ("ann", "bob", "scores"),
    [("ROCK", "SCISSORS", [1, 0]), ("SCISSORS", "PAPER", [1, 0]), ("ROCK", "PAPER", [0, 1])],
)
def test_rock_paper_scissors_one_sign_beats_another(ann: str, bob: str, scores: list[int]) -> None:
    table = RockPaperScissors.play(["ann", "bob"])
    say(table, "SHOW PAPER", "SHOW PAPER")
    assert table.playing, "equal signs are shown again"
    table.apply("bob", f"SHOW {bob}")
    assert table.facts["shown"] == ["PAPER", "PAPER"], "nobody sees the first of two signs"
    table.apply("ann", f"SHOW {ann}")
    assert table.facts["shown"] == [ann, bob]
    assert (table.playing, table.scores) == (False, scores)
