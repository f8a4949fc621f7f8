"""The teaching games keep their rules: Old Maid, rummy, and two games without cards."""

from __future__ import annotations

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.netgame import NetGame, PlainDealer, Reason
from examples.old_maid import OldMaid
from examples.rock_paper_scissors import RockPaperScissors
from examples.rummy import Rummy
from examples.tic_tac_toe import TicTacToe
from tests.helpers import arrange, lines, play_out, refusal

FOUR = ["ann", "bob", "cid", "dan"]


def turn(table: NetGame) -> str:
    return table.names[table.awaited[0]]


def say(table: NetGame, *said: str) -> None:
    """The players speak in turn."""
    for what in said:
        table.apply(turn(table), what)


@pytest.mark.parametrize("game", [OldMaid, Rummy, TicTacToe, RockPaperScissors])
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


# --- Rummy ---------------------------------------------------------------------------------------


def rummy(ann: str, top: str = "S9", stock: str = "C9 CT") -> Rummy:
    table = Rummy.play(FOUR[:2])
    arrange(table, {"ann": ann, "bob": "C2 D5"}, top, stock)
    return table


def test_rummy_a_turn_begins_with_a_draw() -> None:
    table = rummy("S2 S3 S4 D6")
    assert lines(table, "ann") == {"DRAW 1", "DRAW TABLE"}
    for early in ("DISCARD S2", "MELD S2 S3 S4"):
        assert refusal(table, "ann", early).reason in (CardReason.MUST_DRAW, Reason.NOT_NOW)
    say(table, "DRAW 1")
    assert table.piles[0][-1] == "CT"
    assert lines(table, "ann", "DRAW") == set(), "one draw a turn"
    assert len(lines(table, "ann", "DISCARD")) == 5


def test_rummy_draw_table_takes_the_last_discard_and_keeps_it() -> None:
    table = rummy("S2 S3 S4 D6", top="H7 S9")
    say(table, "DRAW TABLE")
    assert table.piles[0][-1] == "S9"
    assert table.piles["table"] == ["H7"]
    assert lines(table, "ann", "DISCARD") == {f"DISCARD {c}" for c in ("S2", "S3", "S4", "D6")}
    assert refusal(table, "ann", "DISCARD S9").reason == Reason.AGAINST_THE_RULES
    say(table, "DISCARD D6", "DRAW 1", "DISCARD CT", "DRAW 1")
    assert "DISCARD S9" in lines(table, "ann"), "in a later turn it may go"


def test_rummy_a_card_just_taken_may_go_when_it_is_the_only_one() -> None:
    table = rummy("S2 S3 S4", top="H7 S9")
    say(table, "DRAW TABLE", "MELD S2 S3 S4", "DISCARD S9")
    assert (table.playing, table.ranking) == (False, (0, 1))


def test_rummy_melds_are_groups_and_runs_of_three_or_more() -> None:
    table = rummy("SA S2 S3 S4 SQ SK HK DK CK", stock="C9")
    say(table, "DRAW 1")
    melds = {frozenset(line.split()[1:]) for line in lines(table, "ann", "MELD")}
    runs = ({"SA", "S2", "S3"}, {"S2", "S3", "S4"}, {"SA", "S2", "S3", "S4"})
    kings = {"SK", "HK", "DK", "CK"}
    groups = (kings, *(kings - {one} for one in kings))
    assert melds == {frozenset(m) for m in (*runs, *groups)}, "neither SQ SK SA nor K A 2"
    assert refusal(table, "ann", "MELD S2 S3").reason
    say(table, "MELD S4 S2 SA S3")
    assert sorted(table.piles["meld:0"]) == ["S2", "S3", "S4", "SA"]
    assert table.view(1).piles["meld:ann"] == tuple(table.piles["meld:0"]), "face up"
    assert turn(table) == "ann", "melds do not end the turn"
    say(table, "MELD SK HK DK", "DISCARD SQ")
    assert turn(table) == "bob", "a discard does"


def test_rummy_a_card_is_kept_for_the_discard() -> None:
    table = rummy("S2 S3", stock="C9 S4")
    say(table, "DRAW 1")
    assert lines(table, "ann", "MELD") == set()


def test_rummy_the_first_empty_hand_wins_what_the_others_hold() -> None:
    table = Rummy.play(FOUR[:3])
    arrange(table, {"ann": "S2 S3 S4", "bob": "SA CK HT", "cid": "D5 D2"}, "S9", "C9")
    say(table, "DRAW 1", "MELD S2 S3 S4", "DISCARD C9")
    assert not table.playing
    assert table.ranking == (0, 2, 1), "then by the points in the hand"
    assert table.scores == [21 + 7, 0, 0]
    assert table.view().hands == ((), ("CK", "HT", "SA"), ("D2", "D5")), "what counts is shown"
    table.apply("", "START")
    assert turn(table) == "bob", "the next player begins"


def test_rummy_the_table_is_shuffled_into_an_empty_stock() -> None:
    table = rummy("S2 S3", top="H2 H3 H4 S9", stock="")
    say(table, "DRAW 1")
    assert table.piles[0][-1] in ("H2", "H3", "H4")
    assert table.piles["table"] == ["S9"]


def test_rummy_every_game_ends() -> None:
    for seed in range(4):
        table = Rummy.play(FOUR[: 2 + seed % 3], key=bytes([seed]), options={"turn_limit": 60})
        play_out(table, seed)
        held = [sum(min(c.level + 1, 10) for c in table.hand(seat)) for seat in table.ranking]
        assert held == sorted(held)
        discards = sum(what.startswith("DISCARD") for _, what, _ in table.journal)
        assert discards <= 60
        assert sum(table.scores) == sum(held) - len(held) * held[0]


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
