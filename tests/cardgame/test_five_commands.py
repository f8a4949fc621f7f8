"""DISCARD, DRAW, PUT, GET and MELD: how many cards, which, where to, who sees them, how often."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import (
    CardCommand,
    CardGame,
    Choice,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Get,
    LastCard,
    Meld,
    OrderGame,
    Pick,
    Put,
    Reason,
    Refused,
    RulesError,
    Seats,
)
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from tests.helpers import arrange, lines, refusal
from tests.sound import Sound

NAMES = ["ann", "bob", "cid", "dan"]
FIVE: list[type[Any]] = [Discard, Draw, Put, Get, Meld]


def game(order: OrderGame, **parts: Any) -> type[CardGame]:
    """A game of these turns, for four."""
    body = {
        "__doc__": "Turns.",
        "title": "Turns",
        "seats": Seats(least=4, most=4, partners=True),
        "deck": Deck(order="A23456789TJQK"),
        "stages": (Deal(each=5), order),
    }
    made: type[CardGame] = type("Turns", (CardGame,), body | parts)
    return made


def table(order: OrderGame, ann: str, pile: str = "", stock: str = "", **parts: Any) -> CardGame:
    """A table at which ann begins with this hand; bob has S9 H9, cid C8 and dan C9."""
    made = game(order, **parts).play(NAMES)
    arrange(made, {"ann": ann, "bob": "S9 H9", "cid": "C8", "dan": "C9"}, pile, stock)
    made.listening = True
    return made


def told(made: CardGame, what: str, viewer: int) -> list[tuple[object, ...] | None]:
    """What this viewer hears when ann says this."""
    return [event.words(viewer) for event in made.apply("ann", what)]


@pytest.mark.parametrize("condition", FIVE)
def test_each_command_has_the_same_settings_and_a_check(condition: type[Any]) -> None:
    settings = {*condition.settings()}
    assert {"count", "visible", "times", "ends_turn"} <= settings
    assert {"fewest", "groups"} & settings
    assert {"to", "source", "from_table"} & settings
    assert hasattr(CardGame, f"check_{condition.key()}")


# --- DISCARD --------------------------------------------------------------------------------------


def test_several_cards_of_any_kind_are_discarded_together() -> None:
    made = table(OrderGame(discard=Discard(count=3, fewest=2, alike="any")), "S2 H5 CK D7")
    (offer,) = made.legal(0)
    assert isinstance(offer, Choice)
    assert str(offer) == "DISCARD 2..3 of S2 H5 CK D7"
    assert refusal(made, "ann", "DISCARD S2").reason == CardReason.BAD_COUNT
    made.apply("ann", "DISCARD CK S2")
    assert made.piles["table"] == ["CK", "S2"]
    assert made.awaited == (1,)


def test_only_cards_that_fit_are_discarded_together() -> None:
    discard = Discard(match="suit", count=2, alike="any")
    made = table(OrderGame(discard=discard), "S2 S5 CK", pile="SJ")
    assert lines(made, "ann") == {"DISCARD 1..2 of S2 S5"}
    assert refusal(made, "ann", "DISCARD S2 CK").reason == CardReason.NO_MATCH


def test_several_cards_of_a_suit_are_discarded_together() -> None:
    made = table(OrderGame(discard=Discard(count=4, fewest=2, alike="suit")), "S2 H5 SK D7")
    assert lines(made, "ann") == {"DISCARD 2 of S2 SK"}
    assert not made.can("ann", "DISCARD S2 H5")
    made.apply("ann", "DISCARD S2 SK")
    assert made.hand(0) == ["H5", "D7"]


def test_cards_of_a_rank_are_at_least_as_many() -> None:
    made = table(OrderGame(discard=Discard(count=3, fewest=2)), "S2 H2 SK")
    assert lines(made, "ann") == {"DISCARD H2 S2", "DISCARD S2 H2"}
    alone = table(OrderGame(discard=Discard(count=3, fewest=2)), "S2 HK")
    assert lines(alone, "ann") == {"PASS"}


def test_discards_may_leave_the_game() -> None:
    made = table(OrderGame(discard=Discard(to="away")), "S2 H5")
    made.apply("ann", "DISCARD S2")
    assert made.piles["away"][-1] == "S2"
    assert made.piles["table"] == []


def test_a_command_is_limited_to_so_many_times_a_turn() -> None:
    made = table(OrderGame(discard=Discard(ends_turn=False, times=2)), "S2 H5 CK")
    made.apply("ann", "DISCARD S2")
    made.apply("ann", "DISCARD CK")
    assert lines(made, "ann") == {"PASS"}
    assert "DISCARD in a turn: at most 2" in refusal(made, "ann", "DISCARD H5").text()
    made.apply("ann", "PASS")
    assert lines(made, "bob") == {"DISCARD S9", "DISCARD H9"}, "each turn anew"


def test_a_last_call_is_due_before_any_discard_that_leaves_one_card() -> None:
    last = LastCard(declare="required")
    discard = Discard(count=3, alike="any")
    made = table(OrderGame(discard=discard, last_card=last), "S2 H5 CK")
    assert "DECLARE" in lines(made, "ann")
    many = table(OrderGame(discard=discard, last_card=last), "S2 H5 CK D7 D8")
    assert "DECLARE" not in lines(many, "ann")


def test_any_two_cards_of_a_rank_are_discarded_together_with_any_of_them_last() -> None:
    made = table(OrderGame(discard=Discard(count=2)), "C2 D2 H2")
    pairs = {line for line in lines(made, "ann") if line.count("2") == 2}
    assert pairs == {f"DISCARD {a}2 {b}2" for a in "CDH" for b in "CDH" if a != b}


def test_with_fewer_cards_than_the_fewest_nothing_is_discarded() -> None:
    made = table(OrderGame(discard=Discard(count=3, fewest=2, alike="any")), "S2")
    assert lines(made, "ann") == {"PASS"}


# --- DRAW -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("draw", "offers"),
    [
        (Draw(), {"DRAW 1"}),
        (Draw(count=3), {"DRAW 3"}),
        (Draw(count=3, fewest=1), {"DRAW 1", "DRAW 2", "DRAW 3"}),
        (Draw(count=3, fewest=2), {"DRAW 2", "DRAW 3"}),
    ],
)
def test_a_draw_is_so_many_cards(draw: Draw, offers: set[str]) -> None:
    made = table(OrderGame(draw=draw), "S2", stock="C2 C3 C4 C5")
    assert lines(made, "ann") == offers
    made.apply("ann", max(offers))
    assert len(made.hand(0)) == 1 + int(max(offers)[-1])


def test_draws_until_something_fits_may_be_limited() -> None:
    order = OrderGame(discard=Discard(match="suit"), draw=Draw(rule="until_playable", times=2))
    made = table(order, "S2", pile="H4", stock="H2 C3 C4")
    made.apply("ann", "DRAW 1")
    made.apply("ann", "DRAW 1")
    assert lines(made, "ann") == {"PASS"}


def test_the_card_turned_up_is_offered_to_all_before_the_stock_is() -> None:
    draw = Draw(rule="first", from_table=True, offered_first=True)
    order = OrderGame(draw=draw, discard=Discard(), end=End(turn_limit=50))
    made = game(order, stages=(Deal(each=5, turn_up=1), order)).play(NAMES)
    for name in NAMES:
        assert lines(made, name) == {"DRAW TABLE", "PASS"}
        made.apply(name, "PASS")
    assert lines(made, "ann") == {"DRAW 1"}, "nobody wanted it"
    made.apply("ann", "DRAW 1")
    made.apply("ann", next(iter(lines(made, "ann", "DISCARD"))))
    assert lines(made, "bob") == {"DRAW 1", "DRAW TABLE"}


def test_whoever_takes_the_card_turned_up_has_drawn() -> None:
    draw = Draw(rule="first", from_table=True, offered_first=True)
    order = OrderGame(draw=draw, discard=Discard())
    made = game(order, stages=(Deal(each=5, turn_up=1), order)).play(NAMES)
    made.apply("ann", "PASS")
    made.apply("bob", "DRAW TABLE")
    assert {line.split()[0] for line in lines(made, "bob")} == {"DISCARD"}


# --- PUT ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "offers"),
    [
        ("next", {"PUT bob S2"}),
        ("previous", {"PUT dan S2"}),
        ("partner", {"PUT cid S2"}),
        ("any", {"PUT bob S2", "PUT cid S2", "PUT dan S2"}),
    ],
)
def test_cards_are_put_to_other_players(to: str, offers: set[str]) -> None:
    made = table(OrderGame(put=Put(to=to)), "S2")
    assert lines(made, "ann") == offers
    made.apply("ann", min(offers))
    assert any("S2" in made.hand(seat) for seat in (1, 2, 3))


def test_what_is_put_to_a_player_only_these_two_know() -> None:
    made = table(OrderGame(put=Put()), "S2 S3")
    assert ("ACTION", "ann", "PUT", "bob", 1) in told(made, "PUT bob S2", 2)
    assert "S2" in made.view(1).hand
    assert "S2" in made.view(0).hands[1]
    assert "S2" not in made.view(2).hands[1]
    assert made.awaited == (1,)
    shown = table(OrderGame(put=Put(visible="all")), "S2 S3")
    shown.apply("ann", "PUT bob S2")
    assert "S2" in shown.view(2).hands[1]


@pytest.mark.parametrize("to", ["table", "away"])
@pytest.mark.parametrize(("visible", "seen"), [("all", -1), ("owner", 1), ("nobody", 0)])
def test_cards_are_put_on_a_pile(to: str, visible: str, seen: int) -> None:
    made = table(OrderGame(put=Put(to=to, visible=visible)), "S2 S3")
    assert lines(made, "ann") == {"PUT S2", "PUT S3"}
    made.apply("ann", "PUT S2")
    card = made.piles[to][-1]
    assert card == "S2"
    assert made.piles.seen[card.number] == seen


def test_several_cards_are_put_at_once() -> None:
    made = table(OrderGame(put=Put(to="any", count=3, alike="rank", fewest=2)), "S2 H2 SK S5")
    assert lines(made, "ann") == {f"PUT {name} 2 of S2 H2" for name in NAMES[1:]}
    made.apply("ann", "PUT dan H2 S2")
    assert made.hand(3) == ["C9", "H2", "S2"]


def test_putting_goes_on_in_a_turn_where_it_does_not_end_it() -> None:
    order = OrderGame(put=Put(ends_turn=False, times=1), discard=Discard())
    made = table(order, "S2 S3 S4")
    made.apply("ann", "PUT bob S2")
    assert lines(made, "ann") == {"DISCARD S3", "DISCARD S4"}
    assert "PUT in a turn: at most 1" in refusal(made, "ann", "PUT bob S3").text()


def test_the_last_card_may_be_put_and_ends_the_game() -> None:
    made = table(OrderGame(put=Put()), "S2")
    made.apply("ann", "PUT bob S2")
    assert not made.playing
    assert made.ranking[0] == 0


def test_a_game_may_forbid_a_put() -> None:
    def check_put(self: CardGame, seat: int, command: CardCommand) -> None:
        if command.cards[0].rank == "2":
            raise Refused("A_TWO_STAYS", "keep your twos")

    made = table(OrderGame(put=Put(count=2)), "S2 S3 S4", check_put=check_put)
    assert refusal(made, "ann", "PUT bob S2 S3").reason == "A_TWO_STAYS"
    made.apply("ann", "PUT bob S3 S4")


# --- GET ------------------------------------------------------------------------------------------


def test_a_number_of_cards_is_taken_by_lot() -> None:
    made = table(OrderGame(get=Get(by="number", count=3, source="any")), "S2")
    assert lines(made, "ann") == {"GET bob 1", "GET bob 2", "GET cid 1", "GET dan 1"}
    made.apply("ann", "GET bob 2")
    assert sorted(made.hand(0)) == ["H9", "S2", "S9"]
    assert not made.playing, "bob has no card left"


@pytest.mark.parametrize(
    ("source", "whom"), [("next", "bob"), ("partner", "cid"), ("previous", "dan")]
)
def test_from_whom_cards_are_taken(source: str, whom: str) -> None:
    made = table(OrderGame(get=Get(source=source)), "S2")
    assert {line.split()[1] for line in lines(made, "ann")} == {whom}


def test_a_partner_without_cards_has_none_to_take() -> None:
    made = table(OrderGame(get=Get(source="partner"), end=End(when="last_hand")), "S2")
    arrange(made, {"ann": "S2", "bob": "S9", "dan": "C9"})
    assert lines(made, "ann") == {"PASS"}


def test_who_sees_what_is_taken() -> None:
    for visible, seen in (("owner", 1), ("all", -1), ("nobody", 0)):
        made = table(OrderGame(get=Get(by="number", visible=visible)), "S2")
        made.apply("ann", "GET bob 1")
        assert made.piles.seen[made.hand(0)[-1].number] == seen


def test_taking_goes_on_in_a_turn_as_often_as_it_may() -> None:
    made = table(OrderGame(get=Get(source="any", by="number", ends_turn=False, times=1)), "D9 S2")
    made.apply("ann", "GET bob 1")
    assert lines(made, "ann") == {"PASS"}
    assert "GET in a turn: at most 1" in refusal(made, "ann", "GET bob 1").text()


# --- MELD -----------------------------------------------------------------------------------------


def test_melds_may_stay_in_the_hand_shown_to_all() -> None:
    made = table(OrderGame(meld=Meld(to="hand"), discard=Discard()), "S2 S3 S4 HK")
    made.apply("ann", "MELD S2 S3 S4")
    assert made.hand(0) == ["S2", "S3", "S4", "HK"]
    assert {"S2", "S3", "S4"} <= {*made.view(1).hands[0]}
    assert "HK" not in made.view(1).hands[0]
    assert lines(made, "ann", "MELD") == set(), "no card is melded twice"
    assert "DISCARD S3" in lines(made, "ann")


@pytest.mark.parametrize(
    ("ace", "runs"),
    [
        ("order", {"SA S2 S3"}),
        ("both", {"SA S2 S3", "SQ SK SA"}),
        ("round", {"SA S2 S3", "SQ SK SA", "SK SA S2", "SK SA S2 S3", "SQ SK SA S2"}),
    ],
)
def test_an_ace_in_a_run(ace: str, runs: set[str]) -> None:
    made = table(OrderGame(meld=Meld(ace=ace, groups=0, count=4)), "SA S2 S3 SQ SK")
    assert lines(made, "ann") == {f"MELD {run}" for run in runs}


def test_how_often_a_meld_is_laid_and_whether_it_ends_the_turn() -> None:
    hand = "S2 S3 S4 H2 H3 H4 CK"
    once = table(OrderGame(meld=Meld(times=1), discard=Discard()), hand)
    once.apply("ann", "MELD S2 S3 S4")
    assert lines(once, "ann", "MELD") == set()
    ends = table(OrderGame(meld=Meld(ends_turn=True), discard=Discard()), hand)
    ends.apply("ann", "MELD S2 S3 S4")
    assert ends.awaited == (1,)


def test_melds_may_lie_face_down() -> None:
    made = table(OrderGame(meld=Meld(visible="owner"), discard=Discard()), "S2 S3 S4 HK")
    made.apply("ann", "MELD S2 S3 S4")
    assert made.view(1).piles["meld:ann"] == ("??", "??", "??")
    assert made.view(0).piles["meld:ann"] == ("S2", "S3", "S4")


# --- PICK -----------------------------------------------------------------------------------------


def test_any_card_on_the_table_is_picked() -> None:
    made = table(OrderGame(pick=Pick(), discard=Discard()), "S2", pile="H4 H5 H6")
    assert lines(made, "ann", "PICK") == {"PICK H4", "PICK H5", "PICK H6"}
    made.apply("ann", "PICK H5")
    assert made.hand(0) == ["S2", "H5"]
    assert lines(made, "ann") == {"DISCARD S2"}, "once, and what was taken is kept"
    assert "PICK in a turn: at most 1" in refusal(made, "ann", "PICK H4").text()


def test_with_a_picked_card_come_those_on_it() -> None:
    order = OrderGame(pick=Pick(above=True), draw=Draw(rule="first"), discard=Discard())
    made = table(order, "S2", pile="H4 H5 H6", stock="C2")
    assert lines(made, "ann") == {"DRAW 1", "PICK H4", "PICK H5", "PICK H6"}
    made.apply("ann", "PICK H5")
    assert made.hand(0) == ["S2", "H5", "H6"]
    assert lines(made, "ann", "DRAW") == set(), "instead of a draw"
    drawn = table(order, "S2", pile="H4 H5 H6", stock="C2")
    drawn.apply("ann", "DRAW 1")
    assert lines(drawn, "ann", "PICK") == set()


def test_a_row_is_filled_from_the_stock() -> None:
    order = OrderGame(pick=Pick(source="row", row=3, times=2, ends_turn=False), discard=Discard())
    made = game(order).play(NAMES)
    row = [*made.piles["row"]]
    assert len(row) == 3
    assert made.view().piles["row"] == tuple(row), "face up"
    for card in row[:2]:
        made.apply("ann", f"PICK {card}")
    assert len(made.piles["row"]) == 3
    assert made.piles["row"][0] == row[2]
    assert lines(made, "ann", "PICK") == set()


def test_a_pick_ends_the_turn_where_that_is_the_rule() -> None:
    made = game(OrderGame(pick=Pick(source="row", row=3, ends_turn=True))).play(NAMES)
    made.apply("ann", f"PICK {made.piles['row'][1]}")
    assert made.awaited == (1,)


# --- settings -------------------------------------------------------------------------------------

MELDS = OrderGame(draw=Draw(rule="first"), meld=Meld(), discard=Discard())


@pytest.mark.parametrize(
    ("order", "mistake"),
    [
        ({"discard": Discard(count=1, fewest=2)}, "at least 2 cannot be at most 1"),
        ({"discard": Discard(times=2)}, "write ends_turn=False"),
        ({"discard": Discard(alike="any")}, "write count="),
        ({"discard": Discard(count=5)}, "a rank has four cards"),
        ({"discard": Discard(to="away", match="suit")}, "write to='table'"),
        ({"draw": Draw(fewest=2)}, "at least 2 cannot be at most 1"),
        ({"draw": Draw(rule="first", times=1)}, "leave times out"),
        ({"draw": Draw(offered_first=True)}, "needs from_table=True"),
        ({"draw": Draw(rule="until_playable")}, "write discard="),
        ({"discard": Discard(), "end": End(stock_left=2)}, "leave stock_left"),
        ({"discard": Discard(), "last_card": LastCard(penalty=2)}, "write declare='required'"),
        ({"put": Put(to="table")}, "write visible='all'"),
        ({"put": Put(visible="owner")}, "write visible='receiver'"),
        ({"put": Put(visible="nobody")}, "must see the cards that they play"),
        ({"get": Get(count=2)}, "write by='number'"),
        ({"get": Get(by="card", visible="all")}, "leave visible out"),
        ({"meld": Meld(count=2)}, "at least 3 cannot be at most 2"),
        ({"meld": Meld(ace="both", runs=0)}, "ace is about runs"),
        ({"meld": Meld(to="hand", visible="owner")}, "write visible='all'"),
        ({"meld": Meld(to="hand", lay_off="all")}, "all see on the table"),
        ({"pick": Pick(source="row")}, "row=… together"),
        ({"pick": Pick(row=3)}, "row=… together"),
        ({"pick": Pick(source="row", row=3, above=True)}, "leave above out"),
        ({"pick": Pick(ends_turn=True, times=2)}, "of no use where the turn ends"),
        ({"pick": Pick(), "discard": Discard(visible="nobody")}, "where all see them"),
    ],
)
def test_settings_without_effect_are_refused(order: dict[str, Any], mistake: str) -> None:
    with pytest.raises(RulesError) as raised:
        game(OrderGame(**order))
    assert mistake in str(raised.value)


def test_partners_and_aces_must_be_there() -> None:
    for order in (OrderGame(put=Put(to="partner")), OrderGame(get=Get(source="partner"))):
        with pytest.raises(RulesError, match=r"write Seats\(partners=True\)"):
            game(order, seats=Seats(least=4, most=4))
    with pytest.raises(RulesError, match="an ace at both ends is the first rank"):
        game(OrderGame(meld=Meld(ace="both")), deck=Deck())


@pytest.mark.parametrize(
    ("order", "sentences"),
    [
        (OrderGame(discard=Discard(count=3, fewest=2, alike="any", to="away")), (
            "Up to 3 cards at once.", "At least 2 at once.",
            "Discarded cards are out of the game.")),
        (OrderGame(discard=Discard(count=2, alike="suit", ends_turn=False, times=1)), (
            "Up to 2 cards of a suit at once.", "Discards in a turn: at most 1.")),
        (OrderGame(discard=Discard(count=2)), ("Up to 2 cards of a rank at once.",)),
        (OrderGame(draw=Draw(count=3, fewest=1, times=2)), (
            "A draw is 3 cards.", "You may draw fewer.", "Draws in a turn: at most 2.")),
        (OrderGame(put=Put(to="any", visible="all", ends_turn=False, times=2)), (
            "PUT cards to any player.", "All see the cards that are put.",
            "PUTs in a turn: at most 2.")),
        (OrderGame(put=Put()), ("A PUT ends the turn.",)),
        (OrderGame(get=Get(by="number", count=3, visible="all")), (
            "Say how many; they are drawn by lot.", "You get up to 3 cards at once.",
            "What is taken is shown to all.")),
        (OrderGame(meld=Meld(count=4, ace="both", lay_off="own", times=1)), (
            "A meld has at most 4 cards.", "In a run an ace is below the two or above the king.",
            "LAY off cards on melds of your own that they fit.", "Melds in a turn: at most 1.",
            "In your turn you may MELD.")),
        (OrderGame(meld=Meld(to="hand", ends_turn=True)), (
            "Melds are shown and stay in the hand; no card is melded twice.",
            "A meld ends the turn.")),
        (OrderGame(pick=Pick(source="row", row=4, times=2), draw=Draw(rule="first")), (
            "PICK a card of the row.", "4 cards lie in the row.", "Picks in a turn: at most 2.",
            "Instead of the DRAW you may PICK.")),
        (OrderGame(pick=Pick(above=True, ends_turn=True)), (
            "PICK any card that lies open on the table.", "With it come all cards that lie on it.",
            "A PICK ends the turn.")),
        (OrderGame(draw=Draw(), discard=Discard(), end=End(stock_left=1)), (
            "The game ends after the turn in which one card is left in the stock.",)),
    ],
)  # fmt: skip
def test_every_setting_has_a_sentence(order: OrderGame, sentences: tuple[str, ...]) -> None:
    sheet = rule_sheet(game(order))
    for sentence in sentences:
        assert f"- {sentence}\n" in sheet


def test_a_game_ends_when_so_few_cards_are_in_the_stock() -> None:
    order = OrderGame(draw=Draw(rule="first"), discard=Discard(), end=End(stock_left=1))
    made = table(order, "S2 S3", stock="C2 C3")
    made.apply("ann", "DRAW 1")
    assert made.playing
    made.apply("ann", "DISCARD S2")
    assert not made.playing


@pytest.mark.parametrize(
    "order",
    [
        OrderGame(
            put=Put(to="any", count=2, ends_turn=False, times=1),
            get=Get(by="number", count=2, source="any"),
            end=End(turn_limit=30),
        ),
        OrderGame(
            draw=Draw(rule="first", count=2, fewest=1),
            pick=Pick(source="row", row=3, visible="owner"),
            meld=Meld(to="hand", ace="round"),
            discard=Discard(count=3, alike="suit"),
            end=End(turn_limit=30),
        ),
        OrderGame(
            get=Get(by="number", count=3, source="any", ends_turn=False, times=2),
            meld=Meld(lay_off="own", visible="all"),
            put=Put(to="away", visible="owner"),
            end=End(when="last_hand", turn_limit=30),
        ),
    ],
)
def test_nothing_is_lost_or_leaks(order: OrderGame, sound: Sound) -> None:
    sound(game(order), games=8)


def test_a_command_that_is_not_there_yet_is_refused_with_what_comes_first() -> None:
    made = table(MELDS, "S2 S3 S4 HK", stock="C2")
    for early in ("MELD S2 S3 S4", "DISCARD S2"):
        assert refusal(made, "ann", early).reason == CardReason.MUST_DRAW
    made.apply("ann", "DRAW 1")
    no_meld = refusal(made, "ann", "MELD S2 S3 HK")
    assert no_meld.reason == CardReason.NO_COMBINATION
    assert "S2 S3 HK is no meld. You may say: MELD S2 S3 S4" in no_meld.text()
    assert refusal(made, "ann", "PUT bob S2").reason == Reason.UNKNOWN_WORD


def test_a_card_is_kept_for_the_discard() -> None:
    made = table(MELDS, "S2 S3", stock="S4")
    made.apply("ann", "DRAW 1")
    assert "keep a card for the discard" in refusal(made, "ann", "MELD S2 S3 S4").text()
