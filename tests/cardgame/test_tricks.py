"""Trick games: what may be led and played, several cards at once, and a hand that another plays."""

from collections.abc import Mapping

import pytest

from cardkit import (
    Card,
    CardGame,
    CardReason,
    Deal,
    Deck,
    Reason,
    Refused,
    RulesError,
    Seats,
    TrickGame,
)
from cardkit.cardgame.rules import rule_sheet
from tests.sound import Sound
from tests.trick_tables import FOUR, NAMES, Bridge, contract, dealt, made, trick


def lines(table: CardGame, name: str) -> list[str]:
    return [*map(str, table.legal(table.people.seat_of[name]))]


def refusal(table: CardGame, name: str, words: str) -> Refused:
    with pytest.raises(Refused) as refused:
        table.apply(name, words)
    return refused.value


# --- leads ----------------------------------------------------------------------------------------


def test_whoever_holds_the_first_card_shows_it_and_leads_it() -> None:
    game = made(Deal(), TrickGame(first_card="D3"), deck=Deck(without=("C2",)))
    leaders = set()
    for seed in range(8):
        table = game.play(NAMES, key=str(seed))
        (leader,) = table.awaited
        assert lines(table, NAMES[leader]) == ["DISCARD D3"]
        assert all("D3" in table.view(seat).hands[leader] for seat in range(3))
        other = next(card for card in table.hand(leader) if card != "D3")
        refused = refusal(table, NAMES[leader], f"DISCARD {other}")
        assert refused.reason == CardReason.MUST_LEAD
        assert refused.text() == "D3 leads the first trick. You may say: DISCARD D3"
        leaders.add(leader)
    assert len(leaders) > 1


def test_the_first_player_leads_when_the_first_card_was_not_dealt() -> None:
    game = made(Deal(each=1), TrickGame(first_card="D3"))
    leaders = {game.play(NAMES, key=str(seed)).awaited for seed in range(8)}
    assert (0,) in leaders


@pytest.mark.parametrize("name", ["S", "S7", "7"])
def test_cards_that_are_not_led_at_first(name: str) -> None:
    game = made(Deal(), TrickGame(not_led=(name,)))
    table = dealt(game, "S7 H2 D9", "C4 D4 S5", "D5 C5 S6")
    assert lines(table, "ann") == ["DISCARD H2", "DISCARD D9"]
    refused = refusal(table, "ann", "DISCARD S7")
    assert refused.reason == Reason.AGAINST_THE_RULES
    assert refused.text().startswith(f"{name} may not be led before one has been played. You may")
    for player, card in (("ann", "H2"), ("bob", "C4"), ("cem", "D5")):
        table.apply(player, f"DISCARD {card}")
    assert lines(table, "ann") == ["DISCARD D9"], "none of them has been played yet"


def test_cards_that_are_not_led_may_be_once_one_was_played_or_nothing_else_is_held() -> None:
    game = made(Deal(), TrickGame(not_led=("S",)))
    table = dealt(game, "H2 S9", "S4 D4", "D5 C5")
    for player, card in (("ann", "H2"), ("bob", "S4"), ("cem", "D5")):
        table.apply(player, f"DISCARD {card}")
    assert lines(table, "ann") == ["DISCARD S9"]
    table = dealt(game, "S2 S9", "S4 D4", "D5 C5")
    assert lines(table, "ann") == ["DISCARD S2", "DISCARD S9"]


def test_cards_that_do_not_go_to_the_first_trick() -> None:
    game = made(Deal(), TrickGame(not_first=("H", "SQ")))
    table = dealt(game, "C2 S3", "SQ H2 D4", "H3 H4")
    table.apply("ann", "DISCARD C2")
    assert lines(table, "bob") == ["DISCARD D4"]
    refused = refusal(table, "bob", "DISCARD SQ")
    assert refused.reason == Reason.AGAINST_THE_RULES
    assert refused.text().startswith("H, SQ may not go to the first trick. You may say: DISCARD D4")
    table.apply("bob", "DISCARD D4")
    assert lines(table, "cem") == ["DISCARD H3", "DISCARD H4"]


# --- trumps and higher cards that have to be played -----------------------------------------------


def test_a_player_who_cannot_follow_has_to_trump() -> None:
    game = made(Deal(), TrickGame(trump="H", must_trump=True))
    table = dealt(game, "C2 S3", "D4 H2 H9", "D5 D6")
    table.apply("ann", "DISCARD C2")
    assert lines(table, "bob") == ["DISCARD H2", "DISCARD H9"]
    refused = refusal(table, "bob", "DISCARD D4")
    assert refused.reason == CardReason.MUST_FOLLOW
    assert refused.text().startswith("you cannot follow suit: play a trump. You may say: ")
    table.apply("bob", "DISCARD H2")
    assert lines(table, "cem") == ["DISCARD D5", "DISCARD D6"]


def test_a_player_who_can_follow_need_not_trump() -> None:
    game = made(Deal(), TrickGame(trump="H", must_trump=True))
    table = dealt(game, "C2 S3", "C4 H2 D9", "D5 D6")
    table.apply("ann", "DISCARD C2")
    assert lines(table, "bob") == ["DISCARD C4"]


def test_players_have_to_beat_what_they_can() -> None:
    game = made(Deal(), TrickGame(trump="H", must_beat=True))
    table = dealt(game, "C8 S3", "C4 CT CA", "C9 H2 CQ")
    table.apply("ann", "DISCARD C8")
    assert lines(table, "bob") == ["DISCARD CT", "DISCARD CA"]
    refused = refusal(table, "bob", "DISCARD C4")
    assert refused.reason == CardReason.TOO_WEAK
    assert refused.text().startswith("play a card that beats C8. You may say: ")
    table.apply("bob", "DISCARD CA")
    assert lines(table, "cem") == ["DISCARD C9", "DISCARD CQ"], "nothing beats the ace in suit"


def test_who_cannot_follow_beats_a_trump_by_a_higher_one() -> None:
    game = made(Deal(), TrickGame(trump="H", must_trump=True, must_beat=True))
    table = dealt(game, "C8 S3", "H7 D2", "H5 H9 D3")
    table.apply("ann", "DISCARD C8")
    table.apply("bob", "DISCARD H7")
    assert lines(table, "cem") == ["DISCARD H9"]


# --- several cards --------------------------------------------------------------------------------


PAIRS = made(Deal(), TrickGame(cards=3))


def test_several_cards_of_a_rank_are_led_together_and_everybody_plays_as_many() -> None:
    table = dealt(PAIRS, "S5 H5 C9", "S6 H6 DK", "D7 C7 SA")
    assert lines(table, "ann") == ["DISCARD S5", "DISCARD H5", "DISCARD C9", "DISCARD H5 S5"]
    assert refusal(table, "ann", "DISCARD S5 C9").text() == ("lead one card, or 2 to 3 of one rank")
    table.apply("ann", "DISCARD S5 H5")
    assert refusal(table, "bob", "DISCARD DK").reason == CardReason.BAD_COUNT
    table.apply("bob", "DISCARD S6 DK")  # no pair
    table.apply("cem", "DISCARD C7 D7")
    assert table.tricks == [0, 0, 1]
    assert len(table.piles["won:2"]) == 6
    assert table.awaited == (2,)


def test_a_pair_that_is_not_higher_does_not_take_the_trick() -> None:
    table = dealt(PAIRS, "S8 H8 C9", "S6 H6 DK", "D7 C7 SA")
    for name, cards in (("ann", "S8 H8"), ("bob", "S6 H6"), ("cem", "C7 D7")):
        table.apply(name, f"DISCARD {cards}")
    assert table.tricks == [1, 0, 0]


def test_who_has_too_few_cards_plays_them_all_and_takes_nothing() -> None:
    table = dealt(PAIRS, "S5 H5 C9", "SA", "D4 C4 S3")
    for name, cards in (("ann", "S5 H5"), ("bob", "SA"), ("cem", "C4 D4")):
        table.apply(name, f"DISCARD {cards}")
    assert table.tricks == [1, 0, 0]


def test_single_cards_follow_suit_as_ever() -> None:
    table = dealt(PAIRS, "S5 H5 C9", "S6 H6 DK", "D7 C7 SA")
    table.apply("ann", "DISCARD S5")
    assert lines(table, "bob") == ["DISCARD S6"]
    table.apply("bob", "DISCARD S6")
    table.apply("cem", "DISCARD SA")
    assert table.tricks == [0, 0, 1]


# --- special cards --------------------------------------------------------------------------------


class QueenBeatsAce(CardGame):
    """The ace of spades beats everything but the queen of hearts."""

    title = "Special"
    seats = Seats(least=3, most=3)
    stages = (Deal(), TrickGame())

    def beats(self, card: Card, best: Card) -> bool:
        if "SA" in (card, best):
            return best != "SA" or card == "HQ"
        return super().beats(card, best)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (("D2", "SA", "DK"), "bob"),
        (("D2", "SA", "HQ"), "cem"),
        (("D2", "HQ", "SA"), "cem"),
        (("D2", "D9", "C3"), "bob"),
    ],
)
def test_a_game_gives_cards_powers_of_their_own(cards: tuple[str, ...], winner: str) -> None:
    assert trick(QueenBeatsAce, *cards) == winner


class SameTwo(CardGame):
    """In a trick of one suit the two is highest."""

    title = "Same two"
    seats = Seats(least=3, most=3)
    stages = (Deal(), TrickGame())

    def trick_winner(self, winner: int, played: Mapping[int, Card]) -> int:
        twos = [seat for seat, card in played.items() if card.rank == "2"]
        same = len({card.suit for card in played.values()}) == 1
        return twos[0] if same and twos else winner


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (("D2", "D9", "DK"), "ann"),
        (("D9", "D2", "DK"), "bob"),
        (("D9", "D2", "C3"), "ann"),
        (("D9", "DT", "DK"), "cem"),
    ],
)
def test_a_game_says_who_takes_a_trick_by_all_its_cards(
    cards: tuple[str, ...], winner: str
) -> None:
    assert trick(SameTwo, *cards) == winner


def test_the_cards_of_a_trick_are_told_with_their_players() -> None:
    told: list[dict[int, str]] = []

    class Told(SameTwo):
        """The same, and written down."""

        title = "Told"

        def trick_winner(self, winner: int, played: Mapping[int, Card]) -> int:
            told.append({seat: str(card) for seat, card in played.items()})
            return super().trick_winner(winner, played)

    table = dealt(Told, "D9 C2", "DK C9", "DT CK")
    played = ("ann D9", "bob DK", "cem DT", "bob C9", "cem CK", "ann C2")
    for name, card in (each.split() for each in played):
        table.apply(name, f"DISCARD {card}")
    assert told == [{0: "D9", 1: "DK", 2: "DT"}, {1: "C9", 2: "CK", 0: "C2"}]
    assert table.tricks == [1, 1, 0]


# --- a dummy --------------------------------------------------------------------------------------


def test_the_hand_of_the_dummy_is_open_after_the_first_card_and_not_before() -> None:
    table = contract()
    assert table.awaited == (1,)
    assert {*table.view(0).hands[2]} == {"??"}
    table.apply("bob", str(table.legal(1)[0]))
    for viewer in (0, 1, 3):
        assert {*table.view(viewer).hands[2]} == {*table.hand(2)}
    assert "??" in table.view(1).hands[0]


def test_the_bidder_plays_both_hands() -> None:
    table = contract()
    table.apply("bob", str(table.legal(1)[0]))
    assert table.awaited == (0,)
    offered = lines(table, "ann")
    assert {line.split()[1] for line in offered} <= {*table.hand(2)}
    assert refusal(table, "cem", offered[0]).reason == Reason.NOT_YOUR_TURN
    assert refusal(table, "ann", f"DISCARD {table.hand(0)[0]}").reason == CardReason.NOT_HELD
    table.apply("ann", offered[0])
    assert len(table.hand(2)) == 12
    table.apply("dan", lines(table, "dan")[0])
    assert table.awaited == (0,)
    table.apply("ann", lines(table, "ann")[0])
    assert [len(table.hand(seat)) for seat in range(4)] == [12] * 4


def test_whoever_plays_for_the_dummy_leads_for_it_too() -> None:
    table = contract()
    while table.playing:
        seat = table.awaited[0]
        assert seat != 2
        table.apply(FOUR[seat], str(table.legal(seat)[0]))
    assert sum(table.tricks) == 13


@pytest.mark.parametrize("game", [Bridge, PAIRS, QueenBeatsAce])
def test_check_game_finds_nothing_wrong(game: type[CardGame], sound: Sound) -> None:
    sound(game, {}, games=12)


# --- what cannot be, and what is said -------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "wrong"),
    [
        (TrickGame(first_card="X9"), "X9 is no card of the deck"),
        (TrickGame(not_led=("X",)), "X is no card of the deck"),
        (TrickGame(not_first=("S0",)), "S0 is no card of the deck"),
        (TrickGame(must_beat=True, follow="free"), "need a suit to follow"),
        (TrickGame(cards=2, must_beat=True), "leave cards=1"),
        (TrickGame(dummy=True), r"write Seats\(partners=True\) and Auction\(\)"),
    ],
)
def test_settings_that_cannot_be(stage: TrickGame, wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        made(Deal(), stage)


def test_the_rule_sheet_says_what_may_be_led_and_played() -> None:
    stage = TrickGame(
        trump="H",
        first_card="C2",
        not_led=("H",),
        not_first=("H", "SQ"),
        must_trump=True,
        must_beat=True,
    )
    sheet = rule_sheet(made(Deal(), stage))
    for sentence in (
        "Whoever holds C2 shows it and leads it to the first trick.",
        "H may not be led before one has been played, unless you have nothing else.",
        "H, SQ may not go to the first trick, unless you have nothing else.",
        "If you cannot follow suit, play a trump if you can.",
        "Play a card that takes the trick if you can.",
    ):
        assert sentence in sheet
    assert "Lead one card, or up to 3 of one rank; the others play as many." in rule_sheet(PAIRS)
    assert "lays the hand open, and the bidder plays both hands." in rule_sheet(Bridge)
