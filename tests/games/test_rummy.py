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
