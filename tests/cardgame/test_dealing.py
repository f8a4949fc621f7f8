"""Deal: how many cards, by game or as the game says, and where those that are turned up lie."""

from typing import Any

import pytest

from cardkit import (
    NOBODY,
    Auction,
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Exchange,
    Match,
    OrderGame,
    Passing,
    Pick,
    PickUp,
    Refused,
    RulesError,
    Seats,
    TrickGame,
)
from cardkit.cardgame.cards import RANKS
from cardkit.cardgame.rules import rule_sheet
from cardkit.stages import AnyStage

NAMES = ["ann", "bob", "cem"]


def made(deal: Deal, **parts: Any) -> type[CardGame]:
    return type(
        "Dealt",
        (CardGame,),
        {
            "__doc__": "Tricks with some cards.",
            "title": "Dealt",
            "seats": Seats(least=3, most=3),
            "stages": (deal, TrickGame()),
            **parts,
        },
    )


def sizes(game: type[CardGame], games: int) -> list[int]:
    """How many cards the first player has in each game of a match."""
    table, found = game.play(NAMES, key=b"deal"), []
    for _ in range(games):
        found.append(len(table.hand(0)))
        while table.playing:
            seat = table.awaited[0]
            table.apply(table.names[seat], str(table.legal(seat)[0]))
        if not table.match_over:
            table.apply("", "START")
    assert table.match_over
    return found


def test_hands_are_dealt_game_by_game_and_a_match_is_as_long_as_the_list() -> None:
    assert sizes(made(Deal(hands=(3, 2, 1))), 3) == [3, 2, 1]


def test_a_match_that_says_its_length_goes_on_with_the_first_hand() -> None:
    assert sizes(made(Deal(hands=(2, 1)), match=Match(games=3)), 3) == [2, 1, 2]


def test_a_host_may_shorten_the_match() -> None:
    game = made(Deal(hands=(3, 2, 1)))
    assert game.options()["games"].value == 3
    table = game.play(NAMES, options={"games": 1})
    assert table.match.games == 1


def test_hands_are_dealt_by_how_many_play() -> None:
    game = made(Deal(by_players={2: 7, 3: 6}), seats=Seats(least=2, most=3))
    for players, size in ((2, 7), (3, 6)):
        table = game.play(NAMES[:players])
        assert [len(table.hand(seat)) for seat in range(players)] == [size] * players
        assert table.hand_size() == size
    assert "Cards for each player by how many play: 7 for 2, 6 for 3." in rule_sheet(game)


@pytest.mark.parametrize(
    ("deal", "wrong"),
    [
        ({"by_players": {2: 7}}, "by_players does not say what each of 3 gets"),
        ({"by_players": {2: 7, 3: 18}}, "3 players need 54 cards; the deck has 52"),
        ({"by_players": {2: 27, 3: 5}}, "2 players need 54 cards; the deck has 52"),
        ({"by_players": {2: 7, 3: 0}}, "hands are numbers from 1 to 52"),
        ({"by_players": {2: 7, 3: 6}, "each": 5}, "leave each and hands"),
    ],
)
def test_hands_that_cannot_be_dealt_are_refused(deal: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        made(Deal(**deal), seats=Seats(least=2, most=3))


def test_the_game_may_say_how_many_cards_everybody_gets() -> None:
    def hand_size(self: CardGame) -> int:
        return 12 // len(self.names) - self.game_no

    assert sizes(made(Deal(), match=Match(games=2), hand_size=hand_size), 2) == [3, 2]


def test_a_game_can_ask_how_many_cards_were_dealt() -> None:
    assert made(Deal(hands=(5, 4))).play(NAMES).hand_size() == 5
    assert made(Deal(each=6)).play(NAMES).hand_size() == 6


def test_more_cards_than_there_are_is_a_mistake_of_the_game() -> None:
    with pytest.raises(ValueError, match=r"hand_size\(\) is 18; 3 players can have 0 to 17"):
        made(Deal(), hand_size=lambda self: 18).play(NAMES)


def test_a_card_that_does_not_stay_is_covered_by_the_next_one() -> None:
    reds = Deal(each=5, turn_up=1, covered=("D", "H"))
    found = [made(reds).play(NAMES, key=bytes([n])).turned_up for n in range(20)]
    assert {card.suit for *_, card in found} == {"C", "S"}
    assert {card.suit for cards in found for card in cards[:-1]} == {"D", "H"}
    table = made(reds).play(NAMES)
    assert table.turned_up == (*table.piles["table"],)
    last = made(Deal(each=5, turn_up=1, covered=("C", "D", "H", "S"))).play(NAMES)
    assert not last.piles["stock"], "there is an end to it"
    told = "If it is one of these, another card is turned up on it: D, H."
    assert told in rule_sheet(made(reds))


@pytest.mark.parametrize(("each", "hands"), [(0, [17, 17, 17]), (5, [5, 5, 5])])
def test_cards_laid_aside_are_seen_by_nobody(each: int, hands: list[int]) -> None:
    game = made(Deal(each=each, aside=1))
    table = game.play(NAMES)
    assert [len(table.hand(seat)) for seat in range(3)] == hands
    (card,) = table.piles["aside"]
    assert table.piles.seen[card.number] == NOBODY
    assert all(table.view(seat).piles["aside"] == ("??",) for seat in range(3))
    assert "One card is laid aside before the deal, face down." in rule_sheet(game)


def test_what_is_turned_up_lies_apart() -> None:
    table = made(Deal(each=5, turn_up=2, apart=True)).play(NAMES)
    assert len(table.piles["turned"]) == 2
    assert not table.piles["table"]
    assert "??" not in table.view().piles["turned"]


def test_what_is_turned_up_lies_on_the_table_if_nothing_else_is_said() -> None:
    table = made(Deal(each=5, turn_up=1)).play(NAMES)
    assert len(table.piles["table"]) == 1
    assert "turned" not in table.piles


def test_everybody_is_shown_who_deals() -> None:
    table = made(Deal(each=1, mark_dealer=True), match=Match(games=2, begins="next")).play(NAMES)
    assert table.view().fact("dealer", "") == "cem"
    for card in range(3):
        table.apply(NAMES[card], f"DISCARD {table.hand(card)[0]}")
    table.apply("", "START")
    assert table.view().fact("dealer", "") == "ann"
    assert "dealer" not in made(Deal(each=1)).play(NAMES).facts


@pytest.mark.parametrize(
    ("deal", "wrong"),
    [
        (Deal(each=3, hands=(3, 2)), "each and hands say the same twice"),
        (Deal(hands=(3, 0)), "hands are numbers from 1 to 52"),
        (Deal(each=3, apart=True), "nothing lies apart when nothing is turned up"),
        (Deal(each=3, covered=("8",)), "nothing is covered when nothing is turned up"),
        (Deal(each=3, turn_up=1, covered=("10",)), "10 is no card of the deck"),
        (Deal(each=17, aside=2), "3 players need 53 cards; the deck has 52"),
        (Deal(hands=(3, 18)), "3 players need 54 cards; the deck has 52"),
    ],
)
def test_settings_that_cannot_be_dealt(deal: Deal, wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        made(deal)


def test_the_rule_sheet_says_how_hands_change() -> None:
    sheet = rule_sheet(made(Deal(hands=(3, 2, 1), turn_up=1, apart=True, mark_dealer=True)))
    assert "Cards for each player, game by game: 3, 2, 1." in sheet
    assert "A match is at most 3 games." in sheet
    assert "What is turned up lies apart from the cards that are played." in sheet
    assert "The player before the first is the dealer." in sheet
    assert "All cards are dealt." not in sheet


# --- PickUp --------------------------------------------------------------------------------------


def picking(*stages: Any, **parts: Any) -> CardGame:
    """A table of a game in which somebody picks cards up before the tricks."""
    game = made(Deal(each=5, turn_up=1, apart=True), stages=(*stages, TrickGame()), **parts)
    table = game.play(NAMES, key=b"pick")
    table.listening = True
    return table


TURN_UP = Deal(each=5, turn_up=1, apart=True)


@pytest.mark.parametrize(("who", "seat"), [("dealer", 2), ("first", 0)])
def test_one_player_takes_the_card_and_puts_one_away(who: str, seat: int) -> None:
    table = picking(TURN_UP, PickUp(who=who))
    assert table.awaited == (seat,)
    assert len(table.hand(seat)) == 6
    assert not table.piles["turned"]
    card = table.hand(seat)[0]
    table.apply(NAMES[seat], f"PUT {card}")
    assert table.piles["away"] == [card]
    assert len(table.hand(seat)) == 5
    assert (table.stage.key(), table.awaited) == ("trick_game", (0,))


def test_the_highest_bidder_takes_what_was_not_dealt() -> None:
    deck = Deck(size=0, cards=tuple(f"S{rank}" for rank in RANKS))
    stages = Deal(each=3), Auction(rounds=1), PickUp(who="declarer", source="stock")
    table = picking(*stages, deck=deck)
    for name, words in zip(NAMES, ("PASS", "BID 1", "PASS"), strict=True):
        table.apply(name, words)
    assert table.awaited == (1,)
    assert len(table.hand(1)) == 3 + 4
    with pytest.raises(Refused, match="PUT takes 4 of your cards, not 1"):
        table.apply("bob", f"PUT {table.hand(1)[0]}")
    table.apply("bob", f"PUT {' '.join(table.hand(1)[:4])}")
    assert len(table.hand(1)) == 3


def test_nobody_else_sees_which_card_was_put_away() -> None:
    table = picking(TURN_UP, PickUp())
    taken = table.hand(2)[-1]
    events = table.apply("cem", f"PUT {taken}")
    told = {seat: str([event.words(seat) for event in events]) for seat in (0, 2)}
    assert taken in told[2]
    assert taken not in told[0]
    assert table.view(0).piles["away"] == ("??",)


@pytest.mark.parametrize("gone", ["turned", 2])
def test_nothing_is_taken_from_an_empty_pile_or_by_an_empty_hand(gone: Any) -> None:
    def on_dealt(self: CardGame) -> None:
        self.piles.move(self.piles[gone][:], gone, "away", NOBODY)

    assert picking(TURN_UP, PickUp(), on_dealt=on_dealt).stage.key() == "trick_game"


def test_without_a_bid_nobody_takes_the_cards() -> None:
    table = picking(TURN_UP, Auction(rounds=1), PickUp(who="declarer"))
    for name in NAMES:
        table.apply(name, "PASS")
    assert table.stage.key() == "trick_game"


@pytest.mark.parametrize(
    ("stages", "wrong"),
    [
        ((Deal(each=5), PickUp()), "no card is turned up to be taken"),
        ((TURN_UP, PickUp(who="declarer")), "nobody bids for the cards"),
    ],
)
def test_cards_that_cannot_be_picked_up_are_a_mistake(stages: Any, wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        picking(*stages)


def test_the_rule_sheet_says_who_takes_what() -> None:
    sheet = rule_sheet(type(picking(TURN_UP, PickUp())))
    assert "The dealer takes the cards and puts as many away." in sheet
    assert "They are those that were turned up." in sheet
    assert "put cards from your hand away" in sheet


# --- the stock is refilled ------------------------------------------------------------------------


def refilled(*stages: AnyStage, **parts: Any) -> type[CardGame]:
    body = {"__doc__": "Refilled.", "title": "Refilled", "deck": Deck(refill="from_table")}
    made: type[CardGame] = type("Refilled", (CardGame,), {**body, "stages": stages, **parts})
    return made


@pytest.mark.parametrize(
    "stage",
    [
        OrderGame(discard=Discard()),
        OrderGame(discard=Discard(), pick=Pick()),
        TrickGame(),
        Passing(),
    ],
)
def test_a_stock_that_nobody_draws_from_is_not_refilled(stage: AnyStage) -> None:
    with pytest.raises(RulesError, match=r"nobody draws from the stock.*leave refill out"):
        refilled(Deal(each=5), stage)


def test_a_stock_is_refilled_where_somebody_may_draw() -> None:
    refilled(Deal(each=5), OrderGame(discard=Discard(), draw=Draw()))
    refilled(Deal(each=5), OrderGame(discard=Discard(), pick=Pick(source="row", row=3)))
    away = Deck(refill="from_away")
    refilled(Deal(each=5), Exchange(), TrickGame(), deck=away)
    refilled(Deal(each=5), TrickGame(follow="draw_until"), deck=away)
    own_draws = {"on_discard": lambda self, seat, command: self.piles.take(seat, 1)}
    refilled(Deal(each=5), OrderGame(discard=Discard(), end=End(turn_limit=9)), **own_draws)
