"""The rules of Sevens, row by row.

- All cards are dealt, and all sevens laid out. The holder of the seven of diamonds begins.
- Lay a card next to one of its suit, or pass: three times in a game. With the fourth pass one is
  out, and the cards go into the rows, maybe with gaps (not, as elsewhere, only those that fit).
- Play goes on until one player has cards. Who is out ranks below all others, the first one last.
- joker: it stands for a card that fits and that one does not hold; whoever lays that card takes it.
- tunnel: king and ace of a suit are neighbours (both ways stay open; elsewhere one is closed).
- fan_tan, the Western game: no sevens are laid out, D7 is the first card, who can play has to, and
  the first empty hand wins.
"""

from __future__ import annotations

import pytest

from cardkit import CardGame, Deal, Layout, OrderGame, Refused, Rows, condition
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.sevens import Sevens
from tests.helpers import arrange, lines

NAMES = ["ann", "bob", "cem"]


def put(table: Sevens, hands: str, *rows: str) -> None:
    """Give these hands to ann, bob and cem, and lay these rows out."""
    arrange(table, dict(zip(NAMES, hands.split(" / "), strict=True)))
    for row in rows:
        for name in row.split():
            card = table.cards.named[name]
            table.piles["away"].remove(card)
            table.piles["rows"].append(card)


def sevens(preset: str = "") -> Sevens:
    """A table with six cards laid out, at which ann is to move."""
    keys = (bytes([n]) for n in range(99))
    begun = (Sevens.play(NAMES, preset, key=key) for key in keys)
    table = next(table for table in begun if table.awaited == (0,))
    joker = " J1" if preset == "joker" else ""
    put(table, f"S8 H9{joker} D2 / S9 C5 C3 / H8 HQ", "S7 S6", "H7", "D7", "C7 C6")
    return table


def test_all_sevens_are_laid_out_and_the_holder_of_d7_begins() -> None:
    table = Sevens.play(NAMES, key=b"any")
    assert sorted(table.view().piles["rows"]) == ["C7", "D7", "H7", "S7"]
    assert sum(len(table.hand(seat)) for seat in range(3)) == 48
    begun = {Sevens.play(NAMES, key=bytes([n])).awaited for n in range(20)}
    assert len(begun) == 3


def test_a_card_goes_next_to_one_of_its_suit() -> None:
    table = sevens()
    assert lines(table, "ann") == {"DISCARD S8", "PASS"}
    table.apply("ann", "DISCARD S8")
    assert lines(table, "bob") == {"DISCARD S9", "DISCARD C5", "PASS"}
    assert "S8" in table.piles["rows"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("DISCARD H9", "H9 is next to no card of its row; you may say: DISCARD S8, PASS"),
        ("DISCARD S8 H9", "lay one card at a time"),
        ("DISCARD CK", "you do not hold CK"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(said: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        sevens().apply("ann", said)


def test_players_may_pass_three_times_and_are_out_with_the_fourth() -> None:
    table = sevens()
    for count in (1, 2, 3):
        for name in NAMES:
            table.apply(name, "PASS")
        assert table.facts["passes"] == [count] * 3
    table.apply("ann", "PASS")
    assert table.dropped == [0]
    assert not table.hand(0)
    assert {"H7", "H9"} < {*table.piles["rows"]}  # with a gap
    assert table.awaited == (1,)
    assert table.legal(1)


def test_the_last_to_be_out_is_ranked_above_those_who_were_out_before() -> None:
    table = sevens()
    for _ in range(3):
        for name in NAMES:
            table.apply(name, "PASS")
    table.apply("ann", "PASS")
    table.apply("bob", "PASS")  # only cem has cards now
    assert not table.playing
    assert [*table.ranking] == [2, 1, 0]
    assert table.scores == [1, 2, 3]


def test_the_game_goes_on_until_one_player_has_cards() -> None:
    table = sevens()
    put(table, "D6 DK / C4 / HQ HJ", "D7", "C7 C6 C5", "H7")
    table.apply("ann", "DISCARD D6")
    table.apply("bob", "DISCARD C4")
    assert table.playing
    table.apply("cem", "PASS")
    put(table, "DK /  / HQ HJ", "D7 D8 D9 DT DJ DQ")
    table.apply("ann", "DISCARD DK")
    assert not table.playing
    assert [*table.ranking] == [1, 0, 2]


def test_a_joker_stands_for_a_card_that_fits_and_is_not_held() -> None:
    table = sevens("joker")
    offers = lines(table, "ann")
    assert "DISCARD J1 C8" in offers
    assert "DISCARD J1 S8" not in offers  # ann holds it
    assert "DISCARD J1 SK" not in offers
    table.apply("ann", "DISCARD J1 H8")
    assert table.facts["jokers"] == ["H8"]
    assert "J1" in table.piles["rows"]
    table.apply("bob", "PASS")
    assert lines(table, "cem") == {"DISCARD H8", "PASS"}
    table.apply("cem", "DISCARD H8")
    assert table.hand(2) == ["HQ", "J1"]
    assert "J1" not in table.piles["rows"]
    assert "jokers" not in table.facts


def test_a_card_may_be_laid_next_to_a_joker() -> None:
    table = sevens("joker")
    table.apply("ann", "DISCARD J1 C5")
    table.piles[1].append(table.cards.named["C4"])
    assert "DISCARD C4" in {str(o) for o in table.stage.offers(table, 1, table.state)}


@pytest.mark.parametrize("said", ["DISCARD J1", "DISCARD J1 SK", "DISCARD J1 S8"])
def test_a_joker_that_stands_for_nothing_is_refused_with_what_it_could_stand_for(said: str) -> None:
    with pytest.raises(Refused, match=r"say for which card J1 stands.*: DISCARD J1 C5, "):
        sevens("joker").apply("ann", said)


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(Sevens)
    assert "All cards of the rank 7 are laid out before the first turn." in sheet
    assert "You may pass 3 times in a game; whoever passes once more is out." in sheet
    assert "The cards of a player who is out are laid into the rows, maybe with gaps." in sheet
    assert "Whoever holds D7 shows it and begins." in sheet
    assert "joker" not in sheet.partition("## Presets")[0]
    assert "whoever lays that card takes the joker" in rule_sheet(Sevens, "joker")


def test_clients_are_told_how_to_show_the_rows() -> None:
    declared = Sevens.declaration.data()
    assert declared["piles"]["rows"]["shown"] == "rows"
    assert declared["layouts"]["order_game"] == {
        "stage": "order_game",
        "hand": "suit",
        "table": "none",
    }


def test_rows_are_shown_so_in_whatever_stage_they_stand() -> None:
    @condition
    class Rounds(OrderGame):
        """Rows in a stage of another name."""

    class Laid(CardGame):
        """Rows."""

        title = "Laid"
        stages = (Deal(), Rounds(rows=Rows()))

    assert Laid.declaration.layout("rounds") == Layout("rounds", hand="suit", table="none")
    assert [*Laid.declaration.layouts] == ["deal", "rounds"]


def test_in_the_tunnel_king_and_ace_are_neighbours() -> None:
    table = sevens("tunnel")
    put(table, "SA SQ S2 / CA C5 / HA", "S7 SK", "C7 CK", "H7")
    assert lines(table, "ann") == {"DISCARD SA", "DISCARD SQ", "PASS"}
    table.apply("ann", "DISCARD SA")
    assert lines(table, "bob") == {"DISCARD CA", "PASS"}
    table = sevens()
    put(table, "SA SQ S2 / CA C5 / HA", "S7 SK", "C7 CK", "H7")
    assert lines(table, "ann") == {"DISCARD SQ", "PASS"}


def test_fan_tan_begins_with_d7_and_nobody_passes_who_can_play() -> None:
    table = Sevens.play(NAMES, "fan_tan")
    assert not table.piles["rows"]
    begins = NAMES[table.awaited[0]]
    assert lines(table, begins) == {"DISCARD D7"}
    table.apply(begins, "DISCARD D7")
    table = sevens("fan_tan")
    put(table, "S7 S8 D8 / HA / CA", "D7")
    assert lines(table, "ann") == {"DISCARD S7", "DISCARD D8"}
    with pytest.raises(Refused, match="you can discard"):
        table.apply("ann", "PASS")
    table.apply("ann", "DISCARD S7")
    assert lines(table, "bob") == {"PASS"}


def test_fan_tan_is_won_by_the_first_empty_hand() -> None:
    table = sevens("fan_tan")
    put(table, "D8 / HA / CA", "D7")
    table.apply("ann", "DISCARD D8")
    assert (table.playing, table.scores) == (False, [1, 0, 0])


def test_the_rule_sheet_speaks_japanese() -> None:
    assert "7から順に" in rule_sheet(Sevens, language="ja")
