"""The rules of President, row by row, as it is mostly played in the West.

| rule | as settled here |
|---|---|
| cards | 52; 3 is the lowest, 2 the highest; all are dealt; the suits do not count |
| first lead | whoever holds the three of clubs; later the president (or the scum) |
| a turn | one to four cards of a rank, beaten by as many of a higher rank; anybody may pass |
| a pass | does not keep a player from playing later |
| end | when only one player has cards left |
| titles | president, vice-president, citizens, vice-scum, scum, by the order of going out |
| exchange | the scum's two best cards for any two of the president; one between the vices |
| points | two for the president, one for the vice-president |
| twos clear | a play of 2s takes the table at once |
| equal ranks | not allowed; or allowed; or allowed, and the next player is skipped |
"""

from __future__ import annotations

import pytest

from cardkit.cardgame.rules import rule_sheet
from cardkit.games.president import President
from tests.helpers import arrange, lines, play_out, refusal

NAMES = ["ann", "bob", "cem", "dan"]


def led(*said: str, preset: str = "", **hands: str) -> President:
    """ann leads, and they have these hands."""
    begun = (President.play(NAMES, preset, key=bytes([n])) for n in range(99))
    table = next(table for table in begun if table.awaited == (0,))
    arrange(table, {"ann": "S3 S9", "bob": "S4 ST", "cem": "S5 SJ", "dan": "S6 SQ"} | hands)
    say(table, *said)
    return table


def say(table: President, *said: str) -> None:
    for each in said:
        name, line = each.split(" ", 1)
        table.apply(name, line)


def second_game(preset: str = "") -> President:
    """The second game of a match, of which ann won the first, then bob, cem and dan."""
    table = led(preset=preset, ann="S3", bob="S4", cem="S5", dan="S6")
    say(table, "ann DISCARD S3", "bob DISCARD S4", "cem DISCARD S5")
    assert [*table.ranking] == [0, 1, 2, 3]
    table.apply("", "START")
    return table


def test_the_holder_of_the_three_of_clubs_shows_it_and_leads() -> None:
    for n in range(10):
        table = President.play(NAMES, key=bytes([n]))
        (leader,) = table.awaited
        assert "C3" in table.hand(leader)
        assert all("C3" in table.view(seat).hands[leader] for seat in range(4))
        assert "DISCARD C3" in lines(table, NAMES[leader])


@pytest.mark.parametrize(
    ("lead", "hand", "beating"),
    [
        ("S9", "H9 ST S2 S4", {"ST", "S2"}),
        ("S9 H9", "ST HT SJ", {"HT ST"}),
        ("S9 H9 D9", "ST HT DT CT", {"CT DT HT"}),
        ("S9 H9 D9 C9", "SA HA DA CA S2", {"CA DA HA SA"}),
        ("S2", "SA HA", set()),
        ("S3", "S4 H4", {"H4"}),  # the suits do not count: one of both is listed
    ],
)
def test_as_many_cards_of_a_higher_rank_beat_a_play(
    lead: str, hand: str, beating: set[str]
) -> None:
    table = led(ann=f"{lead} D3", bob=f"{hand} H3", cem="C5", dan="C6")
    table.apply("ann", f"DISCARD {lead}")
    assert lines(table, "bob") == {"PASS", *(f"DISCARD {play}" for play in beating)}


@pytest.mark.parametrize(
    ("said", "reason", "text"),
    [
        ("DISCARD S4 H4", "WRONG_SHAPE", "answer S5 with one card, or PASS"),
        ("DISCARD S4", "TOO_WEAK", "S4 does not beat S5; play higher, or PASS"),
        ("DISCARD D5", "TOO_WEAK", "D5 does not beat S5; play higher, or PASS"),
        ("DISCARD S4 D5", "NO_COMBINATION", "S4 D5 is no play; there are: a single card, a pair"),
    ],
)
def test_a_refusal_says_what_would_be_right(said: str, reason: str, text: str) -> None:
    table = led("ann DISCARD S5", ann="S5 S9", bob="S4 H4 D5", cem="S6 S7", dan="S8 ST")
    refused = refusal(table, "bob", said)
    assert (refused.reason, refused.text()[: len(text)]) == (reason, text)


def test_who_has_passed_may_play_later_until_the_table_is_cleared() -> None:
    table = led("ann DISCARD S3", "bob PASS", "cem DISCARD S5", "dan PASS", "ann PASS")
    assert table.awaited == (1,)
    table.apply("bob", "PASS")
    assert (table.awaited, table.piles["table"]) == ((2,), [])
    assert refusal(table, "cem", "PASS").reason == "MUST_LEAD"


def test_titles_follow_the_order_of_going_out_and_give_points() -> None:
    table = second_game()
    titles = ["president", "vice-president", "vice-scum", "scum"]
    assert table.title_holders.title_of == titles
    assert table.scores == [2, 1, 0, 0]


def test_the_scum_gives_the_two_best_cards_and_gets_any_two_back() -> None:
    table = second_game()
    assert table.awaited == (0,)  # the scum's cards are given already; the president answers
    assert len(table.hand(0)) == 15
    best = sorted(card.level for card in table.hand(3))
    assert min(card.level for card in table.hand(0)[-2:]) >= best[-1]
    low = sorted(table.hand(0), key=lambda card: card.level)[:2]
    table.apply("ann", f"PUT dan {low[0]} {low[1]}")
    assert {*low} <= {*table.hand(3)}
    assert table.awaited == (1,)  # now the vices
    assert refusal(table, "bob", "PUT dan C3").text()
    table.apply("bob", f"PUT cem {table.hand(1)[0]}")
    assert [len(table.hand(seat)) for seat in range(4)] == [13] * 4


@pytest.mark.parametrize(("preset", "leader"), [("classic", 0), ("skip", 0), ("scum_leads", 3)])
def test_who_leads_the_second_game(preset: str, leader: int) -> None:
    table = second_game(preset)
    for giver, taker in (("ann", "dan"), ("bob", "cem")):
        cards = [*table.hand(NAMES.index(giver))][: 2 if giver == "ann" else 1]
        table.apply(giver, f"PUT {taker} {' '.join(cards)}")
    assert table.awaited == (leader,)


def test_a_two_clears_the_table_where_that_is_the_rule() -> None:
    hands = {"bob": "S2 ST"}
    assert led("ann DISCARD S3", "bob DISCARD S2", **hands).awaited == (2,)
    cleared = led("ann DISCARD S3", "bob DISCARD S2", preset="twos_clear", **hands)
    assert (cleared.awaited, cleared.piles["table"]) == ((1,), [])


def test_an_equal_rank_skips_the_next_player_where_that_is_the_rule() -> None:
    hands = {"ann": "S5 S9", "bob": "H5 D5 ST", "cem": "SJ SK"}
    assert lines(led("ann DISCARD S5", **hands), "bob") == {"DISCARD ST", "PASS"}
    table = led("ann DISCARD S5", preset="skip", **hands)
    assert lines(table, "bob") == {"DISCARD D5", "DISCARD ST", "PASS"}
    table.apply("bob", "DISCARD H5")  # any suit will do
    assert table.awaited == (3,)  # cem is skipped
    say(table, "dan DISCARD SQ", "ann PASS", "bob PASS")
    assert table.awaited == (2,)  # and is there again when somebody has played


def test_a_skip_of_the_only_other_player_clears_the_table() -> None:
    hands = {"ann": "S5 H9", "bob": "H5 S6 S7", "cem": "", "dan": ""}
    table = led(preset="skip", **hands)
    say(table, "ann DISCARD S5", "bob DISCARD H5")
    assert (table.awaited, table.piles["table"]) == ((1,), [])


def test_an_equal_rank_need_not_skip() -> None:
    table = President.play(NAMES, options={"equal": "allowed"})
    leader = table.awaited[0]
    order = [NAMES[(leader + n) % 4] for n in range(4)]
    hands = dict(zip(order, ("S5 S9", "H5 ST", "SJ SK", "SQ SA"), strict=True))
    arrange(table, hands)
    say(table, f"{order[0]} DISCARD S5", f"{order[1]} DISCARD H5")
    assert table.names[table.awaited[0]] == order[2]


def test_a_match_is_eight_games() -> None:
    table = President.play(["ann", "bob", "cem"])
    for game in range(8):
        play_out(table, game)
        assert table.match_over is (game == 7)
        if not table.match_over:
            table.apply("", "START")
    assert sum(table.scores) == 16  # three players have no vice-president


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(President)
    for said in (
        "Play one of these: a single card, a pair, three of a kind, four of a kind.",
        "The scum gives the president the 2 strongest cards and gets any 2 back.",
        "Whoever holds C3 shows it and leads the first game.",
        "The president leads from the second game on.",
        "Points after each game: president +2, vice-president +1.",
    ):
        assert said in sheet
    assert "A play of 2s clears the table at once" in rule_sheet(President, "twos_clear")
    assert "and skip the next player" in rule_sheet(President, "skip")
