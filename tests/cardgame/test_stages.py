"""What the stages promise under settings that no shipped game combines."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cardgame import (
    EVERYONE,
    Bank,
    Betting,
    CardCommand,
    CardGame,
    Choice,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Exchange,
    Get,
    OrderGame,
    Passing,
    Reason,
    RulesError,
    Seats,
    Showdown,
    Specials,
    Stage,
    Titles,
    Tribute,
    TrickGame,
)
from cardkit.cardgame.reasons import CardReason
from cardkit.games.daifugo import Daifugo
from cardkit.games.page_one import PageOne
from cardkit.netgame import WATCHER, Refused, pick
from tests.helpers import arrange, below, lines, play_out, refusal

FOUR = ("ann", "bob", "cid", "dan")


class Fishing(CardGame):
    """Draw from the stock or the table, then discard."""

    title = "Fishing"
    stages = (
        Deal(each=3, turn_up=1),
        OrderGame(
            draw=Draw(rule="first", from_table=True),
            discard=Discard(count=4),
            specials=Specials(on=False, wild="8", draw_two="2"),
        ),
    )


class Asking(CardGame):
    """Ask another player for a card by its name."""

    title = "Asking"
    stages = (
        Deal(each=3),
        OrderGame(get=Get(by="card", source="any"), end=End(when="last_hand")),
    )


class Swapping(CardGame):
    """All exchange at once, and the stock is too small for it."""

    title = "Swapping"
    seats = Seats(least=4, most=4)
    deck = Deck(size=32)
    bank = Bank()
    stages = (Deal(each=5), Exchange(at_once=True), Betting(), Showdown())


class Handing(CardGame):
    """Three cards go to the left before the tricks."""

    title = "Handing"
    stages = (Deal(each=5), Passing(), TrickGame())


@pytest.mark.parametrize("specials", [False, True])
def test_a_card_taken_from_the_table_is_kept_for_the_turn(specials: bool) -> None:
    options = {"specials": True, "discard_count": 1} if specials else {}
    table = Fishing.play(FOUR, options=options)
    arrange(table, {"ann": "H8 S3"}, pile="S8", stock="C2")
    table.apply("ann", "DRAW TABLE")
    played = {card for line in lines(table, "ann") for card in line.split()[1:]}
    assert "S8" not in played
    assert {"H8", "S3"} <= played
    assert refusal(table, "ann", "DISCARD S8" + " H" * specials).reason != CardReason.NOT_HELD


def test_a_card_taken_from_a_face_down_pile_is_seen_by_its_taker_only() -> None:
    table = Fishing.play(FOUR, options={"discard_visible": "nobody"})
    arrange(table, {"ann": "S3", "bob": "H8"}, pile="S8", stock="C2")
    table.piles.seen[table.cards.named["S8"].number] = 0
    table.apply("ann", "DRAW TABLE")
    assert "S8" in table.view(0).hand
    assert "S8" not in table.view(1).hands[0]


def test_what_is_asked_for_by_name_is_heard_by_all_whether_it_is_there_or_not() -> None:
    table = Asking.play(FOUR)
    arrange(table, {"ann": "H7 S3", "bob": "S7 D5", "cid": "C7", "dan": "D2"})
    table.listening = True
    for line in ("GET bob C7", "GET dan S5"):
        seat = table.awaited[0]
        (action, *_) = table.apply(table.names[seat], line)
        heard = {action.words(viewer) for viewer in (0, 1, 2, 3, WATCHER)}
        assert heard == {("ACTION", table.names[seat], *line.split())}


def test_draws_that_special_cards_cause_need_a_draw() -> None:
    odd = OrderGame(discard=Discard(), specials=Specials(draw_two="2"))
    with pytest.raises(RulesError, match="need draw=Draw"):
        type("Odd", (Fishing,), {"title": "Odd", "stages": (Deal(), odd)})


def test_special_cards_are_discarded_one_at_a_time() -> None:
    with pytest.raises(Refused, match="count=1"):
        Fishing("", {"specials": True})


@pytest.mark.parametrize("seed", range(20))
def test_where_the_last_hand_ends_a_game_who_was_out_first_is_first(seed: int) -> None:
    table = PageOne.play(FOUR, options={"when": "last_hand"}, key=b"%d" % seed)
    out: list[int] = []
    chance = below(seed)
    while table.playing:
        seat = table.awaited[0]
        table.apply(table.names[seat], pick(table.legal(seat), chance))
        out += [s for s in table.order if not table.hand(s) and s not in out]
    assert table.ranking[: len(out)] == tuple(out)
    assert len(out) == 3


def test_a_hand_that_is_empty_before_the_first_turn_ends_the_game() -> None:
    class Gone(Fishing):
        """Bob's cards leave the game right after the deal."""

        title = "Gone"

        def on_dealt(self) -> None:
            self.piles.move(self.hand(1)[:], 1, "away", to=EVERYONE)

    table = Gone.play(FOUR)
    assert not table.playing
    assert table.ranking[0] == 1


def test_a_trick_game_with_draws_cannot_wait_for_the_last_hand() -> None:
    with pytest.raises(Refused, match="first empty hand"):
        PageOne("european", {"when": "last_hand"})


def test_a_trick_is_not_shuffled_into_the_stock() -> None:
    with pytest.raises(Refused, match="from_away"):
        PageOne("european", {"refill": "from_table"})


def test_nobody_hears_whose_exchanged_card_they_drew() -> None:
    drawn_again = 0
    for seed in range(40):
        table = Swapping.play(FOUR, key=b"%d" % seed)
        table.listening = True
        for name in ("bob", "cid", "dan", "ann"):
            seat = table.people.seat_of[name]
            (offer,) = table.legal(seat)
            assert isinstance(offer, Choice)
            given = table.hand(seat)[: 1 if name == "ann" else offer.most]
            (action, *_) = table.apply(name, offer.command(given))
            for viewer in {0, 1, 2, 3, WATCHER} - {seat}:
                assert action.words(viewer) == ("ACTION", name, "EXCHANGE", len(given))
        drawn_again += any(given[0] in table.hand(seat) for seat in (1, 2, 3))
    assert drawn_again


def test_a_wrong_number_of_cards_is_not_blamed_for_a_wrong_word() -> None:
    table = Handing.play(FOUR)
    one, two, three, *_ = table.hand(0)
    few = refusal(table, "ann", f"PUT bob {one} {two}")
    assert few.text() == "PUT takes 3 of your cards, not 2"
    assert refusal(table, "ann", f"PUT bob {one} {two} {three} please").text() == (
        "PUT 3 cards to bob"
    )


def test_a_trick_game_calls_on_discard_for_each_card() -> None:
    class Counting(CardGame):
        """Counts the cards that were played."""

        title = "Counting"
        stages = (Deal(each=5), TrickGame())

        def on_discard(self, seat: int, command: CardCommand) -> None:
            self.set_fact("played", self.fact("played", 0) + 1)

    table = Counting.play(FOUR)
    play_out(table)
    assert table.facts["played"] == 20


def test_a_joker_as_the_last_card_makes_no_trump() -> None:
    class Last(CardGame):
        """The last card dealt decides what is trump."""

        title = "Last"
        deck = Deck(size=0, cards=("S2", "S3", "S4"), jokers=1)
        stages = (Deal(), TrickGame(trump="last_card"))

    trumps = {Last.play(FOUR, key=b"%d" % seed).facts.get("trump") for seed in range(30)}
    assert trumps == {"S", None}


def test_titles_go_with_any_stage_and_tribute_goes_with_titles() -> None:
    class Titled(CardGame):
        """Tricks for titles."""

        title = "Titled"
        titles = Titles(names={2: ("first", "last")})
        stages = (Deal(each=5), TrickGame())

    table = Titled.play(FOUR[:2])
    play_out(table)
    assert sorted(table.title_holders.title_of) == ["first", "last"]
    tribute = (Deal(each=5), Tribute(pairs=(("first", "last", 1),)), TrickGame())
    type("Paying", (Titled,), {"title": "Paying", "stages": tribute})
    with pytest.raises(RulesError, match="tribute needs titles = Titles"):
        type("Odd", (Titled,), {"title": "Odd", "stages": tribute, "titles": None})


def test_a_card_is_in_a_pack_once_and_can_be_taken_out_of_any() -> None:
    assert Deck(size=0, cards=("SA", "SK"), without=("SA",)).names() == ["SK"]
    for twice in (Deck(size=0, cards=("SA", "SA")), Deck(size=0, cards=("SA", "J1"), jokers=1)):
        assert "is there twice" in twice.mistakes()[0]


def test_a_title_is_told_of_whoever_has_the_seat_now() -> None:
    table = Daifugo.play(FOUR[:3])
    play_out(table)
    title = table.fact("titles", "", table.people.seat_of["bob"])
    table.apply("bob", "LOGOUT")
    robot = table.names[1]
    assert robot != "bob"
    assert table.fact("titles", "", 1) == title
    assert set(table.view().data()["facts"]["titles"]) == set(table.names)


class GoFish(CardGame):
    """A hit lets you ask again; a miss sends you to the stock, and ends your turn."""

    title = "Go fish"
    stages = (
        Deal(each=5),
        OrderGame(get=Get(by="card", source="any", ends_turn=False), end=End(turn_limit=300)),
    )

    def on_miss(self, seat: int, command: CardCommand) -> None:
        self.piles.take(seat, 1)

    def on_get(self, seat: int, command: CardCommand) -> None:
        """Four of a rank are laid open, in a pile that is made for them."""
        for rank in {card.rank for card in self.hand(seat)}:
            book = [card for card in self.hand(seat) if card.rank == rank]
            if len(book) == 4:
                self.piles.move(book, seat, f"books:{seat}", to=EVERYONE)


def test_a_hit_lets_a_player_ask_again_and_a_miss_ends_the_turn() -> None:
    table = GoFish.play(FOUR)
    arrange(
        table,
        {"ann": "S3 H3 C9", "bob": "D3 S4", "cid": "C3", "dan": "H8"},
        stock="HK",
        rest="away",
    )
    table.apply("ann", "GET bob D3")
    assert table.awaited == (0,)
    table.apply("ann", "GET cid D9")
    assert table.hand(0)[-1] == "HK", "fished from the stock"
    assert table.awaited == (1,)


def test_a_pile_is_made_when_cards_first_move_to_it() -> None:
    table = GoFish.play(FOUR)
    arrange(table, {"ann": "S3 H3 D3 S9", "bob": "C3 S4", "cid": "C4", "dan": "H8"})
    table.apply("ann", "GET bob C3")
    assert table.view().piles["books:ann"] == ("S3", "H3", "D3", "C3")


@pytest.mark.parametrize("seed", range(10))
def test_go_fish_ends_and_replays(seed: int) -> None:
    table = GoFish.play(FOUR, key=str(seed))
    play_out(table, seed)
    again = GoFish(key=b"%d" % seed).replay(table.journal)
    assert again.digest() == table.digest()


def test_a_wild_card_without_a_suit_is_asked_for_one() -> None:
    table = PageOne.play(FOUR[:3], "specials")
    arrange(table, {"ann": "S8 H4", "bob": "D3", "cid": "C3"}, pile="H5", stock="HK")
    refused = refusal(table, "ann", "DISCARD S8")
    assert refused.reason == Reason.AMBIGUOUS
    assert "DISCARD S8 H" in refused.text()


# --- facts that a game sets itself --------------------------------------------------------------


class OwnTrump(CardGame):
    """The game itself says what is trump."""

    title = "Own trump"
    seats = Seats(least=4, most=4)
    stages: tuple[Stage[Any, Any], ...] = (Deal(each=2), TrickGame())

    def on_dealt(self) -> None:
        self.set_fact("trump", "C")


class Declared(OwnTrump):
    """An order game and tricks, where the game has facts with the names of a stage's."""

    title = "Declared"
    stages = (Deal(each=2), OrderGame(discard=Discard()), Deal(each=2), TrickGame())

    def on_dealt(self) -> None:
        super().on_dealt()
        self.set_fact("suit", "H")


class TrumpThenNone(OwnTrump):
    """Two rounds of tricks, of which the first has a trump by its settings."""

    title = "Trump, then none"
    stages = (Deal(each=2), TrickGame(trump="S"), Deal(each=2), TrickGame())


def test_a_trump_that_the_game_sets_counts_in_the_tricks() -> None:
    table = OwnTrump.play(FOUR)
    assert table.facts["trump"] == "C"
    arrange(table, {"ann": "SA S2", "bob": "C2 H3", "cid": "SK S3", "dan": "D2 D3"})
    for name, card in zip(FOUR, ("SA", "C2", "SK", "D2"), strict=True):
        table.apply(name, f"DISCARD {card}")
    assert table.tricks == [0, 1, 0, 0]


def test_a_stage_clears_only_the_facts_that_stages_have_set() -> None:
    assert Declared.play(FOUR).facts == {"trump": "C", "suit": "H"}
    table = TrumpThenNone.play(FOUR)
    assert table.facts == {"trump": "S"}
    while table.stage_no == 1:
        seat = table.awaited[0]
        table.apply(table.names[seat], str(table.legal(seat)[0]))
    assert not table.facts
