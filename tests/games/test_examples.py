"""The teaching games keep their rules: rummy, hearts, and two games without cards."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cardgame import Choice
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.trick import TrickState
from cardkit.netgame import NetGame, Reason
from examples.hearts import Hearts
from examples.rock_paper_scissors import RockPaperScissors
from examples.rummy import Rummy
from examples.tic_tac_toe import TicTacToe
from tests.helpers import arrange, lines, play_out, refusal, state_of

FOUR = ["ann", "bob", "cid", "dan"]


def turn(table: NetGame) -> str:
    return table.names[table.awaited[0]]


def say(table: NetGame, *said: str) -> None:
    """The players speak in turn."""
    for what in said:
        table.apply(turn(table), what)


@pytest.mark.parametrize("game", [Rummy, Hearts, TicTacToe, RockPaperScissors])
def test_a_teaching_game_speaks_japanese(game: type[NetGame]) -> None:
    said = [game.title, game.__doc__ or "", *game.notes, *game.scoring, *game.texts["ja"]]
    assert all(game.catalogue.find(template, "ja") for template in said)


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


# --- Hearts --------------------------------------------------------------------------------------


def hearts(*hands: str, won: str = "", **options: Any) -> Hearts:
    """Ann leads, in the fourth game, where nothing is passed on; these cards were won before."""
    table = Hearts.play(FOUR, options=options)
    while table.game_no < 4:
        play_out(table, table.game_no)
        table.apply("", "START")
    arrange(table, dict(zip(FOUR, hands, strict=True)), rest="won:0")
    table.piles["away"] = [c for c in table.piles["won:0"] if c not in won.split()]
    table.piles["won:0"] = [c for c in table.piles["won:0"] if c in won.split()]
    table.tricks[0] = bool(won)
    table.scores[:] = [0] * 4
    state_of(table, TrickState).lead(0, 4)
    table.ask(0)
    return table


@pytest.mark.parametrize(("game", "to"), [(1, 1), (2, 3), (3, 2), (5, 1)])
def test_hearts_three_cards_are_passed_left_right_across(game: int, to: int) -> None:
    table = Hearts.play(FOUR)
    while table.game_no < game:
        play_out(table, table.game_no)
        table.apply("", "START")
    assert table.awaited == tuple(table.from_first()), "all at once"
    hands = [list(table.piles[seat]) for seat in range(4)]
    for seat, name in enumerate(FOUR):
        target = FOUR[(seat + to) % 4]
        (offer,) = table.legal(seat)
        assert isinstance(offer, Choice)
        assert (offer.name, offer.least, offer.most) == (target, 3, 3)
        two = " ".join(hands[seat][:2])
        assert refusal(table, name, f"PUT {target} {two}").reason == CardReason.BAD_COUNT
    for seat, name in enumerate(FOUR):
        assert [len(table.piles[s]) for s in range(4)] == [13] * 4, "they move together"
        table.apply(name, " ".join(["PUT", FOUR[(seat + to) % 4], *hands[seat][:3]]))
    for seat in range(4):
        giver = (seat - to) % 4
        assert sorted(table.piles[seat]) == sorted(hands[seat][3:] + hands[giver][:3])
        for card in hands[giver][:3]:  # C2 is shown to all
            mask = -1 if card == "C2" else 1 << seat | 1 << giver
            assert table.piles.seen[card.number] == mask


def test_hearts_nothing_is_passed_in_the_fourth_game() -> None:
    table = Hearts.play(FOUR)
    while table.game_no < 4:
        play_out(table, table.game_no)
        table.apply("", "START")
    assert table.stage.key() == "trick_game"


def test_hearts_the_holder_of_c2_leads_it() -> None:
    """Whoever has it after the passing; a rule may depend on a hidden card only by showing it."""
    leaders = set()
    for seed in range(12):
        table = Hearts.play(FOUR, key=bytes([seed]))
        while table.stage.key() == "passing":
            seat = table.awaited[0]
            (offer,) = table.legal(seat)
            assert isinstance(offer, Choice)
            given = sorted(table.piles[seat])[:3]  # C2, if they have it
            table.apply(FOUR[seat], " ".join(["PUT", offer.name, *given]))
        leader = turn(table)
        assert "C2" in table.piles[table.people.seat_of[leader]]
        assert lines(table, leader) == {"DISCARD C2"}
        assert table.piles.seen[table.cards.named["C2"].number] == -1
        other = next(c for c in table.piles[table.people.seat_of[leader]] if c != "C2")
        assert refusal(table, leader, f"DISCARD {other}").reason == CardReason.MUST_LEAD
        leaders.add(leader)
    assert len(leaders) > 1


def test_hearts_no_points_in_the_first_trick() -> None:
    table = hearts("C2 S3", "SQ H2 D4", "H3 H4", "C9 D9")
    table.apply("ann", "DISCARD C2")
    assert lines(table, "bob") == {"DISCARD D4"}
    assert refusal(table, "bob", "DISCARD SQ").reason == Reason.AGAINST_THE_RULES
    table.apply("bob", "DISCARD D4")
    assert lines(table, "cid") == {"DISCARD H3", "DISCARD H4"}, "unless one has nothing else"


def test_hearts_points_may_be_thrown_off_later() -> None:
    table = hearts("C5 S3", "SQ H2 D4", "C6 H4", "C9 D9", won="C2 C3 C4 C7")
    table.apply("ann", "DISCARD C5")
    assert lines(table, "bob") == {"DISCARD SQ", "DISCARD H2", "DISCARD D4"}


def test_hearts_are_not_led_until_broken() -> None:
    table = hearts("H5 S3", "H2 D4", "H4 C6", "C9 D9", won="C2 C3 C4 C7")
    assert lines(table, "ann") == {"DISCARD S3"}
    assert refusal(table, "ann", "DISCARD H5").reason == Reason.AGAINST_THE_RULES
    table = hearts("H5 S3", "H2 D4", "H4 C6", "C9 D9", won="C2 C3 C4 H7")
    assert lines(table, "ann") == {"DISCARD S3", "DISCARD H5"}
    table = hearts("H5 H6", "H2 D4", "H4 C6", "C9 D9", won="C2 C3 C4 C7")
    assert lines(table, "ann") == {"DISCARD H5", "DISCARD H6"}, "unless one has nothing else"


def test_hearts_each_heart_costs_a_point_and_sq_13() -> None:
    for options, queen in (({}, 13), ({"values": {"SQ": 5, "H": 1}}, 5)):
        table = hearts("SA", "SQ", "S2", "H9", won="C2 C3 H4 H7", **options)
        table.piles["won:1"] = [c for c in table.piles["away"] if c == "H2"]
        say(table, "DISCARD SA", "DISCARD SQ", "DISCARD S2", "DISCARD H9")
        assert table.scores == [2 + queen + 1, 1, 0, 0]
        assert table.ranking[2:] == (1, 0)


def test_hearts_whole_games_share_26_points() -> None:
    for seed in range(6):
        table = Hearts.play(FOUR, key=bytes([seed]))
        play_out(table, seed)
        assert sum(table.scores) in (26, 78)
        assert [table.scores[s] for s in table.ranking] == sorted(table.scores), "fewest first"


def test_hearts_shooting_the_moon() -> None:
    rest = " ".join(f"H{rank}" for rank in "23456789TJQK")
    table = hearts("SA", "SQ", "S2", "HA", won=rest)
    say(table, "DISCARD SA", "DISCARD SQ", "DISCARD S2", "DISCARD HA")
    assert table.scores == [0, 26, 26, 26]
    assert table.ranking[0] == 0


def test_hearts_the_lowest_score_wins_at_100() -> None:
    for before, until, over in ((99, 100, True), (98, 100, False), (98, 99, True)):
        table = hearts("SA", "S3", "S2", "HA", won="C2", play_to=until)
        table.piles["won:1"] = [c for c in table.piles["away"] if c in ("H2", "H3")]
        table.scores[:] = [before, 38, 3, 40]
        say(table, "DISCARD SA", "DISCARD S3", "DISCARD S2", "DISCARD HA")
        assert table.match_over == over
        assert table.standings() == [(1, 2), (2, 1), (2, 3), (4, 0)]


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
