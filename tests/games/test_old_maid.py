"""The rules of Old Maid: the Japanese game with a joker; its sisters take a card out instead.

- All cards are dealt, and pairs are put away at once, also right after the deal.
- Each player takes a card from the next one who has any, unseen, and is then at its mercy.
- Whoever has no cards is out. The odd card is left with the loser, who alone loses a point.
- queen: one queen is taken out, and the three others leave one without a mate.
- jiji_nuki: a card is laid aside unseen, so that nobody knows which is the odd one.

There is no bot but `rand`: what one takes is drawn by lot among cards that one cannot tell apart,
so no way to play is better than another.
"""

from __future__ import annotations

import pytest

from cardkit.cardgame import NOBODY, Rand
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.old_maid import OldMaid
from cardkit.games.old_maid.bots import BOTS
from cardkit.netgame import NetGame, PlainDealer
from tests.helpers import arrange, lines, play_out, refusal

FOUR = ["ann", "bob", "cid", "dan"]
THREE = FOUR[:3]


def turn(table: NetGame) -> str:
    return table.names[table.awaited[0]]


def say(table: NetGame, *said: str) -> None:
    """The players speak in turn."""
    for what in said:
        table.apply(turn(table), what)


class Lot(PlainDealer):
    """Draws this number, always."""

    def __init__(self, number: int) -> None:
        super().__init__(b"")
        self.number = number

    def below(self, n: int, label: str) -> int:
        return min(self.number, n - 1)


def old_maid(ann: str, bob: str, cid: str, lot: int = 0) -> OldMaid:
    """A table where the card that is taken is this one of those that can be, from 0 on."""
    table = OldMaid.play(THREE)
    arrange(table, {"ann": ann, "bob": bob, "cid": cid})
    table.chance.dealer = Lot(lot)
    return table


@pytest.mark.parametrize("players", [2, 5, 8])
def test_pairs_are_put_away_right_after_the_deal(players: int) -> None:
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


def test_get_by_position_from_the_next_player() -> None:
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


def test_where_an_unseen_card_lies_tells_nothing() -> None:
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


def test_ends_also_when_the_mates_of_some_cards_were_not_dealt() -> None:
    table = OldMaid.play(FOUR, options={"each": 4})
    play_out(table)
    assert not table.playing


def test_a_pair_is_put_away_as_soon_as_it_is_there() -> None:
    table = old_maid("S2 S3", "H2 H5 J1", "D2 D6")
    say(table, "GET bob 1")
    assert table.piles[0] == ["S3"]
    assert {"S2", "H2"} < set(table.piles["away"])
    table = old_maid("S2 S3 S4", "H2 H5 J1", "D4 D6", lot=2)
    say(table, "GET bob 3")
    assert len(table.piles[0]) == 4, "a joker has no pair"


def test_who_has_no_cards_is_out() -> None:
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


def test_the_joker_is_left_with_the_loser() -> None:
    table = old_maid("S2", "H2 J1", "", lot=1)
    say(table, "GET bob 2")
    assert table.playing
    table.chance.dealer = Lot(0)
    say(table, "GET ann 1")
    assert not table.playing
    assert table.piles[table.ranking[-1]] == ["J1"]
    assert table.scores == [-1, 0, 0]


@pytest.mark.parametrize("preset", ["joker", "queen", "jiji_nuki"])
def test_whole_games_end_with_the_odd_card(preset: str) -> None:
    for seed in range(12):
        names = [f"p{n}" for n in range(2 + seed % 7)]
        table = OldMaid.play(names, preset=preset, key=bytes([seed]))
        play_out(table, seed)
        (left,) = table.piles[table.ranking[-1]]
        (*aside,) = table.piles.get("aside", [])
        odd = {"joker": "J1", "queen": "Q", "jiji_nuki": aside and aside[0].rank}
        assert left.rank == odd[preset]
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


def test_players_may_be_out_right_after_the_deal() -> None:
    table = PairsOnly.play(THREE)
    assert turn(table) == "bob"
    assert lines(table, "bob") == {"GET cid 1"}
    assert AllButOne.play(THREE).scores == [0, 0, -1], "the game is over before it began"


def test_nobody_knows_the_odd_card_of_jiji_nuki_until_the_end() -> None:
    found = set()
    for seed in range(8):
        table = OldMaid.play(THREE, "jiji_nuki", key=bytes([seed]))
        (aside,) = table.piles["aside"]
        assert table.piles.seen[aside.number] == NOBODY
        assert all(table.view(seat).piles["aside"] == ("??",) for seat in range(3))
        play_out(table, seed)
        loser = table.ranking[-1]
        assert table.view().piles["aside"] == (aside,)
        assert table.view().hands[loser] == (*table.hand(loser),)
        found.add(aside.rank)
    assert len(found) > 3


def test_the_rule_sheet_says_what_is_out() -> None:
    assert "One joker." in rule_sheet(OldMaid)
    assert "Taken out: CQ." in rule_sheet(OldMaid, "queen")
    assert "One card is laid aside before the deal, face down." in rule_sheet(OldMaid, "jiji_nuki")


def test_there_is_no_better_bot_than_rand() -> None:
    assert {"rand": Rand} == BOTS
