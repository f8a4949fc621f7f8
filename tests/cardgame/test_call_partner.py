"""A partner who is called by a card, and unknown until it is played."""

import pytest

from cardkit import (
    Auction,
    CallPartner,
    CardGame,
    Deal,
    Refused,
    RulesError,
    Score,
    Seats,
    TrickGame,
)
from cardkit.cardgame.rules import rule_sheet
from tests.helpers import arrange
from tests.sound import Sound

NAMES = ["ann", "bob", "cem", "dan"]


class Adjutant(CardGame):
    """The highest bidder calls an adjutant, and takes points of cards with them."""

    title = "Adjutant"
    seats = Seats(least=4, most=4)
    stages = (
        Deal(),
        Auction(least=10, most=20, leads="declarer", nobody="deal_again"),
        CallPartner(),
        TrickGame(),
    )
    score = Score(values=dict.fromkeys("AKQJT", 1), bid_on="cards", made=2, defended=1)


class Others(Adjutant):
    """One calls a card of somebody else."""

    stages = (*Adjutant.stages[:2], CallPartner(own=False), TrickGame())


def called(card: str, game: type[Adjutant] = Adjutant) -> Adjutant:
    """Ann has bid 10 and calls this card; everybody has two cards."""
    table = game.play(NAMES, key=b"adjutant")
    for words in ("BID 10", "PASS", "PASS", "PASS"):
        table.apply(NAMES[table.awaited[0]], words)
    arrange(table, {"ann": "SA S2", "bob": "SK H2", "cem": "SQ HA", "dan": "SJ HK"})
    table.apply("ann", f"CALL {card}")
    return table


def say(table: CardGame, *cards: str) -> None:
    for card in cards:
        table.apply(NAMES[table.awaited[0]], f"DISCARD {card}")


def test_nobody_knows_the_partner_before_the_card_is_played() -> None:
    table = called("HA")
    assert table.facts["called"] == ["HA"]
    assert table.awaited == (0,)
    say(table, "SA", "SK", "SQ", "SJ")
    assert "partner" not in table.facts
    assert table.side(0) == (0,)
    assert table.side(1) == (1, 2, 3)
    say(table, "S2", "H2", "HA")
    assert table.facts["partner"] == "cem"
    assert (table.side(0), table.side(2)) == ((0, 2), (2, 0))
    assert (table.side(1), table.side(3)) == ((1, 3), (3, 1))


def test_who_calls_a_card_of_their_own_plays_alone() -> None:
    table = called("S2")
    say(table, "SA", "SK", "SQ", "SJ", "S2")
    assert "partner" not in table.facts
    assert table.side(0) == (0,)


def test_what_bidder_and_partner_take_is_counted_together() -> None:
    table = called("HA")
    table.piles["won:2"] = [c for c in table.piles["away"] if c.rank in "KQJT"][:5]
    say(table, "SA", "SK", "SQ", "SJ", "S2", "H2", "HA")
    points = [table.points(seat) for seat in range(4)]
    assert points == [0, 1, 0, 1], "four and five are not ten"
    table.piles["won:2"].append(next(c for c in table.piles["away"] if c.rank == "A"))
    assert [table.points(seat) for seat in range(4)] == [2, 0, 2, 0]


def test_the_side_of_whoever_forfeits_loses() -> None:
    table = called("HA")
    say(table, "SA", "SK", "SQ", "SJ", "S2", "H2", "HA")
    table.apply("", "FORFEIT cem")
    table.apply("dan", "DISCARD HK")
    assert {*table.ranking[:2]} == {1, 3}
    assert table.scores == [0, 1, 0, 1]


def test_a_card_of_the_own_hand_is_called_only_where_that_is_the_rule() -> None:
    table = Others.play(NAMES, key=b"adjutant")
    for words in ("BID 10", "PASS", "PASS", "PASS"):
        table.apply(NAMES[table.awaited[0]], words)
    assert len(table.legal(0)) == 39
    with pytest.raises(Refused, match="You may say: CALL"):
        table.apply("ann", f"CALL {table.hand(0)[0]}")
    assert "You cannot call a card of your own." in rule_sheet(Others)
    assert "A bidder who calls a card of their own plays alone." in rule_sheet(Adjutant)


def test_the_next_game_knows_nothing_of_the_last_partner() -> None:
    table = called("HA")
    say(table, "SA", "SK", "SQ", "SJ", "S2", "H2", "HA", "HK")
    table.apply("", "START")
    assert not {"called", "partner"} & {*table.facts}
    assert table.called.partner == -1


@pytest.mark.parametrize(
    ("parts", "wrong"),
    [
        ({"seats": Seats(least=4, most=4, partners=True)}, "are partners already"),
        ({"stages": (Deal(), CallPartner(), TrickGame()), "score": None}, "put an Auction"),
    ],
)
def test_settings_that_cannot_be(parts: dict[str, object], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        type("Wrong", (Adjutant,), {"__doc__": "Wrong.", **parts})


def test_check_game_finds_nothing_wrong(sound: Sound) -> None:
    again = {"auction ends: nobody": "it takes passes through all deals that there may be"}
    sound(Others, again, games=12)
