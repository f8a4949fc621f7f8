"""Daifugo between two games: one test per row of its rules about the exchange of cards."""

import pytest

from cardkit.games.daifugo import Daifugo
from tests.daifugo_tables import (
    FIVE,
    HIGH,
    LOW,
    PLAIN,
    POOR,
    PRESETS,
    RICH,
    after,
    asked,
    cheat,
    finish,
    hand,
    ranking,
    say,
    titles,
)
from tests.helpers import arrange, refusal

HANDS = {
    "ann": "S3 H3 D3 C3",
    "bob": "S4 H4 D4 C4",
    "cid": "S5 H5 D5 C5",
    "dee": "SA H6 D6 C6",
    "eve": "S2 J1 D7 C7",
}


def arranged(preset: str, **options: object) -> Daifugo:
    """ann is 大富豪, bob 富豪, cid 平民, dee 貧民, eve 大貧民; nothing has been given."""
    table = finish(Daifugo.play(FIVE, preset, options, key=b"x"), *FIVE)
    table.begin_game()
    table.stage_no = 1
    table.stage = table.stages[1]
    arrange(table, HANDS)
    table.stage.begin(table)
    return table


@pytest.mark.parametrize("preset", ["millionaire", "uecda"])
def test_row_exchange_sequential(preset: str) -> None:
    """Exchange | sequential: 大貧民 gives 2 strongest, then 大富豪 gives any 2 (having seen
    them); then 貧民/富豪 with 1 | simultaneous | sequential | `exchange`."""
    table = arranged(preset)
    if preset == "millionaire":
        assert asked(table) == "eve"
        say(table, "PUT ann J1 S2")
    assert asked(table) == "ann"
    assert hand(table, "ann") == {"S3", "H3", "D3", "C3", "S2", "J1"}
    say(table, "PUT eve S2 H3")
    assert hand(table, "eve") == {"D7", "C7", "S2", "H3"}
    if preset == "millionaire":
        assert asked(table) == "dee"
        say(table, "PUT bob SA")
    assert asked(table) == "bob"
    assert "SA" in hand(table, "bob")
    say(table, "PUT dee H4")
    assert hand(table, "dee") == {"H6", "D6", "C6", "H4"}
    assert hand(table, "cid") == {"S5", "H5", "D5", "C5"}
    assert table.stage.key() == "climbing_game"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("first", ["ann", "bob"])
def test_row_exchange_simultaneous(preset: str, first: str) -> None:
    """… | simultaneous | …: all choose before anything moves, in any order."""
    table = arranged(preset, exchange="simultaneous", bad_exchange="ask", illegal="ask")
    assert set(asked(table).split()) == {"ann", "bob"}
    gifts = {"ann": "PUT eve D3 H3", "bob": "PUT dee C4"}
    assert refusal(table, "ann", "PUT eve S2 J1").reason == "NOT_HELD", "not seen, not there yet"
    other = "bob" if first == "ann" else "ann"
    table.apply(first, gifts[first])
    assert asked(table) == other
    assert all(hand(table, n) == set(cards.split()) for n, cards in HANDS.items())
    assert table.view(table.people.seat_of["cid"]).hands[table.people.seat_of["ann"]] == ("??",) * 4
    table.apply(other, gifts[other])
    assert hand(table, "ann") == {"S3", "C3", "S2", "J1"}
    assert hand(table, "bob") == {"S4", "H4", "D4", "SA"}
    assert hand(table, "dee") == {"H6", "D6", "C6", "C4"}
    assert hand(table, "eve") == {"D7", "C7", "D3", "H3"}
    assert table.stage.key() == "climbing_game"


def test_row_exchange_simultaneous_where_all_name_their_cards() -> None:
    """With `bad_exchange` forfeit the poor side chooses, too, and still nothing moves before."""
    table = arranged("millionaire", exchange="simultaneous")
    assert set(asked(table).split()) == {"ann", "bob", "dee", "eve"}
    for who, what in (("eve", "PUT ann S2 J1"), ("bob", "PUT dee C4"), ("ann", "PUT eve H3 S3")):
        table.apply(who, what)
        assert all(hand(table, n) == set(cards.split()) for n, cards in HANDS.items())
    table.apply("dee", "PUT bob SA")
    assert hand(table, "ann") == {"D3", "C3", "S2", "J1"}
    assert hand(table, "dee") == {"H6", "D6", "C6", "C4"}


def test_row_exchange_is_told_as_numbers() -> None:
    """Who does not give or take is told only how many cards change hands."""
    table = arranged("official")
    table.listening = True
    told = [*table.apply("ann", "PUT eve D3 H3"), *table.apply("bob", "PUT dee C4")]
    heard = [e.words(table.people.seat_of["cid"]) for e in told]
    assert ("ACTION", "ann", "PUT", "eve", 2) in heard
    assert ("MOVE", "eve", "ann", "??", "??") in heard
    ann = [e.words(table.people.seat_of["ann"]) for e in told]
    assert [set(words[3:]) for words in ann if words and words[:3] == ("MOVE", "eve", "ann")] == [
        {"J1", "S2"}
    ]


STRONG = {"eve": "S2 H2 D2 J1", "dee": "CA DA HA SA", "ann": "S3 H3", "bob": "S4", "cid": "S5"}


@pytest.mark.parametrize("preset", ["official", "uecda"])
def test_row_strongest_when_equal(preset: str) -> None:
    """Strongest, when equal | joker, then rank, then S>H>D>C; here both sides name their cards and
    a wrong choice is the cheat | same order; the server picks for the poor side | the server
    picks."""
    table = arranged(preset, exchange="sequential")
    arrange(table, STRONG)
    assert table.stage.key() == "tribute"
    table.stage.begin(table)
    assert hand(table, "ann") == {"S3", "H3", "J1", "S2"}
    say(table, "PUT eve S3 J1")
    assert hand(table, "bob") == {"S4", "SA"}


def test_row_strongest_when_equal_is_named_by_the_players_of_millionaire() -> None:
    """Joker, then rank; among cards of one rank any suit is right (000: strength is by number
    alone); both sides name their cards."""
    table = arranged("millionaire")
    arrange(table, STRONG)
    eve = table.copy()
    eve.apply("eve", "PUT ann S2 H2")
    assert eve.dropped == [eve.people.seat_of["eve"]], "the joker was kept"
    table.apply("eve", "PUT ann J1 H2")
    table.apply("ann", "PUT eve S3 H3")
    dee = table.copy()
    dee.apply("dee", "PUT bob HA")
    assert dee.dropped == []
    arrange(table, {**STRONG, "eve": "S2", "dee": "J1 J2 SA"})
    table.apply("dee", "PUT bob J2")
    assert table.dropped == []


@pytest.mark.parametrize("words", ["PUT ann", "PUT ann J1", "PUT ann J1 S2 H2", "PUT ann J1 C9"])
def test_row_a_wrong_number_or_cards_not_held_is_the_cheat(words: str) -> None:
    """Giving a weaker card, a wrong number of cards or cards not held is the cheat …"""
    table = arranged("millionaire")
    arrange(table, STRONG)
    table.apply("eve", words)
    assert table.dropped == [table.people.seat_of["eve"]]
    assert table.journal[-1][1] == "PUT ann", "a replay finds the same cheat"


@pytest.mark.parametrize("words", ["PUT eve S3", "PUT eve S3 H9", "PUT eve"])
def test_row_the_rich_side_can_cheat_too(words: str) -> None:
    """… for the rich side, too."""
    table = arranged("millionaire")
    arrange(table, STRONG)
    table.apply("eve", "PUT ann J1 S2")
    table.apply("ann", words)
    assert table.dropped == [table.people.seat_of["ann"]]
    assert table.can("dee", "PUT bob SA")
    assert not table.can("dee", "PUT zoe SA"), "to whom it goes is no matter of honesty"


def test_row_bad_exchange_forfeit() -> None:
    """Bad exchange | the cheater's hand is shown and thrown in; every cheater is 大貧民 for the
    game; the rest share the titles of (rest+1) players less 大貧民; … An exchange whose other side
    is out is skipped; cards already given stay | … | `bad_exchange` forfeit/ask/auto."""
    table = arranged("millionaire")
    say(table, "PUT ann S2 J1")
    say(table, "PUT eve S3 H3")
    table.listening = True
    heard = [e.words(table.people.seat_of["cid"]) for e in table.apply("dee", "PUT bob H6")]
    table.listening = False
    shown = sorted(HANDS["dee"].split())
    assert ("SHOW", "dee", *shown) in heard
    assert ("MOVE", "dee", "away", *shown) in heard, "not as they lay in the hand"
    assert hand(table, "dee") == set()
    assert hand(table, "ann") == {"D3", "C3", "S2", "J1"}, "cards already given stay"
    assert hand(table, "bob") == set(HANDS["bob"].split()), "the exchange with dee is skipped"
    assert asked(table) == "eve", "the play has begun"
    finish(table, "cid", "eve", "ann", "bob")
    assert titles(table) == {"cid": HIGH, "eve": RICH, "ann": PLAIN, "bob": POOR, "dee": LOW}
    assert ranking(table) == ["cid", "eve", "ann", "bob", "dee"]


def test_row_bad_exchange_of_the_leader() -> None:
    """A 大貧民 who cheats has no cards; the next player leads."""
    table = arranged("millionaire")
    cheat(table, "eve")
    say(table, "PUT bob SA", "PUT dee S4")
    assert hand(table, "ann") == set(HANDS["ann"].split()), "大富豪 gives nothing"
    assert [table.names[s] for s in table.order] == ["eve", "dee", "cid", "bob", "ann"]
    assert asked(table) == "dee"


@pytest.mark.parametrize("exchange", ["sequential", "simultaneous"])
def test_row_bad_exchange_of_several(exchange: str) -> None:
    """Every cheater is 大貧民; three honest players share 大富豪 富豪 貧民."""
    table = arranged("millionaire", exchange=exchange)
    cheat(table, "eve")
    cheat(table, "dee")
    if exchange == "simultaneous":  # they have chosen before the cheat is known
        table.apply("ann", "PUT eve S3 H3")
        table.apply("bob", "PUT dee S4")
    for name in ("ann", "bob", "cid"):
        assert hand(table, name) == set(HANDS[name].split())
    assert hand(table, "dee") == hand(table, "eve") == set()
    finish(table, "bob", "ann", "cid")
    assert titles(table) == {"bob": HIGH, "ann": RICH, "cid": POOR, "dee": LOW, "eve": LOW}
    assert table.scores == [2 + 1, 1 + 2, 0 - 1, -1 - 2, -2 - 2]


def test_row_bad_exchange_in_a_simultaneous_exchange_skips_only_that_pair() -> None:
    """Whoever cheats first: nobody is asked twice, and nothing reaches a player who is out."""
    table = arranged("millionaire", exchange="simultaneous")
    cheat(table, "dee")
    for who, what in (("ann", "PUT eve S3 H3"), ("bob", "PUT dee S4"), ("eve", "PUT ann S2 J1")):
        table.apply(who, what)
    assert hand(table, "dee") == set()
    assert hand(table, "bob") == set(HANDS["bob"].split())
    assert hand(table, "ann") == {"D3", "C3", "S2", "J1"}


@pytest.mark.parametrize("preset", ["millionaire", "official"])
def test_row_bad_exchange_leaves_one_honest_player(preset: str) -> None:
    """One honest player left is 大富豪, the others are 大貧民: the game is over at once."""
    table = after("bob", "ann", preset=preset, exchange="sequential", bad_exchange="forfeit")
    cheat(table, "ann")
    assert not table.playing
    assert titles(table) == {"bob": HIGH, "ann": LOW}


def test_row_bad_exchange_with_the_titles_of_official() -> None:
    """A cheater is 大貧民 also where three players have no such title."""
    chosen = {"exchange": "sequential", "bad_exchange": "forfeit"}
    table = after("bob", "cid", "ann", preset="official", **chosen)
    cheat(table, "ann")
    finish(table, "bob", "cid")
    assert titles(table) == {"bob": RICH, "cid": PLAIN, "ann": LOW}


def test_row_bad_exchange_leaves_nobody() -> None:
    """None left: redeal. (Both sides owe their strongest card here, so that both can cheat.)"""
    chosen = {"exchange": "simultaneous", "pairs": '[["大富豪","大貧民",1],["大貧民","大富豪",1]]'}
    table = after("bob", "ann", preset="millionaire", **chosen)
    before = hand(table, "ann"), hand(table, "bob")
    for who in ("ann", "bob"):
        for _ in range(2):
            cheat(table, who)
    assert table.playing
    assert table.dropped == []
    assert (hand(table, "ann"), hand(table, "bob")) != before, "another deal"
    assert len(hand(table, "ann")) == len(hand(table, "bob")) == 27
    assert set(asked(table).split()) == {"ann", "bob"}


@pytest.mark.parametrize("preset", ["millionaire", "official"])
def test_row_bad_exchange_ask(preset: str) -> None:
    """… | refuse and ask again | …: a choice that is none costs nothing."""
    table = arranged(preset, bad_exchange="ask")
    for what, reason in (
        ("PUT eve S3", "BAD_COUNT"),
        ("PUT eve S3 H3 D3", "BAD_COUNT"),
        ("PUT eve S3 S3", "CARD_TWICE"),
        ("PUT eve S3 S9", "NOT_HELD"),
        ("PUT bob S3 H3", "BAD_TARGET"),
        ("DISCARD S3", "NOT_NOW"),
    ):
        assert refusal(table, "ann", what).reason == reason
    table.apply("ann", "PUT eve S3 H3")


def test_row_bad_exchange_auto() -> None:
    """… | the server substitutes the strongest | …: a 大富豪 who gives too few cards, or cards
    of somebody else, loses the best two."""
    for bad in ("PUT eve C3", "PUT eve C3 S9", "PUT bob C3 D3", "PUT"):
        table = arranged("uecda")
        table.apply("ann", bad)
        assert hand(table, "eve") == {"D7", "C7", "J1", "S2"}
        assert table.journal[-1][1] == "PUT eve J1 S2", "what was done is on record"
    table = arranged("uecda")
    table.apply("ann", "PUT eve C3 D3")
    assert hand(table, "eve") == {"D7", "C7", "C3", "D3"}


def test_a_robot_does_not_cheat() -> None:
    """Whoever is away when cards are due is not thrown out for it."""
    table = arranged("millionaire")
    table.apply("", "LOST eve")
    table.apply("", "ROBOT eve")
    assert table.dropped == []
    assert hand(table, "ann") == {"S3", "H3", "D3", "C3", "J1", "S2"}
